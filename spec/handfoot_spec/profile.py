"""Rule profiles: what one table plays, as data.

A profile is a TOML file. Its sections are the dataclasses below, one field for each dimension in which tables are known
to differ; a value that a source does not decide is the word ``undecided``. ``extends`` takes everything from another
profile and changes what the file says. Beside the values stand the sources: ``[values]`` names the rule behind a value,
``[cites]`` the rules that a finding cites, ``[rules]`` each rule's section and sentence.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from .cards import CARDS, FIRST_RANK_ONLY, IS_RED_THREE, JOKER, RANK, THREE_RANK, TWO_RANK, UNSEEN

Level = Literal["error", "warning", "note", "off"]
Switch = Literal["yes", "no", "undecided"]


class ProfileError(ValueError):
    """A profile that cannot be used; the message names the file, the key and what was expected there."""


@dataclass(frozen=True)
class Table:
    """Players, sides, packs and packets (cards); ``cut_bonus`` (points) for each player's guess of exactly two packets.

    The first number of ``players`` is the one meant where nothing else says. A record has the packets that a player plays from, after
    they were ``passed`` on.
    """

    players: tuple[int, ...]
    sides: Literal["partners", "solo", "solo-but-partners-of-four"]
    packs: int | Literal["players", "players+1", "players+2"]
    jokers_per_pack: int
    hand: int
    foot: int
    packets: int = 2
    hand_by_deal: tuple[int, ...] = ()
    foot_by_deal: tuple[int, ...] = ()
    stock_piles: int = 1
    cut_bonus: int = 0
    passed: Literal["none", "left", "right", "partner", "by-deal"] = "none"


@dataclass(frozen=True)
class Starter:
    """The card turned up to begin the discard pile; classes of card that go back into the stock (to its ``bottom``, or who knows where).

    A starter of the classes ``freezes`` freezes the pile as long as it lies there (see :class:`Take`).
    Of ``may_be_buried`` the text leaves open whether they go back, though they may stay; of ``may_stay``, which are among the
    ``buried``, whether they may stay.
    """

    turned: bool = True
    buried: tuple[Literal["red-three", "black-three", "two", "joker", "wild"], ...] = ()
    may_be_buried: tuple[Literal["red-three", "black-three", "two", "joker", "wild"], ...] = ()
    may_stay: tuple[Literal["red-three", "black-three", "two", "joker", "wild"], ...] = ()
    buried_to: Literal["unknown", "bottom"] = "unknown"
    freezes: tuple[Literal["red-three", "black-three", "two", "joker", "wild"], ...] = ()


@dataclass(frozen=True)
class Deals:
    """How many deals, who deals, who begins, and what else ends a game: a side's score (points), or the time (``minutes``)."""

    count: int | None = None
    dealer: Literal["left", "undecided"] = "undecided"
    first: Literal["left-of-dealer", "dealer", "undecided"] = "left-of-dealer"
    end_score: int | None = None
    minutes: int | None = None


@dataclass(frozen=True)
class Turn:
    """The parts of a turn; ``draw`` is a number of cards, ``draw_by_deal`` overrides it deal by deal.

    ``mixed_draw``: one card of the draw may be the top of the discard pile. ``float``: who has melded every card need not discard.
    ``new-or-add``: a turn either begins melds or adds to them.
    """

    draw: int = 2
    draw_by_deal: tuple[int, ...] = ()
    mixed_draw: bool = False
    discard: Literal["required", "float"] = "required"
    meld_mode: Literal["free", "new-or-add"] = "free"
    move_cards: Literal["yes", "no", "undecided"] = "undecided"
    table_talk: Literal["yes", "no", "undecided"] = "undecided"
    browsing: Literal["yes", "no", "undecided"] = "undecided"


