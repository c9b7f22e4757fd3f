"""A person at the table: whatever is offered can be said, and nothing is told that the seat has not seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sleuth.actions import Accuse, Action, EndTurn, Move, Roll, Show, Suggest
from sleuth.agents.base import Agent
from sleuth.agents.baseline import CasualAgent, RandomAgent
from sleuth.agents.person import Left, Person, how_to_type
from sleuth.agents.person_offers import Offers
from sleuth.agents.person_words import Speech
from sleuth.arena.match import play, states
from sleuth.cards import CardSet, Seat
from sleuth.cli.asides import asides, picture
from sleuth.cli.terminal import Terminal
from sleuth.deal import Deal
from sleuth.edition import Edition
from sleuth.game import Game
from sleuth.language import LANGUAGES
from sleuth.replay import replay
from sleuth.setup import Setup
from sleuth.story import Reader, referee, seat_of
from sleuth.view import View
from tests.play import played, random_table
from tests.rules.secrets import Truth
from tests.rules.table import EVERYTHING
from tests.strategies import games

CHANCE = Random(0)
SHIPPED = (*Edition.names(), EVERYTHING)


class Typist:
    """Types these lines, then is gone; keeps all that it was told."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.told: list[str] = []

    def read(self, prompt: str) -> str:
        if not self.lines:
            raise EOFError
        self.told.append(f"{prompt}{self.lines[0]}")
        return self.lines.pop(0)

    def person(self, lang: str = "en") -> Person:
        return Person(self.read, self.told.append, lang=lang)

    @property
    def text(self) -> str:
        return "\n".join(self.told)


def typed(view: View, *lines: str, lang: str = "en") -> Action:
    """What is chosen by typing these lines, all of which are needed."""
    typist = Typist(*lines)
    action = typist.person(lang).choose(view, CHANCE)
    assert typist.lines == []
    return action


def told(view: View, *lines: str, lang: str = "en") -> str:
    """Everything that is told to somebody who types these lines and makes no choice."""
    typist = Typist(*lines)
    with pytest.raises(Left):
        typist.person(lang).choose(view, CHANCE)
    return typist.text


def by_number(view: View, action: Action, lang: str) -> Iterator[str]:
    """The numbers of the lines that lead to an action."""
    offers = Offers(Speech(view.record.setup, lang), tuple(view.menu))
    while True:
        number, offer = next((n, offer) for n, offer in offers.lines().items() if action in offer.actions)
        yield str(number)
        offers = replace(offers, actions=offer.actions)
        if offers.one is not None:
            return


def in_words(view: View, action: Action, lang: str) -> list[str]:
    """The verb and the names, as the lists call them."""
    return [word.label for word in Speech(view.record.setup, lang).words(action)]


def boardless(*hand: str, seat: Seat = 0) -> Game:
    """A small game of three in which Anna holds two given cards."""
    edition = Edition.load("mini")
    setup = Setup.of(edition, ["Anna", "Ben", "Cleo"])
    inside = tuple(map(edition.card, ("green", "pipe", "kitchen")))
    mine = tuple(map(edition.card, hand))
    rest = [card for card in range(len(edition.cards)) if card not in {*inside, *mine}]
    hands = [CardSet.of(rest[:2]), CardSet.of(rest[2:])]
    hands.insert(seat, CardSet.of(mine))
    return Game.of(setup, Deal(inside, tuple(hands)))


OPENING = boardless("scarlet", "rope").view(0)


