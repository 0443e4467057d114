"""Answers to the questions of ``handfoot ask``: what packets can and must hold at a moment of a recorded deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from handfoot_engine.written import text_of
from handfoot_grammar.log import Game, Span
from handfoot_spec.cards import BLACK_THREE, FIRST_RANK_ONLY, JOKER, KINDS, NAME, RED_THREE, Card
from handfoot_spec.profile import Profile

from .auditor import GameAuditor, teams_of
from .hidden.filling import Filling, extreme, filling
from .hidden.happenings import At, Pool, What, read_deal, statements_of
from .hidden.moment import RLIMIT, Cards, Moment, NoDeal, Range, Verdict
from .hidden.witness import witness
from .moment import NoSuchMoment, moment_at
from .questions import Question

NOT_SO = ("HF101", "HF102", "HF104", "HF106", "HF107", "HF108", "HF109", "HF110")
"""Findings that say that the cards cannot have lain as recorded."""

RANKS: tuple[Card, ...] = (
    *(FIRST_RANK_ONLY + rank for rank in (0, *range(2, 13))), BLACK_THREE, RED_THREE, JOKER,
)  # fmt: skip
"""The ranks of a table, threes by colour."""


class Impossible(Exception):
    """The record fits no deal of the cards, so that nothing can be answered; ``span`` is where."""

    def __init__(self, message: str, span: Span | None) -> None:
        super().__init__(message)
        self.span = span


@dataclass(frozen=True)
class Example:
    """One possible deal: what it shows, the cards of the packets at the moment, and the whole deal as a log."""

    shows: str
    held: tuple[Card, ...]
    log: str


@dataclass
class Answer:
    """What can be said. ``counts`` by word; ``could`` and ``must`` where several cards are asked for at once."""

    question: Question
    pools: tuple[Pool, ...] = ()
    size: int | None = None
    counts: dict[str, Range] = field(default_factory=dict)
    points: Range | None = None
    could: Verdict | None = None
    must: Verdict | None = None
    examples: list[Example] = field(default_factory=list)


@dataclass
class Asked:
    """The moment that questions are asked of. ``so_far``: only what had been recorded by then counts."""

    game: Game
    profile: Profile
    deal: int
    line: int
    turn: int
    mover: int | None
    so_far: bool
    at: At
    cards: Moment
    opened: tuple[bool, ...]  # whose Foot is in play at the moment


def look_at(
    game: Game, profile: Profile, *, deal: int | None = None, turn: int | None = None, line: int | None = None,
    so_far: bool = False, rlimit: int = RLIMIT,
) -> Asked:  # fmt: skip
    """The moment that is meant, as for :func:`handfoot.moment.moment_at`.

    :raises NoSuchMoment: the record has no such moment. :raises Impossible: no deal of the cards fits the record.
    """
    moment = moment_at(game, profile, deal=deal, turn=turn, line=line)
    assert moment.deal is not None and moment.last is not None
    places = {id(statement): index for index, statement in enumerate(game.statements)}
    begin, at = places[id(moment.deal)], At(places[id(moment.last)])
    numbers = [index for index, _ in statements_of(game, begin)]
    _refuse_impossible(game, profile, (numbers[0], min(numbers[-1], at.statement) if so_far else numbers[-1]))
    record = read_deal(game, profile.at_table(len(game.seats)), teams_of(game, profile), begin, at if so_far else None)
    try:
        cards = Moment(record, at, rlimit=rlimit)
    except NoDeal as error:
        place = None if error.at is None else record.place(error.at)
        raise Impossible("no deal of the cards fits this record", place) from None
    return Asked(
        game, profile, moment.deal.number, moment.line, moment.turn, moment.mover, so_far, at, cards,
        tuple(moment.table.opened_foot),
    )  # fmt: skip


def _refuse_impossible(game: Game, profile: Profile, deal: tuple[int, int]) -> None:
    """What an audit finds impossible in this part of the record is said in its words."""
    auditor = GameAuditor(game, profile)
    auditor.run()
    if auditor.mismatch:
        raise NoSuchMoment(f"this is not a game by the rules {profile.name!r} (HF006); handfoot audit says more")
    first, last = (game.statements[index].at for index in deal)
    wrong = [
        f for f in auditor.c.findings if f.code[:5] in NOT_SO and first.line <= f.span.line <= last.end_line
    ]  # fmt: skip
    if wrong:
        found = min(wrong, key=lambda f: (f.span.line, f.span.column))
        raise Impossible(f"{found.code}: {found.message}", found.span)


# --- answers ----------------------------------------------------------------------------------------------------


def answer(asked: Asked, question: Question, examples: bool = True) -> Answer:
    """What can be said to a question; ``examples``: with possible deals where they show something."""
    cards = asked.cards
    if question.asks == "unseen":
        words = [(card.word, card.kinds) for card in question.cards] or [(NAME[rank], KINDS[rank]) for rank in RANKS]
        return Answer(question, counts={word: cards.unseen(kinds) for word, kinds in words})
    pools = pools_of(asked, question)
    sizes = [cards.size(pool) for pool in pools]
    found = Answer(question, pools, None if None in sizes else sum(size or 0 for size in sizes))
    if question.asks == "table":
        found.counts = {NAME[rank]: cards.least_most(pools, KINDS[rank]) for rank in RANKS}
        found.points = cards.points(pools)
    elif question.asks == "points":
        found.points = cards.points(pools)
    elif question.asks == "count":
        (wanted,) = question.cards
        found.counts = {wanted.word: cards.least_most(pools, wanted.kinds)}
    else:
        kinds = [card.kinds for card in question.cards]
        found.could, found.must = cards.could_hold(pools, kinds), cards.must_hold(pools, kinds)
    if examples:
        found.examples = list(_examples(asked, found))
        if found.could == "unknown" and found.examples:  # what was shuffled into the stock lay there in time
            found.could = "yes"
    return found


def pools_of(asked: Asked, question: Question) -> tuple[Pool, ...]:
    """The packets that a question means: ``hand`` is the one in play, ``foot`` the Foot, ``all`` both."""
    pools: list[Pool] = []
    for player in question.players:
        opened = asked.opened[player]
        if question.packet == "all":
            pools += [Pool(player, False), Pool(player, True)]
        else:
            pools.append(Pool(player, opened or question.packet == "foot"))
    return tuple(pools)


def _examples(asked: Asked, found: Answer) -> Iterable[Example]:
    question, cards = found.question, asked.cards
    if question.asks == "count":
        ((word, counted),) = found.counts.items()
        (wanted,) = question.cards
        for most in (False, True) if counted.least < counted.most else (True,):
            shows = f"{counted.most if most else counted.least} {word}"
            yield from _example(asked, found.pools, shows, extreme(cards, found.pools, wanted.kinds, most))
    elif question.asks == "cards" and found.could != "no":
        kinds = [card.kinds for card in question.cards]
        yield from _example(asked, found.pools, "with them", filling(cards, found.pools, kinds))
        if found.must == "no":
            yield from _example(asked, found.pools, "without them", _without(cards, found.pools, kinds))
    elif question.asks == "table":
        yield from _example(asked, found.pools, "any", filling(cards, found.pools))


def _without(cards: Moment, pools: tuple[Pool, ...], wanted: Sequence[Cards]) -> Filling | None:
    """A deal in which the packets lack some of the cards."""
    for kinds in dict.fromkeys(wanted):
        need = sum(other <= kinds for other in wanted)
        if cards.least_most(pools, kinds).least < need:
            return extreme(cards, pools, kinds, most=False)
    return None


def _example(asked: Asked, pools: tuple[Pool, ...], shows: str, found: Filling | None) -> Iterable[Example]:
    if found is None:
        return
    held: Counter[Card] = Counter()
    for number, happening in enumerate(found.record.happenings[: asked.cards.until]):
        if happening.pool in pools and happening.what is not What.REMAINS:
            moved = [*found.came.get(number, ()), *(token.card for token in happening.tokens)]
            held.update(moved) if happening.what is not What.SHOWED else held.subtract(moved)
    log = text_of(witness(found, asked.at if asked.so_far else None))
    yield Example(shows, tuple(sorted(held.elements(), key=_in_order)), log)


def _in_order(card: Card) -> tuple[bool, int]:
    return card == JOKER, card
