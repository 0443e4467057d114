"""``handfoot play``: at every table, for every number of players."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from handfoot.cli.play import command
from handfoot_grammar import log
from handfoot_grammar.text import read_text


def run(*args: str) -> Result:
    return CliRunner().invoke(command, args)


@pytest.mark.parametrize(
    ("rules", "players"),
    [("classic", 4), ("open-table", 2), ("open-table", 3), ("gamerules", 7), ("flaming-foursome", 6)],
)
def test_so_many_play_as_are_asked_for(rules: str, players: int) -> None:
    result = run("--rules", rules, "--players", str(players), "--seed", "3", "--deals", "1")
    assert result.exit_code == 0, result.output
    [game] = read_text(result.stdout)
    assert not game.problems
    assert len(game.seats) == players
    assert game.tags["Rules"] == rules


def test_without_a_number_the_first_of_the_rules_is_taken() -> None:
    [game] = read_text(run("--rules", "open-table", "--deals", "1").stdout)
    assert len(game.seats) == 4


def test_a_number_that_the_rules_do_not_have_is_refused() -> None:
    result = run("--players", "3")
    assert result.exit_code == 2
    assert "3 players are asked for; the rules 'classic' are for 4" in result.stderr


def test_rules_without_a_number_of_deals_are_played_for_four_or_as_many_as_are_asked_for() -> None:
    for args, deals in (((), 4), (("--deals", "7"), 7)):
        [game] = read_text(run("--rules", "flaming-foursome", *args).stdout)
        assert sum(isinstance(s, log.DealStart) for s in game.statements) == deals


def test_the_json_form_holds_runs_and_half_draws() -> None:
    result = run("--rules", "flaming-foursome", "--format", "json", "--seed", "2")
    game = json.loads(result.stdout)
    actions = {
        key for deal in game["deals"] for event in deal["events"] for act in event.get("actions", ()) for key in act
    }
    assert actions >= {"run", "take", "foot"}
