"""What a meld is of, and which kind of book it makes, against the plainest way to say it."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from handfoot_engine.kinds import as_played, run_of, run_sound
from handfoot_grammar.log import Lay
from handfoot_spec.cards import JOKER, THREE_RANK, TWO_RANK, UNSEEN, WILD_RANK, Card, card_from_text
from handfoot_spec.profile_files import load
from house_rules import house

CLASSIC = load("classic")
HEARTS = 1
RUN_CARDS = [rank * 4 + HEARTS for rank in range(2, 13)]
RUNS = replace(CLASSIC, melds=replace(CLASSIC.melds, runs=True))
WITH_WILDS = replace(CLASSIC, melds=replace(CLASSIC.melds, runs=True, runs_wild=True))


def in_order(cards: tuple[Card, ...]) -> bool:
    """Cards of hearts from four up that follow one another."""
    ranks = sorted(card // 4 for card in cards)
    return set(cards) <= set(RUN_CARDS) and ranks == list(range(ranks[0], ranks[0] + len(ranks)))


@settings(max_examples=300)
@given(st.lists(st.sampled_from([*RUN_CARDS, 9 * 4, 5, JOKER, UNSEEN, UNSEEN]), min_size=1, max_size=6))
def test_s1_20_a_run_is_what_some_cards_for_the_unseen_ones_make_it(cards: list[Card]) -> None:
    seen = tuple(card for card in cards if card != UNSEEN)
    fillings = itertools.combinations_with_replacement(RUN_CARDS, len(cards) - len(seen))
    assert run_sound(RUNS, run_of(cards, HEARTS)) == any(in_order((*seen, *filling)) for filling in fillings)


@settings(max_examples=300)
@given(st.lists(st.sampled_from([*RUN_CARDS, JOKER, JOKER, 0]), min_size=1, max_size=6))
def test_s1_20_a_wild_card_stands_for_any_card_of_the_run(cards: list[Card]) -> None:
    naturals = tuple(card for card in cards if card in RUN_CARDS)
    fillings = itertools.combinations_with_replacement(RUN_CARDS, len(cards) - len(naturals))
    assert run_sound(WITH_WILDS, run_of(cards, HEARTS)) == any(in_order((*naturals, *filling)) for filling in fillings)


def test_no_run_is_sound_where_there_are_none() -> None:
    assert not run_sound(CLASSIC, run_of(RUN_CARDS[:3], HEARTS)) and run_sound(RUNS, run_of(RUN_CARDS[:3], HEARTS))


def test_a_lay_is_read_as_the_profile_has_it(tmp_path: Path) -> None:
    twos = Lay(False, TWO_RANK, (0, 1, 2))
    assert as_played(CLASSIC, twos).rank == WILD_RANK
    series = house(tmp_path, "[melds]\ntwos = true\nwild_melds = false")
    assert as_played(series, twos) is twos
    assert as_played(series, Lay(True, WILD_RANK, (0, 1), 2)) == Lay(True, TWO_RANK, (0, 1), 2)
    both = house(tmp_path, "[melds]\ntwos = true")
    assert as_played(both, Lay(False, WILD_RANK, (0, 1, 2))).rank == WILD_RANK
    threes = Lay(False, THREE_RANK, tuple(map(card_from_text, ("3s", "3b", "3", "3h"))))
    assert as_played(CLASSIC, threes) is threes and threes.threes == 4
    black = as_played(house(tmp_path, "[threes]\nblack_melded = true"), threes)
    assert (black.naturals, black.threes, black.unusual) == (3, 1, True) and black == threes
