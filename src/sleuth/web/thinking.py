"""Inference beside the event loop: every page is thought through once, on a thread."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from functools import cached_property, partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeAlias, TypeVar

from sleuth.errors import Contradiction
from sleuth.inference.constraints import clues, problem_of
from sleuth.inference.counting import Engine, satisfiable
from sleuth.inference.notebook import Model, Notebook, infer
from sleuth.inference.repair import Repair, repairs
from sleuth.record import Entry, Record
from sleuth.view import View
from sleuth.web.desk import Page
from sleuth.web.errors import TooMany

T = TypeVar("T")

PATIENCE = 200
"""Questions that may wait for a thread; more than that is no table's doing."""
REMEMBERED = 400
"""Answers kept, the least recently used forgotten first."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A page that does not add up."""

    error: Contradiction
    at: int
    """The number of the entry with which it began."""
    repairs: tuple[Repair, ...]


Cell: TypeAlias = bool | float
"""True and False are proved; a number is how likely it is."""


@dataclass(frozen=True)
class Insight:
    """What a page implies; if it does not add up, what its longest sound beginning implies."""

    page: Page
    record: Record
    view: View
    notebook: Notebook
    trouble: Trouble | None = None

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The entries, one for each line of the page."""
        return self.record.entries[: len(self.page.lines)]  # then follow the strikes

    @cached_property
    def standing(self) -> tuple[Entry, ...]:
        """The entries that count."""
        both = zip(self.entries, self.page.lines, strict=True)
        return tuple(entry for entry, line in both if not line.struck)

    @cached_property
    def rows(self) -> list[list[Cell]]:
        """The grid: a row for each card, a cell for each place."""
        facts, places = self.notebook.facts, self.notebook.setup.places
        return [
            [facts.get((card, place), round(p, 6)) for place, p in zip(places, row, strict=True)]
            for card, row in enumerate(self.notebook.table.tolist())
        ]


def think(page: Page, model: Model = "deals", engine: Engine = "auto") -> Insight:
    """Think a page through."""
    record = page.record
    view = record.view()
    try:
        return Insight(page, record, view, infer(view, model=model, engine=engine))
    except Contradiction as error:
        at = _began(page)
        sound = infer(page.upto(at - 1).record.view(), model=model, engine=engine)
        return Insight(page, record, view, sound, Trouble(error, at, tuple(repairs(record)[:6])))


def _began(page: Page) -> int:
    """The first entry up to which a page does not add up."""
    sound, broken = 0, len(page.lines)
    while broken - sound > 1:
        middle = (sound + broken) // 2
        if _adds_up(page.upto(middle)):
            sound = middle
        else:
            broken = middle
    return broken


def _adds_up(page: Page) -> bool:
    view = page.record.view()
    return satisfiable(problem_of(page.setup, clues(view)))


class Threads(Executor):
    """Threads that nobody waits for at the end: a server that is to stop does not finish its thoughts."""

    def __init__(self, name: str, threads: int) -> None:
        self._work: SimpleQueue[Callable[[], None]] = SimpleQueue()
        for i in range(threads):
            Thread(target=self._run, name=f"{name}-{i}", daemon=True).start()

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        future: Future[T] = Future()

        def run() -> None:
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(fn(*args, **kwargs))
                except BaseException as error:
                    future.set_exception(error)

        self._work.put(run)
        return future

    @property
    def waiting(self) -> int:
        """How much work nobody has begun yet."""
        return self._work.qsize()

    def _run(self) -> None:
        while True:
            self._work.get()()


class Thinker:
    """Threads for what a page shows, one for what takes longer, and a memory.

    The same question asked twice at once is answered once.
    """

    def __init__(self, threads: int = 2) -> None:
        self._quick, self._slow = Threads("thinking", threads), Threads("pondering", 1)
        self._asked: OrderedDict[Hashable, asyncio.Task[Any]] = OrderedDict()
        self.engine: Engine = "auto"
        """Plain Python while the kernels are being compiled, which would keep everyone waiting."""

    async def insight(self, page: Page, model: Model = "deals") -> Insight:
        """What a page implies."""
        return await self.ask(think, page, model, self.engine)

    async def ask(self, question: Callable[..., T], *about: Hashable, slow: bool = False) -> T:
        """The answer of a function of values, computed on a thread and remembered."""
        key = (question, *about)
        task = self._asked.get(key)
        if task is None:
            task = self._asked[key] = asyncio.create_task(self.away(question, *about, slow=slow))
            task.add_done_callback(partial(self._answered, key))
            while len(self._asked) > REMEMBERED:
                self._asked.popitem(last=False)
        self._asked.move_to_end(key)
        return await asyncio.shield(task)  # the next to ask still wants it if this one goes away

    def _answered(self, key: Hashable, task: asyncio.Task[Any]) -> None:
        """A failure is told to those who asked, and not remembered: the next to ask may fare better."""
        if (task.cancelled() or task.exception()) and self._asked.get(key) is task:
            del self._asked[key]

    async def away(self, work: Callable[..., T], *about: object, slow: bool = False) -> T:
        """Run something on a thread; what is slow waits for its like only."""
        threads = self._slow if slow else self._quick
        if threads.waiting > PATIENCE:
            raise TooMany
        return await asyncio.get_running_loop().run_in_executor(threads, partial(work, *about))