@dataclass(frozen=True)
class Melds:
    """Sizes (cards), and the wild ratio: ``natural_share * naturals >= wild_share * wilds + wild_margin``.

    ``wild_table`` is the ratio as the rules word it once more, where they do: the most wild cards in a mixed meld of ``least``
    cards, of one more, and so on. Checks go by the ratio; ``handfoot prove`` shows whether the two say the same. A meld has
    ``most_wilds`` wild cards at most, whatever its size, and a book with wild cards ``dirty_naturals`` naturals at least; a meld that
    could never come to that has too many wild cards. ``extend_books`` says which cards may
    be laid beyond those that complete a book; in ``runs_wild`` wild cards stand in; ``twos`` are series of twos without a joker.
    """

    least: int = 3
    cap: int = 7
    natural_share: int = 1
    wild_share: int = 2
    wild_margin: int = 0
    wild_table: tuple[int, ...] = ()
    most_wilds: int | None = None
    dirty_naturals: int | None = None
    one_unfinished: bool = True
    extend_books: Literal["never", "naturals", "any"] = "never"
    wild_melds: bool = True
    one_unfinished_wild: Switch = "undecided"
    runs: bool = False
    runs_wild: bool = False
    twos: bool = False


@dataclass(frozen=True)
class Book:
    """A kind of finished meld: which melds it is, its bonus (points), and what it counts as for going out.

    A kind is for runs, for series of ``twos``, for wild cards alone (``all_wild``), for naturals of some ``ranks``, or for the naturals
    of any other; ``wilds`` are the fewest and the most wild cards in it, and where they are not given there may be any. ``cap`` is the
    number of cards that completes it and ``extend`` which cards may be laid beyond, where ``melds`` does not decide.
    ``unfinished_penalty`` (points) is what each such meld costs that is unfinished at the end.
    """

    kind: str
    bonus: int
    counts_as: str
    wilds: tuple[int, int] | None = None
    all_wild: bool = False
    run: bool = False
    twos: bool = False
    ranks: tuple[Literal["4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "3"], ...] = ()
    cap: int | None = None
    extend: Literal["never", "naturals", "any"] | None = None
    unfinished_penalty: int = 0


@dataclass(frozen=True)
class Opening:
    """The least value (points) of a side's first lay-down: a minimum for each deal, or for each score reached.

    ``chosen``: the table chooses one of the ``minima`` for each deal, and no record says which. ``side``: each team opens, or each
    player. ``counts_taken``: all the cards of a take count, not the top alone. ``foot_cards``: whether cards of the Foot count.
    ``least_per_meld``: points that each meld of the lay-down must be worth.
    """

    by: Literal["deal", "score", "fixed", "chosen"] = "deal"
    minima: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    side: Literal["team", "player"] = "team"
    counts_taken: bool = False
    foot_cards: Switch = "undecided"
    least_per_meld: int | None = None
    first_bonus: int = 0


@dataclass(frozen=True)
class Take:
    """Taking the discard pile instead of drawing; ``count`` is a number of cards, 0 where the pile is never taken.

    ``need``: what of the hand is melded with the top; of ``nothing`` not even the top need be, unless it is ``played_at_once``.
    ``wild_top``: two of its own kind in an all-wild meld; what ``need`` asks of its own kind, in any meld; or it blocks the pile.
    ``target``: the top begins a new meld, or joins one as well (so it may where ``unfinished`` says so). ``before_opening``: a side may
    take that has not opened. ``wild_freezes``: while a wild card lies in the pile a natural pair is needed, whatever ``need`` says.
    ``foot_before_rest``: a Hand that the melds of a take empty lets its player take the Foot before the rest comes.

    Where a draw may be mixed (``turn.mixed_draw``), ``played_at_once`` says that the card drawn from the pile is melded in that turn,
    and a meld of ``freeze_at`` cards is not completed with it.
    """

    count: int | Literal["all"] = 7
    count_by_deal: tuple[int, ...] = ()
    fewer: Literal["yes", "no", "undecided"] = "undecided"
    blocked_by: tuple[Literal["three", "black-three", "two", "joker", "wild"], ...] = ("three",)
    need: Literal["natural-pair", "pair-with-wild", "one-match", "nothing"] = "natural-pair"
    wild_top: Literal["same-kind-pair", "as-natural", "blocked"] = "same-kind-pair"
    target: Literal["new-meld", "any", "new-clean-meld"] = "new-meld"
    unfinished: Literal["complete-then-new", "may-join"] = "complete-then-new"
    before_opening: bool = True
    freeze_at: int | None = None
    played_at_once: bool = False
    wild_freezes: bool = False
    foot_before_rest: Switch = "undecided"


@dataclass(frozen=True)
class Threes:
    """Red and black threes: four switches for the red ones, and what each is worth (points).

    ``red_unopened_foot_points`` each for those in an unopened Foot, where they are not worth ``red_hidden_points`` too;
    ``red_all_points`` together for all those of the packs, exposed by one side.
    """

    red_exposed: bool = True
    red_replaced: bool = True
    red_from_pile_replaced: bool = True
    red_unreplaced: Literal["go-on", "ends-deal", "undecided"] = "undecided"
    red_points: int = 100
    red_hidden_points: int = -100
    red_unopened_foot_points: int | None = None
    red_all_points: int | None = None
    red_counts_for: Literal["always", "laid"] = "always"
    red_discard: bool = False
    black_melded: bool = False


@dataclass(frozen=True)
class Foot:
    """When the second packet is picked up and whether it may be seen before."""

    after_meld: Literal["same-turn", "next-turn"] = "same-turn"
    after_discard: Literal["next-turn", "taken-now"] = "next-turn"
    seen_before: bool | Literal["undecided"] = False


@dataclass(frozen=True)
class Out:
    """Going out: books needed of each kind, the partner's state, permission, last discard, bonus (points).

    ``played-foot``: the partner has played part of a completed turn with the Foot; ``turn-with-foot``: a turn of it, and the turn in which it
    was picked up counts only as the text leaves it open.
    """

    books: Mapping[str, int] = field(default_factory=dict)
    books_by_deal: tuple[Mapping[str, int], ...] = ()
    partner: Literal["played-foot", "turn-with-foot", "in-foot", "none"] = "none"
    permission: Literal["required", "optional", "courtesy"] = "optional"
    permission_lapses: Switch = "undecided"
    final_discard: Literal["optional", "required", "forbidden"] = "optional"
    keep_card: bool = True
    bonus: int = 100


@dataclass(frozen=True)
class Stock:
    """What happens when a player wants to draw and the stock is short."""

    short: Literal["ends-deal", "ends-if-nobody-takes", "reshuffle", "add-pack", "undecided"] = "ends-deal"


@dataclass(frozen=True)
class Score:
    """Card values (points), ``assumed`` where the source does not state them; ``high`` from the rank ``high_from`` to the king, ``low`` below it down to the four.

    ``red_three`` is what a red three left over costs where it is a card like others and no bonus; whatever a three costs, it is a gain
    to nobody. ``black_three_last``: what a side earns by discarding a black three last as it goes out. ``leftovers`` are the packets that
    count against a side: the one in play, the unopened Foot; ``leftovers_of`` the sides they count against, all or those that did not go out.
    """

    joker: int = 50
    two: int = 20
    ace: int = 20
    high: int = 10
    low: int = 5
    black_three: int = 5
    black_three_last: int | None = None
    red_three: int | None = None
    high_from: int = 8
    assumed: bool = False
    leftovers: tuple[Literal["hand", "foot"], ...] = ("hand", "foot")
    leftovers_of: Literal["all", "losers"] = "all"
    tie: Literal["shared", "draw", "first-listed", "undecided"] = "undecided"


@dataclass(frozen=True)
class Remedies:
    """What a table does about an irregularity: the source's word for it, ``none`` where it has none."""

    wrong_take: str = "none"
    low_opening: str = "none"
    exposed_card: str = "none"
    out_of_turn: str = "none"
    illegal_out: str = "none"
    misdeal: str = "none"


@dataclass(frozen=True)
class Source:
    """A document that the profile was taken from; reports cite its ``label``."""

    label: str
    title: str
    files: tuple[str, ...] = ()
    url: str = ""


@dataclass(frozen=True)
class RuleText:
    """One rule of a source: its section and its sentence, in the project's own words."""

    section: str
    text: str
    source: str = ""


@dataclass(frozen=True)
class Profile:
    """One table's rules, resolved (``extends`` already followed)."""

    name: str
    title: str
    table: Table
    starter: Starter
    deals: Deals
    turn: Turn
    melds: Melds
    books: tuple[Book, ...]
    opening: Opening
    take: Take
    threes: Threes
    foot: Foot
    out: Out
    stock: Stock
    score: Score
    sources: Mapping[str, Source]
    values: Mapping[str, tuple[str, ...]]
    cites: Mapping[str, tuple[str, ...]]
    rules: Mapping[str, RuleText]
    levels: Mapping[str, Level] = field(default_factory=dict)
    remedies: Remedies = field(default_factory=Remedies)

    @cached_property
    def sha256(self) -> str:
        """The hash of the resolved profile: the same for the same rules, however the file is written."""
        text = json.dumps(asdict(self), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    # --- one table, one deal --------------------------------------------------------------------------------------

    def at_table(self, players: int) -> Profile:
        """These rules at a table of ``players``, whose packs, deck and sides are then those of that number."""
        if self.table.players == (players,):
            return self
        found = self._at_tables.get(players)
        if found is None:
            found = self._at_tables[players] = replace(self, table=replace(self.table, players=(players,)))
        return found

    @cached_property
    def _at_tables(self) -> dict[int, Profile]:
        return {}

    def at_deal(self, deal: int) -> Profile:
        """These rules in one deal (1-based): of a list by deal its entry, after the last entry the last."""
        last = self._deals_differ
        if not last:
            return self
        number = min(max(deal, 1), last)
        found = self._at_deals.get(number)
        if found is None:
            t = self.table
            found = self._at_deals[number] = replace(
                self,
                table=replace(
                    t,
                    hand=_of_deal(t.hand_by_deal, t.hand, number), hand_by_deal=(),
                    foot=_of_deal(t.foot_by_deal, t.foot, number), foot_by_deal=(),
                ),
                turn=replace(self.turn, draw=_of_deal(self.turn.draw_by_deal, self.turn.draw, number), draw_by_deal=()),
                take=replace(self.take, count=_of_deal(self.take.count_by_deal, self.take.count, number), count_by_deal=()),
                out=replace(self.out, books=_of_deal(self.out.books_by_deal, self.out.books, number), books_by_deal=()),
            )  # fmt: skip
        return found

    @cached_property
    def _deals_differ(self) -> int:
        """The longest list by deal; 0 where every deal is played alike."""
        t = self.table
        lists = (
            t.hand_by_deal,
            t.foot_by_deal,
            self.turn.draw_by_deal,
            self.take.count_by_deal,
            self.out.books_by_deal,
        )
        return max(len(values) for values in lists)

    @cached_property
    def _at_deals(self) -> dict[int, Profile]:
        return {}

    @cached_property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, for the number of players of :attr:`players`: partners opposite, or each for himself."""
        n, sides = self.players, self.table.sides
        if n % 2 == 0 and n > 2 and (sides == "partners" or (sides == "solo-but-partners-of-four" and n == 4)):
            return tuple((seat, seat + n // 2) for seat in range(n // 2))
        return tuple((seat,) for seat in range(n))

    @cached_property
    def packs(self) -> int:
        """Packs in play, for the number of players of :attr:`players`."""
        packs = self.table.packs
        if isinstance(packs, int):
            return packs
        return self.players + {"players": 0, "players+1": 1, "players+2": 2}[packs]

    @property
    def players(self) -> int:
        """Players at the table (the first number that the profile allows)."""
        return self.table.players[0]

    @cached_property
    def deck_size(self) -> int:
        """Cards in all packs together, jokers included (270 with five packs)."""
        return self.packs * (52 + self.table.jokers_per_pack)

    @cached_property
    def card_points(self) -> tuple[int, ...]:
        """The value in points of each card, melded or left over; 0 where only a range is known."""
        return tuple(low if low == high else 0 for low, high in self.card_range)

    @cached_property
    def card_range(self) -> tuple[tuple[int, int], ...]:
        """The least and the most that a recorded card can be worth (points); equal where it is known.

        A red three is worth nothing as a card where it scores as a bonus (``score.red_three`` not set).
        """
        exact = [self._points(card) for card in range(CARDS - 1)]
        return self._with_ranges(exact, self.score.red_three or 0, self.score.black_three)

    @cached_property
    def melded_range(self) -> tuple[tuple[int, int], ...]:
        """The same of a card that was melded: a three that is only a cost when it is left over gains nothing (``score.red_three``)."""
        if self.score.red_three is None:
            return self.card_range
        black = self.score.black_three if self.threes.black_melded else 0
        exact = [
            0 if IS_RED_THREE[card] else black if RANK[card] == THREE_RANK else self._points(card)
            for card in range(CARDS - 1)
        ]
        return self._with_ranges(exact, 0, black)

    @staticmethod
    def _with_ranges(exact: list[int], red: int, black: int) -> tuple[tuple[int, int], ...]:
        """Exact points with ranges for a three of unknown colour and for an unseen card."""
        ranges = [(points, points) for points in exact]
        three = FIRST_RANK_ONLY + THREE_RANK
        ranges[three] = (min(red, black), max(red, black))
        ranges.append((min(exact), max(exact)))
        assert len(ranges) == UNSEEN + 1
        return tuple(ranges)

    def _points(self, card: int) -> int:
        s, rank = self.score, RANK[card]
        if card == JOKER:
            return s.joker
        if rank == THREE_RANK:
            return (s.red_three or 0) if IS_RED_THREE[card] else s.black_three
        if rank == TWO_RANK:
            return s.two
        if rank == 12:
            return s.ace
        return s.high if rank + 2 >= s.high_from else s.low

    @cached_property
    def books_by_kind(self) -> dict[str, Book]:
        """The kinds of book by name, in the profile's order."""
        return {book.kind: book for book in self.books}

    def opening_minimum(self, deal: int, score: int = 0) -> int:
        """The points that a side's first lay-down must reach, in ``deal`` (1-based) or at ``score`` points."""
        minima = self.opening.minima
        if self.opening.by == "score":
            index = sum(score >= bound for bound in self.opening.scores[1:])
        else:
            index = deal - 1 if self.opening.by == "deal" else 0
        return minima[min(max(index, 0), len(minima) - 1)]

    def opening_range(self, deal: int, scores: tuple[int, int] | None = (0, 0)) -> tuple[int, int]:
        """The least and the most that the minimum can be (points), of a side whose score lies between ``scores`` (None: unknown)."""
        if self.opening.by == "chosen" or (self.opening.by == "score" and scores is None):
            return min(self.opening.minima), max(self.opening.minima)
        low, high = scores or (0, 0)
        reached = {low, high, *(bound for bound in self.opening.scores if low <= bound <= high)}
        found = [self.opening_minimum(deal, score) for score in reached]
        return min(found), max(found)

    def rules_of(self, key: str) -> tuple[str, ...]:
        """Rule numbers that a finding cites; ``key`` is a code, or a code and a variant (``HF206.foot``)."""
        return self.cites.get(key) or self.cites.get(key.partition(".")[0], ())

    def cite(self, rule: str) -> str:
        """A rule's place as reports print it: ``guide §03``."""
        text = self.rules[rule]
        source = self.sources[text.source] if text.source else next(iter(self.sources.values()))
        return f"{source.label} {text.section}"


def _of_deal(values: tuple[Any, ...], always: Any, deal: int) -> Any:
    return values[min(deal, len(values)) - 1] if values else always
