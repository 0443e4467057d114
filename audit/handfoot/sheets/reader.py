"""From a table to games: its cells sorted by game, deal and side (``layouts``), and written as the statements of a log.

What cannot be read becomes a problem of the game that it is in, with the place of its cell; a column that nobody knows is named in
``ignored``.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from pathlib import Path

from handfoot_grammar import log
from handfoot_grammar.limits import MOST_SEATS
from handfoot_grammar.log import Problem, Span
from handfoot_spec.profile import Profile

from .cells import CellPlace, NoFigure, NotATable, Row, amount, decoded, rows_of, ticked
from .exports import records_of
from .layouts import Cell, Table, deal_number
from .lines import Entries, left_unwritten, settle
from .mapping import Mapping
from .values import Values

_MOST_PROBLEMS = 200
_NUMBER = re.compile(r"\d+")
_MEMBERS = re.compile(r"\s*(?:\+|&|/|,|;|\band\b)\s*")


_line_of = attrgetter("line")


@dataclass(slots=True)
class SheetGame(log.Game):
    """A game whose sides are named as the sheet names them.

    ``ignored``: the headers of columns that nobody knows. ``blank_marks``: deals (counted from 1) and marks of which the sheet says
    neither yes nor no. ``left_unwritten``: nothing says what was left over.
    """

    sides: dict[log.Team, str] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()
    table: tuple[Row, ...] = ()
    blank_marks: set[tuple[int, str]] = field(default_factory=set)
    left_unwritten: bool = False

    def team_name(self, team: log.Team) -> str:
        return self.sides.get(team) or log.Game.team_name(self, team)


def read_sheet(
    path: Path | str, mapping: Mapping | None = None, profile: Profile | None = None, data: bytes | None = None
) -> list[SheetGame]:
    """The games of a table; one that cannot be read is a game with nothing but the problem.

    :param profile: the rules, which say what books and going out are worth where a cell has their number or a tick.
    :raises OSError: the file cannot be opened.
    """
    name = str(path)
    data = Path(path).read_bytes() if data is None else data
    mapping = mapping or Mapping()
    try:
        if data.lstrip(b" \t\r\n\xef\xbb\xbf")[:1] in (b"{", b"["):
            rows, known = records_of(decoded(data))
            return _Reader(name, replace(known, rules=mapping.rules), profile).games(rows)
        return _Reader(name, mapping, profile).games(rows_of(decoded(data)))
    except NotATable as error:
        game = SheetGame({}, (), [], source=name)
        game.problems.append(Problem("HF001", Span(error.line, 1, error.line, 2), str(error), _EXPECTED))
        return [game]


_EXPECTED = (
    "a header that names the deal and the side, or the deal and each side's figures (handfoot score --new --format csv"
    " writes one), or a --mapping"
)


Running = dict[str, int | None]
"""What each side has so far by the figures of the sheet; None where some are not written."""


class _Reader:
    """One table."""

    def __init__(self, name: str, mapping: Mapping, profile: Profile | None) -> None:
        self.name, self.profile = name, profile
        self.table = Table(mapping)
        self.values = Values(mapping, profile, self.table.problem)
        self.last = self.earlier = 0  # the number of the last deal, and how many were numbered in the games before

    @property
    def mapping(self) -> Mapping:
        """How the table is read, as it was given or recognised."""
        return self.table.mapping

    def games(self, rows: list[Row]) -> list[SheetGame]:
        """All games, in the order of the table. :raises NotATable: it has no header that anybody knows, or nothing below it."""
        table = self.table
        cells = table.cells(rows)
        self.values.mapping = self.mapping
        body = [row for row in rows if any(row.cells[1:])]
        if not cells and len(body) > 1 and not table.problems:  # nothing is filled in yet
            return [SheetGame({}, (), [], source=self.name, table=tuple(rows))]
        if not cells:
            raise NotATable("there is a header and no figure below it", rows[0].line)
        by_game: dict[str, list[Cell]] = {}
        for cell in cells:
            by_game.setdefault(cell.game, []).append(cell)
        games = [self._game(found, number, rows) for number, found in enumerate(by_game.values(), 1)]
        for name, problem in table.problems:
            at = list(by_game).index(name) if name in by_game else 0
            if len(games[at].problems) < _MOST_PROBLEMS:
                games[at].problems.append(problem)
        for game in games:
            game.problems.sort(key=lambda problem: (problem.span.line, problem.span.column))
        return games

    # --- a game -------------------------------------------------------------------------------------------------

    def _game(self, cells: list[Cell], number: int, rows: list[Row]) -> SheetGame:
        name, first = cells[0].game, cells[0].row.line
        totals = [cell for cell in self.table.totals if cell.game == name]
        game = SheetGame({}, (), [], source=self.name, number=number, line=first, ignored=tuple(self.table.ignored))
        last = max(cell.row.line for cell in (*cells, *totals))
        begin, end = bisect_left(rows, first, key=_line_of), bisect_right(rows, last, key=_line_of)
        game.table = tuple(rows[begin:end])
        if self.mapping.rules is not None:
            game.tags["Rules"] = self.mapping.rules
        game.left_unwritten = left_unwritten(self.table)
        teams = self._seat(game, cells)
        if cells[0].what.key == "match":
            self._match(game, cells, teams)
            return game
        deals: dict[str, dict[str, list[Cell]]] = {}
        for cell in cells if self.table.layout != "entries" else sorted(cells, key=lambda cell: deal_number(cell.deal)):
            deals.setdefault(cell.deal, {}).setdefault(cell.side, []).append(cell)
        lines = [[self._entries(side, found) for side, found in sides.items()] for sides in deals.values()]
        settle([line for deal in lines for line in deal], self.table, self.values.worth)
        running: Running = dict.fromkeys((cell.side for cell in cells), 0)
        for index, (deal, scores) in enumerate(zip(deals, lines, strict=True), 1):
            if not self._begun(index, scores, running):
                break
            self._deal(game, index, deal, next(iter(deals[deal].values())))
            self._blank_marks(game, index, name, deal)
            for line in scores:
                self._line(game, teams.get(line.side), line, running)
            for side in running.keys() - {line.side for line in scores}:  # whose total nobody wrote
                running[side] = None
        for cell in totals:
            self._total_row(cell, running)
        self._winners([cell for cell in self.table.winners if cell.game == name], running)
        return game

    def _begun(self, index: int, scores: Sequence[Entries], running: Running) -> bool:
        """Whether a deal of which nothing but openings is written is one of the game, and its number says what they must be."""
        if self.profile is None or any(set(line.values) != {"opening"} for line in scores) or index == 1:
            return True
        deals, end = self.profile.deals, self.profile.deals.end_score
        over = (deals.count or index) < index or (
            end is not None and any((total or 0) >= end for total in running.values())
        )
        return not over and self.profile.opening.by in ("score", "fixed")

    def _deal(self, game: SheetGame, index: int, name: str, cells: Sequence[Cell]) -> None:
        place = CellPlace(tuple((cell.row, cell.column) for cell in cells[:1]))
        found = _NUMBER.findall(name)
        number = int(found[-1][:9]) if found else 0
        if index == 1:  # a program may number the deals of all games on
            self.earlier = self.last if game.number > 1 and number == self.last + 1 else 0
        self.last, number = number, number - self.earlier
        start = log.DealStart(place, number if 0 < number < 1000 else index, None)
        if [s.number for s in game.statements if isinstance(s, log.DealStart)][-1:] >= [start.number]:
            start.number = index
        game.statements.append(start)

    def _blank_marks(self, game: SheetGame, index: int, name: str, deal: str) -> None:
        """Where a column says no as well as yes, a blank cell says neither."""
        for (of_game, of_deal, key), marks in self.table.marks.items():
            if (of_game, of_deal) == (name, deal) and None in marks and True not in marks and self._says_no(key):
                game.blank_marks.add((index, key))

    def _says_no(self, key: str) -> bool:
        return any(False in marks for (_, _, mark), marks in self.table.marks.items() if mark == key)

    def _seat(self, game: SheetGame, cells: Sequence[Cell]) -> dict[str, log.Team]:
        """Seats for the sides: their members where they are named, else as many as the rules have players to a side."""
        named = self.mapping.sides if len(self.mapping.sides) > 1 else ()
        sides = list(dict.fromkeys([*named, *(c.side for c in cells)]))
        if len(sides) == 1:  # a sheet may be of one side alone
            sides += self._others()
        if len(sides) > MOST_SEATS:
            cell = next(c for c in cells if c.side == sides[MOST_SEATS])
            self.table.problem(
                "HF001", cell, f"{len(sides)} sides are more than the {MOST_SEATS} that can be read", None
            )
            sides = sides[:MOST_SEATS]
        members = [tuple(part for part in _MEMBERS.split(self.table.members.get(side, side)) if part) for side in sides]
        each = {len(names) for names in members}
        seats = sum(map(len, members))
        if len(each) != 1 or each == {1} or seats > MOST_SEATS or len({n for names in members for n in names}) != seats:
            size = self._players(len(sides)) // len(sides)
            members = [(side, *(f"{side} {i}" for i in range(2, size + 1))) for side in sides]
        size = len(members[0])
        game.seats = tuple(names[i] for i in range(size) for names in members)
        teams = {side: tuple(i * len(sides) + at for i in range(size)) for at, side in enumerate(sides)}
        game.sides = {team: side for side, team in teams.items()}
        return teams

    def _others(self) -> list[str]:
        """Names for the sides of which a sheet of one side says nothing: at the table with the most packs, where most can be."""
        teams = (
            2
            if self.profile is None
            else len(self.profile.at_table(self._most_packs(self.profile.table.players)).teams)
        )
        return ["the other side", *(f"side {i}" for i in range(3, teams + 1))]

    def _players(self, sides: int) -> int:
        """How many play where nothing but the sides is known: of the numbers that the rules have, the one with the most packs."""
        if self.profile is not None:
            tables = [(n, len(self.profile.at_table(n).teams)) for n in self.profile.table.players]
            fitting = [n for n, teams in tables if teams == sides and n % sides == 0]
            if fitting:
                return self._most_packs(fitting)
        return sides

    def _most_packs(self, players: Sequence[int]) -> int:
        profile = self.profile
        assert profile is not None
        return max(players, key=lambda n: profile.at_table(n).packs)

    def _match(self, game: SheetGame, cells: Sequence[Cell], teams: dict[str, log.Team]) -> None:
        """A record of nothing but each side's total."""
        totals: dict[str, tuple[Cell, int]] = {}
        for cell in cells:
            value = self._figure(cell)
            if value is not None and cell.side in totals:
                self.table.problem("HF005", cell, f"{cell.side} has a total already; the first counts", None)
            elif value is not None and cell.side in teams:
                totals[cell.side] = cell, value
        place = CellPlace(tuple((cell.row, cell.column) for cell, _ in totals.values()))
        if totals:
            game.statements.append(log.Result(place, tuple((teams[side], n) for side, (_, n) in totals.items()), None))

    def _entries(self, side: str, cells: Sequence[Cell]) -> Entries:
        """The entries of a side in a deal, each with its cell."""
        line = Entries(side)
        rows: dict[str, set[int]] = {}
        for cell in cells:
            entry = self.values.entry(cell)
            if entry is None:
                continue
            key, value = entry
            seen = rows.setdefault(key, set())
            again = cell.row.line in seen
            adds = self.mapping.add_rows or (
                again and (self.mapping.columns or key == "wild")
            )  # clean and dirty wild books
            if key in line.values and adds and isinstance(value, int) and key not in ("running", "total", "begin"):
                line.values[key] = (line.values[key] or 0) + value
            elif key in line.values:
                self.table.problem("HF005", cell, f"{side} has {key} in this deal already; the first counts")
            else:
                line.values[key], line.cells[key] = value, cell
            seen.add(cell.row.line)
        return line

    def _line(self, game: SheetGame, team: log.Team | None, line: Entries, running: Running) -> None:
        """The score of a side in a deal."""
        if team is None or not line.values:
            return
        values, before = line.values, running[line.side]
        total, penalty = values.get("running"), abs(values.get("penalty") or 0)
        if isinstance(total, int):
            running[line.side] = total
        elif before is not None and isinstance(values.get("total"), int):
            apart = penalty if line.penalty_apart else 0
            running[line.side] = before + (values["total"] or 0) - apart
        else:
            running[line.side] = None
        if line.penalty_apart:
            del values["penalty"]
        if values:
            cells = [line.cells[key] for key in values]
            place = CellPlace(tuple((cell.row, cell.column) for cell in cells))
            game.statements.append(log.ScoreLine(place, team, tuple(values.items())))

    # --- below the deals ----------------------------------------------------------------------------------------

    def _figure(self, cell: Cell) -> int | None:
        try:
            return amount(cell.text)
        except NoFigure as error:
            self.table.problem("HF001", cell, f"{cell.text[:40]!r}: {error}", "a whole number of points")
            return None

    def _total_row(self, cell: Cell, running: Running) -> None:
        """A row of totals below the deals."""
        if cell.what.key not in ("total", "running") or cell.side not in running:
            return
        value, right = self._figure(cell), running[cell.side]
        if value is not None and right is not None and value != right:
            self.table.problem("HF808", cell, f"{cell.side} has {right} by the figures above, not {value}", str(right))

    def _winners(self, cells: Sequence[Cell], running: Running) -> None:
        """Who is named as winner of the game has the most points by the figures above; at a tie each may be named."""
        named = [(cell, side) for cell in cells for side in self._named(cell, running)]
        of_deals = len({cell.deal for cell, _ in named}) > 1
        totals = [total for total in running.values() if total is not None]
        if of_deals or len(totals) < max(len(running), 2):
            return  # a winner of every deal, which is nobody's result; or a total that nobody knows
        best = max(totals)
        for cell, side in named:
            if running[side] != best:
                winners = ", ".join(name for name, total in running.items() if total == best)
                self.table.problem(
                    "HF808", cell, f"{winners} has the most points by the figures above, not {side}", winners
                )
                return

    @staticmethod
    def _named(cell: Cell, running: Running) -> list[str]:
        """The sides that a winner's cell names, or its own side where it is ticked."""
        names = [side for side in running if side.casefold() == cell.text.strip().casefold()]
        if not names and cell.side in running and ticked(cell.text):
            return [cell.side]
        return names


__all__ = ["SheetGame", "read_sheet"]
