"""The paper's decision process: states, actions, reward, transitions, and neighbouring solutions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, product
from random import Random
from typing import Any

import numpy as np
import pytest

import sleuth as sl
from sleuth.agents.neighbours import listed, neighbours
from sleuth.agents.policy import POLICIES, Ties
from sleuth.agents.rollout import BLOCK, Alone, Known, Process, Reading, State, Transition
from sleuth.agents.situation import Situation
from sleuth.errors import BadSetup
from sleuth.game import Game
from sleuth.inference.counting import count
from sleuth.inference.problem import mask_of
from sleuth.lab.speed import positions
from sleuth.view import View

POSITIONS = [view for turn in (2, 5, 8) for view in positions(2, turn, 2)]


def test_there_are_324_actions_one_card_of_each_category_each() -> None:
    process = Process.of(POSITIONS[0], Reading())
    assert len(set(process.actions.tolist())) == 324
    assert all((process.actions & cards != 0).all() for cards in process.situation.deck)


def test_the_matrix_says_has_cant_and_can_for_every_player_and_card() -> None:
    view = POSITIONS[4]
    process = Process.of(view, Reading())
    matrix = process.state.matrix(21)
    assert matrix.shape == (3, 21)
    assert view.hand is not None
    assert [Known.HAS if card in view.hand else Known.CANT_HAVE for card in range(21)] == list(
        matrix[view.seat or 0]
    )
    assert (matrix == Known.CAN_HAVE).any()
    assert all((matrix[:, card] == Known.HAS).sum() <= 1 for card in range(21))


def test_the_reward_is_one_once_a_card_of_each_category_is_held_by_nobody() -> None:
    deck = np.array([0b11, 0b1100], np.int64)
    assert State(has=(0, 0), cant=(0b0101, 0b0111)).reward(deck) == 1
    assert State(has=(0, 0), cant=(0b0101, 0b0110)).reward(deck) == 0


@pytest.mark.parametrize("view", POSITIONS[2:])
def test_neighbouring_solutions_come_card_by_card_and_place_by_place(view: View) -> None:
    situation = Situation.of(view)
    found = [_places(hands) for hands in islice(listed(situation), 200)]
    assert found == sorted(set(found))
    assert [_places(hands) for hands in neighbours(situation, len(found)).tolist()] == found


def _places(hands: Sequence[int]) -> tuple[int, ...]:
    """Where each card lies, the envelope being the last place."""
    return tuple(next((seat for seat, hand in enumerate(hands) if hand >> card & 1), 3) for card in range(21))


@pytest.mark.parametrize("transition", [step for step in Transition if step is not Transition.TABLE])
@pytest.mark.parametrize("base", ["heuristic-paper", "random-paper"])
def test_a_question_is_worth_the_same_alone_and_among_others_answered_like_it(
    transition: Transition, base: str
) -> None:
    process = Process.of(POSITIONS[3], Reading(POLICIES[base], w=8, horizon=12, transition=transition))
    actions = process.actions
    together = process.estimate(actions, np.random.default_rng(1))
    single = [process.estimate(actions[i : i + 1], np.random.default_rng(1)) for i in range(0, 324, 9)]
    assert [one.values[0] for one in single] == together.values[::9].tolist()
    assert isinstance(together, Alone)
    assert 324 < together.played < together.units / 2


def test_all_deals_that_fit_are_listed_once_and_none_that_was_accused_wrongly() -> None:
    late = (Situation.of(view) for view in positions(2, 9, 20))
    situation = next(one for one in late if count(one.problem).deals < 2_000)
    excluded = int(situation.deck.sum()) & ~sum(next(listed(situation)))
    situation = replace(situation, problem=replace(situation.problem, excluded=(excluded,)))
    deals = list(islice(listed(situation), 2_000))
    assert len(set(deals)) == len(deals) == count(situation.problem).deals


def test_a_discounted_estimate_is_less_than_a_plain_one_and_counts_its_questions() -> None:
    view, rng = POSITIONS[2], np.random.default_rng
    plain, soon = (Process.of(view, Reading(w=20, horizon=12, beta=beta)) for beta in (1, 0.5))
    whole, part = (one.estimate(one.actions, rng(1)) for one in (plain, soon))
    assert (part.values <= whole.values).all()
    assert part.values.sum() < whole.values.sum()
    assert whole.units == part.units > 324 * 20
    assert (whole.visits == 20).all()


def test_no_estimate_is_quite_certain() -> None:
    process = Process.of(POSITIONS[0], Reading(w=10, horizon=2))
    found = process.estimate(process.actions, np.random.default_rng(1))
    assert found.values.min() == 0
    assert (found.errors > 0).all()


def test_in_the_naive_transition_a_question_never_goes_unanswered() -> None:
    process = Process.of(POSITIONS[0], Reading(transition=Transition.NAIVE, horizon=3))
    assert process.q_values(process.actions, np.random.default_rng(1)).max() == 0


def test_a_longer_horizon_is_worth_more() -> None:
    view = POSITIONS[2]
    values = []
    for horizon in (1, 3, 10):
        process = Process.of(view, Reading(horizon=horizon, w=20))
        values.append(process.q_values(process.actions, np.random.default_rng(1)).mean())
    assert values == sorted(values)
    assert values[0] < values[2]


def test_masks_of_actions_are_suggestions_of_the_edition() -> None:
    process = Process.of(POSITIONS[0], Reading())
    edition = POSITIONS[0].record.setup.edition
    assert {mask_of(cards) for cards in edition.suggestions} == set(process.actions.tolist())


def test_of_equal_estimates_any_is_taken_or_the_first() -> None:
    any_of, first = (
        Process.of(POSITIONS[0], Reading(w=2, horizon=1, ties=ties)) for ties in (Ties.ANY, Ties.LOWEST)
    )
    later = 0
    for seed in range(12):
        values = first.q_values(ACTIONS, np.random.default_rng(seed))
        equals = ACTIONS[values == values.max()].tolist()
        assert first.best(ACTIONS, np.random.default_rng(seed)) == equals[0]
        found = any_of.best(ACTIONS, np.random.default_rng(seed))
        assert found in equals
        later += found != equals[0]
    assert later > 0


def test_own_cards_are_asked_for_unless_the_reading_forbids_it() -> None:
    usual, without = (Process.of(POSITIONS[3], Reading(own=own)) for own in (True, False))
    hand = usual.situation.hand
    assert len(usual.considered(usual.actions)) == 324
    assert not (without.considered(without.actions) & hand).any()
    only_own = usual.actions[usual.actions & hand != 0]
    assert len(without.considered(only_own)) == len(only_own), "something must be asked"


def test_knowledge_on_the_way_is_worth_something_only_if_it_is_rewarded() -> None:
    estimates = [
        Process.of(POSITIONS[3], Reading(w=20, shaping=shaping)).estimate(ACTIONS, np.random.default_rng(1))
        for shaping in (0.0, 1.0)
    ]
    plain, shaped = (estimate.values for estimate in estimates)
    assert (shaped >= plain).all()
    assert (shaped <= plain + 1).all()
    assert len(set(shaped - plain)) > 1, "not every question teaches as much"


def test_a_question_ahead_is_rewarded_by_the_cells_that_its_answer_makes_certain() -> None:
    """Asking for one's own cards only teaches nothing."""
    reading = Reading(w=8, horizon=1, shaping=1.0)
    processes = [Process.of(view, reading) for view in POSITIONS]
    process = next(one for one in processes if (one.actions & ~one.situation.hand == 0).any())
    hand = process.situation.hand
    mine = process.actions[process.actions & ~hand == 0]
    strange = process.actions[process.actions & hand == 0]
    assert process.q_values(mine, np.random.default_rng(1)).max() < 0.1
    assert process.q_values(strange, np.random.default_rng(1)).min() > 0


