"""Writing HFN: one canonical text for everything a Log can hold, and the canonical layout of a text file.

What is written reads back to equal statements. What could not be read is written as it stood, so that it is unreadable
again and nobody takes a guess for the record.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from handfoot_spec.cards import NAME, NO_CARD, RANK_NAMES, SUITS

from . import log, parse
from .limits import DEFAULT_LIMITS, MOST_REPEATS
from .seating import Seating
from .text import pieces, read_again, read_text, without_comment

Seats = Sequence[str]

_ESCAPES = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n", "\r": r"\r"})
_HARMLESS = str.maketrans({'"': "'", ";": ",", "{": "(", "}": ")", "#": "_", "\\": "/"})


def string_text(text: str) -> str:
    """``text`` in quotes, escaped."""
    return f'"{text.translate(_ESCAPES)}"'


def card_words(cards: Sequence[log.Item]) -> list[str]:
    """The words of a list of cards: equal neighbours as ``Ks*2``, a red three with its chain as ``3h>5c``."""
    words: list[str] = []
    i, n = 0, len(cards)
    while i < n:
        card = cards[i]
        if isinstance(card, tuple):
            words.append(chain_text(card))
            i += 1
            continue
        j = i + 1
        while j < n and cards[j] == card and j - i < MOST_REPEATS:
            j += 1
        words.append(NAME[card] if j - i == 1 else f"{NAME[card]}*{j - i}")
        i = j
    return words


def chain_text(chain: Sequence[int]) -> str:
    """``3h>3d>9s``; ``-`` for a replacement that was not had."""
    return ">".join("-" if card == NO_CARD else NAME[card] for card in chain)


def items_text(cards: Sequence[log.Item]) -> str:
    """A list of cards; ``-`` for none."""
    return " ".join(card_words(cards)) or "-"


def rank_text(rank: int) -> str:
    """``K``, ``W``, or ``run h``."""
    return f"run {SUITS[rank - log.RUN_RANK]}" if rank >= log.RUN_RANK else RANK_NAMES[rank]


def team_text(team: log.Team, seats: Seats) -> str:
    """``Ana+Chi``."""
    return "+".join(seats[seat] for seat in team)


# --- actions ----------------------------------------------------------------------------------------------------


def _numbered(rank: int, number: int | None) -> str:
    return rank_text(rank) if number is None else f"{rank_text(rank)}#{number}"


def _with_cards(word: str, cards: Sequence[log.Item] | None) -> str:
    return word if cards is None else f"{word} {items_text(cards)}"


def lay_text(lay: log.Lay) -> str:
    """``meld K: Ks Kh Kd``, ``run h: 4h 5h 6h``, ``add K#2: Kc``."""
    if lay.adds:
        head = f"add {_numbered(lay.rank, lay.number)}"
    else:
        head = rank_text(lay.rank) if lay.rank >= log.RUN_RANK else f"meld {rank_text(lay.rank)}"
    return f"{head}: {items_text(lay.cards)}"


def _pickup_text(action: log.Pickup) -> str:
    count = "" if action.count is None else f"{action.count} "
    lays = "; ".join(lay_text(lay) for lay in action.lays)
    return _with_cards(f"pickup {count}{{{lays}}}", action.rest)


def action_text(action: log.Action, seats: Seats) -> str:
    """One action of a turn. An unreadable one is given as it stood."""
    word = log.KIND_NAMES[action.kind]
    match action:
        case log.Draw() | log.TakeFoot() | log.Reshuffle() | log.Show():
            return _with_cards(word, action.cards)
        case log.Discard() | log.Take():
            return f"{word} {NAME[action.card]}"
        case log.Lay():
            return lay_text(action)
        case log.Pickup():
            return _pickup_text(action)
        case log.RedThrees():
            return f"red {' '.join(map(chain_text, action.chains))}"
        case log.Ask():
            return "ask yes" if action.granted else "ask no"
        case log.Said():
            return f"{word} {string_text(action.text)}"
        case log.Penalty():
            return f"penalty {team_text(action.team, seats)} {action.points} {string_text(action.why)}"
        case log.Peek():
            return word if action.player is None else f"peek {seats[action.player]}"
        case log.Move():
            source, target = _numbered(action.rank, action.number), _numbered(action.to_rank, action.to_number)
            return f"move {NAME[action.card]} {source} {target}"
        case log.Unread():
            return action.text.replace("\n", " ")
        case log.Bare():
            return word


def turn_text(turn: log.Turn, seats: Seats) -> str:
    """A line of play."""
    parts = [action_text(action, seats) for action in turn.actions]
    line = f"{seats[turn.player]}: {'; '.join(parts)}".rstrip()
    if not any(isinstance(action, log.Unread) for action in turn.actions):
        return line
    both = list(zip(turn.actions, parts, strict=True))
    # Unreadable text may hold half a quote that swallows its neighbours, or (from a program) be readable after all.
    parts = [_still_unread(part, seats) if action.kind == log.UNREADABLE else part for action, part in both]
    line = f"{seats[turn.player]}: {'; '.join(parts)}".rstrip()
    cut = [piece.strip() for _, piece in pieces(line, line.index(":") + 1)]
    if cut != parts or without_comment(line)[1] is not None:
        parts = [part.translate(_HARMLESS) if action.kind == log.UNREADABLE else part for action, part in both]
        line = f"{seats[turn.player]}: {'; '.join(parts)}".rstrip()
    return _closed(line)


