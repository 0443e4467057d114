"""One deal, statement by statement: what the walk knows of the turn and the deal, and the set-up.

The conventions are the contract's: what the log says happened is done, legal or not, and everything after it is judged
against the table as it then is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from handfoot_grammar import log
from handfoot_spec import definitions as d
from handfoot_spec import moves
from handfoot_spec.cards import (
    BLACK_THREES,
    CARDS,
    CLASS,
    CLASSES,
    JOKER,
    RANK,
    RED_THREE,
    RED_THREES,
    TWO_RANK,
    Card,
)
from handfoot_spec.definitions import Num, Truth
from handfoot_spec.formula import TERMS
from handfoot_spec.moves import Packets, Rank
from handfoot_spec.profile import Profile

from .places import Packet, Places, TableMeld
from .scope import Scope
from .trace import Step, Trace

o = TERMS

PILE_CARD = "a card of the pile"

TWOS = tuple(card for card in range(CARDS) if RANK[card] == TWO_RANK)


@dataclass
class Lain:
    """Cards laid in this turn, as a takeback undoes them."""

    meld: TableMeld
    kinds: tuple[Card, ...]
    packet: Packet
    created: bool
    before: tuple[moves.Meld, Num, int]  # what the meld was: its cards, odd ones, and how many
    rank: Rank

    @property
    def size_before(self) -> Num:
        """Cards of the meld before."""
        meld, odd, _ = self.before
        return meld.naturals + meld.wilds + odd


@dataclass
class Shifted:
    """A card moved between melds in this turn, as a takeback undoes it."""

    lays: int  # how many there were before it
    card: Card
    source: TableMeld
    target: TableMeld
    before: list[tuple[TableMeld, moves.Meld, Num]]
    ranks: dict[int, Rank]


@dataclass
class Opening:
    """The cards laid together in a turn of a side that has not opened (points): from the Hand, and with the Foot."""

    step: Step | None = None
    hand: Num = 0
    foot: Num = 0
    done: bool = False


@dataclass(frozen=True)
class Undo:
    """The deed that, undone, leaves a card with a player who went out illegally: its points, and the book it had completed."""

    points: int
    discarded: bool
    books: dict[str, Truth]


@dataclass
class Turn:
    """What a player has done in this turn so far."""

    player: int
    place: Step  # of its last deed so far
    was_open: bool
    foot_owed: bool
    draws: Num = 0
    takes: Num = 0
    drawn: Num = 0  # cards, over all draws
    begun: int = 0  # draws and takes
    discards: Num = 0
    discarded: list[tuple[Card, Packet]] = field(default_factory=list)
    closed: bool = False  # a discard was made
    asked: bool | None = None
    declared: bool = False
    foot_taken: bool = False
    foot_stays: bool = False
    foot_merged: bool = False
    foot_acts: bool = False
    unannounced: bool = False
    hand_discarded: bool = False
    emptied_in_take: Truth = False
    melded: int = 0
    laid: list[Lain] = field(default_factory=list)
    laid_in_take: int = 0
    moved: list[Shifted] = field(default_factory=list)
    opening: Opening | None = None
    emptied: Step | None = None
    mark: int = 0  # what was raised before it stays when the turn is taken back
    wrong_draw: Truth = False
    begun_judged: bool = False
    after_discard: bool = False  # that play goes on was reported
    unreplaced: Truth = False
    asked_late: bool = False
    over: bool = False  # it was judged as a whole


class Walk:
    """The state of a deal, beside its places."""

    def __init__(
        self, p: Profile, scope: Scope, players: int, teams: Sequence[Sequence[int]], number: int, detailed: bool
    ) -> None:
        self.p, self.scope, self.players, self.teams, self.number = p, scope, players, teams, number
        self.trace = Trace()
        self.places = Places(self.trace, p, scope, players, teams, detailed)
        self.kind = scope.kinds
        self.turn: Turn | None = None
        self.statement = 0
        self.stock_line: tuple[Step, tuple[Card, ...]] | None = None
        self.set_up_line: Step | None = None
        self.dealt: list[tuple[Step, bool, Num]] = []
        self.set_up_judged = False
        self.due: set[int] = set()  # who discarded the last Hand card, and has the Foot to take
        self.foot_owed: set[int] = set()  # who has begun a turn with an empty Hand
        self.untaken: set[int] = set()  # who was reported to have left the Foot untaken
        self.granted: set[int] = set()
        self.reds_judged = False  # some packet was asked for red threes
        self.ended: str | None = None
        self.out: tuple[int, Truth] | None = None  # who went out, and whether legally
        self.undo = Undo(0, False, {})
        self.left: dict[int, tuple[tuple[Card, ...] | None, tuple[Card, ...] | None]] = {}
        self.penalties = [0] * len(teams)

    @property
    def this_turn(self) -> Turn:
        """The current turn."""
        assert self.turn is not None
        return self.turn

    def step(self, part: int | None = None) -> Step:
        """An action of the current statement, or all of it."""
        return Step(self.statement, part)

    def kinds(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Cards as they are counted."""
        kind = self.kind
        return tuple(kind[card] if card >= 0 else card for card in cards)

    # --- set-up ------------------------------------------------------------------------------------------------

    def packet_dealt(self, statement: log.Dealt) -> None:
        """A Hand or a Foot as dealt; the stock is what the packets leave."""
        places, t = self.places, self.p.table
        packet = (places.feet if statement.foot else places.hands)[statement.player]
        side = places.side(statement.player)
        kinds = self.kinds(statement.cards)
        for kind, n in [(kind, 1) for kind in kinds] if places.detailed else Counter(kinds).items():
            before = places.view(packet, side, kind)
            places.put(packet, side, kind, before, moves.draw(o, self.p, before, n), n)
            places.counted(packet, kind, n)
        places.resize(packet, packet.size + len(kinds))
        self.dealt.append((self.step(), statement.foot, packet.size))
        places.stock = self.trace.value(
            "the stock", places.stock + (t.foot if statement.foot else t.hand) - packet.size
        )
        self.set_up_line = self.step()
        if self.set_up_judged:
            self._judge_packets()
        places.judge_copies(self.step())

    def turned_up(self, statement: log.TurnUp) -> None:
        """The starter."""
        places, kind = self.places, self.kind[statement.cards[-1]]
        places.see(kind, places.unseen(kind) - 1, 1)
        self.on_pile(kind)
        self.set_up_line = self.step()
        places.judge_copies(self.step())

    def on_pile(self, kind: Card) -> None:
        """A card comes on top of the discard pile."""
        places = self.places
        places.pile.append((kind, self.trace.value(PILE_CARD, kind)))
        places.pile_size = self.trace.value("cards of the pile", places.pile_size + 1)

    @staticmethod
    def flags(card: Num) -> tuple[Truth, Truth, Truth, Truth]:
        """Whether a card of the pile is a red three, a black three, a two, a joker."""
        return (
            o.Or(*[card == kind for kind in RED_THREES]), o.Or(*[card == kind for kind in BLACK_THREES]),
            o.Or(*[card == kind for kind in TWOS]), card == JOKER,
        )  # fmt: skip

    def stock_recorded(self, statement: log.StockOrder) -> None:
        """The stock as recorded."""
        self.stock_line = self.step(), self.kinds(statement.cards)
        self.places.stock = self.trace.value("the stock", len(statement.cards))
        self.set_up_line = self.step()

    def judge_set_up(self) -> None:
        """Packets (HF103), the deck (HF104) and its copies (HF101), once the set-up is complete."""
        if self.set_up_judged:
            return
        self.set_up_judged = True
        self._judge_packets()
        if self.stock_line is None or self.set_up_line is None:
            return
        places = self.places
        sizes = [packet.size for packet in (*places.hands, *places.feet)]
        whole = d.deck_complete(o, self.p, *sizes, places.pile_size, places.stock)
        self.trace.raise_if(self.set_up_line, "HF104", o.Not(whole))
        step, kinds = self.stock_line
        if self.scope.mixed:
            return
        by_class: Counter[int] = Counter(CLASS[kind] for kind in kinds)
        parts = [(n, places.unseen(kind), kind, False) for kind, n in Counter(kinds).items() if kind <= JOKER]
        parts += [
            (by_class[cls], places.left_of_class.get(cls, places.copies_of_class(cls)), cls, True)
            for cls in range(CLASSES)
            if by_class[cls]
        ]
        over = [o.And(left >= 0, o.Not(d.nothing_negative(o, self.p, left - n))) for n, left, _, _ in parts]
        self.trace.raise_if(step, "HF101", o.And(whole, o.Or(*over)))

    def _judge_packets(self) -> None:
        for step, is_foot, size in self.dealt:
            self.trace.raise_if(step, "HF103", o.Not(d.packet_complete(o, self.p, size, is_foot)))
        self.dealt.clear()

    # --- turns -------------------------------------------------------------------------------------------------

    def begins_turn(self, statement: log.Turn) -> bool:
        """Whether a line of play is a new turn."""
        turn = self.turn
        if turn is None or turn.player != statement.player:
            return True
        first = statement.actions[0].kind
        return first in (log.DRAW, log.PICKUP, log.TAKE) and bool(turn.begun or turn.closed)

    def begin_turn(self, player: int) -> None:
        """The next turn; who acted from the Foot in the one before has played part of a turn with it."""
        places, turn = self.places, self.turn
        if turn is not None and turn.foot_acts:
            places.acted[turn.player] = self.trace.truth("a turn was played from the Foot", True)
        packet = places.packet(player)
        owed = packet.count == 0 and not places.in_foot[player]
        if owed:
            self.foot_owed.add(player)
        self.turn = Turn(
            player, self.step(), places.side(player).is_open, player in self.foot_owed, mark=len(self.trace.raised)
        )

    # --- red threes --------------------------------------------------------------------------------------------

    def judge_reds(self, packet: Packet, step: Step, fresh: Num = 0, anyhow: bool = False) -> None:
        """Nobody acts while holding a red three (HF401); each is reported once. ``anyhow``: it was asked though none is there."""
        self.reds_judged = self.reds_judged or any(packet.known[kind] for kind in RED_THREES)
        held = packet.reds
        if type(held) is int:
            return  # none has ever been in it
        trace = self.trace
        asked: Truth = (
            True if anyhow else o.Or(*[n >= 1 for k, n in packet.cards.items() if CLASS[k] == CLASS[RED_THREE]])
        )
        old = trace.value(("red threes to be exposed", packet.name), o.If(held - fresh >= 0, held - fresh, 0))
        known = trace.value(("red threes reported", packet.name), o.If(packet.reported <= old, packet.reported, old))
        raised = o.And(asked, o.Not(d.red_threes_out(o, self.p, old - known)))
        trace.raise_if(step, "HF401", raised)
        packet.reported = trace.value(("red threes reported", packet.name), o.If(asked, old, packet.reported))

    def judge_replacements(self, step: Step, chains: Sequence[tuple[int, ...]]) -> None:
        """Every red three exposed is replaced while the stock has cards (HF402); what is none is another finding."""
        exposed = sum(len(chain) - 1 for chain in chains)
        replaced = exposed - sum(chain[-1] < 0 for chain in chains)
        wrong = any(CLASS[kind] != CLASS[RED_THREE] for chain in chains for kind in chain[:-1])
        if replaced == exposed or wrong:
            return
        done = d.replaced(o, self.p, replaced, exposed, self.places.stock)
        self.trace.raise_if(step, "HF402", o.Not(done))
        if self.p.threes.red_unreplaced == "undecided" and self.turn is not None:
            self.turn.unreplaced = o.Or(self.turn.unreplaced, done)

    def sized(self, packet: Packet, drawn: int, exposed: int, replacements: int) -> None:
        """A packet's size after a draw, or after red threes were exposed."""
        self.places.resize(
            packet, moves.packet_drawn(o, self.p, Packets(packet.size, 0, False), drawn, exposed, replacements).hand
        )
