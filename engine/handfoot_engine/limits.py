"""What a profile allows, asked of its definitions once and kept as small counts for whoever plays by it.

Nothing that plays knows a number of its own.
"""

from __future__ import annotations

from handfoot_spec import definitions as rules
from handfoot_spec.cards import IS_RED_THREE, IS_WILD, JOKER, RANK, THREE_RANK, WILD_RANK, Card
from handfoot_spec.profile import Book, Profile
from handfoot_spec.support import not_honoured
from handfoot_spec.tables import tables

HELD_RANKS = WILD_RANK + 1
NATURAL_RANKS = tuple(range(THREE_RANK + 1, WILD_RANK))
_O = rules.INTEGERS

KNOWN: dict[str, tuple[object, ...]] = {
    "table.packets": (2,),
    "opening.by": ("deal", "score", "fixed"),
    "stock.short": ("ends-deal", "ends-if-nobody-takes", "reshuffle", "undecided"),
}
"""What random play knows how to keep: the values that a field may have; a field that is not here may have any.

What a table merely allows (a wild card in a run, a black three melded, a turn without a discard) need not be done.
"""


class UnsupportedProfile(ValueError):
    """Random play does not know how to keep the rules of this profile; the message names the fields."""


class LeftOpen(Exception):
    """The deal has come to a point that the rules leave open."""


