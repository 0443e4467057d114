"""``docs/profiles.md`` says of every field of the schema what it is for, and of no other; and every rule of the documents has a test."""

from __future__ import annotations

import ast
import re
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path

import pytest

from handfoot_spec.profile import Book
from handfoot_spec.profile_files import load, shipped
from handfoot_spec.support import HONOURED, not_honoured

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "profiles.md").read_text(encoding="utf-8")


def part(title: str) -> str:
    """One part of the page, up to the next heading."""
    after = PAGE.partition(f" {title}\n")[2]
    assert after, title
    return re.split(r"^#+ ", after, maxsplit=1, flags=re.MULTILINE)[0]


def schema() -> set[str]:
    """Every field of the schema that is a rule, as ``section.field``."""
    classic = load("classic")
    sections = {spec.name: getattr(classic, spec.name) for spec in fields(classic)}
    found = {f"books.{spec.name}" for spec in fields(Book)}
    for name, section in sections.items():
        if is_dataclass(section):
            found |= {f"{name}.{spec.name}" for spec in fields(section)}
    return found


def named(text: str) -> set[str]:
    return set(re.findall(r"`([a-z]+\.[a-z_]+)`", text))


def test_every_field_stands_on_the_page_and_no_other() -> None:
    assert named(part("What the schema can say")) == schema()


def test_what_no_audit_goes_by_yet_is_on_the_page() -> None:
    """A field whose every value is honoured leaves the list together with its entry in the code."""
    if any(not_honoured(load(name)) for name in shipped()):
        pytest.skip(
            f"not every profile shipped can be audited yet; {len(HONOURED)} fields have values that are not honoured"
        )
    assert named(part("What an audit cannot go by yet")) == set(HONOURED)


def test_every_profile_is_on_the_page() -> None:
    assert set(re.findall(r"^\| `([a-z-]+)` \|", part("The profiles shipped"), re.MULTILINE)) == set(shipped())


def unseen() -> dict[str, str]:
    rows = re.findall(r"^\| ([A-Z]\d-\d+) \| (.+) \|$", part("Rules that no audit can see"), re.MULTILINE)
    return dict(rows)


@cache
def rules_with_a_test() -> set[str]:
    """The rules that the name of some test gives: ``test_s1_24_a_card_taken_is_played_at_once``."""
    found = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found |= {f"{label.upper()}-{n}" for label, n in re.findall(r"(?<=_)([sp]\d)_(\d+)(?!\d)", node.name)}
    return found


@pytest.mark.parametrize("name", ["flaming-foursome", "gamerules", "open-table"])
def test_every_rule_has_a_test_of_its_name_or_cannot_be_seen(name: str) -> None:
    profile = load(name)
    missing = [number for number in profile.rules if number not in rules_with_a_test() | set(unseen())]
    if not_honoured(profile):
        pytest.skip(f"not audited in full yet; no test so far for {', '.join(missing)}")
    assert not missing


def test_a_rule_that_cannot_be_seen_is_one_of_the_documents_and_says_why() -> None:
    rules = {number for name in shipped() for number in load(name).rules}
    assert set(unseen()) <= rules and all(len(why) > 20 for why in unseen().values())
    both = set(unseen()) & rules_with_a_test()
    assert not both, f"tested and said to be unseen: {both}"
