"""Set-up, conservation and turns: rules P0-1 to P0-12 and P0-22, decisions A36 to A38 and A41, disputes D1 to D6.

Not to be seen in a log: P0-1 (know the profile before comparing scores) is what the ``Rules`` tag is for; that partners
*face* each other (P0-4) is taken from the seats; whether somebody looked at his Foot (P0-7, P0-39, D36) only where the
record says so.
"""

from __future__ import annotations

import pytest

import handfoot
from deals import check, deal, findings, idle, roots

LEGAL_TURNS = """
Ana: draw 9h Jh; discard 4s
Bo: draw 9h Jh; discard 4h
Chi: draw 9c Jc; discard 4d
Dee: draw 9c Jc; discard 4c
"""
HANDS = """
hand Ana: ...
hand Bo: ...
hand Chi: ...
hand Dee: ...
"""
FEET = """
foot Ana: ...
foot Bo: ...
foot Chi: ...
foot Dee: ...
"""


def verdict(text: str) -> str:
    return handfoot.audit(text).verdict


# --- P0-2 to P0-4: the game -------------------------------------------------------------------------------------


def test_p0_2_four_players_with_packets_of_13_are_this_game() -> None:
    assert verdict(check(HANDS + FEET + "turn-up 9d" + LEGAL_TURNS)) == "clean"


def test_p0_3_a41_packets_of_eleven_everywhere_are_another_game_and_no_offence() -> None:
    text = check(
        """
        hand Ana: 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As     #! HF006
        hand Bo: 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah
        turn-up 2h
        Bo: draw 4c; meld K: Ks 2c
        """
    )
    assert verdict(text) == "mismatch"


def test_a41_one_packet_of_eleven_is_a_misdeal() -> None:
    check("hand Ana: 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As    #! HF103")


def test_a41_packets_of_eleven_beside_one_of_thirteen_are_misdeals() -> None:
    check(
        """
        hand Ana: 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As     #! HF103
        hand Bo: 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah      #! HF103
        hand Chi: ...
        """
    )


def test_a41_hidden_packets_of_eleven_are_another_game_too() -> None:
    check("hand Ana: ?*11      #! HF006\nfoot Ana: ?*11")


def test_a41_packets_of_two_wrong_sizes_are_misdeals() -> None:
    check("hand Ana: ?*11      #! HF103\nfoot Ana: ?*12     #! HF103")


def test_a41_hands_of_fifteen_and_feet_of_eleven_are_another_game() -> None:
    check("hand Ana: ?*15      #! HF006\nhand Bo: ?*15\nfoot Ana: ?*11\nfoot Bo: ?*11")
    check("hand Ana: ?*13      #! HF006\nhand Bo: ?*13\nfoot Ana: ?*11\nfoot Bo: ?*11")
    check("hand Ana: ?*15      #! HF103\nhand Bo: ?*15      #! HF103\nfoot Ana: ?*11     #! HF103")
    check("hand Ana: ?*13\nhand Bo: ?*13\nfoot Ana: ?*11     #! HF103\nfoot Bo: ?*13")
    check(
        "hand Ana: ?*15      #! HF103\nhand Bo: ?*14      #! HF103\nfoot Ana: ?*11     #! HF103\nfoot Bo: ?*11      #! HF103"
    )


def test_a41_packets_of_eleven_in_the_second_deal_only() -> None:
    check("deal 1 dealer Dee\nend abandoned\ndeal 2 dealer Ana\nhand Ana: ?*11       #! HF006\nhand Bo: ?*11")


@pytest.mark.parametrize("seats", ["Ana Bo", "Ana Bo Chi", "Ana Bo Chi Dee Eli", "Ana Bo Chi Dee Eli Fay"])
def test_p0_4_another_number_of_players_is_another_game(seats: str) -> None:
    text = deal(
        "Chi: draw 4c; meld K: Ks 2c" if "Chi" in seats else "Bo: draw 4c", seats=seats, start="deal 1 dealer Ana"
    )
    assert roots(text) == [(3, "HF006")]
    assert verdict(text) == "mismatch"


def test_p0_4_partners_sit_opposite() -> None:
    check(
        """
        hand Ana: Ks Kd Kc As Ah Ac ...
        hand Bo: Ks ...
        hand Chi: Ks ...
        Ana: draw 9h Jh; meld K: Ks Kd Kc; meld A: As Ah Ac; discard 4s
        Bo: draw 9h Jh; add K: Ks; discard 4h      #! HF309 HF501
        Chi: draw 9c Jc; add K: Ks; discard 4d
        """
    )


def test_p0_4_the_teams_tag_overrides_the_seating() -> None:
    check(
        """
        hand Ana: Ks Kd Kc As Ah Ac ...
        hand Bo: Ks ...
        hand Chi: Ks ...
        Ana: draw 9h Jh; meld K: Ks Kd Kc; meld A: As Ah Ac; discard 4s
        Bo: draw 9h Jh; add K: Ks; discard 4h
        Chi: draw 9c Jc; add K: Ks; discard 4d      #! HF309 HF501
        """,
        tags='[Teams "Ana+Bo Chi+Dee"]\n',
    )


