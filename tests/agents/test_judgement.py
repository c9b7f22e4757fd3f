"""The detective's advice: accusing, asking, showing, and what it thinks of the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import pytest

import sleuth as sl
from sleuth.actions import Accuse, EndTurn, Suggest
from sleuth.agents.baseline import CasualAgent
from sleuth.agents.detective import Detective, Effort, Nerve
from sleuth.agents.judgement import ADVISING, Share, ending, imagined, judge, judge_show
from sleuth.agents.manners import judge_others, manner_of
from sleuth.agents.policy import POLICIES
from sleuth.agents.registry import agent
from sleuth.agents.search import halving
from sleuth.agents.simple import PolicyAgent
from sleuth.agents.situation import Situation
from sleuth.agents.verdict import CERTAIN, Verdict, advise_accusing, has_asked, judge_accusing, may_be_next
from sleuth.agents.worlds import Opponents
from sleuth.arena.match import states
from sleuth.arena.swift import boardless
from sleuth.edition import Edition
from sleuth.errors import BadSetup, Contradiction, IllegalAction
from sleuth.inference.advise_accuse import AccuseAdvice
from sleuth.inference.advise_rooms import rooms_in_reach
from sleuth.inference.advise_show import put_to_me
from sleuth.inference.problem import mask_of
from sleuth.language import LANGUAGES
from sleuth.scene import Phase
from sleuth.view import View

QUICK = Effort(worlds=256, draws=512, steps=4, simulations=4_000, shows=256, glance=256, moves=64)
TABLE1 = Path(__file__).parent.parent / "inference" / "golden" / "table1.case"
CLASSIC = sl.Edition.load("classic")


@cache
def table1() -> View:
    """The game of the paper on Clue, from the seat of its detective."""
    return sl.loads(TABLE1.read_text("utf-8")).view()


def notebook(*lines: str, edition: str = "classic", rules: str = "board=no") -> View:
    """Anna's notebook at a table of three."""
    hand = "scarlet rope" if edition == "mini" else "scarlet plum knife rope hall study"
    text = f"edition: {edition}\nplayers: Anna Ben Cleo\nme: Anna\nhand: {hand}\n"
    record = sl.loads(text + (f"rules: {rules}\n" if edition != "mini" and rules else ""))
    for line in lines:
        record = record.read(line)
    return record.view()


def verdict(right: float, waiting: float, *, board: bool = False, asked: bool = False) -> Verdict:
    """A verdict on made-up shares."""
    setup = notebook(rules="" if board else "board=no").record.setup
    going_on = Share(waiting, 0.01)
    return Verdict(
        Accuse((0, 6, 12)), Share(right, 0.01), going_on, None if asked else going_on, setup, Nerve()
    )


def test_on_the_paper_s_game_both_kinds_of_advice_agree() -> None:
    """Once `--accuse` said that asking on wins nothing while `--win` had it win two games in three."""
    asked, accused = judge(table1())[0], judge_accusing(table1())
    assert not accused.now
    assert accused.asking is not None
    assert accused.asking.value == pytest.approx(asked.wins, abs=4 * (accused.asking.error + asked.error))
    assert accused.right.value < accused.ending.value < accused.asking.value
    assert judge_accusing(table1(), [asked]).waiting == Share(asked.wins, asked.error)
    assert judge_accusing(table1()) == accused


def test_where_the_detective_would_accuse_it_is_advised_and_nowhere_else() -> None:
    """Only where the margin is clear: the detective imagines other worlds than its adviser."""
    compared = 0
    for seed in range(4):
        for view in ends_of_turns(seed):
            advice = judge_accusing(view)
            margin = advice.waiting.value + Nerve().better
            if advice.right == CERTAIN or abs(advice.right.value - min(margin, Nerve().sure)) > 0.1:
                action = Detective().choose(view, Random(seed))
                assert action == (advice.action if advice.now else EndTurn())
                compared += 1
    assert compared > 10


def ends_of_turns(seed: int) -> list[View]:
    """The first seat's views when it may accuse after its question, without a board."""
    games = states([agent("heuristic")] * 3, CLASSIC, seed=seed, rules=boardless(CLASSIC, 3))
    mine = (g.view(0) for g in games if g.outcome is None and g.scene.actor == 0)
    return [view for view in mine if view.scene is not None and view.scene.phase is Phase.AFTER]


