"""Score sheets as tables: every shape reads into the same statements, and what cannot be read is said at its cell."""

from __future__ import annotations

import csv
import io
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import handfoot
from handfoot.auditing import Options, audit_game
from handfoot.report import GameReport
from handfoot.sheets.cells import NoFigure, amount, ticked
from handfoot.sheets.empty import empty_sheet
from handfoot.sheets.mapping import Mapping, MappingError, by_words, read_mapping
from handfoot.sheets.page import html_pages, page_of, text_page
from handfoot.sheets.plain import audit_plain
from handfoot.sheets.reader import SheetGame, read_sheet
from handfoot_engine.play import play_game
from handfoot_grammar import log
from handfoot_spec.profile_files import load, shipped

CLASSIC = load("classic")
GOOD = """deal,side,clean,dirty,wild,cards,reds,left,out,total,running
1,Ana+Chi,2,3,1,1745,200,-35,x,5410,5410
1,Bo+Dee,1,0,0,215,100,-140,,675,675
"""


def sheet(text: str | bytes, mapping: Mapping | None = None, rules: str | None = "classic") -> list[SheetGame]:
    data = text if isinstance(text, bytes) else text.encode()
    return read_sheet("sheet.csv", mapping, None if rules is None else load(rules), data)


def audited(text: str | bytes, mapping: Mapping | None = None, rules: str = "classic") -> GameReport:
    (game,) = sheet(text, mapping, rules)
    return audit_game(game, Options(rules))


def plain(text: str) -> list[tuple[str, int]]:
    return [(f.code, f.span.line) for game in sheet(text, rules=None) for f in audit_plain(game, Options()).findings]


def codes(report: GameReport) -> list[str]:
    return [finding.code for finding in report.findings]


def entries(game: log.Game) -> list[dict[str, int | None]]:
    return [dict(s.entries) for s in game.statements if isinstance(s, log.ScoreLine)]


# --- figures ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1250", 1250), ("1,250", 1250), ("1.250", 1250), ("1 250", 1250), ("1\u202f250", 1250), ("12'500", 12500),
        ("\u2212140", -140), ("(35)", -35), ("35-", -35), ("+5", 5), ("500.00", 500), ("500,0", 500), ("1,250.00", 1250),
        ("1.250,00", 1250), ("0", 0),
    ],
)  # fmt: skip
def test_figures_are_read_as_people_and_spreadsheets_write_them(text: str, value: int) -> None:
    assert amount(text) == value


@pytest.mark.parametrize(
    "text", ["=SUM(A1)", "abc", "1.5", "12,5", "1e5", "9" * 5000, "\u0663", "--5", "1,25", "()", "1,250.000,00"]
)
def test_what_is_no_whole_number_of_points_is_none(text: str) -> None:
    with pytest.raises(NoFigure):
        amount(text)


def test_ticks() -> None:
    assert [ticked(text) for text in ("x", "TRUE", "\u2713", "", "no", "-", "perhaps")] == [
        True,
        True,
        True,
        False,
        False,
        False,
        None,
    ]


# --- one sheet in many shapes -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        GOOD, GOOD.replace(",", ";"), GOOD.replace(",", "\t"), "\ufeff" + GOOD, GOOD.replace("\n", "\r\n"), GOOD.replace("\n", "\n,,,,,,,,,,\n"),
        GOOD.replace("1745", '"1,745"').replace("-35", "(35)").replace("-140", "\u2212140"),
        GOOD.replace("clean,dirty,wild", "Red Books,Black books,Wild Canastas").replace("left", "Caught With").replace("out", "Went out"),
        GOOD.replace("clean,dirty,wild", "3 Clean (Red) 500 each,3 Dirty (Black) 300 each,wild 1500 each").replace(",2,3,1,", ",1000,900,1500,"),
        GOOD.replace("reds", "Red 3's 100 each").replace(",200,", ",2,"),
        GOOD.replace("\n1,", "\nRound 1,"), "Our evening\n\n" + GOOD, GOOD + "Total,Ana+Chi,,,,,,,,5410,\n",
    ],
)  # fmt: skip
def test_one_sheet_in_many_shapes_is_clean_and_the_same(text: str) -> None:
    (game,) = sheet(text)
    assert entries(game)[0] == entries(sheet(GOOD)[0])[0]
    assert audit_game(game, Options("classic")).findings == []


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
def test_the_encodings_of_spreadsheets(encoding: str) -> None:
    (game,) = sheet(GOOD.replace("Ana", "Än\u00e9").encode(encoding))
    assert game.seats[0] == "Än\u00e9"


