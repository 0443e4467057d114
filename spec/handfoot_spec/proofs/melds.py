"""What holds for any meld and any rank of a side: sizes, the wild ratio and its table, books, one unfinished meld of a rank."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .. import definitions as d
from .. import moves as m
from ..definitions import Truth
from ..formula import Formula, Term
from ..profile import Profile
from .lemma import Case, Lemma, O, same

_MELD = "{naturals} natural and {wilds} wild cards"


def _meld(f: Formula) -> tuple[m.Meld, dict[str, Term]]:
    meld = m.Meld(f.integer("naturals"), f.integer("wilds"))
    return meld, {"cards": meld.naturals + meld.wilds, "wilds": meld.wilds, "naturals": meld.naturals}


def _laid(p: Profile) -> Iterator[tuple[str, Formula, m.Meld, m.Meld, dict[str, Term]]]:
    """A meld is begun, or a sound and unfinished one grows, and what lies there is sound: before, after, figures."""
    for name in ("meld", "add"):
        f = Formula()
        more = m.Meld(f.integer("naturals_laid"), f.integer("wilds_laid"))
        before = m.NO_MELD
        if name == "add":
            before, _ = _meld(f)
            f.claim(m.meld_sound(O, p, before), O.Not(d.is_complete(O, p, before.naturals + before.wilds)))
        after = m.put_on(O, p, before, more.naturals, more.wilds)
        f.claim(more.naturals + more.wilds >= 1, m.meld_sound(O, p, after))
        figures = {"cards": after.naturals + after.wilds, "wilds": after.wilds, "naturals": after.naturals}
        if name == "add":
            figures |= {"natural cards before": before.naturals, "wild cards before": before.wilds}
        yield name, f, before, after, figures


def _after_each_lay(goal: Callable[[Profile, m.Meld, m.Meld], Truth], tell: str) -> Callable[[Profile], Iterator[Case]]:
    def cases(p: Profile) -> Iterator[Case]:
        for name, f, before, after, figures in _laid(p):
            yield Case(name, f, goal(p, before, after), figures, tell, f"no {name} can ever be legal")

    return cases


def _cards(meld: m.Meld) -> Term:
    total: Term = meld.naturals + meld.wilds
    return total


def _table_and_ratio(p: Profile) -> Iterator[Case]:
    """Both wordings of the wild rule allow the same mixed melds, and the table speaks of every size."""
    last = p.melds.least + len(p.melds.wild_table) - 1
    f = Formula()
    meld, figures = _meld(f)
    f.claim(meld.naturals >= 1, _cards(meld) >= p.melds.least, _cards(meld) <= last)
    ratio, table = d.wild_ratio(O, p, *meld), d.wilds_in_table(O, p, _cards(meld), meld.wilds)
    yield Case("ratio and table", f, same(ratio, table), figures, f"{_MELD}: the ratio and the table disagree")
    f = Formula()
    meld, figures = _meld(f)
    f.claim(m.meld_sound(O, p, meld))
    if p.melds.extend_books != "never":  # what is laid beyond a book is another rule's matter
        f.claim(_cards(meld) <= p.melds.cap)
    goal = O.And(_cards(meld) >= p.melds.least, _cards(meld) <= last)
    tell = f"a meld of {{cards}} cards; the table of wild cards speaks of {p.melds.least} to {last}"
    yield Case("every size in the table", f, goal, figures, tell)


def _table_beyond(p: Profile) -> Iterator[Case]:
    """In larger melds than the table's the ratio would let more wild cards in than its last entry."""
    f = Formula()
    meld, figures = _meld(f)
    last = p.melds.least + len(p.melds.wild_table) - 1
    f.claim(meld.naturals >= 1, _cards(meld) > last, d.wild_ratio(O, p, *meld))
    tell = "at {cards} cards the ratio would let {wilds} wild cards in"
    yield Case("a larger meld", f, meld.wilds <= p.melds.wild_table[-1], figures, tell)


