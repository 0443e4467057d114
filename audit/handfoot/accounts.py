"""What each action of a turn did, in words: the account that stands under a turn's source line in ``handfoot show``.

An account tells, it does not judge. It must be asked for right after the action was replayed, because the replay's step
is reused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from handfoot_engine.replay import Replay
from handfoot_engine.score import book_kind
from handfoot_engine.step import Laid, Step
from handfoot_grammar import log
from handfoot_grammar.write import rank_text
from handfoot_spec.cards import JOKER, NAME, NO_CARD, RANKS, SUIT_SIGNS

CardNames = Sequence[str]
"""How each card is written, by its number."""

LETTERS: CardNames = NAME
SIGNS: CardNames = tuple(
    RANKS[card // 4] + SUIT_SIGNS[card % 4] if card < JOKER else name for card, name in enumerate(NAME)
)


def words(cards: Iterable[log.Item], names: CardNames = LETTERS) -> list[str]:
    """Cards as words, equal neighbours run together: ``Ks*2``, and a red three with its chain: ``3h>5c``."""
    out: list[str] = []
    last, times = "", 0
    for card in cards:
        chain = card if isinstance(card, tuple) else (card,)
        word = ">".join("-" if link == NO_CARD else names[link] for link in chain)
        if word == last:
            times += 1
            out[-1] = f"{word}*{times}"
        else:
            last, times = word, 1
            out.append(word)
    return out


def listed(cards: Iterable[log.Item], names: CardNames = LETTERS) -> str:
    """Cards as one text; ``-`` for none."""
    return " ".join(words(cards, names)) or "-"


def some(n: int, what: str) -> str:
    """``1 card``, ``2 cards``."""
    return f"{n} {what}{'s' * (n != 1)}"


def meld_label(rank: int, number: int | None = None) -> str:
    """A meld as a log names it: ``K``, ``K#2``, ``W``, ``run h``."""
    return rank_text(rank) if number is None else f"{rank_text(rank)}#{number}"


