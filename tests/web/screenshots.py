"""Pictures of every step, for the documentation: `python -m tests.web.screenshots FOLDER`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

from sleuth.notation import format_entry
from tests.web import hands
from tests.web.conftest import ARGUMENTS, CHROMIUM, DESK, PHONE
from tests.web.servers import Server, serving
from tests.web.test_golden import game
from tests.web.test_table import DETECTIVE, THREE


def new_page(browser: Browser, lang: str, **more: Any) -> Page:
    """A visitor of their own."""
    locale = {"en": "en-US", "de": "de-DE"}[lang]
    shape: dict[str, Any] = {"viewport": PHONE, "device_scale_factor": 2, "reduced_motion": "reduce"}
    return browser.new_context(locale=locale, **(shape | more)).new_page()


def evening(browser: Browser, server: Server, folder: Path, lang: str) -> str:
    """A whole evening on a phone: set up, log by tapping, look at everything; returns the link."""
    page, record = new_page(browser, lang), game()
    setup = record.setup
    page.goto(server.url)
    page.wait_for_selector('[data-key="new"]')
    page.screenshot(path=folder / f"{lang}-01-home.png")
    hand = [setup.edition.cards[card] for card in setup.hand or ()]
    hands.set_up(
        page, server.url, setup.players, "Mustafa", hand, before_start=folder / f"{lang}-02-setup.png"
    )
    page.screenshot(path=folder / f"{lang}-03-start.png")
    for number, entry in enumerate(record.entries, 1):
        line = format_entry(entry.events, setup)
        if number == 9:
            _half_logged(page, folder / f"{lang}-04-logging.png")
        hands.log_question(page, record, line)
        page.screenshot(path=folder / f"{lang}-05-entry-{number:02}.png")
    _sheets(page, folder, lang)
    return page.url


def _half_logged(page: Page, picture: Path) -> None:
    for key in ("ask", "asker-1", "card-green", "card-rope", "card-billiard", "shower-3"):
        hands.tap(page, key)
    expect(page.locator("dialog .shown")).to_be_visible()
    page.screenshot(path=picture)
    page.keyboard.press("Escape")


def _sheets(page: Page, folder: Path, lang: str) -> None:
    """Every sheet of the notebook."""
    page.wait_for_timeout(300)
    for name, card, place in (("why", "hall", "Petra"), ("likely", "kitchen", "envelope")):
        hands.cell(page, card, place).click()
        page.wait_for_selector("dialog .verdict", timeout=60_000)
        page.screenshot(path=folder / f"{lang}-06-{name}.png")
        page.keyboard.press("Escape")
    for key, wait in (("history", ".chart svg"), ("advice", ".question"), ("menu", "select")):
        hands.tap(page, key)
        page.wait_for_selector(f"dialog {wait}", timeout=60_000)
        page.screenshot(path=folder / f"{lang}-07-{key}.png")
        page.keyboard.press("Escape")


def others(browser: Browser, server: Server, folder: Path, link: str) -> None:
    """The desk, the night, a contradiction, ten players."""
    for theme in ("light", "dark"):
        page = new_page(browser, "en", viewport=DESK, device_scale_factor=1, color_scheme=theme)
        page.goto(link)
        page.wait_for_selector(".grid")
        if page.locator('[data-key="advise-anyway"]').count():
            hands.tap(page, "advise-anyway")
        page.wait_for_selector(".question", timeout=60_000)
        page.screenshot(path=folder / f"desk-{theme}.png")
    dark = new_page(browser, "en", color_scheme="dark")
    dark.goto(link)
    hands.in_step(dark)
    dark.screenshot(path=folder / "phone-dark.png")
    broken = f"{THREE}Anna ? mustard pipe conservatory | -\n"
    page = hands.open_notebook(
        new_page(browser, "en"), server.url, hands.new_notebook(server.url, broken, "Friday")["write"]
    )
    page.screenshot(path=folder / "contradiction.png")
    ten = (
        DETECTIVE
        + "hands: 2 3 3 3 3 3 3 3 2 2\nhand: scarlet rope\nAnna ? green poison gazebo | Emil ! poison\n"
    )
    page = hands.open_notebook(
        new_page(browser, "en"), server.url, hands.new_notebook(server.url, ten, "Ten")["write"]
    )
    page.screenshot(path=folder / "ten-players.png")


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        links = [evening(browser, server, folder, lang) for lang in ("en", "de")]
        others(browser, server, folder, links[0])
        browser.close()
    sys.stdout.write(f"{len(list(folder.glob('*.png')))} pictures in {folder}\n")


if __name__ == "__main__":
    main()
