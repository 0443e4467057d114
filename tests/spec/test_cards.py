"""Cards as integers: every recorded card, its spelling, and what it may be."""

from __future__ import annotations

import pytest

from handfoot_spec import cards as c


def test_every_card_has_one_canonical_name_that_reads_back() -> None:
    assert len(set(c.NAME)) == c.CARDS
    for card, name in enumerate(c.NAME):
        assert c.card_from_text(name) == card


@pytest.mark.parametrize(
    ("text", "name"),
    [("10h", "Th"), ("K♠", "Ks"), ("T♦", "Td"), ("10♣", "Tc"), ("Jk", "X"), ("Joker", "X"), ("🃏", "X"), ("10", "T")],
)
def test_other_spellings(text: str, name: str) -> None:
    assert c.NAME[c.card_from_text(text)] == name


@pytest.mark.parametrize("text", ["", "k", "Kx", "1s", "11h", "sK", "3B", "W", "Ks "])
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(KeyError):
        c.card_from_text(text)


def test_there_are_53_exact_kinds_and_each_vaguer_card_covers_its_own() -> None:
    exact = [card for card in range(c.CARDS) if len(c.KINDS[card]) == 1]
    assert exact == list(range(53))
    assert {c.NAME[k] for k in c.KINDS[c.card_from_text("3r")]} == {"3h", "3d"}
    assert {c.NAME[k] for k in c.KINDS[c.card_from_text("K")]} == {"Ks", "Kh", "Kd", "Kc"}
    assert c.KINDS[c.UNSEEN] == frozenset(range(53))


def test_wild_cards_and_threes() -> None:
    assert [c.NAME[card] for card in range(c.CARDS) if c.IS_WILD[card]] == ["2s", "2h", "2d", "2c", "X", "2"]
    assert [c.NAME[card] for card in range(c.CARDS) if c.IS_RED_THREE[card]] == ["3h", "3d", "3r"]
    assert [c.NAME[card] for card in range(c.CARDS) if c.IS_THREE[card]] == ["3s", "3h", "3d", "3c", "3", "3r", "3b"]


def test_stand_ins_are_the_compatible_cards_nearest_first() -> None:
    for card in range(c.CARDS):
        assert set(c.STAND_INS[card]) == set(c.COMPATIBLE[card]) - {card, c.UNSEEN}
    assert [c.NAME[d] for d in c.STAND_INS[c.card_from_text("3h")]] == ["3r", "3"]


def test_equal_neighbours_are_run_together_in_text() -> None:
    cards = [c.card_from_text(t) for t in ("Ks", "Ks", "Kh", "Ks")]
    assert c.cards_text(cards) == "Ks*2 Kh Ks"
    assert c.cards_text([]) == "-"
