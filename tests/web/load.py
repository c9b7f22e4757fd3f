"""Many tables at once: clients on live lines, entries at a steady pace, and nothing lost or doubled.

`python -m tests.web.load` runs 200 clients on 50 notebooks for five minutes; the suite runs a short version.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from uuid import uuid4

import httpx
from websockets.asyncio.client import ClientConnection, connect

from sleuth.edition import Edition
from tests.web.servers import Server, serving

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fanny")


def evening(seed: int) -> tuple[str, Iterator[str]]:
    """A set-up and an endless, truthful game as Anna sees it: she never meets a contradiction."""
    rng, edition = random.Random(seed), Edition.load("classic")
    kinds = [list(edition.cards_of(i)) for i in range(3)]
    envelope = [rng.choice(kind) for kind in kinds]
    rest = [card for kind in kinds for card in kind if card not in envelope]
    rng.shuffle(rest)
    hands = [set(rest[3 * seat : 3 * seat + 3]) for seat in range(6)]
    ids = edition.cards
    mine = " ".join(ids[card] for card in hands[0])
    header = f"edition: classic\nplayers: {' '.join(NAMES)}\nme: Anna\nhand: {mine}\n"

    def lines() -> Iterator[str]:
        asker = 0
        while True:
            asked = [rng.choice(kind) for kind in kinds]
            yield f"{NAMES[asker]} ? {' '.join(ids[c] for c in asked)} | {answer(asker, asked)}"
            asker = (asker + 1) % 6

    def answer(asker: int, asked: list[int]) -> str:
        for step in range(1, 6):
            seat = (asker + step) % 6
            if held := sorted(hands[seat] & set(asked)):
                return f"{NAMES[seat]} ! {ids[held[0]] if 0 in (asker, seat) else ''}"
        return "-"

    return header, lines()


@dataclass(slots=True)
class Table:
    """A notebook, its links, and what was told to whom when."""

    token: str
    lines: Iterator[str]
    version: int = 0
    sent: dict[int, float] = field(default_factory=dict)
    heard: list[int] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass(slots=True)
class Report:
    """What came of it."""

    entries: int
    acknowledged: list[float]
    told: list[float]
    memory: tuple[int, int, int]
    """Megabytes of the server: before, after half of the entries, after all."""
    cpu: float
    """Seconds of CPU that the server used for an entry, its four pages included."""

    def __str__(self) -> str:
        return (
            f"{self.entries} entries; acknowledged in {_ms(median(self.acknowledged))} (median), "
            f"{_ms(_p95(self.acknowledged))} (p95); on the other screens after {_ms(median(self.told))} "
            f"(median), {_ms(_p95(self.told))} (p95); server CPU {_ms(self.cpu)} an entry, "
            f"memory {' -> '.join(map(str, self.memory))} MB"
        )


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms"


def _p95(values: list[float]) -> float:
    return quantiles(values, n=20)[-1]


async def play(server: Server, clients: int, tables: int, seconds: float, pace: float) -> Report:
    """Let clients log entries at a pace, and check that everyone knows everything at the end."""
    async with httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=64)) as http:
        games = [await _open(http, server, seed) for seed in range(tables)]
        pages = [await _look(server, games[i % tables], i // tables) for i in range(clients)]
        await _settled(games, clients // tables)
        process = server.pid
        held, used = [memory(process)], cpu(process)
        times = []
        for half in range(2):
            times += await _write(http, server, games, seconds / 2, pace, half)
            await _settled(games, clients // tables)
            held.append(memory(process))
        used = (cpu(process) - used) / len(times)
        for game in games:
            await _check(http, server, game)
        for line, task in pages:
            task.cancel()
            await line.close()
    told = [delay for game in games for delay in game.delays]
    return Report(len(times), times, told, (held[0], held[1], held[2]), used)


async def _open(http: httpx.AsyncClient, server: Server, seed: int) -> Table:
    header, lines = evening(seed)
    answer = await http.post(f"{server.url}/api/notebooks", json={"case": header})
    answer.raise_for_status()
    return Table(answer.json()["write"], lines)


async def _look(server: Server, game: Table, number: int) -> tuple[ClientConnection, asyncio.Task[None]]:
    line = await connect(server.url.replace("http", "ws") + "/api/live", max_size=2**22, open_timeout=60)
    await line.send(json.dumps({"token": game.token, "lang": ("en", "de")[number % 2]}))
    game.heard.append(-1)
    return line, asyncio.create_task(_listen(line, game, number))


async def _listen(line: ClientConnection, game: Table, number: int) -> None:
    async for text in line:
        version = json.loads(text)["view"]["version"]
        game.heard[number] = version
        if version in game.sent:
            game.delays.append(time.perf_counter() - game.sent[version])


async def _write(
    http: httpx.AsyncClient, server: Server, games: list[Table], seconds: float, pace: float, seed: int
) -> list[float]:
    rng, tasks = random.Random(seed), []
    begun = time.perf_counter()
    for n in range(int(seconds * pace)):
        await asyncio.sleep(max(0.0, begun + n / pace - time.perf_counter()))
        tasks.append(asyncio.create_task(_post(http, server, rng.choice(games))))
    return await asyncio.gather(*tasks)


async def _post(http: httpx.AsyncClient, server: Server, game: Table) -> float:
    async with game.lock:  # the outbox of a page sends one after the other
        body = {"key": uuid4().hex, "base": game.version, "change": {"kind": "add", "line": next(game.lines)}}
        start = time.perf_counter()
        game.sent[game.version + 1] = start
        headers = {"authorization": f"Bearer {game.token}"}
        answer = await http.post(f"{server.url}/api/notebook/changes", json=body, headers=headers)
        assert answer.is_success, answer.text
        game.version = answer.json()["version"]
        return time.perf_counter() - start


async def _settled(games: list[Table], each: int) -> None:
    limit = time.monotonic() + 240  # the machine may be busy
    while any(len(g.heard) < each or min(g.heard) < g.version for g in games):
        assert time.monotonic() < limit, "some pages were not told"
        await asyncio.sleep(0.02)


async def _check(http: httpx.AsyncClient, server: Server, game: Table) -> None:
    headers = {"authorization": f"Bearer {game.token}"}
    stored = (await http.get(f"{server.url}/api/notebook/changes", headers=headers)).json()
    assert [change["version"] for change in stored] == list(range(1, game.version + 1))


def memory(process: int) -> int:
    """Megabytes that a process holds."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) // 1024


def cpu(process: int) -> float:
    """Seconds of CPU that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--clients", type=int, default=200)
    words.add_argument("--tables", type=int, default=50)
    words.add_argument("--seconds", type=float, default=300)
    words.add_argument("--pace", type=float, default=20)
    asked = words.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        try:
            report = asyncio.run(play(server.warm(), asked.clients, asked.tables, asked.seconds, asked.pace))
        finally:
            sys.stdout.write(server.log)
        sys.stdout.write(f"{report}\n")


if __name__ == "__main__":
    main()
