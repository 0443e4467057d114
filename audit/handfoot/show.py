"""The table drawn as text: what ``handfoot show`` prints. Pure functions from a moment of a game to lines.

Nothing is left to guess: a packet's unseen cards are counted, a place that an unreadable line may have touched says
``unknown``, and the turn that led here stands below with what each of its actions did.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from handfoot_engine.score import book_kind, count_books
from handfoot_engine.table import Meld, Packet, Side
from handfoot_grammar import log
from handfoot_grammar.write import statement_text
from handfoot_spec.cards import IS_WILD, JOKER, RANK, UNSEEN, WILD_RANK, Card
from handfoot_spec.profile import Profile

from .accounts import LETTERS, SIGNS, listed, meld_label, some
from .moment import Deed, Moment, moment_at
from .render import printable

WIDTH = 100
"""Columns at most."""

_LABEL = 20  # a longer label is cut
_PILE_LINES = 2
_NEXT_CARDS = 10
_DEEDS = 20


def show_text(
    game: log.Game, profile: Profile, *, deal: int | None = None, turn: int | None = None, line: int | None = None,
    signs: bool = False, bold: bool = False,
) -> str:  # fmt: skip
    """The table of ``game`` after a turn of a deal, after a source line, or at the end, drawn as text.

    ``signs`` draws suits as ``♠♥♦♣``, ``bold`` sets headings in bold for a terminal.

    :raises handfoot.moment.NoSuchMoment: the record has no such deal, turn or line.
    """
    moment = moment_at(game, profile, deal=deal, turn=turn, line=line, names=SIGNS if signs else LETTERS)
    return "".join(f"{text}\n" for text in moment_lines(moment, bold=bold))


def moment_lines(moment: Moment, *, bold: bool = False) -> Iterator[str]:
    """A moment, line by line: which one it is, the players, the melds, the piles, and the deed."""
    on, off = ("\x1b[1m", "\x1b[0m") if bold else ("", "")
    yield f"{on}{_title(moment)}{off}"
    yield from _wrapped(_subtitle(moment), "")
    yield ""
    yield f"{on}Players{off}"
    yield from _players(moment)
    yield ""
    yield f"{on}Melds{off}"
    for number, team in enumerate(moment.walk.teams):
        yield from _side(moment, moment.game.team_name(team), moment.table.sides[number])
    yield ""
    yield f"{on}Piles{off}"
    yield from _wrapped(_pile(moment), _PILES, most=_PILE_LINES)
    yield from _wrapped(_stock(moment), _PILES)
    yield ""
    yield f"{on}{_deed_title(moment)}{off}"
    yield from _deeds(moment)


# --- headings ---------------------------------------------------------------------------------------------------


def _title(moment: Moment) -> str:
    game, deal = moment.game, moment.deal
    source = game.source if game.number == 1 else f"{game.source} game {game.number}"
    number = "?" if deal is None else str(deal.number)
    if moment.of_same_number > 1:
        number += f" (line {deal.at.line})" if deal is not None else ""
    where = f"deal {number}, " + ("before the first turn" if moment.turn == 0 else f"after turn {moment.turn}")
    if moment.turn and moment.unfinished_turn:
        where = f"deal {number}, within turn {moment.turn}"
    room = WIDTH - len(where) - 20
    source = source if len(source) <= room else "..." + source[3 - room :]
    return printable(f"{source}: {where}, line {moment.line}")


def _subtitle(moment: Moment) -> str:
    tags, seats = moment.game.tags, moment.game.seats
    parts = [tags[name] for name in ("Event", "Date", "Table", "Round") if tags.get(name)]
    parts.append(f"rules {moment.profile.name}")
    if moment.ended is not None:
        parts.append(_ended(moment.ended, seats))
    elif moment.turn and moment.unfinished_turn and moment.mover is not None:
        parts.append(f"{_label(seats[moment.mover])} goes on with this turn")
    else:
        if _lacks_discard(moment) and moment.mover is not None:
            parts.append(f"{_label(seats[moment.mover])} has not discarded")
        parts.append("who is next is unknown" if moment.next is None else f"{_label(seats[moment.next])} is next")
    text = printable(" · ".join(parts))
    if moment.unreadable:
        lines = ", ".join(map(str, moment.unreadable[:8])) + (", ..." if len(moment.unreadable) > 8 else "")
        text += f" · not readable: line{'s' * (len(moment.unreadable) != 1)} {lines}"
    return text


def _lacks_discard(moment: Moment) -> bool:
    turn = moment.walk.turn
    return turn is not None and not turn.discards and moment.profile.turn.discard == "required"


def _ended(end: log.End, seats: Sequence[str]) -> str:
    if end.how == "out":
        who = "somebody" if end.player is None else _label(seats[end.player])
        return f"the deal has ended: {who} went out"
    return f"the deal has ended: {'the stock was used up' if end.how == 'stock' else end.how}"


# --- players ----------------------------------------------------------------------------------------------------


def _players(moment: Moment) -> Iterator[str]:
    labels = [_label(name) for name in moment.game.seats]
    roles = [", ".join(_roles(moment, seat)) for seat in range(len(labels))]
    wide, role_wide = max(map(len, labels)), max(map(len, roles))
    table = moment.table
    for seat, (label, role) in enumerate(zip(labels, roles, strict=True)):
        head = f"  {label:<{wide}}  {role:<{role_wide}}  "
        hand, foot, opened = table.hands[seat], table.feet[seat], table.opened_foot[seat]
        if opened:
            yield f"{head}Hand   -  in the Foot"
        else:
            yield from _packet(moment, f"{head}Hand", hand, "")
        yield from _packet(moment, " " * len(head) + "Foot", foot, "" if opened or foot.blurred else "not taken up: ")


def _roles(moment: Moment, seat: int) -> Iterator[str]:
    if moment.deal is not None and moment.deal.dealer == seat:
        yield "dealer"
    if moment.mover == seat:
        yield "turn"
    if moment.next == seat and not (moment.turn and moment.unfinished_turn):
        yield "next"


def _packet(moment: Moment, head: str, packet: Packet, state: str) -> Iterator[str]:
    size = "?" if packet.blurred else str(packet.size)
    return _wrapped(f"{head} {size:>3}  {state}{_packet_text(moment, packet)}", " " * (len(head) + 6))


def _packet_text(moment: Moment, packet: Packet) -> str:
    known = sorted_cards(packet.known())
    if packet.blurred:
        return "unknown" + (f"; known to have come in since: {listed(known, moment.names)}" if known else "")
    if packet.size <= 0 and not packet.shed:
        return "empty"
    text = listed([*known, *[UNSEEN] * packet.unseen], moment.names)
    return f"{text}; {packet.shed} of these left unrecognised" if packet.shed else text


def sorted_cards(cards: Iterable[Card]) -> list[Card]:
    """Cards by rank, three to ace, wild cards last, unseen ones after all."""
    return sorted(cards, key=lambda card: (card == UNSEEN, IS_WILD[card], RANK[card], card))


# --- melds ------------------------------------------------------------------------------------------------------

_MELD_COLUMNS = ("meld", "cards", "natural", "wild", "state")


def _side(moment: Moment, team: str, side: Side) -> Iterator[str]:
    least = "at least " if side.blurred else ""
    opened = "opened" if side.opened else "opened or not is unknown" if side.blurred else _not_opened(moment)
    parts = [f"{_label(team, 40)}: {opened}", _books(moment, side)]
    if side.reds or moment.profile.threes.red_exposed:
        known = side.reds or not side.blurred
        parts.insert(1, f"{least}{some(side.reds, 'red three')} exposed" if known else "red threes unknown")
    yield from _wrapped("  " + "; ".join(parts), "    ")
    if side.blurred:
        yield "    unknown: an unreadable line may have touched these melds; as far as recorded:"
    melds = [meld for meld in side.melds if meld.size]
    if not melds:
        yield "    no melds"
        return
    rows = [_MELD_COLUMNS, *(_meld_row(moment, side, meld) for meld in melds)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(_MELD_COLUMNS))]
    for row, meld in zip(rows, [None, *melds], strict=True):
        name, *figures, state = (f"{cell:{'<' if i in (0, 4) else '>'}{widths[i]}}" for i, cell in enumerate(row))
        head = "    " + "  ".join((name, *figures, state)) + "  "
        if meld is None:
            yield f"{head}laid"
        else:
            laid = _naturals_first(meld)
            yield from _wrapped(head + listed(laid, moment.names), " " * len(head))


def _books(moment: Moment, side: Side) -> str:
    counts = count_books(moment.profile, side)
    if not any(high for _, high in counts.values()):
        return "no finished books" if not side.blurred else "no finished books recorded"
    least = "at least " if side.blurred else ""
    figures = ((kind, str(low) if low == high else f"{low} to {high}") for kind, (low, high) in counts.items())
    return "books: " + ", ".join(f"{least}{figure} {kind}" for kind, figure in figures)


def _not_opened(moment: Moment) -> str:
    opening = moment.profile.opening
    if moment.deal is None or opening.by in ("score", "chosen"):
        return "not opened"
    return f"not opened (needs {moment.profile.opening_minimum(moment.deal.number)} points)"


def _meld_row(moment: Moment, side: Side, meld: Meld) -> tuple[str, ...]:
    several = sum(other.rank == meld.rank and not other.stray for other in side.melds) > 1 and not meld.stray
    kind = book_kind(moment.profile, meld)
    state = "laid where no meld was" if meld.stray else f"{kind} book" if kind is not None else "unfinished"
    if meld.odd:
        state += f", {meld.odd} of another rank"
    if meld.unseen:
        state += f", {meld.unseen} unseen"
    label = meld_label(meld.rank, meld.number if several else None)
    return label, str(meld.size), str(meld.naturals), str(meld.wilds), state


def _naturals_first(meld: Meld) -> list[Card]:
    cards = sorted_cards(meld.cards)
    return cards if meld.rank != WILD_RANK else sorted(cards, key=lambda card: (card == UNSEEN, card == JOKER, card))


# --- piles ------------------------------------------------------------------------------------------------------

_PILES = " " * 22


def _pile(moment: Moment) -> str:
    pile = moment.table.pile
    if moment.table.pile_blurred:
        since = f"; on top since then, from the top down: {listed(reversed(pile), moment.names)}" if pile else ""
        return f"  Discard pile    ?  unknown{since}"
    head = f"  Discard pile  {len(pile):>3}  "
    return head + (f"from the top down: {listed(reversed(pile), moment.names)}" if pile else "empty")


def _stock(moment: Moment) -> str:
    table = moment.table
    if table.stock_blurred:
        return "  Stock           ?  unknown"
    head = f"  Stock         {table.stock:>3}  "
    order = table.stock_order
    if table.stock <= 0:
        return f"{head}used up"
    if order is None:
        return f"{head}its order is not recorded"
    coming = order[max(len(order) - table.stock, 0) :]
    more = f" and {len(coming) - _NEXT_CARDS} more" if len(coming) > _NEXT_CARDS else ""
    return f"{head}next to be drawn: {' '.join(moment.names[card] for card in coming[:_NEXT_CARDS])}{more}"


# --- the deed ---------------------------------------------------------------------------------------------------


def _deed_title(moment: Moment) -> str:
    if moment.turn == 0 and moment.mover is None:
        return "Set-up"
    who = "somebody" if moment.mover is None else _label(moment.game.seats[moment.mover])
    if moment.walk.turn is None:
        return f"A line of {who} that could not be read"
    return f"Turn {moment.turn}: {who}"


def _deeds(moment: Moment) -> Iterator[str]:
    deeds = moment.deeds
    if len(deeds) > _DEEDS:
        yield f"        ({some(len(deeds) - _DEEDS, 'line')} before these)"
    width = max((len(heading) for deed in deeds for heading, _ in deed.acts), default=0)
    for deed in deeds[-_DEEDS:]:
        yield from _source(moment, deed)
        for heading, account in deed.acts:
            head = f"        {heading:<{width}}  " if heading else "        "
            yield from _wrapped(head + printable(account), " " * len(head))


def _source(moment: Moment, deed: Deed) -> Iterator[str]:
    """The statement as it stands in the source; of a JSON record, as text would have it."""
    at = deed.statement.at
    lines = list(at.source_lines())
    if at.whole().pointer is not None:
        lines = [(at.line, statement_text(deed.statement, moment.game.seats))]
    for number, text in lines:
        pieces = _fold(printable(text.rstrip()), WIDTH - 8) or [""]
        for i, piece in enumerate(pieces):
            yield f"{'' if i else number:>5} | {piece}".rstrip()


# --- text -------------------------------------------------------------------------------------------------------


def _fold(text: str, width: int, indent: str = "") -> list[str]:
    """``text`` in lines of at most ``width``, its blanks as they stand."""
    return textwrap.wrap(
        text, width, subsequent_indent=indent, expand_tabs=False, replace_whitespace=False, break_on_hyphens=False
    )


def _label(name: str, most: int = _LABEL) -> str:
    return name if len(name) <= most else name[: most - 3] + "..."


def _wrapped(text: str, indent: str, most: int | None = None) -> Iterator[str]:
    """``text`` in lines of at most :data:`WIDTH`, the further ones indented; of more than ``most`` the rest is counted."""
    lines = _fold(text, WIDTH, indent)
    if most is None or len(lines) <= most:
        yield from lines
        return
    rest = sum(_times(word) for line in lines[most:] for word in line.split())
    while len(lines[most - 1]) > WIDTH - 16:
        kept, _, word = lines[most - 1].rpartition(" ")
        lines[most - 1], rest = kept, rest + _times(word)
    yield from lines[: most - 1]
    yield f"{lines[most - 1]} and {rest} more"


def _times(word: str) -> int:
    """How many cards a word like ``Ks*2`` is."""
    _, _, times = word.partition("*")
    return int(times) if times.isdigit() else 1
