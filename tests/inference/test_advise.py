"""Advice: what each question tells, checked against every deal written out."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import sleuth as sl
from sleuth.actions import Move, Show, Suggest
from sleuth.cards import Card, CardSet, Seat
from sleuth.edition import Edition
from sleuth.errors import IllegalEvent
from sleuth.events import Dealt, Showed
from sleuth.game import Game
from sleuth.inference.advise import Advice, advise
from sleuth.inference.advise_accuse import Future, advise_accuse
from sleuth.inference.advise_deals import alike, deals_of
from sleuth.inference.advise_rooms import rooms_in_reach
from sleuth.inference.advise_show import advise_show
from sleuth.inference.advise_worlds import imagine
from sleuth.inference.notebook import infer
from sleuth.inference.showing import seen_first, uniformly
from sleuth.language import LANGUAGES
from sleuth.record import Record
from sleuth.replay import is_full
from sleuth.scene import Phase
from sleuth.view import View
from tests import naive
from tests.inference.games import view_of
from tests.inference.naive_advise import worth
from tests.inference.naive_deals import possible_deals
from tests.kernels.problems import small
from tests.play import Table, played, random_table


def minis(seed: int, *, steps: int = 14) -> View:
    """What a seat knows in a mini game at any table."""
    table = random_table(Random(seed), ["mini"])
    game = played(table, seed, accuse=0.05, steps=Random(seed).randrange(steps))
    return replace(game.view(seed % table.players), scene=None, menu=View(game.record, None).menu)


def replies(advice: Advice) -> dict[tuple[Seat | None, Card | None], float]:
    return {(answer.seat, answer.card): answer.chance for answer in advice.answers}


@pytest.mark.parametrize("seed", range(60))
def test_every_question_of_a_small_game_is_worth_what_every_deal_says(seed: int) -> None:
    view = minis(seed)
    for advice in advise(view, worlds=0):
        expected = worth(view, advice.action.cards)
        assert advice.bits == pytest.approx(expected.bits, abs=1e-9)
        assert advice.bits_error == 0
        assert advice.solves == pytest.approx(expected.solves, abs=1e-9)
        assert replies(advice) == pytest.approx(expected.answers)


@pytest.mark.parametrize("seed", range(15))
def test_a_habit_of_showing_seen_cards_changes_what_answers_tell(seed: int) -> None:
    view = minis(seed)
    seen = {seat: shown_to(view, seat) for seat in view.record.setup.seats}
    for advice in advise(view, worlds=0, habit=seen_first):
        expected = worth(view, advice.action.cards, habit=seen_first, seen=seen)
        assert advice.bits == pytest.approx(expected.bits, abs=1e-9)
        assert replies(advice) == pytest.approx(expected.answers)


def shown_to(view: View, seat: Seat) -> frozenset[Card]:
    events = [event for entry in view.record.standing for event in entry.events]
    return frozenset(
        event.card
        for event in events
        if isinstance(event, Showed)
        and (event.seat, event.to) == (seat, view.seat)
        and event.card is not None
    )


@pytest.mark.parametrize("seed", range(3))
def test_draws_agree_with_every_deal_within_their_errors(seed: int) -> None:
    """Some 100,000 deals are possible, of which 8,192 are drawn: neither bias nor too small an error."""
    view = three_players(seed)
    deals = possible_deals(view)
    found = Random(seed).sample(advise(view, worlds=0, seed=seed), 8)
    for advice in found:
        expected = worth(view, advice.action.cards, deals=deals)
        assert advice.bits == pytest.approx(expected.bits, abs=5 * advice.bits_error + 0.004)
        assert advice.solves == pytest.approx(expected.solves, abs=0.01)


def three_players(seed: int) -> View:
    """A classic game of three after a question or two, from a seat that knows its hand."""
    edition = Edition.load("classic")
    rules = edition.rules_for(3).with_words({"board": "no"})
    game = played(Table(edition, 3, rules), seed, accuse=0, steps=3)
    return replace(game.view(0), scene=None, menu=View(game.record, None).menu)


@pytest.mark.parametrize("seed", range(8))
def test_what_the_others_learn_is_what_their_possible_deals_say(seed: int) -> None:
    """With only my own questions on record, what others know follows from their hands alone."""
    view = only_i_asked(seed)
    me, setup = view.seat, view.record.setup
    exact = {a.action.cards: a for a in advise(view, worlds=600, seed=seed)}
    question = Random(seed).choice(list(exact))
    mine = possible_deals(view)
    for seat in setup.seats:
        if seat == me:
            assert exact[question].leaks[seat] == 0
            continue
        hands = mine[:, seat].tolist()
        known = {hand: view.record.view(seat, hand=CardSet(hand)) for hand in hands}
        told = {hand: worth(knows, question, asker=me).bits for hand, knows in known.items()}
        learns = np.array([told[hand] for hand in hands])
        assert exact[question].leaks[seat] == pytest.approx(learns.mean(), abs=0.02 + learns.std() / 5)


def only_i_asked(seed: int) -> View:
    """A mini game in which Anna has asked twice."""
    edition = Edition.load("mini")
    table = Table(edition, 3, edition.rules_for(3))
    rng = Random(seed)
    game = table.deal(rng)
    record = Record.new(edition, ["Anna", "Ben", "Cleo"], me="Anna", hand=tuple(game.deal.hands[0]))
    for _ in range(2):
        question = rng.choice(edition.suggestions)
        words = " ".join(edition.cards[card] for card in question)
        record = record.read(f"anna ? {words} | {honest_answer(game, question)}")
    return record.view()


def honest_answer(game: Game, question: tuple[Card, ...]) -> str:
    for seat, name in ((1, "ben"), (2, "cleo")):
        held = [card for card in question if card in game.deal.hands[seat]]
        if held:
            return f"{name} ! {game.setup.edition.cards[held[0]]}"
    return "-"


@pytest.mark.parametrize("seed", range(6))
def test_questions_of_one_kind_are_worth_the_same_as_when_weighed_one_by_one(seed: int) -> None:
    view = view_of(seed, players=4)
    together = {a.action.cards: a for a in advise(view, worlds=0)}
    for cards in Random(seed).sample(sorted(together), 5):
        rooms = [cards[-1]]
        alone = next(a for a in advise(view, rooms, worlds=0) if a.action.cards == cards)
        assert together[cards].bits == pytest.approx(alone.bits, abs=5 * alone.bits_error + 0.01)


def test_cards_that_nothing_tells_apart_are_alike() -> None:
    view = sl.loads("edition: mini\nplayers: anna ben cleo\nme: anna\nhand: scarlet rope\n").view()
    marks = alike(infer(view).problem)
    assert marks[1] == marks[2]
    assert len({marks[0], marks[1], marks[3], marks[4], marks[6]}) == 5


@pytest.mark.parametrize("seed", range(10))
def test_few_deals_are_all_written_down_and_none_twice(seed: int) -> None:
    view = minis(seed)
    notebook = infer(view)
    deals = deals_of(notebook.problem, 8192, np.random.default_rng(0))
    assert deals.complete
    assert len({deal.tobytes() for deal in deals.places}) == len(deals.places) == notebook.deals
    for place in range(notebook.problem.places):
        np.testing.assert_array_equal((deals.places == place).sum(axis=0), notebook.tally.table[:, place])


@given(st.integers(0, 10**9))
def test_the_list_of_deals_is_what_its_plain_twin_finds(seed: int) -> None:
    problem = small(Random(seed))
    expected = {deal: naive.weight(problem, deal) for deal in naive.deals(problem)}
    assume(sum(expected.values()) > 0)
    found = deals_of(problem, 8192, np.random.default_rng(0))
    assert found.complete
    weights = dict(zip(map(tuple, found.places.tolist()), found.weight.tolist(), strict=True))
    total = sum(expected.values())
    assert weights == pytest.approx({deal: weight / total for deal, weight in expected.items()})


@given(st.integers(0, 10**9))
def test_cards_that_are_alike_can_change_places(seed: int) -> None:
    problem = small(Random(seed))
    deals = {deal: naive.weight(problem, deal) for deal in naive.deals(problem)}
    assume(deals)
    marks = alike(problem)
    pairs = [(a, b) for a, b in combinations(range(problem.cards), 2) if marks[a] == marks[b]]
    for a, b in pairs:
        for deal, weight in deals.items():
            other = list(deal)
            other[a], other[b] = deal[b], deal[a]
            assert deals.get(tuple(other)) == pytest.approx(weight)


@pytest.mark.parametrize("seed", range(6))
def test_weights_of_the_shown_model_reach_the_deals(seed: int) -> None:
    notebook = infer(minis(seed), model="shown")
    deals = deals_of(notebook.problem, 8192, np.random.default_rng(0))
    for place in range(notebook.problem.places):
        chance = ((deals.places == place) * deals.weight[:, None]).sum(axis=0)
        np.testing.assert_allclose(chance, notebook.table[:, place], atol=1e-9)


@pytest.fixture
def fresh() -> View:
    """Six players, before the first question."""
    return sl.loads("players: anna ben cleo david emma finn\nme: anna\nhand: plum rope library\n").view()


def test_the_best_first_question_names_two_of_my_own_cards(fresh: View) -> None:
    best = advise(fresh, worlds=1)[0]
    assert fresh.hand is not None
    assert len(fresh.hand & set(best.action.cards)) == 2
    assert best.bits == pytest.approx(0.722, abs=0.03)  # yes or no, with a chance of one in five


def test_asking_only_for_my_own_cards_tells_me_nothing(fresh: View) -> None:
    mine = [
        a for a in advise(fresh, worlds=0) if fresh.hand is not None and set(a.action.cards) <= fresh.hand
    ]
    assert [(a.bits, a.solves) for a in mine] == [(0.0, 0.0)]


def test_every_question_is_weighed_once_and_the_best_comes_first(fresh: View) -> None:
    found = advise(fresh, worlds=1)
    assert len({a.action for a in found}) == 324
    assert [a.value for a in found] == sorted((a.value for a in found), reverse=True)
    assert all(sum(answer.chance for answer in a.answers) == pytest.approx(1) for a in found)
    assert advise(fresh, worlds=1, top=3) == found[:3]


def test_the_same_seed_gives_the_same_advice_and_another_other_draws(fresh: View) -> None:
    first, again, other = (advise(fresh, top=20, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert [a.bits for a in first] != [a.bits for a in other]


def test_rooms_limit_the_questions_and_chances_scale_their_worth(fresh: View) -> None:
    hall = fresh.record.setup.edition.card("hall")
    everywhere = {a.action: a for a in advise(fresh, worlds=0)}
    here = advise(fresh, ["hall"], worlds=0)
    assert {a.action.cards[2] for a in here} == {hall}
    assert len(here) == 36
    by_chance = advise(fresh, {"hall": 0.25, "study": 0.0, "lounge": 1.0}, worlds=0)
    assert {a.reach for a in by_chance} == {0.25, 1.0}
    for a in by_chance:
        assert a.value == pytest.approx(a.reach * everywhere[a.action].value, abs=0.05)


def test_own_cards_are_not_named_where_the_table_forbids_it() -> None:
    text = "players: anna ben cleo\nme: anna\nhand: plum green rope library hall study\nrules: own_cards=no\n"
    view = sl.loads(text).view()
    assert view.hand is not None
    assert all(not view.hand & set(a.action.cards) for a in advise(view, worlds=0))


def test_advice_in_a_game_keeps_to_what_may_be_asked_now() -> None:
    table = Table(Edition.load("classic"), 3, Edition.load("classic").rules_for(3))
    games = (played(table, seed, accuse=0, steps=40) for seed in range(40))
    view = next(v for g in games if (v := g.view(g.scene.actor)) and Suggest in map(type, v.menu))
    assert {a.action for a in advise(view, worlds=0)} == {a for a in view.menu if isinstance(a, Suggest)}


def test_a_spectator_gets_no_advice(fresh: View) -> None:
    with pytest.raises(sl.BadSetup):
        advise(fresh.record.redacted(None).view())


def test_when_one_answer_decides_everything_the_reason_says_so() -> None:
    view = solved_but_for_the_rope()
    best = advise(view)[0]
    assert best.solves == pytest.approx(1)
    assert best.why() == "Whatever the answer, you will know the solution."


def solved_but_for_the_rope() -> View:
    """Only Ben's last card is open: the rope or the pipe."""
    text = """
        edition: mini
        players: anna ben cleo
        me: anna
        hand: scarlet knife
        cleo ! hall
        cleo ! kitchen
        ben ! plum
    """
    return sl.loads(text).view()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seed", range(8))
