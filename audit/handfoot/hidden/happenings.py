"""What a record says of each packet: cards that came in face down, cards that were seen to come in, cards that left it.

The deal is replayed by the engine, and every movement of a card is noted with its place. A *token* is one card as it was seen;
it keeps its identity while it goes through the discard pile, so that a card whose suit nobody wrote down is the same card when
it is taken from there. A packet about which nothing can be said any more (an unreadable line, a card played that was not held)
is *lost*: nothing that leaves it later proves anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

from handfoot_engine.replay import Replay, set_up
from handfoot_engine.step import Step
from handfoot_engine.table import Packet
from handfoot_grammar import log
from handfoot_grammar.log import Game, Items, Place, Span, Statement
from handfoot_spec.cards import CLASS, JOKER, KINDS, NO_CARD, UNSEEN, Card
from handfoot_spec.profile import Profile


@dataclass(frozen=True)
class Pool:
    """A packet: the Hand or the Foot of a player."""

    player: int
    foot: bool


@dataclass(frozen=True, slots=True)
class At:
    """A place of the record: a statement by its number in the game, and an action of it (None: the whole statement)."""

    statement: int
    action: int | None = None


class Token:
    """One card as it was seen, with everything that the record says of it; ``kinds`` are the exact kinds that it may be."""

    __slots__ = ("card", "kinds", "number")

    def __init__(self, number: int, card: Card) -> None:
        self.number, self.card = number, card
        self.kinds = KINDS[card]

    def narrow(self, card: Card) -> bool:
        """The same card is seen once more, written as ``card``; False where it cannot be the same."""
        both = self.kinds & KINDS[card]
        if not both:
            return False
        if len(both) < len(self.kinds):
            self.kinds, self.card = both, card
        return True

    def __repr__(self) -> str:
        return f"Token({self.number}, {self.card})"


class What(Enum):
    """What happened."""

    CAME = "came"  # ``count`` cards face down into a packet
    GOT = "got"  # a card into a packet, seen when it came
    SHOWED = "showed"  # a card out of a packet
    LAY = "lay"  # a card seen outside the packets: turned up, or a replacement that was a red three
    REMAINS = "remains"  # a packet holds ``tokens`` and nothing else
    LOST = "lost"  # nothing is known of a packet from here on
    MIXED = "mixed"  # the discard pile was shuffled into the stock: its cards may come again


@dataclass(slots=True, eq=False)
class Happening:
    """One movement of cards. ``count`` cards; ``tokens`` where they were seen; ``how``: dealt, drawn, taken, melded, discarded and so on."""

    what: What
    at: At
    how: str
    pool: Pool | None = None
    count: int = 0
    tokens: tuple[Token, ...] = ()


@dataclass
class Record:
    """All happenings of one deal. ``unreadable``: some line or deed of it could not be read.

    ``excused``: names of kinds of card of which too many have shown, as has been said already.
    """

    game: Game
    profile: Profile
    number: int
    happenings: list[Happening] = field(default_factory=list)
    tokens: list[Token] = field(default_factory=list)
    unreadable: bool = False
    opened_foot: tuple[bool, ...] = ()
    excused: frozenset[str] = frozenset()

    @property
    def uncertain(self) -> list[Token]:
        """Tokens that may be more than one exact kind."""
        return [token for token in self.tokens if len(token.kinds) > 1]

    @property
    def open(self) -> bool:
        """Whether some card that moved may be of several kinds, so that counting alone does not decide."""
        suits = self.suits_seen
        moved = (t for h in self.happenings if h.what is not What.REMAINS for t in h.tokens)
        return any(len(t.kinds) > 1 and (suits or len({CLASS[k] for k in t.kinds}) > 1) for t in moved)

    @property
    def counted(self) -> bool:
        """Whether every card that was seen is of one kind, or of one rank where no suit is recorded, so that counting decides."""
        suits = self.suits_seen
        return not any(
            len(t.kinds) > 1 and (suits or len({CLASS[k] for k in t.kinds}) > 1)
            for h in self.happenings
            for t in h.tokens
            if t.card != UNSEEN or h.what is not What.REMAINS
        )

    @property
    def suits_seen(self) -> bool:
        """Whether the suit of any card is recorded; else all kinds are ranks (threes by colour)."""
        return any(len(token.kinds) == 1 and token.card < JOKER for token in self.tokens)

    def place(self, at: At) -> Span:
        """Line and columns of a place."""
        place: Place = self.game.statements[at.statement].at
        return place.whole() if at.action is None else place.action(at.action)


def statements_of(game: Game, index: int) -> Iterator[tuple[int, Statement]]:
    """The statements of the deal that the statement number ``index`` belongs to, with their numbers."""
    begin = index
    while begin > 0 and not isinstance(game.statements[begin], log.DealStart):
        begin -= 1
    for number in range(begin, len(game.statements)):
        statement = game.statements[number]
        if number > begin and isinstance(statement, log.DealStart | log.Result):
            return
        yield number, statement


def read_deal(
    game: Game, profile: Profile, teams: Sequence[Sequence[int]], index: int, until: At | None = None
) -> Record:
    """The happenings of the deal in which the statement number ``index`` stands, up to the end of ``until`` where it is given."""
    return _Reader(game, profile, teams).read(index, until)


class _Reader:
    """Walks one deal with the engine and notes what moves."""

    def __init__(self, game: Game, profile: Profile, teams: Sequence[Sequence[int]]) -> None:
        self.game = game
        self.walk = Replay(profile, len(game.seats), tuple(tuple(team) for team in teams))
        self.record = Record(game, profile, 0)
        self.pile: list[Token] = []
        self.at = At(0)
        self.until: At | None = None
        self.lost: set[Pool] = set()
        self.dealt: set[Pool] = set()
        self.set_up_over = False
        self.laid: list[tuple[Pool, tuple[Token, ...]]] = []  # of this turn, since its draw or take
        self.discarded: list[tuple[Pool, Token]] = []

    # --- the walk ----------------------------------------------------------------------------------------------

    def read(self, index: int, until: At | None) -> Record:
        walk, self.until = self.walk, until
        for number, statement in statements_of(self.game, index):
            if until is not None and number > until.statement:
                break
            self.at = At(number)
            if isinstance(statement, log.DealStart):
                self.record.number = statement.number
                self.record.profile = walk.rules.at_deal(statement.number)
                walk.begin_deal(statement.number)
                if walk.profile.starter.turned:
                    self.pile = [self._token(UNSEEN)]
            elif isinstance(statement, log.Turn):
                self._close_set_up()
                last = until.action if until is not None and number == until.statement else None
                self._turn(number, statement, last)
            else:
                self._other(statement)
        self._close_set_up()
        self.record.opened_foot = tuple(walk.table.opened_foot)
        return self.record

    def _turn(self, number: int, statement: log.Turn, last: int | None) -> None:
        walk = self.walk
        if walk.begins_turn(statement):
            walk.begin_turn(statement.player)
            self.laid, self.discarded = [], []
        for index, action in enumerate(statement.actions):
            if last is not None and index > last:
                return
            self.at = At(number, index)
            self._act(action, index)

    def _other(self, statement: Statement) -> None:
        walk = self.walk
        if isinstance(statement, log.Dealt):
            pool = Pool(statement.player, statement.foot)
            if pool in self.dealt or self.set_up_over:
                return
            self.dealt.add(pool)
            set_up(walk, statement)
            self._into(pool, statement.cards, "dealt")
        elif isinstance(statement, log.TurnUp):
            set_up(walk, statement)
            if statement.cards:  # those turned up before it went back into the stock, and may be drawn again
                self.pile = [self._token(statement.cards[-1])]
                self._note(What.LAY, "turned up", tokens=(self.pile[-1],))
        elif isinstance(statement, log.Reds):
            self._close_set_up()
            step = set_up(walk, statement)
            assert step is not None
            self._exposed(Pool(statement.player, self.walk.table.opened_foot[statement.player]), statement.chains, step)
        elif isinstance(statement, log.Left):
            self._close_set_up()
            self._left(statement)
        elif isinstance(statement, log.UnreadLine):
            self.record.unreadable = True
            set_up(walk, statement)
            players = range(walk.players) if statement.player is None else (statement.player,)
            for player in players:
                self._lose(Pool(player, False))
                self._lose(Pool(player, True))
            self.pile = []
            walk.table.blur_pile()
        else:
            set_up(walk, statement)

    def _close_set_up(self) -> None:
        """Packets of which nothing is written came face down, of the size that the rules give them."""
        if self.set_up_over:
            return
        self.set_up_over = True
        table = self.walk.table
        begin = self.at
        for player in range(self.walk.players):
            for foot in (False, True):
                pool = Pool(player, foot)
                if pool not in self.dealt:
                    size = (table.feet if foot else table.hands)[player].size
                    self._note(What.CAME, "dealt", pool, count=size)
        self.at = begin

    # --- what is noted -----------------------------------------------------------------------------------------

    def _token(self, card: Card) -> Token:
        token = Token(len(self.record.tokens), card)
        self.record.tokens.append(token)
        return token

    def _note(
        self, what: What, how: str, pool: Pool | None = None, count: int = 0, tokens: tuple[Token, ...] = ()
    ) -> None:
        self.record.happenings.append(Happening(what, self.at, how, pool, count or len(tokens), tokens))

    def _into(self, pool: Pool, cards: Sequence[Card], how: str) -> None:
        """Cards of the stock or of a packet dealt come into a packet."""
        if pool in self.lost:
            return
        seen = tuple(self._token(card) for card in cards if card != UNSEEN)
        if len(cards) > len(seen):
            self._note(What.CAME, how, pool, count=len(cards) - len(seen))
        if seen:
            self._note(What.GOT, how, pool, tokens=seen)

    def _from_pile(self, pool: Pool, tokens: Sequence[Token]) -> None:
        if pool not in self.lost and tokens:
            self._note(What.GOT, "taken", pool, tokens=tuple(tokens))

    def _out(self, pool: Pool, cards: Sequence[Card], how: str, missing: Sequence[Card] = ()) -> tuple[Token, ...]:
        """Cards leave a packet; where it cannot have held them it is lost."""
        tokens = tuple(self._token(card) for card in cards)
        if pool not in self.lost and tokens:
            self._note(What.SHOWED, how, pool, tokens=self._held(tokens, missing))
            if missing:
                self._lose(pool)
        return tokens

    def _held(self, tokens: tuple[Token, ...], missing: Sequence[Card]) -> tuple[Token, ...]:
        """Without the cards that the packet did not hold, as has been said there; all of them where that is what is asked about."""
        if not missing or self.until == self.at:
            return tokens
        gone = list(missing)
        return tuple(t for t in tokens if t.card not in gone or gone.remove(t.card))  # type: ignore[func-returns-value]

    def _lose(self, pool: Pool) -> None:
        if pool not in self.lost:
            self.lost.add(pool)
            self._note(What.LOST, "lost", pool)
            packet = self._packet(pool)
            if packet.had_unseen:  # as the audit does after it has said so
                self.walk.table.blur_packet(packet)

    def _packet(self, pool: Pool) -> Packet:
        table = self.walk.table
        return (table.feet if pool.foot else table.hands)[pool.player]

    def _pool(self, packet: Packet) -> Pool:
        table = self.walk.table
        for player in range(self.walk.players):
            if table.hands[player] is packet:
                return Pool(player, False)
            if table.feet[player] is packet:
                return Pool(player, True)
        raise AssertionError("a packet of nobody")

    # --- deeds -------------------------------------------------------------------------------------------------

    def _act(self, action: log.Action, index: int) -> None:
        walk = self.walk
        turn = walk.current()
        player, was_open = turn.player, walk.table.opened_foot[turn.player]
        hand_before = walk.table.hands[player].size
        hand_blurred = walk.table.hands[player].blurred
        size_before = turn.packet.size
        step = walk.act(action, index)
        if walk.table.opened_foot[player] and not was_open and (hand_before or hand_blurred):
            self._lose(Pool(player, False))  # the Foot was taken up with cards left in the Hand
            self._lose(Pool(player, True))
        match action:
            case log.Draw(cards):
                self._draw(player, cards, step)
            case log.Take():
                if step.before < size_before:
                    self._shorten_draw(self._pool(step.packet))
                self._take(action.card, step)
            case log.Pickup():
                self._pickup(action, step)
            case log.Lay():
                assert step.laid is not None
                self._lay(self._pool(step.packet), step.laid.lay.cards, step.laid.missing, "melded")
            case log.RedThrees(chains):
                self._exposed(self._pool(step.packet), chains, step)
            case log.TakeFoot(cards):
                self._foot(player, cards, step)
            case log.Discard(card):
                pool = self._pool(step.packet)
                (token,) = self._out(pool, (card,), "discarded", step.missing)
                self.pile.append(token)
                self.discarded.append((pool, token))
            case log.Reshuffle():
                self._reshuffle(step)
            case log.Unread():
                self.record.unreadable = True
                self._lose(Pool(player, False))
                self._lose(Pool(player, True))
                self.pile = []
            case log.Bare(kind) if kind == log.TAKEBACK:
                self._take_back()
            case _:
                pass

    def _draw(self, player: int, cards: Items | None, step: Step) -> None:
        pool = self._pool(step.packet)
        if cards is None:
            if pool not in self.lost and step.count:
                self._note(What.CAME, "drawn", pool, count=step.count)
        else:
            self._items(pool, cards, "drawn")
            if step.not_red and not all(isinstance(item, int) for item in cards):
                self._lose(pool)  # what is no red three was put down like one, and stays in the packet
        self.laid, self.discarded = [], []

    def _items(self, pool: Pool, items: Items, how: str) -> None:
        """Cards from the stock, red threes with their chains."""
        plain = [item for item in items if isinstance(item, int)]
        self._into(pool, plain, how)
        for item in items:
            if not isinstance(item, int):
                self._note(What.LAY, "exposed", tokens=(self._token(item[0]),))
                self._replaced(pool, item)

    def _replaced(self, pool: Pool, chain: tuple[int, ...]) -> None:
        for card in chain[1:-1]:
            self._note(What.LAY, "exposed", tokens=(self._token(card),))
        if chain[-1] != NO_CARD:
            self._into(pool, (chain[-1],), "drawn as a replacement")

    def _exposed(self, pool: Pool, chains: Sequence[tuple[int, ...]], step: Step) -> None:
        for chain in chains:
            self._out(pool, chain[:1], "exposed", step.missing)
            self._replaced(pool, chain)
        if step.not_red:
            self._lose(pool)

    def _take(self, card: Card, step: Step) -> None:
        pool = self._pool(step.packet)
        if self.pile and self.pile[-1].narrow(card):
            self._from_pile(pool, (self.pile.pop(),))
        else:
            self._lose(pool)
            self.pile = self.pile[:-1]
        self._agree()
        self.laid, self.discarded = [], []

    def _shorten_draw(self, pool: Pool) -> None:
        """A draw of unwritten size before a card of the pile was the rest of the same draw: one card fewer came."""
        for happening in reversed(self.record.happenings):
            if happening.pool == pool and happening.what is What.CAME:
                happening.count -= 1
                return

    def _pickup(self, action: log.Pickup, step: Step) -> None:
        pool = self._pool(step.packet)
        lifted = min(step.count, len(self.pile))
        block = self.pile[len(self.pile) - lifted :]
        del self.pile[len(self.pile) - lifted :]
        if step.count > lifted or step.extra or step.lacking:
            self._lose(pool)  # others were taken than lay there, or nobody knows what lay there
        if action.rest is not None and not self._match_rest(action, block, step):
            self._lose(pool)
        self._from_pile(pool, block)
        for laid in step.laids:
            self._out(pool, laid.lay.cards, "melded", laid.missing)
        if action.rest is not None:
            under = block[-2::-1] if len(action.rest) < len(block) else block[::-1]
            for place, item in enumerate(action.rest):
                if not isinstance(item, int):
                    same = place < len(under) and under[place].kinds <= KINDS[item[0]]
                    self._show_again(pool, under[place] if same else self._token(item[0]))
                    self._replaced(pool, item)
        self._agree()
        self.laid, self.discarded = [], []

    def _match_rest(self, action: log.Pickup, block: list[Token], step: Step) -> bool:
        """The list of what was taken tells more of the cards that lay there, where only one card fits each."""
        assert action.rest is not None
        cards = [item if isinstance(item, int) else item[0] for item in action.rest]
        under = block[-2::-1] if len(cards) < len(block) else block[::-1]
        if len(cards) != len(under):
            return False
        if all(token.kinds & KINDS[card] for token, card in zip(under, cards, strict=True)):
            # the list is written top first, so that card by card it is the same one
            return all(token.narrow(card) for token, card in zip(under, cards, strict=True))
        return all(len(token.kinds) == 1 for token in under)  # in another order: nothing more is known of them

    def _lay(self, pool: Pool, cards: Sequence[Card], missing: Sequence[Card], how: str) -> None:
        self.laid.append((pool, self._out(pool, cards, how, missing)))

    def _foot(self, player: int, cards: Items | None, step: Step) -> None:
        pool = Pool(player, True)
        if step.count or cards is None or pool in self.lost:
            return
        plain = [item if isinstance(item, int) else item[0] for item in cards]
        tokens = [None if card == UNSEEN else self._token(card) for card in plain]
        known = self._held(tuple(token for token in tokens if token is not None), step.missing)
        if known:  # it is seen what the Foot holds: the cards are shown and taken up again
            self._note(What.SHOWED, "picked up", pool, tokens=known)
            self._note(What.GOT, "picked up", pool, tokens=known)
        if step.missing or step.lacking:
            self._lose(pool)
            return
        for item, token in zip(cards, tokens, strict=True):
            if not isinstance(item, int):
                self._show_again(pool, token or self._token(item[0]))
                self._replaced(pool, item)

    def _show_again(self, pool: Pool, token: Token) -> None:
        """A red three that was seen to come is exposed."""
        if pool not in self.lost:
            self._note(What.SHOWED, "exposed", pool, tokens=(token,))

    def _take_back(self) -> None:
        for pool, token in reversed(self.discarded):
            if self.pile and self.pile[-1] is token:
                self.pile.pop()
                self._from_pile(pool, (token,))
        for pool, tokens in reversed(self.laid):
            if pool not in self.lost and tokens:
                self._note(What.GOT, "taken back", pool, tokens=tokens)
        self.laid, self.discarded = [], []
        self._agree()

    def _reshuffle(self, step: Step) -> None:
        kept = len(self.walk.table.pile)
        mixed = tuple(self.pile[: len(self.pile) - kept] if kept else self.pile)
        if mixed:
            self._note(What.MIXED, "reshuffled", tokens=mixed)
        self.pile = self.pile[len(self.pile) - kept :] if kept else []
        self._agree()

    def _left(self, statement: log.Left) -> None:
        table, player = self.walk.table, statement.player
        opened = table.opened_foot[player]
        for cards, pool in ((statement.hand, Pool(player, opened)), (statement.foot, Pool(player, True))):
            if cards is None or (pool.foot and opened and cards is statement.foot):
                continue
            if pool not in self.lost:
                if len(cards) != self._packet(pool).size:
                    self._lose(pool)
                    continue
                self._note(What.REMAINS, "left", pool, tokens=tuple(self._token(card) for card in cards))

    def _agree(self) -> None:
        """Where the engine's pile is another than this one, nothing is known of it."""
        pile = self.walk.table.pile
        if len(pile) != len(self.pile):
            self.pile = [self._token(card) for card in pile]


__all__ = ["At", "Happening", "Pool", "Record", "Token", "What", "read_deal", "statements_of"]
