"""Bonus cards: every effect of the vocabulary, on the table where everything can happen."""

from __future__ import annotations

from sleuth.actions import (
    Accuse,
    Decline,
    Draw,
    EndTurn,
    Move,
    Name,
    Pass,
    Play,
    Roll,
    Show,
    Suggest,
    TakePassage,
    Tunnel,
)
from sleuth.board import Spot
from sleuth.game import Game
from sleuth.scene import Outcome, Phase, Why
from tests.rules.table import (
    EVERYTHING,
    actor,
    ask,
    at,
    call,
    deal,
    do,
    done,
    end,
    keep,
    kinds,
    may,
    move,
    offers,
    pick,
    play,
    roll,
    send,
    show,
    spot,
    told,
    turn,
)

CASE = "ash axe attic"
SQUARE: Spot = (4, 2)
"""A bonus square."""


def table() -> Game:
    """Three players: Anna holds Birch and the bow, Ben Cedar and the bath, Cleo Dogwood and the cell."""
    return deal(EVERYTHING, CASE, "birch bow", "cedar bath", "dogwood cell", first="seat")


def drawn(card: str, game: Game | None = None) -> Game:
    """Anna stops on a bonus square and draws this card."""
    game = move(roll(at(game or table(), anna=(5, 3)), 2, 2), SQUARE)
    return do(game, Draw(), draws=card)


def rolled(card: str) -> Game:
    """Anna rolls a question mark before moving and draws this card."""
    return roll(at(table(), anna=(5, 3)), 2, "?", draws=card)


def goals(game: Game) -> set[Spot]:
    return {action.to for action in offers(game, Move)}


# Drawing.


def test_a_question_mark_draws_a_card_before_the_move() -> None:
    game = rolled("one-more-now")
    assert told(game) == ["Anna rolls 2 ?", "Anna draws one-more-now"]
    assert game.scene.phase is Phase.MOVE
    assert SQUARE in goals(game)


def test_a_drawn_card_is_read_to_all() -> None:
    assert told(drawn("wanted"), "Cleo")[2] == "Anna draws wanted"


def test_a_card_to_keep_is_kept_in_the_open() -> None:
    game = drawn("silence")
    assert game.scene.kept == ((0, "silence"),)
    assert "silence" not in game.scene.pile


def test_an_empty_pile_is_made_anew_but_for_kept_cards_and_struck_clocks() -> None:
    game = table()
    game = game.set(pile=("run-now",), kept=((1, "silence"),))
    game = roll(at(game, anna=(5, 3)), 2, "?", draws="run-now")
    assert "silence" not in game.scene.pile
    assert "clock" not in game.scene.pile
    assert {"run-now", "taxi", "spade"} <= set(game.scene.pile)


def test_without_a_pile_nothing_is_drawn() -> None:
    game = roll(at(table().set(pile=()), anna=(5, 3)), 2, "?")
    assert told(game) == ["Anna rolls 2 ?"]
    assert turn(end(move(game, SQUARE))) == "Ben"


# Turns and moves.


def test_an_extra_turn_follows_this_one() -> None:
    game = end(drawn("one-more-now"))
    assert (turn(game), game.scene.phase) == ("Anna", Phase.START)
    assert told(game)[-1] == "Anna ends"
    assert not game.scene.extra_turn


def test_a_kept_extra_turn_is_played_when_one_likes() -> None:
    game = play(keep(table(), "Anna", "one-more-later"), "one-more-later")
    assert game.scene.phase is Phase.START
    game = end(move(roll(at(game, anna=(3, 0)), 1, 1), (3, 2)))
    assert turn(game) == "Anna"


def test_more_pips_lengthen_the_roll_that_drew_them() -> None:
    assert (5, 9) not in goals(roll(at(table(), anna=(5, 3)), 2, 1))
    assert (6, 8) in goals(rolled("run-now"))


def test_more_pips_after_the_move_are_a_second_move() -> None:
    game = drawn("run-now")
    assert game.scene.phase is Phase.MOVE
    assert (4, 4) in goals(game)
    assert (4, 6) not in goals(game)


