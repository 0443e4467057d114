"""Games from files, folders and standard input: streamed, bounded, and told apart by name or by their first bytes.

A source that cannot be opened is a :class:`SourceError`. Whatever is wrong inside one becomes a problem of a game, so
that what was read before it stays.
"""

from __future__ import annotations

import importlib
import io
import os
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

from .limits import DEFAULT_LIMITS, Limits
from .log import Game
from .text import TextReader, read_text

if TYPE_CHECKING:
    from .json_reader import JsonReader


def _json_reader(name: str, limits: Limits = DEFAULT_LIMITS) -> JsonReader:
    from .json_reader import JsonReader  # imported late: most records are text

    return JsonReader(name, limits)


FORMATS = (".hfn", ".json", ".jsonl")
PACKINGS = (".gz", ".zst")
STDIN = "-"

_GZIP, _ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_PEEK = 4096
_BLANK = " \t\r\n\ufeff"


class SourceError(Exception):
    """A source that cannot be opened or unpacked at all."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}")
        self.path, self.message = path, message


OnError = Callable[[SourceError], None]


def _raise(error: SourceError) -> None:
    raise error


def read_paths(
    paths: Iterable[str | os.PathLike[str]], limits: Limits = DEFAULT_LIMITS, on_error: OnError | None = None
) -> Iterator[Game]:
    """The games of files, folders (every log below them) and ``-``, standard input; each as soon as it is complete.

    :param on_error: told of each source that cannot be opened; the others are read all the same.
    :raises SourceError: a source cannot be opened, and there is no ``on_error``.
    """
    complain = on_error or _raise
    for given in paths:
        path = os.fspath(given)
        if path != STDIN and os.path.isdir(path):
            found = False
            for file in _logs_below(path, complain):
                found = True
                yield from _read_file(file, limits, complain)
            if not found:
                complain(SourceError(path, f"the folder holds no logs ({', '.join(FORMATS)})"))
        else:
            yield from _read_file(path, limits, complain)


def read_source(source: str | os.PathLike[str], limits: Limits = DEFAULT_LIMITS) -> Iterator[Game]:
    """The games of a path, or of a text (HFN or JSON) given in its place.

    :raises SourceError: it is neither the path of anything nor a text.
    """
    if isinstance(source, str) and source != STDIN:
        start = source.lstrip(_BLANK)
        if "\n" in source or _looks_like_json(start):
            yield from _read_string(source, limits)
            return
        if "\0" in source or not os.path.exists(source):
            raise SourceError(source[:80], "no such file, and no text of a game either")
    yield from read_paths([source], limits)


def _read_string(text: str, limits: Limits) -> Iterator[Game]:
    if not _looks_like_json(text.lstrip(_BLANK)):
        games = read_text(text, "<text>", limits)
        yield from games or [_json_reader("<text>", limits).complain(_NO_GAME)]
        return
    stream = io.StringIO(text)
    yield from _not_nothing(_sniffed_json(stream, _json_reader("<text>", limits), limits), "<text>")


_NO_GAME = "there is no game in it"


def _not_nothing(games: Iterator[Game], name: str) -> Iterator[Game]:
    empty = True
    for game in games:
        empty = False
        yield game
    if empty:
        yield _json_reader(name).complain(_NO_GAME)


# --- which files ------------------------------------------------------------------------------------------------


def form_of(path: str) -> str | None:
    """``.hfn``, ``.json`` or ``.jsonl`` by a file's name, packed or not; None where the name does not say."""
    name = os.path.basename(path).lower()
    for packing in PACKINGS:
        name = name.removesuffix(packing)
    return next((form for form in FORMATS if name.endswith(form)), None)


def _logs_below(folder: str, complain: OnError) -> Iterator[str]:
    def unreadable(error: OSError) -> None:
        complain(SourceError(str(error.filename), _reason(error)))

    for base, folders, files in os.walk(folder, onerror=unreadable):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = os.path.join(base, name)
            # Of a pipe nobody knows when it will speak; what is not there, as behind a broken link, is complained of.
            if (
                not name.startswith(".")
                and form_of(name) is not None
                and (os.path.isfile(path) or not os.path.exists(path))
            ):
                yield path


def _reason(error: OSError) -> str:
    return (error.strerror or str(error) or type(error).__name__).lower()


def _read_file(path: str, limits: Limits, complain: OnError) -> Iterator[Game]:
    name = "<stdin>" if path == STDIN else path
    try:
        opened = sys.stdin.buffer if path == STDIN else open(path, "rb")  # noqa: SIM115 - closed below
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        complain(SourceError(name, _reason(error) if isinstance(error, OSError) else "this cannot be a path"))
        return
    try:
        yield from _not_nothing(_read_binary(opened, path, name, limits), name)
    except SourceError as error:
        complain(error)
    except OSError as error:
        complain(SourceError(name, _reason(error)))
    finally:
        if path != STDIN:
            opened.close()


