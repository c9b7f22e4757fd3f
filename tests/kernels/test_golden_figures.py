"""The published figures, from problems written by hand."""

from __future__ import annotations

import pytest

from sleuth.inference.counting import Engine, count
from sleuth.inference.problem import Problem, mask_of

SUSPECTS, WEAPONS, ROOMS = "mu pl gr pe sc wh", "kn ca re ro pi wr", "ha lo di ki ba co bi li st"
CARDS = f"{SUSPECTS} {WEAPONS} {ROOMS}".split()
SEATS = ["sc", "mu", "wh", "gr", "pe", "pl"]
ENGINES: tuple[Engine, ...] = ("python", "compiled")

# Seat by seat, then the envelope; the other cards are certain.
TABLE_1 = """
mu 906 0 2082 1200 744 1866 0
wh 894 0 2064 0 2052 1788 0
kn 906 0 2082 1200 744 1866 0
ca 138 0 744 0 5640 276 0
pi 432 0 984 4140 354 888 0
wr 906 0 2082 1200 744 1866 0
lo 138 0 6330 0 0 0 330
di 432 0 984 3180 354 888 960
ki 678 0 1521 888 558 1389 1764
co 678 0 1521 888 558 1389 1764
bi 690 0 0 900 1848 1380 1980
"""
CERTAIN = {"pl": 1, "gr": 3, "pe": 0, "sc": 6, "re": 6, "ro": 1, "ha": 4, "ba": 0, "li": 1, "st": 5}


def mask(words: str) -> int:
    return mask_of([CARDS.index(word) for word in words.split()])


class Notes:
    """A classic case as one seat writes it down."""

    def __init__(self, seats: list[str], me: str, hand: str) -> None:
        self.seats, self.size = seats, 18 // len(seats)
        others = mask(" ".join(CARDS)) & ~mask(hand)
        self.allowed = [mask(hand) if seat == me else others for seat in seats] + [others]
        self.clauses: list[tuple[int, int]] = []

    def asked(self, asker: str, cards: str, shower: str, seen: str | None = None) -> None:
        turn = (self.seats.index(asker) + 1) % len(self.seats)
        while self.seats[turn] != shower:
            self.allowed[turn] &= ~mask(cards)
            turn = (turn + 1) % len(self.seats)
        self.clauses.append((turn, mask(seen or cards)))

    def problem(self) -> Problem:
        sizes = (*[self.size] * len(self.seats), 3)
        category = (0,) * 6 + (1,) * 6 + (2,) * 9
        return Problem(category, sizes, len(self.seats), tuple(self.allowed), tuple(self.clauses))


def neller(questions: int) -> Problem:
    """The log of the paper's table 1, its first questions."""
    log = [
        ("mu", "sc re ba", "sc", "ba"),
        ("wh", "wh ca li", "pe", None),
        ("gr", "gr re ha", "pe", None),
        ("sc", "pe ca lo", "wh", None),
        ("wh", "wh pi di", "gr", None),
        ("wh", "pe ro lo", "sc", None),
        ("gr", "pl ca bi", "pe", None),
        ("sc", "pe re st", "pl", None),
        ("mu", "gr ro bi", "gr", "gr"),
        ("wh", "sc re li", "mu", "li"),
    ]
    notes = Notes(SEATS, "mu", "pl ro li")
    for question in log[:questions]:
        notes.asked(*question)
    return notes.problem()


@pytest.mark.parametrize("engine", ENGINES)
def test_the_published_table_of_6798_deals_cell_by_cell(engine: Engine) -> None:
    tally = count(neller(10), engine=engine)
    assert tally.deals == 6798
    expected = {line.split()[0]: list(map(int, line.split()[1:])) for line in TABLE_1.strip().splitlines()}
    expected |= {card: [6798 * (place == at) for place in range(7)] for card, at in CERTAIN.items()}
    assert dict(zip(CARDS, tally.table.tolist(), strict=True)) == expected


@pytest.mark.parametrize("engine", ENGINES)
def test_the_published_counts_of_starts_and_of_a_game_half_way(engine: Engine) -> None:
    start6 = Notes(SEATS, "mu", "pl ro li").problem()
    start3 = Notes(SEATS[:3], "mu", "sc kn ca re co st").problem()
    even3 = Notes(SEATS[:3], "mu", "sc mu kn ca co st").problem()
    assert count(start6, engine=engine).deals == 33_633_600_000
    assert count(start3, engine=engine).deals == 97_020
    assert count(even3, engine=engine).deals == 103_488
    halfway = count(neller(5), engine=engine)
    assert halfway.deals == 11_041_826
    assert halfway.table[CARDS.index("sc")].tolist() == [3_265_496, 0, 0, 0, 0, 0, 7_776_330]
    assert halfway.table[CARDS.index("lo")].tolist() == [
        891_180, 0, 4_674_160, 1_511_698, 719_720, 1_961_088, 1_283_980,
    ]  # fmt: skip
    assert (count(start6, engine=engine).envelope.counts == 33_633_600_000 // (5 * 5 * 8)).all()
