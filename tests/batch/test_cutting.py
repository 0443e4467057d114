"""Cutting a file changes nothing: the stretches read one after the other are the games of the whole, numbered and hashed alike."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handfoot.batch.reading import Reading
from handfoot.batch.shards import Piece, inputs, shards
from handfoot_grammar.json_form import game_to_json
from handfoot_grammar.log import Game
from handfoot_grammar.sources import SourceError, read_paths
from handfoot_grammar.text import read_text

GAME = '[Notation "HFN 1"]\n[Seats "Zoé Bo"]\n\ndeal 1\nZoé: draw; discard 4s\n'
JSON = json.dumps(game_to_json(read_text(GAME)[0]))

LINES = st.sampled_from(
    [
        '[Notation "HFN 1"]', '[Seats "Zoé Bo"]', "", "  ", "# a comment", "# handfoot: allow HF305 -- agreed", "deal 1", "Zoé: draw; \\",
        "discard 4s", "Zoé: draw; discard 4s", " [Event \"x\"]", "rubbish", "Bo: draw # handfoot: allow HF204", "\u00a0[Date \"2024\"]",
    ]
)  # fmt: skip


def read(path: Path, size: int) -> list[tuple[object, ...]]:
    games = [game for shard in shards([str(path)], size) for piece in shard for game in games_of(piece)]
    return [seen(game) for game in games]


def games_of(piece: Piece) -> Iterator[Game]:
    reading = Reading(piece)
    while (game := reading.game()) is not None:
        yield game


def seen(game: object) -> tuple[object, ...]:
    g = game
    return (
        g.source, g.number, g.line, g.sha256, g.tags, len(g.statements),  # type: ignore[attr-defined]
        [(w.line, w.codes) for w in g.waivers], [(p.code, p.span, p.message) for p in g.problems],  # type: ignore[attr-defined]
    )  # fmt: skip


def whole(path: Path) -> list[tuple[object, ...]]:
    return [seen(game) for game in read_paths([str(path)])]


@pytest.mark.parametrize("size", [1, 50, 120, 1000])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_stretches_of_text_are_the_whole(tmp_path: Path, size: int, ending: str) -> None:
    path = tmp_path / "a.hfn"
    path.write_bytes((GAME + "\n" + GAME * 40).replace("\n", ending).encode())
    assert read(path, size) == whole(path)
    assert len(list(shards([str(path)], size))) > 1


@settings(max_examples=300)
@given(lines=st.lists(LINES, max_size=40), size=st.integers(1, 200), end=st.sampled_from(["", "\n"]))
def test_any_text_cut_anywhere_is_the_whole(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], size: int, end: str
) -> None:
    path = tmp_path_factory.mktemp("cut") / "a.hfn"
    path.write_bytes(("\n".join(lines) + end).encode())
    assert read(path, size) == whole(path)


@settings(max_examples=100)
@given(lines=st.lists(st.sampled_from([JSON, "", " ", "{", "[1]", "nothing"]), max_size=20), size=st.integers(1, 900))
def test_lines_of_json_are_cut_between_games(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], size: int
) -> None:
    path = tmp_path_factory.mktemp("cut") / "a.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    assert read(path, size) == whole(path)


@pytest.mark.parametrize("text", [GAME.replace("\n", "\r") * 9, GAME * 9 + "\0"])
def test_what_is_no_text_of_plain_lines_is_left_whole(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.hfn"
    path.write_bytes(text.encode())
    assert list(shards([str(path)], 60)) == [[Piece(str(path))]]


def test_the_same_files_are_cut_alike_whatever_their_order_on_disk(tmp_path: Path) -> None:
    for name in ("z.hfn", "a.jsonl", "b/m.hfn", ".hidden.hfn", "notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(GAME, encoding="utf-8")
    assert [Path(f).name for f in inputs([str(tmp_path)])] == ["a.jsonl", "z.hfn", "m.hfn"]


def test_a_path_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no such file"):
        inputs([str(tmp_path / "none.hfn")])
    with pytest.raises(SourceError, match="holds no logs"):
        inputs([str(tmp_path)])
