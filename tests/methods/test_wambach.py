"""Wambach's method: the paper's own examples, and that it never says what is not so."""

from __future__ import annotations

import pytest

from sleuth.cards import Place
from sleuth.edition import Edition
from sleuth.events import Event, Passed, Showed, Suggested
from sleuth.inference.methods.wambach import Info, Rule, Sheet, decided, solve, work
from sleuth.inference.notebook import infer
from sleuth.record import Record
from sleuth.setup import Setup
from tests.inference.games import view_of

CLASSIC = Edition.load("classic")


def suspect(n: int) -> int:
    return CLASSIC.cards_of(0)[n]


def weapon(n: int) -> int:
    return CLASSIC.cards_of(1)[n]


def room(n: int) -> int:
    return CLASSIC.cards_of(2)[n]


def question(n: int, m: int, k: int, seat: int) -> Suggested:
    return Suggested(seat, (suspect(n), weapon(m), room(k)))


def triple(sheet: Sheet, n: int, m: int, k: int, seat: int) -> Info:
    return sheet.info((suspect(n), weapon(m), room(k)), seat)


@pytest.fixture
def sheet() -> Sheet:
    """Four players; player 1 keeps the sheet, as in the paper."""
    return Sheet(Setup.of(CLASSIC, ["p0", "p1", "p2", "p3"]), me=1)


def test_the_game_begins_with_ones_own_cards_in_e(sheet: Sheet) -> None:
    sheet.start([suspect(2), weapon(3), suspect(0), room(3)])
    expected = [suspect(2), weapon(3), suspect(0), room(3)]
    assert sheet.e == {sheet.single(card, 1) for card in expected}
    assert sheet.b(suspect(2), 1)
    assert not sheet.b(suspect(1), 2)


def test_case_1_a_card_that_is_shown_to_me_is_certain(sheet: Sheet) -> None:
    sheet.observe([question(1, 2, 3, seat=1), Showed(2, weapon(2), 1)])
    assert sheet.e == {sheet.single(weapon(2), 2)}


def test_case_2_a_card_shown_to_somebody_else_is_one_of_three(sheet: Sheet) -> None:
    sheet.observe([question(1, 2, 3, seat=2), Showed(3, None, 2)])
    assert sheet.m == {triple(sheet, 1, 2, 3, 3)}


def test_case_3_who_cannot_answer_has_none_of_the_three(sheet: Sheet) -> None:
    sheet.observe([question(1, 3, 2, seat=1), Passed(2)])
    assert sheet.n == {sheet.single(card, 2) for card in (suspect(1), weapon(3), room(2))}


def test_substitution_by_e_takes_out_a_card_that_somebody_else_has(sheet: Sheet) -> None:
    sheet.e.add(sheet.single(weapon(2), 2))
    sheet.m.add(triple(sheet, 1, 2, 3, 3))
    sheet.substitute_by_e()
    assert sheet.info((suspect(1), room(3)), 3) in sheet.m


def test_substitution_by_n_takes_out_a_card_that_the_player_lacks(sheet: Sheet) -> None:
    sheet.n.add(sheet.single(room(3), 2))
    sheet.m.add(triple(sheet, 1, 2, 3, 2))
    sheet.substitute_by_n()
    assert sheet.info((suspect(1), weapon(2)), 2) in sheet.m


def test_a_clause_is_worthless_once_the_player_is_known_to_have_one_of_its_cards(sheet: Sheet) -> None:
    sheet.e.add(sheet.single(weapon(2), 3))
    sheet.m.add(triple(sheet, 1, 2, 3, 3))
    sheet.remove_worthless()
    assert sheet.m == set()


def test_a_clause_with_one_card_left_moves_to_e(sheet: Sheet) -> None:
    sheet.m.add(sheet.single(room(3), 2))
    sheet.transfer()
    assert (sheet.m, sheet.e) == (set(), {sheet.single(room(3), 2)})


def test_a_more_precise_clause_replaces_the_general_one(sheet: Sheet) -> None:
    sheet.m |= {triple(sheet, 1, 2, 3, 2), sheet.info((suspect(1), room(3)), 2)}
    sheet.reduce()
    assert sheet.m == {sheet.info((suspect(1), room(3)), 2)}


def test_solution_search_1_three_cards_are_left_over(sheet: Sheet) -> None:
    solution = {suspect(0), weapon(0), room(0)}
    for card in range(21):
        if card not in solution:
            sheet.e.add(sheet.single(card, card % 4))
    sheet.search_left_over()
    assert sheet.solution == solution


def test_solution_search_2_a_card_that_nobody_has(sheet: Sheet) -> None:
    for seat in range(4):
        sheet.n.add(sheet.single(weapon(5), seat))
    sheet.search_held_by_nobody()
    assert sheet.solution == {weapon(5)}


