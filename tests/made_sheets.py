"""Score sheets made of deals that random play reached by the rules: any part of their figures, right or with one written wrongly."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from handfoot.auditor import GameAuditor
from handfoot.sheets.ends import Sheet
from handfoot.sheets.possible import FIGURES
from handfoot_engine.play import play_games
from handfoot_spec.profile import Profile
from handfoot_spec.profile_files import load

Row = dict[str, int]


@dataclass(frozen=True)
class Made:
    """A game: its rules, its seats, and by deal each side's name, number of players and figures."""

    profile: Profile
    seats: tuple[str, ...]
    deals: tuple[tuple[int, tuple[tuple[str, int, Row], ...]], ...]


def made_games(names: Sequence[str], games: int, seed: int) -> Iterator[Made]:
    """Games under each of some profiles and by each number of players that it has."""
    for name in names:
        profile = load(name)
        for players in profile.table.players:
            for game in play_games(profile, seed, games, players=players):
                auditor = GameAuditor(game, profile)
                auditor.run()
                deals = []
                for ordinal, number in enumerate(auditor.deal_numbers, 1):
                    rows = []
                    for line in (line for line in auditor.book.lines if line.deal == ordinal):
                        s = line.score
                        assert s is not None
                        row = {kind: n for kind, (n, _) in s.books.items()}
                        row |= {key: getattr(s, key)[0] for key in FIGURES}
                        rows.append((auditor.c.team_name(line.team), len(auditor.c.teams[line.team]), row))
                    deals.append((number, tuple(rows)))
                yield Made(auditor.profile, game.seats, tuple(deals))


def legal_sheets(names: Sequence[str], games: int, seed: int) -> Iterator[tuple[Profile, list[Sheet]]]:
    """The deals of such games one by one, with every figure."""
    for made in made_games(names, games, seed):
        for number, rows in made.deals:
            yield made.profile.at_deal(number), [Sheet(players, row) for _, players, row in rows]


def some_of(sheet: Sequence[Sheet], chance: random.Random) -> list[Sheet]:
    """A sheet on which only some figures are written: of each side another share of them, from none to all; at times netted."""
    found = []
    for side in sheet:
        share = chance.choice((0.0, 0.1, 0.25, 0.5, 0.75, 1.0))
        figures = {key: value for key, value in side.figures.items() if chance.random() < share}
        net = chance.random() < 0.15
        if net and "cards" in figures:
            figures["cards"] += side.figures["left"]
        if net and "left" in figures:
            figures["left"] = 0
        found.append(Sheet(side.players, figures, net))
    return found


def damaged(sheet: Sequence[Sheet], chance: random.Random) -> list[Sheet]:
    """A sheet with one figure that was written wrongly; one without any figure stays as it is."""
    sides = [index for index, side in enumerate(sheet) if side.figures]
    if not sides:
        return list(sheet)
    index = chance.choice(sides)
    figures = dict(sheet[index].figures)
    key = chance.choice(sorted(figures))
    points = key in FIGURES
    wrong = figures[key] + chance.choice((-1, 1, 2, 3)) * (chance.choice((3, 5, 50, 100, 500)) if points else 1)
    figures[key] = wrong if points else max(wrong, 0)
    return [Sheet(s.players, figures, s.net) if i == index else s for i, s in enumerate(sheet)]


def sheet_text(made: Made, chance: random.Random, *, wrong: bool = False, whole: bool = False) -> str:
    """One to four deals of a game as HFN, with any part of their figures (``whole``: all), one of them wrong if so asked."""
    deals = made.deals[: chance.randint(1, 4)]
    faulty = chance.randrange(len(deals)) if wrong else None
    lines = ['[Notation "HFN 1"]', f'[Rules "{made.profile.name}"]', f'[Seats "{" ".join(made.seats)}"]']
    for place, (number, rows) in enumerate(deals):
        sheet = [Sheet(players, row) for _, players, row in rows]
        if not whole:
            sheet = some_of(sheet, chance)
        if place == faulty:
            sheet = damaged(sheet, chance)
        lines.append(f"deal {number}")
        for (team, _, _), side in zip(rows, sheet, strict=True):
            entries = ["net"] * side.net + [f"{key} {value}" for key, value in side.figures.items()]
            if entries:
                lines.append(f"score {team}: {', '.join(entries)}")
    return "\n".join(lines) + "\n"
