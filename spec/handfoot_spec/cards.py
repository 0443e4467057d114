"""Cards as small integers, and everything about a card that no profile changes.

A *card* is what a record says of one physical card, so besides the 53 kinds of a pack there are cards known by rank
alone, threes known by colour alone, and the card that nobody but its holder saw:

    0..51   a rank and a suit (``rank * 4 + suit``)        52   a joker
    53..65  a rank whose suit was not written down         66   a red three    67   a black three
    68      an unseen card

Everything below is a table indexed by that integer, so that a question about a card is one look-up.
"""

from __future__ import annotations

from typing import Final

Card = int

RANKS: Final = "23456789TJQKA"
SUITS: Final = "shdc"
SUIT_SIGNS: Final = "♠♥♦♣"

JOKER: Final = 52
FIRST_RANK_ONLY: Final = 53
RED_THREE: Final = 66
BLACK_THREE: Final = 67
UNSEEN: Final = 68
CARDS: Final = 69
NO_CARD: Final = -1  # ``-``: no replacement was had

TWO_RANK: Final = 0
THREE_RANK: Final = 1
WILD_RANK: Final = 13  # the rank of an all-wild meld, and of a joker
NO_RANK: Final = 14


def _rank(card: Card) -> int:
    if card < JOKER:
        return card // 4
    if card == JOKER:
        return WILD_RANK
    if card < RED_THREE:
        return card - FIRST_RANK_ONLY
    return NO_RANK if card == UNSEEN else THREE_RANK


def _name(card: Card) -> str:
    if card < JOKER:
        return RANKS[card // 4] + SUITS[card % 4]
    if card < RED_THREE:
        return "X" if card == JOKER else RANKS[card - FIRST_RANK_ONLY]
    return {RED_THREE: "3r", BLACK_THREE: "3b", UNSEEN: "?"}[card]


RANK: Final[tuple[int, ...]] = tuple(_rank(c) for c in range(CARDS))
NAME: Final[tuple[str, ...]] = tuple(_name(c) for c in range(CARDS))

TWO: Final = FIRST_RANK_ONLY + TWO_RANK
"""A two of unknown suit."""
THREE_OF_UNKNOWN_COLOUR: Final = FIRST_RANK_ONLY + THREE_RANK
IS_THREE: Final[tuple[bool, ...]] = tuple(r == THREE_RANK for r in RANK)
IS_WILD: Final[tuple[bool, ...]] = tuple(r in (TWO_RANK, WILD_RANK) for r in RANK)
RED_THREES: Final[tuple[Card, ...]] = (THREE_RANK * 4 + 1, THREE_RANK * 4 + 2, RED_THREE)
IS_RED_THREE: Final[tuple[bool, ...]] = tuple(c in RED_THREES for c in range(CARDS))
MAY_BE_RED_THREE: Final[tuple[bool, ...]] = tuple(
    c in RED_THREES or c in (THREE_OF_UNKNOWN_COLOUR, UNSEEN) for c in range(CARDS)
)
BLACK_THREES: Final[tuple[Card, ...]] = (THREE_RANK * 4, THREE_RANK * 4 + 3, BLACK_THREE)

RANK_NAMES: Final[tuple[str, ...]] = (*RANKS, "W")
RANK_WORDS: Final[tuple[str, ...]] = (
    "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens", "kings",
    "aces", "wild cards",
)  # fmt: skip


def _kinds(card: Card) -> frozenset[Card]:
    """The exact kinds (0..52) that a recorded card may be."""
    if card <= JOKER:
        return frozenset((card,))
    if card == RED_THREE:
        return frozenset(RED_THREES[:2])
    if card == BLACK_THREE:
        return frozenset(BLACK_THREES[:2])
    if card == UNSEEN:
        return frozenset(range(JOKER + 1))
    return frozenset(range(RANK[card] * 4, RANK[card] * 4 + 4))


KINDS: Final[tuple[frozenset[Card], ...]] = tuple(_kinds(c) for c in range(CARDS))

COMPATIBLE: Final[tuple[frozenset[Card], ...]] = tuple(
    frozenset(d for d in range(CARDS) if KINDS[c] & KINDS[d]) for c in range(CARDS)
)
"""The recorded cards that may be the same physical card as this one."""


def _stand_ins(card: Card) -> tuple[Card, ...]:
    """Cards under which this one may have been recorded, nearest knowledge first; itself and unseen left out."""
    others = (d for d in range(CARDS) if d not in (card, UNSEEN) and KINDS[card] & KINDS[d])
    return tuple(sorted(others, key=lambda d: (len(KINDS[d] ^ KINDS[card]), d)))


STAND_INS: Final[tuple[tuple[Card, ...], ...]] = tuple(_stand_ins(c) for c in range(CARDS))

# A class is what conservation by rank is counted in: a rank, but threes by colour.
CLASSES: Final = 17
_RED_CLASS, _UNKNOWN_THREE_CLASS, _UNSEEN_CLASS = 14, 15, 16
THREE_CLASSES: Final = (THREE_RANK, _RED_CLASS, _UNKNOWN_THREE_CLASS)


def _class(card: Card) -> int:
    if card in RED_THREES:
        return _RED_CLASS
    if card == THREE_OF_UNKNOWN_COLOUR:
        return _UNKNOWN_THREE_CLASS
    return _UNSEEN_CLASS if card == UNSEEN else RANK[card]


CLASS: Final[tuple[int, ...]] = tuple(_class(c) for c in range(CARDS))
CLASS_NAMES: Final[tuple[str, ...]] = (
    "two", "black three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
    "joker", "red three", "three", "unseen card",
)  # fmt: skip
SUIT_NAMES: Final = ("spades", "hearts", "diamonds", "clubs")
KIND_NAMES: Final[tuple[str, ...]] = tuple(
    f"{('three' if RANK[c] == THREE_RANK else CLASS_NAMES[CLASS[c]])} of {SUIT_NAMES[c % 4]}"
    if c < JOKER
    else CLASS_NAMES[CLASS[c]]
    for c in range(CARDS)
)
"""``king of spades`` for a card of known suit; the class name for the others."""


def _spellings() -> dict[str, Card]:
    table = {name: card for card, name in enumerate(NAME)}
    for card in range(JOKER):
        table[RANKS[card // 4] + SUIT_SIGNS[card % 4]] = card
    for spelling, card in list(table.items()):
        if spelling.startswith("T"):
            table["10" + spelling[1:]] = card
    table.update({"Jk": JOKER, "Joker": JOKER, "🃏": JOKER})
    return table


SPELLINGS: Final[dict[str, Card]] = _spellings()
"""Every way a card may be written, to the card."""


def card_from_text(text: str) -> Card:
    """The card that ``text`` (``Ks``, ``10h``, ``X``, ``K``, ``3r``, ``?``) names; ``KeyError`` when it names none."""
    return SPELLINGS[text]


def cards_text(cards: tuple[Card, ...] | list[Card]) -> str:
    """Cards as a scribe writes them, equal neighbours run together: ``Ks*2 Kh``; ``-`` for none."""
    parts: list[str] = []
    i, n = 0, len(cards)
    while i < n:
        j = i
        while j < n and cards[j] == cards[i]:
            j += 1
        parts.append(NAME[cards[i]] + (f"*{j - i}" if j - i > 1 else ""))
        i = j
    return " ".join(parts) or "-"
