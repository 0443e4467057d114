"""What the checks of one game share: the game, its profile, the replay, the state of the deal, and where findings go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from handfoot_engine.replay import Replay
from handfoot_engine.score import Figure
from handfoot_engine.step import Step, TurnState
from handfoot_engine.table import Packet, Table
from handfoot_grammar.log import Dealt, Game, Place, Span, Statement
from handfoot_spec.cards import CLASS, CLASS_NAMES, KIND_NAMES, THREE_CLASSES
from handfoot_spec.catalogue import catalogue
from handfoot_spec.definitions import INTEGERS, red_threes_out
from handfoot_spec.profile import Profile
from handfoot_spec.tables import Tables, tables

from .findings import Finding

if TYPE_CHECKING:
    from .hidden.questions import Question

Spot = tuple[Place, int | None]
"""The place of an action, or of a whole statement, before anybody asked for it: most have no finding, so that lines and columns
are never worked out."""


def resolve(span: Span | Spot) -> Span:
    """Lines and columns of a place."""
    if isinstance(span, Span):
        return span
    place, index = span
    return place.whole() if index is None else place.action(index)


@dataclass(frozen=True)
class Undo:
    """The deed that, undone, leaves a card with a player who went out illegally (A11); ``book``: the kind that it had completed."""

    cards: tuple[int, ...]
    discarded: bool
    book: str | None = None


class DealState:
    """The auditor's own knowledge of a deal, beside the table."""

    def __init__(self, number: int, dealer: int | None, place: Place | None) -> None:
        self.number, self.dealer, self.place = number, dealer, place
        self.mark = 0  # how many findings there were before it
        self.wrong_dealer: tuple[int, int] | None = None  # the finding, and who had to deal
        self.expected: int | None = None  # who is to move; None: unknown
        self.set_up = True  # nothing was played yet
        self.checked_set_up = False
        self.played = False
        # How it ended, as recorded: out, stock, abandoned; or "declared" by who went out, or "stock-out" at a red three.
        self.ended: str | None = None
        self.scores: tuple[Figure | None, ...] = ()  # each side's total before it, where it is known
        self.claimed: tuple[int | None, ...] = ()  # that total as the sheet has it
        self.suspects: tuple[int | None, ...] = ()  # the first error that each total carries on
        self.after_end: int | None = None  # the finding of play after the end
        self.overdrawn: int | None = None  # the finding of the first draw from a stock that had run out
        self.out_player: int | None = None
        self.out_legal = False
        self.out_unknown: int | None = None  # said to have gone out, and the record cannot show whether
        self.out_finding: int | None = None  # what made a going out illegal
        self.out_undo: Undo | None = None
        self.scored = False
        self.blurred = False
        # What unreadable lines leave open: whether the next turn began in one (``lost_line``); how the deal ended; whether
        # the next deal began; whether a penalty was given; what was dealt to whom (Foot or not, the seat if it is known).
        self.lost_line = self.end_lost = self.next_deal_lost = self.penalty_lost = self.set_up_lost = False
        self.packets_lost: set[tuple[bool, int | None]] = set()
        self.foot_untaken: dict[int, int] = {}  # players who left the Foot untaken, and the finding
        # Of a Foot used without a word: the finding, and how many cards that replaced its red threes nobody wrote down; of one
        # picked up with other cards than were dealt: how many were others.
        self.unwritten: dict[int, tuple[int, int]] = {}
        self.due: dict[int, bool] = {}  # players who discarded the last Hand card and have the Foot to take
        self.reported_reds: dict[Packet, int] = {}
        self.questions: list[Question] = []  # about cards that nobody saw, for the end of the deal
        self.explained = 0  # impossibilities of which the reasons were looked up
        self.not_checked: dict[str, int] = {}  # what was said once in this deal, and the finding that says it
        self.granted: set[int] = set()  # players who were permitted to go out in this deal
        self.dealt: dict[tuple[bool, int], tuple[Place, int]] = {}
        self.exposed: set[int] = set()
        self.turn_up: Place | None = None
        self.stock_line: Place | None = None
        self.set_up_place: Place | None = None
        self.left: dict[int, tuple[tuple[int, ...] | None, tuple[int, ...] | None]] = {}


class OpeningState:
    """The lay-down of a side that has not opened, over one turn (points)."""

    __slots__ = ("done", "foot", "hand", "place")

    def __init__(self, done: bool = False) -> None:
        self.hand = (0, 0)
        self.foot = (0, 0)
        self.place: tuple[Place, int] | None = None  # the first lay
        self.done = done


