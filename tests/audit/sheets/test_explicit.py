"""What a sheet alone shows without a solver, one by one: the sheet that breaks it, the closest that does not, the nastiest."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

import handfoot
from deals import SEATS, deal
from handfoot.checks.worth import worth
from handfoot.sheets.possible import FIGURES, Sheet, judge
from handfoot_spec.profile_files import load, shipped
from sheet_shapes import Scores, scores_of

A, B = "Ana+Chi", "Bo+Dee"


def codes(*deals: Sequence[str], rules: str = "classic", result: str = "") -> list[tuple[str, int | None]]:
    """Code and cause of everything found in a sheet without the solver, in order."""
    lines = [row for n, scores in enumerate(deals, 1) for row in (f"deal {n}", *(f"score {score}" for score in scores))]
    text = deal("\n".join([*lines, *([f"result {result}"] if result else [])]), rules=rules, seats=SEATS)
    return [(f.code, f.because_of) for f in handfoot.audit(text, possible=False).findings if f.level == "error"]


def one(*scores: str, rules: str = "classic") -> list[str]:
    """The codes of one deal's sheet that follow from no other."""
    return [code for code, cause in codes(scores, rules=rules) if cause is None]


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        # every amount a multiple of five, bonuses of a hundred
        ((f"{A}: cards 743",), (f"{A}: cards 745",)), ((f"{A}: left -33",), (f"{A}: left -35",)), ((f"{A}: total 4003",), (f"{A}: total 4005",)),
        ((f"{A}: rest 850, cards 100, left 0",), (f"{A}: rest 800, cards 100, left 0",)), ((f"{A}: running 13",), (f"{A}: running 15",)),
        # books are sums of their values, with numbers that are not below zero
        ((f"{A}: bonus 700",), (f"{A}: bonus 800",)), ((f"{A}: bonus -500",), (f"{A}: bonus 0",)), ((f"{A}: clean -1",), (f"{A}: clean 0",)),
        # one side goes out, and has the books and their cards for it
        ((f"{A}: out 100", f"{B}: out 100"), (f"{A}: out 100", f"{B}: out 0")),
        ((f"{A}: clean 2, dirty 2, wild 0, out 100",), (f"{A}: clean 2, dirty 2, wild 1, out 100",)),
        ((f"{A}: bonus 3000, out 100",), (f"{A}: bonus 3100, out 100",)), ((f"{A}: out 100, cards 305",), (f"{A}: out 100, cards 310",)),
        # books have their cards, but where these are netted
        ((f"{A}: clean 1, dirty 1, wild 1, cards 220",), (f"{A}: clean 1, dirty 1, wild 1, cards 225",)),
        ((f"{A}: out 100, cards 305",), (f"{A}: out 100, net, cards 305",)), ((f"{A}: bonus 1500, cards 100",), (f"{A}: bonus 1500, cards 105",)),
        ((f"{A}: cards -5",), (f"{A}: cards -5, net",)),
        # both sides share the packs
        ((f"{A}: cards 2905",), (f"{A}: cards 2900",)), ((f"{A}: cards 1500", f"{B}: cards 1405"), (f"{A}: cards 1500", f"{B}: cards 1400")),
        ((f"{A}: cards 1500, left -700", f"{B}: cards 700, left -55"), (f"{A}: cards 1500, left -700", f"{B}: cards 700, left -50")),
        ((f"{A}: wild 2", f"{B}: wild 3"), (f"{A}: wild 2", f"{B}: wild 2")), ((f"{A}: clean 23",), (f"{A}: clean 22",)),
        ((f"{A}: wild 3, dirty 10",), (f"{A}: wild 3, dirty 9",)), ((f"{A}: dirty 31",), (f"{A}: dirty 30",)),
        ((f"{A}: reds 600", f"{B}: reds -500"), (f"{A}: reds 600", f"{B}: reds -400")),
        ((f"{A}: laid-jokers 6", f"{B}: left-jokers 5"), (f"{A}: laid-jokers 6", f"{B}: left-jokers 4")),
        ((f"{A}: laid-twos 21",), (f"{A}: laid-twos 20",)), ((f"{A}: laid-8-k 121",), (f"{A}: laid-8-k 120",)),
        ((f"{A}: laid-4-7 60, laid-4-9 70",), (f"{A}: laid-4-7 50, laid-4-9 70",)), ((f"{A}: left-black-threes 11",), (f"{A}: left-black-threes 10",)),
        ((f"{A}: laid-aces-twos 41",), (f"{A}: laid-aces-twos 40",)), ((f"{A}: laid-aces -1",), (f"{A}: laid-aces 0",)),
        # numbers that stand alone
        ((f"{A}: reds-number 11",), (f"{A}: reds-number 10",)), ((f"{A}: out-number 2",), (f"{A}: out-number 1",)),
        ((f"{A}: dirty-points 1000",), (f"{A}: dirty-points 900",)),
    ],
)  # fmt: skip
def test_hf810_what_no_end_of_a_deal_has(wrong: tuple[str, ...], right: tuple[str, ...]) -> None:
    assert one(*wrong) == ["HF810"]
    assert one(*right) == []


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("clean 2, clean-points 1500", "clean 2, clean-points 1000"), ("reds-number 3, reds 200", "reds-number 3, reds 100"),
        ("out-number 0, out 100", "out-number 1, out 100"), ("cards-number 10, cards 505", "cards-number 10, cards 500"),
        ("left-number 10, left -505", "left-number 10, left -500"), ("laid-jokers 1, cards 45", "laid-jokers 1, cards 50"),
        ("laid-red-threes 2, left-red-threes 1, reds 200", "laid-red-threes 2, left-red-threes 1, reds 100"),
    ],
)  # fmt: skip
def test_hf809_a_number_and_the_points_beside_it(wrong: str, right: str) -> None:
    assert one(f"{A}: {wrong}") == ["HF809"]
    assert one(f"{A}: {right}") == []


