"""The rules played in the plainest way: one mutable table, written from the rule text, not from the engine.

Chance is told to it (`Luck`), so that it can be compared with a game step by step.
"""

from __future__ import annotations

from collections.abc import Iterable
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
from sleuth.board import Spot
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
from tests.oracle_table import OracleTable


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


class Oracle(OracleTable):
    """A table at which things happen."""

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
