"""The one parser: Lark over a statement or an action, each distinct text parsed once.

:func:`action` and :func:`statement` give plain data of :mod:`handfoot_grammar.log` or raise :class:`Unreadable`, which says
where in the text the trouble begins and what was expected there. Labels come back as text: who sits where is the reader's
knowledge, so actions that name a player are finished by it.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import Any

from handfoot_spec.cards import NO_CARD, RANKS, SPELLINGS, SUIT_SIGNS, SUITS, WILD_RANK

from . import log
from .limits import MOST_CARDS, MOST_REPEATS

ACTION_WORDS = (
    "draw", "take", "pickup", "meld", "run", "add", "red", "foot", "ask", "pass", "takeback", "ruling", "penalty",
    "reshuffle", "peek", "browse", "show", "say", "move", "discard", "out",
)  # fmt: skip
STATEMENT_WORDS = ("deal", "hand", "foot", "turn-up", "stock", "red", "claim", "end", "left", "score", "result", "note")
KEYWORDS = frozenset(ACTION_WORDS + STATEMENT_WORDS) | {
    "dealer", "abandoned", "winner", "yes", "no", "pile", "melds", "clean", "dirty", "wild", "twos", "cards", "reds",
    "bonus", "total", "running", "net", "first", "opening",
}  # fmt: skip

_LABEL = re.compile(r"[^\W\d_][\w\-'.]*\Z")


def is_label(text: str) -> bool:
    """Whether ``text`` may be a player's label: a letter first, no keyword, not readable as a card or rank."""
    return bool(_LABEL.match(text)) and text not in KEYWORDS and text not in SPELLINGS and text != "W"


class Unreadable(Exception):
    """A text that is no statement or action: ``start`` and ``end`` are offsets into it."""

    def __init__(self, message: str, start: int, end: int, expected: str | None = None, code: str = "HF001") -> None:
        super().__init__(message)
        self.message, self.start, self.end, self.expected, self.code = message, start, end, expected, code


class _BadNumber(Exception):
    def __init__(self, token: Any, message: str) -> None:
        super().__init__(message)
        self.start, self.end, self.message = token.start_pos, token.end_pos, message


_WORDS = {
    "CARD": "a card (Ks, 10h, X, K, 3r, ?)", "CHAIN": "a red three with its replacement (3h>5c)", "RANK": "a rank (4-9 T J Q K A, or W)",
    "SUIT": "a suit (s h d c)", "NUMBER": "#n", "NAME": "a player's label", "TEAM": "a team (Ana+Chi)", "INT": "a number",
    "SIGNED": "a number", "STRING": 'a text in quotes ("...")', "KEY": "a score entry (clean, dirty, cards, total, ...)",
    "TAG": "a tag's name", "NONE": "- for none", "COLON": ":", "COMMA": ",", "SEMICOLON": ";", "LBRACE": "{", "RBRACE": "}",
    "LSQB": "[", "RSQB": "]", "$END": "nothing more",
}  # fmt: skip


def _expected(names: set[str]) -> str:
    if "CARD" in names:
        names = names - {"NONE", "CHAIN"}
    words = sorted({_WORDS.get(name, name.lower().replace("__", "-")) for name in names})
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else (words or ["something else"])[0]


_MOST_NUMBER = 999
"""Of melds of one rank."""


def _int(token: Any, most: int = 1_000_000) -> int:
    digits = token.replace("−", "-")
    if len(digits) > 9 or abs(int(digits)) > most:
        raise _BadNumber(token, f"{token[:20]} is beyond any number of this game")
    return int(digits)


def _repeated(token: Any) -> tuple[int, ...]:
    name, _, times = token.partition("*")
    if not times:
        return (SPELLINGS[name],)
    if len(times) > 9 or not 1 <= int(times) <= MOST_REPEATS:
        raise _BadNumber(token, f"a card is repeated 1 to {MOST_REPEATS} times, not {times[:20]}")
    return (SPELLINGS[name],) * int(times)


def _chain(token: Any) -> tuple[int, ...]:
    return tuple(NO_CARD if name == "-" else SPELLINGS[name] for name in token.split(">"))


