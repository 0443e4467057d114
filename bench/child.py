"""Child processes of the benchmark, and the lines of its tables."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
FLOORS = [str(ROOT / name) for name in ("audit", "engine", "grammar", "spec")]
ENV = {**os.environ, "PYTHONPATH": os.pathsep.join([*FLOORS, *filter(None, [os.environ.get("PYTHONPATH")])])}
ENV.pop("PYTHONDONTWRITEBYTECODE", None)  # what is installed is compiled once, not at every start


def worker(job: str, *args: str | int | Path, code: str = "") -> dict[str, Any]:
    """What a job of bench/worker.py answers; ``code``: the folder of another handfoot than that of the sources."""
    command = [sys.executable, str(HERE / "worker.py"), job, *map(str, args)]
    env = {**ENV, "PYTHONPATH": code} if code else ENV
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, check=True)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def process_seconds(command: Sequence[str], wall: bool = False) -> float:
    """CPU (or wall-clock) seconds of a whole process whose output nobody reads; status 1 says that there are findings."""
    return process(command, wall)[0]


def process(command: Sequence[str], wall: bool) -> tuple[float, float]:
    """Seconds, and the peak of resident memory (MB)."""
    begun = time.perf_counter()
    child = subprocess.Popen(command, env=ENV, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    elapsed = time.perf_counter() - begun
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        raise SystemExit(f"bench: {shlex.join(command)} failed with status {child.returncode}")
    return elapsed if wall else usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def handfoot(*args: str) -> list[str]:
    """The command as it is installed beside this Python, or else as a module."""
    script = shutil.which("handfoot", path=str(Path(sys.executable).parent))
    return [script, *args] if script else [sys.executable, "-m", "handfoot", *args]


def cells(*texts: str) -> str:
    """A line of a table."""
    return "| " + " | ".join(texts) + " |"