@pytest.mark.parametrize("transition", list(Transition))
@pytest.mark.parametrize("w", [1, 7, 2 * BLOCK + 3])
def test_threads_find_what_one_finds(transition: Transition, w: int) -> None:
    alone, shared = (
        Process.of(POSITIONS[3], Reading(w=w, transition=transition, beta=1.0, threads=threads)).estimate(
            ACTIONS[::40], np.random.default_rng(1)
        )
        for threads in (1, 3)
    )
    assert alone.values.tolist() == shared.values.tolist()
    assert alone.units == shared.units


def test_sums_are_rounded_try_by_try_however_many_share_the_work() -> None:
    view, rng = POSITIONS[3], np.random.default_rng
    found = [
        Process.of(view, Reading(w=BLOCK + 5, threads=threads)).q_values(ACTIONS[:9], rng(1)).tolist()
        for threads in (1, 2, 5)
    ]
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("transition", [step for step in Transition if step is not Transition.TABLE])
def test_a_step_adds_to_what_is_certain_and_a_proof_is_reached_in_the_end(transition: Transition) -> None:
    process, rng = Process.of(POSITIONS[3], Reading(transition=transition)), np.random.default_rng(1)
    deck, known = process.situation.deck, 0
    for _ in range(400):
        if process.state.reward(deck):
            break
        before = process
        process = before.step(int(rng.choice(before.actions)), rng)
        assert all(a & b == a for a, b in zip(before.state.has, process.state.has, strict=True))
        assert all(a & b == a for a, b in zip(before.state.cant, process.state.cant, strict=True))
        certain = int(np.count_nonzero(process.state.matrix(21)))
        assert certain >= known
        known = certain
    # Only in a deal can it not happen that all cards of a category are in hands.
    assert process.state.reward(deck) or transition is not Transition.DEALS


