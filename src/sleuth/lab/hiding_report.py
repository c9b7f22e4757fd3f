"""What `lab hiding` says: how much of a longer game is noise of few tries, and how much is hiding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot, nan
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sleuth.arena.student import margin
from sleuth.lab.batches import of_row
from sleuth.lab.clusters import by_deal, known, sign
from sleuth.lab.experiment import Results
from sleuth.lab.report import Cell, Figure, Grid, Prose, Report

Floats: TypeAlias = NDArray[np.float64]
Measured: TypeAlias = tuple[float, float]
"""A mean and its standard error."""

BASE, HURRIES, WINS = "base policy", "rollout that hurries", "rollout that wants to win"
"""The base itself, the paper's process, which imagines nobody else, and ours, where all play on."""
MIXED, ALIKE = "one against two of the base", "three of a kind"
PAPERS = 10
"""The tries that each action gets in the paper's table."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A player at a table; w is 0 where nothing is tried."""

    base: str
    aim: str
    w: int
    table: str

    @property
    def row(self) -> str:
        """Its name among the units."""
        return f"{self.base} · {self.aim} · w {self.w} · {self.table}"

    @classmethod
    def of(cls, row: str) -> Kind:
        """The kind that a row names."""
        base, aim, tries, table = row.split(" · ")
        return cls(base, aim, int(tries.split()[1]), table)


@dataclass(frozen=True, slots=True)
class Found:
    """The games of one kind: columns as long as there are games."""

    deals: Floats
    won: Floats
    length: Floats
    learned: Floats
    told: Floats
    own: Floats
    asked: Floats

    @classmethod
    def of(cls, kind: Kind, results: Results) -> Found:
        """What all units of a kind found."""
        games = [game for result in of_row(kind.row, results) for game in result["games"]]
        return cls(*np.array(games, float).T)

    @property
    def many(self) -> int:
        """How many deals were played."""
        return len(np.unique(self.deals))

    def _mean(self, values: Floats) -> Measured:
        return by_deal(self.deals.astype(np.int64), values)

    def _each(self, values: Floats, parts: Floats) -> Measured:
        """So much for each part, all games together."""
        if not parts.sum():
            return nan, nan
        rate = values.sum() / parts.sum()
        return float(rate), self._mean(values - rate * parts)[1] / float(parts.mean())

    @property
    def share(self) -> Measured:
        return self._mean(100 * self.won)

    @property
    def turns(self) -> Measured:
        return self._mean(self.length)

    @property
    def learns(self) -> Measured:
        """Bits of the envelope that a question tells the asker."""
        return self._each(self.learned, self.asked)

    @property
    def tells(self) -> Measured:
        """Bits that a question tells the others."""
        return self._each(self.told, self.asked)

    @property
    def price(self) -> Measured:
        """Bits told for one bit learned: how well a player hides, however much it learns."""
        return self._each(self.told, self.learned)

    @property
    def names_own(self) -> float:
        """Own cards in a question."""
        return self._each(self.own, self.asked)[0]


All: TypeAlias = Mapping[Kind, Found]


def less(one: Measured, other: Measured) -> Measured:
    """The difference of two means, as if they came from separate games: their errors are no smaller."""
    return one[0] - other[0], hypot(one[1], other[1])


def said(found: Measured, digits: int = 1) -> str:
    """A mean with its error."""
    return f"{found[0]:.{digits}f} ± {found[1]:.{digits}f}"


def apart(one: Measured, deals: int, less_than: str, like: str, more_than: str) -> str:
    """Which of three words the sign of a difference deserves, if a 95 % interval leaves no doubt of it."""
    return {-1: less_than, 0: like, 1: more_than}[sign(*one, deals)]


def hides(one: Found, other: Found) -> str:
    """Whether one tells less than another for each bit that it learns, in words."""
    deals = min(one.many, other.many)
    return apart(
        less(one.price, other.price), deals, "it hides", "no sure sign that it hides", "it tells more"
    )


def longer(some: Found, others: Found) -> str:
    """How much longer than others some games are, in words."""
    one, deals = less(some.turns, others.turns), min(some.many, others.many)
    by = f"{abs(one[0]):.1f} ± {one[1]:.1f}"
    unsure = f"no sure difference ({one[0]:+.1f} ± {one[1]:.1f})"
    return apart(one, deals, f"{by} shorter", unsure, f"{by} longer")


def tries(found: All) -> list[int]:
    """Every w that was tried."""
    return sorted({kind.w for kind in found if kind.aim != BASE})


def told(found: All, horizon: int) -> Report:
    """Turns beside wins, what is noise in them, and what the questions teach."""
    rollouts = [kind for kind in found if kind.aim != BASE]
    return Report(
        "Hiding: what rollout does to the length of games",
        f"{_noise(found, horizon)} {_hiding(found)} {_random(found)}",
        (
            Grid("apart", _APART, APART, [_apart(k, found) for k in rollouts if k.table == ALIKE], 2),
            Figure("hiding", _FIGURE, lambda canvas: _draw(canvas, found), (7.2, 3.4)),
            Grid("hiding", _GRID, HEAD, [_row(kind, one) for kind, one in found.items()], 2),
            Prose("What the paper found", _PRINTED),
            Prose("How to read it", _READING),
        ),
    )


