"""A deal in which Ana can go out, in a few lines that a test may replace one by one.

Ana+Chi have two clean books (kings, aces), two dirty ones (queens, jacks) and the all-wild one; Chi has played a turn from the
Foot; Ana plays from the Foot and holds three nines. What Bo and Dee hold nobody saw.
"""

from __future__ import annotations

SET_UP = """\
deal 1 dealer Dee
hand Ana: Ks*2 Kh*2 Kd*2 Kc As*2 Ah*2 Ad*2
hand Chi: Qs*2 Qh*2 Qd 2s 2h Js*2 Jh*2 2d 2c
foot Ana: X*7 4h 4d 4c 4s 9s 9h
foot Chi: 8s 8h 8d Ts Th Td 5h 5d 5c 6s 6h 6d 7c
turn-up 9d
"""

KINGS_AND_ACES = "Ana: draw Ac 4s; meld K: Ks*2 Kh*2 Kd*2 Kc; meld A: As*2 Ah*2 Ad*2 Ac; discard 4s"
QUEENS_AND_JACKS = "Chi: draw Jd 5s; meld Q: Qs*2 Qh*2 Qd 2s 2h; meld J: Js*2 Jh*2 Jd 2d 2c; discard 5s"
JOKERS = "Ana: foot X*7 4h 4d 4c 4s 9s 9h; draw 9d 7s; meld W: X*7; meld 4: 4h 4d 4c 4s; discard 7s"
PARTNER_IN_FOOT = "Chi: foot 8s 8h 8d Ts Th Td 5h 5d 5c 6s 6h 6d 7c; draw 6c 7d; discard 7d"
WITH_DISCARD = "Ana: draw 9c 5s; ask yes; meld 9: 9s 9h 9d 9c; discard 5s"
WITHOUT_DISCARD = "Ana: draw 9c 4s; ask yes; meld 9: 9s 9h 9d 9c; add 4: 4s"
CHI_LEFT = "left Chi: 8s 8h 8d Ts Th Td 5h 5d 5c 6s 6h 6d 7c 6c"

CARDS = 70 + 140 + 90 + 90 + 350 + 20 + 40
"""Points of the melds of Ana+Chi after WITH_DISCARD; 5 more after WITHOUT_DISCARD."""
BONUS = 2 * 500 + 2 * 300 + 1500
LEFT = -(3 * 10 + 3 * 10 + 3 * 5 + 3 * 5 + 5 + 5)
"""Points that Chi is left with."""
TOTAL = BONUS + CARDS + LEFT + 100


def going_out(
    *ending: str,
    first: str = KINGS_AND_ACES,
    second: str = QUEENS_AND_JACKS,
    third: str = JOKERS,
    fourth: str = PARTNER_IN_FOOT,
    set_up: str = SET_UP,
    bo: tuple[str, str] = ("?", "?"),
    dee: tuple[str, str] = ("?", "?"),
) -> str:
    """The deal up to Ana's third turn, and ``ending``: that turn and what follows it, a line each.

    ``bo`` and ``dee`` are what these two discard in their two turns.
    """
    theirs = [f"{player}: draw; discard {card}" for i in (0, 1) for player, card in (("Bo", bo[i]), ("Dee", dee[i]))]
    lines = [first, theirs[0], second, theirs[1], third, theirs[2], fourth, theirs[3], *ending]
    return set_up + "\n".join(lines)
