"""``handfoot report`` counts what the tables hold, and shows whatever names a log brings without obeying them."""

from __future__ import annotations

import csv
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("duckdb")
from handfoot.auditing import UsageError
from handfoot.batch import page, tables
from handfoot.batch.summary import Section, sections

from .archives import rows, run


def game(number: int, verdict: str | None, errors: int = 0, **more: Any) -> dict[str, Any]:
    """A row of the table of games."""
    row = {
        "source": "a.hfn",
        "game": number,
        "status": "audited",
        "verdict": verdict,
        "errors": errors,
        "profile": "classic",
    }
    return row | {"players": ["Ana", "Bo"], "date": "2024.05.01"} | more


def finding(number: int, code: str, player: str | None, **more: Any) -> dict[str, Any]:
    """A row of the table of findings."""
    return {
        "source": "a.hfn",
        "game": number,
        "code": code,
        "level": "error",
        "player": player,
        "undecided": False,
    } | more


GAMES = [
    game(1, "violations", 2),
    game(2, "violations", 1, players=["Bo", "Ana"], date="2024-06-30"),
    game(3, "clean", players=["Cy", "Di"], date="?"),
    game(4, "undecided", players=["Cy", "Di"], date=None, profile="bicycle"),
    game(5, "violations", 4, players=["Cy", "Ana"], date="2024.06.02"),
    {"source": "b.hfn", "game": 1, "status": "crashed", "detail": "ZeroDivisionError"},
]
FINDINGS = [
    finding(1, "HF305", "Ana"),
    finding(1, "HF305", "Ana"),
    finding(1, "HF204", "Bo", because_of=1),
    finding(2, "HF305", "Bo"),
    finding(2, "HF305", "Ana", waived="agreed"),
    finding(4, "HF204", "Cy", undecided=True),
    finding(5, "HF204", "Ana"),
    finding(5, "HF204", None),
    finding(5, "HF999", "Cy", level="warning"),
]


def results(folder: Path, games: list[dict[str, Any]], findings: list[dict[str, Any]]) -> Path:
    """What a run leaves, in two shards."""
    for shard in (0, 1):
        parts = tables.Parts(folder, shard)
        parts.rows["games"] += games[shard::2]
        parts.rows["findings"] += findings[shard::2]
        parts.finish()
    return folder


def counted(folder: Path, top: int = 20) -> dict[str, list[tuple[Any, ...]]]:
    return {section.name: [tuple(row) for row in section.rows] for section in sections(folder, top)}


def test_every_section_is_what_one_counts_by_hand(tmp_path: Path) -> None:
    found = counted(results(tmp_path, GAMES, FINDINGS))
    names = {code: name for code, name, *_ in found["codes"]}
    assert found == {
        "verdicts": [("violations", 3), ("clean", 1), ("crashed", 1), ("undecided", 1)],
        "codes": [
            ("HF204", names["HF204"], "error", 3, 2),
            ("HF305", names["HF305"], "error", 3, 2),
            ("HF999", "", "warning", 1, 1),  # of a version that knows more
        ],
        "profiles": [("classic", 4, 3, 7), ("(none)", 1, 1, 0), ("bicycle", 1, 0, 0)],
        "players": [("Ana", 3, 2, 3), ("Bo", 1, 1, 2)],
        "tables": [("Ana, Cy", 1, 4, 4.0), ("Ana, Bo", 2, 3, 1.5)],
        "months": [("(no date)", 3, 1, 0, 0.0), ("2024-05", 1, 1, 2, 2.0), ("2024-06", 2, 2, 5, 2.5)],
        "failed": [("b.hfn", 1, "crashed", "ZeroDivisionError")],
    }
    assert names["HF305"] and names["HF204"]
    assert counted(tmp_path, top=1)["players"] == [("Ana", 3, 2, 3)]


def test_of_a_shard_that_is_not_done_nothing_counts(tmp_path: Path) -> None:
    results(tmp_path, GAMES, FINDINGS)
    tables.part(tmp_path, "games", 1).unlink()
    assert sum(n for _, n in counted(tmp_path)["verdicts"]) == 3


