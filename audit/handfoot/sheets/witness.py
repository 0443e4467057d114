"""A solution of the formula laid out on a table, card by card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from handfoot_grammar.log import RUN_RANK
from handfoot_spec.cards import BLACK_THREE, FIRST_RANK_ONLY, JOKER, THREE_RANK, TWO, TWO_RANK, WILD_RANK, Card
from handfoot_spec.solver import Answer

from .ends import Figures, SideEnd
from .model import CardClass, Ending, Shape


@dataclass
class _Rank:
    """A rank while melds are laid on it: ``room`` copies are left."""

    card: Card
    room: int
    begun: Counter[int]


def lay_out(ending: Ending, answer: Answer) -> list[tuple[SideEnd, Figures]] | None:
    """Where each side's cards lie in a solution, and its figures in it; None where the melds do not go onto the ranks."""
    laid = _by_rank(ending, answer)
    if laid is None:
        return None
    melds, ranks = laid
    sides: list[tuple[SideEnd, Figures]] = []
    for s in range(len(ending.sides)):
        wilds = [TWO] * answer[f"s{s}_twos"] + [JOKER] * answer[f"s{s}_jokers"]
        cards = _with_wilds(melds[s], wilds)
        left: list[Card] = []
        for group in ending.plan.left_over:
            left += _take(ranks, group, answer[f"s{s}_left_{group.name}"])
        hidden = answer[f"s{s}_reds_hidden"] + answer[f"s{s}_reds_foot"]
        out, first, three = (bool(answer[f"s{s}_{what}"]) for what in ("out", "first", "three"))
        shown = answer[f"s{s}_reds_shown"]
        end = SideEnd(cards, tuple(left), shown, hidden, out, answer[f"s{s}_cuts"], first, three)
        sides.append((end, _figures(ending, answer, s)))
    return sides


def _figures(ending: Ending, answer: Answer, s: int) -> dict[str, int]:
    """A side's figures in a solution."""
    found = {key: answer[f"s{s}_{key}"] for key in ("bonus", "cards", "reds", "left", "total")}
    found |= {"out": answer[f"s{s}_outs"], "cut": answer[f"s{s}_cuts"]}
    for kind in ending.plan.profile.books_by_kind:
        books = [n for (_, shape), n in ending.sides[s].melds.items() if shape.complete and shape.kind == kind]
        found[kind] = sum(answer[n] for n in books)
    return found


def _by_rank(
    ending: Ending, answer: Answer
) -> tuple[list[list[tuple[int, Shape, list[Card]]]], dict[Card, _Rank]] | None:
    """The melds of each side with their naturals, the largest laid first where most room is, or where it just fits."""
    plan, sides = ending.plan, ending.sides
    ranks = {c: _Rank(c, g.copies, Counter()) for g in plan.left_over for c in g.cards}
    melds: list[list[tuple[int, Shape, list[Card]]]] = [[] for _ in sides]
    wanted: list[tuple[int, str, Shape]] = []
    for s, side in enumerate(sides):
        for (name, shape), term in side.melds.items():
            wanted += [(s, name, shape)] * answer[term]
    runs = 0
    for s, name, shape in wanted:
        if name == "run":
            cards = [FIRST_RANK_ONLY + rank for rank in range(shape.first, shape.first + shape.naturals)]
            for card in cards:
                ranks[card].room -= 1
            melds[s].append((RUN_RANK + runs % 4, shape, cards))
            runs += 1
        elif name == "wild":
            melds[s].append((TWO_RANK if plan.profile.melds.twos else WILD_RANK, shape, []))
    if any(rank.room < 0 for rank in ranks.values()):
        return None
    for group in plan.naturals:
        own = sorted((w for w in wanted if w[1] == group.name), key=lambda w: (-w[2].naturals, w[2].complete, w[0]))
        here = [ranks[card] for card in group.cards]
        placed = _pack(own, here, plan.profile.melds.one_unfinished)
        if placed is None:
            return None
        for (s, _, shape), rank in zip(own, placed, strict=True):
            melds[s].append((_rank_of(rank.card), shape, [rank.card] * shape.naturals))
        if plan.growing and not _grow(ending, answer, group, melds, ranks):
            return None
    return melds, ranks


def _rank_of(card: Card) -> int:
    return THREE_RANK if card == BLACK_THREE else card - FIRST_RANK_ONLY


_STEPS = 20_000
"""Tries at laying the melds of one class onto its ranks."""


def _pack(own: list[tuple[int, str, Shape]], ranks: list[_Rank], one_unfinished: bool) -> list[_Rank] | None:
    """A rank for each meld, the tightest that fits tried first."""
    placed: list[_Rank] = []
    steps = 0

    def go(index: int) -> bool:
        nonlocal steps
        if index == len(own):
            return True
        steps += 1
        if steps > _STEPS:
            return False
        s, _, shape = own[index]
        tried: set[tuple[int, tuple[tuple[int, int], ...]]] = set()
        for rank in sorted(ranks, key=lambda r: (r.room, r.card)):
            alike = rank.room, tuple(sorted(rank.begun.items()))
            if rank.room < shape.naturals or alike in tried:
                continue
            if one_unfinished and not shape.complete and rank.begun[s]:
                continue
            tried.add(alike)
            rank.room -= shape.naturals
            rank.begun[s] += not shape.complete
            placed.append(rank)
            if go(index + 1):
                return True
            placed.pop()
            rank.room += shape.naturals
            rank.begun[s] -= not shape.complete
        return False

    return placed if go(0) else None


def _grow(
    ending: Ending, answer: Answer, group: CardClass, melds: list[list[tuple[int, Shape, list[Card]]]], ranks: dict[Card, _Rank]
) -> bool:  # fmt: skip
    """Further naturals on books that may grow."""
    for s in range(len(ending.sides)):
        more = answer[f"s{s}_{group.name}_grown"]
        for _, shape, cards in melds[s]:
            if cards and cards[0] in group.cards and shape.complete and shape.kind in ending.plan.growing:
                here = min(more, ranks[cards[0]].room)
                ranks[cards[0]].room -= here
                cards += [cards[0]] * here
                more -= here
        if more:
            return False
    return True


def _with_wilds(
    melds: Iterable[tuple[int, Shape, list[Card]]], wilds: list[Card]
) -> tuple[tuple[int, tuple[Card, ...]], ...]:
    """Wild cards dealt out to the melds, twos first to those of twos alone."""
    whole = []
    for rank, shape, cards in sorted(melds, key=lambda meld: (meld[0] != TWO_RANK, meld[0], -len(meld[2]))):
        whole.append((rank, (*cards[: shape.naturals], *wilds[: shape.wilds], *cards[shape.naturals :])))
        del wilds[: shape.wilds]
    return tuple(whole)


def _take(ranks: dict[Card, _Rank], group: CardClass, number: int) -> list[Card]:
    """So many cards of a class that lie nowhere yet."""
    taken: list[Card] = []
    for card in group.cards:
        here = min(number - len(taken), ranks[card].room)
        ranks[card].room -= here
        taken += [card] * here
    return taken
