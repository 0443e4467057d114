"""The audit compiled to C by mypyc: the same sources, built in a folder of their own. Nothing of it is needed to run handfoot.

``python bench/compiled.py FOLDER`` builds; with ``PYTHONPATH=FOLDER`` Python then finds the compiled modules beside their sources.
A wheel built with ``HANDFOOT_COMPILE=1`` holds them as well (``hatch_build.py``).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("audit/handfoot", "engine/handfoot_engine", "grammar/handfoot_grammar", "spec/handfoot_spec")

MODULES = (
    "handfoot_spec/cards.py",
    "handfoot_spec/definitions.py",
    "handfoot_spec/tables.py",
    *(
        f"handfoot_engine/{name}.py"
        for name in ["table", "step", "stock", "turn", "lays", "replay", "pile", "kinds", "foot", "score"]
    ),
    *(f"handfoot_grammar/{name}.py" for name in ["log", "parse", "text", "seating"]),
    *(f"handfoot/{name}.py" for name in ["context", "auditor", "dealing", "findings"]),
    "handfoot/checks",
)
"""What every move passes through. The rest stays Python: what is asked once a game, and :class:`Game`, of which readers make their own."""

_CONFIG = """[mypy]
strict = true
ignore_missing_imports = true
explicit_package_bases = true
namespace_packages = true
mypy_path = .
"""


class NotCompiled(Exception):
    """There is no mypyc, no C compiler, or they refused; the message is what they said."""


def sources(folder: Path) -> list[str]:
    """The files to compile, relative to a folder in which the packages lie side by side."""
    found: list[str] = []
    for name in MODULES:
        path = folder / name
        inside = sorted(path.glob("*.py")) if path.is_dir() else [path]
        found += [file.relative_to(folder).as_posix() for file in inside if file.name != "__init__.py"]
    return found


def _without_slots(path: Path) -> None:
    """Compiled classes have slots anyway, and a dataclass that asks for them is made a second time, which mypyc does not survive."""
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("(slots=True)", "").replace(", slots=True", ""), encoding="utf-8")


def build(folder: Path, root: Path = ROOT) -> list[Path]:
    """Copies the packages into ``folder``, which must be new or empty, and compiles there; the compiled files.

    :raises NotCompiled: that did not work.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise NotCompiled(f"{folder} is not empty")
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    for package in PACKAGES:
        shutil.copytree(root / package, folder / Path(package).name, ignore=ignored)
    shutil.copytree(root / "logs", folder / "handfoot" / "logs")
    for name in sources(folder):
        _without_slots(folder / name)
    (folder / "mypy.ini").write_text(_CONFIG, encoding="utf-8")
    code = "from mypyc.__main__ import main; main()"
    command = [sys.executable, "-c", code, "--config-file", "mypy.ini", *sources(folder)]
    environment = {"MYPYC_OPT_LEVEL": "3", "MYPYC_DEBUG_LEVEL": "0", **os.environ, "PYTHONPATH": ""}
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=environment)
    if run.returncode:
        raise NotCompiled((run.stdout + run.stderr)[-2000:])
    for left_over in ("build", ".mypy_cache"):
        shutil.rmtree(folder / left_over, ignore_errors=True)
    (folder / "mypy.ini").unlink()
    return sorted(path for path in folder.rglob("*") if path.suffix in (".so", ".pyd"))


def main() -> None:
    """``python bench/compiled.py FOLDER``."""
    if len(sys.argv) != 2:
        sys.exit("usage: python bench/compiled.py FOLDER")
    try:
        made = build(Path(sys.argv[1]))
    except NotCompiled as error:
        sys.exit(f"not compiled: {error}")
    print(f"{len(made)} compiled modules; use them with PYTHONPATH={sys.argv[1]}")


if __name__ == "__main__":
    main()
