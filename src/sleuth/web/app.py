"""The web application: the page, the REST side, the live line, and what happens when something goes wrong."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Scope

from sleuth import __version__
from sleuth.errors import SleuthError
from sleuth.web import pages
from sleuth.web.errors import BadRequest, NotFound, WebError
from sleuth.web.guard import Guard
from sleuth.web.line import attend
from sleuth.web.routes import api, preferred
from sleuth.web.service import Service
from sleuth.web.settings import Settings


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
    app.add_api_websocket_route("/api/live", attend)
    _serve_files(app)
    _answer_errors(app)
    app.add_middleware(GZipMiddleware, minimum_size=600, compresslevel=5)
    app.add_middleware(Guard, refuse=_refuse, pace=service.pace)
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
