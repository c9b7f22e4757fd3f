"""Write the golden playthroughs anew."""

from __future__ import annotations

import sys

from tests.golden.playthrough import PLAYTHROUGHS

for playthrough in PLAYTHROUGHS:
    text = playthrough.text()
    playthrough.path().write_text(text, "utf-8")
    sys.stdout.write(
        f"{playthrough.path().name}: {text.count('== ')} states, {len(text.encode()) // 1000} kB\n"
    )
