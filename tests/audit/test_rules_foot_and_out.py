"""The Foot and going out (P0-37 to P0-44): for each rule the log that breaks it and the nearest one that does not."""

from __future__ import annotations

import pytest

import handfoot
from deals import check
from endings import (
    CHI_LEFT,
    JOKERS,
    KINGS_AND_ACES,
    PARTNER_IN_FOOT,
    QUEENS_AND_JACKS,
    SET_UP,
    WITH_DISCARD,
    WITHOUT_DISCARD,
    going_out,
)


def open_points(text: str) -> list[tuple[str, int]]:
    """Points left open (HF901, HF902), by code and line."""
    return sorted((f.code, f.span.line) for f in handfoot.audit(text).findings if f.undecided)


def out_bonus(text: str) -> dict[str, object]:
    """The bonus for going out that each side has in the report."""
    return {row.team: row.out for row in handfoot.audit(text).games[0].scores}


# --- entering the Foot (P0-37 to P0-39) --------------------------------------------------------------------------

RUN = """
    hand Ana: Ks*2 Kh*2 Kd*2 As*2 Ah*2 Ad*2 Kc
    foot Ana: 4s 4h 5s 5h 6s 6h 7s 7h 8s 8h 9s 9h Ts
    turn-up 9d
    Ana: draw Qs Qh; discard Kc
    Bo: draw; discard ?
    Chi: draw; discard ?
    Dee: draw; discard ?
    Ana: draw Qd 2c; meld K: Ks*2 Kh*2 Kd*2; meld A: As*2 Ah*2 Ad*2; meld Q: Qs Qh Qd"""


@pytest.mark.parametrize("foot", ["foot", "foot 4s 4h 5s 5h 6s 6h 7s 7h 8s 8h 9s 9h Ts"])
def test_p0_37_melds_the_last_card_of_the_hand_and_goes_on_with_the_foot(foot: str) -> None:
    check(RUN + f" 2c; {foot}; discard Ts\nBo: draw; discard ?")


def test_p0_37_does_not_take_the_foot() -> None:
    check(RUN + " 2c  #! HF702\nBo: draw; discard ?")


def test_p0_37_plays_on_from_the_foot_without_taking_it() -> None:
    """One deed: what follows is judged as played from the Foot, and a ``foot`` written too late follows from it."""
    check(RUN + " 2c; discard Ts  #! HF702\nBo: draw; discard ?")
    check(RUN + " 2c; meld 4: 4s 4h 4h; discard Ts  #! HF102 HF702\nBo: draw; discard ?")
    check(RUN + " 2c; meld 9: 9s 9h  #! HF702 HF301 HF206\nBo: draw; discard ?")
    check(RUN + " 2c; meld 4: 4s 4h; foot; discard Ts  #! HF702 HF301 #~ HF701\nBo: draw; discard ?")
    rest = "Bo: draw; discard ?\nChi: draw; discard ?\nDee: draw; discard ?\nAna: draw 9c 9d; discard 9s"
    check(RUN + f" 2c; discard Ts  #! HF702\n{rest}")


def test_p0_37_a_red_three_of_the_foot_that_was_not_taken_up_is_no_second_fault() -> None:
    run = RUN.replace("9s 9h Ts", "9s 9h 3h")
    check(run + " 2c; meld 8: 8s 8h 8c; discard 9s  #! HF702 #~ HF102\nBo: draw; discard ?")
    check(run + " 2c; meld 8: 8s 8h 8c 8d; discard 9s  #! HF702 HF102\nBo: draw; discard ?")
    check(
        run + " 2c; discard 9s; takeback; foot 4s 4h 5s 5h 6s 6h 7s 7h 8s 8h 9s 9h 3h; discard 9s  #! HF401 HF701 HF901"
    )
    check(run + " 2c; discard 9s  #! HF702 #~ HF401\nBo: draw; discard ?")


def test_p0_37_plays_a_card_that_is_neither_in_the_hand_nor_in_the_foot() -> None:
    check(RUN + " 2c; discard Jh  #! HF102\nBo: draw; discard ?")


def test_p0_37_draws_again_with_the_foot() -> None:
    check(RUN + " 2c; foot; draw 5c 5d; discard 4s  #! HF205")


def test_a10_takes_the_foot_and_stops_without_a_discard() -> None:
    check(RUN + " 2c; foot  #! HF206\nBo: draw; discard ?")


