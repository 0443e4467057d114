"""What a right sheet leaves open: an end of a deal that has its figures, what a figure that is not written can be, and of what a figure
that stands for several is made up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from handfoot_grammar.log import Game
from handfoot_spec.definitions import INTEGERS, book_points
from handfoot_spec.profile import Profile

from ..auditor import GameAuditor
from .check import deals_to_judge, sheet_of
from .ends import Witness
from .model import NotModelled
from .possible import ASSUMED, FIGURES, Judge, Span, has_more
from .ways import red_values

MOST_WAYS = 300
"""So many ways of making up a figure are tried; of more it is said that there are more."""
_FEW = 8
"""So many ways are written out."""

Way = Mapping[str, int]
"""Figures that are not written and make up one that is."""


@dataclass
class Ways:
    """How a figure is made up: all ways that a legal end of a deal has, how many are ``open`` at the solver's limit, and whether
    there are ``more`` than were tried."""

    key: str
    figure: int
    found: list[Way] = field(default_factory=list)
    open: int = 0
    more: bool = False

    @property
    def common(self) -> dict[str, tuple[int, int]]:
        """What each part is in all of them, from and to."""
        keys = self.found[0] if self.found else {}
        return {key: (min(way[key] for way in self.found), max(way[key] for way in self.found)) for key in keys}

    @property
    def words(self) -> str:
        """In words: every way where they are few, else how many there are and what they have in common."""
        first = f"{self.key} {self.figure}"
        unsure = (", or more" if self.more else "") + (f" ({self.open} more were not decided)" if self.open else "")
        if not self.found:
            return f"{first}: of what it is made up was not decided"
        if len(self.found) == 1 and not unsure:
            return f"{first} can only be {_parts(self.found[0])}"
        if len(self.found) <= _FEW:
            return f"{first} can be " + "; or ".join(map(_parts, self.found)) + unsure
        same = [f"{key} {low}" for key, (low, high) in self.common.items() if low == high]
        other = [f"{key} {low} to {high}" for key, (low, high) in self.common.items() if low != high]
        alike = f"; in all of them {', '.join(same)}" if same and not self.more else ""
        return f"{first} can be made up in {len(self.found)} ways{unsure}{alike}; {', '.join(other)}"

    def to_json(self) -> dict[str, Any]:
        """As it stands in a JSON report."""
        common = {key: _ends(ends) for key, ends in self.common.items()}
        return {
            "figure": self.key, "value": self.figure, "ways": [dict(way) for way in self.found], "more": self.more,
            "undecided": self.open, "common": common,
        }  # fmt: skip


@dataclass
class DealAnswer:
    """What was asked of one deal. ``ranges``: by side and key, None where the solver's limit was reached."""

    deal: int
    teams: list[str]
    status: str
    why: str = ""
    witness: Witness | None = None
    ranges: list[dict[str, Span | None]] = field(default_factory=list)
    ways: list[list[Ways]] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """In words, a line for each thing."""
        if self.status != "possible":
            yield f"deal {self.deal}: {self.why}"
        for s, team in enumerate(self.teams):
            if self.witness is not None:
                total = self.witness.figures[s]["total"]
                yield f"deal {self.deal}, {team}: a possible end, worth {total}: {self.witness.sides[s]}"
            for key, span in self.ranges[s].items() if self.ranges else ():
                yield f"deal {self.deal}, {team}: {key} {_range(span)}"
            for ways in self.ways[s] if self.ways else ():
                yield f"deal {self.deal}, {team}: {ways.words}"

    def to_json(self) -> dict[str, Any]:
        """As it stands in a JSON report."""
        sides: list[dict[str, Any]] = [{"team": team} for team in self.teams]
        for s, side in enumerate(sides):
            if self.witness is not None:
                side.update(end=self.witness.sides[s].to_json(), figures=dict(self.witness.figures[s]))
            if self.ranges:
                side["ranges"] = {key: _span(span) for key, span in self.ranges[s].items()}
                side["made_up"] = [ways.to_json() for ways in self.ways[s]]
        return {"deal": self.deal, "status": self.status, "why": self.why or None, "sides": sides}


def _parts(way: Way) -> str:
    return ", ".join(f"{key} {value}" for key, value in way.items())


def _ends(ends: tuple[int, int]) -> dict[str, int] | int:
    return ends[0] if ends[0] == ends[1] else {"min": ends[0], "max": ends[1]}


def _range(span: Span | None) -> str:
    if span is None:
        return "is not written; what it can be was not decided"
    unsure = [word for word, sure in (("less", span.is_least), ("more", span.is_most)) if not sure]
    if span.low == span.high and not unsure:
        return f"is not written and can only be {span.low}"
    perhaps = f", perhaps {' and '.join(unsure)} (not decided)" if unsure else ""
    return f"is not written and can be {span.low} to {span.high}{perhaps}"


def _span(span: Span | None) -> dict[str, Any] | int | None:
    if span is None:
        return None
    unsure = [word for word, sure in (("min", span.is_least), ("max", span.is_most)) if not sure]
    return {"min": span.low, "max": span.high, "undecided": unsure} if unsure else _ends((span.low, span.high))