ALL = "laid-jokers 1, laid-twos 2, laid-aces 3, laid-8-k 4, laid-4-7 5, left-jokers 0, left-twos 1, left-aces 0, left-8-k 2, left-4-7 3, left-black-threes 1"
"""175 + 40 = 215 points laid, 60 left."""


def test_points_that_are_counted_are_reckoned_with() -> None:
    books = "clean 0, dirty 0, wild 0, reds-number 0, out-number 0"
    assert codes([f"{A}: {ALL}, {books}, total 155"]) == []
    assert codes([f"{A}: {ALL}, {books}, total 160"]) == [("HF809", None)]
    assert codes([f"{A}: {ALL}, {books}, cards 220, total 160"]) == [("HF809", None), ("HF806", 1)]
    assert one(f"{A}: {ALL}, clean 7") == ["HF810"]  # their cards would be worth 245


def test_ranks_of_a_class_that_differ_in_worth_leave_a_range() -> None:
    nines = "laid-jokers 0, laid-aces-twos 0, laid-4-9 4, laid-10-k 1"
    for cards, wrong in ((25, True), (30, False), (35, False), (50, False), (55, True)):
        assert one(f"{A}: {nines}, cards {cards}") == (["HF809"] if wrong else []), cards


def test_d43_amounts_of_other_tables_come_before_the_arithmetic() -> None:
    parts = "clean 1, dirty 1, wild 0, cards 290, reds 100, left -215"
    for entry, more in (("cut22 100", 100), ("sevens 1500", 1500), ("cut22 100, sevens 1500", 1600)):
        n = entry.count(",") + 1
        line = f"{A}: {parts}, {entry}, total {975 + more}, running {975 + more}"
        assert codes([line]) == [("HF811", None)] * n + [("HF806", 1), ("HF807", 1)]
        assert codes([line.replace(f"total {975 + more}, running {975 + more}", "total 975")]) == [("HF811", None)] * n
    assert codes([f"{A}: {parts}, sevens 1, total 2475"])[0] == (
        "HF811",
        None,
    )  # a number of them: worth nobody knows what
    assert [cause for _, cause in codes([f"{A}: {parts}, sevens 1, total 2475"])] == [None, 1]
    assert codes([f"{A}: {parts}, cut22 100, total 1080"]) == [("HF811", None), ("HF809", None)]


