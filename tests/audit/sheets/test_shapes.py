"""Every shape of table, written from random legal games with a spreadsheet's oddities, is read and clean; the slips in it are named."""

from __future__ import annotations

import pytest

from handfoot.auditing import Options, audit_game
from handfoot.sheets.plain import audit_plain
from handfoot.sheets.reader import read_sheet
from handfoot_spec.profile_files import load, shipped
from sheet_shapes import SHAPES, tables


def complaints(data: bytes, rules: str) -> list[str]:
    """All that is wrong with a table, by these rules and without any."""
    profile = load(rules)
    found = []
    for game in read_sheet("sheet.csv", None, profile, data):
        assert game.statements, data
        found += [str(f) for f in audit_game(game, Options(rules, possible=False)).findings if f.level == "error"]
        assert "HF006" not in [f.code for f in audit_game(game, Options(rules, possible=False)).findings]
    for game in read_sheet("sheet.csv", None, None, data):
        found += [f"no rules: {f}" for f in audit_plain(game, Options()).findings]
    return found


@pytest.mark.parametrize("rules", sorted(shipped()))
def test_legal_games_are_clean_in_every_shape(rules: str) -> None:
    seen = set()
    for name, data in tables(load(rules), 5, 2, load(rules).table.players[0]):
        seen.add(name)
        assert complaints(data, rules) == [], (name, data.decode("utf-8", "replace"))
    assert seen == set(SHAPES)


@pytest.mark.slow
@pytest.mark.parametrize("rules", sorted(shipped()))
def test_many_legal_games_are_clean_in_every_shape(rules: str) -> None:
    for players in load(rules).table.players:
        for seed in range(15):
            for name, data in tables(load(rules), seed, 2, players):
                assert complaints(data, rules) == [], (name, data.decode("utf-8", "replace"))
