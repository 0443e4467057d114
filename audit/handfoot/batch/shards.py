"""What is to be audited, as a list of shards: files, stretches of large files, and members of archives, in one fixed order."""

from __future__ import annotations

import io
import os
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass
from typing import Any, BinaryIO, cast

from handfoot_grammar.limits import Limits
from handfoot_grammar.sources import PACKINGS, SourceError, form_of, unpacked

from .cutting import stretches
from .places import below, kind, opened
from .places import size as size_of

_SHARDS, _LEAST, _MOST = 128, 256 << 10, 64 << 20
_PACKED = 6  # how much larger a packed record is than its file, for want of a better guess
_TAR_STREAMS = (".tar.gz", ".tgz", ".tar.zst")
_UNBOUNDED = Limits(file_size=1 << 62)  # of a whole archive; each log in it has its limit
_TARS = (".tar", *_TAR_STREAMS)


@dataclass(frozen=True)
class Piece:
    """A part of a shard: the bytes of a file from ``start`` to ``end``, or an archive's ``member`` ("*": all of them in turn)."""

    path: str
    member: str = ""
    start: int = 0
    end: int = -1  # -1: the whole file
    lines: int = 0
    games: int = 0
    broken: str = ""  # why an archive could not be looked through to its end

    @property
    def name(self) -> str:
        """What its games are called: the path, and after a ``!`` the member."""
        return f"{self.path}!{self.member}" if self.member else self.path

    def to_json(self) -> list[Any]:
        """As it stands in a manifest."""
        return list(astuple(self))

    @property
    def is_stretch(self) -> bool:
        """Whether it is a part of a file that has games elsewhere."""
        return self.end >= 0 and not self.member

    def streams(self) -> Iterator[tuple[BinaryIO, str]]:
        """The bytes of its sources as they are, packed or not, and what their games are called.

        :raises OSError, ValueError, EOFError, RuntimeError, KeyError, BadZipFile, TarError: it cannot be read.
        """
        if self.broken:
            raise ValueError(self.broken)
        if self.member == "*":
            yield from self._members()
        elif self.path.lower().endswith(".zip"):
            with opened(self.path) as file, zipfile.ZipFile(file) as archive, archive.open(self.member) as inner:
                yield io.BufferedReader(cast(Any, _Plain(inner))), self.name
        else:
            with opened(self.path) as file:
                if self.end < 0:
                    yield file, self.name
                else:
                    file.seek(self.start)
                    yield io.BufferedReader(_Plain(file, self.end - self.start)), self.name

    def _members(self) -> Iterator[tuple[BinaryIO, str]]:
        with opened(self.path) as file:
            raw = unpacked(file, self.path, _UNBOUNDED)
            with tarfile.open(fileobj=io.BufferedReader(raw), mode="r|") as tar:
                for member in tar:
                    if _is_log(member.name) and member.isfile():
                        stream = tar.extractfile(member)
                        assert stream is not None
                        # Buffered anew: a member of a stream cannot be looked into without being read.
                        yield io.BufferedReader(cast(Any, _Plain(stream))), f"{self.path}!{member.name}"
            if raw.complaint is not None:
                raise ValueError(raw.complaint)


class _Plain(io.RawIOBase):
    """The next ``left`` bytes of another stream (None: all). What it lacks is a cut: no game is judged by its first half."""

    def __init__(self, inner: Any, left: int | None = None) -> None:
        self._inner, self._left = inner, left

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        most = len(buffer) if self._left is None else min(len(buffer), self._left)
        try:
            data = self._inner.read(most)
        except tarfile.TarError:
            raise EOFError from None
        except (zipfile.BadZipFile, NotImplementedError) as error:
            raise OSError(str(error)) from None
        if self._left is not None:
            if most and not data:
                raise EOFError
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
        what = kind(path)
        if what != "folder":
            if what != "file":
                raise SourceError(path, "this is no file" if what else "no such file")
            found[path] = None
            continue
        before = len(found)
        found |= {file: None for file in below(path) if _is_log(file) or is_archive(file)}
        if len(found) == before:
            raise SourceError(path, "the folder holds no logs and no archives of logs")
    return list(found)


def shards(files: Iterable[str], size: int) -> Iterator[list[Piece]]:
    """The pieces of all files, gathered until a shard has ``size`` bytes. :raises SourceError: a file cannot be read."""
    shard: list[Piece] = []
    weight = 0
    for path in files:
        try:
            pieces = list(_pieces(path, size))
        except OSError as error:
            raise SourceError(path, f"it cannot be read: {error.strerror or error}") from None
        for piece, weighs in pieces:
            if shard and weight + weighs > size:
                yield shard
                shard, weight = [], 0
            shard.append(piece)
            weight += weighs
    if shard:
        yield shard


def size_for(files: Iterable[str]) -> int:
    """The size of shards for want of another: enough of them for many processes to end together, and not too many files of results.

    :raises OSError: a file cannot be looked at. :raises SourceError: a URL cannot be reached.
    """
    return min(max(sum(map(_weight, files)) // _SHARDS, _LEAST), _MOST)


def _weight(path: str) -> int:
    """About how many bytes of text a file holds."""
    packed = path.lower().endswith((*PACKINGS, ".zip", ".tgz"))
    return size_of(path) * (_PACKED if packed else 1)


def _pieces(path: str, size: int) -> Iterator[tuple[Piece, int]]:
    lower, whole = path.lower(), size_of(path)
    if is_archive(path) and not lower.endswith(_TAR_STREAMS):
        members = _zipped if lower.endswith(".zip") else _in_tar
        try:
            yield from members(path)
        except (zipfile.BadZipFile, tarfile.TarError, EOFError, ValueError, NotImplementedError) as error:
            yield Piece(path, broken=f"it cannot be read{' to its end' * lower.endswith('.tar')}: {error}"), 0
    elif lower.endswith(_TAR_STREAMS):
        yield Piece(path, "*"), _weight(path)
    elif lower.endswith(PACKINGS):
        yield Piece(path), _weight(path)
    else:
        for cut, end in stretches(path, form_of(path) or "", size):
            part = (cut.at, end) if (cut.at, end) != (0, whole) else (0, -1)
            yield Piece(path, "", *part, cut.lines, cut.games), end - cut.at


def _zipped(path: str) -> Iterator[tuple[Piece, int]]:
    with opened(path) as file, zipfile.ZipFile(file) as archive:
        for info in archive.infolist():
            if not info.is_dir() and _is_log(info.filename):
                yield Piece(path, info.filename), info.file_size


def _in_tar(path: str) -> Iterator[tuple[Piece, int]]:
    with opened(path) as file, tarfile.open(fileobj=file, mode="r:") as tar:
        for member in tar:
            if member.isfile() and _is_log(member.name):
                end = member.offset_data + member.size
                yield Piece(path, member.name, member.offset_data, end), member.size
