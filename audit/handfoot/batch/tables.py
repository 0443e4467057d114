"""The three tables of an archive's audit: games, findings and scores, one Parquet part of each for a shard."""

from __future__ import annotations

import json
import os
from collections.abc import Collection
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

from handfoot_engine.score import Figure

from ..report import GameReport

TABLES = ("findings", "scores", "games")
"""Written in this order: a shard is done once its part of the last one is there."""

_UNFINISHED = "."

_WHERE = {"source": "string", "game": "int64"}
_COLUMNS: dict[str, dict[str, str]] = {
    "games": _WHERE | {
        "line": "int64", "sha256": "string", "status": "string", "detail": "string", "profile": "string", "profile_sha256": "string",
        "verdict": "string", "deals": "int32", "turns": "int32", "hidden": "bool", "errors": "int32", "warnings": "int32",
        "date": "string", "players": "list", "winners": "list", "claimed_winners": "list", "totals": "string",
    },
    "findings": _WHERE | {
        "id": "int32", "code": "string", "level": "string", "line": "int64", "column": "int32", "end_line": "int64",
        "end_column": "int32", "deal": "int32", "turn": "int32", "player": "string", "team": "string", "message": "string",
        "expected": "string", "found": "string", "rule": "string", "cites": "list", "because_of": "int32", "conflict": "string",
        "score_effect": "int64", "pointer": "string", "waived": "string", "undecided": "bool",
    },
    "scores": _WHERE | {
        "deal": "int32", "team": "string", "total": "int64", "total_min": "int64", "total_max": "int64", "claimed_total": "int64",
        "repaired_total": "int64", "played": "bool", "figures": "string",
    },
}  # fmt: skip


Rows = dict[str, list[dict[str, Any]]]
_HELD = 1_000
"""Rows of a table that are held before they are written: memory does not grow with the shard."""


def no_rows() -> Rows:
    """Three tables without rows."""
    return {name: [] for name in TABLES}


def add_failure(rows: Rows, source: str, game: int, status: str, detail: str) -> None:
    """The row of a game that has no verdict."""
    rows["games"].append({"source": source, "game": game, "status": status, "detail": detail})


def add_report(rows: Rows, report: GameReport, date: str | None) -> None:
    """The rows of an audited game; ``date`` is its Date tag."""
    where = {"source": _text(report.source), "game": report.number}
    rows["games"].append(where | {
        "line": report.line, "sha256": report.sha256, "status": "audited", "profile": report.profile_name,
        "profile_sha256": report.profile_sha256, "verdict": report.verdict, "deals": report.deals, "turns": report.turns,
        "hidden": report.hidden, "errors": len(report.errors), "warnings": sum(f.level == "warning" for f in report.findings),
        "date": _text(date), "players": [_text(p) for p in report.players], "winners": report.winners,
        "claimed_winners": report.claimed_winners, "totals": json.dumps({t: _range(f) for t, f in report.totals.items()}),
    })  # fmt: skip
    for finding in report.findings:
        row = {key: _text(value) for key, value in finding.to_json().items() if key != "name"}
        row["conflict"] = None if finding.conflict is None else json.dumps(finding.conflict)
        rows["findings"].append(where | row | {"undecided": finding.undecided})
    for score in report.scores:
        low, high = score.total or (None, None)
        rows["scores"].append(where | {
            "deal": score.deal, "team": _text(score.team), "total": low if low == high else None, "total_min": low, "total_max": high,
            "claimed_total": score.claimed_total, "repaired_total": score.repaired_total, "played": score.played,
            "figures": json.dumps(score.to_json()),
        })  # fmt: skip


def _range(figure: Figure | None) -> list[int] | None:
    return None if figure is None else list(figure)


def _text(value: Any) -> Any:
    """A text that UTF-8 can hold: a JSON record may bring half a surrogate pair."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


def part(folder: Path, table: str, shard: int) -> Path:
    """The file of a shard's rows."""
    return folder / table / f"part-{shard:07}.parquet"


