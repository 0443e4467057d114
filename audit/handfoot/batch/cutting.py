"""A large file cut where a game begins, with what is before each cut, so that a stretch read alone counts as the whole does.

A game of HFN begins where a tag line follows a line that is no tag; comments and empty lines between tags change nothing. A line of
JSONL is a game. The cuts depend on the bytes and the size asked for alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from .places import opened
from .places import size as size_of

# The white space of str.lstrip in UTF-8.
_SPACE = (
    rb"(?:[ \t\r\f\v\x1c-\x1f]|\xc2[\x85\xa0]|\xe1\x9a\x80|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]|\xe2\x81\x9f|\xe3\x80\x80)*"
)
_TAG = re.compile(rb"^" + _SPACE + rb"\[", re.MULTILINE)
_GAP = re.compile(rb"(?:" + _SPACE + rb"(?:#[^\n]*)?\n)*")
_BLOCK = 1 << 16  # the least that is looked at together: what is before a tag must be seen
_LONE_RETURN = re.compile(rb"\r(?!\n)")
_LONGEST_LINE = 64 << 20


@dataclass(frozen=True)
class Cut:
    """A place where a file may be cut: bytes, lines and games before it."""

    at: int
    lines: int
    games: int


def stretches(path: str, form: str, size: int) -> list[tuple[Cut, int]]:
    """The stretches of a file, of about ``size`` bytes each: what is before one, and where it ends.

    A file of other than plain text lines is one stretch. :raises OSError: it cannot be read.
    """
    whole = size_of(path)
    begin = Cut(0, 0, 0)
    if whole <= size or form not in (".hfn", ".jsonl"):
        return [(begin, whole)]
    with opened(path) as file:
        begins = [begin]
        for cut in cuts(file, form, size):
            if cut is None:
                return [(begin, whole)]
            begins.append(cut)
    ends = [cut.at for cut in begins[1:]] + [whole]
    return list(zip(begins, ends, strict=True))


def cuts(file: BinaryIO, form: str, size: int) -> Iterator[Cut | None]:
    """Places where an open file of HFN (``.hfn``) or JSONL may be cut, ``size`` bytes or more apart; None: it may not be cut at all."""
    return (_of_text if form == ".hfn" else _of_lines)(file, size)


def _blocks(file: BinaryIO, size: int) -> Iterator[bytes | None]:
    """Blocks of whole lines; None where this is no text of plain lines."""
    while block := file.read(size):
        block += file.readline(_LONGEST_LINE)
        if b"\0" in block or _LONE_RETURN.search(block):
            yield None
            return
        yield block


def _of_lines(file: BinaryIO, size: int) -> Iterator[Cut | None]:
    at = lines = games = 0
    for block in _blocks(file, size):
        if block is None:
            yield None
            return
        if at:
            yield Cut(at, lines, games)
        at += len(block)
        lines += block.count(b"\n")
        games += sum(not line.isspace() for line in block.split(b"\n") if line)
    if not games:
        yield None


def _of_text(file: BinaryIO, size: int) -> Iterator[Cut | None]:
    at = lines = games = last = 0  # bytes, lines and games before the block; the last cut
    in_tags = False
    for block in _blocks(file, max(size, _BLOCK)):
        if block is None:
            yield None
            return
        seen = here = counted = 0  # behind the last tag; lines up to ``counted``
        for tag in _TAG.finditer(block, 3 if at == 0 and block.startswith(b"\xef\xbb\xbf") else 0):
            start = tag.start()
            if _goes_on(block, start):
                continue
            same = in_tags and _GAP.fullmatch(block, seen, start) is not None
            if not same:
                if games == 0 and not _GAP.fullmatch(block, seen, start) and at + start:
                    games = 1  # what is before the first tag is a game without tags
                if at + start - last >= size and _clear_before(block, start):
                    here += block.count(b"\n", counted, start)
                    counted, last = start, at + start
                    yield Cut(last, lines + here, games)
                games += 1
            in_tags = True
            seen = block.find(b"\n", start) + 1 or len(block)
        in_tags = in_tags and _GAP.fullmatch(block, seen) is not None
        at += len(block)
        lines += block.count(b"\n")


def _clear_before(block: bytes, start: int) -> bool:
    """Whether nothing before a tag belongs to it: no comment that waives a finding, no line that goes on, no other tag."""
    end = start
    while end > 0:
        begin = block.rfind(b"\n", 0, end - 1) + 1
        line = block[begin : end - 1].decode("utf-8", "replace").strip()
        if line and (line[0] != "#" or "handfoot" in line):
            return begin > 0 and line[0] not in "#[" and line[-1] != "\\"
        end = begin
    return False


def _goes_on(block: bytes, start: int) -> bool:
    """Whether the line at ``start`` is the rest of the line before, which ends with a backslash."""
    before = block[:start] if start < 3 else block[block.rfind(b"\n", 0, start - 1) + 1 : start]
    return before.rstrip(b"\r\n").endswith(b"\\") and b"#" not in before
