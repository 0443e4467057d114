"""What players and programs head their columns with: the words of a header, whatever their case, spaces and punctuation."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Column:
    """What a column is: its key, and what one of it is worth in points where it counts things (None: as the rules have it)."""

    key: str
    each: int | None = None


STRUCTURE = ("game", "deal", "side", "winner", "members")
"""Keys that say whose figures a row has, and who won."""

BOOKS = ("clean", "dirty", "wild", "run", "twos")


def normal(header: str) -> str:
    """A header without case, spaces and punctuation."""
    return re.sub(r"[\W_]+", "", header.casefold())


def _books() -> dict[str, str]:
    """Kinds of books: ``Red Piles``, ``pure canasta``, ``natural count``."""
    sorts = {
        "clean": ("clean", "red", "natural", "pure", "cleans", "naturals"),
        "dirty": ("dirty", "black", "mixed", "unnatural", "unclean", "dirties", "impure"),
        "wild": ("wild", "wilds", "dirtywild", "cleanwild", "wildcard", "allwild"),
    }
    nouns = (
        "books",
        "book",
        "canastas",
        "canasta",
        "piles",
        "pile",
        "sets",
        "set",
        "melds",
        "meld",
        "bookcount",
        "count",
    )
    words: dict[str, str] = {}
    for key, sort in sorts.items():
        for word in sort:
            words[word] = key
            words.update({word + noun: key for noun in nouns})
            words.update({word + noun + "count": key for noun in nouns})
            words.update({noun + word: key for noun in nouns})
    return words


_PLAIN = {
    "game": "game gameid gameno gamenumber match matchno",
    "deal": "deal dealno dealnumber round rounds roundno roundnumber roundid hand handno handnumber",
    "side": "side team teamname teamid player players playername name names pair partnership couple partners",
    "members": "members teammembers playersofteam",
    "winner": "winner winners winnerofgame gamewinner winningteam winningteamid winningside",
    "cards": "cards cardpoints cardscore cardcount cardvalues cardvalue count basecount base points meldpoints"
    " tablepoints plustablepoints individualcardcount individualcards scorecards bones meldedcards pointsoncards countpoints",
    "left": "left leftover leftovers leftpoints leftoverpoints caught caughtwith inhand negative negatives minus handpoints"
    " minushandpoints stuck losspenalty pointsinhand subtract stuckwith numberinhand",
    "run": "run runs",
    "twos": "twos seriesoftwos booksoftwos",
    "out": "out goingout goingoutbonus goout wentout outbonus gooutbonus wentoutbonus",
    "reds": "reds redthree redthrees red3 red3s redthreepoints redthreebonus threes",
    "bonus": "books bookpoints bookbonus bookbonuses pointsfrombooks canastabonus canastapoints bonusofbooks",
    "rest": "bonus bonuses otherbonus extra extras scorebooks",
    "penalty": "penalty penalties penaltypoints fine fines irregularity irregularities",
    "total": "total totals score roundtotal roundscore roundtotalscore dealtotal dealscore handtotal handscore",
    "running": "running runningtotal cumulative totalsofar grandtotal runningscore carriedforward",
    "begin": "begin beginning beginningtotal beginningtotals startingtotal carriedin broughtforward",
    "opening": "opening opener minimum openingminimum meldminimum minimummeld",
    "first": "first downfirst firstdown laidfirst laiddownfirst wentdownfirst",
    "foot-first": "footfirst firstinfoot firstfoot firsttofoot intofootfirst",
    "net": "net netted",
    "cut22": "22exactly draw22exactly draw22 cut22 exact22",
    "sevens": "sevens sevensbonus",
}  # fmt: skip

WORDS = _books() | {word: key for key, listed in _PLAIN.items() for word in listed.split()}
"""Headers as players write them, without case, spaces and punctuation."""

_CLASSES = {
    "jokers": "joker jokers jkr jkrs", "twos": "2s deuces", "aces": "aces ace", "aces-twos": "a2 a2s acestwos aces2s 2sa twosaces",
    "wilds": "wildcards", "black-threes": "black3 black3s blackthree blackthrees", "red-threes": "red3 red3s redthree redthrees",
}  # fmt: skip
_CLASS = {word: key for key, listed in _CLASSES.items() for word in listed.split()}
_LAID = r"(?:played|laid|melded|down|on\s*(?:the\s*)?table|exposed)"
_LEFT = r"(?:stuck|left(?:\s*over)?|in\s*hand|unplayed|held|caught|hidden)"
_RANGE = re.compile(
    r"(4|5|6|7|8|9|10|[tjqk])'?s?\s*(?:-|\u2013|to|thru|through)\s*(5|6|7|8|9|10|[jqka])'?s?", re.IGNORECASE
)


def _by_class(header: str) -> str | None:
    """Cards counted by class: ``Jokers played``, ``8-K stuck``, ``4-9``."""
    text, place = header.strip(), None
    for word, pattern in (("laid", _LAID), ("left", _LEFT)):
        cut = re.sub(rf"^{pattern}\b[\s:]*|[\s_:]*\b{pattern}\)?$", "", text.replace("_", " "), flags=re.IGNORECASE)
        if cut != text.replace("_", " "):
            text, place = cut.strip(" (-"), word
            break
    span = _RANGE.fullmatch(text.strip())
    if span is not None:
        low, high = (("10" if end.casefold() == "t" else end.casefold()) for end in span.groups())
        return f"{place or 'laid'}-{low}-{high}"
    name = _CLASS.get(normal(text))
    if name is None or (place is None and name in ("red-threes", "wilds")):
        return None
    return f"{place or ('left' if name == 'black-threes' else 'laid')}-{name}"


_EACH = re.compile(r"(\d[\d,]*)\s*(?:points?|pts?)?\s*(?:each|apiece|per\b.*)", re.IGNORECASE)
_PART = re.compile(
    r"^(?P<first>number of|no\.? of|#|points for|points from)?\s*(?P<base>.*?)[\s:,_-]*"
    r"(?P<last>\(?(?:number|no\.?|#|qty|how many|points earned|points|pts|earned)\)?)?$",
    re.IGNORECASE,
)
_NUMBER_WORDS = ("number", "no", "qty", "howmany", "numberof", "noof", "")


def by_words(header: str) -> Column | None:
    """What a header means in the words of players: ``3 Clean (Red) 500 each`` is clean books at 500."""
    if (key := WORDS.get(normal(header))) is not None:
        return Column(key)
    if (counted := _by_class(header)) is not None:
        return Column(counted)
    each = _EACH.search(header)
    bare = re.sub(r"\([^)]*\)", " ", header if each is None else header[: each.start()])
    for text in (bare, re.sub(r"^\s*\d+\s", "", bare), re.sub(r"\s\d+\s*$", "", bare)):
        key = WORDS.get(normal(text))
        if key is not None and (text is bare or key not in STRUCTURE):  # "Team 1" is a side's name
            return Column(key, None if each is None else int(each[1].replace(",", "")))
    return _by_part(header)


def _by_part(header: str) -> Column | None:
    """A number and the points beside it: ``Clean melds number``, ``Clean melds points earned``."""
    found = _PART.match(header.strip())
    part = None if found is None else found["first"] or found["last"]
    if found is None or part is None:
        return None
    key = WORDS.get(normal(found["base"]))
    return None if key is None else part_of(key, normal(part) in _NUMBER_WORDS)


def part_of(key: str, is_number: bool) -> Column | None:
    """The number of something, or its points."""
    if key in BOOKS:
        return Column(key if is_number else f"{key}-points")
    if key in ("reds", "out", "cards", "left"):
        return Column(f"{key}-number" if is_number else key)
    return None
