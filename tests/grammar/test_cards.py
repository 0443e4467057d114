"""Cards: every spelling, what is known of each, and lists as a scribe writes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handfoot_grammar import log, parse, write
from handfoot_spec import cards


@pytest.mark.parametrize("card", range(cards.CARDS))
def test_every_card_reads_back_from_its_name(card: int) -> None:
    assert cards.card_from_text(cards.NAME[card]) == card
    assert parse.action(f"discard {cards.NAME[card]}") == log.Discard(card)


@pytest.mark.parametrize(
    ("spelling", "name"),
    [("10h", "Th"), ("10", "T"), ("10♦", "Td"), ("K♠", "Ks"), ("Jk", "X"), ("Joker", "X"), ("🃏", "X"), ("J♣", "Jc")],
)
def test_other_spellings_name_the_same_card(spelling: str, name: str) -> None:
    assert cards.SPELLINGS[spelling] == cards.SPELLINGS[name]
    assert parse.card_word(spelling) == (cards.SPELLINGS[name],)


@pytest.mark.parametrize(
    "word", ["", "-", "ks", "1h", "K s", "Ks,", "Ks*0", "Ks*9999", "Ks*99999999999", "3h>", "Kx", "*2"]
)
def test_what_is_no_card_is_refused_as_a_word(word: str) -> None:
    with pytest.raises(parse.Unreadable):
        parse.card_word(word)


def test_a_chain_is_one_item() -> None:
    three, five = cards.SPELLINGS["3h"], cards.SPELLINGS["5c"]
    assert parse.card_word("3h>5c") == ((three, five),)
    assert parse.card_word("3h>-") == ((three, cards.NO_CARD),)


def test_compatible_cards_may_be_the_same_card() -> None:
    king, spade_king, unseen = (cards.SPELLINGS[s] for s in ("K", "Ks", "?"))
    assert spade_king in cards.COMPATIBLE[king] and king in cards.COMPATIBLE[spade_king]
    assert all(unseen in cards.COMPATIBLE[card] for card in range(cards.CARDS))
    assert cards.SPELLINGS["3b"] not in cards.COMPATIBLE[cards.SPELLINGS["3h"]]


@given(st.lists(st.integers(0, cards.CARDS - 1), max_size=30))
def test_a_list_of_cards_reads_back_from_its_text(listed: list[int]) -> None:
    shown = parse.action(f"show {cards.cards_text(listed)}")
    assert shown == log.Show(tuple(listed))
    assert parse.action(f"show {write.items_text(listed)}") == shown


def test_more_equal_cards_than_may_be_repeated_are_written_in_parts() -> None:
    assert write.items_text((cards.UNSEEN,) * 2500) == "?*1000 ?*1000 ?*500"


def test_a_list_has_at_most_a_thousand_cards() -> None:
    assert parse.action("show ?*400 Ks*600") == log.Show((cards.UNSEEN,) * 400 + (cards.SPELLINGS["Ks"],) * 600)
    for text in ("show ?*400 Ks*601", "meld K: Ks*600 Kh*600", "pickup 7 {meld K: Ks*3} ?*999 4c 5c 6c"):
        with pytest.raises(parse.Unreadable, match="more than 1,000 cards"):
            parse.action(text)
