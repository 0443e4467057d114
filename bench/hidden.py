"""What half-seen deals cost, and what can be seen in them: two Markdown tables, made by ``./run bench --hidden DEALS``.

Times are CPU milliseconds of this process for one deal. Faults are planted in the records of legal deals by tests/damage.py; a
fault is seen if the audit has an error.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import handfoot
from damage import damaged, damaged_records, record_of, seen_deal  # type: ignore[import-not-found]
from handfoot.hidden.closed import first_clash
from handfoot.hidden.happenings import Record, What
from handfoot.hidden.possible import judge
from handfoot_spec.cards import FIRST_RANK_ONLY, JOKER, KINDS, RANK, UNSEEN

_REVEAL = ("left ",)
_SCORES = ("score ", "result ", "claim ")


def spectator(seed: int, suitless: int = 0, unreadable: int = 0) -> Record:
    """A legal deal as a spectator saw it, so many of whose shown cards have no suit, or cannot be read."""
    record: Record | None = record_of("\n".join(seen_deal(seed, "spectator")))
    assert record is not None
    chance = random.Random(seed)
    shown = [
        t for h in record.happenings if h.what is What.SHOWED for t in h.tokens if t.card < JOKER and RANK[t.card] != 1
    ]
    for token in chance.sample(shown, min(suitless, len(shown))):
        token.card = FIRST_RANK_ONLY + RANK[token.card]
        token.kinds = KINDS[token.card]
    for token in chance.sample(shown, min(unreadable, len(shown))):
        token.card, token.kinds = UNSEEN, KINDS[UNSEEN]
    return record


def _timed(records: Iterator[Record], ask: Callable[[Record], object]) -> list[float]:
    times = []
    for record in records:
        begun = time.process_time()
        ask(record)
        times.append(1000 * (time.process_time() - begun))
    return times


def _row(what: str, times: Sequence[float], remark: str = "") -> str:
    return f"| {what} | {len(times):,} | {statistics.median(times):.2f} ms | {max(times):.0f} ms | {remark} |"


def times(deals: int) -> Iterator[str]:
    """The table of times."""
    judge(spectator(0, 1))  # the solver is loaded
    yield "| what | deals | median | worst | |"
    yield "|---|---:|---:|---:|---|"
    seeds, few = range(deals), range(max(1, deals // 10))
    yield _row("reading a spectator's deal into what came and went, replay included", _timed_reading(seeds))
    yield _row("closed form, spectator", _timed((spectator(s) for s in seeds), first_clash))
    for suitless in (20, 60, 120):
        yield _row(f"{suitless} unknown suits among known ones", _timed((spectator(s, suitless) for s in few), judge))
    yield _row("20 unreadable cards", _timed((spectator(s, 0, 20) for s in few), judge))
    counted: list[float] = []
    solved: list[float] = []
    undecided = 0
    for record in damaged_records(range(deals)):
        begun = time.process_time()
        answer = judge(record)
        spent = 1000 * (time.process_time() - begun)
        undecided += answer.possible is None
        if answer.possible is False:
            (counted if record.counted else solved).append(spent)
    yield _row("damaged and impossible: the line and the smallest conflict, by counting", counted or [0.0])
    yield _row("the same by the solver", solved or [0.0], f"{undecided} of {deals:,} damaged records undecided")
    known, seen = (_audits(view, few) for view in ("full", "spectator"))
    yield f"| whole audit, spectator's view against everything known | {len(few):,} | {seen / known:.2f} × | | |"


def _timed_reading(seeds: Sequence[int]) -> list[float]:
    found = []
    for seed in seeds:
        text = "\n".join(seen_deal(seed, "spectator"))
        record_of(text)  # the text is in the memo
        begun = time.process_time()
        record_of(text)
        found.append(1000 * (time.process_time() - begun))
    return found


def _audits(view: str, seeds: Sequence[int]) -> float:
    """Milliseconds of the audits of some deals in a view."""
    spent = 0.0
    for seed in seeds:
        text = "\n".join(seen_deal(seed, view))
        handfoot.audit(text)
        begun = time.process_time()
        handfoot.audit(text)
        spent += time.process_time() - begun
    return spent


def seen_faults(deals: int) -> Iterator[str]:
    """The table of what can be seen: one fault in a legal record without scores."""
    records: dict[str, Callable[[int], list[str]]] = {
        "spectator, nothing shown at the end": lambda s: _without(seen_deal(s, "spectator"), (*_SCORES, *_REVEAL)),
        "spectator, what is left is shown": lambda s: _without(seen_deal(s, "spectator"), _SCORES),
        "everything known": lambda s: _without(seen_deal(s, "full"), _SCORES),
    }
    faults = {"a suit misread": "suit", "a line missing": "missing", "a wrong player": "player"}
    yield f"| fault | {' | '.join(records)} |"
    yield f"|---|{'---:|' * len(records)}"
    for name, kind in faults.items():
        cells = []
        for make in records.values():
            seen = planted = 0
            for seed in range(deals):
                lines = make(seed)
                faulty = damaged(lines, kind, random.Random(f"{kind} {seed}"))
                if faulty != lines:
                    planted += 1
                    seen += any(f.level == "error" for f in handfoot.audit("\n".join(faulty)).findings)
            cells.append(f"{100 * seen / max(1, planted):.0f} %")
        yield f"| {name} | {' | '.join(cells)} |"


def _without(lines: list[str], beginnings: tuple[str, ...]) -> list[str]:
    return [line for line in lines if not line.startswith(beginnings)]


def tables(deals: int) -> str:
    """Both tables."""
    return "\n".join([*times(deals), "", *seen_faults(max(1, deals // 4))])
