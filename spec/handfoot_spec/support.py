"""What of the schema an audit goes by today.

The schema can say more than the checks can judge. A profile that uses such a value must not be audited as if it did not: that
would accuse people who kept their table's rules. So every field whose other values are not honoured yet stands here.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from .profile import Book, Profile

HONOURED: dict[str, tuple[Any, ...]] = {
    "table.packets": (2,),
    "table.stock_piles": (1,),
    "turn.browsing": ("undecided", "yes"),
    "melds.dirty_naturals": (None,),
    "melds.extend_books": ("never",),
    "melds.wild_melds": (True,),
    "melds.runs": (False,),
    "melds.runs_wild": (False,),
    "melds.twos": (False,),
    "books.run": (False,),
    "books.twos": (False,),
    "books.ranks": ((),),
    "books.cap": (None,),
    "books.extend": (None,),
    "books.unfinished_penalty": (0,),
    "opening.first_bonus": (0,),
    "threes.red_unopened_foot_points": (None,),
    "threes.red_all_points": (None,),
    "threes.black_melded": (False,),
    "stock.short": ("ends-deal", "ends-if-nobody-takes", "reshuffle", "undecided"),
    "score.assumed": (False,),
    "score.red_three": (None,),
    "score.black_three_last": (None,),
    "score.leftovers": (("hand", "foot"),),
    "score.leftovers_of": ("all",),
    "score.tie": ("shared",),
}
"""The values of each field that an audit goes by; a field that does not stand here is honoured whatever it says."""


def not_honoured(profile: Profile) -> list[str]:
    """The settings of a profile that an audit does not go by yet, as ``take.count = 5``."""
    wrong = []
    for spec in fields(profile):
        section = getattr(profile, spec.name)
        if spec.name == "books":
            for book in profile.books:
                wrong += _of(book, "books")
        elif is_dataclass(section) and not isinstance(section, type):
            wrong += _of(section, spec.name)
    return wrong


def _of(section: Any, name: str) -> list[str]:
    where = f"books ({section.kind})" if isinstance(section, Book) else name
    return [
        f"{where}.{spec.name} = {getattr(section, spec.name)!r}"
        for spec in fields(section)
        if getattr(section, spec.name) not in HONOURED.get(f"{name}.{spec.name}", (getattr(section, spec.name),))
    ]
