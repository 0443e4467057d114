"""What holds for the cards of any kind, wherever they lie: nothing is lost, nothing doubled, and threes keep to their places."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from .. import definitions as d
from .. import moves as m
from ..definitions import Truth
from ..formula import Formula, Term
from ..profile import Profile
from .lemma import Case, Lemma, O, same

PLACES = {
    "stock": "in the stock", "pile": "in the pile", "hand": "in the packet in play", "foot": "in the Foot", "laid": "in the melds",
    "shown": "exposed", "elsewhere": "with the others",
}  # fmt: skip


class AnyKind:
    """A kind of card of which nothing is known but that it is one: red three, black three, two, joker, or none of these."""

    def __init__(self, f: Formula, p: Profile) -> None:
        self.red_three, self.black_three = f.truth("is_red_three"), f.truth("is_black_three")
        self.two, self.joker = f.truth("is_two"), f.truth("is_joker")
        flags = [O.If(flag, 1, 0) for flag in (self.red_three, self.black_three, self.two, self.joker)]
        f.claim(O.Sum(*flags) <= 1)
        self.copies = f.integer("copies")
        f.claim(d.copies_exist(O, p, self.copies, self.joker), O.Not(d.copies_exist(O, p, self.copies + 1, self.joker)))

    @property
    def threes(self) -> tuple[Term, Term]:
        return self.red_three, self.black_three

    @property
    def flags(self) -> tuple[Term, Term, Term, Term]:
        return self.red_three, self.black_three, self.two, self.joker

    @property
    def figures(self) -> dict[str, Term]:
        """The kind, as figures of a counterexample: 1 where it is one."""
        names = ("a red three", "a black three", "a two", "a joker")
        return {name: O.If(flag, 1, 0) for name, flag in zip(names, self.flags, strict=True)}


@dataclass(frozen=True)
class Move:
    """A move as one kind of card sees it: what is given, the places after it, and its figures."""

    name: str
    given: Formula
    kind: AnyKind
    after: m.Cards
    figures: Mapping[str, Term]
    exposes: bool = False


def _places(f: Formula, p: Profile, kind: AnyKind) -> m.Cards:
    """Places as any play may have left them: what the lemmas of this page show of every move is true of them."""
    c = m.Cards(*[f.integer(name) for name in m.Cards._fields])
    f.claim(O.Sum(*c) == kind.copies, *_threes_in_place(p, kind, c))
    return c


def _threes_in_place(p: Profile, kind: AnyKind, c: m.Cards) -> list[Truth]:
    """The lemmas on threes, of the state before a move: as far as the profile claims them."""
    claims = [O.Implies(O.Not(kind.red_three), c.shown == 0)]
    if NO_THREE_IN_A_MELD.claimed(p):
        claims.append(O.Implies(O.Or(*kind.threes), c.laid == 0))
    if NO_RED_THREE_IN_THE_PILE.claimed(p):
        claims.append(O.Implies(kind.red_three, c.pile == 0))
    return claims


def moves(p: Profile) -> Iterator[Move]:
    """Every kind of move, each in a formula of its own."""
    f = Formula()
    kind = AnyKind(f, p)
    hand, foot, others, starter = (f.integer(name) for name in ("hand", "foot", "others", "starter"))
    f.claim(m.deal_possible(O, p, kind.copies, hand, foot, others, starter, *kind.flags))
    figures = {
        "dealt to the Hand": hand,
        "dealt to the Foot": foot,
        "dealt to the others": others,
        "turned up": starter,
    }
    yield Move("deal", f, kind, m.deal(O, p, kind.copies, hand, foot, others, starter), {**kind.figures, **figures})
    for name, make in _MOVES.items():
        if (make is _reshuffle and p.stock.short != "reshuffle") or (make is _take_one and not p.turn.mixed_draw):
            continue
        f = Formula()
        kind = AnyKind(f, p)
        c = _places(f, p, kind)
        reds = m.Reds(f.integer("exposed"), f.integer("replacements"))
        after, done = make(f, p, kind, c, reds)
        before: dict[str, Term] = {where: getattr(c, place) for place, where in PLACES.items()}
        exposes = make in (_expose, _draw, _take, _enter_foot)
        if exposes:
            done |= {"exposed now": reds.exposed, "come as replacement": reds.replacements}
        yield Move(name, f, kind, after, {**kind.figures, **done, **before}, exposes)


Made = tuple[m.Cards, dict[str, Term]]


def _expose(f: Formula, p: Profile, kind: AnyKind, c: m.Cards, reds: m.Reds) -> Made:
    f.claim(m.exposure_possible(O, p, c.hand, c.stock, reds, kind.red_three))
    return m.expose(O, p, c, reds), {}


def _draw(f: Formula, p: Profile, kind: AnyKind, c: m.Cards, reds: m.Reds) -> Made:
    drawn = f.integer("drawn")
    f.claim(m.draw_possible(O, p, c, drawn, reds, kind.red_three))
    return m.draw(O, p, c, drawn, reds), {"drawn": drawn}


def _take(f: Formula, p: Profile, kind: AnyKind, c: m.Cards, reds: m.Reds) -> Made:
    taken, top, laid = f.integer("taken"), f.integer("top"), f.integer("laid_now")
    f.claim(m.take_possible(O, p, c, taken, top, laid, reds, *kind.flags))
    return m.take(O, p, c, taken, laid, reds), {"taken": taken, "of them on top": top, "laid": laid}


def _take_one(f: Formula, p: Profile, kind: AnyKind, c: m.Cards, reds: m.Reds) -> Made:
    taken = f.integer("taken")
    f.claim(m.take_one_possible(O, p, c, taken, *kind.flags))
    return m.take_one(O, p, c, taken), {"taken": taken}


def _lay(f: Formula, p: Profile, kind: AnyKind, c: m.Cards, reds: m.Reds) -> Made:
    laid = f.integer("laid_now")
    f.claim(m.lay_possible(O, p, c, laid, *kind.threes))
    return m.lay(O, p, c, laid), {"laid": laid}


def _enter_foot(f: Formula, p: Profile, kind: AnyKind, c: m.Cards, reds: m.Reds) -> Made:
    f.claim(d.foot_due(O, p, c.hand), m.exposure_possible(O, p, c.foot, c.stock, reds, kind.red_three))
    return m.enter_foot(O, p, c, reds), {}


def _go_out(f: Formula, p: Profile, kind: AnyKind, c: m.Cards, reds: m.Reds) -> Made:
    laid, discarded = f.integer("laid_now"), f.integer("discarded")
    f.claim(m.lay_possible(O, p, c, laid, *kind.threes))
    f.claim(m.discard_possible(O, p, m.lay(O, p, c, laid), discarded, kind.red_three), c.foot == 0)
    f.claim(c.hand - laid - discarded == 0)
    return m.go_out(O, p, c, laid, discarded), {"laid": laid, "discarded": discarded}


def _stock_end(f: Formula, p: Profile, kind: AnyKind, c: m.Cards, reds: m.Reds) -> Made:
    f.claim(O.Not(d.stock_suffices(O, p, c.stock)))
    return m.stock_end(O, p, c), {}


def _reshuffle(f: Formula, p: Profile, kind: AnyKind, c: m.Cards, reds: m.Reds) -> Made:
    return m.reshuffle(O, p, c), {}


def _discard(f: Formula, p: Profile, kind: AnyKind, c: m.Cards, reds: m.Reds) -> Made:
    discarded = f.integer("discarded")
    f.claim(m.discard_possible(O, p, c, discarded, kind.red_three))
    return m.discard(O, p, c, discarded), {"discarded": discarded}


_MOVES: dict[str, Callable[[Formula, Profile, AnyKind, m.Cards, m.Reds], Made]] = {
    "expose and replace": _expose, "draw": _draw, "draw from the pile": _take_one, "take": _take, "meld or add": _lay, "enter the Foot": _enter_foot, "discard": _discard,
    "go out": _go_out, "stock end": _stock_end, "reshuffle": _reshuffle,
}  # fmt: skip


def _after_each_move(goal: Callable[[Profile, Move], Truth]) -> Callable[[Profile], Iterator[Case]]:
    def cases(p: Profile) -> Iterator[Case]:
        for move in moves(p):
            yield Case(move.name, move.given, goal(p, move), move.figures)

    return cases


def _nothing_left(p: Profile) -> Iterator[Case]:
    for move in moves(p):
        if move.name == "go out":
            yield Case(move.name, move.given, O.And(move.after.hand == 0, move.after.foot == 0), move.figures)


def _packs(p: Profile) -> Iterator[Case]:
    """The packs hold one of every kind (jokers: their own number), so four of every rank, and as many cards as the deck has."""
    f = Formula()
    kind, rank, joker = f.integer("of_a_kind"), f.integer("of_a_rank"), f.integer("jokers")
    colour = f.integer("threes_of_a_colour")
    for more, holds in ((0, True), (1, False)):
        f.claim(
            same(d.copies_exist(O, p, kind + more, False), holds), same(d.copies_exist(O, p, joker + more, True), holds),
            same(d.class_exists(O, p, rank + more, False, False), holds), same(d.class_exists(O, p, colour + more, False, True), holds),
        )  # fmt: skip
    goal = O.And(rank == kind * 4, colour == kind * 2, d.deck_complete(O, p, kind * 52, joker))
    yield Case("packs", f, goal, {"of a kind": kind, "jokers": joker, "of a rank": rank, "threes of a colour": colour})


def _stock_after_the_deal(p: Profile) -> Iterator[Case]:
    """Packets of the right size leave the stock that the rules name."""
    f = Formula()
    hand, foot, stock = f.integer("hand"), f.integer("foot"), f.integer("stock")
    f.claim(d.packet_complete(O, p, hand, False), d.packet_complete(O, p, foot, True))
    f.claim(d.deck_complete(O, p, hand * p.players, foot * p.players, stock, int(p.starter.turned)))
    dealt = p.players * (p.table.hand + p.table.foot)
    right = p.packs * (52 + p.table.jokers_per_pack) - dealt - p.starter.turned
    yield Case("deal", f, stock == right, {"Hand": hand, "Foot": foot, "stock": stock})


def _packets_add_up(p: Profile) -> Iterator[Case]:
    """What a move does to a packet as a whole is what it does to the kinds of card in it, here any two."""
    f = Formula()
    a, b = (m.Cards(*[f.integer(f"{place}_{name}") for place in m.Cards._fields]) for name in "ab")
    reds = [m.Reds(f.integer(f"exposed_{name}"), f.integer(f"replacements_{name}")) for name in "ab"]
    n, k = [f.integer("n_a"), f.integer("n_b")], [f.integer("k_a"), f.integer("k_b")]
    packet = m.Packets(a.hand + b.hand, a.foot + b.foot, False)
    both, laid = O.Sum(*n), O.Sum(*k)
    exposed, replacements = O.Sum(*[r.exposed for r in reds]), O.Sum(*[r.replacements for r in reds])
    kinds = list(zip((a, b), n, k, reds, strict=True))
    sides: dict[str, tuple[m.Packets, list[m.Cards]]] = {
        "draw": (
            m.packet_drawn(O, p, packet, both, exposed, replacements),
            [m.draw(O, p, c, drawn, r) for c, drawn, _, r in kinds],
        ),
        "take": (m.packet_taken(O, p, packet, both, laid), [m.take(O, p, c, taken, put) for c, taken, put, _ in kinds]),
        "meld or add": (m.packet_played(O, p, packet, both), [m.lay(O, p, c, put) for c, put, _, _ in kinds]),
        "discard": (m.packet_played(O, p, packet, both), [m.discard(O, p, c, put) for c, put, _, _ in kinds]),
        "enter the Foot": (m.packet_foot(O, p, packet), [m.enter_foot(O, p, c) for c, _, _, _ in kinds]),
    }
    for name, (whole, parts) in sides.items():
        goal = O.And(whole.hand == O.Sum(*[c.hand for c in parts]), whole.foot == O.Sum(*[c.foot for c in parts]))
        yield Case(name, f, goal, {"packet": packet.hand, "packet after": whole.hand})


def _accepted_count(p: Profile) -> Iterator[Case]:
    f = Formula()
    claimed, actual = f.integer("claimed"), f.integer("there")
    yield Case(
        "claim", f, same(d.count_true(O, p, claimed, actual), claimed == actual), {"claimed": claimed, "there": actual}
    )


def _starter(p: Profile) -> Iterator[Case]:
    f = Formula()
    kind = AnyKind(f, p)
    named = {"red-three": kind.red_three, "black-three": kind.black_three, "two": kind.two, "joker": kind.joker}
    barred = [flag for name, flag in named.items() if name in p.starter.buried]
    if "wild" in p.starter.buried:
        barred += [kind.two, kind.joker]
    yield Case("turn-up", f, same(d.may_start(O, p, *kind.flags), O.Not(O.Or(*barred))), kind.figures)


NO_THREE_IN_A_MELD = Lemma(
    "no-three-in-a-meld", "No three ever lies in a meld",
    _after_each_move(lambda p, move: O.Implies(O.Or(*move.kind.threes), move.after.laid == 0)), code="HF304",
)  # fmt: skip
NO_RED_THREE_IN_THE_PILE = Lemma(
    "no-red-three-in-the-pile", "No red three ever lies in the discard pile",
    _after_each_move(lambda p, move: O.Implies(move.kind.red_three, move.after.pile == 0)),
    code="HF403", applies=lambda p: not p.threes.red_discard,
)  # fmt: skip

LEMMAS = (
    Lemma(
        "packs", "The packs hold as many cards of each kind, each rank and in all as the deck has", _packs
    ),
    Lemma("stock", "Dealt packets of the right size leave the stock that the rules name", _stock_after_the_deal, code="HF103"),
    Lemma("starter", "The pile begins with no card that has to be buried", _starter, code="HF201"),
    Lemma(
        "conservation", "Every kind of card keeps all its copies, whatever is done",
        _after_each_move(lambda p, move: O.Sum(*move.after) == move.kind.copies),
    ),
    Lemma(
        "nothing-negative", "No place ever holds fewer than no cards",
        _after_each_move(lambda p, move: O.And(*[place >= 0 for place in move.after])),
    ),
    NO_THREE_IN_A_MELD,
    NO_RED_THREE_IN_THE_PILE,
    Lemma(
        "red-threes-exposed", "After a draw, a take or the Foot no red three stays in the packet in play",
        lambda p: [Case(move.name, move.given, O.Implies(move.kind.red_three, move.after.hand == 0), move.figures)
                   for move in moves(p) if move.exposes],
        code="HF401", applies=lambda p: p.threes.red_exposed,
    ),
    Lemma(
        "only-red-threes-exposed", "Nothing but a red three is ever laid open beside the melds",
        _after_each_move(lambda p, move: O.Implies(O.Not(move.kind.red_three), move.after.shown == 0)),
    ),
    Lemma("out-of-cards", "Who has gone out holds no card of any kind", _nothing_left, code="HF211"),
    Lemma("packets-add-up", "A packet's size changes by the cards that come and go", _packets_add_up),
    Lemma("counts", "A count that is accepted is the number of cards there", _accepted_count, code="HF105"),
)  # fmt: skip
"""In the order in which they are told."""
