"""The REST side: what can be asked of the server, and in which words."""

from __future__ import annotations

import io
from typing import Annotated, Any, Literal, TypeAlias

import segno
from fastapi import APIRouter, Depends, Header, Query, Request, Response
from typing_extensions import TypedDict

from sleuth.edition import Edition
from sleuth.inference.notebook import Model
from sleuth.web import answers, pages
from sleuth.web.desk import Desk, own_edition, tried
from sleuth.web.errors import TooMany, UnknownLink
from sleuth.web.live import Reader
from sleuth.web.models import Language, NewNotebook, OwnEdition, Posted, Text, Trial, Word
from sleuth.web.service import Service
from sleuth.web.store import Access
from sleuth.web.views import EditionView, NotebookView, edition_view


class Failure(TypedDict):
    """What went wrong: a stable code, a sentence, and where."""

    error: dict[str, Any]


class Opened(TypedDict):
    """The links of a new notebook."""

    write: str
    read: str


class Saved(TypedDict):
    """A change that is stored."""

    version: int
    repeated: bool


class Said(TypedDict):
    """A change as it was stored."""

    version: int
    made: str
    change: dict[str, Any]


class Health(TypedDict):
    """Whether the server is up, and its kernels warm."""

    ready: bool
    warm: bool


REFUSED: dict[int | str, dict[str, Any]] = {
    code: {"model": Failure} for code in (400, 403, 404, 409, 413, 422, 429)
}
api = APIRouter(prefix="/api", responses=REFUSED)


