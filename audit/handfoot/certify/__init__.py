"""Certified audits: a second evaluation of a recorded deal, by the solver, from the same definitions.

The audit judges with integers and tables as it walks the record. Here the whole record of a deal becomes one formula, every
value named and defined by the functions of ``handfoot_spec.moves`` and ``definitions``, and one call of the solver compares
what follows from it with what the audit said. What is compared is :data:`CERTIFIED`; nothing of the engine's table, its steps
or the checks is used. docs/certify.md says what this can see, and what it cannot.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from handfoot_grammar.log import Game
from handfoot_spec.profile import Profile
from handfoot_spec.support import not_honoured

from .certificate import Certificate, DealCertificate, Disagreement, disagreement
from .deal import walk_deal
from .judge import ask, claims_of
from .reported import Reported
from .scope import (
    LOST_PLACE,
    MODELLED,
    NO_DEAL,
    NO_SIDES,
    OTHER_GAME,
    OTHER_RULES,
    SUITS,
    UNREAD,
    DealRecord,
    NotModelled,
    deals_of,
    scope_of,
)
from .trace import Figure

if TYPE_CHECKING:
    from ..auditor import GameAuditor
    from ..checks.scorebook import Line

CERTIFIED = {
    "HF101": "copies of a card or rank that show, against those that the packs hold",
    "HF102": "the copies of each card in a packet, against those that are played from it",
    "HF103": "the cards of a dealt Hand or Foot, and of a Foot when it is picked up",
    "HF104": "Hands, Feet, pile and recorded stock, against the whole deck",
    "HF107": "the cards that come from the stock, against those that it has",
    "HF204": "draws and takes of the turn when a card is played",
    "HF205": "draws and takes of the turn, the cards of a draw, and the stock that must suffice for it",
    "HF206": "the discards of a turn that has ended",
    "HF301": "the cards of a new or changed meld, against the least",
    "HF302": "the cards of a meld that is laid or added to, against the most",
    "HF303": "cards of another rank in a meld",
    "HF304": "threes in a meld",
    "HF305": "natural and wild cards of a meld",
    "HF306": "the unfinished melds of a rank after a lay or a take",
    "HF309": "the unfinished melds of a rank when cards are added to one",
    "HF310": "the cards of the melds between which one is moved",
    "HF401": "red threes in a packet when its player acts, but for those reported before",
    "HF402": "replacements of exposed red threes, and the stock after them",
    "HF403": "the card discarded",
    "HF501": "the points laid together in a turn or with a take, against the deal's minimum",
    "HF601": "the top of the pile",
    "HF602": "the pair shown with the top of the pile",
    "HF603": "the top of the pile among the cards melded with it",
    "HF604": "the cards taken, against those of the pile and the most of a take",
    "HF605": "the copies of a card melded in a take, against those held, and what lay under the top",
    "HF606": "whether the top is added to an unfinished meld",
    "HF701": "the cards of the Hand when the Foot is taken",
    "HF702": "the cards of the Hand at the end of a turn, and of Hand and Foot when cards are played",
    "HF703": "the books of a side that goes out, by kind",
    "HF704": "whether the partner has entered the Foot and played a turn with it",
    "HF705": "whether permission was asked in time",
    "HF706": "whether permission was refused",
    "HF707": "the last discard of a going out",
    "HF708": "the cards kept by a player in the Foot at the end of a turn",
    "HF801": "the books of a side by kind, and their bonus",
    "HF802": "the points of melded cards",
    "HF803": "red threes shown and hidden",
    "HF804": "the points of the cards left",
    "HF805": "whether the going out was legal",
    "HF806": "the total of the deal, as the sum of its parts",
}
"""The codes that are compared at every step of a certified deal, and what of the state each rests on. Beside them the figures of
the report's score rows are compared, where the record fixes them."""

SUIT_CODES = ("HF101", "HF102", "HF103", "HF106", "HF108", "HF109", "HF602", "HF603", "HF605", "HF702")
"""Findings that may rest on a suit; where only some suits are known, no deal that has one is certified."""


def certify(game: Game, profile: Profile, auditor: GameAuditor, rlimit: int | None = None) -> Certificate:
    """Has the solver confirm the audit of a game, as it was before anything was waived or left out of its report.

    :param rlimit: the solver's budget for each deal, in its own units of work.
    :raises ImportError: there is no solver.
    """
    if auditor.mismatch:
        return Certificate(reason=OTHER_GAME)
    if auditor.sides_lost:
        return Certificate(reason=NO_SIDES)
    reported = Reported(game, auditor.c.findings, CERTIFIED)
    deals = []
    for ordinal, deal in enumerate(deals_of(game), 1):
        if deal.is_empty:
            continue
        rows = {
            line.team: _figures(line) for line in auditor.book.lines if line.deal == ordinal and line.score is not None
        }
        try:
            deals.append(_certify_deal(game, profile, auditor.c.teams, reported, deal, rows, rlimit))
        except NotModelled as reason:
            deals.append(DealCertificate(deal.number, None, str(reason)))
    return Certificate(tuple(deals), "" if deals else NO_DEAL)


def _certify_deal(
    game: Game, profile: Profile, teams: tuple[tuple[int, ...], ...], reported: Reported, deal: DealRecord,
    rows: dict[int, dict[str, Figure]], rlimit: int | None,
) -> DealCertificate:  # fmt: skip
    """:raises NotModelled: the deal holds something that is not put into formulas."""
    if reported.lost:
        raise NotModelled(LOST_PLACE)
    if not_honoured(profile, MODELLED):
        raise NotModelled(OTHER_RULES)
    scope = scope_of(deal, len(game.seats))
    found = reported.of(deal)
    codes = {code for _, code in found}
    if any(code < "HF006" for code in codes):
        raise NotModelled(UNREAD)
    if scope.mixed and not codes.isdisjoint(SUIT_CODES):
        raise NotModelled(SUITS)
    w = walk_deal(deal, profile.at_deal(deal.number), scope, game.seats, teams, rows, "HF101" in codes)
    on = [code for code in CERTIFIED if profile.levels.get(code) != "off"]
    compared = Counter({key: n for key, n in found.items() if key[1] in CERTIFIED})
    verdict = ask(w.trace, claims_of(w.trace, compared, on), rlimit)
    certified: bool | str = {"agrees": True, "differs": False}.get(verdict.status, "unknown")
    wrong = tuple(disagreement(game, w.trace.meanings, claim, values) for claim, values in verdict.wrong)
    return DealCertificate(deal.number, certified, "", wrong, verdict.work, verdict.claims, verdict.size)


def _figures(line: Line) -> dict[str, Figure]:
    """The figures of a report's row."""
    s = line.score
    assert s is not None
    return {
        **s.books,
        "bonus": s.bonus,
        "cards": s.cards,
        "reds": s.reds,
        "left": s.left,
        "out": s.out,
        "total": s.total,
    }


__all__ = ["CERTIFIED", "Certificate", "DealCertificate", "Disagreement", "certify"]
