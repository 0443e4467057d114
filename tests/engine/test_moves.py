"""The definition is the transition: the engine's own steps are the moves of the specification, kind by kind, meld by meld.

Random real play is walked through the engine. Before and after every deed the places of each kind of card, the melds, the
unfinished melds of a rank and the packets are compared with what :mod:`handfoot_spec.moves` makes of them, on integers for every
step and as a formula for a sample; a step that did anything else does not satisfy the formula.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from deals import deal
from handfoot_engine.play import play_game
from handfoot_engine.replay import Replay, set_up
from handfoot_engine.table import Packet, Table
from handfoot_grammar import log
from handfoot_grammar.sources import read_source
from handfoot_spec import moves as m
from handfoot_spec.cards import IS_RED_THREE, JOKER, NAME
from handfoot_spec.definitions import INTEGERS
from handfoot_spec.formula import TERMS, Formula
from handfoot_spec.profile_files import load
from handfoot_spec.solver import ask
from house_rules import house

P = load("classic")
KINDS = range(JOKER + 1)
TEAMS = ((0, 2), (1, 3))


@dataclass
class Places:
    """Where each kind lies, as the player to move sees it; the stock by kind, followed by what left it."""

    table: Table
    stock: Counter[int]

    def of(self, player: int, kind: int) -> m.Cards:
        table, team = self.table, self.table.team_of[player]
        in_foot = table.opened_foot[player]
        packet = table.packet(player)
        foot = 0 if in_foot else table.feet[player].counts[kind]
        others = [
            packets[seat].counts[kind]
            for seat in range(4)
            for packets in (table.hands, table.feet)
            if packets[seat] is not packet and not (seat == player and packets is table.feet)
        ]
        melds = [sum(meld.cards.count(kind) for meld in side.melds) for side in table.sides]
        shown = [self.shown[i][kind] for i in range(len(TEAMS))]
        return m.Cards(
            self.stock[kind], table.pile.count(kind), packet.counts[kind], foot, melds[team], shown[team],
            sum(others) + melds[1 - team] + shown[1 - team],
        )  # fmt: skip

    def __post_init__(self) -> None:
        self.shown: list[Counter[int]] = [Counter() for _ in TEAMS]


@dataclass
class Seen:
    """A deed: who did it, the move of the specification that it is, and its figures for each kind."""

    player: int
    move: str
    moved: Counter[int]
    laid: Counter[int]
    exposed: Counter[int]
    replacements: Counter[int]
    top: int = -1  # of the pile, where it is taken

    def reds(self, kind: int) -> m.Reds:
        return m.Reds(self.exposed[kind], self.replacements[kind])


def _seen(player: int, action: Any, pile: list[int]) -> Seen | None:
    """What a deed of the log moves, kind by kind; None for one that moves no card."""
    seen = Seen(player, "", Counter(), Counter(), Counter(), Counter())
    if isinstance(action, log.Draw):
        seen.move = "draw"
        _list(seen, action.cards or (), drawn=True)
    elif isinstance(action, log.RedThrees | log.Reds):
        seen.move = "expose"
        for chain in action.chains:
            _chain(seen, chain)
    elif isinstance(action, log.Pickup):
        seen.move = "take"
        count = action.count if action.count is not None else min(7, len(pile))
        seen.moved.update(pile[len(pile) - count :])
        seen.top = pile[-1]
        for lay in action.lays:
            seen.laid.update(lay.cards)
    elif isinstance(action, log.Take):
        seen.move = "take one"
        seen.moved[action.card] += 1
    elif isinstance(action, log.Lay):
        seen.move = "lay"
        seen.moved.update(action.cards)
    elif isinstance(action, log.TakeFoot):
        seen.move = "foot"
        _list(seen, action.cards or (), drawn=False)
    elif isinstance(action, log.Discard):
        seen.move = "discard"
        seen.moved[action.card] += 1
    else:
        return None
    return seen


def _list(seen: Seen, items: Any, drawn: bool) -> None:
    for item in items:
        if drawn:
            seen.moved[item if isinstance(item, int) else item[0]] += 1
        if not isinstance(item, int):
            _chain(seen, item)


def _chain(seen: Seen, chain: tuple[int, ...]) -> None:
    seen.exposed.update(chain[:-1])
    seen.replacements.update(card for card in chain[1:] if card >= 0)


def _after(o: Any, seen: Seen, kind: int, c: m.Cards) -> m.Cards:
    """The specification's move, for one kind."""
    reds, moved = seen.reds(kind), seen.moved[kind]
    if seen.move == "draw":
        return m.draw(o, P, c, moved, reds)
    if seen.move == "take":
        return m.take(o, P, c, moved, seen.laid[kind], reds)
    if seen.move == "take one":
        return m.take_one(o, P, c, moved)
    if seen.move == "lay":
        return m.lay(o, P, c, moved)
    if seen.move == "foot":
        return m.enter_foot(o, P, c, reds)
    if seen.move == "discard":
        return m.discard(o, P, c, moved)
    return m.expose(o, P, c, reds)


