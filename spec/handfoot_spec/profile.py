"""Rule profiles: what one table plays, as data.

A profile is a TOML file. Its sections are the dataclasses below, one field for each dimension in which tables are known
to differ; a value that a source does not decide is the word ``undecided``. ``extends`` takes everything from another
profile and changes what the file says. Beside the values stand the sources: ``[values]`` names the rule behind a value,
``[cites]`` the rules that a finding cites, ``[rules]`` each rule's section and sentence.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import re
import tomllib
import types
import typing
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, is_dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from .cards import CARDS, FIRST_RANK_ONLY, IS_RED_THREE, JOKER, RANK, THREE_RANK, TWO_RANK, UNSEEN
from .toml import TomlError, read_toml

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


# --- reading a profile ------------------------------------------------------------------------------------------


_FOLDER = Path(__file__).parent / "profiles"


def shipped() -> tuple[str, ...]:
    """The names of the profiles that come with the product."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


@cache
def load(name: str) -> Profile:
    """A shipped profile by name. :raises ProfileError: no profile has that name."""
    if name not in shipped():
        close = difflib.get_close_matches(name, shipped(), 1, 0.5)
        hint = f"; did you mean {close[0]!r}?" if close else f"; shipped are: {', '.join(shipped())}"
        raise ProfileError(f"no profile is named {name!r}{hint}")
    return _build(_resolved(_shipped_data(name), f"{name}.toml", ()), f"{name}.toml")


def load_file(path: Path) -> Profile:
    """A profile from a TOML file. :raises ProfileError: unreadable, or a key or value the schema does not know."""
    try:
        data = read_toml(path)
    except TomlError as error:
        raise ProfileError(f"{path}: {error}") from None
    return _build(_resolved(data, str(path), ()), str(path))


