"""Melds and books of other tables: runs, series of twos, black threes, books of some ranks, of other sizes, or that grow."""

from __future__ import annotations

from pathlib import Path

import pytest

import handfoot
from deals import check, deal, findings
from house_rules import house_file

ACES = "meld A: As Ah Ac"
"""An opening of 60, so that what is tested need not open."""

RUNS = """
books = [
    { kind = "red", wilds = [0, 0], bonus = 500, counts_as = "red" },
    { kind = "black", wilds = [1, 3], bonus = 300, counts_as = "black" },
    { kind = "run", run = true, bonus = 1500, counts_as = "red" },
    { kind = "twos", twos = true, bonus = 2000, counts_as = "red" },
]
[melds]
wild_share = 1
wild_margin = 1
most_wilds = 3
wild_table = []
one_unfinished = false
wild_melds = false
runs = true
twos = true
[out]
books = { red = 2, black = 2 }
"""
"""Melds as in the house rules with runs: fewer wild cards than naturals, three at most, no meld of wild cards but series of twos."""


class Play:
    """Ana's first turn at a table with rules of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.rules = ""

    def rule(self, text: str) -> Play:
        self.rules = str(house_file(self.folder, text))
        return self

    def turn(self, hand: str, play: str, marks: str = "", *, draw: str = "9h Jh", more: str = "") -> str:
        return check(
            f"hand Ana: As Ah Ac {hand} ...\nAna: draw {draw}; {ACES}; {play}; discard {draw.split()[0]}      {marks}\n{more}",
            rules=self.rules,
        )

    def messages(self, hand: str, play: str) -> list[str]:
        text = deal(f"hand Ana: As Ah Ac {hand} ...\nAna: draw 9h Jh; {ACES}; {play}; discard 9h", rules=self.rules)
        return [f.message for f in findings(text)]


@pytest.fixture
def table(tmp_path: Path) -> Play:
    return Play(tmp_path)


@pytest.fixture
def runs(table: Play) -> Play:
    return table.rule(RUNS)


# --- S1-20: runs ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", ["4h 5h 6h", "Qh Kh Ah", "7h 6h 8h", "5h 6h 7h 8h 9h Th Jh", "10h Jh Qh"])
def test_s1_20_a_run_is_consecutive_cards_of_one_suit(runs: Play, cards: str) -> None:
    runs.turn(cards, f"run h: {cards}", draw="4s Jd")


@pytest.mark.parametrize(
    "cards",
    [
        "5h 6h 8h",
        "Kh Ah 4h",
        "5h 6h 7s",
        "5h 6h 7h 7h",
        "5h 6h X",
        "5h 6h 2h",
        "2h 4h 5h",
        "Qh Kh Ah 2h",
        "5h 5h 5h",
        "X X X",
    ],
)
def test_s1_20_what_is_no_run(runs: Play, cards: str) -> None:
    runs.turn(cards, f"run h: {cards}", "#! HF308", draw="4s Jd")


def test_s1_19_a_three_enters_no_run(runs: Play) -> None:
    runs.turn("4h 5h 3s", "run h: 3s 4h 5h", "#! HF304")


def test_s1_21_two_cards_make_no_run_and_eight_are_too_many(runs: Play) -> None:
    runs.turn("5h 6h", "run h: 5h 6h", "#! HF301")
    runs.turn("4h 5h 6h 7h 8h 9h Th Jh", "run h: 4h 5h 6h 7h 8h 9h Th Jh", "#! HF302", draw="4s Jd")


def test_s1_20_a_run_grows_at_both_ends_and_not_beyond_its_suit(runs: Play) -> None:
    runs.turn("6h 7h 8h 5h 9h", "run h: 6h 7h 8h; add run h: 5h 9h", draw="4s Jd")
    runs.turn("6h 7h 8h Th", "run h: 6h 7h 8h; add run h: Th", "#! HF308")
    runs.turn("6h 7h 8h 9d", "run h: 6h 7h 8h; add run h: 9d", "#! HF308")


def test_s1_20_an_addition_that_is_right_by_itself_follows_the_fault_before(runs: Play) -> None:
    runs.turn("6h 7h 9h Th", "run h: 6h 7h 9h; add run h: Th", "#! HF308", draw="4s Jd")
    runs.turn("6h 7h 9h Ts", "run h: 6h 7h 9h; add run h: Ts", "#! HF308 HF308", draw="4s Jd")


def test_s1_20_an_addition_goes_to_the_run_that_it_fits(runs: Play) -> None:
    cards = "4h 5h 6h Th Jh Qh 7h Kh"
    runs.turn(cards, "run h: 4h 5h 6h; run h: Th Jh Qh; add run h: Kh; add run h: 7h", draw="4s Jd")
    runs.turn(cards, "run h: 4h 5h 6h; run h: Th Jh Qh; add run h#1: Kh", "#! HF308", draw="4s Jd")


def test_s1_20_nothing_is_added_to_a_run_of_seven_or_where_no_run_is(runs: Play) -> None:
    runs.turn("4h 5h 6h 7h 8h 9h Th Jh", "run h: 4h 5h 6h 7h 8h 9h Th; add run h: Jh", "#! HF309", draw="4s Jd")
    runs.turn("4h 5h 6h 7h", "add run h: 7h", "#! HF309")


def test_s1_20_ranks_without_suits_are_of_the_runs_suit(runs: Play) -> None:
    runs.turn("5 6 7 8", "run h: 5 6 7; add run h: 8")
    runs.turn("5 6 8", "run h: 5 6 8", "#! HF308")


def test_s1_20_an_unseen_card_may_be_what_is_missing(runs: Play) -> None:
    runs.turn("?*3 5h 7h", "run h: 5h ? 7h", "#! HF902")
    runs.turn("?*3 5h 9h", "run h: 5h ? 9h", "#! HF308", draw="4s Jd")


def test_s1_20_wild_cards_stand_in_where_a_table_lets_them(table: Play) -> None:
    table.rule(
        '[melds]\nruns = true\nruns_wild = true\n[[books]]\nkind = "x"\nrun = true\nbonus = 5\ncounts_as = "x"\n[out]\nbooks = {}'
    )
    table.turn("5h 6h 8h X", "run h: 5h 6h X 8h", draw="4s Jd")
    table.turn("5h 6h 9h X", "run h: 5h 6h X 9h", "#! HF308", draw="4s Jd")
    table.turn("5h 8h X 2s", "run h: 5h X 2s 8h", "#! HF305", draw="4s Jd")


def test_s1_20_a_run_after_an_unreadable_line_is_judged_by_its_own_cards(runs: Play) -> None:
    text = (
        "hand Ana: 4h 5h 6h ...\nAna: draw ??; meld\nBo: draw; discard ?\nChi: draw; run h: 4h 5h 7h; discard ?  #! HF308\n"
        "Dee: draw; discard ?\nAna: draw; add run h: Th; discard ?\n"
    )
    found = [(f.code, f.span.line) for f in findings(deal(text, rules=runs.rules)) if f.code > "HF100"]
    assert found == [("HF308", 8), ("HF902", 10)]


# --- S1-22, S1-26: other ratios ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "marks"),
    [
        ("Jd Js Jc 2s 2h", ""), ("Jd Js 2s", ""), ("Jd Js 2s 2h", "#! HF305"), ("Jd 2s 2h", "#! HF305"),
        ("Jd Js Jc Js 2s 2h 2d", ""), ("Jd Js Jc 2s 2h 2d", "#! HF305"),
    ],
)  # fmt: skip
def test_s1_22_fewer_wild_cards_than_naturals(runs: Play, cards: str, marks: str) -> None:
    runs.turn(cards, f"meld J: {cards}", marks)


def test_s1_26_three_wild_cards_at_most(table: Play) -> None:
    table.rule("[melds]\nwild_share = 0\nwild_margin = 0\nmost_wilds = 2\nwild_table = []")
    table.turn("Jd Js 2s 2h", "meld J: Jd Js 2s 2h")
    table.turn("Jd Js 2s 2h X", "meld J: Jd Js 2s 2h X", "#! HF305")


def test_a_dirty_book_may_need_so_many_naturals(table: Play) -> None:
    table.rule("[melds]\nwild_share = 0\ndirty_naturals = 4\nwild_table = []")
    table.turn("Jd Js 2s", "meld J: Jd Js 2s")  # four may come to it yet
    table.turn("Jd Js Jc 2s*2 X", "meld J: Jd Js Jc 2s*2 X")
    table.turn("Jd Js Jc 2s*2 X*2", "meld J: Jd Js Jc 2s*2; add J: X*2", "#! HF305")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "needs two naturals for each wild"),
        ("wild_share = 3", "needs three naturals for each wild"),
        (
            "wild_share = 1\nwild_margin = 1\nmost_wilds = 3",
            "needs more naturals than wild cards, three wild cards at most",
        ),
        ("natural_share = 2\nwild_share = 5\nwild_margin = 1", "needs 2 x naturals >= 5 x wild cards + 1"),
        ("dirty_naturals = 4", "needs two naturals for each wild, four naturals at least in a book"),
    ],
)
def test_p0_15_messages_say_the_profiles_own_numbers(table: Play, text: str, said: str) -> None:
    (message,) = table.rule(f"[melds]\nwild_table = []\n{text}").messages("Jd 2s 2h", "meld J: Jd 2s 2h")
    assert message.startswith("1 natural and 2 wild cards; a mixed meld ") and message.endswith(said)


# --- S1-28, S4-8: wild cards alone ------------------------------------------------------------------------------


def test_s1_28_a_series_of_twos_holds_no_joker(runs: Play) -> None:
    runs.turn("2s 2h 2d 2c", "meld 2: 2s 2h 2d; add 2: 2c")
    runs.turn("2s 2h X", "meld 2: 2s 2h X", "#! HF307")
    runs.turn("2s 2h 2c X", "meld 2: 2s 2h 2c; add 2: X", "#! HF307")
    runs.turn("2s 2h X 2c", "meld 2: 2s 2h X; add 2: 2c", "#! HF307")


def test_s1_28_a_series_of_twos_may_be_written_as_wild_cards(runs: Play) -> None:
    runs.turn("2s 2h 2d 2c", "meld W: 2s 2h 2d; add 2: 2c")
    runs.turn("X X X", "meld W: X X X", "#! HF307")


def test_s1_28_other_ranks_do_not_belong_to_a_series_of_twos(runs: Play) -> None:
    runs.turn("2s 2h Jd", "meld 2: 2s 2h Jd", "#! HF303")


def test_s1_21_two_twos_make_no_series(runs: Play) -> None:
    runs.turn("2s 2h", "meld 2: 2s 2h", "#! HF301")


@pytest.mark.parametrize("play", ["meld W: X X 2s", "meld 2: 2s X X", "meld W: X X 2s; add W: X"])
def test_s4_8_wild_cards_alone_make_no_meld(table: Play, play: str) -> None:
    table.rule("[melds]\nwild_melds = false").turn("X X X 2s", play, "#! HF307")


def test_s4_7_naturals_make_it_a_question_of_the_ratio(table: Play) -> None:
    table.rule("[melds]\nwild_melds = false").turn("Jd X X", "meld J: Jd X X", "#! HF305")


def test_s4_8_wild_cards_alone_after_an_unreadable_line(table: Play) -> None:
    table.rule("[melds]\nwild_melds = false")
    text = "Ana: draw ??; meld\nBo: draw; discard ?\nChi: draw; meld W: X X X; discard ?\n"
    assert "HF307" in [f.code for f in findings(deal(text, rules=table.rules))]


# --- A33: several unfinished melds of a rank --------------------------------------------------------------------


def test_a33_two_unfinished_melds_of_a_rank(runs: Play) -> None:
    runs.turn("Jd Js Jc Js Jd Jc 9d", "meld J: Jd Js Jc; meld J: Js Jd Jc; add J#2: Jh", draw="9h Jh")


def test_a33_an_addition_goes_to_the_meld_that_it_fits(runs: Play) -> None:
    """The first has as many wild cards as it may, so the two lies on the second."""
    runs.turn("Jd Js Jc 2s 2h Js Jd Jc 2d", "meld J: Jd Js Jc 2s 2h; meld J: Js Jd Jc; add J: 2d", draw="4s 9h")
    runs.turn(
        "Jd Js Jc 2s 2h Js Jd Jc 2d", "meld J: Jd Js Jc 2s 2h; meld J: Js Jd Jc; add J#1: 2d", "#! HF305", draw="4s 9h"
    )


# --- black threes -----------------------------------------------------------------------------------------------


def test_black_threes_are_melded_where_a_table_lets_them(table: Play) -> None:
    table.rule("[threes]\nblack_melded = true")
    table.turn("3s 3c 3s", "meld 3: 3s 3c 3s")
    table.turn("3b*3 2s", "meld 3: 3b*3 2s")
    table.turn("3s 3c 2s X", "meld 3: 3s 3c 2s X", "#! HF305")
    table.turn("3s 3c", "meld 3: 3s 3c", "#! HF301")


def test_red_threes_and_threes_among_others_are_never_melded(table: Play) -> None:
    table.rule("[threes]\nblack_melded = true")
    (message,) = table.messages("Kd Kc Ks 3s", "meld K: Kd Kc Ks 3s")
    assert message == "black threes are melded by themselves"
    found = {f.code for f in findings(deal("hand Ana: As Ah Ac 3s 3c 3h ...\nAna: draw 9h Jh; meld A: As Ah Ac; meld 3: 3s 3c 3h; discard 9h", rules=table.rules))}  # fmt: skip
    assert found == {"HF304", "HF401"}


# --- books of their own size, and books that grow ---------------------------------------------------------------


def test_p0_19_books_grow_by_natural_cards(table: Play) -> None:
    table.rule('[melds]\nextend_books = "naturals"')
    kings = "Ks*2 Kh*2 Kd*2 Kc"
    table.turn(f"{kings} Kc", f"meld K: {kings}; add K: Kc")
    table.turn(f"{kings} 2s", f"meld K: {kings}; add K: 2s", "#! HF309")
    table.turn(f"{kings} Kc Qd", f"meld K: {kings}; add K: Qd", "#! HF303")
    table.turn("Ks*2 Kh*2 Kd*2 Kc*2", "meld K: Ks*2 Kh*2 Kd*2; add K: Kc*2")
    table.turn("Ks*2 Kh*2 Kd*2 2s*2", "meld K: Ks*2 Kh*2 Kd*2; add K: 2s*2", "#! HF302")


def test_p0_19_books_grow_by_any_card(table: Play) -> None:
    table.rule('[melds]\nextend_books = "any"')
    table.turn("Ks*2 Kh*2 Kd*2 Kc 2s", "meld K: Ks*2 Kh*2 Kd*2 Kc; add K: 2s")
    table.turn("Ks*2 Kh*2 Kd 2s*2 X", "meld K: Ks*2 Kh*2 Kd 2s*2; add K: X", "#! HF901")
    table.turn("Ks*2 Kh*2 Kd*2 Kc*2", "meld K: Ks*2 Kh*2 Kd*2 Kc*2")


OWN = """
books = [
    {{ kind = "clean", wilds = [0, 0], bonus = 500, counts_as = "clean"{clean} }},
    {{ kind = "dirty", wilds = [1, 2], bonus = 300, counts_as = "dirty"{dirty} }},
    {{ kind = "wild", all_wild = true, bonus = 1500, counts_as = "wild" }},
    {{ kind = "sevens", ranks = ["7"], wilds = [0, 0], bonus = 1500, counts_as = "clean"{sevens} }},
]
"""


def test_a_kind_of_book_with_a_rule_of_its_own(table: Play) -> None:
    table.rule(OWN.format(clean="", dirty=', extend = "any"', sevens=""))
    table.turn("Ks*2 Kh*2 Kd*2 Kc*2", "meld K: Ks*2 Kh*2 Kd*2 Kc; add K: Kc", "#! HF309")
    table.turn("Ks*2 Kh*2 Kd*2 2s Kc", "meld K: Ks*2 Kh*2 Kd*2 2s; add K: Kc")


def test_a_kind_of_book_with_a_size_of_its_own(table: Play) -> None:
    table.rule(OWN.format(clean="", dirty="", sevens=", cap = 5"))
    table.turn("7s*2 7h*2 7d*2", "meld 7: 7s*2 7h*2; add 7: 7d*2", "#! HF302")
    table.turn("7s*2 7h*2 7d*2", "meld 7: 7s*2 7h*2 7d; add 7: 7d", "#! HF309")
    table.turn("Ks*2 Kh*2 Kd*2", "meld K: Ks*2 Kh*2 Kd; add K: Kd")


def test_the_next_meld_may_begin_once_a_small_book_is_complete(table: Play) -> None:
    table.rule(OWN.format(clean="", dirty="", sevens=", cap = 5"))
    table.turn("7s*2 7h*2 7d 7c*3", "meld 7: 7s*2 7h*2 7d; meld 7: 7c*3")
    table.turn("Ks*2 Kh*2 Kd Kc*3", "meld K: Ks*2 Kh*2 Kd; meld K: Kc*3", "#! HF306")


# --- two kinds of one name --------------------------------------------------------------------------------------


def test_two_kinds_of_book_of_one_name_are_refused(tmp_path: Path) -> None:
    twice = '{ kind = "clean", wilds = [0, 0], bonus = 500, counts_as = "clean" }'
    path = house_file(tmp_path, f"books = [{twice}, {twice}]\n[out]\nbooks = {{ clean = 2 }}")
    with pytest.raises(handfoot.UsageError, match="two kinds of book are named 'clean'"):
        handfoot.audit('[Seats "Ana Bo Chi Dee"]\n', rules=str(path))
