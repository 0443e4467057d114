"""An end of a deal with a sheet's figures, put together by hand: most right sheets have many, and one is soon found.

What is found is proved like any other end (``ends``), so nothing here can make a wrong sheet right. That nothing is found says
nothing: then the solver is asked. Side by side the figures that are not written are chosen, the books are laid so that each has its share
of the points of the cards, melds begun make up the rest, and what is left over is dealt out at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, product

from handfoot_grammar.log import RUN_RANK
from handfoot_spec.cards import (
    BLACK_THREE,
    FIRST_RANK_ONLY,
    JOKER,
    RED_THREE,
    THREE_RANK,
    TWO,
    TWO_RANK,
    WILD_RANK,
    Card,
)
from handfoot_spec.definitions import INTEGERS, book_points
from handfoot_spec.profile import Profile
from handfoot_spec.tables import tables

from .ends import Sheet, SideEnd, Witness, proved
from .ways import Books, Option, Ways, red_values, ways_of

_STEPS = 400
"""Melds tried for one choice of a side's figures, and ten times as many in all."""
_TRY = 40
"""What trying a side costs beside the melds that it takes, in the same units, so that a search ends soon."""
_CHOICES = 12
"""Choices of the figures that are not written, for each side."""


@dataclass(frozen=True)
class _Account:
    """All figures of a side, as chosen."""

    books: Mapping[str, int]
    cards: int
    reds: int
    left: int
    out: int
    cut: int


def construct(profile: Profile, sheet: Sequence[Sheet]) -> Witness | None:
    """An end of a deal with these figures; None where none was found. :raises NotModelled: as :func:`.model.plan_of`."""
    ways = ways_of(profile)
    for order in (range(len(sheet)), range(len(sheet) - 1, -1, -1))[: len(sheet)]:
        found = _Search(ways, sheet, tuple(order)).run()
        if found is not None:
            return found
    return None


@dataclass
class _Laid:
    """What a side has so far."""

    account: _Account | None = None
    melds: list[tuple[int, Option, tuple[Card, ...]]] = field(default_factory=list)
    begun: set[Card] = field(default_factory=set)


