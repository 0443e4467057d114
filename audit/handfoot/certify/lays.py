"""Melds: cards laid and added, moved, and the opening; each complaint goes before those that stand after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from handfoot_grammar import log
from handfoot_grammar.log import RUN_RANK, Lay
from handfoot_spec import definitions as d
from handfoot_spec import moves
from handfoot_spec.cards import IS_THREE, IS_WILD, JOKER, KINDS, RANK, THREE_RANK, TWO_RANK, WILD_RANK, Card
from handfoot_spec.definitions import Num, Truth
from handfoot_spec.formula import TERMS
from handfoot_spec.moves import Meld, Rank

from .deeds import judge_may_play, judge_unannounced, settle, use_foot_unannounced
from .places import LAID, TableMeld
from .scope import EMPTY_LAY, HUGE, NotModelled
from .trace import Step
from .walk import Lain, Opening, Shifted, Walk

o = TERMS

LARGEST = 32
"""Cards of a meld beyond which nothing is certified; no rule tells a larger one from this."""


@dataclass(frozen=True)
class Content:
    """What the cards of a lay are: of the meld's rank, wild, threes, or of another rank."""

    rank: int
    naturals: int
    wilds: int
    threes: int
    others: int

    @property
    def odd(self) -> int:
        """Cards that do not belong into the meld."""
        return self.threes + self.others


def content(w: Walk, lay: Lay) -> Content:
    """Counts the cards of a lay. Twos are wild cards where no series of them is a meld."""
    rank = WILD_RANK if lay.rank == TWO_RANK and not w.p.melds.twos else lay.rank
    naturals = wilds = threes = 0
    for card in lay.cards:
        if IS_WILD[card] and rank != TWO_RANK:
            wilds += 1
        elif IS_THREE[card]:
            threes += 1
        elif RANK[card] == rank or (rank >= RUN_RANK and card < JOKER and card % 4 == rank - RUN_RANK):
            naturals += 1
    return Content(rank, naturals, wilds, threes, len(lay.cards) - naturals - wilds - threes)


@dataclass(frozen=True)
class Laid:
    """One lay as it was done, and what a claim about it rests on."""

    lain: Lain
    content: Content
    adds: bool
    had: Num  # unfinished melds of its rank before
    was_unfinished: Truth  # whether an ``add`` found an unfinished meld
    missing: Truth  # whether a card was not held
    buried: tuple[Card, ...]  # in a take: cards that came from under the top

    @property
    def meld(self) -> TableMeld:
        """The meld that took the cards."""
        return self.lain.meld

    @property
    def size(self) -> Num:
        """Cards of the meld after this lay, or later if more was laid since."""
        return self.lain.meld.size


def lay(w: Walk, action: Lay, index: int) -> None:
    """``meld`` and ``add`` outside a take."""
    turn, places, step = w.this_turn, w.places, w.step(index)
    player = turn.player
    if not places.in_foot[player] and (places.packet(player).count == 0 or turn.foot_owed):
        use_foot_unannounced(w, w.kinds(action.cards), step)
    laid = put(w, action, w.kinds(loosest_last(action.cards)))
    judge_unannounced(w, step)
    judge_may_play(w, places.packet(player), step)
    if turn.closed:
        turn.after_discard = True
    w.trace.raise_if(step, "HF102", laid.missing)
    judge_place(w, laid, step)
    if not action.adds:
        beside = o.And(o.Not(d.one_unfinished(o, w.p, laid.had + 1)), o.Not(d.is_complete(o, w.p, laid.size)))
        w.trace.raise_if(step, "HF306", beside if counts_as_rank(w, laid.meld.rank) else False)
    judge_meld(w, laid, step)
    if not turn.was_open and (turn.opening is None or not turn.opening.done):
        _count_opening(w, action.cards, step)
    after_lay(w, step)


def after_lay(w: Walk, step: Step) -> None:
    """Remembers the deed that left the player without cards."""
    if w.places.packet(w.this_turn.player).count == 0:
        w.this_turn.emptied = step


