"""Scores: the figures of the report, and each claimed entry (HF801 to HF806), as sums over the places at the end of a deal.

A figure is a pair, the least and the most that it can be; both are one formula where the record fixes it.
"""

from __future__ import annotations

from dataclasses import dataclass

from handfoot_grammar import log
from handfoot_spec import definitions as d
from handfoot_spec.cards import CLASS, IS_RED_THREE, RED_THREE, UNSEEN
from handfoot_spec.definitions import Num, Truth
from handfoot_spec.formula import TERMS

from .ends import books_of, close_turn
from .places import Packet
from .trace import Figure, Step
from .walk import Walk

o = TERMS

Pair = tuple[Num, Num]

CODES = {"bonus": "HF801", "cards": "HF802", "reds": "HF803", "left": "HF804", "out": "HF805"}
_FLAGS = ("net", "first")


@dataclass(frozen=True)
class Sums:
    """A side's score of the deal (points, and books by kind); ``strict`` leaves out faulty books."""

    books: dict[str, Num]
    bonus: Num
    cards: Num
    reds: Pair
    left: Pair
    out: Num
    total: Pair
    strict_books: dict[str, Num]
    strict_bonus: Num
    strict_total: Pair
    undone: Truth  # it went out, and not legally, and what its total is without the last deed is known

    def of(self, key: str) -> Pair | None:
        """The figure of the report's row under this key."""
        one = {**self.books, "bonus": self.bonus, "cards": self.cards, "out": self.out}
        if key in one:
            return one[key], one[key]
        return {"reds": self.reds, "left": self.left, "total": self.total}.get(key)

    def right(self, key: str, net: Truth) -> Pair | None:
        """The figure that an entry must have; None where it is no part of a score."""
        if key == "cards":
            low, high = self.left
            return o.If(net, self.cards + low, self.cards), o.If(net, self.cards + high, self.cards)
        if key == "left":
            return o.If(net, 0, self.left[0]), o.If(net, 0, self.left[1])
        if key in self.strict_books:
            return self.strict_books[key], self.strict_books[key]
        return (self.strict_bonus, self.strict_bonus) if key == "bonus" else self.of(key)


def within(value: int, pair: Pair) -> Truth:
    """Whether a written number is one that a figure can be."""
    low, high = pair
    return low == value if low is high else o.And(low <= value, high >= value)


def sums(w: Walk, team: int) -> Sums:
    """The score of a side as the places stand now."""
    places, p, name = w.places, w.p, w.trace.value
    side = places.sides[team]
    cards = name(
        ("points of the cards melded, side", team), o.Sum(*[p.card_points[k] * n for k, n in side.laid.items()])
    )
    left, hidden = _left(w, team)
    exposed = o.Sum(*side.shown.values())
    least, most = (
        name(("points of red threes, side", team), d.red_three_points(o, p, exposed, end, 0, side.opened))
        for end in hidden
    )
    reds = (
        (least, least)
        if hidden[0] is hidden[1]
        else (o.If(least <= most, least, most), o.If(least <= most, most, least))
    )
    ours = w.out is not None and places.team_of[w.out[0]] == team
    legal: Truth = w.out[1] if ours and w.out is not None else False
    out = name(("points for going out, side", team), d.out_points(o, p, legal))
    loose = books_of(p, side, strictly=False)
    faulty = o.Or(*[o.Or(meld.reported, meld.odd >= 1) for meld in side.melds])  # only a reported meld is
    books, bonus, total = _tally(w, team, loose, cards, reds, left, out)
    strict_books, strict_bonus, strict_total = books, bonus, total
    if faulty is not False:
        faulty = w.trace.truth(("a meld was reported as faulty, side", team), faulty)
        strict = books_of(p, side, strictly=True)
        counts = {kind: o.If(faulty, n, books[kind]) for kind, n in strict.items()}
        strict_books, strict_bonus, strict_total = _tally(w, team, counts, cards, reds, left, out)
    known = strict_total[0] == strict_total[1] if strict_total[0] is not strict_total[1] else True
    undone = o.And(ours, o.Not(legal), known)
    return Sums(books, bonus, cards, reds, left, out, total, strict_books, strict_bonus, strict_total, undone)


def _tally(
    w: Walk, team: int, books: dict[str, Num], cards: Num, reds: Pair, left: Pair, out: Num
) -> tuple[dict[str, Num], Num, Pair]:
    """Numbers of books, their bonus, and the total that they make with the other parts."""
    p, name = w.p, w.trace.value
    named: dict[str, Num] = {kind: name((f"{kind} books, side", team), n) for kind, n in books.items()}
    bonus = name(("points of books, side", team), d.book_points(o, p, named))
    ends = [
        name(
            ("total of the deal, side", team),
            d.deal_total(o, p, bonus, cards, reds[i], left[i], out) + w.penalties[team],
        )
        for i in ((0,) if reds[0] is reds[1] and left[0] is left[1] else (0, 1))
    ]
    return named, bonus, (ends[0], ends[-1])


