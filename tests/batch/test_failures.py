"""What may happen to a run from outside: its processes are killed, the disk is full, inputs are cut short, games are poison.

Nothing is lost and nothing is there twice: what is written in the end is what an undisturbed run writes.
"""

from __future__ import annotations

import fcntl
import gzip
import io
import json
import os
import shutil
import signal
import subprocess
import tarfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("pyarrow")
from handfoot.batch import tables
from handfoot.batch.reading import Reading
from handfoot.batch.shards import shards
from handfoot_grammar.log import Game
from handfoot_grammar.sources import SourceError, read_paths

from .archives import ENV, FAULTY, HANDFOOT, batch, everything, leftovers, rows, run


def start(*words: object) -> subprocess.Popen[str]:
    """A run in the background."""
    return subprocess.Popen(
        [*HANDFOOT, *map(str, words)], env=ENV, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )


def wait_for(happened: Callable[[], object], driver: subprocess.Popen[str]) -> None:
    """Until something is there that a run leaves on its way."""
    limit = time.monotonic() + 60
    while not happened():
        assert driver.poll() is None and time.monotonic() < limit, "the run was over too soon"
        time.sleep(0.002)


def finished(out: Path) -> list[Path]:
    return list(out.glob("games/part-*"))


# --- processes ----------------------------------------------------------------------------------------------------


