"""The edge of a definition: two states one unit apart, the smallest there are, or a proof that there are none."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest

from handfoot_spec import definitions as d
from handfoot_spec.edges import Edges, arguments, edges, evaluated, lines
from handfoot_spec.profile import Profile
from handfoot_spec.profile_files import load
from handfoot_spec.registry import RULES

pytest.importorskip("z3")

CLASSIC = load("classic")
O = d.INTEGERS  # noqa: E741
DEFINITIONS = list(dict.fromkeys(rule.definition for rules in RULES.values() for rule in rules))


def told(definition: Any, p: Profile = CLASSIC) -> list[str]:
    return list(lines(edges(definition, p), p.name))


@pytest.mark.parametrize("definition", DEFINITIONS, ids=lambda f: f.__name__)
def test_the_two_states_of_an_edge_are_one_unit_apart_and_the_definition_tells_them_apart(definition: Any) -> None:
    found = edges(definition, CLASSIC)
    assert found.status in ("edges", "always", "never", "constant")
    for edge in found.edges:
        below, above = edge.below.state, edge.above.state
        assert sum(above[name] - below[name] for name in below) == 1
        assert sum(above[name] != below[name] for name in below) == 1
        for moment in (edge.below, edge.above):
            assert evaluated(definition, O, CLASSIC, moment.state) == moment.value
        assert edge.below.value != edge.above.value
    if found.status == "constant":
        assert len(set(everything(definition, CLASSIC))) == 1
    elif not found.edges:
        assert found.status == ("always" if all(everything(definition, CLASSIC)) else "never")


def everything(definition: Any, p: Profile) -> list[Any]:
    """What a definition says of every state with small counts."""
    given = arguments(definition, p)
    ranges = [range(2) if a.truth else range(5) for a in given]
    return [
        evaluated(definition, O, p, dict(zip((a.unknown for a in given), values, strict=True)))
        for values in itertools.product(*ranges)
    ]


@pytest.mark.parametrize(
    "definition", [d.wild_ratio, d.composed, d.large_enough, d.within_cap, d.turn_closed, d.replaced, d.pair_shown, d.take_possible],
    ids=lambda f: f.__name__,
)  # fmt: skip
def test_no_smaller_state_is_at_an_edge(definition: Any) -> None:
    given = [a.unknown for a in arguments(definition, CLASSIC)]
    truths = [a.truth for a in arguments(definition, CLASSIC)]
    states = [
        dict(zip(given, values, strict=True))
        for values in itertools.product(*(range(2) if truth else range(10) for truth in truths))
    ]
    expected = set()
    for name, truth in zip(given, truths, strict=True):
        for rising in (True, False):
            at_edge = [
                s for s in states
                if not (truth and s[name])
                and evaluated(definition, O, CLASSIC, s) != rising
                and evaluated(definition, O, CLASSIC, s | {name: s[name] + 1}) == rising
            ]  # fmt: skip
            if at_edge:
                least = min(at_edge, key=lambda s: (sum(s.values()), *s.values()))
                expected.add((tuple(least.values()), tuple((least | {name: least[name] + 1}).values())))
    found = {(tuple(e.below.state.values()), tuple(e.above.state.values())) for e in edges(definition, CLASSIC).edges}
    assert found == expected


def test_p0_15_two_naturals_for_a_wild() -> None:
    assert "naturals 2, wilds 1: legal; naturals 1, wilds 1: breaks it" in told(d.wild_ratio)


def test_p0_25_a_minimum_is_one_of_the_profile() -> None:
    assert told(d.opening_met) == ["points 50, minimum 50: legal; points 49, minimum 50: breaks it"]


def test_p0_30_a_card_is_of_one_class() -> None:
    assert told(d.top_free) == [
        "red three: no, black three: no, two: no, joker: no: legal; red three: yes, black three: no, two: no, joker: no: breaks it",
        "red three: no, black three: no, two: no, joker: no: legal; red three: no, black three: yes, two: no, joker: no: breaks it",
    ]


def test_p0_40_one_book_too_few_of_each_kind() -> None:
    assert set(told(d.books_suffice)) == {
        f"clean 2, dirty 2, wild 1: legal; {short}: breaks it"
        for short in ("clean 1, dirty 2, wild 1", "clean 2, dirty 1, wild 1", "clean 2, dirty 2, wild 0")
    }


def test_p0_47_points_are_shown_where_they_begin() -> None:
    laid = replace(CLASSIC, threes=replace(CLASSIC.threes, red_counts_for="laid"))
    assert (
        "exposed 0, hidden 0, in foot 0, laid: no: 0 points; exposed 1, hidden 0, in foot 0, laid: no: -100 points"
        in told(d.red_three_points, laid)
    )
    assert told(d.out_points) == ["gone out legally: no: 0 points; gone out legally: yes: 100 points"]


def test_p0_43_a_rule_that_nothing_can_break_is_proved_so() -> None:
    assert edges(d.final_discard_right, CLASSIC).status == "always"
    assert "nothing can break it under classic" in told(d.final_discard_right)[0]
    required = replace(CLASSIC, out=replace(CLASSIC.out, final_discard="required"))
    assert told(d.final_discard_right, required)[0] == "discards 1: legal; discards 0: breaks it"


def test_a_rule_that_nothing_can_meet_is_proved_so() -> None:
    def never(o: Any, p: Profile, cards: Any) -> Any:
        """Nothing meets it."""
        return o.And(cards >= 3, cards <= 2)

    assert edges(never, CLASSIC).status == "never"
    assert "nothing can meet it" in told(never)[0]


def test_no_card_is_of_two_classes_and_nobody_plays_from_a_foot_not_entered() -> None:
    def both(o: Any, p: Profile, is_two: Any, is_joker: Any) -> Any:
        """A two and a joker at once."""
        return o.And(is_two, is_joker)

    def acted_only(o: Any, p: Profile, has_entered: Any, has_acted: Any) -> Any:
        """Played from a Foot that was not entered."""
        return o.And(has_acted, o.Not(has_entered))

    assert edges(both, CLASSIC).status == "never" and edges(acted_only, CLASSIC).status == "never"


def test_a_profile_without_books_has_no_edge_of_books() -> None:
    none = replace(CLASSIC, books=(), out=replace(CLASSIC.out, books={}))
    assert edges(d.books_suffice, none).status == "always"
    assert edges(d.book_points, none).status == "constant"


def test_the_same_points_for_every_state_are_proved_so() -> None:
    nothing = replace(CLASSIC, out=replace(CLASSIC.out, bonus=0))
    assert edges(d.out_points, nothing).status == "constant"
    assert "same points" in told(d.out_points, nothing)[0]


def test_a_budget_too_small_is_said() -> None:
    found = edges(d.wild_ratio, CLASSIC, rlimit=1)
    assert found == Edges("wild_ratio", found.meaning, "unknown")
    assert list(lines(found, "classic")) == ["the solver's budget was too small to find its edge"]