def test_every_figure_that_carries_a_wrong_one_follows_from_it() -> None:
    out = "clean 2, dirty 2, wild 1, cards 390, reds 0, left -15, out 200"
    rows = [f"{A}: {out}, total 3675, running 3675"], [f"{A}: total 100, running 3775"]
    assert codes(*rows) == [("HF805", None), ("HF806", 1), ("HF807", 1), ("HF807", 1)]
    rest = [[f"{A}: total 0"] for _ in range(2)]
    assert codes(*rows, *rest, result=f"{A} 3775")[4:] == [("HF808", 1)]
    assert codes([f"{A}: {out}, total 3575, running 3575"]) == [("HF805", None)]  # it was not counted
    left = "clean 1, dirty 1, wild 0, cards 290, reds 100, left 215"
    assert codes([f"{A}: {left}, running 1405"]) == [("HF804", None), ("HF807", 1)]
    assert codes([f"{A}: {left}, running 1400"]) == [("HF804", None), ("HF807", None)]


def test_a_going_out_that_cannot_be_is_told_once_whether_it_was_counted_or_not() -> None:
    there, books = f"{A}: out 100", "clean 2, dirty 2, wild 1, cards 390, reds 0, left -15, out 100"
    for total in (3575, 3475):
        assert codes([there, f"{B}: {books}, total {total}"]) == [("HF810", None)]
    assert codes([there, f"{B}: {books}, total 3465"]) == [("HF810", None), ("HF809", None)]


def test_n12_a_penalty_is_subtracted() -> None:
    parts = "clean 1, dirty 1, wild 0, cards 290, reds 100, left -215"
    for penalty in ("penalty -100", "penalty 100"):
        assert one(f"{A}: {parts}, {penalty}, total 875") == []
        assert one(f"{A}: {parts}, {penalty}, total 1075") == ["HF809"]
        assert one(f"{A}: {parts}, {penalty}, total 975") == ["HF809"]
    assert one(f"{A}: total 873, penalty -2") == []


def test_one_figure_for_several_parts_is_judged_as_far_as_it_can_be() -> None:
    assert one(f"{A}: rest 300, bonus 1000, cards 455, left -20, total 1735") == []
    assert one(f"{A}: rest 300, bonus 1000, cards 455, left -20, total 1755") == ["HF809"]
    assert one(f"{A}: rest -900, net, cards 340, total -560") == []
    assert one(f"{A}: rest -905, cards 340, left 0") == ["HF810"]
    assert one(f"{A}: rest 455, total 455") == []  # cards may be in it


@pytest.mark.parametrize("flag", ["first", "foot-first"])
def test_d45_marks_that_one_side_of_a_deal_has(flag: str) -> None:
    assert one(f"{A}: {flag}, total 5", f"{B}: {flag}, total 0") == ["HF812"]
    assert one(f"{A}: {flag}, total 5", f"{B}: total 0") == []
    nobody = codes([f"{A}: {flag}, total 5", f"{B}: total 0"], [f"{A}: total 5", f"{B}: total 0"])
    assert nobody == ([("HF812", None)] if flag == "first" else [])  # nobody need reach his Foot
    idle = [f"{A}: total -50, cards 0, left -50", f"{B}: total -5, cards 0, left -5"]
    assert codes([f"{A}: {flag}, total 5", f"{B}: total 0"], idle) == []  # nor lay down


def test_s1_11_the_opening_goes_by_the_total_carried_in() -> None:
    rows = [f"{A}: total 8000, running 8000", f"{B}: total 0, running 0"]
    rules = "flaming-foursome"
    assert codes(rows, [f"{A}: opening 90", f"{B}: opening 50"], rules=rules) == []
    assert codes(rows, [f"{A}: opening 50", f"{B}: opening 90"], rules=rules) == [("HF812", None)] * 2


