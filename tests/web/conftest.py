"""A server and a real browser, once for all tests of the page."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from tests.web.servers import Server, serving

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or "/usr/bin/chromium"
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE = ViewportSize(width=390, height=844)
DESK = ViewportSize(width=1280, height=800)

Open = Callable[..., Page]
expect.set_options(timeout=60_000)  # the machine may be busy


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not stop it."""
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running.warm()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may stop and start."""
    with serving(tmp_path) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium; if it is missing, that is a failure and not a reason to skip."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield running
        running.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Open]:
    """Opens pages, each a visitor of its own; no page may say that something broke."""
    contexts: list[BrowserContext] = []
    broken: list[str] = []

    def open_(size: ViewportSize = PHONE, lang: str = "en", **more: Any) -> Page:
        context = browser.new_context(
            viewport=size, locale={"en": "en-US", "de": "de-DE"}[lang], reduced_motion="reduce", **more
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: broken.append(str(error)))
        return page

    yield open_
    for context in contexts:
        context.close()
    assert broken == []
