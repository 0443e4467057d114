"""What an archive's audit came to, asked of its Parquet tables with DuckDB: one query for each section of ``handfoot report``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from handfoot_spec.catalogue import catalogue

from ..auditing import UsageError
from .tables import TABLES


@dataclass(frozen=True)
class Section:
    """A table of the report; ``bar`` is the column that a page draws as bars."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    bar: int


_LIVE = "f.waived IS NULL AND f.because_of IS NULL"
_BAD = "(verdict IS NULL OR verdict NOT IN ('clean', 'undecided'))"
_MONTH = r"replace(regexp_extract(date, '^\d{4}[-./]\d{2}'), '.', '-')"

_QUERIES: dict[str, tuple[str, str, tuple[str, ...], int]] = {
    "verdicts": (
        "Games by verdict",
        "SELECT coalesce(verdict, status) AS v, count(*) AS n FROM games GROUP BY v ORDER BY n DESC, v",
        ("verdict", "games"), 1,
    ),
    "codes": (
        "Findings by code, without waived ones and what only follows from another",
        f"""SELECT f.code, '', f.level, count(*) AS n, count(DISTINCT (f.source, f.game)) FROM findings f WHERE {_LIVE}
            GROUP BY f.code, f.level ORDER BY n DESC, f.code, f.level""",
        ("code", "name", "level", "findings", "games"), 3,
    ),
    "profiles": (
        "Games by profile",
        f"""SELECT coalesce(profile, '(none)') AS p, count(*) AS n, count(*) FILTER (WHERE {_BAD}), coalesce(sum(errors), 0)::BIGINT
            FROM games GROUP BY p ORDER BY n DESC, p""",
        ("profile", "games", "not clean", "errors"), 1,
    ),
    "players": (
        "Players by errors in their own deeds (a label is taken for a person)",
        f"""WITH played AS (SELECT p, count(*) AS n FROM (SELECT unnest(players) AS p FROM games) GROUP BY p)
            SELECT f.player, count(*) AS n, count(DISTINCT (f.source, f.game)), any_value(played.n)
            FROM findings f LEFT JOIN played ON played.p = f.player
            WHERE {_LIVE} AND f.level = 'error' AND f.player IS NOT NULL AND NOT f.undecided
            GROUP BY f.player ORDER BY n DESC, f.player LIMIT $top""",
        ("player", "errors", "games with errors", "games"), 1,
    ),
    "tables": (
        "Tables with most errors for each game (a table is the players of a game)",
        """SELECT array_to_string(list_sort(players), ', ') AS t, count(*) AS n, sum(errors)::BIGINT AS e, round(sum(errors) / count(*), 2) AS each
            FROM games WHERE status = 'audited' AND len(players) > 0 GROUP BY t HAVING e > 0 ORDER BY each DESC, e DESC, t LIMIT $top""",
        ("players", "games", "errors", "errors a game"), 3,
    ),
    "months": (
        "By month of the Date tag",
        f"""SELECT CASE WHEN {_MONTH} = '' OR date IS NULL THEN '(no date)' ELSE {_MONTH} END AS m, count(*) AS n,
            count(*) FILTER (WHERE {_BAD}), coalesce(sum(errors), 0)::BIGINT, round(coalesce(sum(errors), 0) / count(*), 2)
            FROM games GROUP BY m ORDER BY m""",
        ("month", "games", "not clean", "errors", "errors a game"), 4,
    ),
    "failed": (
        "Games without a verdict",
        "SELECT source, game, status, detail FROM games WHERE status <> 'audited' ORDER BY source, game LIMIT $top",
        ("source", "game", "status", "detail"), 1,
    ),
}  # fmt: skip


def sections(folder: Path, top: int) -> list[Section]:
    """Every section of a report; those that list players, tables and failures have at most ``top`` rows.

    :raises UsageError: the folder holds no results.
    """
    import duckdb

    for table in TABLES:
        if not any((folder / table).glob("part-*.parquet")):
            raise UsageError(f"{folder}: there are no results of handfoot batch in it")
    connection = duckdb.connect()
    try:
        # Of a shard whose games are not written yet the findings are there already, and do not count.
        done = {path.name for path in (folder / "games").glob("part-*.parquet")}
        for table in TABLES:
            files = [str(path) for path in sorted((folder / table).glob("part-*.parquet")) if path.name in done]
            if not files:
                raise UsageError(f"{folder}: the run of handfoot batch has not finished any shard yet")
            # What is a pattern to DuckDB, and a column of its own (month=3), is a folder's name here.
            files = [re.sub(r"[*?\[]", r"[\g<0>]", file) for file in files]
            connection.read_parquet(files, hive_partitioning=False).create_view(table)
        found = []
        for name, (title, query, columns, bar) in _QUERIES.items():
            rows = connection.execute(query, {"top": top} if "$top" in query else None).fetchall()
            if name == "codes":
                names = catalogue()
                rows = [(code, names[code].name if code in names else "", *rest) for code, _, *rest in rows]
            found.append(Section(name, title, columns, rows, bar))
        return found
    except duckdb.Error as error:
        raise UsageError(f"{folder}: the results cannot be read: {str(error).splitlines()[0]}") from None
    finally:
        connection.close()
