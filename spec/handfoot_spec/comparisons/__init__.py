"""What two profiles are compared in, subject by subject: the definitions, put together as a player meets them.

Nothing here decides what is legal: every value is made of definitions, evaluated under one profile. ``compare`` asks the questions.
"""

from __future__ import annotations

from ..compare import Subject
from .going_out import GOING_OUT
from .melds import BOOKS, MELDS
from .table import DECK, END, SCORES, STARTER, TURNS
from .taking import FOOT, OPENING_MELD, TAKE, THREES, opening

SUBJECTS = (
    Subject("deck", DECK),
    Subject("starter", STARTER),
    Subject("turns", TURNS),
    Subject("melds", MELDS),
    Subject("books", BOOKS),
    Subject("opening", (opening, OPENING_MELD)),
    Subject("take", TAKE),
    Subject("threes", THREES),
    Subject("Foot", FOOT),
    Subject("going out", GOING_OUT),
    Subject("scores", SCORES),
    Subject("end of the game", END),
    Subject("irregularities"),
    Subject("findings"),
)
"""The subjects in the order in which they are reported."""

_HOMES = {
    "table": "deck", "starter": "starter", "turn": "turns", "deals.dealer": "turns", "deals.first": "turns", "melds": "melds",
    "threes.black_melded": "melds", "books": "books", "opening": "opening", "take": "take", "threes": "threes", "foot": "Foot",
    "out": "going out", "score": "scores", "score.tie": "end of the game", "deals": "end of the game",
    "stock": "end of the game", "remedies": "irregularities", "levels": "findings",
}  # fmt: skip


def home(field: str) -> str:
    """The subject that a field of a profile belongs to; what a book counts as matters for going out."""
    if field.startswith("books.") and field.endswith(".counts_as"):
        return "going out"
    return _HOMES.get(field) or _HOMES.get(field.partition(".")[0], "irregularities")