class TestTyping:
    @settings(max_examples=60)
    @given(games(SHIPPED), st.data(), st.sampled_from(LANGUAGES))
    def test_whatever_is_offered_can_be_said_by_number_or_in_words(
        self, game: Game, data: st.DataObject, lang: str
    ) -> None:
        assume(game.outcome is None)
        view = game.view(game.scene.actor)
        action = data.draw(st.sampled_from(list(view.menu)))
        sure = ["yes"] if isinstance(action, Accuse) else []
        assert typed(view, *by_number(view, action, lang), *sure, lang=lang) == action
        assert typed(view, " ".join(by_number(view, action, lang)), *sure, lang=lang) == action
        verb, *names = in_words(view, action, lang)
        shuffled = data.draw(st.permutations(names))
        assert typed(view, " ".join([verb, *shuffled]), *sure, lang=lang) == action

    @settings(max_examples=150)
    @given(st.text(max_size=300), st.sampled_from(LANGUAGES))
    def test_whatever_is_typed_nothing_breaks(self, line: str, lang: str) -> None:
        typist = Typist(line, "fragen gloria seil halle")
        with suppress(Left):
            action = typist.person(lang).choose(OPENING, CHANCE)
            assert action in OPENING.menu
        assert "Traceback" not in typist.text

    @pytest.mark.parametrize(
        "line",
        [
            "ask plum knife hall",
            "hall knife plum",
            "Ask Professor Plum, with the Knife, in the Hall!",
            "suggest PL kn ha",
            "frag bloom mit dem dolch in der halle",
            "1 2 2 2",
            "1, 2, 2, 2",
        ],
    )
    def test_a_question_is_three_cards_however_they_are_said(self, line: str) -> None:
        deck = OPENING.record.setup.edition
        numbers = line[0] == "1"
        expected = deck.suggestions[13] if numbers else tuple(map(deck.card, ("plum", "knife", "hall")))
        assert typed(OPENING, line) == Suggest(expected)

    def test_what_is_missing_is_asked_for_kind_by_kind(self) -> None:
        typist = Typist("ask knife", "plum", "hall")
        action = typist.person().choose(OPENING, CHANCE)
        assert action == typed(OPENING, "plum knife hall")
        assert [line for line in typist.told if line.endswith("?")] == ["Suspect?", "Room?"]

    @pytest.mark.parametrize(
        ("line", "lang", "complaint"),
        [
            ("plum knive hall", "en", "Nothing here is called “knive”; did you mean Knife?"),
            ("plum dloch halle", "de", "„dloch“ gibt es hier nicht; meinst du Dolch?"),
            ("m", "en", "“m” could be Miss Scarlet, Mr. Green."),
            ("plum green", "en", "“Mr. Green” does not go with the rest of what you said."),
            ("7", "en", "There is no number 7 in the list."),
            ("roll", "en", "Nothing here is called “roll”."),
            ("histroy", "en", "did you mean history?"),
            ("tip", "de", "Gloria"),
            ("x" * 500, "en", "That is a lot of words; a number or a few names will do."),
        ],
    )
    def test_a_slip_is_answered_kindly_and_changes_nothing(
        self, line: str, lang: str, complaint: str
    ) -> None:
        typist = Typist(line, "plum knife hall")
        assert typist.person(lang).choose(OPENING, CHANCE) == typed(OPENING, "plum knife hall")
        assert complaint in typist.text

    def test_a_card_that_cannot_be_chosen_now_is_called_by_its_name(self) -> None:
        edition = Edition.load("classic")
        view = Game.new(edition, ["Anna", "Ben", "Cleo"], Random(1)).view(0)
        assert "“Kitchen” cannot be chosen here and now." in told(view, "kitchen")

    def test_one_can_go_back_to_the_beginning_of_a_choice(self) -> None:
        assert typed(OPENING, "ask", "plum", "back", "scarlet rope study") == typed(
            OPENING, "scarlet rope study"
        )

    def test_a_square_is_said_by_its_row_and_column(self) -> None:
        game = Game.new(Edition.load("classic"), ["Anna", "Ben", "Cleo"], Random(1)).apply(Roll(), Random(1))
        squares = {to for action in game.legal_actions() if isinstance(action, Move) and (to := action.to)}
        assert squares
        for row, column in (square for square in squares if not isinstance(square, str)):
            assert typed(game.view(0), f"{row},{column}") == Move((row, column))
            assert typed(game.view(0), f"go to {row} , {column}") == Move((row, column))

    def test_enter_does_the_only_thing_there_is_to_do_but_never_accuses(self) -> None:
        asked = boardless("scarlet", "rope").apply(typed(OPENING, "plum knife hall"), CHANCE)
        ben = asked.view(asked.scene.actor)
        only = [a for a in ben.menu if isinstance(a, Show)]
        assert ben.seat == 1
        assert typed(ben, "1") == only[0]
        after = asked.apply(only[0], CHANCE).view(0)
        assert {type(action) for action in after.menu} == {Accuse, EndTurn}
        assert typed(after, "") == EndTurn()
        assert told(OPENING, "").count("ask a question") == 2


