"""Asking: which cards, who answers, who must show, and who sees it."""

from __future__ import annotations

from typing import Any

from sleuth.actions import Accuse, EndTurn, Show, Suggest
from sleuth.game import Game
from sleuth.scene import Phase
from tests.rules.table import (
    accuse,
    actor,
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
    told,
    turn,
    words,
)

CASE = "plum pipe hall"


def mini(**rules: Any) -> Game:
    """Anna holds Scarlet and the rope, Ben Green and the knife, Cleo the study and the kitchen."""
    return deal("mini", CASE, "scarlet rope", "green knife", "study kitchen", **rules)


def named(game: Game) -> set[tuple[int, ...]]:
    return {action.cards for action in offers(game, Suggest)}


def test_a_question_names_one_card_of_each_kind() -> None:
    assert named(mini()) == set(mini().setup.edition.suggestions)
    assert len(named(mini())) == 27


def test_without_a_board_any_room_may_be_named() -> None:
    assert len(named(deal("classic", CASE, players=3, board=False))) == 324


def test_on_the_board_the_room_is_the_one_where_one_stands() -> None:
    game = move(roll(at(deal("classic", CASE, players=3), anna=(20, 17)), 1, 1), "study")
    study = game.setup.edition.card("study")
    assert len(named(game)) == 36
    assert all(study in cards for cards in named(game))


def test_on_the_path_and_in_the_centre_nothing_is_asked() -> None:
    game = deal("classic", CASE, players=3, accuse="centre")
    assert not offers(move(roll(at(game, anna=(17, 12)), 1, 1), (17, 14)), Suggest)
    assert not offers(move(roll(at(game, anna=(17, 12)), 1, 1), "cellar"), Suggest)


def test_the_first_player_to_the_left_answers_first() -> None:
    assert actor(ask(mini(), "green knife study")) == "Ben"


def test_who_has_none_passes_and_the_next_answers() -> None:
    game = ask(mini(), "plum pipe study")
    assert actor(game) == "Cleo"
    assert told(game) == ["Anna ? plum pipe study | Ben -"]


def test_who_has_a_card_must_show_one() -> None:
    game = ask(mini(), "green knife study")
    assert kinds(game) == {"Show"}


def test_whoever_has_several_chooses_which_one_to_show() -> None:
    game = ask(mini(), "green knife study")
    assert offers(game, Show) == [Show(card) for card in words(game.setup.edition, "green knife")]


def test_nobody_is_asked_after_a_card_was_shown() -> None:
    game = show(ask(mini(), "green knife study"), "knife")
    assert told(game) == ["Anna ? green knife study | Ben ! knife"]
    assert (actor(game), game.scene.phase) == ("Anna", Phase.AFTER)


def test_a_question_goes_round_to_the_asker_and_not_further() -> None:
    game = ask(mini(), "scarlet rope hall")
    assert told(game) == ["Anna ? scarlet rope hall | -"]


def test_only_the_two_of_them_see_the_card() -> None:
    game = show(ask(mini(), "green knife study"), "knife")
    assert told(game, "Anna") == told(game, "Ben") == ["Anna ? green knife study | Ben ! knife"]
    assert told(game, "Cleo") == told(game, spectator=True) == ["Anna ? green knife study | Ben !"]


def test_ones_own_cards_may_be_named_as_a_bluff() -> None:
    assert words(mini().setup.edition, "scarlet rope hall") in named(mini())


def test_naming_ones_own_cards_can_be_forbidden() -> None:
    assert len(named(mini(own_cards=False))) == 12


def test_in_a_room_whose_card_one_holds_one_names_it_but_no_other_card_of_ones_own() -> None:
    game = deal("classic", CASE, "scarlet rope study mustard", players=3, own_cards=False)
    own = {card for card in game.deal.hands[0] if game.setup.edition.category[card] < 2}
    game = move(roll(at(game, anna=(20, 17)), 1, 1), "study")
    assert named(game)
    assert all(game.setup.edition.card("study") in cards for cards in named(game))
    assert not any(own & set(cards) for cards in named(game))


def test_there_is_one_question_a_turn() -> None:
    game = show(ask(mini(), "green knife study"), "knife")
    assert not offers(game, Suggest)
    assert may(game, EndTurn())


def test_one_may_ask_and_accuse_in_the_same_turn() -> None:
    game = show(ask(mini(), "green knife study"), "knife")
    assert may(game, Accuse(words(game.setup.edition, CASE)))


def test_without_a_board_a_turn_starts_with_a_question_or_an_accusation() -> None:
    assert kinds(mini()) == {"Suggest", "Accuse"}


def test_on_entering_a_room_one_asks_or_accuses() -> None:
    game = move(roll(at(deal("classic", CASE, players=3), anna=(20, 17)), 1, 1), "study")
    assert kinds(game) == {"Suggest", "Accuse"}


def test_a_wrong_accuser_still_answers() -> None:
    game = accuse(mini(), "green knife study")
    game = ask(game, "scarlet pipe hall")
    assert actor(game) == "Anna"
    assert told(show(game, "scarlet"))[-1] == "Ben ? scarlet pipe hall | Cleo - | Anna ! scarlet"


def test_after_the_answer_the_next_player_to_the_left_has_the_turn() -> None:
    assert turn(end(show(ask(mini(), "green knife study"), "knife"))) == "Ben"


def test_the_cards_asked_for_may_lie_face_up() -> None:
    game = deal("three-investigators", "brittany auto park", players=4, up="grey papagei", first="seat")
    game = ask(move(roll(at(game, anna=(10, 13)), 1, 2), "park"), "grey papagei park")
    assert told(game)[-1] == "Anna ? grey papagei park | -"
