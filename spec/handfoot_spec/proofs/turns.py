"""What holds for turns: the beginning and the end of one, takes, the Foot, going out, and the card that has to be kept."""

from __future__ import annotations

from collections.abc import Iterator

from .. import definitions as d
from .. import moves as m
from ..definitions import Truth
from ..formula import Formula, Term
from ..profile import Profile
from .cards import AnyKind
from .lemma import Case, Lemma, O, same


def _one(flag: Term) -> Term:
    """A truth value as a figure."""
    figure: Term = O.If(flag, 1, 0)
    return figure


def _beginning(p: Profile) -> Iterator[Case]:
    f = Formula()
    draws, takes = f.integer("draws"), f.integer("takes")
    begun = O.And(d.turn_begun(O, p, draws, takes), d.one_beginning(O, p, draws, takes))
    yield Case("turn", f, same(begun, draws + takes == 1), {"draws": draws, "takes": takes})


def _end(p: Profile) -> Iterator[Case]:
    f = Formula()
    discards, out, emptied = f.integer("discards"), f.truth("has_gone_out"), f.truth("has_no_card")
    melded_out = p.turn.discard == "float" or p.foot.after_meld == "next-turn"
    right = O.Or(discards == 1, O.And(O.Or(out, emptied) if melded_out else out, discards == 0))
    yield Case(
        "turn",
        f,
        same(d.turn_closed(O, p, discards, out, emptied), right),
        {"discards": discards, "a player who goes out": _one(out), "a player without cards": _one(emptied)},
    )


def _melding(p: Profile) -> Iterator[Case]:
    f = Formula()
    begun, added = f.integer("begun"), f.integer("added")
    right = O.Or(begun == 0, added == 0) if p.turn.meld_mode == "new-or-add" else True
    yield Case(
        "turn",
        f,
        same(d.one_way_of_melding(O, p, begun, added), right),
        {"melds begun": begun, "melds added to": added},
    )


def _stock_end(p: Profile) -> Iterator[Case]:
    """The stock ends a deal where nobody can draw: the pile but for its top counts where it becomes a new stock."""
    f = Formula()
    stock, pile = f.integer("stock"), f.integer("pile", 1)
    needed = p.turn.draw - p.turn.mixed_draw
    right = (stock + pile - 1 if p.stock.short == "reshuffle" else stock) < needed
    yield Case(
        "stock",
        f,
        same(d.stock_out(O, p, stock, pile), O.And(right, stock < needed)),
        {"stock": stock, "pile": pile},
    )


def _draw(p: Profile) -> Iterator[Case]:
    """A draw has its number of cards, and is made only of a stock that has them."""
    f = Formula()
    stock, drawn, taken = f.integer("stock"), f.integer("drawn"), f.integer("taken")
    f.claim(d.from_stock(O, p, drawn, stock) if p.turn.mixed_draw else d.stock_suffices(O, p, stock))
    f.claim(d.draw_right(O, p, drawn, taken))
    figures = {"stock": stock, "drawn": drawn, "taken from the pile": taken}
    mixed = taken <= (1 if p.turn.mixed_draw else 0)
    yield Case("draw", f, O.And(drawn + taken == p.turn.draw, mixed, stock - drawn >= 0), figures)
    f = Formula()
    stock = f.integer("stock")
    f.claim(stock >= p.turn.draw)
    yield Case("a stock of a whole draw", f, d.stock_suffices(O, p, stock), {"stock": stock})


def _exposed(f: Formula, p: Profile, drawn: Term, stock: Term) -> tuple[Term, Term]:
    """Red threes exposed and replacements had after a draw: of the stock that it left, and none that the packs do not hold."""
    exposed, replacements = f.integer("exposed"), f.integer("replacements")
    left = stock - drawn
    f.claim(d.from_stock(O, p, drawn, stock), d.from_stock(O, p, replacements, left), replacements <= exposed)
    f.claim(d.class_exists(O, p, exposed, False, True), d.replaced(O, p, replacements, exposed, left - replacements))
    return exposed, replacements


