"""Threes and the opening: rules P0-23 to P0-28, decisions A1, A5 to A9, A13 to A15, disputes D7 to D12, D15, D16 and D19.

That a black three is discarded *to* block (P0-24) is an intention and not in a log; that it blocks is P0-30.
"""

from __future__ import annotations

import pytest

from deals import check, idle

# --- P0-23: red threes exposed and replaced at once -------------------------------------------------------------


def test_p0_23_a7_a_red_three_of_the_hand_is_exposed_before_the_first_draw() -> None:
    check("hand Ana: 3h ...\nred Ana: 3h>5c\nAna: draw 9h Jh; discard 4s")
    check("hand Ana: 3h ...\nAna: red 3h>5c; draw 9h Jh; discard 4s")
    check("hand Ana: 3h 3d ...\nred Ana: 3h>5c 3d>6c\nAna: draw 9h Jh; discard 4s")
    check("hand Ana: 3h 3d ...\nred Ana: 3h>5c\nred Ana: 3d>6c\nAna: draw 9h Jh; discard 4s")
    check("hand Chi: 3h ...\nAna: draw; discard ?\nBo: draw; discard ?\nred Chi: 3h>5c\nChi: draw 9h Jh; discard 4d")


def test_p0_23_a7_d7_a_red_three_of_the_hand_kept_through_the_draw() -> None:
    check("hand Ana: 3h ...\nAna: draw 9h Jh; discard 4s      #! HF401")


def test_d7_exposed_too_late_is_one_offence_and_then_done() -> None:
    check(
        f"hand Ana: 3h ...\nAna: draw 9h Jh; discard 4s      #! HF401\n{idle(3, first='Bo')}\nAna: red 3h>5c; draw 9h Jh; discard 5s\nclaim hand Ana 15"
    )


def test_p0_23_a_red_three_kept_through_many_deeds_is_reported_once() -> None:
    check(
        f"""
        hand Ana: 3h As Ah Ac ...
        Ana: draw 9h Jh; meld A: As Ah Ac; discard 4s      #! HF401
        {idle(3, first="Bo")}
        Ana: draw 9h Jh; discard 5s
        """
    )


def test_p0_23_two_red_threes_kept_are_one_finding_and_a_third_one_another() -> None:
    check(
        f"""
        hand Ana: 3h 3d ...
        Ana: draw 9h Jh; discard 4s      #! HF401
        {idle(3, first="Bo")}
        Ana: draw 3h Jh; discard 5s      #! HF401
        """
    )


def test_p0_23_the_same_red_three_kept_in_the_second_deal_is_another_offence() -> None:
    check(
        "hand Ana: 3h ...\nAna: draw 9h Jh; discard 4s      #! HF401\nend abandoned\ndeal 2 dealer Ana\nhand Bo: 3h ...\nBo: draw 9h Jh; discard 4h      #! HF401"
    )


def test_p0_23_a_red_three_drawn_is_exposed_in_the_draw_or_next() -> None:
    check("hand Ana: ...\nAna: draw 3h>5c Jh; discard 4s")
    check("hand Ana: ...\nAna: draw 3h Jh; red 3h>5c; discard 4s")
    check("hand Ana: ...\nAna: draw 3r>5c 3r>6c; discard 4s\nclaim hand Ana 14")
    check("hand Ana: ...\nAna: draw 3h>3d>3h>5c Jh; discard 4s\nclaim hand Ana 14")


def test_p0_23_a_red_three_drawn_and_kept() -> None:
    check("hand Ana: ...\nAna: draw 3h Jh; discard 4s      #! HF401")
    check("hand Ana: As Ah Ac ...\nAna: draw 3h Jh; meld A: As Ah Ac; red 3h>5c; discard 4s      #! HF401")


def test_a6_a_replacement_that_is_a_red_three_is_exposed_too() -> None:
    check("hand Ana: ...\nAna: draw 3h>3d Jh; red 3d>5c; discard 4s")
    check("hand Ana: ...\nAna: draw 3h>3d Jh; discard 4s      #! HF401")
    check("hand Ana: 3h ...\nred Ana: 3h>3d\nred Ana: 3d>5c\nAna: draw 9h Jh; discard 4s")
    check("hand Ana: 3h ...\nred Ana: 3h>3d\nAna: draw 9h Jh; discard 4s      #! HF401")


