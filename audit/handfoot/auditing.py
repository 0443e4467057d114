"""From games to reports: which rules are in force, the audit itself, waivers, and the verdict."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from handfoot_engine.score import Figure, plus
from handfoot_grammar.log import Game, Span, Tag
from handfoot_spec.catalogue import catalogue
from handfoot_spec.profile import Profile, ProfileError
from handfoot_spec.profile_files import load, load_file, shipped
from handfoot_spec.support import not_honoured

from . import fitting
from .auditor import GameAuditor
from .checks.scorebook import Line
from .context import Context
from .findings import Finding
from .report import GameReport, ScoreRow


class UsageError(Exception):
    """The audit could not be made as asked (exit status 2)."""


def to_standard_error(message: str) -> None:
    """Says what must not go unnoticed."""
    print(message, file=sys.stderr, flush=True)


@dataclass(frozen=True)
class Options:
    """How to audit: the rules for logs without a ``Rules`` tag, which findings to show, and whether a solver confirms it all.

    ``solver_limit`` is the solver's budget for a deal in its own units of work; ``solver_optional`` lets an audit go uncertified
    where there is no solver; ``on_disagreement`` is told, in words, where audit and solver differ, which is an internal error.
    """

    rules: str | None = None
    override_rules: bool = False
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    level: str | None = None  # None: note, the least grave
    certify: bool = False
    solver_limit: int | None = None
    solver_optional: bool = False
    examples: bool = False  # a possible deal each way for a rule that hangs on a card nobody read
    on_disagreement: Callable[[str], None] = to_standard_error
    possible: bool | None = None  # whether a solver says if a sheet's figures can be together; None: where there is one
    try_others: bool = True  # a record with many errors is tried under all other rules, at nine times the cost
    rules_are_default: bool = False  # ``rules`` come from a settings file, not from the command line: a tag goes before


NO_SOLVER = (
    "certification needs the Python package z3-solver, which is not installed here; --no-certify audits without it"
)

_LEVELS = ("note", "warning", "error")


def profile_named(name: str, beside: Path | None = None) -> Profile:
    """A shipped profile, or one from a file (relative to ``beside``). :raises ProfileError: there is none such."""
    if name in shipped():
        return load(name)
    if name.endswith(".toml") or "/" in name:
        path = Path(name)
        return load_file(path if path.is_absolute() or beside is None else beside / path)
    return load(name)


_honoured: dict[str, str] = {}


def profile_in_force(name: str, beside: Path | None = None) -> Profile:
    """A profile to audit by. :raises ProfileError: there is none such, or it says what the audit cannot go by yet."""
    profile = profile_named(name, beside)
    complaint = _honoured.get(profile.sha256)
    if complaint is None:
        complaint = _honoured[profile.sha256] = ", ".join(not_honoured(profile))
    if complaint:
        raise ProfileError(
            f"{profile.name}: the audit cannot go by {complaint} yet, and would accuse wrongly without it"
        )
    return profile


@dataclass(frozen=True)
class Rules:
    """The profile in force for a game, or the finding that says why there is none; ``overridden`` is a tag set aside."""

    profile: Profile | None
    problem: Finding | None = None
    overridden: str | None = None


def rules_for(game: Game, options: Options) -> Rules:
    """The rules of a game: its ``Rules`` tag; those asked for where it has none, or where they override it.

    :raises UsageError: the rules asked for are no profile, or differ from the tag without ``override_rules``.
    """
    tag = game.tags.get("Rules")
    try:
        asked = None if options.rules is None else profile_in_force(options.rules)
    except ProfileError as error:
        raise UsageError(str(error)) from None
    if asked is not None and (tag is None or options.override_rules):
        return Rules(asked, overridden=tag if tag != options.rules else None)
    if tag is None:
        return Rules(
            None,
            _tag_problem(game, 'the log names no rules; give [Rules "classic"] in it or --rules on the command line'),
        )
    beside = Path(game.source).parent if game.source not in ("<text>", "<stdin>") else None
    try:
        profile = profile_in_force(tag, beside)
    except ProfileError as error:
        return Rules(None, _tag_problem(game, str(error)))
    if asked is not None and not options.rules_are_default and asked.sha256 != profile.sha256:
        raise UsageError(
            f"{game.source}: the log says [Rules {tag!r}] and the command line {options.rules!r}; --override-rules sets the tag aside"
        )
    return Rules(profile)


def _tag_problem(game: Game, message: str) -> Finding:
    span, lines = Span(game.line, 1, game.line, 2), ()
    for statement in game.statements:
        if isinstance(statement, Tag) and statement.name == "Rules":
            span, lines = statement.at.whole(), tuple(statement.at.source_lines())  # type: ignore[assignment]
    return Finding(
        0,
        "HF004",
        "error",
        span,
        message,
        expected=f"one of {', '.join(shipped())}, or a profile file",
        source_lines=lines,
    )


def audit_game(game: Game, options: Options = Options()) -> GameReport:
    """Audits one game. :raises UsageError: the rules asked for do not fit the log's own or do not exist."""
    if options.rules == fitting.AUTO:
        return fitting.audit_by_best(game, options)
    rules = rules_for(game, options)
    if rules.profile is None or not game.seats:
        return finished(game, options, rules, None)
    auditor = GameAuditor(game, rules.profile, options.solver_limit)
    auditor.c.examples = options.examples
    auditor.run()
    put_to_the_solver(auditor, options)
    report = finished(game, options, rules, auditor)
    if options.try_others:
        report.fitting = fitting.other_rules(game, rules.profile.name, auditor.c.findings)
    return report


