"""Who keeps no notes plays where naming the envelope wins; a game that nobody can win is never waited for."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from sleuth.agents.registry import agent
from sleuth.arena.match import Endless, play, play_game
from sleuth.arena.standings import Standings
from sleuth.arena.swift import boardless
from sleuth.arena.tournament import Plan, Row, play_games, run
from sleuth.arena.winnable import PERSON, check_winnable
from sleuth.cli import main
from sleuth.edition import Edition
from sleuth.errors import BadSetup
from sleuth.scene import Why

CLASSIC = Edition.load("classic")
NAMING = "auto_win=suggestion"


@pytest.mark.parametrize(
    "agents", [("stateless",) * 3, ("fox", "stateless", "detective"), ("stateless", "random")]
)
def test_a_tournament_whose_player_could_never_win_is_refused_and_told_the_rule(
    agents: tuple[str, ...],
) -> None:
    with pytest.raises(BadSetup, match=f"“stateless” keeps no notes.*--rules {NAMING}"):
        run(Plan(agents, 2, "mini", deals=1))


def test_where_naming_the_envelope_wins_a_player_without_notes_does_win() -> None:
    rows = run(Plan(("stateless", "random-paper", "heuristic-paper"), deals=8, rules=NAMING))
    won = {one.agent: one.wins for one in Standings.of(rows).table}
    assert won["stateless"] > 0
    assert {row.why for row in rows} == {"suggestion"}


def test_the_rules_of_a_tournament_are_in_its_rows_which_replay(tmp_path: Path) -> None:
    plan, file = Plan(("stateless", "fox"), 2, "mini", deals=2, rules=NAMING), tmp_path / "games.jsonl"
    rows = run(plan, file)
    assert [Row.of_json(line) for line in file.read_text().splitlines()] == rows
    assert {row.rules for row in rows} == {NAMING}
    assert all(row.told(row.replay()) == row for row in rows)


def test_rules_that_cannot_be_played_are_refused_before_a_file_is_begun(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with pytest.raises(BadSetup, match="can be 1 or 2"):
        run(Plan(("fox", "walker"), 2, "mini", deals=2, rules="dice=3"), file)
    assert not file.exists()


def test_other_rules_are_another_tournament(tmp_path: Path) -> None:
    plan, file = Plan(("fox", "walker"), 2, "mini", deals=2), tmp_path / "games.jsonl"
    run(plan, file)
    with pytest.raises(BadSetup, match="another tournament"):
        run(replace(plan, rules="own_cards=no"), file)


def test_a_file_from_before_there_were_house_rules_goes_on(tmp_path: Path) -> None:
    plan, file = Plan(("fox", "walker"), 2, "mini", deals=2), tmp_path / "games.jsonl"
    rows = run(plan, file)
    first = json.loads(rows[0].json())
    del first["rules"]
    file.write_text(json.dumps(first) + "\n")
    assert run(plan, file) == rows


def test_games_by_house_rules_are_the_referees() -> None:
    plan = Plan(("fox", "heuristic", "walker"), deals=1, rules="own_cards=no")
    assert play_games(plan, range(6)) == [row.told(row.replay()) for row in map(plan.blank, range(6))]
    assert play_games(plan, range(6)) != play_games(replace(plan, rules=""), range(6))


def test_the_board_is_no_house_rule_of_a_tournament() -> None:
    with pytest.raises(BadSetup, match="--board"):
        run(Plan(("fox", "walker"), 2, "mini", deals=1, rules="board=yes"))


def test_a_house_rule_that_there_is_not_is_refused() -> None:
    with pytest.raises(BadSetup, match="no house rule “luck”"):
        run(Plan(("fox", "walker"), 2, "mini", deals=1, rules="luck=more"))


@pytest.mark.parametrize(
    "name", ["fox", "beginner", "bluffer", "casual", "scholar", "heuristic-rollout", "random-rollout"]
)
def test_who_knows_the_case_names_it_where_that_wins(name: str) -> None:
    rules = replace(boardless(CLASSIC, 3), auto_win="suggestion")
    game = play_game([agent(name)] * 3, CLASSIC, seed=3, rules=rules)
    assert game.outcome is not None
    assert game.outcome.why is Why.SUGGESTION
    assert len(game.record.entries) < 60


def test_so_does_the_detective() -> None:
    rules = replace(boardless(CLASSIC, 3), auto_win="suggestion")
    game = play_game([agent("detective:games=300")] * 3, CLASSIC, seed=3, rules=rules)
    assert game.outcome is not None
    assert len(game.record.entries) < 60


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        (["--agent", "stateless", "--players", "3", "--rules", "board=no"], NAMING),
        (["--agent", "random,stateless", "--players", "2", "--edition", "mini"], NAMING),
        (["--me", "Anna", "--agent", "stateless"], NAMING),
        (["--rules", "board=no leftover=face_down"], "leftover=uneven"),
        (["--rules", "leftover=face_down", "--players", "4"], "leftover=uneven"),  # the cellar has no door
        (
            ["--agent", "random,beginner,scholar,fox", "--rules", "board=no leftover=face_down"],
            "leftover=uneven",
        ),
    ],
)
def test_play_refuses_a_game_that_may_never_end_and_says_what_to_add(
    capsys: pytest.CaptureFixture[str], words: list[str], advice: str
) -> None:
    assert main(["play", *words, "--lang", "en"]) == 2
    assert f"--rules {advice}" in capsys.readouterr().err


def test_who_dares_to_guess_may_play_with_cards_that_nobody_sees() -> None:
    words = ["--agent", "random", "--rules", "board=no leftover=face_down", "--quiet"]
    assert main(["play", *words]) == 0


def test_beside_a_person_who_may_guess_anybody_may_play_with_cards_that_nobody_sees() -> None:
    rules = replace(boardless(CLASSIC, 4), leftover="face_down")
    check_winnable(CLASSIC, rules, (PERSON, "fox", "fox", "fox"), 4)
    with pytest.raises(BadSetup, match="“fox” would never dare"):
        check_winnable(CLASSIC, rules, ("random", "fox", "fox", "fox"), 4)


def test_who_can_look_into_the_centre_may_play_with_cards_that_lie_there() -> None:
    words = ["--agent", "walker", "--rules", "leftover=face_down accuse=centre", "--players", "4", "--quiet"]
    assert main(["play", *words]) == 0


def test_a_game_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sleuth.arena.match.LONGEST", 60)
    with pytest.raises(Endless, match="after 60 choices"):
        play([agent("stateless")] * 3, CLASSIC, seed=1, rules=boardless(CLASSIC, 3))


def test_a_tournament_goes_on_after_a_game_that_was_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sleuth.arena.match.LONGEST", 2)
    rows = run(Plan(("casual",) * 3, deals=2))
    assert {(row.winner, row.why) for row in rows} == {(None, "endless")}
    assert Standings.of(rows).table[0].wins == 0
