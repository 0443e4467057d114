"""Going out, compared: which books are enough, whatever each profile calls them."""

from __future__ import annotations

from dataclasses import dataclass

from .. import definitions as d
from ..compare import Comparison, Make, State, Unknown
from ..definitions import INTEGERS, Ops, Truth
from ..profile import Book, Profile
from .melds import plain, shape, sound
from .states import always, cards


def kinds_of_books(p: Profile) -> dict[str, Book]:
    """The kind of each sort of book: by its number of wild cards, or by its shape where the cards alone do not tell."""
    cap, found = p.melds.cap, dict[str, Book]()
    for wilds in (*range(cap), cap):
        s = {"naturals": cap - wilds, "twos": wilds, "jokers": 0}
        fitting = (book for book in p.books if plain(book) and d.book_of_kind(INTEGERS, p, book, cap - wilds, wilds))
        book = next(fitting, None) if sound(INTEGERS, p, s) else None
        if book is not None:
            found["all-wild book" if wilds == cap else f"book with {cards(wilds, 'wild card')}"] = book
    return found | {shape(book): book for book in p.books if not plain(book)}


@dataclass(frozen=True)
class _Sort:
    """Books that neither profile tells apart: what to call one and several, and their kind in each profile."""

    one: str
    several: str
    kinds: tuple[Book | None, Book | None]


def _sorts(a: Profile, b: Profile) -> list[_Sort]:
    """The books that the two profiles tell apart."""
    left, right = kinds_of_books(a), kinds_of_books(b)
    found: dict[tuple[str, ...], _Sort] = {}
    for name in dict.fromkeys((*left, *right)):
        one, other = left.get(name), right.get(name)
        same = f"{one.kind} book" if one is not None and other is not None and one.kind == other.kind else name
        sort = _Sort(same, same.replace("book", "books", 1), (one, other))
        found.setdefault((one.kind if one else "", other.kind if other else ""), sort)
    return list(found.values())


def _going_out(a: Profile, b: Profile) -> Comparison:
    """A legal going out: the books, the partner, the question and its answer, the last discard (P0-40 to P0-44)."""
    sorts = _sorts(a, b)
    books = tuple(Unknown(f"books_{i}", label=sort.one) for i, sort in enumerate(sorts))
    flags = tuple(Unknown(name, flag=True) for name in ("entered", "acted", "whole", "asked", "refused"))

    def goes_out(o: Ops, p: Profile, s: State) -> Truth:
        kinds = [(s[u.name], sort.kinds[p is b]) for u, sort in zip(books, sorts, strict=True)]
        counts = {
            needed: o.Sum(*(n for n, kind in kinds if kind is not None and kind.counts_as == needed))
            for needed in p.out.books
        }
        return o.And(
            d.books_suffice(o, p, counts),
            *(n == 0 for n, kind in kinds if kind is None),
            d.partner_ready(o, p, s["entered"] == 1, s["acted"] == 1, s["whole"] == 1),
            d.permission_asked(o, p, s["asked"] == 1),
            d.consent_given(o, p, s["refused"] == 1),
            d.final_discard_right(o, p, s["discards"]),
        )

    def thing(s: State) -> str:
        has = [
            f"{s[u.name]} {sort.one if s[u.name] == 1 else sort.several}"
            for u, sort in zip(books, sorts, strict=True)
            if s[u.name]
        ]
        played = "in the Foot and played" + " a whole turn" * s["whole"]
        partner = played if s["acted"] else "in the Foot" if s["entered"] else "not in the Foot"
        answer = "refused" if s["refused"] else "asked" if s["asked"] else "not asked"
        last = "with a last discard" if s["discards"] else "without a last discard"
        return f"{' and '.join(has) or 'no book'}, partner {partner}, permission {answer}, {last}"

    return Comparison(
        (*reversed(books), *flags, Unknown("discards", high=1)),  # of two sorts that do, the first is told
        goes_out,
        thing,
        "a legal going out",
        size=tuple(u.name for u in books),
        domain=lambda o, p, s: o.And(s["acted"] <= s["entered"], s["whole"] <= s["acted"], s["refused"] <= s["asked"]),
    )


GOING_OUT: tuple[Make, ...] = (
    _going_out,
    always(
        (Unknown("cards"),),
        lambda o, p, s: d.card_kept(o, p, s["cards"]),
        lambda s: f"keeping {cards(s['cards'])} without going out",
        "allowed",
    ),
    always(
        (Unknown("legal", flag=True),),
        lambda o, p, s: d.out_points(o, p, s["legal"] == 1),
        lambda s: f"{'a legal' if s['legal'] else 'an illegal'} going out:",
        " points",
        figure=True,
    ),
)
