"""What is carried from deal to deal: the running totals, and the result of the game (P0-50)."""

from __future__ import annotations

from handfoot_grammar import log
from handfoot_spec.definitions import INTEGERS, game_complete, score_ends

from ..context import Context
from .scorebook import Book, Line, within, words


def check_running(c: Context, book: Book, line: Line) -> None:
    """The total so far: the first wrong line is named, later ones follow from it."""
    team = line.team
    if line.value("begin") is not None:
        _check_begin(c, book, line, line.value("begin") or 0)
    claimed_before = book.claimed_running[team]
    if line.finding is not None and book.suspect[team] is None:
        book.suspect[team] = line.finding
    book.carry(line)
    claimed, total = line.value("running"), line.value("total")
    if claimed is None:
        book.claimed_running[team] = None if claimed_before is None or total is None else claimed_before + total
        return
    right = book.running[team]
    book.claimed_running[team] = claimed
    if right is None:
        _check_unit(c, book, line, claimed, claimed_before)
    if right is None or within(claimed, right):
        return
    if claimed_before is None and c.deals_begun == 1:
        claimed_before = 0
    because = book.suspect[team] if _repeats(line, claimed_before, claimed) else None
    id = c.find(
        "HF807", f"running {claimed} is claimed; {words(right)} is right",
        line.entry("running"), team=team, expected=words(right), found=str(claimed), because_of=because, in_turn=False,
    )  # fmt: skip
    if book.suspect[team] is None or because is None:
        book.suspect[team] = id


def _check_begin(c: Context, book: Book, line: Line, begin: int) -> None:
    """What is carried in is what was carried out, or what should have been; a record may begin with points from before it."""
    team = line.team
    before, right = book.claimed_running[team], book.running[team]
    if not any(other.team == team and other is not line and other.statement is not None for other in book.lines):
        book.running[team] = begin, begin
    elif begin != before and not (within(begin, right) and not within(before, right)) and (right or before is not None):
        out = str(before) if before is not None else words(right or (0, 0))
        id = c.find(
            "HF807", f"{begin} is carried in; {out} was carried out", line.entry("begin"), team=team, expected=out, found=str(begin),
            in_turn=False,
        )  # fmt: skip
        book.suspect[team] = book.suspect[team] or id
    book.claimed_running[team] = begin


def _check_unit(c: Context, book: Book, line: Line, claimed: int, before: int | None) -> None:
    """A total so far of deals that nobody wrote down is one that deals add up to."""
    unit = missed_unit(c, claimed)
    if unit is not None and not (before or 0) % unit and book.suspect[line.team] is None:
        low = claimed - claimed % unit
        book.suspect[line.team] = c.find(
            "HF810", f"no deals add up to {claimed}: it is a multiple of {unit}", line.entry("running"),
            team=line.team, expected=f"{low} or {low + unit}", found=str(claimed), in_turn=False,
        )  # fmt: skip


def missed_unit(c: Context, total: int) -> int | None:
    """What a total ought to be a multiple of and is not (points); None where it is, or where nobody knows what is in it.

    A director may take any number of points: in a line of play or of a score, which may be one that could not be read.
    """
    from .worth import worth  # imported late: most records have moves

    unit = max(worth(c.profile).total_unit, 1)
    if not total % unit or c.profile.score.assumed or any(map(_may_have_penalty, c.game.statements)):
        return None
    return unit


def _may_have_penalty(statement: log.Statement) -> bool:
    if isinstance(statement, log.ScoreLine):
        return any(key == "penalty" for key, _ in statement.entries)
    return isinstance(statement, log.Turn | log.UnreadLine)


def _repeats(line: Line, before: int | None, claimed: int) -> bool:
    """Whether a running total is what was claimed before and this line's total, so that its error is an earlier one."""
    if before is None:
        return False
    total = line.value("total")
    if total is not None:
        return claimed == before + total
    return any(within(claimed - before - amount, line.total) for amount in (0, *(off for off, _ in line.repeats())))


