"""How quickly and how well cells are explained and mistakes are mended.

python -m benchmarks.bench_explain [--cells 1000] [--mistakes 500]
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random
from statistics import median
from time import process_time

from tests.inference.games import view_of
from tests.inference.mistakes import first_contradiction, planted
from tests.inference.test_explain import proves

from sleuth.agents.base import Agent
from sleuth.agents.baseline import CasualAgent, RandomAgent
from sleuth.inference import count_compiled
from sleuth.inference.explain import explain
from sleuth.inference.notebook import infer
from sleuth.inference.proof import Cell
from sleuth.inference.repair import repairs


def bench_explain(cells: int) -> None:
    """Reasons for random provable cells of random games of three to six players: sound, minimal, quick."""
    times: list[float] = []
    rules: Counter[str] = Counter()
    sizes: Counter[int] = Counter()
    seed = 0
    while len(times) < cells:
        view = view_of(seed, 3 + seed % 4)
        notebook = infer(view)
        facts = Random(seed).sample(sorted(notebook.facts.items(), key=str), k=min(10, len(notebook.facts)))
        for (card, place), holds in facts:
            start = process_time()
            reason = explain(view, card, place, notebook=notebook)
            times.append(process_time() - start)
            cell = Cell(card, place, holds)
            assert proves(view, reason.entries, cell)
            assert not any(
                proves(view, tuple(e for e in reason.entries if e != gone), cell) for gone in reason.entries
            )
            rules[reason.steps[-1].rule.value] += 1
            sizes[len(reason.entries)] += 1
        seed += 1
    print(f"explain: {len(times)} provable cells of {seed} games, every reason sound and minimal")
    print(f"  CPU median {median(times) * 1e3:.1f} ms, slowest {max(times) * 1e3:.0f} ms")
    print(f"  closing rules: {', '.join(f'{rule} {n}' for rule, n in rules.most_common())}")
    print(f"  entries needed: {', '.join(f'{size}: {n}' for size, n in sorted(sizes.items()))}")


def bench_repair(mistakes: int, who: str, agent: Agent) -> None:
    """Games with one planted mistake: is it noticed, and is the truth among the first repairs offered?"""
    noticed = 0
    ranks: Counter[int] = Counter()
    times: list[float] = []
    entry_found = 0
    for seed in range(mistakes):
        mistake = planted(seed, 3 + seed % 4, agent)
        record = first_contradiction(mistake)
        if record is None:
            continue
        noticed += 1
        start = process_time()
        offered = repairs(record)
        times.append(process_time() - start)
        rank = next((i for i, repair in enumerate(offered, 1) if mistake.is_mended_by(repair)), 0)
        ranks[rank] += 1
        entry_found += any(repair.entry == mistake.entry for repair in offered[:3])
    first, three = ranks[1] / noticed, sum(ranks[rank] for rank in (1, 2, 3)) / noticed
    print(f"repair: {mistakes} records of {who}, one mistake each; {noticed} contradict themselves")
    print(f"  the truth is the first repair offered in {first:.1%}, among the first three in {three:.1%}")
    print(f"  the mistaken entry is among the first three in {entry_found / noticed:.1%}")
    print(f"  the truth is not offered at all in {ranks[0]}")
    print(f"  CPU median {median(times) * 1e3:.0f} ms, slowest {max(times) * 1e3:.0f} ms")


def main() -> None:
    """Print all of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cells", type=int, default=1000)
    parser.add_argument("--mistakes", type=int, default=500)
    wanted = parser.parse_args()
    count_compiled.warm_up()
    bench_explain(wanted.cells)
    bench_repair(wanted.mistakes, "players who ask for what they do not know", CasualAgent())
    bench_repair(wanted.mistakes // 5, "players who ask for anything", RandomAgent(accuse=0))


if __name__ == "__main__":
    main()
