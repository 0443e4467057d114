"""The deals of an audited sheet put to the solver: figures that no legal end of a deal has together are an HF810.

Only where nothing else was found wrong in a deal, so that one slip is reported once, by the check that says most of it.
"""

from __future__ import annotations

from handfoot_grammar import log
from handfoot_spec.definitions import INTEGERS, book_points

from ..auditor import GameAuditor
from ..checks.scorebook import Line, is_cut
from ..context import Context
from ..findings import Finding
from .ends import Sheet
from .model import NotModelled
from .possible import FIGURES, Judge, Label, Verdict


def check_possible(auditor: GameAuditor, rlimit: int | None = None, tell: bool = True) -> list[Verdict]:
    """Judges each deal that is a sheet; gives the verdicts. ``tell``: HF902 where it is not decided. :raises ImportError: no solver."""
    if auditor.mismatch or auditor.sides_lost:
        return []
    return [_check_deal(auditor, deal, lines, rlimit, tell) for deal, lines in deals_to_judge(auditor)]


def deals_to_judge(auditor: GameAuditor) -> list[tuple[int, list[Line]]]:
    """The deals (their numbers) whose score lines are a sheet without a fault that was found already."""
    faulty = {f.deal for f in auditor.c.findings if _of_figures(f)}
    faulty |= _abandoned(auditor)
    found = []
    for ordinal, number in enumerate(auditor.deal_numbers, 1):
        lines = [line for line in auditor.book.lines if line.deal == ordinal and line.statement is not None]
        if lines and number not in faulty and not any(line.played for line in lines):
            found.append((number, lines))
    return found


_CARRIED = ("HF209", "HF807", "HF808", "HF812")
"""What says nothing against the figures of the deal in which it is found."""


def _of_figures(finding: Finding) -> bool:
    """Whether a finding is about the figures of its deal, however grave the rules take it."""
    if finding.code in _CARRIED:
        return False
    return finding.level == "error" or "HF800" < finding.code < "HF813"


def _abandoned(auditor: GameAuditor) -> set[int | None]:
    """Deals that were not played to an end: no rule says what they are worth."""
    found: set[int | None] = set()
    number: int | None = None
    for statement in auditor.game.statements:
        if isinstance(statement, log.DealStart):
            number = statement.number
        elif isinstance(statement, log.End) and statement.how == "abandoned":
            found.add(number)
    return found


def sheet_of(c: Context, line: Line) -> Sheet:
    """What a score line says of its side."""
    known = {*FIGURES, *c.profile.books_by_kind}
    figures = {key: value for key, value in line.claimed.items() if key in known and value is not None}
    cuts = [value for key, value in line.claimed.items() if value is not None and is_cut(c.profile, key, value)]
    if cuts:
        figures["cut"] = sum(cuts)
    if line.value("rest") is not None and "total" not in figures:
        figures["total"] = _with_rest(c, figures, line.value("rest") or 0)
    if line.value("penalty"):  # what a director took no cards explain
        figures.pop("total", None)
    cost, reds = c.profile.score.red_three, figures.get("reds", 0)
    if cost and reds % cost:  # black threes are written with the red ones
        figures.pop("reds"), figures.pop("left", None)
    return Sheet(len(c.teams[line.team]), figures, "net" in line.claimed)


def _with_rest(c: Context, figures: dict[str, int], rest: int) -> int:
    """The total where one figure stands for all parts that are not written by themselves."""
    bonus = figures.get("bonus")
    if bonus is None:
        bonus = int(book_points(INTEGERS, c.profile, {kind: figures.get(kind, 0) for kind in c.profile.books_by_kind}))
    return rest + bonus + sum(figures.get(key, 0) for key in ("cards", "reds", "left", "out", "cut"))


