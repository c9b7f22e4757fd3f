"""States of made-up games: what one seat knows after some random suggestions, and the paper's Table 1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

from sleuth.inference.problem import Problem

CLASSIC = (6, 6, 9)
SUSPECTS = ("mu", "pl", "gr", "pe", "sc", "wh")
WEAPONS = ("kn", "ca", "re", "ro", "pi", "wr")
ROOMS = ("ha", "lo", "di", "ki", "ba", "co", "bi", "li", "st")
NAMES = SUSPECTS + WEAPONS + ROOMS  # the paper's order of rows
SEATS = ("sc", "mu", "wh", "gr", "pe", "pl")

TABLE1 = """
mu sc sc re BA
wh pe wh ca li
gr pe gr re ha
sc wh pe ca lo
wh gr wh pi di
wh sc pe ro lo
gr pe pl ca bi
sc pl pe re st
mu gr GR ro bi
wh mu sc re LI
"""


class Knowledge:
    """A seat's knowledge while it grows; `problem()` is what inference is given."""

    def __init__(self, sizes: Sequence[int], categories: Sequence[int]) -> None:
        self.category = tuple(i for i, size in enumerate(categories) for _ in range(size))
        self.sizes = tuple(sizes)
        self.allowed = [(1 << len(self.category)) - 1] * len(self.sizes)
        self.clauses: list[tuple[int, int]] = []
        self.excluded: list[int] = []

    def has(self, place: int, card: int) -> None:
        for other in range(len(self.sizes)):
            if other != place:
                self.lacks(other, 1 << card)

    def lacks(self, place: int, mask: int) -> None:
        self.allowed[place] &= ~mask

    def problem(self) -> Problem:
        envelope = len(self.sizes) - 1
        return Problem(
            self.category,
            self.sizes,
            envelope,
            tuple(self.allowed),
            tuple(self.clauses),
            tuple(self.excluded),
        )


def table1(rows: int = 10) -> Problem:
    """The first rows of Table 1(a), seen by Mustard."""
    known = Knowledge((3, 3, 3, 3, 3, 3, 3), CLASSIC)
    me = SEATS.index("mu")
    known.lacks(me, ~_cards("pl ro li"))
    for card in ("pl", "ro", "li"):
        known.has(me, NAMES.index(card))
    for row in TABLE1.split("\n")[1 : rows + 1]:
        asker, refuter, *words = row.split()
        mask = _cards(" ".join(words).lower())
        seat = (SEATS.index(asker) + 1) % 6
        while seat != SEATS.index(refuter):
            known.lacks(seat, mask)
            seat = (seat + 1) % 6
        seen = [word for word in words if word.isupper()]
        if seen:
            known.has(seat, NAMES.index(seen[0].lower()))
        known.clauses.append((seat, mask))
    return known.problem()


def _cards(words: str) -> int:
    return sum(1 << NAMES.index(word) for word in words.split())


def random_state(
    rng: Random,
    players: int = 3,
    categories: Sequence[int] = CLASSIC,
    suggestions: int = 10,
    accusations: int = 0,
) -> Problem:
    """What seat 0 knows after random suggestions and wrong accusations in a randomly dealt game."""
    cards = sum(categories)
    by_category = [
        [c for c in range(cards) if sum(categories[:i]) <= c < sum(categories[: i + 1])]
        for i in range(len(categories))
    ]
    envelope = {rng.choice(some) for some in by_category}
    rest = [card for card in range(cards) if card not in envelope]
    rng.shuffle(rest)
    hands = [set(rest[seat::players]) for seat in range(players)]
    known = Knowledge([*map(len, hands), len(categories)], categories)
    for card in hands[0]:
        known.has(0, card)
    known.lacks(0, ~sum(1 << card for card in hands[0]))
    for turn in range(suggestions):
        _suggest(rng, known, hands, turn % players, {rng.choice(some) for some in by_category})
    for _ in range(accusations):
        wrong = {rng.choice(some) for some in by_category}
        if wrong != envelope:
            known.excluded.append(sum(1 << card for card in wrong))
    return known.problem()


def _suggest(rng: Random, known: Knowledge, hands: Sequence[set[int]], asker: int, cards: set[int]) -> None:
    mask = sum(1 << card for card in cards)
    for step in range(1, len(hands)):
        seat = (asker + step) % len(hands)
        if shown := sorted(hands[seat] & cards):
            if asker == 0:
                known.has(seat, rng.choice(shown))
            elif seat != 0:
                known.clauses.append((seat, mask))
            return
        known.lacks(seat, mask)


def deals(problem: Problem) -> Iterator[tuple[int, ...]]:
    """Every consistent deal, as the place of each card: place by place, nothing clever."""
    full = (1 << len(problem.category)) - 1
    for hands in _hands(problem, 0, full):
        if not any(hands[problem.envelope] == mask for mask in problem.excluded):
            yield tuple(
                next(p for p, hand in enumerate(hands) if hand >> c & 1) for c in range(len(problem.category))
            )


def _hands(problem: Problem, place: int, left: int) -> Iterator[tuple[int, ...]]:
    if place == len(problem.sizes):
        yield ()
        return
    free = [card for card in range(len(problem.category)) if (left & problem.allowed[place]) >> card & 1]
    for chosen in combinations(free, problem.sizes[place]):
        hand = sum(1 << card for card in chosen)
        if _fits(problem, place, hand):
            for rest in _hands(problem, place + 1, left & ~hand):
                yield (hand, *rest)


def _fits(problem: Problem, place: int, hand: int) -> bool:
    held = [problem.category[card] for card in range(len(problem.category)) if hand >> card & 1]
    one_each = place != problem.envelope or sorted(held) == sorted(set(problem.category))
    return one_each and all(hand & mask for where, mask in problem.clauses if where == place)