@pytest.mark.parametrize("teams", ["Ana+Chi", "Ana+Chi Bo+Ana", "Ana+Chi Bo+Eli", "Ana+Chi Bo+Dee Ana+Bo"])
def test_p0_4_teams_that_do_not_seat_everybody_once_are_a_bad_tag(teams: str) -> None:
    assert roots(deal(LEGAL_TURNS, tags=f'[Teams "{teams}"]\n')) == [(4, "HF004")]


def test_labels_of_other_scripts_and_continued_lines() -> None:
    check(
        """
        deal 1 dealer דנה
        hand Ана: Ks Kd Kc As Ah Ac 4s 5s 6s \\
          7s 8s 9s Ts
        Ана: draw 9h Jh; meld K: Ks Kd Kc; \\
          meld A: As Ah Ac; discard 4s
        博: draw 9h Jh; meld A: As Ah Ad; \\
          meld Q: Qs Qh; discard 4h                   #! HF301
        Χάρης: draw; discard ?
        """,
        seats="Ана 博 Χάρης דנה",
    )


# --- P0-5: 270 cards --------------------------------------------------------------------------------------------


def test_p0_5_a_sixth_king_of_spades() -> None:
    check("hand Ana: Ks*5 4s 5s 6s 7s 8s 9s Ts Js\nhand Bo: Ks ...     #! HF101")


def test_p0_5_five_kings_of_spades() -> None:
    check("hand Ana: Ks*5 ...\nhand Bo: ...\nAna: draw 4h 5h; discard 4s")


def test_p0_5_an_eleventh_joker() -> None:
    check(
        """
        hand Ana: X*5 4s 5s 6s 7s 8s 9s Ts Js
        hand Bo: X*5 4h 5h 6h 7h 8h 9h Th Jh
        hand Chi: X ...                            #! HF101
        """
    )


def test_p0_5_ten_jokers() -> None:
    check("hand Ana: X*5 4s 5s 6s 7s 8s 9s Ts Js\nhand Bo: X*5 4h 5h 6h 7h 8h 9h Th Jh")


def test_p0_5_a_twenty_first_king_known_by_rank_alone() -> None:
    check("hand Ana: K*13\nhand Bo: K*7 4h 5h 6h 7h 8h 9h\nhand Chi: Ks ...    #! HF101")


def test_p0_5_twenty_kings_half_of_them_known_by_rank_alone() -> None:
    check("hand Ana: K*10 Ks Kh Kd\nhand Bo: Ks*4 K*3 4h 5h 6h 7h 8h 9h")


def test_p0_5_an_eleventh_red_three_of_whatever_suit() -> None:
    check("hand Ana: 3r*8 3h*2 4s 5s 6s\nhand Bo: 3d ...             #! HF101")


def test_p0_5_ten_red_and_ten_black_threes() -> None:
    check("hand Ana: 3r*8 3h*2 4s 5s 6s\nhand Bo: 3b*5 3s*3 3c*2 4h 5h 6h")


def test_p0_5_a_twenty_first_three_though_no_colour_has_eleven() -> None:
    check("hand Ana: 3r*10 4s 5s 6s\nhand Bo: 3b*10 4h 5h 6h\nhand Chi: 3 ...            #! HF101")


def test_p0_5_the_same_card_too_often_is_reported_once_a_deal() -> None:
    check(
        """
        hand Ana: Ks*5 ...
        Ana: draw 4h 5h; discard 4s
        Bo: draw Ks Ks; discard ?                       #! HF101
        Chi: draw Ks 4d; discard ?
        end abandoned
        deal 2 dealer Ana
        hand Bo: Ks*6 4s 5s 6s 7s 8s 9s Ts              #! HF101
        """
    )


def test_p0_5_a_card_drawn_exposed_or_replaced_counts_among_the_copies() -> None:
    check(
        """
        hand Ana: Ks*5 4s 5s 6s 7s 8s 9s Ts Js
        Ana: draw 3h>Ks 5h; discard 4s             #! HF101
        """
    )


def test_p0_5_a_king_without_suit_shown_and_later_drawn_with_one_are_not_counted_twice() -> None:
    """A Hand known by rank alone and played with suits is one set of cards."""
    check(
        """
        hand Ana: K*7 A*3 4s 5s 6s
        hand Bo: K*13
        Ana: draw 9h Jh; meld K: Ks*2 Kd*2 Kc*2 Kh; meld A: As Ah Ac; discard 4s
        """
    )


def test_p0_5_the_recorded_stock_holds_a_card_too_often() -> None:
    stock = " ".join(["Ks*6", "?*159"])
    check(f"turn-up 9d\nstock {stock}           #! HF101")


def test_p0_5_the_recorded_stock_holds_a_twenty_first_king_known_by_rank() -> None:
    check("turn-up 9d\nstock K*21 ?*144           #! HF101")


