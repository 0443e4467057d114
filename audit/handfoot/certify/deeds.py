"""What a player does beside laying and taking: draws, red threes, the Foot, the discard, what is taken back or moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from handfoot_grammar import log
from handfoot_spec import definitions as d
from handfoot_spec import moves
from handfoot_spec.cards import CLASS, KINDS, NO_CARD, RED_THREE, Card
from handfoot_spec.definitions import Num, Truth
from handfoot_spec.formula import TERMS
from handfoot_spec.moves import Packets

from .places import Packet, TableMeld
from .scope import MERGED, SUITS, NotModelled
from .trace import Step
from .walk import Turn, Walk

o = TERMS


def is_red(kind: Card) -> bool:
    """Whether a kind is a red three."""
    return kind != NO_CARD and CLASS[kind] == CLASS[RED_THREE]


def draw(w: Walk, action: log.Draw, statement: log.Turn, index: int) -> None:
    """``draw``: once a turn, of two cards, from a stock that has them (HF205, HF107)."""
    assert action.cards is not None
    turn, places, step = w.this_turn, w.places, w.step(index)
    packet, side = places.packet(turn.player), places.side(turn.player)
    stock, used, stay, fresh = places.stock, 0, 0, 0
    chains = []
    for item in action.cards:
        chain = (w.kind[item],) if isinstance(item, int) else w.kinds(item)
        fresh += is_red(chain[-1])
        if len(chain) == 1:
            places.from_stock(packet, side, chain[0])
            used, stay = used + 1, stay + 1
        else:
            chains.append(chain)
            more, kept = places.follow(packet, side, chain, True)
            used, stay = used + more, stay + kept
    w.sized(packet, stay, 0, 0)
    short = places.use_stock(used)
    turn.draws = w.trace.value("draws in this turn", turn.draws + 1)
    turn.drawn = w.trace.value("cards drawn in this turn", turn.drawn + len(action.cards))
    turn.begun += 1
    turn.laid_in_take, turn.foot_stays = len(turn.laid), turn.foot_taken
    _judge_draw(w, statement, index, len(action.cards), stock, short)
    w.judge_reds(packet, step, fresh)
    if chains:
        w.judge_replacements(step, chains)
    turn.mark = len(w.trace.raised)


def _judge_draw(w: Walk, statement: log.Turn, index: int, count: int, stock: Num, short: Truth) -> None:
    """A draw that is one too many, of the wrong size, or from a stock too small: the first that fits."""
    turn, p, step = w.this_turn, w.p, w.step(index)
    open_turn = o.Not(turn.discards >= 1)
    first = d.one_beginning(o, p, turn.draws, turn.takes)
    in_a_row = o.And(_in_a_row(statement, index, turn), _row_right(w, statement, index))
    enough = d.stock_suffices(o, p, stock)
    right = o.Or(d.draw_right(o, p, count), in_a_row)
    covered = d.from_stock(o, p, count, stock)
    wrong = o.And(open_turn, o.Or(o.And(o.Not(first), o.Not(in_a_row)), o.And(first, enough, o.Not(right))))
    last = o.And(open_turn, first, o.Not(enough), covered)
    wrong_draw(w, step, wrong)
    w.trace.raise_if(step, "HF205", last)
    overdrawn = o.Or(
        o.And(first, o.Not(enough), o.Not(covered)),
        o.And(first, enough, right, short),
        o.And(o.Not(first), in_a_row, short),
    )
    w.trace.raise_if(step, "HF107", o.And(open_turn, overdrawn))
    if turn.closed:
        turn.after_discard = True


def wrong_draw(w: Walk, step: Step, formula: Truth) -> None:
    """A wrong draw or take is one deed in a turn, however many actions it is written in (HF205)."""
    turn = w.this_turn
    w.trace.raise_if(step, "HF205", o.And(formula, o.Not(turn.wrong_draw)))
    turn.wrong_draw = w.trace.truth("a wrong draw was reported in this turn", o.Or(turn.wrong_draw, formula))


def _in_a_row(statement: log.Turn, index: int, turn: Turn) -> bool:
    """Whether every draw of the turn stands in this statement, one after the other, up to this one."""
    before = statement.actions[max(0, index + 1 - turn.begun) : index + 1]
    return turn.begun > 0 and all(isinstance(action, log.Draw) for action in before) and len(before) == turn.begun


def _row_right(w: Walk, statement: log.Turn, index: int) -> Truth:
    """Whether the draws so far make one right draw, or less with more to come."""
    turn = w.this_turn
    more = index + 1 < len(statement.actions) and isinstance(statement.actions[index + 1], log.Draw)
    return o.And(
        o.Not(turn.takes >= 1), o.Or(d.draw_right(o, w.p, turn.drawn), o.And(more, turn.drawn <= w.p.turn.draw - 1))
    )


def expose(w: Walk, player: int, chains: Sequence[tuple[int, ...]], step: Step) -> None:
    """``red``: red threes exposed as a deed of their own (HF102, HF107)."""
    places = w.places
    packet, side = places.packet(player), places.side(player)
    used, missing = 0, []
    for written in chains:
        chain = w.kinds(written)
        missing.append(places.play(packet, side, chain[:1], False))
        more, stay = places.follow(packet, side, chain, False)
        w.sized(packet, stay, 0, 0)
        used += more
    short = places.use_stock(used)
    w.trace.raise_if(step, "HF102", o.Or(*missing))
    w.trace.raise_if(step, "HF107", short)
    w.judge_replacements(step, [w.kinds(chain) for chain in chains])


def foot(w: Walk, action: log.TakeFoot, index: int) -> None:
    """``foot``: taken when the Hand is empty (HF701), and the Foot is that which was dealt (HF102, HF103)."""
    turn, places, step, trace = w.this_turn, w.places, w.step(index), w.trace
    player = turn.player
    turn.foot_taken = True
    if places.in_foot[player]:
        trace.raise_if(step, "HF701", places.entered[player])
        w.untaken.discard(player)
        return
    due = player in w.due
    w.due.discard(player)
    w.untaken.discard(player)
    hand = places.hands[player]
    at_once = o.And(turn.discards >= 1, d.foot_same_turn(o, w.p, True))
    early = o.And(
        o.Not(d.foot_due(o, w.p, hand.size)),
        o.Not(o.And(due, not turn.melded, o.Not(at_once))),
        o.Not(o.And(turn.emptied_in_take, turn.melded == turn.laid_in_take)),
    )
    after_meld = o.And(
        turn.melded >= 1, player not in w.foot_owed, o.Not(at_once), o.Not(d.foot_same_turn(o, w.p, False))
    )
    trace.raise_if(step, "HF701", o.Or(o.And(turn.discards >= 1, o.Not(at_once)), early, after_meld))
    if action.cards is not None:
        _foot_shown(w, action.cards, step)
    use_foot(w)
    turn.emptied = None


def _foot_shown(w: Walk, items: log.Items, step: Step) -> None:
    """The Foot as it is picked up takes the place of the Foot as dealt."""
    places, player = w.places, w.this_turn.player
    dealt, side = places.feet[player], places.side(player)
    chains = [(w.kind[item],) if isinstance(item, int) else w.kinds(item) for item in items]
    size = dealt.size
    firsts = sorted((chain[0] for chain in chains), key=lambda kind: len(KINDS[kind]))
    missing = places.play(dealt, side, firsts, False)
    same = d.count_true(o, w.p, len(items), size)
    w.trace.raise_if(step, "HF103", o.Not(same))
    w.trace.raise_if(step, "HF102", o.And(same, missing))
    shown = places.feet[player] = Packet(dealt.name)
    used = stay = 0
    for kind, n in Counter(chain[0] for chain in chains if len(chain) == 1).items():
        places.hold(shown, kind, n, n)
        stay += n
    for chain in chains:
        if len(chain) > 1:
            more, kept = places.follow(shown, side, chain, False)
            used, stay = used + more, stay + kept
    places.resize(shown, shown.size + stay)
    places.use_stock(used)
    w.judge_replacements(step, [chain for chain in chains if len(chain) > 1])


def use_foot(w: Walk) -> None:
    """From here the player plays from the Foot; cards left in the Hand are played together with it."""
    turn, places, p = w.this_turn, w.places, w.p
    player = turn.player
    hand, packet, side = places.hands[player], places.feet[player], places.side(player)
    places.in_foot[player] = turn.foot_taken = True
    places.entered[player] = w.trace.truth(("the Foot was taken by", player), True)
    if hand.count:
        turn.foot_merged = True
        for kind in hand.cards:
            before = places.view(hand, side, kind)._replace(foot=packet.cards.get(kind, 0))
            packet.cards[kind] = w.trace.value((packet.name, kind), moves.enter_foot(o, p, before).hand)
            places.counted(packet, kind, hand.known[kind])
        packet.count -= hand.shed
        places.resize(packet, moves.packet_foot(o, p, Packets(hand.size, packet.size, False)).hand)
        places.hands[player] = Packet(hand.name)


def use_foot_unannounced(w: Walk, kinds: Sequence[Card], step: Step) -> None:
    """The Foot comes into use where it is due, no ``foot`` has taken it up, and the Hand cannot give the cards (HF702)."""
    turn, places = w.this_turn, w.places
    player = turn.player
    hand, packet = places.hands[player], places.feet[player]
    due = turn.foot_owed or (turn.melded and hand.count == 0)
    if not due or packet.count == 0 or turn.closed:
        return
    if w.scope.mixed:
        raise NotModelled(SUITS)
    wanted = Counter(kinds)
    enough = len(kinds) <= hand.count
    used = any(not (enough and hand.may_hold(kind, n)) and packet.may_hold(kind) for kind, n in wanted.items())
    fits = d.was_held(o, w.p, hand.size, len(kinds))
    formula = o.Or(
        *[
            o.And(o.Not(o.And(fits, d.was_held(o, w.p, hand.cards.get(kind, 0), n))), d.was_held(o, w.p, packet.cards.get(kind, 0), 1))
            for kind, n in wanted.items()
        ]
    )  # fmt: skip
    w.trace.figure(step, "the Foot is used without a word (1) or not (0)", int(used), o.If(formula, 1, 0))
    if used:
        use_foot(w)
        turn.unannounced = True


def judge_unannounced(w: Walk, step: Step) -> None:
    """Who plays from a Foot that nobody took up (HF702), maybe with red threes in it (HF401)."""
    turn = w.this_turn
    player = turn.player
    if not turn.unannounced:
        return
    turn.unannounced, turn.emptied = False, None
    w.due.discard(player)
    w.trace.raise_if(step, "HF702", player not in w.untaken)
    w.untaken.add(player)
    w.judge_reds(w.places.packet(player), step)


def judge_may_play(w: Walk, packet: Packet, step: Step) -> None:
    """Nothing is played before drawing (HF204), nor while holding a red three, nor from the Hand when the Foot is due."""
    turn = w.this_turn
    if not turn.begun_judged:
        turn.begun_judged = True
        w.trace.raise_if(step, "HF204", o.Not(d.turn_begun(o, w.p, turn.draws, turn.takes)))
    w.judge_reds(packet, step)
    judge_foot_due(w, step)


def judge_foot_due(w: Walk, step: Step) -> None:
    """The Hand's last card was discarded in an earlier turn, so this one is played from the Foot (HF702)."""
    turn = w.this_turn
    player = turn.player
    if player in w.due and not w.places.in_foot[player] and not turn.hand_discarded:
        w.due.discard(player)
        w.untaken.add(player)
        w.trace.raise_if(step, "HF702", o.Not(w.places.entered[player]))


