"""``show``, ``fmt``, ``convert`` and ``new`` at every table: two to seven players, runs, series of twos, half a draw."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from handfoot.cli.new import command as new
from handfoot.moment import moment_at
from handfoot.show import WIDTH, show_text
from handfoot_engine.play import play_game
from handfoot_engine.views import VIEWS, View, in_view
from handfoot_engine.written import text_of
from handfoot_grammar import log
from handfoot_grammar.json_form import game_to_json, json_text
from handfoot_grammar.json_reader import read_json
from handfoot_grammar.text import read_text
from handfoot_grammar.write import format_text, game_text
from handfoot_spec.profile_files import load, shipped
from handfoot_spec.support import not_honoured

TABLES = [(name, players) for name in shipped() for players in load(name).table.players]
HONOURED = [(name, players) for name, players in TABLES if not not_honoured(load(name))]


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_game_is_read_as_it_was_written_as_text_and_as_json(name: str, players: int, view: View) -> None:
    game = in_view(play_game(load(name), 8, 1, players=players, deals=2), view, 3)
    text = text_of(game)
    assert text == game_text(game) == format_text(text)
    for [read] in (list(read_text(text)), read_json(json_text(game_to_json(game)))):
        assert not read.problems
        assert game_text(read) == text


@pytest.mark.parametrize(("name", "players"), HONOURED)
def test_the_table_is_shown_as_it_was_played(name: str, players: int) -> None:
    rules = load(name)
    game = play_game(rules, 8, 2, players=players, deals=1)
    for view in VIEWS:
        seen = in_view(game, view, 3)
        for turn in (0, 1, 2, 9, 25):
            text = show_text(seen, rules, deal=1, turn=turn)
            assert max(map(len, text.splitlines())) <= WIDTH
            assert all(seat in text for seat in game.seats)
    table = moment_at(game, rules).table
    for statement in game.statements:
        if isinstance(statement, log.Left):
            packet = table.packet(statement.player)
            assert packet.certain
            assert packet.known() == list(statement.hand or ())


@pytest.mark.skipif(("flaming-foursome", 4) not in HONOURED, reason="these rules are not honoured whole")
def test_runs_and_series_of_twos_are_shown_and_red_threes_are_not_counted_where_nobody_exposes_them() -> None:
    rules = load("flaming-foursome")
    texts = [show_text(play_game(rules, 8, number, deals=1), rules) for number in range(1, 9)]
    together = "\n".join(texts)
    assert re.search(r"^    run [shdc]  ", together, re.MULTILINE)
    assert re.search(r"^    2 +[34567] ", together, re.MULTILINE)
    assert "run book" in together
    assert "exposed" not in "\n".join(line for line in together.splitlines() if "opened" in line)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_template_can_be_filled_in(name: str, players: int) -> None:
    labels = ["Ana", "Bo", "Chi", "Dee", "Eli", "Fay", "Gus"][:players]
    result = CliRunner().invoke(new, ["--rules", name, "--players", " ".join(labels), "--deals", "2"])
    assert result.exit_code == 0, result.output
    [game] = read_text(re.sub(r"^#(?=\w)", "", result.stdout, flags=re.MULTILINE))
    assert not game.problems
    assert format_text(result.stdout) == result.stdout
    sides = [statement.team for statement in game.statements if isinstance(statement, log.ScoreLine)]
    assert set(sides) == set(load(name).at_table(players).teams)
    exposed = load(name).threes.red_exposed
    assert any(isinstance(statement, log.Reds) for statement in game.statements) == exposed
    keys = {
        key for statement in game.statements if isinstance(statement, log.ScoreLine) for key, _ in statement.entries
    }
    assert ("reds" in keys) == (load(name).score.red_three is None)
    assert keys >= {book.kind for book in load(name).books}
