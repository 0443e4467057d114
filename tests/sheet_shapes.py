"""The scores of a game written as people and programs write them: every shape of table, with a spreadsheet's oddities at random."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from handfoot.auditor import GameAuditor
from handfoot_engine.play import play_game
from handfoot_grammar import log
from handfoot_spec.cards import FIRST_RANK_ONLY, IS_RED_THREE, JOKER, RANK, THREE_RANK, Card
from handfoot_spec.profile import Profile

CLASSES = {"Jokers": (13,), "2s": (0,), "Aces": (12,), "8-K": tuple(range(6, 12)), "4-7": tuple(range(2, 6))}
"""Classes of cards as a score-keeping program has them, by ranks."""


@dataclass
class Scores:
    """A side's score of one deal: figures by key, and how many cards of each class lie where."""

    deal: int
    side: str
    figures: dict[str, int]
    laid: dict[str, int] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)
    reds: tuple[int, int] = (0, 0)  # exposed, left

    @property
    def rest(self) -> int:
        """Everything beside cards and leftovers."""
        return self.figures["total"] - self.figures["cards"] - self.figures["left"]


def scores_of(profile: Profile, seed: int, number: int, players: int) -> list[Scores]:
    """The scores of a game of random legal play, every figure reckoned."""
    game = play_game(profile, seed, number, players=players)
    auditor = GameAuditor(game, profile)
    found: list[Scores] = []
    running: dict[int, int] = {}
    for statement in game.statements:
        if isinstance(statement, log.ScoreLine):
            team = auditor.c.teams.index(statement.team)
            laid, left, reds = _cards(auditor, team)
            auditor.feed(statement)
            score = auditor.book.lines[-1].score
            assert score is not None
            figures = {kind: n for kind, (n, _) in score.books.items()}
            figures |= {key: getattr(score, key)[0] for key in ("bonus", "cards", "reds", "left", "out", "total")}
            running[team] = running.get(team, 0) + figures["total"]
            figures["running"] = running[team]
            side = game.team_name(statement.team)
            found.append(Scores(auditor.c.this_deal.number, side, figures, laid, left, reds))
        else:
            auditor.feed(statement)
    return found


def _cards(auditor: GameAuditor, team: int) -> tuple[dict[str, int], dict[str, int], tuple[int, int]]:
    table = auditor.c.table
    side = table.sides[team]
    packets = [packet for seat in auditor.c.teams[team] for packet in (table.hands[seat], table.feet[seat])]
    left = [card for packet in packets for card in packet.known()]
    laid = [card for meld in side.melds for card in meld.cards]
    return _by_class(laid), _by_class(left), (side.reds, sum(IS_RED_THREE[card] for card in left))


def _by_class(cards: list[Card]) -> dict[str, int]:
    counts = {name: sum((13 if c == JOKER else RANK[c]) in ranks for c in cards) for name, ranks in CLASSES.items()}
    counts["Black 3s"] = sum(RANK[c] == THREE_RANK and not IS_RED_THREE[c] for c in cards)
    assert FIRST_RANK_ONLY > JOKER
    return counts


Rows = list[list[str]]


