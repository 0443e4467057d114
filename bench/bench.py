"""The benchmark: one Markdown table of what handfoot and its peers do on one core, everything measured in the same run.

    ./run bench [--games N] [--rounds N] [--startups N] [--peers all|none|chess,...] [--memory] [--compiled FOLDER] [--seed N]

The alternatives take turns (A B C, A B C, ...), each in a fresh process. A ratio is taken within a round, and the median over
the rounds is quoted. bench/README.md says what each row measures.
"""

from __future__ import annotations

import argparse
import os
import platform
import shlex
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import peers
from child import ENV, FLOORS, ROOT, cells, handfoot, process, process_seconds, worker

SMALL_LOG = str(ROOT / "logs" / "findings" / "HF305-wild-ratio.hfn")
REFERENCE = "python-chess"


@dataclass
class Row:
    """A line of the table and its measurements, one a round; a ``remark`` stands where nothing was measured."""

    what: str
    unit: str
    units: int = 0
    games: int = 0
    seconds: list[float] = field(default_factory=list)
    megabytes: float = 0.0  # the peak of resident memory, where it was asked for
    remark: str = ""

    def rates(self) -> list[float]:
        """Units a second, round by round."""
        return [self.units / seconds for seconds in self.seconds]


def one_core() -> str:
    """Keeps this process and its children on one core, where the system can."""
    if not hasattr(os, "sched_setaffinity"):
        return "not bound to a core"
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return f"bound to core {core}"


# --- throughput -------------------------------------------------------------------------------------------------


def throughput(
    folder: Path, made: dict[str, Any], games: int, rounds: int, seed: int, wanted: Sequence[str], compiled: str = ""
) -> list[Row]:
    """The rows of actions a second; python-chess's is the one that the others are compared with."""
    rows, measures = _own_rows(folder, made, games)
    if compiled:
        for view, memo in (("full", "cold"), ("full", "warm"), ("spectator", "cold")):
            what = f"compiled: full audit, {'view spectator, ' * (view != 'full')}{memo} memo"
            rows.append(Row(what, "actions/s", made["actions"][view], games))
        full = _job("audit", folder / "full.hfn", compiled, cold=rows[-3], warm=rows[-2])
        measures += [full, _job("audit", folder / "spectator.hfn", compiled, cold=rows[-1])]
    for peer_rows, measure in _peer_rows(folder, games, seed, wanted):
        rows += peer_rows
        if measure is not None:
            measures.append(measure)
    for number in range(1, rounds + 1):
        for measure in measures:
            measure()
        print(f"round {number} of {rounds} done", file=sys.stderr)
    return rows


Measure = Callable[[], None]


def _job(name: str, path: Path, code: str = "", **rows: Row) -> Measure:
    """Runs a job and gives each pass's seconds to its row."""

    def measure() -> None:
        answer = worker(name, path, code=code)
        for key, row in rows.items():
            row.seconds.append(answer[key])
        if set(answer.get("verdicts", ())) - {"clean", "undecided"}:
            raise SystemExit(f"bench: games that are legal are found not to be: {answer['verdicts']}")

    return measure


def _whole(row: Row, command: Sequence[str]) -> Measure:
    return lambda: row.seconds.append(process_seconds(command))


def _own_rows(folder: Path, made: dict[str, Any], games: int) -> tuple[list[Row], list[Measure]]:
    def row(what: str, view: str = "full") -> Row:
        return Row(what, "actions/s", made["actions"][view], games)

    full, ranks, spectator = (folder / f"{view}.hfn" for view in ("full", "ranks", "spectator"))
    parse_cold, parse_warm = row("parse only, cold memo"), row("parse only, warm memo")
    replay = row("replay only")
    cold, warm = row("full audit, cold memo"), row("full audit, warm memo")
    by_rank, by_eye = (
        row("full audit, view ranks, cold memo", "ranks"),
        row("full audit, view spectator, cold memo", "spectator"),
    )
    command = row("`handfoot audit --format jsonl`, whole process")
    measures = [
        _job("parse", full, cold=parse_cold, warm=parse_warm),
        _job("replay", full, cold=replay),
        _job("audit", full, cold=cold, warm=warm),
        _job("audit", ranks, cold=by_rank),
        _job("audit", spectator, cold=by_eye),
        _whole(command, handfoot("audit", "--no-certify", "--format", "jsonl", str(full))),
    ]
    return [parse_cold, parse_warm, replay, cold, warm, by_rank, by_eye, command], measures


