"""A beginner: marks only the cards it is shown, forgets them after a while, and believes an empty round."""

from __future__ import annotations

from sleuth.agents.notes import Notes
from sleuth.agents.policy import Keep, Policy, Rule, Solved
from sleuth.agents.simple import PolicyAgent
from sleuth.cards import Seat
from sleuth.events import Event, Peeked, Revealed, Showed, Suggested
from sleuth.view import View

MEMORY = 5
"""So many things a beginner has in mind at once."""


class BeginnerAgent(PolicyAgent):
    """Asks for any card that it does not remember, and hears only what it is told itself."""

    def __init__(self) -> None:
        super().__init__(Policy(Rule.RANDOM, Keep.SEEN | Keep.CATEGORY, solved=Solved.AVOID, aims=False))

    def notes(self, view: View) -> Notes:
        assert view.seat is not None
        assert view.hand is not None
        found = Notes.blank(view.record.setup, view.seat, view.hand, self.policy.keep)
        heard = [_heard(entry.events, view.seat) for entry in view.record.standing]
        for events in [events for events in heard if events][-MEMORY:]:
            found.note(events)
        return found


def _heard(events: tuple[Event, ...], me: Seat) -> tuple[Event, ...]:
    """What a beginner notices: a card that it is shown, and that nobody could answer its own question."""
    first = events[0]
    if isinstance(first, Suggested) and first.seat == me and not any(isinstance(e, Showed) for e in events):
        return events
    return tuple(event for event in events if _is_seen(event, me))


def _is_seen(event: Event, me: Seat) -> bool:
    match event:
        case Showed(seat, card) | Revealed(seat, card):
            return card is not None and seat != me
        case Peeked(_, _, card):
            return card is not None
    return False
