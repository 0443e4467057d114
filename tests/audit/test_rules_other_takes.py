"""Taking the pile at other tables: what the hand must show, where the top goes, how many cards come, and what freezes the pile."""

from __future__ import annotations

from pathlib import Path

import pytest

import handfoot
from deals import check
from house_rules import rules_file

KINGS = "hand Bo: Ks Kd As Ad Ac 2s 2h ...\nturn-up 9c\nAna: draw; discard Kc"
"""A king lies on top of two cards, and Bo has two more, three aces and two twos."""
ACES = "meld A: As Ad Ac"


def take(folder: Path, line: str) -> str:
    """A house-rule file of a take section."""
    return rules_file(folder, f"[take]\n{line}\n")


# --- what the hand shows -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("need", "with_a_wild", "two_kings"),
    [("natural-pair", "HF602", "HF602"), ("pair-with-wild", "", "HF602"), ("one-match", "", ""), ("nothing", "", "")],
)
def test_p0_31_what_a_take_needs_of_the_hand(tmp_path: Path, need: str, with_a_wild: str, two_kings: str) -> None:
    rules = take(tmp_path, f'need = "{need}"')
    check(f"{KINGS}\nBo: pickup {{meld K: Kc Ks Kd; {ACES}}}; discard 4h", rules=rules)
    check(f"{KINGS}\nBo: pickup {{meld K: Kc Ks 2s; {ACES}}}; discard 4h #! {with_a_wild}", rules=rules)
    check(f"{KINGS}\nBo: pickup {{meld K: Kc Ks; {ACES}}}; discard 4h #! HF301 {two_kings}", rules=rules)


def test_the_message_says_what_this_table_needs(tmp_path: Path) -> None:
    said = {
        "pair-with-wild": "two kings from the hand, or one and a wild card",
        "one-match": "one of the kings from the hand",
    }
    for need, words in said.items():
        rules = take(tmp_path, f'need = "{need}"')
        text = check(f"{KINGS}\nBo: pickup {{meld K: Kc 2s 2h; {ACES}}}; discard 4h #! HF305 HF602", rules=rules)
        assert any(words in f.message for f in handfoot.audit(text).findings if f.code == "HF602")


def test_where_nothing_is_needed_the_top_may_be_kept_unless_it_is_played_at_once(tmp_path: Path) -> None:
    rules = take(tmp_path, 'need = "nothing"\ntarget = "any"')
    check(f"{KINGS}\nBo: pickup {{}}; discard 4h", rules=rules)
    check(f"{KINGS}\nBo: pickup {{{ACES}}}; discard 4h", rules=rules)
    rules = take(tmp_path, 'need = "nothing"\ntarget = "any"\nplayed_at_once = true')
    check(f"{KINGS}\nBo: pickup {{}}; discard 4h #! HF603", rules=rules)
    check(f"{KINGS}\nBo: pickup {{{ACES}}}; discard 4h #! HF603", rules=rules)


def test_the_top_alone_added_to_a_meld_where_nothing_is_needed(tmp_path: Path) -> None:
    start = "hand Ana: Ks Kd Kh As Ad Ac ...\nturn-up 9c\nAna: draw; meld K: Ks Kd Kh; meld A: As Ad Ac; discard 4s\nBo: draw; discard Kc\n"
    rules = take(tmp_path, 'need = "nothing"\ntarget = "any"')
    check(f"{start}Chi: pickup {{add K: Kc}}; discard 4d", rules=rules)
    rules = take(tmp_path, 'target = "any"')
    check(f"{start}Chi: pickup {{add K: Kc}}; discard 4d #! HF602", rules=rules)


# --- a wild card on top ------------------------------------------------------------------------------------------

TWO = "hand Bo: 2s 2c X Ks Kd Kc Ac ...\nturn-up 9c\nAna: draw; discard 2h"


def test_s4_10_a_wild_card_on_top_blocks_the_pile(tmp_path: Path) -> None:
    rules = take(tmp_path, 'wild_top = "blocked"')
    check(f"{TWO}\nBo: pickup {{meld W: 2h 2s 2c}}; discard 4h #! HF601", rules=rules)
    check(f"{TWO}\nBo: draw; discard 4h", rules=rules)


