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
from sleuth.agents.notes import Notes
from sleuth.agents.policy import Keep
from sleuth.agents.registry import agent
from sleuth.agents.rollout import Process, Reading
from sleuth.agents.search import distinct, halving, uniform
from sleuth.agents.situation import Situation, imaginable
from sleuth.agents.tree import Imagined, ismcts
from sleuth.agents.worlds import DEAF, Opponents, imagine, worlds_of
from sleuth.arena.match import play_game, states
from sleuth.arena.swift import boardless
from sleuth.errors import BadSetup, Contradiction
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


@pytest.mark.parametrize(
    "lines",
    [
        ("anna = plum pipe study x",),
        ("ben = plum knife hall x", "cleo = green pipe study x", "anna = plum pipe study x"),
        ("ben = plum knife hall ok",),
    ],
)
def test_who_has_no_turns_left_has_no_question_to_ask(lines: tuple[str, ...]) -> None:
    view = notes(*lines).view()
    assert not judge(view, effort=QUICK)
    assert not sl.advise(view)


def test_entries_that_cannot_all_be_true_are_named() -> None:
    view = notes("ben ? plum knife hall | -", "cleo has plum knife").view()
    with pytest.raises(Contradiction):
        judge(view, effort=QUICK)


def test_half_a_hand_is_no_hand_to_imagine_games_with() -> None:
    record = Record.new(sl.Edition.load("mini"), ["Anna", "Ben", "Cleo"], me="Anna")
    view = record.read("anna has scarlet").view()
    assert not imaginable(view)
    with pytest.raises(BadSetup):
        Process.of(view, Reading())


def test_cards_known_to_lie_elsewhere_are_not_alike() -> None:
    record = Record.new(CLASSIC, ["Anna", "Ben", "Cleo"], me="Anna")
    record = record.read("anna has scarlet mustard rope knife hall study")
    for room in ("ballroom", "billiard", "conservatory", "dining", "kitchen"):
        record = record.read(f"ben has {room}")
    here = Situation.of(record.view())
    asked = np.array([mask_of(cards) for cards in CLASSIC.suggestions], np.int64)
    still_open = mask_of((CLASSIC.card("library"), CLASSIC.card("lounge")))
    for seed in range(8):
        kept = distinct(here, asked, np.random.default_rng(seed))
        assert (kept & still_open).any()


def test_whichever_card_that_lies_face_up_is_named_is_all_the_same() -> None:
    game = next(iter(states([agent("heuristic")] * 4, THREE, seed=4, rules=boardless(THREE, 4))))
    worlds = imagine(Situation.of(game.view(0)), Opponents(), np.random.default_rng(1), n=64)
    one, other = game.record.setup.table
    assert THREE.category[one] == THREE.category[other]
    masks = [[mask_of(cards) for cards in THREE.suggestions if card in cards] for card in (one, other)]
    tried = np.array([mask for same in masks for mask in same], np.int64)
    values = uniform(worlds, tried, np.random.default_rng(2), tries=64, horizon=99).values.reshape(2, -1)
    assert (values[0] == values[1]).all()
    assert values.min() < values.max()


def test_in_an_imagined_game_nobody_notes_what_lies_face_up() -> None:
    game = next(iter(states([agent("heuristic")] * 4, THREE, seed=4, rules=boardless(THREE, 4))))
    worlds = imagine(Situation.of(game.view(0)), DEAF, np.random.default_rng(1), n=16)
    table = mask_of(game.record.setup.table)
    asked = [cards for cards in map(mask_of, THREE.suggestions) if cards & table][::7]
    shown = 0
    for cards in asked:
        one, other = (Imagined(worlds, np.random.default_rng(cards)) for _ in range(2))
        seen, same = one.ask(0, cards), other.ask(0, cards & ~table)
        assert seen == same
        assert (one.game.table == other.game.table).all()
        shown += seen[1][0][2] >= 0
    assert shown


def test_cards_of_a_wrong_accusation_are_not_like_others() -> None:
    record = Record.new(CLASSIC, ["Anna", "Ben", "Cleo"], me="Anna")
    record = record.read("anna has scarlet mustard rope knife hall study").read(
        "ben = peacock wrench ballroom x"
    )
    here = Situation.of(record.view())
    asked = np.array([mask_of(cards) for cards in CLASSIC.suggestions], np.int64)
    peacock, like_white = (
        mask_of([CLASSIC.card("peacock")]),
        [CLASSIC.card(n) for n in ("white", "green", "plum")],
    )
    for seed in range(8):
        kept = distinct(here, asked, np.random.default_rng(seed))
        assert (kept & peacock).any()
        assert (kept & mask_of(like_white)).any()


def test_what_lies_face_up_is_not_what_was_shown() -> None:
    record = sl.loads(
        "edition: mini\nplayers: Anna Ben Cleo Dora\nme: Anna\nrules: leftover=face_up\ntable: plum knife\n"
    )
    for line in (
        "anna has scarlet",
        "ben ? green rope hall | cleo - | dora !",
        "dora ? plum rope study | anna - | ben - | cleo !",
    ):
        record = record.read(line)
    assert sl.Edition.load("mini").card("study") in Notes.of(record.view(), Keep.ALL).has[2]


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
    found = halving(worlds, actions, np.random.default_rng(1), simulations=40)
    assert found.units > found.visits.sum() > 40 // 2


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
