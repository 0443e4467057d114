"""Melds, books and what books are worth, compared."""

from __future__ import annotations

from dataclasses import replace

from .. import definitions as d
from ..compare import Comparison, Make, State, Unknown
from ..definitions import Num, Ops, Truth
from ..profile import Book, Profile
from .states import always, cards

RANK = Unknown("rank", words=("rank of 4 to A", "black three", "red three"))
MELD = (Unknown("jokers"), Unknown("twos"), Unknown("naturals"))


def sound(o: Ops, p: Profile, s: State) -> Truth:
    """A meld of a rank from 4 to A, or of wild cards only: its size and its wild cards (P0-13, P0-15, P0-16, P0-19)."""
    wilds = s["jokers"] + s["twos"]
    size = s["naturals"] + wilds
    return o.And(
        d.large_enough(o, p, size),
        d.within_cap(o, p, size),
        d.composed(o, p, s["naturals"], wilds),
        o.Or(s["naturals"] >= 1, d.wild_meld_known(o, p, s["jokers"])),
    )


def _meld(o: Ops, p: Profile, s: State) -> Truth:
    """A legal meld of any rank (P0-17)."""
    return o.And(sound(o, p, s), d.may_enter_meld(o, p, s["rank"] == 2, s["rank"] == 1))


def _meld_exists(o: Ops, p: Profile, s: State) -> Truth:
    """The deck has these cards; a meld of wild cards only has no rank."""
    return o.And(
        d.class_exists(o, p, s["naturals"], False, s.get("rank", 0) >= 1),
        d.class_exists(o, p, s["twos"], False, False),
        d.class_exists(o, p, s["jokers"], True, False),
        o.Or(s.get("rank", 0) == 0, s["naturals"] >= 1),
    )


def _meld_cards(s: State) -> str:
    """The cards as a scribe writes them: ``K K K K 2 X``."""
    natural = ("K", "3b", "3r")[s.get("rank", 0)]
    return " ".join([natural] * s["naturals"] + ["2"] * s["twos"] + ["X"] * s["jokers"]) or "no cards"


RUN = tuple(Unknown(name) for name in ("naturals", "wilds", "span", "doubles"))


def _run(o: Ops, p: Profile, s: State) -> Truth:
    """A legal run (S1-20)."""
    size = s["naturals"] + s["wilds"]
    is_run = d.run_sound(o, p, *(s[u.name] for u in RUN))
    return o.And(is_run, d.large_enough(o, p, size), d.within_cap(o, p, size))


def _run_exists(o: Ops, p: Profile, s: State) -> Truth:
    """Cards that the ranks from end to end have room for, both ends natural."""
    different = s["naturals"] - s["doubles"]
    return o.And(
        different <= s["span"],
        s["span"] <= d.RUN_RANKS,
        different >= 1,
        o.If(different == 1, s["span"] == 1, s["span"] >= 2),
        d.class_exists(o, p, s["wilds"], False, False),
    )


def _run_cards(s: State) -> str:
    twice, wilds = (
        f", {cards(s[name], what)}" if s[name] else ""
        for name, what in (("doubles", "of a rank that lies there"), ("wilds", "wild card"))
    )
    return f"a run of {cards(s['naturals'], 'natural card')} over {s['span']} ranks{twice}{wilds}"


MELDS = (
    always((RANK, *MELD), _meld, _meld_cards, "a meld", size=("jokers", "twos", "naturals"), domain=_meld_exists),
    always(
        (Unknown("unfinished"),),
        lambda o, p, s: d.one_unfinished(o, p, s["unfinished"]),
        lambda s: f"{cards(s['unfinished'], 'unfinished meld')} of one rank",
        "allowed",
    ),
    always(RUN, _run, _run_cards, "a meld", size=("naturals", "wilds"), domain=_run_exists),
    always(
        (Unknown("extra"), Unknown("naturals")),
        lambda o, p, s: d.may_extend(o, p, s["extra"], s["naturals"]),
        lambda s: f"{cards(s['extra'])} added to a finished book, {s['naturals'] or 'none'} of them natural",
        "allowed",
        domain=lambda o, p, s: s["naturals"] <= s["extra"],
    ),
)


