"""No Ctrl-C is lost, nor a polite kill where a command takes it for one."""

from __future__ import annotations

import sys
from _thread import interrupt_main
from collections.abc import Iterator
from contextlib import contextmanager
from signal import SIGINT, SIGTERM, getsignal
from threading import Timer

MOMENT = 0.01
"""After so many seconds the code that lost it should be done."""


@contextmanager
def interrupts_kept() -> Iterator[None]:
    """Meanwhile, Ctrl-C that came where Python cannot be stopped comes again a moment later.

    Compiled code is loaded through callbacks from C, and an exception in one of these is only reported.
    """
    before = sys.unraisablehook

    def notice(lost: sys.UnraisableHookArgs) -> None:
        if issubclass(lost.exc_type, KeyboardInterrupt):
            Timer(MOMENT, _interrupt).start()
        else:
            before(lost)

    sys.unraisablehook = notice
    try:
        yield
    finally:
        sys.unraisablehook = before


def _interrupt() -> None:
    """Come again as a signal that is listened to."""
    # What a script starts in the background is deaf to Ctrl-C.
    interrupt_main(SIGINT if callable(getsignal(SIGINT)) else SIGTERM)
