"""The JSON form: the same statements as text, its faults told with a pointer, a line and a column."""

from __future__ import annotations

import json
import os
import time
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handfoot_grammar import log
from handfoot_grammar.json_form import game_to_json, json_text
from handfoot_grammar.json_place import LineIndex
from handfoot_grammar.json_reader import JsonReader, read_json
from handfoot_grammar.limits import Limits
from handfoot_grammar.text import read_text
from handfoot_grammar.write import game_text
from strategies import games, grouped, plain

SCHEMA = json.loads((resources.files("handfoot_grammar") / "hfn.schema.json").read_text(encoding="utf-8"))
VALID = jsonschema.Draft202012Validator(SCHEMA)

EXAMPLE: dict[str, Any] = {
    "notation": "HFN 1", "tags": {"Rules": "classic", "Event": "Spring Cup"}, "seats": ["Ana", "Bo", "Chi", "Dee"],
    "deals": [{"number": 1, "dealer": "Ana", "hands": {"Ana": ["4s", "4d"]}, "feet": {"Ana": ["?*13"]},
      "turn_up": ["3d", "2h", "9c"], "stock": None,
      "events": [
        {"red": "Ana", "cards": ["3h>5c"]},
        {"turn": "Bo", "actions": [{"draw": ["7d", "Qc"]}, {"discard": "4h"}]},
        {"turn": "Chi", "actions": [{"draw": None}, {"discard": "Kh"}]},
        {"turn": "Dee", "actions": [
            {"pickup": 7, "melds": [{"meld": "K", "cards": ["Kh", "Ks", "Kd", "2d"]}], "rest": None},
            {"foot": None}, {"discard": "3s"}]},
        {"claim": {"stock": 154, "pile": 4, "hand": {"Chi": 13}}},
        {"end": "out", "by": "Bo"},
        {"left": "Ana", "hand": ["4s"], "foot": ["?*13"]},
        {"score": "Bo+Dee", "clean": 2, "total": 4910}]}],
    "result": {"totals": {"Bo+Dee": 9870, "Ana+Chi": 7435}, "winners": ["Bo+Dee"]},
}  # fmt: skip

EXAMPLE_TEXT = """\
[Notation "HFN 1"]
[Rules "classic"]
[Event "Spring Cup"]
[Seats "Ana Bo Chi Dee"]

deal 1 dealer Ana
hand Ana: 4s 4d
foot Ana: ?*13
turn-up 3d 2h 9c
red Ana: 3h>5c
Bo: draw 7d Qc; discard 4h
Chi: draw; discard Kh
Dee: pickup 7 {meld K: Kh Ks Kd 2d}; foot; discard 3s
claim stock 154, pile 4, hand Chi 13
end out Bo
left Ana: 4s; foot ?*13
score Bo+Dee: clean 2, total 4910
result Bo+Dee 9870, Ana+Chi 7435 winner Bo+Dee
"""


def one(value: Any) -> log.Game:
    [game] = read_json(json.dumps(value))
    return game


def with_events(*events: Any) -> dict[str, Any]:
    return {"seats": ["Ana", "Bo"], "deals": [{"number": 1, "events": list(events)}]}


SEATED = {"seats": ["Ana", "Bo"]}


def with_action(action: Any) -> dict[str, Any]:
    return with_events({"turn": "Ana", "actions": [{"draw": None}, action, {"discard": "4s"}]})


def test_the_example_says_in_text_what_it_says_in_json() -> None:
    game = one(EXAMPLE)
    assert not game.problems
    assert game_text(game) == EXAMPLE_TEXT
    [from_text] = read_text(EXAMPLE_TEXT)
    assert plain(from_text) == plain(game)
    del EXAMPLE["deals"][0]["stock"]
    assert game_to_json(from_text) == EXAMPLE


