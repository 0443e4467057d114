"""The house rules (S1), rule by rule: the log that breaks each, and the closest that keeps it."""

from __future__ import annotations

import pytest

from deals import check, deal, findings
from handfoot.findings import Finding
from handfoot_spec.profile_files import load
from handfoot_spec.support import not_honoured

HOUSE = "flaming-foursome"
pytestmark = pytest.mark.skipif(bool(not_honoured(load(HOUSE))), reason="the house rules cannot be audited yet")

ACES = "As Ad Ac"


def house(lines: str) -> None:
    check(lines, rules=HOUSE)


def ana(actions: str, hand: str) -> None:
    """One turn of Ana's, who has drawn a four and a five; three aces open."""
    house(f"hand Ana: {ACES} {hand} ...\nturn-up 9h\nAna: draw 4h 5h; meld A: {ACES}; {actions}")


def test_s1_10_two_from_the_stock_or_one_of_each_never_two_discards() -> None:
    hand = f"hand Ana: {ACES} Ks Kd Qs Qd ...\nturn-up Kc\n"
    lay = f"meld A: {ACES}; meld K: Ks Kd Kc"
    house(f"{hand}Ana: draw 4h; take Kc; {lay}; discard 4s")
    house(f"{hand}Ana: take Kc; draw 4h; {lay}; discard 4s")
    house(f"{hand}Ana: take Kc; {lay}; discard 4s #! HF205")
    house(f"{hand}Ana: draw 4h 5h; take Kc; {lay}; discard 4s #! HF205")
    house(f"{hand}Ana: draw 4h; discard 4s #! HF205")


@pytest.mark.parametrize(
    ("total", "minimum"), [(0, 50), (7_495, 50), (7_500, 90), (10_000, 120), (15_000, 150), (-300, 50), (25_000, 150)]
)
def test_s1_11_the_opening_goes_by_the_total_and_only_the_first_partner_needs_it(total: int, minimum: int) -> None:
    head = f"deal 1 dealer Dee\nscore Ana+Chi: total {total}\nscore Bo+Dee: total 0\ndeal 2 dealer Dee\nhand Ana: As*2 Ad*2 Ac*2 Ks Kd 2s ...\nhand Chi: Qs Qd Qc ...\n"
    enough = {
        50: "meld A: As Ad Ac",
        90: "meld A: As*2 Ad Ac 2s",
        120: "meld A: As*2 Ad*2 Ac*2",
        150: "meld A: As*2 Ad*2 Ac*2; meld K: Ks Kd 2s",
    }
    short = {
        50: "meld K: Ks Kd 2s",
        90: "meld A: As*2 Ad*2",
        120: "meld A: As*2 Ad*2 Ac",
        150: "meld A: As*2 Ad*2 Ac*2 2s",
    }
    house(f"{head}turn-up 9h\nAna: draw 4h 5h; {enough[minimum]}; discard 4h\nBo: draw; discard ?\nChi: draw 4d 5d; meld Q: Qs Qd Qc; discard 4d"
          .replace("meld A: As*2 Ad*2 Ac*2; meld K: Ks Kd 2s", "meld A: As*2 Ad*2 Ac*2; meld K: Ks Kd 2s"))  # fmt: skip
    house(f"{head}turn-up 9h\nAna: draw 4h 5h; {short[minimum]}; discard 4h #! HF501")


def test_s1_14_who_melds_the_hand_away_goes_on_with_the_foot() -> None:
    run = "hand Ana: As*2 Ad*2 Ac Ks*2 Kd Kc Qs*2 Qd 4s\nfoot Ana: ...\nturn-up 9h\nAna: draw 4h 4d; meld A: As*2 Ad*2 Ac; meld K: Ks*2 Kd Kc; meld Q: Qs*2 Qd; "
    house(run + "meld 4: 4s 4h 4d; foot; discard 6c")
    house(run + "meld 4: 4s 4h 4d; foot #! HF206\nBo: draw; discard ?")
    house(run + "foot; discard 6c #! HF701")


