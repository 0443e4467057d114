"""Z3, asked so that the answer is the same on every machine: a fresh context, a fixed budget of work, no clock.

``unknown`` is an answer of its own, never a yes or a no. What a model says differs between versions of Z3; where a smallest one
is asked for, every figure that is named is made as small as it can be, in order, so that the answer is unique.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from .formula import Formula, Term

Status = Literal["sat", "unsat", "unknown"]
RLIMIT = 4_000_000
"""The budget of one question unless another is given, in Z3's own units of work (about a second)."""


@dataclass(frozen=True)
class Answer:
    """``sat`` with the values of the unknowns, ``unsat`` with the labels that clash, or ``unknown``; ``work`` in rlimit units."""

    status: Status
    values: dict[str, int | bool] = field(default_factory=dict)
    core: tuple[str, ...] = ()
    work: int = 0

    def __getitem__(self, term: Term | str) -> Any:
        """The value of an unknown in the model; one that is free is 0."""
        return self.values.get(term.text if isinstance(term, Term) else term, 0)


class Question:
    """One text in a solver of its own, which may be asked several times."""

    def __init__(self, text: str, rlimit: int = RLIMIT) -> None:
        import z3  # 50 ms, paid by whoever asks

        self._z3 = z3
        self._context = z3.Context()
        self._solver = z3.SimpleSolver(ctx=self._context)
        self._solver.set("rlimit", rlimit)
        self._solver.from_string(text)

    def ask(self, labels: Sequence[str] = (), model: bool = True) -> Answer:
        """Whether everything can hold, together with the truth values named in ``labels``."""
        solver, z3 = self._solver, self._z3
        result = str(solver.check(*[z3.Bool(label, self._context) for label in labels]))
        values: dict[str, int | bool] = {}
        core: tuple[str, ...] = ()
        if result == "sat" and model:
            found = solver.model()
            values = {str(name): _value(found[name]) for name in found.decls()}
        elif result == "unsat" and labels:
            core = tuple(sorted(str(label) for label in solver.unsat_core()))
        status: Status = "sat" if result == "sat" else "unsat" if result == "unsat" else "unknown"
        return Answer(status, values, core, self.work)

    def least(self, name: str, floor: int = 0) -> Answer:
        """The answer with the smallest value of an unknown, which from now on has that value."""
        best = self.ask()
        if best.status != "sat":
            return best
        unknown = self._z3.Int(name, self._context)
        low = floor
        while low < best[name]:
            middle = (low + best[name] - 1) // 2
            self._solver.push()
            self._solver.add(unknown <= middle)
            answer = self.ask()
            self._solver.pop()
            if answer.status == "unknown":
                return answer
            if answer.status == "sat":
                best = answer
            else:
                low = middle + 1
        self._solver.add(unknown == best[name])
        return best

    def add(self, text: str) -> None:
        """What holds besides, as SMT-LIB text, in the names of the text before."""
        self._solver.from_string(text)

    def can_be(self, limits: Mapping[str, tuple[int | None, int | None]], model: bool = False) -> Answer:
        """Whether unknown integers can lie between these limits, all at once (None: no limit); nothing is settled by it."""
        self._solver.push()
        for name, (low, high) in limits.items():
            unknown = self._z3.Int(name, self._context)
            if low is not None:
                self._solver.add(unknown >= low)
            if high is not None:
                self._solver.add(unknown <= high)
        answer = self.ask(model=model)
        self._solver.pop()
        return answer

    @property
    def work(self) -> int:
        """Rlimit units spent so far."""
        statistics = self._solver.statistics()
        return int(statistics.get_key_value("rlimit count")) if "rlimit count" in statistics.keys() else 0  # noqa: SIM118


def _value(found: Any) -> int | bool:
    text = str(found)
    return text == "True" if text in ("True", "False") else int(text)


def ask(formula: Formula, rlimit: int = RLIMIT) -> Answer:
    """Whether a formula can hold."""
    return Question(formula.text, rlimit).ask()


def smallest(formula: Formula, terms: Sequence[Term], rlimit: int = RLIMIT) -> Answer:
    """The one answer in which each of ``terms`` (none below 0) is as small as can be, the first before the second."""
    names = [f"least_{i}" for i in range(len(terms))]
    for name, term in zip(names, terms, strict=True):
        formula.named(name, term)
    question = Question(formula.text, rlimit)
    answer = question.ask()
    for name in names:
        if answer.status != "sat":
            return answer
        answer = question.least(name)
    return answer
