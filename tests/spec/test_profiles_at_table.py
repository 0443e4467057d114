"""A profile at one table: packs, deck and sides for the number of players that sit there, and the values of one deal."""

from __future__ import annotations

from pathlib import Path

import pytest

from handfoot_spec.cards import JOKER
from handfoot_spec.profile import ProfileError
from handfoot_spec.profile_files import load, shipped
from handfoot_spec.tables import tables
from house_rules import house


@pytest.mark.parametrize(("players", "packs", "deck"), [(2, 3, 162), (3, 4, 216), (4, 5, 270)])
def test_s4_2_a_pack_more_than_players(players: int, packs: int, deck: int) -> None:
    table = load("open-table").at_table(players)
    assert (table.players, table.packs, table.deck_size) == (players, packs, deck)
    assert tables(table).copies[0] == packs and tables(table).copies[JOKER] == 2 * packs


@pytest.mark.parametrize(
    ("name", "players", "teams"),
    [
        ("open-table", 2, ((0,), (1,))),
        ("open-table", 3, ((0,), (1,), (2,))),
        ("open-table", 4, ((0, 2), (1, 3))),
        ("flaming-foursome", 2, ((0,), (1,))),
        ("flaming-foursome", 4, ((0, 2), (1, 3))),
        ("flaming-foursome", 6, ((0, 3), (1, 4), (2, 5))),
        ("gamerules", 6, tuple((seat,) for seat in range(6))),
        ("classic", 4, ((0, 2), (1, 3))),
    ],
)
def test_s1_6_partners_sit_opposite(name: str, players: int, teams: tuple[tuple[int, ...], ...]) -> None:
    assert load(name).at_table(players).teams == teams


def test_s1_2_five_packs_whatever_the_number_of_players() -> None:
    assert {load("flaming-foursome").at_table(n).packs for n in (2, 4, 6)} == {5}


@pytest.mark.parametrize("name", shipped())
def test_a_table_of_a_table_is_itself_and_the_profile_stays_as_it_is(name: str) -> None:
    profile = load(name)
    before = profile.sha256
    for players in profile.table.players:
        table = profile.at_table(players)
        assert table.at_table(players) is table and profile.at_table(players) is table
        assert table.table.hand == profile.table.hand and table.rules is profile.rules
    assert profile.sha256 == before


def test_classic_is_its_own_table_and_its_own_deal() -> None:
    classic = load("classic")
    assert classic.at_table(4) is classic and classic.at_deal(3) is classic


def test_values_by_deal_are_those_of_the_deal_and_the_last_goes_on(tmp_path: Path) -> None:
    ours = house(
        tmp_path,
        "[table]\nhand_by_deal = [13, 13, 11]\nfoot_by_deal = [13]\n[turn]\ndraw_by_deal = [2, 3]\n[take]\ncount_by_deal = [3, 4, 5]\n"
        "[out]\nbooks_by_deal = [{ clean = 1 }, { clean = 2, dirty = 1 }]\n",
    )
    seen = [ours.at_deal(n) for n in (1, 2, 3, 9)]
    assert [p.table.hand for p in seen] == [13, 13, 11, 11] and {p.table.foot for p in seen} == {13}
    assert [p.turn.draw for p in seen] == [2, 3, 3, 3] and [p.take.count for p in seen] == [3, 4, 5, 5]
    assert [dict(p.out.books) for p in seen] == [{"clean": 1}, *[{"clean": 2, "dirty": 1}] * 3]
    assert ours.at_deal(9) is ours.at_deal(3) and ours.at_deal(-1) is ours.at_deal(1)
    assert seen[0].at_deal(1) is seen[0]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[table]\nplayers = [4, 11]\n", "287 cards are dealt to 11 players of 270"),
        ("[table]\nhand_by_deal = [13, 40]\nfoot = 40\n", "321 cards are dealt to 4 players"),
        ("[table]\nhand_by_deal = [0]\n", "table.hand_by_deal: expected 1 to 40"),
        ("[out]\nbooks_by_deal = [{ silver = 1 }]\n", "counts as 'silver'"),
    ],
)
def test_no_number_of_players_and_no_deal_needs_more_than_the_packs_have(
    tmp_path: Path, text: str, complaint: str
) -> None:
    with pytest.raises(ProfileError) as error:
        house(tmp_path, text)
    assert complaint in str(error.value)
