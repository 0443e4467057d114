"""Turns: who moves, how a turn ends, discards, irregular deeds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handfoot_engine.kinds import is_wild
from handfoot_engine.step import Step
from handfoot_engine.table import Meld
from handfoot_grammar import log
from handfoot_spec.cards import IS_RED_THREE, RED_THREE, THREE_OF_UNKNOWN_COLOUR, cards_text
from handfoot_spec.definitions import INTEGERS, stock_suffices, turn_closed
from handfoot_spec.tables import MOST

from ..context import Context, Spot
from .melds import foot_due, foot_unannounced, meld_words, not_held

if TYPE_CHECKING:
    from ..hidden.questions import Question


def check_mover(c: Context, statement: log.Turn) -> None:
    """The player left of the dealer begins and turns go clockwise (P0-11); nobody plays after the end."""
    deal, player = c.this_deal, statement.player
    if deal.ended is not None:
        if deal.after_end is None:
            hows = {"declared": " with a going out", "stock-out": " with a red three that the stock could not replace"}
            how = hows.get(deal.ended, "")
            deal.after_end = c.find(
                "HF208", f"{c.name(player)} plays after the deal had ended{how}", statement.at.whole(), player=player
            )
        return
    if deal.expected is not None and player != deal.expected:
        fault = None if c.walk.turns else deal.wrong_dealer  # left of who had to deal: no second slip
        follows = fault is not None and player == (fault[1] + 1) % len(c.game.seats)
        c.find(
            "HF203", f"{c.name(player)} plays; it is {c.name(deal.expected)}'s turn",
            statement.at.whole(), player=player, expected=c.name(deal.expected), found=c.name(player),
            because_of=fault[0] if fault is not None and follows else None,
        )  # fmt: skip


def check_discard(c: Context, step: Step) -> None:
    """One discard ends the turn, of a card that is held and no red three (P0-22, P0-23)."""
    turn, player, packet, card = c.turn, step.player, step.packet, step.action.card
    if turn.foot_unannounced:
        foot_unannounced(c, step)
    if turn.discards > 1:
        if c.once("after-discard"):
            c.find("HF207", f"{c.name(player)} discards a second card", c.step_span(step), player=player)
        turn.discards -= 1
    elif not (turn.draws or turn.takes or turn.blurred) and c.once("no-draw"):
        c.find("HF204", f"{c.name(player)} discards without having drawn or taken", c.step_span(step), player=player)
    counts = packet.counts
    if counts[5] or counts[6] or counts[66]:
        c.held_red(packet, c.step_span(step), player)
    if c.due:
        foot_due(c, step)
    if step.missing:
        not_held(c, packet, step.missing, c.step_span(step), player)
    if not c.tables.discardable[card]:
        c.find(
            "HF403",
            "a red three is discarded; it is exposed and replaced",
            c.step_span(step),
            player=player,
            found=cards_text([card]),
        )
    elif card == THREE_OF_UNKNOWN_COLOUR and not c.tables.discardable[RED_THREE]:
        c.not_checked(
            f"three {c.walk.turns}",
            "the colour of the three discarded is not recorded; a red one may not be discarded",
            c.step_span(step),
            player=player,
            question=_colour_question(c, step),
        )
    if packet.size == 0:
        if turn.hand_discarded and not turn.in_foot:
            c.due[player] = True
        elif turn.in_foot and not packet.blurred and c.emptied is None:
            c.emptied = (c.step_span(step), f"discard {cards_text([card])}")


def _colour_question(c: Context, step: Step) -> Question:
    """Whether the three discarded can have been a black one (P0-24)."""
    from ..hidden.questions import Question

    spot, player = c.step_span(step), step.player

    def broken() -> int:
        return c.find(
            "HF403", "the three discarded can only have been a red one; it is exposed and replaced", spot, player=player
        )

    return Question(
        spot[0], step.index, lambda cards: cards.count(IS_RED_THREE.__getitem__) == 0, broken, player=player, cards=1
    )


def check_turn_end(c: Context, ending: str) -> None:
    """A turn that did not end the deal ends with one discard; ``ending`` is next, out, stock, abandoned or eof."""
    turn, table = c.turn, c.table
    player = turn.player
    if ending in ("eof", "abandoned") or turn.blurred or turn.discards:
        return
    idle = not (turn.draws or turn.takes or turn.melded)
    if idle and (ending == "stock" or _passes(c)):
        return
    if "stock-out" in c.flags:
        return  # a red three that could not be replaced has ended the deal
    hand, packet = table.hands[player], table.packet(player)
    emptied = packet.size == 0 and not packet.blurred
    assert c.turn_place is not None
    place, index = c.turn_place
    if (
        not table.opened_foot[player]
        and hand.size == 0
        and not hand.blurred
        and turn.melded
        and not turn.hand_discarded
        and not turn_closed(INTEGERS, c.profile, 0, False, True)
    ):
        c.this_deal.foot_untaken[player] = c.find(
            "HF702", f"{c.name(player)} melded the last card of the Hand and did not take the Foot",
            place.action(index), player=player,
        )  # fmt: skip
        return
    if turn_closed(INTEGERS, c.profile, turn.discards, False, emptied):
        if not table.opened_foot[player]:
            c.due[player] = True
        return
    if turn.foot_taken:
        c.find(
            "HF206.foot", f"{c.name(player)} goes on with the Foot and ends the turn without a discard", place.action(index), player=player,
        )  # fmt: skip
    else:
        c.find("HF206", f"{c.name(player)} ends the turn without a discard", place.action(index), player=player)


def _passes(c: Context) -> bool:
    """Whether a player may do nothing: the stock has no draw left, and the rules let play go on until nobody takes the pile."""
    table, short = c.table, c.profile.stock.short
    if short not in ("ends-if-nobody-takes", "undecided"):
        return False
    return table.stock_blurred or not stock_suffices(INTEGERS, c.profile, table.stock)


def check_takeback(c: Context, step: Step) -> None:
    """What was taken back is not judged; whether it may be taken back the text leaves open (A40)."""
    # but what the cards shown say about the record stands, and so does a red three kept
    c.truncate(min(c.turn_mark, len(c.findings)), keep=("HF1", "HF401"))
    c.flags -= {"no-draw", "after-discard", "asked", "new-and-add"}
    c.this_deal.due.pop(step.player, None)
    if c.opening is not None and not c.opening.done:
        c.opening = None
    c.emptied = c.left_one = None
    if not step.count:
        return  # nothing had been done since the draw
    c.find(
        "HF901.takeback", "cards laid are taken back; the text does not say whether they may be; it is let stand", c.step_span(step), player=step.player,
    )  # fmt: skip


def check_move(c: Context, step: Step) -> None:
    """A laid card moved: never out of or into a finished book (P0-18, P0-19); else left open (A40)."""
    action, player, span = step.action, step.player, c.step_span(step)
    assert isinstance(action, log.Move)
    if c.table.sides[c.table.team_of[player]].blurred:
        c.not_checked(
            "melds",
            "an earlier line of this team could not be read, so its melds are not checked any more",
            span,
            player=player,
        )
        return
    if step.missing:
        c.find("HF102", f"{cards_text(step.missing)} does not lie in the meld it is moved from", span, player=player)
        return
    source, target = step.moved_from, step.moved_to
    assert source is not None and target is not None
    in_book = step.before >= c.table.cap_of(source) or step.count >= c.table.cap_of(target)
    if in_book or c.profile.turn.move_cards == "no":
        c.find(
            "HF310",
            f"{cards_text([action.card])} is moved, which changes a finished book"
            if c.profile.turn.move_cards != "no"
            else "laid cards are not moved",
            span,
            player=player,
        )
        return
    before = len(c.findings)
    for meld in (source, target):
        _check_after_move(c, meld, span, player)
    if c.profile.turn.move_cards == "undecided" and len(c.findings) == before:
        c.find(
            "HF901.moved",
            "a laid card is moved to another meld; the text does not say whether it may be; it is let stand",
            span,
            player=player,
        )


def _check_after_move(c: Context, meld: Meld, span: log.Span | Spot, player: int) -> None:
    t = c.tables
    if meld.odd and meld.reported is None:
        meld.reported = c.find(
            "HF303", f"a card that does not belong lies in the {meld_words(meld.rank)}", span, player=player
        )
    elif meld.size and not t.large_enough[min(meld.size, MOST)]:
        c.find("HF301", f"the {meld_words(meld.rank)} is left with {meld.size} cards", span, player=player)
    elif (
        not is_wild(meld.rank)
        and not t.wild_ratio[min(meld.naturals + meld.unseen, MOST)][min(meld.wilds, MOST)]
        and meld.reported is None
    ):
        meld.reported = c.find(
            "HF305", f"{meld.naturals} natural and {meld.wilds} wild cards are left in the meld", span, player=player
        )


def check_peek(c: Context, step: Step) -> None:
    """Only the Hand may be looked at, the Foot not before its time (P0-7, P0-39)."""
    action = step.action
    owner = step.player if action.player is None else action.player
    if c.table.opened_foot[owner] or c.profile.foot.seen_before:
        return
    whose = "the own Foot" if owner == step.player else f"{c.name(owner)}'s Foot"
    c.find("HF210", f"{c.name(step.player)} looks at {whose} before it is taken", c.step_span(step), player=step.player)


def check_irregular(c: Context, step: Step) -> None:
    """Something said, shown or looked through: on record, and no rule of the profile speaks of it."""
    action = step.action
    if action.kind == log.BROWSE and c.profile.turn.browsing == "yes":
        return
    if action.kind == log.SAY and c.profile.turn.table_talk == "no":
        c.find("HF212", "something is said beyond the question and the answer", c.step_span(step), player=step.player)
        return
    what = {
        log.SAY: "something is said at the table",
        log.BROWSE: "the discard pile is looked through",
        log.SHOW: "cards are shown",
    }[action.kind]
    c.find("HF903", f"{what}; this game has no rule on it", c.step_span(step), player=step.player)


def check_reshuffle(c: Context, step: Step) -> None:
    """With the stock out the deal is over (P0-49), and a new stock is no part of the game, unless the rules say so or nothing."""
    if c.profile.stock.short == "undecided":
        c.find(
            "HF901.stock-end", "the discard pile is made a new stock; what happens when the stock is out the text does not say; it is let stand",
            c.step_span(step), player=step.player,
        )  # fmt: skip
    elif c.profile.stock.short != "reshuffle":
        c.find(
            "HF208",
            "the discard pile is made a new stock; here the deal ends when the stock is out",
            c.step_span(step),
            player=step.player,
        )


def record_ruling(c: Context, step: Step) -> None:
    """What a director decided, and points given or taken: shown in the report, judged by nobody."""
    action = step.action
    assert c.statement is not None
    said = (
        action.text
        if action.kind == log.RULING
        else f"{action.points} to {c.game.team_name(action.team)}: {action.why}"
    )
    c.rulings.append(f"line {c.statement.at.line}: {said}")
