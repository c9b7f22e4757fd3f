"""Strict replay: a full record with one falsified entry is caught, and the entry is named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from sleuth.actions import Accuse, Action, EndTurn, Roll, Suggest
from sleuth.board import Spot
from sleuth.casefile import dumps, loads
from sleuth.errors import IllegalEvent
from sleuth.events import Accused, Dealt, Drew, Event, Moved, Passed, Peeked, Rolled, Showed, Suggested
from sleuth.game import Game
from sleuth.record import Log, Record
from sleuth.replay import is_full, replay
from sleuth.scene import Outcome, Why
from tests.play import played, random_table
from tests.rules.table import EVERYTHING, accuse, ask, deal, end, move, roll, show, turn

GAMES = ("mini", "classic", "three-investigators", "discover-the-secrets", "master-detective", EVERYTHING)


def lies(before: Game, events: tuple[Event, ...]) -> Iterator[tuple[Event, ...]]:
    """The entry that came after this state, told in ways that cannot be true."""
    setup, first = before.setup, events[0]
    match first:
        case Accused(_, _, right):
            yield (replace(first, right=not right),)
        case Peeked(_, _, card):
            yield (replace(first, card=next(c for c in before.deal.hands[0] if c != card)),)
        case Moved() if setup.board is not None:
            spots: list[Spot] = [*setup.board.rooms, *setup.board.squares]
            reached = {getattr(action, "to", None) for action in before.legal_actions()}
            if EndTurn() not in before.legal_actions():
                yield (replace(first, to=next(spot for spot in spots if spot not in reached)),)
        case Drew():
            gone = {bonus.id for bonus in setup.edition.bonus} - set(before.scene.pile)
            yield (replace(first, card=min(gone, default="no-such-card")),)
        case Rolled(_, dice):
            yield (replace(first, dice=(*dice, 1)),)
        case Suggested():
            yield from _false_answers(before, first, events)
    if isinstance(first, Suggested | Accused | Rolled):
        others = (replace(first, seat=seat) for seat in setup.seats if seat != first.seat)
        yield from ((other, *events[1:]) for other in others if not is_possible(before, other))


def _false_answers(before: Game, asked: Suggested, events: tuple[Event, ...]) -> Iterator[tuple[Event, ...]]:
    for i, answer in enumerate(events):
        match answer:
            case Showed(seat):
                yield (*events[:i], Passed(seat))
                for card in asked.cards:
                    if card not in before.deal.hands[seat]:
                        yield (*events[:i], replace(answer, card=card))
            case Passed(seat):
                yield (*events[:i], Showed(seat, asked.cards[0], asked.seat))


def is_possible(game: Game, event: Suggested | Accused | Rolled) -> bool:
    """Whether a seat could do this now, or once others have ended their turns."""
    actions: dict[type[Event], Action] = {Rolled: Roll()}
    if not isinstance(event, Rolled):
        actions |= {Suggested: Suggest(event.cards), Accused: Accuse(event.cards)}
    for _ in range(len(game.setup.players) + 2):
        if game.scene.actor == event.seat and actions[type(event)] in game.legal_actions():
            return True
        if EndTurn() not in game.legal_actions():
            return False
        game = game.apply(EndTurn(), Random(0))
    return False


def falsified(record: Record, entry: int, events: tuple[Event, ...]) -> Record:
    """The record with one entry told differently, unchecked."""
    told = [event for e in record.entries for event in (events if e.number == entry else e.events)]
    return Record(record.setup, Log(told))


@pytest.mark.parametrize("name", GAMES)
def test_a_falsified_entry_is_caught_and_named(name: str) -> None:
    rng, caught = Random(name), 0
    while caught < 60:
        table = random_table(rng, [name], changes=3)
        record = played(table, rng.getrandbits(32), accuse=0.05, steps=100).record
        entries = [entry for entry in record.entries if not isinstance(entry.events[0], Dealt)]
        for entry in rng.sample(entries, min(len(entries), 5)):
            for events in lies(state_before(record, entry.number), entry.events):
                failure = replay(falsified(record, entry.number, events)).failure
                assert failure is not None, (events, dumps(record))
                assert failure.entry == entry.number, (events, failure, dumps(record))
                caught += 1


def state_before(record: Record, number: int) -> Game:
    """The game as far as the entries before this one tell it."""
    told = [event for entry in record.entries[: number - 1] for event in entry.events]
    return replay(Record(record.setup, Log(told))).whole()


def mini() -> Game:
    """Anna holds Scarlet and the rope, Ben Green and the knife, Cleo the study and the kitchen."""
    return deal("mini", "plum pipe hall", "scarlet rope", "green knife", "study kitchen")


def with_lines(game: Game, *lines: str) -> Record:
    """The game's record with lines added by hand."""
    return loads(dumps(game.record) + "\n".join(lines))


FALSE = {
    "anna ? green knife study | ben -": "Ben holds one of these cards and cannot pass.",
    "anna ? plum pipe study | ben ! pipe": "Ben holds none of these cards and cannot show one.",
    "anna ? green pipe study | ben ! study": "Ben does not hold “study”.",
    "ben ? green knife study": "It is Anna's turn, not Ben's.",
    "anna = plum pipe hall x": "Anna's accusation was right.",
    "anna = plum pipe study ok": "Anna's accusation was wrong.",
    "anna ends": "The rules do not allow this now: Anna begins a turn.",
    "anna lacks knife": "The rules do not allow this now: Anna begins a turn.",
}


