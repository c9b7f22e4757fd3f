"""How many random games a second the referee plays on one core, and where the time goes."""

from __future__ import annotations

import cProfile
import pstats
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from time import process_time

import sleuth
from sleuth.agents.baseline import RandomAgent
from sleuth.arena.match import play_game
from sleuth.edition import Edition
from sleuth.houserules import HouseRules

PACKAGE = Path(sleuth.__file__).parent
BATCHES = 7


@dataclass(frozen=True)
class Bench:
    """A kind of game to measure, and how many of it a second we want."""

    title: str
    players: int
    board: bool
    target: int
    games: int

    @property
    def rules(self) -> HouseRules:
        return replace(Edition.load("classic").rules, board=self.board)

    def play(self, seeds: range) -> int:
        """Play games to their end; how many events that were."""
        agents = [RandomAgent()] * self.players
        edition, rules = Edition.load("classic"), self.rules
        return sum(len(play_game(agents, edition, seed=s, rules=rules).record.events) for s in seeds)


BENCHES = (
    Bench("classic without a board, 3 players", 3, board=False, target=300, games=60),
    Bench("classic on the board, 4 players", 4, board=True, target=30, games=20),
)


def measure(bench: Bench) -> str:
    """Games and events a second of CPU time: the median of some batches, since machines are busy."""
    bench.play(range(5))  # the first games fill the caches
    rates, events = [], 0
    for batch in range(BATCHES):
        start = process_time()
        told = bench.play(range(batch * bench.games, (batch + 1) * bench.games))
        seconds = process_time() - start
        rates.append((bench.games / seconds, told / seconds))
        events += told
    usual, best = median(rate for rate, _ in rates), max(rate for rate, _ in rates)
    return (
        f"{bench.title}: {usual:.0f} games/s, at best {best:.0f} (wanted {bench.target}), "
        f"{median(rate for _, rate in rates):.0f} events/s, {events / bench.games / BATCHES:.0f} a game"
    )


def shares(bench: Bench) -> Iterator[str]:
    """The share of the time spent in each module, built-ins counted with whoever called them."""
    profile = cProfile.Profile()
    profile.runcall(bench.play, range(bench.games))
    spent: Counter[str] = Counter()
    for (file, _, _), (_, _, own, _, callers) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        if file == "~" and callers:
            for (caller, _, _), (_, _, part, _) in callers.items():
                spent[module(caller)] += part
        else:
            spent[module(file)] += own
    total = sum(spent.values())
    for name, seconds in spent.most_common(8):
        yield f"    {seconds / total:5.1%}  {name}"


def module(file: str) -> str:
    """What a file is called in the package."""
    path = Path(file)
    return str(path.relative_to(PACKAGE)) if path.is_relative_to(PACKAGE) else "Python's library"


def main() -> None:
    for bench in BENCHES:
        print(measure(bench))
        for line in shares(bench):
            print(line)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
