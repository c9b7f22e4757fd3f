"""Means over games of the same deals, against their slow, obvious twin."""

from __future__ import annotations

from math import isnan, nan, sqrt
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.errors import BadSetup
from sleuth.lab.catalogue import experiment
from sleuth.lab.clusters import by_deal, error_of_share, known, sign
from sleuth.lab.experiment import changed
from sleuth.lab.speed import positions

shares = st.floats(0, 1)


@given(st.lists(st.lists(shares, min_size=3, max_size=3), min_size=2, max_size=20))
def test_where_all_deals_have_as_many_games_it_is_the_spread_of_their_means(games: list[list[float]]) -> None:
    mean, error = by_deal([d for d in range(len(games)) for _ in range(3)], [v for d in games for v in d])
    means = list(map(fmean, games))
    assert mean == pytest.approx(fmean(means))
    assert error == pytest.approx(stdev(means) / sqrt(len(means)), abs=1e-12)


@given(st.lists(st.lists(shares, min_size=1, max_size=4), min_size=2, max_size=20))
def test_games_that_were_played_twice_say_no_more(games: list[list[float]]) -> None:
    deals, values = [d for d, some in enumerate(games) for _ in some], [v for some in games for v in some]
    assert by_deal([*deals, *deals], [*values, *values]) == pytest.approx(by_deal(deals, values), abs=1e-12)


@given(st.lists(st.tuples(st.integers(0, 5), shares, st.booleans()), min_size=1, max_size=30))
def test_what_does_not_count_changes_no_mean(games: list[tuple[int, float, bool]]) -> None:
    deals, values, counts = zip(*games, strict=True)
    found = by_deal(deals, values, counts)
    counted = [game for game in games if game[2]]
    assert known(found[0]) == (pytest.approx(fmean(value for _, value, _ in counted)) if counted else None)
    alone = by_deal([deal for deal, _, _ in counted], [value for _, value, _ in counted])
    assert found == pytest.approx(alone, nan_ok=True, abs=1e-12)


def test_a_difference_has_a_sign_only_where_an_interval_of_as_many_deals_leaves_no_doubt() -> None:
    assert [sign(x, 1.0, 1_000) for x in (-2.0, -1.9, 0.0, 1.9, 2.0)] == [-1, 0, 0, 0, 1]
    assert [sign(2.5, 1.0, deals) for deals in (6, 7)] == [0, 1]  # Student's: 2.57 and 2.45
    assert sign(50.0, 0.0, 1_000) == 0  # all deals alike
    assert sign(50.0, nan, 1) == 0


def test_one_deal_has_no_error_and_no_game_no_mean() -> None:
    mean, error = by_deal([7, 7], [0.0, 1.0])
    assert (mean, known(error)) == (0.5, None)
    assert all(map(isnan, by_deal([1, 2], [3.0, 4.0], [0, 0])))


def test_a_share_of_games_that_all_went_alike_leaves_a_doubt() -> None:
    assert error_of_share(25, 100) == pytest.approx(sqrt(0.25 * 0.75 / 100))
    assert [error_of_share(hits, 4) for hits in (0, 4)] == pytest.approx([sqrt(1 / 6 * 5 / 6 / 4)] * 2)


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("fig3", "deals=1"),
        ("fig3", "base=foo"),
        ("fig3", "w=0"),
        ("fig4", "horizon=5,-1"),
        ("hiding", "deals=1"),
        ("questions", "deals=1"),
        ("seats", "seats=4"),
        ("seats", "seats=3,7"),
        ("speed", "turns=-1"),
        ("table-agents", "games=1"),
        ("table-agents", "rollout_games=1"),
    ],
)
def test_parameters_that_cannot_work_are_refused_before_the_work(name: str, word: str) -> None:
    chosen = experiment(name)
    with pytest.raises(BadSetup):
        chosen.units(changed(chosen.small, [word]))


def test_a_position_that_no_game_reaches_is_not_looked_for_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sleuth.lab.speed.TRIED", 5)
    chosen = experiment("speed")
    with pytest.raises(BadSetup, match="before 99 questions"):
        chosen.work(changed(chosen.small, ["turns=99"]), "two stages · after 99")


@pytest.mark.parametrize("version", ["full", "small"])
def test_where_nothing_was_before_nothing_is_enough(version: str) -> None:
    assert changed(getattr(experiment("speed"), version), ["turns=0,2"]).turns == (0, 2)


def test_as_many_positions_as_are_wanted_are_found_where_there_are_any(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sleuth.lab.speed.TRIED", 2)
    assert len(list(positions(11, 0, 5))) == 5
