"""``handfoot diff``."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from handfoot.cli import cli
from handfoot_spec.compare import differences
from handfoot_spec.profile_files import load, load_file

pytest.importorskip("z3")

OURS = """extends = "classic"
name = "our-table"
[table]
hand = 11
[turn]
draw = 3
table_talk = "yes"
[melds]
wild_melds = false
[take]
count = 8
[out]
permission = "optional"
[foot]
seen_before = true
"""


def run(*args: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["diff", *args])
    return result.exit_code, result.output


@pytest.fixture
def ours(tmp_path: Path) -> str:
    path = tmp_path / "our.toml"
    path.write_text(OURS, encoding="utf-8")
    return str(path)


def test_a_profile_and_itself_agree_in_everything() -> None:
    status, out = run("classic", "classic")
    assert status == 0
    assert out.splitlines()[0] == "classic and classic: they agree in everything"


def test_the_differences_are_told_with_their_witnesses_and_fields(ours: str) -> None:
    status, out = run("classic", ours)
    assert status == 1
    for line in (
        "  a Hand of 13 cards: right in classic, not in our-table",
        "  drawing 3 cards: right in our-table, not in classic",
        "  differs, and no definition computes it: turn.table_talk undecided / yes",
        "  2 2 2: a meld in classic, not in our-table",
        "  melds.wild_melds yes -> no",
        "  a pile of 8 cards: take 7 in classic, 8 in our-table",
        "  differs, and no definition computes it: foot.seen_before no / yes",
    ):
        assert line in out.splitlines()
    assert "They agree in: starter, opening, threes, scores, irregularities, findings" in out


def test_either_order(ours: str) -> None:
    status, out = run(ours, "classic")
    assert status == 1
    assert "  2 2 2: a meld in classic, not in our-table" in out.splitlines()
    assert "  a pile of 8 cards: take 8 in our-table, 7 in classic" in out.splitlines()


def test_every_field_that_differs_is_in_both_forms(ours: str) -> None:
    keys = {d.field for d in differences(load("classic"), load_file(Path(ours)))}
    assert len(keys) == 7
    text, data = run("classic", ours)[1], run("classic", ours, "--format", "json")[1]
    assert all(key in text for key in keys)
    assert keys == {f["field"] for s in json.loads(data)["subjects"] for f in s["fields"]}


def test_the_json_form(ours: str) -> None:
    status, out = run("classic", ours, "--format", "json")
    data: dict[str, Any] = json.loads(out)
    assert status == 1
    assert list(data) == ["schema", "a", "b", "agree", "subjects", "besides"]
    assert data["schema"] == "handfoot-diff/1" and data["agree"] is False
    assert data["a"] == {"name": "classic", "sha256": load("classic").sha256}
    assert data["b"] == {"name": "our-table", "sha256": load_file(Path(ours)).sha256}
    assert data["besides"] == ["name"]
    by_name = {s["subject"]: s for s in data["subjects"]}
    assert by_name["melds"]["witnesses"] == [
        {
            "allowed_by": "a",
            "state": {"rank": "rank of 4 to A", "jokers": 0, "twos": 3, "naturals": 0},
            "text": "2 2 2: a meld in classic, not in our-table",
            "a": True,
            "b": False,
        }
    ]
    assert by_name["take"]["witnesses"][0]["allowed_by"] is None
    assert (by_name["take"]["witnesses"][0]["a"], by_name["take"]["witnesses"][0]["b"]) == (7, 8)
    assert by_name["turns"]["fields"] == [
        {"field": "turn.draw", "a": 2, "b": 3, "computed": True},
        {"field": "turn.table_talk", "a": "undecided", "b": "yes", "computed": False},
    ]
    assert {s["status"] for s in data["subjects"]} == {"agree", "differ"}


def test_two_profiles_of_one_name_are_told_apart_by_what_was_typed(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "classic"\n[turn]\ndraw = 3\n', encoding="utf-8")
    _, out = run("classic", str(path))
    assert f"  drawing 2 cards: right in classic, not in {path}" in out.splitlines()


def test_the_same_rules_in_other_words_agree(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'extends = "classic"\ntitle = "Mine"\n[melds]\nnatural_share = 2\nwild_share = 4\n', encoding="utf-8"
    )
    status, out = run("classic", str(path))
    assert status == 0
    assert "  melds.wild_share 2 -> 4: written differently, and proved to come to the same" in out.splitlines()
    assert "What allows nothing differs too: title" in out


def test_a_budget_too_small_is_no_agreement(ours: str) -> None:
    status, out = run("classic", ours, "--solver-limit", "1")
    assert status == 1
    assert "melds: unknown" in out and "--solver-limit" in out
    subjects = json.loads(run("classic", ours, "--solver-limit", "1", "--format", "json")[1])["subjects"]
    assert {s["subject"] for s in subjects if s["status"] == "unknown"} >= {"melds"}


def test_the_example_in_the_documentation_is_what_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Path(__file__).parents[2] / "docs" / "diff.md").read_text(encoding="utf-8")
    (tmp_path / "our-table.toml").write_text(page.split("```toml\n")[1].split("```")[0], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert run("classic", "our-table.toml")[1] == page.split("it prints\n\n```\n")[1].split("```")[0]


def test_bad_input_is_said_in_a_message(tmp_path: Path) -> None:
    broken, wrong = tmp_path / "broken.toml", tmp_path / "wrong.toml"
    broken.write_text("[melds\n", encoding="utf-8")
    wrong.write_text('extends = "classic"\n[melds]\ncapp = 7\n', encoding="utf-8")
    for args, said in (
        (("classic", "clasic"), "did you mean 'classic'"),
        ((str(broken), "classic"), "broken.toml"),
        (("classic", str(wrong)), "did you mean 'cap'"),
        (("classic", str(tmp_path / "absent.toml")), "absent.toml"),
        (("classic",), "Missing argument"),
        (("classic", "classic", "--format", "xml"), "xml"),
    ):
        status, out = run(*args)
        assert status == 2 and said in out and "Traceback" not in out


def test_without_the_solver_a_message_says_what_to_install(ours: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "z3", None)
    status, out = run("classic", ours)
    assert status == 2 and "pip install z3-solver" in out


def test_the_help_names_the_exit_statuses() -> None:
    out = run("--help")[1]
    assert "Exit status" in out and "handfoot diff classic our-table.toml" in out


@pytest.mark.parametrize("style", ["text", "json"])
def test_the_output_does_not_depend_on_the_order_of_hashes(ours: str, style: str) -> None:
    script = f"import sys; sys.path[:0] = {sys.path!r}\nfrom handfoot.cli import main\nmain(['diff', 'classic', {ours!r}, '--format', {style!r}])"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, env={"PYTHONHASHSEED": seed, "PATH": ""}, check=False
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1 and b"our-table" in outputs.pop()