def _cards(tokens: list[Any]) -> tuple[Any, ...]:
    out: list[Any] = []
    for token in tokens:
        if token.type == "CHAIN":
            out.append(_chain(token))
        elif token.type == "CARD":
            out.extend(_repeated(token))
        if len(out) > MOST_CARDS:
            raise _BadNumber(token, f"more than {MOST_CARDS:,} cards in one list")
    return tuple(out)


def _rank(token: Any) -> int:
    if token == "W":
        return WILD_RANK
    return RANKS.index("T" if token == "10" else token)


def _suit(token: Any) -> int:
    return log.RUN_RANK + (SUITS + SUIT_SIGNS).index(token) % 4


def _number(token: Any) -> int | None:
    """The number in ``#n``."""
    if token is None:
        return None
    if len(token) > 10 or int(token[1:]) > _MOST_NUMBER:
        raise _BadNumber(token, f"{token[1:21]} is beyond any number of this game")
    return int(token[1:])


_ESCAPE = re.compile(r"\\(.)")
_LINE_ENDS = {"n": "\n", "r": "\r"}  # what a line of text could not hold otherwise


def _string(token: Any) -> str:
    return _ESCAPE.sub(lambda m: _LINE_ENDS.get(m[1], m[1]), token[1:-1])


def _one(token: Any) -> int:
    cards = _repeated(token)
    if len(cards) != 1:
        raise _BadNumber(token, "one card is expected here, not several")
    return cards[0]


Label = str
_Rule = Callable[[list[Any]], Any]


def _bare(kind: int) -> _Rule:
    action = log.Bare(kind)
    return lambda c: action


_RULES: dict[str, _Rule] = {
    "statement": lambda c: c[0],
    "action": lambda c: c[0],
    "cards": _cards,
    "items": _cards,
    "chain": lambda c: _chain(c[0]),
    "card": lambda c: _one(c[0]),
    "draw": lambda c: log.Draw(c[0]),
    "take": lambda c: log.Take(c[0]),
    "pickup": lambda c: log.Pickup(
        None if c[0] is None else _int(c[0]), tuple(x for x in c[1:-1] if x is not None), c[-1]
    ),
    "meld": lambda c: log.Lay(False, _rank(c[0]), c[1]),
    "meld_run": lambda c: log.Lay(False, _suit(c[0]), c[1]),
    "add": lambda c: log.Lay(True, _rank(c[0]), c[2], _number(c[1])),
    "add_run": lambda c: log.Lay(True, _suit(c[0]), c[2], _number(c[1])),
    "red": lambda c: log.RedThrees(tuple(c)),
    "foot": lambda c: log.TakeFoot(c[0]),
    "ask_yes": lambda c: log.Ask(True),
    "ask_no": lambda c: log.Ask(False),
    "pass": _bare(log.PASS),
    "takeback": _bare(log.TAKEBACK),
    "browse": _bare(log.BROWSE),
    "out": _bare(log.OUT),
    "bare": lambda c: c[0],
    "ask": lambda c: c[0],
    "lay": lambda c: c[0],
    "said": lambda c: c[0],
    "say": lambda c: log.Said(log.SAY, _string(c[0])),
    "ruling": lambda c: log.Said(log.RULING, _string(c[0])),
    "penalty": lambda c: ("penalty", str(c[0]), _int(c[1]), _string(c[2])),
    "reshuffle": lambda c: log.Reshuffle(c[0]),
    "peek": lambda c: log.Peek(None) if c[0] is None else ("peek", str(c[0])),
    "show": lambda c: log.Show(c[0]),
    "move": lambda c: log.Move(c[0], _rank(c[1]), _rank(c[3]), _number(c[2]), _number(c[4])),
    "discard": lambda c: log.Discard(c[0]),
    "tag": lambda c: ("tag", str(c[0]), _string(c[1])),
    "deal": lambda c: ("deal", _int(c[0]), None if c[1] is None else str(c[1])),
    "hand": lambda c: ("hand", str(c[0]), c[1]),
    "foot_dealt": lambda c: ("foot", str(c[0]), c[1]),
    "turn_up": lambda c: ("turn-up", c[0]),
    "stock": lambda c: ("stock", c[0]),
    "reds": lambda c: ("red", str(c[0]), tuple(c[1:])),
    "claim": lambda c: ("claim", tuple(c)),
    "count_stock": lambda c: ("stock", _int(c[0]), None, None, None),
    "count_pile": lambda c: ("pile", _int(c[0]), None, None, None),
    "count_hand": lambda c: ("hand", _int(c[1]), str(c[0]), None, None),
    "count_foot": lambda c: ("foot", _int(c[1]), str(c[0]), None, None),
    "count_melds": lambda c: ("melds", _int(c[2]), None, str(c[0]), _rank(c[1])),
    "count": lambda c: c[0],
    "end_out": lambda c: ("end", "out", str(c[0])),
    "end_stock": lambda c: ("end", "stock", None),
    "end_abandoned": lambda c: ("end", "abandoned", None),
    "end": lambda c: c[0],
    "left": lambda c: ("left", str(c[0]), c[1], c[2]),
    "left_foot": lambda c: ("left", str(c[0]), None, c[1]),
    "score": lambda c: ("score", str(c[0]), tuple(c[1:])),
    "entry": lambda c: (str(c[0]), None if c[1] is None else _int(c[1], 10_000_000)),
    "result": lambda c: ("result", tuple(x for x in c if isinstance(x, tuple)), tuple(str(x) for x in c if x is not None and not isinstance(x, tuple))),
    "total": lambda c: (str(c[0]), _int(c[1], 10_000_000)),
    "note": lambda c: ("note", _string(c[0])),
}  # fmt: skip


