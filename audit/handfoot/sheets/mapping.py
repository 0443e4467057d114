"""Which column of a table is what: from a small TOML file, or by the words that players head their columns with."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from handfoot_spec.toml import TomlError, read_toml

from .words import BOOKS, STRUCTURE, Column, by_words, normal

FLAGS = ("first", "foot-first", "net")
COUNTS = BOOKS
AMOUNTS = ("cards", "reds", "left", "out", "bonus", "rest", "penalty")
"""Parts of a total. ``rest`` is one figure for several of them."""
OTHER = ("total", "running", "begin", "opening")
KEYS = (*STRUCTURE, *FLAGS, *COUNTS, *AMOUNTS, *OTHER, "ignore")
LAYOUTS = ("rows", "sides", "entries")


class MappingError(ValueError):
    """A mapping file that cannot be used."""


@dataclass(frozen=True)
class Mapping:
    """How a table is to be read.

    ``layout``: ``rows``, a row for each side and deal; ``sides``, a row for each deal, the sides beside each other; ``entries``,
    a row for each entry, a column for each deal. ``left``: ``signed`` as a number that is added, ``positive`` as one that is
    subtracted; where it is not said, as the totals have it. ``add_rows``: several rows of a side in a deal add up. ``header``: columns
    that a table has for which this mapping is meant. ``records``: where an export has its sides, and each side its history. ``names``:
    the columns as they are written.
    """

    columns: dict[str, Column] = field(default_factory=dict)
    layout: str | None = None
    rules: str | None = None
    sides: tuple[str, ...] = ()
    left: str | None = None
    net: bool = False
    add_rows: bool = False
    header: tuple[str, ...] = ()
    records: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    def column(self, header: str) -> Column | None:
        """What a header means: by the mapping, else by the words of players where the mapping names no columns."""
        named = self.columns.get(normal(header))
        if named is not None or self.columns:
            return named
        return by_words(header)


@cache
def built_ins() -> tuple[Mapping, ...]:
    """The mappings that come with the package, for the tables and exports of some programs."""
    folder = Path(__file__).parent.parent / "data" / "sheets"
    return tuple(read_mapping(path) for path in sorted(folder.glob("*.toml")))


def built_in(header: Sequence[str]) -> Mapping | None:
    """The mapping that comes with the package for tables with such a header, as some programs write them."""
    names = {normal(name) for name in header}
    return next((mapping for mapping in built_ins() if not mapping.records and names >= set(mapping.header)), None)


def read_mapping(path: Path) -> Mapping:
    """A mapping file. :raises MappingError: it cannot be read, or says what no mapping can."""
    try:
        data = read_toml(path)
    except (TomlError, OSError) as error:
        raise MappingError(f"{path}: {error}") from None
    fields = {
        "layout": str,
        "rules": str,
        "sides": list,
        "left": str,
        "net": bool,
        "add_rows": bool,
        "columns": dict,
        "header": list,
        "records": list,
    }
    for key, value in data.items():
        if key not in fields:
            raise MappingError(f"{path}: {_unknown(key, tuple(fields))}")
        if not isinstance(value, fields[key]):
            raise MappingError(f"{path}: {key}: {value!r} is no {fields[key].__name__}")
    _one_of(path, data, "layout", LAYOUTS)
    _one_of(path, data, "left", ("signed", "positive"))
    names = tuple(str(name) for name in data.get("columns", {}))
    columns = {normal(str(name)): _column(path, str(name), spec) for name, spec in data.pop("columns", {}).items()}
    sides = tuple(str(side) for side in data.pop("sides", ()))
    header = tuple(normal(str(name)) for name in data.pop("header", ()))
    records = tuple(str(name) for name in data.pop("records", ()))
    if records and len(records) != 2:
        raise MappingError(f"{path}: records: expected the names of the sides and of each side's history")
    return Mapping(columns, sides=sides, header=header, records=records, names=names, **data)


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


__all__ = [
    "STRUCTURE",
    "Column",
    "Mapping",
    "MappingError",
    "built_in",
    "built_ins",
    "by_words",
    "normal",
    "read_mapping",
]
