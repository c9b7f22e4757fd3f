"""Why the first seat wins most and the second least: what each seat learns by watching, put to two tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log2, nan
from typing import Any

import numpy as np

from sleuth.agents.policy import POLICIES
from sleuth.arena.swift import Deals, deals, play_policies
from sleuth.edition import Edition
from sleuth.errors import BadSetup
from sleuth.kernels import playout
from sleuth.kernels.playout_turns import Playout, ask, no_odds, suggestion
from sleuth.lab.agents_table import PRINTED
from sleuth.lab.clusters import SURE, error_of_share, known
from sleuth.lab.experiment import Experiment, Result, Results
from sleuth.lab.report import Figure, Grid, Prose, Report
from sleuth.language import N_

WAYS = {"to the left": 1, "to the right": -1}
"""Who is asked first: the next to play, or the last who played."""
KINDS = {"random": "random-paper", "heuristic": "heuristic-paper", "better heuristic": "heuristic"}
SEATS = range(3, 7)
"""How many may play with the classic cards."""
ASKED = 3
"""Own questions before which knowledge is measured."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """Games whose winners are counted, and games in which everyone's knowledge is measured, too."""

    games: int = 100_000
    watched: int = 4_000
    seats: tuple[int, ...] = (3, 4, 5, 6)
    seed: int = 30

    @property
    def tables(self) -> tuple[int, ...]:
        """Every number of seats once."""
        return tuple(dict.fromkeys(self.seats))


def units(parameters: Parameters) -> Sequence[str]:
    """Winners by kind of player, way of asking and number of seats; knowledge for three seats."""
    if 3 not in parameters.seats or not set(parameters.seats) <= set(SEATS):
        raise BadSetup(N_("Every number of seats is from 3 to 6, and 3 must be among them."))
    tables = [(kind, n) for kind in KINDS for n in parameters.tables if n == 3 or kind == "heuristic"]
    won = [f"won · {kind} · {n} seats · {way}" for kind, n in tables for way in WAYS]
    watched = [
        f"known · {kind} · {way} · {who}"
        for kind in KINDS
        for way in WAYS
        for who in ("all watch", "nobody watches")
    ]
    return won + watched


def work(parameters: Parameters, unit: str) -> Result:
    """One table of equals, again and again."""
    match unit.split(" · "):
        case ["won", kind, seats, way]:
            dealt = _deals(parameters, int(seats.split()[0]), parameters.games)
            policies = [POLICIES[KINDS[kind]]] * dealt.hands.shape[1]
            games = play_policies(policies, dealt, reversed_asking=WAYS[way] < 0)
            return _shares(games.winners, len(policies))
        case ["known", kind, way, who]:
            watch = Watch(KINDS[kind], WAYS[way], who == "all watch")
            dealt = _deals(parameters, 3, parameters.watched)
            return watch.tell(dealt)
    raise AssertionError(unit)


def _deals(parameters: Parameters, seats: int, games: int) -> Deals:
    first = parameters.seed * 10**7
    return deals(Edition.load("classic"), seats, range(first, first + games))


def _shares(winners: np.ndarray, seats: int) -> Result:
    n, wins = len(winners), np.bincount(winners, minlength=seats)
    return {
        "games": n,
        "shares": (100 * (wins / n)).tolist(),
        "errors": [100 * error_of_share(won, n) for won in wins.tolist()],
    }


