"""Every rule, once: plain functions of counts that integers and Z3 terms can both be put through.

``o`` is the namespace of the operations that Python's own ``and``, ``or``, ``not`` and ``if`` cannot do on terms: ``And``,
``Or``, ``Not``, ``Implies``, ``If``, ``Sum``. Given :data:`INTEGERS` a definition is a fast concrete check; given the module
``z3`` it is a formula. ``p`` is the profile, whose fields are plain constants: asking *them* in Python's ``if`` is allowed,
asking an argument is not. So no truth value of an argument, no ``max``, no ``in``, no chained comparison below.

Counts are cards unless a name says points. An argument named ``is_...`` or ``has_...`` is a truth value or a Z3 Boolean.
"""

from __future__ import annotations

from typing import Any

from .profile import Book, Profile

Num = Any
"""An integer, or a Z3 integer term."""
Truth = Any
"""A truth value, or a Z3 Boolean term."""


class _Integers:
    """The operations of a definition on Python's integers and truth values."""

    @staticmethod
    def And(*parts: Truth) -> bool:
        return all(parts)

    @staticmethod
    def Or(*parts: Truth) -> bool:
        return any(parts)

    @staticmethod
    def Not(part: Truth) -> bool:
        return not part

    @staticmethod
    def Implies(condition: Truth, then: Truth) -> bool:
        return bool(then) if condition else True

    @staticmethod
    def If(condition: Truth, then: Num, otherwise: Num) -> Num:
        return then if condition else otherwise

    @staticmethod
    def Sum(*parts: Num) -> Num:
        return sum(parts)


INTEGERS: _Integers = _Integers()
Ops = Any

RUN_RANKS = 11
"""The ranks of a run: four up to ace."""


# --- cards ------------------------------------------------------------------------------------------------------


def copies_exist(o: Ops, p: Profile, seen: Num, is_joker: Truth) -> Truth:
    """No more copies of an exact kind than the packs hold: one a pack, jokers as many as the packs have (P0-5)."""
    return seen <= o.If(is_joker, p.packs * p.table.jokers_per_pack, p.packs)


def class_exists(o: Ops, p: Profile, seen: Num, is_joker: Truth, is_three_of_a_colour: Truth) -> Truth:
    """No more cards of a rank (threes: of a colour) than the packs hold: four a pack, two of a colour (P0-5)."""
    return seen <= o.If(
        is_joker, p.packs * p.table.jokers_per_pack, o.If(is_three_of_a_colour, 2 * p.packs, 4 * p.packs)
    )


def was_held(o: Ops, p: Profile, held: Num, played: Num) -> Truth:
    """Cards are played from the packet that holds them (P0-22)."""
    return played <= held


def packet_complete(o: Ops, p: Profile, cards: Num, is_foot: Truth) -> Truth:
    """A dealt Hand or Foot has its number of cards (P0-6)."""
    return cards == o.If(is_foot, p.table.foot, p.table.hand)


def deck_complete(o: Ops, p: Profile, *places: Num) -> Truth:
    """All places together hold the whole deck (P0-5, P0-8)."""
    return o.Sum(*places) == p.deck_size


def count_true(o: Ops, p: Profile, claimed: Num, actual: Num) -> Truth:
    """A counted packet, pile, stock or meld has the number of cards that was claimed."""
    return claimed == actual


def nothing_negative(o: Ops, p: Profile, *places: Num) -> Truth:
    """No place holds fewer than no cards."""
    return o.And(*[place >= 0 for place in places])


# --- set-up and turns -------------------------------------------------------------------------------------------


def may_start(o: Ops, p: Profile, is_red_three: Truth, is_black_three: Truth, is_two: Truth, is_joker: Truth) -> Truth:
    """A turned card that may stay as the starter: not of a class that must be buried (P0-9)."""
    flags = {"red-three": is_red_three, "black-three": is_black_three, "two": is_two, "joker": is_joker}
    barred = [flag for name, flag in flags.items() if name in p.starter.buried]
    if "wild" in p.starter.buried:
        barred += [is_two, is_joker]
    return o.Not(o.Or(*barred))