# --- bytes ------------------------------------------------------------------------------------------------------


class Unpacked(io.RawIOBase):
    """The unpacked bytes of a source up to a bound; what cut it short stands in :attr:`complaint`."""

    def __init__(self, inner: Any, most: int) -> None:
        self._inner, self._left, self._most = inner, most, most
        self.complaint: str | None = None

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if self.complaint is not None:
            return 0
        try:
            data = self._inner.read1(len(buffer)) if hasattr(self._inner, "read1") else self._inner.read(len(buffer))
        except EOFError:
            self.complaint = "the packed file is cut off: its end is missing"
            return 0
        except (OSError, zlib.error) as error:
            self.complaint = f"the file cannot be read further: {error}"
            return 0
        except Exception as error:
            if type(error).__name__ != "ZstdError":  # of a package that need not be there
                raise
            self.complaint = f"the packed file is damaged: {error}"
            return 0
        if len(data) > self._left:
            self.complaint = f"the source is larger than {self._most:,} bytes; the rest was not read"
            data = data[: self._left]
        self._left -= len(data)
        buffer[: len(data)] = data
        return len(data)


class _Zstd:
    """What is in a .zst file. The library's own reader takes a file that is cut off for a whole one."""

    _STEP = 1 << 10  # packed bytes at a time: they may hold 30,000 times as many

    def __init__(self, stream: BinaryIO, decompressor: Any) -> None:
        self._stream, self._decompressor = stream, decompressor
        self._frame: Any = None
        self._packed, self._data, self._at = b"", b"", 0

    def read(self, size: int) -> bytes:
        """Some bytes, none at the end. :raises EOFError: the file is cut off."""
        while self._at == len(self._data):
            self._packed = self._packed or self._stream.read(self._STEP)
            if not self._packed:
                if self._frame is not None:
                    raise EOFError
                return b""
            self._frame = self._frame or self._decompressor.decompressobj()
            self._data, self._at = self._frame.decompress(self._packed), 0
            self._packed = self._frame.unused_data
            if self._frame.eof:
                self._frame = None
        data = self._data[self._at : self._at + size]
        self._at += len(data)
        return data


def unpacked(opened: BinaryIO, name: str, limits: Limits = DEFAULT_LIMITS) -> Unpacked:
    """An open stream with its packing undone, up to the limit of a source. :raises SourceError: it cannot be unpacked."""
    return Unpacked(_unpacked(opened, name, name), limits.file_size)


def _unpacked(opened: BinaryIO, path: str, name: str) -> Any:
    """The stream with its packing undone, which its first bytes tell, not its name."""
    stream = opened if isinstance(opened, io.BufferedReader) else io.BufferedReader(opened)  # type: ignore[type-var]
    start = stream.peek(4)[:4]
    if start.startswith(_GZIP):
        import gzip  # imported late: most records are not packed

        return gzip.GzipFile(fileobj=stream, mode="rb")
    if start.startswith(_ZSTD):
        try:
            zstandard = importlib.import_module("zstandard")
        except ImportError:
            raise SourceError(name, "reading .zst needs the Python package zstandard, which is not installed") from None
        return _Zstd(stream, zstandard.ZstdDecompressor())
    packing = os.path.splitext(path)[1].lower()
    if start and packing in PACKINGS:
        raise SourceError(name, f"this is no {packing} file")
    return stream


def read_stream(
    opened: BinaryIO,
    name: str,
    limits: Limits = DEFAULT_LIMITS,
    lines_before: int = 0,
    games_before: int = 0,
    part: bool = False,
) -> Iterator[Game]:
    """The games of an open stream, called and told apart by ``name``; a stretch of HFN or JSONL goes on counting from what is before.

    :raises SourceError: it cannot be unpacked.
    """
    games = _read_binary(opened, name, name, limits, lines_before, games_before)
    yield from games if part else _not_nothing(games, name)  # part: of a source that has games elsewhere


