"""Profiles: the shipped one, the schema, house rules that extend it."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from handfoot_spec import profile
from handfoot_spec.catalogue import catalogue
from handfoot_spec.profile import ProfileError
from handfoot_spec.profile_files import load, load_file, shipped


def write(tmp_path: Path, text: str, name: str = "ours.toml") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_classic_has_the_values_of_its_rules() -> None:
    p = load("classic")
    assert (p.players, p.packs, p.deck_size, p.table.hand, p.table.foot) == (4, 5, 270, 13, 13)
    assert [p.opening_minimum(deal) for deal in (1, 2, 3, 4)] == [50, 90, 120, 150]
    assert {book.kind: book.bonus for book in p.books} == {"clean": 500, "dirty": 300, "wild": 1500}
    assert dict(p.out.books) == {"clean": 2, "dirty": 2, "wild": 1}


def test_p0_45_card_values() -> None:
    from handfoot_spec.cards import NAME

    values = {NAME[card]: points for card, points in enumerate(load("classic").card_points)}
    assert [values[k] for k in ("X", "2s", "As", "Kh", "8c", "7c", "4d", "3s", "3b", "T", "9")] == [
        50,
        20,
        20,
        10,
        10,
        5,
        5,
        5,
        5,
        10,
        10,
    ]


def test_the_whole_deck_without_red_threes_is_worth_2950() -> None:
    p = load("classic")
    assert sum(points * (10 if card == 52 else 5) for card, points in enumerate(p.card_points[:53])) == 2950


def test_every_value_of_classic_names_its_source() -> None:
    p = load("classic")
    for spec in fields(p):
        section = getattr(p, spec.name)
        if not is_dataclass(section) or spec.name == "name":
            continue
        for part in fields(section):
            sourced = p.values.get(f"{spec.name}.{part.name}") or p.values.get(spec.name)
            # a value that is the schema's own default and says that a dimension is not used needs no source
            assert sourced or getattr(section, part.name) == part.default, f"{spec.name}.{part.name}"
    assert p.values["books"]


def test_all_54_rules_have_a_sentence_and_every_code_a_citation() -> None:
    p = load("classic")
    assert list(p.rules) == [f"P0-{n}" for n in range(1, 55)]
    reading = {"HF001", "HF002", "HF003", "HF004", "HF005", "HF007"}
    for code in catalogue():
        if code not in reading and code not in ("HF901", "HF902"):
            assert p.rules_of(code), code


def test_reports_cite_a_label_and_a_section_never_a_file() -> None:
    p = load("classic")
    assert p.cite("P0-15") == "guide §03"
    assert not any(".txt" in p.cite(number) for number in p.rules)


def test_a_house_rule_file_changes_what_it_says_and_nothing_else(tmp_path: Path) -> None:
    path = write(tmp_path, 'extends = "classic"\nname = "ours"\n[opening]\nminima = [60, 90, 120, 150]\n')
    ours, classic = load_file(path), load("classic")
    assert ours.opening_minimum(1) == 60
    assert ours.melds == classic.melds and ours.rules == classic.rules
    assert ours.sha256 != classic.sha256


def test_the_hash_is_of_the_rules_not_of_the_file(tmp_path: Path) -> None:
    a = load_file(write(tmp_path, 'extends = "classic"\nname = "ours"\n', "a.toml"))
    b = load_file(write(tmp_path, '# a remark\nname = "ours"\n\nextends = "classic"\n', "b.toml"))
    assert a.sha256 == b.sha256


def test_a_file_can_extend_a_file(tmp_path: Path) -> None:
    write(tmp_path, 'extends = "classic"\nname = "a"\n[out]\nbonus = 200\n', "a.toml")
    b = load_file(write(tmp_path, 'extends = "a.toml"\nname = "b"\n', "b.toml"))
    assert b.out.bonus == 200


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('extends = "clasic"', "did you mean 'classic'"),
        ('extends = "classic"\n[melds]\nwild_shar = 1', "did you mean 'wild_share'"),
        ('extends = "classic"\n[meld]\ncap = 7', "did you mean 'melds'"),
        ('extends = "classic"\n[melds]\ncap = "7"', "expected a whole number"),
        ('extends = "classic"\n[melds]\ncap = true', "expected a whole number"),
        ('extends = "classic"\n[out]\npermission = "requird"', "did you mean 'required'"),
        ('extends = "classic"\n[opening]\nminima = 50', "expected a list"),
        ('extends = "classic"\n[opening]\nminima = []', "at least one minimum"),
        ('extends = "classic"\n[cites]\nHF305 = ["P0-99"]', "[rules] does not hold"),
        ('extends = "classic"\n[out.books]\nsilver = 1', "counts as 'silver'"),
        ("name = 7", "expected text in quotes"),
        ('name = "x"', "is missing"),
        ("[", "at end of document"),
        ('extends = "ours.toml"', "circle"),
        ('extends = "classic"\n[turn]\ndraw_by_deal = [3, -5]', "turn.draw_by_deal: expected 1 to 10"),
        ('extends = "classic"\n[take]\ncount_by_deal = [-5]', "take.count_by_deal: expected 0 to 300"),
        ('extends = "classic"\n[deals]\nend_score = 0', "deals.end_score: expected 1 to"),
        ('extends = "classic"\n[score]\ntwo = 1000000', "score.two: expected 0 to 1000"),
        ('extends = "classic"\n[out.books]\nclean = -3', "out.books.clean: expected 0 to 100"),
        ('extends = "classic"\n[opening]\nby = "score"\nscores = [0, 9, 5, 6]', "expected 4 rising scores"),
        ('extends = "classic"\n[rules]\nX = { section = "1", text = "y", source = "nope" }', "the source 'nope'"),
        ('extends = "classic"\n[levels]\nHF999 = "off"', "no finding has the code 'HF999'"),
        ('extends = "classic"\n[[books]]\nkind = "total"\nbonus = 1\ncounts_as = "x"', "cannot be named 'total'"),
        ('extends = "classic"\n[[books]]\nkind = "two words"\nbonus = 1\ncounts_as = "x"', "cannot be named"),
        (
            'extends = "classic"\n[[books]]\nkind = "a"\nbonus = 1\ncounts_as = "x"\nwilds = [3, 1]',
            "the fewest and the most",
        ),
        ('extends = "classic"\n' + '[[books]]\nkind = "a"\nbonus = 1\ncounts_as = "x"\n' * 21, "at most 20 kinds"),
        (
            'extends = "classic"\n'
            + "".join(
                f'[[books]]\nkind = "k{i}"\nbonus = 1\ncounts_as = "x"\nunfinished_penalty = 1\n' for i in range(6)
            ),
            "at most 5 kinds",
        ),
    ],
)
def test_a_faulty_file_is_refused_with_its_key_and_what_was_expected(tmp_path: Path, text: str, complaint: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(ProfileError, match=r"ours\.toml") as error:
        load_file(path)
    assert complaint in str(error.value)


def test_an_unknown_profile_gets_a_did_you_mean() -> None:
    with pytest.raises(ProfileError, match="did you mean 'classic'"):
        load("clasic")
    assert "classic" in shipped()


def test_a_profile_for_no_number_of_players_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, 'extends = "classic"\nname = "x"\n[table]\nplayers = []\n')
    with pytest.raises(ProfileError, match=r"table\.players: expected at least one"):
        load_file(path)


def test_a_file_whose_rules_have_no_source_is_refused(tmp_path: Path) -> None:
    classic = (Path(profile.__file__).parent / "profiles" / "classic.toml").read_text(encoding="utf-8")
    begin, end = classic.index("[sources.guide]"), classic.index("[table]")
    with pytest.raises(ProfileError, match="does not hold any source"):
        load_file(write(tmp_path, classic[:begin] + "[sources]\n" + classic[end:]))
