"""Less knowledge accuses nobody: a legal game that is recorded less well, in any way, has no error in it."""

from __future__ import annotations

import pytest

from handfoot.auditing import audit_game
from handfoot_engine.play import play_game
from handfoot_engine.views import in_view
from handfoot_grammar.write import game_text
from handfoot_spec.profile_files import load
from weaken import Weaker

CLASSIC = load("classic")


def accused(seed: int) -> list[str]:
    game = play_game(CLASSIC, seed=seed, deals=1 + seed % 2, stock=seed % 5 == 0)
    game = in_view(game, ("full", "ranks", "spectator", "mixed")[seed % 4], seed=seed)
    weaker = Weaker(seed, (0.1, 0.3, 0.6, 1.0)[seed // 4 % 4]).game(game)
    errors = [f for f in audit_game(weaker).findings if f.level == "error"]
    return [f"seed {seed}: {error}" for error in errors] + ([game_text(weaker)] if errors else [])


def test_no_error_in_a_weaker_record_of_a_legal_game() -> None:
    assert not [line for seed in range(160) for line in accused(seed)]


@pytest.mark.slow
def test_no_error_in_thousands_of_weaker_records() -> None:
    assert not [line for seed in range(1000, 9000) for line in accused(seed)][:50]