@cache
def _lark() -> Any:
    # Imported late: an audit of logs whose text has all been read before, and every --help, does without it.
    import lark

    transformer = type("Builder", (lark.Transformer,), {name: staticmethod(rule) for name, rule in _RULES.items()})()
    folder = Path(__file__).parent
    return lark.Lark(
        (folder / "hfn.lark").read_text(encoding="utf-8"),
        # The tables are kept beside the compiled modules, as these are: made anew when the grammar or lark changes, and at
        # every start where the folder cannot be written.
        cache=str(folder / "__pycache__" / f"hfn.lark-{lark.__version__}.cache"),
        start=["statement", "action", "entry", "items"],
        parser="lalr",
        lexer="contextual",
        transformer=transformer,
        maybe_placeholders=True,
        propagate_positions=False,
    )


def _parse(start: str, text: str) -> Any:
    import lark

    _first_word(start, text)
    try:
        return _lark().parse(text, start=start)
    except _BadNumber as bad:
        raise Unreadable(bad.message, bad.start, bad.end) from None
    except lark.exceptions.UnexpectedInput as error:
        raise _complaint(start, text, error) from None


_FIRST_WORD = re.compile(r"[^\W\d][\w-]*")


def _first_word(start: str, text: str) -> None:
    """A keyword is a whole word: ``drawKs`` is none. :raises Unreadable: the text begins with another word."""
    words = {"action": ACTION_WORDS, "statement": STATEMENT_WORDS}.get(start)
    match = _FIRST_WORD.match(text)
    if words is None or match is None or match.group() in words:
        return
    word = match.group()
    close = difflib.get_close_matches(word, words, 1, 0.6)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    raise Unreadable(
        f"{word[:40]!r} is no {start}{hint}", 0, len(word), " or ".join([", ".join(words[:-1]), words[-1]])
    )