def load_text(text: str, where: str) -> Profile:
    """A profile from the text of a file that would stand at ``where``. :raises ProfileError: as :func:`load_file` does."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(f"{where}: {error}") from None
    return _build(_resolved(data, where, ()), where)


def read_value(key: str, raw: Any, where: str = "--set") -> Any:
    """``raw`` as the schema has it at ``key``: ``opening.minima``, or ``books.KIND.FIELD`` for one kind of book.

    :raises ProfileError: an unknown key, or a value that cannot stand there.
    """
    sections = {name: hint for name, hint in _hints(Profile).items() if is_dataclass(hint)}
    section, *names = key.split(".")
    kind: Any = Book if section == "books" else sections.get(section)
    if kind is None or len(names) != (2 if section == "books" else 1):
        close = difflib.get_close_matches(section, sections, 1, 0.5)
        hint = f"; did you mean {close[0]}.{names[-1]}?" if close and close[0] != section and names else ""
        raise ProfileError(
            f"{where}: unknown key {key!r}{hint or '; expected SECTION.FIELD, or books.KIND.FIELD'}; sections are {', '.join(sections)}"
        )
    hints = _hints(kind)
    if names[-1] not in hints:
        close = difflib.get_close_matches(names[-1], hints, 1, 0.5)
        hint = f"; did you mean {close[0]!r}?" if close else f"; known here: {', '.join(hints)}"
        raise ProfileError(f"{where}: unknown key {key!r}{hint}")
    value = _value(hints[names[-1]], raw, where, key)
    if key in _BOUNDS:
        _check_bounds(key, value, where)
    return value


def _shipped_data(name: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def _resolved(data: dict[str, Any], where: str, seen: tuple[str, ...]) -> dict[str, Any]:
    base_name = data.get("extends")
    if base_name is None:
        return data
    if not isinstance(base_name, str):
        raise ProfileError(f"{where}: extends: expected the name of a profile in quotes, found {base_name!r}")
    if base_name in seen:
        raise ProfileError(f"{where}: extends goes round in a circle: {' -> '.join((*seen, base_name))}")
    if base_name in shipped():
        base, base_where = _shipped_data(base_name), f"{base_name}.toml"
    elif base_name.endswith(".toml"):
        path = Path(where).parent / base_name
        try:
            base, base_where = read_toml(path), str(path)
        except TomlError as error:
            raise ProfileError(f"{where}: extends {base_name!r}: {error}") from None
    else:
        close = difflib.get_close_matches(base_name, shipped(), 1, 0.5)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise ProfileError(f"{where}: extends: no profile is named {base_name!r}{hint}")
    merged = dict(_resolved(base, base_where, (*seen, base_name)))
    for key, value in data.items():
        if key == "extends":
            continue
        old = merged.get(key)
        merged[key] = {**old, **value} if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


_POINTS, _MOST_POINTS, _CARDS = (-10_000, 10_000), (-100_000, 100_000), (0, 30)
_BOUNDS = {
    "table.players": (2, 12), "table.packs": (1, 20), "table.jokers_per_pack": (0, 8), "table.hand": (1, 40), "table.foot": (1, 40),
    "table.packets": (1, 8), "table.hand_by_deal": (1, 40), "table.foot_by_deal": (1, 40), "table.stock_piles": (1, 8),
    "table.cut_bonus": _POINTS, "deals.count": (1, 100), "deals.end_score": (1, 1_000_000), "deals.minutes": (1, 10_000),
    "turn.draw": (1, 10), "turn.draw_by_deal": (1, 10), "melds.least": (1, 20), "melds.cap": (2, 30), "melds.natural_share": (1, 20),
    "melds.wild_share": (0, 20), "melds.wild_margin": (-30, 30), "melds.wild_table": _CARDS, "melds.most_wilds": _CARDS,
    "melds.dirty_naturals": _CARDS, "opening.minima": (0, 10_000), "opening.least_per_meld": (0, 10_000), "opening.first_bonus": _POINTS,
    "take.count": (0, 300), "take.count_by_deal": (0, 300), "take.freeze_at": _CARDS, "threes.red_points": _POINTS,
    "threes.red_hidden_points": _POINTS, "threes.red_unopened_foot_points": _POINTS, "threes.red_all_points": _POINTS,
    "out.bonus": _MOST_POINTS, "score.joker": (0, 1_000), "score.two": (0, 1_000), "score.ace": (0, 1_000), "score.high": (0, 1_000),
    "score.low": (0, 1_000), "score.black_three": (0, 1_000), "score.black_three_last": _POINTS, "score.red_three": (0, 1_000),
    "score.high_from": (4, 14),
}  # fmt: skip
"""What no table plays beyond; a number outside is a slip of the pen."""


def _build(data: dict[str, Any], where: str) -> Profile:
    profile = _value(Profile, data, where, "")
    assert isinstance(profile, Profile)
    _check_citations(profile, where)
    if not profile.opening.minima:
        raise ProfileError(f"{where}: opening.minima: at least one minimum is needed")
    _check_books(profile, where)
    for key in _BOUNDS:
        section, _, name = key.partition(".")
        _check_bounds(key, getattr(getattr(profile, section), name), where)
    if not profile.table.players:
        raise ProfileError(f"{where}: table.players: expected at least one number of players, found none")
    if profile.melds.cap < profile.melds.least:
        raise ProfileError(f"{where}: melds.cap: a book of {profile.melds.cap} cards is smaller than the smallest meld")
    _fits_the_packs(profile, where)
    if profile.opening.by == "score":
        _check_scores(profile.opening, where)
    for books in (profile.out.books, *profile.out.books_by_deal):
        for kind, number in books.items():
            if kind not in {book.counts_as for book in profile.books}:
                raise ProfileError(f"{where}: out.books: no kind of book counts as {kind!r}")
            if not 0 <= number <= 100:
                raise ProfileError(f"{where}: out.books.{kind}: expected 0 to 100, found {number}")
    return profile


def _check_bounds(key: str, value: Any, where: str) -> None:
    """A number, or each of a list, within what tables play."""
    low, high = _BOUNDS[key]
    for n in value if isinstance(value, tuple) else (value,):
        if isinstance(n, int) and not low <= n <= high:
            raise ProfileError(f"{where}: {key}: expected {low} to {high}, found {n}")


def _check_citations(profile: Profile, where: str) -> None:
    """Rules that are cited stand in the file, their sources too, and codes are those of findings."""
    from .catalogue import catalogue

    for key, numbers in {**profile.values, **profile.cites}.items():
        for number in numbers:
            if number not in profile.rules:
                raise ProfileError(f"{where}: {key!r} cites {number!r}, which [rules] does not hold")
    for number, rule in profile.rules.items():
        if rule.source not in profile.sources and (rule.source or not profile.sources):
            missing = f"the source {rule.source!r}" if rule.source else "any source"
            raise ProfileError(f"{where}: rules.{number}: [sources] does not hold {missing}")
    for code in profile.levels:
        if code not in catalogue():
            raise ProfileError(f"{where}: levels: no finding has the code {code!r}")


def _check_scores(opening: Opening, where: str) -> None:
    """A minimum for each score, the scores rising."""
    if len(opening.scores) != len(opening.minima) or sorted(set(opening.scores)) != list(opening.scores):
        raise ProfileError(
            f"{where}: opening.scores: expected {len(opening.minima)} rising scores, one for each minimum, found {', '.join(map(str, opening.scores)) or 'none'}"
        )


SCORE_WORDS = frozenset(
    {"cards", "reds", "left", "out", "bonus", "total", "running", "net", "first", "opening", "penalty", "cut", "extras", "unfinished"}
)  # fmt: skip
"""What a score line calls its other parts; no kind of book has such a name."""
_KIND = re.compile(r"[^\W\d][\w-]{0,30}")


def _check_books(profile: Profile, where: str) -> None:
    """Kinds of book that can be told apart, and numbers that make sense."""
    if len(profile.books) > 20:
        raise ProfileError(f"{where}: books: expected at most 20 kinds, found {len(profile.books)}")
    if sum(book.unfinished_penalty > 0 for book in profile.books) > 5:
        raise ProfileError(f"{where}: books: expected at most 5 kinds with an unfinished_penalty")
    seen: set[str] = set()
    for book in profile.books:
        if not _KIND.fullmatch(book.kind) or book.kind in SCORE_WORDS:
            raise ProfileError(
                f"{where}: books: a kind of book cannot be named {book.kind!r}: expected a word that names no other part of a score"
            )
        if not _MOST_POINTS[0] <= book.bonus <= _MOST_POINTS[1] or book.unfinished_penalty > _MOST_POINTS[1]:
            raise ProfileError(
                f"{where}: books ({book.kind}): expected {_MOST_POINTS[0]:,} to {_MOST_POINTS[1]:,} points"
            )
        if book.wilds is not None and not 0 <= book.wilds[0] <= book.wilds[1] <= 30:
            raise ProfileError(
                f"{where}: books ({book.kind}): wilds: expected the fewest and the most, 0 to 30, found {book.wilds[0]} and {book.wilds[1]}"
            )
        if book.kind in seen:
            raise ProfileError(
                f"{where}: books: two kinds of book are named {book.kind!r}; scores and claims could not tell them apart"
            )
        seen.add(book.kind)
        if book.cap is not None and not max(2, profile.melds.least) <= book.cap <= 30:
            raise ProfileError(
                f"{where}: books ({book.kind}): cap: expected {max(2, profile.melds.least)} to 30, found {book.cap}"
            )
        if book.unfinished_penalty < 0:
            raise ProfileError(
                f"{where}: books ({book.kind}): unfinished_penalty: a cost is written without a minus sign"
            )
    for name in ("joker", "two", "ace", "high", "low", "black_three", "red_three"):
        if (getattr(profile.score, name) or 0) < 0:
            raise ProfileError(
                f"{where}: score.{name}: what a card costs when it is left over is written without a minus sign"
            )


def _fits_the_packs(profile: Profile, where: str) -> None:
    """Whether the packs suffice for what is dealt, at every number of players and in every deal."""
    for players in profile.table.players:
        table = profile.at_table(players)
        for deal in range(1, max(table._deals_differ, 1) + 1):
            t = table.at_deal(deal).table
            dealt = players * (t.hand + t.foot) + profile.starter.turned
            if dealt > table.deck_size:
                raise ProfileError(f"{where}: table: {dealt} cards are dealt to {players} players of {table.deck_size}")


def _value(kind: Any, raw: Any, where: str, path: str) -> Any:
    """``raw`` as the type ``kind`` of the schema; every complaint names the key and what was expected."""
    if isinstance(kind, type) and hasattr(kind, "__dataclass_fields__"):
        return _section(kind, raw, where, path)
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        if raw in args and isinstance(raw, str):
            return raw
        close = difflib.get_close_matches(str(raw), [str(a) for a in args], 1, 0.5)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise ProfileError(f"{where}: {path}: expected one of {', '.join(map(str, args))}, found {raw!r}{hint}")
    if origin in (types.UnionType, typing.Union):
        for option in args:
            if option is type(None):
                continue
            try:
                return _value(option, raw, where, path)
            except ProfileError as error:
                last = error
        raise last
    if origin is tuple:
        if not isinstance(raw, list):
            raise ProfileError(f"{where}: {path}: expected a list, found {raw!r}")
        if args[-1] is not Ellipsis and len(raw) != len(args):
            raise ProfileError(f"{where}: {path}: expected {len(args)} values, found {len(raw)}")
        return tuple(_value(args[0], item, where, f"{path}[{i}]") for i, item in enumerate(raw))
    if origin is Mapping or (isinstance(origin, type) and issubclass(origin, Mapping)):
        if not isinstance(raw, dict):
            raise ProfileError(f"{where}: {path}: expected a table, found {raw!r}")
        return {key: _value(args[1], item, where, f"{path}.{key}".lstrip(".")) for key, item in raw.items()}
    if type(raw) is not kind:
        words = {int: "a whole number", bool: "true or false", str: "text in quotes"}
        raise ProfileError(f"{where}: {path}: expected {words.get(kind, kind)}, found {raw!r}")
    if kind is int and not -1_000_000 <= raw <= 1_000_000:
        raise ProfileError(f"{where}: {path}: {raw} is out of any reasonable range")
    return raw


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _section(kind: type, raw: Any, where: str, path: str) -> Any:
    if not isinstance(raw, dict):
        raise ProfileError(f"{where}: {path}: expected a section, found {raw!r}")
    hints, prefix = _hints(kind), f"{path}." if path else ""
    for key in raw:
        if key not in hints:
            close = difflib.get_close_matches(key, hints, 1, 0.5)
            hint = f"; did you mean {close[0]!r}?" if close else f"; known here: {', '.join(hints)}"
            raise ProfileError(f"{where}: unknown key {prefix + key!r}{hint}")
    values = {key: _value(hints[key], item, where, prefix + key) for key, item in raw.items()}
    for spec in fields(kind):
        if spec.name not in values and spec.default is spec.default_factory:  # both MISSING: required
            raise ProfileError(f"{where}: {prefix + spec.name!r} is missing")
    return kind(**values)