def _peer_rows(folder: Path, games: int, seed: int, wanted: Sequence[str]) -> list[tuple[list[Row], Measure | None]]:
    """The rows of the peers; one that is missing, or not asked for, has a row that says so."""
    pgn, hands = folder / "random.pgn", folder / "hands.jsonl"
    why = {name: "not asked for" if name not in wanted else "not installed" for name in peers.NAMES}
    there = {name: peers.installed(name) for name in wanted}
    plies = worker("make-chess", pgn, games, seed)["units"] if there.get("chess") else 0
    rows: list[tuple[list[Row], Measure | None]] = []

    def add(row: Row, ready: bool, measure: Callable[[], Measure], remark: str) -> None:
        row.remark = "" if ready else remark
        rows.append(([row], measure() if ready else None))

    chess = Row(f"{REFERENCE} {there.get('chess') or ''}".rstrip() + ", `read_game`", "plies/s", plies, games)
    check = Row(f"{REFERENCE}, `read_game` with a `BoardBuilder`", "plies/s", plies, games)
    add(chess, bool(plies), lambda: _job("chess", pgn, cold=chess), why["chess"])
    add(check, bool(plies), lambda: _job("chess-check", pgn, cold=check), why["chess"])
    ready = bool(there.get("pokerkit"))
    actions = worker("make-poker", hands, games, seed)["units"] if ready else 0
    poker = Row(f"PokerKit {there.get('pokerkit') or ''}".rstrip() + ", replay of hands", "actions/s", actions, games)
    add(poker, ready, lambda: _job("poker", hands, cold=poker), why["pokerkit"])
    extract = Row("pgn-extract -r (in C), whole process", "plies/s", plies, games)
    no_games = f"needs {REFERENCE}, which makes the games" if there.get("pgn-extract") else why["pgn-extract"]
    ready = bool(plies and there.get("pgn-extract"))
    add(extract, ready, lambda: _whole(extract, peers.pgn_extract_command(str(pgn))), no_games)
    return rows


# --- start-up and memory ----------------------------------------------------------------------------------------


def startups(runs: int, game: Path) -> list[Row]:
    """Whole processes by the clock, taking turns; the first round only warms the caches of the disk. ``game`` is one of four deals."""
    half_seen = [str(ROOT / "logs" / "games" / f"random-{view}.hfn") for view in ("spectator", "mixed")]
    sheet = _sheet(game)
    commands = {
        'start-up: `python -c "import click, lark"` (the floor)': [sys.executable, "-c", "import click, lark"],
        "start-up: `handfoot --help`": handfoot("--help"),
        "start-up: `handfoot audit --no-certify` of one small log": handfoot("audit", "--no-certify", SMALL_LOG),
        "solver: `handfoot audit --no-certify` of one game of four deals": handfoot("audit", "--no-certify", str(game)),
        "solver: `handfoot audit --certify` of it": handfoot("audit", "--certify", str(game)),
        "solver: `handfoot audit --no-possible` of its sheet": handfoot("audit", "--no-possible", str(sheet)),
        "solver: `handfoot audit --possible` of its sheet": handfoot("audit", "--possible", str(sheet)),
        "solver: `handfoot prove classic`": handfoot("prove", "classic"),
        "half seen: `handfoot show` of a moment (the floor)": handfoot("show", half_seen[0], "--line", "60"),
        "half seen: `handfoot ask`, all ranks of a player, a spectator's log": handfoot(
            "ask", half_seen[0], "--at", "60", "dov"
        ),
        "half seen: the same of a log with cards of unknown suit": handfoot("ask", half_seen[1], "--at", "60", "dov"),
    }
    rows = {what: Row(what, "ms") for what in commands}
    for number in range(runs + 1):
        for what, command in commands.items():
            seconds, megabytes = process(command, wall=True)
            if number:
                rows[what].seconds.append(seconds)
                rows[what].megabytes = max(rows[what].megabytes, megabytes)
    return list(rows.values())


