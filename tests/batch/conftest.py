"""An archive of some games, and its audit as it is when nothing happens on the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from .archives import LOGS, batch


@pytest.fixture(scope="session")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Faulty and clean games in one file of text."""
    path = tmp_path_factory.mktemp("archive") / "all.hfn"
    path.write_text("\n".join(log.read_text(encoding="utf-8").strip() for log in LOGS * 3) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def done(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its audit in several shards."""
    out = tmp_path_factory.mktemp("done") / "out"
    assert batch(out, archive, "--shard-size", 3000).returncode == 1
    assert len(list((out / "games").iterdir())) > 3
    return out
