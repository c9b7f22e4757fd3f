"""A game is told turn by turn, the same whether it is being played or read again."""

from __future__ import annotations

import pytest

from sleuth.agents.baseline import CasualAgent, RandomAgent
from sleuth.arena.match import play_game
from sleuth.edition import Edition
from sleuth.events import Rolled
from sleuth.game import Game
from sleuth.record import Log, Record
from sleuth.replay import replay
from sleuth.story import entry_by_entry, pawn_spots, referee, seat_of, turns
from sleuth.view import View

TABLES = [("mini", 3), ("classic", 4), ("three-investigators", 2), ("discover-the-secrets", 5)]


def _states(name: str, players: int, seed: int) -> list[Game]:
    states: list[Game] = []
    agents = [CasualAgent() for _ in range(players)]
    play_game(agents, Edition.load(name), seed=seed, watch=states.append)
    return states


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("seed", range(3))
def test_playing_and_replaying_tell_the_same_turns(name: str, players: int, seed: int) -> None:
    states = _states(name, players, seed)
    played, again = turns(states, referee), turns(replay(states[-1].record).games, referee)
    assert [(t.number, t.seat, t.entries) for t in played] == [(t.number, t.seat, t.entries) for t in again]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_entry_is_told_in_exactly_one_turn(name: str, players: int) -> None:
    states = _states(name, players, 1)
    told = [entry for turn in turns(states, referee) for entry in turn.entries]
    assert tuple(told) == states[-1].record.entries


def test_a_turn_belongs_to_the_one_who_rolls_in_it() -> None:
    for turn in turns(_states("classic", 4, 5), referee):
        rollers = {
            event.seat for entry in turn.entries for event in entry.events if isinstance(event, Rolled)
        }
        assert rollers <= {turn.seat}


def test_a_seat_is_told_what_its_own_redacted_record_says() -> None:
    states = _states("classic", 4, 2)
    for seat in (0, 3, None):
        told = [entry for turn in turns(states, seat_of(seat)) for entry in turn.entries]
        assert tuple(told) == states[-1].record.redacted(seat).entries


def test_a_seat_that_looks_late_sees_the_same() -> None:
    record = _states("classic", 4, 2)[-1].record
    late, early = replay(record).games, replay(record).games
    views = [game.view(0) for game in late[::-1]][::-1]
    assert [view.record for view in views] == [game.view(0).record for game in early]


def test_what_one_branch_of_a_log_says_later_is_not_said_in_another() -> None:
    first, second, third = object(), object(), object()
    log = Log([first])
    one, both, other = log.plus(second), log.plus(second, third), log.plus(third)
    assert [list(branch) for branch in (one, both, other)] == [
        [first, second],
        [first, second, third],
        [first, third],
    ]


@pytest.mark.parametrize(("name", "players"), [("classic", 3), ("classic", 6), ("three-investigators", 4)])
def test_the_pawns_stand_where_the_entries_leave_them(name: str, players: int) -> None:
    states: list[Game] = []
    agents = [RandomAgent(accuse=0) for _ in range(players)]
    edition = Edition.load(name)
    rules = edition.rules_for(players).with_words({"bonus": "no", "auto_win": "proof"})
    play_game(agents, edition, seed=4, rules=rules, watch=states.append)
    for game in states[::7]:
        assert pawn_spots(View(game.record, None)) == game.scene.pawns


def test_a_notebook_is_told_entry_by_entry() -> None:
    record = Record.new(Edition.load("classic"), ["Anna", "Ben", "Cleo"], me="Anna")
    record = record.read("ben ? plum rope hall | cleo !").read("ben @ 7,3").strike(2)
    steps = list(entry_by_entry(record))
    assert [len(step.view.record.entries) for step in steps] == [1, 2, 3]
    spots = [pawn_spots(step.view)[record.setup.pawns[1]] for step in steps]
    assert spots == ["hall", (7, 3), "hall"]
