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
from sleuth.web.store import Access, Mode

MOST_PAGES = 40
"""Open pages of one notebook."""


@dataclass(frozen=True, slots=True)
class Reader:
    """How a page wants the notebook told."""

    lang: str
    mode: Mode
    model: Model
    read: str


Tell: TypeAlias = Callable[[int, Reader], Awaitable[str]]
"""The newest view of a notebook for a reader, as JSON."""


class Hub:
    """Who is looking at which notebook."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._pages: defaultdict[int, dict[WebSocket, Reader]] = defaultdict(dict)
        self._busy: set[int] = set()
        self._again: set[int] = set()

    def room(self, notebook: int) -> bool:
        """Whether one more page may look at a notebook."""
        return len(self._pages[notebook]) < MOST_PAGES

    async def join(self, page: WebSocket, access: Access, reader: Reader) -> None:
        """Let a page look on, and send it what there is; joining again changes how it is told."""
        self._pages[access.notebook][page] = reader
        await _send(page, await self._tell(access.notebook, reader))

    def leave(self, page: WebSocket, access: Access) -> None:
        """A page was closed."""
        self._pages[access.notebook].pop(page, None)
        if not self._pages[access.notebook]:
            del self._pages[access.notebook]

    async def changed(self, notebook: int) -> None:
        """Tell every page; changes that come meanwhile are told together."""
        if notebook in self._busy:
            self._again.add(notebook)
            return
        self._busy.add(notebook)
        try:
            again = True
            while again:
                self._again.discard(notebook)
                await self._tell_all(notebook)
                again = notebook in self._again
        finally:
            self._busy.discard(notebook)

    async def _tell_all(self, notebook: int) -> None:
        pages = dict(self._pages.get(notebook, {}))
        for reader in set(pages.values()):
            text = await self._tell(notebook, reader)
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
