"""``handfoot show``: the table at a moment of a recorded game."""

from __future__ import annotations

import os
import sys

import click

from handfoot_grammar.log import Game
from handfoot_grammar.sources import SourceError, read_paths
from handfoot_spec.profile import Profile
from handfoot_spec.profile_files import shipped

from ..auditing import Options, UsageError, rules_for
from ..config import options_beside
from ..moment import NoSuchMoment
from ..show import show_text


class Refused(Exception):
    """The log, or what is asked of it, is not to be had (exit status 2)."""


@click.command("show")
@click.argument("log", type=click.Path())
@click.option("--deal", type=int, metavar="N", help="The deal by its number.")
@click.option("--turn", type=int, metavar="M", help="After this turn of the deal; 0 is the table before the first.")
@click.option("--line", type=int, metavar="L", help="After this line of the source instead.")
@click.option("--game", "number", type=int, metavar="K", help="Which game, where the log holds several.")
@click.option("--rules", metavar="PROFILE|FILE", help="The rules, for a log without a Rules tag.")
@click.option(
    "--suits", type=click.Choice(["letters", "signs"]), default="letters", show_default=True, help="Ks, or K♠."
)
def command(
    log: str, deal: int | None, turn: int | None, line: int | None, number: int | None, rules: str | None, suits: str
) -> None:
    """Show the table after a turn of LOG: Hands, Feet, melds, pile and stock, and what the turn did.

    Without --deal, --turn or --line it is the table at the end of the log. Turns are numbered as a report numbers them. A
    place that an unreadable line may have touched says "unknown". LOG may be - for standard input. Exit status: 2 where
    there is no such moment.

    \b
    Example:
      handfoot show spring-cup.hfn --deal 1 --turn 9
      handfoot show spring-cup.hfn --line 37 --suits signs
    """
    if line is not None and (deal is not None or turn is not None):
        raise click.UsageError("a moment is named by --line, or by --deal and --turn")
    try:
        game = game_meant(log, number, line)
        bold = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        text = show_text(
            game, rules_of(game, rules), deal=deal, turn=turn, line=line, signs=suits == "signs", bold=bold
        )
    except SourceError as error:
        _refuse(str(error))
    except (Refused, NoSuchMoment, UsageError) as error:
        _refuse(f"{log}: {error}")
    sys.stdout.buffer.write(text.encode("utf-8", "replace"))
    sys.stdout.flush()


def _refuse(message: str) -> None:
    click.echo(f"handfoot show: {message}", err=True)
    sys.exit(2)


def game_meant(path: str, number: int | None, line: int | None) -> Game:
    """The game that is meant: by its number, else the one that the line stands in, else the only one."""
    if os.path.isdir(path):
        raise Refused("this is a folder, not a log")
    count, chosen = 0, None
    for game in read_paths([path]):
        count += 1
        if count == (number or 1) or (number is None and line is not None and game.line <= line):
            chosen = game
        if chosen is not None and count == number:
            break
    if chosen is None:
        raise Refused(f"there is no game {number}; the log holds {count}")
    if number is None and line is None and count > 1:
        raise Refused(f"the log holds {count} games; say which with --game 1 to --game {count}")
    return chosen


def rules_of(game: Game, rules: str | None) -> Profile:
    """The log's own rules, else ``--rules``, else those of its folder's settings."""
    options = Options()
    if "Rules" not in game.tags:  # where the log names its rules, nobody else is asked
        options = options_beside(game.source, Options(rules=rules))
        if options.rules is None:
            raise Refused(f"the log names no rules; give --rules, one of {', '.join(shipped())} or a profile file")
    found = rules_for(game, options)
    if found.profile is None:
        raise Refused("no rules" if found.problem is None else found.problem.message)
    return found.profile