def discard(w: Walk, action: log.Discard, index: int) -> None:
    """``discard``: a card that is held (HF102) and no red three (HF403)."""
    turn, places, step = w.this_turn, w.places, w.step(index)
    player, kind = turn.player, w.kind[action.card]
    if not places.in_foot[player] and (places.packet(player).count == 0 or turn.foot_owed):
        use_foot_unannounced(w, (kind,), step)
    packet = places.packet(player)
    missing = places.play(packet, places.side(player), (kind,), False)
    w.on_pile(kind)
    turn.discarded.append((kind, packet))
    second, turn.closed = turn.closed, True
    if not second:
        turn.discards = w.trace.value("discards in this turn", turn.discards + 1)
    if places.in_foot[player]:
        turn.foot_acts = True
    elif packet.count == 0:
        turn.hand_discarded = True
    judge_unannounced(w, step)
    if second:
        turn.after_discard = True
        w.judge_reds(packet, step)
        judge_foot_due(w, step)
    else:
        judge_may_play(w, packet, step)
    w.trace.raise_if(step, "HF102", missing)
    w.trace.raise_if(step, "HF403", o.Not(d.discardable(o, w.p, w.flags(places.pile[-1][1])[0])))
    if packet.count == 0:
        if turn.hand_discarded and not places.in_foot[player]:
            w.due.add(player)
        elif places.in_foot[player] and turn.emptied is None:
            turn.emptied = step


