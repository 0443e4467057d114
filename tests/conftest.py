"""Options and shared fixtures of the test suite; tests/README.md is its map."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("default", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("default")

ROOT = Path(__file__).parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="also run the longer checks (large fuzzing, many games)")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--slow"):
        return
    skip = pytest.mark.skip(reason="a longer check; --slow runs it")
    for item in items:
        if "slow" in item.keywords:
            item.add_marker(skip)


@pytest.fixture(scope="session")
def logs() -> Path:
    """The sample logs."""
    return ROOT / "logs"


def outside(variable: str) -> Path:
    """A folder of outside data, named by an environment variable; the test is skipped without it."""
    value = os.environ.get(variable)
    if not value or not Path(value).is_dir():
        pytest.skip(f"{variable} names no folder")
    return Path(value)


@pytest.fixture(scope="session")
def corpus() -> Path:
    """Recorded games with known answers (HANDFOOT_CORPUS)."""
    return outside("HANDFOOT_CORPUS")


@pytest.fixture(scope="session")
def gold() -> Path:
    """Tiny logs that each ask one question, with the answer (HANDFOOT_GOLD)."""
    return outside("HANDFOOT_GOLD")


@pytest.fixture(scope="session")
def real() -> Path:
    """Score sheets that other people and programs made (HANDFOOT_REAL)."""
    return outside("HANDFOOT_REAL")
