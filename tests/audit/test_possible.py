"""Whether a half-seen deal is possible: three ways to answer agree, and the facts that clash are right and none too many."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import handfoot
from damage import damaged_logs, damaged_records, record_of, seen_deal, unreadable
from deals import check, deal, findings
from explicit import possible
from handfoot.hidden.closed import first_clash
from handfoot.hidden.encoding import Encoding, Fact
from handfoot.hidden.happenings import At, Record, What
from handfoot.hidden.possible import Answer, judge
from handfoot.render import game_lines
from handfoot_engine.play import play_game
from handfoot_engine.views import VIEWS, View, in_view
from handfoot_engine.written import text_of
from handfoot_spec.profile_files import load, shipped
from handfoot_spec.solver import Question

IDLE = "hand Ana: 4s 5s 6s 7s 8s 9s Ts Js Qs Ks 4h 5h 6h"


def _clash(record: Record, at: At, facts: tuple[Fact, ...]) -> bool:
    """Whether facts cannot all be true at the end of a part of a deed, and without any of them the others can."""
    ends = [i for i, h in enumerate(record.happenings, 1) if h.at == at]
    return any(_clash_by_themselves(Encoding(record, record.happenings[:end]), facts) for end in ends)


def _clash_by_themselves(encoding: Encoding, facts: tuple[Fact, ...]) -> bool:
    labels = [label for label, fact in encoding.facts.items() if fact in facts]
    if len(labels) < len(facts):
        return False
    question = Question(encoding.text, 50_000_000)
    if question.ask(labels, model=False).status != "unsat":
        return False
    rests = ([other for other in labels if other != label] for label in labels)
    return all(question.ask(rest, model=False).status == "sat" for rest in rests)


def disagreements(seeds: range) -> tuple[list[str], dict[bool | None, int]]:
    """Where the answers differ, or the facts do not clash; and how many records are possible, are not, or are undecided."""
    wrong, counts = [], {True: 0, False: 0, None: 0}
    for seed, record in zip(seeds, damaged_records(seeds), strict=True):
        answer: Answer = judge(record)
        counts[answer.possible] += 1
        truth = possible(record)
        if None not in (answer.possible, truth) and answer.possible != truth:
            wrong.append(f"{seed}: {answer.possible}, but the explicit encoding says {truth}")
        if record.counted and Question(Encoding(record, labelled=False).text).ask(model=False).status != (
            "sat" if first_clash(record) is None else "unsat"
        ):
            wrong.append(f"{seed}: the closed form and the solver differ")
        if answer.possible is False and (answer.at is None or not _clash(record, answer.at, answer.facts)):
            wrong.append(f"{seed}: {[(f.sort, f.pool, f.kind) for f in answer.facts]} do not clash, or are too many")
    return wrong, counts


def test_closed_form_solver_and_explicit_encoding_agree() -> None:
    wrong, counts = disagreements(range(60))
    assert not wrong
    assert counts[True] > 5 and counts[False] > 5


@pytest.mark.slow
def test_closed_form_solver_and_explicit_encoding_agree_on_thousands_of_records() -> None:
    wrong, counts = disagreements(range(1000, 3100))
    assert not wrong
    assert sum(counts.values()) > 2000 and counts[None] < 20


# --- the audit ---------------------------------------------------------------------------------------------------------


def untrue(seed: int, text: str) -> tuple[list[str], int]:
    """Impossibilities that the audit reports in a log and the explicit encoding does not confirm; and how many are looked at.

    Those of a packet of which nothing is known in the list of happenings (a Foot played together with the Hand) are not.
    """
    report = handfoot.audit(text)
    wrong, looked_at = [], 0
    for finding in report.findings:
        if finding.code != "HF110" or finding.because_of is not None:
            continue
        record = record_of(text, finding.span)
        assert record is not None
        lost = [h for h in record.happenings if h.what is What.LOST and record.place(h.at) != finding.span]
        if finding.player in {record.game.seats[h.pool.player] for h in lost if h.pool is not None}:
            continue
        looked_at += 1
        if possible(record) is not False:
            wrong.append(f"{seed}: {finding}")
        lines = {fact["line"] for fact in finding.conflict or ()}
        if not lines or max(lines) > finding.span.end_line:
            wrong.append(f"{seed}: {finding.conflict} are not the lines of {finding}")
    return wrong, looked_at


def test_every_impossibility_is_true_and_says_why() -> None:
    answers = [untrue(seed, text) for seed, text in enumerate(damaged_logs(range(60), ("spectator", "mixed")))]
    assert not [line for wrong, _ in answers for line in wrong]
    assert sum(n for _, n in answers) > 10


@pytest.mark.slow
def test_every_impossibility_of_thousands_of_logs_is_true_and_says_why() -> None:
    logs = enumerate(damaged_logs(range(1000, 3000), ("spectator", "mixed")), 1000)
    assert not [line for seed, text in logs for line in untrue(seed, text)[0]]


CARDS_ARE_WRONG = {"HF101", "HF102", "HF103", "HF106", "HF108", "HF110", "HF902"}


def missed(seed: int, text: str) -> list[str]:
    """A record that no deal of the cards makes possible, although the audit says nothing of its cards."""
    record = record_of(text)
    assert record is not None
    if CARDS_ARE_WRONG & {f.code for f in handfoot.audit(text).findings} or possible(record) is not False:
        return []
    return [f"{seed}: {judge(record)}"]


def test_nothing_impossible_is_missed() -> None:
    logs = enumerate(damaged_logs(range(40)))
    assert not [line for seed, text in logs for line in missed(seed, text)]


@pytest.mark.slow
def test_nothing_impossible_is_missed_in_thousands_of_logs() -> None:
    logs = enumerate(damaged_logs(range(1000, 3000)), 1000)
    assert not [line for seed, text in logs for line in missed(seed, text)]


def accused(seed: int) -> list[str]:
    """What is said against the players of a legal deal of which some cards could not be read."""
    profiles, chance = shipped(), random.Random(f"accused {seed}")
    lines = seen_deal(seed, VIEWS[seed % 4], profiles[seed // 4 % len(profiles)])
    lines = unreadable(lines, chance.choice((0, 0.02, 0.1, 0.5, 1.0)), chance)
    report = handfoot.audit("\n".join(lines))
    return [f"seed {seed}: {f}" for f in report.findings if f.level == "error"]


def test_nobody_is_accused_because_of_cards_that_could_not_be_read() -> None:
    assert not [line for seed in range(40) for line in accused(seed)]


def test_nobody_is_accused_where_unreadable_cards_are_too_many_to_have_a_choice_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Those that are not counted may be any card of their packet, also when what is left of it is shown (seed 16755)."""
    assert not accused(16755)
    monkeypatch.setattr("handfoot.hidden.encoding.MOST_UNREADABLE", 0)
    assert not [line for seed in (3, 7, 11) for line in accused(seed)]