def take_back(w: Walk) -> None:
    """``takeback``: everything since the draw or take of this turn is undone, and not judged."""
    turn, places, trace = w.this_turn, w.places, w.trace
    player = turn.player
    side = places.side(player)
    if player in w.untaken or (turn.foot_taken and not turn.foot_stays and turn.foot_merged):
        raise NotModelled(MERGED)
    trace.take_back(turn.mark)
    for kind, packet in reversed(turn.discarded):
        if places.pile and places.pile[-1][0] == kind:
            places.pile.pop()
            places.pile_size = trace.value("cards of the pile", places.pile_size - 1)
            places.unplay(packet, side, (kind,), False)
    turn.discarded.clear()
    turn.discards, turn.closed, turn.hand_discarded = 0, False, False
    while len(turn.laid) > turn.laid_in_take or turn.moved:
        if turn.moved and turn.moved[-1].lays >= len(turn.laid):
            _move_back(w)
        else:
            _lay_back(w)
    if turn.foot_taken and not turn.foot_stays:
        places.in_foot[player] = turn.foot_taken = turn.foot_acts = False
        places.entered[player] = False
    if not turn.was_open and not turn.laid:
        side.opened, side.is_open = False, False
    turn.declared = turn.begun_judged = turn.after_discard = False
    w.due.discard(player)
    if turn.opening is not None and not turn.opening.done:
        turn.opening = None
    turn.emptied = None


