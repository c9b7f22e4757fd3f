"""What stands at the door: sizes, speeds, origins and the headers that keep a page to itself."""

from __future__ import annotations

import logging
import re
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sleuth.web.errors import Broken, ForeignOrigin, TooLarge, TooMany

log = logging.getLogger("sleuth.web")

LARGEST_BODY = 256_000
"""Bytes; a long evening's notebook is some 20,000."""

_HOST = re.compile(r"[A-Za-z0-9.\-\[\]:]{1,120}")

HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


def policy(host: str) -> str:
    """The content security policy: everything from this server, nothing from anywhere else."""
    # Some browsers do not count a WebSocket to the same host as 'self'.
    live = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        f"connect-src 'self'{live}; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def same_origin(origin: str | None, host: str) -> bool:
    """Whether a request comes from our own page; programs that are no browser send no origin."""
    return origin is None or urlsplit(origin).netloc == host


@dataclass(slots=True)
class _Bucket:
    drops: float
    at: float


class Pace:
    """So many requests at once, and so many a second: a leaky bucket for each who asks."""

    def __init__(self, burst: int, each_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._burst, self._rate, self._clock = burst, each_second, clock
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def allows(self, who: str) -> bool:
        """Count a request; False if it comes too soon."""
        now = self._clock()
        bucket = self._buckets.setdefault(who, _Bucket(0.0, now))
        bucket.drops = max(0.0, bucket.drops - (now - bucket.at) * self._rate) + 1
        bucket.at = now
        self._buckets.move_to_end(who)
        while len(self._buckets) > 10_000:
            self._buckets.popitem(last=False)
        if bucket.drops > self._burst:
            bucket.drops = self._burst
            return False
        return True


class Guard:
    """Refuses requests that are too large, too fast or from elsewhere, before anyone reads them."""

    def __init__(self, app: ASGIApp, refuse: Callable[[Scope, Exception], ASGIApp], pace: Pace) -> None:
        self._app, self._refuse, self._pace = app, refuse, pace

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        send = _guarded(scope, send)
        try:
            await self._app(scope, await self._checked(scope, receive), send)
        except (ForeignOrigin, TooLarge, TooMany) as refused:
            await self._refuse(scope, refused)(scope, receive, send)
        except Exception as error:
            log_fault(scope["path"], error)
            await self._refuse(scope, Broken())(scope, receive, send)

    async def _checked(self, scope: Scope, receive: Receive) -> Receive:
        headers = dict(scope["headers"])
        origin = headers.get(b"origin")
        if not same_origin(origin.decode("latin-1") if origin else None, host_of(scope)):
            raise ForeignOrigin
        client = scope["client"][0] if scope.get("client") else "?"
        if scope["path"].startswith("/api/") and not self._pace.allows(client):
            raise TooMany
        return await _read(receive) if scope["method"] in ("POST", "PUT", "PATCH") else receive


def log_fault(where: str, error: BaseException) -> None:
    """Where it broke; the error's own words stay out, for they may quote what somebody wrote."""
    steps = [
        f"{Path(step.filename).name}:{step.lineno}" for step in traceback.extract_tb(error.__traceback__)
    ]
    log.error("%s broke: %s at %s", where, type(error).__name__, " ".join(steps[-8:]))


async def _read(receive: Receive) -> Receive:
    """The body, read here so that one that is too large is answered properly."""
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > LARGEST_BODY:
            raise TooLarge
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again


def host_of(scope: Scope) -> str:
    """The host that the request was sent to."""
    headers: dict[bytes, bytes] = dict(scope["headers"])
    return headers.get(b"host", b"").decode("latin-1")


def _guarded(scope: Scope, send: Send) -> Send:
    """Every answer carries the headers that keep a page to itself."""
    headers = {**HEADERS, "content-security-policy": policy(host_of(scope))}
    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]

    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *raw]
        await send(message)

    return guarded
