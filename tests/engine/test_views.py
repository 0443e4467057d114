"""Views of a played game: what each recorder leaves out, and that a legal game is legal in all of them."""

from __future__ import annotations

import pytest

from handfoot.auditing import audit_game
from handfoot_engine.play import play_game, play_games
from handfoot_engine.views import VIEWS, View, in_view
from handfoot_engine.written import text_of
from handfoot_grammar import log
from handfoot_grammar.log import Game
from handfoot_grammar.text import read_text
from handfoot_grammar.write import game_text
from handfoot_spec.cards import FIRST_RANK_ONLY, IS_RED_THREE, JOKER, THREE_OF_UNKNOWN_COLOUR, UNSEEN
from handfoot_spec.profile_files import load

CLASSIC = load("classic")
SEED = 31


def assert_clean(game: Game) -> None:
    report = audit_game(game)
    assert not report.findings, (game.number, [str(finding) for finding in report.findings])
    assert report.verdict == "clean"


@pytest.mark.parametrize("view", VIEWS)
def test_a_legal_game_is_legal_in_every_view(view: View) -> None:
    for game in play_games(CLASSIC, SEED, 40):
        assert_clean(in_view(game, view, SEED, suitless=game.number % 2 if view == "mixed" else None))


@pytest.mark.slow
@pytest.mark.parametrize("view", VIEWS)
def test_many_legal_games_are_legal_in_every_view(view: View) -> None:
    for game in play_games(CLASSIC, SEED + 1, 1_000):
        assert_clean(in_view(game, view, SEED, suitless=game.number % 2 if view == "mixed" else None))


def test_a_legal_game_is_legal_with_suits_here_and_there() -> None:
    for game in play_games(CLASSIC, SEED, 20):
        assert_clean(in_view(game, "mixed", SEED))


def cards_in(game: Game, *kinds: type) -> list[int]:
    """The cards of all statements of some kinds, chains flattened."""
    found: list[int] = []

    def add(value: object) -> None:
        if isinstance(value, tuple):
            for item in value:
                add(item)
        elif isinstance(value, int):
            found.append(value)

    for statement in game.statements:
        if isinstance(statement, kinds):
            if isinstance(statement, log.Left):
                add((statement.hand or (), statement.foot or ()))
            elif isinstance(statement, log.Turn):
                for action in statement.actions:
                    for lay in action.lays if isinstance(action, log.Pickup) else ():
                        add(lay.cards)
                    for name in ("cards", "card", "rest", "chains"):
                        add(getattr(action, name, None) or ())
            else:
                add(getattr(statement, "cards", getattr(statement, "chains", ())))
    return found


MOVES = (log.Dealt, log.TurnUp, log.Reds, log.Turn, log.Left)


def test_full_is_the_game_itself() -> None:
    game = play_game(CLASSIC, SEED)
    assert in_view(game, "full") is game
    assert max(cards_in(game, *MOVES)) <= JOKER


def test_ranks_has_no_suit_and_no_three_of_unknown_colour() -> None:
    seen = in_view(play_game(CLASSIC, SEED, stock=True), "ranks")
    cards = set(cards_in(seen, *MOVES))
    assert min(cards) >= JOKER
    assert not cards & {UNSEEN, THREE_OF_UNKNOWN_COLOUR}
    assert not any(isinstance(s, log.StockOrder) for s in seen.statements)


def test_a_spectator_sees_the_table_and_no_packet() -> None:
    game = play_game(CLASSIC, SEED, 2)
    seen = in_view(game, "spectator")
    assert set(cards_in(seen, log.Dealt)) == {UNSEEN}
    assert cards_in(seen, log.Left, log.TurnUp) == cards_in(game, log.Left, log.TurnUp)
    for turn, whole in zip(turns(seen), turns(game), strict=True):
        for action, known in zip(turn.actions, whole.actions, strict=True):
            match action:
                case log.Draw(cards) | log.TakeFoot(cards):
                    for item in cards or ():
                        assert item == UNSEEN or (isinstance(item, tuple) and item[-1] == UNSEEN)
                        assert not isinstance(item, tuple) or all(IS_RED_THREE[card] for card in item[:-1])
                case log.Pickup(count, lays, rest):
                    assert isinstance(known, log.Pickup)
                    assert (count, lays, rest) == (known.count, known.lays, None)
                case log.RedThrees(chains):
                    assert all(chain[-1] == UNSEEN for chain in chains)
                case _:
                    assert action == known


