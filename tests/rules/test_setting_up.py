"""Setting up: the envelope, the deal, the leftovers, the pawns, and who begins."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from sleuth.actions import Draw
from sleuth.casefile import dumps
from sleuth.edition import Edition
from sleuth.errors import BadSetup
from sleuth.game import Game
from sleuth.houserules import HouseRules
from sleuth.scene import Phase
from sleuth.setup import Setup
from tests.rules.table import EVERYTHING, NAMES, actor, ask, at, deal, end, kinds, may, move, roll, told, turn


def dealt(name: str, players: int, seed: int = 7, **changes: Any) -> Game:
    edition = Edition.load(name)
    rules = replace(edition.rules_for(players), **changes)
    return Game.new(edition, NAMES[:players], Random(seed), rules=rules)


def text(game: Game, seat: int | None) -> str:
    return dumps(game.view(seat).record)


@pytest.mark.parametrize("seed", range(20))
def test_the_envelope_holds_one_card_of_each_kind(seed: int) -> None:
    game = dealt("night-train", 4, seed)
    assert [game.setup.edition.category[card] for card in game.deal.envelope] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("players", "hands"), [(3, (6, 6, 6)), (4, (5, 5, 4, 4)), (5, (4, 4, 4, 3, 3)), (6, (3,) * 6)]
)
def test_classic_deals_everything_and_the_first_seats_get_the_extras(
    players: int, hands: tuple[int, ...]
) -> None:
    assert tuple(map(len, dealt("classic", players).deal.hands)) == hands


@pytest.mark.parametrize(("players", "each", "up"), [(3, 6, 0), (4, 4, 2), (5, 3, 3), (6, 3, 0)])
def test_die_drei_deals_equal_hands_and_lays_the_rest_face_up(players: int, each: int, up: int) -> None:
    game = dealt("three-investigators", players)
    assert tuple(map(len, game.deal.hands)) == (each,) * players
    assert len(game.setup.table) == up


def test_cards_that_lie_face_up_are_in_everyones_record() -> None:
    game = dealt("three-investigators", 4)
    for seat in (0, 1, 2, 3, None):
        assert game.view(seat).record.setup.table == game.setup.table


def test_face_down_leftovers_are_seen_by_nobody() -> None:
    game = dealt("discover-the-secrets", 4, leftover="face_down")
    assert len(game.deal.hidden) == game.setup.hidden == 1
    assert all("hidden has ?" in text(game, seat) for seat in (0, 1, 2, 3, None))


def test_a_player_sees_only_their_own_hand() -> None:
    game = deal("mini", "plum pipe hall", "scarlet rope", "green knife", "study kitchen")
    assert "Anna has scarlet rope" in text(game, 0)
    assert "Ben has ?" in text(game, 0)
    assert "Cleo has ?" in text(game, 0)


def test_two_duellists_hold_seven_cards_each_and_four_lie_in_a_row() -> None:
    game = dealt("three-investigators", 2)
    assert tuple(map(len, game.deal.hands)) == (7, 7)
    assert len(game.deal.hidden) == 4


def test_the_duel_is_played_without_bonus_cards() -> None:
    assert dealt("three-investigators", 2).scene.pile == ()


def test_bonus_cards_may_be_left_in_the_box() -> None:
    assert len(dealt("three-investigators", 3).scene.pile) == 13
    assert dealt("three-investigators", 3, bonus=False).scene.pile == ()


def test_investigators_are_nobodys_suspects() -> None:
    edition = Edition.load("three-investigators")
    assert not set(edition.pawns) & set(edition.cards)


def test_the_tokens_lie_beside_the_board_at_first() -> None:
    assert set(dealt("three-investigators", 4).scene.tokens) == {None}


def test_all_six_pawns_stand_on_their_starts_whoever_plays() -> None:
    game = dealt("classic", 3)
    assert game.setup.board is not None
    assert game.scene.pawns == game.setup.board.starts
    assert len(game.scene.pawns) == 6


def test_players_may_choose_their_pawns() -> None:
    game = dealt("classic", 3, pawns=("plum", "white"))
    assert [game.setup.edition.pawns[pawn] for pawn in game.setup.pawns] == ["plum", "white", "scarlet"]


def test_miss_scarlet_begins_wherever_she_sits() -> None:
    assert turn(dealt("classic", 3, pawns=("plum", "scarlet", "white"))) == "Ben"


def test_the_first_seat_begins_where_that_is_the_rule() -> None:
    assert turn(dealt("classic", 3, first="seat", pawns=("plum", "scarlet"))) == "Anna"


def rolling_for_the_start() -> Game:
    return deal("three-investigators", "brittany auto park", players=3)


def test_everyone_rolls_and_the_highest_begins() -> None:
    game = rolling_for_the_start()
    assert game.scene.phase is Phase.ORDER
    game = roll(roll(roll(game, 1, 3), 6, 5), 2, 2)
    assert (turn(game), game.scene.phase) == ("Ben", Phase.START)


def test_only_those_who_tie_for_the_lead_roll_again() -> None:
    game = roll(roll(roll(rolling_for_the_start(), 4, 4), 2, 2), 3, 5)
    assert actor(game) == "Anna"
    game = roll(game, 1, 2)
    assert actor(game) == "Cleo"
    game = roll(game, 6, 6)
    assert (turn(game), game.scene.phase) == ("Cleo", Phase.START)


def test_a_question_mark_draws_nothing_while_rolling_for_the_start() -> None:
    game = roll(rolling_for_the_start(), 3, "?")
    assert told(game) == ["Anna rolls 3 ?"]


def test_after_the_first_player_it_goes_clockwise() -> None:
    game = deal("mini", "plum pipe hall", players=3)
    seats = []
    for _ in range(4):
        seats.append(turn(game))
        game = end(ask(game, "plum pipe hall"))
    assert seats == ["Anna", "Ben", "Cleo", "Anna"]


@pytest.mark.parametrize(
    ("players", "rules"),
    [
        ("Anna Ben", {}),
        ("A B C D E F G", {}),
        ("Anna anna Ben", {}),
        ("Jörg Joerg Ben", {}),
        ("O'Neil ONeil Ben", {}),
        ("Anna Ben -", {}),
        ("Anna Ben envelope", {}),
        ("Anna Ben Cl|eo", {}),
        ("Anna Ben " + "x" * 41, {}),
        ("Anna Ben Cleo", {"dice": 3}),
        ("Anna Ben Cleo", {"pawns": ("plum", "plum")}),
        ("Anna Ben Cleo", {"pawns": ("boddy",)}),
        ("Anna Ben Cleo", {"slots": 16}),
        ("Anna Ben Cleo David", {"leftover": "face_down", "auto_win": "proof"}),
    ],
)
def test_a_game_that_cannot_be_set_up_is_refused(players: str, rules: dict[str, Any]) -> None:
    with pytest.raises(BadSetup):
        Game.new(Edition.load("classic"), players.split(), Random(1), rules=HouseRules(**rules))


def test_a_board_needs_a_board() -> None:
    with pytest.raises(BadSetup):
        Setup.of(Edition.load("mini"), ["Anna", "Ben"], rules=HouseRules(board=True))


def test_a_face_up_leftover_must_be_named_in_a_notebook() -> None:
    with pytest.raises(BadSetup, match="table"):
        Setup.of(Edition.load("three-investigators"), ["Anna", "Ben", "Cleo", "David"])


def test_a_hand_in_the_header_is_complete() -> None:
    with pytest.raises(BadSetup, match="holds 6 cards, not 1"):
        Setup.of(Edition.load("classic"), ["Anna", "Ben", "Cleo"], me="Anna", hand=(3,))


def test_a_users_own_edition_is_played_like_a_packaged_one() -> None:
    game = at(deal(EVERYTHING, "ash axe attic", players=3), anna=(4, 4))
    assert kinds(game) >= {"Roll", "Accuse"}
    game = move(roll(game, 1, 2), (4, 2))
    assert may(game, Draw())


# A notebook's header: what was really dealt at the table.


def header(
    players: int = 4, edition: str = "classic", rules: dict[str, Any] | None = None, **known: Any
) -> Setup:
    box = Edition.load(edition)
    agreed = replace(box.rules_for(players), **(rules or {}))
    return Setup.of(box, NAMES[:players], rules=agreed, **known)


def test_hands_may_be_as_the_dealer_dealt_them() -> None:
    assert header(hands=(4, 5, 4, 5)).hands == (4, 5, 4, 5)


@pytest.mark.parametrize("hands", [(5, 5, 5, 5), (4, 4, 4, 4), (9, 9), (18,)])
def test_hands_that_do_not_add_up_are_refused(hands: tuple[int, ...]) -> None:
    with pytest.raises(BadSetup):
        header(hands=hands)


def test_what_is_missing_from_the_hands_lies_face_down_where_that_is_the_rule() -> None:
    assert header(hands=(4, 4, 4, 4), rules={"leftover": "face_down"}).hidden == 2


def test_a_card_more_on_the_table_is_one_less_in_the_hands() -> None:
    setup = header(table=(0, 1))
    assert (setup.hands, setup.table) == ((4, 4, 4, 4), (0, 1))


def test_no_card_is_in_two_places_of_a_header() -> None:
    with pytest.raises(BadSetup, match="named twice"):
        header(3, me="Anna", hand=(0, 1, 2, 3, 4, 4))
    with pytest.raises(BadSetup, match="named twice"):
        header(4, me="Anna", hand=(0, 1, 2, 3), table=(0, 7))


def test_a_hand_needs_its_holder() -> None:
    with pytest.raises(BadSetup, match="whose hand"):
        header(3, hand=(0, 1, 2, 3, 4, 5))


def test_places_are_listed_as_results_list_them() -> None:
    assert [header(table=(0, 1)).place_name(place) for place in header(table=(0, 1)).places] == [
        *NAMES[:4],
        "envelope",
        "table",
    ]
    duel = header(2, "three-investigators")
    assert [duel.place_name(place) for place in duel.places] == ["Anna", "Ben", "envelope", "hidden"]
