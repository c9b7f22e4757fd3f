"""Whole boardless games between simple players, compiled; shapes as in `sleuth.kernels.playout`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sleuth.kernels.jit import kernel
from sleuth.kernels.playout import WIDTH, begin
from sleuth.kernels.playout_turns import Playout, no_odds, play_on

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]


@kernel
def play_games(
    deck: Ints,
    hands: Ints,
    hand_size: Ints,
    policies: Ints,
    streams: Words,
    limit: int,
    named: bool,
    everyone: bool,
    way: int,
    winners: Ints,
    turns: Ints,
) -> None:
    """Many games from the first seat on; winners and turns (games,) are filled in.

    hands (games, seats) · policies (games, seats, 6) · streams (games, seats), changed.
    """
    table = np.zeros((hands.shape[1], WIDTH), np.int64)
    odds = no_odds()
    for game in range(hands.shape[0]):
        begin(table, deck, hands[game])
        start = Playout(deck, hands[game], hand_size, policies[game], table, streams[game], odds)
        winners[game], turns[game] = play_on(start, 0, 0, 0, limit, named, everyone, way)
