"""Rules of the three documents about melds, books and scores, tested by their numbers under the profiles themselves."""

from __future__ import annotations

import pytest

from deals import check
from endings import BONUS, CARDS, CHI_LEFT, LEFT, WITH_DISCARD, going_out
from handfoot_spec.profile_files import shipped

HOUSE, SITE, ONLINE = "flaming-foursome", "gamerules", "open-table"
pytestmark = pytest.mark.skipif(
    not {HOUSE, SITE, ONLINE} <= set(shipped()), reason="needs the profiles of the documents"
)

ACES = "meld A: As Ah Ac"


def turn(rules: str, hand: str, play: str, marks: str = "", draw: str = "9h Jh") -> str:
    """Ana opens with three aces and plays on; the first word of ``draw`` is discarded."""
    return check(
        f"hand Ana: As Ah Ac {hand} ...\nAna: draw {draw}; {ACES}; {play}; discard {draw.split()[0]}      {marks}\n",
        rules=rules, start="deal 1 dealer Dee",
    )  # fmt: skip


# --- the house rules --------------------------------------------------------------------------------------------


def test_s1_18_twos_and_jokers_are_wild_and_the_ace_ends_a_run() -> None:
    turn(HOUSE, "Jd Js 2s", "meld J: Jd Js 2s")
    turn(HOUSE, "Jd Js X", "meld J: Jd Js X")
    turn(HOUSE, "Qh Kh Ah", "run h: Qh Kh Ah")
    turn(HOUSE, "4h 5h Ah", "run h: Ah 4h 5h", "#! HF308")


def test_s1_19_threes_enter_no_series_and_no_run() -> None:
    turn(HOUSE, "3s 3c 3d", "meld 3: 3s 3c 3d", "#! HF304")
    turn(HOUSE, "4h 5h 3h", "run h: 3h 4h 5h", "#! HF304")
    turn(HOUSE, "Jd Js 3c", "meld J: Jd Js 3c", "#! HF304")


def test_s1_20_a_run_has_one_suit_and_no_wild_card() -> None:
    turn(HOUSE, "5h 6h 7h", "run h: 5h 6h 7h")
    turn(HOUSE, "5h 6h 7d", "run h: 5h 6h 7d", "#! HF308")
    turn(HOUSE, "5h 6h 2h", "run h: 5h 6h 2h", "#! HF308")


def test_s1_21_three_cards_at_least() -> None:
    turn(HOUSE, "Jd Js", "meld J: Jd Js", "#! HF301")
    turn(HOUSE, "5h 6h", "run h: 5h 6h", "#! HF301")
    turn(HOUSE, "2s 2d", "meld 2: 2s 2d", "#! HF301")


def test_s1_22_wild_cards_are_fewer_than_naturals() -> None:
    turn(HOUSE, "Jd Js 2s 2d", "meld J: Jd Js 2s; add J: 2d", "#! HF305")
    turn(HOUSE, "Jd Js Jc 2s 2d X", "meld J: Jd Js Jc 2s 2d; add J: X", "#! HF305")
    turn(HOUSE, "Jd Js Jc 2s 2d Jd X", "meld J: Jd Js Jc 2s 2d; add J: Jd X")


def test_s1_23_a_meld_has_seven_cards_at_most() -> None:
    turn(HOUSE, "Js*2 Jd*2 Jc*2 Jh*2", "meld J: Js*2 Jd*2 Jc*2 Jh*2", "#! HF302")
    turn(HOUSE, "Js*2 Jd*2 Jc*2 Jh*2", "meld J: Js*2 Jd*2 Jc*2 Jh; add J: Jh", "#! HF309")
    turn(HOUSE, "4h 5h 6h 7h 8h 9h Th Jh", "run h: 4h 5h 6h 7h 8h 9h Th Jh", "#! HF302", draw="9s Js")


def test_s1_26_a_black_canasta_has_one_to_three_wild_cards() -> None:
    turn(HOUSE, "Js*2 Jd*2 2s 2d X", "meld J: Js*2 Jd*2 2s 2d X")
    turn(HOUSE, "Js*2 Jd 2s 2d X*2", "meld J: Js*2 Jd 2s 2d X*2", "#! HF305")


def test_s1_27_a_series_of_twos_is_a_red_canasta_and_so_is_a_run() -> None:
    """Two red canastas of other kinds and no clean one: enough of the red ones."""
    check("score Ana+Chi: clean 0, run 1, twos 1, dirty 2, out 100", rules=HOUSE)
    check("score Ana+Chi: clean 1, run 0, twos 0, dirty 2, out 100   #! HF810", rules=HOUSE)


def test_s1_28_a_series_of_twos_holds_no_joker() -> None:
    turn(HOUSE, "2s 2d 2c 2h", "meld 2: 2s 2d 2c; add 2: 2h")
    turn(HOUSE, "2s 2d X", "meld 2: 2s 2d X", "#! HF307")


