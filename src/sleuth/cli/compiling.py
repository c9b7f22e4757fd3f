"""The first use of compiled code on a computer takes a while, so it is announced."""

from __future__ import annotations

import sys

from sleuth import kernels
from sleuth.cli.terminal import Terminal
from sleuth.language import N_


def announce_compiling(terminal: Terminal) -> None:
    """From now on, say on standard error when code is first compiled on this computer."""

    def tell() -> None:
        terminal.tock()  # whatever was being done, this is why it takes so long
        sentence = N_("Compiling for this computer, once; this takes a minute or two …")
        sys.stderr.write(terminal.say(sentence) + "\n")
        sys.stderr.flush()

    kernels.announcements[:] = [tell]
