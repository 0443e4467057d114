"""The games of a piece in turn; and where reading one fails, each of the rest from its own bytes, so that no other is lost with it.

Usually a piece is read in one stream, a chunk of lines at a time, and nobody can say which game of the chunk made the reader fail.
From there on the piece is cut before every game, whatever packing it is in, and each stretch is read by itself.
"""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from handfoot_grammar.limits import DEFAULT_LIMITS
from handfoot_grammar.log import Game
from handfoot_grammar.sources import SourceError, Unpacked, form_of, read_stream, unpacked

from .cutting import Cut, cuts
from .shards import Piece


class Reading:
    """Where the reading of a piece is: the source that is read, and the number of the last game given."""

    def __init__(self, piece: Piece) -> None:
        self.piece, self.name, self.number = piece, piece.name, piece.games
        self.alone = False
        self._source = 0
        self._games = self._from(0)
        self._ready: deque[Game] = deque()
        self._stretches: Iterator[Stretch] = iter(())
        self._next: Stretch | None = None

    def game(self) -> Game | None:
        """The next game; None at the end of the piece. :raises SourceError: a source of it cannot be opened."""
        with _said_of(self.name):
            game = self._game_alone() if self.alone else next(self._games, None)
        if game is not None:
            self.name, self.number = game.source, game.number
        return game

    def go_alone(self) -> bool:
        """From here to the end of the source each game is read by itself; False where the source cannot be cut."""
        if form_of(self.name) not in (".hfn", ".jsonl"):
            return False
        self._stretches = self._stretches_of(self._source)
        with _said_of(self.name):
            self.alone = self._advance()
        return self.alone

    def pass_over(self) -> list[int]:
        """Gives up the game that would be next, and says which numbers are not read: of its source, and those that hang on it."""
        last = self.number + 1
        if self._next is not None:
            last = max(last, self._next.last or 0)
            with _said_of(self.name):
                self._advance()
        numbers = list(range(self.number + 1, last + 1))
        self.number = last
        return numbers

    def _from(self, source: int) -> Iterator[Game]:
        piece = self.piece
        for at, (stream, name) in enumerate(piece.streams()):
            if at >= source:
                self._source, self.name, self.number = at, name, piece.games
                yield from read_stream(stream, name, DEFAULT_LIMITS, piece.lines, piece.games, piece.is_stretch)

    def _game_alone(self) -> Game | None:
        while not self._ready:
            if self._next is None:
                self._source += 1
                self.alone, self.number, self._games = False, self.piece.games, self._from(self._source)
                return next(self._games, None)
            found = [game for game in self._next.read(self.name) if game.number > self.number]
            self._ready.extend(found)
            self._advance()
        return self._ready.popleft()

    def _advance(self) -> bool:
        """To the next stretch that has games not given yet; False: there is none."""
        self._next = next((s for s in self._stretches if s.last is None or s.last > self.number), None)
        return self._next is not None

    def _stretches_of(self, source: int) -> Iterator[Stretch]:
        for at, (stream, name) in enumerate(self.piece.streams()):
            if at == source:
                yield from _each(stream, name, self.piece)
                return


class Stretch:
    """The bytes of a game, of more where they hang together: what is before them, and the last game in them if that is known."""

    def __init__(self, begin: Cut, last: int | None, data: bytes, complaint: str | None) -> None:
        self.begin, self.last, self._data, self._complaint = begin, last, data, complaint

    def read(self, name: str) -> list[Game]:
        """Its games."""
        stream: Any = _Remainder(self._data, self._complaint)
        return list(read_stream(stream, name, DEFAULT_LIMITS, self.begin.lines, self.begin.games, True))


class _Remainder(Unpacked):
    """Bytes that were unpacked before, and behind them what cut their source short."""

    def __init__(self, data: bytes, complaint: str | None) -> None:
        super().__init__(io.BytesIO(data), len(data) + 1)
        self._last = complaint

    def readinto(self, buffer: Any) -> int:
        size = super().readinto(buffer)
        if size == 0 and self.complaint is None:
            self.complaint = self._last
        return size


class _Kept(io.BufferedReader):
    """A stream that keeps what was read of it until it is taken."""

    def __init__(self, raw: Any) -> None:
        super().__init__(raw, 1 << 16)
        self.kept = bytearray()

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(size)
        self.kept += data
        return data

    def readline(self, size: int | None = -1, /) -> bytes:
        data = super().readline(size)
        self.kept += data
        return data

    def take(self, size: int) -> bytes:
        data = bytes(self.kept[:size])
        del self.kept[:size]
        return data


def _each(stream: BinaryIO, name: str, piece: Piece) -> Iterator[Stretch]:
    raw = unpacked(stream, name, DEFAULT_LIMITS)
    file = _Kept(raw)
    begin = Cut(0, 0, 0)
    for cut in cuts(file, form_of(name) or "", 1):
        if cut is None:
            break
        yield Stretch(_behind(piece, begin), piece.games + cut.games, file.take(cut.at - begin.at), None)
        begin = cut
    file.read()
    yield Stretch(_behind(piece, begin), None, file.take(len(file.kept)), raw.complaint)


def _behind(piece: Piece, cut: Cut) -> Cut:
    return Cut(cut.at, piece.lines + cut.lines, piece.games + cut.games)


@contextmanager
def _said_of(name: str) -> Iterator[None]:
    """What archives and files raise. :raises SourceError: in their place."""
    try:
        yield
    except (OSError, ValueError, EOFError, RuntimeError, zipfile.BadZipFile, tarfile.TarError, KeyError) as error:
        text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise SourceError(name, text or type(error).__name__) from None
