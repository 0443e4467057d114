"""The slip of the pen that explains a sheet: one change after which everything on it is right. Offered, never applied.

Every figure of a faulty deal is changed in the ways in which people miswrite and misreckon, and the whole game is audited again with each
change. What is left is ordered by how common the slip is. A change that the solver shows to be impossible is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import cast

from handfoot_grammar import log
from handfoot_grammar.log import Game
from handfoot_spec.profile import Profile

from ..auditor import GameAuditor
from ..checks.scorebook import is_cut
from .check import check_possible, deals_to_judge

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
_ORDER = {kind: place for place, kind in enumerate(KINDS)}

_TRIED = 40
"""How many of the likeliest slips are put to the solver."""


@dataclass(frozen=True)
class Slip:
    """One change that makes a sheet right: ``written`` at ``line`` and ``column`` should be ``should`` (None: not written there).

    ``faults_left`` counts what is still wrong with the game after it.
    """

    line: int
    column: int
    team: str
    key: str
    written: int | None
    should: int | None
    kind: str
    faults_left: int = 0

    @property
    def words(self) -> str:
        """The slip in words: ``Ana+Chi: total 4190 should be 4910: two digits are swapped``."""
        written = "is not written and" if self.written is None else f"{self.written}"
        return f"{self.team}: {self.key} {written} should be {self.should}: {KINDS[self.kind]}"


@dataclass(frozen=True)
class _Change:
    """New entries for some statements, by their place in the game; ``key`` and ``should`` name the first."""

    kind: str
    place: int
    key: str
    should: int | None
    entries: tuple[tuple[int, dict[str, int | None]], ...]


def likely_slips(game: Game, profile: Profile, *, possible: bool = True, limit: int = 5) -> list[Slip]:
    """The single changes after which most is right, the likeliest first; none where nothing is wrong.

    :param possible: whether the solver is asked, too, which of them a legal end of a deal can have (where there is one).
    """
    faults, clash = _faults(game, profile, possible)
    if not faults:
        return []
    found: list[tuple[tuple[int, int, int, int, str], _Change]] = []
    for change in _unique(_changes(game, profile, _suspects(game, faults))):
        left = len(_faults(_changed(game, change), profile, False)[0])
        if left < len(faults) or (clash and not left):
            found.append(((left, _ORDER[change.kind], change.place, _distance(game, change), change.key), change))
    found.sort(key=lambda one: one[0])
    slips: list[Slip] = []
    for index, ((left, *_), change) in enumerate(found):
        if len(slips) == limit or (possible and index >= _TRIED):
            break
        if possible and _solver_refuses(_changed(game, change), profile):
            continue
        slips.append(_slip(game, change, left))
    return slips


def _faults(game: Game, profile: Profile, possible: bool) -> tuple[list[int], bool]:
    """The lines of everything that is wrong with the scores, and whether only the solver says so."""
    auditor = GameAuditor(game, profile)
    auditor.run()
    clash = False
    if possible and not _wrong(auditor) and deals_to_judge(auditor):
        clash = _is_impossible(auditor)
    return _wrong(auditor), clash


def _wrong(auditor: GameAuditor) -> list[int]:
    return [f.span.line for f in auditor.c.findings if f.level == "error" and "HF800" < f.code < "HF813"]


def _is_impossible(auditor: GameAuditor) -> bool:
    try:
        return any(verdict.status == "impossible" for verdict in check_possible(auditor, tell=False))
    except ImportError:
        return False


def _solver_refuses(game: Game, profile: Profile) -> bool:
    auditor = GameAuditor(game, profile)
    auditor.run()
    return _is_impossible(auditor)


def _suspects(game: Game, faults: list[int]) -> list[int]:
    """The places of score lines in deals with a fault, and of the result where it is at fault."""
    deals: list[list[int]] = [[]]
    for place, statement in enumerate(game.statements):
        if isinstance(statement, log.DealStart):
            deals.append([])
        elif isinstance(statement, log.ScoreLine):
            deals[-1].append(place)
    found = [
        place for deal in deals for place in deal if any(game.statements[other].at.line in faults for other in deal)
    ]
    return found or [place for deal in deals for place in deal]


def _entries(game: Game, place: int) -> dict[str, int | None]:
    statement = game.statements[place]
    assert isinstance(statement, log.ScoreLine)
    return dict(reversed(statement.entries))


def _changed(game: Game, change: _Change) -> Game:
    """The game with the change made in it, of which the first stays as it is."""
    statements = list(game.statements)
    for place, changed in change.entries:
        statement = statements[place]
        assert isinstance(statement, log.ScoreLine)
        kept = [(key, changed.get(key, value)) for key, value in statement.entries]
        added = [(key, value) for key, value in changed.items() if key not in dict(statement.entries)]
        statements[place] = _line(statement, (*kept, *added))
    return replace(game, statements=statements)


def _line(statement: log.ScoreLine, entries: tuple[tuple[str, int | None], ...]) -> log.ScoreLine:
    return log.ScoreLine(cast(log.Place, _Anywhere(statement.at)), statement.team, entries)


class _Anywhere:
    """The place of a changed line: as the line's own, but for entries that are not written on it."""

    def __init__(self, place: log.Place) -> None:
        self._place = place

    def entry(self, index: int) -> log.Span:
        """An entry's place, or the whole line's."""
        try:
            return self._place.entry(index)
        except IndexError:
            return self._place.whole()

    def __getattr__(self, name: str) -> object:
        return getattr(self._place, name)


