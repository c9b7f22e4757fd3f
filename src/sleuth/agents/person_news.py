"""What a person has been told of a game so far, and what is new since then, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sleuth.cards import Seat
from sleuth.events import Accused, Event
from sleuth.language import N_, say
from sleuth.record import Entry, Log, Record
from sleuth.scene import Phase
from sleuth.sentences import describe_entry
from sleuth.view import View


@dataclass(slots=True)
class News:
    """How much of a record has been told; a question is told with all its answers, unless one is asked."""

    lang: str
    told: int = 0
    _actor: Seat | None = None

    def of(self, view: View) -> Iterator[str]:
        """What happened since, a line an entry, with an empty line where somebody else goes on."""
        setup, you = view.record.setup, view.seat
        for entry in self._complete(view):
            actor = getattr(entry.events[0], "seat", None)
            if self.told and actor != self._actor:
                yield ""
            self._actor = actor
            self.told += len(entry.events)
            yield describe_entry(entry.events, setup, self.lang, you)
            if _is_out(entry.events, you):
                yield say(self.lang, N_("You are out, but you still show cards when somebody asks."))

    def _complete(self, view: View) -> Sequence[Entry]:
        fresh = Record(view.record.setup, Log(view.record.events[self.told :])).entries
        scene = view.scene
        pending = scene is not None and scene.phase is Phase.ANSWER and scene.actor != view.seat
        return fresh[:-1] if pending else fresh


def history(view: View, lang: str) -> Iterator[str]:
    """Everything so far, numbered as in a case file."""
    setup = view.record.setup
    for entry in view.record.entries:
        yield f"{entry.number:4}  {describe_entry(entry.events, setup, lang, view.seat)}"


def _is_out(events: Sequence[Event], you: Seat | None) -> bool:
    return any(isinstance(e, Accused) and e.seat == you and not e.right for e in events)