def deal_in_game(o: Ops, p: Profile, deal: Num) -> Truth:
    """The deal is one of those that the game has (P0-12)."""
    return deal <= p.deals.count if p.deals.count is not None else True


def game_complete(o: Ops, p: Profile, deals: Num) -> Truth:
    """A result is declared after the number of deals that the game has, or sooner where the time ends it (P0-12, P0-50)."""
    if p.deals.count is None:
        return True
    return deals == p.deals.count if p.deals.minutes is None else deals <= p.deals.count


def score_ends(o: Ops, p: Profile, points: Num) -> Truth:
    """A side's total, in points, ends the game, where a score does."""
    return points >= p.deals.end_score if p.deals.end_score is not None else False


def draw_right(o: Ops, p: Profile, drawn: Num, taken: Num = 0) -> Truth:
    """A normal draw has its number of cards, one of them ``taken`` from the discard pile where a draw may be mixed (P0-22)."""
    return o.And(drawn + taken == p.turn.draw, taken <= (1 if p.turn.mixed_draw else 0))


def stock_suffices(o: Ops, p: Profile, stock: Num) -> Truth:
    """The stock holds what a draw needs of it; where it does not, the wish to draw ends the deal (P0-49)."""
    return stock >= p.turn.draw - (1 if p.turn.mixed_draw else 0)


def stock_out(o: Ops, p: Profile, stock: Num, pile: Num) -> Truth:
    """The stock ends the deal: it has no draw left, nor has the pile but for its top, where that becomes a new stock (P0-49)."""
    out = o.Not(stock_suffices(o, p, stock))
    return o.And(out, o.Not(stock_suffices(o, p, stock + pile - 1))) if p.stock.short == "reshuffle" else out


def from_stock(o: Ops, p: Profile, taken: Num, stock: Num) -> Truth:
    """No more cards come from the stock than it holds."""
    return taken <= stock


def one_beginning(o: Ops, p: Profile, draws: Num, takes: Num) -> Truth:
    """A turn begins with one draw or one take, not both (P0-22, P0-29)."""
    return draws + takes <= 1


def turn_begun(o: Ops, p: Profile, draws: Num, takes: Num) -> Truth:
    """A player draws or takes before playing (P0-22, P0-29)."""
    return draws + takes >= 1


def turn_closed(o: Ops, p: Profile, discards: Num, has_gone_out: Truth, has_no_card: Truth = False) -> Truth:
    """A turn ends with one discard, unless it ends the deal, or melded every card where that may end a turn (P0-22, P0-43)."""
    waits = has_no_card if p.foot.after_meld == "next-turn" else False
    floats = has_no_card if p.turn.discard == "float" else False
    return o.Or(discards == 1, o.And(o.Or(has_gone_out, waits, floats), discards == 0))


def one_way_of_melding(o: Ops, p: Profile, begun: Num, added: Num) -> Truth:
    """A turn begins melds or adds to melds, where the rules make it choose."""
    return o.Or(begun == 0, added == 0) if p.turn.meld_mode == "new-or-add" else True


# --- melds and books --------------------------------------------------------------------------------------------


def large_enough(o: Ops, p: Profile, cards: Num) -> Truth:
    """A meld has at least three cards (P0-13)."""
    return cards >= p.melds.least


def within_cap(o: Ops, p: Profile, cards: Num) -> Truth:
    """A meld never has more cards than a book (P0-19), unless books grow."""
    return cards <= p.melds.cap if p.melds.extend_books == "never" else True


def may_extend(o: Ops, p: Profile, extra: Num, naturals: Num) -> Truth:
    """Cards beyond those that complete a book: none, natural ones, or any; ``naturals`` of the cards laid are natural (P0-19)."""
    return _extended(o, p.melds.extend_books, extra, naturals)


