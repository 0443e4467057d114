"""What the schema can say and the audit cannot go by yet is refused, never ignored."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from pathlib import Path

import pytest

import handfoot
from handfoot_spec.profile import Book, Profile
from handfoot_spec.profile_files import load, load_file
from handfoot_spec.support import HONOURED, not_honoured

CLASSIC = load("classic")


def test_classic_is_honoured_in_full() -> None:
    assert not_honoured(CLASSIC) == []


def test_every_name_in_the_table_is_a_field_of_the_schema() -> None:
    known = {f"books.{spec.name}" for spec in fields(Book)}
    for spec in fields(Profile):
        section = getattr(CLASSIC, spec.name)
        if is_dataclass(section):
            known |= {f"{spec.name}.{part.name}" for part in fields(section)}
    assert set(HONOURED) <= known


@pytest.mark.parametrize(
    ("section", "change"),
    [
        ("turn", {"browsing": "no"}),
        ("stock", {"short": "add-pack"}),
    ],
)
def test_a_value_that_is_not_honoured_is_named(section: str, change: dict[str, object]) -> None:
    changed = replace(CLASSIC, **{section: replace(getattr(CLASSIC, section), **change)})
    (complaint,) = not_honoured(changed)
    assert complaint.startswith(f"{section}.{next(iter(change))} = ")


def test_a_log_of_such_a_table_is_told_so_and_nobody_is_accused(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('extends = "classic"\nname = "ours"\n[table]\npackets = 3\n', encoding="utf-8")
    log = tmp_path / "game.hfn"
    log.write_text(
        '[Rules "ours.toml"]\n[Seats "Ana Bo Chi Dee"]\n\ndeal 1 dealer Dee\nAna: draw; meld K: K*8; discard 4s\n',
        encoding="utf-8",
    )
    (game,) = handfoot.audit(log)
    assert [f.code for f in game.findings] == ["HF004"] and "table.packets" in game.findings[0].message
    with pytest.raises(handfoot.UsageError, match="packets"):
        handfoot.audit(log, rules=str(tmp_path / "ours.toml"), override_rules=True)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("[melds]\ncap = 0", "melds.cap: expected 2 to 30, found 0"),
        ("[melds]\nleast = 9", "smaller than the smallest meld"),
        ("[table]\npacks = 100000", "table.packs: expected 1 to 20"),
        ("[turn]\ndraw = -5", "turn.draw: expected 1 to 10"),
        ("[table]\nhand = 40\nfoot = 40", "321 cards are dealt"),
        ("[table]\nplayers = [0]", "table.players: expected 2 to 12"),
    ],
)
def test_a_number_that_no_table_plays_is_refused(tmp_path: Path, line: str, complaint: str) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(f'extends = "classic"\nname = "ours"\n{line}\n', encoding="utf-8")
    with pytest.raises(ValueError, match="ours") as error:
        load_file(path)
    assert complaint in str(error.value)
