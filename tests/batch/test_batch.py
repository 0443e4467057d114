"""``handfoot batch`` and ``handfoot report``: the verdicts of ``handfoot audit``, whatever happens on the way."""

from __future__ import annotations

import gzip
import io
import json
import os
import tarfile
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("pyarrow")
from handfoot.auditing import UsageError
from handfoot.batch import manifest, tables, worker

from .archives import FAULTY, batch, everything, rows, run


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


# --- resuming -----------------------------------------------------------------------------------------------------


ASKED = {
    "rules": None,
    "override_rules": False,
    "select": [],
    "ignore": [],
    "level": None,
    "seconds": 60,
    "memory": 1 << 30,
}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("file", "has changed since the run began"),
        ("new", "is new since"),
        ("gone", "is missing since"),
        ("options", "begun with another --ignore"),
        ("limit", "begun with another --time-limit"),
        ("size", "begun with another --shard-size"),
        ("rules", "another version or other rules"),
        ("version", "another version or other rules"),
        ("damage", "no manifest"),
    ],
)
def test_a_run_of_something_else_is_not_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str, message: str
) -> None:
    logs, out = tmp_path / "in", tmp_path / "out"
    logs.mkdir()
    out.mkdir()
    for name in "ab":
        (logs / f"{name}.hfn").write_bytes(FAULTY.read_bytes())
    first = manifest.plan([str(logs)], out, ASKED, 0, False)
    assert manifest.plan([str(logs)], out, ASKED, 0, False) == first
    asked, size = dict(ASKED), 0
    if change == "file":
        os.utime(logs / "a.hfn", ns=(1, 1))
    elif change == "new":
        (logs / "c.hfn").write_bytes(FAULTY.read_bytes())
    elif change == "gone":
        (logs / "b.hfn").unlink()
    elif change == "options":
        asked["ignore"] = ["HF3"]
    elif change == "limit":
        asked["seconds"] = 5
    elif change == "size":
        size = 1000
    elif change == "rules":
        (tmp_path / "handfoot.toml").write_text('profile = "classic"')
    elif change == "version":
        monkeypatch.setattr(manifest, "__version__", "0.0.1")
    else:
        (out / "manifest.json").write_text("[]")
    with pytest.raises(UsageError, match=message) as refused:
        manifest.plan([str(logs)], out, asked, size, False)
    assert "--restart" in str(refused.value)
    again = manifest.plan([str(logs)], out, asked, size, True)
    assert manifest.plan([str(logs)], out, asked, size, False) == again


def test_a_restart_throws_away_what_is_there(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert batch(out, FAULTY).returncode == 1
    result = batch(out, FAULTY, "--ignore", "HF3")
    assert result.returncode == 2 and "begun with another --ignore" in result.stderr and rows(out, "findings")
    batch(out, FAULTY, "--ignore", "HF3", "--restart")
    assert not any(row["code"].startswith("HF3") for row in rows(out, "findings"))


def test_a_share_that_cannot_be_is_a_usage_error(tmp_path: Path) -> None:
    result = batch(tmp_path / "out", FAULTY, "--shard", "4/3")
    assert result.returncode == 2 and "expected I/N" in result.stderr


def test_a_record_of_another_game_is_not_tried_under_all_rules() -> None:
    task = {"pieces": [], "seconds": 1, "options": {"rules": None, "override_rules": False, "select": [], "ignore": [], "level": None}}  # fmt: skip
    assert not worker.ShardAudit(task, print, tables.Parts(Path(), 0)).options.try_others
