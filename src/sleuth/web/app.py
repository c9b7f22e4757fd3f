"""The web application: the page, the REST side, the live line, and what happens when something goes wrong."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Scope
from starlette.websockets import WebSocketDisconnect

from sleuth import __version__
from sleuth.errors import SleuthError
from sleuth.inference.notebook import Model as InferenceModel
from sleuth.web import pages
from sleuth.web.errors import BadRequest, ForeignOrigin, NotFound, TooMany, WebError
from sleuth.web.guard import Guard, Pace, same_origin
from sleuth.web.live import message
from sleuth.web.models import Language, Model
from sleuth.web.routes import api, preferred, reader
from sleuth.web.service import Service
from sleuth.web.settings import Settings
from sleuth.web.store import Access

log = logging.getLogger("sleuth.web")


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application with its own store, threads and limits."""
    service = Service(settings or Settings())

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with service.running():
            yield

    app = FastAPI(
        title="sleuth",
        version=__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.service = service
    app.include_router(api)
    app.add_api_websocket_route("/api/live", live)
    _serve_files(app)
    _answer_errors(app)
    pace = Pace(service.settings.burst, service.settings.each_second)
    app.add_middleware(GZipMiddleware, minimum_size=600, compresslevel=5)
    app.add_middleware(Guard, refuse=_refuse, pace=pace)
    return app


def _serve_files(app: FastAPI) -> None:
    """The page and what belongs to it; the page's own address carries no secret, links live in its hash."""

    async def file(request: Request) -> Response:
        return pages.answer(request.path_params.get("name") or request.url.path[1:] or "index.html", request)

    for path in ("/", "/sw.js", "/manifest.webmanifest", "/static/{name}"):
        app.add_route(path, file, include_in_schema=False)


def _answer_errors(app: FastAPI) -> None:
    app.add_exception_handler(SleuthError, lambda request, error: failure(request.scope, error))
    app.add_exception_handler(
        RequestValidationError, lambda request, error: failure(request.scope, BadRequest(_field(error)))
    )
    app.add_exception_handler(
        ValidationError, lambda request, error: failure(request.scope, BadRequest(_field(error)))
    )
    app.add_exception_handler(HTTPException, _http)


def failure(scope: Scope, error: Exception) -> Response:
    """An error as the page, or a program, reads it."""
    assert isinstance(error, SleuthError)
    status = error.status if isinstance(error, WebError) else 422
    return JSONResponse({"error": error.as_dict(_language(scope))}, status)


def _refuse(scope: Scope, error: Exception) -> ASGIApp:
    return failure(scope, error)


def _language(scope: Scope) -> str:
    query = scope.get("query_string", b"").decode("latin-1")
    if "lang=de" in query or "lang=en" in query:
        return "de" if "lang=de" in query else "en"
    return preferred(dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1"))


def _field(error: Exception) -> str:
    assert isinstance(error, RequestValidationError | ValidationError)
    where = error.errors()[0].get("loc", ()) if error.errors() else ()
    return ".".join(str(part) for part in where if part not in ("body", "query"))[:80] or "body"


def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        return failure(request.scope, NotFound())
    said = {"error": {"code": f"web/{error.status_code}", "message": str(error.detail)}}
    return JSONResponse(said, error.status_code, headers=error.headers)


HELLO_WITHIN = 30
"""Seconds in which a page must say who it is."""


class Hello(Model):
    """The first words on the live line, and whenever the page wants to be told otherwise."""

    token: str
    lang: Language = "en"
    model: InferenceModel = "deals"


async def live(page: WebSocket) -> None:
    """The live line of one page: it says hello with its link, and is told of every change."""
    service: Service = page.app.state.service
    host = page.headers.get("host", "")
    if not same_origin(page.headers.get("origin"), host):
        await _hang_up(page, ForeignOrigin(), 4403)
        return
    await page.accept()
    access = None
    try:
        hello = Hello.model_validate_json(await asyncio.wait_for(page.receive_text(), HELLO_WITHIN))
        access = await service.store.access(hello.token)
        if not service.hub.room(access.notebook):
            raise TooMany
        while True:
            how = reader(access, hello.lang, hello.model)
            service.hub.join(page, access, how)  # before the notebook is read, so that no change is missed
            await service.hub.tell(page, how, await service.store.desk(access.notebook))
            hello = await _next_hello(page, hello, service, access)
    except SleuthError as error:
        await page.send_text(message("error", error=error.as_dict()))
        await page.close(4404)
    except (ValidationError, ValueError, KeyError, TypeError, TimeoutError):
        await page.close(4400)
    except WebSocketDisconnect:
        pass
    finally:
        if access:
            service.hub.leave(page, access)


async def _next_hello(page: WebSocket, last: Hello, service: Service, access: Access) -> Hello:
    """The next wish of the page; each of its heartbeats is answered with the version it should know."""
    while True:
        said = json.loads(await page.receive_text())
        if said != "ping":
            return Hello.model_validate({**said, "token": last.token})
        desk = await service.store.desk(access.notebook)
        await page.send_text(message("pong", version=desk.version))


async def _hang_up(page: WebSocket, error: SleuthError, code: int) -> None:
    log.warning("A live line was refused: %s", error.code)
    await page.close(code)