@pytest.mark.parametrize(
    ("right", "waiting", "board", "kind"),
    [
        (0.9, 0.95, False, "sure"),
        (0.6, 0.4, False, "now"),
        (0.6, 0.5, False, "close"),
        (0.6, 0.4, True, "close"),  # on a board the margin is wider: nobody walks in imagined games
        (0.6, 0.15, True, "now"),
        (0.3, 0.6, False, "wait"),
    ],
)
@pytest.mark.parametrize("asked", [True, False])
def test_the_verdict_has_the_detective_s_own_margins(
    right: float, waiting: float, board: bool, kind: str, asked: bool
) -> None:
    found = verdict(right, waiting, board=board, asked=asked)
    daring = kind in ("sure", "now")
    assert found.kind == ("first" if daring and not asked else kind)  # one may ask and accuse in one turn
    assert found.now == (daring and asked)
    for lang in LANGUAGES:
        text = found.why(lang)
        assert text[0].isupper()
        assert text.endswith(".")
        assert str(round(100 * right)) in text
        assert ("standard error" if lang == "en" else "Standardfehler") in found.figures(lang)
    if kind == "close":  # on a board forty points more may still be too few, and not because they are few
        assert ("hardly more" in found.why(), "walk" in found.why()) == (not board, board)


def test_whoever_may_ask_and_accuse_in_one_turn_minds_how_that_ends() -> None:
    daring = replace(verdict(0.6, 0.5), ending=Share(0.4, 0.01))
    assert daring.kind == "first"
    assert "ending the turn without accusing wins only 40" in daring.why()
    assert "whoever waits may be too late" in verdict(0.9, 0.95).why()


def test_what_is_proved_is_accused_without_doubt() -> None:
    found = judge_accusing(notebook("Anna ? plum knife hall | -", edition="mini"), effort=QUICK)
    assert (found.right, found.now) == (CERTAIN, True)
    assert found.why() == "Accuse now: there is only one possibility left."


def test_whose_turn_it_is_to_ask_is_read_from_the_record() -> None:
    mine, ben = "Anna ? white pipe lounge | Ben ! pipe", "Ben ? white pipe lounge | Cleo !"
    cleo = "Cleo ? white pipe lounge | Ben !"
    assert may_be_next(notebook())
    assert may_be_next(notebook(mine, ben, cleo))
    assert not may_be_next(notebook(mine))
    assert not may_be_next(notebook(mine, ben))
    assert may_be_next(notebook(mine, ben, cleo, mine, "Cleo = white pipe lounge x", ben)), "Cleo is out"
    assert may_be_next(notebook(mine, ben, "Cleo rolls 1 2", rules="")), "Cleo may have nothing to ask"


@pytest.mark.parametrize("edition", Edition.names())
def test_nobody_whose_turn_it_is_is_told_that_it_is_not(edition: str) -> None:
    box = Edition.load(edition)
    seats, asked = box.players[-1] if edition == "mini" else 4, 0
    for seed in range(3):
        for game in states([CasualAgent()] * seats, box, seed=seed):
            scene = game.scene
            if game.outcome is None and scene.actor == scene.turn and scene.phase is Phase.START:
                assert may_be_next(game.view(scene.turn))
                asked += 1
    assert asked > 5


def test_after_my_question_going_on_means_ending_the_turn() -> None:
    mine = ("Anna ? green pipe lounge | Ben !green",)
    assert not has_asked(notebook())
    assert has_asked(notebook(*mine))
    assert not has_asked(notebook(*mine, "Ben ? white pipe lounge | Cleo !"))
    assert not has_asked(notebook(*mine, "Ben rolls 1 2", rules=""))
    found = judge_accusing(notebook(*mine), effort=QUICK)
    assert found.asking is None
    assert found.waiting == found.ending
    assert "ending the turn wins" in found.why()


def test_who_is_out_has_nothing_to_accuse() -> None:
    with pytest.raises(BadSetup):
        judge_accusing(notebook("Anna = green pipe lounge x"), effort=QUICK)


def test_where_no_game_can_be_imagined_the_advice_says_what_it_assumes() -> None:
    view = sl.loads("edition: mini\nplayers: Anna Ben Cleo\nme: Anna\n").read("anna has scarlet").view()
    advice = advise_accusing(view)
    assert isinstance(advice, AccuseAdvice)
    assert "If everybody reasoned perfectly" in advice.why()
    assert "Würden alle fehlerlos schließen" in advice.why("de")
    for text in (advice.why(), advice.figures()):
        assert "wins" not in text
    assert isinstance(advise_accusing(notebook(edition="mini")), Verdict)


