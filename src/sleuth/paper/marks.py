"""The marks that a view justifies: proved ticks and crosses, and numbers for one of several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sleuth.cards import Card
from sleuth.inference.constraints import clues
from sleuth.inference.notebook import Notebook, infer
from sleuth.inference.problem import bits
from sleuth.paper.worksheet import Holder, Sheet, sheet_of, tags
from sleuth.view import View


def marked_sheet(view: View) -> Sheet:
    """The sheet that a perfect note-taker would have by now."""
    notebook = infer(view)
    return sheet_of(view.record.setup, notebook.facts, tags(_open(notebook)), view.record.standing)


def _open(notebook: Notebook) -> Iterator[tuple[int, Holder, Sequence[Card]]]:
    """Answers to others that may still have been one of several cards."""
    facts = notebook.facts
    for clue in clues(notebook.view):
        if clue.kind == "one_of":
            cards = list(bits(clue.cards))
            if not any(facts.get((card, clue.place)) for card in cards):
                yield clue.entry, clue.place, [card for card in cards if (card, clue.place) not in facts]
