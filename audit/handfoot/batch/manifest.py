"""The plan of a run, in its output folder: what was asked, the input files as they were, and the shards. A run resumes only the same plan."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from handfoot_grammar.sources import SourceError
from handfoot_spec.profile_files import load, shipped

from .._version import __version__
from ..auditing import UsageError, profile_in_force
from ..config import NAME
from .places import absolute, fingerprint, folder_of
from .shards import inputs, shards, size_for
from .tables import TABLES

FORMAT = 2


@contextmanager
def locked(folder: Path, name: str, alone: bool = True, wait: bool = False) -> Iterator[None]:
    """Holds a lock of the output folder; the system gives it up when the process ends, however it ends.

    :raises UsageError: another run holds it.
    """
    with open(folder / name, "a") as file:
        _lock(file, folder, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | (0 if wait else fcntl.LOCK_NB))
        yield


def _lock(file: IO[str], folder: Path, kind: int) -> None:
    try:
        fcntl.flock(file, kind)
    except BlockingIOError:
        raise UsageError(f"{folder}: another run is writing there; wait for its end, or give another --out") from None


def plan(paths: list[str], folder: Path, asked: dict[str, Any], size: int, restart: bool) -> list[list[list[Any]]]:
    """The shards of a run: those of the folder's manifest where it is of the same run, or cut anew.

    :param size: bytes of a shard; 0: as it suits the inputs.
    :raises UsageError: the folder holds another run, or something else.
    :raises SourceError: an input cannot be read.
    """
    files = inputs([absolute(path) for path in paths])
    now = {"format": FORMAT, "asked": {**asked, "shard_size": size or "default"}, "rules": _rules(asked, files),
           "inputs": [_stated(file) for file in files]}  # fmt: skip
    path = folder / "manifest.json"
    if restart:
        path.unlink(missing_ok=True)
        for table in TABLES:
            shutil.rmtree(folder / table, ignore_errors=True)
    if path.exists():
        return _resumed(path, now)
    if any((folder / table).exists() for table in TABLES):
        raise UsageError(f"{folder}: there are results but no manifest; --restart throws them away")
    found = [[piece.to_json() for piece in shard] for shard in shards(files, size or size_for(files))]
    temporary = path.with_suffix(".tmp")
    temporary.write_text(json.dumps({**now, "shards": found}), encoding="utf-8")
    os.replace(temporary, path)
    return found


def _stated(file: str) -> list[Any]:
    try:
        return fingerprint(file)
    except OSError as error:
        raise SourceError(file, (error.strerror or str(error)).lower()) from None


def _rules(asked: dict[str, Any], files: list[str]) -> dict[str, Any]:
    """All that verdicts depend on besides the records: the version, the rules asked for and shipped, and files of rules beside the logs."""
    folders = {Path(folder) for folder in map(folder_of, files) if folder is not None}
    above = {parent for folder in folders for parent in folder.parents}
    beside = {str(path) for folder in folders for path in folder.glob("*.toml")}
    beside |= {str(folder / NAME) for folder in above if (folder / NAME).is_file()}
    return {
        "handfoot": __version__,
        "asked": None if asked["rules"] is None else profile_in_force(asked["rules"]).sha256,
        "shipped": {name: load(name).sha256 for name in sorted(shipped())},
        "beside": [fingerprint(path) for path in sorted(beside)],
    }


def _resumed(path: Path, now: dict[str, Any]) -> list[list[list[Any]]]:
    try:
        then = json.loads(path.read_text(encoding="utf-8"))
        found: list[list[list[Any]]] = then["shards"]
        old, new = ({file[0]: file for file in run["inputs"]} for run in (then, now))
        changed = next((name for name in {**old, **new} if old.get(name) != new.get(name)), None)
        different = [key for key in now["asked"] if then["asked"].get(key) != now["asked"][key]]
        same = then["format"] == FORMAT and then["rules"] == now["rules"]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise UsageError(f"{path}: this is no manifest of a run; --restart begins anew") from None
    if changed is not None:
        what = "is new" if changed not in old else "is missing" if changed not in new else "has changed"
        reason = f"{changed} {what} since the run began"
    elif different:
        reason = f"it was begun with another {', '.join(map(_option, different))}"
    elif not same:
        reason = "it was begun by another version or other rules"
    else:
        return found
    raise UsageError(f"{path.parent}: the run there cannot be resumed: {reason}; --restart throws its results away")


def _option(key: str) -> str:
    """What the command line calls it."""
    return {"seconds": "--time-limit", "memory": "--memory-limit"}.get(key, "--" + key.replace("_", "-"))
