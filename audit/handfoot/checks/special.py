"""Melds that not every table knows: runs, melds of wild cards alone, series of twos, books that grow; and the wild ratio in words."""

from __future__ import annotations

from handfoot_engine.kinds import Run, jokers_in, kind_before, kind_by_cards, run_of, run_sound
from handfoot_engine.step import Laid, Step
from handfoot_grammar.log import RUN_RANK
from handfoot_spec.cards import BLACK_THREES, IS_THREE, IS_WILD, RANK, SUIT_NAMES, WILD_RANK, Card, cards_text
from handfoot_spec.definitions import INTEGERS, wild_meld_known
from handfoot_spec.profile import Profile
from handfoot_spec.tables import MOST

from ..context import Context

# --- the wild ratio in words -------------------------------------------------------------------------------------

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _number(n: int) -> str:
    return _NUMBERS[n] if 0 <= n < len(_NUMBERS) else str(n)


def ratio_needs(p: Profile) -> str:
    """What a mixed meld needs under a profile: ``two naturals for each wild``."""
    m = p.melds
    if (m.natural_share, m.wild_margin) == (1, 0) and m.wild_share >= 1:
        words = f"{_number(m.wild_share)} natural{'s' * (m.wild_share > 1)} for each wild"
    elif (m.natural_share, m.wild_share, m.wild_margin) == (1, 1, 1):
        words = "more naturals than wild cards"
    elif m.wild_share or m.wild_margin:
        margin = f" + {m.wild_margin}" * bool(m.wild_margin)
        words = f"{m.natural_share} x naturals >= {m.wild_share} x wild cards{margin}"
    else:
        words = "a natural card"
    if m.dirty_naturals is not None:
        words += f", {_number(m.dirty_naturals)} naturals at least in a book"
    if m.most_wilds is not None:
        words += f", {_number(m.most_wilds)} wild card{'s' * (m.most_wilds != 1)} at most"
    return words


def ratio_expected(p: Profile) -> str:
    """The same as a report's ``expected``."""
    m = p.melds
    if (m.natural_share, m.wild_share, m.wild_margin, m.most_wilds, m.dirty_naturals) == (1, 2, 0, None, None):
        return "naturals at least twice the wild cards"
    return ratio_needs(p)


# --- runs --------------------------------------------------------------------------------------------------------


def check_run(c: Context, laid: Laid, step: Step) -> bool:
    """A run as it lies after a lay (S1-20); whether nothing is wrong with its cards."""
    lay, meld, span, player = laid.lay, laid.meld, c.step_span(step), step.player
    suit = lay.rank - RUN_RANK
    if not c.profile.melds.runs:
        message = "runs are no melds of this game; a meld is of one rank"
        meld.reported = c.find("HF308", message, span, player=player)
        return False
    if lay.threes:
        threes = [card for card in lay.cards if IS_THREE[card]]
        key = "HF304.black" if all(card in BLACK_THREES for card in threes) else "HF304"
        message = "threes never enter a run"
        meld.reported = c.find(key, message, span, player=player, found=cards_text(threes))
        return False
    run, before = run_of(meld.cards, suit), run_of(meld.cards[: meld.size - len(lay.cards)], suit)
    if run_sound(c.profile, run):
        if meld.unseen:
            c.not_checked(
                f"run {id(meld)}", f"a card in the run of {SUIT_NAMES[suit]} was not read, so whether it is one cannot be checked",
                span, player=player,
            )  # fmt: skip
        return True
    own = run_of(lay.cards, suit)
    follows = meld.reported is not None and not own.strange and run.doubles == before.doubles and not own.wilds
    if not follows:
        meld.reported = c.find(
            "HF308", _no_run(c.profile, run, lay.cards, suit), span, player=player, found=cards_text(meld.cards)
        )
    return False


def _no_run(p: Profile, run: Run, laid: tuple[Card, ...], suit: int) -> str:
    """Why the cards are no run."""
    name = SUIT_NAMES[suit]
    if run.strange:
        return f"{cards_text(run.strange)} does not belong to a run of {name}; a run is of one suit"
    if run.wilds and not p.melds.runs_wild:
        return f"{cards_text([card for card in laid if IS_WILD[card]])} in a run of {name}; a run holds no wild card"
    if run.doubles:
        return f"a rank stands twice in the run of {name}"
    return f"the cards of the run of {name} do not follow one another"


# --- wild cards alone --------------------------------------------------------------------------------------------


def check_wild_meld(c: Context, laid: Laid, step: Step) -> bool:
    """A meld of wild cards alone is one that the game has (S1-28, S4-8); whether it is."""
    p, lay, meld = c.profile, laid.lay, laid.meld
    if wild_meld_known(INTEGERS, p, jokers_in(meld.cards)):
        return True
    if meld.reported is None or (p.melds.twos and jokers_in(lay.cards)):
        if p.melds.twos:
            key, message = "HF307.joker", "a series of twos holds no joker"
            if jokers_in(meld.cards) == meld.size:
                key, message = "HF307", "jokers alone make no meld in this game"
            found = cards_text([card for card in lay.cards if RANK[card] == WILD_RANK])
        else:
            key, message, found = "HF307", "wild cards alone make no meld in this game", cards_text(lay.cards)
        meld.reported = c.find(key, message, c.step_span(step), player=step.player, found=found)
    return False


# --- books that grow ---------------------------------------------------------------------------------------------


def growth_of(c: Context, laid: Laid) -> str:
    """Which cards may be laid beyond those that complete this meld: never, naturals, any."""
    kind = _grown(c, laid)
    own = None if kind is None else c.profile.books_by_kind[kind].extend
    return own or c.profile.melds.extend_books


def _grown(c: Context, laid: Laid) -> str | None:
    """The kind of book that cards are laid on: what the meld was before, or what it is from the beginning."""
    return kind_before(c.tables, laid.meld, laid.lay) if laid.before else kind_by_cards(c.tables, laid.meld)


def may_grow(c: Context, laid: Laid, extra: int) -> bool:
    """Whether so many cards of a lay may lie beyond those that complete the meld."""
    lay, t, kind = laid.lay, c.tables, _grown(c, laid)
    rule = t.may_extend if kind is None else t.extension_of[kind]
    natural = len(lay.cards) - lay.wilds  # a card of another rank is a fault of another kind
    return rule[min(extra, MOST)][min(natural, MOST)]


def check_wild_on_book(c: Context, laid: Laid, step: Step) -> bool:
    """Any card may be laid on the book, and a wild one more is too many for the ratio: which of the two goes before is not said."""
    lay, meld = laid.lay, laid.meld
    if growth_of(c, laid) != "any" or laid.unfinished or meld.reported is not None:
        return False
    c.find(
        "HF901.wild-on-book",
        f"a wild card is added to a finished book, which has {meld.naturals} naturals and {meld.wilds} wild cards now; any card may be added "
        "to a book, and whether the wild ratio holds for it too is left open; it is let stand; otherwise HF305",
        c.step_span(step), player=step.player, found=cards_text(lay.cards),
    )  # fmt: skip
    return True
