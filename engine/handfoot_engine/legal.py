"""A deal in play, and what may be done in it: the state that random play changes, with every deed legal by construction.

What a profile allows stands in :class:`.limits.Limits`; nothing here knows a number of its own. A deed changes the position
and gives the action that records it. Equal actions are one object, as in a log that was read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from handfoot_grammar.log import RUN_RANK, Action, Draw, Item, Lay, Reshuffle, Take, TakeFoot
from handfoot_spec import definitions as rules
from handfoot_spec.cards import IS_RED_THREE, JOKER, NO_CARD, RANK, TWO_RANK, WILD_RANK, Card

from .limits import HELD_RANKS, LeftOpen, Limits
from .score import TeamScore, book_kind, team_score
from .table import Meld, Packet, Side, Table

_O = rules.INTEGERS
_MELD_RANKS = RUN_RANK + 4


class Seat:
    """A player: the packet in play by rank, the Foot as dealt, and how far the player has come."""

    __slots__ = ("acted", "due", "foot", "held", "in_foot", "opened", "opener", "player", "reds", "size", "team")

    def __init__(self, player: int, team: TeamState, foot: tuple[Card, ...]) -> None:
        self.player, self.team, self.foot = player, team, foot
        self.held: list[list[Card]] = [[] for _ in range(HELD_RANKS)]
        self.size = 0
        self.reds: list[Card] = []  # red threes of the dealt Hand that are still to be exposed
        self.in_foot = self.acted = self.due = self.opened = False
        self.opener: Seat | TeamState = team  # who has opened, or not: the side, or the player alone

    def receive(self, card: Card) -> None:
        """A card comes into the packet in play."""
        self.held[RANK[card]].append(card)
        self.size += 1

    def give(self, rank: int, count: int) -> list[Card]:
        """The first cards of a rank leave the packet."""
        cards = self.held[rank]
        given = cards[:count]
        del cards[:count]
        self.size -= count
        return given

    def give_cards(self, cards: Sequence[Card]) -> list[Card]:
        """These cards leave the packet."""
        for card in cards:
            self.held[RANK[card]].remove(card)
        self.size -= len(cards)
        return list(cards)

    def wilds(self) -> int:
        """Wild cards held."""
        return len(self.held[TWO_RANK]) + len(self.held[WILD_RANK])

    def give_wilds(self, count: int) -> list[Card]:
        """Wild cards leave the packet, twos before jokers."""
        twos = min(count, len(self.held[TWO_RANK]))
        return self.give(TWO_RANK, twos) + self.give(WILD_RANK, count - twos)

    def cards(self) -> list[Card]:
        """The packet in play, sorted, with red threes that nobody had the time to expose."""
        return sorted([card for cards in self.held for card in cards] + self.reds)


class TeamState:
    """A side: its part of the table, the unfinished meld of each rank, its books by what they count as.

    Of several unfinished melds of a rank (or runs of a suit) the others are ``set_aside``; the last is the first to be played on again.
    """

    __slots__ = ("books", "index", "minimum", "opened", "ready", "set_aside", "side", "unfinished")

    def __init__(self, index: int, kinds: tuple[str, ...], ranks: int) -> None:
        self.index = index
        self.side = Side()
        self.minimum = 0  # points of an opening
        self.unfinished: list[Meld | None] = [None] * ranks
        self.set_aside: dict[int, list[Meld]] = {}
        self.books: dict[str, int] = dict.fromkeys(kinds, 0)
        self.ready = False  # whether it has the books that going out needs
        self.opened = False

    def others(self, rank: int) -> list[Meld]:
        """The unfinished melds of a rank that are set aside."""
        return self.set_aside.setdefault(rank, [])

    def count(self, kinds: tuple[str, ...]) -> int:
        """The side's books that count as one of ``kinds``."""
        books = self.books
        return sum([books[kind] for kind in kinds])


# --- actions, each made once ------------------------------------------------------------------------------------

_MOST_KEPT = 60_000
_draws: dict[tuple[Card, ...], Draw] = {}
_lays: dict[tuple[bool, int, tuple[Card, ...], int | None], Lay] = {}
_takes = tuple(Take(card) for card in range(JOKER + 1))


def draw_of(cards: tuple[Card, ...]) -> Draw:
    """The draw of these cards."""
    found = _draws.get(cards)
    if found is None:
        if len(_draws) >= _MOST_KEPT:
            _draws.clear()
        found = _draws[cards] = Draw(cards)
    return found


def lay_of(adds: bool, rank: int, cards: tuple[Card, ...], number: int | None = None) -> Lay:
    """The lay of these cards."""
    key = adds, rank, cards, number
    found = _lays.get(key)
    if found is None:
        if len(_lays) >= _MOST_KEPT:
            _lays.clear()
        found = _lays[key] = Lay(adds, rank, cards, number)
    return found


