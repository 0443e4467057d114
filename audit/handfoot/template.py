"""A log to be filled in, and the scribe's card. The texts stand in ``data/``; here they get names and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import resources
from string import Template

from handfoot_grammar.seating import seats_complaint
from handfoot_grammar.write import string_text
from handfoot_spec.profile import Profile

from .auditor import default_teams


class TemplateError(ValueError):
    """No log can be begun so; the message says why."""


def scribe_card() -> str:
    """One page for the scribe: how cards, actions and statements are written."""
    return _data("scribe-card.txt")


def template(
    profile: Profile,
    rules: str,
    players: Sequence[str],
    *,
    tags: Sequence[tuple[str, str]] = (),
    deals: int | None = None,
) -> str:
    """A log with its tags and, for each deal, what to fill in as comments that explain themselves.

    ``rules`` is the value of the ``Rules`` tag that names ``profile``; ``players`` sit clockwise and the first of them deals
    first; ``deals`` defaults to the number of deals that the rules have, or one where they have none.

    :raises TemplateError: labels that cannot be, players or deals that the rules do not have.
    """
    complaint = seats_complaint(players)
    if complaint is not None:
        raise TemplateError(complaint)
    if len(players) not in profile.table.players:
        numbers = " or ".join(map(str, sorted(profile.table.players)))
        raise TemplateError(f"{len(players)} players are named; the rules {profile.name!r} are for {numbers}")
    most = profile.deals.count
    count = deals if deals is not None else most or 1
    if count < 1 or (most is not None and count > most):
        raise TemplateError(f"a game of {profile.name!r} has {most or 'at least 1'} deals, not {count}")
    head = [("Notation", "HFN 1"), *tags, ("Rules", rules), ("Seats", " ".join(players))]
    lines = "".join(f"[{name} {string_text(value)}]\n" for name, value in head)
    parts = (_deal(profile, players, number) for number in range(1, count + 1))
    return lines + "\n" + _data("template-head.txt") + "".join(parts) + _result(profile, players)


def _deal(profile: Profile, players: Sequence[str], number: int) -> str:
    dealer = (number - 1) % len(players)
    first = dealer if profile.deals.first == "dealer" else (dealer + 1) % len(players)
    order = [*players[first:], *players[:first]]
    profile = profile.at_deal(number)
    hand, foot = profile.table.hand, profile.table.foot
    return Template(_data("template-deal.txt")).substitute(
        number=number,
        dealer=players[dealer],
        first=order[0],
        order=", ".join(order),
        hands=_lines(f"#hand {name}: ?*{hand}" for name in players),
        starter=_starter(profile),
        reds=_reds(profile, order[0]),
        draws=_HALF_A_DRAW if profile.turn.mixed_draw else "",
        feet=_lines(f"#foot {name}: ?*{foot}" for name in players),
        turns=_lines(
            f"#{name}: draw; discard {card}" for name, card in zip(order, _some_cards(len(order)), strict=True)
        ),
        left=_lines(f"#left {name}: 4s 4d; foot ?*{foot}" for name in order[1:]),
        scores=_lines(f"#score {team}: {_entries(profile)}" for team in _teams(profile, players)),
    )


_HALF_A_DRAW = """
#    Half a draw from the pile is written so: draw 7h; take Kc"""


def _starter(profile: Profile) -> str:
    if not profile.starter.turned:
        return "No card is turned up: the first discard begins the pile."
    text = "The card turned up to start the pile"
    if profile.starter.buried:
        text += "; cards turned before it and buried stand first, as in: turn-up 3d 2h 9c"
    return f"{text}{'' if profile.starter.buried else '.'}\n#turn-up 9c"


def _reds(profile: Profile, first: str) -> str:
    if not profile.threes.red_exposed:
        return "Red threes stay in the packets; there is nothing to write."
    if not profile.threes.red_replaced:
        return f"Red threes of the dealt Hands, which nothing replaces.\n#red {first}: 3h>-"
    return f"Red threes of the dealt Hands, each with the card that replaced it.\n#red {first}: 3h>5c"


def _entries(profile: Profile) -> str:
    kinds = [book.kind for book in profile.books]
    reds = () if profile.score.red_three else ("reds",)  # else they are left over as any card is
    return ", ".join(f"{key} 0" for key in (*kinds, "cards", *reds, "left", "out", "total"))


def _result(profile: Profile, players: Sequence[str]) -> str:
    teams = _teams(profile, players)
    totals = ", ".join(f"{team} 0" for team in teams)
    return Template(_data("template-result.txt")).substitute(totals=totals, winner=teams[0])


def _teams(profile: Profile, players: Sequence[str]) -> list[str]:
    return ["+".join(players[seat] for seat in team) for team in default_teams(profile, len(players))]


def _some_cards(n: int) -> list[str]:
    cards = ("4h", "Kh", "6c", "9d", "7s", "Qc", "5d", "8h")
    return [cards[i % len(cards)] for i in range(n)]


def _lines(lines: Iterable[str]) -> str:
    return "\n".join(lines)


def _data(name: str) -> str:
    return (resources.files(__package__) / "data" / name).read_text(encoding="utf-8")
