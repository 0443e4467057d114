"""Melds and books: rules P0-13 to P0-21, decisions A15 to A17, A23 and A40, disputes D20 to D24."""

from __future__ import annotations

import pytest

from deals import check, idle

ACES = "meld A: As Ah Ac"
"""An opening of 60, so that what is tested need not open."""


def turn(hand: str, play: str, marks: str = "", *, draw: str = "9h Jh", more: str = "") -> str:
    """Ana's first turn: her Hand has three aces to open with, the cards of ``hand``, and idle ones."""
    return check(
        f"hand Ana: As Ah Ac {hand} ...\nAna: draw {draw}; {ACES}; {play}; discard {draw.split()[0]}      {marks}\n{more}"
    )


# --- P0-13: three to seven cards of one rank --------------------------------------------------------------------


@pytest.mark.parametrize("rank", "456789TJQK")
def test_p0_13_three_of_a_rank_from_four_up(rank: str) -> None:
    turn(f"{rank}c*3", f"meld {rank}: {rank}c*3")


@pytest.mark.parametrize("cards", ["Kd", "Kd Kc", "Kd 2c", "Kd X"])
def test_p0_13_one_or_two_cards_make_no_meld(cards: str) -> None:
    turn(cards, f"meld K: {cards}", "#! HF301")


def test_p0_13_two_wild_cards_make_no_meld() -> None:
    turn("2c X", "meld W: 2c X", "#! HF301")


def test_p0_13_no_card_at_all_makes_no_meld() -> None:
    turn("", "meld K: -", "#! HF301")


def test_p0_13_a_meld_too_small_that_grows_is_reported_once() -> None:
    turn("Kd Kc Kh", "meld K: Kd Kc; add K: Kh", "#! HF301")


def test_p0_13_a_queen_among_kings() -> None:
    turn("Kd Kc Qd", "meld K: Kd Kc Qd", "#! HF303")


def test_p0_13_a_queen_added_to_kings() -> None:
    turn("Kd Kc Kh Qd", "meld K: Kd Kc Kh; add K: Qd", "#! HF303")


def test_p0_13_a_queen_among_kings_and_a_wild_too_many_is_one_offence() -> None:
    turn("Kd Qd 2c 2d", "meld K: Kd Qd 2c 2d", "#! HF303")


def test_p0_13_two_melds_of_mixed_ranks_are_two_offences() -> None:
    turn("Kd Kc Qd Jd Jc Td", "meld K: Kd Kc Qd; meld J: Jd Jc Td", "#! HF303 HF303")


def test_p0_13_a_king_after_a_queen_among_kings_is_no_second_offence() -> None:
    turn("Kd Kc Qd Kh 2c", "meld K: Kd Kc Qd; add K: Kh; add K: 2c", "#! HF303")


def test_p0_13_two_wild_cards_on_kings_with_a_queen_are_too_many_whatever_the_queen_is() -> None:
    turn("Kd Kc Qd 2c X", "meld K: Kd Kc Qd; add K: 2c X", "#! HF303 HF305")


def test_p0_13_a_run_is_no_meld() -> None:
    turn("5h 6h 7h", "run h: 5h 6h 7h", "#! HF308")
    turn("5h 6h 7h 8h", "run h: 5h 6h 7h; add run h: 8h", "#! HF308 HF308")


def test_p0_13_cards_of_unknown_suit_or_unseen_are_no_offence() -> None:
    turn("K*3 Q ?*2", "meld K: K*3; meld Q: Q ?*2", "#! HF902")


def test_p0_13_kings_only_under_a_meld_of_wild_cards() -> None:
    """Nothing is wild in it, so no ratio is broken: kings are laid where they do not belong."""
    turn("Kd Kc Kh", "meld W: Kd Kc Kh", "#! HF303")


# --- P0-14 to P0-16: wild cards ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cards",
    ["Kd Kc 2c", "Kd Kc X", "Kd Kc Kh 2c", "Kd Kc Kh Kd 2c", "Kd Kc Kh Kd 2c X", "Kd*4 Kc 2c X", "Kd*3 Kc*3 2c"],
)
def test_p0_15_two_naturals_for_each_wild(cards: str) -> None:
    turn(cards, f"meld K: {cards}")


@pytest.mark.parametrize(
    "cards", ["Kd 2c X", "2c X 2d", "Kd Kc 2c 2d", "Kd Kc Kh X 2d", "Kd Kc Kh 2c 2d X", "Kd*4 2c 2d X"]
)
def test_p0_15_two_wilds_in_five_and_the_like_break_the_ratio(cards: str) -> None:
    turn(cards, f"meld K: {cards}", "#! HF305")


