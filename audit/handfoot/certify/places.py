"""Where every card of a deal lies, as formulas: each move names the places that it changes, by the functions of ``moves``.

Beside a packet's formulas stands what is counted in it (``known``, ``count``). It decides only how the record is to be read,
as where a meld or a Foot is meant that the record does not name; what follows from it is claimed of the formulas too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from handfoot_spec import definitions as d
from handfoot_spec import moves
from handfoot_spec.cards import CLASS, IS_RED_THREE, JOKER, NO_CARD, RED_THREES, THREE_CLASSES, Card
from handfoot_spec.definitions import Num, Truth
from handfoot_spec.formula import TERMS
from handfoot_spec.moves import Cards, Meld, Packets, Rank, Reds
from handfoot_spec.profile import Profile

from .scope import Scope
from .trace import Step, Trace

o = TERMS

LAID, SHOWN = "laid by the side, of", "red threes shown by the side, of"
"""What the names of these places mean, before the kind of card."""


def changed(before: Num, after: Num) -> bool:
    """Whether a move has made another value; of two formulas, whether they are written anew."""
    if type(before) is int and type(after) is int:
        return before != after
    return before is not after


class Packet:
    """A Hand or a Foot: the copies of each kind, all its cards, and the red threes in it that were reported already."""

    __slots__ = ("cards", "count", "known", "name", "reported", "size")

    def __init__(self, name: tuple[str, int]) -> None:
        self.name = name
        self.cards: dict[Card, Num] = {}
        self.size: Num = 0
        self.known: Counter[Card] = Counter()
        self.count = 0
        self.reported: Num = 0

    @property
    def shed(self) -> int:
        """Cards that left it without having been in it, as far as recorded."""
        return self.known.total() - self.count

    @property
    def astray(self) -> Num:
        """The same as a formula."""
        return o.Sum(*self.cards.values()) - self.size if self.shed else 0

    @property
    def reds(self) -> Num:
        """Red threes that certainly lie in it."""
        reds = [self.cards[card] for card in RED_THREES if card in self.cards]
        if not reds:
            return 0
        held, astray = o.Sum(*reds), self.astray
        return held if type(astray) is int else o.If(held >= astray, held - astray, 0)

    def may_hold(self, kind: Card, copies: int = 1) -> bool:
        """Whether so many copies are counted in it."""
        return self.known[kind] >= copies


class TableMeld:
    """A meld on the table; ``odd`` are cards that do not belong to it. ``cards`` and ``stray`` say which meld is meant."""

    __slots__ = ("cards", "meld", "number", "odd", "rank", "reported", "stray")

    def __init__(self, rank: int, number: int, stray: bool) -> None:
        self.rank, self.number, self.stray = rank, number, stray
        self.cards: list[Card] = []
        self.meld: Meld = moves.NO_MELD
        self.odd: Num = 0
        self.reported: Truth = False

    @property
    def size(self) -> Num:
        """All its cards."""
        return self.meld.naturals + self.meld.wilds + self.odd

    @property
    def faulty_naturals(self) -> Num:
        """Its naturals, and what lies among them as if it were natural."""
        return self.meld.naturals + self.odd


class Side:
    """A team's melds, exposed red threes and whether it has opened."""

    def __init__(self) -> None:
        self.melds: list[TableMeld] = []
        self.groups: dict[int, list[TableMeld]] = {}  # unfinished melds of a rank, in order
        self.begun: Counter[int] = Counter()
        self.ranks: dict[int, Rank] = {}
        self.laid: dict[Card, Num] = {}
        self.shown: dict[Card, Num] = {}
        self.opened: Truth = False
        self.is_open = False

    def rank(self, rank: int) -> Rank:
        """How many melds of a rank are unfinished, and how many are books."""
        return self.ranks.get(rank, Rank(0, 0))


