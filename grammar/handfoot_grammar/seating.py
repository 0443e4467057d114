"""Who sits where: labels to seats and teams, with the complaint that fits a label nobody has."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Any

from . import log
from .limits import LONGEST_LABEL, MOST_SEATS
from .parse import Unreadable, is_label


def seats_complaint(labels: Sequence[str]) -> str | None:
    """What is wrong with the labels of a table; None where nothing is."""
    if len(labels) > MOST_SEATS:
        return f"{len(labels)} players are more than the {MOST_SEATS} that can be read"
    bad = [label for label in labels if not is_label(label)]
    twice = [label for label in labels if labels.count(label) > 1]
    long = [label for label in labels if len(label) > LONGEST_LABEL]
    if bad:
        return f"{bad[0][:40]!r} cannot be a label: it must begin with a letter and be no keyword, card or rank"
    if long:
        return f"{long[0][:40]!r}... is a label of more than {LONGEST_LABEL} characters"
    if twice:
        return f"{twice[0]!r} has two seats"
    return "at least two players are needed" if len(labels) < 2 else None


class Seating:
    """The labels of one table, clockwise."""

    def __init__(self, labels: Sequence[str] = ()) -> None:
        self.labels = tuple(labels)
        self.seats = {label: seat for seat, label in enumerate(labels)}

    def seat(self, label: str) -> log.Seat:
        """The seat of ``label``. :raises Unreadable: nobody is called so (``HF003``)."""
        seat = self.seats.get(label)
        if seat is None:
            raise Unreadable(self.stranger(label), 0, len(label) or 1, self.choices(), "HF003")
        return seat

    def team(self, text: str) -> log.Team:
        """The seats of ``Ana+Chi``, ascending. :raises Unreadable: a stranger, or a player twice (``HF003``)."""
        seats = tuple(sorted(self.seat(label) for label in text.split("+")))
        if len(set(seats)) != len(seats):
            raise Unreadable(f"{text[:80]!r} names a player twice", 0, len(text), None, "HF003")
        return seats

    def labelled(self, found: Any) -> log.Action:
        """The action that :func:`handfoot_grammar.parse.action` found, its labels resolved."""
        if type(found) is not tuple:
            return found  # type: ignore[no-any-return]
        if found[0] == "peek":
            return log.Peek(self.seat(found[1]))
        return log.Penalty(self.team(found[1]), found[2], found[3])

    def nearest(self, label: str) -> log.Seat | None:
        """The seat that a mistyped label most likely means."""
        folded = [s for s in self.labels if s.casefold() == label.casefold()]
        close = folded or difflib.get_close_matches(label[:80], self.labels, 1, 0.5)
        return self.seats[close[0]] if close else None

    def stranger(self, label: str) -> str:
        """The complaint about a label that nobody has."""
        nearest = self.nearest(label)
        hint = "" if nearest is None else f"; did you mean {self.labels[nearest]!r}?"
        return f"nobody at this table is called {label[:40]!r}{hint}"

    def choices(self) -> str | None:
        """The labels there are, as an expectation."""
        return " or ".join(self.labels) or None
