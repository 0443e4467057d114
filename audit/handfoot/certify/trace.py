"""The text of a recorded deal: a new name for every value that a move makes, and what the audit said of each step.

A value is never looked at here. It is named, defined by an assertion out of earlier names, and left to the solver.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from handfoot_spec.definitions import Num, Truth
from handfoot_spec.formula import Term, written

from .scope import LONG, NotModelled

MOST_TEXT = 4_000_000
"""Characters; ten times what a deal takes. Beyond it nothing is asked, so that no record takes for ever."""

KEPT = ("HF1", "HF401")
"""What is said of deeds that were taken back stands for these codes: it is about the record, or about a red three kept."""


Figure = tuple[int, int]
"""A figure of the report: the least and the most that it can be."""


class Step(NamedTuple):
    """A place of the record: a statement by its number, and an action of it, an entry of it, or (``part`` None) all of it."""

    statement: int
    part: int | None = None
    entry: bool = False


@dataclass(slots=True)
class Raised:
    """A finding that a formula raises, or not, at a step. ``formula`` may be a number of findings."""

    step: Step
    code: str
    formula: Truth


@dataclass(slots=True)
class Compared:
    """A figure of the report (points, or a number of books) and the formula that it must equal."""

    step: Step | None
    what: str
    reported: int
    formula: Num


class Trace:
    """Names, what they are defined as, and what is to be compared with the audit."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._size = 0
        self.meanings: dict[str, str | tuple[Any, ...]] = {}
        self.raised: list[Raised] = []
        self.figures: list[Compared] = []

    def value(self, meaning: str | tuple[Any, ...], formula: Num) -> Term:
        """A name for a whole number."""
        name = f"n{len(self.meanings)}"
        self.meanings[name] = meaning
        return self._define(name, "Int", formula)

    def truth(self, meaning: str | tuple[Any, ...], formula: Truth) -> Term:
        """A name for a truth value."""
        name = f"b{len(self.meanings)}"
        self.meanings[name] = meaning
        return self._define(name, "Bool", formula)

    def _define(self, name: str, sort: str, formula: Num) -> Term:
        line = f"(declare-const {name} {sort})(assert (= {name} {written(formula)}))"
        self._lines.append(line)
        self._size += len(line)
        if self._size > MOST_TEXT:
            raise NotModelled(LONG)
        return Term(name)

    def raise_if(self, step: Step, code: str, formula: Truth) -> None:
        """The finding ``code`` stands at ``step`` if the formula holds."""
        self.raised.append(Raised(step, code, formula))

    def figure(self, step: Step | None, what: str, reported: int, formula: Num) -> None:
        """The report gives ``reported`` where the formula stands."""
        self.figures.append(Compared(step, what, reported, formula))

    def take_back(self, mark: int) -> None:
        """What was raised since ``mark`` was taken back with the deeds."""
        for raised in self.raised[mark:]:
            if not raised.code.startswith(KEPT):
                raised.formula = False

    @property
    def text(self) -> str:
        """All definitions as SMT-LIB text."""
        return "\n".join(self._lines) + "\n"