@pytest.mark.slow
def test_nobody_is_accused_in_twenty_thousand_half_seen_deals() -> None:
    assert not [line for seed in range(1000, 21_000) for line in accused(seed)][:50]


# --- P0-6: what no deal of the cards makes possible ------------------------------------------------------------------


def test_p0_6_a_card_without_a_suit_is_the_only_one_that_it_can_be() -> None:
    """Ana's four is her four of diamonds, so that Bo cannot have five more: four he can."""
    held = "hand Ana: 4d 5s 6s 7s 8s 9s Ts Js Qs Ks 5h 6h 7h\nAna: draw 8h 9h; discard 4\n"
    check(held + "Bo: draw; meld 4: 4d*5; meld A: As*3; discard 5c  #! HF110")
    check(held + "Bo: draw; meld 4: 4d*4 4c; meld A: As*3; discard 5c")


def test_p0_6_an_unreadable_card_of_a_packet_that_was_seen_is_one_of_its_cards() -> None:
    """All of Ana's cards are known, five kings of spades among them; the card that nobody could read is one of the others."""
    hand = "hand Ana: Ks*5 5s 6s 7s 8s 9s Ts Js Qs\nAna: draw 8h 9h; discard ?\n"
    others = "Bo: draw; discard 5c\nChi: draw; discard 5c\nDee: draw; discard 6c\n"
    check(f"{hand}{others}Ana: draw 8c 9c; meld K: Ks*5; discard 5s")
    # all that she holds shows in the end, and with the unreadable card one card more than she had
    last = "meld 8: 8s 8h 8c; meld 9: 9s 9h 9c; meld K: Ks*5; "
    legal = f"{hand}{others}Ana: draw 8c 9c; {last}discard 5s\n{others}Ana: draw 4c 4d; discard 6s\n"
    assert not _errors(legal)
    codes = _errors(legal.replace("Ana: draw 8h 9h; discard ?", "Ana: draw 8h 9h; discard Kd"))
    assert codes == ["HF102"]