def test_questions_are_weighed_by_the_chance_to_get_there() -> None:
    view = notebook("Ben ? white pipe study | Cleo - | Anna !study", rules="")
    reach = rooms_in_reach(view)
    found = judge(view, reach, effort=QUICK)
    assert {CLASSIC.cards[one.action.cards[2]] for one in found} <= set(reach)
    for one in found:
        assert one.reach == reach[CLASSIC.cards[one.action.cards[2]]]
    skipped = {round((one.wins - one.reach * one.asked.value) / (1 - one.reach), 9) for one in found}
    assert len(skipped) == 1  # whoever does not get there ends the turn without a question
    assert all(one.error < one.asked.error + 0.04 for one in found)
    alone = {reach: [one for one in found if one.reach == reach] for reach in {one.reach for one in found}}
    for questions in alone.values():  # in each group who was tried most comes first, and of these the best
        assert questions == sorted(questions, key=lambda one: (-one.games, -one.wins))
    assert found[0].wins == max(questions[0].wins for questions in alone.values())


def test_a_room_that_is_surely_reached_beats_a_better_one_that_is_hardly_ever() -> None:
    alone = {room: judge(table1(), [room])[0].wins for room in ("billiard", "kitchen")}
    assert alone["billiard"] > alone["kitchen"] + 0.03
    best = judge(table1(), {"billiard": 0.02, "kitchen": 1.0})[0]
    assert CLASSIC.cards[best.action.cards[2]] == "kitchen"
    assert best.wins == best.asked.value


def test_whoever_stands_in_a_room_is_judged_by_its_questions() -> None:
    view = notebook("Anna rolls 3 1", "Anna @ study", rules="")
    assert {one.action.cards[2] for one in judge(view, effort=QUICK)} == {CLASSIC.card("study")}


def test_cards_to_show_are_ranked_by_the_games_they_win() -> None:
    found = judge_show(table1(), "gr", ["plum", "rope", "kitchen"])
    assert [CLASSIC.cards[one.action.card] for one in found] == ["rope", "plum"]  # Mu has asked for the rope
    assert found[0].wins > found[1].wins
    assert all(0 < one.error < 0.04 and one.games > 50_000 for one in found)
    assert found == judge_show(table1(), "gr", ["plum", "rope", "kitchen"])


def test_what_the_asker_has_seen_is_shown_first_as_the_detective_does() -> None:
    view = notebook("Ben ? scarlet rope kitchen | Cleo - | Anna ! rope")
    first, *others = judge_show(view, "ben", ["plum", "rope", "hall"], effort=QUICK)
    assert CLASSIC.cards[first.action.card] == "rope"
    assert first.seen
    assert not any(one.seen for one in others)


def test_a_budget_of_seconds_is_spent_on_showing() -> None:
    few, many = (
        judge_show(table1(), "gr", ["plum", "rope", "kitchen"], effort=replace(QUICK, seconds=seconds))
        for seconds in (0.01, 0.3)
    )
    assert many[0].games > few[0].games


def test_nothing_to_show_is_nothing_to_judge() -> None:
    assert not judge_show(notebook(), "ben", ["green", "pipe", "kitchen"], effort=QUICK)
    with pytest.raises(IllegalAction):
        judge_show(notebook("Cleo has kitchen"), "ben", ["plum", "rope", "kitchen"], effort=QUICK)
    with pytest.raises(IllegalAction, match="Anna shows nothing to Anna"):
        judge_show(notebook(), "anna", ["plum", "rope", "kitchen"], effort=QUICK)


def test_a_record_that_cannot_be_true_is_not_the_question_s_fault() -> None:
    view = notebook("Ben ? white pipe library | Cleo -", "Anna ? white pipe library | Ben - | Cleo ! white")
    with pytest.raises(Contradiction):
        judge_show(view, "ben", ["plum", "rope", "kitchen"], effort=QUICK)


@pytest.mark.parametrize("said", ["", "Ben ? plum rope kitchen", "Ben ? plum rope kitchen | Cleo -"])
def test_a_question_that_the_record_has_begun_to_tell_is_not_told_twice(said: str) -> None:
    view, _ = put_to_me(notebook(*filter(None, [said])), "ben", ["plum", "rope", "kitchen"])
    assert len(view.record.entries) == 1
    assert Situation.of(view).history.tolist()[0][2:] == [0, 0]


def test_every_type_of_player_has_one_manner() -> None:
    manners = {name: manner_of(POLICIES[name]) for name in POLICIES}
    assert manners["heuristic"] == manners["heuristic-paper"] == "method"
    assert manners["random-notes"] == manners["random-paper"] == "random"
    assert manners["bluffer"] == manners["random-bluffer"] == "bluff"
    assert (manners["stateless"], manners["anything"]) == ("careless", "anything")


