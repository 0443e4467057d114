"""Score sheets of other people and programs, where they are at hand (HANDFOOT_REAL): read through the mappings of the package."""

from __future__ import annotations

from pathlib import Path

import pytest

from handfoot.auditing import Options, audit_game
from handfoot.sheets import is_sheet
from handfoot.sheets.plain import audit_plain
from handfoot.sheets.reader import SheetGame, read_sheet
from handfoot_grammar import log
from handfoot_spec.profile_files import load

SHEETS = ["season-three-players.csv", "evening-two-pairs/GameRoundScoreDetails.csv", "app-session-three-players.json"]


def read(path: Path, rules: str | None = None) -> list[SheetGame]:
    assert is_sheet(str(path))
    return read_sheet(path, None, None if rules is None else load(rules))


def found(games: list[SheetGame]) -> list[tuple[str, int]]:
    return [(f.code, f.span.line) for game in games for f in audit_plain(game, Options()).findings]


@pytest.mark.parametrize("name", SHEETS)
def test_each_sheet_is_read_through_a_mapping_of_the_package(real: Path, name: str) -> None:
    for game in read(real / name):
        assert [p for p in game.problems if p.code < "HF006"] == []
        assert sum(isinstance(s, log.ScoreLine) for s in game.statements) > 2


def test_the_season_has_two_marked_first_in_one_round_and_nobody_in_another(real: Path) -> None:
    path = real / SHEETS[0]
    games = read(path)
    assert [len(game.seats) for game in games] == [3] * 7
    rows = path.read_text().splitlines()
    (nobody, two) = found(games)
    assert (nobody[0], two[0]) == ("HF812", "HF812")
    assert rows[nobody[1] - 1].startswith("4,2,") and rows[two[1] - 1].startswith("4,3,")


@pytest.mark.parametrize("rules", ["gamerules", "open-table", "whitnack"])
def test_the_season_is_accused_of_nothing_else_whatever_was_played(real: Path, rules: str) -> None:
    """Books, red threes and going out stand there in one figure, and the cards are netted."""
    for game in read(real / SHEETS[0], rules):
        assert {f.code for f in audit_game(game, Options(rules, possible=False)).findings if f.level == "error"} <= {
            "HF812"
        }


def test_the_rounds_of_the_evening_add_up_over_their_rows(real: Path) -> None:
    """The app's own totals, which negated what was negative already, are not in its tables: nothing there can show it."""
    games = read(real / SHEETS[1])
    entries = [dict(s.entries) for game in games for s in game.statements if isinstance(s, log.ScoreLine)]
    assert len(entries) == 32 and found(games) == []
    assert sum((e["cards"] or 0) < 0 for e in entries) == 5
    assert not any("total" in e or "running" in e for e in entries)
    assert sum(e.get("out-number") == 1 for e in entries) == 16  # one in each round


def test_the_session_has_a_score_that_its_history_does_not_make(real: Path) -> None:
    (game,) = read(real / SHEETS[2])
    ((code, line),) = found([game])
    assert code == "HF808" and '"sc": 2840' in (real / SHEETS[2]).read_text().splitlines()[line - 1]
