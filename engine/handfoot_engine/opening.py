"""Which melds a side would open with: from the hand alone, or with the take of the pile."""

from __future__ import annotations

from handfoot_spec.cards import RANK, TWO_RANK, WILD_RANK, Card

from .legal import NATURAL_RANKS, Limits, Seat

Part = tuple[int, int, int]
"""A lay that is being thought of: rank, naturals and wild cards from the hand."""


def opening(limits: Limits, seat: Seat, minimum: int, have: int = 0, spent: int = -1) -> list[Part] | None:
    """Lays that open where ``have`` points of the rank ``spent`` lie there already; None where the hand cannot."""
    held, points = seat.held, limits.points
    parts: list[Part] = []
    for rank in NATURAL_RANKS:
        n = len(held[rank])
        if n >= limits.least and rank != spent:
            n = min(n, limits.cap)
            parts.append((rank, n, 0))
            have += n * points[held[rank][0]]
    if limits.opens(have, minimum):
        return parts
    wilds = sorted([points[card] for r in (TWO_RANK, WILD_RANK) for card in held[r]])
    wilds = wilds[: limits.cap]
    if len(wilds) >= limits.least and spent != WILD_RANK and limits.opens(have + sum(wilds), minimum):
        return [*parts, (WILD_RANK, 0, len(wilds))]
    if spent == WILD_RANK:
        return None
    return _with_pairs(limits, seat, minimum, have, parts, wilds, spent)


def _with_pairs(
    limits: Limits, seat: Seat, minimum: int, have: int, parts: list[Part], wilds: list[int], spent: int
) -> list[Part] | None:
    """The dearest pairs with a wild card each, twos first; as few as will do."""
    held, points = seat.held, limits.points
    pairs = [
        (-points[held[rank][0]], rank)
        for rank in NATURAL_RANKS
        if len(held[rank]) == limits.least - 1 and rank != spent and limits.most_wilds[limits.least - 1]
    ]
    for (value, rank), wild in zip(sorted(pairs), wilds, strict=False):
        if limits.opens(have, minimum):
            break
        parts.append((rank, limits.least - 1, 1))
        have += wild - value * (limits.least - 1)
    return parts if limits.opens(have, minimum) else None


def opening_with_take(limits: Limits, seat: Seat, minimum: int, top: Card, part: Part) -> list[Part] | None:
    """The melds that open: that of the take, and others from the hand where it is not worth enough."""
    points = limits.points
    rank, naturals, wilds = part
    if rank == WILD_RANK:
        cards = wilds_with_pair(seat, RANK[top], wilds, limits.wild_pair)
        return _and_more(limits, seat, minimum, points[top] + sum([points[card] for card in cards]), part)
    value = points[top] + sum([points[card] for card in seat.held[rank][:naturals]])
    fits = naturals + 2 <= limits.cap and limits.most_wilds[naturals + 1] > 0
    if fits and seat.wilds() and not limits.opens(value, minimum):
        wild = (seat.held[TWO_RANK] or seat.held[WILD_RANK])[0]
        if limits.opens(value + points[wild], minimum):
            return [(rank, naturals, 1)]
    return _and_more(limits, seat, minimum, value, part)


def _and_more(limits: Limits, seat: Seat, minimum: int, value: int, part: Part) -> list[Part] | None:
    if limits.opens(value, minimum):
        return [part]
    more = opening(limits, seat, minimum, value, part[0])
    return None if more is None else [part, *more]


def wilds_with_pair(seat: Seat, kind: int, count: int, pair: int) -> list[Card]:
    """Wild cards held, so many, a pair of a kind first."""
    other = TWO_RANK if kind == WILD_RANK else WILD_RANK
    own = seat.held[kind]
    return (own[:pair] + own[pair:] + seat.held[other])[:count]
