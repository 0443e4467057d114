"""Hypothesis strategies for Logs: every statement and action that HFN knows, in any order, legal or not."""

from __future__ import annotations

import dataclasses
from typing import Any

from hypothesis import strategies as st

from handfoot_grammar import log
from handfoot_grammar.text import Line, read_again
from handfoot_spec.cards import CARDS, NO_CARD, RED_THREES

LABELS = (
    "Ana",
    "Bo",
    "Chi",
    "Dee",
    "O'Neil",
    "João",
    "Zoé",
    "Петр",
    "cleo-7",
    "ben.k",
    "anna_b",
    "P1",
    "Ten",
    "outlaw",
)
KEYS = ("clean", "dirty", "wild", "run", "twos", "cards", "reds", "left", "out", "bonus", "total", "running", "net",
        "first", "opening", "cut22", "score", "entries", "winner", "a-b_c")  # fmt: skip
NOWHERE = Line(1, "", "")

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12) | st.sampled_from(
    ['"', "\\", '\\"', "a # b", "x; y", "{z}", "line\nline", "\r\n", "back\\slash\\", "\\n", " padded ", "ends with \\"]
)
cards = st.integers(0, CARDS - 1)
card_lists = st.lists(cards | st.sampled_from([68, 11, 11]), max_size=8).map(tuple)
chains = st.builds(
    lambda red, others, last: (red, *others, last),
    st.sampled_from(RED_THREES),
    st.lists(st.sampled_from(RED_THREES), max_size=2),
    cards | st.just(NO_CARD),
)
chain_lists = st.lists(chains, min_size=1, max_size=3).map(tuple)
item_lists = st.lists(cards | chains, max_size=6).map(tuple)
counts = st.integers(0, 400)
points = st.integers(-20_000, 20_000)
ranks = st.integers(0, 13)
meld_numbers = st.none() | st.integers(1, 9)


def lays() -> st.SearchStrategy[log.Lay]:
    """Melds and adds, runs among them."""
    lay_ranks = ranks | st.integers(log.RUN_RANK, log.RUN_RANK + 3)
    return st.builds(log.Lay, st.just(False), lay_ranks, card_lists) | st.builds(
        log.Lay, st.just(True), lay_ranks, card_lists, meld_numbers
    )


def teams(seats: int) -> st.SearchStrategy[log.Team]:
    """The sides that some players of a table may be."""
    return st.sets(st.integers(0, seats - 1), min_size=1, max_size=3).map(lambda s: tuple(sorted(s)))


def actions(seats: int) -> st.SearchStrategy[Any]:
    """Any action of a turn at a table of so many players."""
    return st.one_of(
        st.builds(log.Draw, st.none() | item_lists),
        st.builds(log.Take, cards),
        lays(),
        st.builds(
            log.Pickup, st.none() | st.integers(0, 99), st.lists(lays(), max_size=3).map(tuple), st.none() | item_lists
        ),
        st.builds(log.RedThrees, chain_lists),
        st.builds(log.TakeFoot, st.none() | item_lists),
        st.builds(log.Ask, st.booleans()),
        st.builds(log.Bare, st.sampled_from([log.PASS, log.TAKEBACK, log.BROWSE, log.OUT])),
        st.builds(log.Said, st.sampled_from([log.SAY, log.RULING]), texts),
        st.builds(log.Penalty, teams(seats), points, texts),
        st.builds(log.Reshuffle, st.none() | card_lists),
        st.builds(log.Peek, st.none() | st.integers(0, seats - 1)),
        st.builds(log.Show, card_lists),
        st.builds(log.Move, cards, ranks, ranks, meld_numbers, meld_numbers),
        st.builds(log.Discard, cards),
        st.builds(log.Unread, st.sampled_from(["drwa 4s", "discard Kx", "", "meld K Ks", 'penalty Nobody 5 "x"', "?"])),
    )


def claim_counts(seats: int) -> st.SearchStrategy[log.Count]:
    """One item of a claim."""
    players = st.integers(0, seats - 1)
    return st.one_of(
        st.builds(log.Count, st.sampled_from(["stock", "pile"]), counts),
        st.builds(log.Count, st.sampled_from(["hand", "foot"]), counts, players),
        st.builds(log.Count, st.just("melds"), counts, st.none(), teams(seats), ranks),
    )


