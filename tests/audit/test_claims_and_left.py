"""Counts that somebody claimed (HF105) and cards shown as left (HF108), in known and in hidden packets."""

from __future__ import annotations

import pytest

import handfoot
from deals import check
from endings import CHI_LEFT, WITH_DISCARD, going_out

# --- claims --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "right"),
    [
        ("stock", 165 - 16), ("pile", 9), ("hand Ana", 3), ("hand Chi", 14), ("hand Bo", 15), ("foot Ana", 0), ("foot Bo", 13),
        ("melds Ana+Chi 4", 4), ("melds Ana+Chi K", 0), ("melds Bo+Dee K", 0), ("melds Ana+Chi W", 0),
    ],
)  # fmt: skip
def test_hf105_a_claimed_count(what: str, right: int) -> None:
    check(going_out(f"claim {what} {right}"))
    check(going_out(f"claim {what} {right + 1}  #! HF105"))


def test_hf105_in_the_middle_of_a_turn_and_several_in_a_line() -> None:
    check(
        going_out(
            "Ana: draw 9c 5s", "claim stock 147, hand Ana 5, pile 9", "Ana: discard 5s", "claim pile 10, hand Ana 4"
        )
    )
    check(going_out("Ana: draw 9c 5s", "claim stock 149, hand Ana 3, pile 10  #! HF105 HF105 HF105"))


def test_hf105_before_the_first_turn() -> None:
    check("claim stock 165, pile 1, hand Ana 13, foot Dee 13")
    check("claim stock 166  #! HF105")


def test_p0_10_replacements_come_from_the_stock() -> None:
    check("hand Ana: 3h 3d ...\nred Ana: 3h>4s 3d>3h>5s\nclaim stock 162, hand Ana 13")


def test_hf105_a_hidden_hand_is_counted_too() -> None:
    check(
        "Ana: draw; discard ?\nclaim hand Ana 14\nBo: draw; meld 9: 9s 9h 9d 9c X; discard ?\nclaim hand Bo 9, melds Bo+Dee 9 5\nclaim hand Bo 10  #! HF105"
    )


def test_hf105_a_take_that_is_not_listed() -> None:
    text = "hand Bo: 4c 4d ...\nhand Ana: 4s ...\nAna: draw; discard 4s\nBo: pickup {meld 4: 4s 4c 4d X X X}"
    check(text.replace(" X X X", "").replace("4d}", "4d}; discard ?") + "  #! HF501\nclaim pile 1, hand Bo 11")


def test_hf003_a_claim_about_a_side_that_is_none() -> None:
    check("claim melds Ana+Bo 4 3  #! HF003")


# --- what is left ----------------------------------------------------------------------------------------------------

OUT = (WITH_DISCARD, "end out Ana")


def test_hf108_the_cards_that_a_known_packet_must_have() -> None:
    check(going_out(*OUT, CHI_LEFT))
    check(going_out(*OUT, CHI_LEFT.replace("6c", "9c") + "  #! HF108"))
    check(going_out(*OUT, CHI_LEFT.replace(" 6c", "") + "  #! HF108"))
    check(going_out(*OUT, CHI_LEFT + " 6c  #! HF108"))


def test_hf108_known_by_rank_or_not_seen() -> None:
    check(going_out(*OUT, "left Chi: 8*3 T*3 5*3 6*4 7"))
    check(going_out(*OUT, "left Chi: ?*14"))
    check(going_out(*OUT, "left Chi: 8*3 T*3 5*3 6*3 7*2  #! HF108"))


def test_hf108_a_hidden_packet_of_another_size() -> None:
    check(going_out(*OUT, CHI_LEFT, "left Bo: ?*15; foot ?*13", "left Dee: ?*15"))
    check(going_out(*OUT, CHI_LEFT, "left Bo: ?*14; foot ?*13  #! HF108"))
    check(going_out(*OUT, CHI_LEFT, "left Bo: ?*15; foot ?*12  #! HF108"))


def test_hf108_the_player_who_went_out_has_nothing() -> None:
    check(going_out(*OUT, "left Ana: -", CHI_LEFT))
    check(going_out(*OUT, "left Ana: 9s  #! HF108"))


def test_hf108_a_foot_left_that_was_taken() -> None:
    check(going_out(*OUT, CHI_LEFT + "; foot -"))
    check(going_out(*OUT, CHI_LEFT + "; foot ?*13  #! HF108"))


def test_hf101_what_is_left_shows_a_sixth_copy() -> None:
    check(going_out(*OUT, CHI_LEFT, "left Bo: Ks*3 ?*12"))
    check(going_out(*OUT, CHI_LEFT, "left Bo: Ks*4 ?*11  #! HF101"))


def test_hf005_what_is_left_twice() -> None:
    check(going_out(*OUT, CHI_LEFT, CHI_LEFT + "  #! HF005"))


def test_hf108_a_wrong_line_does_not_spoil_the_score() -> None:
    text = check(going_out(*OUT, CHI_LEFT.replace("6c", "9c") + "  #! HF108", "score Ana+Chi: left -100"))
    assert handfoot.audit(text).verdict == "violations"


def test_left_after_an_unreadable_deed_is_not_checked() -> None:
    text = check(going_out("Ana: draw 9c 5s; discrad 5s  #! HF001", "end stock  #! HF902", "left Ana: 9s 9h  #! HF902"))
    assert handfoot.audit(text).verdict == "unreadable"
