"""Which cards some packets can hold at a moment: the cards that came face down, chosen as somebody wants them, as far as they fit.

Of what came face down to a packet by the moment a part was due by then. The rest may be cards that are due later, or *free* ones
that are never due. A card due later takes a place in every stretch from the moment to when it is due; a free one to the end; and no
stretch, from one arrival of unseen cards to the next, has more places than have come less what was due. Sets that fit are a matroid (the
stretches all begin at the moment), so the best is had by taking the most wanted card that still fits, again and again, the soonest
due first.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .course import Course
from .grain import Kind
from .happenings import Pool

Wanted = tuple[frozenset[Kind], int | None]
"""Kinds, and how many cards of them are wanted in all (None: as many as can be)."""


@dataclass(frozen=True, slots=True)
class Later:
    """A card that is due after the moment: ``number`` in its packet's dues, ``stretches`` that it would take a place in."""

    pool: Pool
    kind: Kind
    number: int
    stretches: int


class Choice:
    """The cards of some packets at the moment, chosen step by step."""

    def __init__(self, course: Course, pools: Sequence[Pool]) -> None:
        self.course, self.pools = course, tuple(pools)
        self.held: Counter[Kind] = Counter()  # in these packets together
        self.chosen: list[Later] = []
        self.free: Counter[Kind] = Counter()
        self.left = list(course.capacity)
        self.later: list[Later] = []
        self.places: dict[Pool, list[int]] = {}
        self._free_count = 0
        for pool in pools:
            self._open(pool)
        self.later.sort(key=lambda due: (due.stretches, due.kind, due.pool.player, due.pool.foot, due.number))
        self._taken = [False] * len(self.later)

    def _open(self, pool: Pool) -> None:
        packet, past = self.course.packets[pool], self.course.past
        self.held.subtract(packet.given)
        arrivals = [(number, count) for number, count in packet.came if not past[number]]
        numbers = [number for number, _ in arrivals]
        owed, dues = 0, [number for number, _ in packet.dues]
        for i, (number, kind) in enumerate(packet.dues):
            if past[number]:
                owed += 1
                self.held[kind] += 1
            else:
                self.later.append(Later(pool, kind, i, 1 + bisect_left(numbers, number)))
        places, received = [packet.received - owed], packet.received
        for number, count in arrivals:  # dues stand in the order of the record, but for dealing, which comes first
            places.append(received - bisect_left(dues, number))
            received += count
        places.append(received - len(dues))
        self.places[pool] = places

    # --- choosing ----------------------------------------------------------------------------------------------

    def room(self) -> int:
        """Places for free cards that are still left in these packets together."""
        return sum(min(places) for places in self.places.values()) - self._free_count

    def _fits(self, due: Later) -> bool:
        places = self.places[due.pool]
        if min(places[: due.stretches]) < 1:
            return False
        if not self._free_count:
            return True
        before = min(places)
        after = min(min(places[: due.stretches]) - 1, *places[due.stretches :], before)
        return self.room() + after - before >= 0

    def take(self, kinds: frozenset[Kind], most: int | None = None, free: bool = True) -> int:
        """Takes as many cards of these kinds as fit (``most`` at most), and says how many; ``free``: such as are never due too."""
        count = 0
        for i, due in enumerate(self.later):
            if count == most:
                return count
            if due.kind in kinds and not self._taken[i] and self._fits(due):
                self._taken[i] = True
                self.chosen.append(due)
                self.held[due.kind] += 1
                places = self.places[due.pool]
                for j in range(due.stretches):
                    places[j] -= 1
                count += 1
        if not free:
            return count
        room = self.room()
        room = room if most is None else min(room, most - count)
        return count + self._take_free(kinds, room)

    def _take_free(self, kinds: Iterable[Kind], room: int) -> int:
        """Free cards, of each kind in turn, so that an example is as mixed as can be."""
        count = 0
        order = [kind for kind in self.course.grain.filling_order if kind in kinds and self.left[kind] > 0]
        while order and count < room:
            for kind in order[: room - count]:
                self.left[kind] -= 1
                self.free[kind] += 1
                self.held[kind] += 1
                self._free_count += 1
                count += 1
            order = [kind for kind in order if self.left[kind] > 0]
        return count

    def reach(self, kinds: frozenset[Kind], count: int) -> bool:
        """Takes cards of these kinds until the packets hold ``count`` of them; False where so many do not fit."""
        lacking = count - sum(self.held[kind] for kind in kinds)
        return lacking <= 0 or self.take(kinds, lacking) == lacking

    def complete(self) -> None:
        """Takes anything until everything that came is chosen: first what is due, then free cards, red threes last."""
        every = frozenset(self.course.grain.kinds)
        self.take(every, free=False)
        self.take(every - self.course.grain.red_threes)
        self.take(every)

    @property
    def full(self) -> bool:
        """Whether every card of these packets is chosen."""
        return sum(places[0] for places in self.places.values()) == self._free_count

    def count(self, kinds: Iterable[Kind]) -> int:
        """Cards of these kinds that are chosen, with those that the packets hold anyhow."""
        return sum(self.held[kind] for kind in kinds)