def test_s1_threes_left_over_cost_300_and_100() -> None:
    for reds, wrong in (
        (0, False),
        (-300, False),
        (-400, False),
        (-4000, False),
        (-250, True),
        (-4100, True),
        (100, True),
    ):
        assert one(f"{A}: reds {reds}", rules="flaming-foursome") == (["HF803"] if wrong else []), reds


def test_the_nastiest_figures_are_no_more_than_impossible() -> None:
    huge = 999_995
    keys = (
        "clean",
        "cards",
        "bonus",
        "left-number",
        "laid-jokers",
        "reds-number",
        "out-number",
        "rest",
        "penalty",
        "total",
        "running",
        "clean-points",
    )
    for key in keys:
        for value in (huge, -huge):
            assert set(one(f"{A}: {key} {value}")) <= {"HF810", "HF809"}, key
    every = ", ".join(f"{key} 7" for key in keys if key not in ("total", "running"))
    assert one(f"{A}: {every}, laid-k-4 5, laid-11-12 3, laid- 4")  # no class: foreign entries, or no entry at all


def test_the_bounds_of_each_profile_come_from_its_values() -> None:
    classic = worth(load("classic"))
    assert (classic.card_unit, classic.left_unit, classic.bonus_unit, classic.total_unit) == (5, 5, 100, 5)
    assert (classic.melded, classic.all_cards, classic.wild_cards) == (2900, 2950, 30)
    assert {kind: (w.points, w.naturals, w.wilds, w.most) for kind, w in classic.books.items()} == {
        "clean": (35, 7, 0, 22), "dirty": (50, 5, 1, 44), "wild": (140, 0, 7, 4),
    }  # fmt: skip
    old = worth(load("flaming-foursome"))
    assert old.books["run"].points == 20 + 30 and old.books["run"].most == 20
    assert old.books["twos"].points == 140 and old.books["twos"].most == 2
    assert worth(load("good-sam-florida")).melded < classic.melded  # four packs, and the eight and nine are low


# --- random legal deals ---------------------------------------------------------------------------------------------


def text_of(scores: list[Scores], figures: Sequence[dict[str, int]], rules: str) -> str:
    """The sheet of some scores with these figures of each, those that have any."""
    sides = list(dict.fromkeys(s.side for s in scores))
    seats = [label for i in range(2) for side in sides for label in side.split("+")[i : i + 1]]
    lines: list[str] = []
    for s, entries in zip(scores, figures, strict=True):
        if f"deal {s.deal}" not in lines:
            lines.append(f"deal {s.deal}")
        if entries:
            lines.append(f"score {s.side}: {', '.join(f'{key} {n}' for key, n in entries.items())}")
    return deal("\n".join(lines), rules=rules, seats=" ".join(seats))


def some_of(figures: dict[str, int], chance: random.Random, share: float) -> dict[str, int]:
    """Some of the figures, at random."""
    return {key: n for key, n in figures.items() if chance.random() < share}


def legal(name: str, seeds: Sequence[int]) -> None:
    """Legal sheets, whole and in parts, are never accused without the solver."""
    profile, chance = load(name), random.Random(f"{name} {seeds}")
    for seed in seeds:
        for players in profile.table.players:
            scores = scores_of(profile, seed, 1, players)
            for share in (1.0, 0.6, 0.3):
                text = text_of(scores, [some_of(s.figures, chance, share) for s in scores], name)
                assert [str(f) for f in handfoot.audit(text, possible=False).games[0].errors] == [], text


@pytest.mark.parametrize("name", sorted(shipped()))
def test_legal_deals_are_never_accused(name: str) -> None:
    legal(name, range(2))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(shipped()))
def test_many_legal_deals_are_never_accused(name: str) -> None:
    legal(name, range(2, 60))


def damage(figures: dict[str, int], chance: random.Random) -> None:
    """One figure is written wrongly."""
    key = chance.choice(sorted(figures))
    if chance.random() < 0.5:
        figures[key] *= chance.choice((0, 2, 10))
    else:
        figures[key] += chance.choice((-3, 3, 5, 100, -100, 1000) if key in FIGURES else (1, 3, 9))


