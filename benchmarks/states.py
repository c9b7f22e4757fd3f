"""A reproducible set of problems: what one seat knows in simulated games without a board, at many moments."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from sleuth.inference.counting import count
from sleuth.inference.problem import Problem, mask_of
from sleuth.inference.reduce import reduced

CLASSIC = (6, 6, 9)
DISCOVER = (6, 6, 12)
MASTER = (10, 8, 12)
FOUR = (6, 6, 9, 4)


@dataclass(slots=True)
class Table:
    """A simulated game as its seat 0 sees it: the true deal, and what seat 0 has learnt so far."""

    rng: random.Random
    parts: tuple[int, ...]
    sizes: list[int]
    """Hands first, then the envelope, then a hidden place if there is one."""
    envelope: int
    hands: list[int] = field(default_factory=list)
    allowed: list[int] = field(default_factory=list)
    clauses: list[tuple[int, int]] = field(default_factory=list)
    excluded: list[int] = field(default_factory=list)

    @property
    def category(self) -> tuple[int, ...]:
        return tuple(kind for kind, part in enumerate(self.parts) for _ in range(part))

    def deal(self) -> None:
        """The envelope first, then the hands; seat 0 looks at its own."""
        cards = list(range(sum(self.parts)))
        case = self.pick()
        rest = [card for card in cards if not case >> card & 1]
        self.rng.shuffle(rest)
        for place, size in enumerate(self.sizes):
            self.hands.append(case if place == self.envelope else mask_of([rest.pop() for _ in range(size)]))
        others = mask_of(cards) & ~self.hands[0]
        self.allowed = [self.hands[0]] + [others] * (len(self.sizes) - 1)

    def pick(self) -> int:
        """One card of each category at random."""
        first, mask = 0, 0
        for part in self.parts:
            mask |= 1 << self.rng.randrange(first, first + part)
            first += part
        return mask

    def suggest(self, asker: int) -> None:
        """A random question; everybody answers honestly, seat 0 remembers."""
        asked = self.pick()
        seats = self.envelope
        for step in range(1, seats):
            seat = (asker + step) % seats
            held = self.hands[seat] & asked
            if held:
                shown = 1 << self.rng.choice([card for card in range(len(self.category)) if held >> card & 1])
                self.learn(seat, shown if asker == 0 else asked)
                return
            self.allowed[seat] &= ~asked

    def learn(self, seat: int, cards: int) -> None:
        """This seat holds at least one of these cards."""
        if seat:
            self.clauses.append((seat, cards))

    def accuse(self) -> None:
        """Somebody accuses, wrongly."""
        asked = self.pick()
        if asked != self.hands[self.envelope]:
            self.excluded.append(asked)

    def play(self, suggestions: int, accusations: int = 0) -> None:
        """So many questions, in turn, from a random seat on."""
        first = self.rng.randrange(self.envelope)
        for turn in range(suggestions):
            self.suggest((first + turn) % self.envelope)
        for _ in range(accusations):
            self.accuse()

    def problem(self) -> Problem:
        """What seat 0 knows now."""
        return Problem(
            self.category,
            tuple(self.sizes),
            self.envelope,
            tuple(self.allowed),
            tuple(self.clauses),
            tuple(self.excluded),
        )


def table(rng: random.Random, parts: tuple[int, ...], players: int, hidden: int = 0) -> Table:
    """A freshly dealt table; what does not divide evenly makes some hands larger."""
    cards = sum(parts) - len(parts) - hidden
    hands = [cards // players + (seat < cards % players) for seat in range(players)]
    shift = rng.randrange(players)
    sizes = [*hands[shift:], *hands[:shift], len(parts), *([hidden] if hidden else [])]
    found = Table(rng, parts, sizes, players)
    found.deal()
    return found


def _mid(parts: tuple[int, ...], players: int, hidden: int = 0) -> Callable[[random.Random], Problem]:
    def make(rng: random.Random) -> Problem:
        game = table(rng, parts, players, hidden)
        game.play(rng.randint(0, 25), rng.choice([0, 0, 0, 1, 2]))
        return game.problem()

    return make


def late(rng: random.Random) -> Problem:
    """As in the paper: six players, played on until at most ten million deals are left."""
    game = table(rng, CLASSIC, 6)
    game.play(rng.randint(6, 12))
    while count(game.problem()).deals > 10_000_000:
        game.play(1)
    return game.problem()


def start(rng: random.Random) -> Problem:
    """Before the first question."""
    return table(rng, CLASSIC, rng.randint(3, 6)).problem()


def open_clauses(number: int) -> Callable[[random.Random], Problem]:
    """Exactly so many clauses that nothing settles: the passes were not written down."""

    def make(rng: random.Random) -> Problem:
        game = table(rng, CLASSIC, rng.choice([4, 5, 6, 6]))
        while (found := _open(game)) < number:
            game.clauses.append(_answer(game))
            if _open(game) <= found:
                game.clauses.pop()
        return game.problem()

    return make


def _open(game: Table) -> int:
    rest = reduced(game.problem())
    assert rest is not None
    return len(rest.clauses)


def _answer(game: Table) -> tuple[int, int]:
    while True:
        seat, asked = game.rng.randrange(1, game.envelope), game.pick()
        if game.hands[seat] & asked:
            return seat, asked


FAMILIES: dict[str, tuple[int, Callable[[random.Random], Problem]]] = {
    "late": (120, late),
    "mid3": (80, _mid(CLASSIC, 3)),
    "mid4": (80, _mid(CLASSIC, 4)),
    "mid5": (80, _mid(CLASSIC, 5)),
    "mid6": (120, _mid(CLASSIC, 6)),
    "start": (20, start),
    "duel": (20, _mid(CLASSIC, 2, 4)),
    "discover": (30, lambda rng: _mid(DISCOVER, rng.randint(3, 6), rng.choice([0, 3]))(rng)),
    "four": (30, lambda rng: _mid(FOUR, rng.randint(3, 6))(rng)),
    "master6": (20, _mid(MASTER, 6)),
    "master10": (20, _mid(MASTER, 10)),
    "clauses12": (30, open_clauses(12)),
    "clauses24": (30, open_clauses(24)),
}
REAL = ("late", "mid3", "mid4", "mid5", "mid6", "start", "duel", "discover", "four")
"""The families of real play of the smaller editions."""


def states(family: str, number: int | None = None) -> Iterator[Problem]:
    """The problems of one family, always the same."""
    amount, make = FAMILIES[family]
    for seed in range(amount if number is None else number):
        yield make(random.Random(f"{family} {seed}"))