class Context:
    """One game under audit."""

    def __init__(self, game: Game, profile: Profile, teams: tuple[tuple[int, ...], ...]) -> None:
        self.game = game
        self.teams = teams
        self.walk = Replay(profile, len(game.seats), teams)
        self.profile = self.walk.profile  # at this table, in this deal
        self.table: Table = self.walk.table  # as it stands
        self.turn: TurnState = TurnState(0, self.table)  # the current turn
        self.tables: Tables = tables(self.profile)
        self.findings: list[Finding] = []
        self.deal: DealState | None = None
        self.deals_begun = 0
        self.not_checked_between: dict[str, int] = {}  # said of the game as a whole
        self.values_said = False  # that the card values are assumed
        self.rulings: list[str] = []  # what a director decided, judged by nobody
        self.due: dict[int, bool] = {}  # that of the current deal
        self.taken_at: Spot | None = None  # where the turn's card of the discard pile was drawn
        self.statement: Statement | None = None
        self.opening: OpeningState | None = None  # in a turn in which a side lays down that had not opened
        self.turn_mark = 0  # findings before this one stay when the turn is taken back
        self.flags: set[str] = set()  # offences of this turn that are reported once
        self.emptied: tuple[Span | Spot, str] | None = None  # the deed that left the player without cards
        self.left_one: tuple[Span | Spot, str] | None = None  # the meld that left one card
        self.turn_place: tuple[Place, int] | None = None
        self.over = 0
        self.examples = False  # whether a doubt is shown by a possible deal each way
        self.solver_limit: int | None = None  # for cards that counting does not decide
        self.waiting: list[Dealt] = []  # packets dealt, until the set-up is complete

    # --- shorthands --------------------------------------------------------------------------------------------

    @property
    def this_deal(self) -> DealState:
        """The current deal."""
        assert self.deal is not None
        return self.deal

    def name(self, player: int) -> str:
        """A player's label."""
        return self.game.seats[player]

    def team_name(self, team: int) -> str:
        """``Ana+Chi``."""
        return self.game.team_name(self.teams[team])

    def once(self, offence: str) -> bool:
        """Whether an offence that is reported once a turn is new in this one; from now on it is not."""
        if offence in self.flags:
            return False
        self.flags.add(offence)
        return True

    # --- reporting ---------------------------------------------------------------------------------------------

    def find(
        self,
        key: str,
        message: str,
        span: Span | Spot,
        *,
        player: int | None = None,
        team: int | None = None,
        expected: str | None = None,
        found: str | None = None,
        because_of: int | None = None,
        score_effect: int | None = None,
        undecided: bool = False,
        in_turn: bool = True,
        conflict: list[dict[str, Any]] | None = None,
    ) -> int:
        """Reports a finding. ``key`` is a code, or a code and a variant that cites other rules (``HF206.foot``)."""
        code = key.partition(".")[0]
        level = self.profile.levels.get(code) or catalogue()[code].level
        if level == "off":
            return -1
        numbers = self.profile.rules_of(key)
        if player is not None and team is None:
            team = self.walk.table.team_of[player]
        deal = self.deal
        at = span[0] if isinstance(span, tuple) else None if self.statement is None else self.statement.at
        finding = Finding(
            id=len(self.findings) + 1 + self.over,
            code=code,
            level=level,
            span=resolve(span),
            message=message,
            deal=deal.number if deal is not None else None,
            turn=self.walk.turns or None if in_turn and deal is not None and deal.played else None,
            player=None if player is None else self.name(player),
            team=None if team is None else self.team_name(team),
            expected=expected,
            found=found,
            rule=numbers[0] if numbers else None,
            cites=tuple(dict.fromkeys(self.profile.cite(number) for number in numbers)),
            rule_text=self.profile.rules[numbers[0]].text if numbers else None,
            because_of=because_of,
            conflict=conflict,
            score_effect=score_effect,
            undecided=undecided or (code == "HF901" and key != "HF901.assumed"),  # of that nothing hangs on this record
            source_lines=tuple(at.source_lines()) if at is not None else (),
        )
        self.findings.append(finding)
        return finding.id

    def not_checked(
        self,
        subject: str,
        message: str,
        span: Span | Spot,
        *,
        player: int | None = None,
        question: Question | None = None,
    ) -> None:
        """Says once a deal that a recorded deed or claim cannot be judged (HF902).

        ``question``: what all the rest of the deal may decide, when it is over; every occurrence is a question of its own.
        """
        if question is not None and self.deal is not None:
            question.said, question.mark, question.turn = subject, len(self.findings), self.walk.turns
            self.deal.questions.append(question)
        said = self.not_checked_between if self.deal is None else self.deal.not_checked
        if subject not in said:
            said[subject] = self.find("HF902", message, span, player=player, undecided=True)

    def truncate(self, mark: int, keep: tuple[str, ...] = ()) -> None:
        """Drops the findings after ``mark`` but those whose codes begin as ``keep`` says: the deeds were taken back, or were no offence."""
        tail = self.findings[mark:]
        gone = {f.id for f in tail if not f.code.startswith(keep)}
        kept = [
            f for f in tail if f.id not in gone and f.because_of not in gone
        ]  # what only followed goes with its cause
        dropped = {f.id for f in tail} - {f.id for f in kept}
        if self.deal is not None:
            self.deal.foot_untaken = {seat: id for seat, id in self.deal.foot_untaken.items() if id not in dropped}
            self.deal.unwritten = {seat: of for seat, of in self.deal.unwritten.items() if of[0] not in dropped}
            self.deal.questions = [q for q in self.deal.questions if q.mark < mark]
            self.deal.not_checked = {subject: id for subject, id in self.deal.not_checked.items() if id not in dropped}
        self.over += len(dropped)
        self.findings[mark:] = kept

    def withdraw(self, id: int) -> None:
        """Takes back a finding that turned out to be none."""
        before = len(self.findings)
        self.findings = [f for f in self.findings if f.id != id]
        self.over += before - len(self.findings)

    # --- checks that every move shares -------------------------------------------------------------------------

    def copies(self, at: Place, index: int | None, player: int | None) -> None:
        """Conservation: no more copies of a card show than the packs hold (P0-5)."""
        table, limits = self.table, self.tables
        seen, seen_class, loose = table.seen, table.seen_class, table.loose
        copies, class_copies = limits.copies, limits.class_copies
        for card in table.excess:
            kind = CLASS[card]
            threes = sum(seen_class[k] for k in THREE_CLASSES) if kind in THREE_CLASSES else 0
            if (
                seen[card] > copies[card] + loose
                or seen_class[kind] > class_copies[kind] + loose
                or threes > limits.rank_copies + loose
            ):
                if seen[card] > copies[card] + loose:
                    n, most, what = seen[card], copies[card], KIND_NAMES[card]
                elif seen_class[kind] > class_copies[kind] + loose:
                    n, most, what = seen_class[kind], class_copies[kind], CLASS_NAMES[kind]
                else:
                    n, most, what = threes, limits.rank_copies, "three"
                key = f"copies {what}"
                if key not in self.this_deal.not_checked:
                    self.this_deal.not_checked[key] = self.find(
                        "HF101", f"{n} cards have shown that are each a {what}; {self.profile.packs} packs hold {most}",
                        at.whole() if index is None else at.action(index),
                        player=player, expected=f"at most {most}", found=str(n), conflict=self._seen_too_often(at, index),
                    )  # fmt: skip
        table.excess.clear()

    def _seen_too_often(self, at: Place, index: int | None) -> list[dict[str, Any]] | None:
        """The lines that show too many copies of a card, where some packet is unseen; where all is known the lines are plain."""
        if not any(packet.had_unseen for packet in (*self.table.hands, *self.table.feet)):
            return None
        from .checks.hidden import reasons

        return reasons(self, (at, index))[1]

    def held_red(
        self, packet: Packet, span: Span | Spot, player: int, fresh: int = 0, because_of: int | None = None
    ) -> None:
        """Nobody acts while a red three that had to be exposed is in the packet (P0-23); each is reported once."""
        held = packet.red_threes() - fresh
        reported = self.this_deal.reported_reds
        before = min(reported.get(packet, 0), max(held, 0))
        if held > before and not red_threes_out(INTEGERS, self.profile, held):
            self.find(
                "HF401",
                f"{self.name(player)} acts while holding {_some(held - before, 'red three')} that had to be exposed and replaced",
                span, player=player, because_of=because_of,
            )  # fmt: skip
            before = held
        reported[packet] = before

    def step_span(self, step: Step) -> Spot:
        """The place of the action just done."""
        assert self.statement is not None
        return self.statement.at, step.index


def _some(n: int, what: str) -> str:
    return f"a {what}" if n == 1 else f"{n} {what}s"
