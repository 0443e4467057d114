"""The report: what an audit found in each game, as data and as the JSON of the contract."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from handfoot_engine.score import Figure

from ._version import __version__
from .findings import Finding

if TYPE_CHECKING:
    from .fitting import Fitting

SCHEMA = "handfoot-report/1"
VERDICTS = ("clean", "violations", "impossible", "mismatch", "undecided", "unreadable")
GOOD = ("clean", "undecided")
"""Verdicts that leave the exit status at 0."""


def figure_to_json(figure: Figure | None) -> Any:
    """An exact figure as a number, a range as ``{"min", "max"}``, an unknown one as null."""
    if figure is None:
        return None
    low, high = figure
    return low if low == high else {"min": low, "max": high}


@dataclass(slots=True)
class ScoreRow:
    """A team's score of one deal; figures are points or numbers of books, each a range."""

    deal: int
    team: str
    books: dict[str, Figure | None]
    cards: Figure | None
    reds: Figure | None
    left: Figure | None
    out: Figure | None
    bonus: Figure | None
    penalty: int
    total: Figure | None
    claimed_total: int | None
    repaired_total: int | None
    played: bool
    extras: Figure = (0, 0)
    unfinished: Figure = (0, 0)

    @property
    def besides(self) -> dict[str, Figure]:
        """Parts of the total that few tables have: what is paid for laying down first and the like, what unfinished melds cost."""
        return {name: f for name, f in (("extras", self.extras), ("unfinished", self.unfinished)) if f != (0, 0)}

    def to_json(self) -> dict[str, Any]:
        """The row as it stands in a JSON report."""
        row: dict[str, Any] = {"deal": self.deal, "team": self.team}
        row.update({kind: figure_to_json(count) for kind, count in self.books.items()})
        row.update(
            cards=figure_to_json(self.cards), reds=figure_to_json(self.reds), left=figure_to_json(self.left), out=figure_to_json(self.out),
            bonus=figure_to_json(self.bonus), penalty=self.penalty, total=figure_to_json(self.total),
            claimed_total=self.claimed_total, repaired_total=self.repaired_total,
        )  # fmt: skip
        row.update({name: figure_to_json(figure) for name, figure in self.besides.items()})
        return row


@dataclass(slots=True)
class GameReport:
    """One game's audit."""

    source: str
    number: int
    line: int
    sha256: str
    profile_name: str | None
    profile_sha256: str | None
    verdict: str
    deals: int
    turns: int
    hidden: bool
    findings: list[Finding]
    scores: list[ScoreRow] = field(default_factory=list)
    totals: dict[str, Figure | None] = field(default_factory=dict)
    winners: list[str] | None = None
    claimed_winners: list[str] | None = None
    rulings: list[str] = field(default_factory=list)
    overridden: str | None = None  # the Rules tag that --override-rules set aside
    certified: bool | str | None = None
    players: tuple[str, ...] = ()
    values_assumed: bool = False  # the source of the rules states no card values
    fitting: Fitting | None = None  # which rules fit, where that was asked (--rules auto) or others fit far better

    @property
    def errors(self) -> list[Finding]:
        """Error-level findings that follow from no other and are not waived."""
        return [f for f in self.findings if f.level == "error" and f.because_of is None and f.waived is None]

    @property
    def ok(self) -> bool:
        """Whether the verdict is clean or undecided."""
        return self.verdict in GOOD

    def to_json(self) -> dict[str, Any]:
        """The game object of the report."""
        return {
            "source": self.source, "game": self.number, "line": self.line, "sha256": self.sha256,
            "profile": None if self.profile_name is None else {
                "name": self.profile_name, "sha256": self.profile_sha256, "overrides": self.overridden,
            },
            "verdict": self.verdict, "deals": self.deals, "turns": self.turns, "hidden": self.hidden,
            "certified": self.certified,
            "findings": [finding.to_json() for finding in self.findings],
            "scores": [row.to_json() for row in self.scores],
            "totals": {team: figure_to_json(total) for team, total in self.totals.items()},
            "result": {"winners": self.winners, "claimed": self.claimed_winners},
            "rulings": self.rulings,
            "values_assumed": self.values_assumed,
            **({} if self.fitting is None else {"fitting": self.fitting.to_json()}),
        }  # fmt: skip


@dataclass(slots=True)
class Report:
    """The audit of any number of games."""

    games: list[GameReport]

    @property
    def findings(self) -> list[Finding]:
        """All findings of all games, in order."""
        return [finding for game in self.games for finding in game.findings]

    @property
    def ok(self) -> bool:
        """Whether every game is clean or undecided."""
        return all(game.ok for game in self.games)

    @property
    def verdict(self) -> str:
        """The verdict of the only game; of several, the first that is not clean, or clean."""
        return next((game.verdict for game in self.games if game.verdict != "clean"), "clean")

    def __iter__(self) -> Iterator[GameReport]:
        return iter(self.games)

    def summary(self) -> dict[str, int]:
        """How many games have which verdict."""
        counts = dict.fromkeys(VERDICTS, 0)
        for game in self.games:
            counts[game.verdict] += 1
        return {"games": len(self.games), **counts}

    def to_json(self) -> dict[str, Any]:
        """The whole report as the contract has it."""
        return {
            "schema": SCHEMA,
            "handfoot": __version__,
            "games": [g.to_json() for g in self.games],
            "summary": self.summary(),
        }
