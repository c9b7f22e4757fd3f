"""Secrecy: whatever a seat cannot know may change, and its view does not change by a byte."""

from __future__ import annotations

import gc
import pickle
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from types import CellType, FunctionType, ModuleType

import pytest

from sleuth.cards import CardSet, Place, Seat
from sleuth.casefile import dumps
from sleuth.deal import Deal
from sleuth.edition import Edition
from sleuth.events import Dealt, Event, Peeked, Revealed, Showed, redact
from sleuth.game import Game
from sleuth.record import Record
from sleuth.replay import replay
from sleuth.view import View
from tests.play import Table, played, random_table
from tests.rules.secrets import Truth
from tests.rules.table import EVERYTHING

TABLES = ("mini", "classic", "three-investigators", "discover-the-secrets", "night-train", EVERYTHING)


def some_game(rng: Random, name: str) -> Game:
    """A game whose rules tell no secrets: a proof would, and so would a ban on naming one's own cards."""
    table = random_table(rng, [name], changes=4)
    rules = replace(table.rules, own_cards=True)
    if rules.auto_win == "proof":
        rules = replace(rules, auto_win="off")
    return played(replace(table, rules=rules), rng.getrandbits(32), accuse=0.05, steps=rng.randint(10, 90))


def duel() -> Table:
    edition = Edition.load("three-investigators")
    return Table(edition, 2, replace(edition.rules_for(2), first="seat"))


def what_it_sees(view: View) -> Iterator[bytes]:
    """Everything about a view that a program could look at."""
    yield dumps(view.record).encode()
    yield repr((view.seat, view.hand, view.scene, tuple(view.menu))).encode()
    yield pickle.dumps(view)


def leaks(game: Game, seat: Seat | None, rng: Random) -> tuple[int, list[bytes]]:
    """How much could be changed behind the seat's back, and every sight that changed with it."""
    truth = Truth(game, seat)
    assert truth.fits()
    changes = truth.shuffle(rng, swaps=60)
    real, other = replay(game.record), replay(truth.record(rng))
    assert real.failure is other.failure is None
    assert len(real.games) == len(other.games)
    pairs = list(zip(real.games, other.games, strict=True))
    found = []
    for mine, theirs in (*rng.sample(pairs, 1), pairs[-1]):
        sights = zip(what_it_sees(mine.view(seat)), what_it_sees(theirs.view(seat)), strict=True)
        found += [sight for sight, otherwise in sights if sight != otherwise]
    return changes, found


@pytest.mark.parametrize("name", TABLES)
def test_what_a_seat_cannot_know_does_not_change_its_view(name: str) -> None:
    rng, changed = Random(name), 0
    for _ in range(14):
        game = some_game(rng, name)
        for seat in rng.sample([None, *game.setup.seats], 2):
            changes, leaked = leaks(game, seat, rng)
            changed += changes
            assert leaked == []
    assert changed > 10, "there was hardly anything to hide"


def test_what_a_duellist_cannot_know_does_not_change_its_view() -> None:
    rng, changed = Random(1), 0
    for seed in range(5):
        game = played(duel(), seed, accuse=0.0, steps=120)
        for seat in (0, 1, None):
            changes, leaked = leaks(game, seat, rng)
            changed += changes
            assert leaked == []
    assert changed > 10


# The test itself is tested: whoever leaks is caught.


def keeps_shown_cards(event: Event, seat: Seat | None) -> Event:
    return event if isinstance(event, Showed) else redact(event, seat)


def keeps_peeked_cards(event: Event, seat: Seat | None) -> Event:
    return event if isinstance(event, Peeked) else redact(event, seat)


def keeps_cards_shown_to_one(event: Event, seat: Seat | None) -> Event:
    return event if isinstance(event, Revealed) else redact(event, seat)


def keeps_the_slots(event: Event, seat: Seat | None) -> Event:
    return event if isinstance(event, Dealt) and event.holder is Place.HIDDEN else redact(event, seat)


def keeps_the_left_neighbours_hand(event: Event, seat: Seat | None) -> Event:
    return event if isinstance(event, Dealt) and event.holder == (seat or 0) + 1 else redact(event, seat)


@pytest.mark.parametrize(
    "leaky",
    [
        keeps_shown_cards,
        keeps_peeked_cards,
        keeps_cards_shown_to_one,
        keeps_the_slots,
        keeps_the_left_neighbours_hand,
    ],
)
def test_a_leaky_redaction_is_caught(
    leaky: Callable[[Event, Seat | None], Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sleuth.game.redact", leaky)
    rng = Random(3)
    games = [played(duel(), seed, accuse=0.0, steps=150) for seed in range(6)]
    games += [some_game(rng, EVERYTHING) for _ in range(25)]
    found = (leaks(game, seat, rng)[1] for game in games for seat in (0, 1, None))
    assert any(found)


# What can be reached from a view.


def reachable(root: object) -> list[object]:
    """Every object that can be got at from this one, code apart."""
    seen: dict[int, object] = {}
    stack = [root]
    while stack:
        thing = stack.pop()
        if id(thing) in seen or isinstance(thing, type | ModuleType | str | int | float):
            continue
        seen[id(thing)] = thing
        if isinstance(thing, FunctionType):
            stack += thing.__closure__ or ()
        elif isinstance(thing, CellType):
            stack.append(thing.cell_contents)
        else:
            stack += gc.get_referents(thing)
    return list(seen.values())


@pytest.mark.parametrize("name", TABLES)
def test_nothing_that_can_be_reached_from_a_view_is_secret(name: str) -> None:
    rng = Random(name)
    for _ in range(6):
        game = some_game(rng, name)
        seat = rng.choice(game.setup.seats)
        for thing in reachable(game.view(seat)):
            assert not isinstance(thing, Game | Deal)
            assert thing is not game.record
            assert not isinstance(thing, CardSet) or thing == game.deal.hands[seat]
            if isinstance(thing, Dealt | Showed | Revealed | Peeked):
                assert redact(thing, seat) == thing


@pytest.mark.parametrize("name", TABLES)
def test_no_hand_of_another_can_be_reached_from_a_view(name: str) -> None:
    rng = Random(name)
    for _ in range(6):
        game = some_game(rng, name)
        seat = rng.choice(game.setup.seats)
        others = [hand for other, hand in enumerate(game.deal.hands) if other != seat]
        fewest = len(game.setup.edition.categories) + 1  # smaller hands look like any question
        secret = {frozenset(cards) for cards in (*others, game.deal.hidden) if len(cards) >= fewest}
        for thing in reachable(game.view(seat)):
            if isinstance(thing, tuple | list | frozenset | set) and len(thing) >= fewest:
                assert not all(isinstance(x, int) for x in thing) or frozenset(thing) not in secret


def test_the_walk_from_a_view_finds_what_is_hidden_in_it() -> None:
    game = some_game(Random(1), "classic")
    leak = replace(game.view(0), record=replace(game.view(0).record, setup=replace(game.setup, hand=game)))  # type: ignore[arg-type]
    assert any(isinstance(thing, Deal) for thing in reachable(leak))


def test_a_view_of_a_record_knows_no_more_than_the_record_of_that_seat() -> None:
    game = some_game(Random(2), "classic")
    for seat in game.setup.seats:
        view = game.record.view(seat)
        assert view.record == game.view(seat).record
        assert view.hand == game.deal.hands[seat]
        assert isinstance(view.record, Record)
