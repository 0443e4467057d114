"""Random games against the audit: clean by the rules that they were played by, in every view, and not by rules that forbid it."""

from __future__ import annotations

import random

import pytest

from handfoot import auditing
from handfoot.auditing import audit_game
from handfoot_engine.play import UnsupportedProfile, play_game
from handfoot_engine.views import VIEWS, View, in_view
from handfoot_grammar.log import Game
from handfoot_spec.profile_files import load, shipped
from handfoot_spec.support import not_honoured
from other_tables import HOUSE, house
from referee import Referee

SEED = 77
RULES = [name for name in shipped() if not not_honoured(load(name))]
TABLES = [(name, players) for name in RULES for players in load(name).table.players]


def assert_clean(game: Game, rules: str) -> None:
    """Clean without a word, but for what these rules leave open of every game."""
    report = audit_game(game)
    excused = {"HF901"} if load(rules).score.assumed else set()
    findings = [f for f in report.findings if f.code not in excused or f.level != "note"]
    assert not findings, (game.source, game.number, [str(finding) for finding in findings])
    assert report.verdict == "clean"


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_game_is_legal_by_its_own_rules(name: str, players: int, view: View) -> None:
    for number in range(1, 6):
        game = play_game(load(name), SEED, number, players=players, stock=number % 2 == 0)
        assert_clean(in_view(game, view, SEED), name)


@pytest.mark.slow
@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_many_games_are_legal_by_their_own_rules(name: str, players: int, view: View) -> None:
    for number in range(1, 51):
        game = play_game(load(name), SEED + 1, number, players=players, stock=number % 2 == 0)
        assert_clean(in_view(game, view, SEED), name)


def check_house_rules(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game by some rules with one to four changes, drawn from ``number``, in every view; rules that nobody honours are let pass."""
    chance = random.Random(number)
    changes = [HOUSE[chance.choice(sorted(HOUSE))] for _ in range(chance.randint(1, 4))]
    rules = house(*changes, base=chance.choice(RULES))
    players = chance.choice(rules.table.players)
    if not_honoured(rules):
        return
    monkeypatch.setattr(auditing, "profile_named", lambda name, beside=None: rules)
    try:
        game = play_game(rules, number, players=players, deals=min(2, rules.deals.count or 2), stock=number % 2 == 0)
    except UnsupportedProfile:  # more is dealt than there is, or no deal comes to an end that these rules decide
        return
    Referee(rules, game).judge()
    for view in VIEWS:
        report = audit_game(in_view(game, view, SEED))
        faults = [str(finding) for finding in report.findings if finding.level != "note"]
        assert not faults, (changes, view, faults)


@pytest.mark.parametrize("number", range(1, 41))
def test_a_game_is_legal_by_its_own_house_rules(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    check_house_rules(number, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(1, 11))
def test_many_games_are_legal_by_their_own_house_rules(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(1_000 * block, 1_000 * block + 60):
        check_house_rules(number, monkeypatch)


@pytest.mark.parametrize(
    ("played", "judged", "codes"),
    [
        ("classic", "open-table", {"HF307"}),  # an all-wild book
        (
            "classic",
            "gamerules",
            {"HF707", "HF311"},
        ),  # out without a last discard; melds begun and added to in one turn
        ("open-table", "classic", {"HF703", "HF606"}),  # out without an all-wild book; a take that joins a meld
        ("gamerules", "open-table", {"HF307", "HF601"}),  # all-wild melds; a wild card on top
        (
            "flaming-foursome",
            "classic",
            {"HF308", "HF205", "HF401"},
        ),  # runs; half a draw from the pile; red threes kept
        ("classic", "flaming-foursome", {"HF604", "HF307"}),  # the pile taken; all-wild melds
    ],
)
def test_a_game_is_not_legal_by_rules_that_forbid_it(played: str, judged: str, codes: set[str]) -> None:
    if not {played, judged} <= set(RULES):
        pytest.skip("these rules are not honoured whole")
    found: set[str] = set()
    for number in range(1, 7):
        report = audit_game(play_game(load(played), SEED, number, rules=judged, players=4))
        found |= {finding.code for finding in report.findings}
    assert codes <= found
