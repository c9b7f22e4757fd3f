"""Words that people type for cards, rooms and seats, and what they mean."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

from sleuth.errors import UnknownWord
from sleuth.language import N_

SHORTEST_SLIP, LONGEST_SLIP = 4, 40  # letters; what is longer is no slip of the pen
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_SEPARATORS = re.compile(r"[\W_]+")


def resolve(word: str, table: Mapping[str, Iterable[str]]) -> str:
    """The id in `table` (id -> its names) that `word` means; the first tier with a match decides."""
    for part, fits in _TIERS:
        matches = sorted(
            key
            for key, names in table.items()
            if any(fits(word, text) for text in ((key,) if part == "id" else names))
        )
        if len(matches) == 1:
            return matches[0]
        if matches:
            raise _ambiguous(word, matches)
    raise _unknown(word, table)


def _exactly(word: str, text: str) -> bool:
    return not forms(word).isdisjoint(forms(text))


def _begins(word: str, text: str) -> bool:
    return any(whole.startswith(start) for start in forms(word) for whole in forms(text) if start)


def _begins_inside(word: str, text: str) -> bool:
    parts = _SEPARATORS.split(text)
    return any(_begins(word, "".join(parts[i:])) for i in range(1, len(parts)))


_TIERS: tuple[tuple[str, Callable[[str, str], bool]], ...] = (
    ("id", _exactly),
    ("name", _exactly),
    ("id", _begins),
    ("name", _begins),
    ("name", _begins_inside),
)


@lru_cache(maxsize=8192)
def forms(text: str) -> frozenset[str]:
    """The spellings of a text that count as the same: ä is ae and a, capitals and gaps are nothing."""
    lower = unicodedata.normalize("NFC", text).casefold()
    return frozenset(_bare(spelling) for spelling in (lower, lower.translate(_UMLAUTS)))


def _bare(text: str) -> str:
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return _SEPARATORS.sub("", plain) or plain  # a name that is only signs, like “?”, stands for itself


def _ambiguous(word: str, matches: list[str]) -> UnknownWord:
    return UnknownWord(
        N_("“{word}” could be {known}."), word=word, candidates=tuple(matches), known=", ".join(matches)
    )


def _unknown(word: str, table: Mapping[str, Iterable[str]]) -> UnknownWord:
    near = _near(word, table) if len(word) <= LONGEST_SLIP else ()
    if not near:
        return UnknownWord(N_("Nothing here is called “{word}”."), word=word, candidates=())
    known = ", ".join(near)
    return UnknownWord(
        N_("Nothing here is called “{word}”; did you mean {known}?"), word=word, candidates=near, known=known
    )


def _near(word: str, table: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    from difflib import get_close_matches  # only for a slip of the pen, so not loaded with the rules

    spelt = {
        form: key for key, names in table.items() for text in _parts(key, *names) for form in forms(text)
    }
    close = (match for form in forms(word) for match in get_close_matches(form, spelt, n=3, cutoff=0.7))
    return tuple(sorted({spelt[match] for match in close}))


def _parts(*names: str) -> Iterator[str]:
    """The names, and the words of which they consist: “bloum” is meant for “Professor Bloom”."""
    for name in names:
        yield from (word for word in name.split() if len(word) >= SHORTEST_SLIP)
        yield name