@pytest.mark.parametrize("transition", [step for step in Transition if step is not Transition.TABLE])
def test_what_lies_face_up_gets_into_nobody_s_hand(transition: Transition) -> None:
    game = Game.new(sl.Edition.load("three-investigators"), ["Anna", "Ben", "Cleo", "Dora"], Random(3))
    process = Process.of(game.view(0), Reading(w=50, transition=transition))
    table = mask_of(game.view(0).record.setup.table)
    edition = game.view(0).record.setup.edition
    kinds = [[1 << card for card in edition.cards_of(kind)] for kind in range(len(edition.categories))]
    named = [action for action in map(sum, product(*kinds)) if action & table]
    assert len(named) > 60
    for seed, action in enumerate(named[:60]):
        after = process.step(action, np.random.default_rng(seed))
        assert not any(has & table for has in after.state.has)


@pytest.mark.parametrize("transition", list(Transition))
def test_it_does_not_matter_which_card_that_lies_face_up_is_named(transition: Transition) -> None:
    """Agents are offered such questions, too; nobody can show that card."""
    edition, names = sl.Edition.load("three-investigators"), ["Anna", "Ben", "Cleo", "Dora"]
    views = (Game.new(edition, names, Random(seed)).view(0) for seed in range(99))
    view = next(v for v in views if len({edition.category[card] for card in v.record.setup.table}) == 1)
    kind = edition.category[view.record.setup.table[0]]
    others = [edition.cards_of(other)[0] for other in range(len(edition.categories)) if other != kind]
    asked = np.array([mask_of([card, *others]) for card in view.record.setup.table], np.int64)
    process = Process.of(view, Reading(w=200, transition=transition))
    values = process.estimate(asked, np.random.default_rng(1)).values
    assert len(values) == 2
    assert values[0] == pytest.approx(values[1])


def test_a_step_among_neighbouring_deals_draws_one_of_them() -> None:
    process = Process.of(POSITIONS[3], Reading(w=500, samples="neighbours"))
    action = int(process.actions[200])
    after = {process.step(action, np.random.default_rng(seed)).state for seed in range(20)}
    assert len(after) > 1


def test_where_the_others_play_on_nobody_steps_alone() -> None:
    process = Process.of(POSITIONS[3], Reading(transition=Transition.TABLE))
    with pytest.raises(BadSetup, match="the others play on"):
        process.step(int(process.actions[0]), np.random.default_rng(1))


def test_what_a_step_has_taught_counts_in_an_estimate() -> None:
    process, rng = Process.of(POSITIONS[3], Reading(w=50)), np.random.default_rng(4)
    later = process
    while count(later.situation.problem).deals > 20:
        later = later.step(int(rng.choice(later.actions)), rng)
    before, after = (one.q_values(ACTIONS, np.random.default_rng(1)).max() for one in (process, later))
    assert after > before


def test_what_is_known_after_steps_in_deals_always_fits_some_deal() -> None:
    process, rng = Process.of(POSITIONS[0], Reading()), np.random.default_rng(2)
    deals = [count(process.situation.problem).deals]
    while not process.state.reward(process.situation.deck):
        process = process.step(int(rng.choice(process.actions)), rng)
        deals.append(count(process.situation.problem).deals)
    assert deals == sorted(deals, reverse=True)
    assert deals[-1] > 0


def test_a_step_leads_as_often_to_a_proof_as_the_question_names_the_envelope() -> None:
    """In a small game nobody answers with the exact chance of that."""
    record = sl.Record.new(sl.Edition.load("mini"), ["Anna", "Ben", "Cleo"], me="Anna")
    view = record.read("anna has scarlet rope").view()
    process, rng = Process.of(view, Reading()), np.random.default_rng(3)
    cards = tuple(view.record.setup.edition.card(word) for word in ("plum", "knife", "hall"))
    chance = next(case.probability for case in sl.infer(view).envelope() if {*case.cards} == {*cards})
    steps, wanted = 4_000, mask_of(cards)
    unanswered = sum(process.step(wanted, rng).state.reward(process.situation.deck) for _ in range(steps))
    assert abs(unanswered / steps - chance) < 4 * (chance * (1 - chance) / steps) ** 0.5


@pytest.mark.parametrize(
    "wrong",
    [
        {"w": 0},
        {"horizon": 0},
        {"beta": 2.0},
        {"beta": 0.0},
        {"samples": "foo"},
        {"shaping": -1.0},
        {"threads": 0},
    ],
)
def test_a_reading_that_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadSetup, match=next(iter(wrong))):
        Reading(**wrong)


@pytest.mark.parametrize("wrong", [0, 7, -1, 1 << 40, (1 << 40) + (1 | 1 << 6 | 1 << 12)])
def test_what_is_no_question_is_neither_asked_nor_weighed(wrong: int) -> None:
    process, chance = Process.of(POSITIONS[0], Reading()), np.random.default_rng(1)
    with pytest.raises(BadSetup, match="one card of each category"):
        process.step(wrong, chance)
    with pytest.raises(BadSetup, match="one card of each category"):
        process.estimate(np.array([process.actions[0], wrong]), chance)
    with pytest.raises(BadSetup, match="one to ask"):
        process.estimate(np.array([], np.int64), chance)


ACTIONS = Process.of(POSITIONS[3], Reading()).actions
