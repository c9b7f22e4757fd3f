"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

from sleuth.cli.errors import BadUsage
from sleuth.language import N_


def whole_number(word: str) -> int:
    """The number that a word says."""
    if not (word.isascii() and word.isdigit() and len(word) <= 18):
        raise BadUsage(N_("“{word}” is not a whole number from 0 up, of at most 18 digits."), word=word)
    return int(word)


INTERRUPTED = 130
"""What a command returns that was stopped with Ctrl-C."""
Json = Annotated[bool, typer.Option("--json", help=N_("Print JSON, for programs to read."))]
