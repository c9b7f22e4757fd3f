"""Accusing: where, how often, and what becomes of those who were wrong."""

from __future__ import annotations

from typing import Any

from sleuth.actions import Accuse
from sleuth.game import Game
from sleuth.scene import Outcome, Phase, Why
from tests.rules.table import (
    accuse,
    ask,
    at,
    deal,
    done,
    end,
    move,
    offers,
    roll,
    show,
    spot,
    told,
    turn,
    words,
)

CASE = "plum pipe hall"


def mini(**rules: Any) -> Game:
    """Anna holds Scarlet and the rope, Ben Green and the knife, Cleo the study and the kitchen."""
    return deal("mini", CASE, "scarlet rope", "green knife", "study kitchen", **rules)


def classic(**rules: Any) -> Game:
    return deal("classic", CASE, "green rope kitchen", "peacock knife study", "white wrench lounge", **rules)


def test_the_right_accusation_wins() -> None:
    game = accuse(mini(), CASE)
    assert game.outcome == Outcome(0, Why.ACCUSATION)
    assert told(game) == ["Anna = plum pipe hall ok"]


def test_after_the_end_nothing_can_be_done() -> None:
    game = accuse(mini(), CASE)
    assert done(game)
    assert len(game.legal_actions()) == 0


def test_one_card_wrong_is_wrong() -> None:
    game = accuse(mini(), "plum pipe study")
    assert game.outcome is None
    assert told(game) == ["Anna = plum pipe study x"]


def test_a_wrong_accuser_does_not_move_or_ask_again() -> None:
    game = accuse(mini(), "plum pipe study")
    game = end(ask(game, CASE))
    game = end(ask(game, CASE))
    assert turn(game) == "Ben"


def test_the_others_learn_only_that_the_accusation_was_wrong() -> None:
    game = accuse(mini(), "plum pipe study")
    assert told(game, "Ben") == told(game, spectator=True) == ["Anna = plum pipe study x"]
    assert all("envelope" not in line for line in told(game, "Cleo"))


def test_nobody_accuses_twice() -> None:
    game = accuse(accuse(mini(), "plum pipe study"), "plum rope hall")
    assert turn(game) == "Cleo"
    assert offers(game, Accuse)
    assert turn(end(ask(game, CASE))) == "Cleo"


def test_the_last_one_left_goes_on_alone_and_can_win() -> None:
    game = accuse(accuse(mini(), "plum pipe study"), "plum rope hall")
    game = end(ask(game, CASE))
    assert accuse(game, CASE).outcome == Outcome(2, Why.ACCUSATION)


def test_if_everyone_is_wrong_nobody_wins_and_the_envelope_is_opened() -> None:
    game = accuse(accuse(accuse(mini(), "plum pipe study"), "plum rope hall"), "green pipe hall")
    assert game.outcome == Outcome(None, Why.NOBODY)
    assert told(game, spectator=True)[-1] == "envelope ! plum pipe hall"


def test_one_may_accuse_from_anywhere_before_moving() -> None:
    assert len(offers(classic(), Accuse)) == 324


def test_nobody_accuses_in_the_middle_of_a_move() -> None:
    assert not offers(roll(classic(), 3, 4), Accuse)


def test_on_the_path_one_may_accuse_after_moving() -> None:
    game = roll(classic(), 3, 4)
    game = move(game, (18, 8))
    assert game.scene.phase is Phase.AFTER
    assert len(offers(game, Accuse)) == 324


def test_in_some_houses_one_accuses_only_in_the_centre() -> None:
    game = classic(accuse="centre")
    assert not offers(game, Accuse)
    assert not offers(at(game, anna="hall"), Accuse)
    arrived = move(roll(at(game, anna="hall"), 1, 1), "cellar")
    assert len(offers(arrived, Accuse)) == 324


def test_in_the_zentrale_one_accuses_and_nowhere_else() -> None:
    game = deal("three-investigators", "brittany guertel hospital", players=3, first="seat")
    assert not offers(at(game, anna="hospital"), Accuse)
    game = accuse(move(roll(at(game, anna=(4, 13)), 1, 2), "zentrale"), "brittany guertel hospital")
    assert game.outcome == Outcome(0, Why.ACCUSATION)


def test_in_some_houses_one_accuses_in_the_accused_room() -> None:
    game = at(classic(accuse="accused_room"), anna="hall")
    assert len(offers(game, Accuse)) == 36
    assert all("hall" in [game.setup.edition.cards[c] for c in a.cards] for a in offers(game, Accuse))
    assert not offers(at(game, anna=(20, 16)), Accuse)


def test_without_a_board_one_accuses_wherever_the_house_would_have_it() -> None:
    assert len(offers(classic(board=False, accuse="centre"), Accuse)) == 324


def test_the_pawn_of_a_wrong_accuser_may_still_be_summoned() -> None:
    game = accuse(classic(), "green rope kitchen")
    game = move(roll(at(game, ben=(20, 17)), 1, 1), "study")
    game = ask(game, "scarlet pipe study")
    assert spot(game, "scarlet") == "study"


def test_a_wrong_accuser_before_a_door_is_put_into_the_room() -> None:
    game = accuse(at(classic(), anna=(18, 6)), "green rope kitchen")
    assert spot(game, "scarlet") == "lounge"


def test_a_wrong_accuser_elsewhere_stays_where_they_are() -> None:
    assert spot(accuse(at(classic(), anna=(18, 8)), "green rope kitchen"), "scarlet") == (18, 8)


# The research papers' game.


def test_naming_the_case_wins_where_that_is_the_rule() -> None:
    game = ask(mini(auto_win="suggestion"), CASE)
    assert game.outcome == Outcome(0, Why.SUGGESTION)


def test_proving_the_case_wins_where_that_is_the_rule() -> None:
    game = ask(mini(auto_win="proof"), CASE)
    assert game.outcome == Outcome(0, Why.PROOF)


def test_an_unanswered_question_with_an_own_card_proves_nothing_yet() -> None:
    game = ask(mini(auto_win="proof"), "scarlet pipe hall")
    assert game.outcome is None


def test_only_the_one_who_asked_can_win_by_proof() -> None:
    game = deal("mini", CASE, "scarlet rope", "green knife", "study kitchen", auto_win="proof")
    game = show(ask(game, "green pipe hall"), "green")
    assert game.outcome is None
    assert turn(game) == "Ben"


def test_where_a_proof_wins_nobody_accuses() -> None:
    assert not offers(mini(auto_win="proof"), Accuse)
    assert not offers(mini(auto_win="suggestion"), Accuse)


def test_the_winner_had_to_name_every_kind() -> None:
    game = deal("night-train", "baroness hatpin engine ten", players=3)
    assert accuse(game, "baroness hatpin engine ten").outcome == Outcome(0, Why.ACCUSATION)
    assert len(words(game.setup.edition, "baroness hatpin engine ten")) == 4
