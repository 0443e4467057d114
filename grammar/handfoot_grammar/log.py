"""The Log: what a record says, as plain data without behaviour.

A :class:`~handfoot_grammar.game.Game` is its tags and a flat tuple of statements in the order of the record; text and JSON read into the same
statements. Players are seats (0 is the first label of the ``Seats`` tag, clockwise); cards are the integers of
:mod:`handfoot_spec.cards`. In a list of cards a red three with the chain of its replacements is a tuple:
``3h>3d>9s`` is ``(3h, 3d, 9s)``, and ``3h>-`` is ``(3h, NO_CARD)``.

Actions carry no position: equal actions are one object, however often they occur in an archive. Where an action stands is
asked of its turn's :class:`Place`, which cuts the source line again only when a finding needs it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from handfoot_spec.cards import (
    FIRST_RANK_ONLY,
    IS_THREE,
    IS_WILD,
    JOKER,
    KINDS,
    RANK,
    RED_THREE,
    THREE_RANK,
    UNSEEN,
    Card,
)

from .game import Game as Game
from .game import Waiver as Waiver

Seat = int
Item = int | tuple[int, ...]
"""A card, or a red three with its chain of replacements."""
Items = tuple[Item, ...]
Team = tuple[Seat, ...]
"""The seats of a side, ascending."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of the source: 1-based lines and columns, the end exclusive; ``pointer`` in a JSON record."""

    line: int
    column: int
    end_line: int
    end_column: int
    pointer: str | None = None


class Place(Protocol):
    """Where a statement stands in its source."""

    @property
    def line(self) -> int:
        """The first line of the statement, 1-based."""

    @property
    def end_line(self) -> int:
        """Its last line."""

    def whole(self) -> Span:
        """The whole statement."""

    def action(self, index: int) -> Span:
        """The action number ``index`` (0-based) of a turn."""

    def entry(self, index: int) -> Span:
        """The item number ``index`` between commas (of a score, a claim or a result)."""

    def source_lines(self) -> Sequence[tuple[int, str]]:
        """The statement's lines as they stand in the source, with their numbers."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a record that cannot be read (``HF001`` to ``HF005``), or a hint that changes nothing."""

    code: str
    span: Span
    message: str
    expected: str | None = None
    source_lines: tuple[tuple[int, str], ...] = ()


# --- actions of a turn ------------------------------------------------------------------------------------------

DRAW: Final = 0
TAKE: Final = 1
PICKUP: Final = 2
MELD: Final = 3
ADD: Final = 4
RED: Final = 5
FOOT: Final = 6
ASK: Final = 7
PASS: Final = 8
TAKEBACK: Final = 9
RULING: Final = 10
PENALTY: Final = 11
RESHUFFLE: Final = 12
PEEK: Final = 13
BROWSE: Final = 14
SHOW: Final = 15
SAY: Final = 16
MOVE: Final = 17
DISCARD: Final = 18
OUT: Final = 19
UNREADABLE: Final = 20
KIND_NAMES = (
    "draw", "take", "pickup", "meld", "add", "red", "foot", "ask", "pass", "takeback", "ruling", "penalty", "reshuffle",
    "peek", "browse", "show", "say", "move", "discard", "out", "unreadable",
)  # fmt: skip

RUN_RANK: Final = 20
"""``RUN_RANK + suit`` (0..3 for s h d c) is the rank of a run in :class:`Lay`."""


@dataclass(frozen=True, slots=True)
class Draw:
    """``draw cards``; ``cards`` is None for a bare ``draw``."""

    cards: Items | None
    kind = DRAW


@dataclass(frozen=True, slots=True)
class Take:
    """``take card``: one card from the discard pile as a draw."""

    card: Card
    kind = TAKE


def may_be_in_run(card: Card, suit: int) -> bool:
    """Whether a card is a natural one of a run of this suit: of it, or known by its rank alone, and from four up."""
    if card < JOKER:
        return card % 4 == suit and not (IS_THREE[card] or IS_WILD[card])
    return FIRST_RANK_ONLY < card < RED_THREE and not IS_THREE[card]


_looseness = tuple(len(kinds) for kinds in KINDS).__getitem__


@dataclass(frozen=True, slots=True)
class Lay:
    """``meld R: cards`` (``adds`` false) or ``add R#n: cards``; a run's rank is ``RUN_RANK + suit``."""

    adds: bool
    rank: int
    cards: tuple[Card, ...]
    number: int | None = None
    # What the cards are, counted once for all the times the action is seen: of the rank, wild, threes, of other ranks,
    # unseen. Among wild cards alone nothing is natural; a run's naturals are the cards of its suit.
    kind: int = field(init=False, repr=False, compare=False)
    naturals: int = field(init=False, repr=False, compare=False)
    wilds: int = field(init=False, repr=False, compare=False)
    threes: int = field(init=False, repr=False, compare=False)
    others: int = field(init=False, repr=False, compare=False)
    unseen: int = field(init=False, repr=False, compare=False)
    unusual: bool = field(init=False, repr=False, compare=False)
    """Whether any of them is neither of the rank nor wild, or the lay is a run."""
    exact_first: tuple[Card, ...] = field(init=False, repr=False, compare=False)
    """The cards, those of known suit before those that could be several."""

    def __post_init__(self) -> None:
        rank, cards = self.rank, self.cards
        naturals = wilds = threes = unseen = 0
        for card in cards:
            if IS_WILD[card]:
                wilds += 1
            elif RANK[card] == rank != THREE_RANK or (rank >= RUN_RANK and may_be_in_run(card, rank - RUN_RANK)):
                naturals += 1
            elif card == UNSEEN:
                unseen += 1
            elif IS_THREE[card]:
                threes += 1
        others = len(cards) - naturals - wilds - threes - unseen
        exact_first = tuple(sorted(cards, key=_looseness))
        put = object.__setattr__
        put(self, "kind", ADD if self.adds else MELD)
        put(self, "naturals", naturals)
        put(self, "wilds", wilds)
        put(self, "threes", threes)
        put(self, "others", others)
        put(self, "unseen", unseen)
        put(self, "unusual", rank >= RUN_RANK or threes + others + unseen > 0)
        put(self, "exact_first", cards if exact_first == cards else exact_first)


