"""What the server refuses, each with a code, a status and a sentence in the reader's language."""

from __future__ import annotations

from typing import ClassVar

from sleuth.errors import SleuthError
from sleuth.language import N_


class WebError(SleuthError):
    """A request that cannot be met."""

    code = "web/error"
    status: ClassVar[int] = 400


class UnknownLink(WebError):
    """A link that opens no notebook; forged and forgotten ones are answered alike."""

    code, status = "web/unknown-link", 404

    def __init__(self) -> None:
        super().__init__(N_("This link opens no notebook. Is it complete?"))


class ReadOnly(WebError):
    """A change asked for with a link for reading."""

    code, status = "web/read-only", 403

    def __init__(self) -> None:
        super().__init__(N_("This link is for reading only."))


class Stale(WebError):
    """A change made against a version that is no longer the newest; says what changed meanwhile."""

    code, status = "web/stale", 409

    def __init__(self, version: int, changes: list[dict[str, object]]) -> None:
        super().__init__(N_("Something was written on another device meanwhile."))
        self.version, self.changes = version, changes

    def place(self) -> dict[str, object]:
        return {"version": self.version, "changes": self.changes}


class KeyReused(WebError):
    """One idempotency key for two different changes."""

    code, status = "web/key-reused", 409

    def __init__(self) -> None:
        super().__init__(N_("This key was already used for another change."))


class UnknownEntry(WebError):
    """An entry that the notebook does not have."""

    code, status = "web/unknown-entry", 404

    def __init__(self) -> None:
        super().__init__(N_("There is no such entry in this notebook."))


class NothingThere(WebError):
    """Nothing to undo or to redo."""

    code, status = "web/nothing-there", 409

    def __init__(self) -> None:
        super().__init__(N_("There is nothing left to undo or redo."))


class TooLarge(WebError):
    """A request, or a notebook, beyond what any game needs."""

    code, status = "web/too-large", 413

    def __init__(self) -> None:
        super().__init__(N_("That is larger than any game needs; nothing was stored."))


class TooMany(WebError):
    """Requests faster than any table plays."""

    code, status = "web/too-many", 429

    def __init__(self) -> None:
        super().__init__(N_("Too many requests at once. Wait a moment; nothing was lost."))


class ForeignOrigin(WebError):
    """A request from a page of another site."""

    code, status = "web/foreign-origin", 403

    def __init__(self) -> None:
        super().__init__(N_("This request comes from another site and was refused."))


class BadRequest(WebError):
    """A request whose fields are not what the schema says."""

    code, status = "web/bad-request", 422

    def __init__(self, field: str) -> None:
        super().__init__(N_("The field “{field}” is missing or not as expected."), field=field)
        self.field = field

    def place(self) -> dict[str, object]:
        return {"field": self.field}


class NotFound(WebError):
    """An address that leads nowhere."""

    code, status = "web/not-found", 404

    def __init__(self) -> None:
        super().__init__(N_("There is nothing at this address."))


class Broken(WebError):
    """A fault of ours; the details stay in the server's log."""

    code, status = "web/broken", 500

    def __init__(self) -> None:
        super().__init__(N_("Something broke on the server. What was saved is safe."))
