"""Red threes that nobody saw and that were kept all the same (P0-23): shown as left over, or found by counting.

A red three in an unseen Hand accuses nobody while it lies there. Two things at the end of a deal betray it: the Hand is laid open, and
everything in it had come before its player last discarded; or all packets together leave the missing red threes no place where
they may lie unexposed, which are the stock and the unopened Feet.
"""

from __future__ import annotations

from handfoot_engine.table import Packet
from handfoot_grammar import log
from handfoot_spec.cards import RED_THREES, THREE_OF_UNKNOWN_COLOUR
from handfoot_spec.definitions import INTEGERS, red_threes_out

from ..context import Context, Spot

_MOVES_CARDS = frozenset((log.DRAW, log.TAKE, log.PICKUP, log.MELD, log.ADD, log.RED, log.FOOT, log.DISCARD, log.MOVE))


def check_red_left(c: Context, player: int, packet: Packet, span: log.Span | Spot, lost_track: bool) -> None:
    """A red three is left in a packet in play, which was unseen until now: it was held when its player last discarded.

    ``lost_track``: a known card had left the packet unrecognised, so that this may be a red three that was reported before.
    """
    if lost_track and any(f.code == "HF401" and f.player == c.name(player) for f in c.findings[c.this_deal.mark :]):
        return
    held, reported = packet.red_threes(), c.this_deal.reported_reds
    new = held - reported.get(packet, 0)
    if new <= 0 or red_threes_out(INTEGERS, c.profile, held) or not _ended_with_discard(c, player):
        return
    what, were = ("a red three", "it was") if new == 1 else (f"{new} red threes", "they were")
    c.find(
        "HF401", f"{c.name(player)} has {what} left; {were} there at the last discard and had to be exposed and replaced before",
        span, player=player, in_turn=False,
    )  # fmt: skip
    reported[packet] = held


def check_red_threes_of_deal(c: Context) -> None:
    """At the end of a deal the red threes that nobody saw lie in the stock and in unopened Feet; more of them were kept in Hands."""
    deal, table = c.this_deal, c.table
    if deal.ended in (None, "abandoned") or red_threes_out(INTEGERS, c.profile, 1) or not _counts_are_sure(c):
        return
    all_of_them = 2 * c.profile.packs
    seen = sum(table.seen[card] for card in (*RED_THREES, THREE_OF_UNKNOWN_COLOUR))
    if all_of_them - seen <= table.stock:
        return  # most deals: no more is to be counted
    room = table.stock + int(c.profile.starter.turned and deal.turn_up is None)
    room += sum(meld.unseen for side in table.sides for meld in side.melds)
    for player in range(table.players):
        room += 0 if table.opened_foot[player] else table.feet[player].unseen
        room += 0 if _ended_with_discard(c, player) else table.packet(player).unseen
    kept = all_of_them - seen - room
    if kept <= 0 or c.statement is None:
        return
    c.find(
        "HF401",
        f"{seen} of {all_of_them} red threes have shown, and no more than {room} can lie in the stock and in unopened Feet: "
        f"{'one was' if kept == 1 else f'{kept} were'} kept in a Hand or an opened Foot and had to be exposed and replaced",
        c.statement.at.whole(), expected=f"at least {all_of_them - room} shown", found=str(seen), in_turn=False,
    )  # fmt: skip


def _counts_are_sure(c: Context) -> bool:
    """Whether every card has a place of which it is known how many lie there, and no card was seen that may be one of them."""
    table, deal = c.table, c.this_deal
    packets = (*table.hands, *table.feet)
    return (
        any(packet.had_unseen for packet in packets)
        and not any(packet.blurred or packet.shed for packet in packets)
        and not any(side.blurred for side in table.sides)
        and not (table.stock_blurred or table.pile_blurred or table.unclear or table.loose or deal.blurred)
        and not any(f.code.startswith(("HF0", "HF1")) for f in c.findings[deal.mark :])
        and not any(_reshuffles(statement) for statement in _of_deal(c))
    )


def _ended_with_discard(c: Context, player: int) -> bool:
    """Whether the last deed of a player that moved a card was a discard: every card held now was held when it was made."""
    turns = [s for s in _of_deal(c) if isinstance(s, log.Turn) and s.player == player]
    if not turns:
        return False
    actions = turns[-1].actions
    moved = [action.kind for action in actions if action.kind in _MOVES_CARDS]
    certain = not any(action.kind in (log.UNREADABLE, log.TAKEBACK) for action in actions)
    return certain and moved[-1:] == [log.DISCARD]


def _of_deal(c: Context) -> list[log.Statement]:
    """The statements of the current deal, as far as they were read."""
    from ..hidden.happenings import statements_of  # only where something was unseen

    statements, place = c.game.statements, c.this_deal.place
    begin = next((n for n in range(len(statements) - 1, -1, -1) if statements[n].at is place), None)
    return [] if begin is None else [statement for _, statement in statements_of(c.game, begin)]


def _reshuffles(statement: log.Statement) -> bool:
    return isinstance(statement, log.Turn) and any(isinstance(action, log.Reshuffle) for action in statement.actions)
