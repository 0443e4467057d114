"""Taking the discard pile: rules P0-29 to P0-36, decisions A13, A18 to A22, disputes D13 to D18 and D47, examples P0-52 and P0-53."""

from __future__ import annotations

import pytest

from deals import check, idle

OPEN = "meld A: As Ah Ac"
UNDER = ("8d", "Jd")


def take(
    hand: str, top: str, play: str, marks: str = "", *, first: str = OPEN, under: tuple[str, str] = UNDER,
    more: str = "",
) -> str:  # fmt: skip
    """Ana takes a pile of five: ``top`` over the two cards of ``under``, then 4c and the starter 9d.

    In her turn before she opens with three aces, unless ``first`` says something else. ``marks`` are those of her take.
    """
    return check(
        f"""
        hand Ana: As Ah Ac {hand} ...
        turn-up 9d
        Ana: draw 4c 5c; {first}; discard 4c
        Bo: draw; discard {under[0]}
        Chi: draw; discard {under[1]}
        Dee: draw; discard {top}
        Ana: {play}; discard 5c           {marks}
        {more}
        """
    )


# --- P0-29, A19: how many ---------------------------------------------------------------------------------------


def test_p0_29_all_of_a_pile_of_fewer_than_seven() -> None:
    take("Ks Kd", "Kh", "pickup {meld K: Ks Kd Kh}", more="claim pile 1, hand Ana 12")
    take("Ks Kd", "Kh", "pickup 5 {meld K: Ks Kd Kh}", more="claim pile 1, hand Ana 12")


@pytest.mark.parametrize("count", [6, 7, 30])
def test_p0_29_more_cards_than_lie_there(count: int) -> None:
    take("Ks Kd", "Kh", f"pickup {count} {{meld K: Ks Kd Kh}}", "#! HF604")


def test_p0_29_a_card_too_many_and_listed_is_one_offence() -> None:
    take("Ks Kd", "Kh", "pickup 6 {meld K: Ks Kd Kh} Jd 8d 4c 9d Qd", "#! HF604   #~ HF106")


@pytest.mark.parametrize("count", [1, 3, 4])
def test_a19_fewer_than_lie_there_is_left_open(count: int) -> None:
    take("Ks Kd", "Kh", f"pickup {count} {{meld K: Ks Kd Kh}}", "#! HF901", more=f"claim pile {6 - count}")


LONG = f"""
hand Bo: Ks Kd ...
turn-up 9d
{idle(8)}
Ana: draw; discard Kh
"""


def test_p0_29_seven_of_a_pile_of_ten() -> None:
    check(LONG + "Bo: pickup 7 {meld K: Ks Kd Kh}; discard ?       #! HF501\nclaim pile 4")
    check(LONG + "Bo: pickup {meld K: Ks Kd Kh}; discard ?       #! HF501\nclaim pile 4")


def test_p0_29_eight_of_a_pile_of_ten() -> None:
    check(LONG + "Bo: pickup 8 {meld K: Ks Kd Kh}; discard ?       #! HF501 HF604\nclaim pile 3")


def test_p0_29_there_is_no_pile() -> None:
    check(
        """
        hand Ana: As Ah ...
        turn-up Ac
        Ana: pickup {meld A: As Ah Ac}               #! HF206
        Bo: pickup {meld K: Ks Kh Kd 2c}; discard ?  #! HF604
        """
    )


def test_p0_29_a_player_with_a_hidden_hand_takes() -> None:
    check("turn-up Ac\nAna: pickup {meld A: As Ah Ac}; discard ?\nclaim hand Ana 10")


# --- P0-30, D47: the top that blocks ----------------------------------------------------------------------------


@pytest.mark.parametrize("top", ["3s", "3c", "3b", "3"])
@pytest.mark.parametrize("lays", ["", "meld K: Ks Kd Kc", "meld 3: 3s 3c 3s", "add A: Ad"])
def test_p0_30_d47_a_three_on_top_is_not_taken_and_that_is_the_only_offence(top: str, lays: str) -> None:
    before = "#! HF902" if top == "3" else ""
    check(
        f"""
        hand Ana: As Ah Ac Ad Ks Kd Kc 3s 3c ...
        Ana: draw 3s Jh; meld A: As Ah Ac; discard 4s
        Bo: draw; discard ?
        Chi: draw; discard ?
        Dee: draw; discard {top}                  {before}
        Ana: pickup {{{lays}}}; discard 5s        #! HF601
        """
    )


