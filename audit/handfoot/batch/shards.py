"""What is to be audited, as a list of shards: files, stretches of large files, and members of archives, in one fixed order."""

from __future__ import annotations

import io
import os
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass
from typing import Any, BinaryIO, cast

from handfoot_grammar.limits import DEFAULT_LIMITS
from handfoot_grammar.log import Game
from handfoot_grammar.sources import PACKINGS, SourceError, form_of, read_stream

from .cutting import stretches

SHARD_SIZE = 4 << 20
"""Bytes of text in a shard, unless others are asked for: some hundred whole games."""

_PACKED = 6  # how much larger a packed record is than its file, for want of a better guess
_TARS = (".tar", ".tar.gz", ".tgz")


@dataclass(frozen=True)
class Piece:
    """A part of a shard: the bytes of a file from ``start`` to ``end``, or an archive's ``member`` ("*": all of them in turn)."""

    path: str
    member: str = ""
    start: int = 0
    end: int = -1  # -1: the whole file
    lines: int = 0
    games: int = 0

    @property
    def name(self) -> str:
        """What its games are called: the path, and after a ``!`` the member."""
        return f"{self.path}!{self.member}" if self.member else self.path

    def to_json(self) -> list[Any]:
        """As it stands in a manifest."""
        return list(astuple(self))

    def read(self) -> Iterator[Game]:
        """Its games. :raises SourceError: it cannot be opened."""
        try:
            for stream, name in self._streams():
                yield from read_stream(
                    stream, name, DEFAULT_LIMITS, self.lines, self.games, self.end >= 0 and not self.member
                )
        except (OSError, ValueError, EOFError, RuntimeError, zipfile.BadZipFile, tarfile.TarError, KeyError) as error:
            text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise SourceError(self.name, text or type(error).__name__) from None

    def _streams(self) -> Iterator[tuple[BinaryIO, str]]:
        if self.member == "*":
            with tarfile.open(self.path, "r|*") as tar:
                for member in tar:
                    if _is_log(member.name) and member.isfile():
                        stream = tar.extractfile(member)
                        assert stream is not None
                        # Buffered anew: a member of a stream cannot be looked into without being read.
                        yield io.BufferedReader(cast(Any, _Plain(stream))), f"{self.path}!{member.name}"
        elif self.path.lower().endswith(".zip"):
            with zipfile.ZipFile(self.path) as archive, archive.open(self.member) as inner:
                yield io.BufferedReader(cast(Any, _Plain(inner))), self.name
        else:
            with open(self.path, "rb") as file:
                if self.end < 0:
                    yield file, self.name
                else:
                    file.seek(self.start)
                    yield io.BufferedReader(_Plain(file, self.end - self.start)), self.name


class _Plain(io.RawIOBase):
    """At most ``left`` bytes of another stream (None: all)."""

    def __init__(self, inner: Any, left: int | None = None) -> None:
        self._inner, self._left = inner, left

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        most = len(buffer) if self._left is None else min(len(buffer), self._left)
        data = self._inner.read(most)
        if self._left is not None:
            self._left -= len(data)
        buffer[: len(data)] = data
        return len(data)


def _is_log(name: str) -> bool:
    return form_of(name) is not None and not os.path.basename(name).startswith(".")


def is_archive(path: str) -> bool:
    """Whether a file holds files, by its name."""
    return path.lower().endswith((".zip", *_TARS))


def inputs(paths: Iterable[str]) -> list[str]:
    """The files named, and those below the folders named, in one order that does not depend on the file system.

    :raises SourceError: there is no such file, or a folder holds no logs.
    """
    found: dict[str, None] = {}
    for path in paths:
        if not os.path.isdir(path):
            if not os.path.isfile(path):
                raise SourceError(path, "no such file" if not os.path.exists(path) else "this is no file")
            found[path] = None
            continue
        before = len(found)
        for base, folders, files in os.walk(path):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(files):
                file = os.path.join(base, name)
                if (_is_log(name) or is_archive(name)) and not name.startswith(".") and os.path.isfile(file):
                    found[file] = None
        if len(found) == before:
            raise SourceError(path, "the folder holds no logs and no archives of logs")
    return list(found)


def shards(files: Iterable[str], size: int = SHARD_SIZE) -> Iterator[list[Piece]]:
    """The pieces of all files, gathered until a shard has ``size`` bytes. :raises SourceError: a file cannot be read."""
    shard: list[Piece] = []
    weight = 0
    for path in files:
        try:
            pieces = list(_pieces(path, size))
        except (OSError, zipfile.BadZipFile, tarfile.TarError, EOFError) as error:
            text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise SourceError(path, f"it cannot be read: {text}") from None
        for piece, weighs in pieces:
            if shard and weight + weighs > size:
                yield shard
                shard, weight = [], 0
            shard.append(piece)
            weight += weighs
    if shard:
        yield shard


def _pieces(path: str, size: int) -> Iterator[tuple[Piece, int]]:
    lower, whole = path.lower(), os.path.getsize(path)
    if lower.endswith(".zip"):
        with zipfile.ZipFile(path) as archive:
            for info in archive.infolist():
                if not info.is_dir() and _is_log(info.filename):
                    yield Piece(path, info.filename), info.file_size
    elif lower.endswith(".tar"):
        with tarfile.open(path, "r:") as tar:
            for member in tar:
                if member.isfile() and _is_log(member.name):
                    end = member.offset_data + member.size
                    yield Piece(path, member.name, member.offset_data, end), member.size
    elif lower.endswith(_TARS):
        yield Piece(path, "*"), whole * _PACKED
    elif lower.endswith(PACKINGS):
        yield Piece(path), whole * _PACKED
    else:
        for cut, end in stretches(path, form_of(path) or "", size):
            part = (cut.at, end) if (cut.at, end) != (0, whole) else (0, -1)
            yield Piece(path, "", *part, cut.lines, cut.games), end - cut.at


def fingerprint(path: str) -> list[Any]:
    """Path, size in bytes and time of the last change of an input file."""
    stat = os.stat(path)
    return [path, stat.st_size, stat.st_mtime_ns]
