"""The table: where every card of a deal lies, as far as the record knows.

One mutable table is walked through a deal. It does what it is told and judges nothing: a card that nobody held is played all
the same, and the move's facts say so. What is not known is kept as such. A packet counts the cards it is known to hold, the
unseen ones, and those that left it unrecognised (``shed``); a *blurred* place is one that an unreadable line may have
touched, about which nothing can be said any more.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress

from handfoot_grammar.log import RUN_RANK, Lay
from handfoot_spec.cards import (
    CARDS,
    CLASS,
    CLASSES,
    COMPATIBLE,
    IS_THREE,
    JOKER,
    KINDS,
    RED_THREES,
    STAND_INS,
    THREE_OF_UNKNOWN_COLOUR,
    UNSEEN,
    Card,
)
from handfoot_spec.profile import Profile
from handfoot_spec.tables import MOST, tables

from .kinds import cap_of, is_wild, may_grow, run_of, run_sound

_NO_COUNTS = [0] * CARDS
_EVERY_CARD = range(CARDS)


class Packet:
    """A Hand or a Foot: how many cards (``size``), which of them are known, and how far that can be trusted."""

    __slots__ = ("blurred", "counts", "had_unseen", "shed", "size", "unseen")

    def __init__(self, unseen: int = 0) -> None:
        self.counts = _NO_COUNTS.copy()
        self.size = self.unseen = unseen
        self.shed = 0
        self.had_unseen = unseen > 0
        self.blurred = False

    def hold(self, card: Card) -> None:
        """A card comes in."""
        if card == UNSEEN:
            self.unseen += 1
            self.had_unseen = True
        else:
            self.counts[card] += 1
        self.size += 1

    def known(self) -> list[Card]:
        """The cards it is known to have received and not to have given away, in order."""
        counts = self.counts
        kinds = list(compress(_EVERY_CARD, counts))
        return kinds if sum(counts) == len(kinds) else [card for card in kinds for _ in range(counts[card])]

    def may_hold(self, card: Card, copies: int = 1) -> bool:
        """Whether it can hold a card (so many copies of it), as far as is known."""
        if self.blurred or self.unseen or card == UNSEEN:
            return True
        return sum([self.counts[other] for other in COMPATIBLE[card]]) >= copies

    @property
    def certain(self) -> bool:
        """Whether exactly its known cards lie in it."""
        return not (self.unseen or self.shed or self.blurred)

    def red_threes(self) -> int:
        """Red threes that it certainly holds."""
        counts = self.counts
        held = counts[RED_THREES[0]] + counts[RED_THREES[1]] + counts[RED_THREES[2]]
        return max(0, held - self.shed) if held else 0


class Meld:
    """A meld on the table: its rank and cards, and what they count as."""

    __slots__ = ("cards", "naturals", "number", "odd", "rank", "reported", "size", "stray", "unseen", "wilds")

    def __init__(self, rank: int, number: int, stray: bool = False) -> None:
        self.rank, self.number, self.stray = rank, number, stray
        self.cards: list[Card] = []
        self.size = self.naturals = self.wilds = self.odd = self.unseen = 0
        self.reported: int | None = None  # the finding that this meld's fault has

    def lay(self, lay: Lay) -> None:
        """Cards are laid on it: ``odd`` are those that do not belong, threes and other ranks."""
        cards = lay.cards
        self.cards.extend(cards)
        self.size += len(cards)
        self.naturals += lay.naturals
        self.wilds += lay.wilds
        if lay.unusual:
            self.odd += lay.threes + lay.others
            self.unseen += lay.unseen

    def unlay(self, lay: Lay) -> None:
        """The last lay is taken back."""
        del self.cards[self.size - len(lay.cards) :]
        self.size -= len(lay.cards)
        self.naturals -= lay.naturals
        self.wilds -= lay.wilds
        self.odd -= lay.threes + lay.others
        self.unseen -= lay.unseen


class Side:
    """A team's part of the table: melds in the order in which they were begun, exposed red threes."""

    __slots__ = ("begun", "blurred", "melds", "opened", "reds", "unfinished")

    def __init__(self) -> None:
        self.melds: list[Meld] = []
        self.unfinished: dict[int, list[Meld]] = {}
        self.begun: dict[int, int] = {}  # melds begun of each rank
        self.reds = 0
        self.opened = False
        self.blurred = False


