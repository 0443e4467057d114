"""Typed reading of JSON values: each function gives what a value says, or raises :class:`Bad` with its path."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable
from typing import Any

from handfoot_spec.cards import NAME, RANK_NAMES, SUIT_SIGNS, SUITS

from . import log, parse
from .json_place import Path
from .limits import MOST_CARDS
from .parse import Unreadable
from .seating import Seating

Object = dict[str, Any]


class Bad(Exception):
    """A JSON value that cannot be read: where it stands, why, and what was expected there."""

    def __init__(self, path: Path, message: str, expected: str | None = None, code: str = "HF001") -> None:
        super().__init__(message)
        self.path, self.message, self.expected, self.code = path, message, expected, code


class Doubled(dict[str, Any]):
    """An object in which a key stood more than once; the first counts."""

    keys_twice: tuple[str, ...] = ()


def object_of(pairs: list[tuple[str, Any]]) -> Object:
    """The ``object_pairs_hook`` of the decoder."""
    plain = dict(pairs)
    if len(plain) == len(pairs):
        return plain
    doubled = Doubled()
    twice = []
    for key, value in pairs:
        if key in doubled:
            twice.append(key)
        else:
            doubled[key] = value
    doubled.keys_twice = tuple(dict.fromkeys(twice))
    return doubled


def number_of(digits: str) -> int | float:
    """The ``parse_int`` of the decoder: a number of absurd length is no whole number, and costs no time."""
    return int(digits) if len(digits) < 19 else float("inf")


def described(value: Any) -> str:
    """A value in the words of a complaint."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    return f"{value!r}"[:60] if isinstance(value, str) else f"the number {value}"


def wrong(path: Path, value: Any, expected: str, code: str = "HF001") -> Bad:
    """The complaint about a value of another type."""
    return Bad(path, f"{described(value)} cannot stand here", expected, code)


def guess(word: str, words: Iterable[str]) -> str:
    """``; did you mean 'x'?``, or nothing."""
    close = difflib.get_close_matches(word[:80], list(words), 1, 0.6)
    return f"; did you mean {close[0]!r}?" if close else ""


def an_object(value: Any, path: Path, expected: str) -> Object:
    """An object without a key that stands twice."""
    if not isinstance(value, dict):
        raise wrong(path, value, expected)
    if isinstance(value, Doubled):
        key = value.keys_twice[0]
        raise Bad((*path, key), f"the field {key[:40]!r} is given twice", None)
    return value


def only(fields: Object, allowed: Collection[str], path: Path) -> Object:
    """``fields`` if it has none but the allowed ones."""
    for key in fields:
        if key not in allowed:
            raise unknown(key, allowed, path)
    return fields


def unknown(key: str, allowed: Collection[str], path: Path) -> Bad:
    """The complaint about a field that does not belong here."""
    return Bad((*path, key), f"{key[:40]!r} is no field here{guess(key, allowed)}", " or ".join(allowed))


def field(fields: Object, key: str, path: Path) -> Any:
    """A field that must be there."""
    if key not in fields:
        raise Bad(path, f"the field {key!r} is missing")
    return fields[key]


def whole(value: Any, path: Path, least: int = 0, most: int = 1_000_000) -> int:
    """A whole number within bounds."""
    if type(value) is not int:
        raise wrong(path, value, "a whole number")
    if not least <= value <= most:
        raise Bad(path, f"{value} is beyond any number of this game", f"a number from {least} to {most}")
    return value


def amount(value: Any, path: Path) -> int:
    """Points, which may be negative."""
    return whole(value, path, -10_000_000, 10_000_000)


NO_TEXT = re.compile("[\0\ud800-\udfff]")


def text(value: Any, path: Path, expected: str = "a text") -> str:
    """A text that a file of text can hold."""
    if not isinstance(value, str):
        raise wrong(path, value, expected)
    if NO_TEXT.search(value):
        raise Bad(path, "half a character or a NUL cannot stand in a text", expected)
    return value