class Watch:
    """Games of three equals in plain steps, with a look at everyone's notes after every question."""

    def __init__(self, policy: str, way: int, watching: bool) -> None:
        self.row = np.tile(np.array(POLICIES[policy].row(), np.int64), (3, 1))
        self.notes, self.way, self.watching = int(POLICIES[policy].keep), way, watching
        self.before: list[list[list[float]]] = [[[] for _ in range(ASKED)] for _ in range(3)]
        """By seat and by the number of its question: bits missing just before it."""
        self.learned: list[list[float]] = [[], [], []]
        """By role, the asker first, then in the order in which they are asked: bits learned."""

    def tell(self, dealt: Deals) -> Result:
        """Play all deals; mean bits missing before a question, mean bits learned from one, and who won."""
        winners = np.array([self._game(dealt, game) for game in range(len(dealt))])
        return {
            **_shares(winners, 3),
            "before": [[_mean(bits) for bits in seat] for seat in self.before],
            "learned": [_mean(bits) for bits in self.learned],
        }

    def _game(self, dealt: Deals, game: int) -> int:
        hand, streams = dealt.hands[game], dealt.keys[game].copy()
        table = np.zeros((3, playout.WIDTH), np.int64)
        playout.begin(table, dealt.deck, hand)
        now = Playout(dealt.deck, hand, dealt.sizes, self.row, table, streams, no_odds())
        for turn in range(1000):
            asker = turn % 3
            bits = [missing(table, dealt.deck, seat) for seat in range(3)]
            if turn // 3 < ASKED:
                self.before[asker][turn // 3].append(bits[asker])
            self._ask(now, asker)
            for role in range(3):
                seat = (asker + self.way * role) % 3
                self.learned[role].append(bits[seat] - missing(table, dealt.deck, seat))
            if playout.solved(table, dealt.deck, 3, asker):
                return asker
        raise AssertionError("a game without an end")

    def _ask(self, game: Playout, asker: int) -> None:
        """One question, noted by all or by the asker alone, and what follows from it."""
        table, cards = game.table, suggestion(game, asker)
        alone = table.copy()
        ask(game, asker, cards, self.way)
        for seat in range(3):
            if seat == asker or self.watching:
                playout.settle(table, game.deck, game.hand_size, self.notes, seat)
            else:
                shown = table[seat, playout.SHOWN : playout.NEWS].copy()
                table[seat] = alone[seat]
                table[seat, playout.SHOWN : playout.NEWS] = shown


def _mean(bits: Sequence[float]) -> float:
    """Of few games none may have come to some question."""
    return float(np.mean(bits)) if bits else nan


def missing(table: np.ndarray, deck: np.ndarray, me: int) -> float:
    """How many bits the envelope is still worth to a seat: every card not placed is as likely as any."""
    placed, inside = playout.placed(table, 3, me), playout.nobodys(table, 3, me)
    open_cards = [1 if inside & cards else int(cards & ~placed).bit_count() for cards in deck.tolist()]
    return sum(log2(max(1, cards)) for cards in open_cards)


def report(parameters: Parameters, results: Results) -> Report:
    """The effect, the mechanism, and the two tests."""
    return Report(
        "Seats: first, third, second",
        " ".join(_lead(parameters, results)),
        (
            Grid("shares", "Games won from each seat, %, three equals", _SHARES, _won(results), 2),
            Figure("shares", _FIGURE, lambda canvas: _draw(canvas, results), (7, 3.4)),
            Grid(
                "learned",
                "Bits of the envelope that one question tells, on average",
                _LEARNED,
                _roles(results),
                3,
            ),
            Grid("before", "Bits missing just before a seat asks", _BEFORE, _before(results), 2),
            Grid(
                "watching", "The second test: nobody notes what others are told", _SHARES, _blind(results), 2
            ),
            Grid(
                "more",
                "More seats, the paper's heuristic: games won, %",
                _more_head(parameters),
                _more(parameters, results),
                2,
            ),
            Prose(
                "Who wins least",
                who_wins_least([Least.of(n, way, results) for n in parameters.tables for way in WAYS]),
            ),
            Prose("How to read it", _READING),
        ),
    )


def _lead(parameters: Parameters, results: Results) -> Iterator[str]:
    """The effect, the mechanism and the two tests of the heuristic, no more surely than they were shown."""
    left, right = (results[f"won · heuristic · 3 seats · {way}"] for way in WAYS)
    watched, blind = (
        results[f"known · heuristic · to the left · {who}"] for who in ("all watch", "nobody watches")
    )
    asker, first, second = watched["learned"]
    real = "as in the paper" if _is_order(left, (0, 2, 1)) else "which does not surely show the paper's order"
    yield (
        f"In {_games(parameters.games)} asked to the left, the heuristic's seats win in the order "
        f"{_order(left)}, {real}."
    )
    if first < min(asker, second):
        yield (
            "Whoever is asked first learned least, and in the first round that is the second seat "
            f"({first:.2f} bits a question; asked second {second:.2f}, the asker {asker:.2f})."
        )
    yield f"Asked the other way round, the order is {_order(right)}."
    alone = ": only the order of play counts then" if _is_order(blind, (0, 1, 2)) else ""
    yield (
        f"If nobody watches the others' questions, it is {_order(blind)} in "
        f"{_games(parameters.watched)}{alone}."
    )


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number:,} games"


