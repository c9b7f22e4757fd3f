"""Moving: the dice, rooms and doors, pawns in the way, passages, and leaving or staying."""

from __future__ import annotations

from typing import Any

import pytest

from sleuth.actions import EndTurn, Move, Roll, Suggest, TakePassage
from sleuth.board import Spot
from sleuth.game import Game
from sleuth.scene import Phase
from tests.rules.table import (
    EVERYTHING,
    accuse,
    ask,
    at,
    deal,
    end,
    kinds,
    may,
    move,
    offers,
    roll,
    show,
    sneak,
    spot,
    told,
    turn,
)

CASE = "plum pipe hall"


def classic(**rules: Any) -> Game:
    """Three players: Anna moves Scarlet, Ben Mustard and Cleo White; Anna begins."""
    return deal("classic", CASE, "green rope kitchen", "peacock knife study", "white wrench lounge", **rules)


def die_drei(**rules: Any) -> Game:
    return deal("three-investigators", "brittany auto park", players=3, **({"first": "seat"} | rules))


def goals(game: Game) -> set[Spot]:
    return {action.to for action in offers(game, Move)}


# The dice.


def test_a_move_is_the_sum_of_both_dice() -> None:
    game = roll(at(classic(), anna="hall"), 1, 3)
    assert "study" in goals(game)
    assert "study" not in goals(roll(at(classic(), anna="hall"), 1, 2))


def test_one_die_is_a_house_rule() -> None:
    game = roll(at(classic(dice=1), anna="hall"), 4)
    assert "study" in goals(game)


def test_a_question_mark_counts_what_the_house_says() -> None:
    stands = (9, 17)  # two pips from the cemetery, three from nowhere else
    assert "friedhof" in goals(roll(at(die_drei(question_pips=1, bonus=False), anna=stands), 1, "?"))
    assert "friedhof" not in goals(roll(at(die_drei(question_pips=0, bonus=False), anna=stands), 1, "?"))


def test_a_room_is_entered_without_an_exact_count() -> None:
    assert "study" in goals(roll(at(classic(), anna="hall"), 6, 6))


def test_entering_a_room_ends_the_move_and_one_asks() -> None:
    game = move(roll(at(classic(), anna="hall"), 6, 6), "study")
    assert (game.scene.phase, turn(game)) == (Phase.ASK, "Anna")


def test_on_the_path_the_whole_roll_is_used() -> None:
    start = (17, 0)
    exact = goals(roll(at(classic(), anna=start), 1, 2))
    assert exact == {(17, 3), (16, 2), (18, 2)}


def test_a_shorter_move_is_a_house_rule() -> None:
    assert (17, 1) in goals(roll(at(classic(roll="up_to"), anna=(17, 0)), 1, 2))


def test_a_pawn_may_go_back_and_forth_where_squares_may_be_used_twice() -> None:
    assert (17, 1) in goals(roll(at(classic(revisit=True), anna=(17, 0)), 1, 2))
    assert (17, 1) not in goals(roll(at(classic(), anna=(17, 0)), 1, 2))


def test_nobody_walks_through_a_room() -> None:
    # The ballroom's doors are on both sides of it; round it the way is longer than twelve.
    assert (5, 16) not in goals(roll(at(classic(roll="up_to"), anna=(5, 7)), 1, 1))


def test_nobody_goes_back_into_the_room_they_left() -> None:
    assert "study" not in goals(roll(at(classic(), anna="study"), 3, 3))


def test_tante_mathilda_rolls_a_six_and_gets_from_the_cemetery_to_the_beach() -> None:
    assert "strand" in goals(roll(at(die_drei(), anna="friedhof"), 2, 4))


def test_a_pawn_that_cannot_use_its_roll_stays_and_the_turn_ends() -> None:
    game = roll(at(classic(dice=1), anna=(24, 7), ben=(22, 7), cleo=(22, 8)), 6)
    assert game.legal_actions()[:] == (EndTurn(),)
    assert turn(end(game)) == "Ben"


# Pawns in the way.


def test_an_occupied_square_may_not_be_entered_or_jumped() -> None:
    free = goals(roll(at(classic(roll="up_to"), anna=(24, 7)), 1, 2))
    blocked = goals(roll(at(classic(roll="up_to"), anna=(24, 7), ben=(22, 7)), 1, 2))
    assert (22, 7) in free - blocked
    assert (21, 7) in free - blocked


def test_pawns_that_nobody_plays_are_in_the_way_too() -> None:
    assert not goals(roll(at(classic(dice=1), anna=(24, 7), plum=(22, 7), green=(23, 8)), 2))


