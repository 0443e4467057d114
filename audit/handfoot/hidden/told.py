"""Facts that clash, told as a person at the table would."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from handfoot_engine.views import rank_alone
from handfoot_spec.cards import NAME, Card, cards_text

from .encoding import Fact, copies_of
from .happenings import Happening, Pool, Record, What

_FEW = 2
"""Kinds of which the cards that a packet showed are told one by one; more are told together."""


class Told:
    """The facts of a conflict in words: a sentence, and the lines that it names."""

    def __init__(self, record: Record, facts: Sequence[Fact]) -> None:
        self.record = record
        self.statements = sorted(_together(facts), key=_order)
        self.lines = sorted({place for group in self.statements for place in self._places(group)})

    @property
    def message(self) -> str:
        """One sentence that holds all facts."""
        if len(self.statements) == 2:
            first, second = self.statements
            same = first[0].pool is not None and first[0].pool == second[0].pool
            return f"{self._words(first)}, but {self._words(second, again=same)}"
        parts = [self._words(group) for group in self.statements]
        return "not all of this can be true: " + "; ".join(parts)

    @property
    def conflict(self) -> list[dict[str, Any]]:
        """The lines of the sentence, as in a JSON report."""
        return [{"line": line, "column": column, "text": text} for line, column, text in self.lines]

    # --- words -------------------------------------------------------------------------------------------------

    def _words(self, group: tuple[Fact, ...], again: bool = False) -> str:
        """A fact in words. ``again``: the packet has just been named."""
        fact = group[0]
        packet = "" if fact.pool is None else "it" if again else self._packet(fact.pool)
        if fact.sort == "copies":
            return f"{self.record.profile.packs} packs hold no more than {self._copies(fact)} of {_name(fact)}"
        if fact.sort == "received":
            return self._received(fact)
        if fact.sort == "seen":
            cards = self._of_kinds(group, fact.happenings)
            return f"{_cards(cards)} {'lies' if len(cards) == 1 else 'lie'} open ({self._lines_of(fact.happenings)})"
        if fact.sort == "left":
            cards = [token.card for h in fact.happenings for token in h.tokens]
            verb = "is" if len(cards) == 1 else "are"
            return f"{_cards(cards) or 'nothing'} {verb} left in {packet} ({self._lines_of(fact.happenings)})"
        if len(group) > _FEW and any(_shown(fact) for fact in group):
            return f"{packet} has shown {self._many(group)}"
        return f"{packet} {self._listed(group)}"

    def _copies(self, fact: Fact) -> int:
        assert fact.kind is not None
        return copies_of(self.record, fact.kind)

    def _received(self, fact: Fact) -> str:
        n = sum(h.count for h in fact.happenings)
        if not n:
            return f"every card of {self._packet(fact.pool)} was seen when it came"
        return f"{self._packet(fact.pool)} had received {n} unseen card{'s' * (n != 1)} by {self._line(fact.happenings[-1])}"

    def _many(self, group: tuple[Fact, ...]) -> str:
        """Many kinds of cards that one packet showed."""
        last = max((h for fact in group for h in _shown(fact)), key=lambda h: (h.at.statement, h.at.action or 0))
        certain = all(
            len(token.kinds) == 1 or self._by_rank for fact in group for h in fact.happenings for token in h.tokens
        )
        if certain:
            n = sum(_need(self._amounts(fact)) for fact in group)
            return f"{n} card{'s' * (n != 1)} that it had not been seen to get, by {self._line(last)}"
        return (
            "more cards than that which it had not been seen to get, whatever those of unknown suit or rank were, "
            f"by {self._line(last)}"
        )

    def _listed(self, group: tuple[Fact, ...]) -> str:
        """What a packet showed of some kinds, and what it was seen to get of them, card by card."""
        happenings = list(dict.fromkeys(h for fact in group for h in fact.happenings))
        shown, got = [h for h in happenings if h.what is not What.GOT], [h for h in happenings if h.what is What.GOT]
        parts = []
        if shown:
            parts.append(f"has shown {_cards(self._of_kinds(group, shown))} ({self._lines_of(shown)})")
        if got:
            parts.append(f"was seen to get {_cards(self._of_kinds(group, got))} ({self._lines_of(got)})")
        return " and ".join(parts)

    @property
    def _by_rank(self) -> bool:
        return not self.record.suits_seen

    def _amounts(self, fact: Fact) -> list[int]:
        """How many cards of its kind were shown (and, negative, seen to come), one after the other."""
        return [-n if h.what is What.GOT else n for h in fact.happenings if (n := len(self._of_kinds((fact,), (h,))))]

    @staticmethod
    def _of_kinds(group: Sequence[Fact], happenings: Sequence[Happening]) -> list[Card]:
        """The cards among them that may be of the kinds of some facts."""
        kinds = {fact.kind for fact in group}
        tokens = [token for h in happenings for token in h.tokens]
        return [
            t.card for t in tokens if not kinds.isdisjoint(t.kinds) or not kinds.isdisjoint(map(rank_alone, t.kinds))
        ]

    def _packet(self, pool: Pool | None) -> str:
        assert pool is not None
        return f"{self.record.game.seats[pool.player]}'s {'Foot' if pool.foot else 'Hand'}"

    def _line(self, h: Happening) -> str:
        return f"line {self.record.place(h.at).line}"

    def _lines_of(self, happenings: Sequence[Happening]) -> str:
        numbers = list(dict.fromkeys(self.record.place(h.at).line for h in happenings))
        listed = ", ".join(map(str, numbers))
        return f"line{'s' * (len(numbers) != 1)} {listed}"

    # --- places ------------------------------------------------------------------------------------------------

    def _places(self, group: tuple[Fact, ...]) -> Iterator[tuple[int, int, str]]:
        fact = group[0]
        if fact.sort == "received":
            for h in fact.happenings[-1:]:
                span = self.record.place(h.at)
                yield span.line, span.column, self._words(group)
        elif fact.sort in ("seen", "left"):
            for h in fact.happenings:
                span = self.record.place(h.at)
                yield span.line, span.column, self._words(group)
        elif fact.sort == "shown":
            cards: dict[tuple[int, int, str], list[Card]] = defaultdict(list)
            for h in dict.fromkeys(h for one in group for h in one.happenings):
                span = self.record.place(h.at)
                verb = "is seen to get" if h.what is What.GOT else "shows"
                cards[span.line, span.column, verb] += self._of_kinds(group, (h,))
            for (line, column, verb), which in cards.items():
                yield line, column, f"{self._packet(fact.pool)} {verb} {_cards(which)}"


def _shown(fact: Fact) -> list[Happening]:
    return [h for h in fact.happenings if h.what is not What.GOT]


def _need(amounts: Sequence[int]) -> int:
    """The most by which what was shown is ahead of what had been seen to come."""
    most = balance = 0
    for amount in amounts:
        balance += amount
        most = max(most, balance)
    return most


def _together(facts: Sequence[Fact]) -> Iterator[tuple[Fact, ...]]:
    """What a packet has shown is one fact, however many kinds it needs; everything else stands alone."""
    shown: dict[Pool | None, list[Fact]] = defaultdict(list)
    for fact in facts:
        if fact.sort == "shown":
            shown[fact.pool].append(fact)
        else:
            yield (fact,)
    for group in shown.values():
        yield tuple(group)


def _order(group: tuple[Fact, ...]) -> tuple[int, int, bool, int]:
    """What the packs hold and what came first, then what was shown of it."""
    fact = group[0]
    rank = ("copies", "received", "seen", "shown", "left").index(fact.sort)
    player, foot = (fact.pool.player, fact.pool.foot) if fact.pool is not None else (-1, False)
    return rank, player, foot, fact.kind or 0


def _name(fact: Fact) -> str:
    assert fact.kind is not None
    return NAME[fact.kind]


def _cards(cards: Sequence[Card]) -> str:
    return cards_text(sorted(cards))
