"""Rules that hang on cards which nobody wrote down: broken in every possible deal, in none, or in some.

A check that cannot see a card asks a :class:`Question` of it: what must hold of the cards laid at a place for the rule to be kept,
by the rule's one definition on terms. When the deal is over, with all that the rest of the record tells, it is put to the solver twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from handfoot_engine.written import text_of
from handfoot_grammar.log import Place
from handfoot_spec.cards import Card
from handfoot_spec.formula import Term, written
from handfoot_spec.solver import Question as Solver

from .encoding import Encoding, Number
from .happenings import Record, Token, What


class Seen:
    """The cards in question, of each of which the formula knows what it may be."""

    def __init__(self, encoding: Encoding, tokens: Sequence[Token]) -> None:
        self.encoding, self.tokens = encoding, tokens

    def total(self, value: Callable[[Card], int]) -> Any:
        """The sum of a value of each card, given its kind: an integer, or a term for the definitions."""
        parts: list[Any] = []
        for token in self.tokens:
            for kind, amount in self.encoding.kinds(token).items():
                if value(kind):
                    parts.append(_term(amount) * value(kind))
        return sum(parts[1:], parts[0]) if parts else 0

    def count(self, which: Callable[[Card], bool]) -> Any:
        """How many of the cards are such."""
        return self.total(lambda card: int(which(card)))


def _term(amount: Number) -> Any:
    return amount if isinstance(amount, int) else Term(amount)


@dataclass
class Question:
    """``kept`` says of the cards when the rule is kept; ``broken`` reports that it is not.

    The cards are those that were melded or discarded in a statement: at one of its actions (``index``), from one on (``onwards``), or
    in one of the lays of a take (``lay``). ``cards`` is how many they are. ``said`` is the finding that it could not be told; ``mark`` the number of findings before.
    """

    place: Place
    index: int
    kept: Callable[[Seen], Any]
    broken: Callable[[], int]
    onwards: bool = False
    lay: int | None = None
    player: int | None = None
    cards: int | None = None
    turn: int = 0
    said: str = ""
    mark: int = 0
    answer: bool | None = field(default=None, compare=False)


def tokens_of(record: Record, question: Question) -> list[Token]:
    """The cards that a question is about; none where nothing is known of the packet that they came from."""
    at = next((i for i, s in enumerate(record.game.statements) if s.at is question.place), None)
    if at is None:
        return []
    shown = [
        h
        for h in record.happenings
        if h.what is What.SHOWED
        and h.how in ("melded", "discarded")
        and h.pool is not None
        and (question.player is None or h.pool.player == question.player)
    ]
    if question.onwards:
        first = [h for h in shown if (h.at.statement, h.at.action or 0) >= (at, question.index)]
        return [token for h in first if h.how == "melded" for token in h.tokens]
    here = [h for h in shown if h.at.statement == at and h.at.action == question.index]
    if question.lay is not None:
        here = here[question.lay : question.lay + 1]
    return [token for h in here for token in h.tokens]


def put(record: Record, questions: Sequence[Question], rlimit: int) -> None:
    """Answers questions: True where the rule was kept in every possible deal, False where in none, None where in some, or nobody can
    tell.

    :param rlimit: the solver's budget for each of them, in its own units of work.
    """
    about = [(question, tokens_of(record, question)) for question in questions]
    about = [(q, tokens) for q, tokens in about if tokens and q.cards in (None, len(tokens))]
    asked = frozenset(token.number for _, tokens in about for token in tokens)
    encoding = Encoding(record, labelled=False, asked=asked)
    open_ones = []
    for number, (question, tokens) in enumerate(about):
        claim = question.kept(Seen(encoding, tokens))
        if isinstance(claim, bool):
            question.answer = claim
            continue
        for name, text in ((f"kept{number}", written(claim)), (f"broken{number}", f"(not {written(claim)})")):
            encoding.lines.append(f"(declare-const {name} Bool)")
            encoding.claim(f"(=> {name} {text})")
        open_ones.append((number, question))
    if not open_ones:
        return
    solver = Solver(encoding.text, rlimit)
    for number, question in open_ones:
        kept, broken = (solver.ask([f"{name}{number}"], model=False).status for name in ("kept", "broken"))
        question.answer = {("sat", "unsat"): True, ("unsat", "sat"): False}.get((kept, broken))


def example(record: Record, question: Question, kept: bool, rlimit: int) -> str | None:
    """One possible deal of a record in which the rule was kept, or broken, as a fully known log; None where none can be told.

    The cards in question are the first kinds, in the order of the cards, that some deal allows; so it is the same on every machine. The
    record's tokens are narrowed to them.
    """
    from .filling import filling
    from .moment import Moment, NoDeal
    from .witness import witness

    tokens = tokens_of(record, question)
    encoding = Encoding(record, labelled=False, asked=frozenset(token.number for token in tokens))
    if not tokens:
        return None
    claim = question.kept(Seen(encoding, tokens))
    if not isinstance(claim, bool):
        encoding.claim(written(claim) if kept else f"(not {written(claim)})")
    choices = {token: encoding.kinds(token) for token in tokens}
    for token, kinds in choices.items():
        for kind, amount in kinds.items():
            encoding.lines.append(f"(declare-const is{token.number}_{kind} Bool)")
            encoding.claim(f"(=> is{token.number}_{kind} (= {amount} 1))")
    solver = Solver(encoding.text, rlimit)
    chosen: list[str] = []
    for token, kinds in choices.items():
        fits = (
            kind for kind in kinds if solver.ask([*chosen, f"is{token.number}_{kind}"], model=False).status == "sat"
        )
        found = next(fits, None)
        if found is None:
            return None
        chosen.append(f"is{token.number}_{found}")
        token.narrow(found)
    try:
        deal = filling(Moment(record))
    except NoDeal:
        return None
    return None if deal is None else text_of(witness(deal))