def test_amounts_of_what_is_left_may_be_written_without_their_sign() -> None:
    text = GOOD.replace("-35", "35").replace("-140", "140")
    assert audited(text, Mapping(left="positive")).findings == []
    assert audited(text).findings == []  # the totals subtract it
    added = text.replace("5410,5410", "5480,5480").replace("675,675", "955,955")
    assert [(f.code, f.because_of) for f in audited(added).findings] == [
        (code, cause) for cause in (1, 4) for code, cause in (("HF804", None), ("HF806", cause), ("HF807", cause))
    ]
    assert codes(audited(GOOD.replace("-140", "140"))) == ["HF804"]  # among others that have theirs


def test_sides_beside_each_other_with_a_row_of_totals() -> None:
    text = "Hand #,Team 1,Team 2,Total\n1,1500,800,\n2,1000,900,\nTotal,2500,1700,\n"
    assert audited(text).findings == []
    assert codes(audited(text.replace("2500", "2600"))) == ["HF808"]


def test_figures_of_each_side_beside_each_other() -> None:
    text = "deal,Ana+Chi clean,Ana+Chi total,Bo+Dee clean,Bo+Dee total\n1,1,900,0,100\n"
    assert [e["clean"] for e in entries(sheet(text)[0])] == [1, 0]


def test_the_sheet_of_one_side_with_its_carried_totals() -> None:
    text = (
        "Us,Round 1,Round 2\nBeginning Totals,0,5410\nRed 3's 100 each,200,0\n3 Clean (Red) 500 each,1000,500\n3 Dirty (Black) 300 each,900,0\n"
        "wild,1,0\nGoing out 100,100,0\nIndividual card count,1745,215\nleft,-35,-140\nTOTALS,5410,5985\n"
    )
    (game,) = sheet(text)
    assert audit_game(game, Options("classic")).findings == []
    found = audited(text.replace("0,5410\nRed", "0,5400\nRed")).findings
    assert [(f.code, f.span.line, f.span.column) for f in found] == [("HF807", 2, 20)]


def test_one_figure_for_several_parts_is_judged_by_the_sum_alone() -> None:
    text = "deal,side,bonus,books,points,total\n1,Ana+Chi,300,1000,455,1755\n1,Bo+Dee,0,500,90,590\n"
    assert audited(text).findings == []
    assert codes(audited(text.replace("1755", "1655"))) == ["HF809"]


# --- what is wrong is named at its cell ---------------------------------------------------------------------------


def test_the_first_wrong_figure_is_named_and_what_carries_it_follows() -> None:
    report = audited(GOOD.replace("5410,5410", "5510,5510"))
    assert [(f.code, f.because_of) for f in report.findings] == [("HF809", None), ("HF807", 1)]
    assert (
        report.findings[1].span.line == 2 and report.findings[1].span.column == GOOD.splitlines()[1].rindex("5410") + 1
    )


@pytest.mark.parametrize("cell", ["=SUM(A1)", "abc", "9" * 400, "1.5"])
def test_a_cell_that_cannot_be_read_is_named_with_its_place(cell: str) -> None:
    report = audited(GOOD.replace("1745", cell))
    (finding,) = report.findings
    assert (finding.code, finding.span.line, finding.span.column) == ("HF001", 2, 17)
    assert finding.expected is not None


def test_points_that_no_number_of_books_makes() -> None:
    text = GOOD.replace("clean", "clean 500 each").replace(",2,3,1,", ",1100,3,1,")
    assert "HF810" in codes(audited(text))


def test_a_side_twice_in_a_deal_is_told_and_the_first_counts() -> None:
    assert "HF005" in codes(audited(GOOD + "1,Bo+Dee,1,0,0,215,100,-140,,675,675\n"))


def test_a_column_that_nobody_knows_is_named_not_accused() -> None:
    (game,) = sheet(GOOD.replace("\n", ",note\n", 1))
    assert game.ignored == ("note",)
    assert audit_game(game, Options("classic")).findings == []


