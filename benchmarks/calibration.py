"""Which probability is better calibrated: each deal counted once, or weighed by how cards are shown?

Games without a board are dealt and played with random questions, answered out of one habit of showing cards
or another. Somewhere in each game one seat's notebook is compared with the truth.

python -m benchmarks.calibration [--games 10000] [--seed 7] [--picture docs/img/calibration.svg]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import log2, sqrt
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from benchmarks.calibration_picture import picture
from sleuth.cards import Card, Place, Seat
from sleuth.deal import Deal, shuffle
from sleuth.edition import Edition
from sleuth.events import Dealt, Event, Passed, Showed, Suggested
from sleuth.inference.notebook import Notebook, infer
from sleuth.inference.showing import ShowingHabit, mostly, seen_first, uniformly
from sleuth.record import Log, Record
from sleuth.setup import Setup
from sleuth.view import View

HABITS: dict[str, ShowingHabit] = {"uniformly": uniformly, "seen first": seen_first}
ASSUMED: dict[str, ShowingHabit] = {
    "shown, uniformly": uniformly,
    "shown, seen first": mostly(seen_first),  # who never expects an exception is lost when one comes
}
MODELS = ("deals", *ASSUMED)
NAMES = ("Anna", "Ben", "Cleo", "David", "Emma", "Finn")
BINS = np.linspace(0, 1, 11)


@dataclass(frozen=True, slots=True)
class Moment:
    """What one seat knows somewhere in a game, and the truth."""

    view: View
    truth: tuple[int, ...]
    """The place, as an index of the set-up's places, of every card."""


def moment(rng: Random, habit: ShowingHabit) -> Moment:
    """A game of three to six players, cut off after some questions, seen from a random seat."""
    edition = Edition.load("classic")
    players = rng.randint(3, 6)
    rules = edition.rules_for(players).with_words({"board": "no"})
    setup, deal = shuffle(edition, NAMES[:players], rng, rules)
    events: list[Event] = [Dealt(seat, tuple(deal.hands[seat])) for seat in setup.seats]
    first = rng.randrange(players)
    seen: dict[tuple[Seat, Seat], frozenset[Card]] = {}
    for turn in range(rng.randint(players, 6 * players)):
        events += question(setup, deal, (first + turn) % players, habit, seen, rng)
    return Moment(Record(setup, Log(events)).view(rng.randrange(players)), _truth(setup, deal))


def question(
    setup: Setup,
    deal: Deal,
    asker: Seat,
    habit: ShowingHabit,
    seen: dict[tuple[Seat, Seat], frozenset[Card]],
    rng: Random,
) -> Iterator[Event]:
    """A random question, independent of who holds what, and the table's answers."""
    asked = rng.choice(setup.edition.suggestions)
    yield Suggested(asker, asked)
    for seat in setup.left_of(asker):
        held = frozenset(card for card in asked if card in deal.hands[seat])
        if not held:
            yield Passed(seat)
            continue
        before = seen.get((seat, asker), frozenset())
        cards = sorted(held)
        card = rng.choices(cards, [habit(card, held, before) for card in cards])[0]
        seen[seat, asker] = before | {card}
        yield Showed(seat, card, asker)
        return


def _truth(setup: Setup, deal: Deal) -> tuple[int, ...]:
    places = setup.places
    envelope = places.index(Place.ENVELOPE)
    where = {card: seat for seat in setup.seats for card in deal.hands[seat]}
    return tuple(where.get(card, envelope) for card in range(len(setup.edition.cards)))


@dataclass(slots=True)
class Reliability:
    """Cells sorted by the probability that was said of them: how often was it so?"""

    said: NDArray[np.float64] = field(default_factory=lambda: np.zeros(len(BINS) - 1))
    happened: NDArray[np.float64] = field(default_factory=lambda: np.zeros(len(BINS) - 1))
    number: NDArray[np.float64] = field(default_factory=lambda: np.zeros(len(BINS) - 1))

    def add(self, said: NDArray[np.float64], so: NDArray[np.bool_]) -> None:
        """Count some cells: the probabilities said, and whether the card was there."""
        which = np.digitize(said, BINS[1:-1])
        self.said += np.bincount(which, said, len(BINS) - 1)
        self.happened += np.bincount(which, so, len(BINS) - 1)
        self.number += np.bincount(which, minlength=len(BINS) - 1)

    def rows(self) -> list[tuple[float, float, float]]:
        """For every tenth: the mean probability said, how often it was so, and how many cells."""
        rows = zip(self.said.tolist(), self.happened.tolist(), self.number.tolist(), strict=True)
        return [(said / n, happened / n, n) for said, happened, n in rows if n]

    def gap(self) -> float:
        """The mean distance between what was said and what happened."""
        rows = self.rows()
        return sum(n * abs(said - so) for said, so, n in rows) / sum(n for *_, n in rows)


