"""Random games over all editions, player numbers and house rules; `python -m tests.soak` plays many more."""

from __future__ import annotations

from typing import get_args

import pytest

from sleuth.edition import Edition
from sleuth.events import Event
from sleuth.scene import Why
from tests import play, soak
from tests.rules.table import EVERYTHING


def test_five_hundred_games_end_legally_and_replay_from_their_text_to_the_same_state() -> None:
    summary = soak.soak(500, seed=1)
    assert summary.games == 500
    assert set(summary.outcomes) == {why.value for why in Why}
    told = {kind.__name__ for kind in _kinds(Event)} - {"Struck"}
    assert set(summary.kinds) == told, "every kind of event happens in some game"
    for key, values in play.CHOICES.items():
        assert {f"{key}={value}" for value in values} <= set(summary.rules)
    boxes = [Edition.load(name) for name in (*Edition.names(), EVERYTHING)]
    tables = {f"{box.title('en')}, {players}" for box in boxes for players in box.players}
    assert set(summary.tables) == tables


def _kinds(union: object) -> set[type]:
    """The classes of a union, of unions within it too."""
    return {kind for part in get_args(union) for kind in (_kinds(part) or {part})}


def test_a_game_that_goes_wrong_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "STEPS", 3)
    with pytest.raises(soak.Broken, match=r"game 1:7, .*the game does not end"):
        soak.soak(1, seed=1, first=7)
