"""Every shape of table, written from random legal games with a spreadsheet's oddities, is read and clean; the slips in it are named."""

from __future__ import annotations

import random

import pytest

from handfoot.auditing import Options, audit_game
from handfoot.sheets.page import page_of, text_page
from handfoot.sheets.plain import audit_plain
from handfoot.sheets.reader import read_sheet
from handfoot_grammar import log
from handfoot_spec.profile_files import load, shipped
from sheet_shapes import SHAPES, Pen, Rows, scores_of, tables


def complaints(data: bytes, rules: str) -> list[str]:
    """All that is wrong with a table, by these rules and without any."""
    profile = load(rules)
    found = []
    for game in read_sheet("sheet.csv", None, profile, data):
        assert game.statements, data
        found += [str(f) for f in audit_game(game, Options(rules, possible=False)).findings if f.level == "error"]
        assert "HF006" not in [f.code for f in audit_game(game, Options(rules, possible=False)).findings]
    for game in read_sheet("sheet.csv", None, None, data):
        found += [f"no rules: {f}" for f in audit_plain(game, Options()).findings]
    return found


@pytest.mark.parametrize("rules", sorted(shipped()))
def test_legal_games_are_clean_in_every_shape(rules: str) -> None:
    seen = set()
    for name, data in tables(load(rules), 5, 2, load(rules).table.players[0]):
        seen.add(name)
        assert complaints(data, rules) == [], (name, data.decode("utf-8", "replace"))
    assert seen == set(SHAPES)


@pytest.mark.slow
@pytest.mark.parametrize("rules", sorted(shipped()))
def test_many_legal_games_are_clean_in_every_shape(rules: str) -> None:
    for players in load(rules).table.players:
        for seed in range(15):
            for name, data in tables(load(rules), seed, 2, players):
                assert complaints(data, rules) == [], (name, data.decode("utf-8", "replace"))


# --- slips in each shape -------------------------------------------------------------------------------------------

ONE_SIDE = (
    "Us,Round 1 (50),Round 2 (90)\nBeginning Totals,0,5410\nDraw 22 exactly 100,,\nRed 3's 100 each,200,0\n3 Clean (Red) 500 each,1000,500\n"
    "3 Dirty (Black) 300 each,900,0\nwild,1,0\nGoing out 100,100,0\nIndividual card count,1710,75\nTOTALS,5410,5985\n"
)
APP = (
    "Hand,Team,Jokers played,2s played,Aces played,8-K played,4-7 played,Black 3s stuck,Red 3s laid,Red 3s stuck,Natural canastas,Mixed canastas,"
    "Wild canastas,Leftover points,Went out,Total\n1,A,7,5,5,20,12,0,2,0,2,3,1,35,x,4475\n1,B,1,2,0,10,4,1,0,1,1,0,0,140,,470\n"
)
NET_COUNTS = (
    "Round,Team,Clean,Dirty,Clean wild,Dirty wild,Red 3,Black 3,4-7,8-K,A/2,Jokers,extra,Total\n1,A,1,0,1,1,1,0,9,10,22,4,0,4385\n"
    "1,B,0,0,0,0,0,2,9,0,0,0,0,35\n"
)
PAIRS = (
    "Team,Hand,Go-out number,Go-out points earned,Red 3s number,Red 3s points earned,Clean melds number,Clean melds points earned,Dirty melds,"
    "Wild melds,Cards,Number in hand,Total\nA,1,1,100,2,200,2,1000,3,1,745,-35,4410\nB,1,0,0,0,0,1,500,0,0,90,-20,570\n"
)
DOWN = "Team 1,Number,Points earned\nGo-out,1,100\nRed 3s,2,200\nWild melds,1,1500\nClean melds,2,1000\nDirty melds,3,900\nCards,,745\nIn hand,,-35\nTotal,,4410\n"
TOURNAMENT = "Hand,Minimum,N-S,E-W\n1,50,1500,800\n2,90,1000,900\nPenalty,,-100,\nTotal,,2400,1700\nWinner,,x,\n"
ONE_HAND = (
    "Hand 2,N-S,E-W\nMinimum,90,90\nClean,2,1\nDirty,3,0\nWild,1,0\nRed threes,200,100\nCards,745,215\nLeft,-35,-140\nOut,100,\nPenalty,-100,\n"
    "Total,4310,675\n"
)
NUMBERS = "hand,bonus,books,points,total\n1,300,1000,455,1755\n2,0,500,90,590\n"
TWO_PARTS = "deal,side,bonuses,hand points,table points,total\n1,A,3300,35,455,3720\n1,B,0,20,90,70\n"
WINNERS = "game,deal,side,total,winner\n1,1,A,500,\n1,1,B,300,\n1,2,A,0,x\n1,2,B,100,\n2,1,A,100,A\n2,1,B,100,\n"
MARKS = "deal,side,down first,total\n1,A,TRUE,5\n1,B,FALSE,5\n2,A,,5\n2,B,FALSE,5\n3,A,FALSE,5\n3,B,TRUE,5\n"


