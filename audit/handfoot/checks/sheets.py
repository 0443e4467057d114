"""A score without moves: its arithmetic, and what no end of a deal can have (P0-46 to P0-48)."""

from __future__ import annotations

from handfoot_grammar import log
from handfoot_spec.definitions import (
    INTEGERS,
    book_points,
    books_suffice,
    deal_total,
    first_points,
    last_three_points,
    red_three_points,
)

from ..context import Context
from .scorebook import BOOK_KEYS, Book, Line, claimed_books, wrong_entry


def check_sheet(c: Context, book: Book, line: Line, foreign: int) -> None:
    """The entries of a sheet one by one, and their sum. ``foreign``: the sum of entries that this game does not know."""
    _check_out(c, book, line)
    _check_bonus(c, line)
    _check_reds(c, line)
    left = _left(c, line)
    out, right = line.value("out"), c.profile.out.bonus
    if out not in (None, 0, right):
        line.finding = line.finding or wrong_entry(
            c, line, "HF805", "out", f"out {out} is claimed; going out is worth {right}", str(right)
        )
    _check_books(c, line)
    total = line.value("total")
    line.total = None if total is None else (total, total)
    if line.value("cards") is not None and left is not None:
        _check_sum(c, line, left, foreign)


def _check_out(c: Context, book: Book, line: Line) -> None:
    """Only one player goes out in a deal, and has the books for it."""
    p, out = c.profile, line.value("out")
    if not out:
        return
    span = (line.written.at, None)
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
    p, bonus, span = c.profile, line.value("bonus"), (line.written.at, None)
    if bonus is None:
        return
    least = sum(
        n * min((book.bonus for book in p.books if book.counts_as == kind), default=0)
        for kind, n in p.out.books.items()
    )
    if line.value("out") and bonus < least:
        line.finding = line.finding or c.find(
            "HF810", f"the books of a side that went out make at least {least} points",
            span, team=line.team, expected=f"at least {least}", found=str(bonus), in_turn=False,
        )  # fmt: skip
    besides = {extras + lost for extras in _extras(c, line) for lost in c.tables.unfinished_figures} | {
        0
    }  # some write these with the books
    if not any(_reachable(bonus - more, tuple(book.bonus for book in p.books)) for more in besides):
        line.finding = line.finding or c.find(
            "HF810", f"no books make {bonus} points", span, team=line.team, found=str(bonus), in_turn=False
        )


def _extras(c: Context, line: Line) -> set[int]:
    """What a side may have for laying down first, and for a black three that it discarded last."""
    p, o = c.profile, INTEGERS
    first = {int(first_points(o, p, laid_first)) for laid_first in (False, True)}
    if "first" in line.claimed and line.value("bonus") is None:
        first.discard(0)
    elif "first" not in line.claimed and any(
        isinstance(s, log.ScoreLine) and s is not line.statement and any(key == "first" for key, _ in s.entries)
        for s in (_of_deal(c, line.written) if len(first) > 1 else ())
    ):
        first = {0}
    last = {int(last_three_points(o, p, three)) for three in (False, line.value("out") != 0)}
    return {a + b for a in first or {0} for b in last}


def _reachable(amount: int, coins: tuple[int, ...]) -> bool:
    """Whether books of these values make an amount."""
    if amount < 0 or amount > 100_000:
        return False
    reach = {0}
    for total in range(1, amount + 1):
        if any(total - coin in reach for coin in coins):
            reach.add(total)
    return amount in reach


def _check_reds(c: Context, line: Line) -> None:
    """Red threes make few figures (P0-47), none above zero where they are cards like others (A29) or for a side that laid nothing (S4-12)."""
    cost, reds, p = c.profile.score.red_three, line.value("reds") or 0, c.profile
    if cost is not None:
        wrong = reds > max(c.tables.red_figures)
        message, right = f"red threes left over cost {cost} each and are never a gain", "0"
    elif _laid_nothing(c, line) and reds > 0 > red_three_points(INTEGERS, p, 1, 0, 0, False):
        wrong = True
        message, right = f"a side that has laid nothing loses {p.threes.red_points} for each red three", "0 or less"
    else:
        wrong = reds not in c.tables.red_figures
        message, right = f"no red threes make {reds} points", f"{p.threes.red_points} for each"
    if wrong:
        line.finding = line.finding or wrong_entry(c, line, "HF803", "reds", message, right)


def _laid_nothing(c: Context, line: Line) -> bool:
    """Whether a line says that its side has no card in a meld and no book."""
    books = [line.value(key) for key in (*c.profile.books_by_kind, "bonus")]
    return line.value("cards") == 0 and "net" not in line.claimed and not any(books)


