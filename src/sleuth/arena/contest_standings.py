"""What a contest says: which program won how often, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass

from sleuth.arena.contest_entry import Entry
from sleuth.arena.contest_serve import Meeting
from sleuth.arena.standings import Standing, Standings


@dataclass(frozen=True, slots=True)
class Place:
    """A program in the standings."""

    entry: Entry
    wins: int = 0
    games: int = 0
    """With those in which a stand-in kept its seat."""
    deals: int = 0
    share: float | None = None
    """Of all games; there is none before the first."""
    interval: tuple[float, float] | None = None
    """95 % of the share; a program that is out has none, for it loses the rest by rule and not by chance."""

    @classmethod
    def of(cls, entry: Entry, standing: Standing) -> Place:
        """The place of a program that has this record."""
        interval = None if entry.foul else standing.interval
        return cls(entry, standing.wins, standing.games, standing.deals, standing.share, interval)


def places(meeting: Meeting) -> list[Place]:
    """The standings, the best first, and those who are out behind all others."""
    known = {standing.agent: standing for standing in Standings.of(meeting.rows).table}
    found = [
        Place.of(entry, known[entry.name]) if entry.name in known else Place(entry)
        for entry in meeting.entries
    ]
    return sorted(found, key=lambda place: (place.entry.foul is not None, -place.wins, place.entry.name))
