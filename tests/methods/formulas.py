"""Random small formulas of at-least constraints, and all their models by trying every assignment."""

from __future__ import annotations

from itertools import product

from hypothesis import strategies as st

from sleuth.inference.methods.atleast import AtLeast, variables

VARIABLES = 6

literals = st.integers(-VARIABLES, VARIABLES).filter(bool)


@st.composite
def constraint(draw: st.DrawFn) -> AtLeast:
    some = draw(st.lists(literals, max_size=5, unique=True))
    return AtLeast(tuple(some), draw(st.integers(0, len(some) + 1)))


formulas = st.lists(constraint(), max_size=7).map(tuple)


def models(constraints: tuple[AtLeast, ...]) -> list[frozenset[int]]:
    """Every complete assignment of the mentioned variables that satisfies all constraints."""
    mentioned = sorted(variables(constraints))
    worlds = (
        frozenset(sign * v for sign, v in zip(signs, mentioned, strict=True))
        for signs in product((1, -1), repeat=len(mentioned))
    )
    return [world for world in worlds if all(c.holds(world) for c in constraints)]
