"""Scores: recomputed for every deal that was played, compared with what the record claims; sums, totals and the result."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from handfoot_engine.score import Figure, TeamScore, plus, points, team_score
from handfoot_grammar import log
from handfoot_spec.cards import KINDS, UNSEEN, cards_text
from handfoot_spec.definitions import INTEGERS, book_points, books_suffice, deal_total, game_complete

from ..context import Context, Spot

PART_CODES = {"bonus": "HF801", "cards": "HF802", "reds": "HF803", "left": "HF804", "out": "HF805"}
FLAGS = ("net", "first")
KNOWN = (*PART_CODES, "total", "running", "opening", *FLAGS)


@dataclass
class Line:
    """A team's score of one deal: as claimed, as computed, and what may be carried on."""

    deal: int
    team: int
    claimed: dict[str, int | None] = field(default_factory=dict)
    statement: log.ScoreLine | None = None
    score: TeamScore | None = None
    strict: TeamScore | None = None
    repaired: int | None = None
    total: Figure | None = None  # the right total, as far as it is known
    finding: int | None = None  # the first error of this line
    marked: bool = False  # marked as first to lay down, and nothing speaks against it
    played: bool = False


class Book:
    """All score lines of a game, by deal."""

    def __init__(self, teams: int) -> None:
        self.lines: list[Line] = []
        self.running: list[Figure | None] = [(0, 0)] * teams
        self.claimed_running: list[int | None] = [None] * teams
        self.suspect: list[int | None] = [None] * teams  # the first error that a team's totals carry on
        self.flags: dict[int, list[Line]] = {}
        self.opened: dict[int, bool] = {}  # deals in which somebody laid down

    def lose(self) -> None:
        """A whole deal is not known, so no total after it is."""
        self.running = [None] * len(self.running)
        self.claimed_running = [None] * len(self.running)

    def line(self, deal: int, team: int) -> Line:
        """The line of a team in the current deal."""
        for line in reversed(self.lines):
            if line.deal == deal and line.team == team:
                return line
        line = Line(deal, team)
        self.lines.append(line)
        return line


# --- what is left -----------------------------------------------------------------------------------------------


def check_left(c: Context, statement: log.Left) -> None:
    """The cards shown as left are those that the player must have (P0-46)."""
    table, player = c.table, statement.player
    deal = c.this_deal
    opened = table.opened_foot[player]
    span = (statement.at, None)
    if statement.hand is not None:
        _compare_left(c, player, "Foot" if opened else "Hand", table.packet(player), statement.hand, span)
    if statement.foot is not None:
        if opened and statement.foot:
            c.find(
                "HF108",
                f"{c.name(player)} has taken the Foot; no unopened Foot can be left",
                span,
                player=player,
                found=cards_text(statement.foot),
            )
        elif not opened:
            _compare_left(c, player, "unopened Foot", table.feet[player], statement.foot, span)
    deal.left[player] = (statement.hand, statement.foot)


def _compare_left(
    c: Context, player: int, what: str, packet: Any, shown: tuple[int, ...], span: log.Span | Spot
) -> None:
    if packet.blurred:
        c.not_checked(
            f"left {player} {what}",
            f"what {c.name(player)}'s {what} must hold cannot be told any more, so what is left is not checked",
            span,
            player=player,
        )
        return
    if len(shown) != packet.size:
        c.find(
            "HF108", f"{len(shown)} cards are shown as left in {c.name(player)}'s {what}; {packet.size} must be",
            span, player=player, expected=f"{packet.size} cards", found=f"{len(shown)} cards",
        )  # fmt: skip
        return
    assert c.statement is not None
    known = packet.known()
    if packet.certain and sorted(shown) == known:
        return
    before = known + [UNSEEN] * packet.unseen if not packet.shed else None
    wrong = [card for card in sorted(shown, key=lambda card: len(KINDS[card])) if not c.table.play(packet, card)]
    c.copies(c.statement.at, None, player)
    if wrong:
        must = f"; there must be {cards_text(before)}" if before is not None else ""
        c.find(
            "HF108",
            f"{cards_text(wrong)} cannot be left in {c.name(player)}'s {what}{must}",
            span,
            player=player,
            found=cards_text(wrong),
        )
    for card in shown:  # as it lies now: what the record shows, unless the replay knows better
        packet.hold(card)
    if wrong and before is not None:
        packet.counts = [0] * len(packet.counts)
        packet.size = packet.unseen = packet.shed = 0
        for card in before:
            packet.hold(card)
    elif not wrong:
        packet.shed = 0


