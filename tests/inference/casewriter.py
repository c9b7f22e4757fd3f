"""Case files as people write them: every legal way to write an entry, beside what the entries mean.

The meaning is kept as a problem, without the package's reader, so that both can be compared.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from benchmarks.states import CLASSIC, Table, table

from sleuth.edition import Edition
from sleuth.inference.problem import Problem

NAMES = ("anna", "Ben", "CLEO", "zoë", "d4n", "Émile")


@dataclass
class CaseWriter:
    """A game that seat 0 of a simulated table writes down; the header may name another seat first."""

    rng: Random
    players: int
    game: Table = field(init=False)
    lines: list[str] = field(default_factory=list)
    out: set[int] = field(default_factory=set)
    entries: int = 0

    def __post_init__(self) -> None:
        self.game = table(self.rng, CLASSIC, self.players)
        self.edition = Edition.load("classic")
        self.names = self.rng.sample(NAMES, self.players)

    @property
    def problem(self) -> Problem:
        """What the entries mean."""
        return self.game.problem()

    def text(self) -> str:
        """The file: header lines in any order, seats from any one on."""
        shift = self.rng.randrange(self.players)
        seats = [*range(shift, self.players), *range(shift)]
        header = [
            "players: " + " ".join(self.names[seat] for seat in seats),
            "hands: " + " ".join(str(self.game.sizes[seat]) for seat in seats),
            f"me: {self.seat(0)}",
            f"hand:  {self.cards(self.game.hands[0])}",
            "",
            "# a comment",
        ]
        self.rng.shuffle(header)
        return "\n".join([*header, *self.lines]) + self.rng.choice(["", "\n", "\n\n# the end\n"])

    def play(self, questions: int, accusations: int) -> None:
        """So many questions in turn, then wrong accusations, with other lines in between."""
        for turn in range(questions):
            asker = turn % self.players
            if asker not in self.out:
                self.rng.choice([self.roll, self.remark, self.mistake, self.nothing])(asker)
                self.ask(asker)
        for seat in self.rng.sample(range(1, self.players), min(accusations, self.players - 1)):
            self.accuse(seat)

    def write(self, line: str) -> None:
        self.lines.append(self.rng.choice(["", "  "]) + line + self.rng.choice(["", " ", "  # why not"]))
        self.entries += 1

    def seat(self, seat: int) -> str:
        """A player's name, perhaps only its beginning, in any case."""
        name = self.names[seat]
        return self.rng.choice([name, name[:1], name.upper(), name.lower()])

    def card(self, card: int) -> str:
        """A card's id or its beginning or its German name, in any case."""
        word = self.edition.cards[card]
        german = self.edition.card_name(card, "de")
        words = [word, word[:2], word[:3].upper(), word.title(), *([german] if german.isalpha() else [])]
        return self.rng.choice(words)

    def cards(self, mask: int) -> str:
        found = [card for card in range(len(self.edition.cards)) if mask >> card & 1]
        self.rng.shuffle(found)
        return " ".join(map(self.card, found))

    def ask(self, asker: int) -> None:
        """A question and its answers; passes may be left out."""
        asked, game = self.game.pick(), self.game
        order = [(asker + step) % self.players for step in range(1, self.players)]
        passed = [seat for seat in order if not game.hands[seat] & asked]
        shower = next((seat for seat in order if game.hands[seat] & asked), None)
        if shower is not None:
            passed = passed[: order.index(shower)]
        for seat in passed:
            game.allowed[seat] &= ~asked
        said = [f"{self.seat(seat)} -" for seat in passed] if self.rng.random() < 0.5 else []
        if shower is None:
            said = said or ["-"]
        else:
            said.append(self.answer(asker, shower, game.hands[shower] & asked, asked))
        self.write(" | ".join([f"{self.seat(asker)} ? {self.cards(asked)}", *said]))

    def answer(self, asker: int, shower: int, held: int, asked: int) -> str:
        """Who shows; the writer knows the card if they asked or showed."""
        shown = 1 << self.rng.choice([card for card in range(21) if held >> card & 1])
        seen = 0 in (asker, shower)
        self.game.learn(shower, shown if seen else asked)
        return f"{self.seat(shower)} !" + (f" {self.cards(shown)}" if seen else "")

    def accuse(self, seat: int) -> None:
        """A wrong accusation."""
        asked = self.game.pick()
        if asked != self.game.hands[self.game.envelope]:
            self.game.excluded.append(asked)
            self.out.add(seat)
            self.write(f"{self.seat(seat)} = {self.cards(asked)} x")

    def roll(self, seat: int) -> None:
        self.write(f"{self.seat(seat)} rolls {self.rng.randint(1, 6)} {self.rng.randint(1, 6)}")

    def remark(self, _: int) -> None:
        """Something learnt in another way: a card that a seat has not."""
        seat = self.rng.randrange(1, self.players)
        lacks = 1 << self.rng.choice([card for card in range(21) if not self.game.hands[seat] >> card & 1])
        self.game.allowed[seat] &= ~lacks
        self.write(f"{self.seat(seat)} lacks {self.cards(lacks)}")

    def mistake(self, _: int) -> None:
        """A wrong line that is struck at once."""
        self.write(f"{self.seat(self.rng.randrange(1, self.players))} ! {self.card(self.rng.randrange(21))}")
        self.write(f"~ {self.entries}")

    def nothing(self, _: int) -> None:
        self.lines.append("")


def written(seed: int) -> tuple[str, Problem]:
    """A case file of three to six players, and what it means."""
    rng = Random(f"case {seed}")
    writer = CaseWriter(rng, 3 + seed % 4)
    writer.play(rng.randint(0, 22), rng.choice([0, 1, 1, 2, 3]))
    return writer.text(), writer.problem
