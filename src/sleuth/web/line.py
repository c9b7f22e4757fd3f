"""One page on the live line: it says hello with its link, and is told of every change until it goes."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from typing import Any

from fastapi import WebSocket
from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect

from sleuth.errors import SleuthError
from sleuth.inference.notebook import Model as InferenceModel
from sleuth.web.errors import ForeignOrigin, TooMany
from sleuth.web.guard import log_fault, same_origin
from sleuth.web.live import Reader, message, send
from sleuth.web.models import Language, Model
from sleuth.web.service import Service
from sleuth.web.store import Access

log = logging.getLogger("sleuth.web")

HELLO_WITHIN = 30
"""Seconds in which a page must say who it is."""
FOREIGN, NOISE, REFUSED, BROKEN = 4403, 4400, 4404, 1011
"""Why a line was closed."""


class Hello(Model):
    """The first words on the live line, and whenever the page wants to be told otherwise."""

    token: str
    lang: Language = "en"
    model: InferenceModel = "deals"


class Noise(Exception):
    """Something that no page of ours says."""


async def attend(page: WebSocket) -> None:
    """Attend to a page until it goes; what it is refused is said in its language."""
    if not same_origin(page.headers.get("origin"), page.headers.get("host", "")):
        log.warning("A live line was refused: %s", ForeignOrigin.code)
        return await page.close(FOREIGN)
    await page.accept()
    try:
        await _converse(page, page.app.state.service)
    except (Noise, TimeoutError):
        await _hang_up(page, NOISE)
    except SleuthError:
        await _hang_up(page, REFUSED)
    except WebSocketDisconnect:
        pass
    except Exception as error:  # it may well be ours: the page calls again
        log_fault("/api/live", error)
        await _hang_up(page, BROKEN)


async def _converse(page: WebSocket, service: Service) -> None:
    hello = _hello(await asyncio.wait_for(_heard(page, service), HELLO_WITHIN))
    try:
        access = await service.store.access(hello.token)
        if not service.hub.room(access.notebook):
            raise TooMany
        await _tell(page, service, access, hello)
    except SleuthError as error:
        await send(page, message("error", error=error.as_dict(hello.lang)))
        raise


async def _tell(page: WebSocket, service: Service, access: Access, hello: Hello) -> None:
    """Tell a page of its notebook, anew each time it says how it wants to be told."""
    try:
        while True:
            how = Reader.of(access, hello.lang, hello.model)
            service.hub.join(page, access, how)  # before the notebook is read, so that no change is missed
            desk = await service.store.desk(access.notebook)
            service.later(service.hub.tell(page, access, how, desk))  # its heartbeats are answered meanwhile
            hello = await _next_hello(page, hello, service, access)
    finally:
        service.hub.leave(page, access)


async def _next_hello(page: WebSocket, last: Hello, service: Service, access: Access) -> Hello:
    """The next wish of the page; each of its heartbeats is answered with the version it should know."""
    while (said := await _heard(page, service)) == "ping":
        desk = await service.store.desk(access.notebook)
        await send(page, message("pong", version=desk.version))
    return _hello(said, token=last.token)


async def _heard(page: WebSocket, service: Service) -> Any:
    """What the page says next, at a page's pace."""
    try:
        said = json.loads(await page.receive_text())
    except (KeyError, ValueError) as error:  # bytes, or no JSON
        raise Noise from error
    if not service.pace.allows(page.client.host if page.client else "?"):
        raise TooMany
    return said


def _hello(said: Any, **known: str) -> Hello:
    try:
        return Hello.model_validate({**said, **known})
    except (TypeError, ValidationError) as error:
        raise Noise from error


async def _hang_up(page: WebSocket, code: int) -> None:
    with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect):  # it may have gone before
        await page.close(code)
