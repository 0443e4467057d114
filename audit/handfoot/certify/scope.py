"""Which deals can be certified, and the kinds that their cards are counted in. Every reason for none stands here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from handfoot_grammar import log
from handfoot_grammar.log import Game, Items, Statement
from handfoot_spec.cards import (
    BLACK_THREE,
    CARDS,
    FIRST_RANK_ONLY,
    IS_RED_THREE,
    JOKER,
    NO_CARD,
    RANK,
    RED_THREE,
    THREE_OF_UNKNOWN_COLOUR,
    THREE_RANK,
    UNSEEN,
    Card,
)

UNSEEN_CARDS = "some of its cards were not seen"
NOT_RECORDED = "not every packet and the starter are recorded"
UNREAD = "a line of it could not be read, or stands where it means nothing"
NO_PLAY = "no play is recorded"
OTHER_GAME = "it is another game than its rules are for"
NO_SIDES = "the sides are not known"
SUITS = "suits are known of some cards only, and a finding rests on them"
ONE_CARD = "a single card is taken from the pile"
NEW_STOCK = "the pile is made a new stock"
MERGED = "cards are taken back of a Foot that was mixed with the Hand, or used without a word"
EMPTY_LAY = "a meld without cards"
UNSAID = "all cards are emptied without a word where nobody has to be asked"
HUGE = "a meld of more cards than any rule speaks of"
LONG = "it is longer than any deal is"
ORDER = "play goes on after what was left or a score"
NO_DEAL = "no deal is recorded"
OTHER_RULES = "its rules have settings that are not put into formulas"
LOST_PLACE = "a finding stands at no deed of the record"


MODELLED: dict[str, tuple[object, ...]] = {
    "table.cut_bonus": (0,),
    "turn.mixed_draw": (False,),
    "turn.discard": ("required",),
    "turn.meld_mode": ("free",),
    "melds.one_unfinished": (True,),
    "melds.extend_books": ("never",),
    "melds.wild_melds": (True,),
    "melds.runs": (False,),
    "melds.twos": (False,),
    "books.run": (False,),
    "books.twos": (False,),
    "books.ranks": ((),),
    "books.cap": (None,),
    "books.extend": (None, "never"),
    "books.unfinished_penalty": (0,),
    "opening.by": ("deal", "fixed"),
    "opening.side": ("team",),
    "opening.counts_taken": (False,),
    "opening.foot_cards": ("undecided",),
    "opening.least_per_meld": (None,),
    "opening.first_bonus": (0,),
    "take.blocked_by": (("three",),),
    "take.need": ("natural-pair",),
    "take.wild_top": ("same-kind-pair",),
    "take.target": ("new-meld",),
    "take.unfinished": ("complete-then-new",),
    "take.before_opening": (True,),
    "take.freeze_at": (None,),
    "take.played_at_once": (False,),
    "take.wild_freezes": (False,),
    "take.foot_before_rest": ("undecided",),
    "starter.freezes": ((),),
    "threes.red_exposed": (True,),
    "threes.red_replaced": (True,),
    "threes.red_from_pile_replaced": (True,),
    "threes.red_unreplaced": ("undecided",),
    "threes.red_unopened_foot_points": (None,),
    "threes.red_all_points": (None,),
    "threes.red_discard": (False,),
    "threes.black_melded": (False,),
    "foot.after_meld": ("same-turn",),
    "foot.after_discard": ("next-turn",),
    "out.partner": ("played-foot", "in-foot", "none"),
    "out.keep_card": (True,),
    "stock.short": ("ends-deal",),
    "score.red_three": (None,),
    "score.black_three_last": (None,),
    "score.leftovers": (("hand", "foot"),),
    "score.leftovers_of": ("all",),
}
"""The values of some fields that are put into formulas; a field that does not stand here is so whatever it says."""


class NotModelled(Exception):
    """A deal holds something that is not put into formulas; the reason is one of this module's."""


