"""A solution of the formula laid out on a table, card by card, and scored by the engine: only then is a sheet called possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from handfoot_engine.score import TeamScore, team_score
from handfoot_engine.table import Meld, Table
from handfoot_grammar.log import RUN_RANK, Lay
from handfoot_spec.cards import (
    BLACK_THREE,
    FIRST_RANK_ONLY,
    JOKER,
    RED_THREE,
    THREE_RANK,
    TWO_RANK,
    WILD_RANK,
    Card,
    cards_text,
)
from handfoot_spec.solver import Answer

from .model import CardClass, Ending, Shape

TWO = FIRST_RANK_ONLY + TWO_RANK


@dataclass(frozen=True)
class SideEnd:
    """Where one side's cards lie: ``melds`` as rank and cards, ``left`` with its players, red threes exposed, whether it
    went out, and what its guesses of two packets brought (points)."""

    melds: tuple[tuple[int, tuple[Card, ...]], ...]
    left: tuple[Card, ...]
    reds: int
    hidden: int
    out: bool
    cut: int = 0

    def __str__(self) -> str:
        melds = "; ".join(cards_text(cards) for _, cards in self.melds) or "no melds"
        return f"melds {melds}; left {cards_text(self.left)}; red threes {self.reds}" + (", out" if self.out else "")


@dataclass(frozen=True)
class Witness:
    """One end of a deal, side by side, and its scores by the engine."""

    sides: tuple[SideEnd, ...]
    scores: tuple[TeamScore, ...]


@dataclass
class _Rank:
    """A rank while melds are laid on it: ``room`` copies are left."""

    card: Card
    room: int
    begun: Counter[int]


def lay_out(ending: Ending, answer: Answer) -> Witness | None:
    """The cards of a solution; None where its melds do not go onto the ranks, or the engine scores them differently."""
    laid = _by_rank(ending, answer)
    if laid is None:
        return None
    melds, ranks = laid
    sides = []
    for s in range(len(ending.sides)):
        wilds = [TWO] * answer[f"s{s}_twos"] + [JOKER] * answer[f"s{s}_jokers"]
        cards = _with_wilds(melds[s], wilds)
        left: list[Card] = []
        for group in ending.plan.left_over:
            left += _take(ranks, group, answer[f"s{s}_left_{group.name}"])
        hidden = answer[f"s{s}_reds_hidden"] + answer[f"s{s}_reds_foot"]
        shown = answer[f"s{s}_reds_shown"]
        sides.append(SideEnd(cards, tuple(left), shown, hidden, bool(answer[f"s{s}_out"]), answer[f"s{s}_cuts"]))
    return _scored(ending, answer, tuple(sides))


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
    for s, name, shape in wanted:
        if name == "run":
            cards = [FIRST_RANK_ONLY + rank for rank in range(shape.first, shape.first + shape.naturals)]
            for card in cards:
                ranks[card].room -= 1
            melds[s].append((RUN_RANK, shape, cards))
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


def _scored(ending: Ending, answer: Answer, sides: tuple[SideEnd, ...]) -> Witness | None:
    """The witness, if the engine gives every figure of the solution."""
    profile = ending.plan.profile
    teams, seat = [], 0
    for n in ending.players:
        teams.append(tuple(range(seat, seat + n)))
        seat += n
    table = Table(profile, seat, tuple(teams))
    scores = []
    for s, side in enumerate(sides):
        _fill(table, s, side)
        three = bool(answer[f"s{s}_three"])
        if answer[f"s{s}_first"]:
            table.first_side = s
        first = teams[s][0]
        hand = [*side.left, *[RED_THREE] * side.hidden]
        for player in teams[s]:
            table.opened_foot[player] = True
            packet = table.feet[player]
            packet.size = packet.unseen = 0
            packet.had_unseen = False
        holder = table.feet[teams[s][-1] if side.out else first]
        for card in hand:
            holder.hold(card)
        score = team_score(profile, table, s, {}, side.out, three_last=three)
        if score is None or not score.known or not _agrees(ending, answer, s, score):
            return None
        scores.append(score)
    return Witness(sides, tuple(scores))


def _fill(table: Table, s: int, side: SideEnd) -> None:
    """The melds and exposed red threes of a side."""
    place = table.sides[s]
    for number, (rank, cards) in enumerate(side.melds, 1):
        meld = Meld(rank, number)
        meld.lay(Lay(False, rank, cards, None))
        place.melds.append(meld)
    place.opened = bool(side.melds)
    place.reds = side.reds


def _agrees(ending: Ending, answer: Answer, s: int, score: TeamScore) -> bool:
    """Whether the engine's figures are those of the solution, red threes that are cards like others wherever they are written."""
    found = {"bonus": score.bonus[0], "cards": score.cards[0], "total": score.total[0] + answer[f"s{s}_cuts"]}
    both = answer[f"s{s}_reds"] + answer[f"s{s}_left"]
    books = all(
        score.books[kind][0]
        == sum(answer[n] for (_, shape), n in ending.sides[s].melds.items() if shape.complete and shape.kind == kind)
        for kind in ending.plan.profile.books_by_kind
    )
    return (
        books
        and both == score.reds[0] + score.left[0]
        and all(answer[f"s{s}_{key}"] == value for key, value in found.items())
    )


__all__ = ["SideEnd", "Witness", "lay_out"]
