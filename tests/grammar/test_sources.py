"""Games from files, folders and standard input: told apart, streamed, bounded, and never a traceback."""

from __future__ import annotations

import gzip
import importlib.util
import io
import json
import os
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from handfoot_grammar import log, sources
from handfoot_grammar.json_form import game_to_json
from handfoot_grammar.limits import Limits
from handfoot_grammar.sources import SourceError, read_file, read_paths, read_source
from handfoot_grammar.text import read_text

GAME = '[Notation "HFN 1"]\n[Seats "Zoé Bo"]\n\ndeal 1\nZoé: draw; discard 4s\n'
JSON = json.dumps(game_to_json(read_text(GAME)[0]))


def clean(games: list[log.Game]) -> bool:
    return bool(games) and all(len(g.statements) == 4 and not g.problems for g in games)


def problem_of(games: list[log.Game]) -> str:
    [problem] = [p for game in games for p in game.problems]
    assert problem.code == "HF001"
    return problem.message


@pytest.mark.parametrize(
    ("name", "text", "games"),
    [
        ("a.hfn", GAME * 2, 2),
        ("a.HFN", GAME, 1),
        ("a.json", JSON, 1),
        ("a.json", f"[{JSON},{JSON}]", 2),
        ("a.jsonl", f"{JSON}\n\n{JSON}", 2),
        ("a.txt", GAME, 1),
        ("a.txt", f"\n {JSON}", 1),
        ("a", f"{JSON}\n{JSON}\n", 2),
        ("a.log", f"[\n {JSON}]", 1),
        ("a.log", json.dumps(json.loads(JSON), indent=2), 1),
    ],
)
@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_every_form_is_read(tmp_path: Path, name: str, text: str, games: int, packed: bool, encoding: str) -> None:
    path = tmp_path / (name + ".gz" if packed else name)
    data = text.encode(encoding)
    path.write_bytes(gzip.compress(data) if packed else data)
    found = list(read_paths([path]))
    assert clean(found) and len(found) == games
    assert [game.number for game in found] == list(range(1, games + 1))
    assert {game.source for game in found} == {str(path)}


@pytest.mark.parametrize("data", [GAME, JSON, f"{JSON}\n{JSON}", gzip.compress(GAME.encode(), mtime=0)])
def test_standard_input_is_sniffed(monkeypatch: pytest.MonkeyPatch, data: str | bytes) -> None:
    raw = io.BytesIO(data.encode() if isinstance(data, str) else data)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(raw))
    games = list(read_paths(["-"]))
    assert clean(games) and games[0].source == "<stdin>"