class Places:
    """All places of one deal."""

    def __init__(
        self, trace: Trace, p: Profile, scope: Scope, players: int, teams: Sequence[Sequence[int]], detailed: bool
    ) -> None:
        self.trace, self.p, self.scope = trace, p, scope
        self.team_of = [next(i for i, team in enumerate(teams) if seat in team) for seat in range(players)]
        self.hands = [Packet(("Hand", seat)) for seat in range(players)]
        self.feet = [Packet(("Foot", seat)) for seat in range(players)]
        self.in_foot = [False] * players
        self.entered: list[Truth] = [False] * players
        self.acted: list[Truth] = [False] * players
        self.sides = [Side() for _ in teams]
        self.pile: list[tuple[Card, Num]] = []  # each card as counted, and as a formula
        self.pile_size: Num = 0
        self.stock: Num = p.deck_size - players * (p.table.hand + p.table.foot) - int(p.starter.turned)
        self.left: dict[Card, Num] = {}  # copies of a kind that have not been seen
        self.left_of_class: dict[int, Num] = {}
        self.loose: Num = 0  # cards that may have been counted twice among those seen
        self.detailed = detailed  # whether more copies than there are were reported, so that each one counts
        self.seen_now: list[tuple[Card, Num, Num]] = []  # kinds seen in this step, with what was left then
        self.copies_reported: dict[tuple[bool, int], Truth] = {}

    def packet(self, player: int) -> Packet:
        """The packet that a player plays from."""
        return self.feet[player] if self.in_foot[player] else self.hands[player]

    def side(self, player: int) -> Side:
        """The side of a player."""
        return self.sides[self.team_of[player]]

    # --- copies ------------------------------------------------------------------------------------------------

    def copies_of(self, kind: Card) -> int:
        """Copies of a kind in all packs."""
        p = self.p
        if kind == JOKER:
            return p.packs * p.table.jokers_per_pack
        return p.packs if kind < JOKER else self.copies_of_class(CLASS[kind])

    def copies_of_class(self, cls: int) -> int:
        """Cards of a rank, or threes of a colour, in all packs."""
        p = self.p
        if cls == CLASS[JOKER]:
            return self.copies_of(JOKER)
        return (2 if cls in THREE_CLASSES else 4) * p.packs

    def unseen(self, kind: Card) -> Num:
        """Copies of a kind that have not been seen."""
        return self.left.get(kind, self.copies_of(kind))

    def see(self, kind: Card, left: Num, fewer: Num) -> None:
        """Of a kind ``left`` copies are unseen from now on, ``fewer`` than before."""
        cls = CLASS[kind]
        self.left[kind] = named = self.trace.value(("copies not seen yet of", kind), left)
        if kind >= JOKER:  # the kind is its class
            self.left_of_class[cls] = named
        else:
            before = self.left_of_class.get(cls, self.copies_of_class(cls))
            self.left_of_class[cls] = self.trace.value(("cards not seen yet of the rank of", kind), before - fewer)
        self.seen_now.append((kind, named, self.left_of_class[cls]))

    def judge_copies(self, step: Step) -> None:
        """No more copies show than the packs hold (HF101), for all that was seen since it was asked last."""
        seen, self.seen_now = self.seen_now, []
        if not self.detailed:
            kinds = {kind: (left, of_class) for kind, left, of_class in seen}  # as they are now
            parts = [
                o.Or(self._too_many(kind, left, False), self._too_many(kind, of, True), self._too_many_threes(kind))
                for kind, (left, of) in kinds.items()
            ]
            if parts:
                self.trace.raise_if(step, "HF101", o.Or(*parts))
            return
        for kind, left, of_class in seen:
            self._judge_copy(step, kind, left, of_class)

    def _judge_copy(self, step: Step, kind: Card, left: Num, of_class: Num) -> None:
        trace, cls = self.trace, CLASS[kind]
        suspect = trace.truth("", o.Or(self._too_many(kind, left, False, 0), self._too_many(kind, of_class, True, 0)))
        of_kind = trace.truth("", self._too_many(kind, self.left[kind], False))
        of_rank = trace.truth("", self._too_many(kind, self.left_of_class[cls], True))
        before: list[Truth] = []
        of_threes = trace.truth("", self._too_many_threes(kind))
        for key, over in (((False, kind), of_kind), ((True, cls), of_rank), ((True, -1), of_threes)):
            known = self.copies_reported.get(key, False)
            raised = trace.truth("", o.And(suspect, over, *[o.Not(b) for b in before]))
            trace.raise_if(step, "HF101", o.And(raised, o.Not(known)))
            self.copies_reported[key] = trace.truth("", o.Or(known, raised))
            before.append(over)

    def _too_many(self, kind: Card, left: Num, of_class: bool, loose: Num | None = None) -> Truth:
        """Whether more copies were seen than there are, but for those that may have been counted twice."""
        loose = self.loose if loose is None else loose
        if of_class or kind > JOKER:
            seen = self.copies_of_class(CLASS[kind]) - left - loose
            return o.Not(d.class_exists(o, self.p, seen, kind == JOKER, CLASS[kind] in THREE_CLASSES))
        return o.Not(d.copies_exist(o, self.p, self.copies_of(kind) - left - loose, kind == JOKER))

    def _too_many_threes(self, kind: Card) -> Truth:
        """The same of all threes together."""
        if CLASS[kind] not in THREE_CLASSES:
            return False
        seen = [self.copies_of_class(cls) - left for cls, left in self.left_of_class.items() if cls in THREE_CLASSES]
        return o.Not(d.class_exists(o, self.p, o.Sum(*seen) - self.loose, False, False))

    # --- cards of one kind -------------------------------------------------------------------------------------

    def view(self, packet: Packet, side: Side, kind: Card) -> Cards:
        """A kind as the owner of a packet sees it; the pile is kept by position, not by kind."""
        return Cards(
            self.unseen(kind), 0, packet.cards.get(kind, 0), 0, side.laid.get(kind, 0), side.shown.get(kind, 0), 0
        )

    def put(self, packet: Packet, side: Side, kind: Card, before: Cards, after: Cards, seen: Num = 1) -> None:
        """Names what a move has changed. ``seen``: how many copies show for the first time, where any do."""
        if changed(before.stock, after.stock):
            self.see(kind, after.stock, seen)
        if changed(before.hand, after.hand):
            packet.cards[kind] = self.trace.value((packet.name, kind), after.hand)
        if changed(before.laid, after.laid):
            side.laid[kind] = self.trace.value((LAID, kind), after.laid)
        if changed(before.shown, after.shown):
            side.shown[kind] = self.trace.value((SHOWN, kind), after.shown)

    def from_stock(self, packet: Packet, side: Side, kind: Card, exposed: bool = False) -> None:
        """A card is drawn, and stays or is exposed at once."""
        before = self.view(packet, side, kind)
        self.put(packet, side, kind, before, moves.draw(o, self.p, before, 1, Reds(int(exposed), 0)))
        if not exposed:
            self.counted(packet, kind, 1)

    def hold(self, packet: Packet, kind: Card, copies: Num, count: int) -> None:
        """Copies come in that were seen before."""
        packet.cards[kind] = self.trace.value((packet.name, kind), packet.cards.get(kind, 0) + copies)
        self.counted(packet, kind, count)

    @staticmethod
    def counted(packet: Packet, kind: Card, count: int) -> None:
        packet.known[kind] += count
        packet.count += count

    def resize(self, packet: Packet, size: Num) -> None:
        """The number of cards of a packet has changed."""
        if changed(packet.size, size):
            packet.size = self.trace.value((packet.name, None), size)

    def play(self, packet: Packet, side: Side, kinds: Sequence[Card], laid: bool) -> Truth:
        """Cards leave a packet, to a meld or elsewhere. Whether one of them was not held.

        One that was not held counts as present from now on: the packet has one card less, and none of a kind.
        """
        size, p = packet.size, self.p
        missing: list[Truth] = []
        positions: dict[Card, list[int]] = {}
        for position, kind in enumerate(kinds):
            positions.setdefault(kind, []).append(position)
        count, lacking = packet.count, False
        seen: Num
        for kind, places in positions.items():
            n, before = len(places), self.view(packet, side, kind)
            held = sum(packet.known[kind] > j and count > position for j, position in enumerate(places))
            missing.append(o.Not(d.was_held(o, p, before.hand, n)))
            have, seen = before, 0
            if held < n:
                lacking = True
                fits = [
                    o.If(o.And(d.was_held(o, p, before.hand, j + 1), d.was_held(o, p, size, position + 1)), 1, 0)
                    for j, position in enumerate(places)
                ]
                lost = self.trace.value("cards played that were not held", n - o.Sum(*fits))
                self.loose = self.trace.value("cards that may have been seen twice", self.loose + lost)
                seen = lost
                have = before._replace(hand=before.hand + lost, stock=before.stock - lost)
            after = moves.lay(o, p, have, n)
            packet.known[kind] -= held
            self.put(packet, side, kind, before, after if laid else after._replace(laid=before.laid), seen)
        missing.append(o.Not(d.was_held(o, p, size, len(kinds))))
        packet.count = max(0, count - len(kinds))
        gone = moves.packet_played(o, p, Packets(size, 0, False), len(kinds)).hand
        self.resize(packet, o.If(d.was_held(o, p, size, len(kinds)), gone, 0) if lacking else gone)
        return o.Or(*missing)

    def unplay(self, packet: Packet, side: Side, kinds: Sequence[Card], laid: bool) -> None:
        """Cards come back into a packet, all of them, from a meld or from elsewhere."""
        for kind, n in Counter(kinds).items():
            before = self.view(packet, side, kind)
            after = moves.lay(o, self.p, before, -n)
            self.put(packet, side, kind, before, after if laid else after._replace(laid=before.laid))
            self.counted(packet, kind, n)
        self.resize(packet, moves.packet_played(o, self.p, Packets(packet.size, 0, False), -len(kinds)).hand)

    # --- the stock ---------------------------------------------------------------------------------------------

    def use_stock(self, cards: int) -> Truth:
        """So many cards came from the stock, which never has fewer than none. Whether it had too few."""
        if not cards:
            return False
        enough = d.from_stock(o, self.p, cards, self.stock)
        self.stock = self.trace.value("the stock", o.If(enough, self.stock - cards, 0))
        return o.Not(enough)

    def follow(self, packet: Packet, side: Side, chain: tuple[int, ...], comes_from_stock: bool) -> tuple[int, int]:
        """A red three out of its packet, and its replacements. Gives how many cards came from the stock and stay in the packet."""
        used = stay = 0
        for i, kind in enumerate(chain[:-1]):
            drawn, red = i > 0 or comes_from_stock, IS_RED_THREE[kind]
            used += drawn
            stay += not red
            if drawn:
                self.from_stock(packet, side, kind, red)
            elif red:
                side.shown[kind] = self.trace.value((SHOWN, kind), side.shown.get(kind, 0) + 1)
            else:
                self.hold(packet, kind, 1, 1)
        if chain[-1] != NO_CARD:
            before = self.view(packet, side, chain[-1])
            self.put(packet, side, chain[-1], before, moves.draw(o, self.p, before, 0, Reds(0, 1)))
            self.counted(packet, chain[-1], 1)
            used, stay = used + 1, stay + 1
        return used, stay