def test_every_question_has_a_reason_in_one_sentence(seed: int, lang: str) -> None:
    for advice in advise(minis(seed), worlds=0):
        text = advice.why(lang)
        assert text.endswith(".")
        assert text[0].isupper()
        assert "{" not in text


@pytest.mark.parametrize("seed", range(40))
def test_an_imagined_world_is_a_full_record_that_this_seat_could_have_seen(seed: int) -> None:
    view = minis(seed, steps=30)
    rng = np.random.default_rng(seed)
    deal = deals_of(infer(view).problem, 512, rng).places[0]
    world = imagine(view, deal, uniformly, rng)
    assert is_full(world)
    mine = [e for e in world.redacted(view.seat).events if not isinstance(e, Dealt)]
    kept = (e for entry in view.record.standing for e in entry.events)
    assert mine == [e for e in kept if not isinstance(e, Dealt)]
    assert view.seat is not None
    assert infer(world.view(view.seat)).deals == infer(view).deals


def asked(text: str) -> View:
    """Anna holds scarlet, knife and hall of four of each kind of cards, and has shown some."""
    return sl.loads(
        f"players: anna ben cleo\nme: anna\nhand: scarlet plum knife rope hall study\n{text}"
    ).view()


def test_a_card_that_the_asker_has_seen_is_shown_again() -> None:
    view = asked("ben ? scarlet rope kitchen | cleo - | anna ! rope\n")
    best, *others = advise_show(view, "ben", ["plum", "rope", "hall"])
    assert best.action == Show(view.record.setup.edition.card("rope"))
    assert best.why() == "Show the rope: ben has seen it before."
    assert best.seen
    assert best.bits == pytest.approx(0, abs=1e-9)
    assert best.known == 1
    assert all(other.bits > 0.1 and not other.seen for other in others)


