"""The scholar: asks what tells it most and others least, accuses by exact odds, and imagines no games."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from sleuth.actions import Accuse, Action, Group, Show, Suggest
from sleuth.agents.baseline import CasualAgent
from sleuth.agents.naming import naming, naming_wins
from sleuth.agents.simple import shown_before
from sleuth.agents.ways import is_bound, kinds_of, moves, way_to_accuse
from sleuth.inference.advise import advise
from sleuth.inference.notebook import infer
from sleuth.inference.problem import mask_of
from sleuth.view import View

SURE = 0.8
"""The chance to be right with which the scholar accuses."""


class Scholar:
    """Plays any edition, also with cards face down, by exact inference alone."""

    def choose(self, view: View, rng: Random) -> Action:
        kinds = kinds_of(view)
        if len(view.menu) == 1:
            return view.menu[0]
        if Show in kinds and len(kinds) == 1:
            held = sorted(action.card for action in kinds[Show] if isinstance(action, Show))
            return Show(next(iter(sorted(set(held) & shown_before(view))), held[0]))
        if is_bound(view.record.setup) and moves(kinds) and (step := self._go(view, kinds)):
            return step
        if Suggest in kinds and naming_wins(view) and (known := self._verdict(view)):
            return naming(view, known.cards) or self._ask(view, kinds[Suggest])
        if Suggest in kinds:
            return self._ask(view, kinds[Suggest])
        if Accuse in kinds and (verdict := self._verdict(view)) is not None and verdict in kinds[Accuse]:
            return verdict
        return CasualAgent().choose(view, rng)

    def _go(self, view: View, kinds: Mapping[type[Action], Group]) -> Action | None:
        """Accuse here, or go where it may be done, if the odds are good."""
        verdict = self._verdict(view)
        if verdict is None or verdict in kinds.get(Accuse, ()):
            return verdict
        return naming(view, verdict.cards) or way_to_accuse(view, kinds, mask_of(verdict.cards))

    def _ask(self, view: View, offered: tuple[Action, ...]) -> Action:
        return next((advice.action for advice in advise(view) if advice.action in offered), offered[0])

    def _verdict(self, view: View) -> Accuse | None:
        best = infer(view, engine="compiled").envelope(1)[0]
        return Accuse(best.cards) if best.probability >= SURE else None
