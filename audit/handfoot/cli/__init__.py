"""The command line. Commands are imported when they are called: ``handfoot --help`` pays for none of them."""

from __future__ import annotations

import difflib
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from .._version import __version__

COMMANDS = {
    "audit": "Replay logs and report every finding.",
    "batch": "Audit archives of any size, on all cores or a cluster.",
    "report": "What an archive's audit came to: by code, table, player and month.",
    "rules": "The catalogue of findings and rules, or one explained.",
    "profiles": "The rule profiles, one in full, or a check of a file.",
    "prove": "What a profile's rules guarantee, proved by a solver.",
    "diff": "Where two profiles differ, with the smallest examples.",
    "ask": "What a player can hold at a moment of a half-seen game.",
    "show": "The table at any moment of a log.",
    "fmt": "Canonical layout of HFN logs.",
    "convert": "Text to JSON and back.",
    "score": "Score sheets, from tables too, on a page.",
    "play": "Random legal games from a seed.",
    "new": "A template log, and a card for the scribe.",
    "completion": "A completion script for your shell.",
}


class LazyGroup(click.Group):
    """A group whose commands live in modules of their names."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"{__package__}.{cmd_name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            close = difflib.get_close_matches(args[0], COMMANDS, 1, 0.5)
            if close:
                raise click.UsageError(f"{error.message} Did you mean {close[0]!r}?", ctx) from None
            raise


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="handfoot")
def cli() -> None:
    """Audit recorded games of Hand and Foot: were they played and scored by the rules, and what is the right score?

    \b
    Example:
      handfoot audit spring-cup.hfn
      handfoot rules HF305
    """


def main(args: Sequence[str] | None = None) -> Any:
    """Runs the command line; a closed pipe ends it quietly, a full disk with a message."""
    try:
        try:
            return cli.main(args=list(args) if args is not None else None, prog_name="handfoot")
        finally:
            sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return sys.exit(1)
        click.echo(f"handfoot: {error.strerror or error}", err=True)
        return sys.exit(2)
