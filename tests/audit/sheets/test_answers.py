"""What a right sheet leaves open: an end of the deal, the ranges of what is not written, and how figures are made up."""

from __future__ import annotations

import random

import pytest

import handfoot
from deals import deal
from handfoot.sheets.answers import DealAnswer, answers
from handfoot.sheets.construct import construct
from handfoot.sheets.ends import Sheet, SideEnd, Witness, proved
from handfoot.sheets.possible import Judge, Span
from handfoot_grammar.sources import read_source
from handfoot_spec.cards import FIRST_RANK_ONLY, JOKER
from handfoot_spec.profile_files import load, shipped
from made_sheets import legal_sheets, some_of

CLASSIC = load("classic")
SEVEN = FIRST_RANK_ONLY + 5
TWO = FIRST_RANK_ONLY


def asked(lines: str, **what: bool) -> list[DealAnswer]:
    (game,) = read_source(deal(lines))
    return answers(game, CLASSIC, **what)


def end(*melds: tuple[int, ...], **figures: int) -> Witness | None:
    """One side's end under the classic rules, if it is proved to have these figures."""
    side = SideEnd(tuple((cards[0] - FIRST_RANK_ONLY, cards) for cards in melds), ())
    nothing = dict.fromkeys(("clean", "dirty", "wild", "bonus", "cards", "reds", "left", "out", "total"), 0)
    sides, other = [side, SideEnd((), ())], nothing
    return proved(CLASSIC, (2, 2), sides, [nothing | figures, other])


# --- ends ---------------------------------------------------------------------------------------------------------


def test_an_end_is_proved_by_the_engine_and_by_the_rules_of_melds() -> None:
    book = (SEVEN,) * 7
    assert end(book, clean=1, bonus=500, cards=35, total=535) is not None
    assert end(book, clean=1, bonus=500, cards=40, total=540) is None  # the engine gives it 35
    assert end((SEVEN,) * 3, cards=15, total=15) is not None
    assert end((SEVEN,) * 2, cards=10, total=10) is None  # too small a meld
    assert end((SEVEN,) * 8, clean=1, bonus=500, cards=40, total=540) is None  # too large a book
    assert end((SEVEN, SEVEN, JOKER, JOKER), cards=110, total=110) is None  # too many wild cards
    assert end((SEVEN,) * 3, (SEVEN,) * 3, cards=30, total=30) is None  # two unfinished melds of a rank
    assert end(*[book] * 3, clean=3, bonus=1500, cards=105, total=1605) is None  # 21 sevens


def test_most_right_sheets_need_no_solver() -> None:
    chance = random.Random(4)
    for name in shipped():
        sheets = [*legal_sheets([name], 1, 5)]
        found = [construct(profile, part) for profile, sheet in sheets for part in (sheet, some_of(sheet, chance))]
        assert sum(witness is not None for witness in found) >= 0.9 * len(found), name


def test_without_the_solver_right_sheets_are_still_shown_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "z3", None)
    right, wrong = Sheet(2, {"clean": 1, "cards": 200}), Sheet(2, {"clean": 1, "cards": 10})
    assert Judge(CLASSIC, [right]).verdict().status == "possible"
    with pytest.raises(ImportError):
        Judge(CLASSIC, [wrong]).verdict()


# --- what is asked ------------------------------------------------------------------------------------------------

ROW = "score Ana+Chi: clean 1, dirty 1, wild 0, cards 265, reds 100, left -140, out 0, total 1025"


def test_an_end_of_the_deal_has_the_figures_that_are_written() -> None:
    (answer,) = asked(ROW, witness=True)
    assert answer.status == "possible" and answer.witness is not None
    (line,) = answer.lines()
    assert line.startswith("deal 1, Ana+Chi: a possible end, worth 1025: melds ")
    assert "red threes exposed 1" in line
    side = answer.to_json()["sides"][0]
    assert (side["figures"]["cards"], side["end"]["reds"], side["end"]["out"]) == (265, 1, False)