def the_list(value: Any, path: Path, expected: str) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        raise wrong(path, value, expected)
    return value


def placed(error: Unreadable, path: Path) -> Bad:
    """A complaint of the parser, at the path of the text that it refused."""
    return Bad(path, error.message, error.expected, error.code)


# --- cards ------------------------------------------------------------------------------------------------------

_A_CARD = "a card (Ks, 10h, X, K, 3r, ?)"
_CHAINS = "red threes with their chains (3h>5c, 3h>-)"
_CARDS = 'a list of cards (["Ks", "2c*2", "?"])'


def items(value: Any, path: Path) -> log.Items:
    """A list of cards, a red three with its chain among them."""
    found: list[log.Item] = []
    for i, word in enumerate(the_list(value, path, _CARDS)):
        if not isinstance(word, str):
            raise wrong((*path, i), word, _A_CARD)
        try:
            found.extend(parse.card_word(word))
        except Unreadable as error:
            raise placed(error, (*path, i)) from None
        if len(found) > MOST_CARDS:
            raise Bad((*path, i), f"more than {MOST_CARDS:,} cards in one list", _CARDS)
    return tuple(found)


def items_or_none(value: Any, path: Path) -> log.Items | None:
    """A list of cards, or null."""
    return None if value is None else items(value, path)


def cards(value: Any, path: Path) -> tuple[int, ...]:
    """A list of cards without chains."""
    plain: list[int] = []
    for item in items(value, path):
        if isinstance(item, tuple):
            raise Bad(path, f"{NAME[item[0]]} has a chain of replacements, which cannot stand here", _CARDS)
        plain.append(item)
    return tuple(plain)


def cards_or_none(value: Any, path: Path) -> tuple[int, ...] | None:
    """A list of cards without chains, or null."""
    return None if value is None else cards(value, path)


def chains(value: Any, path: Path) -> tuple[tuple[int, ...], ...]:
    """Red threes, each with its chain; at least one."""
    found: list[tuple[int, ...]] = []
    for item in items(value, path):
        if not isinstance(item, tuple):
            raise Bad(path, f"{NAME[item]} stands without its replacement", _CHAINS)
        found.append(item)
    if not found:
        raise Bad(path, "no red three is named", _CHAINS)
    return tuple(found)


def card(value: Any, path: Path) -> int:
    """One card."""
    found = cards([value], path) if isinstance(value, str) else ()
    if len(found) != 1:
        raise wrong(path, value, _A_CARD)
    return found[0]


_RANKS = {name: rank for rank, name in enumerate(RANK_NAMES)} | {"10": RANK_NAMES.index("T")}
_SUITS = {sign: log.RUN_RANK + i % 4 for i, sign in enumerate(SUITS + SUIT_SIGNS)}


def rank(value: Any, path: Path) -> int:
    """A rank, ``W`` for wild."""
    found = _RANKS.get(value) if isinstance(value, str) else None
    if found is None:
        raise wrong(path, value, "a rank (4-9 T J Q K A, or W)")
    return found


def run(value: Any, path: Path) -> int:
    """The suit of a run, as the rank of a run."""
    found = _SUITS.get(value) if isinstance(value, str) else None
    if found is None:
        raise wrong(path, value, "a suit (s h d c)")
    return found


def meld_number(value: Any, path: Path) -> int | None:
    """The ``n`` of ``add K#n``."""
    return None if value is None else whole(value, path, 0, 999)


# --- players ----------------------------------------------------------------------------------------------------


def seat(value: Any, path: Path, seating: Seating) -> int:
    """A player."""
    try:
        return seating.seat(text(value, path, "a player's label"))
    except Unreadable as error:
        raise placed(error, path) from None


def team(value: Any, path: Path, seating: Seating) -> log.Team:
    """A side, ``Ana+Chi``."""
    try:
        return seating.team(text(value, path, "a team (Ana+Chi)"))
    except Unreadable as error:
        raise placed(error, path) from None
