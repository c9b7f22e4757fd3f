"""Writing files so that there is never half a file."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from sleuth.cli.errors import CannotWrite
from sleuth.language import N_


def write_atomically(path: Path, text: str) -> None:
    """Put `text` into a file all at once, and make its folder if there is none."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            Path(name).chmod(0o666 & ~_umask())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise CannotWrite(N_("Cannot write {path}: {why}."), path=path, why=error.strerror) from error


def _umask() -> int:
    """A temporary file is private; the finished one is as open as any other."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