class TestAccusing:
    def test_an_accusation_is_confirmed_and_otherwise_not_made(self) -> None:
        accused = typed(OPENING, "accuse plum knife hall", "yes")
        assert isinstance(accused, Accuse)
        text = told(OPENING, "accuse plum knife hall", "no")
        warning = "You accuse: Professor Plum, Knife, Hall. If that is wrong you cannot win any more."
        assert warning in " ".join(text.split())
        assert "Then you have not accused anybody." in text
        assert typed(OPENING, "anklagen bloom dolch halle", "ja", lang="de") == accused

    def test_cards_alone_are_a_question_and_never_an_accusation(self) -> None:
        game = boardless("scarlet", "rope").apply(typed(OPENING, "plum knife hall"), CHANCE)
        after = game.apply(game.legal_actions()[0], CHANCE).view(0)
        assert "“Professor Plum” cannot be chosen here and now." in told(after, "plum knife hall")

    def test_who_accused_wrongly_is_told_so_and_still_answers(self) -> None:
        game = boardless("scarlet", "rope").apply(typed(OPENING, "accuse plum knife hall", "y"), CHANCE)
        typist = Typist()
        typist.person().see(game.view(0))
        assert typist.told[-2:] == [
            "You accused: Professor Plum, Knife, Hall. That is wrong.",
            "You are out, but you still show cards when somebody asks.",
        ]


class TestTelling:
    def test_news_is_told_once(self) -> None:
        typist = Typist()
        person = typist.person("de")
        person.see(OPENING)
        person.see(OPENING)
        assert typist.told == ["Du hast: Fräulein Gloria, Seil.", "Ben hat 2 Karten.", "Cleo hat 2 Karten."]

    def test_a_question_is_told_with_its_answers_unless_it_is_ours_to_answer(self) -> None:
        game = boardless("green", "rope", seat=2)
        game = game.apply(typed(game.view(0), "green rope hall"), CHANCE)
        assert game.scene.actor == 1
        typist = Typist()
        bystander = typist.person()
        bystander.see(game.view(2))
        assert "asked" not in typist.text
        assert "Anna asked: Mr. Green, Rope, Hall." in told(game.view(1))
        bystander.see(game.apply(game.legal_actions()[0], CHANCE).view(2))
        assert typist.told[-1] == "Anna asked: Mr. Green, Rope, Hall. Ben showed a card to Anna."

    @pytest.mark.parametrize(
        ("lang", "words"),
        [("en", ("hand", "history", "help")), ("de", ("hand", "verlauf", "hilfe"))],
    )
    def test_help_history_and_hand_are_there_for_the_asking(self, lang: str, words: Sequence[str]) -> None:
        text = told(OPENING, *words, lang=lang)
        hand = {"en": "You hold: Miss Scarlet, Rope.", "de": "Du hast: Fräulein Gloria, Seil."}[lang]
        assert f"   1  {hand}" in text
        assert text.count(hand) >= 6
        assert all(f"\n  {word}" in text for word in words)

    def test_whoever_says_so_has_left(self) -> None:
        assert told(OPENING, "quit").endswith("> quit")

    def test_the_same_answers_play_the_same_game(self) -> None:
        def played_through(seed: int) -> tuple[str, object]:
            typist = Typist(*["", "1", "ask 1 1 1"] * 200)
            agents: list[Agent] = [typist.person(), CasualAgent(), CasualAgent()]
            record = play(agents, Edition.load("mini"), seed=seed)
            return typist.text, record

        assert played_through(3) == played_through(3)
        assert played_through(3)[1] != played_through(4)[1]


