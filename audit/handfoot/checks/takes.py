"""Taking the discard pile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from handfoot_engine.score import points
from handfoot_engine.step import Laid, Step
from handfoot_grammar.log import Pickup
from handfoot_spec.cards import (
    COMPATIBLE,
    IS_THREE,
    IS_WILD,
    KIND_NAMES,
    RANK,
    TWO_RANK,
    UNSEEN,
    WILD_RANK,
    Card,
    cards_text,
)
from handfoot_spec.definitions import (
    INTEGERS,
    may_take,
    opening_met,
    pair_shown,
    take_possible,
    take_size,
    take_whole,
    target_right,
    top_melded,
)
from handfoot_spec.formula import TERMS

from ..context import Context, OpeningState
from . import drawn_card, melds, opening
from .stock import check_replacements, check_stock_order, wrong_draw

if TYPE_CHECKING:
    from ..hidden.questions import Seen


def check_pickup(c: Context, step: Step) -> None:
    """A take: may the top be taken, was it melded with a pair from the hand, and was the rest what lay there?"""
    action, player, turn = step.action, step.player, c.turn
    assert isinstance(action, Pickup)
    span = c.step_span(step)
    if turn.foot_unannounced:
        melds.foot_unannounced(c, step)
    if turn.discards and c.once("after-discard"):
        c.find("HF207", f"{c.name(player)} takes the pile after the discard", span, player=player)
    elif turn.draws + turn.takes > 1:
        wrong_draw(c, step, f"{c.name(player)} has begun this turn already and takes the pile as well")
    if c.this_deal.reported_reds or step.packet.red_threes():
        c.held_red(
            step.packet, span, player, max(0, step.packet.red_threes() - step.reds_before)
        )  # but for those it brought
    melds.foot_due(c, step)
    too_many = check_count(c, step)
    _check_lays(c, step)
    check_rest(c, step, too_many)
    check_replacements(c, step, from_pile=True)
    check_stock_order(
        c, [card for item in action.rest or () if not isinstance(item, int) for card in item[1:]], span, player
    )
    c.turn_mark = len(c.findings)
    c.left_one = None
    if step.packet.size <= 1 and not step.packet.blurred:
        if step.packet.size:
            c.left_one = (span, "the take")
        else:
            c.emptied = (span, "the take")


def check_count(c: Context, step: Step) -> int | None:
    """How many were taken: not more than seven, nor than lay there (P0-29); fewer is left open (A19).

    Gives the finding of a take of more cards than lay there.
    """
    action, blurred = step.action, c.table.pile_blurred
    span, player = c.step_span(step), step.player
    p = c.profile
    if p.take.count == 0:
        c.find("HF604", "the discard pile is taken; in this game it never is", span, player=player)
        return None
    if blurred and action.count is None:
        return None
    pile = max(step.count, step.pile_before) if blurred else step.pile_before  # who knows what else lay there
    if not take_possible(INTEGERS, p, step.count, pile):
        if pile == 0:
            message = "there is no discard pile to take"
        elif step.count > pile:
            message = f"{step.count} cards are taken of a pile of {pile}"
        elif step.count < take_size(INTEGERS, p, pile):
            size = take_size(INTEGERS, p, pile)
            message = f"{step.count} of the {pile} cards of the pile {'is' if step.count == 1 else 'are'} taken; a take has {size}"
        else:
            message = f"{step.count} cards are taken; a take has the top {p.take.count}"
        finding = c.find("HF604", message, span, player=player, found=str(step.count))
        return finding if step.count > pile else None
    if (
        not blurred
        and not take_whole(INTEGERS, p, step.count, pile)
        and action.count is not None
        and p.take.fewer == "undecided"
    ):
        c.find(
            "HF901.fewer",
            f"{step.count} of the {pile} cards of the pile are taken, where a take has {take_size(INTEGERS, p, pile)}; whether fewer may be "
            "taken the text leaves open; it is let stand",
            span, player=player,
        )  # fmt: skip
    return None


def _check_lays(c: Context, step: Step) -> None:
    """The melds that qualify the take, most specific complaint first."""
    player, top, span = step.player, step.top, c.step_span(step)
    team = c.table.team_of[player]
    side = c.table.sides[team]
    if step.count == 0 and not c.table.pile_blurred:
        return  # no take at all: HF604 says so
    barred = not c.tables.top_free[top]
    never = c.profile.take.count == 0  # HF604 says so
    unopened = not (never or barred or side.blurred or may_take(INTEGERS, c.profile, c.turn.side_opened))
    blocked = barred or never or unopened
    if never:
        pass
    elif unopened:
        c.find(
            "HF601.unopened", f"{c.name(player)} takes the pile before the side has opened", span, player=player,
        )  # fmt: skip
    elif barred:
        c.find("HF601", f"a {KIND_NAMES[top]} on top may not be taken", span, player=player, found=cards_text([top]))
    elif top == UNSEEN and step.pile_before + c.table.pile_blurred > 0:
        c.not_checked(
            "top",
            "the top of the pile was not read, so whether this take was allowed cannot be checked",
            span,
            player=player,
        )
    elif not step.laids and step.pile_before:
        if not top_melded(INTEGERS, c.profile, False):
            c.find(
                "HF603",
                f"the top card, {cards_text([top])}, is taken and nothing is melded with it",
                span,
                player=player,
            )
    elif step.pile_before:
        _check_target(c, step)
    buried = [card for laid in step.laids for card in laid.buried]
    if buried and not never:
        c.find(
            "HF605", f"{cards_text(buried)} came from under the top; buried cards never make a take legal",
            span, player=player, found=cards_text(buried),
        )  # fmt: skip
    for index, laid in enumerate(step.laids):
        if blocked and index == step.top_lay and laid.lay.threes:
            continue  # threes melded with a three that may not be taken: one deed
        _check_one(c, laid, step)
    if not side.blurred:
        _check_unfinished(c, step)
        if not c.turn.side_opened and step.laids and not (barred and step.top_lay is not None):
            if unopened:
                c.opening = OpeningState(done=True)  # what it laid down before it might take is one deed
            else:
                _check_opening(c, step, buried)


def _check_one(c: Context, laid: Laid, step: Step) -> None:
    if laid.missing:
        melds.not_held(c, step.packet, laid.missing, c.step_span(step), step.player)
    if c.table.sides[c.table.team_of[step.player]].blurred:
        melds.check_cards_alone(c, laid, step)
        return
    if laid.lay.adds and not laid.unfinished:
        melds.check_place(c, laid, step)
    melds.check_meld(c, laid, step)


def _check_target(c: Context, step: Step) -> None:
    """The top lies in a new meld with a natural pair from the hand; a wild top in an all-wild one with its like."""
    if step.top_lay is None:
        if not top_melded(INTEGERS, c.profile, False):
            shown = cards_text([step.top])
            c.find(
                "HF603", f"the top card, {shown}, is not among the cards melded", c.step_span(step), player=step.player
            )
        return
    laid = step.laids[step.top_lay]
    lay = laid.lay
    if not target_right(INTEGERS, c.profile, not lay.adds, 0 if lay.rank in (WILD_RANK, TWO_RANK) else lay.wilds):
        if target_right(INTEGERS, c.profile, not lay.adds, 0):
            c.find(
                "HF606", f"{cards_text([step.top])} is melded with wild cards; the top begins a meld without any",
                c.step_span(step), player=step.player,
            )  # fmt: skip
            return
        if not _may_add(c, laid, step):
            return
    elif lay.adds and not laid.unfinished:
        return  # HF309 says so
    if c.profile.take.freeze_at is not None:
        drawn_card.check_frozen(c, laid, step, step.top)
    own = list(laid.lay.cards)
    own.remove(next(card for card in own if card in COMPATIBLE[step.top]))
    if IS_WILD[step.top]:
        alone = laid.lay.rank in (WILD_RANK, TWO_RANK) or c.profile.take.wild_top == "as-natural"
        _check_wild_pair(c, own if alone else [], step)
    else:
        _check_pair(c, own, step)


def _may_add(c: Context, laid: Laid, step: Step) -> bool:
    """The top is added to a meld of the team, where a take begins a new one; of wild cards the text leaves it open (A16)."""
    player, top, span, rank = step.player, step.top, c.step_span(step), laid.lay.rank
    if not laid.unfinished and not c.table.sides[c.table.team_of[player]].blurred:
        return False  # there is no unfinished meld to add it to: HF309 says so
    shown = cards_text([top])
    if rank == WILD_RANK and IS_WILD[top] and c.profile.melds.one_unfinished_wild == "undecided":
        c.find(
            "HF901.wild-take",
            f"{shown} is added to the team's unfinished wild cards; the text asks for a new meld beside an unfinished one of the rank, and wild "
            "cards have none; it is let stand; read as one rank it would be HF606",
            span, player=player,
        )  # fmt: skip
        return True
    c.find(
        "HF606", f"{shown} is only added to the team's {melds.rank_words(rank)}; a take begins a new meld of it with a natural pair",
        span, player=player,
    )  # fmt: skip
    return False


def _check_wild_pair(c: Context, own: list[Card], step: Step) -> None:
    """Jokers go with jokers and twos with twos; ``own`` are the cards laid with the top in an all-wild meld."""
    top, span, player = step.top, c.step_span(step), step.player
    joker = RANK[top] == WILD_RANK
    same = sum(IS_WILD[card] and (RANK[card] == WILD_RANK) == joker for card in own)
    wilds, unseen = sum(IS_WILD[card] for card in own), sum(card == UNSEEN for card in own)
    if pair_shown(INTEGERS, c.profile, 0, same, True, wilds):
        return
    if pair_shown(INTEGERS, c.profile, 0, same + unseen, True, wilds + unseen):
        c.not_checked(
            "pair",
            f"a card melded with {cards_text([top])} was not read, so whether it is of the pair cannot be checked",
            span,
            player=player,
        )
        return
    what, kind = (KIND_NAMES[top], "jokers") if joker else ("two", "twos")
    needed = f"two {kind} from the hand in an all-wild meld"
    if c.profile.take.wild_top == "as-natural":
        needed = _needed(c, kind, False)
    c.find("HF602.wild", f"a {what} on top needs {needed}", span, player=player)


def _check_pair(c: Context, own: list[Card], step: Step) -> None:
    """A natural top goes with two naturals of its rank; ``own`` are the cards laid with it."""
    top, span, player = step.top, c.step_span(step), step.player
    shown = cards_text([top])
    naturals, wilds = sum(RANK[card] == RANK[top] for card in own), sum(IS_WILD[card] for card in own)
    unseen, frozen = sum(card == UNSEEN for card in own), step.frozen
    if IS_THREE[top] or pair_shown(INTEGERS, c.profile, naturals, 0, False, wilds, frozen):
        return

    def no_pair(made: int | None = None) -> int:
        pile = "a frozen pile with " if frozen and c.profile.take.need != "natural-pair" else ""
        told = f"{made or 'none'} was" if made is not None else "whatever the unread cards are, fewer were"
        return c.find(
            "HF602", f"{pile}{shown} on top needs {_needed(c, melds.rank_words(RANK[top]), frozen)}; {told} melded with it",
            span, player=player, expected="1" if _needs_one(c, frozen) else "2", found=None if made is None else str(made),
        )  # fmt: skip

    if pair_shown(INTEGERS, c.profile, naturals + unseen, 0, False, wilds + unseen, frozen) or (
        c.table.pile_blurred and frozen and pair_shown(INTEGERS, c.profile, naturals, 0, False, wilds)
    ):
        from ..hidden.questions import Question

        profile = c.profile

        def kept(cards: Seen) -> Any:  # one of them is the top
            same = cards.count(lambda card: RANK[card] == RANK[top]) - 1
            return pair_shown(TERMS, profile, same, 0, False, cards.count(IS_WILD.__getitem__), frozen)

        c.not_checked(
            "pair",
            f"a card melded with {shown} was not read, so whether it is of the natural pair cannot be checked",
            span,
            player=player,
            question=Question(span[0], step.index, kept, no_pair, lay=step.top_lay) if unseen else None,
        )
        return
    no_pair(naturals)


def _needs_one(c: Context, frozen: bool) -> bool:
    return c.profile.take.need == "one-match" and not frozen


def _needed(c: Context, words: str, frozen: bool) -> str:
    """What a take needs from the hand of ``words`` (kings), as a person says it."""
    if _needs_one(c, frozen):
        return f"one of the {words} from the hand"
    if c.profile.take.need == "pair-with-wild" and not frozen:
        return f"two {words} from the hand, or one and a wild card"
    return f"a natural pair of {words} from the hand"


def _check_unfinished(c: Context, step: Step) -> None:
    """After the take, no two unfinished melds of a rank (P0-35)."""
    side = c.table.sides[c.table.team_of[step.player]]
    for rank in {laid.lay.rank for laid in step.laids if not laid.lay.adds}:
        group = side.unfinished.get(rank, ())
        mine = [laid for laid in step.laids if laid.lay.rank == rank and not laid.lay.adds]
        if len(group) > 1 and any(laid.meld in group for laid in mine):
            melds.second_unfinished(c, len(group), rank, c.step_span(step), step.player, "HF306.take")
        elif group and not any(laid.meld in group for laid in mine):  # the new meld is a whole book, the old one is not
            melds.book_beside(
                c, rank, c.step_span(step), step.player, step.top_lay is not None and step.laids[step.top_lay] in mine
            )


def _check_opening(c: Context, step: Step, buried: list[Card]) -> None:
    """The melds of the take alone open (P0-33); buried cards do not count, but without them it is one offence (A13)."""
    # what is melded of the rest counts as well, or the pile is never taken at all: the turn is judged as a whole
    if c.profile.opening.counts_taken or c.profile.take.count == 0:
        for laid in step.laids:
            opening.count_opening(c, laid.lay, step)
        return
    low, high = (0, 0) if c.opening is None else c.opening.hand  # laid before the take, which is another offence
    c.opening = OpeningState(done=True)
    span, player = c.step_span(step), step.player
    least, most = opening.opening_minimum(c, player)
    for laid in step.laids:
        a, b = points(c.profile, laid.lay.cards)
        low, high = low + a, high + b
    if opening_met(INTEGERS, c.profile, low, most):
        opening.check_each_meld(c, span, player)
    elif opening_met(INTEGERS, c.profile, high, least):
        laid_before = c.opening.hand != (0, 0) if c.opening is not None else False
        cards = 0 if laid_before else sum(len(laid.lay.cards) for laid in step.laids)
        opening.opening_unknown(c, least, most, span, player, cards)
    else:
        made = high - sum(points(c.profile, [card])[0] for card in buried)
        opening.report_opening(c, "HF501.take", made, least, span, player, " with the hand and the top card")


def check_rest(c: Context, step: Step, too_many: int | None) -> None:
    """The rest as listed is what lay under the top (P0-36)."""
    if not (step.extra or step.lacking) or (c.table.pile_blurred and not step.extra):
        return
    parts = []
    if step.extra:
        parts.append(f"{cards_text(step.extra)} did not lie there")
    if step.lacking:
        parts.append(f"{cards_text(step.lacking)} did and is not listed")
    c.find(
        "HF106", "the rest of the take is not what lay under the top: " + "; ".join(parts), c.step_span(step),
        player=step.player, because_of=too_many,
    )  # fmt: skip