def _what_melds_are_of(p: Profile) -> Iterator[Case]:
    """Wild cards alone make a meld where the profile has such melds; with a natural card among them the ratio decides."""
    f = Formula()
    jokers = f.integer("jokers")
    right = True if p.melds.wild_melds else jokers == 0 if p.melds.twos else False
    tell = "wild cards alone, {jokers} of them jokers"
    yield Case("wild cards alone", f, same(d.wild_meld_known(O, p, jokers), right), {"jokers": jokers}, tell)
    f = Formula()
    meld, figures = _meld(f)
    alone, composed = meld.naturals == 0, d.composed(O, p, *meld)
    right = O.If(alone, p.melds.wild_melds or p.melds.twos, d.wild_ratio(O, p, *meld))
    f.claim(_cards(meld) >= 1)
    yield Case("wild cards alone or with naturals", f, same(composed, right), figures, _MELD)


def _a_book_is(p: Profile) -> Iterator[Case]:
    f = Formula()
    cards = f.integer("cards")
    f.claim(d.within_cap(O, p, cards))
    tell = f"{{cards}} cards; a book has {p.melds.cap}"
    whole = cards == p.melds.cap if p.melds.extend_books == "never" else cards >= p.melds.cap
    yield Case("complete", f, same(d.is_complete(O, p, cards), whole), {"cards": cards}, tell)
    for book in p.books:
        f = Formula()
        cards, cap = f.integer("cards"), book.cap or p.melds.cap
        tell = f"{{cards}} cards; a {book.kind} book has {cap}"
        goal = same(d.book_complete(O, p, book, cards), cards >= cap)
        yield Case(f"complete {book.kind} book", f, goal, {"cards": cards}, tell)


def _growth(p: Profile) -> Iterator[Case]:
    """Cards beyond those that complete a book are none, natural ones, or any."""
    for name, rule, book in (
        ("meld", p.melds.extend_books, None),
        *((f"{b.kind} book", b.extend or p.melds.extend_books, b) for b in p.books),
    ):
        f = Formula()
        extra, naturals = f.integer("extra"), f.integer("naturals")
        right: Truth = {"never": extra == 0, "naturals": extra <= naturals, "any": True}[rule]
        may = d.may_extend(O, p, extra, naturals) if book is None else d.book_may_extend(O, p, book, extra, naturals)
        tell = "{cards beyond} cards beyond those that complete it, {natural cards laid} natural cards laid"
        yield Case(name, f, same(may, right), {"cards beyond": extra, "natural cards laid": naturals}, tell)


def _runs(p: Profile) -> Iterator[Case]:
    """A run has each rank once and no gap that a wild card may not fill; and what follows one another is a run, where there are runs."""
    if not p.melds.runs:
        f = Formula()
        run = tuple(f.integer(name) for name in ("naturals", "wilds", "span", "doubles"))
        tell = "{naturals} natural cards in a run, where there are none"
        yield Case("no runs", f, O.Not(d.run_sound(O, p, *run)), {"naturals": run[0]}, tell)
        return
    f = Formula()
    run = naturals, wilds, span, doubles = tuple(f.integer(name) for name in ("naturals", "wilds", "span", "doubles"))
    figures = {
        "naturals": naturals,
        "wild cards": wilds,
        "ranks from end to end": span,
        "ranks that stand twice": doubles,
    }
    tell = "{naturals} natural and {wild cards} wild cards, {ranks from end to end} ranks from end to end, {ranks that stand twice} twice"
    f.claim(naturals - doubles <= span, span <= d.RUN_RANKS, d.run_sound(O, p, *run))
    goal = O.And(
        doubles == 0,
        naturals + wilds <= d.RUN_RANKS,
        span <= naturals + wilds,
        True if p.melds.runs_wild else wilds == 0,
    )
    yield Case("what a run is", f, goal, figures, tell)
    f = Formula()
    naturals = f.integer("naturals", 1, d.RUN_RANKS)
    yield Case(
        "cards in order",
        f,
        d.run_sound(O, p, naturals, 0, naturals, 0),
        {"naturals": naturals},
        "{naturals} cards in order",
    )


