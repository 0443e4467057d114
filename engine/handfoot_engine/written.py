"""Games made by a program, written down: the text of a game, and for each statement the place that it has in that text."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from handfoot_grammar import log
from handfoot_grammar.log import Action, Game
from handfoot_grammar.text import Line
from handfoot_grammar.write import action_text, statement_text

NOWHERE = Line(1, "", "")
"""The place of a statement that is not written down yet."""

_MOST_KEPT = 60_000
_texts: dict[Action, str] = {}
_NAMES_PLAYERS = (log.PEEK, log.PENALTY)


def turn_text(turn: log.Turn, seats: Sequence[str]) -> str:
    """A line of play as the canonical writer has it; the text of an action is made once."""
    words = []
    for action in turn.actions:
        text = _texts.get(action)
        if text is None:
            if len(_texts) >= _MOST_KEPT:
                _texts.clear()
            text = action_text(action, seats)
            if action.kind not in _NAMES_PLAYERS:
                _texts[action] = text
        words.append(text)
    return f"{seats[turn.player]}: {'; '.join(words)}"


def write_down(game: Game, line: int = 1) -> str:
    """The text of a game whose every action is readable; its statements get the places that a reader would give them."""
    seats, parts = game.seats, []
    before: log.Statement | None = None
    game.line = line
    for statement in game.statements:
        kind = type(statement)
        if kind is log.Turn:
            text = turn_text(statement, seats)  # type: ignore[arg-type]
        else:
            text = statement_text(statement, seats)
            tag = kind is log.Tag
            if before is not None and ((type(before) is log.Tag and not tag) or kind is log.DealStart):
                parts.append("")
                line += 1
        parts.append(text)
        statement.at = Line(line, text, text)
        line += 1
        before = statement
    parts.append("")
    text = "\n".join(parts)
    game.sha256 = hashlib.sha256(text.encode()).hexdigest()
    return text


def text_of(game: Game) -> str:
    """The text of a game that was written down, put together from its places."""
    parts: list[str] = []
    line = game.line
    for statement in game.statements:
        at = statement.at
        assert isinstance(at, Line)
        parts.extend([""] * (at.line - line))
        parts.append(at.text)
        line = at.line + 1
    parts.append("")
    return "\n".join(parts)
