"""``handfoot report``: what an archive's audit came to."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import click

from .atomic import write_file


@click.command("report")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--format", "form", type=click.Choice(["text", "csv", "html"]), default="text", show_default=True)
@click.option("--output", type=click.Path(dir_okay=False), help="Write the report to a file.")
@click.option(
    "--top", type=click.IntRange(min=1), default=20, show_default=True, help="Players, tables and failures listed."
)
def command(folder: Path, form: str, output: str | None, top: int) -> None:
    """Count what `handfoot batch` left in FOLDER: by verdict, code, profile, player, table and month.

    \b
    Example:
      handfoot report season.audit
      handfoot report season.audit --format html --output season.html
    """
    if importlib.util.find_spec("duckdb") is None:
        raise click.UsageError("handfoot report needs the Python package duckdb: pip install 'handfoot[batch]'")
    from ..auditing import UsageError
    from ..batch import page, summary

    try:
        found = summary.sections(folder, top)
    except UsageError as error:
        click.echo(f"handfoot report: {error}", err=True)
        sys.exit(2)
    if form == "html":
        text = page.html(f"Audit of {folder.name}", found)
    elif form == "csv":
        text = page.as_csv(found)
    else:
        text = "\n".join(page.text(found)) + "\n"
    data = text.encode("utf-8", "replace")
    if output is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    try:
        write_file(output, data, force=True)
    except OSError as error:
        click.echo(f"handfoot report: {output}: {(error.strerror or str(error)).lower()}", err=True)
        sys.exit(2)
