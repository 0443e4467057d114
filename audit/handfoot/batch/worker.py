"""A process that audits one shard after another, as its owner asks on standard input, and says before each game which it takes up.

So its owner knows which game it was at, should it die: that game is left out when the shard is made again. What a game does within
the process (an error, too much time or memory) costs that game alone.
"""

from __future__ import annotations

import gc
import json
import resource
import signal
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from handfoot_grammar.log import Game
from handfoot_grammar.sources import SourceError

from ..auditing import Options, UsageError, audit_game
from ..config import options_beside
from .shards import Piece
from .tables import Rows, add_failure, add_report, no_rows, write_parts

DEATHS = {"crashed": "the process that audited it died", "timeout": "it took longer than the time limit"}


class TooLong(BaseException):
    """The time limit of a game is over; nothing but this module may take it for an error of its own."""


def _too_long(number: int, frame: types.FrameType | None) -> None:
    raise TooLong


class ShardAudit:
    """The audit of one shard; ``skip`` and ``leave`` are the games, counted from 0, at which a process died once and twice."""

    def __init__(self, task: dict[str, Any], say: Callable[[str], None]) -> None:
        self.pieces = [Piece(*piece) for piece in task["pieces"]]
        o = task["options"]
        self.options = Options(
            o["rules"],
            o["override_rules"],
            tuple(o["select"]),
            tuple(o["ignore"]),
            o["level"],
            possible=False,
            try_others=False,
        )
        self.seconds: float = task["seconds"]
        self.skip: dict[str, str] = task.get("skip", {})
        self.leave: dict[str, str] = task.get("leave", {})
        self.rows: Rows = no_rows()
        self.say, self.taken = say, 0

    def run(self) -> Rows:
        """The rows of all its games. :raises UsageError: the audit cannot be made as asked."""
        for piece in self.pieces:
            self._piece(piece)
        return self.rows

    def _piece(self, piece: Piece) -> None:
        games, number = piece.read(), piece.games
        while True:
            key = str(self.taken)
            self.say(key)
            if key in self.leave:
                status = self.leave[key]
                add_failure(
                    self.rows, piece.name, number + 1, status, f"{DEATHS[status]}; the rest of the piece is not read"
                )
                self.taken += 1
                return
            try:
                game = self._limited(lambda: next(games, None))
            except SourceError as error:
                add_failure(self.rows, piece.name, number + 1, "unopened", error.message)
                game = None
            except Failed as failed:  # the reader is at its end then
                add_failure(
                    self.rows,
                    piece.name,
                    number + 1,
                    failed.status,
                    f"{failed.detail}; the rest of the piece is not read",
                )
                game = None
            if game is None:
                return
            number = game.number
            self._game(piece, game, self.skip.get(key))
            self.taken += 1

    def _game(self, piece: Piece, game: Game, died: str | None) -> None:
        if died is not None:
            add_failure(self.rows, game.source, game.number, died, DEATHS[died])
            return
        options = options_beside(piece.path, self.options)
        try:
            report = self._limited(lambda: audit_game(game, options))
        except Failed as failed:
            add_failure(self.rows, game.source, game.number, failed.status, failed.detail)
        else:
            add_report(self.rows, report, game.tags.get("Date"))

    def _limited(self, job: Callable[[], Any]) -> Any:
        """The outcome of a job within the time limit. :raises Failed: it failed in a way that is its own."""
        signal.setitimer(signal.ITIMER_REAL, self.seconds)
        try:
            return job()
        except (SourceError, UsageError):
            raise
        except TooLong:
            raise Failed("timeout", f"it took longer than {self.seconds:g} seconds") from None
        except MemoryError:
            raise Failed("memory", "it needs more memory than a worker may have") from None
        except Exception as error:  # whatever it is, the other games of the archive must not suffer
            raise Failed("crashed", f"{type(error).__name__}: {error}"[:300]) from None
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)


class Failed(Exception):
    """A game has no verdict: the status of its row, and why."""

    def __init__(self, status: str, detail: str) -> None:
        super().__init__(detail)
        self.status, self.detail = status, detail


def _tasks() -> Iterator[dict[str, Any]]:
    for line in sys.stdin:
        yield json.loads(line)


def main() -> None:
    """Serves until standard input ends. A game's number is said as it is, the end of a shard as JSON."""
    gc.set_threshold(100_000, 20, 20)
    signal.signal(signal.SIGALRM, _too_long)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the owner, whose end is the end of this process too
    out = sys.stdout

    def say(text: str) -> None:
        out.write(text + "\n")
        out.flush()

    for task in _tasks():
        if task["memory"]:
            resource.setrlimit(resource.RLIMIT_AS, (task["memory"], resource.RLIM_INFINITY))
        try:
            rows = ShardAudit(task, say).run()
            outcome: dict[str, Any] = write_parts(Path(task["out"]), task["shard"], rows)
        except UsageError as error:
            outcome = {"error": str(error)}
        except OSError as error:
            outcome = {"error": f"{task['out']}: {(error.strerror or str(error)).lower()}"}
        say(json.dumps(outcome))


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        sys.stdout = None  # the owner is gone
