"""Tournaments give the same rows whoever plays them and however often they are stopped."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from importlib.resources import files
from itertools import combinations, permutations
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.agents.registry import names
from sleuth.arena.alone import Busy
from sleuth.arena.results import HEAD, as_csv, check, fill, journal
from sleuth.arena.standings import Standings, Tally, ratings
from sleuth.arena.tournament import Plan, Row, _how_many, batch, play_games, run
from sleuth.casefile import load
from sleuth.cli import main
from sleuth.edition import Edition
from sleuth.errors import BadSetup, UnknownAgent

PLAN = Plan(("heuristic", "heuristic-paper", "random-notes"), deals=6, seed=5)


def test_every_deal_is_played_in_every_seating() -> None:
    rows = run(PLAN)
    assert [row.game for row in rows] == list(range(36))
    assert {row.agents for row in rows} == set(PLAN.seatings)
    assert len({row.seed for row in rows}) == 6


def test_compiled_rows_are_the_referees_rows() -> None:
    assert play_games(PLAN, range(12)) == [row.told(row.replay()) for row in map(PLAN.blank, range(12))]


def test_compiled_games_need_not_be_whole_deals() -> None:
    assert play_games(PLAN, range(4, 15)) == play_games(PLAN, range(18))[4:15]


def test_six_players_lose_no_more_than_a_moments_games_when_they_are_stopped(tmp_path: Path) -> None:
    """A deal of six different players is 720 games: too many to play again."""
    file, six = tmp_path / "rows.jsonl", ("casual", "fox", "thinker", "walker", "beginner", "random-notes")
    plan = Plan(six, 6, deals=1)

    for games in (24, 48):

        def stop(rows: list[Row], games: int = games) -> None:
            if len(rows) == games:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            run(plan, file, watch=stop)
        assert [Row.of_json(line).game for line in file.read_text().splitlines()] == list(range(games))


def test_a_game_can_be_played_again_from_its_row() -> None:
    row = run(replace(PLAN, deals=1))[3]
    again = row.replay()
    assert again.outcome is not None
    assert again.outcome.winner == row.winner


@pytest.mark.parametrize("edition", ["classic", "three-investigators"])
def test_sleuth_play_plays_a_row_again_as_a_case_file(tmp_path: Path, edition: str) -> None:
    row = run(Plan(("fox", "thinker"), 2, edition, deals=1) if edition != "classic" else PLAN)[1]
    words = ["--edition", row.edition, "--players", str(len(row.agents)), "--agent", " ".join(row.agents)]
    rules = "board=no" if edition == "classic" else "board=no leftover=uneven"
    file = tmp_path / "game.case"
    assert (
        main(["play", *words, "--seed", str(row.seed), "--rules", rules, "--quiet", "--out", str(file)]) == 0
    )
    assert load(file).events == row.replay().record.events


def test_a_row_survives_being_written_down() -> None:
    row = run(replace(PLAN, deals=1))[0]
    assert Row.of_json(row.json()) == row


def test_a_stopped_tournament_goes_on_where_it_was_torn_off(tmp_path: Path) -> None:
    whole, torn = tmp_path / "whole.jsonl", tmp_path / "torn.jsonl"
    run(PLAN, whole)
    torn.write_text(whole.read_text()[:2000])
    assert run(PLAN, torn) == run(PLAN)
    assert torn.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("torn", [b"", b'{"game":'])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_file_that_another_program_has_written_anew_goes_on_after_its_lines(
    tmp_path: Path, end: bytes, torn: bytes
) -> None:
    """Other spaces, other ends of lines: what was there stays as it is."""
    file, rows = tmp_path / "rows.jsonl", run(PLAN)
    there = b"".join(json.dumps(json.loads(row.json())).encode() + end for row in rows[:20])
    file.write_bytes(there + torn)
    assert run(PLAN, file) == rows
    assert file.read_bytes().startswith(there)
    assert [Row.of_json(line) for line in file.read_text().splitlines()] == rows


@pytest.mark.parametrize(
    "wrong",
    [
        {"winner": 9},
        {"winner": -1},
        {"winner": 1.0},
        {"winner": "heuristic"},
        {"out": [3]},
        {"out": "no"},
        {"turns": "many"},
        {"why": None},
    ],
)
def test_a_game_that_cannot_have_ended_so_is_not_accepted(tmp_path: Path, wrong: dict[str, object]) -> None:
    file, row = tmp_path / "rows.jsonl", json.loads(play_games(PLAN, range(1))[0].json())
    file.write_text(json.dumps({**row, **wrong}) + "\n")
    before = file.read_bytes()
    with pytest.raises(BadSetup, match="another tournament"):
        run(PLAN, file)
    assert file.read_bytes() == before


def test_a_file_with_more_deals_than_are_asked_for_keeps_them(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    whole = run(PLAN, file)
    before = file.read_bytes()
    assert run(replace(PLAN, deals=2), file) == whole[:12]
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "content",
    [b"{}\n", b"[1]\n", b"a diary\n", b"\xff\xfe a picture\n", b"\x00" * 99 + b"\n", b'{"notes": "mine"}'],
)
def test_a_file_that_is_no_tournament_is_not_touched(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_bytes(content)
    with pytest.raises(BadSetup):
        run(PLAN, file)
    assert file.read_bytes() == content


@pytest.mark.parametrize("torn", [b"", b'{"ga', b'{"game":0,"deal":0,', b"\xff"])
def test_a_torn_line_is_dropped_whatever_is_left_of_it(tmp_path: Path, torn: bytes) -> None:
    file, rows = tmp_path / "rows.jsonl", run(PLAN)
    whole = b"" if torn != b"\xff" else rows[0].json().encode() + b"\n"
    file.write_bytes(whole + torn)
    assert run(PLAN, file) == rows
    assert file.read_text() == "".join(row.json() + "\n" for row in rows)


def test_another_tournaments_file_is_not_touched(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    run(PLAN, file)
    before = file.read_bytes()
    with pytest.raises(BadSetup):
        run(replace(PLAN, seed=6), file)
    assert file.read_bytes() == before


def test_games_of_an_edition_that_has_changed_since_are_not_mixed(tmp_path: Path) -> None:
    mine, file = tmp_path / "mine.toml", tmp_path / "rows.jsonl"
    usual = (files("sleuth") / "editions" / "mini.toml").read_text("utf-8")
    mine.write_text(usual, "utf-8")
    plan = replace(PLAN, edition=str(mine), deals=3)
    before = run(plan, file)
    assert run(replace(plan, deals=4), file)[:18] == before
    kept = file.read_bytes()
    more = '  { id = "attic", en = "Attic", de = "Dachboden" },\n  { id = "hall"'
    mine.write_text(usual.replace('  { id = "hall"', more), "utf-8")
    with pytest.raises(BadSetup, match="go another way now"):
        run(replace(plan, deals=5), file)
    assert file.read_bytes() == kept
    assert len(run(replace(plan, deals=4), file)) == 24  # what is finished can be told all the same


def test_two_at_once_do_not_write_to_one_file(tmp_path: Path) -> None:
    file, refused = tmp_path / "rows.jsonl", []

    def second(_: list[Row]) -> None:
        with pytest.raises(Busy) as error:
            run(PLAN, file)
        refused.append(error.value.code)

    rows = run(PLAN, file, watch=second)
    assert set(refused) == {"arena/busy"}
    assert run(PLAN, file) == rows  # it is free again, and whole


def test_many_workers_give_the_rows_of_one(tmp_path: Path) -> None:
    plan = replace(PLAN, agents=("casual", "casual", "random"), deals=12)
    run(plan, tmp_path / "one.jsonl")
    run(plan, tmp_path / "many.jsonl", jobs=3)
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "many.jsonl").read_bytes()


EDITIONS = [(name, seats) for name in Edition.names() for seats in Edition.load(name).players if seats <= 6]


@pytest.mark.parametrize(("edition", "seats"), EDITIONS)
def test_every_edition_is_played_at_every_number_of_seats(edition: str, seats: int) -> None:
    """Face-up and face-down cards included; players who keep notes accuse only what is so."""
    rows = run(Plan(("heuristic",) * (seats - 1) + ("fox",), seats, edition, deals=2))
    assert {(row.why, row.out) for row in rows} == {("accusation", ())}
    assert all(row.told(row.replay()) == row for row in rows[:2])


def test_the_board_is_played_by_the_referee() -> None:
    rows = run(Plan(("thinker", "casual", "casual"), deals=1, board=True))
    assert [row.agents for row in rows] == [*Plan(("thinker", "casual", "casual")).seatings]
    assert all(row.board and row.winner in range(3) and row.turns > 0 for row in rows)
    assert all(row.told(row.replay()) == row for row in rows)


def test_an_unknown_agent_is_named() -> None:
    with pytest.raises(UnknownAgent, match="nobody"):
        run(replace(PLAN, agents=("nobody", "heuristic", "heuristic")))


def test_too_few_agents_for_the_seats_are_refused() -> None:
    with pytest.raises(BadSetup, match="3 seats"):
        run(replace(PLAN, agents=("heuristic",)))


@given(st.lists(st.sampled_from("abc"), min_size=2, max_size=5), st.data())
def test_seatings_are_every_choice_in_every_order_once(agents: list[str], data: st.DataObject) -> None:
    plan = Plan(tuple(agents), data.draw(st.integers(2, len(agents))))
    assert {*plan.seatings} == {*permutations(agents, plan.seats)}
    assert len(plan.seatings) == len({*plan.seatings}) == _how_many(Counter(agents), plan.seats)


def test_a_deal_in_millions_of_seatings_is_refused_at_once() -> None:
    many = tuple(sorted(names()))[:10]
    with pytest.raises(BadSetup, match="more than 50000 seatings"):
        run(Plan(many, 10, edition="master-detective"))
    same = Plan(("fox",) * 39 + ("heuristic",), 10, edition="master-detective")
    same.check()
    assert len(same.seatings) == 11


def test_where_nobody_wins_nothing_is_certain() -> None:
    rows = [replace(row, winner=None) for row in run(replace(PLAN, agents=("heuristic",) * 3, deals=4))]
    (only,) = Standings.of(rows).table
    assert only.share == 0
    assert only.interval[1] > 0.5


def test_one_agent_in_all_seats_wins_its_share_for_certain() -> None:
    standings = Standings.of(run(replace(PLAN, agents=("heuristic",) * 3, deals=300)))
    (only,) = standings.table
    assert only.share == pytest.approx(1 / 3)
    assert only.interval == pytest.approx((1 / 3, 1 / 3))
    assert only.rating == pytest.approx(1500)


def test_the_better_heuristic_beats_the_papers_and_the_random_one() -> None:
    standings = Standings.of(run(replace(PLAN, deals=200)))
    assert [s.agent for s in standings.table] == ["heuristic", "heuristic-paper", "random-notes"]
    low, high = standings.table[0].interval
    assert 1 / 3 < low < standings.table[0].share < high
    assert all(abs(duel.difference) > duel.error for duel in standings.duels)


def test_a_rating_of_400_points_is_ten_times_the_chance() -> None:
    row = run(replace(PLAN, deals=1))[0]
    rows = [replace(row, agents=("a", "b"), winner=0)] * 1000 + [
        replace(row, agents=("a", "b"), winner=1)
    ] * 100
    rating = ratings(rows)
    assert rating["a"] - rating["b"] == pytest.approx(400, abs=3)


def played(deal: int, agents: str, winner: int) -> Row:
    return Row(0, deal, 0, "classic", False, tuple(agents), winner)


def test_standings_agree_with_a_calculation_by_hand() -> None:
    """Three deals of two seatings: a wins 2, 1 and 1 of them."""
    rows = [played(0, "ab", 0), played(0, "ba", 1), played(1, "ab", 0), played(1, "ba", 0)]
    rows += [played(2, "ab", 1), played(2, "ba", 1)]
    found = Standings.of(rows)
    by_deal = [1.0, 0.5, 0.5]
    assert [(one.agent, one.wins, one.games) for one in found.table] == [("a", 4, 6), ("b", 2, 6)]
    assert found.table[0].share == pytest.approx(fmean(by_deal))
    assert found.table[0].error == pytest.approx(stdev(by_deal) / sqrt(3))
    (duel,) = found.duels
    assert duel.difference == pytest.approx(fmean([1.0, 0.0, 0.0]))
    assert duel.error == pytest.approx(stdev([1.0, 0.0, 0.0]) / sqrt(3))
    low, high = found.table[0].interval  # three deals: Student's margin is 4.303
    assert (low, high) == (0.0, 1.0)
    assert duel.doubt == 1.0


def test_few_deals_make_wide_intervals() -> None:
    rows = [played(deal, "ab", int(deal == 0)) for deal in range(5)]  # a wins four deals of five
    best = Standings.of(rows).table[0]
    assert best.error == pytest.approx(0.2)
    assert best.interval == pytest.approx((0.8 - 2.7764 * 0.2, 1.0), abs=1e-4)


def test_a_seats_error_takes_the_games_of_a_deal_together() -> None:
    """The same deals played four times over tell nothing new about seats."""
    once = [played(deal, "ab", deal % 2) for deal in range(10)]
    assert Tally.of(once * 4, "a", 0).error == pytest.approx(Tally.of(once, "a", 0).error)
    assert Tally.of(once, "a", 1).games == 0


def test_a_deal_that_is_half_played_counts_for_half() -> None:
    whole = [played(0, "ab", 0), played(0, "ba", 1), played(1, "ab", 1), played(1, "ba", 0)]
    found = Standings.of([*whole, played(2, "ab", 0)])
    assert found.table[0].share == pytest.approx(3 / 5)
    assert found.duels[0].difference == pytest.approx(1 / 5)


def test_whoever_won_every_deal_is_not_sure_to_win_the_next() -> None:
    best, worst = Standings.of([played(deal, "ab", 0) for deal in range(10)]).table
    assert best.interval == pytest.approx((0.6915, 1.0), abs=1e-4)  # Clopper and Pearson
    assert worst.interval == pytest.approx((0.0, 0.3085), abs=1e-4)


def test_two_deals_that_pull_alike_do_not_make_a_share_certain() -> None:
    rows = [played(deal, who, 0) for deal in range(2) for who in ("ab", "ba")]
    found = Standings.of(rows)
    assert [one.interval for one in found.table] == [(0.0, 1.0), (0.0, 1.0)]
    (duel,) = found.duels
    assert (duel.difference, duel.doubt) == pytest.approx((0.0, 1 - 0.025 ** (1 / 2)))


def test_many_deals_that_pull_alike_say_how_rare_others_are() -> None:
    found = Standings.of([played(deal, who, 0) for deal in range(100) for who in ("ab", "ba")])
    rare = 1 - 0.025 ** (1 / 100)  # of all deals at most so many are of another kind
    assert found.table[0].interval == pytest.approx((0.5 - rare, 0.5 + rare))
    assert found.duels[0].doubt == pytest.approx(rare)


def test_whoever_always_beats_another_may_lose_both_ways_on_a_deal_of_another_kind() -> None:
    (duel,) = Standings.of([played(deal, "ab", 0) for deal in range(100)]).duels
    assert (duel.difference, duel.doubt) == pytest.approx((1.0, 2 * (1 - 0.025 ** (1 / 100))))


def test_ratings_are_the_likeliest_strengths() -> None:
    """Of three players with a common rival: the chances of the table add up to the games won."""
    tables = [("ab", 30, 10), ("bc", 25, 15), ("ac", 36, 4)]
    rows = [played(0, who, seat) for who, *wins in tables for seat in (0, 1) for _ in range(100 * wins[seat])]
    strength = {name: 10 ** ((rating - 1500) / 400) for name, rating in ratings(rows).items()}
    for name, won in (("a", 6600), ("b", 3500), ("c", 1900)):
        mine = [who for who, *_ in tables if name in who]
        hoped = sum(4000 * strength[name] / sum(strength[one] for one in who) for who in mine)
        assert hoped == pytest.approx(won, rel=1e-3)


def test_ratings_of_very_unequal_players_are_the_likeliest_too() -> None:
    """Eight players who mostly meet stronger ones: each wins as often as the ratings say."""
    tables, names = list(combinations("abcdefgh", 2)), "abcdefgh"
    wins = {(one, other): 18 ** (names.index(other) - names.index(one)) for one, other in tables}
    rows = [played(0, one + other, 1) for one, other in tables for _ in range(2000)]
    rows += [played(0, one + other, 0) for one, other in tables for _ in range(2000 // wins[one, other])]
    won, met = Counter(row.agents[row.winner or 0] for row in rows), Counter(row.agents for row in rows)
    strength = {name: 10 ** ((rating - 1500) / 400) for name, rating in ratings(rows).items()}
    real = 1 + len(names) / 2 / len(rows)  # half a win is given to everybody
    for name in names:
        mine = [(pair, games) for pair, games in met.items() if name in pair]
        hoped = sum(games * strength[name] / sum(strength[one] for one in pair) for pair, games in mine)
        assert hoped * real == pytest.approx(won[name] + 0.5, rel=1e-3)


def test_games_can_be_kept_as_a_text() -> None:
    rows = run(PLAN)
    found = list(csv.DictReader(io.StringIO(as_csv(rows))))
    assert [line["game"] for line in found] == [str(row.game) for row in rows]
    assert [line["winning_agent"] for line in found] == [row.agents[row.winner or 0] for row in rows]


def test_games_can_be_kept_as_a_table(tmp_path: Path) -> None:
    rows, file = run(PLAN), tmp_path / "games.sqlite"
    for _ in range(2):  # again is instead
        check(file)
        fill(file, rows)
    found = sqlite3.connect(file).execute("select game, winner, turns from games order by game").fetchall()
    assert found == [(row.game, row.winner, row.turns) for row in rows]


def test_a_table_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    rows, file = run(PLAN), tmp_path / "games.sqlite"
    fill(file, rows)

    def interrupted() -> Iterator[Row]:
        yield rows[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fill(file, interrupted())
    assert sqlite3.connect(file).execute("select count(*) from games").fetchone() == (len(rows),)


def test_a_table_from_before_there_were_house_rules_is_written_anew(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with closing(sqlite3.connect(file)) as base, base:
        base.execute(f"create table games ({', '.join(HEAD[:-1])}, primary key (game))")
    check(file)
    rows = run(Plan(("fox", "walker"), 2, "mini", deals=1))
    fill(file, rows)
    assert sqlite3.connect(file).execute("select count(rules) from games").fetchone() == (len(rows),)


def test_who_thinks_long_plays_one_game_at_a_time() -> None:
    assert batch(Plan(("detective:seconds=1", "fox"), 2, "mini")) == 1
    assert batch(Plan(("casual", "fox"), 2, "mini")) > 1


def test_a_strangers_table_is_not_touched(tmp_path: Path) -> None:
    file = tmp_path / "mine.db"
    with closing(sqlite3.connect(file)) as base, base:
        base.execute("create table games (title, publisher)")
        base.execute("insert into games values ('Scotland Yard', 'Ravensburger')")
    with pytest.raises(BadSetup, match=r"mine\.db has a table “games” that no tournament wrote"):
        check(file)


def test_a_table_is_written_beside_a_journal_that_can_be_resumed() -> None:
    assert journal(Path("games.csv")) == Path("games.jsonl")
    assert journal(Path("games.jsonl")) == Path("games.jsonl")
    assert journal(None) is None