class Accounts:
    """Tells what the actions of a walk did, with cards written as ``names`` say."""

    def __init__(self, walk: Replay, seats: Sequence[str], names: CardNames = LETTERS) -> None:
        self.walk, self.seats, self.names = walk, seats, names
        self._kinds: dict[int, Callable[[Any, Step], str]] = {
            log.DRAW: self._draw, log.TAKE: self._take, log.PICKUP: self._pickup, log.MELD: self._lay, log.ADD: self._lay,
            log.RED: self._red, log.FOOT: self._foot, log.ASK: self._ask, log.TAKEBACK: self._takeback, log.PENALTY: self._penalty,
            log.RESHUFFLE: self._reshuffle, log.PEEK: self._peek, log.SHOW: self._show, log.MOVE: self._move,
            log.DISCARD: self._discard,
        }  # fmt: skip

    def action(self, step: Step) -> tuple[str, str]:
        """The action just done: its heading (``meld K``) and what it did."""
        action = step.action
        heading = log.KIND_NAMES[action.kind]
        if isinstance(action, log.Lay):
            verb = "add " if action.adds else "" if action.rank >= log.RUN_RANK else "meld "
            heading = verb + meld_label(action.rank, action.number)
        tell = self._kinds.get(action.kind)
        if tell is not None:
            return heading, tell(action, step)
        if isinstance(action, log.Said):
            return heading, f'"{action.text}"'
        return heading, _BARE[action.kind]

    def reds(self, step: Step) -> tuple[str, str]:
        """Red threes of a dealt Hand."""
        return "red", self._red(step.action, step)

    # --- parts of an account -----------------------------------------------------------------------------------

    def _cards(self, cards: Iterable[log.Item]) -> str:
        return listed(cards, self.names)

    def _packet(self, step: Step) -> str:
        """``Hand 13 -> 15``, or nothing where that is not known."""
        if step.packet.blurred:
            return ""
        name = "Foot" if self.walk.table.opened_foot[step.player] else "Hand"
        return f"{name} {step.before} -> {step.packet.size}"

    def _stock(self, step: Step) -> str:
        if self.walk.table.stock_blurred or step.stock_before == step.stock_after:
            return ""
        short = f" ({some(step.stock_short, 'card')} more than it had)" if step.stock_short else ""
        return f"stock {step.stock_before} -> {step.stock_after}{short}"

    def _pile(self, before: int) -> str:
        table = self.walk.table
        return "" if table.pile_blurred else f"pile {before} -> {len(table.pile)}"

    def _not_held(self, cards: Sequence[int]) -> str:
        return f"not held as far as recorded: {self._cards(cards)}" if cards else ""

    def _exposed(self, step: Step) -> str:
        if not step.exposed:
            return ""
        odd = f"; no red three: {self._cards(step.not_red)}" if step.not_red else ""
        return f"{some(step.exposed, 'red three')} exposed, {step.replaced} replaced{odd}"

    # --- the kinds of action -----------------------------------------------------------------------------------

    def _draw(self, action: log.Draw, step: Step) -> str:
        cards = some(step.count, "card") + ", unseen" if action.cards is None else self._cards(action.cards)
        return _joined(cards, self._exposed(step), self._packet(step), self._stock(step))

    def _take(self, action: log.Take, step: Step) -> str:
        other = f"{self.names[step.top]} lay on top" if step.top != action.card else ""
        cards = f"{self.names[action.card]} from the pile"
        return _joined(cards, other, self._packet(step), self._pile(step.pile_before))

    def _pickup(self, action: log.Pickup, step: Step) -> str:
        blurred = self.walk.table.pile_blurred
        taken = min(step.count, step.pile_before) if not blurred else step.count
        first = f"{taken} of the pile's {step.pile_before}" if not blurred else some(taken, "card") + " of the pile"
        if not blurred and step.count > step.pile_before:
            first += f" ({step.count} recorded)"
        lays = [f"{meld_label(laid.lay.rank)}: {self._laid(laid)}" for laid in step.laids] or ["nothing laid"]
        rest = step.packet.size - step.rest_before
        return _joined(
            f"{first}, top {self.names[step.top]}", *lays,
            f"{rest} more taken" if rest > 0 and not step.packet.blurred else "",
            f"listed, but not in the pile: {self._cards(step.extra)}" if step.extra else "",
            f"in the pile, but not listed: {self._cards(step.lacking)}" if step.lacking else "",
            self._exposed(step), self._packet(step), self._pile(step.pile_before), self._stock(step),
        )  # fmt: skip

    def _lay(self, action: log.Lay, step: Step) -> str:
        assert step.laid is not None
        return _joined(self._laid(step.laid), self._packet(step))

    def _laid(self, laid: Laid) -> str:
        meld, cap = laid.meld, self.walk.table.cap_of(laid.meld)
        what = f"{self._cards(laid.lay.cards)}, "
        if meld.stray:
            what += "laid by themselves, for there is no such meld"
        elif laid.lay.adds:
            what += f"meld {laid.before} -> {meld.size}" + ("" if laid.unfinished else ", which was finished")
        else:
            what += f"a new meld of {meld.size}"
        kind = book_kind(self.walk.profile, meld) if laid.before < cap <= meld.size else None
        return _joined(
            what, f"a {kind} book" if kind is not None else "",
            f"from under the top: {self._cards(laid.buried)}" if laid.buried else "", self._not_held(laid.missing),
        )  # fmt: skip

    def _red(self, action: log.RedThrees | log.Reds, step: Step) -> str:
        return _joined(
            self._cards(action.chains),
            self._exposed(step),
            self._not_held(step.missing),
            self._packet(step),
            self._stock(step),
        )

    def _foot(self, action: log.TakeFoot, step: Step) -> str:
        if step.count:
            return "it had been taken up before"
        known = "" if step.packet.blurred else f", {some(step.packet.size, 'card')} now"
        cards = f": {self._cards(action.cards)}" if action.cards is not None else ""
        return _joined(
            f"the Foot is taken up{known}{cards}", f"{some(step.before, 'Hand card')} were left" if step.before > 0 else "",
            f"not among the Foot as dealt: {self._cards(step.missing)}" if step.missing else "",
            self._exposed(step), self._stock(step),
        )  # fmt: skip

    def _ask(self, action: log.Ask, step: Step) -> str:
        return f"permission to go out is {'granted' if action.granted else 'refused'}"

    def _takeback(self, action: Any, step: Step) -> str:
        lays = "; ".join(
            f"{meld_label(laid.lay.rank)}: {self._cards(laid.lay.cards)}" for laid in reversed(step.undone)
        )
        return f"taken back: {lays}" if lays else "no meld to take back"

    def _penalty(self, action: log.Penalty, step: Step) -> str:
        team = "+".join(self.seats[seat] for seat in action.team)
        return f'{action.points} points to {team}: "{action.why}"'

    def _reshuffle(self, action: log.Reshuffle, step: Step) -> str:
        stock = "" if self.walk.table.stock_blurred else f"; stock {step.stock_before} -> {self.walk.table.stock}"
        return f"the pile becomes the stock{stock}"

    def _peek(self, action: log.Peek, step: Step) -> str:
        whose = "the own" if action.player is None else f"{self.seats[action.player]}'s"
        return f"looks at {whose} Foot"

    def _show(self, action: log.Show, step: Step) -> str:
        return f"exposes {self._cards(action.cards)}"

    def _move(self, action: log.Move, step: Step) -> str:
        source, target = meld_label(action.rank, action.number), meld_label(action.to_rank, action.to_number)
        failed = "; it does not lie there, so nothing moved" if step.missing else ""
        return f"{self.names[action.card]} from {source} to {target}{failed}"

    def _discard(self, action: log.Discard, step: Step) -> str:
        pile = self._pile(len(self.walk.table.pile) - 1)
        return _joined(self.names[action.card], self._not_held(step.missing), self._packet(step), pile)


_BARE = {
    log.PASS: "nothing more",
    log.BROWSE: "looks through the pile",
    log.OUT: "goes out",
    log.UNREADABLE: "could not be read; every place it may have touched is unknown from here on",
}


def _joined(*parts: str) -> str:
    return "; ".join(part for part in parts if part)
