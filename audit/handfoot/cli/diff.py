"""``handfoot diff``: where two profiles differ, each difference with a smallest witness."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import click

from handfoot_spec.compare import Difference, Result, SubjectResult, compare
from handfoot_spec.comparisons import SUBJECTS, home
from handfoot_spec.profile import Profile, ProfileError
from handfoot_spec.solver import RLIMIT

from ..auditing import profile_named
from ..render import printable


@click.command("diff")
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option(
    "--format", "style", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How to report."
)
@click.option(
    "--solver-limit", type=click.IntRange(min=1), default=RLIMIT, show_default=True, metavar="N",
    help="The budget of one question to the solver, in its own units of work.",
)  # fmt: skip
def command(a: str, b: str, style: str, solver_limit: int) -> None:
    """Show where two profiles differ: what one allows and the other does not, each with the smallest example.

    A and B are names of profiles or TOML files. A subject without a difference is proved to have none. A field that nothing
    is computed from is named as it stands.

    Exit status: 0 they agree in everything; 1 they differ, or the solver's budget was too small to tell; 2 they could not be
    compared.

    \b
    Example:
      handfoot diff classic our-table.toml
      handfoot diff our-table.toml their-table.toml --format json
    """
    try:
        pair = profile_named(a), profile_named(b)
    except ProfileError as error:
        raise click.UsageError(str(error)) from None
    names = (pair[0].name, pair[1].name) if pair[0].name != pair[1].name else (a, b)
    try:
        result = compare(*pair, names, SUBJECTS, home, solver_limit)
    except ImportError:
        raise click.UsageError("a comparison needs the solver: pip install z3-solver") from None
    if style == "json":
        click.echo(json.dumps(_json(result, pair, names), indent=2, ensure_ascii=False))
    else:
        for line in _text(result, names):
            click.echo(printable(line))
    click.get_current_context().exit(0 if result.agree else 1)


def _text(result: Result, names: tuple[str, str]) -> Iterator[str]:
    yield f"{names[0]} and {names[1]}: {'they agree in everything' if result.agree else 'they differ'}"
    agreeing = [s for s in result.subjects if s.status == "agree"]
    for subject in result.subjects:
        if subject.status != "agree":
            yield ""
            yield from _subject(subject)
    if agreeing:
        yield ""
        yield f"They agree in: {', '.join(s.subject for s in agreeing)}"
        for subject in agreeing:
            for difference in subject.fields:
                yield f"  {_values(difference)}: written differently, and proved to come to the same"
    if result.besides:
        yield ""
        yield f"What allows nothing differs too: {', '.join(result.besides)}"


def _subject(subject: SubjectResult) -> Iterator[str]:
    yield f"{subject.subject}: {'they differ' if subject.status == 'differ' else 'unknown'}"
    for witness in subject.witnesses:
        yield f"  {witness.text}"
    if not subject.complete:
        yield "  the solver's budget (--solver-limit) was too small for all of it"
    for difference in subject.fields:
        if difference.computed:
            yield f"  {_values(difference)}"
    for difference in subject.fields:
        if not difference.computed:
            yield f"  differs, and no definition computes it: {_values(difference)}"


def _values(difference: Difference) -> str:
    mark = "->" if difference.computed else "/"
    return f"{difference.field} {_said(difference.a)} {mark} {_said(difference.b)}"


def _said(value: Any) -> str:
    """A value of a field as a report has it."""
    if value is None:
        return "not set"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{number} {key}" for key, number in sorted(value.items())) or "none"
    if isinstance(value, tuple):
        several = [f"({_said(item)})" if isinstance(item, Mapping | tuple) else str(item) for item in value]
        return ", ".join(several) or "none"
    return str(value)


def _json(result: Result, pair: tuple[Profile, Profile], names: tuple[str, str]) -> dict[str, Any]:
    sides = {
        key: {"name": name, "sha256": profile.sha256} for key, name, profile in zip("ab", names, pair, strict=True)
    }
    return {
        "schema": "handfoot-diff/1",
        **sides,
        "agree": result.agree,
        "subjects": [
            {
                "subject": s.subject,
                "status": s.status,
                "complete": s.complete,
                "witnesses": [vars(w) for w in s.witnesses],
                "fields": [vars(d) for d in s.fields],
            }
            for s in result.subjects
        ],
        "besides": list(result.besides),
    }
