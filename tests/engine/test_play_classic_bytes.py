"""Random play by the classic rules, byte for byte: whatever else it learns to keep, the games of a seed stay what they are."""

from __future__ import annotations

import hashlib

from handfoot_engine.play import play_game
from handfoot_engine.views import VIEWS, in_view
from handfoot_engine.written import text_of
from handfoot_spec.profile_files import load

FIRST_GAMES = "e7305dd789a98564fd7e19bc6a8b6c4941326368a2ef12f3f1f196bc7f6e4627"


def test_the_games_of_a_seed_stay_what_they_are() -> None:
    digest = hashlib.sha256()
    for number in range(1, 41):
        game = play_game(load("classic"), 7, number, stock=number % 2 == 0)
        for view in VIEWS:
            digest.update(text_of(in_view(game, view, 7)).encode())
    assert digest.hexdigest() == FIRST_GAMES