def test_p0_30_a_red_three_on_top_blocks_too() -> None:
    check("Ana: draw; discard 3h      #! HF403\nBo: pickup {meld A: As Ah Ad}; red 3h>5c; discard ?      #! HF601")


def test_a22_threes_and_wild_cards_under_the_top_do_not_matter() -> None:
    take("Ks Kd", "Kh", "pickup {meld K: Ks Kd Kh}", under=("3s", "2c"))
    take("Ks Kd", "Kh", "pickup {meld K: Ks Kd Kh}", under=("X", "3b"))


# --- P0-31, D13, D17: the natural pair --------------------------------------------------------------------------


def test_p0_31_d13_one_natural_and_one_wild_are_no_pair() -> None:
    take("Ks 2d", "Kh", "pickup {meld K: Ks 2d Kh}", "#! HF602")
    take("Ks X Qs Qh Qd", "Kh", "pickup {meld K: Ks X Kh; meld Q: Qs Qh Qd}", "#! HF602")


def test_p0_31_no_natural_at_all_makes_a_bad_meld_besides() -> None:
    take("2c 2d", "Kh", "pickup {meld K: 2c 2d Kh}", "#! HF602 HF305")


def test_p0_31_a_pair_and_more() -> None:
    take("Ks Kd Kc 2d", "Kh", "pickup {meld K: Ks Kd Kc 2d Kh}")


def test_p0_31_a_pair_that_is_not_held() -> None:
    take("Ks", "Kh", "pickup {meld K: Ks Kd Kh}", "#! HF102")


def test_p0_31_copies_of_the_top_in_the_hand() -> None:
    take("Kh Kh", "Kh", "pickup {meld K: Kh*3}")
    take("Kh", "Kh", "pickup {meld K: Kh*3}", "#! HF102")
    take("Kh Kh Ks", "Kh", "pickup {meld K: Kh*3 Ks}")


def test_p0_31_ranks_alone() -> None:
    take("K*2", "K", "pickup {meld K: K*3}")
    take("K*2", "Kh", "pickup {meld K: Ks Kd K}")
    take("Ks Kd", "K", "pickup {meld K: Ks Kd Kc}")
    take("K 2", "K", "pickup {meld K: K K 2}", "#! HF602")


def test_p0_31_an_unseen_card_may_be_of_the_pair() -> None:
    check("turn-up Ac\nAna: pickup {meld A: As ? Ac}; discard ?        #! HF902")
    check("turn-up Ac\nAna: pickup {meld A: As Ah ? Ac}; discard ?")
    check("turn-up X      #! HF201\nAna: pickup {meld W: X ? X}; discard ?        #! HF902")


def test_p0_31_d17_nothing_is_melded() -> None:
    take("Ks Kd", "Kh", "pickup {}", "#! HF603")
    take("Ks Kd", "Kh", "pickup {} Jd 8d 4c 9d", "#! HF603")
    take("Ks Kd", "Kh", "pickup {} Kh Jd 8d 4c 9d", "#! HF603", more="claim hand Ana 15")


def test_p0_31_something_else_is_melded() -> None:
    take("Ks Kd Qs Qd Qc", "Kh", "pickup {meld Q: Qs Qd Qc}", "#! HF603")
    take("Ks Kd Kc", "Kh", "pickup {meld K: Ks Kd Kc}", "#! HF603")
    take("Ks Kd Ad", "Kh", "pickup {add A: Ad}", "#! HF603")


def test_p0_31_the_pair_melded_after_the_take_is_too_late() -> None:
    take("Ks Kd", "Kh", "pickup {}; meld K: Ks Kd Kh", "#! HF603")


