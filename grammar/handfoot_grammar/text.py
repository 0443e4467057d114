"""Reading HFN text, a line at a time: a bad line costs itself and the next is read as if nothing had happened."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from . import log, parse
from .limits import DEFAULT_LIMITS, Limits
from .log import Game, Problem, Span
from .parse import Unreadable
from .seating import Seating, seats_complaint

NOTATION = "HFN 1"


class Line:
    """A logical line (continuations joined): its code without the comment, and where its characters stand.

    Implements :class:`handfoot_grammar.log.Place`.
    """

    __slots__ = ("line", "raws", "text")

    def __init__(self, line: int, text: str, raws: str | tuple[str, ...]) -> None:
        self.line, self.text, self.raws = line, text, raws

    @property
    def end_line(self) -> int:
        return self.line if isinstance(self.raws, str) else self.line + len(self.raws) - 1

    def _at(self, offset: int) -> tuple[int, int]:
        if isinstance(self.raws, str):
            return self.line, offset + 1
        for i, raw in enumerate(self.raws):
            if offset < len(raw) or i == len(self.raws) - 1:
                return self.line + i, offset + 1
            offset -= len(raw)  # the backslash gave its place to the newline that joins
        return self.line, offset + 1

    def span(self, start: int, end: int) -> Span:
        """The stretch from offset ``start`` to ``end`` of :attr:`text`."""
        line, column = self._at(start)
        end_line, end_column = self._at(max(end - 1, start))
        return Span(line, column, end_line, end_column + 1)

    def whole(self) -> Span:
        text = self.text
        return self.span(len(text) - len(text.lstrip()), max(len(text.rstrip()), 1))

    def _piece(self, pieces: Sequence[tuple[int, str]], index: int) -> Span:
        if index >= len(pieces):
            return self.whole()
        start, piece = pieces[index]
        lead = len(piece) - len(piece.lstrip())
        return self.span(start + lead, max(start + len(piece.rstrip()), start + lead + 1))

    def action(self, index: int) -> Span:
        return self._piece(_cut(self.text), index)

    def entry(self, index: int) -> Span:
        """The item number ``index`` between commas (of a score, a claim or a result)."""
        colon = self.text.find(":") + 1
        start = colon or len(self.text) - len(self.text.lstrip().partition(" ")[2])
        parts, at = [], start
        for part in self.text[start:].split(","):
            parts.append((at, part))
            at += len(part) + 1
        return self._piece(parts, index)

    def source_lines(self) -> Sequence[tuple[int, str]]:
        raws = (self.raws,) if isinstance(self.raws, str) else self.raws
        return [(self.line + i, raw) for i, raw in enumerate(raws)]


_PIECE = re.compile(r'(?:[^;{"]|\{[^{}]*\}|"(?:[^"\\]|\\.)*"|\{|(?P<open>"[^;]*))+')


def pieces(text: str, start: int) -> Iterator[tuple[int, str]]:
    """``text`` from ``start`` cut at semicolons outside quotes and braces, each piece with its offset."""
    plain = "{" not in text and '"' not in text
    while not plain and start <= len(text):
        match = _PIECE.match(text, start)
        part = match.group() if match else ""
        yield start, part
        start += len(part) + 1
        # Behind a quote that nothing closes no text is quoted; looking for more would take quadratic time.
        plain = match is not None and match["open"] is not None
    if start > len(text):
        return
    for part in text[start:].split(";"):
        yield start, part
        start += len(part) + 1


def _actions(deeds: str) -> tuple[log.Action | None, ...]:
    """The actions of a turn that has at most one take, and nothing in quotes; None among them: one has to be read with all care."""
    opened, closed = deeds.find("{"), deeds.find("}")
    if '"' in deeds or deeds.find("{", opened + 1) > 0 or (opened < 0) != (closed < 0) or closed < opened:
        return (None,)
    parts = deeds.split(";")
    if opened >= 0:
        first, after = deeds.count(";", 0, opened), deeds.count(";", opened, closed)
        parts[first : first + after + 1] = [";".join(parts[first : first + after + 1])]
    found = [parse.known_action(part) for part in parts]
    return tuple([None if type(action) is tuple else action for action in found])  # a tuple names a player


@lru_cache(maxsize=1)
def _cut(text: str) -> Sequence[tuple[int, str]]:
    """The pieces of a turn; kept for the next question, since the faults of one line are asked for one after the other."""
    return tuple(pieces(text, text.find(":") + 1))


def without_comment(text: str) -> tuple[str, str | None]:
    """The code of a line and its comment (None: it has none)."""
    if "#" not in text:
        return text, None
    quoted = escaped = False
    for i, char in enumerate(text):
        if escaped:
            escaped = False
        elif char == "\\":
            escaped = quoted
        elif char == '"':
            quoted = not quoted
        elif char == "#" and not quoted and (i == 0 or text[i - 1].isspace()):
            return text[:i], text[i + 1 :]
    return text, None


_WAIVER = re.compile(r"\s*handfoot:\s*allow\s+((?:HF\d+[\s,]*)+?)\s*(?:(?:--|—|–|-)\s*(.*))?$")


def waiver_of(comment: str) -> tuple[tuple[str, ...], str] | None:
    """The codes and the reason of a ``handfoot: allow`` comment; None for any other comment."""
    match = _WAIVER.match(comment)
    if match is None:
        return None
    return tuple(re.findall(r"HF\d+", match.group(1))), (match.group(2) or "").strip()


_HASH_LINES = 1_000
"""Lines of a game that are kept until their hash is taken."""


class TextReader:
    """A reader that is fed physical lines and gathers games; what is finished stands in :attr:`done`."""

    def __init__(self, source: str = "<text>", limits: Limits = DEFAULT_LIMITS) -> None:
        self.source, self.limits = source, limits
        self.done: list[Game] = []
        self.game: Game | None = None
        self._number = 0
        self._games = 0
        self._sha = hashlib.sha256()
        self._sha_begun = False
        self._raws: list[str] = []
        self._joined: list[str] = []
        self._joined_from = self._joined_length = 0
        self._size, self._full = 0, False  # the characters of the game so far, and whether no more of it is read
        self._in_tags = False
        self._seating = Seating()
        self._pending_waivers: list[tuple[tuple[str, ...], str]] = []
        self._dropped_problems = 0

    def begin_after(self, lines: int, games: int) -> None:
        """Says that what will be fed is the rest of a source: so many lines and games were before it."""
        self._number, self._games = lines, games

    # --- lines -------------------------------------------------------------------------------------------------

    def feed(self, raw: str) -> None:
        """One physical line, without its line ending."""
        self._size += len(raw)
        self._feed(raw)

    def _feed(self, raw: str) -> None:
        self._number += 1
        if self._number == 1 and raw.startswith("\ufeff"):
            raw = raw[1:]
        if len(raw) > self.limits.line_length:
            self._finish_joined()
            self._keep(raw[:200])
            self._unread_line(
                Line(self._number, raw[:80], raw[:80]),
                Unreadable(f"the line is longer than {self.limits.line_length} characters", 0, 80),
            )
            return
        code, comment = without_comment(raw)
        if comment is None and (raw.endswith("\\") or self._joined):
            self._joined_from = self._joined_from if self._joined else self._number
            self._joined.append(raw)
            self._joined_length += len(raw)
            full = self._joined_length > self.limits.line_length or len(self._joined) >= self.limits.continued_lines
            if full or not raw.endswith("\\"):
                self._finish_joined()
            return
        waiver = waiver_of(comment) if comment is not None and "handfoot" in comment else None
        first = self._number - len(self._joined)
        if self._joined:  # a comment may not stand in a continued line, so the continuation ends here
            self._joined.append(raw)
            self._finish_joined(code)
        elif code and not code.isspace():
            self._line(Line(self._number, code, raw))
        else:
            self._keep(raw)
            if waiver is not None and self._size <= self.limits.game_size:
                self._pending_waivers.append(waiver)
            return
        # After the line itself, which may have begun the game that the waiver is of.
        if waiver is not None and self._size <= self.limits.game_size:
            self._ensure_game(first).waivers.append(log.Waiver(*waiver, first))

    def feed_all(self, raws: Sequence[str]) -> None:
        """Physical lines, the usual ones without further ado: a turn of somebody at the table, on one line, no comment."""
        self._size += sum(map(len, raws))
        limit, most = self.limits.line_length, self.limits.statements
        known_piece, feed = parse.PIECES.get, self._feed
        seats, kept = self._seating.seats, self._raws
        statements: list[log.Statement] = []
        plain = False
        for raw in raws:
            if plain and "#" not in raw:
                label, _, deeds = raw.partition(":")
                seat = seats.get(label)
                if seat is not None and raw[-1] != "\\" and len(raw) <= limit and len(statements) < most:
                    self._number = number = self._number + 1
                    kept.append(raw)
                    line = Line(number, raw, raw)
                    # Cut at every semicolon: one inside quotes or braces leaves pieces that are no actions.
                    known = tuple(map(known_piece, deeds.split(";")))
                    if all(known) or all(known := _actions(deeds)):
                        statements.append(log.Turn(line, seat, known))  # type: ignore[arg-type]
                    else:
                        self._turn(line, seat, len(label) + 1)
                    continue
            feed(raw)
            game = self.game
            plain = game is not None and not (self._joined or self._in_tags or self._pending_waivers or self._full)
            if game is not None:
                seats, statements = self._seating.seats, game.statements
        self._hash()

    def _finish_joined(self, last_code: str | None = None) -> None:
        """Reads the continued lines gathered so far as one; ``last_code`` is the last one without its comment."""
        if not self._joined:
            return
        raws, self._joined, self._joined_length = self._joined, [], 0
        for raw in raws:
            self._keep(raw)
        parts = raws if last_code is None else [*raws[:-1], last_code]
        text = "\n".join(p[:-1] if p.endswith("\\") else p for p in parts)
        if len(text) > self.limits.line_length:
            self._unread_line(
                Line(self._joined_from, text[:80], text[:80]),
                Unreadable(f"the lines joined here have more than {self.limits.line_length} characters", 0, 80),
            )
        elif text.strip():
            self._line(Line(self._joined_from, text, tuple(raws)))

    def close(self) -> None:
        """The end of the input."""
        self._finish_joined()
        self._end_game()

    def _keep(self, raw: str) -> None:
        self._raws.append(raw)
        if len(self._raws) >= _HASH_LINES:
            self._hash()

    def _hash(self) -> None:
        # In pieces: a file may be gigabytes of comments.
        if self._raws:
            text = "\n".join(self._raws)
            self._sha.update((("\n" + text) if self._sha_begun else text).encode("utf-8", "surrogatepass"))
            self._sha_begun = True
            self._raws.clear()

    # --- games -------------------------------------------------------------------------------------------------

    def _ensure_game(self, line: int) -> Game:
        if self.game is None:
            self._games += 1
            self.game = Game({}, (), [], source=self.source, number=self._games, line=line)
            self._seating = Seating()
        return self.game

    def _end_game(self) -> None:
        game = self.game
        if game is None:
            return
        if not game.seats and "Seats" not in game.tags:
            first = game.statements[0].at.whole() if game.statements else Span(game.line, 1, game.line, 2)
            self._problem("HF004", first, 'the game has no [Seats "..."] tag, so nobody can be told from anybody')
        if self._dropped_problems:
            self._dropped_problems, n = 0, self._dropped_problems
            span = Span(self._number, 1, self._number, 2)
            game.problems.append(Problem("HF001", span, f"{n} more lines could not be read and are not listed"))
        self._hash()
        game.sha256 = self._sha.hexdigest()
        self._sha, self._sha_begun = hashlib.sha256(), False
        self._size, self._full = 0, False
        self.game = None
        self._in_tags = False
        self.done.append(game)

    def _problem(
        self, code: str, span: Span, message: str, expected: str | None = None, line: Line | None = None
    ) -> None:
        game = self._ensure_game(span.line)
        if len(game.problems) >= self.limits.problems:
            self._dropped_problems += 1
            return
        lines = tuple(line.source_lines()) if line is not None else ()
        game.problems.append(Problem(code, span, message, expected, lines))

    def complain(self, code: str, message: str) -> None:
        """A problem of the source as a whole, placed at the line last read."""
        line = max(self._number, 1)
        self._problem(code, Span(line, 1, line, 2), message)

    # --- statements --------------------------------------------------------------------------------------------

    def _line(self, line: Line) -> None:
        text = line.text
        is_tag = text.lstrip().startswith("[")
        if is_tag and not self._in_tags:
            self._end_game()
        self._in_tags = is_tag
        if isinstance(line.raws, str):
            self._keep(line.raws)
        game = self._ensure_game(line.line)
        for codes, reason in self._pending_waivers:
            game.waivers.append(log.Waiver(codes, reason, None if is_tag else line.line))
        self._pending_waivers.clear()
        if self._full or len(game.statements) >= self.limits.statements or self._size > self.limits.game_size:
            if not self._full:
                self._full = True
                big = self._size > self.limits.game_size
                most = f"{self.limits.game_size} characters" if big else f"{self.limits.statements} statements"
                start = Line(line.line, line.text[:80], line.text[:80])
                self._unread_line(start, Unreadable(f"more than {most} in one game", 0, 1))
            return
        if is_tag:
            self._tag(game, line)
            return
        cut = text.find(":")
        if cut > 0:
            label = text[:cut].strip()
            seat = self._seating.seats.get(label)
            if seat is not None:
                self._turn(line, seat, cut + 1)
                return
        self._statement(game, line)

    def _turn(self, line: Line, seat: int, start: int) -> None:
        actions = []
        for at, piece in pieces(line.text, start):
            action = parse.known_action(piece)
            if action is None or type(action) is tuple:
                action = self._action(line, at, piece)
            actions.append(action)
        self._ensure_game(line.line).statements.append(log.Turn(line, seat, tuple(actions)))

    def _action(self, line: Line, at: int, piece: str) -> log.Action:
        """An action read with all care: errors placed, labels resolved."""
        lead = len(piece) - len(piece.lstrip())
        text = piece.strip()
        try:
            found = parse.action(text) if text else None
            if found is None:
                raise Unreadable("an action is missing here", 0, 1, "an action such as draw, meld, discard")
            return self._seating.labelled(found)
        except Unreadable as error:
            start = at + lead
            span = line.span(min(start + error.start, len(line.text)), start + error.end)
            self._problem(error.code, span, error.message, error.expected, line)
            return log.Unread(text)

    def _statement(self, game: Game, line: Line) -> None:
        text = line.text
        lead = len(text) - len(text.lstrip())
        body = text[lead:].rstrip()
        word = body.split(None, 1)[0] if body else ""
        if word not in parse.STATEMENT_WORDS and self._stray_turn(game, line, body, lead):
            return
        try:
            found = parse.statement(body)
            game.statements.append(self._built(line, found))
        except Unreadable as error:
            start, end = error.start, error.end
            if error.code == "HF003":  # the label's place is not known to the resolver
                at = body.find(error.message.split("'")[1]) if "'" in error.message else 0
                start, end = max(at, 0), max(at, 0) + end
            error.start, error.end = lead + start, lead + end
            self._unread_line(line, error, word)

    def _stray_turn(self, game: Game, line: Line, body: str, lead: int) -> bool:
        """A line of play of somebody who is not at the table, or whose label is mistyped."""
        label, colon, _ = body.partition(":")
        if not colon or not parse.is_label(label.strip()) or not self._seating.labels:
            return False
        first = next(iter(pieces(body, len(label) + 1)))[1].split(None, 1)
        if not first or first[0] not in parse.ACTION_WORDS:
            return False
        label = label.strip()
        span = line.span(lead, lead + len(label))
        self._problem("HF003", span, self._seating.stranger(label), self._seating.choices(), line)
        game.statements.append(log.UnreadLine(line, True, self._seating.nearest(label)))
        return True

    def _unread_line(self, line: Line, error: Unreadable, word: str = "") -> None:
        game = self._ensure_game(line.line)
        span = line.span(error.start, error.end)
        if game.seats or "Seats" in game.tags or error.code != "HF003":
            self._problem(error.code, span, error.message, error.expected, line)
        text = line.text.lstrip()
        label = text.partition(":")[0].strip()
        statement = text.split(None, 1)[0] in parse.STATEMENT_WORDS if text else False
        if statement:
            label = label.partition(" ")[2].strip()
        game.statements.append(
            log.UnreadLine(line, not statement, self._seating.seats.get(label), word if statement else "")
        )

    def _tag(self, game: Game, line: Line) -> None:
        try:
            _, name, value = parse.statement(line.text.strip())
        except Unreadable as error:
            lead = len(line.text) - len(line.text.lstrip())
            self._problem("HF004", line.span(lead + error.start, lead + error.end), error.message, error.expected, line)
            return
        game.statements.append(log.Tag(line, name, value))
        if name in game.tags:
            self._problem("HF004", line.whole(), f"the tag {name} is given twice; the first counts", None, line)
            return
        game.tags[name] = value
        if name == "Notation" and value != NOTATION:
            self._problem(
                "HF004", line.whole(), f"this is {NOTATION}, not {value[:40]!r}", f'[Notation "{NOTATION}"]', line
            )
        if name == "Seats":
            self._take_seats(game, line, value)

    def _take_seats(self, game: Game, line: Line, value: str) -> None:
        labels = tuple(value.split())
        message = seats_complaint(labels)
        if message is not None:
            self._problem("HF004", line.whole(), message, 'labels, clockwise: [Seats "Ana Bo Chi Dee"]', line)
            return
        game.seats = labels
        self._seating = Seating(labels)

    def _built(self, line: Line, found: tuple[Any, ...]) -> log.Statement:
        """The statement with its labels resolved."""
        word, seat, team = found[0], self._seating.seat, self._seating.team
        if word in ("hand", "foot"):
            return log.Dealt(line, word == "foot", seat(found[1]), found[2])
        if word == "deal":
            return log.DealStart(line, found[1], None if found[2] is None else seat(found[2]))
        if word == "turn-up":
            return log.TurnUp(line, found[1])
        if word == "red":
            return log.Reds(line, seat(found[1]), found[2])
        if word == "left":
            return log.Left(line, seat(found[1]), found[2], found[3])
        if word == "score":
            return log.ScoreLine(line, team(found[1]), found[2])
        if word == "claim":
            return log.Claim(
                line,
                tuple(
                    log.Count(what, n, None if p is None else seat(p), None if t is None else team(t), rank)
                    for what, n, p, t, rank in found[1]
                ),
            )
        if word == "end":
            return log.End(line, found[1], None if found[2] is None else seat(found[2]))
        if word == "result":
            totals = tuple((team(names), n) for names, n in found[1])
            return log.Result(line, totals, tuple(team(t) for t in found[2]) or None)
        if word == "stock":
            return log.StockOrder(line, found[1])
        assert word == "note", word
        return log.Note(line, found[1])


def read_lines(lines: Iterable[str], source: str = "<text>", limits: Limits = DEFAULT_LIMITS) -> Iterator[Game]:
    """The games of HFN text that comes line by line, each as soon as it is complete."""
    reader = TextReader(source, limits)
    for raw in lines:
        reader.feed(raw)
        yield from reader.done
        reader.done.clear()
    reader.close()
    yield from reader.done


def read_text(text: str, source: str = "<text>", limits: Limits = DEFAULT_LIMITS) -> list[Game]:
    """All games of an HFN text."""
    reader = TextReader(source, limits)
    reader.feed_all(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    reader.close()
    return reader.done


def read_again(text: str, seats: Sequence[str]) -> tuple[log.Statement | None, Problem | None]:
    """What one line says at a table whose players are known, and its first problem; None where it says nothing."""
    reader = TextReader()
    if seats:
        reader.feed(f'[Seats "{" ".join(seats)}"]')
    reader.feed(text)
    reader.close()
    game = reader.done[-1] if len(reader.done) == 1 else Game({}, (), [])
    statements = [s for s in game.statements if not isinstance(s, log.Tag)]
    return (statements[0] if len(statements) == 1 else None), next(iter(game.problems), None)