def found(text: str, rules: str | None = "classic") -> list[tuple[str, int]]:
    """Codes and lines of what is wrong in a table, but for what follows."""
    games = read_sheet("sheet.csv", None, None if rules is None else load(rules), text.encode())
    reports = [
        audit_plain(game, Options()) if rules is None else audit_game(game, Options(rules, possible=False))
        for game in games
    ]
    return [(f.code, f.span.line) for report in reports for f in report.findings if f.because_of is None]


@pytest.mark.parametrize(
    ("right", "slips"),
    [
        (ONE_SIDE, [("0,5410\nDraw", "0,5400\nDraw", "HF807", 2), ("(50)", "(60)", "HF812", 1), ("TOTALS,5410,5985", "TOTALS,5420,5985", "HF807", 10),
                    ("exactly 100,,", "exactly 100,100,", "HF811", 3), ("3 Clean (Red) 500 each,1000", "3 Clean (Red) 500 each,1100", "HF810", 5)]),
        (APP, [("4475", "4575", "HF809", 2), ("1,A,7,", "1,A,11,", "HF810", 2), (",1,0,0,140,", ",8,0,0,140,", "HF809", 3)]),
        (NET_COUNTS, [("4385", "4395", "HF809", 2), (",22,4,", ",41,4,", "HF810", 2), (",0,35\n", ",0,45\n", "HF809", 3)]),
        (PAIRS, [("1,500,0", "1,600,0", "HF809", 3), ("1,100,2", "0,100,2", "HF809", 2), ("2,200,2", "3,200,2", "HF809", 2), ("570", "580", "HF809", 3)]),
        (DOWN, [("Clean melds,2,1000", "Clean melds,2,1100", "HF809", 5), ("Wild melds,1,", "Wild melds,2,", "HF809", 4), ("4410", "4400", "HF809", 9)]),
        (TOURNAMENT, [("2400", "2500", "HF808", 5), ("1,50", "1,60", "HF812", 2), ("Winner,,x,", "Winner,,,x", "HF808", 6),
                      ("1000,900", "abc,900", "HF001", 3), ("Winner,,x,", "Winner,,E-W,", "HF808", 6)]),
        (ONE_HAND, [("4310", "4410", "HF809", 11), ("90,90", "50,90", "HF812", 2), ("Out,100,", "Out,100,100", "HF810", 9), ("745", "20", "HF809", 11)]),
        (NUMBERS, [("1755", "1655", "HF809", 2), ("300,1000", "305,1000", "HF809", 2)]),
        (TWO_PARTS, [("3720", "3790", "HF809", 2), ("70\n", "80\n", "HF809", 3)]),
        (WINNERS, [("0,x\n1,2,B,100,", "0,\n1,2,B,100,x", "HF808", 5), ("A,100,A", "A,50,A", "HF808", 6)]),
    ],
    ids=["one side", "app", "net counts", "pairs", "pairs down", "tournament", "one hand", "three numbers", "two parts", "winners"],
)  # fmt: skip
def test_a_slip_in_each_shape_is_named_at_its_cell(right: str, slips: list[tuple[str, str, str, int]]) -> None:
    assert found(right) == []
    for old, new, code, line in slips:
        assert old in right
        first = found(right.replace(old, new, 1))
        assert first[:1] == [(code, line)], (new, first)


def test_n10_what_a_side_must_open_with_goes_by_what_it_has() -> None:
    text = 'name,score,opener,members\nReds,8000,90,"Ana, Chi"\nBlues,300,50,"Bo, Dee"\n'
    assert found(text, "flaming-foursome") == []
    assert found(text.replace("8000,90", "8000,50"), "flaming-foursome") == [("HF812", 2)]
    assert (
        found(text.replace("8000,90", "8000,120")) == []
    )  # where it goes by the deal, nobody knows of which deal this is
    (game,) = read_sheet("sheet.csv", None, load("classic"), text.encode())
    assert game.seats == ("Ana", "Bo", "Chi", "Dee") and game.team_name((0, 2)) == "Reds"