def _one_kind_of_book(p: Profile) -> Iterator[Case]:
    """Every complete meld is a book of exactly one kind, and of the size which that kind has."""
    for of in ("", *sorted({rank for book in p.books for rank in book.ranks}), *(["2"] if p.melds.twos else [])):
        f = Formula()
        meld, figures = _meld(f)
        f.claim(m.meld_sound(O, p, meld), d.is_complete(O, p, _cards(meld)))
        if of == "2":
            f.claim(meld.naturals == 0)
        elif of or not p.melds.wild_melds:
            f.claim(meld.naturals >= 1)
        kinds = [O.If(d.book_of_kind(O, p, book, *meld, of), 1, 0) for book in p.books]
        figures = {"kinds": O.Sum(*kinds), **figures}
        name = f"kind of a book of {of}" if of else "kind"
        yield Case(name, f, O.Sum(*kinds) == 1, figures, f"a complete meld of {_MELD} is a book of {{kinds}} kinds")
    for book in p.books:
        plain = not (book.run or book.twos or book.ranks)
        if plain and book.cap is not None and (book.extend or p.melds.extend_books) == "never":
            f = Formula()
            meld, figures = _meld(f)
            f.claim(
                m.meld_sound(O, p, meld), d.book_of_kind(O, p, book, *meld), d.book_complete(O, p, book, _cards(meld))
            )
            tell = f"a complete meld of {{cards}} cards; a {book.kind} book has {book.cap}"
            yield Case(f"size of a {book.kind} book", f, _cards(meld) <= book.cap, figures, tell)


def _wilds_of_a_book(p: Profile) -> Iterator[Case]:
    """The kinds of book are told apart by their wild cards as the profile lists them."""
    for book in p.books:
        f = Formula()
        meld, figures = _meld(f)
        cap = book.cap or p.melds.cap
        f.claim(_cards(meld) == cap)
        of = "run" if book.run else "2" if book.twos else book.ranks[0] if book.ranks else ""
        if book.all_wild or book.twos:
            right: Truth = meld.naturals == 0
        else:
            low, high = book.wilds or (0, cap)
            right = O.And(meld.naturals >= 1, meld.wilds >= low, meld.wilds <= high)
        yield Case(f"{book.kind} book", f, same(d.book_of_kind(O, p, book, *meld, of), right), figures, _MELD)


def _one_unfinished(p: Profile) -> Iterator[Case]:
    """Across a new meld, an addition and a take of a natural rank."""
    for name in ("meld", "add", "take"):
        f = Formula()
        rank = m.Rank(f.integer("unfinished"), f.integer("books"))
        cards, old = f.integer("cards", 1), f.integer("old")
        f.claim(rank.unfinished <= 1)
        if name == "meld":
            after = m.begin(O, p, rank, cards)
            f.claim(d.one_unfinished(O, p, after.unfinished))
        elif name == "add":
            f.claim(rank.unfinished >= 1)
            after = m.grow(O, p, rank, cards)
        else:
            after, begun = _after_a_take(f, p, rank, old, cards)
            f.claim(begun >= 1)
            if (
                p.take.unfinished != "complete-then-new"
            ):  # then nothing but the rule itself keeps a second from being begun
                f.claim(d.one_unfinished(O, p, after.unfinished))
        figures = {
            "unfinished melds before": rank.unfinished,
            "cards of the meld laid on": cards,
            "unfinished melds after": after.unfinished,
        }
        yield Case(name, f, O.And(after.unfinished >= 0, after.unfinished <= 1), figures)


def _after_a_take(f: Formula, p: Profile, rank: m.Rank, old: Term, new: Term) -> tuple[m.Rank, Term]:
    """An unfinished meld of the top's rank is completed, and a new one begun (P0-35)."""
    had = rank.unfinished >= 1
    grown = m.grow(O, p, rank, old)
    if p.take.unfinished == "complete-then-new":
        f.claim(O.Implies(had, d.is_complete(O, p, old)))
    middle = m.Rank(O.If(had, grown.unfinished, rank.unfinished), O.If(had, grown.books, rank.books))
    after = m.begin(O, p, middle, new)
    begun: Term = after.unfinished + after.books - middle.unfinished - middle.books
    return after, begun


def _books_stay(p: Profile) -> Iterator[Case]:
    """A book once made stays; a lay that completes a meld makes one more, and each other leaves a meld unfinished."""
    for name, change, begun in (("meld", m.begin, 1), ("add", m.grow, 0)):
        f = Formula()
        rank = m.Rank(f.integer("unfinished"), f.integer("books"))
        cards = f.integer("cards", 1)
        after = change(O, p, rank, cards)
        made = O.If(cards >= p.melds.cap, 1, 0)
        goal = O.And(after.books == rank.books + made, after.unfinished == rank.unfinished + begun - made)
        yield Case(name, f, goal, {"cards": cards, "unfinished melds": rank.unfinished, "books": rank.books})