def test_p0_5_d3_a_pack_of_269() -> None:
    check(HANDS + FEET + "turn-up 9d\nstock ?*164           #! HF104\nAna: draw ? ?; discard 4s")


def test_p0_5_a_deck_of_270_with_two_buried_starters() -> None:
    check(HANDS + FEET + "turn-up 2c 3h 9d\nstock ?*163 2c 3h\nAna: draw ? ?; discard 4s")


def test_p0_5_the_deck_is_judged_at_the_last_set_up_line() -> None:
    check("stock ?*164\nturn-up 9d           #! HF104\nAna: draw ? ?; discard ?")


# --- P0-6: packets of 13 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "packet", ["hand Ana: 4s 5s 6s 7s 8s 9s Ts Js Qs Ks 4h 5h", "foot Chi: ?*14", "hand Dee: ?*12"]
)
def test_p0_6_d2_a_packet_of_twelve_or_fourteen(packet: str) -> None:
    check(f"{packet}      #! HF103\nAna: draw 9h Jh; discard 4s")


def test_p0_6_d2_the_deck_of_270_holds_when_the_stock_has_the_missing_card() -> None:
    check("hand Ana: ?*12      #! HF103\nturn-up 9d\nstock ?*166")


def test_p0_6_d2_the_deck_lacks_what_the_packet_lacks() -> None:
    check("hand Ana: ?*12      #! HF103\nturn-up 9d\nstock ?*165           #~ HF104")


def test_p0_6_one_packet_too_small_and_one_too_large() -> None:
    check("hand Ana: ?*12      #! HF103\nfoot Ana: ?*14      #! HF103\nturn-up 9d\nstock ?*165")


def test_p0_6_a_hidden_hand_of_13_cannot_show_16_cards() -> None:
    check(
        """
        Ana: draw; meld K: Ks*2 Kh*2 Kd*2 Kc; meld A: As Ah Ac Ad; meld 7: 7s 7h 7d; discard 4s
        """
    )
    check(
        """
        Ana: draw; meld K: Ks*2 Kh*2 Kd*2 Kc; meld A: As Ah Ac Ad; meld 7: 7s 7h 7d 7c; discard 4s       #! HF110
        """
    )


def test_p0_6_a_known_hand_with_one_unseen_draw_shows_one_card_more_than_it_can() -> None:
    check("hand Ana: Ks Kd ...\nAna: draw ? 9h; meld K: Ks Kd Kc 2c; discard 4s       #! HF110")
    check("hand Ana: Ks Kd 2c ...\nAna: draw ? 9h; meld K: Ks Kd Kc 2c; discard 4s")


# --- P0-8 to P0-10, A37, A38: the starter -----------------------------------------------------------------------


@pytest.mark.parametrize("card", ["3h", "3d", "3r", "2c", "2", "X"])
def test_p0_9_a_red_three_or_wild_card_may_not_start(card: str) -> None:
    check(f"turn-up {card}       #! HF201\nAna: draw; discard ?")


@pytest.mark.parametrize("card", ["9d", "K", "3s", "3b", "?"])
def test_p0_8_a37_any_other_card_may_start_a_black_three_too(card: str) -> None:
    check(f"turn-up {card}\nAna: draw; discard ?")


def test_p0_9_a_three_of_unknown_colour_starts() -> None:
    check("turn-up 3        #! HF902\nAna: draw; discard ?")


def test_p0_9_red_threes_and_wild_cards_are_buried_as_often_as_they_turn_up() -> None:
    check("turn-up 2c 3h X 3r 2 3d X 9d\nAna: draw; discard ?")


@pytest.mark.parametrize("turned", ["Ks 9d", "2c Ks 9d", "K 9d"])
def test_p0_8_an_ordinary_card_may_not_be_buried(turned: str) -> None:
    check(f"turn-up {turned}    #! HF201\nAna: draw; discard ?")


def test_a37_a_black_three_buried_is_left_open() -> None:
    assert verdict(check("turn-up 3s 9d      #! HF901\nAna: draw; discard ?")) == "undecided"


@pytest.mark.parametrize("turned", ["3 9d", "? 9d"])
def test_a37_what_was_buried_unseen_is_not_judged(turned: str) -> None:
    check(f"turn-up {turned}\nAna: draw; discard ?")


def test_p0_9_a_wrong_card_buried_and_a_wrong_one_left() -> None:
    check("turn-up Ks 2c       #! HF201 HF201\nAna: draw; discard ?")


def test_p0_8_165_in_the_stock_and_one_in_the_pile() -> None:
    check("turn-up 9d\nclaim stock 165, pile 1")
    check("turn-up 9d\nclaim stock 166, pile 1       #! HF105")
    check("turn-up 9d\nclaim stock 164, pile 2       #! HF105 HF105")


def test_a38_buried_starters_stay_in_the_stock() -> None:
    check("turn-up 2c 3h 9d\nclaim stock 165, pile 1")


