"""Figures of a sheet that no legal end of a deal has together (HF810), against ends that random play reached and the engine scored."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import handfoot
from deals import check, deal
from handfoot.auditing import Options, audit_game, audit_games
from handfoot.follow import Follower
from handfoot.sheets.ends import Sheet, Witness
from handfoot.sheets.possible import Judge, Span
from handfoot_grammar.sources import read_source
from handfoot_spec.cards import CLASS
from handfoot_spec.profile import Profile
from handfoot_spec.profile_files import load, shipped
from handfoot_spec.tables import tables
from made_sheets import damaged, legal_sheets, some_of

pytest.importorskip("z3")


def assert_proved(profile: Profile, sheet: list[Sheet]) -> str:
    """A verdict that is shown to be right: by the engine's score of an end, or by a clash of which no figure can be spared."""
    asked = Judge(profile, sheet)
    verdict = asked.verdict()
    if verdict.status == "possible":
        assert verdict.witness is not None
        assert_scored(asked, verdict.witness)
    elif verdict.status == "impossible":
        for spared in verdict.conflict:
            rest = asked.decide([other for other in verdict.conflict if other != spared])
            assert rest.status == "possible" and rest.witness is not None, (
                verdict.conflict,
                spared,
                rest.status,
                sheet,
            )
        assert asked.decide(verdict.conflict).status == "impossible"
    return verdict.status


def assert_scored(asked: Judge, witness: Witness) -> None:
    """The engine gives an end of a deal the figures that are written."""
    for side, (written, score) in enumerate(zip(asked.sheet, witness.scores, strict=True)):
        found = {kind: n for kind, (n, _) in score.books.items()}
        found |= {"bonus": score.bonus[0], "out": score.out[0], "total": score.total[0] + witness.sides[side].cut}
        if not written.net:
            found["cards"] = score.cards[0]
        for key, value in found.items():
            if (side, key) in asked.labels:
                assert written.figures[key] == value, (key, asked.sheet)
    cards = Counter(card for side in witness.sides for _, meld in side.melds for card in meld)
    cards.update(card for side in witness.sides for card in side.left)
    assert all(n <= tables(asked.profile).class_copies[CLASS[card]] for card, n in cards.items())


def count_proved(names: list[str], games: int, seed: int) -> Counter[str]:
    """Verdicts on legal sheets, on parts of them and on damaged ones, each shown to be right."""
    counts: Counter[str] = Counter()
    chance = random.Random(seed)
    for profile, sheet in legal_sheets(names, games, seed):
        for whole in (sheet, some_of(sheet, chance), some_of(sheet, chance)):
            status = assert_proved(profile, whole)
            assert status != "impossible", (profile.name, whole)
            counts["legal " + status] += 1
        for right in (sheet, some_of(sheet, chance)):
            counts["damaged " + assert_proved(profile, damaged(right, chance))] += 1
    return counts


@pytest.mark.parametrize("name", ["classic", "flaming-foursome", "good-sam-florida"])
def test_every_verdict_on_a_sheet_is_shown_to_be_right(name: str) -> None:
    counts = count_proved([name], 1, 3)
    assert counts["damaged impossible"] > 0
    assert not counts["legal undecided"]


@pytest.mark.slow
def test_every_verdict_on_thousands_of_sheets_is_shown_to_be_right() -> None:
    counts = count_proved(shipped(), 6, 11)
    print(counts)
    assert sum(n for key, n in counts.items() if key.startswith("damaged")) > 1000
    assert counts["legal undecided"] + counts["damaged undecided"] < 0.01 * counts.total()


def test_hf810_books_that_are_worth_more_in_cards_than_is_written() -> None:
    check("score Ana+Chi: clean 3, dirty 0, wild 2, cards 385")
    report = handfoot.audit(check("score Ana+Chi: clean 3, dirty 0, wild 2, cards 380   #! HF810"))
    (finding,) = report.findings
    assert report.verdict == "impossible"
    assert "clean 3, wild 2 and cards 380 cannot be together: cards is at least 385" in finding.message
    assert finding.conflict == [
        {"line": 5, "column": 16, "text": "Ana+Chi: clean 3"},
        {"line": 5, "column": 34, "text": "Ana+Chi: wild 2"},
        {"line": 5, "column": 42, "text": "Ana+Chi: cards 380"},
    ]