# --- score lines ------------------------------------------------------------------------------------------------


def check_score(c: Context, book: Book, statement: log.ScoreLine) -> None:
    """A claimed score against the right one, part by part; on a sheet, the parts against the total."""
    deal = c.this_deal
    if statement.team not in c.teams:
        c.find(
            "HF003", f"{c.game.team_name(statement.team)} is no side of this game", statement.at.whole(), in_turn=False
        )
        return
    team = c.teams.index(statement.team)
    line = book.line(c.deals_begun, team)
    if line.statement is not None:
        c.find(
            "HF005",
            f"{c.team_name(team)} has a score in this deal already",
            statement.at.whole(),
            team=team,
            in_turn=False,
        )
        return
    line.statement, line.claimed, line.played = statement, _entries(c, statement, team), deal.played
    span = (statement.at, None)
    foreign = _foreign(c, line)
    _opening_and_flags(c, book, line, deal.number)
    if deal.ended == "abandoned":
        c.not_checked("score", "the deal was abandoned, so its scores are not checked", span)
        line.total = None
    elif not deal.played:
        _check_sheet(c, book, line, foreign)
    elif deal.ended is None:
        c.not_checked("score", "the record does not say how the deal ended, so its scores are not checked", span)
        line.total = None
    else:
        _compute(c, line)
        if line.score is None:
            c.not_checked(
                f"score {team}", "an earlier line of this team could not be read, so its score is not checked", span
            )
        else:
            _check_played(c, line, foreign)
    _check_running(c, book, line)


def _entries(c: Context, statement: log.ScoreLine, team: int) -> dict[str, int | None]:
    """The entries of a line by their keys; one that says nothing, or says it again, counts for nothing."""
    entries: dict[str, int | None] = {}
    for index, (key, value) in enumerate(statement.entries):
        if key in entries:
            c.find(
                "HF005",
                f"{key} is written twice; the first counts",
                statement.at.entry(index),
                team=team,
                in_turn=False,
            )
        elif key in FLAGS and value is not None:
            c.find(
                "HF001",
                f"{key} is a flag and has no number",
                statement.at.entry(index),
                team=team,
                expected=key,
                in_turn=False,
            )
        elif key not in FLAGS and value is None:
            c.find(
                "HF001",
                f"{key} has no number",
                statement.at.entry(index),
                team=team,
                expected=f"{key} and a number",
                in_turn=False,
            )
        else:
            entries[key] = value
    return entries


def has_score(c: Context, book: Book, statement: log.ScoreLine) -> bool:
    """Whether the side of ``statement`` has a score in this deal already."""
    return any(
        line.deal == c.deals_begun and line.statement is not None and c.teams[line.team] == statement.team
        for line in book.lines
    )


def score_unclaimed(c: Context, book: Book) -> None:
    """At the end of a played deal: the score of every team, claimed or not."""
    deal = c.this_deal
    if deal.ended == "abandoned":
        return
    book.opened[c.deals_begun] = c.table.first_side is not None
    for team in range(len(c.teams)):
        line = book.line(c.deals_begun, team)
        line.played = deal.played
        if line.statement is None:
            if deal.played and deal.ended is not None:
                _compute(c, line)
            _carry(book, line)


def _compute(c: Context, line: Line) -> None:
    deal, walk = c.this_deal, c.walk
    out_legal: bool | None = (
        deal.out_player is not None and deal.out_legal and c.table.team_of[deal.out_player] == line.team
    )
    if deal.out_unknown is not None and c.table.team_of[deal.out_unknown] == line.team:
        out_legal = None
    penalty = walk.penalties[line.team]
    args = (c.profile, walk.table, line.team, deal.left, out_legal, penalty)
    line.score = team_score(*args)
    # a faulty book makes the difference, and only a reported meld is faulty
    faulty = any(meld.reported is not None or meld.odd for meld in walk.table.sides[line.team].melds)
    line.strict = team_score(*args, strictly=True) if faulty else line.score
    if line.score is None or line.strict is None:
        line.total = None
        return
    line.total = line.strict.total[0], max(line.strict.total[1], line.score.total[1])
    repaired = line.strict.total
    illegal = deal.out_player is not None and not deal.out_legal and c.table.team_of[deal.out_player] == line.team
    if illegal and deal.out_undo is not None:
        undo = deal.out_undo
        value = points(c.profile, undo.cards)[1]
        lost = (value if undo.discarded else 2 * value) + (
            c.profile.books_by_kind[undo.book].bonus if undo.book is not None else 0
        )
        repaired = repaired[0] - lost, repaired[1] - lost
    if deal.penalty_lost:
        line.total = None
        return
    if (illegal or line.strict.total != line.score.total) and repaired[0] == repaired[1]:
        line.repaired = repaired[0]
        line.total = min(line.total[0], repaired[0]), max(line.total[1], repaired[0])


