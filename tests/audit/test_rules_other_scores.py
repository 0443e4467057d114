"""Scores of other tables: red threes as cards, leftovers of some, bonuses that few tables pay, ties, assumed values."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

import handfoot
from deals import check, deal
from endings import BONUS, CARDS, CHI_LEFT, LEFT, WITH_DISCARD, going_out
from handfoot.render import game_lines
from handfoot_spec.definitions import INTEGERS, red_three_points
from handfoot_spec.profile import ProfileError
from handfoot_spec.profile_files import load_file
from house_rules import house_file

OUT_AND_LEFT = (WITH_DISCARD, "end out Ana", CHI_LEFT)


@pytest.fixture
def rules(tmp_path: Path) -> Callable[[str], str]:
    numbers = count()
    return lambda text: str(house_file(tmp_path, text, f"ours-{next(numbers)}"))


def score(*lines: str, rules: str) -> str:
    """The deal of ``endings`` with these lines behind its end."""
    return check(going_out(*OUT_AND_LEFT, *lines), rules=rules)


def row(text: str, team: str) -> dict[str, object]:
    (game,) = handfoot.audit(text)
    return next(row.to_json() for row in game.scores if row.team == team)


# --- A29: threes that are left over -----------------------------------------------------------------------------

RED_THREES = """
[threes]
red_points = 0
red_hidden_points = 0
[score]
red_three = 300
black_three = 100
"""
THREES_IN_A_FOOT = """\
hand Bo: 4s*2 4d*2 5s*2 5d*2 5c*2 6s*2 6d
foot Bo: 3h 3d 3s 5h*2 6h*2 7h*2 8h 9h Th Jh
hand Dee: 6c*2 7s*2 7d*2 7c*2 8s*2 8d 8c 4c
foot Dee: 9s*2 Ts*2 Td*2 Tc*2 8s*2 8c*2 9c
hand Ana: As Ah Ac ...
turn-up 9d
Ana: draw; discard ?
Bo: draw 4c 5c; discard 4c
Chi: draw; discard ?
Dee: draw 6h 6h; discard 6h
end stock   #! HF211
"""
"""Bo has two red threes and a black one in the unopened Foot; all else that he and Dee have is worth LEFT_OF_BO points."""
LEFT_OF_BO = 14 * 5 + (6 * 5 + 4 * 10) + (10 * 5 + 4 * 10) + 13 * 10


def test_a29_a_three_left_over_costs_its_value_and_never_gains(rules: Callable[[str], str]) -> None:
    path = rules(RED_THREES)
    right = -(LEFT_OF_BO + 2 * 300 + 100)
    check(f"{THREES_IN_A_FOOT}score Bo+Dee: reds 0, left {right}, total {right}", rules=path)
    check(f"{THREES_IN_A_FOOT}score Bo+Dee: reds 0, left {right + 1400}   #! HF804", rules=path)
    check(f"{THREES_IN_A_FOOT}score Bo+Dee: reds 600, left {right + 600}   #! HF803 HF804", rules=path)
    check(f"{THREES_IN_A_FOOT}score Bo+Dee: reds -600, left {right}   #! HF803", rules=path)
    check(f"{THREES_IN_A_FOOT}score Bo+Dee: reds -200, left -{LEFT_OF_BO + 5}", rules=rules(""))


def test_a29_red_threes_written_by_themselves_are_no_offence(rules: Callable[[str], str]) -> None:
    right = -(LEFT_OF_BO + 2 * 300 + 100)
    check(f"{THREES_IN_A_FOOT}score Bo+Dee: reds -600, left {right + 600}, total {right}", rules=rules(RED_THREES))


def test_a29_a_three_that_was_melded_gains_nothing(rules: Callable[[str], str]) -> None:
    profile = load_file(Path(rules(RED_THREES)))
    assert profile.card_range[5] == (300, 300) and profile.card_range[4] == (100, 100)
    assert profile.melded_range[5] == profile.melded_range[4] == (0, 0)


@pytest.mark.parametrize("name", ["red_three", "black_three", "joker"])
def test_a29_a_cost_is_written_without_a_minus_sign(tmp_path: Path, name: str) -> None:
    with pytest.raises(ProfileError, match=f"score.{name}: what a card costs"):
        load_file(house_file(tmp_path, f"[score]\n{name} = -300"))


def test_a29_on_a_sheet_red_threes_are_never_a_gain(rules: Callable[[str], str]) -> None:
    path = rules(RED_THREES)
    check("score Ana+Chi: reds 300, total 300   #! HF803", rules=path)
    check("score Ana+Chi: reds 0, total 300", rules=path)
    check("score Ana+Chi: clean 0, dirty 0, wild 0, cards 100, reds 0, left -300, out 0, total -200", rules=path)


# --- leftovers --------------------------------------------------------------------------------------------------


def test_leftovers_of_who_went_out_may_count_nothing(rules: Callable[[str], str]) -> None:
    path = rules('[score]\nleftovers_of = "losers"')
    total = BONUS + CARDS + 100
    score(f"score Ana+Chi: left 0, total {total}", rules=path)
    score(f"score Ana+Chi: left {LEFT}, total {total + LEFT}   #! HF804 #~ HF806", rules=path)


def test_leftovers_may_be_those_in_play_alone(rules: Callable[[str], str]) -> None:
    foot = "foot Bo: 4h*2 5h*2 6h*2 7h*2 8h 9h Th Jh Qh\n"
    hand = "hand Bo: 5s*2 5d*2 5c*2 6s*2 6d*2 6c*2 7s\n"
    lines = f"{hand}{foot}turn-up 9d\nAna: draw; discard ?\nBo: draw 4s 4d; discard 4s\n" + "".join(
        f"{player}: draw; discard ?\n" for player in ("Chi", "Dee", "Ana")
    )
    text = deal(lines + "end stock\n", rules=rules('[score]\nleftovers = ["hand"]'))
    left = row(text, "Bo+Dee")["left"]
    # fourteen unseen cards: at most ten jokers and four twos or aces, at least ten red threes (they stand in reds) and four fives
    assert left == {"min": -70 - 10 * 50 - 4 * 20, "max": -70 - 4 * 5}
    both = row(deal(lines + "end stock\n", rules=rules("")), "Bo+Dee")["left"]
    assert isinstance(both, dict) and both["min"] < left["min"]


# --- red threes -------------------------------------------------------------------------------------------------


def red_score(entries: str, rules: str, marks: str = "") -> str:
    lines = (
        going_out(*OUT_AND_LEFT)
        .replace("turn-up", "hand Bo: 3h 3d 4h ...\nturn-up")
        .replace("\nAna: draw Ac", "\nred Bo: 3h>5c 3d>6c\nAna: draw Ac", 1)
    )
    return check(f"{lines}\nscore Bo+Dee: {entries}   {marks}", rules=rules)


def test_s4_12_red_threes_of_a_side_that_has_laid_nothing_count_against_it(rules: Callable[[str], str]) -> None:
    path = rules('[threes]\nred_counts_for = "laid"')
    red_score("reds 200", path, "#! HF803")
    red_score("reds -200", path)
    red_score("reds 200", rules(""))


def test_a_red_three_in_an_unopened_foot_may_cost_another_figure(rules: Callable[[str], str]) -> None:
    for text, claim, mark in (
        ("", -200, ""), ("[threes]\nred_unopened_foot_points = -500", -1000, ""),
        ("[threes]\nred_unopened_foot_points = -500", -200, "#! HF803"), ("[threes]\nred_unopened_foot_points = 0", 0, ""),
    ):  # fmt: skip
        check(f"{THREES_IN_A_FOOT}score Bo+Dee: reds {claim}   {mark}", rules=rules(text))


def test_all_red_threes_together_may_pay_another_figure(rules: Callable[[str], str]) -> None:
    profile = load_file(Path(rules("[threes]\nred_all_points = 2000")))
    assert [red_three_points(INTEGERS, profile, n, 0, 0, True) for n in (9, 10)] == [900, 2000]


# --- what few tables pay ----------------------------------------------------------------------------------------


def test_the_side_that_lays_down_first_may_have_a_bonus(rules: Callable[[str], str]) -> None:
    path = rules("[opening]\nfirst_bonus = 100")
    total = BONUS + CARDS + LEFT + 100
    score(f"score Ana+Chi: out 100, total {total + 100}, first", rules=path)
    score(f"score Ana+Chi: out 100, total {total}   #! HF806", rules=path)
    score(f"score Ana+Chi: out 100, total {total + 100}   #! HF806", rules=rules(""))
    assert row(deal(going_out(*OUT_AND_LEFT), rules=path), "Ana+Chi")["extras"] == 100


def test_the_bonus_for_laying_down_first_on_a_sheet(rules: Callable[[str], str]) -> None:
    path = rules("[opening]\nfirst_bonus = 100")
    sheet = "score Ana+Chi: clean 0, dirty 1, wild 0, cards 100, reds 0, left 0, out 0, total {}{}   {}"
    check(sheet.format(500, ", first", ""), rules=path)
    check(sheet.format(400, ", first", "#! HF809"), rules=path)
    check(sheet.format(500, "", ""), rules=path)  # the mark may have been left out
    check(sheet.format(600, "", "#! HF809"), rules=path)
    check(sheet.format(500, "", "#! HF809"), rules=rules(""))


def test_a_black_three_discarded_last_may_pay(rules: Callable[[str], str]) -> None:
    path, usual = rules("[score]\nblack_three_last = 5"), rules("")
    last = WITH_DISCARD.replace("5s", "3s")
    total = BONUS + CARDS + LEFT + 100
    for table, ending, right in ((path, last, total + 5), (path, WITH_DISCARD, total), (usual, last, total)):
        check(going_out(ending, "end out Ana", CHI_LEFT, f"score Ana+Chi: total {right}"), rules=table)


PENALTY = """
books = [
    { kind = "clean", wilds = [0, 0], bonus = 500, counts_as = "clean" },
    { kind = "dirty", wilds = [1, 2], bonus = 300, counts_as = "dirty" },
    { kind = "wild", all_wild = true, bonus = 1500, counts_as = "wild", unfinished_penalty = 1000 },
]
"""


def test_an_unfinished_meld_of_some_kinds_may_cost(rules: Callable[[str], str]) -> None:
    path = rules(PENALTY)
    lines = (
        "hand Ana: X X X 4h ...\nturn-up 9d\nAna: draw 5h 5h; meld W: X X X; discard 5h\nBo: draw; discard ?\nChi: draw; discard ?\n"
        "Dee: draw; discard ?\nend stock   #! HF211\n"
    )
    found = row(deal(lines, rules=path), "Ana+Chi")
    assert found["unfinished"] == -1000 and found["bonus"] == 0
    assert "unfinished" not in row(deal(lines, rules=rules("")), "Ana+Chi")


def test_an_unfinished_meld_on_a_sheet_may_be_the_rest(rules: Callable[[str], str]) -> None:
    sheet = "score Ana+Chi: clean 0, dirty 1, wild 0, cards 110, reds 0, left 0, out 0, total {}   {}"
    check(sheet.format(-590, ""), rules=rules(PENALTY))
    check(sheet.format(-490, "#! HF809"), rules=rules(PENALTY))


# --- books that count as others ---------------------------------------------------------------------------------

RUN_AS_RED = """
books = [
    { kind = "clean", wilds = [0, 0], bonus = 500, counts_as = "clean" },
    { kind = "dirty", wilds = [1, 2], bonus = 300, counts_as = "dirty" },
    { kind = "run", run = true, bonus = 1500, counts_as = "clean" },
]
[melds]
runs = true
wild_melds = false
[out]
books = { clean = 2, dirty = 2 }
"""


def test_s1_37_a_run_counts_as_a_red_book_on_a_sheet_too(rules: Callable[[str], str]) -> None:
    path = rules(RUN_AS_RED)
    check("score Ana+Chi: clean 1, run 1, dirty 2, out 100", rules=path)
    check("score Ana+Chi: clean 1, dirty 2, out 100", rules=path)  # a run may not have been written
    check("score Ana+Chi: clean 1, run 0, dirty 2, out 100   #! HF810", rules=path)


def test_a30_a_run_pays_its_own_bonus_and_its_cards(rules: Callable[[str], str]) -> None:
    lines = (
        "hand Ana: 7h 8h 9h Th Jh Qh Kh ...\nturn-up 9d\nAna: draw 5h 5h; run h: 7h 8h 9h Th Jh Qh Kh; discard 5h\nBo: draw; discard ?\n"
        "Chi: draw; discard ?\nDee: draw; discard ?\nend stock   #! HF211\nscore Ana+Chi: run 1, clean 0, cards 65, bonus 1500"
    )
    check(lines, rules=rules(RUN_AS_RED))


def test_s1_20_a_run_that_is_none_is_no_book(rules: Callable[[str], str]) -> None:
    lines = (
        "hand Ana: 7h 8h 9h Th Jh Qh Ah ...\nturn-up 9d\nAna: draw 5h 5h; run h: 7h 8h 9h Th Jh Qh Ah; discard 5h   #! HF308\n"
        "Bo: draw; discard ?\nChi: draw; discard ?\nDee: draw; discard ?\nend stock   #! HF211\nscore Ana+Chi: run 1   #~ HF801"
    )
    check(lines, rules=rules(RUN_AS_RED))


# --- S4-18, A35: ties -------------------------------------------------------------------------------------------


def tie(rules: str, result: str, marks: str = "") -> str:
    deals = "".join(
        f"deal {n} dealer {player}\nscore Ana+Chi: total 500\nscore Bo+Dee: total 500\n"
        for n, player in enumerate(("Dee", "Ana", "Bo", "Chi"), 1)
    )
    return check(f"{deals}result Ana+Chi 2000, Bo+Dee 2000{result}   {marks}", rules=rules)


def test_s4_18_a_tie_is_a_draw_and_nobody_wins(rules: Callable[[str], str]) -> None:
    path = rules('[score]\ntie = "draw"')
    text = tie(path, "")
    tie(path, " winner Ana+Chi", "#! HF808")
    tie(path, " winner Ana+Chi, Bo+Dee", "#! HF808")
    (game,) = handfoot.audit(text)
    assert game.winners == []


def test_a35_a_tie_that_the_text_leaves_open(rules: Callable[[str], str]) -> None:
    path = rules('[score]\ntie = "undecided"')
    (game,) = handfoot.audit(tie(path, ""))
    assert game.winners is None
    tie(path, " winner Bo+Dee", "#! HF901")
    tie(path, " winner Ana+Chi, Bo+Dee", "#! HF901")


def test_the_first_listed_may_win_a_tie(rules: Callable[[str], str]) -> None:
    path = rules('[score]\ntie = "first-listed"')
    (game,) = handfoot.audit(tie(path, " winner Ana+Chi"))
    assert game.winners == ["Ana+Chi"]
    tie(path, " winner Bo+Dee", "#! HF808")
    tie(path, " winner Ana+Chi, Bo+Dee", "#! HF808")


def test_p0_50_a_tie_is_shared(rules: Callable[[str], str]) -> None:
    tie(rules(""), " winner Ana+Chi, Bo+Dee")
    tie(rules(""), " winner Ana+Chi", "#! HF808")


# --- A43: assumed values ----------------------------------------------------------------------------------------


def test_a43_assumed_card_values_are_said_once_and_change_no_verdict(rules: Callable[[str], str]) -> None:
    path = rules("[score]\nassumed = true")
    scores = [f"score Ana+Chi: cards {CARDS}", "score Bo+Dee: out 0"]
    for lines, notes in ((scores, ["HF901"]), ([], [])):
        (game,) = handfoot.audit(deal(going_out(*OUT_AND_LEFT, *lines), rules=path))
        assert [f.code for f in game.findings if f.code != "HF007"] == notes
        assert game.verdict == "clean" and game.to_json()["values_assumed"]
        assert sum("card values" in line for line in game_lines(game)) == 1
    (other,) = handfoot.audit(deal(going_out(*OUT_AND_LEFT), rules=rules("")))
    assert not other.values_assumed and not any("card values" in line for line in game_lines(other))


# --- books that grow --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("laid", "claims"),
    [
        ("Ks*2 Kh*2 Kd*2 Kc; add K: Kc", {"clean 1, dirty 0": "", "clean 0, dirty 1": "#! HF801 HF801"}),
        ("Ks*2 Kh*2 Kd*2 2s; add K: Kc*2", {"clean 0, dirty 1": ""}),
        # a wild card on a clean book: whether it stays clean the rules do not say
        ("Ks*2 Kh*2 Kd*2 Kc; add K: 2s", {"clean 1, dirty 0": "", "clean 0, dirty 1": "", "clean 2": "#! HF801"}),
        ("Ks*2 Kh*2 Kd*2 2s; add K: 2h X", {"clean 0, dirty 1": "", "dirty 2": "#! HF801"}),
    ],
)
def test_a_book_that_grew_counts_as_what_it_was_or_is(
    rules: Callable[[str], str], laid: str, claims: dict[str, str]
) -> None:
    for claim, marks in claims.items():
        lines = (
            f"hand Ana: Ks*2 Kh*2 Kd*2 Kc*2 2s 2h X 4s 4d\nturn-up 9d\nAna: draw 5h 5h; meld K: {laid}; discard 5h\n"
            f"Bo: draw; discard ?\nChi: draw; discard ?\nDee: draw; discard ?\nend stock   #! HF211\nscore Ana+Chi: {claim}   {marks}"
        )
        check(lines, rules=rules('[melds]\nextend_books = "any"'))


def test_a11_a_black_three_taken_back_costs_what_it_costs_when_left(rules: Callable[[str], str]) -> None:
    """Ana goes out by discarding a black three, without asking: undone, the three is left and costs 100, not 5."""
    ending = WITH_DISCARD.replace("5s", "3s").replace("ask yes; ", "")
    for text, cost in ((RED_THREES, 100), ("", 5), ("[score]\nleftovers = []", 0)):
        right = BONUS + CARDS + (LEFT if cost else 0) - cost
        lines = going_out(ending + "   #! HF705", "end out Ana", CHI_LEFT, f"score Ana+Chi: total {right}")
        (game,) = handfoot.audit(check(lines, rules=rules(text)))
        assert next(row for row in game.scores if row.team == "Ana+Chi").repaired_total == right
