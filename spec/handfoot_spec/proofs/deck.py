"""What one side can make of the deck: which books at once, by the copies that the packs hold of each rank and of wild cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import product
from math import prod

from .. import definitions as d
from ..cards import IS_RED_THREE, IS_THREE, IS_WILD, JOKER, RANK
from ..definitions import INTEGERS, Truth
from ..formula import Formula, Term
from ..profile import Profile
from .lemma import O

Pattern = tuple[int, ...]
"""Books made of the naturals of one rank: how many of each make (see :attr:`Deck.makes`)."""


_MOST_PATTERNS = 2_000


class Deck:
    """The copies in all packs, and the books that they can make."""

    def __init__(self, p: Profile) -> None:
        self.p = p
        self.copies = tuple(_most(p, card == JOKER) for card in range(JOKER + 1))
        """Copies of each exact kind."""

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """The natural ranks of which melds are made, by their first card: 4 to ace."""
        return tuple(sorted({RANK[card] for card in range(JOKER) if not (IS_WILD[card] or IS_THREE[card])}))

    @cached_property
    def of_rank(self) -> int:
        """Naturals of a rank."""
        return sum(self.copies[self.ranks[0] * 4 + suit] for suit in range(4))

    @cached_property
    def wilds(self) -> int:
        """Twos and jokers."""
        return sum(self.copies[card] for card in range(JOKER + 1) if IS_WILD[card])

    @cached_property
    def twos(self) -> int:
        """Twos, which alone make a series of twos."""
        return sum(self.copies[card] for card in range(JOKER) if IS_WILD[card])

    @cached_property
    def runs(self) -> tuple[tuple[str, int, int], ...]:
        """The kinds of book that are runs: kind, cards, and the most of them that all suits together can make."""
        caps = ((book.kind, book.cap or self.p.melds.cap) for book in self.p.books if book.run)
        return tuple((kind, cap, 4 * self.copies[self.ranks[0] * 4] * (len(self.ranks) // cap)) for kind, cap in caps)

    @cached_property
    def points(self) -> int:
        """Points of all cards; of red threes only where they are cards like others."""
        return sum(self.copies[card] * self.p.card_points[card] for card in range(JOKER + 1))

    @cached_property
    def meld_points(self) -> int:
        """Points of all cards that may lie in a meld."""
        return self.dearest(self.p.deck_size)

    def dearest(self, cards: int) -> int:
        """Points of so many cards that may lie in a meld, the dearest first."""
        worth = [
            self.p.card_points[card]
            for card in range(JOKER + 1)
            if d.may_enter_meld(INTEGERS, self.p, IS_RED_THREE[card], IS_THREE[card] and not IS_RED_THREE[card])
            for _ in range(self.copies[card])
        ]
        return sum(sorted(worth, reverse=True)[:cards])

    @cached_property
    def makes(self) -> tuple[tuple[str, int, int], ...]:
        """The ways to make a book of a natural rank: kind, naturals, wild cards. One that is no legal meld is none."""
        p = self.p
        return tuple(
            (book.kind, cap - wilds, wilds)
            for book, cap in ((book, book.cap or p.melds.cap) for book in p.books)
            if not (book.all_wild or book.twos or book.run)
            for wilds in range(cap)
            if d.book_of_kind(INTEGERS, p, book, cap - wilds, wilds, book.ranks[0] if book.ranks else "")
            and d.composed(INTEGERS, p, cap - wilds, wilds)
        )

    @cached_property
    def wild_books(self) -> tuple[str, ...]:
        """The kinds of book of wild cards alone, series of twos among them."""
        p = self.p
        return tuple(
            b.kind
            for b in p.books
            if (b.all_wild and d.wild_meld_known(INTEGERS, p, p.melds.cap))
            or (b.twos and d.wild_meld_known(INTEGERS, p, 0))
        )

    @cached_property
    def patterns(self) -> tuple[Pattern, ...] | None:
        """What the naturals of one rank can make at most: no pattern is part of another. None where there are too many to list."""
        sizes = [naturals for _, naturals, _ in self.makes]
        most = [range(self.of_rank // size + 1) for size in sizes]
        if prod(map(len, most)) > _MOST_PATTERNS:
            return None
        fits = [
            pattern
            for pattern in product(*most)
            if sum(n * size for n, size in zip(pattern, sizes, strict=True)) <= self.of_rank
        ]
        return tuple(
            a for a in fits if not any(a != b and all(x <= y for x, y in zip(a, b, strict=True)) for b in fits)
        )


class Side:
    """The books of one side, of any number that the deck allows; ``books`` counts them by kind."""

    def __init__(self, f: Formula, deck: Deck) -> None:
        self.deck, self.p = deck, deck.p
        made = [f.integer(f"made_{i}") for i in range(len(deck.makes))]
        wild = {kind: f.integer(f"wild_{i}") for i, kind in enumerate(deck.wild_books)}
        self._naturals_suffice(f, made)
        used = [count * wilds for count, (_, _, wilds) in zip(made, deck.makes, strict=True)]
        kinds = self.p.books_by_kind
        wild_cards = {kind: count * (kinds[kind].cap or self.p.melds.cap) for kind, count in wild.items()}
        f.claim(O.Sum(*used, *wild_cards.values()) <= deck.wilds)
        if any(kinds[kind].twos for kind in wild):
            f.claim(O.Sum(*[cards for kind, cards in wild_cards.items() if kinds[kind].twos]) <= deck.twos)
        wild |= self._runs(f, made)
        for count, (kind, naturals, _) in zip(made, deck.makes, strict=True):
            if kinds[kind].ranks:
                f.claim(count <= len(kinds[kind].ranks) * (deck.of_rank // naturals))
        self.books: dict[str, Term] = {}
        for number, book in enumerate(self.p.books):
            parts = [count for count, (kind, _, _) in zip(made, deck.makes, strict=True) if kind == book.kind]
            self.books[book.kind] = f.named(
                f"books_{number}", O.Sum(*parts, *[n for k, n in wild.items() if k == book.kind])
            )
        self.has_laid = f.truth("has_laid")
        f.claim(O.Implies(O.Sum(*self.books.values()) >= 1, self.has_laid))

    def _runs(self, f: Formula, made: list[Term]) -> dict[str, Term]:
        """Runs of any suit; with the naturals of the other books they are no more than there are."""
        deck = self.deck
        runs = {kind: f.integer(f"runs_{i}", 0, most) for i, (kind, _, most) in enumerate(deck.runs)}
        if runs:
            used = [count * naturals for count, (_, naturals, _) in zip(made, deck.makes, strict=True)]
            in_runs = [runs[kind] * cards for kind, cards, _ in deck.runs]
            f.claim(O.Sum(*used, *in_runs) <= len(deck.ranks) * deck.of_rank)
        return runs

    def _naturals_suffice(self, f: Formula, made: list[Term]) -> None:
        """Rank by rank; where the patterns are too many for that, in all ranks together, which may let a few too many be made."""
        deck = self.deck
        if deck.patterns is None:
            used = [count * naturals for count, (_, naturals, _) in zip(made, deck.makes, strict=True)]
            f.claim(O.Sum(*used) <= len(deck.ranks) * deck.of_rank)
            return
        rows = [f.integer(f"ranks_{i}") for i in range(len(deck.patterns))]
        f.claim(O.Sum(*rows) == len(deck.ranks))
        for i, count in enumerate(made):  # a pattern's books need not all be made
            f.claim(count <= O.Sum(*[row * pattern[i] for row, pattern in zip(rows, deck.patterns, strict=True)]))

    def enough_to_go_out(self) -> Truth:
        """Whether these are the books that going out needs."""
        return d.books_suffice(O, self.p, dict(self._by_colour()))

    def _by_colour(self) -> Iterator[tuple[str, Term]]:
        for colour in dict.fromkeys([*self.p.out.books, *(book.counts_as for book in self.p.books)]):
            yield colour, O.Sum(*[self.books[book.kind] for book in self.p.books if book.counts_as == colour])


def _most(p: Profile, is_joker: bool) -> int:
    return max(n for n in range(p.deck_size + 1) if d.copies_exist(INTEGERS, p, n, is_joker))