def _foreign(c: Context, line: Line) -> int:
    """Entries that the profile does not know (HF811); their sum."""
    kinds = set(c.profile.books_by_kind)
    total = 0
    assert line.statement is not None
    for index, (key, value) in enumerate(line.statement.entries):
        if (
            value is None
            or key in KNOWN
            or key in kinds
            or (not value and key in ("run", "twos", "clean", "dirty", "wild"))
        ):
            continue
        span = line.statement.at.entry(index)
        id = c.find(
            "HF811",
            f"this game knows no score entry {key!r}",
            span,
            team=line.team,
            found=f"{key} {value if value is not None else ''}".strip(),
            in_turn=False,
        )
        line.finding = line.finding or id
        total += value or 0
    return total


def _opening_and_flags(c: Context, book: Book, line: Line, deal: int) -> None:
    assert line.statement is not None
    at = line.statement.at
    for index, (key, value) in enumerate(line.statement.entries):
        if key == "opening" and value is not None and c.profile.opening.by == "deal":
            minimum = c.profile.opening_minimum(deal)
            if value != minimum:
                message = f"an opening of {value} is written; deal {deal} asks for {minimum}"
                c.find(
                    "HF812.opening",
                    message,
                    at.entry(index),
                    team=line.team,
                    expected=str(minimum),
                    found=str(value),
                    in_turn=False,
                )
        elif key == "first" and key in line.claimed:
            _check_first(c, book, line, at.entry(index))


def _check_first(c: Context, book: Book, line: Line, span: log.Span | Spot) -> None:
    """The side marked as first to lay down was it, and is the only one (HF812)."""
    first = c.table.first_side
    others = book.flags.setdefault(c.deals_begun, [])
    name = c.team_name(line.team)
    if c.this_deal.played and first is not None and not any(side.blurred for side in c.table.sides):
        line.marked = first == line.team
        if not line.marked:
            right = c.team_name(first)
            c.find(
                "HF812",
                f"{name} is marked as first to lay down; {right} was",
                span,
                team=line.team,
                expected=right,
                found=name,
                in_turn=False,
            )
    elif others:
        c.find(
            "HF812",
            f"{c.team_name(others[0].team)} is marked as first to lay down too",
            span,
            team=line.team,
            in_turn=False,
        )
    else:
        line.marked = True
    others.append(line)


def _value(line: Line, key: str) -> int | None:
    return line.claimed.get(key)


def claimed_bonus(c: Context, line: Line) -> int | None:
    """The points of the claimed books; None where they are not all claimed."""
    if _value(line, "bonus") is not None:
        return _value(line, "bonus")
    return _claimed_books(c, line)


