"""Rule and settings files from outside: whatever is wrong with one is said in one way, and costs little."""

from __future__ import annotations

from pathlib import Path

import pytest

from handfoot_spec.profile import ProfileError
from handfoot_spec.profile_files import load_file
from handfoot_spec.toml import LARGEST, TomlError, read_toml

HOSTILE = {
    "nested too deep": "x = " + "[" * 100_000,
    "more than": "# " + "c" * LARGEST,
    "a key of more than 20 parts": ".".join("a" * 20_000) + " = 1",
    "Exceeds the limit": "packs = " + "9" * 100_000,
    "Invalid": "x = ",
    "can't decode": b"x = '\xff'".decode("latin-1"),
}


@pytest.mark.parametrize("said", HOSTILE)
def test_a_hostile_file_is_refused_with_its_reason(said: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_bytes(HOSTILE[said].encode("latin-1"))
    with pytest.raises(TomlError, match=said):
        read_toml(path)
    with pytest.raises(ProfileError, match=r"rules\.toml"):
        load_file(path)


def test_text_with_many_points_is_no_deep_key(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(
        'title = "Ours ... as of 1. 2. 3. and so on ......................"\n[a.b]\nc = 1.5\n', encoding="utf-8"
    )
    assert read_toml(path)["a"] == {"b": {"c": 1.5}}
