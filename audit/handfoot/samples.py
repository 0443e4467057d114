"""The sample logs that show each finding: one that raises it and a near miss that does not."""

from __future__ import annotations

import re
from pathlib import Path

_PLACES = (Path(__file__).parent / "logs", Path(__file__).parents[2] / "logs")
"""Where the logs lie: in an installed package, or in a checkout."""


def sample_folder() -> Path | None:
    """The folder of the sample logs; None where they are not installed."""
    return next((place for place in _PLACES if place.is_dir()), None)


def sample(stem: str) -> str | None:
    """The text of a finding's sample log."""
    folder = sample_folder()
    path = folder / "findings" / f"{stem}.hfn" if folder is not None else None
    return path.read_text(encoding="utf-8") if path is not None and path.is_file() else None


_EXPECT = re.compile(r"# expect: (.*)")


def expected(text: str) -> list[tuple[str, int]]:
    """What a sample says that it raises: codes and lines."""
    match = _EXPECT.search(text)
    if match is None or match.group(1).strip() == "nothing":
        return []
    pairs = [part.split(" at ") for part in match.group(1).split(",")]
    return [(code.strip(), int(line)) for code, line in pairs]
