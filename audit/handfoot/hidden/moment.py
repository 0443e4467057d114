"""What the players can hold at a moment of a half-seen deal: which cards, how many of a kind, how many points.

All that counts is where cards were seen and how many there are; that anybody kept to the rules is not assumed. What a record says
after the moment counts as well as what it says before it: for what could be known at the time, read the record up to it
alone (``read_deal(..., until=at)``). Where every card is known by suit and rank, or all are known by rank alone, the answer comes
from :mod:`.choice`, else from the solver. What the solver cannot tell within its budget is unknown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Literal

from handfoot_grammar import log
from handfoot_spec.cards import KINDS, Card

from .asked import Asked, Look, Range
from .choice import Choice
from .course import Course
from .encoding import SEEN_BEFORE
from .grain import EVERY_CARD, Grain
from .happenings import At, Pool, Record, Token, What, statements_of
from .possible import judge

Cards = frozenset[Card]
"""Exact kinds of card, any of which will do."""
Verdict = Literal["yes", "no", "unknown"]
Pools = Pool | Sequence[Pool]
RLIMIT = 2_000_000
"""The solver's budget for one question, in its own units of work."""
_VERDICTS: dict[str, Verdict] = {"sat": "yes", "unsat": "no", "unknown": "unknown"}


class NoDeal(Exception):
    """No deal of the cards fits the record; ``at``: since when, where that is known."""

    def __init__(self, at: At | None) -> None:
        super().__init__("no deal of the cards fits this record")
        self.at = at


def each_its_own(cards: Iterable[Cards]) -> Counter[Cards]:
    """How many cards of each set a packet must hold so that each of ``cards`` can be a card of its own.

    The sets are such that of two either one is a part of the other or they have nothing in common: ``Ks``, ``K``, ``?``.
    """
    asked = Counter(cards)
    return Counter({kinds: sum(n for other, n in asked.items() if other <= kinds) for kinds in asked})