def test_p0_15_a_second_wild_added_to_three_naturals() -> None:
    turn("Kd Kc Kh 2c 2d", "meld K: Kd Kc Kh 2c; add K: 2d", "#! HF305")
    turn("Kd Kc Kh 2c 2d Kd", "meld K: Kd Kc Kh 2c; add K: Kd 2d")


def test_a23_the_ratio_is_checked_after_the_act_not_card_by_card() -> None:
    turn("Kd Kc Kh 2c 2d Kd", "meld K: Kd Kc 2c; add K: 2d Kh Kd")


def test_a23_and_at_every_stop() -> None:
    turn("Kd Kc Kh 2c 2d Kd", "meld K: Kd Kc 2c; add K: 2d; add K: Kh Kd", "#! HF305")


def test_p0_15_each_further_wild_on_a_broken_meld_is_an_offence_of_its_own() -> None:
    turn("Kd Kc 2c 2d X", "meld K: Kd Kc 2c 2d; add K: X", "#! HF305 HF305")


def test_p0_15_an_addition_that_would_be_right_but_for_the_earlier_fault_follows_from_it() -> None:
    turn("Kd Kc 2c 2d X Kh Ks", "meld K: Kd Kc 2c 2d; add K: X Kh Ks", "#! HF305   #~ HF305")


def test_p0_15_a_natural_added_to_a_broken_meld_is_no_offence() -> None:
    turn("Kd Kc 2c 2d Kh", "meld K: Kd Kc 2c 2d; add K: Kh", "#! HF305")


def test_p0_15_suits_left_out() -> None:
    turn("K*2 2", "meld K: K*2 2")
    turn("K*3 2*2", "meld K: K*3 2*2", "#! HF305")


def test_p0_15_an_unseen_card_may_be_what_the_ratio_needs() -> None:
    turn("K*3 2 ?", "meld K: K*3 2 ?", "#! HF902")
    turn("K*3 ?", "meld K: K*3 ?")
    turn("K 2*2 ?", "meld K: K 2*2 ?", "#! HF305")


def test_p0_14_p0_16_a_meld_of_wild_cards_of_both_kinds() -> None:
    turn("2c 2d X", "meld W: 2c 2d X")
    turn("X*3", "meld W: X*3")
    turn("2c 2d 2h", "meld 2: 2c 2d 2h")


def test_p0_16_twos_and_jokers_are_one_meld_of_wild_cards_however_it_is_written() -> None:
    turn("2c 2d 2h X", "meld 2: 2c 2d 2h; add W: X")
    turn("2c 2d 2h X", "meld 2: 2c 2d 2h; add 2: X")


def test_a17_kings_added_to_an_all_wild_meld_break_the_ratio() -> None:
    turn("2c 2d X Kd Kc", "meld W: 2c 2d X; add W: Kd Kc", "#! HF305")


def test_p0_16_a_meld_of_wild_cards_called_kings() -> None:
    turn("2c 2d X", "meld K: 2c 2d X", "#! HF305")


@pytest.mark.parametrize("wilds", ["X*2 2c*2 2d*2 2h", "X*5 2c 2d"])
def test_p0_18_seven_wild_cards_are_a_book(wilds: str) -> None:
    turn(wilds, f"meld W: {wilds}", more="claim melds Ana+Chi W 0")
    turn(f"{wilds} 2s", f"meld W: {wilds}; add W: 2s", "#! HF309")


def test_a16_a_second_unfinished_meld_of_wild_cards_is_left_open() -> None:
    turn("2c 2d X 2h 2s X", "meld W: 2c 2d X; meld W: 2h 2s X", "#! HF901")
    turn("2c 2d X 2h 2s X", "meld 2: 2c 2d X; meld W: 2h 2s X", "#! HF901")


def test_a16_after_a_book_of_wild_cards_another_meld_of_them_may_be_begun() -> None:
    turn("X*5 2c 2d 2h 2s 2d", "meld W: X*5 2c 2d; meld W: 2h 2s 2d")


# --- P0-17: threes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", ["3s 3c 3s", "3s 3c 2c", "3b*3"])
def test_p0_17_threes_make_no_meld(cards: str) -> None:
    turn(cards, f"meld 3: {cards}", "#! HF304")


def test_p0_17_threes_of_unknown_colour_make_no_meld_either() -> None:
    turn("3*3", "meld 3: 3*3", "#! HF304 HF902")  # and whether red ones were kept cannot be told


def test_p0_17_a_three_among_kings() -> None:
    turn("Kd Kc Kh 3s", "meld K: Kd Kc Kh 3s", "#! HF304")
    turn("Kd Kc Kh 3s", "meld K: Kd Kc Kh; add K: 3s", "#! HF304")


