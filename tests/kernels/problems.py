"""Random small problems with every feature that a problem can have."""

from __future__ import annotations

import random

from sleuth.inference.problem import Factor, Problem, mask_of


def small(rng: random.Random, cards: int = 10) -> Problem:
    """A problem of at most so many cards, quite often an impossible one."""
    kinds = rng.randint(2, 4)
    parts = [rng.randint(1, 3) for _ in range(kinds)]
    while sum(parts) > cards:
        parts[parts.index(max(parts))] -= 1
    category = tuple(kind for kind, part in enumerate(parts) for _ in range(part))
    places = rng.randint(2, 5)
    envelope = rng.randrange(places)
    return Problem(
        category,
        _sizes(rng, len(category) - kinds, places, envelope, kinds),
        envelope,
        tuple(_some(rng, len(category), 0.85) for _ in range(places)),
        tuple((rng.randrange(places), _few(rng, len(category))) for _ in range(rng.randint(0, 4))),
        tuple({_one_of_each(rng, category) for _ in range(rng.choice([0, 0, 1, 2]))}),
        tuple(_factor(rng, len(category), places) for _ in range(rng.choice([0, 0, 0, 1, 3]))),
    )


def _sizes(rng: random.Random, cards: int, places: int, envelope: int, kinds: int) -> tuple[int, ...]:
    sizes = [0] * places
    hands = [place for place in range(places) if place != envelope]
    for _ in range(cards):
        sizes[rng.choice(hands)] += 1
    sizes[envelope] = kinds
    return tuple(sizes)


def _some(rng: random.Random, cards: int, share: float) -> int:
    return mask_of([card for card in range(cards) if rng.random() < share])


def _few(rng: random.Random, cards: int) -> int:
    return mask_of(rng.sample(range(cards), min(cards, rng.randint(1, 4))))


def _one_of_each(rng: random.Random, category: tuple[int, ...]) -> int:
    kinds = range(max(category) + 1)
    return mask_of([rng.choice([c for c, kind in enumerate(category) if kind == k]) for k in kinds])


def _factor(rng: random.Random, cards: int, places: int) -> Factor:
    chosen = tuple(rng.sample(range(cards), rng.randint(1, min(4, cards))))
    weights = tuple(rng.choice([0.0, 0.25, 0.5, 1.0, 2.0]) for _ in range(1 << len(chosen)))
    return Factor(rng.randrange(places), chosen, weights)
