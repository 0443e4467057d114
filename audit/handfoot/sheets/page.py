"""A sheet on one page, as text or HTML: the figures as written, the right ones beside the wrong, and why.

Whatever comes from the sheet is untrusted: it is escaped in HTML and has no control characters in text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape

from handfoot_grammar import log

from ..findings import Finding
from ..render import printable
from ..report import GameReport, figure_to_json

_WORDS = {
    "left": "left over", "out": "went out", "reds": "red threes", "bonus": "books' bonus", "first": "down first",
    "running": "total so far", "net": "netted", "opening": "opening minimum", "foot-first": "first in the Foot", "begin": "carried in",
    "rest": "all else",
}  # fmt: skip
_ORDER = (
    "begin", "first", "foot-first", "opening", "clean", "dirty", "wild", "run", "twos", "bonus", "cards", "reds", "left", "out", "net", "rest",
    "penalty",
)  # fmt: skip
_LAST = ("total", "running")


@dataclass(slots=True)
class Cell:
    """A figure as written, the numbers of the remarks about it, and the right figure where one is known."""

    text: str = ""
    remarks: list[int] = field(default_factory=list)
    right: str | None = None


@dataclass(slots=True)
class Page:
    """One game: its sheet as rows of deal, side and figures; the remarks; what else is to be said."""

    title: str
    verdict: str
    rules: str
    keys: list[str]
    rows: list[tuple[int, str, list[Cell]]]
    remarks: list[Finding]
    standings: list[tuple[str, str]]
    hints: list[str]


def page_of(game: log.Game, report: GameReport, hints: Sequence[str] = ()) -> Page:
    """The page of a game. ``hints``: likely slips and possible figures, in words."""
    lines = [s for s in game.statements if isinstance(s, log.ScoreLine)]
    found = {key for line in lines for key, _ in line.entries}
    last = [key for key in _LAST if key in found or (found and key == "total")]
    keys = [key for key in _ORDER if key in found] + sorted(found - {*_ORDER, *_LAST}) + last
    remarks = [finding for finding in report.findings if finding.waived is None]
    rows: list[tuple[int, str, list[Cell]]] = []
    deal = 0
    rights = {(row.deal, row.team): row.total for row in report.scores}
    for statement in game.statements:
        if isinstance(statement, log.DealStart):
            deal = statement.number
        elif isinstance(statement, log.ScoreLine):
            side = game.team_name(statement.team)
            rows.append((deal, side, _cells(statement, keys, remarks, figure_to_json(rights.get((deal, side))))))
    standings = [(side, str(figure_to_json(total))) for side, total in report.totals.items() if total is not None]
    title = report.source if report.number == 1 else f"{report.source}, game {report.number}"
    ignored = [f"column {header!r} is not read" for header in getattr(game, "ignored", ())[:20]]
    if not game.seats and not remarks:
        ignored.append("nothing is filled in yet")
    return Page(
        title, report.verdict, report.profile_name or "no rules named", keys, rows, remarks, standings, [*hints, *ignored]
    )  # fmt: skip


def _cells(line: log.ScoreLine, keys: Sequence[str], remarks: Sequence[Finding], right: object) -> list[Cell]:
    """The cells of a line; a remark about the whole line stands at its total."""
    cells = {key: Cell() for key in keys}
    spans: dict[tuple[int, int], str] = {}
    for index, (key, value) in enumerate(line.entries):
        span = line.at.entry(index)
        if key not in cells or cells[key].text:
            continue
        cells[key].text = "yes" if value is None else str(value)
        spans[span.line, span.column] = key
    whole = line.at.whole()
    for finding in remarks:
        at = (finding.span.line, finding.span.column)
        if at == (whole.line, whole.column) and finding.span.end_column == whole.end_column:
            key = "total"
        elif at in spans:
            key = spans[at]
        else:
            continue
        cells[key].remarks.append(finding.id)
        if finding.expected is not None and finding.expected.lstrip("-").isdigit() and key != "total":
            cells[key].right = finding.expected
    total = cells["total"]
    if isinstance(right, int) and total.text not in ("", str(right)):
        total.right = str(right)
    return list(cells.values())


def _heading(key: str) -> str:
    return _WORDS.get(key, key)


def text_page(page: Page) -> Iterator[str]:
    """The lines of the page: wrong figures as ``-35 [1: 35]``, remark 1 and the right figure 35."""
    yield printable(f"{page.title}: {page.verdict} ({page.rules})")
    table = [["deal", "side", *map(_heading, page.keys)]]
    for deal, side, cells in page.rows:
        table.append([str(deal), printable(side), *map(_marked, cells)])
    widths = [max(len(row[i]) for row in table) for i in range(len(table[0]))]
    for row in table:
        yield (
            "  "
            + "  ".join(
                text.ljust(w) if i == 1 else text.rjust(w) for i, (text, w) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
        )
    for side, total in page.standings:
        yield printable(f"  {side}: {total} in all")
    for finding in page.remarks:
        yield printable(f"  [{finding.id}] {_remark(finding)}")
    for hint in page.hints:
        yield printable(f"  - {hint}")


def _marked(cell: Cell) -> str:
    if not cell.remarks and cell.right is None:
        return cell.text
    note = ",".join(map(str, cell.remarks))
    return f"{cell.text} [{note}{': ' if note and cell.right else ''}{cell.right or ''}]".strip()


def _remark(finding: Finding) -> str:
    where = f"line {finding.span.line}"
    if finding.deal is not None:
        where += f", deal {finding.deal}"
    if finding.team is not None:
        where += f", {finding.team}"
    text = f"{where}: {finding.message} ({finding.code})"
    if finding.expected is not None and finding.code < "HF006":
        text += f"; expected {finding.expected}"
    if finding.because_of is not None:
        text += f"; follows from {finding.because_of}" if finding.because_of else "; follows from another finding"
    if finding.rule_text is not None and finding.because_of is None:
        text += f" - {finding.rule}: {finding.rule_text}"
    return text


_STYLE = (
    "body{font:11pt/1.35 sans-serif;margin:1.2em;color:#111}h1{font-size:13pt;margin:0 0 .2em}p{margin:.2em 0}"
    "table{border-collapse:collapse;margin:.5em 0}th,td{border:1px solid #999;padding:.15em .45em;text-align:right}"
    "th:nth-child(2),td:nth-child(2){text-align:left}td.wrong{background:#fdd}td.wrong s{color:#a00}ol,ul{margin:.3em 0;padding-left:1.6em}"
    "li.follows{color:#666}section{break-inside:avoid;margin-bottom:1.5em}@media print{body{margin:0;font-size:9pt}@page{margin:12mm}}"
)


def html_pages(pages: Sequence[Page]) -> str:
    """A document that needs nothing but itself, a section for each game."""
    sections = "\n".join(_section(page) for page in pages)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Score sheets</title>'
        f"<style>{_STYLE}</style></head><body>\n{sections}\n</body></html>\n"
    )


def _safe(text: str) -> str:
    return escape(printable(text))


def _section(page: Page) -> str:
    head = "".join(f"<th>{_safe(_heading(key))}</th>" for key in page.keys)
    rows = "\n".join(
        f"<tr><td>{deal}</td><td>{_safe(side)}</td>{''.join(map(_html_cell, cells))}</tr>"
        for deal, side, cells in page.rows
    )
    standings = "".join(f"<p>{_safe(side)}: <b>{_safe(total)}</b> in all</p>" for side, total in page.standings)
    remarks = "\n".join(
        f'<li value="{finding.id}"{"" if finding.because_of is None else " class=follows"}>{_safe(_remark(finding))}</li>'
        for finding in page.remarks
    )
    hints = "".join(f"<li>{_safe(hint)}</li>" for hint in page.hints)
    return (
        f"<section><h1>{_safe(page.title)}</h1><p>{_safe(page.verdict)} ({_safe(page.rules)})</p>\n"
        f"<table><tr><th>deal</th><th>side</th>{head}</tr>\n{rows}</table>\n{standings}\n<ol>{remarks}</ol>\n"
        + (f"<ul>{hints}</ul>" if hints else "")
        + "</section>"
    )


def _html_cell(cell: Cell) -> str:
    if not cell.remarks and cell.right is None:
        return f"<td>{_safe(cell.text)}</td>"
    notes = f"<sup>{','.join(map(str, cell.remarks))}</sup>" if cell.remarks else ""
    written = _safe(cell.text)
    shown = written if cell.right is None else f"<s>{written}</s> <b>{_safe(cell.right)}</b>"
    return f'<td class="wrong">{shown}{notes}</td>'
