"""The entries of a side in a deal as a table has them, and how they are meant where the table itself tells it.

What is left may be written as a number that is added or as one that is subtracted: the totals tell. Where no column is for what is
left, it may have been taken from the cards already; where none is for red threes, they may be in the figure for the books; and what is
mostly no amount of points is a number of cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..checks.worth import reachable
from .layouts import Cell, Table
from .mapping import AMOUNTS, COUNTS


@dataclass
class Entries:
    """One side's entries in one deal, each with its cell. ``penalty_apart``: it stands below the deal's total, which is without it."""

    side: str
    values: dict[str, int | None] = field(default_factory=dict)
    cells: dict[str, Cell] = field(default_factory=dict)

    @property
    def penalty_apart(self) -> bool:
        """Whether a penalty has a row of its own under the total of the deal."""
        if "penalty" not in self.cells or "total" not in self.cells:
            return False
        penalty, total = self.cells["penalty"], self.cells["total"]
        return penalty.column == total.column and penalty.row.line > total.row.line


def settle(lines: Sequence[Entries], table: Table, worth: Mapping[str, int]) -> None:
    """Reads the lines of a game as the whole table tells; ``worth``: what one of each kind of book brings, and the unit of cards."""
    for key in ("cards", "left"):
        _numbers_of_cards(lines, key, worth.get("card", 1))
    if worth and not table.keys & {"reds", "reds-number", "laid-red-threes", "rest"}:
        _merged(lines, tuple(worth[kind] for kind in COUNTS if kind in worth))
    left = [line for line in lines if line.values.get("left")]
    signed = table.mapping.left is not None or any((line.values["left"] or 0) < 0 for line in left)
    if not signed and not _added(left, table, worth):
        for line in left:
            line.values["left"] = -(line.values["left"] or 0)
    counts = any(key == "cards" or key.startswith("laid-") for key in table.keys)
    no_left = counts and left_unwritten(table)
    if "running" not in table.keys and _is_carried(lines, table, worth):
        for line in lines:
            if "total" in line.values:
                line.values = {"running" if k == "total" else k: v for k, v in line.values.items()}
                line.cells["running"] = line.cells["total"]
    for line in lines:
        _open_rest(line, table)
    if table.mapping.net or no_left:
        for line in lines:
            if line.values and "net" not in line.values:
                line.values["net"], line.cells["net"] = None, next(iter(line.cells.values()))


def _open_rest(line: Entries, table: Table) -> None:
    """One figure for all the rest says nothing of the sum where a cell is blank whose column the table has."""
    if "rest" in line.values and not _complete(line, table):
        for key in ("rest", "cards"):
            line.values.pop(key, None)


def _complete(line: Entries, table: Table) -> bool:
    """Whether no part is blank whose column the table has; of going out a blank cell says that there was none."""
    parts = {key.removesuffix("-points") for key in table.keys} & {*AMOUNTS, *COUNTS} - {"penalty", "out"}
    known = {key.removesuffix("-points") for key in line.values}
    if "rest" in line.cells and line.cells["rest"] is line.cells.get("bonus"):  # what was written for the books
        known.add("bonus")
    return parts <= known


def left_unwritten(table: Table) -> bool:
    """Whether nothing in a table says what was left, so that a total may be less than its parts."""
    return not table.mapping.net and not any(
        key.startswith("left") and not key.endswith("-threes") for key in table.keys
    )


def _numbers_of_cards(lines: Sequence[Entries], key: str, unit: int) -> None:
    """Where most figures are no points, they are numbers of cards."""
    values = [line.values[key] or 0 for line in lines if line.values.get(key)]
    if sum(value % unit != 0 for value in values) * 2 <= max(len(values), 2):
        return
    for line in lines:
        if key in line.values and f"{key}-number" not in line.values:
            line.values = {f"{key}-number" if k == key else k: v for k, v in line.values.items()}
            line.cells[f"{key}-number"] = line.cells[key]


def _merged(lines: Sequence[Entries], bonuses: tuple[int, ...]) -> None:
    """A bonus that books alone do not make has the red threes in it, of which nothing is written."""
    for line in lines:
        bonus = line.values.get("bonus")
        if bonus is not None and not reachable(bonus, bonuses):
            line.values = {"rest" if k == "bonus" else k: v for k, v in line.values.items()}
            line.cells["rest"] = line.cells["bonus"]


def _is_carried(lines: Sequence[Entries], table: Table, worth: Mapping[str, int]) -> bool:
    """Whether what is called a total is what a side has so far: the one before it and this deal's parts come nearer to it.

    Printed sheets of one side carry their totals on; elsewhere it must be so to the point, and more than once.
    """
    before: dict[str, int] = {}
    nearer: list[bool] = []
    for line in lines:
        total = line.values.get("total")
        if total is not None and before.get(line.side) and "cards" in table.keys and _complete(line, table):
            parts = _parts(line, worth)
            off = abs(total - before[line.side] - parts)
            nearer.append(off < abs(total - parts) and (off == 0 or table.layout == "entries"))
        before[line.side] = total or 0
    return len(nearer) > (table.layout != "entries") and all(nearer)


def _added(left: Sequence[Entries], table: Table, worth: Mapping[str, int]) -> bool:
    """Whether the totals are what comes out where what is left is added and not subtracted."""
    told = [line for line in left if "cards" in table.keys and _complete(line, table)]
    return 2 * sum(line.values.get("total") == _parts(line, worth) for line in told) > len(told)


def _parts(line: Entries, worth: Mapping[str, int]) -> int:
    """What is written beside the total, added up as it is written; a penalty is subtracted."""
    value = line.values
    bonus = value.get("bonus")
    if bonus is None:
        points = {kind: (value.get(kind) or 0) * worth.get(kind, 0) for kind in COUNTS}
        bonus = sum(n or value.get(f"{kind}-points") or 0 for kind, n in points.items())
    parts = sum(value.get(key) or 0 for key in ("cards", "reds", "out", "rest", "left"))
    return bonus + parts - abs(value.get("penalty") or 0)