def audit_games(games: Iterable[Game], options: Options = Options()) -> Iterator[GameReport]:
    """Audits games one after the other."""
    for game in games:
        yield audit_game(game, options)


def problems(game: Game) -> list[Finding]:
    """What could not be read, as findings; their ids are below those of the audit's."""
    return [
        Finding(
            -index,
            p.code,
            catalogue()[p.code].level,
            p.span,
            p.message,
            expected=p.expected,
            source_lines=p.source_lines,
        )
        for index, p in enumerate(game.problems, 1)
    ]


def finished(game: Game, options: Options, rules: Rules, auditor: GameAuditor | None) -> GameReport:
    """The report of a game whose audit is over, or could not be begun."""
    findings = problems(game) + ([rules.problem] if rules.problem is not None else [])
    if auditor is not None:
        findings += auditor.c.findings
    _waive(game, findings)
    verdict = _verdict(findings)
    profile = rules.profile
    report = GameReport(
        game.source, game.number, game.line, game.sha256,
        None if profile is None else profile.name, None if profile is None else profile.sha256,
        verdict, 0, 0, False, _numbered(findings, options), overridden=rules.overridden, players=game.seats,
    )  # fmt: skip
    if auditor is not None:
        _fill(report, game, auditor)
        if options.certify:
            report.certified = _certified(game, options, auditor)
    return report


def put_to_the_solver(auditor: GameAuditor, options: Options) -> None:
    """Whether the figures of a sheet can be together (HF810). :raises UsageError: it is asked for and there is no solver."""
    if options.possible is False or all(line.played for line in auditor.book.lines):
        return
    from .sheets.check import check_if_asked

    try:
        check_if_asked(auditor, options.possible, options.solver_limit)
    except ImportError:
        raise UsageError(
            "whether a sheet is possible needs the Python package z3-solver, which is not installed here"
        ) from None


def _certified(game: Game, options: Options, auditor: GameAuditor) -> bool | str | None:
    """Whether the solver confirms an audit; a disagreement is told, never swallowed. :raises UsageError: there is no solver."""
    from .certify import certify

    try:
        certificate = certify(game, auditor.profile, auditor, options.solver_limit)
    except ImportError:
        if options.solver_optional:
            return None
        raise UsageError(NO_SOLVER) from None
    if certificate.certified is False:
        parts = "\n".join(str(wrong) for wrong in certificate.disagreements)
        options.on_disagreement(
            f"{game.source}: internal error: the audit and the solver disagree; please report this with the log\n{parts}"
        )
    return certificate.certified


def _waive(game: Game, findings: list[Finding]) -> None:
    """Marks what the log itself, or a ``handfoot.toml``, allows."""
    if not game.waivers:
        return
    reasons = {(w.line, code): w.reason or "no reason given" for w in game.waivers for code in w.codes}
    for finding in findings:
        span = finding.span
        lines = (*range(span.line, span.end_line + 1), None)  # None: said of the whole game
        finding.waived = next(
            (reasons[line, finding.code] for line in lines if (line, finding.code) in reasons), finding.waived
        )


