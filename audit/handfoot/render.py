"""The text report: findings under their source line with carets, and a game's score beside what was claimed."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from handfoot_engine.score import Figure

from .checks.played import ASSUMED_VALUES
from .findings import Finding
from .report import GameReport

_WIDTH = 160
"""A source line is cut to this many characters around its carets."""

_MOST_LINES = 3
"""Of a place that goes over more lines only the first is shown."""

_MOST_FACTS = 8
"""Of a conflict that names more lines only the first are shown."""

_CERTIFIED: dict[bool | str, str] = {
    True: "certified by the solver",
    "unknown": "not certified: the solver's limit was reached",
    False: "not certified: the solver disagrees, as told on standard error",
}

Style = dict[str, str]
PLAIN: Style = {}
COLOURS: Style = {
    "error": "\x1b[31;1m",
    "warning": "\x1b[33;1m",
    "note": "\x1b[36m",
    "bold": "\x1b[1m",
    "dim": "\x1b[2m",
    "off": "\x1b[0m",
}


def _paint(text: str, name: str, style: Style) -> str:
    return f"{style[name]}{text}{style['off']}" if style else text


def finding_lines(
    source: str, finding: Finding, report: GameReport, style: Style, explain: bool = False
) -> Iterator[str]:
    """One finding: place, code and message; the source with carets; deal, turn, player, profile and citation."""
    span = finding.span
    head = _paint(f"{finding.code} {finding.name}", finding.level, style)
    source, message = printable(source), printable(finding.message)
    yield f"{_paint(f'{source}:{span.line}:{span.column}', 'bold', style)}: {head}: {message}"
    if span.pointer is not None:
        yield f"   {_paint('at ' + (printable(span.pointer) or '/'), 'dim', style)}"
    within = [line for line in finding.source_lines if span.line <= line[0] <= span.end_line]
    for number, text in within if len(within) <= _MOST_LINES else within[:1]:
        yield from _marked(number, text, finding, style)
    if len(within) > _MOST_LINES:
        yield _paint(f"      | ... to line {span.end_line}", "dim", style)
    where = ", ".join(_where(finding))
    cite = ""
    if finding.rule is not None:
        cite = f"{report.profile_name}, {finding.rule} ({', '.join(finding.cites)}): {finding.rule_text}"
    if finding.conflict:
        yield from _conflict(finding.conflict)
    for way, log in (finding.examples or {}).items():
        yield f"   a possible deal in which the rule is {way}:"
        yield from (f"     {printable(line)}" for line in log.splitlines())
    tail = " · ".join(part for part in (where, cite) if part)
    if tail:
        yield from textwrap.wrap(tail, 116, initial_indent="   ", subsequent_indent="   ")
    if finding.expected is not None and finding.code < "HF006":
        yield from textwrap.wrap(f"expected: {finding.expected}", 116, initial_indent="   ", subsequent_indent="     ")
    if finding.because_of is not None:
        yield (
            f"   follows from finding {finding.because_of}" if finding.because_of else "   follows from another finding"
        )
    if finding.waived is not None:
        yield f"   waived: {printable(finding.waived)}"
    if explain:
        from handfoot_spec.catalogue import catalogue

        yield from textwrap.wrap(catalogue()[finding.code].text, 116, initial_indent="   | ", subsequent_indent="   | ")


def _conflict(conflict: Sequence[dict[str, Any]]) -> Iterator[str]:
    """The lines that cannot all be true."""
    yield "   these lines cannot all be true:"
    for fact in conflict[:_MOST_FACTS]:
        text = f"line {fact['line']}: {printable(fact['text'])}"
        yield from textwrap.wrap(text, 116, initial_indent="     ", subsequent_indent="       ")
    if len(conflict) > _MOST_FACTS:
        yield f"     and {len(conflict) - _MOST_FACTS} more (--format json has them all)"


def _where(finding: Finding) -> Iterator[str]:
    if finding.deal is not None:
        yield f"deal {finding.deal}"
    if finding.turn is not None:
        yield f"turn {finding.turn}"
    who = finding.player or finding.team
    if who is not None:
        yield who


def _marked(number: int, text: str, finding: Finding, style: Style) -> Iterator[str]:
    """The source line, cut around the place if it is long, and carets under the place."""
    span = finding.span
    text = printable(text)
    start = span.column - 1 if number == span.line else len(text) - len(text.lstrip())
    end = span.end_column - 1 if number == span.end_line else len(text)
    start, end = min(start, len(text)), max(min(end, len(text)), start + 1)
    if len(text) > _WIDTH:
        cut = max(0, min(start - 40, len(text) - _WIDTH))
        text, start, end = text[cut : cut + _WIDTH], start - cut, min(end - cut, _WIDTH)
    gutter = f"{number:>5} | "
    yield _paint(gutter, "dim", style) + text
    yield (
        _paint(" " * (len(gutter) - 2) + "| ", "dim", style)
        + " " * start
        + _paint("^" * max(end - start, 1), finding.level, style)
    )


def printable(text: str) -> str:
    """Text of a record as a terminal may have it: nothing in it is a control character."""
    return "".join(char if char.isprintable() else " " for char in text)


def shown_findings(report: GameReport, everything: bool) -> list[Finding]:
    """Those of the main list: what follows from another finding is left out unless ``everything`` is asked for."""
    return [f for f in report.findings if everything or f.because_of is None]


def verdict_line(report: GameReport, style: Style, hidden: int = 0) -> str:
    """``spring-cup.hfn: violations: 1 error, 2 notes (classic; 4 deals, 344 turns)``."""
    level_counts = [(sum(f.level == level for f in report.findings), level) for level in ("error", "warning", "note")]
    counts = ", ".join(f"{n} {level}{'s' * (n != 1)}" for n, level in level_counts if n)
    extent = f"{report.deals} deal{'s' * (report.deals != 1)}, {report.turns} turn{'s' * (report.turns != 1)}"
    rules = report.profile_name or "no rules"
    if report.overridden is not None:
        rules += f" instead of {report.overridden}"
    name = printable(report.source) if report.number == 1 else f"{report.source} game {report.number}"
    colour = "note" if report.ok else "error"
    more = f"; {hidden} of them follow from others (--all)" if hidden else ""
    return f"{_paint(name, 'bold', style)}: {_paint(report.verdict, colour, style)}{': ' + counts if counts else ''} ({rules}; {extent}){more}"


def score_lines(report: GameReport) -> Iterator[str]:
    """The score of every deal as it is right, beside the totals that were claimed."""
    rows = report.scores
    if not rows:
        return
    kinds = list(rows[0].books)
    besides = list(dict.fromkeys(name for row in rows for name in row.besides))
    head = ["deal", "side", *kinds, "bonus", "cards", "reds", "left", "out", *besides, "total", "claimed"]
    lines = [head]
    for row in rows:
        claimed = "" if row.claimed_total is None else str(row.claimed_total)
        if row.repaired_total is not None:
            claimed += f" (repaired {row.repaired_total})"
        lines.append(
            [
                str(row.deal), row.team, *[_figure(row.books[kind]) for kind in kinds], _figure(row.bonus), _figure(row.cards),
                _figure(row.reds), _figure(row.left), _figure(row.out), *[_figure(row.besides.get(name, (0, 0))) for name in besides],
                _figure(row.total), claimed,
            ]
        )  # fmt: skip
    for team, total in report.totals.items():
        lines.append(["all", team, *[""] * (len(head) - 4), _figure(total), ""])
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    for line in lines:
        cells = [
            cell.ljust(w) if i in (1, len(head) - 1) else cell.rjust(w)
            for i, (cell, w) in enumerate(zip(line, widths, strict=True))
        ]
        yield ("   " + "  ".join(cells)).rstrip()
    if report.winners == []:
        yield "   a draw"
    elif report.winners is not None:
        yield f"   {' and '.join(report.winners)} {'share the win' if len(report.winners) > 1 else 'wins' if len(rows) > 2 else 'leads'}"
    if report.values_assumed and not any(f.message == ASSUMED_VALUES for f in report.findings):
        yield f"   {ASSUMED_VALUES}"
    for ruling in report.rulings:
        yield f"   ruling: {printable(ruling)}"


def _figure(figure: Figure | None) -> str:
    if figure is None:
        return "?"
    low, high = figure
    return str(low) if low == high else f"{low}..{high}"


def game_lines(
    report: GameReport,
    style: Style = PLAIN,
    *,
    everything: bool = False,
    explain: bool = False,
    quiet: bool = False,
    scores: bool = True,
) -> Iterator[str]:
    """The whole text report of a game."""
    shown = shown_findings(report, everything)
    for finding in shown:
        yield from finding_lines(report.source, finding, report, style, explain)
        yield ""
    if quiet:
        return
    yield verdict_line(report, style, len(report.findings) - len(shown))
    if report.certified is not None:
        yield f"   {_CERTIFIED[report.certified]}"
    for line in report.fitting.lines() if report.fitting is not None else ():
        yield from textwrap.wrap(printable(line), 116, initial_indent="   ", subsequent_indent="     ")
    if scores:
        yield from score_lines(report)
