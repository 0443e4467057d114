"""How a turn and a deal end: the discard that is missing, the Foot left untaken, and going out (HF206, HF701 to HF708)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from handfoot_grammar import log
from handfoot_spec import definitions as d
from handfoot_spec.cards import Card
from handfoot_spec.definitions import Num, Truth
from handfoot_spec.formula import TERMS
from handfoot_spec.profile import Profile

from .lays import judge_opening, loosest_last
from .places import Packet, Side, TableMeld
from .scope import SUITS, UNSAID, NotModelled
from .trace import Step
from .walk import Undo, Walk

o = TERMS


def close_turn(w: Walk, ending: str, out_player: int | None = None) -> None:
    """Judges the turn as a whole. ``ending``: what comes next (next, out, stock, abandoned, left, eof)."""
    turn = w.turn
    if turn is None or turn.over:
        return
    if ending not in ("eof", "left") or turn.closed:  # else it may go on where the record stops
        judge_opening(w)
    recorded = ending == "out" and out_player == turn.player
    declared = turn.asked is not None or turn.declared or recorded
    if (
        w.ended is None
        and not _emptied(w, declared)
        and not recorded
        and (turn.emptied is None or not w.places.in_foot[turn.player])
    ):
        _judge_turn_end(w, "eof" if ending == "left" else ending)
    turn.over = True


def _judge_turn_end(w: Walk, ending: str) -> None:
    """A turn that did not end the deal ends with one discard (HF206), after the Foot where the Hand was melded (HF702)."""
    turn, places = w.this_turn, w.places
    player = turn.player
    if ending in ("eof", "abandoned") or turn.closed:
        return
    if ending == "stock" and not (turn.begun or turn.melded):
        return
    hand = places.hands[player]
    untaken: Truth = False
    if not places.in_foot[player] and turn.melded and not turn.hand_discarded:
        untaken = d.foot_due(o, w.p, hand.size)
        if hand.count == 0:
            w.untaken.add(player)
    w.trace.raise_if(turn.place, "HF702", untaken)
    w.trace.raise_if(turn.place, "HF206", o.And(o.Not(untaken), o.Not(d.turn_closed(o, w.p, turn.discards, False))))


def _emptied(w: Walk, declared: bool) -> bool:
    """A player in the Foot without cards has gone out, or kept no card. True where that ends the deal."""
    turn, places = w.this_turn, w.places
    player = turn.player
    packet = places.packet(player)
    # what is in the packet decides what is judged below
    w.trace.figure(turn.place, "no card is left (1) or some (0)", int(packet.count == 0), o.If(packet.size >= 1, 0, 1))
    if packet.count:
        return False
    if not places.in_foot[player]:
        return declared and _foot_unopened(w, player)
    if turn.emptied is None:
        return False
    if not declared:
        if w.p.out.permission != "required" or len(w.teams[places.team_of[player]]) == 1:
            raise NotModelled(UNSAID)
        forced = o.And(turn.melded == 0, turn.unreplaced)
        kept = d.card_kept(o, w.p, packet.size)
        w.trace.raise_if(turn.emptied, "HF708", o.And(o.Not(kept), o.Not(forced)))
        return False
    _judge_out(w, player, turn.emptied)
    return True


def _foot_unopened(w: Walk, player: int) -> bool:
    """A going out from the Hand; a last Hand card discarded may as well have left the Foot for the next turn."""
    turn = w.this_turn
    if not (turn.declared if turn.hand_discarded else turn.melded or turn.closed):
        return False
    w.trace.raise_if(turn.place, "HF702", o.Not(w.places.entered[player]))
    _went_out(w, player, False)
    return True


def _judge_out(w: Walk, player: int, step: Step) -> None:
    """Each condition of going out that fails is a finding of its own."""
    turn, places, trace, p = w.this_turn, w.places, w.trace, w.p
    side = places.side(player)
    failed: list[Truth] = []

    def judge(code: str, formula: Truth) -> None:
        failed.append(trace.truth("", formula))
        trace.raise_if(step, code, formula)

    strict, loose = (d.books_suffice(o, p, colours(p, _named_books(w, side, strictly))) for strictly in (True, False))
    faulty = o.Or(*[o.And(d.is_complete(o, p, meld.size), meld.reported) for meld in side.melds])
    judge("HF703", o.And(o.Not(strict), o.Or(o.Not(loose), faulty)))
    partners = [seat for seat in w.teams[places.team_of[player]] if seat != player]
    for partner in partners:
        judge("HF704", o.Not(d.partner_ready(o, p, places.entered[partner], places.acted[partner])))
    if partners:
        in_time = trace.truth("permission was asked in time", turn.asked is not None and not turn.asked_late)
        refused = trace.truth("permission was refused", turn.asked is False)
        asked = d.permission_asked(o, p, in_time)
        let_stand = player in w.granted and turn.asked is None and p.out.permission_lapses == "undecided"
        judge("HF705", o.And(o.Not(asked), o.Not(let_stand)))
        judge("HF706", o.And(asked, o.Not(d.consent_given(o, p, refused))))
    judge("HF707", o.Not(d.final_discard_right(o, p, turn.discards)))
    _went_out(w, player, o.Not(o.Or(*failed)))


def _went_out(w: Walk, player: int, legally: Truth) -> None:
    """The deal ends with it; an illegal going out is undone by the last discard, or by the last meld."""
    turn, p = w.this_turn, w.p
    w.ended, w.out = "declared", (player, w.trace.truth("went out legally", legally))
    if turn.closed and w.places.pile:
        w.undo = Undo(p.card_points[w.places.pile[-1][0]], True, {})
    elif turn.laid:
        lain = turn.laid[-1]
        meld, cards = lain.meld, sum(p.card_points[kind] for kind in lain.kinds)
        completed = o.And(
            o.Not(d.is_complete(o, p, lain.size_before)),
            d.is_complete(o, p, meld.size),
            o.Not(meld.odd >= 1),
            not meld.stray,
        )
        w.undo = Undo(
            cards, False, {kind: o.And(completed, fits) for kind, fits in book_tests(p, meld, meld.meld.naturals)}
        )


# --- books ------------------------------------------------------------------------------------------------------


def book_tests(p: Profile, meld: TableMeld, naturals: Num) -> list[tuple[str, Truth]]:
    """For each kind of book whether a meld of so many naturals is of it: the first that fits."""
    tests: list[tuple[str, Truth]] = []
    before: list[Truth] = []
    for book in p.books:
        fits = d.book_of_kind(o, p, book, naturals, meld.meld.wilds)
        tests.append((book.kind, o.And(fits, *[o.Not(other) for other in before])))
        before.append(fits)
    return tests


def books_of(p: Profile, side: Side, *, strictly: bool) -> dict[str, Num]:
    """A side's books by kind. A faulty book counts as what it looks like unless ``strictly``."""
    counts: dict[str, list[Num]] = {book.kind: [] for book in p.books}
    looks_like = next((book.kind for book in p.books if book.wilds is not None and book.wilds[1] > 0), None)
    for meld in side.melds:
        if meld.stray:
            continue
        whole = d.is_complete(o, p, meld.size)
        tests = book_tests(p, meld, meld.faulty_naturals)
        for kind, fits in tests:
            counts[kind].append(o.If(o.And(whole, fits, o.Not(meld.odd >= 1) if strictly else True), 1, 0))
        if not strictly and looks_like is not None:
            none = o.And(whole, *[o.Not(fits) for _, fits in tests])
            counts[looks_like].append(o.If(none, 1, 0))
    return {kind: o.Sum(*parts) for kind, parts in counts.items()}