def plain(book: Book) -> bool:
    """Whether the definitions tell a book of this kind by its natural and wild cards alone."""
    return not (book.run or book.twos or book.ranks)


def shape(book: Book) -> str:
    """What to call a book that the definitions do not tell by its cards: ``run book``, ``book of twos``, ``book of 7``."""
    of = [*sorted(book.ranks), *(["twos"] if book.twos else [])]
    name = ("run book" if book.run else "book") + (f" of {' '.join(of)}" if of else "")
    if not book.run and not of:
        return f"{book.kind} book"
    return name if book.wilds is None else f"{name} with {book.wilds[0]} to {book.wilds[1]} wild cards"


def _book(o: Ops, p: Profile, s: State) -> Truth:
    """A complete and legal meld that is a book of some kind (P0-18)."""
    wilds = s["jokers"] + s["twos"]
    return o.And(
        d.is_complete(o, p, s["naturals"] + wilds),
        sound(o, p, s),
        o.Or(
            *[d.book_of_kind(o, p, book, s["naturals"], wilds) for book in p.books if plain(book)],
            *[
                o.And(s["jokers"] == 0, d.book_of_kind(o, p, book, s["naturals"], wilds, "2"))
                for book in p.books
                if book.twos
            ],
        ),
    )


def _bonus(o: Ops, p: Profile, s: State) -> Num:
    """The bonus of a book, in points: that of the first kind that it is (P0-48)."""
    points: Num = 0
    for book in reversed([book for book in p.books if plain(book)]):
        is_one = d.book_of_kind(o, p, book, s["naturals"], s["jokers"] + s["twos"])
        points = o.If(is_one, d.book_points(o, replace(p, books=(book,)), {book.kind: 1}), points)
    return points


def _special_bonus(a: Profile, b: Profile) -> Comparison:
    """The bonuses of the books that are not told by natural and wild cards: runs, series of twos, books of some ranks."""
    shapes = list(dict.fromkeys(shape(book) for p in (a, b) for book in p.books if not plain(book)))
    unknowns = tuple(Unknown(f"books_{i}", label=name) for i, name in enumerate(shapes))

    def bonus(o: Ops, p: Profile, s: State) -> Num:
        counts: dict[str, Num] = dict.fromkeys((book.kind for book in p.books), 0)
        counts |= {book.kind: s[unknowns[shapes.index(shape(book))].name] for book in p.books if not plain(book)}
        return d.book_points(o, p, counts)

    def thing(s: State) -> str:
        return f"{' and '.join(f'{s[u.name]} {u.label}' for u in unknowns if s[u.name])}: a bonus of"

    return Comparison(unknowns, bonus, thing, " points", figure=True, size=tuple(u.name for u in unknowns))


def _unfinished(a: Profile, b: Profile) -> Comparison:
    """What unfinished melds cost, by the kinds of book that they would be."""
    kinds = list(dict.fromkeys(book.kind for p in (a, b) for book in p.books))
    unknowns = tuple(Unknown(f"unfinished_{i}", label=kind) for i, kind in enumerate(kinds))

    def cost(o: Ops, p: Profile, s: State) -> Num:
        return d.unfinished_points(o, p, {u.label: s[u.name] for u in unknowns})

    def thing(s: State) -> str:
        return f"{' and '.join(cards(s[u.name], f'unfinished {u.label} meld') for u in unknowns if s[u.name])}:"

    return Comparison(unknowns, cost, thing, " points", figure=True, size=tuple(u.name for u in unknowns))


BOOKS: tuple[Make, ...] = (
    _special_bonus,
    _unfinished,
    always(MELD, _book, _meld_cards, "a book", size=("jokers", "twos", "naturals"), domain=_meld_exists),
    always(
        MELD, _bonus, lambda s: f"{_meld_cards(s)}: a bonus of", " points",
        figure=True, size=("jokers", "twos", "naturals"),
        domain=lambda o, p, s: o.And(_meld_exists(o, p, s), _book(o, p, s)),
    ),
)  # fmt: skip
