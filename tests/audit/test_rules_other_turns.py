"""Starters, draws, melding and the end of a turn at other tables; what a red three does there; and how the stock and the game end."""

from __future__ import annotations

from pathlib import Path

import pytest

from deals import check, findings, idle
from house_rules import rules_file


def rules_of(folder: Path, section: str, lines: str) -> str:
    return rules_file(folder, f"[{section}]\n{lines}\n")


# --- the starter -------------------------------------------------------------------------------------------------

SITE = 'buried = ["red-three", "black-three", "joker", "two"]\nmay_stay = ["two"]\nmay_be_buried = []'


@pytest.mark.parametrize(
    ("cards", "mark"),
    [("9c", ""), ("3s 9c", ""), ("3r 9c", ""), ("3 9c", ""), ("2h 9c", ""), ("X 3h 2c 9c", ""), ("2h", "#! HF901"), ("X", "#! HF201"),
     ("3s", "#! HF201"), ("3", "#! HF201"), ("4h 9c", "#! HF201"), ("?", ""), ("? 9c", "")],
)  # fmt: skip
def test_s3_4_any_three_and_any_joker_is_buried(tmp_path: Path, cards: str, mark: str) -> None:
    check(f"turn-up {cards} {mark}\nAna: draw; discard 4s", rules=rules_of(tmp_path, "starter", SITE))


@pytest.mark.parametrize(
    ("cards", "mark"), [("3h", ""), ("X", ""), ("3", ""), ("3h 9c", "#! HF201"), ("3 9c", "#! HF201"), ("? 9c", "")]
)
def test_s1_5_any_card_starts_the_pile(tmp_path: Path, cards: str, mark: str) -> None:
    check(
        f"turn-up {cards} {mark}\nAna: draw; discard 4s",
        rules=rules_of(tmp_path, "starter", "buried = []\nmay_be_buried = []"),
    )


@pytest.mark.parametrize(
    ("stock", "mark"),
    [("?*163 3h X", ""), ("?*165", ""), ("?*163 3r X", ""), ("?*163 X 3h", "#! HF201"), ("?*164 4s", "#! HF201")],
)
def test_s4_4_buried_cards_lie_at_the_bottom_of_a_recorded_stock(tmp_path: Path, stock: str, mark: str) -> None:
    rules = rules_of(tmp_path, "starter", 'buried_to = "bottom"')
    check(f"turn-up 3h X 9c {mark}\nstock {stock}\nAna: draw; discard 4s", rules=rules)
    check(f"stock {stock}\nturn-up 3h X 9c {mark}\nAna: draw; discard 4s", rules=rules)
    check(f"stock {stock}\nturn-up 9c\nAna: draw; discard 4s", rules=rules)  # nothing was buried
    check(f"turn-up 3h X 9c\nstock {stock}\nAna: draw; discard 4s")  # where they go is not said


# --- who begins --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "player", "mark"), [("dealer", "Dee", ""), ("dealer", "Ana", "#! HF203"), ("undecided", "Chi", "")]
)
def test_s3_5_who_begins(tmp_path: Path, first: str, player: str, mark: str) -> None:
    rules = rules_of(tmp_path, "deals", f'first = "{first}"')
    check(f"turn-up 9c\n{player}: draw; discard 4s {mark}", rules=rules)
    check("turn-up 9c\nDee: draw; discard 4s\nBo: draw; discard 4s #! HF203", rules=rules)


# --- draws deal by deal ------------------------------------------------------------------------------------------


def test_a_draw_that_grows_deal_by_deal(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, "turn", "draw_by_deal = [3, 4]")
    for deal, right in ((1, 3), (2, 4), (3, 4)):
        start = f"deal {deal} dealer Dee\nturn-up 9c\nAna: draw"
        check(f"{start} ?*{right}; discard ?", rules=rules)
        check(f"{start}; discard ?\nclaim hand Ana {12 + right}", rules=rules)
        text = check(f"{start} ?*2; discard ? #! HF205", rules=rules)
        assert f"a draw has {right}" in findings(text)[0].message