def turns(game: Game) -> list[log.Turn]:
    return [statement for statement in game.statements if isinstance(statement, log.Turn)]


def test_mixed_sees_some_packets_and_some_suits() -> None:
    games = [in_view(game, "mixed", SEED) for game in play_games(CLASSIC, SEED, 5)]
    packets = [set(s.cards) for game in games for s in game.statements if isinstance(s, log.Dealt)]
    unseen = sum(packet == {UNSEEN} for packet in packets)
    assert len(packets) // 4 < unseen < len(packets) * 3 // 4
    open_cards = [card for game in games for card in cards_in(game, log.Left)]
    suitless = sum(card >= FIRST_RANK_ONLY for card in open_cards)
    assert 0 < suitless < len(open_cards) // 2


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_is_a_function_of_game_and_seed(view: View) -> None:
    game = play_game(CLASSIC, SEED, 3)
    before = game_text(game)
    once, again = in_view(game, view, 1), in_view(game, view, 1)
    assert text_of(once) == text_of(again) == game_text(once)
    assert game_text(game) == before
    (read,) = read_text(text_of(once))
    assert not read.problems
    assert game_text(read) == text_of(once)


# --- other tables -----------------------------------------------------------------------------------------------


def pairs(name: str, view: View, games: int = 4) -> list[tuple[log.Action, log.Action]]:
    """Each action of some games by these rules, as played and as seen."""
    found: list[tuple[log.Action, log.Action]] = []
    for game in play_games(load(name), SEED, games, deals=2):
        for known, seen in zip(turns(game), turns(in_view(game, view, SEED)), strict=True):
            found += zip(known.actions, seen.actions, strict=True)
    return found


def test_everybody_sees_the_card_that_is_taken_from_the_pile_and_how_many_are_drawn_with_it() -> None:
    actions = pairs("flaming-foursome", "spectator")
    assert sum(isinstance(known, log.Take) for known, _ in actions) > 20
    assert all(known == seen for known, seen in actions if isinstance(known, log.Take))
    halves = [seen for known, seen in actions if isinstance(known, log.Draw) and len(known.cards or ()) == 1]
    assert halves and all(seen == log.Draw((UNSEEN,)) for seen in halves)


def test_a_card_taken_from_the_pile_is_written_without_its_suit_where_suits_are_not_seen() -> None:
    taken = [seen.card for _, seen in pairs("flaming-foursome", "ranks") if isinstance(seen, log.Take)]
    assert min(taken) >= JOKER


def test_melds_keep_their_numbers_and_runs_their_suit() -> None:
    lays = [(known, seen) for known, seen in pairs("flaming-foursome", "ranks", 12) if isinstance(known, log.Lay)]
    assert any(known.number is not None for known, _ in lays)
    for known, seen in lays:
        assert isinstance(seen, log.Lay)
        assert (known.adds, known.rank, known.number) == (seen.adds, seen.rank, seen.number)
        assert known.rank < log.RUN_RANK or known == seen


def test_red_threes_that_nobody_exposes_are_not_seen() -> None:
    for known, seen in pairs("flaming-foursome", "spectator"):
        if isinstance(known, log.Draw | log.TakeFoot):
            assert isinstance(seen, log.Draw | log.TakeFoot)
            assert set(seen.cards or ()) <= {UNSEEN}


def test_a_red_three_taken_from_the_pile_is_seen() -> None:
    rests = [
        (known.rest, seen.rest)
        for known, seen in pairs("whitnack", "spectator", 60)
        if isinstance(known, log.Pickup) and isinstance(seen, log.Pickup)
    ]
    exposed = [(known, seen) for known, seen in rests if any(isinstance(item, tuple) for item in known or ())]
    assert exposed
    for known, seen in exposed:
        assert known is not None and seen is not None
        for item, shown in zip(known, seen, strict=True):
            assert shown == ((*item[:-1], UNSEEN) if isinstance(item, tuple) else UNSEEN)


def test_how_many_cards_become_the_stock_again_is_seen_and_not_which() -> None:
    made = [(known, seen) for known, seen in pairs("good-sam-florida", "ranks", 60) if isinstance(known, log.Reshuffle)]
    assert made
    for known, seen in made:
        assert isinstance(seen, log.Reshuffle)
        assert seen.cards == (UNSEEN,) * len(known.cards or ())
