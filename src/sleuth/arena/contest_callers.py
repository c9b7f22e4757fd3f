"""Who has called a server on this machine, and whether they and it have spoken."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from contextlib import closing
from typing import NamedTuple

LOOKUP = struct.Struct("=BBBxI 2xH 36x 8x")
"""A question to Linux's `sock_diag`: family, protocol, extensions, states, the port called (big-endian)."""
HEADER = struct.Struct("=IHHII")
ATTRIBUTE = struct.Struct("=HH")
RECORD = 72
"""Bytes of a record before its attributes."""
COUNTS = struct.Struct("=120xQQ")
"""Where `tcp_info`, from Linux 4.1, counts the bytes sent, one more for the call itself, and received."""
BY_FAMILY, ROOT_MATCH, DONE, FAILED = 20, 0x301, 3, 2
SOCK_DIAG, INFO, ESTABLISHED = 4, 2, 1 << 1
ANSWERING = 1.0
"""Seconds in which the system must answer."""
ENOUGH = 1 << 16


class Caller(NamedTuple):
    """A program that has called."""

    spoke: bool
    heard: bool


def callers(port: int) -> list[Caller] | None:
    """The callers of a port; None where the system does not tell (Linux can)."""
    if not hasattr(socket, "AF_NETLINK"):
        return None
    try:
        # A Java program's calls are among those of IPv6.
        counts = [count for family in (socket.AF_INET, socket.AF_INET6) for count in _counted(family, port)]
    except (OSError, struct.error):
        return None
    return [Caller(sent > 1, received > 0) for sent, received in counts]


def _counted(family: int, port: int) -> Iterator[tuple[int, int]]:
    with closing(socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, SOCK_DIAG)) as system:
        system.settimeout(ANSWERING)
        lookup = LOOKUP.pack(family, socket.IPPROTO_TCP, 1 << INFO - 1, ESTABLISHED, socket.htons(port))
        system.send(HEADER.pack(HEADER.size + len(lookup), BY_FAMILY, ROOT_MATCH, 0, 0) + lookup)
        while True:
            answer = system.recv(ENOUGH)
            while answer:
                length, kind, *_ = HEADER.unpack_from(answer)
                if kind == DONE:
                    return
                if kind == FAILED:
                    raise OSError
                yield from _counts(answer[HEADER.size + RECORD : length])
                answer = answer[length:]


def _counts(attributes: bytes) -> Iterator[tuple[int, int]]:
    while attributes:
        length, kind = ATTRIBUTE.unpack_from(attributes)
        if kind == INFO:
            yield COUNTS.unpack_from(attributes, ATTRIBUTE.size)
        attributes = attributes[length + 3 & ~3 :]
