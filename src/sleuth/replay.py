"""Replaying a full record: every entry is checked against the rules and the deal that the record states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sleuth.actions import (
    Accuse,
    Action,
    Choose,
    Decline,
    Draw,
    EndTurn,
    Move,
    Name,
    Pass,
    Peek,
    Play,
    Roll,
    Send,
    Show,
    Suggest,
    TakePassage,
    Tunnel,
)
from sleuth.cards import Card, CardSet, Holder, Place
from sleuth.deal import Deal
from sleuth.errors import IllegalEvent
from sleuth.events import (
    Accused,
    Dealt,
    Declined,
    Die,
    Drew,
    Ended,
    Event,
    Lacked,
    Moved,
    Opened,
    Passed,
    Peeked,
    Played,
    Revealed,
    Rolled,
    Showed,
    Struck,
    Suggested,
    Tunnelled,
)
from sleuth.game import Game
from sleuth.houserules import HouseRules
from sleuth.language import N_, say
from sleuth.legality import Past, check_entry, size_of
from sleuth.record import Record
from sleuth.scene import Phase


@dataclass(frozen=True, slots=True)
class Replay:
    """How far a record could be replayed: the games after each step, and what stopped it."""

    games: tuple[Game, ...]
    failure: IllegalEvent | None = None

    @property
    def game(self) -> Game:
        """The last state that was reached."""
        return self.games[-1]

    def whole(self) -> Game:
        """The final state, if every entry was legal."""
        if self.failure is not None:
            raise self.failure
        return self.game


def is_full(record: Record) -> bool:
    """Whether a record states the whole deal, as a referee's does."""
    setup, held = record.setup, _held(record)
    places: list[Holder] = [*setup.seats, *([Place.HIDDEN] if setup.hidden else [])]
    return setup.me is None and all(len(held.get(place, ())) == size_of(setup, place) for place in places)


def replay(record: Record) -> Replay:
    """Play a full record again, entry by entry, as long as it obeys the rules."""
    games = [Game.of(record.setup, _deal(record))]
    script, impossible = _script(record)
    told = _Told(script)
    while told.upcoming:
        try:
            passed, read = _step(games[-1], told)
        except _BrokenOff:
            break
        except IllegalEvent as wrong:
            wrong.entry = wrong.entry or told.entry()
            return Replay(tuple(games), wrong)
        games += passed
        told = replace(told, position=told.position + read)
    return Replay(tuple(games), impossible)


def _held(record: Record) -> dict[Holder, tuple[Card, ...]]:
    """The cards of each place, as far as a record states them."""
    dealt = (entry.events[0] for entry in record.standing)
    return {e.holder: e.cards for e in dealt if isinstance(e, Dealt) and e.cards is not None}


def _deal(record: Record) -> Deal:
    """The deal that a full record states; what is left is in the envelope."""
    setup, held = record.setup, _held(record)
    inside = held.pop(Place.ENVELOPE, None)
    away = {*setup.table, *(card for cards in held.values() for card in cards)}
    envelope = tuple(card for card in range(len(setup.edition.cards)) if card not in away)
    kinds = [setup.edition.category[card] for card in envelope]
    whole = is_full(record) and kinds == list(range(len(setup.edition.categories)))
    if not whole or inside not in (None, envelope):
        raise IllegalEvent(N_("The deal does not leave one card of each kind for the envelope."), entry=1)
    return Deal(envelope, tuple(CardSet.of(held[s]) for s in setup.seats), held.get(Place.HIDDEN, ()))


def _script(record: Record) -> tuple[list[tuple[Event, int]], IllegalEvent | None]:
    """What happened after the deal, with entry numbers, up to an entry that is impossible in any deal."""
    script: list[tuple[Event, int]] = []
    past = Past()
    for entry in record.standing:
        try:
            check_entry(record.setup, past, entry.events, entry.number)
        except IllegalEvent as wrong:
            return script, wrong
        past = past.after(entry.events)
        script += [(event, entry.number) for event in entry.events if not isinstance(event, Dealt)]
    return script, None


class _BrokenOff(Exception):
    """The record ends before the luck that the last action needs."""


@dataclass(frozen=True, slots=True)
class _Told:
    """What the record says comes next, which is also luck that has already happened."""

    script: Sequence[tuple[Event, int]]
    position: int = 0

    @property
    def upcoming(self) -> bool:
        return self.position < len(self.script)

    def event(self, ahead: int = 0) -> Event | None:
        place = self.position + ahead
        return self.script[place][0] if place < len(self.script) else None

    def entry(self, ahead: int = 0) -> int:
        return self.script[min(self.position + ahead, len(self.script) - 1)][1]

    def dice(self, rules: HouseRules) -> tuple[Die, ...]:
        rolled = self.event()
        assert isinstance(rolled, Rolled), "the dice are only thrown because the record says so"
        return rolled.dice

    def bonus(self, pile: Sequence[str]) -> str:
        ahead = int(isinstance(self.event(), Rolled))
        match self.event(ahead):
            case Drew(_, card) if card in pile:
                return card
            case Drew(_, card):
                rule = N_("The bonus card “{card}” is not in the pile any more.")
                raise IllegalEvent(rule, entry=self.entry(ahead), card=card)
            case None:
                raise _BrokenOff
            case _:
                raise IllegalEvent(N_("A bonus card is drawn first."), entry=self.entry(ahead))

    def card(self, hand: Sequence[Card]) -> Card:
        match self.event():
            case Revealed(_, card) if card is not None and card in hand:
                return card
        raise IllegalEvent(N_("A card of that hand is shown first."))


