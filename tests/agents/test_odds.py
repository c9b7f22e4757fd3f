"""Asking by the odds of imagined worlds, against a slow, obvious twin."""

from __future__ import annotations

import numpy as np
import pytest

import sleuth as sl
from sleuth.agents.notes import EACH, FINE, FURTHER, Notes
from sleuth.agents.policy import Keep
from sleuth.agents.registry import agent
from sleuth.agents.situation import Situation
from sleuth.agents.tree import Imagined
from sleuth.agents.worlds import DEAF, RARE, Worlds, imagine
from sleuth.arena.match import states
from sleuth.arena.swift import boardless
from sleuth.cards import Card, CardSet
from sleuth.scene import Phase
from sleuth.view import View

CLASSIC = sl.Edition.load("classic")


def questions(seats: int, seed: int) -> list[View]:
    """The views of all who are to ask, in a game between players of one kind."""
    games = states([agent("heuristic")] * seats, CLASSIC, seed=seed, rules=boardless(CLASSIC, seats))
    return [game.view(game.scene.actor) for game in games if game.scene.phase is Phase.START]


def share(worlds: Worlds, place: int, card: Card) -> float:
    """In how many of the worlds a seat, or after the last the envelope, has a card."""
    both = zip(worlds.hands.tolist(), worlds.envelopes.tolist(), strict=True)
    places: list[list[int]] = [[*hands, inside] for hands, inside in both]
    return sum(world[place] >> card & 1 for world in places) / len(places) + RARE


def candidates(view: View, worlds: Worlds, category: int) -> set[Card]:
    """What may be asked for in a category: a solved one is hidden, else what most likely nobody has,
    by the notes and by the share of worlds."""
    notes, seats = Notes.of(view, Keep.ALL), worlds.situation.seats
    pool, near = set(notes.deck[category] - notes.placed), (notes.me + 1) % seats
    if inside := pool & notes.nobodys:
        return set(notes.deck[category] & notes.has[notes.me]) or inside

    further = FURTHER + EACH * len(pool)

    def held(card: Card) -> float:
        able = [seat for seat in range(seats) if card not in notes.lacks[seat]]
        total = share(worlds, seats, card) + sum(share(worlds, seat, card) for seat in able)
        weights = [(seat, 1 if seat == near else further) for seat in able]
        return (
            notes.held(card, further) + sum(far * share(worlds, seat, card) for seat, far in weights) / total
        )

    return {card for card in pool if held(card) < min(map(held, pool)) + FINE}


@pytest.mark.parametrize(("seats", "seed"), [(3, 1), (3, 2), (4, 3), (6, 4)])
def test_it_asks_for_what_is_least_often_in_a_hand(seats: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    for view in questions(seats, seed):
        worlds = imagine(Situation.of(view), DEAF, rng, n=40)
        asked = set(CardSet(Imagined(worlds, rng).usual(worlds.situation.me)))
        for category in range(len(CLASSIC.categories)):
            (card,) = asked & set(CLASSIC.cards_of(category))
            assert card in candidates(view, worlds, category)


def test_odds_are_the_shares_of_worlds() -> None:
    view = questions(3, 5)[4]
    worlds = imagine(Situation.of(view), DEAF, np.random.default_rng(1), n=60)
    for place in range(4):
        for card in range(21):
            assert worlds.odds[place, card] == pytest.approx(share(worlds, place, card))
