"""``handfoot.testing.assert_legal``: what it lets pass and what it tells of the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

import handfoot
from handfoot.testing import assert_legal
from handfoot_grammar.sources import SourceError
from handfoot_grammar.text import read_text

HEAD = '[Rules "classic"]\n[Seats "Ana Bo Chi Dee"]\n\ndeal 1 dealer Ana\n'
LEGAL = HEAD + "turn-up 9c\nBo: draw; discard 4s\nChi: draw; discard 5d\n"
OUT_OF_TURN = HEAD + "turn-up 9c\nBo: draw; discard 4s\nDee: draw; discard 5d\n"
NO_DISCARD = OUT_OF_TURN + "Ana: draw\nBo: draw; discard 4s\n"


def complaint(source: str, allow: str | tuple[str, ...] = ()) -> str:
    with pytest.raises(AssertionError) as caught:
        assert_legal(source, allow=allow)
    return str(caught.value)


def test_a_legal_game_passes_as_text_as_path_and_as_game(tmp_path: Path) -> None:
    path = tmp_path / "a.hfn"
    path.write_text(LEGAL, encoding="utf-8")
    [game] = read_text(LEGAL)
    for source in (LEGAL, path, str(path), game):
        assert_legal(source)


def test_a_broken_rule_fails_with_the_finding_its_place_and_its_rule() -> None:
    text = complaint(OUT_OF_TURN)
    assert text.startswith("not legal: 1 finding\n<text>:7:")
    assert "HF203" in text
    assert "    7 | Dee: draw; discard 5d" in text
    assert "P0-11" in text


def test_all_findings_are_told() -> None:
    text = complaint(NO_DISCARD)
    assert "not legal: 2 findings" in text and "HF203" in text and "HF206" in text


def test_an_allowed_code_does_not_count() -> None:
    assert_legal(OUT_OF_TURN, allow="HF203")
    assert_legal(NO_DISCARD, allow=("HF203", "HF206"))
    assert "HF203" not in complaint(NO_DISCARD, allow={"HF203"})  # type: ignore[arg-type]


def test_a_waived_finding_does_not_count() -> None:
    assert_legal(OUT_OF_TURN.replace("Dee: draw", "# handfoot: allow HF203 -- agreed\nDee: draw"))


def test_every_game_of_a_log_counts() -> None:
    assert "<text>:15:" in complaint(LEGAL + "\n" + OUT_OF_TURN)


def test_a_line_that_cannot_be_read_counts() -> None:
    assert "HF001" in complaint(LEGAL + "Dee: draw; dicsard 4h\n")


def test_a_log_of_another_game_counts_for_its_rules_were_not_checked() -> None:
    assert "HF006" in complaint(LEGAL.replace("Chi Dee", "Chi Dee Eve"))


def test_an_undecided_game_passes(logs: Path) -> None:
    undecided = [path for path in (logs / "findings").glob("HF90*.hfn") if handfoot.audit(path).verdict == "undecided"]
    assert undecided
    for path in undecided:
        assert_legal(path)


def test_rules_are_for_logs_without_a_tag() -> None:
    bare = LEGAL.replace('[Rules "classic"]\n', "")
    assert "HF004" in complaint(bare)
    assert_legal(bare, rules="classic")
    with pytest.raises(handfoot.UsageError):
        assert_legal(bare, rules="no-such-rules")


def test_a_source_that_is_none_is_an_error_of_the_test_not_of_the_game() -> None:
    with pytest.raises(SourceError):
        assert_legal("no-such-file.hfn")
