"""The registry: which definition stands behind which finding.

One immutable table. A rule's number and citation come from the profile (``cites``), its level from the catalogue unless the
profile says otherwise; here is what is evaluated, on integers by an audit and on terms by a proof.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from . import definitions as d
from .catalogue import Entry, catalogue
from .profile import Level, Profile


@dataclass(frozen=True)
class Rule:
    """A finding's definition. ``switch`` names the profile field that turns the rule on, where one does."""

    code: str
    definition: Callable[..., Any]
    switch: str = ""

    @property
    def entry(self) -> Entry:
        """The finding's entry in the catalogue."""
        return catalogue()[self.code]

    def level(self, profile: Profile) -> Level:
        """How grave a finding of this code is under a profile."""
        return profile.levels.get(self.code, self.entry.level)

    def numbers(self, profile: Profile) -> tuple[str, ...]:
        """The rule numbers that it enforces under a profile."""
        return profile.rules_of(self.code)


_RULES = (
    Rule("HF101", d.copies_exist),
    Rule("HF101", d.class_exists),
    Rule("HF102", d.was_held),
    Rule("HF103", d.packet_complete),
    Rule("HF104", d.deck_complete),
    Rule("HF105", d.count_true),
    Rule("HF107", d.from_stock),
    Rule("HF201", d.may_start, "starter.buried"),
    Rule("HF204", d.turn_begun),
    Rule("HF205", d.draw_right, "turn.draw"),
    Rule("HF205", d.one_beginning),
    Rule("HF206", d.turn_closed, "turn.discard"),
    Rule("HF209", d.deal_in_game, "deals.count"),
    Rule("HF209", d.game_complete, "deals.count"),
    Rule("HF209", d.score_ends, "deals.end_score"),
    Rule("HF211", d.stock_suffices, "stock.short"),
    Rule("HF211", d.stock_out, "stock.short"),
    Rule("HF301", d.large_enough, "melds.least"),
    Rule("HF302", d.within_cap, "melds.cap"),
    Rule("HF304", d.may_enter_meld, "threes.black_melded"),
    Rule("HF305", d.wild_ratio, "melds.wild_share"),
    Rule("HF305", d.composed, "melds.wild_melds"),
    Rule("HF305", d.wilds_in_table, "melds.wild_table"),
    Rule("HF306", d.one_unfinished, "melds.one_unfinished"),
    Rule("HF307", d.wild_meld_known, "melds.twos"),
    Rule("HF308", d.run_sound, "melds.runs"),
    Rule("HF309", d.is_complete, "melds.cap"),
    Rule("HF309", d.may_extend, "melds.extend_books"),
    Rule("HF311", d.one_way_of_melding, "turn.meld_mode"),
    Rule("HF401", d.red_threes_out, "threes.red_exposed"),
    Rule("HF402", d.replaced, "threes.red_replaced"),
    Rule("HF403", d.discardable, "threes.red_discard"),
    Rule("HF501", d.opening_met, "opening.minima"),
    Rule("HF501", d.meld_opens, "opening.least_per_meld"),
    Rule("HF601", d.top_free, "take.blocked_by"),
    Rule("HF601", d.may_take, "take.before_opening"),
    Rule("HF602", d.pair_shown, "take.need"),
    Rule("HF603", d.top_melded, "take.played_at_once"),
    Rule("HF604", d.take_possible, "take.count"),
    Rule("HF606", d.target_right, "take.target"),
    Rule("HF607", d.may_complete, "take.freeze_at"),
    Rule("HF701", d.foot_due, "foot.after_meld"),
    Rule("HF701", d.foot_same_turn, "foot.after_discard"),
    Rule("HF703", d.books_suffice, "out.books"),
    Rule("HF704", d.partner_ready, "out.partner"),
    Rule("HF705", d.permission_asked, "out.permission"),
    Rule("HF706", d.consent_given, "out.permission"),
    Rule("HF707", d.final_discard_right, "out.final_discard"),
    Rule("HF708", d.card_kept, "out.keep_card"),
    Rule("HF801", d.book_points),
    Rule("HF801", d.unfinished_points, "books.unfinished_penalty"),
    Rule("HF802", d.last_three_points, "score.black_three_last"),
    Rule("HF803", d.red_three_points),
    Rule("HF804", d.left_points, "score.leftovers"),
    Rule("HF805", d.out_points),
    Rule("HF806", d.first_points, "opening.first_bonus"),
    Rule("HF806", d.deal_total),
)


def _by_code() -> Mapping[str, tuple[Rule, ...]]:
    codes = dict.fromkeys(rule.code for rule in _RULES)
    return MappingProxyType({code: tuple(r for r in _RULES if r.code == code) for code in codes})


RULES: Mapping[str, tuple[Rule, ...]] = _by_code()
"""The rules by the code of their finding; a code without one is a comparison with the record itself."""
