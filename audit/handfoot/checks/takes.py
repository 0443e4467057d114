"""Taking the discard pile."""

from __future__ import annotations

from handfoot_engine.score import points
from handfoot_engine.step import Laid, Step
from handfoot_grammar.log import Pickup
from handfoot_spec.cards import COMPATIBLE, IS_THREE, IS_WILD, KIND_NAMES, RANK, UNSEEN, WILD_RANK, Card, cards_text
from handfoot_spec.definitions import INTEGERS, opening_met, pair_shown, take_possible, take_whole

from ..context import Context, OpeningState
from . import melds
from .stock import check_replacements, check_stock_order, wrong_draw


def check_take(c: Context, step: Step) -> None:
    """``take``: one card of the pile as a draw, where the profile lets a draw be mixed."""
    if not c.profile.turn.mixed_draw:
        wrong_draw(c, step, "one card of the discard pile cannot be drawn in this game")


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
    check_replacements(c, step)
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
    if blurred and action.count is None:
        return None
    pile = max(step.count, step.pile_before) if blurred else step.pile_before  # who knows what else lay there
    if not take_possible(INTEGERS, c.profile, step.count, pile):
        if pile == 0:
            message = "there is no discard pile to take"
        elif step.count > pile:
            message = f"{step.count} cards are taken of a pile of {pile}"
        else:
            message = f"{step.count} cards are taken; a take has the top {c.profile.take.count}"
        finding = c.find("HF604", message, span, player=player, found=str(step.count))
        return finding if step.count > pile else None
    if (
        not blurred
        and not take_whole(INTEGERS, c.profile, step.count, pile)
        and action.count is not None
        and c.profile.take.fewer != "yes"
    ):
        c.find(
            "HF901.fewer",
            f"{step.count} cards are taken of a pile of {pile}; \"up to\" seven leaves fewer open, though \"the rest\" is taken then; "
            "it is let stand",
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
    blocked = not c.tables.top_free[top]
    if blocked:
        c.find("HF601", f"a {KIND_NAMES[top]} on top may not be taken", span, player=player, found=cards_text([top]))
    elif top == UNSEEN and step.pile_before + c.table.pile_blurred > 0:
        c.not_checked(
            "top",
            "the top of the pile was not read, so whether this take was allowed cannot be checked",
            span,
            player=player,
        )
    elif not step.laids and step.pile_before:
        c.find(
            "HF603", f"the top card, {cards_text([top])}, is taken and nothing is melded with it", span, player=player
        )
    elif step.pile_before:
        _check_target(c, step)
    buried = [card for laid in step.laids for card in laid.buried]
    if buried:
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
        if not c.turn.side_opened and step.laids and not (blocked and step.top_lay is not None):
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
        shown = cards_text([step.top])
        c.find("HF603", f"the top card, {shown}, is not among the cards melded", c.step_span(step), player=step.player)
        return
    laid = step.laids[step.top_lay]
    if laid.lay.adds and c.profile.take.target == "new-meld" and not _may_add(c, laid, step):
        return
    own = list(laid.lay.cards)
    own.remove(next(card for card in own if card in COMPATIBLE[step.top]))
    if IS_WILD[step.top]:
        _check_wild_pair(c, own if laid.lay.rank == WILD_RANK else [], step)
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
    unseen = sum(card == UNSEEN for card in own)
    if pair_shown(INTEGERS, c.profile, 0, same, True):
        return
    if pair_shown(INTEGERS, c.profile, 0, same + unseen, True):
        c.not_checked(
            "pair",
            f"a card melded with {cards_text([top])} was not read, so whether it is of the pair cannot be checked",
            span,
            player=player,
        )
        return
    what, kind = (KIND_NAMES[top], "jokers") if joker else ("two", "twos")
    c.find("HF602.wild", f"a {what} on top needs two {kind} from the hand in an all-wild meld", span, player=player)


def _check_pair(c: Context, own: list[Card], step: Step) -> None:
    """A natural top goes with two naturals of its rank; ``own`` are the cards laid with it."""
    top, span, player = step.top, c.step_span(step), step.player
    shown = cards_text([top])
    naturals = sum(RANK[card] == RANK[top] for card in own)
    unseen = sum(card == UNSEEN for card in own)
    if IS_THREE[top] or pair_shown(INTEGERS, c.profile, naturals, 0, False):
        return
    if pair_shown(INTEGERS, c.profile, naturals + unseen, 0, False):
        c.not_checked(
            "pair",
            f"a card melded with {shown} was not read, so whether it is of the natural pair cannot be checked",
            span,
            player=player,
        )
        return
    c.find(
        "HF602",
        f"{shown} on top needs a natural pair of {melds.rank_words(RANK[top])} from the hand; {naturals or 'none'} was melded with it",
        span, player=player, expected="2", found=str(naturals),
    )  # fmt: skip


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
    low, high = (0, 0) if c.opening is None else c.opening.hand  # laid before the take, which is another offence
    c.opening = OpeningState()
    c.opening.done = True
    minimum = c.profile.opening_minimum(c.this_deal.number)
    for laid in step.laids:
        a, b = points(c.profile, laid.lay.cards)
        low, high = low + a, high + b
    if opening_met(INTEGERS, c.profile, low, minimum):
        return
    span, player = c.step_span(step), step.player
    if opening_met(INTEGERS, c.profile, high, minimum):
        c.not_checked(
            f"opening {player}",
            f"a card was not read, so whether the opening reached {minimum} cannot be checked",
            span,
            player=player,
        )
        return
    made = high - sum(points(c.profile, [card])[0] for card in buried)
    melds.report_opening(c, "HF501.take", made, minimum, span, player, " with the hand and the top card")


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