def test_p0_31_the_top_among_the_queens() -> None:
    take("Qs Qd Qc", "Kh", "pickup {meld Q: Qs Qd Kh}", "#! HF602 HF303")


def test_p0_31_too_small_a_meld_with_the_top() -> None:
    take("Ks Kd", "Kh", "pickup {meld K: Ks Kh}", "#! HF602 HF301")


# --- P0-32, A21, D18: wild tops ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("top", "hand", "meld"),
    [
        ("2h", "2c 2d", "W: 2c 2d 2h"), ("2h", "2c 2d", "2: 2c 2d 2h"), ("2", "2*2 X", "W: 2*3 X"), ("X", "X*2", "W: X*3"),
        ("X", "X*2 2c", "W: X*3 2c"), ("2h", "2h*2", "W: 2h*3"),
    ],
)  # fmt: skip
def test_p0_32_d18_two_of_its_own_kind_take_a_wild_top(top: str, hand: str, meld: str) -> None:
    take(hand, top, f"pickup {{meld {meld}}}")


@pytest.mark.parametrize(
    ("top", "hand", "meld"),
    [
        ("2h", "2c X", "W: 2c X 2h"), ("2h", "X*2", "W: X*2 2h"), ("X", "X 2c", "W: X*2 2c"), ("X", "2c 2d", "W: 2c 2d X"),
        ("2h", "Ks Kd", "K: Ks Kd 2h"), ("X", "Ks Kd Kc", "K: Ks Kd Kc X"), ("2h", "Ks*2 Kd*2 2c", "K: Ks*2 Kd*2 2c 2h"),
    ],
)  # fmt: skip
def test_p0_32_a21_anything_else_does_not(top: str, hand: str, meld: str) -> None:
    take(hand, top, f"pickup {{meld {meld}}}", "#! HF602")


def test_a21_a_two_opens_with_sixty_and_a_joker_with_a_hundred_and_fifty() -> None:
    check("hand Bo: 2c 2d ...\nAna: draw; discard 2h\nBo: pickup {meld W: 2c 2d 2h}; discard 4h")
    scores = "".join(f"deal {n}\nscore Ana+Chi: total 0\nscore Bo+Dee: total 0\n" for n in (1, 2, 3))
    check(f"{scores}deal 4\nhand Bo: X*2 ...\nAna: draw; discard X\nBo: pickup {{meld W: X*3}}; discard 4h")
    check(
        f"{scores}deal 4\nhand Bo: 2c 2d ...\nAna: draw; discard 2h\nBo: pickup {{meld W: 2c 2d 2h}}; discard 4h       #! HF501"
    )


def test_a16_a_wild_top_beside_an_unfinished_meld_of_wild_cards_is_left_open() -> None:
    take("2c 2d X X 2s", "2h", "pickup {meld W: 2c 2d 2h}", "#! HF901", first=f"{OPEN}; meld W: X X 2s")
    take("2c 2d X X 2s", "2h", "pickup {add W: 2c 2d 2h}", "#! HF901", first=f"{OPEN}; meld W: X X 2s")
    take("2c X X X 2s", "2h", "pickup {add W: 2c X 2h}", "#! HF901 HF602", first=f"{OPEN}; meld W: X X 2s")


# --- P0-33, A13, D15, D16: opening with a take ------------------------------------------------------------------


def test_p0_52_p0_33_d15_the_worked_example() -> None:
    check("hand Bo: Ks Kd 2c ...\nturn-up 9d\nAna: draw; discard Kc\nBo: pickup {meld K: Ks Kd 2c Kc}; discard 4h")


def test_p0_33_the_same_without_the_two() -> None:
    check(
        "hand Bo: Ks Kd 2c ...\nturn-up 9d\nAna: draw; discard Kc\nBo: pickup {meld K: Ks Kd Kc}; discard 4h       #! HF501"
    )


def test_p0_26_p0_33_several_melds_in_the_take_are_added_up() -> None:
    check(
        "hand Bo: Ks Kd 7s 7h 7d 7c ...\nturn-up 9d\nAna: draw; discard Kc\nBo: pickup {meld 7: 7s 7h 7d 7c; meld K: Ks Kd Kc}; discard 4h"
    )
    check(
        "hand Bo: Ks Kd 7s 7h 7d ...\nturn-up 9d\nAna: draw; discard Kc\nBo: pickup {meld 7: 7s 7h 7d; meld K: Ks Kd Kc}; discard 4h       #! HF501"
    )


