"""Every rule is one definition that integers and Z3 terms can both be put through, and the tables are made of them."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from handfoot_spec import definitions as d
from handfoot_spec.cards import CARDS, FIRST_RANK_ONLY, IS_RED_THREE, JOKER
from handfoot_spec.profile_files import load
from handfoot_spec.registry import RULES
from handfoot_spec.tables import MOST, tables

P = load("classic")
O = d.INTEGERS  # noqa: E741


@pytest.fixture(scope="module")
def z3() -> ModuleType:
    return pytest.importorskip("z3")


DEFINITIONS = [rule.definition for rules in RULES.values() for rule in rules]


def arguments(definition: Any, z3: ModuleType) -> list[Any]:
    """A term for each argument of a definition."""
    terms: list[Any] = []
    for name, parameter in list(inspect.signature(definition).parameters.items())[2:]:
        if name == "counts":
            kinds = {book.kind for book in P.books} | set(P.out.books)
            terms.append({kind: z3.Int(f"count_{kind}") for kind in sorted(kinds)})
        elif parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            terms += [z3.Int(f"{name}_{i}") for i in range(3)]
        elif name.startswith(("is_", "has_")):
            terms.append(z3.Bool(name))
        else:
            terms.append(z3.Int(name))
    return terms


def values(terms: list[Any], z3: ModuleType, seed: int) -> tuple[list[Any], list[tuple[Any, Any]]]:
    """Concrete arguments in the place of the terms, and the substitution that puts them there."""
    concrete: list[Any] = []
    pairs: list[tuple[Any, Any]] = []
    for i, term in enumerate(terms):
        if isinstance(term, dict):
            counts = {}
            for j, (kind, part) in enumerate(term.items()):
                counts[kind] = (seed * 7 + i + j * 3) % 4
                pairs.append((part, z3.IntVal(counts[kind])))
            concrete.append(counts)
        elif z3.is_bool(term):
            flag = bool((seed >> i) & 1)
            concrete.append(flag)
            pairs.append((term, z3.BoolVal(flag)))
        else:
            number = (seed * 5 + i * 3) % 9
            concrete.append(number)
            pairs.append((term, z3.IntVal(number)))
    return concrete, pairs


@pytest.mark.parametrize("definition", DEFINITIONS, ids=lambda f: f.__name__)
def test_a_definition_says_the_same_of_integers_and_of_terms(definition: Any, z3: ModuleType) -> None:
    terms = arguments(definition, z3)
    formula = definition(z3, P, *terms)
    for seed in range(24):
        concrete, pairs = values(terms, z3, seed)
        expected = definition(O, P, *concrete)
        got = z3.simplify(z3.substitute(formula, *pairs)) if z3.is_expr(formula) else formula
        if isinstance(expected, bool):
            assert bool(expected) == (z3.is_true(got) if z3.is_expr(got) else got)
        else:
            assert expected == (got.as_long() if z3.is_expr(got) else got)


def test_no_definition_asks_for_the_truth_of_an_argument() -> None:
    """No ``and``, ``or``, ``not``, ``in``, ``max`` or chained comparison outside questions about the profile."""
    tree = ast.parse(Path(inspect.getsourcefile(d) or "").read_text(encoding="utf-8"))
    for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
        for node in ast.walk(function):
            if isinstance(node, ast.Compare):
                assert len(node.ops) == 1, f"{function.name}: a chained comparison"
            if isinstance(node, ast.BoolOp) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)):
                raise AssertionError(f"{function.name}: {ast.unparse(node)}")
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("max", "min", "abs", "all", "any"), f"{function.name}: {ast.unparse(node)}"


def test_every_public_definition_stands_in_the_registry_or_serves_one_that_does() -> None:
    public = {name for name, f in vars(d).items() if inspect.isfunction(f) and not name.startswith("_")}
    registered = {f.__name__ for f in DEFINITIONS}
    assert registered <= public
    assert public - registered == {
        "nothing_negative", "deal_in_game", "game_complete", "book_of_kind", "book_complete", "book_may_extend", "take_size", "take_whole",
    } - registered  # fmt: skip


# --- the rules themselves, at their edges ------------------------------------------------------------------------


def test_p0_15_naturals_at_least_twice_the_wilds_is_one_wild_in_3_to_5_cards_and_two_in_6_and_7() -> None:
    for size in range(3, 8):
        most = max(w for w in range(size) if d.wild_ratio(O, P, size - w, w))
        assert most == (1 if size <= 5 else 2)


def test_p0_15_the_table_would_be_wrong_for_nine_cards() -> None:
    assert d.wild_ratio(O, P, 6, 3)


def test_an_all_wild_meld_never_becomes_mixed_within_seven_cards() -> None:
    for wilds in range(3, 8):
        for naturals in range(1, 8 - wilds):
            assert not d.wild_ratio(O, P, naturals, wilds)


def test_p0_13_and_p0_19_three_to_seven_cards() -> None:
    assert [n for n in range(12) if d.large_enough(O, P, n) and d.within_cap(O, P, n)] == [3, 4, 5, 6, 7]


def test_p0_29_a_take_is_seven_or_all() -> None:
    assert [d.take_size(O, P, pile) for pile in (1, 6, 7, 8, 40)] == [1, 6, 7, 7, 7]
    assert not d.take_possible(O, P, 8, 20) and not d.take_possible(O, P, 3, 2) and not d.take_possible(O, P, 0, 5)


def test_p0_40_two_clean_two_dirty_one_wild() -> None:
    assert d.books_suffice(O, P, {"clean": 2, "dirty": 2, "wild": 1})
    for kind in ("clean", "dirty", "wild"):
        short = {"clean": 2, "dirty": 2, "wild": 1}
        short[kind] -= 1
        assert not d.books_suffice(O, P, short)


def test_p0_54_worked_scores() -> None:
    assert d.deal_total(O, P, d.book_points(O, P, {"clean": 1, "dirty": 0, "wild": 0}), 70, 0, 0, 0) == 570
    assert d.deal_total(O, P, d.book_points(O, P, {"clean": 0, "dirty": 1, "wild": 0}), 90, 0, 0, 0) == 390


# --- tables -----------------------------------------------------------------------------------------------------


def test_the_tables_are_the_definitions_everywhere() -> None:
    t = tables(P)
    for n in range(MOST + 1):
        assert t.large_enough[n] == d.large_enough(O, P, n)
        assert t.within_cap[n] == d.within_cap(O, P, n)
        assert t.draw_right[n] == d.draw_right(O, P, n)
        for m in range(MOST + 1):
            assert t.wild_ratio[n][m] == d.wild_ratio(O, P, n, m)
            assert t.one_beginning[n][m] == d.one_beginning(O, P, n, m)
    for card in range(JOKER + 1):
        assert d.copies_exist(O, P, t.copies[card], card == JOKER)
        assert not d.copies_exist(O, P, t.copies[card] + 1, card == JOKER)
    for card in range(CARDS):
        assert t.discardable[card] == d.discardable(O, P, IS_RED_THREE[card])
    assert (t.copies[0], t.copies[JOKER], t.copies[FIRST_RANK_ONLY + 11]) == (5, 10, 20)
    assert (t.class_copies[1], t.class_copies[14], t.class_copies[13], t.class_copies[11]) == (10, 10, 10, 20)
