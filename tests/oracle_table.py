"""The oracle's table: who sits where, what lies where, and what is legal; written from the rule text."""

from __future__ import annotations

from itertools import product

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
from sleuth.board import Spot, Square
from sleuth.deal import Deal
from sleuth.edition import BonusCard
from sleuth.events import Event
from sleuth.setup import Setup
from tests import naive_board


class OracleTable:
    """A table: who sits where, what lies where, and what stage the turn is in."""

    def __init__(self, setup: Setup, deal: Deal) -> None:
        self.setup, self.rules, self.edition, self.board = setup, setup.rules, setup.edition, setup.board
        self.seats = list(setup.seats)
        categories = range(len(self.edition.categories))
        self.kinds = [[c for c, kind in enumerate(self.edition.category) if kind == i] for i in categories]
        self.triples = list(product(*self.kinds))
        self.every_accusation = [Accuse(cards) for cards in self.triples]
        self.hands = {seat: set(deal.hands[seat]) for seat in self.seats}
        self.envelope, self.hidden = deal.envelope, dict(enumerate(deal.hidden, 1))
        self.where: dict[int, Spot] = dict(enumerate(self.board.starts)) if self.board else {}
        self.out: set[int] = set()
        self.summoned: set[int] = set()
        self.asked_here: dict[int, str | None] = dict.fromkeys(self.seats)
        self.seen: dict[int, set[int]] = {seat: set() for seat in self.seats}
        self.cards = {card.id: card for card in self.edition.bonus}
        self.pile = [c.id for c in self.edition.bonus for _ in range(c.copies)] if self.rules.bonus else []
        self.kept: list[tuple[int, str]] = []
        self.tunnels: set[str] = set()
        self.clocks = 0
        self.winner: int | None = None
        self.told: list[Event] = []
        self.rollers: list[int] = []
        self.rolled: dict[int, int] = {}
        self.turn = self.first_seat()
        self.actor = self.turn
        self.stage = "start"
        self.fresh_turn()
        if self.rules.first == "highest_roll" and self.board:
            self.stage, self.rollers = "order", list(self.seats)
            self.actor = self.rollers.pop(0)

    def first_seat(self) -> int:
        """Whoever has the first pawn in the edition's order, where that is the rule."""
        if self.rules.first == "pawn" and self.board:
            return min(self.seats, key=lambda seat: self.setup.pawns[seat])
        return 0

    def fresh_turn(self) -> None:
        self.roll = 0
        self.goals: set[Spot] = set()
        self.question: tuple[int, ...] = ()
        self.extra = self.again = self.any_room = False
        self.back = "after"
        self.demands: list[tuple[int, BonusCard, bool]] = []

    # Where things are.

    def here(self, seat: int) -> Spot | None:
        return self.where.get(self.setup.pawns[seat]) if self.board else None

    def room_to_ask_in(self) -> str | None:
        """The room the pawn stands in; the centre has no card, so nothing can be asked there."""
        spot = self.here(self.turn)
        return spot if isinstance(spot, str) and spot in self.edition.cards else None

    def in_the_way(self) -> frozenset[Square]:
        """Squares with pawns that are still in play, or that nobody plays, other than the mover's."""
        mine = self.setup.pawns[self.turn]
        gone = {self.setup.pawns[seat] for seat in self.out}
        others = [spot for pawn, spot in self.where.items() if pawn not in {mine, *gone}]
        return frozenset(spot for spot in others if not isinstance(spot, str))

    def reach(self, pips: int, roll: str | None = None) -> set[Spot]:
        spot = self.here(self.turn)
        assert self.board
        assert spot is not None
        r = self.rules
        return naive_board.reach(
            self.board, spot, pips, self.in_the_way(), roll or r.roll, r.revisit, r.blocking
        )

    def passages(self) -> set[str]:
        """The rooms behind secret passages; a passage that a card dug joins all that have one."""
        spot = self.here(self.turn)
        if not self.rules.passages or not self.board or not isinstance(spot, str):
            return set()
        printed = self.board.passages
        ways = set(printed.get(spot, ()))
        if spot in self.tunnels:
            ways |= set(printed) | self.tunnels
        if spot in printed:
            ways |= self.tunnels
        return ways - {spot}

    def rooms(self) -> set[str]:
        """All rooms that have a door."""
        assert self.board
        return {door.room for door in self.board.doors} | {
            door.at for door in self.board.doors if isinstance(door.at, str)
        }

    # What is legal.

    def legal(self) -> set[Action]:
        """Everything the acting seat may do."""
        match self.stage:
            case "order":
                return {Roll()}
            case "start":
                return self.at_the_start()
            case "move":
                stuck: set[Action] = set() if self.goals else {EndTurn()}
                return {Move(goal) for goal in self.goals} | self.plays() | stuck
            case "ask":
                return self.questions() | self.accusations()
            case "answer":
                return self.answers()
            case "peek":
                return {Peek(slot) for slot in self.hidden if slot not in self.seen[self.turn]}
            case "draw":
                return {Draw(), EndTurn(), *self.accusations()}
            case "card":
                return self.demanded()
            case "after":
                return self.before_the_end() | {EndTurn()}
        return set()

    def at_the_start(self) -> set[Action]:
        if not self.board:
            return self.questions() | self.accusations()
        actions = self.accusations() | self.plays()
        trapped = self.rules.blocking == "block" and not self.reach(1, "up_to")
        actions |= set() if trapped else {Roll()}
        actions |= {TakePassage(room) for room in self.passages()}
        if self.may_stay():
            actions |= self.questions()
        if (trapped and not self.passages()) or (
            self.rules.stay == "free" and isinstance(self.here(self.turn), str)
        ):
            actions.add(EndTurn())
        return actions

    def may_stay(self) -> bool:
        room = self.room_to_ask_in()
        if self.rules.stay == "must_leave" or room is None:
            return False
        if self.rules.stay == "if_summoned":
            return self.turn in self.summoned
        return self.rules.repeat or self.asked_here[self.turn] != room

    def questions(self) -> set[Action]:
        anywhere = not self.board or self.any_room
        room = self.room_to_ask_in()
        if not anywhere and room is None:
            return set()
        every = [cards for cards in self.triples if anywhere or self.edition.cards.index(room or "") in cards]
        # The room one stands in is named whether one holds it or not.
        mine = self.hands[self.turn] - {self.edition.cards.index(room) if room and not anywhere else -1}
        return {Suggest(cards) for cards in every if self.rules.own_cards or not mine & set(cards)}

    def accusations(self) -> set[Action]:
        if self.rules.auto_win != "off":
            return set()
        spot, every = self.here(self.turn), self.every_accusation
        if not self.board or self.rules.accuse == "anywhere":
            return {*every}
        if self.rules.accuse == "centre":
            return {*every} if spot == self.board.centre else set()
        return {a for a in every if spot in [self.edition.cards[card] for card in a.cards]}

    def answers(self) -> set[Action]:
        held: set[Action] = {Show(card) for card in self.question if card in self.hands[self.actor]}
        if self.kept_with(self.actor, "refuse_refute"):
            return held | {Decline()} if held else {Decline(), Pass()}
        return held

    def before_the_end(self) -> set[Action]:
        return self.accusations() | self.plays() | (self.questions() if self.again else set())

    def kept_with(self, seat: int, effect: str) -> str | None:
        for owner, card in self.kept:
            if owner == seat and self.cards[card].effect == effect:
                return card
        return None

    def plays(self) -> set[Action]:
        """Cards kept from earlier: each has its time."""
        times = {
            "roll_bonus": ["move"],
            "move_to": ["start"],
            "suggest_again": ["after"] if self.room_to_ask_in() else [],
            "refuse_refute": [],
            "spy_on_refutation": [],
        }
        return {
            Play(card)
            for owner, card in self.kept
            if owner == self.turn and self.stage in times.get(self.cards[card].effect, ["start", "after"])
        }

    def demanded(self) -> set[Action]:
        seat, card, chosen = self.demands[0]
        match card.effect:
            case "peek" if not chosen:
                return {Choose(other) for other in self.seats if other != seat}
            case "peek" | "all_show_left" | "all_reveal_one":
                return {Show(held) for held in self.hands[seat]}
            case "reveal_choice":
                some = [c for c, kind in enumerate(self.edition.category) if self.fits(card.target, kind)]
                return {Name(one) for one in some if one not in self.setup.table}
            case "move_other":
                return set(self.sendings(card))
            case "add_passage":
                return {Tunnel(room) for room in self.diggable()}
        raise AssertionError(card.effect)

    def fits(self, target: str, kind: int) -> bool:
        """Whether a bonus card that names a category, or none, speaks of cards of this one."""
        return target not in self.edition.categories or self.edition.categories[kind] == target

    def sendings(self, card: BonusCard) -> list[Send]:
        assert self.board
        others = [seat for seat in self.seats if seat != self.turn]
        starts = {seat: self.board.starts[self.setup.pawns[seat]] for seat in others}
        spots: list[tuple[int, Spot]] = [(seat, room) for seat in others for room in self.rooms()]
        if card.target == "start":
            spots = list(starts.items())
        return [Send(seat, spot) for seat, spot in spots if spot != self.here(seat)]

    def diggable(self) -> list[str]:
        assert self.board
        taken = {self.board.centre, *self.board.passages, *self.tunnels}
        return [room for room in self.board.rooms if room not in taken]