def test_oneself_may_be_left_out_of_solution_search_2(sheet: Sheet) -> None:
    sheet.self_in_n = False
    sheet.start([suspect(2), weapon(3), suspect(0), room(3), room(4)])
    for seat in (0, 2, 3):
        sheet.n.add(sheet.single(weapon(5), seat))
    sheet.search_held_by_nobody()
    assert sheet.solution == {weapon(5)}


def test_late_entries_are_worked_in_like_early_ones() -> None:
    setup = Setup.of(CLASSIC, ["p0", "p1", "p2", "p3"])
    clause: list[Event] = [question(1, 2, 3, seat=2), Showed(3, None, 2)]
    shown: list[Event] = [question(0, 2, 0, seat=1), Showed(2, weapon(2), 1)]
    passed: list[Event] = [question(1, 0, 5, seat=1), Passed(2), Passed(3), Showed(0, weapon(0), 1)]
    sheets = []
    for order in ([clause, shown, passed], [passed, shown, clause]):
        sheet = Sheet(setup, me=1)
        for events in order:
            sheet.observe(events)
            sheet.settle()
        sheets.append(sheet)
    assert [s.e for s in sheets] == [sheets[0].e] * 2
    assert sheets[0].b(room(3), 3)


def test_both_variants_for_oneself_decide_the_same_cells() -> None:
    for seed in range(12):
        view = view_of(seed, 4)
        with_self = solve(view, self_in_n=True).proved
        left_out = solve(view, self_in_n=False).proved
        assert with_self == left_out


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize(
    ("hand_sizes", "categories"), [(False, False), (True, False), (False, True), (True, True)]
)
def test_whatever_the_method_says_is_provable(players: int, hand_sizes: bool, categories: bool) -> None:
    for seed in range(8):
        view = view_of(seed, players)
        places = view.record.setup.places
        facts = {(card, places.index(place)): holds for (card, place), holds in infer(view).facts.items()}
        found = solve(view, hand_sizes=hand_sizes, categories=categories).proved
        assert found.items() <= facts.items()


@pytest.mark.parametrize("self_in_n", [True, False])
def test_whoever_has_not_written_down_a_hand_is_not_taken_to_hold_nothing_else(self_in_n: bool) -> None:
    record = Record.new(Edition.load("mini"), ["anna", "ben", "cleo"], me="anna")
    record = record.read("ben ? plum knife hall | cleo - | anna ! knife")
    record = record.read("anna ? plum rope hall | ben - | cleo -")
    view = record.view()
    places = view.record.setup.places
    facts = {(card, places.index(place)): holds for (card, place), holds in infer(view).facts.items()}
    for additions in (False, True):
        found = solve(view, hand_sizes=additions, categories=additions, self_in_n=self_in_n)
        assert found.proved.items() <= facts.items()


def test_the_additions_find_more() -> None:
    def cells(**additions: bool) -> int:
        return sum(len(solve(view_of(seed, 5), **additions).proved) for seed in range(12))

    plain = cells()
    assert plain <= cells(hand_sizes=True) <= cells(hand_sizes=True, categories=True)
    assert plain < cells(hand_sizes=True, categories=True)


def test_the_work_shows_every_change_in_order() -> None:
    record = Record.new(Edition.load("mini"), ["anna", "ben", "cleo"], me="anna", hand=[0, 3])
    record = record.read("ben ? plum knife hall | cleo !").read("anna ? plum pipe study | ben ! plum")
    sheet = work(record.read("anna ? green knife hall | ben - | cleo - ").view())
    rules = [line.rule for line in sheet.lines if line.where == "M"]
    assert rules[:3] == [Rule.ONE_OF, Rule.SUBSTITUTE_E, Rule.SUBSUMED]
    replayed: dict[str, set[Info]] = {"E": set(), "M": set(), "N": set(), "L": set()}
    for line in sheet.lines:
        if line.removed:
            replayed[line.where].discard(line.info)
        else:
            replayed[line.where].add(line.info)
        if line.rule is Rule.TRANSFER:
            replayed["M"].discard(line.info)
    assert (replayed["E"], replayed["M"], replayed["N"]) == (sheet.e, sheet.m, sheet.n)
    assert {info.cards[0] for info in replayed["L"]} == sheet.solution


def test_a_solution_card_is_in_the_envelope_and_nowhere_else() -> None:
    sheet = Sheet(Setup.of(CLASSIC, ["p0", "p1", "p2"]), me=None)
    for seat in range(3):
        sheet.n.add(sheet.single(weapon(5), seat))
    sheet.search_held_by_nobody()
    cells = dict(decided(sheet))
    envelope = sheet.setup.places.index(Place.ENVELOPE)
    assert cells[weapon(5), envelope] is True
    assert not any(cells[weapon(5), seat] for seat in range(3))