def _named_books(w: Walk, side: Side, strictly: bool) -> dict[str, Num]:
    return {kind: w.trace.value(f"{kind} books", n) for kind, n in books_of(w.p, side, strictly=strictly).items()}


def colours(p: Profile, books: dict[str, Num]) -> dict[str, Num]:
    """Books by what they count as for going out."""
    counts: dict[str, Num] = dict.fromkeys(p.out.books, 0)
    for kind, count in books.items():
        colour = p.books_by_kind[kind].counts_as
        counts[colour] = o.Sum(counts.get(colour, 0), count)
    return counts


# --- the end of the deal ----------------------------------------------------------------------------------------


def end(w: Walk, statement: log.End) -> None:
    """``end``: how the deal ended, as recorded."""
    if w.ended is None:
        close_turn(w, statement.how, statement.player)
    w.ended = statement.how


def left(w: Walk, statement: log.Left) -> None:
    """``left``: the cards shown as left; where the walk cannot know better, they are what lies there."""
    if w.ended is None:
        close_turn(w, "left")
    places, player = w.places, statement.player
    for shown, packet, judged in (
        (statement.hand, places.packet(player), True),
        (statement.foot, places.feet[player], not places.in_foot[player]),
    ):
        if shown is not None and judged:
            _lay_open(w, packet, player, w.kinds(loosest_last(shown)))
    w.left[player] = statement.hand, statement.foot
    places.judge_copies(w.step())


def _lay_open(w: Walk, packet: Packet, player: int, shown: Sequence[Card]) -> None:
    """What is shown of a packet against what it holds; afterwards it lies open."""
    places, certain = w.places, not packet.shed
    if len(shown) != packet.count or (certain and +packet.known == Counter(shown)):
        return
    if w.scope.mixed:
        raise NotModelled(SUITS)
    cards, size, known = dict(packet.cards), packet.size, packet.known.copy()
    wrong = any(n > known[kind] for kind, n in Counter(shown).items())
    places.play(packet, places.side(player), shown, False)
    if certain:  # what was shown is not believed
        packet.cards, packet.size, packet.known, packet.count = cards, size, known, known.total()
        return
    if not wrong:
        packet.cards, packet.known, packet.count = {}, Counter(), 0
    for kind in shown:
        places.hold(packet, kind, 1, 1)
    places.resize(packet, len(shown))
