"""How far a long command has come, on standard error, for whoever looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sleuth.cli.terminal import Terminal


@contextmanager
def progress(terminal: Terminal, what: str, total: int | None = None) -> Iterator[Callable[..., None]]:
    """A bar; call it with what is done, and with the total once that is known."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=terminal.err, transient=True) as bar:
        task = bar.add_task(what, total=total)

        def advance(done: int, total: int | None = total) -> None:
            bar.update(task, completed=done, total=total)

        yield advance
