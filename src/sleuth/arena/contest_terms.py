"""How long a program may take to start: by the contest's rules, and by a server that says otherwise."""

from __future__ import annotations

STARTING = 10.0
"""Seconds in which a program must have said that it is alive, by the contest's rules."""
ALLOWED = "SLEUTH_CONTEST_STARTING"
"""The environment variable in which our server tells programs that they may take longer."""