def test_s3_25_a_two_on_top_needs_two_twos(tmp_path: Path) -> None:
    rules = take(tmp_path, 'wild_top = "same-kind-pair"\ntarget = "any"\nunfinished = "may-join"')
    check(f"{TWO}\nBo: pickup {{meld W: 2h 2s 2c}}; discard 4h", rules=rules)
    check(f"{TWO}\nBo: pickup {{meld W: 2h 2s X}}; discard 4h #! HF602", rules=rules)
    check(f"{TWO}\nBo: pickup {{meld K: Ks Kd Kc 2h}}; discard 4h #! HF602", rules=rules)


def test_a_wild_card_on_top_taken_as_a_natural_one_is(tmp_path: Path) -> None:
    rules = take(tmp_path, 'wild_top = "as-natural"\nneed = "one-match"')
    check(f"{TWO}\nBo: pickup {{meld W: 2h 2s X}}; discard 4h", rules=rules)
    check(f"{TWO}\nBo: pickup {{meld K: Ks Kd Kc 2h; meld W: X 2s 2c}}; discard 4h #! HF602", rules=rules)
    rules = take(tmp_path, 'wild_top = "as-natural"\nneed = "nothing"')
    check(f"{TWO}\nBo: pickup {{meld K: Ks Kd Kc 2h}}; discard 4h", rules=rules)


# --- where the top goes ------------------------------------------------------------------------------------------

SEVENS = (
    "hand Ana: 7s 7d 7h As Ad Ac ...\nhand Chi: 7c 7s 7h 7d ...\nturn-up 9c\n"
    "Ana: draw; meld 7: 7s 7d 7h; meld A: As Ad Ac; discard 4s\nBo: draw; discard 7c\n"
)


def test_s4_10_the_pair_and_the_top_may_join_an_unfinished_meld(tmp_path: Path) -> None:
    rules = take(tmp_path, 'target = "any"\nunfinished = "may-join"')
    check(f"{SEVENS}Chi: pickup {{add 7: 7c 7s 7h}}; discard 4d", rules=rules)
    check(f"{SEVENS}Chi: pickup {{add 7: 7c 7s 7h 7d 7c}}; discard 4d #! HF302", rules=rules)
    check(f"{SEVENS}Chi: pickup {{add 7: 7c}}; discard 4d #! HF602", rules=rules)
    check(f"{SEVENS}Chi: pickup {{meld 7: 7c 7s 7h}}; discard 4d #! HF306", rules=rules)
    check(f"{SEVENS}Chi: pickup {{add 8: 7c 7s 7h}}; discard 4d #! HF303 HF309", rules=rules)
    rules = take(tmp_path, 'target = "new-meld"\nunfinished = "may-join"')
    check(f"{SEVENS}Chi: pickup {{add 7: 7c 7s 7h}}; discard 4d", rules=rules)


def test_p0_35_where_a_take_begins_a_new_meld_it_may_not_join(tmp_path: Path) -> None:
    check(f"{SEVENS}Chi: pickup {{add 7: 7c 7s 7h}}; discard 4d #! HF606")


def test_a_take_that_begins_a_new_clean_meld(tmp_path: Path) -> None:
    rules = take(tmp_path, 'target = "new-clean-meld"\nneed = "one-match"')
    check(f"{KINGS}\nBo: pickup {{meld K: Kc Ks Kd; {ACES}}}; discard 4h", rules=rules)
    check(f"{KINGS}\nBo: pickup {{meld K: Kc Ks 2s; {ACES}}}; discard 4h #! HF606", rules=rules)
    check(f"{SEVENS}Chi: pickup {{add 7: 7c 7s 7h}}; discard 4d #! HF606", rules=rules)
    check(f"{TWO}\nBo: pickup {{meld W: 2h 2s 2c}}; discard 4h", rules=rules)


def test_a_frozen_meld_is_not_completed_by_a_take(tmp_path: Path) -> None:
    rules = take(tmp_path, 'target = "any"\nneed = "nothing"\nfreeze_at = 6')
    six = "hand Ana: 7s*2 7d*2 7h*2 As Ad Ac ...\nturn-up 9c\nAna: draw; meld 7: 7s*2 7d*2 7h*2; meld A: As Ad Ac; discard 4s\nBo: draw; discard 7c\n"
    check(f"{six}Chi: pickup {{add 7: 7c}}; discard 4d #! HF607", rules=rules)
    check(f"{SEVENS}Chi: pickup {{add 7: 7c}}; discard 4d", rules=rules)


