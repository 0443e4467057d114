"""``handfoot fmt`` and ``handfoot convert``: what they write, what they leave, and their exit statuses."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from handfoot.cli.convert import command as convert
from handfoot.cli.fmt import command as fmt

LOOSE = '[Seats "Ana Bo"]\r\n# kept\r\ndeal 1\r\nAna:draw  10h;discard Jk'
TIDY = '[Seats "Ana Bo"]\n# kept\ndeal 1\nAna: draw Th; discard X\n'
CANONICAL = '[Seats "Ana Bo"]\n\ndeal 1\nAna: draw Th; discard X\n'


@pytest.fixture
def loose(tmp_path: Path) -> Path:
    path = tmp_path / "a.hfn"
    path.write_bytes(LOOSE.encode())
    return path


def run(command: object, *args: object, given: str | bytes = "") -> Result:
    return CliRunner().invoke(command, [str(arg) for arg in args], input=given)  # type: ignore[arg-type]


def test_fmt_prints_the_canonical_layout(loose: Path) -> None:
    result = run(fmt, loose)
    assert (result.exit_code, result.stdout) == (0, TIDY)
    assert run(fmt, given=LOOSE).stdout == TIDY
    assert loose.read_bytes() == LOOSE.encode()


def test_fmt_checks_and_writes(loose: Path) -> None:
    os.chmod(loose, 0o640)
    assert run(fmt, "--check", loose).exit_code == 1
    assert run(fmt, "--write", loose).exit_code == 0
    assert loose.read_text(encoding="utf-8") == TIDY and loose.stat().st_mode & 0o777 == 0o640
    assert run(fmt, "--check", loose).exit_code == 0
    assert os.listdir(loose.parent) == ["a.hfn"]


@pytest.mark.parametrize("data", [b"\0\1", b"note \xe9\n"])
def test_fmt_leaves_what_it_cannot_read_as_text(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.hfn"
    path.write_bytes(data)
    result = run(fmt, "--write", path, tmp_path / "no.hfn")
    assert result.exit_code == 2 and "no such file" in result.stderr and "text" in result.stderr
    assert path.read_bytes() == data


def test_convert_goes_to_the_other_form_and_back(loose: Path) -> None:
    target = loose.with_suffix(".json")
    assert run(convert, loose, "--output", target).exit_code == 0
    assert json.loads(target.read_text(encoding="utf-8"))["seats"] == ["Ana", "Bo"]
    assert run(convert, target).stdout == CANONICAL
    assert run(convert, given=LOOSE).stdout == target.read_text(encoding="utf-8")


def test_convert_writes_many_games_as_a_list_as_lines_and_as_text(loose: Path) -> None:
    many = "\n".join([CANONICAL] * 3)
    loose.write_text(many, encoding="utf-8")
    as_list, lines = run(convert, loose).stdout, run(convert, "--to", "jsonl", loose).stdout
    assert json.loads(as_list) == [json.loads(line) for line in lines.splitlines()]
    assert run(convert, "--to", "hfn", given=as_list).stdout == many
    assert run(convert, "--to", "hfn", given=lines).stdout == many


def test_convert_may_write_the_file_that_it_reads(loose: Path) -> None:
    assert run(convert, "--to", "hfn", loose, "-o", loose).exit_code == 0
    assert loose.read_text(encoding="utf-8") == CANONICAL


def test_convert_tells_what_could_not_be_read_and_keeps_it(loose: Path) -> None:
    loose.write_text(CANONICAL + "gibberish\n", encoding="utf-8")
    result = run(convert, loose)
    assert result.exit_code == 0 and f"{loose}:5:1: HF001" in result.stderr
    assert run(convert, "--to", "hfn", given=result.stdout).stdout == CANONICAL + "gibberish\n"


def test_convert_fails_where_a_file_cannot_be_opened_or_written(loose: Path) -> None:
    missing = run(convert, loose.parent / "no.hfn", loose)
    assert missing.exit_code == 2 and "no such file" in missing.stderr and '"seats"' in missing.stdout
    assert run(convert, loose, "-o", loose.parent / "no" / "x.json").exit_code == 2
    assert run(convert, given="{oops").exit_code == 1