def _lay_back(w: Walk) -> None:
    turn, side = w.this_turn, w.places.side(w.this_turn.player)
    lain = turn.laid.pop()
    meld = lain.meld
    w.places.unplay(lain.packet, side, lain.kinds, True)
    meld.meld, meld.odd, size = lain.before
    del meld.cards[size:]
    side.ranks[meld.rank] = lain.rank
    settle(w, meld)
    if lain.created:
        side.melds.remove(meld)
        if not meld.stray:
            side.begun[meld.rank] -= 1
    turn.melded -= 1


def _move_back(w: Walk) -> None:
    side, moved = w.places.side(w.this_turn.player), w.this_turn.moved.pop()
    moved.target.cards.remove(moved.card)
    moved.source.cards.append(moved.card)
    for meld, cards, odd in moved.before:
        meld.meld, meld.odd = cards, odd
    side.ranks.update(moved.ranks)
    settle(w, moved.source)
    settle(w, moved.target)


def settle(w: Walk, meld: TableMeld) -> None:
    """Puts a meld where its size says, among those that an ``add`` can mean or not."""
    groups, size, cap = w.places.side(w.this_turn.player).groups, len(meld.cards), w.p.melds.cap
    group = groups.setdefault(meld.rank, [])
    if meld in group and (size >= cap or size == 0):
        group.remove(meld)
    elif meld not in group and 0 < size < cap and not meld.stray:
        group.append(meld)
