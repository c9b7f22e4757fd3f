"""`check_agent` lets good agents pass and says what bad ones do wrong."""

from __future__ import annotations

import random
from collections.abc import Callable
from random import Random

import pytest

from sleuth.actions import Action, EndTurn, Peek
from sleuth.agents.baseline import CasualAgent, RandomAgent
from sleuth.events import Passed
from sleuth.testing import check_agent
from sleuth.view import View


class Choosing:
    """An agent made of a function."""

    def __init__(self, choose: Callable[[View, Random], Action]) -> None:
        self.choose = choose


class Counting:
    """An agent that remembers how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: View, rng: Random) -> Action:
        self.asked += 1
        return view.menu[self.asked % len(view.menu)]


def _scribbling(view: View, rng: Random) -> Action:
    view.record.events._items[-1] = Passed(rng.randrange(2))
    return view.menu[0]


def test_the_casual_agent_plays_by_the_rules_of_every_edition() -> None:
    check_agent(CasualAgent(), games=1)


def test_the_random_agent_plays_by_the_rules() -> None:
    check_agent(RandomAgent(), ("mini", "classic"))


def test_an_illegal_choice_is_named_with_its_place() -> None:
    with pytest.raises(
        AssertionError, match=r"mini, 2 players, seed 0, choice 1: the agent chose Peek\(slot=9\)"
    ):
        check_agent(Choosing(lambda view, rng: Peek(9)), ("mini",))


def test_a_choice_that_is_no_action_at_all_is_illegal() -> None:
    with pytest.raises(AssertionError, match=r"chose \['rope'\], which is not in `view\.menu`"):
        check_agent(Choosing(lambda view, rng: ["rope"]), ("mini",))  # type: ignore[arg-type, return-value]


def test_an_agent_with_randomness_of_its_own_is_found_out() -> None:
    with pytest.raises(AssertionError, match="draw only from `rng`"):
        check_agent(Choosing(lambda view, rng: random.choice(view.menu)), ("mini",))


def test_an_agent_that_remembers_is_found_out_when_asked_in_another_order() -> None:
    with pytest.raises(AssertionError, match="must remember nothing"):
        check_agent(Counting(), ("mini",))


def test_an_agent_that_writes_into_its_view_is_found_out() -> None:
    with pytest.raises(AssertionError, match="changed the view"):
        check_agent(Choosing(_scribbling), ("mini",))


def test_a_game_that_never_ends_is_called_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sleuth.testing.PATIENCE", 50)
    dawdler = Choosing(lambda view, rng: EndTurn() if EndTurn() in view.menu else view.menu[0])
    with pytest.raises(AssertionError, match="no end after 50 choices"):
        check_agent(dawdler, ("classic",))
