"""How far a long command has come, on standard error: a bar for whoever looks, or a line now and then."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from sleuth.cli.terminal import Terminal

NOTED = 30.0
"""Seconds between two lines in a log."""

Seen = TypeVar("Seen")


@contextmanager
def progress(terminal: Terminal, what: str, total: int | None = None) -> Iterator[Callable[..., None]]:
    """A bar; call it with what is done, and with the total once that is known."""
    if not terminal.err.is_terminal:
        yield _log(terminal, what, total)
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=terminal.err, transient=True) as bar:
        task = bar.add_task(what, total=total)

        def advance(done: int, total: int | None = total) -> None:
            bar.update(task, completed=done, total=total)

        yield advance


def _log(terminal: Terminal, what: str, usual: int | None) -> Callable[..., None]:
    note = now_and_then(lambda text: terminal.err.print(f"{what}: {text}"), NOTED, at_once=False)

    def advance(done: int, total: int | None = usual) -> None:
        note(f"{done}" if total is None else f"{done}/{total}")

    return advance


def now_and_then(
    show: Callable[[Seen], None], seconds: float, *, at_once: bool = True
) -> Callable[[Seen], None]:
    """Show what is given, but not more often than every few seconds."""
    due = 0.0 if at_once else time.monotonic() + seconds

    def see(seen: Seen) -> None:
        nonlocal due
        started = time.monotonic()
        if started >= due:
            show(seen)
            # Looking must not slow the work down: it takes at most a tenth of the time.
            due = time.monotonic() + max(seconds, 10 * (time.monotonic() - started))

    return see
