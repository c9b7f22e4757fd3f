"""Pictures of every step, for the documentation: `python -m tests.web.screenshots FOLDER`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from sleuth.notation import format_entry
from tests.web import hands
from tests.web.cases import BONUS, DETECTIVE, THREE
from tests.web.conftest import ARGUMENTS, CHROMIUM, DESK, PHONE
from tests.web.servers import Server, serving
from tests.web.test_golden import game

COLOURS = 256
"""Enough for paper, ink, brass, green and six coats; a picture is then a third of its size."""


def new_page(browser: Browser, lang: str, **more: Any) -> Page:
    """A visitor of their own."""
    locale = {"en": "en-US", "de": "de-DE"}[lang]
    shape: dict[str, Any] = {"viewport": PHONE, "device_scale_factor": 1.25, "reduced_motion": "reduce"}
    return browser.new_context(locale=locale, **(shape | more)).new_page()


class Album:
    """Pictures in a folder, small."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def take(self, page: Page, name: str) -> None:
        """Take a picture of the page as it is."""
        path = self.folder / f"{name}.png"
        page.screenshot(path=path)
        with Image.open(path) as picture:
            picture.convert("RGB").quantize(
                COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
            ).save(path, optimize=True)


def evening(browser: Browser, server: Server, album: Album, lang: str) -> str:
    """A whole evening on a phone: set up, log by tapping, look at everything; returns the link."""
    page, record = new_page(browser, lang), game()
    setup = record.setup
    page.goto(server.url)
    page.wait_for_selector('[data-key="new"]')
    album.take(page, f"{lang}-01-home")
    page.goto(f"{server.url}/#/new")
    page.wait_for_selector('[data-key="start"]')
    album.take(page, f"{lang}-02-edition")
    hand = [setup.edition.cards[card] for card in setup.hand or ()]
    hands.set_up(
        page,
        server.url,
        setup.players,
        "Mustafa",
        hand,
        before_start=lambda: album.take(page, f"{lang}-03-players-and-cards"),
    )
    album.take(page, f"{lang}-04-start")
    for number, entry in enumerate(record.entries, 1):
        if number == 9:
            _half_logged(page, album, f"{lang}-05-logging")
        hands.log_question(page, record, format_entry(entry.events, setup))
        album.take(page, f"{lang}-06-entry-{number:02}")
    _sheets(page, album, lang)
    return page.url


def _half_logged(page: Page, album: Album, name: str) -> None:
    for key in ("ask", "asker-1", "card-green", "card-rope", "card-billiard", "shower-3"):
        hands.tap(page, key)
    expect(page.locator("dialog .shown")).to_be_visible()
    album.take(page, name)
    page.keyboard.press("Escape")


def _sheets(page: Page, album: Album, lang: str) -> None:
    """Every sheet of the notebook."""
    page.wait_for_timeout(300)
    for name, card, place in (("why", "hall", "Petra"), ("likely", "kitchen", "envelope")):
        hands.cell(page, card, place).click()
        page.wait_for_selector("dialog .verdict", timeout=60_000)
        album.take(page, f"{lang}-07-{name}")
        page.keyboard.press("Escape")
    for key, wait in (
        ("solutions", ".solutions"),
        ("history", ".chart svg"),
        ("advice", ".question"),
        ("menu", "select"),
    ):
        hands.tap(page, key)
        page.wait_for_selector(f"dialog {wait}", timeout=60_000)
        album.take(page, f"{lang}-08-{key}")
        page.keyboard.press("Escape")


def desks(browser: Browser, album: Album, link: str) -> None:
    """The desk by day and by night, and the phone by night."""
    for theme, lang in (("light", "de"), ("dark", "en")):
        page = new_page(browser, lang, viewport=DESK, device_scale_factor=1, color_scheme=theme)
        page.goto(link)
        page.wait_for_selector(".grid")
        if page.locator('[data-key="advise-anyway"]').count():
            hands.tap(page, "advise-anyway")
        page.wait_for_selector(".question", timeout=60_000)
        album.take(page, f"desk-{theme}-{lang}")
    dark = new_page(browser, "en", color_scheme="dark")
    dark.goto(link)
    hands.in_step(dark)
    album.take(dark, "phone-dark")


def others(browser: Browser, server: Server, album: Album) -> None:
    """A contradiction, ten players, a solved case, what else can happen, an edition of one's own."""

    def opened(case: str, title: str) -> Page:
        token = hands.new_notebook(server.url, case, title)["write"]
        return hands.open_notebook(new_page(browser, "en"), server.url, token)

    album.take(opened(f"{THREE}Anna ? mustard pipe conservatory | -\n", "Friday"), "contradiction")
    ten = "hands: 2 3 3 3 3 3 3 3 2 2\nhand: scarlet rope\nAnna ? green poison gazebo | Emil ! poison\n"
    album.take(opened(DETECTIVE + ten, "Ten"), "ten-players")
    album.take(opened(f"{THREE}Anna ? mustard candlestick ballroom | -\n", "Friday"), "solved")
    page = opened(BONUS, "Bonus")
    for key in ("ask", "kind-other", "what-draws"):
        hands.tap(page, key)
    album.take(page, "something-else")
    page.keyboard.press("Escape")
    page.goto(f"{server.url}/#/edition")
    page.wait_for_selector('[data-key="cards-0"]')
    album.take(page, "own-edition")


def main() -> None:
    album = Album(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/screenshots"))
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        server.warm()
        links = [evening(browser, server, album, lang) for lang in ("en", "de")]
        desks(browser, album, links[0])
        others(browser, server, album)
        browser.close()
    pictures = list(album.folder.glob("*.png"))
    size = sum(path.stat().st_size for path in pictures) / 1_000_000
    sys.stdout.write(f"{len(pictures)} pictures in {album.folder}, {size:.1f} MB\n")


if __name__ == "__main__":
    main()
