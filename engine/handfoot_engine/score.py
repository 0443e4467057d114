"""The score of a deal, from where the cards lie at its end. Figures are points or numbers of books, each a range whose ends
are equal where the record fixes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from handfoot_spec.cards import IS_RED_THREE, RED_THREES, THREE_OF_UNKNOWN_COLOUR, UNSEEN, Card
from handfoot_spec.definitions import INTEGERS, book_points, deal_total, out_points, red_three_points
from handfoot_spec.profile import Profile
from handfoot_spec.tables import MOST, tables

from .table import Meld, Packet, Side, Table

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
    """A team's score of a deal, in points but for ``books`` (numbers of books by kind)."""

    books: Mapping[str, Figure]
    bonus: Figure
    cards: Figure
    reds: Figure
    left: Figure
    out: Figure
    penalty: int
    total: Figure

    @property
    def known(self) -> bool:
        """Whether every figure is exact."""
        return self.total[0] == self.total[1] and all(low == high for low, high in self.books.values())


def book_kind(profile: Profile, meld: Meld, *, strictly: bool = False) -> str | None:
    """The kind of book that a meld is, or None. A faulty book counts as what it looks like unless ``strictly``."""
    if meld.size < profile.melds.cap or meld.stray or (strictly and meld.odd):
        return None
    naturals = min(meld.naturals + meld.odd + meld.unseen, MOST)
    kind = tables(profile).book_kind[naturals][min(meld.wilds, MOST)]
    if kind is not None or strictly:
        return kind
    return next((book.kind for book in profile.books if book.wilds is not None and book.wilds[1] > 0), None)


def count_books(profile: Profile, side: Side, *, strictly: bool = False) -> dict[str, Figure]:
    """Books by kind; a book with unreadable cards counts as each kind that it may be."""
    least = {book.kind: 0 for book in profile.books}
    open_kinds = 0
    cap = profile.melds.cap
    kinds = tables(profile).book_kind
    for meld in side.melds:
        if meld.size == cap and not (meld.odd or meld.unseen or meld.stray):
            kind = kinds[meld.naturals][meld.wilds]
            if kind is not None:
                least[kind] += 1
                continue
        if meld.size >= cap:
            kind = book_kind(profile, meld, strictly=strictly)
            if kind is not None and meld.unseen:
                open_kinds += 1
            elif kind is not None:
                least[kind] += 1
    return {kind: (low, low + open_kinds) for kind, low in least.items()}


def points(profile: Profile, cards: list[Card] | tuple[Card, ...]) -> Figure:
    """The value of cards."""
    known = tables(profile)
    low = sum(map(known.low_points.__getitem__, cards))
    if UNSEEN in cards or THREE_OF_UNKNOWN_COLOUR in cards:
        return low, sum(map(known.high_points.__getitem__, cards))
    return low, low


def packet_left(
    profile: Profile, table: Table, packet: Packet, shown: tuple[Card, ...] | None
) -> tuple[Figure, Figure]:
    """What a packet costs at the end: the points of its cards, and its hidden red threes.

    ``shown`` are the cards that the record gives as left in it; they count where the packet itself is not fully known.
    """
    if packet.certain:
        cards: list[Card] | tuple[Card, ...] = packet.known()
        if THREE_OF_UNKNOWN_COLOUR in cards and shown is not None and len(shown) == len(cards):
            cards = shown
    elif shown is not None and (packet.blurred or len(shown) == packet.size):
        cards = shown
    elif packet.blurred:
        most = max(high for _, high in profile.card_range)
        room = profile.deck_size
        return (0, most * room), (0, 2 * profile.packs)
    elif packet.shed:
        low, high = profile.card_range[UNSEEN]
        return (low * packet.size, high * packet.size), (0, min(packet.size, 2 * profile.packs))
    else:
        cards = [*packet.known(), *[UNSEEN] * packet.unseen]
    reds = sum(map(IS_RED_THREE.__getitem__, cards))
    may_be = cards.count(UNSEEN) + cards.count(THREE_OF_UNKNOWN_COLOUR)
    if not may_be:
        return points(profile, cards), (reds, reds)
    return points(profile, cards), (reds, reds + min(may_be, _unseen_reds(profile, table)))


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
) -> TeamScore | None:
    """A team's score of the deal as the table stands; None where an unreadable line hides its melds.

    :param out_legally: whether a player of the team has gone out; None where the record cannot tell.
    """
    side = table.sides[team]
    if side.blurred:
        return None
    books = count_books(profile, side, strictly=strictly)
    cards = points(profile, [card for meld in side.melds for card in meld.cards])
    left, hidden = exactly(0), exactly(0)
    for player in table.teams[team]:
        hand, foot = shown.get(player, (None, None))
        value, reds = packet_left(profile, table, table.packet(player), hand)
        left, hidden = plus(left, value), plus(hidden, reds)
        if not table.opened_foot[player]:
            value, reds = packet_left(profile, table, table.feet[player], foot)
            left, hidden = plus(left, value), plus(hidden, reds)
    if hidden[0] != hidden[1]:
        hidden = hidden[0], min(hidden[1], hidden[0] + _unseen_reds(profile, table))
    o = INTEGERS
    bonus = _both(
        lambda end: book_points(o, profile, {kind: count[end] for kind, count in books.items()}), *books.values()
    )
    reds_points = _both(lambda end: red_three_points(o, profile, side.reds, hidden[end], side.opened), hidden)
    out = out_points(o, profile, out_legally is True), out_points(o, profile, out_legally is not False)
    left_points = (-left[1], -left[0])
    total = _both(
        lambda end: deal_total(o, profile, bonus[end], cards[end], reds_points[end], left_points[end], out[end]) + penalty,
        bonus, cards, reds_points, left_points, out,
    )  # fmt: skip
    return TeamScore(books, bonus, cards, reds_points, left_points, out, penalty, total)


def _both(figure: Callable[[int], int], *parts: Figure) -> Figure:
    """The least and the most of a figure made of parts; where these are exact, so is it."""
    first = figure(0)
    if all(low == high for low, high in parts):
        return first, first
    second = figure(1)
    return (first, second) if first <= second else (second, first)
