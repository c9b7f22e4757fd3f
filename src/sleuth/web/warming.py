"""Warm kernels: compiled once on a computer, by a process of its own, so that no table waits for it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from threading import Thread

from sleuth.casefile import loads
from sleuth.kernels import ready

CASE = """players: anna ben cleo
me: anna
hand: scarlet mustard rope knife hall lounge
ben ? plum pipe study | cleo !
"""


KERNELS = (
    "count.tabulate",
    "advise.weigh_questions",
    "playout_search.evaluate_shows",
    "playout_search.evaluate",
)
"""The last of each family to be compiled."""


async def compile_apart() -> None:
    """Have the kernels compiled by another process."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "sleuth.web.warming", stdin=asyncio.subprocess.PIPE
    )
    try:
        await process.wait()
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()


def compiled() -> bool:
    """Whether the kernels have been compiled on this computer."""
    return all(ready(kernel) for kernel in KERNELS)


def load() -> None:
    """Use every kernel once: it comes from the cache, or is compiled here after all."""
    from sleuth.agents.detective import Effort
    from sleuth.agents.verdict import judge_accusing
    from sleuth.inference.advise import advise
    from sleuth.inference.counting import count
    from sleuth.inference.notebook import infer

    view = loads(CASE).view()
    count(infer(view).problem, engine="compiled")
    advise(view, top=1, draws=64, worlds=1)
    judge_accusing(view, effort=Effort(worlds=16, draws=16, simulations=64))


def _leave_with_parent() -> None:
    """The server holds the other end of our input: when it closes, however it ended, so do we."""
    sys.stdin.read()
    os._exit(0)


def main() -> None:
    Thread(target=_leave_with_parent, daemon=True).start()
    load()


if __name__ == "__main__":
    main()