def test_a_winner_of_every_deal_is_nobodys_result() -> None:
    rows = [(1, "A", 500, ""), (1, "B", 600, "x"), (2, "A", 500, ""), (2, "B", 100, "x")]
    text = "deal,side,total,winner\n" + "".join(f"{deal},{side},{total},{won}\n" for deal, side, total, won in rows)
    assert found(text) == []  # who went out in each, perhaps
    assert found(text.replace("600,x", "600,")) == [("HF808", 5)]


def test_totals_below_deals_of_which_one_is_blank_are_not_judged() -> None:
    text = "Hand #,Team 1,Team 2\n1,1500,800\n2,,900\nTotal,2500,1700\nWinner,,x\n"
    assert found(text) == []
    assert found(text.replace("1700", "1800")) == [("HF808", 4)]


def test_n13_totals_alone() -> None:
    text = "CN_SCORE|h|u1|Ana|8440\nCN_SCORE|h|u1|Bo|7000\nCN_SCORE|h|u2|Ana|10\n"
    assert len(read_sheet("sheet.csv", None, load("classic"), text.encode())) == 2
    assert found(text) == [] and found(text, None) == []
    assert found(text.replace("8440", "8441")) == [("HF810", 1)]
    assert found(text.replace("8440", "84x")) == [("HF001", 1)]
    assert found("a|b|c|d|5\n") == [("HF001", 1)]


def test_d45_a_blank_cell_beside_yes_and_no_says_neither() -> None:
    assert found(MARKS, None) == [] and found(MARKS) == []
    assert found(MARKS.replace("2,A,,", "2,A,FALSE,"), None) == [("HF812", 5)]
    assert found(MARKS.replace("2,A,,", "2,A,FALSE,")) == [("HF812", 5)]
    ticks = MARKS.replace("TRUE", "x").replace("FALSE", "")
    assert found(ticks) == [("HF812", 5)]  # where nothing but ticks is written, a blank is a no


def test_what_cannot_be_read_is_told_of_the_game_that_it_is_in() -> None:
    text = "game,deal,side,cards\n1,1,A,100\n1,1,B,100\n2,1,A,abc\n2,1,,100\n2,1,B,100\n3,1,A,5\n"
    games = read_sheet("sheet.csv", None, load("classic"), text.encode())
    assert [[p.span.line for p in game.problems] for game in games] == [[], [4, 5], []]
    many = text + "".join(f"4,1,P{i},5\n" for i in range(50))
    games = read_sheet("sheet.csv", None, load("classic"), many.encode())
    assert [len(game.problems) for game in games] == [0, 2, 0, 1]


def test_a_season_by_player_is_one_game_and_ids_that_go_on_are_told() -> None:
    by_player = "round,player,total\n1,A,5\n2,A,5\n1,B,5\n2,B,5\n"
    (game,) = read_sheet("sheet.csv", None, None, by_player.encode())
    assert [s.number for s in game.statements if isinstance(s, log.DealStart)] == [1, 2]
    ids = "game,round,player,total\n1,1,A,5\n1,2,A,5\n2,3,A,5\n2,4,A,5\n"
    games = read_sheet("sheet.csv", None, None, ids.encode())
    assert [[s.number for s in g.statements if isinstance(s, log.DealStart)] for g in games] == [[1, 2]] * 2


def test_a_sheet_of_one_side_is_of_the_largest_table() -> None:
    (game,) = read_sheet("sheet.csv", None, load("open-table"), b"Us,1,2\nRed threes,800,0\nCards,100,5\nTotal,900,5\n")
    assert len(game.seats) == 4
    assert [f for f in audit_game(game, Options("open-table", possible=False)).findings if f.level == "error"] == []


