"""`sleuth replay`: a game once more, turn by turn, as one seat saw it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as changed
from typing import Annotated

import typer

from sleuth.cli.check import examine, report
from sleuth.cli.terminal import Terminal
from sleuth.language import N_
from sleuth.record import Record
from sleuth.replay import is_full
from sleuth.replay import replay as replay_record
from sleuth.story import Turn, entry_by_entry, referee, seat_of, turns

ABOUT = N_("Show a game again, turn by turn: what was said, the board, and what one could note down.")
EXAMPLES = N_(
    "sleuth replay friday.case  # everything, as the referee saw it\n"
    "sleuth replay friday.case --seat Anna  # only what Anna saw\n"
    "sleuth replay friday.case --seat Anna --step  # a key for every turn\n"
    "sleuth replay friday.case --brief  # in words only"
)
File = Annotated[str, typer.Argument(metavar="FILE", help=N_("A case file."))]
SeatName = Annotated[
    str | None,
    typer.Option("--seat", metavar="NAME", help=N_("Whose eyes to see with; a notebook’s own by default.")),
]
Step = Annotated[bool, typer.Option("--step", help=N_("Wait for a key after every turn; q quits."))]
Brief = Annotated[bool, typer.Option("--brief", help=N_("Words only, no board and no notepad."))]
BACK = frozenset({"b", "\x7f", "\x08", "\x1b[D"})
QUIT = frozenset({"", "q", "Q", "\x1b", "\x04"})


def replay(
    ctx: typer.Context,
    file: File,
    seat: SeatName = None,
    step: Step = False,
    brief: Brief = False,
) -> int:
    """Show every turn."""
    terminal: Terminal = ctx.obj
    verdict = examine(file)
    if verdict.record:
        terminal.speak_of(verdict.record.setup.edition)
    chapters = told(verdict.record, seat) if verdict.record else []
    if step:
        _page_through(terminal, chapters, brief=brief)
    else:
        _print_all(terminal, chapters, brief=brief)
    if verdict.failure is not None:
        report(terminal, verdict)
        return 2
    return 0


def told(record: Record, seat: str | None) -> list[Turn]:
    """The turns as a seat saw them, up to the first entry that cannot have happened."""
    who = record.setup.me if seat is None else record.setup.seat(seat)
    if not is_full(record):
        return list(entry_by_entry(record.view(who).record))
    games = replay_record(record).games
    numbers = [entry.number for entry in record.standing]
    return [_numbered(turn, numbers) for turn in turns(games, referee if who is None else seat_of(who))]


def _numbered(turn: Turn, numbers: Sequence[int]) -> Turn:
    """A replay leaves out struck entries; the others keep the numbers they have in the file."""
    entries = tuple(changed(entry, number=numbers[entry.number - 1]) for entry in turn.entries)
    return changed(turn, entries=entries)


def _print_all(terminal: Terminal, chapters: Sequence[Turn], *, brief: bool) -> None:
    from sleuth.cli.frame import board_lines, notepad

    for turn in chapters:
        show_words(terminal, turn)
        if not brief:
            for line in board_lines(turn.view, terminal.lang):
                terminal.print(line)
        terminal.print("")
    if chapters and not brief:
        terminal.print(notepad(chapters[-1].view, terminal.lang))


def show_words(terminal: Terminal, turn: Turn) -> None:
    """Whose turn it was and what was said."""
    from sleuth.cli.frame import title, words

    terminal.print(title(turn, turn.view.record.setup, terminal.lang))
    for number, text in words(turn, terminal.lang):
        terminal.hang(number, text)


def _page_through(terminal: Terminal, chapters: Sequence[Turn], *, brief: bool) -> None:
    at = 0
    try:
        with terminal.keys() as next_key:
            while at < len(chapters):
                _page(terminal, chapters, at, brief=brief)
                key = next_key()
                if key in QUIT:
                    break
                at = max(0, at - 1) if key in BACK else at + 1
    except KeyboardInterrupt:
        pass  # leaving in the middle is nothing to complain about
    terminal.print("")


def _page(terminal: Terminal, chapters: Sequence[Turn], at: int, *, brief: bool) -> None:
    from sleuth.cli.frame import picture

    turn = chapters[at]
    terminal.out.clear()
    if not brief:
        terminal.print(picture(turn.view, terminal.lang, terminal.out.width))
        terminal.print("")
    show_words(terminal, turn)
    keys = terminal.say(N_("{at} of {n} · space: next · b: back · q: quit"), at=at + 1, n=len(chapters))
    terminal.print(f"\n{keys}", style="quiet")
