"""What a browser may send: the set-up of a notebook and the changes to it, validated at the door."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Word: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=80)]
Text: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=400)]
Key: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
Count: TypeAlias = Annotated[int, Field(ge=0, le=99)]
Number: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000)]
Language: TypeAlias = Literal["en", "de"]


class Model(BaseModel):
    """A value from outside: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Header(Model):
    """How the game is set up, in the words of a case file's header."""

    edition: Word | dict[str, Any] = "classic"
    """A packaged edition's name, or the tables of the user's own."""
    players: Annotated[list[Word], Field(min_length=1, max_length=20)]
    me: Word | None = None
    hand: Annotated[list[Word], Field(max_length=60)] | None = None
    hands: Annotated[list[Count], Field(max_length=20)] | None = None
    table: Annotated[list[Word], Field(max_length=60)] = Field(default_factory=list)
    rules: Annotated[dict[Word, Word], Field(max_length=40)] = Field(default_factory=dict)


class Add(Model):
    """One more entry, as a line of notation."""

    kind: Literal["add"]
    line: Text


class Edit(Model):
    """An entry that should read otherwise."""

    kind: Literal["edit"]
    entry: Number
    line: Text


class Strike(Model):
    """An entry that no longer counts, and stays in sight."""

    kind: Literal["strike"]
    entry: Number


class Restore(Model):
    """A struck entry that counts after all."""

    kind: Literal["restore"]
    entry: Number


class Move(Model):
    """An entry's new position, counted from 0."""

    kind: Literal["move"]
    entry: Number
    to: Number


class Undo(Model):
    """The notebook as it was before the last change."""

    kind: Literal["undo"]


class Redo(Model):
    """The last undone change, done again."""

    kind: Literal["redo"]


class SetUp(Model):
    """Another set-up for the same game: a name corrected, a hand completed."""

    kind: Literal["setup"]
    setup: Header


class Pencil(Model):
    """A private mark in a cell; an empty one rubs it out. It never counts."""

    kind: Literal["pencil"]
    card: Word
    place: Word
    mark: Annotated[str, StringConstraints(max_length=12)]


class Title(Model):
    """What the notebook is called."""

    kind: Literal["title"]
    title: Annotated[str, StringConstraints(max_length=60)]


Change: TypeAlias = Annotated[
    Add | Edit | Strike | Restore | Move | Undo | Redo | SetUp | Pencil | Title, Field(discriminator="kind")
]


class Posted(Model):
    """A change, the key that makes it happen once, and the version that it was made against."""

    key: Key
    base: Number
    change: Change


class SavedLine(Model):
    """A line of an exported notebook."""

    line: Text
    struck: bool = False


class NewNotebook(Model):
    """A notebook to be opened: from a set-up, with lines if it was exported, or from a case file's text."""

    title: Annotated[str, StringConstraints(max_length=60)] = ""
    setup: Header | None = None
    lines: Annotated[list[SavedLine], Field(max_length=2_000)] = Field(default_factory=list)
    case: Annotated[str, StringConstraints(max_length=200_000)] | None = None


class Trial(Model):
    """A line of notation to try without keeping it."""

    line: Text


class OwnEdition(Model):
    """The tables of an edition that somebody made."""

    edition: dict[str, Any]
