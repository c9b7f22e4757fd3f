"""Kills the server at random moments while entries are posted, and counts what is there afterwards.

The suite runs a short version; `python -m tests.web.crash` runs the long one: 500 entries, 20 kills, on
SQLite and on PostgreSQL.
"""

from __future__ import annotations

import random
import sys
import tempfile
import threading
import time
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

import httpx

from tests.web.hands import new_notebook
from tests.web.postgres import postgres
from tests.web.servers import Server, serving

CASE = "edition: classic\nplayers: Anna Ben Cleo\n"
SUSPECTS = ("scarlet", "mustard", "white", "green", "peacock", "plum")
NAMES = ("Anna", "Ben", "Cleo")


@dataclass(slots=True)
class Witness:
    """Posts entries one after the other, as an outbox does, and remembers what was acknowledged."""

    server: Server
    token: str
    entries: int
    acknowledged: list[str] = field(default_factory=list)

    def run(self) -> None:
        """Post until all entries are acknowledged, whatever happens to the server."""
        with httpx.Client(timeout=5) as client:
            for n in range(self.entries):
                self._post(client, n)

    def _post(self, client: httpx.Client, n: int) -> None:
        key = uuid4().hex
        body = {"key": key, "base": n, "change": {"kind": "add", "line": _line(n)}}
        headers = {"authorization": f"Bearer {self.token}"}
        while True:
            try:
                answer = client.post(f"{self.server.url}/api/notebook/changes", json=body, headers=headers)
            except httpx.TransportError:
                time.sleep(0.01)
                continue
            assert answer.is_success, answer.text
            assert answer.json()["version"] == n + 1
            self.acknowledged.append(key)
            return


def _line(n: int) -> str:
    return f"{NAMES[n % 3]} lacks {SUSPECTS[n % 6]}"


def crash(server: Server, entries: int, kills: int, seed: int) -> Witness:
    """Post entries while the server is killed so many times; every acknowledged one must be there, once."""
    rng = random.Random(seed)
    witness = Witness(server, new_notebook(server.url, CASE)["write"], entries)
    thread = threading.Thread(target=witness.run)
    thread.start()
    for kill in range(1, kills + 1):
        # Each kill comes somewhere in its share of the entries.
        until = int(entries * (kill - rng.random()) / (kills + 1))
        while len(witness.acknowledged) < until and thread.is_alive():
            time.sleep(0.001)
        time.sleep(rng.random() * 0.02)
        server.kill()
        server.start()
    thread.join()
    check(witness)
    return witness


def check(witness: Witness) -> None:
    """What the server has is what it acknowledged: all of it, once, in order."""
    headers = {"authorization": f"Bearer {witness.token}"}
    stored = httpx.get(f"{witness.server.url}/api/notebook/changes", headers=headers, timeout=60).json()
    assert [change["version"] for change in stored] == list(range(1, witness.entries + 1))
    assert [change["change"]["line"] for change in stored] == [_line(n) for n in range(witness.entries)]
    assert len(set(witness.acknowledged)) == witness.entries


def main() -> None:
    for name, database in (("SQLite", nullcontext("")), ("PostgreSQL", postgres())):
        with tempfile.TemporaryDirectory() as folder, database as url, serving(Path(folder), url) as server:
            crash(server, entries=500, kills=20, seed=1)
            sys.stdout.write(f"{name}: 500 entries, 20 kills: all there, none twice\n")


if __name__ == "__main__":
    main()
