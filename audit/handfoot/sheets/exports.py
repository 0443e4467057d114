"""The score histories in a program's JSON export, as the rows of a table: one for each side and deal, and one for the score now.

Which parts of an export are the sides and their histories is data: a mapping with ``records`` that comes with the package.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from handfoot_grammar.json_place import JsonRoot, JsonText, Path
from handfoot_grammar.limits import DEFAULT_LIMITS
from handfoot_grammar.log import Span

from .cells import MOST_ROWS, NotATable, Row
from .mapping import Mapping, built_ins, normal


@dataclass(frozen=True, slots=True)
class Record(Row):
    """A row whose cells stand somewhere in a JSON text."""

    spans: tuple[Span, ...]

    def span(self, column: int) -> Span:
        """Where the value number ``column`` stands."""
        return self.spans[min(column, len(self.spans) - 1)]


def looks_like_export(head: bytes) -> bool:
    """Whether the beginning of a JSON file is that of an export that is known."""
    return any(
        all(json.dumps(name.rpartition(".")[2]).encode() in head for name in (*mapping.records, *mapping.names))
        for mapping in built_ins()
        if mapping.records
    )


def records_of(text: str) -> tuple[list[Row], Mapping]:
    """The rows of an export, the header first, and what they mean. :raises NotATable: it is none that is known."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 1
        raise NotATable(f"the JSON cannot be read here: {error}", line) from None
    root = JsonRoot(JsonText(text))
    for mapping in built_ins():
        if mapping.records:
            rows = list(_rows(data, root, mapping))[: MOST_ROWS + 1]
            if len(rows) > MOST_ROWS:
                raise NotATable(f"the export has more than {MOST_ROWS:,} rounds")
            if rows:
                head = Record(rows[0].line, (*mapping.names, ""), rows[0].raw, ",", rows[0].spans)
                return [head, *rows], mapping
    raise NotATable("no score history that is known is in this JSON file; a log has its notation, seats and deals")


def _rows(data: Any, root: JsonRoot, mapping: Mapping) -> Iterator[Record]:
    """A row for each record of each side, then one for what the side has now."""
    outer, inner = mapping.records
    sides = data.get(outer) if isinstance(data, dict) else None
    for i, side in enumerate(sides if isinstance(sides, list) else ()):
        history = side.get(inner) if isinstance(side, dict) else None
        if not isinstance(history, list):
            continue
        for j, record in enumerate(history):
            if isinstance(record, dict) and set(mapping.header) <= {normal(str(key)) for key in record}:
                yield _row(root, mapping, (outer, i), side, (outer, i, inner, j), record)
        yield _row(root, mapping, (outer, i), side, (outer, i), {})


def _row(
    root: JsonRoot, mapping: Mapping, of_side: Path, side: dict[str, Any], at: Path, record: dict[str, Any]
) -> Record:
    """One row; without a record the row of totals."""
    cells: list[str] = []
    spans: list[Span] = []
    outer = mapping.records[0] + "."
    for name in mapping.names:
        column = mapping.column(name)
        key = "" if column is None else column.key
        path: Path
        if name.startswith(outer):
            now = name.removeprefix(outer)
            value = side.get(now) if key != "total" or not record else None
            path = (*of_side, now)
        else:
            value, path = record.get(name), (*at, name)
        if not record and key == "deal":
            value = "total"
        cells.append("" if value is None or isinstance(value, dict | list) else str(value)[:200])
        spans.append(root.span(path))
    whole = root.span(at)
    lines = root.source.lines(whole.line, min(whole.end_line, whole.line + DEFAULT_LIMITS.json_depth))
    return Record(whole.line, (*cells, ""), tuple(text for _, text in lines), ",", tuple(spans))
