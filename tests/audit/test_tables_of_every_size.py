"""The same rules at tables of two to seven players: packs, sides, turns, scores and going out, and values that change by deal."""

from __future__ import annotations

from pathlib import Path

import pytest

import handfoot
from deals import check, deal, findings

TABLE = """[table]
players = [4, 2, 3, 6]
packs = "players+1"
sides = "{sides}"
"""


@pytest.fixture
def ours(tmp_path: Path) -> str:
    """Rules for several numbers of players, a pack more than players; partners at four."""
    return rules(tmp_path, TABLE.format(sides="solo-but-partners-of-four"))


def rules(folder: Path, text: str) -> str:
    path = folder / "ours.toml"
    path.write_text(f'extends = "classic"\nname = "ours"\n{text}', encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("seats", "stock"),
    [("Ana Bo", 109), ("Ana Bo Chi", 137), ("Ana Bo Chi Dee", 165), ("Ana Bo Chi Dee Eve Flo", 378 - 156 - 1)],
)
def test_s4_2_the_stock_is_what_the_packs_of_that_many_players_leave(ours: str, seats: str, stock: int) -> None:
    last = seats.split()[-1]
    check(f"turn-up 9c\nclaim stock {stock}, pile 1", seats=seats, rules=ours, start=f"deal 1 dealer {last}")
    check(f"turn-up 9c\nclaim stock {stock + 1} #! HF105", seats=seats, rules=ours, start=f"deal 1 dealer {last}")


def test_s4_2_a_fourth_king_of_spades_is_one_too_many_for_two(ours: str) -> None:
    check("hand Ana: Ks*2 ...\nfoot Ana: Ah*3 Ad ...", seats="Ana Bo", rules=ours, start="deal 1 dealer Bo")
    check("hand Ana: Ks*2 ...\nfoot Ana: Ah*3 Ah ... #! HF101", seats="Ana Bo", rules=ours, start="deal 1 dealer Bo")


def test_s4_1_three_play_each_for_himself(ours: str) -> None:
    check(
        "hand Ana: Ks Kd Kc As ...\nhand Bo: Kh ...\nturn-up 9h\nAna: draw Ad Ac; meld K: Ks Kd Kc; meld A: As Ad Ac; discard 4s\n"
        "Bo: draw 8d Qh; add K: Kh; discard 4h #! HF309 HF501",
        seats="Ana Bo Chi", rules=ours, start="deal 1 dealer Chi",
    )  # fmt: skip


def test_s1_7_with_six_the_turn_goes_round_all_six(ours: str) -> None:
    seats = "Ana Bo Chi Dee Eve Flo"
    lines = [f"{name}: draw; discard ?" for name in seats.split()]
    check("\n".join(lines + lines), seats=seats, rules=ours, start="deal 1 dealer Flo")
    check("\n".join([*lines, lines[1] + " #! HF203"]), seats=seats, rules=ours, start="deal 1 dealer Flo")


def test_s1_1_with_six_the_opposite_player_is_the_partner(tmp_path: Path) -> None:
    six = rules(tmp_path, TABLE.format(sides="partners"))
    text = (
        "hand Ana: Ks*2 Kd Kc As*2 Ad ...\nhand Dee: Kh ...\nhand Bo: Kh ...\nturn-up 9h\n"
        "Ana: draw 8d Qh; meld K: Ks*2 Kd Kc; meld A: As*2 Ad; discard 4s\n"
    )
    passing = "".join(f"{name}: draw; discard ?\n" for name in ("Bo", "Chi"))
    seats = "Ana Bo Chi Dee Eve Flo"
    check(text + passing + "Dee: draw 8d Qh; add K: Kh; discard 4c", seats=seats, rules=six, start="deal 1 dealer Flo")
    report = handfoot.audit(
        deal(
            text + "Bo: draw 8d Qh; add K: Kh; discard 4h\nend abandoned",
            seats=seats, rules=six, start="deal 1 dealer Flo",
        )
    )  # fmt: skip
    (finding,) = [f for f in report.findings if f.code == "HF309"]
    assert finding.team == "Bo+Eve"


