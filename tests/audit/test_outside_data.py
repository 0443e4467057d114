"""Collections of recorded games with known answers, where they are at hand (HANDFOOT_CORPUS, HANDFOOT_GOLD)."""

from __future__ import annotations

import json
from pathlib import Path

import handfoot


def test_the_corpus_gets_the_expected_findings_and_no_false_alarm(corpus: Path) -> None:
    wrong = []
    for entry in json.loads((corpus / "expected.json").read_text(encoding="utf-8")):
        report = handfoot.audit(corpus / entry["file"])
        errors = [f for f in report.findings if f.level == "error"]
        if entry["code"] is None or not entry.get("decidable", True):
            if errors:
                wrong.append((entry["file"], [str(f) for f in errors]))
            continue
        roots = [f for f in errors if f.because_of is None]
        if (
            len(roots) != 1
            or roots[0].code not in entry["acceptable_codes"]
            or roots[0].span.line not in entry["lines"]
        ):
            wrong.append((entry["file"], [str(f) for f in roots]))
    assert not wrong


def test_the_tiny_logs_of_classic_get_the_expected_answer(gold: Path) -> None:
    wrong = []
    for case in json.loads((gold / "expected.json").read_text(encoding="utf-8")):
        if case["profile"] != "classic":
            continue
        (report,) = handfoot.audit(gold / case["file"])
        errors = sorted((f.code, f.span.line) for f in report.findings if f.level == "error" and f.because_of is None)
        if errors != sorted((f["code"], f["line"]) for f in case["findings"]) or report.verdict != case["verdict"]:
            wrong.append((case["file"], errors, report.verdict))
    assert not wrong
