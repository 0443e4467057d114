"""``handfoot ask``: what a player can hold at a moment of a half-seen game."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

import click

from handfoot_grammar.parse import Unreadable
from handfoot_grammar.sources import SourceError
from handfoot_spec.cards import cards_text

from ..ask import Answer, Asked, Example, Impossible, answer, look_at
from ..auditing import UsageError
from ..hidden.asked import Range
from ..hidden.moment import RLIMIT
from ..moment import NoSuchMoment
from ..questions import Question, read_question
from ..render import printable
from .show import Refused, game_meant, rules_of


@click.command("ask")
@click.argument("log", type=click.Path())
@click.argument("questions", nargs=-1, metavar="[QUESTION]...")
@click.option(
    "--at", "--line", "line", type=int, metavar="LINE", help="After this line of the source; default: the end."
)
@click.option("--deal", type=int, metavar="N", help="The end of this deal instead, or with --turn after a turn of it.")
@click.option("--turn", type=int, metavar="M", help="After this turn of the deal; 0 is before the first.")
@click.option("--so-far", is_flag=True, help="Only what had been recorded by then counts, nothing that came after.")
@click.option("--example", is_flag=True, help="Print possible deals that show the answer, as logs.")
@click.option("--game", "number", type=int, metavar="K", help="Which game, where the log holds several.")
@click.option("--rules", metavar="PROFILE|FILE", help="The rules, for a log without a Rules tag.")
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option(
    "--solver-limit", type=click.IntRange(min=1), default=RLIMIT, show_default=True, metavar="N",
    help="The budget of one question to the solver, in its own units of work.",
)  # fmt: skip
def command(
    log: str, questions: tuple[str, ...], line: int | None, deal: int | None, turn: int | None, so_far: bool, example: bool,
    number: int | None, rules: str | None, style: str, solver_limit: int,
) -> None:  # fmt: skip
    """Say what players can hold at a moment of LOG, as far as the record tells.

    \b
    Questions, each in quotes:
      hand Chi K          how many kings can the packet that Chi plays from hold
      foot Bo Ks          how many kings of spades can Bo's Foot hold
      Chi K K 2           can she hold two kings and a two at once; must she
      hand Chi            how many of each rank
      Chi points          what are the cards worth (Ana+Chi: together; all Ana: Hand and Foot)
      unseen X            how many jokers did not lie open: in Hands, Feet and the stock

    Without a question it is every player's packet. Everything that is recorded counts, later lines too, unless --so-far is
    given. That anybody kept to the rules is not assumed.

    Exit status: 0 answered; 1 no deal of the cards fits the record; 2 not a question, or no such moment.

    \b
    Example:
      handfoot ask spring-cup.hfn --at 37 "hand Chi K" "Bo 2 2" "unseen X"
      handfoot ask spring-cup.hfn --at 37 --so-far --example "Chi K K"
    """
    if line is not None and (deal is not None or turn is not None):
        raise click.UsageError("a moment is named by --at, or by --deal and --turn")
    try:
        game = game_meant(log, number, line)
        if not game.seats:
            raise Refused('the log has no usable [Seats "..."] tag, so nobody can be asked about')
        read = [_read(text, i, game.seats) for i, text in enumerate(questions or game.seats, 1)]
        asked = look_at(
            game, rules_of(game, rules), deal=deal, turn=turn, line=line, so_far=so_far, rlimit=solver_limit
        )
        found = [answer(asked, question, example or question.asks in ("count", "cards")) for question in read]
    except SourceError as error:
        _end(2, str(error))
    except (Refused, NoSuchMoment, UsageError) as error:
        _end(2, f"{log}: {error}")
    except ImportError:
        _end(2, "cards of unknown suit need the solver: pip install z3-solver")
    except Impossible as error:
        place = log if error.span is None else f"{log}:{error.span.line}:{error.span.column}"
        hint = "" if so_far else "\nWhat could be known before that line: --at an earlier line, --so-far"
        _end(1, f"{place}: no deal of the cards fits this record, so nothing can be answered; {error}{hint}")
    if style == "json":
        click.echo(json.dumps(_json(asked, found, example), indent=2, ensure_ascii=False))
        return
    for text in _text(asked, found, example):
        click.echo(printable(text))


def _end(status: int, message: str) -> None:
    click.echo("\n".join(printable(line) for line in f"handfoot ask: {message}".split("\n")), err=True)
    sys.exit(status)


def _read(text: str, number: int, seats: tuple[str, ...]) -> Question:
    try:
        return read_question(text, seats)
    except Unreadable as error:
        shown = "".join(c if c.isprintable() else " " for c in text)
        caret = " " * error.start + "^" * max(1, error.end - error.start)
        expected = "" if error.expected is None else f"\n  expected: {error.expected}"
        _end(2, f"question {number}: {error.message}\n  {shown[:500]}\n  {caret[:500]}{expected}")
        raise AssertionError from None


# --- as text ----------------------------------------------------------------------------------------------------


def _text(asked: Asked, found: list[Answer], example: bool) -> Iterator[str]:
    of = f"turn {asked.turn}" + ("" if asked.mover is None else f" ({asked.game.seats[asked.mover]})")
    known = "what was recorded by then" if asked.so_far else "the whole record"
    yield f"deal {asked.deal}, after line {asked.line}, {of}; by {known}"
    if not asked.cards.complete:
        yield "not everything that moved is recorded: what is called possible may not be"
    for one in found:
        yield ""
        yield from _answer(asked, one)
        for shown in one.examples:
            if one.question.asks != "table":
                yield f"  {_shows(shown)}: {cards_text(shown.held)}"
            if example:
                yield from (f"    {line}" for line in shown.log.splitlines())


def _shows(shown: Example) -> str:
    return f"for example {shown.shows}"


def _answer(asked: Asked, found: Answer) -> Iterator[str]:
    text, asks = " ".join(found.question.text.split()), found.question.asks
    if asks == "unseen":
        yield f"{text}: in Hands, Feet and the stock"
        yield from _table(found.counts)
        return
    where = " and ".join(_packet(asked, found, i) for i in range(len(found.pools)))
    if found.size is None:
        yield f"{text}: unknown; a line that could not be read, or that says what cannot be, may have touched {where}"
        return
    size = f"{found.size} card{'s' * (found.size != 1)}"
    if asks == "table":
        points = "" if found.points is None else f", {_range(found.points)} points"
        yield f"{text}: {where}, {size}{points}"
        yield from _table(found.counts)
    elif asks == "points":
        yield f"{text}: {'unknown' if found.points is None else _range(found.points) + ' points'} ({where}, {size})"
    elif asks == "count":
        (counted,) = found.counts.values()
        yield f"{text}: {_range(counted)} ({where}, {size})"
    else:
        yield f"{text}: {_verdict(found)} ({where}, {size})"


def _packet(asked: Asked, found: Answer, i: int) -> str:
    pool = found.pools[i]
    opened = " in play" if pool.foot and asked.opened[pool.player] else ""
    return f"{asked.game.seats[pool.player]}'s {'Foot' if pool.foot else 'Hand'}{opened}"


def _verdict(found: Answer) -> str:
    if found.must == "yes":
        return "certain"
    if found.could == "no":
        return "impossible"
    if found.could == "yes":
        return "possible, not certain" if found.must == "no" else "possible"
    return "not decided: nothing that is recorded speaks against it"


def _range(found: Range) -> str:
    text = str(found.least) if found.least == found.most else f"{found.least} to {found.most}"
    return text if found.sure else f"{text} at the utmost"


def _table(counts: dict[str, Range]) -> Iterator[str]:
    width = max(map(len, counts), default=0)
    for word, found in counts.items():
        yield f"  {word.ljust(width)}  {_range(found)}"


# --- as JSON ----------------------------------------------------------------------------------------------------


def _json(asked: Asked, found: list[Answer], example: bool) -> dict[str, Any]:
    return {
        "schema": "handfoot-ask/1",
        "source": asked.game.source,
        "game": asked.game.number,
        "deal": asked.deal,
        "turn": asked.turn,
        "line": asked.line,
        "so_far": asked.so_far,
        "complete": asked.cards.complete,
        "answers": [_json_answer(asked, one, example) for one in found],
    }


def _json_answer(asked: Asked, found: Answer, example: bool) -> dict[str, Any]:
    seats = asked.game.seats
    return {
        "question": found.question.text,
        "asks": found.question.asks,
        "packets": [{"player": seats[pool.player], "packet": "foot" if pool.foot else "hand"} for pool in found.pools],
        "size": found.size,
        "counts": {word: _json_range(counted) for word, counted in found.counts.items()},
        "points": None if found.points is None else _json_range(found.points),
        "could": found.could,
        "must": found.must,
        "examples": [
            {"shows": shown.shows, "held": cards_text(shown.held), **({"log": shown.log} if example else {})}
            for shown in found.examples
        ],
    }


def _json_range(found: Range) -> dict[str, Any]:
    return {"min": found.least, "max": found.most, "sure": found.sure}
