"""The likely slip: every kind, planted in a right sheet, is found again; what is right has none."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

import handfoot
from deals import deal
from handfoot.sheets.miswritten import KINDS
from handfoot.sheets.slips import Slip, likely_slips
from handfoot_grammar.sources import read_source
from handfoot_spec.profile import Profile
from handfoot_spec.profile_files import load, shipped
from planted import planted_slips, rows_of, text_of

CLASSIC = load("classic")


def slips(text: str) -> list[Slip]:
    """The likely slips of a sheet by the classic rules."""
    (game,) = read_source(text)
    return likely_slips(game, CLASSIC, possible=False)


@dataclass
class Count:
    """Slips that were planted; of those that can be seen at all, how many are named first, and those that are not named."""

    planted: int = 0
    seen: int = 0
    first: int = 0
    missed: list[str] = field(default_factory=list)


def count(profile: Profile, games: int, seed: int, played: int | None = None) -> Count:
    """What becomes of slips planted in right sheets; one after which nothing is wrong cannot be seen."""
    found = Count()
    for kind, key, should, text in planted_slips(profile, games, seed, played):
        (game,) = read_source(text)
        likely = [(slip.key, slip.should) for slip in likely_slips(game, profile, possible=False, limit=20)]
        found.planted += 1
        if not likely and handfoot.audit(text, possible=False).verdict == "clean":
            continue
        found.seen += 1
        found.first += likely[:1] == [(key, should)]
        if (key, should) not in likely:
            found.missed.append(f"{kind}: {key} {should} in\n{text}")
    return found


def test_a_planted_slip_is_found_and_named_first() -> None:
    found = count(CLASSIC, 1, 3, played=1)
    assert found.seen == found.planted >= 10
    assert not found.missed
    assert found.first >= 0.9 * found.seen


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped())
def test_planted_slips_under_every_profile(name: str) -> None:
    found = count(load(name), 5, 7)
    print(name, found.planted, found.seen, found.first, len(found.missed))
    assert found.seen >= 0.85 * found.planted
    assert not found.missed, found.missed[0]
    assert found.first >= 0.9 * found.seen


def test_a_right_sheet_has_no_slip() -> None:
    for rules, seats, deals in rows_of(CLASSIC, 1, 5):
        assert slips(text_of(rules, seats, deals)) == []


ROW = "score Ana+Chi: clean 1, dirty 1, wild 0, cards 265, reds 100, left -140, out 0"


def test_the_likeliest_slip_in_words() -> None:
    first, *_ = slips(deal(f"{ROW}, total 1052"))
    assert first.words == "Ana+Chi: total 1052 should be 1025: two digits are swapped"
    assert (first.line, first.key, first.written, first.should) == (5, "total", 1052, 1025)
    assert slips(deal(f"{ROW}, total 1305"))[0].kind == "left added"
    assert slips(deal(f"{ROW}, total 925"))[0].kind == "red threes forgotten"
    assert slips(deal(f"{ROW}, total 525"))[0].kind == "book forgotten"


def test_every_kind_has_words() -> None:
    assert all(words and words[0].islower() for words in KINDS.values())


def test_a_slip_is_never_applied() -> None:
    (game,) = read_source(deal(f"{ROW}, total 1052"))
    before = repr(game.statements)
    likely_slips(game, CLASSIC)
    assert repr(game.statements) == before


def test_what_the_solver_refuses_is_no_slip() -> None:
    pytest.importorskip("z3")
    (game,) = read_source(deal("score Ana+Chi: clean 3, dirty 0, wild 2, cards 358, reds 0, left 0, out 0"))
    likely = likely_slips(game, CLASSIC, limit=20)
    assert ("cards", 385) in [(slip.key, slip.should) for slip in likely]
    assert all(slip.should is not None and slip.should >= 385 for slip in likely if slip.key == "cards")


@pytest.mark.parametrize(
    "lines", ["", "deal 1", "deal 1\nscore Ana+Chi: net", "score Ana+Chi: total 5\nresult Ana+Chi 6, Bo+Dee 0"]
)
def test_nothing_to_mend_is_no_error(lines: str) -> None:
    for game in read_source(deal(lines)):
        likely_slips(game, CLASSIC)
