"""What a sheet counts beside its points: how many cards of a class were laid or left, how many red threes, what each kind of book made.

A number and the points written for it must agree (HF809). Points that are not written are reckoned from the numbers where these fix
them, so that everything else is judged by them, too; and of no class there are more cards than the packs hold (HF810).
"""

from __future__ import annotations

import re
from functools import cache

from handfoot_spec.cards import BLACK_THREE, JOKER, RED_THREE, TWO, Card, card_from_text
from handfoot_spec.definitions import INTEGERS, red_three_points
from handfoot_spec.profile import Profile

from ..context import Context
from .scorebook import Book, Line
from .worth import KINDS, RANKS, Worth, worth

_ACE = RANKS[-1]
CLASSES: dict[str, tuple[Card, ...]] = {
    "jokers": (JOKER,), "twos": (TWO,), "wilds": (TWO, JOKER), "aces": (_ACE,), "aces-twos": (TWO, _ACE),
    "red-threes": (RED_THREE,), "black-threes": (BLACK_THREE,),
}  # fmt: skip
"""Classes of cards by the words of a score entry, as in ``laid-jokers``; ranks are written ``laid-9`` or ``laid-4-7``."""

NUMBERS = ("reds-number", "out-number", "cards-number", "left-number")
"""Numbers of which the points stand beside them: red threes, goings out, cards melded, cards left over."""

_PLACE = re.compile(r"(laid|left)-(.+)")
_SPAN = re.compile(r"([4-9]|10|[tjqka])(?:-([4-9]|10|[tjqka]))?")


@cache
def class_of(key: str) -> tuple[str, tuple[Card, ...]] | None:
    """Where the cards are that an entry counts, ``laid`` or ``left``, and of which ranks; None where it counts none."""
    found = _PLACE.fullmatch(key)
    if found is None:
        return None
    place, name = found.groups()
    if name in CLASSES:
        return place, CLASSES[name]
    span = _SPAN.fullmatch(name)
    if span is None:
        return None
    first, last = (_rank(word) for word in (span[1], span[2] or span[1]))
    return (place, tuple(range(first, last + 1))) if first <= last else None


def _rank(word: str) -> Card:
    return card_from_text(word.upper())


def is_counted(profile: Profile, key: str) -> bool:
    """Whether an entry is a count, or the points of one kind of book."""
    kind, _, points = key.rpartition("-")
    return key in NUMBERS or (points == "points" and kind in profile.books_by_kind) or class_of(key) is not None


def check_counted(c: Context, book: Book, line: Line) -> None:
    """Numbers against the points beside them, and over all sides against the packs."""
    if not any(is_counted(c.profile, key) for key in line.claimed):
        return
    w = worth(c.profile)
    _check_negative(c, line)
    for kind in c.profile.books_by_kind:
        _check_book_points(c, line, kind)
    _check_reds_number(c, w, line)
    _check_out_number(c, line)
    for key in ("cards", "left"):
        _check_number(c, w, line, key)
    _check_classes(c, w, line)
    _check_copies(c, w, book, line)


def _clash(c: Context, line: Line, key: str, right: int | None, message: str) -> None:
    """HF809 at points that are not what their number makes; ``right``: what it makes, where that is one figure."""
    id = c.find(
        "HF809", message, line.entry(key), team=line.team, expected=None if right is None else str(right), found=str(line.value(key)),
        in_turn=False,
    )  # fmt: skip
    line.finding = line.finding or id
    if right is not None:
        line.wrong.append(((line.value(key) or 0) - right, id))
        line.claimed[key] = right


def _cannot(c: Context, line: Line, key: str, message: str, expected: str) -> None:
    """HF810 at a number that no deal has."""
    id = c.find(
        "HF810", message, line.entry(key), team=line.team, expected=expected, found=str(line.value(key)), in_turn=False
    )  # fmt: skip
    line.finding = line.finding or id
    del line.claimed[key]


def _check_negative(c: Context, line: Line) -> None:
    for key, n in list(line.claimed.items()):
        if n is not None and n < 0 and (key in NUMBERS or class_of(key) is not None):
            _cannot(c, line, key, f"{key} {n}: there are never fewer than none", "0 or more")


def _check_book_points(c: Context, line: Line, kind: str) -> None:
    """So many books of a kind are worth so much."""
    key, n, each = f"{kind}-points", line.value(kind), c.profile.books_by_kind[kind].bonus
    points = line.value(key)
    if points is None or not each:
        return
    if points % each or points < 0:
        if n is None:
            _cannot(c, line, key, f"no number of {kind} books makes {points} points", f"a multiple of {each}")
        else:
            _clash(c, line, key, n * each, f"{n} {kind} books make {n * each} points, not {points}")
    elif n is None:
        line.claimed[kind] = points // each
    elif points != n * each:
        _clash(c, line, key, n * each, f"{n} {kind} books make {n * each} points, not {points}")


def _check_reds_number(c: Context, w: Worth, line: Line) -> None:
    n, reds = line.value("reds-number"), line.value("reds")
    if n is None:
        return
    can = w.reds_of(n)
    if not can:
        most = 2 * c.profile.packs
        _cannot(c, line, "reds-number", f"{n} red threes are counted; the packs hold {most}", f"at most {most}")
    elif reds is None and len(can) == 1:
        line.claimed["reds"] = next(iter(can))
    elif reds is not None and reds not in can:
        right = n * c.profile.threes.red_points or None
        figures = " or ".join(map(str, sorted(can, reverse=True)[:3]))
        _clash(c, line, "reds", right if reds > 0 else None, f"{n} red threes are worth {figures}, not {reds}")


