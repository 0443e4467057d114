"""A sheet whose rules are not recorded: what is true of every table's figures, and nothing else."""

from __future__ import annotations

from collections.abc import Collection

from handfoot_grammar import log
from handfoot_spec.catalogue import catalogue

from ..auditing import Options, Rules, finished
from ..checks.scorebook import MARKS
from ..findings import Finding
from ..report import GameReport
from .words import BOOKS as COUNTS

NO_RULES = "no rules are named, so only sums, carried totals and marks are judged; --rules classic judges more"

_PARTS = ("cards", "reds", "out", "rest")
_PLACES = {"bonus", *_PARTS, "left", *COUNTS, *(f"{kind}-points" for kind in COUNTS)}
_NEEDED = ("cards", "left", "reds", "out")
"""Parts that may be the rest where they are not written, but for a sheet that has one figure for all the rest."""


def audit_plain(game: log.Game, options: Options) -> GameReport:
    """The report of a sheet without rules: totals against their parts where all are written, carried totals, marks."""
    report = finished(game, options, Rules(None), None)
    report.deals = sum(isinstance(s, log.DealStart) for s in game.statements)
    found = _Finder(game)
    found.run()
    if found.findings:
        report.findings = sorted([*report.findings, *found.findings], key=lambda f: (f.span.line, f.span.column))
        for number, finding in enumerate(report.findings, 1):
            finding.id = number
        report.verdict = "violations"
    return report


class _Finder:
    """One game."""

    def __init__(self, game: log.Game) -> None:
        self.game, self.findings, self.deal = game, list[Finding](), 0
        self.running: dict[log.Team, int | None] = {}
        self.last: dict[log.Team, int] = {}  # the deal of the last line of each side
        self.marks: dict[str, dict[int, list[log.ScoreLine]]] = {key: {} for key in MARKS}
        self.lines: dict[int, list[log.ScoreLine]] = {}

        lines = [dict(s.entries) for s in game.statements if isinstance(s, log.ScoreLine)]
        self.places = {key for entries in lines for key in entries} & _PLACES
        """The parts that the sheet has; where a line has a blank there, nobody knows its sum."""

    def run(self) -> None:
        for statement in self.game.statements:
            if isinstance(statement, log.DealStart):
                self.deal = statement.number
            elif isinstance(statement, log.ScoreLine):
                self._line(statement)
        self._marks()

    def _line(self, line: log.ScoreLine) -> None:
        entries = dict(line.entries)
        self.lines.setdefault(self.deal, []).append(line)
        for key in MARKS:
            if key in entries:
                self.marks[key].setdefault(self.deal, []).append(line)
        total = entries.get("total")
        if total is not None:
            self._sum(line, entries, total)
        before = self.running.get(line.team, 0 if self.deal == 1 else None)
        if self.last.get(line.team, 0) != self.deal - 1:  # a deal of this side is not written
            before = None
        self.last[line.team] = self.deal
        begin = entries.get("begin")
        if begin is not None:
            if line.team in self.running and before is not None and begin != before:
                self._find("HF807", line, "begin", f"{begin} is carried in; {before} was carried out", before, begin)
            before = begin
        right = None if before is None or total is None else before + total
        running = entries.get("running")
        if running is not None and right is not None and running != right:
            self._find("HF807", line, "running", f"running {running} is claimed; {right} is right", right, running)
        self.running[line.team] = right if running is None else running

    def _sum(self, line: log.ScoreLine, entries: dict[str, int | None], total: int) -> None:
        """The parts make the total, where no part can be the rest."""
        known = set(entries)
        bonus = entries.get("bonus")
        by_kind = bonus is None
        if bonus is None:
            points = {
                key.removesuffix("-points"): value or 0 for key, value in entries.items() if key.endswith("-points")
            }
            if not points.keys() >= {key for key in COUNTS if entries.get(key)}:
                return
            bonus = sum(points.values())
        net, rest = "net" in entries, "rest" in entries
        if not rest and not known >= set(_NEEDED[net * 2 :]):
            return
        if (
            (net and entries.get("cards") is None)
            or (by_kind and not points and not rest)
            or known & _PLACES != self.places
        ):
            return
        left, penalty = abs(entries.get("left") or 0), abs(entries.get("penalty") or 0)
        right = bonus + sum(entries.get(key) or 0 for key in _PARTS) - left - penalty
        if total == right or (by_kind and total > right and not rest):  # books of a kind may not be written
            return
        hint = ""
        if total == right + 2 * left:
            signed = (entries.get("left") or 0) < 0
            hint = "; what is left was " + ("entered with its sign and subtracted again" if signed else "added")
        elif total == right + 2 * penalty:
            hint = "; a penalty is subtracted"
        if total < right and "rest" not in entries and getattr(self.game, "left_unwritten", False):
            return
        self._find("HF809", line, "total", f"the parts make {right}, not {total}{hint}", right, total)

    def _marks(self) -> None:
        """One side of a deal is the first; where one deal has somebody marked as first to lay down, every deal has."""
        for key, words in MARKS.items():
            for deal, marked in self.marks[key].items():
                self.deal = deal
                for line in marked[1:]:
                    first = self.game.team_name(marked[0].team)
                    self._find("HF812", line, key, f"{first} is marked as {words} too")
        marks = self.marks["first"]
        if not any(len(lines) == 1 for lines in marks.values()):
            return
        sides = len({line.team for lines in self.lines.values() for line in lines})
        blank: Collection[tuple[int, str]] = getattr(self.game, "blank_marks", ())
        for ordinal, (deal, lines) in enumerate(self.lines.items(), 1):
            self.deal = deal
            if not marks.get(deal) and len(lines) == sides and (ordinal, "first") not in blank:
                self._find(
                    "HF812", lines[-1], None,
                    "no side is marked as first to lay down, and another deal of this record marks one",
                )  # fmt: skip

    def _find(
        self,
        code: str,
        line: log.ScoreLine,
        key: str | None,
        message: str,
        right: int | None = None,
        found: int | None = None,
    ) -> None:
        keys = [name for name, _ in line.entries]
        span = line.at.whole() if key is None else line.at.entry(keys.index(key))
        self.findings.append(
            Finding(
                0, code, catalogue()[code].level, span, message, deal=self.deal, team=self.game.team_name(line.team),
                expected=None if right is None else str(right), found=None if found is None else str(found),
                source_lines=tuple(line.at.source_lines()),
            )
        )  # fmt: skip
