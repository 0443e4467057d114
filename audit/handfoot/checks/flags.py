"""What a score line says beside its points: the minimum of the opening, and which side was first to lay down or in its Foot (HF812)."""

from __future__ import annotations

from collections.abc import Collection

from handfoot_grammar import log

from ..context import Context
from .scorebook import BOOK_KEYS, MARKS, Book, Line


def check_opening_and_first(c: Context, book: Book, line: Line, deal: int) -> None:
    """The opening minimum that is written is the deal's, and the side marked as first was it."""
    at = line.written.at
    for index, (key, value) in enumerate(line.written.entries):
        if key == "opening" and value is not None:
            _check_minimum(c, line, deal, value, at.entry(index))
        elif key in MARKS and key in line.claimed:
            _check_mark(c, book, line, key, at.entry(index))


def _check_minimum(c: Context, line: Line, deal: int, value: int, span: log.Span) -> None:
    """The opening minimum of a side is the one of the deal, or of the side's total before it; one that is chosen is one of several."""
    opening, because = c.profile.opening, None
    begin = line.value("begin")
    scores = c.this_deal.scores[line.team] if begin is None else (begin, begin)
    least, most = c.profile.opening_range(deal, scores)
    if least <= value <= most and value in opening.minima:
        return
    asked = f"deal {deal} asks for" if opening.by == "deal" else "the game asks for"
    if opening.by == "score" and least == most:
        asked, claimed = "the side's total asks for", c.this_deal.claimed[line.team]
        if claimed is not None and value == c.profile.opening_minimum(deal, claimed):
            because = c.this_deal.suspects[line.team]
    right = (
        str(least) if least == most else " or ".join(str(n) for n in sorted(set(opening.minima)) if least <= n <= most)
    )
    c.find(
        "HF812.opening", f"an opening of {value} is written; {asked} {right}",
        span, team=line.team, expected=right, found=str(value), because_of=because, in_turn=False,
    )  # fmt: skip


def _check_mark(c: Context, book: Book, line: Line, key: str, span: log.Span) -> None:
    """The side marked as first was it, and is the only one."""
    first = c.table.first_side
    others = book.marks.setdefault((key, c.deals_begun), [])
    name = c.team_name(line.team)
    if key == "first" and c.this_deal.played and first is not None and not any(s.blurred for s in c.table.sides):
        right = first == line.team
        if not right:
            was = c.team_name(first)
            c.find(
                "HF812", f"{name} is marked as first to lay down; {was} was",
                span, team=line.team, expected=was, found=name, in_turn=False,
            )  # fmt: skip
    elif others:
        other = c.team_name(others[0].team)
        c.find("HF812", f"{other} is marked as {MARKS[key]} too", span, team=line.team, in_turn=False)
        right = False
    else:
        right = True
    if right:
        book.rightly.add((key, c.deals_begun))
    others.append(line)


def check_flags(c: Context, book: Book) -> None:
    """Where one deal rightly marks the side that was first to lay down, every deal does (HF812); no side need reach its Foot."""
    key = "first"
    if not any(key == mark and len(book.marks[mark, deal]) == 1 for mark, deal in book.rightly):
        return
    blank: Collection[tuple[int, str]] = getattr(c.game, "blank_marks", ())
    for deal in sorted({line.deal for line in book.lines if line.statement is not None}):
        lines = [line for line in book.lines if line.deal == deal and line.statement is not None]
        if not book.marks.get((key, deal)) and len(lines) == len(c.teams):
            if (lines[0].played and not book.opened.get(deal)) or all(nothing_laid(line) for line in lines):
                continue
            last = max(lines, key=lambda line: line.written.at.line)
            if (deal, key) in blank:
                continue
            c.statement = last.statement
            c.find(
                "HF812",
                "no side is marked as first to lay down, and another deal of this record marks one",
                last.written.at.whole(),
                in_turn=False,
            )


def nothing_laid(line: Line) -> bool:
    """Whether a line says that its side has no card in a meld and no book."""
    books = [line.value(key) for key in (*BOOK_KEYS, "bonus")]
    return line.value("cards") == 0 and "net" not in line.claimed and not any(books)
