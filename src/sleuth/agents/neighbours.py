"""Deals as a constraint solver lists them: each much like the one before, as the paper's samples were."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from sleuth.agents.situation import Situation
from sleuth.inference.reduce import cards_of, reduced

Ints = NDArray[np.int64]


def neighbours(situation: Situation, w: int) -> Ints:
    """(w, seats): the first deals that a constraint solver would list, repeated if there are too few."""
    found = np.array(list(islice(listed(situation), w)), np.int64)
    return np.ascontiguousarray(found[np.arange(w) % len(found)])


def listed(situation: Situation) -> Iterator[tuple[int, ...]]:
    """The hands of every deal that fits, card by card and place by place: each much like the one before."""
    rest = reduced(situation.problem)
    assert rest is not None, "some deal always fits"
    free, slots, holds = cards_of(rest.free), range(len(rest.home)), list(rest.fixed)
    sizes = [fixed.bit_count() + room for fixed, room in zip(rest.fixed, rest.room, strict=True)]
    # A clause is looked at when its last card is placed.
    due: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for slot, cards in rest.clauses:
        due[cards.bit_length() - 1].append((slot, cards))

    def can_go_on(card: int) -> bool:
        """Whether no clause is broken, and enough cards are left for every slot."""
        left = [holds[slot] | rest.allowed[slot] >> card + 1 << card + 1 for slot in slots]
        enough = all(left[slot].bit_count() >= sizes[slot] for slot in slots)
        return enough and all(holds[slot] & cards for slot, cards in due[card])

    def placed(at: int) -> Iterator[tuple[int, ...]]:
        if at == len(free):
            inside = sum(holds[slot] for slot in slots if rest.home[slot] == situation.problem.envelope)
            if all(inside & cards for cards in rest.cases):
                yield tuple(holds[: situation.seats])
            return
        card = free[at]
        for slot in slots:
            if rest.allowed[slot] >> card & 1 and holds[slot].bit_count() < sizes[slot]:
                holds[slot] |= 1 << card
                if can_go_on(card):
                    yield from placed(at + 1)
                holds[slot] ^= 1 << card

    return placed(0)
