"""TOML files from outside: read with bounds, and one error for whatever is wrong with them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

LARGEST = 200_000
"""Bytes of a file; a profile that sets every field has a tenth of that."""

_DEEP_KEY = re.compile(r"""(?<![\w"'.-])(?:[\w"'-]+[ \t]*\.[ \t]*){20}""")


class TomlError(ValueError):
    """The file cannot be used; the message says why."""


def read_toml(path: Path) -> dict[str, Any]:
    """The table of a file. :raises TomlError: unreadable, too large, nested too deep, or no TOML."""
    try:
        if path.stat().st_size > LARGEST:
            raise TomlError(f"more than {LARGEST:,} bytes")
        text = path.read_text(encoding="utf-8")
        if _DEEP_KEY.search(text):  # such a key costs memory by the square of its length
            raise TomlError("a key of more than 20 parts")
        return tomllib.loads(text)
    except RecursionError:
        raise TomlError("nested too deep") from None
    except (OSError, ValueError) as error:
        raise TomlError(str(error)) from None