def test_a_driver_killed_in_mid_run_is_resumed_with_nothing_lost_or_double(
    archive: Path, done: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    words = ("batch", archive, "--out", out, "--jobs", 2, "--shard-size", 3000)
    driver = start(*words)
    wait_for(lambda: finished(out), driver)
    driver.send_signal(signal.SIGKILL)
    driver.wait()
    assert len(finished(out)) < len(finished(done))
    (out / "games" / ".part-0000003.parquet.elsewhere-1").write_bytes(b"begun")
    result = run(*words)  # the lock went with the driver
    assert result.returncode == 1, result.stderr
    assert everything(out) == everything(done) and not leftovers(out)


def test_a_worker_killed_in_mid_run_costs_no_game(archive: Path, done: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    driver = start("batch", archive, "--out", out, "--jobs", 2, "--shard-size", 3000)
    tasks = Path(f"/proc/{driver.pid}/task")
    if not (tasks / str(driver.pid) / "children").exists():
        driver.wait()
        pytest.skip("this system does not tell which children a process has")

    def children() -> list[int]:
        return [int(pid) for task in tasks.glob("*/children") for pid in task.read_text().split()]

    wait_for(lambda: finished(out), driver)
    killed = children()
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    assert killed and driver.wait(60) == 1
    assert everything(out) == everything(done)


def test_of_two_drivers_the_second_is_refused(archive: Path, done: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ("batch", archive, "--out", out, "--jobs", 1, "--shard-size", 3000)
    first = start(*words)
    wait_for(lambda: (out / "manifest.json").exists(), first)
    second = start(*words)
    assert second.wait(60) == 2
    assert second.stderr is not None and "another run is writing there" in second.stderr.read()
    assert first.wait(60) == 1
    assert everything(out) == everything(done)


def test_drivers_of_shares_work_side_by_side(archive: Path, done: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ("batch", archive, "--out", out, "--jobs", 1, "--shard-size", 3000)
    drivers = [start(*words, "--shard", f"{i}/2") for i in (1, 2)]
    assert [driver.wait(60) for driver in drivers] == [1, 1]
    assert everything(out) == everything(done)


def test_a_share_is_given_once(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    with open(out / ".lock-1-of-2", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        result = batch(out, FAULTY, "--shard", "1/2")
        assert result.returncode == 2 and "another run is writing there" in result.stderr


# --- the disk -----------------------------------------------------------------------------------------------------


def test_a_full_disk_is_said_and_the_run_goes_on_when_there_is_room(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as m:
        m.setattr(tables.os, "fsync", full)
        parts = tables.Parts(tmp_path, 0)
        with pytest.raises(OSError, match="No space"):
            parts.finish()
        parts.drop()
    assert not tables.is_done(tmp_path, 0) and not leftovers(tmp_path)
    tables.Parts(tmp_path, 0).finish()
    assert tables.counts_of(tmp_path, 0) == {"games": 0, "bad": 0, "unopened": 0}
    assert tables.is_done(tmp_path, 0)


_SMALL_DISK = """
set -e
mount -t tmpfs -o size=48k tmpfs "$1"
shift
"$@" && exit 9 || echo "first $?"
ls -A "$OUT/games" "$OUT/findings" "$OUT/scores" | grep '^[.]part' && exit 8
mount -o remount,size=64m tmpfs "$(dirname "$OUT")"
"$@" || echo "second $?"
cp -r "$OUT" "$KEPT"
"""


def test_on_a_disk_that_is_full_what_is_done_stays(archive: Path, done: Path, tmp_path: Path) -> None:
    disk, kept = tmp_path / "disk", tmp_path / "kept"
    disk.mkdir()
    own = ["unshare", "--map-root-user", "--mount"]
    if shutil.which("unshare") is None or subprocess.run([*own, "true"], check=False, capture_output=True).returncode:
        pytest.skip("no file system can be mounted here")
    env = {**ENV, "OUT": str(disk / "out"), "KEPT": str(kept)}
    words = [*HANDFOOT, "batch", str(archive), "--out", str(disk / "out"), "--jobs", "2", "--shard-size", "3000"]
    result = subprocess.run(
        [*own, "sh", "-c", _SMALL_DISK, "sh", str(disk), *words], env=env, capture_output=True, text=True
    )
    assert result.stdout.split("\n")[0] == "first 2" and "second 1" in result.stdout, result
    assert "no space left on device" in result.stderr and "Traceback" not in result.stderr
    assert everything(kept) == everything(done)


# A file-size limit of 0 for the workers' writes does what a full disk does, from the outside.
_FULL = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
from handfoot.batch import manifest
plan = manifest.plan
def then_full(*args):
    found = plan(*args)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    return found
manifest.plan = then_full
from handfoot.cli import main
main(sys.argv[1:])
"""


def test_a_run_that_cannot_write_ends_with_2_and_is_resumed(archive: Path, done: Path, tmp_path: Path) -> None:
    words = ("batch", archive, "--out", tmp_path / "out", "--shard-size", 3000)
    result = run(*words, code=_FULL)
    assert result.returncode == 2 and "file too large" in result.stderr and "goes on from there" in result.stderr
    assert not leftovers(tmp_path / "out")
    assert run(*words).returncode == 1
    assert everything(tmp_path / "out") == everything(done)


# --- inputs that are cut short ------------------------------------------------------------------------------------


def packed(text: bytes, name: str) -> bytes:
    """A log of many games in a packing: of blocks that can be unpacked one by one, as a large file has them."""
    data = text
    if ".tar" in name or ".zip" in name:
        out = io.BytesIO()
        if name.endswith(".zip"):
            with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
                archive.writestr("one.hfn", text)
                archive.writestr("two.hfn", text)
        else:
            with tarfile.open(fileobj=out, mode="w") as tar:
                for member in ("one.hfn", "two.hfn"):
                    info = tarfile.TarInfo(member)
                    info.size = len(text)
                    tar.addfile(info, io.BytesIO(text))
        data = out.getvalue()
    if name.endswith((".gz", ".zst")):
        pack = gzip.compress if name.endswith(".gz") else pytest.importorskip("zstandard").ZstdCompressor().compress
        data = b"".join(pack(data[at : at + 1024]) for at in range(0, len(data), 1024))
    return data


def read(path: Path) -> tuple[list[Game], list[str]]:
    """The games of an archive, and what was said of what cannot be opened."""
    games, said = [], []
    for piece in (piece for shard in shards([str(path)], 1 << 30) for piece in shard):
        reading = Reading(piece)
        try:
            while (game := reading.game()) is not None:
                games.append(game)
        except SourceError as error:
            said.append(error.message)
    return games, said


@pytest.mark.parametrize("name", ["a.hfn.gz", "a.hfn.zst", "a.tar", "a.tar.gz", "a.tar.zst", "a.zip"])
def test_of_an_archive_cut_short_the_beginning_is_kept_and_the_cut_is_said(
    archive: Path, tmp_path: Path, name: str
) -> None:
    whole = packed(archive.read_bytes(), name)
    path = tmp_path / name
    path.write_bytes(whole)
    everyone, said = read(path)
    assert not said and len(everyone) == 36 * (1 if ".hfn" in name else 2)
    hashes = [game.sha256 for game in everyone]
    kept = set()
    for size in (*range(0, len(whole), len(whole) // 23), len(whole) - 1):
        if whole[size:].startswith((b"\x1f\x8b", b"\x28\xb5\x2f\xfd")):
            continue  # between two blocks nothing shows that one is missing
        path.write_bytes(whole[:size])
        games, said = read(path)
        problems = [problem.message for game in games for problem in game.problems if "cut off" in problem.message]
        sound = [game for game in games if game.statements and not any("cut off" in p.message for p in game.problems)]
        if len(sound) < len(everyone):
            assert said or problems or any("no game in it" in p.message for p in games[0].problems), size
        assert [game.sha256 for game in sound] == hashes[: len(sound)]
        kept.add(len(sound))
    if not name.endswith(".zip"):  # its list of members is at its end
        assert len(kept) > 3


def test_a_broken_archive_among_others_is_a_row_and_a_message(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.zip").write_bytes(b"PK no zip")
    (tmp_path / "in" / "b.hfn").write_bytes(FAULTY.read_bytes())
    result = batch(tmp_path / "out", tmp_path / "in")
    assert result.returncode == 2 and "a.zip: it cannot be read" in result.stderr and "Traceback" not in result.stderr
    assert [row["status"] for row in rows(tmp_path / "out", "games")] == ["unopened", "audited"]


def test_a_log_of_other_rules_than_those_asked_for_is_a_row(tmp_path: Path) -> None:
    text = FAULTY.read_text(encoding="utf-8").strip()
    (tmp_path / "a.hfn").write_text(f"{text}\n{text.replace('classic', 'bicycle')}\n{text}\n", encoding="utf-8")
    result = batch(tmp_path / "out", tmp_path / "a.hfn", "--rules", "classic")
    found = rows(tmp_path / "out", "games")
    assert result.returncode == 2 and "1 not opened or refused" in result.stdout
    assert [row["status"] for row in found] == ["audited", "refused", "audited"]
    assert "--override-rules" in found[1]["detail"]


# --- games that are poison -----------------------------------------------------------------------------------------

_POISON = """
import os, signal, sys, time
from handfoot.batch import worker
from handfoot_grammar.text import TextReader
audit, feed = worker.audit_game, TextReader.feed_all
def feed_poisoned(self, raws):
    if any('[Event "read-kill"]' in raw for raw in raws):
        os.kill(os.getpid(), signal.SIGKILL)
    if any('[Event "read-error"]' in raw for raw in raws):
        raise ZeroDivisionError("by zero")
    while any('[Event "read-slow"]' in raw for raw in raws):
        pass
    return feed(self, raws)
TextReader.feed_all = feed_poisoned
def poisoned(game, options):
    event = game.tags.get("Event")
    if event == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if event == "once" and not os.path.exists(os.environ["ONCE"]):
        open(os.environ["ONCE"], "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    if event == "slow":
        while True:
            pass
    if event == "memory":
        return [bytearray(1 << 30) for _ in range(1 << 12)]
    if event == "error":
        raise ZeroDivisionError("by zero")
    return audit(game, options)
worker.audit_game = poisoned
worker.main()
"""


def poisoned(folder: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """A run whose workers suffer from games with such an Event."""
    script = folder / "poison.py"
    script.write_text(_POISON)
    code = (
        "import sys; from handfoot.batch import guard; popen = guard.subprocess.Popen\n"
        f"guard.subprocess.Popen = lambda words, **more: popen([sys.executable, {str(script)!r}], **more)\n"
        "from handfoot.cli import main; main(sys.argv[1:])"
    )
    os.environ["ONCE"] = ENV["ONCE"] = str(folder / "once")
    return run("batch", *words, "--out", folder / "out", code=code)


def test_a_poison_game_is_one_row_and_the_others_are_audited(tmp_path: Path) -> None:
    text = FAULTY.read_text(encoding="utf-8").strip()
    events = ["fine", "kill", "fine", "once", "slow", "memory", "error", "fine"]
    log = tmp_path / "a.hfn"
    log.write_text("\n".join(f'[Event "{event}"]\n{text}\n' for event in events), encoding="utf-8")
    result = poisoned(tmp_path, log, "--time-limit", 2, "--memory-limit", 512)
    assert result.returncode == 1, result.stderr
    statuses = ["audited", "crashed", "audited", "audited", "timeout", "memory", "crashed", "audited"]
    found = rows(tmp_path / "out", "games")
    assert [row["status"] for row in found] == statuses
    assert [row["game"] for row in found] == list(range(1, 9))
    assert found[6]["detail"] == "ZeroDivisionError: by zero"
    assert {f["game"] for f in rows(tmp_path / "out", "findings")} <= {1, 3, 4, 8}


@pytest.mark.parametrize(
    ("event", "status", "names"),
    [
        ("read-kill", "crashed", ["a.hfn.gz"]),
        ("read-error", "crashed", ["a.hfn", "b.tar.gz", "c.zip", "d.tar"]),
        ("read-slow", "timeout", ["a.hfn.zst"]),
    ],
)
def test_a_game_that_cannot_be_read_is_alone_in_that_in_every_packing(
    tmp_path: Path, event: str, status: str, names: list[str]
) -> None:
    text = FAULTY.read_text(encoding="utf-8").strip()
    events = ["first", "fine", event, "fine", event, "last"]
    log = "\n".join(f'[Event "{event}"]\n{text}\n' for event in events).encode()
    for name in names:
        (tmp_path / name).write_bytes(log if name == "a.hfn" else packed(log, name))
    result = poisoned(tmp_path, *(tmp_path / name for name in names), "--time-limit", 0.5)
    assert result.returncode == 1 and "Traceback" not in result.stderr, result.stderr
    found = rows(tmp_path / "out", "games")
    times = sum(1 if "hfn" in name else 2 for name in names)
    assert [row["game"] for row in found] == [1, 2, 3, 4, 5, 6] * times
    assert [row["status"] for row in found] == ["audited", "audited", status, "audited", status, "audited"] * times
    (tmp_path / "whole.hfn").write_bytes(log)
    whole = {game.number: (game.sha256, game.line) for game in read_paths([str(tmp_path / "whole.hfn")])}
    assert all((row["sha256"], row["line"]) == whole[row["game"]] for row in found if row["status"] == "audited")


def test_the_solver_within_the_least_memory_of_a_worker(tmp_path: Path) -> None:
    log = FAULTY.with_name("HF002-near-miss.hfn")
    audited = run("audit", "--no-certify", "--format", "jsonl", log)
    assert batch(tmp_path / "out", log, "--memory-limit", 256).returncode == audited.returncode
    assert [row["status"] for row in rows(tmp_path / "out", "games")] == ["audited"]
    assert [row["code"] for row in rows(tmp_path / "out", "findings")] == [
        finding["code"] for line in audited.stdout.splitlines() for finding in json.loads(line)["findings"]
    ]
