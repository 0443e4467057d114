"""Entering the Foot, asking, and going out."""

from __future__ import annotations

from handfoot_engine.score import book_kind, count_books
from handfoot_engine.step import Step
from handfoot_engine.table import Side
from handfoot_grammar import log
from handfoot_spec.cards import UNSEEN, cards_text
from handfoot_spec.definitions import (
    INTEGERS,
    books_suffice,
    card_kept,
    consent_given,
    final_discard_right,
    foot_due,
    foot_same_turn,
    partner_ready,
    permission_asked,
)

from ..context import Context, Undo, resolve
from . import hidden
from .stock import check_replacements, check_stock_order


def check_foot(c: Context, step: Step) -> None:
    """The Foot is taken when the Hand is empty: at once after a meld, in the next turn after a discard (P0-37, P0-38)."""
    turn, player, span = c.turn, step.player, c.step_span(step)
    deal = c.this_deal
    name = c.name(player)
    if step.count:
        if not c.table.feet[player].blurred:  # else the Foot may have been put back in the unreadable line
            c.find(
                "HF701", f"{name} plays from the Foot already", span, player=player, because_of=deal.foot_untaken.pop(player, None),
            )  # fmt: skip
        return
    due = deal.due.pop(player, False)
    deal.foot_untaken.pop(player, None)
    at_once = bool(turn.discards) and foot_same_turn(INTEGERS, c.profile, True)
    if turn.discards and not at_once:
        c.find("HF701.discarded", f"{name} takes the Foot in the turn that the discard has ended", span, player=player)
    elif not foot_due(INTEGERS, c.profile, step.before) and not (due and not turn.melded and not at_once):
        _too_early(c, step)
    elif turn.melded and not (turn.foot_owed or at_once or foot_same_turn(INTEGERS, c.profile, False)):
        c.find(
            "HF701.melded", f"{name} takes the Foot in the turn that melded the last card of the Hand; it is taken in the next", span, player=player,
        )  # fmt: skip
    _check_cards(c, step)
    check_replacements(c, step)
    if c.table.stock_order is not None and step.action.cards is not None:
        check_stock_order(
            c, [card for item in step.action.cards if not isinstance(item, int) for card in item[1:]], span, player
        )
    c.emptied = c.left_one = None


def _too_early(c: Context, step: Step) -> None:
    turn, player, span = c.turn, step.player, c.step_span(step)
    if c.table.hands[player].blurred or c.table.feet[player].blurred:
        c.not_checked(
            f"foot {player}", "whether the Hand was empty cannot be told after the unreadable line", span, player=player
        )
    elif turn.emptied_in_take and turn.melded == turn.laid_in_take and c.profile.take.foot_before_rest == "yes":
        return
    elif turn.emptied_in_take and turn.melded == turn.laid_in_take and c.profile.take.foot_before_rest == "undecided":
        c.find(
            "HF901.foot-before-rest",
            f"{c.name(player)} takes the Foot although the take brought cards into the Hand; \"take the Foot at once\" and \"then take the rest\" "
            "pull apart; it is let stand; by the order of the text the rest comes first and the Hand is not empty",
            span, player=player,
        )  # fmt: skip
    else:
        c.find(
            "HF701",
            f"{c.name(player)} takes the Foot with {step.before} card{'s' * (step.before != 1)} left in the Hand",
            span,
            player=player,
            expected="an empty Hand",
            found=f"{step.before} card{'s' * (step.before != 1)}",
        )


def _check_cards(c: Context, step: Step) -> None:
    """The Foot as picked up is the Foot as dealt."""
    cards, player, span = step.action.cards, step.player, c.step_span(step)
    if cards is None or not (step.missing or step.lacking):
        return
    if len(cards) != step.rest_before:
        c.find(
            "HF103",
            f"the Foot has {len(cards)} card{'s' * (len(cards) != 1)}; {step.rest_before} were dealt",
            span,
            player=player,
            expected=str(step.rest_before),
            found=str(len(cards)),
        )
    elif step.missing and step.hidden:
        what = cards_text(step.missing)
        c.find(
            "HF110", f"the Foot shows more cards than its unseen ones can be: for {what} no unseen card is left",
            span, player=player, found=what, conflict=hidden.reasons(c, span)[1],
        )  # fmt: skip
        c.table.blur_packet(step.packet)
    elif step.missing:
        lacking = [card for card in step.lacking if card != UNSEEN]
        instead = f", which had {cards_text(lacking)} instead" if lacking else ""
        id = c.find(
            "HF102",
            f"{cards_text(step.missing)} is not in the Foot as dealt{instead}",
            span,
            player=player,
            found=cards_text(step.missing),
        )
        c.this_deal.unwritten[player] = id, len(step.missing)


