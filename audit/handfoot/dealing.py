"""The lines before the first turn: a deal begins, packets are dealt, a starter is turned up, red threes are exposed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handfoot_grammar import log
from handfoot_spec.tables import tables

from .checks import setup, stock
from .context import DealState

if TYPE_CHECKING:
    from .auditor import GameAuditor


def begin(auditor: GameAuditor, statement: log.DealStart) -> None:
    """The next deal; with it, the one before is over."""
    c = auditor.c
    if auditor.mismatch:
        return
    before = c.deal
    auditor.close_open_deal()
    left_out = statement.number - 1 - (auditor.deal_numbers[-1] if auditor.deal_numbers else 0)
    if (
        left_out > 0 and not auditor.lost
    ):  # a record that begins later, or leaves a deal out: totals hold what it does not show
        auditor.deals_uncertain += left_out
        auditor.book.lose()
    auditor.lost = False
    c.deal = None
    c.table = c.walk.begin_deal(statement.number)
    if c.profile is not c.walk.profile:  # this deal has values of its own
        c.profile, c.tables = c.walk.profile, tables(c.walk.profile)
    deal = c.deal = DealState(statement.number, statement.dealer, statement.at)
    deal.scores = tuple(auditor.book.before(team) for team in range(len(c.teams)))
    deal.claimed = tuple(auditor.book.claimed_running)
    deal.suspects = tuple(auditor.book.suspect)
    deal.set_up_lost, deal.mark = auditor.sides_lost, len(c.findings)
    c.deals_begun += 1
    c.due = deal.due
    auditor.deal_numbers.append(statement.number)
    c.statement = statement
    setup.check_deal(c, statement, before)
    first = auditor.profile.deals.first
    if statement.dealer is not None and first != "undecided":
        deal.expected = (statement.dealer + (first == "left-of-dealer")) % len(auditor.game.seats)


def _stands(auditor: GameAuditor, statement: log.Statement, what: str, twice: bool) -> bool:
    """Whether a set-up line stands where it can."""
    if auditor.outside(statement, what):
        return False
    c, deal = auditor.c, auditor.c.this_deal
    c.statement = statement
    if not deal.set_up or deal.ended is not None:
        c.find(
            "HF005",
            f"{what} stands after play had begun",
            statement.at.whole(),
            expected="set-up lines before the first turn",
            in_turn=False,
        )
        return False
    if twice:
        c.find("HF005", f"{what} is given twice", statement.at.whole(), in_turn=False)
        return False
    deal.set_up_place = statement.at
    return True


def packet(auditor: GameAuditor, statement: log.Dealt) -> None:
    """A Hand or a Foot as dealt."""
    what = f"the {'Foot' if statement.foot else 'Hand'} of {auditor.game.seats[statement.player]}"
    c, deal = auditor.c, auditor.c.deal
    key = (statement.foot, statement.player)
    twice = deal is not None and (key in deal.dealt or statement.player in deal.exposed)
    if not _stands(auditor, statement, what, twice):
        return
    deal = c.this_deal
    deal.dealt[key] = (statement.at, len(statement.cards))
    c.walk.dealt(statement)
    if deal.checked_set_up:
        setup.check_packet(c, statement)
    else:
        c.waiting.append(statement)
    if c.table.excess:
        c.copies(statement.at, None, statement.player)


def turn_up(auditor: GameAuditor, statement: log.TurnUp) -> None:
    """The cards turned up, the last of which starts the pile."""
    c, deal = auditor.c, auditor.c.deal
    if _stands(auditor, statement, "the turn-up", deal is not None and deal.turn_up is not None):
        c.this_deal.turn_up = statement.at
        c.walk.turn_up(statement)
        setup.check_starter(c, statement)
        c.copies(statement.at, None, None)


def stock_order(auditor: GameAuditor, statement: log.StockOrder) -> None:
    """The stock as recorded."""
    c, deal = auditor.c, auditor.c.deal
    if _stands(auditor, statement, "the stock", deal is not None and deal.stock_line is not None):
        c.this_deal.stock_line = statement.at
        c.walk.stock_order(statement)


def reds(auditor: GameAuditor, statement: log.Reds) -> None:
    """Red threes of a Hand as dealt, exposed and replaced before the first turn."""
    if auditor.outside(statement, "a red three"):
        return
    auditor.close_set_up()
    if auditor.mismatch:
        return
    c = auditor.c
    c.statement = statement
    if c.this_deal.ended is not None:
        c.find("HF005", "a red three is exposed after the deal had ended", statement.at.whole(), in_turn=False)
        return
    c.this_deal.exposed.add(statement.player)
    step = c.walk.reds(statement)
    stock.check_red(c, step)
    c.copies(statement.at, 0, statement.player)
