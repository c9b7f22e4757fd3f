"""What can be wrong with a command itself."""

from __future__ import annotations

from sleuth.errors import SleuthError


class BadUsage(SleuthError):
    """A command line that asks for something there is not."""

    code = "cli/usage"


class CannotWrite(SleuthError):
    """A file that cannot be written."""

    code = "cli/cannot-write"
