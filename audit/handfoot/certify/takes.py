"""Taking the discard pile: how many (HF604), what lies on top (HF601), what is melded with it (HF602, HF603, HF605, HF606)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from handfoot_grammar import log
from handfoot_grammar.log import Lay
from handfoot_spec import definitions as d
from handfoot_spec import moves
from handfoot_spec.cards import IS_WILD, KINDS, RANK, WILD_RANK, Card
from handfoot_spec.definitions import INTEGERS, Num, Truth
from handfoot_spec.formula import TERMS
from handfoot_spec.moves import Packets

from .deeds import judge_foot_due, judge_unannounced, use_foot_unannounced, wrong_draw
from .lays import Laid, after_lay, counts_as_rank, judge_meld, judge_place, loosest_last, put, worth
from .places import Packet
from .trace import Step
from .walk import Opening, Walk

o = TERMS

Cell = tuple[Card, Num]
"""A card of the pile, as counted and as a formula."""


def pick_up(w: Walk, action: log.Pickup, index: int) -> None:
    """``pickup``: melds with the top card and the hand first, then the rest comes into the packet."""
    turn, places, step, trace = w.this_turn, w.places, w.step(index), w.trace
    player, before = turn.player, places.pile_size
    number, block = _lift(w, action.count, step)
    top = block[-1] if block else None
    under = block[-2::-1] if len(block) > 1 else []
    with_top = None if top is None else _lay_with(w, action.lays, top[0])
    if turn.foot_owed and not places.in_foot[player]:
        use_foot_unannounced(w, _but_for(w, action.lays, top), step)
    packet = places.packet(player)
    reds = packet.reds
    if top is not None and with_top is None and action.rest is not None and len(action.rest) > len(under):
        under.insert(0, top)  # nothing was melded with the top, and the list of what was taken begins with it
    elif top is not None:
        _take_in(w, packet, [top])
    below = len(under)
    laids, buried = [], []
    for lay in action.lays:
        laid, from_under = _put(w, packet, lay, under)
        laids.append(laid)
        buried.append(from_under)
    turn.laid_in_take, turn.foot_stays = len(turn.laid), turn.foot_taken
    turn.emptied_in_take = o.Not(packet.size >= 1) if under else False
    hidden = [kind for laid in laids for kind in laid.buried]
    chains = _take_rest(w, packet, action.rest, under, hidden if len(under) < below else [], below)
    turn.takes = trace.value("takes in this turn", turn.takes + 1)
    turn.begun += 1
    judge_unannounced(w, step)
    _judge_beginning(w, step)
    fresh = packet.reds - reds
    w.judge_reds(packet, step, o.If(fresh >= 0, fresh, 0) if type(fresh) is not int else max(fresh, 0), w.reds_judged)
    judge_foot_due(w, step)
    trace.raise_if(step, "HF604", o.Not(d.take_possible(o, w.p, number, before)))
    if action.count != 0 and (block or action.count is not None):
        _judge_lays(w, laids, top, with_top, step)
        trace.raise_if(step, "HF605", o.Or(*buried))
        _judge_opening(w, action.lays, top, with_top, step)
    w.judge_replacements(step, chains)
    turn.mark = len(trace.raised)
    after_lay(w, step)


def _lift(w: Walk, count: int | None, step: Step) -> tuple[Num, list[Cell]]:
    """The top cards come off the pile: their number as the record has it, and those that lay there."""
    places, p = w.places, w.p
    pile, size = places.pile, places.pile_size
    number: Num = count
    if count is None:
        count = int(d.take_size(INTEGERS, p, len(pile)))
        number = d.take_size(o, p, size)
        w.trace.figure(step, "cards taken", count, number)
    lifted = min(count, len(pile))
    block = pile[len(pile) - lifted :]
    del pile[len(pile) - lifted :]
    places.pile_size = w.trace.value("cards of the pile", o.If(size >= number, size - number, 0))
    return number, block


def _take_in(w: Walk, packet: Packet, cells: Sequence[Cell]) -> None:
    """Cards of the pile come into the packet."""
    places, side = w.places, w.places.side(w.this_turn.player)
    for kind, n in Counter(kind for kind, _ in cells).items():
        taken = o.Sum(*[o.If(cell == kind, 1, 0) for _, cell in cells])
        before = places.view(packet, side, kind)._replace(pile=taken)
        places.put(packet, side, kind, before, moves.take(o, w.p, before, taken, 0))
        places.counted(packet, kind, n)
    places.resize(packet, moves.packet_taken(o, w.p, Packets(packet.size, 0, False), len(cells), 0).hand)


def _lay_with(w: Walk, lays: Sequence[Lay], top: Card) -> int | None:
    """The lay that has the top card: a new meld if one can have it, else an addition."""
    having = [i for i, lay in enumerate(lays) if top in w.kinds(lay.cards)]
    return next((i for i in having if not lays[i].adds), having[0] if having else None)


def _but_for(w: Walk, lays: Sequence[Lay], top: Cell | None) -> list[Card]:
    """The cards of a take's melds without the top card."""
    kinds = [kind for lay in lays for kind in w.kinds(lay.cards)]
    if top is not None and top[0] in kinds:
        kinds.remove(top[0])
    return kinds


