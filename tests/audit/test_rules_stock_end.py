"""The end of the stock (P0-49, A4, A5): who wants to draw and finds fewer than two cards ends the deal."""

from __future__ import annotations

import pytest

import handfoot
from deals import check, idle

ONE_MORE = "Ana: draw ? 3h>?; discard ?"
"""A turn that takes three cards from the stock."""


def down_to(cards: int) -> str:
    """Turns that leave ``cards`` in the stock of 165 (one to three); the player to move comes with :func:`mover`."""
    replaced = {0: 1, 1: 0, 2: 1, 3: 0}[cards]
    turns = (165 - replaced - cards) // 2
    lines = idle(turns).splitlines()
    if replaced:
        lines[0] = ONE_MORE
    return "\n".join(lines) + "\n"


def mover(cards: int) -> str:
    """Whose turn it is then."""
    return ["Ana", "Bo", "Chi", "Dee"][down_to(cards).count("\n") % 4]


@pytest.mark.parametrize("cards", [0, 1])
def test_p0_49_the_deal_ends_at_the_wish_to_draw(cards: int) -> None:
    text = check(down_to(cards) + f"claim stock {cards}\nend stock")
    assert handfoot.audit(text).verdict == "clean"


@pytest.mark.parametrize("cards", [2, 3])
def test_p0_49_the_deal_does_not_end_while_a_draw_is_left(cards: int) -> None:
    check(down_to(cards) + "end stock  #! HF211")


def test_p0_49_a_stock_of_forty() -> None:
    check(idle(62) + "\nend stock  #! HF211")


def test_a4_the_odd_card_is_drawn() -> None:
    check(down_to(1) + f"{mover(1)}: draw ?; discard ?  #! HF205\nend stock")


def test_a4_two_cards_are_drawn_from_a_stock_of_one() -> None:
    check(down_to(1) + f"{mover(1)}: draw ?*2; discard ?  #! HF107")
    check(down_to(1) + f"{mover(1)}: draw; discard ?  #! HF107")


def test_a4_two_cards_are_drawn_from_a_stock_of_none() -> None:
    check(down_to(0) + f"{mover(0)}: draw; discard ?  #! HF107")


def test_p0_49_legal_takes_go_on_before_that() -> None:
    player = mover(1)
    before = ["Ana", "Bo", "Chi", "Dee"][["Ana", "Bo", "Chi", "Dee"].index(player) - 1]
    turns = down_to(1).splitlines()
    turns[-1] = f"{before}: draw; discard Ks"
    check("\n".join(turns) + f"\n{player}: pickup 7 {{meld K: Ks Kh Kd 2s}}; discard ?\nend stock")


def test_p0_49_no_bonus_for_going_out() -> None:
    check(down_to(1) + "end stock\nscore Ana+Chi: out 0\nscore Bo+Dee: out 100  #! HF805")


def test_hf211_somebody_is_said_to_have_gone_out() -> None:
    check(down_to(1) + "end out Chi  #! HF211")


def test_hf208_play_after_the_end_of_the_stock() -> None:
    check(down_to(1) + f"end stock\n{mover(1)}: draw; discard ?  #! HF107 HF208")


def test_p0_22_the_last_turn_has_its_discard() -> None:
    turns = down_to(1).rstrip().removesuffix("; discard ?")
    check(f"{turns}  #! HF206\nend stock")


def test_a5_a_red_three_that_the_stock_cannot_replace_is_left_open() -> None:
    text = down_to(2) + f"{mover(2)}: draw ? 3d>-; discard ?  #! HF901\nend stock"
    assert handfoot.audit(check(text)).verdict == "undecided"


def test_hf402_a_red_three_that_the_stock_could_replace() -> None:
    check(down_to(3) + f"{mover(3)}: draw ? 3d>-; discard ?  #! HF402\nend stock")


def test_a5b_both_cards_are_drawn_before_the_replacement() -> None:
    check(down_to(3) + f"{mover(3)}: draw 3h>? 3d>-; discard ?  #! HF901\nend stock")


@pytest.mark.parametrize(("replacement", "mark"), [("?", ""), ("-", "#! HF402")])
def test_a6_the_last_card_replaces(replacement: str, mark: str) -> None:
    check(down_to(3) + f"{mover(3)}: draw ? 3d>{replacement}; discard ?  {mark}")


def test_a5c_the_foot_due_when_the_deal_ends_stays_unopened() -> None:
    player = mover(1)
    turns = down_to(1).splitlines()
    last = max(i for i, turn in enumerate(turns) if turn.startswith(player))
    cards = (
        13 + last // 4 + 1
    )  # a card more with every turn of two drawn and one discarded; one is kept for the discard
    melds = [
        f"meld {rank}: {rank}s*3 {rank}h*{min(4, cards - 7 * i - 3)}"
        for i, rank in enumerate("KQJTA")
        if cards - 7 * i > 3
    ]
    turns[last] = f"{player}: draw; {'; '.join(melds)}; discard ?"
    check("\n".join(turns) + "\nend stock  #! HF901")


def test_end_stock_after_an_unreadable_line_is_not_judged() -> None:
    check(idle(62) + "\nChi: draw; discrad ?  #! HF001\nend stock  #! HF902")
