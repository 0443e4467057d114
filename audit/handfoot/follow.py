"""A live log: findings as its lines arrive."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

from handfoot_grammar.log import Game, Tag
from handfoot_grammar.text import TextReader

from .auditing import Options, UsageError, finished, problems, put_to_the_solver, rules_for
from .auditor import GameAuditor
from .config import options_beside
from .findings import Finding
from .render import finding_lines, verdict_line
from .report import GameReport

_WAIT = 0.2
"""Seconds between two looks at a file that has not grown."""


class Follower:
    """Audits a log line by line; what has been said of a deed that is taken back later is withdrawn."""

    def __init__(self, source: str, options: Options) -> None:
        self.reader = TextReader(source)
        self.options = options
        self.game: Game | None = None
        self.auditor: GameAuditor | None = None
        self.read = 0
        self.told: dict[int, Finding] = {}
        self.complained = 0

    def line(self, raw: str) -> Iterator[tuple[str, Finding]]:
        """One more line: ``("new", finding)`` or ``("withdrawn", finding)`` for each thing to tell."""
        self.reader.feed(raw)
        yield from self._advance()

    def close(self) -> Iterator[tuple[str, Finding]]:
        """The log has ended."""
        self.reader.close()
        yield from self._advance(last=True)

    def _advance(self, last: bool = False) -> Iterator[tuple[str, Finding]]:
        for game in self.reader.done:
            yield from self._game(game, complete=True)
        self.reader.done.clear()
        if self.reader.game is not None:
            yield from self._game(self.reader.game, complete=last)

    def _game(self, game: Game, complete: bool) -> Iterator[tuple[str, Finding]]:
        if game is not self.game:
            self.game, self.auditor, self.read, self.told, self.complained = game, None, 0, {}, 0
        for finding in problems(game)[self.complained :]:
            self.complained += 1
            yield "new", finding
        statements = game.statements
        if self.auditor is None and game.seats and any(not isinstance(s, Tag) for s in statements):
            profile = rules_for(game, self.options).profile
            if profile is not None:
                self.auditor = GameAuditor(game, profile, self.options.solver_limit)
        if self.auditor is not None:
            for statement in statements[self.read :]:
                self.auditor.feed(statement)
            self.read = len(statements)
            if complete:
                self.auditor.finish()
                put_to_the_solver(self.auditor, self.options)
            yield from self._news(self.auditor)

    def _news(self, auditor: GameAuditor) -> Iterator[tuple[str, Finding]]:
        now = {finding.id: finding for finding in auditor.c.findings}
        for id in [id for id in self.told if id not in now]:
            yield "withdrawn", self.told.pop(id)
        for id, finding in now.items():
            if id not in self.told:
                self.told[id] = finding
                yield "new", finding

    def report(self) -> GameReport | None:
        """The report of the game so far."""
        if self.game is None:
            return None
        return finished(self.game, self.options, rules_for(self.game, self.options), self.auditor)


def _incoming(path: str) -> Iterator[str]:
    """The lines of standard input, or of a file and whatever is added to it."""
    if path == "-":
        for raw in sys.stdin:
            yield raw.rstrip("\r\n")
        return
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            held = ""
            while True:
                piece = file.readline()
                if not piece:
                    time.sleep(_WAIT)
                    continue
                held += piece
                if held.endswith("\n"):
                    yield held.rstrip("\r\n")
                    held = ""
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}") from None


def follow_log(
    logs: tuple[str, ...], options: Options, *, everything: bool, explain: bool, style: dict[str, str]
) -> int:
    """Prints findings as the lines of one log arrive; the exit status is that of the audit at its end."""
    if len(logs) != 1:
        raise UsageError("--follow takes one log, or - for standard input")
    source = "<stdin>" if logs[0] == "-" else logs[0]
    options = options_beside(source, options)
    follower = Follower(source, options)
    good = True

    def tell(news: Iterator[tuple[str, Finding]]) -> None:
        report = GameReport(source, 1, 1, "", None, None, "clean", 0, 0, False, [])
        if follower.auditor is not None:
            report.profile_name = follower.auditor.profile.name
        for kind, finding in news:
            if finding.because_of is not None and not everything:
                continue
            if kind == "withdrawn":
                print(f"withdrawn: {source}:{finding}", flush=True)
                continue
            for line in finding_lines(source, finding, report, style, explain):
                print(line)
            print(flush=True)

    try:
        for raw in _incoming(logs[0]):
            tell(follower.line(raw))
    except KeyboardInterrupt:
        pass
    tell(follower.close())
    final = follower.report()
    if final is not None:
        good = final.ok
        print(verdict_line(final, style), flush=True)
    return 0 if good else 1
