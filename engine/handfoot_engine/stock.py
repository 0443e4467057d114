"""What comes from the stock: draws, red threes and their replacements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handfoot_grammar import log
from handfoot_spec.cards import CLASS, JOKER, MAY_BE_RED_THREE, UNSEEN

from .step import Step
from .table import Packet

if TYPE_CHECKING:
    from .replay import Replay


def draw(walk: Replay, action: log.Draw, step: Step) -> None:
    """``draw``: cards of the stock come into the packet; a red three written with its chain is exposed at once."""
    table, turn = walk.table, walk.turn
    assert turn is not None
    step.player = player = turn.player
    step.packet = packet = turn.packet
    step.before, step.stock_before = packet.size, table.stock
    step.exposed = 0
    cards = action.cards
    if cards is None:
        step.count = max(0, walk.profile.turn.draw - len(turn.taken))
        turn.bare = min(step.count, table.stock)
        for _ in range(step.count):
            table.draw(packet, UNSEEN)
    else:
        step.count = len(cards)
        counts, seen, seen_class, copies, class_copies = (
            packet.counts,
            table.seen,
            table.seen_class,
            table.copies,
            table.class_copies,
        )
        for card in cards:
            if type(card) is int:
                if card > JOKER:  # not known exactly
                    table.draw(packet, card)
                    continue
                # Table.draw, written out: half of all cards that move are drawn here
                kind = CLASS[card]
                counts[card] += 1
                packet.size += 1
                table.stock -= 1
                seen[card] = n = seen[card] + 1
                seen_class[kind] = m = seen_class[kind] + 1
                if n > copies[card] or m > class_copies[kind]:
                    table.excess.append(card)
            else:
                if not step.exposed:
                    step.replaced, step.not_red = 0, []
                table.stock -= 1
                table.reveal(card[0])  # type: ignore[index]
                follow_chain(walk, player, packet, card, step)  # type: ignore[arg-type]
    turn.draws += 1
    turn.laid_in_take, turn.foot_stays = len(turn.laid), turn.foot_taken
    step.stock_short, step.stock_after = 0, table.stock
    if table.stock < 0:
        settle_stock(walk, step)


def settle_stock(walk: Replay, step: Step) -> None:
    """Notes by how many cards the stock was overdrawn; it is never below nothing."""
    table = walk.table
    step.stock_short = 0
    if table.stock < 0:
        step.stock_short, table.stock = -table.stock, 0
    step.stock_after = table.stock


def follow_chain(walk: Replay, player: int, packet: Packet, chain: tuple[int, ...], step: Step) -> None:
    """A red three that is out of its packet, with its replacements; a card that is none stays with the player."""
    table = walk.table
    shown = chain[:-1]
    step.exposed += len(shown)
    step.replaced += len(shown) - (chain[-1] < 0)
    wrong = [card for card in shown if not MAY_BE_RED_THREE[card]]
    if not wrong:
        table.expose(player, packet, chain)
        return
    step.not_red = [*step.not_red, *wrong]
    for i, card in enumerate(shown):
        if i:
            table.stock -= 1
            table.reveal(card)
        if MAY_BE_RED_THREE[card]:
            table.sides[table.team_of[player]].reds += 1
        else:
            packet.hold(card)
    if chain[-1] >= 0:
        table.draw(packet, chain[-1])


def expose(walk: Replay, player: int, chains: tuple[tuple[int, ...], ...], step: Step) -> None:
    """Red threes of a packet, each with the chain of its replacements."""
    table = walk.table
    step.packet = packet = table.packet(player)
    step.before, step.stock_before = packet.size, table.stock
    step.exposed = step.replaced = 0
    step.missing, step.not_red = [], []
    for chain in chains:
        if not table.play(packet, chain[0]):
            step.missing.append(chain[0])
        follow_chain(walk, player, packet, chain, step)
    settle_stock(walk, step)


def red(walk: Replay, action: log.RedThrees, step: Step) -> None:
    """``red``: red threes exposed as a deed of their own."""
    step.player = walk.current().player
    expose(walk, step.player, action.chains, step)


def reshuffle(walk: Replay, action: log.Reshuffle, step: Step) -> None:
    """``reshuffle``: the discard pile becomes the stock, its cards unknown again unless their order is written.

    A list of all but one of them leaves the top where it lies.
    """
    table, cards = walk.table, action.cards
    step.player, step.stock_before, step.pile_before = walk.current().player, table.stock, len(table.pile)
    kept = [table.pile.pop()] if cards is not None and len(cards) + 1 == len(table.pile) else []
    for card in table.pile:
        if card != UNSEEN:
            table.forget(card)
    alone = table.stock == 0 and not (table.stock_blurred or table.pile_blurred)
    table.stock_order = list(cards) if cards is not None and alone and len(cards) == len(table.pile) else None
    table.stock_next = 0
    table.stock += len(table.pile)
    table.pile[:] = kept
    table.starter = None
    table.stock_blurred = table.stock_blurred or table.pile_blurred