def _check_sheet(c: Context, book: Book, line: Line, foreign: int) -> None:
    """A score without moves: its arithmetic, and what no deal can have (P0-46 to P0-48)."""
    assert line.statement is not None
    span, team = (line.statement.at, None), line.team
    _check_possible(c, book, line)
    total = _value(line, "total")
    bonus, cards, left = claimed_bonus(c, line), _value(line, "cards"), _value(line, "left")
    reds, out = _value(line, "reds"), _value(line, "out")
    if "net" in line.claimed and left is None:
        left = 0
    if left is not None and left > 0:
        line.finding = line.finding or _at_entry(
            c, line, "HF804", "left", f"what is left is subtracted: -{left}, not {left}", f"-{left}"
        )
        if (
            total is None
            or bonus is None
            or cards is None
            or total != deal_total(INTEGERS, c.profile, bonus, cards, reds or 0, left, out or 0)
        ):
            left = -left
    if out not in (None, 0, c.profile.out.bonus):
        line.finding = line.finding or _at_entry(
            c,
            line,
            "HF805",
            "out",
            f"out {out} is claimed; going out is worth {c.profile.out.bonus}",
            str(c.profile.out.bonus),
        )
    by_count, both = _claimed_books(c, line), _value(line, "bonus")
    if both is not None and by_count not in (None, both):
        line.finding = line.finding or c.find(
            "HF809",
            f"the books make {by_count} points, not {both}",
            span,
            team=team,
            expected=str(by_count),
            found=str(both),
            in_turn=False,
        )
    line.total = None if total is None else (total, total)
    if cards is None or left is None:
        return
    open_parts = [book for book in c.profile.books if _value(line, book.kind) is None] if bonus is None else []
    if bonus is None:
        bonus = int(
            book_points(INTEGERS, c.profile, {kind: _value(line, kind) or 0 for kind in c.profile.books_by_kind})
        )
    right = int(deal_total(INTEGERS, c.profile, bonus, cards, reds or 0, left, out or 0))
    may_be_out = out is None and _may_be_out(c, line)
    if total is None:
        line.total = None if open_parts or reds is None or may_be_out else (right, right)
        return
    if total in (right, right + foreign):
        return
    gap = total - right
    most_reds = 2 * c.profile.packs * c.profile.threes.red_points if reds is None else 0
    rests = {
        gap - shown - gone
        for shown in range(-most_reds, most_reds + 1, c.profile.threes.red_points)
        for gone in (0, c.profile.out.bonus if may_be_out else 0)
    }
    if any(rest == 0 or (open_parts and _reachable(rest, tuple(part.bonus for part in open_parts))) for rest in rests):
        c.not_checked(
            "sum", f"the parts make {right} and the total is {total}; a part that is not written may be the rest", span
        )
        return
    id = c.find(
        "HF809",
        f"the parts make {right}, not {total}",
        span,
        team=team,
        expected=str(right),
        found=str(total),
        score_effect=gap,
        in_turn=False,
    )
    line.finding = line.finding or id
    line.total = right, right


def _at_entry(
    c: Context, line: Line, code: str, key: str, message: str, expected: str, because_of: int | None = None
) -> int:
    """Reports what is wrong with one entry of a line."""
    assert line.statement is not None
    index = next(i for i, (name, _) in enumerate(line.statement.entries) if name == key)
    return c.find(
        code, message, line.statement.at.entry(index), team=line.team, expected=expected, found=str(_value(line, key)),
        because_of=because_of, in_turn=False,
    )  # fmt: skip


def _may_be_out(c: Context, line: Line) -> bool:
    """Whether a side that has no ``out`` written may have gone out all the same: its books suffice, and nobody else has."""
    assert line.statement is not None
    counts = {kind: _value(line, kind) for kind in c.profile.out.books}
    if all(n is not None for n in counts.values()) and not books_suffice(INTEGERS, c.profile, counts):
        return False
    return not any(
        isinstance(s, log.ScoreLine) and s is not line.statement and dict(s.entries).get("out")
        for s in _of_deal(c, line.statement)
    )


def _of_deal(c: Context, among: log.Statement) -> list[log.Statement]:
    """The statements of the deal that a statement stands in."""
    deal: list[log.Statement] = []
    found = False
    for statement in c.game.statements:
        if isinstance(statement, log.DealStart):
            if found:
                break
            deal = []
        deal.append(statement)
        found = found or statement is among
    return deal


def _another_out(book: Book, line: Line, c: Context) -> bool:
    return any(other.deal == line.deal and other is not line and other.claimed.get("out") for other in book.lines)