def test_the_pile_before_the_opening(tmp_path: Path) -> None:
    rules = take(tmp_path, "before_opening = false")
    check(f"{KINGS}\nBo: pickup {{meld K: Kc Ks Kd; {ACES}}}; discard 4h #! HF601", rules=rules)
    check(f"{KINGS}\nBo: pickup {{meld K: Kc Ks Kd}}; meld W: 2s 2h; discard 5h #! HF301 HF601", rules=rules)
    rules = take(tmp_path, 'before_opening = false\ntarget = "any"')
    check(f"{SEVENS}Chi: pickup {{add 7: 7c 7s 7h}}; discard 4d", rules=rules)  # the partner has opened


# --- how many ----------------------------------------------------------------------------------------------------


def pile_of(n: int, player: str = "Bo") -> str:
    """A pile of ``n`` cards with a king on top, before ``player``'s turn."""
    seats = ["Ana", "Bo", "Chi", "Dee"]
    first = (seats.index(player) - n + 1) % 4
    turns = [f"{seats[(first + i) % 4]}: draw; discard {'Kc' if i == n - 2 else '?'}" for i in range(n - 1)]
    dealer = seats[(first - 1) % 4]
    return f"deal 1 dealer {dealer}\nhand {player}: Ks Kd As Ad Ac ...\nturn-up 9c\n" + "\n".join(turns)


@pytest.mark.parametrize(("fewer", "mark"), [("no", "#! HF604"), ("yes", ""), ("undecided", "#! HF901")])
def test_a19_taking_fewer_than_lie_there(tmp_path: Path, fewer: str, mark: str) -> None:
    rules = take(tmp_path, f'fewer = "{fewer}"')
    meld = f"{{meld K: Kc Ks Kd; {ACES}}}; discard ?"
    text = check(f"{pile_of(9)}\nBo: pickup 5 {meld} {mark}", rules=rules)
    if mark:
        (message,) = [f.message for f in handfoot.audit(text).findings if f.code in ("HF604", "HF901")]
        assert "5 of the 9 cards" in message and "a take has 7" in message
    check(f"{pile_of(9)}\nBo: pickup 7 {meld}", rules=rules)
    check(f"{pile_of(5)}\nBo: pickup 5 {meld}", rules=rules)
    check(f"{pile_of(9)}\nBo: pickup 8 {meld} #! HF604", rules=rules)


def test_a_take_that_grows_deal_by_deal(tmp_path: Path) -> None:
    rules = take(tmp_path, 'count_by_deal = [3, 4]\nfewer = "no"')
    meld = f"{{meld K: Kc Ks Kd; {ACES}}}; discard ?"
    check(f"{pile_of(9)}\nBo: pickup 3 {meld}\nclaim pile 7", rules=rules)
    check(f"{pile_of(9)}\nBo: pickup 4 {meld} #! HF604", rules=rules)
    meld = f"{{meld K: Kc Ks Kd; {ACES}; meld W: 2s 2h 2c}}; discard ?"
    for deal, count in ((2, 4), (3, 4)):
        start = pile_of(9).replace("deal 1", f"deal {deal}")
        check(f"{start}\nBo: pickup {count} {meld}", rules=rules)
        check(f"{start}\nBo: pickup {meld}\nclaim pile {10 - count}", rules=rules)
        check(f"{start}\nBo: pickup 3 {meld} #! HF604", rules=rules)


# --- freezing ----------------------------------------------------------------------------------------------------


def test_a_wild_card_in_the_pile_freezes_it_for_all_but_a_natural_pair(tmp_path: Path) -> None:
    rules = take(tmp_path, 'need = "pair-with-wild"\nwild_freezes = true')
    frozen = KINGS.replace("turn-up 9c\n", "turn-up 9c\nDee: draw; discard 2c\n")
    start = "deal 1 dealer Chi"
    check(f"{start}\n{frozen}\nBo: pickup {{meld K: Kc Ks Kd; {ACES}}}; discard 4h", rules=rules)
    check(f"{start}\n{frozen}\nBo: pickup {{meld K: Kc Ks 2s; {ACES}}}; discard 4h #! HF602", rules=rules)
    check(f"{KINGS}\nBo: pickup {{meld K: Kc Ks 2s; {ACES}}}; discard 4h", rules=rules)


