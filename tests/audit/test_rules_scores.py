"""Scores (P0-45 to P0-54): each part of a line, what repeats it, totals carried, results; with moves and on sheets without."""

from __future__ import annotations

import pytest

import handfoot
from deals import check, deal
from endings import (
    BONUS,
    CARDS,
    CHI_LEFT,
    LEFT,
    QUEENS_AND_JACKS,
    SET_UP,
    TOTAL,
    WITH_DISCARD,
    WITHOUT_DISCARD,
    going_out,
)

ENTRIES = {"clean": 2, "dirty": 2, "wild": 1, "cards": CARDS, "reds": 0, "left": LEFT, "out": 100, "total": TOTAL}


def line(marks: str = "", **changes: int | None) -> str:
    """The right score of Ana+Chi with some entries changed, added, or (None) left out."""
    entries = {**ENTRIES, **changes}
    return (
        "score Ana+Chi: "
        + ", ".join(f"{key} {value}" for key, value in entries.items() if value is not None)
        + f"  {marks}"
    )


def played(*scores: str, last: str = WITH_DISCARD, left: str = CHI_LEFT) -> str:
    """A deal with its moves, and score lines."""
    return check(going_out(last, "end out Ana", left, *scores))


# --- with the moves: a wrong part, and what repeats it -------------------------------------------------------------


def test_p0_46_to_p0_51_a_right_score() -> None:
    report = handfoot.audit(played(line(running=TOTAL), "score Bo+Dee: clean 0, dirty 0, wild 0, cards 0, out 0"))
    assert report.verdict == "clean"
    row = report.games[0].scores[0]
    assert (row.cards, row.left, row.out, row.bonus, row.total) == tuple(
        (n, n) for n in (CARDS, LEFT, 100, BONUS, TOTAL)
    )


@pytest.mark.parametrize(
    ("keys", "codes"),
    [
        (["total"], "#! HF806"), (["cards", "left"], "#! HF802 HF804"), (["bonus", "total"], "#! HF801 #~ HF806"),
        (["clean"], "#! HF801"), (["out"], "#! HF805"), (["running"], "#! HF807"),
    ],
)  # fmt: skip
def test_p0_46_any_subset_of_the_entries(keys: list[str], codes: str) -> None:
    right = {**ENTRIES, "bonus": BONUS, "running": TOTAL}
    played("score Ana+Chi: " + ", ".join(f"{key} {right[key]}" for key in keys))
    played("score Ana+Chi: " + ", ".join(f"{key} {right[key] + 5}" for key in keys) + f"  {codes}")


PARTS = [
    ("clean", 3, 500, "HF801"), ("dirty", 1, -300, "HF801"), ("wild", 0, -1500, "HF801"), ("cards", CARDS + 15, 15, "HF802"),
    ("reds", 100, 100, "HF803"), ("left", -LEFT, -2 * LEFT, "HF804"), ("out", 0, -100, "HF805"), ("out", 200, 100, "HF805"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "wrong", "off", "code"), PARTS)
def test_p0_46_to_p0_48_a_wrong_part_alone(key: str, wrong: int, off: int, code: str) -> None:
    played(line(f"#! {code}", **{key: wrong}))


@pytest.mark.parametrize(("key", "wrong", "off", "code"), PARTS)
def test_p0_46_to_p0_48_a_wrong_part_that_the_total_and_the_running_total_repeat(
    key: str, wrong: int, off: int, code: str
) -> None:
    played(line(f"#! {code} #~ HF806 HF807", **{key: wrong, "total": TOTAL + off, "running": TOTAL + off}))


def test_hf806_the_total_alone() -> None:
    played(line("#! HF806", total=TOTAL + 10))
    played(line("#! HF806 #~ HF807", total=TOTAL + 10, running=TOTAL + 10))


def test_hf807_the_running_total_alone() -> None:
    played(line("#! HF807", running=TOTAL + 10))


def test_hf806_a_wrong_part_and_a_total_that_fits_nothing() -> None:
    played(line("#! HF801 HF806", clean=3, total=TOTAL + 10))