class Limits:
    """What a profile allows, by small counts.

    :raises UnsupportedProfile: the profile has a rule that random play cannot keep.
    """

    def __init__(self, profile: Profile, teams: tuple[tuple[int, ...], ...]) -> None:
        if strange := _strange(profile):
            raise UnsupportedProfile(f"random play cannot keep the rules {profile.name!r}: {', '.join(strange)}")
        t = tables(profile)
        self.profile, self.teams = profile, teams
        self.players = profile.players
        self.points = profile.card_points
        self.deck: tuple[Card, ...] = tuple(card for card in range(JOKER + 1) for _ in range(t.copies[card]))
        self.least, self.cap, self.draw = profile.melds.least, profile.melds.cap, profile.turn.draw
        self.may_start, self.discardable = t.may_start, t.discardable
        counts = range(self.cap + 1)
        mixed = [book.wilds[1] if book.wilds else self.cap for book in profile.books if not _is_special(book)]
        wilds = max(mixed, default=0)  # in a book of naturals and wild cards
        self.most_wilds = tuple(
            max(w for w in range(min(wilds, self.cap - n) + 1) if t.wild_ratio[n][w]) for n in counts
        )
        # by a player who does not go out: nobody plays himself out of cards, even where that may be done
        self.kept = next(n for n in counts if n and rules.card_kept(_O, profile, n))
        self.ample = max(2, self.kept + 1)  # cards before the discard with which nothing need be kept back
        self._melds(profile)
        self._takes(profile)
        self._threes(profile)
        self._needs(profile)
        self._ends(profile)

    def _melds(self, profile: Profile) -> None:
        """Which kinds of meld there are."""
        melds = profile.melds
        books = profile.books
        with_jokers = bool(rules.wild_meld_known(_O, profile, 1))  # no mere series of twos
        self.wild_melds = with_jokers and any(book.all_wild for book in books)
        self.several = not melds.one_unfinished  # unfinished melds of a rank
        self.runs = melds.runs and any(book.run for book in books)
        self.twos = melds.twos and any(book.twos for book in books)
        self.straights = self.runs or self.twos
        # kinds of book that further naturals may join
        self.growing = {book.kind for book in profile.books if (book.extend or melds.extend_books) != "never"}
        self.numbered = self.several or bool(self.growing)  # melds of a rank must be told apart
        self.either = profile.turn.meld_mode == "new-or-add"

    def _takes(self, profile: Profile) -> None:
        """What a player may have from the discard pile."""
        take, counts = profile.take, range(self.cap + 1)
        self.takes = take.count != 0
        self.take_size: tuple[int, ...] = tuple(rules.take_size(_O, profile, n) for n in range(profile.deck_size + 1))
        pair = [n for n in counts if self.takes and rules.pair_shown(_O, profile, n, 0, False)]
        wild_pair = [n for n in counts if self.takes and rules.pair_shown(_O, profile, 0, n, True)]
        never = self.cap + 1  # more cards of a rank than anybody lays at once
        self.pair, self.wild_pair = min(pair, default=never), min(wild_pair, default=never)
        free = tables(profile).top_free
        wild = self.wild_melds and take.wild_top == "same-kind-pair" and take.target != "new-clean-meld"
        self.top_free = tuple(
            free[card] and (wild or not IS_WILD[card]) and RANK[card] != THREE_RANK for card in range(len(free))
        )
        frozen = [n for n in counts if self.takes and rules.pair_shown(_O, profile, n, 0, False, 0, True)]
        self.frozen_pair = min(frozen, default=never)
        self.begins = max(self.pair, self.least - 1)  # naturals that begin a meld with the top
        self.wild_helps = take.need == "pair-with-wild"
        self.clean_takes = take.target == "new-clean-meld"
        self.joins = take.target == "any" and take.unfinished == "may-join"
        self.may_open_with_take = take.before_opening
        self.freezes = tuple(IS_WILD[card] and take.wild_freezes for card in range(len(free)))
        self.starter_freezes = tables(profile).freezes
        # whether something but the top card can forbid a take
        self.restrained = any(self.starter_freezes) or take.wild_freezes or not take.before_opening
        self.mixed, self.freeze_at = profile.turn.mixed_draw, take.freeze_at

    def _threes(self, profile: Profile) -> None:
        """Red threes on the table or in the packets, and when the stock is sure to replace them."""
        self.exposes, self.replaces = profile.threes.red_exposed, profile.threes.red_replaced
        self.replaces_taken = profile.threes.red_from_pile_replaced
        starts = any(IS_RED_THREE[card] and self.may_start[card] for card in self.deck)
        self.reds_in_pile = self.exposes and (starts or profile.threes.red_discard)
        reds = sum(IS_RED_THREE[card] for card in self.deck) if self.exposes and self.replaces else 0
        # A round of draws, every red three replaced, and then a draw: with fewer cards nobody plans to take a Foot next turn.
        self.safe_stock = self.players * self.draw + reds
        self.soon = len(self.deck) // 6  # a stock that leaves little time
        self.costly_threes = bool(profile.score.red_three)  # left over, they cost what no book makes good

    def _ends(self, profile: Profile) -> None:
        """The Foot, going out, and the end of the stock."""
        out = profile.out
        self.runs_in = profile.foot.after_meld == "same-turn"
        self.foot_now = profile.foot.after_discard == "taken-now"
        self.whole_turn = out.partner == "turn-with-foot"
        self.must_ask = out.permission == "required"
        self.discards_last = tuple(n for n in (0, 1) if rules.final_discard_right(_O, profile, n))
        self.least_stock = next(n for n in range(len(self.deck)) if rules.stock_suffices(_O, profile, n))  # for a draw
        self.stock_ends = profile.stock.short != "undecided"
        self.reshuffles = profile.stock.short == "reshuffle"
        self.each_opens = profile.opening.side == "player"
        self.least_per_meld = profile.opening.least_per_meld or 0  # points

    def _needs(self, profile: Profile) -> None:
        """The books that going out needs, sorted by how they are made."""
        wild = {book.counts_as for book in profile.books if book.all_wild}
        clean = {book.counts_as for book in profile.books if book.wilds is not None and book.wilds[1] == 0} - wild
        needed = profile.out.books
        self.kinds = tuple(dict.fromkeys(book.counts_as for book in profile.books))
        self.wild_kinds = tuple(kind for kind in self.kinds if kind in wild)
        self.clean_kinds = tuple(kind for kind in self.kinds if kind in clean)
        self.dirty_kinds = tuple(kind for kind in self.kinds if kind not in wild | clean)
        self.need_wild = sum(needed.get(kind, 0) for kind in self.wild_kinds)
        self.need_clean = sum(needed.get(kind, 0) for kind in self.clean_kinds)
        self.need_dirty = sum(needed.get(kind, 0) for kind in self.dirty_kinds)

    def opens(self, points: int, minimum: int) -> bool:
        """Whether cards worth so many points, laid together, open."""
        return bool(rules.opening_met(_O, self.profile, points, minimum))

    def may_draw(self, stock: int) -> bool:
        """Whether a stock of so many cards lets a player draw."""
        return stock >= self.least_stock


def _strange(profile: Profile) -> list[str]:
    """The settings that random play cannot keep, as ``take.count = 5``."""
    sizes = [
        f"books ({book.kind}).cap = {book.cap}" for book in profile.books if book.cap not in (None, profile.melds.cap)
    ]
    dealt = profile.players * (profile.table.hand + profile.table.foot)
    few = [f"{dealt} cards are dealt of {profile.deck_size}"] if dealt >= profile.deck_size else []
    stuck = not (profile.threes.red_exposed or profile.threes.red_discard)
    reds = ["red threes neither exposed nor discarded"] if stuck else []
    return not_honoured(profile, KNOWN) + sizes + few + reds


def _is_special(book: Book) -> bool:
    """Whether a kind of book is of something else than a rank."""
    return book.all_wild or book.run or book.twos