def test_s1_15_one_discard_ends_the_turn_red_threes_among_them() -> None:
    house("hand Ana: 3h ...\nturn-up 9h\nAna: draw 4h 5h; discard 3h")
    house("hand Ana: ...\nturn-up 9h\nAna: draw 4h 5h; discard 4h; discard 5h #! HF207")


def test_s1_16_who_discards_the_hand_away_takes_the_foot_now_and_plays_it_later() -> None:
    walk = "hand Ana: As*2 Ad*2 Ac Ks*2 Kd Kc Qs*2 Qd 4s\nfoot Ana: ...\nturn-up 9h\nAna: draw 4h 4d; meld A: As*2 Ad*2 Ac; meld K: Ks*2 Kd Kc; meld Q: Qs*2 Qd; meld 4: 4s 4h 4d; "
    walk = (
        walk.replace("Qs*2 Qd 4s", "Qs*2 Qd 5s")
        .replace("draw 4h 4d", "draw Qh Kh")
        .replace("meld 4: 4s 4h 4d; ", "add Q: Qh; add K: Kh; ")
    )
    house(walk + "discard 5s; foot")
    house(
        walk
        + "discard 5s; foot\nBo: draw; discard ?\nChi: draw; discard ?\nDee: draw; discard ?\nAna: draw 4h 5h; discard 6c"
    )
    house(walk + "discard 5s; foot; add K: Kd #! HF207")


def test_s1_18_twos_and_jokers_stand_in_and_the_ace_ends_a_run() -> None:
    ana("meld K: Ks Kd 2s; discard 4h", "Ks Kd 2s")
    ana("meld K: Ks Kd X; discard 4h", "Ks Kd X")
    ana("run h: Th Jh Qh Kh Ah; discard 4h", "Th Jh Qh Kh Ah")
    ana("run h: Kh Ah 4h; discard 5h #! HF308", "Kh Ah")


def test_s1_20_a_run_is_of_one_suit_without_wild_cards_or_threes() -> None:
    ana("run h: 6h 7h 8h; discard 4h", "6h 7h 8h")
    ana("run h: 6h 7h 8s; discard 4h #! HF308", "6h 7h 8s")
    ana("run h: 6h 2h 8h; discard 4h #! HF308", "6h 2h 8h")
    ana("run h: 6h 7h 9h; discard 4h #! HF308", "6h 7h 9h")
    ana("run h: 3h 4h 5h; discard 6h #! HF304", "3h 6h")


def test_s1_21_three_cards_at_least_wild_ones_among_them() -> None:
    ana("meld K: Ks Kd 2s; discard 4h", "Ks Kd 2s")
    ana("meld K: Ks Kd; discard 4h #! HF301", "Ks Kd")
    ana("meld K: Ks Kd Qs; discard 4h #! HF303", "Ks Kd Qs")


@pytest.mark.parametrize(
    ("meld", "mark"),
    [
        ("J: Js Jd 2s", ""), ("J: Js Jd 2s 2h", "#! HF305"), ("J: Js 2s 2h", "#! HF305"), ("9: 9s 9d 9c 2s 2h", ""),
        ("9: 9s 9d 9c 2s 2h 2d", "#! HF305"), ("9: 9s*2 9d 9c 2s 2h 2d", ""),
    ],
)  # fmt: skip
def test_s1_22_always_fewer_wild_cards_than_naturals(meld: str, mark: str) -> None:
    hand = "Js Jd 2s 2h 2d" if meld[0] == "J" else "9s*2 9d 9c 2s 2h 2d"
    ana(f"meld {meld}; discard 4h {mark}", hand)


def test_s1_23_seven_cards_and_no_more() -> None:
    ana("meld K: Ks*2 Kd*2 Kc*2 Kh; discard 4h", "Ks*2 Kd*2 Kc*2 Kh*2")
    ana("meld K: Ks*2 Kd*2 Kc*2 Kh*2; discard 4h #! HF302", "Ks*2 Kd*2 Kc*2 Kh*2")
    ana("meld K: Ks*2 Kd*2 Kc*2 Kh; add K: Kh; discard 4h #! HF309", "Ks*2 Kd*2 Kc*2 Kh*2")