def test_a13_d16_what_is_melded_after_the_take_does_not_count() -> None:
    check(
        "hand Bo: Ks Kd As Ah Ac ...\nturn-up 9d\nAna: draw; discard Kc\nBo: pickup {meld K: Ks Kd Kc}; meld A: As Ah Ac; discard 4h       #! HF501"
    )
    check(
        "hand Bo: Ks Kd As Ah Ac ...\nturn-up 9d\nAna: draw; discard Kc\nBo: pickup {meld K: Ks Kd Kc}       #! HF501\nBo: meld A: As Ah Ac; discard 4h"
    )


def test_a13_melds_after_an_opening_take_are_free() -> None:
    check(
        "hand Bo: As Ah 4s 4d ...\nturn-up 4c\nAna: draw; discard Ac\nBo: pickup {meld A: As Ah Ac}; meld 4: 4s 4d 4c; discard 4h"
    )


def test_a13_what_was_melded_before_the_take_counts_though_it_came_too_early() -> None:
    check(
        "hand Bo: Ks Kd As Ah Ac ...\nturn-up 9d\nAna: draw; discard Kc\nBo: meld A: As Ah Ac; pickup {meld K: Ks Kd Kc}; discard 4h       #! HF204"
    )


def test_p0_33_a_side_that_is_open_has_no_minimum() -> None:
    take("4h 4d", "4c", "pickup {meld 4: 4h 4d 4c}")


def test_p0_33_an_unseen_card_may_be_what_the_opening_needs() -> None:
    check("turn-up Kc\nAna: pickup {meld K: Ks Kd Kc ?}; discard ?       #! HF902")


# --- P0-34, P0-53: buried cards ---------------------------------------------------------------------------------


def test_p0_53_p0_34_the_two_is_buried() -> None:
    check(
        "hand Bo: Ks Kd ...\nturn-up 2c     #! HF201\nAna: draw; discard Kc\nBo: pickup {meld K: Ks Kd 2c Kc}; discard 4h       #! HF605"
    )


def test_p0_34_a_buried_natural_of_the_pair() -> None:
    take("Ks", "Kh", "pickup {meld K: Ks Kd Kh}", "#! HF605", under=("Kd", "Jd"))


def test_p0_34_a_buried_card_in_another_meld_of_the_take() -> None:
    take("Ks Kd Js Jc", "Kh", "pickup {meld K: Ks Kd Kh; meld J: Js Jc Jd}", "#! HF605")


def test_p0_34_two_buried_cards_are_one_offence() -> None:
    take("Ks Kd", "Kh", "pickup {meld K: Ks Kd Kh Kc Kc}", "#! HF605", under=("Kc", "Kc"))


@pytest.mark.parametrize("rest", ["", " Jd 4c 9d", " Jd Kd 4c 9d"])
def test_p0_34_a_buried_card_is_one_offence_whether_the_list_has_it_again_or_not(rest: str) -> None:
    take("Ks", "Kh", f"pickup {{meld K: Ks Kd Kh}}{rest}", "#! HF605", under=("Kd", "Jd"), more="claim hand Ana 12")


def test_p0_34_the_opening_fails_for_another_reason_too() -> None:
    check(
        "hand Bo: Ks ...\nturn-up Kd\nAna: draw; discard Kc\nBo: pickup {meld K: Ks Kd Kc}; discard 4h       #! HF605 HF501"
    )


def test_p0_36_a_buried_card_melded_after_the_take() -> None:
    take("Ks Kd", "Kh", "pickup {meld K: Ks Kd Kh}; add K: Kc", under=("Kc", "Jd"))
    take("Ks Kd", "Kh", "pickup {meld K: Ks Kd Kh} Jd Kc 4c 9d; add K: Kc", under=("Kc", "Jd"))