def _complaint(start: str, text: str, error: Any) -> Unreadable:
    """What a person would say of a text that the grammar refused."""
    allowed: set[str] = set(getattr(error, "accepts", None) or getattr(error, "allowed", None) or error.expected or ())
    at = getattr(error, "pos_in_stream", None)
    if at is None or at < 0 or getattr(getattr(error, "token", None), "type", "") == "$END":
        at = len(text.rstrip())
    expected = _expected(allowed)
    word_match = re.compile(r"[^\s;,:{}]+|\S").match(text, at)
    if word_match is None:
        return Unreadable(f"the {start} ends too early", at, max(at, 1), expected)
    word, end = word_match.group(), word_match.end()
    code, message = "HF001", f"{word[:40]!r} cannot stand here"
    if allowed & {"CARD", "NONE"} and re.match(r"\w|[♠♥♦♣]", word):
        code, message = "HF002", f"{word[:40]!r} is no card"
        close = _card_guess(word)
        if ">" in word and "CHAIN" not in allowed:
            code, message, close = "HF001", f"{word[:40]!r}: a chain of replacements cannot stand here", []
    elif at == len(text) - len(text.lstrip()):
        close = difflib.get_close_matches(word, ACTION_WORDS if start == "action" else STATEMENT_WORDS, 1, 0.6)
        message = f"{word[:40]!r} is no {'action' if start == 'action' else 'statement'}"
    else:
        options = [w for w in KEYWORDS if w.upper().replace("-", "_") in allowed]
        close = difflib.get_close_matches(word, options, 1, 0.6)
        if word.isdigit() and len(word) == 3 and text[at - 1 : at] == "," and text[at - 2 : at - 1].isdigit():
            message += "; numbers are written without a thousands separator"
        elif word[0] == ">" or (">" in word and "CARD" in allowed):
            message += "; only a red three carries a chain of replacements"
    if close:
        message += f"; did you mean {close[0]!r}?"
    if "\ufffd" in word:
        code, message = "HF001", f"{word[:40]!r} holds bytes that are no UTF-8 text"
    return Unreadable(message, at, end, expected, code)


def _card_guess(word: str) -> list[str]:
    swapped = {w for w in SPELLINGS if w.lower() == word.lower()} | {w for w in SPELLINGS if w[::-1] == word}
    return sorted(swapped)[:1] or difflib.get_close_matches(word, SPELLINGS, 1, 0.7)


_MEMO_SIZE = 20_000
"""Pieces kept: about as many as a thousand random games have, and as a dictionary holds in 1.3 MB."""
_FEW = 2_000
"""Other texts kept. There are few of them, or most come once; memory shall not grow with the archive."""
_MEMO_LENGTH = 30
"""A longer text hardly ever comes twice, so it is not kept."""

PIECES: dict[str, Any] = {}
"""Pieces of turns as they stand there, white space and all, to their actions: those read so far that name no player."""
_statements: dict[str, Any] = {}
_heads: dict[str, Any] = {}
_entries: dict[str, tuple[str, int | None]] = {}
_keys: dict[str, Any] = {}
_words: dict[str, log.Items] = {}


def action(text: str) -> Any:
    """The action that ``text`` says: a :data:`log.Action`, or a tuple where a label must still be resolved.

    :raises Unreadable: it is none.
    """
    found = _composed_action(text)
    return _parse("action", text) if found is None else found


_NOT_A_WORD = re.compile(r"[\s,;:{}]|\A-?\Z")


def card_word(word: str) -> log.Items:
    """The cards that one word of a list says: ``Ks``, ``Ks*2``, ``3h>5c``. :raises Unreadable: it is no such word."""
    known = _words.get(word)
    if known is None:
        if _NOT_A_WORD.search(word):
            raise Unreadable(f"{word[:40]!r} is no card", 0, len(word) or 1, _WORDS["CARD"], "HF002")
        known = _parse("items", word)
        if len(_words) >= _FEW:
            _words.clear()
        _words[word] = known
    return known


def _no_more(lists: Iterable[log.Items]) -> log.Items:
    """The lists as one, but not many more cards than a list may have: a short text can say millions."""
    return tuple(islice(chain.from_iterable(lists), MOST_CARDS + 1))


def _card_words(text: str) -> log.Items | None:
    """A list of cards, each word parsed once; None where one is no card, or one too many: then the grammar must complain."""
    words = text.split()
    try:
        cards = _no_more(map(_words.__getitem__, words))
    except KeyError:  # the first time that a word is seen
        try:
            cards = _no_more(map(card_word, words))
        except Unreadable:
            return None
    return cards if 0 < len(cards) <= MOST_CARDS else None


def _cards_or_none(text: str) -> log.Items | None:
    """The same where ``-`` may stand for none."""
    return () if text.strip() == "-" else _card_words(text)