def _verdict(findings: list[Finding]) -> str:
    """The first that fits (the contract's order); waived findings count for nothing."""
    live = [f for f in findings if f.waived is None]
    codes = {f.code for f in live}
    if "HF006" in codes:
        return "mismatch"
    if codes & {"HF110", "HF810"}:
        return "impossible"
    errors = {f.code for f in live if f.level == "error"}
    if any(code > "HF100" for code in errors):
        return "violations"
    if errors:
        return "unreadable"
    return "undecided" if any(f.undecided for f in live) else "clean"


def _numbered(findings: list[Finding], options: Options) -> list[Finding]:
    """In the order of the log, numbered from 1, those that were asked for."""
    ordered = sorted(findings, key=lambda f: (f.span.line, f.span.column, f.id))
    shown = [f for f in ordered if wanted(f, options)]
    numbers = {f.id: i for i, f in enumerate(shown, 1)}
    for finding in shown:
        finding.id = numbers[finding.id]
        if finding.because_of is not None:
            finding.because_of = numbers.get(finding.because_of, 0)
    return shown


def wanted(finding: Finding, options: Options) -> bool:
    """Whether ``--select``, ``--ignore`` and ``--level`` leave a finding in the report."""
    if options.select and not finding.code.startswith(options.select):
        return False
    if options.ignore and finding.code.startswith(options.ignore):
        return False
    return _LEVELS.index(finding.level) >= _LEVELS.index(options.level or "note")


def _fill(report: GameReport, game: Game, auditor: GameAuditor) -> None:
    """Scores, totals, result and rulings."""
    c, book, profile = auditor.c, auditor.book, auditor.profile
    report.deals, report.turns, report.hidden = c.deals_begun, auditor.total_turns, auditor.hidden
    if auditor.mismatch:
        return
    report.scores = [
        _score_row(c, line, auditor.deal_numbers[line.deal - 1])
        for line in sorted(book.lines, key=lambda line: line.deal)
        if line.score is not None or line.statement is not None
    ]
    if report.scores:
        report.totals = {c.team_name(team): total for team, total in enumerate(book.running)}
        report.winners = _winners(report.totals, profile.score.tie)
        report.values_assumed = profile.score.assumed
    report.claimed_winners, report.rulings = auditor.claimed_winners, c.rulings


def _score_row(c: Context, line: Line, deal: int) -> ScoreRow:
    """A team's score as computed; on a sheet, and where an unreadable line hides it, as claimed."""
    s, claimed = line.score, line.claimed

    def part(key: str) -> Figure | None:
        value = claimed.get(key)
        return None if value is None else (value, value)

    kinds = c.profile.books_by_kind
    if s is None:
        figures = [part(key) for key in ("cards", "reds", "left", "out", "bonus")]
        books: dict[str, Figure | None] = {kind: part(kind) for kind in kinds}
        penalty, total = 0, line.total
    else:
        figures = [s.cards, s.reds, s.left, s.out, s.bonus]
        books, penalty, total = dict(s.books), s.penalty, plus(s.total, (line.cuts[0], line.cuts[-1]))
    cards, reds, left, out, bonus = figures
    return ScoreRow(
        deal, c.team_name(line.team), books, cards, reds, left, out, bonus, penalty, total,
        claimed.get("total"), line.repaired, line.played, *((s.extras, s.unfinished) if s is not None else ()),
    )  # fmt: skip


def _winners(totals: dict[str, Figure | None], tie: str) -> list[str] | None:
    """The team with the highest total, at a tie those that the rules let win; None where the record or the rules do not fix it."""
    known = {team: total for team, total in totals.items() if total is not None}
    if len(known) < len(totals):
        return None
    best = max(low for low, _ in known.values())
    leaders = [team for team, (_, high) in known.items() if high >= best]
    if len(leaders) > 1 and any(low != high for low, high in (known[team] for team in leaders)):
        return None
    if len(leaders) > 1:
        return {"shared": leaders, "draw": [], "first-listed": leaders[:1]}.get(tie)
    return leaders