def _replacements(p: Profile) -> Iterator[Case]:
    """While the stock lasts a packet is after red threes as large as it would be without them."""
    f = Formula()
    player = m.Packets(f.integer("packet"), f.integer("foot"), f.truth("in_foot"))
    stock, drawn = f.integer("stock"), f.integer("drawn")
    exposed, replacements = _exposed(f, p, drawn, stock)
    after = m.packet_drawn(O, p, player, drawn, exposed, replacements)
    goal = O.Or(after.hand == player.hand + drawn, stock - drawn - replacements == 0)
    figures = {
        "red threes exposed": exposed,
        "replacements": replacements,
        "drawn": drawn,
        "packet before": player.hand,
        "packet after": after.hand,
        "stock before": stock,
    }
    yield Case("draw", f, goal, figures)


def _take_size(p: Profile) -> Iterator[Case]:
    """A take has the top cards that the rules name, or the whole pile where that is smaller."""
    f = Formula()
    pile, taken = f.integer("pile"), f.integer("taken")
    if p.take.count == 0:
        never = O.Not(d.take_possible(O, p, taken, pile))
        yield Case("no take", f, never, {"pile": pile, "taken": taken})
        return
    f.claim(d.take_possible(O, p, taken, pile))
    most = True if p.take.count == "all" else taken <= p.take.count
    figures = {"pile": pile, "taken": taken}
    yield Case("take", f, O.And(taken >= 1, pile - taken >= 0, most), figures)
    f = Formula()
    pile, taken = f.integer("pile", 1), f.integer("taken")
    f.claim(d.take_whole(O, p, taken, pile))
    whole = taken == pile if p.take.count == "all" else O.If(pile < p.take.count, taken == pile, taken == p.take.count)
    figures = {"pile": pile, "taken": taken}
    yield Case("whole take", f, O.And(whole, d.take_possible(O, p, taken, pile)), figures)


def _take_meld(p: Profile) -> Iterator[Case]:
    """The meld of a take holds the top and two of the hand that are like it, so the take itself makes a legal meld."""
    for name, wild in (("natural top", False), ("wild top", True)):
        f = Formula()
        naturals, wilds, same_wilds = f.integer("naturals"), f.integer("wilds"), f.integer("same_wilds")
        f.claim(d.pair_shown(O, p, naturals, same_wilds, wild), same_wilds <= wilds)
        if wild:
            f.claim(naturals == 0)
            goal = O.And(same_wilds >= 2, d.large_enough(O, p, wilds + 1))
        else:
            goal = O.And(naturals >= 2, d.large_enough(O, p, naturals + 1))
        yield Case(
            name,
            f,
            goal,
            {"naturals from the hand": naturals, "wild cards from the hand": wilds, "of the top's kind": same_wilds},
        )


def _top(p: Profile) -> Iterator[Case]:
    f = Formula()
    kind = AnyKind(f, p)
    named: dict[str, Truth] = {
        "three": O.Or(kind.red_three, kind.black_three), "black-three": kind.black_three, "two": kind.two, "joker": kind.joker,
        "wild": O.Or(kind.two, kind.joker),
    }  # fmt: skip
    right = O.Not(O.Or(*[named[name] for name in p.take.blocked_by]))
    if p.take.wild_top == "blocked":
        right = O.And(right, O.Not(named["wild"]))
    yield Case("take", f, same(d.top_free(O, p, *kind.flags), right), kind.figures)
    f = Formula()
    opened = f.truth("opened")
    right = True if p.take.before_opening else opened
    yield Case("opening", f, same(d.may_take(O, p, opened), right), {"a side that has opened": _one(opened)})


