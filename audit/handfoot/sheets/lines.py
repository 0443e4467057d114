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
from .mapping import COUNTS


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
    if not signed and not any(_adds_left(line, worth) for line in left):
        for line in left:
            line.values["left"] = -(line.values["left"] or 0)
    counts = any(key == "cards" or key.startswith("laid-") for key in table.keys)
    no_left = counts and not any(key.startswith("left") and not key.endswith("-threes") for key in table.keys)
    if table.mapping.net or no_left:
        for line in lines:
            if line.values and "net" not in line.values:
                line.values["net"], line.cells["net"] = None, next(iter(line.cells.values()))


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


def _adds_left(line: Entries, worth: Mapping[str, int]) -> bool:
    """Whether the total is what comes out where what is left is added and not subtracted."""
    value = line.values
    bonus, total = value.get("bonus"), value.get("total")
    if bonus is None:
        bonus = sum((value.get(kind) or 0) * worth.get(kind, 0) for kind in COUNTS)
    parts = bonus + sum(value.get(key) or 0 for key in ("cards", "reds", "out", "rest", "left"))
    return total is not None and total == parts - abs(value.get("penalty") or 0)