def _unique(changes: Iterator[_Change]) -> Iterator[_Change]:
    """Each change once, as the likeliest kind."""
    best: dict[str, _Change] = {}
    for change in changes:
        same = repr(change.entries)
        if same not in best or _ORDER[change.kind] < _ORDER[best[same].kind]:
            best[same] = change
    yield from best.values()


def _distance(game: Game, change: _Change) -> int:
    written = _entries(game, change.place).get(change.key) or 0
    return abs(written - (change.should or 0))


def _slip(game: Game, change: _Change, left: int) -> Slip:
    statement = game.statements[change.place]
    assert isinstance(statement, log.ScoreLine)
    index = next((i for i, (key, _) in enumerate(statement.entries) if key == change.key), None)
    span = statement.at.whole() if index is None else statement.at.entry(index)
    return Slip(
        span.line, span.column, game.team_name(statement.team), change.key, _entries(game, change.place).get(change.key),
        change.should, change.kind, left,
    )  # fmt: skip


# --- what people do ------------------------------------------------------------------------------------------------


def _changes(game: Game, profile: Profile, places: list[int]) -> Iterator[_Change]:
    """All single changes of some score lines."""
    for place in places:
        entries = _entries(game, place)
        for key, value in entries.items():
            if value is not None:
                for kind, should in (*_written(value), *_counted(profile, key, value)):
                    yield _one(place, kind, key, should)
        yield from _reckoned(profile, place, entries)
        for other in places:
            if other > place and _same_deal(game, place, other):
                yield from _between(profile, place, entries, other, _entries(game, other))
        yield from _carried(game, place, entries)


def _one(place: int, kind: str, key: str, should: int) -> _Change:
    return _Change(kind, place, key, should, ((place, {key: should}),))


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


def _reckoned(profile: Profile, place: int, entries: dict[str, int | None]) -> Iterator[_Change]:
    """Sums that were made wrongly, and columns that were swapped."""
    value = {key: n or 0 for key, n in entries.items()}
    books = sum(book.bonus * value.get(book.kind, 0) for book in profile.books)
    bonus = value.get("bonus", books)
    cut = sum(n for key, n in value.items() if is_cut(profile, key, n))
    cards, reds, left, out = (value.get(key, 0) for key in ("cards", "reds", "left", "out"))
    right = bonus + cards + reds + left + out + cut
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
                yield _Change("columns swapped", place, first, value[second], ((place, swapped),))


def _between(
    profile: Profile, place: int, mine: dict[str, int | None], other: int, theirs: dict[str, int | None]
) -> Iterator[_Change]:
    """What stands with the other side of the deal: the bonus for going out, one figure, or all of them."""
    shared = [key for key in mine if key in theirs and mine[key] is not None and theirs[key] is not None]
    for giver, has, taker, gets in ((place, mine, other, theirs), (other, theirs, place, mine)):
        if has.get("out") and not gets.get("out"):
            moved = ((giver, {"out": 0}), (taker, {"out": has["out"]}))
            yield _Change("out on the wrong side", giver, "out", 0, moved)  # type: ignore[arg-type]
    for keys in (*[[key] for key in shared], [key for key in shared if key not in ("total", "running")], shared):
        if any(mine[key] != theirs[key] for key in keys):
            swapped = ((place, {key: theirs[key] for key in keys}), (other, {key: mine[key] for key in keys}))
            first = next(key for key in keys if mine[key] != theirs[key])
            yield _Change("sides swapped", place, first, theirs[first], swapped)


def _carried(game: Game, place: int, entries: dict[str, int | None]) -> Iterator[_Change]:
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
