"""Errors are values: a process that is told of one tells it on unchanged."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from sleuth.arena.contest import Late
from sleuth.arena.match import NAMES, Endless
from sleuth.edition import Edition
from sleuth.errors import (
    BadEdition,
    BadSetup,
    Contradiction,
    IllegalEvent,
    SleuthError,
    UnknownWord,
    Unreadable,
)
from sleuth.game import Game


@pytest.mark.parametrize(
    "error",
    [
        BadSetup("{n} players are too many.", n=99),
        BadEdition("This is wrong.", field="cards"),
        Contradiction("These cannot all be true.", entries=(2, 8)),
        Endless("Given up.", Game.new(Edition.load("mini"), NAMES[:2], Random(1))),
        IllegalEvent("Cleo answers before Anna", entry=8),
        Late("did not answer in time"),
        UnknownWord("“{word}” is no card.", word="sward", candidates=("sword",)),
        Unreadable("What?").at(3, 4, ("a", "b")),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_survives_the_way_from_a_worker(error: SleuthError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert again.as_dict("de") == error.as_dict("de")
    assert vars(again) == vars(error)
