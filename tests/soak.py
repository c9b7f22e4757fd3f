"""Many random games over all editions, player numbers and house rules, each replayed from its own text.

    python -m tests.soak --games 10000 --seed 1

ends with a summary, or loudly with the number of the first game that went wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from random import Random
from time import process_time

from sleuth.casefile import dumps, loads
from sleuth.edition import Edition
from sleuth.game import Game
from sleuth.replay import replay
from tests.play import Table, played, random_table
from tests.rules.table import EVERYTHING

NAMES = (*Edition.names(), EVERYTHING)
STEPS = 20_000
"""No game that anyone could finish takes longer."""


class Broken(AssertionError):
    """A game that broke a promise, with all that is needed to play it again."""


@dataclass
class Summary:
    """What was played, and what of the rules it touched."""

    games: int = 0
    events: int = 0
    seconds: float = 0.0
    outcomes: Counter[str] = field(default_factory=Counter)
    tables: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)

    def add(self, table: Table, game: Game) -> None:
        assert game.outcome is not None
        self.games += 1
        self.events += len(game.record.events)
        self.outcomes[game.outcome.why.value] += 1
        self.tables[f"{table.edition.title('en')}, {table.players}"] += 1
        self.kinds.update(type(event).__name__ for event in game.record.events)
        self.rules.update(f"{key}={value}" for key, value in asdict(table.rules).items() if key != "pawns")

    def lines(self) -> Iterator[str]:
        yield f"{self.games} games, {self.events} events, {self.seconds:.1f} s"
        for title, counts in (("ended by", self.outcomes), ("events", self.kinds)):
            yield f"{title}: " + ", ".join(f"{word} {n}" for word, n in counts.most_common())
        for title, counts in (("tables", self.tables), ("values of house rules", self.rules)):
            yield f"{title}: {len(counts)}, the rarest in {min(counts.values())} games"


def soak(games: int, seed: int, first: int = 0) -> Summary:
    """Play and check these games; Broken names the first that went wrong."""
    summary, start = Summary(), process_time()
    for number in range(first, first + games):
        rng = Random(f"{seed}:{number}")
        table = random_table(rng, NAMES, changes=6)
        try:
            summary.add(table, check(table, rng))
        except Exception as wrong:
            raise Broken(f"game {seed}:{number}, {table}: {wrong!r}") from wrong
    summary.seconds = process_time() - start
    return summary


def check(table: Table, rng: Random) -> Game:
    """A game at this table, played to its end and replayed from its text to the same state."""
    game = played(table, rng.getrandbits(32), accuse=rng.choice((0.1, 0.3, 0.6)), steps=STEPS)
    assert game.outcome is not None, "the game does not end"
    record = loads(dumps(game.record))
    assert record == game.record, "the text is not the record"
    assert replay(record).whole() == game, "the replay ends elsewhere"
    seat = rng.choice((None, *game.setup.seats))
    assert loads(dumps(game.view(seat).record)) == record.redacted(seat), "a view's text is not the view"
    return game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    options = parser.parse_args()
    summary = soak(options.games, options.seed, options.first)
    sys.stdout.write("\n".join(summary.lines()) + "\n")


if __name__ == "__main__":
    main()
