"""Which rules fit a record: what an HF006 names, and ``--rules auto``."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

import handfoot
from deals import deal, findings
from handfoot import fitting
from handfoot.cli import cli
from handfoot_engine.play import UnsupportedProfile, play_game
from handfoot_engine.written import text_of
from handfoot_grammar.sources import read_source
from handfoot_spec.profile import Profile
from handfoot_spec.profile_files import load, shipped
from handfoot_spec.support import not_honoured
from house_rules import house

SCHEMA = json.loads((Path(handfoot.__file__).parent / "report.schema.json").read_text(encoding="utf-8"))
PLAY = "turn-up 9c\nAna: draw 7h Qs; discard 4s"
WILD = "hand Ana: 2s*2 2h Ks Kd Kc ...\nturn-up 9c\nAna: draw 7h Qs; meld K: Ks Kd 2s*2 Kc; discard 4s"


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Profile, Profile]:
    """Only two profiles to try: the classic one, and one with packets of eleven, other players and more wild cards."""
    ours = house(
        tmp_path,
        '[table]\nplayers = [4, 5]\nhand = 11\nfoot = 11\n[melds]\nwild_share = 1\nwild_margin = 1\n'
        '[[books]]\nkind = "clean"\nwilds = [0, 0]\nbonus = 500\ncounts_as = "clean"\n'
        '[[books]]\nkind = "dirty"\nwilds = [1, 3]\nbonus = 300\ncounts_as = "dirty"\n'
        '[[books]]\nkind = "wild"\nall_wild = true\nbonus = 1500\ncounts_as = "wild"\n'
        '[[books]]\nkind = "sevens"\nwilds = [0, 0]\nbonus = 1500\ncounts_as = "clean"\n',
    )  # fmt: skip
    monkeypatch.setattr(fitting, "candidates", lambda: (load("classic"), ours))
    return load("classic"), ours


def untagged(lines: str, **frame: str) -> str:
    return deal(lines, **frame).replace('[Rules "classic"]\n', "")


def tried(text: str) -> fitting.Fitting:
    (game,) = read_source(text)
    return fitting.try_all(game)


def test_hf006_names_the_rules_that_fit_packets_and_players(two: object) -> None:
    eleven = "hand Ana: " + "4s " * 4 + "5s " * 4 + "6s 6h 6d\nhand Bo: " + "4h " * 4 + "5h " * 4 + "7s 7h 7d\n" + PLAY
    (finding,) = findings(deal(eleven))
    assert finding.code == "HF006" and finding.message.endswith("the rules 'ours' would fit its players and packets")
    (finding,) = findings(deal(PLAY, seats="Ana Bo Chi Dee Eve", start="deal 1 dealer Eve"))
    assert "'ours' would fit" in finding.message


def test_hf006_names_none_where_none_fits(two: object) -> None:
    six = "hand Ana: 4s 5s 6s 7s 8s 9s\nhand Bo: 4h 5h 6h 7h 8h 9h\n" + PLAY
    (finding,) = findings(deal(six))
    assert finding.code == "HF006" and finding.message.endswith("not judged by these rules")


def test_the_fewest_errors_fit_best_and_the_others_are_named_with_theirs(two: object) -> None:
    wild = untagged(WILD.split("\n", 1)[1])
    found = tried(wild)
    assert [trial.profile for trial in found.trials] == ["ours", "classic"] and len(found.best) == 1
    assert found.trials[1].errors == {"HF305": 1}
    assert list(found.lines()) == ["ours fits best: no error", "less well: classic 1 error (HF305)"]


def test_a_tie_is_named_and_the_rules_of_a_document_go_first(two: object) -> None:
    found = tried(untagged(PLAY))
    assert [trial.profile for trial in found.best] == ["classic", "ours"]
    assert list(found.lines()) == ["classic and ours fit best: no error each"]
    report = handfoot.audit(untagged(PLAY), rules="auto").games[0]
    assert report.profile_name == "classic" and report.fitting is not None


def test_no_rules_fit(two: object) -> None:
    report = handfoot.audit(untagged(PLAY, seats="Ana Bo", start="deal 1 dealer Bo"), rules="auto").games[0]
    assert report.verdict == "mismatch" and report.fitting is not None and report.fitting.best == ()
    assert list(report.fitting.lines()) == ["no shipped rules fit: under each the record is of another game"]


def test_a_tag_is_what_a_log_is_judged_by_whatever_fits(two: object) -> None:
    text = deal(WILD.split("\n", 1)[1])
    report = handfoot.audit(text, rules="auto").games[0]
    assert report.profile_name == "classic" and "HF305" in {f.code for f in report.findings}
    assert report.fitting is not None and report.fitting.lines()
    assert list(report.fitting.lines())[-1] == "the log says [Rules 'classic'], and by these it was judged"


@pytest.mark.parametrize(
    "text", ["", "\n", "x\n", '[Seats "Ana"]\n', '[Seats "Ana Ana"]\n', "{}\n", "[1]\n", '[Rules "x"]\n[Seats "A"]\n']
)
def test_auto_on_anything_at_all_gives_a_report(text: str) -> None:
    handfoot.audit(text if "\n" in text else text + "\n", rules="auto")


def test_auto_in_text_and_json(tmp_path: Path) -> None:
    path = tmp_path / "game.hfn"
    path.write_text(untagged(PLAY), encoding="utf-8")
    result = CliRunner().invoke(cli, ["audit", "--rules", "auto", str(path)])
    assert result.exit_code == 0 and "best: no error" in result.output
    result = CliRunner().invoke(cli, ["audit", "--rules", "auto", "--format", "json", str(path)])
    data = json.loads(result.output)
    jsonschema.validate(data, SCHEMA)
    (game,) = data["games"]
    assert "classic" in game["fitting"]["best"] and {t["profile"] for t in game["fitting"]["tried"]} >= {"classic"}
    result = CliRunner().invoke(cli, ["audit", "--rules", "auto", "--follow", str(path)])
    assert result.exit_code == 2 and "whole log" in result.output
    plain = CliRunner().invoke(cli, ["audit", "--rules", "classic", "--format", "json", str(path)])
    assert "fitting" not in plain.output


def test_auto_takes_the_rules_that_know_two_players(tmp_path: Path) -> None:
    if not_honoured(load("open-table")):
        pytest.skip("the rules of the online table cannot be audited yet")
    report = handfoot.audit(
        untagged("turn-up 9c\nclaim stock 109", seats="Ana Bo", start="deal 1 dealer Bo"), rules="auto"
    ).games[0]
    assert report.verdict == "clean" and report.profile_name == "open-table"


def test_a_game_by_other_rules_than_its_tag_says_is_told_so() -> None:
    text = text_of(play_game(load("flaming-foursome"), 5, deals=1)).replace("flaming-foursome", "classic")
    report = handfoot.audit(text).games[0]
    assert report.verdict == "violations" and report.fitting is not None
    lines = list(report.fitting.lines())
    assert lines[0] == "flaming-foursome fits best: no error" and "by these it was judged" in lines[-1]


def test_a_game_that_fits_no_other_rules_better_is_left_alone() -> None:
    """Twelve cards drawn one too many are wrong by any rules."""
    wrong = "".join(f"{who}: draw ?*3; discard ?\n" for who in ("Ana", "Bo", "Chi", "Dee") * 3)
    report = handfoot.audit(deal("turn-up 9c\n" + wrong)).games[0]
    assert len(report.findings) > 12 and report.fitting is None


@pytest.mark.parametrize("name", shipped())
def test_a_game_played_by_rules_fits_them(name: str) -> None:
    """A random legal game whose record names no rules."""
    profile = load(name)
    if not_honoured(profile):
        pytest.skip(f"{name} cannot be audited yet")
    try:
        game = play_game(profile, 5, deals=1)
    except UnsupportedProfile as error:
        pytest.skip(str(error))
    text = text_of(game).replace(f'[Rules "{name}"]\n', "")
    assert name in {trial.profile for trial in tried(text).best}
