"""Many tables at once, for a short while; `python -m tests.web.load` plays for five minutes."""

from __future__ import annotations

from tests.web.load import play
from tests.web.servers import Server, apart


def test_two_hundred_pages_on_fifty_notebooks_lose_and_double_nothing(own_server: Server) -> None:
    report = apart(play(own_server, clients=200, tables=50, seconds=12, pace=20))
    assert report.entries == 240
    assert len(report.acknowledged) == 240
    assert report.memory[-1] - report.memory[0] < 150