def test_p0_23_a_three_of_unknown_colour_or_an_unseen_card_accuses_nobody() -> None:
    check("hand Ana: 3 ...\nAna: draw 3 ?; discard 4s")
    check("hand Ana: 3b 3s ...\nAna: draw 3c Jh; discard 4s")


def test_p0_23_a_red_three_out_of_a_hidden_hand_is_exposed() -> None:
    check("red Ana: 3h>?\nAna: draw 3d>? ?; discard ?\nclaim hand Ana 14")


def test_p0_23_a_three_exposed_that_was_known_by_rank_or_colour_only() -> None:
    check("hand Ana: 3 3r ...\nred Ana: 3h>5c 3d>6c\nAna: draw 9h Jh; discard 4s")


def test_p0_23_more_red_threes_exposed_than_held() -> None:
    check("hand Ana: 3h ...\nred Ana: 3h>5c 3d>6c      #! HF102\nAna: draw 9h Jh; discard 4s")


def test_p0_23_exposed_and_not_replaced() -> None:
    check("hand Ana: 3h ...\nred Ana: 3h>-      #! HF402\nAna: draw 9h Jh; discard 4s")
    check("hand Ana: ...\nAna: draw 3h>- Jh; discard 4s      #! HF402")
    check("hand Ana: ...\nAna: draw 3h>3d>- Jh; discard 4s      #! HF402")


def test_p0_23_two_exposed_and_neither_replaced_is_one_offence_of_one_deed() -> None:
    check("hand Ana: 3h 3d ...\nred Ana: 3h>- 3d>-      #! HF402\nAna: draw 9h Jh; discard 4s")


def test_p0_23_the_replacement_does_not_use_up_the_draw() -> None:
    check("hand Ana: 3h ...\nAna: red 3h>5c; discard 4s      #! HF204")
    check("hand Ana: ...\nAna: draw 3h>5c; discard 4s      #! HF205")


def test_p0_23_something_else_exposed() -> None:
    check("hand Ana: 3s ...\nred Ana: 3s>5c      #! HF404\nAna: draw 9h Jh; discard 4s")
    check("hand Ana: ...\nAna: draw Ks>5c Jh; discard 4s      #! HF404")


def test_p0_23_a_red_three_and_something_else_exposed() -> None:
    check("hand Ana: 3s 3h ...\nred Ana: 3h>5c 3s>6c      #! HF404\nAna: draw 9h Jh; discard 4s")


def test_p0_23_d9_a_red_three_discarded() -> None:
    check("hand Ana: ...\nAna: draw 3h Jh; discard 3h      #! HF403")
    check("hand Ana: ...\nAna: draw 3r Jh; discard 3r      #! HF403")
    check("Ana: draw; discard 3d      #! HF403")


def test_d9_a_red_three_of_the_hand_held_through_the_draw_and_then_discarded() -> None:
    check("hand Ana: 3h ...\nAna: draw 9h Jh; discard 3h      #! HF401 HF403")


def test_d9_a_three_of_unknown_colour_discarded() -> None:
    check("Ana: draw; discard 3      #! HF902")
    check("Ana: draw; discard 3b")


def test_d9_each_three_of_unknown_colour_is_a_question_of_its_own() -> None:
    check("Ana: draw; discard 3      #! HF902\nBo: draw; discard 3      #! HF902")


def test_a1_d10_a_red_three_in_a_take_is_exposed_and_replaced() -> None:
    start = "hand Ana: 3h Ks Kh Kd As Ah ...\nturn-up 9d\nred Ana: 3h>5c\n"
    pile = "Ana: draw 9h Jh; discard 4s\nBo: draw; discard 3d          #! HF403\nChi: draw; discard ?\nDee: draw; discard As\n"
    take = "Ana: pickup {meld A: As As Ah}"
    check(start + pile + f"{take} ? 3d>6c 4s 9d; discard 5s")
    check(start + pile + f"{take} ? 3d 4s 9d; red 3d>6c; discard 5s")
    check(start + pile + f"{take}; red 3d>6c; discard 5s")
    check(start + pile + f"{take} ? 3d 4s 9d; discard 5s      #! HF401")
    check(start + pile + f"{take}; discard 5s      #! HF401")
    check(start + pile + f"{take} ? 3d>- 4s 9d; discard 5s      #! HF402")


