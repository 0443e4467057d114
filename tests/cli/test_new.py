"""``handfoot new``: a template that is a legal log as it is, and a card with everything on one page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import handfoot
from handfoot.cli.new import command
from handfoot.template import scribe_card
from handfoot_grammar import log, parse
from handfoot_grammar.text import read_text
from handfoot_grammar.write import format_text

PLAYERS = ("--players", "Ana Bo Chi Dee")


def run(*args: str) -> Result:
    return CliRunner().invoke(command, args)


def template(*args: str) -> str:
    result = run(*PLAYERS, *args)
    assert result.exit_code == 0, result.output
    return result.stdout


def filled_in(text: str) -> str:
    """Every example line of a template with its sign taken away."""
    return re.sub(r"^#(?=\w)", "", text, flags=re.MULTILINE)


def test_a_template_audits_without_errors_as_it_is_written() -> None:
    report = handfoot.audit(template())
    assert report.verdict == "clean"
    assert {f.code for f in report.findings} == {"HF007"}
    assert report.games[0].deals == 4


def test_every_example_line_of_a_template_can_be_read() -> None:
    [game] = read_text(filled_in(template()))
    assert game.problems == []
    kinds = {type(statement) for statement in game.statements}
    assert kinds >= {log.Dealt, log.TurnUp, log.Reds, log.Turn, log.End, log.Left, log.ScoreLine, log.Result}


def test_the_right_player_begins_each_deal() -> None:
    [game] = read_text(filled_in(template()))
    pairs, dealer = [], None
    for statement in game.statements:
        if isinstance(statement, log.DealStart):
            dealer = statement.dealer
        elif isinstance(statement, log.Turn) and dealer is not None:
            pairs.append((dealer, statement.player))
            dealer = None
    assert pairs == [(0, 1), (1, 2), (2, 3), (3, 0)]


def test_a_template_is_laid_out_as_fmt_lays_it_out() -> None:
    text = template("--event", 'The "Owls"')
    assert format_text(text) == text
    assert '[Event "The \\"Owls\\""]' in text


def test_date_and_number_of_deals_can_be_given() -> None:
    text = template("--date", "2026-05-02", "--deals", "2")
    assert '[Date "2026-05-02"]' in text
    assert re.findall(r"^deal.*", text, re.MULTILINE) == ["deal 1 dealer Ana", "deal 2 dealer Bo"]
    assert re.search(r'^\[Date "\d{4}-\d\d-\d\d"\]$', template(), re.MULTILINE)


def test_an_existing_file_is_left_alone_unless_forced(tmp_path: Path) -> None:
    path = tmp_path / "table-3.hfn"
    assert run(str(path), *PLAYERS).exit_code == 0
    path.write_text("a record of hours\n", encoding="utf-8")
    result = run(str(path), *PLAYERS)
    assert result.exit_code == 2 and "--force" in result.stderr
    assert path.read_text(encoding="utf-8") == "a record of hours\n"
    assert run(str(path), *PLAYERS, "--force").exit_code == 0
    assert path.read_text(encoding="utf-8").startswith("[Notation")


def test_house_rules_are_named_by_their_path_from_the_log(tmp_path: Path) -> None:
    rules = tmp_path / "house.toml"
    rules.write_text('extends = "classic"\nname = "house"\n[deals]\ncount = 2\n', encoding="utf-8")
    (tmp_path / "logs").mkdir()
    path = tmp_path / "logs" / "a.hfn"
    assert run(str(path), *PLAYERS, "--rules", str(rules)).exit_code == 0
    assert '[Rules "../house.toml"]' in path.read_text(encoding="utf-8")
    report = handfoot.audit(path)
    assert report.verdict == "clean" and report.games[0].profile_name == "house" and report.games[0].deals == 2


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "name the players clockwise"),
        (("--players", "Ana Bo"), "2 players are named; the rules 'classic' are for 4"),
        (("--players", "Ana Bo Chi K"), "'K' cannot be a label"),
        (("--players", "Ana Bo Chi Bo"), "'Bo' has two seats"),
        ((*PLAYERS, "--deals", "5"), "a game of 'classic' has 4 deals, not 5"),
        ((*PLAYERS, "--deals", "0"), "not 0"),
        ((*PLAYERS, "--rules", "clasic"), "did you mean 'classic'?"),
        (("no-such-folder/a.hfn", *PLAYERS), "no-such-folder/a.hfn: no such file or directory"),
    ],
)
def test_what_cannot_be_begun_is_refused_with_the_reason(args: tuple[str, ...], message: str) -> None:
    result = run(*args)
    assert result.exit_code == 2 and message in result.stderr
    assert result.stdout == ""


# --- the scribe's card ------------------------------------------------------------------------------------------


def test_the_card_fits_one_page() -> None:
    lines = run("--card").stdout.splitlines()
    assert len(lines) <= 60
    assert max(map(len, lines)) <= 80


def examples() -> list[str]:
    """What stands on the card to be written: the text of an indented line up to two blanks or its end."""
    lines = [line for line in scribe_card().splitlines() if re.match(r"  \S", line)]
    return [re.split(r"\s{2,}", line.strip())[0] for line in lines]


@pytest.mark.parametrize("example", examples())
def test_every_example_on_the_card_can_be_read(example: str) -> None:
    seats = '[Seats "Ana Bo Chi Dee"]\n'
    first = example.split()[0]
    if first.startswith("["):
        [game] = read_text(example if "Seats" in example else seats + example)
    elif first in parse.ACTION_WORDS and first not in parse.STATEMENT_WORDS:
        [game] = read_text(f"{seats}Ana: {example}")
    elif first in parse.STATEMENT_WORDS or first == "Ana:":
        [game] = read_text(seats + example)
        if game.problems:  # red, foot: an action too
            [game] = read_text(f"{seats}Ana: {example}")
    else:
        cards = [word for word in example.split() if ">" not in word]
        [game] = read_text(f"{seats}left Ana: {' '.join(cards) or '-'}\nAna: draw {example}")
    assert game.problems == []


def test_the_card_has_every_action_and_statement() -> None:
    beginnings = {example.split()[0].rstrip(":") for example in examples()}
    assert {*parse.ACTION_WORDS, *parse.STATEMENT_WORDS} <= beginnings
