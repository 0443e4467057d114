"""The set-up of a deal: number, dealer, packets, starter, stock."""

from __future__ import annotations

from handfoot_grammar import log
from handfoot_spec.cards import (
    BLACK_THREE,
    CARDS,
    CLASS,
    CLASS_NAMES,
    CLASSES,
    COMPATIBLE,
    JOKER,
    KIND_NAMES,
    RED_THREE,
    THREE_OF_UNKNOWN_COLOUR,
    UNSEEN,
    Card,
    cards_text,
)
from handfoot_spec.definitions import INTEGERS, deal_in_game, deck_complete, packet_complete, score_ends

from ..context import Context, DealState, Spot

_CLASSES = {
    "red-three": "red threes", "black-three": "black threes", "two": "twos", "joker": "jokers", "wild": "wild cards",
}  # fmt: skip


def check_deal(c: Context, statement: log.DealStart, before: DealState | None) -> None:
    """The next number, one of the game's deals (P0-12), dealt by the player left of the last dealer."""
    span = (statement.at, None)
    if before is not None:
        again = before.ended == "abandoned"
        if statement.number != before.number + 1 and not (again and statement.number == before.number):
            expected = f"deal {before.number + 1}" + (f" or {before.number}" if again else "")
            c.find(
                "HF005",
                f"deal {statement.number} stands after deal {before.number}",
                span,
                expected=expected,
                in_turn=False,
            )
    elif statement.number < 1:
        c.find("HF005", "deals are counted from 1", span, expected="deal 1", in_turn=False)
    if not deal_in_game(INTEGERS, c.profile, statement.number):
        c.find(
            "HF209",
            f"deal {statement.number} of a game of {c.profile.deals.count}",
            span,
            found=str(statement.number),
            in_turn=False,
        )
    _check_not_over(c, span)
    if before is None or before.dealer is None or statement.dealer is None or c.profile.deals.dealer != "left":
        return
    left = (before.dealer + 1) % len(c.game.seats)
    if statement.dealer == left or (before.end_lost and statement.number == before.number):
        return
    between = statement.number - before.number  # deals that are left out of the record moved the deal on as well
    if between > 1 and statement.dealer == (before.dealer + between) % len(c.game.seats):
        return
    if before.ended == "abandoned":
        if statement.dealer != before.dealer:
            _wrong_dealer(c, statement, left)
        else:
            c.find(
                "HF901.redeal", f"{c.name(statement.dealer)} deals again after an abandoned deal; the text does not say who does; it is let stand",
                span, player=statement.dealer, in_turn=False,
            )  # fmt: skip
        return
    fault = before.wrong_dealer  # one slip of the record, if the deal goes on where it had to be
    follows = fault is not None and statement.dealer == (fault[1] + 1) % len(c.game.seats)
    _wrong_dealer(c, statement, left, fault[0] if fault is not None and follows else None)


def _check_not_over(c: Context, span: Spot) -> None:
    """A side's total may have ended the game before this deal."""
    deal, end = c.this_deal, c.profile.deals.end_score
    for team, score in enumerate(deal.scores):
        if score is not None and score_ends(INTEGERS, c.profile, score[0]):
            c.find(
                "HF209", f"deal {deal.number} is begun although {c.team_name(team)} has {score[0]} points; the game ends at {end}",
                span, team=team, found=str(score[0]), because_of=deal.suspects[team], in_turn=False,
            )  # fmt: skip
            return


def _wrong_dealer(c: Context, statement: log.DealStart, left: int, because: int | None = None) -> None:
    assert statement.dealer is not None
    id = c.find(
        "HF202", f"{c.name(statement.dealer)} deals; the deal moves to the left, to {c.name(left)}",
        statement.at.whole(), player=statement.dealer, expected=c.name(left), found=c.name(statement.dealer), in_turn=False,
        because_of=because,
    )  # fmt: skip
    c.this_deal.wrong_dealer = id, left


def foreign_sizes(c: Context, packets: list[log.Dealt]) -> str | None:
    """What tells the packets of another game: several, all of a size that none here has, or Hands alike and Feet alike that are not these."""
    hands, feet = ([len(packet.cards) for packet in packets if packet.foot is foot] for foot in (False, True))
    sizes = {*hands, *feet}
    t = c.profile.table
    if len(packets) > 1 and len(sizes) == 1:
        size = sizes.pop()
        ours = any(packet_complete(INTEGERS, c.profile, size, foot) for foot in (False, True))
        return None if ours else f"all packets recorded have {size} cards; the rules {c.profile.name!r} deal {t.hand}"
    if len(hands) < 2 or len(feet) < 2 or len(set(hands)) > 1 or len(set(feet)) > 1:
        return None
    if packet_complete(INTEGERS, c.profile, hands[0], False) and packet_complete(INTEGERS, c.profile, feet[0], True):
        return None
    dealt = f"{t.hand} and {t.foot}"
    return f"all Hands recorded have {hands[0]} cards and all Feet {feet[0]}; the rules {c.profile.name!r} deal {dealt}"


def check_packet(c: Context, statement: log.Dealt) -> None:
    """A dealt Hand or Foot has 13 cards (P0-6)."""
    n = len(statement.cards)
    if packet_complete(INTEGERS, c.profile, n, statement.foot):
        return
    what, size = ("Foot", c.profile.table.foot) if statement.foot else ("Hand", c.profile.table.hand)
    c.find(
        "HF103", f"{c.name(statement.player)}'s {what} has {n} cards; it is dealt {size}",
        statement.at.whole(), player=statement.player, expected=str(size), found=str(n), in_turn=False,
    )  # fmt: skip