def _sheet(game: Path) -> Path:
    """The scores of a game without its moves."""
    lines = game.read_text(encoding="utf-8").splitlines(keepends=True)
    sheet = game.with_name("sheet.hfn")
    kept = [line for line in lines if line.startswith(("[", "deal ", "score "))]
    sheet.write_text("".join(kept), encoding="utf-8")
    return sheet


def memory(folder: Path, games: int, seed: int, large: bool) -> list[tuple[str, float | None]]:
    """The peak of memory of an audit of a tenth of the games, all of them, and (``large``) ten times as many."""
    tenth = max(1, games // 10)
    worker("head", folder / "full.hfn", folder / "tenth.hfn", tenth)
    sizes: list[tuple[str, float | None]] = [
        (_memory_row(tenth), worker("memory", folder / "tenth.hfn")["megabytes"]),
        (_memory_row(games), worker("memory", folder / "full.hfn")["megabytes"]),
    ]
    if not large:
        return [*sizes, (_memory_row(games * 10), None)]
    more = folder / "more"
    more.mkdir()
    worker("make", more, games * 10, seed)
    return [*sizes, (_memory_row(games * 10), worker("memory", more / "full.hfn")["megabytes"])]


def _memory_row(games: int) -> str:
    return f"memory: peak of an audit of {games:,} game{'s' * (games != 1)}"


# --- the table --------------------------------------------------------------------------------------------------


def _ratio(values: Sequence[float], floor: Sequence[float]) -> float:
    """The median of the ratios, each within one round."""
    return statistics.median(value / of for value, of in zip(values, floor, strict=True))


def _rate_lines(rows: Sequence[Row]) -> list[str]:
    reference = next(row for row in rows if row.what.startswith(REFERENCE))
    lines = []
    for row in rows:
        if row.remark:
            lines.append(cells(row.what, row.remark, "", "", ""))
            continue
        rates = row.rates()
        games = statistics.median(row.games / seconds for seconds in row.seconds)
        ratio = f"{_ratio(rates, reference.rates()):.2f} × {REFERENCE}" if reference.seconds else ""
        lines.append(
            cells(
                row.what,
                f"{statistics.median(rates):,.0f} {row.unit}",
                f"{min(rates):,.0f}–{max(rates):,.0f}",
                f"{games:,.0f}",
                ratio,
            )
        )
    return lines


def _startup_lines(rows: Sequence[Row]) -> list[str]:
    lines = []
    for row in rows:
        times = [1000 * seconds for seconds in row.seconds]
        ratio = _ratio(row.seconds, rows[0].seconds)
        lines.append(
            cells(
                row.what,
                f"{statistics.median(times):.0f} ms",
                f"{min(times):.0f}–{max(times):.0f}",
                f"{row.megabytes:.0f} MB",
                f"{ratio:.2f} × floor",
            )
        )
    return lines


def _memory_lines(sizes: Sequence[tuple[str, float | None]]) -> list[str]:
    first = sizes[0][1] or 1.0
    return [
        cells(what, "not asked for (`--memory`)", "", "", "") if size is None
        else cells(what, f"{size:.1f} MB", "", "", f"{size / first:.2f} × the first")
        for what, size in sizes
    ]  # fmt: skip


def _machine() -> str:
    try:
        cpus = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
        model = next(line.partition(":")[2].strip() for line in cpus.splitlines() if line.startswith("model name"))
    except (OSError, StopIteration):
        model = platform.processor() or platform.machine()
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, {platform.python_implementation()} {platform.python_version()}, {date.today()}"


# --- the command line -------------------------------------------------------------------------------------------


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="bench", description="handfoot and its peers on one core, as one Markdown table."
    )
    parser.add_argument("--games", type=int, default=1000, help="how many games of each kind (default: 1000)")
    parser.add_argument("--rounds", type=int, default=3, help="how often each alternative is measured (default: 3)")
    parser.add_argument("--startups", type=int, default=9, help="how often each start-up is measured (default: 9)")
    parser.add_argument("--peers", default="all", help=f"all, none, or some of {','.join(peers.NAMES)} (default: all)")
    parser.add_argument("--memory", action="store_true", help="also the memory of ten times as many games")
    parser.add_argument(
        "--hidden",
        type=int,
        metavar="DEALS",
        help="instead: what so many half-seen deals cost, and what is seen in them",
    )
    parser.add_argument(
        "--archives", action="store_true", help="instead: how an audit of archives grows, and two processes"
    )
    parser.add_argument("--large", action="store_true", help="with --archives: also a hundred times as many games")
    parser.add_argument(
        "--instructions", action="store_true", help="instead: instructions an action, counted by callgrind"
    )
    parser.add_argument(
        "--sheets",
        type=int,
        metavar="N",
        help="instead: what so many score sheets cost, and what is decided about them",
    )
    parser.add_argument("--compiled", default="", help="the folder that bench/compiled.py made: its rows too")
    parser.add_argument("--seed", type=int, default=1, help="of all games (default: 1)")
    options = parser.parse_args()
    options.wanted = {"all": list(peers.NAMES), "none": []}.get(options.peers, options.peers.split(","))
    counts = options.games, options.rounds, options.startups
    instead = (1 if count is None else count for count in (options.hidden, options.sheets))
    if min(*counts, *instead) < 1 or set(options.wanted) - set(peers.NAMES):
        parser.error("counts are at least 1, and the peers are all, none, or some of " + ", ".join(peers.NAMES))
    return options


