"""Score lines: read entry by entry, then judged as the score of a played deal or as a sheet without moves.

A deal whose play is recorded has its scores computed (``played``); of a sheet only the arithmetic can be checked (``sheets``).
"""

from __future__ import annotations

from handfoot_grammar import log
from handfoot_spec.profile import Profile

from ..context import Context
from .flags import check_opening_and_first
from .played import PART_CODES, check_played, compute
from .scorebook import BOOK_KEYS, FLAGS, SHEET_KEYS, Book, Line, cuts, is_cut
from .totals import check_running

_KNOWN = (*PART_CODES, "total", "running", "begin", "opening", *FLAGS)


def check_score(c: Context, book: Book, statement: log.ScoreLine) -> None:
    """A claimed score against the right one, part by part; on a sheet, the parts against the total."""
    if statement.team not in c.teams:
        c.find(
            "HF003", f"{c.game.team_name(statement.team)} is no side of this game", statement.at.whole(), in_turn=False
        )
        return
    team = c.teams.index(statement.team)
    line = book.line(c.deals_begun, team)
    if line.statement is not None:
        name = c.team_name(team)
        c.find("HF005", f"{name} has a score in this deal already", statement.at.whole(), team=team, in_turn=False)
        return
    line.statement, line.claimed, line.played = statement, _entries(c, statement, team), c.this_deal.played
    foreign = _foreign(c, line)
    line.cuts = cuts(c, line)
    check_opening_and_first(c, book, line, c.this_deal.number)
    _judge(c, book, line, foreign)
    check_running(c, book, line)


def _judge(c: Context, book: Book, line: Line, foreign: int) -> None:
    """By what is known of the deal: its play and its end, nothing but the score, or less."""
    deal, span = c.this_deal, (line.written.at, None)
    if deal.ended == "abandoned":
        c.not_checked("score", "the deal was abandoned, so its scores are not checked", span)
        line.total = None
    elif not deal.played:
        from .sheets import check_sheet  # imported late: most records have moves

        check_sheet(c, book, line)
    elif deal.ended is None:
        c.not_checked("score", "the record does not say how the deal ended, so its scores are not checked", span)
        line.total = None
    else:
        compute(c, line)
        if line.score is None:
            c.not_checked(
                f"score {line.team}",
                "an earlier line of this team could not be read, so its score is not checked",
                span,
            )
        else:
            check_played(c, line, foreign)


def _entries(c: Context, statement: log.ScoreLine, team: int) -> dict[str, int | None]:
    """The entries of a line by their keys; one that says nothing, or says it again, counts for nothing."""
    entries: dict[str, int | None] = {}
    for index, (key, value) in enumerate(statement.entries):
        span = statement.at.entry
        if key in entries:
            c.find("HF005", f"{key} is written twice; the first counts", span(index), team=team, in_turn=False)
        elif key in FLAGS and value is not None:
            c.find("HF001", f"{key} is a flag and has no number", span(index), team=team, expected=key, in_turn=False)
        elif key not in FLAGS and value is None:
            c.find(
                "HF001", f"{key} has no number", span(index), team=team, expected=f"{key} and a number", in_turn=False
            )
        else:
            entries[key] = value
    return entries


def _foreign(c: Context, line: Line) -> int:
    """Entries that the profile does not know (HF811); their sum."""
    total = 0
    for index, (key, value) in enumerate(line.written.entries):
        if value is None or key in _KNOWN or key in c.profile.books_by_kind:
            continue
        if line.played and _is_counted(c.profile, key):
            c.not_checked(
                "counted", "numbers that a score counts are not compared with the moves", (line.written.at, None)
            )
        if knows_entry(c.profile, key, value) and not (line.played and key in SHEET_KEYS):
            continue
        id = c.find(
            "HF811", f"this game knows no score entry {key!r}", line.written.at.entry(index),
            team=line.team, found=f"{key} {value}", in_turn=False,
        )  # fmt: skip
        line.finding = line.finding or id
        line.wrong.append((value, id))
        line.foreign.add(id)
        total += value
    return total


def knows_entry(profile: Profile, key: str, value: int) -> bool:
    """Whether an entry of a score is one that the rules know."""
    known = key in _KNOWN or key in profile.books_by_kind or (not value and key in BOOK_KEYS)
    return known or is_cut(profile, key, value) or key in SHEET_KEYS or _is_counted(profile, key)


def _is_counted(profile: Profile, key: str) -> bool:
    from .counted import is_counted

    return is_counted(profile, key)


def has_score(c: Context, book: Book, statement: log.ScoreLine) -> bool:
    """Whether the side of ``statement`` has a score in this deal already."""
    return any(
        line.deal == c.deals_begun and line.statement is not None and c.teams[line.team] == statement.team
        for line in book.lines
    )


def score_unclaimed(c: Context, book: Book) -> None:
    """At the end of a played deal: the score of every team, claimed or not."""
    deal = c.this_deal
    if deal.ended == "abandoned":
        return
    book.opened[c.deals_begun] = c.table.first_side is not None
    for team in range(len(c.teams)):
        line = book.line(c.deals_begun, team)
        line.played = deal.played
        if line.statement is None:
            line.cuts = cuts(c, line)
            if deal.played and deal.ended is not None:
                compute(c, line)
            book.carry(line)