@pytest.mark.parametrize(
    ("action", "text"),
    [
        ({"take": "10h"}, "take Th"),
        ({"meld": "W", "cards": ["X*2", "2s"]}, "meld W: X*2 2s"),
        ({"run": "♥", "cards": ["4h"]}, "run h: 4h"),
        ({"add": "K", "n": 2, "cards": []}, "add K#2: -"),
        ({"add_run": "h", "n": 2, "cards": ["7h"]}, "add run h#2: 7h"),
        ({"pickup": None}, "pickup {}"),
        (
            {"pickup": 3, "melds": [{"add": "Q", "cards": ["Qs"]}], "rest": ["3h>4d", "5s"]},
            "pickup 3 {add Q: Qs} 3h>4d 5s",
        ),
        ({"red": ["3h>-"]}, "red 3h>-"),
        ({"foot": ["Ks"]}, "foot Ks"),
        ({"ask": False}, "ask no"),
        ({"move": "2c", "from": "K", "from_n": 1, "to": "Q", "to_n": 2}, "move 2c K#1 Q#2"),
        ({"out": True}, "out"),
        ({"pass": True}, "pass"),
        ({"takeback": True}, "takeback"),
        ({"browse": True}, "browse"),
        ({"peek": True}, "peek"),
        ({"peek": "Bo"}, "peek Bo"),
        ({"show": ["4s"]}, "show 4s"),
        ({"say": 'a "b"'}, 'say "a \\"b\\""'),
        ({"ruling": "x"}, 'ruling "x"'),
        ({"penalty": "Bo", "points": -50, "why": "slow"}, 'penalty Bo -50 "slow"'),
        ({"reshuffle": None}, "reshuffle"),
        ({"reshuffle": ["4s"]}, "reshuffle 4s"),
    ],
)
def test_each_action_is_the_action_that_text_gives(action: Any, text: str) -> None:
    game = one(with_action(action))
    [from_text] = read_text(f'[Seats "Ana Bo"]\ndeal 1\nAna: draw; {text}; discard 4s')
    assert not game.problems and not from_text.problems
    assert plain(game) == plain(from_text)
    assert not list(VALID.iter_errors(with_action(action)))


@pytest.mark.parametrize(
    "text",
    [
        '[Seats "Ana Bo"]\n\nnote "before"\ndeal 1\nnote "in"\nresult Ana 5, Ana 6\nnote "after"',
        '[Event "x"]\n[Seats "Ana  Bo"]\n[Notation "HFN 1"]\n\nresult Ana 5',
        '[Seats "Ana Bo"]\n[Event "1"]\n[X "2"]\n[Event "3"]\n\ndeal 1',
        '[Seats "Ana Bo"]\n\ndeal 1\nhand Ana: 4s\nhand Ana: 5s\nturn-up 9c\nAna: draw\n'
        "stock 4s\nfoot Bo: 4s\nturn-up 4s",
        '[Seats "Ana Bo"]\n\ndeal 1\nclaim hand Ana 1, stock 5, hand Bo 2, stock 6\n'
        "claim melds Ana K 5, melds Ana Q 4, melds Bo K 1",
        '[Seats "Ana Bo"]\n\ndeal 1\nscore Ana: score 5, clean 1, clean 2, net, net 0',
        '[Seats "Ana Bo"]\n\nresult Ana 5\ndeal 1\nresult Bo 5\nresult Ana 5 winner Ana, Bo',
        '[Seats "Ana Bo"]\n\nhand Ana: 4s\nAna: draw\ndeal x\ngibberish\nAnna: draw\nAna: drwa; draw;',
        '[Rules "classic"]\n\nnote "nobody"',
        '[Seats "Ana Ana"]\n\nnote "twice"',
    ],
)  # fmt: skip
def test_text_to_json_and_back_is_exact(text: str) -> None:
    [game] = read_text(text)
    value = game_to_json(game)
    assert not list(VALID.iter_errors(value))
    [again] = read_json(json_text(value))
    assert plain(again) == plain(game)
    assert game_text(again) == game_text(game)
    assert {p.code for p in again.problems} == {p.code for p in game.problems}


