"""Who plays a tournament's games: this process, several on this machine, or a Dask cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from typing import Any, Protocol, TypeVar

from sleuth.errors import BadSetup, SleuthError
from sleuth.language import N_

PATIENCE = 10
"""Seconds in which a cluster's scheduler must answer."""
AHEAD = 256
"""Pieces of work that are given away before the first of them is due: more than most people have workers, for
whoever is given none has nothing to do, and a piece that waits costs next to nothing."""

Piece = TypeVar("Piece")
Found = TypeVar("Found")


class WorkersLost(SleuthError):
    """Workers that were killed, or whose scheduler was."""

    code = "arena/workers-lost"


class Workers(Protocol):
    """Whatever runs a function elsewhere: a pool of processes, or a Dask cluster's client."""

    def submit(self, function: Callable[..., Any], /, *given: Any) -> Any: ...


@contextmanager
def workers(jobs: int, cluster: str | None) -> Iterator[Workers | None]:
    """Workers as many as wanted; none for one job, which is done here.

    WorkersLost if they go away before their work is done, wherever it is waited for in here.
    """
    try:
        with _hired(jobs, cluster) as hands:
            yield hands
    except (BrokenExecutor, CancelledError) as error:
        raise WorkersLost(
            N_(
                "The workers are gone; what they had finished is kept where it was written to a file, "
                "and the same command goes on from there."
            )
        ) from error


@contextmanager
def _hired(jobs: int, cluster: str | None) -> Iterator[Workers | None]:
    if cluster is not None:
        with _client(cluster) as client:
            yield client
    elif jobs > 1:
        # Fresh processes: a copy of one that has compiled kernels and threads is not safe.
        fresh = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(jobs, mp_context=fresh, initializer=end_with_parent)
        try:
            yield pool
        finally:
            pool.shutdown(cancel_futures=True)
    else:
        yield None


def end_with_parent() -> None:
    """In a worker: do not outlive the process that wants the work, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends a worker without a word
    parent = multiprocessing.parent_process()

    def follow() -> None:
        assert parent is not None
        parent.join()
        os._exit(1)

    if parent is not None:
        threading.Thread(target=follow, daemon=True).start()


def _client(address: str) -> Any:
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise BadSetup(N_("A cluster needs Dask: install it with pip install 'sleuth[cluster]'.")) from None
    try:
        # Dask's client takes any word for an address, and then long to give up.
        distributed.comm.get_address_host_port(address)
        return distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError):
        raise BadSetup(N_("No Dask scheduler answers at {address}."), address=address) from None


def in_order(
    work: Callable[[Piece], Found], pieces: Iterable[Piece], hands: Workers | None
) -> Iterator[Found]:
    """What every piece of work gives, in the order of the pieces, some being worked on ahead."""
    if hands is None:
        yield from map(work, pieces)
        return
    rest = iter(pieces)
    ahead = [hands.submit(work, piece) for piece in islice(rest, AHEAD)]
    while ahead:
        yield ahead.pop(0).result()
        ahead += [hands.submit(work, piece) for piece in islice(rest, 1)]
