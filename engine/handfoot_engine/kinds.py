"""What a meld is of, whether it is sound, and which kind of book it makes.

Tables have more kinds of meld than clean, dirty and wild: runs, series of twos, books of some ranks that are complete at a size of
their own or that grow. Where a profile has none of these, its numbers of cards decide, and nothing here is asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from handfoot_grammar.log import RUN_RANK, Lay, may_be_in_run
from handfoot_spec import definitions as d
from handfoot_spec.cards import (
    BLACK_THREES,
    IS_WILD,
    NO_RANK,
    RANK,
    RANK_NAMES,
    THREE_OF_UNKNOWN_COLOUR,
    THREE_RANK,
    TWO_RANK,
    UNSEEN,
    WILD_RANK,
    Card,
)
from handfoot_spec.profile import Profile
from handfoot_spec.tables import MOST, Tables, tables

if TYPE_CHECKING:
    from .table import Meld

# --- lays as a profile reads them --------------------------------------------------------------------------------


def as_played(profile: Profile, lay: Lay) -> Lay:
    """Twos laid together are a series of twos where the profile has these, else wild cards; black threes are naturals of their rank
    where they may be melded."""
    if lay.rank == TWO_RANK:
        return lay if profile.melds.twos else _as_rank(lay, WILD_RANK)
    if lay.rank == WILD_RANK:
        return _as_rank(lay, TWO_RANK) if profile.melds.twos and not profile.melds.wild_melds else lay
    if lay.rank == THREE_RANK and profile.threes.black_melded:
        return _of_black_threes(lay)
    return lay


@lru_cache(maxsize=10_000)
def _as_rank(lay: Lay, rank: int) -> Lay:
    return Lay(lay.adds, rank, lay.cards, lay.number)


@lru_cache(maxsize=10_000)
def _of_black_threes(lay: Lay) -> Lay:
    """A three of unknown colour may be a black one."""
    black = sum(card in BLACK_THREES or card == THREE_OF_UNKNOWN_COLOUR for card in lay.cards)
    found = Lay(lay.adds, lay.rank, lay.cards, lay.number)
    threes = lay.threes - black
    put = object.__setattr__
    put(found, "naturals", black)
    put(found, "threes", threes)
    put(found, "unusual", threes + lay.others + lay.unseen > 0)
    return found


# --- runs and melds of wild cards --------------------------------------------------------------------------------


class Run(NamedTuple):
    """The cards of a run: naturals of its suit, wild cards, unseen ones, those that are none of these; the ranks from the lowest
    natural card to the highest, and naturals whose rank lies there already."""

    naturals: int
    wilds: int
    unseen: int
    strange: tuple[Card, ...]
    span: int
    doubles: int


def run_of(cards: Iterable[Card], suit: int) -> Run:
    """The cards of a run, counted."""
    ranks: list[int] = []
    strange: list[Card] = []
    wilds = unseen = 0
    for card in cards:
        if may_be_in_run(card, suit):
            ranks.append(RANK[card])
        elif IS_WILD[card]:
            wilds += 1
        elif card == UNSEEN:
            unseen += 1
        else:
            strange.append(card)
    span = max(ranks) - min(ranks) + 1 if ranks else 0
    return Run(len(ranks), wilds, unseen, tuple(strange), span, len(ranks) - len(set(ranks)))


def run_sound(profile: Profile, run: Run) -> bool:
    """Whether it is a run; unseen cards are thought of as those that make it one."""
    naturals = run.naturals + run.unseen
    if run.strange or naturals + run.wilds > d.RUN_RANKS:
        return False
    span = max(run.span, naturals)
    return bool(d.run_sound(d.INTEGERS, profile, naturals, run.wilds, span, run.doubles))


def jokers_in(cards: Iterable[Card]) -> int:
    """Jokers among cards."""
    return sum(RANK[card] == WILD_RANK for card in cards)


WILD_RANKS = (WILD_RANK, TWO_RANK)
"""The ranks of melds of wild cards alone: of any, or a series of twos."""


def is_wild(rank: int) -> bool:
    """Whether a meld of this rank is of wild cards alone."""
    return rank in WILD_RANKS


# --- kinds of book -----------------------------------------------------------------------------------------------


def sort_of(meld: Meld) -> str:
    """What a meld is of, as the definitions of kinds of book ask for it."""
    if meld.rank >= RUN_RANK:
        return "run"
    if is_wild(meld.rank):
        return "2" if all(RANK[card] == TWO_RANK for card in meld.cards) else ""
    return RANK_NAMES[meld.rank] if meld.rank < NO_RANK else ""


def kind_by_cards(t: Tables, meld: Meld) -> str | None:
    """The kind of book that a meld is, or would be were it complete; None where it breaks the rules of every kind."""
    naturals = min(meld.naturals + meld.odd + meld.unseen, MOST)
    return _kind(t, sort_of(meld), naturals, min(meld.wilds, MOST))


def _kind(t: Tables, of: str, naturals: int, wilds: int) -> str | None:
    if of == "run" and of not in t.special_kinds:
        return None
    return t.special_kinds.get(of, t.book_kind)[naturals][wilds]


def kind_before(t: Tables, meld: Meld, lay: Lay) -> str | None:
    """The kind of book that a meld was before its last lay."""
    n, w = meld.naturals + meld.odd + meld.unseen, meld.wilds
    naturals = n - lay.naturals - lay.threes - lay.others - lay.unseen
    return _kind(t, sort_of(meld), min(max(naturals, 0), MOST), min(max(w - lay.wilds, 0), MOST))


def cap_of(t: Tables, meld: Meld, cap: int) -> int:
    """The number of cards that completes a meld; ``cap`` where its kind has none of its own."""
    if t.plain:
        return cap
    kind = kind_by_cards(t, meld)
    return cap if kind is None else t.cap_of[kind]


def may_grow(t: Tables, meld: Meld, extra: int, naturals: int) -> bool:
    """Whether cards beyond those that complete it, so many of those laid natural, may lie on a meld as it is."""
    kind = kind_by_cards(t, meld)
    rule = t.may_extend if kind is None else t.extension_of[kind]
    return rule[min(extra, MOST)][min(naturals, MOST)]


def when_complete(meld: Meld, cap: int) -> tuple[int, int]:
    """The naturals and the wild cards of a meld when it became complete, before it grew."""
    first = meld.cards[:cap]
    wilds = sum(IS_WILD[card] for card in first)
    return len(first) - wilds, wilds


def kinds_of(t: Tables, meld: Meld, cap: int) -> tuple[str, ...]:
    """The kinds of book that a complete meld may count as: where it grew what it was, and what it is now; the rules do not say which."""
    now = kind_by_cards(t, meld)
    if meld.size <= cap or not t.grows:
        return () if now is None else (now,)
    before = _kind(t, sort_of(meld), *when_complete(meld, cap))
    return tuple(dict.fromkeys(kind for kind in (before, now) if kind is not None))


def is_faulty(profile: Profile, meld: Meld) -> bool:
    """Whether a meld holds what it may not, or is none that the game has; one that grew is judged as it was when it became complete."""
    if meld.odd:
        return True
    if meld.rank >= RUN_RANK:
        return not run_sound(profile, run_of(meld.cards, meld.rank - RUN_RANK))
    if is_wild(meld.rank):
        return not d.wild_meld_known(d.INTEGERS, profile, jokers_in(meld.cards))
    t = tables(profile)
    naturals, wilds = min(meld.naturals + meld.unseen, MOST), min(meld.wilds, MOST)
    if t.grows and meld.size > (cap := cap_of(t, meld, profile.melds.cap)):
        naturals, wilds = when_complete(meld, cap)
    return not t.wild_ratio[naturals][wilds]