def _top_melded(p: Profile) -> Iterator[Case]:
    """The top begins a meld or joins one, is melded at once, and does not complete what is frozen against it."""
    f = Formula()
    new, wilds = f.truth("is_new"), f.integer("wilds")
    begun = True if p.take.unfinished == "may-join" else new
    right = {"any": True, "new-meld": begun, "new-clean-meld": O.And(begun, wilds == 0)}[p.take.target]
    yield Case("meld", f, same(d.target_right(O, p, new, wilds), right), {"a new meld": _one(new), "wild cards": wilds})
    f = Formula()
    melded = f.truth("melded")
    free = p.turn.mixed_draw or p.take.need == "nothing"
    right = melded if p.take.played_at_once or not free else True
    yield Case("at once", f, same(d.top_melded(O, p, melded), right), {"a top that is melded": _one(melded)})
    f = Formula()
    before, pile = f.integer("before"), f.truth("is_from_pile")
    frozen = False if p.take.freeze_at is None else O.And(pile, before >= p.take.freeze_at)
    figures = {"cards before": before, "a card of the discard pile": _one(pile)}
    yield Case("frozen meld", f, same(d.may_complete(O, p, before, pile), O.Not(frozen)), figures)


def _deals(p: Profile) -> Iterator[Case]:
    if p.deals.end_score is not None:
        f = Formula()
        points = f.integer("points")
        right = points >= p.deals.end_score
        yield Case("score", f, same(d.score_ends(O, p, points), right), {"points": points})
    if p.deals.count is None:
        return
    f = Formula()
    deal = f.integer("deal", 1)
    right = d.deal_in_game(O, p, deal)
    yield Case("deal", f, same(right, deal <= p.deals.count), {"deal": deal})
    f = Formula()
    deals = f.integer("deals")
    complete = deals == p.deals.count if p.deals.minutes is None else deals <= p.deals.count
    yield Case("result", f, same(d.game_complete(O, p, deals), complete), {"deals": deals})


def _foot(p: Profile) -> Iterator[Case]:
    """Melded or discarded to the last card: the packet in play is then the Foot and nothing else."""
    for name, what in (("after melding the last card", "laid"), ("after discarding it", "discarded")):
        f = Formula()
        player = m.Packets(f.integer("hand"), f.integer("foot"), False)
        played = f.integer(what, 1, 1 if what == "discarded" else None)
        f.claim(d.was_held(O, p, player.hand, played), d.packet_complete(O, p, player.foot, True))
        emptied = m.packet_played(O, p, player, played)
        f.claim(d.foot_due(O, p, emptied.hand))
        after = m.packet_foot(O, p, emptied)
        goal = O.And(after.in_foot, after.hand == player.foot, after.foot == 0, player.hand == played)
        yield Case(name, f, goal, {"Hand before": player.hand, what: played, "packet after": after.hand})
    f = Formula()
    discarded = f.truth("is_after_discard")
    right = O.If(discarded, p.foot.after_discard == "taken-now", p.foot.after_meld == "same-turn")
    yield Case("in the same turn", f, same(d.foot_same_turn(O, p, discarded), right), {"a discard": _one(discarded)})


def _goes_out(p: Profile) -> Iterator[Case]:
    """Whoever goes out: the side has the books, the partner is ready, leave was asked and given, and no card is left."""
    f = Formula()
    kinds = list(dict.fromkeys([*p.out.books, *(book.counts_as for book in p.books)]))
    books = {kind: f.integer(f"books_{i}") for i, kind in enumerate(kinds)}
    made = {kind: f.integer(f"made_{i}") for i, kind in enumerate(kinds)}
    after = {kind: books[kind] + made[kind] for kind in kinds}
    entered, acted, whole, asked, refused = (
        f.truth(name) for name in ("entered", "acted", "whole", "asked", "refused")
    )
    cards, laid, discards = f.integer("cards", 1), f.integer("laid"), f.integer("discards", 0, 1)
    packets = m.packet_played(O, p, m.packet_played(O, p, m.Packets(cards, 0, True), laid), discards)
    f.claim(
        O.Implies(acted, entered), O.Implies(refused, asked), packets.hand == 0, d.books_suffice(O, p, after), d.partner_ready(O, p, entered, acted, whole),
        d.permission_asked(O, p, asked), d.consent_given(O, p, refused), d.final_discard_right(O, p, discards),
    )  # fmt: skip
    state = {"cards before": cards, "last discards": discards, "a partner in the Foot": _one(entered), "a partner who has played from it": _one(acted),
             "a question asked": _one(asked), "a refusal": _one(refused)}  # fmt: skip
    figures = {**{f"{kind} books": count for kind, count in after.items()}, **state}
    enough = O.And(*[after[kind] >= needed for kind, needed in p.out.books.items()])
    yield Case("books", f, enough, figures)
    partner = {
        "played-foot": O.And(entered, acted),
        "turn-with-foot": O.And(entered, acted, whole),
        "in-foot": entered,
        "none": True,
    }[p.out.partner]
    yield Case("partner", f, partner, figures)
    yield Case("leave", f, O.And(asked, O.Not(refused)) if p.out.permission == "required" else True, figures)
    last = {"required": discards == 1, "forbidden": discards == 0, "optional": True}[p.out.final_discard]
    yield Case("last discard", f, last, figures)