NOT_OPENED = ("unopened", "refused")
"""Statuses of what could not be audited as asked: a source that does not open, a log whose rules are not those asked for."""


def is_done(folder: Path, shard: int) -> bool:
    """Whether a shard's rows are all there."""
    return part(folder, TABLES[-1], shard).exists()


class Parts:
    """The parts of a shard while they are written, under names of this process; put in their places all together at the end."""

    def __init__(self, folder: Path, shard: int) -> None:
        self.rows = no_rows()
        self._folder, self._shard = folder, shard
        self._files: dict[str, tuple[Path, BinaryIO, Any]] = {}

    def flush(self, least: int = _HELD) -> None:
        """Writes the rows of each table that has ``least`` or more. :raises OSError: it cannot."""
        for table, rows in self.rows.items():
            if len(rows) >= least:
                self._write(table, rows)
                rows.clear()

    def finish(self) -> None:
        """Writes the rest, and gives the files their names. :raises OSError: it cannot."""
        self.flush(0)
        for _, file, writer in self._files.values():
            writer.close()
            file.flush()
            os.fsync(file.fileno())
            file.close()
        for table in TABLES:
            os.replace(self._files[table][0], part(self._folder, table, self._shard))
        self._files.clear()

    def drop(self) -> None:
        """Throws away what was not finished."""
        for path, file, writer in self._files.values():
            path.unlink(missing_ok=True)
            for thing in (writer, file):
                with suppress(OSError, ValueError, AttributeError):
                    thing.close()
            if writer is not None:
                writer.is_open = False  # or it would try, and complain, once more
        self._files.clear()

    def _write(self, table: str, rows: list[dict[str, Any]]) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        schema = _schema(table)
        if table not in self._files:
            path = part(self._folder, table, self._shard)
            path.parent.mkdir(parents=True, exist_ok=True)
            path = path.with_name(f"{_UNFINISHED}{path.name}.{os.uname().nodename}-{os.getpid()}")
            file = open(path, "wb")  # noqa: SIM115 - closed by finish or drop
            self._files[table] = path, file, None
            self._files[table] = path, file, pq.ParquetWriter(file, schema, compression="zstd")
        columns = [pa.array([row.get(field.name) for row in rows], field.type) for field in schema]
        self._files[table][2].write_table(pa.Table.from_arrays(columns, schema=schema))


@cache
def _schema(table: str) -> Any:
    import pyarrow as pa

    kinds = {
        "string": pa.string(),
        "list": pa.list_(pa.string()),
        "bool": pa.bool_(),
        "int32": pa.int32(),
        "int64": pa.int64(),
    }
    return pa.schema([(name, kinds[kind]) for name, kind in _COLUMNS[table].items()])


def counts_of(folder: Path, shard: int) -> dict[str, int]:
    """How many games a shard has that is done, and how many of them are not clean, and not opened."""
    import pyarrow.parquet as pq

    # A schema would be looked for in the folder's name too, were it given a path.
    with open(part(folder, TABLES[-1], shard), "rb") as file:
        found = pq.read_table(file, columns=["status", "verdict"], use_threads=False)
    statuses, verdicts = (found.column(name).to_pylist() for name in ("status", "verdict"))
    unopened = sum(status in NOT_OPENED for status in statuses)
    good = sum(verdict in ("clean", "undecided") for verdict in verdicts)
    return {"games": len(statuses), "bad": len(statuses) - good - unopened, "unopened": unopened}


def clear_unfinished(folder: Path, shards: Collection[int]) -> None:
    """Removes what processes that were killed had begun to write of these shards."""
    for table in TABLES:
        for path in (folder / table).glob(f"{_UNFINISHED}part-*"):
            number = path.name.removeprefix(f"{_UNFINISHED}part-").partition(".")[0]
            if number.isdigit() and int(number) in shards:
                path.unlink(missing_ok=True)
