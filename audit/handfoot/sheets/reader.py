"""From a table to games: its header found, its cells sorted by game, deal and side, and written as the statements of a log.

What cannot be read becomes a problem of the game with the place of its cell; a column that nobody knows is named in ``ignored``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Mapping as Dict
from dataclasses import dataclass, field
from pathlib import Path

from handfoot_grammar import log
from handfoot_grammar.limits import MOST_SEATS
from handfoot_grammar.log import Problem, Span
from handfoot_spec.profile import Profile

from .cells import CellPlace, NoFigure, NotATable, Row, amount, blank, decoded, rows_of, ticked
from .mapping import AMOUNTS, COUNTS, FLAGS, STRUCTURE, Column, Mapping, normal

_TOTAL_ROWS = ("total", "totals", "grandtotal", "sum", "gametotal", "final", "finaltotal", "finalscore")
_HEADER_WITHIN = 30
_MOST_PROBLEMS = 200
_NUMBER = re.compile(r"\d+")
_MEMBERS = re.compile(r"\s*(?:\+|&|/|,|\band\b)\s*")


@dataclass(slots=True)
class SheetGame(log.Game):
    """A game whose sides are named as the sheet names them. ``ignored``: the headers of columns that nobody knows."""

    sides: dict[log.Team, str] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()
    table: tuple[Row, ...] = ()

    def team_name(self, team: log.Team) -> str:
        return self.sides.get(team) or log.Game.team_name(self, team)


@dataclass(frozen=True, slots=True)
class _Cell:
    """A cell that says something: of which game, deal and side, and under which key."""

    game: str
    deal: str
    side: str
    what: Column
    row: Row
    column: int

    @property
    def text(self) -> str:
        return self.row.cells[self.column]


def read_sheet(
    path: Path | str, mapping: Mapping | None = None, profile: Profile | None = None, data: bytes | None = None
) -> list[SheetGame]:
    """The games of a table; one that cannot be read is a game with nothing but the problem.

    :param profile: the rules, which say what books and going out are worth where a cell has their number or a tick.
    :raises OSError: the file cannot be opened.
    """
    name = str(path)
    data = Path(path).read_bytes() if data is None else data
    try:
        return _Reader(name, mapping or Mapping(), profile).games(rows_of(decoded(data)))
    except NotATable as error:
        game = SheetGame({}, (), [], source=name)
        game.problems.append(Problem("HF001", Span(error.line, 1, error.line, 2), str(error), _EXPECTED))
        return [game]


_EXPECTED = (
    "a header that names the deal and the side, or the deal and each side's figures (handfoot score --new --format csv"
    " writes one), or a --mapping"
)


class _Reader:
    """One table."""

    def __init__(self, name: str, mapping: Mapping, profile: Profile | None) -> None:
        self.name, self.mapping, self.profile = name, mapping, profile
        self.ignored: list[str] = []
        self.problems: list[Problem] = []  # of the game that is being read
        self.totals: list[_Cell] = []
        self.worth: dict[str, int] = {}
        if profile is not None:
            self.worth = {book.kind: book.bonus for book in profile.books}
            self.worth |= {"out": profile.out.bonus, "reds": profile.threes.red_points}

    def games(self, rows: list[Row]) -> list[SheetGame]:
        """All games, in the order of the table. :raises NotATable: it has no header that anybody knows, or nothing below it."""
        layout, at = self._header(rows)
        header, body = rows[at], rows[at + 1 :]
        read = {"rows": self._rows, "sides": self._sides, "entries": self._entries}[layout]
        cells = list(read(header, [row for row in body if row.cells != header.cells]))
        if not cells and body and not self.problems:  # nothing is filled in yet
            return [SheetGame({}, (), [], source=self.name, table=tuple(rows))]
        if not cells:
            raise NotATable("there is a header and no figure below it", header.line)
        by_game: dict[str, list[_Cell]] = {}
        for cell in cells:
            by_game.setdefault(cell.game, []).append(cell)
        totals: dict[str, list[_Cell]] = {}
        for cell in self.totals:
            totals.setdefault(cell.game, []).append(cell)
        return [
            self._game(found, number, totals.get(name, []), rows)
            for number, (name, found) in enumerate(by_game.items(), 1)
        ]

    # --- the header ---------------------------------------------------------------------------------------------

    def _header(self, rows: list[Row]) -> tuple[str, int]:
        known = [self._known(row) for row in rows[:_HEADER_WITHIN]]
        first_column = [self.mapping.column(row.cells[0]) for row in rows[:_HEADER_WITHIN]]
        for i, (row, columns) in enumerate(zip(rows, known, strict=False)):
            keys = [column.key for column in columns if column is not None]
            if len(keys) != len(set(keys)) and not self.mapping.columns and "side" in keys:
                twice = next(key for key in keys if keys.count(key) > 1)
                if twice in ("side", "deal", "game"):
                    raise NotATable(f"two columns of the header are both the {twice}", row.line)
            if self.mapping.layout in (None, "rows") and "side" in keys and set(keys) - set(STRUCTURE):
                return "rows", i
            if self.mapping.layout in (None, "sides") and keys[:1] == ["deal"] and len(row.cells) > 2:
                return "sides", i
        down = [i for i, column in enumerate(first_column) if column is not None and column.key not in STRUCTURE]
        if self.mapping.layout in (None, "entries") and len(down) >= 3:
            return "entries", max(down[0] - 1, 0)
        shown = ", ".join(repr(cell[:30]) for cell in rows[0].cells[:8] if cell)
        raise NotATable(f"no header of a score sheet is found (the first row has {shown})", rows[0].line)

    def _known(self, row: Row) -> list[Column | None]:
        return [self.mapping.column(cell) if cell else None for cell in row.cells]

    def _ignore(self, header: str) -> None:
        if header and header not in self.ignored:
            self.ignored.append(header)

    # --- layouts ------------------------------------------------------------------------------------------------

    def _rows(self, header: Row, body: list[Row]) -> Iterator[_Cell]:
        """A row for each side and deal."""
        columns = self._known(header)
        place = {column.key: i for i, column in enumerate(columns) if column is not None and column.key in STRUCTURE}
        for name, column in zip(header.cells, columns, strict=True):
            if column is None:
                self._ignore(name)
        game, deal, seen, games = "", "0" if "deal" not in place else "", set[str](), 0
        for row in body:
            named = {key: row.cells[i] for key, i in place.items() if i < len(row.cells) and row.cells[i]}
            if "game" in named:
                game = named["game"]
            side = named.get("side", "")
            is_total = any(normal(named.get(key, "")) in _TOTAL_ROWS for key in ("deal", "side"))
            if "deal" not in place and not is_total and side in seen:
                deal, seen = str(int(deal) + 1), set()
            elif "deal" in named and not is_total:
                if "game" not in place and _deal_number(named["deal"]) < _deal_number(deal):
                    games += 1
                    game = str(games)
                deal = named["deal"]
            seen.add(side)
            for i, column in enumerate(columns):
                if column is None or column.key in (*STRUCTURE, "ignore") or i >= len(row.cells) or blank(row.cells[i]):
                    continue
                cell = _Cell(game, deal, side, column, row, i)
                if is_total:
                    self.totals.append(cell)
                elif not side:
                    self._problem("HF001", cell, "the row names no side", "the name of a side")
                else:
                    yield cell

    def _sides(self, header: Row, body: list[Row]) -> Iterator[_Cell]:
        """A row for each deal, the sides beside each other: ``Team 1``, or ``Ana+Bo clean`` and ``Ana+Bo cards``."""
        columns = [self._side_and_key(name) for name in header.cells[1:]]
        game, before = 0, 0
        for row in body:
            is_total = normal(row.cells[0]) in _TOTAL_ROWS
            number = _deal_number(row.cells[0])
            if not is_total and number < before:
                game += 1
            before = before if is_total else number
            for i, found in enumerate(columns, 1):
                if found is None or i >= len(row.cells) or blank(row.cells[i]):
                    continue
                cell = _Cell(str(game), row.cells[0], found[0], found[1], row, i)
                if is_total:
                    self.totals.append(cell)
                else:
                    yield cell

    def _side_and_key(self, name: str) -> tuple[str, Column] | None:
        if not name:
            return None
        words = name.split()
        for cut in range(1, len(words)):
            key = self.mapping.column(" ".join(words[cut:]))
            if key is not None and key.key not in STRUCTURE:
                return " ".join(words[:cut]), key
        alone = self.mapping.column(name)
        if alone is not None:
            self._ignore(name)
            return None
        return name, Column("total")

    def _entries(self, header: Row, body: list[Row]) -> Iterator[_Cell]:
        """A row for each entry, a column for each deal; the sheet of one side."""
        side = self.mapping.sides[0] if self.mapping.sides else header.cells[0] or "the side"
        columns = [(row, self.mapping.column(row.cells[0])) for row in body]
        carried = any(found is not None and found.key == "begin" for _, found in columns)
        for row, found in columns:
            if found is None:
                self._ignore(row.cells[0])
                continue
            if carried and found.key == "total":  # such a sheet carries its totals on
                found = Column("running")
            for i in range(1, len(row.cells)):
                if found.key != "ignore" and not blank(row.cells[i]):
                    yield _Cell("", str(i), side, found, row, i)

    # --- a game -------------------------------------------------------------------------------------------------

    def _game(self, cells: list[_Cell], number: int, totals: list[_Cell], rows: list[Row]) -> SheetGame:
        first = cells[0].row.line
        game = SheetGame({}, (), [], source=self.name, number=number, line=first, ignored=tuple(self.ignored))
        last = max(cell.row.line for cell in (*cells, *totals))
        game.table = tuple(row for row in rows if first <= row.line <= last)
        if self.mapping.rules is not None:
            game.tags["Rules"] = self.mapping.rules
        teams = self._seat(game, cells)
        deals: dict[str, dict[str, list[_Cell]]] = {}
        for cell in cells:
            deals.setdefault(cell.deal, {}).setdefault(cell.side, []).append(cell)
        running: dict[str, int] = {}
        for index, (name, sides) in enumerate(deals.items(), 1):
            place = CellPlace(tuple((cell.row, cell.column) for cell in next(iter(sides.values()))[:1]))
            found = _NUMBER.findall(name)
            start = log.DealStart(place, int(found[-1]) if found and 0 < int(found[-1][:9]) < 1000 else index, None)
            if [s.number for s in game.statements if isinstance(s, log.DealStart)][-1:] >= [start.number]:
                start.number = index
            game.statements.append(start)
            for side, line in sides.items():
                self._line(game, teams.get(side), side, line, running)
        for cell in totals:
            self._total_row(cell, running)
        game.problems += self.problems[:_MOST_PROBLEMS]
        self.problems.clear()
        return game

    def _seat(self, game: SheetGame, cells: Sequence[_Cell]) -> dict[str, log.Team]:
        """Seats for the sides: their members where they are named, else as many as the rules have players to a side."""
        sides = list(
            dict.fromkeys([*(self.mapping.sides if len(self.mapping.sides) > 1 else ()), *(c.side for c in cells)])
        )
        if len(sides) == 1:  # a sheet may be of one side alone
            sides.append("the other side")
        if len(sides) > MOST_SEATS:
            raise NotATable(f"{len(sides)} sides are more than the {MOST_SEATS} that can be read", cells[0].row.line)
        members = [tuple(part for part in _MEMBERS.split(side) if part) for side in sides]
        each = {len(names) for names in members}
        if len(each) != 1 or each == {1} or len({n for names in members for n in names}) != sum(map(len, members)):
            size = self._players(len(sides)) // len(sides)
            members = [(side, *(f"{side} {i}" for i in range(2, size + 1))) for side in sides]
        size = len(members[0])
        game.seats = tuple(names[i] for i in range(size) for names in members)
        teams = {side: tuple(i * len(sides) + at for i in range(size)) for at, side in enumerate(sides)}
        game.sides = {team: side for side, team in teams.items()}
        return teams

    def _players(self, sides: int) -> int:
        if self.profile is not None:
            for players in sorted(self.profile.table.players):
                if len(self.profile.at_table(players).teams) == sides and players % sides == 0:
                    return players
        return sides

    def _line(
        self, game: SheetGame, team: log.Team | None, side: str, cells: list[_Cell], running: dict[str, int]
    ) -> None:
        """The score of a side in a deal."""
        if team is None:
            return
        entries: dict[str, int | None] = {}
        places: dict[str, _Cell] = {}
        rows: dict[str, set[int]] = {}
        counted: dict[str, list[Column]] = {}
        for cell in cells:
            key = cell.what.key
            value = self._value(cell)
            if value is _UNREAD:
                continue
            seen = rows.setdefault(key, set())
            adds = self.mapping.add_rows or (cell.row.line in seen and self.mapping.columns)
            if key in entries and adds and isinstance(value, int) and key not in ("running", "total", "begin"):
                entries[key] = (entries[key] or 0) + value
            elif key in entries:
                self._problem("HF005", cell, f"{side} has {key} in this deal already; the first counts")
            elif value is not None or key in FLAGS:
                entries[key], places[key] = value, cell  # type: ignore[assignment]
            seen.add(cell.row.line)
            counted.setdefault(key, []).append(cell.what)
        self._begin(entries, places, side, running)
        self._rest(entries, places)
        if self.mapping.net:
            entries.setdefault("net", None)
            places.setdefault("net", cells[0])
        total, before = entries.get("running"), running.get(side, 0)
        if isinstance(total, int):
            running[side] = total
        elif isinstance(entries.get("total"), int):
            running[side] = before + (entries["total"] or 0)
        if entries:
            place = CellPlace(tuple((places[key].row, places[key].column) for key in entries))
            game.statements.append(log.ScoreLine(place, team, tuple(entries.items())))

    def _value(self, cell: _Cell) -> int | object | None:
        """The figure of a cell as a score has it: counts as numbers of books, the rest in points; a flag is None."""
        key, text = cell.what.key, cell.text
        if key in FLAGS or (key == "out" and not _NUMBER.search(text)):
            tick = ticked(text)
            if tick is None:
                self._problem(
                    "HF001", cell, f"{text[:40]!r} is neither a tick nor a no", "x, yes, true or 1; or nothing"
                )
            elif key == "out" and tick:
                return self.worth.get("out", _UNREAD)
            elif key == "out":
                return 0
            return None if tick else _UNREAD
        try:
            value = amount(text)
        except NoFigure as error:
            self._problem("HF001", cell, f"{text[:40]!r}: {error}", "a whole number of points, as 1250 or -35")
            return _UNREAD
        each = cell.what.each
        if key in COUNTS:
            return self._count(cell, value, each or self.worth.get(key))
        if each is not None:
            return value * each if abs(value) < 50 or self.mapping.columns else value
        if key == "left" and value > 0 and self.mapping.left == "positive":
            return -value
        if key in ("out", "reds") and 0 < abs(value) <= 12 and key in self.worth:
            return value * self.worth[key]
        return value

    def _count(self, cell: _Cell, value: int, each: int | None) -> int | object:
        """The number of books of a cell that has it, or their points."""
        if abs(value) < 50 or not each:
            return value
        if value % each:
            self._problem(
                "HF810", cell, f"no number of {cell.what.key} books makes {value} points", f"a multiple of {each}"
            )
            return _UNREAD
        return value // each

    def _begin(
        self, entries: dict[str, int | None], places: dict[str, _Cell], side: str, running: Dict[str, int]
    ) -> None:
        """What is carried in is what was carried out."""
        begin = entries.pop("begin", None)
        if begin is not None and side in running and begin != running[side]:
            cell = places["begin"]
            self._problem("HF807", cell, f"{begin} is carried in; {running[side]} was carried out", str(running[side]))

    def _rest(self, entries: dict[str, int | None], places: dict[str, _Cell]) -> None:
        """Where one figure stands for several parts only the sum is judged."""
        rest = entries.pop("rest", None)
        if rest is None:
            return
        parts = [entries.get(key) or 0 for key in AMOUNTS if key not in ("rest", *COUNTS)]
        total = entries.get("total")
        if total is not None and not any(entries.get(key) for key in COUNTS) and sum(parts) + rest != total:
            right = sum(parts) + rest
            self._problem("HF809", places["total"], f"the parts make {right}, not {total}", str(right))
        entries.pop("cards", None)
        entries.pop("left", None)

    def _total_row(self, cell: _Cell, running: Dict[str, int]) -> None:
        """A row of totals below the deals."""
        if cell.what.key not in ("total", "running") or cell.side not in running:
            return
        try:
            value = amount(cell.text)
        except NoFigure as error:
            self._problem("HF001", cell, f"{cell.text[:40]!r}: {error}", "a whole number of points")
            return
        right = running[cell.side]
        if value != right:
            self._problem("HF808", cell, f"{cell.side} has {right} by the figures above, not {value}", str(right))

    def _problem(self, code: str, cell: _Cell, message: str, expected: str | None = None) -> None:
        span = cell.row.span(cell.column)
        self.problems.append(Problem(code, span, message, expected, tuple(cell.row.lines())))


_UNREAD = object()
"""A cell that says nothing, or nothing that can be read."""


def _deal_number(text: str) -> int:
    found = _NUMBER.findall(text)
    return int(found[-1][:9]) if found else 0
