"""What is left with the players at the end of a deal: the cards shown are those that they must have."""

from __future__ import annotations

from handfoot_engine.table import Packet
from handfoot_grammar import log
from handfoot_spec.cards import KINDS, UNSEEN, cards_text

from ..context import Context, Spot
from . import hidden, red_threes


def check_left(c: Context, statement: log.Left) -> None:
    """The cards shown as left are those that the player must have (P0-46)."""
    table, player = c.table, statement.player
    deal = c.this_deal
    opened = table.opened_foot[player]
    span = (statement.at, None)
    if statement.hand is not None:
        _compare_left(c, player, "Foot" if opened else "Hand", table.packet(player), statement.hand, span)
    if statement.foot is not None:
        if opened and statement.foot:
            c.find(
                "HF108",
                f"{c.name(player)} has taken the Foot; no unopened Foot can be left",
                span,
                player=player,
                found=cards_text(statement.foot),
            )
        elif not opened:
            _compare_left(c, player, "unopened Foot", table.feet[player], statement.foot, span)
    deal.left[player] = (statement.hand, statement.foot)


def _compare_left(
    c: Context, player: int, what: str, packet: Packet, shown: tuple[int, ...], span: log.Span | Spot
) -> None:
    """What is shown against what a packet can hold; afterwards it lies open."""
    if packet.blurred:
        c.not_checked(
            f"left {player} {what}",
            f"what {c.name(player)}'s {what} must hold cannot be told any more, so what is left is not checked",
            span,
            player=player,
        )
        return
    if len(shown) != packet.size:
        c.find(
            "HF108", f"{len(shown)} cards are shown as left in {c.name(player)}'s {what}; {packet.size} must be",
            span, player=player, expected=f"{packet.size} cards", found=f"{len(shown)} cards",
        )  # fmt: skip
        return
    assert c.statement is not None
    known, certain = packet.known(), packet.certain
    if certain and sorted(shown) == known:
        return
    before = known + [UNSEEN] * packet.unseen if not packet.shed else None
    wrong = [card for card in sorted(shown, key=lambda card: len(KINDS[card])) if not c.table.play(packet, card)]
    c.copies(c.statement.at, None, player)
    if wrong:
        must = f"; there must be {cards_text(before)}" if before is not None else ""
        c.find(
            "HF108",
            f"{cards_text(wrong)} cannot be left in {c.name(player)}'s {what}{must}",
            span,
            player=player,
            found=cards_text(wrong),
            conflict=hidden.reasons(c, span)[1] if packet.had_unseen else None,
        )
    _lay_open(packet, shown, before, bool(wrong) or certain)
    if not (wrong or certain or what == "unopened Foot"):
        red_threes.check_red_left(c, player, packet, span, before is None)


def _lay_open(packet: Packet, shown: tuple[int, ...], before: list[int] | None, known_better: bool) -> None:
    """The packet as it lies now: what the record shows, unless the replay knows better."""
    if not known_better or before is not None:
        packet.counts = [0] * len(packet.counts)
        packet.size = packet.unseen = packet.shed = 0
    for card in before if known_better and before is not None else shown:
        packet.hold(card)
