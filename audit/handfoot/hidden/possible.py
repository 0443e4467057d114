"""Whether any deal of the cards, and any order of the stock, makes a half-seen deal possible; and the facts that clash if none does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from handfoot_spec.solver import Question

from .closed import first_clash
from .encoding import Encoding, Fact
from .happenings import At, Happening, Record

RLIMIT = 2_000_000
"""The solver's budget for a deal, in its own units of work."""


@dataclass(frozen=True)
class Answer:
    """``possible`` is None where the budget was not enough. ``facts`` clash, and any of them left out the others do not; ``at`` is
    where the record became impossible. ``tried`` says what was asked, in order."""

    possible: bool | None
    at: At | None = None
    facts: tuple[Fact, ...] = ()
    tried: tuple[str, ...] = ()


def judge(record: Record, rlimit: int = RLIMIT) -> Answer:
    """Whether a record is possible (P0-6), and if not, since when and why.

    Counting decides where every card is of one kind; else the solver is asked. Beyond the budget the cards are counted by rank alone: what is impossible then is so at any rate.
    """
    if record.counted:
        clash = first_clash(record)
        return Answer(True) if clash is None else Answer(False, clash.at, clash.facts)
    tried = ["each kind of card"]
    possible = _possible(Encoding(record, labelled=False), rlimit)
    by_rank = None
    if possible is None and record.suits_seen:
        tried.append("each rank")
        by_rank = True
        if _possible(Encoding(record, by_rank=True, labelled=False), rlimit) is not False:
            return Answer(None, tried=tuple(tried))
        possible = False
    if possible is not False:
        return Answer(possible, tried=tuple(tried))
    part = _first_impossible(record, rlimit, by_rank)
    facts = smallest_conflict(Encoding(record, part, by_rank=by_rank), rlimit)
    return Answer(False, part[-1].at, facts, tuple(tried))


def why(record: Record, rlimit: int = RLIMIT) -> tuple[Fact, ...]:
    """The facts that clash in a record that the replay has found impossible at its end; none where they were not found."""
    if record.counted:
        clash = first_clash(record)
        return () if clash is None else clash.facts
    return smallest_conflict(Encoding(record), rlimit)


def _possible(encoding: Encoding, rlimit: int) -> bool | None:
    question = Question(encoding.text, rlimit)
    status = question.ask(model=False).status
    return None if status == "unknown" else status == "sat"


def _first_impossible(record: Record, rlimit: int, by_rank: bool | None) -> Sequence[Happening]:
    """The happenings up to the first after which the record is impossible; a budget that does not suffice counts as possible."""
    happenings = record.happenings
    low, high = 0, len(happenings)  # possible after ``low`` of them, impossible after ``high``
    while high - low > 1:
        middle = (low + high) // 2
        if _possible(Encoding(record, happenings[:middle], by_rank=by_rank, labelled=False), rlimit) is False:
            high = middle
        else:
            low = middle
    return happenings[:high]


def smallest_conflict(encoding: Encoding, rlimit: int = RLIMIT) -> tuple[Fact, ...]:
    """Facts of an impossible record that clash, none of which can be left out; none where the budget does not suffice."""
    question = Question(encoding.text, rlimit)
    answer = question.ask(list(encoding.facts), model=False)
    if answer.status != "unsat":
        return ()
    core = sorted(answer.core, key=lambda label: int(label[1:]))
    for label in list(core):
        rest = [other for other in core if other != label]
        if question.ask(rest, model=False).status == "unsat":
            core = rest
    return tuple(encoding.told(label) for label in core)
