"""The rest of a turn: the Foot, the discard, what is asked and said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from handfoot_grammar import log
from handfoot_spec.cards import JOKER, UNSEEN

from .foot import use_foot, use_foot_unannounced
from .lays import looseness
from .step import Step
from .stock import follow_chain, settle_stock
from .table import Packet

if TYPE_CHECKING:
    from .replay import Replay


def take_foot(walk: Replay, action: log.TakeFoot, step: Step) -> None:
    """``foot``: the Foot is played from now; cards left in the Hand go with it."""
    table, turn = walk.table, walk.current()
    step.player = player = turn.player
    hand, foot = table.hands[player], table.feet[player]
    step.packet, step.before, step.stock_before = foot, hand.size, table.stock
    step.count = int(table.opened_foot[player])
    step.exposed = step.replaced = 0
    step.missing, step.not_red, step.lacking, step.extra = [], [], [], []
    step.hidden = foot.had_unseen
    turn.foot_taken = True
    if table.opened_foot[player]:
        settle_stock(walk, step)
        return
    if action.cards is not None:
        step.rest_before, unclear = foot.size, table.unclear
        for item in sorted(action.cards, key=looseness):
            card = item if type(item) is int else item[0]  # type: ignore[index]
            if not table.play(foot, card):
                step.missing.append(card)
        table.unclear = unclear  # no card has left it
        step.lacking = foot.known() + [UNSEEN] * foot.unseen if foot.size and not foot.blurred else []
        had_unseen = foot.had_unseen
        foot = table.feet[player] = Packet()
        foot.had_unseen = had_unseen and UNSEEN in action.cards
        for item in action.cards:
            if type(item) is int:
                foot.hold(item)
            else:
                follow_chain(walk, player, foot, item, step)  # type: ignore[arg-type]
        step.packet = foot
    use_foot(walk, turn)
    settle_stock(walk, step)


def discard(walk: Replay, action: log.Discard, step: Step) -> None:
    """``discard``: a card of the packet goes on the pile."""
    table, turn = walk.table, walk.turn
    assert turn is not None
    step.player = turn.player
    card = action.card
    if not turn.in_foot and (turn.packet.size == 0 or turn.foot_owed):
        use_foot_unannounced(walk, turn, (card,))
    step.packet = packet = turn.packet
    step.before = packet.size
    n = packet.counts[card]
    step.missing = []
    if n and packet.size > 0 and card <= JOKER:
        packet.counts[card] = n - 1
        packet.size -= 1
    elif not table.play(packet, card):
        step.missing = [card]
    table.pile.append(card)
    turn.discarded += ((card, packet),)
    turn.discards += 1
    if turn.in_foot:
        turn.foot_acts = True
    elif packet.size == 0 and not packet.blurred:
        turn.hand_discarded = True


def ask(walk: Replay, action: log.Ask, step: Step) -> None:
    """``ask``: the answer is noted."""
    turn = walk.current()
    step.player = turn.player
    step.packet = walk.table.packet(turn.player)
    turn.asked, turn.to_judge = action.granted, True


def out(walk: Replay, action: Any, step: Step) -> None:
    """``out``: going out is declared."""
    turn = walk.current()
    step.player = turn.player
    turn.declared_out = turn.to_judge = True


def penalty(walk: Replay, action: log.Penalty, step: Step) -> None:
    """``penalty``: points given or taken."""
    step.player = walk.current().player
    if action.team in walk.teams:
        walk.penalties[walk.teams.index(action.team)] += action.points


def unreadable(walk: Replay, action: log.Unread, step: Step) -> None:
    """A deed that could not be read: what it may have touched is unknown from here on."""
    turn = walk.current()
    step.player = turn.player
    turn.blurred = True
    walk.blur(turn.player)


def nothing(walk: Replay, action: Any, step: Step) -> None:
    """A deed that moves no card."""
    step.player = walk.current().player