def test_p0_37_takes_the_foot_with_a_card_left_in_the_hand() -> None:
    check(RUN + "; foot; discard 4s  #! HF701")


def test_p0_38_discards_the_last_card_and_uses_the_foot_in_the_next_turn() -> None:
    check(going_out())


def test_p0_38_takes_the_foot_in_the_turn_of_the_last_discard() -> None:
    check(
        going_out(first=KINGS_AND_ACES + "; foot  #! HF701", third=JOKERS.replace("foot X*7 4h 4d 4c 4s 9s 9h; ", ""))
    )


def test_p0_38_plays_on_without_taking_the_foot() -> None:
    check(going_out(third="Ana: draw 9d 7s; discard 7s  #! HF702"))


def test_p0_38_plays_from_the_foot_without_taking_it() -> None:
    check(going_out(third="Ana: draw 9d 7s; meld W: X*7; meld 4: 4h 4d 4c 4s; discard 7s  #! HF702"))
    check(going_out(third="Ana: draw 9d 7s; discard 9s  #! HF702"))
    take = "Ana: pickup {meld 4: 4h 4d 4c}; meld W: X*7; discard 9s"
    check(going_out(third=take + "  #! HF702", dee=("4c", "?")))


def test_p0_38_takes_the_foot_after_the_draw() -> None:
    check(going_out(third="Ana: draw 9d 7s; foot X*7 4h 4d 4c 4s 9s 9h; meld W: X*7; discard 7s"))


def test_p0_38_takes_the_foot_twice() -> None:
    check(going_out("Ana: draw 9c 5s; foot; discard 5s  #! HF701"))


def test_p0_39_looks_at_the_foot_before_it_is_taken() -> None:
    check(going_out(first=KINGS_AND_ACES.replace("discard", "peek; discard") + "  #! HF210"))


def test_p0_39_looks_at_the_foot_in_play() -> None:
    check(going_out("Ana: draw 9c 5s; peek; discard 5s"))


RED_FOOT = SET_UP.replace("7c\nturn-up", "3h\nturn-up")


def test_a8_a_red_three_of_the_foot_is_exposed_when_it_is_taken() -> None:
    check(going_out(set_up=RED_FOOT, fourth=PARTNER_IN_FOOT.replace("7c;", "3h>7c;")))


def test_a8_a_red_three_of_the_foot_is_kept() -> None:
    check(going_out(set_up=RED_FOOT, fourth=PARTNER_IN_FOOT.replace("7c;", "3h;") + "  #! HF401"))


# --- the conditions of going out (P0-40 to P0-43) ----------------------------------------------------------------


@pytest.mark.parametrize("end", ["end out Ana", ""])
@pytest.mark.parametrize("last", [WITH_DISCARD, WITHOUT_DISCARD])
def test_p0_43_goes_out_with_or_without_a_last_discard(last: str, end: str) -> None:
    text = check(going_out(last, end, CHI_LEFT))
    assert handfoot.audit(text).verdict == "clean"
    assert out_bonus(text) == {"Ana+Chi": (100, 100), "Bo+Dee": (0, 0)}


@pytest.mark.parametrize("card", ["3s", "2h", "X"])
def test_a2_the_last_discard_may_be_a_black_three_or_a_wild_card(card: str) -> None:
    check(going_out(WITH_DISCARD.replace("5s", card), "end out Ana"))


def test_a9_the_last_discard_is_a_red_three() -> None:
    check(going_out("Ana: draw 9c 3h; ask yes; meld 9: 9s 9h 9d 9c; discard 3h  #! HF401 HF403", "end out Ana"))


def test_a28_an_exposed_red_three_does_not_hinder_going_out() -> None:
    check(going_out("Ana: draw 9c 3h>5s; ask yes; meld 9: 9s 9h 9d 9c; discard 5s", "end out Ana"))


def test_d33_goes_out_with_no_wild_book() -> None:
    third = JOKERS.replace("W: X*7", "W: X*6")  # the seventh joker stays in the Foot
    check(
        going_out("Ana: draw 9c 5s; ask yes; meld 9: 9s 9h 9d 9c X; discard 5s  #! HF703", "end out Ana", third=third)
    )


def test_a25_a_book_finished_in_the_last_turn_counts() -> None:
    third = JOKERS.replace("W: X*7", "W: X*6")
    check(going_out("Ana: draw 9c 5s; ask yes; meld 9: 9s 9h 9d 9c; add W: X; discard 5s", "end out Ana", third=third))