def test_a_kept_card_of_pips_is_played_on_a_roll() -> None:
    game = keep(at(table(), anna=(5, 3)), "Anna", "run-later")
    assert not may(game, Play("run-later"))
    game = roll(game, 1, 1)
    before = goals(game)
    assert len(goals(play(game, "run-later"))) > len(before)


def test_a_taxi_goes_to_any_room() -> None:
    game = drawn("taxi")
    assert goals(game) == {"attic", "bath", "cell", "den", "engine", "hearth"}
    assert move(game, "cell").scene.phase is Phase.ASK


def test_a_taxi_takes_the_place_of_the_roll() -> None:
    game = keep(table(), "Anna", "taxi-later")
    assert may(game, Play("taxi-later"))
    assert may(move(play(game, "taxi-later"), "cell"), Suggest((0, 4, 9)))
    assert not may(roll(game, 1, 1), Play("taxi-later"))


def test_a_card_may_send_one_home() -> None:
    game = drawn("back-home")
    assert goals(game) == {(3, 0)}


def test_a_card_that_leads_nowhere_is_followed_by_the_rest_of_the_turn() -> None:
    game = rolled("company")  # nobody is in a room
    assert game.scene.phase is Phase.MOVE
    assert SQUARE in goals(game)


def test_a_card_may_lead_to_where_the_others_are() -> None:
    assert goals(roll(at(table(), ben="cell"), 2, "?", draws="company")) == {"cell"}


def test_a_card_may_name_the_room_to_go_to() -> None:
    assert goals(drawn("to-the-den")) == {"den"}


def test_another_pawn_is_sent_back_to_its_start() -> None:
    game = drawn("go-home", at(table(), ben="cell"))
    game = send(game, "Ben", (6, 0))
    assert spot(game, "birch") == (6, 0)
    assert told(game)[-1] == "Ben @ 6,0"


def test_nobody_is_sent_to_where_they_stand() -> None:
    game = drawn("go-home")  # all others are still at their starts
    assert game.scene.phase is Phase.AFTER


def test_another_pawn_is_sent_into_a_room_and_may_ask_there() -> None:
    game = play(keep(table(), "Anna", "go-away"), "go-away")
    game = send(game, "Ben", "cell")
    assert game.scene.phase is Phase.START
    game = end(move(roll(game, 1, 1), (3, 2)))
    assert (turn(game), spot(game, "birch")) == ("Ben", "cell")
    assert offers(game, Suggest)


# Questions.


def test_a_second_question_may_be_asked_in_the_same_room() -> None:
    game = keep(at(table(), anna=(3, 1)), "Anna", "ask-twice-later")
    game = ask(move(roll(game, 1, 1), "attic"), CASE)
    assert may(game, Play("ask-twice-later"))
    game = play(game, "ask-twice-later")
    game = show(ask(game, "cedar axe attic"), "cedar")
    assert not offers(game, Suggest)


def test_a_second_question_drawn_before_the_first_is_not_lost() -> None:
    game = roll(at(table(), anna=(3, 1)), 1, "?", draws="ask-twice")
    game = ask(move(game, "attic"), CASE)
    game = ask(game, CASE)
    assert not offers(game, Suggest)


def test_a_second_question_needs_a_room() -> None:
    assert not offers(drawn("ask-twice"), Suggest)


def test_by_telephone_one_asks_about_any_room_from_the_path() -> None:
    game = drawn("telephone")
    assert len(offers(game, Suggest)) == 4 * 3 * 5
    game = show(ask(game, "birch bow cell"), "cell")
    assert spot(game, "ash") == SQUARE
    assert spot(game, "birch") == "cell"


def test_a_telephone_drawn_on_the_roll_rings_after_the_move() -> None:
    game = rolled("telephone")
    assert not offers(game, Suggest)
    game = move(game, SQUARE)
    assert len(offers(game, Suggest)) == 60


def test_a_telephone_rings_at_once_for_a_pawn_that_cannot_move() -> None:
    game = deal(
        EVERYTHING, CASE, "birch bow", "cedar bath", "dogwood cell", first="seat", question_pips=0, dice=1
    )
    game = roll(game, "?", draws="telephone")
    assert game.scene.phase is Phase.ASK
    assert len(offers(game, Suggest)) == 60


