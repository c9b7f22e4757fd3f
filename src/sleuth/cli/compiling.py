"""The first use of compiled code on a computer takes a while, so it is announced."""

from __future__ import annotations

import sys

from sleuth import kernels
from sleuth.cli.terminal import Terminal


def announce_compiling(terminal: Terminal) -> None:
    """From now on, say on standard error when code is first compiled on this computer."""

    def tell() -> None:
        terminal.tock()  # whatever was being done, this is why it takes so long
        sys.stderr.write(terminal.say(kernels.COMPILING) + "\n")
        sys.stderr.flush()

    kernels.announcements[:] = [tell]