def test_s1_26_s1_27_a_book_with_one_to_three_wild_cards_is_black_and_one_with_none_is_red() -> None:
    books = "hand Ana: Ks*2 Kd*2 2s 2h 2d Qs*2 Qd*2 Qc*2\nfoot Ana: ...\nturn-up 9h\nAna: draw Qh 5h; meld K: Ks*2 Kd*2 2s 2h 2d; meld Q: Qs*2 Qd*2 Qc*2 Qh; discard 5h\n"
    end = "Bo: draw; discard ?\nend abandoned\n"
    house(books + end)
    rest = "hand Bo: ...\nfoot Bo: ...\nhand Chi: ...\nfoot Chi: ...\nhand Dee: ...\nfoot Dee: ...\n"
    ended = rest + books + "end out Ana #! HF211\n"
    house(ended + "score Ana+Chi: clean 1, dirty 1, bonus 800")
    house(ended + "score Ana+Chi: clean 2, dirty 0 #! HF801 HF801")


def test_s1_28_a_series_of_twos_holds_no_joker() -> None:
    ana("meld 2: 2s 2h 2d; discard 4h", "2s 2h 2d X")
    ana("meld 2: 2s 2h X; discard 4h #! HF307", "2s 2h 2d X")
    ana("meld W: 2s 2h X; discard 4h #! HF307", "2s 2h 2d X")


OUT = """
hand Ana: Ks*2 Kh*2 Kd*2 Kc Qs Qh Qd Js Jh Jd
foot Ana: Jc Js Jh Jd 2s 2h Ts*2 Th Td Tc 2d X
turn-up 9c
Ana: draw Qs Qc; meld K: Ks*2 Kh*2 Kd*2 Kc; meld Q: Qs*2 Qh Qd Qc; meld J: Js Jh Jd
Ana: foot; add J: Jc Js Jh Jd; add Q: 2s 2h; {last}
end out Ana
{after}"""


def test_s1_29_two_red_and_two_black_books_are_needed() -> None:
    house(OUT.format(last="meld T: Ts*2 Th Td Tc 2d X; out", after=""))
    house(OUT.format(last="meld T: Ts*2 Th Td Tc 2d; discard X; out #! HF703", after=""))


def test_s1_30_going_out_ends_the_round_at_once() -> None:
    last = "meld T: Ts*2 Th Td Tc 2d X; out"
    house(OUT.format(last=last, after="left Bo: ?*13; foot ?*13"))
    house(OUT.format(last=last, after="Bo: draw; discard ? #! HF208"))


def test_s1_31_nobody_has_to_be_asked() -> None:
    house(OUT.format(last="meld T: Ts*2 Th Td Tc 2d X; out", after=""))
    house(OUT.format(last="ask yes; meld T: Ts*2 Th Td Tc 2d X; out", after=""))


def test_s1_31_what_the_cards_show_nobody_has_to_say() -> None:
    silent = OUT.replace("end out Ana\n", "")
    last = "meld T: Ts*2 Th Td Tc 2d X"
    house(silent.format(last=last, after=""))
    house(silent.format(last=last, after="score Ana+Chi: clean 2, dirty 2, cards 350, out 100"))
    house(silent.format(last=last, after="score Ana+Chi: out 0 #! HF805"))
    house(silent.format(last=last, after="deal 2 dealer Ana\nturn-up 9c"))
    house(silent.format(last=last, after="Bo: draw; discard ? #! HF208"))


def test_s1_33_a_last_card_discarded_without_the_books_is_no_going_out() -> None:
    silent = OUT.replace("end out Ana\n", "")
    house(silent.format(last="meld T: Ts*2 Th Td Tc 2d; discard X #! HF708", after="Bo: draw; discard ?"))


def test_s1_10_a_pile_taken_is_that_and_not_an_opening_too_low_as_well() -> None:
    hand = f"hand Ana: {ACES} Ks Kd ...\nturn-up Kc\n"
    house(f"{hand}Ana: pickup 1 {{meld K: Ks Kd Kc}}; meld A: {ACES}; discard 4s #! HF604")
    house(f"{hand}Ana: pickup 1 {{meld K: Ks Kd Kc}}; discard 4s #! HF501 HF604")


