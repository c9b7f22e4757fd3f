"""Sentences in the reader's language; English sentences are the keys of the catalogue."""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "de")


def N_(text: str) -> str:  # noqa: N802 - the name that message extractors look for
    """Mark a sentence for translation where it stands, to be said later."""
    return text


@cache
def _catalogue(lang: str) -> gettext.NullTranslations:
    return gettext.translation("sleuth", Path(__file__).parent / "locale", [lang], fallback=lang == "en")


def say(lang: str, sentence: str, /, **values: object) -> str:
    """The sentence in `lang`, its {placeholders} filled in; a value may be a function of the language."""
    return _catalogue(lang).gettext(sentence).format(**_spoken(lang, values))


def _spoken(lang: str, values: dict[str, object]) -> dict[str, object]:
    return {key: value(lang) if callable(value) else value for key, value in values.items()}


def say_many(lang: str, one: str, many: str, n: int, /, **values: object) -> str:
    """The sentence in the grammatical number that `n` asks for; {n} is filled in."""
    return _catalogue(lang).ngettext(one, many, n).format(n=numeral(lang, n), **_spoken(lang, values))


def numeral(lang: str, value: float, digits: int = 0) -> str:
    """A number as a language writes it, with its own signs; a whole one has no decimals."""
    text = f"{value:,}" if isinstance(value, int) else f"{value:,.{digits}f}"  # deals exceed any float
    return text.translate(str.maketrans(",.", ".,")) if lang == "de" else text
