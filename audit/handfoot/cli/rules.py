"""``handfoot rules``: the catalogue, and one finding or rule explained."""

from __future__ import annotations

import difflib
import textwrap
from collections.abc import Iterator, Sequence
from itertools import chain

import click

from handfoot_spec.catalogue import Entry, catalogue
from handfoot_spec.edges import edges
from handfoot_spec.edges import lines as edges_told
from handfoot_spec.profile import Profile, ProfileError
from handfoot_spec.profile_files import load, shipped
from handfoot_spec.registry import RULES

from ..auditing import profile_named
from ..render import printable
from ..samples import sample


@click.command("rules")
@click.argument("code", required=False, metavar="[CODE|NAME|RULE]")
@click.option(
    "--rules", "profile_name", default="classic", show_default=True, metavar="PROFILE|FILE", help="Whose rules to cite."
)
@click.option(
    "--witness", is_flag=True, help="Show the smallest states at the edge of the rule: just legal, and just not."
)
def command(code: str | None, profile_name: str, witness: bool) -> None:
    """List every finding, or explain one: what is checked, its rule and source, a log that breaks it, one that does not.

    With --witness, the smallest states that one card or one point more makes legal or illegal, found by the solver.

    \b
    Example:
      handfoot rules
      handfoot rules HF305
      handfoot rules wild-ratio
      handfoot rules P0-15
      handfoot rules P0-15 --witness
    """
    try:
        profile = profile_named(profile_name)
    except ProfileError as error:
        raise click.UsageError(str(error)) from None
    if code is None:
        if witness:
            raise click.UsageError("--witness needs a finding or a rule: handfoot rules P0-15 --witness")
        lines = _list(profile)
    elif (found := _rule_of(code, profile)) is not None:
        number, profile = found
        lines = chain(_rule(number, profile), _edges(_codes(number, profile), profile) if witness else ())
    else:
        entry = _entry(code, profile)
        lines = chain(_explain(entry, profile), _edges([entry.code], profile) if witness else ())
    try:
        for line in lines:
            click.echo(printable(line))
    except ImportError:
        raise click.UsageError("--witness needs the solver: pip install z3-solver") from None


def _rule_of(code: str, profile: Profile) -> tuple[str, Profile] | None:
    """The rule of that number and the profile that has it: the one asked for, else a shipped one."""
    for number in (code, code.upper()):
        for owner in (profile, *map(load, shipped())):
            if number in owner.rules:
                return number, owner
    return None


def _entry(code: str, profile: Profile) -> Entry:
    """The finding of that code or name. :raises click.UsageError: there is none."""
    found = next((e for e in catalogue().values() if code.upper() == e.code or code.lower() == e.name), None)
    if found is not None:
        return found
    names = [*catalogue(), *(e.name for e in catalogue().values())]
    names += [number for owner in (profile, *map(load, shipped())) for number in owner.rules]
    close = difflib.get_close_matches(code, names, 1, 0.4) or difflib.get_close_matches(code.upper(), names, 1, 0.4)
    hint = f"; did you mean {close[0]!r}?" if close else "; `handfoot rules` lists all"
    raise click.UsageError(f"no finding or rule is called {code!r}{hint}")


def _list(profile: Profile) -> Iterator[str]:
    for entry in catalogue().values():
        numbers = ", ".join(profile.rules_of(entry.code))
        yield f"{entry.code} {entry.name:<22} {profile.levels.get(entry.code, entry.level):<8} {entry.title}" + (
            f"  [{numbers}]" if numbers else ""
        )
    yield ""
    yield f"{len(profile.rules)} rules of {profile.name}: `handfoot rules {next(iter(profile.rules), 'P0-15')}` shows one, `handfoot profiles {profile.name}` all values."


def _wrapped(text: str, indent: str = "") -> Iterator[str]:
    yield from textwrap.wrap(text, 96, initial_indent=indent, subsequent_indent=indent)


def _explain(entry: Entry, profile: Profile) -> Iterator[str]:
    yield f"{entry.code} {entry.name} ({profile.levels.get(entry.code, entry.level)}): {entry.title}"
    yield ""
    yield from _wrapped(entry.text)
    numbers = list(
        dict.fromkeys(n for key, ns in profile.cites.items() if key.partition(".")[0] == entry.code for n in ns)
    )
    if numbers:
        yield ""
        yield f"Rules of {profile.name}:"
        for number in numbers:
            yield from _wrapped(f"{number} ({profile.cite(number)}): {profile.rules[number].text}", "  ")
    for rule in RULES.get(entry.code, ()):
        doc = (rule.definition.__doc__ or "").split("\n")[0]
        switch = f", profile field {rule.switch}" if rule.switch else ""
        yield f"Defined by {rule.definition.__name__}{switch}: {doc}"
    for title, stem in (("A log that raises it", entry.example), ("One that does not", entry.near_miss)):
        text = sample(stem) if stem is not None else None
        if text is not None:
            yield ""
            yield f"{title} (logs/findings/{stem}.hfn):"
            yield from ("  " + (line if len(line) <= 150 else line[:147] + "...") for line in text.splitlines())
    if entry.example is None:
        yield ""
        yield f"The rules of {profile.name} alone do not raise it, so there is no sample log yet."


def _rule(number: str, profile: Profile) -> Iterator[str]:
    rule = profile.rules[number]
    yield from _wrapped(f"{number} ({profile.cite(number)}): {rule.text}")
    source = profile.sources[rule.source] if rule.source else next(iter(profile.sources.values()))
    yield f"Source: {source.title}; {', '.join(source.files) or source.url}, section {rule.section}"
    values = [key for key, numbers in profile.values.items() if number in numbers]
    if values:
        yield f"Values of the profile that come from it: {', '.join(values)}"
    codes = _codes(number, profile)
    if codes:
        yield "Findings that cite it: " + ", ".join(f"{code} {catalogue()[code].name}" for code in codes)


def _codes(number: str, profile: Profile) -> list[str]:
    """The findings that cite a rule."""
    return list(dict.fromkeys(key.partition(".")[0] for key, numbers in profile.cites.items() if number in numbers))


def _edges(codes: Sequence[str], profile: Profile) -> Iterator[str]:
    """The smallest states at the edge of each definition behind the findings."""
    rules = [rule for code in codes for rule in RULES.get(code, ())]
    yield ""
    if not rules:
        yield "No definition computes this rule; " + (
            "its findings compare a record with the record itself." if codes else "no finding cites it."
        )
        return
    yield f"At the edge, under {profile.name}:"
    for rule in rules:
        found = edges(rule.definition, profile)
        yield from _wrapped(f"{rule.code} {rule.entry.name}, {found.definition}: {found.meaning}", "  ")
        yield from (f"    {line}" for line in edges_told(found, profile.name))
