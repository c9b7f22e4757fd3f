"""The notebook: exactly what every possible deal says, counted in another way each time."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import sleuth as sl
from sleuth.cards import Place
from sleuth.edition import Edition
from sleuth.game import Game
from sleuth.inference.constraints import clues, problem_of
from sleuth.inference.notebook import Notebook, infer
from sleuth.record import Log, Record
from sleuth.view import View
from tests.inference.games import notebook_of, view_of
from tests.inference.independent import count_with_pysdd
from tests.inference.naive_deals import Deals, possible_deals
from tests.play import Table, played, random_table

FOUR_KINDS = """
[edition]
language = "en"
players = [2, 3]
verified = true
en = "Four kinds"
[categories]
who = { en = "Who" }
what = { en = "What" }
where = { en = "Where" }
when = { en = "When" }
[cards]
who = [{ id = "ada", en = "Ada" }, { id = "bob", en = "Bob" }, { id = "cyd", en = "Cyd" }]
what = [{ id = "pen", en = "Pen" }, { id = "axe", en = "Axe" }]
where = [{ id = "attic", en = "Attic" }, { id = "cellar", en = "Cellar" }]
when = [{ id = "noon", en = "Noon" }, { id = "dusk", en = "Dusk" }, { id = "dawn", en = "Dawn" }]
"""


def agrees(view: View) -> None:
    """Counts, cells, facts and the envelope are those of every deal written out."""
    deals, notebook = possible_deals(view), infer(view)
    assert notebook.deals == len(deals)
    assert notebook.exact
    np.testing.assert_array_equal(notebook.tally.table, counted(deals, notebook))
    envelope = deals[:, notebook.setup.places.index(Place.ENVELOPE)]
    masks, counts = np.unique(envelope, return_counts=True)
    found = {sum(1 << card for card in s.cards): s.probability for s in notebook.envelope()}
    assert found == pytest.approx(dict(zip(masks.tolist(), (counts / len(deals)).tolist(), strict=True)))
    assert notebook.solved == (len(masks) == 1)


def counted(deals: Deals, notebook: Notebook) -> Any:
    cards = np.arange(len(notebook.setup.edition.cards))
    return (deals[:, None, :] >> cards[None, :, None] & 1).sum(axis=0)


def eyes(game: Game) -> list[View]:
    """The game as every seat sees it, and a spectator."""
    return [game.view(seat) for seat in (*game.setup.seats, None)]


@pytest.mark.parametrize("seed", range(300))
def test_infer_agrees_with_brute_force_at_mini_tables_of_every_house_rule(seed: int) -> None:
    table = random_table(Random(seed), ["mini"])
    for steps in (4, 11, 25):
        for view in eyes(played(table, seed, accuse=0.05, steps=steps)):
            agrees(view)


@pytest.mark.parametrize("seed", range(20))
def test_infer_agrees_with_brute_force_when_there_are_four_categories(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "four.toml"
    path.write_text(FOUR_KINDS)
    edition = Edition.load(str(path))
    table = Table(edition, 2 + seed % 2, edition.rules_for(2 + seed % 2))
    for view in eyes(played(table, seed, accuse=0.05, steps=3 + seed)):
        agrees(view)


@pytest.mark.parametrize("seed", range(4))
def test_infer_agrees_with_brute_force_in_three_player_classic_games(seed: int) -> None:
    agrees(view_of(seed, players=3))


@cache
def record_of_every_table(seed: int) -> tuple[Game, ...]:
    """Games at random tables of one edition after the other, cut off anywhere."""
    name = Edition.names()[seed % len(Edition.names())]
    table = random_table(Random(seed), [name])
    return tuple(played(table, seed, accuse=0.02, steps=steps) for steps in (20, 80, 200))


@pytest.mark.parametrize("seed", range(120))
def test_the_true_deal_is_always_possible_in_games_that_the_referee_ran(seed: int) -> None:
    for game in record_of_every_table(seed):
        for view in eyes(game):
            problem = problem_of(game.setup, clues(view))
            hands = true_masks(game)
            assert all(not mask & ~problem.allowed[place] for place, mask in enumerate(hands))
            assert all(hands[place] & cards for place, cards in problem.clauses)
            assert hands[problem.envelope] not in problem.excluded
            assert problem.sizes == tuple(mask.bit_count() for mask in hands)


def true_masks(game: Game) -> list[int]:
    """What really lies in each place."""
    deal, setup = game.deal, game.setup
    extra = {Place.ENVELOPE: deal.envelope, Place.TABLE: setup.table, Place.HIDDEN: deal.hidden}
    held = [extra[place] if isinstance(place, Place) else tuple(deal.hands[place]) for place in setup.places]
    return [sum(1 << card for card in cards) for cards in held]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(5))
def test_rows_add_up_to_one_and_columns_to_hand_sizes(seed: int, players: int) -> None:
    notebook = infer(view_of(seed, players))
    np.testing.assert_allclose(notebook.table.sum(axis=1), 1)
    np.testing.assert_allclose(notebook.table.sum(axis=0), notebook.problem.sizes)
    assert sum(solution.probability for solution in notebook.envelope()) == pytest.approx(1)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(3))
def test_deals_never_grow_when_an_entry_is_added(seed: int, players: int) -> None:
    record = notebook_of(seed, players)
    entries = record.entries
    prefixes = (
        Record(record.setup, Log(e for entry in entries[:n] for e in entry.events))
        for n in range(len(entries))
    )
    counts = [infer(prefix.view()).deals for prefix in prefixes]
    assert all(after <= before for before, after in pairwise(counts))


@pytest.mark.parametrize("seed", range(12))
def test_a_spectator_can_exclude_no_deal_that_a_seat_cannot(seed: int) -> None:
    record = notebook_of(seed, players=4)
    assert infer(record.redacted(None).view()).deals >= infer(record.view()).deals


@pytest.mark.parametrize("seed", range(100))
def test_an_independent_model_counter_agrees_on_the_text_of_a_case_file(seed: int) -> None:
    text = sl.dumps(notebook_of(seed, players=3 + seed % 4))
    view = sl.loads(text).view()
    assert infer(view).deals == count_with_pysdd(view)


@pytest.mark.parametrize("seed", range(12))
def test_an_independent_model_counter_agrees_on_the_larger_editions(seed: int) -> None:
    name = ("discover-the-secrets", "three-investigators", "night-train", "master-detective")[seed % 4]
    game = played(random_table(Random(seed), [name]), seed, accuse=0.02, steps=150)
    view = sl.loads(sl.dumps(game.view(seed % len(game.setup.players)).record)).view()
    assert infer(view).deals == count_with_pysdd(view)


def test_the_classic_starts_are_counted_exactly() -> None:
    six = sl.loads("players: a b c d e f\nme: a\nhand: plum rope library\n")
    three = sl.loads("players: a b c\nme: a\nhand: scarlet plum knife rope hall study\n")
    assert infer(six.view()).deals == 33_633_600_000
    assert infer(three.view()).deals == 103_488


@pytest.mark.parametrize("name", Edition.names())
def test_a_spectator_s_start_is_every_deal_of_the_edition(name: str) -> None:
    edition = Edition.load(name)
    for players in edition.players[:4]:
        rules = edition.rules_for(players)
        table = Table(edition, players, rules).deal(Random(players)).setup.table
        record = Record.new(edition, [f"p{i}" for i in range(players)], rules=rules, table=table)
        assert infer(record.view()).deals == starts(edition, players, record)


def starts(edition: Edition, players: int, record: Record) -> int:
    """The edition's deals; where cards lie face up, the share of them that shows just these."""
    if not record.setup.table:
        return edition.deals(players, record.setup.rules)
    view = record.view()
    return count_with_pysdd(view)


