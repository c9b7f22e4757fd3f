"""The live line: every open page of a notebook is in step, each in its own language."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import TypeAlias

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from sleuth.inference.notebook import Model
from sleuth.web.desk import Desk
from sleuth.web.errors import TooMany
from sleuth.web.guard import log_fault
from sleuth.web.store import Access, Mode

MOST_PAGES = 40
"""Open pages of one notebook."""
BREATH = 0.2
"""Seconds to wait while too much is being thought about."""


@dataclass(frozen=True, slots=True)
class Reader:
    """How a page wants the notebook told."""

    lang: str
    mode: Mode
    model: Model
    read: str

    @classmethod
    def of(cls, access: Access, lang: str, model: Model) -> Reader:
        """Whoever comes with a link; a reader gets no more than the link it came with."""
        return cls(lang, access.mode, model, access.read_token)


Tell: TypeAlias = Callable[[Desk, Reader], Awaitable[str]]
"""A notebook as a reader is told of it, as JSON."""
Later: TypeAlias = Callable[[Coroutine[None, None, None]], None]
"""Has something done without waiting for it."""


class Hub:
    """Who is looking at which notebook."""

    def __init__(self, tell: Tell, later: Later) -> None:
        self._tell, self._later = tell, later
        self._pages: defaultdict[int, dict[WebSocket, Reader]] = defaultdict(dict)
        self._busy: set[int] = set()
        self._newest: dict[int, Desk] = {}
        self._sending: set[WebSocket] = set()
        self._waiting: dict[WebSocket, tuple[int, str]] = {}
        """What each page will be sent next, with its version; of several only the newest."""

    def room(self, notebook: int) -> bool:
        """Whether one more page may look at a notebook."""
        return len(self._pages[notebook]) < MOST_PAGES

    def join(self, page: WebSocket, access: Access, reader: Reader) -> None:
        """Let a page look on from now on; joining again changes how it is told."""
        self._pages[access.notebook][page] = reader

    async def tell(self, page: WebSocket, access: Access, reader: Reader, desk: Desk) -> None:
        """Send one page what there is, as soon as there is time to think it through."""
        while self._wants(page, access.notebook, reader):
            try:
                text = await self._tell(desk, reader)
            except TooMany:
                await asyncio.sleep(BREATH)
                continue
            if self._wants(page, access.notebook, reader):
                self._send(page, desk.version, text)
            return

    def _wants(self, page: WebSocket, notebook: int, reader: Reader) -> bool:
        """Whether a page still looks on, and has not asked to be told in another way meanwhile."""
        return self._pages.get(notebook, {}).get(page) == reader

    def leave(self, page: WebSocket, access: Access) -> None:
        """A page was closed."""
        self._pages[access.notebook].pop(page, None)
        if not self._pages[access.notebook]:
            del self._pages[access.notebook]

    async def changed(self, notebook: int, desk: Desk) -> None:
        """Tell every page; of changes that come meanwhile only the last is thought through and told."""
        self._newest[notebook] = desk
        if notebook in self._busy:
            return
        self._busy.add(notebook)
        try:
            while newest := self._newest.pop(notebook, None):
                await self._tell_all(notebook, newest)
        finally:
            self._busy.discard(notebook)

    async def _tell_all(self, notebook: int, desk: Desk) -> None:
        for reader in set(self._pages.get(notebook, {}).values()):
            try:
                text = await self._tell(desk, reader)
            except TooMany:  # nobody may miss the last change: it is told when there is time again
                self._newest.setdefault(notebook, desk)
                await asyncio.sleep(BREATH)
                return
            except Exception as error:  # the others are told all the same
                log_fault("the live line", error)
                continue
            for page in self._pages.get(notebook, {}):
                if self._wants(page, notebook, reader):
                    self._send(page, desk.version, text)

    def _send(self, page: WebSocket, version: int, text: str) -> None:
        """Have a page sent a text; a slow one keeps nobody waiting, and skips what is out of date."""
        if version >= self._waiting.get(page, (0, ""))[0]:
            self._waiting[page] = version, text
        if page not in self._sending:
            self._sending.add(page)
            self._later(self._deliver(page))

    async def _deliver(self, page: WebSocket) -> None:
        try:
            while waiting := self._waiting.pop(page, None):
                await send(page, waiting[1])
        finally:
            self._sending.discard(page)


async def send(page: WebSocket, text: str) -> None:
    """Send a page a text, if it is still there."""
    if page.application_state is WebSocketState.CONNECTED:
        # If it went away, its own loop will notice.
        with contextlib.suppress(RuntimeError, OSError, TimeoutError, WebSocketDisconnect):
            await asyncio.wait_for(page.send_text(text), timeout=10)


def message(kind: str, **values: object) -> str:
    """A message of the live line."""
    return json.dumps({"type": kind, **values}, ensure_ascii=False, separators=(",", ":"))