def test_a_card_shown_to_cleo_is_no_news_to_cleo_only() -> None:
    view = asked("cleo ? scarlet rope kitchen | anna ! rope\n")
    assert not any(advice.seen for advice in advise_show(view, "ben", ["plum", "rope", "hall"]))


def test_a_single_card_leaves_no_choice() -> None:
    only = advise_show(asked(""), "ben", ["green", "rope", "kitchen"])
    assert [advice.why() for advice in only] == ["Show the rope: you have no choice."]


@pytest.mark.parametrize(
    ("accused", "why"), [("x", "ben accused wrongly and only answers"), ("ok", "The game is over")]
)
def test_nobody_is_advised_on_a_question_that_cannot_be_asked_any_more(accused: str, why: str) -> None:
    view = asked(f"ben = white wrench kitchen {accused}\n")
    with pytest.raises(IllegalEvent, match=why):
        advise_show(view, "ben", ["plum", "rope", "hall"])


def test_what_bystanders_learn_does_not_depend_on_the_card() -> None:
    found = advise_show(asked(""), "ben", ["plum", "rope", "hall"])
    assert len({advice.others for advice in found}) == 1
    assert found[0].others[2] != 0
    assert found[0].others[0] == found[0].others[1] == 0


def test_the_card_that_completes_the_asker_s_case_is_shown_last() -> None:
    view = sl.loads(
        """
        edition: mini
        players: anna ben cleo
        me: anna
        hand: scarlet rope
        ben ! green
        ben ! pipe
        cleo ! hall
        cleo ! study
        ben ? plum rope kitchen | cleo - | anna ! rope
        """
    ).view()
    best, last = advise_show(view, "ben", ["scarlet", "rope", "kitchen"])
    assert (best.completes, last.completes) == (0, 1)
    assert last.why() == "In 100 of 100 cases, Miss Scarlet is all that ben still needs to solve the case."


