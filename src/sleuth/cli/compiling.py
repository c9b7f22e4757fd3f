"""The first use of compiled code on a computer takes a while, so it is announced."""

from __future__ import annotations

import sys

from sleuth.cli.terminal import Terminal
from sleuth.language import N_


def announce_compiling(terminal: Terminal, *kernels: str) -> None:
    """Say on standard error that code is being compiled, if this computer has not done it yet."""
    from sleuth.kernels import ready  # looks into the cache folder, loads no compiler

    if not all(ready(kernel) for kernel in kernels):
        sentence = N_("Compiling for this computer, once; this takes about a minute …")
        sys.stderr.write(terminal.say(sentence) + "\n")
        sys.stderr.flush()
