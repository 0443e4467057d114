"""The Foot and going out at other tables: when it is taken, the partner, permission, the last discard, the books of each deal."""

from __future__ import annotations

from pathlib import Path

import pytest

from deals import check, findings
from house_rules import rules_file

REST = "Bo: draw; discard 4h\nChi: draw; discard 4d\nDee: draw; discard 4c\n"
HAND = "hand Ana: As*2 Ad*2 Ac*2 Ah Qs*2 Qd*2 Qc Kh\nfoot Ana: 4s 5s 6s ...\nturn-up 9h\n"
MELDS = "draw Kc Kd; meld A: As*2 Ad*2 Ac*2 Ah; meld Q: Qs*2 Qd*2 Qc"
RUN_IN = f"{HAND}Ana: {MELDS}; meld K: Kh Kc Kd"
"""Ana melds her whole Hand."""
DISCARD = (
    "hand Ana: As*2 Ad*2 Ac*2 Ah Qs*2 Qd*2 Qc 2h\nfoot Ana: 4s 5s 6s ...\nturn-up 9h\n"
    "Ana: draw Kc Qc; meld A: As*2 Ad*2 Ac*2 Ah; meld Q: Qs*2 Qd*2 Qc*2; add Q: 2h; discard Kc"
)
"""Ana melds all of her Hand but the king, and discards that."""


def rules_of(folder: Path, section: str, lines: str, name: str = "ours") -> str:
    return rules_file(folder, f"[{section}]\n{lines}\n", name)


# --- the Foot ----------------------------------------------------------------------------------------------------


def test_s1_16_the_foot_is_taken_right_after_the_last_discard(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, "foot", 'after_discard = "taken-now"')
    check(f"{DISCARD}; foot\n{REST}Ana: draw; discard 4s", rules=rules)
    check(f"{DISCARD}\nAna: foot\n{REST}Ana: draw; discard 4s", rules=rules)
    check(f"{DISCARD}\n{REST}Ana: foot; draw; discard 4s", rules=rules)  # written where other tables write it
    check(f"{DISCARD}\n{REST}Ana: draw; discard 4s #! HF702", rules=rules)
    check(f"{DISCARD}; foot #! HF701\n{REST}Ana: draw; discard 4s")


def test_s1_16_nothing_is_played_from_it_in_that_turn(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, "foot", 'after_discard = "taken-now"')
    check(f"{DISCARD}; foot; discard 4s #! HF207", rules=rules)
    check(f"{DISCARD}; foot; add K: 4s #! HF207 HF303 HF309", rules=rules)
    # and it has not been played with: the partner may not go out yet
    check("turn-up 9h\nAna: draw; discard 4s; foot #! HF701", rules=rules)


def test_s1_16_at_the_end_of_the_stock_nothing_is_open_about_the_foot(tmp_path: Path) -> None:
    rules = rules_file(tmp_path, '[table]\npacks = 2\n[foot]\nafter_discard = "taken-now"\n')
    check(
        "deal 1 dealer Chi\nhand Dee: As*2 Ad*2 Ac*2 Ah Qs*2 Qd*2 Qc 2h\nturn-up 9h\n"
        "Dee: draw Qh Kd; meld A: As*2 Ad*2 Ac*2 Ah; meld Q: Qs*2 Qd*2 Qc Qh 2h; discard Kd; foot\nend stock",
        rules=rules,
    )


def test_s1_16_a_takeback_gives_the_discard_and_the_foot_back(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, "foot", 'after_discard = "taken-now"')
    check(f"{DISCARD}; foot; takeback; discard Kc #! HF901\n{REST}Ana: draw; discard As", rules=rules)


def test_a8_red_threes_of_a_foot_that_is_taken_now_are_exposed(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, "foot", 'after_discard = "taken-now"')
    start = DISCARD.replace("foot Ana: 4s 5s 6s", "foot Ana: 3h 4s 5s 6s")
    foot = "foot 3h>Jc 4s 5s 6s Ts Js Qs Ks 4d 5d 6d 7d 8d"
    known = start.replace("3h 4s 5s 6s ...", "3h 4s 5s 6s Ts Js Qs Ks 4d 5d 6d 7d 8d")
    check(f"{known}; {foot}\n{REST}Ana: draw; discard Jc", rules=rules)
    check(f"{known}; foot\n{REST}Ana: draw; discard 4s #! HF401", rules=rules)


