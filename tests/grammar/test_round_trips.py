"""Whatever a Log holds can be written and read again: text, JSON and formatting lose nothing."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from handfoot_grammar import json_form, log, text, write
from handfoot_grammar.json_reader import read_json
from strategies import games, grouped, plain


@given(games())
@settings(max_examples=60, deadline=None)
def test_text_reads_back_to_the_same_log(game: log.Game) -> None:
    [again] = text.read_text(write.game_text(game))
    assert plain(again) == plain(game)
    assert again.seats == game.seats and again.tags == game.tags


@given(games())
@settings(max_examples=60, deadline=None)
def test_json_reads_back_to_the_same_log(game: log.Game) -> None:
    value = json_form.game_to_json(game)
    laid_out = json_form.json_text(value)
    assert json.loads(laid_out) == value
    [again] = read_json(laid_out)
    assert grouped(again) == grouped(game)
    assert again.seats == game.seats and again.tags == game.tags


@given(games())
@settings(max_examples=30, deadline=None)
def test_text_to_json_to_text_says_the_same_and_has_the_same_problems(game: log.Game) -> None:
    [first] = text.read_text(write.game_text(game))
    [through_json] = read_json(json.dumps(json_form.game_to_json(first)))
    assert [(p.code, p.message) for p in through_json.problems] == [(p.code, p.message) for p in first.problems]
    [again] = text.read_text(write.game_text(through_json))
    assert plain(again) == plain(through_json)
    assert grouped(again) == grouped(first)


@given(games())
@settings(max_examples=30, deadline=None)
def test_every_statement_read_from_json_has_its_place(game: log.Game) -> None:
    laid_out = json_form.json_text(json_form.game_to_json(game))
    [again] = read_json(laid_out)
    value = json.loads(laid_out)
    lines = laid_out.split("\n")
    for statement in again.statements:
        parts = range(len(statement.actions)) if isinstance(statement, log.Turn) else ()
        for span in (statement.at.whole(), *map(statement.at.action, parts)):
            found = _resolve(value, span.pointer or "")
            stretch = lines[span.line - 1 : span.end_line]
            stretch[-1] = stretch[-1][: span.end_column - 1]
            stretch[0] = stretch[0][span.column - 1 :]
            assert json.loads("\n".join(stretch)) == found


def _resolve(value: Any, pointer: str) -> Any:
    for step in pointer.split("/")[1:]:
        step = step.replace("~1", "/").replace("~0", "~")
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


LOOSE_LINES = st.sampled_from(
    ["", "   ", "# a comment", "#handfoot: allow HF305 -- agreed", '[Seats "Ana Bo"]', '[Event "a # b"]  # c',
     "Ana:draw 10♥ 10h ;discard Jk# no comment", "Ana: draw  Ks Ks\\", "  Kd; discard 4s   # late", "hand Bo:Ks,",
     "deal  1   dealer Ana", 'note "half', 'say "x', "Ana: drwa; discard 4s", "claim stock 5 ,pile 3", "Bo: ;", "\\",
     "score Ana: total −5,net", "Ana: pickup{meld K:Ks Kd}-;discard X", "\ttake 4", "end out Bo", '[Bad', "x\\  # y"]
)  # fmt: skip


@given(st.lists(LOOSE_LINES, max_size=12), st.sampled_from(["\n", "\r\n", "\r"]))
@settings(max_examples=60, deadline=None)
def test_formatting_is_idempotent_and_preserves_the_log(lines: list[str], ending: str) -> None:
    source = ending.join(lines)
    formatted = write.format_text(source)
    assert write.format_text(formatted) == formatted
    before, after = text.read_text(source), text.read_text(formatted)
    assert [plain(game) for game in after] == [plain(game) for game in before]
    assert [[w.codes for w in game.waivers] for game in after] == [[w.codes for w in game.waivers] for game in before]
    assert [[p.message for p in game.problems] for game in after] == [
        [p.message for p in game.problems] for game in before
    ]


@given(games())
@settings(max_examples=20, deadline=None)
def test_what_the_writer_writes_is_formatted_already(game: log.Game) -> None:
    written = write.game_text(game)
    assert write.format_text(written) == written
