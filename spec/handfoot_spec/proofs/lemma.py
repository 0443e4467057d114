"""A lemma: a sentence about the rules of a profile, the cases in which it has to be shown, and what the solver says to each."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ..definitions import Truth
from ..formula import TERMS, Formula, Term
from ..profile import Profile
from ..solver import RLIMIT, Answer, ask, smallest

Kind = Literal["always", "can happen", "not promised"]
Status = Literal["proved", "refuted", "never", "unknown", "open"]

UNDECIDED = "not decided: "
"""Begins a case's ``never`` where that nothing was found proves nothing, since not everything was tried."""

O = TERMS  # noqa: E741  # the namespace of operations, as in the definitions


@dataclass(frozen=True)
class Case:
    """One thing to be shown: whatever satisfies ``given`` satisfies ``goal``.

    ``figures`` are the numbers of a counterexample (or of an example), by what a person calls them and in the order in which they
    are made small; ``tell`` is a sentence with their names in braces.
    """

    name: str
    given: Formula
    goal: Truth
    figures: Mapping[str, Term]
    tell: str = ""
    never: str = ""  # what it means that nothing satisfies ``given``
    shows: str = ""  # what is told of it once it is proved


@dataclass(frozen=True)
class Lemma:
    """A sentence about a profile's rules, and its cases.

    ``always``: no state, however it came about, breaks it. ``can happen``: some state does it, so that the rules keep their own
    promises. ``not promised``: no rule says so, and the case shows the state that breaks it. ``code`` is the finding whose rules
    claim it; a profile that cites no rule for it does not claim it. Without a code it follows from what a deal is.
    """

    name: str
    says: str
    cases: Callable[[Profile], Iterable[Case]]
    kind: Kind = "always"
    code: str = ""
    applies: Callable[[Profile], bool] = lambda p: True

    def claimed(self, p: Profile) -> bool:
        """Whether the profile's rules say so."""
        return self.applies(p) and (not self.code or bool(p.rules_of(self.code)))


@dataclass(frozen=True)
class Outcome:
    """What the solver says to one case. ``figures`` are those of the (counter)example, ``work`` is in rlimit units.

    ``never``: nothing at all satisfies what is given, so the case would be true of nothing.
    """

    case: str
    status: Status
    figures: Mapping[str, int | bool] = field(default_factory=dict)
    text: str = ""
    work: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Result:
    """A lemma and the outcomes of its cases."""

    lemma: Lemma
    outcomes: tuple[Outcome, ...]

    @property
    def status(self) -> Status:
        """The worst outcome."""
        found = {outcome.status for outcome in self.outcomes}
        order: tuple[Status, ...] = ("refuted", "never", "unknown", "open", "proved")
        return next(status for status in order if status in found)

    @property
    def seconds(self) -> float:
        return sum(outcome.seconds for outcome in self.outcomes)


def show(lemma: Lemma, case: Case, rlimit: int = RLIMIT) -> Outcome:
    """Puts one case to the solver."""
    begun = time.perf_counter()
    found = _example(case, rlimit) if lemma.kind == "can happen" else _shown(lemma, case, rlimit)
    status, answer, text = found
    figures = {label: answer[f"least_{i}"] for i, label in enumerate(case.figures)} if answer.status == "sat" else {}
    if not text and figures:
        text = case.tell.format(**figures) if case.tell else _figures_told(figures)
    return Outcome(case.name, status, figures, text, answer.work, time.perf_counter() - begun)


def smt_lib(lemma: Lemma, case: Case) -> str:
    """The question of a case as SMT-LIB, for any solver: ``unsat`` means proved (of what can happen: that it never does)."""
    formula = case.given.copy()
    formula.claim(case.goal if lemma.kind == "can happen" else O.Not(case.goal))
    return f"; {lemma.name}: {lemma.says}\n; {case.name}\n(set-logic QF_LIA)\n{formula.text}(check-sat)\n"


def _figures_told(figures: Mapping[str, int | bool]) -> str:
    """The figures that are not 0; one whose name begins with ``a`` is a yes, and needs no number."""
    return (
        ", ".join(label if label.startswith("a ") else f"{label} {n:,}" for label, n in figures.items() if n)
        or "nothing"
    )


def _shown(lemma: Lemma, case: Case, rlimit: int) -> tuple[Status, Answer, str]:
    """Whether the goal follows; and that something satisfies what is given, since of nothing everything is true."""
    against = case.given.copy()
    against.claim(O.Not(case.goal))
    answer = smallest(against, list(case.figures.values()), rlimit)
    if answer.status == "sat":
        return ("open" if lemma.kind == "not promised" else "refuted"), answer, ""
    if answer.status == "unknown":
        return "unknown", answer, f"the limit of {rlimit:,} was reached"
    alone = ask(case.given, rlimit)
    work = Answer(answer.status, work=answer.work + alone.work)
    if alone.status == "sat":
        return "proved", work, case.shows
    if alone.status == "unsat":
        return "never", work, case.never or "this can never happen under these rules"
    return "unknown", work, f"the limit of {rlimit:,} was reached"


def _example(case: Case, rlimit: int) -> tuple[Status, Answer, str]:
    """Whether something satisfies what is given and the goal."""
    formula = case.given.copy()
    formula.claim(case.goal)
    answer = smallest(formula, list(case.figures.values()), rlimit)
    if answer.status == "sat":
        return "proved", answer, ""
    if answer.status == "unknown":
        return "unknown", answer, f"the limit of {rlimit:,} was reached"
    if case.never.startswith(UNDECIDED):
        return "unknown", answer, case.never
    return "never", answer, case.never or "this can never happen under these rules"


def same(a: Any, b: Any) -> Truth:
    """Two truth values are the same."""
    return O.And(O.Implies(a, b), O.Implies(b, a))
