"""Profiles read from TOML files: shipped ones by name, house rules by path, ``extends`` followed, every value checked."""

from __future__ import annotations

import difflib
import re
import tomllib
import types
import typing
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from .profile import Book, Opening, Profile, ProfileError
from .toml import TomlError, read_toml

_FOLDER = Path(__file__).parent / "profiles"


@cache
def shipped() -> tuple[str, ...]:
    """The names of the profiles that come with the product."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


@cache
def load(name: str) -> Profile:
    """A shipped profile by name. :raises ProfileError: no profile has that name."""
    if name not in shipped():
        close = difflib.get_close_matches(name, shipped(), 1, 0.5)
        hint = f"; did you mean {close[0]!r}?" if close else f"; shipped are: {', '.join(shipped())}"
        raise ProfileError(f"no profile is named {name!r}{hint}")
    return _build(_resolved(_shipped_data(name), f"{name}.toml", ()), f"{name}.toml")


def load_file(path: Path) -> Profile:
    """A profile from a TOML file. :raises ProfileError: unreadable, or a key or value the schema does not know."""
    try:
        data = read_toml(path)
    except TomlError as error:
        raise ProfileError(f"{path}: {error}") from None
    return _build(_resolved(data, str(path), ()), str(path))


def load_text(text: str, where: str) -> Profile:
    """A profile from the text of a file that would stand at ``where``. :raises ProfileError: as :func:`load_file` does."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(f"{where}: {error}") from None
    return _build(_resolved(data, where, ()), where)


def read_value(key: str, raw: Any, where: str = "--set") -> Any:
    """``raw`` as the schema has it at ``key``: ``opening.minima``, or ``books.KIND.FIELD`` for one kind of book.

    :raises ProfileError: an unknown key, or a value that cannot stand there.
    """
    sections = {name: hint for name, hint in _hints(Profile).items() if is_dataclass(hint)}
    section, *names = key.split(".")
    kind: Any = Book if section == "books" else sections.get(section)
    if kind is None or len(names) != (2 if section == "books" else 1):
        close = difflib.get_close_matches(section, sections, 1, 0.5)
        hint = f"; did you mean {close[0]}.{names[-1]}?" if close and close[0] != section and names else ""
        raise ProfileError(
            f"{where}: unknown key {key!r}{hint or '; expected SECTION.FIELD, or books.KIND.FIELD'}; sections are {', '.join(sections)}"
        )
    hints = _hints(kind)
    if names[-1] not in hints:
        close = difflib.get_close_matches(names[-1], hints, 1, 0.5)
        hint = f"; did you mean {close[0]!r}?" if close else f"; known here: {', '.join(hints)}"
        raise ProfileError(f"{where}: unknown key {key!r}{hint}")
    value = _value(hints[names[-1]], raw, where, key)
    if key in _BOUNDS:
        _check_bounds(key, value, where)
    return value


