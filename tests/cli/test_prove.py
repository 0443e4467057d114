"""``handfoot prove``: what it prints, its exit statuses, its JSON and its questions for another solver."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from handfoot.cli import cli
from handfoot_spec.proofs import LEMMAS

z3 = pytest.importorskip("z3")


def run(*args: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["prove", *args])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def house(folder: Path, text: str) -> str:
    path = folder / "house.toml"
    path.write_text('extends = "classic"\nname = "house"\n' + text, encoding="utf-8")
    return str(path)


def test_classic_is_the_default_and_proved() -> None:
    status, out = run()
    assert status == 0 and out.startswith("classic: ")
    for lemma in LEMMAS:
        assert f" {lemma.name} " in out and lemma.says in out
    assert "at most  22,200 points" in out and "at least -3,950 points" in out and "REFUTED" not in out


def test_each_lemma_says_how_long_it_took_and_which_rule_claims_it() -> None:
    line = next(line for line in run("classic")[1].splitlines() if " wild-table " in line)
    assert "[P0-15]" in line and line.endswith(" ms)")


def test_a_contradiction_is_status_1_with_its_counterexample(tmp_path: Path) -> None:
    status, out = run(house(tmp_path, "[melds]\nwild_share = 1\n"))
    assert status == 1 and "REFUTED  wild-table" in out and "broken by 2 natural and 2 wild cards" in out


def test_what_can_never_happen_is_status_1(tmp_path: Path) -> None:
    status, out = run(house(tmp_path, "[out]\nbooks = { wild = 5 }\n"))
    assert status == 1 and "NEVER" in out and "nobody can ever go out" in out


def test_unknown_is_status_2_and_never_proved() -> None:
    status, out = run("--solver-limit", "1")
    assert status == 2 and "UNKNOWN" in out and "  proved " not in out


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("clasic",), "did you mean 'classic'"), (("missing.toml",), "missing.toml"), (("--lemma", "nothing"), "no lemma is called 'nothing'"),
        (("--solver-limit", "0"), "--solver-limit"),
    ],
)  # fmt: skip
def test_a_proof_that_cannot_be_made_is_status_2(args: tuple[str, ...], told: str) -> None:
    status, out = run(*args)
    assert status == 2 and told in out


def test_broken_toml_is_status_2(tmp_path: Path) -> None:
    path = tmp_path / "broken.toml"
    path.write_text("extends = \n", encoding="utf-8")
    status, out = run(str(path))
    assert status == 2 and "broken.toml" in out


def test_one_lemma_alone() -> None:
    status, out = run("--lemma", "wild-table")
    assert status == 0 and "wild-table" in out and "conservation" not in out and "points (" not in out


def test_json_holds_every_case(tmp_path: Path) -> None:
    status, out = run("--format", "json", house(tmp_path, "[threes]\nblack_melded = true\n"))
    found = json.loads(out)
    assert status == 1 and found["schema"] == "handfoot-proof/1" and found["refuted"] and not found["unknown"]
    assert found["profile"]["name"] == "house" and len(found["profile"]["sha256"]) == 64
    lemma = next(lemma for lemma in found["lemmas"] if lemma["name"] == "no-three-in-a-meld")
    case = next(case for case in lemma["cases"] if case["status"] == "refuted")
    assert lemma["status"] == "refuted" and lemma["rules"] == ["P0-17"] and case["state"]["laid"] == 1
    assert [bound["points"] for bound in found["bounds"]] == [-3950, 22_250]  # the black threes may be laid, too
    assert found["work"] == sum(c["work"] for x in found["lemmas"] for c in x["cases"]) + sum(
        b["work"] for b in found["bounds"]
    )


def test_questions_for_another_solver(tmp_path: Path) -> None:
    status, _ = run("--lemma", "wild-table", "--smt-lib", str(tmp_path / "q"))
    files = sorted((tmp_path / "q").glob("*.smt2"))
    assert status == 0 and len(files) > 100
    solver = z3.Solver()
    solver.from_file(str(tmp_path / "q" / "conservation-3.smt2"))
    assert str(solver.check()) == "unsat"


def test_a_folder_that_cannot_be_written_is_a_message(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    status, out = run("--smt-lib", str(tmp_path / "file" / "q"))
    assert status == 2 and "file" in out


def test_without_the_solver_a_proof_is_status_2_and_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "z3", None)
    result = CliRunner().invoke(cli, ["prove", "classic"])
    assert result.exit_code == 2 and "needs the solver" in result.output


@pytest.mark.parametrize("command", [["prove"], ["profiles"], ["diff", "classic"], ["rules", "HF305", "--rules"]])
def test_a_title_brings_no_control_characters_to_the_terminal(command: list[str], tmp_path: Path) -> None:
    path = house(tmp_path, 'title = "\\u001b[31mred\\u0007"\n')
    result = CliRunner().invoke(cli, [*command, path])
    assert result.exit_code in (0, 1) and "\x1b" not in result.output and "\x07" not in result.output
