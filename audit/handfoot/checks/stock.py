"""What comes from the stock: draws, replacements of red threes, the recorded order."""

from __future__ import annotations

from collections.abc import Sequence

from handfoot_engine.lays import closest
from handfoot_engine.step import Step
from handfoot_grammar.log import RESHUFFLE, Draw, Items, Span, Take, Turn, Unread
from handfoot_spec.cards import (
    FIRST_RANK_ONLY,
    IS_RED_THREE,
    KINDS,
    THREE_OF_UNKNOWN_COLOUR,
    TWO_RANK,
    UNSEEN,
    Card,
    cards_text,
)
from handfoot_spec.definitions import INTEGERS, draw_right, from_stock, replaced, stock_suffices
from handfoot_spec.tables import MOST

from ..context import Context, Spot
from .melds import not_held


def check_draw(c: Context, step: Step) -> None:
    """A draw: once a turn, of two cards, from a stock that has them (P0-22, P0-49)."""
    turn, t, draws, count = c.turn, c.tables, c.turn.draws, step.count
    if (
        turn.discards
        or turn.takes
        or step.stock_before <= MOST  # near its end the stock is looked at
        or step.stock_short
        or draws > MOST
        or count > MOST
        or not (t.one_beginning[draws][0] and t.draw_right[count])
    ):
        _judge_draw(c, step)
    packet = step.packet
    counts = packet.counts
    if counts[5] or counts[6] or counts[66]:
        fresh = sum(IS_RED_THREE[item if isinstance(item, int) else item[-1]] for item in step.action.cards or ())
        c.held_red(packet, c.step_span(step), step.player, fresh)
    if (
        counts[THREE_OF_UNKNOWN_COLOUR]
        and c.profile.threes.red_exposed
        and not any(card == THREE_OF_UNKNOWN_COLOUR for card in step.action.cards or ())
    ):
        c.not_checked(
            f"three {step.player}", "a three of unrecorded colour is held through a draw; a red one had to be exposed before",
            c.step_span(step), player=step.player,
        )  # fmt: skip
    if step.exposed:
        check_replacements(c, step)
    if c.table.stock_order is not None:
        cards = [UNSEEN] * count if step.action.cards is None else drawn(step.action.cards)
        check_stock_order(c, cards, c.step_span(step), step.player)
    if packet.size <= 1:
        c.left_one = None
    c.turn_mark = len(c.findings)


def _judge_draw(c: Context, step: Step) -> None:
    """A draw that may be one too many, of the wrong size, or from a stock too small."""
    turn, player, action = c.turn, step.player, step.action
    assert isinstance(action, Draw)
    p, t, row = c.profile, c.tables, False
    if turn.discards:
        if c.once("after-discard"):
            c.find("HF207", f"{c.name(player)} draws after the discard", c.step_span(step), player=player)
    elif not t.one_beginning[min(turn.draws, MOST)][min(turn.takes, MOST)] and not (row := one_by_one(c, step)):
        wrong_draw(c, step, f"{c.name(player)} has begun this turn already and draws as well")
    elif (
        not row
        and not stock_suffices(INTEGERS, p, step.stock_before)
        and not c.table.stock_blurred
        and not (_between(c) and one_by_one(c, step))  # a new stock gives the rest of it
    ):
        _short_stock(c, step)
    elif not t.draw_right[min(step.count, MOST)] and not row and not one_by_one(c, step):
        if p.turn.mixed_draw and step.count == step.stock_before < p.turn.draw and not c.table.stock_blurred:
            _short_stock(c, step)  # its last card, and the pile gave none
            return
        hint = ""
        if action.cards == (FIRST_RANK_ONLY + TWO_RANK,):
            hint = "; one two is written here: if two unseen cards are meant, write `draw ?*2`"
        n = step.count
        wrong_draw(
            c,
            step,
            f"{c.name(player)} draws {n} card{'s' * (n != 1)}; a draw has {p.turn.draw}{hint}",
            str(p.turn.draw),
            str(n),
        )
    elif step.stock_short > (action.cards is None and _goes_on_with(c, step, Take)):
        _overdrawn(c, step)


