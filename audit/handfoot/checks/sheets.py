"""A score without moves: its arithmetic, and what no end of a deal can have (P0-46 to P0-48)."""

from __future__ import annotations

from handfoot_grammar import log
from handfoot_spec.definitions import (
    INTEGERS,
    book_points,
    books_suffice,
    deal_total,
    red_three_points,
)

from ..context import Context
from .counted import check_counted
from .extras import besides, of_deal
from .figures import check_figures
from .flags import nothing_laid
from .scorebook import BOOK_KEYS, Book, Line, claimed_books, wrong_entry
from .worth import reachable, worth


def check_sheet(c: Context, book: Book, line: Line) -> None:
    """The entries of a sheet one by one, their sum, and whether an end of a deal can have them."""
    check_counted(c, book, line)
    _check_out(c, book, line)
    _check_bonus(c, line)
    _check_reds(c, line)
    left = _left(c, line)
    _check_out_bonus(c, line)
    _check_books(c, line)
    total = line.value("total")
    line.total = None if total is None else (total, total)
    if line.value("rest") is not None:
        _check_sum(c, line, left or 0)
    elif line.value("cards") is not None and left is not None:
        _check_sum(c, line, left)
    check_figures(c, book, line)


def _check_out_bonus(c: Context, line: Line) -> None:
    """Going out is worth what the rules say."""
    out, right = line.value("out"), c.profile.out.bonus
    if out in (None, 0, right):
        return
    id = wrong_entry(c, line, "HF805", "out", f"out {out} is claimed; going out is worth {right}", str(right))
    line.finding = line.finding or id
    line.wrong.append(((out or 0) - right, id))


def _check_out(c: Context, book: Book, line: Line) -> None:
    """Only one player goes out in a deal, and has the books for it."""
    p, out = c.profile, line.value("out")
    if not out:
        return
    span, before = line.entry("out"), line.finding
    if any(other.deal == line.deal and other is not line and other.claimed.get("out") for other in book.lines):
        line.finding = line.finding or c.find(
            "HF810",
            "both sides have the bonus for going out; only one player goes out in a deal",
            span,
            team=line.team,
            in_turn=False,
        )
    elif not books_suffice(INTEGERS, p, _most_of_each(c, line)):
        needs = ", ".join(f"{n} {kind}" for kind, n in p.out.books.items())
        line.finding = line.finding or c.find(
            "HF810", f"a side that went out has at least {needs} books", span, team=line.team, expected=needs,
            in_turn=False,
        )  # fmt: skip
    line.out_doubted = line.finding != before


def _most_of_each(c: Context, line: Line) -> dict[str, int]:
    """The books of a side, by what they count as for going out; of a sort that is not written it may have as many as are needed."""
    needed = c.profile.out.books
    counts: dict[str, int] = dict.fromkeys(needed, 0)
    for book in c.profile.books:
        if book.counts_as in counts:
            n = line.value(book.kind)
            counts[book.counts_as] += needed[book.counts_as] if n is None else n
    return counts


def _check_bonus(c: Context, line: Line) -> None:
    """A bonus is one of some books, and of a side that went out one of at least those that it needed."""
    p, bonus = c.profile, line.value("bonus")
    if bonus is None:
        return
    span = line.entry("bonus")
    least = sum(
        n * min((book.bonus for book in p.books if book.counts_as == kind), default=0)
        for kind, n in p.out.books.items()
    )
    more = besides(c, line) | {0}  # some write these with the books
    if line.value("out") and bonus - min(more) < least:
        line.finding = line.finding or c.find(
            "HF810", f"the books of a side that went out make at least {least} points",
            span, team=line.team, expected=f"at least {least}", found=str(bonus), in_turn=False,
        )  # fmt: skip
    if not any(reachable(bonus - extra, tuple(book.bonus for book in p.books)) for extra in more):
        line.finding = line.finding or c.find(
            "HF810", f"no books make {bonus} points", span, team=line.team, found=str(bonus), in_turn=False
        )


def _check_reds(c: Context, line: Line) -> None:
    """Red threes make few figures (P0-47), none above zero where they are cards like others (A29) or for a side that laid nothing (S4-12)."""
    cost, reds, p = c.profile.score.red_three, line.value("reds") or 0, c.profile
    if cost is not None:
        wrong = reds not in worth(p).fewest_reds
        message, right = f"red threes left over cost {cost} each and are never a gain", f"-{cost} for each"
    elif nothing_laid(line) and reds > 0 > red_three_points(INTEGERS, p, 1, 0, 0, False):
        wrong = True
        message, right = f"a side that has laid nothing loses {p.threes.red_points} for each red three", "0 or less"
    else:
        wrong = reds not in c.tables.red_figures
        message, right = f"no red threes make {reds} points", f"{p.threes.red_points} for each"
    if wrong:
        line.finding = line.finding or wrong_entry(c, line, "HF803", "reds", message, right)


def _left(c: Context, line: Line) -> int | None:
    """What is left, as a number that is added; written without its sign it is an error (HF804)."""
    left = line.value("left")
    if left is None:
        return 0 if "net" in line.claimed else None
    if left > 0:
        id = wrong_entry(c, line, "HF804", "left", f"what is left is subtracted: -{left}, not {left}", f"-{left}")
        line.finding = line.finding or id
        line.wrong.append((2 * left, id))
    return -abs(left)


def _sum(c: Context, line: Line, bonus: int, left: int) -> int:
    """The parts of a line added up as they should be written."""
    cards, reds, out = (line.value(key) or 0 for key in ("cards", "reds", "out"))
    if out:
        out = c.profile.out.bonus
    right = int(deal_total(INTEGERS, c.profile, bonus, cards, reds, left, out)) + line.cuts[0]
    return right + (line.value("rest") or 0) - abs(line.value("penalty") or 0)


