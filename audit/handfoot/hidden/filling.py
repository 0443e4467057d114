"""One possible deal of the cards: what every unseen card was, chosen by fixed rules, so that the same question has the same example.

First every card of unknown suit or rank becomes the first kind that it can be. Then the packets asked about hold what is chosen
(:mod:`.choice`). What came face down to a packet is given out in the order in which it is due, and what is never due is any card
that is left, of each kind in turn, red threes last.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from handfoot_spec.cards import KINDS, UNSEEN, Card

from .asked import Asked, Look
from .choice import Choice
from .encoding import SEEN_BEFORE
from .grain import EVERY_CARD, Grain, Kind
from .happenings import Pool, Record, Token, What
from .moment import Cards, Moment, Pools, each_its_own


@dataclass(frozen=True)
class Filling:
    """What unseen cards were. ``record``: as it was, but every card is of one kind."""

    record: Record
    came: dict[int, tuple[Card, ...]]  # the cards of each arrival, by the number of its happening
    stock: tuple[Card, ...]  # what nobody drew


def filling(moment: Moment, pools: Pools = (), cards: Iterable[Cards] = ()) -> Filling | None:
    """A deal of the cards in which the packets hold ``cards`` at the moment, each a card of its own.

    None where there is none, or where none can be told: not all that moved is known, points are known instead of cards, or
    the solver's budget was not enough.
    """
    pools = (pools,) if isinstance(pools, Pool) else tuple(pools)
    need = each_its_own(cards)
    if moment.broken or moment.worth or not all(map(moment.known, pools)):
        return None
    if any(n > moment.grain.copies_of(kinds) for kinds, n in need.items()):
        return None
    if not moment.certain:
        settled = _settled(moment, pools, need)
        if settled is None:
            return None
        moment = settled
    choice = moment.chosen(pools, need)
    return None if choice is None or not choice.full else _given_out(moment, choice)


def extreme(moment: Moment, pools: Pools, kinds: Cards, most: bool) -> Filling | None:
    """A deal in which the packets hold as many cards of these kinds as they can (``most`` false: as few); None as above."""
    pools = (pools,) if isinstance(pools, Pool) else tuple(pools)
    found = moment.least_most(pools, kinds)
    if not found.sure:
        return None
    if most or not moment.grain.whole(kinds):
        return filling(moment, pools, [kinds] * (found.most if most else 0))
    size = sum(moment.size(pool) or 0 for pool in pools)
    return filling(moment, pools, [EVERY_CARD - kinds] * (size - found.least))


# --- cards of unknown suit or rank ------------------------------------------------------------------------------


def _settled(moment: Moment, pools: tuple[Pool, ...], need: Mapping[Cards, int]) -> Moment | None:
    """The moment with every card of unknown suit or rank as the first kind that it can be."""
    record, grain = moment.record, moment.grain
    if any(not grain.whole(kinds) for kinds in need):
        return None
    tokens = _unclear(record, grain)
    look = Look(pools, moment.until)
    asked = Asked(record, grain, [look] if pools else [], {}, tokens, moment.rlimit)
    if not asked.complete:
        return None
    for kinds, n in need.items():
        asked.at_least(asked.held(look, grain.kinds_in(kinds)), n)
    found = asked.first(tokens)
    if found is None:
        return None
    new = {token.number: _certain(token, grain.cards[kind]) for token, kind in zip(tokens, found, strict=True)}
    happenings = [
        replace(h, tokens=tuple(new.get(token.number, token) for token in h.tokens)) for h in record.happenings
    ]
    tokens = [new.get(token.number, token) for token in record.tokens]
    return Moment(replace(record, happenings=happenings, tokens=tokens), moment.at, rlimit=moment.rlimit)


def _unclear(record: Record, grain: Grain) -> list[Token]:
    """Cards that may be of several kinds, in the order of the record; not those that were never seen."""
    found: dict[int, Token] = {}
    for happening in record.happenings:
        for token in happening.tokens:
            unseen = happening.what is What.REMAINS and token.card == UNSEEN
            if grain.of(token.kinds) is None and not unseen:
                found.setdefault(token.number, token)
    return list(found.values())


def _certain(token: Token, card: Card) -> Token:
    new = Token(token.number, card)
    new.kinds = token.kinds & KINDS[card]
    return new


# --- who got what -----------------------------------------------------------------------------------------------


def _given_out(moment: Moment, choice: Choice) -> Filling | None:
    course, grain = moment.course, moment.grain
    soon = {(due.pool, due.number) for due in choice.chosen}
    free = [kind for kind in grain.filling_order for _ in range(choice.free[kind])]
    spare = _Spare(grain, choice.left)
    came: dict[int, list[Kind]] = {}
    for pool in sorted(course.packets, key=lambda pool: (pool.player, pool.foot)):
        packet = course.packets[pool]
        places = [number for number, count in packet.came for _ in range(count)]
        owed = [
            (min(number, moment.until) if (pool, i) in soon else number, kind)
            for i, (number, kind) in enumerate(packet.dues)
        ]
        if pool in choice.places:
            count = choice.places[pool][0]
            owed += [(moment.until, kind) for kind in free[:count]]
            del free[:count]
        owed.sort()
        kinds = [kind for _, kind in owed]
        kinds += spare.take(len(places) - len(kinds))
        for number, kind in zip(places, kinds, strict=False):
            came.setdefault(number, []).append(kind)
    cards = {number: tuple(grain.cards[kind] for kind in sorted(kinds)) for number, kinds in came.items()}
    stock = tuple(grain.cards[kind] for kind in spare.rest())
    found = Filling(moment.record, cards, stock)
    return found if not course.mixed or _lay_there(found, grain) else None


class _Spare:
    """Cards that are neither seen nor due, given out one of each kind in turn."""

    def __init__(self, grain: Grain, left: list[int]) -> None:
        reds = grain.red_threes
        turns = [(number, kind) for kind in grain.kinds if kind not in reds for number in range(left[kind])]
        self._order = [kind for _, kind in sorted(turns)]
        self._order += [kind for kind in sorted(reds) for _ in range(left[kind])]

    def take(self, count: int) -> list[Kind]:
        """The next so many."""
        taken = self._order[:count]
        del self._order[:count]
        return taken

    def rest(self) -> list[Kind]:
        """All that are left."""
        return self._order


def _lay_there(found: Filling, grain: Grain) -> bool:
    """Whether no kind came from the stock oftener than it lay there at the time."""
    left = list(grain.copies)
    for number, happening in enumerate(found.record.happenings):
        kinds = [grain.of(token.kinds) for token in happening.tokens]
        if happening.what is What.CAME:
            kinds = [grain.of(KINDS[card]) for card in found.came.get(number, ())]
        elif happening.what in (What.SHOWED, What.REMAINS, What.LOST) or happening.how in SEEN_BEFORE:
            continue
        for kind in kinds:
            assert kind is not None
            left[kind] += 1 if happening.what is What.MIXED else -1
            if left[kind] < 0:
                return False
    return True