def _step(game: Game, told: _Told) -> tuple[list[Game], int]:
    """The games up to the one after the next event, and how many events that took."""
    event = told.event()
    assert event is not None
    passed: list[Game] = []
    # At most, every seat ends a turn, somebody is chosen, and then comes the event.
    for _ in range(len(game.setup.players) + 2):
        action, legal = _action(game, event), game.legal_actions()
        # Ending a turn is written down only where it would be missed.
        implied = action is None or action not in legal
        if implied:
            action = EndTurn()
        if action is None or action not in legal:
            break
        after = game.apply_unchecked(action, told)
        passed.append(after)
        read = 0 if implied else _read(game, after, told)
        if read:
            return passed, read
        game = after
    raise _reason(game, event)


def _read(game: Game, after: Game, told: _Told) -> int:
    """How many events of the record an action accounts for; IllegalEvent if they are not what follows."""
    new = after.record.events[len(game.record.events) :]
    for ahead, due in enumerate(new):
        said = told.event(ahead)
        if said is None:  # a record may break off in the middle of a turn
            return ahead
        if said != due:
            wrong = _difference(game, due, said)
            wrong.entry = told.entry(ahead)
            raise wrong
    return len(new) or int(isinstance(told.event(), Ended))


def _action(game: Game, event: Event) -> Action | None:
    """The action of the acting seat that would tell of this event first."""
    actor, scene = game.scene.actor, game.scene
    match event:
        case Moved(seat, to) if seat != actor:
            return Send(seat, to)
        case Revealed(seat, card) if seat != actor and card is not None:
            return Name(card) if Name(card) in game.legal_actions() else Choose(seat)
        case Lacked(_, cards):
            return Name(cards[0])
        case Revealed(seat, card) if card is not None:
            return (
                Name(card)
                if scene.phase is Phase.EFFECT and Name(card) in game.legal_actions()
                else Show(card)
            )
        case Struck() | Dealt() | Opened():
            return None
        case _ if event.seat != actor:
            return None
        case Rolled():
            return Roll()
        case Moved(_, to):
            return TakePassage(to) if isinstance(to, str) and scene.phase is Phase.START else Move(to)
        case Suggested(_, cards):
            return Suggest(cards)
        case Showed(_, card) if card is not None:
            return Show(card)
        case Passed():
            return Pass()
        case Declined():
            return Decline()
        case Accused(_, cards):
            return Accuse(cards)
        case Peeked(_, slot):
            return Peek(slot)
        case Drew():
            return Draw()
        case Played(_, bonus):
            return Play(bonus)
        case Tunnelled(_, room):
            return Tunnel(room)
        case Ended():
            return EndTurn()
        case _:
            return None


def _difference(game: Game, due: Event, said: Event) -> IllegalEvent:
    """What the rules say must happen has to be what the record says happened."""
    players = game.setup.players
    match due, said:
        case Passed(seat), Showed(liar) if seat == liar:
            return IllegalEvent(
                N_("{name} holds none of these cards and cannot show one."), name=players[seat]
            )
        case Passed(seat), _ if not isinstance(said, Passed | Showed | Declined):
            return IllegalEvent(N_("{name} answers first."), name=players[seat])
        case Accused(seat, _, right), Accused():
            rule = N_("{name}'s accusation was right.") if right else N_("{name}'s accusation was wrong.")
            return IllegalEvent(rule, name=players[seat])
        case Peeked(_, slot), Peeked():
            return IllegalEvent(N_("Another card lies in slot {slot}."), slot=slot)
        case _:
            return _reason(game, said)


def _reason(game: Game, event: Event) -> IllegalEvent:
    """Why this event cannot come next, as a player would say it."""
    setup, scene = game.setup, game.scene
    actor = setup.players[scene.actor]
    if scene.outcome is not None:
        return IllegalEvent(N_("The game is over: nothing happens after it."))
    seat = getattr(event, "seat", None)
    name = setup.players[seat] if isinstance(seat, int) else ""
    match event:
        case Passed(seat) if scene.question and any(
            card in game.deal.hands[seat] for card in scene.question.cards
        ):
            return IllegalEvent(N_("{name} holds one of these cards and cannot pass."), name=name)
        case Showed(seat, card) | Revealed(seat, card) if (
            card is not None and card not in game.deal.hands[seat]
        ):
            return IllegalEvent(
                N_("{name} does not hold “{card}”."), name=name, card=setup.edition.cards[card]
            )
        case _ if scene.phase is Phase.ANSWER and not isinstance(event, Passed | Showed | Declined):
            return IllegalEvent(N_("{name} answers first."), name=actor)
        case _ if isinstance(seat, int) and seat != scene.actor:
            return IllegalEvent(N_("It is {actor}'s turn, not {name}'s."), actor=actor, name=name)
        case Moved():
            return IllegalEvent(N_("{name} cannot get there with this roll."), name=name)
        case Suggested() if scene.phase in (Phase.START, Phase.AFTER, Phase.MOVE):
            return IllegalEvent(N_("{name} cannot ask that here and now."), name=name)
        case Accused():
            return IllegalEvent(N_("{name} cannot make this accusation here and now."), name=name)
        case _:
            return IllegalEvent(
                N_("The rules do not allow this now: {actor} {phase}."),
                actor=actor,
                phase=lambda lang: say(lang, scene.phase.value),
            )
