"""A random moment of a random game as somebody saw it, beside the same moment of the whole game."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache

from handfoot.auditor import teams_of
from handfoot.hidden.happenings import At, Pool, read_deal, statements_of
from handfoot.hidden.moment import Moment
from handfoot_engine.play import play_game
from handfoot_engine.views import View, in_view
from handfoot_grammar import log
from handfoot_grammar.log import Game
from handfoot_spec.cards import BLACK_THREE, FIRST_RANK_ONLY, JOKER, KINDS, RED_THREE
from handfoot_spec.profile_files import load

RANKS = [KINDS[FIRST_RANK_ONLY + rank] for rank in (0, *range(2, 13))] + [
    KINDS[BLACK_THREE], KINDS[RED_THREE], KINDS[JOKER],
]  # fmt: skip


@dataclass
class Seen:
    """The view's moment and the truth; ``until`` where the record was read only up to it."""

    name: str
    game: Game
    begin: int
    at: At
    until: At | None
    turn: int  # the turn line, counted in its deal
    moment: Moment
    truth: Moment

    def pools(self) -> list[Pool]:
        return [pool for pool in self.truth.course.packets if self.truth.known(pool)]


@lru_cache(maxsize=64)
def _game(name: str, seed: int) -> Game:
    return play_game(load(name), seed)


def seen(name: str, seed: int, view: View, so_far: bool) -> Seen:
    """A moment of a game of this profile; the same seed gives the same."""
    profile, whole = load(name), _game(name, seed)
    chance = random.Random(f"{name} {seed} {view} {so_far}")
    game = in_view(whole, view, seed)
    rules, teams = profile.at_table(len(game.seats)), teams_of(game, profile)
    begin, begin_whole, turn = _place(chance, game, whole)
    at = At(_turns(game, begin)[turn])
    until = at if so_far else None
    moment = Moment(read_deal(game, rules, teams, begin, until), at)
    truth = Moment(read_deal(whole, rules, teams, begin_whole), At(_turns(whole, begin_whole)[turn]))
    return Seen(name, game, begin, at, until, turn, moment, truth)


def _place(chance: random.Random, game: Game, whole: Game) -> tuple[int, int, int]:
    deals, deals_whole = _deals(game), _deals(whole)
    number = chance.randrange(len(deals))
    begin = deals[number]
    return begin, deals_whole[number], chance.randrange(len(_turns(game, begin)))


def _deals(game: Game) -> list[int]:
    return [i for i, statement in enumerate(game.statements) if isinstance(statement, log.DealStart)]


def _turns(game: Game, begin: int) -> list[int]:
    return [i for i, statement in statements_of(game, begin) if isinstance(statement, log.Turn)]


def turn_of(game: Game, turn: int) -> tuple[int, At]:
    """Where the only deal of a game begins, and its turn of this number."""
    (begin,) = _deals(game)
    return begin, At(_turns(game, begin)[turn])
