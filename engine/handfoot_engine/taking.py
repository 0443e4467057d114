"""What a random player takes from the discard pile: its top cards instead of a draw, or the top one as half of it."""

from __future__ import annotations

from handfoot_grammar.log import RUN_RANK, Item, Lay, Pickup
from handfoot_spec.cards import IS_WILD, RANK, TWO_RANK, WILD_RANK, Card

from .laying import Deed, Layer
from .legal import Seat
from .limits import HELD_RANKS, NATURAL_RANKS
from .opening import Part, opening, opening_with_take, wilds_with_pair
from .runs import lengthens, run_cards, run_with
from .table import Meld

Plan = list[tuple[int, list[Card], bool]]
"""Lays that play a card at once: a rank, cards, and whether they are a new meld."""


class Taker(Layer):
    """Takes what can be used."""

    # --- taking the pile ---------------------------------------------------------------------------------------

    def _take(self, seat: Seat) -> Pickup | None:
        """The take of the pile, done; None where it cannot or shall not be had."""
        pile, limits = self.position.pile, self.limits
        if not pile:
            return None
        top = pile[-1]
        rank = RANK[top]
        needed = limits.wild_pair if IS_WILD[top] else limits.pair
        if len(seat.held[rank]) < needed and not (limits.wild_helps and self._wild_helps(seat, top)):
            return None
        if not limits.top_free[top] or (limits.restrained and self._is_restrained(seat)):
            return None
        if self.chance() >= self._eagerness(seat, len(pile)):
            return None
        found = self._take_of_wild(seat, rank) if IS_WILD[top] else self._take_of_natural(seat, rank)
        if found is None:
            return None
        parts, new = found
        with_top = len(parts) - 1
        if not seat.opener.opened:
            if limits.least_per_meld:
                return None
            more = opening_with_take(self.limits, seat, seat.team.minimum, top, parts[-1])
            if more is None:
                return None
            parts = parts[:-1] + more
        rest = limits.take_size[len(pile)] - 1
        left = seat.size - sum([part[1] + part[2] for part in parts])
        least = self._least_before_discard(seat)
        if left + rest < least and (seat.in_foot or least > 1):
            return None
        return self._take_up(seat, top, parts, with_top, new, rest)

    def _wild_helps(self, seat: Seat, top: Card) -> bool:
        """Whether a wild card makes a pair with a single card of the top's rank."""
        return not IS_WILD[top] and bool(seat.held[RANK[top]]) and seat.wilds() > 0

    def _is_restrained(self, seat: Seat) -> bool:
        """Whether the side may not take yet, or a card in the pile freezes it and the packet has no natural pair."""
        limits, pile = self.limits, self.position.pile
        if not (seat.opener.opened or limits.may_open_with_take):
            return True
        return self._frozen() and (IS_WILD[pile[-1]] or len(seat.held[RANK[pile[-1]]]) < limits.frozen_pair)

    def _frozen(self) -> bool:
        """Whether a card in the pile freezes it."""
        limits, pile = self.limits, self.position.pile
        return limits.starter_freezes[pile[0]] or any(limits.freezes[card] for card in pile)

    def _eagerness(self, seat: Seat, pile: int) -> float:
        """How much a player wants the pile: not to add seven cards when about to go out, always when nothing can be drawn."""
        if not self.limits.may_draw(len(self.position.stock)):
            return 0.8
        if not seat.opener.opened:
            return self.temper.takes
        if self._hurries(seat):
            return self.temper.late
        return self.temper.takes if pile > 2 else self.temper.takes / 2

    def _take_of_natural(self, seat: Seat, rank: int) -> tuple[list[Part], bool] | None:
        """What is laid from the hand, the last part with the top card, and whether that is a new meld.

        Where a meld of the rank is unfinished: more for it if the top may join; else what completes it, and then a new one.
        """
        limits = self.limits
        n, meld = len(seat.held[rank]), seat.team.unfinished[rank]
        pair = limits.frozen_pair if limits.restrained and self._frozen() else limits.pair
        wilds = max(0, pair - n)  # in place of a natural
        if meld is None:
            return self._new_with_top(seat, rank, wilds)
        if not seat.opener.opened:
            return None
        naturals = min(n, limits.cap - 1 - wilds - meld.size)
        if limits.joins and naturals >= min(n, pair) and self._may_grow(meld):
            fits = meld.wilds + wilds <= limits.most_wilds[meld.naturals + naturals + 1]
            return ([(rank, naturals, wilds)], False) if fits or not wilds else None
        if limits.several:
            return self._new_with_top(seat, rank, wilds)
        if limits.either or n < limits.begins:
            return None
        completion = self._completion(seat, meld, n - limits.begins)
        if completion is None:
            return None
        return [(rank, *completion), (rank, min(n - completion[0], limits.cap - 1), 0)], True

    def _new_with_top(self, seat: Seat, rank: int, wilds: int) -> tuple[list[Part], bool] | None:
        """A new meld of the top and cards of its rank, with wild cards only where it would be too small."""
        limits = self.limits
        naturals = min(len(seat.held[rank]), limits.cap - 1)
        lacking = max(limits.least - 1 - naturals, wilds)
        if lacking and (limits.clean_takes or lacking > min(seat.wilds(), limits.most_wilds[naturals + 1])):
            return None
        return [(rank, naturals, lacking)], True

    def _take_of_wild(self, seat: Seat, rank: int) -> tuple[list[Part], bool] | None:
        """A two or joker: an all-wild meld with two of its kind; an unfinished one is completed with the others."""
        limits = self.limits
        meld = seat.team.unfinished[WILD_RANK]
        pair, all_wild = limits.wild_pair, seat.wilds()
        least = max(pair, limits.least - 1)
        if meld is None:
            return ([(WILD_RANK, 0, min(all_wild, limits.cap - 1))], True) if all_wild >= least else None
        if not seat.opener.opened:
            return None
        room = limits.cap - meld.size
        if limits.joins and pair < room and self._may_grow(meld):
            return [(WILD_RANK, 0, min(all_wild, room - 1))], False
        if all_wild - least < room or limits.either:
            return None
        return [(WILD_RANK, 0, room), (WILD_RANK, 0, min(all_wild - room, limits.cap - 1))], True

    def _take_up(self, seat: Seat, top: Card, parts: list[Part], with_top: int, new: bool, rest: int) -> Pickup:
        """The qualifying melds are laid, then the rest is taken."""
        position, pile = self.position, self.position.pile
        pile.pop()
        lays: list[Lay] = []
        for i, (rank, naturals, wilds) in enumerate(parts):
            if rank == WILD_RANK:
                cards = self._give_wilds(seat, RANK[top], wilds, i == with_top, i < with_top)
            elif rank >= RUN_RANK:
                cards = seat.give_cards(run_cards(rank - RUN_RANK, naturals, wilds))
            else:
                cards = seat.give(rank, naturals) + seat.give_wilds(wilds)
            if i == with_top:
                cards.append(top)
            lays.append(position.lay(seat, rank, cards, new and i == with_top)[0])
        seat.opener.opened = True
        taken: list[Item] = []
        if rest:
            cards = pile[: -rest - 1 : -1]
            del pile[-rest:]
            if self.limits.reds_in_pile:
                taken = [position.came_from_pile(seat, card) for card in cards]
            else:
                taken += cards
                for card in cards:
                    seat.receive(card)
        temper = self.temper
        shown = temper.lists or any(type(item) is tuple for item in taken)
        return Pickup(rest + 1 if temper.numbers else None, tuple(lays), tuple(taken) if shown else None)

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

    # --- the top card as half of a draw ------------------------------------------------------------------------

    def _mixes(self, seat: Seat, deed: Deed) -> bool:
        """Draws one card of the stock and takes the top of the pile, where it can be played at once."""
        position, limits = self.position, self.limits
        if not position.pile or len(position.stock) < limits.draw - 1 or self.chance() >= self.temper.takes:
            return False
        if not seat.opener.opened and (limits.least_per_meld or not limits.may_open_with_take):
            return False
        top = position.pile[-1]
        seat.receive(top)
        plan = self._uses(seat, top) if limits.top_free[top] else None
        kept = max(self._least_before_discard(seat), limits.kept + 1)
        if plan is None or seat.size + limits.draw - 1 - sum([len(cards) for _, cards, _ in plan]) < kept:
            seat.give_cards([top])
            return False
        seat.give_cards([top])
        take, draws = position.take_top(seat), [position.draw_one(seat) for _ in range(limits.draw - 1)]
        deed.actions.extend([take, *draws] if self.chance() < 0.5 else [*draws, take])
        for rank, cards, new in plan:
            deed.adds = not new
            self._put(seat, deed, rank, seat.give_cards(cards), new)
        seat.opener.opened = True
        return True

    def _uses(self, seat: Seat, card: Card) -> Plan | None:
        """Lays that play a card of the packet at once."""
        if not seat.opener.opened:
            return self._opens_with(seat, card)
        choices = [self._on_a_meld, self._in_a_new_meld, self._in_a_run]
        start = int(self.chance() * len(choices))
        for choice in choices[start:] + choices[:start]:
            plan = choice(seat, card)
            if plan is not None:
                return plan
        return None

    def _opens_with(self, seat: Seat, card: Card) -> Plan | None:
        """An opening in which the card takes part."""
        parts, held = opening(self.limits, seat, seat.team.minimum), seat.held
        plan: Plan = []
        for rank, naturals, wilds in parts or ():
            if rank >= RUN_RANK:
                plan.append((rank, run_cards(rank - RUN_RANK, naturals, wilds), True))
            else:
                spent = [c for _, cards, _ in plan for c in cards if IS_WILD[c]]
                free = without([*held[TWO_RANK], *held[WILD_RANK]], spent)
                plan.append((rank, [*(held[rank][:naturals] if rank != WILD_RANK else ()), *free[:wilds]], True))
        return plan if any(card in cards for _, cards, _ in plan) else None

    def _may_grow(self, meld: Meld | None) -> bool:
        """Whether a card of the pile may go on a meld: not as the last of one that is frozen."""
        frozen = self.limits.freeze_at
        return meld is not None and meld.size < (self.limits.cap if frozen is None else min(frozen, self.limits.cap))

    def _on_a_meld(self, seat: Seat, card: Card) -> Plan | None:
        """The card alone on an unfinished meld: of its rank, or as a wild card that fits."""
        unfinished, most = seat.team.unfinished, self.limits.most_wilds
        rank = RANK[card]
        if self._may_grow(unfinished[rank]) and (rank != TWO_RANK or self.limits.twos):
            return [(rank, [card], False)]
        for meld in unfinished[:HELD_RANKS] if IS_WILD[card] else ():
            if meld is not None and self._may_grow(meld) and meld.naturals and meld.wilds < most[meld.naturals]:
                return [(meld.rank, [card], False)]
        return None

    def _in_a_new_meld(self, seat: Seat, card: Card) -> Plan | None:
        """A new meld of the card and others of its rank, or one and a wild card."""
        limits, rank = self.limits, RANK[card]
        twos = rank == TWO_RANK
        if rank not in NATURAL_RANKS and not (twos and limits.twos):
            return None
        if seat.team.unfinished[rank] is not None and not limits.several:
            return None
        others = without(seat.held[rank], [card])
        cards = [card, *others[: limits.cap - 1]]
        if len(cards) >= limits.least:
            return [(rank, cards, True)]
        lacking = limits.least - len(cards)
        if not twos and lacking <= min(seat.wilds(), limits.most_wilds[len(cards)]):
            return [(rank, [*cards, *[*seat.held[TWO_RANK], *seat.held[WILD_RANK]][:lacking]], True)]
        return None

    def _in_a_run(self, seat: Seat, card: Card) -> Plan | None:
        """The card at an end of a run that lies there, or in a new one."""
        limits = self.limits
        if not limits.runs or RANK[card] not in NATURAL_RANKS:
            return None
        rank = RUN_RANK + card % 4
        meld = seat.team.unfinished[rank]
        if meld is not None and self._may_grow(meld) and lengthens(meld, card):
            return [(rank, [card], False)]
        if meld is not None and not limits.several:
            return None
        cards = run_with(seat.held, card, limits.least, limits.cap)
        return None if cards is None else [(rank, cards, True)]


def without(cards: list[Card], gone: list[Card]) -> list[Card]:
    """Cards without some of them."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left
