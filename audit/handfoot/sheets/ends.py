"""Ends of deals: where every side's cards lie, whether that breaks a rule, and what the engine says that it is worth.

A sheet is called possible only for an end that passes here, wherever that came from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from handfoot_engine.kinds import is_faulty, is_wild, may_grow
from handfoot_engine.score import TeamScore, team_score
from handfoot_engine.table import Meld, Table
from handfoot_grammar.log import RUN_RANK, Lay
from handfoot_spec.cards import CLASS, RED_THREE, Card, cards_text
from handfoot_spec.definitions import INTEGERS, books_suffice, large_enough, one_unfinished
from handfoot_spec.profile import Profile
from handfoot_spec.tables import tables

Figures = Mapping[str, int]
"""A side's figures by the keys of a score line; ``total`` has what guesses of two packets brought."""


@dataclass(frozen=True)
class Sheet:
    """What is written of one side of a deal: its number of ``players``, figures by key, and whether cards are ``net`` of what is left."""

    players: int
    figures: Figures
    net: bool = False


@dataclass(frozen=True)
class SideEnd:
    """Where one side's cards lie: ``melds`` as rank and cards, ``left`` with its players, red threes exposed and ``hidden``, whether it
    went out, what its guesses of two packets brought (points), whether it laid down ``first``, and went out with a black ``three``."""

    melds: tuple[tuple[int, tuple[Card, ...]], ...]
    left: tuple[Card, ...]
    reds: int = 0
    hidden: int = 0
    out: bool = False
    cut: int = 0
    first: bool = False
    three: bool = False

    def __str__(self) -> str:
        melds = ", ".join(cards_text(cards) for _, cards in self.melds) or "none"
        parts = [f"melds {melds}", f"left over {cards_text((*self.left, *[RED_THREE] * self.hidden))}"]
        if self.reds:
            parts.append(f"red threes exposed {self.reds}")
        parts += [word for word, holds in (("laid down first", self.first), ("went out", self.out)) if holds]
        if self.three:
            parts[-1] += " with a black three"
        return "; ".join(parts)

    def to_json(self) -> dict[str, Any]:
        """As it stands in a JSON report."""
        return {
            "melds": [cards_text(cards) for _, cards in self.melds], "left": cards_text(self.left), "reds": self.reds,
            "reds_left": self.hidden, "out": self.out, "cut": self.cut,
        }  # fmt: skip


@dataclass(frozen=True)
class Witness:
    """One end of a deal, side by side; its figures, and its scores by the engine."""

    sides: tuple[SideEnd, ...]
    figures: tuple[Figures, ...]
    scores: tuple[TeamScore, ...]


def proved(
    profile: Profile, players: Sequence[int], sides: Sequence[SideEnd], figures: Sequence[Figures]
) -> Witness | None:
    """An end of a deal, if it breaks no rule of where cards can lie and the engine gives every side these figures."""
    teams, seat = [], 0
    for n in players:
        teams.append(tuple(range(seat, seat + n)))
        seat += n
    table = Table(profile, seat, tuple(teams))
    for s, side in enumerate(sides):
        _fill(table, s, side)
    if not _is_legal(table, sides):
        return None
    scores = []
    for s, (side, expected) in enumerate(zip(sides, figures, strict=True)):
        score = team_score(profile, table, s, {}, side.out, three_last=side.three)
        if score is None or not score.known or not _agrees(score, side, expected):
            return None
        if side.out and not books_suffice(INTEGERS, profile, _counted(profile, score)):
            return None
        scores.append(score)
    return Witness(tuple(sides), tuple(figures), tuple(scores))


def _fill(table: Table, s: int, side: SideEnd) -> None:
    """A side's melds, its exposed red threes, and what its players are left with, all of it in one Foot."""
    place = table.sides[s]
    for number, (rank, cards) in enumerate(side.melds, 1):
        meld = Meld(rank, number)
        meld.lay(Lay(False, rank, cards, None))
        place.melds.append(meld)
    place.opened = bool(side.melds)
    place.reds = side.reds
    if side.first:
        table.first_side = s
    for player in table.teams[s]:
        table.opened_foot[player] = True
        packet = table.feet[player]
        packet.size = packet.unseen = 0
        packet.had_unseen = False
    holder = table.feet[table.teams[s][-1] if side.out else table.teams[s][0]]
    for card in (*side.left, *[RED_THREE] * side.hidden):
        holder.hold(card)


def _is_legal(table: Table, sides: Sequence[SideEnd]) -> bool:
    """No card twice, sound melds, and one going out by a player who has nothing left."""
    profile, t = table.profile, tables(table.profile)
    seen: Counter[int] = Counter()
    for side in sides:
        seen.update(CLASS[card] for _, cards in side.melds for card in cards)
        seen.update(CLASS[card] for card in side.left)
        seen[CLASS[RED_THREE]] += side.reds + side.hidden
    if any(number > t.class_copies[of] for of, number in seen.items()):
        return False
    if sum(side.out for side in sides) > 1 or sum(side.first for side in sides) > 1:
        return False
    if any(side.out and side.left and len(table.teams[s]) == 1 for s, side in enumerate(sides)):
        return False
    for place in table.sides:
        of_a_rank = [meld for meld in place.melds if not is_wild(meld.rank) and meld.rank < RUN_RANK]
        begun = Counter(meld.rank for meld in of_a_rank if meld.size < profile.melds.cap)
        if not all(one_unfinished(INTEGERS, profile, n) for n in begun.values()):
            return False
        if any(not _is_sound(table, meld) for meld in place.melds):
            return False
    return True


def _is_sound(table: Table, meld: Meld) -> bool:
    p, t = table.profile, table.known
    if is_faulty(p, meld) or not large_enough(INTEGERS, p, meld.size):
        return False
    extra = meld.size - p.melds.cap
    return extra <= 0 or may_grow(t, meld, extra, extra)


def _counted(profile: Profile, score: TeamScore) -> dict[str, int]:
    """A side's books by what they count as for going out."""
    counts = dict.fromkeys(profile.out.books, 0)
    for book in profile.books:
        if book.counts_as in counts:
            counts[book.counts_as] += score.books[book.kind][0]
    return counts


def _agrees(score: TeamScore, side: SideEnd, expected: Figures) -> bool:
    """Whether the engine's figures are these, red threes that are cards like others wherever they are written."""
    found = {kind: n for kind, (n, _) in score.books.items()}
    found |= {"bonus": score.bonus[0], "cards": score.cards[0], "out": score.out[0]}
    found["total"] = score.total[0] + side.cut
    return expected["reds"] + expected["left"] == score.reds[0] + score.left[0] and all(
        expected[key] == value for key, value in found.items()
    )