def test_p0_6_a_card_keeps_its_identity_in_the_pile() -> None:
    """Ana's only seven, of clubs, is discarded as a seven: Bo, who takes it and holds no other, cannot show one of diamonds."""
    hands = f"{IDLE.replace('7s', '7c')}\nhand Bo: 7s 7h Ah*4 9h 9d 9c Ts Td Jc Jd\nAna: draw 8h 9s; discard 7\n"
    assert not _errors(hands + "Bo: pickup 1 {meld 7: 7s 7h 7}; meld A: Ah*4; discard 9h\n")
    assert _errors(hands + "Bo: pickup 1 {meld 7: 7s 7h 7d}; meld A: Ah*4; discard 9h\n")


def test_p0_6_no_more_unreadable_cards_than_came_face_down() -> None:
    """Thirteen dealt and two drawn: fifteen unreadable cards may be shown, sixteen may not."""
    legal = "Ana: draw; meld A: ?*7; meld K: ?*7; discard ?"
    assert "HF110" not in _errors(legal)
    assert "HF110" in _errors(legal.replace("discard", "meld Q: ?; discard"))


def _errors(lines: str) -> list[str]:
    """Codes of the errors, but for openings that are too low."""
    return [f.code for f in findings(deal(lines)) if f.level == "error" and f.code != "HF501"]


# --- what else the record breaks is said once --------------------------------------------------------------------------


def test_the_foot_picked_up_otherwise_than_it_was_dealt_is_one_fault() -> None:
    """The ace of clubs that was dealt was misread when the Foot was picked up; that Ana plays it follows from that."""
    lines = """
        foot Ana: 4s 4h 5c 5d 6s 6h 7c 7d 8c 9c Jc Qc Ac
        Ana: draw; meld A: As*2 Ah*2 Ad*2 Ac; meld T: Ts*2 Th*2; meld K: Ks*2 Kh*2
        Ana: foot 4s 4h 5c 5d 6s 6h 7c 7d 8c 9c Jc Qc Ah; discard 4s  #! HF102
        Bo: draw; discard 5s
        Chi: draw; discard 6c
        Dee: draw; discard 7s
        Ana: draw 9s 9h; meld 9: 9s 9h 9c; discard Ac  #~ HF102"""
    check(lines)


def test_what_is_left_that_cannot_be_has_its_reason() -> None:
    """Ana discarded her only five; what is left with her holds it still."""
    held = f"{IDLE}\nAna: draw 7h 8h; discard 5\nBo: draw; discard 5c\n"
    (found,) = [
        f
        for f in findings(deal(held + "end stock\nleft Ana: 4s 4h 5s 5h 6s 6h 7s 7h 8s 8h 9s Ts Js Qs"))
        if f.code == "HF108"
    ]
    assert found.level == "error"


# --- nasty records ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("view", VIEWS)
def test_nothing_of_a_deal_is_readable(view: View) -> None:
    lines = unreadable(seen_deal(3, view), 1.0, random.Random(0))
    assert not [f for f in handfoot.audit("\n".join(lines)).findings if f.level == "error"]


@pytest.mark.parametrize(
    "line", ["Bo: ?? draw", "Bo: takeback", "Bo: draw; takeback; draw; discard ?", "%%%", "Chi: reshuffle"]
)
def test_half_seen_deals_with_odd_lines_are_read(line: str) -> None:
    """No traceback, and no impossibility, where a line is unreadable, taken back or strange."""
    for seed in (1, 2):
        lines = seen_deal(seed, "mixed")
        for at in (20, 40, len(lines) - 12):
            report = handfoot.audit("\n".join([*lines[:at], line, *lines[at:]]))
            assert report.games


def test_hundreds_of_uncertain_cards_are_judged_within_the_limit() -> None:
    game = in_view(play_game(load("classic"), 5, deals=1), "mixed", 5, suitless=0.9)
    record = record_of(text_of(game))
    assert record is not None and len(record.uncertain) > 150
    assert judge(record).possible in (True, None)
    assert judge(record, rlimit=1).possible is None


def test_a_report_names_the_lines_that_clash(logs: Path) -> None:
    """In JSON each with its column; in text below the finding, a few of them."""
    text = (logs / "findings" / "HF110-no-possible-deal.hfn").read_text(encoding="utf-8")
    (game,) = handfoot.audit(text).games
    (found,) = [f for f in game.findings if f.code == "HF110"]
    assert found.conflict is not None
    assert {"line": 14, "column": 6, "text": "Jon's Hand had received 17 unseen cards by line 14"} in found.conflict
    assert "it has shown 18 cards that it had not been seen to get, by line 14" in found.message
    shown = "\n".join(game_lines(game))
    assert "these lines cannot all be true:" in shown and "line 10: Jon's Hand shows 4c" in shown