def check_ask(c: Context, step: Step) -> None:
    """Permission may be asked; asking again in the same turn the text leaves open (A24)."""
    if not c.once("asked"):
        c.find(
            "HF901.asked-again", "permission is asked again in the same turn; the text does not say whether an answer binds for it; the last one counts",
            c.step_span(step), player=step.player,
        )  # fmt: skip
    if step.packet.size == 0 and c.table.opened_foot[step.player]:
        c.flags.add("asked-late")
    if step.action.granted:
        c.this_deal.granted.add(step.player)
    elif c.profile.out.permission_lapses == "no":
        c.this_deal.granted.discard(step.player)


def close_emptied(c: Context, declared: bool) -> bool:
    """At the end of a turn: a player in the Foot without cards has gone out, or kept no card. True where that ends the deal."""
    turn, table = c.turn, c.table
    player = turn.player
    packet = table.packet(player)
    if packet.blurred or packet.size:
        return False
    if not table.opened_foot[player]:
        return declared and _foot_unopened(c, player)
    if c.emptied is None:
        return False
    if not declared and (card_kept(INTEGERS, c.profile, 0) or not _shows_out(c, player)):
        _no_card_kept(c, player)
        return False
    _judge_out(c, player)
    return True


def _shows_out(c: Context, player: int) -> bool:
    """Whether the cards show a going out that nobody put into words (S1-31, S1-33): no partner has to be asked, and all else
    that going out needs is there, or may be."""
    table, p, o = c.table, c.profile, INTEGERS
    team = table.team_of[player]
    partners = [seat for seat in table.teams[team] if seat != player]
    if partners and not permission_asked(o, p, False):
        return False
    for seat in partners:
        ready = partner_ready(o, p, table.opened_foot[seat], table.acted_from_foot[seat])
        if not ready and not table.feet[seat].blurred:
            return False
    side = table.sides[team]
    return final_discard_right(o, p, c.turn.discards) and (
        side.blurred or books_suffice(o, p, _books_by_colour(c, side, False, 1))
    )


def _foot_unopened(c: Context, player: int) -> bool:
    """A going out from the Hand; a last Hand card discarded may as well have left the Foot for the next turn, unless it is said."""
    turn = c.turn
    if not (turn.declared_out if turn.hand_discarded else turn.melded or turn.discards):
        return False
    assert c.turn_place is not None
    place, index = c.turn_place
    key = "HF702.discarded" if turn.hand_discarded else "HF702"
    id = c.find(key, f"{c.name(player)} goes out with the Foot unopened", place.action(index), player=player)
    _went_out(c, player, [id])
    return True


def check_said_out(c: Context, span: log.Span) -> None:
    """Who is said to go out has no card left (P0-43)."""
    player = c.turn.player
    packet = c.table.packet(player)
    if packet.size and not packet.blurred:
        n = packet.size
        c.find("HF211", f"{c.name(player)} is said to go out and keeps {n} card{'s' * (n != 1)}", span, player=player)


def _no_card_kept(c: Context, player: int) -> None:
    """Nobody finishes by accident (P0-44); the meld that left one card is the cause (A12)."""
    assert c.emptied is not None
    if card_kept(INTEGERS, c.profile, 0):
        return
    span, deed = c.emptied
    if c.turn.melded == 0 and "unreplaced" in c.flags:
        c.find(
            "HF901.forced", f"{c.name(player)} had one card, nothing to meld and had to discard it; the text gives no way out, so it is no offence",
            span, player=player,
        )  # fmt: skip
        return
    cause = ""
    if c.left_one is not None:
        cause_spot, cause_deed = c.left_one
        line = resolve(cause_spot).line
        where = "" if line == resolve(span).line else f" in line {line}"
        cause = f"; {cause_deed}{where} had left one card"
    c.find(
        "HF708", f"{c.name(player)} is left without a card by {deed}, and going out was not declared{cause}",
        span, player=player, expected="a card kept",
    )  # fmt: skip


def _judge_out(c: Context, player: int) -> None:
    """Each condition of going out that fails is a finding of its own (P0-40 to P0-43)."""
    turn, table, p, o = c.turn, c.table, c.profile, INTEGERS
    assert c.emptied is not None
    span, name = c.emptied[0], c.name(player)
    team = table.team_of[player]
    failed: list[int] = []
    side = table.sides[team]
    if side.blurred:
        c.not_checked(
            "books",
            "an earlier line of this team could not be read, so its books cannot be counted",
            span,
            player=player,
        )
    else:
        _judge_books(c, player, failed)
    partners = [seat for seat in table.teams[team] if seat != player]
    for partner in partners:
        _judge_partner(c, player, partner, failed)
    if partners:
        if not permission_asked(o, p, turn.asked is not None and "asked-late" not in c.flags):
            _not_asked(c, player, partners[0], failed)
        elif not consent_given(o, p, turn.asked is False):
            failed.append(
                c.find("HF706", f"{name} goes out although {c.name(partners[0])} refused", span, player=player)
            )
    if not final_discard_right(o, p, turn.discards):
        failed.append(
            c.find(
                "HF707", f"{name} goes out {'with' if turn.discards else 'without'} a last discard", span, player=player
            )
        )
    _went_out(c, player, failed)


