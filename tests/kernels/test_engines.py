"""Where compiled code is kept, and that single answers need none of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"
FRESH = """
import sys
from sleuth.inference.counting import count, satisfiable
from sleuth.inference.problem import Problem
everything = (1 << 21) - 1
category = (0,) * 6 + (1,) * 6 + (2,) * 9
problem = Problem(category, (3,) * 7, 6, (7,) + (everything & ~7,) * 6, ((1, 0b1001001000),))
assert satisfiable(problem)
print(count(problem).deals, "numba" in sys.modules)
"""


def run(code: str, **environment: str) -> str:
    clean = {key: value for key, value in os.environ.items() if key != "NUMBA_CACHE_DIR"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**clean, "PYTHONPATH": str(SOURCE), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_a_single_answer_in_a_fresh_process_loads_no_compiler() -> None:
    assert run(FRESH).split()[1] == "False"


def test_a_cache_folder_that_the_user_has_chosen_is_kept(tmp_path: Path) -> None:
    code = "import sleuth.kernels.jit, numba; print(numba.config.CACHE_DIR)"
    assert run(code, NUMBA_CACHE_DIR=str(tmp_path)) == str(tmp_path)


def test_without_one_the_cache_lies_in_the_users_cache_folder(tmp_path: Path) -> None:
    code = "import sleuth.kernels.jit, numba; print(numba.config.CACHE_DIR)"
    assert run(code, XDG_CACHE_HOME=str(tmp_path), HOME=str(tmp_path)).startswith(str(tmp_path))


def test_nothing_is_ready_in_an_empty_cache(tmp_path: Path) -> None:
    code = "from sleuth.kernels import ready; print(ready('count.tabulate'))"
    assert run(code, NUMBA_CACHE_DIR=str(tmp_path)) == "False"