def test_p0_10_the_picture_is_before_the_replacements() -> None:
    check(
        """
        hand Ana: 3h 3d ...
        turn-up 9d
        claim stock 165
        red Ana: 3h>3d>9h 3d>9h
        claim stock 162, hand Ana 13
        Ana: draw 9h Jh; discard 4s
        """
    )
    check("hand Ana: 3h ...\nturn-up 9d\nred Ana: 3h>9h\nclaim stock 165       #! HF105")


# --- P0-11: who plays -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", ["Bo", "Chi", "Dee"])
def test_p0_11_only_the_player_left_of_the_dealer_begins(first: str) -> None:
    check(f"{first}: draw; discard ?        #! HF203")
    check("Ana: draw; discard ?")


def test_p0_11_without_a_dealer_on_record_anybody_may_begin() -> None:
    check("deal 1\nChi: draw; discard ?\nDee: draw; discard ?\nBo: draw; discard ?       #! HF203")


def test_p0_11_d6_after_a_turn_out_of_order_the_next_is_left_of_who_acted() -> None:
    check(
        """
        Ana: draw; discard ?
        Chi: draw; discard ?           #! HF203
        Dee: draw; discard ?
        Ana: draw; discard ?
        Chi: draw; discard ?           #! HF203
        """
    )


def test_p0_11_two_turns_running() -> None:
    check("Ana: draw; discard ?\nAna: draw; discard ?       #! HF203\nBo: draw; discard ?")


def test_p0_11_counter_clockwise_every_turn_is_out_of_order() -> None:
    check("Ana: draw; discard ?\nDee: draw; discard ?     #! HF203\nChi: draw; discard ?     #! HF203")


def test_p0_11_a_turn_in_three_lines_is_one_turn() -> None:
    check(
        """
        hand Ana: Ks Kd Kc As Ah Ac ...
        Ana: draw 9h Jh
        Ana: meld K: Ks Kd Kc
        Ana: meld A: As Ah Ac
        Ana: discard 4s
        Bo: draw; discard ?
        """
    )


def test_p0_11_somebody_else_in_the_midst_of_a_turn() -> None:
    check(
        """
        Ana: draw                      #! HF206
        Bo: draw; discard ?
        Ana: discard ?                 #! HF203 HF204
        """
    )


# --- P0-12, D1: deals -------------------------------------------------------------------------------------------


def sheet(*starts: str) -> str:
    """Deals of which only scores are on record."""
    return "\n".join(f"{start}\nscore Ana+Chi: total 0\nscore Bo+Dee: total 0" for start in starts)


def test_p0_12_four_deals_dealt_round_the_table() -> None:
    check(sheet("deal 1 dealer Dee", "deal 2 dealer Ana", "deal 3 dealer Bo", "deal 4 dealer Chi"))


def test_p0_12_a_fifth_deal() -> None:
    check(
        sheet(
            "deal 1 dealer Dee",
            "deal 2 dealer Ana",
            "deal 3 dealer Bo",
            "deal 4 dealer Chi",
            "deal 5 dealer Dee   #! HF209",
        )
    )


def test_p0_12_a_fifth_deal_that_is_played() -> None:
    text = sheet("deal 1", "deal 2", "deal 3", "deal 4")
    check(
        f"{text}\ndeal 5   #! HF209\nhand Ana: Ks Kd Kc ...\nAna: draw 9h Jh; meld K: Ks Kd Kc; discard 4s   #! HF501"
    )


def test_p0_12_a_result_after_three_deals() -> None:
    check(f"{sheet('deal 1', 'deal 2', 'deal 3')}\nresult Ana+Chi 0, Bo+Dee 0      #! HF209")


def test_p0_12_d1_the_same_dealer_twice() -> None:
    check(sheet("deal 1 dealer Dee", "deal 2 dealer Dee   #! HF202", "deal 3 dealer Ana"))


def test_p0_12_d1_the_deal_goes_right() -> None:
    check(sheet("deal 1 dealer Dee", "deal 2 dealer Chi   #! HF202", "deal 3 dealer Bo     #~ HF202"))


def test_p0_12_d1_after_a_wrong_dealer_the_next_is_left_of_the_one_who_dealt() -> None:
    check(sheet("deal 1 dealer Dee", "deal 2 dealer Bo   #! HF202", "deal 3 dealer Chi", "deal 4 dealer Dee"))


def test_d1_the_wrong_dealers_deal_is_begun_by_the_player_on_his_left() -> None:
    check(
        """
        deal 1 dealer Dee
        end abandoned
        deal 2 dealer Chi            #! HF202
        Dee: draw; discard ?
        Bo: draw; discard ?          #! HF203
        """
    )


def test_d1_who_begins_as_after_the_right_dealer_is_no_second_slip() -> None:
    check(
        """
        deal 1 dealer Dee
        end abandoned
        deal 2 dealer Chi            #! HF202
        Bo: draw; discard ?          #~ HF203
        Dee: draw; discard ?         #! HF203
        """
    )


def test_p0_12_a_dealer_left_out_says_nothing() -> None:
    check(sheet("deal 1 dealer Dee", "deal 2", "deal 3 dealer Chi"))


