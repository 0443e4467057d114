"""The online table (S4), rule by rule: the log that breaks each, and the closest that keeps it."""

from __future__ import annotations

import pytest

import handfoot
from deals import check, deal, findings
from handfoot_spec.profile_files import load
from handfoot_spec.support import not_honoured

ONLINE = "open-table"
pytestmark = pytest.mark.skipif(bool(not_honoured(load(ONLINE))), reason="the online table cannot be audited yet")


def online(lines: str, seats: str = "Ana Bo Chi Dee") -> None:
    check(lines, rules=ONLINE, seats=seats, start=f"deal 1 dealer {seats.split()[-1]}")


def ana(actions: str, hand: str = "As Ad Ac Ks*2 Kd 8s 8d 2s 2h X ...") -> None:
    """One turn of Ana's, who has drawn a four and a five."""
    online(f"hand Ana: {hand}\nturn-up 9h\nAna: draw 4h 5h; {actions}")


@pytest.mark.parametrize(
    ("cards", "mark"),
    [("9c", ""), ("3s", ""), ("3h 9c", ""), ("X 2d 3d 3s", ""), ("3h", "HF201"), ("X", "HF201"), ("2d", "HF201"), ("3s 9c", "HF201")],
)  # fmt: skip
def test_s4_4_a_red_three_or_a_wild_card_goes_under_the_stock(cards: str, mark: str) -> None:
    online(f"turn-up {cards} {'#! ' + mark if mark else ''}")


def test_s4_4_a_recorded_stock_has_it_at_the_bottom() -> None:
    """Two players: 162 cards, of which 52 are dealt and one starts the pile."""
    unseen = "hand Ana: ?*13\nhand Bo: ?*13\nfoot Ana: ?*13\nfoot Bo: ?*13\nturn-up 2d 9c"
    online(f"{unseen}\nstock ?*108 2d", "Ana Bo")
    found = findings(deal(f"{unseen}\nstock ?*107 2d 4s", rules=ONLINE, seats="Ana Bo", start="deal 1 dealer Bo"))
    assert [f.code for f in found] == ["HF201"]


def test_s4_5_an_empty_hand_is_followed_by_the_foot() -> None:
    hand = "Ks*2 Kh*2 Kd*2 Kc As*2 Ad Ac Ah 4s"
    run = f"hand Ana: {hand}\nfoot Ana: ...\nturn-up 9h\nAna: draw 4h 4d; meld K: Ks*2 Kh*2 Kd*2 Kc; meld A: As*2 Ad Ac Ah; "
    online(run + "meld 4: 4s 4h 4d; foot; discard 6c")
    online(run + "meld 4: 4s 4h 4d; foot #! HF206\nBo: draw; discard ?")
    online(run + "discard 4h; foot #! HF701")


@pytest.mark.parametrize("seats", ["Ana Bo", "Ana Bo Chi", "Ana Bo Chi Dee"])
def test_s4_6_two_cards_and_a_discard_at_any_number_of_players(seats: str) -> None:
    online("hand Ana: ...\nturn-up 9h\nAna: draw 4h 5h; discard 4s", seats)
    online("hand Ana: ...\nturn-up 9h\nAna: draw 4h 5h 6h; discard 4s #! HF205", seats)
    online("hand Ana: ...\nturn-up 9h\nAna: draw 4h 5h #! HF206\nBo: draw; discard ?", seats)


def test_s4_7_a_book_grows_to_seven_with_two_wild_cards_at_most() -> None:
    hand = "Ks*2 Kd Kc Kh As Ad Ac 2s 2h 2d X ..."
    ana("meld A: As Ad Ac; meld K: Ks*2 Kd Kc Kh 2s 2h; discard 4h", hand)
    ana("meld A: As Ad Ac; meld K: Ks*2 Kd 2s 2h; discard 4h #! HF305", hand)
    ana("meld A: As Ad Ac; meld K: Ks*2 Kd Kc 2s 2h 2d; discard 4h #! HF305", hand)
    ana("meld A: As Ad Ac; meld K: Ks*2 Kd Kc Kh 2s As; discard 4h #! HF303", "Ks*2 Kd Kc Kh 2s As*2 Ad Ac ...")
    ana("meld A: As Ad Ac; meld K: Ks*3 Kd*2 Kc*2 Kh; discard 4h #! HF302", "Ks*3 Kd*2 Kc*2 Kh As Ad Ac ...")
    ana("meld A: As Ad Ac; meld K: Ks*2 Kd; meld K: Kc Kh 2s; discard 4h #! HF306", hand)
    ana("meld A: As Ad Ac; meld K: Ks Kd; discard 4h #! HF301", hand)
    ana("meld A: As Ad Ac; meld W: 2s 2h X; discard 4h #! HF307", hand)


