"""``handfoot rules`` and ``handfoot profiles``."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from handfoot.cli import cli
from handfoot_spec.catalogue import catalogue


def run(*args: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, list(args))
    return result.exit_code, result.output


@pytest.mark.parametrize("code", list(catalogue()))
def test_every_code_is_explained(code: str) -> None:
    status, out = run("rules", code)
    assert status == 0 and out.startswith(f"{code} {catalogue()[code].name} ")
    if catalogue()[code].example is not None:
        assert "A log that raises it" in out and "One that does not" in out


def test_the_list_names_every_code_with_its_level() -> None:
    _, out = run("rules")
    for code, entry in catalogue().items():
        assert f"{code} {entry.name}" in out


def test_a_finding_by_its_name_and_a_rule_by_its_number() -> None:
    assert run("rules", "wild-ratio")[1] == run("rules", "HF305")[1]
    status, out = run("rules", "P0-15")
    assert status == 0 and "guide §03" in out and "HF305 wild-ratio" in out


@pytest.mark.parametrize(
    ("number", "label"), [("S1-24", "house rules"), ("s3-24", "rules site"), ("ROT-9", "family rules")]
)
def test_a_rule_of_any_shipped_profile_is_found_by_its_number(number: str, label: str) -> None:
    status, out = run("rules", number)
    assert status == 0 and out.startswith(f"{number.upper()} ({label} ")
    assert run("rules", number, "--rules", "open-table") == (status, out)


def test_an_unknown_code_gets_a_did_you_mean() -> None:
    status, out = run("rules", "HF35")
    assert status == 2 and "did you mean" in out


def test_a_profile_is_shown_with_the_source_of_each_value() -> None:
    status, out = run("profiles", "classic")
    assert status == 0
    assert any(line.split() == ["cap", "7", "P0-19", "(guide", "§03)"] for line in out.splitlines())
    assert "classic" in run("profiles")[1]


def test_a_house_rule_file_is_checked(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text('extends = "classic"\nname = "ours"\n', encoding="utf-8")
    bad.write_text('extends = "classic"\n[melds]\ncapp = 7\n', encoding="utf-8")
    assert run("profiles", "check", str(good))[0] == 0
    status, out = run("profiles", "check", str(bad))
    assert status == 2 and "did you mean 'cap'" in out
    assert run("profiles", "clasic")[0] == 2


def test_p0_15_is_shown_at_its_edge() -> None:
    pytest.importorskip("z3")
    status, out = run("rules", "P0-15", "--witness")
    assert status == 0 and out.startswith(run("rules", "P0-15")[1])
    assert "At the edge, under classic:" in out
    assert "    naturals 2, wilds 1: legal; naturals 1, wilds 1: breaks it" in out.splitlines()


def test_a_finding_is_shown_at_its_edge_under_house_rules(tmp_path: Path) -> None:
    pytest.importorskip("z3")
    path = tmp_path / "ours.toml"
    path.write_text(
        'extends = "classic"\nname = "ours"\n[melds]\nwild_share = 3\n[out]\nkeep_card = false\n', encoding="utf-8"
    )
    for word in ("HF305", "wild-ratio", "hf305"):
        out = run("rules", word, "--witness", "--rules", str(path))[1]
        assert "    naturals 3, wilds 1: legal; naturals 2, wilds 1: breaks it" in out.splitlines()
    out = run("rules", "HF708", "--witness", "--rules", str(path))[1]
    assert "nothing can break it under ours" in out


def test_a_rule_that_no_definition_computes_says_so() -> None:
    for word, said in (("P0-1", "no finding cites it"), ("HF003", "compare a record with the record itself")):
        status, out = run("rules", word, "--witness")
        assert status == 0 and "No definition computes this rule" in out and said in out


def test_a_witness_is_asked_for_something() -> None:
    status, out = run("rules", "--witness")
    assert status == 2 and "needs a finding or a rule" in out


def test_a_witness_without_the_solver_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "z3", None)
    status, out = run("rules", "P0-15", "--witness")
    assert status == 2 and "pip install z3-solver" in out
