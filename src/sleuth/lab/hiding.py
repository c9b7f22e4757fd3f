"""What rollout does to the length of games: few tries choose badly, and who hides tells less."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sleuth.agents.base import Agent
from sleuth.agents.policy import POLICIES
from sleuth.agents.rollout import Reading, RolloutAgent, Transition
from sleuth.agents.simple import PolicyAgent
from sleuth.arena.match import play_game
from sleuth.arena.swift import boardless
from sleuth.edition import Edition
from sleuth.events import Showed, Suggested
from sleuth.game import Game
from sleuth.inference.problem import mask_of
from sleuth.kernels import playout
from sleuth.lab.batches import batches, opened
from sleuth.lab.clusters import check_deals
from sleuth.lab.experiment import Experiment, Result, Results
from sleuth.lab.hiding_report import ALIKE, BASE, HURRIES, MIXED, WINS, Found, Kind, told
from sleuth.lab.report import Report
from sleuth.lab.seats import missing
from sleuth.language import N_

BASES = ("random", "heuristic")
AIMS = {HURRIES: Transition.DEALS, WINS: Transition.TABLE}
"""Two rollouts of one base, which differ only in what they imagine."""
MANY = 100
"""Tries beyond which a game of three who imagine the whole table takes a second: fewer are played."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """How often each action is tried, how far ahead, and on how many deals."""

    w: tuple[int, ...] = (10, 30, 100, 300)
    horizon: int = 10
    """The paper's."""
    deals: int = 200
    """Each is played from all three seats; three of a kind play three times as many deals once."""
    batch: int = 20
    """Deals in a unit of work."""
    seed: int = 77

    @property
    def kinds(self) -> list[Kind]:
        """Every player at every table."""
        players = [(BASE, 0), *((aim, w) for aim in AIMS for w in dict.fromkeys(self.w))]
        return [Kind(base, aim, w, table) for base in BASES for aim, w in players for table in (MIXED, ALIKE)]

    def deals_of(self, row: str) -> int:
        """How many deals are played in a row."""
        kind = Kind.of(row)
        return self.deals * (3 if kind.table == ALIKE and kind.w <= MANY else 1)


def units(parameters: Parameters) -> Sequence[str]:
    """Some deals of every player at every table."""
    check_deals(parameters.deals)
    rows = [kind.row for kind in parameters.kinds]
    return batches(rows, rows, parameters.batch, parameters.deals_of)


def player(parameters: Parameters, kind: Kind) -> Agent:
    """The base policy, or a rollout of it."""
    policy = POLICIES[f"{kind.base}-paper"]
    if kind.aim == BASE:
        return PolicyAgent(policy)
    return RolloutAgent(Reading(policy, kind.w, parameters.horizon, transition=AIMS[kind.aim]))


def work(parameters: Parameters, unit: str) -> Result:
    """Every deal: who won, how long it took, and what each question taught whom."""
    row, deals = opened(unit, parameters.batch)
    kind = Kind.of(row)
    hero, rival = player(parameters, kind), PolicyAgent(POLICIES[f"{kind.base}-paper"])
    edition, found = Edition.load("classic"), []
    for deal in deals:
        for heroes in [{0}, {1}, {2}] if kind.table == MIXED else [{0, 1, 2}]:
            agents = [hero if seat in heroes else rival for seat in range(3)]
            seed = parameters.seed * 10**6 + deal
            end = play_game(agents, edition, seed=seed, rules=boardless(edition, 3))
            found.append([deal, *_taught(end, heroes)])
    return {"games": found}


def _taught(game: Game, heroes: set[int]) -> tuple[bool, int, float, float, int, int]:
    """Whether a hero won, the turns; of the heroes' questions the bits learned, told, own cards, how many."""
    assert game.outcome is not None
    asked = list(lessons(game))
    mine = [lesson for lesson in asked if lesson.asker in heroes]
    learned, told_others = sum(one.learned for one in mine), sum(one.told for one in mine)
    own = sum(one.own for one in mine)
    return game.outcome.winner in heroes, len(asked), learned, told_others, own, len(mine)


@dataclass(frozen=True, slots=True)
class Lesson:
    """What one question taught: bits of the envelope that the asker learned, and that the others did."""

    asker: int
    learned: float
    told: float
    own: int
    """Cards of one's own among those asked for."""


def lessons(game: Game) -> Iterator[Lesson]:
    """Every question of a finished game, as three careful players would have noted it."""
    edition = game.record.setup.edition
    deck = np.array([mask_of(tuple(edition.cards_of(k))) for k in range(3)], np.int64)
    hands = np.array([hand.mask for hand in game.deal.hands], np.int64)
    sizes = np.array(game.record.setup.hands, np.int64)
    table, notes = np.zeros((3, playout.WIDTH), np.int64), int(POLICIES["heuristic-paper"].keep)
    playout.begin(table, deck, hands)
    for asker, cards, shower, card in _questions(game):
        before = [missing(table, deck, seat) for seat in range(3)]
        for seat in range(3):
            playout.note_answer(table, 3, notes, seat, asker, cards, shower, card, 1)
            playout.settle(table, deck, sizes, notes, seat)
        gains = [before[seat] - missing(table, deck, seat) for seat in range(3)]
        own = int(hands[asker] & cards).bit_count()
        yield Lesson(asker, gains[asker], sum(gains) - gains[asker], own)


def _questions(game: Game) -> Iterator[tuple[int, int, int, int]]:
    """Who asked, the cards, who showed (-1: nobody) and the card."""
    for entry in game.record.standing:
        if isinstance(asked := entry.events[0], Suggested):
            shown = next((event for event in entry.events if isinstance(event, Showed)), None)
            shower, card = (-1, 0) if shown is None else (shown.seat, 1 << (shown.card or 0))
            yield asked.seat, mask_of(asked.cards), shower, card


def report(parameters: Parameters, results: Results) -> Report:
    """Turns beside wins, what is noise in them, and what the questions teach."""
    return told({kind: Found.of(kind, results) for kind in parameters.kinds}, parameters.horizon)


EXPERIMENTS = (
    Experiment(
        "hiding",
        N_("What rollout does to the length of games: the noise of few tries, and hiding."),
        full=Parameters(),
        small=Parameters(w=(2, 6), deals=2, batch=2),
        units=units,
        work=work,
        report=report,
        minutes=25.0,
        choosing=("w", "deals"),
    ),
)
