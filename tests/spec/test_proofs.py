"""What a profile's rules guarantee is proved; each definition and each move, made wrong, is refuted with a counterexample."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from handfoot_spec import definitions, moves
from handfoot_spec.profile import Profile
from handfoot_spec.profile_files import load, load_file
from handfoot_spec.proofs import LEMMAS, Lemma, Outcome, Proof, prove
from handfoot_spec.proofs.lemma import Case, show

pytest.importorskip("z3")
CLASSIC = load("classic")


@pytest.fixture(scope="module")
def classic() -> Proof:
    return prove(CLASSIC)


def house_rules(folder: Path, text: str) -> Profile:
    path = folder / "house.toml"
    path.write_text('extends = "classic"\nname = "house"\n' + text, encoding="utf-8")
    return load_file(path)


def outcome(proof: Proof, lemma: str, case: str | None = None) -> Outcome:
    result = next(result for result in proof.results if result.lemma.name == lemma)
    if case is None:
        return next((o for o in result.outcomes if o.status == result.status), result.outcomes[0])
    return next(o for o in result.outcomes if o.case == case)


# --- what is known of the classic rules ----------------------------------------------------------------------------


def test_everything_that_classic_claims_is_proved(classic: Proof) -> None:
    claims = [result for result in classic.results if result.lemma.kind != "not promised"]
    assert {result.lemma.name: result.status for result in claims} == {result.lemma.name: "proved" for result in claims}
    assert len(claims) + 4 == len(LEMMAS) and not classic.unclaimed and not classic.beyond
    assert not classic.refuted and not classic.unknown


def test_conservation_is_shown_for_every_kind_of_move(classic: Proof) -> None:
    result = next(result for result in classic.results if result.lemma.name == "conservation")
    assert [o.case for o in result.outcomes] == [
        "deal", "expose and replace", "draw", "take", "meld or add", "enter the Foot", "discard", "go out", "stock end",
    ]  # fmt: skip


def test_p0_15_ratio_and_table_part_at_nine_cards(classic: Proof) -> None:
    beyond = outcome(classic, "table-beyond-a-book")
    assert beyond.status == "open" and beyond.figures == {"cards": 9, "wilds": 3, "naturals": 6}


def test_p0_45_five_packs_without_red_threes_are_worth_2950_points(classic: Proof) -> None:
    assert "2,950 points" in outcome(classic, "deck-value").text


def test_p0_44_a_draw_can_force_the_last_card(classic: Proof) -> None:
    found = outcome(classic, "can-keep-after-draw")
    assert found.status == "open"
    assert found.figures == {"packet": 1, "stock": 2, "drawn": 2, "red threes": 2, "replacements": 0, "after": 1}


def test_p0_44_a_take_with_just_the_pair_leaves_nothing_to_discard(classic: Proof) -> None:
    found = outcome(classic, "can-keep-after-take")
    assert found.status == "open" and found.figures == {"packet": 2, "pile": 1, "taken": 1, "own": 2, "after": 0}


def test_p0_40_the_books_of_going_out_can_be_had(classic: Proof) -> None:
    found = outcome(classic, "going-out-can-happen")
    assert found.figures == {"clean books": 2, "dirty books": 2, "wild books": 1}


def test_a_total_lies_between_proven_bounds(classic: Proof) -> None:
    least, most = classic.bounds
    assert (least.points, most.points) == (-3950, 22_200)
    assert sum(least.parts.values()) == -3950 and sum(most.parts.values()) == 22_200
    # 22 clean books of 11 ranks, 9 dirty ones of what is left of them, and the other 21 wild cards in 3 wild books
    assert most.parts["books"] == 22 * 500 + 9 * 300 + 3 * 1500


def test_every_red_three_can_go_unreplaced_only_where_the_stock_is_out(classic: Proof) -> None:
    found = outcome(classic, "always-replaced")
    assert found.status == "open" and found.figures["stock"] == found.figures["drawn"] + found.figures["replacements"]


def test_no_lemma_is_true_of_nothing(classic: Proof) -> None:
    """A case whose hypotheses nothing satisfies says so; ``proved`` means that something does."""
    empty = Case("empty", _formula_of(False), True, {}, never="nothing can be so")
    assert show(Lemma("x", "x", lambda p: [empty]), empty).status == "never"
    assert all(o.status != "never" for result in classic.results for o in result.outcomes)


def _formula_of(part: Any) -> Any:
    from handfoot_spec.formula import Formula

    formula = Formula()
    formula.claim(part)
    return formula


def test_a_limit_that_is_reached_is_unknown_and_never_proved() -> None:
    proof = prove(CLASSIC, rlimit=1)
    assert proof.unknown and not proof.refuted
    assert {result.status for result in proof.results} == {"unknown"} and {b.status for b in proof.bounds} == {
        "unknown"
    }


def test_the_same_answers_for_the_same_work_whatever_the_hash_seed() -> None:
    script = (
        "from handfoot_spec.profile_files import load; from handfoot_spec.proofs import prove; p = prove(load('classic'))\n"
        "print([(o.case, o.status, dict(o.figures), o.work) for r in p.results for o in r.outcomes], [(b.points, b.work) for b in p.bounds])"
    )
    found = [
        subprocess.run([sys.executable, "-c", script], env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
                       capture_output=True, text=True, check=True).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert found[0] == found[1] and "proved" in found[0]


# --- wrong definitions ---------------------------------------------------------------------------------------------

Wrong = Callable[..., Any]

WRONG_DEFINITIONS: list[tuple[str, Wrong, str]] = [
    ("copies_exist", lambda o, p, seen, is_joker: seen <= o.If(is_joker, 2 * p.packs, p.packs + 1), "packs"),
    ("class_exists", lambda o, p, seen, is_joker, is_three: seen <= 4 * p.packs, "packs"),
    ("was_held", lambda o, p, held, played: played <= held + 1, "nothing-negative"),
    ("packet_complete", lambda o, p, cards, is_foot: cards >= 13, "stock"),
    ("deck_complete", lambda o, p, *places: o.Sum(*places) <= p.deck_size, "stock"),
    ("count_true", lambda o, p, claimed, actual: claimed <= actual, "counts"),
    ("nothing_negative", lambda o, p, *places: True, "nothing-negative"),
    ("may_start", lambda o, p, *flags: True, "no-red-three-in-the-pile"),
    ("deal_in_game", lambda o, p, deal: deal <= p.deals.count + 1, "deals"),
    ("game_complete", lambda o, p, deals: deals >= p.deals.count, "deals"),
    ("draw_right", lambda o, p, drawn, taken=0: drawn <= p.turn.draw, "draw"),
    ("stock_suffices", lambda o, p, stock: stock >= p.turn.draw - 1, "draw"),
    ("from_stock", lambda o, p, taken, stock: taken <= stock + 1, "nothing-negative"),
    ("one_beginning", lambda o, p, draws, takes: draws <= 1, "turn-begins"),
    ("turn_begun", lambda o, p, draws, takes: True, "turn-begins"),
    ("turn_closed", lambda o, p, discards, out, emptied=False: o.Or(discards == 1, out), "turn-ends"),
    ("one_way_of_melding", lambda o, p, begun, added: begun + added <= 1, "turn-melds"),
    ("stock_out", lambda o, p, stock, pile: stock == 0, "stock-end"),
    ("score_ends", lambda o, p, points: points > p.deals.end_score, "deals"),
    ("large_enough", lambda o, p, cards: cards >= p.melds.least - 1, "meld-size"),
    ("within_cap", lambda o, p, cards: cards <= 8, "meld-size"),
    ("wild_ratio", lambda o, p, naturals, wilds: o.Or(wilds == 0, naturals >= wilds), "wild-table"),
    ("wild_ratio", lambda o, p, naturals, wilds: o.Or(wilds == 0, naturals >= wilds), "one-kind-of-book"),
    ("wilds_in_table", lambda o, p, cards, wilds: wilds <= 2, "wild-table"),
    ("composed", lambda o, p, naturals, wilds: True, "all-wild-stays"),
    ("composed", lambda o, p, naturals, wilds: True, "all-wild-melds"),
    ("may_enter_meld", lambda o, p, red, black: o.Not(red), "no-three-in-a-meld"),
    ("is_complete", lambda o, p, cards: cards >= p.melds.cap - 1, "book-size"),
    ("one_unfinished", lambda o, p, unfinished: unfinished <= 2, "one-unfinished"),
    ("wild_meld_known", lambda o, p, jokers: jokers == 0, "all-wild-melds"),
    ("run_sound", lambda o, p, naturals, wilds, span, doubles: doubles == 0, "runs"),
    ("run_sound", lambda o, p, naturals, wilds, span, doubles: o.And(doubles == 0, wilds == 0, span < naturals), "runs"),
    ("may_extend", lambda o, p, extra, naturals: extra <= naturals, "books-grow"),
    ("book_may_extend", lambda o, p, book, extra, naturals: extra <= 1, "books-grow"),
    ("book_complete", lambda o, p, book, cards: cards > p.melds.cap, "book-size"),
    ("book_of_kind", lambda o, p, book, naturals, wilds, of="": naturals == 0 if book.all_wild else wilds <= book.wilds[1], "one-kind-of-book"),
    ("opening_met", lambda o, p, points, minimum: points > minimum, "opening"),
    ("top_free", lambda o, p, red, black, two, joker: o.Not(black), "take-top"),
    ("take_size", lambda o, p, pile: pile, "take-size"),
    ("take_possible", lambda o, p, taken, pile: taken <= p.take.count, "take-size"),
    ("take_whole", lambda o, p, taken, pile: taken <= pile, "take-size"),
    ("pair_shown", lambda o, p, naturals, same_wilds, is_wild_top, wilds=0, is_frozen=False: o.Or(naturals >= 2, same_wilds >= 1), "take-meld"),
    ("red_threes_out", lambda o, p, held: held <= 1, "red-threes-exposed"),
    ("replaced", lambda o, p, replacements, exposed, stock: True, "replacements"),
    ("discardable", lambda o, p, is_red_three: True, "no-red-three-in-the-pile"),
    ("may_take", lambda o, p, has_opened: True, "take-top"),
    ("target_right", lambda o, p, is_new, wilds: True, "top-melded"),
    ("top_melded", lambda o, p, has_melded: True, "top-melded"),
    ("may_complete", lambda o, p, before, is_from_pile: before < 6, "top-melded"),
    ("meld_opens", lambda o, p, points: True, "opening"),
    ("foot_same_turn", lambda o, p, is_after_discard: True, "foot"),
    ("foot_due", lambda o, p, hand: hand <= 1, "foot"),
    ("books_suffice", lambda o, p, counts: o.Or(*[counts[k] >= n for k, n in p.out.books.items()]), "going-out"),
    ("books_suffice", lambda o, p, counts: o.And(*[counts[k] > n for k, n in p.out.books.items()]), "going-out-needs"),
    ("partner_ready", lambda o, p, entered, acted, whole=True: entered, "going-out"),
    ("permission_asked", lambda o, p, asked: True, "going-out"),
    ("consent_given", lambda o, p, refused: True, "going-out"),
    ("final_discard_right", lambda o, p, discards: discards == 1, "going-out-needs"),
    ("card_kept", lambda o, p, cards: True, "card-kept"),
    ("card_kept", lambda o, p, cards: cards >= 2, "card-kept"),
    ("book_points", lambda o, p, counts: 300 * o.Sum(*counts.values()), "total"),
    ("unfinished_points", lambda o, p, counts: o.Sum(*counts.values()), "total"),
    ("red_three_points", lambda o, p, shown, hidden, in_foot, laid: 100 * shown, "total"),
    ("red_three_points", lambda o, p, shown, hidden, in_foot, laid: 100 * shown - 100 * hidden, "total"),
    ("left_points", lambda o, p, hand, foot, out: 0 - hand, "total"),
    ("first_points", lambda o, p, first: o.If(first, 100, 0), "total"),
    ("last_three_points", lambda o, p, three: o.If(three, 5, 0), "total"),
    ("out_points", lambda o, p, legally: p.out.bonus, "total"),
    ("deal_total", lambda o, p, books, cards, reds, left, out, extras=0, unfinished=0: o.Sum(books, cards, reds, out), "total"),
]  # fmt: skip


WHERE_IT_SHOWS = {
    "may_take": "[take]\nbefore_opening = false\n",
    "may_complete": "[take]\nfreeze_at = 6\n",
    "meld_opens": "[opening]\nleast_per_meld = 15\n",
    "score_ends": "[deals]\nend_score = 10000\n",
    "reshuffle": '[stock]\nshort = "reshuffle"\n',
    "take_one": "[turn]\nmixed_draw = true\n",
    "take_one_possible": "[turn]\nmixed_draw = true\n",
}
"""House rules for what classic has no use for."""


def _refuted_in(p: Profile, name: str) -> list[Outcome]:
    lemma = next(lemma for lemma in LEMMAS if lemma.name == name)
    return [o for o in (show(lemma, case) for case in lemma.cases(p)) if o.status == "refuted"]


@pytest.mark.parametrize(
    ("name", "wrong", "lemma"), WRONG_DEFINITIONS, ids=[f"{n}-{lemma}" for n, _, lemma in WRONG_DEFINITIONS]
)
def test_a_wrong_definition_is_refuted(
    name: str, wrong: Wrong, lemma: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    p = house_rules(tmp_path, WHERE_IT_SHOWS[name]) if name in WHERE_IT_SHOWS else CLASSIC
    monkeypatch.setattr(definitions, name, wrong)
    found = _refuted_in(p, lemma)
    assert found and all(o.text for o in found)


def _functions(module: Any) -> set[str]:
    return {
        name
        for name, f in vars(module).items()
        if inspect.isfunction(f) and f.__module__ == module.__name__ and not name.startswith("_")
    }


def test_every_definition_has_a_wrong_variant_here() -> None:
    assert {name for name, _, _ in WRONG_DEFINITIONS} == _functions(definitions)


# --- wrong moves ---------------------------------------------------------------------------------------------------

M = moves


def _forgotten_replacement(o: Any, p: Any, c: M.Cards, reds: M.Reds) -> M.Cards:
    return c._replace(stock=c.stock - reds.replacements, hand=c.hand - reds.exposed, shown=c.shown + reds.exposed)


def _take_that_keeps_the_top(o: Any, p: Any, c: M.Cards, taken: Any, laid: Any, reds: M.Reds = M.NO_REDS) -> M.Cards:
    return M.expose(o, p, M.lay(o, p, c._replace(pile=c.pile - taken + 1, hand=c.hand + taken), laid), reds)


WRONG_MOVES: list[tuple[str, Wrong, str]] = [
    ("deal", lambda o, p, copies, hand, foot, others, starter: M.Cards(copies - hand - foot - others, starter, hand, foot, 0, 0, others), "conservation"),
    ("expose", _forgotten_replacement, "conservation"),
    ("expose", lambda o, p, c, reds: c, "red-threes-exposed"),
    ("draw", lambda o, p, c, drawn, reds=M.NO_REDS: M.expose(o, p, c._replace(hand=c.hand + drawn), reds), "conservation"),
    ("take", _take_that_keeps_the_top, "conservation"),
    ("take_one", lambda o, p, c, taken: c._replace(hand=c.hand + taken), "conservation"),
    ("take_one_possible", lambda o, p, c, taken, *flags: taken >= 0, "nothing-negative"),
    ("lay", lambda o, p, c, laid: c._replace(laid=c.laid + laid), "conservation"),
    ("enter_foot", lambda o, p, c, reds=M.NO_REDS: M.expose(o, p, c._replace(hand=c.hand + c.foot), reds), "conservation"),
    ("discard", lambda o, p, c, discarded: c._replace(hand=c.hand - discarded), "conservation"),
    ("go_out", lambda o, p, c, laid, discarded: M.lay(o, p, c, laid), "out-of-cards"),
    ("stock_end", lambda o, p, c: c._replace(stock=0), "conservation"),
    ("reshuffle", lambda o, p, c: c._replace(stock=c.stock + c.pile), "conservation"),
    ("exposure_possible", lambda o, p, before, stock, reds, red: True, "only-red-threes-exposed"),
    ("deal_possible", lambda o, p, *figures: True, "nothing-negative"),
    ("draw_possible", lambda o, p, c, drawn, reds, red: drawn >= 0, "nothing-negative"),
    ("lay_possible", lambda o, p, c, laid, red, black: laid >= 0, "no-three-in-a-meld"),
    ("take_possible", lambda o, p, c, taken, top, laid, reds, *flags: True, "nothing-negative"),
    ("discard_possible", lambda o, p, c, discarded, red: definitions.was_held(o, p, c.hand, discarded), "no-red-three-in-the-pile"),
    ("put_on", lambda o, p, meld, naturals, wilds: M.Meld(meld.naturals + naturals, wilds), "melds-keep-cards"),
    ("meld_sound", lambda o, p, meld: True, "meld-size"),
    ("begin", lambda o, p, rank, cards: M.Rank(rank.unfinished + 1, rank.books), "books-stay"),
    ("grow", lambda o, p, rank, cards: rank, "one-unfinished"),
    ("opened", lambda o, p, before, melds: melds >= 1, "opened-stays"),
    ("packet_drawn", lambda o, p, player, drawn, exposed, new: player._replace(hand=player.hand + drawn - exposed), "replacements"),
    ("packet_played", lambda o, p, player, cards: player, "packets-add-up"),
    ("packet_taken", lambda o, p, player, taken, laid: player._replace(hand=player.hand + taken), "packets-add-up"),
    ("packet_foot", lambda o, p, player: player._replace(hand=player.foot), "foot"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "wrong", "lemma"), WRONG_MOVES, ids=[f"{n}-{lemma}" for n, _, lemma in WRONG_MOVES])
def test_a_wrong_move_is_refuted(
    name: str, wrong: Wrong, lemma: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    p = house_rules(tmp_path, WHERE_IT_SHOWS[name]) if name in WHERE_IT_SHOWS else CLASSIC
    monkeypatch.setattr(moves, name, wrong)
    found = _refuted_in(p, lemma)
    assert found and all(o.text for o in found)


def test_every_move_has_a_wrong_variant_here() -> None:
    assert {name for name, _, _ in WRONG_MOVES} == _functions(moves)


# --- house rules that contradict themselves --------------------------------------------------------------------------

BROKEN = [
    ("threes that can be melded", "[threes]\nblack_melded = true\n", "no-three-in-a-meld", "refuted", "a black three, laid 1"),
    ("a ratio that is not the table's", "[melds]\nnatural_share = 3\nwild_share = 4\n", "wild-table", "refuted", "3 natural and 2 wild"),
    ("four naturals that carry three wilds", "[melds]\nnatural_share = 3\nwild_share = 4\n", "one-kind-of-book", "refuted", "4 natural and 3 wild"),
    ("a book of eight", "[melds]\ncap = 8\n", "wild-table", "refuted", "8 cards; the table of wild cards speaks of 3 to 7"),
    ("more wild books than wild cards", "[out]\nbooks = { clean = 2, dirty = 2, wild = 5 }\n", "going-out-can-happen", "never", "30 wild cards"),
    ("more clean books than ranks", "[out]\nbooks = { clean = 23 }\n", "going-out-can-happen", "never", "nobody can ever go out"),
    ("an opening beyond every Hand", "[opening]\nminima = [50, 90, 120, 2000]\n", "openings-can-be-met", "never", "no Hand can open"),
    ("a book that no meld is", "[melds]\nwild_margin = 9\n", "books-can-be-made", "never", "its 300 points cannot be had"),
    ("a wild book without wild melds", "[melds]\nwild_melds = false\n", "books-can-be-made", "never", "wild book"),
    ("red threes that start the pile", "[starter]\nburied = ['wild']\n", "no-red-three-in-the-pile", "refuted", "turned up 1"),
    ("melds as large as books", "[melds]\nleast = 7\n", "meld-size", "never", "no add can ever be legal"),
    ("a pair that makes no meld", "[melds]\nleast = 4\nwild_table = [1, 1, 2, 2]\n", "take-meld", "refuted", "naturals from the hand 2"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("what", "text", "lemma", "status", "told"), BROKEN, ids=[b[0].replace(" ", "-") for b in BROKEN]
)
def test_house_rules_that_contradict_themselves(
    what: str, text: str, lemma: str, status: str, told: str, tmp_path: Path
) -> None:
    proof = prove(house_rules(tmp_path, text))
    result = next(result for result in proof.results if result.lemma.name == lemma)
    assert result.status == status and proof.refuted
    assert any(told in o.text for o in result.outcomes if o.status == status), [o.text for o in result.outcomes]


SOUND = [
    ("more packs", "[table]\npacks = 6\n"), ("no card to keep", "[out]\nkeep_card = false\n"),
    ("fewer books", "[out]\nbooks = { clean = 1, dirty = 1 }\n"), ("other openings", "[opening]\nminima = [60, 90, 120, 150]\n"),
    ("one draw", "[turn]\ndraw = 1\n"), ("a smaller take", "[take]\ncount = 5\n"), ("the whole pile", "[take]\ncount = 'all'\n"),
    ("other values", "[score]\nhigh_from = 10\n"), ("second melds", "[melds]\none_unfinished = false\n"),
    ("no threes on top", "[take]\nblocked_by = ['three', 'wild']\n"), ("a last discard", "[out]\nfinal_discard = 'required'\n"),
    ("leave is a courtesy", "[out]\npermission = 'courtesy'\n"), ("a partner in the Foot", "[out]\npartner = 'in-foot'\n"),
    ("red threes as cards", "[threes]\nred_points = 0\nred_hidden_points = 0\n[score]\nred_three = 300\n"),
    ("threes of a Foot", "[threes]\nred_unopened_foot_points = -500\nred_all_points = 2000\nred_counts_for = 'laid'\n"),
    ("leftovers of the losers", "[score]\nleftovers = ['hand']\nleftovers_of = 'losers'\nblack_three_last = 5\n[opening]\nfirst_bonus = 100\n"),
    ("books that grow", "[melds]\nextend_books = 'naturals'\n"),
    ("dirty books with naturals", "[melds]\ndirty_naturals = 5\n"),
    (
        "runs and series of twos", "[[books]]\nkind = 'red'\nwilds = [0, 0]\nbonus = 500\ncounts_as = 'red'\n"
        "[[books]]\nkind = 'black'\nwilds = [1, 2]\nbonus = 300\ncounts_as = 'black'\n"
        "[[books]]\nkind = 'run'\nrun = true\nbonus = 1500\ncounts_as = 'red'\nunfinished_penalty = 100\n"
        "[[books]]\nkind = 'twos'\ntwos = true\nbonus = 2000\ncounts_as = 'red'\n"
        "[melds]\nwild_melds = false\nruns = true\ntwos = true\n[out]\nbooks = { red = 2, black = 2 }\n",
    ),
    (
        "sevens and a size of their own", "[[books]]\nkind = 'sevens'\nranks = ['7']\nwilds = [0, 0]\nbonus = 1500\ncounts_as = 'clean'\ncap = 5\n"
        "[[books]]\nkind = 'clean'\nwilds = [0, 0]\nbonus = 500\ncounts_as = 'clean'\n[[books]]\nkind = 'dirty'\nwilds = [1, 2]\nbonus = 300\n"
        "counts_as = 'dirty'\n[[books]]\nkind = 'wild'\nall_wild = true\nbonus = 1500\ncounts_as = 'wild'\n",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("what", "text"), SOUND, ids=[s[0].replace(" ", "-") for s in SOUND])
def test_house_rules_that_hold_together_are_proved(what: str, text: str, tmp_path: Path) -> None:
    proof = prove(house_rules(tmp_path, text))
    assert not proof.refuted and not proof.unknown


def test_a_rule_that_the_profile_does_not_claim_is_not_held_against_it(tmp_path: Path) -> None:
    proof = prove(house_rules(tmp_path, "[threes]\nblack_melded = true\n[cites]\nHF304 = []\n"))
    assert not proof.refuted and "no-three-in-a-meld" in [lemma.name for lemma in proof.unclaimed]


def test_an_opening_that_was_not_searched_for_far_enough_is_unknown(tmp_path: Path) -> None:
    proof = prove(house_rules(tmp_path, "[opening]\nminima = [50, 90, 120, 900]\n"))
    found = next(
        o for r in proof.results if r.lemma.name == "openings-can-be-met" for o in r.outcomes if o.status != "proved"
    )
    assert found.status == "unknown" and "more were not tried" in found.text and not proof.refuted


def test_settings_beyond_the_lemmas_are_named(tmp_path: Path) -> None:
    assert prove(house_rules(tmp_path, "[melds]\nruns = true\n")).beyond == ("melds.runs = True",)


def test_many_ways_to_make_a_book_are_bounded_all_the_same(tmp_path: Path) -> None:
    """Too many patterns to list rank by rank: the bound is wider, and still found."""
    proof = prove(
        house_rules(tmp_path, "[table]\npacks = 20\n[melds]\nwild_share = 0\nwild_table = []\n"), names=("bounds",)
    )
    assert all(bound.status == "proved" for bound in proof.bounds)


def test_the_documentation_lists_every_lemma() -> None:
    page = (Path(__file__).parents[2] / "docs" / "proofs.md").read_text(encoding="utf-8")
    for lemma in LEMMAS:
        assert f"| `{lemma.name}` ({lemma.kind}) | {lemma.says} |" in page
