"""The detective: our best player imagines worlds, plays them to the end, and does what wins most often."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np

from sleuth.actions import Accuse, Action, EndTurn, Group, Show, Suggest
from sleuth.agents.baseline import CasualAgent
from sleuth.agents.search import Rollout, halving, show_values, telling, wait_value
from sleuth.agents.simple import shown_before
from sleuth.agents.situation import Situation
from sleuth.agents.worlds import DEAF, Opponents, Worlds, imagine
from sleuth.cards import CardSet
from sleuth.inference.problem import mask_of
from sleuth.view import View


@dataclass(frozen=True, slots=True)
class Effort:
    """How much the detective thinks: worlds imagined, and games played out in them for one decision."""

    worlds: int = 256
    draws: int = 512
    steps: int = 24
    questions: int = 400
    """Only so many questions, those that tell most, are tried at all."""
    simulations: int = 40_000
    patience: float = 0.35
    """Of the games that I lose in imagination, the share that I really lose: I play better than I imagine."""


class Detective:
    """Chooses questions, cards to show and accusations by the chance to win."""

    def __init__(self, opponents: Opponents | None = None, effort: Effort | None = None) -> None:
        self.opponents = opponents or Opponents()
        self.effort = effort or Effort()

    def choose(self, view: View, rng: Random) -> Action:
        kinds: dict[type[Action], Group] = {type(group[0]): group for group in view.menu.groups}
        if len(view.menu) == 1:
            return view.menu[0]
        chance = np.random.default_rng(rng.getrandbits(64))
        if Show in kinds:
            return self._show(view, kinds[Show], chance)
        if Suggest in kinds:
            return self._ask(view, kinds[Suggest], chance)
        if Accuse in kinds and EndTurn in kinds:
            return self._accuse(view, chance)
        return CasualAgent().choose(view, rng)

    def imagine(self, view: View, chance: np.random.Generator) -> Worlds:
        """The worlds that a view makes likely."""
        effort = self.effort
        return imagine(
            Situation.of(view),
            self.opponents,
            chance,
            n=effort.worlds,
            draws=effort.draws,
            steps=effort.steps,
        )

    def search(self, view: View, questions: Group, chance: np.random.Generator) -> Rollout:
        """What each question is worth."""
        worlds = self.imagine(view, chance)
        actions = np.array([mask_of(q.cards) for q in questions if isinstance(q, Suggest)], np.int64)
        actions = telling(worlds, actions, self.effort.questions)
        return halving(worlds, actions, chance, simulations=self.effort.simulations)

    def _ask(self, view: View, questions: Group, chance: np.random.Generator) -> Action:
        found = self.search(view, questions, chance)
        return Suggest(tuple(CardSet(int(found.actions[found.best]))))

    def _show(self, view: View, cards: Group, chance: np.random.Generator) -> Action:
        held = [action.card for action in cards if isinstance(action, Show)]
        again = sorted(set(held) & shown_before(view))
        if again:  # what the asker has seen already tells nothing new
            return Show(again[0])
        assert view.scene is not None
        worlds = self.imagine(view, chance)
        values = show_values(
            worlds, np.array([1 << card for card in held], np.int64), view.scene.turn, chance
        )
        return Show(held[int(values.argmax())])

    def _accuse(self, view: View, chance: np.random.Generator) -> Action:
        worlds = self.imagine(view, chance)
        envelope, share = worlds.best_envelope()
        verdict = Accuse(tuple(CardSet(envelope)))
        risk = self.effort.patience * (1 - wait_value(worlds, chance))
        if 1 - share <= risk or share == 1.0:
            return verdict
        return EndTurn()


def careless() -> Detective:
    """A detective that learns nothing from what the others choose to ask."""
    return Detective(DEAF)
