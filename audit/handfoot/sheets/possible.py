"""Whether the figures of a sheet can be together: some legal end of a deal has them, or none (HF810).

``judge`` asks the solver whether the cards of the packs can lie so that every side has its figures. If they cannot, it names the fewest
figures that clash: each can be left out of the question and the rest of the clash is possible. If they can, the
solution is laid out card by card, and the engine scores it: only what it scores alike is called possible. Anything else is
undecided.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from handfoot_spec.formula import Term
from handfoot_spec.profile import Profile
from handfoot_spec.solver import Answer, Question

from .model import Ending, NotModelled, SideTerms
from .witness import Witness, lay_out

RLIMIT = 3_000_000
"""The budget of one question, in the solver's own units of work."""

FIGURES = ("bonus", "cards", "reds", "left", "out", "total")
"""The keys of a score line that are figures, beside the kinds of books."""
ASSUMED = ("cards", "left", "total")
"""Figures in which the values of single cards are."""


@dataclass(frozen=True)
class Sheet:
    """What is written of one side of a deal: its number of ``players``, figures by key, and whether cards are ``net`` of what is left."""

    players: int
    figures: Mapping[str, int]
    net: bool = False


Label = tuple[int, str]
"""A figure of the sheet: the side's place in the sheet, and the key."""


@dataclass(frozen=True)
class Verdict:
    """``possible`` with an end of the deal that has these figures, ``impossible`` with those that clash, or ``undecided`` and why."""

    status: Literal["possible", "impossible", "undecided"]
    conflict: tuple[Label, ...] = ()
    witness: Witness | None = None
    why: str = ""


class Judge:
    """One deal of a sheet, about which several questions may be asked. :raises NotModelled: the rules are not in the formula."""

    def __init__(self, profile: Profile, sheet: Sequence[Sheet], rlimit: int | None = None) -> None:
        self.profile, self.sheet, self.rlimit = profile, tuple(sheet), rlimit or RLIMIT
        self.players = tuple(side.players for side in sheet)
        self.ending = Ending(profile, self.players)
        known = {*FIGURES, *profile.books_by_kind, "cut"}
        if profile.score.assumed:  # what rests on values that nobody wrote down accuses nobody
            known -= set(ASSUMED)
        self.labels: tuple[Label, ...] = tuple(
            (index, key) for index, side in enumerate(sheet) for key in side.figures if key in known
        )

    def ask(self, labels: Sequence[Label]) -> Answer:
        """Whether these figures can be together."""
        formula = self.ending.formula.copy()
        for index, key in labels:
            formula.claim(self._claim(index, key))
        return Question(formula.text, self.rlimit).ask()

    def _claim(self, index: int, key: str) -> Any:
        """What a figure says; one that is written in several ways says that one of them is meant."""
        side, written = self.ending.sides[index], self.sheet[index]
        value, figure = written.figures[key], side.figures[key]
        if key == "cards" and written.net:
            return _one_of(value, figure, figure + side.figures["left"])
        if key == "left" and written.net:
            return _one_of(value, figure, Term("0"))
        if key == "bonus" and _has_more(self.profile):
            return _one_of(value, figure, *_besides(figure, side))
        return figure == value

    def verdict(self) -> Verdict:
        """Possible, impossible or undecided."""
        answer = self.ask(self.labels)
        if answer.status == "unknown":
            return Verdict("undecided", why="the solver's limit was reached")
        if answer.status == "unsat":
            return Verdict("impossible", self._smallest())
        witness = lay_out(self.ending, answer)
        if witness is not None:
            return Verdict("possible", witness=witness)
        self.ending = Ending(self.profile, self.players, by_rank=True)
        answer = self.ask(self.labels)
        if answer.status == "unsat":
            return Verdict("impossible", self._smallest())
        witness = lay_out(self.ending, answer) if answer.status == "sat" else None
        if witness is None:
            return Verdict("undecided", why="the solver's limit was reached")
        return Verdict("possible", witness=witness)

    def _smallest(self) -> tuple[Label, ...]:
        """The figures that clash, none of which can be spared; totals are spared first, then later sides, so that it is always the same."""
        kept = list(self.labels)
        order = sorted(kept, key=lambda label: (label[1] != "total", label[1] not in ASSUMED, -label[0]))
        for label in order:
            rest = [other for other in kept if other != label]
            if self.ask(rest).status == "unsat":
                kept = rest
        return tuple(kept)

    def span(self, index: int, key: str, among: Sequence[Label] | None = None) -> tuple[int, int] | None:
        """The least and the most that a figure can be, together with all that is written beside, or with those ``among``; None beyond
        the solver's limit."""
        labels = [label for label in (self.labels if among is None else among) if label != (index, key)]
        formula = self.ending.formula.copy()
        for label in labels:
            formula.claim(self._claim(*label))
        figure = self.ending.sides[index].figures[key]
        ends = []
        for sign in (1, -1):
            below = 100_000  # no figure of a deal is so large
            asked = formula.copy()
            asked.named("searched", figure * sign + below)
            answer = Question(asked.text, 4 * self.rlimit).least("searched")
            if answer.status != "sat":
                return None
            ends.append(sign * (answer["searched"] - below))
        return ends[0], ends[1]


def _has_more(profile: Profile) -> bool:
    """Whether a side's bonus may hold more than books: what some write with them."""
    return bool(
        profile.opening.first_bonus
        or profile.score.black_three_last
        or any(book.unfinished_penalty for book in profile.books)
    )


def _besides(figure: Term, side: SideTerms) -> list[Term]:
    return [figure + side.extras, figure + side.unfinished, figure + side.extras + side.unfinished]


def _one_of(value: int, *figures: Term) -> Term:
    return Term(f"(or {' '.join((figure == value).text for figure in figures)})")


def judge(profile: Profile, sheet: Sequence[Sheet], rlimit: int | None = None) -> Verdict:
    """Whether the figures of one deal's sheet can be together.

    :param profile: the rules at this table, in this deal.
    :param sheet: the sides that have a score; what is not written of them may be anything.
    :raises ImportError: there is no solver.
    """
    try:
        return Judge(profile, sheet, rlimit).verdict()
    except NotModelled as reason:
        return Verdict("undecided", why=f"the rules have {reason}, which is not modelled")
