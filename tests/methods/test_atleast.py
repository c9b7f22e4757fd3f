"""At-least constraints: propagation, counting and entailment against brute force; files read back."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sleuth.errors import BadSetup, Unreadable
from sleuth.inference.methods import atleast
from sleuth.inference.methods.atleast import (
    AtLeast,
    Cnf,
    Solver,
    assign,
    count,
    encode,
    entails,
    exactly,
    propagate,
    read_dimacs,
    read_opb,
    to_cnf,
    variables,
    write_dimacs,
    write_opb,
)
from sleuth.inference.methods.atleast.encoding import ACCUSED, CARD, CATEGORY, FACT, SHOWN, SIZE
from sleuth.inference.problem import Factor, Problem
from tests.methods.formulas import VARIABLES, constraint, formulas, literals, models
from tests.methods.states import CLASSIC, Knowledge, deals, random_state, table1


@given(constraint())
def test_reading_a_printed_constraint_gives_it_back(c: AtLeast) -> None:
    assert AtLeast.parse(str(c)) == c


@pytest.mark.parametrize(
    ("text", "meant"),
    [("{1 -2 3}_2", AtLeast((1, -2, 3), 2)), ("{1, -2}", AtLeast((1, -2), 1)), (" {}_0 ", AtLeast((), 0))],
)
def test_a_constraint_is_written_as_in_the_paper(text: str, meant: AtLeast) -> None:
    assert AtLeast.parse(text) == meant


@pytest.mark.parametrize(
    "text", ["", "1 2", "{1 2", "{0}_1", "{1 1}_1", "{1-2}_1", "{--1}_1", "{1}_-1", "{x}_1"]
)
def test_what_is_not_a_constraint_cannot_be_read(text: str) -> None:
    with pytest.raises(Unreadable, match="at-least constraint"):
        AtLeast.parse(text)


def test_a_literal_counts_once_in_a_constraint() -> None:
    with pytest.raises(ValueError, match="not a set"):
        AtLeast((1, 1), 2)


@given(st.integers(0, 6), st.integers(0, 6))
def test_exactly_m_leaves_n_choose_m_models(n: int, m: int) -> None:
    pair = exactly(range(1, n + 1), m)
    wanted = sum(sum(bits) == m for bits in product((0, 1), repeat=n))
    assert count(pair) == wanted


@given(formulas, st.lists(literals, max_size=2))
def test_propagation_never_excludes_a_model(constraints: tuple[AtLeast, ...], assumed: list[int]) -> None:
    found = propagate(constraints, assumed)
    units = tuple(AtLeast((literal,)) for literal in assumed)
    worlds = models(constraints + units)
    assert all(world.issuperset(found.literals) for world in worlds) or not found.consistent
    assert found.consistent or not worlds


@given(formulas)
def test_propagation_ends_at_a_fixpoint(constraints: tuple[AtLeast, ...]) -> None:
    found = propagate(constraints)
    if found.consistent:
        again = propagate(constraints, found.literals)
        assert set(again.literals) == set(found.literals)
        for c in assign(constraints, found.literals):
            assert len(c.literals) > c.m


@given(formulas)
def test_every_propagated_literal_follows_from_its_reason_alone(constraints: tuple[AtLeast, ...]) -> None:
    found = propagate(constraints)
    for i, (literal, reason) in enumerate(zip(found.literals, found.reasons, strict=True)):
        assert reason is not None
        before = tuple(AtLeast((earlier,)) for earlier in found.literals[:i])
        assert entails((constraints[reason], *before), literal)


@given(formulas)
def test_counting_agrees_with_brute_force(constraints: tuple[AtLeast, ...]) -> None:
    assert count(constraints) == len(models(constraints))


@given(formulas)
def test_the_tally_agrees_with_brute_force(constraints: tuple[AtLeast, ...]) -> None:
    worlds = models(constraints)
    tally = Solver(constraints).tally()
    assert tally == {v: sum(v in world for world in worlds) for v in variables(constraints)}


@given(formulas, literals)
def test_entailment_agrees_with_brute_force(constraints: tuple[AtLeast, ...], literal: int) -> None:
    mentioned = abs(literal) in variables(constraints)
    worlds = models(constraints)
    assert entails(constraints, literal) == (all(literal in w for w in worlds) if mentioned else not worlds)


@given(formulas)
def test_the_backbone_is_what_all_models_share(constraints: tuple[AtLeast, ...]) -> None:
    solver, worlds = Solver(constraints), models(constraints)
    if worlds:
        assert solver.backbone() == frozenset.intersection(*worlds)
    else:
        with pytest.raises(ValueError, match="no model"):
            solver.backbone()


@given(formulas)
def test_a_found_model_is_one_however_loose_variables_are_set(constraints: tuple[AtLeast, ...]) -> None:
    found = Solver(constraints).model()
    worlds = models(constraints)
    assert (found is None) == (not worlds)
    if found is not None:
        loose = variables(constraints) - {abs(literal) for literal in found}
        assert all(c.holds(found | {-v for v in loose}) for c in constraints)


@given(formulas, literals)
def test_assigning_a_literal_leaves_the_models_that_have_it(
    constraints: tuple[AtLeast, ...], literal: int
) -> None:
    rest = assign(constraints, (literal,))
    others = variables(constraints) - {abs(literal)}
    assert count(rest, others) == count((*constraints, AtLeast((literal,))))


@given(formulas)
def test_both_encodings_in_clauses_keep_the_number_of_models(constraints: tuple[AtLeast, ...]) -> None:
    extra = range(1, VARIABLES + 1)
    wanted = count(constraints, extra)
    for cnf in (to_cnf(constraints, VARIABLES, "direct"), to_cnf(constraints, VARIABLES, "circuit")):
        assert count(cnf.constraints(), range(1, cnf.variables + 1)) == wanted


@given(formulas)
def test_a_dimacs_file_reads_back_as_it_was_written(constraints: tuple[AtLeast, ...]) -> None:
    cnf = to_cnf(constraints, VARIABLES)
    assert read_dimacs(write_dimacs(cnf, ["made by a test"])) == cnf


@given(formulas)
def test_an_opb_file_reads_back_as_it_was_written(constraints: tuple[AtLeast, ...]) -> None:
    assert read_opb(write_opb(constraints, VARIABLES, ["made by a test"])) == constraints


def test_an_opb_equation_is_two_constraints() -> None:
    assert read_opb("* comment\n+1 x1 -1 x2 +1 ~x3 = 1 ;\n") == (
        AtLeast((1, -2, -3), 2),
        AtLeast((-1, 2, 3), 1),
    )


@pytest.mark.parametrize("text", ["+2 x1 >= 1 ;", "x1 >= 1 ;", "+1 x1 ;", "+1 x0 >= 1 ;", "min: +1 x1 ;"])
def test_other_opb_lines_are_refused(text: str) -> None:
    with pytest.raises(Unreadable) as error:
        read_opb("* header\n" + text)
    assert error.value.line == 2


@pytest.mark.parametrize(
    "text", ["", "1 0", "p cnf 1 2\n1 0", "p cnf 1 1\n2 0", "p cnf 1 1\n1", "p cnf 1 1\nx 0"]
)
def test_broken_dimacs_files_are_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        read_dimacs(text)


def test_a_dimacs_clause_may_run_over_lines_and_repeat_itself() -> None:
    cnf = read_dimacs("c hello\np cnf 3 2\n1 -2\n3 0 2 2\n0\n")
    assert cnf == Cnf(3, ((1, -2, 3), (2, 2)))
    assert cnf.constraints() == (AtLeast((1, -2, 3)), AtLeast((2,)))


def test_six_hands_of_three_take_12_constraints_or_37170_clauses() -> None:
    sizes = encode(table1()).about(SIZE)
    assert len(sizes) == 12
    at_least, at_most = sizes[0::2], sizes[1::2]
    assert {(len(c.literals), c.m) for c in at_least} == {(21, 3)}
    assert {(len(c.literals), c.m) for c in at_most} == {(21, 18)}
    assert all(literal < 0 for c in at_most for literal in c.literals)  # the paper forgets to negate them
    assert len(to_cnf(at_most, 147).clauses) == 35_910
    assert len(to_cnf(at_least, 147).clauses) == 1_260


def test_the_encoding_says_what_each_constraint_stands_for() -> None:
    known = Knowledge((1, 2, 3), (2, 2, 2))
    known.lacks(0, 0b1)
    known.clauses.append((1, 0b11))
    known.excluded += [0b010101, 0b1]  # one card alone is never the envelope's set
    encoding = encode(known.problem())
    kinds = {kind: len(encoding.about(kind)) for kind in (CARD, SIZE, CATEGORY, FACT, SHOWN, ACCUSED)}
    assert kinds == {CARD: 12, SIZE: 4, CATEGORY: 6, FACT: 1, SHOWN: 1, ACCUSED: 1}
    assert encoding.cell(-encoding.variable(4, 1)) == (4, 1)


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(2, 4), st.integers(0, 8), st.integers(0, 2))
def test_deals_and_their_table_agree_with_brute_force(
    seed: int, players: int, turns: int, wrong: int
) -> None:
    problem = random_state(Random(seed), players, (2, 3, 4), turns, wrong)
    every = list(deals(problem))
    found = atleast.solve(problem)
    assert found.complete
    assert found.deals == len(every)
    assert found.table is not None
    for card, place in product(range(problem.cards), range(problem.places)):
        held = sum(deal[card] == place for deal in every)
        assert found.table[card, place] == held / len(every)
        assert found.proved.get((card, place)) == {0: False, len(every): True}.get(held)


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(3, 6), st.integers(0, 30))
def test_propagation_finds_only_cells_that_are_provable(seed: int, players: int, turns: int) -> None:
    problem = random_state(Random(seed), players, CLASSIC, turns)
    quick = atleast.solve(problem, complete=False)
    full = atleast.solve(problem, table=False)
    assert quick.proved.items() <= full.proved.items()
    assert {(s.cards[0], s.place): s.here for s in full.trace}.items() <= full.proved.items()
    assert not quick.complete


def test_table_1_has_6798_deals() -> None:
    found = atleast.solve(table1())
    assert found.deals == 6_798
    assert len(found.proved) == 147 - 54


def test_a_contradiction_has_no_deals() -> None:
    known = Knowledge((3, 3, 3), (3, 3, 3))
    known.clauses.append((0, 0))
    assert atleast.solve(known.problem()).deals == 0
    assert atleast.solve(known.problem(), complete=False).deals == 0


def test_a_weighted_problem_is_refused() -> None:
    plain = table1()
    weighted = Problem(
        plain.category, plain.sizes, plain.envelope, plain.allowed, factors=(Factor(0, (1,), (1.0, 0.5)),)
    )
    with pytest.raises(BadSetup, match="atleast"):
        atleast.solve(weighted)
