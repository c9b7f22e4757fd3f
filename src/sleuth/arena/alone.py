"""One writer at a time: a second run into the same file would do the work twice, or spoil it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sleuth.errors import SleuthError
from sleuth.language import N_

if sys.platform != "win32":
    import fcntl


class Busy(SleuthError):
    """A file to which another run is writing."""

    code = "arena/busy"


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keep other runs from writing to a file, which is made if need be; however we end, it is free again."""
    with path.open("ab") as file:
        try:
            if sys.platform != "win32":  # which has no such locks: nobody is kept out
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Busy(
                N_("Another run is writing to {file}: wait until it has ended, or choose another place."),
                file=str(path),
            ) from None
        except OSError:
            pass  # nor have some file systems that are shared over a network
        yield