@pytest.mark.parametrize("number", [1, 3, 4, 0])
def test_p0_12_deals_are_numbered_in_order(number: int) -> None:
    check(sheet("deal 1 dealer Dee", f"deal {number} dealer Ana    #! HF005"))


def test_p0_12_a_deal_left_out_of_the_record_moved_the_deal_on_too() -> None:
    check(sheet("deal 1 dealer Dee", "deal 3 dealer Bo     #! HF005"))
    check(sheet("deal 1 dealer Dee", "deal 3 dealer Dee    #! HF005 HF202"))


def test_p0_12_an_abandoned_deal_is_dealt_again_under_its_number() -> None:
    check("Ana: draw; discard ?\nend abandoned\ndeal 1 dealer Ana\nBo: draw; discard ?")


def test_p0_12_an_abandoned_deal_may_count_as_one() -> None:
    check("Ana: draw; discard ?\nend abandoned\ndeal 2 dealer Ana\nBo: draw; discard ?")


def test_p0_12_who_deals_again_is_left_open() -> None:
    check("Ana: draw; discard ?\nend abandoned\ndeal 1 dealer Dee       #! HF901\nAna: draw; discard ?")


def test_p0_12_a_stranger_to_the_turn_deals_again() -> None:
    check("Ana: draw; discard ?\nend abandoned\ndeal 1 dealer Bo       #! HF202\nChi: draw; discard ?")


def test_p0_12_a_faulty_deal_that_was_abandoned_leaves_the_next_alone() -> None:
    check(
        """
        hand Ana: Ks ...
        Ana: draw 9h Jh; meld K: Ks Kd Kc; discard 4s       #! HF102 HF501
        end abandoned
        deal 1 dealer Ana
        hand Bo: Ks Kd Kc As Ah Ac ...
        Bo: draw 9h Jh; meld K: Ks Kd Kc; meld A: As Ah Ac; discard 4h
        """
    )


# --- P0-22: the turn --------------------------------------------------------------------------------------------


def test_p0_22_draw_two_and_discard_one() -> None:
    check(HANDS + LEGAL_TURNS)


@pytest.mark.parametrize("cards", ["9h", "9h Jh Qh", "?", "? ? ?", "-", "3h>9h"])
def test_p0_22_another_number_of_cards_drawn(cards: str) -> None:
    check(f"hand Ana: ...\nAna: draw {cards}; discard 4s       #! HF205")


def test_p0_22_two_cards_drawn_one_by_one() -> None:
    check("hand Ana: ...\nAna: draw 9h; draw Jh; discard 4s")


def test_p0_22_three_cards_drawn_one_by_one_are_one_offence() -> None:
    check("hand Ana: ...\nAna: draw 9h; draw Jh; draw Qh; discard 4s       #! HF205")


def test_p0_22_drawn_twice() -> None:
    check("hand Ana: ...\nAna: draw 9h Jh; draw 9d Jd; discard 4s       #! HF205")


def test_p0_22_drawn_three_times_is_one_offence() -> None:
    check("hand Ana: ...\nAna: draw 9h Jh; draw 9d Jd; draw Qd Qd; discard 4s       #! HF205")


def test_p0_22_drawn_again_after_a_meld() -> None:
    check("hand Ana: As Ah Ad ...\nAna: draw 9h Jh; meld A: As Ah Ad; draw 9d Jd; discard 4s       #! HF205")


def test_p0_22_drawn_again_in_a_line_of_its_own_is_a_turn_out_of_order() -> None:
    check("hand Ana: ...\nAna: draw 9h Jh           #! HF206\nAna: draw 9d Jd; discard 4s       #! HF203")


def test_p0_22_a_card_of_the_pile_drawn_beside_one_of_the_stock_is_one_offence() -> None:
    check("hand Ana: ...\nturn-up 9d\nAna: draw 9h; take 9d; discard 4s       #! HF205")
    check("hand Ana: ...\nturn-up 9d\nAna: take 9d; draw 9h; discard 4s       #! HF205")


def test_p0_22_drawn_and_taken() -> None:
    check("hand Ana: As Ah ...\nturn-up Ad\nAna: draw 9h Jh; pickup {meld A: As Ah Ad}; discard 4s       #! HF205")
    check("hand Ana: As Ah ...\nturn-up Ad\nAna: pickup {meld A: As Ah Ad}; draw 9h Jh; discard 4s       #! HF205")


def test_p0_22_nothing_drawn() -> None:
    check("hand Ana: ...\nAna: discard 4s       #! HF204")


def test_p0_22_played_before_drawing() -> None:
    check("hand Ana: As Ah Ac ...\nAna: meld A: As Ah Ac; draw 9h Jh; discard 4s       #! HF204")


def test_p0_22_nothing_drawn_is_said_once_a_turn() -> None:
    check("hand Ana: As Ah Ac Ad ...\nAna: meld A: As Ah Ac; add A: Ad; discard 4s       #! HF204")


def test_p0_22_nothing_drawn_and_nothing_discarded() -> None:
    check("hand Ana: As Ah Ac ...\nAna: meld A: As Ah Ac       #! HF204 HF206\nBo: draw; discard ?")


