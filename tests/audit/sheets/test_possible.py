"""Figures of a sheet that no legal end of a deal has together (HF810), against ends that random play reached and the engine scored."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import handfoot
from deals import check
from handfoot.auditing import Options, audit_games
from handfoot.auditor import GameAuditor
from handfoot.sheets.possible import FIGURES, Judge, Sheet, judge
from handfoot_engine.play import play_games
from handfoot_grammar.sources import read_source
from handfoot_spec.profile import Profile
from handfoot_spec.profile_files import load, shipped

pytest.importorskip("z3")


def legal_sheets(profile: Profile, games: int, seed: int = 1) -> Iterator[tuple[Profile, list[Sheet]]]:
    """Sheets of deals that were played by the rules, with every figure."""
    for players in profile.table.players:
        for game in play_games(profile, seed, games, players=players):
            auditor = GameAuditor(game, profile)
            auditor.run()
            for ordinal, number in enumerate(auditor.deal_numbers, 1):
                sheet = []
                for line in (line for line in auditor.book.lines if line.deal == ordinal):
                    s = line.score
                    assert s is not None
                    figures = {kind: n for kind, (n, _) in s.books.items()}
                    figures |= {key: getattr(s, key)[0] for key in FIGURES}
                    sheet.append(Sheet(len(auditor.c.teams[line.team]), figures))
                yield auditor.profile.at_deal(number), sheet


def some_of(sheet: list[Sheet], chance: random.Random, share: float) -> list[Sheet]:
    """A sheet on which only some figures are written."""
    return [Sheet(side.players, {k: v for k, v in side.figures.items() if chance.random() < share}) for side in sheet]


def damaged(sheet: list[Sheet], chance: random.Random) -> list[Sheet]:
    """A sheet with one figure that was written wrongly."""
    index = chance.randrange(len(sheet))
    side = sheet[index]
    key = chance.choice(sorted(side.figures))
    value, points = side.figures[key], key in FIGURES
    wrong = value + chance.choice((-1, 1, 2, 3)) * (chance.choice((3, 5, 50, 100, 500)) if points else 1)
    if not points:
        wrong = max(wrong, 0)
    return [
        Sheet(s.players, {**s.figures, key: wrong} if i == index else s.figures, s.net) for i, s in enumerate(sheet)
    ]


def assert_proved(profile: Profile, sheet: list[Sheet]) -> str:
    """A verdict that is shown to be right: by the engine's score of a witness, or by a clash of which nothing can be spared."""
    verdict = judge(profile, sheet)
    asked = Judge(profile, sheet)
    if verdict.status == "possible":
        assert verdict.witness is not None
        for side, written, score in zip(range(len(sheet)), sheet, verdict.witness.scores, strict=True):
            found = {"bonus": score.bonus[0], "cards": score.cards[0], "out": score.out[0], "total": score.total[0]}
            found["total"] += verdict.witness.sides[side].cut
            found |= {kind: n for kind, (n, _) in score.books.items()}
            for key, value in found.items():
                if (side, key) in asked.labels:
                    assert written.figures[key] == value, (key, sheet)
    elif verdict.status == "impossible":
        statuses = [
            judge(profile, _only(sheet, [other for other in verdict.conflict if other != spared])).status
            for spared in verdict.conflict
        ]
        assert "impossible" not in statuses, (verdict.conflict, sheet)
        assert judge(profile, _only(sheet, list(verdict.conflict))).status == "impossible"
    return verdict.status


def _only(sheet: list[Sheet], labels: list[tuple[int, str]]) -> list[Sheet]:
    return [
        Sheet(s.players, {k: v for k, v in s.figures.items() if (i, k) in labels}, s.net) for i, s in enumerate(sheet)
    ]


def count_proved(names: list[str], games: int, seed: int) -> dict[str, int]:
    """Verdicts on legal sheets, on parts of them and on damaged ones, each shown to be right."""
    counts: dict[str, int] = {}
    chance = random.Random(seed)
    for name in names:
        for profile, sheet in legal_sheets(load(name), games, seed):
            for whole in (sheet, some_of(sheet, chance, 0.5), some_of(sheet, chance, 0.25)):
                status = assert_proved(profile, whole)
                assert status != "impossible", (name, whole)
                counts["legal " + status] = counts.get("legal " + status, 0) + 1
            for share in (1.0, 0.5):
                status = assert_proved(profile, damaged(some_of(sheet, chance, share), chance)) if share == 1.0 else (
                    assert_proved(profile, damaged(_nonempty(sheet, chance, share), chance))
                )  # fmt: skip
                counts["damaged " + status] = counts.get("damaged " + status, 0) + 1
    return counts


def _nonempty(sheet: list[Sheet], chance: random.Random, share: float) -> list[Sheet]:
    return [side if side.figures else whole for side, whole in zip(some_of(sheet, chance, share), sheet, strict=True)]


@pytest.mark.parametrize("name", ["classic", "flaming-foursome", "good-sam-florida"])
def test_every_verdict_on_a_sheet_is_shown_to_be_right(name: str) -> None:
    counts = count_proved([name], 1, 3)
    assert counts["damaged impossible"] > 0
    decided = sum(n for key, n in counts.items() if "undecided" not in key)
    assert decided >= 0.8 * sum(counts.values())


@pytest.mark.slow
def test_every_verdict_on_a_thousand_sheets_is_shown_to_be_right() -> None:
    counts = count_proved(shipped(), 6, 11)
    print(counts)
    assert sum(n for key, n in counts.items() if key.startswith("damaged")) > 1000


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


def test_beyond_the_limit_it_is_undecided_only_where_it_was_asked_for() -> None:
    text = check("score Ana+Chi: clean 3, dirty 0, wild 2, cards 385")
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
    assert asked.span(0, "cards") == (100, 100)
    books = Judge(load("classic"), [Sheet(2, {"clean": 2, "cards": 500})])
    assert books.span(0, "wild") == (0, 2)  # three need a joker beside twenty twos: 450, and 70 for the clean books
