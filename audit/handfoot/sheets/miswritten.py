"""What people do when they write a sheet: the single changes after which a figure may be right, each with its kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from handfoot_grammar import log
from handfoot_grammar.log import Game
from handfoot_spec.profile import Profile

from ..checks.scorebook import is_cut

KINDS = {
    "digits swapped": "two digits are swapped",
    "sign": "the sign is lost",
    "out forgotten": "the bonus for going out is not counted",
    "out on the wrong side": "the bonus for going out stands with the wrong side",
    "left added": "what is left is added and not subtracted",
    "left not subtracted": "what is left is not subtracted",
    "left subtracted twice": "what is left is subtracted twice",
    "red threes forgotten": "the red threes are not counted",
    "red threes negative": "the red threes are subtracted and not added",
    "columns swapped": "two columns are swapped",
    "sides swapped": "the figures of two sides are swapped",
    "ten times": "a nought too many or too few",
    "carried from elsewhere": "the total so far is carried from another line",
    "not carried": "this deal is not added to the total so far",
    "book forgotten": "a book is not counted",
    "book counted twice": "a book is counted twice",
    "cards netted": "what is left is taken from the cards already, and subtracted again",
    "digit": "a digit is wrong",
    "added up wrongly": "the sum is wrong",
}
"""The kinds of slip, the likeliest first, in the words of a message."""
ORDER = {kind: place for place, kind in enumerate(KINDS)}


@dataclass(frozen=True)
class Change:
    """New entries for some statements, by their place in the game; ``key`` and ``should`` name the first."""

    kind: str
    place: int
    key: str
    should: int | None
    entries: tuple[tuple[int, dict[str, int | None]], ...]


def entries_of(game: Game, place: int) -> dict[str, int | None]:
    """The figures of a score line, or those of a result by the names of the sides; what is written twice counts the first time."""
    statement = game.statements[place]
    if isinstance(statement, log.Result):
        return {game.team_name(team): points for team, points in reversed(statement.totals)}
    assert isinstance(statement, log.ScoreLine)
    return dict(reversed(statement.entries))


def changes(game: Game, profile: Profile, places: list[int]) -> Iterator[Change]:
    """All single changes of some score lines and results."""
    for place in places:
        entries = entries_of(game, place)
        is_result = isinstance(game.statements[place], log.Result)
        for key, value in entries.items():
            if value is not None:
                for kind, should in (*_written(value), *_counted(profile, key, value)):
                    if is_result or _has_sense(key, should):
                        yield _one(place, kind, key, should)
        if is_result:
            yield from _result(game, place, entries)
            continue
        yield from _reckoned(profile, place, entries)
        for other in places:
            if other > place and _same_deal(game, place, other):
                yield from _between(profile, place, entries, other, entries_of(game, other))
        yield from _carried(game, place, entries)


def _has_sense(key: str, value: int) -> bool:
    """Whether a figure has a sign that it can have."""
    return value <= 0 if key == "left" else value >= 0 or key in ("total", "running", "reds")


def _result(game: Game, place: int, entries: dict[str, int | None]) -> Iterator[Change]:
    """A result that is not the last total so far, or stands with another side."""
    last: dict[str, int] = {}
    for statement in game.statements[:place]:
        if isinstance(statement, log.ScoreLine):
            name, row = game.team_name(statement.team), dict(statement.entries)
            if row.get("running") is not None:
                last[name] = row["running"] or 0
            elif row.get("total") is not None:
                last[name] = last.get(name, 0) + (row["total"] or 0)
    for name, points in entries.items():
        if name in last and last[name] != points:
            yield _one(place, "added up wrongly", name, last[name])
        for other, theirs in entries.items():
            if name < other and points != theirs:
                yield Change("sides swapped", place, name, theirs, ((place, {name: theirs, other: points}),))


def parts_missing(profile: Profile, entries: dict[str, int | None]) -> bool:
    """Whether a total needs more than the parts that are written: a change that leaves it so explains less."""
    parts = [*profile.books_by_kind, "cards", "left", "total"]
    if any(entries.get(key) is None for key in parts):
        return False
    return entries["total"] != _right(profile, {key: n or 0 for key, n in entries.items()})


def _right(profile: Profile, value: dict[str, int]) -> int:
    """What the parts of a line make."""
    books = sum(book.bonus * value.get(book.kind, 0) for book in profile.books)
    cut = sum(n for key, n in value.items() if is_cut(profile, key, n))
    return value.get("bonus", books) + cut + sum(value.get(key, 0) for key in ("cards", "reds", "left", "out"))


def _one(place: int, kind: str, key: str, should: int) -> Change:
    return Change(kind, place, key, should, ((place, {key: should}),))


def _same_deal(game: Game, first: int, second: int) -> bool:
    return not any(isinstance(s, log.DealStart) for s in game.statements[first:second])


def _written(value: int) -> Iterator[tuple[str, int]]:
    """What was meant where a number is miswritten."""
    sign, digits = (-1 if value < 0 else 1), str(abs(value))
    if value:
        yield "sign", -value
        yield "ten times", value * 10
    if value and value % 10 == 0:
        yield "ten times", value // 10
    for i in range(len(digits)):
        if i and digits[i] != digits[i - 1]:
            yield "digits swapped", sign * int(digits[: i - 1] + digits[i] + digits[i - 1] + digits[i + 1 :])
        for digit in "0123456789":
            if digit != digits[i] and len(digits) > 1:
                yield "digit", sign * int(digits[:i] + digit + digits[i + 1 :])


def _counted(profile: Profile, key: str, value: int) -> Iterator[tuple[str, int]]:
    """What was meant where books, red threes or the bonus for going out are miscounted."""
    if key in profile.books_by_kind:
        yield "book forgotten", value + 1
        if value:
            yield "book counted twice", value - 1
    elif key == "reds" and value == 0 and profile.threes.red_points:
        for n in range(1, 2 * profile.packs + 1):
            yield "red threes forgotten", n * profile.threes.red_points
    elif key == "out" and not value:
        yield "out forgotten", profile.out.bonus


def _reckoned(profile: Profile, place: int, entries: dict[str, int | None]) -> Iterator[Change]:
    """Sums that were made wrongly, and columns that were swapped."""
    value = {key: n or 0 for key, n in entries.items()}
    books = sum(book.bonus * value.get(book.kind, 0) for book in profile.books)
    bonus = value.get("bonus", books)
    cards, reds, left, out = (value.get(key, 0) for key in ("cards", "reds", "left", "out"))
    right = _right(profile, value)
    if entries.get("total") is not None and "cards" in value:
        off = value["total"] - right
        parts = {
            -2 * left: "left added", -left: "left not subtracted", left: "left subtracted twice", -reds: "red threes forgotten",
            -2 * reds: "red threes negative", -out: "out forgotten",
            **{-book.bonus: "book forgotten" for book in profile.books if value.get(book.kind)},
            **{book.bonus: "book counted twice" for book in profile.books if value.get(book.kind)},
        }  # fmt: skip
        yield _one(place, parts.get(off, "added up wrongly") if off else "added up wrongly", "total", right)
        if not out and off == profile.out.bonus:
            yield _one(place, "out forgotten", "out", profile.out.bonus)
    if entries.get("bonus") is not None and books != bonus:
        kinds_off = {-book.bonus: "book forgotten" for book in profile.books}
        kinds_off |= {book.bonus: "book counted twice" for book in profile.books}
        yield _one(place, kinds_off.get(bonus - books, "added up wrongly"), "bonus", books)
    if left and "cards" in value:
        yield _one(place, "cards netted", "cards", cards - left)
    kinds = [book.kind for book in profile.books if entries.get(book.kind) is not None]
    for i, first in enumerate(kinds):
        for second in kinds[i + 1 :]:
            if value[first] != value[second]:
                swapped: dict[str, int | None] = {first: value[second], second: value[first]}
                yield Change("columns swapped", place, first, value[second], ((place, swapped),))


def _between(
    profile: Profile, place: int, mine: dict[str, int | None], other: int, theirs: dict[str, int | None]
) -> Iterator[Change]:
    """What stands with the other side of the deal: the bonus for going out, one figure, or all of them."""
    shared = [key for key in mine if key in theirs and mine[key] is not None and theirs[key] is not None]
    for giver, has, taker, gets in ((place, mine, other, theirs), (other, theirs, place, mine)):
        if has.get("out") and not gets.get("out"):
            moved = ((giver, {"out": 0}), (taker, {"out": has["out"]}))
            yield Change("out on the wrong side", giver, "out", 0, moved)  # type: ignore[arg-type]
    for keys in (*[[key] for key in shared], [key for key in shared if key not in ("total", "running")], shared):
        if any(mine[key] != theirs[key] for key in keys):
            swapped = ((place, {key: theirs[key] for key in keys}), (other, {key: mine[key] for key in keys}))
            first = next(key for key in keys if mine[key] != theirs[key])
            yield Change("sides swapped", place, first, theirs[first], swapped)


def _carried(game: Game, place: int, entries: dict[str, int | None]) -> Iterator[Change]:
    """A total so far that was not carried on from the line before it."""
    running, total = entries.get("running"), entries.get("total")
    if running is None or total is None:
        return
    statement = game.statements[place]
    before, others = 0, set()
    for earlier in game.statements[:place]:
        if isinstance(earlier, log.ScoreLine):
            n = dict(earlier.entries).get("running")
            others.add(n)
            if earlier.team == statement.team:  # type: ignore[union-attr]
                before = n or 0
    if running != before + total:
        kind = "not carried" if running == before else "added up wrongly"
        if running == total or running - total in others:
            kind = "carried from elsewhere"
        yield _one(place, kind, "running", before + total)
