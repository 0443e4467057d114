"""What few tables pay or take beside books and cards: for laying down first, a black three discarded last, unfinished melds."""

from __future__ import annotations

from handfoot_grammar import log
from handfoot_spec.definitions import INTEGERS, first_points, last_three_points

from ..context import Context
from .scorebook import Line


def besides(c: Context, line: Line) -> frozenset[int]:
    """All that a side may have of such points."""
    return frozenset(extra + lost for extra in _extras(c, line) for lost in c.tables.unfinished_figures)


def _extras(c: Context, line: Line) -> set[int]:
    """What a side may have for laying down first, and for a black three that it discarded last."""
    p, o = c.profile, INTEGERS
    first = {int(first_points(o, p, laid_first)) for laid_first in (False, True)}
    if "first" in line.claimed and line.value("bonus") is None:
        first.discard(0)
    elif "first" not in line.claimed and any(
        isinstance(s, log.ScoreLine) and s is not line.statement and any(key == "first" for key, _ in s.entries)
        for s in (of_deal(c, line.written) if len(first) > 1 else ())
    ):
        first = {0}
    last = {int(last_three_points(o, p, three)) for three in (False, line.value("out") != 0)}
    return {a + b for a in first or {0} for b in last}


def of_deal(c: Context, among: log.Statement) -> list[log.Statement]:
    """The statements of the deal that a statement stands in."""
    deal: list[log.Statement] = []
    found = False
    for statement in c.game.statements:
        if isinstance(statement, log.DealStart):
            if found:
                break
            deal = []
        deal.append(statement)
        found = found or statement is among
    return deal
