"""A PostgreSQL of one's own: a cluster in a folder, reached by a socket there, thrown away afterwards."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote


def programs() -> Path:
    """The folder with PostgreSQL's programs; a missing one is a failure and not a reason to skip."""
    on_path = shutil.which("initdb")
    found = [Path(on_path).parent] if on_path else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    assert found, "PostgreSQL is not installed (Debian: apt-get install postgresql)"
    return found[-1]


def _as_postgres(*command: str | Path) -> None:
    """Run a program of PostgreSQL, which refuses to run as root."""
    prefix = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
    done = subprocess.run([*prefix, *map(str, command)], capture_output=True, text=True, check=False, cwd="/")
    assert done.returncode == 0, done.stdout + done.stderr


@contextmanager
def postgres() -> Iterator[str]:
    """The URL of a fresh database."""
    folder = Path(tempfile.mkdtemp(prefix="sleuth-pg-"))
    folder.chmod(0o777)
    data, bin_ = folder / "data", programs()
    try:
        _as_postgres(bin_ / "initdb", "-D", data, "-A", "trust", "-U", "sleuth", "--no-sync")
        options = f"-c listen_addresses='' -c unix_socket_directories={folder}"
        _as_postgres(bin_ / "pg_ctl", "-D", data, "-o", options, "-w", "-l", folder / "log", "start")
        try:
            yield f"postgresql://sleuth@/postgres?host={quote(str(folder))}"
        finally:
            _as_postgres(bin_ / "pg_ctl", "-D", data, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