def _goes_on_with(c: Context, step: Step, *kinds: type) -> bool:
    """Whether the next action of the line is of one of these kinds, and a part of the same draw."""
    statement = c.statement
    assert isinstance(statement, Turn)
    following = [action for action in statement.actions[step.index + 1 :] if action.kind not in _between(c)]
    return bool(following) and isinstance(following[0], kinds) and (c.profile.turn.mixed_draw or Take not in kinds)


def _between(c: Context) -> tuple[int, ...]:
    """Actions that may stand in the middle of a draw: a new stock, where it can run out there."""
    return (RESHUFFLE,) if c.profile.stock.short in ("reshuffle", "undecided") else ()


def one_by_one(c: Context, step: Step) -> bool:
    """Whether the turn's only draw is written card by card, and this action is a part of it that is right so far."""
    statement, turn, p = c.statement, c.turn, c.profile
    assert isinstance(statement, Turn)
    row: list[Draw | Take] = []
    for action in reversed(statement.actions[: step.index + 1]):
        if len(row) < turn.draws and isinstance(action, Draw | Take):
            row.append(action)
        elif action.kind not in _between(c) and not isinstance(action, Unread):
            break
    # where a draw may be of two deeds, one that could not be read may be the other
    unread = p.turn.mixed_draw and (turn.blurred or any(isinstance(action, Unread) for action in statement.actions))
    taken = sum(isinstance(action, Take) for action in row)
    sizes = [None if action.cards is None else len(action.cards) for action in row if isinstance(action, Draw)]
    if turn.takes or (len(row) < turn.draws and not unread):
        return False
    if None in sizes and not taken and not _goes_on_with(c, step, Take):
        return False
    drawn = sum(size or 0 for size in sizes)
    if None in sizes:  # a draw of unwritten size is what the rest of the row leaves of it
        drawn = max(drawn, p.turn.draw - taken - (not taken))
    more = unread or _goes_on_with(c, step, Draw) or _goes_on_with(c, step, Take)
    return draw_right(INTEGERS, p, drawn, taken) or (more and taken <= 1 and drawn + taken < p.turn.draw)


def wrong_draw(c: Context, step: Step, message: str, expected: str | None = None, found: str | None = None) -> None:
    """Too few, too many, from the wrong place: one deed, however many actions it is written in (HF205)."""
    if c.once("wrong-draw"):
        c.find("HF205", message, c.step_span(step), player=step.player, expected=expected, found=found)


def _short_stock(c: Context, step: Step) -> None:
    """Fewer cards than a draw: the wish to draw ends the deal and the odd card stays (A4)."""
    if not from_stock(INTEGERS, c.profile, step.count, step.stock_before):
        _overdrawn(c, step)
    elif c.profile.stock.short == "reshuffle":
        wrong_draw(
            c, step, f"{step.count} card is drawn; with the pile made a new stock a draw has {c.profile.turn.draw}"
        )
    elif c.profile.stock.short != "ends-deal":
        left_open(c, step, f"{step.count} card is drawn from a stock of {step.stock_before}")
    else:
        c.find(
            "HF205.last",
            f"{step.count} card is drawn from a stock of {step.stock_before}; with fewer than {c.profile.turn.draw} the deal ends before any is drawn",
            c.step_span(step), player=step.player,
        )  # fmt: skip


def left_open(c: Context, step: Step, what: str) -> None:
    """Less than a draw is drawn from what is left, of which the text says nothing."""
    c.find(
        "HF901.stock-end", f"{what}; whether one may draw what is left the text leaves open; it is let stand",
        c.step_span(step), player=step.player,
    )  # fmt: skip


def _overdrawn(c: Context, step: Step) -> None:
    if c.table.stock_blurred:
        return
    deal = c.this_deal
    id = c.find(
        "HF107", f"{step.stock_before + step.stock_short - step.stock_after} cards come from a stock of {step.stock_before}",
        c.step_span(step), player=step.player, expected=f"at most {step.stock_before}", because_of=deal.overdrawn,
    )  # fmt: skip
    deal.overdrawn = deal.overdrawn or id


