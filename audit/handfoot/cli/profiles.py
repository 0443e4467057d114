"""``handfoot profiles``: the profiles shipped, one in full, a check of a house-rule file, and a new one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import click

from handfoot_spec.profile import Profile, ProfileError
from handfoot_spec.profile_files import load, load_file, shipped
from handfoot_spec.support import not_honoured

from ..auditing import profile_named
from ..house_rules import QUESTIONS, house_rules, parse_setting, read_setting, typed
from ..render import printable
from .atomic import write_file

_NOT_RULES = ("name", "title", "sources", "values", "cites", "rules")


@click.command("profiles")
@click.argument("words", nargs=-1, metavar="[NAME|FILE | check FILE | new [FILE]]")
@click.option("--extends", metavar="PROFILE|FILE", help="new: the rules that the table's own go by otherwise.")
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="new: one change, as opening.minima=60,90.")
@click.option("--name", metavar="NAME", help="new: what the house rules are called.")
@click.option("--force", is_flag=True, help="new: overwrite FILE if it exists.")
def command(
    words: tuple[str, ...], extends: str | None, settings: tuple[str, ...], name: str | None, force: bool
) -> None:
    """List the rule profiles, show one in full, check a file of house rules, or write one.

    check says whether FILE can be used, and what in its rules contradicts itself. new writes the changes of --set to FILE (NAME.toml
    if not said, - for standard output); without options on a terminal it asks. Exit status: 0 all is well, 1 a checked file's rules
    contradict themselves, 2 there is no such profile or it cannot be loaded.

    \b
    Example:
      handfoot profiles
      handfoot profiles classic
      handfoot profiles check our-table.toml
      handfoot profiles new --extends classic --set opening.minima=60,90,120,150 --name our-table
    """
    asked = extends is not None or bool(settings) or name is not None or force
    try:
        if words[:1] == ("new",) and len(words) <= 2:
            _new(words[1] if len(words) == 2 else None, extends, settings, name, force)
        elif asked:
            raise click.UsageError("--extends, --set, --name and --force are for: handfoot profiles new")
        elif words[:1] == ("check",) and len(words) == 2:
            sys.exit(_check(words[1]))
        elif len(words) > 1 or words == ("check",):
            raise click.UsageError("expected a profile's name, or: check FILE, or: new [FILE]")
        else:
            for line in _full(profile_named(words[0])) if words else _list():
                click.echo(printable(line))
    except ProfileError as error:
        _refuse(str(error))


def _refuse(message: str) -> None:
    click.echo(f"handfoot profiles: {message}", err=True)
    sys.exit(2)


# --- check --------------------------------------------------------------------------------------------------------


def _check(path: str) -> int:
    """Loads a file, and asks the formal core what in its rules contradicts itself. :raises ProfileError: it does not load."""
    profile = load_file(Path(path))
    click.echo(f"{path}: a valid profile, {profile.name!r} (sha256 {profile.sha256})")
    for setting in not_honoured(profile):
        click.echo(f"  the audit cannot go by {setting} yet, and refuses to audit by this file until it can")
    try:
        contradictions = list(_contradictions(profile))
    except ImportError:
        click.echo(
            "  whether its rules contradict themselves was left out: that needs the solver (pip install z3-solver)"
        )
        return 0
    for line in contradictions:
        click.echo(f"  {line}")
    if not contradictions:
        click.echo("  its rules do not contradict themselves")
    return 1 if contradictions else 0


def _contradictions(profile: Profile) -> Iterator[str]:
    """What the rules claim and do not keep, and what they offer and never let happen."""
    from handfoot_spec.proofs import LEMMAS, prove

    names = tuple(lemma.name for lemma in LEMMAS if lemma.kind != "not promised")
    for result in prove(profile, names=names).results:
        numbers = ", ".join(profile.rules_of(result.lemma.code)) if result.lemma.code else ""
        rules = f" ({numbers})" if numbers else ""
        for outcome in result.outcomes:
            if outcome.status == "refuted":
                yield f"contradiction in {result.lemma.name}{rules}: {result.lemma.says}, but {outcome.case}: {outcome.text}"
            elif outcome.status == "never":
                yield f"can never happen, {result.lemma.name}{rules}: {outcome.case}: {outcome.text}"


# --- new ----------------------------------------------------------------------------------------------------------


def _new(file: str | None, extends: str | None, settings: tuple[str, ...], name: str | None, force: bool) -> None:
    """Writes a file of house rules. :raises ProfileError: it would not load."""
    if extends is None and not settings and name is None:
        if not _on_terminal():
            raise click.UsageError("say what to change, as --extends classic --set opening.minima=60,90,120,150")
        extends, name, changes = _ask()
    else:
        changes = dict(parse_setting(setting) for setting in settings)
    extends, name = extends or "classic", name or (Path(file).stem if file not in (None, "-") else "our-table")
    path = file or f"{name}.toml"
    base = profile_named(extends)
    named = extends if extends in shipped() else _beside(extends, path)
    text, profile = house_rules(base, named, name, changes, path if path != "-" else "house rules")
    if path == "-":
        sys.stdout.buffer.write(text.encode())
        sys.stdout.flush()
    else:
        _write(path, text.encode(), force)
        click.echo(f"wrote {path}: {len(changes)} change{'s' * (len(changes) != 1)} to {base.name}", err=True)
    for setting in not_honoured(profile):
        click.echo(f"  the audit cannot go by {setting} yet", err=True)


def _on_terminal() -> bool:
    return sys.stdin.isatty()


def _ask() -> tuple[str, str, dict[str, Any]]:
    """Asks for the rules field by field; whatever is left as it is, is no change."""
    extends = click.prompt("The rules that yours go by otherwise", type=click.Choice(shipped()), default="classic")
    name = click.prompt("What your rules are called", default="our-table")
    base, changes = load(extends), {}
    for key, question in QUESTIONS.items():
        section, _, field = key.partition(".")
        old = typed(getattr(getattr(base, section), field))
        while True:
            answer = click.prompt(question, default=old, show_default=bool(old)).strip()
            if answer == old:
                break
            try:
                changes[key] = read_setting(key, answer)
                break
            except ProfileError as error:
                click.echo(f"  {error}")
    return extends, name, changes


def _beside(base: str, path: str) -> str:
    """How a file at ``path`` names the file ``base``."""
    folder = Path(path).resolve().parent if path != "-" else Path.cwd()
    return Path(os.path.relpath(base, folder)).as_posix()


def _write(path: str, data: bytes, force: bool) -> None:
    try:
        write_file(path, data, force)
    except FileExistsError:
        _refuse(f"{path} exists; --force overwrites it")
    except (OSError, ValueError) as error:
        _refuse(f"{path}: {(getattr(error, 'strerror', None) or str(error)).lower()}")


# --- showing ------------------------------------------------------------------------------------------------------


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