def _noise(found: All, horizon: int) -> str:
    """The paper's puzzle at the paper's setting, what more tries leave of it, and whether it is hiding."""
    w = _papers(found)
    base, few = (found[Kind("heuristic", *of, ALIKE)] for of in ((BASE, 0), (HURRIES, w)))
    single = found[Kind("heuristic", HURRIES, w, MIXED)]
    return (
        f"Three who play the paper's rollout of the heuristic (w = {w}, horizon {horizon}, imagining only "
        f"themselves) take {said(few.turns)} turns where three of the heuristic take {said(base.turns)}: "
        f"{longer(few, base)}. A question teaches its asker {said(few.learns, 2)} bits instead of "
        f"{said(base.learns, 2)}, and the others {said(few.price, 2)} bits for each of them instead of "
        f"{said(base.price, 2)}: {hides(few, base)}. Alone against two of the heuristic it wins "
        f"{said(single.share)} %.{_parts(found, w)}"
    )


def _papers(found: All) -> int:
    """The w that is nearest to the paper's."""
    return min(tries(found), key=lambda w: abs(w - PAPERS))


def _parts(found: All, w: int) -> str:
    """What more tries take away of the difference, and what they leave."""
    most = tries(found)[-1]
    if most == w:
        return ""
    kinds = ((BASE, 0), (HURRIES, w), (HURRIES, most))
    base, few, many = (found[Kind("heuristic", *kind, ALIKE)] for kind in kinds)
    (noise, error), (rest, rest_error) = less(few.turns, many.turns), less(many.turns, base.turns)
    return (
        f" With {most} tries the same rollout takes {said(many.turns)} turns: few tries account for "
        f"{noise:+.1f} ± {error:.1f}, and the rest, {rest:+.1f} ± {rest_error:.1f}, is put down to its aim. "
        f"Its questions then teach {said(many.learns, 2)} bits and tell {said(many.price, 2)} for each of "
        f"them: {hides(many, base)}."
    )


def _hiding(found: All) -> str:
    """Who lets the others play on, with the most tries."""
    most = tries(found)[-1]
    base, alike = found[Kind("heuristic", BASE, 0, ALIKE)], found[Kind("heuristic", WINS, most, ALIKE)]
    single = found[Kind("heuristic", WINS, most, MIXED)]
    return (
        f"Three who play a rollout in which the others play on take {said(alike.turns)} turns with {most} "
        f"tries, beside three of the heuristic: {longer(alike, base)}. A question names "
        f"{alike.names_own:.2f} own cards, teaches {said(alike.learns, 2)} bits, and tells the others "
        f"{said(alike.price, 2)} for each of them: {hides(alike, base)}. Alone against two of the heuristic "
        f"it wins {said(single.share)} %."
    )


def _random(found: All) -> str:
    """The same of the random policy, in a sentence."""
    w, most = _papers(found), tries(found)[-1]
    base, few = (found[Kind("random", aim, n, ALIKE)].turns for aim, n in ((BASE, 0), (HURRIES, w)))
    many, winning = (found[Kind("random", aim, most, ALIKE)].turns for aim in (HURRIES, WINS))
    more = "" if most == w else f", {said(many)} with {most}"
    return (
        f"Three of the random policy take {said(base)} turns, three of its rollout {said(few)} with {w} "
        f"tries{more}, and {said(winning)} with {most} where the others play on. Turns are no measure of "
        "skill; the share of wins is."
    )


APART = (
    "base",
    "player",
    "w",
    "turns",
    "±",
    "more than the base",
    "± ",
    "of it noise of few tries",
    " ±",
    "of it the aim",
    " ± ",
    "bits learned, beside the base's",
    "told for one learned, beside the base's",
    "±  ",
)


def _apart(kind: Kind, found: All) -> list[Cell]:
    """How much longer than its base's a kind's games are; what the most tries leave of it is its aim."""
    here, most = found[kind], tries(found)[-1]
    base = found[Kind(kind.base, BASE, 0, ALIKE)]
    many = found[Kind(kind.base, kind.aim, most, ALIKE)]
    noise: tuple[float | None, float | None] = (None, None)
    if kind.w != most:
        noise = less(here.turns, many.turns)
    return [
        kind.base,
        kind.aim,
        kind.w,
        *map(known, here.turns),
        *map(known, less(here.turns, base.turns)),
        *noise,
        *map(known, less(many.turns, base.turns)),
        known(here.learns[0] - base.learns[0]),
        *map(known, less(here.price, base.price)),
    ]