def test_hf806_two_wrong_parts_of_which_the_total_repeats_one() -> None:
    played(line("#! HF801 HF803 #~ HF806", clean=3, reds=100, total=TOTAL + 500))
    played(line("#! HF801 HF803 #~ HF806", clean=3, reds=100, total=TOTAL + 600))


def test_hf801_the_bonus_that_wrong_counts_make() -> None:
    played(line("#! HF801 #~ HF801 HF806", clean=3, bonus=BONUS + 500, total=TOTAL + 500))


def test_hf805_the_bonus_of_the_side_that_did_not_go_out() -> None:
    played(line(), "score Bo+Dee: out 100  #! HF805")


def test_a11_what_is_written_after_an_illegal_going_out() -> None:
    illegal = WITH_DISCARD.replace("ask yes", "ask no") + "  #! HF706"
    played(line("#~ HF805 HF806"), last=illegal)
    played(line(out=0, total=TOTAL - 100), last=illegal)
    played(line(out=0, left=LEFT - 5, total=TOTAL - 105), last=illegal)  # the five of spades was taken back
    played(line("#! HF806", out=0, total=TOTAL - 110), last=illegal)


def test_a11_the_meld_taken_back_may_have_completed_a_book() -> None:
    third = "Ana: foot X*7 4h 4d 4c 4s 9s 9h; draw 9d 7s; meld W: X*6; meld 4: 4h 4d 4c 4s; discard 7s"
    last = "Ana: draw 9c 4s; ask no; meld 9: 9s 9h 9d 9c; add 4: 4s; add W: X  #! HF706"
    text = check(going_out(last, "end out Ana", CHI_LEFT, third=third))
    row = handfoot.audit(text).games[0].scores[0]
    assert row.total == (TOTAL - 100 + 5, TOTAL - 100 + 5)
    assert row.repaired_total == TOTAL - 100 + 5 - 1500 - 2 * 50


def test_hf305_a_faulty_book_pays_its_cards_and_no_bonus() -> None:
    set_up = SET_UP.replace("Qs*2 Qh*2 Qd 2s 2h", "Qs*2 Qh*2 2s*2 2h")
    second = QUEENS_AND_JACKS.replace("Qs*2 Qh*2 Qd 2s 2h", "Qs*2 Qh*2 2s*2 2h") + "  #! HF305"
    text = going_out("Ana: draw 9c 5s; discard 5s", "end stock  #! HF211", CHI_LEFT, set_up=set_up, second=second)
    cards, left = CARDS - 40 + 10, LEFT - 40
    check(text + f"\nscore Ana+Chi: clean 2, dirty 1, cards {cards}, left {left}, total {2800 + cards + left}")
    check(
        text
        + f"\nscore Ana+Chi: clean 2, dirty 2, cards {cards}, left {left}, total {3100 + cards + left}  #~ HF801 HF806"
    )


def test_d39_leftovers_netted() -> None:
    played(line(cards=CARDS + LEFT, left=0).rstrip() + ", net")
    played(line(cards=CARDS + LEFT, left=None).rstrip() + ", net")
    played(line("#! HF802 #~ HF804", cards=CARDS + LEFT, left=0))
    played(line().rstrip() + ", net  #! HF802")


def test_hf811_an_entry_of_another_game() -> None:
    played(line("#! HF811", cut22=100))
    played(line("#! HF811 #~ HF806", cut22=100, total=TOTAL + 100))
    played(line("#! HF811 #~ HF806 HF807", cut22=100, total=TOTAL + 100, running=TOTAL + 100))


def test_p0_46_hidden_cards_make_ranges() -> None:
    played(line(), "score Bo+Dee: left -500, reds -200, total -700")
    played(line(), "score Bo+Dee: left 5  #! HF804")
    played(line(), "score Bo+Dee: left -3000  #! HF804")
    played(line(), "score Bo+Dee: reds 100  #! HF803")
    played(line(), "score Bo+Dee: reds -1100  #! HF803")
    played(line(), "score Bo+Dee: total 5  #! HF806")
    assert handfoot.audit(played(line(), "score Bo+Dee: left -500")).verdict == "clean"