def _enough_is_enough(p: Profile) -> Iterator[Case]:
    """The conditions that the profile lists are all that going out needs."""
    f = Formula()
    books = {kind: f.integer(f"books_{i}") for i, kind in enumerate(p.out.books)}
    f.claim(*[books[kind] == needed for kind, needed in p.out.books.items()])
    allowed = {"optional": (0, 1), "required": (1,), "forbidden": (0,)}[p.out.final_discard]
    conditions = [
        d.books_suffice(O, p, books),
        d.partner_ready(O, p, True, p.out.partner != "in-foot"),
        d.permission_asked(O, p, p.out.permission == "required"),
    ]
    conditions += [d.consent_given(O, p, False), *[d.final_discard_right(O, p, discards) for discards in allowed]]
    yield Case("going out", f, O.And(*conditions), {f"{kind} books": count for kind, count in books.items()})


def _kept(p: Profile) -> Iterator[Case]:
    f = Formula()
    cards = f.integer("cards")
    player = m.packet_played(O, p, m.Packets(cards, 0, True), 1)
    f.claim(d.was_held(O, p, cards, 1), d.card_kept(O, p, player.hand))
    yield Case("discard from the Foot", f, player.hand >= 1, {"cards before": cards})
    f = Formula()
    cards = f.integer("cards", 1)
    yield Case("one card is enough", f, d.card_kept(O, p, cards), {"cards": cards})


def _forced_by_a_draw(p: Profile) -> Iterator[Case]:
    """A player draws, exposes red threes that the stock no longer replaces, lays nothing and has to discard."""
    f = Formula()
    player = m.Packets(f.integer("packet", 1), 0, True)
    stock, drawn = f.integer("stock"), f.integer("drawn")
    f.claim(d.stock_suffices(O, p, stock), d.draw_right(O, p, drawn))
    exposed, replacements = _exposed(f, p, drawn, stock)
    f.claim(exposed <= drawn + replacements)
    after = m.packet_drawn(O, p, player, drawn, exposed, replacements)
    kept = m.packet_played(O, p, after, 1)
    tell = "a packet of {packet} card, {drawn} drawn from a stock of {stock}, {red threes} of them red threes and {replacements} replaced: {after} card is left and has to be discarded"
    figures = {
        "packet": player.hand,
        "stock": stock,
        "drawn": drawn,
        "red threes": exposed,
        "replacements": replacements,
        "after": after.hand,
    }
    yield Case("draw", f, d.card_kept(O, p, kept.hand), figures, tell)


def _forced_by_a_take(p: Profile) -> Iterator[Case]:
    """A player takes the pile with what the take needs and nothing else."""
    f = Formula()
    player = m.Packets(f.integer("packet", 1), 0, True)
    pile, taken, own = f.integer("pile", 1), f.integer("taken"), f.integer("own")
    f.claim(d.take_whole(O, p, taken, pile), d.take_possible(O, p, taken, pile))
    f.claim(
        d.was_held(O, p, player.hand, own), d.pair_shown(O, p, own, 0, False), m.meld_sound(O, p, m.Meld(own + 1, 0))
    )
    after = m.packet_taken(O, p, player, taken, own + 1)
    kept = m.packet_played(O, p, after, 1)
    tell = "a packet of {packet} cards, a pile of {pile}: the {own} are laid with the top, {after} cards are left, and a discard is due"
    figures = {"packet": player.hand, "pile": pile, "taken": taken, "own": own, "after": after.hand}
    yield Case("take", f, d.card_kept(O, p, kept.hand), figures, tell)


