"""The benchmark runs and has all its rows; how fast anything is, no test asks."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys

import pytest

from .conftest import ROOT

ROWS = (
    "parse only, cold memo", "parse only, warm memo", "replay only", "full audit, cold memo", "full audit, warm memo",
    "full audit, view ranks, cold memo", "full audit, view spectator, cold memo", "`handfoot audit --format jsonl`, whole process",
    "python-chess, `read_game`", "python-chess, `read_game` with a `BoardBuilder`", "PokerKit, replay of hands",
    "pgn-extract -r (in C), whole process", 'start-up: `python -c "import click, lark"` (the floor)', "start-up: `handfoot --help`",
    "start-up: `handfoot audit --no-certify` of one small log", "solver: `handfoot audit --no-certify` of one game of four deals",
    "solver: `handfoot audit --certify` of it", "solver: `handfoot audit --no-possible` of its sheet",
    "solver: `handfoot audit --possible` of its sheet", "solver: `handfoot prove classic`",
    "half seen: `handfoot show` of a moment (the floor)", "half seen: `handfoot ask`, all ranks of a player, a spectator's log",
    "half seen: the same of a log with cards of unknown suit", "memory: peak of an audit of 1 game", "memory: peak of an audit of 3 games",
    "memory: peak of an audit of 30 games",
)  # fmt: skip


def bench(*args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "bench" / "bench.py"), *args]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8")


def test_the_table_has_every_row() -> None:
    run = bench("--games", "3", "--rounds", "1", "--startups", "1", "--peers", "none")
    assert run.returncode == 0, run.stderr
    table, _, foot = run.stdout.partition("\n\n")
    lines = [line.strip("| ").split(" | ") for line in table.splitlines()]
    assert lines[0] == ["what", "median", "lowest–highest", "games/s", "ratio"]
    assert tuple(cells[0] for cells in lines[2:]) == ROWS
    assert all(cells[1].strip(" |") for cells in lines[2:])
    assert "Machine: " in foot
    assert foot.endswith("Command: ./run bench --games 3 --rounds 1 --startups 1 --peers none\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("args", "needs", "row"),
    [
        (("--archives", "--games", "2", "--rounds", "1"), "pyarrow", "| 20 games | 2 |"),
        (("--instructions", "--games", "1"), "valgrind", "full audit, every text known"),
    ],
)
def test_the_other_tables_have_their_rows(args: tuple[str, ...], needs: str, row: str) -> None:
    if importlib.util.find_spec(needs) is None and shutil.which(needs) is None:
        pytest.skip(f"{needs} is not here")
    run = bench(*args)
    assert run.returncode == 0, run.stderr
    assert row in run.stdout and f"Command: ./run bench {' '.join(args)}" in run.stdout


def test_the_tables_of_sheets_have_every_row() -> None:
    pytest.importorskip("z3")
    run = bench("--sheets", "4", "--rounds", "1")
    assert run.returncode == 0, run.stderr
    rows = [line.strip("| ").split(" | ")[0] for line in run.stdout.splitlines() if line.startswith("| ")]
    assert rows == [
        "what", "loading the solver, once", "legal sheets of one to four deals, any part of the figures", "the same, one figure wrong",
        "40 sheets of four deals in one table, 320 lines", "the csv module reads the table (the floor)", "reading",
        "checking, without the solver", "reading and checking",
    ]  # fmt: skip
    assert run.stdout.endswith("Command: ./run bench --sheets 4 --rounds 1\n")


@pytest.mark.parametrize("args", [("--games", "0"), ("--peers", "checkers"), ("--sheets", "0")])
def test_what_cannot_be_measured_is_a_usage_error(args: tuple[str, str]) -> None:
    run = bench(*args)
    assert run.returncode == 2
    assert "peers" in run.stderr
