"""Rules of the house rules (S1), the rules site (S3) and the online table (S4) that are theirs alone or that all share: set-up,
turn order, length of a game, what may be seen and said."""

from __future__ import annotations

import pytest

import handfoot
from deals import check, deal, findings, idle
from handfoot_spec.profile_files import load
from handfoot_spec.support import not_honoured

HOUSE, SITE, ONLINE = "flaming-foursome", "gamerules", "open-table"
SIX = "Ana Bo Chi Dee Eve Flo"


@pytest.fixture(autouse=True)
def _audited(request: pytest.FixtureRequest) -> None:
    """A test of rules that the audit cannot go by yet waits until it can."""
    label = request.node.name.split("_")[1]
    for name in {"s1": (HOUSE,), "s3": (SITE,), "s4": (ONLINE,)}.get(label, ()):
        if not_honoured(load(name)):
            pytest.skip(f"{name} cannot be audited yet: {', '.join(not_honoured(load(name)))}")


def turns(seats: str, start: str) -> str:
    return idle(2 * len(seats.split()), first=start, seats=seats)


# --- players and sides ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", ["Ana Bo", "Ana Bo Chi Dee", SIX])
def test_s1_1_s1_7_two_four_or_six_in_turn_from_the_left_of_the_dealer(seats: str) -> None:
    labels = seats.split()
    start = f"deal 1 dealer {labels[-1]}"
    check(turns(seats, labels[0]), seats=seats, rules=HOUSE, start=start)
    text = deal(turns(seats, labels[-1]), seats=seats, rules=HOUSE, start=start)
    assert [f.code for f in findings(text)] == ["HF203"]


@pytest.mark.parametrize(("name", "seats"), [(HOUSE, "Ana Bo Chi"), (SITE, SIX + " Gus Hal"), (ONLINE, SIX[:18])])
def test_s1_1_s3_1_s4_1_another_number_of_players_is_another_game(name: str, seats: str) -> None:
    if not_honoured(load(name)):
        pytest.skip(f"{name} cannot be audited yet")
    text = deal("turn-up 9c", seats=seats, rules=name, start="deal 1 dealer Ana")
    assert [f.code for f in findings(text)] == ["HF006"]


def test_s1_6_s1_12_the_partner_opposite_adds_to_the_common_layout() -> None:
    text = (
        "hand Ana: Ks Kd Kc As Ad Ac ...\nhand Bo: Kh ...\nhand Dee: Kh ...\nturn-up 9h\n"
        "Ana: draw 8d Qh; meld K: Ks Kd Kc; meld A: As Ad Ac; discard 4s\nBo: draw; discard ?\nChi: draw; discard ?\n"
    )
    check(text + "Dee: draw 8d Qh; add K: Kh; discard 4c", seats=SIX, rules=HOUSE, start="deal 1 dealer Flo")
    neighbour = text.replace("Bo: draw; discard ?\nChi: draw; discard ?\n", "Bo: draw 8d Qh; add K: Kh; discard 4h\n")
    found = findings(deal(neighbour, seats=SIX, rules=HOUSE, start="deal 1 dealer Flo"))
    assert "HF309" in {f.code for f in found}


@pytest.mark.parametrize("seats", ["Ana Bo", "Ana Bo Chi", "Ana Bo Chi Dee Eve", SIX + " Gus"])
def test_s3_1_s3_3_each_for_himself_but_for_four(seats: str) -> None:
    last = seats.split()[-1]
    check(
        f"turn-up 9c\nclaim stock {270 - 26 * len(seats.split()) - 1}",
        seats=seats,
        rules=SITE,
        start=f"deal 1 dealer {last}",
    )
    report = handfoot.audit(
        deal("Ana: draw; discard ?\nscore Ana: total 0", seats=seats, rules=SITE, start=f"deal 1 dealer {last}")
    )
    assert "HF003" not in {f.code for f in report.findings}


@pytest.mark.parametrize(("seats", "stock"), [("Ana Bo", 109), ("Ana Bo Chi", 137), ("Ana Bo Chi Dee", 165)])
def test_s4_1_s4_2_s4_3_packs_by_players(seats: str, stock: int) -> None:
    last = seats.split()[-1]
    check(f"turn-up 9c\nclaim stock {stock}, pile 1", seats=seats, rules=ONLINE, start=f"deal 1 dealer {last}")
    check(f"turn-up 9c\nclaim stock {stock + 54} #! HF105", seats=seats, rules=ONLINE, start=f"deal 1 dealer {last}")


