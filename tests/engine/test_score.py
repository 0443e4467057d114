"""The score of a deal from where its cards lie."""

from __future__ import annotations

from handfoot_engine.score import book_kind, count_books, points, team_score
from handfoot_engine.table import Packet, Table
from handfoot_grammar.log import Lay
from handfoot_spec.cards import UNSEEN, card_from_text
from handfoot_spec.profile_files import load

CLASSIC = load("classic")


def cards(words: str) -> tuple[int, ...]:
    return tuple(card_from_text(word) for word in words.split())


def table_with(*melds: tuple[int, str]) -> Table:
    t = Table(CLASSIC, 4, ((0, 2), (1, 3)))
    t.hands, t.feet = [Packet() for _ in range(4)], [Packet() for _ in range(4)]
    t.opened_foot = [True] * 4
    for rank, words in melds:
        t.begin_meld(0, Lay(False, rank, cards(words)))
    t.sides[0].opened = bool(melds)
    return t


def total(t: Table, out: bool = False) -> tuple[int, int]:
    score = team_score(CLASSIC, t, 0, {}, out)
    assert score is not None
    return score.total


def test_p0_54_a_clean_book_of_nines_is_570_and_a_dirty_one_390() -> None:
    assert total(table_with((7, "9s 9s 9h 9h 9d 9d 9c"))) == (570, 570)
    assert total(table_with((7, "9s 9s 9h 9h 9d 2d 2c"))) == (390, 390)


def test_p0_48_a_wild_book_and_the_bonus_for_going_out() -> None:
    t = table_with((13, "2s 2d 2c X X X X"))
    assert total(t) == (1500 + 260, 1500 + 260)
    assert total(t, out=True) == (1860, 1860)


def test_p0_46_what_is_left_with_both_partners_is_subtracted() -> None:
    t = table_with()
    for player, words in ((0, "X As"), (2, "4s 3s 8h")):
        for card in cards(words):
            t.feet[player].hold(card)
    assert total(t) == (-90, -90)


def test_p0_47_exposed_red_threes_and_one_left_hidden() -> None:
    t = table_with()
    t.sides[0].reds = 2
    t.feet[2].hold(card_from_text("3h"))
    assert total(t) == (100, 100)


def test_a27_red_threes_count_for_a_team_that_never_opened() -> None:
    t = table_with()
    t.sides[0].reds = 2
    assert total(t) == (200, 200)


def test_unseen_cards_left_make_a_range_that_holds_every_possible_figure() -> None:
    t = table_with()
    t.opened_foot[2] = False
    t.feet[2].hold(UNSEEN)
    low, high = total(t)
    assert low <= -100 and high >= -5


def test_the_cards_shown_at_the_end_fix_a_hidden_packet() -> None:
    t = table_with()
    t.feet[2].hold(UNSEEN)
    score = team_score(CLASSIC, t, 0, {2: (cards("Ks"), None)}, False)
    assert score is not None and score.left == (-10, -10) and score.known


def test_a_book_that_breaks_the_ratio_is_one_as_played_and_none_strictly() -> None:
    t = table_with((11, "Ks Kd Kc Kh 2c 2d X"))
    (meld,) = t.sides[0].melds
    assert book_kind(CLASSIC, meld) == "dirty" and book_kind(CLASSIC, meld, strictly=True) is None


def test_a_book_with_an_unreadable_card_may_be_of_each_kind() -> None:
    t = table_with((11, "Ks Kd Kc Kh Kh Kh ?"))
    assert count_books(CLASSIC, t.sides[0])["clean"] == (0, 1)


def test_a_side_hidden_by_an_unreadable_line_has_no_score() -> None:
    t = table_with()
    t.blur([2])
    assert team_score(CLASSIC, t, 0, {}, False) is None


def test_points_of_cards() -> None:
    assert points(CLASSIC, cards("X 2s As Kd 8c 7h 4d 3c")) == (50 + 20 + 20 + 10 + 10 + 5 + 5 + 5,) * 2
