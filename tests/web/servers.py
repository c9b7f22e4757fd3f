"""Real servers for the tests: a process of their own, a free port, a database that is thrown away."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import httpx

T = TypeVar("T")

ROOT = Path(__file__).parents[2]
COMPILED = 280
READY = 120
"""Seconds; nothing is compiled before the first answer, but a busy machine takes long to import a lot."""


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


def ready(url: str) -> str:
    """The same address, once a server answers there."""
    limit = time.monotonic() + READY
    while time.monotonic() < limit:
        try:
            if httpx.get(f"{url}/api/health", timeout=5).is_success:
                return url
        except httpx.TransportError:
            time.sleep(0.02)
    raise TimeoutError(url)


@dataclass(slots=True)
class Server:
    """`sleuth serve`, to be stopped, killed and started again at the same place."""

    folder: Path
    database: str = ""
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    @property
    def log(self) -> str:
        return (self.folder / "server.log").read_text()

    def start(self) -> Server:
        """Start it and wait until it answers."""
        command = [sys.executable, "-m", "sleuth.cli", "serve", "--port", str(self.port)]
        command += ["--db", self.database or f"sqlite:///{self.folder}/notebooks.sqlite"]
        path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                command, env=os.environ | {"PYTHONPATH": path}, stdout=log, stderr=log
            )
        try:
            ready(self.url)
        except TimeoutError as late:
            raise AssertionError(f"the server did not start:\n{self.log}") from late
        return self

    def warm(self) -> Server:
        """Wait until its kernels are compiled, which takes a while once after they were changed."""
        limit = time.monotonic() + COMPILED
        while not httpx.get(f"{self.url}/api/health", timeout=60).json()["warm"]:
            assert time.monotonic() < limit, self.log
            time.sleep(0.1)
        return self

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it, politely or not."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(60)
            self.process = None

    def kill(self) -> None:
        """End it at once, as a crash would."""
        self.stop(signal.SIGKILL)


@contextmanager
def serving(folder: Path, database: str = "") -> Iterator[Server]:
    """A server for the length of a block."""
    server = Server(folder, database)
    try:
        yield server.start()
    finally:
        server.stop()


def apart(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end on a thread of its own; this one may belong to the browser's loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
