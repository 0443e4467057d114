"""One shard, whatever its games do: a worker process that dies, or says nothing for too long, is replaced and its game left out.

``audit_shard`` is all that an executor is given, be it of threads on this machine or of a cluster; each of its threads keeps a worker.
"""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
import threading
from contextlib import suppress
from typing import Any

from .._version import __version__

_HOLD = threading.local()
_ALL: set[Worker] = set()
_STOPPED = threading.Event()
_GRACE = 10.0
"""Seconds beyond a game's time limit after which a worker that says nothing is killed; the limit is its own to keep."""


class Worker:
    """A worker process and what it says."""

    def __init__(self) -> None:
        # Arrow's own allocator and threads take a gigabyte of addresses; a worker is one process on one core.
        plain = {"ARROW_DEFAULT_MEMORY_POOL": "system", "OMP_NUM_THREADS": "1", "ARROW_IO_THREADS": "1"}
        env = {**os.environ, **plain, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "handfoot.batch.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env
        )
        _ALL.add(self)
        assert self._process.stdin is not None and self._process.stdout is not None
        self._in, self._out = self._process.stdin, self._process.stdout
        self._heard = b""
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._out, selectors.EVENT_READ)

    def audit(self, task: dict[str, Any]) -> tuple[dict[str, Any] | None, str, str]:
        """The outcome of a shard; or None, the game that it was at, and what became of the worker."""
        at = ""
        try:
            self._in.write(json.dumps(task).encode() + b"\n")
            self._in.flush()
        except OSError:
            return None, at, "crashed"
        while True:
            if not self._selector.select(task["seconds"] + _GRACE):
                return None, at, "timeout"
            data = os.read(self._out.fileno(), 1 << 16)
            if not data:
                return None, at, "crashed"
            *lines, self._heard = (self._heard + data).split(b"\n")
            for line in lines:
                if line.startswith(b"{"):
                    outcome: dict[str, Any] = json.loads(line)
                    return outcome, at, ""
                if line[:1].isdigit():  # what a library prints is for nobody
                    at = line.decode()

    def end(self, kill: bool = True) -> None:
        """Ends the process: by force, or by telling it that there is no more work."""
        _ALL.discard(self)
        if kill:
            self._process.kill()
        else:
            with suppress(OSError):
                self._in.close()
        self._process.wait()
        self._selector.close()
        for pipe in (self._in, self._out):
            with suppress(OSError):
                pipe.close()


def end_all(kill: bool = False) -> None:
    """Ends the workers of this process, so that none outlives it; those that have work by force."""
    if kill:
        _STOPPED.set()
    for worker in list(_ALL):
        worker.end(kill)


_MOST_DEATHS = 200


_LESSONS = {"read": "alone", "alone": "leave", "audit": "skip"}
"""What a worker shall do with a game, after two of them died at the same deed."""


def audit_shard(task: dict[str, Any]) -> dict[str, Any]:
    """Audits a shard and writes its parts; says how many games are good and bad, or ``{"error": ...}``."""
    if task["version"] != __version__:
        return {"error": f"{os.uname().nodename} has handfoot {__version__}, the run is of {task['version']}"}
    task = dict(task, alone={}, skip={}, leave={})
    before: set[str] = set()
    stillborn = 0
    for _ in range(_MOST_DEATHS):
        if _STOPPED.is_set():
            return {"error": "the run was stopped"}
        worker: Worker | None = getattr(_HOLD, "worker", None)
        if worker is None:
            worker = _HOLD.worker = Worker()
        outcome, at, died = worker.audit(task)
        if outcome is not None:
            return outcome
        worker.end()
        _HOLD.worker = None
        stillborn += not at
        if stillborn == 3:
            return {"error": "no worker process can be started"}
        # The first death may have come from outside (somebody's kill, a machine short of memory): it is tried again.
        if at in before:
            game, deed = at.split()
            task[_LESSONS[deed]][game] = died
        before.add(at)
    return {"error": f"shard {task['shard']}: {_MOST_DEATHS} worker processes died over it"}