@pytest.mark.parametrize("line", FALSE)
def test_a_false_entry_is_answered_with_a_sentence(line: str) -> None:
    failure = replay(with_lines(mini(), line)).failure
    assert failure is not None
    assert (failure.entry, failure.rule) == (4, FALSE[line])


def test_an_unanswered_question_is_answered_before_anything_else() -> None:
    record = with_lines(mini(), "anna ? green knife study", "ben = plum pipe hall ok")
    failure = replay(record).failure
    assert failure is not None
    assert (failure.entry, failure.rule) == (5, "Ben answers first.")
    record = with_lines(mini(), "anna ? plum pipe study", "ben = plum pipe hall ok")
    failure = replay(record).failure
    assert failure is not None
    assert (failure.entry, failure.rule) == (5, "Ben answers first.")


def test_a_move_beyond_the_roll_is_caught() -> None:
    game = roll(deal("classic", "plum pipe hall", players=3), 1, 2)
    failure = replay(with_lines(game, "anna @ kitchen")).failure
    assert failure is not None
    assert failure.rule == "Anna cannot get there with this roll."


def test_a_question_in_another_room_is_caught() -> None:
    game = move(roll(deal("classic", "plum pipe hall", players=3), 4, 4), "lounge")
    failure = replay(with_lines(game, "anna ? plum pipe hall | -")).failure
    assert failure is not None
    assert failure.entry == 6


def test_a_bonus_card_is_drawn_after_a_question_mark() -> None:
    game = deal(EVERYTHING, "ash axe attic", players=3, first="seat")
    failure = replay(with_lines(game, "anna rolls 2 ?", "anna @ 3,1")).failure
    assert failure is not None
    assert (failure.entry, failure.rule) == (5, "A bonus card is drawn first.")


def test_a_bonus_card_is_drawn_only_while_it_is_in_the_pile() -> None:
    game = roll(deal(EVERYTHING, "ash axe attic", players=3, first="seat"), 1, "?", draws="silence")
    game = end(move(game, (3, 2)))
    failure = replay(with_lines(game, "ben rolls 1 ?", "ben draws silence")).failure
    assert failure is not None
    assert failure.entry == len(game.record.entries) + 2
    assert failure.rule == "The bonus card “silence” is not in the pile any more."


def test_a_record_that_breaks_off_before_the_bonus_card_is_no_lie() -> None:
    game = deal(EVERYTHING, "ash axe attic", players=3, first="seat")
    again = replay(with_lines(game, "anna rolls 2 ?"))
    assert again.failure is None
    assert again.game == game


def test_a_hand_written_record_need_not_say_that_a_turn_ended() -> None:
    game = deal("classic", "plum pipe hall", "lounge", players=3, stay="free")
    first = ("anna rolls 4 4", "anna @ lounge", "anna ? plum pipe lounge | -")
    round_ = ("ben rolls 1 2", "ben @ 17,3", "cleo rolls 1 2", "cleo @ 1,7")
    said = replay(with_lines(game, *first, *round_, "anna ends", "ben rolls 1 1"))
    unsaid = replay(with_lines(game, *first, *round_, "ben rolls 1 1"))
    assert said.whole() == unsaid.whole()
    assert turn(said.game) == "Ben"


def test_a_hand_written_record_may_say_that_any_turn_ended() -> None:
    asked = "anna ? scarlet rope hall | -"
    assert turn(replay(with_lines(mini(), asked, "anna ends")).whole()) == "Ben"


def test_a_deal_that_does_not_add_up_is_refused() -> None:
    with pytest.raises(IllegalEvent, match="one card of each kind"):
        replay(loads(dumps(mini().record).replace("Ben has green knife", "Ben has green plum")))


def test_a_full_record_may_state_the_envelope_if_it_is_true() -> None:
    assert replay(with_lines(mini(), "envelope has plum pipe hall")).failure is None
    with pytest.raises(IllegalEvent):
        replay(with_lines(mini(), "envelope has plum pipe study"))


def test_a_full_record_says_every_hand() -> None:
    record = mini().record
    assert is_full(record)
    assert not is_full(record.redacted(0))
    assert not is_full(record.redacted(None))
    assert not is_full(Record(record.setup, Log(record.events[:2])))


def test_a_hand_may_be_corrected_later_in_a_full_record() -> None:
    game = end(show(ask(mini(), "green knife study"), "knife"))
    wrong = loads(dumps(game.record).replace("Ben has green knife", "Ben has green rope"))
    right = wrong.strike(2).read("ben has green knife")
    assert replay(right).failure is None


def test_the_games_along_the_way_are_given_too() -> None:
    game = accuse(end(show(ask(mini(), "green knife study"), "knife")), "plum pipe hall")
    again = replay(game.record)
    assert again.whole() == game
    assert [g.outcome for g in again.games[:-1]] == [None] * (len(again.games) - 1)
    assert again.game.outcome == Outcome(1, Why.ACCUSATION)


def test_the_good_part_of_a_false_record_is_given_too() -> None:
    again = replay(with_lines(mini(), "anna ? plum pipe hall | -", "anna ? plum pipe hall | -"))
    assert again.failure is not None
    assert again.failure.entry == 5
    assert len(again.game.record.entries) == 4
    with pytest.raises(IllegalEvent):
        again.whole()


def test_deals_are_no_events_of_the_game() -> None:
    assert all(not isinstance(e, Dealt) for e in replay(mini().record).game.record.events[3:])
