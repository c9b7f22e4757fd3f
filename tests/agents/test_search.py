"""Search on imagined worlds: what it is given, what it finds, and that it is the same for the same seed."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

import sleuth as sl
from sleuth.actions import Suggest
from sleuth.agents.base import Agent
from sleuth.agents.detective import Detective, Effort
from sleuth.agents.neighbours import neighbours
from sleuth.agents.nested import Stages, after, nested
from sleuth.agents.policy import POLICIES
from sleuth.agents.rollout import Process, Reading, RolloutAgent, Transition
from sleuth.agents.search import halving, tallied, uniform
from sleuth.agents.simple import PolicyAgent
from sleuth.agents.situation import Situation
from sleuth.agents.tree import ismcts, pomcp
from sleuth.agents.worlds import DEAF, Opponents, Worlds, imagine, worlds_of
from sleuth.arena.match import play_game, states
from sleuth.arena.swift import boardless
from sleuth.edition import Edition
from sleuth.game import Game
from sleuth.inference.notebook import infer
from sleuth.inference.problem import mask_of
from sleuth.scene import Phase

CLASSIC = Edition.load("classic")
ACTIONS = np.array([mask_of(cards) for cards in CLASSIC.suggestions], np.int64)
EFFORT = Effort(worlds=48, draws=128, steps=8, simulations=1500)


def game_at(turn: int, seed: int = 1, seats: int = 3, policy: str = "heuristic-paper") -> Game:
    """A game between equals, where the first seat is to ask for the `turn`-th time."""
    agents = [PolicyAgent(POLICIES[policy])] * seats
    asked = 0
    for game in states(agents, CLASSIC, seed=seed, rules=boardless(CLASSIC, seats)):
        if game.scene.phase is Phase.START and game.scene.actor == 0:
            asked += 1
            if asked == turn:
                return game
    raise AssertionError("the game was shorter")


def worlds_at(turn: int, opponents: Opponents = DEAF, n: int = 64) -> Worlds:
    situation = Situation.of(game_at(turn).view(0))
    return imagine(situation, opponents, np.random.default_rng(4), n=n, draws=128, steps=8)


@pytest.mark.parametrize("opponents", [DEAF, Opponents()], ids=["deaf", "listening"])
def test_every_imagined_deal_fits_all_that_is_known(opponents: Opponents) -> None:
    game = game_at(3)
    worlds = worlds_at(3, opponents)
    table = infer(game.view(0)).table
    for hands in worlds.hands.tolist():
        assert hands[0] == game.deal.hands[0].mask
        for seat, hand in enumerate(hands):
            assert hand.bit_count() == 6
            assert all(table[card, seat] > 0 for card in range(21) if hand >> card & 1)


def test_listening_makes_the_true_envelope_likelier_on_average() -> None:
    gains = []
    for seed in (1, 3, 4, 5, 6, 7, 8, 9):
        game = game_at(2, seed)
        situation, true = Situation.of(game.view(0)), mask_of(game.deal.envelope)
        shares = []
        for opponents in (DEAF, Opponents()):
            worlds = imagine(situation, opponents, np.random.default_rng(seed), n=200)
            shares.append(float((worlds.envelopes == true).mean()))
        gains.append(shares[1] - shares[0])
    assert np.mean(gains) > 0.02


def test_the_type_of_an_opponent_is_learned_but_never_certain() -> None:
    worlds = worlds_at(3, Opponents())
    assert worlds.types[1].argmax() == 1
    assert worlds.types[1].max() < 1


def test_halving_tries_the_best_action_most_often() -> None:
    found = halving(worlds_at(2), ACTIONS, np.random.default_rng(1), simulations=4000)
    most = found.visits == found.visits.max()
    assert most[found.best]
    assert found.values[found.best] == found.values[most].max()
    assert found.visits.min() >= 1
    assert found.visits.max() > 20 * found.visits.min()
    assert most.sum() == 2  # the last round is a duel
    assert found.visits.sum() <= 4000 + len(ACTIONS)
    assert found.units >= found.visits.sum()


def test_a_search_is_the_same_for_the_same_seed() -> None:
    one, two = (halving(worlds_at(2), ACTIONS, np.random.default_rng(1), simulations=2000) for _ in range(2))
    assert (one.values == two.values).all()


BLUFFING = """players: anna ben cleo
me: anna
rules: board=no
hand: scarlet mustard rope knife hall study
anna ? green pipe library | ben - | cleo ! pipe
ben ? white rope kitchen | cleo - | anna ! rope
cleo ? plum wrench lounge | anna - | ben !
"""


@pytest.mark.parametrize("tries", [40, 400])
def test_the_error_of_few_tries_is_honest(tries: int) -> None:
    """Worlds are drawn in parts, by who bluffs; a few in a row must stand for all of them."""
    view = sl.loads(BLUFFING).view()
    question = mask_of(view.record.setup.edition.card(name) for name in ("white", "wrench", "hall"))
    far = []
    for seed in range(40):
        chance = np.random.default_rng(seed)
        worlds = imagine(Situation.of(view), Opponents(), chance, n=1024, draws=2048)
        some, many = (
            uniform(worlds, np.array([question]), chance, tries=n, horizon=400) for n in (tries, 8_192)
        )
        far.append((some.values[0] - many.values[0]) / some.errors[0])
    assert np.std(far) < 1.3


def test_many_games_in_hardly_any_independent_worlds_say_little() -> None:
    view = sl.loads(BLUFFING).view()
    worlds = imagine(Situation.of(view), Opponents(), np.random.default_rng(1), n=64)
    actions, visits = np.array([7, 56]), np.array([10_000, 10_000])
    one = tallied(replace(worlds, independent=1.0), actions, np.array([9_900.0, 5_000.0]), visits, 1)
    assert (one.errors > 0.4).all()
    many = tallied(replace(worlds, independent=64.0), actions, np.array([9_900.0, 5_000.0]), visits, 1)
    assert 0.01 < many.errors[0] < many.errors[1] < 0.07


def test_a_question_that_must_solve_the_case_is_worth_one() -> None:
    game = game_at(3)
    situation = Situation.of(game.view(0))
    truth = np.array([[hand.mask for hand in game.deal.hands]], np.int64)
    worlds = worlds_of(situation, DEAF, truth, np.random.default_rng(0))
    envelope = np.array([mask_of(game.deal.envelope)], np.int64)
    assert uniform(worlds, envelope, np.random.default_rng(0), tries=1, horizon=1).values[0] == 1


@pytest.mark.parametrize("search", [ismcts, pomcp])
def test_a_tree_counts_every_simulation_and_reaches_below_the_root(search: object) -> None:
    root = search(worlds_at(3), ACTIONS, np.random.default_rng(2), simulations=400)  # type: ignore[operator]
    assert root.visits == 400 == sum(edge.visits for edge in root.edges.values())
    assert root.best in ACTIONS
    assert any(node.visits for node in root.nodes() if node is not root)


def test_pomcp_has_only_my_questions_in_its_tree() -> None:
    root = pomcp(worlds_at(2), ACTIONS, np.random.default_rng(2), simulations=200)
    assert {node.seat for node in root.nodes()} == {0}


def test_two_stages_return_the_finalists_and_the_same_for_the_same_seed() -> None:
    stages = Stages(first=1500, finalists=3, games=2, second=324)
    found = nested(worlds_at(3), ACTIONS, np.random.default_rng(2), stages)
    assert len(set(found.actions.tolist())) == 3
    assert set(found.actions) <= set(ACTIONS)
    assert found.visits.tolist() == [2, 2, 2]
    assert set(found.values) <= {0.0, 0.5, 1.0}
    plain = halving(worlds_at(3), ACTIONS, np.random.default_rng(2), simulations=1500)
    assert found.units > plain.units  # the second thoughts count as well
    again = nested(worlds_at(3), ACTIONS, np.random.default_rng(2), stages)
    assert (again.values == found.values).all()
    assert (again.actions == found.actions).all()


def test_the_situation_after_more_questions_is_that_of_the_later_view() -> None:
    early, late = (Situation.of(game_at(turn).view(0)) for turn in (2, 3))
    seen = tuple(tuple(row) for row in late.history[len(early.history) :].tolist())
    later = after(early, seen)
    assert (later.history == late.history).all()
    rng = np.random.default_rng(1)
    for hands in later.deals(50, rng).tolist():
        assert all(not hand & ~late.problem.allowed[seat] for seat, hand in enumerate(hands))


@pytest.mark.parametrize("transition", list(Transition))
def test_q_values_are_discounted_chances(transition: Transition) -> None:
    process = Process.of(game_at(3).view(0), Reading(transition=transition))
    values = process.q_values(ACTIONS, np.random.default_rng(3))
    # The naive transition never lets a question go unanswered, so it hardly ever proves a case.
    assert 0 <= values.min() <= values.max() <= 1
    assert values.max() > 0.1 or transition is Transition.NAIVE


def test_the_state_of_the_process_is_what_the_player_noted() -> None:
    game = game_at(3)
    process = Process.of(game.view(0), Reading())
    assert process.state.has[0] == game.deal.hands[0].mask
    assert process.state.reward(process.situation.deck) == 0
    assert all(not process.state.has[seat] & ~game.deal.hands[seat].mask for seat in range(3))


def test_neighbouring_solutions_fit_but_hardly_differ() -> None:
    situation = Situation.of(game_at(2).view(0))
    near, fair = neighbours(situation, 30), situation.deals(30, np.random.default_rng(1))
    allowed = situation.problem.allowed
    assert all(not hand & ~allowed[seat] for row in near.tolist() for seat, hand in enumerate(row))
    assert len(np.unique(near[:, 1])) < len(np.unique(fair[:, 1]))


def test_rollout_and_detective_play_whole_games() -> None:
    agents: list[Agent] = [
        RolloutAgent(Reading(w=2)),
        Detective(effort=EFFORT),
        PolicyAgent(POLICIES["bluffer"]),
    ]
    game = play_game(agents, CLASSIC, seed=3, rules=boardless(CLASSIC, 3))
    assert game.outcome is not None
    assert game.outcome.winner is not None


def test_the_detective_asks_what_it_is_offered() -> None:
    view = game_at(2).view(0)
    action = Detective(effort=EFFORT).choose(view, Random(1))
    assert isinstance(action, Suggest)
    assert action in view.menu