def _judge_books(c: Context, player: int, failed: list[int]) -> None:
    p, o = c.profile, INTEGERS
    side = c.table.sides[c.table.team_of[player]]
    assert c.emptied is not None
    span = c.emptied[0]
    if books_suffice(o, p, _books_by_colour(c, side, True, 0)):
        return
    played = _books_by_colour(c, side, False, 1)
    because = None
    if books_suffice(o, p, played):
        because = next(
            (meld.reported for meld in side.melds if meld.reported is not None and c.table.is_complete(meld)), None
        )
        if because is None:
            c.not_checked(
                "books",
                "a card in a book was not read, so the books for going out cannot be counted",
                span,
                player=player,
            )
            return
    has = ", ".join(f"{n} {colour}" for colour, n in _books_by_colour(c, side, True, 1).items())
    needs = ", ".join(f"{n} {colour}" for colour, n in p.out.books.items())
    failed.append(
        c.find(
            "HF703",
            f"{c.name(player)} goes out with {has} books; {needs} are needed",
            span,
            player=player,
            expected=needs,
            found=has,
            because_of=because,
        )
    )


def _books_by_colour(c: Context, side: Side, strictly: bool, end: int) -> dict[str, int]:
    """A side's books by what they count as for going out: the least (``end`` 0) or the most that they can be; faulty ones too if not strictly."""
    counts = dict.fromkeys(c.profile.out.books, 0)
    for kind, count in count_books(c.profile, side, strictly=strictly).items():
        colour = c.profile.books_by_kind[kind].counts_as
        counts[colour] = counts.get(colour, 0) + count[end]
    return counts


def _judge_partner(c: Context, player: int, partner: int, failed: list[int]) -> None:
    """The partner has played part of a turn with the Foot, or a whole one; whether the turn that it was reached in is one is left open."""
    assert c.emptied is not None
    table, span = c.table, c.emptied[0]
    opened, acted, whole = table.opened_foot[partner], table.acted_from_foot[partner], table.whole_turn_foot[partner]
    if partner_ready(INTEGERS, c.profile, opened, acted, whole):
        return
    if table.feet[partner].blurred:
        c.not_checked(
            f"partner {partner}",
            f"whether {c.name(partner)} has played from the Foot cannot be told after the unreadable line",
            span,
            player=player,
        )
    elif partner_ready(INTEGERS, c.profile, opened, acted, True):
        c.find(
            "HF901.run-in-turn",
            f"{c.name(partner)} has played with the Foot only in the turn that it was reached in; whether that is a turn with it the text leaves open; "
            "it is let stand; otherwise HF704",
            span, player=player,
        )  # fmt: skip
    else:
        part = "a turn" if c.profile.out.partner == "turn-with-foot" else "part of a turn"
        state = f"has entered the Foot but not yet played {part} with it" if opened else "has not entered the Foot"
        failed.append(c.find("HF704", f"{c.name(player)} goes out, but {c.name(partner)} {state}", span, player=player))


def _not_asked(c: Context, player: int, partner: int, failed: list[int]) -> None:
    assert c.emptied is not None
    deal, turn_asked = c.this_deal, c.turn.asked
    lapses = c.profile.out.permission_lapses
    if player in deal.granted and turn_asked is None and lapses == "no":
        return
    if player in deal.granted and turn_asked is None and lapses == "undecided":
        c.find(
            "HF901.asked-earlier",
            f"{c.name(player)} was permitted to go out in an earlier turn and did not ask again; the text does not say whether a permission lapses; "
            "it is let stand",
            c.emptied[0], player=player,
        )  # fmt: skip
        return
    failed.append(
        c.find(
            "HF705", f"{c.name(player)} goes out without having asked {c.name(partner)}", c.emptied[0], player=player
        )
    )


def _went_out(c: Context, player: int, failed: list[int]) -> None:
    deal = c.this_deal
    deal.out_player, deal.out_legal = player, not failed
    deal.out_finding = failed[0] if failed else None
    deal.ended = "declared"
    if failed:
        deal.out_undo = undo(c)


def undo(c: Context) -> Undo:
    """What undoing the last discard or meld gives back to the player, so that a card remains (A11)."""
    turn = c.turn
    if turn.discards and c.table.pile:
        return Undo((c.table.pile[-1],), True)
    if not turn.laid:
        return Undo((), False)
    laid = turn.laid[-1]
    completed = laid.before < c.table.cap_of(laid.meld) <= laid.meld.size
    return Undo(laid.lay.cards, False, book_kind(c.profile, laid.meld, strictly=True) if completed else None)
