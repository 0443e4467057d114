"""``handfoot show``: the table at a moment, and what is said where there is no such moment."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from handfoot.auditor import GameAuditor
from handfoot.cli.show import command
from handfoot.moment import NoSuchMoment, moment_at
from handfoot.show import WIDTH, show_text
from handfoot_grammar.json_form import game_to_json, json_text
from handfoot_grammar.log import Game
from handfoot_grammar.text import read_text
from handfoot_spec.profile_files import load
from strategies import games

CLASSIC = load("classic")
HEAD = '[Event "Friday"]\n[Rules "classic"]\n[Seats "Ana Bo Chi Dee"]\n\n'
GAME = f"""{HEAD}deal 1 dealer Ana
hand Bo: Kd Kc 2s X 5s*2 6d 7h 3h Jd Qs Ac 4d
foot Bo: 4h*2 ?*11
turn-up 3d 2h 9c
stock 5c 7d Kh 4s 4c ?*160
red Bo: 3h>5c
Bo: draw 7d Kh; meld K: Kd Kc Kh 2s
Bo: discard 5s
Chi: draw; discard 4s
Dee: draw Kc Ks; add K: Kc Ks X; discard 6h
Ana: draw; discard 8h
claim stock 156
end abandoned
deal 1 dealer Ana
turn-up 9c
Bo: draw; discard 6d
"""
"""Lines 1 to 20; the first deal begins in line 5, its turns stand in lines 11 to 15, the second deal begins in line 18."""


def game_of(text: str) -> Game:
    [game] = read_text(text)
    return game


def shown(text: str, **where: int) -> str:
    drawn = show_text(game_of(text), CLASSIC, **where)  # type: ignore[arg-type]
    assert all(len(line) <= WIDTH for line in drawn.splitlines())
    return drawn


def run(*args: str, env: dict[str, str] | None = None) -> Result:
    return CliRunner().invoke(command, args, env=env)


@pytest.fixture
def log(tmp_path: Path) -> str:
    path = tmp_path / "friday.hfn"
    path.write_text(GAME, encoding="utf-8")
    return str(path)


# --- what is drawn ----------------------------------------------------------------------------------------------


def test_after_a_turn_each_place_is_drawn_as_it_then_was() -> None:
    assert shown(GAME, line=14) == (
        """\
<text>: deal 1 (line 5), after turn 3, line 14
Friday · rules classic · Ana is next

Players
  Ana  dealer, next  Hand  13  ?*13
                     Foot  13  not taken up: ?*13
  Bo                 Hand  10  4d 5s 5c 6d 7h 7d Jd Qs Ac X
                     Foot  13  not taken up: 4h*2 ?*11
  Chi                Hand  14  ?*14
                     Foot  13  not taken up: ?*13
  Dee  turn          Hand  11  ?*11
                     Foot  13  not taken up: ?*13

Melds
  Ana+Chi: not opened (needs 50 points); 0 red threes exposed; no finished books
    no melds
  Bo+Dee: opened; 1 red three exposed; books: 0 clean, 1 dirty, 0 wild
    meld  cards  natural  wild  state       laid
    K         7        5     2  dirty book  Ks Kh Kd Kc*2 2s X

Piles
  Discard pile    4  from the top down: 6h 4s 5s 9c
  Stock         158  next to be drawn: ? ? ? ? ? ? ? ? ? ? and 148 more

Turn 3: Dee
   14 | Dee: draw Kc Ks; add K: Kc Ks X; discard 6h
        draw     Kc Ks; Hand 13 -> 15; stock 160 -> 158
        add K    Kc Ks X, meld 4 -> 7; a dirty book; Hand 15 -> 12
        discard  6h; Hand 12 -> 11; pile 3 -> 4
