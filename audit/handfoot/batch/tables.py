"""The three tables of an archive's audit: games, findings and scores, one Parquet part of each for a shard."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from handfoot_engine.score import Figure

from ..report import GameReport

TABLES = ("findings", "scores", "games")
"""Written in this order: a shard is done once its part of the last one is there."""

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


def is_done(folder: Path, shard: int) -> bool:
    """Whether a shard's rows are all there."""
    return part(folder, TABLES[-1], shard).exists()


def write_parts(folder: Path, shard: int, rows: Rows) -> dict[str, int]:
    """Writes a shard's rows, each file at once, and says how many games are good, bad and unopened. :raises OSError: it cannot."""
    games = rows["games"]
    unopened = sum(row["status"] == "unopened" for row in games)
    good = sum(row.get("verdict") in ("clean", "undecided") for row in games)
    counts = {"games": len(games), "bad": len(games) - good - unopened, "unopened": unopened}
    for table in TABLES:
        path = part(folder, table, shard)
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f".{path.name}.{os.uname().nodename}-{os.getpid()}")
        try:
            _write(temporary, table, rows[table], counts)
            os.replace(temporary, path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    return counts


def _write(path: Path, table: str, rows: Iterable[dict[str, Any]], counts: dict[str, int]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = {
        "string": pa.string(),
        "list": pa.list_(pa.string()),
        "bool": pa.bool_(),
        "int32": pa.int32(),
        "int64": pa.int64(),
    }
    schema = pa.schema(
        [(name, kinds[kind]) for name, kind in _COLUMNS[table].items()], metadata={"counts": json.dumps(counts)}
    )
    with open(path, "wb") as file:
        pq.write_table(pa.Table.from_pylist(list(rows), schema=schema), file, compression="zstd")
        file.flush()
        os.fsync(file.fileno())


def counts_of(folder: Path, shard: int) -> dict[str, int]:
    """What ``write_parts`` said of a shard that is done."""
    import pyarrow.parquet as pq

    metadata = pq.read_schema(part(folder, TABLES[-1], shard)).metadata
    counts: dict[str, int] = json.loads(metadata[b"counts"])
    return counts
