"""``handfoot prove``: what a profile's rules guarantee, shown by the solver."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from handfoot_spec.profile import Profile, ProfileError
from handfoot_spec.proofs import LEMMAS, Bound, Proof, Result, prove, questions
from handfoot_spec.solver import RLIMIT

from .._version import __version__
from ..auditing import profile_named
from ..render import printable

SCHEMA = "handfoot-proof/1"
_TITLES = {
    "always": "Whatever was played before, and whatever is done:",
    "can happen": "What the rules offer can happen:",
    "not promised": "Not promised by the rules, with the smallest state that shows it:",
}
_WORDS = {"proved": "proved", "refuted": "REFUTED", "never": "NEVER", "unknown": "UNKNOWN", "open": "not so"}


@click.command("prove")
@click.argument("rules", default="classic", metavar="[PROFILE|FILE]")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--lemma", "names", multiple=True, metavar="NAME", help="Only this lemma (may be given again).")
@click.option(
    "--solver-limit", type=click.IntRange(1), default=RLIMIT, show_default=True, help="The solver's budget for each question, in its own units of work."
)  # fmt: skip
@click.option(
    "--smt-lib",
    "folder",
    type=click.Path(file_okay=False),
    help="Also write every question into this folder, for another solver.",
)
def command(rules: str, form: str, names: tuple[str, ...], solver_limit: int, folder: str | None) -> None:
    """Prove what a profile's rules guarantee, for any state of a deal and any length of play.

    Each claim is proved, or refuted with the smallest state that breaks it, or unknown at the solver's limit. Exit status: 0 all
    that the profile claims is proved, 1 something is refuted or can never happen, 2 the proof could not be made.

    \b
    Example:
      handfoot prove classic
      handfoot prove our-table.toml --format json
    """
    for name in names:
        if name not in (*(lemma.name for lemma in LEMMAS), "bounds"):
            raise click.UsageError(
                f"no lemma is called {name!r}; there are {', '.join(lemma.name for lemma in LEMMAS)} and bounds"
            )
    try:
        profile = profile_named(rules)
    except ProfileError as error:
        raise click.UsageError(str(error)) from None
    if folder is not None:
        _write_questions(Path(folder), profile)
    try:
        proof = prove(profile, solver_limit, names)
    except ImportError:
        raise click.UsageError("a proof needs the solver: pip install z3-solver") from None
    if form == "json":
        click.echo(json.dumps(_json(proof), ensure_ascii=False, indent=1))
    else:
        for line in _text(proof):
            click.echo(printable(line))
    sys.exit(1 if proof.refuted else 2 if proof.unknown else 0)


def _write_questions(folder: Path, profile: Profile) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in questions(profile):
            (folder / f"{name}.smt2").write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.UsageError(f"{folder}: {error.strerror or error}") from None


# --- text --------------------------------------------------------------------------------------------------------


def _text(proof: Proof) -> Iterator[str]:
    p = proof.profile
    yield f"{p.name}: {p.title} (sha256 {p.sha256[:16]})"
    for kind, title in _TITLES.items():
        results = [result for result in proof.results if result.lemma.kind == kind]
        if results:
            yield ""
            yield title
            for result in results:
                yield from _result(p, result)
    if proof.bounds:
        yield ""
        yield "The total of a side in one deal:"
        for bound in proof.bounds:
            yield _bound(bound)
    if proof.unclaimed:
        yield ""
        yield "Not claimed by these rules: " + ", ".join(lemma.name for lemma in proof.unclaimed)
    if proof.beyond:
        yield ""
        yield "Settings of which nothing is shown here: " + "; ".join(proof.beyond)
    yield ""
    yield _summary(proof)


def _result(p: Profile, result: Result) -> Iterator[str]:
    lemma = result.lemma
    numbers = ", ".join(p.rules_of(lemma.code)) if lemma.code else ""
    places = f"  [{numbers}]" if numbers else ""
    yield f"  {_WORDS[result.status]:<8} {lemma.name:<26} {lemma.says}{places}  ({result.seconds * 1000:.0f} ms)"
    if len(result.outcomes) > 1 and lemma.kind == "always":
        yield from _indented("in each case: ", ", ".join(outcome.case for outcome in result.outcomes))
    for outcome in result.outcomes:
        if outcome.text:
            yield from _indented(
                f"{outcome.case}: ", f"broken by {outcome.text}" if outcome.status == "refuted" else outcome.text
            )


def _indented(label: str, text: str) -> Iterator[str]:
    yield from textwrap.wrap(label + text, 118, initial_indent=" " * 13, subsequent_indent=" " * 15)


def _bound(bound: Bound) -> str:
    if bound.points is None:
        return f"  UNKNOWN  at {bound.which}"
    parts = ", ".join(f"{name} {points:,}" for name, points in bound.parts.items() if points)
    return f"  proved   at {bound.which:<5} {bound.points:,} points ({parts})  ({bound.seconds * 1000:.0f} ms)"


def _summary(proof: Proof) -> str:
    results = [result for result in proof.results if result.lemma.kind != "not promised"]
    cases = sum(len(result.outcomes) for result in proof.results)
    counts = {
        word: sum(result.status == word for result in results) for word in ("proved", "refuted", "never", "unknown")
    }
    told = ", ".join(f"{n} {'can never happen' if word == 'never' else word}" for word, n in counts.items() if n)
    seconds = sum(result.seconds for result in proof.results) + sum(bound.seconds for bound in proof.bounds)
    return f"{len(results)} claims in {cases} cases: {told or 'none'}; {seconds:.1f} s, {_work(proof):,} units of work"


def _work(proof: Proof) -> int:
    return sum(o.work for r in proof.results for o in r.outcomes) + sum(b.work for b in proof.bounds)


# --- JSON --------------------------------------------------------------------------------------------------------


def _json(proof: Proof) -> dict[str, Any]:
    p = proof.profile
    return {
        "schema": SCHEMA, "handfoot": __version__, "profile": {"name": p.name, "sha256": p.sha256},
        "lemmas": [_result_json(p, result) for result in proof.results],
        "bounds": [
            {"bound": b.which, "status": b.status, "points": b.points, "parts": b.parts, "work": b.work, "seconds": round(b.seconds, 4)}
            for b in proof.bounds
        ],
        "not_claimed": [lemma.name for lemma in proof.unclaimed],
        "not_shown": list(proof.beyond),
        "refuted": proof.refuted, "unknown": proof.unknown, "work": _work(proof),
    }  # fmt: skip


def _result_json(p: Profile, result: Result) -> dict[str, Any]:
    lemma = result.lemma
    return {
        "name": lemma.name, "says": lemma.says, "kind": lemma.kind, "status": result.status, "code": lemma.code or None,
        "rules": list(p.rules_of(lemma.code)) if lemma.code else [],
        "cases": [
            {"case": o.case, "status": o.status, "state": dict(o.figures), "text": o.text or None, "work": o.work, "seconds": round(o.seconds, 4)}
            for o in result.outcomes
        ],
    }  # fmt: skip
