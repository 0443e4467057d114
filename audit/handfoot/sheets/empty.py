"""An empty sheet to fill in: HFN, or CSV for a spreadsheet, with a place for every figure that the rules know."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from handfoot_spec.profile import Profile

from ..template import TemplateError, template


def entries_of(profile: Profile) -> list[str]:
    """The figures of a side in a deal under these rules."""
    reds = [] if profile.score.red_three else ["reds"]  # else they are left over as any card is
    return [*(book.kind for book in profile.books), "cards", *reds, "left", "out", "total", "running"]


def empty_sheet(profile: Profile, rules: str, players: Sequence[str], deals: int | None, form: str) -> str:
    """A sheet of so many deals (None: as the rules have it). :raises TemplateError: such players or deals cannot be."""
    template(profile, rules, players, deals=deals)  # complains of what cannot be
    count = deals if deals is not None else profile.deals.count or 1
    teams = ["+".join(players[seat] for seat in team) for team in profile.at_table(len(players)).teams]
    if form == "hfn":
        shown = ", ".join(f"{key} 0" for key in entries_of(profile))
        head = f'[Notation "HFN 1"]\n[Rules "{rules}"]\n[Seats "{" ".join(players)}"]\n'
        body = "".join(
            f"\n# deal {number}\n" + "".join(f"# score {team}: {shown}\n" for team in teams)
            for number in range(1, count + 1)
        )
        return head + "# Take the # away and write the figures of each deal; leave out what you do not know.\n" + body
    if any(len(name) > 100 for name in players):
        raise TemplateError("a name is too long")
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["deal", "side", *entries_of(profile)])
    writer.writerows(
        [number, team, *[""] * len(entries_of(profile))] for number in range(1, count + 1) for team in teams
    )
    return out.getvalue()


__all__ = ["TemplateError", "empty_sheet", "entries_of"]
