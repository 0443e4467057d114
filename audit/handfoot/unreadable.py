"""Lines and deeds that could not be read: every place that one may have touched becomes unknown, and nothing is guessed.

What the line may have been decides how much that is: a whole deal, a packet, any deed of anybody, or a deed of one player.
"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from handfoot_grammar import log
from handfoot_grammar.parse import ACTION_WORDS

from .context import DealState

if TYPE_CHECKING:
    from .auditor import GameAuditor


def unread_line(auditor: GameAuditor, statement: log.UnreadLine) -> None:
    """A line that could not be read, by the kind of statement that it nearly was."""
    c, deal, dropped = auditor.c, auditor.c.deal, statement.dropped
    if auditor.mismatch:
        return
    if dropped == "deal":
        lose_deal(auditor)
        return
    if deal is None:
        return
    if dropped == "end":
        if c.emptied is not None:
            c.turn_place = None  # whether going out was declared stands in this line
        auditor.close_turn("abandoned")
        deal.end_lost = True
    elif not deal.set_up and dropped in ("hand", "foot", "red", "stock", "turn-up"):
        # no set-up after play had begun: a turn that lost its label, or the next deal
        unread_play(auditor, log.UnreadLine(statement.at, True), deal)
    elif dropped in ("hand", "foot"):
        deal.packets_lost.add((dropped == "foot", statement.player))
        deal.blurred = True
        if deal.checked_set_up:
            blur_set_up(auditor, deal)
    elif dropped in ("stock", "turn-up"):
        deal.blurred = True
    elif dropped == "red":
        auditor.close_set_up()
        _blur(auditor, deal, statement.player)
    elif statement.play:
        unread_play(auditor, statement, deal)


def lose_deal(auditor: GameAuditor) -> None:
    """The line that begins a deal could not be read: nothing up to the next such line is judged, nor any total after it."""
    c = auditor.c
    auditor.close_open_deal()
    c.deal, auditor.lost = None, True
    auditor.deals_uncertain += 1
    auditor.book.lose()
    c.table = c.walk.begin_deal()


# --- play ---------------------------------------------------------------------------------------------------------


def unread_play(auditor: GameAuditor, statement: log.UnreadLine, deal: DealState, certain: bool = True) -> None:
    """A line that may have been any deed: of the player whose label it nearly has if it is the turn of that one, else of anybody.

    :param certain: whether a label that fits makes it a line of play.
    """
    c, turn = auditor.c, auditor.c.walk.turn
    if deal.ended is not None or deal.scored:
        deal.next_deal_lost = True  # what it said may have begun another deal
        return
    open_turn = turn is not None and not turn.discards
    likely = (deal.expected, turn.player if turn is not None and open_turn else None)
    player = statement.player if statement.player in likely else None
    if deal.set_up and (player is None or not certain):
        deal.set_up_lost, deal.expected, deal.lost_line = True, None, True
        if deal.checked_set_up:
            blur_set_up(auditor, deal)
        return
    auditor.close_set_up()
    if auditor.mismatch:
        return
    deal.set_up, deal.played = False, True
    if turn is not None and open_turn and player in (None, turn.player):
        turn.blurred = True
        c.truncate(min(c.turn_mark, len(c.findings)))  # what was done since the draw may have been taken back in it
    else:
        _next_turn(auditor, statement, player)
    if player is None:
        deal.expected, deal.lost_line, deal.end_lost = None, True, True
    else:
        deal.expected = (player + 1) % len(auditor.game.seats)
    deal.penalty_lost = deal.penalty_lost or any('"' in text for _, text in statement.at.source_lines())
    _blur(auditor, deal, player)


def _next_turn(auditor: GameAuditor, statement: log.UnreadLine, player: int | None) -> None:
    """The turn is over, and the line is the beginning of another: of ``player``, or nobody knows of whom."""
    c = auditor.c
    if c.emptied is not None:
        c.turn_place = None  # whether going out was declared may stand in the line
    auditor.close_turn("next")
    c.walk.close_turn()
    c.walk.turn = None
    if player is not None:
        c.turn = c.walk.begin_turn(player)
        c.turn.blurred = True
        c.emptied = c.left_one = c.opening = None
        c.flags, c.turn_mark, c.turn_place = set(), len(c.findings), (statement.at, 0)


def only_a_label(statement: log.Turn) -> bool:
    """Whether no deed of a turn can be read or guessed: maybe it is no turn at all, but a hand or what is left."""
    return all(type(action) is log.Unread and not _close_to(action.text) for action in statement.actions)


def unread_action(auditor: GameAuditor, action: log.Unread) -> None:
    """An unreadable deed in a line of play whose player is known."""
    c, deal = auditor.c, auditor.c.this_deal
    deal.due.pop(c.turn.player, None)
    if _may_be(action.text, "takeback"):
        c.truncate(min(c.turn_mark, len(c.findings)))
    if _may_be(action.text, "penalty"):
        deal.penalty_lost = True


def _may_be(text: str, word: str) -> bool:
    """Whether an unreadable deed may have been ``word``: its own keyword is not clearly another."""
    close = _close_to(text)
    return close is None or close == word


def _close_to(text: str) -> str | None:
    """The keyword that an unreadable deed nearly begins with."""
    first = text.split(None, 1)[0] if text else ""
    close = [first] if first in ACTION_WORDS else difflib.get_close_matches(first[:40], ACTION_WORDS, 1, 0.6)
    return close[0] if close else None


# --- what is unknown then -----------------------------------------------------------------------------------------


def _blur(auditor: GameAuditor, deal: DealState, player: int | None) -> None:
    """What a player, or anybody, has and had to do is unknown."""
    auditor.c.walk.blur(player)
    deal.blurred = True
    if player is None:
        deal.due.clear()
    else:
        deal.due.pop(player, None)


def blur_set_up(auditor: GameAuditor, deal: DealState) -> None:
    """What was dealt stands in a line that could not be read."""
    table = auditor.c.table
    if deal.set_up_lost:
        _blur(auditor, deal, None)
    for is_foot, owner in deal.packets_lost:
        for seat, packet in enumerate(table.feet if is_foot else table.hands):
            if owner in (None, seat) and (is_foot, seat) not in deal.dealt:
                table.blur_packet(packet)
                table.stock_blurred = table.stock_blurred or table.stock_order is None
