"""Who sits where in a contest, and what its standings say."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from sleuth.arena.contest import Foul
from sleuth.arena.contest_entry import Entry
from sleuth.arena.contest_schedule import blank
from sleuth.arena.contest_serve import Meeting, serve
from sleuth.arena.contest_standings import places
from sleuth.arena.standings import Standings
from sleuth.arena.tournament import Row
from sleuth.cli import main
from tests.arena.test_contest import program

SIZES = pytest.mark.parametrize("n", [3, 4, 5, 6])


def names(n: int) -> list[str]:
    return [f"player{i}" for i in range(n)]


def schedule(n: int, games: int = 100, seed: int = 1) -> list[Row]:
    return [blank(names(n), game, seed) for game in range(games)]


@SIZES
def test_every_program_plays_every_seat_of_every_deal(n: int) -> None:
    rows = schedule(n, 10 * n)
    sat = {(row.deal, seat, name) for row in rows for seat, name in enumerate(row.agents)}
    assert len(sat) == 10 * n * n
    assert len({row.seed for row in rows}) == 10


@SIZES
def test_a_hundred_games_are_many_deals_and_the_seats_are_balanced(n: int) -> None:
    rows = schedule(n)
    assert len({row.deal for row in rows}) == -(-100 // n)
    seats = Counter((name, seat) for row in rows for seat, name in enumerate(row.agents))
    assert len(seats) == n * n
    assert max(seats.values()) - min(seats.values()) <= 1


@SIZES
def test_neighbours_change_from_deal_to_deal(n: int) -> None:
    rows = schedule(n, 600 * n)
    left = Counter(row.agents[1] for row in rows if row.agents[0] == "player0")
    assert len(left) == n - 1
    assert min(left.values()) > 0.6 * 600 / (n - 1)


@SIZES
def test_the_same_seed_gives_the_same_schedule_and_another_another(n: int) -> None:
    assert schedule(n, seed=7) == schedule(n, seed=7)
    assert [row.agents for row in schedule(n, seed=7)] != [row.agents for row in schedule(n, seed=8)]


def test_a_contest_is_played_as_scheduled() -> None:
    meeting = serve([program("good")] * 6, games=8, seed=5)
    assert [row.unplayed for row in meeting.rows] == schedule(6, 8, seed=5)


def test_nobody_can_foresee_the_deals_of_a_contest_and_they_can_be_played_again() -> None:
    one, other = (serve([program("good")] * 3, games=2) for _ in range(2))
    assert one.seed != other.seed
    assert {row.seed for row in one.rows}.isdisjoint(row.seed for row in other.rows)
    again = serve([program("good")] * 3, games=2, seed=one.seed)
    assert [row.seed for row in again.rows] == [row.seed for row in one.rows]


def meeting_of(n: int, games: int, out: int | None = None) -> Meeting:
    """A contest in which chance decides, and in which one program may be out from the beginning."""
    rng, entries = Random(3), tuple(Entry(f"{name}.abc", "true") for name in names(n))
    rows = [replace(row, winner=rng.randrange(n)) for row in schedule(n, games)]
    if out is not None:
        entries[out].foul = Foul("sang")
        rows = [replace(r, winner=None) if r.agents[r.winner or 0] == f"player{out}" else r for r in rows]
    return Meeting(entries, rows)


def test_the_intervals_are_those_of_tournaments_and_go_by_deals() -> None:
    meeting = meeting_of(4, 60)
    table = {one.agent: one for one in Standings.of(meeting.rows).table}
    found = places(meeting)
    assert [place.wins for place in found] == sorted((one.wins for one in table.values()), reverse=True)
    for place in found:
        one = table[place.entry.name]
        assert (place.share, place.interval, place.deals) == (one.share, one.interval, 15)


def test_who_is_out_comes_last_with_what_it_won_and_without_an_interval() -> None:
    *others, last = places(meeting_of(4, 60, out=0))
    assert (last.entry.name, last.wins, last.games, last.share) == ("player0", 0, 60, 0.0)
    assert last.interval is None
    assert all(place.interval for place in others)


def test_before_the_first_game_there_is_nothing_to_be_sure_of() -> None:
    for place in places(meeting_of(3, 0)):
        assert (place.wins, place.games, place.share, place.interval) == (0, 0, None, None)


class TestShown:
    @pytest.fixture
    def words(self) -> list[str]:
        programs = [program("good"), program("good", "line"), program("dies")]
        return ["contest", "serve", "--games", "6", *(w for p in programs for w in ("--program", p))]

    @pytest.mark.parametrize(
        ("lang", "head", "none", "out"),
        [
            ("en", "6 games, 2 deals.", "0.0", "player2 is disqualified: it hung up."),
            (
                "de",
                "6 Partien, 2 Kartenverteilungen.",
                "0,0",
                "player2 ist disqualifiziert: Es hat aufgelegt.",
            ),
        ],
    )
    def test_shares_and_intervals_are_told_in_both_languages(
        self, capsys: pytest.CaptureFixture[str], words: list[str], lang: str, head: str, none: str, out: str
    ) -> None:
        assert main([*words, "--lang", lang]) == 0
        told = capsys.readouterr().out.replace("\u00a0", " ")
        assert told.startswith(head)
        assert told.rstrip().endswith(out)
        share = r" +\d +6 +\d+[.,]\d % +\d+[.,]\d – \d+[.,]\d % "
        assert [bool(re.search(f"player{i}{share}", told)) for i in range(3)] == [True, True, False]
        assert re.search(f"player2 +0 +6 +{none} % +– ", told)

    def test_who_never_started_is_still_told_by_its_program(self, capsys: pytest.CaptureFixture[str]) -> None:
        words = [word for _ in range(3) for word in ("--program", "/no/such/program")]
        assert main(["contest", "serve", *words, "--lang", "en"]) == 2
        told, complaint = capsys.readouterr()
        assert "No program is left after 0 of 100 games." in complaint
        assert told.startswith("0 games, 0 deals.")
        assert len(re.findall(r"player\d +0 +0 +– +– +/no/such/program\n", told)) == 3

    def test_programs_are_told_shares_and_intervals(
        self, capsys: pytest.CaptureFixture[str], words: list[str]
    ) -> None:
        assert main([*words, "--json", "--lang", "en"]) == 0
        found = json.loads(capsys.readouterr().out)
        for place in found:
            assert place["share"] == place["wins"] / place["games"]
        assert [place["deals"] for place in found] == [2, 2, 2]
        *others, last = found
        assert all(low <= place["share"] <= high for place in others for low, high in [place["interval"]])
        assert (last["identifier"], last["interval"]) == ("player2", None)
        assert "hung up" in last["disqualified"]
        assert [place["code"] for place in found] == [None, None, "contest/gone"]
        assert len({place["seed"] for place in found}) == 1