def test_a_kept_telephone_takes_the_place_of_the_move() -> None:
    game = play(keep(table(), "Anna", "telephone-later"), "telephone-later")
    assert game.scene.phase is Phase.ASK
    game = show(ask(game, "cedar bow cell"), "cedar")
    assert game.scene.phase is Phase.AFTER


def test_a_question_by_telephone_does_not_count_as_asked_in_that_room() -> None:
    game = show(ask(drawn("telephone"), "cedar bow cell"), "cedar")
    assert game.scene.asked_in[0] is None


def test_silence_excuses_from_an_answer() -> None:
    game = keep(at(table(), anna=(3, 11)), "Ben", "silence")
    game = ask(move(roll(game, 1, 1), "cell"), "cedar bow cell")
    assert (actor(game), kinds(game)) == ("Ben", {"Show", "Decline"})
    game = show(do(game, Decline()), "cell")
    assert told(game)[-1] == "Anna ? cedar bow cell | Ben / | Cleo ! cell"
    assert game.scene.kept == ()


def test_silence_may_be_played_by_someone_with_nothing_to_show() -> None:
    game = keep(at(table(), anna=(3, 11)), "Ben", "silence")
    game = ask(move(roll(game, 1, 1), "cell"), "ash bow cell")
    assert kinds(game) == {"Decline", "Pass"}
    assert told(do(game, Pass()))[-1] == "Anna ? ash bow cell | Ben -"


def test_a_spyglass_sees_the_next_card_shown_between_two_others() -> None:
    game = keep(at(table(), anna=(3, 11)), "Cleo", "spyglass")
    game = show(ask(move(roll(game, 1, 1), "cell"), "cedar bow cell"), "cedar")
    assert told(game, "Cleo")[-2:] == ["Cleo plays spyglass", "Ben ! cedar > Cleo"]
    assert told(game, spectator=True)[-3:] == [
        "Anna ? cedar bow cell | Ben !",
        "Cleo plays spyglass",
        "Ben ! > Cleo",
    ]


def test_a_spyglass_waits_while_its_owner_is_asked_or_asks() -> None:
    game = keep(at(table(), anna=(3, 11)), "Ben", "spyglass")
    game = show(ask(move(roll(game, 1, 1), "cell"), "cedar bow cell"), "cedar")
    assert game.scene.kept == ((1, "spyglass"),)


# Showing cards outside a question.


def test_a_pickpocket_draws_blind_and_only_the_two_see_it() -> None:
    game = pick(drawn("pickpocket"), "Ben", blind="bath")
    assert told(game, "Anna")[-1] == told(game, "Ben")[-1] == "Ben ! bath > Anna"
    assert told(game, "Cleo")[-1] == "Ben ! > Anna"


def test_a_witness_chooses_what_to_show() -> None:
    game = pick(play(keep(table(), "Anna", "witness"), "witness"), "Cleo")
    assert (actor(game), kinds(game)) == ("Cleo", {"Show"})
    game = show(game, "cell")
    assert told(game, "Anna")[-1] == "Cleo ! cell > Anna"
    assert told(game, "Ben")[-1] == "Cleo ! > Anna"
    assert (actor(game), game.scene.phase) == ("Anna", Phase.START)


def test_the_holder_of_a_wanted_card_shows_it_to_all() -> None:
    game = deal(EVERYTHING, "ash bow attic", "birch", "axe", "cell", first="seat")
    assert told(drawn("wanted", game), spectator=True)[-1] == "Ben ! axe"


def test_if_nobody_has_the_wanted_card_everyone_has_said_so() -> None:
    assert told(drawn("wanted"), spectator=True)[-3:] == ["Anna lacks axe", "Ben lacks axe", "Cleo lacks axe"]


def test_in_a_line_up_one_names_the_card_to_be_shown() -> None:
    game = drawn("line-up")
    assert len(offers(game, Name)) == 4
    assert told(call(game, "cedar"), spectator=True)[-1] == "Ben ! cedar"


def test_a_card_lying_face_up_is_not_called_for() -> None:
    game = deal(
        EVERYTHING, CASE, "birch", "cedar", "club", players=4, leftover="face_up", first="seat", up="dogwood"
    )
    assert Name(game.setup.edition.card("dogwood")) not in drawn("line-up", game).legal_actions()


