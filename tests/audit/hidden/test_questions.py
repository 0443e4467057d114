"""Rules that hang on cards nobody wrote down: broken in every possible deal, in none, or in some."""

from __future__ import annotations

import pytest

import handfoot
from deals import deal, roots
from handfoot.auditing import Options, audit_games
from handfoot_grammar.text import read_text

NEXT = "Chi: draw; discard 6c\nDee: draw; discard 6c\nAna: draw; discard 6d\n"


def codes(lines: str) -> list[str]:
    return [code for _, code in roots(deal(lines))]


def take(hand: str, meld: str, later: str = "") -> list[str]:
    """What is found where Bo takes Ana's ace with a meld of aces and one of kings."""
    return codes(
        f"hand Bo: {hand}\nturn-up 9d\nAna: draw; discard Ad\n"
        f"Bo: pickup {{meld A: {meld}; meld K: Ks Kh Kd}}; discard 4d\n{later}"
    )


class TestP031ANaturalPair:
    def test_is_not_there_in_a_known_hand_without_one(self) -> None:
        assert take("As 4s*2 4d*2 5s 5h 6h 7h 8h Ks Kh Kd", "Ad As ?") == ["HF602"]

    def test_may_be_there_in_a_hand_with_one(self) -> None:
        assert take("As Ah 4s*2 4d*2 5s 5h 6h 7h Ks Kh Kd", "Ad As ?") == ["HF902"]

    def test_was_there_where_all_his_other_cards_show_later(self) -> None:
        later = NEXT + "Bo: draw 8s 8h; discard 4s\nend abandoned\nleft Bo: 4s 4d 5s 5h 6h 7h 8s 8h 9d"
        assert take("As Ah 4s*2 4d*2 5s 5h 6h 7h Ks Kh Kd", "Ad As ?", later) == []

    def test_was_not_there_where_his_ace_is_left_in_the_end(self) -> None:
        later = NEXT + "Bo: draw 8s 8h; discard 4s\nend abandoned\nleft Bo: 4s 4d Ah 5h 6h 7h 8s 8h 9d"
        assert take("As Ah 4s*2 4d*2 5s 5h 6h 7h Ks Kh Kd", "Ad As ?", later) == ["HF602"]

    def test_is_left_open_by_an_unseen_hand(self) -> None:
        assert take("?*13", "Ad As ?") == ["HF902"]


class TestP015TheWildRatio:
    """Three natural cards and an unread one beside a wild card."""

    @pytest.mark.parametrize(
        ("hand", "found"),
        [
            ("Ks Kh Kd X 4s*3 4d*3 5s 5h 5d", []),  # no second wild card: the unread one is none
            ("Ks Kh Kd X 2s*5 2h*4", ["HF305"]),  # nothing but wild cards besides
            ("Ks Kh Kd X 2s 4s*3 4d*3 5s 5h", ["HF902"]),
            ("?*13", ["HF902"]),
        ],
    )
    def test_of_a_meld(self, hand: str, found: list[str]) -> None:
        lines = f"hand Ana: {hand}\nturn-up 9d\nAna: draw 7s 7h; meld K: Ks Kh Kd X ?"
        if hand == "Ks Kh Kd X 2s*5 2h*4":
            lines = f"hand Ana: {hand}\nturn-up 9d\nAna: draw 2d 2d; meld K: Ks Kh Kd X ?; discard 2d"
        assert codes(lines) == found


class TestP025TheOpening:
    """Kings, a two and an unread card, where 60 points open."""

    @pytest.mark.parametrize(
        ("hand", "meld", "found"),
        [
            ("Ks*3 2s X 4s*3 4d*3 5s 5h", "Ks*2 ?", ["HF902"]),
            ("Ks*3 2s 4s*3 4d*3 5s 5h 5d", "Ks*2 ?", ["HF501"]),
            ("Ks*3 Kh*5 2s Kc*4", "Ks*3 2s ?", []),  # each card besides is worth ten
            ("?*13", "Ks*2 ?", ["HF902"]),
        ],
    )
    def test_reaches_its_minimum_or_does_not(self, hand: str, meld: str, found: list[str]) -> None:
        assert codes(f"hand Ana: {hand}\nturn-up 9d\nAna: draw Kd Kd; meld K: {meld}; discard Kd") == found


class TestP024AThreeOfUnknownColour:
    @pytest.mark.parametrize(("hand", "found"), [("3s 4s*6 4d*5 5s", []), ("?*13", ["HF902"]), ("3s*5 3c*5 4d*3", [])])
    def test_discarded(self, hand: str, found: list[str]) -> None:
        hand = hand.replace("4s*6", "4s*5 5h").replace("?*13", "?*13")
        assert codes(f"hand Ana: {hand}\nturn-up 9d\nAna: draw 7s 7h; discard 3") == found


def test_what_was_taken_back_is_no_question() -> None:
    lines = "hand Ana: As 4s*2 4d*2 5s 5h 6h 7h 8h Ks Kh Kd\nturn-up 9d\nAna: draw 7s 7h; meld K: Ks Kh ?; takeback; discard 7s"
    assert codes(lines) == ["HF901"]  # of the takeback


def test_a_question_keeps_its_place_and_turn() -> None:
    text = deal(
        "hand Bo: As 4s*2 4d*2 5s 5h 6h 7h 8h Ks Kh Kd\nturn-up 9d\nAna: draw; discard Ad\n"
        "Bo: pickup {meld A: Ad As ?; meld K: Ks Kh Kd}; discard 4d\nChi: draw; discard 6c\n"
    )
    (finding,) = [f for f in handfoot.audit(text).findings if f.code == "HF602"]
    assert (finding.turn, finding.player, finding.span.line) == (2, "Bo", 8)


DOUBTS = {
    "HF602": "turn-up 9d\nAna: draw; discard Ad\nBo: pickup {meld A: Ad As ?; meld K: Ks Kh Kd}; discard 4d\n",
    "HF602 ": "turn-up 9\nAna: draw; discard A\nBo: pickup {meld A: A A ?; meld K: K K K}; discard 4\n",
    "HF305": "turn-up 9d\nAna: draw; meld K: Ks Kh Kd X ?; discard 4d\n",
    "HF501": "turn-up 9d\nAna: draw; meld K: Ks Kh ?; discard 4d\n",
    "HF403": "turn-up 9d\nAna: draw; discard 3\n",
}


@pytest.mark.parametrize("code", DOUBTS)
def test_a_doubt_is_shown_by_a_possible_deal_each_way(code: str) -> None:
    (report,) = audit_games(read_text(deal(DOUBTS[code])), Options(examples=True))
    (doubt,) = [f for f in report.findings if f.code == "HF902"]
    assert doubt.examples is not None and set(doubt.examples) == {"kept", "broken"}
    assert doubt.to_json()["examples"] == doubt.examples
    kept, broken = ({f.code for f in handfoot.audit(doubt.examples[way]).findings} for way in ("kept", "broken"))
    assert code.strip() in broken and code.strip() not in kept
    assert not {c for c in kept | broken if c.startswith("HF10") or c == "HF110"}


def test_no_deal_is_made_up_unasked_or_where_there_is_no_doubt() -> None:
    text = deal(DOUBTS["HF602"])
    assert [f.examples for f in handfoot.audit(text).findings if f.code == "HF902"] == [None]
