"""What melds a side may have under some rules, by what they are worth, and what numbers of books may be thought of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

from handfoot_spec.cards import FIRST_RANK_ONLY, RED_THREE, Card
from handfoot_spec.definitions import INTEGERS, book_points, books_suffice, red_three_points
from handfoot_spec.profile import Profile
from handfoot_spec.tables import tables

from .model import Plan, Shape, plan_of

_MOST_VECTORS = 5_000
MOST_BOOKS = 10
"""Books that a side is thought to have where nobody wrote down how many."""


@dataclass(frozen=True)
class Option:
    """A meld that may be laid: its ``points``, on one of these ranks (or, a run, on all of them), with twos and jokers."""

    points: int
    shape: Shape
    cards: tuple[Card, ...]
    twos: int
    jokers: int


@dataclass(frozen=True)
class Books:
    """Numbers of books by kind, in the order of the profile: their bonus, the points of their cards, the fewest wild cards in them,
    and whether they suffice for going out."""

    numbers: tuple[int, ...]
    bonus: int
    usual: int
    least: int
    wilds: int
    suffice: bool


class Ways:
    """What melds there are by what they are worth, under some rules."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        p = plan.profile
        options = list(self._options())
        self.books = {
            book.kind: [o for o in options if o.shape.complete and o.shape.kind == book.kind] for book in p.books
        }
        costly = {book.kind for book in p.books if book.unfinished_penalty}
        begun = [o for o in options if not o.shape.complete and o.shape.kind not in costly and o.shape.naturals > 1]
        self.begun = sorted(
            (o for o in begun if o.shape.first < 0), key=lambda o: (o.twos + o.jokers, o.jokers, -o.points)
        )
        self.least = {kind: min((o.points for o in found), default=0) for kind, found in self.books.items()}
        self.usual = {kind: self._usual(found) for kind, found in self.books.items()}
        self.smallest_begun = min((o.points for o in self.begun), default=0)
        self.reds = {laid: self._reds(laid) for laid in (False, True)}
        self._vectors: dict[tuple[int | None, ...], list[Books]] = {}

    def vectors(self, known: Mapping[str, int]) -> list[Books]:
        """All numbers of books that may be thought of where some are known."""
        p = self.plan.profile
        key = tuple(known.get(book.kind) for book in p.books)
        if any(n is not None and not 0 <= n <= p.deck_size // p.melds.cap for n in key):
            return []
        if key not in self._vectors:
            if len(self._vectors) > 200:
                self._vectors.clear()
            spans = [
                range((3 if book.bonus >= 1000 else MOST_BOOKS) + 1) if n is None else (n,)
                for book, n in zip(p.books, key, strict=True)
            ]
            most = MOST_BOOKS + 1 + sum(n or 0 for n in key)
            self._vectors[key] = [self._vector(numbers) for numbers in islice(_numbers(spans, most), _MOST_VECTORS)]
        return self._vectors[key]

    def _vector(self, numbers: tuple[int, ...]) -> Books:
        p, counts = self.plan.profile, dict(zip(self.books, numbers, strict=True))
        needed = dict.fromkeys(p.out.books, 0)
        for book in p.books:
            if book.counts_as in needed:
                needed[book.counts_as] += counts[book.kind]
        usual, least = (sum(worth[kind] * n for kind, n in counts.items()) for worth in (self.usual, self.least))
        wilds = sum(n * min((o.shape.wilds for o in self.books[kind]), default=0) for kind, n in counts.items())
        bonus = int(book_points(INTEGERS, p, counts))
        return Books(numbers, bonus, usual, least, wilds, bool(books_suffice(INTEGERS, p, needed)))

    def _options(self) -> Iterator[Option]:
        plan = self.plan
        two, joker = plan.two.melded, plan.joker.melded
        for shape in plan.shapes:
            for group in plan.naturals:
                for jokers in range(shape.wilds + 1):
                    twos = shape.wilds - jokers
                    points = shape.naturals * group.melded + twos * two + jokers * joker
                    yield Option(points, shape, group.cards, twos, jokers)
        for shape in plan.wild_shapes:
            for jokers in range(1 if plan.profile.melds.twos else shape.wilds + 1):
                twos = shape.wilds - jokers
                yield Option(twos * two + jokers * joker, shape, (), twos, jokers)
        worth = {card: group.melded for group in plan.naturals for card in group.cards}
        for shape in plan.runs:
            cards = tuple(FIRST_RANK_ONLY + rank for rank in range(shape.first, shape.first + shape.naturals))
            yield Option(sum(worth[card] for card in cards), shape, cards, 0, 0)

    def _usual(self, options: Sequence[Option]) -> int:
        """What a book is worth in cards where every card is as likely as it is frequent."""
        if not options:
            return 0
        plan = self.plan
        ranks = sum(len(group.cards) for group in plan.naturals)
        natural = sum(group.melded * len(group.cards) for group in plan.naturals) / ranks
        wild = plan.two.melded * plan.two.copies + plan.joker.melded * plan.joker.copies
        few = min(options, key=lambda o: o.shape.wilds).shape
        return int(few.naturals * natural + few.wilds * wild / (plan.two.copies + plan.joker.copies))

    def _reds(self, laid: bool) -> dict[int, tuple[int, int]]:
        """The fewest red threes, exposed and hidden, that make a figure."""
        p, found = self.plan.profile, dict[int, tuple[int, int]]()
        if p.score.red_three is not None:  # they are cards like others
            return {0: (0, 0)}
        most = 2 * p.packs
        for shown, hidden in sorted(product(range(most + 1), repeat=2), key=lambda n: (sum(n), n)):
            if shown + hidden <= most:
                found.setdefault(int(red_three_points(INTEGERS, p, shown, hidden, 0, laid)), (shown, hidden))
        return found


def _numbers(spans: Sequence[Iterable[int]], most: int) -> Iterator[tuple[int, ...]]:
    """A number of each span, no more than ``most`` together."""
    if not spans:
        yield ()
        return
    for n in spans[0]:
        if n <= most:
            for others in _numbers(spans[1:], most - n):
                yield n, *others


def red_values(profile: Profile) -> list[int]:
    """All that the red threes of a side can be worth where they are written (points), the plainest first."""
    if profile.score.red_three is None:
        values = set(tables(profile).red_figures)
    else:  # cards that cost something where they are left over
        values = {-n * tables(profile).left_low[RED_THREE] for n in range(2 * profile.packs + 1)}
    return sorted(values, key=lambda value: (abs(value), value))


_made: dict[str, Ways] = {}


def ways_of(profile: Profile) -> Ways:
    found = _made.get(profile.sha256)
    if found is None:
        found = _made[profile.sha256] = Ways(plan_of(profile))
    return found
