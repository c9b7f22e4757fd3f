"""A contest entry to be run as a program: plays as an agent, or misbehaves in one way."""

from __future__ import annotations

import socket
import sys
import time

from sleuth.agents.registry import agent
from sleuth.arena.contest import Mind
from sleuth.arena.contest_wire import Wire


def main(manner: str, framing: str, identifier: str, port: str) -> None:
    """Join and play; the manner says what goes wrong from the third message on."""
    mind = Mind(agent("heuristic"), 1)
    wire = Wire(socket.create_connection(("localhost", int(port))), "line" if framing == "line" else "buffer")
    wire.send(f"{identifier} alive")
    reply, count = "", 0
    while reply != "dead":
        message = wire.receive()
        reply, count = mind.answer(message), count + 1
        if count > 3 and manner == "hangs":
            time.sleep(60)
        if count > 3 and manner == "dies":
            return
        if count > 3 and manner == "rubbish":
            reply = "\x00lorem ipsum"
        if manner == "lies" and reply.startswith("show"):
            reply = "show St" if "St" not in message else "show Sc"
        wire.send(reply)


if __name__ == "__main__":
    main(*sys.argv[1:])
