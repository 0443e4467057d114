"""``handfoot batch --cluster``: a scheduler and workers of Dask as processes of their own, one of which is killed, one comes late."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from handfoot_engine.play import play_games
from handfoot_engine.written import text_of
from handfoot_spec.profile_files import load

pytest.importorskip("pyarrow")
pytest.importorskip("distributed")
import pyarrow.parquet as pq

ROOT = Path(__file__).parents[2]
ENV = {**os.environ, "PYTHONPATH": os.pathsep.join(str(ROOT / f) for f in ("audit", "engine", "grammar", "spec"))}
pytestmark = pytest.mark.slow


def start(*words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", *words], env=ENV, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


@pytest.fixture
def address() -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    scheduler = start("distributed.cli.dask_scheduler", "--port", str(port), "--no-dashboard")
    yield f"tcp://127.0.0.1:{port}"
    scheduler.kill()
    scheduler.wait()


def worker(address: str) -> subprocess.Popen[bytes]:
    return start("distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny")


def parts(out: Path) -> int:
    return len(list((out / "games").glob("part-*")))


def rows(out: Path, table: str) -> list[dict[str, object]]:
    return [row for path in sorted((out / table).glob("part-*")) for row in pq.read_table(path).to_pylist()]


def test_a_killed_worker_and_a_late_one_change_nothing(address: str, tmp_path: Path) -> None:
    folder = tmp_path / "season"
    folder.mkdir()
    for seed in range(4):
        games = "\n".join(text_of(game) for game in play_games(load("classic"), seed, 25))
        (folder / f"{seed}.hfn").write_text(games, encoding="utf-8")
    plan = ["handfoot", "batch", str(folder), "--shard-size", "20000", "--out"]
    first, second = worker(address), worker(address)
    driver = start(*plan, str(tmp_path / "cluster"), "--cluster", address)
    limit = time.monotonic() + 60
    while parts(tmp_path / "cluster") < 3 and time.monotonic() < limit:
        time.sleep(0.02)
    assert driver.poll() is None, "it was over before a worker could be killed"
    first.kill()
    third = worker(address)
    assert driver.wait(120) == 0
    for process in (first, second, third):
        process.kill()
        process.wait()
    assert start(*plan, str(tmp_path / "alone"), "--jobs", "1").wait(120) == 0
    for table in ("games", "findings", "scores"):
        assert rows(tmp_path / "cluster", table) == rows(tmp_path / "alone", table)
    assert len(rows(tmp_path / "alone", "games")) == 100
