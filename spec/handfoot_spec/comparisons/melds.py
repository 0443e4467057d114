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
    return o.And(d.large_enough(o, p, size), d.within_cap(o, p, size), d.composed(o, p, s["naturals"], wilds))


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


MELDS = (
    always((RANK, *MELD), _meld, _meld_cards, "a meld", size=("jokers", "twos", "naturals"), domain=_meld_exists),
    always(
        (Unknown("unfinished"),),
        lambda o, p, s: d.one_unfinished(o, p, s["unfinished"]),
        lambda s: f"{cards(s['unfinished'], 'unfinished meld')} of one rank",
        "allowed",
    ),
)


def plain(book: Book) -> bool:
    """Whether the definitions tell a book of this kind by its natural and wild cards alone."""
    return not (book.run or book.twos or book.ranks) and (book.all_wild or book.wilds is not None)


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
        o.Or(*[d.book_of_kind(o, p, book, s["naturals"], wilds) for book in p.books if plain(book)]),
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


BOOKS: tuple[Make, ...] = (
    _special_bonus,
    always(MELD, _book, _meld_cards, "a book", size=("jokers", "twos", "naturals"), domain=_meld_exists),
    always(
        MELD, _bonus, lambda s: f"{_meld_cards(s)}: a bonus of", " points",
        figure=True, size=("jokers", "twos", "naturals"),
        domain=lambda o, p, s: o.And(_meld_exists(o, p, s), _book(o, p, s)),
    ),
)  # fmt: skip
