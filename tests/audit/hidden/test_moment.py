"""What a packet can hold: against the truth, the solver, and every deal of a tiny record tried one by one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest

from half_seen import RANKS, Seen, seen
from handfoot.hidden.asked import Range
from handfoot.hidden.happenings import At, Happening, Pool, Record, Token, What, read_deal
from handfoot.hidden.moment import EVERY_CARD, Moment, NoDeal, each_its_own
from handfoot_engine.views import VIEWS
from handfoot_grammar.log import Game
from handfoot_grammar.text import read_text
from handfoot_spec.cards import BLACK_THREE, JOKER, KINDS, RED_THREE, SPELLINGS, Card
from handfoot_spec.profile_files import load, shipped

pytest.importorskip("z3")
CLASSIC = load("classic")
HEAD = '[Notation "HFN 1"]\n[Rules "classic"]\n[Seats "Ana Bo Chi Dee"]\ndeal 1 dealer Dee\n'
ANA, CHI = Pool(0, False), Pool(2, False)
K, KS, X, TWO = (KINDS[SPELLINGS[word]] for word in ("K", "Ks", "X", "2"))


def at_end(lines: str, **more: object) -> Moment:
    """The end of a record of these lines."""
    (game,) = read_text(HEAD + lines)
    assert not game.problems
    return Moment(read_deal(game, CLASSIC, CLASSIC.teams, len(game.statements) - 1), **more)  # type: ignore[arg-type]


# --- by hand ----------------------------------------------------------------------------------------------------


def test_a_card_taken_from_the_pile_is_held_until_it_shows() -> None:
    lines = "turn-up 9c\nAna: draw; discard Kh\nBo: draw; discard Qh\nChi: pickup 3 {meld Q: Qs Qd Qh}; discard 4s\n"
    moment = at_end(lines)
    assert moment.least_most(CHI, KINDS[SPELLINGS["Kh"]]) == Range(1, 5)
    assert moment.must_hold(CHI, [K]) == "yes" and moment.must_hold(CHI, [K, K]) == "no"
    moment = at_end(
        lines + "Dee: draw; discard 5s\nAna: draw; discard 5s\nBo: draw; discard 5s\nChi: draw; discard Kh\n"
    )
    assert moment.least_most(CHI, KINDS[SPELLINGS["Kh"]]) == Range(0, 4)


def test_what_is_shown_later_was_held_unless_it_may_have_been_drawn_since() -> None:
    lines = "turn-up 9c\nAna: draw; discard 4h\nBo: draw; discard 4h\nChi: draw; discard 4h\nDee: draw; discard 4h\n"
    lines += "Ana: draw; meld K: Ks Ks Kd; discard 5h\n"
    (game,) = read_text(HEAD + lines)
    first = next(i for i, s in enumerate(game.statements) if type(s).__name__ == "Turn")
    record = read_deal(game, CLASSIC, CLASSIC.teams, first)
    assert Moment(record, At(first)).least_most(ANA, K) == Range(1, 14)  # two of the three may have been the draw
    so_far = Moment(read_deal(game, CLASSIC, CLASSIC.teams, first, At(first)), At(first))
    assert so_far.least_most(ANA, K) == Range(0, 14)


def test_the_packs_bound_what_can_be_held() -> None:
    known = "hand Ana: Ks*5 4s 4d 5h 6c 7c 8s 8d 9h\nturn-up 9c\nAna: draw Qh Qd; discard 4s\n"
    moment = at_end(known)
    assert moment.least_most(CHI, KS) == Range(0, 0) and moment.could_hold(CHI, [KS]) == "no"
    assert moment.least_most(CHI, K) == Range(0, 13)
    assert moment.could_hold(CHI, [X] * 10) == "yes" and moment.could_hold(CHI, [X] * 11) == "no"
    assert moment.unseen(KS) == Range(5, 5)  # in Ana's Hand, where nobody but she can see them


def test_several_cards_at_once_need_a_card_each() -> None:
    assert each_its_own([K, KS, KS]) == {K: 3, KS: 2}
    moment = at_end("turn-up 9c\nAna: draw; discard 4s\n")
    assert moment.could_hold(CHI, [KS] * 5 + [K] * 8) == "yes"
    assert moment.could_hold(CHI, [KS] * 5 + [K] * 8 + [X]) == "no"  # fourteen cards in a Hand of thirteen
    assert moment.could_hold(CHI, [EVERY_CARD] * 13) == "yes" and moment.could_hold(CHI, [EVERY_CARD] * 14) == "no"


def test_packets_together_share_the_packs() -> None:
    moment = at_end("turn-up 9c\nAna: draw; discard 4s\n")
    both = [Pool(1, False), Pool(2, False)]
    assert moment.least_most(both, X) == Range(0, 10)
    assert moment.points(both) == Range(26 * 0 + 10 * 0 + 16 * 5, 10 * 50 + 16 * 20)


def test_of_a_record_by_rank_alone_a_suit_can_be_asked() -> None:
    moment = at_end("turn-up 9\nAna: draw; discard K\nBo: draw; discard 4\n")
    assert moment.least_most(CHI, KS) == Range(0, 5)
    assert moment.could_hold(CHI, [KS] * 5) == "yes" and moment.could_hold(CHI, [KS] * 6) == "no"
    assert moment.could_hold(CHI, [KS] * 5 + [KINDS[SPELLINGS["Kh"]]] * 5) == "yes"
    assert moment.unseen(KS) == Range(4, 5)


def test_a_card_of_unknown_suit_counts_where_it_can_and_not_where_it_cannot() -> None:
    shown = "turn-up Ks\nAna: draw; meld K: Ks Ks Ks K; discard 4s\n"
    moment = at_end(shown)
    assert moment.unseen(KS) == Range(0, 1)
    assert moment.least_most(CHI, KS) == Range(0, 1)
    assert moment.could_hold(CHI, [K] * 13) == "yes"


def test_an_unreadable_card_may_be_any() -> None:
    moment = at_end(
        "turn-up 9c\nAna: draw; discard Kh\nBo: pickup 2 {meld K: Kh Ks Kd} 9c; discard ?\nChi: draw; discard 4s\n"
    )
    assert moment.least_most(Pool(1, False), KINDS[SPELLINGS["9c"]]) == Range(0, 5)
    assert moment.must_hold(Pool(1, False), [KINDS[SPELLINGS["9c"]]]) == "no"


def test_a_draw_of_unwritten_size_before_a_card_of_the_pile_is_the_rest_of_it() -> None:
    """Flaming Foursome: one card of the stock and one of the pile."""
    rules = load("flaming-foursome").at_table(4)
    lines = "turn-up 9c\nAna: draw; take 9c; meld 9: 9c 9s 9h 9d 9s; discard 4s\n"
    (game,) = read_text(HEAD.replace("classic", "flaming-foursome") + lines)
    moment = Moment(read_deal(game, rules, rules.teams, len(game.statements) - 1))
    assert moment.size(ANA) == 13 + 2 - 6
    assert moment.could_hold(ANA, [EVERY_CARD] * 9) == "yes" and moment.could_hold(ANA, [EVERY_CARD] * 10) == "no"


def test_an_end_known_in_points_says_what_can_be_left() -> None:
    lines = "turn-up 9c\nAna: draw; discard 4s\n"
    pool = (CHI,)
    moment = at_end(lines, worth={pool: 13 * 5})
    assert moment.points(CHI) == Range(65, 65)
    assert moment.least_most(CHI, X) == Range(
        0, 1
    )  # a joker of fifty, two red threes of nothing, ten of five: 100 is too many
    with pytest.raises(NoDeal):
        at_end(lines, worth={pool: 3})


def test_an_impossible_record_is_refused_with_its_place() -> None:
    lines = "hand Ana: Ks*5 4s 4d 5h 6c 7c 8s 8d 9h\nturn-up 9c\nAna: draw; discard 4s\nBo: draw; discard Ks\n"
    with pytest.raises(NoDeal) as refused:
        at_end(lines)
    assert refused.value.at == At(7, 1)


def test_where_a_line_cannot_be_read_nothing_is_said_of_its_player() -> None:
    (game,) = read_text(HEAD + "turn-up 9c\nAna: draw; discard 4s\nBo: drw; discard 4s\nChi: draw; discard 4s\n")
    moment = Moment(read_deal(game, CLASSIC, CLASSIC.teams, len(game.statements) - 1))
    bo = Pool(1, False)
    assert not moment.complete and not moment.known(bo) and moment.size(bo) is None and moment.points(bo) is None
    assert moment.could_hold(bo, [K]) == "unknown" and moment.least_most(bo, K) == Range(0, 20, False)
    assert moment.could_hold(CHI, [K]) == "unknown" and moment.could_hold(CHI, [K] * 21) == "no"


def test_beyond_the_solvers_budget_the_answer_is_unknown() -> None:
    shown = "turn-up Ks\nAna: draw; meld K: Ks Ks Ks K; discard 4s\n"
    moment = at_end(shown, rlimit=1)
    assert moment.could_hold(CHI, [KS]) == "unknown"
    assert not moment.least_most(CHI, KS).sure


# --- the truth of random games ----------------------------------------------------------------------------------


def check_truth(case: Seen) -> None:
    """The truth is possible: what was held is within each range, and all of it at once could be held."""
    moment, truth = case.moment, case.truth
    pools = case.pools()
    for pool in pools if moment.certain else random.Random(case.name).sample(pools, 2):
        assert moment.size(pool) == truth.size(pool)
        held = []
        for kinds in RANKS:
            true, found = truth.least_most(pool, kinds), moment.least_most(pool, kinds)
            assert true.least == true.most
            assert found.least <= true.least <= found.most, (case.name, pool, kinds)
            held += [kinds] * true.least
        assert moment.could_hold(pool, held) != "no"
        assert not moment.complete or moment.could_hold(pool, held) == "yes"
        points, true_points = moment.points(pool), truth.points(pool)
        assert points is not None and true_points is not None
        assert points.least <= true_points.least == true_points.most <= points.most
    for kinds in (RANKS[0], RANKS[10], RANKS[13]):
        true, found = truth.unseen(kinds), moment.unseen(kinds)
        assert found.least <= true.least == true.most <= found.most


CASES = [(name, view, so_far) for name in shipped() for view in VIEWS[1:] for so_far in (False, True)]


@pytest.mark.parametrize(("name", "view", "so_far"), CASES)
def test_what_was_held_is_possible(name: str, view: str, so_far: bool) -> None:
    check_truth(seen(name, 1, view, so_far))  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 22))
def test_what_was_held_is_possible_in_many_games(seed: int) -> None:
    for name, view, so_far in CASES:
        check_truth(seen(name, seed, view, so_far))  # type: ignore[arg-type]


def by_solver(moment: Moment) -> Moment:
    """The same moment, of which the solver is asked although counting would do."""
    again = Moment(moment.record, moment.at)
    again.certain = False
    again.by_rank.uncertain = True  # no bound by counting either
    return again


def check_solver(case: Seen) -> None:
    """Counting and the solver have the same least and most."""
    if not (case.moment.certain and case.moment.complete):
        return
    solver = by_solver(case.moment)
    chance = random.Random(case.name)
    pools = chance.sample(case.pools(), 2)
    for asked in (pools[0], pools):
        for kinds in chance.sample(RANKS, 3):
            assert case.moment.least_most(asked, kinds) == solver.least_most(asked, kinds), (asked, kinds)
        assert case.moment.points(asked) == solver.points(asked)
        cards = [kinds for kinds in chance.sample(RANKS, 4) for _ in range(chance.randrange(1, 4))]
        assert case.moment.could_hold(asked, cards) == solver.could_hold(asked, cards)


@pytest.mark.parametrize(("name", "view", "so_far"), [case for case in CASES if case[1] != "mixed"])
def test_counting_and_the_solver_agree(name: str, view: str, so_far: bool) -> None:
    check_solver(seen(name, 1, view, so_far))  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_counting_and_the_solver_agree_in_many_games(seed: int) -> None:
    for name, view, so_far in CASES:
        if view != "mixed":
            check_solver(seen(name, seed, view, so_far))  # type: ignore[arg-type]


# --- every deal of a tiny record --------------------------------------------------------------------------------

TINY = ("K", "Q", "X", "3r", "4")
"""The ranks of the tiny records; of each there are at most two."""


def tiny_record(chance: random.Random) -> Record:
    """Two packets, three to five cards face down, and a few that are shown, seen to come, and left."""
    record = Record(Game({}, ("Ana", "Bo"), []), CLASSIC, 1)
    pools = [Pool(0, False), Pool(1, False)]
    pile: list[Token] = []

    def token(word: str) -> Token:
        found = Token(len(record.tokens), SPELLINGS[word])
        record.tokens.append(found)
        return found

    def note(what: What, how: str, pool: Pool, count: int = 1, tokens: tuple[Token, ...] = ()) -> None:
        at = At(len(record.happenings))
        record.happenings.append(Happening(what, at, how, pool, len(tokens) or count, tokens))

    sizes = Counter[Pool]()
    for pool in pools:
        sizes[pool] = chance.randrange(1, 3)
        note(What.CAME, "dealt", pool, sizes[pool])
    came = 0
    for _ in range(chance.randrange(3, 8)):
        pool = chance.choice(pools)
        deed = chance.randrange(4)
        if deed == 0 and came < 2:
            came += 1
            sizes[pool] += 1
            note(What.CAME, "drawn", pool)
        elif deed == 1 and pile:
            sizes[pool] += 1
            note(What.GOT, "taken", pool, tokens=(pile.pop(),))
        elif sizes[pool]:
            sizes[pool] -= 1
            shown = token(chance.choice(TINY))
            note(What.SHOWED, "discarded", pool, tokens=(shown,))
            pile.append(shown)
    if chance.random() < 0.4:
        pool = chance.choice(pools)
        note(What.REMAINS, "left", pool, tokens=tuple(token(chance.choice(TINY)) for _ in range(sizes[pool])))
    return record


def every_deal(record: Record, until: int) -> Iterator[dict[Pool, Counter[Card]]]:
    """What the packets hold after ``until`` happenings, in each deal that the record allows: all are tried."""
    ranks = [SPELLINGS[word] for word in (*TINY, "5")]  # one that never shows stands for all that never do
    drawn = [
        (number, h.pool) for number, h in enumerate(record.happenings) for _ in range(h.count * (h.what is What.CAME))
    ]
    for cards in product(ranks, repeat=len(drawn)):
        came: dict[int, list[Card]] = {}
        for (number, _), card in zip(drawn, cards, strict=True):
            came.setdefault(number, []).append(card)
        found = _played(record, came, until)
        if found is not None:
            yield found


def _played(record: Record, came: dict[int, list[Card]], until: int) -> dict[Pool, Counter[Card]] | None:
    held: dict[Pool, Counter[Card]] = {Pool(0, False): Counter(), Pool(1, False): Counter()}
    then = None
    for number, h in enumerate(record.happenings):
        assert h.pool is not None
        cards = [token.card for token in h.tokens]
        if h.what is What.CAME:
            held[h.pool].update(came[number])
        elif h.what is What.GOT:
            held[h.pool].update(cards)
        elif h.what is What.REMAINS:
            if Counter(cards) != +held[h.pool]:
                return None
        else:
            held[h.pool].subtract(cards)
            if min(held[h.pool].values()) < 0:
                return None
        if number + 1 == until:
            then = {pool: Counter(cards) for pool, cards in held.items()}
    return then


def check_tiny(seed: int) -> bool:
    """Least and most of one packet and of both, and some cards at once, are what trying all deals finds; whether there was any."""
    chance = random.Random(seed)
    record = tiny_record(chance)
    until = chance.randrange(2, len(record.happenings) + 1)
    deals = list(every_deal(record, until))
    if not deals:
        with pytest.raises(NoDeal):
            Moment(record, At(until - 1))
        return False
    moment = Moment(record, At(until - 1))
    pools = [Pool(0, False), Pool(1, False)]
    for asked in ([pools[0]], [pools[1]], pools):
        held = [sum((deal[pool] for pool in asked), Counter[Card]()) for deal in deals]
        for word in TINY:
            counts = [cards[SPELLINGS[word]] for cards in held]
            found = moment.least_most(asked, KINDS[SPELLINGS[word]])
            assert (found.least, found.most) == (min(counts), max(counts)), (seed, asked, word)
        values = [sum(CLASSIC.card_points[card] * n for card, n in cards.items()) for cards in held]
        points = moment.points(asked)
        assert points is not None and points.least == min(values)  # the most may be a rank that was not tried
        for _ in range(5):
            need = Counter(chance.choices([SPELLINGS[word] for word in TINY], k=chance.randrange(1, 4)))
            true = any(all(cards[card] >= n for card, n in need.items()) for cards in held)
            could = moment.could_hold(asked, [KINDS[card] for card in need.elements()])
            assert could == ("yes" if true else "no"), (seed, asked, need)
    return True


def test_counting_is_trying_every_deal() -> None:
    possible = sum(check_tiny(seed) for seed in range(60))
    assert 20 <= possible <= 58  # both sorts of records were met


@pytest.mark.slow
def test_counting_is_trying_every_deal_many_times() -> None:
    for seed in range(1_000, 2_500):
        check_tiny(seed)


def test_threes_have_their_colours() -> None:
    moment = at_end("turn-up 9\nAna: draw; discard 3b\n")
    assert moment.least_most(CHI, KINDS[RED_THREE]) == Range(0, 10)
    assert moment.least_most(CHI, KINDS[BLACK_THREE]) == Range(0, 9)
    assert moment.least_most(CHI, TWO | KINDS[JOKER]) == Range(0, 13)
