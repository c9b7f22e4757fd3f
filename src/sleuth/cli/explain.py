"""`sleuth explain`: why a card must be, cannot be, or may be in a place."""

from __future__ import annotations

import json as jsonlib
from typing import TYPE_CHECKING, Annotated

import typer

from sleuth.casefile import load
from sleuth.cli.options import Json
from sleuth.cli.terminal import Terminal
from sleuth.language import N_

if TYPE_CHECKING:
    from sleuth.inference.explain import Reason

ABOUT = N_("Explain one cell of the notebook: the fewest entries that prove it, and the proof in words.")
EXAMPLES = N_(
    "sleuth explain friday.case rope ben  # why Ben must have the rope, or cannot have it\n"
    "sleuth explain friday.case hall envelope  # how likely it is, and what would settle it\n"
    "sleuth explain game.case rope ben --seat Cleo  # as Cleo sees it"
)
File = Annotated[str, typer.Argument(metavar="FILE", help=N_("A case file."))]
CardWord = Annotated[str, typer.Argument(metavar="CARD", help=N_("A card, or the beginning of its name."))]
PlaceWord = Annotated[
    str, typer.Argument(metavar="PLACE", help=N_("A player, or one of: envelope, table, hidden."))
]
SeatOption = Annotated[str, typer.Option("--seat", help=N_("Whose view; by default the notebook's owner."))]


def explain(
    ctx: typer.Context,
    file: File,
    card: CardWord,
    place: PlaceWord,
    seat: SeatOption = "",
    json: Json = False,
) -> None:
    """Say why."""
    from sleuth.inference.explain import explain as explain_cell

    terminal: Terminal = ctx.obj
    view = load(file).view(seat or None)
    terminal.speak_of(view.record.setup.edition)
    reason = explain_cell(view, card, place)
    if json:
        terminal.write(jsonlib.dumps(as_dict(reason, terminal.lang), ensure_ascii=False))
    else:
        terminal.write(*reason.sentences(terminal.lang))


def as_dict(reason: Reason, lang: str) -> dict[str, object]:
    """A reason for a program to read."""
    setup = reason.view.record.setup
    return {
        "card": setup.edition.cards[reason.card],
        "place": setup.place_name(reason.place),
        "certain": reason.holds,
        "probability": reason.probability,
        "entries": list(reason.entries),
        "rule": reason.steps[-1].rule.value if reason.steps else None,
        "text": reason.text(lang),
    }
