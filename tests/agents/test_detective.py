"""The detective at the referee's table: every edition, with a board and without, and where it goes."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random
from time import perf_counter

import numpy as np
import pytest

import sleuth as sl
from sleuth.actions import Accuse, Move, Roll, Suggest
from sleuth.agents.detective import TIRED, Detective, Effort, fresh
from sleuth.agents.judgement import judge
from sleuth.agents.policy import POLICIES
from sleuth.agents.proposal import Proposal
from sleuth.agents.registry import agent
from sleuth.agents.scholar import Scholar
from sleuth.agents.situation import Situation
from sleuth.agents.ways import LATER, Ways, moves, where_to_accuse
from sleuth.agents.worlds import DEAF, Opponents, imagine
from sleuth.arena.match import play_game, states
from sleuth.arena.swift import boardless
from sleuth.arena.tournament import Plan
from sleuth.errors import BadSetup
from sleuth.game import Game
from sleuth.inference.problem import mask_of
from sleuth.kernels import playout, playout_turns
from sleuth.lab.strength import rules_out
from sleuth.scene import Phase, Why, spot_of

QUICK = Effort(worlds=64, draws=128, steps=4, simulations=400, shows=64, glance=64, moves=64)


class Careful:
    """A quick detective that is watched: none of its accusations may be ruled out by what it knows."""

    def __init__(self) -> None:
        self.within = Detective(effort=QUICK)

    def choose(self, view: sl.View, rng: Random) -> sl.Action:
        action = self.within.choose(view, rng)
        if isinstance(action, Accuse):
            assert not rules_out(view, action.cards)
        return action


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        ("mini", 2),
        ("classic", 3),
        ("classic", 6),
        ("three-investigators", 2),
        ("three-investigators", 4),
        ("discover-the-secrets", 3),
        ("night-train", 3),
    ],
)
def test_it_plays_every_edition_to_the_end_and_accuses_only_what_is_possible(name: str, seats: int) -> None:
    others = [agent("heuristic") for _ in range(seats - 1)]
    game = play_game([Careful(), *others], sl.Edition.load(name), seed=seats)
    assert game.outcome is not None


def board_game(seed: int, phase: type[sl.Action]) -> Game:
    """A state of a classic board game in which the first seat may do this."""
    edition = sl.Edition.load("classic")
    for game in states([agent("casual")] * 3, edition, seed=seed):
        if game.scene.actor == 0 and any(
            isinstance(group[0], phase) for group in game.legal_actions().groups
        ):
            return game
    raise AssertionError("it never came to that")


def test_with_one_goal_it_goes_there_or_as_near_as_the_dice_allow() -> None:
    view = board_game(3, Move).view(0)
    board = view.record.setup.board
    assert board is not None
    spots = [action for group in view.menu.groups for action in group if isinstance(action, Move)]
    for room in filter(board.exits, board.rooms):
        ways, far = Ways.of(view, {room: 1.0}), board.distances(room)
        best = ways.best(list(spots))
        assert isinstance(best, Move)
        if Move(room) in spots:
            assert best == Move(room)
        elif best.to not in board.rooms:  # from a room there may be a secret passage
            assert far[best.to] <= max(ways.stride, min(far[spot.to] for spot in spots))


def test_a_question_on_the_way_is_not_missed_for_a_better_one_further_away() -> None:
    view = board_game(3, Move).view(0)
    assert view.record.setup.board is not None
    ends = [action for group in view.menu.groups for action in group if isinstance(action, Move)]
    near = [action.to for action in ends if action.to in view.record.setup.board.rooms]
    far = [room for room in view.record.setup.board.rooms if room not in near]
    for room, better in product(near, far):
        assert isinstance(room, str)
        assert Ways.of(view, {room: 0.5, better: 0.9}).best(list(ends)) == Move(room)
    assert near
    assert far


def test_a_passage_is_a_turn_unless_the_house_has_none() -> None:
    view = board_game(3, Move).view(0)
    ways = Ways.of(view, {"kitchen": 1.0})
    shut = replace(ways, setup=replace(ways.setup, rules=replace(ways.setup.rules, passages=False)))
    assert ways.worth(Move("study")) == LATER
    assert shut.worth(Move("study")) < LATER**2


def test_a_throw_is_worth_no_more_than_the_best_room_and_no_less_than_nothing() -> None:
    view = board_game(4, Roll).view(0)
    ways = Ways.of(view, {"kitchen": 1.0})
    assert 0.0 < ways.worth(Roll()) <= 1.0


def test_a_question_on_the_spot_is_one_of_the_ways() -> None:
    kinds = {type(group[0]): group for group in board_game(5, Suggest).view(0).menu.groups}
    assert not moves({Suggest: kinds[Suggest]})
    assert Suggest in {type(action) for action in moves({**kinds, Roll: (Roll(),)})}  # type: ignore[dict-item]


def test_the_place_of_an_accusation_follows_the_rules() -> None:
    three = sl.Edition.load("three-investigators")
    game = next(states([agent("casual")] * 3, three, seed=1))
    setup = game.record.setup
    assert setup.board is not None
    assert where_to_accuse(setup, 0) == setup.board.centre
    classic = next(states([agent("casual")] * 3, sl.Edition.load("classic"), seed=1)).record.setup
    assert where_to_accuse(classic, 0) is None


def test_on_the_board_it_goes_where_it_may_accuse_and_accuses_there() -> None:
    edition, won = sl.Edition.load("three-investigators"), 0
    for seed in range(3):
        *_, game = states([Detective(effort=QUICK), agent("casual"), agent("casual")], edition, seed=seed)
        assert game.outcome is not None
        if game.outcome.winner == 0:
            setup = game.record.setup
            assert setup.board is not None
            assert spot_of(setup, game.scene, 0) == setup.board.centre
            won += 1
    assert won


def test_first_draws_fit_the_record_and_know_their_density() -> None:
    edition = sl.Edition.load("classic")
    rules = boardless(edition, 3)
    game = [g for g in states([agent("heuristic")] * 3, edition, seed=2, rules=rules) if g.outcome is None][
        -1
    ]
    here = Situation.of(game.view(0))
    hands, density = Proposal(here).draw(200, np.random.default_rng(1))
    assert np.isfinite(density).all()
    assert (np.bitwise_count(hands) == here.sizes).all()
    honest = ~(hands & np.where(np.arange(3) == 0, 0, here.named())).any(axis=1)
    assert 0.5 < honest.mean() < 1.0
    assert density[honest].min() > density[~honest].max()


def test_a_scholar_accuses_when_the_case_is_proved() -> None:
    edition = sl.Edition.load("classic")
    game = play_game([Scholar()] * 3, edition, seed=4, rules=boardless(edition, 3))
    assert game.outcome is not None
    assert game.outcome.why is Why.ACCUSATION


def boardless_view(seed: int) -> sl.View:
    """The first seat's view when it asks for the second time, without a board."""
    edition = sl.Edition.load("classic")
    games = states([agent("heuristic")] * 3, edition, seed=seed, rules=boardless(edition, 3))
    mine = [g.view(0) for g in games if g.outcome is None and g.scene.actor == 0]
    return [view for view in mine if isinstance(view.menu[0], Suggest)][1]


