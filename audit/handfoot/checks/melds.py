"""Melds: their ranks, sizes and wild ratio, the and the one unfinished meld of a rank."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from handfoot_engine.kinds import WILD_RANKS, is_wild
from handfoot_engine.step import Laid, Step
from handfoot_engine.table import Packet
from handfoot_grammar import log
from handfoot_grammar.log import RUN_RANK, Lay, Span
from handfoot_spec.cards import (
    BLACK_THREES,
    IS_THREE,
    IS_WILD,
    NO_RANK,
    RANK,
    RANK_NAMES,
    RANK_WORDS,
    RED_THREES,
    SUIT_NAMES,
    SUITS,
    THREE_RANK,
    TWO_RANK,
    WILD_RANK,
    Card,
    cards_text,
)
from handfoot_spec.definitions import INTEGERS, one_unfinished, wild_ratio
from handfoot_spec.formula import TERMS
from handfoot_spec.tables import MOST

from ..context import Context, Spot
from . import hidden, special
from .opening import count_opening

if TYPE_CHECKING:
    from ..hidden.questions import Question, Seen


def rank_words(rank: int) -> str:
    """``kings``; ``wild cards``; ``a run of hearts`` for the rank of a run."""
    return f"a run of {SUIT_NAMES[rank - RUN_RANK]}" if rank >= RUN_RANK else RANK_WORDS[rank]


def meld_words(rank: int) -> str:
    """``meld of kings``; ``run of hearts``."""
    return f"run of {SUIT_NAMES[rank - RUN_RANK]}" if rank >= RUN_RANK else f"meld of {RANK_WORDS[rank]}"


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
    discarded = c.due.pop(player, False)
    c.emptied = c.left_one = None
    if player not in untaken:
        untaken[player] = c.find(
            "HF702.discarded" if discarded else "HF702",
            f"{c.name(player)} plays from the Foot without having taken it",
            c.step_span(step),
            player=player,
        )
    reds = sum(c.turn.packet.counts[card] for card in RED_THREES)
    if reds:  # the ``foot`` that is missing would have told of them
        c.held_red(c.turn.packet, c.step_span(step), player, because_of=untaken[player])
        c.this_deal.unwritten[player] = untaken[player], reds


def not_held(c: Context, packet: Packet, missing: Sequence[Card], span: Span | Spot, player: int) -> None:
    """Cards played that the packet cannot have held: certain where it is known, impossible where part of it is unseen."""
    what, name = cards_text(sorted(missing)), c.name(player)
    if packet.had_unseen:
        why, conflict = hidden.reasons(c, span)
        plain = f"{name} shows more cards than the unseen ones can be: for {what} no unseen card is left"
        c.find(
            "HF110", f"{plain}; {why}" if why else plain, span,
            player=player, found=what, because_of=_unwritten(c, len(missing), player), conflict=conflict,
        )  # fmt: skip
        c.table.blur_packet(packet)  # what is in it now nobody can say
    else:
        because = _unwritten(c, len(missing), player)
        c.find("HF102", f"{name} plays {what} without holding it", span, player=player, found=what, because_of=because)


def _unwritten(c: Context, cards: int, player: int) -> int | None:
    """The finding that explains why so many cards that a player has are not known to be with the player; each explains its own number."""
    id, n = c.this_deal.unwritten.get(player, (None, 0))
    if id is None or n < cards:
        return None
    c.this_deal.unwritten[player] = id, n - cards
    return id


def check_place(c: Context, laid: Laid, step: Step) -> None:
    """A new meld beside an unfinished one of its rank (P0-20), or an addition where no unfinished meld is."""
    lay, meld, span, player = laid.lay, laid.meld, c.step_span(step), step.player
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
        c.find("HF309", f"the team has no {meld_words(lay.rank)} to add to{where}", span, player=player)
    elif not special.may_grow(c, laid, len(lay.cards)):
        book = f"{meld_words(lay.rank)} is" if lay.rank >= RUN_RANK else f"{rank_words(lay.rank)} are"
        only = "only natural cards" if special.growth_of(c, laid) == "naturals" else "nothing"
        finding = c.find(
            "HF309",
            f"the team's {book} a finished book of {laid.before}; {only} can be added to it",
            span,
            player=player,
        )
        meld.reported = meld.reported or finding


def book_beside(c: Context, rank: int, span: Span | Spot, player: int, takes: bool) -> None:
    """A whole book laid at once beside an unfinished meld of its rank (P0-20); with the top of the pile that one had to be completed (P0-35)."""
    words = rank_words(rank)
    if not c.profile.melds.one_unfinished or rank >= RUN_RANK:
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
    """Two unfinished melds of a rank (P0-20); of wild cards the text leaves it open (A16), and runs are of no rank."""
    if one_unfinished(INTEGERS, c.profile, unfinished) or rank >= RUN_RANK:
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
    if lay.rank >= RUN_RANK:
        if not special.check_run(c, laid, step):
            return
    elif lay.unusual and (lay.threes or lay.others):
        meld.reported = _foreign(c, laid, step)
        return
    t, size = c.tables, meld.size
    if meld.stray or (not t.any_wild_meld and lay.rank in WILD_RANKS and not special.check_wild_meld(c, laid, step)):
        return
    if size > MOST:
        size = MOST
    if not lay.adds and not t.large_enough[size]:
        c.find(
            "HF301", f"{_cards(meld.size)} make no meld; it needs {c.profile.melds.least}",
            c.step_span(step), player=step.player, expected=f"at least {c.profile.melds.least}", found=str(meld.size),
        )  # fmt: skip
        return
    if size > t.least_cap and laid.unfinished and not _check_cap(c, laid, step):
        return
    if (lay.wilds or lay.unseen) and meld.rank not in WILD_RANKS:
        if meld.rank >= RUN_RANK and not c.profile.melds.runs_wild:
            return  # no wild card lies in a run that is sound
        _check_ratio(c, laid, step)


def _check_cap(c: Context, laid: Laid, step: Step) -> bool:
    """No more cards than complete the book, unless such books grow (P0-19); whether that is so."""
    meld, cap = laid.meld, c.table.cap_of(laid.meld)
    if meld.size <= cap or special.may_grow(c, laid, meld.size - cap):
        return True
    more = ", and only natural cards are laid on it then" if special.growth_of(c, laid) == "naturals" else ""
    finding = c.find(
        "HF302", f"the {meld_words(meld.rank)} would have {meld.size} cards; a book is complete with {cap}{more}",
        c.step_span(step), player=step.player, expected=f"at most {cap}", found=str(meld.size),
    )  # fmt: skip
    meld.reported = meld.reported or finding
    return False


def _cards(n: int) -> str:
    return "one card" if n == 1 else f"{n} cards"


def _check_ratio(c: Context, laid: Laid, step: Step) -> None:
    meld = laid.meld
    naturals, wilds = min(meld.naturals + meld.odd, MOST), min(meld.wilds, MOST)
    ratio = c.tables.wild_ratio
    if not ratio[min(naturals + meld.unseen, MOST)][wilds]:
        if special.check_wild_on_book(c, laid, step):
            return
        finding = c.find(
            "HF305",
            f"{naturals} natural and {wilds} wild card{'s' * (wilds != 1)}; a mixed meld needs {special.ratio_needs(c.profile)}",
            c.step_span(step), player=step.player, because_of=meld.reported if _only_follows(c, laid, naturals) else None,
            expected=special.ratio_expected(c.profile), found=f"{naturals} natural, {wilds} wild",
        )  # fmt: skip
        meld.reported = meld.reported or finding
    elif meld.unseen and not ratio[naturals][min(wilds + meld.unseen, MOST)]:
        c.not_checked(
            f"ratio {id(meld)}", f"a card in the {rank_words(meld.rank)} was not read, so their wild ratio cannot be checked",
            c.step_span(step), player=step.player, question=_ratio_question(c, laid, step),
        )  # fmt: skip


def _ratio_question(c: Context, laid: Laid, step: Step) -> Question | None:
    """Whether a meld whose unread cards are all laid now can keep the wild ratio (P0-15)."""
    from ..hidden.questions import Question

    meld, lay, profile = laid.meld, laid.lay, c.profile
    spot = c.step_span(step)
    number = step.laids.index(laid) if isinstance(step.action, log.Pickup) else None
    if meld.unseen != lay.unseen:
        return None
    naturals, wilds = meld.size - len(lay.cards) - (meld.wilds - lay.wilds), meld.wilds - lay.wilds

    def kept(cards: Seen) -> Any:
        more = cards.count(IS_WILD.__getitem__)
        return wild_ratio(TERMS, profile, naturals + len(lay.cards) - more, wilds + more)

    def broken() -> int:
        return c.find(
            "HF305", f"whatever the unread cards in the {rank_words(meld.rank)} are, too many are wild; a mixed meld needs "
            f"{special.ratio_needs(profile)}",
            spot, player=step_player, expected=special.ratio_expected(profile),
        )  # fmt: skip

    step_player = step.player
    return Question(spot[0], step.index, kept, broken, lay=number, player=step_player, cards=len(lay.cards))


def _only_follows(c: Context, laid: Laid, naturals: int) -> bool:
    """Whether a lay on a meld that had too many wild cards before would be right without those that were too many."""
    lay, ratio = laid.lay, c.tables.wild_ratio
    before = max(0, naturals - lay.naturals)
    allowed = max(wilds for wilds in range(MOST + 1) if ratio[before][wilds])
    return laid.meld.wilds - lay.wilds > allowed and ratio[naturals][min(allowed + lay.wilds, MOST)]


def _foreign(c: Context, laid: Laid, step: Step) -> int:
    """Cards that do not belong where they were laid: threes, other ranks, naturals among wild cards."""
    lay, span, player = laid.lay, c.step_span(step), step.player
    black_melded = c.profile.threes.black_melded
    if lay.threes or (lay.rank == THREE_RANK and not black_melded):
        threes = [card for card in lay.cards if IS_THREE[card]]
        black = all(card in BLACK_THREES for card in threes)
        return c.find(
            "HF304.black" if black else "HF304",
            "threes never enter a meld"
            if not black_melded
            else "black threes are melded by themselves"
            if black
            else "red threes never enter a meld",
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
            f"{what} laid among wild cards makes a mixed meld of {n} natural and {w} wild cards; it needs {special.ratio_needs(c.profile)}",
            span, player=player, expected=special.ratio_expected(c.profile), found=f"{n} natural, {w} wild",
        )  # fmt: skip
    return c.find(
        "HF303", f"{what} does not belong to a meld of {rank_words(lay.rank)}", span, player=player,
        expected="twos" if lay.rank == TWO_RANK else f"{rank_words(lay.rank)} and wild cards", found=what,
    )  # fmt: skip


def _name_of(card: Card) -> str:
    return RANK_NAMES[RANK[card]] if RANK[card] != NO_RANK else "W"


def check_cards_alone(c: Context, laid: Laid, step: Step) -> None:
    """After an unreadable line of the team: only what the cards of the lay show by themselves."""
    lay = laid.lay
    if lay.rank >= RUN_RANK and not (lay.adds and c.profile.melds.runs):
        special.check_run(c, laid, step)
    elif lay.threes or lay.others:
        laid.meld.reported = _foreign(c, laid, step)
    elif lay.adds:
        c.not_checked(
            "melds",
            "an earlier line of this team could not be read, so its melds are not checked any more",
            c.step_span(step),
            player=step.player,
        )
    elif (
        not c.tables.sound[min(len(lay.cards), MOST)]
        or is_wild(lay.rank)
        or not c.tables.wild_ratio[min(lay.naturals + lay.unseen, MOST)][min(lay.wilds, MOST)]
    ):
        check_meld(c, laid, step)
