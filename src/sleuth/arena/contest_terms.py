"""How long a program may take to start: by the contest's rules, and on our own server."""

from __future__ import annotations

STARTING = 10.0
"""Seconds in which a program must have said that it is alive, by the contest's rules."""
LONGER = 300.0
"""Seconds that our server gives: some programs bring a virtual machine along, some compile first."""
ALLOWED = "SLEUTH_CONTEST_STARTING"
"""The environment variable in which our server tells its programs how long they may take."""
