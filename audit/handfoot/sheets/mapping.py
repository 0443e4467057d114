"""Which column of a table is what: from a small TOML file, or by the words that players head their columns with."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from handfoot_spec.toml import TomlError, read_toml

STRUCTURE = ("game", "deal", "side")
FLAGS = ("first", "net")
COUNTS = ("clean", "dirty", "wild", "run", "twos")
AMOUNTS = ("cards", "reds", "left", "out", "bonus", "rest")
"""Parts of a total. ``rest`` is one figure for several of them, of which nothing but the sum can be judged."""
OTHER = ("total", "running", "begin", "opening")
KEYS = (*STRUCTURE, *FLAGS, *COUNTS, *AMOUNTS, *OTHER, "ignore")
LAYOUTS = ("rows", "sides", "entries")


class MappingError(ValueError):
    """A mapping file that cannot be used."""


@dataclass(frozen=True, slots=True)
class Column:
    """What a column is: its key, and what one of it is worth in points where it counts things (None: as the rules have it)."""

    key: str
    each: int | None = None


@dataclass(frozen=True)
class Mapping:
    """How a table is to be read.

    ``layout``: ``rows``, a row for each side and deal; ``sides``, a row for each deal, the sides beside each other; ``entries``,
    a row for each entry, a column for each deal. ``left``: ``signed`` as a number that is added, ``positive`` as one that is
    subtracted. ``add_rows``: several rows of a side in a deal add up.
    """

    columns: dict[str, Column] = field(default_factory=dict)
    layout: str | None = None
    rules: str | None = None
    sides: tuple[str, ...] = ()
    left: str | None = None
    net: bool = False
    add_rows: bool = False

    def column(self, header: str) -> Column | None:
        """What a header means: by the mapping, else by the words of players where the mapping names no columns."""
        named = self.columns.get(normal(header))
        if named is not None or self.columns:
            return named
        return by_words(header)


def normal(header: str) -> str:
    """A header without case, spaces and punctuation."""
    return re.sub(r"[\W_]+", "", header.casefold())


def _words() -> dict[str, str]:
    words: dict[str, str] = {}
    sorts = {
        "clean": ("clean", "red", "natural", "pure", "cleans", "naturals"),
        "dirty": ("dirty", "black", "mixed", "unnatural", "unclean", "dirties"),
        "wild": ("wild", "wilds", "dirtywild", "wildcard"),
    }
    nouns = ("books", "book", "canastas", "canasta", "piles", "pile", "sets", "set", "melds", "bookcount", "count")
    for key, sort in sorts.items():
        for word in sort:
            words[word] = key
            words.update({word + noun: key for noun in nouns})
            words.update({noun + word: key for noun in nouns})
    plain = {
        "game": "game gameid gameno gamenumber match matchno",
        "deal": "deal dealno dealnumber round rounds roundno roundnumber roundid hand handno handnumber",
        "side": "side team teamname teamid player players playername name names pair partnership couple partners",
        "cards": "cards cardpoints cardscore cardcount cardvalues cardvalue count basecount base points meldpoints"
        " tablepoints individualcardcount individualcards scorecards bones meldedcards pointsoncards",
        "left": "left leftover leftovers leftpoints caughtwith caught inhand negative negatives minus handpoints stuck"
        " losspenalty numberinhand pointsinhand minushandpoints subtract",
        "run": "run runs",
        "twos": "twos seriesoftwos booksoftwos",
        "out": "out goingout goingoutbonus goout wentout outbonus gooutbonus",
        "reds": "reds redthree redthrees red3 red3s redthreepoints redthreebonus threes",
        "bonus": "books bookpoints bookbonus bookbonuses scorebooks pointsfrombooks canastabonus canastapoints bonusofbooks",
        "rest": "bonus bonuses otherbonus extra",
        "total": "total totals score roundtotal roundscore roundtotalscore dealtotal dealscore handtotal handscore",
        "running": "running runningtotal cumulative totalsofar grandtotal runningscore carriedforward",
        "begin": "begin beginning beginningtotal beginningtotals startingtotal carriedin broughtforward",
        "opening": "opening opener minimum openingminimum",
        "first": "first downfirst firstdown laidfirst laiddownfirst wentdownfirst",
        "net": "net netted",
        "cut22": "22exactly draw22exactly draw22 cut22 exact22",
        "sevens": "sevens sevensbonus",
    }
    for key, listed in plain.items():
        words.update(dict.fromkeys(listed.split(), key))
    return words


WORDS = _words()
"""Headers as players write them, without case, spaces and punctuation."""

_EACH = re.compile(r"(\d[\d,]*)\s*(?:points?|pts?)?\s*(?:each|apiece|per\b.*)", re.IGNORECASE)


def by_words(header: str) -> Column | None:
    """What a header means in the words of players: ``3 Clean (Red) 500 each`` is clean books at 500."""
    if (key := WORDS.get(normal(header))) is not None:
        return Column(key)
    each = _EACH.search(header)
    bare = re.sub(r"\([^)]*\)", " ", header if each is None else header[: each.start()])
    for text in (bare, re.sub(r"^\s*\d+\s", "", bare), re.sub(r"\s\d+\s*$", "", bare)):
        key = WORDS.get(normal(text))
        if key is not None and (text is bare or key not in STRUCTURE):  # "Team 1" is a side's name
            return Column(key, None if each is None else int(each[1].replace(",", "")))
    return None


def read_mapping(path: Path) -> Mapping:
    """A mapping file. :raises MappingError: it cannot be read, or says what no mapping can."""
    try:
        data = read_toml(path)
    except (TomlError, OSError) as error:
        raise MappingError(f"{path}: {error}") from None
    fields = {"layout": str, "rules": str, "sides": list, "left": str, "net": bool, "add_rows": bool, "columns": dict}
    for key, value in data.items():
        if key not in fields:
            raise MappingError(f"{path}: {_unknown(key, tuple(fields))}")
        if not isinstance(value, fields[key]):
            raise MappingError(f"{path}: {key}: {value!r} is no {fields[key].__name__}")
    _one_of(path, data, "layout", LAYOUTS)
    _one_of(path, data, "left", ("signed", "positive"))
    columns = {normal(str(name)): _column(path, str(name), spec) for name, spec in data.pop("columns", {}).items()}
    sides = tuple(str(side) for side in data.pop("sides", ()))
    return Mapping(columns, sides=sides, **data)


def _column(path: Path, name: str, spec: Any) -> Column:
    if isinstance(spec, str):
        spec = {"key": spec}
    if not isinstance(spec, dict) or not isinstance(spec.get("key"), str) or set(spec) - {"key", "each"}:
        raise MappingError(f'{path}: columns.{name}: expected a key, as "cards", or {{ key = "reds", each = 100 }}')
    key, each = spec["key"], spec.get("each")
    if key not in KEYS and not re.fullmatch(r"[a-z][a-z0-9-]*", key):
        raise MappingError(f"{path}: columns.{name}: {_unknown(key, KEYS)}")
    if each is not None and (not isinstance(each, int) or isinstance(each, bool)):
        raise MappingError(f"{path}: columns.{name}: each is a number of points, not {each!r}")
    return Column(key, each)


def _one_of(path: Path, data: dict[str, Any], key: str, choices: tuple[str, ...]) -> None:
    if key in data and data[key] not in choices:
        raise MappingError(f"{path}: {key}: expected one of {', '.join(choices)}, found {data[key]!r}")


def _unknown(key: str, known: tuple[str, ...]) -> str:
    close = difflib.get_close_matches(key, known, 1, 0.5)
    return f"unknown key {key!r}; " + (f"did you mean {close[0]!r}?" if close else f"known are {', '.join(known)}")
