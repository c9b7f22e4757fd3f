"""Replaying a full record: every entry is checked against the rules and the deal that the record states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
from sleuth.cards import Card, CardSet, Place
from sleuth.deal import Deal
from sleuth.errors import IllegalEvent
from sleuth.events import (
    Accused,
    Dealt,
    Declined,
    Die,
    Drew,
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
from sleuth.record import Record
from sleuth.scene import Phase, Scene
from sleuth.setup import Setup

LOOK_AHEAD = 256
"""Events; no single action tells of so many."""


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
    setup = record.setup
    dealt = {
        event.holder
        for entry in record.standing
        for event in entry.events
        if isinstance(event, Dealt)
        and event.cards is not None
        and len(event.cards) == _size(setup, event.holder)
    }
    return setup.me is None and dealt.issuperset(setup.seats) and (not setup.hidden or Place.HIDDEN in dealt)


def replay(record: Record) -> Replay:
    """Play a full record again, entry by entry, as long as it obeys the rules."""
    deal, rest = _deal(record)
    script = [(event, number) for number, events in rest for event in events]
    events = [event for event, _ in script]
    paths = [_Path(Game.of(record.setup, deal), 0)]
    seen: set[tuple[int, Scene]] = set()
    furthest: tuple[_Path, IllegalEvent] | None = None
    while paths:
        path = paths.pop()
        if path.position >= len(events):  # more, where the record breaks off in the middle of a turn
            return Replay(path.games())
        if (path.position, path.game.scene) in seen:
            continue
        seen.add((path.position, path.game.scene))
        ways, wrong = _ways(path, events[path.position : path.position + LOOK_AHEAD])
        paths += ways
        if wrong and (furthest is None or path.position > furthest[0].position):
            furthest = path, wrong
    assert furthest is not None, "a path that goes nowhere says why"
    path, wrong = furthest
    wrong.entry = script[path.position][1]
    return Replay(path.games(), wrong)


@dataclass(frozen=True, slots=True)
class _Path:
    """A game on the way through the script, and how it came there."""

    game: Game
    position: int
    before: _Path | None = None

    def games(self) -> tuple[Game, ...]:
        games, path = [self.game], self.before
        while path is not None:
            games.append(path.game)
            path = path.before
        return tuple(reversed(games))

    def after(self, game: Game) -> _Path:
        told = len(game.record.events) - len(self.game.record.events)
        return _Path(game, self.position + told, self)


def _size(setup: Setup, holder: object) -> int:
    if isinstance(holder, int):
        return setup.hands[holder]
    return setup.hidden if holder is Place.HIDDEN else len(setup.edition.categories)


def _deal(record: Record) -> tuple[Deal, list[tuple[int, Sequence[Event]]]]:
    """The deal that a record states at its start, and the entries after it."""
    held: dict[object, tuple[Card, ...]] = {}
    rest: list[tuple[int, Sequence[Event]]] = []
    for entry in record.standing:
        match entry.events[0]:
            case Dealt(holder, cards) if cards is not None and not rest:
                held[holder] = cards
            case _:
                rest.append((entry.number, entry.events))
    setup = record.setup
    away = {*setup.table, *(card for cards in held.values() for card in cards)}
    envelope = tuple(card for card in range(len(setup.edition.cards)) if card not in away)
    kinds = [setup.edition.category[card] for card in envelope]
    if not is_full(record) or kinds != list(range(len(setup.edition.categories))):
        raise IllegalEvent(N_("The deal does not leave one card of each kind for the envelope."), entry=1)
    hands = tuple(CardSet.of(held[seat]) for seat in setup.seats)
    return Deal(envelope, hands, held.get(Place.HIDDEN, ())), rest


@dataclass(frozen=True, slots=True)
class _Told:
    """Luck that has already happened: what the record says comes next."""

    upcoming: Sequence[Event]

    def dice(self, rules: HouseRules) -> tuple[Die, ...]:
        match self.upcoming[0]:
            case Rolled(_, dice):
                return dice
        raise IllegalEvent(N_("The dice are rolled first."))

    def bonus(self, pile: Sequence[str]) -> str:
        card = next((event.card for event in self.upcoming[:2] if isinstance(event, Drew)), None)
        if card is None:
            raise IllegalEvent(N_("A bonus card is drawn first."))
        if card not in pile:
            raise IllegalEvent(N_("The bonus card “{card}” is not in the pile any more."), card=card)
        return card

    def card(self, hand: Sequence[Card]) -> Card:
        match self.upcoming[0]:
            case Revealed(_, card) if card is not None and card in hand:
                return card
        raise IllegalEvent(N_("A card of that hand is shown first."))


def _ways(path: _Path, upcoming: Sequence[Event]) -> tuple[list[_Path], IllegalEvent | None]:
    """The paths one action further, the likeliest last, and what is wrong with the action that was told.

    Ending a turn is not written down. It must be meant where nothing else fits, and it may be meant where the
    same seat goes on, which has another turn.
    """
    game, legal, ways = path.game, path.game.legal_actions(), []
    action = _action(game, upcoming[0])
    fits = action is not None and action in legal
    if EndTurn() in legal:
        ended = game.apply_unchecked(EndTurn(), _Told(upcoming))
        if not fits or ended.scene.turn == game.scene.turn:
            ways.append(path.after(ended))
    if action is None or not fits:
        return ways, None if ways else _reason(game, upcoming[0])
    try:
        after = game.apply_unchecked(action, _Told(upcoming))
        _compare(game, after.record.events[len(game.record.events) :], upcoming)
    except IllegalEvent as wrong:
        return ways, wrong
    return [*ways, path.after(after)], None


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
        case _:
            return None


def _compare(game: Game, told: Sequence[Event], upcoming: Sequence[Event]) -> None:
    """What the rules say must happen has to be what the record says happened."""
    setup = game.setup
    for due, said in zip(told, upcoming, strict=False):
        if due == said:
            continue
        match due, said:
            case Passed(seat), Showed(liar) if seat == liar:
                raise IllegalEvent(
                    N_("{name} holds none of these cards and cannot show one."), name=setup.players[seat]
                )
            case Accused(seat, _, right), Accused():
                rule = N_("{name}'s accusation was right.") if right else N_("{name}'s accusation was wrong.")
                raise IllegalEvent(rule, name=setup.players[seat])
            case Peeked(_, slot), Peeked():
                raise IllegalEvent(N_("Another card lies in slot {slot}."), slot=slot)
            case _:
                raise _reason(game, said)
    if len(told) > len(upcoming) and upcoming:
        # A record may break off in the middle of a turn, but what is there must be what the rules make of it.
        return


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
