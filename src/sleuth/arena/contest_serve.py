"""The contest's server: starts foreign programs, referees their games, and shrugs off their crashes."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import cycle
from random import Random
from secrets import randbits, token_hex

from sleuth.arena.contest import Foul, Unfair, card_of, cards_of, word
from sleuth.arena.contest_entry import Entry
from sleuth.arena.contest_schedule import blank
from sleuth.arena.contest_start import start_all, stop_all
from sleuth.arena.contest_terms import LONGER
from sleuth.arena.match import NAMES
from sleuth.arena.swift import boardless
from sleuth.arena.tournament import Row
from sleuth.cards import Card, Seat
from sleuth.deal import shuffle
from sleuth.edition import Edition
from sleuth.errors import SleuthError
from sleuth.language import N_

Cards = tuple[Card, ...]


class NoPort(SleuthError):
    """A port that cannot be listened on."""

    code = "contest/no-port"


@dataclass(frozen=True, slots=True)
class Meeting:
    """The programs of a contest, and the games that they have played so far."""

    entries: tuple[Entry, ...]
    rows: list[Row] = field(default_factory=list)
    seed: int = 0
    """Whoever knows it knows all cards, so it is told only in the end."""


def serve(
    programs: Sequence[str],
    *,
    port: int = 0,
    games: int = 100,
    seed: int | None = None,
    seconds: float = 10.0,
    starting: float = LONGER,
    watch: Callable[[Meeting], None] = lambda meeting: None,
) -> Meeting:
    """Start the programs and play the games, every deal once around the table; without a seed nobody can
    foresee them.

    `watch` is told at the start and after every game how things stand.
    """
    # A word by chance, so that no program takes another's seat by accident.
    entries = tuple(Entry(f"player{i}.{token_hex(3)}", program) for i, program in enumerate(programs))
    meeting = Meeting(entries, seed=randbits(64) if seed is None else seed)
    names = [entry.name for entry in entries]
    watch(meeting)
    try:
        with _listener(port) as listener:
            start_all(entries, listener, starting)
        for game in range(games):
            if all(entry.foul for entry in entries):
                break
            meeting.rows.append(_played(blank(names, game, meeting.seed), entries, seconds))
            watch(meeting)
    finally:
        stop_all(entries)
    return meeting


def _listener(port: int) -> socket.socket:
    try:
        return socket.create_server(("localhost", port))
    except (OSError, OverflowError):
        raise NoPort(
            N_(
                "Port {port} of this machine cannot be listened on; another program may have it. "
                "Without --port any free one is taken."
            ),
            port=port,
        ) from None


def _played(row: Row, entries: Sequence[Entry], seconds: float) -> Row:
    """The row with who won; a game won by a stand-in counts for nobody."""
    named = {entry.name: entry for entry in entries}
    table = [named[name] for name in row.agents]
    winner = Contest(table, Random(row.seed), seconds).play()
    return replace(row, winner=winner if table[winner].foul is None else None)


class Contest:
    """One game by the contest's rules."""

    def __init__(self, table: Sequence[Entry], rng: Random, seconds: float) -> None:
        edition, n = Edition.load("classic"), len(table)
        _, self.deal = shuffle(edition, NAMES[:n], rng, boardless(edition, n))
        self.table, self.seconds = table, seconds
        self.out: set[Seat] = set()
        self.asked: set[tuple[Seat, Cards]] = set()

    def play(self) -> Seat:
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
        proved = shower is None and not set(cards) & set(self.deal.hands[seat])
        return self._verdict(seat, proved)

    def _check_question(self, seat: Seat, reply: str) -> None:
        verb, *words = reply.split() or [""]
        if verb.lower() != "suggest":
            raise Foul(N_("answered “{reply}” where a suggestion was due"), reply=reply[:60])
        if (seat, cards_of(words)) in self.asked:
            raise Unfair(N_("made the same suggestion twice"))

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

    def _verdict(self, seat: Seat, proved: bool) -> bool:
        check = partial(self._check_verdict, seat, proved)
        reply = self.table[seat].tell("accuse", self.seconds, check)
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

    def _check_verdict(self, seat: Seat, proved: bool, reply: str) -> None:
        verb, *words = reply.split() or [""]
        if reply == "-":
            if proved:
                raise Unfair(N_("did not accuse though its own suggestion proved the solution"))
            return
        if verb.lower() != "accuse":
            raise Foul(N_("answered “{reply}” where an accusation or “-” was due"), reply=reply[:60])
        if set(cards_of(words)) & set(self.deal.hands[seat]):
            raise Unfair(N_("accused a card of its own hand"))


def _check_show(held: Sequence[Card], reply: str) -> None:
    verb, *words = reply.split() or [""]
    if verb.lower() != "show" or len(words) != 1:
        raise Foul(N_("answered “{reply}” where a card was due"), reply=reply[:60])
    if card_of(words[0]) not in held:
        raise Unfair(N_("showed a card that it does not hold, or that was not asked for"))
