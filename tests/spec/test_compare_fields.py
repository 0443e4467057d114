"""Every field of the schema that differs between two profiles is named, and what a definition goes by is compared."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from handfoot_spec import definitions as d
from handfoot_spec.compare import TEXTS, Make, differences
from handfoot_spec.comparisons import SUBJECTS, home
from handfoot_spec.edges import arguments, evaluated
from handfoot_spec.formula import TERMS, Term, written
from handfoot_spec.profile import Book, Profile, ProfileError
from handfoot_spec.profile_files import load
from handfoot_spec.registry import RULES
from house_rules import compared, house, of

pytest.importorskip("z3")

CLASSIC = load("classic")


def other_values(kind: Any, value: Any) -> Iterator[Any]:
    """Values of a type other than ``value``, as TOML has them."""
    origin, args = get_origin(kind), get_args(kind)
    if kind is bool:
        yield not value
    elif kind is int:
        yield from (n for n in ((value or 0) + 1, (value or 0) - 1, 8) if n != value)
    elif kind is str:
        yield f"{value}-2"
    elif origin is Literal:
        yield from (arg for arg in args if arg != value)
    elif origin in (types.UnionType, typing.Union):
        for arg in args:
            if arg is not type(None):
                yield from other_values(arg, value if isinstance(value, int) else None)
    elif origin is tuple:
        length = len(args) if args[-1] is not Ellipsis else 1
        for item in (6, 1) if args[0] is int else other_values(args[0], None):
            yield from (new for new in ([*(value or ()), item], [item] * length) if new != list(value or ()))
    elif origin is Mapping or (isinstance(origin, type) and issubclass(origin, Mapping)):
        yield {"clean": 3} if args[1] is int else {"HF305": "off"}


def toml(value: Any) -> str:
    """A value as TOML has it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {toml(part)}" for key, part in value.items() if part is not None) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml, value)) + "]"
    return str(value)


def schema() -> list[tuple[str, str]]:
    """Every section and field of the schema that is a rule."""
    found = [("levels", "HF305")]
    for spec in fields(Profile):
        section = getattr(CLASSIC, spec.name)
        if is_dataclass(section):
            found += [(spec.name, part.name) for part in fields(section)]
    return found + [("books", part.name) for part in fields(Book)]


def changed(folder: Path, section: str, name: str) -> Iterator[tuple[str, Profile]]:
    """House rules that change this one field, each with the beginning of the name that it is reported by."""
    if section == "levels":
        yield "levels.HF305", house(folder, '[levels]\nHF305 = "off"')
        return
    owner = CLASSIC.books[1] if section == "books" else getattr(CLASSIC, section)
    value = getattr(owner, name)
    for i, other in enumerate(other_values(get_type_hints(type(owner))[name], value)):
        if section == "books":
            books = [{part.name: getattr(book, part.name) for part in fields(Book)} for book in CLASSIC.books]
            books[1][name] = other
            text, key = f"books = {toml(books)}", "books.dirty" if name == "kind" else f"books.dirty.{name}"
        else:
            text, key = f"[{section}]\n{name} = {toml(other)}", f"{section}.{name}"
        if key == "books.dirty.counts_as":
            text += f'\n[out]\nbooks = {{ clean = 2, "{other}" = 2, wild = 1 }}'
        try:
            yield key, house(folder, text, f"ours-{i}")
        except ProfileError:
            continue


@pytest.mark.parametrize("place", schema(), ids=".".join)
def test_every_field_that_differs_is_named(tmp_path: Path, place: tuple[str, str]) -> None:
    tried = 0
    for key, ours in changed(tmp_path, *place):
        tried += 1
        for a, b in ((CLASSIC, ours), (ours, CLASSIC)):
            result = compared(a, b)
            named = {f.field: f for s in result.subjects for f in s.fields}
            assert set(named) == {f.field for f in differences(a, b)}
            assert key in named
            if not named[key].computed:
                assert not result.agree and of(result, home(key)).status == "differ"
    assert tried, "no other legal value was found for the field"


def says(definition: Any, p: Profile) -> str:
    """What a definition says of unknown arguments under a profile; the kinds of book are the classic ones."""
    terms = {a.unknown: Term(a.unknown) for a in arguments(definition, CLASSIC)}
    return written(evaluated(definition, TERMS, p, terms))


@pytest.mark.parametrize("place", [p for p in schema() if p[0] not in ("books", "levels")], ids=".".join)
def test_what_a_definition_goes_by_is_compared(tmp_path: Path, place: tuple[str, str]) -> None:
    definitions = {rule.definition for rules in RULES.values() for rule in rules}
    definitions -= {d.wilds_in_table}  # a second wording; what is played goes by the ratio
    for key, ours in changed(tmp_path, *place):
        if any(says(definition, CLASSIC) != says(definition, ours) for definition in definitions):
            computed = {f.field for s in compared(CLASSIC, ours).subjects for f in s.fields if f.computed}
            assert key in computed


def test_every_definition_that_a_profile_has_a_say_in_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[str] = set()

    def watched(name: str, definition: Any) -> Any:
        return lambda *args: asked.add(name) or definition(*args)

    names = {rule.definition.__name__ for rules in RULES.values() for rule in rules}
    for name in names:
        monkeypatch.setattr(d, name, watched(name, getattr(d, name)))
    compared(CLASSIC, CLASSIC)
    # three hold of any record whatever is played, and the table is a second wording of the ratio
    assert names - asked == {"was_held", "count_true", "from_stock", "wilds_in_table"}


def test_every_text_that_differs_is_named(tmp_path: Path) -> None:
    ours = house(
        tmp_path,
        'title = "Ours"\n[sources.ours]\nlabel = "ours"\ntitle = "Ours"\n[values]\ntake = ["P0-29"]\n'
        '[cites]\nHF305 = ["P0-16"]\n[rules]\nP0-15 = { section = "1", text = "Ours." }',
    )
    result = compared(CLASSIC, ours)
    assert result.besides == TEXTS and result.agree


def test_every_field_has_a_subject_to_be_reported_in() -> None:
    names = {subject.name for subject in SUBJECTS}
    assert {home(f"{section}.{name}") for section, name in schema()} <= names
    makes: list[Make] = [make for subject in SUBJECTS for make in subject.comparisons]
    assert len(makes) == len(set(map(id, makes)))
