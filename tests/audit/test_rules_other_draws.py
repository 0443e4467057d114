"""One card from the stock and one from the discard pile: the draw, the card that is played at once, the meld that is frozen."""

from __future__ import annotations

from pathlib import Path

import pytest

import handfoot
from deals import check, idle
from house_rules import rules_file

TABLE = """
[turn]
mixed_draw = true
[melds]
one_unfinished = false
[opening]
by = "score"
scores = [0, 7500, 10000, 15000]
[take]
count = 0
freeze_at = 6
played_at_once = true
wild_top = "as-natural"
[threes]
red_exposed = false
red_discard = true
[foot]
after_discard = "taken-now"
[stock]
short = "undecided"
"""


@pytest.fixture
def rules(tmp_path: Path) -> str:
    return rules_file(tmp_path, TABLE)


OPEN = "meld A: As Ad Ac"
"""Sixty points: they open at a total below 7,500."""
ANA = "hand Ana: Ks Kd As Ad Ac ...\nturn-up Kc"


# --- the draw ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "draw", ["draw 7h; take Kc", "take Kc; draw 7h", "draw; take Kc", "take Kc; draw", "draw ?; take K"]
)
def test_s1_10_one_card_of_each_is_a_draw_in_either_order(rules: str, draw: str) -> None:
    check(f"{ANA}\nAna: {draw}; meld K: Ks Kd Kc; {OPEN}; discard 4s\nclaim stock 164, hand Ana 8", rules=rules)


@pytest.mark.parametrize("draw", ["draw 7h 8h", "draw", "draw 7h; draw 8h"])
def test_s1_10_two_of_the_stock_are_a_draw(rules: str, draw: str) -> None:
    check(f"{ANA}\nAna: {draw}; discard 4s\nclaim stock 163, pile 2, hand Ana 14", rules=rules)


@pytest.mark.parametrize(
    "draw",
    ["draw 7h 8h; take Kc", "take Kc; draw 7h 8h", "take Kc", "take Kc; draw 7h; draw 8h", "draw 7h; draw 8h; take Kc"],
)
def test_s1_10_a_draw_has_two_cards(rules: str, draw: str) -> None:
    check(f"{ANA}\nAna: {draw}; meld K: Ks Kd Kc; {OPEN}; discard 4s #! HF205", rules=rules)


def test_s1_10_one_card_of_the_stock_alone_is_no_draw(rules: str) -> None:
    check(f"{ANA}\nAna: draw 7h; discard 4s #! HF205", rules=rules)


def test_s1_33_two_cards_of_the_discard_pile_are_never_drawn(rules: str) -> None:
    check(
        f"{ANA}\nAna: draw; discard Ks\nBo: draw; discard 9h\n"
        "Chi: take 9h; take Ks; meld 9: 9h 9d 9c; meld K: Ks Kh Kc; discard 4h #! HF205\n",
        rules=rules,
    )


def test_s1_10_a_card_drawn_after_a_meld_is_no_part_of_the_draw(rules: str) -> None:
    check(f"{ANA}\nAna: draw 7h; {OPEN}; take Kc; meld K: Ks Kd Kc; discard 4s #! HF205", rules=rules)


def test_p0_22_where_draws_are_not_mixed_no_card_of_the_pile_is_drawn() -> None:
    check(f"{ANA}\nAna: draw 7h; take Kc; meld K: Ks Kd Kc; {OPEN}; discard 4s #! HF205")


def test_s1_33_the_pile_is_never_taken(rules: str) -> None:
    check(f"{ANA}\nAna: pickup 1 {{meld K: Ks Kd Kc; {OPEN}}}; discard 4s #! HF604", rules=rules)
    check(f"{ANA}\nAna: pickup {{}}; discard 4s #! HF604", rules=rules)
    # how much of it was taken nobody can say, so what is played of it later is no offence
    check(f"{ANA}\nAna: draw; discard 4s\nBo: pickup {{}}; discard Kc #! HF604", rules=rules)


def test_s1_10_the_last_card_of_the_stock_and_one_of_the_pile(tmp_path: Path) -> None:
    rules = rules_file(tmp_path, TABLE + "[table]\npacks = 2\n")
    start = "turn-up Kc\nAna: draw; discard ?\n"
    check(f"{start}Bo: draw; take ?; meld K: Ks Kd Kh; {OPEN}; discard ? #! HF902", rules=rules)
    check(f"{start}Bo: draw 4h 4d; discard ? #! HF107", rules=rules)


def test_s1_10_an_unseen_card_and_one_of_the_pile_from_a_small_stock(rules: str) -> None:
    """A bare draw beside a take is one card, with 23 in the stock as with 160."""
    for turns in (2, 70):
        game = f"hand Dee: Ks Kd Kh 2s ...\nturn-up 9c\n{idle(turns)}\nChi: draw; discard Kc\n"
        check(game + "Dee: draw; take Kc; meld K: Ks Kd Kh Kc 2s; discard 4c", rules=rules)
        check(game + "Dee: take Kc; draw; meld K: Ks Kd Kh Kc 2s; discard 4c", rules=rules)