def test_p0_46_left_lines_fix_what_was_hidden() -> None:
    bo = "left Bo: Ts*2 Th*4 Td*4 Tc*5; foot Jc*5 Qc*5 Kc*3"
    dee = "left Dee: 6d*4 7h*5 7c*4 3s*2; foot 3c*5 8c*5 5c*3"
    left = -(28 * 10 + 15 * 5 + 5 * 5 + 5 * 10 + 3 * 5)
    played(line(), f"score Bo+Dee: left {left}, reds 0, total {left}", left=f"{CHI_LEFT}\n{bo}\n{dee}")
    played(line(), f"score Bo+Dee: left {left + 5}  #! HF804", left=f"{CHI_LEFT}\n{bo}\n{dee}")
    foot = dee.replace("5c*3", "5c 3h*2")  # red threes never exposed are no points, but 100 each
    played(line(), f"score Bo+Dee: left {left + 10}, reds -200, total {left - 190}", left=f"{CHI_LEFT}\n{bo}\n{foot}")


def test_p0_47_red_threes() -> None:
    last = WITH_DISCARD.replace("draw 9c 5s", "draw 9c 3h>3d>5s")
    played(line(reds=200, total=TOTAL + 200), last=last)
    played(line("#! HF803 #~ HF806", reds=100, total=TOTAL + 100), last=last)


def test_a28_a_red_three_in_an_unopened_foot_costs_100() -> None:
    shown = "hand Ana: As ...\nfoot Ana: 3h ...\nhand Chi: Ah ...\nfoot Chi: Ad ...\nAna: draw Ac Ac; discard Ac\nend stock  #! HF211\n"
    check(shown + "score Ana+Chi: reds -100")
    check(shown + "score Ana+Chi: reds 0  #! HF803")


def test_p0_54_the_worked_scores() -> None:
    for melds, cards, bonus in (("9: 9s*3 9h*4", 70, 500), ("9: 9s*3 9h*2 2s 2h", 90, 300)):
        hand = melds.partition(": ")[2]
        text = (
            f"hand Ana: {hand} ...\nhand Chi: As ...\nfoot Ana: Ah ...\nfoot Chi: Ad ...\n"
            + f"Ana: draw Ac Ac; meld {melds}; discard Ac\nend stock  #! HF211\n"
        )
        check(text + f"score Ana+Chi: cards {cards}, bonus {bonus}")
        check(text + f"score Ana+Chi: cards {cards}, bonus {bonus + 5}  #! HF801")


def test_penalties_are_in_the_total() -> None:
    last = WITH_DISCARD.replace("ask yes", 'penalty Ana+Chi -50 "slow"; ruling "stands"; ask yes')
    report = handfoot.audit(played(line(total=TOTAL - 50), last=last))
    assert len(report.games[0].rulings) == 2
    assert report.verdict == "clean"
    played(line("#! HF806", total=TOTAL - 60), last=last)


def test_an_abandoned_deal_has_no_score_to_check() -> None:
    text = check(going_out("end abandoned", "score Ana+Chi: total 5  #! HF902"))
    assert handfoot.audit(text).verdict == "undecided"


# --- sheets --------------------------------------------------------------------------------------------------------

ANA = "Ana+Chi: clean 1, dirty 1, wild 0, cards 265, reds 100, left -140"
BO = "Bo+Dee: clean 2, dirty 2, wild 1, cards 605, reds 0, left -95, out 100"


RICH = ANA.replace("clean 1, dirty 1, wild 0, cards 265", "clean 2, dirty 2, wild 1, cards 365")


def sheet(*deals: tuple[str, ...], result: str = "") -> str:
    """A sheet: for each deal its score lines; checked against its marks."""
    lines = [row for n, scores in enumerate(deals, 1) for row in (f"deal {n}", *(f"score {score}" for score in scores))]
    return check("\n".join([*lines, *([f"result {result}"] if result else [])]))