def _possible(o: Any, seen: Seen, kind: int, c: m.Cards) -> Any:
    reds, moved, red = seen.reds(kind), seen.moved[kind], IS_RED_THREE[kind]
    black, two, joker = kind in (4, 7), kind < 4, kind == JOKER
    if seen.move == "draw":
        return m.draw_possible(o, P, c, moved, reds, red)
    if seen.move == "take":
        top = int(kind == seen.top)
        return m.take_possible(o, P, c, moved, top, seen.laid[kind], reds, red, black, two, joker)
    if seen.move == "lay":
        return m.lay_possible(o, P, c, moved, red, black)
    if seen.move == "discard":
        return m.discard_possible(o, P, c, moved, red)
    before = c.hand + (c.foot if seen.move == "foot" else 0)
    return m.exposure_possible(o, P, before, c.stock, reds, red)


Checked = tuple[Seen, dict[int, m.Cards], dict[int, m.Cards]]


def walk(seed: int, number: int = 1) -> Iterator[tuple[Replay, Places, Checked]]:
    """Every deed of a random game: the walk, the places, and each kind before and after it."""
    game = play_game(P, seed, number, stock=True, deals=2)
    replay = Replay(P, 4, TEAMS)
    places = Places(replay.table, Counter())
    for statement in game.statements:
        if isinstance(statement, log.Turn):
            if replay.begins_turn(statement):
                replay.begin_turn(statement.player)
            for index, action in enumerate(statement.actions):
                seen = _seen(statement.player, action, replay.table.pile)
                yield from _do(replay, places, seen, lambda a=action, i=index: replay.act(a, i))
        else:
            seen = _seen(statement.player, statement, []) if isinstance(statement, log.Reds) else None
            yield from _do(replay, places, seen, lambda s=statement: set_up(replay, s))
            if isinstance(statement, log.DealStart):
                places = Places(replay.table, Counter())
            elif isinstance(statement, log.StockOrder):
                places.stock = Counter(statement.cards)


def _do(replay: Replay, places: Places, seen: Seen | None, deed: Any) -> Iterator[tuple[Replay, Places, Checked]]:
    if seen is None:
        deed()
        return
    before = {kind: places.of(seen.player, kind) for kind in KINDS}
    deed()
    drawn = seen.moved if seen.move == "draw" else Counter[int]()
    places.stock -= drawn + seen.replacements
    places.shown[replay.table.team_of[seen.player]].update(seen.exposed)
    yield replay, places, (seen, before, {kind: places.of(seen.player, kind) for kind in KINDS})


