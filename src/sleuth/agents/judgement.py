"""The detective's judgement: how often each question, and each card that could be shown, wins the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from heapq import merge
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from sleuth.actions import Show, Suggest
from sleuth.agents.detective import Detective, Effort
from sleuth.agents.search import Rollout, show_values, wait_value
from sleuth.agents.situation import check_imaginable
from sleuth.agents.worlds import Worlds
from sleuth.cards import Card, CardSet, Seat
from sleuth.inference.advise import Rooms, reachable
from sleuth.inference.advise_accuse import share_error
from sleuth.inference.advise_show import problem_asked, put_to_me, seen_by
from sleuth.inference.notebook import infer
from sleuth.view import View

ADVISING = Effort(patience=40)
"""Whoever asks for advice waits a moment longer where few draws matter, as beside several who bluff."""


@dataclass(frozen=True, slots=True)
class Share:
    """A share of imagined games, and its standard error."""

    value: float
    error: float

    @classmethod
    def of(cls, value: float, worlds: float) -> Share:
        """A share of games in so many worlds; a few alike are no certainty, so the error is never none."""
        return cls(value, share_error(value * worlds, worlds))


@dataclass(frozen=True, slots=True)
class Judged:
    """A question, the share of imagined games won after it, its standard error, and the number of games."""

    action: Suggest
    wins: float
    """Where it is reached by chance: weighed with what ending the turn without a question wins."""
    error: float
    games: int
    asked: Share
    """The games won once it is asked."""
    reach: float = 1.0
    """The chance of getting to ask it."""


@dataclass(frozen=True, slots=True)
class JudgedShow:
    """A card that could be shown, the share of imagined games won after it, and its standard error."""

    action: Show
    wins: float
    error: float
    games: int
    seen: bool
    """Whether the asker is on record as having seen me with it."""
    asker: Seat


def judge(
    view: View, rooms: Rooms | None = None, *, effort: Effort | None = None, seed: int = 0
) -> list[Judged]:
    """The questions that are worth trying, the best first; alike ones are represented by one of them.

    `rooms` limits them to these rooms, or weighs them by the chance of reaching each. Who asks gets the whole
    effort, however many sit at the table.
    """
    infer(view, engine="compiled")  # complains about entries that cannot all be true
    check_imaginable(view)
    groups: dict[float, list[Suggest]] = {}
    for cards, reach in reachable(view, rooms).items():
        groups.setdefault(reach, []).append(Suggest(cards))
    effort, chance = effort or ADVISING, np.random.default_rng(seed)
    detective = Detective(effort=_part(effort, len(groups)))
    skipped = ending(view, effort, seed) if any(reach < 1 for reach in groups) else Share(0.0, 0.0)
    found = [
        _judged(detective.search(view, questions, chance), reach, skipped)
        for reach, questions in groups.items()
    ]
    # Whichever group's next question is the better one; within a group its own order stands.
    return list(merge(*found, key=lambda judged: -judged.wins))


def _part(effort: Effort, parts: int) -> Effort:
    """The effort for each of so many searches: one for all questions that are reached equally often."""
    n = max(1, parts)
    return replace(effort, simulations=max(1, effort.simulations // n), seconds=effort.seconds / n)


def _judged(found: Rollout, reach: float, skipped: Share) -> list[Judged]:
    """The questions of one search, the best first; one that was tried less often was dropped as worse."""
    ranked = sorted(range(len(found.actions)), key=lambda i: (-found.visits[i], -found.values[i]))
    return [_one(found, i, reach, skipped) for i in ranked]


def _one(found: Rollout, i: int, reach: float, skipped: Share) -> Judged:
    asked = Share(float(found.values[i]), float(found.errors[i]))
    return Judged(
        Suggest(tuple(CardSet(int(found.actions[i])))),
        wins=reach * asked.value + (1 - reach) * skipped.value,
        error=reach * asked.error + (1 - reach) * skipped.error,  # of the same worlds: they may err together
        games=int(found.visits[i]),
        asked=asked,
        reach=reach,
    )


def imagined(view: View, effort: Effort, seed: int) -> tuple[Worlds, np.random.Generator]:
    """The detective's worlds for a view, and the chance to play on in them with."""
    check_imaginable(view)
    chance = np.random.default_rng(seed)
    return Detective().imagine(view, chance, effort, effort.worlds), chance


def ending(view: View, effort: Effort, seed: int) -> Share:
    """The share of imagined games won by ending the turn without another question."""
    worlds, chance = imagined(view, effort, seed)
    return Share.of(wait_value(worlds, chance), worlds.independent)


def judge_show(
    view: View,
    asker: str | Seat | None = None,
    cards: Sequence[str | Card] | None = None,
    *,
    effort: Effort | None = None,
    seed: int = 0,
) -> list[JudgedShow]:
    """Every card I could show in answer to a question, the best first.

    As the detective shows them: first what the asker has seen before, then what wins most imagined games.
    """
    check_imaginable(view)
    view, question = put_to_me(view, asker, cards)
    problem_asked(view)  # complains about a question that cannot have come to me
    held = [card for card in question.cards if card in (view.hand or ())]
    if not held:
        return []
    effort = effort or ADVISING
    worlds, chance = imagined(view, effort, seed)
    values, games = _shown(worlds, held, question.seat, chance, effort)
    shares = [Share.of(float(value), worlds.independent) for value in values]
    seen = seen_by(view, question.seat)
    found = [
        JudgedShow(Show(card), share.value, share.error, games, card in seen, question.seat)
        for card, share in zip(held, shares, strict=True)
    ]
    return sorted(found, key=lambda one: (not one.seen, -one.wins))


def _shown(
    worlds: Worlds, cards: list[Card], asker: Seat, chance: np.random.Generator, effort: Effort
) -> tuple[NDArray[np.float64], int]:
    """What each card wins when it is shown, and the games played with each."""
    masks, n = np.array([1 << card for card in cards], np.int64), len(worlds)
    until, rounds = perf_counter() + effort.seconds, 0
    wanted = 1 if effort.seconds else max(1, effort.simulations // (n * len(cards)))
    total = np.zeros(len(cards))
    while rounds < wanted or perf_counter() < until:
        total += show_values(worlds, masks, asker, chance, tries=n)
        rounds += 1
    return total / rounds, rounds * n
