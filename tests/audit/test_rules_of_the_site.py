"""The rules site (S3), rule by rule: the log that breaks each, and the closest that keeps it."""

from __future__ import annotations

import pytest

from deals import check, idle
from handfoot_spec.profile_files import load
from handfoot_spec.support import not_honoured

SITE = "gamerules"
pytestmark = pytest.mark.skipif(bool(not_honoured(load(SITE))), reason="the rules site cannot be audited yet")

OPENED = (
    "hand Ana: As Ad Ac Ks*2 Kd 8s 8d ...\nturn-up 9h\nAna: draw 7h Qs; meld A: As Ad Ac; meld K: Ks*2 Kd; discard 4s\n"
)


def site(lines: str) -> None:
    check(lines, rules=SITE)


def ana(actions: str, hand: str = "As Ad Ac Ks*2 Kd 8s 8d 2s 2h X ...") -> None:
    """One turn of Ana's, who has drawn a four and a five."""
    site(f"hand Ana: {hand}\nturn-up 9h\nAna: draw 4h 5h; {actions}")


@pytest.mark.parametrize(
    ("cards", "mark"),
    [("9c", ""), ("3s 9c", ""), ("3h 3s X 2d 9c", ""), ("3s", "HF201"), ("3h", "HF201"), ("X", "HF201"), ("2d", "HF901"), ("9h 9c", "HF201")],
)  # fmt: skip
def test_s3_4_a_three_or_a_joker_is_buried_and_a_two_perhaps(cards: str, mark: str) -> None:
    site(f"turn-up {cards} {'#! ' + mark if mark else ''}")


def test_s3_7_a_meld_has_three_to_seven_cards_of_one_rank() -> None:
    ana("meld A: As Ad Ac; discard 4h")
    ana("meld A: As Ad Ac; meld K: Ks Kd; discard 4h #! HF301")
    ana("meld A: As Ad Ac; meld K: Ks*2 8s; discard 4h #! HF303")
    seven = "Ks*3 Kh*2 Kd*2 Kc As Ad Ac ..."
    ana("meld A: As Ad Ac; meld K: Ks*3 Kh*2 Kd*2; discard 4h", seven)
    ana("meld A: As Ad Ac; meld K: Ks*3 Kh*2 Kd*2 Kc; discard 4h #! HF302", seven)


def test_s3_8_one_unfinished_meld_of_a_rank_at_a_time() -> None:
    hand = "Ks*3 Kh*2 Kd*2 Kc Ah As Ad Ac 4s"
    ana("meld K: Ks*3 Kh*2 Kd*2; meld A: As Ad Ac; discard 4h", hand)
    ana("meld A: As Ad Ac; meld K: Ks*3; meld K: Kh*2 Kd*2; discard 4h #! HF306", hand)


def test_s3_10_either_partner_adds_until_there_are_seven() -> None:
    bo = "Bo: draw; discard ?\n"
    site("hand Chi: Ah ...\n" + OPENED + bo + "Chi: draw 8c Qc; add A: Ah; discard 4d")
    site("hand Bo: Ah Kh Kc ...\n" + OPENED + "Bo: draw 8c Qc; add A: Ah; discard 4h #! HF309 HF501")


def test_s3_11_cards_melded_count_and_cards_left_are_taken_off() -> None:
    site("score Ana+Chi: clean 1, dirty 0, wild 0, cards 100, reds 0, left -45, out 0, total 555")
    site("score Ana+Chi: clean 1, dirty 0, wild 0, cards 100, reds 0, left -45, out 0, total 645 #! HF809")


@pytest.mark.parametrize(
    ("reds", "mark"), [(0, ""), (1000, ""), (-300, ""), (50, "HF803"), (1100, "HF803"), (1500, "HF803")]
)
def test_s3_20_red_threes_on_a_sheet_make_hundreds_and_there_are_ten(reds: int, mark: str) -> None:
    check(f"deal 1\nscore Ana+Chi: reds {reds} {'#! ' + mark if mark else ''}", rules=SITE)


def test_s3_12_a_sheet_with_one_dirty_book_is_of_nobody_who_went_out() -> None:
    """A sort of book that is not written may be there."""
    check("deal 1\nscore Ana+Chi: clean 2, dirty 1, cards 400, out 100 #! HF810", rules=SITE)
    check("deal 1\nscore Ana+Chi: clean 2, dirty 2, cards 400, out 100", rules=SITE)
    check("deal 1\nscore Ana+Chi: clean 2, dirty 2, wild 0, cards 400, out 100 #! HF810", rules=SITE)