def book_may_extend(o: Ops, p: Profile, book: Book, extra: Num, naturals: Num) -> Truth:
    """The same of a kind of book that has a rule of its own."""
    return _extended(o, p.melds.extend_books if book.extend is None else book.extend, extra, naturals)


def _extended(o: Ops, rule: str, extra: Num, naturals: Num) -> Truth:
    if rule == "any":
        return True
    return extra <= naturals if rule == "naturals" else extra == 0


def wild_ratio(o: Ops, p: Profile, naturals: Num, wilds: Num) -> Truth:
    """A mixed meld has naturals at least twice its wild cards (P0-15)."""
    m = p.melds
    parts = [m.natural_share * naturals >= m.wild_share * wilds + m.wild_margin]
    if m.most_wilds is not None:
        parts.append(wilds <= m.most_wilds)
    if m.dirty_naturals is not None:
        parts.append(o.Or(naturals >= m.dirty_naturals, wilds <= m.cap - m.dirty_naturals))  # room for them in a book
    return o.Or(wilds == 0, o.And(*parts))


def wilds_in_table(o: Ops, p: Profile, cards: Num, wilds: Num) -> Truth:
    """The ratio's second wording, a table by size: at most 1 wild card in 3 to 5, 2 in 6 or 7 (P0-15)."""
    rows = enumerate(p.melds.wild_table, p.melds.least)
    return o.And(*[o.Implies(cards == size, wilds <= most) for size, most in rows])


def composed(o: Ops, p: Profile, naturals: Num, wilds: Num) -> Truth:
    """A meld is of one rank, with the wild cards that its ratio allows, or of wild cards alone (P0-15, P0-16)."""
    mixed = wild_ratio(o, p, naturals, wilds)
    alone = o.Or(naturals == 0, mixed)
    return alone if p.melds.wild_melds else alone if p.melds.twos else o.And(naturals > 0, mixed)


def wild_meld_known(o: Ops, p: Profile, jokers: Num) -> Truth:
    """A meld of wild cards alone is one that the game has: any, or a series of twos, which holds no joker (P0-16, S1-28)."""
    if p.melds.wild_melds:
        return True
    return jokers == 0 if p.melds.twos else False


def run_sound(o: Ops, p: Profile, naturals: Num, wilds: Num, span: Num, doubles: Num) -> Truth:
    """Where there are runs, one is of consecutive ranks, each once; wild cards stand in only where they may (S1-20).

    ``span`` counts the ranks from the lowest natural card to the highest, ``doubles`` the naturals whose rank lies there already.
    """
    gaps = span - naturals
    with_wilds = o.And(gaps <= wilds, naturals + wilds <= RUN_RANKS)
    without = o.And(gaps == 0, wilds == 0)
    return o.And(doubles == 0, with_wilds if p.melds.runs_wild else without) if p.melds.runs else False


def may_enter_meld(o: Ops, p: Profile, is_red_three: Truth, is_black_three: Truth) -> Truth:
    """Threes never enter a meld (P0-17)."""
    return o.Not(is_red_three) if p.threes.black_melded else o.Not(o.Or(is_red_three, is_black_three))


def is_complete(o: Ops, p: Profile, cards: Num) -> Truth:
    """A meld of seven cards is a book (P0-18)."""
    return cards >= p.melds.cap


def one_unfinished(o: Ops, p: Profile, unfinished: Num) -> Truth:
    """A team has one unfinished meld of a rank at a time (P0-20)."""
    return unfinished <= 1 if p.melds.one_unfinished else True


def book_of_kind(o: Ops, p: Profile, book: Book, naturals: Num, wilds: Num, of: str = "") -> Truth:
    """A complete meld is a book of this kind: clean, dirty, all wild, or of what it is ``of`` (P0-18).

    ``of`` is a constant: a rank that some kind of book is for, ``2`` for a series of twos, ``run``, or nothing of the sort. What has
    a kind of its own is of no other.
    """
    own = [other for other in p.books if _for(other, of)]
    fits = _wilds_fit(o, book, naturals, wilds)
    if book in own:
        return fits
    if of == "run":
        return False
    if _is_special(book):
        return False
    return o.And(fits, *[o.Not(_wilds_fit(o, other, naturals, wilds)) for other in own])


