"""Games that the tests of the page begin with."""

from __future__ import annotations

FRIDAY = """edition: classic
players: Anna Ben Cleo
me: Anna
hand: scarlet plum rope knife hall study
"""
THREE = f"""{FRIDAY}
Anna ? green pipe lounge | Ben ! pipe
Ben ? white rope lounge | Anna ! rope
Cleo ? green wrench kitchen | Ben !
"""
DUEL = "edition: three-investigators\nplayers: Anna Ben\n"
BONUS = """edition: discover-the-secrets
players: Anna Ben Cleo
me: Anna
hand: scarlet plum rope knife hall kitchen spa
"""
DETECTIVE = (
    "edition: master-detective\nplayers: Anna Ben Cleo Dora Emil Fanny Gero Hanna Ivo Jana\nme: Anna\n"
)
