"""Which code this is: the commit of a checkout."""

from __future__ import annotations

import subprocess
from pathlib import Path

SOURCE = Path(__file__).parents[3]
"""What this package was checked out into, if it was."""


def commit(tree: Path = SOURCE) -> str | None:
    """The commit of a source tree, “-dirty” if its code is not as committed; nothing if it is no checkout."""
    if not (tree / ".git").exists():
        return None
    try:
        at, changes = (_git(tree, *words) for words in (_DESCRIBED, _CHANGED))
    except (OSError, subprocess.CalledProcessError):  # no git, or one that does not trust this folder
        return None
    return f"{at}-dirty" if changes else at


# Reports that were written a moment ago do not make the code another one.
_DESCRIBED, _CHANGED = ("describe", "--always"), ("status", "--porcelain", "--", "src")


def _git(tree: Path, *words: str) -> str:
    return subprocess.run(
        ["git", "--no-optional-locks", *words],
        cwd=tree,
        check=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ).stdout.strip()
