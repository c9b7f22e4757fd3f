"""Agents that find their questions by two stages of rollout or by a tree."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import sleuth as sl
from sleuth.actions import Suggest
from sleuth.agents.detective import Detective, Effort
from sleuth.agents.planners import PLANNERS, Planner
from sleuth.agents.registry import agent
from sleuth.agents.search import uniform
from sleuth.agents.stream import Stream
from sleuth.arena.match import states
from sleuth.arena.swift import boardless
from sleuth.inference.problem import mask_of
from sleuth.scene import Phase
from sleuth.view import View

CLASSIC = sl.Edition.load("classic")


def sharp() -> View:
    """The first seat is to ask, and hardly any question but one is any good."""
    games = states([agent("heuristic")] * 3, CLASSIC, seed=13, rules=boardless(CLASSIC, 3))
    mine = [game.view(0) for game in games if game.scene.phase is Phase.START and game.scene.actor == 0]
    return mine[-2]


@pytest.mark.parametrize(("name", "key"), [("nested", 3), ("nested", 5), ("ismcts", 3), ("pomcp", 3)])
def test_it_finds_the_question_that_counts(name: str, key: int) -> None:
    view, rng = sharp(), np.random.default_rng(1)
    asked = agent(name).choose(view, Stream(key))
    assert isinstance(asked, Suggest)
    worlds, actions = Detective().tried(view, list(view.menu), rng, Effort())
    tried = np.append(actions, mask_of(asked.cards))
    values = uniform(worlds, tried, rng, tries=512, horizon=400).values
    assert values[-1] > values.max() - 0.1 > np.quantile(values, 0.9)


def test_the_same_seed_asks_the_same() -> None:
    one, two = (agent("ismcts").choose(sharp(), Stream(4)) for _ in range(2))
    assert one == two


@pytest.mark.parametrize("name", PLANNERS)
def test_it_plays_on_the_board_and_where_own_cards_may_not_be_named(name: str) -> None:
    hasty = Planner(PLANNERS[name], effort=Effort(worlds=32, draws=64, steps=2))
    rules = replace(CLASSIC.rules_for(3), own_cards=False)
    games = states([agent("casual")] * 3, CLASSIC, seed=3, rules=rules)
    views = [g.view(g.scene.actor) for g in games if any(isinstance(a, Suggest) for a in g.legal_actions())]
    asked = hasty.choose(views[2], Stream(1))
    assert asked in views[2].menu


def test_a_planner_shows_and_accuses_as_the_detective_does() -> None:
    games = states([agent("heuristic")] * 3, CLASSIC, seed=8, rules=boardless(CLASSIC, 3))
    views = [g.view(0) for g in games if g.scene.actor == 0 and g.scene.phase in (Phase.ANSWER, Phase.AFTER)]
    planner = Planner(PLANNERS["pomcp"])
    assert len(views) > 4
    assert [planner.choose(view, Stream(2)) for view in views] == [
        Detective().choose(view, Stream(2)) for view in views
    ]