def test_p0_34_a_hidden_hand_may_have_held_what_is_buried_too() -> None:
    check("turn-up Ad\nAna: draw; discard Ac\nBo: pickup {meld A: As Ad Ac}; discard ?")


def test_p0_34_a_copy_of_the_buried_card_is_held() -> None:
    take("Ks Kd", "Kh", "pickup {meld K: Ks Kd Kh}", under=("Kd", "Jd"))


# --- P0-35, A18, D14: an unfinished meld of the rank ------------------------------------------------------------

FOUR = f"{OPEN}; meld Q: Qs Qd Qc Qh"
"""Four queens lie unfinished."""


def take_queens(hand: str, play: str, marks: str = "", *, under: tuple[str, str] = UNDER) -> None:
    take(f"Qs Qd Qc Qh {hand}", "Qh", f"pickup {{{play}}}", marks, first=FOUR, under=under)


def test_a18_the_old_meld_completed_from_the_hand_and_a_new_one_begun() -> None:
    take_queens("Qd Qc 2c 2d Qs", "add Q: Qs 2c 2d; meld Q: Qd Qc Qh")
    take_queens("Qd Qc 2c 2d Qs", "meld Q: Qd Qc Qh; add Q: Qs 2c 2d")
    take_queens("Qs*3 Qd Qc", "add Q: Qs*3; meld Q: Qd Qc Qh")


def test_a18_d14_the_top_and_the_pair_complete_the_old_meld_and_begin_none() -> None:
    take_queens("Qd Qc", "add Q: Qd Qc Qh", "#! HF606")


def test_d14_the_top_alone_added() -> None:
    take_queens("", "add Q: Qh", "#! HF606")
    take_queens("Qd Qc", "add Q: Qh", "#! HF606")


def test_d14_the_top_added_to_six() -> None:
    take("7s*3 7d*3 7c", "7h", "pickup {add 7: 7h}", "#! HF606", first=f"{OPEN}; meld 7: 7s*3 7d*3")


def test_d14_the_top_added_with_a_pair_past_the_cap_breaks_two_rules() -> None:
    take("7s*3 7d*3 7c*2", "7h", "pickup {add 7: 7h 7c*2}", "#! HF606 HF302", first=f"{OPEN}; meld 7: 7s*3 7d*3")


def test_p0_35_the_new_meld_begun_and_the_old_one_left_unfinished() -> None:
    take_queens("Qd Qc", "meld Q: Qd Qc Qh", "#! HF306")
    take_queens("Qd Qc Qs", "add Q: Qs; meld Q: Qd Qc Qh", "#! HF306")


def test_p0_35_the_new_meld_is_a_whole_book_and_the_old_one_is_left_unfinished() -> None:
    take_queens("Qd*2 Qc*2 Qs 2c", "meld Q: Qd*2 Qc*2 Qs 2c Qh", "#! HF306")


def test_p0_35_the_old_meld_completed_after_the_take_is_too_late() -> None:
    take("Qs Qd Qc Qh Qd Qc 2c 2d Qs", "Qh", "pickup {meld Q: Qd Qc Qh}; add Q#1: Qs 2c 2d", "#! HF306", first=FOUR)


def test_a18_the_top_lies_in_the_old_meld_and_a_new_one_is_begun_from_the_hand() -> None:
    take_queens("Qd Qc Qs 2c 2d", "add Q: Qh 2c 2d; meld Q: Qd Qc Qs", "#! HF606")
    take_queens("Qd Qc Qs Qd Qc", "add Q: Qh Qd Qc; meld Q: Qd Qc Qs", "#! HF606")


def test_a18_by_rank_alone_the_top_is_taken_to_lie_in_the_new_meld() -> None:
    take("Q*4 Q*3 2*2", "Q", "pickup {add Q: Q 2*2; meld Q: Q*3}", first=f"{OPEN}; meld Q: Q*4")


def test_a18_the_old_meld_completed_with_a_buried_card() -> None:
    take_queens("Qd Qc Qs 2c", "add Q: Qs 2c Qd; meld Q: Qd Qc Qh", "#! HF605", under=("Qd", "Jd"))


