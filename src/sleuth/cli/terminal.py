"""The terminal: the reader's language, colours where they can be seen, and single keys."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from select import select
from shutil import which
from typing import TYPE_CHECKING

from sleuth.cli.errors import BadUsage
from sleuth.language import LANGUAGES, N_, say

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

    from sleuth.edition import Edition

STYLES = {
    "accent": "yellow",
    "quiet": "bright_black",
    "title": "bold",
    "certain": "bold green",
    "wrong": "bold red",
    "unverified": "magenta",
}
"""Brass for what matters now, red only for what is wrong."""

FILE_WIDTH = 120
"""Columns of a table that is written into a file."""
PATIENCE = 0.3
"""Seconds after which one wants to know what is going on."""


@dataclass
class Terminal:
    """Where a command writes, and in which language."""

    asked: str = ""
    """The language that the reader asked for."""
    system: str = "en"
    edition: str = ""
    """The language of the edition that is spoken about, if it has one of its own."""
    ticking: bool = False
    """Whether a line on standard error says what is being done."""

    @property
    def lang(self) -> str:
        """What is spoken now."""
        return self.asked or self.edition or self.system

    def speak_of(self, edition: Edition) -> None:
        """Speak an edition's own language from here on; English is nobody's own, so the system decides."""
        self.edition = "" if edition.language == "en" else edition.language

    def say(self, sentence: str, /, **values: object) -> str:
        """A sentence in the reader's language."""
        return say(self.lang, sentence, **values)

    def write(self, *lines: str) -> None:
        """Plain lines, without loading what colours need."""
        sys.stdout.write("".join(f"{line}\n" for line in lines))

    def print(self, thing: RenderableType, style: str = "") -> None:
        """A coloured thing; a line of text is never broken, for it may go to a file."""
        if self.out.is_terminal:
            self.out.print(thing, style=style, soft_wrap=_is_line(thing))
        else:
            self.write(self.rendered(thing, style))

    def hang(self, sign: str, text: Text) -> None:
        """A sign and a text beside it, which on a terminal is broken between words and keeps its margin."""
        from rich.table import Table
        from rich.text import Text

        if not self.out.is_terminal:
            self.print(Text(sign) + text)
            return
        row = Table.grid()
        row.add_column(width=len(sign))
        row.add_column()
        row.add_row(Text(sign, "quiet"), text)
        self.out.print(row)

    def rendered(self, thing: RenderableType, style: str = "") -> str:
        """A coloured thing as text, without the blanks at the ends of its lines."""
        with self.out.capture() as text:
            self.out.print(thing, style=style, soft_wrap=_is_line(thing))
        return "\n".join(line.rstrip() for line in text.get().splitlines())

    @cached_property
    def out(self) -> Console:
        return _console(stderr=False)

    @cached_property
    def err(self) -> Console:
        return _console(stderr=True)

    def tick(self, sentence: str, /, **values: object) -> None:
        """What is being done, on a line that is written over; only if it takes a while and somebody looks."""
        if time.monotonic() - self._started > PATIENCE:
            self.busy(sentence, **values)

    def busy(self, sentence: str, /, **values: object) -> None:
        """The same, at once: for whoever waits for their turn."""
        if sys.stderr.isatty():
            self.ticking = True
            sys.stderr.write(f"\r\x1b[K{self.say(sentence, **values)}")
            sys.stderr.flush()

    def tock(self) -> None:
        """The work is done: wipe the line."""
        if self.ticking:
            self.ticking = False
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    @cached_property
    def _started(self) -> float:
        return time.monotonic()

    @contextmanager
    def keys(self) -> Iterator[Callable[[], str]]:
        """Single keys, while one pages through something; from a pipe characters, and nothing at its end."""
        if not sys.stdin.isatty():
            yield lambda: sys.stdin.read(1)
            return
        import termios
        import tty

        terminal = sys.stdin.fileno()
        before = termios.tcgetattr(terminal)
        tty.setcbreak(terminal, termios.TCSADRAIN)  # keys typed ahead are not thrown away
        try:
            yield lambda: _key(terminal)
        finally:
            termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _key(terminal: int) -> str:
    """One key; an arrow comes as an escape and two more."""
    key = os.read(terminal, 1)
    if key == b"\x1b" and select([terminal], [], [], 0.05)[0]:
        key += os.read(terminal, 8)
    return key.decode("utf-8", "replace")


def _is_line(thing: RenderableType) -> bool:
    from rich.text import Text

    return isinstance(thing, str | Text)


def _console(*, stderr: bool) -> Console:
    from rich.console import Console
    from rich.theme import Theme

    console = Console(stderr=stderr, theme=Theme(STYLES), highlight=False, markup=False, emoji=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = FILE_WIDTH
    return console


def program() -> str:
    """How to call this program again: by its path, where it is not in the shell's own."""
    called = Path(sys.argv[0])
    return sys.argv[0] if called.name == "sleuth" and which("sleuth") is None else "sleuth"


def take_language(words: Sequence[str], environment: Mapping[str, str]) -> tuple[Terminal, list[str]]:
    """A terminal in the language to speak, and the command line without the option that asked for it."""
    asked, rest = _take_option(words)
    asked = asked or environment.get("SLEUTH_LANG", "")
    return Terminal(_known(asked) if asked else "", _of_system(environment)), rest


def _take_option(words: Sequence[str]) -> tuple[str, list[str]]:
    asked, rest = "", list(words)
    for at, word in reversed(list(enumerate(words))):
        if word == "--lang":
            asked = words[at + 1] if at + 1 < len(words) else "?"
            del rest[at : at + 2]
        elif word.startswith("--lang="):
            asked = word.partition("=")[2]
            del rest[at]
    return asked, rest


def _known(word: str) -> str:
    lang = word.casefold().partition("_")[0].partition("-")[0]
    if lang not in LANGUAGES:
        raise BadUsage(N_("sleuth speaks {known}, not “{word}”."), word=word, known=" / ".join(LANGUAGES))
    return lang


def _of_system(environment: Mapping[str, str]) -> str:
    locale = next((environment[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(key)), "")
    return locale[:2] if locale[:2] in LANGUAGES else "en"
