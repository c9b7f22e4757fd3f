"""What the server can do with a notebook, whatever the wire: REST and the live line both call this."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Coroutine
from dataclasses import dataclass, field

from sleuth.inference.notebook import Model
from sleuth.language import N_, say
from sleuth.web import answers, warming
from sleuth.web.desk import Desk, Page, page_of_case, page_of_lines, tried
from sleuth.web.errors import BadRequest, ReadOnly
from sleuth.web.guard import Pace, log_fault
from sleuth.web.live import Hub, Reader, message
from sleuth.web.migrate import upgrade
from sleuth.web.models import NewNotebook, Posted
from sleuth.web.settings import Settings
from sleuth.web.store import Access, Store, Stored
from sleuth.web.thinking import Thinker
from sleuth.web.views import NotebookView, notebook_view

log = logging.getLogger("sleuth.web")

FIRST_PAGE = 1.0
"""Seconds in which the first page is served before anything is warmed up."""


@dataclass(slots=True)
class Service:
    """One running server."""

    settings: Settings
    store: Store = field(init=False)
    thinker: Thinker = field(init=False)
    hub: Hub = field(init=False)
    pace: Pace = field(init=False)
    openings: Pace = field(init=False)
    warm: bool = False
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.store, self.thinker = Store(self.settings.url), Thinker()
        self.hub = Hub(self.tell, self.later)
        self.pace = Pace(self.settings.burst, self.settings.each_second)
        self.openings = Pace(self.settings.new_burst, self.settings.new_each_second)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """The server's life: migrate, warm up in the background, serve, close."""
        await upgrade(self.store.engine)
        if self.settings.warm:
            self.later(self._warm())
        try:
            yield
        finally:
            for task in self._tasks:
                task.cancel()
            await self.store.close()

    def later(self, work: Coroutine[None, None, None]) -> None:
        """Do something without keeping anyone waiting; should it fail, the log says where."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log_fault("Something in the background", error)

    async def _warm(self) -> None:
        await asyncio.sleep(FIRST_PAGE)
        if not warming.compiled():
            self._log(N_("The kernels are being compiled, once; until then answers take a little longer."))
            self.thinker.engine = "python"
            try:
                await warming.compile_apart()
            finally:
                self.thinker.engine = "auto"
        await asyncio.to_thread(warming.load)
        self.warm = True
        self._log(N_("The kernels are warm."))

    def _log(self, sentence: str) -> None:
        log.info(say(self.settings.lang, sentence))

    async def open(self, new: NewNotebook) -> tuple[str, Access]:
        """Open a new notebook; returns its link for writing."""
        page = await self.thinker.away(_first_page, new)
        return await self.store.create(page, new.title)

    async def post(self, access: Access, posted: Posted) -> Stored:
        """Store a change, and tell everyone who looks on."""
        if access.mode != "write":
            raise ReadOnly
        stored = await self.store.append(access.notebook, posted)
        if not stored.repeated:
            self.later(self.hub.changed(access.notebook, stored.desk))
        return stored

    async def tell(self, desk: Desk, reader: Reader) -> str:
        """A notebook as a message of the live line."""
        return message("view", view=await self.view(desk, reader))

    async def view(self, desk: Desk, reader: Reader, at: int | None = None) -> NotebookView:
        """A notebook as it is told to a reader, now or as it read up to some line."""
        page, before = desk.page, desk.before[-1] if desk.before else None
        if at is not None and at < len(page.lines):
            page, before = page.upto(at), page.upto(at - 1) if at > 0 else None
        return await self._view_of(desk, page, before, reader)

    async def what_if(self, desk: Desk, line: str, reader: Reader) -> NotebookView:
        """The notebook with one more line that is not kept."""
        return await self._view_of(desk, tried(desk, line), desk.page, reader)

    async def _view_of(self, desk: Desk, page: Page, before: Page | None, reader: Reader) -> NotebookView:
        now = await self.thinker.insight(page, reader.model)
        then = await self.thinker.insight(before, reader.model) if before else None
        return await self.thinker.away(notebook_view, desk, now, then, reader.lang, reader.mode, reader.read)

    async def why(self, page: Page, card: str, place: str, lang: str, model: Model) -> answers.WhyView:
        """Why a cell is what it is."""
        now = await self.thinker.insight(page, model)
        return await self.thinker.away(answers.why_view, now, card, place, lang)

    async def course(self, page: Page) -> list[answers.MomentView]:
        """How the uncertainty fell, line by line."""
        think, engine = self.thinker.away, self.thinker.engine
        pages = (page.upto(n) for n in range(len(page.lines) + 1))
        return [await think(answers.moment, some, engine, slow=True) for some in pages]

    async def advice(
        self, page: Page, rooms: tuple[str, ...] | None, lang: str, *, thorough: bool
    ) -> list[answers.AdviceView]:
        """The best questions to ask."""
        draws = answers.THOROUGH if thorough else answers.QUICK
        found = await self.thinker.ask(answers.advice_of, page, rooms, draws, 12, slow=True)
        return [answers.advice_view(advice, lang) for advice in found]

    async def accuse(self, page: Page, lang: str) -> answers.AccuseView:
        """Whether to accuse now."""
        found = await self.thinker.ask(answers.accuse_of, page, self.thinker.engine, slow=True)
        return answers.accuse_view(found, lang)

    async def show(self, page: Page, asker: str, cards: tuple[str, ...], lang: str) -> list[answers.ShowView]:
        """Which card to show."""
        found = await self.thinker.ask(answers.show_of, page, asker, cards, slow=True)
        return [answers.show_view(advice, lang) for advice in found]


def _first_page(new: NewNotebook) -> Page:
    if new.case is not None:
        return page_of_case(new.case)
    if new.setup is None:
        raise BadRequest("setup")
    return page_of_lines(new.setup, [(saved.line, saved.struck) for saved in new.lines])