def test_a_starter_may_freeze_the_pile_until_it_is_taken(tmp_path: Path) -> None:
    rules = rules_file(
        tmp_path, '[take]\nneed = "pair-with-wild"\n[starter]\nburied = ["red-three"]\nfreezes = ["wild"]\n'
    )
    frozen = KINGS.replace("turn-up 9c", "turn-up 2c")
    check(f"{frozen}\nBo: pickup {{meld K: Kc Ks 2s; {ACES}}}; discard 4h #! HF602", rules=rules)
    check(f"{frozen}\nBo: pickup {{meld K: Kc Ks Kd; {ACES}}}; discard 4h", rules=rules)
    again = "Chi: draw; discard Jh\nDee: pickup {meld J: Jh Js 2d; meld W: X*3}; discard 5h"
    check(f"{frozen}\nBo: pickup {{meld K: Kc Ks Kd; {ACES}}}; discard 4h\n{again}", rules=rules)


# --- the opening and the Foot -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("counts", "mark"), [("true", ""), ("false", "#! HF501")])
def test_d16_whether_the_other_cards_of_a_take_open(tmp_path: Path, counts: str, mark: str) -> None:
    rules = rules_file(tmp_path, f"[opening]\ncounts_taken = {counts}\n")
    start = "hand Bo: Ks Kd 4h 4d ...\nturn-up 4c\nAna: draw; discard Kc"
    check(
        f"{start}\nBo: pickup {{meld K: Kc Ks Kd}} 4c; meld 4: 4h 4d 4c 2h; discard 5h #! HF102 {mark[3:]}", rules=rules
    )
    start = "hand Bo: Ks Kd 2h 4h 4d ...\nturn-up 4c\nAna: draw; discard Kc"
    check(f"{start}\nBo: pickup {{meld K: Kc Ks Kd}} 4c; meld 4: 4h 4d 4c 2h; discard 5h {mark}", rules=rules)
    check(f"{start}\nBo: pickup {{meld K: Kc Ks Kd}} 4c; meld 4: 4h 4d 4c; discard 5h #! HF501", rules=rules)


@pytest.mark.parametrize(("before", "mark"), [("yes", ""), ("no", "#! HF701"), ("undecided", "#! HF901")])
def test_a20_the_foot_before_the_rest_of_a_take(tmp_path: Path, before: str, mark: str) -> None:
    rules = take(tmp_path, f'foot_before_rest = "{before}"')
    start = (
        "hand Bo: Ks Kd As*3 Ad*2 Ac*2 Qs Qd Qc Qh\nturn-up 9c\nAna: draw; discard Kc\n"
        "Bo: pickup 2 {meld K: Kc Ks Kd; meld A: As*3 Ad*2 Ac*2; meld Q: Qs Qd Qc Qh}"
    )
    check(f"{start}; foot; discard ? {mark}", rules=rules)


@pytest.mark.parametrize(("replaced", "wrong"), [("true", "3h>-"), ("false", "3h>5c")])
def test_a1_red_threes_of_the_pile_are_replaced_or_not(tmp_path: Path, replaced: str, wrong: str) -> None:
    rules = rules_file(tmp_path, f"[threes]\nred_from_pile_replaced = {replaced}\nred_discard = true\n")
    start = "hand Bo: Ks Kd As Ad Ac ...\nturn-up 9c\nDee: draw; discard 3h\nAna: draw; discard Kc\n"
    for chain in ("3h>-", "3h>5c"):
        code = {"3h>-": "#! HF402", "3h>5c": "#! HF205"}[chain] if chain == wrong else ""
        check(
            f"deal 1 dealer Chi\n{start}Bo: pickup {{meld K: Kc Ks Kd; {ACES}}} {chain} 9c; discard 4h {code}",
            rules=rules,
        )