def _head(start: str, head: str, filler: str, memo: dict[str, Any] = _heads) -> Any:
    """What the beginning of a text says, parsed once with ``filler`` in the place of its list; None: it cannot be read."""
    found = memo.get(head)
    if found is None:
        try:
            found = _parse(start, head + filler)
        except Unreadable:
            return None
        if len(memo) >= _FEW:
            memo.clear()
        memo[head] = found
    return found


_SOMEONE = "Someone"
"""Stands for every label while a beginning is parsed: labels differ from game to game, what stands around them does not."""


@lru_cache(maxsize=1_000)
def _are_labels(names: str) -> int:
    """How many labels joined by ``+`` these are; nothing where one is none."""
    labels = names.split("+")
    return len(labels) if all(map(is_label, labels)) else 0


def _named_head(before: str, names: str, after: str) -> tuple[Any, ...] | None:
    """What a text says whose labels are ``names``, parsed once for all labels; None: it cannot be read, or these are no labels."""
    n = _are_labels(names)
    return _head("statement", f"{before} {'+'.join([_SOMEONE] * n)}{after}", "") if n else None


# A whole deal differs in almost every statement, and a take or a Foot in every game; but their beginnings are few, and so are
# the words of their lists. So these texts are put together from parts that were parsed before. Whatever does not fit is left
# to the grammar as a whole.


def _composed_action(text: str) -> Any:
    """A draw or a Foot with its cards, a meld or an addition, a take with its lays and the rest; None for anything else."""
    word = text.partition(" ")[0]
    if word in ("draw", "foot"):
        items = _card_words(text[5:])
        return None if items is None else log.TakeFoot(items) if word == "foot" else log.Draw(items)
    if word in ("meld", "add", "run"):
        cut = text.find(":") + 1
        cards = _card_words(text[cut:]) if cut else None
        found = _head("action", text[:cut], "-") if cards is not None else None
        if found is None or cards is None or any(type(card) is tuple for card in cards):
            return None
        return log.Lay(found.adds, found.rank, cards, found.number)  # type: ignore[arg-type]
    return _composed_take(text) if word == "pickup" else None


def _composed_take(text: str) -> Any:
    opened, closed = text.find("{"), text.rfind("}")
    if not 0 < opened < closed:
        return None
    rest = _cards_or_none(text[closed + 1 :])
    found = _head("action", text[: opened + 1], "}") if rest is not None or closed + 1 == len(text) else None
    lays = tuple(map(known_action, text[opened + 1 : closed].split(";")))
    if found is None or not all(type(lay) is log.Lay for lay in lays):
        return None
    return log.Pickup(found.count, lays, rest)


_NUMBER = re.compile(r"\s*(.*\S)\s+([-−]?[0-9]{1,6})\s*\Z")


def _entry(text: str) -> tuple[str, int | None] | None:
    """A score entry, parsed once: its key by the grammar, its number as it stands."""
    known = _entries.get(text)
    if known is None:
        match = _NUMBER.match(text)
        if match is None:
            known = _head("entry", text, "", _keys)
        elif (found := _head("entry", match.group(1), " 0", _keys)) is not None:
            known = found[0], int(match.group(2).replace("−", "-"))
        if known is not None:
            if len(_entries) >= _FEW:
                _entries.clear()
            _entries[text] = known
    return known


def _count(text: str) -> tuple[Any, ...] | None:
    """An item of a claim: what is counted parsed once, its number as it stands."""
    match = _NUMBER.match(text)
    if match is None or not match.group(2).isdigit():
        return None
    what, _, more = match.group(1).partition(" ")
    names, space, rank = more.partition(" ")
    if names:
        found = _named_head(f"claim {what}", names, f"{space}{rank} 0")
    else:
        found = _head("statement", f"claim {what}", " 0")
    if found is None or len(found[1]) != 1:
        return None
    counted: tuple[Any, ...] = found[1][0]
    _, _, player, team, kind = counted
    return what, int(match.group(2)), player and names, team and names, kind


def _composed_score(names: str, tail: str) -> tuple[Any, ...] | None:
    entries = [_entry(part) for part in tail.split(",")]
    found = _named_head("score", names, ": net") if all(entries) else None
    return None if found is None else ("score", names, tuple(entries))


