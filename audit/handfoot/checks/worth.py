"""What the packs and the books of some rules come to: units and bounds of every figure, derived from the profile, without a solver.

Bounds are loose where they must be and never wrong: what is outside no legal end of a deal has; what is inside the solver may still
refuse (docs/possible.md). Figures are points unless a name says cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import gcd

from handfoot_spec.cards import BLACK_THREE, CLASS, JOKER, RED_THREE, TWO, Card, card_from_text
from handfoot_spec.definitions import INTEGERS, RUN_RANKS, books_suffice, red_three_points
from handfoot_spec.profile import Book, Profile
from handfoot_spec.tables import tables

_FOUR = TWO + 2
RANKS: tuple[Card, ...] = tuple(range(_FOUR, _FOUR + RUN_RANKS))
"""The ranks that are melded everywhere, four to ace, as cards of unknown suit."""
KINDS: tuple[Card, ...] = (*RANKS, TWO, JOKER, RED_THREE, BLACK_THREE)
"""Every card of the packs by rank, threes by colour."""

_MOST_WAYS = 20_000
"""Numbers of books beyond which no bonus is taken apart."""


@dataclass(frozen=True)
class BookWorth:
    """The least of a finished book of one kind: points of its cards, naturals, wild cards (cards); ``most`` such books at once."""

    points: int
    naturals: int
    wilds: int
    most: int | None


class Worth:
    """Units and bounds of the figures of a sheet, at one table and in one deal."""

    def __init__(self, profile: Profile) -> None:
        self.profile, self.t = profile, tables(profile)
        self.endless = profile.stock.short == "add-pack"  # the packs are not all there will be
        self.copies = {card: self.t.class_copies[CLASS[card]] for card in KINDS}
        self.melds = (*RANKS, *((BLACK_THREE,) if profile.threes.black_melded else ()))
        self.wild_cards = self.copies[TWO] + self.copies[JOKER]
        self.natural_cards = sum(self.copies[card] for card in self.melds)
        self.meldable = (*self.melds, TWO, JOKER)
        self.melded = sum(self.copies[card] * self.t.high_points[card] for card in self.meldable)
        self.all_cards = sum(
            n * max(self.t.left_high[card], self.t.high_points[card] if card in self.meldable else 0)
            for card, n in self.copies.items()
        )

    # --- units --------------------------------------------------------------------------------------------------

    @cached_property
    def card_unit(self) -> int:
        """Melded cards are worth a multiple of this."""
        return gcd(*(self.t.high_points[card] for card in self.meldable))

    @cached_property
    def left_unit(self) -> int:
        """Cards left over cost a multiple of this."""
        return gcd(*(self.t.left_high[card] for card in KINDS))

    @cached_property
    def bonus_unit(self) -> int:
        """All that is paid beside the cards is a multiple of this: books, red threes, going out, and what few tables pay."""
        p = self.profile
        paid = [book.bonus for book in p.books] + [book.unfinished_penalty for book in p.books]
        paid += [p.out.bonus, p.opening.first_bonus, p.score.black_three_last or 0, p.table.cut_bonus]
        return gcd(*paid, *self.t.red_figures)

    @cached_property
    def total_unit(self) -> int:
        """The points of a deal are a multiple of this."""
        return gcd(self.card_unit, self.left_unit, self.bonus_unit)

    # --- red threes ---------------------------------------------------------------------------------------------

    @cached_property
    def fewest_reds(self) -> Mapping[int, int]:
        """For each figure that red threes can make, how many it takes at least (cards)."""
        p, most = self.profile, 2 * self.profile.packs
        found: dict[int, int] = {}
        for shown, hidden, foot, laid in product(range(most + 1), range(most + 1), range(most + 1), (True, False)):
            n = shown + hidden + foot
            if n <= most:
                figure = int(red_three_points(INTEGERS, p, shown, hidden, foot, laid))
                found[figure] = min(n, found.get(figure, n))
        cost = p.score.red_three
        if cost:  # cards like others: what they cost is written beside what is left, black ones perhaps with them
            for red, black in product(range(most + 1), repeat=2):
                figure = -red * cost - black * p.score.black_three
                found[figure] = min(red, found.get(figure, red))
        return found

    def reds_of(self, number: int) -> frozenset[int]:
        """All that so many red threes can be worth."""
        p, most = self.profile, 2 * self.profile.packs
        if not 0 <= number <= most:
            return frozenset()
        if p.score.red_three:
            return frozenset((0, -number * p.score.red_three))
        return frozenset(
            int(red_three_points(INTEGERS, p, shown, hidden, number - shown - hidden, laid))
            for shown in range(number + 1)
            for hidden in range(number + 1 - shown)
            for laid in (True, False)
        )

    # --- books --------------------------------------------------------------------------------------------------

    @cached_property
    def books(self) -> Mapping[str, BookWorth]:
        """The bounds of each kind of book."""
        return {book.kind: self._book(book) for book in self.profile.books}

    def _book(self, book: Book) -> BookWorth:
        size = self.t.cap_of[book.kind]
        ways = [
            (sum(naturals) + wilds * min(self.t.low_points[TWO], self.t.low_points[JOKER]), len(naturals), wilds)
            for wilds in range(size + 1)
            for naturals in self._cheapest(book, size - wilds, wilds)
        ]
        if not ways:
            return BookWorth(0, 0, 0, None)
        naturals, wilds = min(n for _, n, _ in ways), min(w for _, _, w in ways)
        return BookWorth(min(points for points, _, _ in ways), naturals, wilds, self._most(book, size, naturals))

    def _cheapest(self, book: Book, naturals: int, wilds: int) -> Iterator[list[int]]:
        """The points of the cheapest naturals of a book with so many of them and of wild cards, by each way to have them."""
        t = self.t
        if book.run:
            points = [t.low_points[card] for card in RANKS]
            for first in range(RUN_RANKS - naturals - wilds + 1):
                if t.special_kinds["run"][naturals][wilds] == book.kind:
                    yield sorted(points[first : first + naturals + wilds])[:naturals]
        elif book.ranks:
            for rank in book.ranks:
                if t.special_kinds[rank][naturals][wilds] == book.kind:
                    yield [t.low_points[_card(rank)]] * naturals
        elif book.twos:
            if t.special_kinds["2"][naturals][wilds] == book.kind:
                yield [0] * naturals
        elif t.book_kind[naturals][wilds] == book.kind:
            yield [min(t.low_points[card] for card in self.melds)] * naturals

    def _most(self, book: Book, size: int, naturals: int) -> int | None:
        """How many books of a kind the packs can make; None: nothing is known of it."""
        if self.endless:
            return None
        if book.run:
            return None if self.profile.melds.runs_wild or 2 * size <= RUN_RANKS else 4 * self.profile.packs
        if naturals == 0:
            return (self.copies[TWO] if book.twos else self.wild_cards) // size
        cards = [_card(rank) for rank in book.ranks] or list(self.melds)
        return sum(self.copies[card] // naturals for card in cards)

    def ways(
        self, written: Mapping[str, int], bonus: int | None, besides: frozenset[int], out: bool
    ) -> Iterator[dict[str, int]]:
        """The numbers of books that a side can have, by what is written of them: of each kind no more than the rest asks for.

        :param bonus: what all of them pay, where it is written; ``besides``: what may have been written with it.
        :param out: whether the side went out, and has the books that this takes.
        """
        p = self.profile
        needed = dict.fromkeys(p.out.books, 0) if not out else dict(p.out.books)
        free = [book for book in p.books if book.kind not in written]
        room = self.deck_books
        most = [min(room, max(bonus, 0) // book.bonus) if bonus is not None and book.bonus else
                needed.get(book.counts_as, 0) for book in free]  # fmt: skip
        size = 1
        for n in most:
            size *= n + 1
        if size > _MOST_WAYS:
            return
        paid = sum(p.books_by_kind[kind].bonus * n for kind, n in written.items())
        for numbers in product(*(range(n + 1) for n in most)):
            counts = {**written, **{book.kind: n for book, n in zip(free, numbers, strict=True)}}
            sum_ = paid + sum(book.bonus * n for book, n in zip(free, numbers, strict=True))
            if bonus is not None and all(sum_ + more != bonus for more in besides):
                continue
            counted = dict.fromkeys(p.out.books, 0)
            for book in p.books:
                if book.counts_as in counted:
                    counted[book.counts_as] += counts[book.kind]
            if not out or books_suffice(INTEGERS, p, counted):
                yield counts

    @cached_property
    def deck_books(self) -> int:
        """The most books that all cards together can make, of any kinds."""
        return self.profile.deck_size // max(self.t.least_cap, 1)

    def points_of(self, counts: Mapping[str, int]) -> int:
        """The least that the cards of so many books are worth."""
        return sum(self.books[kind].points * n for kind, n in counts.items())


def _card(rank: str) -> Card:
    """A rank of a kind of book as a card; threes in books are black."""
    return BLACK_THREE if rank == "3" else card_from_text(rank)


def reachable(amount: int, coins: tuple[int, ...]) -> bool:
    """Whether books of these values make an amount."""
    if amount < 0 or amount > 100_000:
        return False
    reach = {0}
    for total in range(1, amount + 1):
        if any(total - coin in reach for coin in coins):
            reach.add(total)
    return amount in reach


_made: dict[str, Worth] = {}


def worth(profile: Profile) -> Worth:
    """The bounds of a profile at its table and in its deal, made once."""
    found = _made.get(profile.sha256)
    if found is None:
        found = _made[profile.sha256] = Worth(profile)
    return found
