"""What a person at the terminal may look up while playing: the board, the notepad, the chances, advice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from sleuth.actions import Accuse, Show, Suggest
from sleuth.agents.person import Aside
from sleuth.cards import Card
from sleuth.cli.terminal import Terminal
from sleuth.language import N_
from sleuth.scene import Phase
from sleuth.view import View

if TYPE_CHECKING:
    from rich.console import RenderableType

QUESTIONS = 3
"""Questions that are advised."""


def asides(terminal: Terminal) -> tuple[Aside, ...]:
    """All of them."""
    return (
        Aside(N_("board, map"), N_("the board, with everybody’s pawn"), partial(board, terminal=terminal)),
        Aside(N_("notes, pad"), N_("your notepad: what is certain"), partial(_notes, terminal=terminal)),
        Aside(
            N_("chances, odds"),
            N_("how likely every card is where, exactly"),
            partial(_chances, terminal=terminal),
        ),
        Aside(N_("hint, advice"), N_("advice for this choice"), partial(_hint, terminal=terminal)),
    )


def board(view: View, terminal: Terminal) -> str:
    """The board, or that there is none."""
    from sleuth.cli.frame import board_lines

    lines = list(board_lines(view, terminal.lang))
    return _drawn(terminal, *lines) if lines else terminal.say(N_("This game is played without a board."))


def picture(terminal: Terminal, view: View, *, always: bool) -> str:
    """The board before a move, or before every choice; nothing without a board."""
    moving = view.scene is not None and view.scene.phase is Phase.MOVE
    return board(view, terminal) if view.record.setup.board and (moving or always) else ""


def _notes(view: View, terminal: Terminal) -> str:
    from sleuth.cli.frame import notepad

    return _drawn(terminal, notepad(view, terminal.lang))


def _chances(view: View, terminal: Terminal) -> str:
    from sleuth.cli.grid import grid, summary
    from sleuth.inference.notebook import infer

    terminal.busy(N_("Thinking …"))
    notebook = infer(view)
    terminal.tock()
    return _drawn(
        terminal, grid(notebook, terminal.lang, terminal.out.width), *summary(notebook, terminal.lang)
    )


def _hint(view: View, terminal: Terminal) -> str:
    terminal.busy(N_("Thinking …"))
    advice = "\n".join(_advice(terminal, view))
    terminal.tock()
    return advice or terminal.say(N_("There is nothing to advise here."))


def _advice(terminal: Terminal, view: View) -> Iterator[str]:
    """What the exact notebook would show, ask or accuse."""
    assert view.scene is not None
    kinds = {type(group[0]) for group in view.menu.groups}
    match view.scene.phase:
        case Phase.ANSWER if Show in kinds:
            yield from _about_showing(terminal, view)
        case Phase.AFTER if Accuse in kinds and Suggest not in kinds:
            yield _about_accusing(terminal, view)
        case Phase.START | Phase.MOVE | Phase.ASK | Phase.AFTER if Accuse in kinds and _is_proved(view):
            yield _about_accusing(terminal, view)
        case Phase.START | Phase.MOVE | Phase.ASK | Phase.AFTER:
            yield from _about_asking(terminal, view)


def _is_proved(view: View) -> bool:
    from sleuth.inference.notebook import infer

    return infer(view).solved


def _about_showing(terminal: Terminal, view: View) -> Iterator[str]:
    from sleuth.inference.advise_show import advise_show

    yield from (advice.why(terminal.lang) for advice in advise_show(view))


def _about_accusing(terminal: Terminal, view: View) -> str:
    from sleuth.agents.verdict import advise_accusing

    advice = advise_accusing(view)
    return f"{_names(terminal, view, advice.action.cards)}: {advice.why(terminal.lang)}"


def _about_asking(terminal: Terminal, view: View) -> Iterator[str]:
    from sleuth.cli.advise import distinct
    from sleuth.inference.advise import advise
    from sleuth.inference.advise_rooms import rooms_in_reach

    asks = any(isinstance(group[0], Suggest) for group in view.menu.groups)
    rooms = None if asks or view.record.setup.board is None else rooms_in_reach(view)
    for advice, _ in distinct(advise(view, rooms), QUESTIONS):
        text = f"{_names(terminal, view, advice.action.cards)}: {advice.why(terminal.lang)}"
        chance = terminal.say(N_("reached with {chance} %"), chance=round(100 * advice.reach))
        yield text if advice.reach == 1 else f"{text} ({chance})"


def _names(terminal: Terminal, view: View, cards: Sequence[Card]) -> str:
    return ", ".join(view.record.setup.edition.card_name(card, terminal.lang) for card in cards)


def _drawn(terminal: Terminal, *things: RenderableType) -> str:
    return "\n".join(terminal.rendered(thing) for thing in things)