def test_s1_15_a_card_drawn_after_the_discard_is_not_also_one_kept() -> None:
    house(
        f"hand Ana: {ACES} ...\nturn-up Kc\nAna: draw 4h 5h; meld A: {ACES}; discard 4s; take 4s #! HF207\n"
        "Bo: draw; discard ?"
    )


def one_finding(lines: str) -> Finding:
    (finding,) = findings(deal(lines, rules=HOUSE))
    return finding


def test_s1_16_a_foot_never_taken_after_the_last_discard_cites_that_rule() -> None:
    walk = (
        "hand Ana: As*2 Ad*2 Ac Ks*2 Kd Kc Qs*2 Qd 4s\nfoot Ana: 6c ...\nturn-up 9h\n"
        "Ana: draw Ah Kh; meld A: As*2 Ad*2 Ac Ah; meld K: Ks*2 Kd Kc Kh; meld Q: Qs*2 Qd; discard 4s{}\n"
        "Bo: draw; discard ?\nChi: draw; discard ?\nDee: draw; discard ?\nAna: {}draw 7h 7d; discard 6c"
    )
    house(walk.format("; foot", ""))
    house(walk.format("", "foot; "))
    finding = one_finding(walk.format("", ""))
    assert (finding.code, finding.rule) == ("HF702", "S1-16")


@pytest.mark.parametrize(
    ("meld", "rule", "message"),
    [
        ("meld 2: 2s 2h X", "S1-28", "a series of twos holds no joker"),
        ("meld 2: 2s 2h 2d; add 2: X", "S1-28", "a series of twos holds no joker"),
        ("meld W: X*3", "S1-22", "jokers alone make no meld in this game"),
    ],
)
def test_s1_28_s1_22_jokers_among_twos_and_jokers_alone(meld: str, rule: str, message: str) -> None:
    finding = one_finding(
        f"hand Ana: {ACES} 2s 2h 2d X*3 ...\nturn-up 9h\nAna: draw 4h 5h; meld A: {ACES}; {meld}; discard 4h"
    )
    assert (finding.code, finding.rule, finding.message) == ("HF307", rule, message)


RUN = f"hand Ana: {ACES} 4h 5h 6h 7h 8h 9h Th Jh ...\nhand Chi: ...\nturn-up 9h\nAna: draw Qh Qd; meld A: {ACES}; "


@pytest.mark.parametrize(
    ("lay", "message"),
    [
        (
            "run h: 4h 5h 6h 7h 8h 9h Th Jh; discard Qh",
            "the run of hearts would have 8 cards; a book is complete with 7",
        ),
        (
            "run h: 4h 5h 6h 7h 8h 9h Th; add run h#1: Jh; discard Qh",
            "the team's run of hearts is a finished book of 7; nothing can be added to it",
        ),
        ("add run h: Jh; discard Qh", "the team has no run of hearts to add to"),
        (
            "run h: 4h 5h 6h 7h 8h 9h; discard Qd\nBo: draw; discard Th\nChi: draw ?; take Th; add run h: Th; discard ?",
            "a run of hearts of 6 is frozen; Th from the discard pile does not complete it",
        ),
    ],
)
def test_s1_23_s1_25_a_run_is_called_by_its_name(lay: str, message: str) -> None:
    hand = RUN.replace("hand Chi: ...", "hand Chi: 4d 5d 6d 7d 8d 9d 4s 5s 6s 7s 8s 9s Ks").replace(
        "draw ?;", "draw 5d;"
    )
    assert one_finding((hand + lay).replace("draw ?; take", "draw 5d; take")).message == message


def test_s1_20_an_unread_card_of_a_run_is_no_question_of_wild_cards() -> None:
    found = findings(deal(RUN + "run h: 4h ? 6h; discard Qh", rules=HOUSE))
    assert [f.code for f in found] == ["HF902"] and "whether it is one" in found[0].message


