"""Which rooms a seat can ask in this turn, and how likely the dice take it there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from sleuth.board import Board, Spot
from sleuth.cards import Card, Seat
from sleuth.choices import asking_room, may_stay_and_ask, occupied, passages
from sleuth.events import Accused, Die, Drew, Ended, Event, Moved, Played, Rolled, Suggested
from sleuth.houserules import HouseRules
from sleuth.luck import pips
from sleuth.scene import Phase, Scene, spot_of
from sleuth.setup import Setup
from sleuth.view import View


def rooms_in_reach(view: View) -> dict[str, float]:
    """The chance of each room that the seat can get there to ask this turn; empty without a board."""
    setup = view.record.setup
    if setup.board is None or view.seat is None:
        return {}
    scene = view.scene or _scene(view, setup.board, view.seat)
    chances = _chances(setup, scene, setup.board)
    return {room: float(chance) for room, chance in chances.items() if room in setup.edition.cards}


def room_entered(view: View) -> str | None:
    """The room into which this seat has moved in this turn by its record: it asks there and nowhere else."""
    setup = view.record.setup
    if setup.board is None or view.seat is None or view.scene is not None:
        return None
    scene = _scene(view, setup.board, view.seat)
    return asking_room(setup, scene) if scene.phase is Phase.ASK else None


def _chances(setup: Setup, scene: Scene, board: Board) -> dict[str, Fraction]:
    if scene.phase is Phase.MOVE:
        return {spot: Fraction(1) for spot in scene.goals if isinstance(spot, str)}
    if scene.phase is Phase.ASK:
        here = asking_room(setup, scene)
        return {here: Fraction(1)} if here is not None else {}
    return _before_the_roll(setup, scene, board)


def _before_the_roll(setup: Setup, scene: Scene, board: Board) -> dict[str, Fraction]:
    here = spot_of(setup, scene, scene.turn)
    assert here is not None
    chances: dict[str, Fraction] = {}
    for roll, chance in rolls(setup.rules).items():
        for room in _ends(setup, scene, board, roll):
            if isinstance(room, str):
                chances[room] = chances.get(room, Fraction(0)) + chance
    chances |= dict.fromkeys(passages(setup, scene, here), Fraction(1))
    if may_stay_and_ask(setup, scene) and isinstance(here, str):
        chances[here] = Fraction(1)
    return chances


def _ends(setup: Setup, scene: Scene, board: Board, roll: int) -> frozenset[Spot]:
    """Where the seat whose turn it is may move with so many pips."""
    here, rules = spot_of(setup, scene, scene.turn), setup.rules
    assert here is not None
    blocked = occupied(setup, scene, scene.turn)
    return board.reach(here, roll, blocked, roll=rules.roll, revisit=rules.revisit, blocking=rules.blocking)


def rolls(rules: HouseRules) -> dict[int, Fraction]:
    """How likely each number of pips is."""
    plain: list[tuple[Die, ...]] = [(1, 2, 3, 4, 5, 6)] * rules.dice
    if rules.question:
        plain[-1] = ("?", 2, 3, 4, 5, 6)
    counts = Counter(pips(throw, rules) for throw in product(*plain))
    return {roll: Fraction(n, counts.total()) for roll, n in counts.items()}


def _scene(view: View, board: Board, seat: Seat) -> Scene:
    """The table as far as the record tells it: where pawns moved, asked, and were called to."""
    setup = view.record.setup
    pawns: list[Spot] = list(board.starts)
    asked_in: list[str | None] = [None] * len(setup.players)
    summoned: set[Seat] = set()
    for entry in view.record.standing:
        match entry.events[0]:
            case Moved(mover, to):
                pawns[setup.pawns[mover]] = to
                asked_in[mover] = asked_in[mover] if asked_in[mover] == to else None
            case Suggested(asker, cards):
                room = _room_of(setup, cards)
                pawns[setup.pawns[asker]] = room
                asked_in[asker] = room
                summoned.discard(asker)
                for called in _called(setup, cards):
                    if pawns[setup.pawns[called]] != room:  # whoever is there already was not moved
                        pawns[setup.pawns[called]] = room
                        summoned |= {called} - {asker}
    phase, roll = _moment(view, seat)
    scene = Scene(
        turn=seat,
        actor=seat,
        phase=phase,
        pawns=tuple(pawns),
        summoned=frozenset(summoned),
        asked_in=tuple(asked_in),
        pips=roll,
    )
    return scene.but({"goals": _ends(setup, scene, board, roll)}) if phase is Phase.MOVE else scene


def _moment(view: View, seat: Seat) -> tuple[Phase, int]:
    """How far a seat has come in its turn by the record, and its pips: it has moved into a room, it has
    rolled and not moved, or else it begins a turn."""
    setup = view.record.setup
    phase, roll, before = Phase.START, 0, None
    events = [entry.events[0] for entry in view.record.standing]
    for at, event in enumerate(events):
        match event:
            case Rolled(who, dice) if who == seat and not _for_the_start(setup, events[:at], seat):
                phase, roll = Phase.MOVE, pips(dice, setup.rules)
            case Moved(who, to) if who == seat and not _sent(before, seat):
                phase, roll = (Phase.ASK if to in setup.edition.cards else Phase.START), 0
            case Moved(who) if who != seat and _sent(before, who):
                pass  # it is still the turn of whoever drew the card
            case Rolled() | Moved() | Suggested() | Accused() | Ended():
                phase, roll = Phase.START, 0
        before = event
    return phase, roll


def _sent(before: Event | None, seat: Seat) -> bool:
    """Whether a pawn that moves after this event was sent by another seat's bonus card."""
    return isinstance(before, Drew | Played) and before.seat != seat


def _for_the_start(setup: Setup, events: list[Event], seat: Seat) -> bool:
    """Whether a roll after these events only decides who begins."""
    begun = any(isinstance(event, Moved | Suggested) for event in events)
    thrown = any(isinstance(event, Rolled) and event.seat == seat for event in events)
    return setup.rules.first == "highest_roll" and not begun and not thrown


def _room_of(setup: Setup, cards: tuple[Card, ...]) -> str:
    assert setup.edition.place_category is not None
    return setup.edition.cards[cards[setup.edition.place_category]]


def _called(setup: Setup, cards: tuple[Card, ...]) -> Iterator[Seat]:
    """The seats whose pawns a question moves into its room."""
    if setup.rules.summons == "pawns":
        named = {setup.edition.cards[card] for card in cards}
        for seat in setup.seats:
            if setup.edition.pawns[setup.pawns[seat]] in named:
                yield seat