@dataclass(frozen=True, slots=True)
class Pickup:
    """``pickup [N] {lays} [rest]``; ``rest`` is None where it is not listed."""

    count: int | None
    lays: tuple[Lay, ...]
    rest: Items | None
    kind = PICKUP


@dataclass(frozen=True, slots=True)
class RedThrees:
    """``red 3h>5c``: red threes exposed, each a chain."""

    chains: tuple[tuple[int, ...], ...]
    kind = RED


@dataclass(frozen=True, slots=True)
class TakeFoot:
    """``foot [cards]``."""

    cards: Items | None
    kind = FOOT


@dataclass(frozen=True, slots=True)
class Ask:
    """``ask yes`` / ``ask no``."""

    granted: bool
    kind = ASK


@dataclass(frozen=True, slots=True)
class Bare:
    """An action that is its keyword alone: ``pass``, ``takeback``, ``browse``, ``out``."""

    kind: int


@dataclass(frozen=True, slots=True)
class Said:
    """``say "..."`` or ``ruling "..."``."""

    kind: int
    text: str


@dataclass(frozen=True, slots=True)
class Penalty:
    """``penalty A+B N "..."``: points given (or, negative, taken)."""

    team: Team
    points: int
    why: str
    kind = PENALTY


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """``reshuffle [cards]``: the discard pile became the stock."""

    cards: tuple[Card, ...] | None
    kind = RESHUFFLE


@dataclass(frozen=True, slots=True)
class Peek:
    """``peek [P]``: looked at a Foot; None is the player's own."""

    player: Seat | None
    kind = PEEK


@dataclass(frozen=True, slots=True)
class Show:
    """``show cards``."""

    cards: tuple[Card, ...]
    kind = SHOW


@dataclass(frozen=True, slots=True)
class Move:
    """``move card K Q``: a laid card moved from one meld to another."""

    card: Card
    rank: int
    to_rank: int
    number: int | None = None
    to_number: int | None = None
    kind = MOVE


@dataclass(frozen=True, slots=True)
class Discard:
    """``discard card``."""

    card: Card
    kind = DISCARD


@dataclass(frozen=True, slots=True)
class Unread:
    """An action that could not be read; its problem stands in the game's list."""

    text: str
    kind = UNREADABLE


Action = (
    Draw | Take | Lay | Pickup | RedThrees | TakeFoot | Ask | Bare | Said | Penalty | Reshuffle | Peek | Show | Move
    | Discard | Unread
)  # fmt: skip


# --- statements -------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Tag:
    """``[Name "value"]``."""

    at: Place
    name: str
    value: str


@dataclass(slots=True)
class DealStart:
    """``deal N dealer P``."""

    at: Place
    number: int
    dealer: Seat | None


@dataclass(slots=True)
class Dealt:
    """``hand P: cards`` or (``foot`` true) ``foot P: cards``."""

    at: Place
    foot: bool
    player: Seat
    cards: tuple[Card, ...]


@dataclass(slots=True)
class TurnUp:
    """``turn-up cards``: the last starts the pile, those before were buried."""

    at: Place
    cards: tuple[Card, ...]


@dataclass(slots=True)
class StockOrder:
    """``stock cards``: the face-down stock, the first to be drawn first."""

    at: Place
    cards: tuple[Card, ...]


@dataclass(slots=True)
class Reds:
    """``red P: 3h>5c``: red threes of the dealt Hand."""

    at: Place
    player: Seat
    chains: tuple[tuple[int, ...], ...]


@dataclass(slots=True)
class Turn:
    """One line of play: a turn, or a part of one."""

    at: Place
    player: Seat
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """One item of a claim: ``what`` is stock, pile, hand, foot or melds."""

    what: str
    count: int
    player: Seat | None = None
    team: Team | None = None
    rank: int | None = None


@dataclass(slots=True)
class Claim:
    """``claim stock N, pile N, ...``."""

    at: Place
    counts: tuple[Count, ...]


@dataclass(slots=True)
class End:
    """``end out P``, ``end stock`` or ``end abandoned``."""

    at: Place
    how: str
    player: Seat | None = None


@dataclass(slots=True)
class Left:
    """``left P: cards; foot cards``; None for a packet that the line does not give."""

    at: Place
    player: Seat
    hand: tuple[Card, ...] | None
    foot: tuple[Card, ...] | None


@dataclass(slots=True)
class ScoreLine:
    """``score A+B: key value, ...``; a flag has the value None."""

    at: Place
    team: Team
    entries: tuple[tuple[str, int | None], ...]


@dataclass(slots=True)
class Result:
    """``result A+B N, C+D N winner A+B``; ``winners`` is None where none is named."""

    at: Place
    totals: tuple[tuple[Team, int], ...]
    winners: tuple[Team, ...] | None


@dataclass(slots=True)
class Note:
    """``note "..."``."""

    at: Place
    text: str


@dataclass(slots=True)
class UnreadLine:
    """A line that could not be read. ``play`` tells a line of play (whose player may be known) from a dropped statement."""

    at: Place
    play: bool
    player: Seat | None = None
    dropped: str = ""


Statement = (
    Tag | DealStart | Dealt | TurnUp | StockOrder | Reds | Turn | Claim | End | Left | ScoreLine | Result | Note | UnreadLine
)  # fmt: skip