"""
    )


def test_the_stock_shows_the_next_cards_where_the_record_has_their_order() -> None:
    assert "Stock         164  next to be drawn: 7d Kh 4s 4c ? ?" in shown(GAME, line=10)
    assert "its order is not recorded" in shown(GAME, line=20)


def test_turn_0_is_the_deal_with_its_red_threes_replaced() -> None:
    text = shown(GAME.partition("end abandoned")[0], deal=1, turn=0)
    assert "before the first turn" in text and "Bo is next" in text
    assert "3h>5c; 1 red three exposed, 1 replaced; Hand 13 -> 13; stock 165 -> 164" in text
    assert "turn-up 3d 2h 9c" in text
    assert "Turn" not in text


def test_within_a_turn_its_player_goes_on() -> None:
    text = shown(GAME, line=11)
    assert "within turn 1" in text and "Bo goes on with this turn" in text
    whole = shown(GAME, line=12)
    assert "after turn 1" in whole and "Chi is next" in whole
    assert "   11 | Bo: draw" in whole and "   12 | Bo: discard 5s" in whole


def test_at_the_end_of_a_deal_its_last_turn_and_what_followed_are_shown() -> None:
    text = shown(GAME, line=17)
    assert "the deal has ended: abandoned" in text
    assert [line[8:] for line in text.splitlines() if line[:8].strip(" |").isdigit()] == [
        "Ana: draw; discard 8h", "claim stock 156", "end abandoned",
    ]  # fmt: skip


def test_a_player_in_the_foot_plays_from_it() -> None:
    text = shown(
        HEAD + "deal 1 dealer Dee\nhand Ana: As*2 Ah*2 Ad*2 Ac Ts*2 Th*2 Td Tc\nturn-up 9d\n"
        "Ana: draw Td 9c; meld A: As*2 Ah*2 Ad*2 Ac; meld T: Ts*2 Th*2 Td*2 Tc; discard 9c\n"
        "Bo: draw; discard 4d\nChi: draw; discard 5c\nDee: draw; discard 6s\nAna: foot 4c ?*12; draw 8d 8h; discard 8d\n"
    )
    assert "Hand   -  in the Foot" in text
    assert "Foot  14  4c 8h ?*12" in text
    assert "books: 2 clean, 0 dirty, 0 wild" in text
    assert "foot     the Foot is taken up, 13 cards now: 4c ?*12" in text


def test_a_take_tells_how_many_cards_what_was_laid_and_what_else_was_taken(logs: Path) -> None:
    result = run(str(logs / "findings" / "HF605-buried-card-used.hfn"))
    assert result.exit_code == 0
    assert " ".join(result.output.split("pickup   ")[1].split()).startswith(
        "3 of the pile's 3, top Ad; A: As Ah Ad 2c, a new meld of 4; from under the top: 2c; 1 more taken; Hand 13 -> 12; pile 3 -> 0"
    )


def test_several_melds_of_a_rank_are_numbered_and_wild_cards_stand_last() -> None:
    kings = "Bo: draw Ks*2; meld K: Ks*2 Kh 2c Kc*2 X; meld K: Kd*3; discard 4d\n"
    text = shown(HEAD + "deal 1 dealer Ana\nhand Bo: Kh 2c Kc*2 X Kd*3 4d ?*4\n" + kings)
    assert "K#1       7        5     2  dirty book  Ks*2 Kh Kc*2 2c X" in text
    assert "K#2       3        3     0  unfinished  Kd*3" in text


def test_cards_that_no_packet_can_have_held_are_said() -> None:
    text = shown(HEAD + "deal 1 dealer Ana\nhand Bo: 4s*13\nBo: draw 5c 5d; discard Kd\n")
    assert "Kd; not held as far as recorded: Kd; Hand 15 -> 14" in text
    assert "Hand  14  4s*13 5d 5c; 1 of these left unrecognised" in text


def test_a_long_pile_ends_in_a_count() -> None:
    turns = "".join(f"{['Bo', 'Chi', 'Dee', 'Ana'][i % 4]}: draw; discard {4 + i % 6}h\n" for i in range(80))
    text = shown(HEAD + "deal 1 dealer Ana\nturn-up 9c\n" + turns)
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if "Discard pile   81" in line)
    assert lines[at + 2].lstrip().startswith("Stock")
    drawn = [
        word for line in lines[at : at + 2] for word in line.split() if word.endswith(("h", "9c")) and len(word) == 2
    ]
    assert lines[at + 1].endswith(f" and {81 - len(drawn)} more")


def test_what_was_taken_back_lies_in_the_hand_again() -> None:
    text = shown(
        HEAD + "deal 1 dealer Ana\nhand Bo: 8s 8h ?*11\nBo: draw 8d 4c; meld 8: 8s 8h 8d; takeback; discard 4c\n"
    )
    assert "takeback  taken back: 8: 8s 8h 8d" in text
    assert "Hand  14  8s 8h 8d ?*11" in text and "not opened" in text


# --- unreadable records -----------------------------------------------------------------------------------------


def test_what_an_unreadable_line_may_have_touched_is_unknown() -> None:
    text = shown(GAME.replace("Chi: draw; discard 4s", "Chi: dra; discard 4s"), line=14)
    assert "not readable: line 13" in text
    assert "Chi                Hand   ?  unknown" in text
    assert "Ana+Chi: opened or not is unknown; red threes unknown; no finished books recorded" in text
    assert "Discard pile    ?  unknown; on top since then, from the top down: 6h 4s" in text
    assert "Stock           ?  unknown" in text
    assert "Bo                 Hand  10  4d" in text  # another player's cards stay known


def test_a_line_of_nobody_at_the_table_is_a_moment_of_its_own() -> None:
    text = shown(GAME.replace("Chi: draw", "Chii: draw"), line=13)
    assert "A line of Chi that could not be read" in text
    assert "could not be read; every place it may have touched is unknown from here on" in text


def test_a_packet_given_twice_is_left_aside_as_in_an_audit() -> None:
    text = shown(HEAD + "deal 1 dealer Ana\nhand Bo: 4s*13\nhand Bo: 5s*13\nturn-up 9c\n")
    assert "Hand  13  4s*13" in text and "it is left aside" in text


@given(games(), st.booleans())
@settings(max_examples=60)
def test_any_record_is_drawn_within_its_width_at_every_line(game: Game, signs: bool) -> None:
    for statement in game.statements[-6:]:
        try:
            text = show_text(game, CLASSIC, line=statement.at.line, signs=signs)
        except NoSuchMoment:
            continue
        assert all(len(line) <= WIDTH for line in text.splitlines())


def test_turns_are_numbered_as_an_audit_numbers_them(logs: Path) -> None:
    for path in sorted((logs / "findings").glob("*.hfn")):
        for game in read_text(path.read_text(encoding="utf-8")):
            try:
                moment = moment_at(game, CLASSIC)
            except NoSuchMoment:
                continue
            auditor = GameAuditor(game, CLASSIC)
            auditor.run()
            if not auditor.mismatch:
                assert moment.turn == auditor.c.walk.turns, path.name


# --- the command ------------------------------------------------------------------------------------------------


def test_json_records_show_the_same_table(tmp_path: Path) -> None:
    first = GAME.partition("deal 1 dealer Ana\nturn-up 9c")[0]
    path = tmp_path / "friday.json"
    path.write_text(json_text(game_to_json(game_of(first))), encoding="utf-8")
    result = run(str(path), "--turn", "3")
    assert result.exit_code == 0, result.output
    places = result.output.partition("\n")[2].partition("Turn 3")[0]
    assert places == shown(first, turn=3).partition("\n")[2].partition("Turn 3")[0]
    assert "| Dee: draw Kc Ks; add K: Kc Ks X; discard 6h" in result.output


def test_suits_may_be_drawn_as_signs(log: str) -> None:
    assert "4♦ 5♠ 5♣ 6♦" in run(log, "--line", "14", "--suits", "signs").output


def test_headings_are_bold_only_where_asked() -> None:
    assert "\x1b[1mPlayers\x1b[0m" in show_text(game_of(GAME), CLASSIC, bold=True)
    assert "\x1b" not in show_text(game_of(GAME), CLASSIC)


def test_of_two_deals_with_one_number_the_last_is_meant(log: str) -> None:
    assert "deal 1 (line 18), after turn 1, line 20" in run(log, "--deal", "1", "--turn", "1").output


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--deal", "3"), "there is no deal 3; there are deal 1 (turns 0 to 4), deal 1 (turns 0 to 1)"),
        (
            ("--deal", "1", "--turn", "9"),
            "deal 1 has no turn 9; there are deal 1 (turns 0 to 4), deal 1 (turns 0 to 1)",
        ),
        (("--turn", "-1"), "deal 1 has no turn -1"),
        (
            ("--line", "2"),
            "line 2 stands before the first deal, which begins in line 5; the last statement is in line 20",
        ),
        (("--line", "77"), "there is nothing in line 77: the last statement is in line 20"),
        (("--game", "2"), "there is no game 2; the log holds 1"),
        (("--rules", "clasic"), ""),
        (("--line", "7", "--turn", "1"), "a moment is named by --line, or by --deal and --turn"),
    ],
)
def test_a_moment_that_is_not_there_is_refused_with_what_there_is(
    log: str, args: tuple[str, ...], message: str
) -> None:
    result = run(log, *args)
    if message:
        assert result.exit_code == 2 and message in result.stderr
        assert result.stdout == ""
    else:  # the log's own rules go before --rules
        assert result.exit_code == 0


def test_the_deal_must_be_named_where_there_are_several() -> None:
    with pytest.raises(NoSuchMoment, match="turn 1 of which deal"):
        shown(f"{HEAD}deal 1 dealer Ana\nBo: draw; discard 4s\ndeal 2 dealer Bo\nChi: draw; discard 4s\n", turn=1)


def test_of_several_games_one_is_named_by_number_or_by_line(tmp_path: Path) -> None:
    path = tmp_path / "two.hfn"
    path.write_text(GAME + GAME.replace("Friday", "Saturday"), encoding="utf-8")
    result = run(str(path))
    assert result.exit_code == 2 and "2 games; say which with --game 1 to --game 2" in result.stderr
    assert "Saturday" in run(str(path), "--game", "2").output
    assert "Saturday" in run(str(path), "--line", "31").output
    assert "Friday" in run(str(path), "--line", "14").output


def test_a_log_without_rules_takes_them_from_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "bare.hfn"
    path.write_text(GAME.replace('[Rules "classic"]\n', ""), encoding="utf-8")
    assert run(str(path)).exit_code == 2
    assert "rules classic" in run(str(path), "--rules", "classic").output


def test_what_cannot_be_opened_is_said(tmp_path: Path) -> None:
    for path in (tmp_path / "none.hfn", tmp_path):
        result = run(str(path))
        assert result.exit_code == 2 and result.stderr.startswith("handfoot show: ")
