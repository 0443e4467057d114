"""A game as somebody saw it: the same moves, with what that recorder could not see left unseen.

A view is a pure function from a game of which every card is known (as :mod:`handfoot_engine.play` makes it) to another game;
the game that it is given is not changed.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Literal, get_args

from handfoot_grammar import log
from handfoot_grammar.log import (
    RUN_RANK,
    Action,
    Draw,
    Game,
    Item,
    Items,
    Lay,
    Pickup,
    RedThrees,
    Statement,
    Take,
    TakeFoot,
)
from handfoot_spec.cards import (
    BLACK_THREE,
    FIRST_RANK_ONLY,
    IS_RED_THREE,
    JOKER,
    NO_CARD,
    RANK,
    RED_THREE,
    THREE_RANK,
    UNSEEN,
    Card,
)

from .legal import draw_of, lay_of
from .written import NOWHERE, write_down

View = Literal["full", "ranks", "spectator", "mixed"]
VIEWS: tuple[View, ...] = get_args(View)
"""``full``: everything known. ``ranks``: no suits (threes by colour). ``spectator``: what lies open, and no packet or draw.
``mixed``: each packet and draw seen or not, some cards by rank alone."""
SEES: dict[View, float] = {"full": 1.0, "ranks": 1.0, "spectator": 0.0, "mixed": 0.5}
"""The share of packets, draws and rests of takes that each view sees."""

SUITLESS: dict[View, float] = {"full": 0.0, "ranks": 1.0, "spectator": 0.0, "mixed": 0.15}
"""The share of seen cards that each view has by rank alone."""

_RANK_ALONE: tuple[Card, ...] = tuple(
    card if card == JOKER
    else (RED_THREE if IS_RED_THREE[card] else BLACK_THREE) if RANK[card] == THREE_RANK
    else FIRST_RANK_ONLY + RANK[card]
    for card in range(JOKER + 1)
)  # fmt: skip

Sees = Callable[[Card], Card]
"""A card as the recorder writes it."""


def in_view(game: Game, view: View, seed: int = 0, *, suitless: float | None = None) -> Game:
    """The game as a recorder with this view has it; ``seed`` decides what the recorder of a ``mixed`` view sees.

    ``suitless`` is the share (0 to 1) of seen cards that are written by rank alone; without it, as the view says. The order of
    the stock is known in the view ``full`` alone, which gives the game itself.
    """
    if view == "full":
        return game
    chance = random.Random(f"handfoot {view} {seed} {game.number}").random
    recorder = _Recorder(view, chance, SUITLESS[view] if suitless is None else suitless)
    statements = [seen for statement in game.statements if (seen := recorder.statement(statement)) is not None]
    seen_game = Game(dict(game.tags), game.seats, statements, source=game.source, number=game.number)
    write_down(seen_game)
    return seen_game


def rank_alone(card: Card) -> Card:
    """A card without its suit: a joker stays one, a three keeps its colour."""
    return _RANK_ALONE[card] if 0 <= card <= JOKER else card


class _Recorder:
    """What one recorder sees: packets and draws always, never, or by chance; each card with its suit or without."""

    def __init__(self, view: View, chance: Callable[[], float], suitless: float) -> None:
        self.chance = chance
        self.sees = SEES[view]
        some = 0 < suitless < 1
        self.card: Sees = partial(_by_chance, chance, suitless) if some else rank_alone if suitless else _exactly
        self.half_a_draw = False  # whether this turn draws from the pile too: then the number of cards drawn is written
        self.bare = chance() < 0.5  # whether a draw or a Foot of which nothing was seen is written without cards

    def seen(self) -> bool:
        """Whether the recorder sees the next packet or draw."""
        return self.sees >= 1 or (self.sees > 0 and self.chance() < self.sees)

    # --- statements --------------------------------------------------------------------------------------------

    def statement(self, statement: Statement) -> Statement | None:
        """The statement as recorded; None where the recorder cannot know it."""
        match statement:
            case log.Turn():
                self.half_a_draw = any(type(action) is Take for action in statement.actions)
                return log.Turn(NOWHERE, statement.player, tuple([self.action(a) for a in statement.actions]))
            case log.StockOrder():
                return None
            case log.Dealt():
                return log.Dealt(NOWHERE, statement.foot, statement.player, self.packet(statement.cards))
            case log.TurnUp():
                return log.TurnUp(NOWHERE, self.cards(statement.cards))
            case log.Reds():
                seen = self.seen()
                return log.Reds(
                    NOWHERE, statement.player, tuple([self.chain(chain, seen) for chain in statement.chains])
                )
            case log.Left():
                foot = None if statement.foot is None else self.cards(statement.foot)
                return log.Left(
                    NOWHERE, statement.player, None if statement.hand is None else self.cards(statement.hand), foot
                )
            case log.Tag():
                return log.Tag(NOWHERE, statement.name, statement.value)
            case log.DealStart():
                return log.DealStart(NOWHERE, statement.number, statement.dealer)
            case log.Claim():
                return log.Claim(NOWHERE, statement.counts)
            case log.End():
                return log.End(NOWHERE, statement.how, statement.player)
            case log.ScoreLine():
                return log.ScoreLine(NOWHERE, statement.team, statement.entries)
            case log.Result():
                return log.Result(NOWHERE, statement.totals, statement.winners)
            case log.Note():
                return log.Note(NOWHERE, statement.text)
            case log.UnreadLine():
                return log.UnreadLine(NOWHERE, statement.play, statement.player, statement.dropped)

    def packet(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """A dealt packet: its cards, or as many unseen ones."""
        return self.cards(cards) if self.seen() else (UNSEEN,) * len(cards)

    def cards(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Cards that lie open."""
        card = self.card
        return tuple([card(c) for c in cards])

    def laid(self, rank: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Cards that are laid; the name of a run says the suit of its cards."""
        return cards if rank >= RUN_RANK else self.cards(cards)

    # --- actions -----------------------------------------------------------------------------------------------

    def action(self, action: Action) -> Action:
        """An action as recorded; what lies on the table was seen by everybody."""
        match action:
            case Draw(cards):
                return self._draw(cards)
            case Lay(adds, rank, cards):
                return lay_of(adds, rank, self.laid(rank, cards), action.number)
            case log.Discard(card):
                return _DISCARDS[self.card(card)]
            case Take(card):
                return Take(self.card(card))
            case Pickup(count, lays, rest):
                seen = tuple([lay_of(lay.adds, lay.rank, self.laid(lay.rank, lay.cards), lay.number) for lay in lays])
                if rest is None:
                    return Pickup(count, seen, None)
                whole = self.seen()
                shown = whole or any(type(item) is tuple for item in rest)  # what is exposed everybody sees
                return Pickup(count, seen, self.items(rest, whole) if shown else None)
            case log.Reshuffle(cards):  # their number says whether the top of the pile stayed
                return log.Reshuffle(None if cards is None else (UNSEEN,) * len(cards))
            case RedThrees(chains):
                sees = self.seen()
                return RedThrees(tuple([self.chain(chain, sees) for chain in chains]))
            case TakeFoot(cards):
                return TakeFoot(self._nothing_or(cards))
            case _:
                return action

    def _draw(self, cards: Items | None) -> Draw:
        items = self._nothing_or(cards)
        if items is None or any(type(item) is tuple for item in items):
            return Draw(items)
        return draw_of(items)  # type: ignore[arg-type]

    def _nothing_or(self, cards: Items | None) -> Items | None:
        """Cards drawn or picked up; None where nothing of them was seen and the recorder leaves such lists out."""
        if cards is None:
            return None
        seen = self.seen()
        if not seen and self.bare and not self.half_a_draw and not any(type(card) is tuple for card in cards):
            return None
        return self.items(cards, seen)

    def items(self, items: Items, seen: bool) -> Items:
        """Cards that came to a player; a red three among them is exposed, so everybody saw it."""
        out: list[Item] = []
        for item in items:
            if isinstance(item, tuple):
                out.append(self.chain(item, seen))
            else:
                out.append(self.card(item) if seen else UNSEEN)
        return tuple(out)

    def chain(self, chain: tuple[int, ...], seen: bool) -> tuple[int, ...]:
        """A red three and its replacements, of which only the last can be unseen."""
        *reds, last = chain
        shown = last if last == NO_CARD else self.card(last) if seen else UNSEEN
        return (*[self.card(red) for red in reds], shown)


def _exactly(card: Card) -> Card:
    return card


def _by_chance(chance: Callable[[], float], suitless: float, card: Card) -> Card:
    return rank_alone(card) if chance() < suitless else card


_DISCARDS = tuple(log.Discard(card) for card in range(UNSEEN + 1))