def test_s1_2_five_packs_for_two_as_well() -> None:
    check("turn-up 9c\nclaim stock 217, pile 1", seats="Ana Bo", rules=HOUSE, start="deal 1 dealer Bo")


# --- the starter ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["9c", "3h", "3s", "2d", "X", "3r", "3", "?"])
def test_s1_5_any_card_starts_the_pile(card: str) -> None:
    check(f"turn-up {card}", rules=HOUSE)


@pytest.mark.parametrize("card", ["9c", "3h", "X"])
def test_s1_5_no_card_turned_up_is_buried(card: str) -> None:
    check(f"turn-up {card} 8c #! HF201", rules=HOUSE)


# --- who deals and begins, and how long -------------------------------------------------------------------------


@pytest.mark.parametrize("first", ["Ana", "Dee", "Chi"])
def test_s3_5_the_text_says_twice_who_begins_and_nobody_is_accused(first: str) -> None:
    check(idle(6, first=first), rules=SITE)
    check(idle(6, first=first) + f"\n{first}: draw; discard ? #! HF203", rules=SITE)


def test_s3_6_the_deal_goes_left_four_times() -> None:
    four = "".join(
        f"deal {n} dealer {who}\nscore Ana+Chi: total 500\n" for n, who in enumerate(("Dee", "Ana", "Bo", "Chi"), 1)
    )
    check(four, rules=SITE)
    check(four + "deal 5 dealer Dee #! HF209\nscore Ana+Chi: total 500", rules=SITE)
    check(four.replace("deal 2 dealer Ana", "deal 2 dealer Chi #! HF202").replace("deal 3 dealer Bo", "deal 3 dealer Dee")
          .replace("deal 4 dealer Chi", "deal 4 dealer Ana"), rules=SITE)  # fmt: skip


def test_s4_18_exactly_four_deals_whoever_deals() -> None:
    four = "".join(
        f"deal {n} dealer {who}\nscore Ana+Chi: total 500\nscore Bo+Dee: total 400\n"
        for n, who in enumerate(("Dee", "Dee", "Bo", "Ana"), 1)
    )
    check(four + "result Ana+Chi 2000, Bo+Dee 1600 winner Ana+Chi", rules=ONLINE)
    check(four + "deal 5 dealer Dee #! HF209\nscore Ana+Chi: total 500", rules=ONLINE)


def test_s1_34_no_number_of_deals_ends_the_game() -> None:
    six = "".join(f"deal {n} dealer Dee\nscore Ana+Chi: total 5000\nscore Bo+Dee: total 400\n" for n in range(1, 7))
    check(six, rules=HOUSE)


# --- what is seen and said --------------------------------------------------------------------------------------


def test_s1_8_s4_5_a_foot_is_not_looked_at_before_its_time() -> None:
    for name in (HOUSE, ONLINE):
        if not not_honoured(load(name)):
            check("Ana: draw; peek; discard ? #! HF210", rules=name)
            check(
                "Ana: draw; discard ?\nBo: draw; peek Ana; discard ? #! HF210", rules=name
            ) if name == ONLINE else None


def test_s1_32_nothing_is_said_but_the_question_and_the_answer() -> None:
    check('Ana: draw; say "I hold three kings"; discard ? #! HF212', rules=HOUSE)
    check("Ana: draw; ask no; discard ?", rules=HOUSE)
    check("Ana: draw; ask yes; discard ?", rules=HOUSE)


def test_s3_26_of_looking_at_the_foot_the_site_says_nothing() -> None:
    check("Ana: draw; peek; discard ?", rules=SITE)


def test_s3_27_a_wild_card_discarded_costs_nothing() -> None:
    check("hand Ana: 2s X ...\nturn-up 9h\nAna: draw 4h 5h; discard 2s\nBo: draw; discard ?\nChi: draw; discard ?\nDee: draw; discard ?\n"
          "Ana: draw 4d 5d; discard X", rules=SITE)  # fmt: skip


def test_s4_13_any_card_is_discarded() -> None:
    check("hand Ana: 2s X 3s ...\nturn-up 9h\nAna: draw 4h 5h; discard 2s\nBo: draw; discard ?\nChi: draw; discard ?\nDee: draw; discard ?\n"
          "Ana: draw 4d 5d; discard 3s", rules=ONLINE)  # fmt: skip
