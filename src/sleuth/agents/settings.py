"""What may be said after an agent's name: `detective:games=50000,threads=2`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TypeAlias

from sleuth.errors import BadSetup
from sleuth.language import N_

BETWEEN = re.compile(r"\s+|,(?![^,:\s]*=)")
"""Names in a row are told apart by blanks or commas; a comma before `key=value` belongs to the agent."""
MOST_GAMES = 10**9
"""Games that may be asked for a decision; so many take days."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing that can be said: what values there are, in words and as a function that refuses others."""

    values: str
    read: Callable[[str], object]
    """ValueError for what makes no sense."""


Settings: TypeAlias = Mapping[str, Setting]


def whole(most: int) -> Setting:
    """A whole number from one up."""

    def read(word: str) -> int:
        if not (word.isascii() and word.isdigit() and len(word) <= 18 and 1 <= int(word) <= most):
            raise ValueError(word)
        return int(word)

    return Setting(f"1…{most}", read)


def number(least: float, most: float) -> Setting:
    """A number, perhaps with a fraction."""

    def read(word: str) -> float:
        found = float(word)
        if not isfinite(found) or not least <= found <= most:
            raise ValueError(word)
        return found

    return Setting(f"{least:g}…{most:g}", read)


def one_of(*words: str) -> Setting:
    """One of these words."""

    def read(word: str) -> str:
        return words[words.index(word)]

    return Setting("|".join(words), read)


def split(text: str) -> tuple[str, ...]:
    """The agents in a row of them."""
    return tuple(word for word in BETWEEN.split(text) if word)


def forms(settings: Settings) -> tuple[str, ...]:
    """Every setting as it is written."""
    return tuple(f"{key}={setting.values}" for key, setting in settings.items())


def read(agent: str, words: Sequence[str], settings: Settings) -> dict[str, object]:
    """The settings that `key=value` words say; each at most once."""
    found: dict[str, object] = {}
    for word in words:
        key, sign, value = word.partition("=")
        if not sign or key not in settings or key in found:
            raise _refused(agent, word or f"{agent}:{','.join(words)}", settings)
        try:
            found[key] = settings[key].read(value)
        except ValueError:
            raise _refused(agent, word, settings) from None
    return found


def _refused(agent: str, word: str, settings: Settings) -> BadSetup:
    if not settings:
        return BadSetup(N_("“{agent}” has no settings; write the name alone."), agent=agent)
    return BadSetup(
        N_("“{word}” is no setting of “{agent}”; after its name and a colon may stand, each once: {known}."),
        word=word,
        agent=agent,
        known=forms(settings),
    )
