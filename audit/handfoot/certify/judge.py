"""The question to the solver: does everything that was reported hold of the formulas, and if not, what does not?"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from handfoot_spec.definitions import Num
from handfoot_spec.formula import TERMS, Term, written
from handfoot_spec.solver import RLIMIT, Answer, Question

from .trace import Step, Trace

MOST_SHOWN = 5
"""Claims of one deal that are named where they do not hold; one is enough to say that something is wrong."""


@dataclass(frozen=True)
class Claim:
    """One comparison: what the audit says at a step, and the formula that must say the same."""

    step: Step | None
    what: str  # a code, or the figure of the report
    audit: int
    formula: Num
    is_truth: bool  # the formula is a truth value, and ``audit`` is 0 or 1

    @property
    def settled(self) -> bool | None:
        """Whether it holds, where the formula is a plain value; else None, and the solver must say."""
        return None if isinstance(self.formula, Term) else int(self.formula) == self.audit

    @property
    def text(self) -> str:
        """The claim as SMT-LIB text."""
        if not isinstance(self.formula, Term):
            return written(bool(self.settled))
        if self.is_truth:
            return self.formula.text if self.audit else f"(not {self.formula.text})"
        return f"(= {self.formula.text} {written(self.audit)})"


class Values(NamedTuple):
    """Of a claim that does not hold: what the solver has in its place, and the named values that it rests on."""

    answer: int | None
    rests_on: dict[str, int | bool]


@dataclass(frozen=True)
class Verdict:
    """The solver's answer for one deal: ``agrees``, ``differs`` (with the claims that do not hold) or ``unknown``."""

    status: str
    wrong: tuple[tuple[Claim, Values], ...] = ()
    work: int = 0  # rlimit units
    claims: int = 0
    size: int = 0  # characters


def claims_of(trace: Trace, found: Mapping[tuple[Step, str], int], codes: Collection[str]) -> list[Claim]:
    """Everything that is compared.

    :param found: how many findings of each covered code the audit has at each step.
    :param codes: the codes that are compared.
    """
    formulas: dict[tuple[Step, str], list[Num]] = {key: [] for key in found}
    for raised in trace.raised:
        formulas.setdefault((raised.step, raised.code), []).append(raised.formula)
    claims: list[Claim] = []
    for (step, code), parts in formulas.items():
        if code in codes:
            n, some = found.get((step, code), 0), [part for part in parts if part is not False]
            one = len(some) == 1 and n <= 1
            number = some[0] if one else TERMS.Sum(*[TERMS.If(part, 1, 0) for part in some])
            if not one and isinstance(number, Term):
                number = trace.value(f"findings of {code}", number)
            claims.append(Claim(step, code, n, number, one))
    claims += [Claim(figure.step, figure.what, figure.reported, figure.formula, False) for figure in trace.figures]
    return claims


def ask(trace: Trace, claims: Sequence[Claim], rlimit: int | None) -> Verdict:
    """One question about the whole deal; only where the answer is no, more of them, to name the claims that fail."""
    lines = [trace.text]
    labelled: dict[str, Claim] = {}
    for number, claim in enumerate(claims):
        if claim.settled is not True:
            labelled[f"L{number}"] = claim
            lines.append(f"(declare-const L{number} Bool)(assert (=> L{number} {claim.text}))")
    text = "\n".join(lines) + "\n"
    question = Question(text, RLIMIT if rlimit is None else rlimit)
    labels = list(labelled)
    answer = question.ask(labels, model=False)
    if answer.status == "unsat":
        wrong = _differences(question, labels, labelled, answer)
        return Verdict("differs", wrong, question.work, len(claims), len(text))
    return Verdict("agrees" if answer.status == "sat" else "unknown", (), answer.work, len(claims), len(text))


def _differences(
    question: Question, labels: list[str], labelled: Mapping[str, Claim], answer: Answer
) -> tuple[tuple[Claim, Values], ...]:
    """The claims of smallest cores, one core after the other, with the values of a model of the deal without any claim."""
    wrong: list[tuple[Claim, Values]] = []
    model = question.ask()
    while answer.status == "unsat" and len(wrong) < MOST_SHOWN:
        core = smallest_core(question, answer.core)
        if not core:
            break
        for label in core:
            claim = labelled[label]
            values = {name: model.values[name] for name in _names(claim.formula) if name in model.values}
            wrong.append((claim, Values(_answer(claim, model), values)))
        labels = [label for label in labels if label not in core]
        answer = question.ask(labels, model=False)
    return tuple(wrong)


def smallest_core(question: Question, core: Sequence[str]) -> list[str]:
    """A core none of whose labels can be left out."""
    kept = list(core)
    for label in core:
        fewer = [other for other in kept if other != label]
        if fewer and question.ask(fewer, model=False).status == "unsat":
            kept = fewer
    return kept


def _answer(claim: Claim, model: Answer) -> int | None:
    """What the solver has where the audit has another number."""
    if not isinstance(claim.formula, Term):
        return int(claim.formula)
    if claim.is_truth:
        return 1 - claim.audit
    return int(model[claim.formula]) if claim.formula.text in model.values else None


def _names(formula: Num) -> list[str]:
    """The names that a formula rests on."""
    return list(dict.fromkeys(re.findall(r"\b[nb]\d+\b", formula.text))) if isinstance(formula, Term) else []