def test_p0_17_a_three_among_wild_cards() -> None:
    turn("2c 2d X 3s", "meld W: 2c 2d X 3s", "#! HF304")


def test_p0_17_a_red_three_melded_had_to_be_exposed_before() -> None:
    """Holding it was one deed, reported when he acted; melding it is another."""
    turn("Kd Kc Kh 3h", "meld K: Kd Kc Kh 3h", "#! HF401 HF304")


def test_p0_17_a_three_and_a_queen_in_one_meld_is_one_offence() -> None:
    turn("Kd Kc 3s Qd", "meld K: Kd Kc 3s Qd", "#! HF304")


# --- P0-18, P0-19: books ----------------------------------------------------------------------------------------


def test_p0_19_d21_an_eighth_card_on_a_finished_book() -> None:
    turn("Kd*5 Kc*2 Kh", "meld K: Kd*5 Kc*2; add K: Kh", "#! HF309")
    turn("Kd*5 Kc*2 2c", "meld K: Kd*5 Kc*2; add K: 2c", "#! HF309")


def test_p0_19_carried_past_seven_in_one_act() -> None:
    turn("Kd*5 Kc*3", "meld K: Kd*5 Kc; add K: Kc*2", "#! HF302")
    turn("Kd*5 Kc*2", "meld K: Kd*5 Kc; add K: Kc")


def test_p0_19_eight_at_once() -> None:
    turn("Kd*5 Kc*3", "meld K: Kd*5 Kc*3", "#! HF302")
    turn("Kd*5 Kc*2", "meld K: Kd*5 Kc*2")


def test_p0_19_eight_at_once_with_too_many_wilds_is_one_offence() -> None:
    turn("Kd*5 2c 2d X", "meld K: Kd*5 2c 2d X", "#! HF302")


def test_p0_19_a_ninth_card_on_a_book_of_eight_is_another_deed() -> None:
    turn("Kd*5 Kc*4", "meld K: Kd*5 Kc*3; add K: Kc", "#! HF302 HF309")


def test_d20_a_book_with_three_wilds() -> None:
    turn("Kd*4 2c 2d X", "meld K: Kd*4 2c 2d X", "#! HF305")
    turn("Kd*5 2c 2d", "meld K: Kd*5 2c 2d")


def test_d23_a_wild_on_six_naturals_is_legal() -> None:
    turn("Kd*5 Kc 2c", "meld K: Kd*5 Kc; add K: 2c")


# --- P0-20, P0-21: one unfinished meld of a rank ----------------------------------------------------------------

PARTNERS = """
hand Ana: As Ah Ac Kd Kc Kh ...
hand Bo: As Ah Ac Kd Kc ...
hand Chi: Ks Kd Kc ...
Ana: draw 9h Jh; meld A: As Ah Ac; meld K: Kd Kc Kh; discard 4s
"""


def test_p0_20_either_partner_may_add() -> None:
    check(PARTNERS + "Bo: draw 9h Jh; discard 4h\nChi: draw 9c Jc; add K: Ks; discard 4d")


def test_p0_20_d22_the_partner_begins_a_second_meld_of_kings() -> None:
    check(PARTNERS + "Bo: draw 9h Jh; discard 4h\nChi: draw 9c Jc; meld K: Ks Kd Kc; discard 4d    #! HF306")


def test_p0_20_a_third_meld_of_kings_is_another_offence() -> None:
    turn(
        "Kd Kc Kh Kd Kc Kh Ks Ks Ks",
        "meld K: Kd Kc Kh; meld K: Kd Kc Kh; meld K: Ks Ks Ks",
        "#! HF306 HF306",
    )


def test_p0_20_the_other_teams_meld() -> None:
    check(PARTNERS + "Bo: draw 9h Jh; meld A: As Ah Ac; add K: Kd Kc; discard 4h      #! HF309")


def test_p0_20_the_other_team_has_kings_of_its_own() -> None:
    check(
        PARTNERS.replace("hand Bo: As Ah Ac Kd Kc", "hand Bo: As Ah Ac Kd Kc Ks")
        + "Bo: draw 9h Jh; meld A: As Ah Ac; meld K: Kd Kc Ks; discard 4h"
    )


def test_p0_20_added_to_a_meld_that_nobody_has() -> None:
    turn("Kd Kc Kh", "add K: Kd Kc Kh", "#! HF309")


def test_p0_20_cards_laid_where_no_meld_is_make_none() -> None:
    turn("Kd Kc Kh Ks", "add K: Kd Kc Kh; add K: Ks", "#! HF309 HF309")