def _left(w: Walk, team: int) -> tuple[Pair, Pair]:
    """What the packets of a side cost (points, negative), and the red threes hidden in them."""
    places, p = w.places, w.p
    cost: list[Pair] = []
    hidden: list[Pair] = []
    for player in w.teams[team]:
        hand, foot = w.left.get(player, (None, None))
        packets: list[tuple[Packet, tuple[int, ...] | None]] = [(places.packet(player), hand)]
        if not places.in_foot[player]:
            packets.append((places.feet[player], foot))
        for packet, shown in packets:
            if not packet.shed:
                worth = o.Sum(*[p.card_points[kind] * n for kind, n in packet.cards.items()])
                reds = o.Sum(*[n for kind, n in packet.cards.items() if IS_RED_THREE[kind]])
                cost.append((worth, worth))
                hidden.append((reds, reds))
            elif shown is not None and len(shown) == packet.count:
                points, red = sum(p.card_points[card] for card in shown), sum(IS_RED_THREE[card] for card in shown)
                cost.append((points, points))
                hidden.append((red, red))
            else:  # which of its known cards have left it nobody can say
                low, high = p.card_range[UNSEEN]
                most = 2 * p.packs
                cost.append((low * packet.size, high * packet.size))
                hidden.append((0, o.If(packet.size <= most, packet.size, most)))
    name = ("points left, side", team)
    certain = all(low is high for low, high in (*cost, *hidden))
    least = w.trace.value(name, 0 - o.Sum(*[high for _, high in cost]))
    reds = w.trace.value(("hidden red threes, side", team), o.Sum(*[low for low, _ in hidden]))
    if certain:
        return (least, least), (reds, reds)
    unseen = places.left_of_class.get(CLASS[RED_THREE], places.copies_of_class(CLASS[RED_THREE])) + places.loose
    room = reds + o.If(unseen >= 0, unseen, 0) if type(unseen) is not int else reds + max(unseen, 0)
    most = o.Sum(*[high for _, high in hidden])
    return (least, w.trace.value(name, 0 - o.Sum(*[low for low, _ in cost]))), (reds, o.If(most <= room, most, room))


def row(w: Walk, s: Sums, step: Step | None, figures: dict[str, Figure], name: str) -> None:
    """The report's row of a side against the sums."""
    for key, (low, high) in figures.items():
        pair = s.of(key)
        if pair is None:
            continue
        w.trace.figure(step, f"{key} of {name}", low, pair[0])
        if high != low or pair[0] is not pair[1]:
            w.trace.figure(step, f"{key} of {name}, at most", high, pair[1])


def score(w: Walk, statement: log.ScoreLine, s: Sums) -> None:
    """Each claimed part, and the total; after an illegal going out also as if its last deed had been undone."""
    claimed: dict[str, tuple[int, int | None]] = {}
    for index, (key, value) in enumerate(statement.entries):
        if key not in claimed and (key in _FLAGS) == (value is None):
            claimed[key] = index, value
    net = _net(w, claimed, s)
    for key, (index, value) in claimed.items():
        if value is None:
            continue
        if key == "total":
            right, code, undone = s.strict_total, "HF806", s.strict_total[0] - _lost(w) == value
        else:
            pair = s.right(key, net)
            if pair is None:
                continue
            right, code, undone = pair, CODES.get(key, "HF801"), _repaired(w, s, key, value)
        wrong = o.And(o.Not(within(value, right)), o.Not(o.And(s.undone, undone)))
        w.trace.raise_if(Step(w.statement, index, True), code, wrong)


def _net(w: Walk, claimed: dict[str, tuple[int, int | None]], s: Sums) -> Truth:
    """Whether what is left was taken off the cards, as ``net`` says; where both are written in full, it is wrong (HF802)."""
    if "net" not in claimed:
        return False
    _, cards = claimed.get("cards", (0, None))
    _, left = claimed.get("left", (0, None))
    if cards is None or left is None:
        return True
    in_full = o.And(s.left[1] <= -1, s.cards == cards, within(left, s.left))
    w.trace.raise_if(Step(w.statement, claimed["net"][0], True), "HF802", in_full)
    return o.Not(in_full)


def _lost(w: Walk) -> Num:
    """What a total loses when the last deed of an illegal going out is undone."""
    undo = w.undo
    books = [o.If(had, w.p.books_by_kind[kind].bonus, 0) for kind, had in undo.books.items()]
    return o.Sum(undo.points if undo.discarded else 2 * undo.points, *books)


def _repaired(w: Walk, s: Sums, key: str, value: int) -> Truth:
    """Whether an entry is what it would be with that deed undone: the card taken back is left in the hand."""
    undo = w.undo
    if key == "left":
        return within(value + undo.points, s.left)
    if key == "cards" and not undo.discarded:
        return s.cards - undo.points == value
    if key in undo.books:
        return o.And(undo.books[key], s.strict_books[key] - 1 == value)
    if key == "bonus":
        lost = [o.And(had, s.strict_bonus - w.p.books_by_kind[kind].bonus == value) for kind, had in undo.books.items()]
        return o.Or(*lost)
    return False


def scored(w: Walk) -> bool:
    """Whether the deal's scores are computed: it has ended, and was not abandoned. A score line ends a turn."""
    if w.ended is None:
        close_turn(w, "left")
    return w.ended not in (None, "abandoned")