def test_p0_40_goes_out_with_one_dirty_book() -> None:
    set_up = SET_UP.replace("2d 2c\nfoot", "2d 6s\nfoot")
    second = QUEENS_AND_JACKS.replace("Jd 2d 2c; discard 5s", "Jd 2d; discard 5s")  # six jacks; the six of spades stays
    fourth = "Chi: draw 6c 7d; meld 6: 6s 6c 2c; discard 7d".replace("draw 6c 7d", "draw 6c 2c").replace(
        "; discard 7d", "; foot; discard 7c"
    )
    check(going_out(WITH_DISCARD + "  #! HF703", "end out Ana", set_up=set_up, second=second, fourth=fourth))
    fourth = fourth.replace("meld 6: 6s 6c 2c; foot; discard 7c", "add J: 2c; discard 6c")
    check(going_out(WITH_DISCARD + "  #! HF704", "end out Ana", set_up=set_up, second=second, fourth=fourth))


def test_p0_40_goes_out_with_one_clean_book() -> None:
    first = KINGS_AND_ACES.replace("draw Ac 4s", "draw 2s 4s").replace("Ad*2 Ac", "Ad*2 2s")
    check(going_out(WITH_DISCARD + "  #! HF703", "end out Ana", first=first))


def test_hf305_an_illegal_book_does_not_count_for_going_out() -> None:
    set_up = SET_UP.replace("Qs*2 Qh*2 Qd 2s 2h", "Qs*2 Qh*2 2s*2 2h")
    second = QUEENS_AND_JACKS.replace("Qs*2 Qh*2 Qd 2s 2h", "Qs*2 Qh*2 2s*2 2h") + "  #! HF305"
    text = check(going_out(WITH_DISCARD + "  #~ HF703", "end out Ana", set_up=set_up, second=second))
    assert out_bonus(text)["Ana+Chi"] == (0, 0)


def test_hf305_an_illegal_meld_that_is_not_needed_does_no_harm() -> None:
    fourth = PARTNER_IN_FOOT.replace("draw 6c 7d", "draw 2d 2c; meld T: Ts Th Td 2d 2c").replace(
        "discard 7d", "discard 7c  #! HF305"
    )
    text = check(going_out(WITH_DISCARD, "end out Ana", fourth=fourth))
    assert out_bonus(text)["Ana+Chi"] == (100, 100)


WAITS = {"second": "Chi: draw Jd 5s; discard 5s"}
"""Chi lays down in the second turn only."""
LATE = "meld Q: Qs*2 Qh*2 Qd 2s 2h; meld J: Js*2 Jh*2 Jd 2d 2c"


def test_p0_41_the_partner_has_not_entered_the_foot() -> None:
    check(going_out(WITH_DISCARD + "  #! HF704", "end out Ana", fourth=f"Chi: draw 4c 6h; {LATE}; discard 6h", **WAITS))


def test_a3_the_partner_discarded_the_last_hand_card_in_the_turn_before() -> None:
    check(
        going_out(
            WITH_DISCARD + "  #! HF704",
            "end out Ana",
            fourth=f"Chi: draw 4c 6h; {LATE}; add 4: 4c; discard 6h",
            **WAITS,
        )
    )


def test_a3_the_partner_ran_into_the_foot_in_the_turn_before() -> None:
    check(
        going_out(
            WITH_DISCARD, "end out Ana", fourth=f"Chi: draw 4c 4d; {LATE}; add 4: 4c 4d; foot; discard 7c", **WAITS
        )
    )


def test_p0_42_goes_out_without_asking() -> None:
    check(going_out(WITH_DISCARD.replace(" ask yes;", "") + "  #! HF705", "end out Ana"))
    check(going_out(WITHOUT_DISCARD.replace(" ask yes;", "") + "; out  #! HF705"))


def test_a24_asks_before_the_deed_that_empties() -> None:
    check(going_out("Ana: draw 9c 5s; meld 9: 9s 9h 9d 9c; ask yes; discard 5s", "end out Ana"))
    check(going_out("Ana: draw 9c 4s; meld 9: 9s 9h 9d 9c; ask yes; add 4: 4s", "end out Ana"))
    check(going_out("Ana: ask yes; draw 9c 4s; meld 9: 9s 9h 9d 9c; add 4: 4s", "end out Ana"))


