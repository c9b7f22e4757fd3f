"""A complete search over at-least constraints in the manner of DPLL: entailment, models and their number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from math import prod
from typing import NamedTuple, TypeAlias

from sleuth.inference.methods.atleast.constraint import AtLeast, Literal, variables
from sleuth.inference.methods.atleast.propagation import Trail


class Solver:
    """Answers questions about one set of constraints, and remembers what it learnt about every remainder."""

    def __init__(self, constraints: Iterable[AtLeast], extra: Iterable[int] = ()) -> None:
        self._constraints = tuple(constraints)
        self._variables = variables(self._constraints) | frozenset(extra)
        self._masks = [_mask(constraint.literals) for constraint in self._constraints]
        self._trail = Trail(self._constraints)
        self._consistent = self._trail.start()
        self._counted: dict[_Remainder, _Node] = {}
        self._dead: set[_Remainder] = set()

    def model(self, assumptions: Iterable[Literal] = ()) -> frozenset[Literal] | None:
        """The true literals of one model, or None; variables that do not matter are left out."""
        mark = len(self._trail.literals)
        found = self._assume(assumptions) and self._search(self._free())
        literals = frozenset(self._trail.literals) if found else None
        self._trail.undo(mark)
        return literals

    def entails(self, literal: Literal) -> bool:
        """Whether the literal is true in every model."""
        return self.model((-literal,)) is None

    def backbone(self) -> frozenset[Literal]:
        """Every literal that is true in all models; there must be one."""
        if (maybe := self.model()) is None:
            raise ValueError("the constraints have no model, so they entail everything")
        proved = frozenset(self._trail.literals)
        while doubtful := maybe - proved:
            literal = min(doubtful, key=abs)
            if (model := self.model((-literal,))) is None:
                proved |= {literal}
            else:
                maybe &= model
        return proved

    def count(self, assumptions: Iterable[Literal] = ()) -> int:
        """The number of models, over every variable that is mentioned."""
        mark = len(self._trail.literals)
        models = self._count((), self._free()).models if self._assume(assumptions) else 0
        self._trail.undo(mark)
        return models

    def tally(self) -> Mapping[int, int]:
        """In how many models each variable is true."""
        if not self._consistent:
            return dict.fromkeys(self._variables, 0)
        known = self._count(tuple(self._trail.literals), self._free())
        return self._backwards(known)

    def _assume(self, assumptions: Iterable[Literal]) -> bool:
        return self._consistent and all(map(self._trail.assume, assumptions))

    def _free(self) -> int:
        return _mask(self._variables) & ~_mask(self._trail.literals)

    def _search(self, free: int) -> bool:
        """Whether there is a model; if so, the trail is left standing on it."""
        part = _Part(free, self._open(free))
        key = self._remainder(part)
        if not part.constraints or key in self._dead:
            return not part.constraints
        found = any(self._search(rest) for _, rest in self._tries(part))
        if not found:
            self._dead.add(key)
        return found

    def _count(self, literals: tuple[Literal, ...], free: int) -> _Branch:
        """Parts that share no constraint are counted apart and multiplied; variables in none are loose."""
        parts = self._parts(free)
        for part in parts:
            free &= ~part.free
        keys = tuple(map(self._count_part, parts))
        models = prod(self._counted[key].models for key in keys) << free.bit_count()
        return _Branch(models, literals, free, keys)

    def _count_part(self, part: _Part) -> _Remainder:
        key = self._remainder(part)
        if key not in self._counted:
            branches = tuple(self._count(literals, rest) for literals, rest in self._tries(part))
            self._counted[key] = _Node(sum(branch.models for branch in branches), branches)
        return key

    def _backwards(self, root: _Branch) -> Mapping[int, int]:
        """Pass the number of models back from the root: parts were counted before the wholes they are in."""
        tally: dict[int, int] = dict.fromkeys(self._variables, 0)
        times: dict[_Remainder, int] = defaultdict(int)  # how often a part occurs among all models
        _spread(root, 1, tally, times, self._counted)
        for key in reversed(self._counted):
            if times[key]:
                for branch in self._counted[key].branches:
                    _spread(branch, times[key], tally, times, self._counted)
        return tally

    def _tries(self, part: _Part) -> Iterator[tuple[tuple[Literal, ...], int]]:
        """Both values of a variable of the tightest constraint: what then is true, and what is still free."""
        tightest = min(part.constraints, key=lambda i: (self._trail.slack[i], self._trail.need[i]))
        literal = next(x for x in self._constraints[tightest].literals if part.free >> abs(x) & 1)
        for choice in (literal, -literal):
            mark = len(self._trail.literals)
            if self._trail.assume(choice):
                new = tuple(self._trail.literals[mark:])
                yield new, part.free & ~_mask(new)
            self._trail.undo(mark)

    def _open(self, free: int) -> tuple[int, ...]:
        """Constraints among these variables that are not satisfied yet."""
        need = self._trail.need
        return tuple(i for i, mask in enumerate(self._masks) if need[i] > 0 and mask & free)

    def _parts(self, free: int) -> list[_Part]:
        parts: list[_Part] = []
        for i in self._open(free):
            joined = _Part(self._masks[i] & free, (i,))
            apart = []
            for part in parts:
                if part.free & joined.free:
                    joined = _Part(part.free | joined.free, part.constraints + joined.constraints)
                else:
                    apart.append(part)
            parts = [*apart, joined]
        return parts

    def _remainder(self, part: _Part) -> _Remainder:
        # The free variables and what each constraint still needs say everything about the rest of the search.
        return part.free, tuple((i, self._trail.need[i]) for i in part.constraints)


class _Part(NamedTuple):
    free: int  # a bit for each variable
    constraints: tuple[int, ...]


_Remainder: TypeAlias = tuple[int, tuple[tuple[int, int], ...]]


class _Branch(NamedTuple):
    models: int
    literals: tuple[Literal, ...]  # true in all of them
    loose: int  # variables that may take either value
    parts: tuple[_Remainder, ...]


class _Node(NamedTuple):
    models: int
    branches: tuple[_Branch, ...]


def _spread(
    branch: _Branch,
    times: int,
    tally: dict[int, int],
    parts: dict[_Remainder, int],
    counted: Mapping[_Remainder, _Node],
) -> None:
    """Add a branch that occurs so many times to the tally of its variables and to its parts."""
    models = branch.models * times
    if models:
        for literal in branch.literals:
            if literal > 0:
                tally[literal] += models
        for variable in _bits(branch.loose):
            tally[variable] += models // 2
        for part in branch.parts:
            parts[part] += models // counted[part].models


def _bits(mask: int) -> Iterator[int]:
    return (i for i in range(mask.bit_length()) if mask >> i & 1)


def _mask(literals: Iterable[Literal]) -> int:
    mask = 0
    for literal in literals:
        mask |= 1 << abs(literal)
    return mask


def count(constraints: Iterable[AtLeast], extra: Iterable[int] = ()) -> int:
    """The number of models over the variables mentioned and the `extra` ones."""
    return Solver(constraints, extra).count()


def entails(constraints: Iterable[AtLeast], literal: Literal) -> bool:
    """Whether the literal is true in every model of the constraints."""
    return Solver(constraints).entails(literal)
