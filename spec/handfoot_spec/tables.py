"""Legality tables: the definitions evaluated beforehand for every small count, so that a check is a look-up.

Made from the definitions, never beside them; a test compares every entry with its definition.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import product
from typing import Final

from . import definitions as d
from .cards import (
    BLACK_THREES,
    CARDS,
    CLASS,
    IS_RED_THREE,
    IS_WILD,
    JOKER,
    RANK,
    THREE_OF_UNKNOWN_COLOUR,
    THREE_RANK,
    WILD_RANK,
)
from .profile import Profile

MOST: Final = 32
"""Counts up to which the tables reach; a larger count is judged as this one is, which no rule tells apart."""

_O = d.INTEGERS


class Tables:
    """What a profile allows, by counts and by cards."""

    def __init__(self, p: Profile) -> None:
        self.profile = p
        counts = range(MOST + 1)
        self.large_enough = tuple(bool(d.large_enough(_O, p, n)) for n in counts)
        self.within_cap = tuple(bool(d.within_cap(_O, p, n)) for n in counts)
        self.wild_ratio = tuple(tuple(bool(d.wild_ratio(_O, p, n, w)) for w in counts) for n in counts)
        self.draw_right = tuple(bool(d.draw_right(_O, p, n)) for n in counts)
        self.one_beginning = tuple(tuple(bool(d.one_beginning(_O, p, n, m)) for m in counts) for n in counts)
        # the kind of book that a complete meld is, by naturals and wild cards; None: it breaks the rules of every kind
        self.book_kind = _kinds(p, "")
        # the same of melds that have kinds of their own, by what they are of
        sorts = {rank for book in p.books for rank in book.ranks} | {"2" for book in p.books if book.twos}
        sorts |= {"run" for book in p.books if book.run}
        self.special_kinds = {of: _kinds(p, of) for of in sorted(sorts)}
        self.cap_of = {
            book.kind: next(n for n in counts if d.book_complete(_O, p, book, n)) for book in p.books
        }  # cards that complete a kind of book
        self.extension_of = {
            book.kind: tuple(tuple(bool(d.book_may_extend(_O, p, book, n, m)) for m in counts) for n in counts)
            for book in p.books
        }
        self.may_extend = tuple(tuple(bool(d.may_extend(_O, p, n, m)) for m in counts) for n in counts)
        # whether every kind of book is complete at one size, and none grows
        self.plain = not any(book.cap is not None or book.extend not in (None, "never") for book in p.books)
        self.any_wild_meld = bool(
            d.wild_meld_known(_O, p, 1)
        )  # whether wild cards alone make a meld, jokers among them
        self.unfinished_cost = any(book.unfinished_penalty for book in p.books)
        paid = [pays(_O, p, yes) for pays in (d.first_points, d.last_three_points) for yes in (False, True)]
        self.extras_paid = any(paid)  # for laying down first, or a black three discarded last
        self.grows = p.melds.extend_books != "never" or any(book.extend not in (None, "never") for book in p.books)
        self.least_cap = min((p.melds.cap, *self.cap_of.values()))
        # sizes that need no second look
        self.sound = tuple(self.large_enough[n] and self.within_cap[n] and n <= self.least_cap for n in counts)
        low, high = zip(*p.card_range, strict=True)
        self.left_low: tuple[int, ...] = low
        self.left_high: tuple[int, ...] = high
        low, high = zip(*p.melded_range, strict=True)
        self.low_points: tuple[int, ...] = low
        self.high_points: tuple[int, ...] = high
        exact = _limit(lambda n: bool(d.copies_exist(_O, p, n, False)), p)
        jokers = _limit(lambda n: bool(d.copies_exist(_O, p, n, True)), p)
        rank = _limit(lambda n: bool(d.class_exists(_O, p, n, False, False)), p)
        colour = _limit(lambda n: bool(d.class_exists(_O, p, n, False, True)), p)
        # by class: the ranks, threes by colour; of a three of unknown colour and of an unseen card any number may be seen
        by_class = [rank] * 13 + [jokers, colour, p.deck_size, p.deck_size]
        by_class[THREE_RANK] = colour
        self.class_copies = tuple(by_class)
        self.rank_copies = rank  # of any rank, the threes of both colours together too
        self.copies = tuple(
            jokers if card == JOKER else exact if card < JOKER else by_class[CLASS[card]] for card in range(CARDS)
        )
        self.top_free = tuple(bool(d.top_free(_O, p, *_flags(card))) for card in range(CARDS))
        self.may_start = tuple(bool(d.may_start(_O, p, *_flags(card))) for card in range(CARDS))
        self.freezes = tuple(_of_classes(p.starter.freezes, card) for card in range(CARDS))
        self.may_be_buried = tuple(_of_classes(p.starter.may_be_buried, card) for card in range(CARDS))
        self.may_stay = tuple(_of_classes(p.starter.may_stay, card) for card in range(CARDS))
        self.discardable = tuple(bool(d.discardable(_O, p, IS_RED_THREE[card])) for card in range(CARDS))

    @cached_property
    def red_figures(self) -> frozenset[int]:
        """All that the red threes of a side can be worth (points)."""
        p, most = self.profile, 2 * self.profile.packs
        return frozenset(
            int(d.red_three_points(_O, p, shown, hidden, in_foot, laid))
            for shown in range(most + 1)
            for hidden in range(most + 1 - shown)
            for in_foot in range(most + 1 - shown - hidden)
            for laid in (True, False)
        )

    @cached_property
    def unfinished_figures(self) -> frozenset[int]:
        """What unfinished melds may cost a side (points): of each kind that costs something, up to four of them."""
        p = self.profile
        none = dict.fromkeys((book.kind for book in p.books), 0)
        costly = [book.kind for book in p.books if book.unfinished_penalty]
        return frozenset(
            int(d.unfinished_points(_O, p, none | dict(zip(costly, numbers, strict=True))))
            for numbers in product(range(5), repeat=len(costly))
        )


def _flags(card: int) -> tuple[bool, bool, bool, bool]:
    wild = IS_WILD[card]
    joker = RANK[card] == WILD_RANK
    # a three of unknown colour is at least a three
    return IS_RED_THREE[card], card in BLACK_THREES or card == THREE_OF_UNKNOWN_COLOUR, wild and not joker, joker


def _kinds(p: Profile, of: str) -> tuple[tuple[str | None, ...], ...]:
    """The kind of book by naturals and wild cards of a complete meld of this sort."""
    counts = range(MOST + 1)
    return tuple(
        tuple(next((b.kind for b in p.books if d.book_of_kind(_O, p, b, n, w, of)), None) for w in counts)
        for n in counts
    )


def _of_classes(classes: tuple[str, ...], card: int) -> bool:
    """Whether a card is of one of these classes, as a profile names them."""
    red, black, two, joker = _flags(card)
    named = {"red-three": red, "black-three": black, "two": two, "joker": joker, "wild": two or joker}
    return any(named[name] for name in classes)


def _limit(holds: Callable[[int], bool], p: Profile) -> int:
    return max(n for n in range(p.deck_size + 1) if holds(n))


_made: dict[str, Tables] = {}


def tables(profile: Profile) -> Tables:
    """The tables of a profile, made once."""
    found = _made.get(profile.sha256)
    if found is None:
        found = _made[profile.sha256] = Tables(profile)
    return found