def test_s4_9_threes_are_never_laid() -> None:
    ana("meld A: As Ad Ac; meld 3: 3s*2 3c; discard 4h #! HF304", "As Ad Ac 3s*2 3c ...")
    ana("meld A: As Ad Ac 3s; discard 4h #! HF304", "As Ad Ac 3s ...")


def take(pickup: str, hand: str = "Ks Kd 2s Ah As Ad ...", top: str = "Kc") -> None:
    online(f"hand Bo: {hand}\nturn-up 9c\nAna: draw; discard {top}\nBo: {pickup}")


def test_s4_10_seven_with_a_natural_pair_and_never_a_three_or_a_wild_card_on_top() -> None:
    take("pickup 2 {meld K: Ks Kd Kc; meld A: Ah As Ad}; discard 4h")
    take("pickup 2 {meld K: Ks Kd Kc 2s; meld A: Ah As Ad}; discard 4h")
    take("pickup 2 {meld K: Ks 2s Kc; meld A: Ah As Ad}; discard 4h #! HF602")
    take("pickup 2 {meld A: Ah As Ad}; discard 4h #! HF603")
    take("pickup 1 {meld K: Ks Kd Kc; meld A: Ah As Ad}; discard 4h #! HF604")
    take("pickup 3 {meld K: Ks Kd Kc; meld A: Ah As Ad}; discard 4h #! HF604")
    for top in ("3s", "2d", "X"):
        take("pickup 2 {meld K: Ks Kd Kc; meld A: Ah As Ad}; discard 4h #! HF601", "Ks Kd Kc Ah As Ad ...", top)


def test_s4_10_the_top_and_its_pair_may_go_into_a_book_that_is_begun() -> None:
    online(
        "hand Ana: Ks Kd Kc As Ad Ac ...\nhand Chi: Kh*2 ...\nturn-up 9c\nAna: draw 5h 7h; meld K: Ks Kd Kc; meld A: As Ad Ac; discard 4s\n"
        "Bo: draw; discard Kc\nChi: pickup 3 {add K: Kh*2 Kc}; discard 4d"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("laid", "reds", "mark"),
    [(True, 200, ""), (True, -200, "HF803"), (False, -200, ""), (False, 200, "HF803")],
)
def test_s4_12_red_threes_count_for_a_team_that_has_laid(laid: bool, reds: int, mark: str) -> None:
    meld = "meld A: As Ad Ac; " if laid else ""
    online(
        f"hand Ana: 3h 3d As Ad Ac ...\nfoot Ana: ...\nhand Bo: ...\nfoot Bo: ...\nturn-up 9h\nred Ana: 3h>8c 3d>9d\n"
        f"Ana: draw 5h 6h; {meld}discard 4s\nend stock #! HF211\nscore Ana: reds {reds} #! {mark} HF901",
        "Ana Bo",
    )


def test_s4_8_a_total_with_a_wild_book_is_wrong_because_of_it() -> None:
    score = "deal 1\nscore Ana+Chi: clean 2, dirty 2, wild {}, cards 700, left -50, out 100, total {}"
    check(score.format(1, 3850) + " #! HF811 #~ HF809", rules=ONLINE)
    check(score.format(0, 2350), rules=ONLINE)
    check(score.format(0, 2355) + " #! HF809", rules=ONLINE)


@pytest.mark.parametrize(
    ("line", "mark"),
    [
        ("clean 0, dirty 0, cards 0, reds 200, left -50", "HF803"), ("clean 0, dirty 0, cards 0, reds -200, left -50", ""),
        ("cards 0, reds 100", "HF803"), ("net, cards 0, reds 100", ""), ("dirty 1, cards 0, reds 100", ""), ("cards 60, reds 200", ""),
    ],
)  # fmt: skip
def test_s4_12_a_sheet_pays_no_red_three_to_a_side_that_has_laid_nothing(line: str, mark: str) -> None:
    check(f"deal 1\nscore Ana+Chi: {line} {'#! ' + mark if mark else ''}", rules=ONLINE)
    no_cards = line.startswith("dirty 1, cards 0")  # where the values of cards are known, no book is worth nothing
    check(f"deal 1\nscore Ana+Chi: {line} {'#! HF810' if no_cards else ''}", rules="gamerules")


def test_s4_12_one_in_an_unopened_foot_costs_a_hundred() -> None:
    game = "hand Ana: As Ad Ac ...\nfoot Ana: 3h ...\nhand Bo: ...\nfoot Bo: ...\nturn-up 9h\nAna: draw 5h 6h; meld A: As Ad Ac; discard 4s\nend stock #! HF211\n"
    online(game + "score Ana: reds -100 #! HF901", "Ana Bo")
    online(game + "score Ana: reds 100 #! HF803 HF901", "Ana Bo")