@given(games())
@settings(max_examples=30, deadline=None)
def test_every_game_fits_the_schema(game: log.Game) -> None:
    assert not list(VALID.iter_errors(game_to_json(game)))


def test_the_schema_is_a_schema_and_refuses_what_is_no_game() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    values: tuple[Any, ...] = (
        [],
        {"seat": []},
        with_action({"drwa": None}),
        with_action({"discard": "4s*2"}),
        with_events({"end": "out"}),
    )
    assert all(list(VALID.iter_errors(value)) for value in values)


# --- faults -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "code", "under", "says"),
    [
        ({"drwa": None}, "HF001", "/drwa", "did you mean 'draw'?"),
        ({"draw": "Ks"}, "HF001", "/draw", "'Ks' cannot stand here"),
        ({"draw": ["Ks", "ks"]}, "HF002", "/draw/1", "did you mean 'Ks'?"),
        ({"draw": ["Ks", 5]}, "HF001", "/draw/1", "the number 5"),
        ({"draw": ["Ks*5000"]}, "HF001", "/draw/0", "repeated 1 to 1000 times"),
        ({"draw": ["Ks Kd"]}, "HF002", "/draw/0", "is no card"),
        ({"draw": {"a": 1}}, "HF001", "/draw", "an object cannot stand here"),
        ({"discard": None}, "HF001", "/discard", "null cannot stand here"),
        ({"discard": "Ks*2"}, "HF001", "/discard", "cannot stand here"),
        ({"discard": "4s", "cards": []}, "HF001", "/cards", "is no field here"),
        ({"meld": "K"}, "HF001", "", "the field 'cards' is missing"),
        ({"meld": "Z", "cards": []}, "HF001", "/meld", "cannot stand here"),
        ({"meld": "K", "cards": ["3h>4s"]}, "HF001", "/cards", "chain of replacements"),
        ({"meld": "K", "card": ["Ks"], "cards": []}, "HF001", "/card", "did you mean 'cards'?"),
        ({"pickup": -1}, "HF001", "/pickup", "beyond any number"),
        ({"pickup": 1.5}, "HF001", "/pickup", "the number 1.5"),
        ({"pickup": True}, "HF001", "/pickup", "true cannot stand here"),
        ({"pickup": 10**30}, "HF001", "/pickup", "cannot stand here"),
        ({"pickup": 1, "melds": [{"draw": None}]}, "HF001", "/melds/0", "neither a meld nor an add"),
        ({"pickup": 1, "melds": [5]}, "HF001", "/melds/0", "the number 5"),
        ({"peek": "Boo"}, "HF003", "/peek", "did you mean 'Bo'?"),
        ({"penalty": "Zed", "points": 5}, "HF003", "/penalty", "nobody at this table"),
        ({"ask": "yes"}, "HF001", "/ask", "cannot stand here"),
        ({"out": False}, "HF001", "/out", "false cannot stand here"),
        ({"say": "\ud800"}, "HF001", "/say", "half a character"),
        ({"claim": {"stock": 5}}, "HF005", "/claim", "is an event of the deal"),
        ({"unread": "drwa 4s"}, "HF001", "/unread", "did you mean 'draw'?"),
        ({"unread": "draw 4s"}, "HF001", "/unread", "marked as unreadable"),
        ({}, "HF001", "", "an action is missing"),
        ("draw", "HF001", "", "cannot stand here"),
        (None, "HF001", "", "null cannot stand here"),
        ([], "HF001", "", "a list cannot stand here"),
    ],
)
def test_a_bad_action_is_told_and_costs_itself_only(action: Any, code: str, under: str, says: str) -> None:
    game = one(with_action(action))
    [problem] = game.problems
    assert (problem.code, problem.span.pointer) == (code, "/deals/0/events/0/actions/1" + under)
    assert says in problem.message
    turn = game.statements[-1]
    assert isinstance(turn, log.Turn)
    assert [a.kind for a in turn.actions] == [log.DRAW, log.UNREADABLE, log.DISCARD]


