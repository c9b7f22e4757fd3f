"""How kernels are compiled: entry points that Python calls, and inner functions that only kernels call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from sleuth.kernels import announcements, folder  # first of all: it names the cache folder numba will use

from numba import config, njit  # isort: skip
from numba.core import event  # isort: skip

F = TypeVar("F", bound=Callable[..., Any])


def _compiled(function: F, **options: bool) -> F:
    settings: Any = config
    usual = settings.CACHE_DIR
    settings.CACHE_DIR = str(folder(function.__module__.rpartition(".")[2].partition("_")[0]))
    try:
        compiled: Any = njit(cache=True, nogil=True, error_model="numpy", **options)  # type: ignore[call-overload]
        found: F = compiled(function)
    finally:
        settings.CACHE_DIR = usual
    return found


def kernel(function: F) -> F:
    """Compiled, cached on disk, and running without the interpreter's lock."""
    return _compiled(function)


def inner(function: F) -> F:
    """The same without an entrance from Python, which takes longer to compile than a small function."""
    return _compiled(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def lean(function: F) -> F:
    """An inner function that neither makes arrays nor returns them: nobody need count who still uses them,
    which would take longer than the work itself."""
    return _compiled(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False)


def part(function: F) -> F:
    """A lean function that becomes part of its callers, because handing on arrays takes time, too.

    It may return arrays, but only to lean functions.
    """
    return _compiled(function, forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False)


def open_part(function: F) -> F:
    """A part that Python may call, too."""
    return _compiled(function, forceinline=True, _nrt=False)


class _Announcer(event.Listener):
    """Hears of everything that is really compiled, not of what comes from the cache."""

    def on_start(self, event: object) -> None:
        while announcements:
            announcements.pop()()

    def on_end(self, event: object) -> None:
        """Nothing is said of that."""


event.register("numba:compile", _Announcer())  # type: ignore[no-untyped-call]
