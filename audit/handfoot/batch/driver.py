"""The run of an archive: the shards that are not done yet, given to an executor, a few ahead of those at work."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..auditing import UsageError
from .guard import audit_shard, end_all
from .tables import clear_unfinished, counts_of, is_done

_TRIES = 4
"""How often a shard is given to a cluster that loses it."""


@dataclass
class Tally:
    """How far a run is: shards, games of this run (and their time), and what all of them came to."""

    shards: int
    done: int = 0
    counts: dict[str, int] = field(default_factory=lambda: {"games": 0, "bad": 0, "unopened": 0})
    fresh: int = 0
    fresh_shards: int = 0
    begun: float = field(default_factory=time.monotonic)

    def add(self, counts: dict[str, int], fresh: bool) -> None:
        """Counts a shard."""
        self.done += 1
        for key in self.counts:
            self.counts[key] += counts[key]
        if fresh:
            self.fresh += counts["games"]
            self.fresh_shards += 1

    def line(self) -> str:
        """``1,200 games, 310 a second, 3 of 40 shards, 0:05 left``."""
        spent = max(time.monotonic() - self.begun, 1e-9)
        left = (self.shards - self.done) * spent / self.fresh_shards if self.fresh_shards else 0
        minutes, seconds = divmod(round(left), 60)
        return (
            f"{self.counts['games']:,} games, {self.fresh / spent:,.0f} a second, {self.done:,} of {self.shards:,} shards, "
            f"{minutes}:{seconds:02} left"
        )


@contextmanager
def executor(jobs: int, cluster: str | None) -> Iterator[tuple[Executor, Callable[[], int]]]:
    """Where shards are worked at, and how many at a time. :raises UsageError: there is no such cluster."""
    if cluster is None:
        pool = ThreadPoolExecutor(jobs)
        try:
            yield pool, lambda: jobs
        except KeyboardInterrupt:  # what is begun is begun again by the next run; at an error it is finished
            end_all(kill=True)
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
            end_all()
        return
    try:
        from distributed import Client
    except ImportError:
        raise UsageError("--cluster needs the Python package distributed: pip install 'handfoot[cluster]'") from None
    try:
        client = Client(cluster, timeout="10s")
    except (OSError, ValueError, TimeoutError) as error:
        raise UsageError(f"{cluster}: no cluster answers there: {error}") from None
    try:
        yield client.get_executor(pure=False), lambda: max(sum(client.nthreads().values()), 1)
    finally:
        client.close()


def run(
    pool: Executor, width: Callable[[], int], tasks: list[dict[str, Any]], folder: Path, shown: Callable[[Tally], None]
) -> Tally:
    """Audits what is not done yet. :raises UsageError: the audit could not be made; what is done stays."""
    tally = Tally(len(tasks))
    todo = []
    for task in reversed(tasks):
        if is_done(folder, task["shard"]):
            tally.add(counts_of(folder, task["shard"]), fresh=False)
        else:
            todo.append(task)
    clear_unfinished(folder, {task["shard"] for task in todo})
    working: dict[Future[dict[str, Any]], tuple[dict[str, Any], int]] = {}

    def submit(task: dict[str, Any], tries: int) -> None:
        working[pool.submit(audit_shard, task)] = task, tries

    try:
        while todo or working:
            while todo and len(working) < 2 * width():
                submit(todo.pop(), 1)
            for future in wait(working, timeout=1, return_when=FIRST_COMPLETED).done:
                task, tries = working.pop(future)
                try:
                    outcome = future.result()
                except (Exception, CancelledError) as error:
                    outcome = {"error": f"shard {task['shard']} was lost {tries} times, last: {error}", "again": True}
                if "again" in outcome and tries < _TRIES:
                    submit(task, tries + 1)
                    continue
                if "error" in outcome:
                    raise UsageError(f"{outcome['error']}; what is done stays, and the same command goes on from there")
                tally.add(outcome, fresh=True)
            shown(tally)
    finally:
        for future in working:
            future.cancel()
    return tally
