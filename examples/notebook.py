"""Reads a notebook and prints what it proves: `python examples/notebook.py [FILE]`."""

from __future__ import annotations

import sys
from pathlib import Path

import sleuth as sl

FRIDAY = Path(__file__).parent / "friday.case"


def main(path: str) -> None:
    view = sl.load(path).view()
    notebook = sl.infer(view)
    edition = view.record.setup.edition
    print(f"{notebook.deals} deals are possible.")
    for card, word in enumerate(edition.cards):
        if notebook.probability(word, "envelope") == 1:
            print(f"\n{edition.card_name(card, 'en')} is in the envelope:")
            print("\n".join(sl.explain(view, word, "envelope").sentences()))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else str(FRIDAY))
