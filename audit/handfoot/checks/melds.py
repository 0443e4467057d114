"""Melds: their ranks, sizes and wild ratio, the one unfinished meld of a rank, and the opening."""

from __future__ import annotations

from collections.abc import Sequence

from handfoot_engine.score import points
from handfoot_engine.step import Laid, Step
from handfoot_engine.table import Packet
from handfoot_grammar.log import RUN_RANK, Lay, Span
from handfoot_spec.cards import (
    BLACK_THREES,
    COMPATIBLE,
    IS_THREE,
    IS_WILD,
    NO_RANK,
    RANK,
    RANK_NAMES,
    RANK_WORDS,
    RED_THREES,
    SUITS,
    THREE_RANK,
    WILD_RANK,
    Card,
    cards_text,
)
from handfoot_spec.definitions import (
    INTEGERS,
    may_complete,
    meld_opens,
    one_unfinished,
    one_way_of_melding,
    opening_met,
)
from handfoot_spec.tables import MOST

from ..context import Context, OpeningState, Spot


def rank_words(rank: int) -> str:
    """``kings``; ``wild cards``; ``a run of h`` for the rank of a run."""
    return f"a run of {SUITS[rank - RUN_RANK]}" if rank >= RUN_RANK else RANK_WORDS[rank]


def check_lay(c: Context, step: Step) -> None:
    """A meld or an addition outside a take."""
    laid, packet, player = step.laid, step.packet, step.player
    assert laid is not None
    turn, counts = c.turn, packet.counts
    if turn.foot_unannounced:
        foot_unannounced(c, step)
    if turn.discards or not (turn.draws or turn.takes) or counts[5] or counts[6] or counts[66] or c.due:
        may_play(c, step)
    if laid.missing:
        not_held(c, packet, laid.missing, c.step_span(step), player)
    lay, meld = laid.lay, laid.meld
    if turn.side.blurred:
        check_cards_alone(c, laid, step)
        after_lay(c, step)
        return
    if not laid.unfinished if lay.adds else laid.had_unfinished:
        check_place(c, laid, step)
    if lay.unusual or lay.wilds or meld.size > MOST or not c.tables.sound[meld.size]:
        check_meld(c, laid, step)
    if not turn.side_opened and (c.opening is None or not c.opening.done):
        count_opening(c, laid.lay, step)
    if packet.size <= 1:
        after_lay(c, step)


def check_bound_lay(c: Context, step: Step) -> None:
    """A meld or an addition where a meld may be frozen against the discard pile, or a turn has to choose between the two."""
    check_lay(c, step)
    assert step.laid is not None
    if c.turn.taken and c.profile.turn.mixed_draw:
        check_frozen(c, step.laid, step, _only_taken(c, step.laid))
    check_one_way(c, step)


def check_one_way(c: Context, step: Step) -> None:
    """A turn begins melds or adds to them, where the rules make it choose (HF311)."""
    begun = sum(laid.created for laid in c.turn.laid)
    if not one_way_of_melding(INTEGERS, c.profile, begun, len(c.turn.laid) - begun) and c.once("new-and-add"):
        c.find(
            "HF311", f"{c.name(step.player)} both begins a meld and adds to one in this turn; the rules let a turn do one of them",
            c.step_span(step), player=step.player,
        )  # fmt: skip


def _only_taken(c: Context, laid: Laid) -> Card | None:
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
    shown, words = cards_text([card]), rank_words(laid.meld.rank)
    if IS_WILD[card] and laid.meld.naturals:
        c.find(
            "HF901.frozen-wild",
            f"{before} {words} are frozen against the discards, of which the text names the matching card; {shown} is wild; it is let stand",
            c.step_span(step), player=step.player,
        )  # fmt: skip
        return
    c.find(
        "HF607", f"{before} {words} are frozen; {shown} from the discard pile does not complete them",
        c.step_span(step), player=step.player, expected="a card of the hand", found=shown,
    )  # fmt: skip


def after_lay(c: Context, step: Step) -> None:
    """Remembers the lay that left a player in the Foot with one card, or with none."""
    packet = step.packet
    if packet.size <= 1 and not packet.blurred:
        span, what = c.step_span(step), describe(step.laid.lay if step.laid is not None else None)
        if packet.size:
            c.left_one = (span, what)
        else:
            c.emptied = (span, what)


