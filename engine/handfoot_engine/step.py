"""What one turn has done so far, and what one action did."""

from __future__ import annotations

from typing import Any

from handfoot_grammar.log import Lay
from handfoot_spec.cards import UNSEEN, Card

from .table import Meld, Packet, Table


class Laid:
    """One lay: the meld that took the cards, its size before, and cards that the packet cannot have held."""

    __slots__ = ("before", "buried", "created", "had_unfinished", "lay", "meld", "missing", "packet", "unfinished")

    def __init__(
        self, lay: Lay, meld: Meld, before: int, had_unfinished: int, unfinished: bool, packet: Packet, created: bool
    ) -> None:
        self.lay, self.meld, self.before = lay, meld, before
        self.had_unfinished = had_unfinished  # unfinished melds of that rank that the team had before
        self.unfinished = unfinished  # whether an ``add`` found an unfinished meld of the team
        self.packet, self.created = packet, created  # where the cards came from; whether the meld is new
        self.missing: tuple[Card, ...] = ()
        self.buried: tuple[Card, ...] = ()  # in a take: cards that came from under the top


class TurnState:
    """What a player has done in this turn so far."""

    __slots__ = (
        "asked", "bare", "blurred", "declared_out", "discarded", "discards", "draws", "emptied_in_take", "foot_acts", "foot_merged", "foot_owed",
        "foot_stays", "foot_taken", "foot_unannounced", "hand_discarded", "in_foot", "laid", "laid_in_take", "melded", "moves", "packet",
        "player", "ran_in", "side", "side_opened", "taken", "takes", "team", "to_judge",
    )  # fmt: skip

    def __init__(self, player: int, table: Table) -> None:
        self.player = player
        self.team = team = table.team_of[player]
        self.side = side = table.sides[team]
        self.side_opened = side.opened  # before the turn
        self.in_foot = in_foot = table.opened_foot[player]
        self.packet = packet = (table.feet if in_foot else table.hands)[player]  # that is played from
        if packet.size == 0 and not self.in_foot and not packet.blurred:
            table.foot_owed[player] = True
        self.foot_owed = table.foot_owed[player]
        self.draws = self.takes = self.discards = 0
        self.bare = 0  # cards that an unseen draw of unwritten size brought from the stock
        self.asked: bool | None = None
        self.declared_out = self.foot_taken = self.foot_acts = self.hand_discarded = self.blurred = False
        self.emptied_in_take = self.ran_in = False  # into the Foot, by melding
        self.to_judge = False  # something was done that only the whole turn shows to be right
        self.taken: tuple[Card, ...] = ()  # drawn from the discard pile
        self.foot_unannounced = False  # played from without a ``foot``, and not judged yet
        self.melded = 0
        self.laid: list[Laid] = []
        self.laid_in_take = 0  # how many of ``laid`` a takeback leaves alone
        self.foot_stays = self.foot_merged = False  # taken before the draw; taken with cards left in the Hand
        self.discarded: tuple[tuple[Card, Packet], ...] = ()
        self.moves: tuple[tuple[int, Card, Meld, Meld], ...] = ()  # with the number of lays before it


class Step:
    """What one action did. Which fields are filled depends on the action; the others keep old values."""

    __slots__ = (
        "action", "before", "count", "exposed", "extra", "frozen", "hidden", "index", "lacking", "laid", "laids", "missing", "moved_from",
        "moved_to", "not_red", "packet", "pile_before", "player", "reds_before", "replaced", "rest_before", "stock_after", "stock_before",
        "stock_short", "top", "top_lay", "undone",
    )  # fmt: skip

    def __init__(self) -> None:
        self.action: Any = None
        self.index = self.player = self.before = self.count = self.exposed = self.replaced = self.reds_before = 0
        self.pile_before = self.stock_before = self.stock_after = self.stock_short = self.rest_before = 0
        self.hidden = self.frozen = False
        self.top: Card = UNSEEN
        self.top_lay: int | None = None
        self.packet: Packet = Packet()
        self.laid: Laid | None = None
        self.laids: list[Laid] = []
        self.missing: list[Card] = []
        self.extra: list[Card] = []
        self.lacking: list[Card] = []
        self.not_red: list[Card] = []
        self.undone: list[Laid] = []
        self.moved_from: Meld | None = None
        self.moved_to: Meld | None = None
