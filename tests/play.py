"""Games played at random, at tables with any house rules: what soak, goldens and laws are made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from sleuth.actions import Accuse, Action, Group, Move, Suggest
from sleuth.cards import Place
from sleuth.edition import Edition
from sleuth.errors import BadSetup
from sleuth.game import Game
from sleuth.houserules import HouseRules
from sleuth.marks import Marks
from sleuth.view import View

NAMES = ("Anna", "Ben", "Cleo", "David", "Emma", "Finn", "Greta", "Hugo", "Ida", "Jonas")

CHOICES: dict[str, Sequence[object]] = {
    "leftover": ("uneven", "face_up", "face_down"),
    "slots": (0, 0, 0, 1, 4, 5),
    "first": ("seat", "pawn", "highest_roll"),
    "dice": (1, 2),
    "question": (False, True),
    "question_pips": (0, 1, 6),
    "roll": ("exact", "up_to"),
    "revisit": (False, True),
    "blocking": ("block", "hop", "none"),
    "stay": ("must_leave", "if_summoned", "free"),
    "repeat": (False, True),
    "summons": ("pawns", "tokens"),
    "own_cards": (False, True),
    "passages": (False, True),
    "accuse": ("anywhere", "centre", "accused_room"),
    "bonus": (False, True),
    "auto_win": ("off", "off", "off", "off", "proof", "suggestion"),
}
"""The values of every house rule but `board` and `pawns`, which depend on the edition."""


@dataclass(frozen=True)
class Table:
    """An edition, a number of players and the rules they agreed on."""

    edition: Edition
    players: int
    rules: HouseRules

    def __str__(self) -> str:
        words = self.rules.words(self.edition.rules_for(self.players)).items()
        return " ".join([self.edition.name, str(self.players), *(f"{key}={word}" for key, word in words)])

    def deal(self, rng: Random) -> Game:
        """A freshly dealt game at this table."""
        return Game.new(self.edition, NAMES[: self.players], rng, rules=self.rules)


def random_table(rng: Random, names: Sequence[str] = (), *, changes: int = 4) -> Table:
    """A table with up to `changes` house rules changed at random, such that a game can be set up."""
    while True:
        edition = Edition.load(rng.choice(names or Edition.names()))
        players = rng.choice(edition.players)
        picked = rng.sample(sorted(CHOICES), rng.randint(0, changes))
        rules = replace(edition.rules_for(players), **{key: rng.choice(CHOICES[key]) for key in picked})  # type: ignore[arg-type]
        if edition.widest_board is not None and rng.random() < 0.15:
            rules = replace(rules, board=not rules.board)
        if rng.random() < 0.15:
            rules = replace(rules, pawns=tuple(rng.sample(edition.pawns, min(2, len(edition.pawns)))))
        table = Table(edition, players, rules)
        try:
            table.deal(Random(0))
        except BadSetup:
            continue
        return table


def choose(view: View, rng: Random, accuse: float) -> Action:
    """Any legal action: the kind first; rooms rather than squares, and accusations as eagerly as told."""
    groups = view.menu.groups
    accusing = [group for group in groups if isinstance(group[0], Accuse)]
    if accusing and len(groups) > len(accusing):
        groups = tuple(accusing) if rng.random() < accuse else tuple(g for g in groups if g not in accusing)
    group = rng.choice(groups)
    if isinstance(group[0], Move):
        return _way(view, group, rng, accuse)
    if isinstance(group[0], Suggest) and view.record.setup.rules.auto_win != "off" and rng.random() < 0.5:
        return _sharp_question(view, group, rng)
    return rng.choice(group)


def _way(view: View, moves: Group, rng: Random, accuse: float) -> Action:
    """Mostly into a room, and often to where one may accuse."""
    setup = view.record.setup
    rooms = [move for move in moves if isinstance(move, Move) and isinstance(move.to, str)]
    centre = [move for move in rooms if setup.board is not None and move.to == setup.board.centre]
    if setup.rules.accuse == "centre" and setup.rules.auto_win == "off" and centre and rng.random() < accuse:
        return centre[0]
    return rng.choice(rooms if rooms and rng.random() < 0.7 else moves)


def _sharp_question(view: View, questions: Group, rng: Random) -> Action:
    """About as many cards as possible whose place is not known: mere chance takes ages to name the case."""
    marks = Marks.of(view)
    placed = {place: marks.has[place] for place in marks.places if place is not Place.ENVELOPE}

    def unknown(action: Action) -> int:
        cards = action.cards if isinstance(action, Suggest) else ()
        return sum(not any(held >> card & 1 for held in placed.values()) for card in cards)

    most = max(map(unknown, questions))
    return rng.choice([question for question in questions if unknown(question) == most])


def states(table: Table, seed: int, *, accuse: float = 0.1, steps: int = 100_000) -> Iterator[Game]:
    """The states of a game played at random, to its end or for so many steps."""
    rng = Random(seed)
    game = table.deal(rng)
    yield game
    for _ in range(steps):
        if game.outcome is not None:
            return
        game = game.apply(choose(game.view(game.scene.actor), rng, accuse), rng)
        yield game


def played(table: Table, seed: int, *, accuse: float = 0.1, steps: int = 100_000) -> Game:
    """The last state of a game played at random."""
    *_, game = states(table, seed, accuse=accuse, steps=steps)
    return game
