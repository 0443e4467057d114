"""A report as text, CSV, and one HTML page that needs nothing else: its bars are SVG, and whatever a log brings is escaped."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from html import escape
from typing import Any

from .summary import Section


def _word(value: Any) -> str:
    """A value without control characters, which a log may bring and a terminal would obey."""
    if value is None:
        return ""
    if isinstance(value, int):
        return f"{value:,}"
    return "".join(c if c.isprintable() else "\ufffd" for c in str(value))


NOTHING = "There are no games in these results."


def text(sections: list[Section]) -> Iterator[str]:
    """Lines of text, figures to the right."""
    if not any(section.rows for section in sections):
        yield NOTHING
    for section in sections:
        if not section.rows:
            continue
        cells = [list(section.columns), *([_word(value) for value in row] for row in section.rows)]
        widths = [max(len(row[i]) for row in cells) for i in range(len(section.columns))]
        right = [all(isinstance(row[i], int | float | None) for row in section.rows) for i in range(len(widths))]
        yield section.title
        for row in cells:
            padded = (c.rjust(w) if r else c.ljust(w) for c, w, r in zip(row, widths, right, strict=True))
            yield ("  " + "  ".join(padded)).rstrip()
        yield ""


def as_csv(sections: list[Section]) -> str:
    """One table of all sections: section, what is counted, the name of the figure, the figure."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("section", "what", "column", "value"))
    for section in sections:
        for first, *rest in section.rows:
            for column, value in zip(section.columns[1:], rest, strict=True):
                writer.writerow((section.name, _cell(first), column, _cell(value)))
    return out.getvalue()


def _cell(value: Any) -> Any:
    """A value that a spreadsheet does not take for a formula."""
    return "'" + value if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")) else value


_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 62rem; padding: 0 1rem; color: #222; background: #fff }
table { border-collapse: collapse; width: 100% } th, td { padding: .2rem .6rem; text-align: left; border-bottom: 1px solid #ddd }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums } svg { display: block } rect { fill: #3a6ea5 }
"""
_WIDTH = 160


def html(title: str, sections: list[Section]) -> str:
    """The page."""
    parts = [
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title><style>{_STYLE}</style>',
        f"<h1>{escape(title)}</h1>",
    ]
    if not any(section.rows for section in sections):
        parts.append(f"<p>{NOTHING}</p>")
    for section in sections:
        if section.rows:
            parts.append(f'<h2 id="{section.name}">{escape(section.title)}</h2>')
            if section.name == "months":
                parts.append(_course([row for row in section.rows if row[0][:1].isdigit()], section.bar))
            parts.extend(_table(section))
    return "\n".join(parts) + "\n</html>\n"


def _table(section: Section) -> Iterator[str]:
    figures = [all(isinstance(row[i], int | float | None) for row in section.rows) for i in range(len(section.columns))]
    kinds = [' class="n"' if figure else "" for figure in figures]
    heads = "".join(f"<th{kind}>{escape(c)}</th>" for kind, c in zip(kinds, section.columns, strict=True))
    yield f"<table><tr>{heads}<th></th></tr>"
    barred = section.name != "failed"
    most = max((row[section.bar] or 0 for row in section.rows), default=0) if barred else 0
    for row in section.rows:
        cells = "".join(f"<td{kind}>{escape(_word(value))}</td>" for kind, value in zip(kinds, row, strict=True))
        yield f"<tr>{cells}<td>{_bar(row[section.bar], most) if most else ''}</td></tr>"
    yield "</table>"


def _bar(value: float, most: float) -> str:
    width = round(_WIDTH * value / most, 1)
    return f'<svg width="{_WIDTH}" height="12" aria-hidden="true"><rect width="{width}" height="12"/></svg>'


def _course(rows: list[tuple[Any, ...]], column: int) -> str:
    """A figure over time, one column a month, the first and the last named; nothing where there is no course."""
    most = max((row[column] for row in rows), default=0)
    if len(rows) < 2 or not most:
        return ""
    step, height = min(24.0, 860 / len(rows)), 120
    bars = []
    for i, row in enumerate(rows):
        tall = round(height * row[column] / most, 1)
        place = f'x="{i * step:.1f}" y="{height - tall:.1f}" width="{step * 0.8:.1f}" height="{tall}"'
        bars.append(f"<rect {place}><title>{escape(_word(row[0]))}: {_word(row[column])}</title></rect>")
    width = max(len(rows) * step, 160)
    ends = f'<text y="{height + 16}">{escape(_word(rows[0][0]))}</text><text x="{width:.0f}" y="{height + 16}" text-anchor="end">{escape(_word(rows[-1][0]))}</text>'
    label = f"Errors a game by month, at most {_word(most)}"
    return (
        f'<svg width="{width:.0f}" height="{height + 20}" role="img" aria-label="{label}">{"".join(bars)}{ends}</svg>'
    )