def test_a_view_of_another_seat_uses_the_hand_it_is_given() -> None:
    record = sl.loads("edition: mini\nplayers: anna ben cleo\nme: anna\nhand: scarlet rope\n")
    ben = infer(
        record.view("ben", hand=[record.setup.edition.card("knife"), record.setup.edition.card("hall")])
    )
    assert ben.probability("knife", "ben") == 1
    assert ben.probability("scarlet", "anna") < 1


def test_a_struck_entry_says_nothing() -> None:
    record = sl.loads("edition: mini\nplayers: anna ben cleo\nme: anna\nhand: scarlet rope\nben ! knife\n")
    assert infer(record.strike(1).view()).deals == infer(Record(record.setup).view()).deals


def test_a_record_that_cannot_be_true_names_the_fewest_guilty_entries() -> None:
    header = "edition: mini\nplayers: anna ben cleo\nme: anna\nhand: scarlet rope\n"
    text = header + "cleo lacks hall\nben ! knife\ncleo ! knife\n"
    with pytest.raises(sl.Contradiction) as caught:
        infer(sl.loads(text).view())
    assert caught.value.entries == (2, 3)


def test_the_same_seed_draws_the_same_deals_and_all_fit() -> None:
    view = view_of(3, players=4)
    notebook = infer(view)
    first, again = (notebook.sample(50, np.random.default_rng(7)) for _ in range(2))
    np.testing.assert_array_equal(first, again)
    for deal in first:
        hands = [0] * notebook.problem.places
        for card, place in enumerate(deal.tolist()):
            hands[place] |= 1 << card
        assert all(not mask & ~notebook.problem.allowed[place] for place, mask in enumerate(hands))


def test_certain_cells_are_facts_and_their_opposites_too() -> None:
    notebook = infer(view_of(1, players=3))
    for (card, place), holds in notebook.facts.items():
        assert notebook.probability(card, place) == (1.0 if holds else 0.0)
        assert notebook.interval(card, place) == (notebook.probability(card, place),) * 2