def test_a_folder_is_read_sorted_and_only_its_logs(tmp_path: Path) -> None:
    for name in ("b/z.hfn", "b/a.jsonl", "a.hfn.gz", "c.json", ".hidden.hfn", ".git/x.hfn", "notes.txt", "d.hfn.bak"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        text = JSON if ".json" in name else GAME
        path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
    games = list(read_paths([tmp_path]))
    assert [Path(game.source).name for game in games] == ["a.hfn.gz", "c.json", "a.jsonl", "z.hfn"]
    assert clean(games)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
def test_a_pipe_in_a_folder_is_no_log_and_a_broken_link_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.hfn").write_text(GAME, encoding="utf-8")
    os.mkfifo(tmp_path / "pipe.hfn")
    (tmp_path / "link.hfn").symlink_to("nowhere.hfn")
    errors: list[SourceError] = []
    assert len(list(read_paths([tmp_path], on_error=errors.append))) == 1
    assert [Path(error.path).name for error in errors] == ["link.hfn"]


def test_long_lines_are_not_gathered(tmp_path: Path) -> None:
    path = tmp_path / "long.hfn"
    path.write_text(GAME + ("# " + "c" * 90_000 + "\n") * 500, encoding="utf-8")
    list(read_file(path))
    tracemalloc.start()
    try:
        list(read_file(path))
        assert tracemalloc.get_traced_memory()[1] < 8_000_000
    finally:
        tracemalloc.stop()


def test_what_cannot_be_opened_is_told_and_the_others_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.hfn").write_text(GAME, encoding="utf-8")
    (tmp_path / "empty").mkdir()
    errors: list[SourceError] = []
    paths: list[str | Path] = [tmp_path / "no.hfn", tmp_path / "a.hfn", tmp_path / "empty", "a\0b"]
    assert clean(list(read_paths(paths, on_error=errors.append)))
    assert errors[0].message == "no such file or directory"
    assert [error.path for error in errors] == [str(paths[0]), str(paths[2]), "a\0b"]
    with pytest.raises(SourceError, match="no such file"):
        list(read_paths(paths))


@pytest.mark.parametrize("name", ["a.hfn", "a.json", "a.jsonl", "a.txt", "a.hfn.gz"])
@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n"])
def test_a_file_without_a_game_says_so(tmp_path: Path, name: str, text: str) -> None:
    data = text.replace("# only a comment", "" if "json" in name else "# only a comment").encode()
    (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    assert "no game" in problem_of(read_file(tmp_path / name))


def test_a_line_number_counts_in_the_file(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(f"{JSON}\n\n{{oops\n{JSON}\n")
    games = read_file(tmp_path / "a.jsonl")
    assert [game.line for game in games] == [1, 3, 4]
    assert (games[1].problems[0].span.line, games[1].problems[0].span.column) == (3, 2)
    assert games[2].statements[-1].at.line == 4


# --- bounds -----------------------------------------------------------------------------------------------------


def test_a_line_that_is_too_long_is_one_problem_and_is_never_held_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.hfn"
    path.write_text(GAME + "note " + "x" * 5_000_000 + "\nBo: draw\n", encoding="utf-8")
    tracemalloc.start()
    games = read_file(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2_500_000
    assert "longer than 100000 characters" in problem_of(games)
    last = games[0].statements[-1]
    assert isinstance(last, log.Turn) and last.at.line == 7


@pytest.mark.parametrize("form", ["hfn", "jsonl"])
def test_a_file_of_many_games_is_read_with_flat_memory(tmp_path: Path, form: str) -> None:
    path = tmp_path / f"a.{form}"
    path.write_text((GAME if form == "hfn" else JSON + "\n") * 3000, encoding="utf-8")
    games = read_paths([path])
    next(games)
    tracemalloc.start()
    count = 1 + sum(1 for _ in games)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 3000 and peak < 1_000_000


def test_more_unpacked_bytes_than_the_bound_are_told_and_the_games_before_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.hfn.gz"
    path.write_bytes(gzip.compress((GAME + "# bomb\n" * 100_000).encode()))
    games = list(read_paths([path], Limits(file_size=10_000)))
    assert "larger than 10,000 bytes" in problem_of(games) and len(games[0].statements) == 4


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.hfn", GAME * 400), ("a.jsonl", (JSON + "\n") * 400), ("a.json", "[" + ",".join([JSON] * 400))],
)
def test_of_a_packed_file_that_is_cut_off_what_was_read_stays(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / f"{name}.gz"
    path.write_bytes(gzip.compress(text.encode()) + gzip.compress(b", half a li")[:-5])
    games = read_file(path)
    assert "cut off" in problem_of(games) and games[-1].problems
    assert sum(len(game.statements) == 4 for game in games) == 400


def test_a_packed_file_that_is_damaged_is_told(tmp_path: Path) -> None:
    packed = bytearray(gzip.compress(bytes(i * 7 % 251 for i in range(50_000)) + GAME.encode()))
    packed[200:220] = b"\xff" * 20
    (tmp_path / "a.hfn.gz").write_bytes(packed)
    assert any(game.problems for game in read_file(tmp_path / "a.hfn.gz"))


def test_a_json_file_beyond_the_bound_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(f"[{JSON}]")
    assert "is not read; write one game a line" in problem_of(
        list(read_paths([tmp_path / "a.json"], Limits(json_size=50)))
    )
    (tmp_path / "a.jsonl").write_text(f"{JSON}\n{{}}\n")
    games = list(read_paths([tmp_path / "a.jsonl"], Limits(json_size=50)))
    assert "longer than 50 characters" in games[0].problems[0].message and len(games) == 2


def test_a_file_that_is_not_packed_as_its_name_says_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.hfn.gz").write_text(GAME)
    with pytest.raises(SourceError, match=r"no \.gz file"):
        read_file(tmp_path / "a.hfn.gz")


def test_zst_without_its_package_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    (tmp_path / "a.hfn.zst").write_bytes(b"\x28\xb5\x2f\xfd rest")
    with pytest.raises(SourceError, match="needs the Python package zstandard"):
        read_file(tmp_path / "a.hfn.zst")


@pytest.mark.skipif(importlib.util.find_spec("zstandard") is None, reason="zstandard is not installed")
def test_zst_is_read(tmp_path: Path) -> None:
    import zstandard  # type: ignore[import-not-found,unused-ignore]

    packed = zstandard.ZstdCompressor().compress(GAME.encode())
    (tmp_path / "a.hfn.zst").write_bytes(packed)
    assert clean(read_file(tmp_path / "a.hfn.zst"))
    (tmp_path / "b.hfn.zst").write_bytes(packed[:9] + b"\xff" * 40)
    assert any(game.problems for game in read_file(tmp_path / "b.hfn.zst"))
    (tmp_path / "c.hfn.zst").write_bytes(packed + packed[:-1])  # two frames, the second cut off
    assert "cut off" in problem_of(read_file(tmp_path / "c.hfn.zst"))


# --- encodings --------------------------------------------------------------------------------------------------


def test_bytes_that_are_no_utf_8_are_told_outside_comments_and_quotes_only(tmp_path: Path) -> None:
    path = tmp_path / "a.hfn"
    path.write_bytes(GAME.encode() + b'# caf\xe9\nnote "caf\xe9"\nBo: draw \xe9\nBo: draw\n')
    message = problem_of(read_file(path))
    assert "no UTF-8 text" in message


@pytest.mark.parametrize("data", [b"\x7fELF\0\0\0\0" * 50, bytes(range(256)) * 40, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"])
@pytest.mark.parametrize("name", ["a.hfn", "a.json", "a.jsonl", "a.bin"])
def test_a_binary_file_is_one_problem(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    assert "binary" in problem_of(read_file(tmp_path / name))


def test_a_file_that_turns_binary_is_one_problem(tmp_path: Path) -> None:
    (tmp_path / "a.hfn").write_bytes((GAME + "# filler\n" * 1000).encode() + b"\0\x01\n" * 1000)
    games = read_file(tmp_path / "a.hfn")
    assert "binary" in problem_of(games) and len(games[0].statements) == 4


@given(st.binary(max_size=200), st.sampled_from([".hfn", ".json", ".jsonl", ".gz", ".txt", ".hfn.gz"]), st.booleans())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_give_games_or_problems_but_never_an_exception(
    tmp_path: Path, data: bytes, ending: str, packed: bool
) -> None:
    path = tmp_path / f"a{ending}"
    path.write_bytes(gzip.compress(GAME.encode() + data)[:-5] if packed else data)
    errors: list[SourceError] = []
    games = list(read_paths([path], on_error=errors.append))
    assert errors or all(game.problems or game.statements for game in games)
    assert errors or games


# --- a path or a text -------------------------------------------------------------------------------------------


def test_a_source_is_a_path_or_a_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.hfn").write_text(GAME, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for source in (tmp_path / "a.hfn", "a.hfn", GAME, JSON, f"[{JSON}]", f"{JSON}\n{JSON}\n", "\ufeff" + GAME):
        assert clean(list(read_source(source)))
    assert "no game" in problem_of(list(read_source("\n")))


@pytest.mark.parametrize("source", ["no-such-file.hfn", "a\0b", "", Path("no-such-file.hfn")])
def test_what_is_neither_a_path_nor_a_text_is_told(source: str | Path) -> None:
    with pytest.raises(SourceError):
        list(read_source(source))


def test_the_form_is_told_by_the_name() -> None:
    names = ["a.hfn", "a.HFN.gz", "a.json.zst", "a.jsonl", "a.txt", "hfn", "a.gz"]
    assert [sources.form_of(name) for name in names] == [".hfn", ".hfn", ".json", ".jsonl", None, None, None]


@pytest.fixture(autouse=True)
def _no_stray_warnings(recwarn: pytest.WarningsRecorder) -> Iterator[None]:
    """No file may be left open."""
    yield
    assert not [w for w in recwarn if issubclass(w.category, ResourceWarning)]