def check_replacements(c: Context, step: Step, from_pile: bool = False) -> None:
    """Every red three exposed is one, and is replaced while the stock has cards, or not at all (P0-23, A5, A6)."""
    player, threes = step.player, c.profile.threes
    if step.exposed and not threes.red_exposed:
        c.find("HF404", "a card is exposed; in this game no three is", c.step_span(step), player=player)
        return
    if step.not_red:
        c.find(
            "HF404", f"{cards_text(step.not_red)} is exposed and replaced; only red threes are",
            c.step_span(step), player=player, found=cards_text(step.not_red),
        )  # fmt: skip
    if not (threes.red_from_pile_replaced if from_pile else threes.red_replaced):
        if step.replaced and not step.not_red:
            what = "a red three of the discard pile" if from_pile else "a red three"
            c.find(
                "HF205.replaced", f"{what} is replaced from the stock; here it is not", c.step_span(step), player=player
            )
        return
    if step.replaced == step.exposed or step.not_red:
        return
    missing = step.exposed - step.replaced
    if c.table.stock_blurred:
        c.not_checked(
            "replacement",
            "the stock's size is not known here, so whether the red three had to be replaced cannot be checked",
            c.step_span(step),
            player=player,
        )
    elif not replaced(INTEGERS, c.profile, step.replaced, step.exposed, step.stock_after, from_pile):
        c.find(
            "HF402", f"a red three is exposed and not replaced, though the stock has {step.stock_after} cards",
            c.step_span(step), player=player, expected=f"{missing} more from the stock",
        )  # fmt: skip
    elif threes.red_unreplaced == "ends-deal":
        c.flags |= {"unreplaced", "stock-out"}
        c.turn.to_judge = True
    elif threes.red_unreplaced == "go-on":
        c.flags.add("unreplaced")
    else:
        c.flags.add("unreplaced")
        c.find(
            "HF901.unreplaced",
            "a red three is exposed and the stock is empty; the text does not say what then: play goes on until somebody must draw; "
            "elsewhere the deal ends here",
            c.step_span(step), player=player,
        )  # fmt: skip


def check_red(c: Context, step: Step) -> None:
    """``red 3h>5c``: red threes exposed as a deed of their own."""
    if step.missing:
        not_held(c, step.packet, step.missing, c.step_span(step), step.player)
    if step.stock_short:
        _overdrawn(c, step)
    check_replacements(c, step)
    if c.table.stock_order is not None:
        check_stock_order(
            c, [card for chain in step.action.chains for card in chain[1:]], c.step_span(step), step.player
        )


def drawn(items: Items | None) -> list[Card]:
    """The cards of a list that came from the stock, replacements included."""
    out: list[Card] = []
    for item in items or ():
        out.extend((item,) if isinstance(item, int) else item)
    return [card for card in out if card >= 0]


def check_stock_order(c: Context, cards: Sequence[Card], span: Span | Spot, player: int) -> None:
    """Cards drawn are the next of the recorded stock; within one action their order is not recorded."""
    table = c.table
    order = table.stock_order
    cards = [card for card in cards if card >= 0]
    if order is None or not cards:
        return
    following = order[table.stock_next : table.stock_next + len(cards)]
    table.stock_next += len(cards)
    left = list(following)
    for card in sorted(cards, key=lambda card: len(KINDS[card])):  # the best known first: it fits the fewest
        match = closest(left, card)
        if match is None:
            break
        left.remove(match)
    else:
        return
    if len(following) < len(cards):
        return  # more than the stock held: HF107 says so
    c.find(
        "HF109", f"{cards_text(list(cards))} is drawn; the recorded stock has {cards_text(following)} next",
        span, player=player, expected=cards_text(following), found=cards_text(list(cards)),
    )  # fmt: skip