def test_p0_21_another_meld_after_a_book() -> None:
    turn("Kd*5 Kc*2 Ks*3", "meld K: Kd*5 Kc*2; meld K: Ks*3")
    turn("Kd*5 Kc*2 Ks*3", "meld K: Kd*5 Kc; meld K: Ks*3; add K#1: Kc", "#! HF306")
    turn("Kd*5 Kc*2 Ks*3", "meld K: Kd*5 Kc; add K: Kc; meld K: Ks*3")


def test_p0_21_a_whole_book_beside_an_unfinished_meld_is_left_open() -> None:
    turn("Kd*3 Kc*5 Ks*2", "meld K: Kd*3; meld K: Kc*5 Ks*2", "#! HF901")


def test_p0_20_after_a_second_meld_each_is_meant_by_its_number() -> None:
    turn("Kd*3 Kc*3 Ks 2c", "meld K: Kd*3; meld K: Kc*3; add K#2: Ks; add K#1: 2c", "#! HF306")
    turn("Kd*3 Kc*3 Ks", "meld K: Kd*3; meld K: Kc*3; add K#3: Ks", "#! HF306 HF309")


def test_p0_20_without_a_number_the_unfinished_meld_is_meant() -> None:
    turn("Kd*5 Kc*2 Ks*3", "meld K: Kd*5 Kc*2; meld K: Ks*3; add K: Kh", draw="9h Kh")


def test_p0_19_a_finished_book_meant_by_its_number() -> None:
    turn("Kd*5 Kc*2 Ks*3", "meld K: Kd*5 Kc*2; add K#1: Ks", "#! HF309")


def test_p0_20_two_unfinished_melds_and_an_addition_that_fits_one_of_them() -> None:
    turn("Kd*5 Ks*3 Kc*2", "meld K: Kd*5; meld K: Ks*3; add K: Kc*2 Kh", "#! HF306", draw="9h Kh")


# --- A40, D24: laid cards moved or taken back -------------------------------------------------------------------


def test_a40_d24_a_card_moved_between_unfinished_melds_is_left_open() -> None:
    turn("Kd Kc Kh 2c Qd Qc Qh", "meld K: Kd Kc Kh 2c; meld Q: Qd Qc Qh; move 2c K Q", "#! HF901")


def test_a40_a_move_that_leaves_too_few_cards_or_a_broken_ratio() -> None:
    turn("Kd Kc 2c Qd Qc Qh", "meld K: Kd Kc 2c; meld Q: Qd Qc Qh; move 2c K Q", "#! HF301")
    turn("Kd Kc Kh 2c Qd Qc 2d", "meld K: Kd Kc Kh 2c; meld Q: Qd Qc 2d; move 2c K Q", "#! HF305")


def test_a40_d24_a_card_moved_out_of_or_into_a_finished_book() -> None:
    turn("Kd*5 Kc 2c Qd Qc Qh", "meld K: Kd*5 Kc 2c; meld Q: Qd Qc Qh; move 2c K Q", "#! HF310")
    turn("Kd*5 Kc 2c Qd Qc X", "meld K: Kd*5 Kc 2c; meld Q: Qd Qc Qh X; move X Q K", "#! HF310", draw="9h Qh")


def test_a40_a_king_moved_among_the_queens() -> None:
    turn("Kd Kc Kh Ks Qd Qc Qh", "meld K: Kd Kc Kh Ks; meld Q: Qd Qc Qh; move Ks K Q", "#! HF303")


def test_a40_a_card_moved_that_is_known_by_rank_alone() -> None:
    turn("K*3 2 Q*3", "meld K: K*3 2; meld Q: Q*3; move 2c K Q", "#! HF901")
    turn("Kd Kc Kh 2c Qd Qc Qh", "meld K: Kd Kc Kh 2c; meld Q: Qd Qc Qh; move 2 K Q", "#! HF901")


def test_a40_a_card_moved_that_does_not_lie_there() -> None:
    turn("Kd Kc Kh Qd Qc Qh", "meld K: Kd Kc Kh; meld Q: Qd Qc Qh; move 2c K Q", "#! HF102")
    turn("Kd Kc Kh", "meld K: Kd Kc Kh; move Kd K Q", "#! HF102")


def test_a40_d24_cards_taken_back_are_left_open_and_judged_as_if_never_laid() -> None:
    turn("Kd Kc", "meld K: Kd Kc; takeback; meld A: As Ah Ac", "#! HF901")
    turn("Kd Kc Kh Qd", "meld K: Kd Kc Kh Qd; takeback; meld A: As Ah Ac; meld K: Kd Kc Kh", "#! HF901")