def _left(c: Context, line: Line) -> int | None:
    """What is left, as a number that is added: with the wrong sign it is an error, and turned round unless the total fits it."""
    left = line.value("left")
    if left is None:
        return 0 if "net" in line.claimed else None
    if left <= 0:
        return left
    line.finding = line.finding or wrong_entry(
        c, line, "HF804", "left", f"what is left is subtracted: -{left}, not {left}", f"-{left}"
    )
    bonus = line.value("bonus")
    if bonus is None:
        bonus = claimed_books(c, line)
    total, cards = line.value("total"), line.value("cards")
    added_up = (
        total is not None and bonus is not None and cards is not None and total == _sum(c, line, bonus, cards, left)
    )
    return left if added_up else -left


def _sum(c: Context, line: Line, bonus: int, cards: int, left: int) -> int:
    reds, out = line.value("reds") or 0, line.value("out") or 0
    return int(deal_total(INTEGERS, c.profile, bonus, cards, reds, left, out)) + line.cuts[0]


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
    besides = {0} | {extras + lost for extras in _extras(c, line) for lost in c.tables.unfinished_figures}
    if made and not any(_reachable(bonus - made - more, unwritten) for more in besides):
        line.finding = line.finding or c.find(
            "HF809", f"the books written make {made} points, and no others with them {bonus}",
            (line.written.at, None), team=line.team, expected=str(made), found=str(bonus), in_turn=False,
        )  # fmt: skip


def _check_sum(c: Context, line: Line, left: int, foreign: int) -> None:
    """The parts make the total, unless one that is not written may be the rest."""
    bonus, cards, total = line.value("bonus"), line.value("cards"), line.value("total")
    assert cards is not None
    unwritten: tuple[int, ...] = ()  # the values of the kinds of books whose number is not written
    if bonus is None:
        unwritten = tuple(book.bonus for book in c.profile.books if line.value(book.kind) is None)
        counts = {kind: line.value(kind) or 0 for kind in c.profile.books_by_kind}
        bonus = int(book_points(INTEGERS, c.profile, counts))
    besides = {extras + lost for extras in _extras(c, line) for lost in c.tables.unfinished_figures}
    right, span = _sum(c, line, bonus, cards, left) + min(besides, key=abs), (line.written.at, None)
    may_be_out = line.value("out") is None and _may_be_out(c, line)
    more = [cut - line.cuts[0] for cut in line.cuts]  # of guesses that nobody wrote down
    if total is None:
        open_ = unwritten or line.value("reds") is None or may_be_out or len(besides) > 1
        line.total = None if open_ else (right, right + more[-1])
        return
    parts = _sum(c, line, bonus, cards, left)
    if any(total - cut - extra in (parts, parts + foreign) for cut in more for extra in besides):
        return
    if _may_be_rest(c, line, total - right, unwritten, may_be_out):
        c.not_checked(
            "sum", f"the parts make {right} and the total is {total}; a part that is not written may be the rest", span
        )
        return
    strange = any(
        line.value(kind) for kind in BOOK_KEYS if kind not in c.profile.books_by_kind
    )  # worth nobody knows what
    id = c.find(
        "HF809", f"the parts make {right}, not {total}", span, team=line.team, expected=str(right), found=str(total),
        score_effect=total - right, because_of=line.finding if strange else None, in_turn=False,
    )  # fmt: skip
    line.finding = line.finding or id
    line.total = right, right


def _may_be_rest(c: Context, line: Line, gap: int, unwritten: tuple[int, ...], may_be_out: bool) -> bool:
    """Whether red threes, a going out or books that are not written can make up what is between parts and total."""
    reds = c.tables.red_figures if line.value("reds") is None else (0,)
    outs = (0, c.profile.out.bonus if may_be_out else 0)
    rests = {gap - points - out for points in reds for out in outs}
    return any(rest == 0 or (unwritten and _reachable(rest, unwritten)) for rest in rests)


def _may_be_out(c: Context, line: Line) -> bool:
    """Whether a side that has no ``out`` written may have gone out all the same: its books suffice, and nobody else has."""
    if not books_suffice(INTEGERS, c.profile, _most_of_each(c, line)):
        return False
    return not any(
        isinstance(s, log.ScoreLine) and s is not line.statement and dict(s.entries).get("out")
        for s in _of_deal(c, line.written)
    )


def _of_deal(c: Context, among: log.Statement) -> list[log.Statement]:
    """The statements of the deal that a statement stands in."""
    deal: list[log.Statement] = []
    found = False
    for statement in c.game.statements:
        if isinstance(statement, log.DealStart):
            if found:
                break
            deal = []
        deal.append(statement)
        found = found or statement is among
    return deal
