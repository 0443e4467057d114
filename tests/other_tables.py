"""House rules: the classic rules, or others, with some of their values changed as tables are known to change them."""

from __future__ import annotations

from dataclasses import replace

from handfoot_spec.profile import Profile
from handfoot_spec.profile_files import load

Change = dict[str, dict[str, object]]
NO_WILD = {"clean": 2, "dirty": 2}
HOUSE: dict[str, Change] = {
    "draws by deal": {"turn": {"draw_by_deal": (3, 3, 4, 5)}},
    "Hands and Feet by deal": {"table": {"hand_by_deal": (11, 13, 15), "foot_by_deal": (15, 13, 11)}},
    "each for himself": {
        "table": {"sides": "solo"},
        "out": {"books": {"clean": 1, "dirty": 1}, "permission": "optional"},
    },
    "a wild card makes the pair": {"take": {"need": "pair-with-wild"}},
    "one match": {"take": {"need": "one-match", "target": "any", "unfinished": "may-join"}},
    "nothing needed": {"take": {"need": "nothing", "target": "any", "unfinished": "may-join"}},
    "a new clean meld": {"take": {"target": "new-clean-meld"}},
    "no take before opening": {"take": {"before_opening": False}},
    "wild cards freeze": {"take": {"wild_freezes": True}},
    "takes by deal": {"take": {"count_by_deal": (3, 4, 5)}},
    "the whole pile": {"take": {"count": "all", "fewer": "no"}},
    "every player opens": {"opening": {"side": "player"}},
    "sixty a meld": {"opening": {"least_per_meld": 60}},
    "one minimum": {"opening": {"by": "fixed", "minima": (120,)}},
    "a bonus for the first": {"opening": {"first_bonus": 100}},
    "the Foot next turn": {"foot": {"after_meld": "next-turn"}},
    "the Foot now": {"foot": {"after_discard": "taken-now"}},
    "a last discard": {"out": {"final_discard": "required"}},
    "no last discard": {"out": {"final_discard": "forbidden"}},
    "a whole turn with the Foot": {"out": {"partner": "turn-with-foot"}},
    "out without a partner": {"out": {"partner": "none", "permission": "courtesy"}},
    "books by deal": {"out": {"books_by_deal": ({"clean": 1}, {"clean": 2}, {"dirty": 3}, {"wild": 1, "clean": 3})}},
    "a pile that comes back": {"stock": {"short": "reshuffle"}, "table": {"packs": 3}},
    "red threes are not replaced": {"threes": {"red_replaced": False}},
    "red threes are a burden": {"threes": {"red_exposed": False, "red_discard": True}, "score": {"red_three": 100}},
    "books grow": {"melds": {"extend_books": "naturals"}},
    "several unfinished melds": {"melds": {"one_unfinished": False}},
    "no wild melds": {"melds": {"wild_melds": False}, "out": {"books": NO_WILD}},
    "one wild card": {"melds": {"most_wilds": 1}},
    "melds of four": {"melds": {"least": 4}},
    "books of six": {"melds": {"cap": 6}, "starter": {"buried_to": "bottom"}},
    "runs and twos too": {
        "melds": {"runs": True, "twos": True, "one_unfinished": False, "wild_melds": False},
        "out": {"books": NO_WILD},
    },
    "new or add": {"turn": {"meld_mode": "new-or-add"}, "out": {"books": {"clean": 1}}},
    "half a draw": {"turn": {"mixed_draw": True}, "take": {"count": 0, "played_at_once": True}},
    "no card is turned up": {"starter": {"turned": False}},
    "the dealer begins": {"deals": {"first": "dealer", "end_score": 4000}},
    "cards may run out": {"out": {"keep_card": False}, "turn": {"discard": "float"}},
}


def house(*changes: Change, base: str = "classic") -> Profile:
    """The rules of ``base`` with changes, one after the other; books of a kind that it does not have are not asked for."""
    rules = load(base)
    for change in changes:
        sections = {name: replace(getattr(rules, name), **values) for name, values in change.items()}
        rules = replace(rules, **sections)  # type: ignore[arg-type]
    if rules.melds.runs and not any(book.run for book in rules.books):
        more = [book for book in load("flaming-foursome").books if book.run or book.twos]
        rules = replace(rules, books=(*rules.books, *more))
    kinds = {book.counts_as for book in rules.books}
    needed = [
        {kind: n for kind, n in books.items() if kind in kinds} for books in (rules.out.books, *rules.out.books_by_deal)
    ]
    return replace(rules, name="ours", out=replace(rules.out, books=needed[0], books_by_deal=tuple(needed[1:])))