def test_threads_share_the_work_and_find_the_same() -> None:
    view = boardless_view(6)
    one = judge(view, effort=QUICK, seed=3)
    assert one == judge(view, effort=replace(QUICK, threads=3), seed=3)
    assert one[0].games == max(judged.games for judged in one)
    assert all(0 <= judged.wins <= 1 for judged in one)


def test_a_budget_in_seconds_is_spent() -> None:
    started = perf_counter()
    judge(boardless_view(6), effort=replace(QUICK, seconds=1.0))
    assert perf_counter() - started > 0.5


def test_no_judgement_without_a_hand() -> None:
    spectator = boardless_view(6).record.view(None)
    with pytest.raises(BadSetup):
        judge(replace(spectator, seat=None, hand=None), effort=QUICK)


def test_in_imagined_games_i_believe_those_who_never_bluff_and_am_never_wrong_in_it() -> None:
    here = Situation.of(boardless_view(6))
    worlds = imagine(here, Opponents(), np.random.default_rng(2), n=200)
    lacks = worlds.tables[:, here.me, playout.CANT : playout.CANT + 3]
    assert not (lacks & worlds.hands).any()
    named = np.where(np.arange(3) == here.me, 0, here.named())
    honest = (worlds.policies[:, :, playout_turns.BLUFF] == 0) & ~(worlds.hands & named).astype(bool)
    assert honest[:, 1:].any()
    assert ((lacks & named) == named)[honest].all()


def test_a_deaf_detective_believes_nobody() -> None:
    here = Situation.of(boardless_view(6))
    worlds = imagine(here, DEAF, np.random.default_rng(2), n=200)
    trusting = imagine(here, Opponents(), np.random.default_rng(2), n=200)
    column = slice(playout.CANT, playout.CANT + 3)
    known = np.bitwise_count(worlds.tables[:, here.me, column]).sum(axis=1).mean()
    believed = np.bitwise_count(trusting.tables[:, here.me, column]).sum(axis=1).mean()
    assert known < believed


