"""Every place in the checks that reports a finding is reached by a log with a known answer: deleting one is noticed.

The places are read off the source; the logs are the samples in ``logs/findings`` and the ones below, each with the findings it
must have. A new check therefore fails here until a log makes it fire.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from handfoot.auditing import Options, audit_games
from handfoot.context import Context
from handfoot.report import Report
from handfoot.samples import expected
from handfoot_grammar.sources import read_source

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "audit" / "handfoot"
CHECKS = [*sorted((PACKAGE / "checks").glob("*.py")), PACKAGE / "auditor.py", PACKAGE / "dealing.py"]
REPORTERS = {"find", "not_checked"}
EXTRA = sorted((Path(__file__).parent / "firing").glob("*.hfn"))
"""Logs for places that no sample log reaches, in the samples' form."""


def places() -> set[tuple[str, int, int]]:
    """Every call of a reporter: file, first and last line."""
    found = set()
    for path in CHECKS:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in REPORTERS:
                found.add((path.name, node.lineno, node.end_lineno or node.lineno))
    return found


LOGS = [*sorted((ROOT / "logs" / "findings").glob("*.hfn")), *EXTRA]

Place = tuple[str, int, int]


def caller() -> tuple[str, int]:
    frame = sys._getframe(2)
    return Path(frame.f_code.co_filename).name, frame.f_lineno


def audit(path: Path) -> Report:
    """The audit of a log; ``# solver-limit: N`` in it gives the solver's budget."""
    limit = re.search(r"# solver-limit: (\d+)", path.read_text(encoding="utf-8"))
    options = Options(solver_limit=None if limit is None else int(limit[1]), possible=False)
    return Report(list(audit_games(read_source(path), options)))


def answer(path: Path) -> list[tuple[str, int]]:
    """Everything that an audit says of a log, without what the solver finds of a sheet: some of the same clashes."""
    return sorted((f.code, f.span.line) for f in audit(path).findings)


@pytest.fixture(scope="module")
def hits() -> dict[tuple[str, int], list[Path]]:
    """For each line that reports, the logs that reach it."""
    found: dict[tuple[str, int], list[Path]] = {}
    current = LOGS[0]
    with pytest.MonkeyPatch.context() as patch:
        for name in REPORTERS:
            original = getattr(Context, name)

            def watched(self: Context, *args: Any, _original: Any = original, **kwargs: Any) -> Any:
                found.setdefault(caller(), []).append(current)
                return _original(self, *args, **kwargs)

            patch.setattr(Context, name, watched)
        for path in LOGS:
            current = path
            audit(path)
    return found


@pytest.mark.parametrize("path", EXTRA, ids=lambda path: path.stem)
def test_a_log_has_the_findings_that_it_says(path: Path) -> None:
    report = audit(path)
    found = [(f.code, f.span.line) for f in report.findings if f.because_of is None and f.code != "HF007"]
    assert sorted(found) == sorted(expected(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("place", sorted(places()), ids=lambda place: f"{place[0]}:{place[1]}")
def test_deleting_a_check_changes_the_answer_of_a_log(
    place: Place, hits: dict[tuple[str, int], list[Path]], monkeypatch: pytest.MonkeyPatch
) -> None:
    file, first, last = place
    reaching = [
        path for (name, line), paths in hits.items() if name == file and first <= line <= last for path in paths
    ]
    assert reaching, "no log reaches this report"
    for name in REPORTERS:
        original = getattr(Context, name)

        def muted(self: Context, *args: Any, _original: Any = original, **kwargs: Any) -> Any:
            where, line = caller()
            return -1 if where == file and first <= line <= last else _original(self, *args, **kwargs)

        monkeypatch.setattr(Context, name, muted)
    without = {path: answer(path) for path in dict.fromkeys(reaching)}
    monkeypatch.undo()
    assert any(answer(path) != found for path, found in without.items())
