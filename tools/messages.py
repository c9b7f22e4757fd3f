"""The German catalogue: `python -m tools.messages` finds every sentence in the code and compiles the German.

Sentences are marked with `N_("…")`, or said directly with `say(lang, "…")` and `say_many(lang, "…", "…", n)`;
the page's scripts say theirs with `t("…")`.
Parts that were written beside the catalogue (`parts/*.po`) are merged into it and removed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

SOURCE = Path(__file__).parent.parent / "src/sleuth"
GERMAN = SOURCE / "locale/de/LC_MESSAGES/sleuth.po"
KEYWORDS = {"N_": None, "say": (2,), "say_many": (2, 3), "t": None}
KINDS = [("**.py", "python"), ("**.js", "javascript")]
OPTIONS = {"**.js": {"parse_template_string": "true"}}
DAY_ONE = datetime(2025, 1, 1, tzinfo=UTC)  # a date that changed every time would only make noise


def template() -> Catalog:
    """Every sentence in the code."""
    catalog = Catalog(project="sleuth")
    for file, line, message, _, _ in extract_from_dir(SOURCE, KINDS, OPTIONS, KEYWORDS):
        catalog.add(message, locations=[(file, line)])
    return catalog


def read(path: Path) -> Catalog:
    """A catalogue as it stands in a file."""
    with path.open("rb") as file:
        return read_po(file, locale="de")


def sentences(catalog: Catalog) -> Iterator[Message]:
    """The messages of a catalogue, without its header."""
    return (message for message in catalog if message.id)


def is_missing(message: Message) -> bool:
    """Whether a message lacks its translation, or a part of it."""
    german = message.string
    return not all(german) if isinstance(german, tuple | list) else not german


def update() -> list[Message]:
    """Bring the German catalogue up to date; the sentences that still lack German."""
    found = template()
    german = read(GERMAN) if GERMAN.exists() else Catalog()
    german.update(found, no_fuzzy_matching=True)
    german.obsolete.clear()
    for part in sorted((GERMAN.parent / "parts").glob("*.po")):
        _merge(german, part)
    text = BytesIO()
    write_po(text, _headed(german), width=110, include_lineno=False, sort_by_file=True)
    if not GERMAN.exists() or GERMAN.read_bytes() != text.getvalue():
        GERMAN.write_bytes(text.getvalue())  # make installs anew what is newer
    return [message for message in sentences(german) if is_missing(message)]


def _merge(german: Catalog, part: Path) -> None:
    """Take a part's translations over; it goes once the code says all of its sentences."""
    news = {message.id: message.string for message in sentences(read(part))}
    known = {message.id: message for message in sentences(german)}
    for key in news.keys() & known.keys():
        known[key].string = news[key]
    if news.keys() <= known.keys():
        part.unlink()


def _headed(german: Catalog) -> Catalog:
    """The catalogue with a header that only changes when somebody changes it."""
    headed = Catalog(
        locale="de",
        header_comment="# German for sleuth; written, not translated.",
        project="sleuth",
        version="1",
        msgid_bugs_address="",
        copyright_holder="",
        last_translator="The sleuth team",
        language_team="The sleuth team",
        creation_date=DAY_ONE,
        revision_date=DAY_ONE,
        fuzzy=False,
    )
    for message in sentences(german):
        headed[message.id] = message
        message.flags.discard("python-format")  # "95 % of" is none: all fields here are {named}
    return headed


def compile_all() -> None:
    """Every catalogue gets its `.mo` beside it, as an installation does it."""
    for source in SOURCE.rglob("sleuth.po"):
        with source.with_suffix(".mo").open("wb") as file:
            write_mo(file, read(source))


if __name__ == "__main__":
    missing = update()
    compile_all()
    for message in missing:
        sys.stderr.write(f"no German yet: {message.id}\n")
    sys.exit(bool(missing))
