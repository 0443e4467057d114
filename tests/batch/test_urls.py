"""Inputs by URL: the same games as by path; what goes wrong on the way is never said of a game."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fsspec")
pytest.importorskip("pyarrow")
import fsspec

from handfoot.batch import driver, manifest, places, tables, worker
from handfoot.batch.reading import Reading
from handfoot.batch.shards import Piece, inputs, shards
from handfoot_grammar.sources import SourceError

from .archives import batch, everything
from .test_failures import packed

NAMES = ("a.hfn", "b.hfn.gz", "c.zip", "d.tar", "e.tar.gz", "sub/f.hfn")
OPTIONS: dict[str, Any] = {"rules": None, "override_rules": False, "select": [], "ignore": [], "level": None}


@pytest.fixture
def url(archive: Path) -> Iterator[str]:
    """A folder in fsspec's memory with an archive in every packing."""
    system = fsspec.filesystem("memory")
    text = archive.read_bytes()
    for name in NAMES:
        system.pipe(f"/season/{name}", text if name.endswith(".hfn") else packed(text, name))
    system.pipe("/season/notes.txt", b"no log")
    yield "memory://season"
    system.rm("/season", recursive=True)


def games(piece: Piece) -> Iterator[Any]:
    reading = Reading(piece)
    while (game := reading.game()) is not None:
        yield game


def test_the_games_behind_a_url_are_those_of_the_files(url: str, archive: Path, tmp_path: Path) -> None:
    for name in NAMES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(fsspec.filesystem("memory").cat(f"/season/{name}"))
    seen = []
    for root, files in ((url, inputs([url])), (str(tmp_path), inputs([str(tmp_path)]))):
        found = [game for shard in shards(files, 5000) for piece in shard for game in games(piece)]
        seen.append([(g.source.partition(root.rpartition("/")[2])[2], g.number, g.line, g.sha256) for g in found])
    assert seen[0] == seen[1] and len(seen[0]) == 36 * 9
    assert len(list(shards([f"{url}/a.hfn"], 2000))) > 3, "a large file is cut by range behind a URL too"


def test_a_run_over_urls_has_the_rows_of_a_run_over_paths(archive: Path, tmp_path: Path) -> None:
    batch(tmp_path / "by-path", archive, "--shard-size", 9000)
    result = batch(tmp_path / "by-url", archive.as_uri(), "--shard-size", 9000)
    assert result.returncode == 1, result.stderr
    found, wanted = everything(tmp_path / "by-url"), everything(tmp_path / "by-path")
    for table in tables.TABLES:
        for row in found[table]:
            row["source"] = row["source"].removeprefix("file://")
    assert found == wanted


def test_a_changed_object_is_not_taken_for_the_old_one(url: str, tmp_path: Path) -> None:
    plan = [[f"{url}/a.hfn"], tmp_path, {**OPTIONS, "seconds": 1, "memory": 1}, 0, False]
    manifest.plan(*plan)
    fsspec.filesystem("memory").pipe("/season/a.hfn", b"other")
    with pytest.raises(manifest.UsageError, match=r"a\.hfn has changed"):
        manifest.plan(*plan)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("memory://nowhere/a.hfn", "no such file"),
        ("nosuch://bucket/a.hfn", "it cannot be reached: Protocol not known"),
    ],
)
def test_a_url_that_leads_nowhere_is_said(given: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=message):
        inputs([given])
    result = batch(tmp_path / "out", given)
    assert result.returncode == 2 and message in result.stderr and "Traceback" not in result.stderr


def test_without_fsspec_a_url_says_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    with pytest.raises(SourceError, match=r"handfoot\[urls\]"):
        places.kind("s3://bucket/a.hfn")


def test_results_do_not_go_to_a_url(archive: Path) -> None:
    result = batch("memory://out", archive)  # type: ignore[arg-type]
    assert result.returncode == 2 and "not to a URL" in result.stderr


def test_a_network_that_fails_makes_a_shard_wait_and_no_game_suffer(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [pieces] = shards([f"{url}/a.hfn"], 1 << 30)
    task = {
        "shard": 0,
        "pieces": [pieces[0].to_json()],
        "options": OPTIONS,
        "seconds": 9,
        "memory": 0,
        "out": str(tmp_path),
    }
    readinto = places._Reached.readinto

    def fail(self: Any, buffer: Any) -> int:
        if self.tell() > 5000:
            with self._trying():
                raise ConnectionError("reset by peer")
        return readinto(self, memoryview(buffer)[:4096])

    with monkeypatch.context() as m:
        m.setattr(places._Reached, "readinto", fail)
        outcome = worker._done(task, lambda _: None)
    assert outcome["again"] and "reset by peer" in outcome["error"]
    assert not list(tmp_path.glob("*/*")), "nothing is left of it"

    class Pool(driver.ThreadPoolExecutor):
        def submit(self, job: Any, task: Any) -> Any:
            return super().submit(lambda: outcomes.pop(0))

    outcomes = [outcome, outcome, {"games": 36, "bad": 0, "unopened": 0}]
    with Pool(1) as pool:
        assert driver.run(pool, lambda: 1, [task], tmp_path, lambda _: None).counts["games"] == 36
    with Pool(1) as pool, pytest.raises(driver.UsageError, match="reset by peer"):
        outcomes = [outcome] * 9
        driver.run(pool, lambda: 1, [task], tmp_path, lambda _: None)
