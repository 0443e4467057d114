"""A sheet whose rules are not recorded: what is true of every table's figures, and nothing else."""

from __future__ import annotations

from handfoot_grammar import log
from handfoot_spec.catalogue import catalogue

from ..auditing import Options, Rules, finished
from ..findings import Finding
from ..report import GameReport

NO_RULES = "no rules are named, so only sums, carried totals and marks are judged; --rules classic judges more"

_PARTS = ("bonus", "cards", "left", "reds", "out")


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
        self.marks: dict[int, list[log.ScoreLine]] = {}
        self.lines: dict[int, list[log.ScoreLine]] = {}

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
        if "first" in entries:
            self.marks.setdefault(self.deal, []).append(line)
        total = entries.get("total")
        if total is not None and all(entries.get(key) is not None for key in ("bonus", "cards", "left")):
            self._sum(line, entries, total)
        before = self.running.get(line.team, 0 if self.deal == 1 else None)
        right = None if before is None or total is None else before + total
        running = entries.get("running")
        if running is not None and right is not None and running != right:
            self._find("HF807", line, "running", f"running {running} is claimed; {right} is right", right, running)
        self.running[line.team] = right if running is None else running

    def _sum(self, line: log.ScoreLine, entries: dict[str, int | None], total: int) -> None:
        if any(entries.get(key) is None for key in ("reds", "out")):
            return  # may be the rest
        right = sum(entries[key] or 0 for key in _PARTS)
        if total == right:
            return
        left = entries["left"] or 0
        hint = "; what is left was entered with its sign and subtracted again" if total == right - 2 * left else ""
        self._find("HF809", line, "total", f"the parts make {right}, not {total}{hint}", right, total)

    def _marks(self) -> None:
        if not any(len(lines) == 1 for lines in self.marks.values()):
            return
        sides = len({line.team for lines in self.lines.values() for line in lines})
        for deal, lines in self.lines.items():
            marked = self.marks.get(deal, [])
            self.deal = deal
            for line in marked[1:]:
                first = self.game.team_name(marked[0].team)
                self._find("HF812", line, "first", f"{first} is marked as first to lay down too")
            if not marked and len(lines) == sides:
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