def _always_replaced(p: Profile) -> Iterator[Case]:
    f = Formula()
    stock, drawn = f.integer("stock"), f.integer("drawn")
    f.claim(d.stock_suffices(O, p, stock), d.draw_right(O, p, drawn))
    exposed, replacements = _exposed(f, p, drawn, stock)
    f.claim(exposed <= drawn + replacements)
    tell = "{drawn} drawn from a stock of {stock}, {red threes} of them red threes, and {replacements} replaced"
    yield Case(
        "draw",
        f,
        replacements == exposed,
        {"red threes": exposed, "replacements": replacements, "stock": stock, "drawn": drawn},
        tell,
    )


_ENDS = "ends-deal"

LEMMAS = (
    Lemma("deals", "A game has its number of deals, no more and no fewer", _deals, code="HF209", applies=lambda p: p.deals.count is not None or p.deals.end_score is not None),
    Lemma("turn-begins", "A turn begins with one draw or one take", _beginning, code="HF205"),
    Lemma("turn-ends", "A turn ends with one discard, or ends the deal", _end, code="HF206"),
    Lemma("turn-melds", "A turn begins melds and adds to them as far as the rules let it do both", _melding, code="HF311"),
    Lemma("stock-end", "The stock ends a deal when nobody can draw, and only then", _stock_end, code="HF211", applies=lambda p: p.stock.short != "add-pack"),
    Lemma("draw", "A draw has its number of cards and never overdraws the stock", _draw, code="HF205", applies=lambda p: p.stock.short == _ENDS),
    Lemma(
        "replacements", "While the stock lasts every red three exposed is replaced", _replacements, code="HF402",
        applies=lambda p: p.threes.red_replaced,
    ),
    Lemma("take-size", "A take has the top cards that the rules name, or all if there are fewer", _take_size, code="HF604"),
    Lemma("take-top", "No card that blocks the pile is taken from its top, and every other may be", _top, code="HF601"),
    Lemma(
        "take-meld", "The top and the pair from the hand make a meld", _take_meld, code="HF602",
        applies=lambda p: p.take.need == "natural-pair" and p.take.wild_top == "same-kind-pair",
    ),
    Lemma("top-melded", "The top of the pile is melded when and where the rules say", _top_melded, code="HF603"),
    Lemma("foot", "The Foot is taken when the Hand is empty, both ways, and is then all that is played from", _foot, code="HF701"),
    Lemma("going-out", "Going out leaves the side with the books it needs, the partner ready, and no card", _goes_out, code="HF703"),
    Lemma("going-out-needs", "Nothing that the profile does not list is needed for going out", _enough_is_enough, code="HF703"),
    Lemma(
        "card-kept", "A player in the Foot who does not go out keeps a card", _kept, code="HF708", applies=lambda p: p.out.keep_card
    ),
    Lemma(
        "can-keep-after-draw", "A player can always keep a card after a draw", _forced_by_a_draw, "not promised",
        applies=lambda p: p.out.keep_card and p.turn.discard == "required" and p.threes.red_exposed,
    ),
    Lemma(
        "can-keep-after-take", "A player can always keep a card after a take", _forced_by_a_take, "not promised",
        applies=lambda p: p.out.keep_card and p.turn.discard == "required" and p.take.need == "natural-pair" and p.take.count != 0,
    ),
    Lemma(
        "always-replaced", "Every red three that is drawn can be replaced", _always_replaced, "not promised",
        applies=lambda p: p.threes.red_replaced and p.threes.red_exposed,
    ),
)  # fmt: skip
"""In the order in which they are told."""