def _check_possible(c: Context, book: Book, line: Line) -> None:
    """Figures that no end of a deal can have, one by one: two goings out, one without its books, a bonus of no books."""
    assert line.statement is not None
    span, team, p = (line.statement.at, None), line.team, c.profile
    out = _value(line, "out")
    if out and _another_out(book, line, c):
        line.finding = line.finding or c.find(
            "HF810",
            "both sides have the bonus for going out; only one player goes out in a deal",
            span,
            team=team,
            in_turn=False,
        )
    elif (
        out
        and all(_value(line, kind) is not None for kind in p.out.books)
        and not books_suffice(INTEGERS, p, {k: _value(line, k) for k in p.out.books})
    ):
        needs = ", ".join(f"{n} {kind}" for kind, n in p.out.books.items())
        line.finding = line.finding or c.find(
            "HF810", f"a side that went out has at least {needs} books", span, team=team, expected=needs, in_turn=False
        )
    bonus, coins = _value(line, "bonus"), tuple(book.bonus for book in p.books)
    least = sum(
        n * min((book.bonus for book in p.books if book.counts_as == kind), default=0)
        for kind, n in p.out.books.items()
    )
    if bonus is not None and out and bonus < least:
        line.finding = line.finding or c.find(
            "HF810",
            f"the books of a side that went out make at least {least} points",
            span,
            team=team,
            expected=f"at least {least}",
            found=str(bonus),
            in_turn=False,
        )
    if bonus is not None and not _reachable(bonus, coins):
        line.finding = line.finding or c.find(
            "HF810", f"no books make {bonus} points", span, team=team, found=str(bonus), in_turn=False
        )


def _reachable(amount: int, coins: tuple[int, ...]) -> bool:
    if amount < 0 or amount > 100_000:
        return False
    reach = {0}
    for total in range(1, amount + 1):
        if any(total - coin in reach for coin in coins):
            reach.add(total)
    return amount in reach


def _check_played(c: Context, line: Line, foreign: int) -> None:
    """Each claimed part against the computed one; the total, or whose mistake it repeats."""
    assert line.statement is not None and line.score is not None and line.strict is not None
    deal, statement = c.this_deal, line.statement
    loose, strict = line.score, line.strict
    illegal = (
        deal.out_finding if deal.out_player is not None and c.table.team_of[deal.out_player] == line.team else None
    )
    faulty = next((m.reported for m in c.table.sides[line.team].melds if m.reported is not None), None)
    net = "net" in line.claimed
    deviations: list[tuple[int, int | None]] = [(foreign, line.finding)] if foreign else []
    counted = _claimed_books(c, line)  # the bonus that the claimed counts of books make
    miscounted: int | None = None
    net_unsaid = (
        not net
        and _value(line, "left") == 0
        and loose.left[1] < 0
        and _within(_value(line, "cards"), plus(loose.cards, loose.left))
    )
    net_wrongly = (
        net
        and loose.left[1] < 0
        and all(
            _value(line, key) is not None and _within(_value(line, key), figure)
            for key, figure in (("cards", loose.cards), ("left", loose.left))
        )
    )
    if net_wrongly:
        line.finding = line.finding or _at_entry(
            c,
            line,
            "HF802",
            "net",
            "net says that what is left was taken off the cards; cards and left are written in full",
            "no net",
        )
        net = False
    netted: int | None = None
    for index, (key, value) in enumerate(statement.entries):
        if value is None or key in ("total", "running", "opening") or line.claimed.get(key) != value:
            continue
        right = _right(c, key, strict, net)
        if right is None or right[0] <= value <= right[1]:
            continue
        if _within(value, _repaired_part(c, key, strict, line)):
            continue
        alike = _right(c, key, loose, net)
        because = (
            faulty
            if alike is not None and alike[0] <= value <= alike[1]
            else illegal
            if key == "out" and value == c.profile.out.bonus
            else None
        )
        if key == "bonus" and miscounted is not None and value == counted:
            because = because or miscounted
        if key == "left" and netted is not None:
            because = because or netted
        code = PART_CODES.get(key, "HF801")
        near = right[0] if value < right[0] else right[1]
        unit = "" if key in c.profile.books_by_kind else " points"
        effect = (value - near) * (c.profile.books_by_kind[key].bonus if key in c.profile.books_by_kind else 1)
        id = c.find(
            code, f"{key} {value} is claimed; {_words(right)}{unit} is right",
            statement.at.entry(index), team=line.team, expected=_words(right), found=str(value), because_of=because,
            score_effect=effect, in_turn=False,
        )  # fmt: skip
        line.finding = line.finding or id
        if key in c.profile.books_by_kind:
            miscounted = miscounted or id
        if key == "cards" and net_unsaid:
            netted = id
        if not (key == "bonus" and because is not None and because == miscounted):
            deviations.append((effect, id))
    total = _value(line, "total")
    if total is None:
        return
    if deal.penalty_lost:
        c.not_checked(
            "penalty", "an unreadable deed may have been a penalty, so totals are not checked", statement.at.whole()
        )
        return
    low, high = strict.total
    if low <= total <= high or (line.repaired is not None and total == line.repaired):
        return
    because = None
    if loose.total[0] <= total <= loose.total[1]:
        because = faulty
    else:
        because = _repeated(deviations, low, high, total)
        if (
            because is None
            and illegal is not None
            and any(t[0] <= total - c.profile.out.bonus <= t[1] for t in (strict.total, loose.total))
        ):
            because = illegal
    index = next(i for i, (key, _) in enumerate(statement.entries) if key == "total")
    near = low if total < low else high
    id = c.find(
        "HF806", f"total {total} is claimed; {_words(strict.total)} points is right",
        statement.at.entry(index), team=line.team, expected=_words(strict.total), found=str(total), because_of=because,
        score_effect=total - near, in_turn=False,
    )  # fmt: skip
    line.finding = line.finding or id


