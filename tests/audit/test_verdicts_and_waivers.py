"""The verdict of a game (contract, section 2), and what a record itself allows (``# handfoot: allow``)."""

from __future__ import annotations

import pytest

import handfoot
from deals import deal
from endings import CHI_LEFT, SET_UP, WITH_DISCARD, going_out
from handfoot.auditing import Options
from handfoot_grammar.text import read_text

CLEAN = going_out(WITH_DISCARD, "end out Ana", CHI_LEFT)
OFFENCE = CLEAN.replace("ask yes", "ask no")
OPEN = CLEAN.replace("ask yes", "ask no; ask yes")
UNREAD = CLEAN.replace("left Chi", "left Chy")
IMPOSSIBLE = CLEAN + "\ndeal 2 dealer Ana\nscore Ana+Chi: bonus 700\n"


@pytest.mark.parametrize(
    ("lines", "verdict"),
    [
        (CLEAN, "clean"), (OPEN, "undecided"), (UNREAD, "unreadable"), (OFFENCE, "violations"), (IMPOSSIBLE, "impossible"),
        # the first that fits
        (OFFENCE.replace("left Chi", "left Chy"), "violations"), (IMPOSSIBLE.replace("ask yes", "ask no"), "impossible"),
        (OPEN.replace("left Chi", "left Chy"), "unreadable"), (OFFENCE.replace("ask no", "ask yes; ask no"), "violations"),
    ],
)  # fmt: skip
def test_the_verdict_is_the_first_that_fits(lines: str, verdict: str) -> None:
    report = handfoot.audit(deal(lines))
    assert report.verdict == verdict
    assert report.games[0].ok is (verdict in ("clean", "undecided"))


def test_hf006_another_game_is_a_mismatch_whatever_else_it_has() -> None:
    lines = CLEAN.replace(
        SET_UP,
        SET_UP.replace("hand Ana: Ks*2 ", "hand Ana: ")
        .replace("hand Chi: Qs*2 ", "hand Chi: ")
        .replace("X*7", "X*5")
        .replace("8s 8h", "", 1),
    )
    report = handfoot.audit(deal(lines))
    assert report.verdict == "mismatch"
    assert [f.code for f in report.findings] == ["HF006"]


def test_p0_3_packets_of_eleven_are_no_offence() -> None:
    report = handfoot.audit(deal("hand Ana: ?*11\nfoot Ana: ?*11\nAna: draw; discard ?"))
    assert report.verdict == "mismatch"
    assert handfoot.audit(deal("hand Ana: ?*11\nAna: draw; discard ?")).verdict == "violations"


def test_six_players_are_a_mismatch() -> None:
    text = deal("deal 1 dealer A1\nA2: draw; discard 3h", seats="A1 A2 A3 A4 A5 A6")
    assert [f.code for f in handfoot.audit(text).findings] == ["HF006"]


def test_unseen_cards_and_a_record_that_breaks_off_make_no_game_undecided() -> None:
    assert handfoot.audit(deal("Ana: draw; discard ?")).verdict == "clean"


def test_an_irregular_deed_changes_no_verdict() -> None:
    report = handfoot.audit(deal(CLEAN.replace("ask yes", 'say "well"; show 9s; browse; ask yes')))
    assert report.verdict == "clean"
    assert [f.code for f in report.findings] == ["HF903"] * 3


@pytest.mark.parametrize("options", [Options(select=("HF9",)), Options(ignore=("HF7",)), Options(level="error")])
def test_what_is_shown_never_changes_the_verdict(options: Options) -> None:
    for lines, verdict in ((OFFENCE, "violations"), (OPEN, "undecided")):
        (game,) = read_text(deal(lines))
        assert handfoot.auditing.audit_game(game, options).verdict == verdict


# --- waivers -------------------------------------------------------------------------------------------------------


def waived(lines: str) -> tuple[str, list[tuple[str, str | None]]]:
    report = handfoot.audit(deal(lines))
    return report.verdict, [(f.code, f.waived) for f in report.findings if f.level == "error"]


def test_a_waiver_on_the_line() -> None:
    lines = OFFENCE.replace("discard 5s\nend", "discard 5s  # handfoot: allow HF706 -- the director let it stand\nend")
    assert waived(lines) == ("clean", [("HF706", "the director let it stand")])


def test_a_waiver_without_a_reason() -> None:
    assert waived(OFFENCE.replace("discard 5s\nend", "discard 5s  # handfoot: allow HF706\nend")) == (
        "clean",
        [("HF706", "no reason given")],
    )


def test_a_waiver_on_a_line_of_its_own_is_of_the_next_line() -> None:
    assert waived(OFFENCE.replace("Ana: draw 9c", "# handfoot: allow HF706 -- agreed\nAna: draw 9c"))[0] == "clean"
    assert waived(OFFENCE.replace("end out", "# handfoot: allow HF706 -- agreed\nend out"))[0] == "violations"


def test_a_waiver_before_the_tags_is_of_the_game() -> None:
    text = "# handfoot: allow HF706 -- a friendly game\n" + deal(OFFENCE)
    assert handfoot.audit(text).verdict == "clean"


def test_a_waiver_of_another_code_or_line_allows_nothing() -> None:
    assert (
        waived(OFFENCE.replace("discard 5s\nend", "discard 5s  # handfoot: allow HF705 -- no\nend"))[0] == "violations"
    )
    assert waived(OFFENCE.replace("end out Ana", "end out Ana  # handfoot: allow HF706 -- no"))[0] == "violations"


def test_several_codes_in_one_waiver() -> None:
    lines = (
        OFFENCE.replace(" ask no;", "")
        .replace("X*7; meld 4", "X*6; meld 4")
        .replace("9c; discard 5s\nend", "9c X; discard 5s\nend")
    )
    assert waived(lines)[0] == "violations"
    lines = lines.replace("X; discard 5s\nend", "X; discard 5s  # handfoot: allow HF703, HF705 -- beginners\nend")
    assert waived(lines)[0] == "clean"


def test_a_waiver_of_what_could_not_be_read() -> None:
    assert (
        waived(
            UNREAD.replace(
                CHI_LEFT.replace("Chi", "Chy"), CHI_LEFT.replace("Chi", "Chy") + "  # handfoot: allow HF003 -- a guest"
            )
        )[0]
        == "clean"
    )


def test_what_follows_from_a_waived_finding_is_no_root() -> None:
    lines = (
        OFFENCE.replace("discard 5s\nend", "discard 5s  # handfoot: allow HF706 -- agreed\nend")
        + "\nscore Ana+Chi: out 100"
    )
    report = handfoot.audit(deal(lines))
    assert [(f.code, f.because_of is None) for f in report.findings] == [("HF706", True), ("HF805", False)]
