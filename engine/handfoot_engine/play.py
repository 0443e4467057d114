"""Random legal games from a seed, as the Log that a careful scribe would have written.

The same seed gives the same games, whatever the machine: nothing is random but ``random.Random.random``, whose sequence Python
promises to keep, and game number *n* depends on the seed and *n* alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from handfoot_grammar import log
from handfoot_grammar.log import Bare, Game, Statement
from handfoot_spec.cards import IS_RED_THREE, Card
from handfoot_spec.profile import Profile

from .legal import Position, Seat
from .limits import HELD_RANKS, LeftOpen, Limits, UnsupportedProfile
from .player import Chance, Player, Temper
from .score import TeamScore
from .written import NOWHERE, write_down

__all__ = ["UnsupportedProfile", "play_game", "play_games"]

TABLES = (
    ("Ana", "Bo", "Chi", "Dee"), ("North", "East", "South", "West"), ("João", "Luc", "Zoé", "Wu"),
    ("anna_b", "ben.k", "cleo-7", "dov"), ("Ines", "O'Neil", "Kit", "Val"),
)  # fmt: skip
NOTES = (
    "drinks are served",
    "a new scribe takes over",
    "five minutes of rest",
    "the window is opened",
)


@dataclass(frozen=True)
class _Habits:
    """How the scribe of one game writes: chances (0 to 1) and choices."""

    claims: float
    notes: float
    sets_up_reds: bool
    says_out: bool
    scores: str
    running: bool
    winner: bool


def play_games(
    profile: Profile,
    seed: int = 0,
    games: int | None = None,
    *,
    deals: int | None = None,
    stock: bool = False,
    rules: str | None = None,
    players: int | None = None,
) -> Iterator[Game]:
    """Games number 1, 2, ... of a seed, one after the other; without ``games`` without end. See :func:`play_game`."""
    number = 1
    while games is None or number <= games:
        yield play_game(profile, seed, number, deals=deals, stock=stock, rules=rules, players=players)
        number += 1


def play_game(
    profile: Profile,
    seed: int = 0,
    number: int = 1,
    *,
    deals: int | None = None,
    stock: bool = False,
    rules: str | None = None,
    players: int | None = None,
) -> Game:
    """Game ``number`` of a seed: a legal game with every card known.

    ``deals`` is how many deals are played (as many as the profile has, if not said; four where it has no number of them), ``stock``
    whether the order of the stock is recorded, ``rules`` what the ``Rules`` tag says if not the profile's name, ``players`` how many
    play (the first number that the profile allows, if not said).

    :raises UnsupportedProfile: random play does not know how to keep the profile's rules.
    :raises ValueError: the profile has no such number of deals, or of players.
    """
    game_deals = profile.deals.count or _DEALS
    deals = game_deals if deals is None else deals
    if deals < 1 or (profile.deals.count is not None and deals > profile.deals.count):
        raise ValueError(f"{deals} deals are asked for; a game of {profile.name!r} has 1 to {game_deals}")
    players = profile.players if players is None else players
    if players not in profile.table.players:
        numbers = " or ".join(map(str, profile.table.players))
        raise ValueError(f"{players} players are asked for; the rules {profile.name!r} are for {numbers}")
    limits = [_limits(profile, players, deal) for deal in range(1, deals + 1)]
    chance = random.Random(f"handfoot {seed} {number}").random
    return _Scribe(limits, chance, stock).game(seed, number, rules or profile.name)


_DEALS = 4
"""Deals of a game by rules that name no number of them."""
_MOST_TURNS = 1_000
"""Turns of a deal; one that goes on without end, the pile becoming the stock again and again, is dealt anew."""
_TRIES = 500
"""How often a deal that comes to a point which the rules leave open is dealt anew."""


def _limits(profile: Profile, players: int, deal: int) -> Limits:
    ours = profile.at_table(players).at_deal(deal)
    found = _made.get(ours.sha256)
    if found is None:
        found = _made[ours.sha256] = Limits(ours, ours.teams)
    return found


_made: dict[str, Limits] = {}


def shuffled(limits: Limits, chance: Chance) -> list[Card]:
    """All packs in random order, but the last draw holds no red three: its replacement the rules would leave open."""
    deck = limits.deck
    some = limits.exposes and limits.replaces
    while True:
        keys = [chance() for _ in deck]
        cards = [deck[i] for i in sorted(range(len(deck)), key=keys.__getitem__)]
        if not (some and any(IS_RED_THREE[card] for card in cards[-limits.draw :])):
            return cards


class _Scribe:
    """Plays one game and writes it down."""

    def __init__(self, deals: list[Limits], chance: Chance, stock: bool) -> None:
        self.deals, self.limits, self.chance, self.stock = deals, deals[0], chance, stock
        self.statements: list[Statement] = []
        self.totals = [0] * len(self.limits.teams)
        self.habits = _Habits(
            claims=0.02 if chance() < 0.5 else 0.0,
            notes=0.004 if chance() < 0.4 else 0.0,
            sets_up_reds=chance() < 0.5,
            says_out=chance() < 0.5,
            scores=("parts", "parts", "bonus", "total")[int(chance() * 4)],
            running=chance() < 0.5,
            winner=chance() < 0.5,
        )
        self.numbers, self.lists = chance() < 0.5, chance() < 0.7

    def game(self, seed: int, number: int, rules: str) -> Game:
        players = self.limits.players
        labels = TABLES[int(self.chance() * len(TABLES))]
        seats = (*labels, *(f"Guest{i}" for i in range(len(labels), players)))[:players]
        tags = {
            "Notation": "HFN 1",
            "Event": f"Random game {number} of seed {seed}",
            "Rules": rules,
            "Seats": " ".join(seats),
        }
        self.statements.extend(log.Tag(NOWHERE, name, value) for name, value in tags.items())
        dealer = int(self.chance() * players)
        for deal, limits in enumerate(self.deals, 1):
            self.limits = limits
            self._decided_deal(deal, dealer)
            dealer = (dealer + 1) % players
            if self._over(deal):
                self._result()
                break
        game = Game(tags, seats, self.statements, source=f"<play {seed}>", number=number)
        write_down(game)
        return game

    def _over(self, deal: int) -> bool:
        """Whether the game has ended: with the last of its deals, or by a score."""
        deals = self.limits.profile.deals
        return deal == deals.count or (deals.end_score is not None and max(self.totals) >= deals.end_score)

    # --- a deal ------------------------------------------------------------------------------------------------

    def _decided_deal(self, number: int, dealer: int) -> None:
        """A deal; one that comes to a point which the rules leave open is dealt anew.

        :raises UnsupportedProfile: every deal comes to such a point.
        """
        before = len(self.statements)
        for _ in range(_TRIES):
            try:
                self._deal(number, dealer)
                return
            except LeftOpen:
                del self.statements[before:]
        rules, players = self.limits.profile.name, self.limits.players
        raise UnsupportedProfile(
            f"random play by the rules {rules!r} with {players} players never comes to an end they decide"
        )

    def _deal(self, number: int, dealer: int) -> None:
        limits, statements = self.limits, self.statements
        position = Position(limits, shuffled(limits, self.chance))
        for team, total in zip(position.teams, self.totals, strict=True):
            team.minimum = limits.profile.opening_minimum(number, total)
        statements.append(log.DealStart(NOWHERE, number, dealer))
        statements.extend(log.Dealt(NOWHERE, False, i, cards) for i, cards in enumerate(position.dealt))
        statements.extend(log.Dealt(NOWHERE, True, seat.player, seat.foot) for seat in position.seats)
        if limits.profile.starter.turned:
            statements.append(log.TurnUp(NOWHERE, self._turn_up(position)))
        if self.stock:
            statements.append(log.StockOrder(NOWHERE, tuple(position.stock[::-1])))
        first = (dealer + (limits.profile.deals.first != "dealer")) % limits.players
        if self.habits.sets_up_reds:
            for i in range(limits.players):
                seat = position.seats[(first + i) % limits.players]
                if seat.reds:
                    statements.append(log.Reds(NOWHERE, seat.player, position.expose_dealt(seat)))
        out = self._play(position, first)
        self._left(position, out)
        self._scores(position, position.scores(None if out is None else out.team))

    def _turn_up(self, position: Position) -> tuple[Card, ...]:
        """Cards are turned until one may start the pile; those before it go back into the stock."""
        stock, turned = position.stock, []
        while not self.limits.may_start[stock[-1]]:
            turned.append(stock.pop())
            if not stock:
                raise LeftOpen
        position.pile.append(stock.pop())
        if self.limits.profile.starter.buried_to == "bottom":
            stock[:0] = turned[::-1]
            return (*turned, position.pile[0])
        for card in turned:  # not among the last draw, which holds no red three
            room = len(stock) + 1 - self.limits.draw
            stock.insert(self.limits.draw + int(self.chance() * room), card)
        return (*turned, position.pile[0])

    def _play(self, position: Position, first: int) -> Seat | None:
        """The turns of a deal and its end; who went out.

        :raises LeftOpen: the rules do not say what happens next.
        """
        chance, statements, players = self.chance, self.statements, self.limits.players
        temper = Temper(
            takes=0.8 + 0.2 * chance(),
            late=0.3 + 0.6 * chance(),
            waits=0.6 + 0.4 * chance(),
            hoards=0.7 * chance(),
            blocks=0.2 + 0.6 * chance(),
            strays=0.05 * chance(),
            numbers=self.numbers,
            lists=self.lists,
        )
        player = Player(position, chance, temper)
        claims, notes = self.habits.claims, self.habits.notes
        turn = first
        for _ in range(_MOST_TURNS):
            seat = position.seats[turn]
            played = player.turn(seat)
            if played is None:
                if not self.limits.stock_ends:
                    raise LeftOpen
                statements.append(log.End(NOWHERE, "stock"))
                return None
            actions, out = played
            if position.first_side is None and seat.opener.opened:
                position.first_side = seat.team.index
            if out and self.habits.says_out:
                actions.append(_OUT)
            statements.append(log.Turn(NOWHERE, turn, tuple(actions)))
            if out:
                statements.append(log.End(NOWHERE, "out", turn))
                return seat
            if claims and chance() < claims:
                self._claim(position)
            if notes and chance() < notes:
                statements.append(log.Note(NOWHERE, NOTES[int(chance() * len(NOTES))]))
            turn = (turn + 1) % players
        raise LeftOpen

    def _claim(self, position: Position) -> None:
        """Some counts that somebody asserts: stock, pile, a packet in play, an unopened Foot, an unfinished meld."""
        chance, seats = self.chance, position.seats
        counts: list[log.Count] = []
        if chance() < 0.5:
            counts.append(log.Count("stock", len(position.stock)))
        if chance() < 0.4:
            counts.append(log.Count("pile", len(position.pile)))
        if chance() < 0.5:
            seat = seats[int(chance() * len(seats))]
            counts.append(log.Count("hand", seat.size + len(seat.reds), seat.player))
        seat = seats[int(chance() * len(seats))]
        if chance() < 0.4:
            counts.append(log.Count("foot", 0 if seat.in_foot else len(seat.foot), seat.player))
        team = position.teams[int(chance() * len(position.teams))]
        melds = [m for m in team.unfinished[:HELD_RANKS] if m is not None and not team.set_aside.get(m.rank)]
        if melds and chance() < 0.5:
            meld = melds[int(chance() * len(melds))]
            counts.append(log.Count("melds", meld.size, team=self.limits.teams[team.index], rank=meld.rank))
        if counts:
            self.statements.append(log.Claim(NOWHERE, tuple(counts)))

    # --- ends --------------------------------------------------------------------------------------------------

    def _left(self, position: Position, out: Seat | None) -> None:
        for seat in position.seats:
            if seat is not out:
                foot = None if seat.in_foot else seat.foot
                self.statements.append(log.Left(NOWHERE, seat.player, tuple(seat.cards()), foot))

    def _scores(self, position: Position, scores: list[TeamScore]) -> None:
        for i, (team, score) in enumerate(zip(self.limits.teams, scores, strict=True)):
            total = score.total[0]
            self.totals[i] += total
            entries: list[tuple[str, int | None]] = []
            if self.habits.scores == "parts":
                entries += [(kind, count[0]) for kind, count in score.books.items()]
            elif self.habits.scores == "bonus":
                entries.append(("bonus", score.bonus[0]))
            if self.habits.scores != "total":
                entries.append(("cards", score.cards[0]))
                if not self.limits.profile.score.red_three:  # else they are left over as any card is
                    entries.append(("reds", score.reds[0]))
                if score.out[0]:
                    entries.append(("out", score.out[0]))
                entries.append(("left", score.left[0]))
                if i == position.first_side and self.limits.profile.opening.first_bonus:
                    entries.append(("first", None))
            entries.append(("total", total))
            if self.habits.running:
                entries.append(("running", self.totals[i]))
            self.statements.append(log.ScoreLine(NOWHERE, team, tuple(entries)))

    def _result(self) -> None:
        teams, totals = self.limits.teams, self.totals
        best = max(totals)
        tied = totals.count(best) > 1 and self.limits.profile.score.tie != "shared"
        winners = tuple(team for team, total in zip(teams, totals, strict=True) if total == best)
        named = winners if self.habits.winner and not tied else None
        self.statements.append(log.Result(NOWHERE, tuple(zip(teams, totals, strict=True)), named))


_OUT = Bare(log.OUT)
