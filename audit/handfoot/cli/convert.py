"""``handfoot convert``: logs from text to JSON and back."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import click

from handfoot_grammar.json_form import game_to_json, json_text
from handfoot_grammar.log import Game
from handfoot_grammar.sources import STDIN, SourceError, form_of, read_paths
from handfoot_grammar.write import game_text

from .atomic import replacing


@click.command("convert")
@click.argument("files", nargs=-1, type=str, metavar="FILE...")
@click.option("--to", "target", type=click.Choice(["json", "jsonl", "hfn"]), help="Default: the other form.")
@click.option("--output", "-o", type=str, help="The file to write instead of standard output.")
def command(files: tuple[str, ...], target: str | None, output: str | None) -> None:
    """Convert logs from HFN text to JSON and back.

    Nothing is lost but comments and spacing. A line that cannot be read is kept as it is, and told on standard error;
    the exit status is 1 where nothing of a game could be read.

    \b
    Example:
      handfoot convert spring-cup.hfn --output spring-cup.json
      handfoot convert --to hfn archive.jsonl
    """
    paths = files or (STDIN,)
    failures: list[SourceError] = []

    def complain(error: SourceError) -> None:
        failures.append(error)
        click.echo(f"handfoot convert: {error}", err=True)

    lost: list[Game] = []
    games = _reported(read_paths(paths, on_error=complain), lost)
    form = target or _other_form(paths[0], output)
    chunks = _hfn(games) if form == "hfn" else _json_lines(games) if form == "jsonl" else _json(games)
    try:
        if output is None:
            stream = sys.stdout.buffer
            for chunk in chunks:
                stream.write(chunk.encode("utf-8", "replace"))
        else:
            with replacing(output) as file:
                for chunk in chunks:
                    file.write(chunk.encode("utf-8", "replace"))
    except OSError as error:
        click.echo(f"handfoot convert: {output or '<stdout>'}: {(error.strerror or str(error)).lower()}", err=True)
        sys.exit(2)
    sys.exit(2 if failures else 1 if lost else 0)


def _other_form(path: str, output: str | None) -> str:
    """The form that the output's name says, else the one that the first file has not."""
    named = form_of(output) if output is not None else None
    if named is not None:
        return named.removeprefix(".")
    return "hfn" if form_of(path) in (".json", ".jsonl") else "json"


def _reported(games: Iterator[Game], lost: list[Game]) -> Iterator[Game]:
    """The games, their problems told; those of which nothing could be read go to ``lost``."""
    for game in games:
        for problem in game.problems:
            place = f"{game.source}:{problem.span.line}:{problem.span.column}"
            click.echo(f"{place}: {problem.code}: {problem.message}", err=True)
        if game.statements:
            yield game
        else:
            lost.append(game)


def _hfn(games: Iterator[Game]) -> Iterator[str]:
    for i, game in enumerate(games):
        text = game_text(game)
        if i and not text.startswith("["):  # a game without tags would go on with the one before
            text = f'[Notation "HFN 1"]\n\n{text}'
        yield f"\n{text}" if i else text


def _json_lines(games: Iterator[Game]) -> Iterator[str]:
    for game in games:
        yield json.dumps(game_to_json(game), ensure_ascii=False) + "\n"


def _json(games: Iterator[Game]) -> Iterator[str]:
    """One game as an object, several as a list."""
    first = next(games, None)
    if first is None:
        yield "[]\n"
        return
    second = next(games, None)
    if second is None:
        yield json_text(game_to_json(first)) + "\n"
        return
    yield f"[{json_text(game_to_json(first), ' ')},\n {json_text(game_to_json(second), ' ')}"
    for game in games:
        yield f",\n {json_text(game_to_json(game), ' ')}"
    yield "]\n"