def test_a1_a_red_three_kept_from_before_is_reported_once_though_more_come_with_a_take() -> None:
    check(
        """
        hand Ana: 3h As Ah ...
        turn-up 9d
        Ana: draw 9h Jh; discard 4s          #! HF401
        Bo: draw; discard 3d                 #! HF403
        Chi: draw; discard ?
        Dee: draw; discard As
        Ana: pickup {meld A: As As Ah}; red 3d>6c; discard 5s
        """
    )


def test_a7_a_take_with_a_red_three_in_the_hand() -> None:
    check("hand Ana: 3h As Ah ...\nturn-up Ac\nAna: pickup {meld A: As Ah Ac}; discard 4s      #! HF401")
    check("hand Ana: 3h As Ah ...\nturn-up Ac\nAna: red 3h>5c; pickup {meld A: As Ah Ac}; discard 4s")


def test_p0_24_black_threes_are_discarded() -> None:
    check("hand Ana: 3s 3c ...\nAna: draw 9h Jh; discard 3s\nBo: draw; discard 3b")


def test_d12_a_black_three_starts_the_pile_and_a_red_one_does_not() -> None:
    check("turn-up 3s\nAna: draw; discard ?")
    check("turn-up 3h         #! HF201\nAna: draw; discard ?")


# --- P0-25 to P0-28: the opening --------------------------------------------------------------------------------

MINIMA = {
    1: (50, "K: Ks Kd Kc Kh Ks", "K: Ks Kd Kc; meld 7: 7s 7d 7c"),
    2: (90, "A: As Ah Ac; meld K: Ks Kd Kc", "A: As Ah Ac; meld 7: 7s 7h 7d 7c 7c"),
    3: (120, "A: As Ah Ac Ad As Ah", "A: As Ah Ac Ad As; meld 7: 7s 7h 7d"),
    4: (150, "W: X*3", "W: X X 2c 2d"),
}


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_p0_25_the_minimum_of_each_deal(number: int) -> None:
    _, enough, too_low = MINIMA[number]
    earlier = "".join(f"deal {n}\nscore Ana+Chi: total 0\nscore Bo+Dee: total 0\n" for n in range(1, number))
    start = f"{earlier}deal {number} dealer Dee\nAna: draw; meld "
    check(f"{start}{enough}; discard ?")
    check(f"{start}{too_low}; discard ?      #! HF501")


def test_p0_25_d19_forty_five_and_fifty() -> None:
    check("Ana: draw; meld K: Ks Kd Kc; meld 7: 7s 7h 7d; discard ?      #! HF501")
    check("Ana: draw; meld K: Ks Kd Kc; meld 7: 7s 7h 7d 7c; discard ?")


def test_d19_a_side_whose_opening_was_too_low_is_open() -> None:
    check(
        f"Ana: draw; meld K: Ks Kd Kc; discard ?      #! HF501\n{idle(3, first='Bo')}\nAna: draw; meld 7: 7s 7h 7d; discard ?\nBo: draw; discard ?\nChi: draw; add K: Kh; discard ?"
    )


def test_p0_26_several_melds_are_added_up() -> None:
    check("Ana: draw; meld 4: 4s 4h 4d; meld 5: 5s 5h 5d; meld 2: 2s 2h 2c; discard ?")


def test_p0_25_over_two_lines_the_offence_is_at_the_first_meld() -> None:
    check("Ana: draw\nAna: meld K: Ks Kd Kc             #! HF501\nAna: meld 7: 7s 7h 7d; discard ?")
    check("Ana: draw\nAna: meld K: Ks Kd Kc\nAna: meld 7: 7s 7h 7d 7c; discard ?")


def test_p0_25_additions_of_the_same_turn_count() -> None:
    check("Ana: draw; meld K: Ks Kd Kc; add K: 2c; discard ?")
    check("Ana: draw; meld K: Ks Kd Kc; add K: Kh; discard ?      #! HF501")


def test_p0_27_red_threes_and_book_bonuses_do_not_count() -> None:
    check("red Ana: 3h>?\nAna: draw 3d>? ?; meld K: Ks Kd Kc; discard ?      #! HF501")
    check("Ana: draw; meld 7: 7s*3 7h*3 7c; discard ?      #! HF501")


