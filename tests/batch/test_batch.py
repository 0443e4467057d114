"""``handfoot batch`` and ``handfoot report``: the verdicts of ``handfoot audit``, whatever happens on the way."""

from __future__ import annotations

import csv
import fcntl
import gzip
import io
import json
import os
import signal
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyarrow")
from handfoot.batch import tables, worker

ROOT = Path(__file__).parents[2]
LOGS = sorted((ROOT / "logs" / "findings").glob("*.hfn"))[:12]
FAULTY = ROOT / "logs" / "findings" / "HF305-wild-ratio.hfn"
FLOORS = [str(ROOT / floor) for floor in ("audit", "engine", "grammar", "spec")]
ENV = {**os.environ, "PYTHONPATH": os.pathsep.join(FLOORS)}
HANDFOOT = [sys.executable, "-m", "handfoot"]


def run(*words: object, code: str | None = None) -> subprocess.CompletedProcess[str]:
    program = HANDFOOT if code is None else [sys.executable, "-c", code]
    return subprocess.run(
        [*program, *map(str, words)], env=ENV, capture_output=True, text=True, check=False, timeout=120
    )


def batch(out: Path, *words: object) -> subprocess.CompletedProcess[str]:
    return run("batch", *words, "--out", out, "--jobs", 2)


def rows(out: Path, table: str) -> list[dict[str, Any]]:
    import pyarrow.parquet as pq

    return [row for path in sorted((out / table).glob("part-*")) for row in pq.read_table(path).to_pylist()]


def everything(out: Path) -> dict[str, list[dict[str, Any]]]:
    return {table: rows(out, table) for table in tables.TABLES}


def leftovers(out: Path) -> list[Path]:
    return [path for table in tables.TABLES for path in (out / table).glob(".part*")]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Faulty and clean games in one file of text."""
    path = tmp_path_factory.mktemp("archive") / "all.hfn"
    path.write_text("\n".join(log.read_text(encoding="utf-8").strip() for log in LOGS * 3) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def done(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its audit in several shards."""
    out = tmp_path_factory.mktemp("done") / "out"
    assert batch(out, archive, "--shard-size", 3000).returncode == 1
    assert len(list((out / "games").iterdir())) > 3
    return out


def test_the_findings_are_those_of_an_audit_in_the_same_order(archive: Path, done: Path) -> None:
    audited = [
        json.loads(line) for line in run("audit", "--no-certify", "--format", "jsonl", archive).stdout.splitlines()
    ]
    keys = ("source", "game", "line", "sha256", "verdict")
    games = rows(done, "games")
    numbered = [(g["source"], *(g[k] for k in ("game", "line", "sha256", "verdict"))) for g in audited]
    assert [tuple(row[k] for k in keys) for row in games] == numbered
    said = [(g["game"], f["id"], f["code"], f["line"], f["column"], f["message"], f["because_of"]) for g in audited for f in g["findings"]]  # fmt: skip
    found = rows(done, "findings")
    assert [
        tuple(f[k] for k in ("game", "id", "code", "line", "column", "message", "because_of")) for f in found
    ] == said


def test_one_process_and_shards_of_another_size_give_the_same_rows(archive: Path, done: Path, tmp_path: Path) -> None:
    run("batch", archive, "--out", tmp_path / "out", "--jobs", 1)
    assert everything(tmp_path / "out") == everything(done)


def test_every_packing_is_read(tmp_path: Path) -> None:
    text = FAULTY.read_bytes()
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.hfn.gz").write_bytes(gzip.compress(text))
    with zipfile.ZipFile(tmp_path / "in" / "b.zip", "w") as archive:
        archive.writestr("x/one.hfn", text)
        archive.writestr("readme.txt", "not a log")
    for name, mode in (("c.tar", "w"), ("d.tar.gz", "w:gz")):
        with tarfile.open(tmp_path / "in" / name, mode) as tar:  # type: ignore[call-overload]
            info = tarfile.TarInfo("two.hfn")
            info.size = len(text)
            tar.addfile(info, io.BytesIO(text))
    assert batch(tmp_path / "out", tmp_path / "in").returncode == 1
    found = rows(tmp_path / "out", "games")
    assert [row["source"].rpartition("/in/")[2] for row in found] == ["a.hfn.gz", "b.zip!x/one.hfn", "c.tar!two.hfn", "d.tar.gz!two.hfn"]  # fmt: skip
    assert len({(row["sha256"], row["verdict"], row["errors"]) for row in found}) == 1