def test_the_foot_in_the_next_turn_after_melding_the_last_card(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, "foot", 'after_meld = "next-turn"')
    check(f"{RUN_IN}\n{REST}Ana: foot; draw; discard 4s", rules=rules)
    check(f"{RUN_IN}; foot; discard 4s #! HF701", rules=rules)
    check(f"{RUN_IN}\n{REST}Ana: draw; discard 4s #! HF702", rules=rules)
    check(f"{HAND}Ana: {MELDS} #! HF206\n{REST}Ana: draw; discard Kh", rules=rules)
    check(f"{RUN_IN} #! HF702\n{REST}Ana: foot; draw; discard 4s")


# --- going out ---------------------------------------------------------------------------------------------------

ACES, TENS = "As*2 Ah*2 Ad*2 Ac", "Ts*2 Th*2 Td*2"
JACKS, NINES = "Js*2 Jh*2 Jd*2 Jc", "9s*2 9h*2 9d*2 9c"


def going_out(ana: str, last: str, add: str = "") -> str:
    """What Ana does, and Chi who melds two clean books of the Hand and then the Foot, and ``add``; Chi goes out."""
    return (
        f"turn-up 9d\n{ana}Bo: draw; discard 6c\n"
        f"Chi: draw; meld J: {JACKS}; meld 9: {NINES}; add A: 2h{add}\nChi: foot; ask yes; meld 8: 8s*2 8h*2 8d*2 8c; meld Q: Qs*2 Qh*2 Qd{last}"
    )


READY = f"Ana: draw; meld A: {ACES[:-3]}; meld T: {TENS}; meld 4: 4s 4h 4d; foot; discard 4c\n"
"""Ana runs into the Foot."""
ROUND = "Bo: draw; discard 6c\nChi: draw; discard 6d\nDee: draw; discard 6s\n"
OUT = "[out]\nbooks = { clean = 1 }\n"


@pytest.mark.parametrize(
    ("partner", "mark"),
    [("none", ""), ("in-foot", ""), ("played-foot", ""), ("turn-with-foot", "#! HF901")],
)
def test_s3_12_the_turn_in_which_the_foot_was_reached(tmp_path: Path, partner: str, mark: str) -> None:
    rules = rules_file(tmp_path, f'{OUT}partner = "{partner}"\n')
    check(going_out(READY, f"; discard 4d {mark}\nend out Chi"), rules=rules)


@pytest.mark.parametrize("partner", ["in-foot", "played-foot", "turn-with-foot"])
def test_s3_12_a_partner_who_has_not_reached_the_foot(tmp_path: Path, partner: str) -> None:
    rules = rules_file(tmp_path, f'{OUT}partner = "{partner}"\n')
    start = f"Ana: draw; meld A: {ACES[:-3]}; discard 4c\n"
    text = check(going_out(start, "; discard 4d #! HF704\nend out Chi"), rules=rules)
    assert "has not entered the Foot" in next(f.message for f in findings(text) if f.code == "HF704")
    check(going_out(start, "; discard 4d\nend out Chi"), rules=rules_file(tmp_path, f'{OUT}partner = "none"\n', "none"))


def whole_turn(partner: str, folder: Path, now: bool) -> str:
    foot = "taken-now" if now else "next-turn"
    return rules_file(folder, f'{OUT}partner = "{partner}"\n[foot]\nafter_discard = "{foot}"\n', f"{partner}-{now}")


