"""The duel: four cards face down, and a look at one for every question that the opponent cannot answer."""

from __future__ import annotations

from sleuth.actions import Peek
from sleuth.game import Game
from sleuth.scene import Phase
from tests.rules.table import actor, ask, at, deal, do, end, kinds, move, offers, roll, show, told, turn

CASE = "brittany auto park"


def duel() -> Game:
    """Anna stands before the park; the slots hold Norris, the painting, the beach and the parrot."""
    game = deal(
        "three-investigators", CASE, "hugenay", "grey", down="skinny gemaelde strand papagei", first="seat"
    )
    return at(game, anna=(10, 13), ben="strand")


def in_the_park(game: Game) -> Game:
    return move(roll(game, 1, 2), "park")


def once_more(game: Game) -> Game:
    """Anna's next turn, back before the park."""
    return at(end_if_needed(game).set(turn=0, actor=0, phase=Phase.START), anna=(10, 13))


def end_if_needed(game: Game) -> Game:
    return end(game) if game.scene.phase is Phase.AFTER else game


def test_an_unanswered_question_earns_a_look_at_a_slot_of_ones_choice() -> None:
    game = ask(in_the_park(duel()), "brittany auto park")
    assert (actor(game), game.scene.phase) == ("Anna", Phase.PEEK)
    assert offers(game, Peek) == [Peek(1), Peek(2), Peek(3), Peek(4)]


def test_the_one_who_looks_sees_the_card_and_the_other_sees_which_slot() -> None:
    game = do(ask(in_the_park(duel()), CASE), Peek(2))
    assert told(game, "Anna")[-1] == "Anna peeks 2 gemaelde"
    assert told(game, "Ben")[-1] == told(game, spectator=True)[-1] == "Anna peeks 2"


def test_a_question_that_was_answered_earns_nothing() -> None:
    game = show(ask(in_the_park(duel()), "grey auto park"), "grey")
    assert turn(game) == "Ben"
    assert not any("peeks" in line for line in told(game))


def test_an_unanswered_question_about_ones_own_cards_earns_a_look_too() -> None:
    assert ask(in_the_park(duel()), "hugenay auto park").scene.phase is Phase.PEEK


def test_looking_is_not_optional_and_nothing_else_comes_first() -> None:
    assert kinds(ask(in_the_park(duel()), CASE)) == {"Peek"}


def test_the_second_unanswered_question_earns_a_look_at_another_slot() -> None:
    game = once_more(do(ask(in_the_park(duel()), CASE), Peek(3)))
    game = ask(in_the_park(game), CASE)
    assert offers(game, Peek) == [Peek(1), Peek(2), Peek(4)]


def test_the_opponent_may_look_at_the_same_slot() -> None:
    game = do(ask(in_the_park(duel()), CASE), Peek(3))
    game = at(game, ben=(10, 13))
    game = ask(in_the_park(game), CASE)
    assert (actor(game), offers(game, Peek)) == ("Ben", [Peek(1), Peek(2), Peek(3), Peek(4)])


def test_a_card_lies_where_it_lay() -> None:
    game = do(ask(in_the_park(duel()), CASE), Peek(3))
    game = do(ask(in_the_park(at(game, ben=(10, 13))), CASE), Peek(3))
    assert [line for line in told(game) if "peeks" in line] == ["Anna peeks 3 strand", "Ben peeks 3 strand"]


def test_who_has_seen_all_four_looks_no_more() -> None:
    game = duel()
    for slot in (1, 2, 3, 4):
        game = once_more(do(ask(in_the_park(game), CASE), Peek(slot)))
    game = ask(in_the_park(game), CASE)
    assert turn(game) == "Ben"


def test_a_question_mark_on_a_die_draws_nothing_in_the_duel() -> None:
    game = roll(duel(), 2, "?")
    assert (game.scene.phase, game.scene.pips) == (Phase.MOVE, 3)
    assert not any("draws" in line for line in told(game))


def test_the_centre_gives_no_look_at_the_slots() -> None:
    game = move(roll(at(duel(), anna=(4, 13)), 1, 2), "zentrale")
    assert not any("peeks" in line for line in told(game))


def test_face_down_leftovers_are_seen_by_whoever_goes_to_the_centre() -> None:
    game = deal(
        "classic", "plum pipe hall", players=4, down="rope knife", leftover="face_down", accuse="centre"
    )
    game = move(roll(at(game, anna=(17, 12)), 1, 1), "cellar")
    assert told(game, "Anna")[-2:] == ["Anna peeks 1 rope", "Anna peeks 2 knife"]
    assert told(game, "Ben")[-2:] == ["Anna peeks 1", "Anna peeks 2"]


def test_an_unanswered_question_earns_no_look_at_mere_leftovers() -> None:
    game = deal("classic", "plum pipe hall", players=4, leftover="face_down", board=False)
    assert not offers(ask(game, "plum pipe hall"), Peek)
