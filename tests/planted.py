"""Sheets of games that were played by the rules, with one slip of the pen planted in them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from handfoot.auditor import GameAuditor
from handfoot.sheets.possible import FIGURES
from handfoot_engine.play import play_games
from handfoot_spec.profile import Profile

Row = dict[str, int]
Planted = tuple[int, str, int]
"""The row, the key, and what the figure should be."""


def rows_of(
    profile: Profile, games: int, seed: int, played: int | None = None
) -> Iterator[tuple[str, tuple[str, ...], list[list[tuple[str, Row]]]]]:
    """The seats and the score lines of games, deal by deal, with every figure and the total so far."""
    for game in play_games(profile, seed, games, deals=played):
        auditor = GameAuditor(game, profile)
        auditor.run()
        so_far: dict[int, int] = {}
        deals: list[list[tuple[str, Row]]] = [[] for _ in auditor.deal_numbers]
        for line in auditor.book.lines:
            s = line.score
            assert s is not None
            row = {kind: n for kind, (n, _) in s.books.items()}
            row |= {key: getattr(s, key)[0] for key in FIGURES if key != "bonus"}
            so_far[line.team] = row["running"] = so_far.get(line.team, 0) + row["total"]
            deals[line.deal - 1].append((auditor.c.team_name(line.team), row))
        yield profile.name, game.seats, deals


def text_of(rules: str, seats: tuple[str, ...], deals: list[list[tuple[str, Row]]]) -> str:
    """A sheet as HFN."""
    lines = ['[Notation "HFN 1"]', f'[Rules "{rules}"]', f'[Seats "{" ".join(seats)}"]']
    for number, rows in enumerate(deals, 1):
        lines.append(f"deal {number}")
        lines += [f"score {team}: {', '.join(f'{key} {n}' for key, n in row.items())}" for team, row in rows]
    return "\n".join(lines) + "\n"


def _swap_digits(row: Row, key: str, chance: random.Random) -> int | None:
    digits = str(abs(row[key]))
    places = [i for i in range(1, len(digits)) if digits[i] != digits[i - 1] and (i > 1 or digits[i] != "0")]
    if not places:
        return None
    i = chance.choice(places)
    return (-1 if row[key] < 0 else 1) * int(digits[: i - 1] + digits[i] + digits[i - 1] + digits[i + 1 :])


def _digit(row: Row, key: str, chance: random.Random) -> int | None:
    digits = str(abs(row[key]))
    if len(digits) < 3:
        return None
    i = chance.randrange(1, len(digits) - 1)
    other = chance.choice([d for d in "0123456789" if d != digits[i]])
    return (-1 if row[key] < 0 else 1) * int(digits[:i] + other + digits[i + 1 :])


def _columns(row: Row) -> Row:
    return {**row, "clean": row["dirty"], "dirty": row["clean"]}


def _exchanged(deal: list[tuple[str, Row]], keys: tuple[str, ...]) -> list[tuple[str, Row]]:
    (first, mine), (second, theirs) = deal[:2]
    return [
        (first, {**mine, **{key: theirs[key] for key in keys}}),
        (second, {**theirs, **{key: mine[key] for key in keys}}),
        *deal[2:],
    ]


WRONG: dict[str, Callable[[Profile, Row, random.Random], tuple[str, int | None]]] = {
    "digits swapped": lambda p, row, c: ("cards", _swap_digits(row, "cards", c)),
    "digits swapped in the total": lambda p, row, c: ("total", _swap_digits(row, "total", c)),
    "digits swapped in the total so far": lambda p, row, c: ("running", _swap_digits(row, "running", c)),
    "digit": lambda p, row, c: ("cards", _digit(row, "cards", c)),
    "sign": lambda p, row, c: ("left", -row["left"] if row["left"] else None),
    "ten times": lambda p, row, c: ("cards", row["cards"] * 10 if row["cards"] else None),
    "left added": lambda p, row, c: ("total", row["total"] - 2 * row["left"] if row["left"] else None),
    "left not subtracted": lambda p, row, c: ("total", row["total"] - row["left"] if row["left"] else None),
    "red threes forgotten": lambda p, row, c: ("total", row["total"] - row["reds"] if row["reds"] else None),
    "red threes negative": lambda p, row, c: ("reds", -row["reds"] if row["reds"] else None),
    "out forgotten": lambda p, row, c: ("out", 0 if row["out"] else None),
    "book forgotten": lambda p, row, c: ("clean", row["clean"] - 1 if row["clean"] else None),
    "book counted twice": lambda p, row, c: ("dirty", row["dirty"] + 1 if row["dirty"] else None),
    "cards netted": lambda p, row, c: ("cards", row["cards"] + row["left"] if row["left"] else None),
    "not carried": lambda p, row, c: ("running", row["running"] - row["total"] if row["total"] else None),
}
"""What is written instead of a right figure, by the slip: the key and the figure, None where the slip makes no difference."""


def planted_slips(
    profile: Profile, games: int, seed: int, played: int | None = None
) -> Iterator[tuple[str, str, int, str]]:
    """Slip, key, what it should be, and the sheet's text."""
    chance = random.Random(seed)
    for rules, seats, deals in rows_of(profile, games, seed, played):
        for kind, slip in WRONG.items():
            deal, side = chance.randrange(len(deals)), chance.randrange(len(deals[0]))
            team, row = deals[deal][side]
            key, wrong = slip(profile, row, chance)
            if wrong is None or wrong == row[key]:
                continue
            copy = [list(rows) for rows in deals]
            copy[deal][side] = team, {**row, key: wrong}
            yield kind, key, row[key], text_of(rules, seats, copy)
        deal = chance.randrange(len(deals))
        for kind, keys in (("out on the wrong side", ("out",)), ("sides swapped", ("cards",))):
            copy = [list(rows) for rows in deals]
            copy[deal] = _exchanged(copy[deal], keys)
            right = deals[deal][0][1][keys[0]]
            if copy != deals:
                giver = next((row for _, row in copy[deal] if row["out"]), None) if keys == ("out",) else None
                yield kind, keys[0], right if giver is None else 0, text_of(rules, seats, copy)
        team, row = deals[deal][0]
        if row["clean"] != row["dirty"]:
            copy = [list(rows) for rows in deals]
            copy[deal][0] = team, _columns(row)
            yield "columns swapped", "clean", row["clean"], text_of(rules, seats, copy)
