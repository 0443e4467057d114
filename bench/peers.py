"""The peers: programs that check the records of other games. Their data is made here too, at random and from a seed.

Imported by name and late, since none of them has to be installed.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

NAMES = ("chess", "pokerkit", "pgn-extract")
PLIES = (80, 120)
PLAYERS, STACK, BLINDS = 6, 20_000, (50, 100)


def installed(name: str) -> str | None:
    """What is installed of a peer: its version, or where it stands; None where it is missing."""
    if name == "pgn-extract":
        return shutil.which(name, path=os.pathsep.join((os.environ.get("PATH", ""), "/usr/games")))
    try:
        return version(name)
    except PackageNotFoundError:
        return None


# --- python-chess -----------------------------------------------------------------------------------------------


def make_chess(path: str, games: str, seed: str) -> dict[str, Any]:
    """Random legal games as PGN; a game ends with mate, stalemate or after 80 to 120 plies."""
    chess, pgn = import_module("chess"), import_module("chess.pgn")
    chance = random.Random(f"chess {seed}")
    plies = 0
    with open(path, "w", encoding="utf-8") as out:
        for number in range(1, int(games) + 1):
            game = pgn.Game({"Event": f"Random game {number} of seed {seed}", "Round": str(number)})
            board, node = chess.Board(), game
            for _ in range(chance.randint(*PLIES)):
                moves = list(board.legal_moves)
                if not moves:
                    break
                move = chance.choice(moves)
                board.push(move)
                node = node.add_variation(move)
                plies += 1
            game.headers["Result"] = board.result()
            print(game, file=out, end="\n\n")
    return {"units": plies}


def read_chess(path: str) -> dict[str, Any]:
    """``chess.pgn.read_game``: every move is looked up among the legal ones, and a tree of moves is made."""
    return _read_chess(path, import_module("chess.pgn").GameBuilder)


def check_chess(path: str) -> dict[str, Any]:
    """The same with the visitor that keeps a board alone, python-chess's way to check a file quickly."""
    return _read_chess(path, import_module("chess.pgn").BoardBuilder)


def _read_chess(path: str, visitor: Callable[[], Any]) -> dict[str, Any]:
    pgn = import_module("chess.pgn")
    errors = 0
    with open(path, encoding="utf-8") as lines:
        begun = time.process_time()
        while (game := pgn.read_game(lines, Visitor=visitor)) is not None:
            errors += len(getattr(game, "errors", ()))
        seconds = time.process_time() - begun
    assert not errors, "python-chess refuses its own games"
    return {"cold": seconds}


# --- PokerKit ---------------------------------------------------------------------------------------------------


def _poker_state(poker: Any) -> Any:
    a = poker.Automation
    automations = (
        a.ANTE_POSTING, a.BET_COLLECTION, a.BLIND_OR_STRADDLE_POSTING, a.HOLE_CARDS_SHOWING_OR_MUCKING, a.HAND_KILLING,
        a.CHIPS_PUSHING, a.CHIPS_PULLING,
    )  # fmt: skip
    return poker.NoLimitTexasHoldem.create_state(automations, False, 0, BLINDS, BLINDS[1], STACK, PLAYERS)


def _act(poker: Any, state: Any, action: str) -> None:
    if action.startswith("d db"):
        state.burn_card("??")
    poker.parse_action(state, action)


def _poker_hand(poker: Any, chance: random.Random) -> Iterator[str]:
    """The actions of one hand in the notation of hand histories, while a state plays them."""
    state = _poker_state(poker)
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    chance.shuffle(deck)

    def cards(count: int) -> str:
        return "".join(deck.pop() for _ in range(count))

    def actions() -> Iterator[str]:
        for player in range(1, PLAYERS + 1):
            yield f"d dh p{player} {cards(2)}"
        while state.status:
            yield (
                f"d db {cards(state.street.board_dealing_count)}"
                if state.actor_index is None
                else bet(state.actor_index + 1)
            )

    def bet(player: int) -> str:
        dice = chance.random()
        if dice < 0.2 and state.can_fold():
            return f"p{player} f"
        if dice > 0.8 and state.can_complete_bet_or_raise_to():
            least = state.min_completion_betting_or_raising_to_amount
            most = state.max_completion_betting_or_raising_to_amount
            return f"p{player} cbr {min(most, least * chance.randint(1, 3))}"
        return f"p{player} cc"

    for action in actions():
        _act(poker, state, action)
        yield action


def make_poker(path: str, hands: str, seed: str) -> dict[str, Any]:
    """Hands of no-limit hold'em with random legal actions, a JSON list of actions a line."""
    poker = import_module("pokerkit")
    chance = random.Random(f"poker {seed}")
    units = 0
    with open(path, "w", encoding="utf-8") as out:
        for _ in range(int(hands)):
            actions = list(_poker_hand(poker, chance))
            units += len(actions)
            print(json.dumps(actions), file=out)
    return {"units": units}


def replay_poker(path: str) -> dict[str, Any]:
    """Each action read and done by a state, which refuses what is not legal."""
    poker = import_module("pokerkit")
    seconds = 0.0
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            actions = json.loads(line)
            begun = time.process_time()
            state = _poker_state(poker)
            for action in actions:
                _act(poker, state, action)
            seconds += time.process_time() - begun
    return {"cold": seconds}


# --- pgn-extract ------------------------------------------------------------------------------------------------


def pgn_extract_command(path: str) -> list[str]:
    """A run that checks a file and extracts nothing."""
    program = installed("pgn-extract")
    assert program is not None
    return [program, "-r", "-s", path]
