"""How much of an untrusted record is read before a clear message takes the place of more memory and time."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Bounds of the reader, generous for any real record. Lengths are characters, sizes bytes."""

    line_length: int = 100_000
    continued_lines: int = 200
    problems: int = 500
    file_size: int = 4 << 30
    json_size: int = 64 << 20
    json_depth: int = 64
    json_values: int = 500_000
    statements: int = 200_000
    game_size: int = 16 << 20


DEFAULT_LIMITS = Limits()

MOST_REPEATS = 1_000
"""How often one word of a list may repeat its card (``?*13``); nothing of this game comes near it."""

MOST_CARDS = 1_000
"""How many cards one list may have."""

MOST_SEATS = 40
LONGEST_LABEL = 100
"""How many may sit at a table, and the characters of a label; complaints name every seat."""