def _melds_keep_cards(p: Profile) -> Iterator[Case]:
    """What is laid lies there: each lay adds its naturals and its wild cards, and takes none away."""
    f = Formula()
    meld, figures = _meld(f)
    naturals, wilds = f.integer("naturals_laid"), f.integer("wilds_laid")
    after = m.put_on(O, p, meld, naturals, wilds)
    goal = O.And(after.naturals == meld.naturals + naturals, after.wilds == meld.wilds + wilds)
    yield Case("any lay", f, goal, {"naturals laid": naturals, "wild cards laid": wilds, **figures})


def _opened(p: Profile) -> Iterator[Case]:
    f = Formula()
    before, melds = f.truth("opened_before"), f.integer("melds")
    after = m.opened(O, p, before, melds)
    goal = O.And(
        O.Implies(before, after), O.Implies(melds >= 1, after), O.Implies(O.Or(after, False), O.Or(before, melds >= 1))
    )
    yield Case("any turn", f, goal, {"a side that had opened": O.If(before, 1, 0), "melds laid": melds})


def _opening(p: Profile) -> Iterator[Case]:
    """A lay-down that opens reaches the minimum, and one that reaches it opens."""
    for number, minimum in enumerate(p.opening.minima, 1):
        f = Formula()
        points = f.integer("points")
        met = d.opening_met(O, p, points, minimum)
        tell = f"{{points}} points, where {minimum} are asked for"
        yield Case(f"minimum {number}: {minimum}", f, same(met, points >= minimum), {"points": points}, tell)
    if p.opening.least_per_meld is not None:
        f = Formula()
        points = f.integer("points")
        right = same(d.meld_opens(O, p, points), points >= p.opening.least_per_meld)
        yield Case("each meld", f, right, {"points": points})


def _size_right(p: Profile, before: m.Meld, after: m.Meld) -> Truth:
    most = _cards(after) <= p.melds.cap if p.melds.extend_books == "never" else True
    return O.And(_cards(after) >= p.melds.least, most)


def _all_wild_stays(p: Profile, before: m.Meld, after: m.Meld) -> Truth:
    wild = O.And(before.naturals == 0, before.wilds >= 1)
    return O.Implies(wild, after.naturals == 0)


LEMMAS = (
    Lemma(
        "meld-size", "A meld has no fewer cards than the smallest and no more than a book",
        _after_each_lay(_size_right, "a meld of {cards} cards"),
        code="HF302",
    ),
    Lemma(
        "wild-table", "The wild ratio and its table by size allow the same mixed melds", _table_and_ratio, code="HF305",
        applies=lambda p: bool(p.melds.wild_table),
    ),
    Lemma("all-wild-melds", "Wild cards alone make a meld where the rules have such melds", _what_melds_are_of, code="HF305"),
    Lemma(
        "all-wild-stays", "An all-wild meld never becomes a mixed one", _after_each_lay(_all_wild_stays, _MELD), code="HF305",
        applies=lambda p: p.melds.wild_melds,
    ),
    Lemma("book-size", "A meld is a book with the cards of a book, not before", _a_book_is, code="HF309"),
    Lemma("books-grow", "Beyond the cards that complete it a book takes those that the rules let it", _growth, code="HF309"),
    Lemma("runs", "A run has each rank once and no gap, and wild cards only where they may stand in", _runs, code="HF308"),
    Lemma("book-kinds", "Each kind of book has the wild cards that the profile lists for it", _wilds_of_a_book),
    Lemma("one-kind-of-book", "Every complete legal meld is a book of exactly one kind", _one_kind_of_book),
    Lemma("melds-keep-cards", "What is laid lies on its meld", _melds_keep_cards),
    Lemma("books-stay", "A book stays a book, and a complete meld makes one more", _books_stay),
    Lemma(
        "one-unfinished", "A side has at most one unfinished meld of a natural rank, across a take too", _one_unfinished, code="HF306",
        applies=lambda p: p.melds.one_unfinished,
    ),
    Lemma("opened-stays", "A side has opened from its first meld on, and stays so", _opened, code="HF501"),
    Lemma("opening", "A lay-down opens where it reaches the minimum, and only there", _opening, code="HF501"),
    Lemma(
        "table-beyond-a-book", "The table of wild cards would hold for melds larger than a book", _table_beyond, "not promised",
        applies=lambda p: bool(p.melds.wild_table),
    ),
)  # fmt: skip
"""In the order in which they are told."""