def test_before_anyone_has_asked_the_others_mostly_ask_at_random() -> None:
    for other in judge_others(notebook(), effort=QUICK):
        assert list(other.types.values()) == pytest.approx(list(Opponents().chances))
        assert sum(other.manners.values()) == pytest.approx(1)
        assert other.said().endswith(
            "most likely asks at random for what is still open (63 %), "
            "asks by a method (25 %), now and then names own cards (7 %)"
        )


def test_whoever_asks_for_own_cards_is_seen_to() -> None:
    view = notebook("Ben ? green pipe lounge | -", "Ben has green pipe lounge")
    ben, cleo = judge_others(view, effort=QUICK)
    assert next(iter(ben.manners)) in ("bluff", "anything")
    assert ben.said().startswith("Ben: most likely ")
    assert ben.said("de").startswith("Ben – am wahrscheinlichsten: ")
    assert cleo.seat == 2
    assert len(judge_others(notebook("Cleo = green pipe lounge x"), effort=QUICK)) == 1


def test_a_standard_error_is_about_as_large_as_other_seeds_move_the_share() -> None:
    """Beside several who bluff few draws matter, and a thousand worlds made of ten know as much as ten."""
    usual, apart = Effort(simulations=20_000), list[float]()
    for view in beside_bluffers():
        verdicts = [judge_accusing(view, judged=(), effort=usual, seed=seed) for seed in range(6)]
        best = [judge(view, effort=usual, seed=seed)[0].asked for seed in range(6)]
        shares = ([one.right for one in verdicts], [one.ending for one in verdicts], best)
        for found in shares:
            said = np.mean([share.error for share in found])
            apart.append(float(np.std([share.value for share in found], ddof=1) / said))
    worst = np.sqrt(np.mean(np.square(np.array(apart).reshape(-1, 3)), axis=0))
    assert (worst < 2).all()  # with errors by worlds the first was 13
    assert (worst[:2] > 0.1).all()


def test_errors_count_the_draws_that_mattered_wherever_games_are_imagined() -> None:
    *_, view = beside_bluffers()
    usual = Effort(simulations=20_000)
    worlds, _ = imagined(view, usual, 0)
    assert worlds.independent < 100 < len(worlds)
    mine = min(view.hand or ())
    question = next(cards for cards in CLASSIC.suggestions if mine in cards)
    shows = judge_show(view, 5, question, effort=usual)  # whoever sits before me asks me first
    errors = [one.error for one in shows] + [ending(view, usual, 0).error]
    assert len(errors) > 1
    assert min(errors) > 0.2 * worlds.independent**-0.5  # errors by worlds are far below
    fair, few = (
        replace(worlds, independent=float(len(worlds))),
        np.array([1 | 1 << 6 | 1 << 12, mask_of(question)]),
    )
    found, surer = (halving(w, few, np.random.default_rng(1), simulations=8_000) for w in (worlds, fair))
    assert (found.values == surer.values).all()
    assert found.visits.min() > len(worlds)
    assert (found.errors >= surer.errors * np.sqrt(len(worlds) / worlds.independent)).all()


def test_whoever_advises_is_more_patient_than_whoever_plays() -> None:
    *_, view = beside_bluffers()
    for effort in (Effort(), ADVISING):
        draws = Detective()._draws(view, np.random.default_rng(1), effort, effort.worlds)
        assert len(draws.drawn) == 1 + effort.patience
    assert ADVISING.patience > Effort().patience
    easy = Detective()._draws(notebook(), np.random.default_rng(1), ADVISING, 1_024)
    assert len(easy.drawn) == 1


@cache
def beside_bluffers() -> Sequence[View]:
    """Before each of the first questions of a fox beside five who bluff, but the very first."""
    agents = [PolicyAgent(POLICIES["fox"]), *[PolicyAgent(POLICIES["bluffer"])] * 5]
    played = states(agents, CLASSIC, seed=3, rules=boardless(CLASSIC, 6))
    mine = (game.view(0) for game in played if game.scene.phase is Phase.START and game.scene.actor == 0)
    return list(islice(mine, 1, 5))


def test_a_share_of_few_worlds_is_never_quite_certain() -> None:
    assert Share.of(0.0, 8).error > 0
    assert Share.of(0.5, 1_024).error == pytest.approx(1 / 64, rel=0.01)


def test_a_question_s_share_is_the_game_s_when_every_room_is_in_reach() -> None:
    found = judge(notebook(), effort=QUICK)
    assert all(one.wins == one.asked.value and one.error == one.asked.error for one in found)
    assert isinstance(found[0].action, Suggest)
