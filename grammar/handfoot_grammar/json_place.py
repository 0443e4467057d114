"""Where a value stands in a JSON record: its pointer at once, its line and column only when somebody asks."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from .limits import Limits
from .log import Span

Path = tuple[str | int, ...]

_SPACE = re.compile(r"[ \t\n\r]*")
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"', re.S)
_SCALAR = re.compile(r"[^\s,\]}]+")
_BRACKET = re.compile(r'(?:[^"\[\]{}]++|"(?:[^"\\]++|\\.)*+")*+([\[\]{}])', re.S)
_SHOWN_WIDTH = 200
_SHOWN_LINES = 10


def pointer(path: Path) -> str:
    """The JSON pointer (RFC 6901) of a path."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def too_much(text: str, limits: Limits, start: int = 0) -> tuple[int, str] | None:
    """Where and why the value at ``start`` is not worth decoding: nested too deep, or of too many parts."""
    if text[start : start + 1] not in ("[", "{"):
        return None
    level, end, parts = 0, len(text), 0
    for match in _BRACKET.finditer(text, start):
        if match[1] in "[{":
            level, parts = level + 1, parts + 1
            if level > limits.json_depth:
                return match.end() - 1, f"nested deeper than {limits.json_depth} levels"
            if parts > limits.json_values:
                break
        else:
            level -= 1
            if level <= 0:
                end = match.end()
                break
    if parts + text.count(",", start, end) > limits.json_values:
        return start, f"a game of more than {limits.json_values:,} values is not read"
    return None


class LineIndex:
    """Where the lines of a text begin, told from one mark in every block of it."""

    def __init__(self, text: str, block: int = 1 << 12) -> None:
        self.text, self.block = text, block
        # Of each block: the newlines before it, and the start of the line that it begins in.
        self.before, self.begun = [0], [0]
        for at in range(0, len(text), block):
            end = at + block
            self.before.append(self.before[-1] + text.count("\n", at, end))
            self.begun.append(text.rfind("\n", at, end) + 1 or self.begun[-1])

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 0."""
        block, within = divmod(offset, self.block)
        begun = self.text.rfind("\n", offset - within, offset) + 1 or self.begun[block]
        return self.before[block] + self.text.count("\n", offset - within, offset), offset - begun

    def start(self, line: int) -> int:
        """Where a line begins; the end of the text where there is no such line."""
        if line == 0:
            return 0
        block = bisect_left(self.before, line) - 1
        at = block * self.block
        for _ in range(line - self.before[block]):
            at = self.text.find("\n", at) + 1
            if at == 0:
                return len(self.text)
        return at


class JsonText:
    """The text of a JSON source, and an index of the containers that were walked through."""

    def __init__(self, text: str, first_line: int = 1) -> None:
        self.text, self.first_line = text, first_line
        self._children: dict[int, dict[str | int, int]] = {}
        self._index: LineIndex | None = None

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset, both 1-based."""
        line, column = self._lines().position(offset)
        return self.first_line + line, column + 1

    def _lines(self) -> LineIndex:
        if self._index is None:
            self._index = LineIndex(self.text)
        return self._index

    def lines(self, first: int, last: int) -> list[tuple[int, str]]:
        """The lines from ``first`` to ``last`` with their numbers, long ones cut."""
        shown = []
        for number in range(first, min(last, first + _SHOWN_LINES - 1) + 1):
            start = self._lines().start(number - self.first_line)
            shown.append((number, self.text[start : start + _SHOWN_WIDTH].partition("\n")[0].rstrip("\r")))
        return shown

    def end_of(self, start: int) -> int:
        """The end of the value that begins at ``start``."""
        first = self.text[start : start + 1]
        if first not in ("[", "{"):
            match = (_STRING if first == '"' else _SCALAR).match(self.text, start)
            return match.end() if match else start + 1
        level = 0
        for found in _BRACKET.finditer(self.text, start):
            level += 1 if found[1] in "[{" else -1
            if level == 0:
                return found.end()
        return len(self.text)

    def children(self, start: int) -> dict[str | int, int]:
        """Where the values of the container at ``start`` begin, by key or index."""
        known = self._children.get(start)
        if known is None:
            known = self._children[start] = {}
            for key, offset in self._walk(start):
                known.setdefault(key, offset)
        return known

    def _walk(self, start: int) -> Iterator[tuple[str | int, int]]:
        text, is_object = self.text, self.text[start : start + 1] == "{"
        if not is_object and text[start : start + 1] != "[":
            return
        at, index = self._past_space(start + 1), 0
        while at < len(text) and text[at] not in "]}":
            key: str | int = index
            if is_object:
                match = _STRING.match(text, at)
                if match is None:
                    return
                key = json.loads(match.group(), strict=False)
                at = self._past_space(self._past_space(match.end()) + 1)
            yield key, at
            at = self._past_space(self.end_of(at))
            if text[at : at + 1] != ",":
                return
            at, index = self._past_space(at + 1), index + 1

    def _past_space(self, at: int) -> int:
        match = _SPACE.match(self.text, at)
        return match.end() if match else at


class JsonRoot:
    """One game in a JSON source: where its value begins, and the pointer that leads to it."""

    def __init__(self, source: JsonText, offset: int = 0, prefix: Path = ()) -> None:
        self.source, self.offset, self.prefix = source, offset, prefix

    def span(self, path: Path) -> Span:
        """The span of the value at ``path``; of the nearest one around it where there is no such value."""
        start = self.offset
        for depth, step in enumerate(path):
            found = self.source.children(start).get(step)
            if found is None:
                path = path[:depth]
                break
            start = found
        line, column = self.source.position(start)
        end_line, end_column = self.source.position(self.source.end_of(start))
        return Span(line, column, end_line, end_column, pointer(self.prefix + path))


class JsonPlace:
    """Where a statement stands in a JSON record. Implements :class:`handfoot_grammar.log.Place`."""

    __slots__ = ("entries", "path", "root", "text")

    def __init__(self, root: JsonRoot, path: Path, entries: tuple[Path, ...] = (), text: str = "") -> None:
        self.root, self.path, self.entries, self.text = root, path, entries, text

    @property
    def line(self) -> int:
        return self.whole().line

    @property
    def end_line(self) -> int:
        return self.whole().end_line

    def whole(self) -> Span:
        return self.root.span(self.path)

    def action(self, index: int) -> Span:
        return self.root.span((*self.path, "actions", index))

    def entry(self, index: int) -> Span:
        """The entry number ``index`` of a score, a claim or a result."""
        return self.root.span(self.path + self.entries[index]) if index < len(self.entries) else self.whole()

    def source_lines(self) -> Sequence[tuple[int, str]]:
        whole = self.whole()
        return self.root.source.lines(whole.line, whole.end_line)
