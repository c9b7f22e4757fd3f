"""The common frame of all experiments: typed parameters, independent units of work, and a report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar, get_type_hints

from sleuth.errors import BadSetup
from sleuth.lab.report import Report
from sleuth.language import N_

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

P = TypeVar("P", bound="DataclassInstance")
Result: TypeAlias = Mapping[str, Any]
"""What one unit found: anything that JSON can hold."""

Results: TypeAlias = Mapping[str, Result]
"""The result of every unit, in the order of the units."""


@dataclass(frozen=True)
class Experiment(Generic[P]):
    """A question to the machine.

    `units` names independent pieces of work, `work` does one of them (a module-level function, so that other
    processes can call it), and `report` tells what all of them say. Parameters are a frozen dataclass of
    numbers, words and tuples of them; chance comes from a seed among them and the unit's name.
    """

    name: str
    about: str
    """A sentence for the list of experiments."""
    full: P
    small: P
    """The parameters of a version that takes seconds."""
    units: Callable[[P], Sequence[str]]
    work: Callable[[P, str], Result]
    report: Callable[[P, Results], Report]
    choosing: tuple[str, ...] = ()
    """Parameters that only say which units are wanted: a finished unit counts whatever they are."""
    minutes: float = 0.0
    """About how much CPU time the full version takes, as its published report says."""


FROM_ZERO = ("turns", "tenures")
"""Parameters that count what has happened before: perhaps nothing."""


def changed(parameters: P, words: Sequence[str]) -> P:
    """Parameters with `key=value` words applied; a list is written with commas."""
    changes: dict[str, Any] = {}
    known = {field.name for field in fields(parameters)}
    for word in words:
        key, sign, value = word.partition("=")
        if not sign or key not in known:
            raise BadSetup(
                N_("“{word}” is no parameter of this experiment; write key=value with one of: {known}."),
                word=word,
                known=tuple(sorted(known)),
            )
        if key in changes:
            raise BadSetup(N_("“{key}” is given twice; say it once."), key=key)
        changes[key] = _value(getattr(parameters, key), value, word)
        least = 0 if key in FROM_ZERO else 1
        if key != "seed" and any(number < least for number in _numbers(changes[key])):
            raise BadSetup(
                N_("“{word}” is too few; write a whole number from {least} up."), word=word, least=least
            )
    return replace(parameters, **changes)


def _numbers(value: Any) -> list[int]:
    """The whole numbers of a parameter, one or several."""
    return [item for item in (value if isinstance(value, tuple) else (value,)) if isinstance(item, int)]


def _value(like: Any, value: str, word: str) -> Any:
    """The value of the same type as the one it replaces."""
    try:
        if isinstance(like, tuple):
            first, *others = [type(like[0])(item) for item in value.split(",") if item]
            return (first, *others)
        return type(like)(value)
    except ValueError:
        raise BadSetup(N_("The value in “{word}” cannot be used here."), word=word) from None


def as_words(parameters: DataclassInstance, base: DataclassInstance) -> list[str]:
    """The `key=value` words that lead from `base` to these parameters."""
    mine, theirs = asdict(parameters), asdict(base)
    return [f"{key}={_word(value)}" for key, value in mine.items() if value != theirs[key]]


def _word(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def described(parameters: DataclassInstance) -> dict[str, str]:
    """Every parameter as a word, by its name."""
    return {name: _word(getattr(parameters, name)) for name in get_type_hints(type(parameters))}
