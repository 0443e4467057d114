"""Whether a half-seen deal is possible at all, asked in the plainest way there is: slow, and the judge of every faster way.

Each packet has a number of copies of each kind after each thing that happened to it. Cards that came face down are a
composition of their own, a number of each kind; a card whose suit or rank nobody wrote down is exactly one of those that it may be;
nothing is ever negative; and all that came from the deck is no more than the packs hold. Nothing is worked out beforehand.
"""

from __future__ import annotations

from collections import defaultdict

from handfoot.hidden.happenings import Happening, Pool, Record, Token, What
from handfoot_spec.cards import JOKER
from handfoot_spec.solver import Question

_BACK = ("taken", "taken back", "picked up")
"""How cards come that had been seen before."""
_KINDS = range(JOKER + 1)


class _Explicit:
    def __init__(self, record: Record) -> None:
        self.record = record
        self.lines: list[str] = []
        self.held: dict[Pool, list[str]] = defaultdict(lambda: ["0"] * len(_KINDS))
        self.from_deck: dict[int, list[str]] = defaultdict(list)
        self.back_in_deck: dict[int, list[str]] = defaultdict(list)
        self.is_kind: dict[int, dict[int, str]] = {}
        self.fresh = 0

    def integer(self, least: str | None = "0") -> str:
        self.fresh += 1
        name = f"n{self.fresh}"
        self.lines.append(f"(declare-const {name} Int)")
        if least is not None:
            self.claim(f"(>= {name} {least})")
        return name

    def claim(self, text: str) -> None:
        self.lines.append(f"(assert {text})")

    def kinds_of(self, token: Token) -> dict[int, str]:
        """For each kind that a card may be, 1 or 0: it is, or it is not."""
        if token.number not in self.is_kind:
            if len(token.kinds) == 1:
                self.is_kind[token.number] = dict.fromkeys(token.kinds, "1")
            else:
                chosen = {kind: self.integer() for kind in sorted(token.kinds)}
                self.claim(f"(= 1 {_sum(list(chosen.values()))})")
                self.is_kind[token.number] = chosen
        return self.is_kind[token.number]

    def change(self, pool: Pool, kind: int, sign: str, amount: str) -> None:
        before, after = self.held[pool][kind], self.integer()  # never negative
        self.claim(f"(= {after} ({sign} {before} {amount}))")
        self.held[pool][kind] = after

    def happen(self, h: Happening) -> None:
        if h.what is What.CAME:
            assert h.pool is not None
            came = [self.integer() for _ in _KINDS]
            self.claim(f"(= {h.count} {_sum(came)})")
            for kind in _KINDS:
                self.from_deck[kind].append(came[kind])
                self.change(h.pool, kind, "+", came[kind])
        elif h.what is What.REMAINS:
            self.remains(h)
        elif h.what is not What.LOST:
            for token in h.tokens:
                for kind, amount in self.kinds_of(token).items():
                    if h.what is What.SHOWED and h.pool is not None:
                        self.change(h.pool, kind, "-", amount)
                    elif h.what is What.GOT and h.pool is not None:
                        self.change(h.pool, kind, "+", amount)
                        if h.how not in _BACK:
                            self.from_deck[kind].append(amount)
                    elif h.what is What.LAY:
                        self.from_deck[kind].append(amount)
                    elif h.what is What.MIXED:
                        self.back_in_deck[kind].append(amount)

    def remains(self, h: Happening) -> None:
        assert h.pool is not None
        left: dict[int, list[str]] = defaultdict(list)
        for token in h.tokens:
            for kind, amount in self.kinds_of(token).items():
                left[kind].append(amount)
        for kind in _KINDS:
            self.claim(f"(= {self.held[h.pool][kind]} {_sum(left[kind])})")

    def text(self) -> str:
        for h in self.record.happenings:
            self.happen(h)
        table = self.record.profile.table
        packs = self.record.profile.packs
        for kind in _KINDS:
            copies = packs * (table.jokers_per_pack if kind == JOKER else 1)
            self.claim(f"(<= {_sum(self.from_deck[kind])} (+ {copies} {_sum(self.back_in_deck[kind])}))")
        return "\n".join(self.lines) + "\n"


def _sum(parts: list[str]) -> str:
    return f"(+ {' '.join(parts)})" if len(parts) > 1 else parts[0] if parts else "0"


def possible(record: Record, rlimit: int = 200_000_000) -> bool | None:
    """Whether some deal of the cards makes the record possible; None where the solver cannot tell within its budget."""
    status = Question(_Explicit(record).text(), rlimit).ask(model=False).status
    return None if status == "unknown" else status == "sat"
