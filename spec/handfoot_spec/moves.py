"""Every move, once: what it does to the cards of one kind, to a meld, to a side's melds of a rank, and to a player.

Like the definitions these are plain functions that integers and terms can both be put through (``o`` and ``p`` mean the same
there). A deal is the same few rules for each kind of card, each meld and each rank, so a move is written for *one* of them, as the
player to move sees it; what holds for an arbitrary one holds for all. ``handfoot prove`` shows what every move leaves true,
``--certify`` puts a recorded deal through them, and the tests hold the engine's own, faster steps against them.

A move changes places and never asks whether it may be made: that is what the ``..._possible`` functions beside it say, together
with the definitions.
"""

from __future__ import annotations

from typing import NamedTuple

from . import definitions as d
from .definitions import Num, Ops, Truth
from .profile import Profile

# --- cards of one kind -------------------------------------------------------------------------------------------


class Cards(NamedTuple):
    """Where the copies of one kind of card lie (cards).

    ``hand`` is the packet that the player to move plays from, ``foot`` that player's unopened Foot, ``laid`` and ``shown`` are the
    melds and the exposed red threes of the player's side; ``elsewhere`` is all that the other players have and have laid.
    """

    stock: Num
    pile: Num
    hand: Num
    foot: Num
    laid: Num
    shown: Num
    elsewhere: Num


class Reds(NamedTuple):
    """What a move does with red threes besides: copies that are exposed, and copies that come from the stock to replace some.

    Of a kind that is no red three none is exposed; a replacement may be of any kind.
    """

    exposed: Num = 0
    replacements: Num = 0


NO_REDS = Reds()


def deal(o: Ops, p: Profile, copies: Num, hand: Num, foot: Num, others: Num, starter: Num) -> Cards:
    """Hands and Feet are dealt and the starter is turned up; the rest is the stock (P0-6, P0-8)."""
    return Cards(copies - hand - foot - others - starter, starter, hand, foot, 0, 0, others)


def expose(o: Ops, p: Profile, c: Cards, reds: Reds) -> Cards:
    """Red threes are laid open and replaced from the stock (P0-23)."""
    return c._replace(
        stock=c.stock - reds.replacements, hand=c.hand - reds.exposed + reds.replacements, shown=c.shown + reds.exposed
    )


def draw(o: Ops, p: Profile, c: Cards, drawn: Num, reds: Reds = NO_REDS) -> Cards:
    """Cards come from the stock into the packet, then red threes among them go (P0-22, P0-23)."""
    return expose(o, p, c._replace(stock=c.stock - drawn, hand=c.hand + drawn), reds)


def take(o: Ops, p: Profile, c: Cards, taken: Num, laid: Num, reds: Reds = NO_REDS) -> Cards:
    """The top cards of the pile come into the packet; those that qualify the take are laid at once (P0-29, P0-36)."""
    return expose(o, p, lay(o, p, c._replace(pile=c.pile - taken, hand=c.hand + taken), laid), reds)


def take_one(o: Ops, p: Profile, c: Cards, taken: Num) -> Cards:
    """The top card of the pile comes into the packet as a part of a draw, where a draw may be mixed."""
    return c._replace(pile=c.pile - taken, hand=c.hand + taken)


def lay(o: Ops, p: Profile, c: Cards, laid: Num) -> Cards:
    """Cards go from the packet into the side's melds (P0-22)."""
    return c._replace(hand=c.hand - laid, laid=c.laid + laid)


def enter_foot(o: Ops, p: Profile, c: Cards, reds: Reds = NO_REDS) -> Cards:
    """The Foot becomes the packet in play (P0-37, P0-38)."""
    return expose(o, p, c._replace(hand=c.hand + c.foot, foot=0), reds)


def discard(o: Ops, p: Profile, c: Cards, discarded: Num) -> Cards:
    """A card goes from the packet on the pile (P0-22)."""
    return c._replace(hand=c.hand - discarded, pile=c.pile + discarded)


def go_out(o: Ops, p: Profile, c: Cards, laid: Num, discarded: Num) -> Cards:
    """The last cards are laid, or one of them is discarded; the deal ends (P0-43)."""
    return discard(o, p, lay(o, p, c, laid), discarded)