def _check_books(c: Context, line: Line) -> None:
    """The numbers of books make the bonus that is written beside them."""
    by_count, bonus = claimed_books(c, line), line.value("bonus")
    if bonus is not None and by_count is None:
        _check_some_books(c, line, bonus)
    if bonus is not None and by_count not in (None, bonus):
        line.finding = line.finding or c.find(
            "HF809", f"the books make {by_count} points, not {bonus}",
            (line.written.at, None), team=line.team, expected=str(by_count), found=str(bonus), in_turn=False,
        )  # fmt: skip


def _check_some_books(c: Context, line: Line, bonus: int) -> None:
    """Where only some kinds of books are written, those that are not written make up the rest of the bonus."""
    counts = {kind: line.value(kind) or 0 for kind in c.profile.books_by_kind}
    unwritten = tuple(book.bonus for book in c.profile.books if line.value(book.kind) is None)
    made = int(book_points(INTEGERS, c.profile, counts))
    if made and not any(reachable(bonus - made - more, unwritten) for more in besides(c, line) | {0}):
        line.finding = line.finding or c.find(
            "HF809", f"the books written make {made} points, and no others with them {bonus}",
            (line.written.at, None), team=line.team, expected=str(made), found=str(bonus), in_turn=False,
        )  # fmt: skip


def _check_sum(c: Context, line: Line, left: int) -> None:
    """The parts make the total, unless one that is not written may be the rest."""
    bonus, total, rest = line.value("bonus"), line.value("total"), line.value("rest") is not None
    unwritten: tuple[int, ...] = ()  # the values of the kinds of books whose number is not written
    if bonus is None:
        unwritten = () if rest else tuple(book.bonus for book in c.profile.books if line.value(book.kind) is None)
        counts = {kind: line.value(kind) or 0 for kind in c.profile.books_by_kind}
        bonus = int(book_points(INTEGERS, c.profile, counts))
    extras = frozenset((0,)) if rest else besides(c, line)
    parts = _sum(c, line, bonus, left)
    right, span = parts + min(extras, key=abs), (line.written.at, None)
    may_be_out = not rest and line.value("out") is None and _may_be_out(c, line)
    more = (0,) if rest else tuple(cut - line.cuts[0] for cut in line.cuts)  # of guesses that nobody wrote down
    if total is None:
        open_ = unwritten or (line.value("reds") is None and not rest) or may_be_out or len(extras) > 1
        line.total = None if open_ else (right - _may_be_left(c, line), right + more[-1])
        return
    fits = {parts + cut + extra for cut in more for extra in extras}
    if line.out_doubted:  # it was written, and perhaps not counted
        fits |= {fit - c.profile.out.bonus for fit in fits}
    if total in fits:
        return
    if repeated := [(amount, id) for amount, id in line.repeats() if total - amount in fits]:
        amount, id = repeated[0]
        right = total - amount
        c.find(
            "HF806", f"the total counts what is wrong in its parts; {right} is right", line.entry("total"),
            team=line.team, expected=str(right), found=str(total), score_effect=amount, because_of=id, in_turn=False,
        )  # fmt: skip
        line.total = right, right
        return
    lacking = bool(unwritten) or line.value("reds") is None or may_be_out or total < right
    if (lacking and _may_be_left(c, line)) or (
        not rest and _may_be_rest(c, line, total - right, unwritten, may_be_out)
    ):
        c.not_checked(
            "sum", f"the parts make {right} and the total is {total}; a part that is not written may be the rest", span
        )
        return
    # worth nobody knows what: books of other tables, and numbers of things
    strange = any(line.value(kind) for kind in BOOK_KEYS if kind not in c.profile.books_by_kind)
    strange = strange or any(0 < abs(amount) < 50 for amount, id in line.wrong if id in line.foreign)
    place = line.entry("total")
    if line.finding is None and place.line == line.written.at.whole().line:
        place = line.written.at.whole()  # else behind what is named already, or far below it
    hints = {-2 * left: "; what is left was added", 2 * abs(line.value("penalty") or 0): "; a penalty is subtracted"}
    hint = hints.get(total - right, "")
    id = c.find(
        "HF809", f"the parts make {right}, not {total}{hint}", place, team=line.team, expected=str(right), found=str(total),
        score_effect=total - right, because_of=line.finding if strange else None, in_turn=False,
    )  # fmt: skip
    line.finding = line.finding or id
    line.total = right, right


def _may_be_left(c: Context, line: Line) -> int:
    """The most that may have been subtracted for what is left, where the sheet has no place for it."""
    written = line.value("left") is not None or line.value("rest") is not None
    return 0 if written or not getattr(c.game, "left_unwritten", False) else worth(c.profile).all_cards


def _may_be_rest(c: Context, line: Line, gap: int, unwritten: tuple[int, ...], may_be_out: bool) -> bool:
    """Whether red threes, a going out or books that are not written can make up what is between parts and total."""
    reds = c.tables.red_figures if line.value("reds") is None else (0,)
    outs = (0, c.profile.out.bonus if may_be_out else 0)
    rests = {gap - points - out for points in reds for out in outs}
    return any(rest == 0 or (unwritten and reachable(rest, unwritten)) for rest in rests)


def _may_be_out(c: Context, line: Line) -> bool:
    """Whether a side that has no ``out`` written may have gone out all the same: its books suffice, and nobody else has."""
    if not books_suffice(INTEGERS, c.profile, _most_of_each(c, line)):
        return False
    return not any(
        isinstance(s, log.ScoreLine) and s is not line.statement and dict(s.entries).get("out")
        for s in of_deal(c, line.written)
    )
