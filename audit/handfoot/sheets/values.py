"""What a cell says as the entry of a score: figures in points, numbers of books where they are written as points, ticks."""

from __future__ import annotations

import re
from collections.abc import Callable

from handfoot_spec.profile import Profile

from ..checks.worth import worth
from .cells import NoFigure, amount, ticked
from .layouts import Cell
from .mapping import COUNTS, FLAGS, Mapping

Complaint = Callable[[str, Cell, str, str | None], None]
"""Takes a code, the cell, what is wrong with it, and what was expected."""

_SMALL = 50
"""Below it a figure counts things; from it on it is in points."""
_MOST_COUNTED = 12
"""More goings out or red threes than this are points."""


class Values:
    """Reads the cells of one table."""

    def __init__(self, mapping: Mapping, profile: Profile | None, complain: Complaint) -> None:
        self.mapping, self.complain = mapping, complain
        self.worth: dict[str, int] = {}
        if profile is not None:
            self.worth = {book.kind: book.bonus for book in profile.books}
            self.worth["card"] = 1 if profile.score.assumed else max(worth(profile).card_unit, 1)
            self.worth |= {
                "out": profile.out.bonus,
                "reds": profile.threes.red_points or -(profile.score.red_three or 0),
            }

    def entry(self, cell: Cell) -> tuple[str, int | None] | None:
        """The key of an entry and its number, None for a mark; no entry where nothing is said, or nothing that can be read."""
        key, text = cell.what.key, cell.text
        if key in FLAGS or (key == "out" and not re.search(r"\d", text)):
            return self._tick(cell)
        if key == "out-number" and not re.search(r"\d", text):
            return self._tick(cell)
        try:
            value = _tallied(text) if key in COUNTS else None
            value = amount(text) if value is None else value
        except NoFigure as error:
            self.complain("HF001", cell, f"{text[:40]!r}: {error}", "a whole number of points, as 1250 or -35")
            return None
        each = cell.what.each
        if key == "bonus" and 0 < abs(value) < _SMALL:  # how many books of any kind
            return None
        if key in COUNTS:
            return self._books(key, value, each or self.worth.get(key))
        if each is not None:
            return key, value * each if abs(value) < _SMALL or self.mapping.columns else value
        if key == "left" and value > 0 and self.mapping.left == "positive":
            return key, -value
        if key in ("out", "reds") and 0 < abs(value) <= _MOST_COUNTED and self.worth.get(key):
            return key, value * self.worth[key]
        return key, value

    def _tick(self, cell: Cell) -> tuple[str, int | None] | None:
        key, tick = cell.what.key, ticked(cell.text)
        if tick is None:
            self.complain(
                "HF001", cell, f"{cell.text[:40]!r} is neither a tick nor a no", "x, yes, true or 1; or nothing"
            )
            return None
        if key == "out-number":
            return key, int(tick)
        if key == "out":
            return ("out", 0) if not tick else ("out", self.worth["out"]) if "out" in self.worth else ("out-number", 1)
        return (key, None) if tick else None

    @staticmethod
    def _books(key: str, value: int, each: int | None) -> tuple[str, int]:
        """The number of books of a cell that has it, or their points."""
        if abs(value) < _SMALL or not each:
            return key, value
        return (f"{key}-points", value) if value % each else (key, value // each)


def _tallied(text: str) -> int | None:
    """How many strokes a tally has, as ``|||| ||``; None where it is none."""
    if text[:1].isdigit():
        return None
    strokes = re.sub(r"\s", "", text)
    return len(strokes) if re.fullmatch(r"[|/Il]{1,40}|[xX]{2,40}", strokes) else None
