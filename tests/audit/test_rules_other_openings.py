"""The opening at other tables: by the side's total, fixed or chosen, for each player, with the Foot's cards, meld by meld."""

from __future__ import annotations

from pathlib import Path

import pytest

import handfoot
from deals import check, findings
from house_rules import rules_file

BY_SCORE = '[opening]\nby = "score"\nminima = [50, 90, 120, 150]\nscores = [0, 7500, 10000, 15000]\n'


@pytest.fixture
def by_score(tmp_path: Path) -> str:
    return rules_file(tmp_path, BY_SCORE)


def sheet(total: int | None, running: int | None, cards: str = "As Ad Ac", mark: str = "") -> str:
    """A first deal of which the score alone is known, and a second in which Chi opens with ``cards``."""
    entries = [f"{key} {value}" for key, value in (("total", total), ("running", running)) if value is not None]
    return (
        f"deal 1 dealer Dee\nscore Ana+Chi: {', '.join(entries) or 'first'}\nscore Bo+Dee: total 100\n"
        f"deal 2 dealer Ana\nturn-up 9h\nBo: draw; discard 5c\nChi: draw; meld A: {cards}; discard 4h {mark}"
    )


@pytest.mark.parametrize(
    ("score", "points", "enough"),
    [(0, 60, True), (7495, 60, True), (7500, 60, False), (7500, 100, True), (9995, 100, True), (10_000, 100, False),
     (10_000, 140, True), (15_000, 140, False), (-200, 60, True), (-200, 0, True), (20_500, 140, False)],
)  # fmt: skip
def test_s1_35_the_minimum_goes_by_the_total_of_the_side(by_score: str, score: int, points: int, enough: bool) -> None:
    cards = {60: "As Ad Ac", 100: "As*2 Ad*2 Ac", 140: "As*2 Ad*2 Ac*2 Ah", 0: "As Ad Ac"}[points]
    check(sheet(score, score, cards, "" if enough else "#! HF501"), rules=by_score)


def test_s1_35_the_running_total_is_enough_and_so_is_the_sum_of_the_deals(by_score: str) -> None:
    check(sheet(None, 8000, mark="#! HF501"), rules=by_score)
    check(sheet(8000, None, mark="#! HF501"), rules=by_score)
    text = check(sheet(8000, 8000, mark="#! HF501"), rules=by_score)
    (message,) = [f.message for f in findings(text) if f.code == "HF501"]
    assert message == "the opening makes 60 points; at a total of 8000 the minimum is 90"


def test_s1_35_an_unknown_total_accuses_nobody(by_score: str) -> None:
    check(
        sheet(None, None, mark="#! HF902")
        .replace("score Ana+Chi: first\n", "")
        .replace("score Bo+Dee: total 100\n", ""),
        rules=by_score,
    )
    # but forty points open at no total
    text = sheet(None, None, "As Ad", "#! HF301 HF501").replace("score Ana+Chi: first\n", "")
    check(text.replace("score Bo+Dee: total 100\n", ""), rules=by_score)


def test_s1_35_the_first_deal_asks_for_the_first_minimum(by_score: str) -> None:
    check("turn-up 9h\nAna: draw; meld A: As Ad Ac; discard 4s", rules=by_score)
    check("turn-up 9h\nAna: draw; meld K: Ks Kd Kc; discard 4s #! HF501", rules=by_score)


def test_s1_35_only_the_first_partner_has_to(by_score: str) -> None:
    check(
        "turn-up 9h\nAna: draw; meld A: As Ad Ac; discard 4s\nBo: draw; discard 4h\nChi: draw; meld 4: 4d 4h 4c; discard 5d",
        rules=by_score,
    )


def test_s1_35_who_opens_by_a_total_that_the_sheet_has_wrong_follows_from_it(by_score: str) -> None:
    lines = (
        "deal 1 dealer Dee\nscore Ana+Chi: total 7600, running 7400 #! HF807\nscore Bo+Dee: total 100, running 100\n"
        "deal 2 dealer Ana\nturn-up 9h\nBo: draw; discard 5c\nChi: draw; meld A: As Ad Ac; discard 4h #~ HF501"
    )
    check(lines, rules=by_score)


@pytest.mark.parametrize(
    ("score", "written", "right"), [(7495, 50, True), (7500, 50, False), (7500, 90, True), (0, 60, False)]
)
def test_hf812_the_opening_on_the_sheet_is_that_of_the_total(
    by_score: str, score: int, written: int, right: bool
) -> None:
    lines = (
        f"deal 1 dealer Dee\nscore Ana+Chi: total {score}\nscore Bo+Dee: total 100\n"
        f"deal 2 dealer Ana\nscore Ana+Chi: total 300, opening {written} {'' if right else '#! HF812'}"
    )
    check(lines, rules=by_score)


@pytest.mark.parametrize(
    ("by", "minima", "written"), [("fixed", "[90]", 50), ("chosen", "[60, 90]", 50), ("deal", "[60]", 50)]
)
def test_hf812_the_opening_on_the_sheet_where_it_goes_by_something_else(
    tmp_path: Path, by: str, minima: str, written: int
) -> None:
    rules = rules_file(tmp_path, f'[opening]\nby = "{by}"\nminima = {minima}\n')
    right = minima.strip("[]").split(",")[0]
    check(f"deal 1 dealer Dee\nscore Ana+Chi: total 300, opening {written} #! HF812", rules=rules)
    check(f"deal 1 dealer Dee\nscore Ana+Chi: total 300, opening {right}", rules=rules)