def test_with_the_stock_nearly_out_less_than_a_draw_is_left_open(tmp_path: Path) -> None:
    rules = rules_file(tmp_path, TABLE + "[table]\npacks = 2\n")
    one_left = "turn-up Kc\nAna: draw; discard 9h\n"
    check(f"{one_left}Bo: draw ?; discard ? #! HF901", rules=rules)
    none_left = f"{one_left}Bo: draw ?; take 9h; meld 9: 9h 9s 9d; meld A: As Ad Ac; discard Qs\n"
    check(f"{none_left}Chi: take Qs; meld Q: Qs Qh Qd; meld A: As Ad Ac; discard ? #! HF901", rules=rules)
    check(f"{none_left}Chi: draw ?; discard ? #! HF107", rules=rules)


def test_the_card_that_lay_there_is_the_card_that_is_drawn(rules: str) -> None:
    check(f"{ANA}\nAna: draw 7h; take Kh; meld K: Ks Kd Kh; {OPEN}; discard 4s #! HF106", rules=rules)
    check(f"turn-up Kc\nAna: draw 7h; take K; meld K: Ks Kd Kc; {OPEN}; discard 4s", rules=rules)
    check(f"turn-up K\nAna: draw 7h; take Kc; meld K: Ks Kd Kc; {OPEN}; discard 4s", rules=rules)


def test_s1_19_a_three_is_never_drawn_from_the_pile(rules: str) -> None:
    check("turn-up 3s\nAna: draw; take 3s; discard 4s #! HF601", rules=rules)
    check("turn-up 9c\nhand Ana: 3h ...\nAna: draw; discard 3h\nBo: draw; take 3h; discard 4h #! HF601", rules=rules)


def test_after_an_unreadable_deed_nobody_knows_what_lay_on_top(rules: str) -> None:
    check(
        f"turn-up Kc\nAna: draw; discrad 4s #! HF001\nBo: draw; take Qd; meld Q: Qs Qh Qd; {OPEN}; discard 4h",
        rules=rules,
    )


# --- played at once ----------------------------------------------------------------------------------------------


def test_s1_24_a_card_taken_is_played_at_once(rules: str) -> None:
    check(f"{ANA}\nAna: draw 7h; take Kc; discard 4s #! HF603", rules=rules)
    check(f"{ANA}\nAna: draw 7h; take Kc; {OPEN}; discard Kc #! HF603", rules=rules)
    # in a meld of another turn, and in a new one
    start = f"{ANA}\nAna: draw; meld K: Ks Kd Kh; {OPEN}; discard 4s\nBo: draw; discard Kc\n"
    check(f"{start}Chi: draw; take Kc; add K: Kc; discard 4h", rules=rules)
    check(f"{start}Chi: draw; take Kc; discard 4h #! HF603", rules=rules)


def test_s1_24_the_turn_may_go_on_in_another_line(rules: str) -> None:
    check(f"{ANA}\nAna: draw 7h; take Kc\nAna: meld K: Ks Kd Kc\nAna: {OPEN}; discard 4s", rules=rules)
    check(f"{ANA}\nAna: draw 7h; take Kc", rules=rules)  # and the record may stop in the middle
    check(f"{ANA}\nAna: draw 7h; take Kc #! HF603\nAna: {OPEN}\nAna: discard 4s\nBo: draw", rules=rules)


def test_s1_24_a_takeback_leaves_the_card_to_be_played(rules: str) -> None:
    melds = f"meld K: Ks Kd Kc; {OPEN}"
    check(f"{ANA}\nAna: draw 7h; take Kc; {melds}; takeback; {melds}; discard 4s #! HF901", rules=rules)
    check(
        f"{ANA}\nAna: draw 7h; take Kc; {melds}; takeback; discard 4s #! HF603 HF901\nclaim hand Ana 14, pile 1",
        rules=rules,
    )


def test_s1_24_an_unreadable_deed_may_have_played_it(rules: str) -> None:
    check(f"{ANA}\nAna: draw 7h; take Kc; medl K Ks Kd Kc; discard 4s #! HF001 HF902", rules=rules)


def test_a32_before_the_opening_the_card_counts_and_the_minimum_stands(rules: str) -> None:
    check(f"{ANA}\nAna: draw 7h; take Kc; meld K: Ks Kd Kc; discard 4s #! HF501", rules=rules)
    check(
        "hand Ana: Ks Kd 2h 2s ...\nturn-up Kc\nAna: draw Kh; take Kc; meld K: Ks Kd Kc Kh 2h; discard 4s", rules=rules
    )


