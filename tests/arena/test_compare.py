"""A tournament in one call: of our agents by name, or of agents that somebody has written."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import sleuth as sl
from sleuth.actions import Action
from sleuth.agents.base import Agent
from sleuth.agents.baseline import CasualAgent
from sleuth.agents.policy import POLICIES
from sleuth.agents.registry import agent
from sleuth.agents.simple import PolicyAgent
from sleuth.agents.worlds import MINE
from sleuth.arena.standings import Standings
from sleuth.arena.tournament import Plan, Row, is_swift, play_games, run
from sleuth.cli import main
from sleuth.edition import Edition
from sleuth.errors import BadSetup, UnknownAgent
from sleuth.view import View

NAMES = ("heuristic", "heuristic-paper", "random-notes")


class Homemade:
    """Somebody's own agent."""

    def choose(self, view: View, rng: Random) -> Action:
        return CasualAgent().choose(view, rng)


def test_our_agents_are_called_by_their_names() -> None:
    assert sl.tournament(NAMES, games=60, seed=5) == Standings.of(run(Plan(NAMES, deals=10, seed=5)))


def test_whole_deals_are_played() -> None:
    found = sl.tournament(["fox", "walker", "walker"], games=7)
    assert (found.games, found.deals) == (9, 3)


def test_agents_of_your_own_have_names_of_your_own() -> None:
    found = sl.tournament({"mine": Homemade(), "theirs": agent("thinker")}, "mini", games=20)
    assert {one.agent for one in found.table} == {"mine", "theirs"}
    as_ours = Standings.of(run(Plan(("casual", "thinker"), 2, "mini", deals=10)))
    assert [(one.wins, one.games) for one in found.table] == [(s.wins, s.games) for s in as_ours.table]


def test_an_agent_of_your_own_is_not_taken_for_ours_of_the_same_name() -> None:
    found = sl.tournament({"fox": Homemade(), "walker": agent("walker")}, "mini", games=20)
    others = sl.tournament(["casual", "walker"], "mini", games=20)
    assert [one.wins for one in found.table] == [one.wins for one in others.table]
    assert [one.wins for one in found.table] != [
        one.wins for one in sl.tournament(["fox", "walker"], "mini", games=20).table
    ]


def test_policies_of_your_own_are_played_compiled_and_game_for_game_the_same() -> None:
    seated = {
        "bold": PolicyAgent(POLICIES["bluffer"].but(bluff=512)),
        "shy": PolicyAgent(POLICIES["fox"].but(bluff=0)),
        "plain": PolicyAgent(POLICIES["heuristic"]),
    }
    plan = Plan(tuple(seated), deals=2)
    assert is_swift(plan, seated)
    assert not is_swift(plan, {**seated, "shy": Homemade()})
    rows = play_games(plan, range(12), seated)
    assert rows == [plan.blank(game).played(seated) for game in range(12)]


def test_whoever_trusts_the_honest_is_left_to_the_referee() -> None:
    """Only imagined games tell who never bluffs."""
    seated = {"mine": PolicyAgent(MINE), "heuristic": agent("heuristic")}
    plan = Plan(("mine", "heuristic", "heuristic"), deals=1)
    assert not is_swift(plan, seated)
    assert play_games(plan, range(3), seated) == [plan.blank(game).played(seated) for game in range(3)]


def test_a_game_of_players_who_only_bluff_is_given_up() -> None:
    """They learn nothing, for ever."""
    bluffer = PolicyAgent(POLICIES["bluffer"].but(bluff=1024))
    (row,) = play_games(Plan(("a", "b", "c"), deals=1), range(1), dict.fromkeys("abc", bluffer))
    assert (row.winner, row.why) == (None, "endless")


def test_an_edition_is_taken_as_it_is_or_by_its_name() -> None:
    mini, names = Edition.load("mini"), ["fox", "walker"]
    assert sl.tournament(names, mini, games=4) == sl.tournament(names, "mini", games=4)
    with pytest.raises(BadSetup, match="the path of the edition's file"):
        sl.tournament(names, replace(mini, name="mine"), games=4)
    file = Path(sl.__file__).parent / "editions" / "mini.toml"
    assert sl.tournament(names, file, games=4).games == 4


