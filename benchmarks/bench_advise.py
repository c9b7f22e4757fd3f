"""How quickly advice is given: CPU for all questions, for which card to show, and for whether to accuse.

python -m benchmarks.bench_advise [--games 20]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from statistics import mean
from time import process_time

from tests.inference.games import view_of

import sleuth as sl
from sleuth.agents.verdict import judge_accusing
from sleuth.inference.advise import advise
from sleuth.inference.advise_accuse import advise_accuse
from sleuth.inference.advise_show import advise_show
from sleuth.view import View

FRESH = "players: anna ben cleo david emma finn\nme: anna\nhand: plum rope library\n"
MASTER = """
edition: master-detective
players: anna ben cleo david emma finn
me: anna
"""


def cpu(work: Callable[[], object], runs: int = 5) -> float:
    """The least CPU time of several runs, the first of which only loads what is needed."""
    work()
    times = []
    for _ in range(runs):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)


def show_to_next(view: View) -> object:
    """Advice for a question that hits two of my cards."""
    setup, hand = view.record.setup, list(view.hand or ())
    by_kind = {setup.edition.category[card]: card for card in hand}
    cards = [by_kind.get(k, setup.edition.cards_of(k)[0]) for k in range(len(setup.edition.categories))]
    asker = setup.left_of(view.seat or 0)[-1]
    return advise_show(view, asker, cards)


def line(name: str, seconds: float, note: str = "") -> None:
    print(f"{name:<58}{1000 * seconds:9.1f} ms  {note}")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    games = parser.parse_args().games
    fresh = sl.loads(FRESH).view()
    line("all 324 questions, fresh six-player game", cpu(lambda: advise(fresh)), "target: under 100 ms")
    line("which of two cards to show, fresh six-player game", cpu(lambda: show_to_next(fresh)))
    line("accuse now?, fresh six-player game", cpu(lambda: judge_accusing(fresh)))
    line("    if everybody reasoned perfectly", cpu(lambda: advise_accuse(fresh)))
    master = sl.loads(MASTER).view()
    line("all 960 questions, fresh Master Detective, six players", cpu(lambda: advise(master), 2))
    for players in range(3, 7):
        views = [view_of(seed, players) for seed in range(games)]
        times = [cpu(lambda view=view: advise(view), 1) for view in views]  # type: ignore[misc]
        note = f"slowest {1000 * max(times):.0f} ms"
        line(f"all questions, {players} players, {games} states of real games, mean", mean(times), note)
        print_errors(views)
        times = [cpu(lambda view=view: judge_accusing(view), 1) for view in views]  # type: ignore[misc]
        note = f"slowest {1000 * max(times):.0f} ms"
        line(f"accuse now?, {players} players, the same states, mean", mean(times), note)


def print_errors(views: list[View]) -> None:
    """How exact the figures were."""
    best = [advise(view, top=1)[0] for view in views]
    exact = sum(advice.bits_error == 0 for advice in best)
    drawn = [advice.bits_error for advice in best if advice.bits_error]
    note = f", else ± {mean(drawn):.3f} bits" if drawn else ""
    print(f"    {exact} of {len(views)} reckoned with every deal{note}")


if __name__ == "__main__":
    main()
