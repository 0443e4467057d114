"""The score lines of a game: what each side claims for a deal, what was computed for it, and what is carried on."""

from __future__ import annotations

from dataclasses import dataclass, field

from handfoot_engine.score import Figure, TeamScore
from handfoot_grammar import log
from handfoot_spec.definitions import INTEGERS, book_points
from handfoot_spec.profile import Profile

from ..context import Context

MARKS = {"first": "first to lay down", "foot-first": "first in its Foot"}
"""Entries without a number that one side of a deal has."""

FLAGS = ("net", *MARKS)
"""Entries without a number."""

SHEET_KEYS = ("rest", "penalty")
"""Entries of a sheet without moves: one figure for all parts that are not written by themselves; points that a director took."""

BOOK_KEYS = ("run", "twos", "clean", "dirty", "wild")
"""Kinds of books of which a score may say that there are none, even where the game knows no such books."""


@dataclass
class Line:
    """A team's score of one deal: as claimed, as computed, and what may be carried on."""

    deal: int
    team: int
    claimed: dict[str, int | None] = field(default_factory=dict)
    statement: log.ScoreLine | None = None
    score: TeamScore | None = None
    strict: TeamScore | None = None
    repaired: int | None = None
    total: Figure | None = None  # the right total, as far as it is known
    finding: int | None = None  # the first error of this line
    played: bool = False
    cuts: tuple[int, ...] = (0,)  # what guesses of exactly two packets may have brought (points)
    out_doubted: bool = False  # this side cannot have gone out
    foreign: set[int] = field(default_factory=set)  # the findings of entries that the game does not know
    wrong: list[tuple[int, int]] = field(
        default_factory=list
    )  # points too many in an entry, and the finding that says so

    @property
    def faulty(self) -> bool:
        """Whether something was found wrong in it."""
        return self.finding is not None

    @property
    def written(self) -> log.ScoreLine:
        """The statement of a line that was claimed."""
        assert self.statement is not None
        return self.statement

    def value(self, key: str) -> int | None:
        """The claimed number of an entry; None where it is not written."""
        return self.claimed.get(key)

    def entry(self, key: str) -> log.Span:
        """Where the first entry of a key stands; the whole line where it was reckoned from others."""
        index = next((i for i, (name, _) in enumerate(self.written.entries) if name == key), None)
        return self.written.at.whole() if index is None else self.written.at.entry(index)

    def repeats(self) -> list[tuple[int, int]]:
        """What a sum is off that counts some of the wrong entries as they are written (points), and the first that it counts."""
        found: list[tuple[int, int]] = []
        for amount, id in self.wrong[:6]:  # no line has more
            found += [(amount, id), *((amount + other, first) for other, first in found)]
        return [(amount, id) for amount, id in found if amount]


class Book:
    """All score lines of a game, by deal."""

    def __init__(self, teams: int) -> None:
        self.lines: list[Line] = []
        self.running: list[Figure | None] = [(0, 0)] * teams
        self.claimed_running: list[int | None] = [None] * teams
        self.suspect: list[int | None] = [None] * teams  # the first error that a team's totals carry on
        self.marks: dict[tuple[str, int], list[Line]] = {}  # the lines with a mark, by the mark and the deal
        self.rightly: set[tuple[str, int]] = set()  # marks that nothing spoke against
        self.opened: dict[int, bool] = {}  # deals in which somebody laid down

    def lose(self) -> None:
        """A whole deal is not known, so no total after it is."""
        self.running = [None] * len(self.running)
        self.claimed_running = [None] * len(self.running)

    def line(self, deal: int, team: int) -> Line:
        """The line of a team in the current deal."""
        for line in reversed(self.lines):
            if line.deal == deal and line.team == team:
                return line
        line = Line(deal, team)
        self.lines.append(line)
        return line

    def before(self, team: int) -> Figure | None:
        """What a team has so far, as the players know it: the right total, or the claimed one where that is not known exactly."""
        right, claimed = self.running[team], self.claimed_running[team]
        if claimed is None or (right is not None and (right[0] == right[1] or not within(claimed, right))):
            return right
        return claimed, claimed

    def carry(self, line: Line) -> None:
        """Adds a line's right total to what its team has."""
        before, total = self.running[line.team], line.total
        self.running[line.team] = (
            None if before is None or total is None else (before[0] + total[0], before[1] + total[1])
        )


def is_cut(profile: Profile, key: str, value: int) -> bool:
    """Whether an entry is the bonus of a side for guesses of exactly two packets, as ``cut22 100``, in rules that have one."""
    bonus = profile.table.cut_bonus
    return bonus > 0 and key.startswith("cut") and value % bonus == 0 and 0 <= value <= bonus * profile.players


def cuts(c: Context, line: Line) -> tuple[int, ...]:
    """What guesses may have brought a side: what is written of them; else any number of its players may have guessed right."""
    bonus = c.profile.table.cut_bonus
    if not bonus:
        return (0,)
    written = [value for key, value in line.claimed.items() if value is not None and is_cut(c.profile, key, value)]
    if written:
        return (sum(written),)
    return tuple(bonus * n for n in range(len(c.teams[line.team]) + 1))


def within(value: int | None, figure: Figure | None) -> bool:
    """Whether a claimed number is one that a figure can be."""
    return value is not None and figure is not None and figure[0] <= value <= figure[1]


def words(figure: Figure) -> str:
    """``150``, or ``150 to 200``."""
    return str(figure[0]) if figure[0] == figure[1] else f"{figure[0]} to {figure[1]}"


def claimed_books(c: Context, line: Line) -> int | None:
    """The bonus that the claimed numbers of books make; None where not every kind is claimed."""
    counts = {kind: line.value(kind) for kind in c.profile.books_by_kind}
    return None if any(n is None for n in counts.values()) else int(book_points(INTEGERS, c.profile, counts))


def wrong_entry(c: Context, line: Line, code: str, key: str, message: str, expected: str) -> int:
    """Reports what is wrong with one entry of a line."""
    return c.find(
        code, message, line.entry(key), team=line.team, expected=expected, found=str(line.value(key)), in_turn=False
    )
