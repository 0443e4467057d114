"""For the test suites of other implementations: is a game that a program has played and recorded legal?

from handfoot.testing import assert_legal

def test_a_game_of_robots_is_legal():
    assert_legal(play_game(seed=7).to_hfn())
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from os import PathLike
from typing import TYPE_CHECKING

from .render import PLAIN, finding_lines

if TYPE_CHECKING:
    from handfoot_grammar.log import Game

    from .findings import Finding
    from .report import GameReport

__all__ = ["assert_legal"]


def assert_legal(
    source: str | PathLike[str] | Game, *, rules: str | None = None, allow: str | Collection[str] = ()
) -> None:  # fmt: skip
    """Audits every game of a log and passes where none breaks a rule.

    ``source`` is a path, the text of a log (HFN or JSON), or a parsed game; ``rules`` names the profile, or its file, for a
    log without a ``Rules`` tag. ``allow`` holds codes that do not count (``"HF401"``, ``("HF401", "HF805")``).

    What counts is every error-level finding that follows from no other one, is not waived in the log and whose code is not
    allowed: broken rules, wrong scores, and lines that cannot be read. A log of another game than its profile (``HF006``)
    counts too, because its rules were not checked.

    A game whose verdict is ``undecided`` passes: nothing in it is known to be wrong, but a recorded deed or claim hangs on
    a point that the rules leave open (``HF901``) or on cards that the record does not show (``HF902``). A program knows all
    cards, so write them all down, and demand ``handfoot.audit(source).verdict == "clean"`` where nothing may stay open.

    :raises AssertionError: some game is not legal; the message is the text of the findings, as ``handfoot audit`` prints it.
    :raises handfoot.UsageError: ``rules`` is no profile, or differs from the log's own.
    :raises handfoot_grammar.sources.SourceError: the file cannot be opened.
    """
    __tracebackhide__ = True  # pytest then points at the caller's line
    from . import audit

    allowed = {allow} if isinstance(allow, str) else set(allow)
    lines: list[str] = []
    count = 0
    for game in audit(source, rules=rules):
        faults = [finding for finding in game.findings if _counts(finding) and finding.code not in allowed]
        count += len(faults)
        lines.extend(line for finding in faults for line in _text(game, finding))
    if count:
        raise AssertionError("\n".join([f"not legal: {count} finding{'s' * (count != 1)}", *lines]).rstrip())


def _counts(finding: Finding) -> bool:
    grave = finding.level == "error" or finding.code == "HF006"
    return grave and finding.because_of is None and finding.waived is None


def _text(game: GameReport, finding: Finding) -> Iterator[str]:
    yield from finding_lines(game.source, finding, game, PLAIN)
    yield ""