def test_a24_asks_after_the_deed_that_empties() -> None:
    check(going_out("Ana: draw 9c 5s; meld 9: 9s 9h 9d 9c; discard 5s; ask yes  #! HF705", "end out Ana"))
    check(going_out("Ana: draw 9c 4s; meld 9: 9s 9h 9d 9c; add 4: 4s; ask yes  #! HF705", "end out Ana"))


def test_p0_44_refused_and_keeps_a_card() -> None:
    check(going_out("Ana: draw 9c 5s; ask no; meld 9: 9s 9h 9d; discard 5s"))


@pytest.mark.parametrize("last", [WITH_DISCARD, WITHOUT_DISCARD])
def test_p0_44_refused_and_empties(last: str) -> None:
    check(going_out(last.replace("ask yes", "ask no") + "  #! HF706", "end out Ana"))
    check(going_out(last.replace("ask yes", "ask no") + "  #! HF706"))


def test_a24_permitted_and_does_not_go_out() -> None:
    check(going_out("Ana: draw 9c 5s; ask yes; meld 9: 9s 9h 9d; discard 5s", "Bo: draw; discard ?"))


def test_a24_asked_twice_in_a_turn_is_left_open_and_the_last_answer_counts() -> None:
    text = going_out("Ana: draw 9c 5s; ask no; ask yes; meld 9: 9s 9h 9d 9c; discard 5s  #! HF901", "end out Ana")
    check(text)
    check(going_out("Ana: draw 9c 5s; ask yes; ask no; meld 9: 9s 9h 9d 9c; discard 5s  #! HF706 HF901", "end out Ana"))


ROUND = ["Bo: draw; discard ?", "Chi: draw; discard 7c", "Dee: draw; discard ?"]


@pytest.mark.parametrize(("answer", "marks"), [("yes", "#! HF901"), ("no", "#! HF705")])
def test_a24_asked_in_an_earlier_turn_only(answer: str, marks: str) -> None:
    before = f"Ana: draw 9c 5s; ask {answer}; discard 5s"
    check(
        going_out(
            before, *ROUND, f"Ana: draw 4d 5s; meld 9: 9s 9h 9d 9c; add 4: 4d; discard 5s  {marks}", "end out Ana"
        )
    )


def test_a24_refused_in_an_earlier_turn_and_permitted_now() -> None:
    before = "Ana: draw 9c 5s; ask no; discard 5s"
    check(
        going_out(before, *ROUND, "Ana: draw 4d 5s; ask yes; meld 9: 9s 9h 9d 9c; add 4: 4d; discard 5s", "end out Ana")
    )


def test_p0_40_to_p0_42_every_condition_that_fails_is_said() -> None:
    third = JOKERS.replace("W: X*7", "W: X*6")
    last = "Ana: draw 9c 5s; meld 9: 9s 9h 9d 9c X; discard 5s; out  #! HF703 HF704 HF705"
    check(going_out(last, third=third, fourth=f"Chi: draw 4c 6h; {LATE}; discard 6h", **WAITS))


# --- keeping a card (P0-44) --------------------------------------------------------------------------------------


@pytest.mark.parametrize("last", [WITH_DISCARD, WITHOUT_DISCARD])
def test_p0_44_finishes_by_accident(last: str) -> None:
    text = check(
        going_out(last.replace(" ask yes;", "") + "  #! HF708", "Bo: draw; discard ?", "Chi: draw; discard 7c")
    )
    assert handfoot.audit(text).verdict == "violations"


def test_a12_the_meld_that_left_one_card_is_named() -> None:
    (finding,) = [
        f
        for f in handfoot.audit(check(going_out(WITH_DISCARD.replace(" ask yes;", "") + "  #! HF708"))).findings
        if f.code == "HF708"
    ]
    assert "meld 9: 9s 9h 9d 9c had left one card" in finding.message


def test_a12_one_card_is_enough() -> None:
    check(going_out("Ana: draw 9c 5s; meld 9: 9s 9h 9d; discard 5s"))


def test_a12_discards_the_only_card_without_drawing() -> None:
    """Two drawn cards would have left some, so nothing forced it."""
    check(
        going_out(
            "Ana: draw 9c 5s 6s; meld 9: 9s 9h 9d 9c; discard 5s  #! HF205", *ROUND, "Ana: discard 6s  #! HF204 HF708"
        )
    )


def test_d32_the_end_is_said_after_an_accident() -> None:
    accident = WITH_DISCARD.replace(" ask yes;", "") + "  #! HF708"
    check(going_out(accident, "Bo: draw; discard ?", "end out Ana  #~ HF211"))


