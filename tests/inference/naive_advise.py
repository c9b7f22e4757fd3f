"""The slow, obvious twin of advice: every possible deal answers every question."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import log2

from sleuth.cards import Card, Place, Seat
from sleuth.events import Peeked
from sleuth.inference.showing import ShowingHabit, uniformly
from sleuth.view import View
from tests.inference.naive_deals import Deals, possible_deals

Reply = tuple[Seat | None, Card | None]
"""Who shows which card; nobody, and the face-down card looked at instead."""


@dataclass(frozen=True)
class Worth:
    """What a question is worth to a listener."""

    bits: float
    solves: float
    answers: dict[Reply, float]


def worth(
    view: View,
    question: tuple[Card, ...],
    *,
    asker: Seat | None = None,
    deals: Deals | None = None,
    habit: ShowingHabit = uniformly,
    seen: dict[Seat, frozenset[Card]] | None = None,
) -> Worth:
    """What the answer tells the one whose view this is: the card only if it is the asker's."""
    asks = view.seat if asker is None else asker
    assert asks is not None
    joint: dict[Reply, Counter[int]] = defaultdict(Counter)
    possible = possible_deals(view) if deals is None else deals
    setup = view.record.setup
    for deal in possible.tolist():
        envelope = deal[setup.places.index(Place.ENVELOPE)]
        for reply, chance in replies(view, asks, question, deal, habit, seen or {}):
            heard = reply if asks == view.seat else (reply[0], None)
            joint[heard][envelope] += chance / len(possible)  # type: ignore[assignment]
    solves = sum(sum(left.values()) for left in joint.values() if len(left) == 1)
    return Worth(information(joint), solves, {reply: sum(left.values()) for reply, left in joint.items()})


def replies(
    view: View,
    asker: Seat,
    question: tuple[Card, ...],
    deal: list[int],
    habit: ShowingHabit,
    seen: dict[Seat, frozenset[Card]],
) -> Iterator[tuple[Reply, float]]:
    """Every way in which the table may answer in one deal."""
    setup = view.record.setup
    for seat in setup.left_of(asker):
        held = frozenset(card for card in question if deal[seat] >> card & 1)
        if held:
            chances = {card: habit(card, held, seen.get(seat, frozenset())) for card in sorted(held)}
            yield from (((seat, card), chance) for card, chance in chances.items() if chance)
            return
    unseen = _face_down(view, deal) if setup.rules.slots else []
    for card in unseen:
        yield (None, card), 1 / len(unseen)
    if not unseen:
        yield (None, None), 1.0


def _face_down(view: View, deal: list[int]) -> list[Card]:
    events = [event for entry in view.record.standing for event in entry.events]
    seen = {event.card for event in events if isinstance(event, Peeked) and event.seat == view.seat}
    hidden = deal[view.record.setup.places.index(Place.HIDDEN)]
    return [
        card
        for card in range(len(view.record.setup.edition.cards))
        if hidden >> card & 1 and card not in seen
    ]


def information(joint: dict[Reply, Counter[int]]) -> float:
    """How much less open the envelope is on average, in bits."""
    before: Counter[int] = Counter()
    after = 0.0
    for left in joint.values():
        before.update(left)
        chance = sum(left.values())
        after += chance * openness({e: weight / chance for e, weight in left.items()})
    return openness(before) - after


def openness(chances: dict[int, float] | Counter[int]) -> float:
    """The entropy of a distribution, in bits."""
    return -sum(p * log2(p) for p in chances.values() if p > 0)