class Moment:
    """The packets of a deal just after ``at`` (None: at the end of the record).

    ``worth``: what the cards that some packets hold at the end are worth together (points), where it is known.

    :raises NoDeal: no deal of the cards fits the record.
    """

    def __init__(
        self, record: Record, at: At | None = None, *, worth: Mapping[tuple[Pool, ...], int] | None = None, rlimit: int = RLIMIT
    ) -> None:  # fmt: skip
        self.record, self.at, self.rlimit = record, at, rlimit
        self.until = _until(record, at)
        self._past = [number < self.until for number in range(len(record.happenings))]
        self.grain = Grain(record.profile, record.suits_seen)
        self.course = Course(record, self.grain, lambda token: self.grain.of(token.kinds), self._past)
        if self.course.clash is not None and not self.course.uncertain:
            raise NoDeal(record.happenings[self.course.clash.happening].at)
        self.worth = {Look(pools, len(record.happenings)): points for pools, points in (worth or {}).items()}
        self.certain = not (self.course.uncertain or self.worth)
        self._answers: dict[tuple[tuple[Pool, ...], Cards], Range] = {}
        self._solvers: dict[tuple[Pool, ...], Asked] = {}
        self.broken = self.course.lost or record.unreadable or self._stock_written()
        if self.course.uncertain:
            judged = judge(record, rlimit)
            if judged.possible is False:
                raise NoDeal(judged.at)
        if self.worth and self._asked(()).question.ask(model=False).status == "unsat":
            raise NoDeal(None)

    # --- what there is -----------------------------------------------------------------------------------------

    @property
    def complete(self) -> bool:
        """Whether the record tells of every card that moved: else what nothing speaks against may still not be possible."""
        return not (self.broken or self.course.mixed)

    def _stock_written(self) -> bool:
        """Whether the order of the stock is written and draws are not: what was drawn then stands elsewhere in the record."""
        happenings = self.record.happenings
        if not any(h.what is What.CAME and h.how != "dealt" for h in happenings):
            return False
        here = statements_of(self.record.game, happenings[0].at.statement)
        return any(isinstance(statement, log.StockOrder) for _, statement in here)

    def known(self, pool: Pool) -> bool:
        """Whether anything can be said of a packet: not where an unreadable line may have touched it."""
        packet = self.course.packets.get(pool)
        return packet is not None and (packet.lost is None or packet.lost >= self.until)

    def size(self, pool: Pool) -> int | None:
        """Cards in a packet; None where nobody knows."""
        if not self.known(pool):
            return None
        size = 0
        for happening in self.record.happenings[: self.until]:
            if happening.pool == pool and happening.what in _MOVES:
                size += _MOVES[happening.what] * happening.count
        return size

    @cached_property
    def open(self) -> list[Token]:
        """Cards that lay open: in the pile, in melds, exposed."""
        found: dict[int, Token] = {}
        for happening in self.record.happenings[: self.until]:
            for token in happening.tokens:
                if happening.what in (What.SHOWED, What.LAY):
                    found[token.number] = token
                elif happening.what is What.MIXED or (happening.what is What.GOT and happening.how in SEEN_BEFORE):
                    found.pop(token.number, None)
        return list(found.values())

    # --- questions ---------------------------------------------------------------------------------------------

    def could_hold(self, pools: Pools, cards: Iterable[Cards]) -> Verdict:
        """Whether the packets can hold all of these cards at once, each a card of its own."""
        pools, need = _several(pools), each_its_own(cards)
        if any(n > self.grain.copies_of(kinds) for kinds, n in need.items()):
            return "no"
        if not all(self.known(pool) for pool in pools):
            return "unknown"
        if self.certain:
            found: Verdict = "yes" if self.chosen(pools, need) is not None else "no"
        elif any(not self.grain.whole(kinds) for kinds in need):
            return "unknown"
        else:
            asked, look = self._asked(pools), Look(pools, self.until)
            limits = {asked.held(look, self.grain.kinds_in(kinds)): (n, None) for kinds, n in need.items()}
            found = _VERDICTS[asked.question.can_be(limits).status]
            if not asked.complete:
                return "unknown"
        return "unknown" if found == "yes" and not self.complete else found

    def must_hold(self, pools: Pools, cards: Iterable[Cards]) -> Verdict:
        """Whether the packets hold all of these cards in every deal that fits."""
        ranges = [(self.least_most(pools, kinds), n) for kinds, n in each_its_own(cards).items()]
        if all(found.least >= n for found, n in ranges):
            return "yes"
        return "no" if any(found.sure and found.least < n for found, n in ranges) else "unknown"

    def least_most(self, pools: Pools, kinds: Cards) -> Range:
        """How many cards of these kinds the packets hold together, at least and at most."""
        key = _several(pools), kinds
        if key not in self._answers:
            self._answers[key] = self._least_most(*key)
        return self._answers[key]

    def _least_most(self, pools: tuple[Pool, ...], kinds: Cards) -> Range:
        if not all(self.known(pool) for pool in pools):
            return Range(0, self.grain.copies_of(kinds), False)
        if not self.grain.whole(kinds):
            ranks = frozenset().union(*(KINDS[self.grain.cards[kind]] for kind in self.grain.kinds_in(kinds)))
            return self._of_suit(self.least_most(pools, ranks), kinds, ranks)
        if self.certain:
            return self._counted(self.course, pools, kinds)
        outer = Range(0, min(self._cards_in(pools), self.grain.copies_of(kinds)))
        if not self.by_rank.uncertain and self.by_rank.grain.whole(kinds):
            outer = self._counted(self.by_rank, pools, kinds)
        if outer.least == outer.most:
            return Range(outer.least, outer.most, self.complete)
        asked = self._asked(pools)
        if not asked.complete:
            return Range(0, min(self._cards_in(pools), self.grain.copies_of(kinds)), False)
        name = asked.held(Look(pools, self.until), self.grain.kinds_in(kinds))
        return self._hedged(asked.range(name, outer.least, outer.most))

    def unseen(self, kinds: Cards) -> Range:
        """How many cards of these kinds did not lie open: they were in Hands, Feet and the stock."""
        certain = sum(token.kinds <= kinds for token in self.open)
        perhaps = sum(bool(token.kinds & kinds) for token in self.open)
        copies = self.grain.copies_of(kinds)
        shown = Range(certain, min(perhaps, copies))
        if not self.grain.whole(kinds):
            ranks = frozenset().union(*(KINDS[self.grain.cards[kind]] for kind in self.grain.kinds_in(kinds)))
            of_rank = self.unseen(ranks)
            all_copies = self.grain.copies_of(ranks)
            shown = self._of_suit(
                Range(all_copies - of_rank.most, all_copies - of_rank.least, of_rank.sure), kinds, ranks
            )
        elif shown.least < shown.most:
            asked = self._asked(())
            found = asked.range(asked.are(self.open, self.grain.kinds_in(kinds)), shown.least, shown.most)
            shown = found if asked.complete else Range(shown.least, shown.most, False)
        return self._hedged(Range(copies - shown.most, copies - shown.least, shown.sure))

    def points(self, pools: Pools) -> Range | None:
        """The value of the cards in the packets together (points), as it counts when they are left over; None where nobody knows."""
        pools, values = _several(pools), self.grain.points
        if not all(self.known(pool) for pool in pools):
            return None
        if self.certain:
            return self._points(self.course, pools)
        cards = self._cards_in(pools)
        outer = Range(min(0, *values) * cards, max(0, *values) * cards)
        if not self.by_rank.uncertain:
            outer = self._points(self.by_rank, pools)
        asked = self._asked(pools)
        if not asked.complete:
            return Range(min(0, *values) * cards, max(0, *values) * cards, False)
        return self._hedged(asked.range(asked.points(Look(pools, self.until)), outer.least, outer.most))

    # --- counting ----------------------------------------------------------------------------------------------

    @cached_property
    def by_rank(self) -> Course:
        """The courses by rank alone, which allow at least as much."""
        grain = Grain(self.record.profile, False)
        return Course(self.record, grain, lambda token: grain.of(token.kinds), self._past)

    def _cards_in(self, pools: Iterable[Pool]) -> int:
        return sum(self.size(pool) or 0 for pool in pools)

    def _hedged(self, found: Range) -> Range:
        return Range(found.least, found.most, found.sure and self.complete)

    def _counted(self, course: Course, pools: tuple[Pool, ...], kinds: Cards) -> Range:
        wanted = course.grain.kinds_in(kinds)
        most = Choice(course, pools)
        most.take(wanted)
        least = Choice(course, pools)
        least.take(frozenset(course.grain.kinds) - wanted)
        least.take(wanted)
        return Range(least.count(wanted), most.count(wanted), self.complete)

    def _points(self, course: Course, pools: tuple[Pool, ...]) -> Range:
        values = course.grain.points
        ends = []
        for order in (sorted(set(values)), sorted(set(values), reverse=True)):
            choice = Choice(course, pools)
            for value in order:
                choice.take(frozenset(kind for kind in course.grain.kinds if values[kind] == value))
            ends.append(sum(values[kind] * count for kind, count in choice.held.items()))
        return Range(ends[0], ends[1], self.complete)

    def _of_suit(self, of_rank: Range, kinds: Cards, ranks: Cards) -> Range:
        """Of so many cards of a rank, none with its suit: how many can be of one suit."""
        mine, others = self.grain.copies_of(kinds), self.grain.copies_of(ranks - kinds)
        return Range(max(0, of_rank.least - others), min(of_rank.most, mine), of_rank.sure)

    def chosen(self, pools: tuple[Pool, ...], need: Mapping[Cards, int]) -> Choice | None:
        """The cards that the packets hold, so many of each kind at least; None where they cannot."""
        choice = Choice(self.course, pools)
        by_kind: Counter[frozenset[int]] = Counter()
        for kinds, n in need.items():
            wanted = self.grain.kinds_in(kinds)
            by_kind[wanted] = max(by_kind[wanted], n if self.grain.whole(kinds) else self._of_rank(need, kinds))
        for wanted in sorted(by_kind, key=lambda kinds: (len(kinds), sorted(kinds))):
            if not choice.reach(wanted, by_kind[wanted]):
                return None
        choice.complete()
        return choice

    def _of_rank(self, need: Mapping[Cards, int], kinds: Cards) -> int:
        """Where no suit is written: how many cards of its rank are asked for in one suit or another."""
        wanted = self.grain.kinds_in(kinds)
        parts = [other for other in need if self.grain.kinds_in(other) == wanted and not self.grain.whole(other)]
        return sum(need[part] for part in parts)

    # --- the solver --------------------------------------------------------------------------------------------

    def _asked(self, pools: tuple[Pool, ...]) -> Asked:
        found = self._solvers.get(pools)
        if found is None:
            looks = [Look(pools, self.until)] if pools else []
            tokens = [] if pools else self.open
            found = self._solvers[pools] = Asked(self.record, self.grain, looks, self.worth, tokens, self.rlimit)
        return found


_MOVES = {What.CAME: 1, What.GOT: 1, What.SHOWED: -1}


def _several(pools: Pools) -> tuple[Pool, ...]:
    return (pools,) if isinstance(pools, Pool) else tuple(pools)


def _until(record: Record, at: At | None) -> int:
    """How many happenings come before the moment: dealing always does."""
    if at is None:
        return len(record.happenings)
    until = 0
    for number, happening in enumerate(record.happenings):
        there = happening.at
        before = there.statement < at.statement or (
            there.statement == at.statement and (at.action is None or (there.action or 0) <= at.action)
        )
        if before or happening.how == "dealt":
            until = number + 1
    return until


__all__ = ["EVERY_CARD", "Cards", "Moment", "NoDeal", "Range", "Verdict", "each_its_own"]