def test_players_who_ask_for_anything_do_not_fool_it_into_certainty() -> None:
    edition, believed, proved = sl.Edition.load("classic"), [], []
    for seed in range(12):
        for game in states([agent("anything")] * 3, edition, seed=seed, rules=boardless(edition, 3)):
            if game.scene.actor == 0 and len(game.record.entries) >= 24 and game.scene.phase is Phase.START:
                worlds = Detective().imagine(game.view(0), np.random.default_rng(seed), Effort(), 1024)
                believed.append(worlds.best_envelope()[1])
                proved.append(sl.infer(game.view(0)).envelope(1)[0].probability)
                break
    assert len(believed) >= 5
    assert np.mean(believed) < np.mean(proved) + 0.15


@pytest.mark.parametrize("board", [False, True])
def test_on_a_board_nobody_chooses_the_room_that_they_name(board: bool) -> None:
    edition = sl.Edition.load("classic")
    rules = None if board else boardless(edition, 3)
    record = sl.Record.new(edition, ["Anna", "Ben", "Cleo"], me="Anna", rules=rules)
    for line in ("anna has scarlet rope knife hall study lounge", "ben ? green pipe kitchen | cleo !"):
        record = record.read(line)
    worlds = Detective().imagine(record.view(), np.random.default_rng(1), Effort(), 1024)
    pipe, kitchen = (1 << edition.card(word) for word in ("pipe", "kitchen"))
    asked, room = (float((worlds.hands[:, 1] & card != 0).mean()) for card in (pipe, kitchen))
    assert asked < 0.15  # what it chose to ask for it mostly lacks
    assert (room > 0.3) if board else (room < 0.15)


def test_whoever_keeps_silent_does_not_know_the_envelope() -> None:
    record = sl.Record.new(sl.Edition.load("mini"), ["Anna", "Ben", "Cleo"], me="Anna")
    for line in ("anna has scarlet rope", "ben ? plum knife hall | -", "cleo ? green pipe study | ben !"):
        record = record.read(line)
    here = Situation.of(record.view())
    assert here.silent.tolist() == [1, 0]  # whether Cleo has ended her turn is not known
    named = mask_of([sl.Edition.load("mini").card(word) for word in ("plum", "knife", "hall")])

    def chance(hush: float) -> float:
        others = Opponents((POLICIES["heuristic"], POLICIES["bluffer"]), (0.5, 0.5), hush=hush)
        worlds = imagine(here, others, np.random.default_rng(3), n=400)
        return float((worlds.envelopes == named).mean())

    assert chance(1.0) > 0.25
    assert chance(0.01) < 0.05


@pytest.mark.parametrize(
    ("words", "quiet"), [({}, True), ({"accuse": "centre"}, False), ({"auto_win": "proof"}, False)]
)
def test_on_a_board_silence_tells_only_where_anyone_might_accuse(words: dict[str, str], quiet: bool) -> None:
    edition = sl.Edition.load("classic")
    rules = edition.rules.with_words(words)
    record = sl.Record.new(edition, ["Anna", "Ben", "Cleo"], me="Anna", rules=rules)
    hand = "anna has scarlet rope knife hall study lounge"
    for line in (hand, "ben ? plum pipe kitchen | -", "cleo ? white pipe library | -"):
        record = record.read(line)
    assert Situation.of(record.view()).silent[0] == quiet


def test_who_goes_round_in_circles_asks_for_something_new() -> None:
    record = sl.Record.new(sl.Edition.load("classic"), ["Anna", "Ben", "Cleo"], me="Anna")
    record = record.read("anna has scarlet mustard rope knife hall study")
    questions = [Suggest(cards) for cards in record.setup.edition.suggestions]
    for asked in range(TIRED):
        view = record.view()
        assert fresh(view, questions) == questions, asked
        record = record.read("anna ? scarlet rope hall | -").read("ben ? plum wrench lounge | -")
        record = record.read("cleo ? green pipe lounge | -")
    new = fresh(record.view(), questions)
    assert [one for one in questions if one not in new] == [Suggest(cards_of(record, "scarlet rope hall"))]
    assert fresh(record.view(), questions[:0]) == []


def cards_of(record: sl.Record, words: str) -> tuple[int, ...]:
    return tuple(sorted(record.setup.edition.card(word) for word in words.split()))


def test_a_game_in_which_everybody_went_round_in_circles_comes_to_an_end() -> None:
    """It went by a passage to and fro and asked for its own cards, which drew the others along."""
    plan = Plan(("detective-deaf", "heuristic-paper", "heuristic-paper"), seed=161_803, board=True)
    played = plan.row(161, 2).played()
    assert played.winner is not None
    assert played.turns > 3 * TIRED


def test_a_question_that_waits_for_my_answer_is_not_over() -> None:
    edition = sl.Edition.load("classic")
    for game in states([agent("heuristic")] * 3, edition, seed=3, rules=boardless(edition, 3)):
        if game.scene.actor == 0 and game.scene.phase in (Phase.ANSWER, Phase.START):
            quiet = Situation.of(game.view(0)).silent
            assert quiet[:-1].all()
            assert quiet[-1:].all() == (game.scene.phase is Phase.START)