def answers(game: Game, profile: Profile, *, witness: bool = False, ranges: bool = False) -> list[DealAnswer]:
    """What is asked of each deal whose figures are a sheet: an end of it, or what is not written.

    :raises ImportError: it takes the solver, and there is none.
    """
    auditor = GameAuditor(game, profile)
    auditor.run()
    if auditor.mismatch or auditor.sides_lost:
        return []
    lines_of = dict(deals_to_judge(auditor))
    found = []
    for ordinal, deal in enumerate(auditor.deal_numbers, 1):
        own = [line for line in auditor.book.lines if line.deal == ordinal and line.statement is not None]
        teams = [auditor.c.team_name(line.team) for line in own]
        if deal not in lines_of:
            if own and not any(line.played for line in own):
                found.append(DealAnswer(deal, teams, "not asked", "not asked, because something else is wrong with it"))
            continue
        sheet = [sheet_of(auditor.c, line) for line in lines_of[deal]]
        try:
            judge = Judge(auditor.profile.at_deal(deal), sheet)
            found.append(_answer(judge, deal, teams, witness, ranges))
        except NotModelled as reason:
            why = f"not decided: the rules have {reason}, which is not modelled"
            found.append(DealAnswer(deal, teams, "undecided", why))
    return found


def _answer(judge: Judge, deal: int, teams: list[str], witness: bool, ranges: bool) -> DealAnswer:
    verdict = judge.decide(judge.labels)
    answer = DealAnswer(deal, teams, verdict.status, f"not decided: {verdict.why}")
    if verdict.status == "impossible":
        answer.why = "no legal end of a deal has these figures together"
    if verdict.status == "possible":
        answer.why = ""
        answer.witness = verdict.witness if witness else None
    if ranges and verdict.status == "possible":
        answer.ranges = [_ranges(judge, index) for index in range(len(teams))]
        answer.ways = [list(_made_up(judge, index)) for index in range(len(teams))]
    return answer


def _ranges(judge: Judge, index: int) -> dict[str, Span | None]:
    """What each figure of a side that is not written can be."""
    keys = (*judge.profile.books_by_kind, *FIGURES)
    unknown = ASSUMED if judge.profile.score.assumed else ()
    missing = [key for key in keys if key not in judge.sheet[index].figures and key not in unknown]
    return {key: judge.span(index, key) for key in missing}


# --- figures that stand for several ------------------------------------------------------------------------------


def _made_up(judge: Judge, index: int) -> Iterator[Ways]:
    """The ways in which a side's bonus is made up of books, and its total of the parts that are not written."""
    if has_more(judge.profile):  # nobody writes down all that may be in them
        return
    figures = judge.sheet[index].figures
    kinds = [kind for kind in judge.profile.books_by_kind if kind not in figures]
    if "bonus" in figures and kinds:
        yield _tried(judge, index, "bonus", _books(judge.profile, figures, kinds))
    rest = [key for key in ("reds", "out") if key not in figures]
    if "bonus" not in figures and kinds:
        rest = [*kinds, *rest]
    parts = ("total", "cards", "left")
    if all(key in figures for key in parts) and rest and not (judge.profile.score.assumed or judge.sheet[index].net):
        yield _tried(judge, index, "total", _parts_of_total(judge.profile, figures, rest))


def _tried(judge: Judge, index: int, key: str, ways: Iterator[Way]) -> Ways:
    """Those ways that an end of a deal has."""
    found = Ways(key, judge.sheet[index].figures[key])
    for n, way in enumerate(ways):
        if n == MOST_WAYS:
            found.more = True
            break
        more = judge.beside(index, way)
        status = more.decide(more.labels).status
        found.open += status == "undecided"
        if status == "possible":
            found.found.append(way)
    return found


def _books(profile: Profile, figures: Mapping[str, int], kinds: Sequence[str]) -> Iterator[Way]:
    """Numbers of books that have a bonus together with those that are written."""
    given = {kind: figures.get(kind, 0) for kind in profile.books_by_kind}
    yield from _counts(profile, kinds, figures["bonus"] - int(book_points(INTEGERS, profile, given)))


def _counts(profile: Profile, kinds: Sequence[str], points: int) -> Iterator[Way]:
    """Numbers of books of some kinds whose bonuses are so many points."""
    if not kinds:
        if points == 0:
            yield {}
        return
    bonus = profile.books_by_kind[kinds[0]].bonus
    most = profile.deck_size // profile.melds.cap
    for n in range(min(most, points // bonus) + 1 if bonus > 0 else most + 1):
        for others in _counts(profile, kinds[1:], points - n * bonus):
            yield {kinds[0]: n, **others}


def _parts_of_total(profile: Profile, figures: Mapping[str, int], keys: Sequence[str]) -> Iterator[Way]:
    """Books, red threes and the bonus for going out that make up what a total has beside what is written."""
    known = sum(figures.get(key, 0) for key in ("cards", "left", "reds", "out", "cut"))
    kinds = [key for key in keys if key in profile.books_by_kind]
    bonus = figures.get("bonus")
    if bonus is None:
        bonus = int(book_points(INTEGERS, profile, {kind: figures.get(kind, 0) for kind in profile.books_by_kind}))
    cut = profile.table.cut_bonus
    guesses = [cut * n for n in range(profile.players + 1)] if cut and "cut" not in figures else [0]
    for out in (0, profile.out.bonus) if "out" in keys else (0,):
        for reds in red_values(profile) if "reds" in keys else (0,):
            for guessed in guesses:
                for books in _counts(profile, kinds, figures["total"] - known - bonus - out - reds - guessed):
                    way = {
                        **books,
                        **({"reds": reds} if "reds" in keys else {}),
                        **({"out": out} if "out" in keys else {}),
                    }
                    yield {**way, "cut": guessed} if len(guesses) > 1 else way
