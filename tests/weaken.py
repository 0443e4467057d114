"""A record that says less than another, and nothing else: for tests that less knowledge accuses nobody."""

from __future__ import annotations

import random

from handfoot_grammar import log
from handfoot_grammar.log import Game, Items, Lay
from handfoot_spec.cards import FIRST_RANK_ONLY, IS_RED_THREE, JOKER, RANK, RED_THREE, UNSEEN, Card

DROPPABLE = (log.Dealt, log.TurnUp, log.StockOrder, log.Left, log.Claim, log.ScoreLine, log.Result, log.Note)


class Weaker:
    """Takes knowledge out of a game at random; ``much`` (0 to 1) says how much."""

    def __init__(self, seed: int, much: float) -> None:
        self.random, self.much = random.Random(seed), much

    def maybe(self, share: float = 1.0) -> bool:
        return self.random.random() < self.much * share

    def game(self, game: Game) -> Game:
        """The weaker record."""
        statements = [self.statement(s) for s in game.statements if not (isinstance(s, DROPPABLE) and self.maybe(0.5))]
        if self.maybe(0.4):  # the record breaks off
            statements = statements[: self.random.randrange(len(statements) // 4, len(statements))]
        return Game(game.tags, game.seats, statements, source=game.source)

    def statement(self, statement: log.Statement) -> log.Statement:
        if isinstance(statement, log.Turn):
            return log.Turn(statement.at, statement.player, tuple(self.action(a) for a in statement.actions))
        if isinstance(statement, log.Dealt) and self.maybe():
            return log.Dealt(statement.at, statement.foot, statement.player, self.cards(statement.cards))
        if isinstance(statement, log.Left):
            hand = None if statement.hand is None or self.maybe(0.3) else self.cards(statement.hand)
            foot = None if statement.foot is None or self.maybe(0.3) else self.cards(statement.foot)
            return log.Left(statement.at, statement.player, hand, foot)
        if isinstance(statement, log.ScoreLine):
            kept = tuple(entry for entry in statement.entries if not self.maybe(0.3))
            return log.ScoreLine(statement.at, statement.team, kept or statement.entries)
        return statement

    def action(self, action: log.Action) -> log.Action:
        if isinstance(action, log.Draw):
            return log.Draw(self.items(action.cards, unseen=True))
        if isinstance(action, log.TakeFoot):
            return log.TakeFoot(
                None if self.maybe(0.3) and not _chains(action.cards) else self.items(action.cards, unseen=True)
            )
        if isinstance(action, log.Pickup):
            rest = None if self.maybe(0.5) and not _chains(action.rest) else self.items(action.rest, unseen=True)
            return log.Pickup(action.count, tuple(self.lay(lay) for lay in action.lays), rest)
        if isinstance(action, Lay):
            return self.lay(action)
        if isinstance(action, log.Discard) and self.maybe(0.3):
            return log.Discard(self.vaguer(action.card))
        return action

    def lay(self, lay: Lay) -> Lay:
        return Lay(lay.adds, lay.rank, tuple(self.vaguer(c) if self.maybe(0.3) else c for c in lay.cards), lay.number)

    def cards(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        every = self.random.choice((0.0, 0.3, 1.0))
        return tuple(
            UNSEEN if self.random.random() < every else self.vaguer(card) if self.maybe(0.5) else card for card in cards
        )

    def items(self, items: Items | None, unseen: bool) -> Items | None:
        """A chain keeps its red threes: that they were exposed stays on record."""
        if items is None or not self.maybe():
            return items
        return tuple(
            item if isinstance(item, tuple) else UNSEEN if unseen and self.maybe(0.7) else self.vaguer(item)
            for item in items
        )

    def vaguer(self, card: Card) -> Card:
        """A card without its suit; a red three stays one."""
        if card >= JOKER:
            return card
        return RED_THREE if IS_RED_THREE[card] else FIRST_RANK_ONLY + RANK[card] if RANK[card] != 1 else RED_THREE + 1


def _chains(items: Items | None) -> bool:
    return any(isinstance(item, tuple) for item in items or ())