# --- new melds or additions --------------------------------------------------------------------------------------


def test_s3_24_a_turn_is_for_new_melds_or_for_additions(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, "turn", 'meld_mode = "new-or-add"')
    start = "turn-up 9h\nAna: draw; meld A: As Ad Ac; meld K: Ks Kd Kc; discard 4s\nBo: draw; discard 4h\nChi: draw; "
    check(f"{start}add A: Ah; add K: Kh; discard 5d", rules=rules)
    check(f"{start}meld Q: Qs Qh Qd; meld J: Js Jh Jd; discard 5d", rules=rules)
    text = check(f"{start}meld Q: Qs Qh Qd; add A: Ah; add K: Kh; discard 5d #! HF311", rules=rules)
    assert [f.level for f in findings(text)] == ["warning"]
    check(f"{start}add A: Ah; meld Q: Qs Qh Qd; discard 5d #! HF311", rules=rules)
    check(f"{start}add A: Ah; takeback; meld Q: Qs Qh Qd; discard 5d #! HF901", rules=rules)
    check(f"{start}add A: Ah; takeback; meld Q: Qs Qh Qd; add A: Ah; discard 5d #! HF901 HF311", rules=rules)
    check(f"{start}add A: Ah; meld Q: Qs Qh Qd; discard 5d")


def test_s3_24_a_take_and_what_is_laid_after_it(tmp_path: Path) -> None:
    rules = rules_file(tmp_path, '[turn]\nmeld_mode = "new-or-add"\n[take]\ntarget = "any"\nunfinished = "may-join"\n')
    start = "turn-up 9h\nAna: draw; meld A: As Ad Ac; discard 4s\nBo: draw; discard Kh\nChi: pickup {meld K: Kh Ks Kd}"
    check(f"{start}; meld Q: Qs Qh Qd; discard 5d", rules=rules)
    check(f"{start}; add A: Ah; discard 5d #! HF311", rules=rules)
    check(f"{start[:-1]}; add A: Ah}}; discard 5d #! HF311", rules=rules)


@pytest.mark.parametrize(("move", "mark"), [("yes", ""), ("no", "#! HF310"), ("undecided", "#! HF901")])
def test_s1_33_moving_a_laid_card(tmp_path: Path, move: str, mark: str) -> None:
    rules = rules_of(tmp_path, "turn", f'move_cards = "{move}"')
    check(f"turn-up 9h\nAna: draw; meld A: As Ad Ac 2h; meld K: Ks Kd Kc; move 2h A K; discard 4s {mark}", rules=rules)


@pytest.mark.parametrize(("browsing", "mark"), [("yes", ""), ("undecided", "#! HF903")])
def test_d37_browsing_the_pile(tmp_path: Path, browsing: str, mark: str) -> None:
    check(
        f"turn-up 9h\nAna: draw; browse; discard 4s {mark}",
        rules=rules_of(tmp_path, "turn", f'browsing = "{browsing}"'),
    )


# --- the end of a turn -------------------------------------------------------------------------------------------


def test_d25_floating_without_a_discard(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, "turn", 'discard = "float"')
    start = "hand Ana: As*2 Ad*2 Ac*2 Ah Qs*2 Qd*2 Qc Kh\nturn-up 9h\nAna: draw Kc Kd; meld A: As*2 Ad*2 Ac*2 Ah; meld Q: Qs*2 Qd*2 Qc"
    out = f"{start}; meld K: Kh Kc Kd"
    rest = "Bo: draw; discard 4h\nChi: draw; discard 4d\nDee: draw; discard 4c\n"
    check(f"{out}\n{rest}Ana: foot; draw; discard ?", rules=rules)
    check(f"{out}; foot; discard ?\n{rest}Ana: draw; discard ?", rules=rules)
    check(f"{out}\n{rest}Ana: draw; discard ? #! HF702", rules=rules)
    check(f"{start} #! HF206\n{rest}Ana: draw; discard ?", rules=rules)  # three kings are left
    check(f"{out} #! HF702\n{rest}Ana: foot; draw; discard ?")


