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

from handfoot_spec.formula import Term, written
from handfoot_spec.profile import Profile
from handfoot_spec.solver import Question, Status

from .construct import construct
from .ends import Sheet, SideEnd, Witness, proved
from .model import Ending, NotModelled, SideTerms, ending_of, plan_of
from .witness import lay_out

RLIMIT = 15_000_000
"""The budget of one question, in the solver's own units of work (nearly two seconds; hardly any question takes a tenth of it)."""

FIGURES = ("bonus", "cards", "reds", "left", "out", "total")
"""The keys of a score line that are figures, beside the kinds of books."""
ASSUMED = ("cards", "left", "total")
"""Figures in which the values of single cards are."""


Label = tuple[int, str]
"""A figure of the sheet: the side's place in the sheet, and the key."""


@dataclass(frozen=True)
class Verdict:
    """``possible`` with an end of the deal that has these figures, ``impossible`` with those that clash, or ``undecided`` and why."""

    status: Literal["possible", "impossible", "undecided"]
    conflict: tuple[Label, ...] = ()
    witness: Witness | None = None
    why: str = ""


_BEYOND = Verdict("undecided", why="the solver's limit was reached")


@dataclass(frozen=True)
class Span:
    """From the least to the most that a figure can be, both of them figures that an end of a deal has; whether each is certainly so."""

    low: int
    high: int
    is_least: bool = True
    is_most: bool = True


