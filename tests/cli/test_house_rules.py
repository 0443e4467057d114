"""``handfoot profiles new`` and ``check``: house rules written for a table, and what in them contradicts itself."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import handfoot
from deals import deal
from handfoot.cli import cli
from handfoot.house_rules import QUESTIONS, read_setting, typed
from handfoot_spec.profile import ProfileError
from handfoot_spec.profile_files import load, load_file, read_value, shipped


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*args: str, answers: str | None = None) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["profiles", *args], input=answers)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result.exit_code, result.output


def new(*settings: str, name: str = "ours", extends: str = "classic") -> str:
    options = [word for setting in settings for word in ("--set", setting)]
    status, out = run("new", "--extends", extends, "--name", name, *options)
    assert status == 0, out
    return Path(f"{name}.toml").read_text(encoding="utf-8")


def test_a_new_file_loads_and_says_what_the_base_has() -> None:
    text = new("opening.minima=60,90,120,150", "take.count=all", "out.books=clean=3, dirty=2")
    ours = load_file(Path("ours.toml"))
    assert ours.opening.minima == (60, 90, 120, 150) and ours.take.count == "all"
    assert dict(ours.out.books) == {"clean": 3, "dirty": 2} and ours.melds == load("classic").melds
    for line in ("# in classic: 50, 90, 120, 150", "# in classic: 7", "# in classic: 2 clean, 2 dirty, 1 wild"):
        assert line in text.splitlines()


def test_a_report_cites_the_house_rule_and_not_the_text_it_departs_from() -> None:
    new("opening.minima=60,90,120,150")
    log = deal(
        "hand Ana: Ks Kd As Ac 2s ...\nturn-up 9h\nAna: draw Kc 5h; meld K: Ks Kd Kc 2s; discard 4s", rules="ours.toml"
    )
    Path("game.hfn").write_text(log, encoding="utf-8")
    (finding,) = [f for f in handfoot.audit(Path("game.hfn")).findings if f.level == "error"]
    assert (finding.code, finding.rule, finding.cites[0]) == ("HF501", "OWN-1", "ours house rule")
    assert finding.rule_text == "At this table opening.minima is 60, 90, 120, 150."


def test_one_kind_of_book_is_changed_and_another_added() -> None:
    new("books.clean.bonus=600", "books.sevens.ranks=7", "books.sevens.bonus=1500", "books.sevens.counts_as=clean")
    ours = load_file(Path("ours.toml"))
    assert [(b.kind, b.bonus) for b in ours.books] == [("clean", 600), ("dirty", 300), ("wild", 1500), ("sevens", 1500)]
    assert ours.books[3].ranks == ("7",) and ours.books[1] == load("classic").books[1]


@pytest.mark.parametrize("name", shipped())
def test_every_shipped_profile_can_be_extended(name: str) -> None:
    new("deals.minutes=90", extends=name)
    ours = load_file(Path("ours.toml"))
    assert ours.deals.minutes == 90 and ours.table == load(name).table


def test_a_file_extends_a_file_from_another_folder(in_a_folder: Path) -> None:
    new("out.bonus=200", name="base")
    (in_a_folder / "deep").mkdir()
    status, out = run("new", "deep/more.toml", "--extends", "base.toml", "--set", "out.keep_card=false")
    assert status == 0, out
    more = load_file(Path("deep/more.toml"))
    assert (more.name, more.out.bonus, more.out.keep_card) == ("more", 200, False)


@pytest.mark.parametrize(
    ("setting", "complaint"),
    [
        ("opening.minima=x", "opening.minima: expected a list"),
        ("oening.minima=60", "did you mean opening.minima?"),
        ("take.cont=5", "did you mean 'count'?"),
        ("name=x", "unknown key 'name'"),
        ("books.clean=5", "books.KIND.FIELD"),
        ("foo", "expected SECTION.FIELD=VALUE"),
        ("=", "expected SECTION.FIELD=VALUE"),
        ("out.permission=requird", "did you mean 'required'?"),
        ("out.books=silver=1", "no kind of book counts as 'silver'"),
        ("table.packs=1", "cards are dealt to 4 players"),
        ("opening.minima=", "at least one minimum"),
        ("books.new.bonus=5", "'books[3].counts_as' is missing"),
    ],
)
def test_what_would_not_load_is_refused_and_not_written(setting: str, complaint: str) -> None:
    status, out = run("new", "--set", setting, "--name", "ours")
    assert status == 2 and complaint in out
    assert not Path("ours.toml").exists()


@pytest.mark.parametrize("name", ['a"b', "ü\n[out]", "a\\", "\x00\x7f", "'''", "#", "]]"])
def test_no_name_and_no_text_breaks_the_file(name: str) -> None:
    status, out = run("new", "ours.toml", "--name", name, "--set", f"remedies.misdeal={name} x")
    assert status == 0, out
    ours = load_file(Path("ours.toml"))
    assert ours.name == name and ours.remedies.misdeal.endswith("x")
    status, out = run(
        "new", "more.toml", "--extends", "ours.toml", "--set", "out.bonus=5", "--set", "remedies.misdeal=none"
    )
    assert status == 0 and load_file(Path("more.toml")).out.bonus == 5


def test_an_existing_file_is_left_alone_unless_forced() -> None:
    new("out.bonus=200")
    status, out = run("new", "ours.toml", "--set", "out.bonus=300")
    assert status == 2 and "--force" in out and load_file(Path("ours.toml")).out.bonus == 200
    assert run("new", "ours.toml", "--set", "out.bonus=300", "--force")[0] == 0
    assert load_file(Path("ours.toml")).out.bonus == 300
    assert run("new", "none/ours.toml", "--set", "out.bonus=300")[0] == 2
    status, out = run("new", "-", "--set", "out.bonus=300")
    assert status == 0 and out.startswith("# House rules of") and "bonus = 300" in out


def test_on_a_terminal_it_asks_and_asks_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["handfoot.cli.profiles"], "_on_terminal", lambda: True)
    answers = {"table.players": "4", "take.count": "lots\n5", "out.books": "clean=1, dirty=1"}
    typed_in = "classic\nclub\n" + "".join(f"{answers.get(key, '')}\n" for key in QUESTIONS)
    status, out = run("new", answers=typed_in)
    assert status == 0 and "take.count: expected" in out
    club = load_file(Path("club.toml"))
    assert club.take.count == 5 and dict(club.out.books) == {"clean": 1, "dirty": 1}
    assert club.melds == load("classic").melds and "players" not in Path("club.toml").read_text()


def test_without_options_and_without_a_terminal_it_says_how() -> None:
    status, out = run("new")
    assert status == 2 and "--set opening.minima" in out
    status, out = run("classic", "--set", "out.bonus=5")
    assert status == 2 and "are for: handfoot profiles new" in out


@pytest.mark.parametrize("name", shipped())
def test_what_is_asked_is_answered_by_what_a_profile_has(name: str) -> None:
    from handfoot.house_rules import read_setting

    profile = load(name)
    for key in QUESTIONS:
        section, _, field = key.partition(".")
        value = getattr(getattr(profile, section), field)
        if value is not None and value != {}:
            assert read_value(key, read_setting(key, typed(value))) == value, key


# --- check ------------------------------------------------------------------------------------------------------


def test_a_contradiction_is_named_in_words() -> None:
    pytest.importorskip("z3")
    new("melds.wild_share=1")
    status, out = run("check", "ours.toml")
    assert status == 1 and "contradiction in wild-table (OWN-1, P0-15)" in out
    assert "the ratio and the table disagree" in out


def test_what_can_never_happen_is_named() -> None:
    pytest.importorskip("z3")
    new("table.packs=2", "table.hand=8", "table.foot=8", "out.books=wild=3")
    status, out = run("check", "ours.toml")
    assert status == 1 and "can never happen" in out


def test_rules_that_agree_with_themselves_pass() -> None:
    pytest.importorskip("z3")
    new("opening.minima=60,90,120,150")
    status, out = run("check", "ours.toml")
    assert status == 0 and "do not contradict themselves" in out


def test_a_file_that_does_not_load_is_2() -> None:
    Path("bad.toml").write_text("[", encoding="utf-8")
    assert run("check", "bad.toml")[0] == 2 and run("check", "none.toml")[0] == 2 and run("check")[0] == 2


def test_without_the_solver_that_part_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    new("melds.wild_share=1")
    monkeypatch.setitem(sys.modules, "z3", None)
    status, out = run("check", "ours.toml")
    assert status == 0 and "was left out" in out


def test_a_number_that_no_table_plays_is_refused_where_it_is_typed() -> None:
    with pytest.raises(ProfileError, match=r"table\.hand: expected 1 to 40, found 99"):
        read_setting("table.hand", "99")
