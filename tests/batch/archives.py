"""What the tests of archives share: the command as a process of its own, and the rows that it left."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from handfoot.batch import tables

ROOT = Path(__file__).parents[2]
LOGS = sorted((ROOT / "logs" / "findings").glob("*.hfn"))[:12]
FAULTY = ROOT / "logs" / "findings" / "HF305-wild-ratio.hfn"
FLOORS = [str(ROOT / floor) for floor in ("audit", "engine", "grammar", "spec")]
ENV = {**os.environ, "PYTHONPATH": os.pathsep.join(FLOORS)}
HANDFOOT = [sys.executable, "-m", "handfoot"]


def run(*words: object, code: str | None = None) -> subprocess.CompletedProcess[str]:
    program = HANDFOOT if code is None else [sys.executable, "-c", code]
    return subprocess.run(
        [*program, *map(str, words)], env=ENV, capture_output=True, text=True, check=False, timeout=120
    )


def batch(out: Path, *words: object) -> subprocess.CompletedProcess[str]:
    return run("batch", *words, "--out", out, "--jobs", 2)


def rows(out: Path, table: str) -> list[dict[str, Any]]:
    import pyarrow.parquet as pq

    return [row for path in sorted((out / table).glob("part-*")) for row in pq.read_table(path).to_pylist()]


def everything(out: Path) -> dict[str, list[dict[str, Any]]]:
    return {table: rows(out, table) for table in tables.TABLES}


def leftovers(out: Path) -> list[Path]:
    return [path for table in tables.TABLES for path in (out / table).glob(".part*")]
