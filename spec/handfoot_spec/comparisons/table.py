"""The deck, the starter, the turns, the scores and the end of a game, compared."""

from __future__ import annotations

from .. import definitions as d
from ..compare import State, Unknown
from ..definitions import Num, Ops, Truth
from ..profile import Profile
from .states import TOP, a_card, always, cards, classes


def _deck(o: Ops, p: Profile, s: State) -> Truth:
    """A whole deck, with no more of anything than there is: so many copies of each card, so many jokers (P0-5)."""
    return o.And(
        d.deck_complete(o, p, 52 * s["copies"], s["jokers"]),
        d.copies_exist(o, p, s["copies"], False),
        d.copies_exist(o, p, s["jokers"], True),
        d.class_exists(o, p, 4 * s["copies"], False, False),
    )


DECK = (
    always(
        (Unknown("copies"), Unknown("jokers")),
        _deck,
        lambda s: (
            f"{cards(52 * s['copies'] + s['jokers'])}, {s['copies']} of each kind and {cards(s['jokers'], 'joker')}"
        ),
        "the whole deck",
    ),
    always(
        (Unknown("foot", flag=True), Unknown("cards")),
        lambda o, p, s: d.packet_complete(o, p, s["cards"], s["foot"] == 1),
        lambda s: f"a {'Foot' if s['foot'] else 'Hand'} of {cards(s['cards'])}",
        "right",
    ),
)

STARTER = (
    always(
        (TOP,),
        lambda o, p, s: d.may_start(o, p, *classes(s)),
        lambda s: f"{a_card(s)} turned up",
        "may begin the discard pile",
    ),
)

TURNS = (
    always(
        (Unknown("cards"), Unknown("taken")),
        lambda o, p, s: d.draw_right(o, p, s["cards"], s["taken"]),
        lambda s: f"drawing {cards(s['cards'])}" + (f" and {s['taken']} of the discard pile" if s["taken"] else ""),
        "right",
    ),
    always(
        (Unknown("draws"), Unknown("takes")),
        lambda o, p, s: o.And(
            d.turn_begun(o, p, s["draws"], s["takes"]), d.one_beginning(o, p, s["draws"], s["takes"])
        ),
        lambda s: f"a turn with {cards(s['draws'], 'draw')} and {cards(s['takes'], 'take')}",
        "right",
    ),
    always(
        (Unknown("out", flag=True), Unknown("emptied", flag=True), Unknown("discards")),
        lambda o, p, s: d.turn_closed(o, p, s["discards"], s["out"] == 1, s["emptied"] == 1),
        lambda s: (
            f"a turn{' that goes out' * s['out']}{' that melds every card' * s['emptied']} with {cards(s['discards'], 'discard')}"
        ),
        "right",
    ),
    always(
        (Unknown("begun"), Unknown("added")),
        lambda o, p, s: d.one_way_of_melding(o, p, s["begun"], s["added"]),
        lambda s: f"a turn that begins {cards(s['begun'], 'meld')} and adds to {s['added'] or 'none'}",
        "allowed",
    ),
)  # fmt: skip


# --- scores, the end --------------------------------------------------------------------------------------------

CARD = Unknown("card", words=(*"456789TJQKA2", "joker", "black three", "red three"))
_CARDS = (*(4 * rank for rank in range(2, 13)), 0, 52, 4, 5)


def _card_points(o: Ops, p: Profile, s: State) -> Num:
    """The value of a card, in points (P0-45)."""
    points: Num = 0
    for i, card in enumerate(_CARDS):
        points = o.If(s["card"] == i, p.card_points[card], points)
    return points


SCORES = (
    always((CARD,), _card_points, lambda s: f"one card left: {CARD.words[s['card']]} costs", " points", figure=True),
    always(
        tuple(Unknown(name) for name in ("books", "cards", "reds", "left", "out")),
        lambda o, p, s: d.deal_total(o, p, s["books"], s["cards"], s["reds"], -s["left"], s["out"]),
        lambda s: (
            f"{s['books']} for books, {s['cards']} for cards, {s['reds']} for red threes, {s['left']} against and "
            f"{s['out']} for going out make"
        ),
        " points",
        figure=True,
    ),
    always(
        (Unknown("hand"), Unknown("foot"), Unknown("out", flag=True)),
        lambda o, p, s: d.left_points(o, p, s["hand"], s["foot"], s["out"] == 1),
        lambda s: (
            f"{s['hand']} points left in play and {s['foot']} in unopened Feet, the team has {'gone out' if s['out'] else 'not gone out'}: they count"
        ),
        " points",
        figure=True,
        size=("hand", "foot"),
    ),
    always(
        (Unknown("first", flag=True),),
        lambda o, p, s: d.first_points(o, p, s["first"] == 1),
        lambda s: f"{'laying down first' if s['first'] else 'laying down second'}:",
        " points",
        figure=True,
    ),
    always(
        (Unknown("three", flag=True),),
        lambda o, p, s: d.last_three_points(o, p, s["three"] == 1),
        lambda s: f"going out by discarding {'a black three' if s['three'] else 'another card'}:",
        " points",
        figure=True,
    ),
)

END = (
    always(
        (Unknown("deals", 1),),
        lambda o, p, s: o.And(d.deal_in_game(o, p, s["deals"]), d.game_complete(o, p, s["deals"])),
        lambda s: f"a result after {cards(s['deals'], 'deal')}",
        "right",
    ),
    always(
        (Unknown("stock"),),
        lambda o, p, s: d.stock_suffices(o, p, s["stock"]),
        lambda s: f"{cards(s['stock'])} in the stock",
        "enough to draw",
    ),
    always(
        (Unknown("stock"), Unknown("pile", 1)),
        lambda o, p, s: d.stock_out(o, p, s["stock"], s["pile"]),
        lambda s: f"a wish to draw with {cards(s['stock'])} in the stock and {s['pile']} in the pile",
        "the end of the deal",
    ),
    always(
        (Unknown("points"),),
        lambda o, p, s: d.score_ends(o, p, s["points"]),
        lambda s: f"a side with {s['points']} points",
        "the end of the game",
    ),
)