def test_s1_29_two_red_and_two_black_canastas_to_go_out() -> None:
    check("score Ana+Chi: clean 2, run 0, twos 0, dirty 2, out 100", rules=HOUSE)
    check("score Ana+Chi: clean 2, run 0, twos 0, dirty 1, out 100   #! HF810", rules=HOUSE)


def test_s1_34_a_sheet_adds_canastas_cards_and_going_out_and_subtracts_what_is_left() -> None:
    sheet = "score Ana+Chi: clean 2, dirty 2, run 0, twos 0, cards 300, left -40, out 100, total {}   {}"
    check(sheet.format(1960, ""), rules=HOUSE)
    check(sheet.format(1860, "#! HF809"), rules=HOUSE)


@pytest.mark.parametrize(
    ("part", "right"), [("clean", 500), ("dirty", 300), ("run", 1500), ("twos", 2000)]
)  # fmt: skip
def test_s1_37_what_each_canasta_pays(part: str, right: int) -> None:
    counts = ", ".join(f"{kind} {int(kind == part)}" for kind in ("clean", "dirty", "run", "twos"))
    check(f"score Ana+Chi: {counts}, bonus {right}", rules=HOUSE)
    check(f"score Ana+Chi: {counts}, bonus {right + 500}   #! HF809", rules=HOUSE)


# --- the rules site ---------------------------------------------------------------------------------------------


def test_s3_7_three_to_seven_cards_of_one_rank() -> None:
    turn(SITE, "Jd Js", "meld J: Jd Js", "#! HF301")
    turn(SITE, "Js*2 Jd*2 Jc*2 Jh*2", "meld J: Js*2 Jd*2 Jc*2 Jh*2", "#! HF302")
    turn(SITE, "Jd Js Qc", "meld J: Jd Js Qc", "#! HF303")


def test_s3_8_the_next_meld_of_a_rank_begins_when_the_one_before_is_complete() -> None:
    turn(SITE, "Js*2 Jd*2 Jc Jh", "meld J: Js*2 Jd; meld J: Jd Jc Jh", "#! HF306")
    turn(SITE, "Js*2 Jd*2 Jc*2 Jh Jd Js Jc", "meld J: Js*2 Jd*2 Jc*2 Jh; meld J: Jd Js Jc", draw="9h 4h")


def test_s3_10_either_partner_adds_until_there_are_seven() -> None:
    play = "hand Ana: As Ah Ac Js*2 Jd*2 Jc*2 ...\nhand Chi: Jh*2 ...\nAna: draw 9h 4h; meld A: As Ah Ac; meld J: Js*2 Jd*2 Jc*2; discard 9h\n"
    check(f"{play}Bo: draw; discard ?\nChi: draw; add J: Jh; discard ?", rules=SITE)
    check(f"{play}Bo: draw; discard ?\nChi: draw; add J: Jh*2; discard ?   #! HF302", rules=SITE)


def test_s3_13_threes_are_not_melded() -> None:
    turn(SITE, "3s 3c 3s", "meld 3: 3s 3c 3s", "#! HF304")
    turn(SITE, "4h 4d 4c", "meld 4: 4h 4d 4c")


def test_s3_16_a_black_three_is_never_melded_and_costs_5() -> None:
    turn(SITE, "3s Jd Js", "meld J: 3s Jd Js", "#! HF304")
    chi = going_out(WITH_DISCARD, "end out Ana", CHI_LEFT, "score Ana+Chi: left {}   {}").replace(
        "6h 6d 7c", "6h 6d 3s"
    )
    check(chi.format(LEFT, ""), rules=SITE)  # a seven and a black three cost the same
    check(chi.format(LEFT + 5, "#! HF804"), rules=SITE)


def test_s3_17_two_naturals_for_a_wild_card_and_a_meld_may_be_all_wild() -> None:
    turn(SITE, "Jd 2s X", "meld J: Jd 2s X", "#! HF305")
    turn(SITE, "2s 2d X", "meld W: 2s 2d X")


def test_s3_18_one_wild_card_below_six_cards() -> None:
    turn(SITE, "Jd Js Jc 2s 2d", "meld J: Jd Js Jc 2s 2d", "#! HF305")
    turn(SITE, "Jd Js Jc Jh 2s 2d", "meld J: Jd Js Jc Jh 2s 2d")


def test_s3_11_melded_cards_count_for_and_cards_left_against() -> None:
    total = BONUS + CARDS + LEFT + 100
    score = f"score Ana+Chi: cards {CARDS}, left {{}}, total {{}}   {{}}"
    check(going_out(WITH_DISCARD, "end out Ana", CHI_LEFT, score.format(LEFT, total, "")), rules=SITE)
    check(going_out(WITH_DISCARD, "end out Ana", CHI_LEFT, score.format(0, total, "#! HF804")), rules=SITE)


