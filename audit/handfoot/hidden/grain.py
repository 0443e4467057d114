"""How finely the cards of a record are told apart: by suit and rank, or, where no suit is written at all, by rank alone.

A *kind* is what cards are counted in: one of the 53 of a pack, or a rank (threes by colour, jokers).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from handfoot_spec.cards import (
    BLACK_THREE,
    CLASS,
    FIRST_RANK_ONLY,
    JOKER,
    KINDS,
    RED_THREE,
    RED_THREES,
    THREE_RANK,
    UNSEEN,
    Card,
)
from handfoot_spec.profile import Profile
from handfoot_spec.tables import tables

Kind = int
_EXACT = tuple(range(JOKER + 1))
_RANKS: tuple[Card, ...] = tuple(
    JOKER if kind == CLASS[JOKER] else BLACK_THREE if kind == THREE_RANK
    else RED_THREE if kind == CLASS[RED_THREE] else FIRST_RANK_ONLY + kind
    for kind in range(CLASS[RED_THREE] + 1)
)  # fmt: skip


class Grain:
    """The kinds of a record, with their copies in the packs and the cards that stand for them in writing."""

    def __init__(self, profile: Profile, suits: bool) -> None:
        self.profile, self.suits = profile, suits
        self.cards: tuple[Card, ...] = _EXACT if suits else _RANKS
        self.kinds = range(len(self.cards))
        copies = tables(profile).copies
        self.copies = tuple(copies[card] for card in self.cards)

    def of(self, cards: frozenset[Card]) -> Kind | None:
        """The one kind that a card is which may be any of these exact ones; None where it may be of several."""
        found = {self._kind(card) for card in cards}
        return found.pop() if len(found) == 1 else None

    def _kind(self, card: Card) -> Kind:
        return card if self.suits else CLASS[card]

    def kinds_in(self, cards: frozenset[Card]) -> frozenset[Kind]:
        """The kinds that some of these exact cards belong to."""
        return cards if self.suits else frozenset(CLASS[card] for card in cards)

    def whole(self, cards: frozenset[Card]) -> bool:
        """Whether these exact cards are all of their kinds: else only a part of a rank whose suits nobody wrote down."""
        return self.suits or frozenset().union(*(KINDS[self.cards[k]] for k in self.kinds_in(cards))) == cards

    def copies_of(self, cards: Iterable[Card]) -> int:
        """How many of these exact cards are in the packs."""
        copies = tables(self.profile).copies
        return sum(copies[card] for card in cards)

    @cached_property
    def points(self) -> tuple[int, ...]:
        """The value of a card of each kind when it is left over (points)."""
        return tuple(self.profile.card_points[card] for card in self.cards)

    @cached_property
    def red_threes(self) -> frozenset[Kind]:
        """The kinds that are red threes."""
        return self.kinds_in(frozenset(RED_THREES[:2]))

    @cached_property
    def filling_order(self) -> tuple[Kind, ...]:
        """The order in which cards about which nothing is known are given out: red threes last, for they would lie open."""
        return tuple(sorted(self.kinds, key=lambda kind: (kind in self.red_threes, kind)))


EVERY_CARD = KINDS[UNSEEN]
"""All exact kinds."""
