"""``handfoot score``: score sheets read from tables and logs, judged, and shown on a page."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from handfoot_grammar.log import Game, Turn
from handfoot_grammar.sources import SourceError, read_paths
from handfoot_spec.profile import Profile, ProfileError

from .._version import __version__
from ..auditing import Options, UsageError, audit_game, profile_in_force, profile_named, rules_for
from ..config import options_beside
from ..fitting import AUTO
from ..report import SCHEMA, GameReport, Report
from ..sheets import is_sheet
from ..sheets.answers import DealAnswer, answers
from ..sheets.empty import TemplateError, empty_sheet
from ..sheets.mapping import Mapping, MappingError, read_mapping
from ..sheets.page import html_pages, page_of, text_page
from ..sheets.plain import NO_RULES, audit_plain
from ..sheets.reader import read_sheet
from ..sheets.slips import Slip, likely_slips
from .audit import N_CERTIFY


@click.command("score")
@click.argument("sheets", nargs=-1, metavar="[SHEET|-]...")
@click.option("--rules", metavar="PROFILE|FILE", help="The rules, for sheets that name none; of --new: classic.")
@click.option("--mapping", type=click.Path(dir_okay=False), help="A TOML file that says what the columns are.")
@click.option("--witness", is_flag=True, help="Under each right deal, one legal end of it that has its figures.")
@click.option(
    "--ranges",
    is_flag=True,
    help="Under each right deal, what the figures that are not written can be, and how merged ones are made up.",
)
@click.option("--format", "form", metavar="FORM", help="text (default), html or json; of --new: hfn (default) or csv.")
@click.option("--output", type=click.Path(dir_okay=False), help="Write to a file.")
@click.option("--new", is_flag=True, help="An empty sheet to fill in instead.")
@click.option("--seats", default="North East South West", metavar="LABELS", help="Of --new: the players clockwise.")
@click.option("--deals", type=click.IntRange(1, 1000), metavar="N", help="Of --new: default as many as the rules have.")
def command(
    sheets: tuple[str, ...], rules: str | None, mapping: str | None, witness: bool, ranges: bool, form: str | None, output: str | None,
    new: bool, seats: str, deals: int | None,
) -> None:  # fmt: skip
    """Check score SHEETs: the figures against each other and the rules, on a page with the right figures beside the wrong.

    SHEET is a .csv or .tsv table (docs/score.md says how one is read) or a log with scores. Without rules only sums, carried
    totals and marks are judged. Exit status: 0 nothing is wrong, 1 something is, 2 a sheet could not be read at all.

    \b
    Example:
      handfoot score --new --format csv --output evening.csv
      handfoot score evening.csv --rules classic --format html --output evening.html
      handfoot score evening.csv --rules classic --witness --ranges
    """
    forms = ("hfn", "csv") if new else ("text", "html", "json")
    form = form or forms[0]
    if form not in forms:
        raise click.UsageError(f"--format: expected {' or '.join(forms)}, found {form!r}")
    if not new and not sheets:
        raise click.UsageError("name a sheet, or begin one with --new")
    try:
        if new:
            name = rules or "classic"
            _write(output, empty_sheet(profile_named(name), name, seats.split(), deals, form))
            return
        status = _score(sheets, rules, mapping, form, output, witness, ranges)
    except (UsageError, TemplateError, MappingError, ProfileError) as error:
        _refuse(str(error))
    except OSError as error:
        _refuse(f"{error.filename or output}: {(error.strerror or str(error)).lower()}")
    sys.exit(status)


def _refuse(message: str) -> None:
    click.echo(f"handfoot score: {message}", err=True)
    sys.exit(2)


def _write(output: str | None, text: str) -> None:
    if output is not None:
        Path(output).write_text(text, encoding="utf-8")
        return
    sys.stdout.buffer.write(text.encode("utf-8", "replace"))
    sys.stdout.flush()


def _score(
    sheets: tuple[str, ...], rules: str | None, mapping: str | None, form: str, output: str | None, witness: bool, ranges: bool
) -> int:  # fmt: skip
    """Judges the sheets and writes the report; gives the exit status."""
    gc.set_threshold(100_000, 20, 20)  # nothing in a sheet refers to itself; looking for it takes as long as reading
    read = Mapping() if mapping is None else read_mapping(Path(mapping))
    failures: list[SourceError] = []
    games = [pair for sheet in sheets for pair in _games(sheet, rules, read, failures)]
    few = len(games) <= N_CERTIFY
    if not few:
        games = [(game, replace(options, possible=False)) for game, options in games]
    judged = [(game, _judged(game, options)) for game, options in games]
    for failure in failures:
        click.echo(f"handfoot score: {failure}", err=True)
    reports = [report for _, report in judged]
    slips: list[list[Slip]] = []
    asked: list[list[DealAnswer]] = []
    for (game, options), (_, report) in zip(games, judged, strict=True):
        profile = _known_rules(game, options, report)
        slips.append(likely_slips(game, profile) if few and profile is not None and not report.ok else [])
        wanted = profile is not None and (witness or ranges)
        asked.append(_asked(game, profile, witness, ranges) if wanted and profile is not None else [])
    if form == "json":
        text = json.dumps(_json(reports, slips, asked, witness or ranges), ensure_ascii=False) + "\n"
    else:
        pages = [
            page_of(game, report, [*(slip.words for slip in own), *(line for deal in deals for line in deal.lines())])
            for (game, report), own, deals in zip(judged, slips, asked, strict=True)
        ]
        text = html_pages(pages) if form == "html" else "\n\n".join("\n".join(text_page(page)) for page in pages) + "\n"
    _write(output, text)
    if any(report.profile_name is None and not report.findings for report in reports):
        click.echo(f"handfoot score: {NO_RULES}", err=True)
    if failures or all(not game.seats and report.findings for game, report in judged):
        return 2
    return 0 if all(report.ok for report in reports) else 1


def _json(
    reports: list[GameReport], slips: list[list[Slip]], asked: list[list[DealAnswer]], with_answers: bool
) -> dict[str, Any]:
    """The report of an audit, with the likely slips of each game and what was asked of its deals."""
    whole = {**Report(reports).to_json(), "schema": SCHEMA, "handfoot": __version__}
    for game, own, deals in zip(whole["games"], slips, asked, strict=True):
        game["slips"] = [slip.to_json() for slip in own]
        if with_answers:
            game["sheet"] = [deal.to_json() for deal in deals]
    return whole


def _asked(game: Game, profile: Profile, witness: bool, ranges: bool) -> list[DealAnswer]:
    """What was asked of each deal. :raises UsageError: it takes the solver, and there is none."""
    try:
        return answers(game, profile, witness=witness, ranges=ranges)
    except ImportError:
        raise UsageError("--ranges needs the Python package z3-solver, which is not installed here") from None


def _known_rules(game: Game, options: Options, report: GameReport) -> Profile | None:
    """The rules by which the figures of a sheet are judged; None where moves are recorded or no rules are known."""
    if report.profile_name is None or not game.seats or any(isinstance(s, Turn) for s in game.statements):
        return None
    return profile_in_force(report.profile_name) if options.rules == AUTO else rules_for(game, options).profile


def _games(
    sheet: str, rules: str | None, mapping: Mapping, failures: list[SourceError]
) -> Iterator[tuple[Game, Options]]:
    """The games of a sheet, each with what it is judged by."""
    if not is_sheet(sheet):
        for game in read_paths([sheet], on_error=failures.append):
            yield game, options_beside(game.source, Options(rules))
        return
    if not Path(sheet).is_file():
        failures.append(SourceError(sheet, "no such file"))
        return
    options = options_beside(sheet, Options(rules))
    if options.rules is None:
        options = replace(options, rules=mapping.rules)
    for game in read_sheet(sheet, replace(mapping, rules=None), _profile(options.rules)):
        yield game, options


def _profile(rules: str | None) -> Profile | None:
    return None if rules in (None, AUTO) else profile_in_force(rules)


def _judged(game: Game, options: Options) -> GameReport:
    if options.rules is None and "Rules" not in game.tags:
        return audit_plain(game, options)
    return audit_game(game, options)
