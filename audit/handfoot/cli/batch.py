"""``handfoot batch``: an archive of games."""

from __future__ import annotations

import importlib.util
import os
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .._version import __version__
from .audit import _codes

if TYPE_CHECKING:
    from ..batch.driver import Tally


def _share(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, int] | None:
    if value is None:
        return None
    i, _, n = value.partition("/")
    if not (i.isdigit() and n.isdigit() and 1 <= int(i) <= int(n)):
        raise click.BadParameter(f"{value!r}: expected I/N, as 3/16 for the third of sixteen")
    return int(i), int(n)


def _cores() -> int:
    """The cores that this process may use: of a machine that is shared, a job may have a few."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@click.command("batch")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--out", required=True, type=click.Path(file_okay=False), help="The folder of the results.")
@click.option("--rules", metavar="PROFILE|FILE", help="The rules for logs without a Rules tag.")
@click.option("--override-rules", is_flag=True, help="Use --rules even where the log names others.")
@click.option(
    "--select", multiple=True, callback=_codes, metavar="CODES", help="Keep these codes only; HF3 means all HF3xx."
)
@click.option("--ignore", multiple=True, callback=_codes, metavar="CODES", help="Leave these codes out.")
@click.option("--level", type=click.Choice(["error", "warning", "note"]), help="The least grave level to keep.")
@click.option("--jobs", type=click.IntRange(min=1), default=_cores, help="Worker processes; default: all cores.")
@click.option("--cluster", metavar="ADDRESS", help="Work on the Dask cluster at this address.")
@click.option(
    "--shard", "share", callback=_share, metavar="I/N", help="Only every Nth shard, from the Ith: for job arrays."
)
@click.option(
    "--shard-size",
    type=click.IntRange(min=1),
    metavar="BYTES",
    help="Text in a shard; default: by the inputs.",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0.01),
    default=60,
    show_default=True,
    metavar="SECONDS",
    help="For a game.",
)
@click.option(
    "--memory-limit",
    type=click.IntRange(min=256),
    default=2048,
    show_default=True,
    metavar="MB",
    help="For a worker, beyond what it needs at its start.",
)
@click.option("--restart", is_flag=True, help="Throw away what is in the folder and begin anew.")
@click.option(
    "--progress/--no-progress", default=None, help="How far it is, on standard error; default: on a terminal."
)
def command(
    paths: tuple[str, ...], out: str, rules: str | None, override_rules: bool, select: tuple[str, ...], ignore: tuple[str, ...],
    level: str | None, jobs: int, cluster: str | None, share: tuple[int, int] | None, shard_size: int | None, time_limit: float,
    memory_limit: int, restart: bool, progress: bool | None,
) -> None:  # fmt: skip
    """Audit archives: any number of games, on all cores or a cluster, into Parquet tables.

    PATH is a log (.hfn, .json, .jsonl, also .gz and .zst), a .zip or .tar(.gz) of logs, or a folder. A run that was
    broken off goes on when it is called again. Exit status: 0 all games are clean or undecided, 1 some are not, 2 the
    audit could not be made.

    \b
    Example:
      handfoot batch season/ --out season.audit
      handfoot report season.audit
    """
    for name in ("pyarrow", "fcntl"):
        if importlib.util.find_spec(name) is None:
            wanted = (
                "the Python package pyarrow: pip install 'handfoot[batch]'" if name == "pyarrow" else "a POSIX system"
            )
            raise click.UsageError(f"handfoot batch needs {wanted}")
    from handfoot_grammar.sources import SourceError

    from ..auditing import UsageError

    asked = {
        "rules": rules,
        "override_rules": override_rules,
        "select": list(select),
        "ignore": list(ignore),
        "level": level,
    }
    limits = {"seconds": time_limit, "memory": memory_limit << 20}
    shown = _progress(sys.stderr.isatty() if progress is None else progress)
    try:
        sys.exit(_run(list(paths), out, asked, limits, jobs, cluster, share, shard_size or 0, restart, shown))
    except (UsageError, SourceError) as error:
        click.echo(f"handfoot batch: {error}", err=True)
    except OSError as error:
        click.echo(f"handfoot batch: {error.filename or out}: {(error.strerror or str(error)).lower()}", err=True)
    except KeyboardInterrupt:
        click.echo("handfoot batch: interrupted; the same command goes on from here", err=True)
    sys.exit(2)


def _run(
    paths: list[str], given: str, asked: dict[str, Any], limits: dict[str, Any], jobs: int, cluster: str | None,
    share: tuple[int, int] | None, size: int, restart: bool, shown: Callable[[Tally], None],
) -> int:  # fmt: skip
    from handfoot_spec.profile import ProfileError

    from ..auditing import UsageError
    from ..batch import driver, manifest
    from ..batch.places import is_url
    from ..batch.shards import Piece

    if share is not None and restart:
        raise UsageError("--restart throws away what the other shares have done; begin anew without --shard")
    if is_url(given):
        raise UsageError(f"{given}: the results go to a folder, not to a URL")
    if asked["rules"] is not None and Path(asked["rules"]).is_file():
        asked = {**asked, "rules": os.path.abspath(asked["rules"])}
    out = Path(given).resolve()
    out.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        # Runs of shares go side by side, each of its own share; a run of everything is alone.
        stack.enter_context(manifest.locked(out, ".lock", alone=share is None))
        if share is not None:
            stack.enter_context(manifest.locked(out, f".lock-{share[0]}-of-{share[1]}"))
        try:
            with manifest.locked(out, ".lock-manifest", wait=True):
                shards = manifest.plan(paths, out, {**asked, **limits}, size, restart)
        except ProfileError as error:
            raise UsageError(str(error)) from None
        for piece in (Piece(*piece) for shard in shards for piece in shard if piece[-1]):
            click.echo(f"handfoot batch: {piece.path}: {piece.broken}", err=True)
        first, step = (share[0] - 1, share[1]) if share is not None else (0, 1)
        tasks = [
            {"shard": i, "pieces": shards[i], "out": str(out), "version": __version__, "options": asked, **limits}
            for i in range(first, len(shards), step)
        ]
        pool, width = stack.enter_context(driver.executor(jobs, cluster))
        tally = driver.run(pool, width, tasks, out, shown)
    counts = tally.counts
    others = [f"{counts['bad']:,} not clean"]
    if counts["unopened"]:
        others.append(f"{counts['unopened']:,} not opened or refused")
    click.echo(f"{counts['games']:,} games, {', '.join(others)}; results in {out}")
    return 2 if counts["unopened"] else 1 if counts["bad"] else 0


def _progress(wanted: bool) -> Callable[[Tally], None]:
    last = 0.0

    def show(tally: Tally) -> None:
        nonlocal last
        now = time.monotonic()
        if wanted and (now - last > 0.5 or tally.done == tally.shards):
            last = now
            line = tally.line()
            click.echo(f"\r{line:<79}" if sys.stderr.isatty() else line, nl=not sys.stderr.isatty(), err=True)
            if sys.stderr.isatty() and tally.done == tally.shards:
                click.echo(err=True)

    return show
