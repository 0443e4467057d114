"""The profiles that come with the product: their rules, their values by rule number, and that each is sourced."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass

import pytest

from handfoot_spec.cards import NAME
from handfoot_spec.catalogue import catalogue
from handfoot_spec.profile import Profile
from handfoot_spec.profile_files import load, shipped
from handfoot_spec.proofs import LEMMAS, prove
from handfoot_spec.support import not_honoured

DOCUMENTS = {"classic": ("P0", 54), "flaming-foursome": ("S1", 37), "gamerules": ("S3", 30), "open-table": ("S4", 18)}
SECOND_HAND = [name for name in shipped() if name not in DOCUMENTS]


def points(p: Profile) -> dict[str, int]:
    return {NAME[card]: value for card, value in enumerate(p.card_points)}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_rule_of_the_document_has_its_sentence_and_section(name: str) -> None:
    label, rules = DOCUMENTS[name]
    p = load(name)
    assert list(p.rules) == [f"{label}-{n}" for n in range(1, rules + 1)]
    assert all(rule.text.endswith(".") and rule.section for rule in p.rules.values())
    (source,) = p.sources.values()
    assert source.files and not source.url and ".txt" not in source.label


@pytest.mark.parametrize("name", shipped())
def test_every_value_names_its_source_or_is_the_schemas_own(name: str) -> None:
    p = load(name)
    for spec in fields(p):
        section = getattr(p, spec.name)
        if not is_dataclass(section):
            continue
        for part in fields(section):
            value = getattr(section, part.name)
            sourced = p.values.get(f"{spec.name}.{part.name}") or p.values.get(spec.name)
            open_ = value in ("undecided", "unknown", (), None) or value == part.default
            if name in DOCUMENTS:
                assert sourced or open_, f"{spec.name}.{part.name}"
    assert p.values["books"] and {book.kind for book in p.books}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_finding_cites_a_rule_or_cannot_be_made(name: str) -> None:
    """What a profile cites nothing for is reading, or a rule that its text does not have."""
    silent = {
        "classic": set(),
        "flaming-foursome": {"HF202", "HF209", "HF306", "HF311", "HF401", "HF402", "HF602", "HF605", "HF606", "HF704", "HF705",
                             "HF706", "HF707"},
        "gamerules": {"HF210", "HF212", "HF606", "HF607"},
        "open-table": {"HF202", "HF212", "HF311", "HF606", "HF607", "HF705", "HF707"},
    }[name]  # fmt: skip
    p = load(name)
    reading = {"HF001", "HF002", "HF003", "HF004", "HF005", "HF007", "HF901", "HF902"}
    assert {code for code in catalogue() if code not in reading and not p.rules_of(code)} <= silent


@pytest.mark.parametrize("name", SECOND_HAND)
def test_what_is_known_at_second_hand_says_so_and_names_its_address(name: str) -> None:
    p = load(name)
    assert p.title.endswith("(described at second hand)")
    assert all(source.url.startswith("http") and not source.files for source in p.sources.values())
    assert all(re.fullmatch(r"[A-Z]{3}-\d+", number) for number in p.rules)


@pytest.mark.parametrize("name", shipped())
def test_no_rule_is_cited_by_nothing_and_no_label_is_a_file(name: str) -> None:
    p = load(name)
    assert not any(re.search(r"\.(txt|html|md)\b", p.cite(number)) for number in p.rules)
    assert set(p.levels) <= set(catalogue())


@pytest.mark.parametrize("name", shipped())
def test_no_rules_shipped_contradict_themselves(name: str) -> None:
    pytest.importorskip("z3")
    p = load(name)
    if not_honoured(p):
        pytest.skip(f"{name} has values of which nothing is shown yet")
    names = tuple(lemma.name for lemma in LEMMAS if lemma.kind != "not promised")
    proof = prove(p, names=names)
    assert not proof.refuted, [result.lemma.name for result in proof.results if result.status in ("refuted", "never")]


# --- values by rule number ------------------------------------------------------------------------------------------


def test_s1_35_the_opening_by_score() -> None:
    p = load("flaming-foursome")
    scores = (-500, -1, 0, 7_499, 7_500, 9_999, 10_000, 14_999, 15_000, 20_000, 20_005, 99_999)
    assert [p.opening_minimum(1, score) for score in scores] == [50] * 4 + [90] * 2 + [120] * 2 + [150] * 4
    assert p.opening_minimum(4, 0) == 50


def test_s1_36_card_values_and_threes_that_cost() -> None:
    values = points(load("flaming-foursome"))
    cards = ("X", "2s", "As", "Kh", "8c", "7c", "4d", "3s", "3h")
    assert [values[card] for card in cards] == [50, 20, 20, 10, 10, 5, 5, 100, 300]


def test_s1_37_runs_and_twos_count_as_red_and_pay_their_own() -> None:
    p = load("flaming-foursome")
    assert {b.kind: (b.bonus, b.counts_as) for b in p.books} == {
        "clean": (500, "clean"), "dirty": (300, "dirty"), "run": (1500, "clean"), "twos": (2000, "clean"),
    }  # fmt: skip
    assert p.out.bonus == 100


def test_s3_19_s3_20_values_and_bonuses() -> None:
    p, classic = load("gamerules"), load("classic")
    assert points(p) == points(classic) and p.books == classic.books
    assert (p.threes.red_points, p.threes.red_hidden_points, p.out.bonus) == (100, -100, 100)


def test_s3_21_s4_11_the_opening_by_deal_whatever_the_score() -> None:
    for name in ("gamerules", "open-table"):
        p = load(name)
        assert [p.opening_minimum(deal, 9_000) for deal in (1, 2, 3, 4, 5)] == [50, 90, 120, 150, 150]


def test_s4_16_s4_8_clean_and_dirty_books_only() -> None:
    p = load("open-table")
    assert {b.kind: b.bonus for b in p.books} == {"clean": 500, "dirty": 300}
    assert p.score.assumed  # its card values are not in the text


def test_s1_4_s3_3_s4_3_packets_of_thirteen() -> None:
    for name in ("flaming-foursome", "gamerules", "open-table"):
        assert (load(name).table.hand, load(name).table.foot) == (13, 13)


@pytest.mark.parametrize(
    ("name", "packs", "deck", "packet"),
    [
        ("bicycle", 5, 270, 11), ("whitnack", 5, 270, 13), ("good-sam-florida", 4, 216, 13), ("gocc-club", 4, 216, 11),
        ("roth-family", 4, 216, 11),
    ],
)  # fmt: skip
def test_other_tables_have_other_packs_and_packets(name: str, packs: int, deck: int, packet: int) -> None:
    p = load(name)
    assert (p.packs, p.deck_size, p.table.hand, p.table.foot) == (packs, deck, packet, packet)


def test_values_of_eights_and_nines_differ_between_tables() -> None:
    assert points(load("roth-family"))["9c"] == points(load("good-sam-florida"))["8c"] == 5
    assert points(load("bicycle"))["8c"] == 10 and points(load("roth-family"))["3h"] == 500


def test_whitnack_with_two_players_has_three_packs() -> None:
    assert load("whitnack").at_table(2).deck_size == 162 and load("gocc-club").at_table(6).packs == 6