def _still_unread(text: str, seats: Seats) -> str:
    try:
        Seating(seats).labelled(parse.action(text.strip()))
    except parse.Unreadable:
        return text.strip()
    return f"? {text.strip()}"


def _closed(line: str) -> str:
    """A line that ends in a backslash would go on in the next; an empty comment ends it."""
    return f"{line} #" if line.endswith("\\") else line


# --- statements -------------------------------------------------------------------------------------------------


def _count_text(count: log.Count, seats: Seats) -> str:
    whose = "" if count.player is None else f" {seats[count.player]}"
    if count.team is not None and count.rank is not None:
        whose = f" {team_text(count.team, seats)} {rank_text(count.rank)}"
    return f"{count.what}{whose} {count.count}"


def _left_text(left: log.Left, seats: Seats) -> str:
    packets = [] if left.hand is None else [items_text(left.hand)]
    if left.foot is not None:
        packets.append(f"foot {items_text(left.foot)}")
    return f"left {seats[left.player]}: {'; '.join(packets)}"


def _result_text(result: log.Result, seats: Seats) -> str:
    totals = ", ".join(f"{team_text(team, seats)} {total}" for team, total in result.totals)
    winners = ", ".join(team_text(team, seats) for team in result.winners or ())
    return f"result {totals}" + (f" winner {winners}" if winners else "")


def unread_text(line: log.UnreadLine, seats: Seats) -> str:
    """The text of an unreadable line, which reads back as the same kind of unreadable line."""
    text = str(getattr(line.at, "text", "")).replace("\n", " ").strip()
    for attempt in (text, f"{line.dropped} {text}", f"{line.dropped} ?{text.translate(_HARMLESS)}".strip()):
        attempt = _closed(attempt.strip())
        found, _ = read_again(attempt, seats)
        if isinstance(found, log.UnreadLine) and (found.play, found.dropped) == (line.play, line.dropped):
            return attempt
    return f"{line.dropped} ??".strip()


def statement_text(statement: log.Statement, seats: Seats) -> str:
    """One statement, without a line ending."""
    match statement:
        case log.Turn():
            return turn_text(statement, seats)
        case log.Tag():
            return f"[{statement.name} {string_text(statement.value)}]"
        case log.DealStart():
            return f"deal {statement.number}" + (
                "" if statement.dealer is None else f" dealer {seats[statement.dealer]}"
            )
        case log.Dealt():
            return f"{'foot' if statement.foot else 'hand'} {seats[statement.player]}: {items_text(statement.cards)}"
        case log.TurnUp():
            return f"turn-up {items_text(statement.cards)}"
        case log.StockOrder():
            return f"stock {items_text(statement.cards)}"
        case log.Reds():
            return f"red {seats[statement.player]}: {' '.join(map(chain_text, statement.chains))}"
        case log.Claim():
            return f"claim {', '.join(_count_text(count, seats) for count in statement.counts)}"
        case log.End():
            return f"end {statement.how}" + ("" if statement.player is None else f" {seats[statement.player]}")
        case log.Left():
            return _left_text(statement, seats)
        case log.ScoreLine():
            entries = ", ".join(key if value is None else f"{key} {value}" for key, value in statement.entries)
            return f"score {team_text(statement.team, seats)}: {entries}"
        case log.Result():
            return _result_text(statement, seats)
        case log.Note():
            return f"note {string_text(statement.text)}"
        case log.UnreadLine():
            return unread_text(statement, seats)


# --- games ------------------------------------------------------------------------------------------------------


def game_lines(game: log.Game) -> Iterable[str]:
    """The lines of a game: tags, then a blank line before the rest and before each further deal."""
    before: log.Statement | None = None
    for statement in game.statements:
        tag = isinstance(statement, log.Tag)
        if before is not None and ((isinstance(before, log.Tag) and not tag) or isinstance(statement, log.DealStart)):
            yield ""
        yield statement_text(statement, game.seats)
        before = statement


def game_text(game: log.Game) -> str:
    """A whole game as canonical HFN. Comments and waivers are no part of a Log and are not written."""
    return "".join(f"{line}\n" for line in game_lines(game))


def format_text(text: str) -> str:
    """Canonical layout of an HFN file, as ``handfoot fmt`` writes it.

    Every readable statement is rewritten on one line. Comments, blank lines and unreadable lines are kept as they are;
    line endings become LF, and a byte-order mark is dropped. Formatting twice changes nothing more.
    """
    raws = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if raws[-1] == "":
        raws.pop()
    canonical: dict[int, tuple[int, str]] = {}
    for game in read_text("\n".join(raws)):
        for statement in game.statements:
            if _is_readable(statement):
                at = statement.at
                canonical[at.line] = at.end_line, statement_text(statement, game.seats)
    out: list[str] = []
    number = 1
    while number <= len(raws):
        end, line = canonical.get(number, (number, ""))
        _, comment = without_comment(raws[end - 1])
        written = raws[number - 1] if not line else line if comment is None else f"{line}  #{comment}"
        kept = not line or len(written) > DEFAULT_LIMITS.line_length
        out.extend(raws[number - 1 : end] if kept else [written])
        number = end + 1
    return "".join(f"{line}\n" for line in out)


def _is_readable(statement: log.Statement) -> bool:
    if isinstance(statement, log.Turn):
        return not any(isinstance(action, log.Unread) for action in statement.actions)
    return not isinstance(statement, log.UnreadLine)