class Table:
    """All places of one deal."""

    def __init__(self, profile: Profile, players: int, teams: tuple[tuple[int, ...], ...]) -> None:
        self.profile = profile
        self.cap = profile.melds.cap
        self.known = known = tables(profile)
        self.least_cap = known.least_cap
        self.players = players
        self.teams = teams
        self.team_of = [next(i for i, team in enumerate(teams) if seat in team) for seat in range(players)]
        t = profile.table
        self.hands = [Packet(t.hand) for _ in range(players)]
        self.feet = [Packet(t.foot) for _ in range(players)]
        self.opened_foot = [False] * players
        self.acted_from_foot = [False] * players
        self.whole_turn_foot = [False] * players  # a turn played with the Foot from its beginning
        self.has_melded: set[int] = set()  # in turns that are over, where each player opens alone
        self.foot_owed = [False] * players  # a turn has begun with an empty Hand
        self.sides = [Side() for _ in teams]
        self.pile: list[Card] = [UNSEEN] if profile.starter.turned else []
        self.pile_blurred = False
        self.buried: tuple[Card, ...] = ()  # turned up before the starter
        self.starter: Card | None = None  # that began the pile, while it lies there
        self.stock = profile.deck_size - players * (t.hand + t.foot) - len(self.pile)
        self.stock_blurred = False
        self.stock_order: list[Card] | None = None
        self.stock_next = 0
        self.first_side: int | None = None
        self.seen = [0] * CARDS
        self.seen_class = [0] * CLASSES
        self.unclear = False  # whether a card left a packet of which nobody can say which of its cards it was
        self.loose = 0  # cards that may have been counted twice among the seen, for want of a suit or a rank
        # Cards that show oftener than the packs hold them are put aside for whoever judges; threes always, once the colour of
        # one was not recorded.
        self.copies = known.copies
        self.class_copies = known.class_copies
        self.excess: list[Card] = []

    # --- what is known -----------------------------------------------------------------------------------------

    def packet(self, player: int) -> Packet:
        """The packet that a player is playing from."""
        return self.feet[player] if self.opened_foot[player] else self.hands[player]

    def reveal(self, card: Card) -> None:
        """A card is seen that was not known before."""
        if card != UNSEEN:
            kind = CLASS[card]
            self.seen[card] = n = self.seen[card] + 1
            self.seen_class[kind] = m = self.seen_class[kind] + 1
            if card == THREE_OF_UNKNOWN_COLOUR:
                self.copies = tuple(-1 if IS_THREE[card] else n for card, n in enumerate(self.copies))
            if n > self.copies[card] or m > self.class_copies[kind]:
                self.excess.append(card)

    def forget(self, card: Card, copies: int = 1) -> None:
        """What was known of cards no longer is."""
        self.seen[card] -= copies
        self.seen_class[CLASS[card]] -= copies

    def blur(self, players: Iterable[int]) -> None:
        """An unreadable deed of one of ``players``: every place it may have touched becomes unknown."""
        for player in players:
            self.blur_packet(self.hands[player])
            self.blur_packet(self.feet[player])
            self.sides[self.team_of[player]].blurred = True
        self.blur_pile()
        self.stock_blurred = True
        self.stock_order = None  # how far it has been drawn nobody can say

    def blur_pile(self) -> None:
        """Nothing is known of the pile any more."""
        for card in self.pile:
            if card != UNSEEN:
                self.forget(card)
        self.pile.clear()
        self.pile_blurred = True

    def blur_packet(self, packet: Packet) -> None:
        """Nothing is known of a packet any more."""
        for card, n in enumerate(packet.counts):
            if n:
                self.forget(card, n)
                packet.counts[card] = 0
        packet.blurred = packet.had_unseen = True

    # --- moves of single cards ---------------------------------------------------------------------------------

    def play(self, packet: Packet, card: Card) -> bool:
        """A card leaves a packet; False where the packet cannot have held it."""
        n = packet.counts[card]
        if n and packet.size > 0:
            if card > JOKER:  # it may be any card of the rank that is held with its suit known, too
                self._coarsen(packet, card)
            packet.counts[card] -= 1
            packet.size -= 1
            return True
        return self._play_unlisted(packet, card)

    def _play_unlisted(self, packet: Packet, card: Card) -> bool:
        """A card that is not among the known ones as it is written."""
        if packet.blurred:
            self._play_from_blurred(packet, card)
            return True
        if card == UNSEEN:
            return self._play_unrecognised(packet)
        counts = packet.counts
        for other in STAND_INS[card] if packet.size > 0 else ():  # an empty packet's known cards left it unrecognised
            if counts[other]:
                if KINDS[other] > KINDS[card]:  # it was known less exactly than it is now
                    counts[other] -= 1
                    self.forget(other)
                    self.reveal(card)
                    packet.size -= 1
                    return True
                self._coarsen(packet, card)
                counts[card] -= 1
                packet.size -= 1
                return True
        if packet.unseen and packet.size > 0:
            packet.unseen -= 1
            packet.size -= 1
            self.reveal(card)
            return True
        # Not held: something that was recorded as held is not what it seemed, so one known card is no longer trusted.
        if packet.size > 0:
            packet.size -= 1
            packet.shed += 1
        self.loose += 1
        self.reveal(card)
        return False

    def _play_from_blurred(self, packet: Packet, card: Card) -> None:
        """A card of a packet whose size nobody knows: one that came to it since is not counted a second time."""
        if card == UNSEEN:
            self.loose += any(packet.counts)  # it may be one of those that are known
            return
        if card > JOKER:
            self._coarsen(packet, card)
        for other in (card, *STAND_INS[card]):
            if packet.counts[other] and KINDS[other] >= KINDS[card]:
                packet.counts[other] -= 1
                self.forget(other)
                break
        self.reveal(card)

    def _play_unrecognised(self, packet: Packet) -> bool:
        self.unclear = True
        if packet.size <= 0:
            return False
        if packet.size + packet.shed == packet.unseen:
            packet.unseen -= 1
        else:
            packet.shed += 1
            self.loose += 1
        packet.size -= 1
        return True

    def _coarsen(self, packet: Packet, card: Card) -> None:
        """Cards of known suit become cards known as ``card`` is, since one of them left and nobody knows which."""
        counts = packet.counts
        for other in STAND_INS[card]:
            if counts[other] and KINDS[other] < KINDS[card]:
                self.unclear = True
                self.forget(other, counts[other])
                counts[card] += counts[other]
                self.seen[card] += counts[other]
                self.seen_class[CLASS[card]] += counts[other]
                counts[other] = 0

    def draw(self, packet: Packet, card: Card) -> None:
        """A card of the stock comes into a packet."""
        self.stock -= 1
        if card == UNSEEN:
            packet.unseen += 1
            packet.had_unseen = True
        else:
            packet.counts[card] += 1
            self.reveal(card)
        packet.size += 1

    def expose(self, player: int, packet: Packet, chain: tuple[int, ...]) -> None:
        """A red three (already out of its packet) and its replacements: every three among them is exposed too."""
        side = self.sides[self.team_of[player]]
        side.reds += 1
        for card in chain[1:-1]:
            self.stock -= 1
            self.reveal(card)
            side.reds += 1
        if chain[-1] >= 0:
            self.draw(packet, chain[-1])

    # --- melds -------------------------------------------------------------------------------------------------

    def begin_meld(self, team: int, lay: Lay, stray: bool = False) -> Meld:
        """A new meld with the cards of ``lay``; ``stray``: cards laid where no meld is, which make none."""
        side = self.sides[team]
        rank = lay.rank
        number = side.begun.get(rank, 0) + 1
        meld = Meld(rank, number, stray)
        meld.lay(lay)
        side.melds.append(meld)
        if not stray:
            side.begun[rank] = number
            if meld.size < self.least_cap or not self.is_complete(meld):
                side.unfinished.setdefault(rank, []).append(meld)
        return meld

    def cap_of(self, meld: Meld) -> int:
        """The number of cards that completes a meld."""
        return cap_of(self.known, meld, self.cap)

    def is_complete(self, meld: Meld) -> bool:
        """Whether a meld is a book (P0-18)."""
        if self.known.plain:
            return meld.size >= self.cap
        return meld.size >= self.least_cap and meld.size >= cap_of(self.known, meld, self.cap)

    def settle(self, team: int, meld: Meld) -> None:
        """Puts a meld where its size says, among the unfinished or not."""
        unfinished = self.sides[team].unfinished
        group = unfinished.get(meld.rank, [])
        complete = self.is_complete(meld)
        if meld in group and (complete or meld.size == 0):
            group.remove(meld)
            if not group:
                del unfinished[meld.rank]
        elif meld not in group and meld.size > 0 and not complete and not meld.stray:
            unfinished.setdefault(meld.rank, []).append(meld)

    def meld_for(self, team: int, lay: Lay) -> tuple[Meld | None, bool]:
        """The meld that an ``add`` means, and whether it is an unfinished one of the team."""
        side = self.sides[team]
        if lay.number is not None:
            for meld in side.melds:
                if meld.rank == lay.rank and meld.number == lay.number and not meld.stray:
                    return meld, not self.is_complete(meld)
            return None, False
        group = side.unfinished.get(lay.rank)
        if group:
            if len(group) > 1:  # the one meant is the one that the cards fit on
                roomy = [meld for meld in group if meld.size + len(lay.cards) <= self.cap]
                return next((meld for meld in roomy if self._takes(meld, lay)), (roomy or group)[0]), True
            return group[0], True
        books = [meld for meld in reversed(side.melds) if meld.rank == lay.rank and not meld.stray]
        if len(books) > 1:
            extra = len(lay.cards)
            return next(
                (m for m in books if may_grow(self.known, m, extra, lay.naturals + lay.unseen)), books[0]
            ), False
        return (books[0] if books else None), False

    def _takes(self, meld: Meld, lay: Lay) -> bool:
        """Whether a meld would be a sound one with the cards of a lay."""
        if meld.rank >= RUN_RANK:
            return run_sound(self.profile, run_of((*meld.cards, *lay.cards), meld.rank - RUN_RANK))
        naturals, wilds = meld.naturals + meld.unseen + lay.naturals + lay.unseen, meld.wilds + lay.wilds
        return is_wild(meld.rank) or self.known.wild_ratio[min(naturals, MOST)][min(wilds, MOST)]