@pytest.mark.parametrize("seed", range(6))
def test_every_step_of_the_engine_is_the_move_of_the_specification(seed: int) -> None:
    done: Counter[str] = Counter()
    for replay, places, (seen, before, after) in walk(seed):
        done[seen.move] += 1
        for kind in KINDS:
            assert _possible(INTEGERS, seen, kind, before[kind]), (seen, NAME[kind])
            assert _after(INTEGERS, seen, kind, before[kind]) == after[kind], (seen, NAME[kind])
            assert sum(after[kind]) == sum(before[kind])
        assert sum(places.stock.values()) == replay.table.stock
    assert set(done) >= {"draw", "take", "lay", "foot", "discard", "expose"}


MIXED = """
[turn]
mixed_draw = true
[take]
count = 0
played_at_once = true
[threes]
red_exposed = false
red_discard = true
"""


def test_a_card_drawn_from_the_pile_is_the_move_of_the_specification(tmp_path: Path) -> None:
    """Written by hand: two turns with a draw of one card of each, one of them taken back and played again."""
    p = house(tmp_path, MIXED)
    text = deal(
        "hand Ana: Ks Kd As Ad Ac ...\nturn-up Kc\n"
        "Ana: draw 7h; take Kc; meld K: Ks Kd Kc; meld A: As Ad Ac; takeback; meld A: As Ad Ac; meld K: Ks Kd Kc; discard 3s\n"
        "Bo: take 3s; draw 8h; discard 3s\nChi: draw 3h; take 3s; discard 3h"
    )
    (game,) = read_source(text)
    replay = Replay(p, 4, TEAMS)
    taken = 0
    for statement in game.statements:
        if not isinstance(statement, log.Turn):
            set_up(replay, statement)
            continue
        replay.begin_turn(statement.player)
        for index, action in enumerate(statement.actions):
            places = Places(replay.table, Counter())
            seen = _seen(statement.player, action, replay.table.pile)
            before = {kind: places.of(statement.player, kind) for kind in KINDS}
            packet = _packets(replay.table, statement.player)
            replay.act(action, index)
            if seen is None or seen.move != "take one":
                continue
            taken += 1
            for kind in KINDS:
                after = places.of(statement.player, kind)
                flags = (IS_RED_THREE[kind], kind in (4, 7), kind < 4, kind == JOKER)
                possible = m.take_one_possible(INTEGERS, p, before[kind], seen.moved[kind], *flags)
                assert possible == (kind != action.card or action.card not in (4, 7))  # a three may not be drawn
                assert m.take_one(INTEGERS, p, before[kind], seen.moved[kind]) == after
            assert m.packet_drawn(INTEGERS, p, packet, 1, 0, 0) == _packets(replay.table, statement.player)
    assert taken == 3


def _formula(seen: Seen, kind: int, before: m.Cards, after: m.Cards) -> Formula:
    """The transition of one kind: unknown places before and after, tied by the move, and what the engine says of both."""
    f = Formula()
    c = m.Cards(*[f.integer(name) for name in m.Cards._fields])
    then = m.Cards(*[f.integer(f"{name}_after") for name in m.Cards._fields])
    f.claim(_possible(TERMS, seen, kind, c))
    f.claim(*[x == y for x, y in zip(_after(TERMS, seen, kind, c), then, strict=True)])
    f.claim(*[x == y for x, y in zip((*c, *then), (*before, *after), strict=True)])
    return f


def test_a_step_satisfies_the_formula_and_a_step_that_did_something_else_does_not() -> None:
    pytest.importorskip("z3")
    sample: dict[str, list[tuple[Seen, int, m.Cards, m.Cards]]] = {}
    for _, _, (seen, before, after) in walk(11):
        moved = [k for k in KINDS if before[k] != after[k]]
        group = sample.setdefault(seen.move, [])
        if moved and len(group) < 6:
            group.append((seen, moved[0], before[moved[0]], after[moved[0]]))
    for cases in sample.values():
        for seen, kind, b, a in cases:
            assert ask(_formula(seen, kind, b, a)).status == "sat"
            for place in m.Cards._fields:  # a card too many there, or one too few
                for change in (1, -1):
                    wrong = a._replace(**{place: getattr(a, place) + change})
                    assert ask(_formula(seen, kind, b, wrong)).status == "unsat", (seen.move, place)
    assert len(sample) == 6


