"""A finding: what an audit has to say about one place of a record."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from handfoot_grammar.log import Span
from handfoot_spec.catalogue import catalogue
from handfoot_spec.profile import Level


@dataclass(slots=True)
class Finding:
    """One deed, one finding; fields are those of the JSON report. ``because_of`` is the id of the finding it follows from."""

    id: int
    code: str
    level: Level
    span: Span
    message: str
    deal: int | None = None
    turn: int | None = None
    player: str | None = None
    team: str | None = None
    expected: str | None = None
    found: str | None = None
    rule: str | None = None
    cites: tuple[str, ...] = ()
    rule_text: str | None = None
    because_of: int | None = None
    conflict: list[dict[str, Any]] | None = None
    score_effect: int | None = None
    waived: str | None = None
    examples: dict[str, str] | None = (
        None  # possible deals in which a doubtful rule was ``kept`` and ``broken``, as logs
    )
    undecided: bool = False  # a recorded deed or claim that the text or the record leaves open
    source_lines: tuple[tuple[int, str], ...] = field(default=(), repr=False)

    @property
    def name(self) -> str:
        """The code's name: ``wild-ratio``."""
        return catalogue()[self.code].name

    def __str__(self) -> str:
        return f"{self.span.line}:{self.span.column}: {self.code} {self.name}: {self.message}"

    def to_json(self) -> dict[str, Any]:
        """The finding as it stands in a JSON report."""
        s = self.span
        return {
            "id": self.id, "code": self.code, "name": self.name, "level": self.level,
            "line": s.line, "column": s.column, "end_line": s.end_line, "end_column": s.end_column,
            "deal": self.deal, "turn": self.turn, "player": self.player, "team": self.team,
            "message": self.message, "expected": self.expected, "found": self.found,
            "rule": self.rule, "cites": list(self.cites), "because_of": self.because_of, "conflict": self.conflict,
            "score_effect": self.score_effect, "pointer": s.pointer, "waived": self.waived,
            **({"examples": self.examples} if self.examples else {}),
        }  # fmt: skip