def _check_out_number(c: Context, line: Line) -> None:
    n, out = line.value("out-number"), line.value("out")
    if n is None:
        return
    if n > 1:
        _cannot(c, line, "out-number", f"{n} goings out are counted; only one player goes out in a deal", "0 or 1")
    elif out is None:
        line.claimed["out"] = n * c.profile.out.bonus
    elif bool(out) != bool(n):
        right = n * c.profile.out.bonus
        _clash(c, line, "out", right, f"{n} goings out are worth {right}, not {out}")


def _check_number(c: Context, w: Worth, line: Line, key: str) -> None:
    """So many cards are worth no less than the cheapest and no more than the dearest."""
    n, points = line.value(f"{key}-number"), line.value(key)
    if n is None or points is None or c.profile.score.assumed or "net" in line.claimed:
        return
    cards = KINDS if key == "left" else (*w.melds, TWO, JOKER)
    low = n * min(c.tables.left_low[card] if key == "left" else c.tables.low_points[card] for card in cards)
    high = n * max(c.tables.left_high[card] if key == "left" else c.tables.high_points[card] for card in cards)
    if not low <= abs(points) <= high:
        _clash(c, line, key, None, f"{n} cards are worth {low} to {high} points, not {abs(points)}")


def _check_classes(c: Context, w: Worth, line: Line) -> None:
    """Cards counted by class make the points of all that was laid, and of all that is left; red threes are apart."""
    counted: dict[str, list[tuple[tuple[Card, ...], int]]] = {"laid": [], "left": []}
    for key, n in line.claimed.items():
        found = class_of(key)
        if found is not None and n is not None:
            counted[found[0]].append((found[1], n))
    t = c.tables
    costly = frozenset(KINDS if c.profile.score.red_three else set(KINDS) - {RED_THREE})
    meldable = {*w.melds, TWO, JOKER}
    laid = _points([entry for entry in counted["laid"] if set(entry[0]) <= meldable], t.low_points, t.high_points)
    left = _points(counted["left"], t.left_low, t.left_high)
    _check_class_points(c, line, "cards", counted["laid"], laid, frozenset(meldable))
    _check_class_points(c, line, "left", counted["left"], (-left[1], -left[0]), costly)
    _check_red_classes(c, line, counted)


def _points(
    entries: list[tuple[tuple[Card, ...], int]], low: tuple[int, ...], high: tuple[int, ...]
) -> tuple[int, int]:
    """The least and the most that so many cards of these classes are worth."""
    return (
        sum(n * min(low[card] for card in cards) for cards, n in entries),
        sum(n * max(high[card] for card in cards) for cards, n in entries),
    )


def _check_class_points(
    c: Context, line: Line, key: str, counted: list[tuple[tuple[Card, ...], int]], span: tuple[int, int], all_: frozenset[Card]
) -> None:  # fmt: skip
    value, low, high = line.value(key), *span
    covered = {card for cards, _ in counted for card in cards}
    if not covered & all_ or c.profile.score.assumed:
        return
    complete, net = covered >= all_, "net" in line.claimed  # counted after what is left was taken off
    if value is None:
        if low == high and (complete or (net and key == "left")):
            line.claimed[key] = low
        return
    if net:
        return
    if key == "left":
        value = -abs(value)
    if low <= value <= high or (not complete and (value > high if key == "cards" else value < low)):
        return
    right = low if complete and low == high else None
    told = str(low) if low == high else f"{low} to {high}"
    _clash(c, line, key, right, f"the cards counted make {told}, not {value}")


def _check_red_classes(c: Context, line: Line, counted: dict[str, list[tuple[tuple[Card, ...], int]]]) -> None:
    shown, hidden = (
        next((n for cards, n in counted[place] if cards == (RED_THREE,)), None) for place in ("laid", "left")
    )
    if shown is None or c.profile.score.red_three:
        return
    reds = line.value("reds")
    if hidden is None:
        return
    can = {
        int(red_three_points(INTEGERS, c.profile, shown, hidden - foot, foot, laid))
        for foot in range(min(hidden, 2 * c.profile.packs) + 1)
        for laid in (True, False)
    }
    if reds is None and len(can) == 1:
        line.claimed["reds"] = can.pop()
    elif reds is not None and reds not in can:
        right = can.pop() if len(can) == 1 else None
        _clash(
            c,
            line,
            "reds",
            right,
            f"{shown} red threes laid and {hidden} left make {right or 'another figure'}, not {reds}",
        )


def _check_copies(c: Context, w: Worth, book: Book, line: Line) -> None:
    """All sides together have no more cards of a class than the packs hold."""
    if w.endless:
        return
    counts = [
        (found[1], n)
        for other in book.lines
        if other.deal == line.deal and other.statement is not None
        for key, n in other.claimed.items()
        if n is not None and (found := class_of(key)) is not None
    ]
    for key in list(line.claimed):
        found = class_of(key)
        if found is None:
            continue
        most = sum(w.copies[card] for card in found[1])
        n = sum(number for cards, number in counts if set(cards) <= set(found[1]))
        if n > most:
            name = key.partition("-")[2]
            _cannot(
                c,
                line,
                key,
                f"{n} cards of the class {name} are counted in all; the packs hold {most}",
                f"at most {most}",
            )
            return
