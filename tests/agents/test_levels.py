"""The five opponents for people: each plays by the rules, says how it thinks, and beats those before it."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice, pairwise
from random import Random

import pytest

from sleuth.actions import Move
from sleuth.agents.beginner import MEMORY, BeginnerAgent
from sleuth.agents.notes import Notes
from sleuth.agents.policy import Keep
from sleuth.agents.registry import LEVELS, agent
from sleuth.arena.match import play_game, states
from sleuth.arena.standings import Standings
from sleuth.arena.swift import boardless
from sleuth.arena.tournament import Plan, run
from sleuth.cli import main
from sleuth.edition import Edition
from sleuth.events import Peeked, Showed
from sleuth.marks import Marks
from sleuth.scene import Why
from sleuth.testing import check_agent

FAST = [level.name for level in LEVELS if level.name != "detective"]


@pytest.mark.parametrize("name", ["beginner", "fox"])  # the others differ from the fox by values only
def test_a_level_plays_by_the_rules_with_few_and_many_on_every_board(name: str) -> None:
    check_agent(agent(name), games=1)


@pytest.mark.parametrize("seats", [3, 6])
def test_each_level_beats_the_one_before(seats: int) -> None:
    for easier, harder in pairwise(FAST):
        deals = 12 if easier == "beginner" else 400  # a great difference, and no compiled games
        rows = run(Plan((easier,) * (seats - 1) + (harder,), seats, deals=deals))
        best, worst = Standings.of(rows).table
        assert (best.agent, worst.agent) == (harder, easier)
        assert best.interval[0] > worst.interval[1]


def test_each_level_beats_the_one_before_on_the_board_too() -> None:
    for easier, harder in pairwise(FAST):
        best, worst = Standings.of(run(Plan((easier, easier, harder), 3, deals=40, board=True))).table
        assert (best.agent, worst.agent) == (harder, easier)
        assert best.interval[0] > worst.interval[1]


def test_a_thinker_enters_a_room_that_it_has_not_placed_whenever_one_is_in_reach() -> None:
    box, thinker = Edition.load("classic"), agent("thinker")
    entered = 0
    for game in states([agent("casual")] * 3, box, seed=6):
        view = game.view(game.scene.actor)
        if game.outcome is not None or not isinstance(view.menu[0], Move):
            continue
        notes = Notes.of(view, Keep.PAPER)
        wanted = {box.cards[card] for card in notes.deck[2] - notes.placed}
        if notes.solution is None and wanted & {move.to for move in view.menu if isinstance(move, Move)}:
            going = thinker.choose(view, Random(1))
            assert isinstance(going, Move)
            assert going.to in wanted
            entered += 1
    assert entered > 5


@pytest.mark.parametrize("repeat", [False, True])
@pytest.mark.parametrize("name", ["beginner", "fox", "casual", "scholar"])
def test_who_need_not_leave_a_room_goes_on_all_the_same(name: str, repeat: bool) -> None:
    box = Edition.load("classic")
    rules = replace(box.rules, stay="free", repeat=repeat)
    *_, game = islice(states([agent(name)] * 3, box, seed=1, rules=rules), 2_000)
    assert game.outcome is not None


@pytest.mark.parametrize("edition", ["three-investigators", "discover-the-secrets"])
@pytest.mark.parametrize("name", ["casual", "thinker"])
@pytest.mark.parametrize(("dice", "turns"), [(2, 4), (1, 8)])
def test_who_knows_the_case_goes_straight_to_where_it_may_be_told(
    name: str, edition: str, dice: int, turns: int
) -> None:
    box = Edition.load(edition)
    for seed in range(4):
        late, before = [0, 0, 0], -1
        for game in states([agent(name)] * 3, box, seed=seed, rules=replace(box.rules, dice=dice)):
            seat = game.scene.turn
            if seat != before and game.outcome is None:
                late[seat] += Marks.of(game.view(seat)).solution is not None
            before = seat
        assert game.outcome is not None
        assert game.outcome.winner is not None
        assert max(late) <= turns  # from one end of the board to its centre


@pytest.mark.parametrize("name", ["casual", "fox", "scholar", "detective:games=100"])
def test_where_naming_the_case_wins_whoever_knows_it_goes_to_its_room(name: str) -> None:
    box = Edition.load("classic")
    rules = replace(box.rules, auto_win="suggestion")
    for seed in (2, 4):
        *_, game = islice(states([agent(name)] * 3, box, seed=seed, rules=rules), 600)
        assert game.outcome is not None
        assert game.outcome.winner is not None


@pytest.mark.parametrize("name", ["thinker", "heuristic", "fox"])
def test_what_may_lie_face_down_in_the_centre_is_looked_at_there(name: str) -> None:
    box = Edition.load("discover-the-secrets")
    for seed in range(3):
        *_, game = islice(states([agent(name)] * 4, box, seed=seed), 1_000)
        assert game.outcome is not None
        assert any(isinstance(event, Peeked) for event in game.record.events)


def test_where_nobody_may_accuse_nobody_goes_to_do_so() -> None:
    box = Edition.load("three-investigators")
    rules = replace(box.rules, auto_win="proof")
    for seed in range(3):
        game = play_game([agent("casual"), agent("thinker"), agent("fox")], box, seed=seed, rules=rules)
        assert game.outcome is not None
        assert game.outcome.why is Why.PROOF


def test_a_beginner_remembers_only_what_it_was_shown_lately() -> None:
    edition = Edition.load("classic")
    beginner, longest = BeginnerAgent(), 0
    for game in states([beginner] * 3, edition, seed=2, rules=boardless(edition, 3)):
        notes = beginner.notes(game.view(0))
        shown = [e.card for e in game.record.events if isinstance(e, Showed) and e.to == 0]
        known = notes.placed - set(game.deal.hands[0])
        assert known <= set(shown[-MEMORY:])
        longest = max(longest, len(set(shown) - known))
    assert longest > 0


def test_levels_are_listed_with_their_sentences_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--levels", "--lang", "de"]) == 0
    german = capsys.readouterr().out
    assert main(["play", "--levels", "--json", "--lang", "en"]) == 0
    english = json.loads(capsys.readouterr().out)
    assert [level["agent"] for level in english] == [level.name for level in LEVELS]
    assert all(level["about"].endswith(".") and level["about"] not in german for level in english)
    assert all(level["agent"] in german for level in english)
    assert main(["play", "--levels", "--agents", "--lang", "en"]) == 2
    assert "one at a time" in capsys.readouterr().err
