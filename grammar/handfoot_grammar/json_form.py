"""The JSON form of a game: the same statements as in text, one to one.

A deal's set-up (``hands``, ``feet``, ``turn_up``, ``stock``) is gathered in fields as long as nothing else stands
before or between; everything else keeps its order in ``events``. Statements before the first deal stand in ``before``,
those after the game's result in ``after``. A line or an action that could not be read is kept as
``{"unread": "its text"}`` and is unreadable again when it is read back.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from handfoot_spec.cards import NAME, RANK_NAMES, SUITS

from . import log
from .json_reader import read_json
from .write import card_words, chain_text, team_text, unread_text

__all__ = ["game_to_json", "json_text", "read_json"]

Object = dict[str, Any]
Seats = Sequence[str]


def _words(cards: Sequence[log.Item] | None) -> list[str] | None:
    return None if cards is None else card_words(cards)


# --- actions ----------------------------------------------------------------------------------------------------


def _lay_to_json(lay: log.Lay) -> Object:
    if lay.rank >= log.RUN_RANK:
        out: Object = {"add_run" if lay.adds else "run": SUITS[lay.rank - log.RUN_RANK]}
    else:
        out = {"add" if lay.adds else "meld": RANK_NAMES[lay.rank]}
    if lay.number is not None:
        out["n"] = lay.number
    out["cards"] = card_words(lay.cards)
    return out


def _move_to_json(move: log.Move) -> Object:
    out: Object = {"move": NAME[move.card], "from": RANK_NAMES[move.rank]}
    if move.number is not None:
        out["from_n"] = move.number
    out["to"] = RANK_NAMES[move.to_rank]
    if move.to_number is not None:
        out["to_n"] = move.to_number
    return out


def action_to_json(action: log.Action, seats: Seats) -> Object:
    """One action of a turn."""
    word = log.KIND_NAMES[action.kind]
    match action:
        case log.Draw() | log.TakeFoot() | log.Reshuffle() | log.Show():
            return {word: _words(action.cards)}
        case log.Discard() | log.Take():
            return {word: NAME[action.card]}
        case log.Lay():
            return _lay_to_json(action)
        case log.Pickup():
            lays = [_lay_to_json(lay) for lay in action.lays]
            return {"pickup": action.count, "melds": lays, "rest": _words(action.rest)}
        case log.RedThrees():
            return {"red": [chain_text(chain) for chain in action.chains]}
        case log.Ask():
            return {"ask": action.granted}
        case log.Said():
            return {word: action.text}
        case log.Penalty():
            return {"penalty": team_text(action.team, seats), "points": action.points, "why": action.why}
        case log.Peek():
            return {"peek": True if action.player is None else seats[action.player]}
        case log.Move():
            return _move_to_json(action)
        case log.Unread():
            return {"unread": action.text.replace("\n", " ")}
        case log.Bare():
            return {word: True}


# --- statements -------------------------------------------------------------------------------------------------


def _claim_to_json(claim: log.Claim, seats: Seats) -> Object | list[Object]:
    """The counts as an object; as a list of objects where one alone would change their order."""
    objects: list[Object] = [{}]
    for count in claim.counts:
        path = [count.what]
        if count.player is not None:
            path.append(seats[count.player])
        elif count.team is not None and count.rank is not None:
            path += [team_text(count.team, seats), RANK_NAMES[count.rank]]
        if not _fits(objects[-1], path):
            objects.append({})
        target = objects[-1]
        for step in path[:-1]:
            target = target.setdefault(step, {})
        target[path[-1]] = count.count
    return objects[0] if len(objects) == 1 else objects


def _fits(target: Object, path: Sequence[str]) -> bool:
    """Whether a value at ``path`` would be the last of ``target``, and new there."""
    for step in path:
        if step not in target:
            return True
        if next(reversed(target)) != step or not isinstance(target[step], dict):
            return False
        target = target[step]
    return False


def _score_to_json(score: log.ScoreLine, seats: Seats) -> Object:
    team = team_text(score.team, seats)
    entries = {key: True if value is None else value for key, value in score.entries}
    if len(entries) < len(score.entries) or "score" in entries or "entries" in entries:
        return {"score": team, "entries": [[key, True if n is None else n] for key, n in score.entries]}
    return {"score": team, **entries}


def _result_to_json(result: log.Result, seats: Seats) -> Object:
    pairs = [(team_text(team, seats), total) for team, total in result.totals]
    totals = dict(pairs)
    winners = None if result.winners is None else [team_text(team, seats) for team in result.winners]
    return {"totals": totals if len(totals) == len(pairs) else [list(pair) for pair in pairs], "winners": winners}


def event_to_json(statement: log.Statement, seats: Seats) -> Object:
    """One statement as an event."""
    match statement:
        case log.Turn():
            return {
                "turn": seats[statement.player],
                "actions": [action_to_json(action, seats) for action in statement.actions],
            }
        case log.Dealt():
            return {"foot" if statement.foot else "hand": seats[statement.player], "cards": card_words(statement.cards)}
        case log.TurnUp():
            return {"turn_up": card_words(statement.cards)}
        case log.StockOrder():
            return {"stock": card_words(statement.cards)}
        case log.Reds():
            return {"red": seats[statement.player], "cards": [chain_text(chain) for chain in statement.chains]}
        case log.Claim():
            return {"claim": _claim_to_json(statement, seats)}
        case log.End():
            by = {} if statement.player is None else {"by": seats[statement.player]}
            return {"end": statement.how, **by}
        case log.Left():
            packets = {"hand": _words(statement.hand), "foot": _words(statement.foot)}
            return {"left": seats[statement.player], **{key: p for key, p in packets.items() if p is not None}}
        case log.ScoreLine():
            return _score_to_json(statement, seats)
        case log.Result():
            return {"result": _result_to_json(statement, seats)}
        case log.Note():
            return {"note": statement.text}
        case log.UnreadLine():
            return {"unread": unread_text(statement, seats)}
        case log.Tag() | log.DealStart():
            raise ValueError("a tag or the start of a deal is no event")


# --- the game ---------------------------------------------------------------------------------------------------


def _tags_to_json(tags: Sequence[log.Tag], seats: Seats) -> Object:
    """The tags: an object, or a list of pairs where one is given twice.

    ``Notation`` and ``Seats`` are among them only where their own fields would lose their order or spelling.
    """
    pairs = [[tag.name, tag.value] for tag in tags]
    texts = {tag.name: tag.value for tag in tags}
    out: Object = {}
    if len(texts) < len(pairs):
        out["tags"] = pairs
    else:
        if pairs and pairs[0][0] == "Notation":
            out["notation"] = texts.pop("Notation")
        if pairs and pairs[-1] == ["Seats", " ".join(seats)]:
            del texts["Seats"]
        out["tags"] = texts
    if seats:
        out["seats"] = list(seats)
    return out


class _Deal:
    """A deal in the making: its set-up goes to fields until anything else has been said."""

    def __init__(self, start: log.DealStart, seats: Seats) -> None:
        dealer = None if start.dealer is None else seats[start.dealer]
        self.fields: Object = {"number": start.number, "dealer": dealer}
        self.events: list[Object] = []
        self.seats = seats

    def add(self, statement: log.Statement) -> None:
        if self.events or not self._set_up(statement):
            self.events.append(event_to_json(statement, self.seats))

    def _set_up(self, statement: log.Statement) -> bool:
        if isinstance(statement, log.Dealt):
            packets = self.fields.setdefault("feet" if statement.foot else "hands", {})
            label = self.seats[statement.player]
            return label not in packets and packets.setdefault(label, card_words(statement.cards)) is not None
        if not isinstance(statement, log.TurnUp | log.StockOrder):
            return False
        key = "turn_up" if isinstance(statement, log.TurnUp) else "stock"
        return key not in self.fields and self.fields.setdefault(key, card_words(statement.cards)) is not None

    def finished(self) -> Object:
        return self.fields | {"events": self.events}


def game_to_json(game: log.Game) -> Object:
    """A game in its JSON form, as values of :mod:`json`."""
    seats = game.seats
    out = _tags_to_json([s for s in game.statements if isinstance(s, log.Tag)], seats)
    rest = [s for s in game.statements if not isinstance(s, log.Tag)]
    starts = [i for i, s in enumerate(rest) if isinstance(s, log.DealStart)]
    results = [i for i, s in enumerate(rest) if isinstance(s, log.Result) and i > (starts or [-1])[-1]]
    end = results[-1] if results else len(rest)
    before, deals, current = [], [], None
    for statement in rest[:end]:
        if isinstance(statement, log.DealStart):
            current = _Deal(statement, seats)
            deals.append(current)
        elif current is not None:
            current.add(statement)
        else:
            before.append(event_to_json(statement, seats))
    if before:
        out["before"] = before
    out["deals"] = [deal.finished() for deal in deals]
    last = rest[end] if results else None
    out["result"] = _result_to_json(last, seats) if isinstance(last, log.Result) else None
    if rest[end + 1 :]:
        out["after"] = [event_to_json(statement, seats) for statement in rest[end + 1 :]]
    return out


_WIDTH = 120


def json_text(value: Any, indent: str = "") -> str:
    """JSON laid out for people: what fits on a line stands on one, so that an event is a line."""
    short = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(short) <= _WIDTH or not value or not isinstance(value, dict | list):
        return short
    inner = indent + " "
    if isinstance(value, dict):
        parts = [f"{json.dumps(key, ensure_ascii=False)}: {json_text(part, inner)}" for key, part in value.items()]
        return "{" + f",\n{inner}".join(parts) + "}"
    if all(isinstance(part, str) for part in value):  # a list of cards
        return short
    return f"[\n{inner}" + f",\n{inner}".join(json_text(part, inner) for part in value) + "]"
