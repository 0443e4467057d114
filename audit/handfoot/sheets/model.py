"""Where the cards of a deal can lie at its end, as a formula: what each side has melded, by shapes of meld, and what is left.

Ranks that are worth the same are one *class*: for the figures of a sheet it is all the same which of them a meld is of. That leaves a
little too much room (whether the melds of a class go onto its ranks), so a solution is laid out rank by rank afterwards
(``witness``). The minimum of an opening is not asked for: a side that laid down too little broke a rule of play, and its sheet is none
the less a sheet. What has no solution here has none at all. With ``by_rank`` every rank is a class of its own: exact, and slower.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import gcd

from handfoot_spec.cards import BLACK_THREE, FIRST_RANK_ONLY, JOKER, RED_THREE, TWO_RANK, Card
from handfoot_spec.definitions import (
    INTEGERS,
    RUN_RANKS,
    book_points,
    books_suffice,
    deal_total,
    first_points,
    last_three_points,
    left_points,
    out_points,
    red_three_points,
    unfinished_points,
)
from handfoot_spec.formula import TERMS, Formula, Term, written
from handfoot_spec.profile import Profile
from handfoot_spec.tables import tables

FIRST_NATURAL = 2
"""The four, the lowest rank that is melded everywhere."""


class NotModelled(Exception):
    """The rules have something that is not put into the formula, so that nothing can be said; the message names it."""


@dataclass(frozen=True)
class CardClass:
    """Ranks (``cards`` of unknown suit) that are worth the same, melded and left over (points); ``copies`` of each in the packs."""

    name: str
    cards: tuple[Card, ...]
    copies: int
    melded: int
    left: int


@dataclass(frozen=True)
class Shape:
    """A kind of meld by its numbers of naturals and wild cards; ``kind`` is the kind of book that it is or would be, if any."""

    naturals: int
    wilds: int
    kind: str | None
    complete: bool
    first: int = -1  # of a run: its lowest rank

    @property
    def name(self) -> str:
        """A name for the unknown."""
        return f"{self.naturals}n{self.wilds}w" + (f"from{self.first}" if self.first >= 0 else "")


@dataclass(frozen=True)
class Plan:
    """What melds there are under some rules, and of which classes of cards."""

    profile: Profile
    naturals: tuple[CardClass, ...]
    two: CardClass
    joker: CardClass
    others: tuple[CardClass, ...]  # cards that are never melded and cost something left over
    shapes: tuple[Shape, ...]
    wild_shapes: tuple[Shape, ...]
    runs: tuple[Shape, ...]
    growing: tuple[str, ...]  # kinds of book on which further naturals may lie

    @cached_property
    def steps(self) -> dict[str, int]:
        """What every value of a figure is a multiple of (points)."""
        p = self.profile
        cards = gcd(*(group.melded for group in (*self.naturals, self.two, self.joker)))
        left = gcd(*(group.left for group in self.left_over))
        bonus = gcd(*(book.bonus for book in p.books))
        reds = gcd(*tables(p).red_figures, left if p.score.red_three is not None else 0)
        paid = [pays(INTEGERS, p, True) for pays in (out_points, first_points, last_three_points)]
        other = gcd(*paid, p.table.cut_bonus, *(book.unfinished_penalty for book in p.books))
        return {
            "cards": cards,
            "left": left,
            "bonus": bonus,
            "reds": reds,
            "total": gcd(cards, left, bonus, reds, other),
        }

    @property
    def left_over(self) -> tuple[CardClass, ...]:
        """All classes of cards that may be left over."""
        return (*self.naturals, self.two, self.joker, *self.others)


_made: dict[tuple[str, bool], Plan] = {}


def plan_of(profile: Profile, by_rank: bool = False) -> Plan:
    """The melds of a profile, at its table. :raises NotModelled: it has rules that are not put into the formula."""
    key = profile.sha256, by_rank
    found = _made.get(key)
    if found is None:
        found = _made[key] = _plan(profile, by_rank)
    return found


def _plan(profile: Profile, by_rank: bool) -> Plan:
    _only_what_is_modelled(profile)
    t, packs = tables(profile), profile.packs
    ranks = [FIRST_RANK_ONLY + rank for rank in range(FIRST_NATURAL, FIRST_NATURAL + RUN_RANKS)]
    classes: dict[tuple[int, int, int], list[Card]] = {}
    for card in ranks:
        classes.setdefault((t.low_points[card], t.left_low[card], card if by_rank else 0), []).append(card)
    naturals = [
        CardClass(f"n{i}", tuple(cards), 4 * packs, *worth[:2])
        for i, (worth, cards) in enumerate(sorted(classes.items()))
    ]
    black = _single(profile, "black", BLACK_THREE, 2 * packs)
    others = [black]
    if profile.threes.black_melded:
        others, naturals = [], [*naturals, black]
    if profile.score.red_three is not None:
        others.append(_single(profile, "red", RED_THREE, 2 * packs))
    extends = {book.kind: profile.melds.extend_books if book.extend is None else book.extend for book in profile.books}
    return Plan(
        profile, tuple(naturals),
        _single(profile, "two", FIRST_RANK_ONLY + TWO_RANK, 4 * packs),
        _single(profile, "joker", JOKER, packs * profile.table.jokers_per_pack),
        tuple(others), tuple(_shapes(profile)), tuple(_wild_shapes(profile)), tuple(_runs(profile)),
        tuple(kind for kind, rule in extends.items() if rule == "naturals" and not profile.books_by_kind[kind].run),
    )  # fmt: skip


def _single(profile: Profile, name: str, card: Card, copies: int) -> CardClass:
    t = tables(profile)
    return CardClass(name, (card,), copies, t.low_points[card], t.left_low[card])


def _only_what_is_modelled(p: Profile) -> None:
    """:raises NotModelled: what a table may have beside."""
    m = p.melds
    for told, holds in (
        ("books of some ranks", any(book.ranks for book in p.books)),
        ("books complete at a size of their own", any(book.cap is not None for book in p.books)),
        ("books on which any cards may be laid", "any" in (m.extend_books, *(book.extend for book in p.books))),
        ("series of twos beside melds of any wild cards", m.twos and m.wild_melds),
        ("runs with wild cards", m.runs and m.runs_wild),
        ("leftovers that count in part", set(p.score.leftovers) != {"hand", "foot"}),
        ("another number of packets", p.table.packets != 2),
        ("packs that are added", p.stock.short == "add-pack"),
    ):
        if holds:
            raise NotModelled(told)


def _shapes(p: Profile) -> Iterator[Shape]:
    """Melds of a rank: the naturals and wild cards that the ratio allows."""
    t, cap = tables(p), p.melds.cap
    for size in range(p.melds.least, cap + 1):
        for wilds in range(size):
            naturals = size - wilds
            kind = t.book_kind[naturals][wilds]
            if t.wild_ratio[naturals][wilds] and (size < cap or kind is not None):
                yield Shape(naturals, wilds, kind, size == cap)


def _wild_shapes(p: Profile) -> Iterator[Shape]:
    """Melds of wild cards alone, or of twos."""
    if not (p.melds.wild_melds or p.melds.twos):
        return
    t = tables(p)
    kind = (t.special_kinds["2"] if p.melds.twos and "2" in t.special_kinds else t.book_kind)[0]
    for size in range(p.melds.least, p.melds.cap + 1):
        if size < p.melds.cap or kind[size] is not None:
            yield Shape(0, size, kind[size], size == p.melds.cap)


def _runs(p: Profile) -> Iterator[Shape]:
    """Runs by length and lowest rank."""
    t = tables(p)
    if not p.melds.runs or "run" not in t.special_kinds:
        return
    for size in range(p.melds.least, p.melds.cap + 1):
        for first in range(FIRST_NATURAL, FIRST_NATURAL + RUN_RANKS - size + 1):
            yield Shape(size, 0, t.special_kinds["run"][size][0], size == p.melds.cap, first)


@dataclass
class SideTerms:
    """The figures of one side: by the keys of a score line; ``melded`` and ``left`` in points, ``cut`` for guesses of two packets."""

    figures: dict[str, Term]
    extras: Term
    unfinished: Term
    melds: dict[tuple[str, Shape], Term]


class Ending:
    """The end of a deal for some sides, each of so many ``players``: the formula, and each side's figures."""

    def __init__(self, profile: Profile, players: tuple[int, ...], by_rank: bool = False) -> None:
        self.plan = plan_of(profile, by_rank)
        self.players = players
        self.formula = Formula()
        self.used: dict[str, list[Term]] = {}
        self.reds: list[Term] = []
        self.sides = [self._side(f"s{index}", n) for index, n in enumerate(players)]
        self._nothing_twice(players)

    def _side(self, s: str, players: int) -> SideTerms:
        f, p = self.formula, self.plan.profile
        melds = self._melds(s)
        counts = self._count(melds, complete=True)
        begun = self._count(melds, complete=False)
        opened, out = f.truth(f"{s}_opened"), f.truth(f"{s}_out")
        f.claim(opened == (TERMS.Sum(*melds.values()) >= 1))
        cards = f.named(f"{s}_cards", self._melded_points(s, melds))
        needed: dict[str, Term] = {
            kind: TERMS.Sum(0, *[counts[book.kind] for book in p.books if book.counts_as == kind])
            for kind in p.out.books
        }
        f.claim(TERMS.Implies(out, books_suffice(TERMS, p, needed)))
        left, left_reds = self._left(s, out, players)
        reds = self._red_threes(s, opened) - left_reds
        first, three = f.truth(f"{s}_first"), f.truth(f"{s}_three")
        f.claim(TERMS.Implies(first, opened), TERMS.Implies(three, out))
        extras = f.named(f"{s}_extras", TERMS.Sum(first_points(TERMS, p, first), last_three_points(TERMS, p, three)))
        unfinished = f.named(f"{s}_unfinished", unfinished_points(TERMS, p, begun))
        cut = f.integer(f"{s}_cut", 0, players if p.table.cut_bonus else 0)
        figures = {
            **counts, "bonus": f.named(f"{s}_bonus", book_points(TERMS, p, counts)), "cards": cards,
            "reds": f.named(f"{s}_reds", reds), "left": left, "out": f.named(f"{s}_outs", out_points(TERMS, p, out)),
            "cut": f.named(f"{s}_cuts", cut * p.table.cut_bonus),
        }  # fmt: skip
        bonus, outs = figures["bonus"], figures["out"]
        total = deal_total(TERMS, p, bonus, cards, figures["reds"], left, outs, extras, unfinished)
        figures["total"] = f.named(f"{s}_total", total + figures["cut"])
        return SideTerms(figures, extras, unfinished, melds)

    def _melds(self, s: str) -> dict[tuple[str, Shape], Term]:
        """How many melds of each shape a side has, of each class; no more than the copies allow."""
        f, plan = self.formula, self.plan
        melds: dict[tuple[str, Shape], Term] = {}
        for group in plan.naturals:
            for shape in plan.shapes:
                most = len(group.cards) * (group.copies // shape.naturals)
                melds[group.name, shape] = f.integer(f"{s}_{group.name}_{shape.name}", 0, most)
            if plan.profile.melds.one_unfinished:
                begun = [melds[group.name, shape] for shape in plan.shapes if not shape.complete]
                f.claim(TERMS.Sum(0, *begun) <= len(group.cards))
        for shape in plan.wild_shapes:
            melds["wild", shape] = f.integer(
                f"{s}_wild_{shape.name}", 0, (plan.two.copies + plan.joker.copies) // shape.wilds
            )
        for shape in plan.runs:
            melds["run", shape] = f.integer(f"{s}_run_{shape.name}", 0, 4 * plan.profile.packs)
        return melds

    def _count(self, melds: Mapping[tuple[str, Shape], Term], complete: bool) -> dict[str, Term]:
        """Books by kind, or unfinished melds by the kind that they would be."""
        found: dict[str, Term] = {}
        for book in self.plan.profile.books:
            those = [n for (_, shape), n in melds.items() if shape.kind == book.kind and shape.complete == complete]
            found[book.kind] = _sum(*those)
        return found

    def _melded_points(self, s: str, melds: Mapping[tuple[str, Shape], Term]) -> Term:
        """The points of a side's melds: naturals by class, wild cards as twos or jokers."""
        f, plan = self.formula, self.plan
        points: list[Term] = []
        wilds: list[Term] = []
        twos_alone: list[Term] = []
        for group in plan.naturals:
            laid = [n * shape.naturals for (name, shape), n in melds.items() if name == group.name]
            wilds += [n * shape.wilds for (name, shape), n in melds.items() if name == group.name]
            for (name, shape), n in melds.items():
                ranks = {card - FIRST_RANK_ONLY for card in group.cards}
                inside = len(ranks & set(range(shape.first, shape.first + shape.naturals))) if name == "run" else 0
                if inside:
                    laid.append(n * inside)
            if plan.growing:
                grown = f.integer(f"{s}_{group.name}_grown", 0, group.copies * len(group.cards))
                books = [
                    n
                    for (name, shape), n in melds.items()
                    if name == group.name and shape.complete and shape.kind in plan.growing
                ]
                room = [book * (group.copies - plan.profile.melds.cap + 3) for book in books]
                f.claim(grown <= TERMS.Sum(0, *room))
                laid.append(grown)
            number = f.named(f"{s}_{group.name}", TERMS.Sum(*laid))
            self.used.setdefault(group.name, []).append(number)
            points.append(number * group.melded)
        for (name, shape), n in melds.items():
            if name == "wild":
                (twos_alone if plan.profile.melds.twos else wilds).append(n * shape.wilds)
        twos, jokers = f.integer(f"{s}_twos", 0, plan.two.copies), f.integer(f"{s}_jokers", 0, plan.joker.copies)
        f.claim(twos + jokers == TERMS.Sum(0, *wilds, *twos_alone), twos >= TERMS.Sum(0, *twos_alone))
        self.used.setdefault("two", []).append(twos)
        self.used.setdefault("joker", []).append(jokers)
        return _sum(*points, twos * plan.two.melded, jokers * plan.joker.melded)

    def _left(self, s: str, out: Term, players: int) -> tuple[Term, Term]:
        """What the cards left with a side cost, and the part of it for red threes that is written among the red threes."""
        f, p = self.formula, self.plan.profile
        cost, apart = [], Term("0")
        for group in self.plan.left_over:
            number = f.integer(f"{s}_left_{group.name}", 0, group.copies * len(group.cards))
            if players == 1:  # who has gone out has nothing left
                f.claim(TERMS.Implies(out, number == 0))
            self.used.setdefault(group.name, []).append(number)
            if group.name == "red":
                beside = f.integer(f"{s}_reds_beside", 0, group.copies)
                f.claim(beside <= number)
                apart, number = beside * group.left, number - beside
            cost.append(number * group.left)
        return f.named(f"{s}_left", left_points(TERMS, p, TERMS.Sum(*cost), 0, out)), apart

    def _red_threes(self, s: str, opened: Term) -> Term:
        """What red threes bring where they are no cards like others."""
        f, p = self.formula, self.plan.profile
        most = 2 * p.packs if p.score.red_three is None else 0
        shown, hidden, foot = (f.integer(f"{s}_reds_{place}", 0, most) for place in ("shown", "hidden", "foot"))
        self.reds += [shown, hidden, foot]
        found = red_three_points(TERMS, p, shown, hidden, foot, opened)
        return found if isinstance(found, Term) else Term(written(found))

    def _nothing_twice(self, players: tuple[int, ...]) -> None:
        """All sides together have no more of a class than the packs, and one player at most went out, and one side laid first."""
        f, plan = self.formula, self.plan
        for group in plan.left_over:
            f.claim(TERMS.Sum(*self.used[group.name]) <= group.copies * len(group.cards))
        f.claim(TERMS.Sum(*self.reds) <= 2 * plan.profile.packs)
        for what in ("out", "first"):
            f.claim(TERMS.Sum(*[TERMS.If(Term(f"s{i}_{what}"), 1, 0) for i in range(len(players))]) <= 1)
        for group in plan.naturals:  # on one rank there is room for so many melds that take more than a share of it
            for share in range(1, group.copies // plan.profile.melds.least + 1):
                large = [
                    n
                    for side in self.sides
                    for (name, shape), n in side.melds.items()
                    if name == group.name and shape.naturals > group.copies // (share + 1)
                ]
                if large:
                    f.claim(TERMS.Sum(*large) <= share * len(group.cards))


def _sum(*parts: Term | int) -> Term:
    """A sum that is a term even where everything is known."""
    found = TERMS.Sum(*parts)
    return found if isinstance(found, Term) else Term(written(found))


_endings: dict[tuple[str, tuple[int, ...], bool], Ending] = {}


def ending_of(profile: Profile, players: tuple[int, ...], by_rank: bool = False) -> Ending:
    """The end of a deal for sides of so many players, made once. :raises NotModelled: as :func:`plan_of`."""
    key = profile.sha256, players, by_rank
    if key not in _endings:
        if len(_endings) > 30:
            _endings.clear()
        _endings[key] = Ending(profile, players, by_rank)
    return _endings[key]
