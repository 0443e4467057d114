"""The auditor: walks one game's statements, replays them, and lets the checks judge each step.

It is fed statement by statement, so a log can be audited while it is being written; what a turn or a deal as a whole did is
judged when the next one begins, or at the end.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Any

from handfoot_engine.replay import DEEDS, Step
from handfoot_grammar import log
from handfoot_grammar.log import Game, Span
from handfoot_grammar.parse import ACTION_WORDS
from handfoot_spec.definitions import INTEGERS, packet_complete
from handfoot_spec.profile import Profile

from .checks import claims, foot, melds, scores, setup, stock, takes, turns
from .context import Context, DealState

Check = Callable[[Context, Step], None]

_CHECKS: dict[int, Check] = {
    log.DRAW: stock.check_draw,
    log.TAKE: takes.check_take,
    log.PICKUP: takes.check_pickup,
    log.MELD: melds.check_lay,
    log.ADD: melds.check_lay,
    log.RED: stock.check_red,
    log.FOOT: foot.check_foot,
    log.ASK: foot.check_ask,
    log.TAKEBACK: turns.check_takeback,
    log.RESHUFFLE: turns.check_reshuffle,
    log.RULING: turns.record_ruling,
    log.PENALTY: turns.record_ruling,
    log.PEEK: turns.check_peek,
    log.BROWSE: turns.check_irregular,
    log.SHOW: turns.check_irregular,
    log.SAY: turns.check_irregular,
    log.MOVE: turns.check_move,
    log.DISCARD: turns.check_discard,
}
CHECKS: tuple[Check | None, ...] = tuple(_CHECKS.get(kind) for kind in range(len(log.KIND_NAMES)))
"""The check of each kind of action; where it is None, the deed is on record and judged by nobody."""

_JUDGED = tuple(zip(DEEDS, CHECKS, strict=True))


def default_teams(profile: Profile, players: int) -> tuple[tuple[int, ...], ...]:
    """The sides by seating: partners opposite, or each for himself."""
    if profile.table.sides == "partners" or (profile.table.sides == "solo-but-partners-of-four" and players == 4):
        half = players // 2
        if players % 2 == 0 and players > 2:
            return tuple(tuple(range(i, players, half)) for i in range(half))
    return tuple((seat,) for seat in range(players))


def _may_be(text: str, word: str) -> bool:
    """Whether an unreadable deed may have been ``word``: its own keyword is not clearly another."""
    close = _close_to(text)
    return close is None or close == word


def _close_to(text: str) -> str | None:
    """The keyword that an unreadable deed nearly begins with."""
    first = text.split(None, 1)[0] if text else ""
    close = [first] if first in ACTION_WORDS else difflib.get_close_matches(first[:40], ACTION_WORDS, 1, 0.6)
    return close[0] if close else None


class GameAuditor:
    """The audit of one game under one profile."""

    def __init__(self, game: Game, profile: Profile) -> None:
        self.game, self.profile = game, profile
        self.mismatch = False
        self.lost = False  # the line that began this deal could not be read
        self.hidden = False
        self.total_turns = 0
        self.claimed_winners: list[str] | None = None
        self.deals_completed = 0
        self.result_given = False
        self.deals_uncertain = 0  # whose beginning or end the record does not show
        self.deal_numbers: list[int] = []
        teams = default_teams(profile, len(game.seats))
        self._teams_problem: str | None = None
        # (a Teams tag that cannot be read leaves every side unknown)
        self._sides_lost = any(
            p.code == "HF004" and p.source_lines and p.source_lines[0][1].lstrip().startswith("[Teams")
            for p in game.problems
        )
        if "Teams" in game.tags:
            self._sides_lost = False
            given = self._teams_of(game.tags["Teams"])
            teams = given if given is not None else teams
            self._sides_lost = given is None
        self.c = Context(game, profile, teams)
        self.book = scores.Book(len(teams))
        if len(game.seats) not in profile.table.players:
            self._mismatch(
                f"{len(game.seats)} players sit at this table; the rules {profile.name!r} are for {' or '.join(map(str, profile.table.players))}",
                next(
                    (s.at.whole() for s in game.statements if isinstance(s, log.Tag) and s.name == "Seats"),
                    Span(game.line, 1, game.line, 2),
                ),
            )

    def _teams_of(self, value: str) -> tuple[tuple[int, ...], ...] | None:
        seats = {label: seat for seat, label in enumerate(self.game.seats)}
        groups = [word.split("+") for word in value.split()]
        labels = [label for group in groups for label in group]
        if sorted(labels) != sorted(seats):
            self._teams_problem = f'Teams must name every player once, as in "{"+".join(self.game.seats[::2])} {"+".join(self.game.seats[1::2])}"'
            return None
        return tuple(sorted(tuple(sorted(seats[label] for label in group)) for group in groups))

    # --- the walk ----------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Audits all statements of the game and its end."""
        handlers = _HANDLERS
        for statement in self.game.statements:
            handlers[type(statement)](self, statement)
        self.finish()

    def feed(self, statement: log.Statement) -> None:
        """Audits one more statement."""
        _HANDLERS[type(statement)](self, statement)

    def finish(self) -> None:
        """The record ends here."""
        if self.c.deal is not None:
            self._close_turn("eof")
            self._close_set_up()
            self._close_deal(last=True)
        if not self.mismatch:
            scores.check_flags(self.c, self.book)

    def _tag(self, statement: log.Tag) -> None:
        self.c.statement = statement
        if statement.name == "Teams" and self._teams_problem is not None:
            self.c.find("HF004", self._teams_problem, statement.at.whole())
            self._teams_problem = None

    def _note(self, statement: log.Note) -> None:
        pass

    def _turn(self, statement: log.Turn) -> None:
        c = self.c
        deal = c.deal
        if deal is None or self.mismatch or deal.next_deal_lost:
            self._outside(statement, "a turn")
            return
        if type(statement.actions[0]) is log.Unread and all(
            type(action) is log.Unread and not _close_to(action.text) for action in statement.actions
        ):
            # a label and nothing else that can be read: maybe no turn at all, but a hand or what is left
            self._unread_play(log.UnreadLine(statement.at, True, statement.player), deal, certain=False)
            return
        if deal.set_up:
            self._close_set_up()
            if self.mismatch:
                return
            deal.set_up = False
        deal.played = True
        walk, player = c.walk, statement.player
        before = walk.turn
        if before is None or before.player != player or walk.begins_turn(statement):
            if (
                before is None
                or not before.discards
                or c.opening is not None
                or c.emptied is not None
                or before.asked is not None
                or before.declared_out
            ):
                self._close_turn(
                    "next"
                )  # else it ended as usual, with a discard, and there is nothing to judge in it as a whole
            if deal.ended is not None or (deal.expected != player and deal.expected is not None):
                c.statement = statement
                turns.check_mover(c, statement)
            c.turn = turn = walk.begin_turn(player)
            if deal.lost_line:  # its beginning may stand in the line that could not be read
                deal.lost_line = False
                turn.blurred = statement.actions[0].kind not in (log.DRAW, log.PICKUP, log.TAKE)
            deal.expected = (player + 1) % walk.players
            c.emptied = c.left_one = c.opening = None
            if c.flags:
                c.flags = set()
            c.turn_mark = len(c.findings)
        c.statement = statement
        actions = statement.actions
        c.turn_place = statement.at, len(actions) - 1
        excess, step, judged = c.table.excess, walk.step, _JUDGED
        for index, action in enumerate(actions):  # Replay.act, written out, and what it did is judged
            kind = action.kind
            step.action, step.index = action, index
            deed, check = judged[kind]
            deed(walk, action, step)
            if check is not None:
                check(c, step)
            elif kind == log.UNREADABLE:
                self._unread_action(action)  # type: ignore[arg-type]
            if excess:
                c.copies(statement.at, index, player)

    # --- set-up ------------------------------------------------------------------------------------------------

    def _deal(self, statement: log.DealStart) -> None:
        c = self.c
        if self.mismatch:
            return
        before = c.deal
        if before is not None:
            self._close_turn("eof")
            self._close_set_up()
            self._close_deal()
        self.lost = False
        c.deal = None
        c.table = c.walk.begin_deal()
        deal = c.deal = DealState(statement.number, statement.dealer, statement.at)
        deal.set_up_lost, deal.mark = self._sides_lost, len(c.findings)
        c.deals_begun += 1
        c.due = deal.due
        self.deal_numbers.append(statement.number)
        c.statement = statement
        setup.check_deal(c, statement, before)
        if statement.dealer is not None and self.profile.deals.first == "left-of-dealer":
            deal.expected = (statement.dealer + 1) % len(self.game.seats)

    def _outside(self, statement: log.Statement, what: str) -> bool:
        """Whether there is no deal to which a statement can belong; says so unless it is known why."""
        if self.mismatch or self.lost:
            return True
        deal = self.c.deal
        if (
            deal is not None
            and deal.next_deal_lost
            and not isinstance(statement, log.Left | log.ScoreLine | log.End | log.Claim)
        ):
            self._lose_deal()
            return True
        if deal is None:
            self.c.statement = statement
            self.c.find("HF005", f"{what} stands before any deal", statement.at.whole(), expected="deal N dealer P")
            return True
        return False

    def _set_up_line(self, statement: log.Statement, what: str, twice: bool) -> bool:
        """Whether a set-up line stands where it can."""
        if self._outside(statement, what):
            return False
        c, deal = self.c, self.c.this_deal
        c.statement = statement
        if not deal.set_up or deal.ended is not None:
            c.find(
                "HF005",
                f"{what} stands after play had begun",
                statement.at.whole(),
                expected="set-up lines before the first turn",
                in_turn=False,
            )
            return False
        if twice:
            c.find("HF005", f"{what} is given twice", statement.at.whole(), in_turn=False)
            return False
        deal.set_up_place = statement.at
        return True

    def _dealt(self, statement: log.Dealt) -> None:
        what = f"the {'Foot' if statement.foot else 'Hand'} of {self.game.seats[statement.player]}"
        deal = self.c.deal
        key = (statement.foot, statement.player)
        twice = deal is not None and (key in deal.dealt or statement.player in deal.exposed)
        if not self._set_up_line(statement, what, twice):
            return
        c, deal = self.c, self.c.this_deal
        deal.dealt[key] = (statement.at, len(statement.cards))
        c.walk.dealt(statement)
        if deal.checked_set_up:
            setup.check_packet(c, statement)
        else:
            self._waiting.append(statement)
        if c.table.excess:
            c.copies(statement.at, None, statement.player)

    @property
    def _waiting(self) -> list[log.Dealt]:
        return self.c.waiting

    def _turn_up(self, statement: log.TurnUp) -> None:
        deal = self.c.deal
        if self._set_up_line(statement, "the turn-up", deal is not None and deal.turn_up is not None):
            self.c.this_deal.turn_up = statement.at
            self.c.walk.turn_up(statement)
            setup.check_starter(self.c, statement)
            self.c.copies(statement.at, None, None)

    def _stock_order(self, statement: log.StockOrder) -> None:
        deal = self.c.deal
        if self._set_up_line(statement, "the stock", deal is not None and deal.stock_line is not None):
            self.c.this_deal.stock_line = statement.at
            self.c.walk.stock_order(statement)

    def _reds(self, statement: log.Reds) -> None:
        if self._outside(statement, "a red three"):
            return
        self._close_set_up()
        if self.mismatch:
            return
        c = self.c
        c.statement = statement
        if c.this_deal.ended is not None:
            c.find("HF005", "a red three is exposed after the deal had ended", statement.at.whole(), in_turn=False)
            return
        c.this_deal.exposed.add(statement.player)
        step = c.walk.reds(statement)
        stock.check_red(c, step)
        c.copies(statement.at, 0, statement.player)

    def _close_set_up(self) -> None:
        """The set-up as a whole: is this the game that the profile is for, and are the packets right?"""
        c, deal = self.c, self.c.deal
        if deal is None or deal.checked_set_up or self.mismatch:
            return
        deal.checked_set_up = True
        waiting, c.waiting = c.waiting, []
        sizes = {len(statement.cards) for statement in waiting}
        if (
            len(waiting) >= 2
            and len(sizes) == 1
            and not any(packet_complete(INTEGERS, self.profile, n, foot) for n in sizes for foot in (False, True))
        ):
            n = sizes.pop()
            c.statement = waiting[0]
            self._mismatch(
                f"all packets recorded have {n} cards; the rules {self.profile.name!r} deal {self.profile.table.hand}",
                waiting[0].at.whole(),
            )
            return
        for statement in waiting:
            c.statement = statement
            setup.check_packet(c, statement)
        if not deal.blurred and not deal.set_up_lost:
            setup.check_deck(c)
        self._blur_set_up(deal)
        if any(packet.had_unseen for packet in (*c.table.hands, *c.table.feet)) and (deal.dealt or not deal.scored):
            self.hidden = True

    def _mismatch(self, message: str, span: Span) -> None:
        """The log is of another game (P0-3): no offence, and nothing more is checked."""
        self.mismatch = True
        if self.c.deal is not None:  # nor was its set-up to be judged
            self.c.truncate(self.c.deal.mark, keep=("HF0",))
        self.c.find(
            "HF006",
            f"{message}; that is another legitimate game, so its play is not judged by these rules",
            span,
            in_turn=False,
        )

    # --- statements beside the turns ---------------------------------------------------------------------------

    def _claim(self, statement: log.Claim) -> None:
        if self._outside(statement, "a claim"):
            return
        self._close_set_up()
        if not self.mismatch:
            self.c.statement = statement
            claims.check_claim(self.c, statement)

    def _end(self, statement: log.End) -> None:
        if self._outside(statement, "the end of a deal"):
            return
        self._close_set_up()
        if self.mismatch:
            return
        c, deal = self.c, self.c.this_deal
        if deal.ended not in (None, "declared"):
            c.statement = statement
            c.find("HF005", "the deal has ended already", statement.at.whole(), in_turn=False)
            return
        if deal.ended is None:
            self._close_turn(statement.how, statement.player)
        c.statement = statement
        if deal.played:
            foot.check_end(c, statement, True)
        deal.ended = statement.how

    def _left(self, statement: log.Left) -> None:
        if self._outside(statement, "what is left"):
            return
        self._close_set_up()
        if self.mismatch:
            return
        c, deal = self.c, self.c.this_deal
        if statement.player in deal.left:
            c.statement = statement
            c.find(
                "HF005",
                f"what is left with {c.name(statement.player)} is given twice",
                statement.at.whole(),
                in_turn=False,
            )
            return
        if deal.ended is None:
            self._close_turn("left")
        c.statement = statement
        if deal.played:
            scores.check_left(c, statement)

    def _score(self, statement: log.ScoreLine) -> None:
        if self._outside(statement, "a score"):
            return
        self._close_set_up()
        if self.mismatch:
            return
        c, deal = self.c, self.c.this_deal
        if deal.next_deal_lost and scores.has_score(c, self.book, statement):
            self._lose_deal()
            return
        deal.scored = True
        if deal.ended is None:
            self._close_turn("left")
        c.statement = statement
        scores.check_score(c, self.book, statement)

    def _result(self, statement: log.Result) -> None:
        if self.mismatch:
            return
        c = self.c
        if c.deal is not None:
            self._close_turn("eof")
            self._close_set_up()
            if self.mismatch:
                return
            self._close_deal(last=True)
        c.statement = statement
        if self.result_given:
            c.find("HF005", "the result is given twice", statement.at.whole(), in_turn=False)
            return
        self.result_given = True
        if statement.winners is not None:
            self.claimed_winners = [self.game.team_name(team) for team in statement.winners]
        scores.check_result(c, self.book, statement, self.deals_completed, self.deals_uncertain)

    def _unread(self, statement: log.UnreadLine) -> None:
        """An unreadable line: every place that it may have touched becomes unknown."""
        c, deal = self.c, self.c.deal
        if self.mismatch:
            return
        if statement.dropped == "deal":
            self._lose_deal()
            return
        if deal is None:
            return
        if statement.dropped == "end":
            if c.emptied is not None:
                c.turn_place = None  # whether going out was declared stands in this line
            self._close_turn("abandoned")
            deal.end_lost = True
        elif not deal.set_up and statement.dropped in ("hand", "foot", "red", "stock", "turn-up"):
            # no set-up after play had begun: a turn that lost its label, or the next deal
            self._unread_play(log.UnreadLine(statement.at, True), deal)
        elif statement.dropped in ("hand", "foot"):
            deal.packets_lost.add((statement.dropped == "foot", statement.player))
            deal.blurred = True
            if deal.checked_set_up:
                self._blur_set_up(deal)
        elif statement.dropped in ("stock", "turn-up"):
            deal.blurred = True
        elif statement.dropped == "red":
            self._close_set_up()
            self._blur(deal, statement.player)
        elif statement.play:
            self._unread_play(statement, deal)

    def _lose_deal(self) -> None:
        """The line that begins a deal could not be read: nothing up to the next such line is judged, nor any total after it."""
        c = self.c
        if c.deal is not None:
            self._close_turn("eof")
            self._close_set_up()
            self._close_deal()
        c.deal, self.lost = None, True
        self.deals_uncertain += 1
        self.book.lose()
        c.table = c.walk.begin_deal()

    def _unread_play(self, statement: log.UnreadLine, deal: DealState, certain: bool = True) -> None:
        """A line that may have been any deed: of the player whose label it nearly has if it is the turn of that one, else of anybody.

        :param certain: whether a label that fits makes it a line of play.
        """
        c, turn = self.c, self.c.walk.turn
        if deal.ended is not None or deal.scored:
            deal.next_deal_lost = True  # what it said may have begun another deal
            return
        open_turn = turn is not None and not turn.discards
        likely = (deal.expected, turn.player if turn is not None and open_turn else None)
        player = statement.player if statement.player in likely else None
        if deal.set_up and (player is None or not certain):
            deal.set_up_lost, deal.expected, deal.lost_line = True, None, True
            if deal.checked_set_up:
                self._blur_set_up(deal)
            return
        self._close_set_up()
        if self.mismatch:
            return
        deal.set_up, deal.played = False, True
        if turn is not None and open_turn and player in (None, turn.player):
            turn.blurred = True
            c.truncate(min(c.turn_mark, len(c.findings)))  # what was done since the draw may have been taken back in it
        else:
            if c.emptied is not None:
                c.turn_place = None  # whether going out was declared may stand in it
            self._close_turn("next")
            c.walk.close_turn()
            c.walk.turn = None
            if player is not None:
                c.turn = c.walk.begin_turn(player)
                c.turn.blurred = True
                c.emptied = c.left_one = c.opening = None
                c.flags, c.turn_mark, c.turn_place = set(), len(c.findings), (statement.at, 0)
        if player is None:
            deal.expected, deal.lost_line, deal.end_lost = None, True, True
        else:
            deal.expected = (player + 1) % len(self.game.seats)
        deal.penalty_lost = deal.penalty_lost or any('"' in text for _, text in statement.at.source_lines())
        self._blur(deal, player)

    def _unread_action(self, action: log.Unread) -> None:
        """An unreadable deed in a line of play whose player is known."""
        c, deal = self.c, self.c.this_deal
        deal.due.pop(c.turn.player, None)
        if _may_be(action.text, "takeback"):
            c.truncate(min(c.turn_mark, len(c.findings)))
        if _may_be(action.text, "penalty"):
            deal.penalty_lost = True

    def _blur(self, deal: DealState, player: int | None) -> None:
        self.c.walk.blur(player)
        deal.blurred = True
        if player is None:
            deal.due.clear()
        else:
            deal.due.pop(player, None)

    def _blur_set_up(self, deal: DealState) -> None:
        """What was dealt stands in a line that could not be read."""
        table = self.c.table
        if deal.set_up_lost:
            self._blur(deal, None)
        for is_foot, owner in deal.packets_lost:
            for seat, packet in enumerate(table.feet if is_foot else table.hands):
                if owner in (None, seat) and (is_foot, seat) not in deal.dealt:
                    table.blur_packet(packet)
                    table.stock_blurred = table.stock_blurred or table.stock_order is None

    # --- ends --------------------------------------------------------------------------------------------------

    def _close_turn(self, ending: str, out_player: int | None = None) -> None:
        """Judges the turn as a whole. ``ending``: what comes next (next, out, stock, abandoned, left, eof)."""
        c = self.c
        turn = c.walk.turn
        if turn is None or c.turn_place is None:
            return
        deal, before = c.this_deal, c.statement
        place, index = c.turn_place
        c.statement = log.Turn(place, turn.player, ())
        complete = ending not in ("eof", "left") or turn.discards > 0
        if complete:
            melds.close_opening(c, turn.player)
        declared = turn.asked is not None or turn.declared_out or (ending == "out" and out_player == turn.player)
        if deal.ended is None and foot.close_emptied(c, declared):
            pass
        elif deal.ended is None and not (ending == "out" and out_player == turn.player):
            if c.emptied is None or not c.table.opened_foot[turn.player]:
                turns.check_turn_end(c, "eof" if ending == "left" else ending)
            if turn.declared_out and not c.table.packet(turn.player).blurred and c.table.packet(turn.player).size:
                n = c.table.packet(turn.player).size
                c.find(
                    "HF211",
                    f"{c.name(turn.player)} is said to go out and keeps {n} card{'s' * (n != 1)}",
                    place.action(index),
                    player=turn.player,
                )
        c.turn_place = None
        c.statement = before

    def _close_deal(self, last: bool = False) -> None:
        """The deal is over, or its record is."""
        c, deal = self.c, self.c.this_deal
        self.total_turns += c.walk.turns
        if not self.mismatch:
            if deal.ended is None and (deal.played or not deal.scored) and not self.lost:
                self.deals_uncertain += 1
                if not deal.end_lost:
                    self._unfinished(deal)
            elif deal.ended != "abandoned":
                self.deals_completed += 1
            scores.score_unclaimed(c, self.book)
        c.deal = None
        self.previous = deal

    def _unfinished(self, deal: DealState) -> None:
        c = self.c
        assert deal.place is not None
        statement = c.statement
        span = deal.place.whole() if statement is None else statement.at.whole()
        c.find("HF007", f"the record of deal {deal.number} ends before the deal does", span, in_turn=False)


# By type and not bound to an auditor, so that a game's audit leaves no cycle behind and its memory is free at once.
_HANDLERS: dict[type, Callable[[GameAuditor, Any], None]] = {
    log.Turn: GameAuditor._turn, log.DealStart: GameAuditor._deal, log.Dealt: GameAuditor._dealt,
    log.TurnUp: GameAuditor._turn_up, log.StockOrder: GameAuditor._stock_order, log.Reds: GameAuditor._reds,
    log.Claim: GameAuditor._claim, log.End: GameAuditor._end, log.Left: GameAuditor._left,
    log.ScoreLine: GameAuditor._score, log.Result: GameAuditor._result, log.UnreadLine: GameAuditor._unread,
    log.Tag: GameAuditor._tag, log.Note: GameAuditor._note,
}  # fmt: skip