class Pen:
    """Writes figures and tables as a spreadsheet may have them: each table with its own oddities."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.minus = chance.choice(["-{}", "\u2212{}", "({})", "{}-", "- {}"])
        self.thousands = chance.choice(["", ",", ".", " ", "\u202f", "'"])
        self.cents = chance.choice(["", "", ",00" if self.thousands == "." else ".00"])
        self.delimiter = chance.choice([",", ";", "\t"])
        self.end = chance.choice(["\n", "\r\n"])
        self.zero = chance.choice(["0", "0", "0.00"])

    def figure(self, value: int) -> str:
        """A figure in points."""
        if value == 0:
            return self.zero
        text = f"{abs(value):,}".replace(",", self.thousands) + self.cents
        return self.minus.format(text) if value < 0 else text

    def head(self, text: str) -> str:
        """A header in some case, perhaps with points behind it."""
        return self.chance.choice([text, text.upper(), text.title(), text + ":", f" {text} "])

    def table(self, rows: Rows) -> bytes:
        """The file."""
        width = max(map(len, rows))
        rows = [row + [""] * (width - len(row)) for row in rows]
        for _ in range(self.chance.randrange(3)):  # blank rows
            rows.insert(self.chance.randrange(1, len(rows) + 1), [""] * width)
        if self.chance.random() < 0.3:
            rows = [["Our evening"], [""], *rows]
        out = io.StringIO()
        csv.writer(out, delimiter=self.delimiter, lineterminator=self.end).writerows(rows)
        text = out.getvalue()
        form = self.chance.choice(["utf-8", "utf-8-sig", "utf-16"])
        return text.encode(form)


Writer = Callable[[Profile, list[Scores], Pen], Rows]

_WORDS = {
    "clean": ["clean", "Red books", "natural canastas", "pure piles"], "dirty": ["dirty", "black books", "mixed sets", "unnatural melds"],
    "wild": ["wild", "wild books"], "run": ["run", "runs"], "twos": ["twos", "series of twos"],
    "cards": ["cards", "base count", "count", "table points"], "reds": ["reds", "red threes", "red 3s"],
    "left": ["left", "caught with", "in hand", "minus hand points"], "out": ["out", "going out"], "total": ["total", "round score"],
    "running": ["running", "total so far"], "bonus": ["books points", "book bonus"],
}  # fmt: skip


def _keys(profile: Profile) -> list[str]:
    return [*(book.kind for book in profile.books), "cards", "reds", "left", "out", "total"]


def rows(profile: Profile, scores: list[Scores], pen: Pen) -> Rows:
    """A row for each side and deal."""
    keys = [*_keys(profile), "running"]
    keys = keys[:1] + pen.chance.sample(keys[1:], len(keys) - 1)
    heads = [pen.head(pen.chance.choice(_WORDS[key])) for key in keys]
    signs = {"left": pen.chance.choice((1, 1, -1))}  # what is left may be written without its sign
    return [["Round", "Team", *heads]] + [
        [
            f"{pen.chance.choice(['', 'Hand '])}{s.deal}",
            s.side,
            *(pen.figure(s.figures[key] * signs.get(key, 1)) for key in keys),
        ]
        for s in scores
    ]


def beside(profile: Profile, scores: list[Scores], pen: Pen) -> Rows:
    """A row for each deal, the sides beside each other."""
    keys, names = _keys(profile), list(dict.fromkeys(s.side for s in scores))
    table = [["Hand #", *(f"{name} {pen.chance.choice(_WORDS[key])}" for name in names for key in keys)]]
    for deal in dict.fromkeys(s.deal for s in scores):
        by_side = {s.side: s for s in scores if s.deal == deal}
        table.append([str(deal), *(pen.figure(by_side[name].figures[key]) for name in names for key in keys)])
    return table


def grid(profile: Profile, scores: list[Scores], pen: Pen) -> Rows:
    """Totals by deal and side, with a row of totals and the winner below, and the minimum of each hand."""
    names = list(dict.fromkeys(s.side for s in scores))
    by_deal = profile.opening.by == "deal"
    table = [["Hand", *(["Minimum"] if by_deal else []), *names]]
    for deal in dict.fromkeys(s.deal for s in scores):
        by_side = {s.side: s for s in scores if s.deal == deal}
        minimum = [str(profile.opening_minimum(deal))] if by_deal else []
        table.append([str(deal), *minimum, *(pen.figure(by_side[name].figures["total"]) for name in names)])
    sums = [sum(s.figures["total"] for s in scores if s.side == name) for name in names]
    gap = [""] * by_deal
    table.append([pen.chance.choice(["Total", "TOTALS", "Grand total"]), *gap, *map(pen.figure, sums)])
    table.append(["Winner", *gap, *("x" if n == max(sums) else "" for n in sums)])
    return table


def entries(profile: Profile, scores: list[Scores], pen: Pen) -> Rows:
    """The printed sheet of one side: a row for each entry, a column for each deal, totals carried on."""
    own = [s for s in scores if s.side == scores[0].side]
    keys = [key for key in _keys(profile) if key != "total"]
    first = pen.chance.choice(["Round {0}", "{0}", "Hand {0}"])
    table = [["Us", *(first.format(i) for i in range(1, len(own) + 1))]]
    table.append(["Beginning totals", *(pen.figure(s.figures["running"] - s.figures["total"]) for s in own)])
    for key in keys:
        book = profile.books_by_kind.get(key)
        if book is not None and pen.chance.random() < 0.5:
            head, each = f"{pen.chance.choice(_WORDS[key])} {book.bonus} each", book.bonus
        else:
            head, each = pen.chance.choice(_WORDS[key]), 1
        table.append([head, *(pen.figure(s.figures[key] * each) for s in own)])
    table.append(["TOTALS", *(pen.figure(s.figures["running"]) for s in own)])
    return table


def entries_of_sides(profile: Profile, scores: list[Scores], pen: Pen) -> Rows:
    """One deal: a row for each entry, a column for each side."""
    own = [s for s in scores if s.deal == scores[0].deal]
    table = [["Hand 1", *(s.side for s in own)]]
    return table + [
        [pen.chance.choice(_WORDS[key]), *(pen.figure(s.figures[key]) for s in own)] for key in _keys(profile)
    ]


def six_lines(profile: Profile, scores: list[Scores], pen: Pen) -> Rows:
    """Books by colour, red threes, card values, the negative, and one bonus for all the rest."""
    own = [s for s in scores if s.side == scores[0].side]
    kinds = {book.kind: book.bonus for book in profile.books}
    lines = {
        "Red canastas": [s.figures["clean"] for s in own], "Black canastas": [s.figures["dirty"] for s in own],
        "Red threes": [s.figures["reds"] for s in own], "Card values": [s.figures["cards"] for s in own],
        "Negative": [s.figures["left"] for s in own],
        "Bonus": [
            s.rest - s.figures["reds"] - sum(kinds[kind] * s.figures[kind] for kind in ("clean", "dirty")) for s in own
        ],
        "Total": [s.figures["total"] for s in own],
    }  # fmt: skip
    return [["Us", *(str(s.deal) for s in own)]] + [[name, *map(pen.figure, line)] for name, line in lines.items()]


def three_numbers(profile: Profile, scores: list[Scores], pen: Pen) -> Rows:
    """Bonus, books and netted points a hand, of one side."""
    own = [s for s in scores if s.side == scores[0].side]
    return [["hand", "bonus", "books", "points", "total"]] + [
        [str(s.deal), *map(pen.figure, (s.rest - s.figures["bonus"], s.figures["bonus"], s.figures["cards"] + s.figures["left"], s.figures["total"]))]
        for s in own
    ]  # fmt: skip


def two_parts(profile: Profile, scores: list[Scores], pen: Pen) -> Rows:
    """Bonuses; minus hand points; plus table points."""
    return [["deal", "pair", "bonuses", "minus hand points", "plus table points", "total"]] + [
        [
            str(s.deal),
            s.side,
            *map(pen.figure, (s.rest, abs(s.figures["left"]), s.figures["cards"], s.figures["total"])),
        ]
        for s in scores
    ]


def five_columns(profile: Profile, scores: list[Scores], pen: Pen) -> Rows:
    """Points from books, going out, the loss, bones, and the round's total; red threes with the books where they are a bonus."""
    head = [
        "round",
        "player",
        "points_from_books",
        "going_out_bonus",
        "loss_penalty",
        "bones",
        "red threes",
        "round_total_score",
    ]
    return [head] + [
        [
            str(s.deal),
            s.side,
            *(pen.figure(s.figures[key]) for key in ("bonus", "out", "left", "cards", "reds", "total")),
        ]
        for s in scores
    ]


