"""A card drawn from the discard pile: whether it may be, whether it is played at once, and the meld that is frozen against it."""

from __future__ import annotations

from handfoot_engine.step import Laid, Step
from handfoot_grammar.log import RUN_RANK
from handfoot_spec.cards import COMPATIBLE, IS_WILD, KIND_NAMES, TWO_RANK, UNSEEN, WILD_RANK, Card, cards_text
from handfoot_spec.definitions import INTEGERS, may_complete, may_take, top_melded

from ..context import Context
from .melds import meld_words, rank_words
from .stock import left_open, one_by_one, wrong_draw


def check_take(c: Context, step: Step) -> None:
    """``take``: one card of the pile as a part of a draw, where the profile lets a draw be mixed; it is the top, and may be taken."""
    turn, player, span, card = c.turn, step.player, c.step_span(step), step.action.card
    c.taken_at = span
    if not c.profile.turn.mixed_draw:
        wrong_draw(c, step, "one card of the discard pile cannot be drawn in this game")
        return
    if turn.discards:
        if c.once("after-discard"):
            c.find("HF207", f"{c.name(player)} draws from the discard pile after the discard", span, player=player)
    elif not one_by_one(c, step):
        _wrong_mix(c, step)
    if not c.table.pile_blurred:
        if not step.pile_before:
            c.find("HF604", "there is no discard pile to draw from", span, player=player)
        elif step.top not in COMPATIBLE[card]:
            c.find(
                "HF106", f"{cards_text([card])} is drawn from the discard pile; {cards_text([step.top])} lay on top",
                span, player=player, expected=cards_text([step.top]), found=cards_text([card]),
            )  # fmt: skip
    _check_taken_card(c, step, turn.taken[-1])
    if step.packet.size <= 1:
        c.left_one = None
    c.turn_mark = len(c.findings)


def _wrong_mix(c: Context, step: Step) -> None:
    """A draw with a card of the pile that has not its number of cards, or has more than one from there."""
    turn, draw = c.turn, c.profile.turn.draw
    if len(turn.taken) > 1:
        wrong_draw(c, step, f"{len(turn.taken)} cards are drawn from the discard pile; a draw has one of them at most")
    elif turn.takes:
        wrong_draw(c, step, f"{c.name(step.player)} has taken the pile already and draws a card of it as well")
    elif turn.draws > 1:
        wrong_draw(c, step, f"the card of the discard pile makes the draw more than {draw} cards", str(draw))
    elif not c.table.stock and not c.table.stock_blurred and c.profile.stock.short != "ends-deal":
        left_open(c, step, "only a card of the discard pile is drawn, with no stock left")
    else:
        wrong_draw(c, step, f"only a card of the discard pile is drawn; a draw has {draw}", str(draw), "1")


def _check_taken_card(c: Context, step: Step, card: Card) -> None:
    """The card drawn from the pile is none that may not be taken (HF601)."""
    player, span = step.player, c.step_span(step)
    if not c.tables.top_free[card]:
        c.flags.add("blocked")
        c.find(
            "HF601",
            f"a {KIND_NAMES[card]} may not be drawn from the discard pile",
            span,
            player=player,
            found=cards_text([card]),
        )
    elif not may_take(INTEGERS, c.profile, c.turn.side_opened) and not c.turn.side.blurred:
        c.flags.add("blocked")
        c.find(
            "HF601.unopened",
            f"{c.name(player)} draws from the discard pile before the side has opened",
            span,
            player=player,
        )
    elif card == UNSEEN:
        c.not_checked("top", "the card drawn from the pile was not read, so it is not checked", span, player=player)


def close_taken(c: Context) -> None:
    """At the end of a turn: the card drawn from the discard pile was melded in it, where it had to be (HF603)."""
    turn, at = c.turn, c.taken_at
    if not turn.taken or not c.profile.turn.mixed_draw or at is None or "blocked" in c.flags:
        return
    if "after-discard" in c.flags and len(turn.taken) == 1:
        return  # the turn was over when it was drawn
    laid = [card for one in turn.laid for card in one.lay.cards]
    for card in turn.taken:
        same = [other for other in laid if other in COMPATIBLE[card]]
        if top_melded(INTEGERS, c.profile, any(other != UNSEEN for other in same)):
            continue
        if turn.blurred or same:
            why = "an action of this turn" if turn.blurred else "a card melded"
            c.not_checked(
                "taken", f"{why} was not read, so whether {cards_text([card])} was played at once cannot be checked",
                at, player=turn.player,
            )  # fmt: skip
        else:
            c.find(
                "HF603",
                f"{cards_text([card])} is drawn from the discard pile and not melded in that turn",
                at,
                player=turn.player,
            )


def only_taken(c: Context, laid: Laid) -> Card | None:
    """The card of the pile, where the lay certainly has it: none like it came from the hand in this turn or is left there."""
    packet = laid.packet
    if not packet.certain:
        return None
    shown = [card for one in c.turn.laid for card in one.lay.cards]
    for card in c.turn.taken:
        same = COMPATIBLE[card]
        if (
            any(other in same for other in laid.lay.cards)
            and sum(other in same for other in shown) == 1
            and not packet.may_hold(card)
        ):
            return card
    return None


def check_frozen(c: Context, laid: Laid, step: Step, card: Card | None) -> None:
    """A meld that is frozen against the discards is not completed with ``card``, which comes from there."""
    before = laid.before
    if card is None or not laid.lay.adds or not laid.unfinished or may_complete(INTEGERS, c.profile, before, True):
        return
    if c.turn.side.blurred:
        return  # which meld it was laid on, and how large that is, an unreadable line may have changed
    shown, words = cards_text([card]), rank_words(laid.meld.rank)
    if IS_WILD[card] and laid.meld.rank not in (WILD_RANK, TWO_RANK):
        c.find(
            "HF901.frozen-wild",
            f"{before} {words} are frozen against the discards, of which the text names the matching card; {shown} is wild; it is let stand",
            c.step_span(step), player=step.player,
        )  # fmt: skip
        return
    frozen, them = (
        (f"a {meld_words(laid.meld.rank)} of {before} is frozen", "it")
        if laid.meld.rank >= RUN_RANK
        else (f"{before} {words} are frozen", "them")
    )
    c.find(
        "HF607", f"{frozen}; {shown} from the discard pile does not complete {them}",
        c.step_span(step), player=step.player, expected="a card of the hand", found=shown,
    )  # fmt: skip
