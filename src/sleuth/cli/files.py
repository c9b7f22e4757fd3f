"""Writing files so that there is never half a file."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sleuth.cli.errors import CannotWrite
from sleuth.language import N_


def write_atomically(path: Path, content: str | bytes) -> None:
    """Put text or bytes into a file all at once, and make its folder if there is none."""
    raw = content.encode() if isinstance(content, str) else content
    with complaining(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            path.write_bytes(raw)  # a pipe or a device, which must stay what it is
        else:
            _replace(path.resolve(), raw)  # a link stays a link


def check_writable(path: Path) -> None:
    """Complain before the work if its result could not be written after it."""
    with complaining(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if path.is_file() or not path.exists():
            tempfile.TemporaryFile(dir=path.resolve().parent).close()


@contextmanager
def complaining(path: Path) -> Iterator[None]:
    """What goes wrong in here with a file is said as it is said to people."""
    try:
        yield
    except OSError as error:
        raise CannotWrite(
            N_("Cannot write {path}: {why}."), path=path, why=error.strerror or error
        ) from error


def _replace(path: Path, raw: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
        Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    """A temporary file is private; the finished one is as open as any other."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
