"""The four floors import only downwards, and slow packages are imported late."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FLOORS = ["handfoot_spec", "handfoot_grammar", "handfoot_engine", "handfoot"]
FOLDERS = dict(zip(FLOORS, ["spec", "grammar", "engine", "audit"], strict=True))


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.add(node.module.partition(".")[0])
    return names


@pytest.mark.parametrize("floor", range(4), ids=FLOORS)
def test_a_floor_imports_only_from_the_floors_below(floor: int) -> None:
    modules = sorted((ROOT / FOLDERS[FLOORS[floor]]).rglob("*.py"))
    assert modules
    for path in modules:
        above = imported(path) & set(FLOORS[floor + 1 :])
        assert not above, f"{path} imports {above}"


def loaded_by(code: str) -> set[str]:
    paths = [str(ROOT / folder) for folder in FOLDERS.values()]
    script = f"import sys; sys.path[:0] = {paths!r}\n{code}\nprint(' '.join(sys.modules))"
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    return {name.partition(".")[0] for name in out.splitlines()[-1].split()}


def test_help_imports_neither_lark_nor_the_engine() -> None:
    code = "from handfoot.cli import cli\nfrom click.testing import CliRunner\nassert CliRunner().invoke(cli, ['--help']).exit_code == 0"
    assert not loaded_by(code) & {"lark", "z3", "handfoot_engine", "handfoot_grammar", "handfoot_spec"}


def test_no_profile_is_named_in_the_code() -> None:
    for folder in FOLDERS.values():
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Compare):
                    constants = [n.value for n in ast.walk(node) if isinstance(n, ast.Constant)]
                    assert "classic" not in constants, f"{path}:{node.lineno} compares with a profile's name"