def test_a32_a_table_where_the_side_must_have_opened_before(tmp_path: Path) -> None:
    rules = rules_file(tmp_path, TABLE.replace("count = 0", "count = 0\nbefore_opening = false"))
    check(f"{ANA}\nAna: draw 7h; take Kc; meld K: Ks Kd Kc; {OPEN}; discard 4s #! HF601", rules=rules)
    start = f"{ANA}\nAna: draw; {OPEN}; discard Qs\nBo: draw; discard 9h\n"
    check(f"{start}Chi: draw; take 9h; meld 9: 9h 9s 9d; discard 5h", rules=rules)


# --- the frozen meld ---------------------------------------------------------------------------------------------


def frozen(last: str, hand: str = "", cards: str = "Ks*2 Kh*2 Kd Kc") -> str:
    """Ana's side has six kings, or so many, and Bo discards another one."""
    return (
        f"hand Ana: {cards} As Ad Ac ...\nhand Chi: {hand} ...\nturn-up 9c\n"
        f"Ana: draw 7h Qs; meld K: {cards}; {OPEN}; discard 4s\nBo: draw; discard Kc\nChi: draw 6s; take Kc; {last}"
    )


def test_s1_25_six_cards_are_frozen_against_the_discards(rules: str) -> None:
    check(frozen("add K: Kc; discard 5d #! HF607"), rules=rules)


def test_s1_25_a_discard_may_be_the_sixth_and_a_card_of_the_hand_the_seventh(rules: str) -> None:
    five = "Ks*2 Kh*2 Kd"
    check(frozen("add K: Kc; discard 5d", cards=five), rules=rules)
    check(frozen("add K: Kc Kd; discard 5d", "Kd", five), rules=rules)
    check(frozen("add K: Kc; add K: Kd; discard 5d", "Kd", five), rules=rules)


def test_s1_25_the_card_may_begin_another_meld(rules: str) -> None:
    check(frozen("meld K: Kc Kd Kh; discard 5d", "Kd Kh"), rules=rules)
    check(frozen("meld K: Kc Kd Kh; add K#1: Ks; discard 5d", "Kd Kh Ks"), rules=rules)


def test_s1_25_with_an_equal_card_in_the_hand_nothing_can_be_told(rules: str) -> None:
    check(frozen("add K: Kc; discard 5d", "Kc"), rules=rules)
    check(frozen("add K: Kc; discard 5d", "K"), rules=rules)
    check(frozen("add K: Kc; discard 5d", "?"), rules=rules)
    check(frozen("meld K: Kc Kd Kh; add K#1: Kc; discard 5d", "Kd Kh Kc"), rules=rules)
    check(frozen("add K: K; discard 5d", "Kd"), rules=rules)


def test_s1_25_another_king_of_the_hand_completes_them_and_the_drawn_one_is_kept(rules: str) -> None:
    check(frozen("add K: Kd; discard 5d #! HF603", "Kd"), rules=rules)


def test_s1_25_a_wild_card_of_the_discards_as_the_seventh_is_left_open(tmp_path: Path) -> None:
    rules = rules_file(tmp_path, TABLE)
    text = frozen("add K: 2h; discard 5d #! HF901").replace("discard Kc", "discard 2h").replace("take Kc", "take 2h")
    check(text, rules=rules)


def test_s1_25_six_wild_cards_are_frozen_against_a_two_of_the_discards(rules: str) -> None:
    start = f"turn-up 9c\nAna: draw; meld W: 2s*2 2d*2 2c*2; {OPEN}; discard 4s\nBo: draw; discard 2h\n"
    check(f"{start}Chi: draw 6s; take 2h; add W: 2h; discard 5d", rules=rules)  # who holds which two is not known
    known = start.replace("turn-up", "hand Chi: 4d 5d ...\nturn-up")
    check(f"{known}Chi: draw 6s; take 2h; add W: 2h; discard 5d #! HF607", rules=rules)


def test_a_meld_frozen_at_another_size_is_told_with_that_size(tmp_path: Path) -> None:
    rules = rules_file(tmp_path, TABLE.replace("freeze_at = 6", "freeze_at = 5"))
    text = check(frozen("add K: Kc; discard 5d #! HF607", cards="Ks*2 Kh*2 Kd"), rules=rules)
    (message,) = [f.message for f in handfoot.audit(text).findings if f.code == "HF607"]
    assert message == "5 kings are frozen; Kc from the discard pile does not complete them"


# --- threes ------------------------------------------------------------------------------------------------------


def test_s1_36_red_threes_are_held_and_discarded_like_any_card(rules: str) -> None:
    check(
        "hand Ana: 3h ...\nturn-up 9c\nAna: draw 3d Qs; discard 3h\nBo: draw; discard 3\nChi: draw 3 4h; discard 3r",
        rules=rules,
    )


def test_s1_36_no_three_is_exposed(rules: str) -> None:
    check("hand Ana: 3h ...\nturn-up 9c\nred Ana: 3h>5c #! HF404\nAna: draw; discard 4s", rules=rules)
    check("turn-up 9c\nAna: draw 3h>5c 6c; discard 4s #! HF404", rules=rules)
