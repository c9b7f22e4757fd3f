"""A game at random, and everything that the API says about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from hashlib import sha256
from pathlib import Path
from random import Random

from sleuth.actions import Menu
from sleuth.cards import Seat
from sleuth.casefile import dumps
from sleuth.edition import Edition
from sleuth.game import Game
from sleuth.houserules import HouseRules
from sleuth.notation import format_entry
from sleuth.scene import Scene
from sleuth.view import View
from tests.play import NAMES, Table, choose
from tests.rules.table import EVERYTHING

FOLDER = Path(__file__).parent

Told = dict[Seat | None, list[str]]
"""The entries that each seat has been shown, as lines."""


@dataclass(frozen=True)
class Playthrough:
    """Which game to play, and how."""

    edition: str
    players: int
    seed: int
    accuse: float
    """How eagerly accusations are made."""

    def path(self) -> Path:
        """Where its transcript is kept."""
        name = "everything" if self.edition == EVERYTHING else self.edition
        duel = "-duel" if self.players == 2 and name == "three-investigators" else ""
        return FOLDER / f"{name}{duel}.txt"

    def text(self) -> str:
        """The transcript, the same on every machine."""
        return "\n".join(self._lines()).replace(EVERYTHING, "everything.toml") + "\n"

    def _lines(self) -> Iterator[str]:
        edition = Edition.load(self.edition)
        rng = Random(self.seed)
        game = Table(edition, self.players, edition.rules_for(self.players)).deal(rng)
        yield f"# {edition.title('en')}, {self.players} players, seed {self.seed}"
        words = game.setup.rules.words(HouseRules())
        yield f"# rules: {' '.join(f'{key}={word}' for key, word in words.items())}"
        yield from _whole(game)
        told: Told = {}
        number = 0
        while True:
            yield from ("", f"== {number}")
            yield from _state(game, told)
            if game.outcome is not None:
                break
            action = choose(game.view(game.scene.actor), rng, self.accuse)
            yield f"{NAMES[game.scene.actor]} chooses {plain(action)}"
            game, number = game.apply(action, rng), number + 1
        yield from ("", f"# {plain(game.outcome)}", *_whole(game))


# The seeds were chosen such that the games are short and much happens in them.
PLAYTHROUGHS = (
    Playthrough("mini", 3, seed=44, accuse=0.1),
    Playthrough("classic", 4, seed=39, accuse=0.05),
    Playthrough("three-investigators", 4, seed=21, accuse=0.35),
    Playthrough("three-investigators", 2, seed=3, accuse=0.35),
    Playthrough("discover-the-secrets", 3, seed=5, accuse=0.3),
    Playthrough("master-detective", 5, seed=22, accuse=0.06),
    Playthrough("night-train", 4, seed=1, accuse=0.08),
    Playthrough(EVERYTHING, 3, seed=9, accuse=0.06),
)


def _whole(game: Game) -> Iterator[str]:
    """The record as the referee, a spectator and every seat would write it."""
    yield from ("", "-- referee", dumps(game.record).rstrip())
    for seat in (None, *game.setup.seats):
        yield from ("", f"-- {_name(seat)}", dumps(game.view(seat).record).rstrip())


def _state(game: Game, told: Told) -> Iterator[str]:
    scene = game.scene
    yield f"{scene.phase.name}: {NAMES[scene.actor]} acts, turn of {NAMES[scene.turn]}"
    yield f"scene: {_scene(scene)}"
    yield f"menu: {_menu(game.legal_actions())}"
    for seat in (None, *game.setup.seats):
        yield from _news(seat, game.view(seat), told)


def _news(seat: Seat | None, view: View, told: Told) -> Iterator[str]:
    """What a seat has learned since the last state: entries that are new or have grown."""
    lines = [format_entry(entry.events, view.record.setup) for entry in view.record.entries]
    known = told.get(seat, lines)
    new = [line for i, line in enumerate(lines) if i >= len(known) or line != known[i]]
    told[seat] = lines
    digest = _hash(plain((view.record.events[:], view.hand, view.scene, view.menu)))
    yield f"{_name(seat)} {digest}: {'; '.join(new)}".rstrip()


def _name(seat: Seat | None) -> str:
    return "spectator" if seat is None else NAMES[seat]


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:8]


def _scene(scene: Scene) -> str:
    """The fields that are not as in an empty scene."""
    empty = Scene(0, 0, scene.phase)._asdict()
    shown = {key: value for key, value in scene._asdict().items() if value != empty[key]}
    for key in ("phase", "turn", "actor"):
        shown.pop(key, None)
    brought = {i: room for i, room in enumerate(shown.pop("tokens", ())) if room is not None}
    return ", ".join(f"{key}={plain(value)}" for key, value in (shown | {"tokens": brought}).items())


def _menu(menu: Menu) -> str:
    return "; ".join(_group(group) for group in menu.groups) or "nothing"


def _group(group: Sequence[object]) -> str:
    """The actions in order; of many, their number, a hash and the first few."""
    every = [plain(action) for action in group]
    if len(every) <= 12:
        return ", ".join(every)
    return f"{len(every)} ({_hash(', '.join(every))}): {', '.join(every[:3])}, …"


def plain(value: object) -> str:
    """A value as text that does not depend on how sets are laid out in memory."""
    match value:
        case Enum():
            return value.name
        case frozenset():
            return "{" + ", ".join(sorted(map(plain, value))) + "}"
        case Menu():
            return plain([tuple(group) for group in value.groups])
        case Scene():
            return plain(value._asdict())
        case dict():
            return "{" + ", ".join(f"{plain(key)}: {plain(item)}" for key, item in value.items()) + "}"
        case tuple() | list():
            return "(" + ", ".join(map(plain, value)) + ")"
        case _ if is_dataclass(value) and not isinstance(value, type):
            parts = (plain(getattr(value, part.name)) for part in fields(value))
            return f"{type(value).__name__}({', '.join(parts)})"
        case _:
            return repr(value)
