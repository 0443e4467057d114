"""What score sheets cost, and what is decided about them: two Markdown tables, made by ``./run bench --sheets N``.

The sheets are parts of the figures of deals that random play reached by the rules (tests/made_sheets.py), under every profile and at every
number of players. No legal one may be called wrong; every "possible" is scored again by the engine, and of every clash each
figure is spared in turn: the rest must be possible. Times are CPU milliseconds of this process for one sheet, reading included.
"""

from __future__ import annotations

import csv
import gc
import io
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from handfoot.auditing import Options, audit_game
from handfoot.auditor import GameAuditor
from handfoot.sheets.check import check_possible, deals_to_judge, sheet_of
from handfoot.sheets.ends import proved
from handfoot.sheets.possible import Judge, Verdict
from handfoot.sheets.reader import read_sheet
from handfoot_grammar.sources import read_source
from handfoot_spec.profile_files import load, shipped
from made_sheets import Made, made_games, sheet_text  # type: ignore[import-not-found]


def tables(sheets: int, rounds: int = 3, seed: int = 1) -> str:
    """Both tables."""
    gc.set_threshold(100_000, 20, 20)  # as the command does it
    pool = list(made_games(shipped(), 1 + sheets // 250, seed))
    return "\n".join([*decided(pool, sheets, seed), "", *read(pool, 10 * sheets, rounds, seed)])


def decided(pool: Sequence[Made], sheets: int, seed: int) -> Iterator[str]:
    """The table of what the question whether a sheet can be costs, and how it is answered."""
    begun = time.process_time()
    import z3  # noqa: F401

    yield "| what | sheets | median | worst | of their deals |"
    yield "|---|---:|---:|---:|---|"
    yield f"| loading the solver, once | | {1000 * (time.process_time() - begun):.0f} ms | | |"
    chance = random.Random(seed)
    for what, wrong in (
        ("legal sheets of one to four deals, any part of the figures", False),
        ("the same, one figure wrong", True),
    ):
        times: list[float] = []
        counts: Counter[str] = Counter()
        for _ in range(sheets):
            _judge(sheet_text(chance.choice(pool), chance, wrong=wrong), wrong, times, counts)
        said = ", ".join(f"{n:,} {status}" for status, n in sorted(counts.items()))
        yield f"| {what} | {sheets:,} | {statistics.median(times):.1f} ms | {max(times):.0f} ms | {said} |"


def _judge(text: str, wrong: bool, times: list[float], counts: Counter[str]) -> None:
    """Judges a sheet by itself, then shows each verdict to be right. :raises SystemExit: one is not."""
    begun = time.process_time()
    (game,) = read_source(text)
    auditor = GameAuditor(game, load(game.tags["Rules"]))
    auditor.run()
    asked = [(deal, [sheet_of(auditor.c, line) for line in lines]) for deal, lines in deals_to_judge(auditor)]
    verdicts = check_possible(auditor)
    times.append(1000 * (time.process_time() - begun))
    errors = [f for f in auditor.c.findings if f.level == "error"]
    if errors and not wrong:
        raise SystemExit(f"a legal sheet is called wrong: {errors[0]}\n{text}")
    counts["wrong by arithmetic"] += len(auditor.deal_numbers) - len(asked) if errors else 0
    for (deal, sheet), verdict in zip(asked, verdicts, strict=True):
        counts[verdict.status] += 1
        judge = Judge(auditor.profile.at_deal(deal), sheet)
        if verdict.status == "possible":
            _show_possible(judge, verdict, text)
        elif verdict.status == "impossible":
            for spared in verdict.conflict:
                rest = judge.decide([label for label in verdict.conflict if label != spared]).status
                if rest == "impossible":
                    raise SystemExit(f"a clash is not the smallest: {verdict.conflict}\n{text}")
                counts["clashes not shown to be the smallest"] += rest == "undecided"


def _show_possible(judge: Judge, verdict: Verdict, text: str) -> None:
    witness = verdict.witness
    players = [side.players for side in judge.sheet]
    if witness is None or proved(judge.profile, players, witness.sides, witness.figures) is None:
        raise SystemExit(f"an end of a deal is not proved:\n{text}")


# --- without the solver ------------------------------------------------------------------------------------------


def read(pool: Sequence[Made], sheets: int, rounds: int, seed: int) -> Iterator[str]:
    """The table of how many sheets a second are read and checked without the solver, beside the csv module reading the same file."""
    chance = random.Random(seed)
    classic = [made for made in pool if made.profile.name == "classic"]
    table = _table([chance.choice(classic) for _ in range(sheets)])
    data, rules = table.encode(), load("classic")
    games = read_sheet("season.csv", None, rules, data)
    assert len(games) == sheets
    options = Options("classic", possible=False)

    def check() -> None:
        for game in games:
            if audit_game(game, options).verdict != "clean":
                raise SystemExit(f"a legal sheet is not clean: {game.number}")

    jobs: dict[str, Callable[[], object]] = {
        "the csv module reads the table (the floor)": lambda: list(csv.reader(io.StringIO(table))),
        "reading": lambda: read_sheet("season.csv", None, rules, data),
        "checking, without the solver": check,
    }
    times = {what: [_seconds(job) for _ in range(rounds)] for what, job in jobs.items()}
    times["reading and checking"] = [a + b for a, b in zip(*list(times.values())[1:], strict=True)]
    floor = statistics.median(next(iter(times.values())))
    lines = table.count("\n") - 1
    yield f"| {sheets:,} sheets of four deals in one table, {lines:,} lines | sheets a second | against the floor |"
    yield "|---|---:|---:|"
    for what, seconds in times.items():
        median = statistics.median(seconds)
        yield f"| {what} | {sheets / median:,.0f} | {median / floor:.1f} × |"


def _table(games: Sequence[Made]) -> str:
    """Whole sheets as one table of a season."""
    out = io.StringIO()
    writer = csv.writer(out)
    keys = ("clean", "dirty", "wild", "cards", "reds", "left", "out", "total", "running")
    writer.writerow(("game", "deal", "side", *keys))
    for game, made in enumerate(games, 1):
        running: dict[str, int] = {}
        for number, rows in made.deals:
            for team, _, row in rows:
                running[team] = running.get(team, 0) + row["total"]
                figures = {**row, "running": running[team]}
                writer.writerow((game, number, team, *(figures[key] for key in keys)))
    return out.getvalue()


def _seconds(job: Callable[[], object]) -> float:
    begun = time.process_time()
    job()
    return time.process_time() - begun