def test_the_question_being_asked_is_found_in_the_scene() -> None:
    table = Table(Edition.load("mini"), 3, Edition.load("mini").rules_for(3))
    games = (played(table, seed, accuse=0, steps=5 + seed % 9) for seed in range(200))
    views = (game.view(game.scene.actor) for game in games)
    view = next(view for view in views if len(view.menu) > 1 and isinstance(view.menu[0], Show))
    assert {advice.action for advice in advise_show(view)} == set(view.menu)


def test_nobody_asked_means_nothing_to_show(fresh: View) -> None:
    with pytest.raises(sl.IllegalAction):
        advise_show(fresh)


def test_a_question_that_somebody_before_me_answers_does_not_reach_me() -> None:
    view = asked("cleo ! kitchen\n")
    with pytest.raises(sl.IllegalAction):
        advise_show(view, "ben", ["plum", "rope", "kitchen"])


def test_a_known_solution_is_accused_now() -> None:
    text = "edition: mini\nplayers: anna ben cleo\nme: anna\nhand: scarlet rope\nanna ? plum knife hall | -\n"
    advice = advise_accuse(sl.loads(text).view(), worlds=4)
    assert advice.chance == 1
    assert advice.now
    assert advice.why() == "Accuse now: there is only one possibility left."


def test_at_the_start_of_a_game_one_waits(fresh: View) -> None:
    advice = advise_accuse(fresh, worlds=6)
    assert advice.chance == pytest.approx(1 / 200)
    assert advice.rivals == 0
    assert advice.waiting > advice.chance
    assert not advice.now
    assert advice.why().startswith("Wait: ")


