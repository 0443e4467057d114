"""What one child process of the benchmark does: makes the games, or measures one thing, and prints the answer as JSON.

    python bench/worker.py JOB FILE [ARG...]

Times are CPU seconds of this process, so that other work on the machine counts for little. Start-up and imports are not in
them: they are measured as whole processes.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import peers

Answer = dict[str, Any]
VIEWS = ("full", "ranks", "spectator")


def make(folder: str, games: str, seed: str) -> Answer:
    """Writes ``games`` random games of ``seed`` in every view, one file a view; says how many actions their turns have."""
    from handfoot_engine.play import play_games
    from handfoot_engine.views import in_view
    from handfoot_engine.written import write_down
    from handfoot_grammar.log import Turn
    from handfoot_spec.profile_files import load

    files = {view: (Path(folder) / f"{view}.hfn").open("w", encoding="utf-8") for view in VIEWS}
    actions: Counter[str] = Counter()
    deals = 0
    for game in islice(play_games(load("classic"), int(seed)), int(games)):
        deals += sum(type(statement).__name__ == "DealStart" for statement in game.statements)
        for view in VIEWS:
            seen = in_view(game, view)  # type: ignore[arg-type]
            files[view].write(write_down(seen) + "\n")
            actions[view] += sum(len(s.actions) for s in seen.statements if isinstance(s, Turn))
    for file in files.values():
        file.close()
    return {"actions": actions, "deals": deals}


def head(source: str, target: str, games: str) -> Answer:
    """Copies the first ``games`` games of a file."""
    left = int(games)
    with open(source, encoding="utf-8") as lines, open(target, "w", encoding="utf-8") as out:
        for line in lines:
            left -= line.startswith("[Notation ")
            if left < 0:
                break
            out.write(line)
    return {}


def parse(path: str) -> Answer:
    """Text to Logs, twice: with nothing in the memo, and with everything in it."""
    from handfoot_grammar.sources import read_paths

    def one_pass() -> float:
        begun = time.process_time()
        for _ in read_paths([path]):
            pass
        return time.process_time() - begun

    return {"cold": one_pass(), "warm": one_pass()}


def replay(path: str) -> Answer:
    """Logs walked through their tables; reading them is not counted."""
    from handfoot.auditor import default_teams
    from handfoot_engine.replay import replay as walk
    from handfoot_grammar.sources import read_paths
    from handfoot_spec.profile_files import load

    profile = load("classic")
    seconds = 0.0
    for game in read_paths([path]):
        teams = default_teams(profile, len(game.seats))
        begun = time.process_time()
        walk(game, profile, teams)
        seconds += time.process_time() - begun
    return {"cold": seconds}


def audit(path: str) -> Answer:
    """Text in, reports out, twice: with nothing in the memo, and with everything in it."""
    from handfoot.auditing import audit_game
    from handfoot_grammar.sources import read_paths

    def one_pass() -> float:
        verdicts.clear()
        begun = time.process_time()
        for game in read_paths([path]):
            verdicts[audit_game(game).verdict] += 1
        return time.process_time() - begun

    verdicts: Counter[str] = Counter()
    return {"cold": one_pass(), "warm": one_pass(), "verdicts": verdicts}


def audit_once(path: str) -> Answer:
    """Text in, reports out."""
    from handfoot.auditing import audit_game
    from handfoot_grammar.sources import read_paths

    return {"games": sum(audit_game(game) is not None for game in read_paths([path]))}


def parse_once(path: str) -> Answer:
    """Text to Logs."""
    from handfoot_grammar.sources import read_paths

    return {"games": sum(1 for _ in read_paths([path]))}


def actions(path: str) -> Answer:
    """How many actions the turns of a file have."""
    from handfoot_grammar.log import Turn
    from handfoot_grammar.sources import read_paths

    turns = (s for game in read_paths([path]) for s in game.statements if isinstance(s, Turn))
    return {"actions": sum(len(turn.actions) for turn in turns)}


def memory(path: str) -> Answer:
    """The command, run in this process; its peak of memory in MB."""
    from handfoot.cli import cli

    with suppress(SystemExit):  # the exit status
        cli.main(["audit", "--no-certify", "--format", "jsonl", "--output", os.devnull, path], standalone_mode=False)
    return {"megabytes": peak_memory()}


def peak_memory() -> float:
    """The peak of this process. ``getrusage`` may count its parent's from before the start, so Linux is asked first."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) / 1024
    except (OSError, StopIteration):
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


JOBS: dict[str, Callable[..., Answer]] = {
    "make": make, "head": head, "parse": parse, "replay": replay, "audit": audit, "memory": memory,
    "actions": actions, "parse-once": parse_once, "audit-once": audit_once,
    "make-chess": peers.make_chess, "chess": peers.read_chess, "chess-check": peers.check_chess,
    "make-poker": peers.make_poker, "poker": peers.replay_poker,
}  # fmt: skip


def main() -> None:
    """Does the job that the command line names, collecting garbage as seldom as ``handfoot audit`` does, peers included."""
    gc.set_threshold(100_000, 20, 20)
    print(json.dumps(JOBS[sys.argv[1]](*sys.argv[2:])))


if __name__ == "__main__":
    main()
