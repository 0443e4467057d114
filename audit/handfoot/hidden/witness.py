"""A half-seen deal written out in full, as it may have been: the same deeds with a card for everything that nobody saw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from handfoot_engine.legal import lay_of
from handfoot_engine.written import NOWHERE, write_down
from handfoot_grammar import log
from handfoot_grammar.log import Game, Item, Items, Statement
from handfoot_spec.cards import KINDS, NO_CARD, UNSEEN, Card

from .encoding import SEEN_BEFORE
from .filling import Filling
from .happenings import At, Happening, Pool, Token, What, statements_of

REMARK = "one deal of the cards that fits; what nobody saw is made up"


def witness(found: Filling, until: At | None = None) -> Game:
    """The deal of a record as a fully known game of its own, written down; up to ``until`` where the record was read up to there."""
    return _Writer(found, until).game()


class _Cards:
    """The cards that moved at one place of the record, in the order in which its words are read."""

    def __init__(self, found: Filling, happenings: list[tuple[int, Happening]]) -> None:
        self.came: Iterator[Card] = (c for number, h in happenings for c in found.came.get(number, ()))
        self.got = self._tokens(happenings, What.GOT, seen_before=False)
        self.taken = [token for _, h in happenings if h.how == "taken" for token in h.tokens]
        self.showed = self._tokens(happenings, What.SHOWED)
        self.lay = self._tokens(happenings, What.LAY)
        self.remains = iter([list(h.tokens) for _, h in happenings if h.what is What.REMAINS])
        self.picked_up = [token for _, h in happenings if _is_look(h) and h.what is What.SHOWED for token in h.tokens]

    @staticmethod
    def _tokens(happenings: list[tuple[int, Happening]], what: What, seen_before: bool = True) -> Iterator[Token]:
        return (
            token
            for _, h in happenings
            if h.what is what and not _is_look(h) and (seen_before or h.how not in SEEN_BEFORE)
            for token in h.tokens
        )  # fmt: skip

    def arrived(self, card: Card) -> Card:
        """What a card of the stock was."""
        return next(self.came, UNSEEN) if card == UNSEEN else _seen(self.got, card)

    def chain(self, chain: tuple[int, ...], begun: Iterator[Token]) -> tuple[int, ...]:
        """A red three with its replacements."""
        reds = [_seen(begun, chain[0]), *(_seen(self.lay, card) for card in chain[1:-1])]
        return (*reds, NO_CARD if chain[-1] == NO_CARD else self.arrived(chain[-1]))

    def items(self, items: Items) -> Items:
        """Cards drawn: those without a chain are read first."""
        plain = iter([self.arrived(item) for item in items if isinstance(item, int)])
        return tuple([next(plain) if isinstance(item, int) else self.chain(item, self.lay) for item in items])


def _is_look(happening: Happening) -> bool:
    """Whether cards were only looked at: shown, and taken up again."""
    return happening.how == "picked up"


def _seen(tokens: Iterator[Token], card: Card) -> Card:
    token = next(tokens, None)
    return card if token is None else token.card


class _Writer:
    def __init__(self, found: Filling, until: At | None) -> None:
        self.found, self.record, self.until = found, found.record, until
        self.at: dict[At, list[tuple[int, Happening]]] = {}
        self.dealt: dict[Pool, list[Card]] = {}
        self.left: dict[Pool, Counter[Card]] = {}  # at the end
        for number, happening in enumerate(self.record.happenings):
            self.at.setdefault(happening.at, []).append((number, happening))
            if happening.pool is not None:
                self._follow(happening.pool, happening, found.came.get(number, ()))

    def _follow(self, pool: Pool, happening: Happening, came: tuple[Card, ...]) -> None:
        cards = [*came, *(token.card for token in happening.tokens)]
        if happening.how == "dealt":
            self.dealt.setdefault(pool, []).extend(cards)
        held = self.left.setdefault(pool, Counter())
        if happening.what is What.SHOWED:
            held.subtract(cards)
        elif happening.what is not What.REMAINS:
            held.update(cards)

    # --- the game ----------------------------------------------------------------------------------------------

    def game(self) -> Game:
        source = self.record.game
        tags: list[Statement] = [log.Tag(NOWHERE, name, value) for name, value in source.tags.items()]
        deal = list(statements_of(source, self.record.happenings[0].at.statement))
        stock_written = any(isinstance(statement, log.StockOrder) for _, statement in deal)
        play: list[Statement] = []
        for index, statement in deal:
            if self.until is not None and index > self.until.statement:
                break
            if isinstance(statement, log.Turn | log.Reds) and not stock_written:
                play += self._stock()
                stock_written = True
            play.append(self._statement(index, statement))
            if isinstance(statement, log.DealStart):
                play.append(log.Note(NOWHERE, REMARK))
                play += self._packets({(s.player, s.foot) for _, s in deal if isinstance(s, log.Dealt)})
        game = Game(dict(source.tags), source.seats, [*tags, *play], source=source.source)
        write_down(game)
        return game

    def _packets(self, written: set[tuple[int, bool]]) -> list[Statement]:
        """The packets that the record leaves out."""
        return [
            log.Dealt(NOWHERE, pool.foot, pool.player, tuple(cards))
            for pool, cards in sorted(self.dealt.items(), key=lambda item: (item[0].foot, item[0].player))
            if (pool.player, pool.foot) not in written
        ]

    def _stock(self) -> list[Statement]:
        """The stock in the order in which it was drawn, unless the pile was shuffled into it."""
        cards: list[Card] = []
        for number, happening in enumerate(self.record.happenings):
            if happening.what is What.MIXED:
                return []
            if happening.how in ("dealt", "turned up", *SEEN_BEFORE):
                continue
            if happening.what in (What.CAME, What.GOT, What.LAY):
                cards += self.found.came.get(number, ()) or [token.card for token in happening.tokens]
        return [log.StockOrder(NOWHERE, (*cards, *self.found.stock))]

    def _statement(self, index: int, statement: Statement) -> Statement:
        cards = _Cards(self.found, self.at.get(At(index), []))
        if isinstance(statement, log.Turn):
            last = self.until.action if self.until is not None and index == self.until.statement else None
            actions = statement.actions if last is None else statement.actions[: last + 1]
            written = tuple([self._action(statement.player, At(index, i), action) for i, action in enumerate(actions)])
            return log.Turn(NOWHERE, statement.player, written)
        if isinstance(statement, log.Dealt):
            return replace(statement, at=NOWHERE, cards=tuple(map(cards.arrived, statement.cards)))
        if isinstance(statement, log.TurnUp):
            return replace(
                statement,
                at=NOWHERE,
                cards=(*statement.cards[:-1], *(_seen(cards.lay, c) for c in statement.cards[-1:])),
            )
        if isinstance(statement, log.Reds):
            played = [(number, h) for number, h in self.at.get(At(index), ()) if h.how != "dealt"]
            cards = _Cards(self.found, played)
            return replace(statement, at=NOWHERE, chains=tuple(cards.chain(c, cards.showed) for c in statement.chains))
        if isinstance(statement, log.Left):
            opened = self.record.opened_foot[statement.player]
            hand = self._remaining(cards, Pool(statement.player, opened), statement.hand)
            foot = statement.foot if opened else self._remaining(cards, Pool(statement.player, True), statement.foot)
            return replace(statement, at=NOWHERE, hand=hand, foot=foot)
        return replace(statement, at=NOWHERE)

    def _remaining(self, cards: _Cards, pool: Pool, written: tuple[Card, ...] | None) -> tuple[Card, ...] | None:
        if written is None:
            return None
        tokens = next(cards.remains, None)
        return written if tokens is None else _all_of(self.left[pool], [token.card for token in tokens])

    # --- deeds -------------------------------------------------------------------------------------------------

    def _action(self, player: int, at: At, action: log.Action) -> log.Action:
        cards = _Cards(self.found, self.at.get(at, []))
        match action:
            case log.Draw(None):
                return log.Draw(tuple(cards.came))
            case log.Draw(items) if items is not None:
                return log.Draw(cards.items(items))
            case log.Take():
                return log.Take(cards.taken[0].card if cards.taken else action.card)
            case log.Pickup(count, lays, rest):
                laid = tuple([self._lay(cards, lay) for lay in lays])
                return log.Pickup(count, laid, None if rest is None else self._rest(cards, rest))
            case log.Lay():
                return self._lay(cards, action)
            case log.RedThrees(chains):
                return log.RedThrees(tuple([cards.chain(chain, cards.showed) for chain in chains]))
            case log.TakeFoot(items) if items is not None:
                return log.TakeFoot(self._foot(cards, items, Pool(player, True)))
            case log.Discard(card):
                return log.Discard(_seen(cards.showed, card))
            case _:
                return action

    def _lay(self, cards: _Cards, lay: log.Lay) -> log.Lay:
        return lay_of(lay.adds, lay.rank, tuple([_seen(cards.showed, card) for card in lay.cards]), lay.number)

    def _rest(self, cards: _Cards, rest: Items) -> Items:
        """What was taken besides, top first; a list in another order is left as it is."""
        under = cards.taken[-2::-1] if len(rest) < len(cards.taken) else cards.taken[::-1]
        plain = [item if isinstance(item, int) else item[0] for item in rest]
        fits = len(plain) == len(under) and all(t.kinds <= KINDS[c] for t, c in zip(under, plain, strict=True))
        written: list[Item] = []
        for i, item in enumerate(rest):
            if isinstance(item, int):
                written.append(under[i].card if fits else item)
            else:
                written.append(cards.chain(item, cards.showed))
        return tuple(written)

    def _foot(self, cards: _Cards, items: Items, pool: Pool) -> Items:
        plain = [item if isinstance(item, int) else item[0] for item in items]
        seen = iter(cards.picked_up)
        whole = iter(_all_of(Counter(self.dealt[pool]), [c if c == UNSEEN else _seen(seen, c) for c in plain]))
        return tuple(
            [
                card if isinstance(item, int) else cards.chain(item, cards.showed)
                for item, card in zip(items, whole, strict=True)
            ]
        )


def _all_of(held: Counter[Card], cards: list[Card]) -> tuple[Card, ...]:
    """A list with its unseen cards replaced by those of a packet that are not in it."""
    rest = +Counter(held)
    rest.subtract(card for card in cards if card != UNSEEN)
    others = iter(sorted((+rest).elements()))
    return tuple([next(others, UNSEEN) if card == UNSEEN else card for card in cards])
