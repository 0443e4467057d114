"""A random player who is no fool: what to take, to lay, to keep and to discard.

The choices are a person's rough habits, thrown with dice: wild cards are gathered until the all-wild book is made, then they
finish dirty books; a pair may wait for the pile; a black three is kept to block it. Every lay of a turn can be undone until
the turn ends, so that a player who may not go out keeps a card.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from handfoot_grammar.log import Action, Ask, Discard, Lay, Pickup, RedThrees
from handfoot_spec.cards import IS_WILD, JOKER, RANK, THREE_RANK, TWO_RANK, WILD_RANK, Card

from .legal import NATURAL_RANKS, Limits, Position, Seat
from .opening import Part, opening, opening_with_take, wilds_with_pair
from .table import Meld

Chance = Callable[[], float]
"""The next random number in [0, 1)."""

_DISCARDS = tuple(Discard(card) for card in range(JOKER + 1))
_GRANTED, _REFUSED = Ask(True), Ask(False)


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
    refuses: float = 0.15
    hopes: float = 0.92  # refuses while the stock is good for more books
    numbers: bool = True  # whether takes are written with their number of cards
    lists: bool = True  # whether the rest of a take is listed


class Deed:
    """A turn in the making."""

    __slots__ = ("actions", "begun", "laid", "must_open")

    def __init__(self) -> None:
        self.actions: list[Action] = []
        self.laid: list[tuple[Lay, Meld]] = []  # what can still be undone: the last actions of the turn
        self.begun = 0  # actions before those
        self.must_open = False  # whether those lays have to open


class Player:
    """Plays the turns of a deal, for whoever is to move."""

    def __init__(self, position: Position, chance: Chance, temper: Temper, minimum: int) -> None:
        self.position, self.chance, self.temper = position, chance, temper
        self.limits: Limits = position.limits
        self.minimum = minimum  # points of an opening

    def turn(self, seat: Seat) -> tuple[list[Action], bool] | None:
        """A whole turn: its actions, and whether the player has gone out. None: the deal ends at the wish to draw."""
        position = self.position
        deed = Deed()
        if seat.reds:
            deed.actions.append(RedThrees(position.expose_dealt(seat)))
        if seat.due:
            deed.actions.append(position.take_foot(seat))
        take = self._take(seat)
        if take is not None:
            deed.actions.append(take)
        elif self.limits.may_draw(len(position.stock)):
            deed.actions.append(position.draw(seat))
        else:
            return None
        self._begin(seat, deed)
        self._lay_all(seat, deed)
        if seat.size == 0 and not seat.in_foot and position.can_enter(seat):
            deed.actions.append(position.take_foot(seat))
            self._begin(seat, deed)
            self._lay_all(seat, deed)
        if seat.size <= 1 and self._goes_out(seat, deed):
            return deed.actions, True
        self._keep(seat, deed)
        self._discard(seat, deed)
        if seat.in_foot:
            seat.acted = True
        elif seat.size == 0:
            seat.due = True
        return deed.actions, False

    @staticmethod
    def _begin(seat: Seat, deed: Deed) -> None:
        """From here on lays can be undone."""
        deed.must_open = not seat.team.opened
        deed.begun = len(deed.actions)
        deed.laid.clear()

    # --- laying ------------------------------------------------------------------------------------------------

    def _lay(self, seat: Seat, deed: Deed, rank: int, naturals: int, wilds: int) -> None:
        cards = seat.give(rank, naturals) if rank != WILD_RANK else []
        if wilds:
            cards += seat.give_wilds(wilds)
        lay, meld = self.position.lay(seat, rank, cards)
        deed.actions.append(lay)
        deed.laid.append((lay, meld))

    def _lay_all(self, seat: Seat, deed: Deed) -> None:
        """Everything that the player wants on the table."""
        team = seat.team
        if not team.opened:
            parts = opening(self.limits, seat, self.minimum)
            if parts is None:
                return
            for part in parts:
                self._lay(seat, deed, *part)
            team.opened = True
        self._lay_naturals(seat, deed)
        if seat.held[TWO_RANK] or seat.held[WILD_RANK]:
            self._lay_wilds(seat, deed)

    def _lay_naturals(self, seat: Seat, deed: Deed) -> None:
        least, cap = self.limits.least, self.limits.cap
        held, unfinished = seat.held, seat.team.unfinished
        for rank in NATURAL_RANKS:
            n = len(held[rank])
            if not n:
                continue
            meld = unfinished[rank]
            if meld is not None:
                room = cap - meld.size
                if n > 1 and self._waits(seat, meld, n, room):
                    continue
                count = n if n < room else room
                self._lay(seat, deed, rank, count, 0)
                n -= count
            if n >= least:
                self._lay(seat, deed, rank, n if n < cap else cap, 0)

    def _waits(self, seat: Seat, meld: Meld, n: int, room: int) -> bool:
        """Whether cards wait for the pile: with its top they would finish this meld and begin the next, now or later."""
        spare = n - self.limits.pair
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
            begun = sum([m is not None and m.wilds > 0 and m.naturals > 0 for m in team.unfinished])
            fitting = [m for m in team.unfinished if m is not None and m.naturals and m.wilds < most[m.naturals]]
            for meld in sorted(fitting, key=lambda m: (-m.size, m.rank)):
                if seat.wilds() and (meld.wilds or begun < missing or clean):
                    begun += not meld.wilds
                    self._lay(seat, deed, meld.rank, 0, min(seat.wilds(), most[meld.naturals] - meld.wilds))
        if seat.wilds() and (clean or seat.in_foot) and (self._hurries(seat) or self.chance() < self.temper.dirties):
            self._begin_dirty(seat, deed)
        wilds = seat.wilds()
        if wilds and clean and seat.size - wilds <= 1:
            for meld in [m for m in team.unfinished if m is not None and m.naturals]:
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

    # --- taking the pile ---------------------------------------------------------------------------------------

    def _take(self, seat: Seat) -> Pickup | None:
        """The take of the pile, done; None where it cannot or shall not be had."""
        pile, limits = self.position.pile, self.limits
        if not pile:
            return None
        top = pile[-1]
        rank = RANK[top]
        needed = limits.wild_pair if IS_WILD[top] else limits.pair
        if len(seat.held[rank]) < needed or not limits.top_free[top]:
            return None
        if self.chance() >= self._eagerness(seat, len(pile)):
            return None
        parts = self._take_of_wild(seat, rank) if IS_WILD[top] else self._take_of_natural(seat, rank)
        if parts is None:
            return None
        if not seat.team.opened:
            more = opening_with_take(self.limits, seat, self.minimum, top, parts[-1])
            if more is None:
                return None
            parts = parts[:-1] + more
        rest = limits.take_size[len(pile)] - 1
        left = seat.size - sum([part[1] + part[2] for part in parts])
        least = self._least_before_discard(seat)
        if left + rest < least and (seat.in_foot or least > 1):
            return None
        return self._take_up(seat, top, parts, rest)

    def _eagerness(self, seat: Seat, pile: int) -> float:
        """How much a player wants the pile: not to add seven cards when about to go out, always when nothing can be drawn."""
        if not self.limits.may_draw(len(self.position.stock)):
            return 0.8
        if not seat.team.opened:
            return self.temper.takes
        if self._hurries(seat):
            return self.temper.late
        return self.temper.takes if pile > 2 else self.temper.takes / 2

    def _hurries(self, seat: Seat) -> bool:
        """Whether a player wants to be rid of the packet rather than to gather: few cards, or little time."""
        if seat.in_foot:
            return self.position.books_suffice(seat.team)
        return seat.size < 4 or len(self.position.stock) < self.limits.soon

    def _take_of_natural(self, seat: Seat, rank: int) -> list[Part] | None:
        """What is laid from the hand: the old meld's completion (if there is one), then the pair and more of its rank."""
        limits = self.limits
        n = len(seat.held[rank])
        meld = seat.team.unfinished[rank]
        if meld is None:
            return [(rank, min(n, limits.cap - 1), 0)]
        completion = self._completion(seat, meld, n - limits.pair)
        if completion is None:
            return None
        return [(rank, *completion), (rank, min(n - completion[0], limits.cap - 1), 0)]

    def _take_of_wild(self, seat: Seat, rank: int) -> list[Part] | None:
        """A two or joker: an all-wild meld with two of its kind; an unfinished one is completed with the others."""
        limits = self.limits
        meld = seat.team.unfinished[WILD_RANK]
        pair, all_wild = limits.wild_pair, seat.wilds()
        if meld is None:
            return [(WILD_RANK, 0, min(all_wild, limits.cap - 1))]
        room = limits.cap - meld.size
        if all_wild - pair < room:
            return None
        return [(WILD_RANK, 0, room), (WILD_RANK, 0, min(all_wild - room, limits.cap - 1))]

    def _take_up(self, seat: Seat, top: Card, parts: list[Part], rest: int) -> Pickup:
        """The qualifying melds are laid, then the rest is taken."""
        position, pile, team = self.position, self.position.pile, seat.team
        pile.pop()
        lays: list[Lay] = []
        opens = next(i for i, part in enumerate(parts) if team.unfinished[part[0]] is None or i == 1)
        for i, (rank, naturals, wilds) in enumerate(parts):
            new = i == opens
            if rank == WILD_RANK:
                cards = self._give_wilds(seat, RANK[top], wilds, new, i == 0 and opens == 1)
            else:
                cards = seat.give(rank, naturals) + seat.give_wilds(wilds)
            if new:
                cards.append(top)
            lays.append(position.lay(seat, rank, cards)[0])
        team.opened = True
        taken: list[Card] = []
        if rest:
            taken = pile[: -rest - 1 : -1]
            del pile[-rest:]
            for card in taken:
                seat.receive(card)
        temper = self.temper
        return Pickup(rest + 1 if temper.numbers else None, tuple(lays), tuple(taken) if temper.lists else None)

    def _give_wilds(self, seat: Seat, kind: int, count: int, with_top: bool, completes: bool) -> list[Card]:
        """Wild cards for a take: the pair of the top's kind goes with it, whatever else is laid."""
        if with_top:
            cards = wilds_with_pair(seat, kind, count, self.limits.wild_pair)
        elif completes:
            pair = seat.held[kind][: self.limits.wild_pair]
            del seat.held[kind][: self.limits.wild_pair]
            cards = (seat.held[TWO_RANK] + seat.held[WILD_RANK])[:count]
            seat.held[kind][:0] = pair
        else:
            return seat.give_wilds(count)
        for card in cards:
            seat.held[RANK[card]].remove(card)
        seat.size -= len(cards)
        return cards

    # --- ends of turns -----------------------------------------------------------------------------------------

    def _goes_out(self, seat: Seat, deed: Deed) -> bool:
        """Asks, where the player can go out, and does it with consent; a last card is the last discard."""
        position = self.position
        if (
            not seat.in_foot
            or not deed.laid
            or not position.books_suffice(seat.team)
            or not position.partner_ready(seat)
        ):
            return False
        if seat.size and not self.limits.discardable[seat.cards()[0]]:
            return False
        cost = sum([self.limits.points[card] for other in position.partners(seat) for card in other.cards()])
        young = len(self.position.stock) * 6 > self.limits.profile.deck_size
        refused = self.temper.hopes if young else self.temper.refuses * (1 + (cost > 100) + (cost > 200))
        granted = self.chance() >= refused
        # Asked before anything of this packet is laid: undoing leaves the question where it is.
        deed.actions.insert(deed.begun, _GRANTED if granted else _REFUSED)
        deed.begun += 1
        if granted and seat.size:
            self._discard(seat, deed)
        return granted

    def _least_before_discard(self, seat: Seat) -> int:
        """Cards that a player who does not go out has before the discard. A Hand may be emptied while the stock is sure to
        let the Foot be played next turn (with less, what happens is left open by the rules); melding it out is another thing."""
        if not seat.in_foot:
            return 1 if len(self.position.stock) >= self.limits.safe_stock else 2
        return self.limits.kept + 1

    def _keep(self, seat: Seat, deed: Deed) -> None:
        """Undoes lays until a card can be discarded and, where one must be, another kept."""
        keep = self._least_before_discard(seat)
        if seat.size >= keep:
            return
        while deed.laid and seat.size < keep:
            self._undo(seat, deed)
        if deed.must_open and deed.laid and not self.limits.opens(self._laid_points(deed), self.minimum):
            while deed.laid:
                self._undo(seat, deed)
        if deed.must_open and not seat.team.side.melds:
            seat.team.opened = False

    def _undo(self, seat: Seat, deed: Deed) -> None:
        lay, meld = deed.laid.pop()
        deed.actions.pop()
        self.position.unlay(seat, lay, meld)

    def _laid_points(self, deed: Deed) -> int:
        points = self.limits.points
        return sum([points[card] for lay, _ in deed.laid for card in lay.cards])

    def _discard(self, seat: Seat, deed: Deed) -> None:
        rank = self._discard_rank(seat)
        card = seat.held[rank].pop()
        seat.size -= 1
        self.position.pile.append(card)
        deed.actions.append(_DISCARDS[card])

    def _discard_rank(self, seat: Seat) -> int:
        """What is least wanted: a black three to block a pile worth taking, then single cards, pairs, wild cards last."""
        held, chance = seat.held, self.chance
        threes, pile = len(held[THREE_RANK]), len(self.position.pile)
        if threes and (seat.size <= 3 or chance() < (self.temper.blocks if pile >= 5 else self.temper.blocks / 3)):
            return THREE_RANK
        wilds = len(held[TWO_RANK]) + len(held[WILD_RANK])
        if wilds and chance() < self.temper.strays:
            return TWO_RANK if held[TWO_RANK] else WILD_RANK
        fewest, rank, start = 99, -1, int(chance() * len(NATURAL_RANKS))
        for r in _ROUND[start]:
            n = len(held[r])
            if n and n < fewest:
                if n == 1:
                    return r
                fewest, rank = n, r
        if rank >= 0:
            return rank
        if threes:
            return THREE_RANK
        return TWO_RANK if held[TWO_RANK] else WILD_RANK


_ROUND = tuple(NATURAL_RANKS[i:] + NATURAL_RANKS[:i] for i in range(len(NATURAL_RANKS)))
"""The natural ranks from each of them round."""
