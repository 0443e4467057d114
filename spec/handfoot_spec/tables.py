"""Legality tables: the definitions evaluated beforehand for every small count, so that a check is a look-up.

Made from the definitions, never beside them; a test compares every entry with its definition.
"""

from __future__ import annotations

from collections.abc import Callable

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

MOST = 32
"""Counts up to which the tables reach; a larger count is judged as this one is, which no rule tells apart."""

_O = d.INTEGERS


class Tables:
    """What a profile allows, by counts and by cards."""

    def __init__(self, p: Profile) -> None:
        counts = range(MOST + 1)
        self.large_enough = tuple(bool(d.large_enough(_O, p, n)) for n in counts)
        self.within_cap = tuple(bool(d.within_cap(_O, p, n)) for n in counts)
        self.sound = tuple(a and b for a, b in zip(self.large_enough, self.within_cap, strict=True))
        self.wild_ratio = tuple(tuple(bool(d.wild_ratio(_O, p, n, w)) for w in counts) for n in counts)
        self.draw_right = tuple(bool(d.draw_right(_O, p, n)) for n in counts)
        self.one_beginning = tuple(tuple(bool(d.one_beginning(_O, p, n, m)) for m in counts) for n in counts)
        # the kind of book that a complete meld is; None: it breaks the rules of every kind
        self.book_kind = tuple(
            tuple(next((b.kind for b in p.books if d.book_of_kind(_O, p, b, n, w)), None) for w in counts)
            for n in counts
        )
        low, high = zip(*p.card_range, strict=True)
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


def _flags(card: int) -> tuple[bool, bool, bool, bool]:
    wild = IS_WILD[card]
    joker = RANK[card] == WILD_RANK
    # a three of unknown colour is at least a three
    return IS_RED_THREE[card], card in BLACK_THREES or card == THREE_OF_UNKNOWN_COLOUR, wild and not joker, joker


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
