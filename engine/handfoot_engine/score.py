"""The score of a deal, from where the cards lie at its end. Figures are points or numbers of books, each a range whose ends
are equal where the record fixes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from handfoot_spec.cards import IS_RED_THREE, RED_THREES, THREE_OF_UNKNOWN_COLOUR, THREE_RANK, UNSEEN, Card
from handfoot_spec.definitions import (
    INTEGERS,
    book_points,
    deal_total,
    first_points,
    last_three_points,
    left_points,
    out_points,
    red_three_points,
    unfinished_points,
)
from handfoot_spec.profile import Profile
from handfoot_spec.tables import tables

from .kinds import cap_of, is_faulty, kind_by_cards, kinds_of
from .table import Meld, Packet, Side, Table
from .unseen import UnseenCards, red_threes_apart

_RED_HEART: Final = RED_THREES[0]
_RED_DIAMOND: Final = RED_THREES[1]
_RED: Final = RED_THREES[2]

Figure = tuple[int, int]
"""The least and the most that a figure can be."""


def exactly(value: int) -> Figure:
    """A figure that is known."""
    return value, value


def plus(a: Figure, b: Figure) -> Figure:
    """The sum of two figures."""
    return a[0] + b[0], a[1] + b[1]


@dataclass(frozen=True)
class TeamScore:
    """A team's score of a deal, in points but for ``books`` (numbers of books by kind).

    ``extras`` are for laying down first and for a black three discarded last, ``unfinished`` is what unfinished melds cost, where a
    table has these.
    """

    books: Mapping[str, Figure]
    bonus: Figure
    cards: Figure
    reds: Figure
    left: Figure
    out: Figure
    penalty: int
    total: Figure
    extras: Figure = (0, 0)
    unfinished: Figure = (0, 0)

    @property
    def known(self) -> bool:
        """Whether every figure is exact."""
        return self.total[0] == self.total[1] and all(low == high for low, high in self.books.values())


def book_kind(profile: Profile, meld: Meld, *, strictly: bool = False) -> str | None:
    """The kind of book that a meld is, or None. A faulty book counts as what it looks like unless ``strictly``."""
    t = tables(profile)
    if meld.stray or meld.size < cap_of(t, meld, profile.melds.cap) or (strictly and is_faulty(profile, meld)):
        return None
    kinds = kinds_of(t, meld, cap_of(t, meld, profile.melds.cap))
    if kinds or strictly:
        return kinds[-1] if kinds else None
    return next((book.kind for book in profile.books if book.wilds is not None and book.wilds[1] > 0), None)


def count_books(profile: Profile, side: Side, *, strictly: bool = False) -> dict[str, Figure]:
    """Books by kind; a book with unreadable cards counts as each kind that it may be, and one that grew as those that it was."""
    least = {book.kind: 0 for book in profile.books}
    may_be: list[str] = []
    open_kinds = 0
    t = tables(profile)
    cap, by_counts = profile.melds.cap, t.book_kind
    plain = t.plain and not t.special_kinds
    for meld in side.melds:
        if plain and meld.size == cap and not (meld.odd or meld.unseen or meld.stray):
            kind = by_counts[meld.naturals][meld.wilds]
            if kind is not None:
                least[kind] += 1
                continue
        if meld.size >= t.least_cap:
            kind = book_kind(profile, meld, strictly=strictly and not meld.unseen)
            if kind is not None and meld.unseen and not (strictly and meld.odd):
                open_kinds += 1
            elif kind is not None and not meld.unseen:
                kinds = kinds_of(t, meld, cap_of(t, meld, cap))
                if len(kinds) > 1:
                    may_be += kinds
                else:
                    least[kind] += 1
    return {kind: (low, low + open_kinds + may_be.count(kind)) for kind, low in least.items()}


def count_unfinished(profile: Profile, side: Side) -> dict[str, Figure]:
    """Unfinished melds by the kind of book that they would be."""
    t = tables(profile)
    least = {book.kind: 0 for book in profile.books}
    open_kinds = 0
    for meld in side.melds:
        if meld.stray or not 0 < meld.size < cap_of(t, meld, profile.melds.cap):
            continue
        kind = kind_by_cards(t, meld)
        if meld.unseen:
            open_kinds += 1
        elif kind is not None:
            least[kind] += 1
    return {kind: (low, low + open_kinds) for kind, low in least.items()}


def points(profile: Profile, cards: list[Card] | tuple[Card, ...]) -> Figure:
    """The value of melded cards."""
    known = tables(profile)
    low = sum(map(known.low_points.__getitem__, cards))
    if UNSEEN in cards or THREE_OF_UNKNOWN_COLOUR in cards:
        return low, sum(map(known.high_points.__getitem__, cards))
    return low, low


def _melded(profile: Profile, side: Side) -> Figure:
    """The value of the cards on the table."""
    low_points = tables(profile).low_points
    low = more = 0
    for meld in side.melds:
        for card in meld.cards:
            low += low_points[card]
        if meld.unseen or meld.odd or meld.rank == THREE_RANK:
            least, most = points(profile, meld.cards)
            more += most - least
    return low, low + more


def points_left(profile: Profile, cards: list[Card] | tuple[Card, ...]) -> Figure:
    """What cards cost that are left over."""
    known = tables(profile)
    return sum(map(known.left_low.__getitem__, cards)), sum(map(known.left_high.__getitem__, cards))


def packet_left(
    profile: Profile, table: Table, packet: Packet, shown: tuple[Card, ...] | None
) -> tuple[Figure, Figure, int]:
    """What a packet costs at the end: the points of its cards, its hidden red threes, and how many unseen cards it has besides.

    ``shown`` are the cards that the record gives as left in it; they count where the packet itself is not fully known.
    """
    if packet.certain and not packet.counts[THREE_OF_UNKNOWN_COLOUR]:
        return _all_known(profile, packet)
    if packet.certain:
        cards: list[Card] | tuple[Card, ...] = packet.known()
        if THREE_OF_UNKNOWN_COLOUR in cards and shown is not None and len(shown) == len(cards):
            cards = shown
    elif shown is not None and (packet.blurred or len(shown) == packet.size):
        cards = shown
    elif packet.blurred:
        most = max(high for _, high in profile.card_range)
        room = profile.deck_size
        return (0, most * room), (0, 2 * profile.packs), 0
    elif packet.shed:
        low, high = profile.card_range[UNSEEN]
        return (low * packet.size, high * packet.size), (0, min(packet.size, 2 * profile.packs)), 0
    else:
        cards = [*packet.known(), *[UNSEEN] * packet.unseen]
    if unseen := cards.count(UNSEEN):
        cards = [card for card in cards if card != UNSEEN]
    reds = sum(map(IS_RED_THREE.__getitem__, cards))
    may_be = cards.count(THREE_OF_UNKNOWN_COLOUR)
    most = reds + min(may_be, _unseen_reds(profile, table)) if may_be else reds
    return points_left(profile, cards), (reds, most), unseen


def _all_known(profile: Profile, packet: Packet) -> tuple[Figure, Figure, int]:
    """What a packet costs whose every card is known, and how many red threes are among them."""
    low = high = reds = 0
    if packet.size:
        known, counts = tables(profile), packet.counts
        left_low, left_high = known.left_low, known.left_high
        for card in range(UNSEEN):
            if n := counts[card]:
                low += n * left_low[card]
                high += n * left_high[card]
        reds = counts[_RED_HEART] + counts[_RED_DIAMOND] + counts[_RED]
    return (low, high), (reds, reds), 0


def _unseen_reds(profile: Profile, table: Table) -> int:
    """Red threes that may still lie where nobody saw them; one that was counted twice may be among them."""
    return max(0, 2 * profile.packs + table.loose - sum(table.seen[card] for card in RED_THREES))


def team_score(
    profile: Profile,
    table: Table,
    team: int,
    shown: Mapping[int, tuple[tuple[Card, ...] | None, tuple[Card, ...] | None]],
    out_legally: bool | None,
    penalty: int = 0,
    *,
    strictly: bool = False,
    three_last: bool | None = False,
) -> TeamScore | None:
    """A team's score of the deal as the table stands; None where an unreadable line hides its melds.

    :param out_legally: whether a player of the team has gone out; None where the record cannot tell.
    :param three_last: whether that player's last card was a black three, discarded; None where its colour is not recorded.
    """
    side = table.sides[team]
    if side.blurred:
        return None
    o = INTEGERS
    books = count_books(profile, side, strictly=strictly)
    bonus = _both(
        lambda end: book_points(o, profile, {kind: count[end] for kind, count in books.items()}), *books.values()
    )
    unfinished = extras = exactly(0)
    t = tables(profile)
    if t.unfinished_cost:
        begun = count_unfinished(profile, side)
        unfinished = _both(
            lambda end: unfinished_points(o, profile, {kind: n[end] for kind, n in begun.items()}), *begun.values()
        )
    cards = _melded(profile, side)
    hand, foot, hidden, in_foot, unseen = _left(profile, table, team, shown)
    reds = _both(
        lambda end: red_three_points(o, profile, side.reds, hidden[end], in_foot[end], side.opened), hidden, in_foot
    )
    left = _both(lambda end: left_points(o, profile, hand[end], foot[end], out_legally is True), hand, foot)
    both = plus(reds, left)
    if unseen != (0, 0):
        of_left, of_reds, of_both = UnseenCards(profile, table).costs(*unseen, out_legally is True)
        left, reds, both = plus(left, of_left), plus(reds, of_reds), plus(both, of_both)
    if out_legally is None and profile.score.leftovers_of == "losers":
        left, both = (left[0], 0), (both[0], max(both[1], reds[1]))
    out = out_points(o, profile, out_legally is True), out_points(o, profile, out_legally is not False)
    if t.extras_paid:
        extras = _extras(profile, table, team, out_legally, three_last)
    total = _both(
        lambda end: (
            deal_total(o, profile, bonus[end], cards[end], 0, both[end], out[end], extras[end], unfinished[end]) + penalty
        ),
        bonus, cards, both, out, extras, unfinished,
    )  # fmt: skip
    return TeamScore(books, bonus, cards, reds, left, out, penalty, total, extras, unfinished)


def _extras(profile: Profile, table: Table, team: int, out_legally: bool | None, three_last: bool | None) -> Figure:
    """For laying down first, and for a black three discarded last."""
    o = INTEGERS
    last = (
        last_three_points(o, profile, out_legally is True and three_last is True),
        last_three_points(o, profile, out_legally is not False and three_last is not False),
    )
    first_known = not any(other.blurred for other in table.sides)
    first = (
        first_points(o, profile, table.first_side == team if first_known else False),
        first_points(o, profile, table.first_side == team if first_known else True),
    )
    return plus(first, last)


def _left(
    profile: Profile, table: Table, team: int, shown: Mapping[int, tuple[tuple[Card, ...] | None, tuple[Card, ...] | None]]
) -> tuple[Figure, Figure, Figure, Figure, tuple[int, int]]:  # fmt: skip
    """What is left in the packets in play and in unopened Feet: the points of the cards, then the red threes, each of the two apart.

    Where red threes cost the same in both, all of them are counted as in play. Last, how many unseen cards lie there besides.
    """
    hand = foot = hidden = in_foot = exactly(0)
    in_play = in_feet = 0
    apart = red_threes_apart(profile)
    for player in table.teams[team]:
        of_hand, of_foot = shown.get(player, (None, None))
        value, reds, unseen = packet_left(profile, table, table.packet(player), of_hand)
        hand, hidden, in_play = plus(hand, value), plus(hidden, reds), in_play + unseen
        if not table.opened_foot[player]:
            value, reds, unseen = packet_left(profile, table, table.feet[player], of_foot)
            foot, in_feet = plus(foot, value), in_feet + unseen
            if apart:
                in_foot = plus(in_foot, reds)
            else:
                hidden = plus(hidden, reds)
    return hand, foot, _seen_once(profile, table, hidden), _seen_once(profile, table, in_foot), (in_play, in_feet)


def may_be_left(
    profile: Profile, table: Table, team: int, shown: Mapping[int, tuple[tuple[Card, ...] | None, tuple[Card, ...] | None]],
    has_gone_out: bool, points: int,
) -> bool:  # fmt: skip
    """Whether a side's left-over cards can cost exactly ``points`` (negative), as far as the record shows them (P0-46)."""
    hand, foot, _, _, unseen = _left(profile, table, team, shown)
    low, high = _both(lambda end: left_points(INTEGERS, profile, hand[end], foot[end], has_gone_out), hand, foot)
    if low != high or unseen == (0, 0) or points > high:
        return True  # the range says all that is known
    return UnseenCards(profile, table).can_cost(points - high, *unseen, has_gone_out)


def _seen_once(profile: Profile, table: Table, reds: Figure) -> Figure:
    """No more red threes than nobody saw elsewhere."""
    return reds if reds[0] == reds[1] else (reds[0], min(reds[1], reds[0] + _unseen_reds(profile, table)))


def _both(figure: Callable[[int], int], *parts: Figure) -> Figure:
    """The least and the most of a figure made of parts; where these are exact, so is it."""
    first = figure(0)
    for low, high in parts:
        if low != high:
            second = figure(1)
            return (first, second) if first <= second else (second, first)
    return first, first