def test_at_a_whisper_everyone_shows_the_left_neighbour_a_card() -> None:
    game = show(show(show(drawn("whisper"), "bow"), "bath"), "cell")
    assert told(game)[-3:] == ["Anna ! bow > Ben", "Ben ! bath > Cleo", "Cleo ! cell > Anna"]
    assert told(game, "Anna")[-3:] == ["Anna ! bow > Ben", "Ben ! > Cleo", "Cleo ! cell > Anna"]
    assert turn(end(game)) == "Ben"


def test_at_a_confession_everyone_shows_all_a_card() -> None:
    game = show(show(show(drawn("confession"), "bow"), "bath"), "cell")
    assert told(game, spectator=True)[-3:] == ["Anna ! bow", "Ben ! bath", "Cleo ! cell"]


# Passages and clocks.


def test_a_spade_digs_a_passage_that_joins_the_others() -> None:
    game = drawn("spade")
    assert offers(game, Tunnel) == [Tunnel("bath"), Tunnel("cell"), Tunnel("den")]
    game = do(game, Tunnel("bath"))
    assert told(game)[-1] == "Anna opens bath"
    there = at(game, anna="bath").set(turn=0, actor=0, phase=Phase.START)
    assert offers(there, TakePassage) == [TakePassage("attic"), TakePassage("engine")]
    old = at(game, anna="attic").set(turn=0, actor=0, phase=Phase.START)
    assert offers(old, TakePassage) == [TakePassage("bath"), TakePassage("engine")]


def test_a_spade_finds_nothing_left_to_dig() -> None:
    game = drawn("spade", table().set(tunnels=frozenset({"bath", "cell", "den"})))
    assert game.scene.phase is Phase.AFTER


def test_the_early_clocks_do_nothing() -> None:
    game = drawn("clock")
    assert (turn(game), game.scene.clocks, game.scene.out) == ("Anna", 1, frozenset())


def test_the_last_clock_takes_its_drawer_out_with_an_open_hand() -> None:
    game = drawn("clock", table().set(clocks=1))
    assert game.scene.out == {0}
    assert turn(game) == "Ben"
    shown = {line for line in told(game, spectator=True) if line.startswith("Anna !")}
    assert {"Anna ! birch", "Anna ! bow"} <= shown
    assert len(shown) == 3


def test_the_last_clock_goes_back_into_the_pile_and_can_strike_again() -> None:
    assert "clock" in drawn("clock", table().set(clocks=1)).scene.pile


def test_the_eighth_clock_of_discover_the_secrets_takes_its_drawer_out() -> None:
    game = deal("discover-the-secrets", "scarlet axe spa", players=3, first="seat")
    assert game.scene.pile.count("clock") == 8
    game = roll(game.set(clocks=6), 5, "?", draws="clock")
    assert game.scene.out == frozenset()
    game = roll(game.set(phase=Phase.START), 5, "?", draws="clock")
    assert game.scene.out == {0}


def test_a_clock_that_takes_the_last_player_out_ends_the_game() -> None:
    game = drawn("clock", table().set(clocks=1, out=frozenset({1, 2})))
    assert done(game)
    assert game.outcome == Outcome(None, Why.NOBODY)
    assert told(game)[-1] == "envelope ! ash axe attic"


def test_who_was_taken_out_by_a_clock_still_answers() -> None:
    game = at(drawn("clock", table().set(clocks=1)), ben=(3, 11))
    game = ask(move(roll(game, 1, 1), "cell"), "birch axe cell")
    game = show(game, "cell")
    assert told(game)[-1] == "Ben ? birch axe cell | Cleo ! cell"


def test_accusing_on_a_bonus_square_instead_of_drawing_is_allowed() -> None:
    game = move(roll(at(table(), anna=(5, 3)), 2, 2), SQUARE)
    assert kinds(game) == {"Draw", "Accuse", "EndTurn"}
    assert may(game, Accuse((0, 4, 7)))
    assert may(game, EndTurn())
    assert not may(game, Roll())
    assert not may(game, Show(0))
