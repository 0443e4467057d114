"""House-rule files that extend the classic rules, and their comparison with others."""

from __future__ import annotations

from pathlib import Path

from handfoot_spec.compare import Result, SubjectResult, compare
from handfoot_spec.comparisons import SUBJECTS, home
from handfoot_spec.profile import Profile
from handfoot_spec.profile_files import load_file


def house(folder: Path, text: str, name: str = "ours") -> Profile:
    """A house-rule file that extends the classic rules, read."""
    return load_file(house_file(folder, text, name))


def house_file(folder: Path, text: str, name: str = "ours") -> Path:
    """A house-rule file that extends the classic rules."""
    path = folder / f"{name}.toml"
    path.write_text(f'extends = "classic"\nname = "{name}"\n{text}', encoding="utf-8")
    return path


def compared(a: Profile, b: Profile, rlimit: int = 4_000_000) -> Result:
    return compare(a, b, ("A", "B"), SUBJECTS, home, rlimit)


def of(result: Result, name: str) -> SubjectResult:
    return next(subject for subject in result.subjects if subject.subject == name)


def texts(result: Result, name: str) -> list[str]:
    return [witness.text for witness in of(result, name).witnesses]


def rules_file(folder: Path, text: str, name: str = "ours") -> str:
    """A house-rule file that extends the classic rules: its path, for a log's ``Rules`` tag."""
    house(folder, text, name)
    return str(folder / f"{name}.toml")
