"""Where a value stands in a JSON record: its pointer at once, its line and column only when somebody asks."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

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


def too_deep(text: str, depth: int, start: int = 0) -> int | None:
    """The offset of the first bracket of the value at ``start`` that nests deeper than ``depth``; None: none does."""
    level = 0
    if text[start : start + 1] not in ("[", "{"):
        return None
    for match in _BRACKET.finditer(text, start):
        if match[1] in "[{":
            level += 1
            if level > depth:
                return match.end() - 1
        else:
            level -= 1
            if level <= 0:
                return None
    return None


class JsonText:
    """The text of a JSON source, and an index of the containers that were walked through."""

    def __init__(self, text: str, first_line: int = 1) -> None:
        self.text, self.first_line = text, first_line
        self._children: dict[int, dict[str | int, int]] = {}
        self._starts: list[int] | None = None

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset, both 1-based."""
        starts = self._line_starts()
        index = bisect_right(starts, offset) - 1
        return self.first_line + index, offset - starts[index] + 1

    def _line_starts(self) -> list[int]:
        if self._starts is None:
            self._starts = [0, *(match.end() for match in re.finditer("\n", self.text))]
        return self._starts

    def lines(self, first: int, last: int) -> list[tuple[int, str]]:
        """The lines from ``first`` to ``last`` with their numbers, long ones cut."""
        starts = self._line_starts()
        shown = []
        for number in range(first, min(last, first + _SHOWN_LINES - 1) + 1):
            start = starts[number - self.first_line]
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
