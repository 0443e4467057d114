"""Reading HFN text: what is read, and how a line that cannot be read is told."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handfoot_grammar import log, parse
from handfoot_grammar.limits import Limits
from handfoot_grammar.text import TextReader, pieces, read_lines, read_text
from handfoot_spec.cards import NO_CARD, SPELLINGS

HEAD = '[Notation "HFN 1"]\n[Rules "classic"]\n[Seats "Ana Bo Chi Dee"]\n\n'


def c(names: str) -> tuple[int, ...]:
    return tuple(SPELLINGS[name] for name in names.split())


def game_of(body: str, head: str = HEAD) -> log.Game:
    [game] = read_text(head + body)
    return game


def turn_of(actions: str) -> tuple[log.Action, ...]:
    game = game_of(f"Ana: {actions}")
    assert not game.problems, game.problems
    turn = game.statements[-1]
    assert isinstance(turn, log.Turn) and turn.player == 0
    return turn.actions


def problem_of(line: str) -> log.Problem:
    [problem] = game_of(line).problems
    assert problem.span.line == 5
    return problem


# --- what is read -----------------------------------------------------------------------------------------------

K, T, W = 11, 8, 13
THREE_H, FIVE_C = SPELLINGS["3h"], SPELLINGS["5c"]


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("draw 7d Qc", log.Draw(c("7d Qc"))),
        ("draw", log.Draw(None)),
        ("draw -", log.Draw(())),
        ("draw 6h 3h>3d>Jh", log.Draw((SPELLINGS["6h"], (THREE_H, SPELLINGS["3d"], SPELLINGS["Jh"])))),
        ("draw 3h>-", log.Draw(((THREE_H, NO_CARD),))),
        ("take 4s", log.Take(SPELLINGS["4s"])),
        ("meld K: Kh Ks K 2d", log.Lay(False, K, c("Kh Ks K 2d"))),
        ("meld 10: 10h Ts T♦", log.Lay(False, T, c("Th Ts Td"))),
        ("meld W: 2s X Joker", log.Lay(False, W, c("2s X X"))),
        ("run h: 4h 5h 6h", log.Lay(False, log.RUN_RANK + 1, c("4h 5h 6h"))),
        ("add K#2: Kc*2", log.Lay(True, K, c("Kc Kc"), 2)),
        ("add run ♥#3: 7h", log.Lay(True, log.RUN_RANK + 1, c("7h"), 3)),
        ("pickup 7 {}", log.Pickup(7, (), None)),
        (
            "pickup {meld K: Kh Ks Kd; add Q: Qs} 4h 3h>5c",
            log.Pickup(
                None,
                (log.Lay(False, K, c("Kh Ks Kd")), log.Lay(True, 10, c("Qs"))),
                (SPELLINGS["4h"], (THREE_H, FIVE_C)),
            ),
        ),
        ("red 3h>5c 3d>?", log.RedThrees(((THREE_H, FIVE_C), (SPELLINGS["3d"], SPELLINGS["?"])))),
        ("foot", log.TakeFoot(None)),
        ("foot Ks ?*2", log.TakeFoot(c("Ks ? ?"))),
        ("ask yes", log.Ask(True)),
        ("ask no", log.Ask(False)),
        ("pass", log.Bare(log.PASS)),
        ("takeback", log.Bare(log.TAKEBACK)),
        ("browse", log.Bare(log.BROWSE)),
        ("out", log.Bare(log.OUT)),
        ('ruling "a; b # \\"c\\""', log.Said(log.RULING, 'a; b # "c"')),
        ('say "hm"', log.Said(log.SAY, "hm")),
        ('penalty Bo+Dee −50 "slow"', log.Penalty((1, 3), -50, "slow")),
        ("reshuffle", log.Reshuffle(None)),
        ("reshuffle 4s 5h", log.Reshuffle(c("4s 5h"))),
        ("peek", log.Peek(None)),
        ("peek Chi", log.Peek(2)),
        ("show Ks 4d", log.Show(c("Ks 4d"))),
        ("move 2c K#1 Q", log.Move(SPELLINGS["2c"], K, 10, 1, None)),
        ("discard 3b", log.Discard(SPELLINGS["3b"])),
    ],
)
def test_each_action_is_read(text: str, action: log.Action) -> None:
    assert turn_of(text) == (action,)
    assert turn_of(f"draw ; {text} ;discard X")[1] == action


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("deal 3 dealer Chi", (3, 2)),
        ("deal 3", (3, None)),
        ("hand Bo: Ks ?*2", (False, 1, c("Ks ? ?"))),
        ("foot Bo: -", (True, 1, ())),
        ("turn-up 3d 9c", (c("3d 9c"),)),
        ("stock 4s X", (c("4s X"),)),
        ("red Dee: 3h>5c 3h>-", (3, ((THREE_H, FIVE_C), (THREE_H, NO_CARD)))),
        (
            "claim stock 9, hand Chi 13, foot Bo 11, melds Ana+Chi K 5",
            (
                (
                    log.Count("stock", 9),
                    log.Count("hand", 13, 2),
                    log.Count("foot", 11, 1),
                    log.Count("melds", 5, None, (0, 2), K),
                ),
            ),
        ),
        ("end out Bo", ("out", 1)),
        ("end stock", ("stock", None)),
        ("end abandoned", ("abandoned", None)),
        ("left Ana: 4s; foot ?*13", (0, c("4s"), c("?") * 13)),
        ("left Ana: foot 4s", (0, None, c("4s"))),
        ("left Ana: -", (0, (), None)),
        (
            "score Dee+Bo: clean 2, net, left -35, cut22 100",
            ((1, 3), (("clean", 2), ("net", None), ("left", -35), ("cut22", 100))),
        ),
        ("result Bo+Dee 9, Ana+Chi -7 winner Bo+Dee", ((((1, 3), 9), ((0, 2), -7)), ((1, 3),))),
        ("result Ana 5", ((((0,), 5),), None)),
        ('note "x"', ("x",)),
    ],
)  # fmt: skip
def test_each_statement_is_read(line: str, values: tuple[object, ...]) -> None:
    game = game_of(line)
    assert not game.problems
    statement = game.statements[-1]
    names = [field.name for field in fields(statement) if field.name != "at"]
    assert tuple(getattr(statement, name) for name in names) == values


def test_labels_of_any_script_are_players() -> None:
    game = game_of("Петр: draw\nO'Neil: draw\nben.k: draw\ncleo-7: draw", '[Seats "Петр O\'Neil ben.k cleo-7"]\n')
    assert not game.problems
    assert [s.player for s in game.statements if isinstance(s, log.Turn)] == [0, 1, 2, 3]


def test_equal_actions_are_one_object() -> None:
    game = game_of("Ana: draw 4s 5h\nBo: draw 4s 5h")
    first, second = (s for s in game.statements if isinstance(s, log.Turn))
    assert first.actions[0] is second.actions[0]


# --- lines, comments, games -------------------------------------------------------------------------------------


def test_comments_are_no_part_of_a_line_but_a_number_sign_in_a_word_or_in_quotes_is() -> None:
    game = game_of('# whole line\nAna: add K#2: Kc # why\nnote "a # b" # c')
    assert not game.problems
    turn, note = game.statements[-2:]
    assert isinstance(turn, log.Turn) and turn.actions == (log.Lay(True, K, c("Kc"), 2),)
    assert isinstance(note, log.Note) and note.text == "a # b"


def test_a_continued_line_is_one_statement_whose_parts_keep_their_places() -> None:
    game = game_of("Ana: draw Ks \\\n  Kd; meld K: \\\n Ks Kd Kc; discard 4s\nBo: draw")
    assert not game.problems
    turn = game.statements[-2]
    assert isinstance(turn, log.Turn) and len(turn.actions) == 3
    assert (turn.at.line, turn.at.end_line) == (5, 7)
    assert turn.at.action(2) == log.Span(7, 12, 7, 22)
    assert turn.at.action(1).line == 6
    assert [number for number, _ in turn.at.source_lines()] == [5, 6, 7]


def test_an_error_in_a_continued_line_is_placed_in_its_own_physical_line() -> None:
    [problem] = game_of("Ana: draw Ks \\\n  Kd; discord 4s").problems
    assert (problem.span.line, problem.span.column) == (6, 7)


def test_a_continuation_is_bounded() -> None:
    limits = Limits(continued_lines=3)
    [game] = read_lines((HEAD + "Ana: draw\\\n" + "\\\n" * 9).split("\n"), limits=limits)
    assert all(s.at.end_line - s.at.line < 3 for s in game.statements)


def test_lines_joined_are_no_longer_than_a_line_may_be() -> None:
    text = HEAD + "Ana: draw\\\n" + " 4s\\\n" * 30 + "\nBo: draw"
    [game] = read_lines(text.split("\n"), limits=Limits(line_length=80))
    assert "more than 80 characters" in game.problems[0].message
    assert max(len(s.at.text) for s in game.statements if isinstance(s, log.UnreadLine)) <= 81
    assert isinstance(game.statements[-1], log.Turn)


def test_a_comment_ends_a_continuation_and_its_waiver_counts() -> None:
    game = game_of("Ana: draw \\\n Ks; discard 4s # handfoot: allow HF205 -- one card is our rule\nBo: draw")
    assert not game.problems
    assert game.waivers == [log.Waiver(("HF205",), "one card is our rule", 5)]


def test_windows_and_old_mac_line_endings_and_a_byte_order_mark_are_read() -> None:
    for ending in ("\n", "\r\n", "\r"):
        [game] = read_text("\ufeff" + (HEAD + "deal 1\nAna: draw").replace("\n", ending))
        assert not game.problems and len(game.statements) == 5


def test_a_tag_after_another_line_begins_a_new_game() -> None:
    games = read_text(
        "# two games\n" + HEAD + "# between tags and lines\ndeal 1\n\n# and between games\n" + HEAD + "deal 2"
    )
    assert [(game.number, game.line) for game in games] == [(1, 2), (2, 10)]
    assert [len(game.statements) for game in games] == [4, 4]
    assert games[0].sha256 != games[1].sha256


def test_games_come_as_soon_as_they_are_complete() -> None:
    def lines() -> Iterator[str]:
        for _ in range(3):
            yield from (HEAD + "deal 1").split("\n")
            seen.append("fed")

    seen: list[str] = []
    for _ in read_lines(lines()):
        seen.append("game")
    assert seen == ["fed", "game", "fed", "game", "fed", "game"]


def test_waivers_are_of_their_line_of_the_next_line_or_of_the_game() -> None:
    text = (
        "# handfoot: allow HF101 -- for the game\n" + HEAD + "Ana: draw # handfoot: allow HF305, HF205 -- agreed\n"
        "# handfoot: allow HF4\n\n# handfoot: allow HF5 - both\nBo: draw\n# handfoot allow HF9\n"
    )
    [game] = read_text(text)
    assert game.waivers == [
        log.Waiver(("HF101",), "for the game", None),
        log.Waiver(("HF305", "HF205"), "agreed", 6),
        log.Waiver(("HF4",), "", 10),
        log.Waiver(("HF5",), "both", 10),
    ]


def test_a_waiver_on_the_first_tag_of_a_game_is_of_that_game() -> None:
    first, second = read_text(HEAD + 'deal 1\n[Seats "Ana Bo"] # handfoot: allow HF209 -- short\n')
    assert not first.waivers and second.waivers == [log.Waiver(("HF209",), "short", 6)]


# --- what cannot be read ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "code", "columns", "says"),
    [
        ("Ana: drwa 4s", "HF001", (6, 10), "did you mean 'draw'?"),
        ("Ana: discard ks", "HF002", (14, 16), "did you mean 'Ks'?"),
        ("Ana: draw 4s; discard sK", "HF002", (23, 25), "did you mean 'Ks'?"),
        ("Ana: draw 4s;", "HF001", None, "an action is missing here"),
        ("Ana: discard", "HF001", None, "ends too early"),
        ("Ana: peek Chii", "HF003", None, "did you mean 'Chi'?"),
        ("Anna: draw 4s", "HF003", (1, 5), "did you mean 'Ana'?"),
        ("ana: draw 4s", "HF003", (1, 4), "did you mean 'Ana'?"),
        ("Zed: draw 4s", "HF003", (1, 4), "nobody at this table is called 'Zed'"),
        ("hand Boo: 4s", "HF003", None, "did you mean 'Bo'?"),
        ("hnad Bo: 4s", "HF001", (1, 5), "did you mean 'hand'?"),
        ("score Ana+Chi: total 4,910", "HF001", (24, 27), "without a thousands separator"),
        ("score Ana+Ana: total 5", "HF003", None, "names a player twice"),
        ("claim stock 5, hand Bo", "HF001", None, "ends too early"),
        ("turn-up Kd*5000", "HF001", (9, 16), "repeated 1 to 1000 times"),
        ("deal 99999999999", "HF001", (6, 17), "beyond any number of this game"),
        ('note "half', "HF001", None, ""),
        ("discard 4s", "HF001", (1, 8), "is no statement"),
        ("hand Bo: 4s 3h>5c", "HF001", None, "a chain of replacements cannot stand here"),
        ("hand Bo: 4s Z\ufffd", "HF001", None, "no UTF-8 text"),
    ],
)
def test_an_unreadable_line_is_told_with_its_place_and_a_hint(
    line: str, code: str, columns: tuple[int, int] | None, says: str
) -> None:
    problem = problem_of(line)
    assert problem.code == code
    assert says in problem.message
    assert problem.source_lines == ((5, line),)
    if columns is not None:
        assert (problem.span.column, problem.span.end_column) == columns


def test_what_was_expected_is_said() -> None:
    assert "a card" in (problem_of("Ana: discard").expected or "")
    assert problem_of("Zed: draw").expected == "Ana or Bo or Chi or Dee"


def test_a_bad_action_costs_itself_only() -> None:
    game = game_of("Ana: draw 4s 5h; mled K: Ks; discard 4s\nBo: draw")
    turn, after = game.statements[-2:]
    assert isinstance(turn, log.Turn) and isinstance(after, log.Turn)
    assert [a.kind for a in turn.actions] == [log.DRAW, log.UNREADABLE, log.DISCARD]
    assert len(game.problems) == 1


@pytest.mark.parametrize(
    ("line", "play", "player", "dropped"),
    [
        ("Anna: draw 4s", True, 0, ""),
        ("Zed: draw 4s", True, None, ""),
        ("gibberish", True, None, ""),
        ("hand Ana 4s", False, None, "hand"),
        ("claim nothing", False, None, "claim"),
    ],
)
def test_an_unreadable_line_says_whether_it_was_play_and_whose(
    line: str, play: bool, player: int | None, dropped: str
) -> None:
    statement = game_of(line).statements[-1]
    assert isinstance(statement, log.UnreadLine)
    assert (statement.play, statement.player, statement.dropped) == (play, player, dropped)


@pytest.mark.parametrize(
    ("head", "says"),
    [
        ('[Rules "classic"]\n', 'no [Seats "..."] tag'),
        ('[Seats "Ana Ana"]\n', "'Ana' has two seats"),
        ('[Seats "Ana"]\n', "at least two players"),
        ('[Seats "Ana Ks"]\n', "'Ks' cannot be a label"),
        ('[Seats "Ana draw"]\n', "'draw' cannot be a label"),
        ('[Seats "Ana Bo"]\n[Seats "Ana Bo"]\n', "given twice; the first counts"),
        ('[Seats "Ana Bo"]\n[Notation "HFN 9"]\n', "this is HFN 1, not 'HFN 9'"),
        ('[Seats "Ana Bo"]\n[Rules classic]\n', "cannot stand here"),
    ],
)
def test_a_bad_tag_is_told(head: str, says: str) -> None:
    [game] = read_text(head)
    assert [problem.code for problem in game.problems] == ["HF004"]
    assert says in game.problems[0].message


@pytest.mark.parametrize("label", ["Ana", "O'Neil", "ß", "Ten", "Kx", "out-law", "Ж.1"])
def test_a_label_may_be(label: str) -> None:
    assert parse.is_label(label)


@pytest.mark.parametrize(
    "label", ["", "K", "X", "Ks", "10", "W", "draw", "winner", "_a", "1a", "a b", "a+b", "a:b", "3r"]
)
def test_a_label_may_not_be(label: str) -> None:
    assert not parse.is_label(label)


# --- bounds -----------------------------------------------------------------------------------------------------


def test_a_line_that_is_too_long_is_one_problem() -> None:
    [game] = read_lines((HEAD + "Ana: draw " + "4s " * 99 + "\nBo: draw").split("\n"), limits=Limits(line_length=80))
    assert len(game.problems) == 1 and "longer than 80 characters" in game.problems[0].message
    assert isinstance(game.statements[-1], log.Turn)


def test_problems_beyond_the_bound_are_counted_not_listed() -> None:
    [game] = read_lines((HEAD + "gibberish\n" * 30).strip().split("\n"), limits=Limits(problems=10))
    assert len(game.problems) == 11 and game.problems[-1].message.startswith("20 more lines")


def test_statements_beyond_the_bound_are_one_problem() -> None:
    [game] = read_lines((HEAD + "deal 1\n" * 30).split("\n"), limits=Limits(statements=10))
    assert len(game.statements) == 11 and len(game.problems) == 1


@pytest.mark.parametrize("line", ["Ana: draw; discard 4c", "# handfoot: allow HF305 -- ours", 'note "x"'])
def test_of_a_game_that_is_too_long_the_rest_is_one_problem(line: str) -> None:
    lines = (HEAD + f"deal 1\n{line}\n" * 9_000).split("\n")
    reader = TextReader(limits=Limits(game_size=20_000))
    for at in range(0, len(lines), 500):
        reader.feed_all(lines[at : at + 500])
    reader.feed_all(HEAD.split("\n"))
    reader.close()
    long, short = reader.done
    assert "more than 20000 characters" in next(p.message for p in long.problems if "in one game" in p.message)
    assert len(long.statements) < 4_000 and len(long.waivers) < 4_000
    assert not short.problems


def test_the_places_of_a_long_line_are_told_in_linear_time() -> None:
    game = game_of("Ana: draw" + "; browse" * 12_000)
    began = time.perf_counter()
    spans = [game.statements[-1].at.action(index) for index in range(12_001)]
    assert time.perf_counter() - began < 2
    assert [span.column for span in spans[:3]] == [6, 12, 20]


@pytest.mark.parametrize(
    ("seats", "complaint"),
    [
        (" ".join(f"P{n}" for n in range(5_000)), "5000 players are more than the 40"),
        ("Ana Bo Chi " + "D" * 101, "more than 100 characters"),
    ],
)
def test_a_table_has_room_for_so_many_and_labels_end(seats: str, complaint: str) -> None:
    [game] = read_lines([f'[Seats "{seats}"]', "deal 1"])
    assert [problem.code for problem in game.problems] == ["HF004"]
    assert complaint in game.problems[0].message


@pytest.mark.parametrize("text", ["say " + '"\\' * 40_000, "{" * 90_000, "{;" * 45_000, '"' * 90_000, '"\\;' * 30_000])
def test_a_turn_is_cut_in_linear_time_whatever_it_holds(text: str) -> None:
    began = time.perf_counter()
    cut = list(pieces(text, 0))
    assert time.perf_counter() - began < 2
    assert ";".join(piece for _, piece in cut) == text


WORDS = st.sampled_from(
    ["Ana", "Bo:", "Ana:", "draw", "meld", "K:", "Ks", "3h>", "3h>5c", "*2", ";", ",", "{", "}", '"', "\\", "#",
     "[Seats", '"Ana Bo"]', "deal", "1", "-", "score", "left", "foot", "result", "winner", "claim", "melds", "+",
     "\n", "\t", "🃏", "\0"]
)  # fmt: skip


@given(st.lists(WORDS, max_size=40).map(" ".join) | st.text(max_size=60))
@settings(max_examples=200, deadline=None)
def test_any_text_gives_games_or_problems_but_never_an_exception(text: str) -> None:
    for game in read_text(HEAD + text) + read_text(text):
        for problem in game.problems:
            assert problem.code in ("HF001", "HF002", "HF003", "HF004", "HF005") and problem.message
            assert 1 <= problem.span.line <= problem.span.end_line and problem.span.column >= 1
        for statement in game.statements:
            assert statement.at.whole().line >= 1
            statement.at.action(3)
            statement.at.entry(3)


@pytest.mark.parametrize(
    "deeds",
    [
        "draw Ks Kh; discard 5c",
        "pickup 4 {meld 5: 5s 5h*2} 6h 7h 8h; add K: Ks; discard 5c",
        "ask yes; pickup 4 {meld 5: 5s 5h*2; add K: Ks; add Q: Qs} 6h; discard 5c",
        "pickup 4 {meld 5: 5s; pickup 4 {meld 6: 6s} 7h; discard 5c",
        "pickup 4 meld 5: 5s} 6h; discard 5c",
        "pickup 4 }meld 5: 5s{ 6h; discard 5c",
        "pickup 4 {meld 5: 5s}; pickup 4 {meld 6: 6s}; discard 5c",
        "{;}",
        "{draw Ks; discard 5c}",
        "peek Bo; draw Ks Kh; discard 5c",
        'penalty Ana+Chi -50 "late; {again}"; draw Ks Kh; discard 5c',
        'say "what; {now"; pickup 4 {meld 5: 5s 5h*2} 6h; discard 5c',
        "draw Ks Kh; meld K: Ks Kh Kd Kc Ks Kh Kd Ks*2 Kh*2 Kd*2 Kc*2; discard",
        "draw Ks Kh;; discard 5c;",
        "",
    ],
)
def test_a_turn_is_the_same_however_many_lines_are_fed_at_once(deeds: str) -> None:
    lines = [
        *HEAD.splitlines(),
        "deal 1 dealer Dee",
        "Ana: draw Ks Kh; discard 5c",
        f"Ana: {deeds}",
        "Bo: draw; discard 5c",
    ]
    together, alone = TextReader(), TextReader()
    together.feed_all(lines)
    for line in lines:
        alone.feed(line)
    together.close()
    alone.close()
    assert [(type(s), getattr(s, "actions", None)) for s in together.done[0].statements] == [
        (type(s), getattr(s, "actions", None)) for s in alone.done[0].statements
    ]
    assert together.done[0].problems == alone.done[0].problems