def test_a18_the_old_meld_completed_with_too_many_wilds() -> None:
    take_queens("Qd Qc X 2c 2d", "add Q: X 2c 2d; meld Q: Qd Qc Qh", "#! HF305")


def test_p0_35_an_unfinished_meld_of_another_rank_does_not_matter() -> None:
    take("Qs Qd Qc Qh Ks Kd", "Kh", "pickup {meld K: Ks Kd Kh}", first=FOUR)


def test_p0_20_a_second_meld_of_another_rank_begun_in_a_take() -> None:
    take("Qs Qd Qc Qh Ks Kd Qs Qd Qc", "Kh", "pickup {meld K: Ks Kd Kh; meld Q: Qs Qd Qc}", "#! HF306", first=FOUR)


def test_p0_21_p0_35_beside_a_finished_book_only_the_pair_is_needed() -> None:
    take("Qs*3 Qd*3 Qc Qd Qc", "Qh", "pickup {meld Q: Qd Qc Qh}", first=f"{OPEN}; meld Q: Qs*3 Qd*3 Qc")


def test_p0_19_the_top_added_to_a_finished_book() -> None:
    take("Qs*3 Qd*3 Qc Qd Qc", "Qh", "pickup {add Q: Qh}", "#! HF309", first=f"{OPEN}; meld Q: Qs*3 Qd*3 Qc")


def test_p0_31_the_top_added_to_no_meld_at_all() -> None:
    take("Ks Kd", "Kh", "pickup {add K: Ks Kd Kh}", "#! HF309")


def test_p0_35_an_addition_to_another_meld_in_the_take_is_welcome() -> None:
    take("Ks Kd Ad", "Kh", "pickup {meld K: Ks Kd Kh; add A: Ad}")


def test_p0_35_an_addition_to_the_new_meld_in_the_take_is_part_of_it() -> None:
    take("Ks Kd Kc", "Kh", "pickup {meld K: Ks Kd Kh; add K: Kc}")


# --- P0-36: the rest --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rest", ["Jd 8d 4c 9d", "9d 4c 8d Jd", "J 8 4 9", "J 8d 4 9d", "? ? ? ?", "Jd ? 4c ?"])
def test_p0_36_the_rest_is_what_lay_under_the_top(rest: str) -> None:
    take("Ks Kd", "Kh", f"pickup {{meld K: Ks Kd Kh}} {rest}", more="claim hand Ana 12")


@pytest.mark.parametrize("rest", ["Jd 8d 4c", "Jd 8d 4c 9d Qd", "Jd 8d 4c 9c", "J 8 4 Q", "-", "Kh Jd 8d 4c 9d"])
def test_p0_36_the_rest_listed_is_not_what_lay_there(rest: str) -> None:
    take("Ks Kd", "Kh", f"pickup {{meld K: Ks Kd Kh}} {rest}", "#! HF106")


def test_p0_36_cards_known_by_rank_and_by_suit_are_matched_so_that_all_fit() -> None:
    take("Ks Kd", "Kh", "pickup {meld K: Ks Kd Kh} J Jd 4c 9d", under=("Jc", "Jd"))
    take("Ks Kd", "Kh", "pickup {meld K: Ks Kd Kh} Jd Jc 4c 9d", under=("J", "Jd"))
    take("Ks Kd", "Kh", "pickup {meld K: Ks Kd Kh} ? Jd 4c 9d", under=("Jd", "Qd"))


def test_p0_36_after_a_wrong_list_either_card_may_be_played() -> None:
    """Which of the two is the slip nobody can say."""
    take(
        "Ks Kd",
        "Kh",
        "pickup {meld K: Ks Kd Kh} Jd 8d 4c 9c",
        "#! HF106",
        more=f"{idle(3, first='Bo')}\nAna: draw 9h Jh; discard 9d\nclaim hand Ana 13",
    )
    take(
        "Ks Kd",
        "Kh",
        "pickup {meld K: Ks Kd Kh} Jd 8d 4c 9c",
        "#! HF106",
        more=f"{idle(3, first='Bo')}\nAna: draw 9h Jh; discard 9c\nclaim hand Ana 13",
    )


