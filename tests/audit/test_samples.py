"""Every finding has a sample log that raises it, and it alone, and a near miss that does not."""

from __future__ import annotations

from pathlib import Path

import pytest

import handfoot
from handfoot.samples import expected
from handfoot_spec.catalogue import catalogue

ROOT = Path(__file__).parents[2]
SAMPLES = sorted((ROOT / "logs" / "findings").glob("*.hfn"))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_log_raises_what_it_says_and_nothing_else(path: Path) -> None:
    code = path.stem[:5]
    report = handfoot.audit(path)
    found = [
        (f.code, f.span.line)
        for f in report.findings
        if f.because_of is None and (f.level != "note" or f.code == code or code == "HF007")
    ]
    assert sorted(found) == sorted(expected(path.read_text(encoding="utf-8")))


def test_every_code_that_classic_can_raise_has_both_samples() -> None:
    stems = {path.stem for path in SAMPLES}
    for code, entry in catalogue().items():
        assert (entry.example is None) == (entry.near_miss is None), code
        if entry.example is not None:
            assert {entry.example, entry.near_miss} <= stems, code
    without = {code for code, entry in catalogue().items() if entry.example is None}
    assert without == {"HF212", "HF307", "HF311", "HF607", "HF707", "HF810"}


def test_no_sample_log_is_left_over() -> None:
    named = {stem for entry in catalogue().values() for stem in (entry.example, entry.near_miss)}
    assert {path.stem for path in SAMPLES} <= named
