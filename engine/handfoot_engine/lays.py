"""Cards laid on melds, taken back, moved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from handfoot_grammar import log
from handfoot_grammar.log import Lay
from handfoot_spec.cards import COMPATIBLE, JOKER, KINDS, THREE_RANK, WILD_RANK, Card

from .foot import use_foot_unannounced
from .kinds import as_played
from .step import Laid, Step, TurnState
from .table import Meld, Packet

if TYPE_CHECKING:
    from .replay import Replay


def lay_cards(walk: Replay, action: Lay, step: Step) -> None:
    """``meld`` and ``add`` outside a take."""
    turn = walk.turn
    assert turn is not None
    step.player = turn.player
    if not turn.in_foot and (turn.packet.size == 0 or turn.foot_owed):
        use_foot_unannounced(walk, turn, action.cards)
    step.packet = packet = turn.packet
    step.before = packet.size
    step.laid = put(walk, turn, packet, action, None)


def put(walk: Replay, turn: TurnState, packet: Packet, lay: Lay, under: list[Card] | None) -> Laid:
    """Lays cards from a packet (in a take also from ``under`` the top) on their meld."""
    table, side = walk.table, turn.side
    if lay.rank <= THREE_RANK or lay.rank == WILD_RANK:
        lay = as_played(walk.profile, lay)
    group = side.unfinished.get(lay.rank)
    had = len(group) if group else 0
    if not lay.adds:
        laid = Laid(lay, table.begin_meld(turn.team, lay), 0, had, True, packet, True)
    else:
        found: Meld | None
        if had == 1 and lay.number is None:
            assert group is not None
            found, unfinished = group[0], True
        else:
            found, unfinished = table.meld_for(turn.team, lay)
        if found is None:
            laid = Laid(lay, table.begin_meld(turn.team, lay, stray=True), 0, had, unfinished, packet, True)
        else:
            laid = Laid(lay, found, found.size, had, unfinished, packet, False)
            found.lay(lay)
            if found.size >= table.least_cap:
                table.settle(turn.team, found)
    counts = packet.counts
    for card in lay.exact_first:
        n = counts[card]
        if n and packet.size > 0 and card <= JOKER:
            counts[card] = n - 1
            packet.size -= 1
        elif under and not packet.may_hold(card) and (hidden := closest(under, card)) is not None:
            under.remove(hidden)
            laid.buried += (card,)
        elif not table.play(packet, card):
            laid.missing += (card,)
    turn.laid.append(laid)
    turn.melded += 1
    if turn.in_foot:
        turn.foot_acts = True
    if not side.opened:
        side.opened = True
        if table.first_side is None:
            table.first_side = turn.team
    return laid


def take_back(walk: Replay, action: Any, step: Step) -> None:
    """Everything since the draw or take of this turn is undone."""
    table, turn = walk.table, walk.current()
    step.player = player = turn.player
    team = table.team_of[player]
    step.undone = []
    step.count = len(turn.discarded) + len(turn.moves) + len(turn.laid) - turn.laid_in_take
    for card, packet in reversed(turn.discarded):
        if table.pile and table.pile[-1] == card:
            packet.hold(table.pile.pop())
    turn.discarded = ()
    turn.discards, turn.hand_discarded = 0, False
    while len(turn.laid) > turn.laid_in_take or turn.moves:
        if turn.moves and turn.moves[-1][0] >= len(turn.laid):
            _, card, source, target = turn.moves[-1]
            turn.moves = turn.moves[:-1]
            move_card(walk, team, card, target, source)
            continue
        laid = turn.laid.pop()
        laid.meld.unlay(laid.lay)
        table.settle(team, laid.meld)
        if laid.created:
            table.sides[team].melds.remove(laid.meld)
            if not laid.meld.stray:
                table.sides[team].begun[laid.meld.rank] -= 1
        for card in laid.lay.cards:
            laid.packet.hold(card)
        turn.melded -= 1
        step.undone.append(laid)
    if turn.foot_taken and not turn.foot_stays:
        table.opened_foot[player] = turn.in_foot = False
        turn.packet = table.hands[player]
        turn.foot_taken = turn.foot_acts = False
        if turn.foot_merged:  # which cards go back into which packet nobody can say
            table.blur_packet(table.hands[player])
            table.blur_packet(table.feet[player])
    if not turn.side_opened and not turn.laid and not turn.side.melds:
        table.sides[team].opened = False
        if table.first_side == team:
            table.first_side = None
    turn.declared_out = False


def move(walk: Replay, action: log.Move, step: Step) -> None:
    """``move``: a laid card goes from one meld to another."""
    table, turn = walk.table, walk.current()
    step.player = player = turn.player
    team = table.team_of[player]
    source, _ = table.meld_for(team, as_played(walk.profile, Lay(True, action.rank, (), action.number)))
    target, _ = table.meld_for(team, as_played(walk.profile, Lay(True, action.to_rank, (), action.to_number)))
    step.moved_from, step.moved_to = source, target
    step.before = source.size if source is not None else 0
    step.count = target.size if target is not None else 0
    card = None if source is None else closest(source.cards, action.card)
    if source is None or target is None or card is None:
        step.missing = [action.card]
        return
    step.missing = []
    turn.moves += ((len(turn.laid), card, source, target),)
    move_card(walk, team, card, source, target)


def move_card(walk: Replay, team: int, card: Card, source: Meld, target: Meld) -> None:
    """Moves a card between melds and sorts these anew."""
    source.cards.remove(card)
    source.cards.append(card)
    source.unlay(as_played(walk.profile, Lay(True, source.rank, (card,))))
    target.lay(as_played(walk.profile, Lay(True, target.rank, (card,))))
    walk.table.settle(team, source)
    walk.table.settle(team, target)


def looseness(item: log.Item) -> int:
    """Exact cards first: one known by rank alone can stand for any that they leave."""
    return len(KINDS[item if isinstance(item, int) else item[0]])


def closest(cards: list[Card], card: Card) -> Card | None:
    """Of a list, the best known card that may be this one: what is known less exactly is left for the others."""
    return card if card in cards else min((c for c in cards if c in COMPATIBLE[card]), key=looseness, default=None)