def _read_binary(
    opened: BinaryIO, path: str, name: str, limits: Limits, lines_before: int = 0, games_before: int = 0
) -> Iterator[Game]:
    raw = opened if isinstance(opened, Unpacked) else Unpacked(_unpacked(opened, path, name), limits.file_size)
    buffered = io.BufferedReader(raw, 1 << 16)
    start = buffered.peek(_PEEK)[:_PEEK]
    encoding = "utf-16" if start.startswith(_UTF16) else "utf-8-sig"
    if encoding != "utf-16" and b"\0" in start:
        yield _json_reader(name).complain("this is a binary file, no text")
        return
    stream = io.TextIOWrapper(buffered, encoding, errors="replace", newline=None)
    form = form_of(path) if path != STDIN else None
    if form is None and _looks_like_json(start.decode(encoding, "replace").lstrip(_BLANK)):
        yield from _sniffed_json(stream, _json_reader(name, limits), limits, raw)
    elif form == ".json":
        yield from _json(stream, _json_reader(name, limits), limits, raw)
    elif form == ".jsonl":
        lines = _json_reader(name, limits)
        lines.games = games_before
        yield from _json_lines(stream, lines, limits, raw, lines_before=lines_before)
    else:
        reader = TextReader(name, limits)
        reader.begin_after(lines_before, games_before)
        yield from _hfn(stream, reader, limits, raw)


def _looks_like_json(start: str) -> bool:
    if start.startswith("["):
        return start[1:].lstrip(_BLANK).startswith(("{", "]"))
    return start.startswith("{")


# --- lines and games --------------------------------------------------------------------------------------------


def _lines(stream: TextIO, most: int) -> Iterator[str]:
    """Lines with their ends; of a line that is longer than ``most``, only a little more than that is ever held."""
    while line := stream.readline(most + 2):
        if len(line) > most and not line.endswith("\n"):
            rest = stream.readline(1 << 16)
            while rest and not rest.endswith("\n"):
                rest = stream.readline(1 << 16)
        yield line


_CHUNK = 1 << 14


def _hfn(stream: TextIO, reader: TextReader, limits: Limits, raw: Unpacked) -> Iterator[Game]:
    held, binary = "", False
    while not binary and (chunk := stream.read(_CHUNK)):
        text, nul, _ = chunk.partition("\0")
        binary = bool(nul)
        lines = (held + text).split("\n")
        held = lines.pop()[: limits.line_length + 1]  # of a longer line no more is held than shows that it is one
        reader.feed_all(lines)
        yield from reader.done
        reader.done.clear()
    if binary:
        reader.complain("HF001", "from here on this is a binary file, no text")
    elif raw.complaint is not None:  # half a line says nothing
        reader.complain("HF001", raw.complaint)
    elif held:
        reader.feed(held)
    reader.close()
    yield from reader.done


def _json(stream: TextIO, reader: JsonReader, limits: Limits, raw: Unpacked | None, head: str = "") -> Iterator[Game]:
    text = head + stream.read(max(limits.json_size + 1 - len(head), 0))
    if len(text) > limits.json_size:
        most = f"{limits.json_size:,}"
        yield reader.complain(f"a .json file larger than {most} characters is not read; write one game a line (.jsonl)")
        return
    if raw is None or raw.complaint is None:
        if text.strip(_BLANK):
            yield from reader.read(text)
        return
    # Cut short: the games before the cut stay, and the syntax error that the cut makes is not a second complaint.
    yield from (game for game in reader.read(text) if game.statements)
    yield reader.complain(raw.complaint)


def _json_lines(
    stream: TextIO, reader: JsonReader, limits: Limits, raw: Unpacked | None, head: str = "", lines_before: int = 0
) -> Iterator[Game]:
    if head:
        yield from reader.read(head.rstrip("\n"))
    number = first = lines_before + head.count("\n")
    for number, line in enumerate(_lines(stream, limits.json_size), first + 1):
        if raw is not None and raw.complaint is not None and not line.endswith("\n"):
            break
        if len(line) > limits.json_size + 1:
            yield reader.complain(f"the line is longer than {limits.json_size:,} characters", number)
        elif line.strip(_BLANK):
            yield from reader.read(line.rstrip("\n"), number)
    if raw is not None and raw.complaint is not None:
        yield reader.complain(raw.complaint, number or 1)


def _sniffed_json(stream: TextIO, reader: JsonReader, limits: Limits, raw: Unpacked | None = None) -> Iterator[Game]:
    """JSON whose name does not say whether it is one value or one game a line: its first line tells."""
    head = stream.readline(limits.json_size + 2)
    while head and not head.strip(_BLANK) and len(head) <= limits.json_size:
        head += stream.readline(limits.json_size + 2)
    if reader.is_whole_object(head):
        yield from _json_lines(stream, reader, limits, raw, head)
    else:
        yield from _json(stream, reader, limits, raw, head)


def read_file(path: str | os.PathLike[str], limits: Limits = DEFAULT_LIMITS) -> list[Game]:
    """All games of one file. :raises SourceError: it cannot be opened."""
    return list(read_paths([Path(path)], limits))