def _composed_result(text: str) -> tuple[Any, ...] | None:
    totals, winner, names = text.partition(" ")[2].partition(" winner ")
    found: list[tuple[str, int]] = []
    for part in totals.split(","):
        match = _NUMBER.match(part)
        if match is None or _named_head("result", match.group(1), " 0") is None:
            return None
        found.append((match.group(1), int(match.group(2).replace("−", "-"))))
    winners = tuple(map(str.strip, names.split(","))) if winner else ()
    if not all(map(_are_labels, winners)):
        return None
    return "result", tuple(found), winners


def _composed_statement(text: str) -> tuple[Any, ...] | None:
    """A statement that is a head and a list of cards, chains or score entries."""
    word, _, names = text.partition(" ")
    if word == "result":
        return _composed_result(text)
    if word == "claim":
        counts = [_count(part) for part in names.split(",")]
        return ("claim", tuple(counts)) if all(counts) else None
    if word in ("turn-up", "stock"):
        cards = _card_words(names)
        return None if cards is None or ">" in names else (word, cards)
    names, colon, tail = names.partition(":")
    if not colon:
        return None
    if word == "score":
        return _composed_score(names, tail)
    if word == "left":
        return _composed_left(names, tail)
    cards = _card_words(tail)
    if cards is None:
        return None
    chains = word == "red"
    if (">" in tail) != chains or (chains and any(type(card) is int for card in cards)):
        return None
    found = _named_head(word, names, ": 3h>-" if chains else ": -")
    return None if found is None else (found[0], names, cards)


def _composed_left(names: str, tail: str) -> tuple[Any, ...] | None:
    hand, semicolon, foot = tail.partition(";")
    foot = foot.strip()
    if (semicolon and not foot.startswith("foot ")) or ">" in tail:
        return None
    cards = _cards_or_none(hand)
    feet = _cards_or_none(foot[5:]) if semicolon else None
    if cards is None or (semicolon and feet is None) or _named_head("left", names, ": -") is None:
        return None
    return "left", names, cards, feet


def _composed_begin_or_end(text: str) -> tuple[Any, ...] | None:
    """``deal N dealer P`` and ``end out P``: all but the label parsed once."""
    before, _, name = text.rpartition(" ")
    if "+" in name:
        return None
    found = _named_head(before, name, "")
    return None if found is None or found[-1] != _SOMEONE else (*found[:-1], name)


_COMPOSED = ("hand ", "foot ", "left ", "turn-up ", "stock ", "red ", "score ", "claim ", "result ")


def _composed_tag(text: str) -> tuple[Any, ...] | None:
    """A tag: its name parsed once, its value as it stands where it holds nothing that is written in another way."""
    head, _, value = text.partition('"')
    if not value.endswith('"]') or '"' in value[:-2] or "\\" in value:
        return None
    found = _head("statement", head, '""]')
    return None if found is None else (*found[:2], value[:-2])


def statement(text: str) -> tuple[Any, ...]:
    """The statement that ``text`` says, as a tuple that begins with its keyword. :raises Unreadable: it is none."""
    composed = None
    if text.startswith(_COMPOSED):
        composed = _composed_statement(text)
    elif text.startswith("["):
        composed = _composed_tag(text)
    elif text.startswith(("deal ", "end out ")):
        composed = _composed_begin_or_end(text)
    if composed is not None:
        return composed
    found = _statements.get(text)
    if found is None:
        found = _parse("statement", text)
        if len(text) <= _MEMO_LENGTH:  # deals, ends
            if len(_statements) >= _FEW:
                _statements.clear()
            _statements[text] = found
    assert isinstance(found, tuple)
    return found


def known_action(piece: str) -> Any:
    """The action of a piece of a turn as it stands there, white space and all; None where it is none."""
    found = PIECES.get(piece)
    if found is None:
        try:
            found = action(piece.strip())
        except Unreadable:
            return None
        if len(piece) <= _MEMO_LENGTH and type(found) is not tuple:
            if len(PIECES) >= _MEMO_SIZE:
                PIECES.clear()
            PIECES[piece] = found
    return found