def test_of_a_packed_file_cut_off_the_beginning_is_kept(tmp_path: Path, archive: Path) -> None:
    packed = gzip.compress(archive.read_bytes())
    (tmp_path / "a.hfn.gz").write_bytes(packed[: len(packed) // 2])
    assert batch(tmp_path / "out", tmp_path / "a.hfn.gz").returncode == 1
    assert len(rows(tmp_path / "out", "games")) > 1
    assert [f["message"] for f in rows(tmp_path / "out", "findings") if "cut off" in f["message"]] == [
        "the packed file is cut off: its end is missing"
    ]


def test_a_broken_archive_is_a_clear_message(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(b"PK no zip")
    result = batch(tmp_path / "out", tmp_path / "a.zip")
    assert result.returncode == 2 and "a.zip: it cannot be read" in result.stderr and "Traceback" not in result.stderr


# --- resuming -----------------------------------------------------------------------------------------------------


def test_a_driver_killed_in_mid_run_is_resumed_with_nothing_lost_or_double(
    archive: Path, done: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    words = ["batch", str(archive), "--out", str(out), "--jobs", "1", "--shard-size", "3000"]
    driver = subprocess.Popen([*HANDFOOT, *words], env=ENV, stdout=subprocess.DEVNULL)
    while not list(out.glob("games/part-*")):
        assert driver.poll() is None
        time.sleep(0.005)
    driver.send_signal(signal.SIGKILL)
    driver.wait()
    result = run(*words)  # the lock went with the driver
    assert result.returncode == 1, result.stderr
    assert everything(out) == everything(done)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("file", "has changed since the run began"),
        ("options", "begun with another --ignore"),
        ("folder", "is new since"),
        ("damage", "no manifest"),
    ],
)
def test_a_run_of_something_else_is_not_resumed(tmp_path: Path, change: str, message: str) -> None:
    logs, out = tmp_path / "in", tmp_path / "out"
    logs.mkdir()
    (logs / "a.hfn").write_bytes(FAULTY.read_bytes())
    assert batch(out, logs).returncode == 1
    words: list[object] = []
    if change == "file":
        os.utime(logs / "a.hfn", ns=(1, 1))
    elif change == "options":
        words = ["--ignore", "HF3"]
    elif change == "folder":
        (logs / "b.hfn").write_bytes(LOGS[1].read_bytes())
    else:
        (out / "manifest.json").write_text("[]")
    result = batch(out, logs, *words)
    assert result.returncode == 2 and message in result.stderr and "--restart" in result.stderr
    assert batch(out, logs, *words, "--restart").returncode == 1
    assert batch(out, logs, *words).returncode == 1


def test_shares_together_are_the_whole(archive: Path, done: Path, tmp_path: Path) -> None:
    for i in (1, 2, 3):
        batch(tmp_path / "out", archive, "--shard-size", 3000, "--shard", f"{i}/3")
    assert everything(tmp_path / "out") == everything(done)
    assert batch(tmp_path / "out", archive, "--shard", "4/3").returncode == 2


def test_two_drivers_in_one_folder(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    with open(out / ".lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        result = batch(out, FAULTY)
        assert result.returncode == 2 and "another run is writing there" in result.stderr
    assert batch(out, FAULTY).returncode == 1


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


# --- games that are poison -----------------------------------------------------------------------------------------

_POISON = """
import os, signal, sys, time
from handfoot.batch import worker
audit = worker.audit_game
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


def test_a_poison_game_is_one_row_and_the_others_are_audited(tmp_path: Path) -> None:
    text = FAULTY.read_text(encoding="utf-8").strip()
    events = ["fine", "kill", "fine", "once", "slow", "memory", "error", "fine"]
    log = tmp_path / "a.hfn"
    log.write_text("\n".join(f'[Event "{event}"]\n{text}\n' for event in events), encoding="utf-8")
    (tmp_path / "poison.py").write_text(_POISON)
    code = (
        "import sys; from handfoot.batch import guard; popen = guard.subprocess.Popen\n"
        f"guard.subprocess.Popen = lambda words, **more: popen([sys.executable, {str(tmp_path / 'poison.py')!r}], **more)\n"
        "from handfoot.cli import main; main(sys.argv[1:])"
    )
    os.environ["ONCE"] = ENV["ONCE"] = str(tmp_path / "once")
    result = run("batch", log, "--out", tmp_path / "out", "--time-limit", 2, "--memory-limit", 512, code=code)
    assert result.returncode == 1, result.stderr
    statuses = ["audited", "crashed", "audited", "audited", "timeout", "memory", "crashed", "audited"]
    found = rows(tmp_path / "out", "games")
    assert [row["status"] for row in found] == statuses
    assert [row["game"] for row in found] == list(range(1, 9))
    assert found[6]["detail"] == "ZeroDivisionError: by zero"
    assert {f["game"] for f in rows(tmp_path / "out", "findings")} <= {1, 3, 4, 8}


def test_a_record_of_another_game_is_not_tried_under_all_rules() -> None:
    task = {"pieces": [], "seconds": 1, "options": {"rules": None, "override_rules": False, "select": [], "ignore": [], "level": None}}  # fmt: skip
    assert not worker.ShardAudit(task, print, tables.Parts(Path(), 0)).options.try_others


# --- the report ---------------------------------------------------------------------------------------------------


def test_the_report_counts_what_the_tables_hold(done: Path) -> None:
    pytest.importorskip("duckdb")
    result = run("report", done, "--format", "csv")
    assert result.returncode == 0, result.stderr
    counts = list(csv.reader(result.stdout.splitlines()))
    verdicts = sum(int(n) for section, _, column, n in counts if column == "games" and section == "verdicts")
    assert verdicts == len(rows(done, "games"))
    code = rows(done, "findings")[0]["code"]
    live = sum(f["code"] == code and f["waived"] is None and f["because_of"] is None for f in rows(done, "findings"))
    assert ["codes", code, "findings", str(live)] in counts


def test_the_page_is_escaped_and_needs_nothing_else(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    text = FAULTY.read_text(encoding="utf-8").replace("Rosa", "<b>Rosa&")
    (tmp_path / "a.hfn").write_text(text, encoding="utf-8")
    batch(tmp_path / "out", tmp_path / "a.hfn")
    page = run("report", tmp_path / "out", "--format", "html").stdout
    assert "<svg" in page and "<b>" not in page
    assert not any(word in page for word in ("http:", "https:", "src=", "href=", "<script"))


def test_a_folder_without_results_is_said(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    result = run("report", tmp_path)
    assert result.returncode == 2 and "no results" in result.stderr
