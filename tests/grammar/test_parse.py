"""Texts put together from parts that were parsed before say what the grammar says of them as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from handfoot_grammar import parse
from handfoot_grammar.text import pieces

from ..conftest import ROOT

STATEMENTS = (
    "hand Ana: Ks*2 Kh X", "hand Ana : Ks", "hand  Ana: Ks", "hand Ana:", "hand Ana: -", "hand Ana: 3h>5c", "hand Ks: Ks", "hand W: 5c",
    "hand pass: Ks", "hand Ana+Bo: Ks", "hand Ana: Ks, Kh", "hand Someone: Ks", "hand Ana: Zz", "hand O'Neil-2.b: Ks", "hand 3r: Ks",
    "foot Ana: 4s ?*3", "foot Ana: foot 4s", "foot Ana: Ks*0", "foot Ana: Ks*9999", "turn-up As", "turn-up", "turn-up 3h>5c", "turn-up As: Ks",
    "stock Ks Kh", "stock -", "stock Ks; foot 4s", "red Ana: 3h>5c 3d>-", "red Ana: 3h", "red Ana: 3h>", "red Ana:", "red Ana+Bo: 3h>5c",
    "left Ana: Ks; foot 4s", "left Ana: -; foot -", "left Ana: -", "left Ana: foot 4s", "left Ana: Ks; foot", "left Ana: Ks; feet 4s", "left Ana: Ks;",
    "left Ana: 3h>5c; foot 4s", "left Ana+Bo: Ks", "left Ana: Ks; foot 4s; foot 5s", "score Ana+Chi: clean 2, cards 305, left -45, net",
    "score Ana+Chi: total 1,900", "score Ana: cards −45", "score Ana+: cards 5", "score +Ana: cards 5", "score Ana+Chi: cards", "score Ana+Chi: clean 2,",
    "score Ana+Chi: cards 12345678", "score Ana+Ks: cards 5", "score Ana+Chi:", "score Ana+Chi cards 5", "claim stock 40", "claim hand Ana 5, pile 3",
    "claim melds Ana+Chi K 5", "claim melds Ana K", "claim foot Ana+Bo 5", "claim hand Ks 5", "claim hand hand 5", "claim stock -4", "claim stock 40,",
    "claim hand Ana 5 6", "claim melds Ana+Chi Q 12, stock 9", "result Ana+Chi 21790, Bo+Dee 30150 winner Bo+Dee", "result Ana 5, Bo 5 winner Ana, Bo",
    "result Ana 5 winner", "result Ana 5, winner Ana", "result Ana, Bo 5", "result Ana 5 winner Ks", "result Ana+Chi 99999999", "result winner 5 winner winner",
    "result Ana 5 winner Ana winner Bo", "result", "result Ana 5 Bo 6", "deal 1 dealer Ana", "deal 1", "deal 1 dealer", "deal 1 dealer Ks", "deal one dealer Ana",
    "deal 1 dealer Ana+Bo", "deal Someone", "end out Ana", "end out", "end out Someone", "end out Ana+Bo", "end out end", "end stock", "end abandoned",
    '[Event "A quiet evening"]', '[Event "say \\"hi\\""]', '[Event "', "[Event]", '[Event ""]', '[1 "x"]', '[Event "a" "b"]', '[Event "a"] ', '[Event "a\\\\"]',
    'note "x"', "note x", "", "hand", "score", "Hand Ana: Ks",
)  # fmt: skip
ACTIONS = (
    "draw 3h>Js Kc", "draw", "draw -", "draw Ks,Kh", "foot", "foot -", "foot 4s*3 3h>5c", "meld K: Ks*3", "meld K: -", "meld K:", "meld K Ks", "meld Q: 3h>5c",
    "meld 10: 10s*3", "add K#2: Ks", "add K#0001: Ks", "add K#1000: Ks", "add K#12345678901: Ks", "run s: 4s 5s 6s", "run x: 4s", "add run s: 7s",
    "pickup 4 {meld 5: 5s 5h*2} 6h", "pickup {meld K: Ks*3; add 5: 5s} -", "pickup 1 {} -", "pickup 1 {meld 9: 9d*2 9c}", "pickup {draw Ks} 5c", "pickup 4 6h",
    "pickup 4 {meld 5: 5s} - -", "pickup 4 {meld 5: 5s} 6h {", "pickup 4 {meld 5: 5s}} 6h", "pickup 4 {{meld 5: 5s} 6h", "pickup 4 meld 5: 5s} 6h", "discard Ks*2",
    "discard -", "peek Ana", "peek", 'penalty Ana+Bo -50 "late"', 'say "a; b"', "",
)  # fmt: skip


def outcome(read: Callable[..., Any], *args: str) -> tuple[Any, ...]:
    try:
        return ("read", read(*args))
    except parse.Unreadable as error:
        return ("unreadable", error.message, error.start, error.end, error.expected, error.code)


@pytest.mark.parametrize("text", STATEMENTS)
def test_a_statement_is_read_as_the_grammar_reads_it(text: str) -> None:
    whole = outcome(parse._parse, "statement", text)
    assert outcome(parse.statement, text) == whole
    assert outcome(parse.statement, text) == whole  # with its parts in the memo


@pytest.mark.parametrize("text", ACTIONS)
def test_an_action_is_read_as_the_grammar_reads_it(text: str) -> None:
    whole = outcome(parse._parse, "action", text)
    assert outcome(parse.action, text) == whole
    assert outcome(parse.action, text) == whole


def sample_texts() -> Iterator[tuple[str, str]]:
    """Every statement and every action of the sample logs."""
    for path in sorted((ROOT / "logs").rglob("*.hfn")):
        for line in path.read_text(encoding="utf-8").splitlines():
            code = line.split("#")[0].strip()
            word = code.split(" ")[0]
            if word.endswith(":"):
                yield from (("action", piece.strip()) for _, piece in pieces(code, len(word)))
            elif code:
                yield "statement", code


def test_every_text_of_the_sample_logs_is_read_as_the_grammar_reads_it() -> None:
    texts = dict.fromkeys(sample_texts())
    assert len(texts) > 500
    for start, text in texts:
        read = parse.statement if start == "statement" else parse.action
        assert outcome(read, text) == outcome(parse._parse, start, text), text


def test_a_label_is_not_kept_from_one_text_for_the_next() -> None:
    for name in ("Ana", "Bo", "Someone"):
        assert parse.statement(f"hand {name}: Ks")[1] == name
        assert parse.statement(f"deal 2 dealer {name}") == ("deal", 2, name)
        assert parse.statement(f"end out {name}") == ("end", "out", name)
        assert parse.statement(f"claim hand {name} 4, melds {name} K 5") == (
            "claim", (("hand", 4, name, None, None), ("melds", 5, None, name, 11)),
        )  # fmt: skip
        assert parse.statement(f"result {name} 5 winner {name}") == ("result", ((name, 5),), (name,))