def unread_lines(labels: tuple[str, ...]) -> st.SearchStrategy[log.UnreadLine]:
    """Lines that nobody can read, as the text reader reports them."""
    texts = (
        "hello there",
        "hand Ana 4s",
        "deal one",
        "score : 5",
        "left",
        "Anna: draw",
        "Nobody: discard 4s",
        "claim",
        "0",
    )

    def read(text: str) -> log.UnreadLine:
        found, _ = read_again(text, labels)
        assert isinstance(found, log.UnreadLine), text
        return dataclasses.replace(found, at=Line(1, text, text))

    return st.sampled_from(texts).map(read)


def statements(labels: tuple[str, ...]) -> st.SearchStrategy[Any]:
    """Any statement but a tag."""
    at, n = st.just(NOWHERE), len(labels)
    players = st.integers(0, n - 1)
    packets = st.none() | card_lists
    entries = st.tuples(st.sampled_from(KEYS), st.none() | points)
    return st.one_of(
        st.builds(log.DealStart, at, counts, st.none() | players),
        st.builds(log.Dealt, at, st.booleans(), players, card_lists),
        st.builds(log.TurnUp, at, card_lists),
        st.builds(log.StockOrder, at, card_lists),
        st.builds(log.Reds, at, players, chain_lists),
        st.builds(log.Turn, at, players, st.lists(actions(n), min_size=1, max_size=5).map(tuple)),
        st.builds(log.Claim, at, st.lists(claim_counts(n), min_size=1, max_size=5).map(tuple)),
        st.builds(log.End, at, st.just("out"), players)
        | st.builds(log.End, at, st.sampled_from(["stock", "abandoned"])),
        st.builds(log.Left, at, players, packets, packets).filter(lambda s: s.hand is not None or s.foot is not None),
        st.builds(log.ScoreLine, at, teams(n), st.lists(entries, min_size=1, max_size=5).map(tuple)),
        st.builds(
            log.Result,
            at,
            st.lists(st.tuples(teams(n), points), min_size=1, max_size=3).map(tuple),
            st.none() | st.lists(teams(n), min_size=1, max_size=2).map(tuple),
        ),
        st.builds(log.Note, at, texts),
        unread_lines(labels),
    )


@st.composite
def games(draw: st.DrawFn) -> log.Game:
    """A whole Log: tags, ``Seats`` somewhere among them, and statements in any order."""
    labels = tuple(draw(st.lists(st.sampled_from(LABELS), min_size=2, max_size=6, unique=True)))
    names = st.sampled_from(["Notation", "Event", "Rules", "Teams", "Über_1", "X-y"])
    tags = draw(st.lists(st.builds(log.Tag, st.just(NOWHERE), names, texts), max_size=4))
    tags.insert(draw(st.integers(0, len(tags))), log.Tag(NOWHERE, "Seats", " ".join(labels)))
    rest = draw(st.lists(statements(labels), max_size=12))
    values: dict[str, str] = {}
    for tag in tags:
        values.setdefault(tag.name, tag.value)
    return log.Game(values, labels, [*tags, *rest])


def plain(game: log.Game) -> list[tuple[Any, ...]]:
    """What a game's statements say, wherever they stand."""
    return [
        (type(s).__name__, *(getattr(s, f.name) for f in dataclasses.fields(s) if f.name != "at"))
        for s in game.statements
    ]


def grouped(game: log.Game) -> list[tuple[Any, ...]]:
    """What a game says, each deal's set-up gathered by kind: the one order that the JSON form does not keep."""
    out: list[tuple[Any, ...]] = []
    groups: dict[Any, dict[Any, tuple[Any, ...]]] | None = None
    for said in plain(game):
        kind = said[:2] if said[0] == "Dealt" else said[0] if said[0] in ("TurnUp", "StockOrder") else None
        key = said[2] if said[0] == "Dealt" else None
        if groups is not None:
            if kind is not None and key not in groups.get(kind, {}):
                groups.setdefault(kind, {})[key] = said
                continue
            out += [one for group in groups.values() for one in group.values()]
            groups = None
        out.append(said)
        if said[0] == "DealStart":
            groups = {}
    if groups is not None:
        out += [one for group in groups.values() for one in group.values()]
    return out