def _order(result: Result) -> str:
    """The seats in words with their shares, the best first."""
    told = ", ".join(f"{_PLACES[seat]} ({result['shares'][seat]:.1f} %)" for seat in _ranked(result))
    return told if _is_order(result, _ranked(result)) else f"{told} (not all told apart)"


def _ranked(result: Result) -> Sequence[int]:
    return sorted(range(3), key=lambda seat: -result["shares"][seat])


def _is_order(result: Result, seats: Sequence[int]) -> bool:
    """Whether each of these seats surely wins more than the next."""
    return all(_is_above(result, one, other) for one, other in pairwise(seats))


def _is_above(result: Result, one: int, other: int) -> bool:
    """Whether a seat surely wins more than another of the same games."""
    more, fewer = (result["games"] * result["shares"][seat] / 100 for seat in (one, other))
    # How far a coin would go in sharing out the games of these two; less one, as it falls in whole games.
    return bool(more - fewer - 1 > SURE * (more + fewer) ** 0.5)


_SHARES = ("players", "asked first", "games", "1st", "2nd", "3rd", "±", "print")
_LEARNED = ("players", "asked first", "the asker", "asked first ", "asked second")
_BEFORE = (
    "players",
    "asked first",
    *(f"{seat}, question {k}" for k in range(1, ASKED + 1) for seat in ("1st", "2nd", "3rd")),
)


def _row(kind: str, way: str, result: Result) -> list[Any]:
    printed = " / ".join(map(str, PRINTED[kind][1])) if kind in PRINTED and WAYS[way] > 0 else None
    return [kind, way, result["games"], *result["shares"], max(result["errors"]), printed]


def _won(results: Results) -> list[list[Any]]:
    return [_row(kind, way, results[f"won · {kind} · 3 seats · {way}"]) for kind in KINDS for way in WAYS]


def _blind(results: Results) -> list[list[Any]]:
    names = [(kind, way) for kind in KINDS for way in WAYS]
    rows = [_row(kind, way, results[f"known · {kind} · {way} · nobody watches"]) for kind, way in names]
    return [[*row[:-1], None] for row in rows]


def _roles(results: Results) -> list[list[Any]]:
    names = [(kind, way) for kind in KINDS for way in WAYS]
    return [[kind, way, *results[f"known · {kind} · {way} · all watch"]["learned"]] for kind, way in names]


def _before(results: Results) -> list[list[Any]]:
    rows = []
    for kind, way in ((kind, way) for kind in KINDS for way in WAYS):
        before = results[f"known · {kind} · {way} · all watch"]["before"]
        rows.append([kind, way, *(known(before[seat][k]) for k in range(ASKED) for seat in range(3))])
    return rows


def _more_head(parameters: Parameters) -> tuple[str, ...]:
    return ("seats", "asked first", "games", *map(str, range(1, max(parameters.tables) + 1)), "±")


def _more(parameters: Parameters, results: Results) -> list[list[Any]]:
    rows = []
    for n, way in ((n, way) for n in parameters.tables for way in WAYS):
        result = results[f"won · heuristic · {n} seats · {way}"]
        padding = [None] * (max(parameters.tables) - n)
        rows.append([str(n), way, result["games"], *result["shares"], *padding, max(result["errors"])])
    return rows