def test_amounts_of_other_rules_are_entries_that_this_game_does_not_know() -> None:
    text = GOOD.replace("running", "Draw 22 exactly").replace("5410,5410", "5510,100").replace("675,675", "675,0")
    assert "HF811" in codes(audited(text))


# --- a season, and rules that nobody recorded ---------------------------------------------------------------------

SEASON = "game,round,player,down_first,foot_first,score_books,score_cards,piles\n" + "".join(
    f"{game},{deal},{player},{'TRUE' if player == 'A' else 'FALSE'},,500,{100 + 5 * deal},1\n"
    for game in (1, 2)
    for deal in (1, 2)
    for player in "ABC"
)


def test_a_season_is_as_many_games_and_clean_without_rules() -> None:
    assert len(sheet(SEASON, rules=None)) == 2
    assert plain(SEASON) == []


def test_marks_that_one_deal_has_twice_and_another_not_at_all() -> None:
    rows = SEASON.splitlines(keepends=True)
    rows[4] = rows[4].replace("TRUE", "FALSE")  # game 1 round 2: nobody
    rows[8] = rows[8].replace("FALSE", "TRUE")  # game 2 round 1: two
    assert plain("".join(rows)) == [("HF812", 7), ("HF812", 9)]


def test_no_marks_at_all_are_no_fault() -> None:
    assert plain(SEASON.replace("TRUE", "")) == []


def test_an_amount_negated_twice_is_found_without_rules() -> None:
    text = "deal,side,books,cards,left,reds,out,total\n1,A,500,200,-35,0,0,665\n1,B,300,100,-50,0,0,350\n"
    assert plain(text) == []
    (finding,) = [f for g in sheet(text.replace("665", "735"), rules=None) for f in audit_plain(g, Options()).findings]
    assert finding.code == "HF809" and "subtracted again" in finding.message


def test_a_total_that_is_not_the_sum_of_its_history_is_found_without_rules() -> None:
    text = "deal,side,total,total so far\n1,A,500,500\n2,A,300,900\n"
    assert plain(text) == [("HF807", 3)]
    assert plain(text.replace("900", "800")) == []


# --- random legal games -------------------------------------------------------------------------------------------


def comma(sides: list[list[str]], header: list[str]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([header, *sides])
    return out.getvalue()


def beside(sides: list[list[str]], header: list[str]) -> str:
    names = list(dict.fromkeys(row[1] for row in sides))
    rows = []
    for deal in dict.fromkeys(row[0] for row in sides):
        by_side = {row[1]: row[2:] for row in sides if row[0] == deal}
        rows.append([deal, *(figure for name in names for figure in by_side[name])])
    return comma(rows, ["deal", *(f"{name} {key}" for name in names for key in header[2:])])


def german(sides: list[list[str]], header: list[str]) -> str:
    rows = [[*row[:2], *(re.sub(r"^-(\d+)", r"(\1)", f) for f in row[2:])] for row in sides]
    return comma(rows, header).replace(",", ";").replace("\n", "\r\n")


@pytest.mark.parametrize("write", [comma, beside, german])
@pytest.mark.parametrize("name", sorted(shipped()))
def test_the_scores_of_random_legal_games_are_clean_in_every_shape(write: Callable[..., str], name: str) -> None:
    profile = load(name)
    for number in range(1, 4):
        game = play_game(profile, 77, number, players=profile.table.players[0])
        rows: list[list[str]] = []
        deal = 0
        keys = list(dict.fromkeys(key for s in game.statements if isinstance(s, log.ScoreLine) for key, _ in s.entries))
        for s in game.statements:
            if isinstance(s, log.DealStart):
                deal = s.number
            elif isinstance(s, log.ScoreLine):
                found = dict(s.entries)
                rows.append(
                    [str(deal), game.team_name(s.team), *("" if found.get(k) is None else str(found[k]) for k in keys)]
                )
        report = audited(write(rows, ["deal", "side", *keys]), rules=name)
        assert [str(f) for f in report.errors] == []


# --- hostile tables -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        b"", b"\n\n", b"\xff\xfe", GOOD.splitlines()[0].encode(), b"a,b\n1,2\n", b"deal,side,cards\n\0\0\0", b"," * 100_000 + b"\n1",
        b'deal,side,cards\n1,"Ana', b"deal,side,deal,cards\n1,A,1,5\n", b'"' * 200_001, "deal,side,cards\n1,A,\u20ac\n".encode("utf-16")[:-1],
    ],
)  # fmt: skip
def test_a_hostile_table_gets_a_message_with_a_place(data: bytes) -> None:
    problems = [p for game in sheet(data) for p in game.problems]
    assert problems
    assert all(p.code in ("HF001", "HF002", "HF003", "HF004", "HF005") and p.span.line >= 1 for p in problems)


