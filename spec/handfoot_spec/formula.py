"""Formulas as SMT-LIB text: what a definition becomes when terms are put through it in the place of integers.

Text, because building a solver's own terms one by one costs ten times the solving; and because a text can be shown, kept and
given to another solver. Nothing here needs a solver. A term has no truth value: asking for one is an error, so that a
definition that decides something by Python's ``if``, ``and`` or ``in`` cannot go unnoticed.
"""

from __future__ import annotations

from typing import Any, NoReturn


class Term:
    """An integer or truth value that is not known yet, as SMT-LIB text. Linear: two terms are never multiplied."""

    __slots__ = ("text",)
    __hash__ = None  # type: ignore[assignment]  # an equality of terms is a term, so no set or dictionary can hold them

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return f"Term({self.text!r})"

    def __bool__(self) -> NoReturn:
        raise TypeError(
            f"the term {self.text} has no truth value; definitions use And, Or, Not, Implies and If of their namespace"
        )

    def __add__(self, other: Any) -> Term:
        return self if type(other) is int and other == 0 else Term(f"(+ {self.text} {written(other)})")

    __radd__ = __add__

    def __sub__(self, other: Any) -> Term:
        return self if type(other) is int and other == 0 else Term(f"(- {self.text} {written(other)})")

    def __rsub__(self, other: Any) -> Term:
        return Term(f"(- {written(other)} {self.text})")

    def __neg__(self) -> Term:
        return Term(f"(- {self.text})")

    def __mul__(self, factor: int) -> Any:
        if type(factor) is not int:
            return NotImplemented
        return self if factor == 1 else 0 if factor == 0 else Term(f"(* {written(factor)} {self.text})")

    __rmul__ = __mul__

    def __eq__(self, other: object) -> Any:
        return Term(f"(= {self.text} {written(other)})")

    def __ne__(self, other: object) -> Any:
        return Term(f"(not (= {self.text} {written(other)}))")

    def __le__(self, other: Any) -> Term:
        return Term(f"(<= {self.text} {written(other)})")

    def __lt__(self, other: Any) -> Term:
        return Term(f"(< {self.text} {written(other)})")

    def __ge__(self, other: Any) -> Term:
        return Term(f"(>= {self.text} {written(other)})")

    def __gt__(self, other: Any) -> Term:
        return Term(f"(> {self.text} {written(other)})")


def written(value: Any) -> str:
    """A term, integer or truth value as SMT-LIB text."""
    if isinstance(value, Term):
        return value.text
    if value is True or value is False:
        return "true" if value else "false"
    if type(value) is not int:
        raise TypeError(f"{value!r} is neither a term nor an integer nor a truth value")
    return str(value) if value >= 0 else f"(- {-value})"


def _joined(word: str, neutral: bool, parts: tuple[Any, ...]) -> Any:
    """A conjunction or disjunction; ``neutral`` parts make no difference, their opposite decides it."""
    if any(part is (not neutral) for part in parts):
        return not neutral
    unknown = [part for part in parts if part is not neutral]
    if len(unknown) < 2:
        return unknown[0] if unknown else neutral
    return Term(f"({word} {' '.join(map(written, unknown))})")


class _Terms:
    """The operations of a definition on terms; what is known already is worked out at once."""

    @staticmethod
    def And(*parts: Any) -> Any:
        return _joined("and", True, parts)

    @staticmethod
    def Or(*parts: Any) -> Any:
        return _joined("or", False, parts)

    @staticmethod
    def Not(part: Any) -> Any:
        return not part if isinstance(part, bool) else Term(f"(not {written(part)})")

    @staticmethod
    def Implies(condition: Any, then: Any) -> Any:
        return _Terms.Or(_Terms.Not(condition), then)

    @staticmethod
    def If(condition: Any, then: Any, otherwise: Any) -> Any:
        if isinstance(condition, bool):
            return then if condition else otherwise
        return Term(f"(ite {written(condition)} {written(then)} {written(otherwise)})")

    @staticmethod
    def Sum(*parts: Any) -> Any:
        known = sum(part for part in parts if type(part) is int)
        terms = [part.text for part in parts if isinstance(part, Term)]
        if not terms:
            return known
        if known:
            terms.append(written(known))
        return Term(f"(+ {' '.join(terms)})" if len(terms) > 1 else terms[0])


TERMS = _Terms()
"""The namespace that makes formulas of definitions, as ``INTEGERS`` makes checks of them."""


class Formula:
    """Unknowns and what is claimed of them; :attr:`text` is what a solver reads."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._names: set[str] = set()

    def copy(self) -> Formula:
        """A formula that can be carried on without this one."""
        other = Formula()
        other._lines, other._names = self._lines.copy(), self._names.copy()
        return other

    def integer(self, name: str, low: int | None = 0, high: int | None = None) -> Term:
        """An unknown whole number, from ``low`` to ``high`` where these are given."""
        term = self._declare(name, "Int")
        if low is not None:
            self.claim(term >= low)
        if high is not None:
            self.claim(term <= high)
        return term

    def truth(self, name: str) -> Term:
        """An unknown truth value."""
        return self._declare(name, "Bool")

    def named(self, name: str, value: Any) -> Term:
        """A name for an integer that is worked out of others."""
        term = self._declare(name, "Int")
        self.claim(term == value)
        return term

    def _declare(self, name: str, sort: str) -> Term:
        if name in self._names:
            raise ValueError(f"{name} is declared twice")
        self._names.add(name)
        self._lines.append(f"(declare-const {name} {sort})")
        return Term(name)

    def claim(self, *parts: Any) -> None:
        """Every part must hold."""
        for part in parts:
            if part is not True:
                self._lines.append(f"(assert {written(part)})")

    @property
    def text(self) -> str:
        """The formula as SMT-LIB text."""
        return "\n".join(self._lines) + "\n"
