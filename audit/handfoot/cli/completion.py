"""``handfoot completion``: the script that lets a shell complete commands, options and file names."""

from __future__ import annotations

import sys

import click
from click.shell_completion import get_completion_class

_SHELLS = ("bash", "zsh", "fish")


@click.command("completion")
@click.argument("shell", type=click.Choice(_SHELLS))
def command(shell: str) -> None:
    """Print the completion script of a SHELL. Let the shell read it where it starts.

    \b
    Example:
      eval "$(handfoot completion bash)"
      eval "$(handfoot completion zsh)"
      handfoot completion fish > ~/.config/fish/completions/handfoot.fish
    """
    from . import cli

    found = get_completion_class(shell)
    assert found is not None
    try:
        script = found(cli, {}, "handfoot", "_HANDFOOT_COMPLETE").source()
    except RuntimeError as error:  # click asks the shell for its version
        click.echo(f"handfoot completion: {error}", err=True)
        sys.exit(2)
    click.echo(script)
