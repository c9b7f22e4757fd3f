"""The picture in the README: one turn of a game, as `sleuth replay --step` shows it to a seat."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text
from rich.theme import Theme

import sleuth as sl
from sleuth.agents.baseline import CasualAgent
from sleuth.cli.frame import picture, title, words
from sleuth.cli.terminal import STYLES
from sleuth.story import seat_of, turns

PICTURE = Path(__file__).parent.parent / "docs/img/replay.svg"
SEED, SEAT, TURN = 7, 0, 21


def draw() -> str:
    """The picture as SVG, the same every time."""
    record = sl.play([CasualAgent() for _ in range(4)], sl.Edition.load("classic"), seed=SEED)
    told = list(turns(sl.replay(record).games, seat_of(SEAT)))[TURN]
    console = Console(width=112, record=True, file=io.StringIO(), theme=Theme(STYLES), force_terminal=True)
    console.print(picture(told.view, "en", console.width))
    console.print(Text(""), title(told, record.setup, "en"), sep="\n")
    for number, text in words(told, "en"):
        console.print(Text(number, "quiet") + text)
    svg = console.export_svg(title="sleuth replay friday.case --seat Anna --step", unique_id="sleuth")
    # A picture needs no font from elsewhere: the reader's own typewriter letters will do.
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL).replace("Fira Code", "monospace")


if __name__ == "__main__":
    PICTURE.write_text(draw(), "utf-8")
    sys.stdout.write(f"{PICTURE.name}\n")