def test_s3_12_a_whole_turn_with_the_foot(tmp_path: Path) -> None:
    now, later = whole_turn("turn-with-foot", tmp_path, True), whole_turn("turn-with-foot", tmp_path, False)
    one_more = "; add T: Tc"  # Chi has drawn once more
    again = f"{ROUND}Ana: draw; discard 5d\n"
    check(going_out(READY + again, "; discard 4d\nend out Chi", one_more), rules=now)
    # the last card of the Hand discarded: the next turn is a whole one, wherever the Foot is written
    emptied = "Ana: draw; meld A: As*2 Ah*2 Ad; meld T: Ts*2 Th*2 Td; meld 4: 4s 4h 4d 4c; discard 5c"
    check(going_out(f"{emptied}; foot\n{again}", "; discard 4d\nend out Chi", one_more), rules=now)
    owed = again.replace("Ana: draw", "Ana: foot; draw")
    check(going_out(f"{emptied}\n{owed}", "; discard 4d\nend out Chi", one_more), rules=later)
    check(going_out(f"{emptied}; foot\n", "; discard 4d #! HF704\nend out Chi"), rules=now)


@pytest.mark.parametrize(
    ("permission", "asked", "mark"),
    [("required", "", "#! HF705"), ("required", "ask no; ", "#! HF706"), ("optional", "", ""), ("optional", "ask no; ", ""),
     ("courtesy", "", ""), ("courtesy", "ask no; ", ""), ("required", "ask yes; ", "")],
)  # fmt: skip
def test_s1_31_and_s4_15_asking_the_partner(tmp_path: Path, permission: str, asked: str, mark: str) -> None:
    rules = rules_file(tmp_path, f'{OUT}permission = "{permission}"\n')
    text = going_out(READY, f"; discard 4d {mark}\nend out Chi").replace("ask yes; ", asked)
    check(text, rules=rules)


@pytest.mark.parametrize(("lapses", "mark"), [("yes", "#! HF705"), ("no", ""), ("undecided", "#! HF901")])
def test_whether_a_permission_lapses(tmp_path: Path, lapses: str, mark: str) -> None:
    rules = rules_file(tmp_path, f'{OUT}permission_lapses = "{lapses}"\n')
    earlier = f"{ROUND}Ana: draw; discard 5d\n".replace("Chi: draw; ", "Chi: draw; ask yes; ")
    text = going_out(READY + earlier, f"; discard 4d {mark}\nend out Chi", "; add T: Tc").replace(
        "foot; ask yes; ", "foot; "
    )
    check(text, rules=rules)
    refused = text.replace("ask yes; discard 6d", "ask yes; ask no; discard 6d #! HF901")
    if lapses == "no":  # what was answered last holds
        check(refused.replace("discard 4d", "discard 4d #! HF705"), rules=rules)


@pytest.mark.parametrize(
    ("final", "last", "mark"),
    [("required", "; discard 4d", ""), ("required", "; add A: 2d; out", "#! HF707"), ("forbidden", "; discard 4d", "#! HF707"),
     ("forbidden", "; add A: 2d; out", ""), ("optional", "; add A: 2d; out", "")],
)  # fmt: skip
def test_s3_12_the_last_discard(tmp_path: Path, final: str, last: str, mark: str) -> None:
    rules = rules_file(tmp_path, f'{OUT}final_discard = "{final}"\n')
    start = READY.replace(ACES[:-3], "As Ah Ad Ac As Ah")
    text = going_out(start, f"{last} {mark}\nend out Chi").replace("; add A: 2h\n", "; add T: Tc\n")
    check(text, rules=rules)


def test_s1_33_a_card_is_kept_by_who_does_not_go_out(tmp_path: Path) -> None:
    for keep, mark in (("true", "#! HF708"), ("false", "")):
        rules = rules_file(tmp_path, f"{OUT}keep_card = {keep}\n", keep)
        text = going_out(READY, f"; discard 4d {mark}\nDee: draw; discard 5c").replace("ask yes; ", "")
        check(text, rules=rules)


def test_the_books_of_going_out_deal_by_deal(tmp_path: Path) -> None:
    rules = rules_file(
        tmp_path,
        "[opening]\nminima = [50]\n[out]\nbooks = { clean = 9 }\nbooks_by_deal = [{ clean = 1 }, { clean = 4 }]\n",
    )
    for deal, mark in ((1, ""), (2, "#! HF703"), (3, "#! HF703")):
        lines = f"deal {deal} dealer Dee\n" + going_out(READY, f"; discard 4d {mark}\nend out Chi")
        text = check(lines, rules=rules)
    assert "4 clean are needed" in next(f.message for f in findings(text) if f.code == "HF703")
