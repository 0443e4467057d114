"""``handfoot new``: a template log, and the scribe's card."""

from __future__ import annotations

import datetime
import os
import sys
from pathlib import Path

import click

from handfoot_spec.profile import Profile, ProfileError
from handfoot_spec.profile_files import shipped

from ..auditing import profile_named
from ..template import TemplateError, scribe_card, template
from .atomic import write_file


@click.command("new")
@click.argument("file", required=False, type=click.Path(allow_dash=True))
@click.option("--players", metavar="LABELS", help='The players clockwise, the first dealer first: "Ana Bo Chi Dee".')
@click.option("--rules", default="classic", show_default=True, metavar="PROFILE|FILE", help="The rules to be played.")
@click.option("--event", metavar="TEXT", help="What the game is part of.")
@click.option("--date", metavar="TEXT", help="Default: today.")
@click.option("--deals", type=int, metavar="N", help="Default: as many as the rules have.")
@click.option("--card", is_flag=True, help="The scribe's card instead: all that can be written, on one page.")
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
def command(
    file: str | None, players: str | None, rules: str, event: str | None, date: str | None, deals: int | None, card: bool,
    force: bool,
) -> None:  # fmt: skip
    """Begin a log: write its tags and, for every deal, the lines to fill in as comments that explain themselves.

    Without FILE, or for -, it goes to standard output. An existing file is left alone (exit status 2) unless --force is given.

    \b
    Example:
      handfoot new table-3.hfn --players "Ana Bo Chi Dee" --event "Spring Cup"
      handfoot new --card
    """
    path = None if file in (None, "-") else file
    try:
        text = scribe_card() if card else _template(path, players, rules, event, date, deals)
    except (ProfileError, TemplateError) as error:
        _refuse(str(error))
    if path is None:
        sys.stdout.buffer.write(text.encode())
        sys.stdout.flush()
        return
    try:
        write_file(path, text.encode(), force)
    except FileExistsError:
        _refuse(f"{path} exists; --force overwrites it")
    except OSError as error:
        _refuse(f"{path}: {(error.strerror or str(error)).lower()}")
    click.echo(f"wrote {path}", err=True)


def _refuse(message: str) -> None:
    click.echo(f"handfoot new: {message}", err=True)
    sys.exit(2)


def _template(
    path: str | None, players: str | None, rules: str, event: str | None, date: str | None, deals: int | None
) -> str:
    if players is None:
        raise TemplateError('name the players clockwise: --players "Ana Bo Chi Dee"')
    profile, tag = _rules(rules, path)
    tags = [("Event", event)] if event is not None else []
    tags.append(("Date", date if date is not None else datetime.date.today().isoformat()))
    return template(profile, tag, players.split(), tags=tags, deals=deals)


def _rules(rules: str, path: str | None) -> tuple[Profile, str]:
    """The profile, and the tag that names it: a file is named by its path from the log."""
    profile = profile_named(rules)
    if rules in shipped() or path is None:
        return profile, rules
    relative = os.path.relpath(rules, Path(path).resolve().parent)
    return profile, Path(relative).as_posix()