def four(ana: int = 1025, bo: int = 3710) -> list[tuple[str, str]]:
    return [(f"Ana+Chi: total {ana}", f"Bo+Dee: total {bo}")] * 4


def test_hf809_the_parts_and_the_total_of_a_sheet() -> None:
    assert handfoot.audit(sheet((ANA + ", total 1025", BO + ", total 3710"))).verdict == "clean"
    sheet((ANA + ", total 1030  #! HF809", BO + ", total 3710"))
    sheet((ANA + ", total 1025, running 1030  #! HF807",))
    sheet((ANA + ", total 1030, running 1030  #! HF809 #~ HF807",))
    sheet((ANA + ", running 1030  #! HF807",))


def test_hf809_parts_that_are_not_written() -> None:
    no_reds = ANA.replace(" reds 100,", "")
    for total, mark in ((925, ""), (1025, "#! HF902"), (825, "#! HF902"), (930, "#! HF809"), (2025, "#! HF809")):
        sheet((f"{no_reds}, total {total}  {mark}",))
    no_wild = ANA.replace(" wild 0,", "")
    for total, mark in ((1025, ""), (2525, "#! HF902"), (1525, "#! HF809")):
        sheet((f"{no_wild}, total {total}  {mark}",))
    no_out = BO.replace(", out 100", "")
    for total, mark in ((3610, ""), (3710, "#! HF902"), (3810, "#! HF809")):
        sheet((f"{no_out}, total {total}  {mark}",))
    sheet((ANA + ", out 0, total 1125  #! HF809",))
    sheet((BO + ", total 3710", ANA + ", total 1125  #! HF809"))
    sheet(("Ana+Chi: cards 265, total 5",))
    sheet((no_reds + ", running 5000",))


def test_hf809_counts_of_books_and_their_bonus() -> None:
    sheet((ANA.replace("cards", "bonus 800, cards") + ", total 1025",))
    sheet((ANA.replace("cards", "bonus 900, cards") + "  #! HF809",))


def test_hf810_figures_that_no_deal_has() -> None:
    text = sheet((RICH + ", out 100", BO + "  #! HF810"))
    assert handfoot.audit(text).verdict == "impossible"
    sheet((ANA + ", out 100  #! HF810",))
    sheet(("Ana+Chi: bonus 700  #! HF810",))
    sheet(("Ana+Chi: bonus 2800, out 100  #! HF810",))
    sheet(("Ana+Chi: bonus 3100, out 100",))


def test_hf804_hf805_amounts_that_these_rules_do_not_know() -> None:
    sheet((ANA.replace("-140", "140") + ", total 1025  #! HF804",))
    sheet((ANA.replace("-140", "140") + ", total 1305  #! HF804 #~ HF806",))
    sheet((BO.replace("out 100", "out 200") + "  #! HF805",))


def test_d43_a_foreign_entry_on_a_sheet() -> None:
    sheet((ANA + ", cut22 100, total 1125  #! HF811 #~ HF806",))
    sheet((ANA + ", cut22 100, total 1025  #! HF811",))
    sheet((ANA + ", twos 0, run 0, total 1025",))
    sheet((ANA + ", twos 1, total 1025  #! HF811",))


def test_d39_a_netted_sheet() -> None:
    sheet(("Ana+Chi: net, clean 1, dirty 1, wild 0, cards 125, reds 100, total 1025",))
    sheet(("Ana+Chi: net, clean 1, dirty 1, wild 0, cards 125, reds 100, left 0, total 1030  #! HF809",))


def test_d40_a_slip_is_named_once_and_carried() -> None:
    def row(n: int, off: int, mark: str = "") -> tuple[str]:
        return (f"Ana+Chi: total 1000, running {1000 * n + off}  {mark}",)

    rows = row(1, 0), row(2, 10, "#! HF807"), row(3, 10, "#~ HF807"), row(4, 10, "#~ HF807")
    sheet(*[(*scores, "Bo+Dee: total 0") for scores in rows], result="Ana+Chi 4010, Bo+Dee 0  #~ HF808")
    sheet(row(1, 0), row(2, 10, "#! HF807"), row(3, 0), row(4, 0))
    sheet(row(1, 0), row(2, 10, "#! HF807"), row(3, 10, "#~ HF807"), row(4, 30, "#! HF807"))


