"""A half-seen deal as one formula, with a label for every fact, so that the facts that clash can be named.

What a packet must have received face down of a kind of card is the running maximum of what it showed of it less what it had been
seen to get. Time is folded into that: all of it is compared with the number of cards that had come face down only where some
more come, and at the end. Only the kinds that some card of unknown suit or rank may be become unknowns; the rest are numbers.
docs/hidden.md has the theorem.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from handfoot_engine.views import rank_alone
from handfoot_spec.cards import (
    BLACK_THREE,
    CLASS,
    CLASS_NAMES,
    JOKER,
    KIND_NAMES,
    RANK,
    RED_THREE,
    THREE_RANK,
    UNSEEN,
    Card,
)

from .happenings import Happening, Pool, Record, Token, What

SEEN_BEFORE = ("taken", "taken back", "picked up")
"""How cards come into a packet that had been seen before they came: none of these leaves the deck."""

MOST_UNREADABLE = 30
"""Unreadable cards that lay on the pile and were taken from it, each with unknowns of its own; more of them are taken for unseen ones."""

ANY_OTHER = UNSEEN
"""Of an unreadable card that is never seen again: a card that its packet was not seen to get, of whatever kind."""

Sort = Literal["received", "shown", "seen", "left", "copies"]


@dataclass(frozen=True)
class Fact:
    """One thing that a record, or the pack, says. ``kind``: of which cards, as they are counted; ``happenings``: where it says so."""

    sort: Sort
    pool: Pool | None = None
    kind: Card | None = None
    happenings: tuple[Happening, ...] = field(default=(), compare=False, hash=False)


def copies_of(record: Record, kind: Card) -> int:
    """Cards of a kind in all packs; of a rank where the kind is one (P0-5)."""
    packs, table = record.profile.packs, record.profile.table
    if kind == JOKER:
        return packs * table.jokers_per_pack
    if kind < JOKER:
        return packs
    return packs * (2 if kind in (RED_THREE, BLACK_THREE) else 4)


def names_of(kind: Card) -> set[str]:
    """What a kind is called, alone or with others."""
    return {KIND_NAMES[kind], CLASS_NAMES[CLASS[kind]]} | ({"three"} if RANK[kind] == THREE_RANK else set())


Number = int | str
"""An integer, or a term that is one."""


def plus(*parts: Number) -> Number:
    """A sum."""
    known = sum(part for part in parts if isinstance(part, int))
    terms = [part for part in parts if isinstance(part, str)]
    if not terms:
        return known
    if known:
        terms.append(text_of(known))
    return f"(+ {' '.join(terms)})" if len(terms) > 1 else terms[0]


def less(part: Number) -> Number:
    """The negative of a number."""
    return -part if isinstance(part, int) else f"(- {part})"


def text_of(part: Number) -> str:
    """A number as SMT-LIB text."""
    return part if isinstance(part, str) else str(part) if part >= 0 else f"(- {-part})"


class PoolState:
    """What a packet is known to need, at the present point of the walk."""

    def __init__(self) -> None:
        self.received: Number = 0
        self.balance: dict[Card, Number] = defaultdict(int)  # shown, less seen to come
        self.need: dict[Card, Number] = defaultdict(int)  # its running maximum
        self.from_deck: dict[Card, Number] = defaultdict(int)  # seen to come from the stock or as dealt
        self.risen: set[Card] = set()  # kinds shown since the need was last worked out
        self.grown = False  # whether any need has grown since it was compared
        self.says: dict[Card, list[Happening]] = defaultdict(list)
        self.got: set[Card] = set()
        self.came: list[Happening] = []
        self.left: list[Happening] = []
        self.uncounted = False  # whether unreadable cards left it that are not counted: they may be any of its kinds
        self.over = False


class Encoding:
    """The formula of a record, or of the part of it that ``happenings`` are.

    ``labelled``: each fact holds where its label does; else all hold, which is many times as fast. ``by_rank``: suits are left alone.
    ``asked``: numbers of tokens about which something will be claimed besides.
    """

    def __init__(
        self,
        record: Record,
        happenings: Iterable[Happening] | None = None,
        *,
        by_rank: bool | None = None,
        labelled: bool = True,
        asked: frozenset[int] = frozenset(),
    ) -> None:
        self.labelled = labelled
        self.record = record
        self.happenings = record.happenings if happenings is None else list(happenings)
        self.by_rank = not record.suits_seen if by_rank is None else by_rank
        self.lines: list[str] = []
        self.facts: dict[str, Fact] = {}
        self.pools: dict[Pool, PoolState] = defaultdict(PoolState)
        self.seen: dict[Card, list[tuple[Number, Happening]]] = defaultdict(list)  # outside the packets
        self.again: dict[Card, Number] = defaultdict(int)  # back in the stock
        self.loose = (
            0  # cards that came back uncounted: whoever shows one of them may show what has been counted before
        )
        self._chosen: dict[int, dict[Card, Number]] = {}
        self._labels: dict[Fact, str] = {}
        self._fresh = 0
        self._once, self._unseen = self._unreadable()
        self._once -= asked
        self._unseen -= asked
        self.complete = all(
            token.number not in self._unseen for h in self.happenings if h.what is What.SHOWED for token in h.tokens
        )
        for h in self.happenings:
            self._happen(h)
        for pool in list(self.pools):
            self._compare(pool)
        self._copies()

    @property
    def text(self) -> str:
        """SMT-LIB text: each fact holds where its label does."""
        return "\n".join(self.lines) + "\n"

    # --- terms -------------------------------------------------------------------------------------------------

    def integer(self) -> str:
        """A new unknown number, not negative."""
        self._fresh += 1
        name = f"n{self._fresh}"
        self.lines.append(f"(declare-const {name} Int)")
        self.lines.append(f"(assert (>= {name} 0))")
        return name

    def label(self, fact: Fact) -> str:
        """The label of a fact."""
        name = self._labels.get(fact)
        if name is None:
            name = self._labels[fact] = f"f{len(self._labels)}"
            self.facts[name] = fact
            self.lines.append(f"(declare-const {name} Bool)")
        return name

    def claim(self, text: str, fact: Fact | None = None) -> None:
        """What holds: anyhow, or where the fact does."""
        if fact is not None and self.labelled:
            text = f"(=> {self.label(fact)} {text})"
        self.lines.append(f"(assert {text})")

    def where(self, fact: Fact, number: Number) -> Number:
        """A number where the fact holds, else nothing."""
        return f"(ite {self.label(fact)} {text_of(number)} 0)" if self.labelled else number

    def kinds(self, token: Token, state: PoolState | None = None) -> dict[Card, Number]:
        """For each kind that a card may be, whether it is: 1 or 0. ``state``: of the packet that shows it."""
        chosen = self._chosen.get(token.number)
        if chosen is None:
            once = state is not None and token.number in self._once
            kinds = (
                sorted({*state.got, ANY_OTHER})
                if state is not None and once
                else sorted({rank_alone(kind) for kind in token.kinds} if self.by_rank else token.kinds)
            )
            if len(kinds) == 1:
                chosen = {kinds[0]: 1}
            else:
                names = {kind: self.integer() for kind in kinds}
                chosen = dict(names)
                self.claim(f"(= 1 {plus(*names.values())})")
            self._chosen[token.number] = chosen
        return chosen

    def _unreadable(self) -> tuple[set[int], set[int]]:
        """The numbers of unreadable cards that were shown and never came back, and of those that are taken for unseen ones.

        The latter are those which nobody had shown before (the pile as it was found), and all where there are too many.
        """
        shown: set[int] = set()
        back: set[int] = set()
        first: set[int] = set()
        for h in self.happenings:
            if h.what is What.REMAINS:
                continue
            for token in h.tokens:
                if token.card != UNSEEN:
                    continue
                if h.what is What.SHOWED:
                    shown.add(token.number)
                elif token.number in shown:
                    back.add(token.number)
                else:
                    first.add(token.number)
        return shown - back, first if len(back) <= MOST_UNREADABLE else first | back

    # --- what happened -----------------------------------------------------------------------------------------

    def _happen(self, h: Happening) -> None:
        tokens = [token for token in h.tokens if token.number not in self._unseen]
        if h.pool is None:
            for token in tokens:
                for kind, amount in self.kinds(token).items():
                    if h.what is What.MIXED:
                        self.again[kind] = plus(self.again[kind], amount)
                    else:
                        self.seen[kind].append((amount, h))
            return
        state = self.pools[h.pool]
        if state.over:
            return
        if h.what is What.CAME:
            self._compare(h.pool)
            state.received = plus(state.received, h.count)
            state.came.append(h)
        elif h.what is What.LOST:
            self._compare(h.pool)
            state.over = True
        elif h.what is What.REMAINS:
            self._remains(h.pool, state, h)
        else:
            if h.what is What.GOT and len(tokens) < len(h.tokens):
                self._compare(h.pool)
                self.loose += len(h.tokens) - len(tokens)
                state.received = plus(state.received, len(h.tokens) - len(tokens))
                state.came.append(h)
            if h.what is What.SHOWED and len(tokens) < len(h.tokens):
                state.uncounted = True
            for token in tokens:
                for kind, amount in self.kinds(token, state).items():
                    if h.what is What.GOT:
                        state.got.add(kind)
                        self._rise(h.pool, state, kind)
                        state.balance[kind] = plus(state.balance[kind], less(amount))
                        if h.how not in SEEN_BEFORE:
                            state.from_deck[kind] = plus(state.from_deck[kind], amount)
                    else:
                        state.balance[kind] = plus(state.balance[kind], amount)
                        state.risen.add(kind)
                    if not state.says[kind] or state.says[kind][-1] is not h:
                        state.says[kind].append(h)

    def _rise(self, pool: Pool, state: PoolState, kind: Card) -> None:
        """The need of a kind, at least what was shown of it by now."""
        if kind not in state.risen:
            return
        state.risen.discard(kind)
        state.grown = True
        balance, need = state.balance[kind], state.need[kind]
        if isinstance(balance, int) and isinstance(need, int):
            state.need[kind] = max(balance, need)
            return
        grown = self.integer()
        if need != 0:
            self.claim(f"(>= {grown} {text_of(self._needed(pool, kind, need))})")
        self.claim(f"(>= {grown} {text_of(balance)})", self._shown(pool, kind))
        state.need[kind] = grown

    def _compare(self, pool: Pool) -> None:
        """All that the packet needs came face down by now."""
        state = self.pools[pool]
        for kind in sorted(state.risen):
            self._rise(pool, state, kind)
        if not state.grown or state.over:
            return
        state.grown = False
        needs = [self._needed(pool, kind, need) for kind, need in sorted(state.need.items()) if need != 0]
        if needs:
            received = Fact("received", pool)
            self.claim(f"(<= {text_of(plus(*needs))} {text_of(state.received)})", received)

    def _needed(self, pool: Pool, kind: Card, need: Number) -> Number:
        """A need, where it is a fact that it was shown; a term of unknowns says so itself."""
        return need if isinstance(need, str) else self.where(self._shown(pool, kind), need)

    def _shown(self, pool: Pool, kind: Card) -> Fact:
        return Fact("shown", pool, kind)

    def _remains(self, pool: Pool, state: PoolState, h: Happening) -> None:
        """What is left with what was shown is exactly what had come."""
        self._compare(pool)
        left: dict[Card, Number] = defaultdict(int)
        known = [token for token in h.tokens if token.card != UNSEEN]
        exactly = (
            len(known) == len(h.tokens) and not state.uncounted
        )  # else more of each may be left; how many in all is counted elsewhere
        for token in known:
            for kind, amount in self.kinds(token).items():
                left[kind] = plus(left[kind], amount)
        fact = Fact("left", pool)
        for kind in sorted({*left, *state.balance}):
            whole = plus(left[kind], state.balance[kind])
            need = state.need[kind]
            if isinstance(whole, int) and isinstance(need, int):
                if whole < need and exactly:
                    shown = self._shown(pool, kind)
                    self.claim(f"(not {self.label(shown)})" if self.labelled else "false", fact)
                elif whole > need:
                    grown = self.integer()
                    if need:
                        self.claim(f"(>= {grown} {text_of(self._needed(pool, kind, need))})")
                    self.claim(f"(>= {grown} {whole})", fact)
                    state.need[kind], state.grown = grown, True
                continue
            grown = self.integer()
            if need != 0:
                self.claim(f"(>= {grown} {text_of(self._needed(pool, kind, need))})")
            self.claim(f"({'=' if exactly else '>='} {grown} {text_of(whole)})", fact)
            state.need[kind], state.grown = grown, True
        state.left.append(h)
        self._compare(pool)
        state.over = True

    def _copies(self) -> None:
        """No more of a kind came from the deck than the packs hold (P0-5)."""
        kinds = set(self.seen)
        for state in self.pools.values():
            kinds |= {kind for kind, need in state.need.items() if need != 0}
            kinds |= {kind for kind, n in state.from_deck.items() if n != 0}
        for kind in sorted(kinds - {ANY_OTHER}):
            if not self.record.excused.isdisjoint(names_of(kind)):
                continue
            parts: list[Number] = []
            most = 0
            for pool, state in self.pools.items():
                for part in (state.need[kind], state.from_deck[kind]):
                    most += part if isinstance(part, int) else 1_000
                    if part != 0:
                        parts.append(
                            part
                            if part is state.need[kind] and isinstance(part, str)
                            else self.where(self._shown(pool, kind), part)
                        )
            outside = [amount for amount, _ in self.seen[kind]]
            if outside:
                total = plus(*outside)
                most += total if isinstance(total, int) else 1_000
                parts.append(self.where(Fact("seen", None, kind), total))
            copies = copies_of(self.record, kind)
            if most > copies:
                self.claim(
                    f"(<= {plus(*parts)} {text_of(plus(copies, self.again[kind], self.loose))})",
                    Fact("copies", None, kind),
                )

    # --- what the facts say ------------------------------------------------------------------------------------

    def told(self, label: str) -> Fact:
        """A fact with the happenings that say so."""
        fact = self.facts[label]
        if fact.sort == "received":
            assert fact.pool is not None
            return Fact(fact.sort, fact.pool, None, tuple(self.pools[fact.pool].came))
        if fact.sort == "shown":
            assert fact.pool is not None and fact.kind is not None
            return Fact(fact.sort, fact.pool, fact.kind, tuple(self.pools[fact.pool].says[fact.kind]))
        if fact.sort == "left":
            assert fact.pool is not None
            return Fact(fact.sort, fact.pool, None, tuple(self.pools[fact.pool].left))
        if fact.sort == "seen":
            assert fact.kind is not None
            return Fact(fact.sort, None, fact.kind, tuple(dict.fromkeys(h for _, h in self.seen[fact.kind])))
        return fact
