"""Shapes that a data file's values must have, and what does not fit them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from sleuth.errors import BadEdition
from sleuth.language import N_


@dataclass(frozen=True, slots=True)
class Table:
    """A table with fields that it must and fields that it may have; `rest` is the shape of all others."""

    must: Mapping[str, Shape] = field(default_factory=dict)
    may: Mapping[str, Shape] = field(default_factory=dict)
    rest: Shape | None = None


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of values of one shape, of a given length if that matters."""

    each: Shape
    length: int | None = None


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few words."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """A text, or something else."""

    other: Shape


class Anything:
    """A value that is looked at elsewhere."""


Shape: TypeAlias = type[str] | type[int] | type[bool] | Table | Listing | OneOf | Either | type[Anything]

_PLAIN: dict[object, str] = {
    str: N_("This should be a text in quotes."),
    int: N_("This should be a whole number."),
    bool: N_("This should be true or false."),
}


def misfits(value: object, shape: Shape, at: str) -> Iterator[BadEdition]:
    """Everything in `value` that does not have its shape; `at` is the field where it stands."""
    match shape:
        case Table():
            yield from _table_misfits(value, shape, at)
        case Listing():
            yield from _list_misfits(value, shape, at)
        case OneOf(words):
            if not isinstance(value, str) or value not in words:
                yield BadEdition(N_("This should be one of: {words}."), field=at, words=", ".join(words))
        case Either(other):
            if not isinstance(value, str):
                yield from misfits(value, other, at)
        case _ if shape in _PLAIN and type(value) is not shape:
            yield BadEdition(_PLAIN[shape], field=at)


def _table_misfits(value: object, shape: Table, at: str) -> Iterator[BadEdition]:
    if not isinstance(value, dict):
        yield BadEdition(N_("This should be a table of fields."), field=at)
        return
    for key in shape.must:
        if key not in value:
            yield BadEdition(N_("This is missing."), field=inner(at, key))
    for key, part in value.items():
        known = shape.must.get(key) or shape.may.get(key) or shape.rest
        if known:
            yield from misfits(part, known, inner(at, key))
        else:
            words = ", ".join(sorted([*shape.must, *shape.may]))
            yield BadEdition(
                N_("There is no such field; here are: {words}."), field=inner(at, key), words=words
            )


def _list_misfits(value: object, shape: Listing, at: str) -> Iterator[BadEdition]:
    if not isinstance(value, list):
        yield BadEdition(N_("This should be a list in square brackets."), field=at)
    elif shape.length not in (None, len(value)):
        yield BadEdition(N_("This should be a list of {n}."), field=at, n=shape.length)
    else:
        for i, part in enumerate(value):
            yield from misfits(part, shape.each, f"{at}[{i}]")


def inner(at: str, key: str) -> str:
    """The name of a field inside another."""
    return f"{at}.{key}" if at else key