def _instead(tables: str, bound: str) -> None:
    """Tables of another kind, and how they were made."""
    print(tables)
    print(f"\nMachine: {_machine()}; {bound}.")
    print(f"Command: {shlex.join(['./run', 'bench', *sys.argv[1:]])}")


def _archives(options: argparse.Namespace) -> None:
    """The tables of archives, and of instructions."""
    import archives

    with tempfile.TemporaryDirectory(prefix="handfoot-bench-") as name:
        ENV["PYTHONPYCACHEPREFIX"] = str(Path(name) / "compiled")
        if options.archives:
            print(archives.archives(Path(name), options.games, options.rounds, options.seed, options.large))
        else:
            print(archives.instructions(Path(name), min(options.games, 20), options.seed))
    print(
        f"\nMachine: {_machine()}; {options.rounds} rounds, not bound to a core, load {os.getloadavg()[0]:.1f} at the end."
    )
    print(f"Command: {shlex.join(['./run', 'bench', *sys.argv[1:]])}")


def main() -> None:
    """Makes the games, measures, and prints the table."""
    options = _options()
    if options.archives or options.instructions:
        _archives(options)
        return
    bound = one_core()
    if options.hidden is not None or options.sheets is not None:
        sys.path[:0] = FLOORS
        import hidden
        import sheets

        if options.hidden is not None:
            _instead(hidden.tables(options.hidden), bound)
        if options.sheets is not None:
            _instead(sheets.tables(options.sheets, options.rounds, options.seed), bound)
        return
    with tempfile.TemporaryDirectory(prefix="handfoot-bench-") as name:
        folder = Path(name)
        ENV["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
        made = worker("make", folder, options.games, options.seed)
        print(f"{options.games:,} games made, {made['deals']:,} deals", file=sys.stderr)
        rates = throughput(folder, made, options.games, options.rounds, options.seed, options.wanted, options.compiled)
        worker("head", folder / "full.hfn", folder / "one.hfn", 1)
        starts = startups(options.startups, folder / "one.hfn")
        sizes = memory(folder, options.games, options.seed, options.memory)
    print(cells("what", "median", "lowest–highest", "games/s", "ratio"))
    print(cells("---", "---:", "---:", "---:", "---:"))
    print("\n".join([*_rate_lines(rates), *_startup_lines(starts), *_memory_lines(sizes)]))
    actions = made["actions"]["full"]
    print(
        f"\n{options.games:,} games, {made['deals']:,} deals, {actions:,} actions; {options.rounds} round{'s' * (options.rounds != 1)}, {bound}."
    )
    print(f"Machine: {_machine()}.")
    print(f"Command: {shlex.join(['./run', 'bench', *sys.argv[1:]])}")


if __name__ == "__main__":
    main()