# --- the position -----------------------------------------------------------------------------------------------


class Position:
    """One deal: seats, sides, stock (the next card last) and discard pile (the top last)."""

    def __init__(self, limits: Limits, deck: Sequence[Card]) -> None:
        self.limits = limits
        ranks = _MELD_RANKS if limits.runs else HELD_RANKS
        self.teams = [TeamState(i, limits.kinds, ranks) for i in range(len(limits.teams))]
        team_of = {seat: self.teams[i] for i, team in enumerate(limits.teams) for seat in team}
        hand, foot = limits.profile.table.hand, limits.profile.table.foot
        n, at = limits.players, limits.players * hand
        self.dealt = [tuple(sorted(deck[i * hand : (i + 1) * hand])) for i in range(n)]
        feet = [tuple(sorted(deck[at + i * foot : at + (i + 1) * foot])) for i in range(n)]
        self.seats = [Seat(i, team_of[i], feet[i]) for i in range(n)]
        for team in self.teams:
            team.ready = bool(rules.books_suffice(_O, limits.profile, team.books))
        if limits.each_opens:
            for seat in self.seats:
                seat.opener = seat
        self.first_side: int | None = None  # that laid down
        self.stock = list(deck[: at + n * foot - 1 : -1])
        self.pile: list[Card] = []
        self.turned: list[Card] = []
        exposes = limits.exposes
        for seat, cards in zip(self.seats, self.dealt, strict=True):
            for card in cards:
                if exposes and IS_RED_THREE[card]:
                    seat.reds.append(card)
                else:
                    seat.receive(card)

    def partners(self, seat: Seat) -> list[Seat]:
        """The others of a seat's side."""
        return [self.seats[i] for i in self.limits.teams[seat.team.index] if i != seat.player]

    def chain(self, seat: Seat, card: Card) -> tuple[int, ...]:
        """A red three is exposed and replaced, again and again while the replacement is one.

        :raises LeftOpen: the stock has no replacement.
        """
        stock, side = self.stock, seat.team.side
        out = [card]
        if not self.limits.replaces:
            side.reds += 1
            return card, NO_CARD
        while IS_RED_THREE[card]:
            side.reds += 1
            if not stock:
                raise LeftOpen
            card = stock.pop()
            out.append(card)
        seat.receive(card)
        return tuple(out)

    def expose_dealt(self, seat: Seat) -> tuple[tuple[int, ...], ...]:
        """The red threes of the dealt Hand are exposed."""
        reds, seat.reds = seat.reds, []
        return tuple([self.chain(seat, card) for card in reds])

    def draw(self, seat: Seat) -> Action:
        """A normal draw."""
        stock, held = self.stock, seat.held
        n = self.limits.draw
        drawn = stock[: -n - 1 : -1]
        del stock[-n:]
        for card in drawn if self.limits.exposes else ():
            if IS_RED_THREE[card]:
                items: list[Item] = [self.chain(seat, c) if IS_RED_THREE[c] else self._receive(seat, c) for c in drawn]
                return Draw(tuple(items))
        for card in drawn:
            held[RANK[card]].append(card)
        seat.size += len(drawn)
        return draw_of(tuple(drawn))

    def draw_one(self, seat: Seat) -> Action:
        """One card of the stock, the other half of a draw being the top of the pile."""
        card = self.stock.pop()
        if self.limits.exposes and IS_RED_THREE[card]:
            return Draw((self.chain(seat, card),))
        return draw_of((self._receive(seat, card),))

    def came_from_pile(self, seat: Seat, card: Card) -> Item:
        """A card of a take: a red three among them is exposed, and replaced if such ones are."""
        limits = self.limits
        if not (limits.exposes and IS_RED_THREE[card]):
            return self._receive(seat, card)
        if limits.replaces_taken and limits.replaces:
            return self.chain(seat, card)
        if limits.replaces_taken:
            raise LeftOpen  # replaced, and its replacement perhaps not
        seat.team.side.reds += 1
        return card, NO_CARD

    def reshuffle(self, chance: Callable[[], float]) -> Action:
        """The pile, but for its top, becomes the end of the stock."""
        *cards, top = self.pile
        keys = [chance() for _ in cards]
        order = [cards[i] for i in sorted(range(len(cards)), key=keys.__getitem__)]
        self.stock[:0] = order[::-1]
        self.pile[:] = [top]
        return Reshuffle(tuple(order))

    def take_top(self, seat: Seat) -> Action:
        """The top of the pile as a draw."""
        return _takes[self._receive(seat, self.pile.pop())]

    @staticmethod
    def _receive(seat: Seat, card: Card) -> Card:
        seat.receive(card)
        return card

    def can_enter(self, seat: Seat) -> bool:
        """Whether every red three of the Foot can be replaced (the player cannot know it; the dealer of random games does)."""
        if len(self.stock) >= self.limits.safe_stock or not (self.limits.exposes and self.limits.replaces):
            return True
        reds = sum([IS_RED_THREE[card] for card in seat.foot])
        return reds <= sum([not IS_RED_THREE[card] for card in self.stock])

    def take_foot(self, seat: Seat) -> Action:
        """The Foot becomes the packet in play, its red threes exposed."""
        seat.in_foot, seat.due = True, False
        exposes = self.limits.exposes
        items: list[Item] = []
        chains: list[Item] = []
        for card in seat.foot:
            if exposes and IS_RED_THREE[card]:
                chains.append(self.chain(seat, card))
            else:
                seat.receive(card)
                items.append(card)
        return TakeFoot((*items, *chains))

    def lay(self, seat: Seat, rank: int, cards: list[Card], new: bool = False) -> tuple[Lay, Meld]:
        """Cards that have left the packet are laid on the side's unfinished meld of a rank, or as a new one."""
        team = seat.team
        meld = team.unfinished[rank]
        cards.sort()
        if meld is None or new:
            lay = lay_of(False, rank, tuple(cards))
            if meld is not None:
                team.others(rank).append(meld)
            number = 1 + sum([m.rank == rank for m in team.side.melds]) if self.limits.numbered else 1
            meld = team.unfinished[rank] = Meld(rank, number)
            team.side.melds.append(meld)
        else:
            several = team.set_aside and team.set_aside.get(rank)
            lay = lay_of(True, rank, tuple(cards), meld.number if several else None)
        meld.lay(lay)
        if meld.size >= self.limits.cap:
            others = team.set_aside and team.set_aside.get(rank)
            team.unfinished[rank] = others.pop() if others else None
            self._count_book(team, meld, 1)
        return lay, meld

    def unlay(self, seat: Seat, lay: Lay, meld: Meld) -> None:
        """The last lay goes back into the packet; for a player who thinks again before anything is on the table."""
        team, rank = seat.team, lay.rank
        if meld.size - len(lay.cards) >= self.limits.cap:
            meld.unlay(lay)
            for card in lay.cards:
                seat.receive(card)
            return
        if meld.size >= self.limits.cap:
            self._count_book(team, meld, -1)
            if (other := team.unfinished[rank]) is not None:
                team.others(rank).append(other)
        meld.unlay(lay)
        team.unfinished[rank] = meld
        if not meld.size:
            others = team.set_aside.get(rank)
            team.unfinished[rank] = others.pop() if others else None
            team.side.melds.remove(meld)
        for card in lay.cards:
            seat.receive(card)

    def growing(self, team: TeamState, rank: int) -> Meld | None:
        """The last book of a rank that further naturals may join."""
        limits = self.limits
        for meld in reversed(team.side.melds):
            if meld.rank == rank and meld.size >= limits.cap and book_kind(limits.profile, meld) in limits.growing:
                return meld
        return None

    def grow(self, meld: Meld, cards: list[Card]) -> Lay:
        """Cards that have left the packet join a book."""
        lay = lay_of(True, meld.rank, tuple(sorted(cards)), meld.number)
        meld.lay(lay)
        return lay

    def _count_book(self, team: TeamState, meld: Meld, more: int) -> None:
        """A side has a book more, or a book less."""
        profile = self.limits.profile
        kind = book_kind(profile, meld)
        if kind is None:  # a table without a kind of book for it
            return
        team.books[profile.books_by_kind[kind].counts_as] += more
        team.ready = bool(rules.books_suffice(_O, profile, team.books))

    def partner_ready(self, seat: Seat) -> bool:
        """Whether the partner has come as far as going out needs."""
        profile = self.limits.profile
        return all(rules.partner_ready(_O, profile, other.in_foot, other.acted) for other in self.partners(seat))

    def scores(self, out_team: TeamState | None) -> list[TeamScore]:
        """Each side's score of the deal as it lies."""
        limits = self.limits
        table = Table(limits.profile, limits.players, limits.teams)
        for seat in self.seats:
            table.opened_foot[seat.player] = seat.in_foot
            packets = table.feet if seat.in_foot else table.hands
            packets[seat.player] = _packet(seat.cards())
            if not seat.in_foot:
                table.feet[seat.player] = _packet(seat.foot)
        for team in self.teams:
            team.side.opened = bool(team.side.melds)
        table.first_side = self.first_side
        table.sides = [team.side for team in self.teams]
        found = [team_score(limits.profile, table, team.index, {}, team is out_team) for team in self.teams]
        return [score for score in found if score is not None]


def _packet(cards: Sequence[Card]) -> Packet:
    packet = Packet()
    for card in cards:
        packet.hold(card)
    return packet
