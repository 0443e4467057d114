"""What holds for scores (points): what the deck is worth, what a total is made of, and between which bounds it lies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

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
    shown, hidden, in_foot, laid = f.integer("shown"), f.integer("hidden"), f.integer("in_foot"), f.truth("has_laid")
    t = p.threes
    worth: Truth = t.red_points * shown
    if t.red_all_points is not None:
        worth = O.If(shown == 2 * p.packs, t.red_all_points, worth)
    if t.red_counts_for == "laid":
        worth = O.If(laid, worth, 0 - worth)
    unopened = t.red_hidden_points if t.red_unopened_foot_points is None else t.red_unopened_foot_points
    reds = d.red_three_points(O, p, shown, hidden, in_foot, laid)
    figures = {
        "exposed": shown,
        "hidden": hidden,
        "in an unopened Foot": in_foot,
        "a side that has laid": O.If(laid, 1, 0),
    }
    yield Case("red threes", f, reds == worth + t.red_hidden_points * hidden + unopened * in_foot, figures)
    f = Formula()
    hand, foot, out = f.integer("hand"), f.integer("foot"), f.truth("has_gone_out")
    cost = O.Sum(*[part for name, part in (("hand", hand), ("foot", foot)) if name in p.score.leftovers])
    if p.score.leftovers_of == "losers":
        cost = O.If(out, 0, cost)
    figures = {"in play": hand, "in unopened Feet": foot, "a side that went out": O.If(out, 1, 0)}
    yield Case("left", f, d.left_points(O, p, hand, foot, out) == 0 - cost, figures)
    f = Formula()
    legal = f.truth("legally")
    out = d.out_points(O, p, legal)
    yield Case("going out", f, out == O.If(legal, p.out.bonus, 0), {"a legal going out": O.If(legal, 1, 0)})
    f = Formula()
    first, three = f.truth("first"), f.truth("three")
    figures = {"a side that laid first": O.If(first, 1, 0), "a black three last": O.If(three, 1, 0)}
    pays = O.If(first, p.opening.first_bonus, 0), O.If(three, p.score.black_three_last or 0, 0)
    goal = O.And(d.first_points(O, p, first) == pays[0], d.last_three_points(O, p, three) == pays[1])
    yield Case("what is paid besides", f, goal, figures)
    f = Formula()
    counts = {book.kind: f.integer(f"unfinished_{i}") for i, book in enumerate(p.books)}
    lost = O.Sum(*[counts[book.kind] * book.unfinished_penalty for book in p.books])
    figures = {f"unfinished {kind} melds": count for kind, count in counts.items()}
    yield Case("unfinished", f, d.unfinished_points(O, p, counts) == 0 - lost, figures)


def total_of(f: Formula, p: Profile) -> tuple[Term, dict[str, Term]]:
    """A side's total of any end of a deal that keeps the deck and the melds as the other lemmas have them, and its parts."""
    deck = Deck(p)
    side = Side(f, deck)
    cards, hand, foot = f.integer("cards"), f.integer("left"), f.integer("left_in_feet")
    f.claim(cards + hand + foot <= deck.points, cards <= deck.meld_points, O.Implies(O.Not(side.has_laid), cards == 0))
    shown, hidden, in_foot, out = f.integer("shown"), f.integer("hidden"), f.integer("in_foot"), f.truth("out")
    f.claim(d.class_exists(O, p, shown + hidden + in_foot, False, True), O.Implies(out, side.enough_to_go_out()))
    bonus, reds = d.book_points(O, p, side.books), d.red_three_points(O, p, shown, hidden, in_foot, side.has_laid)
    going_out, left = d.out_points(O, p, out), d.left_points(O, p, hand, foot, out)
    parts = {"books": bonus, "cards": cards, "reds": reds, "left": left, "out": going_out}
    besides = _besides(f, p, deck, out)
    total = f.named("total", d.deal_total(O, p, *parts.values(), *besides.values()))
    parts |= {name: part for name, part in besides.items() if type(part) is not int}
    return total, {name: f.named(f"part_{name}", part) for name, part in parts.items()}


def _besides(f: Formula, p: Profile, deck: Deck, out: Term) -> dict[str, Any]:
    """What few tables have: pay for laying down first or for a black three discarded last, and what unfinished melds cost."""
    first, three = f.truth("laid_first"), f.truth("three_last")
    f.claim(O.Implies(three, out))
    counts = {book.kind: f.integer(f"unfinished_{i}") for i, book in enumerate(p.books)}
    f.claim(O.Sum(*counts.values()) * p.melds.least <= p.deck_size)
    extras = O.Sum(d.first_points(O, p, first), d.last_three_points(O, p, three))
    return {"extras": extras, "unfinished": d.unfinished_points(O, p, counts)}


LEMMAS = (
    Lemma("deck-value", "The cards of all places together are worth the deck, red threes apart", _deck_value, code="HF801"),
    Lemma("total", "A total is the sum of its parts, and each part what the profile lists", _total, code="HF806"),
)  # fmt: skip
"""In the order in which they are told."""