def season(profile: Profile, scores: list[Scores], pen: Pen) -> Rows:
    """One figure for all that is paid, the cards netted, marks of who was first, over two games."""
    head = ["game", "round", "player", "down_first", "foot_first", "score_books", "score_cards", "piles"]
    first = scores[0].side
    return [head] + [
        [game, str(s.deal), s.side, "TRUE" if s.side == first else "FALSE", "", pen.figure(s.rest), pen.figure(s.figures["cards"] + s.figures["left"]), "3"]
        for game in ("1", "2")
        for s in scores
    ]  # fmt: skip


def counts(profile: Profile, scores: list[Scores], pen: Pen) -> Rows:
    """Cards counted by class, laid and left, as an app has them, with books and a tick for going out."""
    kinds = [book.kind for book in profile.books]
    classes = [*CLASSES, "Black 3s"]
    reds = profile.score.red_three is None
    head = ["Hand", "Team", *(f"{name} {place}" for name in classes for place in ("played", "stuck"))]
    head += (["Red 3s laid", "Red 3s stuck"] if reds else ["Red 3s"]) + [
        pen.chance.choice(_WORDS[kind]) for kind in kinds
    ]
    head += ["Leftover points", "Went out", "Total"]
    table = [head]
    for s in scores:
        cells = [str(n) for name in classes for n in (s.laid[name], s.left[name])]
        cells += [str(n) for n in s.reds] if reds else [pen.figure(s.figures["reds"])]
        cells += [str(s.figures[kind]) for kind in kinds]
        cells += [pen.figure(s.figures["left"]), "x" if s.figures["out"] else "", pen.figure(s.figures["total"])]
        table.append([str(s.deal), s.side, *cells])
    return table