def test_hf810_two_sides_have_more_cards_than_the_packs() -> None:
    check("score Ana+Chi: cards 1500\nscore Bo+Dee: cards 1400")
    check("score Ana+Chi: cards 1500\nscore Bo+Dee: cards 1405  #! HF810")
    check("score Ana+Chi: wild 2\nscore Bo+Dee: wild 2")
    check("score Ana+Chi: wild 2\nscore Bo+Dee: wild 3  #! HF810")


def test_hf810_a_total_alone() -> None:
    check("score Ana+Chi: total 4005")
    check("score Ana+Chi: total 4003  #! HF810")
    check("score Ana+Chi: total -4500  #! HF810")


def test_figures_that_are_netted_may_be_either() -> None:
    check("score Ana+Chi: net, clean 1, dirty 0, wild 0, cards 20")
    check("score Ana+Chi: clean 1, dirty 0, wild 0, cards 20  #! HF810")


def test_the_solver_says_nothing_where_another_check_found_the_fault() -> None:
    check("score Ana+Chi: clean 1, dirty 0, wild 0, cards 20, reds 0, left 0, out 0, total 530  #! HF809")


SHEET = "score Ana+Chi: clean 9, dirty 0, wild 0, cards 315"
"""What only the solver refuses: the low ranks have the cards of eight clean books."""


def test_beyond_the_limit_it_is_undecided_only_where_it_was_asked_for() -> None:
    text = check(f"{SHEET}  #! HF810")
    for possible, verdict in ((None, "clean"), (True, "undecided"), (False, "clean")):
        (report,) = audit_games(read_source(text), Options(possible=possible, solver_limit=1))
        assert report.verdict == verdict, possible


def test_without_the_solver_a_sheet_is_only_reckoned() -> None:
    text = check(
        "score Ana+Chi: clean 9, dirty 0, wild 0, cards 315   #! HF810"
    )  # the low ranks make eight clean books
    assert handfoot.audit(text, possible=False).verdict == "clean"


def test_nasty_figures_are_no_more_than_impossible() -> None:
    check("score Ana+Chi: total 999999  #! HF810")
    check("score Ana+Chi: clean 1000000  #! HF810")
    check("score Ana+Chi: left -1000000  #! HF810")


def test_the_range_of_a_figure_that_is_not_written() -> None:
    books = {"clean": 1, "dirty": 0, "wild": 0, "left": 0, "out": 0, "reds": 0, "total": 600}
    asked = Judge(load("classic"), [Sheet(2, books)])
    assert asked.span(0, "cards") == Span(100, 100)
    books = Judge(load("classic"), [Sheet(2, {"clean": 2, "cards": 500})])
    assert books.span(0, "wild") == Span(0, 2)  # three need a joker beside twenty twos: 450, and 70 for the clean books


def test_a_live_sheet_is_put_to_the_solver_when_it_ends() -> None:
    follower = Follower("live", Options())
    said = [f.code for raw in deal(SHEET).splitlines() for _, f in follower.line(raw)]
    assert "HF810" not in said
    assert "HF810" in [f.code for _, f in follower.close()]
    final = follower.report()
    assert final is not None and final.verdict == "impossible"


def test_of_rules_that_fit_equally_well_those_are_taken_that_the_solver_has_nothing_against() -> None:
    (game,) = read_source(deal(SHEET).replace('[Rules "classic"]\n', ""))
    report = audit_game(game, Options(rules="auto"))
    assert report.fitting is not None and len(report.fitting.best) > 1
    assert report.fitting.best[0].profile == "classic"
    assert audit_game(game, Options(rules="classic")).verdict == "impossible"
    assert report.verdict != "impossible" and report.profile_name != "classic"
