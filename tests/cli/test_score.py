"""``handfoot score`` as a command: what it prints and how it ends."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

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


@pytest.mark.parametrize("text", ['a,b\n"x', "", "deal,side\n", "\0\0\0", "1,2,3\n4,5,6\n"])
@pytest.mark.parametrize("command", ["score", "audit"])
def test_a_table_that_cannot_be_read_is_told_of_with_its_place(tmp_path: Path, text: str, command: str) -> None:
    result = score(tmp_path, text, "--rules", "classic", command=command)
    assert result.exit_code in (0, 1, 2) and "evening.csv" in result.output
    assert "Traceback" not in result.output


def test_a_file_that_is_not_there_ends_with_2(tmp_path: Path) -> None:
    assert CliRunner().invoke(cli, ["score", str(tmp_path / "none.csv")]).exit_code == 2