def describe(lay: Lay | None) -> str:
    """``meld K: Ks Kd Kc``, as a person would name the deed."""
    if lay is None:
        return "the take"
    rank = f"run {SUITS[lay.rank - RUN_RANK]}" if lay.rank >= RUN_RANK else RANK_NAMES[lay.rank]
    return f"{'add' if lay.adds else 'meld'} {rank}: {cards_text(lay.cards)}"


def may_play(c: Context, step: Step) -> None:
    """Nothing is played before drawing (P0-22), after the discard, or while holding a red three (P0-23)."""
    turn, player = c.turn, step.player
    if not (turn.draws or turn.takes or turn.blurred) and c.once("no-draw"):
        c.find("HF204", f"{c.name(player)} plays without having drawn or taken", c.step_span(step), player=player)
    if turn.discards and c.once("after-discard"):
        c.find("HF207", f"{c.name(player)} plays on after the discard", c.step_span(step), player=player)
    counts = step.packet.counts
    if counts[5] or counts[6] or counts[66]:
        c.held_red(step.packet, c.step_span(step), player)
    foot_due(c, step)


def foot_due(c: Context, step: Step) -> None:
    """The Hand's last card was discarded in an earlier turn, so this turn is played from the Foot (P0-38)."""
    due, player = c.due, step.player
    if due.get(player) and not c.table.opened_foot[player] and not c.turn.hand_discarded:
        del due[player]
        untaken = c.this_deal.foot_untaken
        id = c.find(
            "HF702.discarded",
            f"{c.name(player)} discarded the last card of the Hand before and plays on without taking the Foot",
            c.step_span(step), player=player, because_of=untaken.get(player),
        )  # fmt: skip
        untaken.setdefault(player, id)


def foot_unannounced(c: Context, step: Step) -> None:
    """The Hand is empty and its player plays on: the cards come from the Foot, which nobody said was taken (P0-37)."""
    player, untaken = step.player, c.this_deal.foot_untaken
    c.turn.foot_unannounced = False
    c.due.pop(player, None)
    c.emptied = c.left_one = None
    if player not in untaken:
        untaken[player] = c.find(
            "HF702", f"{c.name(player)} plays from the Foot without having taken it", c.step_span(step), player=player
        )
    reds = sum(c.turn.packet.counts[card] for card in RED_THREES)
    if reds:  # the ``foot`` that is missing would have told of them
        c.held_red(c.turn.packet, c.step_span(step), player, because_of=untaken[player])
        c.this_deal.unwritten[player] = untaken[player], reds


def not_held(c: Context, packet: Packet, missing: Sequence[Card], span: Span | Spot, player: int) -> None:
    """Cards played that the packet cannot have held: certain where it is known, impossible where part of it is unseen."""
    what, name = cards_text(sorted(missing)), c.name(player)
    if packet.had_unseen:
        c.find(
            "HF110",
            f"{name} shows more cards than the unseen ones can be: for {what} no unseen card is left",
            span, player=player, found=what,
        )  # fmt: skip
        c.table.blur_packet(packet)  # what is in it now nobody can say
    else:
        unwritten = c.this_deal.unwritten
        because, n = unwritten.get(player, (None, 0))
        if because is None or n < len(missing):
            because = None
        else:
            unwritten[player] = because, n - len(missing)
        c.find("HF102", f"{name} plays {what} without holding it", span, player=player, found=what, because_of=because)


def check_place(c: Context, laid: Laid, step: Step) -> None:
    """A new meld beside an unfinished one of its rank (P0-20), or an addition where no unfinished meld is."""
    lay, meld, span, player = laid.lay, laid.meld, c.step_span(step), step.player
    rank = rank_words(lay.rank)
    if not lay.adds:
        if meld in c.table.sides[c.table.team_of[player]].unfinished.get(meld.rank, ()):
            second_unfinished(c, laid.had_unfinished + 1, meld.rank, span, player, "HF306")
        else:
            book_beside(c, lay.rank, span, player, False)
        return
    if meld.stray:
        theirs = [
            c.team_name(team) for team, side in enumerate(c.table.sides) if team != c.table.team_of[player] and side.unfinished.get(lay.rank)
        ]  # fmt: skip
        where = f"; those on the table are {theirs[0]}'s" if theirs else ""
        c.find("HF309", f"the team has no meld of {rank} to add to{where}", span, player=player)
    else:
        c.find(
            "HF309",
            f"the team's {rank} are a finished book of {laid.before}; nothing can be added to it",
            span,
            player=player,
        )


