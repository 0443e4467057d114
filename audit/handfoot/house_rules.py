"""A file of house rules, written for a table: what it changes of another profile, and what that one has in each place.

Each change is a rule of the table's own, so that a report cites the table and not the text that it departs from.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from handfoot_spec.profile import Book, Profile, ProfileError
from handfoot_spec.profile_files import load_text, read_value
from handfoot_spec.registry import RULES

SOURCE = "this-table"
"""The key of the source that a house rule is cited from."""

QUESTIONS: Mapping[str, str] = {
    "table.players": "How many players (several numbers with commas)",
    "table.packs": "How many packs, or players, players+1, players+2",
    "table.hand": "Cards in a Hand",
    "table.foot": "Cards in a Foot",
    "deals.count": "Deals in a game",
    "turn.draw": "Cards drawn",
    "take.count": "Cards in a take of the discards, or all; 0 if there is none",
    "opening.minima": "Points to open, deal by deal",
    "melds.extend_books": "Cards on a finished book: never, naturals, any",
    "out.books": "Books needed to go out, as clean=2, dirty=2",
    "out.permission": "Permission to go out: required, optional, courtesy",
    "out.final_discard": "A last discard: optional, required, forbidden",
    "out.bonus": "Points for going out",
}
"""What is asked of a table that gives no settings: the fields in which tables differ most."""


def parse_setting(text: str) -> tuple[str, Any]:
    """``opening.minima=60,90`` as a key and what the schema reads there.

    A value is TOML, or words and numbers with commas, or a bare word. ``books.KIND.FIELD`` is a field of one kind of book.

    :raises ProfileError: no setting, an unknown key, or a value that cannot stand there.
    """
    key, equals, raw = (part.strip() for part in text.partition("="))
    if not equals or not key:
        raise ProfileError(f"{text!r}: expected SECTION.FIELD=VALUE, as opening.minima=60,90,120,150")
    return key, read_setting(key, raw)


def read_setting(key: str, raw: str) -> Any:
    """A value as it is typed, in the first reading that the schema takes. :raises ProfileError: in none."""
    first: ProfileError | None = None
    for value in _readings(raw):
        try:
            read_value(key, value)
            return value
        except ProfileError as error:
            first = first or error
    assert first is not None
    raise first


def _readings(raw: str) -> Iterator[Any]:
    """What a typed value may mean, the likeliest first."""
    words = [word.strip() for word in raw.split(",") if word.strip()]
    pairs = [word.partition("=") for word in words]
    if pairs and all(equals for _, equals, _ in pairs):
        yield {key.strip(): _scalar(value.strip()) for key, _, value in pairs}
    if len(words) == 1 or not words:
        yield _scalar(raw)
    yield [_scalar(word) for word in words]
    yield words
    yield raw


def _scalar(text: str) -> Any:
    try:
        return tomllib.loads(f"x = {text}")["x"]
    except tomllib.TOMLDecodeError:
        return text


# --- the file -----------------------------------------------------------------------------------------------------


def house_rules(base: Profile, extends: str, name: str, settings: Mapping[str, Any], where: str) -> tuple[str, Profile]:
    """The text of the file and the profile that it is. ``extends`` is how the file names ``base``; it would stand at ``where``.

    :raises ProfileError: what it says is no profile.
    """
    text = "".join(f"{line}\n" for line in _lines(base, extends, name, settings))
    return text, load_text(text, where)


def _lines(base: Profile, extends: str, name: str, settings: Mapping[str, Any]) -> Iterator[str]:
    yield f"# House rules of {name!r}. Whatever this file does not say is as in {extends!r}."
    yield "# handfoot profiles check says whether a file can be used, handfoot profiles shows it with all that it takes over."
    yield f"extends = {_toml(extends)}"
    yield f"name = {_toml(name)}"
    yield f"title = {_toml(f'{name}: house rules on the basis of {base.name}')}"
    for section in dict.fromkeys(key.partition(".")[0] for key in settings if not key.startswith("books.")):
        yield ""
        yield f"[{section}]"
        for key, value in settings.items():
            if key.partition(".")[0] == section:
                yield from _setting(base, key, value)
    books = {key: value for key, value in settings.items() if key.startswith("books.")}
    if books:
        yield from _books(base, books)
    if settings:
        yield from _citations(base, name, settings)


def _setting(base: Profile, key: str, value: Any) -> Iterator[str]:
    section, _, field = key.partition(".")
    old = getattr(getattr(base, section), field)
    yield f"# in {_plain(base.name)}: {_told(old)}"
    yield f"{field} = {_toml(value)}"


def _books(base: Profile, settings: Mapping[str, Any]) -> Iterator[str]:
    """All kinds of book: a list is taken over whole or not at all."""
    yield ""
    yield f"# A list of books stands for that of {_plain(base.name)} as a whole, so all its kinds are here."
    changes: dict[str, dict[str, Any]] = {}
    for key, value in settings.items():
        _, kind, field = key.split(".")
        changes.setdefault(kind, {})[field] = value
    for kind in dict.fromkeys((*base.books_by_kind, *changes)):
        old = base.books_by_kind.get(kind)
        yield ""
        if old is None:
            yield f"# in {_plain(base.name)}: no such kind"
        yield "[[books]]"
        values = {"kind": kind} if old is None else _written(old)
        new = changes.get(kind, {})
        for field in dict.fromkeys((*values, *new)):
            if field in new:
                if old is not None:
                    yield f"# in {_plain(base.name)}: {_told(getattr(old, field))}"
                yield f"{field} = {_toml(new[field])}"
            else:
                yield f"{field} = {_toml(values[field])}"


def _written(book: Book) -> dict[str, Any]:
    """The fields of a kind of book that differ from what the schema assumes."""
    return {spec.name: getattr(book, spec.name) for spec in fields(book) if getattr(book, spec.name) != spec.default}


def _citations(base: Profile, name: str, settings: Mapping[str, Any]) -> Iterator[str]:
    """Each change as a rule, cited where its field stands and by the findings that go by it."""
    numbers = {key: f"OWN-{i}" for i, key in enumerate(settings, 1)}
    yield ""
    yield f"[sources.{SOURCE}]"
    yield f"label = {_toml(name)}"
    yield f"title = {_toml(f'The house rules of {name}')}"
    yield ""
    yield "[values]"
    for key, number in numbers.items():
        yield (
            f"{_toml('books' if key.startswith('books.') else key)} = {_toml([number])}"
            if not _again(key, numbers)
            else f"# {key}: {number}"
        )
    cites = _codes(base, numbers)
    if cites:
        yield ""
        yield "[cites]"
        for code, cited in cites.items():
            yield f"{_toml(code)} = {_toml(cited)}"
    yield ""
    yield "[rules]"
    for key, number in numbers.items():
        text = f"At this table {key} is {_told(settings[key])}."
        yield f'{number} = {{ section = "house rule", source = {_toml(SOURCE)}, text = {_toml(text)} }}'


def _again(key: str, numbers: Mapping[str, str]) -> bool:
    """Whether another change of the books has been cited already."""
    first = next((other for other in numbers if other.startswith("books.")), None)
    return key.startswith("books.") and key != first


def _codes(base: Profile, numbers: Mapping[str, str]) -> dict[str, list[str]]:
    """The findings whose definition goes by a changed field, each with its rule before those that it had."""
    found: dict[str, list[str]] = {}
    for code, rules in RULES.items():
        own = [numbers[rule.switch] for rule in rules if rule.switch in numbers]
        for cited in [code, *(key for key in base.cites if key.startswith(f"{code}."))] if own else ():
            found[cited] = list(dict.fromkeys((*own, *base.rules_of(cited))))
    return found


def _toml(value: Any) -> str:
    """A value of the schema as TOML. Its strings are JSON's, less what only JSON leaves unescaped."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=True) if value.isprintable() and value.isascii() else _escaped(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_toml(str(key))} = {_toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, Iterable):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    raise ProfileError(f"{value!r} cannot be written as a setting")


def _escaped(text: str) -> str:
    return '"' + "".join(c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08X}" for c in text) + '"'


def _told(value: Any) -> str:
    """A value as a person reads it: ``50, 90``; ``2 clean, 1 wild``; ``not set``."""
    if value is None:
        return "not set"
    if isinstance(value, Mapping):
        return ", ".join(f"{n} {_plain(kind)}" for kind, n in value.items()) or "none"
    if isinstance(value, (tuple, list)):
        return ", ".join(_plain(str(item)) for item in value) or "none"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else _plain(str(value))


def _plain(text: str) -> str:
    """Text as a comment may have it: on one line, nothing in it a control character."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def typed(value: Any) -> str:
    """A value as it would be typed in a setting: ``50,90``; ``clean=2, dirty=2``."""
    if isinstance(value, Mapping):
        return ", ".join(f"{kind}={n}" for kind, n in value.items())
    if isinstance(value, (tuple, list)):
        return ", ".join(map(str, value))
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
