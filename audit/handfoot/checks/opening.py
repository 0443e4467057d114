"""The opening: what a side lays down before it has opened, over one turn, against the minimum of the deal or of its total."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from handfoot_engine.score import points
from handfoot_engine.step import Step
from handfoot_grammar.log import Lay, Place, Span
from handfoot_spec.cards import cards_text
from handfoot_spec.definitions import INTEGERS, meld_opens, opening_met
from handfoot_spec.formula import TERMS

from ..context import Context, OpeningState, Spot

if TYPE_CHECKING:
    from ..hidden.questions import Question, Seen


def count_opening(c: Context, lay: Lay, step: Step) -> None:
    """Adds a lay to the opening of this turn (P0-25, P0-26); the Foot's cards are counted apart where that matters (A14)."""
    if c.opening is None:
        c.opening = OpeningState()
    opening = c.opening
    if opening.place is None:
        assert c.statement is not None
        opening.place = c.statement.at, step.index
    low, high = points(c.profile, lay.cards)
    if c.turn.foot_taken and c.profile.opening.foot_cards != "yes":
        opening.foot = opening.foot[0] + low, opening.foot[1] + high
    else:
        opening.hand = opening.hand[0] + low, opening.hand[1] + high


def close_opening(c: Context, player: int) -> None:
    """At the end of a turn: did the lay-down of a side that had not opened reach its minimum?"""
    opening = c.opening
    if opening is None or opening.done or opening.place is None:
        return
    opening.done = True
    side = c.table.sides[c.table.team_of[player]]
    if side.blurred:
        place, index = opening.place
        c.not_checked(
            f"opening {player}", "a line of this team could not be read, so its opening is not checked", place.action(index), player=player,
        )  # fmt: skip
        return
    least, most = opening_minimum(c, player)
    (low, high), (foot_low, foot_high) = opening.hand, opening.foot
    span = opening.place
    if opening_met(INTEGERS, c.profile, low, most):
        check_each_meld(c, span, player)
        return
    if c.profile.opening.foot_cards == "no":
        foot_low = foot_high = 0
    if not opening_met(INTEGERS, c.profile, high + foot_high, least):
        which = " without the cards of the Foot" if opening.foot[1] > foot_high else ""
        report_opening(c, "HF501", high + foot_high, least, span, player, which)
    elif least == most and opening_met(INTEGERS, c.profile, low + foot_low, least) and high < least:
        c.find(
            "HF901.opening-foot",
            f"the Hand's melds make {low} of {least}, and only the Foot's cards reach it; "
            "\"laid together\" leaves open whether they count, so they are counted; otherwise HF501",
            span, player=player,
        )  # fmt: skip
    else:
        cards = 0 if opening.foot[1] else sum(len(laid.lay.cards) for laid in c.turn.laid)
        opening_unknown(c, least, most, span, player, cards, onwards=True)


def opening_minimum(c: Context, player: int) -> tuple[int, int]:
    """The least and the most that a player's lay-down must reach (points): one figure where the record tells it."""
    deal = c.this_deal
    if c.profile.opening.by in ("deal", "fixed"):
        minimum = c.profile.opening_minimum(deal.number)
        return minimum, minimum
    team = c.table.team_of[player]
    return c.profile.opening_range(deal.number, deal.scores[team])


def check_each_meld(c: Context, span: Span | Spot, player: int) -> None:
    """Each meld of an opening is worth what each has to be (HF501)."""
    least = c.profile.opening.least_per_meld
    if least is None:
        return
    for meld in dict.fromkeys(laid.meld for laid in c.turn.laid):
        made = sum(points(c.profile, laid.lay.cards)[1] for laid in c.turn.laid if laid.meld is meld)
        if not meld_opens(INTEGERS, c.profile, made):
            c.find(
                "HF501", f"{cards_text(meld.cards)} make {made} points; in an opening each meld makes {least}",
                span, player=player, expected=f"at least {least}", found=str(made),
            )  # fmt: skip
            return


def opening_unknown(
    c: Context, least: int, most: int, span: Spot, player: int, cards: int, onwards: bool = False
) -> None:
    """What the record leaves out may make the opening right or wrong.

    ``cards`` is the number of cards laid there, or from there on in this turn; none where not all of them count.
    """
    if least == most:
        what = f"a card was not read, so whether the opening reached {least} cannot be checked"
    elif c.profile.opening.by == "chosen":
        what = f"which minimum from {least} to {most} was chosen for this deal is not recorded, so the opening is not checked"
    else:
        what = f"the side's total before this deal is not known, so whether {least} or up to {most} points open is not checked"
    question = None
    if least == most and cards and span[1] is not None:
        question = _opening_question(c, least, span[0], span[1], player, cards, onwards)
    c.not_checked(f"opening {player}", what, span, player=player, question=question)


def _opening_question(
    c: Context, minimum: int, place: Place, index: int, player: int, cards: int, onwards: bool
) -> Question:
    """Whether the cards laid down can have reached the minimum (P0-25, P0-33)."""
    from ..hidden.questions import Question

    profile, values = c.profile, c.tables.low_points

    def kept(laid: Seen) -> Any:
        return opening_met(TERMS, profile, laid.total(values.__getitem__), minimum)

    def too_low() -> int:
        return c.find(
            "HF501", f"whatever the unread cards are, the opening does not reach {minimum} points", (place, index), player=player,
            expected=f"at least {minimum}",
        )  # fmt: skip

    return Question(place, index, kept, too_low, onwards=onwards, player=player, cards=cards)


def report_opening(c: Context, key: str, made: int, minimum: int, span: Span | Spot, player: int, which: str) -> None:
    """An opening that is too low (HF501); one that is right by a wrong total which the sheet carries follows from that."""
    deal, team, by = c.this_deal, c.table.team_of[player], c.profile.opening.by
    asked, because = f"deal {deal.number} asks for {minimum}", None
    if by == "score":
        score, claimed = deal.scores[team], deal.claimed[team]
        at = f"at a total of {score[0]}" if score is not None and score[0] == score[1] else "at the side's total"
        asked = f"{at} the minimum is {minimum}"
        if claimed is not None and opening_met(
            INTEGERS, c.profile, made, c.profile.opening_minimum(deal.number, claimed)
        ):
            because = deal.suspects[team]
    elif by != "deal":
        asked = f"at least {minimum} are asked for"
    c.find(
        key, f"the opening makes {made} points{which}; {asked}",
        span, player=player, expected=f"at least {minimum}", found=str(made), because_of=because,
    )  # fmt: skip