def test_p0_50_the_result() -> None:
    sheet(*four(), result="Ana+Chi 4100, Bo+Dee 14840 winner Bo+Dee")
    sheet(*four(), result="Ana+Chi 4110, Bo+Dee 14840  #! HF808")
    sheet(*four(), result="Ana+Chi 4110, Bo+Dee 14830  #! HF808")
    sheet(*four(), result="Ana+Chi 4100, Bo+Dee 14840 winner Ana+Chi  #! HF808")
    sheet(*four(), result="Ana+Chi 4100, Bo+Dee 14840 winner Ana+Chi, Bo+Dee  #! HF808")
    wrong = (ANA + ", total 1035  #! HF809", "Bo+Dee: total 0")
    sheet(wrong, *[("Ana+Chi: total 0", "Bo+Dee: total 0")] * 3, result="Ana+Chi 1035, Bo+Dee 0  #~ HF808")


def test_p0_50_a_tie_is_shared() -> None:
    sheet(*four(500, 500), result="Ana+Chi 2000, Bo+Dee 2000 winner Ana+Chi, Bo+Dee")
    sheet(*four(500, 500), result="Ana+Chi 2000, Bo+Dee 2000")
    sheet(*four(500, 500), result="Ana+Chi 2000, Bo+Dee 2000 winner Ana+Chi  #! HF808")
    report = handfoot.audit(sheet(*four(500, 500)))
    assert report.games[0].winners == ["Ana+Chi", "Bo+Dee"]


def test_p0_12_a_result_after_another_number_of_deals() -> None:
    sheet(*four()[:3], result="Ana+Chi 3075, Bo+Dee 11130  #! HF209")
    deals = "\n".join(f"deal {n}\nscore Ana+Chi: total 10\nscore Bo+Dee: total 0" for n in range(1, 6))
    check(deals.replace("deal 5", "deal 5  #! HF209") + "\nresult Ana+Chi 50, Bo+Dee 0  #~ HF209")


def test_p0_12_an_abandoned_deal_is_not_counted() -> None:
    rest = "\n".join(f"deal {n}\nscore Ana+Chi: total 10\nscore Bo+Dee: total 0" for n in range(1, 5))
    check(f"deal 1\nend abandoned\n{rest}\nresult Ana+Chi 40, Bo+Dee 0 winner Ana+Chi")


# --- flags ---------------------------------------------------------------------------------------------------------


def test_hf812_first_on_the_wrong_side() -> None:
    played(line().rstrip() + ", first", "score Bo+Dee: out 0")
    played(line(), "score Bo+Dee: first  #! HF812")
    played(line().rstrip() + ", first", "score Bo+Dee: first  #! HF812")


def test_d45_first_on_two_sides_and_on_none() -> None:
    sheet(("Ana+Chi: first, total 5", "Bo+Dee: first, total 0  #! HF812"))
    sheet(("Ana+Chi: first, total 5", "Bo+Dee: total 0"), ("Ana+Chi: total 5", "Bo+Dee: total 0  #! HF812"))
    sheet(("Ana+Chi: total 5", "Bo+Dee: total 0"), ("Ana+Chi: total 5", "Bo+Dee: total 0"))


def test_p0_25_the_opening_written_on_a_sheet() -> None:
    for n, minimum in enumerate((50, 90, 120, 150), 1):
        check(f"deal {n}\nscore Ana+Chi: opening {minimum}, total 5")
        check(f"deal {n}\nscore Ana+Chi: opening {minimum + 10}, total 5  #! HF812")


def test_p0_43_a_meld_that_empties_scores_as_melded() -> None:
    played(line(cards=CARDS + 5, total=TOTAL + 5), last=WITHOUT_DISCARD)


# --- records that begin later, and entries without end ------------------------------------------------------------


