"""Runs: what of a packet makes one, or goes on one that lies there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from handfoot_grammar.log import RUN_RANK
from handfoot_spec.cards import RANK, Card

from .limits import NATURAL_RANKS
from .table import Meld

Held = Sequence[Sequence[Card]]
"""A packet by rank."""
_FIRST, _LAST = NATURAL_RANKS[0], NATURAL_RANKS[-1]


def run_cards(suit: int, first: int, count: int) -> list[Card]:
    """The cards of a run of a suit from its lowest rank on."""
    return [rank * 4 + suit for rank in range(first, first + count)]


def runs_held(
    held: Held, suit: int, least: int, cap: int, ranks: Iterable[int] = NATURAL_RANKS
) -> list[tuple[int, int]]:
    """The runs of a suit that a packet holds, of cards of ``ranks``: lowest rank and number of cards of each."""
    found: list[tuple[int, int]] = []
    first, count = 0, 0
    for rank in (*ranks, _LAST + 2):
        if rank <= _LAST and rank * 4 + suit in held[rank] and (not count or rank == first + count) and count < cap:
            first, count = first if count else rank, count + 1
            continue
        if count >= least:
            found.append((first, count))
        count = 0
        if rank <= _LAST and rank * 4 + suit in held[rank]:
            first, count = rank, 1
    return found


def run_with(held: Held, card: Card, least: int, cap: int) -> list[Card] | None:
    """The longest run of the packet with this card in it."""
    rank, suit = RANK[card], card % 4
    if not _FIRST <= rank <= _LAST:
        return None
    low = high = rank
    while high < _LAST and high - low + 1 < cap and (high + 1) * 4 + suit in held[high + 1]:
        high += 1
    while low > _FIRST and high - low + 1 < cap and (low - 1) * 4 + suit in held[low - 1]:
        low -= 1
    return run_cards(suit, low, high - low + 1) if high - low + 1 >= least else None


def going_on(meld: Meld, held: Held, cap: int) -> list[Card]:
    """The cards of a packet that lengthen a run, at most to a book."""
    suit, ranks = meld.rank - RUN_RANK, sorted(RANK[card] for card in meld.cards)
    low, high, out = ranks[0], ranks[-1], list[Card]()
    while meld.size + len(out) < cap and high < _LAST and (high + 1) * 4 + suit in held[high + 1]:
        high += 1
        out.append(high * 4 + suit)
    while meld.size + len(out) < cap and low > _FIRST and (low - 1) * 4 + suit in held[low - 1]:
        low -= 1
        out.append(low * 4 + suit)
    return out


def lengthens(meld: Meld, card: Card) -> bool:
    """Whether a card goes on a run at one of its ends."""
    ranks = [RANK[other] for other in meld.cards]
    return card % 4 == meld.rank - RUN_RANK and RANK[card] in (min(ranks) - 1, max(ranks) + 1) and RANK[card] >= _FIRST
