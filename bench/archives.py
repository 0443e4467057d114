"""The tables of `./run bench --archives` and `--instructions`: how an audit of archives grows, and what the hot loop costs.

Two processes and one take turns in each round, and the ratio is taken within a round: other work on the machine falls on both.
"""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from child import ENV, HERE, cells, handfoot, worker


@dataclass
class Run:
    """Runs of one archive by so many processes: seconds by the clock, CPU seconds, and the peak of memory of the largest process."""

    games: int
    jobs: int
    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    megabytes: list[float] = field(default_factory=list)

    def measure(self, path: Path, out: Path) -> None:
        """Audits the archive once more, from nothing."""
        shutil.rmtree(out, ignore_errors=True)
        command = handfoot("batch", str(path), "--out", str(out), "--jobs", str(self.jobs))
        begun = time.perf_counter()
        child = subprocess.Popen(command, env=ENV, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        self.wall.append(time.perf_counter() - begun)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            raise SystemExit(f"bench: batch failed with status {child.returncode}: the games are all legal")
        self.cpu.append(usage.ru_utime + usage.ru_stime)
        self.megabytes.append(usage.ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024))


def repeated(source: Path, target: Path, games: int) -> None:
    """An archive of so many games: those of ``source`` over and over, each time with other Events."""
    written = 0
    with target.open("w", encoding="utf-8") as out:
        for number in range(1 << 30):
            for game in _games(source):
                if written == games:
                    return
                out.write(game.replace(" of seed ", f" of round {number}, seed ", 1))
                written += 1


def _games(source: Path) -> Iterator[str]:
    held: list[str] = []
    with source.open(encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("[Notation ") and held:
                yield "".join(held)
                held = []
            held.append(line)
    yield "".join(held)


def archives(folder: Path, games: int, rounds: int, seed: int, large: bool) -> str:
    """The table of growth, and of two processes against one."""
    distinct = min(games, 1000)
    worker("make", folder, distinct, seed)
    sizes = [max(1, games // 10), games, games * 10, *([games * 100] if large else [])]
    lines = [cells("archive", "processes", "games/s", "CPU ms a game", "peak memory of a process", "ratio"), _RULE]
    stored = ""
    for size in sizes:
        path, out = folder / "archive.hfn", folder / "out"
        repeated(folder / "full.hfn", path, size)
        most = max(1, rounds if size <= games * 10 else 1)
        runs = [Run(size, jobs) for jobs in (1, 2)[: 1 if size > games * 10 else 2]]
        for number in range(most):
            for run in runs:
                run.measure(path, out)
            print(f"{size:,} games: round {number + 1} of {most} done", file=sys.stderr)
        lines += [_line(run, runs[0]) for run in runs]
        stored = _stored(path, out, size)
    return "\n".join([*lines, "", stored])


_RULE = cells("---", "---:", "---:", "---:", "---:", "---:")


def _line(run: Run, one: Run) -> str:
    ratio = statistics.median(a / b for a, b in zip(one.wall, run.wall, strict=True))
    return cells(
        f"{run.games:,} games",
        str(run.jobs),
        f"{run.games / statistics.median(run.wall):,.0f}",
        f"{1000 * statistics.median(run.cpu) / run.games:.2f}",
        f"{statistics.median(run.megabytes):.1f} MB",
        "" if run is one else f"{ratio:.2f} × one process",
    )


def _stored(path: Path, out: Path, games: int) -> str:
    sizes = {
        table: sum(part.stat().st_size for part in (out / table).glob("part-*")) / games
        for table in ("games", "findings", "scores")
    }
    parts = ", ".join(f"{size:,.0f} in {table}" for table, size in sizes.items())
    return f"A game is {path.stat().st_size / games:,.0f} bytes of text and {sum(sizes.values()):,.0f} of results ({parts})."


# --- instructions -------------------------------------------------------------------------------------------------

_JOBS = {
    "parse-once": "parse only, each text for the first time",
    "audit-once": "full audit, each text for the first time",
    "audit": "full audit, every text known",
}


def instructions(folder: Path, games: int, seed: int) -> str:
    """What an action costs in instructions of the processor: the difference between a run of ``games`` and a run of one."""
    if shutil.which("valgrind") is None:
        raise SystemExit("bench: --instructions needs valgrind, a package of most systems")
    worker("make", folder, games + 1, seed)
    worker("head", folder / "full.hfn", folder / "one.hfn", 1)
    actions = [worker("actions", folder / name)["actions"] for name in ("one.hfn", "full.hfn")]
    counts = {}
    for job in _JOBS:
        worker(job, folder / "one.hfn")  # its modules are compiled by now
        few, many = (_instructions(job, folder / name) for name in ("one.hfn", "full.hfn"))
        counts[job] = (many - few) / (actions[1] - actions[0])
        print(f"{job} done", file=sys.stderr)
    counts["audit"] -= counts["audit-once"]
    lines = [cells("what", "instructions an action"), cells("---", "---:")]
    lines += [cells(_JOBS[job], f"{count:,.0f}") for job, count in counts.items()]
    return "\n".join(
        [*lines, "", f"The difference between {games + 1:,} games and 1, of {actions[1] - actions[0]:,} actions."]
    )


def _instructions(job: str, path: Path) -> int:
    # No branch or cache is simulated; a fixed hash seed, or dictionaries would differ from run to run.
    tool = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}"]
    command = [*tool, sys.executable, str(HERE / "worker.py"), job, str(path)]
    done = subprocess.run(command, env={**ENV, "PYTHONHASHSEED": "0"}, capture_output=True, text=True, check=True)
    found = re.search(r"Collected\s*:\s*(\d+)", done.stderr)
    if found is None:
        raise SystemExit(f"bench: callgrind says no count: {done.stderr[-300:]}")
    return int(found.group(1))
