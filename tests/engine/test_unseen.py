"""What unseen cards that are left over can cost, against every way in which they can be chosen."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

import handfoot
from deals import deal
from handfoot_engine.table import Table
from handfoot_engine.unseen import UnseenCards
from handfoot_spec.cards import IS_RED_THREE, JOKER
from handfoot_spec.definitions import INTEGERS, left_points, red_three_points
from handfoot_spec.profile_files import load
from handfoot_spec.tables import tables


def table_with(unseen: list[int], profile_name: str = "classic") -> Table:
    """A table at which everything but these cards has been seen."""
    profile = load(profile_name).at_table(4)
    table = Table(profile, 4, ((0, 2), (1, 3)))
    for card in range(JOKER + 1):
        for _ in range(tables(profile).copies[card] - unseen.count(card)):
            table.reveal(card)
    table.excess.clear()
    return table


@pytest.mark.parametrize("name", ["classic", "open-table", "flaming-foursome"])
@pytest.mark.parametrize("seed", range(6))
def test_p0_46_both_ends_are_those_of_every_choice(name: str, seed: int) -> None:
    profile, chance = load(name).at_table(4), random.Random(seed)
    unseen = chance.sample([card for card in range(JOKER + 1) for _ in range(2)], 8) + chance.sample([5, 5, 6, 6], 2)
    known = tables(profile)
    o = INTEGERS
    for in_play, in_feet, out in ((2, 0, False), (0, 3, True), (2, 2, False), (3, 1, False)):
        lefts, reds, sums = set(), set(), set()
        for hand in combinations(range(10), in_play):
            others = [i for i in range(10) if i not in hand]
            for foot in combinations(others, in_feet):
                costs = [sum(known.left_low[unseen[i]] for i in part) for part in (hand, foot)]
                hidden, in_foot = (sum(IS_RED_THREE[unseen[i]] for i in part) for part in (hand, foot))
                lefts.add(left_points(o, profile, costs[0], costs[1], out))
                reds.add(red_three_points(o, profile, 0, hidden, in_foot, True))
                sums.add(
                    left_points(o, profile, costs[0], costs[1], out)
                    + red_three_points(o, profile, 0, hidden, in_foot, True)
                )
        cards = UnseenCards(profile, table_with(unseen, name))
        assert cards.costs(in_play, in_feet, out) == tuple((min(s), max(s)) for s in (lefts, reds, sums))
        reachable = {points for points in range(-1_500, 1) if cards.can_cost(points, in_play, in_feet, out)}
        assert reachable == lefts


def test_more_unseen_cards_than_there_are_have_a_range_all_the_same() -> None:
    profile = load("classic").at_table(4)
    left, reds, both = UnseenCards(profile, table_with([])).costs(2, 1, False)
    assert left == (-150, 0) and reds[0] < 0 == reds[1] and both[0] == left[0] + reds[0]


ALL_BUT = "hand Bo: 5s*2 5d*2 5c*2 6s*2 6d*2 6c*2 7s\nfoot Bo: 4h*2 5h*2 6h*2 7h*2 8h 9h Th Jh Qh\nturn-up 9d\n"


def one_hidden_card(score: str) -> str:
    """Dee keeps one card that nobody saw; all other cards of Bo and Dee are known, and cost 180."""
    return deal(
        ALL_BUT
        + "hand Dee: ...\nfoot Dee: ...\nAna: draw; discard ?\nBo: draw 4s 4d; discard 4s\nChi: draw; discard ?\n"
        + f"Dee: draw ? 8h; discard 8h\nend stock\nscore Bo+Dee: {score}\n"
    )


def left_of_the_side() -> tuple[int, int]:
    rows = handfoot.audit(one_hidden_card("total 0")).games[0].scores
    left = next(row.left for row in rows if row.team == "Bo+Dee")
    assert left is not None
    return left


def scores_found(score: str) -> list[str]:
    return [f.code for f in handfoot.audit(one_hidden_card(score)).findings if f.code.startswith("HF8")]


def test_p0_46_what_an_unseen_card_cannot_cost_is_wrong() -> None:
    left = left_of_the_side()
    least, most = left
    assert most - least == 50  # from a red three, which stands in reds, to a joker
    assert scores_found(f"left {most - 5}") == []
    assert scores_found(f"left {most - 20}") == []
    assert scores_found(f"left {most - 15}") == ["HF804"]  # between the ends, and no card costs fifteen
    assert scores_found(f"left {least - 5}") == ["HF804"]


def test_p0_51_a_total_is_that_of_the_parts_where_what_is_left_is_claimed() -> None:
    left = left_of_the_side()
    cost = left[1] - 10
    assert scores_found(f"left {cost}, reds 0, total {cost}") == []
    assert scores_found(f"left {cost}, reds 0, total {cost - 5}") == ["HF806"]
    assert scores_found(f"total {cost - 5}") == []  # nobody says what was left
