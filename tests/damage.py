"""Records of played deals with random damage: a misread suit, a card that nobody could read, a line that is missing or that
another player is named in, a card too many. What is left may be legal, illegal, or impossible; whoever asks has to find out.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from faults import LINE_OF_PLAY
from handfoot.auditor import teams_of
from handfoot.hidden.happenings import At, Record, Token, What, read_deal
from handfoot_engine.play import play_game
from handfoot_engine.views import VIEWS, View, in_view
from handfoot_engine.written import text_of
from handfoot_grammar import log
from handfoot_grammar.log import Game, Span
from handfoot_grammar.sources import read_source
from handfoot_spec.cards import FIRST_RANK_ONLY, JOKER, KINDS, UNSEEN, Card
from handfoot_spec.profile_files import load, shipped

KINDS_OF_DAMAGE = ("suit", "unreadable", "missing", "player", "extra")
EXACT = re.compile(r"(?<![\w>:])([2456789TJQKA])([shdc])\b")
PACKETS = re.compile(r"(hand|foot) ")


def seen_deal(seed: int, view: View, profile: str = "classic") -> list[str]:
    """The lines of a legal deal as somebody saw it."""
    return text_of(in_view(play_game(load(profile), seed, deals=1), view, seed)).split("\n")


def damaged(lines: list[str], kind: str, chance: random.Random) -> list[str]:
    """The lines with one fault in them; the same where there is no place for it."""
    turns = [i for i, line in enumerate(lines) if LINE_OF_PLAY.match(line)]
    i = chance.choice(turns)
    if kind == "missing":
        return [*lines[:i], *lines[i + 1 :]]
    if kind == "player":
        other = lines[chance.choice(turns)].split(":")[0]
        return [*lines[:i], other + lines[i][lines[i].index(":") :], *lines[i + 1 :]]
    places = list(EXACT.finditer(lines[i]))
    if not places:
        return lines
    place = chance.choice(places)
    suit = chance.choice("shdc".replace(place[2], ""))
    card = {"suit": place[1] + suit, "unreadable": "?", "extra": f"{place[0]} {place[1]}{suit}"}[kind]
    if kind == "extra" and not re.search(r"(meld|add) [^;}]*$", lines[i][: place.start()]):
        return lines
    return [*lines[:i], lines[i][: place.start()] + card + lines[i][place.end() :], *lines[i + 1 :]]


def unreadable(lines: list[str], share: float, chance: random.Random) -> list[str]:
    """The lines with a share of the cards that were discarded, melded or dealt written as ``?``."""

    def maybe(match: re.Match[str]) -> str:
        return "?" if chance.random() < share else match[0]

    return [EXACT.sub(maybe, line) if LINE_OF_PLAY.match(line) or PACKETS.match(line) else line for line in lines]


def record_of(text: str, until: Span | None = None) -> Record | None:
    """The happenings of the first deal of a log, up to the deed at a place; None where it cannot be read as one."""
    for game in read_source(text):
        return _record(game, until)
    return None


def _record(game: Game, until: Span | None) -> Record | None:
    profile = load(game.tags["Rules"]).at_table(len(game.seats))
    last = None
    for i, statement in enumerate(game.statements):
        if until is not None and statement.at.whole().line <= until.line:
            last = At(i, None)
            if isinstance(statement, log.Turn):
                spans = [statement.at.action(k) for k in range(len(statement.actions))]
                last = At(i, next((k for k, span in enumerate(spans) if span == until), None))
    for i, statement in enumerate(game.statements):
        if isinstance(statement, log.DealStart):
            return read_deal(game, profile, teams_of(game, profile), i, last)
    return None


def damaged_logs(seeds: range, views: Sequence[View] = VIEWS) -> Iterator[str]:
    """Random logs of all profiles with one to three faults."""
    profiles = shipped()
    for seed in seeds:
        chance = random.Random(f"damage {seed}")
        lines = seen_deal(seed, chance.choice(views), profiles[seed % len(profiles)])
        for _ in range(chance.choice((1, 1, 2, 3))):
            lines = damaged(lines, chance.choice(KINDS_OF_DAMAGE), chance)
        yield "\n".join(lines)


# --- damage to what was read, so that nothing is set aside because the replay has noticed it -------------------------------


def damaged_records(seeds: range) -> Iterator[Record]:
    """The happenings of random deals of all profiles and views, with no to four faults."""
    profiles = shipped()
    for seed in seeds:
        chance = random.Random(f"record {seed}")
        record = record_of("\n".join(seen_deal(seed, chance.choice(VIEWS), profiles[seed % len(profiles)])))
        assert record is not None
        for _ in range(chance.choice((0, 1, 1, 2, 4))):
            _damage(record, chance)
        yield record


def _damage(record: Record, chance: random.Random) -> None:
    shown = [h for h in record.happenings if h.what is What.SHOWED]
    h = chance.choice(shown)
    token = chance.choice(h.tokens)
    kind = chance.choice(KINDS_OF_DAMAGE)
    if kind in ("missing", "player", "extra"):  # the number of cards left is then another, which is said elsewhere
        record.happenings = [other for other in record.happenings if other.what is not What.REMAINS]
    if kind == "missing":
        record.happenings = [other for other in record.happenings if other.at.statement != h.at.statement]
    elif kind == "player":
        pool = chance.choice(shown).pool
        for other in record.happenings:
            if other.at.statement == h.at.statement and other.pool == h.pool:
                other.pool = pool
    elif kind == "extra":
        more = Token(len(record.tokens), token.card)
        record.tokens.append(more)
        h.tokens, h.count = (*h.tokens, more), h.count + 1
    else:
        token.card = UNSEEN if kind == "unreadable" else _another_suit_or_rank(token.card, chance)
        token.kinds = KINDS[token.card]


def _another_suit_or_rank(card: Card, chance: random.Random) -> Card:
    if card < JOKER:
        return card - card % 4 + (card + chance.randrange(1, 4)) % 4
    return FIRST_RANK_ONLY + chance.randrange(13) if FIRST_RANK_ONLY <= card < UNSEEN else card
