"""``handfoot.toml`` beside the logs: the rules, and which findings to show, for every log of that folder and below."""

from __future__ import annotations

import difflib
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from handfoot_spec.toml import TomlError, read_toml

from .auditing import Options, UsageError

NAME = "handfoot.toml"
_KEYS = {"profile": str, "select": list, "ignore": list, "level": str}


@lru_cache(maxsize=1000)  # of an archive's folders no more are kept
def _folder_config(folder: Path) -> dict[str, object]:
    """The settings of the nearest ``handfoot.toml`` at or above a folder; none is an empty table."""
    path = folder / NAME
    if not path.is_file():
        return {} if folder.parent == folder or (folder / ".git").exists() else _folder_config(folder.parent)
    try:
        data = read_toml(path)
    except TomlError as error:
        raise UsageError(f"{path}: {error}") from None
    for key, value in data.items():
        if key not in _KEYS:
            close = difflib.get_close_matches(key, _KEYS, 1, 0.5)
            hint = f"did you mean {close[0]!r}?" if close else f"known are {', '.join(_KEYS)}"
            raise UsageError(f"{path}: unknown key {key!r}; {hint}")
        if not isinstance(value, _KEYS[key]) or (
            isinstance(value, list) and not all(isinstance(v, str) for v in value)
        ):
            raise UsageError(
                f"{path}: {key}: expected {'text' if _KEYS[key] is str else 'a list of codes'}, found {value!r}"
            )
    if data.get("level", "note") not in ("error", "warning", "note"):
        raise UsageError(f"{path}: level: expected error, warning or note, found {data['level']!r}")
    profile = data.get("profile")
    if isinstance(profile, str) and profile.endswith(".toml"):
        data["profile"] = str(path.parent / profile)
    return data


def options_beside(source: str, options: Options) -> Options:
    """The options for one log: the command line's, and what its folder's file adds where that says nothing.

    :raises UsageError: the file cannot be used.
    """
    if source.startswith("<"):
        return options
    config = _folder_config(Path(source).resolve().parent)
    if not config:
        return options
    texts = {key: value for key, value in config.items() if isinstance(value, str)}
    codes = {key: tuple(map(str, value)) for key, value in config.items() if isinstance(value, list)}
    return replace(
        options,
        rules=options.rules or texts.get("profile"),
        rules_are_default=options.rules is None,
        select=options.select or codes.get("select", ()),
        ignore=(*options.ignore, *codes.get("ignore", ())),
        level=options.level or texts.get("level"),
    )
