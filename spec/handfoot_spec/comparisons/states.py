"""What the comparisons share: words for counts, and the classes of a single card."""

from __future__ import annotations

from typing import Any

from ..compare import Comparison, Make, State, Unknown
from ..definitions import Truth


def cards(n: int, what: str = "card") -> str:
    """``1 card``, ``8 cards``; ``no cards``."""
    return f"{n or 'no'} {what}{'s' * (n != 1)}"


def always(*args: Any, **kwargs: Any) -> Make:
    """A comparison that is the same for all pairs of profiles."""
    comparison = Comparison(*args, **kwargs)
    return lambda a, b: comparison


TOP = Unknown("top", words=("ordinary card", "black three", "red three", "two", "joker"))


def classes(s: State) -> tuple[Truth, Truth, Truth, Truth]:
    """The classes of the card ``top``, as definitions ask for them: red three, black three, two, joker."""
    return s["top"] == 2, s["top"] == 1, s["top"] == 3, s["top"] == 4


def a_card(s: State) -> str:
    word = TOP.words[s["top"]]
    return f"{'an' if word[0] in 'aeio' else 'a'} {word}"
