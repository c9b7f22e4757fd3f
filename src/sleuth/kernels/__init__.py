"""Plain compiled functions of arrays, kept compiled in a user cache folder."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

from sleuth.language import N_


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "sleuth" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "sleuth"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sleuth"


CACHE = Path(os.environ.setdefault("NUMBA_CACHE_DIR", str(_user_cache() / "kernels")))
"""Where numba keeps what it has compiled; set here, before numba is imported."""


announcements: list[Callable[[], None]] = []
"""What is done, once, before the first kernel is compiled: a program may tell its user to wait."""
COMPILING = N_("Compiling for this computer, once; this takes a minute or two …")
"""What it then says."""


@cache
def folder(family: str) -> Path:
    """The cache folder of all kernels that may call each other, named by their sources.

    Numba by itself notices a change in a kernel's own file, but not in a file from which it calls another.
    """
    here = Path(__file__).parent
    shared = [here / name for name in ("jit.py", "rng.py", "count_bits.py")]
    sources = [*shared, *sorted(here.glob(f"{family}*.py"))]
    mark = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()
    return CACHE / f"{family}-{mark[:12]}"


@cache
def ready(kernel: str) -> bool:
    """Whether a kernel, such as `count.tabulate`, has been compiled on this computer; imports no compiler."""
    return any(folder(kernel.partition(".")[0].partition("_")[0]).rglob(f"{kernel}-*.nbi"))