def test_p0_50_a_record_that_begins_with_a_later_deal_knows_no_total_before_it() -> None:
    check(
        """
        deal 3 dealer Dee
        score Ana+Chi: clean 1, dirty 1, wild 0, cards 290, reds 100, left -215, total 975, running 9000
        score Bo+Dee: clean 0, dirty 1, wild 0, cards 145, reds 100, left -310, total 235, running 8000
        deal 4 dealer Ana
        score Ana+Chi: clean 1, dirty 1, wild 0, cards 290, reds 100, left -215, total 975, running 9975
        score Bo+Dee: clean 0, dirty 1, wild 0, cards 145, reds 100, left -310, total 235, running 8235
        result Ana+Chi 9975, Bo+Dee 8235 winner Ana+Chi  #! HF902 HF902
        """
    )


def test_one_entry_written_a_hundred_times_is_judged_once() -> None:
    report = handfoot.audit(
        deal(
            going_out(WITH_DISCARD, "end out Ana", CHI_LEFT, f"score Ana+Chi: {', '.join(['cards 5'] * 100)}, total 12")
        )
    )
    assert [f.code for f in report.findings].count("HF802") == 1
    assert [f.code for f in report.findings].count("HF806") == 1


# --- what is left, known less exactly ----------------------------------------------------------------------------

OTHERS_LEFT = "left Chi: 4d*5 5d*5 6d*3; foot 7d*5 4h*5 5h*3"


def score_codes(lines: str) -> set[str]:
    """The codes of the score that are raised."""
    return {f.code for f in handfoot.audit(deal(lines)).findings if f.code.startswith("HF8")}


@pytest.mark.parametrize(("reds", "right"), [(-100, True), (0, True), (-200, False)])
def test_p0_47_a_three_of_unknown_colour_left_may_be_red(reds: int, right: bool) -> None:
    foot = "4s*5 5s*5 6s*2"
    lines = f"Ana: draw; discard 4c\nend stock\nleft Ana: 7s*5 8s*5 9s*4; foot 3 {foot}\n{OTHERS_LEFT}\n"
    assert score_codes(f"{lines}score Ana+Chi: reds {reds}") == (set() if right else {"HF803"})


def test_p0_46_what_is_left_tells_which_card_went_unseen() -> None:
    hand, foot = "4s*5 5s*5 6s*3", "7h*5 4c*5 5c*3"
    lines = (
        f"hand Ana: {hand}\nfoot Ana: {foot}\nAna: draw 7s Kd; discard ?\nend stock\n"
        f"left Ana: {hand} Kd; foot {foot}\n{OTHERS_LEFT}\n"
    )
    assert score_codes(f"{lines}score Ana+Chi: left -270") == set()
    assert score_codes(f"{lines}score Ana+Chi: left -275") == {"HF804"}


@pytest.mark.parametrize("other", ["", " meld Q: Qs 2c 3s;"])
@pytest.mark.parametrize(
    ("add", "fault"), [("add K: 2s*2;", "HF302"), ("add K: 2s; add K: 2s;", "HF309")], ids=["too-big", "finished"]
)
def test_p0_18_a_book_too_large_and_too_wild_is_none_whatever_else_is_wrong(add: str, fault: str, other: str) -> None:
    """What is left out of the score hangs on the book itself, not on a fault of another meld."""
    report = handfoot.audit(
        f"""[Notation "HFN 1"]
[Rules "classic"]
[Seats "Ana Bo Chi Dee"]
deal 1 dealer Dee
hand Ana: Ks*3 Kh*2 2s*3 Qs Qh 2c 3s Kd
turn-up 9c
Ana: draw 4h 4d; meld K: Ks*3 Kh*2 2s; discard 4d
Bo: draw; discard 9h
Chi: draw; discard 9h
Dee: draw; discard 9h
Ana: draw 5c 5d; {add}{other} discard 4h
end stock
score Ana+Chi: clean 0, dirty 1, wild 0
"""
    )
    (first,) = [f for f in report.findings if f.code == fault]
    (count,) = [f for f in report.findings if f.code == "HF801"]
    assert count.because_of == first.id
