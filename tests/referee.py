"""A referee for games of which every card is known: a table's rules once more, by plain counting, without the product's checks.

It reads the profile's fields and nothing else of the product's rules, and asserts. It judges games that were played at random; a
record with unseen cards it cannot judge.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from handfoot_grammar import log
from handfoot_grammar.log import RUN_RANK, Game
from handfoot_spec.cards import IS_RED_THREE, IS_THREE, IS_WILD, JOKER, NO_CARD, RANK, TWO_RANK, WILD_RANK
from handfoot_spec.profile import Profile

ACE = 12


@dataclass
class Meld:
    rank: int
    number: int
    cards: list[int] = field(default_factory=list)


@dataclass
class Side:
    seats: tuple[int, ...]
    total: int = 0
    melds: list[Meld] = field(default_factory=list)
    reds: int = 0
    opened: bool = False


@dataclass
class Seat:
    side: Side
    hand: Counter[int]
    foot: Counter[int]
    in_foot: bool = False
    acts: int = 0
    opened: bool = False


class Referee:
    """Follows one game and asserts that every deed of it is legal."""

    def __init__(self, profile: Profile, game: Game) -> None:
        self.picking = False  # whether cards come from the pile
        self.whole, self.game, self.players = profile, game, len(game.seats)
        self.p = profile.at_table(self.players)
        self.sides = [Side(seats) for seats in self.p.teams]
        self.seen: Counter[str] = Counter()  # what happened, so that a test can ask whether it did

    def judge(self) -> Counter[str]:
        """:raises AssertionError: something was not legal."""
        for statement in self.game.statements:
            match statement:
                case log.DealStart(_, number, dealer):
                    assert dealer is not None
                    self.begin(number, dealer)
                case log.Dealt(_, foot, player, cards):
                    assert len(cards) == (self.p.table.foot if foot else self.p.table.hand)
                    (self.feet if foot else self.hands)[player] = Counter(cards)
                    if len(self.feet) == self.players and not self.p.starter.turned:
                        self.set_up(())
                case log.TurnUp(_, cards):
                    assert self.p.starter.turned
                    self.turn_up(cards)
                case log.StockOrder(_, cards):
                    self.stock_order(list(cards))
                case log.Reds(_, player, chains):
                    self.expose(player, chains, self.seats[player].hand)
                case log.Turn(_, player, actions):
                    self.turn(player, actions)
                case log.End(_, how, player):
                    self.end(how, player)
                case log.Left(_, player, hand, foot):
                    assert Counter(hand) == self.seats[player].hand
                    assert (foot is None) == self.seats[player].in_foot
                    assert foot is None or Counter(foot) == self.seats[player].foot
                case log.ScoreLine(_, team, entries):
                    self.score(team, dict(entries))
                case log.Result():
                    self.result(statement)
        return self.seen

    # --- set-up ------------------------------------------------------------------------------------------------

    def begin(self, number: int, dealer: int) -> None:
        self.deal = number
        self.p = self.whole.at_table(self.players).at_deal(number)
        self.sides = [Side(side.seats, side.total) for side in self.sides]
        self.hands: dict[int, Counter[int]] = {}
        self.feet: dict[int, Counter[int]] = {}
        self.next = dealer if self.p.deals.first == "dealer" else (dealer + 1) % self.players
        self.went_out: int | None = None
        self.first: Side | None = None  # that laid down
        self.order: list[int] | None = None

    def turn_up(self, cards: tuple[int, ...]) -> None:
        *buried, starter = cards
        assert all(self.buried(card) for card in buried)
        assert not self.buried(starter)
        self.seen["buried"] += len(buried)
        self.set_up(cards)

    def set_up(self, cards: tuple[int, ...]) -> None:
        side_of = {seat: side for side in self.sides for seat in side.seats}
        self.seats = [Seat(side_of[i], self.hands[i], self.feet[i]) for i in range(self.players)]
        self.pile, self.turned = list(cards[-1:]), list(cards[:-1])
        deck = Counter(dict.fromkeys(range(JOKER), self.p.packs))
        deck[JOKER] = self.p.packs * self.p.table.jokers_per_pack
        for seat in self.seats:
            deck -= seat.hand + seat.foot
        deck -= Counter(self.pile)
        self.stock = deck
        dealt = self.players * (self.p.table.hand + self.p.table.foot) + len(self.pile)
        assert self.stock.total() == self.p.packs * (52 + self.p.table.jokers_per_pack) - dealt

    def buried(self, card: int) -> bool:
        names = {"joker": card == JOKER, "two": RANK[card] == TWO_RANK, "wild": IS_WILD[card]}
        names |= {"red-three": IS_RED_THREE[card], "black-three": IS_THREE[card] and not IS_RED_THREE[card]}
        return any(names[name] for name in self.p.starter.buried)

    def stock_order(self, cards: list[int]) -> None:
        assert Counter(cards) == self.stock
        if self.p.starter.buried_to == "bottom" and self.turned:
            assert cards[-len(self.turned) :] == self.turned
        self.order = cards

    def from_stock(self, cards: list[int]) -> None:
        drawn = Counter(cards)
        assert drawn <= self.stock
        self.stock -= drawn
        if self.order is not None:
            assert Counter(self.order[: len(cards)]) == drawn
            del self.order[: len(cards)]

    def come(self, player: int, items: tuple[log.Item, ...], packet: Counter[int], first_too: bool) -> None:
        """Cards come to a player, chains followed; ``first_too``: the first of each chain comes from the stock as well."""
        taken: list[int] = []
        for item in items:
            chain = item if isinstance(item, tuple) else (item,)
            *reds, last = chain
            if reds:
                assert self.p.threes.red_exposed
                assert all(IS_RED_THREE[card] for card in reds)
                self.seats[player].side.reds += len(reds)
                self.seen["exposed"] += 1
            assert last == NO_CARD or not (self.p.threes.red_exposed and IS_RED_THREE[last])
            if reds:
                threes = self.p.threes
                assert (last != NO_CARD) == (threes.red_from_pile_replaced if self.picking else threes.red_replaced)
                self.seen["red three from the pile"] += self.picking
            taken += [card for card in (chain if first_too else chain[1:]) if card != NO_CARD]
            if last != NO_CARD and (first_too or reds):
                packet[last] += 1
        self.from_stock(taken)

    def expose(self, player: int, chains: tuple[tuple[int, ...], ...], packet: Counter[int]) -> None:
        for chain in chains:
            self.leave(packet, [chain[0]])
        self.come(player, chains, packet, False)

    @staticmethod
    def leave(packet: Counter[int], cards: list[int]) -> None:
        gone = Counter(cards)
        assert gone <= packet, (gone, packet)
        packet -= gone
        for card in [card for card, n in packet.items() if n <= 0]:
            del packet[card]

    # --- a turn ------------------------------------------------------------------------------------------------

    def turn(self, player: int, actions: tuple[log.Action, ...]) -> None:
        assert player == self.next
        assert self.went_out is None
        self.next = (player + 1) % self.players
        self.seat = seat = self.seats[player]
        self.drawn = self.taken_up = self.discards = self.added = self.begun = 0
        self.taken: list[int] = []
        self.unplayed: Counter[int] = Counter()
        self.asked: bool | None = None
        self.laid_points, was_open = 0, seat.side.opened
        self.acted = self.ran_in = False  # played with the Foot; run into it by melding
        self.sealed = False  # the cards laid together to open are all there
        for action in actions:
            self.act(player, action)
        assert self.drawn + len(self.taken) == self.p.turn.draw if not self.taken_up else self.drawn == 0
        assert len(self.taken) <= (1 if self.p.turn.mixed_draw else 0)
        assert not self.unplayed, "a card taken is played at once"
        alone = self.p.opening.side == "player"
        if (self.added or self.begun) and not (seat.opened if alone else was_open):
            seat.opened = True
            assert self.laid_points >= self.minimum(seat.side)
            self.seen["opened"] += 1
        if self.p.turn.meld_mode == "new-or-add":
            assert not (self.added and self.begun)
        held = seat.hand.total() + (0 if seat.in_foot else seat.foot.total())
        if held == 0 and seat.in_foot:
            self.goes_out(player)
            return
        if not seat.hand and self.p.foot.after_meld == "next-turn" and not self.discards:
            self.seen["turn without a discard"] += 1
            return
        assert self.discards == 1
        assert seat.hand.total() > 0 or not seat.in_foot
        if not seat.hand.total():
            assert self.p.foot.after_discard == "next-turn"
            self.seen["Foot next turn"] += 1
        whole = self.p.out.partner == "turn-with-foot"
        seat.acts += seat.in_foot and self.acted and not (whole and self.ran_in)

    def minimum(self, side: Side) -> int:
        o = self.p.opening
        index = self.deal - 1
        if o.by == "score":
            index = max(0, sum(side.total >= score for score in o.scores) - 1)
        elif o.by == "fixed":
            index = 0
        return o.minima[min(index, len(o.minima) - 1)]

    def act(self, player: int, action: log.Action) -> None:
        seat, p = self.seat, self.p
        assert not self.discards or isinstance(action, (log.TakeFoot, log.Bare)), action
        if isinstance(action, (log.Lay, log.Discard)):
            assert self.drawn or self.taken_up
            assert not (p.threes.red_exposed and any(IS_RED_THREE[card] for card in seat.hand))
        self.acted = self.acted or (seat.in_foot and isinstance(action, (log.Lay, log.Discard)))
        match action:
            case log.Draw(cards):
                assert cards is not None
                self.drawn += len(cards)
                self.come(player, cards, seat.hand, True)
            case log.Take(card):
                assert not IS_THREE[card]
                assert self.pile.pop() == card
                seat.hand[card] += 1
                self.taken.append(card)
                self.unplayed[card] += 1
                self.seen["take of a card"] += 1
                self.seen["take that opens"] += not seat.side.opened
            case log.Pickup():
                self.pick_up(player, action)
            case log.RedThrees(chains):
                assert p.threes.red_exposed
                self.expose(player, chains, seat.hand)
            case log.TakeFoot(items):
                assert items is not None
                self.take_foot(player, items)
            case log.Lay():
                self.lay(action, [])
            case log.Ask(granted):
                assert len(seat.side.seats) > 1
                self.asked = granted
                self.seen["asked"] += 1
            case log.Reshuffle(cards):
                self.reshuffle(cards)
            case log.Discard(card):
                assert p.threes.red_discard or not IS_RED_THREE[card]
                self.seen["red three discarded"] += IS_RED_THREE[card]
                self.leave(seat.hand, [card])
                self.pile.append(card)
                self.discards += 1
            case log.Bare(kind):
                assert kind == log.OUT
            case _:
                raise AssertionError(action)

    def reshuffle(self, cards: tuple[int, ...] | None) -> None:
        assert cards is not None
        assert self.p.stock.short == "reshuffle"
        assert self.stock.total() < self.p.turn.draw
        assert Counter(cards) == Counter(self.pile[:-1])
        self.stock += Counter(cards)
        del self.pile[:-1]
        if self.order is not None:
            self.order += cards
        self.seen["reshuffle"] += 1

    def take_foot(self, player: int, items: tuple[log.Item, ...]) -> None:
        seat, now = self.seat, self.p.foot.after_discard == "taken-now"
        assert not seat.in_foot
        assert not seat.hand
        if self.discards:
            assert now
            self.seen["Foot after the discard"] += 1
        elif not (self.drawn or self.taken_up):
            assert not now or self.p.foot.after_meld == "next-turn"
        else:
            self.ran_in = True
            self.seen["Foot at once"] += 1
        assert Counter(item[0] if isinstance(item, tuple) else item for item in items) == seat.foot
        seat.hand = Counter(item for item in items if isinstance(item, int))
        seat.foot, seat.in_foot = Counter(), True
        self.sealed = True
        self.come(player, tuple(item for item in items if isinstance(item, tuple)), seat.hand, False)

    def pick_up(self, player: int, action: log.Pickup) -> None:
        take, seat, top = self.p.take, self.seat, self.pile.pop()
        count = len(self.pile) + 1 if take.count == "all" else min(len(self.pile) + 1, take.count)
        assert count > 0
        assert action.count in (None, count)
        assert not IS_THREE[top]
        assert not IS_WILD[top] or take.wild_top == "same-kind-pair"
        assert "wild" not in take.blocked_by or not IS_WILD[top]
        self.taken_up = 1
        fit = [lay for lay in action.lays if top in lay.cards and self.shown(lay, top)]
        assert fit, "a pair of the hand with the top card"
        lay = next((lay for lay in fit if not lay.adds), fit[0])
        assert not lay.adds or (take.target == "any" and take.unfinished == "may-join")
        assert take.target != "new-clean-meld" or not any(IS_WILD[card] for card in lay.cards)
        assert take.before_opening or self.seat.side.opened
        frozen = take.wild_freezes and any(IS_WILD[card] for card in (*self.pile, top))
        assert not frozen or sum(RANK[card] == RANK[top] for card in lay.cards) >= 3
        self.seen["take of a frozen pile"] += frozen
        self.seen["take"] += 1
        self.seen["take that joins a meld"] += lay.adds
        self.seen["take that opens"] += not seat.side.opened
        for one in action.lays:
            self.lay(one, [top] if one is lay else [])
        self.sealed = True  # nothing from under the top opens
        assert seat.side.opened
        rest = [self.pile.pop() for _ in range(count - 1)]
        items = rest if action.rest is None else action.rest
        assert [item[0] if isinstance(item, tuple) else item for item in items] == rest
        seat.hand += Counter(item for item in items if isinstance(item, int))
        self.picking = True
        self.come(player, tuple(item for item in items if isinstance(item, tuple)), seat.hand, False)
        self.picking = False

    def shown(self, lay: log.Lay, top: int) -> bool:
        """Whether the hand gives what a take asks for, in the lay that has the top card."""
        same = sum(RANK[card] == RANK[top] for card in lay.cards) - 1
        with_wild = same >= 1 and any(IS_WILD[card] for card in lay.cards)
        if same >= 2:
            return True
        self.seen["take without a pair"] += 1
        need = self.p.take.need
        return {"natural-pair": False, "pair-with-wild": with_wild, "one-match": same >= 1, "nothing": True}[need]

    # --- melds -------------------------------------------------------------------------------------------------

    def lay(self, lay: log.Lay, extra: list[int]) -> None:
        seat, side = self.seat, self.seat.side
        of_rank = [meld for meld in side.melds if meld.rank == lay.rank]
        unfinished = [meld for meld in of_rank if len(meld.cards) < self.p.melds.cap]
        if lay.adds:
            self.added += 1
            if lay.number is None:
                assert len(unfinished) == 1, "which meld is meant must be clear"
                meld = unfinished[0]
            else:
                meld = of_rank[lay.number - 1]
            grows = self.grows(self.kind(meld)) and not any(IS_WILD[card] for card in lay.cards)
            assert meld in unfinished or grows
            self.seen["card on a book"] += meld not in unfinished
        else:
            self.begun += 1
            assert not unfinished or not self.p.melds.one_unfinished
            self.seen["second unfinished meld"] += bool(unfinished)
            meld = Meld(lay.rank, len(of_rank) + 1)
            side.melds.append(meld)
        cards = list(lay.cards)
        played = Counter(cards) & self.unplayed
        if len(meld.cards) == self.p.take.freeze_at:
            assert not played, "a frozen meld"
        self.unplayed -= played
        meld.cards += cards
        for card in extra:
            cards.remove(card)
        self.leave(seat.hand, cards)
        if not self.sealed:
            self.laid_points += sum(self.value(card) for card in lay.cards)
        side.opened = True
        self.first = self.first or side
        self.sound(meld)

    def sound(self, meld: Meld) -> None:
        m, n = self.p.melds, len(meld.cards)
        wilds = sum(IS_WILD[card] for card in meld.cards)
        naturals = n - wilds
        assert m.least <= n
        assert n <= m.cap or self.grows(self.kind(meld))
        assert not any(IS_THREE[card] for card in meld.cards)
        if meld.rank >= RUN_RANK:
            assert m.runs
            assert not wilds
            ranks = sorted(RANK[card] for card in meld.cards)
            assert ranks == list(range(ranks[0], ranks[0] + n))
            assert ranks[-1] <= ACE
            assert {card % 4 for card in meld.cards} == {meld.rank - RUN_RANK}
            self.seen["run"] += 1
        elif meld.rank == TWO_RANK:
            assert m.twos
            assert all(RANK[card] == TWO_RANK for card in meld.cards)
            self.seen["series of twos"] += 1
        elif meld.rank == WILD_RANK:
            assert m.wild_melds
            assert not naturals
        else:
            assert {RANK[card] for card in meld.cards if not IS_WILD[card]} == {meld.rank}
            assert not wilds or m.natural_share * naturals >= m.wild_share * wilds + m.wild_margin
            assert m.most_wilds is None or wilds <= m.most_wilds
            least = m.dirty_naturals or 0  # naturals in a book with wild cards; before, there is room for them
            assert not wilds or naturals >= least or (n < m.cap and wilds <= m.cap - least)

    def grows(self, kind: str | None) -> bool:
        """Whether naturals may be laid on a book of this kind."""
        return any((book.extend or self.p.melds.extend_books) != "never" for book in self.p.books if book.kind == kind)

    def kind(self, meld: Meld) -> str | None:
        if len(meld.cards) < self.p.melds.cap:
            return None
        wilds = sum(IS_WILD[card] for card in meld.cards)
        for book in self.p.books:
            if book.run or book.twos or book.all_wild:
                fits = meld.rank >= RUN_RANK if book.run else meld.rank == (TWO_RANK if book.twos else WILD_RANK)
            else:
                low, high = book.wilds or (0, self.p.melds.cap)
                fits = 2 <= meld.rank <= ACE and low <= wilds <= high
            if fits:
                return book.kind
        raise AssertionError("a book of no kind")

    # --- ends --------------------------------------------------------------------------------------------------

    def goes_out(self, player: int) -> None:
        p, seat = self.p, self.seat
        counts: Counter[str] = Counter()
        as_what = {book.kind: book.counts_as for book in p.books}
        for meld in seat.side.melds:
            if (kind := self.kind(meld)) is not None:
                counts[as_what[kind]] += 1
        assert all(counts[kind] >= n for kind, n in p.out.books.items())
        for other in seat.side.seats:
            partner = self.seats[other]
            if other != player and p.out.partner != "none":
                assert partner.in_foot
                assert p.out.partner == "in-foot" or partner.acts
        if p.out.permission == "required" and len(seat.side.seats) > 1:
            assert self.asked
        assert self.discards <= 1
        assert p.out.final_discard == "optional" or self.discards == (p.out.final_discard == "required")
        self.seen["out without asking"] += self.asked is None
        self.went_out = player

    def end(self, how: str, player: int | None) -> None:
        self.seen[f"end {how}"] += 1
        assert (how == "out") == (self.went_out is not None)
        assert player == self.went_out
        if how == "stock":
            again = len(self.pile) - 1 if self.p.stock.short == "reshuffle" else 0
            assert self.stock.total() + again < self.p.turn.draw

    def value(self, card: int) -> int:
        s = self.p.score
        if card == JOKER:
            return s.joker
        if IS_THREE[card]:
            return (s.red_three or 0) if IS_RED_THREE[card] else s.black_three
        if RANK[card] == TWO_RANK:
            return s.two
        return s.ace if RANK[card] == ACE else s.high if RANK[card] + 2 >= s.high_from else s.low

    def score(self, team: tuple[int, ...], entries: dict[str, int | None]) -> None:
        p, side = self.p, next(side for side in self.sides if side.seats == team)
        bonus = {book.kind: book.bonus for book in p.books}
        books = Counter(kind for meld in side.melds if (kind := self.kind(meld)) is not None)
        self.seen.update({f"book {kind}": n for kind, n in books.items()})
        melded = sum(self.value(card) for meld in side.melds for card in meld.cards)
        packets = [packet for i in team for packet in (self.seats[i].hand, self.seats[i].foot)]
        left = sum(n * self.value(card) for packet in packets for card, n in packet.items())
        shown = p.threes.red_points * side.reds
        if p.threes.red_counts_for == "laid" and not side.opened:
            shown = -shown
        hidden = sum(n for packet in packets for card, n in packet.items() if IS_RED_THREE[card])
        reds = shown + p.threes.red_hidden_points * hidden
        out = p.out.bonus if self.went_out in team else 0
        first = p.opening.first_bonus if side is self.first else 0
        total = first + sum(bonus[kind] * n for kind, n in books.items()) + melded - left + reds + out
        side.total += total
        expected: dict[str, int | None] = {
            "cards": melded,
            "left": -left,
            "reds": reds,
            "out": out,
            "total": total,
            "running": side.total,
        }
        expected |= {kind: books[kind] for kind in bonus}
        expected["bonus"] = sum(bonus[kind] * n for kind, n in books.items())
        expected["first"] = None
        assert {key: expected[key] for key in entries} == entries
        assert "first" not in entries or side is self.first

    def result(self, result: log.Result) -> None:
        assert [total for _, total in result.totals] == [side.total for side in self.sides]
        best = max(side.total for side in self.sides)
        if result.winners is not None:
            assert result.winners == tuple(side.seats for side in self.sides if side.total == best)
            assert len(result.winners) == 1 or self.p.score.tie == "shared"
