"""What Typer found wrong with a command line, in our own words."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from sleuth.cli.errors import BadUsage
from sleuth.language import N_


def misuse(error: Any) -> BadUsage:
    """The complaint about a command line with which Typer could do nothing."""
    match type(error).__name__:
        case "NoSuchOption" if error.possibilities:
            return BadUsage(
                N_("There is no option {option} here; did you mean {near}?"),
                option=error.option_name,
                near=_nearest(error.option_name, error.possibilities),
            )
        case "NoSuchOption":
            return BadUsage(N_("There is no option {option} here."), option=error.option_name)
        case "BadOptionUsage" if "does not take" in error.message:
            return BadUsage(N_("The option {option} takes no value."), option=error.option_name)
        case "BadOptionUsage":
            return BadUsage(N_("The option {option} needs a value."), option=error.option_name)
        case "MissingParameter" if error.param is not None:
            return BadUsage(N_("{what} is missing."), what=_with_value(error.param))
        case "BadParameter" if error.param is not None and hasattr(error.__cause__, "errors"):
            return _bad_value(error.param, error.__cause__.errors()[0])
        case "UsageError" if hasattr(error.cmd, "commands"):
            known = ", ".join(error.cmd.commands)
            return BadUsage(N_("A command is missing; the commands are: {known}."), known=known)
        case _:
            return BadUsage(N_("This cannot be understood: {message}"), message=error.format_message())


def _nearest(word: str, known: Sequence[str]) -> str:
    return get_close_matches(word, known, n=1, cutoff=0.0)[0]


def _bad_value(param: Any, found: Any) -> BadUsage:
    """What Pydantic, which reads values for Typer, found wrong with one."""
    what, word, choices = _name(param), str(found["input"]), param.type_descriptor.choices
    match found["type"]:
        case "int_parsing":
            return BadUsage(N_("{what} needs a whole number, not “{word}”."), what=what, word=word)
        case "float_parsing":
            return BadUsage(N_("{what} needs a number, not “{word}”."), what=what, word=word)
        case "greater_than_equal":
            least = _plain(found["ctx"]["ge"])
            return BadUsage(
                N_("{what} must be at least {least}, not “{word}”."), what=what, least=least, word=word
            )
        case "less_than_equal":
            most = _plain(found["ctx"]["le"])
            return BadUsage(
                N_("{what} can be at most {most}, not “{word}”."), what=what, most=most, word=word
            )
        case _ if choices:
            known = ", ".join(map(str, choices))
            return BadUsage(
                N_("{what} cannot be “{word}”; there are: {known}."), what=what, known=known, word=word
            )
        case _:
            return BadUsage(N_("{what} cannot be “{word}”."), what=what, word=word)


def _name(param: Any) -> str:
    """An option's name, or what the help calls an argument."""
    return str(max(param.opts, key=len) if param.param_type_name == "option" else param.metavar)


def _with_value(param: Any) -> str:
    return f"{_name(param)} {param.metavar}" if param.param_type_name == "option" else _name(param)


def _plain(bound: float) -> str:
    """A number as it would be typed."""
    return str(int(bound) if bound == int(bound) else bound)
