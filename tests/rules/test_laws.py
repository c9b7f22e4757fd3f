"""Laws of games, records and the notation, for any table and any house rules."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

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
from sleuth.cards import Card, CardSet, Holder, Place
from sleuth.casefile import dumps, loads
from sleuth.edition import Edition
from sleuth.effects import full_pile
from sleuth.errors import BadSetup, IllegalAction, IllegalEvent
from sleuth.events import Dealt, Event, Struck, redact
from sleuth.game import Game
from sleuth.marks import Marks
from sleuth.notation import format_entry, parse
from sleuth.record import Log, Record
from sleuth.replay import replay
from sleuth.setup import Setup
from tests.play import Table, played, random_table, states
from tests.rules.table import EVERYTHING
from tests.strategies import entries, games, records, seeds, setups, tables

WITH_EVERYTHING = (*Edition.names(), EVERYTHING, EVERYTHING)

# The notation.


@given(st.data())
def test_reading_an_entry_that_was_written_gives_it_back(data: st.DataObject) -> None:
    setup = data.draw(setups(WITH_EVERYTHING))
    events = data.draw(entries(setup))
    assert parse(format_entry(events, setup), setup) == events


@given(st.integers(1, 999_999))
def test_reading_a_correction_gives_it_back(entry: int) -> None:
    setup = Setup.of(Edition.load("mini"), ["Anna", "Ben"])
    assert parse(format_entry((Struck(entry),), setup), setup) == (Struck(entry),)


@settings(max_examples=40)
@given(records(WITH_EVERYTHING))
def test_reading_a_record_that_was_written_gives_it_back(record: Record) -> None:
    assert loads(dumps(record)) == record


@settings(max_examples=40)
@given(games(WITH_EVERYTHING), st.data())
def test_a_games_record_is_read_back_whole_or_as_anyone_saw_it(game: Game, data: st.DataObject) -> None:
    seat = data.draw(st.sampled_from([None, *game.setup.seats]))
    assert loads(dumps(game.record)) == game.record
    assert loads(dumps(game.view(seat).record)) == game.record.redacted(seat)


ODD_NAMES = st.text("aAbBzZäßØéñ漢あ019-_'", min_size=1, max_size=6)


@given(st.lists(ODD_NAMES, min_size=3, max_size=6), st.data())
def test_any_names_that_a_set_up_accepts_can_be_written_and_read(
    names: list[str], data: st.DataObject
) -> None:
    try:
        setup = Setup.of(Edition.load("classic"), names, me=data.draw(st.sampled_from(names)))
    except BadSetup:
        assume(False)
    events = data.draw(entries(setup))
    record = Record(setup).append(*events)
    assert loads(dumps(record)) == record


@settings(max_examples=40)
@given(records(WITH_EVERYTHING), seeds)
def test_comments_blank_lines_and_capitals_mean_nothing(record: Record, seed: int) -> None:
    rng = Random(seed)
    lines = []
    for line in dumps(record).split("\n"):
        lines += rng.choice([[], [""], ["# a remark ? | ! ~ 7"], ["   \t "]])
        ways = [line, f"  {line}   # said aloud"]
        if line.partition(":")[0] not in ("edition", "rules"):
            ways.append(line.upper())
        lines.append(rng.choice(ways))
    assert loads("\n".join(lines)).standing == record.standing


# Secrecy, event by event.


@given(st.data())
def test_what_was_redacted_is_not_redacted_further(data: st.DataObject) -> None:
    setup = data.draw(setups(WITH_EVERYTHING))
    seat = data.draw(st.sampled_from([None, *setup.seats]))
    for event in data.draw(entries(setup)):
        seen = redact(event, seat)
        assert redact(seen, seat) == seen
        assert redact(seen, None) == redact(event, None), "a spectator sees nothing that a seat does not"


@settings(max_examples=40)
@given(records(WITH_EVERYTHING), st.data())
def test_redacting_and_appending_commute(record: Record, data: st.DataObject) -> None:
    events = data.draw(entries(record.setup))
    seat = data.draw(st.sampled_from([None, *record.setup.seats]))
    try:
        longer = record.append(*events)
    except IllegalEvent:
        assume(False)
    mine = record.redacted(seat).append(*(redact(event, seat) for event in events))
    assert longer.redacted(seat) == mine


@settings(max_examples=40)
@given(games(WITH_EVERYTHING))
def test_the_views_a_game_keeps_are_its_record_redacted(game: Game) -> None:
    for seat in (*game.setup.seats, None):
        assert game.view(seat).record == game.record.redacted(seat)
        assert game.record.redacted(seat).redacted(seat) == game.record.redacted(seat)


# Legal actions.


def every_action(game: Game) -> list[Action]:
    """Whatever anyone could think of at this table."""
    setup, board = game.setup, game.setup.board
    cards = range(len(setup.edition.cards))
    rooms = board.rooms if board else ()
    spots: list[Spot] = [*rooms, *sorted(board.squares)] if board else []
    actions: list[Action] = [Roll(), Draw(), Pass(), Decline(), EndTurn()]
    actions += [Suggest(cards) for cards in setup.edition.suggestions]
    actions += [Accuse(cards) for cards in setup.edition.suggestions]
    actions += [kind(card) for card in cards for kind in (Show, Name)]
    actions += [Peek(slot) for slot in range(setup.hidden + 2)]
    actions += [Play(bonus.id) for bonus in setup.edition.bonus]
    actions += [Choose(seat) for seat in setup.seats]
    actions += [Move(spot) for spot in spots]
    actions += [kind(room) for room in rooms for kind in (TakePassage, Tunnel)]
    actions += [Send(seat, spot) for seat in setup.seats for spot in spots]
    return actions


@settings(max_examples=40)
@given(games(WITH_EVERYTHING), seeds)
def test_the_legal_actions_are_exactly_the_applicable_ones(game: Game, seed: int) -> None:
    rng = Random(seed)
    menu = set(game.legal_actions())
    everything = every_action(game)
    assert menu <= set(everything)
    for action in rng.sample(sorted(menu, key=repr), min(len(menu), 15)):
        assert game.apply(action, rng) != game
    others = [action for action in everything if action not in menu]
    for action in rng.sample(others, min(len(others), 60)):
        with pytest.raises(IllegalAction):
            game.apply(action, rng)


@settings(max_examples=20)
@given(games())
def test_an_action_with_a_list_in_it_is_illegal_not_a_crash(game: Game) -> None:
    with pytest.raises(IllegalAction):
        game.apply(Suggest([0, 1, 2]), Random(0))  # type: ignore[arg-type]


@settings(max_examples=30)
@given(tables(WITH_EVERYTHING), seeds)
def test_somebody_can_always_act_until_the_game_is_over(table: Table, seed: int) -> None:
    for game in states(table, seed, steps=150):
        assert (len(game.legal_actions()) == 0) == (game.outcome is not None)


# Cards.


@settings(max_examples=40)
@given(tables(WITH_EVERYTHING), seeds)
def test_every_card_is_in_exactly_one_place_at_all_times(table: Table, seed: int) -> None:
    first = None
    for game in states(table, seed, steps=80):
        first = first or game
        places = [game.deal.envelope, game.setup.table, game.deal.hidden, *game.deal.hands]
        assert sorted(card for place in places for card in place) == list(
            range(len(game.setup.edition.cards))
        )
        assert game.deal == first.deal
        bonus = Counter(game.scene.pile) + Counter(card for _, card in game.scene.kept)
        assert bonus <= Counter(full_pile(game.setup))


@settings(max_examples=40)
@given(games(WITH_EVERYTHING))
def test_a_notepad_never_marks_what_is_not_true(game: Game) -> None:
    for seat in game.setup.seats:
        marks = Marks.of(game.view(seat))
        for place in marks.places:
            held = _held(game, place)
            assert marks.has[place] & ~held == 0
            assert marks.lacks[place] & held == 0


def _held(game: Game, place: Holder) -> int:
    """The cards that really are in a place, as a mask."""
    match place:
        case Place.ENVELOPE:
            cards: Iterable[Card] = game.deal.envelope
        case Place.TABLE:
            cards = game.setup.table
        case Place.HIDDEN:
            cards = game.deal.hidden
        case seat:
            cards = game.deal.hands[seat]
    return CardSet.of(cards).mask


# Corrections.


@settings(max_examples=40)
@given(records(WITH_EVERYTHING), st.data())
def test_a_struck_entry_changes_nothing_but_itself(record: Record, data: st.DataObject) -> None:
    numbers = [entry.number for entry in record.standing]
    assume(numbers)
    struck = data.draw(st.sampled_from(numbers))
    assert record.strike(struck).standing == tuple(e for e in record.standing if e.number != struck)


@settings(max_examples=40)
@given(records(WITH_EVERYTHING), st.data())
def test_striking_a_correction_restores_what_it_struck(record: Record, data: st.DataObject) -> None:
    numbers = [entry.number for entry in record.standing]
    assume(numbers)
    struck = record.strike(data.draw(st.sampled_from(numbers)))
    assert struck.strike(len(struck.entries)).standing == record.standing


@settings(max_examples=40)
@given(records(WITH_EVERYTHING), st.data())
def test_a_record_never_forgets(record: Record, data: st.DataObject) -> None:
    before = record.entries
    struck = data.draw(st.integers(1, len(before)))
    try:
        longer = record.strike(struck)
    except IllegalEvent:
        assume(False)
    assert longer.entries[:-1] == before == record.entries


@settings(max_examples=40)
@given(records(WITH_EVERYTHING))
def test_what_stands_was_possible_entry_by_entry(record: Record) -> None:
    again = Record(record.setup)
    for entry in record.standing:
        again = again.append(*entry.events)
    assert [e.events for e in again.standing] == [e.events for e in record.standing]


@settings(max_examples=40)
@given(records(WITH_EVERYTHING), st.data())
def test_two_ways_to_go_on_do_not_disturb_each_other(record: Record, data: st.DataObject) -> None:
    ways = [data.draw(entries(record.setup)) for _ in range(2)]
    alone = [_or_none(Record(record.setup, Log(record.events)), events) for events in ways]
    together = [_or_none(record, events) for events in ways]
    assert together == alone


def _or_none(record: Record, events: tuple[Event, ...]) -> Record | None:
    try:
        return record.append(*events)
    except IllegalEvent:
        return None


# Prefixes and replay.


@settings(max_examples=50)
@given(games(WITH_EVERYTHING), seeds)
def test_a_record_cut_after_any_entry_is_a_record_that_replays(game: Game, seed: int) -> None:
    lines = dumps(game.record).split("\n")
    start = lines.index("") + 1 + sum(isinstance(event, Dealt) for event in game.record.events)
    cut = Random(seed).randint(start, len(lines))
    prefix = loads("\n".join(lines[:cut]))
    assert prefix.events[:] == game.record.events[: len(prefix.events)]
    again = replay(prefix)
    assert again.failure is None
    told = min(len(prefix.events), len(again.game.record.events))
    assert again.game.record.events[:told] == prefix.events[:told]


@settings(max_examples=50)
@given(games(WITH_EVERYTHING))
def test_a_game_replays_from_its_text_to_the_same_state(game: Game) -> None:
    again = replay(loads(dumps(game.record)))
    assert again.failure is None
    assert game in [again.game, *untold(again.game)]


def untold(game: Game) -> list[Game]:
    """The states after choices that leave no trace until the next event: ending a turn, picking a witness."""
    silent = [action for action in game.legal_actions() if isinstance(action, EndTurn | Choose)]
    return [game.apply(action, Random(0)) for action in silent]


@settings(max_examples=30)
@given(games(WITH_EVERYTHING))
def test_a_view_is_pickled_and_brought_back(game: Game) -> None:
    view = game.view(game.scene.actor)
    assert pickle.loads(pickle.dumps(view)) == view


def test_a_pickled_record_does_not_carry_what_came_later() -> None:
    table = random_table(Random(5), ["classic"], changes=0)
    short = played(table, 1, steps=20)
    before = pickle.dumps(short.record)
    longer = short.apply(short.legal_actions()[0], Random(1))
    assert len(longer.record.events) > len(short.record.events)
    assert pickle.dumps(short.record) == before
