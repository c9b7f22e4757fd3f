"""Tree search over imagined worlds: information-set search (UCT) and POMCP, each returning its tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import log, sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sleuth.agents.search import ENDLESS
from sleuth.agents.worlds import Worlds
from sleuth.cards import Seat
from sleuth.kernels import playout
from sleuth.kernels.playout_turns import (
    BLUFF,
    NOTES,
    Playout,
    ask,
    next_turn,
    play_on,
    suggestion,
    winner_after,
)

Ints: TypeAlias = NDArray[np.int64]
Question: TypeAlias = int
"""A mask with one card of each category."""
Seen: TypeAlias = tuple[tuple[Seat, Question, Seat, int], ...]
"""What I saw happen: who asked, what, who showed (-1: nobody), and the card (0: unseen)."""


@dataclass(slots=True)
class Edge:
    """A question tried at a node: how often, how often whoever asked it won, and what it led to."""

    visits: int = 0
    wins: int = 0
    after: dict[Seen, Node] = field(default_factory=dict)

    @property
    def value(self) -> float:
        return self.wins / self.visits if self.visits else 0.0


@dataclass(slots=True)
class Node:
    """All that I cannot tell apart: a seat to ask, and the questions tried so far."""

    seat: Seat
    visits: int = 0
    edges: dict[Question, Edge] = field(default_factory=dict)

    @property
    def best(self) -> Question:
        """The question tried most often."""
        return max(self.edges, key=lambda question: (self.edges[question].visits, -question))

    def nodes(self) -> Iterator[Node]:
        """This node and all below it."""
        yield self
        for edge in self.edges.values():
            for node in edge.after.values():
                yield from node.nodes()


@dataclass(frozen=True, slots=True)
class Exploring:
    """How a tree grows: the weight of curiosity, and how many questions a node considers after n visits."""

    curiosity: float = 0.5
    width: float = 4.0
    power: float = 0.5
    depth: int = 12


class Imagined:
    """One world being played, question by question."""

    def __init__(self, worlds: Worlds, rng: np.random.Generator) -> None:
        which, here = int(rng.integers(len(worlds))), worlds.situation
        self.out, self.me, self.winner = here.out, here.me, -1
        self.dealt = int(np.bitwise_or.reduce(here.deck))
        table = np.zeros((here.seats, playout.WIDTH), np.int64)
        table[:, : worlds.tables.shape[2]] = worlds.tables[which]
        streams = rng.integers(0, 2**64, here.seats, np.uint64)
        self.game = Playout(
            here.deck, worlds.hands[which], here.sizes, worlds.policies[which], table, streams, worlds.odds
        )

    def usual(self, seat: Seat) -> Question:
        """What the seat's policy asks."""
        game = self.game
        playout.settle(game.table, game.deck, game.hand_size, int(game.policy[seat, NOTES]), seat)
        return int(suggestion(game, seat))

    def ask(self, seat: Seat, question: Question) -> tuple[Seat, Seen]:
        """The next seat, and what I see; cards that lie face up are left out, for nobody can show them."""
        question = question & self.dealt or question
        shower, card = ask(self._believed(seat, question), seat, question, 1)
        self.winner = winner_after(self.game, seat, self.out, False)
        seen = int(card) if self.me in (seat, shower) else 0
        turn = next_turn(seat, self.out, len(self.game.hand))
        return turn, ((seat, question, int(shower), seen),)

    def _believed(self, seat: Seat, question: Question) -> Playout:
        """The game, but that who asks for a card of its own here is not believed never to do so."""
        policy: Ints = self.game.policy.copy()
        if question & int(self.game.hand[seat]):
            policy[seat, BLUFF] = -1
        return self.game._replace(policy=policy)

    def finish(self, turn: Seat) -> int:
        """The winner if everybody plays on as usual."""
        if self.winner < 0:
            self.winner, _ = play_on(self.game, turn, self.out, 0, ENDLESS, False, False, 1)
        return self.winner


def ismcts(
    worlds: Worlds,
    actions: Ints,
    rng: np.random.Generator,
    *,
    simulations: int,
    exploring: Exploring | None = None,
) -> Node:
    """Information-set tree search: every seat's questions are in the tree, and each wants to win itself."""
    return _grow(worlds, actions, rng, simulations, exploring or Exploring(), mine_only=False)


def pomcp(
    worlds: Worlds,
    actions: Ints,
    rng: np.random.Generator,
    *,
    simulations: int,
    exploring: Exploring | None = None,
) -> Node:
    """POMCP: only my questions are in the tree; the others are part of the world and ask as usual."""
    return _grow(worlds, actions, rng, simulations, exploring or Exploring(), mine_only=True)


def _grow(
    worlds: Worlds,
    actions: Ints,
    rng: np.random.Generator,
    simulations: int,
    exploring: Exploring,
    mine_only: bool,
) -> Node:
    root = Node(worlds.situation.me)
    legal = [int(action) for action in actions]
    for _ in range(simulations):
        world, node = Imagined(worlds, rng), root
        path: list[tuple[Node, Edge]] = []
        turn, fresh = root.seat, False
        while world.winner < 0 and not fresh and len(path) < exploring.depth:
            question = _select(node, world, legal, exploring, rng)
            edge = node.edges.setdefault(question, Edge())
            path.append((node, edge))
            turn, seen = world.ask(node.seat, question)
            while mine_only and world.winner < 0 and turn != root.seat:
                turn, more = world.ask(turn, world.usual(turn))
                seen += more
            fresh = seen not in edge.after
            if world.winner < 0:
                node = edge.after.setdefault(seen, Node(turn))
        winner = world.finish(turn)
        for visited, edge in path:
            visited.visits += 1
            edge.visits += 1
            edge.wins += winner == visited.seat
    return root


def _select(
    node: Node, world: Imagined, legal: list[Question], exploring: Exploring, rng: np.random.Generator
) -> Question:
    """The question with the highest upper bound; now and then one that was not tried yet."""
    room = exploring.width * (node.visits + 1) ** exploring.power
    if len(node.edges) < min(room, len(legal)):
        usual = world.usual(node.seat)
        if usual not in node.edges and usual in legal:
            return usual
        return legal[int(rng.integers(len(legal)))]
    trust = log(node.visits + 1)

    def hope(question: Question) -> float:
        edge = node.edges[question]
        return edge.value + exploring.curiosity * sqrt(trust / (edge.visits + 1))

    return max(node.edges, key=hope)
