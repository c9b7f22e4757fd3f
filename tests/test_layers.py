"""The layers that `make check` holds are complete."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
CONTRACTS = PROJECT["tool"]["importlinter"]["contracts"]


def test_every_module_of_the_rules_is_held_to_the_standard_library() -> None:
    held = next(contract for contract in CONTRACTS if contract["name"].startswith("The rules need"))
    modules = {path.stem for path in (ROOT / "src/sleuth").glob("*.py")} - {"__init__", "testing"}
    assert set(held["source_modules"]) == {f"sleuth.{module}" for module in modules}


def test_every_package_has_its_layer() -> None:
    layers = {layer for contract in CONTRACTS for layer in contract.get("layers", ())}
    packages = {path.parent.name for path in (ROOT / "src/sleuth").glob("*/__init__.py")}
    assert {f"sleuth.{package}" for package in packages} <= layers


def test_importing_the_package_loads_the_rules_and_the_standard_library_only() -> None:
    code = "import sys; before = set(sys.modules); import sleuth; print(*sorted(set(sys.modules) - before))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    mine = {name for name in loaded.stdout.split() if name.partition(".")[0] == "sleuth"}
    rules = {f"sleuth.{path.stem}" for path in (ROOT / "src/sleuth").glob("*.py")} - {"sleuth.testing"}
    assert mine <= rules | {"sleuth"}
    others = {name.partition(".")[0] for name in loaded.stdout.split()} - {"sleuth"}
    assert others <= sys.stdlib_module_names
