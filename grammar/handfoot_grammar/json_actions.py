"""The actions of a turn from their JSON form: one reader a word, giving an action of the Log or raising ``Bad``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import json_values as v
from . import log, parse
from .json_place import Path
from .json_values import Bad, Object
from .seating import Seating

Reader = Callable[[Object, Path, Seating], log.Action]


_MISSING = "an action is missing here", "an action such as draw, meld, discard"


def _true(kind: int) -> Reader:
    word, action = log.KIND_NAMES[kind], log.Bare(kind)

    def read(fields: Object, path: Path, seating: Seating) -> log.Action:
        if fields[word] is not True:
            raise v.wrong((*path, word), fields[word], "true")
        return action

    return read


def _lay(word: str, adds: bool, rank: Callable[[Any, Path], int]) -> Callable[[Object, Path], log.Lay]:
    def read(fields: Object, path: Path) -> log.Lay:
        cards = v.cards(v.field(fields, "cards", path), (*path, "cards"))
        number = v.meld_number(fields.get("n"), (*path, "n"))
        return log.Lay(adds, rank(fields[word], (*path, word)), cards, number)

    return read


_LAYS = {
    "meld": _lay("meld", False, v.rank),
    "run": _lay("run", False, v.run),
    "add": _lay("add", True, v.rank),
    "add_run": _lay("add_run", True, v.run),
}


def _lay_of(word: str) -> Reader:
    read = _LAYS[word]
    return lambda fields, path, seating: read(fields, path)


def _pickup(fields: Object, path: Path, seating: Seating) -> log.Action:
    count = fields["pickup"]
    lays = []
    for i, value in enumerate(v.the_list(fields.get("melds", []), (*path, "melds"), "a list of melds")):
        at = (*path, "melds", i)
        lay = v.an_object(value, at, 'a meld ({"meld": "K", "cards": [...]})')
        word = next((word for word in _LAYS if word in lay), None)
        if word is None:
            raise Bad(at, "neither a meld nor an add stands here", " or ".join(_LAYS))
        v.only(lay, FIELDS[word], at)
        lays.append(_LAYS[word](lay, at))
    return log.Pickup(
        None if count is None else v.whole(count, (*path, "pickup")),
        tuple(lays),
        v.items_or_none(fields.get("rest"), (*path, "rest")),
    )


def _ask(fields: Object, path: Path, seating: Seating) -> log.Action:
    if not isinstance(fields["ask"], bool):
        raise v.wrong((*path, "ask"), fields["ask"], "true or false")
    return log.Ask(fields["ask"])


def _peek(fields: Object, path: Path, seating: Seating) -> log.Action:
    value = fields["peek"]
    return log.Peek(None if value is True else v.seat(value, (*path, "peek"), seating))


def _penalty(fields: Object, path: Path, seating: Seating) -> log.Action:
    points = v.whole(v.field(fields, "points", path), (*path, "points"), -1_000_000)
    why = v.text(fields.get("why", ""), (*path, "why"))
    return log.Penalty(v.team(fields["penalty"], (*path, "penalty"), seating), points, why)


def _move(fields: Object, path: Path, seating: Seating) -> log.Action:
    return log.Move(
        v.card(fields["move"], (*path, "move")),
        v.rank(v.field(fields, "from", path), (*path, "from")),
        v.rank(v.field(fields, "to", path), (*path, "to")),
        v.meld_number(fields.get("from_n"), (*path, "from_n")),
        v.meld_number(fields.get("to_n"), (*path, "to_n")),
    )


def _unread(fields: Object, path: Path, seating: Seating) -> log.Action:
    """Text that no reader understood before is read again, so that its complaint is made again."""
    text = v.text(fields["unread"], (*path, "unread"))
    try:
        if not text.strip():
            raise Bad((*path, "unread"), *_MISSING)
        seating.labelled(parse.action(text.strip()))
    except parse.Unreadable as error:
        raise v.placed(error, (*path, "unread")) from None
    raise Bad((*path, "unread"), "an action that is marked as unreadable")


_READERS: dict[str, tuple[Reader, tuple[str, ...]]] = {
    "draw": (lambda f, p, s: log.Draw(v.items_or_none(f["draw"], (*p, "draw"))), ()),
    "take": (lambda f, p, s: log.Take(v.card(f["take"], (*p, "take"))), ()),
    "pickup": (_pickup, ("melds", "rest")),
    "meld": (_lay_of("meld"), ("cards",)),
    "run": (_lay_of("run"), ("cards",)),
    "add": (_lay_of("add"), ("n", "cards")),
    "add_run": (_lay_of("add_run"), ("n", "cards")),
    "red": (lambda f, p, s: log.RedThrees(v.chains(f["red"], (*p, "red"))), ()),
    "foot": (lambda f, p, s: log.TakeFoot(v.items_or_none(f["foot"], (*p, "foot"))), ()),
    "ask": (_ask, ()),
    "pass": (_true(log.PASS), ()),
    "takeback": (_true(log.TAKEBACK), ()),
    "ruling": (lambda f, p, s: log.Said(log.RULING, v.text(f["ruling"], (*p, "ruling"))), ()),
    "penalty": (_penalty, ("points", "why")),
    "reshuffle": (lambda f, p, s: log.Reshuffle(v.cards_or_none(f["reshuffle"], (*p, "reshuffle"))), ()),
    "peek": (_peek, ()),
    "browse": (_true(log.BROWSE), ()),
    "show": (lambda f, p, s: log.Show(v.cards(f["show"], (*p, "show"))), ()),
    "say": (lambda f, p, s: log.Said(log.SAY, v.text(f["say"], (*p, "say"))), ()),
    "move": (_move, ("from", "from_n", "to", "to_n")),
    "discard": (lambda f, p, s: log.Discard(v.card(f["discard"], (*p, "discard"))), ()),
    "out": (_true(log.OUT), ()),
    "unread": (_unread, ()),
}
FIELDS: dict[str, tuple[str, ...]] = {word: (word, *others) for word, (_, others) in _READERS.items()}
"""The fields that an action of each word may have."""


def action(value: Any, path: Path, seating: Seating) -> log.Action:
    """The action that a JSON value says. :raises Bad: it is none."""
    fields = v.an_object(value, path, 'an action ({"draw": ["Ks", "4d"]})')
    for word in fields:  # the word is nearly always the first field
        known = _READERS.get(word)
        if known is not None:
            v.only(fields, FIELDS[word], path)
            return known[0](fields, path, seating)
    raise not_an_action(fields, path)


def not_an_action(fields: Object, path: Path) -> Bad:
    """What is wrong with an object that is no action."""
    word = next(iter(fields), None)
    if word is None:
        return Bad(path, *_MISSING)
    if word in ("turn", "claim", "end", "left", "score", "result", "note"):
        return Bad((*path, word), f"{word!r} is an event of the deal, no action of a turn", None, "HF005")
    message = f"{word[:40]!r} is no action{v.guess(word, _READERS)}"
    return Bad((*path, word), message, "an action such as draw, meld, discard")