@dataclass
class DealRecord:
    """The statements of one deal, by their numbers in the game."""

    number: int
    numbers: list[int] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether nothing but its beginning is recorded."""
        return all(isinstance(s, (log.DealStart, log.Note)) for s in self.statements)


def deals_of(game: Game) -> Iterator[DealRecord]:
    """The deals of a game in order. A result ends the last one."""
    deal: DealRecord | None = None
    for number, statement in enumerate(game.statements):
        if isinstance(statement, log.DealStart):
            if deal is not None:
                yield deal
            deal = DealRecord(statement.number)
        elif isinstance(statement, log.Result) and deal is not None:
            yield deal
            deal = None
        if deal is not None:
            deal.numbers.append(number)
            deal.statements.append(statement)
    if deal is not None:
        yield deal


Kinds = tuple[Card, ...]
"""For each card the kind that it is counted as."""

EXACT: Kinds = tuple(range(CARDS))
BY_RANK: Kinds = tuple(
    (RED_THREE if IS_RED_THREE[card] else BLACK_THREE) if RANK[card] == THREE_RANK and card != THREE_OF_UNKNOWN_COLOUR
    else card if card >= JOKER
    else FIRST_RANK_ONLY + RANK[card]
    for card in range(CARDS)
)  # fmt: skip


@dataclass(frozen=True)
class Scope:
    """How the cards of a deal are counted: each exact kind, or each rank; ``mixed``: by rank, though some suits are known."""

    kinds: Kinds
    mixed: bool

    @property
    def exact(self) -> bool:
        """Whether every card is known exactly."""
        return self.kinds is EXACT


def scope_of(deal: DealRecord, players: int) -> Scope:
    """The scope of a deal. :raises NotModelled: not every card of it is known."""
    statements = deal.statements
    if any(isinstance(s, log.UnreadLine) for s in statements):
        raise NotModelled(UNREAD)
    turns = [s for s in statements if isinstance(s, log.Turn)]
    if any(isinstance(a, log.Unread) for turn in turns for a in turn.actions):
        raise NotModelled(UNREAD)
    if not turns and any(isinstance(s, log.ScoreLine) for s in statements):
        raise NotModelled(NO_PLAY)
    packets = {(s.foot, s.player) for s in statements if isinstance(s, log.Dealt)}
    if len(packets) < 2 * players or not any(isinstance(s, log.TurnUp) and s.cards for s in statements):
        raise NotModelled(NOT_RECORDED)
    cards = set()
    for statement in statements:
        cards |= _cards(statement)
    if UNSEEN in cards or THREE_OF_UNKNOWN_COLOUR in cards:
        raise NotModelled(UNSEEN_CARDS)
    if all(card <= JOKER for card in cards):
        return Scope(EXACT, False)
    return Scope(BY_RANK, any(card < JOKER for card in cards))


def _cards(statement: Statement) -> set[Card]:
    """The cards that a statement writes."""
    if isinstance(statement, log.Turn):
        return {card for action in statement.actions for card in _of_action(action)}
    if isinstance(statement, (log.Dealt, log.TurnUp, log.StockOrder)):
        return set(statement.cards)
    if isinstance(statement, log.Reds):
        return set(_flat(statement.chains))
    if isinstance(statement, log.Left):
        return {*(statement.hand or ()), *(statement.foot or ())}
    return set()


def _of_action(action: log.Action) -> tuple[Card, ...]:
    if isinstance(action, log.Draw):
        return (UNSEEN,) if action.cards is None else _flat(action.cards)
    if isinstance(action, log.Lay):
        return action.cards
    if isinstance(action, log.Pickup):
        return (*(card for lay in action.lays for card in lay.cards), *_flat(action.rest or ()))
    if isinstance(action, log.RedThrees):
        return _flat(action.chains)
    if isinstance(action, log.TakeFoot):
        return _flat(action.cards or ())
    return (action.card,) if isinstance(action, (log.Discard, log.Take, log.Move)) else ()


def _flat(items: Items) -> tuple[Card, ...]:
    return tuple(card for item in items for card in ((item,) if isinstance(item, int) else item) if card != NO_CARD)
