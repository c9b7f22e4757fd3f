"""Puzzles: exactly one solution, nothing to spare, as hard as they say, and fit to print."""

from __future__ import annotations

import pytest

from sleuth.errors import BadSetup
from sleuth.inference.notebook import infer
from sleuth.lab import states
from sleuth.lab.puzzles import DIFFICULTIES, SOLVERS, Difficulty, Puzzle, grade, puzzle
from sleuth.paper.page import Words
from sleuth.paper.puzzle import pages, text

CASES: list[tuple[int, Difficulty, int]] = [
    *((3, level, seed) for level in DIFFICULTIES for seed in (1, 2)),
    *((4, level, seed) for level in DIFFICULTIES for seed in (1, 3)),
    (6, "hard", 2),
]


@pytest.fixture(scope="module", params=CASES, ids=str)
def made(request: pytest.FixtureRequest) -> Puzzle:
    players, level, seed = request.param
    return puzzle(players, level, seed=seed)


def test_a_puzzle_has_exactly_one_solution(made: Puzzle) -> None:
    assert [solution.cards for solution in infer(made.view).envelope()] == [made.solution]


def test_it_takes_the_method_of_its_difficulty_and_every_question(made: Puzzle) -> None:
    record = made.view.record
    assert grade(record, made.solution) == made.difficulty
    asked = states.questions(record)
    for left_out in asked:
        fewer = states.with_questions(record, [entry for entry in asked if entry is not left_out])
        assert not SOLVERS[made.difficulty](fewer, made.solution)


def test_the_proof_ends_with_the_three_cards(made: Puzzle) -> None:
    assert [(reason.card, reason.holds) for reason in made.proof()] == [
        (card, True) for card in made.solution
    ]


def test_the_same_seed_is_the_same_puzzle() -> None:
    assert text(puzzle(4, "hard", seed=3), "en") == text(puzzle(4, "hard", seed=3), "en")


def test_the_answer_is_on_a_page_of_its_own() -> None:
    made = puzzle(4, "hard", seed=3)
    first, *rest = [
        " ".join(m.text for m in page.marks if isinstance(m, Words)) for page in pages(made, "en")
    ]
    answer = "In the envelope: Colonel Mustard, Knife and Kitchen."
    assert answer not in first
    assert answer in rest[0]


def test_nothing_is_drawn_beside_the_page() -> None:
    for page in pages(puzzle(6, "medium", seed=2, edition="classic"), "en"):
        for mark in page.marks:
            if isinstance(mark, Words):
                assert 0 < mark.x < page.width
                assert 0 < mark.y < page.height - 5


def test_a_table_that_cannot_be_is_refused() -> None:
    with pytest.raises(BadSetup):
        puzzle(12, "easy")
