"""The questions of ``handfoot ask``, read: whose packet, and which cards, points, or everything.

hand Chi K          how many kings the packet that Chi plays from holds      foot Bo Ks     the same of Bo's Foot
Chi K K 2s          whether it can hold all of these at once                  unseen X       jokers that nobody could see
hand Chi            how many of each rank                                     Chi points     what its cards are worth
all Ana+Chi wild    several packets together: Hands and Feet of both
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from typing import Literal

from handfoot_grammar.parse import Unreadable
from handfoot_grammar.seating import Seating
from handfoot_spec.cards import (
    CLASS_NAMES,
    FIRST_RANK_ONLY,
    JOKER,
    KINDS,
    RANK_NAMES,
    SPELLINGS,
    TWO_RANK,
    UNSEEN,
    Card,
)

PACKETS = ("hand", "foot", "all")
_FILLERS = ("could", "can", "must", "may", "have", "hold", "has", "had", "held")
_WORD = re.compile(r"\S+")
MOST_COPIES = 99
MOST_CARDS = 200

Asks = Literal["table", "count", "cards", "points", "unseen"]


@dataclass(frozen=True)
class Wanted:
    """Cards as they are written in a question, and the exact kinds that will do for each."""

    word: str
    kinds: frozenset[Card]


@dataclass(frozen=True)
class Question:
    """``packet``: hand, foot or all; ``players``: their seats, none where all cards that nobody could see are meant."""

    text: str
    asks: Asks
    packet: str = "hand"
    players: tuple[int, ...] = ()
    cards: tuple[Wanted, ...] = ()


def _kinds_by_word() -> dict[str, frozenset[Card]]:
    words = {word: KINDS[card] for word, card in SPELLINGS.items() if card != UNSEEN}
    for card in range(FIRST_RANK_ONLY, FIRST_RANK_ONLY + 13):
        name = CLASS_NAMES[card - FIRST_RANK_ONLY] if RANK_NAMES[card - FIRST_RANK_ONLY] != "3" else "three"
        words[name] = words[f"{name}es" if name == "six" else f"{name}s"] = KINDS[card]
    words["joker"] = words["jokers"] = KINDS[JOKER]
    words["wild"] = words["wilds"] = KINDS[FIRST_RANK_ONLY + TWO_RANK] | KINDS[JOKER]
    return words


KINDS_BY_WORD = _kinds_by_word()
"""``Ks``, ``K``, ``3r``, ``X``, ``kings``, ``wild``: every way to name kinds of card."""
_CARDS = "a card (Ks), a rank (K), 3r, 3b, X, wild, or points"


def read_question(text: str, seats: tuple[str, ...]) -> Question:
    """A question as somebody wrote it. :raises Unreadable: it is none, with the place in it and what was expected there."""
    seating = Seating(seats)
    words = [(found.group(), found.start()) for found in _WORD.finditer(text)]
    words = [word for i, word in enumerate(words) if word[0] in seats or word[0] not in _FILLERS]
    end = len(text.rstrip())
    if not words:
        raise Unreadable("there is no question here", 0, 1, "hand, foot, all, unseen or a player")
    first, start = words[0]
    if first == "unseen" and first not in seats:
        return Question(text, "unseen", cards=_cards(words[1:]))
    packet = "hand"
    if first in PACKETS and first not in seats:
        packet, words = first, words[1:]
        if not words:
            raise Unreadable(f"whose {'cards' if first == 'all' else first}?", end, end + 1, seating.choices())
        first, start = words[0]
    players = _players(first, start, seating, packet)
    rest = words[1:]
    if not rest:
        return Question(text, "table", packet, players)
    if rest[0][0] == "points":
        if len(rest) > 1:
            raise Unreadable(
                "nothing may follow points", rest[1][1], rest[1][1] + len(rest[1][0]), "the end of the question"
            )
        return Question(text, "points", packet, players)
    cards = _cards(rest)
    return Question(text, "count" if len(cards) == 1 and "*" not in rest[0][0] else "cards", packet, players, cards)


def _players(word: str, start: int, seating: Seating, packet: str) -> tuple[int, ...]:
    players: list[int] = []
    for label in word.split("+"):
        seat = seating.seats.get(label)
        if seat is None:
            if word in KINDS_BY_WORD:
                raise Unreadable(
                    f"whose {packet}? {word!r} is a card", start, start + len(word), seating.choices(), "HF003"
                )
            raise Unreadable(_stranger(label, seating), start, start + (len(label) or 1), seating.choices(), "HF003")
        if seat in players:
            raise Unreadable(f"{label} is named twice", start, start + len(label))
        players.append(seat)
        start += len(label) + 1
    return tuple(players)


def _stranger(label: str, seating: Seating) -> str:
    close = difflib.get_close_matches(label, (*PACKETS, "unseen"), 1, 0.7)
    if close and seating.nearest(label) is None:
        return f"{label[:40]!r} is neither a player nor a word of a question; did you mean {close[0]!r}?"
    return seating.stranger(label)


def _cards(words: list[tuple[str, int]]) -> tuple[Wanted, ...]:
    found: list[Wanted] = []
    for word, start in words:
        name, star, times = word.partition("*")
        kinds = KINDS_BY_WORD.get(name)
        if kinds is None:
            raise Unreadable(_no_card(name), start, start + (len(name) or 1), _CARDS, "HF002")
        count = int(times) if times.isdecimal() and times.isascii() and len(times) < 4 else 0
        if star and not 1 <= count <= MOST_COPIES:
            at = start + len(name) + 1
            raise Unreadable(f"{times[:20]!r} is no number of cards", at, at + (len(times) or 1), f"1 to {MOST_COPIES}")
        found += [Wanted(name, kinds)] * (count or 1)
        if len(found) > MOST_CARDS:
            raise Unreadable(f"more than {MOST_CARDS} cards in one question", start, start + len(word))
    return tuple(found)


def _no_card(name: str) -> str:
    if name == "?":
        return "'?' may be any card; ask for a rank or a card"
    close = [word for word in (name.upper(), name.lower(), name.capitalize()) if word in KINDS_BY_WORD]
    close = close or difflib.get_close_matches(name, [w for w in (*KINDS_BY_WORD, "points") if len(w) > 2], 1, 0.7)
    return f"{name[:40]!r} is no card" + (f"; did you mean {close[0]!r}?" if close else "")
