"""What rooms are worth: the best question that can be asked in each."""

from __future__ import annotations

import numpy as np

from sleuth.agents.worlds import Worlds
from sleuth.inference.problem import mask_of
from sleuth.kernels import playout_search
from sleuth.setup import Setup


def room_worth(setup: Setup, worlds: Worlds) -> dict[str, float]:
    """What the best question in each room tells about the envelope, in nats."""
    here, edition = worlds.situation, setup.edition
    questions = edition.suggestions
    actions = np.array([0, *map(mask_of, questions)], np.int64)
    told = np.zeros(len(actions))
    playout_search.inform(here.deck, worlds.hands, here.me, actions, len(here.problem.category), told)
    gains = (told[1:] - told[0]) / len(worlds)
    best: dict[str, float] = {}
    for cards, gain in zip(questions, gains.tolist(), strict=True):
        for card in cards:
            if edition.category[card] == edition.place_category:
                room = edition.cards[card]
                best[room] = max(best.get(room, 0.0), gain)
    return best
