"""Where naming the envelope wins: whoever knows it asks for it."""

from __future__ import annotations

from sleuth.actions import Suggest
from sleuth.cards import Card
from sleuth.view import View


def naming_wins(view: View) -> bool:
    """Whether naming the envelope wins at once: then there is nothing to hide."""
    return view.record.setup.rules.auto_win == "suggestion"


def naming(view: View, solution: tuple[Card, ...] | None) -> Suggest | None:
    """The question that wins at once, if it may be asked and the solution is known."""
    if solution is None or not naming_wins(view) or Suggest(solution) not in view.menu:
        return None
    return Suggest(solution)