def test_ranges_of_what_is_not_written() -> None:
    pytest.importorskip("z3")
    (answer,) = asked("score Ana+Chi: clean 2, dirty 0, wild 0, cards 500, left 0, reds 0, out 0", ranges=True)
    assert answer.ranges == [{"bonus": Span(1000, 1000), "total": Span(1500, 1500)}]
    assert list(answer.lines()) == [
        "deal 1, Ana+Chi: bonus is not written and can only be 1000",
        "deal 1, Ana+Chi: total is not written and can only be 1500",
    ]
    assert answer.to_json()["sides"][0]["ranges"] == {"bonus": 1000, "total": 1500}
    (answer,) = asked("score Ana+Chi: clean 0, dirty 0, wild 0, left 0, reds 0, out 0, cards 0", ranges=True)
    assert answer.ranges[0]["total"] == Span(0, 0)
    (answer,) = asked("score Ana+Chi: clean 0, dirty 0, wild 4, left 0, reds 0, out 0", ranges=True)
    cards = answer.ranges[0]["cards"]
    assert cards is not None and cards.low == 20 * 20 + 8 * 50  # 28 wild cards


def test_the_ends_of_a_range_are_ends_of_deals_and_nothing_lies_beyond() -> None:
    pytest.importorskip("z3")
    judge = Judge(CLASSIC, [Sheet(2, {"clean": 1, "dirty": 0, "wild": 1, "out": 0, "left": 0})])
    span = judge.span(0, "cards")
    assert span is not None and span.is_least
    assert span.low == 7 * 5 + 7 * 20
    for value, status in ((span.low, "possible"), (span.high, "possible"), (span.low - 5, "impossible")):
        more = judge.beside(0, {"cards": value})
        assert more.decide(more.labels).status == status


def test_a_bonus_is_made_up_of_books() -> None:
    pytest.importorskip("z3")
    (answer,) = asked("score Ana+Chi: bonus 1900, out 0", ranges=True)
    (ways,) = answer.ways[0]
    assert ways.found == [{"clean": 2, "dirty": 3, "wild": 0}]
    assert ways.words == "bonus 1900 can only be clean 2, dirty 3, wild 0"
    (answer,) = asked("score Ana+Chi: bonus 1500, out 0", ranges=True)
    assert answer.ways[0][0].words == (
        "bonus 1500 can be clean 0, dirty 0, wild 1; or clean 0, dirty 5, wild 0; or clean 3, dirty 0, wild 0"
    )
    (answer,) = asked("score Ana+Chi: bonus 1500, out 100", ranges=True)
    assert answer.status == "not asked"  # no side goes out with these books: an HF810 already


def test_a_total_is_made_up_of_books_red_threes_and_going_out() -> None:
    pytest.importorskip("z3")
    (answer,) = asked("score Ana+Chi: cards 215, left -140, total 875", ranges=True)
    (ways,) = answer.ways[0]
    assert {"clean": 0, "dirty": 0, "wild": 0, "reds": 800, "out": 0} in ways.found
    assert {"clean": 1, "dirty": 0, "wild": 0, "reds": 300, "out": 0} in ways.found
    assert ways.words.startswith(
        f"total 875 can be made up in {len(ways.found)} ways; in all of them out 0; clean 0 to "
    )
    assert all(500 * way["clean"] + 300 * way["dirty"] + 1500 * way["wild"] + way["reds"] == 800 for way in ways.found)


def test_a_figure_that_stands_for_all_parts_not_written_makes_a_total() -> None:
    pytest.importorskip("z3")
    (answer,) = asked("score Ana+Chi: cards 215, left -140, rest 800", ranges=True)
    (other,) = asked("score Ana+Chi: cards 215, left -140, total 875", ranges=True)
    assert answer.ways == other.ways
    report = handfoot.audit(deal("score Ana+Chi: clean 9, cards 315, rest 0"), possible=True)
    assert [f.code for f in report.findings if f.level == "error"] == ["HF810"]


def test_what_is_wrong_already_is_not_asked() -> None:
    (answer,) = asked(ROW.replace("1025", "1052"), witness=True)
    assert list(answer.lines()) == ["deal 1: not asked, because something else is wrong with it"]
    (game,) = read_source(deal("score Ana+Chi: cards 1000", seats="Ana Bo Chi Dee Eva"))
    assert answers(game, CLASSIC, witness=True) == []
