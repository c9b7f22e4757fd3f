"""Records of real games to infer from: played by the referee, cut anywhere, seen from any seat."""

from __future__ import annotations

from random import Random

from sleuth.agents.base import Agent
from sleuth.agents.baseline import CasualAgent
from sleuth.arena.match import play
from sleuth.edition import Edition
from sleuth.houserules import HouseRules
from sleuth.record import Log, Record
from sleuth.view import View

CASUAL = CasualAgent()


def boardless(edition: Edition, players: int) -> HouseRules:
    """The research papers' game: no board, any room at any time."""
    return edition.rules_for(players).with_words({"board": "no", "bonus": "no", "auto_win": "proof"})


def record_of(seed: int, players: int = 4, edition: str = "classic", agent: Agent = CASUAL) -> Record:
    """A whole game of players of one kind, by default ones who take notes, without a board."""
    box = Edition.load(edition)
    return play([agent] * players, box, seed=seed, rules=boardless(box, players))


def notebook_of(seed: int, players: int = 4, edition: str = "classic") -> Record:
    """One seat's record of a game, cut off somewhere."""
    full = record_of(seed, players, edition)
    rng = Random(seed)
    mine = full.redacted(rng.randrange(players))
    length = rng.randint(players, len(mine.entries))
    events = [event for entry in mine.entries[:length] for event in entry.events]
    return Record(mine.setup, Log(events))


def view_of(seed: int, players: int = 4, edition: str = "classic") -> View:
    """What one seat knows in the middle of a game."""
    return notebook_of(seed, players, edition).view()
