"""Why a card must be, or cannot be, in a place: the fewest entries that prove it, and the proof in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sleuth.cards import Card, Place, Seat
from sleuth.inference.constraints import Clue, card_of, clues, place_of, problem_of
from sleuth.inference.core import smallest_core
from sleuth.inference.counting import sampler, satisfiable
from sleuth.inference.notebook import Notebook, infer
from sleuth.inference.proof import Cell, Step, prove
from sleuth.inference.proof_text import proof_sentences, settle_sentence
from sleuth.setup import Setup
from sleuth.view import View

SAMPLES = 2_000
"""Deals drawn to look for cards that would settle an open cell; what they suggest is then proved."""


@dataclass(frozen=True, slots=True)
class Settler:
    """A card in a place that would settle an open cell, and how likely that is."""

    cell: Cell
    probability: float
    settles: Cell


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a cell is what it is."""

    view: View
    card: Card
    place: Seat | Place
    holds: bool | None
    """True if the card must be there, False if it cannot be, None if both are possible."""
    probability: float
    entries: tuple[int, ...] = ()
    """The fewest entries that prove it, together with what is known from the start."""
    steps: tuple[Step, ...] = ()
    settlers: tuple[Settler, ...] = ()

    def text(self, lang: str = "en") -> str:
        """The reason as a player would tell it."""
        return " ".join(self.sentences(lang))

    def sentences(self, lang: str = "en") -> list[str]:
        """The reason, sentence by sentence."""
        if self.holds is None:
            return settle_sentence(self.view, self.card, self.place, self.probability, self.settlers, lang)
        return proof_sentences(self.view, self.steps, lang)

    def __str__(self) -> str:
        return self.text()


def explain(
    view: View, card: str | Card, place: str | Seat | Place, *, notebook: Notebook | None = None
) -> Reason:
    """The reason for one cell of the notebook; pass the notebook if there is one already."""
    setup = view.record.setup
    which, where = card_of(setup, card), place_of(setup, place)
    notebook = notebook or infer(view)
    holds, chance = notebook.certain(which, where), notebook.probability(which, where)
    if holds is None:
        return Reason(view, which, where, None, chance, settlers=_settlers(notebook, which, where))
    known = clues(view)
    target = Cell(which, where, holds)
    entries = _core(setup, known, target)
    used = [clue for clue in known if clue.entry in (0, *entries)]
    return Reason(view, which, where, holds, chance, entries, prove(setup, used, target))


def _core(setup: Setup, known: tuple[Clue, ...], target: Cell) -> tuple[int, ...]:
    """The fewest entries without which the opposite would be possible."""
    opposite = _clue(target.denied())
    entries = sorted({clue.entry for clue in known} - {0})

    def possible(kept: frozenset[int]) -> bool:
        chosen = [clue for clue in known if clue.entry == 0 or clue.entry in kept]
        return satisfiable(problem_of(setup, [*chosen, opposite]))

    if not possible(frozenset()):
        return ()
    return smallest_core(entries, possible)


def _clue(cell: Cell) -> Clue:
    return Clue(0, "has" if cell.holds else "lacks", cell.place, 1 << cell.card)


def _settlers(notebook: Notebook, card: Card, place: Seat | Place) -> tuple[Settler, ...]:
    """Other cards whose place would decide this cell, the likeliest first."""
    places = notebook.setup.places
    deals = sampler(notebook.problem, engine="python").sample(SAMPLES, np.random.default_rng(0))
    here = deals[:, card] == places.index(place)
    found = []
    for other in range(deals.shape[1]):
        for index, where in enumerate(places):
            then = here[deals[:, other] == index]
            if len(then) >= SAMPLES // 100 and then.all() == then.any():
                found.append((Cell(other, where, True), bool(then.all())))
    found = [(cell, holds) for cell, holds in found if not _obvious(notebook.setup, cell, card, place)]
    return tuple(_proved(notebook, card, place, found))[:3]


def _obvious(setup: Setup, cell: Cell, card: Card, place: Seat | Place) -> bool:
    """Whether anyone can see why: it is the card itself, or the envelope's only card of the kind."""
    kind = setup.edition.category
    both_in_envelope = cell.place is Place.ENVELOPE is place and kind[cell.card] == kind[card]
    return cell.card == card or both_in_envelope


def _proved(
    notebook: Notebook, card: Card, place: Seat | Place, found: Sequence[tuple[Cell, bool]]
) -> list[Settler]:
    known = clues(notebook.view)
    settlers = []
    for cell, holds in found:
        settled = Cell(card, place, holds)
        both = [*known, _clue(cell), _clue(settled.denied())]
        chance = notebook.probability(cell.card, cell.place)
        if chance < 1 and not satisfiable(problem_of(notebook.setup, both)):
            settlers.append(Settler(cell, chance, settled))
    return sorted(settlers, key=lambda settler: -settler.probability)
