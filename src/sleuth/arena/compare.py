"""Who of these agents is better: a tournament in one call."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from sleuth.agents.base import Agent
from sleuth.arena.standings import Standings
from sleuth.arena.tournament import NOBODY, Plan, run
from sleuth.edition import Edition
from sleuth.errors import BadSetup
from sleuth.houserules import in_order
from sleuth.language import N_


def tournament(
    agents: Mapping[str, Agent] | Sequence[str],
    edition: Edition | str | os.PathLike[str] = "classic",
    *,
    games: int = 1_000,
    seed: int = 1,
    seats: int | None = None,
    board: bool = False,
    rules: str = "",
    jobs: int = 1,
    cluster: str | None = None,
    out: str | os.PathLike[str] | None = None,
    mine: Mapping[str, Agent] = NOBODY,
) -> Standings:
    """The standings after at least so many games, every deal in every seating.

    agents: names of ours, one named twice sits down twice; names in `mine` are agents that you have written.
    If nobody sits down twice and all are yours, they may be given by their names at once. edition: one in the
    box, or the path of a file. jobs: processes to share the work, in which your agents must be importable.
    out: a .jsonl file of all games, from which a tournament that was stopped goes on; it knows agents by
    their names only.
    """
    seated = {**mine, **agents} if isinstance(agents, Mapping) else mine
    _check(agents, seated)
    if jobs < 1:
        raise BadSetup(N_("At least one process must do the work."))
    if games < 1:
        raise BadSetup(N_("A tournament has at least one game."))
    file = None if out is None else Path(out)
    if file is not None and file.suffix != ".jsonl":
        raise BadSetup(N_("“{file}” must end in .jsonl."), file=str(file))
    seats = len(agents) if seats is None else seats
    plan = Plan(tuple(agents), seats, _name(edition), 1, seed, board, in_order(rules))
    plan.check(seated)
    return Standings.of(run(plan.of_games(games), file, jobs=jobs, cluster=cluster, seated=seated))


def _name(edition: Edition | str | os.PathLike[str]) -> str:
    """What an edition is loaded by, also in other processes."""
    if not isinstance(edition, Edition):
        return os.fspath(edition)
    if edition.name in Edition.names() and Edition.load(edition.name) == edition:
        return edition.name
    raise BadSetup(N_("Give the path of the edition's file, so that every game can load it."))


def _check(agents: Mapping[str, Agent] | Sequence[str], seated: Mapping[str, Agent]) -> None:
    """Complain about what is no list of names, or no agent."""
    if isinstance(agents, str) or not all(isinstance(name, str) for name in agents):
        raise BadSetup(N_("Agents are a list of names, or a mapping of names to agents."))
    idle = sorted(set(seated) - set(agents))
    if idle:
        raise BadSetup(N_("Nobody sits down as “{name}”; name it among the agents."), name=idle[0])
    for name, one in seated.items():
        if isinstance(one, type) or not callable(getattr(one, "choose", None)):
            raise BadSetup(
                N_(
                    "“{name}” is no agent: it needs a method choose(view, rng); one of ours is made by "
                    "sleuth.agents.registry.agent(name)."
                ),
                name=name,
            )
