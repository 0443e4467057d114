"""Whether any deal of the unseen cards makes the record possible (P0-6), and if none does, the facts that clash.

Where every card that was seen is known exactly, or every one by rank alone, the replay itself counts that (:mod:`.melds`), and
only the reasons are looked up here. Cards of unknown suit among known ones, and unreadable ones, are judged when the deal is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from handfoot_grammar.log import Span
from handfoot_spec.cards import FIRST_RANK_ONLY, JOKER, THREE_OF_UNKNOWN_COLOUR, UNSEEN

from ..context import Context, DealState, Spot

if TYPE_CHECKING:
    from ..hidden.happenings import Record

Reasons = tuple[str | None, list[dict[str, Any]] | None]
"""A sentence with the facts that clash, and their lines; nothing where they were not found."""


MOST_EXPLAINED = 5
"""Impossibilities of one deal of which the reasons are looked up; a record with more of them is broken as a whole."""


MOST_QUESTIONS = 20
"""Questions of one deal that are put to the solver."""

RLIMIT = 500_000
"""The solver's budget for one of them, in its own units of work."""


def reasons(c: Context, spot: Span | Spot) -> Reasons:
    """Why the record is impossible at a place at which the replay has found it to be so."""
    from ..hidden.happenings import At, read_deal
    from ..hidden.possible import RLIMIT, why
    from ..hidden.told import Told

    index = _statement(c)
    if index is None or isinstance(spot, Span) or c.this_deal.explained >= MOST_EXPLAINED:
        return None, None
    c.this_deal.explained += 1
    record = read_deal(c.game, c.walk.rules, c.teams, index, At(index, spot[1]))
    try:
        facts = why(record, c.solver_limit or RLIMIT)
    except ImportError:  # no solver: the finding stands, without its reasons
        return None, None
    if not facts:
        return None, None
    told = Told(record, facts)
    return told.message, told.conflict


def check_possible(c: Context) -> None:
    """Cards of unknown suit or rank: whether they can have been anything at all that makes the deal possible."""
    deal = c.this_deal
    if deal.place is None or not _has_unknown(c):
        return
    from ..hidden.possible import RLIMIT, judge
    from ..hidden.told import Told

    index = _number(c, deal.place)
    if index is None:
        return
    record = _record(c, deal, index)
    if not record.open:
        return
    try:
        answer = judge(record, c.solver_limit or RLIMIT)
    except ImportError:
        return
    if answer.possible is None:
        c.not_checked(
            "possible", f"whether any deal makes this record possible was not decided within the solver's limit (--solver-limit); tried: {', '.join(answer.tried)}",
            deal.place.whole(),
        )  # fmt: skip
    elif answer.possible is False and answer.at is not None:
        told = Told(record, answer.facts)
        c.find("HF110", told.message, record.place(answer.at), conflict=told.conflict, in_turn=False)


def check_questions(c: Context) -> None:
    """Rules that hang on cards nobody saw: all that the record tells of the deal may decide them (P0-6)."""
    deal = c.this_deal
    if not deal.questions or deal.place is None or (index := _number(c, deal.place)) is None:
        return
    from ..hidden.questions import put

    record = _record(c, deal, index)
    try:
        put(record, deal.questions[:MOST_QUESTIONS], c.solver_limit or RLIMIT)
    except ImportError:
        return
    open_subjects = {question.said for question in deal.questions[:MOST_QUESTIONS] if question.answer is None}
    open_subjects |= {question.said for question in deal.questions[MOST_QUESTIONS:]}
    if c.examples:
        _show(c, deal, index)
    for question in deal.questions:
        if question.said not in open_subjects and question.said in deal.not_checked:
            c.withdraw(deal.not_checked.pop(question.said))
        if question.answer is False and question.broken() > 0:
            c.findings[-1].turn = question.turn


def _show(c: Context, deal: DealState, index: int) -> None:
    """Beside each doubt of the deal one possible deal in which the rule was kept, and one in which it was broken."""
    from ..hidden.questions import example

    findings = {f.id: f for f in c.findings}
    for question in deal.questions[:MOST_QUESTIONS]:
        finding = findings.get(deal.not_checked.get(question.said, -1))
        if question.answer is None and finding is not None and finding.examples is None:
            limit = c.solver_limit or RLIMIT
            ways = {way: example(_record(c, deal, index), question, way == "kept", limit) for way in ("kept", "broken")}
            finding.examples = {way: log for way, log in ways.items() if log is not None} or None


def _record(c: Context, deal: DealState, index: int) -> Record:
    """What happened in the deal, without that of which it has been said already that it cannot be."""
    from ..hidden.happenings import What, read_deal

    record = read_deal(c.game, c.walk.rules, c.teams, index)
    record.excused = _excused(deal)
    wrong = {f.span.line for f in c.findings[deal.mark :] if f.code == "HF108"}
    record.happenings = [
        h for h in record.happenings if h.what is not What.REMAINS or record.place(h.at).line not in wrong
    ]
    return record


def _excused(deal: DealState) -> frozenset[str]:
    """Kinds of card of which too many have shown, as has been said."""
    return frozenset(key.removeprefix("copies ") for key in deal.not_checked if key.startswith("copies "))


def _has_unknown(c: Context) -> bool:
    """Whether cards of unknown suit were seen among known ones, or unreadable ones."""
    seen = c.table.seen
    exact, by_rank = any(seen[:JOKER]), any(seen[FIRST_RANK_ONLY:UNSEEN])
    return c.table.unclear or (exact and by_rank) or seen[THREE_OF_UNKNOWN_COLOUR] > 0


def _statement(c: Context) -> int | None:
    return None if c.statement is None else _number(c, c.statement.at)


def _number(c: Context, place: object) -> int | None:
    statements = c.game.statements
    for index in range(len(statements) - 1, -1, -1):
        if statements[index].at is place:
            return index
    return None
