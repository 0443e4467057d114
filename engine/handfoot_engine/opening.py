"""Which melds a side would open with: from the hand alone, or with the take of the pile."""

from __future__ import annotations

from handfoot_grammar.log import RUN_RANK
from handfoot_spec.cards import RANK, TWO_RANK, WILD_RANK, Card

from .legal import Seat
from .limits import NATURAL_RANKS, Limits
from .runs import run_cards, runs_held

Part = tuple[int, int, int]
"""A lay that is being thought of: rank, naturals and wild cards from the hand; of a run, its lowest rank and its size."""


def opening(limits: Limits, seat: Seat, minimum: int, have: int = 0, spent: int = -1) -> list[Part] | None:
    """Lays that open where ``have`` points of the rank ``spent`` lie there already; None where the hand cannot."""
    held, points = seat.held, limits.points
    parts: list[Part] = []
    for rank in NATURAL_RANKS:
        n = len(held[rank])
        if n >= limits.least and rank != spent and not (limits.each_opens and seat.team.unfinished[rank]):
            n = min(n, limits.cap)
            value = n * points[held[rank][0]]
            if value >= limits.least_per_meld:
                parts.append((rank, n, 0))
                have += value
    if limits.opens(have, minimum):
        return parts
    if limits.straights:
        straights = _straights(limits, seat, {rank for rank, _, _ in parts} | {spent})
        parts += [part for part, _ in straights]
        have += sum([value for _, value in straights])
        if straights and limits.opens(have, minimum):
            return parts
    taken = sum([wilds for rank, _, wilds in parts if rank == TWO_RANK])
    wilds = sorted([points[card] for card in held[TWO_RANK][taken:]] + [points[card] for card in held[WILD_RANK]])
    wilds = wilds[: limits.cap]
    all_wild = limits.wild_melds and len(wilds) >= limits.least and spent != WILD_RANK
    if all_wild and (limits.each_opens or limits.least_per_meld):
        all_wild = not seat.team.unfinished[WILD_RANK] and sum(wilds) >= limits.least_per_meld
    if all_wild and limits.opens(have + sum(wilds), minimum):
        return [*parts, (WILD_RANK, 0, len(wilds))]
    if spent == WILD_RANK:
        return None
    return _with_pairs(limits, seat, minimum, have, parts, wilds, spent)


def _straights(limits: Limits, seat: Seat, laid: set[int]) -> list[tuple[Part, int]]:
    """Runs of the ranks that are not laid yet, and a series of twos; with what each is worth (points)."""
    held, points = seat.held, limits.points
    found: list[tuple[Part, int]] = []
    free = [rank for rank in NATURAL_RANKS if rank not in laid]
    for suit in range(4 if limits.runs else 0):
        for first, count in runs_held(held, suit, limits.least, limits.cap, free):
            found.append(((RUN_RANK + suit, first, count), sum([points[c] for c in run_cards(suit, first, count)])))
    twos = held[TWO_RANK][: limits.cap]
    if limits.twos and len(twos) >= limits.least:
        found.append(((TWO_RANK, 0, len(twos)), sum([points[card] for card in twos])))
    if limits.each_opens or limits.least_per_meld:
        unfinished = seat.team.unfinished
        found = [each for each in found if not unfinished[each[0][0]] and each[1] >= limits.least_per_meld]
    return found


def _with_pairs(
    limits: Limits, seat: Seat, minimum: int, have: int, parts: list[Part], wilds: list[int], spent: int
) -> list[Part] | None:
    """The dearest pairs with a wild card each, twos first; as few as will do."""
    held, points = seat.held, limits.points
    runs = [range(first, first + count) for rank, first, count in parts if rank >= RUN_RANK]
    in_runs = {rank for ranks in runs for rank in ranks}
    pairs = [
        (-points[held[rank][0]], rank)
        for rank in NATURAL_RANKS
        if len(held[rank]) == limits.least - 1
        and rank != spent
        and limits.most_wilds[limits.least - 1]
        and rank not in in_runs
    ]
    used = 0
    for value, rank in sorted(pairs):
        if used == len(wilds) or limits.opens(have, minimum):
            break
        worth = wilds[used] - value * (limits.least - 1)
        if worth >= limits.least_per_meld and not (limits.each_opens and seat.team.unfinished[rank]):
            parts.append((rank, limits.least - 1, 1))
            have += worth
            used += 1
    return parts if limits.opens(have, minimum) else None


def opening_with_take(limits: Limits, seat: Seat, minimum: int, top: Card, part: Part) -> list[Part] | None:
    """The melds that open: that of the take, and others from the hand where it is not worth enough."""
    points = limits.points
    rank, naturals, wilds = part
    if rank == WILD_RANK:
        cards = wilds_with_pair(seat, RANK[top], wilds, limits.wild_pair)
        return _and_more(limits, seat, minimum, points[top] + sum([points[card] for card in cards]), part)
    free = seat.held[TWO_RANK] + seat.held[WILD_RANK]
    value = sum([points[card] for card in (top, *seat.held[rank][:naturals], *free[:wilds])])
    fits = naturals + wilds + 2 <= limits.cap and limits.most_wilds[naturals + 1] > wilds and not limits.clean_takes
    if fits and len(free) > wilds and not limits.opens(value, minimum):
        wild = free[wilds]
        if limits.opens(value + points[wild], minimum):
            return [(rank, naturals, wilds + 1)]
    if wilds and not limits.opens(value, minimum):
        return None  # the wild card is spent
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
