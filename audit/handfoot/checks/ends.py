"""The end of a deal as it is recorded: somebody went out, or the stock ran out."""

from __future__ import annotations

from handfoot_grammar import log
from handfoot_spec.definitions import INTEGERS, foot_same_turn, stock_out, stock_suffices

from ..context import Context, Spot


def check_end(c: Context, statement: log.End) -> None:
    """The recorded end is how the deal ended (P0-43, P0-49)."""
    span = (statement.at, None)
    if statement.how == "out":
        assert statement.player is not None
        _check_out_end(c, statement.player, span)
    elif statement.how == "stock":
        _check_stock_end(c, span)


def _check_out_end(c: Context, player: int, span: Spot) -> None:
    deal, table = c.this_deal, c.table
    if deal.out_player == player:
        return
    if deal.out_player is not None:
        right = c.name(deal.out_player)
        c.find("HF211", f"{right} went out, not {c.name(player)}", span, player=player, expected=f"end out {right}")
        return
    packet = table.packet(player)
    if packet.blurred:
        deal.out_unknown = player
        c.not_checked(
            "end",
            f"whether {c.name(player)} has no cards left cannot be told after the unreadable line",
            span,
            player=player,
        )
        return
    because = next(
        (
            f.id
            for f in c.findings
            if f.deal == deal.number and f.code in ("HF702", "HF708") and f.player == c.name(player)
        ),
        None,
    )
    if packet.size:
        rest = f"{packet.size} card{'s' * (packet.size != 1)} left"
    elif not table.opened_foot[player]:
        rest = "the whole Foot left"
    else:
        rest = "no cards left since an earlier turn"
    c.find(
        "HF211", f"{c.name(player)} is said to have gone out and has {rest}",
        span, player=player, found=rest, because_of=because,
    )  # fmt: skip


def _check_stock_end(c: Context, span: Spot) -> None:
    deal, table = c.this_deal, c.table
    if deal.out_player is not None:
        name = c.name(deal.out_player)
        c.find("HF211", f"{name} went out; the stock did not end the deal", span, expected=f"end out {name}")
    elif table.stock_blurred:
        c.not_checked("end", "the stock's size is not known here, so whether it was out cannot be checked", span)
    elif stock_suffices(INTEGERS, c.profile, table.stock):
        needed = c.profile.turn.draw - c.profile.turn.mixed_draw
        c.find(
            "HF211", f"the deal is said to end with the stock, which has {table.stock} card{'s' * (table.stock != 1)}",
            span, expected=f"fewer than {needed}", found=str(table.stock),
        )  # fmt: skip
    elif not table.pile_blurred and not stock_out(INTEGERS, c.profile, table.stock, len(table.pile)):
        c.find(
            "HF211", f"the deal is said to end with the stock, and the {len(table.pile)} cards of the pile were not made a new one",
            span, found=str(len(table.pile)),
        )  # fmt: skip
    else:
        if c.profile.stock.short == "undecided":
            c.find(
                "HF901.stock-end",
                "the deal is said to end with the stock; what happens when it is out the text does not say; it is let stand",
                span,
            )
        _foot_at_stock_end(c, span)


def _foot_at_stock_end(c: Context, span: log.Span | Spot) -> None:
    """The next player had the Foot to take, and the deal ends first (A5c)."""
    deal = c.this_deal
    nxt = deal.expected
    if foot_same_turn(INTEGERS, c.profile, True):
        return  # it was not to wait for that turn
    if nxt is not None and deal.due.get(nxt) and not c.table.opened_foot[nxt]:
        c.find(
            "HF901.foot-at-stock-end",
            f"the deal ends at {c.name(nxt)}'s wish to draw, with the Foot due and unopened; the text does not say which comes first: it stays unopened",
            span, player=nxt,
        )  # fmt: skip