THREES_IN_A_FOOT = """\
hand Bo: 4s*2 4d*2 5s*2 5d*2 5c*2 6s*2 6d
foot Bo: 3h 3d 3s 5h*2 6h*2 7h*2 8h 9h Th Jh
hand Dee: 6c*2 7s*2 7d*2 7c*2 8s*2 8d 8c 4c
foot Dee: 9s*2 Ts*2 Td*2 Tc*2 8s*2 8c*2 9c
turn-up 9d
Ana: draw; discard ?
Bo: draw 4c 5c; discard 4c
Chi: draw; discard ?
Dee: draw 6h 6h; discard 6h
end stock   #! HF211
score Bo+Dee: reds {}, left -{}   {}
"""
OTHERS_LEFT = 14 * 5 + (6 * 5 + 4 * 10) + (10 * 5 + 4 * 10) + 13 * 10
"""Points of all that Bo and Dee are left with but the three threes in Bo's Foot."""


def test_s3_15_a_red_three_in_a_foot_never_picked_up_counts_against_its_side() -> None:
    check(THREES_IN_A_FOOT.format(-200, OTHERS_LEFT + 5, ""), rules=SITE)
    check(THREES_IN_A_FOOT.format(200, OTHERS_LEFT + 5, "#! HF803"), rules=SITE)


def test_s4_12_a_red_three_in_an_unopened_foot_costs_100() -> None:
    check(THREES_IN_A_FOOT.format(-200, OTHERS_LEFT + 5, "#! HF901"), rules=ONLINE)
    check(THREES_IN_A_FOOT.format(0, OTHERS_LEFT + 5, "#! HF803 HF901"), rules=ONLINE)


def test_s1_36_a_red_three_left_costs_300_and_a_black_one_100() -> None:
    left = OTHERS_LEFT + 2 * 300 + 100
    check(THREES_IN_A_FOOT.format(0, left, ""), rules=HOUSE)
    check(THREES_IN_A_FOOT.format(0, left - 5, "#! HF804"), rules=HOUSE)
    check(THREES_IN_A_FOOT.format(600, left, "#! HF803"), rules=HOUSE)


def four_deals(rules: str, result: str, marks: str = "") -> str:
    deals = "".join(
        f"deal {n} dealer {player}\nscore Ana+Chi: total {700 if n == 1 else 500}\nscore Bo+Dee: total 500\n"
        for n, player in enumerate(("Dee", "Ana", "Bo", "Chi"), 1)
    )
    return check(f"{deals}result {result}   {marks}", rules=rules)


def test_s3_30_the_highest_total_after_four_deals_wins() -> None:
    four_deals(SITE, "Ana+Chi 2200, Bo+Dee 2000 winner Ana+Chi")
    four_deals(SITE, "Ana+Chi 2200, Bo+Dee 2000 winner Bo+Dee", "#! HF808")


# --- the online table -------------------------------------------------------------------------------------------


def test_s4_7_two_wild_cards_at_most_and_two_naturals_for_each() -> None:
    turn(ONLINE, "Jd Js Jc Jh 2s 2d", "meld J: Jd Js Jc Jh 2s 2d")
    turn(ONLINE, "Jd Js Jc 2s 2d", "meld J: Jd Js Jc 2s 2d", "#! HF305")
    turn(ONLINE, "Js*2 Jd*2 Jc*2 Jh*2", "meld J: Js*2 Jd*2 Jc*2 Jh; add J: Jh", "#! HF309")


def test_s4_8_there_is_no_wild_book() -> None:
    turn(ONLINE, "2s 2d X", "meld W: 2s 2d X", "#! HF307")
    check("score Ana+Chi: wild 1   #! HF811", rules=ONLINE)


def test_s4_9_threes_are_never_laid() -> None:
    turn(ONLINE, "3s 3c 3s", "meld 3: 3s 3c 3s", "#! HF304")


@pytest.mark.parametrize(("kind", "right"), [("clean", 500), ("dirty", 300)])
def test_s4_16_what_each_book_pays(kind: str, right: int) -> None:
    counts = ", ".join(f"{name} {int(name == kind)}" for name in ("clean", "dirty"))
    check(f"score Ana+Chi: {counts}, bonus {right}", rules=ONLINE)
    check(f"score Ana+Chi: {counts}, bonus {right + 1000}   #! HF809", rules=ONLINE)


def test_s4_17_cards_in_hand_and_in_an_unopened_foot_count_against() -> None:
    lines = (
        "hand Bo: 4s*2 4d*2 5s*2 5d*2 5c*2 6s*2 6d\nfoot Bo: 4c*2 5h*2 6h*2 7h*2 8h 9h Th Jh Qh\nhand Dee: 6c*2 7s*2 7d*2 7c*2 8s*2 8d 8c 4c\n"
        "foot Dee: 9s*2 Ts*2 Td*2 Tc*2 8s*2 8c*2 9c\nturn-up 9d\nAna: draw; discard ?\nBo: draw 4c 5c; discard 4c\nChi: draw; discard ?\n"
        "Dee: draw 6h 6h; discard 6h\nend stock   #! HF211\nscore Bo+Dee: left -{}   {}"
    )  # fmt: skip
    left = 14 * 5 + (8 * 5 + 5 * 10) + (10 * 5 + 4 * 10) + 13 * 10
    check(lines.format(left, "#! HF901"), rules=ONLINE)
    check(lines.format(left - 130, "#! HF804 HF901"), rules=ONLINE)
