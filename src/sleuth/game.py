"""The referee: an immutable game that offers legal actions and applies them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import assert_never

from sleuth import effects, questions
from sleuth.actions import (
    Accuse,
    Action,
    Choose,
    Decline,
    Draw,
    EndTurn,
    Menu,
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
from sleuth.board import Spot
from sleuth.cards import Card, Place, Seat
from sleuth.choices import after, asking_room, occupied, offers
from sleuth.deal import Deal, shuffle
from sleuth.edition import Edition
from sleuth.errors import IllegalAction
from sleuth.events import (
    Accused,
    Dealt,
    Ended,
    Event,
    Moved,
    Opened,
    Passed,
    Peeked,
    Rolled,
    redact,
)
from sleuth.houserules import HouseRules
from sleuth.language import N_
from sleuth.luck import Chance, Luck, pips
from sleuth.record import Record
from sleuth.scene import Outcome, Phase, Scene, Why, spot_of
from sleuth.setup import Setup
from sleuth.view import NO_CHOICE, View


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game: the full record, the secret deal, and the public scene."""

    record: Record
    deal: Deal
    scene: Scene
    _seen: tuple[Record, ...] = field(compare=False, repr=False)
    """The record as each seat saw it when it last looked, and last a spectator."""
    _menu: Menu | None = field(default=None, init=False, compare=False, repr=False)

    @classmethod
    def new(
        cls, edition: Edition, players: Sequence[str], rng: Random, *, rules: HouseRules | None = None
    ) -> Game:
        """A freshly dealt game."""
        setup, deal = shuffle(edition, players, rng, rules)
        return cls.of(setup, deal)

    @classmethod
    def of(cls, setup: Setup, deal: Deal) -> Game:
        """A game at its start, from a given deal."""
        blank = Record(setup)
        seats: tuple[Seat | None, ...] = (*setup.seats, None)
        game = cls(blank, deal, _opening(setup), tuple(blank.redacted(seat) for seat in seats))
        for seat in setup.seats:
            game = game.tell(Dealt(seat, tuple(deal.hands[seat])))
        return game.tell(Dealt(Place.HIDDEN, deal.hidden)) if deal.hidden else game

    @property
    def setup(self) -> Setup:
        return self.record.setup

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why, once the game is over."""
        return self.scene.outcome

    def legal_actions(self) -> Menu:
        """Everything the acting seat may do now."""
        if self._menu is None:  # asked for once by the agent's view and once by the check: worth remembering
            menu = Menu(offers(self.setup, self.scene, self.deal.hands[self.scene.actor]))
            object.__setattr__(self, "_menu", menu)
            return menu
        return self._menu

    def view(self, seat: Seat | None) -> View:
        """Everything `seat` may know, and its choices if it is to act."""
        if seat is None:
            return View(self._record_of(None), None, None, self.scene)
        menu = self.legal_actions() if seat == self.scene.actor else NO_CHOICE
        return View(self._record_of(seat), seat, self.deal.hands[seat], self.scene, menu)

    def _record_of(self, seat: Seat | None) -> Record:
        """The record as `seat` sees it, brought up to date."""
        place = len(self.setup.players) if seat is None else seat
        mine = self._seen[place]
        known = len(mine.events)
        if known < len(self.record.events):
            mine = mine.append_unchecked(*[redact(event, seat) for event in self.record.events.since(known)])
            seen = (*self._seen[:place], mine, *self._seen[place + 1 :])
            object.__setattr__(self, "_seen", seen)  # the games that follow need not catch up again
        return mine

    def apply(self, action: Action, rng: Random) -> Game:
        """The game after a legal action of the acting seat."""
        if action not in self.legal_actions():
            raise IllegalAction(
                N_("{name} cannot do that now: {action}."),
                name=self.setup.players[self.scene.actor],
                action=repr(action),
            )
        return self.apply_unchecked(action, Chance(rng))

    def apply_unchecked(self, action: Action, luck: Luck) -> Game:
        """The game after an action that the caller vouches for."""
        match action:
            case Suggest(cards):
                return questions.suggest(self, cards)
            case Show(card) if self.scene.phase is Phase.EFFECT:
                return effects.show(self, card)
            case Show(card):
                return questions.show(self, card)
            case EndTurn():
                return self._done()
            case Roll():
                return self._throw(luck) if self.scene.phase is Phase.ORDER else self._roll(luck)
            case Move(to) | TakePassage(to):
                return self._move(to)
            case Accuse(cards):
                return self._accuse(cards)
            case Pass():
                return questions.go_round(self.tell(Passed(self.scene.actor)), self.scene.actor)
            case Decline():
                return questions.decline(self)
            case Peek(slot):
                return questions.answered(self._peek(slot))
            case Draw():
                return effects.draw(self, luck, resume=Phase.AFTER)
            case Play(card):
                return effects.play(self, card)
            case Choose() | Name() | Send() | Tunnel():
                return effects.choose(self, action, luck)
            case _:
                assert_never(action)

    # What questions and bonus cards build with, too.

    def tell(self, *events: Event, **changes: object) -> Game:
        """The game with more events, of which each seat will see what it may know, and a changed scene."""
        record = self.record.append_unchecked(*events) if events else self.record
        scene = self.scene.but(changes) if changes else self.scene
        return Game(record, self.deal, scene, self._seen)

    def set(self, **changes: object) -> Game:
        """The game with parts of its scene changed."""
        return Game(self.record, self.deal, self.scene.but(changes), self._seen)

    def put(self, seat: Seat, spot: Spot) -> Game:
        """The game with a seat's pawn put on a spot; a room left may be asked about again."""
        asked_in = list(self.scene.asked_in)
        if asked_in[seat] != spot:
            asked_in[seat] = None
        pawns = list(self.scene.pawns)
        pawns[self.setup.pawns[seat]] = spot
        return self.set(pawns=tuple(pawns), asked_in=tuple(asked_in))

    def goals(self, roll: int) -> frozenset[Spot]:
        """Where the seat whose turn it is may move with a roll."""
        board, rules, here = (
            self.setup.board,
            self.setup.rules,
            spot_of(self.setup, self.scene, self.scene.turn),
        )
        assert board is not None
        assert here is not None
        blocked = occupied(self.setup, self.scene, self.scene.turn)
        return board.reach(
            here, roll, blocked, roll=rules.roll, revisit=rules.revisit, blocking=rules.blocking
        )

    def settle(self) -> Game:
        """Go to the end of the turn, and on to the next seat if there is nothing left to choose."""
        game = self.set(phase=Phase.AFTER, actor=self.scene.turn, question=None)
        hand = game.deal.hands[game.scene.turn]
        if any(after(game.setup, game.scene, hand)):
            return game
        return game.end_turn()

    def end_turn(self) -> Game:
        """Hand over to the next seat that is still in the game, or end a game that nobody can win."""
        scene, turn = self.scene, self._next_turn()
        if turn is None:
            return self.tell(Opened(self.deal.envelope)).over(Outcome(None, Why.NOBODY))
        return self.set(
            turn=turn,
            actor=turn,
            phase=Phase.START,
            summoned=scene.summoned - {scene.turn},
            pips=0,
            goals=frozenset(),
            extra_turn=False,
            again=False,
            any_room=False,
        )

    def leave(self, seat: Seat) -> Game:
        """The game without a seat that from now on only answers; its pawn makes way for the others."""
        return self.set(out=self.scene.out | {seat})._step_aside(seat).end_turn()

    def over(self, outcome: Outcome) -> Game:
        """The game, ended."""
        return self.set(phase=Phase.OVER, outcome=outcome, question=None, goals=frozenset())

    def arrive(self, spot: Spot) -> Game:
        """What follows when the seat whose turn it is has reached a spot."""
        board, seat = self.setup.board, self.scene.turn
        assert board is not None
        game = self.set(pips=0, goals=frozenset(), phase=Phase.AFTER, actor=seat)
        if spot == board.centre:
            game = game._look_around()
        if game.scene.any_room or asking_room(game.setup, game.scene) is not None:
            return game.set(phase=Phase.ASK)
        special = None if isinstance(spot, str) else board.specials.get(spot)
        if special == "snoop":
            return effects.snoop(game)
        if special == "bonus" and game.setup.rules.bonus and game.scene.pile:
            return game.set(phase=Phase.DRAW)
        return game.settle()

    # The turn, step by step.

    def _next_turn(self) -> Seat | None:
        """The seat whose turn comes next, if anyone is still in the game."""
        turn, out = self.scene.turn, self.scene.out
        if self.scene.extra_turn and turn not in out:
            return turn
        for seat in (*self.setup.left_of(turn), turn):
            if seat not in out:
                return seat
        return None

    def _done(self) -> Game:
        """The turn ended by choice; the record says so where nothing else in it would tell."""
        turn, silent = self.scene.turn, self.scene.phase is Phase.START
        told = self.tell(Ended(turn)) if silent or self._next_turn() == turn else self
        return told.end_turn()

    def _throw(self, luck: Luck) -> Game:
        """One seat's roll for the start; the highest begins, and those who tie roll again."""
        seat = self.scene.actor
        dice = luck.dice(self.setup.rules)
        game = self.tell(Rolled(seat, dice))
        throws = (*self.scene.throws, (seat, pips(dice, self.setup.rules)))
        waiting = [s for s, roll in throws if roll < 0]
        if waiting:
            done = tuple((s, r) for s, r in throws if s != waiting[0])
            return game.set(throws=done, actor=waiting[0])
        best = max(roll for _, roll in throws)
        leaders = [s for s, roll in throws if roll == best]
        if len(leaders) > 1:
            return game.set(throws=tuple((s, -1) for s in leaders[1:]), actor=leaders[0])
        return game.set(throws=(), turn=leaders[0], actor=leaders[0], phase=Phase.START)

    def _roll(self, luck: Luck) -> Game:
        dice = luck.dice(self.setup.rules)
        roll = pips(dice, self.setup.rules)
        game = self.tell(Rolled(self.scene.actor, dice))
        game = game.set(phase=Phase.MOVE, pips=roll, goals=game.goals(roll))
        if "?" in dice and game.setup.rules.bonus and game.scene.pile:
            return effects.draw(game, luck, resume=Phase.MOVE)
        return game

    def _move(self, spot: Spot) -> Game:
        seat = self.scene.turn
        return self.tell(Moved(seat, spot)).put(seat, spot).arrive(spot)

    def _look_around(self) -> Game:
        """Leftover cards that lie face down in the centre are seen by whoever goes there."""
        game, seat = self, self.scene.turn
        if self.setup.rules.slots:
            return game  # in the duel, a look has to be earned
        for slot in range(1, self.setup.hidden + 1):
            if slot not in game.scene.peeked[seat]:
                game = game._peek(slot)
        return game

    def _peek(self, slot: int) -> Game:
        seat = self.scene.turn
        peeked = list(self.scene.peeked)
        peeked[seat] |= {slot}
        return self.tell(Peeked(seat, slot, self.deal.hidden[slot - 1])).set(peeked=tuple(peeked))

    def _accuse(self, cards: tuple[Card, ...]) -> Game:
        seat = self.scene.turn
        right = cards == self.deal.envelope
        game = self.tell(Accused(seat, cards, right))
        if right:
            return game.over(Outcome(seat, Why.ACCUSATION))
        return game.leave(seat)

    def _step_aside(self, seat: Seat) -> Game:
        """A pawn that is out does not block a door: it is put into the room behind it."""
        board, here = self.setup.board, spot_of(self.setup, self.scene, seat)
        if board is None or isinstance(here, str) or self.setup.rules.blocking != "block":
            return self
        behind = next((room for room in board.rooms if here in board.exits(room)), None)
        return self if behind is None else self.put(seat, behind)


def _opening(setup: Setup) -> Scene:
    board, seats = setup.board, len(setup.players)
    rolls = setup.rules.first == "highest_roll" and board is not None
    first = _first(setup)
    return Scene(
        turn=first,
        actor=0 if rolls else first,
        phase=Phase.ORDER if rolls else Phase.START,
        throws=tuple((seat, -1) for seat in setup.seats[1:]) if rolls else (),
        pawns=() if board is None else board.starts,
        tokens=(None,) * len(setup.edition.cards),
        asked_in=(None,) * seats,
        peeked=(frozenset(),) * seats,
        pile=effects.full_pile(setup),
    )


def _first(setup: Setup) -> Seat:
    if setup.rules.first != "pawn" or setup.board is None:
        return 0
    return min(setup.seats, key=lambda seat: setup.pawns[seat])