def test_a_mutated_engine_step_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine's own step made wrong: a card that stays in the packet when it is discarded."""

    def forgetful(table: Table, packet: Packet, card: int) -> bool:
        return True

    assert _first_wrong() is None
    monkeypatch.setattr(Table, "play", forgetful)
    monkeypatch.setattr(Packet, "hold", lambda self, card: None)
    assert _first_wrong() is not None


def _first_wrong() -> Seen | None:
    for _, _, (seen, before, after) in walk(3):
        if any(_after(INTEGERS, seen, kind, before[kind]) != after[kind] for kind in KINDS):
            return seen
    return None


@pytest.mark.parametrize("seed", range(4))
def test_melds_ranks_sides_and_packets_change_as_the_specification_says(seed: int) -> None:
    game = play_game(P, seed, 2, deals=2)
    replay = Replay(P, 4, TEAMS)
    lays = 0
    for statement in game.statements:
        if not isinstance(statement, log.Turn):
            set_up(replay, statement)
            continue
        if replay.begins_turn(statement):
            replay.begin_turn(statement.player)
        for index, action in enumerate(statement.actions):
            table = replay.table
            side = table.sides[table.team_of[statement.player]]
            melds = {id(meld): m.Meld(meld.naturals, meld.wilds) for meld in side.melds}
            ranks = {rank: _rank(side, rank) for rank in range(14)}
            opened, packet = side.opened, _packets(table, statement.player)
            step = replay.act(action, index)
            laid = step.laids if isinstance(action, log.Pickup) else [step.laid] if isinstance(action, log.Lay) else []
            for one in laid:
                assert one is not None
                lays += 1
                before = melds.get(id(one.meld), m.NO_MELD)
                found = m.put_on(INTEGERS, P, before, one.lay.naturals, one.lay.wilds)
                assert found == m.Meld(one.meld.naturals, one.meld.wilds) and m.meld_sound(INTEGERS, P, found)
                change = m.begin if one.created else m.grow
                ranks[one.lay.rank] = change(INTEGERS, P, ranks[one.lay.rank], sum(found))
            assert ranks == {rank: _rank(side, rank) for rank in range(14)}
            assert side.opened == m.opened(INTEGERS, P, opened, len(laid))
            assert _packets(table, statement.player) == _packets_after(action, packet, step)
    assert lays > 50


def _rank(side: Any, rank: int) -> m.Rank:
    sizes = [meld.size for meld in side.melds if meld.rank == rank]
    return m.Rank(sum(size < 7 for size in sizes), sum(size == 7 for size in sizes))


def _packets(table: Table, player: int) -> m.Packets:
    foot = 0 if table.opened_foot[player] else table.feet[player].size
    return m.Packets(table.packet(player).size, foot, table.opened_foot[player])


def _packets_after(action: Any, before: m.Packets, step: Any) -> m.Packets:
    o = INTEGERS
    if isinstance(action, log.Draw):
        replaced = step.replaced if step.exposed else 0
        return m.packet_drawn(o, P, before, step.count, step.exposed, replaced)
    if isinstance(action, log.RedThrees):
        return m.packet_drawn(o, P, before, 0, step.exposed, step.replaced)
    if isinstance(action, log.Pickup):
        return m.packet_taken(o, P, before, step.count, sum(len(lay.cards) for lay in action.lays))
    if isinstance(action, log.Lay):
        return m.packet_played(o, P, before, len(action.cards))
    if isinstance(action, log.TakeFoot):
        return m.packet_drawn(o, P, m.packet_foot(o, P, before), 0, step.exposed, step.replaced)
    return m.packet_played(o, P, before, 1) if isinstance(action, log.Discard) else before
