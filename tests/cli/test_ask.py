"""``handfoot ask``."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import handfoot
from conftest import ROOT
from handfoot.cli import cli

pytest.importorskip("z3")

LOG = """[Notation "HFN 1"]
[Rules "classic"]
[Seats "Ana Bo Chi Dee"]

deal 1 dealer Dee
turn-up 9c
Ana: draw; discard Kh
Bo: draw; discard 4h
Chi: draw; discard 4h
Dee: draw; discard 4h
Ana: draw; meld K: Ks Ks Kd; discard 5h
deal 2 dealer Ana
hand Bo: Ks*5 X 4s 4d 5h 6c 7c 8s 9d
turn-up 9c
Bo: draw Kh Kh; discard 4s
"""


@pytest.fixture
def log(tmp_path: Path) -> str:
    return written(tmp_path, LOG)


def written(folder: Path, text: str) -> str:
    path = folder / "spring.hfn"
    path.write_text(text, encoding="utf-8")
    return str(path)


def run(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli, ["ask", *args])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def asked(*args: str) -> list[dict[str, Any]]:
    status, out, err = run(*args, "--format", "json")
    assert status == 0, err
    answers: list[dict[str, Any]] = json.loads(out)["answers"]
    return answers


def test_the_moment_is_that_after_a_line_and_what_comes_later_counts_unless_so_far(log: str) -> None:
    (later,) = asked(log, "--at", "7", "hand Ana K")
    (then,) = asked(log, "--at", "7", "--so-far", "hand Ana K")
    assert later["counts"]["K"] == {"min": 1, "max": 14, "sure": True}
    assert then["counts"]["K"] == {"min": 0, "max": 14, "sure": True}
    assert later["size"] == then["size"] == 14


def test_a_moment_is_named_as_show_names_it(log: str) -> None:
    assert run(log, "--deal", "1", "--turn", "1", "Ana")[1] == run(log, "--at", "7", "Ana")[1]
    assert "deal 2, after line 15, turn 1 (Bo)" in run(log)[1]
    assert run(log, "--line", "7", "Ana")[1] == run(log, "--at", "7", "Ana")[1]


def test_one_question_each_in_order_and_every_player_without_any(log: str) -> None:
    assert [one["question"] for one in asked(log, "Bo K", "unseen X", "Chi points")] == [
        "Bo K",
        "unseen X",
        "Chi points",
    ]
    assert [one["packets"] for one in asked(log)] == [
        [{"player": p, "packet": "hand"}] for p in ("Ana", "Bo", "Chi", "Dee")
    ]


def test_certain_possible_and_impossible_are_told_apart(log: str) -> None:
    out = run(log, "Bo K K", "Chi X X", "Chi Ks", "Chi X*10", "Chi K K Ks")[1]
    assert "Bo K K: certain (Bo's Hand, 14 cards)" in out
    assert "Chi X X: possible, not certain" in out
    assert "Chi Ks: 0 (" in out
    assert "Chi X*10: impossible" in out  # Bo has one of ten
    assert "Chi K K Ks: impossible" in out


def test_an_example_is_a_log_that_fits(log: str) -> None:
    (one,) = asked(log, "--example", "--at", "7", "Ana K K")
    assert [example["shows"] for example in one["examples"]] == ["with them", "without them"]
    for example in one["examples"]:
        assert {f.code for f in handfoot.audit(example["log"]).findings} == {"HF007", "HF501"}  # as the record itself
    out = run(log, "--example", "--at", "7", "Ana K K")[1]
    assert out.count("    deal 1 dealer Dee") == 2
    assert "log" not in asked(log, "--at", "7", "Ana K K")[0]["examples"][0]


def test_points_and_unseen_cards(log: str) -> None:
    out = run(log, "Bo points", "unseen X Ks")[1]
    assert "Bo points: 160 points (Bo's Hand, 14 cards)" in out
    assert "  X   10\n  Ks  5\n" in out  # in Bo's Hand none lies open


def test_the_foot_and_all(log: str) -> None:
    foot, both = asked(log, "foot Bo K", "all Bo+Dee K")
    assert foot["packets"] == [{"player": "Bo", "packet": "foot"}] and foot["size"] == 13
    assert both["size"] == 14 + 13 + 13 + 13 and both["counts"]["K"] == {"min": 7, "max": 20, "sure": True}


@pytest.mark.parametrize(
    ("question", "place", "said"),
    [
        ("hand Chy K", "  hand Chy K\n       ^^^\n", "did you mean 'Chi'"),
        ("Chi Kz", "  Chi Kz\n      ^^\n", "'Kz' is no card"),
        ("Chi \x1b[31m", "\n      ^^^^^\n", "is no card"),
        ("", "  \n  ^\n", "there is no question here"),
    ],
)
def test_what_is_no_question_is_shown_with_a_caret(log: str, question: str, place: str, said: str) -> None:
    status, out, err = run(log, "Chi K", question)
    assert status == 2 and not out
    assert "question 2: " in err and place in err and said in err and "expected: " in err
    assert "\x1b" not in err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--at", "99", "Ana"], "the last statement is in line 15"),
        (["--at", "2", "Ana"], "before the first deal"),
        (["--deal", "7", "Ana"], "there is no deal 7"),
        (["--deal", "1", "--turn", "99", "Ana"], "has no turn 99"),
        (["--at", "7", "--deal", "1", "Ana"], "named by --at, or by --deal"),
        (["--game", "3", "Ana"], "there is no game 3"),
        (["--rules", "clasic", "Ana"], ""),
    ],
)
def test_no_such_moment_is_said(log: str, args: list[str], said: str) -> None:
    status, _, err = run(log, *args)
    assert said in err
    assert status == (2 if said else 0)  # a log that names its rules does not ask for others


def test_files_that_are_no_log_of_a_game_are_refused(tmp_path: Path) -> None:
    for text, said in (
        ("", "2"),
        ("deal 1\n", "Seats"),
        ('[Seats "A1 B1"]\ndeal 1\n', "names no rules"),
        (LOG.replace("classic", "clasic"), "clasic"),
        ('[Rules "classic"]\n[Seats "A1 B1 C1 D1"]\n', "the log has no deal"),
    ):
        status, out, err = run(written(tmp_path, text), "Ana K")
        assert status == 2 and not out and "Traceback" not in err
        assert said == "2" or said in err or "question 1" in err
    assert run(str(tmp_path), "Ana")[0] == run(str(tmp_path / "absent.hfn"), "Ana")[0] == 2


def test_a_game_by_other_rules_is_not_asked_about(tmp_path: Path) -> None:
    packets = "".join(f"hand {p}: ?*11\nfoot {p}: ?*11\n" for p in ("Ana", "Bo", "Chi", "Dee"))
    path = written(
        tmp_path, LOG.split("deal 1")[0] + "deal 1 dealer Dee\n" + packets + "turn-up 9c\nAna: draw; discard 4s\n"
    )
    status, _, err = run(path, "Ana")
    assert status == 2 and "HF006" in err


def test_an_impossible_record_is_named_with_its_line_and_can_be_asked_about_before(log: str, tmp_path: Path) -> None:
    path = written(tmp_path, LOG + "Chi: draw; discard Ks\n")
    status, out, err = run(path, "--at", "15", "Chi K")
    assert status == 1 and not out
    assert f"{path}:16:12: no deal of the cards fits this record, so nothing can be answered; HF101" in err
    assert run(path, "--at", "15", "--so-far", "Chi K")[0] == 0
    assert run(path, "--at", "11", "Chi K")[0] == 0  # another deal


def test_a_line_that_cannot_be_read_makes_only_what_it_touches_unknown(tmp_path: Path) -> None:
    path = written(tmp_path, LOG.replace("Chi: draw; discard 4h", "Chi: drw; discard 4h"))
    out = run(path, "--deal", "1", "Chi K", "Ana X*11", "Ana X", "Ana X X")[1]
    assert "not everything that moved is recorded" in out
    assert "Chi K: unknown" in out and "Ana X*11: impossible" in out
    assert "Ana X: 0 to 10 at the utmost" in out
    assert "Ana X X: not decided: nothing that is recorded speaks against it" in out


def test_beyond_the_budget_nothing_is_claimed(tmp_path: Path) -> None:
    path = written(tmp_path, LOG.replace("meld K: Ks Ks Kd", "meld K: Ks Ks K"))
    out = run(path, "--deal", "1", "--solver-limit", "1", "Chi Ks Ks")[1]
    assert "not decided" in out


def test_without_the_solver_what_needs_it_says_so(tmp_path: Path, log: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "z3", None)
    assert run(log, "Chi K")[0] == 0
    status, _, err = run(written(tmp_path, LOG.replace("meld K: Ks Ks Kd", "meld K: Ks Ks K")), "--deal", "1", "Chi Ks")
    assert status == 2 and "pip install z3-solver" in err


def test_the_documentation_shows_what_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    page = (ROOT / "docs" / "ask.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```console\n\$ handfoot ask (.*?)\n(.*?)```", page, re.DOTALL)
    assert len(blocks) >= 2
    for command, printed in blocks:
        assert run(*shlex.split(command))[1] == printed


def test_the_output_does_not_depend_on_the_order_of_hashes() -> None:
    args = ["ask", str(ROOT / "logs/games/random-mixed.hfn"), "--at", "60", "anna_b K", "dov 4 5", "unseen 4"]
    script = f"import sys; sys.path[:0] = {sys.path!r}\nfrom handfoot.cli import main\nmain({args!r})"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, env={"PYTHONHASHSEED": seed, "PATH": ""}, check=False
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1 and b"anna_b K" in outputs.pop()


def test_the_help_has_the_questions_and_the_exit_statuses() -> None:
    out = run("--help")[1]
    assert "Exit status" in out and "hand Chi K" in out and "handfoot ask spring-cup.hfn" in out
