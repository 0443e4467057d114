"""TOML files: those from outside read with bounds, and one error for whatever is wrong with them; those of the product kept as parsed."""

from __future__ import annotations

import marshal
import os
import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

LARGEST = 200_000
"""Bytes of a file; a profile that sets every field has a tenth of that."""

_DEEP_KEY = re.compile(r"""(?<![\w"'.-])(?:[\w"'-]+[ \t]*\.[ \t]*){20}""")


class TomlError(ValueError):
    """The file cannot be used; the message says why."""


def read_toml(path: Path) -> dict[str, Any]:
    """The table of a file. :raises TomlError: unreadable, too large, nested too deep, or no TOML."""
    import tomllib

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


def shipped_table(path: Path) -> dict[str, Any]:
    """The table of a file that comes with the product.

    It is kept beside the compiled modules, as these are, for to parse it takes a tenth of the time of a short audit; and made anew
    when the file changes, and at every start where the folder cannot be written.
    """
    stat = path.stat()
    mark = (stat.st_mtime_ns, stat.st_size)
    kept = path.parent / "__pycache__" / f"{path.name}.{sys.implementation.cache_tag}"
    with suppress(OSError, ValueError, TypeError, EOFError):
        then, table = marshal.loads(kept.read_bytes())
        if then == mark and isinstance(table, dict):
            return table
    import tomllib

    table = tomllib.loads(path.read_text(encoding="utf-8"))
    if not sys.dont_write_bytecode:
        temporary = kept.with_name(f"{kept.name}.{os.getpid()}")
        try:
            kept.parent.mkdir(exist_ok=True)
            temporary.write_bytes(marshal.dumps((mark, table)))
            os.replace(temporary, kept)
        except (OSError, ValueError):
            with suppress(OSError):
                temporary.unlink()
    return table