def _for(book: Book, of: str) -> bool:
    """Whether a kind of book is for melds of this sort alone."""
    return book.run if of == "run" else book.twos if of == "2" else of in book.ranks


def _is_special(book: Book) -> bool:
    return True if book.run else True if book.twos else len(book.ranks) > 0


def _wilds_fit(o: Ops, book: Book, naturals: Num, wilds: Num) -> Truth:
    """The wild cards that a kind of book may have; where it does not say, any."""
    if book.all_wild:
        return naturals == 0
    if book.twos:
        return naturals == 0
    low, high = (0, None) if book.wilds is None else book.wilds
    parts = [naturals > 0, wilds >= low]
    if high is not None:
        parts.append(wilds <= high)
    return o.And(*parts)


def book_complete(o: Ops, p: Profile, book: Book, cards: Num) -> Truth:
    """A kind of book may be complete with a number of cards of its own (P0-18)."""
    return is_complete(o, p, cards) if book.cap is None else cards >= book.cap


# --- opening ----------------------------------------------------------------------------------------------------


def opening_met(o: Ops, p: Profile, points: Num, minimum: Num) -> Truth:
    """The cards laid together to open reach the minimum, in points (P0-25, P0-33)."""
    return points >= minimum


def meld_opens(o: Ops, p: Profile, points: Num) -> Truth:
    """A meld laid to open is worth what each has to be, in points."""
    return points >= p.opening.least_per_meld if p.opening.least_per_meld is not None else True


# --- taking the discard pile ------------------------------------------------------------------------------------


def top_free(o: Ops, p: Profile, is_red_three: Truth, is_black_three: Truth, is_two: Truth, is_joker: Truth) -> Truth:
    """The top of the pile is no card that blocks a take, nor a wild one where those are not taken (P0-30)."""
    flags = {
        "three": o.Or(is_red_three, is_black_three), "black-three": is_black_three, "two": is_two, "joker": is_joker,
        "wild": o.Or(is_two, is_joker),
    }  # fmt: skip
    barred = [flags[name] for name in p.take.blocked_by]
    if p.take.wild_top == "blocked":
        barred.append(flags["wild"])
    return o.Not(o.Or(*barred))


def may_take(o: Ops, p: Profile, has_opened: Truth) -> Truth:
    """The side may take the pile, which some tables allow only after it has opened (P0-33)."""
    return True if p.take.before_opening else has_opened


def take_size(o: Ops, p: Profile, pile: Num) -> Num:
    """The number of cards of a take: the top seven, or all if there are fewer (P0-29)."""
    return pile if p.take.count == "all" else o.If(pile < p.take.count, pile, p.take.count)


def take_possible(o: Ops, p: Profile, taken: Num, pile: Num) -> Truth:
    """No more is taken than lies there, nor than a take may have; nor less, where the rules say so (P0-29)."""
    size = take_size(o, p, pile)
    return o.And(taken >= 1, taken == size if p.take.fewer == "no" else taken <= size)


def take_whole(o: Ops, p: Profile, taken: Num, pile: Num) -> Truth:
    """A take has all the cards it may have; the text's "up to" leaves fewer open (P0-29, P0-36)."""
    return taken == take_size(o, p, pile)


def _needed(o: Ops, p: Profile, own: Num, wilds: Num) -> Truth:
    """What of the hand is melded with the top: ``own`` are like it, ``wilds`` are other wild cards."""
    if p.take.need == "natural-pair":
        return own >= 2
    if p.take.need == "pair-with-wild":
        return o.Or(own >= 2, o.And(own >= 1, wilds >= 1))
    return own >= 1 if p.take.need == "one-match" else True


