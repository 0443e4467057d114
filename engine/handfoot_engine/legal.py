"""A deal in play, and what may be done in it: the state that random play changes, with every deed legal by construction.

What a profile allows is asked of its definitions once and kept as small tables in :class:`Limits`; nothing here knows a
number of its own. A deed changes the position and gives the action that records it. Equal actions are one object, as in a
log that was read.
"""

from __future__ import annotations

from collections.abc import Sequence

from handfoot_grammar.log import Action, Draw, Item, Lay, TakeFoot
from handfoot_spec import definitions as rules
from handfoot_spec.cards import IS_RED_THREE, JOKER, RANK, THREE_RANK, TWO_RANK, WILD_RANK, Card
from handfoot_spec.profile import Profile
from handfoot_spec.tables import tables

from .score import TeamScore, book_kind, team_score
from .table import Meld, Packet, Side, Table

HELD_RANKS = WILD_RANK + 1
NATURAL_RANKS = tuple(range(THREE_RANK + 1, WILD_RANK))
_O = rules.INTEGERS

KNOWN: tuple[tuple[str, str, object], ...] = (
    ("table", "sides", "partners"), ("table", "packets", 2), ("starter", "turned", True),
    ("deals", "first", "left-of-dealer"), ("turn", "draw_by_deal", ()), ("turn", "discard", "required"),
    ("turn", "meld_mode", "free"), ("melds", "one_unfinished", True), ("melds", "extend_books", "never"),
    ("melds", "wild_melds", True), ("opening", "by", "deal"), ("opening", "side", "team"), ("opening", "least_per_meld", None),
    ("take", "need", "natural-pair"), ("take", "wild_top", "same-kind-pair"), ("take", "target", "new-meld"),
    ("take", "unfinished", "complete-then-new"), ("take", "before_opening", True), ("take", "freeze_at", None),
    ("take", "wild_freezes", False), ("threes", "red_exposed", True), ("threes", "red_replaced", True),
    ("threes", "red_discard", False), ("foot", "after_meld", "same-turn"), ("foot", "after_discard", "next-turn"),
    ("out", "final_discard", "optional"), ("stock", "short", "ends-deal"),
)  # fmt: skip
"""What random play knows how to keep: section, field, and the value that it must have."""


class UnsupportedProfile(ValueError):
    """Random play does not know how to keep the rules of this profile; the message names the fields."""


class Limits:
    """What a profile allows, by small counts.

    :raises UnsupportedProfile: the profile has a rule that random play cannot keep.
    """

    def __init__(self, profile: Profile, teams: tuple[tuple[int, ...], ...]) -> None:
        strange = [
            f"{section}.{name} = {getattr(getattr(profile, section), name)!r}"
            for section, name, value in KNOWN
            if getattr(getattr(profile, section), name) != value
        ]
        if strange:
            raise UnsupportedProfile(f"random play cannot keep the rules {profile.name!r}: {', '.join(strange)}")
        t = tables(profile)
        self.profile, self.teams = profile, teams
        self.players = profile.players
        self.points = profile.card_points
        self.deck: tuple[Card, ...] = tuple(card for card in range(JOKER + 1) for _ in range(t.copies[card]))
        self.least, self.cap, self.draw = profile.melds.least, profile.melds.cap, profile.turn.draw
        self.may_start, self.top_free, self.discardable = t.may_start, t.top_free, t.discardable
        self.take_size: tuple[int, ...] = tuple(rules.take_size(_O, profile, n) for n in range(profile.deck_size + 1))
        counts = range(self.cap + 1)
        self.pair = next(n for n in counts if rules.pair_shown(_O, profile, n, 0, False))
        self.wild_pair = next(n for n in counts if rules.pair_shown(_O, profile, 0, n, True))
        self.most_wilds = tuple(max(w for w in range(self.cap - n + 1) if t.wild_ratio[n][w]) for n in counts)
        self.kept = next(n for n in counts if rules.card_kept(_O, profile, n))  # by a player who does not go out
        self._needs(profile)
        reds = sum(IS_RED_THREE[card] for card in self.deck)
        # A round of draws, every red three replaced, and then a draw: with fewer cards nobody plans to take a Foot next turn.
        self.safe_stock = self.players * self.draw + reds
        self.soon = len(self.deck) // 6  # a stock that leaves little time

    def _needs(self, profile: Profile) -> None:
        """The books that going out needs, sorted by how they are made."""
        wild = {book.counts_as for book in profile.books if book.all_wild}
        clean = {book.counts_as for book in profile.books if book.wilds is not None and book.wilds[1] == 0} - wild
        needed = profile.out.books
        self.kinds = tuple(dict.fromkeys(book.counts_as for book in profile.books))
        self.wild_kinds = tuple(kind for kind in self.kinds if kind in wild)
        self.clean_kinds = tuple(kind for kind in self.kinds if kind in clean)
        self.dirty_kinds = tuple(kind for kind in self.kinds if kind not in wild | clean)
        self.need_wild = sum(needed.get(kind, 0) for kind in self.wild_kinds)
        self.need_clean = sum(needed.get(kind, 0) for kind in self.clean_kinds)
        self.need_dirty = sum(needed.get(kind, 0) for kind in self.dirty_kinds)

    def opens(self, points: int, minimum: int) -> bool:
        """Whether cards worth so many points, laid together, open."""
        return bool(rules.opening_met(_O, self.profile, points, minimum))

    def may_draw(self, stock: int) -> bool:
        """Whether a stock of so many cards lets a player draw."""
        return bool(rules.stock_suffices(_O, self.profile, stock))


