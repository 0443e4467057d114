"""``handfoot audit``: the main job."""

from __future__ import annotations

import gc
import json
import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import fields, replace
from itertools import chain, islice
from pathlib import Path
from typing import IO, Any

import click

from handfoot_grammar.limits import DEFAULT_LIMITS, Limits
from handfoot_grammar.log import Game
from handfoot_grammar.sources import SourceError, read_paths
from handfoot_spec.profile import ProfileError

from .._version import __version__
from ..auditing import NO_SOLVER, Options, UsageError, audit_game, profile_in_force
from ..config import options_beside
from ..fitting import AUTO
from ..render import COLOURS, PLAIN, game_lines
from ..report import SCHEMA, VERDICTS, GameReport
from ..sheets import is_sheet

N_CERTIFY = 8
"""A run of more games than this is certified only when it is asked for."""

_CODE = re.compile(r"HF\d{0,3}\Z")


def _codes(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    codes = tuple(code.strip().upper() for value in values for code in value.split(",") if code.strip())
    for code in codes:
        if not _CODE.match(code):
            raise click.BadParameter(f"{code!r} is no code nor the beginning of one (HF305, HF3)")
    return codes


def _limits(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> Limits:
    names = [spec.name for spec in fields(Limits)]
    changed: dict[str, int] = {}
    for value in values:
        name, _, number = value.partition("=")
        if name not in names or not number.isdigit():
            raise click.BadParameter(f"{value!r}: expected NAME=N with one of {', '.join(names)}")
        changed[name] = int(number)
    return replace(DEFAULT_LIMITS, **changed)


@click.command("audit")
@click.argument("logs", nargs=-1, metavar="[LOG|FOLDER|-]...")
@click.option(
    "--rules", metavar="PROFILE|FILE|auto", help="The rules for logs without a Rules tag; auto: those that fit best."
)
@click.option("--override-rules", is_flag=True, help="Use --rules even where the log names others.")
@click.option("--format", "form", type=click.Choice(["text", "json", "jsonl"]), default="text", show_default=True)
@click.option("--output", type=click.Path(dir_okay=False), help="Write the report to a file.")
@click.option(
    "--select", multiple=True, callback=_codes, metavar="CODES", help="Show these codes only; HF3 means all HF3xx."
)
@click.option("--ignore", multiple=True, callback=_codes, metavar="CODES", help="Leave these codes out.")
@click.option("--level", type=click.Choice(["error", "warning", "note"]), help="The least grave level to show.")
@click.option("--all", "everything", is_flag=True, help="Also show what only follows from another finding.")
@click.option(
    "--certify/--no-certify",
    default=None,
    help=f"Let the solver confirm the audit, or not; default: where there are at most {N_CERTIFY} games (docs/certify.md).",
)
@click.option(
    "--examples",
    is_flag=True,
    help="With a rule that hangs on an unread card: a possible deal in which it was kept, and one in which not.",
)
@click.option(
    "--possible/--no-possible",
    default=None,
    help=f"Let the solver say whether a sheet's figures can be together, or not; default: where there are at most {N_CERTIFY} games.",
)
@click.option(
    "--solver-limit",
    type=click.IntRange(min=1),
    metavar="N",
    help="The solver's budget for a deal, in its own units of work.",
)
@click.option("--explain", is_flag=True, help="Under each finding, what its code means.")
@click.option("--quiet", is_flag=True, help="Findings alone: no verdicts, scores or summary.")
@click.option(
    "--limit",
    "limits",
    multiple=True,
    callback=_limits,
    metavar="NAME=N",
    help="Change a limit of the reader, as line_length=200000 (docs/hfn.md).",
)
@click.option("--follow", is_flag=True, help="A live log: report as its lines arrive, until it ends (-) or Ctrl-C.")
def command(
    logs: tuple[str, ...], rules: str | None, override_rules: bool, form: str, output: str | None, select: tuple[str, ...],
    ignore: tuple[str, ...], level: str | None, everything: bool, certify: bool | None, possible: bool | None, examples: bool, solver_limit: int | None, explain: bool, quiet: bool, limits: Limits, follow: bool,
) -> None:  # fmt: skip
    """Replay LOGs, check every rule and report each finding with its place, rule and source.

    LOG is an .hfn, .json or .jsonl file (also .gz), a folder of them, or - for standard input. Exit status: 0 all games are
    clean or undecided, 1 some are not, 2 the audit could not be made, or the solver disagrees with it.

    \b
    Example:
      handfoot audit spring-cup.hfn
      handfoot audit --format json logs/ > report.json
    """
    if not logs:
        raise click.UsageError("name a log, a folder, or - for standard input")
    disagreements: list[str] = []

    def told(message: str) -> None:
        disagreements.append(message)
        click.echo(f"handfoot audit: {message}", err=True)

    options = Options(rules, override_rules, select, ignore, level, bool(certify), solver_limit, on_disagreement=told,
                      examples=examples, possible=possible)  # fmt: skip
    gc.set_threshold(100_000, 20, 20)  # a game's data hold no cycles; looking for some at every turn is a waste
    try:
        if certify:
            _need_solver()
        if follow and rules == AUTO:
            raise UsageError("--rules auto tries the rules on a whole log, which a live one is not yet")
        if follow:
            from ..follow import follow_log

            status = follow_log(logs, options, everything=everything, explain=explain, style=_style(None))
        else:
            status = _run(logs, options, certify is None, form, output, everything, explain, quiet, limits)
        sys.exit(2 if disagreements else status)
    except UsageError as error:
        click.echo(f"handfoot audit: {error}", err=True)
        sys.exit(2)
    except KeyboardInterrupt:
        click.echo("handfoot audit: interrupted", err=True)
        sys.exit(2)


def _need_solver() -> None:
    """:raises UsageError: there is no solver, which is better said before anything was audited."""
    try:
        import z3  # noqa: F401
    except ImportError:
        raise UsageError(NO_SOLVER) from None


def _style(output: str | None) -> dict[str, str]:
    colour = output is None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return COLOURS if colour else PLAIN


def _run(
    logs: tuple[str, ...],
    options: Options,
    few_certified: bool,
    form: str,
    output: str | None,
    everything: bool,
    explain: bool,
    quiet: bool,
    limits: Limits,
) -> int:
    failures: list[SourceError] = []
    style = _style(output)
    with ExitStack() as stack:
        try:
            out: IO[str] = stack.enter_context(open(output, "w", encoding="utf-8")) if output is not None else _stdout()
        except OSError as error:
            raise UsageError(f"{output}: {error.strerror or error}") from None
        games = _games(logs, limits, options, failures)
        if few_certified or options.possible is None:
            games, options = _solved_if_few(games, options, few_certified)
        reports = _progress(_reports(games, options))
        status = _text(out, reports, style, everything, explain, quiet) if form == "text" else _json(out, reports, form)
        out.flush()
    for failure in failures:
        click.echo(f"handfoot audit: {failure}", err=True)
    return 2 if failures else status


def _games(logs: tuple[str, ...], limits: Limits, options: Options, failures: list[SourceError]) -> Iterator[Game]:
    """The games of the logs; a table of scores (.csv, .tsv) is one, too."""
    if not any(map(is_sheet, logs)):
        yield from read_paths(logs, limits, on_error=failures.append)
        return
    from ..sheets.mapping import Mapping
    from ..sheets.reader import read_sheet

    for name in logs:
        if not is_sheet(name) or not Path(name).is_file():
            yield from read_paths((name,), limits, on_error=failures.append)
            continue
        rules = options_beside(name, options).rules
        try:
            profile = None if rules in (None, AUTO) else profile_in_force(rules)
        except ProfileError as error:
            raise UsageError(str(error)) from None
        yield from read_sheet(name, Mapping(), profile)


def _stdout() -> IO[str]:
    """Standard output in UTF-8, whatever the locale; what it cannot hold is escaped rather than fatal."""
    stream: Any = sys.stdout
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    out: IO[str] = stream
    return out


def _solved_if_few(games: Iterator[Game], options: Options, certify: bool) -> tuple[Iterator[Game], Options]:
    """A run of few games is put to the solver where there is one, in what was not said; as many are read ahead as it takes to know."""
    first = list(islice(games, N_CERTIFY + 1))
    few = len(first) <= N_CERTIFY
    if options.possible is None and not few:
        options = replace(options, possible=False)
    if certify:
        options = replace(options, certify=few, solver_optional=True)
    return chain(first, games), options


def _reports(games: Iterator[Game], options: Options) -> Iterator[GameReport]:
    for game in games:
        yield audit_game(game, options_beside(game.source, options))


def _progress(reports: Iterator[GameReport]) -> Iterator[GameReport]:
    """Counts games on standard error once the work takes longer than a second, on a terminal only."""
    if not sys.stderr.isatty():
        yield from reports
        return
    begun = last = time.monotonic()
    shown = False
    for count, report in enumerate(reports, 1):
        yield report
        now = time.monotonic()
        if now - begun > 1 and now - last > 0.2:
            last, shown = now, True
            click.echo(f"\r{count:,} games, {count / (now - begun):,.0f} a second", nl=False, err=True)
    if shown:
        click.echo("\r" + " " * 50 + "\r", nl=False, err=True)


_FULL_GAMES = 20
"""After this many games a clean one is left to the summary."""


def _text(
    out: IO[str], reports: Iterator[GameReport], style: dict[str, str], everything: bool, explain: bool, quiet: bool
) -> int:
    counts = dict.fromkeys(VERDICTS, 0)
    for number, report in enumerate(reports, 1):
        counts[report.verdict] += 1
        if number > _FULL_GAMES and report.verdict == "clean" and not report.findings:
            continue
        for line in game_lines(
            report,
            style,
            everything=everything,
            explain=explain,
            quiet=quiet,
            scores=number <= _FULL_GAMES or not report.ok,
        ):
            out.write(line + "\n")
    games = sum(counts.values())
    if games > 1 and not quiet:
        out.write(f"{games:,} games: " + ", ".join(f"{n:,} {verdict}" for verdict, n in counts.items() if n) + "\n")
    return 0 if games == counts["clean"] + counts["undecided"] else 1


def _json(out: IO[str], reports: Iterator[GameReport], form: str) -> int:
    """Game by game, so that a report of any length needs no more memory than one game's."""
    counts = dict.fromkeys(VERDICTS, 0)
    if form == "json":
        out.write(f'{{"schema": {json.dumps(SCHEMA)}, "handfoot": {json.dumps(__version__)},\n "games": [')
    first = True
    for report in reports:
        counts[report.verdict] += 1
        text = json.dumps(report.to_json(), ensure_ascii=False)
        out.write(text + "\n" if form == "jsonl" else ("\n  " if first else ",\n  ") + text)
        first = False
    if form == "json":
        out.write(f'],\n "summary": {json.dumps({"games": sum(counts.values()), **counts})}}}\n')
    return 0 if sum(counts.values()) == counts["clean"] + counts["undecided"] else 1
