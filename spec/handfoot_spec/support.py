"""What of the schema an audit goes by today.

The schema can say more than the checks can judge. A profile that uses such a value must not be audited as if it did not: that
would accuse people who kept their table's rules. So every field whose other values are not honoured yet stands here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from .profile import Book, Profile

HONOURED: dict[str, tuple[Any, ...]] = {
    "table.packets": (2,),
    "table.stock_piles": (1,),
    "turn.browsing": ("undecided", "yes"),
    "stock.short": ("ends-deal", "ends-if-nobody-takes", "reshuffle", "undecided"),
}
"""The values of each field that an audit goes by; a field that does not stand here is honoured whatever it says."""


def not_honoured(profile: Profile, honoured: Mapping[str, tuple[Any, ...]] = HONOURED) -> list[str]:
    """The settings of a profile that an audit does not go by yet, as ``take.count = 5``; or others, of which ``honoured`` has the values."""
    wrong = []
    for spec in fields(profile):
        section = getattr(profile, spec.name)
        if spec.name == "books":
            for book in profile.books:
                wrong += _of(book, "books", honoured)
        elif is_dataclass(section) and not isinstance(section, type):
            wrong += _of(section, spec.name, honoured)
    return wrong


def _of(section: Any, name: str, honoured: Mapping[str, tuple[Any, ...]]) -> list[str]:
    where = f"books ({section.kind})" if isinstance(section, Book) else name
    return [
        f"{where}.{spec.name} = {getattr(section, spec.name)!r}"
        for spec in fields(section)
        if getattr(section, spec.name) not in honoured.get(f"{name}.{spec.name}", (getattr(section, spec.name),))
    ]
