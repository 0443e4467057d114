"""Exports of programs: score histories in JSON are read as a table, each figure with its own place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from handfoot.auditing import Options
from handfoot.sheets import is_sheet
from handfoot.sheets.plain import audit_plain
from handfoot.sheets.reader import read_sheet
from handfoot_grammar import log


def export(now: int = 900, second: int = 300) -> str:
    rounds = {
        "A": [{"r": 1, "cp": 100, "cb": 1, "db": 0, "pp": 0, "gb": 0, "ts": 600}, {"r": 2, "cp": 50, "cb": 0, "db": 1, "pp": 50, "gb": 0, "ts": second}],
        "B": [{"r": 1, "cp": 90, "cb": 0, "db": 0, "pp": 20, "gb": 0, "ts": 70}, {"r": 2, "cp": 0, "cb": 0, "db": 0, "pp": 5, "gb": 0, "ts": -5}],
    }  # fmt: skip
    players = [{"n": name, "sc": {"A": now, "B": 65}[name], "rsh": history} for name, history in rounds.items()]
    return json.dumps({"v": 3, "players": players}, indent=1)


def test_each_player_is_a_side_and_each_round_a_deal() -> None:
    (game,) = read_sheet("app.json", data=export().encode())
    lines = [s for s in game.statements if isinstance(s, log.ScoreLine)]
    assert [game.team_name(line.team) for line in lines] == ["A", "B", "A", "B"]
    assert dict(lines[2].entries) == {"clean": 0, "dirty": 1, "cards": 50, "left": -50, "out": 0, "total": 300}
    assert audit_plain(game, Options()).findings == []


def test_the_score_now_is_that_of_the_history() -> None:
    text = export(now=1000)
    (game,) = read_sheet("app.json", data=text.encode())
    (finding,) = audit_plain(game, Options()).findings
    assert finding.code == "HF808" and '"sc": 1000' in text.splitlines()[finding.span.line - 1]


def test_an_export_is_told_from_a_log(tmp_path: Path) -> None:
    files = {
        "app.json": export(),
        "log.json": '{"notation": "HFN 1", "seats": ["A"], "deals": []}',
        "other.json": "[1, 2]",
        "bad.json": "{",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    assert [name for name in files if is_sheet(str(tmp_path / name))] == ["app.json"]


@pytest.mark.parametrize(
    "text",
    ["{", "[" * 100_000, '{"players": 5}', '{"players": [{"rsh": [1, null, {"r": 1}]}]}', '{"players": [{"n": {}, "rsh": [{}]}]}', "[]", '{"players": [null, []]}'],
)  # fmt: skip
def test_a_hostile_export_gets_a_message(text: str) -> None:
    (game,) = read_sheet("app.json", data=text.encode())
    assert game.problems


def test_figures_of_other_kinds_are_named_with_their_place() -> None:
    text = export().replace('"cp": 100', '"cp": true').replace('"cb": 1', '"cb": 1.5')
    (game,) = read_sheet("app.json", data=text.encode())
    assert [text.splitlines()[p.span.line - 1].strip() for p in game.problems] == ['"cp": true,', '"cb": 1.5,']
