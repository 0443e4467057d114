"""Certified audits: the solver confirms what is right, and would not confirm what is wrong."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import handfoot
from faults import EDITS, planted, played
from handfoot.auditing import Options, audit_game, rules_for
from handfoot.auditor import GameAuditor
from handfoot.certify import CERTIFIED, Certificate, certify
from handfoot.certify import scope as reasons
from handfoot_engine import lays
from handfoot_engine.play import play_game, play_games
from handfoot_engine.table import Packet, Table
from handfoot_engine.views import View
from handfoot_engine.written import text_of
from handfoot_grammar.log import Game
from handfoot_grammar.sources import read_source
from handfoot_grammar.text import read_text
from handfoot_spec.profile_files import load, shipped
from handfoot_spec.support import not_honoured
from handfoot_spec.tables import tables
from other_tables import HOUSE as HOUSE_RULES
from other_tables import house

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "logs" / "games"


def audited(game: Game) -> GameAuditor:
    profile = rules_for(game, Options()).profile
    assert profile is not None
    auditor = GameAuditor(game, profile)
    auditor.run()
    return auditor


def certificate(text: str, limit: int | None = None) -> Certificate:
    (game,) = read_text(text)
    auditor = audited(game)
    return certify(game, auditor.profile, auditor, limit)


def told(of: Certificate) -> str:
    return "\n".join(str(wrong) for wrong in of.disagreements)


# --- what is right is confirmed -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("view", "certified"), [("full", True), ("ranks", True), ("spectator", None), ("mixed", None)])
def test_sample_games_by_what_is_known_of_their_cards(view: str, certified: bool | None) -> None:
    (report,) = handfoot.audit(GAMES / f"random-{view}.hfn", certify=True)
    assert report.certified is certified


@pytest.mark.parametrize("view", ["full", "ranks"])
def test_played_games_are_certified(view: View) -> None:
    for seed in range(6):
        of = certificate(played(seed, view, stock=view == "full" and seed % 2 == 0))
        assert of.certified is True, (seed, of.reasons, told(of))


@pytest.mark.parametrize("name", shipped())
def test_games_by_other_shipped_rules_are_never_contradicted(name: str) -> None:
    """Where melds, books and scores are of kinds that are put into formulas, they are certified (S3-26: the Foot taken at once)."""
    rules = load(name)
    expected = None if not_honoured(rules, reasons.MODELLED) else True
    for number in range(3):
        players = rules.table.players[number % len(rules.table.players)]
        (game,) = read_source(text_of(play_game(rules, 21, number, players=players, deals=1)))
        contradicted: list[str] = []
        report = audit_game(game, Options(certify=True, on_disagreement=contradicted.append))
        assert not contradicted and report.certified is expected, contradicted


def test_json_records_are_certified_too(tmp_path: Path) -> None:
    from handfoot_grammar.json_form import game_to_json

    (game,) = read_text(next(planted("HF305")))
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game_to_json(game)), encoding="utf-8")
    (report,) = handfoot.audit(path, certify=True)
    assert report.certified is True and any(f.code == "HF305" for f in report.findings)


def test_sample_logs_are_never_contradicted(logs: Path) -> None:
    for path in sorted(logs.rglob("*.hfn")):
        for game in read_source(path):
            if rules_for(game, Options()).profile is not None:
                auditor = audited(game)
                of = certify(game, auditor.profile, auditor)
                assert of.certified in (True, None), f"{path}\n{told(of)}"
                assert of.certified or of.reasons


def test_the_corpus_is_certified_where_every_card_is_known(corpus: Path) -> None:
    wrong = []
    for entry in json.loads((corpus / "expected.json").read_text(encoding="utf-8")):
        (report,) = handfoot.audit(corpus / entry["file"], certify=True)
        if report.certified is not (True if entry["view"] in ("full", "ranks") else None):
            wrong.append((entry["file"], report.certified))
    assert not wrong


def test_tiny_logs_are_never_contradicted(gold: Path) -> None:
    for case in json.loads((gold / "expected.json").read_text(encoding="utf-8")):
        if case["profile"] == "classic":
            (report,) = handfoot.audit(gold / case["file"], certify=True)
            assert report.certified in (True, None), case["file"]


@pytest.mark.parametrize("first", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(40, 1500, 40))])
def test_damaged_games_are_never_contradicted(first: int) -> None:
    for seed in range(first, first + 40):
        chance = random.Random(f"damage {seed}")
        view: View = chance.choice(["full", "full", "ranks"])
        lines = played(seed % 60, view, stock=view == "full" and seed % 3 == 0).split("\n")
        for code in chance.choices(sorted(EDITS), k=chance.randint(1, 5)):
            with contextlib.suppress(IndexError, StopIteration, ValueError):
                lines = EDITS[code](lines, chance)
        of = certificate("\n".join(lines))
        assert of.certified in (True, None), f"{seed}\n{told(of)}"


@pytest.mark.parametrize("path", sorted((Path(__file__).parent / "certify").glob("*.hfn")), ids=lambda path: path.stem)
def test_hard_cases_are_certified(path: Path) -> None:
    of = certificate(path.read_text(encoding="utf-8"))
    assert of.certified is True, told(of)


HOUSE = """
extends = "classic"
name = "house"
title = "The last card is discarded; two wild cards at most; no permission is needed"
[out]
books = { clean = 1, dirty = 1 }
permission = "optional"
final_discard = "required"
[melds]
most_wilds = 1
[levels]
HF102 = "off"
"""


def test_house_rules_are_certified_by_their_own_values(tmp_path: Path) -> None:
    rules = tmp_path / "house.toml"
    rules.write_text(HOUSE, encoding="utf-8")
    codes = set()
    for seed in range(8):
        legal = played(seed).replace('[Rules "classic"]\n', "")
        for text in (legal, legal.replace("4s", "5d", 3)):
            (game,) = read_text(text)
            report = audit_game(game, Options(rules=str(rules), certify=True))
            assert report.certified in (True, None)
            codes |= {f.code for f in report.findings} if report.certified else set()
    assert {"HF305", "HF707"} <= codes and "HF102" not in codes


@pytest.mark.parametrize("name", HOUSE_RULES)
def test_games_by_house_rules_are_never_contradicted(name: str) -> None:
    rules = house(HOUSE_RULES[name])
    (played_game,) = play_games(rules, 3, 1, deals=2)
    (game,) = read_text(text_of(played_game))
    auditor = GameAuditor(game, rules)
    auditor.run()
    of = certify(game, rules, auditor)
    assert of.certified is not False, told(of)
    assert of.certified is True or {r.partition(": ")[2] for r in of.reasons} <= {
        reasons.OTHER_RULES,
        reasons.NOT_RECORDED,
    }, told(of)


@pytest.mark.parametrize("name", ["draws by deal", "Hands and Feet by deal", "takes by deal", "books by deal"])
def test_a_list_by_deal_is_certified_deal_by_deal(name: str) -> None:
    rules = house(HOUSE_RULES[name])
    (played_game,) = play_games(rules, 5, 1, deals=2)
    (game,) = read_text(text_of(played_game))
    auditor = GameAuditor(game, rules)
    auditor.run()
    assert certify(game, rules, auditor).certified is True


@pytest.mark.parametrize("name", [name for name in shipped() if name != "classic"])
def test_other_profiles_shipped_are_not_certified_and_say_why(name: str) -> None:
    (played_game,) = play_games(load(name), 2, 1, deals=1)
    of = certificate(text_of(played_game))
    assert of.certified is None and of.reasons == [f"deal 1: {reasons.OTHER_RULES}"]


TWO_UNFINISHED = """[Rules "classic"]
[Seats "Ana Bo Chi Dee"]
deal 1 dealer Dee
hand Ana: Ts*2 Tc 2s*2 4s 4h 5s 6s 7s 8s 9s Js
hand Bo: 4s 4d 5h 5d 6h 6d 7h 7d 8h 8d 9h 9d Jh
hand Chi: 4c 5c 6c 7c 8c 9c Jc Qc Kc Qs Qh Ks Kh
hand Dee: 4d 5d 6d 7d 8d 9d Jd Qd Kd Qs Qh Ks Kh
foot Ana: 4d 5d 6d 7d 8d 9d Jd Qd Kd 4c 5c 6c 7c
foot Bo: 4c 5c 6c 7c 8c 9c Jc Qc Kc 4h 5h 6h 7h
foot Chi: 4h 5h 6h 7h 8h 9h Jh Qh Kh 8s 9s Js Qs
foot Dee: 4s 5s 6s 7s 8c 9c Jc Qc Kc 8h 9h Jh Qh
turn-up Ac
Ana: draw Td Th; meld T: Ts Tc 2s; meld T: Ts Td Th; add T: 2s; discard 4s
"""


def test_a_card_goes_on_the_unfinished_meld_that_it_fits_on() -> None:
    of = certificate(TWO_UNFINISHED)
    assert of.certified is True, (of.reasons, told(of))


# --- what is not known is not certified, and says why ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("pattern", "instead", "reason"),
    [
        (r"^hand [^\n]*\n", "", reasons.NOT_RECORDED),
        (r"draw [^;\n]*", "draw", reasons.UNSEEN_CARDS),
        (r"discard \S+", "discart 4s 4s", reasons.UNREAD),
        (r"discard (\S+)", r"discard \1; reshuffle", reasons.NEW_STOCK),
        (r"draw (\S+) [^;]*", r"take \1", reasons.ONE_CARD),
    ],
)
def test_the_reason_for_no_certificate(pattern: str, instead: str, reason: str) -> None:
    of = certificate(re.sub(pattern, instead, played(1), count=1, flags=re.MULTILINE))
    assert of.certified is None and of.reasons == [f"deal 1: {reason}"]


def test_a_game_is_certified_only_if_every_deal_is() -> None:
    text = played(2, deals=2)
    assert certificate(text).certified is True
    second = text.index("\ndeal 2")
    half = text[:second] + text[second:].replace("draw ", "draw ?*1 ", 1)
    of = certificate(half)
    assert [deal.certified for deal in of.deals] == [True, None] and of.certified is None


def test_the_limit_is_an_answer_of_its_own() -> None:
    of = certificate(played(1), limit=50)
    assert of.certified == "unknown"
    (game,) = read_text(played(1))
    assert audit_game(game, Options(certify=True, solver_limit=50)).certified == "unknown"


# --- what is wrong is not confirmed ----------------------------------------------------------------------------------


@pytest.mark.parametrize("code", sorted(EDITS))
def test_a_finding_that_is_missing_or_made_up_is_noticed(code: str) -> None:
    text = next(text for text in planted(code) if certificate(text).certified is not None)
    assert certificate(text).certified is True, told(certificate(text))
    (game,) = read_text(text)
    auditor = audited(game)
    finding = next(f for f in auditor.c.findings if f.code == code)
    auditor.c.findings.remove(finding)
    missing = certify(game, auditor.profile, auditor)
    assert missing.certified is False
    assert any(wrong.what == code and wrong.line == finding.span.line for wrong in missing.disagreements), told(missing)
    auditor.c.findings += [finding, finding]
    twice = certify(game, auditor.profile, auditor)
    assert twice.certified is False and f"reports {code} " in told(twice)


def test_every_covered_code_has_a_fault_to_plant() -> None:
    assert set(CERTIFIED) - set(EDITS) == {"HF707"}  # in the classic rules the last discard is free


def test_a_finding_in_a_clean_game_is_noticed() -> None:
    text = next(planted("HF305"))
    (faulty,), (game,) = read_text(text), read_text(played(4))
    finding = audited(faulty).c.findings[0]
    for code in sorted(CERTIFIED)[::4]:
        auditor = audited(game)
        turn = next(s for s in reversed(game.statements) if type(s).__name__ == "Turn")
        auditor.c.findings.append(dataclasses.replace(finding, code=code, span=turn.at.action(0)))
        assert certify(game, auditor.profile, auditor).certified is False, code


def test_a_wrong_table_of_ratios_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    text = next(planted("HF305"))
    known = tables(audited(read_text(text)[0]).profile)
    monkeypatch.setattr(known, "wild_ratio", tuple(tuple(True for _ in row) for row in known.wild_ratio))
    of = certificate(text)
    assert of.certified is False
    wrong = next(wrong for wrong in of.disagreements if wrong.what == "HF305")
    assert "meld" in wrong.text and wrong.audit == 0 and wrong.solver == 1
    assert any(name.startswith("wild cards in the meld of rank") for name, _ in wrong.values)


@pytest.mark.parametrize(
    ("code", "module", "check"),
    [("HF602", "takes", "_check_pair"), ("HF309", "melds", "check_place"), ("HF205", "stock", "wrong_draw")],
)
def test_a_check_that_is_gone_is_noticed(monkeypatch: pytest.MonkeyPatch, code: str, module: str, check: str) -> None:
    from handfoot import checks

    text = next(planted(code))
    monkeypatch.setattr(getattr(checks, module), check, lambda *args: None)
    of = certificate(text)
    assert of.certified is False and code in told(of)


def test_a_score_that_is_five_points_off_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from handfoot.checks import played as scores

    right = scores.team_score

    def off(*args: Any, **kwargs: Any) -> Any:
        score = right(*args, **kwargs)
        assert score is not None
        five = {part: (getattr(score, part)[0] + 5, getattr(score, part)[1] + 5) for part in ("cards", "total")}
        return dataclasses.replace(score, **five)

    monkeypatch.setattr(scores, "team_score", off)
    of = certificate(played(3))
    assert of.certified is False
    assert {wrong.what for wrong in of.disagreements} & {"HF802", "HF806"}
    monkeypatch.setattr(
        scores, "check_played", lambda *args: None
    )  # and where nothing is claimed the report is compared
    of = certificate(played(3))
    assert any(wrong.what.startswith("cards of ") and wrong.audit == wrong.solver + 5 for wrong in of.disagreements)  # type: ignore[operator]


def test_a_table_that_forgets_a_card_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Table.play

    def forgets(self: Table, packet: Packet, card: int) -> bool:
        packet.counts[card] = max(0, packet.counts[card] - 1)
        return right(self, packet, card)

    monkeypatch.setattr(Table, "play", forgets)
    of = certificate(next(planted("HF102")))
    assert of.certified is False and told(of)


def test_a_meld_that_loses_a_card_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = lays.put

    def loses(*args: Any) -> Any:
        laid = right(*args)
        laid.meld.naturals -= laid.meld.size == 5
        return laid

    monkeypatch.setattr(lays, "put", loses)
    assert any(certificate(played(seed)).certified is False for seed in range(4))


def test_the_second_evaluation_shares_no_code_with_the_first() -> None:
    package = ROOT / "audit" / "handfoot" / "certify"
    for path in package.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(
            r"^from (handfoot_engine|handfoot_spec\.tables|\.\.(checks|auditor|context))", text, re.MULTILINE
        )


# --- how it is told ------------------------------------------------------------------------------------------------


@pytest.fixture
def contradicted(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A log whose audit is made to miss a finding."""
    from handfoot.checks import takes

    text = next(planted("HF602"))
    monkeypatch.setattr(takes, "pair_shown", lambda *args: True)
    yield text


