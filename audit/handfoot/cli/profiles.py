"""``handfoot profiles``: the profiles shipped, one in full, and a check of a house-rule file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import click

from handfoot_spec.profile import Profile, ProfileError, load, load_file, shipped
from handfoot_spec.support import not_honoured

from ..auditing import profile_named

_NOT_RULES = ("name", "title", "sources", "values", "cites", "rules")


@click.command("profiles")
@click.argument("words", nargs=-1, metavar="[NAME|FILE | check FILE]")
def command(words: tuple[str, ...]) -> None:
    """List the rule profiles, show one in full with the source of each value, or check a house-rule file.

    \b
    Example:
      handfoot profiles
      handfoot profiles classic
      handfoot profiles check our-table.toml
    """
    try:
        if words[:1] == ("check",) and len(words) == 2:
            profile = load_file(Path(words[1]))
            click.echo(f"{words[1]}: a valid profile, {profile.name!r} (sha256 {profile.sha256})")
            for setting in not_honoured(profile):
                click.echo(f"  the audit cannot go by {setting} yet, and refuses to audit by this file until it can")
            return
        if len(words) > 1 or words == ("check",):
            raise click.UsageError("expected a profile's name, or: check FILE")
        lines = _full(profile_named(words[0])) if words else _list()
    except ProfileError as error:
        raise click.ClickException(str(error)) from None
    for line in lines:
        click.echo(line)


def _list() -> Iterator[str]:
    for name in shipped():
        profile = load(name)
        yield f"{name:<18} {profile.title}"


def _full(profile: Profile) -> Iterator[str]:
    yield f"{profile.name}: {profile.title}"
    yield f"sha256 {profile.sha256}"
    for label, source in profile.sources.items():
        yield f"source {label}: {source.title} ({', '.join(source.files) or source.url})"
    for spec in fields(profile):
        if spec.name in _NOT_RULES:
            continue
        value = getattr(profile, spec.name)
        if is_dataclass(value):
            yield ""
            yield f"[{spec.name}]"
            for part in fields(value):
                yield _value(profile, spec.name, part.name, getattr(value, part.name))
        elif spec.name == "books":
            yield ""
            yield "[books]"
            for book in profile.books:
                yield _value(profile, "books", book.kind, f"{book.bonus} points, counts as {book.counts_as}")
    yield ""
    yield "[rules]"
    for number, rule in profile.rules.items():
        yield f"{number} ({profile.cite(number)}): {rule.text}"


def _value(profile: Profile, section: str, key: str, value: Any) -> str:
    numbers = profile.values.get(f"{section}.{key}") or profile.values.get(section, ())
    places = ", ".join(f"{number} ({profile.cite(number)})" for number in numbers)
    if isinstance(value, tuple):
        value = ", ".join(map(str, value)) or "none"
    elif isinstance(value, dict):
        value = ", ".join(f"{n} {k}" for k, n in value.items())
    elif value is None:
        value = "not set"
    return f"  {key:<24} {value!s:<28} {places}".rstrip()
