"""The score of a deal whose play is recorded: computed from the table, and each part that is claimed compared with it.

A wrong part is named once. A total that only repeats it, or a part that is wrong because a faulty book or an illegal going out
was counted, says which finding it follows from.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from math import gcd

from handfoot_engine.score import Figure, TeamScore, may_be_left, plus, points, points_left, team_score
from handfoot_spec.cards import BLACK_THREES, THREE_OF_UNKNOWN_COLOUR

from ..context import Context
from .scorebook import Line, claimed_books, within, words, wrong_entry

PART_CODES = {"bonus": "HF801", "cards": "HF802", "reds": "HF803", "left": "HF804", "out": "HF805"}
_NO_PARTS = ("total", "running", "begin", "opening")
ASSUMED_VALUES = "the cited source of these rules states no card values, and the usual ones are applied"


def compute(c: Context, line: Line) -> None:
    """The score of a side in the deal that has ended, and its total as far as the record fixes it."""
    deal, walk = c.this_deal, c.walk
    out_legal: bool | None = _went_out(c, line) and deal.out_legal
    if deal.out_unknown is not None and c.table.team_of[deal.out_unknown] == line.team:
        out_legal = None
    args = (c.profile, walk.table, line.team, deal.left, out_legal, walk.penalties[line.team])
    last = _three_last(c)
    line.score = team_score(*args, three_last=last)
    # a faulty book makes the difference, and only a reported meld is faulty
    faulty = any(meld.reported is not None or meld.odd for meld in walk.table.sides[line.team].melds)
    line.strict = team_score(*args, strictly=True, three_last=last) if faulty else line.score
    if line.score is None or line.strict is None or deal.penalty_lost:
        line.total = None
        return
    line.total = line.strict.total[0], max(line.strict.total[1], line.score.total[1])
    illegal = _went_out(c, line) and not deal.out_legal
    low, high = _undone(c, line.strict.total) if illegal else line.strict.total
    if (illegal or line.strict.total != line.score.total) and low == high:
        line.repaired = low + line.cuts[0]
        line.total = min(line.total[0], low), max(line.total[1], low)
    line.total = line.total[0] + line.cuts[0], line.total[1] + line.cuts[-1]


def _three_last(c: Context) -> bool | None:
    """Whether the deal ended with a black three discarded by who went out."""
    turn, pile = c.walk.turn, c.table.pile
    if turn is None or turn.player != c.this_deal.out_player or not turn.discards or not pile:
        return False
    return None if pile[-1] == THREE_OF_UNKNOWN_COLOUR else pile[-1] in BLACK_THREES


def _went_out(c: Context, line: Line) -> bool:
    """Whether it was this side that went out, legally or not."""
    player = c.this_deal.out_player
    return player is not None and c.table.team_of[player] == line.team


def _undone(c: Context, total: Figure) -> Figure:
    """A total after an illegal going out was undone (A11): the last card laid or discarded is left in the hand."""
    undo = c.this_deal.out_undo
    if undo is None:
        return total
    melded, left = _worth(c, undo.cards)
    lost = left if undo.discarded else melded + left
    if undo.book is not None:
        lost += c.profile.books_by_kind[undo.book].bonus
    return total[0] - lost, total[1] - lost


def _worth(c: Context, cards: tuple[int, ...]) -> tuple[int, int]:
    """What cards are worth melded, and what they cost when they are left in play (points)."""
    left = points_left(c.profile, cards)[1] if "hand" in c.profile.score.leftovers else 0
    return points(c.profile, cards)[1], left


@dataclass
class _Claim:
    """A claimed line on the scales: what it is weighed against, and what was found wrong in it so far."""

    line: Line
    loose: TeamScore  # faulty books counted as what they look like
    strict: TeamScore
    illegal: int | None  # the finding that made this side's going out illegal
    faulty: int | None  # that of its first faulty meld
    net: bool  # what is left was taken off the cards
    counted: int | None  # the bonus that the claimed numbers of books make
    deviations: list[tuple[int, int | None]] = field(default_factory=list)  # points too many, and the finding
    miscounted: int | None = None  # a wrong number of books
    netted: int | None = None  # cards from which what is left was taken off, without saying so

    @property
    def net_unsaid(self) -> bool:
        """What is left was taken off the cards, and ``net`` is not written."""
        loose = self.loose
        return (
            not self.net
            and self.line.value("left") == 0
            and loose.left[1] < 0
            and within(self.line.value("cards"), plus(loose.cards, loose.left))
        )

    @property
    def net_wrongly(self) -> bool:
        """``net`` is written, and cards and left are written in full."""
        loose = self.loose
        return (
            self.net
            and loose.left[1] < 0
            and within(self.line.value("cards"), loose.cards)
            and within(self.line.value("left"), loose.left)
        )


def check_played(c: Context, line: Line, foreign: int) -> None:
    """Each claimed part against the computed one; the total, or whose mistake it repeats."""
    assert line.score is not None and line.strict is not None
    if c.profile.score.assumed and not c.values_said:
        c.values_said = True
        c.find("HF901.assumed", ASSUMED_VALUES, line.written.at.whole(), team=line.team, in_turn=False)
    claim = _Claim(
        line,
        line.score,
        line.strict,
        c.this_deal.out_finding if _went_out(c, line) else None,
        next((meld.reported for meld in c.table.sides[line.team].melds if meld.reported is not None), None),
        "net" in line.claimed,
        claimed_books(c, line),
    )
    if foreign:
        claim.deviations.append((foreign, line.finding))
    if claim.net_wrongly:
        message = "net says that what is left was taken off the cards; cards and left are written in full"
        line.finding = line.finding or wrong_entry(c, line, "HF802", "net", message, "no net")
        claim.net = False
    seen: set[str] = set()  # of a key written twice the first counts, and judging each would take for ever
    for index, (key, value) in enumerate(line.written.entries):
        if value is not None and key not in _NO_PARTS and key not in seen and line.claimed.get(key) == value:
            seen.add(key)
            _check_part(c, claim, index, key, value)
    total = line.value("total")
    if total is not None:
        _check_total(c, claim, total)


def _check_part(c: Context, claim: _Claim, index: int, key: str, value: int) -> None:
    line = claim.line
    right = _right(key, claim.strict, claim.net)
    if key == "left" and within(value, right) and not _may_be_left(c, claim, value):
        line.finding = line.finding or c.find(
            "HF804", f"left {value} is claimed; so many cards cannot be worth that", line.written.at.entry(index), team=line.team,
            expected=words(right) if right else None, found=str(value), in_turn=False,
        )  # fmt: skip
        return
    if right is None or within(value, right) or within(value, _repaired_part(c, key, claim.strict, line)):
        return
    if _written_elsewhere(c, claim, key, value, right):
        return
    because = _cause(c, claim, key, value)
    near = right[0] if value < right[0] else right[1]
    kind = c.profile.books_by_kind.get(key)
    unit, effect = (" points", value - near) if kind is None else ("", (value - near) * kind.bonus)
    id = c.find(
        PART_CODES.get(key, "HF801"), f"{key} {value} is claimed; {words(right)}{unit} is right",
        line.written.at.entry(index), team=line.team, expected=words(right), found=str(value), because_of=because,
        score_effect=effect, in_turn=False,
    )  # fmt: skip
    line.finding = line.finding or id
    if kind is not None:
        claim.miscounted = claim.miscounted or id
    if key == "cards" and claim.net_unsaid:
        claim.netted = id
    if not (key == "bonus" and because is not None and because == claim.miscounted):
        claim.deviations.append((effect, id))


def _may_be_left(c: Context, claim: _Claim, value: int) -> bool:
    """Whether unseen cards that are left can cost exactly what is claimed of them (P0-46)."""
    if claim.strict.left[0] == claim.strict.left[1] or claim.net or claim.net_unsaid:
        return True
    if c.profile.score.red_three is not None:
        return True  # red threes left over may stand in another entry
    out = _went_out(c, claim.line) and c.this_deal.out_legal
    return may_be_left(c.profile, c.table, claim.line.team, c.this_deal.left, out, value)


def _written_elsewhere(c: Context, claim: _Claim, key: str, value: int, right: Figure) -> bool:
    """Whether a part is right with what belongs to it for this scorer: points that have no entry of their own, or red threes left over
    that stand in ``reds`` and not in ``left``."""
    score = claim.strict
    if key in ("bonus", "cards", "out") and within(value, plus(right, score.extras)):
        return True
    if key == "bonus" and within(value, plus(right, score.unfinished)):
        return True
    if key in ("reds", "left") and c.profile.score.red_three is not None:
        reds, left = claim.line.value("reds"), claim.line.value("left")
        costs = (
            reds is not None and reds < 0 and reds % gcd(c.profile.score.red_three, c.profile.score.black_three) == 0
        )
        return costs and left is not None and within(reds + left, plus(score.reds, score.left))  # type: ignore[operator]
    return False


def _cause(c: Context, claim: _Claim, key: str, value: int) -> int | None:
    """The earlier finding that a wrong part follows from."""
    because = None
    if within(value, _right(key, claim.loose, claim.net)):
        because = claim.faulty
    elif key == "out" and value == c.profile.out.bonus:
        because = claim.illegal
    if key == "bonus" and claim.miscounted is not None and value == claim.counted:
        because = because or claim.miscounted
    if key == "left" and claim.netted is not None:
        because = because or claim.netted
    return because


def _check_total(c: Context, claim: _Claim, total: int) -> None:
    line, right = claim.line, _total_given_parts(c, claim)
    if c.this_deal.penalty_lost:
        c.not_checked(
            "penalty", "an unreadable deed may have been a penalty, so totals are not checked", line.written.at.whole()
        )
        return
    fitting = [cut for cut in line.cuts if within(total - cut, right)]
    if fitting and len(line.cuts) > 1 and right[0] == right[1]:  # the total says what the guesses brought
        line.cuts = (fitting[0],)
        line.total = total, total
    if fitting or (line.repaired is not None and total == line.repaired):
        return
    written, (low, high) = line.cuts[0], right
    right = low + written, high + written
    near = right[0] if total < right[0] else right[1]
    id = c.find(
        "HF806", f"total {total} is claimed; {words(right)} points is right",
        line.entry("total"), team=line.team, expected=words(right), found=str(total),
        because_of=_cause_of_total(c, claim, total - written), score_effect=total - near, in_turn=False,
    )  # fmt: skip
    line.finding = line.finding or id


def _total_given_parts(c: Context, claim: _Claim) -> Figure:
    """The right total, where the record does not show what is left: with what is claimed of it, if that can be."""
    s = claim.strict
    if (s.left[0] == s.left[1] and s.reds[0] == s.reds[1]) or claim.net or claim.net_unsaid:
        return s.total
    if c.profile.score.red_three is not None or (claim.faulty is not None and claim.loose.total != s.total):
        return s.total
    if not any(packet.had_unseen for packet in (*c.table.hands, *c.table.feet)):
        return s.total  # a card was played that was not held: which one is left instead nobody claims to know
    rest = plus(plus(plus(s.bonus, s.cards), plus(s.out, s.extras)), plus(s.unfinished, (s.penalty, s.penalty)))
    for key, figure in (("left", s.left), ("reds", s.reds)):
        value = claim.line.value(key)
        rest = plus(rest, (value, value) if value is not None and within(value, figure) else figure)
    low, high = max(rest[0], s.total[0]), min(rest[1], s.total[1])
    return (low, high) if low <= high else s.total


def _cause_of_total(c: Context, claim: _Claim, total: int) -> int | None:
    """The finding that a wrong total follows from: a faulty book, wrong parts that it adds up, an illegal going out."""
    strict, loose = claim.strict.total, claim.loose.total
    if within(total, loose):
        return claim.faulty
    because = _repeated(claim.deviations, strict, total)
    without_out = total - c.profile.out.bonus
    if because is None and (within(without_out, strict) or within(without_out, loose)):
        return claim.illegal
    return because


def _repeated(deviations: list[tuple[int, int | None]], right: Figure, total: int) -> int | None:
    """The finding whose mistake a total repeats, alone or with others."""
    low, high = right
    for size in range(len(deviations), 0, -1):
        for some in combinations(deviations, size):
            off = sum(effect for effect, _ in some)
            if low + off <= total <= high + off:
                return some[0][1]
    return None


def _right(key: str, score: TeamScore, net: bool) -> Figure | None:
    """The figure that an entry must have; None for an entry that is no part of a score."""
    if key in score.books:
        return score.books[key]
    if key == "cards":
        return plus(score.cards, score.left) if net else score.cards
    if key == "left":
        return (0, 0) if net else score.left
    return {"bonus": score.bonus, "reds": score.reds, "out": score.out}.get(key)


def _repaired_part(c: Context, key: str, score: TeamScore, line: Line) -> Figure | None:
    """A part after an illegal going out was undone (A11): the card taken back is left in the hand."""
    undo = c.this_deal.out_undo
    if line.repaired is None or undo is None or not _went_out(c, line):
        return None
    melded, left = _worth(c, undo.cards)
    if key == "left":
        return score.left[0] - left, score.left[1] - left
    if key == "cards" and not undo.discarded:
        return score.cards[0] - melded, score.cards[1] - melded
    if key in score.books and key == undo.book:
        return score.books[key][0] - 1, score.books[key][1] - 1
    if key == "bonus" and undo.book is not None:
        lost = c.profile.books_by_kind[undo.book].bonus
        return score.bonus[0] - lost, score.bonus[1] - lost
    return None