def test_without_rivals_left_one_asks_on() -> None:
    text = "edition: mini\nplayers: anna ben cleo\nme: anna\nhand: scarlet rope\n"
    view = sl.loads(text + "ben = plum knife hall x\ncleo = green knife hall x\n").view()
    advice = advise_accuse(view, worlds=12)
    assert advice.rivals == 0
    assert advice.rivals_error > 0
    assert advice.waiting > advice.chance
    assert not advice.now


def test_once_a_rival_was_faster_no_further_round_wins() -> None:
    view = late_and_behind()
    deal = deals_of(infer(view).problem, 8, np.random.default_rng(1)).places[0]
    future = Future(view, 0, deal, uniformly, np.random.default_rng(1))
    assert future.play() == 0.0
    assert future.beaten
    assert future.play() == 0.0


def test_when_the_others_are_about_to_solve_it_a_good_guess_is_worth_it() -> None:
    advice = advise_accuse(late_and_behind(), worlds=24)
    assert advice.chance == pytest.approx(0.5)
    assert advice.rivals == 1
    assert advice.waiting == 0
    assert advice.now
    assert advice.why() == (
        "Accuse now: you are right in 50 of 100 cases. If everybody reasoned perfectly, you would be right "
        "at your next turn or soon after in only 0; in 100 somebody else would be faster."
    )
    assert advise_accuse(late_and_behind(), worlds=24) == advice


def late_and_behind() -> View:
    """Only Ben's last card is open to Anna, and Ben, who is next, sees all but the envelope."""
    return sl.loads(
        """
        edition: mini
        players: anna ben cleo
        me: anna
        hand: scarlet pipe
        anna ! scarlet
        anna ! pipe
        ben ! plum
        cleo ! hall
        cleo ! kitchen
        """
    ).view()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_advice_on_showing_and_accusing_is_said_in_full(lang: str, fresh: View) -> None:
    texts = [advice.why(lang) for advice in advise_show(asked(""), "ben", ["plum", "rope", "hall"])]
    texts.append(advise_accuse(fresh, worlds=2).why(lang))
    assert all(text[0].isupper() and text.endswith(".") and "{" not in text for text in texts)


def test_the_dice_s_chances_follow_from_the_board() -> None:
    record = sl.loads("players: anna ben cleo\nme: anna\n")
    assert rooms_in_reach(record.view())["lounge"] == pytest.approx(15 / 36)  # eight pips away
    in_lounge = record.read("anna @ lounge").read("ben @ hall")
    assert rooms_in_reach(in_lounge.view())["conservatory"] == 1  # the secret passage
    called = in_lounge.read("ben ? scarlet rope kitchen")
    assert rooms_in_reach(called.view())["kitchen"] == 1  # called there, Anna may stay and ask
    assert rooms_in_reach(sl.loads("edition: mini\nplayers: anna ben\nme: anna\n").view()) == {}


