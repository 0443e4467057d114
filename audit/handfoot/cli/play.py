"""``handfoot play``: random legal games from a seed."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import click

from handfoot_engine.play import UnsupportedProfile, play_games
from handfoot_engine.views import VIEWS, View, in_view
from handfoot_engine.written import text_of
from handfoot_grammar.json_form import game_to_json, json_text
from handfoot_grammar.log import Game
from handfoot_spec.profile import ProfileError

from ..auditing import profile_named
from .atomic import replacing


@click.command("play")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same games.")
@click.option("--games", type=click.IntRange(min=0), default=1, show_default=True, metavar="N", help="How many games.")
@click.option(
    "--deals", type=click.IntRange(min=1), metavar="N", help="Deals a game; default: as many as the rules have, or 4."
)
@click.option(
    "--players", type=click.IntRange(min=2), metavar="N", help="How many play; default: the first number of the rules."
)
@click.option("--view", type=click.Choice(VIEWS), default="full", show_default=True, help="Who keeps the record.")
@click.option("--rules", default="classic", show_default=True, metavar="PROFILE|FILE", help="The rules to play by.")
@click.option("--stock/--no-stock", default=False, help="Record the order of the stock too (view full).")
@click.option("--format", "form", type=click.Choice(["hfn", "json", "jsonl"]), default="hfn", show_default=True)
@click.option("--output", "-o", metavar="FILE", help="The file to write instead of standard output.")
def command(
    seed: int, games: int, deals: int | None, players: int | None, view: View, rules: str, stock: bool, form: str,
    output: str | None,
) -> None:  # fmt: skip
    """Play random legal games and write their logs.

    \b
    A view leaves out what the recorder did not see:
      full       every card is known
      ranks      cards without their suits
      spectator  what lies open on the table, no packet and no draw
      mixed      each packet and draw seen or not, some cards without their suits

    \b
    Example:
      handfoot play --seed 7 --games 100 --output games.hfn
      handfoot play --view spectator | handfoot audit -
      handfoot play --rules open-table --players 3
    """
    try:
        profile = profile_named(rules)
        played = play_games(profile, seed, games, deals=deals, stock=stock, rules=rules, players=players)
        chunks = _chunks((in_view(game, view, seed) for game in played), form)
        if output is None:
            for chunk in chunks:
                sys.stdout.buffer.write(chunk.encode())
            sys.stdout.flush()
        else:
            with replacing(output) as file:
                for chunk in chunks:
                    file.write(chunk.encode())
    except (ProfileError, UnsupportedProfile, ValueError) as error:
        _refuse(str(error))
    except BrokenPipeError:
        raise
    except OSError as error:
        _refuse(f"{output or '<stdout>'}: {(error.strerror or str(error)).lower()}")


def _refuse(message: str) -> None:
    click.echo(f"handfoot play: {message}", err=True)
    sys.exit(2)


def _chunks(games: Iterator[Game], form: str) -> Iterator[str]:
    """The text of each game as soon as it is played."""
    if form == "json":
        yield from _json(games)
        return
    for i, game in enumerate(games):
        if form == "jsonl":
            yield json.dumps(game_to_json(game), ensure_ascii=False) + "\n"
        else:
            yield f"\n{text_of(game)}" if i else text_of(game)


def _json(games: Iterator[Game]) -> Iterator[str]:
    """One game as an object, several as a list."""
    first, second = next(games, None), next(games, None)
    if first is None:
        yield "[]\n"
    elif second is None:
        yield json_text(game_to_json(first)) + "\n"
    else:
        yield f"[{json_text(game_to_json(first), ' ')},\n {json_text(game_to_json(second), ' ')}"
        for game in games:
            yield f",\n {json_text(game_to_json(game), ' ')}"
        yield "]\n"