def _repeated(deviations: list[tuple[int, int | None]], low: int, high: int, total: int) -> int | None:
    """The finding whose mistake a total repeats, alone or with others; the fewest mistakes that explain it."""
    for size in range(len(deviations), 0, -1):
        for some in combinations(deviations, size):
            off = sum(effect for effect, _ in some)
            if low + off <= total <= high + off:
                return some[0][1]
    return None


def _within(value: int | None, figure: Figure | None) -> bool:
    return value is not None and figure is not None and figure[0] <= value <= figure[1]


def _claimed_books(c: Context, line: Line) -> int | None:
    counts = {kind: _value(line, kind) for kind in c.profile.books_by_kind}
    return None if any(n is None for n in counts.values()) else int(book_points(INTEGERS, c.profile, counts))


def _repaired_part(c: Context, key: str, score: TeamScore, line: Line) -> Figure | None:
    """A part after an illegal going out was undone (A11): the card taken back is left in the hand."""
    deal = c.this_deal
    if (
        line.repaired is None
        or deal.out_undo is None
        or deal.out_player is None
        or c.table.team_of[deal.out_player] != line.team
    ):
        return None
    value = points(c.profile, deal.out_undo.cards)[1]
    if key == "left":
        return score.left[0] - value, score.left[1] - value
    if key == "cards" and not deal.out_undo.discarded:
        return score.cards[0] - value, score.cards[1] - value
    if key in score.books and key == deal.out_undo.book:
        return score.books[key][0] - 1, score.books[key][1] - 1
    if key == "bonus" and deal.out_undo.book is not None:
        lost = c.profile.books_by_kind[deal.out_undo.book].bonus
        return score.bonus[0] - lost, score.bonus[1] - lost
    return None


def _right(c: Context, key: str, score: TeamScore, net: bool) -> Figure | None:
    if key in score.books:
        return score.books[key]
    if key == "bonus":
        return score.bonus
    if key == "cards":
        return (score.cards[0] + score.left[0], score.cards[1] + score.left[1]) if net else score.cards
    if key == "left":
        return (0, 0) if net else score.left
    return {"reds": score.reds, "out": score.out}.get(key)


def _words(figure: Figure) -> str:
    return str(figure[0]) if figure[0] == figure[1] else f"{figure[0]} to {figure[1]}"


# --- totals carried, result -------------------------------------------------------------------------------------


def _carry(book: Book, line: Line) -> None:
    """Adds a line's right total to what its team has."""
    before = book.running[line.team]
    total = line.total
    book.running[line.team] = None if before is None or total is None else (before[0] + total[0], before[1] + total[1])


def _check_running(c: Context, book: Book, line: Line) -> None:
    """The total so far (P0-50): the first wrong line is named, later ones follow from it."""
    team = line.team
    claimed_before = book.claimed_running[team]
    if line.finding is not None and book.suspect[team] is None:
        book.suspect[team] = line.finding
    _carry(book, line)
    claimed = _value(line, "running")
    if claimed is None:
        total = _value(line, "total")
        book.claimed_running[team] = None if claimed_before is None or total is None else claimed_before + total
        return
    right = book.running[team]
    book.claimed_running[team] = claimed
    if right is None or right[0] <= claimed <= right[1]:
        return
    total = _value(line, "total")
    if claimed_before is None and c.deals_begun == 1:
        claimed_before = 0
    repeats = claimed_before is not None and total is not None and claimed == claimed_before + total
    if claimed_before is not None and total is None and line.total is not None:
        repeats = line.total[0] <= claimed - claimed_before <= line.total[1]
    because = book.suspect[team] if repeats else None
    assert line.statement is not None
    index = next(i for i, (key, _) in enumerate(line.statement.entries) if key == "running")
    id = c.find(
        "HF807", f"running {claimed} is claimed; {_words(right)} is right",
        line.statement.at.entry(index), team=team, expected=_words(right), found=str(claimed), because_of=because, in_turn=False,
    )  # fmt: skip
    if book.suspect[team] is None or because is None:
        book.suspect[team] = id