@dataclass(frozen=True, slots=True)
class Least:
    """The seat of one table that wins least."""

    seats: int
    way: str
    seat: int
    share: float
    doubt: str = ""
    """The seat that it is not surely worse than, if there is one."""

    @classmethod
    def of(cls, seats: int, way: str, results: Results) -> Least:
        """Among so many of the paper's heuristic, asked this way."""
        result = results[f"won · heuristic · {seats} seats · {way}"]
        shares = result["shares"]
        worst, other = sorted(range(seats), key=shares.__getitem__)[:2]
        sure = _is_above(result, other, worst)
        return cls(seats, way, worst, shares[worst], "" if sure else _PLACES[other])

    @property
    def explained(self) -> bool:
        """Whether it is the seat that is asked first in the game."""
        return self.seat == WAYS[self.way] % self.seats

    @property
    def unexplained(self) -> str:
        """What is known of a table where the explanation names another seat."""
        hands = Edition.load("classic").sizes(self.seats).hands
        dealt = f"there the seats hold {_and(list(map(str, hands)))} cards"
        if self.seat == hands.index(min(hands)) > 0:
            dealt += ", and that one is the first with a card fewer; what this costs was not measured"
        place = f"the {_PLACES[self.seat]} of {self.seats}"
        return f"Why asked {self.way} it is {place}, the explanation does not say: {dealt}."

    @property
    def said(self) -> str:
        doubt = f", not told apart from the {self.doubt}" if self.doubt else ""
        return f"the {_PLACES[self.seat]} of {self.seats} ({self.share:.1f} %{doubt})"


def who_wins_least(least: Sequence[Least]) -> tuple[str, ...]:
    """Which seat wins least at each table, and where the explanation says so."""
    told = [f"asked {way}, {_and([one.said for one in least if one.way == way])}" for way in WAYS]
    met = {way: [str(one.seats) for one in least if one.way == way and one.explained] for way in WAYS}
    so = [f"with {_and(seats)} seats asked {way}" for way, seats in met.items() if seats]
    return (
        f"The seat from which the paper's heuristic wins least is, {'; '.join(told)}.",
        "The explanation below names the seat that is asked first in the game: asked to the left the second, "
        "asked to the right the last, which is also the last to play. That is the seat that wins least "
        f"{', and '.join(so) or 'nowhere'}.",
        *(one.unexplained for one in least if not one.explained and not one.doubt),
    )


def _and(words: Sequence[str]) -> str:
    """Words in a row, the last after an “and”."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")
_FIGURE = "Games won from each seat when the next player is asked first, and when the last one is (95 %)."
_READING = (
    "A question tells the asker most. Of the others, whoever is asked first usually has a card and shows "
    "it, and learns nothing thereby; whoever is asked later sees a card being shown or a pass, and learns "
    "from it. Asked to the left, the first question of the game goes to the second seat: it comes to its "
    "own first question hardly wiser than the first seat was, but one turn later. The third seat has "
    "watched it. Asked to the right, the second seat watches the first question and the third seat has to "
    "answer it.",
    "Bits: the logarithm of the number of envelopes that a seat's notes leave open, every card that is not "
    "placed being counted as possible. In the second test every player's notes are put back after each "
    "question of somebody else, so that only own questions teach anything. The paper's heuristic then places "
    "one card with every question, whoever shows it, so that its games end alike asked either way.",
    "The print rests on 600 games; its shares have errors of about 1.9 points.",
)


def _draw(canvas: Any, results: Results) -> None:
    axes = canvas.subplots(1, len(KINDS), sharey=True)
    for panel, kind in zip(axes, KINDS, strict=True):
        for i, way in enumerate(WAYS):
            result = results[f"won · {kind} · 3 seats · {way}"]
            places = [seat + 0.36 * (i - 0.5) for seat in range(3)]
            errors = [SURE * error for error in result["errors"]]
            panel.bar(places, result["shares"], 0.34, yerr=errors, label=way, error_kw={"elinewidth": 1})
        panel.axhline(100 / 3, color="#8d8675", linewidth=0.8, linestyle=":")
        panel.set_xticks(range(3), ("1st", "2nd", "3rd"))
        panel.set_title(kind, fontsize=9)
        panel.set_ylim(0, 45)
        panel.grid(axis="x", visible=False)
    axes[0].set_ylabel("games won, %")
    marks = axes[0].get_legend_handles_labels()
    canvas.legend(
        *marks, title="asked first", fontsize=8, title_fontsize=8, loc="outside lower center", ncols=2
    )


EXPERIMENTS = (
    Experiment(
        "seats",
        N_("Why the first seat wins most and the second least: what each learns by watching."),
        full=Parameters(),
        small=Parameters(games=3_000, watched=150, seats=(3, 4)),
        units=units,
        work=work,
        report=report,
        minutes=1,
    ),
)
