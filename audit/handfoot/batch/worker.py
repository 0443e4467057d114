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
from .places import Unreachable, is_url
from .reading import Reading
from .shards import Piece
from .tables import Parts, add_failure, add_report, counts_of

DEATHS = {"crashed": "the process that audited it died", "timeout": "it took longer than the time limit"}


class TooLong(BaseException):
    """The time limit of a game is over; nothing but this module may take it for an error of its own."""


def _too_long(number: int, frame: types.FrameType | None) -> None:
    raise TooLong


class ShardAudit:
    """The audit of one shard. What its task says of games, counted from 0, is what their owner has learnt of the processes that died:

    ``alone``: here a chunk was read twice in vain; ``leave``: this one cannot be read; ``skip``: it cannot be audited.
    """

    def __init__(self, task: dict[str, Any], say: Callable[[str], None], parts: Parts) -> None:
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
        self.alone: dict[str, str] = task.get("alone", {})
        self.skip: dict[str, str] = task.get("skip", {})
        self.leave: dict[str, str] = task.get("leave", {})
        self.say, self.taken, self.parts = say, 0, parts

    def run(self) -> None:
        """Audits all its games, and writes the rows. :raises OSError: they cannot be written. :raises Unreachable: an input is gone."""
        for piece in self.pieces:
            self._piece(Reading(piece))

    def _piece(self, reading: Reading) -> None:
        """The games of a piece; one that cannot be read alone is passed over, and where nothing can be cut, the rest with it."""
        more = True
        while more:
            key = str(self.taken)
            try:
                if key in self.alone and not reading.alone and not self._limited(reading.go_alone):
                    raise Failed(self.alone[key], DEATHS[self.alone[key]])
                self.say(f"{key} {'alone' if reading.alone else 'read'}")
                if key in self.leave:
                    raise Failed(self.leave[key], DEATHS[self.leave[key]])
                game = self._limited(reading.game)
            except SourceError as error:
                self._fail(reading.name, reading.number + 1, Failed("unopened", error.message))
                return
            except Failed as failed:
                more = self._unread(reading, failed)
                continue
            if game is None:
                return
            self.say(f"{key} audit")
            self._game(reading.piece, game, self.skip.get(key))
            self.taken += 1

    def _unread(self, reading: Reading, failed: Failed) -> bool:
        """What becomes of a game that cannot be read: first it is tried alone. Whether there may be more games."""
        try:
            if not reading.alone and self._limited(reading.go_alone):
                return True
            if reading.alone:
                for number in self._limited(reading.pass_over):
                    self._fail(reading.name, number, failed)
                return True
        except (Failed, SourceError):
            pass
        rest = "; the rest of the source is not read"
        self._fail(reading.name, reading.number + 1, Failed(failed.status, failed.detail + rest))
        return False

    def _fail(self, source: str, number: int, failed: Failed) -> None:
        add_failure(self.parts.rows, source, number, failed.status, failed.detail)
        self.taken += 1

    def _game(self, piece: Piece, game: Game, died: str | None) -> None:
        rows = self.parts.rows
        try:
            if died is not None:
                raise Failed(died, DEATHS[died])
            options = self.options if is_url(piece.path) else options_beside(piece.path, self.options)
            report = self._limited(lambda: audit_game(game, options))
        except UsageError as error:  # of this log and the rules asked for; whether those exist was asked before
            add_failure(rows, game.source, game.number, "refused", str(error))
        except Failed as failed:
            add_failure(rows, game.source, game.number, failed.status, failed.detail)
        else:
            add_report(rows, report, game.tags.get("Date"))
        self.parts.flush()

    def _limited(self, job: Callable[[], Any]) -> Any:
        """The outcome of a job within the time limit. :raises Failed: it failed in a way that is its own."""
        signal.setitimer(signal.ITIMER_REAL, self.seconds)
        try:
            return job()
        except (SourceError, UsageError, Unreachable):
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

    idle = _address_space()
    for task in _tasks():
        if task["memory"]:
            resource.setrlimit(resource.RLIMIT_AS, (idle + task["memory"], resource.RLIM_INFINITY))
        say(json.dumps(_done(task, say)))


def _done(task: dict[str, Any], say: Callable[[str], None]) -> dict[str, Any]:
    """What became of a shard: its counts, or an error, after which ``again`` says that another try may help."""
    folder, shard = Path(task["out"]), task["shard"]
    parts = Parts(folder, shard)
    try:
        ShardAudit(task, say, parts).run()
        parts.finish()
        return counts_of(folder, shard)
    except Unreachable as error:
        return {"error": str(error), "again": True}
    except BrokenPipeError:
        raise
    except OSError as error:
        return {"error": f"{folder}: {(error.strerror or str(error)).lower()}"}
    except MemoryError:
        return {"error": f"shard {shard}: its results need more memory than a worker may have (--memory-limit)"}
    except Exception as error:  # of the library that writes: no game's own, those are caught one by one
        return {"error": f"shard {shard}: {type(error).__name__}: {error}"}
    finally:
        parts.drop()


def _address_space() -> int:
    """What this process has mapped before it has work, its libraries included: no limit for a game's memory may count that."""
    import pyarrow.parquet  # noqa: F401 - all of it that is ever loaded

    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    except OSError:  # no Linux
        return 1 << 30


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        sys.stdout = None  # the owner is gone
