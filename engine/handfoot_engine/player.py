"""A random player who is no fool: what to draw or take, to keep and to discard, and when to go out."""

from __future__ import annotations

from handfoot_grammar.log import Action, Ask, Discard, RedThrees
from handfoot_spec.cards import IS_WILD, JOKER, THREE_RANK, TWO_RANK, WILD_RANK

from .laying import Chance, Deed, Temper
from .legal import Seat
from .limits import NATURAL_RANKS, LeftOpen
from .taking import Taker

__all__ = ["Chance", "Player", "Temper"]

_DISCARDS = tuple(Discard(card) for card in range(JOKER + 1))
_AT_ONCE = 0.9
"""How often a three that will cost much is discarded at the first chance."""
_GRANTED, _REFUSED = Ask(True), Ask(False)


class Player(Taker):
    """Plays the turns of a deal, for whoever is to move."""

    def turn(self, seat: Seat) -> tuple[list[Action], bool] | None:
        """A whole turn: its actions, and whether the player has gone out. None: the deal ends at the wish to draw.

        :raises LeftOpen: the rules do not say what happens then.
        """
        position, limits = self.position, self.limits
        deed = Deed()
        if seat.reds:
            deed.actions.append(RedThrees(position.expose_dealt(seat)))
        if seat.due:
            deed.actions.append(position.take_foot(seat))
        began_in_foot = seat.in_foot
        if not self._draws(seat, deed):
            if deed.actions:
                raise LeftOpen  # something was done in the turn that there was no card for
            return None
        self._begin(seat, deed)
        self._lay_all(seat, deed)
        if seat.size == 0 and not seat.in_foot and limits.runs_in and position.can_enter(seat):
            deed.actions.append(position.take_foot(seat))
            self._begin(seat, deed)
            self._lay_all(seat, deed)
        if seat.size <= 1 and self._goes_out(seat, deed):
            return deed.actions, True
        if seat.size == 0 and not seat.in_foot and not limits.runs_in:
            seat.due = True  # melding the last card of the Hand has ended the turn
            return deed.actions, False
        if seat.size < limits.ample:
            self._keep(seat, deed)
        self._discard(seat, deed)
        if seat.in_foot:
            seat.acted = began_in_foot or not limits.whole_turn
        elif seat.size == 0:
            if limits.foot_now:
                deed.actions.append(position.take_foot(seat))
            else:
                seat.due = True
        return deed.actions, False

    def _draws(self, seat: Seat, deed: Deed) -> bool:
        """How the turn begins: with a take, half a draw from the pile, or a draw; False where the stock is too small."""
        limits = self.limits
        take = self._take(seat) if limits.takes else None
        if take is not None:
            deed.actions.append(take)
            deed.adds = take.lays[0].adds
        elif not (limits.mixed and self._mixes(seat, deed)):
            position = self.position
            if len(position.stock) < limits.draw:
                again = max(0, len(position.pile) - 1) if limits.reshuffles else 0
                if again and len(position.stock) + again >= limits.draw:
                    deed.actions.append(position.reshuffle(self.chance))
                elif limits.may_draw(len(position.stock) + again):
                    raise LeftOpen  # half a draw is there, and nothing else can be had
                else:
                    return False
            deed.actions.append(position.draw(seat))
        return True

    # --- ends of turns -----------------------------------------------------------------------------------------

    def _goes_out(self, seat: Seat, deed: Deed) -> bool:
        """Asks, where the player can go out, and does it with consent; a last card is the last discard."""
        position = self.position
        if not seat.in_foot or not deed.laid or not seat.team.ready or not position.partner_ready(seat):
            return False
        if seat.size and not self.limits.discardable[seat.cards()[0]]:
            return False
        if seat.size not in self.limits.discards_last and not self._spares_one(seat, deed):
            return False
        granted = self._may_go_out(seat, deed)
        if granted and seat.size:
            self._discard(seat, deed)
        return granted

    def _spares_one(self, seat: Seat, deed: Deed) -> bool:
        """Takes a card of the last lay back, for a last discard that must be; False where that cannot be done."""
        limits = self.limits
        if 1 not in limits.discards_last:
            return False
        lay, meld = deed.laid[-1]
        self._undo(seat, deed)
        cards = list(lay.cards)
        cards.remove(next((card for card in cards if IS_WILD[card]), cards[-1]))
        if cards and not lay.adds and len(cards) < limits.least:
            return False
        if cards and meld.size >= limits.cap:
            self._grow_by(seat, deed, meld, seat.give_cards(cards))
        elif cards:
            self._put(seat, deed, lay.rank, seat.give_cards(cards), not lay.adds)
        return seat.size == 1 and seat.team.ready

    def _may_go_out(self, seat: Seat, deed: Deed) -> bool:
        """Whether the player goes out: with the partner's consent where it is asked for."""
        limits, partners = self.limits, self.position.partners(seat)
        if not partners or not (limits.must_ask or self.chance() < self.temper.asks):
            return True
        cost = sum([limits.points[card] for other in partners for card in other.cards()])
        young = len(self.position.stock) * 6 > limits.profile.deck_size
        refused = self.temper.hopes if young else self.temper.refuses * (1 + (cost > 100) + (cost > 200))
        granted = self.chance() >= refused
        # Asked before anything of this packet is laid: undoing leaves the question where it is.
        deed.actions.insert(deed.begun, _GRANTED if granted else _REFUSED)
        deed.begun += 1
        return granted

    def _keep(self, seat: Seat, deed: Deed) -> None:
        """Undoes lays until a card can be discarded and, where one must be, another kept."""
        keep = self._least_before_discard(seat)
        if seat.size >= keep:
            return
        while deed.laid and seat.size < keep:
            self._undo(seat, deed)
        if deed.must_open and deed.laid and not self.limits.opens(self._laid_points(deed), seat.team.minimum):
            while deed.laid:
                self._undo(seat, deed)
        if deed.must_open and not deed.laid:
            seat.opener.opened = False
        if seat.size <= (self.limits.kept if seat.in_foot else 0):
            raise LeftOpen  # what nobody could help

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
        if threes and self.limits.costly_threes and chance() < _AT_ONCE:
            held[THREE_RANK].sort(key=self.limits.points.__getitem__)  # the last is discarded
            return THREE_RANK
        if threes and (seat.size <= 3 or chance() < (self.temper.blocks if pile >= 5 else self.temper.blocks / 3)):
            return THREE_RANK
        wilds = len(held[TWO_RANK]) + len(held[WILD_RANK])
        if wilds and chance() < self.temper.strays:
            return TWO_RANK if held[TWO_RANK] else WILD_RANK
        fewest, rank, start = 99, -1, int(chance() * len(NATURAL_RANKS))
        for r in _ROUND[start]:
            cards = held[r]
            if cards and (n := len(cards)) < fewest:
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