def on_the_board(*lines: str, rules: str = "") -> View:
    """Anna's notebook of a game on the classic board."""
    hand = "hand: scarlet rope hall green knife lounge"
    record = sl.loads(f"players: anna ben cleo\nme: anna\n{hand}\n{rules}")
    for line in lines:
        record = record.read(line)
    return record.view()


def rooms_of(view: View) -> set[str]:
    """The rooms in which the advised questions are asked."""
    return {view.record.setup.edition.cards[a.action.cards[2]] for a in advise(view, worlds=0)}


@pytest.mark.parametrize("more", [(), ("anna rolls 3 1",), ("ben ? plum pipe study", "anna rolls 3 1")])
def test_whoever_has_moved_into_a_room_in_this_turn_asks_there(more: tuple[str, ...]) -> None:
    view = on_the_board(*more, "anna @ study")
    assert rooms_in_reach(view) == {"study": 1}
    assert rooms_of(view) == {"study"}
    assert {a.action.cards[2] for a in advise(view, ["hall"], worlds=0)} == {
        view.record.setup.edition.card("hall")  # whoever names a room means it
    }


def test_where_own_cards_are_not_named_the_room_one_stands_in_still_is() -> None:
    view = on_the_board("anna rolls 3 1", "anna @ hall", rules="rules: own_cards=no\n")
    assert rooms_of(view) == {"hall"}


def test_whoever_has_rolled_and_not_moved_has_these_pips() -> None:
    assert rooms_in_reach(on_the_board("anna rolls 4 4")) == {"lounge": 1}  # eight pips away
    assert rooms_in_reach(on_the_board("anna rolls 1 2")) == {}
    assert rooms_in_reach(on_the_board("anna rolls 1 2", "ben rolls 4 4"))["lounge"] == pytest.approx(15 / 36)


def test_once_the_turn_has_gone_on_to_another_it_begins_anew() -> None:
    start = rooms_in_reach(on_the_board("anna @ study", "ben rolls 1 2"))
    assert "library" in start
    assert "study" not in start  # nobody called her there
    asked = on_the_board("anna @ study", "anna ? plum pipe study | ben - | cleo !")
    assert rooms_in_reach(asked) == start
    assert len(rooms_of(asked)) == 9


def test_a_roll_for_the_start_is_no_roll_to_move_with() -> None:
    rules = "rules: first=highest_roll\n"
    for_the_start = on_the_board("anna rolls 4 4", rules=rules)
    assert rooms_in_reach(for_the_start)["lounge"] == pytest.approx(15 / 36)
    assert rooms_in_reach(on_the_board("anna rolls 4 4", "anna rolls 4 4", rules=rules)) == {"lounge": 1}


@pytest.mark.parametrize("name", ["classic", "discover-the-secrets", "master-detective"])
def test_a_notebook_tells_of_the_rooms_in_reach_what_the_referee_knows(name: str) -> None:
    edition, phases = Edition.load(name), set()
    for seed in range(24):
        game = played(Table(edition, 3, edition.rules_for(3)), seed, accuse=0, steps=4 + 3 * seed)
        view = game.view(game.scene.actor)
        if game.scene.phase in (Phase.START, Phase.MOVE, Phase.ASK):
            phases.add(game.scene.phase)
            kept = replace(view, scene=None, menu=View(game.record, None).menu)
            assert rooms_in_reach(kept) == rooms_in_reach(view)
    assert len(phases) >= 2


def test_in_a_game_the_rooms_in_reach_are_those_that_may_be_moved_to() -> None:
    table = Table(Edition.load("classic"), 4, Edition.load("classic").rules_for(4))
    for seed in range(12):
        game = played(table, seed, accuse=0, steps=30 + seed)
        view = game.view(game.scene.actor)
        moves = {action.to for action in view.menu if isinstance(action, Move) and isinstance(action.to, str)}
        if moves:
            assert set(rooms_in_reach(view)) == moves & set(game.setup.edition.cards)