def loosest_last(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Cards of known suit before those that could be several."""
    return tuple(sorted(cards, key=lambda card: len(KINDS[card])))


def put(w: Walk, action: Lay, kinds: Sequence[Card], buried: Sequence[Card] = ()) -> Laid:
    """Lays cards on their meld; all but ``buried`` come from the packet."""
    if not action.cards:
        raise NotModelled(EMPTY_LAY)
    turn, places, trace, p = w.this_turn, w.places, w.trace, w.p
    packet, side = places.packet(turn.player), places.side(turn.player)
    what = content(w, action)
    rank = side.rank(what.rank)
    meld = _meant(w, what, action.number, len(kinds) + len(buried)) if action.adds else None
    created = meld is None
    if meld is None:
        meld = TableMeld(what.rank, side.begun[what.rank] + 1, action.adds)
        side.melds.append(meld)
        if not meld.stray:
            side.begun[what.rank] += 1
    before = (meld.meld, meld.odd, len(meld.cards))
    size_before = meld.size
    meld.cards.extend((*kinds, *buried))
    if len(meld.cards) > LARGEST:
        raise NotModelled(HUGE)
    _grow_meld(w, meld, what)
    after = rank
    if not meld.stray:
        if created:
            after = moves.begin(o, p, rank, meld.size)
        else:
            finished = d.is_complete(o, p, size_before)
            after = Rank(o.If(finished, rank.unfinished, moves.grow(o, p, rank, meld.size).unfinished), 0)
        after = Rank(trace.value(("unfinished melds of the side, rank", what.rank), after.unfinished), 0)
        side.ranks[what.rank] = after
        settle(w, meld)
    lain = Lain(meld, (*kinds, *buried), packet, created, before, rank)
    missing = places.play(packet, side, kinds, True)
    for kind in buried:
        side.laid[kind] = trace.value((LAID, kind), side.laid.get(kind, 0) + 1)
    turn.laid.append(lain)
    turn.melded += 1
    if places.in_foot[turn.player]:
        turn.foot_acts = True
    if not side.is_open:
        side.is_open, side.opened = True, trace.truth("the side has opened", moves.opened(o, p, side.opened, 1))
    was_unfinished: Truth = True
    if action.adds:
        was_unfinished = rank.unfinished >= 1
        if action.number is not None:
            was_unfinished = False if created else o.Not(d.is_complete(o, p, size_before))
    return Laid(lain, what, action.adds, rank.unfinished, was_unfinished, missing, tuple(buried))


def _grow_meld(w: Walk, meld: TableMeld, what: Content) -> None:
    """Names what a meld has become."""
    after = moves.put_on(o, w.p, meld.meld, what.naturals, what.wilds)
    words = ("in the meld of rank", meld.rank)
    naturals = w.trace.value(("naturals", *words), after.naturals) if what.naturals else after.naturals
    wilds = w.trace.value(("wild cards", *words), after.wilds) if what.wilds else after.wilds
    meld.meld = Meld(naturals, wilds)
    if what.odd:
        meld.odd = w.trace.value(("cards that do not belong", *words), meld.odd + what.odd)


def _meant(w: Walk, what: Content, number: int | None, cards: int) -> TableMeld | None:
    """The meld that an ``add`` means: the numbered one, the unfinished one that the cards fit on, or the last finished one."""
    side, cap = w.places.side(w.this_turn.player), w.p.melds.cap
    own = [meld for meld in side.melds if meld.rank == what.rank and not meld.stray]
    if number is not None:
        return next((meld for meld in own if meld.number == number), None)
    group = side.groups.get(what.rank, [])
    if len(group) == 1:
        return group[0]
    roomy = [meld for meld in group if len(meld.cards) + cards <= cap]
    fitting = [meld for meld in roomy if _would_be_sound(w, meld, what)]
    found = fitting or roomy or group
    return found[0] if found else own[-1] if own else None


def _would_be_sound(w: Walk, meld: TableMeld, what: Content) -> bool:
    """Whether a meld's wild cards keep to their ratio with what is laid on it."""
    wilds = sum(IS_WILD[card] for card in meld.cards)
    naturals = sum(RANK[card] == meld.rank and not IS_WILD[card] for card in meld.cards)
    return meld.rank in (WILD_RANK, TWO_RANK) or bool(
        d.wild_ratio(d.INTEGERS, w.p, naturals + what.naturals, wilds + what.wilds)
    )


def counts_as_rank(w: Walk, rank: int) -> bool:
    """Whether two unfinished melds of a rank are one too many; of wild cards the text may leave it open."""
    return rank != WILD_RANK or w.p.melds.one_unfinished_wild == "yes"


def judge_place(w: Walk, laid: Laid, step: Step) -> None:
    """An addition where no unfinished meld is (HF309)."""
    if laid.adds:
        nowhere = o.Not(laid.was_unfinished)
        w.trace.raise_if(step, "HF309", nowhere)
        laid.meld.reported = o.Or(laid.meld.reported, nowhere)


def judge_meld(w: Walk, laid: Laid, step: Step) -> None:
    """The meld that a lay makes: its cards (HF303, HF304), its size (HF301, HF302), its ratio (HF305), the first that fails."""
    meld, what, trace, p = laid.meld, laid.content, w.trace, w.p
    if what.rank >= RUN_RANK or what.odd:
        _judge_foreign(w, laid, step)
        return
    if meld.stray:
        return
    size = laid.size
    large = True if laid.adds else d.large_enough(o, p, size)
    trace.raise_if(step, "HF301", o.Not(large))
    over = o.And(laid.was_unfinished, o.Not(d.within_cap(o, p, size)))
    trace.raise_if(step, "HF302", o.And(large, over))
    meld.reported = o.Or(meld.reported, o.And(large, over))
    if what.wilds and meld.rank != WILD_RANK:
        mixed = o.Not(d.wild_ratio(o, p, meld.faulty_naturals, meld.meld.wilds))
        raised = o.And(large, o.Not(over), mixed)
        trace.raise_if(step, "HF305", raised)
        meld.reported = o.Or(meld.reported, raised)


def _judge_foreign(w: Walk, laid: Laid, step: Step) -> None:
    """Cards that do not belong where they were laid; a natural among wild cards breaks the ratio first."""
    meld, what, trace = laid.meld, laid.content, w.trace
    meld.reported = True
    if what.rank >= RUN_RANK:
        return  # a run, which is no meld of this game
    if what.threes or what.rank == THREE_RANK:
        trace.raise_if(step, "HF304", o.Not(d.may_enter_meld(o, w.p, True, True)))
        return
    broken = what.rank == WILD_RANK and o.Not(d.wild_ratio(o, w.p, meld.odd, meld.meld.wilds))
    trace.raise_if(step, "HF305", broken)
    trace.raise_if(step, "HF303", o.Not(broken))


# --- opening ----------------------------------------------------------------------------------------------------


def worth(w: Walk, cards: Sequence[Card]) -> int:
    """The value of cards (points)."""
    return sum(w.p.card_points[card] for card in cards)


def _count_opening(w: Walk, cards: Sequence[Card], step: Step) -> None:
    turn, trace = w.this_turn, w.trace
    if turn.opening is None:
        turn.opening = Opening()
    opening = turn.opening
    opening.step = opening.step or step
    if turn.foot_taken:
        opening.foot = trace.value("points laid to open, with the Foot", opening.foot + worth(w, cards))
    else:
        opening.hand = trace.value("points laid to open", opening.hand + worth(w, cards))


def judge_opening(w: Walk) -> None:
    """At the end of a turn: did the lay-down of a side that had not opened reach its minimum (HF501)?"""
    opening = w.this_turn.opening
    if opening is None or opening.done or opening.step is None:
        return
    opening.done = True
    least = w.p.opening_minimum(w.number)
    met = o.Or(d.opening_met(o, w.p, opening.hand, least), d.opening_met(o, w.p, opening.hand + opening.foot, least))
    w.trace.raise_if(opening.step, "HF501", o.Not(met))


# --- moved cards ------------------------------------------------------------------------------------------------


def move(w: Walk, action: log.Move, index: int) -> None:
    """``move``: a laid card goes from one meld to another, and both must still be melds (HF301, HF303, HF305)."""
    turn, side, trace, step, p = w.this_turn, w.places.side(w.this_turn.player), w.trace, w.step(index), w.p
    kind = w.kind[action.card]
    source = _meant(w, Content(action.rank, 0, 0, 0, 0), action.number, 0)
    target = _meant(w, Content(action.to_rank, 0, 0, 0, 0), action.to_number, 0)
    lies_there = source is not None and kind in source.cards
    trace.raise_if(step, "HF102", source is None or target is None or not lies_there)
    if source is None or target is None or not lies_there:
        return
    ranks = {meld.rank: side.rank(meld.rank) for meld in (source, target)}
    before = [(meld, meld.meld, meld.odd) for meld in (source, target)]
    sizes = [source.size, target.size]
    turn.moved.append(Shifted(len(turn.laid), kind, source, target, before, ranks))
    source.cards.remove(kind)
    target.cards.append(kind)
    for meld, sign in ((source, -1), (target, 1)):
        what = content(w, Lay(True, meld.rank, (action.card,)))
        _grow_meld(
            w, meld, Content(what.rank, sign * what.naturals, sign * what.wilds, sign * what.threes, sign * what.others)
        )
        settle(w, meld)
    for rank in ranks:
        open_melds = [
            o.If(o.And(meld.size >= 1, o.Not(d.is_complete(o, p, meld.size))), 1, 0)
            for meld in side.melds
            if meld.rank == rank and not meld.stray
        ]
        side.ranks[rank] = Rank(trace.value(("unfinished melds of the side, rank", rank), o.Sum(*open_melds)), 0)
    changes_book = True if p.turn.move_cards == "no" else o.Or(*[d.is_complete(o, p, size) for size in sizes])
    trace.raise_if(step, "HF310", changes_book)
    for meld in (source, target):
        _judge_after_move(w, meld, o.Not(changes_book), step)


def _judge_after_move(w: Walk, meld: TableMeld, judged: Truth, step: Step) -> None:
    p, trace = w.p, w.trace
    odd = o.And(meld.odd >= 1, o.Not(meld.reported))
    small = o.And(meld.size >= 1, o.Not(d.large_enough(o, p, meld.size)))
    mixed = o.Not(d.wild_ratio(o, p, meld.meld.naturals, meld.meld.wilds))
    trace.raise_if(step, "HF303", o.And(judged, odd))
    trace.raise_if(step, "HF301", o.And(judged, o.Not(odd), small))
    broken = o.And(judged, o.Not(odd), o.Not(small), meld.rank != WILD_RANK, mixed, o.Not(meld.reported))
    trace.raise_if(step, "HF305", broken)
    meld.reported = o.Or(meld.reported, o.And(judged, odd), broken)