def stock_end(o: Ops, p: Profile, c: Cards) -> Cards:
    """Somebody wishes to draw and the stock is short: the deal ends, and every card stays where it is (P0-49)."""
    return c


def reshuffle(o: Ops, p: Profile, c: Cards) -> Cards:
    """The pile becomes the stock, where a table plays so."""
    return c._replace(stock=c.stock + c.pile, pile=0)


def exposure_possible(o: Ops, p: Profile, before: Num, stock: Num, reds: Reds, is_red_three: Truth) -> Truth:
    """Of ``before`` copies in the packet and the replacements, the red threes go, all of them, and nothing else does (P0-23)."""
    held = before + reds.replacements
    none = reds.exposed == 0
    right = o.If(is_red_three, d.red_threes_out(o, p, held - reds.exposed) if p.threes.red_exposed else none, none)
    return o.And(
        right, reds.exposed >= 0, reds.exposed <= held, reds.replacements >= 0, d.from_stock(o, p, reds.replacements, stock)
    )  # fmt: skip


def deal_possible(o: Ops, p: Profile, copies: Num, hand: Num, foot: Num, others: Num, starter: Num, is_red_three: Truth,
                  is_black_three: Truth, is_two: Truth, is_joker: Truth) -> Truth:  # fmt: skip
    """No more copies are dealt than the packs hold, and the starter is a card that may lie there (P0-5, P0-9)."""
    return o.And(
        d.copies_exist(o, p, hand + foot + others + starter, is_joker),
        d.nothing_negative(o, p, hand, foot, others, starter),
        starter <= 1,
        o.Implies(starter >= 1, d.may_start(o, p, is_red_three, is_black_three, is_two, is_joker)),
    )


def draw_possible(o: Ops, p: Profile, c: Cards, drawn: Num, reds: Reds, is_red_three: Truth) -> Truth:
    """The cards drawn are in the stock."""
    return o.And(
        drawn >= 0,
        d.from_stock(o, p, drawn, c.stock),
        exposure_possible(o, p, c.hand + drawn, c.stock - drawn, reds, is_red_three),
    )


def lay_possible(o: Ops, p: Profile, c: Cards, laid: Num, is_red_three: Truth, is_black_three: Truth) -> Truth:
    """The cards laid are held, and may lie in a meld (P0-17, P0-22)."""
    return o.And(
        laid >= 0,
        d.was_held(o, p, c.hand, laid),
        o.Implies(laid >= 1, d.may_enter_meld(o, p, is_red_three, is_black_three)),
    )


def take_possible(o: Ops, p: Profile, c: Cards, taken: Num, top: Num, laid: Num, reds: Reds, is_red_three: Truth,
                  is_black_three: Truth, is_two: Truth, is_joker: Truth) -> Truth:  # fmt: skip
    """The cards taken lie in the pile; ``top`` of them (none or one) may be taken, and nothing from below it is laid (P0-30, P0-34)."""
    return o.And(
        d.nothing_negative(o, p, top, taken - top, c.pile - taken),
        top <= 1,
        o.Implies(top >= 1, d.top_free(o, p, is_red_three, is_black_three, is_two, is_joker)),
        lay_possible(o, p, c._replace(hand=c.hand + top), laid, is_red_three, is_black_three),
        exposure_possible(o, p, c.hand + taken - laid, c.stock, reds, is_red_three),
    )


def take_one_possible(o: Ops, p: Profile, c: Cards, taken: Num, is_red_three: Truth, is_black_three: Truth, is_two: Truth,
                      is_joker: Truth) -> Truth:  # fmt: skip
    """The card drawn from the pile lies there, and is one that may be taken."""
    return o.And(
        d.nothing_negative(o, p, taken, c.pile - taken),
        d.draw_right(o, p, p.turn.draw - taken, taken),
        o.Implies(taken >= 1, d.top_free(o, p, is_red_three, is_black_three, is_two, is_joker)),
    )