def test_pawns_may_be_hopped_over_in_some_houses_but_not_landed_on() -> None:
    game = roll(at(classic(blocking="hop", roll="up_to"), anna=(24, 7), ben=(23, 7)), 1, 1)
    assert (22, 7) in goals(game)
    assert (23, 7) not in goals(game)


def test_a_pawn_on_the_doorstep_blocks_the_door_from_outside() -> None:
    assert "study" not in goals(roll(at(classic(), anna=(20, 16), ben=(20, 17)), 6, 6))


def test_a_pawn_on_the_doorstep_blocks_the_door_from_inside() -> None:
    game = roll(at(classic(roll="up_to"), anna="dining", ben=(12, 8)), 1, 1)
    assert goals(game) == {(16, 6), (16, 5), (16, 7), (17, 6)}


def test_a_trapped_pawn_waits() -> None:
    game = at(classic(), anna="dining", ben=(12, 8), cleo=(16, 6))
    assert not may(game, Roll())
    game = end(game)
    assert (told(game), turn(game)) == (["Anna ends"], "Ben")


def test_a_trapped_pawn_may_not_ask_again() -> None:
    game = at(classic(), anna="dining", ben=(12, 8), cleo=(16, 6))
    assert not offers(game, Suggest)


def test_a_trapped_pawn_with_a_passage_is_not_trapped() -> None:
    game = at(classic(), anna="study", ben=(20, 17))
    assert may(game, TakePassage("kitchen"))
    assert not may(game, Roll())
    assert not may(game, EndTurn())


def test_a_pawn_that_is_out_traps_nobody() -> None:
    game = at(classic(), anna=(23, 7), ben=(24, 7))
    game = accuse(game, "green rope kitchen")
    assert may(game, Roll())


def test_an_accuser_who_is_out_does_not_block_a_door() -> None:
    game = accuse(at(classic(), anna=(20, 17)), "green rope kitchen")
    assert spot(game, "scarlet") == "study"


def test_where_pawns_do_not_block_nobody_is_trapped() -> None:
    game = at(classic(blocking="none"), anna="dining", ben=(12, 8), cleo=(16, 6))
    assert may(game, Roll())
    assert may(at(classic(blocking="hop"), anna="dining", ben=(12, 8), cleo=(16, 6)), Roll())


# Passages.


def test_a_secret_passage_is_taken_instead_of_rolling() -> None:
    game = at(classic(), anna="kitchen")
    assert kinds(game) == {"Roll", "TakePassage", "Accuse"}
    game = sneak(game, "study")
    assert (spot(game, "scarlet"), game.scene.phase) == ("study", Phase.ASK)
    assert told(game) == ["Anna @ study"]


def test_a_passage_is_no_use_after_rolling() -> None:
    assert not offers(roll(at(classic(), anna="kitchen"), 1, 1), TakePassage)


def test_rooms_without_a_passage_offer_none() -> None:
    assert not offers(at(classic(), anna="hall"), TakePassage)


def test_passages_may_be_closed_by_the_house() -> None:
    assert not offers(at(classic(passages=False), anna="kitchen"), TakePassage)


def test_from_the_beach_by_the_cemetery_to_the_hospital_takes_two_turns() -> None:
    game = roll(at(die_drei(), anna="strand"), 2, 4)
    assert not may(game, Move("hospital"))
    game = move(game, "friedhof")
    assert game.scene.phase is Phase.ASK
    game = at(game, anna="friedhof").set(turn=0, actor=0, phase=Phase.START)
    assert may(game, TakePassage("hospital"))


# Leaving and staying.


def asked_in_the_hall(**rules: Any) -> Game:
    """Anna has asked in the hall and the others have had their turns."""
    game = at(classic(dice=1, **rules), anna=(17, 11), ben="ballroom", cleo="billiard")
    game = ask(move(roll(game, 1), "hall"), "plum pipe hall")
    return end(game).set(turn=0, actor=0, phase=Phase.START)


def test_whoever_has_asked_must_leave_before_asking_again() -> None:
    game = asked_in_the_hall()
    assert not offers(game, Suggest)
    assert not may(game, EndTurn())


def test_leaving_and_coming_back_two_turns_later_one_may_ask_again() -> None:
    game = move(roll(asked_in_the_hall(), 1), (17, 11))
    game = end(game).set(turn=0, actor=0, phase=Phase.START)
    assert offers(move(roll(game, 1), "hall"), Suggest)


def test_staying_is_a_house_rule() -> None:
    game = asked_in_the_hall(stay="free")
    assert may(game, EndTurn())
    assert not offers(game, Suggest)


def test_asking_again_in_the_same_room_is_another() -> None:
    assert len(offers(asked_in_the_hall(stay="free", repeat=True), Suggest)) == 36