def _put(w: Walk, packet: Packet, lay: Lay, under: list[Cell]) -> tuple[Laid, Truth]:
    """Lays from the packet, and from ``under`` the top what the packet has not. Whether the latter happened."""
    kinds, count, size, there = w.kinds(loosest_last(lay.cards)), packet.count, packet.size, list(under)
    used: Counter[Card] = Counter()
    own: list[Card] = []
    buried: list[Card] = []
    for kind in kinds:
        hidden = next((cell for cell in under if cell[0] == kind), None)
        if packet.known[kind] <= used[kind] and hidden is not None:
            under.remove(hidden)
            buried.append(kind)
            continue
        used[kind] += packet.known[kind] > used[kind] and count > len(own)
        own.append(kind)
    parts: list[Truth] = []
    for kind, n in Counter(kinds).items():
        held = packet.cards.get(kind, 0)
        lacking = o.Not(d.was_held(o, w.p, held, n))
        if count < len(own):  # an empty packet gives nothing, whatever is counted in it
            before = [i for i, other in enumerate(own) if other == kind][: n - 1]
            given = [o.If(o.And(held >= j, size >= i + 1), 1, 0) for j, i in enumerate(before, 1)]
            lacking = o.Not(d.was_held(o, w.p, held, o.Sum(*given) + 1))
        parts.append(o.And(lacking, o.Or(*[cell == kind for _, cell in there])))
    return put(w, lay, own, buried), o.Or(*parts)


def _take_rest(
    w: Walk, packet: Packet, rest: log.Items | None, under: list[Cell], hidden: list[Card], below: int
) -> list[tuple[int, ...]]:
    """The rest as listed, against what lay under the top. Gives the red threes among it with their replacements."""
    places, side = w.places, w.places.side(w.this_turn.player)
    if rest is None:
        _take_in(w, packet, under)
        return []
    items = [(w.kind[item],) if isinstance(item, int) else w.kinds(item) for item in rest]
    if len(under) < len(items) <= below:  # what was melded from under the top is listed once more
        for kind in hidden:
            same = next((i for i in items if i == (kind,)), None) or next((i for i in items if i[0] == kind), None)
            if same is not None:
                items.remove(same)
    left, extra, matched, used, stay, chains = list(under), 0, [], 0, 0, []
    for item in sorted(items, key=lambda item: len(KINDS[item[0]])):
        match = next((cell for cell in left if cell[0] == item[0]), None)
        if match is not None:
            left.remove(match)
        else:
            extra += 1
            places.see(item[0], places.unseen(item[0]) - 1, 1)
            places.loose = w.trace.value("cards that may have been seen twice", places.loose + 1)
        if len(item) > 1:
            chains.append(item)
            more, kept = places.follow(packet, side, item, False)
            used, stay = used + more, stay + kept
        elif match is not None:
            matched.append(match)
        else:
            places.hold(packet, item[0], 1, 1)
            stay += 1
    _take_in(w, packet, matched + left[extra:])
    for kind, _ in left[:extra]:  # what lay there was taken, whatever the list says: one of the two lies in the packet
        places.hold(packet, kind, 1, 1)
        packet.count -= 1
    w.sized(packet, stay, 0, 0)
    places.use_stock(used)
    return chains


# --- what is judged ---------------------------------------------------------------------------------------------


def _judge_beginning(w: Walk, step: Step) -> None:
    """A turn begins with one draw or one take (HF205), unless the take comes after the discard, which is another deed."""
    turn = w.this_turn
    if turn.closed and not turn.after_discard:
        turn.after_discard = True
        return
    wrong_draw(w, step, o.Not(d.one_beginning(o, w.p, turn.draws, turn.takes)))


