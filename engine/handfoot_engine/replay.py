"""Replay as played: a log walked through one table, each action done as the log says it was.

Nothing is judged and nothing refused here. Each action returns the one :class:`Step`, filled with what happened and what the
table looked like just before, so that whoever judges need not look twice. The step is reused: read it before the next action.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from handfoot_grammar import log
from handfoot_grammar.log import Lay
from handfoot_spec.cards import CLASS, COMPATIBLE, JOKER, KINDS, MAY_BE_RED_THREE, TWO_RANK, UNSEEN, WILD_RANK, Card
from handfoot_spec.definitions import INTEGERS, take_size
from handfoot_spec.profile import Profile

from .table import Meld, Packet, Table


class Laid:
    """One lay: the meld that took the cards, its size before, and cards that the packet cannot have held."""

    __slots__ = ("before", "buried", "created", "had_unfinished", "lay", "meld", "missing", "packet", "unfinished")

    def __init__(
        self, lay: Lay, meld: Meld, before: int, had_unfinished: int, unfinished: bool, packet: Packet, created: bool
    ) -> None:
        self.lay, self.meld, self.before = lay, meld, before
        self.had_unfinished = had_unfinished  # unfinished melds of that rank that the team had before
        self.unfinished = unfinished  # whether an ``add`` found an unfinished meld of the team
        self.packet, self.created = packet, created  # where the cards came from; whether the meld is new
        self.missing: tuple[Card, ...] = ()
        self.buried: tuple[Card, ...] = ()  # in a take: cards that came from under the top


class TurnState:
    """What a player has done in this turn so far."""

    __slots__ = (
        "asked", "blurred", "declared_out", "discarded", "discards", "draws", "emptied_in_take", "foot_acts", "foot_merged",
        "foot_stays", "foot_taken", "hand_discarded", "in_foot", "laid", "laid_in_take", "melded", "moves", "packet",
        "player", "side", "side_opened", "takes", "team",
    )  # fmt: skip

    def __init__(self, player: int, table: Table) -> None:
        self.player = player
        self.team = team = table.team_of[player]
        self.side = side = table.sides[team]
        self.side_opened = side.opened  # before the turn
        self.in_foot = table.opened_foot[player]
        self.packet = table.packet(player)  # that is played from
        self.draws = self.takes = self.discards = 0
        self.asked: bool | None = None
        self.declared_out = self.foot_taken = self.foot_acts = self.hand_discarded = self.blurred = False
        self.emptied_in_take = False
        self.melded = 0
        self.laid: list[Laid] = []
        self.laid_in_take = 0  # how many of ``laid`` a takeback leaves alone
        self.foot_stays = self.foot_merged = False  # taken before the draw; taken with cards left in the Hand
        self.discarded: tuple[tuple[Card, Packet], ...] = ()
        self.moves: tuple[tuple[int, Card, Meld, Meld], ...] = ()  # with the number of lays before it


class Step:
    """What one action did. Which fields are filled depends on the action; the others keep old values."""

    __slots__ = (
        "action", "before", "count", "exposed", "extra", "hidden", "index", "lacking", "laid", "laids", "missing", "moved_from",
        "moved_to", "not_red", "packet", "pile_before", "player", "reds_before", "replaced", "rest_before", "stock_after", "stock_before",
        "stock_short", "top", "top_lay", "undone",
    )  # fmt: skip

    def __init__(self) -> None:
        self.action: Any = None
        self.index = self.player = self.before = self.count = self.exposed = self.replaced = self.reds_before = 0
        self.pile_before = self.stock_before = self.stock_after = self.stock_short = self.rest_before = 0
        self.hidden = False
        self.top: Card = UNSEEN
        self.top_lay: int | None = None
        self.packet: Packet = Packet()
        self.laid: Laid | None = None
        self.laids: list[Laid] = []
        self.missing: list[Card] = []
        self.extra: list[Card] = []
        self.lacking: list[Card] = []
        self.not_red: list[Card] = []
        self.undone: list[Laid] = []
        self.moved_from: Meld | None = None
        self.moved_to: Meld | None = None


@cache
def _as_wild(lay: Lay) -> Lay:
    return Lay(lay.adds, WILD_RANK, lay.cards, lay.number)


class Replay:
    """The walk through the deals of one game."""

    def __init__(self, profile: Profile, players: int, teams: tuple[tuple[int, ...], ...]) -> None:
        self.profile, self.players, self.teams = profile, players, teams
        self.table = Table(profile, players, teams)
        self.turn: TurnState | None = None
        self.turns = 0
        self.step = Step()
        self.penalties = [0] * len(teams)

    # --- the deal ----------------------------------------------------------------------------------------------

    def begin_deal(self) -> Table:
        """New packs on a new table."""
        self.table = Table(self.profile, self.players, self.teams)
        self.turn = None
        self.turns = 0
        self.penalties = [0] * len(self.teams)
        return self.table

    def dealt(self, statement: log.Dealt) -> None:
        """A Hand or Foot as dealt; the stock is what the packets leave."""
        table = self.table
        packets = table.feet if statement.foot else table.hands
        packet = packets[statement.player] = Packet()
        counts, seen, seen_class, copies, class_copies = (
            packet.counts,
            table.seen,
            table.seen_class,
            table.copies,
            table.class_copies,
        )
        for card in statement.cards:
            if card > JOKER:  # not known exactly
                packet.hold(card)
                table.reveal(card)
                continue
            kind = CLASS[card]  # Packet.hold and Table.reveal, written out
            counts[card] += 1
            packet.size += 1
            seen[card] = n = seen[card] + 1
            seen_class[kind] = m = seen_class[kind] + 1
            if n > copies[card] or m > class_copies[kind]:
                table.excess.append(card)
        table.stock += (self.profile.table.foot if statement.foot else self.profile.table.hand) - packet.size

    def turn_up(self, statement: log.TurnUp) -> None:
        """The starter; cards turned before it went back into the stock."""
        if statement.cards:
            self.table.pile = [statement.cards[-1]]
            self.table.reveal(statement.cards[-1])

    def stock_order(self, statement: log.StockOrder) -> None:
        """The stock as recorded."""
        self.table.stock_order = list(statement.cards)
        self.table.stock = len(statement.cards)

    def reds(self, statement: log.Reds) -> Step:
        """Red threes of a dealt Hand."""
        step = self.step
        step.player, step.index, step.action = statement.player, 0, statement
        self._expose(statement.player, statement.chains, step)
        return step

    def blur(self, player: int | None) -> None:
        """An unreadable line of play of ``player`` (None: of anybody)."""
        self.table.blur(range(self.players) if player is None else (player,))

    # --- turns -------------------------------------------------------------------------------------------------

    def begins_turn(self, statement: log.Turn) -> bool:
        """Whether a line of play is a new turn: of another player, or one that draws or takes once more."""
        turn = self.turn
        if turn is None or turn.player != statement.player:
            return True
        first = statement.actions[0].kind
        return first in (log.DRAW, log.PICKUP, log.TAKE) and bool(turn.draws or turn.takes or turn.discards)

    def begin_turn(self, player: int) -> TurnState:
        """Closes the turn before, as far as the table is concerned, and begins one."""
        self.close_turn()
        self.turn = turn = TurnState(player, self.table)
        self.turns += 1
        return turn

    def close_turn(self) -> None:
        """The turn is complete: who acted from the Foot in it has played part of a turn with it."""
        turn = self.turn
        if turn is not None and turn.foot_acts:
            self.table.acted_from_foot[turn.player] = True

    def act(self, action: log.Action, index: int) -> Step:
        """Does one action of the current turn."""
        step = self.step
        step.action, step.index = action, index
        DEEDS[action.kind](self, action, step)
        return step

    def _current(self) -> TurnState:
        assert self.turn is not None
        return self.turn

    def _nothing(self, action: Any, step: Step) -> None:
        step.player = self._current().player

    # --- from the stock ----------------------------------------------------------------------------------------

    def _draw(self, action: log.Draw, step: Step) -> None:
        table, turn = self.table, self.turn
        assert turn is not None
        step.player = player = turn.player
        step.packet = packet = turn.packet
        step.before, step.stock_before = packet.size, table.stock
        step.exposed = 0
        cards = action.cards
        if cards is None:
            step.count = self.profile.turn.draw
            for _ in range(step.count):
                table.draw(packet, UNSEEN)
        else:
            step.count = len(cards)
            counts, seen, seen_class, copies, class_copies = (
                packet.counts,
                table.seen,
                table.seen_class,
                table.copies,
                table.class_copies,
            )
            for card in cards:
                if type(card) is int:
                    if card > JOKER:  # not known exactly
                        table.draw(packet, card)
                        continue
                    # Table.draw, written out: half of all cards that move are drawn here
                    kind = CLASS[card]
                    counts[card] += 1
                    packet.size += 1
                    table.stock -= 1
                    seen[card] = n = seen[card] + 1
                    seen_class[kind] = m = seen_class[kind] + 1
                    if n > copies[card] or m > class_copies[kind]:
                        table.excess.append(card)
                else:
                    if not step.exposed:
                        step.replaced, step.not_red = 0, []
                    table.stock -= 1
                    table.reveal(card[0])  # type: ignore[index]
                    self._chain(player, packet, card, step)  # type: ignore[arg-type]
        turn.draws += 1
        turn.laid_in_take, turn.foot_stays = len(turn.laid), turn.foot_taken
        step.stock_short, step.stock_after = 0, table.stock
        if table.stock < 0:
            self._settle_stock(step)

    def _settle_stock(self, step: Step) -> None:
        table = self.table
        step.stock_short = 0
        if table.stock < 0:
            step.stock_short, table.stock = -table.stock, 0
        step.stock_after = table.stock

    def _chain(self, player: int, packet: Packet, chain: tuple[int, ...], step: Step) -> None:
        """A red three that is out of its packet, with its replacements; a card that is none stays with the player."""
        table = self.table
        shown = chain[:-1]
        step.exposed += len(shown)
        step.replaced += len(shown) - (chain[-1] < 0)
        wrong = [card for card in shown if not MAY_BE_RED_THREE[card]]
        if not wrong:
            table.expose(player, packet, chain)
            return
        step.not_red = [*step.not_red, *wrong]
        for i, card in enumerate(shown):
            if i:
                table.stock -= 1
                table.reveal(card)
            if MAY_BE_RED_THREE[card]:
                table.sides[table.team_of[player]].reds += 1
            else:
                packet.hold(card)
        if chain[-1] >= 0:
            table.draw(packet, chain[-1])

    def _expose(self, player: int, chains: tuple[tuple[int, ...], ...], step: Step) -> None:
        table = self.table
        step.packet = packet = table.packet(player)
        step.before, step.stock_before = packet.size, table.stock
        step.exposed = step.replaced = 0
        step.missing, step.not_red = [], []
        for chain in chains:
            if not table.play(packet, chain[0]):
                step.missing.append(chain[0])
            self._chain(player, packet, chain, step)
        self._settle_stock(step)

    def _red(self, action: log.RedThrees, step: Step) -> None:
        step.player = self._current().player
        self._expose(step.player, action.chains, step)

    def _reshuffle(self, action: log.Reshuffle, step: Step) -> None:
        table = self.table
        step.player, step.stock_before = self._current().player, table.stock
        for card in table.pile:
            if card != UNSEEN:
                table.forget(card)
        table.stock += len(table.pile)
        table.pile.clear()
        table.stock_order = None
        table.stock_blurred = table.stock_blurred or table.pile_blurred

    # --- from the discard pile ---------------------------------------------------------------------------------

    def _take(self, action: log.Take, step: Step) -> None:
        table, turn = self.table, self._current()
        step.player = turn.player
        step.packet = packet = table.packet(turn.player)
        step.before, step.pile_before = packet.size, len(table.pile)
        step.top = table.pile.pop() if table.pile else UNSEEN
        if step.top in COMPATIBLE[action.card]:
            packet.hold(step.top)
        else:
            packet.hold(action.card)
            table.reveal(action.card)
            table.loose += 1
        turn.draws += 1

    def _pickup(self, action: log.Pickup, step: Step) -> None:
        table, turn = self.table, self._current()
        step.player = player = turn.player
        step.packet = packet = table.packet(player)
        pile = table.pile
        step.before, step.pile_before, step.stock_before = packet.size, len(pile), table.stock
        step.reds_before = packet.red_threes()
        step.exposed = step.replaced = 0
        step.missing, step.not_red, step.extra, step.lacking = [], [], [], []
        count = action.count
        if count is None:
            size = len(pile)
            if table.pile_blurred:
                size = max(size, 1 + len(action.rest) if action.rest is not None else 0)
            count = take_size(INTEGERS, self.profile, size)
        step.count = count
        lifted = min(count, len(pile))
        block = pile[len(pile) - lifted :]
        del pile[len(pile) - lifted :]
        if table.pile_blurred:
            block = [UNSEEN] * (count - lifted) + block
            if action.count is None and action.rest is None:
                packet.blurred = packet.had_unseen = True
        step.top = top = block[-1] if block else UNSEEN
        under = block[-2::-1] if len(block) > 1 else []
        step.top_lay = self._lay_with_top(action.lays, top) if block else None
        if block and step.top_lay is None and action.rest is not None and len(action.rest) > len(under):
            under.insert(0, top)  # nothing was melded with the top, and the list of what was taken begins with it
        elif block:
            packet.hold(top)
        lay_there = len(under)
        step.laids = [self._put(turn, packet, lay, under) for lay in action.lays]
        turn.laid_in_take, turn.foot_stays = len(turn.laid), turn.foot_taken
        step.rest_before = packet.size
        turn.emptied_in_take = packet.size == 0 and bool(under)
        if action.rest is None:
            for card in under:
                packet.hold(card)
        elif len(under) < len(action.rest) <= lay_there:  # what was melded from under the top is listed once more
            self._rest(
                player,
                packet,
                _without(action.rest, [card for laid in step.laids for card in laid.buried]),
                under,
                step,
            )
        else:
            self._rest(player, packet, action.rest, under, step)
        turn.takes += 1
        self._settle_stock(step)

    @staticmethod
    def _lay_with_top(lays: tuple[Lay, ...], top: Card) -> int | None:
        """The lay that has the top card: a new meld if one can have it, else an addition."""
        same = COMPATIBLE[top]
        best: int | None = None
        for i, lay in enumerate(lays):
            if any(card in same for card in lay.cards):
                if not lay.adds:
                    return i
                if best is None:
                    best = i
        return best

    def _rest(self, player: int, packet: Packet, rest: log.Items, under: list[Card], step: Step) -> None:
        """The rest of a take as listed, against what lay under the top."""
        table, left = self.table, list(under)
        for item in sorted(rest, key=_looseness):
            card = item if type(item) is int else item[0]  # type: ignore[index]
            match = card if card in left else next((c for c in left if c in COMPATIBLE[card]), None)
            if match is None:
                step.extra.append(card)
                table.reveal(card)
                table.loose += 1
            else:
                left.remove(match)
                if match != card:  # keep the closer knowledge of the two
                    if match == UNSEEN:
                        table.reveal(card)
                    elif card == UNSEEN or len(COMPATIBLE[card]) > len(COMPATIBLE[match]):
                        card = match
                    else:
                        table.forget(match)
                        table.reveal(card)
            if type(item) is int:
                packet.hold(card)
            else:
                self._chain(player, packet, item, step)  # type: ignore[arg-type]
        step.lacking = left
        for i, card in enumerate(
            left
        ):  # what lay there was taken, whatever the list says: one of the two lies in the packet
            if i < len(step.extra) and card != UNSEEN:
                packet.counts[card] += 1
                packet.shed += 1
            elif i >= len(step.extra):
                packet.hold(card)

    # --- melds -------------------------------------------------------------------------------------------------

    def _lay(self, action: Lay, step: Step) -> None:
        turn = self.turn
        assert turn is not None
        step.player = turn.player
        step.packet = packet = turn.packet
        step.before = packet.size
        step.laid = self._put(turn, packet, action, None)

    def _put(self, turn: TurnState, packet: Packet, lay: Lay, under: list[Card] | None) -> Laid:
        """Lays cards from a packet (in a take also from ``under`` the top) on their meld."""
        table, side = self.table, turn.side
        if lay.rank == TWO_RANK and not self.profile.melds.twos:
            lay = _as_wild(lay)
        group = side.unfinished.get(lay.rank)
        had = len(group) if group else 0
        if not lay.adds:
            laid = Laid(lay, table.begin_meld(turn.team, lay), 0, had, True, packet, True)
        else:
            found: Meld | None
            if had == 1 and lay.number is None:
                assert group is not None
                found, unfinished = group[0], True
            else:
                found, unfinished = table.meld_for(turn.team, lay)
            if found is None:
                laid = Laid(lay, table.begin_meld(turn.team, lay, stray=True), 0, had, unfinished, packet, True)
            else:
                laid = Laid(lay, found, found.size, had, unfinished, packet, False)
                table.add_to(turn.team, found, lay)
        counts = packet.counts
        for card in lay.exact_first:
            n = counts[card]
            if n and packet.size > 0 and card <= JOKER:
                counts[card] = n - 1
                packet.size -= 1
            elif under and not self._may_hold(packet, card) and (hidden := _find(under, card)) is not None:
                under.remove(hidden)
                laid.buried += (card,)
            elif not table.play(packet, card):
                laid.missing += (card,)
        turn.laid.append(laid)
        turn.melded += 1
        if turn.in_foot:
            turn.foot_acts = True
        if not side.opened:
            side.opened = True
            if table.first_side is None:
                table.first_side = turn.team
        return laid

    @staticmethod
    def _may_hold(packet: Packet, card: Card) -> bool:
        if packet.blurred or packet.unseen or card == UNSEEN:
            return True
        return any(packet.counts[other] for other in COMPATIBLE[card])

    def _takeback(self, action: Any, step: Step) -> None:
        """Everything since the draw or take of this turn is undone."""
        table, turn = self.table, self._current()
        step.player = player = turn.player
        team = table.team_of[player]
        step.undone = []
        step.count = len(turn.discarded) + len(turn.moves) + len(turn.laid) - turn.laid_in_take
        for card, packet in reversed(turn.discarded):
            if table.pile and table.pile[-1] == card:
                packet.hold(table.pile.pop())
        turn.discarded = ()
        turn.discards, turn.hand_discarded = 0, False
        while len(turn.laid) > turn.laid_in_take or turn.moves:
            if turn.moves and turn.moves[-1][0] >= len(turn.laid):
                _, card, source, target = turn.moves[-1]
                turn.moves = turn.moves[:-1]
                self._move_card(team, card, target, source)
                continue
            laid = turn.laid.pop()
            laid.meld.unlay(laid.lay)
            table.settle(team, laid.meld)
            if laid.created:
                table.sides[team].melds.remove(laid.meld)
                if not laid.meld.stray:
                    table.sides[team].begun[laid.meld.rank] -= 1
            for card in laid.lay.cards:
                laid.packet.hold(card)
            turn.melded -= 1
            step.undone.append(laid)
        if turn.foot_taken and not turn.foot_stays:
            table.opened_foot[player] = turn.in_foot = False
            turn.packet = table.hands[player]
            turn.foot_taken = turn.foot_acts = False
            if turn.foot_merged:  # which cards go back into which packet nobody can say
                table.blur_packet(table.hands[player])
                table.blur_packet(table.feet[player])
        if not turn.side_opened and not turn.laid:
            table.sides[team].opened = False
            if table.first_side == team:
                table.first_side = None
        turn.declared_out = False

    def _move(self, action: log.Move, step: Step) -> None:
        table, turn = self.table, self._current()
        step.player = player = turn.player
        team = table.team_of[player]
        source, _ = table.meld_for(team, Lay(True, action.rank, (), action.number))
        target, _ = table.meld_for(team, Lay(True, action.to_rank, (), action.to_number))
        step.moved_from, step.moved_to = source, target
        step.before = source.size if source is not None else 0
        step.count = target.size if target is not None else 0
        card = None if source is None else _find(source.cards, action.card)
        if source is None or target is None or card is None:
            step.missing = [action.card]
            return
        step.missing = []
        turn.moves += ((len(turn.laid), card, source, target),)
        self._move_card(team, card, source, target)

    def _move_card(self, team: int, card: Card, source: Meld, target: Meld) -> None:
        source.cards.remove(card)
        source.cards.append(card)
        source.unlay(Lay(True, source.rank, (card,)))
        target.lay(Lay(True, target.rank, (card,)))
        self.table.settle(team, source)
        self.table.settle(team, target)

    # --- the rest of a turn ------------------------------------------------------------------------------------

    def _foot(self, action: log.TakeFoot, step: Step) -> None:
        table, turn = self.table, self._current()
        step.player = player = turn.player
        hand, foot = table.hands[player], table.feet[player]
        step.packet, step.before, step.stock_before = foot, hand.size, table.stock
        step.count = int(table.opened_foot[player])
        step.exposed = step.replaced = 0
        step.missing, step.not_red, step.lacking, step.extra = [], [], [], []
        step.hidden = foot.had_unseen
        turn.foot_taken = True
        if table.opened_foot[player]:
            self._settle_stock(step)
            return
        table.opened_foot[player] = True
        if action.cards is not None:
            step.rest_before = foot.size
            for item in sorted(action.cards, key=_looseness):
                card = item if type(item) is int else item[0]  # type: ignore[index]
                if not table.play(foot, card):
                    step.missing.append(card)
            step.lacking = foot.known() + [UNSEEN] * foot.unseen if foot.size and not foot.blurred else []
            had_unseen = foot.had_unseen
            foot = table.feet[player] = Packet()
            foot.had_unseen = had_unseen and UNSEEN in action.cards
            for item in action.cards:
                if type(item) is int:
                    foot.hold(item)
                else:
                    self._chain(player, foot, item, step)  # type: ignore[arg-type]
            step.packet = foot
        if hand.size or hand.blurred:  # taken although cards were left: they are played from together
            turn.foot_merged = True
            for card in hand.known():
                foot.hold(card)
            foot.unseen += hand.unseen
            foot.size += hand.unseen - hand.shed
            foot.shed += hand.shed
            foot.had_unseen = foot.had_unseen or hand.had_unseen
            foot.blurred = foot.blurred or hand.blurred
            table.hands[player] = Packet()
        turn.packet, turn.in_foot = foot, True
        self._settle_stock(step)

    def _discard(self, action: log.Discard, step: Step) -> None:
        table, turn = self.table, self.turn
        assert turn is not None
        step.player = turn.player
        step.packet = packet = turn.packet
        step.before = packet.size
        card = action.card
        n = packet.counts[card]
        step.missing = []
        if n and packet.size > 0 and card <= JOKER:
            packet.counts[card] = n - 1
            packet.size -= 1
        elif not table.play(packet, card):
            step.missing = [card]
        table.pile.append(card)
        turn.discarded += ((card, packet),)
        turn.discards += 1
        if turn.in_foot:
            turn.foot_acts = True
        elif packet.size == 0 and not packet.blurred:
            turn.hand_discarded = True

    def _ask(self, action: log.Ask, step: Step) -> None:
        turn = self._current()
        step.player = turn.player
        step.packet = self.table.packet(turn.player)
        turn.asked = action.granted

    def _out(self, action: Any, step: Step) -> None:
        turn = self._current()
        step.player = turn.player
        turn.declared_out = True

    def _penalty(self, action: log.Penalty, step: Step) -> None:
        step.player = self._current().player
        if action.team in self.teams:
            self.penalties[self.teams.index(action.team)] += action.points

    def _unreadable(self, action: log.Unread, step: Step) -> None:
        turn = self._current()
        step.player = turn.player
        turn.blurred = True
        self.blur(turn.player)


DEEDS: tuple[Callable[[Replay, Any, Step], None], ...] = (
    Replay._draw, Replay._take, Replay._pickup, Replay._lay, Replay._lay, Replay._red, Replay._foot, Replay._ask,
    Replay._nothing, Replay._takeback, Replay._nothing, Replay._penalty, Replay._reshuffle, Replay._nothing,
    Replay._nothing, Replay._nothing, Replay._nothing, Replay._move, Replay._discard, Replay._out, Replay._unreadable,
)  # fmt: skip
"""What is done for each kind of action; not bound to a walk, so that a game leaves no cycle behind."""


def _without(items: log.Items, cards: list[Card]) -> log.Items:
    """The list without one item for each of ``cards``."""
    left = list(items)
    for card in cards:
        same = next((item for item in left if item == card), None) or next(
            (i for i in left if i in COMPATIBLE[card]), None
        )
        if same is not None:
            left.remove(same)
    return tuple(left)


def _looseness(item: log.Item) -> int:
    """Exact cards first: one known by rank alone can stand for any that they leave."""
    return len(KINDS[item if isinstance(item, int) else item[0]])


def _find(cards: list[Card], card: Card) -> Card | None:
    if card in cards:
        return card
    return next((c for c in cards if c in COMPATIBLE[card]), None)


def replay(game: log.Game, profile: Profile, teams: tuple[tuple[int, ...], ...]) -> Replay:
    """Walks a whole game through its tables without judging it; the table of the last deal stays in the result."""
    walk = Replay(profile, len(game.seats), teams)
    for statement in game.statements:
        if type(statement) is log.Turn:
            if walk.begins_turn(statement):
                walk.begin_turn(statement.player)
            for index, action in enumerate(statement.actions):
                walk.act(action, index)
        else:
            set_up(walk, statement)
    return walk


def set_up(walk: Replay, statement: log.Statement) -> Step | None:
    """Any statement but a turn; the step where it moved cards in play."""
    if isinstance(statement, log.DealStart):
        walk.begin_deal()
    elif isinstance(statement, log.Dealt):
        walk.dealt(statement)
    elif isinstance(statement, log.TurnUp):
        walk.turn_up(statement)
    elif isinstance(statement, log.StockOrder):
        walk.stock_order(statement)
    elif isinstance(statement, log.Reds):
        return walk.reds(statement)
    elif isinstance(statement, log.UnreadLine) and statement.play:
        walk.blur(statement.player)
    return None
