"""The table: what is known of each place, and what a card that leaves it tells."""

from __future__ import annotations

from handfoot_engine.table import Packet, Table
from handfoot_grammar.log import Lay
from handfoot_spec.cards import NAME, UNSEEN, card_from_text, cards_text
from handfoot_spec.profile_files import load

CLASSIC = load("classic")
TEAMS = ((0, 2), (1, 3))


def table() -> Table:
    return Table(CLASSIC, 4, TEAMS)


def packet(words: str) -> Packet:
    held = Packet()
    for word in words.split():
        held.hold(card_from_text(word))
    return held


def known(held: Packet) -> str:
    return cards_text(held.known())


def test_a_new_table_holds_the_whole_deck_unseen() -> None:
    t = table()
    assert sum(p.size for p in (*t.hands, *t.feet)) + len(t.pile) + t.stock == CLASSIC.deck_size
    assert t.stock == 165


def test_a_known_card_is_played_and_a_stranger_is_not_held() -> None:
    t, held = table(), packet("Ks Kd")
    assert t.play(held, card_from_text("Ks")) and known(held) == "Kd" and held.certain
    assert not t.play(held, card_from_text("Ac"))
    assert held.size == 0 and held.shed == 1  # one of the cards recorded as held was none


def test_a_rank_played_from_known_suits_leaves_ranks_behind() -> None:
    t, held = table(), packet("Ks Kd Qh")
    for card in held.known():
        t.reveal(card)
    assert t.play(held, card_from_text("K"))
    assert known(held) == "Qh K"
    assert t.seen[card_from_text("Ks")] == 0 and t.seen_class[11] == 2
    assert t.play(held, card_from_text("Kd"))  # the king that stayed
    assert known(held) == "Qh" and t.seen[card_from_text("Kd")] == 1


def test_a_suit_played_from_a_known_rank_is_learned() -> None:
    t, held = table(), packet("K")
    t.reveal(card_from_text("K"))
    assert t.play(held, card_from_text("Kc")) and held.size == 0
    assert (t.seen[card_from_text("K")], t.seen[card_from_text("Kc")], t.seen_class[11]) == (0, 1, 1)


def test_unseen_cards_can_be_anything_until_there_are_none_left() -> None:
    t, held = table(), Packet(2)
    assert t.play(held, card_from_text("Ks")) and t.play(held, card_from_text("3h"))
    assert held.size == 0 and not t.play(held, card_from_text("Kd"))


def test_a_known_card_is_used_before_an_unseen_one() -> None:
    t, held = table(), packet("Ks")
    held.hold(UNSEEN)
    assert t.play(held, card_from_text("Ks")) and held.unseen == 1


def test_an_unreadable_card_may_be_any_and_what_stays_is_not_certain() -> None:
    t, held = table(), packet("Ks Kd")
    assert t.play(held, UNSEEN)
    assert held.size == 1 and held.shed == 1 and not held.certain
    assert t.play(held, card_from_text("Ks")) and held.size == 0


def test_an_unreadable_card_after_an_unseen_draw_accuses_nobody() -> None:
    t, held = table(), packet("Kh")
    held.hold(UNSEEN)
    assert t.play(held, UNSEEN)  # it may have been the king of hearts ...
    assert t.play(held, card_from_text("Ks"))  # ... and the unseen one the king of spades


def test_red_threes_that_certainly_lie_there() -> None:
    t, held = table(), packet("3h 3r Ks")
    assert held.red_threes() == 2
    t.play(held, UNSEEN)
    assert held.red_threes() == 1


def test_a_blurred_packet_accuses_nobody_and_counts_no_copies_twice() -> None:
    t, held = table(), packet("Ks")
    t.reveal(card_from_text("Ks"))
    t.blur_packet(held)
    assert t.seen[card_from_text("Ks")] == 0
    assert t.play(held, card_from_text("Ac")) and t.play(held, card_from_text("Ks"))


def test_blurring_a_player_leaves_the_others_alone() -> None:
    t = table()
    t.blur([1])
    assert t.hands[1].blurred and t.feet[1].blurred and t.sides[1].blurred and t.pile_blurred and t.stock_blurred
    assert not (t.hands[0].blurred or t.sides[0].blurred or t.feet[3].blurred)


def lay(adds: bool, rank: str, words: str, number: int | None = None) -> Lay:
    ranks = [NAME[c] for c in range(53, 66)]
    return Lay(adds, 13 if rank == "W" else ranks.index(rank), tuple(card_from_text(w) for w in words.split()), number)


def test_an_addition_goes_to_the_unfinished_meld() -> None:
    t = table()
    kings = t.begin_meld(0, lay(False, "K", "Ks Kd Kc 2c"))
    assert t.meld_for(0, lay(True, "K", "Kh")) == (kings, True)
    kings.lay(lay(True, "K", "Kh Kh Ks"))
    t.settle(0, kings)
    assert kings.size == 7 and t.meld_for(0, lay(True, "K", "Kh")) == (kings, False)
    assert t.meld_for(1, lay(True, "K", "Kh")) == (None, False)


def test_of_several_melds_a_number_names_one_and_else_the_one_that_fits() -> None:
    t = table()
    first = t.begin_meld(0, lay(False, "W", "2s 2d X X X"))
    second = t.begin_meld(0, lay(False, "W", "2s 2d X"))
    assert t.meld_for(0, lay(True, "W", "X")) == (first, True)
    assert t.meld_for(0, lay(True, "W", "X X X")) == (second, True)
    assert t.meld_for(0, lay(True, "W", "X", 2)) == (second, True)
    assert t.meld_for(0, lay(True, "W", "X", 3)) == (None, False)


def test_a_red_three_and_its_replacements_leave_the_stock() -> None:
    t = table()
    hand = t.hands[0]
    t.play(hand, card_from_text("3h"))
    t.expose(0, hand, tuple(card_from_text(w) for w in ("3h", "3d", "9s")))
    assert t.sides[0].reds == 2 and t.stock == 163 and hand.size == 13 and known(hand) == "9s"
