"""The opening, taking the pile, the threes and the Foot, compared."""

from __future__ import annotations

from .. import definitions as d
from ..compare import Comparison, State, Unknown
from ..definitions import Num, Ops
from ..profile import Profile
from .states import TOP, a_card, always, cards, classes


def _at_score(s: State) -> str:
    return f" at a score of {s['score']}" if s["score"] else ""


def opening(a: Profile, b: Profile) -> Comparison:
    """Opening with some points, in a deal, at a score (P0-25): the minima of both profiles, deal by deal and bound by bound."""
    deals = range(1, max(len(p.opening.minima) for p in (a, b)) + 1)
    bounds = sorted({0, *(bound for p in (a, b) if p.opening.by == "score" for bound in p.opening.scores if bound > 0)})

    def minimum(o: Ops, p: Profile, s: State) -> Num:
        points: Num = 0
        for deal in reversed(deals):
            at: Num = 0
            for bound in bounds:
                at = o.If(s["score"] >= bound, p.opening_minimum(deal, bound), at)
            points = o.If(s["deal"] <= deal, at, points)
        return points

    return Comparison(
        (Unknown("deal", 1, deals[-1]), Unknown("score"), Unknown("points")),
        lambda o, p, s: d.opening_met(o, p, s["points"], minimum(o, p, s)),
        lambda s: f"opening in deal {s['deal']}{_at_score(s)} with {s['points']} points",
        "met",
        domain=lambda o, p, s: d.deal_in_game(o, p, s["deal"]),
        because=lambda p, s: f" ({p.opening_minimum(s['deal'], s['score'])})",
    )


def _shown(s: State) -> str:
    """What a take shows: the top, what of the hand is melded with it, and the state of the pile and of the side."""
    own = (
        cards(s["same_wilds"], TOP.words[s["top"]])
        if s["top"] >= 3
        else f"{cards(s['naturals'], 'natural')} of its rank"
    )
    others = f" and {cards(s['others'], 'other wild card' if s['top'] >= 3 else 'wild card')}" if s["others"] else ""
    state = ", the pile frozen" * s["frozen"] + ", the side not open yet" * s["unopened"]
    return f"{a_card(s)} on top, and from the hand {own}{others}{state}"


OPENING_MELD = always(
    (Unknown("points"),),
    lambda o, p, s: d.meld_opens(o, p, s["points"]),
    lambda s: f"a meld of {s['points']} points in an opening",
    "enough",
)

TAKE = (
    always(
        (
            TOP, Unknown("naturals"), Unknown("same_wilds", label="same wilds"), Unknown("others", label="other wilds"),
            Unknown("frozen", flag=True), Unknown("unopened", flag=True),
        ),
        lambda o, p, s: o.And(
            d.top_free(o, p, *classes(s)),
            d.may_take(o, p, s["unopened"] == 0),
            d.pair_shown(
                o, p, s["naturals"], s["same_wilds"], s["top"] >= 3, s["same_wilds"] + s["others"], s["frozen"] == 1
            ),
        ),
        _shown,
        "a take",
        domain=lambda o, p, s: o.If(s["top"] >= 3, s["naturals"] == 0, s["same_wilds"] == 0),
    ),
    always(
        (Unknown("joins", flag=True), Unknown("wilds")),
        lambda o, p, s: d.target_right(o, p, s["joins"] == 0, s["wilds"]),
        lambda s: (
            f"the top {'added to an unfinished meld' if s['joins'] else 'melded anew'}"
            + (f" with {cards(s['wilds'], 'wild card')}" if s["wilds"] else "")
        ),
        "allowed",
    ),
    always(
        (Unknown("kept", flag=True),),
        lambda o, p, s: d.top_melded(o, p, s["kept"] == 0),
        lambda s: f"the top card {'kept' if s['kept'] else 'melded at once'}",
        "allowed",
    ),
    always(
        (Unknown("before"), Unknown("pile", flag=True)),
        lambda o, p, s: d.may_complete(o, p, s["before"], s["pile"] == 1),
        lambda s: f"a card of the {'discard pile' if s['pile'] else 'hand'} on a meld of {cards(s['before'])}",
        "allowed",
    ),
    always(
        (Unknown("pile", 1),),
        lambda o, p, s: d.take_size(o, p, s["pile"]),
        lambda s: f"a pile of {cards(s['pile'])}: take",
        "",
        figure=True,
    ),
    always(
        (Unknown("pile", 1), Unknown("taken")),
        lambda o, p, s: d.take_possible(o, p, s["taken"], s["pile"]),
        lambda s: f"taking {s['taken']} from a pile of {cards(s['pile'])}",
        "allowed",
        # a take of another full size is told by the figure above
        domain=lambda o, p, s: s["taken"] < d.take_size(o, p, s["pile"]),
    ),
)  # fmt: skip


THREES = (
    always(
        (Unknown("red_three", flag=True, label="red three"),),
        lambda o, p, s: d.discardable(o, p, s["red_three"] == 1),
        lambda s: f"{'a red three' if s['red_three'] else 'a card'} discarded",
        "allowed",
    ),
    always(
        (Unknown("held"),),
        lambda o, p, s: d.red_threes_out(o, p, s["held"]),
        lambda s: f"playing on with {cards(s['held'], 'red three')} in the hand",
        "allowed",
    ),
    always(
        (Unknown("exposed"), Unknown("replacements"), Unknown("stock"), Unknown("taken", flag=True)),
        lambda o, p, s: d.replaced(o, p, s["replacements"], s["exposed"], s["stock"], s["taken"] == 1),
        lambda s: (
            f"{cards(s['exposed'], 'red three')}{' of the discard pile' * s['taken']} exposed and {s['replacements'] or 'none'} replaced, "
            f"with {cards(s['stock'])} left in the stock"
        ),
        "allowed",
        domain=lambda o, p, s: s["replacements"] <= s["exposed"],
    ),
    always(
        (Unknown("exposed"), Unknown("hidden"), Unknown("foot"), Unknown("laid", flag=True)),
        lambda o, p, s: d.red_three_points(o, p, s["exposed"], s["hidden"], s["foot"], s["laid"] == 1),
        lambda s: (
            f"{cards(s['exposed'], 'red three')} exposed and {s['hidden'] or 'none'} hidden"
            f"{' and ' + str(s['foot']) + ' in an unopened Foot' if s['foot'] else ''}, "
            f"the team has {'laid' if s['laid'] else 'laid nothing'}: they count"
        ),
        " points",
        figure=True,
        size=("exposed", "hidden", "foot"),
    ),
)

FOOT = (
    always(
        (Unknown("hand"),),
        lambda o, p, s: d.foot_due(o, p, s["hand"]),
        lambda s: f"taking the Foot with {cards(s['hand'])} left in the Hand",
        "right",
    ),
    always(
        (Unknown("discarded", flag=True),),
        lambda o, p, s: d.foot_same_turn(o, p, s["discarded"] == 1),
        lambda s: (
            f"taking the Foot in the turn that {'discards' if s['discarded'] else 'melds'} the last card of the Hand"
        ),
        "right",
    ),
)
