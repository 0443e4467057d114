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


def turn_text(turn: log.Turn, seats: Sequence[str]) -> str:
    """A line of play as the canonical writer has it; the text of an action is made once."""
    words = []
    for action in turn.actions:
        text = _texts.get(action)
        if text is None:
            if len(_texts) >= _MOST_KEPT:
                _texts.clear()
            text = _texts[action] = action_text(action, seats)
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
    game.sha256 = hashlib.sha256(text[:-1].encode()).hexdigest()
    return text