OUT = """
hand Ana: Ks*2 Kh*2 Kd*2 Kc Qs Qh Qd Qc X*2
hand Bo: ...
hand Chi: Js*2 Jh*2 Jd*2 Jc Ts Th Td Tc 2d 9c
hand Dee: ...
foot Ana: 2s*2 2h*2 2d 2c 9s 9h 9d 8s 8h 8d 4c
foot Chi: 4d 4h 5d 5h 5s 6c 6h 6s 7c 7d 7s Qd Ah
turn-up 9h
Ana: draw Qs X; meld K: Ks*2 Kh*2 Kd*2 Kc; meld Q: Qs*2 Qh Qd Qc; meld W: X*3
Ana: foot; add Q: 2s 2h; add W: 2s 2h 2d 2c; meld 9: 9s 9h 9d; discard 4c
Bo: draw; discard ?
Chi: draw Ts 2c; meld J: Js*2 Jh*2 Jd*2 Jc; meld T: Ts*2 Th Td Tc 2d 2c; add 9: 9c {warned}
Chi: foot; discard 5d
Dee: draw; discard ?
{between}Ana: draw 8h 5c; {last}
end out Ana
"""
ROUND = "Ana: draw 8c 4s; discard 4s\nBo: draw; discard ?\nChi: draw Kc 9c; discard 5h\nDee: draw; discard ?\n"


def out(last: str, between: str = ROUND) -> None:
    """Ana goes out with 2 clean, 2 dirty and a wild book; HF311 is but a warning."""
    site(OUT.format(last=last, between=between, warned="#! HF311"))


def test_s3_12_out_with_five_books_a_ready_partner_permission_and_a_last_discard() -> None:
    out("ask yes; meld 8: 8s 8h*2 8d 8c; discard 5c")
    out("meld 8: 8s 8h*2 8d 8c; discard 5c; out #! HF705")
    site(
        OUT.format(last="ask yes; meld 8: 8s 8h*3 8d 8c; out #! HF707", between=ROUND, warned="#! HF311").replace(
            "draw 8h 5c", "draw 8h*2"
        )
    )
    no_wild = OUT.format(
        last="ask yes; meld 8: 8s 8h*2 8d 8c 2d; discard 5c #! HF703", between=ROUND, warned="#! HF311"
    )
    site(no_wild.replace("add W: 2s 2h 2d 2c", "add W: 2s 2h 2c"))


def test_s3_12_of_a_partner_who_has_only_run_into_the_foot_nothing_is_decided() -> None:
    out("ask yes; meld 8: 8s 8h*2 8d; discard 5c #! HF901", between="")


def test_s3_13_s3_16_threes_are_not_melded_and_black_ones_are_discarded() -> None:
    threes = "As Ad Ac 3s*2 3c ..."
    ana("meld A: As Ad Ac; meld 3: 3s*2 3c; discard 4h #! HF304", threes)
    ana("meld A: As Ad Ac; discard 3s", threes)


def test_s3_14_a_red_three_is_laid_and_replaced_wherever_it_comes_from() -> None:
    site("hand Ana: 3h ...\nturn-up 9h\nred Ana: 3h>8c\nAna: draw 4h 3d>5h; discard 4s")
    site("hand Ana: 3h ...\nturn-up 9h\nAna: draw 4h 5h; discard 4s #! HF401")
    site("hand Ana: ...\nturn-up 9h\nAna: draw 4h 3d; discard 4s #! HF401")
    site("hand Ana: ...\nturn-up 9h\nAna: draw 4h 3d>-; discard 4s #! HF402")
    site("hand Ana: ...\nturn-up 9h\nred Ana: 4s>5c #! HF404")


@pytest.mark.parametrize(("reds", "mark"), [(0, ""), (100, "#! HF803"), (-200, "#! HF803")])
def test_s3_15_a_red_three_in_a_foot_never_picked_up_counts_against_its_side(reds: int, mark: str) -> None:
    feet = "".join(f"foot {name}: {'3h ' if name == 'Ana' else ''}...\n" for name in ("Ana", "Bo", "Chi", "Dee"))
    hands = "".join(f"hand {name}: {'3d ' if name == 'Ana' else ''}...\n" for name in ("Ana", "Bo", "Chi", "Dee"))
    site(
        f"{hands}{feet}turn-up 9h\nred Ana: 3d>4s\nAna: draw 4h 5h; discard 4s\nend stock #! HF211\nscore Ana+Chi: reds {reds} {mark}"
    )


def test_s3_17_twice_as_many_naturals_as_wild_cards_or_wild_cards_alone() -> None:
    ana("meld A: As Ad Ac; meld K: Ks Kd 2s; discard 4h")
    ana("meld A: As Ad Ac; meld W: 2s 2h X; discard 4h")
    ana("meld A: As Ad Ac; meld K: Ks Kd 2s 2h; discard 4h #! HF305")


def test_s3_18_no_second_wild_card_below_six_cards() -> None:
    hand = "As Ad Ac Ks*2 Kd Kc 8s 2s 2h X ..."
    ana("meld A: As Ad Ac; meld K: Ks*2 Kd Kc 2s 2h; discard 4h", hand)
    ana("meld A: As Ad Ac; meld K: Ks*2 Kd 2s 2h; discard 4h #! HF305", hand)