def pair_shown(
    o: Ops, p: Profile, naturals: Num, same_wilds: Num, is_wild_top: Truth, wilds: Num = 0, is_frozen: Truth = False
) -> Truth:
    """From the hand, a natural pair of the top's rank or what else the rules ask for; a wild top needs its own kind (P0-31, P0-32).

    ``wilds`` are all wild cards melded with the top, ``same_wilds`` those of a wild top's kind. A frozen pile needs a natural pair.
    """
    natural = o.If(is_frozen, naturals >= 2, _needed(o, p, naturals, wilds))
    if p.take.wild_top == "as-natural":
        return o.If(is_wild_top, _needed(o, p, same_wilds, wilds - same_wilds), natural)
    return o.If(is_wild_top, same_wilds >= 2, natural)


def target_right(o: Ops, p: Profile, is_new: Truth, wilds: Num) -> Truth:
    """The top of the pile begins a new meld, without wild cards where it must be clean, or joins one where it may (P0-35)."""
    if p.take.target == "any":
        return True
    begun = True if p.take.unfinished == "may-join" else is_new
    return o.And(begun, wilds == 0) if p.take.target == "new-clean-meld" else begun


def top_melded(o: Ops, p: Profile, has_melded: Truth) -> Truth:
    """The card that opens a take, or is drawn from the pile, is melded in that turn (P0-31)."""
    if p.take.played_at_once:
        return has_melded
    return True if p.turn.mixed_draw else has_melded if p.take.need != "nothing" else True


def may_complete(o: Ops, p: Profile, before: Num, is_from_pile: Truth) -> Truth:
    """A meld of ``before`` cards takes a card of the discard pile, unless it is frozen against them."""
    return o.Or(o.Not(is_from_pile), before < p.take.freeze_at) if p.take.freeze_at is not None else True


# --- threes -----------------------------------------------------------------------------------------------------


def red_threes_out(o: Ops, p: Profile, held: Num) -> Truth:
    """Nobody acts while holding a red three that had to be exposed (P0-23)."""
    return held == 0 if p.threes.red_exposed else True


def replaced(o: Ops, p: Profile, replacements: Num, exposed: Num, stock: Num, is_from_pile: Truth = False) -> Truth:
    """Every exposed red three is replaced while the stock has cards, or none is; those of a take may be apart (P0-23)."""
    every, none = o.Or(replacements == exposed, stock == 0), replacements == 0
    return o.If(
        is_from_pile, every if p.threes.red_from_pile_replaced else none, every if p.threes.red_replaced else none
    )


def discardable(o: Ops, p: Profile, is_red_three: Truth) -> Truth:
    """A red three is never discarded (P0-23)."""
    return True if p.threes.red_discard else o.Not(is_red_three)


# --- Foot and going out -----------------------------------------------------------------------------------------


def foot_due(o: Ops, p: Profile, hand: Num) -> Truth:
    """The Foot is taken when the Hand is empty, not before (P0-37, P0-38)."""
    return hand == 0


def foot_same_turn(o: Ops, p: Profile, is_after_discard: Truth) -> Truth:
    """The Foot is taken in the very turn that emptied the Hand: by melding its last card, by discarding it (P0-37, P0-38)."""
    return o.If(is_after_discard, p.foot.after_discard == "taken-now", p.foot.after_meld == "same-turn")


def books_suffice(o: Ops, p: Profile, counts: dict[str, Num]) -> Truth:
    """The team has the books that going out needs, by what they count as (P0-40)."""
    return o.And(*[counts[kind] >= needed for kind, needed in p.out.books.items()])


def partner_ready(o: Ops, p: Profile, has_entered: Truth, has_acted: Truth, has_whole_turn: Truth = True) -> Truth:
    """The partner has entered the Foot and played part of a completed turn with it, or a whole turn (P0-41)."""
    if p.out.partner == "none":
        return True
    if p.out.partner == "turn-with-foot":
        return o.And(has_entered, has_acted, has_whole_turn)
    return has_entered if p.out.partner == "in-foot" else o.And(has_entered, has_acted)


