"""The fewest entries that cannot all be true together: the core of a proof or of a contradiction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

Entries: TypeAlias = frozenset[int]
Possible: TypeAlias = Callable[[Entries], bool]

ROUNDS = 200
"""How many correction sets to learn before settling for a core that is irreducible but maybe not smallest."""


def smallest_core(entries: Sequence[int], possible: Possible) -> tuple[int, ...]:
    """A smallest set of entries that is impossible; all entries together must be.

    Implicit hitting sets: every core meets every set of entries whose removal makes the rest possible. A
    smallest set that meets all those found so far is either a core, and then no core is smaller, or possible,
    and then growing it as far as possible uncovers another set to meet.
    """
    everything = frozenset(entries)
    core = _shrink(everything, possible)
    to_meet: list[Entries] = []
    for _ in range(ROUNDS):
        candidate = _smallest_hitting_set(to_meet, len(core))
        if candidate is None:
            return tuple(sorted(core))
        if not possible(candidate):
            return tuple(sorted(candidate))
        to_meet.append(everything - _grow(candidate, everything, possible))
    return tuple(sorted(core))


def _shrink(core: Entries, possible: Possible) -> Entries:
    """Drop entries, in halves first, until none can be dropped."""
    needed: Entries = frozenset()
    waiting = [tuple(sorted(core))]
    while waiting:
        chunk = waiting.pop()
        rest = frozenset(entry for part in waiting for entry in part) | needed
        if not possible(rest):
            continue
        if len(chunk) == 1:
            needed |= frozenset(chunk)
        else:
            middle = len(chunk) // 2
            waiting += [chunk[:middle], chunk[middle:]]
    return needed


def _grow(kept: Entries, everything: Entries, possible: Possible) -> Entries:
    """Add entries as long as all stay possible."""
    for entry in sorted(everything - kept):
        if possible(kept | {entry}):
            kept |= {entry}
    return kept


def _smallest_hitting_set(sets: Sequence[Entries], limit: int) -> Entries | None:
    """The smallest set that meets every given set, if one is smaller than `limit`."""
    for size in range(limit):
        found = _hit(sets, size, frozenset())
        if found is not None:
            return found
    return None


def _hit(sets: Sequence[Entries], size: int, chosen: Entries) -> Entries | None:
    unmet = [s for s in sets if not s & chosen]
    if not unmet:
        return chosen
    if size == 0:
        return None
    tightest = min(unmet, key=lambda entries: len(entries))
    for entry in sorted(tightest):
        found = _hit(unmet, size - 1, chosen | {entry})
        if found is not None:
            return found
    return None
