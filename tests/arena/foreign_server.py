"""A contest server that knows nothing of sleuth, in either framing: one game for three entries, checked."""

from __future__ import annotations

import random
import socket
import subprocess
import time
from collections.abc import Sequence
from itertools import cycle

SUSPECTS = ("Gr", "Mu", "Pe", "Pl", "Sc", "Wh")
WEAPONS = ("Ca", "Kn", "Pi", "Re", "Ro", "Wr")
ROOMS = ("Ba", "Bi", "Co", "Di", "Ha", "Ki", "Li", "Lo", "St")


class Server:
    """Starts programs, deals, and keeps the minutes of what was said."""

    def __init__(
        self, programs: Sequence[Sequence[str]], framing: str, seed: int, patience: float = 60.0
    ) -> None:
        self.framing, self.minutes = framing, list[tuple[int, str, str]]()
        chance = random.Random(seed)
        self.file = [chance.choice(kind) for kind in (SUSPECTS, WEAPONS, ROOMS)]
        rest = [card for card in (*SUSPECTS, *WEAPONS, *ROOMS) if card not in self.file]
        chance.shuffle(rest)
        self.hands = [rest[seat :: len(programs)] for seat in range(len(programs))]
        with socket.create_server(("localhost", 0)) as listener:
            listener.settimeout(patience)
            self.running = []
            self.links = []
            for seat, program in enumerate(programs):
                command = [*program, f"seat{seat}", str(listener.getsockname()[1])]
                self.running.append(subprocess.Popen(command))
                self.links.append(listener.accept()[0])
                self.links[-1].settimeout(patience)
                assert self.hear(seat) == f"seat{seat} alive"

    def hear(self, seat: int) -> str:
        if self.framing == "buffer":
            return self.links[seat].recv(4096).decode("ascii")
        line = b""
        while not line.endswith(b"\n"):
            line += self.links[seat].recv(1)
        return line.decode("ascii").rstrip("\n")

    def tell(self, seat: int, message: str) -> str:
        said, end = message.encode("ascii"), b"" if self.framing == "buffer" else b"\n"
        for part in (said, end) if self.framing == "apart" else (said + end,):
            self.links[seat].sendall(part)
            time.sleep(0.02 * (self.framing == "apart"))
        reply = self.hear(seat)
        self.minutes.append((seat, message, reply))
        return reply

    def tell_all(self, message: str, card: str = "", seeing: Sequence[int] = ()) -> None:
        for seat in range(len(self.links)):
            assert self.tell(seat, f"{message} {card}" if card and seat in seeing else message) == "ok"

    def play(self) -> int:
        """One game; the winner's seat."""
        n, out = len(self.links), set[int]()
        for seat in range(n):
            assert self.tell(seat, f"reset {n} {seat} {' '.join(self.hands[seat])}") == "ok"
        for seat in cycle(range(n)):
            if seat in out:
                continue
            if len(out) == n - 1:
                return seat
            verb, *asked = self.tell(seat, "suggest").split()
            assert verb == "suggest"
            self.answer(seat, asked)
            verdict = self.tell(seat, "accuse").split()
            if verdict != ["-"]:
                assert verdict[0] == "accuse"
                right = verdict[1:] == self.file
                self.tell_all(f"accusation {seat} {' '.join(verdict[1:])} {'+' if right else '-'}")
                if right:
                    return seat
                out.add(seat)
        raise AssertionError("a cycle never ends")

    def answer(self, asker: int, asked: list[str]) -> None:
        words = " ".join(asked)
        for step in range(1, len(self.links)):
            seat = (asker + step) % len(self.links)
            held = [card for card in asked if card in self.hands[seat]]
            if held:
                card = held[0] if len(held) == 1 else self.tell(seat, f"disprove {asker} {words}").split()[1]
                assert card in held
                return self.tell_all(f"suggestion {asker} {words} {seat}", card, (asker, seat))
        return self.tell_all(f"suggestion {asker} {words} -")

    def close(self) -> list[int]:
        """Say good-bye; the programs' exit codes."""
        for seat in range(len(self.links)):
            assert self.tell(seat, "done") == "dead"
        for link in self.links:
            link.close()
        return [program.wait(20) for program in self.running]