def _check_deal(auditor: GameAuditor, deal: int, lines: list[Line], rlimit: int | None, tell: bool) -> Verdict:
    c = auditor.c
    sheet = [sheet_of(c, line) for line in lines]
    profile = auditor.profile.at_deal(deal)
    judge: Judge | None = None
    try:
        judge = Judge(profile, sheet, rlimit)
        verdict = judge.verdict()
    except NotModelled as reason:
        verdict = Verdict("undecided", why=f"the rules have {reason}, which is not modelled")
    last = lines[-1]
    c.statement = last.statement
    before = len(c.findings)
    if verdict.status == "undecided" and tell:
        c.not_checked(
            f"possible {deal}", f"whether the figures of deal {deal} can be together was not decided: {verdict.why}",
            (last.written.at, None),
        )  # fmt: skip
    elif judge is not None and verdict.status == "impossible":
        _report(c, judge, lines, verdict)
    for finding in c.findings[before:]:
        finding.deal = deal
    return verdict


def _report(c: Context, judge: Judge, lines: list[Line], verdict: Verdict) -> None:
    """HF810 at the last figure of the clash, with all of them."""
    places = sorted(((_entry(c, lines[index], key), index, key) for index, key in verdict.conflict),
                    key=lambda place: (place[0].line, place[0].column))  # fmt: skip
    span, index, _ = places[-1]
    line = lines[index]
    c.statement = line.statement
    id = c.find("HF810", words(judge, [c.team_name(line.team) for line in lines], verdict.conflict), span,
                team=line.team, in_turn=False)  # fmt: skip
    line.finding = line.finding or id
    if id > 0:
        c.findings[-1].conflict = [
            {"line": at.line, "column": at.column, "text": f"{c.team_name(lines[side].team)}: {_figure(judge, side, key)}"}
            for at, side, key in places
        ]  # fmt: skip


def _entry(c: Context, line: Line, key: str) -> log.Span:
    """Where a figure stands; of the bonuses for guesses of two packets, the first."""
    if key == "cut":
        key = next(k for k, v in line.claimed.items() if v is not None and is_cut(c.profile, k, v))
    return line.entry("rest" if key == "total" and line.value("total") is None else key)


def _figure(judge: Judge, side: int, key: str) -> str:
    return f"{key} {judge.sheet[side].figures[key]}"


_TOLD = ("cards", "left", "total", "bonus", "reds")
"""Figures in points, in the order in which a clash is told by one of them."""


def words(judge: Judge, names: list[str], conflict: tuple[Label, ...]) -> str:
    """A clash in words: its figures, and what one of them would be with the others."""
    sides = sorted({index for index, _ in conflict})
    told = "; ".join(
        f"{names[side]} {_list([_figure(judge, side, key) for index, key in conflict if index == side])}"
        for side in sides
    )
    together = "cannot be" if len(conflict) == 1 else "cannot be together"
    return f"{told} {together}: {_reason(judge, names, conflict)}"


def _reason(judge: Judge, names: list[str], conflict: tuple[Label, ...]) -> str:
    """What the first figure in points can be beside the others."""
    pivot = next(((side, key) for key in _TOLD for side, other in conflict if other == key), None)
    if pivot is None:
        return f"no legal end of a deal under {judge.profile.name} has {'it' if len(conflict) == 1 else 'them'}"
    side, key = pivot
    value = judge.sheet[side].figures[key]
    if judge.sheet[side].net and key in ("cards", "left"):
        return "no legal end of a deal has these figures"
    bound = judge.bound(side, key, conflict)
    beside = " beside the others" if len(conflict) > 1 else ""
    whose = f"{names[side]}'s " if len({index for index, _ in conflict}) > 1 else ""
    if bound is None:
        return f"no cards make {whose}{key} {value}{beside}"
    return f"{whose}{key} is {bound[0]} {bound[1]}{beside}"


def _list(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def check_if_asked(auditor: GameAuditor, possible: bool | None, rlimit: int | None) -> None:
    """The check where it is asked for, or not said and there is a solver. :raises ImportError: asked for, and there is none."""
    if possible is False or not deals_to_judge(auditor):
        return
    try:
        check_possible(auditor, rlimit, tell=bool(possible))
    except ImportError:
        if possible:
            raise