# --- red threes --------------------------------------------------------------------------------------------------


def test_red_threes_that_are_exposed_and_not_replaced(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, "threes", "red_replaced = false")
    check(
        "hand Ana: 3h ...\nturn-up 9c\nred Ana: 3h>-\nAna: draw; discard 4s\nclaim stock 163, hand Ana 13", rules=rules
    )
    check("hand Ana: 3h ...\nturn-up 9c\nred Ana: 3h>5c #! HF205\nAna: draw; discard 4s", rules=rules)
    check("turn-up 9c\nAna: draw 3h>- 5c; discard 4s", rules=rules)
    check("turn-up 9c\nAna: draw 3h>6c 5c; discard 4s #! HF205", rules=rules)
    check("hand Ana: 3h ...\nturn-up 9c\nAna: draw; discard 4s #! HF401", rules=rules)


LAST = "[table]\npacks = 2\n[threes]\nred_unreplaced = "


def test_d11_a_red_three_that_the_stock_cannot_replace(tmp_path: Path) -> None:
    end = "turn-up Kc\nAna: draw 3h>3d>- 4s; discard 5s"
    for value, mark in (("go-on", ""), ("undecided", "#! HF901")):
        rules = rules_file(tmp_path, f'{LAST}"{value}"\n', value)
        check(f"{end} {mark}\nBo: draw ? #! HF107\nBo: discard ?", rules=rules)
    rules = rules_file(tmp_path, f'{LAST}"ends-deal"\n', "ends-deal")
    check(f"{end}\nend stock", rules=rules)
    check("turn-up Kc\nAna: draw 3h>3d>- 4s\nend stock", rules=rules)
    check(f"{end}\nBo: draw ? #! HF208 HF107", rules=rules)
    check(f"{end}\nend out Ana #! HF211", rules=rules)


# --- the end of the stock ----------------------------------------------------------------------------------------

TWO_PACKS = "turn-up Kc\nAna: draw; discard ?\n"
"""One card is left in the stock, two lie in the pile."""


def stock_rules(folder: Path, short: str) -> str:
    return rules_file(folder, f'[table]\npacks = 2\n[stock]\nshort = "{short}"\n', short)


def test_s3_28_the_deal_ends_when_nobody_wants_the_pile(tmp_path: Path) -> None:
    rules = stock_rules(tmp_path, "ends-if-nobody-takes")
    check(f"{TWO_PACKS}end stock", rules=rules)
    check(f"{TWO_PACKS}Bo: pass\nChi: pass\nDee: pass\nend stock", rules=rules)
    taken = "turn-up Kc\nAna: draw; discard 9h\nBo: pass\nChi: pickup {meld 9: 9h 9s 9d; meld A: As Ad Ac}; discard ?"
    check(f"{taken}\nDee: pass\nend stock", rules=rules)
    check(f"{TWO_PACKS}Bo: draw ?; discard ? #! HF901\nend stock", rules=rules)
    check(f"{TWO_PACKS}Bo: draw; discard ? #! HF107", rules=rules)
    check("turn-up Kc\nAna: pass #! HF206\nBo: draw; discard ?", rules=rules)
    check("turn-up Kc\nend stock", rules=rules)
    check("turn-up Kc\nAna: draw 4s 5s; discard 4s\nend stock", rules=rules)


