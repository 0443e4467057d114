"""The closed form: what a half-seen deal needs of each kind of card, counted in one walk, without a solver.

Where every card that was seen is known exactly, or every one by rank alone, a legal deal of the unseen cards exists if and only if
three counts hold (docs/hidden.md has the proof): a packet needs no more unseen cards than came to it; what is left in it is
what it needs and nothing else; and no more of a kind is needed than the packs hold. The first count that fails names the facts that
clash. Cards of unknown suit or rank have to be given a kind first (``chosen``): if the counts hold then, the deal is possible.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from handfoot_engine.views import rank_alone
from handfoot_spec.cards import UNSEEN, Card

from .encoding import SEEN_BEFORE, Fact, copies_of, names_of
from .happenings import At, Happening, Pool, Record, Token, What


@dataclass(frozen=True)
class Clash:
    """Where a record becomes impossible, and the facts that cannot all be true; without any of them the others can."""

    at: At
    facts: tuple[Fact, ...]


@dataclass(slots=True)
class _Packet:
    """What is known to have come to a packet and to have left it."""

    received: int = 0
    needed: int = 0  # the sum of ``need``
    balance: Counter[Card] = field(default_factory=Counter)  # shown, less seen to come
    need: Counter[Card] = field(default_factory=Counter)  # its running maximum
    whole: dict[Card, int] | None = None  # of each kind, what the cards left say that it needed
    from_deck: Counter[Card] = field(default_factory=Counter)
    came: list[Happening] = field(default_factory=list)
    says: dict[Card, list[Happening]] = field(default_factory=lambda: defaultdict(list))
    left: Happening | None = None
    over: bool = False


class _Count:
    """One walk over the happenings of a record."""

    def __init__(self, record: Record, chosen: Mapping[int, Card], by_rank: bool) -> None:
        self.record, self.chosen, self.by_rank = record, chosen, by_rank
        self.packets: dict[Pool, _Packet] = defaultdict(_Packet)
        self.outside: dict[Card, list[Happening]] = defaultdict(list)
        self.deck: Counter[Card] = Counter()
        self.again: Counter[Card] = Counter()

    def kind(self, token: Token) -> Card:
        """The kind that a card is counted as."""
        card = self.chosen.get(token.number, token.card)
        return rank_alone(card) if self.by_rank and card != UNSEEN else card

    def first_clash(self) -> Clash | None:
        """The first count that does not hold."""
        happenings = self.record.happenings
        for h in happenings:
            if h.what is What.MIXED:
                self.again.update(self.kind(token) for token in h.tokens)
        for h in happenings:
            if h.pool is None:
                clash = self._outside(h) if h.what is What.LAY else None
            else:
                packet = self.packets[h.pool]
                clash = None if packet.over else self._happen(h, h.pool, packet)
            if clash is not None:
                return clash
        return None

    # --- what happened -----------------------------------------------------------------------------------------

    def _outside(self, h: Happening) -> Clash | None:
        over = None
        for token in h.tokens:
            kind = self.kind(token)
            self.outside[kind].append(h)
            if self._out_of_deck(kind):
                over = kind
        return None if over is None else self._too_many(h, over)

    def _happen(self, h: Happening, pool: Pool, packet: _Packet) -> Clash | None:
        if h.what is What.CAME:
            packet.received += h.count
            packet.came.append(h)
            return None
        if h.what is What.LOST:
            packet.over = True
            return None
        if h.what is What.REMAINS:
            return self._remains(h, pool, packet)
        over = None  # a kind of which too many came from the deck
        if h.what is What.GOT:
            for token in h.tokens:
                kind = self.kind(token)
                packet.balance[kind] -= 1
                self._say(packet, kind, h)
                if h.how not in SEEN_BEFORE:
                    packet.from_deck[kind] += 1
                    if self._out_of_deck(kind):
                        over = kind
        else:
            for token in h.tokens:
                kind = self.kind(token)
                packet.balance[kind] = now = packet.balance[kind] + 1
                self._say(packet, kind, h)
                if now > packet.need[kind]:
                    packet.need[kind] = now
                    over = self._needs_one_more(packet, kind, over)
        if packet.needed > packet.received:
            return self._too_few(h, pool, packet)
        return None if over is None else self._too_many(h, over)

    def _remains(self, h: Happening, pool: Pool, packet: _Packet) -> Clash | None:
        packet.left, packet.over = h, True
        left = Counter(self.kind(token) for token in h.tokens)
        if left[UNSEEN]:  # what is left of each kind may be more than was seen
            for kind, n in left.items():
                if kind != UNSEEN:
                    left[kind] = max(n, packet.need[kind] - packet.balance[kind])
        exactly = not left.pop(UNSEEN, 0)
        packet.whole = {kind: left[kind] + packet.balance[kind] for kind in sorted({*left, *packet.balance})}
        over = None
        for kind, whole in packet.whole.items():
            if kind == UNSEEN:
                continue
            if whole < packet.need[kind] and exactly:
                return Clash(h.at, (self._left(pool), self._shown(pool, kind)))
            for _ in range(whole - packet.need[kind]):
                over = self._needs_one_more(packet, kind, over)
        if packet.needed > packet.received:
            return self._too_few(h, pool, packet)
        return None if over is None else self._too_many(h, over)

    def _needs_one_more(self, packet: _Packet, kind: Card, over: Card | None) -> Card | None:
        """One more card of a kind must have come face down; the kind if there are too many of it now, else ``over``."""
        packet.needed += 1
        return kind if self._out_of_deck(kind) else over

    @staticmethod
    def _say(packet: _Packet, kind: Card, h: Happening) -> None:
        says = packet.says[kind]
        if not says or says[-1] is not h:
            says.append(h)

    def _out_of_deck(self, kind: Card) -> bool:
        """One more of a kind came from the deck; True where there are too many."""
        self.deck[kind] = n = self.deck[kind] + 1
        return (
            kind != UNSEEN
            and n > copies_of(self.record, kind) + self.again[kind]
            and self.record.excused.isdisjoint(names_of(kind))
        )

    # --- which facts clash ---------------------------------------------------------------------------------------

    def _shown(self, pool: Pool, kind: Card) -> Fact:
        return Fact("shown", pool, kind, tuple(self.packets[pool].says[kind]))

    def _left(self, pool: Pool) -> Fact:
        left = self.packets[pool].left
        return Fact("left", pool, None, () if left is None else (left,))

    def _needs(self, pool: Pool, kind: Card, facts: Iterable[Fact]) -> int:
        """How many of a kind a packet needs, if only ``facts`` are true."""
        packet, facts = self.packets[pool], set(facts)
        shown = Fact("shown", pool, kind) in facts
        whole = packet.whole.get(kind, 0) if packet.whole is not None and Fact("left", pool) in facts else 0
        return max(packet.need[kind] if shown else 0, whole)

    def _too_few(self, h: Happening, pool: Pool, packet: _Packet) -> Clash:
        """A packet needs more unseen cards than came to it."""
        kinds = sorted({*packet.need, *(packet.whole or ())})
        facts = [self._shown(pool, kind) for kind in kinds if packet.need[kind]]
        facts.sort(key=lambda fact: packet.need[fact.kind or 0])  # few kinds with much rather than many with little
        if packet.left is not None:
            facts.append(self._left(pool))
        least = _least(facts, lambda some: sum(self._needs(pool, kind, some) for kind in kinds) > packet.received)
        return Clash(h.at, (Fact("received", pool, None, tuple(packet.came)), *least))

    def _too_many(self, h: Happening, kind: Card) -> Clash:
        """More of a kind is needed than the packs hold."""
        facts: list[Fact] = []
        for pool, packet in self.packets.items():
            if packet.need[kind] or packet.from_deck[kind]:
                facts.append(self._shown(pool, kind))
            if packet.whole is not None and packet.whole.get(kind, 0) > packet.need[kind]:
                facts.append(self._left(pool))
        if self.outside[kind]:
            facts.append(Fact("seen", None, kind, tuple(dict.fromkeys(self.outside[kind]))))
        most = copies_of(self.record, kind) + self.again[kind]

        def too_many(some: Sequence[Fact]) -> bool:
            n = len(self.outside[kind]) if Fact("seen", None, kind) in some else 0
            for pool, packet in self.packets.items():
                n += self._needs(pool, kind, some)
                n += packet.from_deck[kind] if Fact("shown", pool, kind) in some else 0
            return n > most

        return Clash(h.at, (Fact("copies", None, kind), *_least(facts, too_many)))


def _least(facts: Sequence[Fact], clash: Callable[[Sequence[Fact]], bool]) -> list[Fact]:
    """The facts without those that the clash does not need."""
    kept = list(facts)
    for fact in facts:
        rest = [other for other in kept if other != fact]
        if clash(rest):
            kept = rest
    return kept


def first_clash(
    record: Record, chosen: Mapping[int, Card] | None = None, *, by_rank: bool | None = None
) -> Clash | None:
    """The first count of a record that does not hold (P0-6); None where all do.

    :param chosen: a kind for each card that may be of several, by the number of its token; one that has none counts as a kind of its
        own, so that a record in which some have none is possible if None is returned, and else undecided.
    """
    return _Count(record, chosen or {}, not record.suits_seen if by_rank is None else by_rank).first_clash()