@pytest.mark.parametrize(
    ("event", "code", "under", "says", "dropped"),
    [
        ({"trun": "Ana"}, "HF001", "/trun", "did you mean 'turn'?", ""),
        ({"draw": ["4s"]}, "HF005", "/draw", "is an action of a turn", ""),
        ({"turn": "Anna", "actions": [{"draw": None}]}, "HF003", "/turn", "did you mean 'Ana'?", ""),
        ({"turn": 5, "actions": []}, "HF001", "/turn", "the number 5", ""),
        ({"claim": {"stack": 5}}, "HF001", "/claim/stack", "did you mean 'stock'?", "claim"),
        ({"claim": {"hand": {"Zed": 5}}}, "HF003", "/claim/hand/Zed", "nobody", "claim"),
        ({"claim": {"melds": {"Ana": {"Z": 5}}}}, "HF001", "/claim/melds/Ana/Z", "cannot stand", "claim"),
        ({"claim": {}}, "HF001", "/claim", "nothing is claimed", "claim"),
        ({"claim": 5}, "HF001", "/claim", "the number 5", "claim"),
        ({"end": "out"}, "HF001", "", "the field 'by' is missing", "end"),
        ({"end": "over"}, "HF001", "/end", "'over'", "end"),
        ({"left": "Ana"}, "HF001", "", "neither the hand nor the foot", "left"),
        ({"score": "Ana"}, "HF001", "", "no entries", "score"),
        ({"score": "Ana", "clean": "two"}, "HF001", "/clean", "'two'", "score"),
        ({"score": "Ana+Zed", "clean": 2}, "HF003", "/score", "nobody", "score"),
        ({"red": "Ana", "cards": ["3h"]}, "HF001", "/cards", "without its replacement", "red"),
        ({"note": 5}, "HF001", "/note", "the number 5", "note"),
        ({"turn_up": "4s"}, "HF001", "/turn_up", "'4s'", "turn-up"),
        ({"result": {"totals": {}}}, "HF001", "/result/totals", "no total", "result"),
        ({"unread": "gibberish"}, "HF001", "/unread", "'gibberish'", ""),
        ("note", "HF001", "", "cannot stand here", ""),
        (5, "HF001", "", "the number 5", ""),
    ],
)
def test_a_bad_event_is_told_and_costs_itself_only(event: Any, code: str, under: str, says: str, dropped: str) -> None:
    game = one(with_events({"note": "before"}, event, {"note": "after"}))
    problem = game.problems[0]
    assert (problem.code, problem.span.pointer) == (code, "/deals/0/events/1" + under)
    assert says in problem.message
    unread = game.statements[-2]
    assert isinstance(unread, log.UnreadLine) and isinstance(game.statements[-1], log.Note)
    assert unread.dropped == dropped and unread.play is (not dropped)
    [from_text] = read_text(game_text(game))  # it is unreadable in text, too
    assert plain(from_text) == plain(game)


@pytest.mark.parametrize("event", [{"turn": "Ana"}, {"turn": "Ana", "actions": 5}, {"turn": "Ana", "actions": []}])
def test_a_turn_without_actions_is_a_turn_of_which_nothing_is_known(event: Any) -> None:
    game = one(with_events(event))
    turn = game.statements[-1]
    assert isinstance(turn, log.Turn) and turn.actions[0].kind == log.UNREADABLE and len(game.problems) == 1


def test_a_mistyped_player_of_a_turn_is_guessed_for_the_unknown_that_the_turn_leaves() -> None:
    unread = one(with_events({"turn": "Bo ", "actions": [{"draw": None}]})).statements[-1]
    assert isinstance(unread, log.UnreadLine) and unread.play and unread.player == 1