def test_d34_a_new_stock_from_the_pile(tmp_path: Path) -> None:
    rules = stock_rules(tmp_path, "reshuffle")
    check(f"{TWO_PACKS}Bo: reshuffle; draw; discard ?\nclaim stock 1, pile 1", rules=rules)
    check(f"{TWO_PACKS}Bo: draw ?; reshuffle; draw ?; discard ?\nclaim stock 1, pile 1", rules=rules)
    check(f"{TWO_PACKS}Bo: draw ?; discard ? #! HF205", rules=rules)
    check(f"{TWO_PACKS}Bo: draw; discard ? #! HF107", rules=rules)
    check(f"{TWO_PACKS}end stock #! HF211", rules=rules)
    check("turn-up Kc\nAna: draw ?*3; discard ? #! HF205\nBo: draw; discard ? #! HF107", rules=rules)
    check(f"{TWO_PACKS}Bo: reshuffle; draw; discard ?\nend stock", rules=rules)  # one card each: no draw is left


def test_d34_a_new_stock_whose_order_is_written_is_drawn_from(tmp_path: Path) -> None:
    rules = stock_rules(tmp_path, "reshuffle")
    start = "turn-up Kc\nAna: draw 4s; draw 5s; discard 4s\nBo: draw 6h"
    check(f"{start}; reshuffle 4s Kc; draw 4s; discard 6h\nChi: draw Kc #! HF205\nChi: discard 4d", rules=rules)
    check(f"{start}; reshuffle 4s Kc; draw Kc; discard 6h #! HF109", rules=rules)
    check(f"{start}; reshuffle Kc; draw Kc; discard 6h\nclaim pile 2, stock 0", rules=rules)


def test_a_stock_of_which_nothing_is_said(tmp_path: Path) -> None:
    rules = stock_rules(tmp_path, "undecided")
    check(f"{TWO_PACKS}end stock #! HF901", rules=rules)
    check(f"{TWO_PACKS}Bo: draw ?; discard ? #! HF901", rules=rules)
    check(f"{TWO_PACKS}Bo: reshuffle; draw; discard ? #! HF901", rules=rules)
    check(f"{TWO_PACKS}Bo: pass\nChi: pass\nend stock #! HF901", rules=rules)
    check(f"{TWO_PACKS}Bo: draw; discard ? #! HF107", rules=rules)
    check(
        "turn-up 9c\n" + idle(4) + "\nend stock #! HF211",
        rules=rules_file(tmp_path, '[stock]\nshort = "undecided"\n', "five"),
    )


# --- the end of the game -----------------------------------------------------------------------------------------


def game(*totals: tuple[int, int], result: str = "") -> str:
    seats = ["Dee", "Ana", "Bo", "Chi"]
    deals = [
        f"deal {i} dealer {seats[(i - 1) % 4]}\nscore Ana+Chi: total {a}\nscore Bo+Dee: total {b}"
        for i, (a, b) in enumerate(totals, 1)
    ]
    first, second = (sum(side) for side in zip(*totals, strict=True))
    return "\n".join([*deals, f"result Ana+Chi {first}, Bo+Dee {second} {result}"])


def test_a_game_that_a_score_ends(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, "deals", "end_score = 5000")
    check(game((3000, 1000), (2000, 1000)), rules=rules)
    check(game((3000, 1000), (1995, 1000), result="#! HF209"), rules=rules)
    check(
        game((3000, 1000), (2000, 1000), (500, 500)).replace("deal 3 dealer Bo", "deal 3 dealer Bo #! HF209"),
        rules=rules,
    )
    check(game(*[(1000, 1000)] * 4), rules=rules)  # the four deals of the house rules end it as well


def test_a_game_that_the_clock_ends_may_have_fewer_deals(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, "deals", "minutes = 90")
    check(game((3000, 1000), (2000, 1000)), rules=rules)
    five = game(*[(1000, 1000)] * 5).replace("deal 5 dealer Dee", "deal 5 dealer Dee #! HF209")
    check(five.replace("Bo+Dee 5000 ", "Bo+Dee 5000 #~ HF209"), rules=rules)
    check(game((3000, 1000), (2000, 1000), result="#! HF209"))