def test_p0_22_passed() -> None:
    check("Ana: pass       #! HF206\nBo: draw; discard ?")
    check("Ana: draw; pass       #! HF206\nBo: draw; discard ?")


def test_p0_22_no_discard() -> None:
    check("hand Ana: As Ah Ac ...\nAna: draw 9h Jh; meld A: As Ah Ac       #! HF206\nBo: draw; discard ?")


def test_p0_22_no_discard_in_a_turn_of_two_lines_is_said_at_its_last() -> None:
    check("hand Ana: As Ah Ac ...\nAna: draw 9h Jh\nAna: meld A: As Ah Ac       #! HF206\nBo: draw; discard ?")


def test_p0_22_a_record_that_ends_in_the_midst_of_a_turn_accuses_nobody() -> None:
    check("Ana: draw; discard ?\nBo: draw")
    check("hand Ana: Ks Kd Kc ...\nAna: draw 9h Jh; meld K: Ks Kd Kc")


def test_p0_22_no_discard_before_the_deal_ends() -> None:
    check(f"turn-up 9d\n{idle(81)}\nBo: draw          #! HF206\nend stock")


def test_p0_22_d5_two_cards_discarded() -> None:
    check("hand Ana: ...\nAna: draw 9h Jh; discard 4s; discard 5s       #! HF207\nBo: draw; discard ?")


def test_p0_22_d5_three_cards_discarded_are_one_offence_and_all_lie_there() -> None:
    check(
        "hand Ana: ...\nturn-up 9d\nAna: draw 9h Jh; discard 4s; discard 5s; discard 6s       #! HF207\nclaim pile 4, hand Ana 12"
    )


def test_p0_22_melded_after_the_discard() -> None:
    check("hand Ana: As Ah Ac ...\nAna: draw 9h Jh; discard 4s; meld A: As Ah Ac       #! HF207\nBo: draw; discard ?")


def test_p0_22_drawn_after_the_discard() -> None:
    check("hand Ana: ...\nAna: draw 9h Jh; discard 4s; draw 9d Jd       #! HF207\nBo: draw; discard ?")


def test_p0_22_a_second_line_after_the_discard() -> None:
    check(
        "hand Ana: As Ah Ac ...\nAna: draw 9h Jh; discard 4s\nAna: meld A: As Ah Ac       #! HF207\nBo: draw; discard ?"
    )


def test_p0_22_card_not_held() -> None:
    check("hand Ana: ...\nAna: draw 9h Jh; discard Ac       #! HF102")


def test_p0_22_the_card_drawn_may_be_discarded() -> None:
    check("hand Ana: ...\nAna: draw 9h Ac; discard Ac")


def test_p0_22_a_card_already_discarded_is_not_held_any_more() -> None:
    check(
        """
        hand Ana: As ...
        Ana: draw 9h Jh; discard As
        Bo: draw; discard ?
        Chi: draw; discard ?
        Dee: draw; discard ?
        Ana: draw 9h Jh; discard As       #! HF102
        """
    )


def test_p0_22_the_same_card_not_held_twice_is_reported_once() -> None:
    """Played without being held it counts as present afterwards: here, in the meld."""
    check(
        """
        hand Ana: As Ah 2c ...
        Ana: draw 9h Jh; meld A: As Ah Ac; discard 4s       #! HF102
        claim hand Ana 11, melds Ana+Chi A 3
        """
    )


def test_p0_22_more_copies_played_than_held() -> None:
    check("hand Ana: As*2 ...\nAna: draw 9h Jh; meld A: As*3; discard 4s       #! HF102")
    check("hand Ana: As*3 ...\nAna: draw 9h Jh; meld A: As*3; discard 4s")


def test_p0_22_suits_left_out_in_the_hand_or_in_the_play() -> None:
    check("hand Ana: A*3 ...\nAna: draw 9h Jh; meld A: As Ah Ac; discard 4")
    check("hand Ana: As Ah Ac ...\nAna: draw 9 J; meld A: A A Ac; discard 4")
    check("hand Ana: As Ah Ac ...\nAna: draw 9 J; meld A: A A A; discard As        #! HF102")


def test_p0_22_a_card_known_to_have_been_held_may_still_be_played_after_an_unrecognised_discard() -> None:
    check(
        f"""
        hand Ana: As Ah Ac ...
        Ana: draw 9h Jh; discard ?
        {idle(3, first="Bo")}
        Ana: draw Qh Qd; meld A: As Ah Ac; discard 4s
        claim hand Ana 12
        """
    )


def test_p0_22_a_packet_that_is_empty_gives_no_card() -> None:
    """Thirteen unrecognised discards empty the Hand, whatever was known to be in it."""
    turns = "\n".join(f"Ana: draw - ; discard ?      #! HF205\n{idle(3, first='Bo')}" for _ in range(12))
    check(
        f"hand Ana: ...\n{turns}\nAna: draw - ; discard 4s      #! HF205\n{idle(3, first='Bo')}\nAna: foot ?*13; draw; discard ?"
    )
    check(f"hand Ana: ...\n{turns}\nAna: draw - ; discard 4s; discard 5s      #! HF205 HF207 HF102")


