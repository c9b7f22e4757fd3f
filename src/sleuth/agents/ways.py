"""Ways over the board: which room is worth going to, and where to stand when none is in reach."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sleuth.actions import Action, Group, Move, Roll, Suggest, TakePassage
from sleuth.board import Board, Spot
from sleuth.choices import asking_room, occupied, passages
from sleuth.inference.advise_rooms import rolls
from sleuth.scene import Scene, spot_of
from sleuth.setup import Setup
from sleuth.view import View

LATER = 0.6
"""What a question is worth that is asked a turn later: the others go on meanwhile."""


@dataclass(frozen=True, slots=True)
class Ways:
    """What every spot of the board is worth to the seat whose turn it is."""

    setup: Setup
    scene: Scene
    board: Board
    goals: Mapping[str, float]
    """The rooms to go to, and what it is worth to be there."""
    throws: Mapping[int, float]
    """How likely each number of pips is."""
    stride: float
    """The pips of an ordinary turn."""

    @classmethod
    def of(cls, view: View, goals: Mapping[str, float]) -> Ways:
        """What the seat of a view sees from where it stands."""
        setup = view.record.setup
        assert setup.board is not None
        assert view.scene is not None
        throws = {pips: float(chance) for pips, chance in rolls(setup.rules).items()}
        stride = sum(pips * chance for pips, chance in throws.items())
        return cls(setup, view.scene, setup.board, goals, throws, stride)

    def best(self, ways: list[Action]) -> Action:
        """The best of the moves, or of the ways to begin a turn."""
        return max(ways, key=self.worth)

    def worth(self, action: Action) -> float:
        """What an action leads to: a room, a square, whatever the dice allow, or a question on the spot."""
        match action:
            case Move(to) | TakePassage(to):
                return self._at(to)
            case Roll():
                return self._thrown()
            case Suggest():
                here = asking_room(self.setup, self.scene)
                return self._at(here) if here else 0.0
        return 0.0

    def _at(self, spot: Spot) -> float:
        """What it is worth to be there: now, if it is a goal, and on the way to the best other one."""
        room = spot if isinstance(spot, str) else ""
        far = self.board.distances(spot)
        # Whoever is near still needs a turn; beyond that every step counts.
        turns = {goal: max(1.0, far[goal] / self.stride) for goal in self.goals if goal in far}
        turns |= dict.fromkeys(self.goals.keys() & passages(self.setup, self.scene, spot), 1.0)
        then = (self.goals[goal] * LATER**n for goal, n in turns.items() if goal != room)
        return self.goals.get(room, 0.0) + max(then, default=0.0)

    def _thrown(self) -> float:
        """The best that each throw allows, on average."""
        rules, here = self.setup.rules, spot_of(self.setup, self.scene, self.scene.turn)
        assert here is not None
        blocked, total = occupied(self.setup, self.scene, self.scene.turn), 0.0
        for pips, chance in self.throws.items():
            ends = self.board.reach(
                here, pips, blocked, roll=rules.roll, revisit=rules.revisit, blocking=rules.blocking
            )
            total += chance * max(map(self._at, ends), default=0.0)
        return total


def is_bound(setup: Setup) -> bool:
    """Whether the case can only be told in a certain room: where it may be accused, or named if that wins."""
    rules = setup.rules
    accused = rules.auto_win == "off" and rules.accuse != "anywhere"
    return setup.board is not None and (accused or rules.auto_win == "suggestion")


def where_to_accuse(setup: Setup, envelope: int) -> str | None:
    """The room in which these cards may be accused, or named if that wins; None if it is no certain one."""
    board, edition, rules = setup.board, setup.edition, setup.rules
    if board is None or not is_bound(setup):
        return None
    if rules.accuse == "centre" and rules.auto_win == "off":
        return board.centre
    rooms = (edition.cards[c] for c in range(len(edition.cards)) if envelope >> c & 1)
    return next(room for room in rooms if room in board.rooms)


def way_to_accuse(view: View, kinds: Mapping[type[Action], Group], envelope: int) -> Action | None:
    """The next step to where these cards may be accused; None if there is no such place or no way is open."""
    goal, ways = where_to_accuse(view.record.setup, envelope), moves(kinds)
    return Ways.of(view, {goal: 1.0}).best(ways) if goal and ways else None


def moves(kinds: Mapping[type[Action], Group]) -> list[Action]:
    """The actions of a menu that decide where to go."""
    found = [action for kind in (Move, TakePassage, Roll) if kind in kinds for action in kinds[kind]]
    # One question stands for all in a room: which one is decided later.
    return found + list(kinds[Suggest][:1]) if found and Suggest in kinds else found


def kinds_of(view: View) -> dict[type[Action], Group]:
    """A menu by kinds of action, without asking once more where nobody has to leave: whoever would never go
    on would learn of one room only."""
    kinds: dict[type[Action], Group] = {type(group[0]): group for group in view.menu.groups}
    scene, setup = view.scene, view.record.setup
    if scene is not None and setup.rules.stay == "free" and Suggest in kinds and moves(kinds):
        here = asking_room(setup, scene)
        if here is not None and scene.asked_in[scene.turn] == here:
            del kinds[Suggest]
    return kinds