def discard_possible(o: Ops, p: Profile, c: Cards, discarded: Num, is_red_three: Truth) -> Truth:
    """The card discarded is held, and is no red three (P0-22, P0-23)."""
    return o.And(
        discarded >= 0,
        d.was_held(o, p, c.hand, discarded),
        o.Implies(discarded >= 1, d.discardable(o, p, is_red_three)),
    )


# --- a meld ------------------------------------------------------------------------------------------------------


class Meld(NamedTuple):
    """A meld (cards): the naturals of its rank, and its wild cards."""

    naturals: Num
    wilds: Num


NO_MELD = Meld(0, 0)


def put_on(o: Ops, p: Profile, meld: Meld, naturals: Num, wilds: Num) -> Meld:
    """Cards are laid on a meld; on none, they begin one (P0-13, P0-20)."""
    return Meld(meld.naturals + naturals, meld.wilds + wilds)


def meld_sound(o: Ops, p: Profile, meld: Meld) -> Truth:
    """A meld as the rules have it: its size, and what it is made of (P0-13, P0-15, P0-16, P0-19)."""
    cards = meld.naturals + meld.wilds
    grown: list[Truth] = []
    if p.melds.extend_books == "naturals":  # what grew had all its wild cards when it was complete, and a natural one
        whole = o.And(meld.wilds < p.melds.cap, d.wild_ratio(o, p, p.melds.cap - meld.wilds, meld.wilds))
        grown.append(o.Or(cards <= p.melds.cap, whole))
    return o.And(
        *grown,
        d.nothing_negative(o, p, meld.naturals, meld.wilds),
        d.large_enough(o, p, cards),
        d.within_cap(o, p, cards),
        d.composed(o, p, meld.naturals, meld.wilds),
        *[
            o.Or(
                o.Not(d.book_of_kind(o, p, book, meld.naturals, meld.wilds)),
                d.book_may_extend(o, p, book, cards - book.cap, 0),
                cards <= book.cap,
            )
            for book in p.books
            if book.cap is not None
        ],
    )


# --- a side ------------------------------------------------------------------------------------------------------


class Rank(NamedTuple):
    """A side's melds of one rank: how many are unfinished, how many are books."""

    unfinished: Num
    books: Num


def begin(o: Ops, p: Profile, rank: Rank, cards: Num) -> Rank:
    """A new meld of so many cards (P0-21)."""
    whole = o.If(d.is_complete(o, p, cards), 1, 0)
    return Rank(rank.unfinished + 1 - whole, rank.books + whole)


def grow(o: Ops, p: Profile, rank: Rank, cards: Num) -> Rank:
    """An unfinished meld now has so many cards (P0-18, P0-20)."""
    whole = o.If(d.is_complete(o, p, cards), 1, 0)
    return Rank(rank.unfinished - whole, rank.books + whole)


def opened(o: Ops, p: Profile, before: Truth, melds: Num) -> Truth:
    """A side has opened once it has laid a meld, and stays so (P0-28)."""
    return o.Or(before, melds >= 1)


# --- a player ----------------------------------------------------------------------------------------------------


class Packets(NamedTuple):
    """A player's cards: how many the packet in play has, how many the unopened Foot, and whether that has been opened."""

    hand: Num
    foot: Num
    in_foot: Truth


def packet_drawn(o: Ops, p: Profile, player: Packets, drawn: Num, exposed: Num, replacements: Num) -> Packets:
    """A draw, or red threes exposed where none is drawn (P0-22, P0-23)."""
    return player._replace(hand=player.hand + drawn - exposed + replacements)


def packet_played(o: Ops, p: Profile, player: Packets, cards: Num) -> Packets:
    """Cards are laid or discarded (P0-22)."""
    return player._replace(hand=player.hand - cards)


def packet_taken(o: Ops, p: Profile, player: Packets, taken: Num, laid: Num) -> Packets:
    """A take, with what it lays (P0-36)."""
    return player._replace(hand=player.hand + taken - laid)


def packet_foot(o: Ops, p: Profile, player: Packets) -> Packets:
    """The Foot is taken (P0-37, P0-38)."""
    return Packets(player.hand + player.foot, 0, True)
