"""The catalogue of findings: every code that an audit can report, its name, level, and what it means to a player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from .profile import Level
from .toml import shipped_table


@dataclass(frozen=True)
class Entry:
    """One code: it never changes its meaning. ``example`` and ``near_miss`` name sample logs that do and do not raise it."""

    code: str
    name: str
    level: Level
    title: str
    text: str
    example: str | None = None
    near_miss: str | None = None


@cache
def catalogue() -> Mapping[str, Entry]:
    """Every finding by code, in order."""
    data = shipped_table(Path(__file__).with_name("findings.toml"))
    return MappingProxyType({code: Entry(code, **fields) for code, fields in data.items()})