# --- two faults at once, faults in the second deal --------------------------------------------------------------


def test_two_faults_in_one_line_are_both_reported() -> None:
    check("hand Bo: ...\nBo: draw 9h; discard Ac      #! HF203 HF205 HF102")


def test_the_same_faults_in_the_second_deal() -> None:
    text = check(
        """
        deal 1 dealer Dee
        end abandoned
        deal 2 dealer Ana
        hand Bo: ?*14                           #! HF103
        turn-up X                               #! HF201
        Chi: draw ?; discard ?                  #! HF203 HF205
        """
    )
    assert {f.deal for f in findings(text)} == {2}


def test_nothing_known_of_one_deal_is_known_in_the_next() -> None:
    check(
        """
        hand Ana: Ks*5 As Ah Ac ...
        Ana: draw 9h Jh; meld A: As Ah Ac; discard 4s
        end abandoned
        deal 2 dealer Ana
        hand Bo: Ks*5 As Ah Ac Ad Th Td Tc 4h
        Bo: draw 9h Jh; meld A: As Ah Ac Ad; discard 4h               #! HF501
        """
    )


# --- misplaced lines (HF005) ------------------------------------------------------------------------------------


def test_a_hand_after_the_first_turn_is_misplaced() -> None:
    check("Ana: draw; discard ?\nhand Bo: ?*13      #! HF005\nBo: draw; discard ?")


@pytest.mark.parametrize("line", ["hand Ana: ?*13", "foot Ana: ?*13", "turn-up 9d", "stock ?*165"])
def test_a_set_up_line_given_twice_is_misplaced(line: str) -> None:
    turn_up = "turn-up 9d\n" if "stock" in line else ""
    check(f"{turn_up}{line}\n{line}       #! HF005\nAna: draw; discard ?")


def test_a_turn_before_any_deal_is_misplaced() -> None:
    check("Ana: draw; discard ?     #! HF005", start="")


def test_a_second_end_is_misplaced() -> None:
    check("Ana: draw; discard ?\nend abandoned\nend abandoned      #! HF005")


def test_a_red_three_exposed_after_the_end_is_misplaced() -> None:
    check("Ana: draw; discard ?\nend abandoned\nred Bo: 3h>9h      #! HF005")


def test_a_turn_after_an_abandoned_deal_is_play_after_the_end() -> None:
    check("Ana: draw; discard ?\nend abandoned\nBo: draw; discard ?      #! HF208\nChi: draw; discard ?")


# --- the stock --------------------------------------------------------------------------------------------------


def test_hf107_a_draw_from_a_stock_of_one_is_one_offence() -> None:
    check(f"turn-up 9d\n{idle(82)}\nclaim stock 1\nChi: draw 9d Jd; discard ?        #! HF107")


def test_hf107_a_draw_from_an_empty_stock() -> None:
    check(f"turn-up 9d\nred Bo: 3h>9h\n{idle(82)}\nclaim stock 0\nChi: draw; discard ?        #! HF107")


def test_a4_with_one_card_left_not_even_that_one_is_drawn() -> None:
    check(f"turn-up 9d\n{idle(82)}\nChi: draw 9d; discard ?        #! HF205")


def test_p0_49_two_cards_left_can_be_drawn_and_then_the_deal_ends() -> None:
    check(f"turn-up 9d\nred Bo: 3h>9h\n{idle(81)}\nclaim stock 2\nBo: draw 9d Jd; discard ?\nclaim stock 0\nend stock")


def test_hf107_the_replacement_of_a_red_three_overdraws() -> None:
    check(f"turn-up 9d\nred Bo: 3h>9h\n{idle(81)}\nBo: draw 3h>9d Jd; discard ?        #! HF107")


def test_a5_a5b_d11_the_last_card_is_a_red_three_and_has_no_replacement() -> None:
    check(f"turn-up 9d\nred Bo: 3h>9h\n{idle(81)}\nBo: draw 3h>- Jd; discard ?        #! HF901\nend stock")


def test_a5b_one_replacement_for_two_red_threes() -> None:
    check(f"turn-up 9d\n{idle(81)}\nclaim stock 3\nBo: draw 3h>Qd 3d>-; discard ?        #! HF901\nend stock")


def test_a5_not_replaced_while_one_card_is_left() -> None:
    check(f"turn-up 9d\n{idle(81)}\nBo: draw 3h>- Jd; discard ?        #! HF402")


def test_hf109_the_recorded_stock_is_followed_as_a_set_within_one_action() -> None:
    stock = "turn-up 9d\nstock 9h 3h Jh Qd 3d 8d ?*159\n"
    check(stock + "Ana: draw Jh 3h>9h; discard ?\nBo: draw 3d>8d Qd; discard ?")
    check(stock + "Ana: draw Jh 9h; discard ?        #! HF109")
    check(stock + "Ana: draw 3h>Qd 9h; discard ?        #! HF109\nBo: draw 3d>8d 9c; discard ?      #! HF109")