LOOKUPS = ("history", "hand", "board", "notes", "chances", "help")
"""What a person may look up that takes no thought."""


def transcript(
    states: Sequence[Game], look: Reader, seat: Seat, lang: str, lookups: Sequence[str] = LOOKUPS
) -> str:
    """All that a person is shown who looks up everything before every choice, in the course of a game."""
    terminal = Terminal(asked=lang)
    typist = Typist()
    person = Person(
        typist.read,
        typist.told.append,
        lang=lang,
        asides=asides(terminal),
        picture=lambda view: picture(terminal, view, always=True),
    )
    for game in states:
        view = look(game)
        person.see(view)
        if game.scene.actor == seat and game.outcome is None:
            ones = ["1"] * (1 + len(game.setup.edition.categories))
            typist.lines = [*lookups, *ones, "yes"]
            person.choose(replace(view, seat=seat, menu=game.legal_actions()), CHANCE)
    return typist.text


def alike(name: str, seed: int) -> tuple[Sequence[Game], Sequence[Game], Seat, int]:
    """Two games that one seat cannot tell apart, and how many cards have changed places behind its back."""
    rng = Random(seed)
    table = random_table(rng, [name], changes=0)
    game = played(table, seed, accuse=0.02, steps=14)
    seat = rng.randrange(len(game.setup.players))
    truth = Truth(game, seat)
    changes = truth.shuffle(rng, swaps=60)
    return replay(game.record).games, replay(truth.record(rng)).games, seat, changes


class TestSecrecy:
    @pytest.mark.parametrize(
        ("name", "lang"),
        [("classic", "en"), ("three-investigators", "de"), ("night-train", "de"), (EVERYTHING, "en")],
    )
    def test_everything_shown_is_the_same_in_games_that_look_alike(self, name: str, lang: str) -> None:
        changed = 0
        for seed in range(3):
            real, other, seat, changes = alike(name, seed)
            look = seat_of(seat)
            assert transcript(real, look, seat, lang) == transcript(other, look, seat, lang)
            changed += changes
        assert changed > 0

    def test_a_hint_is_the_same_in_games_that_look_alike(self) -> None:
        real, other, seat, changes = alike("mini", 1)
        assert changes > 0
        told, again = (transcript(game, seat_of(seat), seat, "en", ["hint"]) for game in (real, other))
        assert told == again
        assert "imagined games" in told  # whether to accuse is judged as the detective does

    def test_a_person_who_was_shown_the_whole_game_would_be_found_out(self) -> None:
        real, other, seat, changes = alike("night-train", 0)
        assert changes > 0
        assert transcript(real, referee, seat, "en") != transcript(other, referee, seat, "en")


class TestInPython:
    def test_a_person_is_an_agent_among_others(self) -> None:
        typist = Typist(*["", "1", "ask 1 1 1"] * 400)
        everyone: list[Agent] = [RandomAgent(), typist.person(), CasualAgent()]
        last = list(states(everyone, Edition.load("mini"), seed=5))[-1]
        assert last.outcome is not None
        assert replay(last.record).whole().outcome == last.outcome


@pytest.mark.parametrize(
    ("edition", "lang", "said"),
    [
        ("classic", "en", "“ask scarlet candlestick ballroom”"),
        ("classic", "de", "„fragen gloria leuchter musikzimmer“"),
        ("night-train", "de", "„fragen baronin hutnadel lokomotive zehn“"),
    ],
)
def test_the_example_of_how_to_type_is_in_the_persons_language(edition: str, lang: str, said: str) -> None:
    view = Game.new(Edition.load(edition), ["Anna", "Ben", "Cleo"], Random(1)).view(0)
    assert said in how_to_type(view, lang)