@pytest.mark.parametrize(
    ("score", "mark"),
    [
        ("clean 1, run 1, dirty 2, bonus 2600", ""),
        ("clean 1, run 1, dirty 2, bonus 3100", "#! HF809"),  # the run's 1500 on top of 500
        ("clean 1, run 1, dirty 2, bonus 4600", ""),  # a series of twos that is not written
        ("clean 1, run 1, twos 0, dirty 2, bonus 4600", "#! HF809"),
        ("bonus 2600", ""),
    ],
)
def test_a30_a_run_and_twos_bring_their_points_instead_of_a_red_canastas(score: str, mark: str) -> None:
    house(f"deal 1 dealer Dee\nscore Ana+Chi: {score} {mark}\nscore Bo+Dee: total 0")


LEFT = """
hand Ana: Ks*2 Kh*2 Kd*2 Kc Qs Qh Qd Js Jh Jd
foot Ana: Jc Js Jh Jd 2s 2h Ts*2 Th Td Tc 2d X
hand Bo: 3h 3s 6h 7s 8c 9d Th Js Qc Kd Ah 6d 9s
foot Bo: 4h 4s 5c 6s 7c 8d 9c Tc Jd Qh Kh Ad 4c
hand Dee: 4d 5h 6c 7h 8d 9h Tc Jd Qh Kh As 7c Tc
foot Dee: 4c 5c 5s 6d 7d 8h 9d Td Jc Qs Ks Ac 5d
turn-up 9c
Ana: draw Qs Qc; meld K: Ks*2 Kh*2 Kd*2 Kc; meld Q: Qs*2 Qh Qd Qc; meld J: Js Jh Jd
Ana: foot; add J: Jc Js Jh Jd; add Q: 2s 2h; meld T: Ts*2 Th Td Tc 2d X; out
end out Ana
score Bo+Dee: """


@pytest.mark.parametrize(
    ("score", "mark"),
    [
        ("left -840, total -840", ""), ("left -540, reds -300, total -840", ""), ("left -440, reds -400, total -840", ""),
        ("left -440, reds -300", "#! HF803 HF804"), ("left -540, reds 300", "#! HF803 HF804"), ("total -240", "#! HF806"),
    ],
)  # fmt: skip
def test_a29_threes_left_cost_in_whichever_column_they_stand(score: str, mark: str) -> None:
    house(f"{LEFT}{score} {mark}")


def accused(lines: str) -> list[str]:
    """What a log with an unreadable place is accused of, besides that place."""
    found = findings(deal(lines, rules=HOUSE))
    assert any(f.code in ("HF001", "HF002") for f in found)
    return [f.code for f in found if f.level == "error" and f.code not in ("HF001", "HF002")]


@pytest.mark.parametrize(
    "draw", ["draw 4h; take K§", "take K§; draw 4h", "4h?; take Kc", "take Kc; dr 4h", "draw 4§; take Kc"]
)
def test_s1_10_half_a_draw_that_could_not_be_read_accuses_nobody(draw: str) -> None:
    hand = f"hand Ana: {ACES} Ks Kd ...\nturn-up Kc\n"
    assert not accused(f"{hand}Ana: {draw}; meld A: {ACES}; meld K: Ks Kd Kc; discard 4s")
    assert accused(f"{hand}Ana: take Kc; {draw.replace('Kc', 'Kd')}; draw 4h 5h; discard 4s")


def test_s1_25_a_meld_that_an_unreadable_line_may_have_changed_is_not_frozen() -> None:
    game = (
        "hand Ana: Ks*2 Kh*2 Kd Kc ...\nhand Bo: ...\nhand Chi: 4d 5d 6d 7d 8d 9d 4s 5s 6s 7s 8s 9s Qs\nturn-up 9c\n"
        "Ana: draw 7h Qs; meld K: Ks*2 Kh*2 Kd Kc; {}discard 4s\nBo: draw Kc 7h; discard Kc\n"
        "Chi: draw 6s; take Kc; add K: Kc; discard 4d"
    )
    house(game.format("").replace("add K: Kc; discard 4d", "add K: Kc; discard 4d #! HF607"))
    assert not accused(game.format("ad§; "))
