"""The Foot comes into use: picked up, or played from without a word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from handfoot_spec.cards import Card

from .step import TurnState
from .table import Packet

if TYPE_CHECKING:
    from .replay import Replay


def use_foot(walk: Replay, turn: TurnState) -> None:
    """From here the player plays from the Foot; cards left in the Hand are played together with it."""
    table, player = walk.table, turn.player
    hand, foot = table.hands[player], table.feet[player]
    table.opened_foot[player] = turn.foot_taken = True
    if hand.size or hand.blurred:
        turn.foot_merged = True
        for card in hand.known():
            foot.hold(card)
        foot.unseen += hand.unseen
        foot.size += hand.unseen - hand.shed
        foot.shed += hand.shed
        foot.had_unseen = foot.had_unseen or hand.had_unseen
        foot.blurred = foot.blurred or hand.blurred
        table.hands[player] = Packet()
    turn.packet, turn.in_foot, turn.ran_in = foot, True, turn.melded > 0


def use_foot_unannounced(walk: Replay, turn: TurnState, cards: Sequence[Card]) -> None:
    """The Foot comes into use where it is due, no ``foot`` has taken it up, and the Hand cannot give ``cards``.

    It is due where melding has emptied the Hand, and from the turn on that began with an empty one (P0-37, P0-38).
    """
    table, player = walk.table, turn.player
    hand, foot = table.hands[player], table.feet[player]
    due = turn.foot_owed or (turn.melded and hand.size == 0)
    if not due or hand.blurred or foot.blurred or foot.size == 0 or turn.discards:
        return
    enough = len(cards) <= hand.size
    lacking = [card for card, n in Counter(cards).items() if not (enough and hand.may_hold(card, n))]
    # cards that two unseen packets might share out prove nothing about the Foot
    if any(foot.may_hold(card) and not (hand.had_unseen and foot.unseen) for card in lacking):
        use_foot(walk, turn)
        turn.foot_unannounced = True
