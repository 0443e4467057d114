"""Reading games in JSON: a bad part is reported with its pointer and costs itself only.

The statements are those that text gives. What an object says that cannot be read becomes an unreadable action or line,
so that whoever judges the game knows that something happened there.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from . import json_values as v
from . import log
from .json_actions import action as read_action
from .json_events import EVENT_FIELDS, EventReader
from .json_place import JsonPlace, JsonRoot, JsonText, Path, too_much
from .json_values import Bad, Object
from .limits import DEFAULT_LIMITS, Limits
from .log import Game, Problem
from .seating import Seating, seats_complaint
from .text import NOTATION, read_again
from .write import turn_text

GAME_FIELDS = ("notation", "tags", "seats", "before", "deals", "result", "after")
DEAL_FIELDS = ("number", "dealer", "hands", "feet", "turn_up", "stock", "events")
_ACTIONS_ONLY = frozenset(("draw", "take", "pickup", "meld", "run", "add", "add_run", "discard", "pass", "ask", "out"))
_TAG_NAME = re.compile(r"[^\W\d][\w-]*\Z")


class GameReader:
    """Reads one game value into :attr:`game`."""

    def __init__(self, root: JsonRoot, game: Game, limits: Limits) -> None:
        self.root, self.game, self.limits = root, game, limits
        self._seat(())
        self._unlisted = 0

    def _seat(self, labels: Sequence[str]) -> None:
        self.seating = Seating(labels)
        self.events = EventReader(self.root, self.seating)

    # --- reporting ---------------------------------------------------------------------------------------------

    def _report(self, bad: Bad) -> None:
        if len(self.game.problems) >= self.limits.problems:
            self._unlisted += 1
            return
        span = self.root.span(bad.path)
        lines = tuple(self.root.source.lines(span.line, span.line))
        self.game.problems.append(Problem(bad.code, span, bad.message, bad.expected, lines))

    def _check_fields(self, fields: Object, allowed: tuple[str, ...], path: Path) -> None:
        """Reports fields that do not belong here and fields given twice, without refusing the others."""
        for key in fields:
            if key not in allowed:
                self._report(v.unknown(key, allowed, path))
        self._check_doubles(fields, path)

    def _check_doubles(self, fields: Object, path: Path) -> None:
        for key in getattr(fields, "keys_twice", ()):
            self._report(Bad((*path, key), f"the field {key[:40]!r} is given twice; the first counts"))

    def _place(self, path: Path, entries: tuple[Path, ...] = (), text: str = "") -> JsonPlace:
        return JsonPlace(self.root, path, entries, text)

    def _unread(self, bad: Bad, path: Path, word: str, value: Any) -> None:
        """A statement that cannot be read."""
        self._report(bad)
        text = f"{word} {_dumped(value)}".strip()
        self.game.statements.append(log.UnreadLine(self._place(path, text=text), not word, None, word))

    # --- the game ----------------------------------------------------------------------------------------------

    def read(self, value: Any) -> None:
        """Reads the game. Never raises."""
        if not isinstance(value, dict):
            self._report(v.wrong((), value, 'a game ({"seats": [...], "deals": [...]})'))
            return
        self._check_fields(value, GAME_FIELDS, ())
        self._tags(value)
        self._events(value.get("before"), ("before",))
        for i, deal in enumerate(self._list(value.get("deals"), ("deals",), "a list of deals")):
            self._deal(deal, ("deals", i))
        if value.get("result") is not None:
            self._statement(value["result"], ("result",), "result", self.events.result)
        self._events(value.get("after"), ("after",))
        if self._unlisted:
            message = f"{self._unlisted} more faults of this game are not listed"
            self.game.problems.append(Problem("HF001", self.root.span(()), message))

    def _list(self, value: Any, path: Path, expected: str) -> list[Any]:
        if value is None or isinstance(value, list):
            return value or []
        self._report(v.wrong(path, value, expected))
        return []

    def _dict(self, value: Any, path: Path, expected: str) -> Object:
        if value is None or isinstance(value, dict):
            self._check_doubles(value or {}, path)
            return value or {}
        self._report(v.wrong(path, value, expected))
        return {}

    def _full(self, path: Path) -> bool:
        """Whether the game has as many statements as are read."""
        n = len(self.game.statements)
        if n == self.limits.statements:
            self._unread(Bad(path, f"more than {n} statements in one game"), path, "", "...")
        return n >= self.limits.statements

    # --- tags --------------------------------------------------------------------------------------------------

    def _tags(self, value: Object) -> None:
        pairs = self._tag_pairs(value.get("tags"))
        names = {name for _, name, _ in pairs}
        if "notation" in value and "Notation" not in names:
            self._tag("Notation", value["notation"], ("notation",))
        for path, name, text in pairs:
            self._tag(name, text, path)
        if "seats" in value:
            self._seats(value["seats"], "Seats" in names)
        if "Seats" not in self.game.tags and "seats" not in value:
            self._report(Bad((), "the game has no seats, so nobody can be told from anybody", None, "HF004"))

    def _tag_pairs(self, value: Any) -> list[tuple[Path, str, Any]]:
        """The tags with their paths; they are a list of pairs where one is given twice."""
        if not isinstance(value, list):
            tags = self._dict(value, ("tags",), 'tags ({"Rules": "classic"})')
            return [(("tags", name), name, text) for name, text in tags.items()]
        pairs: list[tuple[Path, str, Any]] = []
        for i, pair in enumerate(value):
            if isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str):
                pairs.append((("tags", i), pair[0], pair[1]))
            else:
                self._report(v.wrong(("tags", i), pair, 'a name and a text (["Rules", "classic"])', "HF004"))
        return pairs

    def _tag(self, name: str, value: Any, path: Path) -> None:
        try:
            if not _TAG_NAME.match(name):
                raise Bad(path, f"{name[:40]!r} cannot be a tag's name")
            text = v.text(value, path)
        except Bad as bad:
            bad.code = "HF004"
            self._report(bad)
            return
        self.game.statements.append(log.Tag(self._place(path), name, text))
        if name in self.game.tags:
            self._report(Bad(path, f"the tag {name} is given twice; the first counts", None, "HF004"))
            return
        self.game.tags[name] = text
        if name == "Notation" and text != NOTATION:
            self._report(Bad(path, f"this is {NOTATION}, not {text[:40]!r}", NOTATION, "HF004"))
        if name == "Seats":
            self._take_seats(text.split(), path)

    def _seats(self, value: Any, tagged: bool) -> None:
        """The ``seats``; where the tags give them too, both must say the same."""
        path: Path = ("seats",)
        expected = 'labels, clockwise ["Ana", "Bo", "Chi", "Dee"]'
        if not isinstance(value, list) or not all(isinstance(label, str) for label in value):
            self._report(v.wrong(path, value, expected, "HF004"))
            return
        if tagged:
            if value != self.game.tags.get("Seats", "").split():
                self._report(Bad(path, "the seats differ from the tag Seats, which counts", None, "HF004"))
            return
        self._tag("Seats", " ".join(value), path)

    def _take_seats(self, labels: list[str], path: Path) -> None:
        message = seats_complaint(labels)
        if message is not None:
            self._report(Bad(path, message, "labels, clockwise", "HF004"))
            return
        self.game.seats = tuple(labels)
        self._seat(labels)

    # --- deals -------------------------------------------------------------------------------------------------

    def _deal(self, value: Any, path: Path) -> None:
        if not isinstance(value, dict):
            self._unread(v.wrong(path, value, 'a deal ({"number": 1, "events": [...]})'), path, "deal", value)
            return
        self._check_fields(value, DEAL_FIELDS, path)
        self._statement(value, path, "deal", self._deal_start)
        for key, part in value.items():  # in the order of the record, the events last
            if key in ("hands", "feet"):
                word = "hand" if key == "hands" else "foot"
                for label, cards in self._dict(part, (*path, key), 'packets ({"Ana": ["4s", "4d"]})').items():
                    if cards is not None:
                        self._statement((label, cards), (*path, key, label), word, self._dealt)
            elif key in ("turn_up", "stock") and part is not None:
                self._statement({key: part}, path, "turn-up" if key == "turn_up" else "stock", self._laid_out)
        self._events(value.get("events"), (*path, "events"))

    def _statement(self, value: Any, path: Path, word: str, read: Callable[[Any, Path], log.Statement]) -> None:
        if self._full(path):
            return
        try:
            self.game.statements.append(read(value, path))
        except Bad as bad:
            self._unread(bad, path, word, value)

    def _deal_start(self, value: Object, path: Path) -> log.DealStart:
        number = v.whole(v.field(value, "number", path), (*path, "number"))
        dealer = value.get("dealer")
        try:
            seat = None if dealer is None else v.seat(dealer, (*path, "dealer"), self.seating)
        except Bad as bad:  # the deal begins all the same
            self._report(bad)
            seat = None
        return log.DealStart(self._place(path), number, seat)

    def _dealt(self, value: tuple[str, Any], path: Path) -> log.Dealt:
        seat = v.seat(value[0], path, self.seating)
        return log.Dealt(self._place(path), path[-2] == "feet", seat, v.cards(value[1], path))

    def _laid_out(self, value: Object, path: Path) -> log.TurnUp | log.StockOrder:
        key = next(iter(value))
        path = (*path, key)
        cards = v.cards(value[key], path)
        return log.TurnUp(self._place(path), cards) if key == "turn_up" else log.StockOrder(self._place(path), cards)

    # --- events ------------------------------------------------------------------------------------------------

    def _events(self, value: Any, path: Path) -> None:
        for i, event in enumerate(self._list(value, path, "a list of events")):
            at = (*path, i)
            if self._full(at):
                return
            try:
                self._event(event, at)
            except Bad as bad:
                word = self._word(event) or ""
                self._unread(bad, at, {"turn": "", "unread": "", "turn_up": "turn-up"}.get(word, word), event)

    def _word(self, event: Any) -> str | None:
        return next((word for word in EVENT_FIELDS if word in event), None) if isinstance(event, dict) else None

    def _event(self, event: Any, path: Path) -> None:
        word = self._word(event)
        if word is None:
            raise self._no_event(event, path)
        if word == "turn":
            self._turn(event, path)
            return
        if word == "unread":
            self._unread_again(event, path)
            return
        v.an_object(event, path, "an event")
        if word != "score":
            v.only(event, EVENT_FIELDS[word], path)
        self.game.statements.append(self.events.read(word, event, path))

    def _no_event(self, event: Any, path: Path) -> Bad:
        if not isinstance(event, dict) or not event:
            return v.wrong(path, event, 'an event ({"turn": "Ana", "actions": [...]})')
        word = next(iter(event))
        if word in _ACTIONS_ONLY:
            return Bad((*path, word), f"{word!r} is an action of a turn, no event of the deal", None, "HF005")
        return Bad((*path, word), f"{word[:40]!r} is no event{v.guess(word, EVENT_FIELDS)}", " or ".join(EVENT_FIELDS))

    def _turn(self, event: Object, path: Path) -> None:
        self._check_fields(event, EVENT_FIELDS["turn"], path)
        label = event["turn"]
        if isinstance(label, str) and label in self.seating.seats:
            actions = self._actions(event, path)
            self.game.statements.append(log.Turn(self._place(path), self.seating.seats[label], actions))
            return
        try:
            v.seat(label, (*path, "turn"), self.seating)
        except Bad as bad:
            self._report(bad)
        nearest = self.seating.nearest(label) if isinstance(label, str) else None
        text = _dumped(event)
        if nearest is not None:  # kept so that it reads in text as what it is: a line of play under a mistyped label
            turn = log.Turn(self._place(path), 0, self._actions(event, path))
            text = str(label) + turn_text(turn, self.game.seats).removeprefix(self.game.seats[0])
        self.game.statements.append(log.UnreadLine(self._place(path, text=text), True, nearest))

    def _actions(self, event: Object, path: Path) -> tuple[log.Action, ...]:
        values = event.get("actions")
        if not isinstance(values, list) or not values:
            self._report(v.wrong((*path, "actions"), values, "a list of actions"))
            return (log.Unread("" if values in (None, []) else _dumped(values)),)
        actions: list[log.Action] = []
        for i, value in enumerate(values):
            at = (*path, "actions", i)
            if i >= self.limits.statements:
                self._report(Bad(at, f"more than {i} actions in one turn"))
                break
            try:
                actions.append(read_action(value, at, self.seating))
            except Bad as bad:
                self._report(bad)
                text = value.get("unread") if isinstance(value, dict) and len(value) == 1 else None
                actions.append(log.Unread(_clean(text.strip()) if isinstance(text, str) else _dumped(value)))
        return tuple(actions)

    def _unread_again(self, event: Object, path: Path) -> None:
        """A line that no reader understood before is read again, so that its complaint is made again."""
        self._check_fields(event, EVENT_FIELDS["unread"], path)
        text = _clean(v.text(event["unread"], (*path, "unread"))[: self.limits.line_length])
        found, problem = read_again(text, self.game.seats)
        place = self._place(path, text=text)
        if isinstance(found, log.UnreadLine):
            self.game.statements.append(log.UnreadLine(place, found.play, found.player, found.dropped))
        else:
            player = found.player if isinstance(found, log.Turn) else None
            self.game.statements.append(log.UnreadLine(place, True, player))
        message = "a line that is marked as unreadable"
        bad = Bad((*path, "unread"), message) if problem is None else Bad(
            (*path, "unread"), problem.message, problem.expected, problem.code
        )  # fmt: skip
        self._report(bad)


def _clean(text: str) -> str:
    return v.NO_TEXT.sub("\ufffd", " ".join(text.splitlines()))


def _dumped(value: Any) -> str:
    """A value that could not be read, short, as the text that stands for it."""
    try:
        return _clean(json.dumps(value, ensure_ascii=False)[:200])
    except (ValueError, RecursionError):  # pragma: no cover - the decoder's depth is limited
        return "..."


# --- texts ------------------------------------------------------------------------------------------------------

_DECODER = json.JSONDecoder(object_pairs_hook=v.object_of, parse_int=v.number_of)
_SPACE = re.compile(r"[ \t\r\n]*")


class JsonReader:
    """Reads JSON texts of one source, counting its games."""

    def __init__(self, source: str = "<text>", limits: Limits = DEFAULT_LIMITS) -> None:
        self.source, self.limits = source, limits
        self.games = 0

    def read(self, text: str, first_line: int = 1) -> Iterator[Game]:
        """The games of a text: one game, or a list of games; what follows a syntax error is not read."""
        source = JsonText(text.removeprefix("\ufeff"), first_line)
        at = self._past_space(source.text, 0)
        if source.text[at : at + 1] != "[":
            yield from self._one(source, at, ())
            return
        at, index = self._past_space(source.text, at + 1), 0
        if source.text[at : at + 1] == "]":
            yield from self._after(source, at + 1)
            return
        while True:
            value, end, bad = self._decoded(source, at)
            if bad is not None:
                yield bad
                return
            yield self._game(source, at, end, (index,), value)
            at, index = self._past_space(source.text, end), index + 1
            separator = source.text[at : at + 1]
            if separator == "]":
                yield from self._after(source, at + 1)
                return
            if separator != ",":
                yield self._broken(source, at, "the list of games goes on with neither ',' nor ']'")
                return
            at = self._past_space(source.text, at + 1)

    def is_whole_object(self, text: str) -> bool:
        """Whether a text is one JSON object to its end."""
        text = text.strip().removeprefix("\ufeff")
        if not text.startswith("{") or too_much(text, self.limits) is not None:
            return False
        try:
            return _DECODER.raw_decode(text)[1] == len(text)
        except (ValueError, RecursionError):
            return False

    def complain(self, message: str, line: int = 1, code: str = "HF001") -> Game:
        """A game that is nothing but a problem of the source as a whole."""
        self.games += 1
        problem = Problem(code, log.Span(line, 1, line, 2, ""), message)
        return Game({}, (), [], [problem], source=self.source, number=self.games, line=line)

    def _past_space(self, text: str, at: int) -> int:
        match = _SPACE.match(text, at)
        return match.end() if match else at

    def _one(self, source: JsonText, at: int, prefix: Path) -> Iterator[Game]:
        value, end, bad = self._decoded(source, at)
        if bad is not None:
            yield bad
            return
        yield self._game(source, at, end, prefix, value)
        yield from self._after(source, end)

    def _after(self, source: JsonText, end: int) -> Iterator[Game]:
        rest = self._past_space(source.text, end)
        if rest < len(source.text):
            yield self._broken(source, rest, "something follows the end of the JSON value")

    def _decoded(self, source: JsonText, at: int) -> tuple[Any, int, Game | None]:
        refused = too_much(source.text, self.limits, at)
        if refused is not None:
            return None, at, self._broken(source, *refused)
        try:
            value, end = _DECODER.raw_decode(source.text, at)
        except json.JSONDecodeError as error:
            return None, at, self._broken(source, error.pos, f"no valid JSON: {error.msg[0].lower()}{error.msg[1:]}")
        except (RecursionError, ValueError) as error:  # pragma: no cover - the depth is checked before
            return None, at, self._broken(source, at, f"no valid JSON: {error}")
        return value, end, None

    def _broken(self, source: JsonText, offset: int, message: str) -> Game:
        line, column = source.position(min(offset, len(source.text)))
        game = self.complain(message, line)
        span = log.Span(line, column, line, column + 1)
        game.problems[0] = Problem("HF001", span, message, None, tuple(source.lines(line, line)))
        return game

    def _game(self, source: JsonText, start: int, end: int, prefix: Path, value: Any) -> Game:
        self.games += 1
        game = Game({}, (), [], source=self.source, number=self.games, line=source.position(start)[0])
        game.sha256 = hashlib.sha256(source.text[start:end].encode("utf-8", "surrogatepass")).hexdigest()
        GameReader(JsonRoot(source, start, prefix), game, self.limits).read(value)
        return game


def read_json(text: str, source: str = "<text>", limits: Limits = DEFAULT_LIMITS) -> list[Game]:
    """All games of a JSON text: one game object, or a list of them."""
    return list(JsonReader(source, limits).read(text))
