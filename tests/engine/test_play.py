"""Random play: the same games from the same seed, all of them legal, and all that can happen at a table happening in them."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections import Counter
from dataclasses import fields
from functools import cache

import pytest

from handfoot.auditing import audit_game
from handfoot_engine.play import UnsupportedProfile, play_game, play_games
from handfoot_engine.written import text_of
from handfoot_grammar import log
from handfoot_grammar.log import Game
from handfoot_grammar.text import read_text
from handfoot_grammar.write import game_text
from handfoot_spec.cards import IS_RED_THREE, IS_THREE, IS_WILD, WILD_RANK
from handfoot_spec.profile import Profile
from handfoot_spec.profile_files import load

CLASSIC = load("classic")
SEED = 20
GAMES = 60


@cache
def games() -> tuple[Game, ...]:
    return tuple(play_games(CLASSIC, SEED, GAMES))


# --- the same seed, the same games ------------------------------------------------------------------------------


def test_same_seed_same_bytes() -> None:
    once, again = (text_of(play_game(CLASSIC, 7, 3)) for _ in range(2))
    assert once == again
    assert once != text_of(play_game(CLASSIC, 8, 3))


def test_a_game_does_not_depend_on_how_many_are_asked_for() -> None:
    few = [text_of(game) for game in play_games(CLASSIC, 5, 2)]
    many = [text_of(game) for game in itertools.islice(play_games(CLASSIC, 5), 4)]
    assert many[:2] == few
    assert many[3] == text_of(play_game(CLASSIC, 5, 4))


def test_another_hash_seed_changes_nothing() -> None:
    program = (
        "from handfoot_engine.play import play_games\n"
        "from handfoot_engine.written import text_of\n"
        "from handfoot_engine.views import VIEWS, in_view\n"
        "from handfoot_spec.profile_files import load\n"
        "for game in play_games(load('classic'), 3, 2):\n"
        "    for view in VIEWS: print(text_of(in_view(game, view, 3)))\n"
    )
    outputs = set()
    for hash_seed in ("0", "1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, env=environment)
        outputs.add(run.stdout)
    assert len(outputs) == 1


def test_the_text_is_canonical_and_reads_back_to_the_same_game() -> None:
    for number in range(1, 6):
        game = play_game(CLASSIC, SEED, number, stock=number % 2 == 0)
        text = text_of(game)
        assert text == game_text(game)
        (read,) = read_text(text)
        assert not read.problems
        assert read.sha256 == game.sha256
        assert [_plain(s) for s in read.statements] == [_plain(s) for s in game.statements]
        assert [s.at.line for s in read.statements] == [s.at.line for s in game.statements]


def _plain(statement: log.Statement) -> tuple[object, ...]:
    values = (getattr(statement, field.name) for field in fields(statement) if field.name != "at")
    return type(statement).__name__, *values


def test_several_games_in_one_file_are_read_as_several() -> None:
    played = list(play_games(CLASSIC, 1, 3, deals=1))
    read = list(read_text("\n".join(text_of(game) for game in played)))
    assert [game.tags["Event"] for game in read] == [game.tags["Event"] for game in played]


# --- legal ------------------------------------------------------------------------------------------------------


def assert_clean(game: Game) -> None:
    report = audit_game(game)
    assert not report.findings, (game.source, game.number, [str(finding) for finding in report.findings])
    assert report.verdict == "clean"


@pytest.mark.parametrize("number", range(1, 41))
def test_games_are_legal(number: int) -> None:
    assert_clean(play_game(CLASSIC, SEED + 1, number, stock=number % 2 == 0))


@pytest.mark.slow
def test_many_games_are_legal() -> None:
    for game in play_games(CLASSIC, SEED + 2, 3_000):
        assert_clean(game)


def test_fewer_deals_make_a_record_without_a_result() -> None:
    game = play_game(CLASSIC, 1, deals=2)
    assert sum(isinstance(s, log.DealStart) for s in game.statements) == 2
    assert not any(isinstance(s, log.Result) for s in game.statements)
    assert_clean(game)


def test_more_deals_than_a_game_has_are_refused() -> None:
    with pytest.raises(ValueError, match="5 deals"):
        play_game(CLASSIC, 1, deals=5)


def test_rules_that_it_does_not_know_how_to_keep_are_refused() -> None:
    import dataclasses

    stranger = dataclasses.replace(CLASSIC, table=dataclasses.replace(CLASSIC.table, packets=3))
    with pytest.raises(UnsupportedProfile, match=r"table\.packets = 3"):
        play_game(stranger, 1)


@pytest.mark.parametrize(
    ("section", "change"),
    [
        ("opening", {"minima": (90, 120, 150, 180)}),
        ("melds", {"wild_margin": 1}),
        ("take", {"count": 5}),
        ("take", {"count": "all"}),
        ("turn", {"draw": 3}),
        ("table", {"packs": 6}),
        ("table", {"hand": 11, "foot": 11}),
        ("take", {"blocked_by": ("three", "wild")}),
        ("out", {"books": {"clean": 1, "dirty": 2}}),
        ("out", {"partner": "in-foot"}),
        ("starter", {"buried": ("red-three", "black-three", "wild")}),
        ("threes", {"red_points": 50}),
    ],
)
def test_numbers_come_from_the_profile(
    section: str, change: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    import dataclasses

    from handfoot import auditing

    changed: Profile = dataclasses.replace(
        CLASSIC, **{section: dataclasses.replace(getattr(CLASSIC, section), **change)}
    )
    monkeypatch.setattr(auditing, "profile_named", lambda name, beside=None: changed)
    for number in range(1, 4):
        assert_clean(play_game(changed, SEED, number, stock=True))


# --- what happens in them ---------------------------------------------------------------------------------------


def turns_of_deals() -> list[list[log.Turn]]:
    deals: list[list[log.Turn]] = []
    for game in games():
        for statement in game.statements:
            if isinstance(statement, log.DealStart):
                deals.append([])
            elif isinstance(statement, log.Turn):
                deals[-1].append(statement)
    return deals


def per_deal(kind: str) -> float:
    return happenings()[kind] / (4 * GAMES)


@cache
def happenings() -> Counter[str]:
    counts: Counter[str] = Counter()
    for game in games():
        for statement in game.statements:
            if isinstance(statement, log.End):
                counts[f"end {statement.how}"] += 1
            elif isinstance(statement, log.ScoreLine):
                counts.update({f"book {k}": v or 0 for k, v in statement.entries if k in CLASSIC.books_by_kind})
                counts["scores with books"] += "clean" in dict(statement.entries)
            elif isinstance(statement, log.Left):
                counts["red three in an unopened Foot"] += any(IS_RED_THREE[c] for c in statement.foot or ())
            elif isinstance(statement, log.Reds):
                counts["red three dealt, before play"] += 1
            elif isinstance(statement, log.TurnUp) and len(statement.cards) > 1:
                counts["buried " + ("red three" if IS_RED_THREE[statement.cards[0]] else "wild card")] += 1
    for deal in turns_of_deals():
        _count_turns(deal, counts)
    return counts


def _count_turns(deal: list[log.Turn], counts: Counter[str]) -> None:
    opened: set[int] = set()
    for turn in deal:
        for index, action in enumerate(turn.actions):
            match action:
                case log.Pickup(_, lays, _):
                    counts["take"] += 1
                    counts["take that opens"] += turn.player % 2 not in opened
                    counts["take that completes, then begins"] += lays[0].adds and not lays[1].adds
                    counts["take of a wild card"] += any(lay.rank == WILD_RANK and not lay.adds for lay in lays)
                    opened.add(turn.player % 2)
                case log.Lay():
                    opened.add(turn.player % 2)
                case log.TakeFoot(cards):
                    before = "after the discard" if index == 0 else "at once"
                    counts[f"Foot {before}"] += 1
                    counts[f"red three in a Foot taken {before}"] += any(isinstance(c, tuple) for c in cards or ())
                case log.Draw(cards):
                    chains = [card for card in cards or () if isinstance(card, tuple)]
                    counts["red three drawn"] += bool(chains)
                    counts["red three as replacement"] += any(len(chain) > 2 for chain in chains)
                case log.RedThrees():
                    counts["red three dealt, in the first turn"] += 1
                case log.Discard(card):
                    counts["black three discarded"] += IS_THREE[card]
                    counts["wild card discarded"] += IS_WILD[card]
                case log.Ask(granted):
                    counts["asked, yes" if granted else "asked, no"] += 1
                    if granted:
                        by = (
                            "a discard"
                            if turn.actions[-1].kind == log.DISCARD or turn.actions[-2].kind == log.DISCARD
                            else "melds"
                        )
                        counts[f"out by {by}"] += 1


def test_most_deals_end_by_going_out_and_some_with_the_stock() -> None:
    assert 0.6 < per_deal("end out") < 0.95
    assert per_deal("end out") + per_deal("end stock") == 1
    assert happenings()["asked, yes"] == happenings()["end out"]
    assert happenings()["asked, no"] > 5
    assert happenings()["out by a discard"] > 20
    assert happenings()["out by melds"] > 20


def test_deals_have_as_many_turns_as_at_a_table() -> None:
    lengths = sorted(len(deal) for deal in turns_of_deals())
    assert 50 < sum(lengths) / len(lengths) < 100
    assert lengths[len(lengths) // 10] > 35
    assert lengths[-1] < 160


def test_the_pile_is_taken_in_every_way() -> None:
    assert 2.5 < per_deal("take") < 8
    assert per_deal("take that opens") > 0.15
    assert happenings()["take that completes, then begins"] > 10
    assert happenings()["take of a wild card"] > 5


def test_all_kinds_of_books_are_made() -> None:
    scores = happenings()["scores with books"]
    assert scores > 50
    for kind, least in (("clean", 2), ("dirty", 1.5), ("wild", 0.6)):
        assert happenings()[f"book {kind}"] / scores > least


def test_the_foot_is_taken_both_ways() -> None:
    assert per_deal("Foot after the discard") > 0.5
    assert per_deal("Foot at once") > 0.3


@pytest.mark.parametrize(
    "where",
    [
        "red three dealt, before play", "red three dealt, in the first turn", "red three drawn", "red three as replacement",
        "red three in a Foot taken at once", "red three in a Foot taken after the discard", "red three in an unopened Foot",
        "black three discarded", "wild card discarded", "buried red three", "buried wild card",
    ],
)  # fmt: skip
def test_threes_and_wild_cards_turn_up_everywhere(where: str) -> None:
    assert happenings()[where] > 3
