"""What is kept of a shipped file is what the file says, whatever became of either."""

from __future__ import annotations

import marshal
import os
import sys
from pathlib import Path

import pytest

from handfoot_spec import toml
from handfoot_spec.toml import shipped_table


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    path = tmp_path / "a.toml"
    path.write_text("x = 1")
    return path


def kept(file: Path) -> Path:
    [found] = (file.parent / "__pycache__").iterdir()
    return found


def test_the_second_reading_parses_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shipped_table(file) == {"x": 1}
    monkeypatch.setitem(sys.modules, "tomllib", None)
    assert shipped_table(file) == {"x": 1}


def test_a_file_that_changed_is_read_again(file: Path) -> None:
    shipped_table(file)
    file.write_text("x = 2")
    os.utime(file, ns=(1, 1))
    assert shipped_table(file) == {"x": 2} == shipped_table(file)


@pytest.mark.parametrize("damage", [b"", b"rubbish", marshal.dumps(7), marshal.dumps(((0, 0), {"x": 9}))])
def test_what_is_damaged_is_made_anew(file: Path, damage: bytes) -> None:
    shipped_table(file)
    kept(file).write_bytes(damage)
    assert shipped_table(file) == {"x": 1}
    assert marshal.loads(kept(file).read_bytes())[1] == {"x": 1}


def test_where_nothing_can_be_kept_the_file_is_read(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(toml.os, "replace", refuse)
    assert shipped_table(file) == {"x": 1}
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert shipped_table(file) == {"x": 1}
