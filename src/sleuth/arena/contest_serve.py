"""The contest's server: starts foreign programs, referees their games, and shrugs off their crashes."""

from __future__ import annotations

import shlex
import socket
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle, islice, permutations
from random import Random

from sleuth.agents.policy import POLICIES
from sleuth.agents.simple import PolicyAgent
from sleuth.arena.contest import Foul, Mind, card_of, cards_of, word
from sleuth.arena.contest_wire import Wire
from sleuth.arena.match import NAMES
from sleuth.arena.swift import boardless
from sleuth.cards import Card, Seat
from sleuth.deal import shuffle
from sleuth.edition import Edition
from sleuth.language import N_

Cards = tuple[Card, ...]

STARTING = 30.0
"""Seconds that a program may take to start; some bring a virtual machine along."""


@dataclass(slots=True)
class Entry:
    """A program in the contest; after a foul a stand-in of ours keeps its seat warm."""

    identifier: str
    program: str
    wire: Wire | None = None
    process: subprocess.Popen[bytes] | None = None
    wins: int = 0
    games: int = 0
    foul: Foul | None = None
    heard: list[str] = field(default_factory=list)
    """The messages of this game, so that a stand-in can catch up."""
    stand_in: Mind | None = None

    def tell(self, message: str, seconds: float, check: Callable[[str], None] | None = None) -> str:
        """Send a message and get the answer, from the program or, once it has fouled, from its stand-in."""
        if message.startswith("reset"):
            self.heard = []
        if self.stand_in is None:
            try:
                reply = self._ask(message, seconds)
                (check or _expect_ok)(reply)
            except Foul as foul:
                self.disqualify(foul)
            else:
                self.heard.append(message)
                return reply
        assert self.stand_in is not None
        self.heard.append(message)
        return self.stand_in.answer(message)

    def _ask(self, message: str, seconds: float) -> str:
        assert self.wire is not None
        try:
            self.wire.send(message)
        except OSError:
            raise Foul(N_("hung up")) from None
        return self.wire.receive(seconds)

    def disqualify(self, foul: Foul) -> None:
        """Out of the contest, for this reason."""
        self.foul = foul
        self.stand_in = Mind(PolicyAgent(POLICIES["heuristic"]))
        for message in self.heard:
            if message.split()[0] in ("reset", "suggestion", "accusation"):
                self.stand_in.answer(message)
        self.stop()

    def stop(self) -> None:
        """End the program, politely if it listens."""
        if self.wire is not None:
            with suppress(OSError, Foul):
                self.wire.send("done")
                if self.foul is None:
                    self.wire.receive(1.0)
            self.wire.close()
        if self.process is not None:
            self.process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(2)
            if self.process.poll() is None:
                self.process.kill()
                self.process.wait()


def _expect_ok(reply: str) -> None:
    if reply.lower() != "ok":
        raise Foul(N_("answered “{reply}” where “ok” was due"), reply=reply[:60])


