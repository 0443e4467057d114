"""``handfoot prove``: what a profile's rules always leave true, what they let happen, and what they do not promise.

Every move is taken from any state that the lemmas themselves describe, so what is proved holds after any number of moves: it is an
induction, whose beginning is the deal. The moves and rules are those of :mod:`..moves` and :mod:`..definitions`, put through a
solver instead of integers.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from ..formula import Formula
from ..profile import Profile
from ..solver import RLIMIT, Question
from ..support import not_honoured
from . import cards, melds, promises, scores, turns
from .lemma import Lemma, Outcome, Result, Status, show, smt_lib

__all__ = ["LEMMAS", "Bound", "Lemma", "Outcome", "Proof", "Result", "bounds", "prove", "questions"]

LEMMAS: tuple[Lemma, ...] = (*cards.LEMMAS, *melds.LEMMAS, *turns.LEMMAS, *scores.LEMMAS, *promises.LEMMAS)
"""All lemmas, in the order in which they are told."""


@dataclass(frozen=True)
class Bound:
    """The least or the most that a side's total of one deal can be (points), and the parts of the end of a deal that reaches it.

    No end of a deal that keeps the deck and the melds goes beyond it; whether play can lead to that very end is not said.
    """

    which: str
    status: Status
    points: int | None
    parts: dict[str, int]
    work: int
    seconds: float


@dataclass(frozen=True)
class Proof:
    """What was shown of a profile."""

    profile: Profile
    results: tuple[Result, ...]
    bounds: tuple[Bound, ...]
    unclaimed: tuple[Lemma, ...]
    beyond: tuple[str, ...]
    """Settings of the profile of which the lemmas do not speak."""

    @property
    def refuted(self) -> bool:
        """Whether something that the profile claims does not hold, or can never happen."""
        return any(r.status in ("refuted", "never") for r in self.results if r.lemma.kind != "not promised")

    @property
    def unknown(self) -> bool:
        """Whether the solver's limit left something open."""
        return any(r.status == "unknown" for r in self.results) or any(b.status == "unknown" for b in self.bounds)


def prove(profile: Profile, rlimit: int = RLIMIT, names: tuple[str, ...] = ()) -> Proof:
    """Puts every lemma that a profile claims to the solver, or those in ``names``; ``rlimit`` is the budget of each question."""
    asked = [lemma for lemma in LEMMAS if not names or lemma.name in names]
    claimed = [lemma for lemma in asked if lemma.claimed(profile)]
    results = tuple(
        Result(lemma, tuple(show(lemma, case, rlimit) for case in lemma.cases(profile))) for lemma in claimed
    )
    found = tuple(bounds(profile, rlimit)) if not names or "bounds" in names else ()
    return Proof(profile, results, found, tuple(x for x in asked if x not in claimed), _beyond(profile))


_SPOKEN_OF = {
    "melds.runs": (False,),
    "melds.extend_books": ("never",),
    "books.extend": (None, "never"),
    "books.ranks": ((),),
}
"""The values that the lemmas speak of, where an audit goes by others too: of how runs are begun and how books grow they do not."""


def _beyond(profile: Profile) -> tuple[str, ...]:
    return (*not_honoured(profile), *not_honoured(profile, _SPOKEN_OF))


def questions(profile: Profile) -> Iterator[tuple[str, str]]:
    """Every question that :func:`prove` asks of the lemmas claimed, as a name and SMT-LIB text for another solver."""
    for lemma in LEMMAS:
        if lemma.claimed(profile):
            for number, case in enumerate(lemma.cases(profile), 1):
                yield f"{lemma.name}-{number}", smt_lib(lemma, case)


def bounds(profile: Profile, rlimit: int = RLIMIT) -> Iterator[Bound]:
    """The least and the most that a side's total of one deal can be."""
    for which, sign in (("least", 1), ("most", -1)):
        begun = time.perf_counter()
        f = Formula()
        total, parts = scores.total_of(f, profile)
        f.named("distance", sign * total)
        answer = Question(f.text, rlimit).least("distance", -_FAR)
        seconds = time.perf_counter() - begun
        if answer.status != "sat":
            yield Bound(which, "unknown", None, {}, answer.work, seconds)
            continue
        yield Bound(
            which, "proved", answer[total], {name: answer[part] for name, part in parts.items()}, answer.work, seconds
        )


_FAR = 10**9
"""Points beyond which no total lies, whatever a profile's figures are."""