def test_a_disagreement_is_loud_and_changes_no_finding(contradicted: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = [str(f) for f in handfoot.audit(contradicted).findings]
    (report,) = handfoot.audit(contradicted, certify=True)
    assert report.certified is False and [str(f) for f in report.findings] == before
    error = capsys.readouterr().err
    assert "internal error" in error and "HF602 not at all, the solver once" in error and "pickup" in error


def test_waivers_and_selections_change_no_certificate() -> None:
    text = next(planted("HF305"))
    (game,) = read_text(text + "# handfoot: allow HF305 -- as the table plays\n")
    assert audit_game(game, Options(certify=True, select=("HF1",))).certified is True


# --- cost -----------------------------------------------------------------------------------------------------------


def work_with(seed: str) -> str:
    script = (
        "import sys; sys.path[:0] = ['audit', 'engine', 'grammar', 'spec', 'tests', 'tests/audit']\n"
        "from pathlib import Path\n"
        "from handfoot_grammar.sources import read_source\n"
        "from test_certify import audited\n"
        "from handfoot.certify import certify\n"
        "(game,) = read_source(Path('logs/games/random-full.hfn'))\n"
        "auditor = audited(game)\n"
        "print(certify(game, auditor.profile, auditor).work)\n"
    )
    return subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONHASHSEED": seed},
    ).stdout  # fmt: skip


def test_the_solver_does_the_same_work_in_every_run() -> None:
    first, second = work_with("1"), work_with("2")
    assert first == second and 0 < int(first) < 1_000_000


def test_the_page_lists_what_is_covered() -> None:
    page = (ROOT / "docs" / "certify.md").read_text(encoding="utf-8")
    for code, what in CERTIFIED.items():
        assert f"| {code} | {what} |" in page
    assert page.count("| HF") == len(CERTIFIED)
