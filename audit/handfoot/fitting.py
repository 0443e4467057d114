"""Which of the shipped rules fit a record: tried out one after the other, or guessed from its packets, players and scores.

A guess is what an HF006 names. Trying out is ``--rules auto``: the fewest errors fit best, equals are all named, and a ``Rules`` tag
is still what the record is judged by. A record with many errors is tried out unasked: it may be of another game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from handfoot_grammar import log
from handfoot_grammar.log import Game
from handfoot_spec.definitions import INTEGERS, packet_complete
from handfoot_spec.profile import Profile
from handfoot_spec.profile_files import load, shipped
from handfoot_spec.support import not_honoured

from .checks.scores import knows_entry

if TYPE_CHECKING:
    from .auditing import Options
    from .findings import Finding
    from .report import GameReport

AUTO = "auto"
"""The name of no profile: rules that are to be found by trying."""

MANY_ERRORS, FAR_BETTER, LONGEST = 12, 4, 10_000
"""From how many errors other rules are tried, how many times fewer these must leave to be named, and up to how many statements."""


@cache
def candidates() -> tuple[Profile, ...]:
    """The shipped profiles that an audit can go by; those of a document at hand before those described at second hand."""
    profiles = [profile for profile in map(load, shipped()) if not not_honoured(profile)]
    return tuple(sorted(profiles, key=lambda p: not any(source.files for source in p.sources.values())))


# --- a guess ------------------------------------------------------------------------------------------------------


def hint(game: Game, profile: Profile) -> str:
    """The end of a message about a record of another game: the shipped rules that its packets, players and scores fit."""
    others = [other for other in candidates() if other.name != profile.name and _can_be(game, other)]
    if not others:
        return ""
    most = max(_known_entries(game, other) for other in others)
    names = [repr(other.name) for other in others if _known_entries(game, other) == most]
    return f"; the rules {_listed(names)} {'fit' if len(names) > 1 else 'would fit'} its players and packets" + (
        " (--rules auto tries them)" if len(names) > 1 else ""
    )


def _can_be(game: Game, profile: Profile) -> bool:
    """Whether the number of players, and every packet and stock recorded, are those of a profile."""
    players = len(game.seats)
    if players not in profile.table.players:
        return False
    deal, packets = profile.at_table(players).at_deal(1), 0
    for statement in game.statements:
        if isinstance(statement, log.DealStart):
            deal, packets = profile.at_table(players).at_deal(statement.number), 0
        elif isinstance(statement, log.Dealt):
            packets += len(statement.cards)
            if not packet_complete(INTEGERS, deal, len(statement.cards), statement.foot):
                return False
        elif isinstance(statement, log.StockOrder):
            dealt = players * (deal.table.hand + deal.table.foot)
            if len(statement.cards) != deal.deck_size - dealt - deal.starter.turned:
                return False
    return True


def _known_entries(game: Game, profile: Profile) -> int:
    """How many score entries of a record are ones that a profile knows."""
    lines = (s for s in game.statements if isinstance(s, log.ScoreLine))
    return sum(value is None or knows_entry(profile, key, value) for line in lines for key, value in line.entries)


# --- trying out ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trial:
    """What a record comes to under one profile: errors and warnings that follow from nothing else, by code."""

    profile: str
    verdict: str
    errors: Counter[str]
    warnings: Counter[str]
    open: int

    @property
    def cost(self) -> tuple[bool, int]:
        """The less the better it fits: another game altogether last, then the number of errors."""
        return self.verdict == "mismatch", sum(self.errors.values())

    def words(self) -> str:
        """``no error``, ``2 errors (HF303, HF601)``, ``another game``."""
        n = sum(self.errors.values())
        if self.verdict == "mismatch":
            return "another game"
        return f"{n} error{'s' * (n != 1)} ({', '.join(sorted(self.errors))})" if n else "no error"

    def to_json(self) -> dict[str, Any]:
        """As it stands in a JSON report."""
        return {
            "profile": self.profile, "verdict": self.verdict, "errors": dict(sorted(self.errors.items())),
            "warnings": dict(sorted(self.warnings.items())),
        }  # fmt: skip


@dataclass(frozen=True)
class Fitting:
    """All trials of a record, in the order in which they fit, and the ``Rules`` tag that it has, if any."""

    trials: tuple[Trial, ...]
    tag: str | None = None

    @property
    def best(self) -> tuple[Trial, ...]:
        """The trials that fit best, several at a tie; none where the record is of another game under each."""
        if not self.trials or self.trials[0].verdict == "mismatch":
            return ()
        return tuple(trial for trial in self.trials if trial.cost == self.trials[0].cost)

    def lines(self) -> Iterator[str]:
        """Two or three lines of a text report."""
        best = self.best
        if not best:
            yield "no shipped rules fit: under each the record is of another game"
            return
        names = _listed([trial.profile for trial in best])
        each = " each" if len(best) > 1 else ""
        yield f"{names} {'fit' if each else 'fits'} best: {best[0].words()}{each}"
        others = [f"{trial.profile} {trial.words()}" for trial in self.trials[len(best) :]]
        if others:
            yield f"less well: {'; '.join(others)}"
        if self.tag is not None and self.tag not in {trial.profile for trial in best}:
            yield f"the log says [Rules {self.tag!r}], and by these it was judged"

    def to_json(self) -> dict[str, Any]:
        """As it stands in a JSON report."""
        return {"best": [trial.profile for trial in self.best], "tried": [trial.to_json() for trial in self.trials]}


def audit_by_best(game: Game, options: Options) -> GameReport:
    """The audit by the rules that fit best; by those of a ``Rules`` tag where there is one that nobody sets aside.

    :raises UsageError: as ``audit_game`` does.
    """
    from .auditing import audit_game

    fitting = try_all(game)
    tag = game.tags.get("Rules")
    if tag is not None and not options.override_rules:
        report = audit_game(game, replace(options, rules=None))
    else:
        reports = []
        names: list[str | None] = [trial.profile for trial in fitting.best or fitting.trials[:1]]
        for name in names or [None]:
            reports.append(audit_game(game, replace(options, rules=name)))
            if reports[-1].verdict != "impossible":  # of equals, what the solver has nothing against
                break
        report = reports[-1] if reports[-1].verdict != "impossible" else reports[0]
    report.fitting = replace(fitting, tag=None if report.overridden else tag)
    return report


def other_rules(game: Game, rules: str, findings: Iterable[Finding]) -> Fitting | None:
    """Which rules fit a record that breaks those of its profile many times; None where no others fit it far better."""
    errors = sum(f.level == "error" and f.because_of is None and f.waived is None for f in findings)
    if errors < MANY_ERRORS or len(game.statements) > LONGEST:
        return None
    found = try_all(game)
    best = found.best
    if not best or FAR_BETTER * best[0].cost[1] > errors or rules in {trial.profile for trial in best}:
        return None
    return replace(found, tag=game.tags.get("Rules"))


def try_all(game: Game) -> Fitting:
    """The record under every shipped profile, the best fit first."""
    trials = [_tried(game, profile) for profile in candidates()] if game.seats else []
    return Fitting(tuple(sorted(trials, key=lambda t: (*t.cost, sum(t.warnings.values()), t.open))))


def _tried(game: Game, profile: Profile) -> Trial:
    from .auditing import Options, Rules, finished
    from .auditor import GameAuditor

    auditor = GameAuditor(game, profile)
    auditor.run()
    report = finished(game, Options(), Rules(profile), auditor)
    live = [f for f in report.findings if f.because_of is None and f.waived is None]
    return Trial(
        profile.name,
        report.verdict,
        Counter(f.code for f in live if f.level == "error"),
        Counter(f.code for f in live if f.level == "warning"),
        sum(f.undecided for f in live),
    )


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
