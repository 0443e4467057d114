"""The questions of ``handfoot ask``: what they mean, and what is said of those that mean nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handfoot.questions import KINDS_BY_WORD, MOST_CARDS, Question, read_question
from handfoot_grammar.parse import Unreadable
from handfoot_spec.cards import KINDS, SPELLINGS

SEATS = ("Ana", "Bo", "Chi", "Dee")


def kinds(*words: str) -> list[frozenset[int]]:
    return [KINDS[SPELLINGS[word]] for word in words]


@pytest.mark.parametrize(
    ("text", "asks", "packet", "players"),
    [
        ("hand Chi K", "count", "hand", (2,)),
        ("Chi K", "count", "hand", (2,)),
        ("foot Bo Ks", "count", "foot", (1,)),
        ("Chi K K", "cards", "hand", (2,)),
        ("Chi K*2", "cards", "hand", (2,)),
        ("could Chi hold K K", "cards", "hand", (2,)),
        ("hand Chi", "table", "hand", (2,)),
        ("  Dee ", "table", "hand", (3,)),
        ("all Ana+Chi points", "points", "all", (0, 2)),
        ("unseen", "unseen", "hand", ()),
    ],
)
def test_a_question_names_packets_and_what_is_asked_of_them(
    text: str, asks: str, packet: str, players: tuple[int, ...]
) -> None:
    found = read_question(text, SEATS)
    assert (found.asks, found.packet, found.players) == (asks, packet, players)


def test_cards_are_written_as_in_a_log_or_by_their_names() -> None:
    found = read_question("Chi Ks 10h 3r X*2 kings wild", SEATS)
    assert [card.kinds for card in found.cards] == [
        *kinds("Ks", "Th", "3r", "X", "X", "K"), KINDS[SPELLINGS["2"]] | KINDS[SPELLINGS["X"]],
    ]  # fmt: skip
    assert KINDS_BY_WORD["sixes"] == KINDS[SPELLINGS["6"]] and KINDS_BY_WORD["threes"] == KINDS[SPELLINGS["3"]]
    assert "?" not in KINDS_BY_WORD and "-" not in KINDS_BY_WORD


def test_a_player_called_like_a_word_of_a_question_is_a_player() -> None:
    seats = ("unseen", "wild", "points", "could")
    assert read_question("unseen K", seats).players == (0,)
    assert read_question("hand wild wild", seats) == Question(
        "hand wild wild", "count", "hand", (1,), read_question("hand points wild", seats).cards
    )
    assert read_question("points points", seats).asks == "points"
    assert read_question("could K", seats).players == (3,)


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("hand Chy K", (5, 8), "nobody at this table is called 'Chy'; did you mean 'Chi'?"),
        ("hand Chi Kz", (9, 11), "'Kz' is no card"),
        ("Chi ks", (4, 6), "did you mean 'Ks'?"),
        ("Chi kngs", (4, 8), "did you mean 'kings'?"),
        ("K K", (0, 1), "whose hand? 'K' is a card"),
        ("hand", (4, 5), "whose hand?"),
        ("all", (3, 4), "whose cards?"),
        ("", (0, 1), "there is no question here"),
        ("  ", (0, 1), "there is no question here"),
        ("Ana+Ana K", (4, 7), "Ana is named twice"),
        ("Ana+ K", (4, 5), "nobody at this table is called ''"),
        ("Chi K*0", (6, 7), "'0' is no number of cards"),
        ("Chi K*", (6, 7), "'' is no number of cards"),
        ("Chi K*1000", (6, 10), "is no number of cards"),
        ("Chi K*²", (6, 7), "is no number of cards"),
        ("Chi *2", (4, 5), "is no card"),
        ("Chi ?", (4, 5), "may be any card"),
        ("Chi points K", (11, 12), "nothing may follow points"),
        ("unseen Chi", (7, 10), "'Chi' is no card"),
        ("hnd Zoe", (0, 3), "did you mean 'hand'?"),
        ("Chi K*99 Q*99 J*99", (14, 18), f"more than {MOST_CARDS} cards"),
    ],
)
def test_what_is_no_question_is_said_with_its_place(text: str, place: tuple[int, int], said: str) -> None:
    with pytest.raises(Unreadable) as wrong:
        read_question(text, SEATS)
    assert said in wrong.value.message
    assert (wrong.value.start, wrong.value.end) == place


@given(
    st.text()
    | st.lists(st.sampled_from(["hand", "Chi", "K", "+", "*", "all", "unseen", "?", "K*2", "points"])).map(" ".join)
)
def test_any_text_is_a_question_or_is_refused(text: str) -> None:
    try:
        found = read_question(text, SEATS)
    except Unreadable as wrong:
        assert wrong.message and 0 <= wrong.start <= len(text) and wrong.start < wrong.end
    else:
        assert found.asks in ("table", "count", "cards", "points", "unseen")
