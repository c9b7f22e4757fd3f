"""What the detective thinks of the others, in plain words: how each of them seems to play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from sleuth.agents.detective import Effort
from sleuth.agents.judgement import ADVISING, imagined
from sleuth.agents.policy import POLICIES, Policy, Rule
from sleuth.agents.worlds import Opponents
from sleuth.cards import Seat
from sleuth.language import N_, say
from sleuth.setup import Setup
from sleuth.view import View

Manner: TypeAlias = Literal["method", "random", "bluff", "careless", "anything"]

_SAID: dict[Manner, str] = {
    "method": N_("asks by a method"),
    "random": N_("asks at random for what is still open"),
    "bluff": N_("now and then names own cards"),
    "careless": N_("keeps no notes"),
    "anything": N_("asks just anything"),
}
WORTH_SAYING, MOST = 0.05, 3
"""The least chance of a manner that is worth a word, and how many of them are told."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """One of the others, and how likely each manner of play is."""

    seat: Seat
    types: dict[str, float]
    """The named policies."""
    manners: dict[Manner, float]
    """The same as a person would tell them apart, the likeliest first."""
    setup: Setup

    def said(self, lang: str = "en") -> str:
        """The likeliest manners in one line."""
        told = [(manner, chance) for manner, chance in self.manners.items() if chance >= WORTH_SAYING]
        manners = (f"{say(lang, _SAID[manner])} ({round(100 * chance)} %)" for manner, chance in told[:MOST])
        name = self.setup.players[self.seat]
        return say(lang, N_("{name}: most likely {manners}"), name=name, manners=", ".join(manners))


def judge_others(view: View, *, effort: Effort | None = None, seed: int = 0) -> list[Opponent]:
    """What the detective has learned about each of the others who still ask, from what they asked."""
    worlds, _ = imagined(view, effort or ADVISING, seed)
    setup, known = view.record.setup, Opponents().types
    others = [seat for seat in setup.left_of(worlds.situation.me) if seat not in view.record.past.out]
    likely = worlds.types.tolist()
    return [_opponent(seat, dict(zip(known, likely[seat], strict=True)), setup) for seat in others]


def _opponent(seat: Seat, likely: Mapping[Policy, float], setup: Setup) -> Opponent:
    names = {policy: name for name, policy in POLICIES.items()}
    manners: dict[Manner, float] = {}
    for policy, chance in likely.items():
        manners[manner_of(policy)] = manners.get(manner_of(policy), 0.0) + chance
    ranked = dict(sorted(manners.items(), key=lambda one: -one[1]))
    return Opponent(seat, {names[policy]: chance for policy, chance in likely.items()}, ranked, setup)


def manner_of(policy: Policy) -> Manner:
    """How a person would describe a policy."""
    if policy.rule is Rule.STATELESS:
        return "anything" if policy.bluff else "careless"
    if policy.bluff:
        return "bluff"
    return "random" if policy.rule is Rule.RANDOM else "method"
