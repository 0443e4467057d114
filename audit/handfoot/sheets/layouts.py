"""How a table lies: its header found, and every cell that says something given its game, deal, side and key.

``rows``: a row for each side and deal. ``sides``: a row for each deal, the sides beside each other. ``entries``: a row for each entry, a
column for each deal, or for each side. ``totals``: lines of a program that name a side and its total, without a header.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from handfoot_grammar.log import Problem

from .cells import NotATable, Row, blank, ticked
from .mapping import FLAGS, STRUCTURE, Column, Mapping, built_in, normal
from .words import part_of

_TOTAL_ROWS = ("total", "totals", "grandtotal", "sum", "gametotal", "final", "finaltotal", "finalscore", "finaltotals")
_WINNER_ROWS = ("winner", "winners")
_HEADER_WITHIN = 30
_DEAL_WORDS = re.compile(r"\b(?:deal|round|hand|rd)\b\.?\s*#?\s*(\d*)(?:\s*\(?\d+\)?)?|^\W*\d+\W*$", re.IGNORECASE)
_MINIMUM = re.compile(r"(?<!\d)(?:[3-9]\d|[12]\d\d)(?!\d)")
_NUMBER = re.compile(r"\d+")
_PROGRAM_LINE = re.compile(r"[A-Z][A-Z0-9_]*_[A-Z0-9_]+")
THE_SIDE = "the side"
"""The side of a sheet that names none."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell that says something: of which game, deal and side, and under which key."""

    game: str
    deal: str
    side: str
    what: Column
    row: Row
    column: int

    @property
    def text(self) -> str:
        """What stands in it."""
        return self.row.cells[self.column]


def deal_number(text: str) -> int:
    """The last number of a deal's name; 0 where there is none."""
    found = _NUMBER.findall(text)
    return int(found[-1][:9]) if found else 0


def _deal_key(text: str) -> str:
    """``Hand 1`` and ``1`` are the same deal."""
    return str(deal_number(text) or text)


