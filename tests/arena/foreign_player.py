"""A contest entry that knows nothing of sleuth: PROGRAM MANNER FRAMING IDENTIFIER PORT.

It plays honestly but simply, or, from its third question or answer on, misbehaves in one manner.
"""

from __future__ import annotations

import itertools
import random
import signal
import socket
import sys
import time

SUSPECTS, WEAPONS, ROOMS = "Gr Mu Pe Pl Sc Wh", "Ca Kn Pi Re Ro Wr", "Ba Bi Co Di Ha Ki Li Lo St"
EVERY = [" ".join(three) for three in itertools.product(*map(str.split, (SUSPECTS, WEAPONS, ROOMS)))]


class Player:
    def __init__(self, manner: str) -> None:
        self.manner = manner
        self.chance = random.Random(1)
        self.turns = 0
        self.me, self.hand, self.asked, self.proved = "", [""], [""], ""

    def answer(self, message: str) -> str:
        verb, *words = message.split()
        if verb == "reset":
            self.me, self.hand, self.asked, self.proved = words[1], words[2:], [], ""
        if (
            verb == "suggestion"
            and words[0] == self.me
            and words[4] == "-"
            and not {*words[1:4]} & {*self.hand}
        ):
            self.proved = " ".join(words[1:4])
        if verb in ("suggest", "disprove", "accuse"):
            self.turns += 1
            return self.misbehave(verb, words) if self.turns >= 3 else self.choose(verb, words)
        return {"done": "dead"}.get(verb, "OK" if self.manner == "shouts" else "ok")

    def choose(self, verb: str, words: list[str]) -> str:
        if verb == "suggest":
            self.asked.append(self.chance.choice([three for three in EVERY if three not in self.asked]))
            return f"suggest {self.asked[-1]}"
        if verb == "disprove":
            return f"show {next(card for card in words[1:] if card in self.hand)}"
        return f"accuse {self.proved}" if self.proved else "-"

    def misbehave(self, verb: str, words: list[str]) -> str:
        match self.manner, verb:
            case "hangs", _:
                time.sleep(60)
            case "dies", _:
                sys.exit(1)
            case "is deaf to signals", _:
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                time.sleep(60)
            case "rubbish", _:
                return "\x00\x07lorem ipsum dolor sit amet" * 3
            case "floods", _:
                return "x" * 20_000
            case "says nothing to show", "disprove":
                return "show"
            case "lies", "disprove":
                return f"show {next(card for card in [*words[1:], 'St'] if card not in self.hand)}"
            case "repeats", "suggest":
                return f"suggest {self.asked[0]}" if self.asked else self.choose(verb, words)
            case "asks for two rooms", "suggest":
                return "suggest Sc Ba Bi"
            case "accuses its own hand", "accuse":
                return f"accuse {next(three for three in EVERY if {*three.split()} & {*self.hand})}"
            case "never accuses", "accuse":
                return "-"
            case "shouts", _:
                return self.choose(verb, words).upper()
        return self.choose(verb, words)


def main(manner: str, framing: str, identifier: str, port: str) -> None:
    if manner == "does not start":
        return
    player, link = Player(manner), socket.create_connection(("localhost", int(port)))
    end = "" if framing == "buffer" else "\n"
    greeting = f"{identifier.upper() if manner == 'shouts' else identifier} alive"
    if framing == "halves":
        link.sendall(greeting[:9].encode())
        time.sleep(0.6)
        greeting = greeting[9:]
    link.sendall(greeting.encode())
    if framing == "apart":
        time.sleep(0.02)
    link.sendall(end.encode())
    heard, reply = b"", ""
    while reply != "dead" and (data := link.recv(4096)):
        heard += data
        if end and not heard.endswith(b"\n"):
            continue
        reply, heard = player.answer(heard.decode().strip()), b""
        link.sendall((reply + end).encode())


if __name__ == "__main__":
    main(*sys.argv[1:])
