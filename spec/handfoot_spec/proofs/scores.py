"""What holds for scores (points): what the deck is worth, what a total is made of, and between which bounds it lies."""

from __future__ import annotations

from collections.abc import Iterator

from .. import definitions as d
from .. import moves as m
from ..cards import IS_RED_THREE, JOKER
from ..definitions import Truth
from ..formula import Formula, Term
from ..profile import Profile
from .deck import Deck, Side
from .lemma import Case, Lemma, O


def _value_of_a_pack(p: Profile) -> int:
    """Points of one pack without its red threes, by the profile's own figures."""
    s = p.score
    ranks = {14: s.ace, 2: s.two, **{rank: s.high if rank >= s.high_from else s.low for rank in range(4, 14)}}
    return 4 * sum(ranks.values()) + 2 * s.black_three + p.table.jokers_per_pack * s.joker


def _deck_value(p: Profile) -> Iterator[Case]:
    """Wherever the cards lie, all places together are worth the deck."""
    f = Formula()
    copies = Deck(p).copies
    kinds = [card for card in range(JOKER + 1) if not IS_RED_THREE[card]]
    worth: dict[str, list[Term]] = {name: [] for name in m.Cards._fields}
    by_points: dict[int, int] = {}
    for card in kinds:
        by_points[p.card_points[card]] = by_points.get(p.card_points[card], 0) + copies[card]
    for points, count in sorted(by_points.items()):
        places = m.Cards(*[f.integer(f"{name}_{points}") for name in m.Cards._fields])
        f.claim(O.Sum(*places) == count)
        for name, cards in zip(m.Cards._fields, places, strict=True):
            worth[name].append(cards * points)
    value = p.packs * _value_of_a_pack(p)
    total = f.named("value", O.Sum(*[O.Sum(*parts) for parts in worth.values()]))
    yield Case(
        "all places",
        f,
        total == value,
        {"value": total},
        "all places together are worth {value:,} points",
        shows=f"all places together are worth {value:,} points",
    )


def _total(p: Profile) -> Iterator[Case]:
    """A side's total is its books, its cards, its red threes, what is left (negative) and the bonus for going out, each as listed."""
    f = Formula()
    names = ("books", "cards", "red threes exposed", "red threes hidden", "left", "out")
    parts = {name: f.integer(name.replace(" ", "_")) for name in names}
    books, cards, shown, hidden, left, out = parts.values()
    total = d.deal_total(O, p, books, cards, shown - hidden, 0 - left, out)
    yield Case("total", f, total == books + cards + shown - hidden - left + out, parts)
    f = Formula()
    counts = {book.kind: f.integer(f"count_{i}") for i, book in enumerate(p.books)}
    bonus = O.Sum(*[counts[book.kind] * book.bonus for book in p.books])
    yield Case(
        "books", f, d.book_points(O, p, counts) == bonus, {f"{kind} books": count for kind, count in counts.items()}
    )
    f = Formula()
    shown, hidden, laid = f.integer("shown"), f.integer("hidden"), f.truth("has_laid")
    worth: Truth = p.threes.red_points * shown
    if p.threes.red_counts_for == "laid":
        worth = O.If(laid, worth, 0 - worth)
    reds = d.red_three_points(O, p, shown, hidden, laid)
    figures = {"exposed": shown, "hidden": hidden, "a side that has laid": O.If(laid, 1, 0)}
    yield Case("red threes", f, reds == worth + p.threes.red_hidden_points * hidden, figures)
    f = Formula()
    legal = f.truth("legally")
    out = d.out_points(O, p, legal)
    yield Case("going out", f, out == O.If(legal, p.out.bonus, 0), {"a legal going out": O.If(legal, 1, 0)})


def total_of(f: Formula, p: Profile) -> tuple[Term, dict[str, Term]]:
    """A side's total of any end of a deal that keeps the deck and the melds as the other lemmas have them, and its parts."""
    deck = Deck(p)
    side = Side(f, deck)
    cards, left = f.integer("cards"), f.integer("left")
    f.claim(cards + left <= deck.points, cards <= deck.meld_points, O.Implies(O.Not(side.has_laid), cards == 0))
    shown, hidden, out = f.integer("shown"), f.integer("hidden"), f.truth("out")
    f.claim(d.class_exists(O, p, shown + hidden, False, True), O.Implies(out, side.enough_to_go_out()))
    bonus, reds = d.book_points(O, p, side.books), d.red_three_points(O, p, shown, hidden, side.has_laid)
    going_out = d.out_points(O, p, out)
    total = f.named("total", d.deal_total(O, p, bonus, cards, reds, 0 - left, going_out))
    parts = {"books": bonus, "cards": cards, "reds": reds, "left": 0 - left, "out": going_out}
    return total, {name: f.named(f"part_{name}", part) for name, part in parts.items()}


LEMMAS = (
    Lemma("deck-value", "The cards of all places together are worth the deck, red threes apart", _deck_value, code="HF801"),
    Lemma("total", "A total is the sum of its parts, and each part what the profile lists", _total, code="HF806"),
)  # fmt: skip
"""In the order in which they are told."""
