"""Pages into files: the ending of the name says what kind."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sleuth.cli.errors import BadUsage
from sleuth.cli.files import write_atomically
from sleuth.language import N_

if TYPE_CHECKING:
    from sleuth.paper.page import Page

KINDS = (".pdf", ".svg", ".html")


def write_pages(path: Path, pages: Sequence[Page], lang: str, folded: str = "") -> None:
    """Write pages as PDF, SVG (one page only) or HTML."""
    from sleuth.paper.web import html, svg

    match path.suffix.casefold():
        case ".pdf":
            write_atomically(path, _pdf(pages))
        case ".svg" if len(pages) == 1:
            write_atomically(path, svg(pages[0]))
        case ".html":
            write_atomically(path, html(pages, lang, folded))
        case _:
            raise unknown_kind(path, KINDS if len(pages) == 1 else (".pdf", ".html", ".txt"))


def unknown_kind(path: Path, kinds: Sequence[str]) -> BadUsage:
    """The name ends in nothing that can be written."""
    return BadUsage(
        N_("The name of the file says what to write: {kinds}, not “{name}”."),
        kinds=", ".join(kinds),
        name=path.name,
    )


def _pdf(pages: Sequence[Page]) -> bytes:
    from sleuth.paper.pdf import pdf

    return pdf(pages)