def book_beside(c: Context, rank: int, span: Span | Spot, player: int, takes: bool) -> None:
    """A whole book laid at once beside an unfinished meld of its rank (P0-20); with the top of the pile that one had to be completed (P0-35)."""
    words = rank_words(rank)
    if not c.profile.melds.one_unfinished:
        return
    if takes and rank != WILD_RANK and c.profile.take.unfinished == "complete-then-new":
        c.find(
            "HF306.take",
            f"the team's {words} are left unfinished; a take with {words} on top completes them first",
            span,
            player=player,
        )
        return
    c.find(
        "HF901.second-complete",
        f"a whole book of {words} is laid beside the team's unfinished {words}; the text speaks of unfinished melds, "
        "so it is let stand; read strictly, the first had to be complete before (HF306)",
        span, player=player,
    )  # fmt: skip


def second_unfinished(c: Context, unfinished: int, rank: int, span: Span | Spot, player: int, key: str) -> None:
    """Two unfinished melds of a rank (P0-20); of wild cards the text leaves it open (A16)."""
    if one_unfinished(INTEGERS, c.profile, unfinished):
        return
    if rank == WILD_RANK and c.profile.melds.one_unfinished_wild != "yes":
        if c.profile.melds.one_unfinished_wild == "undecided":
            c.find(
                "HF901.wild-melds",
                "a second unfinished meld of wild cards: the text allows one unfinished meld of a rank, and wild cards have none; "
                "it is let stand; read as one rank it would be HF306",
                span, player=player,
            )  # fmt: skip
        return
    c.find(
        key,
        f"the team has {unfinished} unfinished melds of {rank_words(rank)}; the first had to be completed before",
        span, player=player, expected="at most 1 unfinished meld of a rank", found=str(unfinished),
    )  # fmt: skip


def check_meld(c: Context, laid: Laid, step: Step) -> None:
    """The meld that a lay makes, and the cards that it brings: one deed, one finding."""
    lay, meld = laid.lay, laid.meld
    if lay.unusual and (lay.threes or lay.others or lay.rank >= RUN_RANK):
        meld.reported = _foreign(c, laid, step)
        return
    if meld.stray:
        return
    t, size = c.tables, meld.size
    if size > MOST:
        size = MOST
    if not lay.adds and not t.large_enough[size]:
        c.find(
            "HF301", f"{_cards(meld.size)} make no meld; it needs {c.profile.melds.least}",
            c.step_span(step), player=step.player, expected=f"at least {c.profile.melds.least}", found=str(meld.size),
        )  # fmt: skip
        return
    if not t.within_cap[size] and laid.unfinished:
        c.find(
            "HF302", f"the meld of {rank_words(meld.rank)} would have {meld.size} cards; a book is complete with {c.profile.melds.cap}",
            c.step_span(step), player=step.player, expected=f"at most {c.profile.melds.cap}", found=str(meld.size),
        )  # fmt: skip
        return
    if (lay.wilds or lay.unseen) and meld.rank != WILD_RANK:
        _check_ratio(c, laid, step)


def _cards(n: int) -> str:
    return "one card" if n == 1 else f"{n} cards"


def _check_ratio(c: Context, laid: Laid, step: Step) -> None:
    meld = laid.meld
    naturals, wilds = min(meld.naturals + meld.odd, MOST), min(meld.wilds, MOST)
    ratio = c.tables.wild_ratio
    if not ratio[min(naturals + meld.unseen, MOST)][wilds]:
        finding = c.find(
            "HF305",
            f"{naturals} natural and {wilds} wild card{'s' * (wilds != 1)}; a mixed meld needs two naturals for each wild",
            c.step_span(step), player=step.player, because_of=meld.reported if _only_follows(c, laid, naturals) else None,
            expected="naturals at least twice the wild cards", found=f"{naturals} natural, {wilds} wild",
        )  # fmt: skip
        meld.reported = meld.reported or finding
    elif meld.unseen and not ratio[naturals][min(wilds + meld.unseen, MOST)]:
        c.not_checked(
            f"ratio {id(meld)}", f"a card in the {rank_words(meld.rank)} was not read, so their wild ratio cannot be checked",
            c.step_span(step), player=step.player,
        )  # fmt: skip