def permission_asked(o: Ops, p: Profile, has_asked: Truth) -> Truth:
    """The partner was asked before the cards were emptied (P0-42)."""
    return has_asked if p.out.permission == "required" else True


def consent_given(o: Ops, p: Profile, has_refusal: Truth) -> Truth:
    """The partner did not refuse (P0-44)."""
    return o.Not(has_refusal) if p.out.permission == "required" else True


def final_discard_right(o: Ops, p: Profile, discards: Num) -> Truth:
    """The last discard of a going out is made where it is required, and not where it is forbidden (P0-43)."""
    if p.out.final_discard == "required":
        return discards == 1
    return discards == 0 if p.out.final_discard == "forbidden" else True


def card_kept(o: Ops, p: Profile, cards: Num) -> Truth:
    """A player in the Foot who does not go out keeps a card (P0-44)."""
    return cards >= 1 if p.out.keep_card else True


# --- scores (points) --------------------------------------------------------------------------------------------


def book_points(o: Ops, p: Profile, counts: dict[str, Num]) -> Num:
    """The bonuses of a team's books by kind (P0-48)."""
    return o.Sum(*[book.bonus * counts[book.kind] for book in p.books])


def unfinished_points(o: Ops, p: Profile, counts: dict[str, Num]) -> Num:
    """What a team loses for melds of some kinds that it left unfinished; the figure is negative."""
    return o.Sum(*[-book.unfinished_penalty * counts[book.kind] for book in p.books])


def red_three_points(o: Ops, p: Profile, exposed: Num, hidden: Num, in_foot: Num, has_laid: Truth) -> Num:
    """Exposed red threes against those left hidden: ``in_foot`` in an unopened Foot, ``hidden`` elsewhere (P0-47)."""
    t = p.threes
    shown = t.red_points * exposed
    if t.red_all_points is not None:
        shown = o.If(exposed == 2 * p.packs, t.red_all_points, shown)
    if t.red_counts_for == "laid":
        shown = o.If(has_laid, shown, -shown)
    unopened = t.red_hidden_points if t.red_unopened_foot_points is None else t.red_unopened_foot_points
    return shown + t.red_hidden_points * hidden + unopened * in_foot


def left_points(o: Ops, p: Profile, hand: Num, foot: Num, has_gone_out: Truth) -> Num:
    """What a team's left-over cards cost, by their points in the packets in play and in unopened Feet; the figure is negative (P0-46)."""
    counted = {"hand": hand, "foot": foot}
    cost = 0 - o.Sum(*[counted[name] for name in p.score.leftovers])
    return cost if p.score.leftovers_of == "all" else o.If(has_gone_out, 0, cost)


def out_points(o: Ops, p: Profile, has_gone_out_legally: Truth) -> Num:
    """The bonus for a legal going out (P0-48)."""
    return o.If(has_gone_out_legally, p.out.bonus, 0)


def first_points(o: Ops, p: Profile, has_laid_first: Truth) -> Num:
    """The bonus for the team that was first to lay down in the deal, where a table pays one."""
    return o.If(has_laid_first, p.opening.first_bonus, 0)


def last_three_points(o: Ops, p: Profile, is_black_three: Truth) -> Num:
    """What a going out earns by discarding a black three last, where a table pays for it."""
    return 0 if p.score.black_three_last is None else o.If(is_black_three, p.score.black_three_last, 0)


def deal_total(
    o: Ops, p: Profile, books: Num, cards: Num, reds: Num, left: Num, out: Num, extras: Num = 0, unfinished: Num = 0
) -> Num:
    """A team's points of a deal; ``left`` and ``unfinished`` are negative (P0-46 to P0-48, P0-51).

    ``extras`` are what a table pays besides: for laying down first, for a black three discarded last.
    """
    return o.Sum(books, cards, reds, left, out, extras, unfinished)
