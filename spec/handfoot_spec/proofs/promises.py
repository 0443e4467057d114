"""What the rules offer must be able to happen: every kind of book made, every opening met, the books of going out had at once."""

from __future__ import annotations

from collections.abc import Iterator

from .. import definitions as d
from .. import moves as m
from ..cards import JOKER
from ..definitions import INTEGERS, Num
from ..formula import Formula
from ..profile import Profile
from .deck import Deck, Side
from .lemma import UNDECIDED, Case, Lemma, O

_MOST_MELDS = 4
"""Melds of an opening that are tried."""


def _books(p: Profile) -> Iterator[Case]:
    """Each kind of book, of the cards that the packs hold."""
    deck = Deck(p)
    for book in p.books:
        f = Formula()
        meld = m.Meld(f.integer("naturals", 0, deck.of_rank), f.integer("wilds", 0, deck.wilds))
        cards = meld.naturals + meld.wilds
        f.claim(m.meld_sound(O, p, meld), d.book_complete(O, p, book, cards))
        of = "run" if book.run else "2" if book.twos else book.ranks[0] if book.ranks else ""
        if of == "run":
            f.claim(d.run_sound(O, p, meld.naturals, meld.wilds, cards, 0))
        elif of == "2":
            f.claim(d.wild_meld_known(O, p, 0), meld.wilds <= deck.twos)
        figures = {"wilds": meld.wilds, "naturals": meld.naturals}
        never = f"no legal meld of the packs is ever a {book.kind} book, so its {book.bonus} points cannot be had"
        yield Case(
            f"{book.kind} book",
            f,
            d.book_of_kind(O, p, book, *meld, of),
            figures,
            "{naturals} natural and {wilds} wild cards",
            never,
        )


def _going_out(p: Profile) -> Iterator[Case]:
    """The books that going out needs, made by one side of one deck."""
    f = Formula()
    deck = Deck(p)
    side = Side(f, deck)
    needed = ", ".join(f"{n} {kind}" for kind, n in p.out.books.items()) or "none"
    never = (
        f"the books that going out needs ({needed}) cannot be made of {deck.of_rank} cards of each of {len(deck.ranks)} ranks and {deck.wilds} wild "
        "cards, so nobody can ever go out"
    )
    figures = {f"{kind} books": count for kind, count in side.books.items()}
    yield Case("books for going out", f, side.enough_to_go_out(), figures, "", never)


def _openings(p: Profile) -> Iterator[Case]:
    """The fewest cards that open: melds of one rank each or of wild cards, as one Hand could lay them down."""
    deck = Deck(p)
    held = _most_held(p)
    most = deck.dearest(held + 1)
    for number, minimum in enumerate(p.opening.minima, 1):
        f = Formula()
        lay = _LayDown(f, deck)
        f.claim(lay.points <= most)
        goal = O.And(d.opening_met(O, p, lay.points, minimum), lay.cards >= 1)
        figures = {"cards": lay.cards, "points": lay.points}
        tell = f"{{cards}} cards are worth {{points}} points, where {minimum} are asked for"
        never = f"no Hand can open: it holds at most {held} cards by then, which with the top of the pile are worth at most {most:,} points"
        if d.opening_met(INTEGERS, p, most, minimum):
            never = (
                UNDECIDED + f"no {_MOST_MELDS} melds of different ranks reach {minimum:,} points; more were not tried"
            )
        yield Case(f"opening {number}: {minimum}", f, goal, figures, tell, never)


def _most_held(p: Profile) -> int:
    """Cards that a Hand can hold before its side has opened: as dealt, and what each draw of the stock leaves after a discard."""
    if p.stock.short != "ends-deal" or p.turn.discard != "required":
        return p.deck_size
    stock = p.deck_size - p.players * (p.table.hand + p.table.foot) - p.starter.turned
    draws = stock // p.turn.draw
    return min(p.deck_size, p.table.hand + draws * (p.turn.draw - 1) + 1)


class _LayDown:
    """Up to four melds laid together: naturals of some rank with twos and jokers; their cards and points."""

    def __init__(self, f: Formula, deck: Deck) -> None:
        p = deck.p
        cards: list[Num] = []
        points: list[Num] = []
        twos_laid: list[Num] = []
        jokers_laid: list[Num] = []
        ranks: list[Num] = []
        for i in range(_MOST_MELDS):
            rank, naturals = f.integer(f"rank_{i}", 0, len(deck.ranks) - 1), f.integer(f"naturals_{i}", 0, deck.of_rank)
            twos, jokers = f.integer(f"twos_{i}"), f.integer(f"jokers_{i}")
            meld = m.Meld(naturals, twos + jokers)
            f.claim(O.Or(naturals + twos + jokers == 0, m.meld_sound(O, p, meld)))
            f.claim(*[O.Or(rank != other, naturals == 0) for other in ranks])
            worth = f.integer(f"worth_{i}")
            f.claim(*[O.Implies(rank == n, worth == naturals * p.card_points[r * 4]) for n, r in enumerate(deck.ranks)])
            cards.append(naturals + twos + jokers)
            points.append(worth + twos * p.score.two + jokers * p.score.joker)
            twos_laid.append(twos)
            jokers_laid.append(jokers)
            ranks.append(rank)
        f.claim(O.Sum(*twos_laid) <= 4 * deck.copies[0], O.Sum(*jokers_laid) <= deck.copies[JOKER])
        self.cards, self.points = f.named("cards", O.Sum(*cards)), f.named("points", O.Sum(*points))


LEMMAS = (
    Lemma("books-can-be-made", "Each kind of book can be made", _books, "can happen"),
    Lemma(
        "going-out-can-happen",
        "The books that going out needs can be had by one side at once",
        _going_out,
        "can happen",
    ),
    Lemma("openings-can-be-met", "Each opening can be met", _openings, "can happen"),
)
"""In the order in which they are told."""
