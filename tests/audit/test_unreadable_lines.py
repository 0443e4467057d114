"""Unreadable lines (notation, section 8): what they may have touched is unknown, and nobody is accused because of them."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import handfoot
from deals import check, deal
from endings import CARDS, CHI_LEFT, LEFT, TOTAL, WITH_DISCARD, going_out
from handfoot_grammar.text import read_text

BO = "Bo: draw; discard ?"
SCORE = f"score Ana+Chi: clean 2, dirty 2, wild 1, cards {CARDS}, left {LEFT}, out 100, total {TOTAL}, running {TOTAL}"
ENDING = (WITH_DISCARD, "end out Ana", CHI_LEFT, SCORE, "score Bo+Dee: out 0, clean 0, dirty 0, wild 0, cards 0")


def errors(text: str) -> list[tuple[str, int]]:
    """Code and line of every error."""
    return [(f.code, f.span.line) for f in handfoot.audit(text).findings if f.level == "error"]


# --- one line at a time --------------------------------------------------------------------------------------------


def test_an_unreadable_deed_makes_the_players_cards_unknown() -> None:
    check(going_out("Ana: draw 9c 5s; meld 9 9s 9h 9d; discard Ks  #! HF001", BO))
    check(going_out("Ana: draw 9c 5s; meld 9: 9s 9h 9d; discard Ks  #! HF102", BO))


def test_what_others_did_is_judged_all_the_same() -> None:
    check(
        going_out("Ana: draw 9c 5s; meld 9 9s 9h 9d; discard Ks  #! HF001", BO, "Chi: draw 6c 7c; discard Ks  #! HF102")
    )


def test_the_turn_of_an_unreadable_deed_may_have_had_its_discard() -> None:
    check("Ana: draw; discrad ?  #! HF001\nBo: draw; discard ?")
    check("Ana: draw  #! HF206\nBo: draw; discard ?")


def test_it_may_have_had_its_draw() -> None:
    check("Ana: drwa; discard ?  #! HF001\nBo: draw; discard ?")


def test_a_misspelt_takeback_may_have_taken_back_what_came_before() -> None:
    check("hand Ana: Ks Kd ...\nAna: draw; meld K: Ks Kd; takebakc; discard ?  #! HF001 HF902\nBo: draw; discard ?")
    check("hand Ana: Ks Kd ...\nAna: draw; meld K: Ks Kd; discrad ?  #! HF301 HF902 HF001\nBo: draw; discard ?")


def test_a_mistyped_label_is_the_player_whose_turn_it_is() -> None:
    text = "hand Bo: 4s ...\nAna: draw; discard ?\nBoo: draw; discard ?  #! HF003\nChi: draw; discard ?"
    check(text)
    check(text + "\nAna: draw; discard ?  #! HF203")


def test_a_label_that_nobody_has_leaves_open_whose_turn_it_was() -> None:
    check("Ana: draw; discard ?\nZorro: draw; discard ?  #! HF003\nDee: draw; discard ?\nAna: draw; discard ?")


def test_the_first_half_of_a_turn_was_lost() -> None:
    check("Ana: draw; discard ?\nBoo: draw  #! HF003\nBo: discard ?\nChi: draw; discard ?")
    check("Ana: draw; discard ?\n@@  #! HF001\nBo: discard ?\nChi: draw; discard ?")


def test_the_second_half_of_a_turn_was_lost() -> None:
    check("Ana: draw\n@@  #! HF001\nBo: draw; discard ?")


def test_a_turn_that_lost_its_label() -> None:
    check(going_out(fourth="foot; draw 6c 7d; discard 7d  #! HF001"))


def test_the_recorded_stock_is_no_longer_followed() -> None:
    stock = "stock 4s 4h 4d 4c 5s 5h 5d 5c ?*157\n"
    check(stock + "Ana: draw 4s 4h; discard ?\nBo: draw 5s 5h; discard ?  #! HF109")
    check(stock + "Ana: draw 4s 4h 4d>; discard ?  #! HF002\nBo: draw 5s 5h; discard ?")


def test_the_foot_due_may_have_been_taken() -> None:
    check(going_out(third="@@  #! HF001").replace(WITH_DISCARD, ""))
    check(going_out(third="Ana: fot; draw 9d 7s; discard 7s  #! HF001") + "\nAna: draw; discard ?")


def test_whether_somebody_went_out_is_unknown() -> None:
    text = going_out(
        WITH_DISCARD.replace("meld", "mlde") + "  #! HF001", "end out Ana  #! HF902", CHI_LEFT, "score Bo+Dee: out 0"
    )
    check(text)
    check(going_out(WITH_DISCARD.replace(" ask yes;", ""), "@@  #! HF001"))
    check(going_out(WITH_DISCARD.replace(" ask yes;", "") + "  #! HF708"))


def test_an_unreadable_end_after_a_player_emptied_the_cards() -> None:
    check(
        going_out(
            WITH_DISCARD.replace(" ask yes;", ""), "end oot Ana  #! HF001", CHI_LEFT, "score Bo+Dee: out 0  #! HF902"
        )
    )


def test_an_unreadable_beginning_of_a_deal() -> None:
    lines = [
        row
        for n in range(1, 5)
        for row in (f"deal {n}", f"score Ana+Chi: total 10, running {10 * n}", "score Bo+Dee: total 0")
    ]
    check("\n".join(lines) + "\nresult Ana+Chi 40, Bo+Dee 0 winner Ana+Chi")
    for broken in ("deal two", "dael 2", "@@"):
        lost = [broken + "  #! HF001" if row == "deal 2" else row for row in lines]
        text = deal("\n".join(lost) + "\nresult Ana+Chi 40, Bo+Dee 0 winner Ana+Chi")
        assert errors(text) == [("HF001", 7)], broken
        assert handfoot.audit(text).verdict == "unreadable"


def test_the_next_deal_may_have_begun_in_an_unreadable_line() -> None:
    check(
        going_out(*ENDING, "dela 2 dealer Ana  #! HF001", "hand Ana: Ks*13", "Bo: draw; discard ?", "Chi: meld 9: 9s")
    )


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("hand Ana: Ks", "hand Ana: Kx", "HF002"),
        ("foot Ana: X", "foot Ana: Y", "HF002"),
        ("hand Ana:", "hand Anna:", "HF003"),
    ],
)
def test_an_unreadable_packet_is_unknown(old: str, new: str, code: str) -> None:
    text = deal(going_out(*ENDING).replace(old, new))
    assert [code for code, _ in errors(text)] == [code]
    assert handfoot.audit(text).verdict == "unreadable"


def test_a_hand_whose_keyword_was_lost_is_no_turn() -> None:
    for keyword in ("hand Chi", "foot Chi", "hand Ana", "left Chi"):
        text = deal(going_out(*ENDING).replace(keyword, keyword.partition(" ")[2]))
        assert all(code < "HF100" for code, _ in errors(text)), keyword


def test_the_foot_as_picked_up_is_known_although_its_line_was_not_read() -> None:
    text = going_out(*ENDING).replace("foot Chi: 8s", "foot Chi: 8z")
    assert errors(deal(text)) == [("HF002", 8)]
    report = handfoot.audit(deal(text))
    assert report.games[0].scores[0].cards == (CARDS, CARDS)


def test_a_penalty_that_was_not_read_leaves_every_total_open() -> None:
    text = going_out(*ENDING).replace("Bo: draw; discard ?", 'Bo: draw; penalty Ana+Chi x50 "slow"; discard ?', 1)
    assert errors(deal(text)) == [("HF001", 11)]
    wrong = text.replace(f"total {TOTAL}", f"total {TOTAL - 50}")
    assert errors(deal(wrong)) == [("HF001", 11)]
    wrong = text.replace(f"cards {CARDS}", f"cards {CARDS + 5}")
    assert errors(deal(wrong)) == [("HF001", 11), ("HF802", 21)]


def test_an_unreadable_score_line_spoils_no_result() -> None:
    rows = [row for n in range(1, 5) for row in (f"deal {n}", "score Ana+Chi: total 10", "score Bo+Dee: total 0")]
    rows[4] = "score Ana+Chi: total ten  #! HF001"
    check("\n".join(rows) + "\nresult Ana+Chi 40, Bo+Dee 0  #! HF902")


def test_unreadable_sides_are_unknown() -> None:
    text = deal(going_out(*ENDING), tags='[Teams "Ana+Chi Bo+De"]\n')
    assert errors(text) == [("HF004", 4)]
    text = deal(going_out(*ENDING).replace("Ana+Chi", "Ana+Dee").replace("Bo+Dee", "Bo+Chi"), tags="[Teams Ana+Dee]\n")
    assert all(code < "HF100" for code, _ in errors(text))


# --- any corruption of a legal record ------------------------------------------------------------------------------

STOCK = "stock Ac 4s ?*2 Jd 5s ?*2 9d 7s ?*2 6c 7d ?*2 9c 5s ?*147"
SECOND = """\
deal 2 dealer Ana
hand Bo: 9s 9h 3h ?*10
turn-up 3d 9d
red Bo: 3h>4s
Bo: pickup {meld 9: 9s 9h 9d ?*3}; discard 4s
Chi: draw; say "hm"; discard ?
claim pile 2, hand Chi 14
Dee: draw; meld K: Ks Kd Kc; takeback; penalty Bo+Dee -50 "slow"; discard 8c
Ana: draw ? 3h>?; discard ?
end abandoned
deal 2 dealer Ana
score Ana+Chi: total 10
score Bo+Dee: clean 0, dirty 0, wild 0, cards 0, reds 0, left -20, total -20
"""
LEGAL = deal(going_out(*ENDING).replace("turn-up 9d", f"turn-up 9d\n{STOCK}")) + SECOND
FIRST = 3  # lines of tags, which stay as they are


def corrupt(line: str, how: int, at: int) -> str:
    """A line with a fault in it."""
    words, at = line.split(" "), at % max(len(line), 1)
    word = at % len(words)
    if how == 0:
        return line[:at] + line[at + 1 :]
    if how == 1:
        return line[:at] + "~" + line[at:]
    if how == 2:
        return " ".join([*words[:word], "zz" + words[word], *words[word + 1 :]])
    if how == 3:
        return "Zorro" + line.partition(":")[1] + line.partition(":")[2]
    if how == 4:
        return line[:at] + line[at + 4 :]
    return ["@@", "?!", line[: at + 1] + "@", line.replace("d", "%")][at % 4]


def is_unreadable(line: str) -> bool:
    games = read_text(f'[Seats "Ana Bo Chi Dee"]\n{line}\n')
    return len(games) == 1 and bool(games[0].problems)


def accusations(text: str) -> list[str]:
    """Findings that blame somebody for something other than the writing."""
    return [str(f) for f in handfoot.audit(text).findings if f.level == "error" and f.code > "HF100"]


def test_the_record_to_corrupt_is_legal() -> None:
    assert {f.code for f in handfoot.audit(LEGAL).findings} <= {"HF901", "HF902", "HF903"}


FAULTS = st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 5), st.integers(0, 10_000)), min_size=1, max_size=4)


def corrupted(faults: list[tuple[int, int, int]]) -> str:
    """The legal record with some lines made unreadable."""
    lines = LEGAL.splitlines()
    for which, how, at in faults:
        i = FIRST + which % (len(lines) - FIRST)
        line = corrupt(lines[i], how, at)
        if line.strip() and not line.startswith(("[", "#")) and is_unreadable(line) and not is_unreadable(lines[i]):
            lines[i] = line
    return "\n".join([*lines, ""])


@given(FAULTS)
def test_nobody_is_accused_because_of_unreadable_lines(faults: list[tuple[int, int, int]]) -> None:
    assert not accusations(corrupted(faults))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_nobody_is_accused_at_length(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(500):
        faults = [
            (chance.randrange(10_000), chance.randrange(6), chance.randrange(10_000))
            for _ in range(chance.randrange(1, 7))
        ]
        assert not accusations(corrupted(faults))


@given(st.lists(st.tuples(st.integers(0, 100_000), st.text(max_size=3)), max_size=20))
def test_any_mutated_log_gives_a_report(edits: list[tuple[int, str]]) -> None:
    text = LEGAL
    for at, new in edits:
        at %= len(text)
        text = text[:at] + new + text[at + 1 :]
    report = handfoot.audit(text + "\n")
    assert all(re.fullmatch(r"HF\d{3}", f.code) for f in report.findings)
    report.to_json()


@given(st.binary(max_size=300))
def test_any_bytes_give_a_report(data: bytes) -> None:
    text = '[Rules "classic"]\n[Seats "Ana Bo Chi Dee"]\ndeal 1\n' + data.decode("utf-8", "replace")
    handfoot.audit(text).to_json()


@given(st.lists(st.sampled_from(LEGAL.splitlines()[2:]), max_size=30))
def test_any_order_of_lines_gives_a_report(lines: list[str]) -> None:
    handfoot.audit("\n".join(['[Rules "classic"]', '[Seats "Ana Bo Chi Dee"]', *lines, ""])).to_json()


def test_p0_5_a_card_drawn_after_an_unreadable_deed_and_played_is_not_counted_twice() -> None:
    """Cards that came to such a packet since are its own: a king drawn without its suit is the king of spades laid later."""
    others = "".join(f"{name}: draw; discard ?\n" for name in ("Bo", "Chi", "Dee"))
    turns = "".join(f"Ana: draw K*2; discard K{'shdc'[i % 4]}\n{others}" for i in range(7))
    text = f"turn-up 9h\nAna: draw 4h 5h; unreadable; discard 4s\n{others}{turns}Ana: draw 4h 5h; meld K: Ks Kh Kd Kc*2 Ks Kh; discard 4h"
    assert not [f for f in handfoot.audit(deal(text)).findings if f.code == "HF101"]
    more = text.replace("draw K*2", "draw K*3")
    assert [f for f in handfoot.audit(deal(more)).findings if f.code == "HF101"]