def test_hf109_cards_drawn_by_rank_alone_fit_the_recorded_stock() -> None:
    stock = "turn-up 9d\nstock Ks Kh 9h Jh ?*161\n"
    check(stock + "Ana: draw K Ks; discard ?\nBo: draw ? 9; discard ?")
    check(stock + "Ana: draw K Kd; discard ?        #! HF109")
    check("turn-up 9d\nstock K Ks ?*163\nAna: draw Ks Kh; discard ?")
    check("turn-up 9d\nstock K ? Q ?*162\nAna: draw Kh 3r>Q; discard ?")


def test_hf109_replacements_of_dealt_red_threes_come_first() -> None:
    check(
        """
        hand Ana: 3h ...
        hand Bo: 3d ...
        turn-up 9d
        stock 9h 8h Jh Qd ?*161
        red Bo: 3d>9h
        red Ana: 3h>8h
        Ana: draw Jh Qd; discard 4s
        """
    )
    check("hand Ana: 3h ...\nturn-up 9d\nstock 9h 8h ?*163\nred Ana: 3h>8h       #! HF109")


def test_hf109_an_unreadable_line_loses_the_place_in_the_recorded_stock() -> None:
    check(
        """
        turn-up 9d
        stock 9h 8h Jh Qd Kd Kh ?*159
        Ana: draw 9h 8h; discard ?
        Bo: drew two, threw one          #! HF001
        Chi: draw Kd Kh; discard ?
        """
    )


def test_hf104_a_recorded_stock_that_is_shorter_than_it_must_be_and_runs_out() -> None:
    check(
        "turn-up 9d\nstock 9h 8h Jh       #! HF104\nAna: draw 9h 8h; discard ?\nBo: draw Jh Qh; discard ?     #! HF107"
    )


# --- unreadable lines accuse nobody -----------------------------------------------------------------------------


def test_after_an_unreadable_turn_the_next_player_is_left_of_him() -> None:
    check("Ana: drw two             #! HF001\nBo: draw; discard ?\nDee: draw; discard ?       #! HF203")


def test_after_an_unreadable_line_of_nobody_knows_whom_anybody_may_play() -> None:
    check("Ana: draw; discard ?\nsomething else went on   #! HF001\nDee: draw; discard ?\nAna: draw; discard ?")


def test_an_unreadable_action_hides_the_rest_of_its_turn() -> None:
    check("hand Ana: ...\nAna: draw 9h 9h; meeld K: Ks Kd Kc; discard Ac         #! HF001\nBo: draw; discard ?")
    check("hand Ana: ...\nAna: drwa 9h 9h; discard Ac         #! HF001\nBo: draw; discard ?")


def test_a_claim_after_an_unreadable_line_is_not_checked() -> None:
    check(
        "turn-up 9d\nAna: drw two             #! HF001\nclaim stock 150, pile 9, hand Ana 4      #! HF902 HF902 HF902\nclaim hand Bo 12     #! HF105"
    )


# --- irregular deeds --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deed", ["peek", "peek Bo", "peek Chi"])
def test_p0_7_p0_39_d36_a_foot_looked_at(deed: str) -> None:
    check(f"Ana: draw; {deed}; discard ?          #! HF210")


def test_p0_7_the_own_opened_foot_may_be_looked_at() -> None:
    check(
        """
        hand Ana: Ks*2 Kh*2 Kd*2 Kc As*2 Ah*2 Ac*2
        Ana: draw As 4s; meld K: Ks*2 Kh*2 Kd*2 Kc; meld A: As*3 Ah*2 Ac*2; discard 4s
        Bo: draw; discard ?
        Chi: draw; discard ?
        Dee: draw; discard ?
        Ana: foot; peek; draw; discard ?
        """
    )


@pytest.mark.parametrize("deed", ["browse", "show Ks", 'say "I have three jokers"'])
def test_d4_d31_d37_an_irregular_deed_is_noted_and_is_no_offence(deed: str) -> None:
    assert verdict(check(f"Ana: draw; {deed}; discard ?          #! HF903")) == "clean"


# --- cards recorded less exactly than others ---------------------------------------------------------------------


def test_p0_10_an_unseen_card_of_the_recorded_stock_may_be_either_of_two_drawn() -> None:
    check("turn-up 9h\nstock ? 6 ?*163\nAna: draw 6h 9c; discard 4c")
    check("turn-up 9h\nstock ? 6 ?*163\nAna: draw 7h 9c; discard 4c  #! HF109")


def test_p0_30_an_unseen_card_of_the_pile_leaves_the_better_known_to_what_is_listed() -> None:
    check(
        """
        hand Dee: Js Jh Ks Kh Kd Th Td 4s*5 5s
        turn-up Ts
        Ana: draw; discard 4d
        Bo: draw; discard ?
        Chi: draw; discard Jc
        Dee: pickup 4 {meld J: Js Jh Jc; meld K: Ks Kh Kd} ? 4d T; meld T: Ts Th Td; discard 6d
        """
    )
