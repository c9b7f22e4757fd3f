"""The files of the page: read once, compressed once, and named by what is in them."""

from __future__ import annotations

import ast
import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from functools import cache
from importlib import resources

from starlette.requests import Request
from starlette.responses import Response

from sleuth.language import say
from sleuth.web.errors import NotFound

_SENTENCE = re.compile(r"""\bt\(\s*("(?:[^"\\]|\\.)*")""")
_TYPES = {"js": "text/javascript", "webmanifest": "application/manifest+json", "svg": "image/svg+xml"}


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent."""

    media: str
    body: bytes
    packed: bytes
    tag: str


@cache
def files() -> dict[str, File]:
    """Every file of the page, by name."""
    folder = resources.files("sleuth.web") / "static"
    raw = {entry.name: entry.read_bytes() for entry in folder.iterdir() if entry.is_file()}
    version = hashlib.sha256(b"".join(raw[name] for name in sorted(raw))).hexdigest()[:16]
    shell = sorted(name for name in raw if name.endswith((".js", ".css", ".svg", ".png")) and name != "sw.js")
    raw["sw.js"] = raw["sw.js"].replace(b"@version", version.encode())
    raw["sw.js"] = raw["sw.js"].replace(b"@files", ",".join(shell).encode())
    modules = (f'<link rel="modulepreload" href="/static/{n}">' for n in shell if n.endswith(".js"))
    raw["index.html"] = raw["index.html"].replace(b"<!-- modules -->", "\n".join(modules).encode())
    return {name: _file(name, body) for name, body in raw.items()}


def _file(name: str, body: bytes) -> File:
    media = _TYPES.get(name.rpartition(".")[2]) or mimetypes.guess_type(name)[0] or "text/plain"
    tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    return File(media, body, gzip.compress(body, 9), tag)


def answer(name: str, request: Request) -> Response:
    """A file, unless the browser has it already."""
    file = files().get(name)
    if file is None:
        raise NotFound
    headers = {"etag": file.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, media_type=file.media, headers=headers | {"content-encoding": "gzip"})
    return Response(file.body, media_type=file.media, headers=headers)


@cache
def sentences() -> tuple[str, ...]:
    """Every sentence that the page's own scripts say, in English."""
    scripts = (file.body.decode() for name, file in files().items() if name.endswith(".js"))
    return tuple(sorted({ast.literal_eval(said) for script in scripts for said in _SENTENCE.findall(script)}))


@cache
def words(lang: str) -> dict[str, str]:
    """The page's sentences in a language, placeholders left as they are."""
    return {sentence: say(lang, sentence, **_themselves(sentence)) for sentence in sentences()}


def _themselves(sentence: str) -> dict[str, str]:
    return {name: f"{{{name}}}" for name in re.findall(r"\{(\w+)\}", sentence)}
