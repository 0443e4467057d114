"""One possible deal, written out: it is a deal, it is as the answer says, and it is always the same."""

from __future__ import annotations

import random

import pytest

import handfoot
from half_seen import RANKS, Seen, seen, turn_of
from handfoot.auditor import teams_of
from handfoot.hidden.filling import extreme, filling
from handfoot.hidden.happenings import At, Pool, read_deal
from handfoot.hidden.moment import Cards, Moment, Pools
from handfoot.hidden.witness import REMARK, witness
from handfoot_engine.views import VIEWS
from handfoot_engine.written import text_of
from handfoot_grammar.text import read_text
from handfoot_spec.cards import KINDS, SPELLINGS
from handfoot_spec.profile_files import load, shipped

pytest.importorskip("z3")
K = KINDS[SPELLINGS["K"]]
CLASSIC = load("classic")


def impossible(text: str) -> list[str]:
    """What an audit says of cards that cannot have lain so, and of lines that cannot be read."""
    return [str(f) for f in handfoot.audit(text).findings if f.code < "HF006" or "HF101" <= f.code <= "HF110"]


def check_witness(case: Seen, pools: Pools, kinds: Cards, most: bool) -> None:
    """A deal with the most or the fewest cards of these kinds is one, and has them."""
    found = extreme(case.moment, pools, kinds, most)
    if not case.moment.complete and found is None:
        return
    assert found is not None
    text = text_of(witness(found, case.until))
    assert not impossible(text), text
    assert " ?" not in text.replace("turn-up ?", "")
    (game,) = read_text(text)
    begin, at = turn_of(game, case.turn)
    profile = load(case.name)
    shown = Moment(read_deal(game, profile.at_table(len(game.seats)), teams_of(game, profile), begin), at)
    counted, asked = shown.least_most(pools, kinds), case.moment.least_most(pools, kinds)
    assert counted.least == counted.most == (asked.most if most else asked.least)


CASES = [(name, view) for name in shipped() for view in VIEWS[1:]]


@pytest.mark.parametrize(("name", "view"), CASES)
def test_the_extremes_are_deals(name: str, view: str) -> None:
    chance = random.Random(name)
    case = seen(name, 1, view, chance.random() < 0.5)  # type: ignore[arg-type]
    pools = chance.sample(case.pools(), 2)
    check_witness(case, pools[0], chance.choice(RANKS), most=True)
    check_witness(case, pools if view != "mixed" else pools[1], chance.choice(RANKS), most=False)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_the_extremes_are_deals_in_many_games(seed: int) -> None:
    for name, view in CASES:
        for so_far in (False, True):
            chance = random.Random(f"{name}{seed}")
            case = seen(name, seed, view, so_far)  # type: ignore[arg-type]
            check_witness(case, chance.choice(case.pools()), chance.choice(RANKS), chance.random() < 0.5)


LOG = """[Notation "HFN 1"]
[Rules "classic"]
[Seats "Ana Bo Chi Dee"]
deal 1 dealer Dee
hand Ana: Ks Kd 4s ?*10
foot Bo: ?*13
turn-up 9
red Bo: 3r>?
Ana: draw 4h>?
Bo: draw ? 3h>?; discard K
Chi: draw; discard ?
Dee: draw; meld 5: 5 5s 5h; discard 4s
left Ana: Ks K ?*13; foot ?*13
"""


def at_end(lines: str) -> Moment:
    (game,) = read_text(lines)
    return Moment(read_deal(game, CLASSIC, CLASSIC.teams, len(game.statements) - 1))


def test_every_form_in_which_a_card_is_unseen_is_filled_in() -> None:
    moment = at_end(LOG.replace("draw 4h>?", "draw").replace("?*13; foot", "?*12 4s; foot"))
    found = filling(moment)
    assert found is not None
    text = text_of(witness(found))
    assert "?" not in text and REMARK in text
    assert text.count("\nhand ") == text.count("\nfoot ") == 4 and "\nstock " in text
    assert not impossible(text), text


def test_the_same_question_has_the_same_deal() -> None:
    texts = {
        text_of(witness(filling(at_end(LOG.replace("draw 4h>?", "draw")), Pool(2, False), [K, K]))) for _ in range(2)
    }  # type: ignore[arg-type]
    assert len(texts) == 1


def test_there_is_none_where_there_can_be_none() -> None:
    moment = at_end(LOG.replace("draw 4h>?", "draw"))
    assert filling(moment, Pool(2, False), [K] * 15) is None
    assert filling(at_end(LOG), Pool(2, False), [K]) is None  # what is no red three was exposed
    lost = at_end(LOG.replace("draw 4h>?", "draw").replace("left Ana", "Bo: drw\nleft Ana"))
    assert filling(lost) is None
    assert filling(Moment(moment.record, At(99), worth={(Pool(2, False),): 65})) is None