class Judge:
    """One deal of a sheet, about which several questions may be asked. :raises NotModelled: the rules are not in the formula."""

    def __init__(self, profile: Profile, sheet: Sequence[Sheet], rlimit: int | None = None) -> None:
        plan_of(profile)
        self.profile, self.sheet, self.rlimit = profile, tuple(sheet), rlimit or RLIMIT
        known = {*FIGURES, *profile.books_by_kind, "cut"}
        if profile.score.assumed:  # what rests on values that nobody wrote down accuses nobody
            known -= set(ASSUMED)
        self.labels: tuple[Label, ...] = tuple(
            (index, key) for index, side in enumerate(sheet) for key in side.figures if key in known
        )

    def _ending(self, labels: Sequence[Label], by_rank: bool = False) -> tuple[Ending, dict[int, SideTerms]]:
        """The formula of the end of the deal, without figures: ranks of the same worth as one class, or each rank apart.

        A side of which nothing is said may have nothing, so it is left out.
        """
        said = sorted({index for index, _ in labels})
        ending = ending_of(self.profile, tuple(self.sheet[index].players for index in said), by_rank)
        return ending, dict(zip(said, ending.sides, strict=True))

    def _solved(
        self, labels: Sequence[Label], by_rank: bool, beyond: tuple[Label, int, int] | None = None
    ) -> Witness | Status:
        """What the solver says whether these figures can be together, with an end that has them where that can be laid out.

        ``beyond`` asks besides that a figure times a sign be at least so many points.
        """
        ending, sides = self._ending(labels if beyond is None else [*labels, beyond[0]], by_rank)
        formula = ending.formula.copy()
        formula.claim(*[self._claim(sides[index], index, key) for index, key in labels])
        if beyond is not None:
            (index, key), sign, least = beyond
            formula.claim(sides[index].figures[key] * sign >= least)
        # a solver that was asked before would be slower than a new one
        answer = Question(formula.text, self.rlimit).ask()
        laid = lay_out(ending, answer) if answer.status == "sat" else None
        if laid is None:
            return answer.status
        nothing = SideEnd((), ()), dict.fromkeys((*FIGURES, *self.profile.books_by_kind), 0)
        by_side = dict(zip(sides, laid, strict=True))
        ends = [by_side.get(index, nothing) for index in range(len(self.sheet))]
        players = [side.players for side in self.sheet]
        witness = proved(self.profile, players, [end for end, _ in ends], [figures for _, figures in ends])
        return witness if witness is not None and self._shows(witness, labels) else "sat"

    def _claim(self, side: SideTerms, index: int, key: str) -> Term:
        """What a figure says; one that is written in several ways says that one of them is meant."""
        value = self.sheet[index].figures[key]
        same = [
            written(figure == value) for figure in self._meant(index, key, side.figures, side.extras, side.unfinished)
        ]
        return Term(same[0] if len(same) == 1 else f"(or {' '.join(same)})")

    def _meant(self, index: int, key: str, figures: Mapping[str, Any], extras: Any, unfinished: Any) -> list[Any]:
        """What a figure of a side may stand for, in terms or in points."""
        figure, net = figures[key], self.sheet[index].net
        if key == "cards" and net:
            return [figure, figure + figures["left"]]
        if key == "left" and net:
            return [figure, 0]
        if key == "bonus" and has_more(self.profile):
            return [figure, figure + extras, figure + unfinished, figure + extras + unfinished]
        return [figure]

    def by_hand(self, labels: Sequence[Label]) -> Witness | None:
        """An end of a deal with these figures that is found without the solver; None says nothing."""
        sheet = [
            Sheet(side.players, {key: value for key, value in side.figures.items() if (index, key) in labels}, side.net)
            for index, side in enumerate(self.sheet)
        ]
        witness = construct(self.profile, sheet)
        return witness if witness is not None and self._shows(witness, labels) else None

    def _shows(self, witness: Witness, labels: Sequence[Label]) -> bool:
        """Whether an end of a deal has these figures."""
        for index, key in labels:
            score = witness.scores[index]
            meant = self._meant(index, key, witness.figures[index], score.extras[0], score.unfinished[0])
            if self.sheet[index].figures[key] not in meant:
                return False
        return True

    def verdict(self) -> Verdict:
        """Possible, impossible or undecided. :raises ImportError: it takes the solver, and there is none."""
        found = self.decide(self.labels)
        return Verdict("impossible", self._smallest()) if found.status == "impossible" else found

    def decide(self, labels: Sequence[Label]) -> Verdict:
        """The same of some of the figures; a clash is not made smaller."""
        witness = self.by_hand(labels)
        found = self._by_classes_or_ranks(labels) if witness is None else witness
        if isinstance(found, Witness):
            return Verdict("possible", witness=found)
        return Verdict("impossible", tuple(labels)) if found == "unsat" else _BEYOND

    def _by_classes_or_ranks(
        self, labels: Sequence[Label], beyond: tuple[Label, int, int] | None = None
    ) -> Witness | Status:
        """What the solver says, each rank apart only where classes can be laid that may not go onto the ranks."""
        found = self._solved(labels, False, beyond)
        return self._solved(labels, True, beyond) if found == "sat" else found

    def _smallest(self) -> tuple[Label, ...]:
        """The figures that clash, none of which can be spared; totals are spared first, then later sides, so that it is always the same."""
        order = sorted(self.labels, key=lambda label: (label[1] != "total", label[1] not in ASSUMED, -label[0]))
        needed: set[Label] = set()

        def spare(some: Sequence[Label], after: Sequence[Label]) -> None:
            """Spares of ``some`` what can be spared, in order, beside what is needed and what comes ``after``."""
            rest = [label for label in self.labels if label in needed or label in after]
            if self.decide(rest).status == "impossible":
                return
            if len(some) == 1:
                needed.update(some)
                return
            half = len(some) // 2
            spare(some[:half], [*some[half:], *after])
            spare(some[half:], after)

        spare(order, [])
        return tuple(label for label in self.labels if label in needed)

    def beside(self, index: int, figures: Mapping[str, int]) -> Judge:
        """The same deal with more figures of a side."""
        side = self.sheet[index]
        more = Sheet(side.players, {**side.figures, **figures}, side.net)
        return Judge(self.profile, (*self.sheet[:index], more, *self.sheet[index + 1 :]), self.rlimit)

    def span(self, index: int, key: str, among: Sequence[Label] | None = None) -> Span | None:
        """The least and the most that a figure can be, together with all that is written beside, or with those ``among``; None where
        not even one value is known. :raises ImportError: there is no solver."""
        label = index, key
        labels = [other for other in (self.labels if among is None else among) if other != label]
        witness = self.decide(labels).witness
        if witness is None:
            return None
        begin = int(witness.figures[index][key])
        (low, least), (high, most) = (self._furthest(label, labels, sign, begin) for sign in (-1, 1))
        return Span(low, high, least, most)

    def bound(self, index: int, key: str, among: Sequence[Label]) -> tuple[str, int] | None:
        """What a figure that clashes with those ``among`` is beside them, ``at least`` or ``at most``; None where it is either, or
        where that takes more than a tenth of the solver's limit to find."""
        label, value = (index, key), self.sheet[index].figures[key]
        labels = [other for other in among if other != label]
        quick = Judge(self.profile, self.sheet, max(1, self.rlimit // 10))
        found = {sign: quick._solved(labels, False, (label, sign, sign * value)) for sign in (1, -1)}
        for sign, word in ((1, "at least"), (-1, "at most")):
            beyond = found[sign]
            if isinstance(beyond, Witness) and found[-sign] == "unsat":
                end, is_certain = quick._furthest(label, labels, -sign, int(beyond.figures[index][key]), value)
                return (word, end) if is_certain else None
        return None

    def _furthest(
        self, label: Label, labels: Sequence[Label], sign: int, value: int, cap: int | None = None
    ) -> tuple[int, bool]:
        """How far a figure can go in one direction from a value that it can be, and whether that is certainly all; it cannot be ``cap``
        nor go beyond that, where this is known."""
        index, key = label
        step = max(1, plan_of(self.profile).steps.get(key, 1))
        stride = 64 * step
        while cap is None and stride >= step:  # as far as ends are found by hand
            further = value + sign * stride
            if self.beside(index, {key: further}).by_hand([*labels, label]) is not None:
                value = further
            else:
                stride //= 4
        low, stride, is_certain = sign * value, 16 * step, True
        high = None if cap is None else sign * cap
        while high is None or high - low > step:
            asked = low + stride if high is None else low + step * max(1, (high - low) // (2 * step))
            found = self._by_classes_or_ranks(labels, (label, sign, asked))
            if isinstance(found, Witness):
                low, stride = sign * int(found.figures[index][key]), 4 * stride
            else:
                high, is_certain = asked, is_certain and found == "unsat"
        return sign * low, is_certain


def has_more(profile: Profile) -> bool:
    """Whether a side's bonus may hold more than books: what some write with them."""
    return bool(
        profile.opening.first_bonus
        or profile.score.black_three_last
        or any(book.unfinished_penalty for book in profile.books)
    )


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
