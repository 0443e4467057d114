"""The findings of an audit by the step at which they stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from handfoot_grammar.log import Game, Reds, ScoreLine, Span, Turn

from ..findings import Finding
from .scope import DealRecord
from .trace import Step

Found = Counter[tuple[Step, str]]
"""How many findings of each code there are at each step."""


class Reported:
    """What an audit says of a game; ``lost`` if a finding that is compared stands at no step."""

    def __init__(self, game: Game, findings: Collection[Finding], compared: Collection[str]) -> None:
        self._by_statement: dict[int, Found] = {}
        self.lost = False
        steps = _steps(game) if findings else {}
        for finding in findings:
            step = steps.get(finding.span)
            if step is not None:
                self._by_statement.setdefault(step.statement, Counter())[step, finding.code] += 1
            elif finding.code in compared:
                self.lost = True

    def of(self, deal: DealRecord) -> Found:
        """The findings of one deal."""
        found: Found = Counter()
        for number in deal.numbers:
            found.update(self._by_statement.get(number, Counter()))
        return found


def _steps(game: Game) -> dict[Span, Step]:
    """Every place at which a finding may stand."""
    steps: dict[Span, Step] = {}
    for number, statement in enumerate(game.statements):
        at = statement.at
        entries = len(statement.entries) if isinstance(statement, ScoreLine) else 0
        actions = len(statement.actions) if isinstance(statement, Turn) else int(isinstance(statement, Reds))
        for i in range(entries):
            steps.setdefault(at.entry(i), Step(number, i, True))
        for i in range(actions):
            steps.setdefault(at.action(i), Step(number, i))
        steps.setdefault(at.whole(), Step(number))
    return steps
