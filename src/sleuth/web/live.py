"""The live line: every open page of a notebook is in step, each in its own language."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from sleuth.inference.notebook import Model
from sleuth.web.desk import Desk
from sleuth.web.errors import TooMany
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


Tell: TypeAlias = Callable[[Desk, Reader], Awaitable[str]]
"""A notebook as a reader is told of it, as JSON."""


class Hub:
    """Who is looking at which notebook."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._pages: defaultdict[int, dict[WebSocket, Reader]] = defaultdict(dict)
        self._busy: set[int] = set()
        self._newest: dict[int, Desk] = {}

    def room(self, notebook: int) -> bool:
        """Whether one more page may look at a notebook."""
        return len(self._pages[notebook]) < MOST_PAGES

    def join(self, page: WebSocket, access: Access, reader: Reader) -> None:
        """Let a page look on from now on; joining again changes how it is told."""
        self._pages[access.notebook][page] = reader

    async def tell(self, page: WebSocket, reader: Reader, desk: Desk) -> None:
        """Send one page what there is."""
        await _send(page, await self._tell(desk, reader))

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
        pages = dict(self._pages.get(notebook, {}))
        for reader in set(pages.values()):
            try:
                text = await self._tell(desk, reader)
            except TooMany:  # nobody may miss the last change: it is told when there is time again
                self._newest.setdefault(notebook, desk)
                await asyncio.sleep(BREATH)
                return
            listening = [page for page, other in pages.items() if other == reader]
            await asyncio.gather(*(_send(page, text) for page in listening))


async def _send(page: WebSocket, text: str) -> None:
    if page.application_state is WebSocketState.CONNECTED:
        # If it went away, its own loop will notice.
        with contextlib.suppress(RuntimeError, OSError, TimeoutError, WebSocketDisconnect):
            await asyncio.wait_for(page.send_text(text), timeout=10)


def message(kind: str, **values: object) -> str:
    """A message of the live line."""
    return json.dumps({"type": kind, **values}, ensure_ascii=False, separators=(",", ":"))