def damaged_are_refused(name: str, games: int) -> int:
    """Whatever is found impossible in a damaged sheet without the solver, the solver refuses too; gives how many were."""
    pytest.importorskip("z3")
    profile, chance, refused = load(name), random.Random(name), 0
    players = profile.table.players[0]
    keys = (*FIGURES[:-1], *profile.books_by_kind)
    for seed in range(games):
        scores = scores_of(profile, seed, 1, players)
        for number in dict.fromkeys(s.deal for s in scores):
            sides = [s for s in scores if s.deal == number]
            figures = [some_of({k: v for k, v in s.figures.items() if k in keys}, chance, 0.7) for s in sides]
            damage(chance.choice([f for f in figures if f]), chance)
            text = text_of(sides, figures, name)
            found = [f for f in handfoot.audit(text, possible=False).games[0].errors if f.code in ("HF810", "HF803")]
            if found:
                sheets = [Sheet(s.side.count("+") + 1, f) for s, f in zip(sides, figures, strict=True) if f]
                verdict = judge(profile.at_table(players).at_deal(number), sheets)
                assert verdict.status != "possible", (text, [str(f) for f in found])
                refused += 1
    return refused


@pytest.mark.parametrize("name", ["classic", "flaming-foursome"])
def test_what_is_found_without_the_solver_the_solver_refuses_too(name: str) -> None:
    assert damaged_are_refused(name, 3) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(shipped()))
def test_much_that_is_found_without_the_solver_the_solver_refuses_too(name: str) -> None:
    assert damaged_are_refused(name, 40) > 0


# --- beside the solver ----------------------------------------------------------------------------------------------


def both(lines: str, rules: str = "classic") -> list[tuple[str, str]]:
    """Codes and levels of everything found in a sheet, with the solver."""
    pytest.importorskip("z3")
    return [(f.code, f.level) for f in handfoot.audit(deal(lines, rules=rules), possible=True).findings]


def test_the_solver_says_nothing_a_second_time() -> None:
    for line in (
        "cards 743",
        "clean 3, wild 2, cards 380",
        "bonus 700",
        "reds 150",
        "clean -1",
        "out-number 2, cards 5",
    ):
        (found,) = both(f"score {A}: {line}")
        assert found[0] in ("HF810", "HF803"), line
    assert both(f"score {A}: reds 150", rules="bicycle") == [("HF803", "note")]  # however grave these rules take it


def test_the_solver_is_asked_where_only_a_carried_total_is_wrong() -> None:
    only_it = (
        "clean 9, dirty 0, wild 0, cards 315, reds 0, left 0, out 0, total 4815"  # the low ranks make eight clean books
    )
    assert both(f"score {A}: {only_it}, running 4825") == [("HF810", "error"), ("HF807", "error")]
    assert both(f"score {A}: {only_it.replace('4815', '4825')}") == [("HF809", "error")]


def test_the_solver_knows_of_penalties_and_of_threes_written_together() -> None:
    parts = "clean 1, dirty 1, wild 0, cards 290, reds 100, left -215"
    assert both(f"score {A}: {parts}, penalty -103, total 872") == []
    assert both(f"score {A}: reds -400, left -20", rules="flaming-foursome") == []


def test_a_total_that_may_hold_a_penalty_of_any_size_is_no_impossible_one() -> None:
    """A director may take 3 points: in an entry of another deal, or in a line that nobody could read."""
    deal_2 = (f"{A}: clean 1, cards 300, left 0, total 800, running 1597",)
    wrong = [("HF810", None), ("HF209", None), ("HF810", None)]
    assert codes((f"{A}: cards 300",), deal_2, result=f"{A} 1597, {B} 0") == wrong
    for first in ("cards 300, penalty 3", "cards 3oo"):
        found = codes((f"{A}: {first}",), deal_2, result=f"{A} 1597, {B} 0")
        assert "HF810" not in {code for code, _ in found}, first
