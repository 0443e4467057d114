"""Writing HFN: the canonical form of each statement, and formatting a file by its lines."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from handfoot_grammar import log
from handfoot_grammar.text import Line, read_text
from handfoot_grammar.write import format_text, game_text, statement_text
from strategies import NOWHERE, plain

HEAD = '[Seats "Ana Bo Chi Dee"]\n\n'
SEATS = ("Ana", "Bo", "Chi", "Dee")


def canonical(line: str) -> str:
    [game] = read_text(HEAD + line)
    assert not game.problems
    return statement_text(game.statements[-1], SEATS)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Ana:draw 10h 10♥;discard Jk", "Ana: draw Th*2; discard X"),
        ("Ana: draw 3h>10c>5♣ 4s 4s", "Ana: draw 3h>Tc>5c 4s*2"),
        ("Ana: pickup 7{meld K:Kh  Ks Kd;add Q#2: Qs}4h", "Ana: pickup 7 {meld K: Kh Ks Kd; add Q#2: Qs} 4h"),
        ("Ana: pickup {}", "Ana: pickup {}"),
        ("Ana: meld W: X X X; run ♥: 4h 5h 6h; add run ♥#2: 7h", "Ana: meld W: X*3; run h: 4h 5h 6h; add run h#2: 7h"),
        ("Ana: move 2c 10 Q#2", "Ana: move 2c T Q#2"),
        ("Ana: draw -; foot; reshuffle -", "Ana: draw -; foot; reshuffle -"),
        ('Ana: penalty Dee+Bo −50 "a \\"b\\" \\\\ c"', 'Ana: penalty Bo+Dee -50 "a \\"b\\" \\\\ c"'),
        ("left Ana: foot ? ?", "left Ana: foot ?*2"),
        ("score Ana+Chi: clean 2,net , left −35", "score Ana+Chi: clean 2, net, left -35"),
        ("result Ana+Chi +5 , Bo+Dee 4 winner Ana+Chi", "result Ana+Chi 5, Bo+Dee 4 winner Ana+Chi"),
        ("claim stock 5,melds Chi+Ana 10 3", "claim stock 5, melds Ana+Chi T 3"),
        ("deal 1  dealer  Bo", "deal 1 dealer Bo"),
    ],
)
def test_a_statement_has_one_canonical_form(written: str, expected: str) -> None:
    assert canonical(written) == expected
    assert canonical(expected) == expected


@pytest.mark.parametrize("text", ['"', "\\", "\\n", "a\nb", "a\r\nb", "# ; {", "ends \\", ""])
def test_any_text_in_quotes_reads_back(text: str) -> None:
    written = statement_text(log.Note(NOWHERE, text), SEATS)
    assert "\n" not in written and "\r" not in written
    [game] = read_text(HEAD + written)
    note = game.statements[-1]
    assert isinstance(note, log.Note) and note.text == text


def test_a_game_is_laid_out_with_a_blank_line_after_the_tags_and_before_each_further_deal() -> None:
    source = '[Notation "HFN 1"]\n[Seats "Ana Bo"]\ndeal 1\nend stock\ndeal 2\nnote "x"\n'
    [game] = read_text(source)
    laid_out = '[Notation "HFN 1"]\n[Seats "Ana Bo"]\n\ndeal 1\nend stock\n\ndeal 2\nnote "x"\n'
    assert game_text(game) == laid_out


@pytest.mark.parametrize(
    "line",
    ["gibberish", "hand Ana 4s", "Anna: draw 4s", "claim # what", 'note "half', "Ana: drwa 4s; discard 4s", "Ana: ;;",
     'Ana: say "half; discard 4s', "Ana: pickup {meld K: Ks; discard 4s", "Ana: x \\ # the end", "foot", "{ ] ["],
)  # fmt: skip
def test_what_cannot_be_read_is_written_as_it_stood_and_unreadable_again(line: str) -> None:
    [game] = read_text(HEAD + line)
    [again] = read_text(game_text(game))
    assert game.problems
    assert plain(again) == plain(game)
    assert [p.message for p in again.problems] == [p.message for p in game.problems]


@pytest.mark.parametrize("text", ["draw 4s", 'say "half', "a; b", "{", "x # y", "\n", "\\"])
def test_an_unreadable_action_of_a_program_never_becomes_readable_nor_harms_its_neighbours(text: str) -> None:
    turn = log.Turn(NOWHERE, 0, (log.Unread(text), log.Said(log.SAY, 'a "quote"; {}'), log.Unread(text)))
    [game] = read_text(HEAD + statement_text(turn, SEATS) + "\nBo: draw")
    again, after = game.statements[-2:]
    assert isinstance(again, log.Turn) and isinstance(after, log.Turn)
    assert [a.kind for a in again.actions] == [log.UNREADABLE, log.SAY, log.UNREADABLE]
    assert again.actions[1] == turn.actions[1]


def test_an_unreadable_line_of_a_program_never_becomes_readable() -> None:
    for text in ("deal 1", '[Event "x"]', "", "Ana: draw"):
        line = statement_text(log.UnreadLine(Line(1, text, text), True), SEATS)
        [game] = read_text(HEAD + line)
        assert isinstance(game.statements[-1], log.UnreadLine)


# --- formatting -------------------------------------------------------------------------------------------------


def test_formatting_keeps_comments_blank_lines_and_unreadable_lines() -> None:
    source = (
        '\ufeff# head\r\n[Seats  "Ana Bo"]\r\n\r\n\r\n  # indented\r\ndeal  1# no comment\r\nAna:draw  10h # seen\r\n'
        "  gibberish   here # kept\r\nAna: drwa  4s ;discard 4s\r\n"
        "Bo:draw 4s \\\r\n  5s;discard 4s # handfoot: allow HF1\r\n"
        '[Bad\r\nnote  "x"'
    )
    assert format_text(source) == (
        '# head\n[Seats "Ana Bo"]\n\n\n  # indented\ndeal  1# no comment\nAna: draw Th  # seen\n'
        "  gibberish   here # kept\nAna: drwa  4s ;discard 4s\nBo: draw 4s 5s; discard 4s  # handfoot: allow HF1\n"
        '[Bad\nnote "x"\n'
    )


def test_formatting_nothing_gives_nothing() -> None:
    assert format_text("") == ""
    assert format_text("\n") == "\n"


def test_a_line_that_would_grow_too_long_is_kept() -> None:
    line = "Ana: " + ";".join(["draw 4s"] * 12_000)
    assert format_text(HEAD + line) == HEAD + line + "\n"


CORPUS = os.environ.get("HANDFOOT_CORPUS")


@pytest.mark.skipif(not CORPUS, reason="HANDFOOT_CORPUS names no folder of logs")
def test_every_log_of_the_corpus_reads_back_and_formats_once() -> None:
    for path in sorted(Path(CORPUS or "").rglob("*.hfn")):
        source = path.read_text(encoding="utf-8")
        games = read_text(source)
        again = read_text("\n".join(map(game_text, games)))
        assert [plain(game) for game in again] == [plain(game) for game in games], path
        formatted = format_text(source)
        assert format_text(formatted) == formatted, path
        assert [plain(game) for game in read_text(formatted)] == [plain(game) for game in games], path
