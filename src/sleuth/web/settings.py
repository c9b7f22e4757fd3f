"""How a server is to run."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the notebooks are kept, and how much one visitor may ask for."""

    database: str = ""
    """A URL; empty for an SQLite file in the user's data folder."""
    burst: int = 400
    each_second: float = 100.0
    """Requests of one address: at once, and in the long run."""
    new_burst: int = 60
    new_each_second: float = 1.0
    """New notebooks of one address."""
    warm: bool = True
    """Whether to compile the kernels in the background at the start."""
    lang: str = "en"
    """What the server's own log speaks."""

    @property
    def url(self) -> str:
        return self.database or f"sqlite:///{data_folder() / 'notebooks.sqlite'}"


def data_folder() -> Path:
    """Where this user's programs keep what they must not lose."""
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA", Path.home() / "AppData" / "Roaming"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share"))
    folder = base / "sleuth"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder
