"""Where two profiles differ: in what they allow, in what they count, and in every field that nothing is computed from.

A subject is something a player would ask about ("melds", "going out"). Its comparisons put the same definitions under both
profiles into one formula and look for the smallest state that one of them allows and the other does not, in both directions, or
for the smallest state of which two figures differ. No witness is a proof that there is none. Which fields stand behind a
comparison is not written down anywhere: a field does if the formula is another one with its other value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from typing import Any, Literal

from .definitions import INTEGERS, Num, Ops, Truth
from .formula import TERMS, Formula, Term, written
from .profile import Book, Profile
from .solver import RLIMIT, Answer, smallest

State = Mapping[str, Num]
"""A value for each unknown of a comparison, by its name."""
Status = Literal["agree", "differ", "unknown"]
Way = Literal["a", "b"] | None
"""The profile that alone allows a state; none for a figure."""

TEXTS = ("name", "title", "sources", "values", "cites", "rules")
"""Parts of a profile that say where its rules stand, and allow nothing."""


# --- what is compared -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Unknown:
    """One figure of a state: a count, a truth value (``flag``: 0 or 1), or the class of a card (one of ``words``)."""

    name: str
    low: int = 0
    high: int | None = None
    flag: bool = False
    words: tuple[str, ...] = ()
    label: str = ""

    @property
    def most(self) -> int | None:
        """The largest value, where there is one."""
        return 1 if self.flag else len(self.words) - 1 if self.words else self.high

    def shown(self, value: int) -> int | bool | str:
        """A value as a report has it."""
        return bool(value) if self.flag else self.words[value] if self.words else value


def anything(o: Ops, p: Profile, s: State) -> Truth:
    """The domain of a comparison whose unknowns need no further condition."""
    return True


@dataclass(frozen=True)
class Comparison:
    """One question to both profiles.

    ``value`` is what a profile allows of a state, or with ``figure`` a number; ``domain`` holds of every state that is asked about,
    under both profiles. The smallest witness has the least sum of the unknowns in ``size``, then the least of each unknown in
    order. ``thing`` names a state to a player, ``phrase`` what a profile allows of it (the unit, for a figure); ``because`` adds
    what the other profile asks for.
    """

    unknowns: tuple[Unknown, ...]
    value: Callable[[Ops, Profile, State], Any]
    thing: Callable[[State], str]
    phrase: str
    figure: bool = False
    size: tuple[str, ...] = ()
    domain: Callable[[Ops, Profile, State], Truth] = anything
    because: Callable[[Profile, State], str] | None = None


Make = Callable[[Profile, Profile], Comparison]
"""A comparison is made for two profiles: which books there are is known only with both at hand."""


@dataclass(frozen=True)
class Subject:
    """What a player would ask about; what they say of it is put as ``comparisons``."""

    name: str
    comparisons: tuple[Make, ...] = ()


# --- what comes out ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Difference:
    """A field with another value in each profile; ``computed`` where some comparison goes by it."""

    field: str
    a: Any
    b: Any
    computed: bool = False


@dataclass(frozen=True)
class Witness:
    """A smallest state that one profile allows and the other does not, or of which they count differently."""

    allowed_by: Way
    state: Mapping[str, int | bool | str]
    text: str
    a: int | bool
    b: int | bool


@dataclass(frozen=True)
class SubjectResult:
    """A subject of which the profiles agree (proved), differ, or of which nothing was found within the budget.

    Where it is not ``complete`` some question about it met its budget: there may be more witnesses, or smaller ones.
    """

    subject: str
    status: Status
    complete: bool = True
    witnesses: tuple[Witness, ...] = ()
    fields: tuple[Difference, ...] = ()


@dataclass(frozen=True)
class Result:
    """The comparison of two profiles; ``besides`` names what differs and allows nothing (titles, sources)."""

    subjects: tuple[SubjectResult, ...]
    besides: tuple[str, ...]

    @property
    def agree(self) -> bool:
        """Whether the profiles agree in everything, as far as there is something to compute."""
        return all(subject.status == "agree" for subject in self.subjects)


# --- fields -----------------------------------------------------------------------------------------------------


def books_by_name(p: Profile) -> dict[str, Book]:
    """The books under the names that their fields are reported by: the kind; ``kind (2)`` where it stands there again."""
    named: dict[str, Book] = {}
    for book in p.books:
        n = sum(other.kind == book.kind for other in named.values())
        named[book.kind if n == 0 else f"{book.kind} ({n + 1})"] = book
    return named


def _flat(p: Profile) -> Iterator[tuple[str, Any]]:
    """Every field of a profile that is a rule, with its value; of the books only their names."""
    for spec in fields(p):
        value = getattr(p, spec.name)
        if spec.name in TEXTS:
            continue
        if is_dataclass(value):
            yield from ((f"{spec.name}.{part.name}", getattr(value, part.name)) for part in fields(value))
        elif spec.name == "books":
            yield "books", tuple(books_by_name(p))
        elif isinstance(value, Mapping):
            yield from ((f"{spec.name}.{key}", value[key]) for key in sorted(value))
        else:
            yield spec.name, value


def differences(a: Profile, b: Profile) -> list[Difference]:
    """Every field, section by section, that has another value in ``b`` than in ``a``."""
    left, right = dict(_flat(a)), dict(_flat(b))
    found: list[Difference] = []
    for key in dict.fromkeys((*left, *right)):
        if key == "books":
            found += _book_differences(a, b)
        elif left.get(key) != right.get(key):
            found.append(Difference(key, left.get(key), right.get(key)))
    return found


def _book_differences(a: Profile, b: Profile) -> Iterator[Difference]:
    """What differs in the books; one that a single profile has is named whole, and then by what is not usual in it."""
    left, right = books_by_name(a), books_by_name(b)
    for name in dict.fromkeys((*left, *right)):
        one, other = left.get(name), right.get(name)
        if one is None or other is None:
            yield Difference(f"books.{name}", _in_words(one), _in_words(other))
        for part in fields(Book):
            values = getattr(one, part.name, part.default), getattr(other, part.name, part.default)
            if values[0] != values[1] and MISSING not in values:
                yield Difference(f"books.{name}.{part.name}", *values)
    if set(left) == set(right) and list(left) != list(right):
        yield Difference("books", tuple(left), tuple(right))


def _in_words(book: Book | None) -> str | None:
    return None if book is None else f"{book.bonus} points, counts as {book.counts_as}"


def with_field(p: Profile, other: Profile, key: str) -> Profile:
    """``p``, but one of the fields of :func:`differences` as ``other`` has it."""
    section, _, name = key.partition(".")
    value = getattr(other, section)
    if key == "books":
        return replace(p, books=tuple(books_by_name(p)[name] for name in books_by_name(other)))
    if section == "books":
        return replace(p, books=_books_with(books_by_name(p), books_by_name(other), name))
    if is_dataclass(value):
        part: Any = getattr(p, section)
        return replace(p, **{section: replace(part, **{name: getattr(value, name)})})
    return p  # a level: no definition can go by it


def otherwise(p: Profile, key: str) -> Profile:
    """``p`` with another value of a list, whatever it says: two different lists may have the same meaning."""
    section, _, name = key.partition(".")
    part: Any = getattr(p, section)
    value = getattr(part, name, None) if is_dataclass(part) else None
    if not isinstance(value, tuple) or not value:
        return p
    if isinstance(value[0], str):
        return replace(p, **{section: replace(part, **{name: ()})})
    if isinstance(value[0], int):
        return replace(p, **{section: replace(part, **{name: tuple(number + 1 for number in value)})})
    return p


def _books_with(mine: dict[str, Book], theirs: dict[str, Book], name: str) -> tuple[Book, ...]:
    if name in mine:
        return tuple(book for kind, book in mine.items() if kind != name)
    if name in theirs:
        return (*mine.values(), theirs[name])
    kind, _, part = name.rpartition(".")
    if kind not in mine:
        return tuple(mine.values())
    usual: Any = next(spec.default for spec in fields(Book) if spec.name == part)
    changes: dict[str, Any] = {part: getattr(theirs.get(kind), part, usual)}
    changed = replace(mine[kind], **changes)
    return tuple((mine | {kind: changed}).values())


# --- looking for witnesses --------------------------------------------------------------------------------------


@dataclass
class _Outcome:
    """What one comparison found, and the fields that it goes by."""

    complete: bool = True
    witnesses: list[Witness] = field(default_factory=list)
    computed: set[str] = field(default_factory=set)


def _compared(make: Make, a: Profile, b: Profile, names: tuple[str, str], keys: Sequence[str], rlimit: int) -> _Outcome:
    outcome, comparison = _Outcome(), make(a, b)
    text = _text(make, a, b)
    for key in keys:
        variants = ((with_field(a, b, key), b), (a, with_field(b, a, key)), (otherwise(a, key), b))
        if any(text != _text(make, *pair) for pair in variants):
            outcome.computed.add(key)
    ways: tuple[Way, ...] = (None,) if comparison.figure else ("a", "b")
    for way in ways:
        answer = _answer(comparison, (a, b), way, rlimit)
        if answer.status == "sat":
            outcome.witnesses.append(_witness(comparison, (a, b), names, answer, way))
        elif answer.status == "unknown":
            outcome.complete = False
    return outcome


def _text(make: Make, a: Profile, b: Profile) -> tuple[str, str]:
    """What the two profiles say of an unknown state, as formulas."""
    comparison = make(a, b)
    s = {u.name: Term(u.name) for u in comparison.unknowns}
    return written(comparison.value(TERMS, a, s)), written(comparison.value(TERMS, b, s))


def _answer(c: Comparison, pair: tuple[Profile, Profile], way: Way, rlimit: int) -> Answer:
    """The smallest state that ``way`` alone allows; with no way the smallest of which the two figures differ."""
    formula = Formula()
    s = {u.name: formula.integer(u.name, u.low, u.most) for u in c.unknowns}
    values = [c.value(TERMS, p, s) for p in pair]
    if written(values[0]) == written(values[1]):  # one and the same formula: there is nothing to ask
        return Answer("unsat")
    one, other = values if way != "b" else values[::-1]
    formula.claim(*(c.domain(TERMS, p, s) for p in pair))
    formula.claim(TERMS.Not(one == other) if way is None else TERMS.And(one, TERMS.Not(other)))
    return smallest(formula, [TERMS.Sum(*(s[name] for name in c.size)), *s.values()], rlimit)


def _witness(c: Comparison, pair: tuple[Profile, Profile], names: tuple[str, str], answer: Answer, way: Way) -> Witness:
    """The answer as a player says it, with what the definitions make of it on integers."""
    s = {u.name: answer[u.name] for u in c.unknowns}
    a, b = (c.value(INTEGERS, p, s) for p in pair)
    if c.figure:
        text = f"{c.thing(s)} {a}{c.phrase} in {names[0]}, {b} in {names[1]}"
    else:
        yes, no = (0, 1) if way == "a" else (1, 0)
        reason = c.because(pair[no], s) if c.because else ""
        text = f"{c.thing(s)}: {c.phrase} in {names[yes]}, not in {names[no]}{reason}"
    state = {u.label or u.name: u.shown(s[u.name]) for u in c.unknowns}
    return Witness(way, state, text, a, b)


def compare(
    a: Profile,
    b: Profile,
    names: tuple[str, str],
    subjects: Sequence[Subject],
    home: Callable[[str], str],
    rlimit: int = RLIMIT,
) -> Result:
    """Compares two profiles subject by subject.

    ``names`` tell them apart in the witnesses; ``home`` gives the subject of a field; ``rlimit`` is the budget of one question
    to the solver. :raises ImportError: there is no solver, and it was needed.
    """
    differing = differences(a, b)
    keys = [difference.field for difference in differing]
    outcomes = {s.name: [_compared(make, a, b, names, keys, rlimit) for make in s.comparisons] for s in subjects}
    computed = {key for found in outcomes.values() for outcome in found for key in outcome.computed}
    differing = [replace(difference, computed=difference.field in computed) for difference in differing]
    results = [_result(name, found, differing, home) for name, found in outcomes.items()]
    besides = tuple(name for name in TEXTS if getattr(a, name) != getattr(b, name))
    return Result(tuple(results), besides)


def _result(
    name: str, outcomes: Sequence[_Outcome], differing: Sequence[Difference], home: Callable[[str], str]
) -> SubjectResult:
    """One subject: its own fields, and those that stand behind a witness though they belong elsewhere."""
    behind = {key for outcome in outcomes if outcome.witnesses for key in outcome.computed}
    mine = tuple(d for d in differing if home(d.field) == name or d.field in behind)
    witnesses = tuple(witness for outcome in outcomes for witness in outcome.witnesses)
    complete = all(outcome.complete for outcome in outcomes)
    status: Status = "agree" if complete else "unknown"
    if witnesses or any(not d.computed and home(d.field) == name for d in mine):
        status = "differ"
    return SubjectResult(name, status, complete, witnesses, mine)