def _only_follows(c: Context, laid: Laid, naturals: int) -> bool:
    """Whether a lay on a meld that had too many wild cards before would be right without those that were too many."""
    lay, ratio = laid.lay, c.tables.wild_ratio
    before = max(0, naturals - lay.naturals)
    allowed = max(wilds for wilds in range(MOST + 1) if ratio[before][wilds])
    return laid.meld.wilds - lay.wilds > allowed and ratio[naturals][min(allowed + lay.wilds, MOST)]


def _foreign(c: Context, laid: Laid, step: Step) -> int:
    """Cards that do not belong where they were laid: threes, other ranks, naturals among wild cards, a run."""
    lay, span, player = laid.lay, c.step_span(step), step.player
    if lay.rank >= RUN_RANK and not c.profile.melds.runs:
        return c.find("HF308", "runs are no melds of this game; a meld is of one rank", span, player=player)
    if lay.threes or lay.rank == THREE_RANK:
        threes = [card for card in lay.cards if IS_THREE[card]]
        black = all(card in BLACK_THREES for card in threes)
        return c.find(
            "HF304.black" if black else "HF304",
            "threes never enter a meld",
            span,
            player=player,
            found=cards_text(threes),
        )
    strange = [
        card for card in lay.cards if RANK_NAMES.index(_name_of(card)) != lay.rank and _name_of(card) not in ("2", "W")
    ]
    what = cards_text(strange)
    n, w = laid.meld.odd, laid.meld.wilds
    if lay.rank == WILD_RANK and not c.tables.wild_ratio[min(n, MOST)][min(w, MOST)]:
        return c.find(
            "HF305",
            f"{what} laid among wild cards makes a mixed meld of {n} natural and {w} wild cards; it needs two naturals for each wild",
            span, player=player, expected="naturals at least twice the wild cards", found=f"{n} natural, {w} wild",
        )  # fmt: skip
    return c.find(
        "HF303", f"{what} does not belong to a meld of {rank_words(lay.rank)}", span, player=player,
        expected=f"{rank_words(lay.rank)} and wild cards", found=what,
    )  # fmt: skip


def _name_of(card: Card) -> str:
    return RANK_NAMES[RANK[card]] if RANK[card] != NO_RANK else "W"


def check_cards_alone(c: Context, laid: Laid, step: Step) -> None:
    """After an unreadable line of the team: only what the cards of the lay show by themselves."""
    lay = laid.lay
    if lay.threes or lay.others or lay.rank >= RUN_RANK:
        laid.meld.reported = _foreign(c, laid, step)
    elif lay.adds:
        c.not_checked(
            "melds",
            "an earlier line of this team could not be read, so its melds are not checked any more",
            c.step_span(step),
            player=step.player,
        )
    elif not (c.tables.large_enough[min(len(lay.cards), MOST)] and c.tables.within_cap[min(len(lay.cards), MOST)]) or (
        lay.rank != WILD_RANK and not c.tables.wild_ratio[min(lay.naturals + lay.unseen, MOST)][min(lay.wilds, MOST)]
    ):
        check_meld(c, laid, step)


# --- opening ----------------------------------------------------------------------------------------------------


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
    place, index = opening.place
    span = place.action(index)
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
        opening_unknown(c, least, most, span, player)


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
                "HF501", f"the meld of {rank_words(meld.rank)} makes {made} points; in an opening each meld makes {least}",
                span, player=player, expected=f"at least {least}", found=str(made),
            )  # fmt: skip
            return


def opening_unknown(c: Context, least: int, most: int, span: Span | Spot, player: int) -> None:
    """What the record leaves out may make the opening right or wrong."""
    if least == most:
        what = f"a card was not read, so whether the opening reached {least} cannot be checked"
    elif c.profile.opening.by == "chosen":
        what = f"which minimum from {least} to {most} was chosen for this deal is not recorded, so the opening is not checked"
    else:
        what = f"the side's total before this deal is not known, so whether {least} or up to {most} points open is not checked"
    c.not_checked(f"opening {player}", what, span, player=player)


def report_opening(c: Context, key: str, made: int, minimum: int, span: Span | Spot, player: int, which: str) -> None:
    """An opening that is too low (HF501); one that is right by a wrong total which the sheet carries follows from that."""
    deal, team, by = c.this_deal, c.table.team_of[player], c.profile.opening.by
    asked, because = f"deal {deal.number} asks for {minimum}", None
    if by == "score":
        score, claimed = deal.scores[team], deal.claimed[team]
        at = f"at a total of {score[0]}" if score is not None and score[0] == score[1] else "at the side's total"
        asked = f"{at} {minimum} are asked for"
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
