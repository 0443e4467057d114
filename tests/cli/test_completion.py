"""``handfoot completion``: a script for each shell, and what it then asks of the program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from handfoot.cli.completion import command

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("shell", "line"),
    [
        ("bash", "complete -o nosort -F _handfoot_completion handfoot"),
        ("zsh", "#compdef handfoot"),
        ("fish", "complete --no-files --command handfoot"),
    ],
)
def test_the_script_of_a_shell_registers_handfoot(shell: str, line: str) -> None:
    result = CliRunner().invoke(command, [shell])
    assert result.exit_code == 0
    assert line in result.stdout
    assert f"_HANDFOOT_COMPLETE={shell}_complete" in result.stdout


def test_another_shell_is_refused_with_those_there_are() -> None:
    result = CliRunner().invoke(command, ["tcsh"])
    assert result.exit_code == 2
    assert all(shell in result.stderr for shell in ("bash", "zsh", "fish"))


@pytest.mark.parametrize(
    ("words", "count", "expected"),
    [
        ("handfoot sho", "1", "plain,show"),
        ("handfoot as", "1", "plain,ask"),
        ("handfoot ask --so-", "2", "plain,--so-far"),
        ("handfoot show --tu", "2", "plain,--turn"),
        ("handfoot show --suits si", "3", "plain,signs"),
        ("handfoot show fri", "2", "file,fri"),
    ],
)
def test_commands_options_values_and_files_are_completed(words: str, count: str, expected: str) -> None:
    floors = os.pathsep.join(str(ROOT / floor) for floor in ("audit", "engine", "grammar", "spec"))
    env = {
        **os.environ,
        "PYTHONPATH": floors,
        "COMP_WORDS": words,
        "COMP_CWORD": count,
        "_HANDFOOT_COMPLETE": "bash_complete",
    }
    result = subprocess.run([sys.executable, "-m", "handfoot"], env=env, capture_output=True, text=True, check=False)
    assert result.stdout.split() == [expected], result.stderr