HEAD = (
    "base",
    "player",
    "w",
    "table",
    "games",
    "games won, %",
    "±",
    "turns a game",
    "± ",
    "bits learned a question",
    " ±",
    "bits told the others a question",
    " ± ",
    "told for one learned",
    "±  ",
    "own cards a question",
)


def _row(kind: Kind, found: Found) -> list[Cell]:
    share: Sequence[Cell] = (None, None) if kind.table == ALIKE else tuple(map(known, found.share))
    rates = [
        known(number) for pair in (found.turns, found.learns, found.tells, found.price) for number in pair
    ]
    names: list[Cell] = [kind.base, kind.aim, kind.w or None, kind.table, len(found.won)]
    return [*names, *share, *rates, known(found.names_own)]


_PRINTED = (
    "Rollout of the heuristic lengthens its games from 11.7 to 13.0 turns when three of a kind play, while "
    "rollout of the random policy shortens them from 15.8 to 12.9; w = 10, horizon 10. The paper calls the "
    "first puzzling and suspects the solver's samples.",
)
_READING = (
    "Both rollouts draw fair deals, try every question equally often and discount by β = 0.9. The one that "
    "hurries imagines itself alone and wants its proof soon, as in the paper; the other lets everybody play "
    "on, and only winning first counts. They differ in whether the others matter: in what these learn, and "
    "in how near they are to winning.",
    "Noise: a rollout chooses the question whose estimate is the highest, and with few tries that is often "
    "one that was merely lucky. More tries change nothing else, so what they take away was noise; what the "
    "most tries leave is put down to the aim, though even more might take away some of that, too.",
    "Hiding: bits are the logarithm of the number of envelopes that careful notes leave open, as in the "
    "report on seats. A longer game has fewer bits to learn and to tell a question, whatever its reason; "
    "“told for one learned” is the price of a question and does not depend on that. A game can grow "
    "longer because less is learned a question, by noise or by naming own cards, and because the others are "
    "told less. Whoever hides need not have longer games, if it learns as much as before. Nothing here "
    "changes one of these alone, so this is evidence of causes, not proof.",
    "At a table of three of a kind the questions of all three count, and somebody wins every game; beyond "
    "w = 100 fewer of these games are played, because each takes a second. Differences have the errors of "
    "two separate means, though many deals are the same.",
    "Chosen after a look: an earlier version of this page had 50 deals, horizon 25 and w = 100 only, where "
    "the rollout that wants to win has longer games and hides, and said nothing of few tries. The horizon is "
    "now the paper's, and w goes from the paper's upwards.",
)
_APART = (
    "Three of a kind: how much longer than their base's their games are, what more tries take away (noise), "
    "and what the most tries leave (the aim)"
)
_GRID = "Every player at every table; the errors are standard errors, deals as clusters"
_FIGURE = (
    "Turns of three of a kind (left), bits that they tell for one learned (middle), and wins of one against "
    "two of the base (right), by the tries of an action; dashed: the base itself. Bars are 95 % intervals."
)


def _draw(canvas: Any, found: All) -> None:
    panels = canvas.subplots(1, 3)
    for i, base in enumerate(dict.fromkeys(kind.base for kind in found)):
        for aim, mark in ((HURRIES, "s"), (WINS, "D")):
            style = {"color": f"C{i}", "marker": mark, "markersize": 4, "linewidth": 1.2, "elinewidth": 0.8}
            _lines(panels, found, base, aim, {**style, "linestyle": "-" if aim == WINS else ":"})
        for panel, (measured, _) in zip(panels, _measures(found, base, BASE, [0]), strict=True):
            panel.axhline(measured[0], color=f"C{i}", linewidth=0.9, linestyle="--")
    for panel, name in zip(
        panels, ("turns a game", "bits told for one learned", "games won, %"), strict=True
    ):
        panel.set_xscale("log")
        panel.set_xlabel("w")
        panel.set_ylabel(name)
    canvas.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=2, fontsize=8)


def _lines(panels: Sequence[Any], found: All, base: str, aim: str, style: Mapping[str, Any]) -> None:
    ws = tries(found)
    for panel, (means, errors) in zip(panels, _measures(found, base, aim, ws), strict=True):
        panel.errorbar(ws, means, errors, label=f"{base}: {aim}", **style)


def _measures(found: All, base: str, aim: str, ws: Sequence[int]) -> list[tuple[list[float], list[float]]]:
    """Turns and price of three of a kind, and the share of wins against two of the base: means and halves of
    95 % intervals."""
    alike, mixed = ([found[Kind(base, aim, w, table)] for w in ws] for table in (ALIKE, MIXED))
    columns = ([(f, f.turns) for f in alike], [(f, f.price) for f in alike], [(f, f.share) for f in mixed])
    return [
        (
            [mean for _, (mean, _) in column],
            [margin(f.many) * error for f, (_, error) in column],
        )
        for column in columns
    ]