def check_result(c: Context, book: Book, statement: log.Result, deals: int, uncertain: int = 0) -> None:
    """The result is the sum of the deals, after all of them, and the highest total wins (P0-50).

    :param deals: deals that are certainly complete.
    :param uncertain: deals whose beginning or end the record does not show.
    """
    span = (statement.at, None)
    complete = [game_complete(INTEGERS, c.profile, n) for n in range(deals, deals + uncertain + 1)]
    if uncertain and any(complete):
        c.not_checked(
            "deals", "a deal's beginning or end is not recorded readably, so the number of deals is not checked", span
        )
        deals = deals + uncertain
    elif deals and not any(complete):
        too_many = next((f.id for f in c.findings if f.code == "HF209"), None)
        c.find(
            "HF209",
            f"a result is declared after {deals} deal{'s' * (deals != 1)}; a game has {c.profile.deals.count}",
            span,
            expected=str(c.profile.deals.count),
            found=str(deals),
            because_of=too_many,
            in_turn=False,
        )
    wrong: list[str] = []
    because: int | None = None
    roots = 0
    totals: dict[int, int] = {}
    for members, claimed in statement.totals:
        if members not in c.teams:
            c.find("HF003", f"{c.game.team_name(members)} is no side of this game", span, in_turn=False)
            continue
        team = c.teams.index(members)
        totals[team] = claimed
        right = book.running[team] if deals else None
        if right is None:
            if deals:
                c.not_checked("result", "a deal's score is not known, so the result is not checked", span)
            continue
        if right[0] <= claimed <= right[1]:
            continue
        wrong.append(f"{c.team_name(team)} has {_words(right)}, not {claimed}")
        if book.suspect[team] is not None and claimed in (book.claimed_running[team], _sum_claimed(book, team)):
            because = because or book.suspect[team]
        else:
            roots += 1
    if wrong:
        c.find("HF808", "; ".join(wrong), span, because_of=None if roots else because, in_turn=False)
    elif statement.winners is not None:
        _check_winners(c, statement, totals)


def _sum_claimed(book: Book, team: int) -> int | None:
    totals = [line.claimed.get("total") for line in book.lines if line.team == team]
    return None if any(total is None for total in totals) else sum(total or 0 for total in totals)


def _check_winners(c: Context, statement: log.Result, totals: dict[int, int]) -> None:
    assert statement.winners is not None
    strangers = [team for team in statement.winners if team not in c.teams]
    if strangers or len(totals) < len(c.teams):
        return
    best = max(totals.values())
    right = sorted(team for team, total in totals.items() if total == best)
    named = sorted(c.teams.index(team) for team in statement.winners)
    if named != right:
        names = ", ".join(c.team_name(team) for team in right)
        shared = " share the win" if len(right) > 1 else " wins"
        c.find(
            "HF808",
            f"{names}{shared} with {best}",
            statement.at.whole(),
            expected=names,
            found=", ".join(c.team_name(t) for t in named),
            in_turn=False,
        )


def check_flags(c: Context, book: Book) -> None:
    """Where one deal rightly marks the side that was first to lay down, every deal does (HF812)."""
    if not any(len(lines) == 1 and lines[0].marked for lines in book.flags.values()):
        return
    for deal in sorted({line.deal for line in book.lines if line.statement is not None}):
        lines = [line for line in book.lines if line.deal == deal and line.statement is not None]
        if not book.flags.get(deal) and len(lines) == len(c.teams):
            if lines[0].played and not book.opened.get(deal):
                continue
            last = max(lines, key=lambda line: line.statement.at.line if line.statement is not None else 0)
            assert last.statement is not None
            c.statement = last.statement
            c.find(
                "HF812",
                "no side is marked as first to lay down, and another deal of this record marks one",
                last.statement.at.whole(),
                in_turn=False,
            )


__all__ = ["Book", "Line", "check_flags", "check_left", "check_result", "check_score", "score_unclaimed"]
