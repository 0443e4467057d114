"""Melds that are bound to more than themselves: to what else the turn does, and to where their cards come from."""

from __future__ import annotations

from handfoot_engine.step import Step
from handfoot_spec.definitions import INTEGERS, one_way_of_melding

from ..context import Context
from .drawn_card import check_frozen, only_taken
from .melds import check_lay
from .takes import check_pickup


def check_bound_lay(c: Context, step: Step) -> None:
    """A meld or an addition where a meld may be frozen against the discard pile, or a turn has to choose between the two."""
    check_lay(c, step)
    assert step.laid is not None
    if c.turn.taken and c.profile.turn.mixed_draw:
        check_frozen(c, step.laid, step, only_taken(c, step.laid))
    check_one_way(c, step)


def check_bound_pickup(c: Context, step: Step) -> None:
    """A take where a turn has to choose between new melds and additions."""
    check_pickup(c, step)
    check_one_way(c, step)


def check_one_way(c: Context, step: Step) -> None:
    """A turn begins melds or adds to old ones, where the rules make it choose (HF311); a meld that it has begun is no old one."""
    begun = {id(laid.meld) for laid in c.turn.laid if laid.created}
    added = sum(id(laid.meld) not in begun for laid in c.turn.laid)
    if not one_way_of_melding(INTEGERS, c.profile, len(begun), added) and c.once("new-and-add"):
        c.find(
            "HF311", f"{c.name(step.player)} both begins a meld and adds to one in this turn; the rules let a turn do one of them",
            c.step_span(step), player=step.player,
        )  # fmt: skip
