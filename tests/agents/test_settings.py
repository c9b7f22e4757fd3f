"""What is said after an agent's name changes how it plays, and what makes no sense is refused."""

from __future__ import annotations

from time import perf_counter, sleep

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sleuth as sl
from sleuth.actions import Accuse, Show, Suggest
from sleuth.agents.detective import WIDER, Detective, Effort
from sleuth.agents.registry import agent, kinds, names
from sleuth.agents.rollout import RolloutAgent, Transition
from sleuth.agents.settings import split
from sleuth.agents.stream import Stream
from sleuth.arena.match import states
from sleuth.arena.swift import boardless
from sleuth.errors import BadSetup
from sleuth.view import View

CLASSIC = sl.Edition.load("classic")


def first(kind: type[Show] | type[Suggest] | type[Accuse], seats: int = 3) -> View:
    """The first view of a game in which somebody has to choose among several such actions."""
    rules = boardless(CLASSIC, seats)
    for game in states([agent("heuristic")] * seats, CLASSIC, seed=6, rules=rules):
        view = game.view(game.scene.actor)
        if sum(isinstance(action, kind) for action in view.menu) > 1 and len(game.record.entries) > 4:
            return view
    raise AssertionError("every game has such a choice")


def effort(name: str, seats: int = 3) -> Effort:
    player = agent(name)
    assert isinstance(player, Detective)
    return player.effort_for(first(Suggest, seats))


@pytest.mark.parametrize("seats", [3, 5])
def test_a_detective_plays_as_many_games_as_its_name_says_at_any_table(seats: int) -> None:
    assert effort("detective:games=50000", seats).simulations == 50_000
    assert effort("detective:games=50000", seats).glance == effort("detective", seats).glance


def test_a_name_without_settings_is_the_agent_as_it_was() -> None:
    assert effort("detective") == Effort().at(3)
    assert effort("detective-deaf") == Effort().at(3)


def test_seconds_and_threads_are_settings_too() -> None:
    assert effort("detective-deaf:seconds=0.5,threads=2") == Effort(seconds=0.5, threads=2)


def test_threads_do_not_change_the_question() -> None:
    view = first(Suggest)
    words = ("detective:games=600", "detective:games=600,threads=2")
    one, other = (agent(word).choose(view, Stream(5)) for word in words)
    assert one == other


def test_a_rollout_is_read_as_its_name_says() -> None:
    player = agent("heuristic-rollout:w=100,horizon=25,beta=0.5,transition=next-any,samples=neighbours")
    assert isinstance(player, RolloutAgent)
    reading = player.reading
    assert (reading.w, reading.horizon, reading.beta, reading.samples) == (100, 25, 0.5, "neighbours")
    assert reading.transition is Transition.NEXT_ANY
    table = agent("random-rollout:transition=table")
    assert isinstance(table, RolloutAgent)
    assert table.reading.transition is Transition.TABLE


@pytest.mark.parametrize(
    "name", ["nested:first=90,finalists=2,games=1,second=9", "ismcts:games=9", "pomcp:games=9"]
)
def test_the_other_searches_take_a_budget(name: str) -> None:
    view = first(Suggest)
    agent(name.partition(":")[0] + ":games=1").choose(view, Stream(1))  # everything is loaded now
    started = perf_counter()
    assert agent(name).choose(view, Stream(1)) in view.menu
    assert perf_counter() - started < 2


@pytest.mark.parametrize(
    "word",
    [
        "detective:",
        "detective:games",
        "detective:games=",
        "detective:games=0",
        "detective:games=-1",
        "detective:games=1.5",
        "detective:games=many",
        "detective:games=1,games=2",
        "detective:seconds=0",
        "detective:seconds=nan",
        "detective:seconds=inf",
        "detective:threads=999",
        "detective:w=10",
        "heuristic-rollout:transition=sideways",
        "heuristic-rollout:beta=2",
        "nested:finalists=0",
    ],
)
def test_a_setting_that_makes_no_sense_is_answered_with_all_that_do(word: str) -> None:
    with pytest.raises(BadSetup) as error:
        agent(word)
    for key, setting in kinds()[word.partition(":")[0]].settings.items():
        assert f"{key}={setting.values}" in str(error.value)


def test_a_setting_that_is_missing_is_told_with_what_was_written() -> None:
    with pytest.raises(BadSetup, match="“detective:games=5,” is no setting"):
        agent("detective:games=5,")


def test_games_and_seconds_are_not_both_taken() -> None:
    with pytest.raises(BadSetup, match="not both"):
        agent("detective:games=10,seconds=1")


def test_who_has_no_settings_takes_none() -> None:
    with pytest.raises(BadSetup, match="“fox” has no settings"):
        agent("fox:games=3")


def test_agents_in_a_row_keep_their_settings() -> None:
    row = "fox,detective:games=3,threads=2 casual, random-rollout:w=2,fox"
    assert split(row) == ("fox", "detective:games=3,threads=2", "casual", "random-rollout:w=2", "fox")


def test_every_agent_says_what_it_is() -> None:
    assert tuple(kinds()) == names()
    assert all(kind.about for kind in kinds().values())


@pytest.mark.parametrize("kind", [Show, Accuse])
def test_seconds_also_limit_how_long_it_thinks_about_cards_and_accusations(
    kind: type[Show] | type[Accuse],
) -> None:
    view = first(kind)
    agent("detective:seconds=0.01").choose(view, Stream(2))  # everything is loaded now
    started = perf_counter()
    assert agent("detective:seconds=0.01").choose(view, Stream(2)) in view.menu
    assert perf_counter() - started < 1.0


@pytest.mark.parametrize(("seconds", "least", "most"), [(0.0, 1, 1), (0.05, 0, 1), (9.0, WIDER, WIDER)])
def test_a_thought_is_as_thorough_as_its_seconds_allow(seconds: float, least: float, most: float) -> None:
    usual = Effort(seconds=seconds)

    def think(effort: Effort) -> int:
        sleep(effort.glance * 2e-4)  # 0.2 s for the usual effort
        return effort.glance

    assert least * usual.glance <= usual.paced(think) <= most * usual.glance


@given(st.integers(1, 10**7), st.floats(0, 3))
def test_worlds_are_imagined_anew_only_where_that_leaves_them_enough_games(games: int, cost: float) -> None:
    """Once a question was left with one game, because the worlds to come would have taken all the time."""
    usual = Effort()
    found = usual.widened(games, cost)
    wider = found.worlds // usual.worlds
    assert (found.worlds, found.draws) == (wider * usual.worlds, wider * usual.draws)
    if wider == 1:
        assert found.simulations == games
    else:
        assert 1 < wider <= WIDER
        assert found.simulations >= wider * usual.simulations
        assert found.simulations <= games * (1 - wider * cost) + 1


def test_time_changes_nothing_but_how_much_is_imagined() -> None:
    half = Effort().times(0.5)
    assert (half.shows, half.glance, half.moves) == (4_096, 512, 128)
    assert (half.worlds, half.simulations) == (Effort().worlds, Effort().simulations)
    assert np.isclose(half.seconds, 0.0)
