"""One deal put into formulas: every statement and action to the function that does and judges it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from handfoot_grammar import log
from handfoot_spec.profile import Profile

from . import deeds, ends, lays, scores, takes
from .scope import NEW_STOCK, ONE_CARD, ORDER, UNREAD, DealRecord, NotModelled, Scope
from .trace import Figure, Step
from .walk import Walk

Rows = Mapping[int, Mapping[str, Figure]]
"""The figures of the report's rows for one deal, by team."""


def walk_deal(
    deal: DealRecord, p: Profile, scope: Scope, seats: Sequence[str], teams: Sequence[tuple[int, ...]], rows: Rows,
    detailed: bool,
) -> Walk:  # fmt: skip
    """Walks a deal. :raises NotModelled: something in it is not put into formulas."""
    w = Walk(p, scope, len(seats), teams, deal.number, detailed)
    names = ["+".join(seats[seat] for seat in team) for team in teams]
    rows_done: set[int] = set()
    for number, statement in zip(deal.numbers, deal.statements, strict=True):
        w.statement = number
        if isinstance(statement, (log.DealStart, log.Tag, log.Note)):
            continue
        if isinstance(statement, log.ScoreLine):
            w.judge_set_up()
            team = _team(w, statement, rows_done)
            if scores.scored(w):
                s = scores.sums(w, team)
                scores.row(w, s, w.step(), dict(rows.get(team, {})), names[team])
                scores.score(w, statement, s)
            continue
        _statement(w, statement)
    ends.close_turn(w, "eof")
    w.judge_set_up()
    if w.ended not in (None, "abandoned"):
        for team, name in enumerate(names):
            if team not in rows_done:
                scores.row(w, scores.sums(w, team), None, dict(rows.get(team, {})), name)
    return w


def _team(w: Walk, statement: log.ScoreLine, done: set[int]) -> int:
    team = next((i for i, team in enumerate(w.teams) if tuple(team) == statement.team), None)
    if team is None or team in done or w.turn is None:
        raise NotModelled(UNREAD)
    done.add(team)
    return team


def _statement(w: Walk, statement: log.Statement) -> None:
    match statement:
        case log.Dealt() | log.TurnUp() | log.StockOrder() if w.turn is not None:
            raise NotModelled(UNREAD)
        case log.Dealt():
            w.packet_dealt(statement)
        case log.TurnUp():
            w.turned_up(statement)
        case log.StockOrder():
            w.stock_recorded(statement)
        case log.Reds():
            w.judge_set_up()
            deeds.expose(w, statement.player, statement.chains, w.step(0))
            w.places.judge_copies(w.step(0))
        case log.Turn():
            w.judge_set_up()
            _turn(w, statement)
        case log.Claim():
            w.judge_set_up()
        case log.End() | log.Left() if w.turn is None:
            raise NotModelled(ORDER)
        case log.End():
            ends.end(w, statement)
        case log.Left():
            ends.left(w, statement)


def _turn(w: Walk, statement: log.Turn) -> None:
    """A line of play."""
    if w.begins_turn(statement):
        ends.close_turn(w, "next")
        w.begin_turn(statement.player)
    turn = w.this_turn
    if turn.over or w.left:
        raise NotModelled(ORDER)
    turn.place = Step(w.statement, len(statement.actions) - 1)
    for index, action in enumerate(statement.actions):
        _action(w, statement, action, index)
        w.places.judge_copies(w.step(index))


def _action(w: Walk, statement: log.Turn, action: log.Action, index: int) -> None:
    turn = w.this_turn
    match action:
        case log.Draw():
            deeds.draw(w, action, statement, index)
        case log.Pickup():
            takes.pick_up(w, action, index)
        case log.Lay():
            lays.lay(w, action, index)
        case log.RedThrees():
            deeds.expose(w, turn.player, action.chains, w.step(index))
        case log.TakeFoot():
            deeds.foot(w, action, index)
        case log.Discard():
            deeds.discard(w, action, index)
        case log.Move():
            lays.move(w, action, index)
        case log.Ask():
            turn.asked = action.granted
            turn.asked_late = turn.asked_late or (
                w.places.in_foot[turn.player] and not w.places.packet(turn.player).count
            )
            if action.granted:
                w.granted.add(turn.player)
        case log.Penalty():
            teams = [tuple(team) for team in w.teams]
            if action.team in teams:
                w.penalties[teams.index(action.team)] += action.points
        case log.Bare(log.TAKEBACK):
            deeds.take_back(w)
        case log.Bare(log.OUT):
            turn.declared = True
        case log.Take():
            raise NotModelled(ONE_CARD)
        case log.Reshuffle():
            raise NotModelled(NEW_STOCK)
