"""An agent of one's own, checked and tried against the casual one: `python examples/my_agent.py`."""

from __future__ import annotations

from random import Random

import sleuth as sl
from sleuth.actions import Action, Show
from sleuth.agents.baseline import CasualAgent
from sleuth.events import Showed
from sleuth.testing import check_agent
from sleuth.view import View


class Miser(CasualAgent):
    """Plays like the casual agent, but rather shows a card that it has shown before."""

    def choose(self, view: View, rng: Random) -> Action:
        mine = [
            event for event in view.record.events if isinstance(event, Showed) and event.seat == view.seat
        ]
        shown = {event.card for event in mine}
        again = [action for action in view.menu if isinstance(action, Show) and action.card in shown]
        return rng.choice(again) if again else super().choose(view, rng)


def main(games: int = 20) -> None:
    check_agent(Miser(), ("mini", "classic"), games=1)
    print("The miser plays by the rules.")
    wins = 0
    for seed in range(games):
        record = sl.play([Miser(), CasualAgent(), CasualAgent()], sl.Edition.load("classic"), seed=seed)
        outcome = sl.replay(record).whole().outcome
        wins += outcome is not None and outcome.winner == 0
    print(f"It won {wins} of {games} games against two casual agents.")


if __name__ == "__main__":
    main()
