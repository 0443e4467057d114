"""The auditor: walks one game's statements, replays them, and lets the checks judge each step.

It is fed statement by statement, so a log can be audited while it is being written; what a turn or a deal as a whole did is
judged when the next one begins, or at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from handfoot_engine import lays as lay_deeds
from handfoot_engine import stock as stock_deeds
from handfoot_engine import turn as turn_deeds
from handfoot_engine.replay import DEEDS
from handfoot_engine.step import Step
from handfoot_grammar import log
from handfoot_grammar.log import Game, Span
from handfoot_spec.profile import Profile

from . import dealing, fitting, unreadable
from .checks import (
    bound,
    claims,
    drawn_card,
    ends,
    flags,
    foot,
    hidden,
    left,
    melds,
    opening,
    red_threes,
    scorebook,
    scores,
    setup,
    stock,
    takes,
    totals,
    turns,
)
from .context import Context, DealState

Check = Callable[[Context, Step], None]

_CHECKS: dict[int, Check] = {
    log.DRAW: stock.check_draw,
    log.TAKE: drawn_card.check_take,
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


def _judged(profile: Profile) -> tuple[tuple[Callable[..., None], Check | None], ...]:
    """What is done and judged for each kind of action: where melds are bound to more than themselves, that is looked at as well."""
    if profile.turn.meld_mode == "free" and not profile.turn.mixed_draw:
        return _JUDGED
    checks = {**_CHECKS, log.MELD: bound.check_bound_lay, log.ADD: bound.check_bound_lay}
    if profile.turn.meld_mode != "free":
        checks[log.PICKUP] = bound.check_bound_pickup
    return tuple((deed, checks.get(kind)) for kind, deed in enumerate(DEEDS))


Teams = tuple[tuple[int, ...], ...]
"""The seats of each side."""


def default_teams(profile: Profile, players: int) -> Teams:
    """The sides by seating: partners opposite, or each for himself."""
    return profile.at_table(players).teams


def teams_of(game: Game, profile: Profile) -> Teams:
    """The sides of a game: those that its Teams tag names, else those by seating."""
    named = _named_teams(game)
    return default_teams(profile, len(game.seats)) if named is None else named


def _numbers(players: Sequence[int]) -> str:
    """``2 or 4 or 6``, ``2 to 7``."""
    each = sorted(players)
    if len(each) > 2 and each[-1] - each[0] == len(each) - 1:
        return f"{each[0]} to {each[-1]}"
    return " or ".join(map(str, each))


def _named_teams(game: Game) -> Teams | None:
    """The sides that a Teams tag names; None where there is no tag, or it does not name every player once."""
    if "Teams" not in game.tags:
        return None
    seats = {label: seat for seat, label in enumerate(game.seats)}
    groups = [word.split("+") for word in game.tags["Teams"].split()]
    labels = [label for group in groups for label in group]
    if sorted(labels) != sorted(seats):
        return None
    return tuple(sorted(tuple(sorted(seats[label] for label in group)) for group in groups))


def _teams_unreadable(game: Game) -> bool:
    """Whether a Teams tag could not be read, which leaves every side unknown."""
    return any(
        p.code == "HF004" and p.source_lines and p.source_lines[0][1].lstrip().startswith("[Teams")
        for p in game.problems
    )


class GameAuditor:
    """The audit of one game under one profile."""

    def __init__(self, game: Game, profile: Profile, solver_limit: int | None = None) -> None:
        self.game, self.profile = game, profile.at_table(len(game.seats))
        self.mismatch = False
        self.lost = False  # the line that began this deal could not be read
        self.hidden = False
        self.total_turns = 0
        self.claimed_winners: list[str] | None = None
        self.deals_completed = 0
        self.result_given = False
        self.deals_uncertain = 0  # whose beginning or end the record does not show
        self.deal_numbers: list[int] = []
        teams = teams_of(game, profile)
        self._teams_unusable = "Teams" in game.tags and _named_teams(game) is None
        self.sides_lost = self._teams_unusable or ("Teams" not in game.tags and _teams_unreadable(game))
        self.c = Context(game, self.profile, teams)
        self.c.solver_limit = solver_limit
        self._judged = _judged(profile)
        self.book = scorebook.Book(len(teams))
        if len(game.seats) not in profile.table.players:
            self.other_game(
                f"{len(game.seats)} players sit at this table; the rules {profile.name!r} are for {_numbers(profile.table.players)}",
                next(
                    (s.at.whole() for s in game.statements if isinstance(s, log.Tag) and s.name == "Seats"),
                    Span(game.line, 1, game.line, 2),
                ),
                "HF006.players",
            )

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
        self.close_open_deal()
        if not self.mismatch:
            flags.check_flags(self.c, self.book)

    def _tag(self, statement: log.Tag) -> None:
        self.c.statement = statement
        if statement.name == "Teams" and self._teams_unusable:
            seats, self._teams_unusable = self.game.seats, False
            example = f'"{"+".join(seats[::2])} {"+".join(seats[1::2])}"'
            self.c.find("HF004", f"Teams must name every player once, as in {example}", statement.at.whole())

    def _note(self, statement: log.Note) -> None:
        pass

    def _turn(self, statement: log.Turn) -> None:
        c = self.c
        deal = c.deal
        if deal is None or self.mismatch or deal.next_deal_lost:
            self.outside(statement, "a turn")
            return
        if type(statement.actions[0]) is log.Unread and unreadable.only_a_label(statement):
            line = log.UnreadLine(statement.at, True, statement.player)
            unreadable.unread_play(self, line, deal, certain=False)
            return
        if deal.set_up:
            self.close_set_up()
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
                or before.to_judge
            ):
                self.close_turn("next")  # else it ended with a discard, and there is nothing to judge in it as a whole
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
        excess, step, judged, free = c.table.excess, walk.step, self._judged, self._judged is _JUDGED
        # Replay.act, written out, and what it did is judged; the commonest by name, which compiled code calls without asking Python.
        for index, action in enumerate(actions):
            kind = action.kind
            step.action, step.index = action, index
            if kind == log.DISCARD:
                turn_deeds.discard(walk, action, step)  # type: ignore[arg-type]
                turns.check_discard(c, step)
            elif kind == log.DRAW:
                stock_deeds.draw(walk, action, step)  # type: ignore[arg-type]
                stock.check_draw(c, step)
            elif free and (kind == log.ADD or kind == log.MELD):
                lay_deeds.lay_cards(walk, action, step)  # type: ignore[arg-type]
                melds.check_lay(c, step)
            else:
                deed, check = judged[kind]
                deed(walk, action, step)
                if check is not None:
                    check(c, step)
                elif kind == log.UNREADABLE:
                    unreadable.unread_action(self, action)  # type: ignore[arg-type]
            if excess:
                c.copies(statement.at, index, player)

    # --- statements beside the turns ---------------------------------------------------------------------------

    def outside(self, statement: log.Statement, what: str) -> bool:
        """Whether there is no deal to which a statement can belong; says so unless it is known why."""
        if self.mismatch or self.lost:
            return True
        deal = self.c.deal
        if (
            deal is not None
            and deal.next_deal_lost
            and not isinstance(statement, log.Left | log.ScoreLine | log.End | log.Claim)
        ):
            unreadable.lose_deal(self)
            return True
        if deal is None:
            self.c.statement = statement
            self.c.find("HF005", f"{what} stands before any deal", statement.at.whole(), expected="deal N dealer P")
            return True
        return False

    def _claim(self, statement: log.Claim) -> None:
        if self.outside(statement, "a claim"):
            return
        self.close_set_up()
        if not self.mismatch:
            self.c.statement = statement
            claims.check_claim(self.c, statement)

    def _end(self, statement: log.End) -> None:
        if self.outside(statement, "the end of a deal"):
            return
        self.close_set_up()
        if self.mismatch:
            return
        c, deal = self.c, self.c.this_deal
        if deal.ended not in (None, "declared", "stock-out"):
            c.statement = statement
            c.find("HF005", "the deal has ended already", statement.at.whole(), in_turn=False)
            return
        if deal.ended is None:
            self.close_turn(statement.how, statement.player)
        c.statement = statement
        if deal.played:
            ends.check_end(c, statement)
        deal.ended = statement.how

    def _left(self, statement: log.Left) -> None:
        if self.outside(statement, "what is left"):
            return
        self.close_set_up()
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
            self.close_turn("left")
        c.statement = statement
        if deal.played:
            left.check_left(c, statement)

    def _score(self, statement: log.ScoreLine) -> None:
        if self.outside(statement, "a score"):
            return
        self.close_set_up()
        if self.mismatch:
            return
        c, deal = self.c, self.c.this_deal
        if deal.next_deal_lost and scores.has_score(c, self.book, statement):
            unreadable.lose_deal(self)
            return
        deal.scored = True
        if deal.ended is None:
            self.close_turn("left")
        c.statement = statement
        scores.check_score(c, self.book, statement)

    def _result(self, statement: log.Result) -> None:
        if self.mismatch:
            return
        c = self.c
        self.close_open_deal()
        if self.mismatch:
            return
        c.statement = statement
        if self.result_given:
            c.find("HF005", "the result is given twice", statement.at.whole(), in_turn=False)
            return
        self.result_given = True
        if statement.winners is not None:
            self.claimed_winners = [self.game.team_name(team) for team in statement.winners]
        totals.check_result(c, self.book, statement, self.deals_completed, self.deals_uncertain)

    # --- ends --------------------------------------------------------------------------------------------------

    def close_set_up(self) -> None:
        """The set-up as a whole: is this the game that the profile is for, and are the packets right?"""
        c, deal = self.c, self.c.deal
        if deal is None or deal.checked_set_up or self.mismatch:
            return
        deal.checked_set_up = True
        waiting, c.waiting = c.waiting, []
        foreign = setup.foreign_sizes(c, waiting)
        if foreign is not None:
            c.statement = waiting[0]
            self.other_game(foreign, waiting[0].at.whole())
            return
        for statement in waiting:
            c.statement = statement
            setup.check_packet(c, statement)
        if not deal.blurred and not deal.set_up_lost:
            setup.check_deck(c)
        unreadable.blur_set_up(self, deal)
        if any(packet.had_unseen for packet in (*c.table.hands, *c.table.feet)) and (deal.dealt or not deal.scored):
            self.hidden = True

    def close_turn(self, ending: str, out_player: int | None = None) -> None:
        """Judges the turn as a whole. ``ending``: what comes next (next, out, stock, abandoned, left, eof)."""
        c = self.c
        turn = c.walk.turn
        if turn is None or c.turn_place is None:
            return
        deal, before = c.this_deal, c.statement
        place, index = c.turn_place
        c.statement = log.Turn(place, turn.player, ())
        if ending not in ("eof", "left") or turn.discards:  # else it may go on where the record stops
            opening.close_opening(c, turn.player)
            drawn_card.close_taken(c)
        recorded_out = ending == "out" and out_player == turn.player
        declared = turn.asked is not None or turn.declared_out or recorded_out
        if deal.ended is None and not foot.close_emptied(c, declared) and not recorded_out:
            if c.emptied is None or not c.table.opened_foot[turn.player]:
                turns.check_turn_end(c, "eof" if ending == "left" else ending)
            if turn.declared_out:
                foot.check_said_out(c, place.action(index))
            if "stock-out" in c.flags:
                deal.ended = "stock-out"
        c.turn_place = None
        c.statement = before

    def close_open_deal(self) -> None:
        """Where a deal is under way, it or its record ends here."""
        if self.c.deal is not None:
            self.close_turn("eof")
            self.close_set_up()
            self._close_deal()

    def _close_deal(self) -> None:
        c, deal = self.c, self.c.this_deal
        self.total_turns += c.walk.turns
        if not self.mismatch:
            if deal.ended is None and (deal.played or not deal.scored) and not self.lost:
                self.deals_uncertain += 1
                if not deal.end_lost:
                    self._unfinished(deal)
            elif deal.ended != "abandoned":
                self.deals_completed += 1
            red_threes.check_red_threes_of_deal(c)
            hidden.check_possible(c)
            hidden.check_questions(c)
            scores.score_unclaimed(c, self.book)
        c.deal = None

    def _unfinished(self, deal: DealState) -> None:
        c = self.c
        assert deal.place is not None
        statement = c.statement
        span = deal.place.whole() if statement is None else statement.at.whole()
        c.find("HF007", f"the record of deal {deal.number} ends before the deal does", span, in_turn=False)

    def other_game(self, message: str, span: Span, key: str = "HF006") -> None:
        """The log is of another game (P0-3): no offence, and nothing more is checked."""
        self.mismatch = True
        if self.c.deal is not None:  # nor was its set-up to be judged
            self.c.truncate(self.c.deal.mark, keep=("HF0",))
        self.c.find(
            key,
            f"{message}; that is another legitimate game, so its play is not judged by these rules{fitting.hint(self.game, self.profile)}",
            span,
            in_turn=False,
        )


# By type and not bound to an auditor, so that a game's audit leaves no cycle behind and its memory is free at once.
_HANDLERS: dict[type, Callable[[GameAuditor, Any], None]] = {
    log.Turn: GameAuditor._turn, log.DealStart: dealing.begin, log.Dealt: dealing.packet,
    log.TurnUp: dealing.turn_up, log.StockOrder: dealing.stock_order, log.Reds: dealing.reds,
    log.Claim: GameAuditor._claim, log.End: GameAuditor._end, log.Left: GameAuditor._left,
    log.ScoreLine: GameAuditor._score, log.Result: GameAuditor._result, log.UnreadLine: unreadable.unread_line,
    log.Tag: GameAuditor._tag, log.Note: GameAuditor._note,
}  # fmt: skip
