"""What can go wrong, in kinds: it cannot be read, it is not allowed, it cannot all be true."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from sleuth.language import say

LONGEST = 200
"""Letters of a value inside a message."""


def _short(value: object) -> object:
    """A message stays a message, even about a word of a million letters; a list ends with a whole name.

    Names that somebody must choose from come as a tuple, and are all there.
    """
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if not isinstance(value, str) or len(value) <= LONGEST:
        return value
    most, comma, _ = value[:LONGEST].rpartition(", ")
    return f"{most}, …" if comma else f"{value[:LONGEST]}…"


def _again(kind: type[SleuthError], args: tuple[object, ...]) -> SleuthError:
    """An error that came from another process; its state follows."""
    return kind.__new__(kind, *args)


class SleuthError(Exception):
    """An error a person can act on: a stable code, a sentence in their language, and the place."""

    code: ClassVar[str] = "sleuth/error"
    file: str = ""
    line: int = 0
    """Where in a file it went wrong, counted from 1; 0 is the file as a whole."""
    column: int = 0

    def __init__(self, sentence: str, /, **values: object) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.values = {key: _short(value) for key, value in values.items()}

    def __str__(self) -> str:
        return self.text()

    def __reduce__(self) -> tuple[Any, ...]:
        # As it is: what kinds of error want to be told when they are made differs.
        return _again, (type(self), self.args), self.__dict__

    def text(self, lang: str = "en") -> str:
        """The message in `lang`."""
        return say(lang, self.sentence, **self.values)

    def place(self) -> dict[str, object]:
        """Where it went wrong, for a program to read."""
        return {}

    def where(self) -> str:
        """Where it went wrong, as editors understand it."""
        return ":".join([self.file, *(str(n) for n in (self.line, self.column) if n)])

    def as_dict(self, lang: str = "en") -> dict[str, object]:
        """The error object of `--json`."""
        return {"code": self.code, **self.place(), "message": self.text(lang)}


class Unreadable(SleuthError):
    """Text that is not case notation; names the line, the column and what could have been meant."""

    code = "notation/unreadable"
    line = 1
    column = 1
    candidates: tuple[str, ...] = ()

    def at(self, line: int, column: int = 1, candidates: tuple[str, ...] = ()) -> Self:
        """This error, with its place."""
        self.line, self.column, self.candidates = line, column, candidates
        return self

    def place(self) -> dict[str, object]:
        return {"line": self.line, "column": self.column, "candidates": list(self.candidates)}


class UnknownWord(SleuthError):
    """A word that names no card, seat or room, or more than one."""

    code = "notation/unknown-word"

    def __init__(self, sentence: str, /, word: str, candidates: tuple[str, ...], **values: object) -> None:
        super().__init__(sentence, word=word, **values)
        self.word, self.candidates = word, candidates

    def place(self) -> dict[str, object]:
        return {"word": self.word, "candidates": list(self.candidates)}


class IllegalEvent(SleuthError):
    """An entry that cannot have happened; names the entry and the rule it breaks."""

    code = "record/illegal"

    def __init__(self, rule: str, /, entry: int = 0, **values: object) -> None:
        super().__init__(rule, **values)
        self.entry = entry

    @property
    def rule(self) -> str:
        return self.text()

    def place(self) -> dict[str, object]:
        return {"entry": self.entry, **({"line": self.line} if self.line else {})}


class IllegalAction(SleuthError):
    """A choice that the rules do not offer now."""

    code = "game/illegal-action"


class BadSetup(SleuthError):
    """A game that cannot be set up so: too many players, unknown rule, a name twice."""

    code = "game/bad-setup"
    about: str = "players"
    """The header line of a case file in which the fault lies."""


class BadEdition(SleuthError):
    """An edition file that does not hold together; `field` says where."""

    code = "edition/invalid"

    def __init__(self, sentence: str, /, field: str, **values: object) -> None:
        super().__init__(sentence, **values)
        self.field = field

    def place(self) -> dict[str, object]:
        return {"field": self.field}


class UnknownEdition(BadEdition):
    """An edition that is neither in the box nor a file."""

    code = "edition/unknown"


class UnknownAgent(SleuthError):
    """An agent's name that stands for none."""

    code = "agent/unknown"


class Contradiction(SleuthError):
    """Entries that cannot all be true: a smallest guilty set."""

    code = "record/contradiction"

    def __init__(self, sentence: str, /, entries: tuple[int, ...], **values: object) -> None:
        super().__init__(sentence, **values)
        self.entries = entries

    def place(self) -> dict[str, object]:
        return {"entries": list(self.entries)}