@pytest.mark.parametrize(
    ("value", "code", "pointer", "says"),
    [
        ({"seats": ["Ana", "Ana"]}, "HF004", "/seats", "two seats"),
        ({"seats": "Ana Bo"}, "HF004", "/seats", "'Ana Bo'"),
        ({"seats": ["Ana", 5]}, "HF004", "/seats", "a list cannot stand here"),
        ({"deals": []}, "HF004", "", "the game has no seats"),
        ({"seats": ["Ana", "Bo"], "notation": "HFN 7"}, "HF004", "/notation", "this is HFN 1"),
        ({"seats": ["Ana", "Bo"], "tags": {"Round": 3}}, "HF004", "/tags/Round", "the number 3"),
        ({"seats": ["Ana", "Bo"], "tags": {"a b": "x"}}, "HF004", "/tags/a b", "cannot be a tag's name"),
        ({"seats": ["Ana", "Bo"], "tags": [["Event", "x"], 5]}, "HF004", "/tags/1", "the number 5"),
        ({"seats": ["Ana", "Bo"], "tags": {"Seats": "Bo Ana"}}, "HF004", "/seats", "differ from the tag"),
        ({"seats": ["Ana", "Bo"], "deels": []}, "HF001", "/deels", "did you mean 'deals'?"),
        ({"seats": ["Ana", "Bo"], "deals": {}}, "HF001", "/deals", "an object"),
        ({"seats": ["Ana", "Bo"], "deals": [5]}, "HF001", "/deals/0", "the number 5"),
        ({"seats": ["Ana", "Bo"], "deals": [{"events": []}]}, "HF001", "/deals/0", "'number' is missing"),
        ({"seats": ["Ana", "Bo"], "deals": [{"number": 1, "dealer": "Zed"}]}, "HF003", "/deals/0/dealer", "nobody"),
        (SEATED | {"deals": [{"number": 1, "hands": {"Zed": []}}]}, "HF003", "/deals/0/hands/Zed", "nobody"),
        (SEATED | {"deals": [{"number": 1, "hands": {"Bo": ["4x"]}}]}, "HF002", "/deals/0/hands/Bo/0", "no card"),
        ({"seats": ["Ana", "Bo"], "deals": [{"number": 1, "stock": 5}]}, "HF001", "/deals/0/stock", "the number 5"),
        ({"seats": ["Ana", "Bo"], "result": {"totals": {"Ana": 1.5}}}, "HF001", "/result/totals/Ana", "the number 1.5"),
        ({"seats": ["Ana", "Bo"], "before": {"a/b~": 1}}, "HF001", "/before", "an object"),
        (5, "HF001", "", "the number 5"),
        (None, "HF001", "", "null"),
        ("x", "HF001", "", "'x'"),
    ],
)  # fmt: skip
def test_a_bad_part_of_a_game_is_told(value: Any, code: str, pointer: str, says: str) -> None:
    [problem] = one(value).problems
    assert (problem.code, problem.span.pointer) == (code, pointer)
    assert says in problem.message


def test_the_other_deals_are_read_after_a_bad_one() -> None:
    game = one({"seats": ["Ana", "Bo"], "deals": [{"number": "x"}, 5, {"number": 3, "events": [{"note": "read"}]}]})
    assert [type(s).__name__ for s in game.statements] == ["Tag", "UnreadLine", "UnreadLine", "DealStart", "Note"]


def test_a_field_given_twice_is_told_and_the_first_counts() -> None:
    text = (
        '{"seats": ["Ana", "Bo"],\n "seats": ["Bo", "Ana"],\n'
        ' "deals": [{"number": 1, "events": [{"note": "a", "note": "b"}]}]}'
    )
    [game] = read_json(text)
    assert game.seats == ("Ana", "Bo")
    assert ["given twice" in p.message for p in game.problems] == [True, True]
    assert game.problems[1].span.pointer == "/deals/0/events/0/note"


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('{"seats": ["Ana",\n  "Bo"', 2, 7),
        ('{"seats": ["Ana" "Bo"]}', 1, 18),
        ("{'seats': []}", 1, 2),
        ("", 1, 1),
        ('{"seats": ["Ana", "Bo"]} x', 1, 26),
        ('\n{"a": 01}', 2, 8),
    ],
)
def test_invalid_json_is_told_with_its_line_and_column(text: str, line: int, column: int) -> None:
    problem = read_json(text)[-1].problems[-1]
    assert (problem.code, problem.span.line, problem.span.column) == ("HF001", line, column)


