"""A fault of each kind, planted in a game that was played by a program and recorded in full.

:func:`planted` edits the text of played deals, one after the other, until the audit reports the code that is asked for. What
else an edit breaks does not matter.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import cache

import handfoot
from handfoot_engine.play import play_games
from handfoot_engine.views import View, in_view
from handfoot_engine.written import text_of
from handfoot_spec.profile_files import load

Lines = list[str]
Edit = Callable[[Lines, random.Random], Lines]

LINE_OF_PLAY = re.compile(r"[^\s:]+: (?=draw|pickup|meld|add|discard|foot|red)")


@cache
def played(seed: int, view: View = "full", deals: int = 1, stock: bool = False) -> str:
    """A legal game as its text."""
    game = next(play_games(load("classic"), seed, 1, deals=deals, stock=stock))
    return text_of(in_view(game, view, seed))


def lines_of_play(lines: Lines) -> list[int]:
    """The lines that are turns."""
    return [i for i, line in enumerate(lines) if LINE_OF_PLAY.match(line)]


def having(lines: Lines, pattern: str, chance: random.Random, *, play: bool = True) -> int:
    """One line (of play) that has a pattern. :raises IndexError: there is none."""
    numbers = lines_of_play(lines) if play else list(range(len(lines)))
    return chance.choice([i for i in numbers if re.search(pattern, lines[i])])


def replacing(pattern: str, by: str | Callable[[re.Match[str]], str], *, play: bool = True) -> Edit:
    """An edit of one line: the first place that has a pattern becomes something else."""

    def edit(lines: Lines, chance: random.Random) -> Lines:
        i = having(lines, pattern, chance, play=play)
        return [*lines[:i], re.sub(pattern, by, lines[i], count=1), *lines[i + 1 :]]

    return edit


def both(*edits: Edit) -> Edit:
    """One edit after the other."""

    def edit(lines: Lines, chance: random.Random) -> Lines:
        for one in edits:
            lines = one(lines, chance)
        return lines

    return edit


def without(pattern: str) -> Edit:
    """An edit that leaves out every line with a pattern."""
    return lambda lines, chance: [line for line in lines if not re.search(pattern, line)]


def _last_turn(pattern: str, by: str) -> Edit:
    def edit(lines: Lines, chance: random.Random) -> Lines:
        i = lines_of_play(lines)[-1]
        return [*lines[:i], re.sub(pattern, by, lines[i]), *lines[i + 1 :]]

    return edit


def _take_blocked(lines: Lines, chance: random.Random) -> Lines:
    i = having(lines, "pickup", chance)
    before = max(n for n in lines_of_play(lines) if n < i)
    return [*lines[:before], re.sub(r"discard \S+", "discard 3c", lines[before]), *lines[before + 1 :]]


def _take_only_added(lines: Lines, chance: random.Random) -> Lines:
    i = having(lines, "draw", chance)
    before = max(n for n in lines_of_play(lines) if n < i)
    top = re.findall(r"discard (\S+)", lines[before])[-1]
    return [*lines[:i], re.sub(r"draw [^;]*", f"pickup {{add {top[0]}: {top}}}", lines[i]), *lines[i + 1 :]]


def _take_with_buried(lines: Lines, chance: random.Random) -> Lines:
    def more(match: re.Match[str]) -> str:
        hidden = match.group(2)
        return f"{match.group(1)}; meld {hidden[0]}: {hidden} {hidden} {hidden}}} {hidden}"

    return replacing(r"(pickup[^}]*)\} ([4-9TJQKA][shdc])", more)(lines, chance)


def _copies(lines: Lines, chance: random.Random) -> Lines:
    i = having(lines, "^hand", chance, play=False)
    label, cards = lines[i].split(":")
    return [*lines[:i], f"{label}: As*6 {' '.join(re.sub(r'[*][0-9]+', '', cards).split()[:7])}", *lines[i + 1 :]]


def _partner_never_in_foot(lines: Lines, chance: random.Random) -> Lines:
    mover = lines[lines_of_play(lines)[-1]].split(":")[0]
    seats = next(re.findall(r'"(.*)"', line)[0].split() for line in lines if line.startswith("[Seats"))
    partner = seats[(seats.index(mover) + 2) % 4]
    first = next(i for i in lines_of_play(lines) if lines[i].startswith(f"{partner}: ") and "foot" in lines[i])
    return [line for i, line in enumerate(lines) if i < first or not line.startswith(f"{partner}: ")]


def _fewer_books(lines: Lines, chance: random.Random) -> Lines:
    mover = lines[lines_of_play(lines)[-1]].split(":")[0]
    i = chance.choice([i for i in lines_of_play(lines) if "W:" in lines[i] and not lines[i].startswith(f"{mover}: ")])
    return [*lines[:i], re.sub(r"(meld|add) W: [^;]*; ", "", lines[i]), *lines[i + 1 :]]


def _moved(lines: Lines, chance: random.Random) -> Lines:
    laid = [m for i in lines_of_play(lines) for m in re.finditer(r"(?:meld|add) ([4-9TJQKA]): (\S+)", lines[i])]
    source, target = chance.choice(laid), chance.choice(laid)
    return _last_turn("; discard", f"; move {source[2].split('*')[0]} {source[1]} {target[1]}; discard")(lines, chance)


def _number(key: str) -> Edit:
    return replacing(rf"^(score .*\b{key} )(-?\d+)", lambda m: f"{m[1]}{int(m[2]) + 5}", play=False)


EDITS: dict[str, Edit] = {
    "HF101": _copies,
    "HF102": replacing(r"discard [^;]+", "discard X"),
    "HF103": replacing(r"^(hand [^:]*: )\S+ ", r"\1", play=False),
    "HF104": replacing(r"^(stock )\S+ \S+ ", r"\1", play=False),
    "HF107": replacing(r"^(stock(?: \S+){9}).*", r"\1", play=False),
    "HF204": replacing(r"draw [^;]*; ", ""),
    "HF205": replacing(r"(draw [^;]*)", r"\1; \1; \1"),
    "HF206": replacing(r"; discard [^;]*", ""),
    "HF301": replacing(r"(meld [4-9TJQKA]: \S+)[^;}]*", r"\1"),
    "HF302": replacing(r"((?:meld|add) (\S)): [^;}]*", r"\1: \2s*4 \2h*4"),
    "HF303": replacing(r"(meld [4-9TJQK]:) \S+", r"\1 As As"),
    "HF304": replacing(r"(meld [4-9TJQKA]:) \S+", r"\1 3c"),
    "HF305": replacing(r"(meld [4-9TJQKA]: \S+) [^;}]*", r"\1 X X X"),
    "HF306": replacing(r"add ([4-9TJQKA]): (\S+)", r"meld \1: \2 \1s \1h"),
    "HF309": replacing(r"meld ([4-9TJQKA]):", r"add \1:"),
    "HF310": _moved,
    "HF401": replacing(r"(3[hd])>([^\s;]*)", r"\1 \2"),
    "HF402": replacing(r"(3[hd])>[^\s;]*", r"\1>-"),
    "HF403": replacing(r"discard [^;]+", "discard 3h"),
    "HF501": replacing(r"^deal 1", "deal 4", play=False),
    "HF601": _take_blocked,
    "HF602": replacing(r"(pickup[^{]*\{meld [4-9TJQKA]:) \S+ \S+", r"\1 X X"),
    "HF603": replacing(r"(pickup[^{]*)\{[^}]*\}", r"\1{}"),
    "HF604": replacing(r"pickup[^{]*\{", "pickup 40 {"),
    "HF605": _take_with_buried,
    "HF606": _take_only_added,
    "HF701": replacing(r"(draw [^;]*); ", r"\1; foot; "),
    "HF702": replacing(r"; foot[^;]*", ""),
    "HF703": _fewer_books,
    "HF704": _partner_never_in_foot,
    "HF705": _last_turn("; ask yes", ""),
    "HF706": _last_turn("ask yes", "ask no"),
    "HF708": both(_last_turn("; ask yes|; out", ""), without("^end ")),
    "HF801": _number("clean"),
    "HF802": _number("cards"),
    "HF803": _number("reds"),
    "HF804": _number("left"),
    "HF805": _number("out"),
    "HF806": _number("total"),
}  # fmt: skip
"""For each code an edit that may plant it."""


def planted(code: str, tries: int = 200) -> Iterator[str]:
    """Played deals in which the audit reports a code after its edit."""
    for seed in range(tries):
        chance = random.Random(f"{code} {seed}")
        lines = played(seed % 25, stock=code in ("HF104", "HF107")).split("\n")
        try:
            text = "\n".join(EDITS[code](lines, chance))
        except (IndexError, StopIteration, ValueError):
            continue
        if any(finding.code == code for finding in handfoot.audit(text).findings):
            yield text
