"""Where two profiles differ: the witnesses are what the definitions say they are, the smallest, and none is missed."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handfoot_spec import definitions as d
from handfoot_spec.compare import Comparison, Subject, compare, differences
from handfoot_spec.comparisons import SUBJECTS, home
from handfoot_spec.profile import Book, Profile
from handfoot_spec.profile_files import load
from house_rules import compared, house, of, texts

pytest.importorskip("z3")

CLASSIC = load("classic")
O = d.INTEGERS  # noqa: E741
BOOKS = """
books = [
  {{ kind = "clean", wilds = [0, 0], bonus = {clean}, counts_as = "clean" }},
  {{ kind = "dirty", wilds = [1, {wilds}], bonus = 300, counts_as = "dirty" }},
  {{ kind = "wild", all_wild = true, bonus = 1500, counts_as = "wild" }},
]
"""


# --- rule by rule -----------------------------------------------------------------------------------------------


def test_a_profile_agrees_with_itself() -> None:
    result = compared(CLASSIC, CLASSIC)
    assert result.agree and not result.besides
    assert all(s.status == "agree" and s.complete and not s.witnesses and not s.fields for s in result.subjects)


def test_another_name_and_title_allow_nothing(tmp_path: Path) -> None:
    result = compared(CLASSIC, house(tmp_path, 'title = "Ours"'))
    assert result.agree and result.besides == ("name", "title")


def test_p0_15_one_wild_less_than_naturals(tmp_path: Path) -> None:
    melds = of(compared(CLASSIC, house(tmp_path, "melds.wild_share = 1\nmelds.wild_margin = 1")), "melds")
    assert [w.text for w in melds.witnesses] == ["K K K 2 2: a meld in B, not in A"]
    (witness,) = melds.witnesses
    assert witness.state == {"rank": "rank of 4 to A", "jokers": 0, "twos": 2, "naturals": 3}
    assert (witness.allowed_by, witness.a, witness.b) == ("b", False, True)
    assert [f.field for f in melds.fields] == ["melds.wild_share", "melds.wild_margin"]


def test_p0_15_a_stricter_ratio_is_a_witness_the_other_way(tmp_path: Path) -> None:
    result = compared(CLASSIC, house(tmp_path, "melds.wild_share = 3"))
    assert texts(result, "melds") == ["K K 2: a meld in A, not in B"]
    assert texts(compared(house(tmp_path, "melds.wild_share = 3"), CLASSIC), "melds") == [
        "K K 2: a meld in B, not in A"
    ]


def test_p0_15_the_same_ratio_in_other_figures_is_proved_the_same(tmp_path: Path) -> None:
    result = compared(CLASSIC, house(tmp_path, "melds.natural_share = 2\nmelds.wild_share = 4"))
    assert result.agree
    assert {f.field for f in of(result, "melds").fields} == {"melds.natural_share", "melds.wild_share"}


def test_p0_16_melds_of_wild_cards_alone(tmp_path: Path) -> None:
    result = compared(CLASSIC, house(tmp_path, "melds.wild_melds = false"))
    assert texts(result, "melds") == ["2 2 2: a meld in A, not in B"]
    assert texts(result, "books") == ["2 2 2 2 2 2 2: a book in A, not in B"]


def test_p0_17_black_threes_in_a_meld(tmp_path: Path) -> None:
    result = compared(CLASSIC, house(tmp_path, "threes.black_melded = true"))
    assert texts(result, "melds") == ["3b 3b 3b: a meld in B, not in A"]
    assert of(result, "threes").status == "agree" and of(result, "books").status == "agree"


def test_p0_13_and_p0_19_sizes_differ_in_both_directions(tmp_path: Path) -> None:
    result = compared(CLASSIC, house(tmp_path, "melds.least = 4\nmelds.cap = 8"))
    assert texts(result, "melds") == ["K K K: a meld in A, not in B", "K K K K K K K K: a meld in B, not in A"]


def test_p0_18_three_wilds_in_a_book_of_seven(tmp_path: Path) -> None:
    ours = house(tmp_path, BOOKS.format(clean=500, wilds=3) + "[melds]\nwild_share = 1\nwild_margin = 1")
    assert texts(compared(CLASSIC, ours), "books") == ["K K K K 2 2 2: a book in B, not in A"]


def test_p0_48_the_bonus_of_a_book(tmp_path: Path) -> None:
    result = compared(CLASSIC, house(tmp_path, BOOKS.format(clean=600, wilds=2)))
    assert texts(result, "books") == ["K K K K K K K: a bonus of 500 points in A, 600 in B"]
    assert [f.field for f in of(result, "books").fields] == ["books.clean.bonus"]


def test_p0_25_the_opening_by_deal(tmp_path: Path) -> None:
    result = compared(CLASSIC, house(tmp_path, "opening.minima = [50, 120, 90]"))
    assert texts(result, "opening") == [
        "opening in deal 2 with 90 points: met in A, not in B (120)",
        "opening in deal 3 with 90 points: met in B, not in A (120)",
    ]


def test_p0_25_the_opening_by_score_against_the_opening_by_deal(tmp_path: Path) -> None:
    ours = house(tmp_path, '[opening]\nby = "score"\nscores = [0, 7500, 10000, 15000]')
    assert texts(compared(CLASSIC, ours), "opening") == [
        "opening in deal 1 at a score of 7500 with 50 points: met in A, not in B (90)",
        "opening in deal 2 with 50 points: met in B, not in A (90)",
    ]
    theirs = house(tmp_path, '[opening]\nby = "score"\nscores = [0, 2500, 10000, 15000]', "theirs")
    assert texts(compared(ours, theirs), "opening") == [
        "opening in deal 1 at a score of 2500 with 50 points: met in A, not in B (90)"
    ]


def test_p0_29_the_size_of_a_take_is_told_once_with_both_figures(tmp_path: Path) -> None:
    result = compared(CLASSIC, house(tmp_path, "take.count = 8"))
    assert texts(result, "take") == ["a pile of 8 cards: take 7 in A, 8 in B"]
    result = compared(CLASSIC, house(tmp_path, 'take.count = "all"'))
    assert texts(result, "take") == ["a pile of 8 cards: take 7 in A, 8 in B"]


def test_p0_30_what_may_lie_on_top_of_a_take(tmp_path: Path) -> None:
    result = compared(CLASSIC, house(tmp_path, 'take.blocked_by = ["black-three", "joker"]'))
    assert texts(result, "take") == [
        "a joker on top, and from the hand 2 jokers: a take in A, not in B",
        "a red three on top, and from the hand 2 naturals of its rank: a take in B, not in A",
    ]


def test_p0_30_the_same_classes_in_other_words_are_proved_the_same(tmp_path: Path) -> None:
    assert compared(CLASSIC, house(tmp_path, 'take.blocked_by = ["three", "black-three"]')).agree
    ours = house(tmp_path, 'starter.buried = ["joker", "two", "red-three"]')
    result = compared(CLASSIC, ours)
    assert result.agree and [f.field for f in of(result, "starter").fields] == ["starter.buried"]


def test_p0_9_what_may_begin_the_pile(tmp_path: Path) -> None:
    result = compared(CLASSIC, house(tmp_path, 'starter.buried = ["red-three", "black-three", "two"]'))
    assert texts(result, "starter") == [
        "a black three turned up: may begin the discard pile in A, not in B",
        "a joker turned up: may begin the discard pile in B, not in A",
    ]


def test_p0_40_to_p0_44_a_legal_going_out(tmp_path: Path) -> None:
    ours = house(
        tmp_path, '[out]\nbooks = { clean = 1, dirty = 3 }\npermission = "optional"\nfinal_discard = "required"'
    )
    result = compared(CLASSIC, ours)
    assert texts(result, "going out") == [
        "2 clean books and 2 dirty books and 1 wild book, partner in the Foot and played, permission asked, "
        "without a last discard: a legal going out in A, not in B",
        "1 clean book and 3 dirty books, partner in the Foot and played, permission not asked, "
        "with a last discard: a legal going out in B, not in A",
    ]
    assert {f.field for f in of(result, "going out").fields} == {"out.books", "out.permission", "out.final_discard"}


def test_p0_40_books_under_other_names_are_compared_by_their_cards(tmp_path: Path) -> None:
    ours = house(
        tmp_path,
        'books = [{ kind = "red", wilds = [0, 0], bonus = 500, counts_as = "red" },'
        ' { kind = "black", wilds = [1, 2], bonus = 300, counts_as = "black" },'
        ' { kind = "jokers", all_wild = true, bonus = 1500, counts_as = "jokers" }]\n'
        "[out]\nbooks = { red = 2, black = 2, jokers = 1 }",
    )
    result = compared(CLASSIC, ours)
    assert result.agree, [w.text for s in result.subjects for w in s.witnesses]
    assert "books.red" in {f.field for f in of(result, "books").fields}


def test_a_book_that_one_profile_has_is_named_with_what_unfinished_melds_cost(tmp_path: Path) -> None:
    text = (
        'books = [{ kind = "red", wilds = [0, 0], bonus = 500, counts_as = "clean", unfinished_penalty = 100 },'
        ' { kind = "dirty", wilds = [1, 2], bonus = 300, counts_as = "dirty" },'
        ' { kind = "wild", all_wild = true, bonus = 1500, counts_as = "wild" }]'
    )
    result = compared(CLASSIC, house(tmp_path, text))
    assert texts(result, "books") == ["1 unfinished red meld: 0 points in A, -100 in B"]
    assert "books.red.unfinished_penalty" in {f.field for f in of(result, "books").fields if f.computed}


def test_no_books_at_all_and_books_of_strange_names(tmp_path: Path) -> None:
    none = house(tmp_path, "books = []\n[out]\nbooks = {}", "none")
    books = (
        Book("", 5, "clean", wilds=(3, 1)),
        Book("a.b |", 3, "dirty"),
        Book("c", 1, "wild", all_wild=True),
    )  # no file may say so
    classic = load("classic")
    strange = replace(
        classic,
        name="strange",
        books=books,
        opening=replace(classic.opening, minima=(0,), by="score", scores=(5, -3, 2)),
    )
    for a, b in itertools.permutations((CLASSIC, none, strange), 2):
        result = compared(a, b)
        assert not result.agree
        assert {f.field for s in result.subjects for f in s.fields} == {f.field for f in differences(a, b)}


def test_p0_45_the_value_of_a_card(tmp_path: Path) -> None:
    assert texts(compared(CLASSIC, house(tmp_path, "score.high_from = 10")), "scores") == [
        "one card left: 8 costs 10 points in A, 5 in B"
    ]


def test_p0_47_red_threes_of_a_team_that_laid_nothing(tmp_path: Path) -> None:
    assert texts(compared(CLASSIC, house(tmp_path, 'threes.red_counts_for = "laid"')), "threes") == [
        "1 red three exposed and none hidden, the team has laid nothing: they count 100 points in A, -100 in B"
    ]


def test_runs_and_books_of_some_ranks_are_compared_by_their_shape(tmp_path: Path) -> None:
    run = 'books = [{{ kind = "clean", wilds = [0, 0], bonus = 500, counts_as = "clean" }}, {{ kind = "run", run = true, {extra}bonus = {bonus}, counts_as = "clean" }}]\nout.books = {{ clean = 2 }}'
    one, other = (
        house(tmp_path, run.format(extra="", bonus=bonus), name) for bonus, name in ((1500, "one"), (2000, "other"))
    )
    assert texts(compared(one, other), "books") == ["1 run book: a bonus of 1500 points in A, 2000 in B"]
    sevens, eights = (
        house(tmp_path, run.format(extra=f'ranks = ["{rank}"], ', bonus=1500), f"of-{rank}") for rank in "78"
    )
    result = compared(sevens, eights)
    assert texts(result, "books") == ["1 run book of 8: a bonus of 0 points in A, 1500 in B"]
    assert [f.field for f in of(result, "books").fields] == ["books.run.ranks"]


def test_a_budget_too_small_is_unknown_and_never_agreement(tmp_path: Path) -> None:
    result = compared(CLASSIC, house(tmp_path, "melds.wild_share = 1"), rlimit=1)
    assert not of(result, "melds").complete and of(result, "melds").status == "unknown"
    assert not result.agree


# --- the smallest, and nothing missed ---------------------------------------------------------------------------

RULES_OF_TABLES = {
    "wider": "[melds]\nwild_share = 1\nwild_margin = 1\nwild_melds = false\n[threes]\nblack_melded = true\nred_replaced = false",
    "small": "[table]\nhand = 11\njokers_per_pack = 1\npacks = 6\n[turn]\ndraw = 3\n[take]\ncount = 3\nblocked_by = []\n"
    '[starter]\nburied = []\n[deals]\ncount = 3\n[out]\npermission = "optional"\nfinal_discard = "required"\nkeep_card = false',
    "loose": "[melds]\nleast = 4\ncap = 6\nmost_wilds = 1\none_unfinished = false\n[threes]\nred_exposed = false\nred_discard = true\n"
    'red_points = 50\nred_counts_for = "laid"\n[out]\npartner = "in-foot"\nbonus = 200\nbooks = { dirty = 1 }\n[score]\njoker = 20',
}
PAIRS = [*itertools.permutations(["classic", *RULES_OF_TABLES], 2)]
MAKES = [(s.name, i, make) for s in SUBJECTS for i, make in enumerate(s.comparisons) if s.name != "opening"]


def box(c: Comparison) -> Iterator[dict[str, int]]:
    """Every state with small counts."""
    most = {1: 20, 2: 14, 3: 9, 4: 7}.get(len(c.unknowns), 3)
    ranges = [range(u.low, (most if u.most is None else min(most, u.most)) + 1) for u in c.unknowns]
    for values in itertools.product(*ranges):
        yield {u.name: v for u, v in zip(c.unknowns, values, strict=True)}


def brute(c: Comparison, a: Profile, b: Profile, way: str | None) -> dict[str, int] | None:
    """The smallest state in the box that one profile alone allows, or of which the figures differ, by trying them all."""
    one, other = (a, b) if way != "b" else (b, a)

    def found(s: dict[str, int]) -> bool:
        if not (c.domain(O, a, s) and c.domain(O, b, s)):
            return False
        if way is None:
            return bool(c.value(O, a, s) != c.value(O, b, s))
        return bool(c.value(O, one, s)) and not c.value(O, other, s)

    states = [s for s in box(c) if found(s)]
    return min(states, key=lambda s: (sum(s[name] for name in c.size), *s.values()), default=None)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: "-".join(pair))
def test_every_witness_is_the_smallest_and_none_is_missed(tmp_path: Path, pair: tuple[str, str]) -> None:
    a, b = (CLASSIC if name == "classic" else house(tmp_path, RULES_OF_TABLES[name], name) for name in pair)
    for name, i, make in MAKES:
        c = make(a, b)
        (result,) = compare(a, b, pair, [Subject(name, (make,))], home).subjects
        assert result.complete
        for way in (None,) if c.figure else ("a", "b"):
            expected = brute(c, a, b, way)
            witness = next((w for w in result.witnesses if w.allowed_by == way), None)
            if expected is not None:
                assert witness is not None, (name, i, way, expected)
                assert witness.state == {u.label or u.name: u.shown(expected[u.name]) for u in c.unknowns}
            if witness is not None:
                assert witness.a != witness.b
                assert way is None or (witness.a, witness.b) == (way == "a", way == "b")
                if expected is None:  # beyond the box: still what the definitions say
                    raw = {u.name: _raw(u, witness.state[u.label or u.name]) for u in c.unknowns}
                    assert (c.value(O, a, raw), c.value(O, b, raw)) == (witness.a, witness.b)


def _raw(unknown: Any, shown: Any) -> int:
    return unknown.words.index(shown) if unknown.words else int(shown)


@settings(max_examples=60)
@given(
    st.tuples(
        st.integers(1, 3), st.integers(0, 3), st.integers(0, 2), st.integers(2, 4), st.integers(4, 8), st.booleans()
    ),
    st.tuples(
        st.integers(1, 3), st.integers(0, 3), st.integers(0, 2), st.integers(2, 4), st.integers(4, 8), st.booleans()
    ),
)
def test_p0_13_to_p0_19_melds_agree_exactly_if_no_meld_differs(one: tuple[Any, ...], other: tuple[Any, ...]) -> None:
    names = ("natural_share", "wild_share", "wild_margin", "least", "cap", "wild_melds")
    a, b = (
        replace(CLASSIC, melds=replace(CLASSIC.melds, **dict(zip(names, values, strict=True))))
        for values in (one, other)
    )
    make = next(make for name, i, make in MAKES if (name, i) == ("melds", 0))
    c = make(a, b)
    (result,) = compare(a, b, ("A", "B"), [Subject("melds", (make,))], home).subjects
    for way in ("a", "b"):
        # no meld has more than eight cards here, so the box of nine of each holds all that can differ
        states = (
            {"rank": rank, "jokers": x, "twos": twos, "naturals": size - x - twos}
            for size in range(9) for rank in range(3) for x in range(size + 1) for twos in range(size + 1 - x)
        )  # fmt: skip
        p, q = (a, b) if way == "a" else (b, a)
        expected = next(
            (
                s
                for s in states
                if c.domain(O, p, s) and c.domain(O, q, s) and c.value(O, p, s) and not c.value(O, q, s)
            ),
            None,
        )
        found = [w for w in result.witnesses if w.allowed_by == way]
        assert [w.state for w in found] == (
            [] if expected is None else [{**expected, "rank": c.unknowns[0].words[expected["rank"]]}]
        )