def pairs(profile: Profile, scores: list[Scores], pen: Pen) -> Rows:
    """Numbers and the points earned beside them."""
    kinds = [book.kind for book in profile.books]
    head = ["Hand", "Team", "Go-out number", "Go-out points earned"]
    head += [f"{pen.chance.choice(_WORDS[kind])} {part}" for kind in kinds for part in ("number", "points earned")]
    head += ["Red 3s", "Cards", "In hand", "Total"]
    worth = {book.kind: book.bonus for book in profile.books}
    return [head] + [
        [str(s.deal), s.side, str(int(s.figures["out"] > 0)), pen.figure(s.figures["out"]),
         *(text for kind in kinds for text in (str(s.figures[kind]), pen.figure(s.figures[kind] * worth[kind]))),
         *(pen.figure(s.figures[key]) for key in ("reds", "cards", "left", "total"))]
        for s in scores
    ]  # fmt: skip


def pairs_down(profile: Profile, scores: list[Scores], pen: Pen) -> Rows:
    """The same, one side's sheet of a hand, number and points in two columns."""
    s = scores[0]
    lines: Rows = [["", "Number", "Points earned"]]
    lines.append(["Go-out", str(int(s.figures["out"] > 0)), pen.figure(s.figures["out"])])
    for book in profile.books:
        n = s.figures[book.kind]
        lines.append([pen.chance.choice(_WORDS[book.kind]), str(n), pen.figure(n * book.bonus)])
    return lines + [[name, "", pen.figure(s.figures[key])] for name, key in
                    (("Red 3s", "reds"), ("Cards", "cards"), ("In hand", "left"), ("Total", "total"))]  # fmt: skip


def standings(profile: Profile, scores: list[Scores], pen: Pen) -> Rows:
    """What each side has so far, and must open with next; its members."""
    last = scores[-1].deal
    own = [s for s in scores if s.deal == last]
    return [["name", "score", "opener", "members"]] + [
        [f"Side {i}", pen.figure(s.figures["running"]), str(profile.opening_minimum(last + 1, s.figures["running"])), s.side.replace("+", ", ")]
        for i, s in enumerate(own)
    ]  # fmt: skip


def match_totals(profile: Profile, scores: list[Scores], pen: Pen) -> Rows:
    """The lines of a program that keeps nothing but totals."""
    last = scores[-1].deal
    pen.delimiter = "|"
    return [["CN_SCORE", "h", "u1", s.side, str(s.figures["running"])] for s in scores if s.deal == last]


SHAPES: dict[str, Writer] = {
    writer.__name__: writer
    for writer in (
        rows, beside, grid, entries, entries_of_sides, six_lines, three_numbers, two_parts, five_columns, season, counts, pairs, pairs_down,
        standings, match_totals,
    )
}  # fmt: skip


def tables(profile: Profile, seed: int, games: int, players: int) -> Iterator[tuple[str, bytes]]:
    """Tables of random legal games, in every shape."""
    for number in range(1, games + 1):
        scores = scores_of(profile, seed, number, players)
        for name, write in SHAPES.items():
            pen = Pen(random.Random(f"{seed} {number} {name}"))
            table = write(profile, scores, pen)
            if name == "match_totals":
                yield name, "".join("|".join(row) + pen.end for row in table).encode()
            else:
                yield name, pen.table(table)