def test_damage_in_any_shape_gives_no_more_than_findings() -> None:
    chance = random.Random(3)
    shapes = dict(tables(load("classic"), 3, 1, 4))
    for name, data in shapes.items():
        for _ in range(6):
            text = list(data.decode("utf-16" if data[:2] == b"\xff\xfe" else "utf-8"))
            for _ in range(chance.randrange(1, 12)):
                text[chance.randrange(len(text))] = chance.choice(
                    [*'",;|\t\n\r-=()xé\u2212', "", "99999999999", "winner", "total"]
                )
            for rules in ("classic", None):
                for game in read_sheet(name, None, None if rules is None else load(rules), "".join(text).encode()):
                    report = (
                        audit_plain(game, Options())
                        if rules is None
                        else audit_game(game, Options(rules, possible=False))
                    )
                    "\n".join(text_page(page_of(game, report)))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        # books of which only the number is written, and cards that are counted and not added up
        ("deal,side,books,cards,left,out\n1,A,6,43,11,0\n1,B,3,27,4,0\n", {"cards-number": 43, "left-number": 11, "out": 0}),
        # red threes have no column, and are with the books
        ("deal,side,book points,cards,left,total\n1,A,700,100,-35,765\n1,B,500,100,-5,595\n", {"rest": 700, "cards": 100, "left": -35, "total": 765}),
        # the base of bonuses beside the count of cards
        ("deal,side,base,count,left,total\n1,A,700,100,-35,765\n1,B,500,100,-5,595\n", {"rest": 700, "cards": 100, "left": -35, "total": 765}),
        # tallies, and units behind the figures
        ("deal,side,red books,black books,cards,left,total\n1,A,||,//// /,910 pts,35 points,3375\n1,B,I,xx,200,5,1295\n",
         {"clean": 2, "dirty": 5, "cards": 910, "left": -35, "total": 3375}),
        # a column for what all rounds come to
        ("Us,1,2,Total\nRed threes,100,0,\nCards,90,80,\nLeft,-5,-5,\nTotal,185,75,260\n", {"reds": 100, "cards": 90, "left": -5, "total": 185}),
    ],
)  # fmt: skip
def test_what_a_table_means_is_told_by_all_of_it(text: str, read: dict[str, int]) -> None:
    assert found(text) == []
    game = read_sheet("sheet.csv", None, load("classic"), text.encode())[0]
    assert next(dict(s.entries) for s in game.statements if isinstance(s, log.ScoreLine)) == read


def test_totals_that_are_carried_on_without_saying_so() -> None:
    rows = [(1, "A", 745, -35, 1210), (1, "B", 215, -140, 575), (2, "A", 100, -5, 1805), (2, "B", 90, -20, 1145)]
    text = "deal,side,clean,dirty,wild,reds,out,cards,left,total\n" + "".join(
        f"{deal},{side},1,0,0,0,0,{cards},{left},{total}\n" for deal, side, cards, left, total in rows
    )
    assert found(text) == []
    assert found(text.replace("1805", "595").replace("1145", "570")) == []
    assert found(text.replace("1805", "605").replace("1145", "570")) == [("HF809", 4)]
    assert (
        found(
            "Us,1,2\nClean,1,1\nDirty,0,0\nWild,0,0\nReds,0,0\nCards,745,100\nLeft,-35,-5\nOut,0,0\nTotals,1210,1805\n"
        )
        == []
    )


def test_what_all_rounds_come_to_is_their_sum() -> None:
    text = "Us,1,2,Total\nRed threes,100,0,\nCards,90,80,\nLeft,-5,-5,\nTotal,185,75,270\n"
    assert found(text) == [("HF808", 5)]
    assert found("deal,side,book points,cards,left,total\n1,A,750,100,-35,815\n1,B,500,100,-5,595\n") == [("HF810", 2)]
    assert found("deal,side,cards,left\n1,A,743,-5\n1,B,100,-5\n") == [("HF810", 2)]  # a slip among points


# --- parts of tables ---------------------------------------------------------------------------------------------

BY_ROW = ("rows", "counts", "pairs", "five_columns")
BY_ENTRY = ("entries", "entries_of_sides")


def with_blanks(name: str, table: Rows, chance: random.Random) -> Rows:
    """A table of which columns or rows were never kept, and cells left blank."""
    head, body = table[0], table[1:]
    if name in BY_ROW:
        kept = [i for i in range(len(head)) if i < 2 or chance.random() < 0.7]
        head, body = [head[i] for i in kept], [[row[i] for i in kept] for row in body]
    else:
        body = [row for row in body if row[0] == "Beginning totals" or chance.random() < 0.8]
    first = 2 if name in BY_ROW else 1
    return [head, *([cell if i < first or chance.random() < 0.9 else "" for i, cell in enumerate(row)] for row in body)]


def parts_are_clean(rules: str, seeds: range) -> None:
    profile = load(rules)
    for seed in seeds:
        for players in profile.table.players:
            scores = scores_of(profile, seed, 1, players)
            for name in (*BY_ROW, *BY_ENTRY):
                chance = random.Random(f"{rules} {seed} {players} {name}")
                pen = Pen(chance)
                table = with_blanks(name, SHAPES[name](profile, scores, pen), chance)
                if len(table[0]) > 4 and len(table) > 4 and any(cell for row in table[1:] for cell in row[2:]):
                    assert complaints(pen.table(table), rules) == [], (name, table)


@pytest.mark.parametrize("rules", sorted(shipped()))
def test_what_is_not_written_accuses_nobody(rules: str) -> None:
    parts_are_clean(rules, range(2))


@pytest.mark.slow
@pytest.mark.parametrize("rules", sorted(shipped()))
def test_whatever_is_not_written_accuses_nobody(rules: str) -> None:
    parts_are_clean(rules, range(2, 40))
