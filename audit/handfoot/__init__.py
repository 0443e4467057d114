"""handfoot: a rules checker and game-log auditor for the card game Hand and Foot.

>>> import handfoot
>>> report = handfoot.audit("spring-cup.hfn")        # a path, a text, or a parsed Game
>>> for finding in report.findings: print(finding)
"""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

from ._version import __version__

if TYPE_CHECKING:
    from handfoot_grammar.log import Game

    from .auditing import UsageError
    from .findings import Finding
    from .report import GameReport, Report


def audit(
    source: str | PathLike[str] | Game, *, rules: str | None = None, override_rules: bool = False, certify: bool = False,
    possible: bool | None = None,
) -> Report:  # fmt: skip
    """Audits every game of a log.

    ``source`` is a path, the text of a log (HFN or JSON; any string with a line break), or a parsed game. ``rules`` names a
    profile, or its file, for logs without a ``Rules`` tag. What cannot be read is a finding, never an exception.

    With ``certify`` a solver evaluates each game once more, and ``certified`` of its report says whether it agrees; where it
    does not, the difference is written to standard error (docs/certify.md).

    ``possible`` is whether a solver says of a score sheet that no legal end of a deal has its figures (HF810, docs/possible.md): None,
    where there is one; with True it is also said where that was not decided (HF902).

    :raises handfoot.UsageError: ``rules`` is no profile, or differs from the log's own and ``override_rules`` is not set; or
        there is no solver.
    :raises OSError: the file cannot be opened.
    """
    from handfoot_grammar.log import Game
    from handfoot_grammar.sources import read_source

    from .auditing import Options, audit_games
    from .report import Report

    games = [source] if isinstance(source, Game) else read_source(source)
    options = Options(rules=rules, override_rules=override_rules, certify=certify, possible=possible)
    return Report(list(audit_games(games, options)))


def __getattr__(name: str) -> object:
    if name == "UsageError":
        from .auditing import UsageError

        return UsageError
    if name in ("Report", "GameReport"):
        from . import report

        return getattr(report, name)
    if name == "Finding":
        from .findings import Finding

        return Finding
    raise AttributeError(f"module 'handfoot' has no attribute {name!r}")


__all__ = ["Finding", "GameReport", "Report", "UsageError", "__version__", "audit"]