def service_of(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


def language_of(
    lang: Annotated[Language | None, Query()] = None,
    accept_language: Annotated[str | None, Header()] = None,
) -> str:
    """The reader's language: as asked for, or as the browser prefers."""
    return lang or preferred(accept_language or "")


def preferred(accepted: str) -> str:
    """The first language of a browser's list that we speak."""
    for part in accepted.split(","):
        if (word := part.strip()[:2].lower()) in ("en", "de"):
            return word
    return "en"


async def access_of(request: Request, authorization: Annotated[str | None, Header()] = None) -> Access:
    """What the bearer of a link may do; the link is never part of an address that could be logged."""
    kind, _, token = (authorization or "").partition(" ")
    if kind.lower() != "bearer" or not 20 <= len(token) <= 60:
        raise UnknownLink
    return await service_of(request).store.access(token)


Lang: TypeAlias = Annotated[str, Depends(language_of)]
Serving: TypeAlias = Annotated[Service, Depends(service_of)]
Bearer: TypeAlias = Annotated[Access, Depends(access_of)]
Cell: TypeAlias = Annotated[Word, Query()]
At: TypeAlias = Annotated[int | None, Query(ge=0, le=10_000)]


async def desk_of(service: Serving, access: Bearer) -> Desk:
    return await service.store.desk(access.notebook)


Notebook: TypeAlias = Annotated[Desk, Depends(desk_of)]


@api.get("/health")
async def health(service: Serving) -> Health:
    return {"ready": await service.store.ready(), "warm": service.warm}


@api.get("/words")
async def words(lang: Lang) -> dict[str, str]:
    """The page's sentences in a language."""
    return pages.words(lang)


@api.get("/editions")
async def editions(lang: Lang) -> list[EditionView]:
    """The boxes that there are, with their decks."""
    return [edition_view(Edition.load(name), lang) for name in Edition.names()]


@api.post("/editions/check")
async def check_edition(own: OwnEdition, lang: Lang) -> EditionView:
    """An edition that somebody made, if it holds together."""
    return edition_view(own_edition(own.edition), lang)


@api.post("/notebooks", status_code=201)
async def open_notebook(new: NewNotebook, request: Request, service: Serving) -> Opened:
    """Open a notebook; whoever has its link may write in it."""
    if not service.openings.allows(request.client.host if request.client else "?"):
        raise TooMany
    token, access = await service.open(new)
    return {"write": token, "read": access.read_token}


@api.get("/notebook")
async def read_notebook(
    service: Serving, access: Bearer, desk: Notebook, lang: Lang, at: At = None, model: Model = "deals"
) -> NotebookView:
    """The notebook, now or as it read up to some line."""
    return await service.view(desk, Reader.of(access, lang, model), at)


@api.post("/notebook/changes")
async def change(service: Serving, access: Bearer, posted: Posted) -> Saved:
    """Write in the notebook; what is answered here is stored for good."""
    stored = await service.post(access, posted)
    return {"version": stored.version, "repeated": stored.repeated}


@api.get("/notebook/changes")
async def changes(
    service: Serving, access: Bearer, since: Annotated[int, Query(ge=0, le=1_000_000)] = 0
) -> list[Said]:
    """Everything that was ever written, in its order."""
    rows = await service.store.changes(access.notebook, since)
    seen = (row for row in rows if access.mode == "write" or row.body["kind"] != "pencil")
    return [{"version": r.version, "made": r.made.isoformat(), "change": r.body} for r in seen]


@api.post("/notebook/what-if")
async def what_if(
    service: Serving, access: Bearer, desk: Notebook, trial: Trial, lang: Lang, model: Model = "deals"
) -> NotebookView:
    """The notebook with one more entry that is not kept."""
    return await service.what_if(desk, trial.line, Reader.of(access, lang, model))


@api.get("/notebook/why")
async def why(
    service: Serving,
    desk: Notebook,
    card: Cell,
    place: Cell,
    lang: Lang,
    at: At = None,
    line: Annotated[Text | None, Query()] = None,
    model: Model = "deals",
) -> answers.WhyView:
    """Why a card is, or is not, in a place; now, as it was up to some line, or if one more were entered."""
    page = tried(desk, line) if line else desk.page.upto(at)
    return await service.why(page, card, place, lang, model)


@api.get("/notebook/advice")
async def advice(
    service: Serving,
    desk: Notebook,
    lang: Lang,
    room: Annotated[list[Word] | None, Query(max_length=40)] = None,
    thorough: bool = False,
) -> list[answers.AdviceView]:
    """The best questions, out of the rooms within reach if they are named."""
    rooms = tuple(sorted(room)) if room else None
    return await service.advice(desk.page, rooms, lang, thorough=thorough)


@api.get("/notebook/accuse")
async def accuse(service: Serving, desk: Notebook, lang: Lang) -> answers.AccuseView:
    """Whether to accuse now, and at what risk."""
    return await service.accuse(desk.page, lang)


@api.get("/notebook/show")
async def show(
    service: Serving,
    desk: Notebook,
    asker: Cell,
    card: Annotated[list[Word], Query(min_length=1, max_length=10)],
    lang: Lang,
) -> list[answers.ShowView]:
    """Which of my cards to show when somebody asks for these."""
    return await service.show(desk.page, asker, tuple(card), lang)


@api.get("/notebook/course")
async def course(service: Serving, desk: Notebook) -> list[answers.MomentView]:
    """How the uncertainty about the envelope fell, entry by entry."""
    return await service.course(desk.page)


@api.get("/notebook/export")
async def export(
    service: Serving, desk: Notebook, lang: Lang, kind: Literal["case", "json", "csv"] = "case"
) -> Response:
    """The notebook as a file."""
    now = await service.thinker.insight(desk.page)
    media, text = answers.export(desk, now, kind, lang)
    return Response(text, media_type=media)


@api.get("/notebook/code")
async def code(
    request: Request,
    access: Bearer,
    authorization: Annotated[str, Header()],
    mode: Literal["read", "write"] = "read",
) -> Response:
    """A link of the notebook as a picture for a camera."""
    token = access.read_token if mode == "read" else authorization.partition(" ")[2]
    out = io.BytesIO()
    segno.make(f"{request.base_url}#/n/{token}", error="l").save(out, kind="svg", xmldecl=False, svgns=True)
    return Response(out.getvalue(), media_type="image/svg+xml")