def test_hf208_play_after_a_legal_going_out() -> None:
    check(going_out(WITH_DISCARD, "Bo: draw; discard ?  #! HF208", "Chi: draw; discard 7c"))
    check(going_out(WITH_DISCARD, "end out Ana", "Bo: draw; discard ?  #! HF208"))


def test_hf208_play_after_an_illegal_going_out() -> None:
    check(going_out(WITH_DISCARD.replace("ask yes", "ask no") + "  #! HF706", "Bo: draw; discard ?  #! HF208"))


def test_hf211_goes_out_with_cards_left() -> None:
    check(going_out("Ana: draw 9c 5s; ask yes; meld 9: 9s 9h 9d; discard 5s; out  #! HF211"))
    check(going_out("Ana: draw 9c 5s; ask yes; meld 9: 9s 9h 9d; discard 5s", "end out Ana  #! HF211"))


def test_hf211_the_wrong_player_is_said_to_have_gone_out() -> None:
    check(going_out(WITH_DISCARD, "end out Chi  #! HF211"))


def test_hf211_the_stock_is_said_to_have_ended_a_deal_in_which_somebody_went_out() -> None:
    check(going_out(WITH_DISCARD, "end stock  #! HF211"))


def test_hf702_goes_out_with_the_foot_unopened() -> None:
    check(RUN + " 2c; out  #! HF702")
    check(RUN + " 2c  #! HF702\nend out Ana")


def test_a26_from_the_hand_through_the_foot_and_out_in_one_turn() -> None:
    set_up = """
        hand Ana: Ks*2 Kh*2 Kd*2 Kc As*2 Ah 8s*2 8h
        foot Ana: X*7 Ah Ad*2 8h 8d 8c
        hand Chi: Qs*2 Qh*2 Qd 2s 2h Js*2 Jh*2 2d 2c
        foot Chi: 8s 9h 8d Ts Th Td 5h 5d 5c 6s 6h 6d 7c
        turn-up 9d
        Ana: draw 3s 5s; discard 3s
        Bo: draw; discard ?
        Chi: draw Jd 5s; meld Q: Qs*2 Qh*2 Qd 2s 2h; meld J: Js*2 Jh*2 Jd 2d 2c; discard 5s
        Dee: draw; discard ?
        Ana: draw 3s 5h; discard 3s
        Bo: draw; discard ?
        Chi: foot; draw; discard 7c
        Dee: draw; discard ?
        """
    start = "Ana: draw 5d 8d; ask yes; meld K: Ks*2 Kh*2 Kd*2 Kc; meld A: As*2 Ah; meld 8: 8s*2 8h 8d; meld 5: 5s 5h 5d; foot; "
    check(set_up + start + "meld W: X*7; add A: Ah Ad*2; add 8: 8h 8d; discard 8c  #! HF703\nend out Ana")
    check(set_up + start + "meld W: X*7; add A: Ah Ad*2; add 8: 8h 8d 8c\nend out Ana")


def test_p0_43_emptied_by_a_take() -> None:
    third = JOKERS.replace("draw 9d 7s", "draw 9d 4d").replace("discard 7s", "discard 4d")
    frame = {
        "second": QUEENS_AND_JACKS.replace("5s", "4h"), "third": third, "fourth": PARTNER_IN_FOOT.replace("7d", "9c"),
        "bo": ("4c", "9h"), "dee": ("9s", "9c"),
    }  # fmt: skip
    take = "pickup {meld 9: 9s 9h 9d 9c} 9c 9h 4d 9s 4h 4c; add 9: 9c 9h 9s; add 4: 4d 4h 4c"
    check(going_out(f"Ana: ask yes; {take}", "end out Ana", **frame))
    check(going_out(f"Ana: {take}  #! HF708", **frame))


# --- what an illegal going out scores (A11) ----------------------------------------------------------------------


def test_a11_no_bonus_and_a_repaired_figure_for_an_illegal_going_out() -> None:
    text = check(going_out(WITH_DISCARD.replace("ask yes", "ask no") + "  #! HF706", "end out Ana", CHI_LEFT))
    row = next(row for row in handfoot.audit(text).games[0].scores if row.team == "Ana+Chi")
    assert row.out == (0, 0)
    assert row.total is not None
    assert row.repaired_total == row.total[1] - 5  # the five of spades that had to be kept
