"""What the detective decides by: cards to show, when to accuse, who is out; the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import numpy as np
import pytest

import sleuth as sl
from sleuth.actions import Accuse, EndTurn
from sleuth.agents.detective import Detective, Effort, Nerve
from sleuth.agents.policy import POLICIES
from sleuth.agents.registry import agent
from sleuth.agents.search import distinct, halving, show_values, wait_value
from sleuth.agents.situation import Situation
from sleuth.agents.stream import Stream
from sleuth.agents.worlds import DEAF, Opponents, Worlds, imagine, worlds_of
from sleuth.arena.match import states
from sleuth.arena.swift import boardless
from sleuth.game import Game
from sleuth.inference.problem import mask_of
from sleuth.kernels import playout
from sleuth.scene import Phase

CLASSIC = sl.Edition.load("classic")
ACTIONS = np.array([mask_of(cards) for cards in CLASSIC.suggestions], np.int64)
QUICK = Effort(worlds=64, draws=128, steps=4, simulations=400, shows=64, glance=64, moves=64)


def choices(phase: Phase, seeds: range, *, board: bool = False) -> Iterator[Game]:
    """Games between three of a kind wherever the first seat chooses in this phase."""
    rules = None if board else boardless(CLASSIC, 3)
    for seed in seeds:
        for game in states([agent("heuristic")] * 3, CLASSIC, seed=seed, rules=rules):
            if game.scene.phase is phase and game.scene.actor == 0 and game.outcome is None:
                yield game


def nearly_solved(game: Game, cards: tuple[int, int]) -> Worlds:
    """The true world, where I know every hand, and the asker all but these two cards of mine.

    To the asker only the category of the first of them is open: there it is this card or the envelope's.
    """
    here, hands = Situation.of(game.view(0)), [hand.mask for hand in game.deal.hands]
    others = Opponents((POLICIES["heuristic"],), (1.0,), listens=False)
    worlds = worlds_of(here, others, np.array([hands], np.int64), np.random.default_rng(0))
    mine, asker = worlds.tables[0, 0], worlds.tables[0, game.scene.turn]
    for row in (mine, asker):
        row[playout.HAS : playout.HAS + 3] = hands
        row[playout.NEWS] = 1
    asker[playout.HAS] &= ~(1 << cards[0] | 1 << cards[1])
    still_open = next(kind for kind in here.deck if kind >> cards[0] & 1)
    asker[playout.CANT : playout.CANT + 3] |= mask_of(game.deal.envelope) & ~still_open
    return worlds


def test_a_card_that_proves_the_case_to_the_asker_loses_where_another_wins() -> None:
    pairs = 0
    for game in choices(Phase.ANSWER, range(6)):
        assert game.scene.question is not None
        match [card for card in game.scene.question.cards if card in game.deal.hands[0]]:
            case [one, two]:
                for cards in ((one, two), (two, one)):
                    masks, worlds = np.left_shift(1, cards), nearly_solved(game, cards)
                    found = show_values(worlds, masks, game.scene.turn, np.random.default_rng(1), tries=8)
                    assert found.tolist() == [0, 1]
                    pairs += 1
    assert pairs


def test_it_accuses_what_is_proved_and_waits_while_everything_is_open() -> None:
    proved = waited = 0
    for game in choices(Phase.AFTER, range(3)):
        chances = sl.infer(game.view(0)).envelope(1)[0]
        action = Detective(effort=QUICK).choose(game.view(0), Random(1))
        if chances.probability == 1:
            assert action == Accuse(game.deal.envelope)
            proved += 1
        elif len(game.record.entries) < 6:
            assert action == EndTurn()
            waited += 1
    assert proved
    assert waited


def test_how_much_it_dares_is_a_matter_of_nerve() -> None:
    game = next(game for game in choices(Phase.AFTER, range(9)) if 9 <= len(game.record.entries) < 12)
    bold, timid = Nerve(sure=2.0, better=-1.0, hopeless=0.0), Nerve(sure=2.0, better=1.0)
    assert isinstance(Detective(effort=QUICK, nerve=bold).choose(game.view(0), Random(1)), Accuse)
    assert Detective(effort=QUICK, nerve=timid).choose(game.view(0), Random(1)) == EndTurn()


@pytest.mark.parametrize("board", [False, True])
def test_where_all_have_to_walk_it_dares_less(board: bool) -> None:
    game = next(choices(Phase.AFTER, range(9), board=board))
    timid_afoot = Nerve(sure=2.0, better=-1.0, walking=2.0, hopeless=0.0)
    action = Detective(effort=QUICK, nerve=timid_afoot).choose(game.view(0), Random(1))
    assert isinstance(action, EndTurn if board else Accuse)


def test_who_is_out_never_wins_and_whoever_is_left_alone_always_does() -> None:
    game = next(iter(choices(Phase.START, range(1))))
    here, rng = Situation.of(game.view(0)), np.random.default_rng(1)
    worlds = imagine(here, DEAF, rng, n=32)
    alone = replace(worlds, situation=replace(here, out=0b110))
    assert (halving(alone, ACTIONS[:9], rng, simulations=90).values == 1).all()
    assert wait_value(alone, rng) == 1
    lost = replace(worlds, situation=replace(here, out=0b001))
    assert not show_values(lost, ACTIONS[:1] & here.hand, 1, rng, tries=32).any()


def test_of_questions_that_nothing_tells_apart_one_is_left_and_of_others_all() -> None:
    first = Situation.of(next(iter(choices(Phase.START, range(1)))).view(0))
    rng = np.random.default_rng(1)
    kinds = {tuple((action & cards & first.hand) != 0 for cards in first.deck) for action in ACTIONS}
    assert len(distinct(first, ACTIONS, rng)) == len(kinds)
    asked = np.array([[1, ACTIONS[0], -1, 0]], np.int64)
    later = replace(first, history=asked)
    assert ACTIONS[0] in distinct(later, ACTIONS, rng)
    assert len(distinct(later, ACTIONS, rng)) > len(kinds)


def test_the_same_seed_chooses_the_same_whatever_was_chosen_before() -> None:
    views = [game.view(0) for phase in (Phase.START, Phase.AFTER) for game in choices(phase, range(2))]
    one = [Detective(effort=QUICK).choose(view, Stream(5)) for view in views]
    used = Detective(effort=QUICK)
    assert one[::-1] == [used.choose(view, Stream(5)) for view in reversed(views)]