@pytest.mark.parametrize("name", ["season[2024]", "month=3", "a*b?", 'it\'s "so"'])
def test_the_folder_may_be_called_anything(tmp_path: Path, name: str) -> None:
    (tmp_path / "season2").mkdir()
    results(tmp_path / "season2", GAMES, FINDINGS)
    (tmp_path / name).mkdir()
    assert counted(results(tmp_path / name, GAMES[:2], FINDINGS))["verdicts"] == [("violations", 2)]


HOSTILE = [
    "<script>alert(1)</script>", '"><svg onload=x>', "=HYPERLINK(1)", "'; DROP TABLE games; --", "\u202eAna", "\x1b[31m", "a\nb", "\ufffd", "&amp;"
]  # fmt: skip


def test_hostile_names_are_shown_and_not_obeyed(tmp_path: Path) -> None:
    games = [game(i, "violations", 1, players=[name], source=name, date=name) for i, name in enumerate(HOSTILE)]
    games.append(game(99, None, status=HOSTILE[0], detail=HOSTILE[1]))
    found = sections(results(tmp_path, games, [finding(i, "HF305", name) for i, name in enumerate(HOSTILE)]), 50)
    assert [row[1] for row in next(s for s in found if s.name == "players").rows] == [1] * len(HOSTILE)
    html = page.html("<i>", found)
    ElementTree.fromstring(html.replace("<!doctype html>", "").replace('<meta charset="utf-8">', ""))  # no tag but ours
    assert not any(bad in html for bad in ("<script", "<i>", "onload=x>", "\x1b", "\u202e"))
    assert not any(word in html for word in ("http:", "https:", "src=", "href="))
    lines = "\n".join(page.text(found))
    assert "\x1b" not in lines and "\u202e" not in lines and "a\nb" not in lines
    cells = [cell for row in csv.reader(page.as_csv(found).splitlines()) for cell in row]
    assert not any(cell.startswith(("=", "+", "@")) for cell in cells)


def test_the_page_has_a_plot_of_each_section_and_of_the_course_over_months(tmp_path: Path) -> None:
    html = page.html("Season", sections(results(tmp_path, GAMES, FINDINGS), 20))
    for name in ("verdicts", "codes", "profiles", "players", "tables", "months", "failed"):
        assert f'<h2 id="{name}">' in html
    assert 'aria-label="Errors a game by month, at most 2.5"' in html
    assert "<title>2024-05: 2.0</title>" in html and "<title>2024-06: 2.5</title>" in html


def test_no_games_are_said_to_be_none(tmp_path: Path) -> None:
    found = sections(results(tmp_path, [], []), 20)
    assert not any(section.rows for section in found)
    assert list(page.text(found)) == [page.NOTHING] and page.NOTHING in page.html("Season", found)
    assert page.as_csv(found) == "section,what,column,value\n"


def test_one_month_has_no_course() -> None:
    assert "role=" not in page.html(
        "Season", [Section("months", "By month", ("month", "errors a game"), [("2024-05", 2.0)], 1)]
    )


def test_the_command_reports_what_a_run_left(done: Path, tmp_path: Path) -> None:
    result = run("report", done, "--format", "csv")
    assert result.returncode == 0, result.stderr
    counts = list(csv.reader(result.stdout.splitlines()))
    verdicts = sum(int(n) for section, _, column, n in counts if column == "games" and section == "verdicts")
    assert verdicts == len(rows(done, "games"))
    assert run("report", done, "--format", "html", "--output", tmp_path / "season.html").returncode == 0
    assert "<svg" in (tmp_path / "season.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("damage", ["nothing", "rubbish"])
def test_a_folder_without_results_is_said(tmp_path: Path, damage: str) -> None:
    if damage == "rubbish":
        results(tmp_path, GAMES, FINDINGS)
        tables.part(tmp_path, "games", 0).write_bytes(b"PAR1 rubbish")
    with pytest.raises(UsageError, match="no results" if damage == "nothing" else "the results cannot be read"):
        sections(tmp_path, 20)
    result = run("report", tmp_path)
    assert result.returncode == 2 and "Traceback" not in result.stderr