class Seat:
    """A player: the packet in play by rank, the Foot as dealt, and how far the player has come."""

    __slots__ = ("acted", "due", "foot", "held", "in_foot", "player", "reds", "size", "team")

    def __init__(self, player: int, team: TeamState, foot: tuple[Card, ...]) -> None:
        self.player, self.team, self.foot = player, team, foot
        self.held: list[list[Card]] = [[] for _ in range(HELD_RANKS)]
        self.size = 0
        self.reds: list[Card] = []  # red threes of the dealt Hand that are still to be exposed
        self.in_foot = self.acted = self.due = False

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

    def wilds(self) -> int:
        """Wild cards held."""
        return len(self.held[TWO_RANK]) + len(self.held[WILD_RANK])

    def give_wilds(self, count: int) -> list[Card]:
        """Wild cards leave the packet, twos before jokers."""
        twos = min(count, len(self.held[TWO_RANK]))
        return self.give(TWO_RANK, twos) + self.give(WILD_RANK, count - twos)

    def cards(self) -> list[Card]:
        """The packet in play, sorted."""
        return sorted(card for cards in self.held for card in cards)


class TeamState:
    """A side: its part of the table, the unfinished meld of each rank, its books by what they count as."""

    __slots__ = ("books", "index", "opened", "side", "unfinished")

    def __init__(self, index: int, kinds: tuple[str, ...]) -> None:
        self.index = index
        self.side = Side()
        self.unfinished: list[Meld | None] = [None] * HELD_RANKS
        self.books: dict[str, int] = dict.fromkeys(kinds, 0)
        self.opened = False

    def count(self, kinds: tuple[str, ...]) -> int:
        """The side's books that count as one of ``kinds``."""
        books = self.books
        return sum([books[kind] for kind in kinds])


# --- actions, each made once ------------------------------------------------------------------------------------

_MOST_KEPT = 60_000
_draws: dict[tuple[Card, ...], Draw] = {}
_lays: dict[tuple[bool, int, tuple[Card, ...]], Lay] = {}


def draw_of(cards: tuple[Card, ...]) -> Draw:
    """The draw of these cards."""
    found = _draws.get(cards)
    if found is None:
        if len(_draws) >= _MOST_KEPT:
            _draws.clear()
        found = _draws[cards] = Draw(cards)
    return found


def lay_of(adds: bool, rank: int, cards: tuple[Card, ...]) -> Lay:
    """The lay of these cards."""
    key = adds, rank, cards
    found = _lays.get(key)
    if found is None:
        if len(_lays) >= _MOST_KEPT:
            _lays.clear()
        found = _lays[key] = Lay(adds, rank, cards)
    return found


# --- the position -----------------------------------------------------------------------------------------------