OUT = """
hand Ana: Ks*2 Kh*2 Kd*2 Kc Qs Qh Qd Js Jh Jd
hand Bo: ...
hand Chi: Ts*2 Th Td Tc 2d X As Ah Ad 7s 7h 7d
hand Dee: ...
foot Ana: Jc Js Jh Jd 2s 2h 8s 8h 8d 9s 9h 9d 4c
foot Chi: 4d 4h 5d 5h 5s 6c 6h 6s 4s 8c 9c Qd Kd
turn-up 9h
Ana: draw Qs Qc; meld K: Ks*2 Kh*2 Kd*2 Kc; meld Q: Qs*2 Qh Qd Qc; meld J: Js Jh Jd
Ana: foot; add J: Jc Js Jh Jd; add Q: 2s 2h; discard 4c
Bo: draw; discard ?
Chi: draw Ac 7c; meld T: Ts*2 Th Td Tc 2d X; meld A: As Ah Ad Ac; meld 7: 7s 7h 7d 7c
Chi: foot; discard 5d
Dee: draw; discard ?
Ana: draw 8c 4s; meld 8: 8s 8h 8d 8c; meld 9: 9s 9h 9d; {last}
end out Ana
"""


def test_s4_14_two_clean_and_two_dirty_books_and_a_partner_who_has_played_the_foot() -> None:
    online(OUT.format(last="discard 4s"))
    online(OUT.format(last="discard 4s; out #! HF703 HF704").replace("Ts*2 Th Td Tc 2d X; meld A", "Ts*2 Th Td Tc 2d; meld A")
           .replace("Chi: foot; discard 5d", "Chi: discard X"))  # fmt: skip
    waits = OUT.format(last="discard 4s; out #! HF704").replace(
        "meld 7: 7s 7h 7d 7c\nChi: foot; discard 5d", "meld 7: 7s 7h 7d; discard 7c"
    )
    online(waits)


def test_s4_14_who_plays_alone_waits_for_nobody() -> None:
    alone = """
    hand Ana: Ks*2 Kh*2 Kd*2 Kc Qs Qh Qd Js Jh Jd
    foot Ana: Jc Js Jh Jd 2s 2h Ts*2 Th Td Tc 2d X
    turn-up 9h
    Ana: draw Qs Qc; meld K: Ks*2 Kh*2 Kd*2 Kc; meld Q: Qs*2 Qh Qd Qc; meld J: Js Jh Jd
    Ana: foot; add J: Jc Js Jh Jd; add Q: 2s 2h; meld T: Ts*2 Th Td Tc 2d X; out
    end out Ana
    """
    online(alone, "Ana Bo")
    online(alone, "Ana Bo Chi")


def test_s4_14_who_has_played_all_has_finished_without_a_word_or_an_end_line() -> None:
    unsaid = OUT.format(last="discard 4s{mark}").replace("\nend out Ana\n", "\n")
    online(unsaid.format(mark="") + "score Ana+Chi: out 100 #! HF901")
    online(unsaid.format(mark="") + "Bo: draw; discard ? #! HF208")
    # one clean book fewer, or a partner who has yet to play with the Foot: no finishing
    short = unsaid.replace("add Q: 2s 2h; discard 4c", "add Q: 2s; discard 2h").replace("draw 8c 4s", "draw 8c 9c")
    online(short.replace("9: 9s 9h 9d; discard 4s", "9: 9s 9h 9d 9c; discard 4c").format(mark=" #! HF708"))
    waits = unsaid.replace("meld 7: 7s 7h 7d 7c\nChi: foot; discard 5d", "meld 7: 7s 7h 7d; discard 7c")
    online(waits.format(mark=" #! HF708"))


def test_s4_15_asking_is_a_choice() -> None:
    online(OUT.format(last="discard 4s; out"))
    online(OUT.format(last="ask yes; discard 4s"))


def test_s4_17_cards_in_hand_and_in_an_unopened_foot_count_against() -> None:
    """Bo holds a Hand of five fives and eight tens and a Foot of the like; the values are the usual ones."""
    game = deal(
        "hand Ana: ...\nfoot Ana: ...\nhand Bo: 4c*3 5c*2 Kc*4 Qc*4\nfoot Bo: 4d*3 5d*2 Kd*4 Qd*4\nturn-up 9h\nAna: draw 4h 5h; discard 4s\nend stock",
        rules=ONLINE, seats="Ana Bo", start="deal 1 dealer Bo",
    ).replace("Kc*4 Qc*4", "Kc*3 Qc*3 Jc*2").replace("Kd*4 Qd*4", "Kd*3 Qd*3 Jd*2")  # fmt: skip
    for left, wrong in ((-210, []), (-105, ["HF804"]), (0, ["HF804"])):
        found = handfoot.audit(game + f"score Bo: left {left}\n").games[0].findings
        assert [f.code for f in found if f.code == "HF804"] == wrong, left
