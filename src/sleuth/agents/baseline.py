"""Agents to start with: one that does anything legal, and one that keeps notes and asks at random."""

from __future__ import annotations

from random import Random

from sleuth.actions import Accuse, Action, EndTurn, Group, Menu, Suggest
from sleuth.agents.naming import naming, naming_wins
from sleuth.agents.ways import is_bound, kinds_of, moves, way_to_accuse
from sleuth.cards import Place
from sleuth.inference.problem import mask_of
from sleuth.marks import Marks
from sleuth.view import View


class RandomAgent:
    """Any legal action: first the kind by chance, then the action; an accusation only now and then."""

    def __init__(self, accuse: float = 0.1) -> None:
        self.accuse = accuse

    def choose(self, view: View, rng: Random) -> Action:
        groups = _without_accusing(view.menu) if rng.random() >= self.accuse else view.menu.groups
        return rng.choice(rng.choice(groups))


class CasualAgent:
    """Keeps a notepad, goes to rooms, asks for cards it has not placed, and goes to accuse when sure."""

    def choose(self, view: View, rng: Random) -> Action:
        kinds = kinds_of(view)
        telling = Accuse in kinds or (Suggest in kinds and naming_wins(view))
        going = is_bound(view.record.setup) and moves(kinds)
        solution = Marks.of(view).solution if telling or going else None
        if solution is not None:
            if Accuse(solution) in kinds.get(Accuse, ()):
                return Accuse(solution)
            if winning := naming(view, solution):
                return winning
            if way := way_to_accuse(view, kinds, mask_of(solution)):
                return way
        if Suggest in kinds:
            return _ask_for_the_unknown(view, kinds[Suggest], rng)
        groups = tuple(group for group in _without_accusing(view.menu) if type(group[0]) in kinds)
        if len(groups) > 1:  # ending a turn early is never worth it
            groups = tuple(group for group in groups if EndTurn() not in group)
        group = rng.choice(groups)
        rooms = [action for action in group if isinstance(getattr(action, "to", None), str)]
        return rng.choice(rooms or group)


def _without_accusing(menu: Menu) -> tuple[Group, ...]:
    """The menu's groups but for accusations, unless there is nothing else."""
    return tuple([group for group in menu.groups if not isinstance(group[0], Accuse)]) or menu.groups


def _ask_for_the_unknown(view: View, questions: Group, rng: Random) -> Action:
    """The question with the most cards whose place is not marked yet."""
    marks = Marks.of(view)
    placed = 0
    for place in marks.places:
        placed |= 0 if place is Place.ENVELOPE else marks.has[place]

    def news(action: Action) -> int:
        assert isinstance(action, Suggest)
        return sum(not placed >> card & 1 for card in action.cards)

    most = max(map(news, questions))
    return rng.choice([action for action in questions if news(action) == most])