def _shipped_data(name: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def _resolved(data: dict[str, Any], where: str, seen: tuple[str, ...]) -> dict[str, Any]:
    base_name = data.get("extends")
    if base_name is None:
        return data
    if not isinstance(base_name, str):
        raise ProfileError(f"{where}: extends: expected the name of a profile in quotes, found {base_name!r}")
    if base_name in seen:
        raise ProfileError(f"{where}: extends goes round in a circle: {' -> '.join((*seen, base_name))}")
    if base_name in shipped():
        base, base_where = _shipped_data(base_name), f"{base_name}.toml"
    elif base_name.endswith(".toml"):
        path = Path(where).parent / base_name
        try:
            base, base_where = read_toml(path), str(path)
        except TomlError as error:
            raise ProfileError(f"{where}: extends {base_name!r}: {error}") from None
    else:
        close = difflib.get_close_matches(base_name, shipped(), 1, 0.5)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise ProfileError(f"{where}: extends: no profile is named {base_name!r}{hint}")
    merged = dict(_resolved(base, base_where, (*seen, base_name)))
    for key, value in data.items():
        if key == "extends":
            continue
        old = merged.get(key)
        merged[key] = {**old, **value} if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


_POINTS, _MOST_POINTS, _CARDS = (-10_000, 10_000), (-100_000, 100_000), (0, 30)
_BOUNDS = {
    "table.players": (2, 12), "table.packs": (1, 20), "table.jokers_per_pack": (0, 8), "table.hand": (1, 40), "table.foot": (1, 40),
    "table.packets": (1, 8), "table.hand_by_deal": (1, 40), "table.foot_by_deal": (1, 40), "table.stock_piles": (1, 8),
    "table.cut_bonus": _POINTS, "deals.count": (1, 100), "deals.end_score": (1, 1_000_000), "deals.minutes": (1, 10_000),
    "turn.draw": (1, 10), "turn.draw_by_deal": (1, 10), "melds.least": (1, 20), "melds.cap": (2, 30), "melds.natural_share": (1, 20),
    "melds.wild_share": (0, 20), "melds.wild_margin": (-30, 30), "melds.wild_table": _CARDS, "melds.most_wilds": _CARDS,
    "melds.dirty_naturals": _CARDS, "opening.minima": (0, 10_000), "opening.least_per_meld": (0, 10_000), "opening.first_bonus": _POINTS,
    "take.count": (0, 300), "take.count_by_deal": (0, 300), "take.freeze_at": _CARDS, "threes.red_points": _POINTS,
    "threes.red_hidden_points": _POINTS, "threes.red_unopened_foot_points": _POINTS, "threes.red_all_points": _POINTS,
    "out.bonus": _MOST_POINTS, "score.joker": (0, 1_000), "score.two": (0, 1_000), "score.ace": (0, 1_000), "score.high": (0, 1_000),
    "score.low": (0, 1_000), "score.black_three": (0, 1_000), "score.black_three_last": _POINTS, "score.red_three": (0, 1_000),
    "score.high_from": (4, 14),
}  # fmt: skip
"""What no table plays beyond; a number outside is a slip of the pen."""


def _build(data: dict[str, Any], where: str) -> Profile:
    profile = _value(Profile, data, where, "")
    assert isinstance(profile, Profile)
    _check_citations(profile, where)
    if not profile.opening.minima:
        raise ProfileError(f"{where}: opening.minima: at least one minimum is needed")
    _check_books(profile, where)
    for key in _BOUNDS:
        section, _, name = key.partition(".")
        _check_bounds(key, getattr(getattr(profile, section), name), where)
    if not profile.table.players:
        raise ProfileError(f"{where}: table.players: expected at least one number of players, found none")
    if profile.melds.cap < profile.melds.least:
        raise ProfileError(f"{where}: melds.cap: a book of {profile.melds.cap} cards is smaller than the smallest meld")
    _fits_the_packs(profile, where)
    if profile.opening.by == "score":
        _check_scores(profile.opening, where)
    for books in (profile.out.books, *profile.out.books_by_deal):
        for kind, number in books.items():
            if kind not in {book.counts_as for book in profile.books}:
                raise ProfileError(f"{where}: out.books: no kind of book counts as {kind!r}")
            if not 0 <= number <= 100:
                raise ProfileError(f"{where}: out.books.{kind}: expected 0 to 100, found {number}")
    return profile


def _check_bounds(key: str, value: Any, where: str) -> None:
    """A number, or each of a list, within what tables play."""
    low, high = _BOUNDS[key]
    for n in value if isinstance(value, tuple) else (value,):
        if isinstance(n, int) and not low <= n <= high:
            raise ProfileError(f"{where}: {key}: expected {low} to {high}, found {n}")


def _check_citations(profile: Profile, where: str) -> None:
    """Rules that are cited stand in the file, their sources too, and codes are those of findings."""
    from .catalogue import catalogue

    for key, numbers in {**profile.values, **profile.cites}.items():
        for number in numbers:
            if number not in profile.rules:
                raise ProfileError(f"{where}: {key!r} cites {number!r}, which [rules] does not hold")
    for number, rule in profile.rules.items():
        if rule.source not in profile.sources and (rule.source or not profile.sources):
            missing = f"the source {rule.source!r}" if rule.source else "any source"
            raise ProfileError(f"{where}: rules.{number}: [sources] does not hold {missing}")
    for code in profile.levels:
        if code not in catalogue():
            raise ProfileError(f"{where}: levels: no finding has the code {code!r}")


def _check_scores(opening: Opening, where: str) -> None:
    """A minimum for each score, the scores rising."""
    if len(opening.scores) != len(opening.minima) or sorted(set(opening.scores)) != list(opening.scores):
        raise ProfileError(
            f"{where}: opening.scores: expected {len(opening.minima)} rising scores, one for each minimum, found {', '.join(map(str, opening.scores)) or 'none'}"
        )


SCORE_WORDS = frozenset(
    {"cards", "reds", "left", "out", "bonus", "total", "running", "net", "first", "opening", "penalty", "cut", "extras", "unfinished"}
)  # fmt: skip
"""What a score line calls its other parts; no kind of book has such a name."""
_KIND = re.compile(r"[^\W\d][\w-]{0,30}")


def _check_books(profile: Profile, where: str) -> None:
    """Kinds of book that can be told apart, and numbers that make sense."""
    if len(profile.books) > 20:
        raise ProfileError(f"{where}: books: expected at most 20 kinds, found {len(profile.books)}")
    if sum(book.unfinished_penalty > 0 for book in profile.books) > 5:
        raise ProfileError(f"{where}: books: expected at most 5 kinds with an unfinished_penalty")
    seen: set[str] = set()
    for book in profile.books:
        if not _KIND.fullmatch(book.kind) or book.kind in SCORE_WORDS:
            raise ProfileError(
                f"{where}: books: a kind of book cannot be named {book.kind!r}: expected a word that names no other part of a score"
            )
        if not _MOST_POINTS[0] <= book.bonus <= _MOST_POINTS[1] or book.unfinished_penalty > _MOST_POINTS[1]:
            raise ProfileError(
                f"{where}: books ({book.kind}): expected {_MOST_POINTS[0]:,} to {_MOST_POINTS[1]:,} points"
            )
        if book.wilds is not None and not 0 <= book.wilds[0] <= book.wilds[1] <= 30:
            raise ProfileError(
                f"{where}: books ({book.kind}): wilds: expected the fewest and the most, 0 to 30, found {book.wilds[0]} and {book.wilds[1]}"
            )
        if book.kind in seen:
            raise ProfileError(
                f"{where}: books: two kinds of book are named {book.kind!r}; scores and claims could not tell them apart"
            )
        seen.add(book.kind)
        if book.cap is not None and not max(2, profile.melds.least) <= book.cap <= 30:
            raise ProfileError(
                f"{where}: books ({book.kind}): cap: expected {max(2, profile.melds.least)} to 30, found {book.cap}"
            )
        if book.unfinished_penalty < 0:
            raise ProfileError(
                f"{where}: books ({book.kind}): unfinished_penalty: a cost is written without a minus sign"
            )
    for name in ("joker", "two", "ace", "high", "low", "black_three", "red_three"):
        if (getattr(profile.score, name) or 0) < 0:
            raise ProfileError(
                f"{where}: score.{name}: what a card costs when it is left over is written without a minus sign"
            )


def _fits_the_packs(profile: Profile, where: str) -> None:
    """Whether the packs suffice for what is dealt, at every number of players and in every deal."""
    for players in profile.table.players:
        table = profile.at_table(players)
        for deal in range(1, max(table._deals_differ, 1) + 1):
            t = table.at_deal(deal).table
            dealt = players * (t.hand + t.foot) + profile.starter.turned
            if dealt > table.deck_size:
                raise ProfileError(f"{where}: table: {dealt} cards are dealt to {players} players of {table.deck_size}")


def _value(kind: Any, raw: Any, where: str, path: str) -> Any:
    """``raw`` as the type ``kind`` of the schema; every complaint names the key and what was expected."""
    if isinstance(kind, type) and hasattr(kind, "__dataclass_fields__"):
        return _section(kind, raw, where, path)
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        if raw in args and isinstance(raw, str):
            return raw
        close = difflib.get_close_matches(str(raw), [str(a) for a in args], 1, 0.5)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise ProfileError(f"{where}: {path}: expected one of {', '.join(map(str, args))}, found {raw!r}{hint}")
    if origin in (types.UnionType, typing.Union):
        for option in args:
            if option is type(None):
                continue
            try:
                return _value(option, raw, where, path)
            except ProfileError as error:
                last = error
        raise last
    if origin is tuple:
        if not isinstance(raw, list):
            raise ProfileError(f"{where}: {path}: expected a list, found {raw!r}")
        if args[-1] is not Ellipsis and len(raw) != len(args):
            raise ProfileError(f"{where}: {path}: expected {len(args)} values, found {len(raw)}")
        return tuple(_value(args[0], item, where, f"{path}[{i}]") for i, item in enumerate(raw))
    if origin is Mapping or (isinstance(origin, type) and issubclass(origin, Mapping)):
        if not isinstance(raw, dict):
            raise ProfileError(f"{where}: {path}: expected a table, found {raw!r}")
        return {key: _value(args[1], item, where, f"{path}.{key}".lstrip(".")) for key, item in raw.items()}
    if type(raw) is not kind:
        words = {int: "a whole number", bool: "true or false", str: "text in quotes"}
        raise ProfileError(f"{where}: {path}: expected {words.get(kind, kind)}, found {raw!r}")
    if kind is int and not -1_000_000 <= raw <= 1_000_000:
        raise ProfileError(f"{where}: {path}: {raw} is out of any reasonable range")
    return raw


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _section(kind: type, raw: Any, where: str, path: str) -> Any:
    if not isinstance(raw, dict):
        raise ProfileError(f"{where}: {path}: expected a section, found {raw!r}")
    hints, prefix = _hints(kind), f"{path}." if path else ""
    for key in raw:
        if key not in hints:
            close = difflib.get_close_matches(key, hints, 1, 0.5)
            hint = f"; did you mean {close[0]!r}?" if close else f"; known here: {', '.join(hints)}"
            raise ProfileError(f"{where}: unknown key {prefix + key!r}{hint}")
    values = {key: _value(hints[key], item, where, prefix + key) for key, item in raw.items()}
    for spec in fields(kind):
        if spec.name not in values and spec.default is spec.default_factory:  # both MISSING: required
            raise ProfileError(f"{where}: {prefix + spec.name!r} is missing")
    return kind(**values)