def test_a40_what_is_laid_after_a_takeback_is_judged() -> None:
    turn("Kd Kc", "takeback; meld A: As Ah Ac; meld K: Kd Kc", "#! HF901 HF301")
    turn(
        "Kd Kc 2c 2d",
        "takeback; meld A: As Ah Ac; meld K: Kd Kc 2c 2d; takeback; meld K: Kd Kc 2c 2d",
        "#! HF901 HF305",
    )


def test_a40_what_shown_cards_say_about_the_record_is_not_taken_back() -> None:
    turn("Kd Kc", "meld K: Kd Kc Kh; takeback; meld A: As Ah Ac; meld K: Kd Kc Kh", "#! HF901 HF102")


def test_a40_after_a_takeback_the_cards_are_in_the_hand_again() -> None:
    turn(
        "Kd Kc Kh",
        "meld K: Kd Kc Kh; takeback; meld A: As Ah Ac",
        "#! HF901",
        more="claim hand Ana 11, melds Ana+Chi K 0, melds Ana+Chi A 3",
    )


def test_a40_a_discard_taken_back() -> None:
    check(
        f"""
        hand Ana: As Ah Ac ...
        turn-up 9d
        Ana: draw 9h Jh; discard 4s; takeback; meld A: As Ah Ac; discard 5s      #! HF901
        claim pile 2, hand Ana 11
        {idle(3, first="Bo")}
        Ana: draw 9c Jc; discard 4s
        """
    )


def test_a40_a_draw_or_a_take_is_not_taken_back() -> None:
    check("hand Ana: ...\nAna: draw 9h Jh Qh; takeback; discard 4s      #! HF205")
    check("hand Ana: As Ah ...\nturn-up Ad\nAna: pickup {meld A: As Ah Ad}; takeback; discard 4s")


def test_a40_a_red_three_kept_is_kept_after_a_takeback_too() -> None:
    check("hand Ana: As Ah Ac 3h ...\nAna: draw 9h Jh; meld A: As Ah Ac; takeback; discard 4s      #! HF401 HF901")
    check("hand Ana: As Ah Ac ...\nAna: draw 3h Jh; meld A: As Ah Ac; takeback; discard 4s      #! HF901 HF401")


def test_a40_the_opening_is_counted_anew_after_a_takeback() -> None:
    check(
        "hand Ana: Ks Kd Kc As Ah Ac ...\nAna: draw 9h Jh; meld A: As Ah Ac; takeback; meld K: Ks Kd Kc; discard 4s      #! HF901 HF501"
    )
    check(
        "hand Ana: Ks Kd Kc As Ah Ac ...\nAna: draw 9h Jh; meld K: Ks Kd Kc; takeback; meld A: As Ah Ac; discard 4s      #! HF901"
    )
    check("hand Ana: Ks Kd Kc ...\nAna: draw 9h Jh; meld K: Ks Kd Kc; takeback; discard 4s      #! HF901")


def test_a40_the_copies_shown_by_cards_taken_back_are_counted_once() -> None:
    check(
        """
        Ana: draw; meld K: Ks*5 Kd Kc; takeback; meld K: Ks*5 Kd Kc; discard ?       #! HF901
        """
    )
    check("hand Bo: Ks ...\nAna: draw; meld K: Ks*5 Kd Kc; takeback; meld A: As Ah Ac; discard ?       #! HF901 HF101")


# --- after an unreadable line -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("play", "code"),
    [
        ("meld K: Ks Kd Qc", "HF303"), ("meld K: Ks Kd 3c", "HF304"), ("meld K: Ks 2c 2d", "HF305"), ("meld K: Ks Kd", "HF301"),
        ("meld K: Ks*5 Kd*3", "HF302"), ("run h: 5h 6h 7h", "HF308"),
    ],
)  # fmt: skip
def test_a_meld_that_is_wrong_by_itself_is_reported_even_then(play: str, code: str) -> None:
    start = "Ana: drw two     #! HF001\nBo: draw; discard ?\nChi: draw; "
    check(f"{start}{play}; discard ?      #! {code}")


@pytest.mark.parametrize("play", ["meld K: Ks Kd Kc", "meld K: Ks Kd 2c"])
def test_a_meld_that_is_right_by_itself_is_accused_of_nothing_then(play: str) -> None:
    check(f"Ana: drw two     #! HF001\nBo: draw; discard ?\nChi: draw; {play}; discard ?")


def test_an_addition_is_not_judged_then() -> None:
    check("Ana: drw two     #! HF001\nBo: draw; discard ?\nChi: draw; add K: Ks Kd; add K: 2c; discard ?     #! HF902")