def test_random_damage_never_breaks_the_reader() -> None:
    rng = random.Random(7)
    for _ in range(200):
        text = list(GOOD * 2)
        for _ in range(rng.randrange(1, 12)):
            text[rng.randrange(len(text))] = rng.choice([*'",;\t\n\r-=()xé\u2212', "", "99999999999"])
        for game in sheet("".join(text)):
            report = audit_game(game, Options("classic"))
            "\n".join(text_page(page_of(game, report)))
            html_pages([page_of(game, report)])


# --- the page, the mapping, the empty sheet -----------------------------------------------------------------------


def test_the_page_shows_the_right_figure_beside_the_wrong_and_escapes_names() -> None:
    text = GOOD.replace("5410,5410", "5510,5510").replace("Bo+Dee", "<script>+Dee")
    (game,) = sheet(text)
    page = page_of(game, audit_game(game, Options("classic")))
    html = html_pages([page])
    assert "<s>5510</s> <b>5410</b>" in html
    assert "<script" not in html and "&lt;script&gt;" in html
    assert not re.search(r"(?:src|href)=|url\(|@import", html)
    assert "5510 [1: 5410]" in "\n".join(text_page(page))


def test_a_log_with_scores_has_a_page_too() -> None:
    from handfoot_grammar.text import read_text

    (game,) = read_text(
        '[Rules "classic"]\n[Seats "Ana Bo Chi Dee"]\ndeal 1\nscore Ana+Chi: cards 100, left 0, reds 0, out 0, total 105\n'
    )
    report = handfoot.audit(
        '[Rules "classic"]\n[Seats "Ana Bo Chi Dee"]\ndeal 1\nscore Ana+Chi: cards 100, left 0, reds 0, out 0, total 105\n'
    )
    assert any("Ana+Chi" in line for line in text_page(page_of(game, report.games[0])))


def test_headers_in_the_words_of_players() -> None:
    words = {"Red Piles": "clean", "pure canasta": "clean", "Unnatural sets": "dirty", "Base Count": "cards", "Caught with": "left",
             "Red 3's": "reds", "points_from_books": "bonus", "going_out_bonus": "out", "Total so far": "running"}  # fmt: skip
    found = {header: by_words(header) for header in words}
    assert {header: column and column.key for header, column in found.items()} == words


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("layout = 'diagonal'", "expected one of"), ("colums = {}", "did you mean 'columns'"), ("x = [", "map.toml"),
        ("[columns]\nA = 'Cards!'", "did you mean"), ("[columns]\nA = 5", "expected a key"), ("net = 'yes'", "is no bool"),
    ],
)  # fmt: skip
def test_a_wrong_mapping_is_refused_with_a_hint(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "map.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(MappingError, match=message):
        read_mapping(path)


def test_a_mapping_reads_a_table_of_counts_in_several_rows(tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_text(
        'left = "positive"\nadd_rows = true\n[columns]\nRoundID = "deal"\nTeamID = "side"\nNaturalCount = "clean"\n'
        'RedThreeCount = { key = "reds", each = 100 }\nInHand = "left"\nOnTable = "cards"\n',
        encoding="utf-8",
    )
    text = "RoundID,TeamID,NaturalCount,RedThreeCount,InHand,OnTable\n1,1,1,0,35,100\n1,1,1,2,0,50\n1,2,0,0,0,0\n"
    (game,) = sheet(text, read_mapping(path))
    assert entries(game)[0] == {"clean": 2, "reds": 200, "left": -35, "cards": 150}


@pytest.mark.parametrize("name", sorted(shipped()))
def test_an_empty_sheet_reads_back_as_empty(name: str) -> None:
    profile = load(name)
    players = [f"P{i}" for i in range(max(profile.table.players))]
    report_games = sheet(empty_sheet(profile, name, players, None, "csv"), rules=name)
    assert [(game.problems, game.statements) for game in report_games] == [([], [])]
    report = handfoot.audit(empty_sheet(profile, name, players, None, "hfn"))
    assert report.verdict == "clean"
