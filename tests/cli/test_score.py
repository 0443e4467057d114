"""``handfoot score`` as a command: what it prints and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner, Result

import handfoot
from handfoot.cli import cli

HEADER = "deal,side,clean,dirty,wild,cards,reds,left,out,total\n"
WRONG = HEADER + "1,North+South,2,3,1,745,200,-35,100,4910\n1,East+West,1,0,0,215,100,-140,0,675\n"


def score(tmp_path: Path, text: str, *words: str, command: str = "score") -> Result:
    path = tmp_path / "evening.csv"
    path.write_text(text, encoding="utf-8")
    return CliRunner().invoke(cli, [command, str(path), *words], catch_exceptions=False)


def test_a_wrong_sum_stands_beside_the_right_one_with_its_likely_slips(tmp_path: Path) -> None:
    result = score(tmp_path, WRONG, "--rules", "classic")
    assert result.exit_code == 1
    assert "4910 [1: 4410]" in result.output and "HF809" in result.output
    assert "clean 2 should be 3: a book is not counted" in result.output


def test_a_right_sheet_ends_with_0_and_offers_no_slip(tmp_path: Path) -> None:
    result = score(tmp_path, WRONG.replace("4910", "4410"), "--rules", "classic")
    assert result.exit_code == 0 and "should be" not in result.output


def test_audit_reads_the_same_table(tmp_path: Path) -> None:
    result = score(tmp_path, WRONG, "--rules", "classic", command="audit")
    assert result.exit_code == 1 and "evening.csv:2:15: HF809" in result.output


def test_rules_auto_judges_a_table_by_the_rules_that_fit_it_best(tmp_path: Path) -> None:
    right = score(tmp_path, WRONG.replace("4910", "4410"), "--rules", "auto", "--witness")
    assert right.exit_code == 0 and "clean (classic)" in right.output and "a possible end" in right.output
    wrong = score(tmp_path, WRONG, "--rules", "auto")
    assert wrong.exit_code == 1 and "4910 [1: 4410]" in wrong.output and "should be" in wrong.output


@pytest.mark.parametrize("text", ['a,b\n"x', "", "deal,side\n", "\0\0\0", "1,2,3\n4,5,6\n"])
@pytest.mark.parametrize("command", ["score", "audit"])
def test_a_table_that_cannot_be_read_is_told_of_with_its_place(tmp_path: Path, text: str, command: str) -> None:
    result = score(tmp_path, text, "--rules", "classic", command=command)
    assert result.exit_code in (0, 1, 2) and "evening.csv" in result.output
    assert "Traceback" not in result.output


def test_a_file_that_is_not_there_ends_with_2(tmp_path: Path) -> None:
    assert CliRunner().invoke(cli, ["score", str(tmp_path / "none.csv")]).exit_code == 2


RIGHT = (
    "deal,side,clean,dirty,wild,cards,left,total\n1,North+South,2,3,1,745,-35,4410\n1,East+West,1,0,0,215,-140,675\n"
)


def test_an_end_of_the_deal_is_shown(tmp_path: Path) -> None:
    result = score(tmp_path, RIGHT, "--rules", "classic", "--witness")
    assert result.exit_code == 0
    assert "deal 1, North+South: a possible end, worth 4410: melds " in result.output
    assert "a possible end" not in score(tmp_path, RIGHT, "--rules", "classic").output


def test_ranges_and_what_a_total_is_made_up_of_are_shown_in_every_form(tmp_path: Path) -> None:
    pytest.importorskip("z3")
    words = "deal 1, East+West: total 675 can only be reds 100, out 0"
    assert words in score(tmp_path, RIGHT, "--rules", "classic", "--ranges").output
    assert f"<li>{words}</li>" in score(tmp_path, RIGHT, "--rules", "classic", "--ranges", "--format", "html").output
    result = score(tmp_path, RIGHT, "--rules", "classic", "--ranges", "--witness", "--format", "json")
    report = json.loads(result.output)
    schema = Path(handfoot.__file__).parent / "report.schema.json"
    jsonschema.validate(report, json.loads(schema.read_text(encoding="utf-8")))
    (game,) = report["games"]
    (asked,) = game["sheet"]
    assert (asked["status"], game["slips"]) == ("possible", [])
    north, east = asked["sides"]
    assert north["ranges"]["reds"] == {"min": 200, "max": 300} and east["ranges"]["reds"] == 100
    assert north["figures"]["total"] == 4410 and north["end"]["melds"]
    assert {"reds": 200, "out": 100} in north["made_up"][0]["ways"]


def test_slips_stand_in_the_json_report(tmp_path: Path) -> None:
    (game,) = json.loads(score(tmp_path, WRONG, "--rules", "classic", "--format", "json").output)["games"]
    first = game["slips"][0]
    assert (first["key"], first["written"], first["should"], first["line"]) == ("clean", 2, 3, 2)
    assert "sheet" not in game