def test_p0_36_a_card_left_out_of_the_list_was_taken_all_the_same() -> None:
    take(
        "Ks Kd",
        "Kh",
        "pickup {meld K: Ks Kd Kh} Jd 8d 4c",
        "#! HF106",
        more=f"claim hand Ana 12\n{idle(3, first='Bo')}\nAna: draw 9h Jh; discard 9d",
    )


def test_p0_36_the_turn_ends_with_a_discard() -> None:
    check("hand Ana: As Ah ...\nturn-up Ac\nAna: pickup {meld A: As Ah Ac}          #! HF206\nBo: draw; discard ?")


def test_p0_36_cards_taken_are_played_in_the_same_turn() -> None:
    take("Ks Kd 8s 8h", "Kh", "pickup {meld K: Ks Kd Kh}; meld 8: 8s 8h 8d")


def test_p0_36_the_take_in_one_line_and_the_discard_in_the_next() -> None:
    check("hand Ana: As Ah ...\nturn-up Ac\nAna: pickup {meld A: As Ah Ac}\nAna: discard 4s\nBo: draw; discard ?")


# --- tops that are not known, piles that are not known ----------------------------------------------------------


def test_a_top_that_was_not_read_cannot_be_checked() -> None:
    check("Ana: draw; discard ?\nBo: pickup {meld A: As Ah Ac}; discard ?      #! HF902")
    check("Ana: pickup {meld A: As Ah Ac}; discard ?      #! HF902")


def test_a_top_that_was_not_read_and_nothing_melded() -> None:
    check("Ana: draw; discard ?\nBo: pickup {}; discard ?      #! HF902")


def test_after_an_unreadable_line_the_top_is_what_was_discarded_since() -> None:
    start = "turn-up 9d\nAna: drw two            #! HF001\nBo: draw; discard {}\n"
    check(start.format("Ac") + "Chi: pickup 3 {meld A: As Ah Ac}; discard ?")
    check(start.format("Ac") + "Chi: pickup {meld A: As Ah Ac} 4s 9d; discard ?")
    check(start.format("Ac") + "Chi: pickup {meld A: As 2h Ac}; discard ?      #! HF602")
    check(start.format("3c") + "Chi: pickup {meld A: As Ah Ac}; discard ?      #! HF601")
    check(start.format("Ac") + "Chi: pickup 8 {meld A: As Ah Ac}; discard ?      #! HF604")


def test_after_an_unreadable_line_the_top_is_not_known() -> None:
    check("turn-up 9d\nAna: drw two            #! HF001\nBo: pickup {meld A: As Ah Ac}; discard ?      #! HF902")


def test_a_side_whose_line_was_unreadable_may_have_anything_unfinished() -> None:
    start = "turn-up 9d\nAna: drw two            #! HF001\nBo: draw; discard Kh\n"
    check(start + "Chi: pickup {meld K: Ks Kd Kh}; discard ?")
    check(start + "Chi: pickup {add K: Ks Kd Kh}; discard ?      #! HF606 HF902")
    check(start + "Chi: pickup {meld K: Ks Kd Kh Qd}; discard ?      #! HF303")


def test_two_takes_by_partners_in_one_round() -> None:
    check(
        """
        hand Ana: As Ah ...
        hand Chi: Ks Kd ...
        turn-up Ac
        Ana: pickup {meld A: As Ah Ac}; discard 4s
        Bo: draw; discard Kc
        Chi: pickup {meld K: Ks Kd Kc} 4s; discard 4d
        claim pile 1, hand Chi 11
        """
    )


def test_the_same_take_offence_by_both_sides_in_one_deal() -> None:
    check(
        """
        hand Ana: Ks 2d As Ah Ac Qc ...
        hand Bo: Qs 2d As Ah Ad ...
        turn-up Kc
        Ana: pickup {meld K: Ks 2d Kc; meld A: As Ah Ac}; discard Qc       #! HF602
        Bo: pickup {meld Q: Qs 2d Qc; meld A: As Ah Ad}; discard 4h        #! HF602
        """
    )
