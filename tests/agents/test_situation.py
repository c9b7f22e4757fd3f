"""What the playouts are told about a game: unfinished entries, cards that lie face up, very long games."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

import sleuth as sl
from sleuth.actions import Suggest
from sleuth.agents.detective import Detective, Effort
from sleuth.agents.judgement import judge
from sleuth.agents.registry import agent
from sleuth.agents.search import distinct, halving
from sleuth.agents.situation import Situation
from sleuth.agents.tree import Imagined, ismcts
from sleuth.agents.worlds import DEAF, Opponents, imagine, worlds_of
from sleuth.arena.match import play_game, states
from sleuth.arena.swift import boardless
from sleuth.game import Game
from sleuth.inference.problem import mask_of
from sleuth.kernels import playout
from sleuth.record import Record

QUICK = Effort(worlds=64, draws=128, steps=4, simulations=400, shows=64, glance=64, moves=64)
CLASSIC, THREE = sl.Edition.load("classic"), sl.Edition.load("three-investigators")


def notes(*lines: str) -> Record:
    """Anna's notebook of a small game."""
    record = Record.new(sl.Edition.load("mini"), ["Anna", "Ben", "Cleo"], me="Anna")
    for line in ("anna has scarlet rope", *lines):
        record = record.read(line)
    return record


def test_a_question_whose_answer_is_missing_tells_nothing_yet() -> None:
    view = notes("ben ? plum knife hall").view()
    assert len(Situation.of(view).history) == 0
    assert judge(view, effort=QUICK)


def test_a_question_that_waits_for_me_is_mine_to_answer() -> None:
    here = Situation.of(notes("ben ? plum rope hall | cleo -").view())
    assert here.history.tolist()[0][2:] == [0, 0]


def test_a_question_that_nobody_could_answer_is_replayed_as_such() -> None:
    here = Situation.of(notes("ben ? plum knife hall | -").view())
    assert here.history.tolist()[0][2:] == [-1, 0]


@pytest.mark.parametrize("seats", [4, 5])
def test_a_card_that_lies_face_up_does_not_stand_for_an_unknown_one(seats: int) -> None:
    for seed in range(12):
        game = next(
            iter(states([agent("heuristic")] * seats, THREE, seed=seed, rules=boardless(THREE, seats)))
        )
        view = game.view(game.scene.actor)
        here, table = Situation.of(view), mask_of(view.record.setup.table)
        asked = [mask_of(action.cards) for action in view.menu if isinstance(action, Suggest)]
        kept = distinct(here, np.array(asked, np.int64), np.random.default_rng(seed)).tolist()
        assert any(not action & (here.hand | table) for action in kept)


def test_a_long_game_is_replayed_to_its_end_in_every_fair_world() -> None:
    record = Record.new(CLASSIC, ["Anna", "Ben", "Cleo"], me="Anna")
    record = record.read("anna has scarlet mustard candlestick knife ballroom billiard")
    for _ in range(24):  # Ben shows Plum however often he is asked: that gets unlikely where he has more
        record = record.read("anna ? plum rope hall | ben ! plum")
    record = record.read("cleo ? white pipe lounge | ben !").read("anna ? green wrench study | cleo ! green")
    here, lacked = (
        Situation.of(record.view()),
        mask_of(tuple(map(CLASSIC.card, ("green", "wrench", "study")))),
    )
    for worlds in (
        imagine(here, DEAF, np.random.default_rng(1), n=200),
        worlds_of(here, Opponents(), here.deals(200, np.random.default_rng(2)), np.random.default_rng(3)),
    ):
        cant = worlds.tables[:, here.me, playout.CANT + 1]
        assert (cant & lacked == lacked).all()


def test_more_open_clauses_than_anyone_keeps_are_no_danger() -> None:
    record = Record.new(CLASSIC, ["Anna", "Ben", "Cleo", "Dora"], me="Anna")
    record = record.read("anna has scarlet candlestick ballroom billiard dining")
    lines = ("dora ? plum knife hall | ben !", "cleo ? green rope study | ben !")
    for i in range(2 * playout.CLAUSES_KEPT):
        record = record.read(lines[i % 2])
    worlds = imagine(Situation.of(record.view()), DEAF, np.random.default_rng(1), n=8)
    assert worlds.tables.shape[2] == playout.WIDTH
    Imagined(worlds, np.random.default_rng(1))
    actions = np.array([mask_of(cards) for cards in CLASSIC.suggestions[:4]], np.int64)
    assert halving(worlds, actions, np.random.default_rng(1), simulations=40).values.max() <= 1


def test_with_more_seats_than_notes_have_room_for_the_scholar_plays() -> None:
    names = [*"ABCDEFGHIJKL"]
    edition = replace(sl.Edition.load("master-detective"), players=range(2, 13))
    rules = replace(edition.rules_for(12), board=False, leftover="uneven", bonus=False)
    view = Game.new(edition, names, Random(3), rules=rules).view(0)
    assert Detective(effort=QUICK).choose(view, Random(1)) in view.menu


def test_where_one_must_stand_in_the_accused_room_the_detective_accuses_nowhere_else() -> None:
    rules = replace(CLASSIC.rules_for(3), accuse="accused_room")
    for seed in (2, 4):  # it was illegal here once
        agents = [Detective(effort=QUICK), agent("casual"), agent("casual")]
        assert play_game(agents, CLASSIC, seed=seed, rules=rules).outcome is not None


def test_a_tree_in_which_anyone_may_bluff_believes_no_bluff() -> None:
    here = Situation.of(notes("ben ? plum knife hall | -", "cleo ? green rope study | anna ! rope").view())
    worlds = imagine(here, Opponents(), np.random.default_rng(3), n=64, draws=64, steps=2)
    world = Imagined(worlds, np.random.default_rng(1))
    own = next(c for c in range(9) if int(world.game.hand[1]) >> c & 1)
    question = next(m for m in map(mask_of, here_questions()) if m >> own & 1)
    world.ask(1, question)
    assert not int(world.game.table[0, playout.CANT + 1]) >> own & 1
    actions = np.array([mask_of(cards) for cards in here_questions()], np.int64)
    assert ismcts(worlds, actions, np.random.default_rng(1), simulations=200).visits == 200


def here_questions() -> tuple[tuple[int, ...], ...]:
    return tuple(sl.Edition.load("mini").suggestions)
