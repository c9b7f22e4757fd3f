"""How long it takes to begin: CPU time of a fresh process for the package and for small commands.

Run with `python -m benchmarks.bench_start`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

BEGINNINGS = {
    "python alone": "pass",
    "import sleuth": "import sleuth",
    "sleuth --version": "from sleuth.cli import main; main(['--version'])",
    "sleuth --help": "from sleuth.cli import main; main(['--help'])",
    "sleuth check, 100 entries": "from sleuth.cli import main; main(['check', 'game.case'])",
    "sleuth replay, 45 turns": "from sleuth.cli import main; main(['replay', 'game.case', '--seat', 'Anna'])",
}


def cpu_seconds(code: str, folder: Path) -> float:
    """The CPU time of a fresh process that runs this code."""
    before = os.times()
    subprocess.run([sys.executable, "-c", code], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def main(runs: int = 5) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        play = "['play', '--seed', '7', '--quiet', '--out', 'game.case']"
        cpu_seconds(f"from sleuth.cli import main; main({play})", folder)
        for what, code in BEGINNINGS.items():
            times = sorted(cpu_seconds(code, folder) for _ in range(runs))
            best, median = 1000 * times[0], 1000 * times[runs // 2]
            print(f"{what:28} {best:5.0f} ms at best, {median:5.0f} ms in the median of {runs}")


if __name__ == "__main__":
    main()
