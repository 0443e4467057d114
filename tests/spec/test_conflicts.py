"""Where the four sources differ: each row of that comparison, read off the fields of their profiles.

A source that is silent has the field at ``undecided`` or at the value that accuses nobody.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from handfoot_spec.definitions import INTEGERS, composed, opening_met, wild_ratio
from handfoot_spec.profile import Profile
from handfoot_spec.profile_files import load

FOUR = ("classic", "flaming-foursome", "gamerules", "open-table")

Row = tuple[str, Callable[[Profile], Any], tuple[Any, Any, Any, Any]]


def _most_wilds(p: Profile) -> list[int]:
    """The most wild cards in a mixed meld of three to seven cards."""
    return [max(w for w in range(n) if wild_ratio(INTEGERS, p, n - w, w)) for n in range(3, 8)]


def _books(p: Profile) -> dict[str, int]:
    return dict(p.out.books)


def _reds(p: Profile) -> tuple[Any, ...]:
    t = p.threes
    return t.red_exposed, t.red_replaced, t.red_points, t.red_hidden_points, t.red_counts_for, p.score.red_three


CLASSIC_BOOKS = {"clean": 2, "dirty": 2, "wild": 1}
TWO_AND_TWO = {"clean": 2, "dirty": 2}
HALF = [1, 1, 1, 2, 2]
FEWER = [1, 1, 2, 2, 3]

ROWS: dict[str, Row] = {
    "C1": ("players", lambda p: sorted(p.table.players), ([4], [2, 4, 6], [2, 3, 4, 5, 6, 7], [2, 3, 4])),
    "C2": (
        "packs, at the fewest and the most players",
        lambda p: [p.at_table(n).packs for n in (min(p.table.players), max(p.table.players))],
        ([5, 5], [5, 5], [5, 5], [3, 5]),
    ),
    "C3": (
        "the starter",
        lambda p: (set(p.starter.buried), set(p.starter.may_stay), p.starter.buried_to),
        (
            ({"red-three", "wild"}, set(), "unknown"),
            (set(), set(), "unknown"),
            ({"red-three", "black-three", "joker", "two"}, {"two"}, "unknown"),
            ({"red-three", "wild"}, set(), "bottom"),
        ),
    ),
    "C4": (
        "the draw",
        lambda p: (p.turn.draw, p.turn.mixed_draw, p.take.count),
        ((2, False, 7), (2, True, 0), (2, False, 7), (2, False, 7)),
    ),
    "C5": (
        "a wild card on top",
        lambda p: p.take.wild_top,
        ("same-kind-pair", "as-natural", "same-kind-pair", "blocked"),
    ),
    "C6": ("wild cards in 3 to 7 cards", _most_wilds, (HALF, FEWER, HALF, HALF)),
    "C7": (
        "melds of wild cards alone",
        lambda p: (p.melds.wild_melds, p.melds.twos, "wild" in p.out.books),
        ((True, False, True), (False, True, False), (True, False, True), (False, False, False)),
    ),
    "C8": ("runs", lambda p: (p.melds.runs, p.melds.runs_wild), ((False, False), (True, False), (False, False), (False, False))),
    "C9": (
        "the top and its pair on an unfinished meld; no pile is taken in the second",
        lambda p: p.take.count and (p.take.target, p.take.unfinished),
        (("new-meld", "complete-then-new"), 0, ("any", "may-join"), ("any", "may-join")),
    ),
    "C10": (
        "the opening in deal 2 at 7,600 points",
        lambda p: (p.opening.by, p.opening_minimum(2, 7_600), p.opening_minimum(1, 12_000)),
        (("deal", 90, 50), ("score", 90, 120), ("deal", 90, 50), ("deal", 90, 50)),
    ),
    "C11": ("books to go out", _books, (CLASSIC_BOOKS, TWO_AND_TWO, CLASSIC_BOOKS, TWO_AND_TWO)),
    "C12": ("permission", lambda p: p.out.permission, ("required", "courtesy", "required", "optional")),
    "C13": ("the last discard", lambda p: p.out.final_discard, ("optional", "optional", "required", "optional")),
    "C14": ("the partner", lambda p: p.out.partner, ("played-foot", "none", "turn-with-foot", "played-foot")),
    "C15": (
        "the Foot after the last Hand card was discarded",
        lambda p: p.foot.after_discard,
        ("next-turn", "taken-now", "taken-now", "taken-now"),
    ),
    "C16": (
        "red threes",
        _reds,
        (
            (True, True, 100, -100, "always", None),
            (False, False, 0, 0, "always", 300),
            (True, True, 100, -100, "always", None),
            (True, True, 100, -100, "laid", None),
        ),
    ),
    "C17": (
        "a black three left over",
        lambda p: (p.score.black_three, p.score.assumed),
        ((5, False), (100, False), (5, False), (5, True)),
    ),
    "C18": ("melding anew and adding in a turn", lambda p: p.turn.meld_mode, ("free", "free", "new-or-add", "free")),
    "C19": (
        "the stock is out",
        lambda p: p.stock.short,
        ("ends-deal", "undecided", "ends-if-nobody-takes", "undecided"),
    ),
    "C20": ("a tie", lambda p: p.score.tie, ("shared", "undecided", "undecided", "draw")),
    "C21": ("the length", lambda p: p.deals.count, (4, None, 4, 4)),
    "C22": ("who begins", lambda p: p.deals.first, ("left-of-dealer", "left-of-dealer", "undecided", "undecided")),
}  # fmt: skip


@pytest.mark.parametrize("row", ROWS)
def test_the_profiles_differ_as_their_sources_do(row: str) -> None:
    what, read, expected = ROWS[row]
    assert tuple(read(load(name)) for name in FOUR) == expected, what


def test_every_row_is_here() -> None:
    assert list(ROWS) == [f"C{n}" for n in range(1, 23)]


def test_a_difference_is_also_one_of_the_rules_that_are_computed() -> None:
    """C6, C7 and C10 once more, as the checks ask them."""
    classic, house, _, online = (load(name) for name in FOUR)
    assert wild_ratio(INTEGERS, house, 4, 3) and not wild_ratio(INTEGERS, classic, 4, 3)
    assert composed(INTEGERS, classic, 0, 7) and not composed(INTEGERS, online, 0, 7)
    assert opening_met(INTEGERS, house, 60, house.opening_minimum(3, 7_495))
    assert not opening_met(INTEGERS, classic, 60, classic.opening_minimum(3, 7_495))
