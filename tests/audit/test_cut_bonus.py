"""The bonus for picking up exactly the cards of two packets, in rules that pay one (GSF-4, ROT-3), and on sheets of rules that do not."""

from __future__ import annotations

from pathlib import Path

import pytest

import handfoot
from deals import check, deal

SHEET = """
deal 1 dealer Dee
score Ana+Chi: clean 2, dirty 1, wild 0, cards 300, reds 0, left -40, out 0, {entry}total {total} {mark}
"""


@pytest.fixture
def ours(tmp_path: Path) -> str:
    path = tmp_path / "ours.toml"
    path.write_text('extends = "classic"\nname = "ours"\n[table]\ncut_bonus = 100\n', encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("entry", "total", "mark"),
    [
        ("", 1560, ""), ("", 1660, ""), ("", 1760, ""), ("", 1860, "#! HF809"), ("", 1610, "#! HF809"), ("", 1460, "#! HF809"),
        ("cut22 100, ", 1660, ""), ("cut22 200, ", 1760, ""), ("cut 100, ", 1560, "#! HF809"), ("cut22 100, ", 1760, "#! HF809"),
        ("cut22 0, ", 1560, ""), ("cut22 0, ", 1660, "#! HF809"),
    ],
)  # fmt: skip
def test_a_sheet_may_hold_it_written_or_not(ours: str, entry: str, total: int, mark: str) -> None:
    check(SHEET.format(entry=entry, total=total, mark=mark), rules=ours)


def test_p0_48_it_is_foreign_where_the_rules_pay_none() -> None:
    check(SHEET.format(entry="cut22 100, ", total=1660, mark="#! HF811 #~ HF806"))


@pytest.mark.parametrize("entry", ["cut22 150, ", "cut22 500, ", "cut22 -100, ", "sevens 100, "])
def test_an_amount_that_no_guess_makes_is_foreign(ours: str, entry: str) -> None:
    check(SHEET.format(entry=entry, total=1560, mark="#! HF811"), rules=ours)


@pytest.mark.parametrize(
    ("claim", "mark"),
    [("total {0}", ""), ("total {1}", ""), ("total {2}", ""), ("total {half}", "HF806"), ("cut22 100, total {1}", ""),
     ("cut22 100, total {0}", "HF806")],
)  # fmt: skip
def test_a_played_deal_may_hold_it_too(ours: str, claim: str, mark: str) -> None:
    game = deal(
        "hand Ana: Ks Kd Kc As Ad Ac ...\nfoot Ana: ...\nhand Chi: ...\nfoot Chi: ...\nturn-up 9h\n"
        "Ana: draw 4h 5h; meld K: Ks Kd Kc; meld A: As Ad Ac; discard 4h\nend abandoned\n",
        rules=ours,
    ).replace("end abandoned", "end stock")  # fmt: skip
    (row,) = [r for r in handfoot.audit(game).games[0].scores if r.team == "Ana+Chi"]
    assert row.total is not None and row.total[1] - row.total[0] == 200
    least = row.total[0]
    text = claim.format(least, least + 100, least + 200, half=least + 50)
    report = handfoot.audit(game + f"score Ana+Chi: {text}\n").games[0]
    assert [f.code for f in report.findings if f.code == "HF806"] == ([mark] if mark else [])


def test_running_totals_carry_what_was_guessed(ours: str) -> None:
    sheet = "deal 1 dealer Dee\nscore Ana+Chi: total 1660, running 1660\ndeal 2 dealer Ana\nscore Ana+Chi: total 500, running {}\n"
    check(sheet.format(2160), rules=ours)
    check(sheet.format("2260 #! HF807"), rules=ours)