def test_one_minimum_for_all_deals(tmp_path: Path) -> None:
    rules = rules_file(tmp_path, '[opening]\nby = "fixed"\nminima = [90]\n')
    for deal in (1, 3):
        start = f"deal {deal} dealer Dee\nturn-up 9h\nAna: draw; meld A:"
        check(f"{start} As Ad Ac As Ad; discard 4s", rules=rules)
        text = check(f"{start} As Ad Ac As; discard 4s #! HF501", rules=rules)
    (message,) = [f.message for f in findings(text) if f.code == "HF501"]
    assert message == "the opening makes 80 points; at least 90 are asked for"


def test_a_minimum_that_the_table_chooses_is_not_known(tmp_path: Path) -> None:
    rules = rules_file(tmp_path, '[opening]\nby = "chosen"\nminima = [30, 90]\n')
    start = "turn-up 9h\nAna: draw; meld"
    check(f"{start} A: As*2 Ad*2 Ac; discard 4s", rules=rules)
    check(f"{start} A: As Ad Ac; discard 4s #! HF902", rules=rules)
    check(f"{start} 4: 4s 4d 4c; discard 5s #! HF501", rules=rules)


def test_each_player_opens_alone(tmp_path: Path) -> None:
    rules = rules_file(tmp_path, '[opening]\nside = "player"\n')
    start = "turn-up 9h\nAna: draw; meld A: As Ad Ac; discard 4s\nBo: draw; discard 4h\n"
    check(f"{start}Chi: draw; meld 4: 4d 4h 4c; discard 5d #! HF501", rules=rules)
    check(f"{start}Chi: draw; add A: Ah; discard 5d #! HF501", rules=rules)
    check(f"{start}Chi: draw; add A: Ah As; meld K: Ks Kd Kc; discard 5d", rules=rules)
    rest = "Chi: draw; discard 5d\nDee: draw; discard 5c\nAna: draw; meld 4: 4d 4h 4c; discard 5s"
    check(f"{start}{rest}", rules=rules)
    # what is taken back has opened nothing, neither for the player nor, where the partner has laid, for the side
    again = "Chi: draw; meld K: Ks Kd Kc; takeback; meld 4: 4d 4h 4c; discard 5d #! HF901 HF501"
    check(f"{start}{again}\nDee: draw; discard 5c\nAna: draw; add A: Ah; discard 5s", rules=rules)


@pytest.mark.parametrize(("foot", "mark"), [("yes", ""), ("no", "#! HF501"), ("undecided", "#! HF901")])
def test_a14_whether_the_cards_of_the_foot_open(tmp_path: Path, foot: str, mark: str) -> None:
    rules = rules_file(tmp_path, f'[opening]\nfoot_cards = "{foot}"\nminima = [200]\n')
    hand = "hand Ana: 4s*2 4h 5s*2 5h 6s*2 6h 7s*2 7h 8s\nfoot Ana: As*2 Ad*2 Ac*2 Ah 9s 9h 9d Ts Td Tc\nturn-up 9h\n"
    melds = "meld 4: 4s*2 4h; meld 5: 5s*2 5h; meld 6: 6s*2 6h; meld 7: 7s*2 7h; meld 8: 8s 8h 8d"
    check(f"{hand}Ana: draw 8h 8d; {melds}; foot; meld A: As*2 Ad*2 Ac*2 Ah; discard 9s {mark}", rules=rules)
    check(f"{hand}Ana: draw 8h 8d; {melds}; foot; discard 9s #! HF501", rules=rules)


def test_each_meld_of_an_opening_is_worth_something(tmp_path: Path) -> None:
    rules = rules_file(tmp_path, '[opening]\nby = "fixed"\nminima = [90]\nleast_per_meld = 20\n')
    start = "turn-up 9h\nAna: draw; meld A: As*2 Ad*2;"
    check(f"{start} meld 4: 4s 4d 4c; discard 5s #! HF501", rules=rules)
    check(f"{start} meld 4: 4s 4d 4c; add 4: 4h; discard 5s", rules=rules)
    check(f"{start} meld K: Ks Kd Kc; discard 5s", rules=rules)
    text = check("turn-up 9h\nAna: draw; meld 4: 4s 4d 4c; discard 5s #! HF501", rules=rules)  # and that is one fault
    assert "the opening makes 15 points" in next(f.message for f in findings(text) if f.code == "HF501")
    later = "Bo: draw; discard 4h\nChi: draw; meld 4: 4s 4d 4c; discard 5d"
    check(f"{start} meld K: Ks Kd Kc; discard 5s\n{later}", rules=rules)
    take = "hand Ana: Ks Kd As*2 Ad*2 4s 4d 4c ...\nturn-up Kc\nAna: pickup {meld K: Kc Ks Kd; meld A: As*2 Ad*2"
    check(f"{take}}}; discard 5s", rules=rules)
    check(f"{take}; meld 4: 4s 4d 4c}}; discard 5s #! HF501", rules=rules)


def test_a_range_of_totals_is_not_judged_where_the_record_does_not_decide(by_score: str) -> None:
    """Hidden cards leave the first deal's total open: nobody is accused for a bound that it may not have reached."""
    report = handfoot.audit(
        f'[Notation "HFN 1"]\n[Rules "{by_score}"]\n[Seats "Ana Bo Chi Dee"]\n\ndeal 1 dealer Dee\nscore Bo+Dee: total 7000, running 7000\n'
        "deal 2 dealer Ana\nturn-up 9h\nBo: draw; meld A: As Ad Ac; discard ?\nend abandoned\n"
        "deal 2 dealer Ana\nturn-up 9h\nBo: draw; meld A: As Ad Ac; discard ?\n"
    )
    assert not [f for f in report.findings if f.code == "HF501"]
