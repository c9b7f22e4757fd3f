"""The detective: our best player imagines worlds, plays them to the end, and does what wins most often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from time import perf_counter
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from sleuth.actions import Accuse, Action, EndTurn, Group, Show, Suggest
from sleuth.agents.baseline import CasualAgent
from sleuth.agents.naming import naming, naming_wins
from sleuth.agents.rooms import room_worth
from sleuth.agents.scholar import Scholar
from sleuth.agents.search import Rollout, affordable, distinct, halving, show_values, wait_value
from sleuth.agents.simple import shown_before
from sleuth.agents.situation import Situation, imaginable
from sleuth.agents.ways import Ways, moves, where_to_accuse
from sleuth.agents.worlds import DEAF, Draws, Opponents, Worlds
from sleuth.cards import CardSet
from sleuth.events import Suggested
from sleuth.inference.problem import mask_of
from sleuth.view import View

Ints = NDArray[np.int64]
Thought = TypeVar("Thought")


@dataclass(frozen=True, slots=True)
class Effort:
    """How much the detective thinks: worlds imagined, and games played out in them for one decision."""

    worlds: int = 1_024
    """Worlds imagined for a question."""
    draws: int = 2_048
    """Deals drawn to make them of."""
    patience: int = 8
    """How often as many again are drawn, as long as few of them matter."""
    steps: int = 16
    """How far each of them is stirred where few draws matter."""
    simulations: int = 216_000
    """Games played out for a question."""
    shows: int = 8_192
    """Games played out for every card that might be shown."""
    glance: int = 1_024
    """Worlds imagined for a card to show, and for an accusation."""
    moves: int = 256
    """Worlds imagined for where to go on a board; there are more such decisions than any other."""
    seconds: float = 0.0
    """If given, a question is thought about so long instead, and anything else at most so long; that cannot
    be repeated."""
    threads: int = 1
    """How many threads share the work; what is found is the same."""

    def at(self, seats: int, *, board: bool = False) -> Effort:
        """What suits a table: less of everything that costs more with more seats, and on a board fewer games,
        since only one room can be asked about there."""
        size = max(3, seats)
        return replace(
            self,
            simulations=max(1, self.simulations * 27 // (size**3 * (1 + 2 * board))),
            shows=max(1, self.shows * 9 // size**2),
            glance=max(1, self.glance * 9 // size**2),
        )

    def playing(self, games: int) -> Effort:
        """The same with so many games a question; many more of them deserve more worlds, up to a limit."""
        return self.wide(min(WIDER, max(1, games // self.simulations)), games)

    def wide(self, wider: int, games: int) -> Effort:
        """The same with so many games a question, in so many times as many worlds."""
        return replace(self, simulations=games, worlds=wider * self.worlds, draws=wider * self.draws)

    def widened(self, games: int, cost: float) -> Effort:
        """With time for so many games: as many worlds more as the games deserve that their cost leaves over.

        cost: what imagining the usual worlds takes, as a part of that time.
        """
        for wider in range(WIDER, 1, -1):
            rest = round(games * (1 - wider * cost))
            if rest >= wider * self.simulations:
                return self.wide(wider, rest)
        return self.wide(1, games)

    def times(self, factor: float) -> Effort:
        """The same with so many times as much for everything but questions."""
        shows, glance, steps = (max(1, round(factor * n)) for n in (self.shows, self.glance, self.moves))
        return replace(self, shows=shows, glance=glance, moves=steps)

    def paced(self, think: Callable[[Effort], Thought]) -> Thought:
        """What is thought with this effort, or with as much of it as its seconds allow."""
        if not self.seconds:
            return think(self)
        brief = self.times(BRIEF)
        think(brief)  # whatever must be loaded is loaded now
        started = perf_counter()
        found, took = think(brief), perf_counter() - started
        factor = min(WIDER, BRIEF * (self.seconds / took - 2))
        return think(self.times(factor)) if factor > BRIEF else found


WIDER = 4
"""With more games than usual more worlds are imagined, too, but at most so many times as many."""
BRIEF = 1 / 16
"""The part of the usual effort that tells how long all of it would take."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What the detective is allowed for a decision, at whatever table: games or seconds, and threads."""

    games: int = 0
    """Games played out for a question; without them, as many as suit the table."""
    seconds: float = 0.0
    threads: int = 1

    def of(self, usual: Effort) -> Effort:
        """This instead of what is usual at a table."""
        wanted = usual.playing(self.games) if self.games else usual
        return replace(wanted, seconds=self.seconds, threads=self.threads)


