"""Inputs by path or by a URL of fsspec (``s3://bucket/season``): one way to list them, to measure and to open them.

What goes wrong on the way to a URL is said of the way (:class:`Unreachable`), never of the games: a network that fails for a minute
must not stand in the results for ever.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, cast

from handfoot_grammar.sources import SourceError

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*(?:::|://)")


class Unreachable(Exception):
    """A URL that was there when the run was planned cannot be read now."""


def is_url(path: str) -> bool:
    """Whether an input is a URL and no path."""
    return _URL.match(path) is not None


def absolute(path: str) -> str:
    """The name by which every machine and every working folder finds an input."""
    return path if is_url(path) else os.path.abspath(path)


def folder_of(path: str) -> str | None:
    """The folder where files of rules may stand beside a log; none beside a URL."""
    return None if is_url(path) else os.path.dirname(path)


def _system(url: str) -> tuple[Any, str]:
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise SourceError(url, "reading a URL needs the Python package fsspec: pip install 'handfoot[urls]'") from None
    with _reaching(url):
        found: tuple[Any, str] = url_to_fs(url)
    return found


@contextmanager
def _reaching(url: str) -> Iterator[None]:
    """:raises SourceError: for whatever the libraries behind fsspec raise; each has errors of its own."""
    try:
        yield
    except FileNotFoundError:
        raise SourceError(url, "no such file") from None
    except Exception as error:
        raise SourceError(url, f"it cannot be reached: {str(error)[:300] or type(error).__name__}") from None


def kind(path: str) -> str:
    """``file``, ``folder``, ``other``, or nothing where there is nothing. :raises SourceError: a URL cannot be reached."""
    if is_url(path):
        system, inner = _system(path)
        with _reaching(path):
            return "file" if system.isfile(inner) else "folder" if system.isdir(inner) else ""
    if os.path.isdir(path):
        return "folder"
    return "file" if os.path.isfile(path) else "other" if os.path.exists(path) else ""


def below(folder: str) -> Iterator[str]:
    """The files below a folder, hidden ones left out, in an order that does not depend on the file system."""
    if is_url(folder):
        system, inner = _system(folder)
        with _reaching(folder):
            for base, folders, files in system.walk(inner):
                folders[:] = sorted(name for name in folders if not name.startswith("."))
                for name in sorted(files):
                    if name and not name.startswith("."):
                        yield str(system.unstrip_protocol(f"{base.rstrip('/')}/{name}"))
        return
    for base, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = os.path.join(base, name)
            if not name.startswith(".") and os.path.isfile(path):
                yield path


def fingerprint(path: str) -> list[Any]:
    """Path, size in bytes and time of the last change of an input file; of a URL what its system tells of the content.

    :raises OSError: a file cannot be looked at. :raises SourceError: a URL cannot be reached.
    """
    if not is_url(path):
        stat = os.stat(path)
        return [path, stat.st_size, stat.st_mtime_ns]
    system, inner = _system(path)
    with _reaching(path):
        told = system.info(inner)
    marks = (told.get(key) for key in ("ETag", "etag", "md5Hash", "mtime", "LastModified", "last_modified", "created"))
    return [path, told.get("size"), next((str(mark) for mark in marks if mark is not None), "")]


def size(path: str) -> int:
    """Bytes of a file. :raises OSError: it cannot be looked at. :raises SourceError: a URL cannot be reached, or does not tell."""
    if not is_url(path):
        return os.path.getsize(path)
    told = fingerprint(path)[1]
    if not isinstance(told, int):
        raise SourceError(path, "the server does not say how large it is")
    return told


def opened(path: str) -> BinaryIO:
    """A file opened for reading. :raises OSError: it cannot be. :raises SourceError: a URL cannot be reached."""
    if not is_url(path):
        return open(path, "rb")
    system, inner = _system(path)
    with _reaching(path):
        return io.BufferedReader(cast(Any, _Reached(system.open(inner, "rb"), path)), 1 << 20)


class _Reached(io.RawIOBase):
    """The bytes behind a URL. :raises Unreachable: they cannot be read further."""

    def __init__(self, inner: Any, url: str) -> None:
        self._inner, self._url = inner, url

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return bool(self._inner.seekable())

    def seek(self, offset: int, whence: int = 0) -> int:
        with self._trying():
            return int(self._inner.seek(offset, whence))

    def tell(self) -> int:
        return int(self._inner.tell())

    def readinto(self, buffer: Any) -> int:
        with self._trying():
            data = self._inner.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        if not self.closed:
            self._inner.close()
        super().close()

    @contextmanager
    def _trying(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            raise Unreachable(f"{self._url}: {str(error)[:300] or type(error).__name__}") from None
