"""The solver's part of a moment: what packets hold, asked of the formula that :mod:`.encoding` makes of the deal.

Where a packet is looked into it has received of each kind at least what it needed by then, and in all as many cards as had come face
down; from there on it needs at least those. What it holds is that, less what it gave.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from handfoot_spec.cards import Card
from handfoot_spec.solver import Question

from .encoding import Encoding, Number, PoolState, less, plus, text_of
from .grain import Grain, Kind
from .happenings import Happening, Pool, Record, Token

MOST_UNREADABLE = 12
"""Unreadable cards that may be of any kind each; where there are more, nothing is said of what a packet held."""


@dataclass(frozen=True)
class Look:
    """Some packets together, after the first ``until`` happenings."""

    pools: tuple[Pool, ...]
    until: int


@dataclass(frozen=True)
class Range:
    """From ``least`` to ``most``, each of which some deal of the cards has. Not ``sure``: it lies between them, and more is not known."""

    least: int
    most: int
    sure: bool = True


class _Encoding(Encoding):
    """An encoding that looks into packets on its way."""

    def __init__(self, record: Record, grain: Grain, looks: Sequence[Look]) -> None:
        self._grain, self._looks, self._done = grain, looks, 0
        self.vague = False  # whether cards were left out of it that may be of any kind
        self.held: list[dict[Card, Number]] = [dict.fromkeys(grain.cards, 0) for _ in looks]
        super().__init__(record, by_rank=not grain.suits, labelled=False)

    def _unreadable(self) -> tuple[set[int], set[int]]:
        once, unseen = super()._unreadable()
        if len(once) <= MOST_UNREADABLE:  # each may be of any kind
            return set(), unseen
        self.vague = True
        return once, unseen

    def _happen(self, h: Happening) -> None:
        super()._happen(h)
        self._done += 1
        for look, held in zip(self._looks, self.held, strict=True):
            if look.until == self._done:
                for pool in look.pools:
                    self._look_into(pool, self.pools[pool], held)

    def _look_into(self, pool: Pool, state: PoolState, held: dict[Card, Number]) -> None:
        self._compare(pool)
        came: list[Number] = []
        for card in self._grain.cards:
            received = self.integer()
            if state.need[card] != 0:
                self.claim(f"(>= {received} {text_of(state.need[card])})")
            state.need[card] = received
            held[card] = plus(held[card], received, less(state.balance[card]))
            came.append(received)
        self.claim(f"(= {text_of(plus(*came))} {text_of(state.received)})")
        state.grown = True

    def name(self, name: str, number: Number) -> None:
        """A name for a number."""
        self.lines.append(f"(declare-const {name} Int)")
        self.claim(f"(= {name} {text_of(number)})")

    def chosen(self, token: Token, card: Card) -> Number:
        """1 or 0: whether a card is of a kind."""
        return self.kinds(token).get(card, 0)


class Asked:
    """One deal in a solver of its own; ``worth``: looks of which the points are known, ``tokens``: cards to be asked about."""

    def __init__(
        self, record: Record, grain: Grain, looks: Sequence[Look], worth: Mapping[Look, int], tokens: Iterable[Token], rlimit: int
    ) -> None:  # fmt: skip
        self.grain = grain
        self._looks = [*looks, *worth]
        self._names: dict[tuple[str, ...], str] = {}
        encoding = _Encoding(record, grain, self._looks)
        for i, held in enumerate(encoding.held):
            for kind, card in enumerate(grain.cards):
                encoding.name(f"h{i}_{kind}", held[card])
        self._tokens: dict[int, list[tuple[Kind, str]]] = {}
        for token in tokens:
            self._tokens[token.number] = found = []
            for kind, card in enumerate(grain.cards):
                if (number := encoding.chosen(token, card)) != 0:
                    encoding.name(f"t{token.number}_{kind}", number)
                    found.append((kind, f"t{token.number}_{kind}"))
        self.complete = encoding.complete and not encoding.vague
        self.question = Question(encoding.text, rlimit)
        for look, points in worth.items():
            self.question.add(f"(assert (= {self.points(look)} {text_of(points)}))")

    # --- figures -----------------------------------------------------------------------------------------------

    def _sum(self, parts: Sequence[tuple[str, int]]) -> str:
        """The name of a weighted sum of figures."""
        key = tuple(f"(* {text_of(weight)} {name})" for name, weight in parts)
        if key not in self._names:
            name = self._names[key] = f"s{len(self._names)}"
            self.question.add(f"(declare-const {name} Int)(assert (= {name} {text_of(plus(0, *key))}))")
        return self._names[key]

    def held(self, look: Look, kinds: Iterable[Kind]) -> str:
        """The name of how many cards of some kinds the packets hold."""
        i = self._looks.index(look)
        return self._sum([(f"h{i}_{kind}", 1) for kind in sorted(kinds)])

    def points(self, look: Look) -> str:
        """The name of what the cards in the packets are worth."""
        i = self._looks.index(look)
        return self._sum([(f"h{i}_{kind}", points) for kind, points in enumerate(self.grain.points) if points])

    def are(self, tokens: Iterable[Token], kinds: frozenset[Kind]) -> str:
        """The name of how many of some cards are of some kinds."""
        found = [name for token in tokens for kind, name in self._tokens[token.number] if kind in kinds]
        return self._sum([(name, 1) for name in found])

    def at_least(self, name: str, least: int) -> None:
        """From now on a figure is at least so much."""
        self.question.add(f"(assert (>= {name} {text_of(least)}))")

    # --- answers -----------------------------------------------------------------------------------------------

    def range(self, name: str, low: int, high: int) -> Range:
        """The least and the most that a figure can be, which lies between ``low`` and ``high``."""
        least, sure_least = self._end(name, low, high, 1)
        most, sure_most = self._end(name, least, high, -1)
        return Range(least, most, sure_least and sure_most)

    def _end(self, name: str, low: int, high: int, step: int) -> tuple[int, bool]:
        """The first value from ``low`` up (``high`` down where ``step`` is -1) that the figure can have; whether it is proved."""
        first, last = (low, high) if step > 0 else (high, low)  # ``last`` and what lies beyond it need not be asked
        while first != last:
            middle = first if abs(last - first) < 3 else (first + last) // 2
            limits = (low, middle) if step > 0 else (middle, high)
            answer = self.question.can_be({name: limits}, model=True)
            if answer.status == "unknown":
                return first, False
            if answer.status == "sat":
                last = answer[name]
            else:
                first = middle + step
        return first, True

    def first(self, tokens: Iterable[Token]) -> list[Kind] | None:
        """For each card in turn the first kind that it can be, those before it being what was found; None where that is not known."""
        answer, found = self.question.ask(), []
        if answer.status != "sat":
            return None
        for token in tokens:
            for kind, name in self._tokens[token.number]:
                if answer[name] != 1:
                    other = self.question.can_be({name: (1, 1)}, model=True)
                    if other.status == "unknown":
                        return None
                    if other.status == "unsat":
                        continue
                    answer = other
                self.at_least(name, 1)
                found.append(kind)
                break
        return found