def test_the_games_of_a_list_before_a_fault_are_read_and_have_their_index_in_the_pointer() -> None:
    text = '[{"seats": ["Ana", "Bo"]},\n {"seats": ["Ana", "Bo"], "x/~": 1},\n {"seats": ]'
    first, second, broken = read_json(text)
    assert not first.problems and second.problems[0].span == log.Span(2, 34, 2, 35, "/1/x~1~0")
    assert (second.number, second.line) == (2, 2)
    assert broken.problems[0].span.line == 3 and not broken.statements


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, '{"deals":' + "[" * 70 + "]" * 70 + "}"])
def test_deep_nesting_is_told(text: str) -> None:
    [game] = read_json(text)
    assert "nested deeper than 64 levels" in game.problems[0].message


def test_absurd_numbers_and_no_numbers_are_told() -> None:
    for number in ("9" * 10_000, "-" + "9" * 5000, "NaN", "Infinity", "1e999"):
        [game] = read_json('{"seats": ["Ana", "Bo"], "deals": [{"number": ' + number + "}]}")
        assert len(game.problems) == 1


def test_problems_and_statements_are_bounded() -> None:
    events = [{"x": 1}] * 50
    text = json.dumps(with_events(*events))
    [game] = JsonReader(limits=Limits(problems=10)).read(text)
    assert len(game.problems) == 11 and game.problems[-1].message.startswith("40 more")
    [game] = JsonReader(limits=Limits(statements=10)).read(text)
    assert len(game.statements) == 11


def test_a_value_of_too_many_parts_is_not_decoded() -> None:
    reader = JsonReader(limits=Limits(json_values=20))
    for part in ("{}", "0", '"?*9"', "[]"):
        [game] = reader.read('{"deals": [' + ", ".join([part] * 21) + "]}")
        assert "more than 20 values" in game.problems[0].message
    assert len(list(reader.read("[" + ", ".join(['{"seats": ["Ana", "Bo"]}'] * 30) + "]"))) == 30


def test_a_list_of_what_are_no_games_takes_linear_time() -> None:
    began = time.perf_counter()
    games = iter(JsonReader().read("[" + "1," * 3_000_000 + "1]"))
    assert all(next(games).problems for _ in range(500))
    assert time.perf_counter() - began < 2


def test_a_list_has_at_most_a_thousand_cards() -> None:
    [game] = read_json(json.dumps(with_events({"turn": "Ana", "actions": [{"show": ["?*600", "Ks*401"]}]})))
    assert "more than 1,000 cards" in game.problems[0].message


# --- places -----------------------------------------------------------------------------------------------------


@given(st.text("ab\n", max_size=300), st.integers(0, 300), st.integers(1, 9))
def test_the_line_of_an_offset_is_found_whatever_the_blocks(text: str, offset: int, block: int) -> None:
    index = LineIndex(text, block)
    offset = min(offset, len(text))
    line, column = index.position(offset)
    assert line == text.count("\n", 0, offset)
    assert index.start(line) + column == offset
    assert index.start(text.count("\n") + 1) == len(text)


