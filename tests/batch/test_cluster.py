"""``handfoot batch --cluster``: a scheduler and workers of Dask as processes of their own, one of which is killed, one comes late."""

from __future__ import annotations

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
from handfoot.batch import tables

from .archives import ENV, FAULTY, rows, run

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


def findings(out: Path) -> list[bytes]:
    """The files of all tables, byte for byte."""
    return [path.read_bytes() for table in tables.TABLES for path in sorted((out / table).glob("part-*"))]


def test_a_killed_worker_and_a_late_one_change_nothing(address: str, tmp_path: Path) -> None:
    folder = tmp_path / "season"
    folder.mkdir()
    for seed in range(4):
        games = "\n".join(text_of(game) for game in play_games(load("classic"), seed, 25))
        (folder / f"{seed}.hfn").write_text(games, encoding="utf-8")
    # By URL, which the workers open themselves.
    plan = ["handfoot", "batch", folder.as_uri(), "--shard-size", "20000", "--out"]
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
    for jobs in ("1", "2"):
        assert start(*plan, str(tmp_path / jobs), "--jobs", jobs).wait(120) == 0
        assert findings(tmp_path / "cluster") == findings(tmp_path / jobs)
    assert sum(row["status"] == "audited" for row in rows(tmp_path / "1", "games")) == 100


def test_a_cluster_that_is_not_there_is_said(tmp_path: Path) -> None:
    result = run("batch", FAULTY, "--out", tmp_path / "out", "--cluster", "tcp://127.0.0.1:9")
    assert result.returncode == 2 and "no cluster answers there" in result.stderr and "Traceback" not in result.stderr