def check_starter(c: Context, statement: log.TurnUp) -> None:
    """The starter may stay, and each card turned before it had to be buried (P0-8, P0-9, A37)."""
    if not statement.cards:
        c.find("HF201.ordinary", "no card is turned up to start the pile", statement.at.whole(), in_turn=False)
        return
    *buried, starter = statement.cards
    span = (statement.at, None)
    may = _may_start(c, starter)
    if may is None:
        if starter == THREE_OF_UNKNOWN_COLOUR:
            colour = "black" if c.tables.may_start[RED_THREE] else "red"
            c.not_checked(
                "starter",
                f"the colour of the three that starts the pile is not recorded; a {colour} one had to be buried",
                span,
            )
    elif not may and c.tables.may_stay[starter]:
        c.find(
            "HF901.two-stays" if starter != JOKER else "HF901.joker-stays",
            f"a {KIND_NAMES[starter]} starts the pile; whether it had to be buried the text leaves open; it is let stand",
            span, in_turn=False,
        )  # fmt: skip
    elif not may:
        c.find(
            "HF201",
            f"a {KIND_NAMES[starter]} starts the pile; it had to be buried",
            span,
            found=cards_text([starter]),
            in_turn=False,
        )
    for card in buried:
        _check_buried(c, card, span)


def _may_start(c: Context, card: Card) -> bool | None:
    """Whether a card turned up may stay; None where what is known of it does not tell."""
    may = c.tables.may_start
    if card == UNSEEN or (card == THREE_OF_UNKNOWN_COLOUR and may[RED_THREE] != may[BLACK_THREE]):
        return None
    return may[card]


def _check_buried(c: Context, card: Card, span: log.Span | Spot) -> None:
    if not _may_start(c, card):
        return
    if c.tables.may_be_buried[card]:
        classes = " and ".join(_CLASSES[name] for name in c.profile.starter.buried) or "nothing"
        c.find(
            "HF901.black-three-buried" if card != JOKER and "three" in KIND_NAMES[card] else "HF901.buried",
            f"a {KIND_NAMES[card]} was buried; the text buries {classes}, but asks for an ordinary card valid for the discard; "
            "it is let stand",
            span, in_turn=False,
        )  # fmt: skip
        return
    c.find(
        "HF201.ordinary",
        f"{cards_text([card])} was buried; an ordinary card starts the pile",
        span,
        found=cards_text([card]),
        in_turn=False,
    )


def check_deck(c: Context) -> None:
    """Packets, stock and starter as recorded make the whole deck (P0-5, P0-8); judged where the stock is recorded."""
    deal, table = c.this_deal, c.table
    if table.stock_order is None or deal.set_up_place is None:
        return
    hands = [packet.size for packet in table.hands]
    feet = [packet.size for packet in table.feet]
    if deck_complete(INTEGERS, c.profile, *hands, *feet, len(table.pile), table.stock):
        _check_stock_copies(c)
        _check_bottom(c)
        return
    total = sum(hands) + sum(feet) + len(table.pile) + table.stock
    wrong = [n for (foot, _), (_, n) in deal.dealt.items() if not packet_complete(INTEGERS, c.profile, n, foot)]
    because = next((f.id for f in c.findings if f.code == "HF103" and f.deal == deal.number), None) if wrong else None
    off = sum(n - c.profile.table.hand for n in wrong)
    c.find(
        "HF104", f"Hands, Feet, stock and starter as recorded make {total} cards; {c.profile.packs} packs have {c.profile.deck_size}",
        deal.set_up_place.whole(), expected=str(c.profile.deck_size), found=str(total), in_turn=False,
        because_of=because if total - off == c.profile.deck_size else None,
    )  # fmt: skip


def _check_bottom(c: Context) -> None:
    """Cards turned up before the starter went under the stock, one below the other, where the rules put them there."""
    table, place = c.table, c.this_deal.turn_up
    if c.profile.starter.buried_to != "bottom" or not table.buried or place is None:
        return
    assert table.stock_order is not None
    bottom = table.stock_order[-len(table.buried) :]
    if any(card not in COMPATIBLE[there] for card, there in zip(table.buried, bottom, strict=False)):
        c.find(
            "HF201.bottom", f"{cards_text(table.buried)} went under the stock; the recorded stock has {cards_text(bottom)} there",
            place.whole(), expected=cards_text(table.buried), found=cards_text(bottom), in_turn=False,
        )  # fmt: skip


def _check_stock_copies(c: Context) -> None:
    """The recorded stock with all that was dealt holds no card too often (P0-5)."""
    table, place = c.table, c.this_deal.stock_line
    assert table.stock_order is not None and place is not None
    counts, classes = [0] * CARDS, [0] * CLASSES
    for card in table.stock_order:
        counts[card] += card != UNSEEN
        classes[CLASS[card]] += card != UNSEEN
    t = c.tables
    limits = [(KIND_NAMES[card], counts[card], table.seen[card], t.copies[card]) for card in range(JOKER + 1)]
    limits += [
        (CLASS_NAMES[kind], classes[kind], table.seen_class[kind], t.class_copies[kind]) for kind in range(CLASSES)
    ]
    for what, n, seen, most in limits:
        if n and n + seen > most >= seen:
            c.find(
                "HF101", f"with the stock, {n + seen} cards are each a {what}; {c.profile.packs} packs hold {most}",
                place.whole(), expected=f"at most {most}", found=str(n + seen), in_turn=False,
            )  # fmt: skip
            return
