"""P0-23: red threes that nobody saw and that were kept all the same, shown as left over or found by counting."""

from __future__ import annotations

import pytest

from deals import SEATS, check, idle
from handfoot.auditing import audit_game
from handfoot_engine.play import play_game
from handfoot_engine.views import in_view
from handfoot_spec.profile_files import load, shipped
from weaken import Weaker

RANKS = "456789TJQK"


def to_the_stock_end(reds: int, feet: str = "") -> str:
    """A spectator's deal to the end of the stock: so many red threes are exposed on the way, each with its replacement."""
    seats, lines, drawn = SEATS.split(), ["turn-up 4s"], 0
    discards = [f"{rank}{suit}" for rank in RANKS for suit in "shd" for _ in range(3)]
    for turn in range(200):
        if 165 - drawn < 2:
            break
        chain = "3h>? ?" if reds > 5 else "3d>? ?"
        cards = chain if reds and 165 - drawn >= 3 else "? ?"
        drawn += 3 if cards == chain else 2
        reds -= cards == chain
        lines.append(f"{seats[turn % 4]}: draw {cards}; discard {discards[turn]}")
    assert not reds
    return "\n".join([*lines, "end stock" + feet])


def shown_feet(first_red: str = "4c") -> str:
    """Four unopened Feet laid open, without red threes but for the first card of Ana's."""
    cards = [f"{rank}c" for rank in RANKS for _ in range(5)] + ["Ac", "Ac", "Ac"]
    cards[0] = first_red
    feet = [cards[13 * i : 13 * i + 13] for i in range(4)]
    return "".join(f"\nleft {seat}: foot {' '.join(foot)}" for seat, foot in zip(SEATS.split(), feet, strict=True))


# --- a red three among the cards left over ----------------------------------------------------------------------


def test_p0_23_a_red_three_left_in_an_unseen_hand_was_there_at_the_last_discard() -> None:
    check(f"{idle(8)}\nend abandoned\nleft Ana: 3h ?*14      #! HF401")
    check(f"{idle(8)}\nend abandoned\nleft Ana: 3s ?*14")


def test_p0_23_two_red_threes_left_are_one_finding() -> None:
    check(f"{idle(8)}\nend abandoned\nleft Ana: 3h 3r ?*13      #! HF401")


def test_p0_23_a_three_of_unknown_colour_left_accuses_nobody() -> None:
    check(f"{idle(8)}\nend abandoned\nleft Ana: 3 ?*14")


def test_a7_who_has_not_acted_may_have_a_red_three_left() -> None:
    check(f"{idle(2)}\nend abandoned\nleft Dee: 3h ?*12")


def test_p0_23_red_threes_left_in_an_unopened_foot_are_no_offence() -> None:
    check(f"{idle(8)}\nend abandoned\nleft Ana: foot 3h 3d ?*11")


def test_p0_23_a_red_three_that_came_after_the_last_discard_accuses_nobody() -> None:
    check(f"{idle(8)}\nAna: draw; red 3d>?\nend abandoned\nleft Ana: 3h ?*16")


def test_p0_23_a_red_three_reported_when_it_was_kept_is_not_reported_again_when_it_is_left() -> None:
    check(
        f"hand Ana: 3h ?*12\nAna: draw; discard ?      #! HF401\n{idle(3, first='Bo')}\nend abandoned\nleft Ana: 3h ?*13"
    )
    check(
        f"hand Ana: 3h ?*12\nAna: draw; discard 5s      #! HF401\n{idle(3, first='Bo')}\nend abandoned\nleft Ana: 3h ?*13"
    )


# --- by counting ------------------------------------------------------------------------------------------------


def test_p0_23_red_threes_without_a_place_where_they_may_lie_unexposed_were_kept() -> None:
    check(to_the_stock_end(8, shown_feet()) + "       #! HF401")
    check(to_the_stock_end(9, shown_feet()) + "       #! HF401")
    check(to_the_stock_end(10, shown_feet()))


def test_p0_23_unopened_feet_that_nobody_saw_have_room_for_all_of_them() -> None:
    check(to_the_stock_end(0))


def test_p0_23_a_red_three_in_an_unopened_foot_is_one_of_those_that_have_shown() -> None:
    check(to_the_stock_end(8, shown_feet("3h")))
    check(to_the_stock_end(7, shown_feet("3h")) + "       #! HF401")


@pytest.mark.parametrize("name", sorted(shipped()))
def test_p0_23_no_legal_deal_that_ends_with_the_stock_has_one_too_few(name: str) -> None:
    assert not _accused(name, range(6))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(shipped()))
def test_p0_23_nor_have_hundreds_of_them(name: str) -> None:
    assert not _accused(name, range(6, 400))


def _accused(name: str, seeds: range) -> list[str]:
    found = []
    for seed in seeds:
        game = in_view(
            play_game(load(name), seed, deals=1, stock=True), ("spectator", "mixed", "ranks")[seed % 3], seed
        )
        game = Weaker(seed, 0.3).game(game) if seed % 2 else game
        found += [f"{seed}: {f}" for f in audit_game(game).findings if f.code == "HF401"]
    return found
