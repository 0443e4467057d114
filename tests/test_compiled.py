"""The compiled audit is the same audit: every log here gets, field by field, the report that the Python sources give."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from handfoot_engine.play import play_games
from handfoot_engine.views import in_view
from handfoot_engine.written import write_down
from handfoot_spec.profile_files import load, shipped

from .conftest import ROOT

PROGRAM = """
import sys
import handfoot.auditor
from handfoot.auditing import audit_games
from handfoot_grammar.sources import read_paths
print(handfoot.auditor.__file__, file=sys.stderr)
for report in audit_games(read_paths(sys.argv[1:])):
    print(report)
"""
PURE = os.pathsep.join(str(ROOT / name) for name in ("audit", "engine", "grammar", "spec"))


def reports(path: str, logs: list[Path]) -> tuple[list[str], str]:
    """All reports of the logs, one a line, by the handfoot found on ``path``; and where its auditor was loaded from."""
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-c", PROGRAM, *map(str, logs)]
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=environment)
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines(), run.stderr


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a compiled handfoot; the test is skipped where there is nothing to compile with."""
    pytest.importorskip("mypyc")
    sys.path.insert(0, str(ROOT / "bench"))
    try:
        from compiled import NotCompiled, build
    finally:
        sys.path.pop(0)
    folder = tmp_path_factory.mktemp("compiled") / "handfoot"
    try:
        assert build(folder, ROOT)
    except NotCompiled as error:
        if "No such file or directory: 'cc'" in str(error) or "command 'gcc' failed: No such file" in str(error):
            pytest.skip("no C compiler")
        raise
    return folder


@pytest.mark.slow
def test_the_compiled_audit_passes_the_tests_of_the_sources(compiled: Path) -> None:
    # Those that put another function in the place of one cannot: compiled code calls the function itself.
    patched = "not is_noticed and not deleting_a_check and not mutated_engine_step and not disagreement_is_loud"
    folders = [str(ROOT / "tests" / name) for name in ("audit", "engine", "grammar")]
    options = ["-q", "-x", "-p", "no:cacheprovider", "-k", patched, "-o", f"pythonpath={compiled} tests"]
    run = subprocess.run([sys.executable, "-m", "pytest", *options, *folders], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-3000:]


@pytest.mark.slow
def test_the_compiled_audit_gives_the_reports_of_the_sources(compiled: Path, tmp_path: Path) -> None:
    logs = sorted(path for folder in ("logs", "tests/audit/firing") for path in (ROOT / folder).rglob("*.hfn"))
    for name in shipped():
        for view in ("full", "ranks", "spectator"):
            logs.append(tmp_path / f"{name}-{view}.hfn")
            text = [write_down(in_view(game, view)) for game in islice(play_games(load(name), 3), 3)]
            text += [_damaged(game, every) for game in text for every in (17, 41)]
            logs[-1].write_text("\n".join(text) + "\n", encoding="utf-8")
    by_sources, pure = reports(PURE, logs)
    by_compiled, fast = reports(str(compiled), logs)
    assert pure.strip().endswith("auditor.py")
    assert not fast.strip().endswith(".py")
    assert len(by_sources) >= len(logs)
    assert by_compiled == by_sources


def _damaged(text: str, every: int) -> str:
    """A game with lines missing, lines given twice and cards changed, in turn."""
    out: list[str] = []
    for i, line in enumerate(text.split("\n")):
        if i < 12 or i % every:
            out.append(line)
        elif i % 3:
            out += [line, line] if i % 2 else [line.replace("K", "Q").replace("5", "zz")]
    return "\n".join(out)