def test_places_are_those_of_the_values_in_the_text() -> None:
    text = (
        '{"seats": ["Ana", "Bo"],\n "deals": [{"number": 1,\n  "hands": {"Bo": ["4s"]},\n  "events": [\n'
        '    {"turn": "Ana", "actions": [{"say": "}]\\"{["}, {"discard": "4s"}]},\n'
        '    {"score": "Ana", "clean": 2, "total": 7},\n    {"claim": {"stock": 5, "hand": {"Bo": 1}}}]}],\n'
        ' "result": {"totals": {"Ana": 5, "Bo": 6}}}'
    )
    [game] = read_json(text)
    _, deal, hand, turn, score, claim, result = game.statements
    assert deal.at.whole() == log.Span(2, 12, 7, 49, "/deals/0")
    assert hand.at.whole() == log.Span(3, 19, 3, 25, "/deals/0/hands/Bo")
    assert turn.at.line == turn.at.end_line == 5
    assert turn.at.action(1) == log.Span(5, 52, 5, 69, "/deals/0/events/0/actions/1")
    assert score.at.entry(1) == log.Span(6, 43, 6, 44, "/deals/0/events/1/total")
    assert claim.at.entry(1) == log.Span(7, 43, 7, 44, "/deals/0/events/2/claim/hand/Bo")
    assert result.at.entry(1).pointer == "/result/totals/Bo"
    assert turn.at.source_lines() == [(5, text.split("\n")[4])]


def test_a_long_source_line_is_cut_where_it_is_shown() -> None:
    [game] = read_json(json.dumps(with_events({"note": "x" * 5000})))
    assert all(len(shown) <= 200 for _, shown in game.statements[-1].at.source_lines())


def test_places_in_a_large_list_of_games_are_found_in_linear_time() -> None:
    text = json.dumps([with_events(*[{"turn": "Ana", "actions": [{"draw": ["4s", "5s"]}]}] * 20)] * 500)
    began = time.perf_counter()
    for game in read_json(text):
        for statement in game.statements:
            statement.at.whole()
    assert time.perf_counter() - began < 8


# --- anything ---------------------------------------------------------------------------------------------------

NAMES = st.sampled_from(
    ["seats", "tags", "deals", "number", "dealer", "hands", "feet", "turn_up", "stock", "events", "turn", "actions",
     "draw", "pickup", "melds", "rest", "meld", "cards", "claim", "hand", "score", "left", "end", "by", "result",
     "totals", "winners", "unread", "note", "before", "after", "Ana", "red", "entries", "move", "from"]
)  # fmt: skip
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | NAMES
    | st.sampled_from(["Ks", "3h>4s"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=25,
)


@given(JSON)
@settings(max_examples=150, deadline=None)
def test_any_json_gives_games_or_problems_but_never_an_exception(value: Any) -> None:
    events = {"seats": ["Ana", "Bo"], "deals": [{"number": 1, "events": [value, {"turn": "Ana", "actions": [value]}]}]}
    for game in [*read_json(json.dumps(value)), *read_json(json.dumps(events)), *read_json(json.dumps([value]))]:
        for problem in game.problems:
            assert problem.code in ("HF001", "HF002", "HF003", "HF004", "HF005") and problem.span.line >= 1
        read_text(game_text(game))
        read_json(json_text(game_to_json(game)))


@given(st.text(alphabet='{}[]",:\\ \n0aé-', max_size=40))
@settings(max_examples=100, deadline=None)
def test_any_text_as_json_gives_games_or_problems_but_never_an_exception(text: str) -> None:
    assert all(game.problems or game.statements for game in read_json(text))


# --- other people's logs ----------------------------------------------------------------------------------------

LOGS = [Path(__file__).parents[2] / "logs"] + [Path(p) for p in [os.environ.get("HANDFOOT_CORPUS")] if p]


def test_every_sample_log_fits_the_schema_and_survives_the_way_through_json() -> None:
    for path in sorted(path for folder in LOGS for path in folder.rglob("*.hfn")):
        for game in read_text(path.read_text(encoding="utf-8")):
            value = game_to_json(game)
            assert not list(VALID.iter_errors(value)), path
            [again] = read_json(json_text(value))
            assert grouped(again) == grouped(game), path
            assert game_to_json(again) == value, path
