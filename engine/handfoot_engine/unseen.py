"""What unseen cards that are left over can cost: the cheapest and the dearest of all that nobody saw.

A packet whose unseen cards were never shown may hold any of the cards that have not been seen elsewhere, whatever the other packets
and the stock hold: so the cheapest that so many cards can be are the cheapest of these, and each end of the range is reached
(docs/hidden.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import accumulate

from handfoot_spec.cards import CLASS, IS_RED_THREE, JOKER, RED_THREES, UNSEEN
from handfoot_spec.definitions import INTEGERS, left_points, red_three_points
from handfoot_spec.profile import Profile
from handfoot_spec.tables import tables

from .table import Table

Figure = tuple[int, int]
Costs = tuple[Figure, Figure, Figure]
"""Points (negative) of the cards, of the red threes among them, and of both together; each the least and the most."""

_ONE_OF_EACH_CLASS = tuple({CLASS[card]: card for card in range(JOKER + 1)}.values())


class UnseenCards:
    """The cards that nobody has seen, as far as is known: red threes, and the points of the others when they are left over."""

    def __init__(self, profile: Profile, table: Table) -> None:
        known, self.profile = tables(profile), profile
        self.reds = 0
        values: list[int] = []
        for card in _ONE_OF_EACH_CLASS:
            left = known.class_copies[CLASS[card]] - table.seen_class[CLASS[card]] + table.loose
            n = min(max(left, 0), known.class_copies[CLASS[card]])
            if IS_RED_THREE[card]:
                self.reds = n
            else:
                values += [known.left_low[card]] * n
        values.sort()
        self.cheapest = [0, *accumulate(values)]
        self.dearest = [0, *accumulate(reversed(values))]
        self.values = values
        self.red_value = known.left_low[RED_THREES[0]]

    def can_cost(self, points: int, in_play: int, in_feet: int, has_gone_out: bool) -> bool:
        """Whether so many of them can cost exactly ``points`` (negative) as left-over cards (P0-46)."""
        o, p = INTEGERS, self.profile
        counts_in_play, counts_in_feet = (left_points(o, p, *one, has_gone_out) != 0 for one in ((1, 0), (0, 1)))
        n = in_play * counts_in_play + in_feet * counts_in_feet
        return (_sums([*self.values, *[self.red_value] * self.reds], n) >> -points) & 1 == 1

    def costs(self, in_play: int, in_feet: int, has_gone_out: bool) -> Costs:
        """What so many of them cost in packets in play and in unopened Feet (P0-46, P0-47).

        :param has_gone_out: whether the side has gone out.
        """
        each = list(self._by_red_threes(in_play, in_feet, has_gone_out))
        if not each:  # more than there are, as far as is known: nothing can be told but what a card costs at most
            low, high = self.profile.card_range[UNSEEN]
            n = in_play + in_feet
            reds = red_three_points(INTEGERS, self.profile, 0, min(n, 2 * self.profile.packs), 0, True)
            return (
                (-high * n, -low * n),
                (min(reds, 0), max(reds, 0)),
                (-high * n + min(reds, 0), -low * n + max(reds, 0)),
            )
        lefts = [left for ends, _ in each for left in ends]
        reds_of = [reds for _, reds in each]
        sums = [left + reds for ends, reds in each for left in ends]
        return (min(lefts), max(lefts)), (min(reds_of), max(reds_of)), (min(sums), max(sums))

    def _by_red_threes(self, in_play: int, in_feet: int, has_gone_out: bool) -> Iterator[tuple[Figure, int]]:
        """For each number of red threes among them: the least and the most points of the cards, and those of the red threes."""
        o, p = INTEGERS, self.profile
        counts_in_play, counts_in_feet = (left_points(o, p, *one, has_gone_out) != 0 for one in ((1, 0), (0, 1)))
        apart = red_threes_apart(p)
        others = len(self.cheapest) - 1
        for red in range(min(in_play, self.reds) + 1):
            for in_foot in range(min(in_feet, self.reds - red) + 1):
                if in_play + in_feet - red - in_foot > others:
                    continue
                n = (in_play - red) * counts_in_play + (in_feet - in_foot) * counts_in_feet
                threes = self.red_value * (red * counts_in_play + in_foot * counts_in_feet)
                hidden, foot = (red, in_foot) if apart else (red + in_foot, 0)
                reds = red_three_points(o, p, 0, hidden, foot, True)
                yield (-self.dearest[n] - threes, -self.cheapest[n] - threes), reds


def _sums(values: list[int], n: int) -> int:
    """What ``n`` of the values can come to: bit number ``s`` is set where ``s`` is such a sum."""
    sums = [1, *[0] * n]  # by how many values were taken
    for value, copies in Counter(values).items():
        for taken in range(n, 0, -1):
            for more in range(1, min(copies, taken) + 1):
                sums[taken] |= sums[taken - more] << (more * value)
    return sums[n]


def red_threes_apart(profile: Profile) -> bool:
    """Whether a red three costs something else in an unopened Foot than in play (P0-47)."""
    return profile.threes.red_unopened_foot_points not in (None, profile.threes.red_hidden_points)
