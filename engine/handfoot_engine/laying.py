"""What a random player lays: a person's rough habits, thrown with dice.

Wild cards are gathered until the all-wild book is made, then they finish dirty books; a pair may wait for the pile. Every lay
of a turn can be undone until the turn ends, so that a player who may not go out keeps a card.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from handfoot_grammar.log import RUN_RANK, Action, Lay
from handfoot_spec.cards import TWO_RANK, WILD_RANK, Card

from .legal import Position, Seat
from .limits import HELD_RANKS, NATURAL_RANKS, Limits
from .opening import opening
from .runs import going_on, run_cards, runs_held
from .table import Meld

Chance = Callable[[], float]
"""The next random number in [0, 1)."""


@dataclass(frozen=True)
class Temper:
    """How often (0 to 1) a player does what could be done otherwise."""

    takes: float = 0.85
    late: float = 0.15  # takes by a player who hurries
    waits: float = 0.55
    hoards: float = 0.3
    blocks: float = 0.5
    strays: float = 0.012  # a wild card discarded for no good reason
    dirties: float = 0.35  # a natural pair begun with a wild card
    grows: float = 0.5  # naturals laid on a book
    asks: float = 0.5  # permission that need not be asked
    straight: float = 0.5  # runs and series of twos before anything else
    refuses: float = 0.15
    hopes: float = 0.92  # refuses while the stock is good for more books
    numbers: bool = True  # whether takes are written with their number of cards
    lists: bool = True  # whether the rest of a take is listed


class Deed:
    """A turn in the making."""

    __slots__ = ("actions", "adds", "begun", "laid", "must_open")

    def __init__(self) -> None:
        self.actions: list[Action] = []
        self.laid: list[tuple[Lay, Meld]] = []  # what can still be undone: the last actions of the turn
        self.begun = 0  # actions before those
        self.must_open = False  # whether those lays have to open
        self.adds: bool | None = None  # where a turn has either additions or new melds: which


class Layer:
    """Lays what a player wants on the table."""

    def __init__(self, position: Position, chance: Chance, temper: Temper) -> None:
        self.position, self.chance, self.temper = position, chance, temper
        self.limits: Limits = position.limits

    @staticmethod
    def _begin(seat: Seat, deed: Deed) -> None:
        """From here on lays can be undone."""
        deed.must_open = not seat.opener.opened
        deed.begun = len(deed.actions)
        deed.laid.clear()

    # --- laying ------------------------------------------------------------------------------------------------

    def _lay(self, seat: Seat, deed: Deed, rank: int, naturals: int, wilds: int, new: bool = False) -> None:
        """Lays so many cards of a rank and wild cards; of a run, ``naturals`` is its lowest rank and ``wilds`` its size."""
        if self.limits.either:
            begins = seat.team.unfinished[rank] is None or (new and self.limits.several)
            if not self._as_before(deed, not begins):
                return
        if rank >= RUN_RANK:
            cards = seat.give_cards(run_cards(rank - RUN_RANK, naturals, wilds))
        else:
            cards = seat.give(rank, naturals) if rank != WILD_RANK else []
            if wilds:
                cards += seat.give_wilds(wilds)
        lay, meld = self.position.lay(seat, rank, cards, new)
        deed.actions.append(lay)
        deed.laid.append((lay, meld))

    def _put(self, seat: Seat, deed: Deed, rank: int, cards: list[Card], new: bool = False) -> None:
        """Cards that have left the packet are laid."""
        lay, meld = self.position.lay(seat, rank, cards, new)
        deed.actions.append(lay)
        deed.laid.append((lay, meld))

    @staticmethod
    def _as_before(deed: Deed, adds: bool) -> bool:
        """Whether a lay is of the kind that this turn has, an addition or a new meld; the first decides."""
        if deed.adds is None:
            deed.adds = adds
        return adds == deed.adds

    def _lay_all(self, seat: Seat, deed: Deed) -> None:
        """Everything that the player wants on the table."""
        team, limits = seat.team, self.limits
        if not seat.opener.opened:
            parts = opening(limits, seat, team.minimum)
            if parts is None:
                return
            for part in parts:
                self._lay(seat, deed, *part, new=True)
            seat.opener.opened = True
            if limits.least_per_meld:
                return  # what is laid with them would have to be worth as much
        if limits.straights and self.chance() < self.temper.straight:
            self._lay_straights(seat, deed)
        self._lay_naturals(seat, deed)
        if limits.straights:
            self._lay_straights(seat, deed)
        if seat.held[TWO_RANK] or seat.held[WILD_RANK]:
            self._lay_wilds(seat, deed)

    def _lay_straights(self, seat: Seat, deed: Deed) -> None:
        """Runs and series of twos, where the rules know them."""
        limits, unfinished = self.limits, seat.team.unfinished
        for rank in range(RUN_RANK, RUN_RANK + 4) if limits.runs else ():
            meld = unfinished[rank]
            if meld is not None:
                cards = going_on(meld, seat.held, limits.cap)
                if cards and (not limits.either or self._as_before(deed, True)):
                    self._put(seat, deed, rank, seat.give_cards(cards))
            elif self._hurries(seat) or self.chance() < self.temper.straight:
                for first, count in runs_held(seat.held, rank - RUN_RANK, limits.least, limits.cap):
                    self._lay(seat, deed, rank, first, count, new=True)
        twos = len(seat.held[TWO_RANK])
        if not limits.twos or not twos:
            return
        meld = unfinished[TWO_RANK]
        if meld is not None or (twos >= limits.least and self.chance() < self.temper.straight):
            self._lay(seat, deed, TWO_RANK, 0, min(twos, limits.cap - (meld.size if meld is not None else 0)))

    def _lay_naturals(self, seat: Seat, deed: Deed) -> None:
        least, cap = self.limits.least, self.limits.cap
        held, unfinished = seat.held, seat.team.unfinished
        several, grows = self.limits.several, bool(self.limits.growing)
        for rank in NATURAL_RANKS:
            cards = held[rank]
            if not cards:
                continue
            n = len(cards)
            meld = unfinished[rank]
            if meld is not None:
                if several and n >= least and meld.wilds and self.chance() < self.temper.dirties:
                    self._lay(seat, deed, rank, min(n, cap), 0, new=True)
                    continue
                room = cap - meld.size
                if n > 1 and self._waits(seat, meld, n, room):
                    continue
                count = n if n < room else room
                self._lay(seat, deed, rank, count, 0)
                n -= count
            if n >= least:
                self._lay(seat, deed, rank, n if n < cap else cap, 0, new=True)
            elif grows and n:
                self._grow(seat, deed, rank, n)

    def _hurries(self, seat: Seat) -> bool:
        """Whether a player wants to be rid of the packet rather than to gather: few cards, or little time."""
        if seat.in_foot:
            return seat.team.ready
        return seat.size < 4 or len(self.position.stock) < self.limits.soon

    def _grow(self, seat: Seat, deed: Deed, rank: int, count: int) -> None:
        """Naturals join a book of their rank, where books grow."""
        book = self.position.growing(seat.team, rank)
        if book is None or (not self._hurries(seat) and self.chance() >= self.temper.grows):
            return
        if not self.limits.either or self._as_before(deed, True):
            self._grow_by(seat, deed, book, seat.give(rank, count))

    def _grow_by(self, seat: Seat, deed: Deed, book: Meld, cards: list[Card]) -> None:
        lay = self.position.grow(book, cards)
        deed.actions.append(lay)
        deed.laid.append((lay, book))

    def _waits(self, seat: Seat, meld: Meld, n: int, room: int) -> bool:
        """Whether cards wait for the pile: with its top they would finish this meld and begin the next, now or later."""
        spare = n - self.limits.pair  # below nothing too where the pile is never taken
        if spare < 0 or self._hurries(seat):
            return False
        ready = room <= spare + seat.wilds() and self._completion(seat, meld, spare) is not None
        return self.chance() < (self.temper.waits if ready else self.temper.hoards)

    def _completion(self, seat: Seat, meld: Meld, spare: int) -> tuple[int, int] | None:
        """Naturals (of so many to spare) and wild cards that make a book of a meld; None where they cannot."""
        room = self.limits.cap - meld.size
        naturals = min(spare, room)
        wilds = room - naturals
        if wilds > seat.wilds() or meld.wilds + wilds > self.limits.most_wilds[meld.naturals + naturals]:
            return None
        return naturals, wilds

    def _lay_wilds(self, seat: Seat, deed: Deed) -> None:
        """Wild cards: to the all-wild book first, then where they make the dirty books that are wanted."""
        limits, team = self.limits, seat.team
        meld = team.unfinished[WILD_RANK]
        held = seat.wilds()
        wanted = team.count(limits.wild_kinds) < limits.need_wild
        if meld is not None and (wanted or held >= limits.cap - meld.size):
            held = min(held, limits.cap - meld.size)
            self._lay(seat, deed, WILD_RANK, 0, held)
        elif not limits.wild_melds:
            pass
        elif meld is None and held >= limits.least and (wanted or held > limits.least or seat.in_foot):
            self._lay(seat, deed, WILD_RANK, 0, min(held, limits.cap))
        if seat.wilds() and (not wanted or seat.size < 4 or self.chance() < 0.15):
            self._lay_dirty(seat, deed)

    def _lay_dirty(self, seat: Seat, deed: Deed) -> None:
        """Wild cards finish the dirty books that are needed; then they begin new melds, or go anywhere to empty the packet."""
        limits, team = self.limits, seat.team
        most = limits.most_wilds
        missing = limits.need_dirty - team.count(limits.dirty_kinds)
        clean = team.count(limits.clean_kinds) >= limits.need_clean
        if missing > 0:
            mixable = [m for m in team.unfinished[:HELD_RANKS] if m is not None and m.naturals]
            begun = sum([m.wilds > 0 for m in mixable])
            fitting = [m for m in mixable if m.wilds < most[m.naturals]]
            for meld in sorted(fitting, key=lambda m: (-m.size, m.rank)):
                if seat.wilds() and (meld.wilds or begun < missing or clean):
                    begun += not meld.wilds
                    self._lay(seat, deed, meld.rank, 0, min(seat.wilds(), most[meld.naturals] - meld.wilds))
        if seat.wilds() and (clean or seat.in_foot) and (self._hurries(seat) or self.chance() < self.temper.dirties):
            self._begin_dirty(seat, deed)
        wilds = seat.wilds()
        if wilds and clean and seat.size - wilds <= 1:
            for meld in [m for m in team.unfinished[:HELD_RANKS] if m is not None and m.naturals]:
                count = min(seat.wilds(), most[meld.naturals] - meld.wilds)
                if count > 0:
                    self._lay(seat, deed, meld.rank, 0, count)

    def _begin_dirty(self, seat: Seat, deed: Deed) -> None:
        """New melds of a natural pair and wild cards."""
        limits, unfinished = self.limits, seat.team.unfinished
        for rank in NATURAL_RANKS:
            n = len(seat.held[rank])
            if unfinished[rank] is None and 0 < n < limits.least:
                wilds = limits.least - n
                if wilds <= min(seat.wilds(), limits.most_wilds[n]):
                    self._lay(seat, deed, rank, n, wilds)

    def _undo(self, seat: Seat, deed: Deed) -> None:
        lay, meld = deed.laid.pop()
        deed.actions.pop()
        self.position.unlay(seat, lay, meld)

    def _laid_points(self, deed: Deed) -> int:
        points = self.limits.points
        return sum([points[card] for lay, _ in deed.laid for card in lay.cards])

    def _least_before_discard(self, seat: Seat) -> int:
        """Cards that a player who does not go out has before the discard. A Hand may be emptied while the stock is sure to
        let the Foot be played next turn (with less, what happens is left open by the rules); melding it out is another thing."""
        if not seat.in_foot:
            if self.limits.foot_now:
                return 1 if self.position.can_enter(seat) else 2
            return 1 if len(self.position.stock) >= self.limits.safe_stock else 2
        return self.limits.kept + 1