class _Search:
    """One try, the sides in some order."""

    def __init__(self, ways: Ways, sheet: Sequence[Sheet], order: tuple[int, ...]) -> None:
        self.ways, self.plan, self.sheet, self.order = ways, ways.plan, sheet, order
        self.profile = ways.plan.profile
        self.room = {card: group.copies for group in self.plan.left_over for card in group.cards}
        self.sides = [_Laid() for _ in sheet]
        self.left, self.steps, self.runs = 10 * _STEPS, 0, 0

    def run(self) -> Witness | None:
        """The end, proved."""
        return self._side(0)

    def _side(self, index: int) -> Witness | None:
        """Lays the melds of a side and of those after it."""
        if index == len(self.order):
            self.left -= _TRY
            return self._left_over()
        s = self.order[index]
        side = self.sides[s]
        self.left -= _TRY
        for account in islice(self._accounts(s), _CHOICES):
            self.left -= self.steps + _TRY
            self.steps = 0
            if self.left < 0:
                return None
            kinds = [kind for kind, n in account.books.items() for _ in range(n)]
            kinds.sort(key=lambda kind: (-self.ways.usual[kind], kind))
            if self._books(s, kinds, account.cards):
                side.account = account
                found = self._side(index + 1)
                if found is not None:
                    return found
            while side.melds:
                self._take_back(s)
            side.account = None
        return None

    # --- the figures that are not written -------------------------------------------------------------------------

    def _accounts(self, s: int) -> Iterator[_Account]:
        """The choices of a side's figures, the plainest first."""
        written = self.sheet[s]
        if not written.figures:  # nothing at all will do
            yield _Account(dict.fromkeys(self.ways.books, 0), 0, 0, 0, 0, 0)
            return
        for known in self._readings(written):
            both = known["cards"] + known["left"] if "cards" in known and "left" in known else None
            rest = known.get("gross", both)
            fixed = "total" in known and ("cards" in known or rest is not None)  # the parts not written have to fit
            found = []
            parts = product(self._outs(s), self._reds(known, fixed), self._cuts(written, fixed))
            for place, (out, reds, cut) in enumerate(parts):
                for books in self.ways.vectors(known):
                    if out and not books.suffice:
                        continue
                    worth = books.bonus + out + reds + cut
                    if "bonus" in known and books.bonus != known["bonus"]:
                        continue
                    over = known["total"] - worth if "total" in known else rest
                    if rest is not None and over != rest:
                        continue
                    if over is not None and over > known.get("cards", over):
                        continue
                    found.append((self._strangeness(known, books, over) + place, books.numbers, out, reds, cut, over))
            for _, numbers, out, reds, cut, over in sorted(found, key=lambda one: one[:5])[:_CHOICES]:
                counts = dict(zip(self.ways.books, numbers, strict=True))
                for cards, left in self._split(known, counts, over):
                    if self._has_reds(reds, cards > 0):
                        yield _Account(counts, cards, reds, left, out, cut)

    def _has_reds(self, points: int, laid: bool) -> bool:
        """Whether red threes make a figure, and no more than the other sides leave of them."""
        if self.profile.score.red_three is not None:
            return True
        found = self.ways.reds[laid].get(points)
        if found is None:
            return False
        others = [side.account for side in self.sides if side.account is not None]
        used = sum(sum(self.ways.reds[other.cards > 0][other.reds]) for other in others)
        return used + sum(found) <= 2 * self.profile.packs

    @staticmethod
    def _readings(written: Sheet) -> Iterator[dict[str, int]]:
        """What may be meant where cards are netted: what is written, or cards with what is left taken from them (``gross``)."""
        yield dict(written.figures)
        if written.net and "cards" in written.figures:
            known = dict(written.figures)
            known["gross"] = known.pop("cards")
            if not known.get("left"):
                known.pop("left", None)
            yield known

    def _strangeness(self, known: Mapping[str, int], books: Books, rest: int | None) -> int:
        """How far the points of the cards are from what they usually are with so many books, and how many wild cards these need."""
        wild = self.plan.two.copies + self.plan.joker.copies
        strange = 1000 * max(0, books.wilds * len(self.sheet) - wild)
        cards = known.get("cards", None if rest is None else rest - known.get("left", 0))
        if cards is None:
            return strange + sum(books.numbers) * 100
        usual = books.usual + 5 * self.ways.smallest_begun
        left = 0 if rest is None or "left" in known else abs(cards - rest) // 4
        return strange + abs(cards - usual) + left + (10_000 if cards < books.least and "left" in known else 0)

    def _outs(self, s: int) -> list[int]:
        bonus, out = self.profile.out.bonus, self.sheet[s].figures.get("out")
        if out is not None:
            return [out] if out in (0, bonus) else []
        others = [other.figures.get("out") for i, other in enumerate(self.sheet) if i != s]
        others += [side.account.out for side in self.sides if side.account is not None]
        return [0] if any(others) else [0, bonus]

    def _reds(self, known: Mapping[str, int], fixed: bool) -> list[int]:
        if "reds" in known:
            return [known["reds"]]
        return red_values(self.profile) if fixed else [0]

    def _cuts(self, written: Sheet, fixed: bool) -> list[int]:
        if "cut" in written.figures:
            return [written.figures["cut"]]
        bonus = self.profile.table.cut_bonus
        return [bonus * n for n in range(written.players + 1)] if bonus and fixed else [0]

    def _split(
        self, known: Mapping[str, int], counts: Mapping[str, int], rest: int | None
    ) -> Iterator[tuple[int, int]]:
        """Points of the cards, and what is left over, which together are ``rest`` where that is known."""
        least = sum(self.ways.least[kind] * n for kind, n in counts.items())
        if "cards" in known:
            tried = [known["cards"]]
        elif rest is not None and "left" in known:
            tried = [rest - known["left"]]
        else:
            step = max(1, self.ways.smallest_begun)
            usual = -((least - sum(self.ways.usual[kind] * n for kind, n in counts.items())) // step)
            tried = [least + n * step for n in (usual + 1, usual + 6, 0, 1, 2, 4, 7, 12, 20)]
            if rest is not None:
                tried.insert(0, rest)
        for cards in tried:
            left = known.get("left", 0) if rest is None else rest - cards
            if cards >= least and left <= 0 and left == known.get("left", left) and self._in_steps(cards, left):
                yield cards, left

    def _in_steps(self, cards: int, left: int) -> bool:
        steps = self.plan.steps
        return cards % max(1, steps["cards"]) == 0 and left % max(1, steps["left"]) == 0

    # --- melds ----------------------------------------------------------------------------------------------------

    def _books(self, s: int, kinds: list[str], points: int) -> bool:
        """Lays a side's books, each with its share of the points, and melds begun for the rest."""
        self.steps += 1
        if not kinds:
            return self._begun(s, 0, points)
        usual, least = self.ways.usual, self.ways.least
        kind, *others = kinds
        spare = points - sum(least[other] for other in others)
        for_all = points - min(5 * self.ways.smallest_begun, max(0, spare - least[kind]))
        share = for_all * usual[kind] / max(1, sum(usual[each] for each in kinds))
        options = [o for o in self.ways.books[kind] if o.points <= spare]
        options.sort(key=lambda o: (abs(o.points - share), o.twos + o.jokers, o.jokers, o.points))
        for option in options:
            if self.steps > _STEPS:
                return False
            if self._lay(s, option):
                if self._books(s, others, points - option.points):
                    return True
                self._take_back(s)
        return False

    def _begun(self, s: int, first: int, points: int) -> bool:
        """Melds begun that are worth so much together, those without wild cards first."""
        if points == 0:
            return True
        begun = self.ways.begun
        for index in range(first, len(begun)):
            over = points - begun[index].points
            if over < 0 or 0 < over < self.ways.smallest_begun:
                continue
            if self.steps > _STEPS:
                return False
            if self._lay(s, begun[index]):
                self.steps += 1
                if self._begun(s, index, over):
                    return True
                self._take_back(s)
        return False

    def _lay(self, s: int, option: Option) -> bool:
        """Lays a meld on the rank where it fits most tightly, if there is one, and enough wild cards."""
        room, shape, side = self.room, option.shape, self.sides[s]
        if room[TWO] < option.twos or room[JOKER] < option.jokers:
            return False
        wilds = (TWO,) * option.twos + (JOKER,) * option.jokers
        if shape.first >= 0:
            if any(room[card] == 0 for card in option.cards):
                return False
            rank, cards = RUN_RANK + self.runs % 4, option.cards
            self.runs += 1
        elif not option.cards:
            rank, cards = (TWO_RANK if self.profile.melds.twos else WILD_RANK), ()
        else:
            alone = self.profile.melds.one_unfinished and not shape.complete
            fits = [
                card for card in option.cards if room[card] >= shape.naturals and not (alone and card in side.begun)
            ]
            if not fits:
                return False
            card = min(fits, key=lambda card: (room[card], card))
            if not shape.complete:
                side.begun.add(card)
            rank = THREE_RANK if card == BLACK_THREE else card - FIRST_RANK_ONLY
            cards = (card,) * shape.naturals
        for card in (*cards, *wilds):
            room[card] -= 1
        side.melds.append((rank, option, (*cards, *wilds)))
        return True

    def _take_back(self, s: int) -> None:
        side = self.sides[s]
        _, option, cards = side.melds.pop()
        for card in cards:
            self.room[card] += 1
        if option.shape.first >= 0:
            self.runs -= 1
        elif not option.shape.complete and option.cards:
            side.begun = {cards[0] for _, o, cards in side.melds if o.cards and not o.shape.complete}

    # --- what is left, and the proof ------------------------------------------------------------------------------

    def _left_over(self) -> Witness | None:
        """Deals out what is left over and the red threes; the end, if it is proved."""
        ends, figures = [], []
        room, reds, worth = dict(self.room), 2 * self.profile.packs, tables(self.profile).left_low
        for side in self.sides:
            account = side.account
            assert account is not None
            points, apart = -account.left, 0
            shown = hidden = 0
            if self.profile.score.red_three is not None:
                apart, over = divmod(-account.reds, worth[RED_THREE] or 1)
                if over or not 0 <= apart <= room[RED_THREE]:
                    return None
                room[RED_THREE] -= apart
            else:
                found = self.ways.reds[bool(side.melds)].get(account.reds)
                if found is None:
                    return None
                shown, hidden = found
                reds -= shown + hidden
            left = _coins(room, worth, points)
            if left is None or reds < 0:
                return None
            for card in left:
                room[card] -= 1
            left += [RED_THREE] * apart
            melds = tuple((rank, cards) for rank, _, cards in side.melds)
            ends.append(SideEnd(melds, tuple(left), shown, hidden, bool(account.out), account.cut))
            figures.append(self._figures(account))
        return proved(self.profile, [written.players for written in self.sheet], ends, figures)

    def _figures(self, account: _Account) -> dict[str, int]:
        bonus = int(book_points(INTEGERS, self.profile, dict(account.books)))
        parts = {
            "bonus": bonus, "cards": account.cards, "reds": account.reds, "left": account.left, "out": account.out, "cut": account.cut,
        }  # fmt: skip
        return {**account.books, **parts, "total": sum(parts.values())}


def _coins(room: Mapping[Card, int], worth: Sequence[int], amount: int) -> list[Card] | None:
    """Cards that are worth an amount together, the dearest first."""
    by_worth: dict[int, list[Card]] = {}
    for card, number in room.items():
        if worth[card] > 0 and number:
            by_worth.setdefault(worth[card], []).extend([card] * number)
    values = sorted(by_worth, reverse=True)
    most = [sum(value * len(by_worth[value]) for value in values[index:]) for index in range(len(values) + 1)]
    hopeless: set[tuple[int, int]] = set()

    def go(index: int, rest: int) -> list[Card] | None:
        if rest == 0:
            return []
        if rest > most[index] or (index, rest) in hopeless:
            return None
        value = values[index]
        cards = by_worth[value]
        for n in range(min(len(cards), rest // value), -1, -1):
            found = go(index + 1, rest - n * value)
            if found is not None:
                return cards[:n] + found
        hopeless.add((index, rest))
        return None

    return go(0, amount)


__all__ = ["construct"]