def test_p0_28_the_partner_needs_no_minimum() -> None:
    check("Ana: draw; meld A: As Ah Ac; discard ?\nBo: draw; discard ?\nChi: draw; meld 4: 4s 4h 4d; discard ?")


def test_p0_28_the_other_team_does() -> None:
    check("Ana: draw; meld A: As Ah Ac; discard ?\nBo: draw; meld 4: 4s 4h 4d; discard ?      #! HF501")


def test_p0_28_both_teams_open_anew_in_the_next_deal() -> None:
    check(
        "Ana: draw; meld A: As Ah Ac; discard ?\nend abandoned\ndeal 2 dealer Ana\nBo: draw; discard ?\nChi: draw; meld 4: 4s 4h 4d; discard ?      #! HF501"
    )


@pytest.mark.parametrize("number", [1, 2])
def test_p0_25_after_an_abandoned_deal_the_number_decides(number: int) -> None:
    marks = "" if number == 1 else "      #! HF501"
    check(
        f"Ana: draw; discard ?\nend abandoned\ndeal {number} dealer Ana\nBo: draw; meld A: As Ah Ac; discard ?{marks}"
    )


def test_a15_an_all_wild_meld_may_open() -> None:
    check("Ana: draw; meld W: 2s 2h 2c; discard ?")
    check("Ana: draw; meld W: X X X; discard ?")


def test_an_illegal_meld_counts_toward_the_opening() -> None:
    check("Ana: draw; meld A: As Ah Kc; discard ?      #! HF303")
    check("Ana: draw; meld K: Ks Kd 2c 2d; discard ?      #! HF305")


def test_cards_laid_where_no_meld_is_count_toward_the_opening() -> None:
    check("Ana: draw; add A: As Ah Ac; discard ?      #! HF309")
    check("Ana: draw; add K: Ks Kd Kc; discard ?      #! HF309 HF501")


def test_p0_25_an_unseen_card_may_be_what_the_opening_needs() -> None:
    check("Ana: draw; meld K: Ks Kd Kc ?; discard ?      #! HF902")
    check("Ana: draw; meld A: As Ah Ac ?; discard ?")
    check("Ana: draw; meld 4: 4s 4h 4d; meld 5: 5s 5h ?; discard ?      #! HF902")
    check("Ana: draw; meld 4: 4s 4h ?; discard ?      #! HF902")


def test_p0_25_suits_do_not_matter() -> None:
    check("Ana: draw; meld K: K*3; meld 7: 7*3; discard ?      #! HF501")


def test_p0_25_the_values_of_8_and_9_are_ten() -> None:
    check("Ana: draw; meld 9: 9s 9h 9d; meld 8: 8s 8h; add 8: 8c; discard ?      #! HF301")
    check("Ana: draw; meld 9: 9s 9h 9d; meld 7: 7s 7h 7d; discard ?      #! HF501")


def test_p0_25_a_turn_whose_record_breaks_off_is_not_judged() -> None:
    check("Ana: draw; meld K: Ks Kd Kc")


def test_p0_25_no_opening_is_asked_of_a_side_that_may_have_opened_in_an_unreadable_line() -> None:
    check(
        "Ana: drw two     #! HF001\nBo: draw; discard ?\nChi: draw; meld K: Ks Kd Kc; discard ?\nDee: draw; meld K: Ks Kd Kc; discard ?     #! HF501"
    )


def test_a14_an_opening_reached_only_with_cards_of_the_foot_is_left_open() -> None:
    """Fifteen cards of the Hand can make as little as 75, so from deal 2 on the Hand may be emptied below the minimum."""
    hand = "deal 2 dealer Dee\nhand Ana: 4s*5 4d*2 5s*5 5d\nfoot Ana: As Ah Ac Ks Kh Kd ...\nAna: draw 5d 6d; meld 4: 4s*5 4d*2; meld 5: 5s*5 5d*2; "
    check(hand + "discard 6d         #! HF501")
    hand = "deal 2 dealer Dee\nhand Ana: 4s*5 4d*2 5s*4 6s*2\nfoot Ana: As Ah Ac Ks Kh Kd ...\nAna: draw 6d 6d; meld 4: 4s*5 4d*2; meld 5: 5s*4; meld 6: 6s*2 6d*2; "
    check(hand + "foot; meld A: As Ah Ac; discard Ks         #! HF901")
    check(hand + "foot; discard Ks         #! HF501")
