"""The engine against the oracle: who acts, what is legal and what happens, at every state of random games."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from sleuth.edition import Edition
from sleuth.game import Game
from tests.oracle import Luck, Oracle
from tests.play import Table, choose, random_table
from tests.rules.table import EVERYTHING

VARIANTS: dict[str, tuple[str, int, dict[str, object]]] = {
    "classic board": ("classic", 4, {"dice": 1}),
    "classic, six players, two dice": ("classic", 6, {}),
    "boardless": ("classic", 3, {"board": False}),
    "boardless, own cards banned": ("classic", 3, {"board": False, "own_cards": False}),
    "naming the case wins": ("classic", 5, {"board": False, "auto_win": "suggestion"}),
    "four categories": ("night-train", 4, {}),
    "Die drei ???": ("three-investigators", 4, {}),
    "Die drei ???, duel": ("three-investigators", 2, {}),
    "accuse in the cellar": ("classic", 3, {"accuse": "centre", "dice": 1}),
    "accuse in the accused room": ("classic", 3, {"accuse": "accused_room", "dice": 1}),
    "must leave": ("classic", 3, {"stay": "must_leave", "dice": 1}),
    "may stay": ("classic", 3, {"stay": "free", "dice": 1}),
    "may stay and repeat": ("classic", 3, {"stay": "free", "repeat": True, "dice": 1}),
    "no passages, tokens only": ("classic", 4, {"passages": False, "summons": "tokens", "dice": 1}),
    "hopping over pawns": ("master-detective", 6, {"dice": 1}),
    "intrigue and clocks": ("discover-the-secrets", 5, {}),
    "every bonus card": (EVERYTHING, 3, {}),
    "every bonus card, a duel with pawns in the way": (EVERYTHING, 2, {"slots": 3, "roll": "exact"}),
    "face-down leftovers": ("classic", 4, {"leftover": "face_down", "accuse": "centre", "dice": 1}),
}


def compare(table: Table, seed: int, steps: int) -> Game:
    """Play at random, asking the oracle at every step."""
    rng = Random(seed)
    game = table.deal(rng)
    oracle = Oracle(game.setup, game.deal)
    for _ in range(steps):
        menu = game.legal_actions()
        assert len(menu) == len(set(menu))
        assert oracle.legal() == set(menu)
        if game.outcome is not None:
            break
        assert oracle.actor == game.scene.actor
        assert oracle.turn == game.scene.turn
        action = choose(game.view(game.scene.actor), rng, accuse=0.04)
        after = game.apply(action, rng)
        told = after.record.events[len(game.record.events) :]
        assert oracle.do(action, Luck.in_events(told)) == told
        game = after
    agree(game, oracle)
    return game


def agree(game: Game, oracle: Oracle) -> None:
    """The public state is the same on both tables."""
    scene = game.scene
    assert dict(enumerate(scene.pawns)) == oracle.where
    assert scene.out == oracle.out
    assert sorted(scene.pile) == sorted(oracle.pile)
    assert sorted(scene.kept) == sorted(oracle.kept)
    assert [set(slots) for slots in scene.peeked] == list(oracle.seen.values())
    assert (game.outcome is not None) == (oracle.stage == "over")
    assert oracle.winner == (game.outcome.winner if game.outcome else None)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_oracle_agrees_with_every_state_of(variant: str) -> None:
    name, players, changes = VARIANTS[variant]
    edition = Edition.load(name)
    rules = replace(edition.rules_for(players), **changes)  # type: ignore[arg-type]
    for seed in range(4):
        compare(Table(edition, players, rules), seed, steps=250)


@pytest.mark.parametrize("seed", range(40))
def test_the_oracle_agrees_under_any_house_rules(seed: int) -> None:
    table = random_table(Random(seed), (*Edition.names(), EVERYTHING, EVERYTHING), changes=6)
    off = replace(table.rules, auto_win="off") if table.rules.auto_win == "proof" else table.rules
    compare(replace(table, rules=off), seed, steps=150)