class Table:
    """One table: its cells in the order of the games, and beside them the rows of totals, the winners, and what could not be placed."""

    def __init__(self, mapping: Mapping) -> None:
        self.mapping = mapping
        self.ignored: list[str] = []
        self.totals: list[Cell] = []
        self.winners: list[Cell] = []
        self.problems: list[tuple[str, Problem]] = []  # with the game that they belong to
        self.members: dict[str, str] = {}  # the players of a side, as written
        self.keys: set[str] = set()
        self.layout = ""
        self.marks: dict[tuple[str, str, str], list[bool | None]] = {}  # of a game, a deal and a mark: yes, no, blank

    def cells(self, rows: list[Row]) -> list[Cell]:
        """All cells with figures. :raises NotATable: it has no header that anybody knows."""
        layout, at = self._header(rows)
        self.layout = layout
        body = [row for row in rows[at + 1 :] if row.cells != rows[at].cells]
        if layout == "totals":
            body = rows
        read = {"rows": self._rows, "sides": self._sides, "entries": self._entries, "totals": self._match_totals}[
            layout
        ]
        found = list(read(rows[at], body))
        self.keys = {cell.what.key for cell in found}
        return found

    def problem(self, code: str, cell: Cell, message: str, expected: str | None = None) -> None:
        """Something wrong with a cell, kept for the game that it is in."""
        span = cell.row.span(cell.column)
        self.problems.append((cell.game, Problem(code, span, message, expected, tuple(cell.row.lines()))))

    # --- the header ---------------------------------------------------------------------------------------------

    def _header(self, rows: list[Row]) -> tuple[str, int]:
        """The layout, and the place of the header among the rows."""
        for i, row in enumerate(rows[:_HEADER_WITHIN] if not self.mapping.columns else ()):
            known = built_in(row.cells)
            if known is not None:
                own = self.mapping
                self.mapping = replace(known, rules=own.rules, sides=own.sides, left=own.left or known.left)
                return known.layout or "rows", i
        for i, row in enumerate(rows[:_HEADER_WITHIN]):
            layout = self._layout_of(row)
            if layout is not None:
                return layout, i
        down = [i for i, row in enumerate(rows[:_HEADER_WITHIN]) if self._is_entry(row)]
        if self.mapping.layout in (None, "entries") and len(down) >= 3:
            return "entries", max(down[0] - 1, 0)
        if all(len(row.cells) > 2 and _PROGRAM_LINE.fullmatch(row.cells[0]) for row in rows):
            return "totals", 0
        shown = ", ".join(repr(cell[:30]) for cell in rows[0].cells[:8] if cell)
        raise NotATable(f"no header of a score sheet is found (the first row has {shown})", rows[0].line)

    def _is_entry(self, row: Row) -> bool:
        column = self.mapping.column(row.cells[0])
        return column is not None and column.key not in STRUCTURE

    def _layout_of(self, row: Row) -> str | None:
        """The layout of which a row can be the header."""
        columns = self._known(row)
        keys = [column.key for column in columns if column is not None]
        figures = set(keys) - set(STRUCTURE)
        asked = self.mapping.layout
        if "side" in keys and not self.mapping.columns:
            twice = next((key for key in keys if keys.count(key) > 1 and key in ("side", "deal", "game")), None)
            if twice is not None:
                raise NotATable(f"two columns of the header are both the {twice}", row.line)
        if asked in (None, "rows") and "side" in keys and figures:
            return "rows"
        alone = sum(bool(cell) for cell in row.cells) == len(keys)  # every column is an entry, none the name of a side
        if asked in (None, "rows") and alone and len(figures) >= 3 and (keys[0] == "deal" or "total" in figures):
            return "rows"
        if asked in (None, "sides") and keys[:1] == ["deal"] and columns[0] is not None and len(row.cells) > 2:
            return "sides"
        return None

    def _known(self, row: Row) -> list[Column | None]:
        columns = [self.mapping.column(cell) if cell else None for cell in row.cells]
        names = [normal(cell) for cell in row.cells]
        if not self.mapping.columns and any(
            n.startswith("count") for n in names
        ):  # the count of cards, and the base of bonuses
            return [Column("rest") if n in ("base", "basecount") else c for n, c in zip(names, columns, strict=True)]
        return columns

    def _ignore(self, header: str) -> None:
        if header and header not in self.ignored:
            self.ignored.append(header)

    def _keep(self, cell: Cell) -> Iterator[Cell]:
        """A cell that has figures; a winner, and what is blank, is kept apart."""
        if cell.what.key in FLAGS:
            self.marks.setdefault((cell.game, cell.deal, cell.what.key), []).append(
                None if blank(cell.text) else ticked(cell.text)
            )
        if cell.what.key == "ignore" or blank(cell.text):
            return
        if cell.what.key == "winner":
            self.winners.append(cell)
        else:
            yield cell

    # --- layouts ------------------------------------------------------------------------------------------------

    def _rows(self, header: Row, body: list[Row]) -> Iterator[Cell]:
        """A row for each side and deal."""
        columns = self._known(header)
        keys = {column.key for column in columns if column is not None}
        standings = (
            "deal" not in keys and {"members", "opening", "total"} <= keys
        )  # what each side has so far, and must open with
        if standings:
            columns = [replace(c, key="running") if c is not None and c.key == "total" else c for c in columns]
        place = {column.key: i for i, column in enumerate(columns) if column is not None and column.key in STRUCTURE}
        for name, column in zip(header.cells, columns, strict=True):
            if column is None:
                self._ignore(name)
        alone = "" if "side" in place else (self.mapping.sides or (THE_SIDE,))[0]
        game, deal, games = "", "0" if "deal" not in place else "", 0
        seen, had = set[str](), set[tuple[str, str]]()  # sides of this deal; sides and deals of this game
        for row in body:
            named = {key: row.cells[i] for key, i in place.items() if i < len(row.cells) and row.cells[i]}
            side = named.get("side", alone)
            is_total = any(normal(named.get(key, "")) in _TOTAL_ROWS for key in ("deal", "side"))
            if "game" in named:
                if named["game"] != game and "deal" not in place:
                    deal, seen = "1", set()
                game = named["game"]
            if "deal" not in place and not is_total and (side in seen or deal == "0"):
                deal, seen = str(int(deal) + 1), set()
            elif "deal" in named and not is_total:
                key = _deal_key(named["deal"])
                if "game" not in place and deal_number(key) < deal_number(deal) and (key, side) in had:
                    games, had = games + 1, set()
                    game = str(games)
                deal = key
                had.add((deal, side))
            seen.add(side)
            if "members" in named:
                self.members[side] = named["members"]
            for i, column in enumerate(columns):
                if column is None or i >= len(row.cells) or (column.key in STRUCTURE and column.key != "winner"):
                    continue
                cell = Cell(game, deal, side, column, row, i)
                if standings and column.key == "opening":
                    cell = replace(cell, deal=str(int(deal) + 1))
                if is_total and not blank(cell.text):
                    (self.winners if column.key == "winner" else self.totals).append(cell)
                elif not is_total and not side and not blank(cell.text):
                    self.problem("HF001", cell, "the row names no side", "the name of a side")
                    break
                elif not is_total:
                    yield from self._keep(cell)

    def _sides(self, header: Row, body: list[Row]) -> Iterator[Cell]:
        """A row for each deal, the sides beside each other: ``Team 1``, or ``Ana+Bo clean`` and ``Ana+Bo cards``."""
        columns = [self._side_and_key(name) for name in header.cells[1:]]
        names = list(dict.fromkeys(found[0] for found in columns if found is not None and found[0]))
        game, before, deal = 0, 0, ""
        for row in body:
            first = normal(row.cells[0])
            entry = self.mapping.column(row.cells[0]) if row.cells[0] else None
            is_total = first in _TOTAL_ROWS
            number = deal_number(row.cells[0])
            is_deal = not is_total and (entry is None or entry.key in STRUCTURE) and first not in _WINNER_ROWS
            if is_deal:
                game += number < before
                before, deal = number, _deal_key(row.cells[0])
            for i, found in enumerate(columns, 1):
                if found is None or i >= len(row.cells):
                    continue
                cell = Cell(str(game), deal, found[0], found[1], row, i)
                if first in _WINNER_ROWS or cell.what.key == "winner":
                    if not blank(cell.text):
                        self.winners.append(replace(cell, deal="" if not is_deal else deal, what=Column("winner")))
                elif not found[0]:  # said of the deal, and so of every side
                    if is_deal and names:
                        yield from self._keep(replace(cell, side=names[0]))
                elif is_total and not blank(cell.text):
                    self.totals.append(cell)
                elif is_deal:
                    yield from self._keep(cell)
                elif entry is not None and not is_total and entry.key == "penalty" and found[1].key == "total":
                    yield from self._keep(replace(cell, what=entry))

    def _side_and_key(self, name: str) -> tuple[str, Column] | None:
        """The side of a column and what it holds; no side where it is said of the whole deal."""
        if not name:
            return None
        alone = self.mapping.column(name)
        words = name.split()
        for cut in range(1, len(words)):
            key = self.mapping.column(" ".join(words[cut:]))
            if key is not None and key.key not in STRUCTURE and alone is None:
                return " ".join(words[:cut]), key
        if alone is not None and alone.key in ("opening", "winner"):
            return "", alone
        if alone is not None:
            self._ignore(name)
            return None
        return name, Column("total")

    def _entries(self, header: Row, body: list[Row]) -> Iterator[Cell]:
        """A row for each entry, a column for each deal, the sheet of one side; or a column for each side."""
        columns = [(row, self.mapping.column(row.cells[0])) for row in body]
        carried = any(found is not None and found.key == "begin" for _, found in columns)
        heads = self._heads(header, max(len(row.cells) for row in (header, *body)))
        for i, head in enumerate(heads):
            minimum = head[3]
            if minimum is not None:
                yield Cell("", head[0], head[1], Column("opening"), replace_text(header, i + 1, minimum), i + 1)
        for row, found in columns:
            if found is None or found.key in STRUCTURE:
                if found is None:
                    self._ignore(row.cells[0])
                continue
            if carried and found.key == "total":  # such a sheet carries its totals on
                found = Column("running")
            for i in range(1, len(row.cells)):
                deal, side, is_number, _ = heads[i - 1]
                if not deal:  # what all deals come to
                    if found.key in ("total", "running") and not blank(row.cells[i]):
                        self.totals.append(Cell("", deal, side, found, row, i))
                    continue
                what = found if is_number is None else part_of(found.key, is_number) or found
                yield from self._keep(Cell("", deal, side, what, row, i))

    def _heads(self, header: Row, width: int) -> list[tuple[str, str, bool | None, str | None]]:
        """Of each column the deal, the side, whether it holds numbers or points where it says so, and the opening that heads it."""
        texts = [header.cells[i] if i < len(header.cells) else "" for i in range(1, width)]
        parts = [_part_of_head(text) for text in texts]
        sides = [_DEAL_WORDS.sub(" ", text).strip(" -:,;#()\u2013") for text, _ in parts]
        named = len({side for side in sides if side}) > 1
        alone = (self.mapping.sides or (header.cells[0] or THE_SIDE,))[0]
        heads: list[tuple[str, str, bool | None, str | None]] = []
        deal, last, had = 0, "", set[bool | None]()
        for (text, is_number), side in zip(parts, sides, strict=True):
            if normal(text) in _TOTAL_ROWS:
                heads.append(("", alone, None, None))
                continue
            if text != last or is_number is None or is_number in had:
                deal, had = deal + 1, set()
            last = text
            had.add(is_number)
            found = _DEAL_WORDS.search(text)
            if named:
                number = (found[1] if found is not None else None) or str(deal_number(header.cells[0]) or 1)
                heads.append((number, side or alone, is_number, None))
            else:
                minimum = _MINIMUM.search(text)
                heads.append((str(deal), alone, is_number, None if minimum is None else minimum[0]))
        return heads

    def _match_totals(self, header: Row, body: list[Row]) -> Iterator[Cell]:
        """``CN_SCORE|h|id|name|8441``: the last but one cell names a side, the last is its total; the cell before tells games apart."""
        for row in body:
            game = row.cells[-3] if len(row.cells) > 3 else ""
            yield from self._keep(Cell(game, "", row.cells[-2] or THE_SIDE, Column("match"), row, len(row.cells) - 1))


def _part_of_head(text: str) -> tuple[str, bool | None]:
    """A head without the words for numbers or points, and which of them it had."""
    for is_number, pattern in (
        (True, r"\(?\b(?:number|no\.|qty|count)\)?\s*$"),
        (False, r"\(?\b(?:points(?: earned)?|pts)\)?\s*$"),
    ):
        cut = re.sub(pattern, "", text, flags=re.IGNORECASE)
        if cut != text:
            return cut.strip(" -:,("), is_number
    return text, None


def replace_text(row: Row, column: int, text: str) -> Row:
    """A row of which one cell is read as something that stands in it."""
    return replace(row, cells=tuple(text if i == column else cell for i, cell in enumerate(row.cells)))
