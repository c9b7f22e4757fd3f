"""Imagined worlds: deals that fit, weighed by what the others asked, with a policy for every seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, gcd, inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sleuth.agents.policy import POLICIES, Keep, Policy, Rule
from sleuth.agents.proposal import Proposal
from sleuth.agents.situation import Situation
from sleuth.kernels import playout, playout_worlds
from sleuth.kernels.playout_search import Stage
from sleuth.kernels.playout_worlds import Crowd, Others

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

LONG = 40
"""Questions after which a game is long: so that each decision still takes its time and no more, its worlds
are stirred less."""
ENOUGH = 0.2
"""How many draws must matter for every world wanted."""
NEGLIGIBLE = 20.0
"""A draw whose log weight is so far below the best hardly becomes a world and is not replayed to the end."""
GOLDEN = 0.618
"""The golden section."""
RARE = 1e-3
"""What no world shows may still be."""
PLAIN = POLICIES["fox"].but(rule=Rule.ODDS)
MINE = PLAIN.but(keep=Keep.ALL | Keep.TRUST)
"""How I play on in an imagined world, if I learn nothing or something from what the others ask."""


@dataclass(frozen=True, slots=True)
class Opponents:
    """What I think of the others: the types they may be of, and how they act."""

    types: tuple[Policy, ...] = (
        POLICIES["heuristic"],
        POLICIES["heuristic-paper"],
        POLICIES["random-notes"],
        POLICIES["random-paper"],
        POLICIES["bluffer"],
        POLICIES["random-bluffer"],
        POLICIES["stateless"],
        POLICIES["anything"],
    )
    chances: tuple[float, ...] = (0.13, 0.12, 0.315, 0.315, 0.035, 0.035, 0.01, 0.04)
    """How likely each type is before anyone has asked."""
    alike: float = 0.8
    """How often all at a table are of one type: who plays together has learned together."""
    soft: float = 0.002
    """How often anyone does not act like their type."""
    hush: float = 0.02
    """How often somebody who knows the envelope keeps silent when it is time to accuse."""
    listens: bool = True
    """Whether their questions change what I think of their cards and of their type."""


DEAF = Opponents((POLICIES["heuristic"], POLICIES["heuristic-paper"]), (0.5, 0.5), listens=False)
"""Learns nothing from what the others choose to ask and to show."""


@dataclass(frozen=True, slots=True)
class Worlds:
    """Equally likely worlds: the hands, the notes and the policy of every seat in each."""

    situation: Situation
    hands: Ints
    """(n, seats)"""
    tables: Ints
    """(n, seats, columns): the notes of every seat."""
    policies: Ints
    """(n, seats, 6)"""
    odds: Floats
    """(seats + 1, cards): how likely each seat, and last the envelope, has each card."""
    likely: Floats
    """(n, seats, types): the log chance of what each seat did if it were of each type."""
    others: Others
    independent: float
    """To how many independent worlds these are equivalent: they may go back to few draws that mattered."""

    def __len__(self) -> int:
        return len(self.hands)

    @property
    def stage(self) -> Stage:
        """The worlds for the kernels."""
        here = self.situation
        return Stage(here.deck, self.hands, here.sizes, self.policies, self.tables, self.odds)

    @property
    def types(self) -> Floats:
        """(seats, types): how likely each seat is of each type; the row of my own seat means nothing."""
        return _types(self.likely, self.others)

    @property
    def envelopes(self) -> Ints:
        """(n,): the envelope of each world, as a mask."""
        return self.situation.envelopes(self.hands)

    def best_envelope(self) -> tuple[int, float]:
        """The envelope of the most worlds, and its share."""
        masks, counts = np.unique(self.envelopes, return_counts=True)
        return int(masks[counts.argmax()]), float(counts.max() / len(self))


def imagine(
    situation: Situation,
    opponents: Opponents,
    rng: np.random.Generator,
    *,
    n: int,
    draws: int = 512,
    steps: int = 24,
    mine: Policy | None = None,
) -> Worlds:
    """So many worlds: exact draws, weighed by the others' questions, resampled and stirred some steps each.

    mine: how I play on in an imagined world.
    """
    return Draws(situation, opponents, rng, n=n, size=draws, mine=mine).worlds(steps)


def worlds_of(
    situation: Situation,
    opponents: Opponents,
    hands: Ints,
    rng: np.random.Generator,
    mine: Policy | None = None,
) -> Worlds:
    """The worlds of these deals (n, seats), however they were found."""
    return _Lives(situation, opponents, hands, rng, mine, negligible=inf).cast(len(hands))


class Draws:
    """Exact draws, weighed by the others' questions: about `size`, and as many again until n worlds can be
    made of them or patience ends. Who learns nothing from questions weighs all alike, and n are enough."""

    def __init__(
        self,
        situation: Situation,
        opponents: Opponents,
        rng: np.random.Generator,
        *,
        n: int,
        size: int,
        patience: int = 8,
        mine: Policy | None = None,
    ) -> None:
        self.situation, self.opponents, self.rng, self.n, self.mine = situation, opponents, rng, n, mine
        self.drawn, self.logs = self._weighed(size, patience) if opponents.listens else self._fair()

    def _fair(self) -> tuple[list[_Lives], Floats]:
        return [self._live(self.situation.deals(self.n, self.rng), inf)], np.zeros(self.n)

    def _weighed(self, size: int, patience: int) -> tuple[list[_Lives], Floats]:
        proposal, drawn, logs = Proposal(self.situation), [], np.empty(0)
        for _ in range(1 + patience):
            hands, density = proposal.draw(size, self.rng)
            drawn.append(self._live(hands, NEGLIGIBLE))
            logs = np.append(logs, drawn[-1].crowd.weights - density)
            if _effective(logs) >= ENOUGH * self.n:
                break
        return drawn, logs

    def _live(self, hands: Ints, negligible: float) -> _Lives:
        return _Lives(self.situation, self.opponents, hands, self.rng, self.mine, negligible)

    def best_chance(self) -> float:
        """The chance of the likeliest envelope, roughly."""
        hands = np.concatenate([lives.crowd.hands for lives in self.drawn])
        _, which = np.unique(self.situation.envelopes(hands), return_inverse=True)
        shares = np.bincount(which, np.exp(self.logs - self.logs.max()))
        return float(shares.max() / shares.sum())

    def worlds(self, steps: int) -> Worlds:
        """n worlds, resampled from the draws and stirred; the draws are used up."""
        independent = min(self.n, _effective(self.logs))
        spread = independent / self.n  # what is spread well already needs little stirring
        lives = _kept(self.drawn, _systematic(self.logs, self.n, self.rng), self.rng)
        if self.opponents.listens:
            lives.scatter()  # copies of a draw, and draws of one part of the proposal, lie side by side
        few = min(steps, ceil(steps * LONG / max(1, len(self.situation.history))))
        lives.stir(ceil(few * (1 - spread)))
        return lives.cast(independent)


class _Lives:
    """Worlds in the making: deals, the game replayed in each, and how likely that makes them."""

    def __init__(
        self,
        situation: Situation,
        opponents: Opponents,
        hands: Ints,
        rng: np.random.Generator,
        mine: Policy | None,
        negligible: float,
    ) -> None:
        self.situation, self.past = situation, situation.past
        self.mine = mine or (MINE if opponents.listens else PLAIN)
        self.others = others_of(opponents, self.mine)
        n, seats, levels = len(hands), situation.seats, len(self.others.levels)
        self.crowd = Crowd(
            hands,
            rng.integers(0, 2**64, n, np.uint64),
            np.zeros((n, levels, seats, _columns(situation)), np.int64),
            np.zeros((n, seats, len(opponents.types))),
            np.zeros(n),
        )
        playout_worlds.weigh(self.crowd, self.past, self.others, negligible)

    def scatter(self) -> None:
        """Bring neighbours apart, so that any stretch of the worlds stands for all of them."""
        order = _far_apart(len(self.crowd.weights))
        fields: Any = (field[order] for field in self.crowd)
        self.crowd = Crowd(*fields)

    def stir(self, steps: int) -> None:
        """Walk every deal some steps through those that fit."""
        playout_worlds.stir(self.crowd, self.past, self.others, self.situation.limits(), steps)

    def cast(self, independent: float) -> Worlds:
        """Give every seat a policy."""
        crowd, others = self.crowd, self.others
        n, _, seats, columns = crowd.tables.shape
        tables, kinds = np.zeros((n, seats, columns), np.int64), np.zeros((n, seats), np.int64)
        my_level = others.levels.tolist().index(_notes(self.mine))
        mine = np.array(self.mine.row(), np.int64)
        playout_worlds.cast(crowd, self.past, others, mine, my_level, tables, kinds)
        policies = np.concatenate([others.types, mine[None]])[kinds]  # the last one is mine: -1
        odds = _odds(self.situation, crowd.hands)
        here = self.situation
        return Worlds(here, crowd.hands, tables, policies, odds, crowd.likely, others, independent)


def _kept(drawn: Sequence[_Lives], chosen: Ints, rng: np.random.Generator) -> _Lives:
    """Only the chosen deals of all that were drawn, each as often as it is named, in the first of the crowds.

    chosen: in ascending order. Copies go different ways from here.
    """
    crowds = [lives.crowd for lives in drawn]
    starts = np.cumsum([0, *(len(crowd.weights) for crowd in crowds)])
    shares = np.split(chosen, np.searchsorted(chosen, starts[1:-1]))
    mine = [share - start for share, start in zip(shares, starts, strict=False)]  # in their own crowd
    together: Any = (
        np.concatenate([field[some] for field, some in zip(fields, mine, strict=True)])
        for fields in zip(*crowds, strict=True)
    )
    keys = rng.integers(0, 2**64, len(chosen), np.uint64)
    drawn[0].crowd = Crowd(*together)._replace(keys=keys)
    return drawn[0]


def _far_apart(n: int) -> Ints:
    """Each of n places once, in steps of about the golden section: any few in a row are spread evenly."""
    step = next(step for step in range(round(n * GOLDEN), n + 2) if gcd(step, n) == 1)
    return np.arange(n, dtype=np.int64) * step % n


def _columns(situation: Situation) -> int:
    """How wide notes must be: a question gives at most one clause, and nobody keeps more than fit."""
    return playout.CLAUSE + 2 * min(len(situation.history), playout.CLAUSES_KEPT)


def others_of(opponents: Opponents, mine: Policy) -> Others:
    """The types of players as arrays, with room for the notes that I keep myself."""
    levels = sorted({_notes(policy) for policy in (*opponents.types, mine)})
    prior, listens = np.array(opponents.chances) / sum(opponents.chances), opponents.listens
    return Others(
        np.array([policy.row() for policy in opponents.types], np.int64),
        np.array(levels, np.int64),
        np.array([levels.index(_notes(policy)) for policy in opponents.types], np.int64),
        prior,
        opponents.alike,
        _log(opponents.alike * prior),
        opponents.soft if listens else 1.0,
        opponents.hush if listens else 1.0,
    )


def _types(likely: Floats, others: Others) -> Floats:
    """(seats, types): how likely each seat is of each type, over all worlds."""
    prior, alike, apart = _log(others.prior), _log(others.alike), _log(1 - others.alike)
    each, every = likely + prior, likely.sum(axis=1) + prior
    some, all_ = np.logaddexp.reduce(each, axis=2), np.logaddexp.reduce(every, axis=1)
    whole = np.logaddexp(alike + all_, apart + some.sum(axis=1))
    same = np.exp(alike + every - whole[:, None])  # (worlds, types): all are alike, and of this type
    other = np.exp(apart + some.sum(axis=1) - whole)[:, None, None] * np.exp(each - some[:, :, None])
    return np.asarray((same[:, None] + other).mean(axis=0))


def _log(chances: Floats | float) -> Floats:
    """Logarithms, also of nothing: one type, or all being alike, may be out of the question."""
    with np.errstate(divide="ignore"):
        return np.log(chances)


def _odds(situation: Situation, hands: Ints) -> Floats:
    """(seats + 1, cards): how often each seat, and last the envelope, has each card; never quite never."""
    places = np.column_stack([hands, situation.envelopes(hands)])
    cards = np.arange(len(situation.problem.category), dtype=np.int64)
    return np.asarray((places[:, :, None] >> cards & 1).mean(axis=0) + RARE)


def _notes(policy: Policy) -> int:
    """What a policy notes of what it sees, whatever it makes of it; who needs no notes might keep any."""
    return int(policy.keep & ~Keep.TRUST or Keep.ALL)


def _effective(logs: Floats) -> float:
    """To how many draws of equal weight these are equivalent."""
    shares = np.exp(logs - logs.max())
    return float(shares.sum() ** 2 / (shares**2).sum())


def _systematic(logs: Floats, n: int, rng: np.random.Generator) -> Ints:
    """n indices, each as often as its weight deserves, with as little chance as possible."""
    shares = np.exp(logs - logs.max())
    ends = np.cumsum(shares / shares.sum())
    aims = (np.arange(n) + rng.random()) / n
    return np.minimum(np.searchsorted(ends, aims), len(logs) - 1).astype(np.int64)