def test_p0_42_who_plays_alone_asks_nobody_and_waits_for_no_partner(tmp_path: Path) -> None:
    alone = rules(tmp_path, TABLE.format(sides="solo") + "[out]\nbooks = { clean = 2 }\n")
    game = """
    hand Ana: Ks*2 Kh*2 Kd Kc As*2 Ah*2 Ad Ac 4s
    foot Ana: Js Jh Jd 8s 8h 8d 9s 9h 9d 7s 7h 7d 5c
    turn-up 9h
    Ana: draw Kd Ad; meld K: Ks*2 Kh*2 Kd*2 Kc; meld A: As*2 Ah*2 Ad*2 Ac; discard 4s
    Bo: draw; discard ?
    Ana: foot; draw 4h 5d; meld J: Js Jh Jd; meld 8: 8s 8h 8d; meld 9: 9s 9h 9d; meld 7: 7s 7h 7d; discard 4h
    Bo: draw; discard ?
    Ana: draw 5h 5s; meld 5: 5c 5h 5s 5d; out
    end out Ana
    """
    check(game, seats="Ana Bo", rules=alone, start="deal 1 dealer Bo")
    three = TABLE.format(sides="solo") + "[out]\nbooks = { clean = 3 }\n"
    check(
        game.replace("; out", "; out #! HF703"), seats="Ana Bo", rules=rules(tmp_path, three), start="deal 1 dealer Bo"
    )


def test_hf006_a_number_of_players_that_the_rules_do_not_have(ours: str) -> None:
    seats = "Ana Bo Chi Dee Eve"
    (finding,) = findings(deal("turn-up 9c\nAna: draw; discard 4s", seats=seats, rules=ours, start="deal 1 dealer Eve"))
    assert finding.code == "HF006" and "are for 2 or 3 or 4 or 6" in finding.message
    assert finding.rule == "P0-4"


def test_the_report_names_the_profile_and_not_its_table(ours: str) -> None:
    from handfoot_spec.profile_files import load_file

    report = handfoot.audit(deal("turn-up 9c", seats="Ana Bo", rules=ours, start="deal 1 dealer Bo"))
    (game,) = report
    assert game.profile_sha256 == load_file(Path(ours)).sha256


def test_packets_draws_takes_and_books_by_deal(tmp_path: Path) -> None:
    by_deal = rules(
        tmp_path,
        "[table]\nhand_by_deal = [13, 11]\n[turn]\ndraw_by_deal = [2, 3]\n[take]\ncount_by_deal = [7, 3]\n",
    )
    game = """
    deal 1 dealer Dee
    turn-up 9c
    claim stock 165
    Ana: draw 8h Qh; discard 4s
    Bo: draw 8h Qh 7c; discard 4h #! HF205
    end abandoned
    deal 2 dealer Ana
    hand Bo: 4h 5h 6h 7h 8h 9h Th Jh 5d 6d 7d
    turn-up 9c
    claim stock 173
    Bo: draw 8d Qh Qs; discard 4h
    Chi: draw 8d Qh; discard 4h #! HF205
    """
    check(game, rules=by_deal)
    check(
        game.replace("hand Bo: 4h 5h", "hand Bo: 4h 5h Kd Kc").replace("7d\n", "7d #! HF103\n").replace("173", "171"),
        rules=by_deal,
    )


def test_other_packets_in_a_later_deal_only(tmp_path: Path) -> None:
    """Thirteen cards in the deal that deals eleven are another game's."""
    by_deal = rules(tmp_path, "[table]\nhand_by_deal = [13, 11]\nfoot_by_deal = [13, 11]\n")
    head = "deal 1 dealer Dee\nhand Ana: ...\nhand Bo: ...\nAna: draw; discard ?\nend abandoned\n"
    found = findings(deal(head + "deal 2 dealer Ana\nhand Ana: ...\nhand Bo: ...\nBo: draw; discard ?", rules=by_deal))
    assert [f.code for f in found] == ["HF006"] and "deal 11" in found[0].message
