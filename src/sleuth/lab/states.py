"""States to experiment on: games of note-taking players, and what the winner knew (Neller & Luo, 4.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

from sleuth.agents.base import Agent
from sleuth.agents.baseline import CasualAgent
from sleuth.arena.match import play_game
from sleuth.cards import Card
from sleuth.edition import Edition
from sleuth.events import Suggested
from sleuth.game import Game
from sleuth.houserules import HouseRules
from sleuth.inference.constraints import clues, problem_of
from sleuth.inference.counting import satisfiable
from sleuth.inference.problem import Problem, mask_of
from sleuth.record import Entry, Log, Record
from sleuth.view import View


def boardless(edition: Edition, players: int) -> HouseRules:
    """The research papers' game: no board, any room at any time, and a proof wins."""
    return replace(edition.rules_for(players), board=False, bonus=False, auto_win="proof")


def game(seed: int, players: int, edition: str = "classic", agent: Agent | None = None) -> Game:
    """A whole game of equal players, by default such as keep a notepad and ask at random."""
    box = Edition.load(edition)
    return play_game([agent or CasualAgent()] * players, box, seed=seed, rules=boardless(box, players))


def questions(record: Record) -> tuple[Entry, ...]:
    """The entries that are questions."""
    return tuple(entry for entry in record.standing if isinstance(entry.events[0], Suggested))


def with_questions(record: Record, kept: Sequence[Entry]) -> Record:
    """The record with these entries only, numbered anew."""
    return Record(record.setup, Log(event for entry in kept for event in entry.events))


def winners_view(finished: Game) -> Record:
    """The winner's record of a finished game: their hand in its header, then all questions."""
    assert finished.outcome is not None
    seat = finished.outcome.winner
    assert seat is not None
    mine = finished.record.redacted(seat)
    header = replace(mine.setup, hand=tuple(sorted(finished.deal.hands[seat])))
    return with_questions(replace(mine, setup=header), questions(mine))


def problem(view: View) -> Problem:
    """What a view knows, without names."""
    return problem_of(view.record.setup, clues(view))


def proves(record: Record, envelope: tuple[Card, ...]) -> bool:
    """Whether no other envelope is possible."""
    known = problem(record.view())
    return not satisfiable(replace(known, excluded=(*known.excluded, mask_of(envelope))))


def minimal(record: Record, solved: Callable[[Record], bool], rng: Random | None = None) -> Record:
    """The record with so few questions that it is solved, but not without any one of them.

    Questions are tried from the first on, or in any order if there is chance to choose it.
    """
    kept = list(questions(record))
    order = list(kept) if rng is None else rng.sample(kept, len(kept))
    for entry in order:
        fewer = [other for other in kept if other is not entry]
        if solved(with_questions(record, fewer)):
            kept = fewer
    return with_questions(record, kept)


def minimal_proof(finished: Game) -> Record:
    """What the winner of a game needed to know (Neller & Luo, section 4.1)."""
    envelope = finished.deal.envelope
    return minimal(winners_view(finished), lambda record: proves(record, envelope))


def backwards(record: Record) -> Iterator[Record]:
    """The record, then again and again without its last question, down to the bare hand."""
    kept = questions(record)
    for length in range(len(kept), -1, -1):
        yield with_questions(record, kept[:length])
