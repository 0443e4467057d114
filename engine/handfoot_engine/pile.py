"""What comes from the discard pile: a card as a draw, and takes with their melds and the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from handfoot_grammar import log
from handfoot_grammar.log import Lay
from handfoot_spec.cards import COMPATIBLE, IS_WILD, KINDS, UNSEEN, Card
from handfoot_spec.definitions import INTEGERS, take_size
from handfoot_spec.tables import tables

from .foot import use_foot_unannounced
from .lays import closest, looseness, put
from .step import Step
from .stock import follow_chain, settle_stock
from .table import Packet

if TYPE_CHECKING:
    from .replay import Replay


def take(walk: Replay, action: log.Take, step: Step) -> None:
    """``take``: the top of the pile as a draw, of which the closer knowledge is kept.

    An unseen draw of unwritten size before it was the rest of the same draw: one card fewer.
    """
    table, turn, card = walk.table, walk.current(), action.card
    step.player = turn.player
    step.packet = packet = turn.packet
    if turn.bare and walk.profile.turn.mixed_draw and packet.unseen and packet.size > 0:
        packet.unseen -= 1
        packet.size -= 1
        table.stock += turn.bare == walk.profile.turn.draw
    turn.bare = 0
    step.before, step.pile_before, step.count = packet.size, len(table.pile), 1
    step.top = top = table.pile.pop() if table.pile else UNSEEN
    if not step.pile_before or top not in COMPATIBLE[card]:
        table.reveal(card)
        table.loose += not table.pile_blurred
    elif top == UNSEEN or len(KINDS[card]) < len(KINDS[top]):
        table.forget(top, int(top != UNSEEN))
        table.reveal(card)
    else:
        card = top
    packet.hold(card)
    if not table.pile:
        table.starter = None
    turn.draws += 1
    turn.taken, turn.to_judge = (*turn.taken, card), True
    turn.laid_in_take, turn.foot_stays = len(turn.laid), turn.foot_taken


def _frozen(walk: Replay) -> bool:
    """Whether a wild card, or a starter that does so, freezes the pile."""
    p, table = walk.profile, walk.table
    if not (p.take.wild_freezes or p.starter.freezes):
        return False
    if p.take.wild_freezes and any(IS_WILD[card] for card in table.pile):
        return True
    return table.starter is not None and tables(p).freezes[table.starter]


def _but_for(top: Card, lays: Sequence[Lay]) -> list[Card]:
    """The cards of a take's melds without the top card."""
    cards = [card for lay in lays for card in lay.cards]
    if (melded := closest(cards, top)) is not None:
        cards.remove(melded)
    return cards


def pick_up(walk: Replay, action: log.Pickup, step: Step) -> None:
    """``pickup``: the top cards; melds with the top card and the hand first, then the rest into the packet."""
    table, turn = walk.table, walk.current()
    step.player = player = turn.player
    pile = table.pile
    step.pile_before, step.stock_before = len(pile), table.stock
    step.exposed = step.replaced = 0
    step.missing, step.not_red, step.extra, step.lacking = [], [], [], []
    count = action.count
    if count is None:
        size = len(pile)
        if table.pile_blurred:
            size = max(size, 1 + len(action.rest) if action.rest is not None else 0)
        count = take_size(INTEGERS, walk.profile, size)
        if size and not count:  # where the pile is never taken nothing says how much of it was
            count = min(size, 1 + len(action.rest or ()))
            if action.rest is None:
                table.blur_pile()
                table.blur_packet(turn.packet)
    step.count, step.frozen = count, _frozen(walk)
    lifted = min(count, len(pile))
    block = pile[len(pile) - lifted :]
    del pile[len(pile) - lifted :]
    if not pile:
        table.starter = None
    if table.pile_blurred:
        block = [UNSEEN] * (count - lifted) + block
        if action.count is None and action.rest is None:
            turn.packet.blurred = turn.packet.had_unseen = True
    step.top = top = block[-1] if block else UNSEEN
    under = block[-2::-1] if len(block) > 1 else []
    if turn.foot_owed and not turn.in_foot:
        use_foot_unannounced(walk, turn, _but_for(top, action.lays))
    step.packet = packet = turn.packet
    step.before, step.reds_before = packet.size, packet.red_threes()
    step.top_lay = lay_with_top(action.lays, top) if block else None
    if block and step.top_lay is None and action.rest is not None and len(action.rest) > len(under):
        under.insert(0, top)  # nothing was melded with the top, and the list of what was taken begins with it
    elif block:
        packet.hold(top)
    lay_there = len(under)
    step.laids = [put(walk, turn, packet, lay, under) for lay in action.lays]
    turn.laid_in_take, turn.foot_stays = len(turn.laid), turn.foot_taken
    step.rest_before = packet.size
    turn.emptied_in_take = packet.size == 0 and bool(under)
    if action.rest is None:
        for card in under:
            packet.hold(card)
    elif len(under) < len(action.rest) <= lay_there:  # what was melded from under the top is listed once more
        take_rest(
            walk,
            player,
            packet,
            without(action.rest, [card for laid in step.laids for card in laid.buried]),
            under,
            step,
        )
    else:
        take_rest(walk, player, packet, action.rest, under, step)
    turn.takes += 1
    settle_stock(walk, step)


def lay_with_top(lays: tuple[Lay, ...], top: Card) -> int | None:
    """The lay that has the top card: a new meld if one can have it, else an addition."""
    same = COMPATIBLE[top]
    best: int | None = None
    for i, lay in enumerate(lays):
        if any(card in same for card in lay.cards):
            if not lay.adds:
                return i
            if best is None:
                best = i
    return best


def take_rest(walk: Replay, player: int, packet: Packet, rest: log.Items, under: list[Card], step: Step) -> None:
    """The rest of a take as listed, against what lay under the top."""
    table, left = walk.table, list(under)
    for item in sorted(rest, key=looseness):
        card = item if type(item) is int else item[0]  # type: ignore[index]
        match = closest(left, card)
        if match is None:
            step.extra.append(card)
            table.reveal(card)
            table.loose += 1
        else:
            left.remove(match)
            if match != card:  # keep the closer knowledge of the two
                if match == UNSEEN:
                    table.reveal(card)
                elif card == UNSEEN or len(COMPATIBLE[card]) > len(COMPATIBLE[match]):
                    card = match
                else:
                    table.forget(match)
                    table.reveal(card)
        if type(item) is int:
            packet.hold(card)
        else:
            follow_chain(walk, player, packet, item, step)  # type: ignore[arg-type]
    step.lacking = left
    for i, card in enumerate(
        left
    ):  # what lay there was taken, whatever the list says: one of the two lies in the packet
        if i < len(step.extra) and card != UNSEEN:
            packet.counts[card] += 1
            packet.shed += 1
        elif i >= len(step.extra):
            packet.hold(card)


def without(items: log.Items, cards: list[Card]) -> log.Items:
    """The list without one item for each of ``cards``."""
    left = list(items)
    for card in cards:
        same = next((item for item in left if item == card), None) or next(
            (i for i in left if i in COMPATIBLE[card]), None
        )
        if same is not None:
            left.remove(same)
    return tuple(left)
