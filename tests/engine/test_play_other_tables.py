"""Random play by the rules of other tables: every rule of them kept, and all that can happen there happening.

The games are judged by a referee of their own (``referee.py``), not by the audit.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from handfoot_engine.play import UnsupportedProfile, play_game
from handfoot_engine.written import text_of
from handfoot_grammar import log
from handfoot_grammar.log import Game
from handfoot_spec.profile_files import load
from other_tables import HOUSE, Change, house
from referee import Referee

SEED = 50
GAMES = 12
TABLES = [(name, n) for name in ("open-table", "gamerules", "flaming-foursome") for n in load(name).table.players]


@cache
def games(name: str, players: int) -> tuple[Game, ...]:
    numbers = range(1, GAMES + 1)
    return tuple(play_game(load(name), SEED, n, players=players, stock=n % 2 == 0) for n in numbers)


@cache
def happenings(name: str, players: int) -> Counter[str]:
    return sum((Referee(load(name), game).judge() for game in games(name, players)), Counter())


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_games_are_legal(name: str, players: int) -> None:
    assert happenings(name, players)["opened"] > 0
    assert not any(game.problems for game in games(name, players))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_many_games_are_legal(name: str, players: int) -> None:
    for number in range(1, 101):
        Referee(load(name), play_game(load(name), SEED + 1, number, players=players, stock=number % 2 == 0)).judge()


ALWAYS = {"opened": 1.5, "take that opens": 0.1, "Foot after the discard": 0.2}
EXPECTED: dict[str, dict[str, float]] = {
    "open-table": {
        "take": 1, "take that joins a meld": 0.03, "buried": 0.02, "exposed": 2, "book clean": 1, "book dirty": 1,
        "end out": 0.9, "out without asking": 0.2, "Foot at once": 0.05,
    },
    "gamerules": {"take": 2, "buried": 0.05, "exposed": 3, "end stock": 0.01},
    "flaming-foursome": {
        "take of a card": 5, "run": 1, "series of twos": 0.3, "second unfinished meld": 0.05, "red three discarded": 2,
        "book clean": 1, "book dirty": 1, "end out": 1, "out without asking": 0.2, "Foot at once": 0.1,
    },
}  # fmt: skip
"""What happens at each table, at least so often a deal."""


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_can_happen_does(name: str, players: int) -> None:
    deals = 4 * GAMES
    for what, least in (ALWAYS | EXPECTED[name]).items():
        assert happenings(name, players)[what] / deals >= least, what


def test_a_last_discard_is_made_where_it_must_be() -> None:
    """By the rules of the rules site nobody goes out by melds alone, and somebody does go out."""
    assert happenings("gamerules", 4)["end out"] > 5
    assert happenings("gamerules", 4)["asked"] >= happenings("gamerules", 4)["end out"]


def test_a_take_may_join_a_meld() -> None:
    assert happenings("gamerules", 4)["take that joins a meld"] > 10


def test_runs_and_series_of_twos_become_books() -> None:
    counts = happenings("flaming-foursome", 4)
    assert counts["book run"] > 3
    assert counts["book twos"] > 3


def test_a_score_opens_by_what_a_side_has() -> None:
    """In a long game some side comes above 7500 points and needs more than 50."""
    rules = load("flaming-foursome")
    game = play_game(rules, SEED, 1, deals=9)
    referee = Referee(rules, game)
    referee.judge()
    assert max(side.total for side in referee.sides) > 10_000
    assert not any(isinstance(statement, log.Result) for statement in game.statements)


def test_a_seed_gives_the_same_games_again() -> None:
    for name, players in TABLES:
        assert text_of(play_game(load(name), 9, 2, players=players)) == text_of(
            play_game(load(name), 9, 2, players=players)
        )


def test_another_number_of_players_than_the_rules_have_is_refused() -> None:
    with pytest.raises(ValueError, match="5 players are asked for; the rules 'open-table' are for 4 or 2 or 3"):
        play_game(load("open-table"), 1, players=5)


# --- house rules ------------------------------------------------------------------------------------------------

SECOND_HAND = ("bicycle", "whitnack", "gocc-club", "good-sam-florida", "roth-family")


@pytest.mark.parametrize("name", SECOND_HAND)
def test_games_by_rules_described_at_second_hand_are_legal(name: str) -> None:
    for players in load(name).table.players:
        assert happenings(name, players)["end out"] > 5


def test_what_those_rules_allow_happens() -> None:
    assert happenings("roth-family", 4)["card on a book"] > 20
    assert happenings("good-sam-florida", 4)["reshuffle"] > 0
    assert happenings("whitnack", 4)["second unfinished meld"] > 10


@cache
def by_house_rules(name: str) -> Counter[str]:
    rules = house(HOUSE[name])
    games = (play_game(rules, SEED, number, stock=number % 2 == 0) for number in range(1, 9))
    return sum((Referee(rules, game).judge() for game in games), Counter())


@pytest.mark.parametrize("name", HOUSE)
def test_games_by_house_rules_are_legal(name: str) -> None:
    counts = by_house_rules(name)
    assert counts["opened"] > 10
    assert counts["end out"] + counts["end stock"] > 5


def test_a_red_three_that_began_the_pile_is_exposed_by_who_takes_it() -> None:
    rules = load("whitnack")
    assert any(
        Referee(rules, play_game(rules, SEED, number, players=2)).judge()["red three from the pile"]
        for number in range(1, 60)
    )


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("a wild card makes the pair", "take without a pair"), ("one match", "take without a pair"),
        ("nothing needed", "take without a pair"), ("the Foot next turn", "turn without a discard"),
        ("the Foot now", "Foot after the discard"), ("a pile that comes back", "reshuffle"), ("books grow", "card on a book"),
        ("several unfinished melds", "second unfinished meld"), ("runs and twos too", "run"), ("half a draw", "take of a card"),
        ("wild cards freeze", "take of a frozen pile"), ("a last discard", "end out"), ("no last discard", "end out"), ("every player opens", "end out"),
    ],
)  # fmt: skip
def test_what_house_rules_are_for_happens(name: str, what: str) -> None:
    assert by_house_rules(name)[what] > 0


@pytest.mark.parametrize(
    "change", [{"table": {"packets": 3}}, {"stock": {"short": "add-pack"}}, {"opening": {"by": "chosen"}}]
)
def test_rules_that_random_play_cannot_keep_are_refused(change: Change) -> None:
    with pytest.raises(UnsupportedProfile):
        play_game(house(change), 1)


# --- the referee sees what is wrong -----------------------------------------------------------------------------


def test_the_referee_refuses_the_games_of_another_table() -> None:
    for theirs, ours in (
        ("classic", "open-table"),
        ("flaming-foursome", "classic"),
        ("open-table", "flaming-foursome"),
    ):
        with pytest.raises((AssertionError, KeyError)):
            for number in range(1, 6):
                Referee(load(ours), play_game(load(theirs), SEED, number)).judge()


def test_a_completed_meld_of_no_kind_of_book_is_no_book() -> None:
    rules = house()
    runs = [book for book in load("flaming-foursome").books if book.run]
    rules = replace(rules, books=tuple(runs), out=replace(rules.out, books={}))
    for number in range(1, 4):
        assert not play_game(rules, SEED, number, deals=1).problems


def test_a_three_on_the_pile_is_never_taken_where_threes_are_not_melded() -> None:
    rules = house({"take": {"blocked_by": ()}})
    for number in range(1, 9):
        Referee(rules, play_game(rules, SEED, number, deals=1)).judge()


def test_red_threes_that_can_neither_be_exposed_nor_discarded_are_not_played() -> None:
    with pytest.raises(UnsupportedProfile, match="red threes neither exposed nor discarded"):
        play_game(house({"threes": {"red_exposed": False}}), SEED, 1)
