"""The edge of a definition: the smallest states that one card, one point or one truth value more makes legal or illegal.

For each argument of a definition the solver looks for the smallest state that one more of it makes legal, the smallest that it
makes illegal, or the smallest whose points it changes. Where there is none it says whether the rule can be broken at all.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from .definitions import INTEGERS, RUN_RANKS, Num
from .formula import TERMS, Formula, Term, written
from .profile import Profile
from .solver import RLIMIT, Answer, ask, smallest

Definition = Callable[..., Any]
Status = Literal["edges", "always", "never", "constant", "unknown"]

_CLASSES = ("is_red_three", "is_black_three", "is_two", "is_joker", "is_three_of_a_colour")
"""Classes of card of which a card has one at most."""


@dataclass(frozen=True)
class Argument:
    """An argument of a definition, or one entry of an argument that is several: its unknown, and its name to a reader."""

    unknown: str
    name: str
    truth: bool = False
    of_counts: bool = False

    def said(self, value: int) -> str:
        """``naturals 2``; ``asked: yes``."""
        return f"{self.name}: {'yes' if value else 'no'}" if self.truth else f"{self.name} {value}"


@dataclass(frozen=True)
class Moment:
    """A state by the names of the arguments, and what the definition says of it: legal or not, or a number of points."""

    state: Mapping[str, int]
    said: str
    value: int | bool


@dataclass(frozen=True)
class Edge:
    """Two states that differ by one unit of ``argument``, and of which the definition says different things."""

    argument: str
    below: Moment
    above: Moment


@dataclass(frozen=True)
class Edges:
    """All the edges of a definition, or why it has none.

    ``always`` and ``never`` are proofs: no state breaks the rule, or none meets it. ``unknown``: the solver's budget was spent.
    """

    definition: str
    meaning: str
    status: Status
    edges: tuple[Edge, ...] = ()


def arguments(definition: Definition, p: Profile) -> tuple[Argument, ...]:
    """The arguments after ``o`` and ``p``: ``counts`` is one for each kind of book, ``*places`` are two."""
    found: list[Argument] = []
    for name, parameter in list(inspect.signature(definition).parameters.items())[2:]:
        if name == "counts":
            kinds = dict.fromkeys((*p.out.books, *(book.kind for book in p.books)))
            found += [Argument(f"counts_{i}", kind, of_counts=True) for i, kind in enumerate(kinds)]
        elif parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            found += [Argument(f"{name}_{i}", f"{name}[{i}]") for i in range(2)]
        else:
            truth = name.startswith(("is_", "has_"))
            words = (name.partition("_")[2] if truth else name).replace("_", " ")
            found.append(Argument(name, words, truth))
    return tuple(found)


def evaluated(definition: Definition, o: Any, p: Profile, values: Mapping[str, Num]) -> Any:
    """What a definition says under ``p``, given a value for each of :func:`arguments` by its ``unknown``."""
    given = arguments(definition, p)
    kinds = {a.name: values[a.unknown] for a in given if a.of_counts}
    others = [values[a.unknown] == 1 if a.truth else values[a.unknown] for a in given if not a.of_counts]
    takes_counts = "counts" in inspect.signature(definition).parameters
    return definition(o, p, *([kinds] if takes_counts else []), *others)


def edges(definition: Definition, p: Profile, rlimit: int = RLIMIT) -> Edges:
    """The edges of a definition under a profile: for each argument one each way, as far as there are any."""
    meaning = (definition.__doc__ or "").split("\n")[0]
    given = arguments(definition, p)
    is_rule = isinstance(_moment(definition, p, given, dict.fromkeys((a.unknown for a in given), 0)).value, bool)
    found: list[Edge] = []
    unknown = False
    for argument in given:
        for rising in (True, False) if is_rule else (None,):
            answer = _edge(definition, p, given, argument, rising, rlimit)
            unknown = unknown or answer.status == "unknown"
            if answer.status == "sat":
                below = {a.unknown: answer[a.unknown] for a in given}
                above = below | {argument.unknown: below[argument.unknown] + 1}
                found.append(Edge(argument.name, *(_moment(definition, p, given, values) for values in (below, above))))
    status: Status = "edges" if found else "unknown" if unknown else _constant(definition, p, given, is_rule, rlimit)
    return Edges(definition.__name__, meaning, status, tuple(sorted(found, key=_size)))


def _size(edge: Edge) -> int:
    return sum(edge.above.state.values())


def _states(f: Formula, p: Profile, given: Sequence[Argument]) -> dict[str, Term]:
    """A term for each argument, between the bounds that every state keeps to."""
    terms = {a.unknown: f.integer(a.unknown, 0, 1 if a.truth else None) for a in given}
    _keep(f, p, terms)
    return terms


def _keep(f: Formula, p: Profile, terms: Mapping[str, Num]) -> None:
    """One class for a card, a minimum that the profile has, ranks that a run can have; nobody plays with a Foot that was not entered."""
    classes = [terms[name] for name in _CLASSES if name in terms]
    if classes:
        f.claim(TERMS.Sum(*classes) <= 1)
    if "has_acted" in terms and "has_entered" in terms:
        f.claim(terms["has_acted"] <= terms["has_entered"])
    if "span" in terms:
        different = terms["naturals"] - terms["doubles"]
        f.claim(different >= 0, different <= terms["span"], terms["span"] <= RUN_RANKS)
    if "minimum" in terms:
        f.claim(TERMS.Or(*[terms["minimum"] == minimum for minimum in sorted(set(p.opening.minima))]))


def _edge(
    definition: Definition, p: Profile, given: Sequence[Argument], argument: Argument, rising: bool | None, rlimit: int
) -> Answer:
    """The smallest state that one more of ``argument`` makes legal (``rising``) or illegal, or gives other points."""
    f = Formula()
    below = _states(f, p, given)
    above = below | {argument.unknown: below[argument.unknown] + 1}
    if argument.truth:
        f.claim(below[argument.unknown] == 0)
    _keep(f, p, above)
    one, other = (evaluated(definition, TERMS, p, values) for values in (below, above))
    if written(one) == written(other):
        return Answer("unsat")
    if rising is None:
        f.claim(TERMS.Not(one == other))
    else:
        f.claim(TERMS.And(TERMS.Not(one), other) if rising else TERMS.And(one, TERMS.Not(other)))
    return smallest(f, [TERMS.Sum(*below.values()), *below.values()], rlimit)


def _constant(definition: Definition, p: Profile, given: Sequence[Argument], is_rule: bool, rlimit: int) -> Status:
    """What a definition without an edge says of every state, as proved."""
    if not is_rule:
        return "constant"
    answers = []
    for broken in (True, False):
        f = Formula()
        says = evaluated(definition, TERMS, p, _states(f, p, given))
        f.claim(TERMS.Not(says) if broken else says)
        answers.append(ask(f, rlimit).status)
    if "unknown" in answers:
        return "unknown"
    return "always" if answers[0] == "unsat" else "never" if answers[1] == "unsat" else "unknown"


def _moment(definition: Definition, p: Profile, given: Sequence[Argument], values: Mapping[str, int]) -> Moment:
    value = evaluated(definition, INTEGERS, p, values)
    return Moment(
        {a.unknown: values[a.unknown] for a in given},
        ", ".join(a.said(values[a.unknown]) for a in given),
        value,
    )


def told(moment: Moment, definition: str) -> str:
    """A state and what is said of it: ``naturals 1, wilds 1: breaks it``; ``exposed 1, hidden 0: 100 points``."""
    if not isinstance(moment.value, bool):
        return f"{moment.said}: {moment.value} point{'s' * (moment.value != 1)}"
    if definition.startswith("is_"):  # a question that a rule asks, and no rule by itself
        return f"{moment.said}: {'yes' if moment.value else 'no'}"
    return f"{moment.said}: {'legal' if moment.value else 'breaks it'}"


def lines(found: Edges, profile: str) -> Iterator[str]:
    """The edges of a definition in words, smallest first: the legal state, then the one that breaks the rule."""
    if found.status == "edges":
        for edge in found.edges:
            pair = (edge.above, edge.below) if edge.above.value is True else (edge.below, edge.above)
            yield "; ".join(told(moment, found.definition) for moment in pair)
    elif found.status == "always":
        yield f"nothing can break it under {profile}: it holds of every state (proved)"
    elif found.status == "never":
        yield f"nothing can meet it under {profile}: every state breaks it (proved)"
    elif found.status == "constant":
        yield f"it gives the same points for every state under {profile} (proved)"
    else:
        yield "the solver's budget was too small to find its edge"
