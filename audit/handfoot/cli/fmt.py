"""``handfoot fmt``: the canonical layout of log files."""

from __future__ import annotations

import os
import sys

import click

from handfoot_grammar.limits import DEFAULT_LIMITS
from handfoot_grammar.sources import STDIN
from handfoot_grammar.write import format_text

from .atomic import replacing


@click.command("fmt")
@click.argument("files", nargs=-1, type=str, metavar="[FILES|-]...")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 if a file would change.")
@click.option("--write", is_flag=True, help="Rewrite the files in place.")
def command(files: tuple[str, ...], check: bool, write: bool) -> None:
    """Put HFN logs into canonical layout.

    Comments, blank lines and lines that cannot be read are kept as they are. Without files, or for -, standard input is
    read; the result goes to standard output.

    \b
    Example:
      handfoot fmt --check logs/*.hfn
      handfoot fmt --write spring-cup.hfn
    """
    if check and write:
        raise click.UsageError("--check and --write exclude each other")
    failed = changed = False
    for path in files or (STDIN,):
        try:
            data = _data(path)
            new = format_text(_decoded(data, path)).encode()
            if write and path != STDIN:
                if new != data:
                    with replacing(path) as file:
                        file.write(new)
                    click.echo(f"rewrote {path}", err=True)
            elif check:
                if new != data:
                    changed = True
                    click.echo(f"would rewrite {'<stdin>' if path == STDIN else path}", err=True)
            else:
                sys.stdout.buffer.write(new)
        except OSError as error:
            failed = True
            click.echo(f"handfoot fmt: {path}: {(error.strerror or str(error)).lower()}", err=True)
        except ValueError as error:
            failed = True
            click.echo(f"handfoot fmt: {path}: {error}", err=True)
    sys.exit(2 if failed else 1 if changed else 0)


def _data(path: str) -> bytes:
    most = DEFAULT_LIMITS.json_size
    if path == STDIN:
        data = sys.stdin.buffer.read(most + 1)
    else:
        with open(path, "rb") as file:
            data = file.read(most + 1)
    if len(data) > most:
        raise ValueError(f"a file larger than {most:,} bytes is not formatted")
    return data


def _decoded(data: bytes, path: str) -> str:
    """The text; a file that is no UTF-8 text is refused, because formatting must not change what it cannot read."""
    if os.path.splitext(path)[1].lower() in (".json", ".jsonl", ".gz", ".zst"):
        raise ValueError("only HFN text is formatted")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16")
    if b"\0" in data:
        raise ValueError("this is a binary file, no text")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ValueError(f"line {line} holds bytes that are no UTF-8 text") from None