@dataclass(slots=True)
class Scores:
    """How far a model's probabilities were from the truth, moment by moment."""

    envelope: list[float] = field(default_factory=list)
    """Minus log2 of the true envelope's probability."""
    cells: list[float] = field(default_factory=list)
    """Minus log2 of the probability of an open card's true place, averaged over the open cards."""
    instead: list[float] = field(default_factory=list)
    """Minus log2 of the probability of the truth about a card that was passed over, averaged over these."""
    every: Reliability = field(default_factory=Reliability)
    """Of all open cells."""
    passed_over: Reliability = field(default_factory=Reliability)
    """Of the cells that a card shown to me speaks about: what its holder could have shown instead."""

    def add(self, notebook: Notebook, truth: Sequence[int]) -> None:
        """Compare a notebook with the truth."""
        inside = tuple(c for c, place in enumerate(truth) if place == notebook.problem.envelope)
        chances = {solution.cards: solution.probability for solution in notebook.envelope()}
        self.envelope.append(-log2(chances[inside]))
        table, places = notebook.table, np.array(truth)
        possible = notebook.tally.table > 0
        open_cards = np.flatnonzero(possible.sum(axis=1) > 1)
        self.cells.append(
            float(-np.log2(table[open_cards, places[open_cards]]).sum()) / max(1, len(open_cards))
        )
        is_there = np.arange(table.shape[1]) == places[:, None]
        still_open = possible & (possible.sum(axis=1) > 1)[:, None]
        self.every.add(table[still_open], is_there[still_open])
        instead = still_open & _passed_over(notebook.view, table.shape)
        self.passed_over.add(table[instead], is_there[instead])
        right = np.where(is_there, table, 1 - table)[instead]
        self.instead.append(float(-np.log2(right).sum()) / max(1, len(right)))


def _passed_over(view: View, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """The cards that I asked for, with the seat that showed me another one."""
    cells = np.zeros(shape, np.bool_)
    for entry in view.record.standing:
        match entry.events:
            case (Suggested(asker, asked), *_, Showed(seat, card)) if asker == view.seat:
                cells[[other for other in asked if other != card], seat] = True
    return cells


def score(games: int, habit: str, seed: int) -> dict[str, Scores]:
    """The scores of every model in so many games of people with one habit."""
    scores = {model: Scores() for model in MODELS}
    for game in range(games):
        found = moment(Random(f"{seed} {habit} {game}"), HABITS[habit])
        scores["deals"].add(infer(found.view, engine="compiled"), found.truth)
        for model, assumed in ASSUMED.items():
            notebook = infer(found.view, model="shown", habit=assumed, engine="compiled")
            scores[model].add(notebook, found.truth)
    return scores


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """A mean and its standard error."""
    array = np.array(values)
    return float(array.mean()), float(array.std(ddof=1)) / sqrt(len(array))


def better_by(better: Sequence[float], worse: Sequence[float]) -> tuple[float, float]:
    """By how much one loss is smaller than another in the same games, and the standard error of that."""
    return mean_and_error(np.array(worse) - np.array(better))


LOSSES = {"envelope": "envelope", "open card": "cells", "passed over": "instead"}


def report(habit: str, scores: dict[str, Scores]) -> None:
    """Print the figures of one habit."""
    print(f"\nPeople show {habit}; log loss in bits, and how much less than that of deals:")
    heads = "".join(f"{head:>17}{'':>18}" for head in LOSSES)
    print(f"{'':<20}{heads}{'gap in %: all':>18}{'passed over':>13}")
    for model, one in scores.items():
        columns = "".join(_loss(one, scores["deals"], name) for name in LOSSES.values())
        print(f"{model:<20}{columns}{100 * one.every.gap():>18.2f}{100 * one.passed_over.gap():>13.2f}")


def _loss(one: Scores, deals: Scores, name: str) -> str:
    loss, gain = mean_and_error(getattr(one, name)), better_by(getattr(one, name), getattr(deals, name))
    return f"{loss[0]:>8.4f} ± {loss[1]:.4f}{f'(−{gain[0]:.4f} ± {gain[1]:.4f})':>18}"


def main() -> None:
    """Simulate, print the figures, draw the picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000, help="half of them with each habit")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--picture", type=Path)
    options = parser.parse_args()
    panels = {}
    for habit in HABITS:
        scores = score(options.games // 2, habit, options.seed)
        report(habit, scores)
        panels[f"People show {habit}"] = {model: one.passed_over.rows() for model, one in scores.items()}
    if options.picture:
        options.picture.parent.mkdir(parents=True, exist_ok=True)
        options.picture.write_text(picture(panels), encoding="utf-8")
        print(f"\n{options.picture}")


if __name__ == "__main__":
    main()
