"""The command line."""

from __future__ import annotations

from sleuth.cli.app import main

__all__ = ["main"]