def test_house_rules_in_another_order_are_the_same_tournament(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    sl.tournament(NAMES, games=6, rules="leftover=uneven auto_win=proof", out=file)
    assert sl.tournament(NAMES, games=12, rules="auto_win=proof leftover=uneven", out=file).games == 12


def test_as_many_games_are_planned_as_are_asked_for_however_many() -> None:
    for games in (1, 7, 10**17 + 1, 10**23):
        plan = Plan(NAMES).of_games(games)
        assert games <= plan.games < games + 6


def test_workers_give_the_standings_of_one() -> None:
    brought: dict[str, Agent] = {"mine": Homemade()}
    alone = sl.tournament(["mine", "fox"], "mini", games=6, mine=brought)
    assert sl.tournament(["mine", "fox"], "mini", games=6, jobs=2, mine=brought) == alone


def test_games_that_were_kept_are_not_played_again(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    found = sl.tournament(NAMES, games=12, out=file)
    kept = file.read_bytes()
    assert sl.tournament(NAMES, games=12, out=str(file)) == found
    assert file.read_bytes() == kept


def test_one_of_your_own_sits_with_two_of_ours_as_in_the_lab() -> None:
    found = sl.tournament(["mine", "heuristic", "heuristic"], games=6, mine={"mine": Homemade()})
    assert (found.games, found.deals) == (6, 2)
    assert sorted(one.games for one in found.table) == [6, 12]


class Empty(Homemade):
    """An agent may be as empty as a list."""

    def __len__(self) -> int:
        return 0


def test_an_agent_that_is_empty_is_an_agent() -> None:
    assert sl.tournament({"empty": Empty(), "mine": Homemade()}, "mini", games=2).games == 2


def test_an_agent_that_there_is_not_is_named() -> None:
    with pytest.raises(UnknownAgent, match="nobody"):
        sl.tournament(["nobody", "fox"], "mini")


@pytest.mark.parametrize(
    ("agents", "given", "said"),
    [
        ("fox", {}, "a list of names"),
        ([Homemade(), Homemade()], {}, "a list of names"),
        ({"mine": Homemade, "other": Homemade()}, {}, "“mine” is no agent"),
        ({"mine": "fox", "other": Homemade()}, {}, "“mine” is no agent"),
        (["fox", "fox"], {"games": 0}, "at least one game"),
        (["fox", "fox"], {"jobs": 0}, "At least one process"),
        (["fox", "fox"], {"mine": {"typo": Homemade()}}, "Nobody sits down as “typo”"),
        (["fox", "fox"], {"rules": "auto_win=proof auto_win=off"}, "“auto_win” is given twice"),
        (["fox", "fox"], {"seats": 0}, "players"),
        (["fox", "fox"], {"out": "games.csv"}, r"“games\.csv” must end in \.jsonl"),
        (["stateless", "fox", "mine"], {"mine": {"mine": Homemade()}}, "“stateless” keeps no notes"),
    ],
)
def test_what_makes_no_sense_is_said(agents: Any, given: dict[str, Any], said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        sl.tournament(agents, **given)


def test_a_tournament_without_an_end_begins_at_once() -> None:
    """Its games are counted, not listed."""

    def stop(_: list[Row]) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(Plan(NAMES, deals=10**23), watch=stop)


def test_too_few_agents_are_refused() -> None:
    with pytest.raises(BadSetup, match="3 seats"):
        sl.tournament({"mine": Homemade()}, seats=3)


def test_the_command_takes_games_instead_of_deals(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", *NAMES, "--games", "20", "--json", "--lang", "en"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 24
    assert main(["tournament", *NAMES, "--games", "20", "--deals", "4", "--lang", "en"]) == 2
    assert "Either so many deals, or so many games; not both.  [cli/usage]" in capsys.readouterr().err