class Position:
    """One deal: seats, sides, stock (the next card last) and discard pile (the top last)."""

    def __init__(self, limits: Limits, deck: Sequence[Card]) -> None:
        self.limits = limits
        self.teams = [TeamState(i, limits.kinds) for i in range(len(limits.teams))]
        team_of = {seat: self.teams[i] for i, team in enumerate(limits.teams) for seat in team}
        hand, foot = limits.profile.table.hand, limits.profile.table.foot
        n, at = limits.players, limits.players * hand
        self.dealt = [tuple(sorted(deck[i * hand : (i + 1) * hand])) for i in range(n)]
        feet = [tuple(sorted(deck[at + i * foot : at + (i + 1) * foot])) for i in range(n)]
        self.seats = [Seat(i, team_of[i], feet[i]) for i in range(n)]
        self.stock = list(deck[: at + n * foot - 1 : -1])
        self.pile: list[Card] = []
        self.turned: list[Card] = []
        for seat, cards in zip(self.seats, self.dealt, strict=True):
            for card in cards:
                if IS_RED_THREE[card]:
                    seat.reds.append(card)
                else:
                    seat.receive(card)

    def partners(self, seat: Seat) -> list[Seat]:
        """The others of a seat's side."""
        return [self.seats[i] for i in self.limits.teams[seat.team.index] if i != seat.player]

    def chain(self, seat: Seat, card: Card) -> tuple[int, ...]:
        """A red three is exposed and replaced, again and again while the replacement is one."""
        stock, side = self.stock, seat.team.side
        out = [card]
        while IS_RED_THREE[card]:
            side.reds += 1
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
        drawn = [stock.pop() for _ in range(self.limits.draw)]
        for card in drawn:
            if IS_RED_THREE[card]:
                items: list[Item] = [self.chain(seat, c) if IS_RED_THREE[c] else self._receive(seat, c) for c in drawn]
                return Draw(tuple(items))
        for card in drawn:
            held[RANK[card]].append(card)
        seat.size += len(drawn)
        return draw_of(tuple(drawn))

    @staticmethod
    def _receive(seat: Seat, card: Card) -> Card:
        seat.receive(card)
        return card

    def can_enter(self, seat: Seat) -> bool:
        """Whether every red three of the Foot can be replaced (the player cannot know it; the dealer of random games does)."""
        if len(self.stock) >= self.limits.safe_stock:
            return True
        reds = sum([IS_RED_THREE[card] for card in seat.foot])
        return reds <= sum([not IS_RED_THREE[card] for card in self.stock])

    def take_foot(self, seat: Seat) -> Action:
        """The Foot becomes the packet in play, its red threes exposed."""
        seat.in_foot, seat.due = True, False
        items: list[Item] = []
        chains: list[Item] = []
        for card in seat.foot:
            if IS_RED_THREE[card]:
                chains.append(self.chain(seat, card))
            else:
                seat.receive(card)
                items.append(card)
        return TakeFoot((*items, *chains))

    def lay(self, seat: Seat, rank: int, cards: list[Card]) -> tuple[Lay, Meld]:
        """Cards that have left the packet are laid on the side's unfinished meld of a rank, or as a new one."""
        team = seat.team
        meld = team.unfinished[rank]
        cards.sort()
        lay = lay_of(meld is not None, rank, tuple(cards))
        if meld is None:
            meld = team.unfinished[rank] = Meld(rank, 1)
            team.side.melds.append(meld)
        meld.lay(lay)
        if meld.size >= self.limits.cap:
            team.unfinished[rank] = None
            team.books[self._counts_as(meld)] += 1
        return lay, meld

    def unlay(self, seat: Seat, lay: Lay, meld: Meld) -> None:
        """The last lay goes back into the packet; for a player who thinks again before anything is on the table."""
        team = seat.team
        if meld.size >= self.limits.cap:
            team.books[self._counts_as(meld)] -= 1
        meld.unlay(lay)
        team.unfinished[lay.rank] = meld if meld.size else None
        if not meld.size:
            team.side.melds.remove(meld)
        for card in lay.cards:
            seat.receive(card)

    def _counts_as(self, meld: Meld) -> str:
        kind = book_kind(self.limits.profile, meld)
        assert kind is not None
        return self.limits.profile.books_by_kind[kind].counts_as

    def books_suffice(self, team: TeamState) -> bool:
        """Whether a side has the books that going out needs."""
        return bool(rules.books_suffice(_O, self.limits.profile, team.books))

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
        table.sides = [team.side for team in self.teams]
        found = [team_score(limits.profile, table, team.index, {}, team is out_team) for team in self.teams]
        return [score for score in found if score is not None]


def _packet(cards: Sequence[Card]) -> Packet:
    packet = Packet()
    for card in cards:
        packet.hold(card)
    return packet