def _judge_lays(w: Walk, laids: Sequence[Laid], top: Cell | None, with_top: int | None, step: Step) -> None:
    """The melds that qualify the take, most specific complaint first."""
    blocked = False
    if top is not None:
        blocked = _blocks(w, top)
        _judge_top(w, laids, top, with_top, step)
    for i, laid in enumerate(laids):
        if blocked and i == with_top and laid.content.threes:
            continue  # threes melded with a three that may not be taken: one deed
        w.trace.raise_if(step, "HF102", laid.missing)
        judge_place(w, laid, step)
        judge_meld(w, laid, step)
    _judge_unfinished(w, laids, with_top, step)


def _blocks(w: Walk, top: Cell) -> bool:
    """Whether the top may not be taken, as counted; the formula is claimed beside it."""
    red, black, two, joker = w.flags(top[0])
    return not d.top_free(INTEGERS, w.p, red, black, two, joker)


def _judge_top(w: Walk, laids: Sequence[Laid], top: Cell, with_top: int | None, step: Step) -> None:
    """The top lies in a new meld with a natural pair from the hand; a wild top in an all-wild one with its like."""
    p, trace = w.p, w.trace
    kind, cell = top
    red, black, two, joker = w.flags(cell)
    free = d.top_free(o, p, red, black, two, joker)
    trace.raise_if(step, "HF601", o.Not(free))
    shown = o.Or(*[cell == k for laid in laids for k in dict.fromkeys((*laid.lain.kinds,))])
    trace.raise_if(step, "HF603", o.And(free, o.Not(shown)))
    if with_top is None:
        return
    laid = laids[with_top]
    own = list(laid.lain.kinds)
    own.remove(kind)
    judged: Truth = free
    if laid.adds and p.take.target == "new-meld":
        judged = False
        if laid.content.rank == WILD_RANK and IS_WILD[kind] and p.melds.one_unfinished_wild == "undecided":
            judged = o.And(free, laid.was_unfinished)
        else:
            trace.raise_if(step, "HF606", o.And(free, laid.was_unfinished))
    naturals = sum(RANK[k] == RANK[kind] for k in own)
    pair = d.pair_shown(o, p, naturals, _same_wilds(own, kind, laid), o.Or(two, joker))
    trace.raise_if(step, "HF602", o.And(judged, o.Not(o.Or(red, black)), o.Not(pair)))


def _same_wilds(own: Sequence[Card], kind: Card, laid: Laid) -> int:
    """Wild cards of the top's own kind that were laid with it in an all-wild meld."""
    if laid.content.rank != WILD_RANK or not IS_WILD[kind]:
        return 0
    return sum(IS_WILD[k] and RANK[k] == RANK[kind] for k in own)


def _judge_unfinished(w: Walk, laids: Sequence[Laid], with_top: int | None, step: Step) -> None:
    """After the take no two melds of a rank are unfinished, nor is the old one where the new is a whole book (HF306)."""
    side, p = w.places.side(w.this_turn.player), w.p
    new: dict[int, list[int]] = {}
    for i, laid in enumerate(laids):
        if not laid.adds:
            new.setdefault(laid.content.rank, []).append(i)
    for rank, mine in new.items():
        unfinished = side.rank(rank).unfinished
        some_open = o.Or(*[o.Not(d.is_complete(o, p, laids[i].size)) for i in mine])
        second = o.And(o.Not(d.one_unfinished(o, p, unfinished)), some_open, counts_as_rank(w, rank))
        strict = p.melds.one_unfinished and rank != WILD_RANK and p.take.unfinished == "complete-then-new"
        left_open = o.And(strict and with_top in mine, unfinished >= 1, o.Not(some_open))
        w.trace.raise_if(step, "HF306", o.Or(second, left_open))


def _judge_opening(w: Walk, lays: Sequence[Lay], top: Cell | None, with_top: int | None, step: Step) -> None:
    """The melds of the take alone open (HF501); with a top that may not be taken it is no take."""
    turn = w.this_turn
    if turn.was_open or not lays or (top is not None and with_top is not None and _blocks(w, top)):
        return
    before = turn.opening.hand if turn.opening is not None else 0
    turn.opening = Opening(done=True)
    points = w.trace.value("points laid to open", before + sum(worth(w, lay.cards) for lay in lays))
    w.trace.raise_if(step, "HF501", o.Not(d.opening_met(o, w.p, points, w.p.opening_minimum(w.number))))
