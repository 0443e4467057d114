"""What comes of certifying an audit: for each deal and for the game, and where audit and solver differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from handfoot_grammar.log import Game
from handfoot_spec.cards import NAME, RANK_NAMES

from .judge import Claim, Values
from .walk import PILE_CARD

MOST_VALUES = 12
"""Values that are shown of one disagreement; :attr:`Disagreement.values` has them all."""


@dataclass(frozen=True)
class Disagreement:
    """A claim that does not hold: where, what the audit says, what the solver says, and the values that this rests on."""

    line: int | None
    column: int | None
    text: str
    what: str  # a code, or a figure of the report
    audit: int  # findings of the code, or the figure
    solver: int | None  # the same; None where the solver has no other single answer
    values: tuple[tuple[str, int | bool | str], ...]

    def __str__(self) -> str:
        where = (
            "at the end of the deal" if self.line is None else f"line {self.line}, column {self.column}: {self.text}"
        )
        if self.what.startswith("HF"):
            says = f"the audit reports {self.what} {_times(self.audit)}, the solver {_times(self.solver)}"
        else:
            says = f"{self.what}: the audit has {self.audit}, the solver {self.solver}"
        values = [f"    {name}: {value}" for name, value in self.values[:MOST_VALUES]]
        more = len(self.values) - MOST_VALUES
        return "\n".join([where, f"  {says}", *values, *([f"    and {more} more"] if more > 0 else [])])


def _times(n: int | None) -> str:
    if n is None:
        return "otherwise"
    return "not at all" if n == 0 else "once" if n == 1 else f"{n} times"


@dataclass(frozen=True)
class DealCertificate:
    """One deal: true, false, "unknown" at the solver's limit, or None with the reason."""

    number: int
    certified: bool | str | None
    reason: str = ""
    disagreements: tuple[Disagreement, ...] = ()
    work: int = 0  # rlimit units
    claims: int = 0
    size: int = 0  # characters of the formula


@dataclass(frozen=True)
class Certificate:
    """The deals of a game, and the game as a whole."""

    deals: tuple[DealCertificate, ...] = ()
    reason: str = ""

    @property
    def certified(self) -> bool | str | None:
        """False if a deal disagrees, else "unknown" if one hit the limit, else None if one does not apply, else True."""
        answers = [deal.certified for deal in self.deals]
        if False in answers:
            return False
        if "unknown" in answers:
            return "unknown"
        return True if answers and all(answer is True for answer in answers) else None

    @property
    def reasons(self) -> list[str]:
        """Why there is no certificate, deal by deal."""
        own = [self.reason] if self.reason else []
        return own + [f"deal {deal.number}: {deal.reason}" for deal in self.deals if deal.reason]

    @property
    def disagreements(self) -> list[Disagreement]:
        """Every claim that does not hold."""
        return [wrong for deal in self.deals for wrong in deal.disagreements]

    @property
    def work(self) -> int:
        """Rlimit units spent on all deals."""
        return sum(deal.work for deal in self.deals)


def disagreement(
    game: Game, meanings: Mapping[str, str | tuple[Any, ...]], claim: Claim, values: Values
) -> Disagreement:
    """A claim that does not hold, in words."""
    line, column, text = None, None, ""
    if claim.step is not None:
        at = game.statements[claim.step.statement].at
        part = claim.step.part
        span = at.whole() if part is None else at.entry(part) if claim.step.entry else at.action(part)
        line, column = span.line, span.column
        text = " ".join(raw.strip() for _, raw in at.source_lines())
    named = [
        (worded(meanings[name], game.seats), NAME[value] if meanings[name] == PILE_CARD else value)
        for name, value in values.rests_on.items()
        if meanings[name]
    ]
    return Disagreement(line, column, text, claim.what, claim.audit, values.answer, tuple(dict.fromkeys(named)))


def worded(meaning: str | tuple[Any, ...], seats: Sequence[str]) -> str:
    """What a name means, as a person would say it."""
    match meaning:
        case (("Hand" | "Foot") as packet, int(seat)), None:
            return f"cards in {seats[seat]}'s {packet}"
        case (("Hand" | "Foot") as packet, int(seat)), int(kind):
            return f"{NAME[kind]} in {seats[seat]}'s {packet}"
        case str(words), (("Hand" | "Foot") as packet, int(seat)):
            return f"{words} in {seats[seat]}'s {packet}"
        case str(what), str(words), int(rank):
            return f"{what} {words} {_rank(rank)}"
        case str(words), int(number) if words.endswith(" by"):
            return f"{words} {seats[number]}"
        case str(words), int(number) if words.endswith("side"):
            return f"{words} {number + 1}"
        case str(words), int(rank) if words.endswith("rank"):
            return f"{words} {_rank(rank)}"
        case str(words), int(kind):
            return f"{words} {NAME[kind]}"
    return str(meaning)


def _rank(rank: int) -> str:
    return RANK_NAMES[rank] if rank < len(RANK_NAMES) else "of a run"