def serve(
    programs: Sequence[str],
    *,
    port: int = 0,
    games: int = 100,
    seed: int = 1,
    seconds: float = 10.0,
    watch: Callable[[int, list[Entry]], None] = lambda game, entries: None,
) -> list[Entry]:
    """Start the programs, play the games in every seating in turn, and return the entries with their wins."""
    entries = [Entry(f"player{i}", program) for i, program in enumerate(programs)]
    with socket.create_server(("localhost", port)) as listener:
        try:
            _start(entries, listener)
            seatings = islice(cycle(list(permutations(entries))), games)
            for game, table in enumerate(seatings):
                winner = Contest(table, Random(seed * 1_000_003 + game // 6), seconds).play()
                for entry in table:
                    entry.games += 1
                if winner is not None and table[winner].foul is None:
                    table[winner].wins += 1
                watch(game, entries)
        finally:
            for entry in entries:
                if entry.foul is None:
                    entry.stop()
    return entries


def _start(entries: list[Entry], listener: socket.socket) -> None:
    """Run every program and wait until it says that it is alive."""
    port = listener.getsockname()[1]
    listener.settimeout(STARTING)
    for entry in entries:
        try:
            command = [*shlex.split(entry.program), entry.identifier, str(port)]
            entry.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
            entry.wire = Wire(listener.accept()[0])
            greeting = entry.wire.receive(STARTING)
            if greeting.split() != [entry.identifier, "alive"]:
                raise Foul(
                    N_("said “{greeting}” instead of “{identifier} alive”"),
                    greeting=greeting[:60],
                    identifier=entry.identifier,
                )
        except OSError as error:
            entry.disqualify(Foul(N_("could not be started: {error}"), error=str(error)))
        except Foul as foul:
            entry.disqualify(foul)


class Contest:
    """One game by the contest's rules."""

    def __init__(self, table: Sequence[Entry], rng: Random, seconds: float) -> None:
        edition, n = Edition.load("classic"), len(table)
        _, self.deal = shuffle(edition, NAMES[:n], rng, boardless(edition, n))
        self.table, self.seconds = table, seconds
        self.out: set[Seat] = set()
        self.asked: set[tuple[Seat, Cards]] = set()

    def play(self) -> Seat | None:
        """The winner's seat."""
        for seat, entry in enumerate(self.table):
            hand = " ".join(map(word, self.deal.hands[seat]))
            entry.tell(f"reset {len(self.table)} {seat} {hand}", self.seconds)
        for seat in cycle(range(len(self.table))):
            if len(self.table) - len(self.out) == 1:
                return next(s for s in range(len(self.table)) if s not in self.out)
            if seat not in self.out and self._turn(seat):
                return seat
        raise AssertionError("a cycle never ends")

    def _turn(self, seat: Seat) -> bool:
        """One question and perhaps an accusation; whether it won."""
        reply = self.table[seat].tell(
            "suggest", self.seconds, lambda reply: self._check_question(seat, reply)
        )
        cards = cards_of(reply.split()[1:])
        self.asked.add((seat, cards))
        shower, card = self._answer(seat, cards)
        line = f"suggestion {seat} {' '.join(map(word, cards))} {'-' if shower is None else shower}"
        for other, entry in enumerate(self.table):
            seen = card is not None and other in (seat, shower)
            entry.tell(f"{line} {word(card)}" if seen and card is not None else line, self.seconds)
        return self._verdict(seat)

    def _check_question(self, seat: Seat, reply: str) -> None:
        verb, *words = reply.split() or [""]
        if verb.lower() != "suggest":
            raise Foul(N_("answered “{reply}” where a suggestion was due"), reply=reply[:60])
        if (seat, cards_of(words)) in self.asked:
            raise Foul(N_("made the same suggestion twice"))

    def _answer(self, asker: Seat, cards: Cards) -> tuple[Seat | None, Card | None]:
        n = len(self.table)
        for step in range(1, n):
            seat = (asker + step) % n
            held = [card for card in cards if card in self.deal.hands[seat]]
            if len(held) == 1:
                return seat, held[0]
            if held:
                message = f"disprove {asker} {' '.join(map(word, cards))}"
                reply = self.table[seat].tell(message, self.seconds, partial(_check_show, held))
                return seat, card_of(reply.split()[1])
        return None, None

    def _verdict(self, seat: Seat) -> bool:
        reply = self.table[seat].tell("accuse", self.seconds, lambda r: self._check_verdict(seat, r))
        if reply == "-":
            return False
        cards = cards_of(reply.split()[1:])
        right = cards == self.deal.envelope
        for entry in self.table:
            entry.tell(
                f"accusation {seat} {' '.join(map(word, cards))} {'+' if right else '-'}", self.seconds
            )
        if not right:
            self.out.add(seat)
        return right

    def _check_verdict(self, seat: Seat, reply: str) -> None:
        verb, *words = reply.split() or [""]
        if reply == "-":
            return
        if verb.lower() != "accuse":
            raise Foul(N_("answered “{reply}” where an accusation or “-” was due"), reply=reply[:60])
        if set(cards_of(words)) & set(self.deal.hands[seat]):
            raise Foul(N_("accused a card of its own hand"))


def _check_show(held: Sequence[Card], reply: str) -> None:
    verb, *words = reply.split() or [""]
    if verb.lower() != "show" or len(words) != 1:
        raise Foul(N_("answered “{reply}” where a card was due"), reply=reply[:60])
    if card_of(words[0]) not in held:
        raise Foul(N_("showed a card that it does not hold, or that was not asked for"))
