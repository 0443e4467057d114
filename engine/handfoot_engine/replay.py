"""Replay as played: a log walked through one table, each action done as the log says it was.

Nothing is judged and nothing refused here. Each action returns the one :class:`Step`, filled with what happened and what the
table looked like just before, so that whoever judges need not look twice. The step is reused: read it before the next action.
What each kind of action does stands in :mod:`.stock`, :mod:`.pile`, :mod:`.lays` and :mod:`.turn`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from handfoot_grammar import log
from handfoot_spec.cards import CLASS, JOKER
from handfoot_spec.profile import Profile

from . import lays, pile, stock, turn
from .step import Step, TurnState
from .table import Packet, Table


class Replay:
    """The walk through the deals of one game."""

    def __init__(self, profile: Profile, players: int, teams: tuple[tuple[int, ...], ...]) -> None:
        self.rules, self.players, self.teams = profile.at_table(players), players, teams
        self.profile = self.rules.at_deal(1)  # as it stands in the present deal
        self.table = Table(self.profile, players, teams)
        self.turn: TurnState | None = None
        self.turns = 0
        self.step = Step()
        self.penalties = [0] * len(teams)
        self.opens_alone = profile.opening.side == "player"

    # --- the deal ----------------------------------------------------------------------------------------------

    def begin_deal(self, number: int = 1) -> Table:
        """New packs on a new table, by the rules of the deal of that number."""
        self.profile = self.rules.at_deal(number)
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
            self.table.buried, self.table.starter = statement.cards[:-1], statement.cards[-1]
            self.table.reveal(statement.cards[-1])

    def stock_order(self, statement: log.StockOrder) -> None:
        """The stock as recorded."""
        self.table.stock_order = list(statement.cards)
        self.table.stock = len(statement.cards)

    def reds(self, statement: log.Reds) -> Step:
        """Red threes of a dealt Hand."""
        step = self.step
        step.player, step.index, step.action = statement.player, 0, statement
        stock.expose(self, statement.player, statement.chains, step)
        return step

    def blur(self, player: int | None) -> None:
        """An unreadable line of play of ``player`` (None: of anybody)."""
        self.table.blur(range(self.players) if player is None else (player,))

    def begins_turn(self, statement: log.Turn) -> bool:
        """Whether a line of play is a new turn: of another player, or one that draws or takes once more."""
        turn = self.turn
        if turn is None or turn.player != statement.player:
            return True
        first = statement.actions[0].kind
        return first in (log.DRAW, log.PICKUP, log.TAKE) and bool(turn.draws or turn.takes or turn.discards)

    def begin_turn(self, player: int) -> TurnState:
        """Closes the turn before, as far as the table is concerned, and begins one."""
        last = self.turn
        if last is not None and (last.foot_acts or self.opens_alone):
            self.close_turn()
        self.turn = turn = TurnState(player, self.table)
        self.turns += 1
        if self.opens_alone:
            turn.side_opened = player in self.table.has_melded
        return turn

    def close_turn(self) -> None:
        """The turn is complete: who acted from the Foot in it has played part of a turn with it, or a whole one."""
        turn = self.turn
        if turn is None:
            return
        if turn.foot_acts:
            self.table.acted_from_foot[turn.player] = True
            if not turn.ran_in:
                self.table.whole_turn_foot[turn.player] = True
        if self.opens_alone and turn.melded:
            self.table.has_melded.add(turn.player)

    def act(self, action: log.Action, index: int) -> Step:
        """Does one action of the current turn."""
        step = self.step
        step.action, step.index = action, index
        DEEDS[action.kind](self, action, step)
        return step

    def current(self) -> TurnState:
        assert self.turn is not None
        return self.turn


DEEDS: tuple[Callable[[Replay, Any, Step], None], ...] = (
    stock.draw, pile.take, pile.pick_up, lays.lay_cards, lays.lay_cards, stock.red, turn.take_foot, turn.ask,
    turn.nothing, lays.take_back, turn.nothing, turn.penalty, stock.reshuffle, turn.nothing,
    turn.nothing, turn.nothing, turn.nothing, lays.move, turn.discard, turn.out, turn.unreadable,
)  # fmt: skip
"""What is done for each kind of action; not bound to a walk, so that a game leaves no cycle behind."""


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
        walk.begin_deal(statement.number)
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