def check_result(c: Context, book: Book, statement: log.Result, deals: int, uncertain: int = 0) -> None:
    """The result is the sum of the deals, after all of them, and the highest total wins.

    :param deals: deals that are certainly complete.
    :param uncertain: deals whose beginning or end the record does not show.
    """
    deals = _check_deals(c, book, statement, deals, uncertain)
    span = (statement.at, None)
    totals: dict[int, int] = {}
    wrong: list[str] = []
    causes: list[int | None] = []
    for index, (members, claimed) in enumerate(statement.totals):
        if members not in c.teams:
            c.find("HF003", f"{c.game.team_name(members)} is no side of this game", span, in_turn=False)
            continue
        team = c.teams.index(members)
        totals[team] = claimed
        right = book.running[team] if deals else None
        if right is None and (unit := missed_unit(c, claimed)) is not None:
            c.find(
                "HF810", f"no deals add up to {claimed} for {c.team_name(team)}: it is a multiple of {unit}",
                statement.at.entry(index), team=team, found=str(claimed), in_turn=False,
            )  # fmt: skip
        elif right is None:
            if deals:
                c.not_checked("result", "a deal's score is not known, so the result is not checked", span)
        elif not within(claimed, right):
            wrong.append(f"{c.team_name(team)} has {words(right)}, not {claimed}")
            causes.append(_cause(book, team, claimed))
    if wrong:  # it follows from an earlier error only if all of it does
        because = None if None in causes else causes[0]
        c.find("HF808", "; ".join(wrong), span, because_of=because, in_turn=False)
    elif statement.winners is not None:
        _check_winners(c, statement, totals)


def _check_end_score(c: Context, book: Book, statement: log.Result, deals: int, uncertain: int, complete: bool) -> int:
    """A result is declared once a side has reached the score that ends the game, or after all its deals (HF209)."""
    p = c.profile
    reached = any(right is None or score_ends(INTEGERS, p, right[1]) for right in book.running)
    in_time = p.deals.minutes is not None or (p.deals.count is not None and complete)
    if deals and not (uncertain or reached or in_time):
        c.find(
            "HF209", f"a result is declared and no side has reached the {p.deals.end_score} points that end the game",
            (statement.at, None), expected=f"at least {p.deals.end_score}", in_turn=False,
        )  # fmt: skip
    return deals + uncertain if uncertain and complete else deals


def _check_deals(c: Context, book: Book, statement: log.Result, deals: int, uncertain: int) -> int:
    """A result is declared after all deals of the game; gives the number of those it is the sum of."""
    span = (statement.at, None)
    complete = any(game_complete(INTEGERS, c.profile, n) for n in range(deals, deals + uncertain + 1))
    if c.profile.deals.end_score is not None:
        return _check_end_score(c, book, statement, deals, uncertain, complete)
    if uncertain and complete:
        c.not_checked(
            "deals", "a deal's beginning or end is not recorded readably, so the number of deals is not checked", span
        )
        return deals + uncertain
    if deals and not complete:
        c.find(
            "HF209",
            f"a result is declared after {deals} deal{'s' * (deals != 1)}; a game has {c.profile.deals.count}",
            span,
            expected=str(c.profile.deals.count),
            found=str(deals),
            because_of=next((f.id for f in c.findings if f.code == "HF209"), None),  # one deal too many
            in_turn=False,
        )
    return deals


def _cause(book: Book, team: int, claimed: int) -> int | None:
    """The first error of a team's scores, where its total in the result is what those scores add up to."""
    totals = [line.claimed.get("total") for line in book.lines if line.team == team]
    added_up = None if any(total is None for total in totals) else sum(total or 0 for total in totals)
    return book.suspect[team] if claimed in (book.claimed_running[team], added_up) else None


def _check_winners(c: Context, statement: log.Result, totals: dict[int, int]) -> None:
    """The sides named as winners have the highest total of those in the result."""
    assert statement.winners is not None
    strangers = [team for team in statement.winners if team not in c.teams]
    if strangers or len(totals) < len(c.teams):
        return
    span, best = statement.at.whole(), max(totals.values())
    leaders = [team for team, total in totals.items() if total == best]
    named = sorted(c.teams.index(team) for team in statement.winners)
    tie = c.profile.score.tie if len(leaders) > 1 else "none"
    if tie == "undecided" and named and set(named) <= set(leaders):
        equal = " and ".join(c.team_name(team) for team in sorted(leaders))
        c.find(
            "HF901.tie", f"{equal} have {best} each; the text does not say who wins a tie, so the winner named is let stand",
            span, in_turn=False,
        )  # fmt: skip
        return
    rights = _rights(sorted(leaders), leaders[0], tie)
    if named in rights:
        return
    names = ", ".join(c.team_name(team) for team in rights[0])
    message = {
        "shared": f"{names} share the win with {best}",
        "draw": f"a tie at {best} is a draw and nobody wins",
    }.get(tie, f"{names or ', '.join(c.team_name(team) for team in sorted(leaders))} wins with {best}")
    c.find(
        "HF808", message, span, expected=names or "no winner", found=", ".join(c.team_name(team) for team in named), in_turn=False,
    )  # fmt: skip


def _rights(leaders: list[int], first_listed: int, tie: str) -> list[list[int]]:
    """The sides that may be named as winners: those with the highest total, or what a table makes of a tie."""
    if tie == "draw":
        return [[]]
    if tie == "first-listed":  # in the result, or by seating: the rules do not say which list
        return [[first_listed], [leaders[0]]]
    return [leaders]
