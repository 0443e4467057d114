"""Counts that somebody claimed at a moment of play."""

from __future__ import annotations

from handfoot_grammar import log
from handfoot_spec.definitions import INTEGERS, count_true

from ..context import Context
from .melds import meld_words


def check_claim(c: Context, statement: log.Claim) -> None:
    """Each claimed count against the table (HF105)."""
    for index, count in enumerate(statement.counts):
        if count.team is not None and count.team not in c.teams:
            c.find(
                "HF003",
                f"{c.game.team_name(count.team)} is no side of this game",
                statement.at.entry(index),
                in_turn=False,
            )
            continue
        what, actual = _actual(c, count)
        if actual is None:
            c.not_checked(
                f"claim {what}", f"{what} cannot be counted after the unreadable line", statement.at.entry(index)
            )
        elif not count_true(INTEGERS, c.profile, count.count, actual):
            c.find(
                "HF105", f"{what} is said to have {count.count} card{'s' * (count.count != 1)}; it has {actual}", statement.at.entry(index),
                player=count.player, expected=str(actual), found=str(count.count),
            )  # fmt: skip


def _actual(c: Context, count: log.Count) -> tuple[str, int | None]:
    table = c.table
    if count.what == "stock":
        return "the stock", None if table.stock_blurred else table.stock
    if count.what == "pile":
        return "the discard pile", None if table.pile_blurred else len(table.pile)
    if count.player is not None:
        name = c.name(count.player)
        if count.what == "hand":
            packet = table.packet(count.player)
            which = "Foot in play" if table.opened_foot[count.player] else "Hand"
            return f"{name}'s {which}", None if packet.blurred else packet.size
        foot = table.feet[count.player]
        blurred = foot.blurred or table.hands[count.player].blurred
        return f"{name}'s unopened Foot", None if blurred else 0 if table.opened_foot[count.player] else foot.size
    assert count.team is not None and count.rank is not None
    what = f"{c.game.team_name(count.team)}'s unfinished {meld_words(count.rank)}"
    side = table.sides[c.teams.index(count.team)]
    if side.blurred:
        return what, None
    sizes = [meld.size for meld in side.unfinished.get(count.rank, [])]
    return what, count.count if count.count in sizes else (sizes[0] if sizes else 0)
