"""The rules played in the plainest way: one mutable table, written from the rule text, not from the engine.

Chance is told to it (`Luck`), so that it can be compared with a game step by step.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
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
from sleuth.events import (
    Accused,
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
    Suggested,
    Tunnelled,
)
from sleuth.setup import Setup
from tests import naive_board


@dataclass
class Luck:
    """What chance brought in one step: the dice, the bonus card, the card drawn blind."""

    dice: tuple[Die, ...] = ()
    bonus: str = ""
    card: int = -1

    @classmethod
    def in_events(cls, events: Iterable[Event]) -> Luck:
        """The luck behind events that have happened."""
        luck = cls()
        for event in events:
            match event:
                case Rolled(_, dice):
                    luck.dice = dice
                case Drew(_, bonus):
                    luck.bonus = bonus
                case Revealed(_, card) if card is not None and luck.card < 0:
                    luck.card = card
        return luck


class Oracle:
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

    # What happens.

    def do(self, action: Action, luck: Luck) -> list[Event]:
        """Carry out an action of the acting seat and say what happened."""
        self.told = []
        match action:
            case Roll():
                self.throw(luck) if self.stage == "order" else self.roll_dice(luck)
            case Move(to) | TakePassage(to):
                self.told.append(Moved(self.turn, to))
                self.put(self.turn, to)
                self.arrive(to)
            case Suggest(cards):
                self.ask(cards)
            case Show(card):
                self.show(card)
            case Pass():
                self.told.append(Passed(self.actor))
                self.ask_from(self.actor)
            case Decline():
                self.decline()
            case Accuse(cards):
                self.accuse(cards)
            case Peek(slot):
                self.peek(slot)
                self.answered()
            case Draw():
                self.draw(luck, back="after")
            case Play(card):
                self.kept.remove((self.turn, card))
                self.told.append(Played(self.turn, card))
                self.back = self.stage
                self.follow(self.cards[card])
            case EndTurn():
                self.end_by_choice()
            case _:
                self.obey(action, luck)
        return self.told

    def throw(self, luck: Luck) -> None:
        """Everyone rolls for the start; the best begins, and those who tie for it roll again."""
        self.told.append(Rolled(self.actor, luck.dice))
        self.rolled[self.actor] = self.pips(luck.dice)
        if not self.rollers:
            best = [seat for seat, roll in self.rolled.items() if roll == max(self.rolled.values())]
            if len(best) == 1:
                self.turn = self.actor = best[0]
                self.stage = "start"
                return
            self.rollers, self.rolled = best, {}
        self.actor = self.rollers.pop(0)

    def pips(self, dice: tuple[Die, ...]) -> int:
        return sum(self.rules.question_pips if die == "?" else die for die in dice)

    def roll_dice(self, luck: Luck) -> None:
        self.told.append(Rolled(self.turn, luck.dice))
        self.stage, self.roll = "move", self.pips(luck.dice)
        if "?" in luck.dice and self.pile:
            self.draw(luck, back="move")
        else:
            self.goals = self.reach(self.roll)

    def put(self, seat: int, spot: Spot) -> None:
        if self.asked_here[seat] != spot:
            self.asked_here[seat] = None
        self.where[self.setup.pawns[seat]] = spot

    def arrive(self, spot: Spot) -> None:
        assert self.board
        self.goals, self.roll = set(), 0
        if spot == self.board.centre and not self.rules.slots:
            for slot in self.hidden:
                if slot not in self.seen[self.turn]:
                    self.peek(slot)
        special = "" if isinstance(spot, str) else self.board.specials.get(spot, "")
        if self.any_room or self.room_to_ask_in():
            self.stage = "ask"
        elif special == "snoop":
            self.back = "after"
            self.demand(self.turn, BonusCard("snoop", "peek", target="random"))
        elif special == "bonus" and self.pile:
            self.stage = "draw"
        else:
            self.nearly_done()

    def peek(self, slot: int) -> None:
        self.seen[self.turn].add(slot)
        self.told.append(Peeked(self.turn, slot, self.hidden[slot]))

    # Questions.

    def ask(self, cards: tuple[int, ...]) -> None:
        self.told.append(Suggested(self.turn, cards))
        self.question = cards
        if self.stage == "after":
            self.again = False
        self.any_room = False
        if self.board:
            self.bring(cards)
        self.ask_from(self.turn)

    def bring(self, cards: tuple[int, ...]) -> None:
        """The suspect's pawn comes to the room, in editions where suspects are pawns."""
        words = [self.edition.cards[card] for card in cards]
        assert self.edition.place_category is not None
        room = words[self.edition.place_category]
        if self.here(self.turn) == room:
            self.asked_here[self.turn] = room
        for word in words if self.rules.summons == "pawns" else ():
            if word in self.edition.pawns and self.where[self.edition.pawns.index(word)] != room:
                self.fetch(self.edition.pawns.index(word), room)

    def fetch(self, pawn: int, room: str) -> None:
        owners = [seat for seat in self.seats if self.setup.pawns[seat] == pawn]
        for seat in owners:
            self.put(seat, room)
            self.summoned |= {seat} - {self.turn}
        self.where[pawn] = room

    def ask_from(self, last: int) -> None:
        """From the left of `last` on to the asker: the first who has something to decide acts."""
        n = len(self.seats)
        seat = (last + 1) % n
        while seat != self.turn:
            if self.hands[seat] & set(self.question) or self.kept_with(seat, "refuse_refute"):
                self.stage, self.actor = "answer", seat
                return
            self.told.append(Passed(seat))
            seat = (seat + 1) % n
        self.actor = self.turn
        if self.rules.slots and set(self.hidden) - self.seen[self.turn]:
            self.stage = "peek"
        else:
            self.answered()

    def show(self, card: int) -> None:
        if self.stage == "card":
            self.obey(Show(card), Luck())
            return
        self.told.append(Showed(self.actor, card, self.turn))
        n = len(self.seats)
        for step in range(1, n):
            spy = (self.turn + step) % n
            glass = self.kept_with(spy, "spy_on_refutation")
            if glass and spy != self.actor:
                self.kept.remove((spy, glass))
                self.told += [Played(spy, glass), Revealed(self.actor, card, spy)]
        self.answered()

    def decline(self) -> None:
        card = self.kept_with(self.actor, "refuse_refute")
        assert card
        self.kept.remove((self.actor, card))
        self.told.append(Declined(self.actor))
        self.ask_from(self.actor)

    def answered(self) -> None:
        if self.rules.auto_win == "suggestion" and self.question == self.envelope:
            self.stage, self.winner = "over", self.turn
        else:
            self.nearly_done()

    # The end of a turn.

    def nearly_done(self) -> None:
        """Where nothing is left to choose, the turn is over by itself."""
        self.stage, self.actor = "after", self.turn
        if not self.before_the_end():
            self.end_turn()

    def next_turn(self) -> int | None:
        n = len(self.seats)
        order = [self.turn] if self.extra else []
        order += [(self.turn + step) % n for step in range(1, n + 1)]
        return next((seat for seat in order if seat not in self.out), None)

    def end_by_choice(self) -> None:
        if self.stage == "start" or self.next_turn() == self.turn:
            self.told.append(Ended(self.turn))
        self.end_turn()

    def end_turn(self) -> None:
        after = self.next_turn()
        if after is None:
            self.told.append(Opened(self.envelope))
            self.stage = "over"
            return
        self.summoned.discard(self.turn)
        self.turn = self.actor = after
        self.fresh_turn()
        self.stage = "start"

    def accuse(self, cards: tuple[int, ...]) -> None:
        right = cards == self.envelope
        self.told.append(Accused(self.turn, cards, right))
        if right:
            self.stage, self.winner = "over", self.turn
        else:
            self.leave()

    def leave(self) -> None:
        """Out of the game: only answers from now on; a pawn before a door goes through it."""
        self.out.add(self.turn)
        spot = self.here(self.turn)
        if self.board and self.rules.blocking == "block" and not isinstance(spot, str):
            for room in self.board.rooms:
                if any(door.room == room and door.at == spot for door in self.board.doors):
                    self.put(self.turn, room)
                    break
        self.end_turn()

    # Bonus cards.

    def draw(self, luck: Luck, back: str) -> None:
        card = self.cards[luck.bonus]
        self.told.append(Drew(self.turn, card.id))
        self.pile.remove(card.id)
        self.back = back
        if card.timing == "keep":
            self.kept.append((self.turn, card.id))
        if not self.pile:
            self.shuffle_again()
        if card.timing == "keep":
            self.go_back()
        else:
            self.follow(card)

    def shuffle_again(self) -> None:
        """All cards but those in somebody's hands and the clocks that have struck make a new pile."""
        held = [card for _, card in self.kept]
        for card in self.edition.bonus:
            if card.effect != "clock":
                self.pile += [card.id] * (card.copies - held.count(card.id))

    def go_back(self) -> None:
        """On with the turn where the card interrupted it."""
        if self.back == "after":
            self.nearly_done()
            return
        self.stage, self.actor = self.back, self.turn
        if self.back == "move":
            self.goals = self.reach(self.roll) if self.roll else set()

    def demand(self, seat: int, card: BonusCard) -> None:
        self.stage, self.actor, self.demands = "card", seat, [(seat, card, False)]

    def follow(self, card: BonusCard) -> None:
        match card.effect:
            case "extra_turn":
                self.extra = True
                self.go_back()
            case "suggest_again":
                self.again = True
                self.go_back()
            case "roll_bonus":
                self.walk_on(card.amount)
            case "move_to":
                self.go_far(card)
            case "suggest_any_room":
                self.any_room = True
                if self.back == "move" and self.reach(self.roll):
                    self.go_back()
                else:
                    self.stage, self.actor = "ask", self.turn
            case "reveal_named":
                self.call_for(self.edition.card(card.target))
                self.go_back()
            case "all_show_left" | "all_reveal_one":
                n = len(self.seats)
                self.demands = [((self.turn + step) % n, card, True) for step in range(n)]
                self.stage, self.actor = "card", self.turn
            case "clock":
                self.strike(card)
            case "add_passage" if not self.diggable():
                self.go_back()
            case "move_other" if not self.sendings(card):
                self.go_back()
            case _:
                self.demand(self.turn, card)

    def walk_on(self, amount: int) -> None:
        self.roll = amount + (self.roll if self.back == "move" else 0)
        self.goals = self.reach(self.roll)
        if self.goals or self.back == "move":
            self.stage, self.actor = "move", self.turn
        else:
            self.nearly_done()

    def go_far(self, card: BonusCard) -> None:
        assert self.board
        goals: set[Spot] = set(self.rooms())
        if card.target == "start":
            goals = {self.board.starts[self.setup.pawns[self.turn]]}
        elif card.target == "player":
            spots = [self.here(seat) for seat in self.seats if seat != self.turn]
            goals = {spot for spot in spots if isinstance(spot, str)}
        elif card.target in self.board.rooms:
            goals = {card.target}
        goals.discard(self.here(self.turn) or "")
        if goals:
            self.stage, self.actor, self.goals = "move", self.turn, goals
        else:
            self.go_back()

    def call_for(self, card: int) -> None:
        holders = [seat for seat in self.seats if card in self.hands[seat]]
        if holders:
            self.told.append(Revealed(holders[0], card))
        elif card not in self.setup.table:
            self.told += [Lacked(seat, (card,)) for seat in self.seats]

    def strike(self, card: BonusCard) -> None:
        """The last clock takes its drawer out, hand face up, and goes back into the pile."""
        if self.clocks + 1 < card.copies:
            self.clocks += 1
            self.go_back()
            return
        self.told += [Revealed(self.turn, held) for held in sorted(self.hands[self.turn])]
        self.pile.append(card.id)
        self.leave()

    def obey(self, action: Action, luck: Luck) -> None:
        """Do what a bonus card demands of the acting seat."""
        seat, card, _ = self.demands.pop(0)
        match action:
            case Choose(other) if card.target == "holder_choice":
                self.demands, self.actor = [(other, card, True)], other
                return
            case Choose(other):
                assert luck.card in self.hands[other]
                self.told.append(Revealed(other, luck.card, self.turn))
            case Show(held):
                left = (seat + 1) % len(self.seats)
                to = {"all_show_left": left, "peek": self.turn}.get(card.effect)
                self.told.append(Revealed(seat, held, to))
            case Name(named):
                self.call_for(named)
            case Send(other, spot):
                self.told.append(Moved(other, spot))
                self.put(other, spot)
                self.summoned.add(other)
            case Tunnel(room):
                self.told.append(Tunnelled(self.turn, room))
                self.tunnels.add(room)
        if self.demands:
            self.actor = self.demands[0][0]
        else:
            self.go_back()
