"""Tables at which somebody could never win are refused before a card is dealt."""

from __future__ import annotations

from collections.abc import Sequence

from sleuth.agents.registry import is_careful, is_forgetful
from sleuth.edition import Edition
from sleuth.errors import BadSetup
from sleuth.houserules import HouseRules
from sleuth.language import N_

PERSON = ""
"""At a person's seat, instead of an agent's name."""


def check_winnable(edition: Edition, rules: HouseRules, agents: Sequence[str], seats: int) -> None:
    """Complain about agents who cannot win by these rules at a table of so many seats."""
    if rules.auto_win != "off":
        return
    for name in filter(is_forgetful, agents):
        raise BadSetup(
            N_(
                "“{agent}” keeps no notes, so it never knows the case and can only win where naming it wins: "
                "add --rules auto_win=suggestion."
            ),
            agent=name,
        )
    board = edition.board_for(rules)
    seen = rules.slots or (board is not None and board.open_centre)
    if seen or PERSON in agents or not edition.sizes(seats, rules).hidden:
        return  # a person may guess, and so end the game
    for name in filter(is_careful, agents):
        raise BadSetup(
            N_(
                "Nobody ever sees the face-down cards here, so “{agent}” would never dare to accuse: add "
                "--rules leftover=uneven."
            ),
            agent=name,
        )
