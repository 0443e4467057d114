"""What every packet was seen to get and to give, counted kind by kind, and what follows for the cards that nobody saw.

A packet that showed more kings than it had been seen to get must have got the others face down, each by the moment at which it
showed: these are its *dues*. A record is possible if no packet ever has more dues than cards that came face down, and if no
kind is due oftener than the packs hold it. The cards that came face down and are never due are any that are left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from handfoot_spec.cards import UNSEEN

from .encoding import SEEN_BEFORE
from .grain import Grain, Kind
from .happenings import Happening, Pool, Record, Token, What

KindOf = Callable[[Token], Kind | None]


@dataclass(slots=True)
class Packet:
    """The course of one packet: what came face down and what was due, each with the number of the happening."""

    came: list[tuple[int, int]] = field(default_factory=list)
    dues: list[tuple[int, Kind]] = field(default_factory=list)
    lost: int | None = None  # from which happening on nothing is known of it
    # at the moment
    given: Counter[Kind] = field(default_factory=Counter)  # shown less seen to come
    received: int = 0  # face down
    # at the end of the record
    given_at_last: Counter[Kind] = field(default_factory=Counter)
    due: Counter[Kind] = field(default_factory=Counter)
    received_at_last: int = 0
    moved: bool = False  # after the moment

    @property
    def size(self) -> int:
        """Cards in it at the moment."""
        return self.received - sum(self.given.values())


@dataclass(frozen=True, slots=True)
class Clash:
    """The first happening after which no deal of the cards fits: a packet gave more than it can have got, or a kind has too few copies."""

    happening: int
    pool: Pool | None = None
    kind: Kind | None = None


class Course:
    """The courses of all packets of a record; ``past`` says of each happening whether the moment comes after it."""

    def __init__(self, record: Record, grain: Grain, kind_of: KindOf, past: Sequence[bool]) -> None:
        self.record, self.grain, self.past = record, grain, past
        self.packets: dict[Pool, Packet] = {}
        self.mixed = False  # the pile was shuffled into the stock
        self.uncertain = (
            False  # a card may be of several kinds: then nothing here but what came and was lost can be relied on
        )
        self.clash: Clash | None = None
        self._kind_of = kind_of
        self.capacity = list(grain.copies)  # cards of each kind that are neither seen nor due
        for number, happening in enumerate(record.happenings):
            if happening.pool is None:
                self._outside(number, happening)
            else:
                packet = self.packets.setdefault(happening.pool, Packet())
                if packet.lost is None:
                    self._inside(number, happening, packet)

    @property
    def lost(self) -> bool:
        """Whether nothing is known of some packet from some point on."""
        return any(packet.lost is not None for packet in self.packets.values())

    # --- the walk ----------------------------------------------------------------------------------------------

    def _kinds(self, happening: Happening) -> list[Kind]:
        kinds = []
        for token in happening.tokens:
            kind = self._kind_of(token)
            if kind is not None:
                kinds.append(kind)
            elif happening.what is not What.REMAINS or token.card != UNSEEN:  # an unseen card that is left says nothing
                self.uncertain = True
        return kinds

    def _outside(self, number: int, happening: Happening) -> None:
        for kind in self._kinds(happening):
            if happening.what is What.MIXED:
                self.mixed = True
                self.capacity[kind] += 1
            else:
                self._use(number, kind)

    def _inside(self, number: int, happening: Happening, packet: Packet) -> None:
        what, past = happening.what, self.past[number]
        packet.moved = packet.moved or not past
        if what is What.CAME:
            packet.came.append((number, happening.count))
            packet.received_at_last += happening.count
            packet.received += happening.count * past
        elif what is What.GOT:
            self._got(number, happening, packet)
        elif what is What.SHOWED:
            for kind in self._kinds(happening):
                packet.given_at_last[kind] += 1
                packet.given[kind] += past
                self._owe(number, happening.pool, packet, kind, packet.given_at_last[kind])
        elif what is What.REMAINS:  # like cards shown and kept
            kinds = Counter(self._kinds(happening))
            for kind, count in kinds.items():
                self._owe(number, happening.pool, packet, kind, packet.given_at_last[kind] + count)
        elif what is What.LOST:
            packet.lost = number

    def _got(self, number: int, happening: Happening, packet: Packet) -> None:
        past, new = self.past[number], happening.how not in SEEN_BEFORE
        for kind in self._kinds(happening):
            packet.given_at_last[kind] -= 1
            packet.given[kind] -= past
            if new:
                self._use(number, kind)

    def _owe(self, number: int, pool: Pool | None, packet: Packet, kind: Kind, count: int) -> None:
        """So many cards of a kind, in all, must have come face down by now."""
        while packet.due[kind] < count:
            packet.due[kind] += 1
            packet.dues.append((number, kind))
            if len(packet.dues) > packet.received_at_last and self.clash is None:
                self.clash = Clash(number, pool=pool, kind=kind)
            self._use(number, kind)

    def _use(self, number: int, kind: Kind) -> None:
        self.capacity[kind] -= 1
        if self.capacity[kind] < 0 and self.clash is None:
            self.clash = Clash(number, kind=kind)
