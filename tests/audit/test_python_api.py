"""``import handfoot; handfoot.audit(...)``."""

from __future__ import annotations

from pathlib import Path

import pytest

import handfoot
from handfoot_grammar.text import read_text

FAULTY = Path(__file__).parents[2] / "logs" / "findings" / "HF305-wild-ratio.hfn"


@pytest.mark.parametrize(
    "source",
    [FAULTY, str(FAULTY), FAULTY.read_text(encoding="utf-8"), read_text(FAULTY.read_text(encoding="utf-8"))[0]],
)
def test_a_path_a_text_or_a_parsed_game(source: object) -> None:
    report = handfoot.audit(source)  # type: ignore[arg-type]
    assert report.verdict == "violations" and not report.ok
    assert [f.code for f in report.findings if f.level == "error"] == ["HF305"]
    assert any("HF305 wild-ratio" in str(f) for f in report.findings)


def test_rules_for_a_log_without_a_tag_and_a_refusal_to_override() -> None:
    text = FAULTY.read_text(encoding="utf-8")
    assert handfoot.audit(text.replace('[Rules "classic"]\n', ""), rules="classic").verdict == "violations"
    with pytest.raises(handfoot.UsageError):
        handfoot.audit(text, rules="no-such-profile", override_rules=True)


def test_a_file_that_is_not_there_is_an_error() -> None:
    with pytest.raises(Exception, match="nowhere"):
        handfoot.audit("nowhere.hfn")


def test_public_names() -> None:
    for name in handfoot.__all__:
        assert getattr(handfoot, name)
    with pytest.raises(AttributeError):
        handfoot.nonsense  # noqa: B018
