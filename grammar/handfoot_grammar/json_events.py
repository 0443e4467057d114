"""The events of a deal from their JSON form, each as the statement that text gives, or raising ``Bad``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from . import json_values as v
from . import log
from .json_place import JsonPlace, JsonRoot, Path
from .json_values import Bad, Object
from .seating import Seating

EVENT_FIELDS: dict[str, tuple[str, ...]] = {
    "score": (),
    "left": ("left", "hand", "foot"),
    "turn": ("turn", "actions"),
    "red": ("red", "cards"),
    "claim": ("claim",),
    "end": ("end", "by"),
    "note": ("note",),
    "result": ("result",),
    "hand": ("hand", "cards"),
    "foot": ("foot", "cards"),
    "turn_up": ("turn_up",),
    "stock": ("stock",),
    "unread": ("unread",),
}
"""The words of events with the fields that each may have. The first two have words of other events as fields."""

_KEY = re.compile(r"[^\W\d][\w-]*\Z")
_COUNTS = 'counts ({"stock": 154, "hand": {"Chi": 13}})'
_ENTRY = "a score entry (clean, dirty, cards, total, ...) and a number"


class EventReader:
    """Reads the events of one game."""

    def __init__(self, root: JsonRoot, seating: Seating) -> None:
        self.root, self.seating = root, seating

    def _place(self, path: Path, entries: tuple[Path, ...] = ()) -> JsonPlace:
        return JsonPlace(self.root, path, entries)

    def read(self, word: str, event: Object, path: Path) -> log.Statement:
        """The statement of an event whose word is known. :raises Bad: it cannot be read."""
        seating, at, value = self.seating, (*path, word), event[word]
        place = self._place(path)
        if word in ("turn_up", "stock"):
            cards = v.cards(value, at)
            return log.TurnUp(place, cards) if word == "turn_up" else log.StockOrder(place, cards)
        if word == "note":
            return log.Note(place, v.text(value, at))
        if word == "score":
            return self._score(event, path)
        if word == "claim":
            return self._claim(value, path)
        if word == "result":
            return self.result(value, at, path)
        if word == "end":
            return self._end(event, path)
        seat = v.seat(value, at, seating)
        if word == "left":
            hand, foot = (v.cards_or_none(event.get(key), (*path, key)) for key in ("hand", "foot"))
            if hand is None and foot is None:
                raise Bad(path, "neither the hand nor the foot is given", '"hand" or "foot": a list of cards')
            return log.Left(place, seat, hand, foot)
        cards_at = (*path, "cards")
        listed = v.field(event, "cards", path)
        if word == "red":
            return log.Reds(place, seat, v.chains(listed, cards_at))
        return log.Dealt(place, word == "foot", seat, v.cards(listed, cards_at))

    def _end(self, event: Object, path: Path) -> log.End:
        how, by = event["end"], event.get("by")
        if how not in ("out", "stock", "abandoned"):
            raise v.wrong((*path, "end"), how, '"out", "stock" or "abandoned"')
        if how == "out":
            return log.End(self._place(path), how, v.seat(v.field(event, "by", path), (*path, "by"), self.seating))
        if by is not None:
            raise Bad((*path, "by"), f"nobody ends a deal by {how!r}")
        return log.End(self._place(path), how)

    def _claim(self, value: Any, path: Path) -> log.Claim:
        counts: list[log.Count] = []
        entries: list[Path] = []
        at: Path = ("claim",)
        parts: list[tuple[Path, Any]] = [(at, value)]
        if not isinstance(value, dict):
            parts = [((*at, i), part) for i, part in enumerate(v.the_list(value, path + at, _COUNTS))]
        for where, part in parts:
            for entry, count in self._counts(part, where, path):
                counts.append(count)
                entries.append(entry)
        if not counts:
            raise Bad(path + at, "nothing is claimed", "a count of stock, pile, hand, foot or melds")
        return log.Claim(self._place(path, tuple(entries)), tuple(counts))

    def _counts(self, part: Any, where: Path, base: Path) -> Iterator[tuple[Path, log.Count]]:
        fields = v.an_object(part, base + where, _COUNTS)
        v.only(fields, ("stock", "pile", "hand", "foot", "melds"), base + where)
        for what, value in fields.items():
            at = (*where, what)
            if what in ("stock", "pile"):
                yield at, log.Count(what, v.whole(value, base + at))
                continue
            for label, count in v.an_object(value, base + at, 'a count for each ({"Chi": 13})').items():
                under = (*at, label)
                if what != "melds":
                    player = v.seat(label, base + under, self.seating)
                    yield under, log.Count(what, v.whole(count, base + under), player)
                    continue
                team = v.team(label, base + under, self.seating)
                for rank, n in v.an_object(count, base + under, 'a count for each rank ({"K": 5})').items():
                    exact = (*base, *under, rank)
                    yield (*under, rank), log.Count(what, v.whole(n, exact), None, team, v.rank(rank, exact))

    def _score(self, event: Object, path: Path) -> log.ScoreLine:
        team = v.team(event["score"], (*path, "score"), self.seating)
        listed = event.get("entries")
        if isinstance(listed, list):
            v.only(event, ("score", "entries"), path)
            pairs: list[tuple[Path, Any]] = [(("entries", i), pair) for i, pair in enumerate(listed)]
        else:
            pairs = [((key,), [key, value]) for key, value in event.items() if key != "score"]
        entries: list[tuple[str, int | None]] = []
        places: list[Path] = []
        for under, pair in pairs:
            at = path + under
            if not isinstance(pair, list) or len(pair) != 2 or not isinstance(pair[0], str) or not _KEY.match(pair[0]):
                raise v.wrong(at, pair, _ENTRY)
            if pair[1] is False:  # a flag that is not set
                continue
            entries.append((pair[0], None if pair[1] is True else v.amount(pair[1], at)))
            places.append(under)
        if not entries:
            raise Bad(path, "the score has no entries", _ENTRY)
        return log.ScoreLine(self._place(path, tuple(places)), team, tuple(entries))

    def result(self, value: Any, at: Path, path: Path | None = None) -> log.Result:
        fields = v.an_object(value, at, 'a result ({"totals": {"Ana+Chi": 7435}})')
        v.only(fields, ("totals", "winners"), at)
        listed, under = v.field(fields, "totals", at), (*at, "totals")
        if isinstance(listed, list):
            pairs: list[tuple[Path, Any]] = [((*under, i), pair) for i, pair in enumerate(listed)]
        else:
            found = v.an_object(listed, under, 'totals ({"Ana+Chi": 7435})')
            pairs = [((*under, names), [names, total]) for names, total in found.items()]
        totals: list[tuple[log.Team, int]] = []
        for where, pair in pairs:
            if not isinstance(pair, list) or len(pair) != 2:
                raise v.wrong(where, pair, 'a team and its total (["Ana+Chi", 7435])')
            totals.append((v.team(pair[0], where, self.seating), v.amount(pair[1], where)))
        if not totals:
            raise Bad(under, "no total is given", 'totals ({"Ana+Chi": 7435})')
        winners_at = (*at, "winners")
        named = fields.get("winners")
        winners = tuple(
            v.team(names, (*winners_at, i), self.seating)
            for i, names in enumerate(v.the_list([] if named is None else named, winners_at, "a list of teams"))
        )
        base = at if path is None else path
        entries = tuple(where[len(base) :] for where, _ in pairs)
        return log.Result(self._place(base, entries), tuple(totals), winners or None)
