"""One recorded game as it was read: its tags, its seats, every other statement, and what could not be read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .log import Problem, Statement, Team


@dataclass(frozen=True, slots=True)
class Waiver:
    """``# handfoot: allow HF305 -- reason``: findings of a code on one line (``line`` None: in the whole game)."""

    codes: tuple[str, ...]
    reason: str
    line: int | None


@dataclass(slots=True)
class Game:
    """One recorded game: tags, seats, and every other statement in order."""

    tags: dict[str, str]
    seats: tuple[str, ...]
    statements: list[Statement]
    problems: list[Problem] = field(default_factory=list)
    waivers: list[Waiver] = field(default_factory=list)
    source: str = "<text>"
    number: int = 1
    line: int = 1
    sha256: str = ""

    def team_name(self, team: Team) -> str:
        """``Ana+Chi``."""
        return "+".join(self.seats[seat] for seat in team)
