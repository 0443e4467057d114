"""A moment of a recorded game: the table after a turn, after a source line, or at the end, with what had just happened.

:func:`moment_at` walks the record twice. The first walk numbers the turns, as an audit numbers them; the second stops where
the moment is. Both do what the log says and judge nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from handfoot_engine.replay import Replay, set_up
from handfoot_engine.table import Table
from handfoot_grammar import log
from handfoot_spec.profile import Profile

from .accounts import LETTERS, Accounts, CardNames
from .auditor import teams_of


class NoSuchMoment(LookupError):
    """The record has no such deal, turn or line; the message says what it has."""


@dataclass(frozen=True)
class Deed:
    """A statement of the record, and for each of its actions a heading and what it did."""

    statement: log.Statement
    acts: tuple[tuple[str, str], ...] = ()


@dataclass
class Moment:
    """The table and what led to it."""

    game: log.Game
    profile: Profile
    names: CardNames
    walk: Replay
    deal: log.DealStart | None = None
    deeds: list[Deed] = field(default_factory=list)  # of the current turn, or of the set-up before the first
    mover: log.Seat | None = None
    next: log.Seat | None = None
    ended: log.End | None = None
    last: log.Statement | None = None  # the last statement that counts toward it
    unreadable: list[int] = field(default_factory=list)  # lines of this deal's play that could not be read
    unfinished_turn: bool = False  # the turn goes on after this moment
    of_same_number: int = 1  # how many deals of the record have this deal's number

    @property
    def turn(self) -> int:
        """The number of the turn in its deal; 0 before the first."""
        return self.walk.turns

    @property
    def table(self) -> Table:
        """Where the cards lie."""
        return self.walk.table

    @property
    def line(self) -> int:
        """The last source line that counts toward it."""
        return self.last.at.end_line if self.last is not None else self.game.line


_LOST = "could not be read; every place it may have touched is unknown from here on"


class _Walker:
    """Feeds a record to a replay and keeps what a moment needs beside the table."""

    def __init__(self, game: log.Game, profile: Profile, names: CardNames) -> None:
        walk = Replay(profile, len(game.seats), teams_of(game, profile))
        self.moment = Moment(game, profile, names, walk)
        self.accounts = Accounts(walk, game.seats, names)
        self.deals = 0
        self._set_up: set[object] = set()
        self._playing = False

    def feed(self, statement: log.Statement) -> bool:
        """Does what one statement says; True where it belongs to the present turn, or to the set-up before the first."""
        moment = self.moment
        moment.last = statement
        if isinstance(statement, log.DealStart):
            self._deal(statement)
            return True
        if isinstance(statement, log.UnreadLine) and statement.dropped == "deal":
            moment.walk.begin_deal()
            moment.deal = None
        if moment.deal is None:
            return False
        if isinstance(statement, log.Turn):
            self._turn(statement)
            return True
        if isinstance(statement, log.UnreadLine):
            return self._unread(statement)
        if isinstance(statement, (log.Dealt, log.TurnUp, log.StockOrder)):
            return self._set_up_line(statement)
        acts: tuple[tuple[str, str], ...] = ()
        step = set_up(moment.walk, statement)
        if isinstance(statement, log.Reds) and step is not None:
            self._set_up.add((False, statement.player))
            acts = (self.accounts.reds(step),)
        elif isinstance(statement, log.End):
            moment.ended, moment.next = statement, None
        moment.deeds.append(Deed(statement, acts))
        return isinstance(statement, log.Reds) and not self._playing

    def _deal(self, statement: log.DealStart) -> None:
        moment = self.moment
        set_up(moment.walk, statement)
        self.deals += 1
        self._set_up, self._playing = set(), False
        moment.deal, moment.mover, moment.ended = statement, None, None
        moment.deeds, moment.unreadable = [Deed(statement)], []
        first = moment.profile.deals.first
        moment.next = None
        if statement.dealer is not None and first != "undecided":
            moment.next = (statement.dealer + (first == "left-of-dealer")) % len(moment.game.seats)

    def _turn(self, statement: log.Turn) -> None:
        moment, walk = self.moment, self.moment.walk
        self._playing = True
        if walk.begins_turn(statement):
            walk.begin_turn(statement.player)
            moment.deeds = []
            moment.mover, moment.next = statement.player, (statement.player + 1) % len(moment.game.seats)
        acts = tuple(self.accounts.action(walk.act(action, index)) for index, action in enumerate(statement.actions))
        moment.deeds.append(Deed(statement, acts))
        if any(action.kind == log.UNREADABLE for action in statement.actions):
            moment.unreadable.append(statement.at.line)

    def _unread(self, statement: log.UnreadLine) -> bool:
        """An unreadable line of play of another player closes the turn, as it does in an audit, and has no number."""
        moment, walk = self.moment, self.moment.walk
        if not statement.play:
            account = "could not be read; it counts as not written"
            if statement.dropped == "red":
                walk.blur(statement.player)
                moment.unreadable.append(statement.at.line)
                account = _LOST
            moment.deeds.append(Deed(statement, (("", account),)))
            return False
        self._playing = True
        turn, player = walk.turn, statement.player
        same = turn is not None and player in (None, turn.player)
        if not same:
            walk.close_turn()
            walk.turn = None
            moment.deeds, moment.mover = [], player
        moment.next = None if player is None else (player + 1) % len(moment.game.seats)
        set_up(walk, statement)
        moment.unreadable.append(statement.at.line)
        moment.deeds.append(Deed(statement, (("", _LOST),)))
        return same

    def _set_up_line(self, statement: log.Dealt | log.TurnUp | log.StockOrder) -> bool:
        """A packet, the starter or the stock; given twice or after play had begun it is left aside, as an audit does."""
        key = (statement.foot, statement.player) if isinstance(statement, log.Dealt) else type(statement)
        if self._playing or self.moment.ended is not None or key in self._set_up:
            account = "stands where it cannot; it is left aside"
            self.moment.deeds.append(Deed(statement, (("", account),)))
            return False
        self._set_up.add(key)
        set_up(self.moment.walk, statement)
        if isinstance(statement, log.TurnUp):
            self.moment.deeds.append(Deed(statement))
        return True


@dataclass(frozen=True)
class _Mark:
    """Where the walk was after a statement: the deal (counted, and by its number) and the turn."""

    index: int
    line: int
    deal: int
    number: int | None
    turn: int
    belongs: bool


def _marks(game: log.Game, profile: Profile) -> Iterator[_Mark]:
    walker = _Walker(game, profile, LETTERS)
    for index, statement in enumerate(game.statements):
        belongs = walker.feed(statement)
        deal = walker.moment.deal
        number = None if deal is None else deal.number
        yield _Mark(index, statement.at.line, walker.deals, number, walker.moment.turn, belongs)


def moment_at(
    game: log.Game, profile: Profile, *, deal: int | None = None, turn: int | None = None, line: int | None = None,
    names: CardNames = LETTERS,
) -> Moment:  # fmt: skip
    """The table after turn ``turn`` of the deal numbered ``deal`` (turn 0: before the first), or after source line ``line``.

    Without a turn it is the end of the deal, without a deal the only one or, where no turn is asked for, the end of the
    record. Of several deals with one number (after an abandoned one) the last is meant.

    :raises NoSuchMoment: the record has no such moment.
    """
    if not game.seats:
        raise NoSuchMoment('the log has no usable [Seats "..."] tag, so nobody can be put at the table')
    marks = list(_marks(game, profile))
    if not any(mark.number is not None for mark in marks):
        raise NoSuchMoment("the log has no deal")
    stop = _stop_at_line(marks, game, line) if line is not None else _stop_at_turn(marks, deal, turn)
    walker = _Walker(game, profile, names)
    for statement in game.statements[: stop.index + 1]:
        walker.feed(statement)
    moment = walker.moment
    moment.unfinished_turn = any(
        mark.belongs and mark.index > stop.index and (mark.deal, mark.turn) == (stop.deal, stop.turn) for mark in marks
    )
    moment.of_same_number = len({mark.deal for mark in marks if mark.number == stop.number})
    return moment


def _stop_at_line(marks: list[_Mark], game: log.Game, line: int) -> _Mark:
    last = game.statements[-1].at.end_line
    before = [mark for mark in marks if mark.line <= line]
    first = next(mark.line for mark in marks if mark.number is not None)
    if not before or line < first:
        raise NoSuchMoment(
            f"line {line} stands before the first deal, which begins in line {first}; the last statement is in line {last}"
        )
    if line > last:
        raise NoSuchMoment(f"there is nothing in line {line}: the last statement is in line {last}")
    if before[-1].number is None:
        raise NoSuchMoment(f"line {line} belongs to a deal whose own line could not be read; there are {_deals(marks)}")
    return before[-1]


def _stop_at_turn(marks: list[_Mark], deal: int | None, turn: int | None) -> _Mark:
    numbers = list(dict.fromkeys(mark.number for mark in marks if mark.number is not None))
    if deal is None:
        if turn is not None and len(numbers) > 1:
            raise NoSuchMoment(f"turn {turn} of which deal? There are {_deals(marks)}")
        deal = numbers[-1]
    if deal not in numbers:
        raise NoSuchMoment(f"there is no deal {deal}; there are {_deals(marks)}")
    count = max(mark.deal for mark in marks if mark.number == deal)
    of_deal = [mark for mark in marks if mark.deal == count and mark.number == deal]
    if turn is None:
        return of_deal[-1]
    of_turn = [mark for mark in of_deal if mark.turn == turn and mark.belongs]
    if not of_turn:
        raise NoSuchMoment(f"deal {deal} has no turn {turn}; there are {_deals(marks)}")
    return of_turn[-1]


def _deals(marks: list[_Mark]) -> str:
    """``deal 1 (turns 0 to 86), deal 2 (turns 0 to 91)``; turn 0 is the table before the first turn."""
    last: dict[int, tuple[int, int]] = {}
    for mark in marks:
        if mark.number is not None:
            last[mark.deal] = mark.number, mark.turn
    return ", ".join(f"deal {number} (turns 0 to {turn})" for number, turn in last.values())
