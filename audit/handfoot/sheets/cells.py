"""Tables as spreadsheets export them: text and delimiter found out, every cell with its place, figures read as people write them."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass

from handfoot_grammar.log import Span

MOST_COLUMNS = 500
MOST_ROWS = 200_000
MOST_BYTES = 64 << 20
"""How large a table is read; a season of evenings has a few thousand rows."""

_LARGEST = 10_000_000
_LINE_END = re.compile(r"\r\n|\n|\r")
_SPACES = re.compile(r"[\s\u00a0\u2007\u2009\u202f']+")
_UNIT = re.compile(r"\s*(?:pts?|points?)\.?\s*$", re.IGNORECASE)
_GROUPED = re.compile(r"\d{1,3}(?:[.,]\d{3})+")
_PLAIN = re.compile(r"-?[0-9]{1,7}")
_WHOLE = re.compile(r"(\d+)(?:[.,]0{1,2})?")
_MINUS = str.maketrans({"\u2212": "-", "\u2013": "-", "\u2014": "-", "\u2012": "-", "\ufe63": "-", "\uff0d": "-"})
_NOTHING = ("", "-", "--", "n/a", "na", "none", "null", ".")
_YES = ("x", "y", "yes", "true", "t", "1", "\u2713", "\u2714", "\u2611", "*", "ok")
_NO = ("0", "n", "no", "false", "f")


class NotATable(ValueError):
    """No table can be read at all; the message says why, ``line`` where."""

    def __init__(self, message: str, line: int = 1) -> None:
        super().__init__(message)
        self.line = line


class NoFigure(ValueError):
    """A cell is no figure; the message says what it is."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its cells, the number of its first line in the source (from 1), and those lines as they stand there."""

    line: int
    cells: tuple[str, ...]
    raw: tuple[str, ...]
    delimiter: str

    def span(self, column: int) -> Span:
        """Where the cell number ``column`` (from 0) stands."""
        text, at, quoted, field, start = "\n".join(self.raw), 0, False, 0, 0
        for at, char in enumerate(text + self.delimiter):
            if char == '"':
                quoted = not quoted
            elif char == self.delimiter and (not quoted or at == len(text)):
                if field == column:
                    break
                field, start = field + 1, at + 1
        if field != column:
            start = at = len(text)
        begin, end = text[:start], text[: max(at, start)]
        first, last = begin.count("\n"), end.count("\n")
        left, right = start - (begin.rfind("\n") + 1), len(end) - (end.rfind("\n") + 1)
        if (first, left) == (last, right):
            right += 1
        return Span(self.line + first, left + 1, self.line + last, right + 1)

    def lines(self) -> list[tuple[int, str]]:
        """Its lines with their numbers."""
        return [(self.line + i, text) for i, text in enumerate(self.raw)]


@dataclass(frozen=True, slots=True)
class CellPlace:
    """The place of what stands in several cells, of one row or of one column: a statement's, and of each of its entries."""

    cells: tuple[tuple[Row, int], ...]

    @property
    def line(self) -> int:
        """The first line."""
        return min(row.line for row, _ in self.cells)

    @property
    def end_line(self) -> int:
        """The last line."""
        return max(row.line + len(row.raw) - 1 for row, _ in self.cells)

    def whole(self) -> Span:
        """From the first cell to the last; the first alone where they stand in several rows."""
        first, last = self.entry(0), self.entry(len(self.cells) - 1)
        if self.cells[0][0] is not self.cells[-1][0]:
            return first
        return Span(first.line, first.column, last.end_line, last.end_column)

    def entry(self, index: int) -> Span:
        """The cell of an entry."""
        row, column = self.cells[min(index, len(self.cells) - 1)]
        return row.span(column)

    action = entry

    def source_lines(self) -> Sequence[tuple[int, str]]:
        """The lines of its rows."""
        rows = {row.line: row for row, _ in self.cells}
        return [line for number in sorted(rows) for line in rows[number].lines()]


def decoded(data: bytes) -> str:
    """The text of a file. :raises NotATable: it is no text, or too large."""
    if len(data) > MOST_BYTES:
        raise NotATable(f"the table is larger than {MOST_BYTES:,} bytes")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    if b"\0" in data:
        raise NotATable("this is a binary file; save the sheet as CSV", data[: data.index(b"\0")].count(b"\n") + 1)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def rows_of(text: str) -> list[Row]:
    """The rows of a table, blank ones left out. :raises NotATable: there are none, or more than are read."""
    if "\0" in text:
        raise NotATable("this is a binary file; save the sheet as CSV", text[: text.index("\0")].count("\n") + 1)
    lines = _LINE_END.split(text)
    if not text.strip():
        raise NotATable("the table is empty")
    head = "\n".join(line for line in lines[:60] if line.strip())
    delimiter = max("\t;|,", key=head.count)
    reader = csv.reader((line + "\n" for line in lines), delimiter=delimiter, strict=True)
    rows: list[Row] = []
    begun = 0
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise NotATable(f"the table cannot be read here: {error}", begun + 1) from None
        if cells is None:
            return rows
        if len(cells) > MOST_COLUMNS:
            raise NotATable(f"a row has {len(cells):,} cells; no more than {MOST_COLUMNS} are read", begun + 1)
        if any(cell.strip() for cell in cells):
            stripped = tuple(cell.strip() for cell in cells)
            rows.append(Row(begun + 1, stripped, tuple(lines[begun : reader.line_num]), delimiter))
        if len(rows) > MOST_ROWS:
            raise NotATable(f"the table has more than {MOST_ROWS:,} rows", begun + 1)
        begun = reader.line_num


def blank(text: str) -> bool:
    """Whether a cell says nothing."""
    if text[:1].isdigit():
        return False
    return text.translate(_MINUS).strip().casefold() in _NOTHING


def amount(text: str) -> int:
    """The whole number of a cell: ``1,250``, ``1.250``, ``(35)``, ``−35``, ``35-``, ``500.0``. :raises NoFigure: it is none."""
    if _PLAIN.fullmatch(text):  # what nearly every cell is
        return int(text)
    if text.startswith("="):
        raise NoFigure("this is a formula; save the sheet with its values")
    digits = _SPACES.sub("", _UNIT.sub("", text)).translate(_MINUS)
    negative = False
    if digits.startswith("(") and digits.endswith(")"):
        negative, digits = True, digits[1:-1]
    if digits[:1] in ("-", "+"):
        negative, digits = negative or digits[0] == "-", digits[1:]
    elif digits.endswith("-"):
        negative, digits = True, digits[:-1]
    if len(digits) > 20 or not digits.isascii():
        raise NoFigure("this is no number that a score can have")
    if _GROUPED.fullmatch(digits):
        digits = digits.replace(",", "").replace(".", "")
    whole = _WHOLE.fullmatch(digits)
    if whole is None:
        whole = re.fullmatch(r"(\d{1,3}(?:([.,])\d{3})(?:\2\d{3})*)[.,]0{1,2}", digits)
    if whole is None:
        raise NoFigure("this is no whole number")
    number = int(whole[1].replace(",", "").replace(".", ""))
    if number > _LARGEST:
        raise NoFigure("this is no number that a score can have")
    return -number if negative else number


def ticked(text: str) -> bool | None:
    """Whether a cell is ticked; None where it is neither a tick nor a no."""
    folded = text.strip().casefold()
    if folded in _YES:
        return True
    return False if blank(text) or folded in _NO else None
