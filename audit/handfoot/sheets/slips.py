"""The slip of the pen that explains a sheet: one change after which everything on it is right. Offered, never applied.

Every figure of a faulty deal is changed in the ways in which people miswrite and misreckon (``miswritten``). What mends its deal is
audited with the whole game; what is left is ordered by how common the slip is. A change that no end of a deal can have is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, cast

from handfoot_grammar import log
from handfoot_grammar.log import Game
from handfoot_spec.profile import Profile

from ..auditor import GameAuditor
from .check import check_possible, deals_to_judge, sheet_of
from .miswritten import KINDS, ORDER, Change, changes, entries_of, parts_missing
from .model import NotModelled
from .possible import Judge

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

    def to_json(self) -> dict[str, Any]:
        """As it stands in a JSON report."""
        return {
            "line": self.line, "column": self.column, "team": self.team, "key": self.key, "written": self.written,
            "should": self.should, "kind": self.kind, "faults_left": self.faults_left,
        }  # fmt: skip


def likely_slips(game: Game, profile: Profile, *, possible: bool = True, limit: int = 5) -> list[Slip]:
    """The single changes after which most is right, the likeliest first; none where nothing is wrong.

    :param possible: whether the solver is asked, too, which of them a legal end of a deal can have (where there is one).
    """
    faults, clash = _faults(game, profile, possible)
    if not faults:
        return []
    found: list[tuple[tuple[int, int, int, int, int, str], Change]] = []
    deals = _Deals(game, profile)
    for change in _unique(changes(game, profile, _suspects(game, faults))):
        if not deals.mended_by(change):
            continue
        changed = _changed(game, change)
        left = len(_faults(changed, profile, False)[0])
        if left < len(faults) or (clash and not left):
            missing = sum(parts_missing(profile, entries_of(changed, place)) for place, _ in change.entries)
            key = left, missing, ORDER[change.kind], change.place, _distance(game, change), change.key
            found.append((key, change))
    found.sort(key=lambda one: one[0])
    slips: list[Slip] = []
    known: dict[object, bool] = {}
    for index, ((left, *_), change) in enumerate(found):
        if len(slips) == limit or (possible and index >= _TRIED):
            break
        if possible and _is_refused(_changed(game, change), profile, known):
            continue
        slips.append(_slip(game, change, left))
    return slips


@dataclass(frozen=True)
class _Fault:
    """The line of something wrong with the scores, and whether it follows from nothing else."""

    line: int
    root: bool


def _faults(game: Game, profile: Profile, possible: bool) -> tuple[list[_Fault], bool]:
    """Everything that is wrong with the scores, and whether only the solver says so."""
    auditor = GameAuditor(game, profile)
    auditor.run()
    clash = False
    if possible and not _wrong(auditor) and deals_to_judge(auditor):
        try:
            clash = any(verdict.status == "impossible" for verdict in check_possible(auditor, tell=False))
        except ImportError:
            clash = False
    return _wrong(auditor), clash


def _wrong(auditor: GameAuditor) -> list[_Fault]:
    return [
        _Fault(f.span.line, f.because_of is None)
        for f in auditor.c.findings
        if f.level == "error" and "HF800" < f.code < "HF813"
    ]


def _is_refused(game: Game, profile: Profile, known: dict[object, bool]) -> bool:
    """Whether some deal of a game has figures that no end of a deal has; ``known`` are the answers so far."""
    auditor = GameAuditor(game, profile)
    auditor.run()
    for deal, lines in deals_to_judge(auditor):
        sheet = [sheet_of(auditor.c, line) for line in lines]
        key = deal, tuple((side.players, tuple(sorted(side.figures.items())), side.net) for side in sheet)
        if key not in known:
            try:
                judge = Judge(
                    profile.at_deal(deal) if auditor.profile is profile else auditor.profile.at_deal(deal), sheet
                )
                known[key] = judge.decide(judge.labels).status == "impossible"
            except (ImportError, NotModelled):
                known[key] = False
        if known[key]:
            return True
    return False


class _Deals:
    """The deals of a game one by one: what does not make its own deal better cannot make the game better."""

    def __init__(self, game: Game, profile: Profile) -> None:
        self.game, self.profile = game, profile
        self.deal_of: list[int] = []
        deal = -1
        for place, statement in enumerate(game.statements):
            deal = place if isinstance(statement, log.DealStart) else deal
            self.deal_of.append(deal)
        self.before: dict[int, int] = {}

    def mended_by(self, change: Change) -> bool:
        """Whether a change is worth an audit of the whole game."""
        if change.key == "running" or isinstance(self.game.statements[change.place], log.Result):
            return True  # what is carried on is no matter of one deal
        deal = self.deal_of[change.place]
        if deal not in self.before:
            self.before[deal] = self._wrong(self.game, deal)
        after = self._wrong(_changed(self.game, change), deal)
        return after < self.before[deal] or after == self.before[deal] == 0

    def _wrong(self, game: Game, deal: int) -> int:
        """How much is wrong with one deal, the totals so far left out."""
        statements: list[log.Statement] = []
        for place, statement in enumerate(game.statements):
            if self.deal_of[place] not in (-1, deal) or isinstance(statement, log.Result):
                continue
            if isinstance(statement, log.ScoreLine):
                kept = tuple(entry for entry in statement.entries if entry[0] not in ("running", "opening"))
                statement = _line(statement, kept)
            statements.append(statement)
        return len(_faults(replace(game, statements=statements), self.profile, False)[0])


def _suspects(game: Game, faults: list[_Fault]) -> list[int]:
    """The places of score lines in deals with a fault that follows from no other, and of the result where it is at fault."""
    deals: list[list[int]] = [[]]
    for place, statement in enumerate(game.statements):
        if isinstance(statement, log.DealStart):
            deals.append([])
        elif isinstance(statement, log.Result):
            deals.append([place])
        elif isinstance(statement, log.ScoreLine):
            deals[-1].append(place)
    roots = {fault.line for fault in faults if fault.root} or {fault.line for fault in faults}
    found = [
        place for deal in deals for place in deal if any(game.statements[other].at.line in roots for other in deal)
    ]
    return found or [place for deal in deals for place in deal]


def _changed(game: Game, change: Change) -> Game:
    """The game with the change made in it, of which the first stays as it is."""
    statements = list(game.statements)
    for place, changed in change.entries:
        statement = statements[place]
        if isinstance(statement, log.Result):
            totals = tuple((team, changed.get(game.team_name(team), n)) for team, n in statement.totals)
            statements[place] = log.Result(
                statement.at, cast("tuple[tuple[log.Team, int], ...]", totals), statement.winners
            )
            continue
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


def _unique(changes: Iterator[Change]) -> Iterator[Change]:
    """Each change once, as the likeliest kind."""
    best: dict[str, Change] = {}
    for change in changes:
        same = repr(change.entries)
        if same not in best or ORDER[change.kind] < ORDER[best[same].kind]:
            best[same] = change
    yield from best.values()


def _distance(game: Game, change: Change) -> int:
    written = entries_of(game, change.place).get(change.key) or 0
    return abs(written - (change.should or 0))


def _slip(game: Game, change: Change, left: int) -> Slip:
    statement = game.statements[change.place]
    written = entries_of(game, change.place).get(change.key)
    if isinstance(statement, log.Result):
        index = next(i for i, (team, _) in enumerate(statement.totals) if game.team_name(team) == change.key)
        span = statement.at.entry(index)
        return Slip(span.line, span.column, change.key, "result", written, change.should, change.kind, left)
    assert isinstance(statement, log.ScoreLine)
    at = next((i for i, (key, _) in enumerate(statement.entries) if key == change.key), None)
    span = statement.at.whole() if at is None else statement.at.entry(at)
    name = game.team_name(statement.team)
    return Slip(span.line, span.column, name, change.key, written, change.should, change.kind, left)