def test_who_stays_free_may_ask_in_a_room_where_they_have_not_asked() -> None:
    game = at(classic(stay="free"), anna="library")
    assert len(offers(game, Suggest)) == 36


def test_on_the_path_nobody_may_stay() -> None:
    assert not may(classic(stay="free"), EndTurn())


def summoned(**rules: Any) -> Game:
    """Anna has called Mustard, who is Ben, into the study; it is Ben's turn."""
    game = at(classic(**rules), anna=(20, 17), ben="hall")
    game = ask(move(roll(game, *[1] * game.setup.rules.dice), "study"), "mustard rope study")
    return end(show(game, "study"))


def test_a_suspect_named_in_a_question_is_moved_to_its_room_and_stays() -> None:
    game = summoned()
    assert spot(game, "mustard") == "study"


def test_a_summoned_pawn_may_ask_without_rolling() -> None:
    game = summoned()
    assert turn(game) == "Ben"
    game = ask(game, "green rope study")
    assert told(game)[-1].startswith("Ben ? green rope study")


def test_a_summoned_pawn_may_move_instead_even_by_the_passage() -> None:
    assert kinds(summoned()) == {"Roll", "TakePassage", "Suggest", "Accuse"}


def test_a_summons_is_good_for_one_turn() -> None:
    game = summoned()
    game = end(show(ask(game, "green rope study"), "rope"))
    game = game.set(turn=1, actor=1, phase=Phase.START)
    assert not offers(game, Suggest)


def test_a_pawn_that_was_there_already_is_not_summoned() -> None:
    game = at(classic(), anna=(20, 17), ben="study")
    game = end(show(ask(move(roll(game, 1, 1), "study"), "mustard rope study"), "study"))
    assert turn(game) == "Ben"
    assert not offers(game, Suggest)


def test_where_one_must_leave_a_summons_changes_nothing() -> None:
    assert not offers(summoned(stay="must_leave"), Suggest)


def test_pawns_that_nobody_plays_are_summoned_too() -> None:
    game = at(classic(), anna=(20, 17))
    game = ask(move(roll(game, 1, 1), "study"), "plum rope study")
    assert spot(game, "plum") == "study"


def test_a_question_about_tokens_moves_no_players_pawn() -> None:
    game = at(die_drei(), anna=(10, 17))
    before = game.scene.pawns[1:]
    game = ask(move(roll(game, 1, 2), "friedhof"), "hugenay gemaelde friedhof")
    assert game.scene.pawns[1:] == before


def test_suspect_and_object_tokens_are_brought_and_stay() -> None:
    game = at(die_drei(), anna=(10, 17))
    game = ask(move(roll(game, 1, 2), "friedhof"), "hugenay gemaelde friedhof")
    edition = game.setup.edition
    assert game.scene.tokens[edition.card("hugenay")] == "friedhof"
    assert game.scene.tokens[edition.card("gemaelde")] == "friedhof"


# Special squares.


def test_a_bonus_square_is_reached_without_an_exact_count() -> None:
    game = roll(at(die_drei(roll="exact"), anna=(9, 16)), 5, 6)
    assert (10, 16) in goals(game)


def test_nobody_has_to_draw_on_a_bonus_square() -> None:
    game = move(roll(at(die_drei(), anna=(9, 16)), 5, 6), (10, 16))
    assert kinds(game) == {"Draw", "EndTurn"}
    assert turn(end(game)) == "Ben"


def test_without_bonus_cards_a_bonus_square_is_a_square() -> None:
    game = move(roll(at(die_drei(bonus=False), anna=(9, 16)), 5, 6), (10, 16))
    assert turn(game) == "Ben"


def test_on_a_snoop_square_one_draws_a_card_blind_from_a_hand_of_ones_choice() -> None:
    from tests.rules.table import pick

    game = deal(EVERYTHING, "ash axe attic", "birch", "cedar bow", "dogwood")
    game = move(roll(at(game, anna=(4, 8)), 1, 2), (4, 10))
    assert kinds(game) == {"Choose"}
    game = pick(game, "Ben", blind="bow")
    assert told(game, "Anna")[-1] == "Ben ! bow > Anna"
    assert told(game, "Cleo")[-1] == "Ben ! > Anna"


@pytest.mark.parametrize("dice", [(1, 1), (3, 4), (6, 6)])
def test_the_centre_of_the_classic_board_has_a_door_only_for_those_who_accuse_there(dice: Any) -> None:
    assert "cellar" not in goals(roll(at(classic(), anna=(17, 12)), *dice))
    assert "cellar" in goals(roll(at(classic(accuse="centre"), anna=(17, 12)), *dice))
