"""A sheet's figures against the packs and against each other, as far as it takes no solver (P0-5, P0-40, P0-45 to P0-48).

Each is judged with the lines of the deal above it, so that what no end of a deal has is named at the first line that makes it so.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..context import Context
from .extras import besides
from .scorebook import Book, Line
from .worth import Worth, worth

Entry = tuple[Line, str]
"""A figure of a line, by its key."""


def check_figures(c: Context, book: Book, line: Line) -> None:
    """What no end of a deal has (HF810): amounts that no cards make, books without their cards, more than the packs hold."""
    if line.faulty:
        return
    lines = [
        other for other in book.lines if other.deal == line.deal and other.statement is not None and not other.faulty
    ]  # what clashes with a figure that is wrong already says nothing new
    w = worth(c.profile)
    for check in (_check_signs, _check_units, _check_cost, _check_books, _check_reds, _check_points):
        check(c, w, line, lines)
        if line.faulty:
            return


def _impossible(c: Context, line: Line, entries: Iterable[Entry], message: str, expected: str | None = None) -> None:
    """HF810 at the last of the figures that clash."""
    clash = sorted(entries, key=lambda entry: _at(*entry))
    owner, key = next((entry for entry in reversed(clash) if entry[0] is line), clash[-1])
    id = c.find(
        "HF810", message, owner.entry(key), team=owner.team, expected=expected, found=str(owner.value(key)), in_turn=False,
        conflict=_told(c, clash),
    )  # fmt: skip
    line.finding = line.finding or id


def _at(line: Line, key: str) -> tuple[int, int]:
    span = line.entry(key)
    return span.line, span.column


def _told(c: Context, clash: list[Entry]) -> list[dict[str, object]]:
    return [
        {"line": span.line, "column": span.column, "text": f"{c.team_name(line.team)}: {key} {line.value(key)}"}
        for line, key in clash
        for span in (line.entry(key),)
    ]


def _check_signs(c: Context, w: Worth, line: Line, lines: list[Line]) -> None:
    """Nobody has fewer than no books, or cards in melds that are worth less than nothing."""
    for key in (*c.profile.books_by_kind, *(() if "net" in line.claimed else ("cards",))):
        if (line.value(key) or 0) < 0:
            what = "books" if key != "cards" else "points of melded cards"
            _impossible(
                c, line, [(line, key)], f"{key} {line.value(key)}: nobody has fewer than no {what}", "0 or more"
            )
            return


def _check_units(c: Context, w: Worth, line: Line, lines: list[Line]) -> None:
    """Every amount is one that cards, books and bonuses add up to: a multiple of their unit."""
    net = "net" in line.claimed
    units = {
        "cards": w.total_unit if net else w.card_unit, "left": w.left_unit, "rest": _rest_unit(c, w, line),
        "total": 1 if line.value("penalty") else w.total_unit,
    }  # fmt: skip
    for key, unit in units.items():
        value = line.value(key)
        if value is None or unit <= 1 or value % unit == 0 or (c.profile.score.assumed and key != "rest"):
            continue
        what = "books, red threes and going out make" if key == "rest" and unit == w.bonus_unit else "cards make"
        low = value - value % unit
        _impossible(
            c, line, [(line, key)], f"no {what} {key} {value}: it is a multiple of {unit}", f"{low} or {low + unit}"
        )
        return


def _rest_unit(c: Context, w: Worth, line: Line) -> int:
    """One figure for several parts: in units of what is paid, but where points of cards may be among it."""
    if line.value("cards") is None or (line.value("left") is None and "net" not in line.claimed):
        return w.total_unit
    return 1 if line.value("penalty") else w.bonus_unit


def _written_books(c: Context, line: Line) -> dict[str, int]:
    return {kind: n for kind in c.profile.books_by_kind if (n := line.value(kind)) is not None}


def _check_cost(c: Context, w: Worth, line: Line, lines: list[Line]) -> None:
    """Books are made of cards, and those of a side that went out are at least those that it needed."""
    cards, books, bonus = line.value("cards"), _written_books(c, line), line.value("bonus")
    if cards is None or "net" in line.claimed or c.profile.score.assumed:
        return
    if sum(books.values()) > w.deck_books:
        return  # more than there are
    out = bool(line.value("out"))
    ways = w.ways(books, bonus, besides(c, line) | {0}, out)
    least = min((w.points_of(counts) for counts in ways), default=None)
    if least is None or cards >= least:
        return
    keys = [kind for kind, n in books.items() if n]
    if min((w.points_of(counts) for counts in w.ways(books, None, frozenset((0,)), False)), default=0) <= cards:
        keys += [key for key in ("bonus", "out") if line.value(key)]
    told = ", ".join(f"{key} {line.value(key)}" for key in keys)
    _impossible(
        c, line, [(line, key) for key in (*keys, "cards")],
        f"{c.team_name(line.team)} {told} and cards {cards} cannot be together: cards is at least {least} beside the others",
        f"at least {least}",
    )  # fmt: skip


def _check_books(c: Context, w: Worth, line: Line, lines: list[Line]) -> None:
    """All sides together have no more books than the packs have cards for."""
    if w.endless:
        return
    kinds = c.profile.books_by_kind
    having = [(other, kind) for other in lines for kind in kinds if (other.value(kind) or 0) > 0]
    for kind in kinds:
        entries = [entry for entry in having if entry[1] == kind]
        n, most = _sum(entries), w.books[kind].most
        if most is not None and n > most:
            _too_many(c, line, entries, f"the packs make at most {most} {kind} books, not {n}", most)
            return
    for what, needed, most in (
        ("wild cards", [(entry, w.books[entry[1]].wilds) for entry in having], w.wild_cards),
        ("natural cards", [(entry, w.books[entry[1]].naturals) for entry in having], w.natural_cards),
    ):
        n = sum((side.value(kind) or 0) * each for (side, kind), each in needed)
        if n > most:
            entries = [entry for entry, each in needed if each]
            _too_many(c, line, entries, f"the books written take at least {n} {what}; the packs hold {most}", most)
            return


def _too_many(c: Context, line: Line, entries: list[Entry], message: str, most: int) -> None:
    _impossible(c, line, entries, message, f"at most {most}")


def _sum(entries: Iterable[Entry]) -> int:
    return sum(line.value(key) or 0 for line, key in entries)


def _check_reds(c: Context, w: Worth, line: Line, lines: list[Line]) -> None:
    """All sides together have no more red threes, exposed and hidden, than the packs hold."""
    most = 2 * c.profile.packs
    entries = [(other, "reds") for other in lines if other.value("reds")]
    n = sum(w.fewest_reds.get(other.value("reds") or 0, 0) for other, _ in entries)
    if n > most and not w.endless:
        _impossible(
            c, line, entries, f"these figures take at least {n} red threes; the packs hold {most}", f"at most {most}"
        )


def _check_points(c: Context, w: Worth, line: Line, lines: list[Line]) -> None:
    """All cards melded, and all cards melded or left over, are worth no more than the packs."""
    if w.endless or c.profile.score.assumed:
        return
    melded = [(other, "cards") for other in lines if (other.value("cards") or 0) > 0]
    left = [(other, "left") for other in lines if (other.value("left") or 0) < 0]
    for what, entries, n, most in (
        ("cards that are melded", melded, _sum(melded), w.melded),
        ("cards melded and left over", [*melded, *left], _sum(melded) - _sum(left), w.all_cards),
    ):
        if n > most:
            _impossible(
                c, line, entries, f"the {what} are worth at most {most} in all packs, not {n}", f"at most {most} together"
            )  # fmt: skip
            return