def test_s3_22_red_threes_are_laid_before_the_turn() -> None:
    site("hand Bo: 3h ...\nturn-up 9h\nAna: draw; discard ?\nred Bo: 3h>8c\nBo: draw 4h 5h; discard 4h".replace("Ana: draw; discard ?\n", "")
         .replace("Bo: draw", "Ana: draw; discard ?\nBo: draw"))  # fmt: skip
    site("hand Bo: 3h ...\nturn-up 9h\nAna: draw; discard ?\nBo: draw 4h 5h; discard 4h #! HF401")


def test_s3_23_two_cards_are_drawn_and_one_is_discarded() -> None:
    ana("discard 4h", "...")
    site("hand Ana: ...\nturn-up 9h\nAna: draw 4h; discard 4s #! HF205")
    site("hand Ana: ...\nturn-up 9h\nAna: draw 4h 5h #! HF206\nBo: draw; discard ?")
    ana("discard 4h; discard 5h #! HF207", "...")


def test_s3_24_new_melds_or_additions_in_a_turn_is_only_warned_of() -> None:
    chi = "hand Chi: Ah Qs Qd Qc ...\n"
    bo = "Bo: draw; discard ?\n"
    site(chi + OPENED + bo + "Chi: draw 8c 5c; add A: Ah; discard 4d")
    site(chi + OPENED + bo + "Chi: draw 8c 5c; meld Q: Qs Qd Qc; discard 4d")
    site(chi + OPENED + bo + "Chi: draw 8c 5c; meld Q: Qs Qd Qc; add A: Ah; discard 4d #! HF311")


def test_s3_24_an_addition_to_a_meld_of_the_same_turn_is_no_addition_to_an_old_one() -> None:
    site("hand Ana: As Ad Ac Ah ...\nturn-up 9h\nAna: draw 7h Qs; meld A: As Ad Ac; add A: Ah; discard 4s")


def test_s3_28_what_is_drawn_after_the_stock_is_out_is_one_fault() -> None:
    site(idle(82) + "\nChi: draw; discard ? #! HF107\n" + idle(1, first="Dee") + " #~ HF107\n" + idle(1) + " #~ HF107")


def take(pickup: str, hand: str = "Ks Kd Ah As Ad ...", top: str = "Kc") -> None:
    site(f"hand Bo: {hand}\nturn-up 9c\nAna: draw; discard {top}\nBo: {pickup}")


def test_s3_25_a_take_needs_two_equal_to_the_top_and_melds_the_three_at_once() -> None:
    take("pickup 2 {meld K: Ks Kd Kc; meld A: Ah As Ad}; discard 4h")
    take("pickup 2 {meld K: Ks Kc 2s; meld A: Ah As Ad}; discard 4h #! HF602", "Ks 2s Ah As Ad ...")
    take("pickup 2 {meld A: Ah As Ad}; discard 4h #! HF603")
    take("pickup 3 {meld K: Ks Kd Kc; meld A: Ah As Ad}; discard 4h #! HF604")
    take("pickup 2 {meld K: Ks Kd Kc; meld A: Ah As Ad}; discard 4h #! HF601", "Ks Kd Kc Ah As Ad ...", "3s")
    take("pickup 2 {meld W: 2s 2h 2d}; discard 4h", "2s 2h ...", "2d")
    take("pickup 2 {meld W: 2s X 2d}; discard 4h #! HF602", "2s X ...", "2d")


def test_s3_25_the_three_may_join_a_meld_that_stays_within_seven() -> None:
    three = "hand Chi: Kh*2 ...\n" + OPENED + "Bo: draw; discard Kc\n"
    site(three + "Chi: pickup 3 {add K: Kh*2 Kc}; discard 4d")


def test_s3_28_a_deal_ends_with_a_going_out_or_with_the_stock() -> None:
    site(idle(4) + "\nend stock #! HF211")
    site(idle(4) + "\nend out Dee #! HF211")


def test_s3_29_who_is_refused_keeps_a_card() -> None:
    out("ask no; meld 8: 8s 8h*2 8d 8c; discard 5c #! HF706")
    site(
        OUT.format(last="ask no; meld 8: 8s 8h*2 8d; discard 5c", between=ROUND, warned="#! HF311").replace(
            "end out Ana\n", ""
        )
    )


def test_s3_30_the_highest_total_wins_and_of_a_tie_nothing_is_said() -> None:
    four = "".join(
        f"deal {n} dealer {who}\nscore Ana+Chi: total 500\nscore Bo+Dee: total {{}}\n"
        for n, who in enumerate(("Dee", "Ana", "Bo", "Chi"), 1)
    )
    fewer, equal = four.format(400, 400, 400, 400), four.format(500, 500, 500, 500)
    site(fewer + "result Ana+Chi 2000, Bo+Dee 1600 winner Ana+Chi")
    site(fewer + "result Ana+Chi 2000, Bo+Dee 1600 winner Bo+Dee #! HF808")
    site(equal + "result Ana+Chi 2000, Bo+Dee 2000")