@dataclass(frozen=True, slots=True)
class Nerve:
    """When the detective dares to accuse."""

    sure: float = 0.85
    """The chance to be right that always suffices: so near the end, who waits may be too late."""
    better: float = 0.15
    """By how much a smaller chance must beat that of winning later: I play better than I do in my worlds."""
    walking: float = 0.25
    """By how much more on a board: in my worlds nobody has to walk before they ask."""
    hopeless: float = 0.2
    """A first, rough look at the chances is enough to wait if it gives no solution more than this."""


class Detective:
    """Chooses questions, cards to show and accusations by the chance to win."""

    def __init__(
        self,
        opponents: Opponents | None = None,
        effort: Effort | None = None,
        nerve: Nerve | None = None,
        budget: Budget | None = None,
    ) -> None:
        self.opponents = opponents or Opponents()
        self.effort = effort
        self.nerve = nerve or Nerve()
        self.budget = budget or Budget()

    def choose(self, view: View, rng: Random) -> Action:
        kinds: dict[type[Action], Group] = {type(group[0]): group for group in view.menu.groups}
        if len(view.menu) == 1:
            return view.menu[0]
        if not imaginable(view):
            return Scholar().choose(view, rng)
        chance = np.random.default_rng(rng.getrandbits(64))
        if Show in kinds and len(kinds) == 1:
            return self._show(view, kinds[Show], chance)
        if Suggest in kinds and naming_wins(view) and (winning := self._name(view, chance)):
            return winning
        if ways := moves(kinds):
            return self._go(view, kinds, ways, chance)
        if Suggest in kinds:
            return self.ask(view, fresh(view, kinds[Suggest]), chance)
        if Accuse in kinds and EndTurn in kinds:
            verdict = self._accuse(view, chance)
            return verdict if verdict and verdict in kinds[Accuse] else EndTurn()
        return CasualAgent().choose(view, rng)

    def effort_for(self, view: View) -> Effort:
        """The effort that was given, or else what suits the table and the budget."""
        setup = view.record.setup
        return self.effort or self.budget.of(Effort().at(len(setup.hands), board=setup.board is not None))

    def imagine(self, view: View, chance: np.random.Generator, effort: Effort, n: int) -> Worlds:
        """So many worlds, as likely as the view makes them."""
        return self._draws(view, chance, effort, n).worlds(effort.steps)

    def _draws(self, view: View, chance: np.random.Generator, effort: Effort, n: int) -> Draws:
        size = max(1, effort.draws * n // effort.worlds)
        return Draws(Situation.of(view), self.opponents, chance, n=n, size=size, patience=effort.patience)

    def tried(
        self, view: View, questions: Sequence[Action], chance: np.random.Generator, effort: Effort
    ) -> tuple[Worlds, Ints]:
        """The worlds in which questions are tried, and one question of every sort, as masks."""
        asked = np.array([mask_of(q.cards) for q in questions if isinstance(q, Suggest)], np.int64)
        worlds = self.imagine(view, chance, effort, effort.worlds)
        return worlds, distinct(worlds.situation, asked, chance)

    def search(self, view: View, questions: Sequence[Action], chance: np.random.Generator) -> Rollout:
        """What each question is worth."""
        effort, started = self.effort_for(view), perf_counter()
        worlds, actions = self.tried(view, questions, chance, effort)
        if effort.seconds:
            took = perf_counter() - started
            left = max(effort.seconds / 2, effort.seconds - took)  # whatever had to be loaded first
            games = affordable(worlds, actions, chance, seconds=left, threads=effort.threads)
            wider = effort.widened(games, took / left)
            if wider.worlds > effort.worlds:
                worlds, actions = self.tried(view, questions, chance, wider)
            effort = wider
        return halving(worlds, actions, chance, simulations=effort.simulations, threads=effort.threads)

    def ask(self, view: View, questions: Sequence[Action], chance: np.random.Generator) -> Suggest:
        """The question that wins most often."""
        found = self.search(view, questions, chance)
        return Suggest(tuple(CardSet(int(found.actions[found.best]))))

    def _show(self, view: View, cards: Group, chance: np.random.Generator) -> Action:
        held = [action.card for action in cards if isinstance(action, Show)]
        again = sorted(set(held) & shown_before(view))
        if again:  # what the asker has seen already tells nothing new
            return Show(again[0])
        assert view.scene is not None
        asker, masks = view.scene.turn, np.array([1 << card for card in held], np.int64)

        def weigh(effort: Effort) -> NDArray[np.float64]:
            worlds = self.imagine(view, chance, effort, effort.glance)
            return show_values(worlds, masks, asker, chance, tries=effort.shows)

        return Show(held[int(self.effort_for(view).paced(weigh).argmax())])

    def _go(
        self, view: View, kinds: dict[type[Action], Group], ways: list[Action], chance: np.random.Generator
    ) -> Action:
        """On the board: where to, or stay and ask; to the place of the accusation once it is time for it."""
        setup = view.record.setup
        worlds = self.effort_for(view).paced(lambda effort: self.imagine(view, chance, effort, effort.moves))
        envelope, right = worlds.best_envelope()
        goal = where_to_accuse(setup, envelope) if right >= self.nerve.sure else None
        verdict = Accuse(tuple(CardSet(envelope)))
        if goal is not None and verdict in kinds.get(Accuse, ()):
            return verdict
        best = Ways.of(view, {goal: 1.0} if goal else room_worth(setup, worlds)).best(ways)
        return self.ask(view, fresh(view, kinds[Suggest]), chance) if isinstance(best, Suggest) else best

    def _name(self, view: View, chance: np.random.Generator) -> Suggest | None:
        """Where naming the envelope wins: the question that names it, once that is likely enough."""
        worlds = self.effort_for(view).paced(lambda effort: self.imagine(view, chance, effort, effort.glance))
        envelope, right = worlds.best_envelope()
        return naming(view, tuple(CardSet(envelope))) if right >= self.nerve.sure else None

    def _accuse(self, view: View, chance: np.random.Generator) -> Accuse | None:
        return self.effort_for(view).paced(lambda effort: self._verdict(view, chance, effort))

    def _verdict(self, view: View, chance: np.random.Generator, effort: Effort) -> Accuse | None:
        draws = self._draws(view, chance, effort, effort.glance)
        if draws.best_chance() < self.nerve.hopeless:
            return None
        worlds = draws.worlds(effort.steps)
        envelope, right = worlds.best_envelope()
        margin = self.nerve.better + self.nerve.walking * (view.record.setup.board is not None)
        dares = right >= self.nerve.sure or right >= wait_value(worlds, chance) + margin
        return Accuse(tuple(CardSet(envelope))) if dares else None


TIRED = 8
"""Who has asked the very same so often is going round in circles."""


def fresh(view: View, questions: Sequence[Action]) -> Sequence[Action]:
    """The questions to try: as a rule all, but only those never asked before once I go round in circles.

    On a board a question moves pawns, and what it moves may do the same for ever; no imagined game knows.
    """
    mine = (e for e in view.record.events if isinstance(e, Suggested) and e.seat == view.seat)
    asked = Counter(event.cards for event in mine)
    if max(asked.values(), default=0) < TIRED:
        return questions
    return [one for one in questions if isinstance(one, Suggest) and one.cards not in asked] or questions


def careless(budget: Budget | None = None) -> Detective:
    """A detective that learns nothing from what the others choose to ask."""
    # Odds that leave out why a question was asked are not too bold, so it may dare a little sooner.
    nerve = Nerve(better=0.1, hopeless=0.0)
    return Detective(DEAF, nerve=nerve, budget=budget)
