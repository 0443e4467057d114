"""``handfoot rules`` and ``handfoot profiles``."""

from __future__ import annotations

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
    assert status == 1 and "did you mean 'cap'" in out
    assert run("profiles", "clasic")[0] == 1
