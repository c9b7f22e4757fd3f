"""The hub and what runs in the background: whatever befalls one page, the others are told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket, WebSocketState

from sleuth.web import live
from sleuth.web.desk import Desk, page_of_case
from sleuth.web.errors import TooMany
from sleuth.web.live import Hub, Reader
from sleuth.web.service import Service
from sleuth.web.settings import Settings
from sleuth.web.store import Access
from sleuth.web.thinking import Thinker
from tests.web.cases import FRIDAY
from tests.web.servers import apart

WRITER = Access(1, "write", "reading")
ENGLISH, GERMAN = Reader("en", "write", "deals", "reading"), Reader("de", "write", "deals", "reading")
DESKS = [Desk(page_of_case(FRIDAY), version=n) for n in range(5)]


class Screen:
    """A page at the other end; one that is asleep takes nothing until it wakes."""

    application_state = WebSocketState.CONNECTED

    def __init__(self, *, asleep: bool = False) -> None:
        self.told: list[str] = []
        self.awake = asyncio.Event()
        if not asleep:
            self.awake.set()

    async def send_text(self, text: str) -> None:
        await self.awake.wait()
        self.told.append(text)

    def joins(self, hub: Hub, reader: Reader = ENGLISH) -> Screen:
        hub.join(cast("WebSocket", self), WRITER, reader)
        return self


async def plainly(desk: Desk, reader: Reader) -> str:
    """A telling that can be read."""
    return f"{reader.lang} {desk.version}"


def with_hub(tell: live.Tell, test: Callable[[Hub], Coroutine[Any, Any, None]]) -> None:
    """Run a test with a hub whose work in the background is a server's."""

    async def run() -> None:
        service = Service(Settings(database="sqlite://", warm=False))
        async with service.running():
            await test(Hub(tell, service.later))

    apart(run())


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not true():
            await asyncio.sleep(0)


def _has_heard(page: Screen, desk: Desk) -> bool:
    return page.told[-1:] == [f"en {desk.version}"]


def test_a_page_that_sleeps_keeps_nobody_waiting_and_wakes_to_the_newest() -> None:
    async def test(hub: Hub) -> None:
        sleeping, waking = Screen(asleep=True).joins(hub), Screen().joins(hub)
        for desk in DESKS:
            await hub.changed(1, desk)
            await until(partial(_has_heard, waking, desk))
        sleeping.awake.set()
        await until(lambda: sleeping.told == ["en 0", "en 4"])

    with_hub(plainly, test)


def test_what_a_page_is_told_last_is_the_newest_however_long_the_older_took() -> None:
    async def test(hub: Hub) -> None:
        page = Screen(asleep=True).joins(hub)
        await hub.changed(1, DESKS[0])
        await asyncio.sleep(0)  # it is on its way
        await hub.changed(1, DESKS[2])
        await hub.tell(cast("WebSocket", page), WRITER, ENGLISH, DESKS[1])
        page.awake.set()
        await until(lambda: page.told == ["en 0", "en 2"])

    with_hub(plainly, test)


def test_a_telling_that_breaks_is_logged_without_its_words_and_costs_the_others_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def tell(desk: Desk, reader: Reader) -> str:
        if reader == GERMAN:
            raise ZeroDivisionError("scarlet is in Anna's hand")
        return await plainly(desk, reader)

    async def test(hub: Hub) -> None:
        broken, whole = Screen().joins(hub, GERMAN), Screen().joins(hub)
        for desk in DESKS[:3]:
            await hub.changed(1, desk)
        await until(lambda: whole.told[-1:] == ["en 2"])
        assert broken.told == []

    with_hub(tell, test)
    assert caplog.text.count("ZeroDivisionError at") == 3
    assert "scarlet" not in caplog.text


def test_a_page_that_changed_its_language_meanwhile_is_not_told_in_the_old_one() -> None:
    thinking = asyncio.Event()

    async def tell(desk: Desk, reader: Reader) -> str:
        if desk.version == 1 and reader == ENGLISH:
            await thinking.wait()
        return await plainly(desk, reader)

    async def test(hub: Hub) -> None:
        page = Screen().joins(hub)
        telling = asyncio.create_task(hub.changed(1, DESKS[1]))
        await asyncio.sleep(0.01)
        page.joins(hub, GERMAN)
        await hub.tell(cast("WebSocket", page), WRITER, GERMAN, DESKS[1])
        thinking.set()
        await telling
        await until(lambda: page.told == ["de 1"])

    with_hub(tell, test)


def test_the_last_change_is_told_when_there_is_time_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "BREATH", 0.001)
    refusals = iter([TooMany(), TooMany(), None, TooMany(), None])

    async def tell(desk: Desk, reader: Reader) -> str:
        if refused := next(refusals):
            raise refused
        return await plainly(desk, reader)

    async def test(hub: Hub) -> None:
        page = Screen().joins(hub)
        await hub.changed(1, DESKS[3])
        await until(lambda: page.told == ["en 3"])
        await hub.tell(cast("WebSocket", page), WRITER, ENGLISH, DESKS[4])
        await until(lambda: page.told == ["en 3", "en 4"])

    with_hub(tell, test)


def test_work_in_the_background_that_fails_is_logged_without_its_words(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def fails() -> None:
        raise LookupError("scarlet is in Anna's hand")

    async def run() -> None:
        service = Service(Settings(database="sqlite://", warm=False))
        async with service.running():
            service.later(fails())
            await asyncio.sleep(0.01)

    apart(run())
    assert "LookupError at" in caplog.text
    assert "scarlet" not in caplog.text


def test_a_failure_is_not_remembered_although_whoever_asked_has_gone() -> None:
    answers = iter([None, 7])

    def question() -> int:
        if (answer := next(answers)) is None:
            raise TooMany
        return answer

    async def run() -> None:
        thinker = Thinker()
        asker = asyncio.create_task(thinker.ask(question))
        await asyncio.sleep(0)
        asker.cancel()
        await asyncio.sleep(0.05)
        assert await thinker.ask(question) == 7
        assert await thinker.ask(question) == 7

    apart(run())


def test_messages_are_small_and_readable() -> None:
    assert live.message("pong", version=3) == '{"type":"pong","version":3}'
    assert json.loads(live.message("view", view={"title": "Köln"}))["view"]["title"] == "Köln"
