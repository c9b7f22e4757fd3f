"""Everybody can use it: no serious finding of axe-core on any page, and the scripts' types hold."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from sleuth.web.pages import sentences, words
from tests.web import hands
from tests.web.cases import THREE
from tests.web.conftest import DESK, PHONE, Open
from tests.web.servers import Server

HERE = Path(__file__).parent
TOOLS = HERE / "node_modules"


@pytest.fixture(autouse=True, scope="module")
def _tools() -> None:
    """TypeScript and axe-core, installed once from the lock file; without npm this fails."""
    if not TOOLS.exists():
        subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=HERE, check=True)


CONTRADICTION = f"{THREE}Anna ? mustard pipe conservatory | -\n"


def findings(page: Page) -> list[str]:
    """What axe-core finds serious on the page as it is."""
    page.evaluate((TOOLS / "axe-core" / "axe.min.js").read_text())
    found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    assert len(found["passes"]) > 5
    return [
        f"{violation['id']}: {node['html'][:200]}"
        for violation in found["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_no_page_has_a_serious_finding(
    server: Server, open_page: Open, size: ViewportSize, theme: str
) -> None:
    # The page's policy forbids foreign scripts, and axe is one: this visitor looks past the policy.
    page = open_page(size, color_scheme=theme, bypass_csp=True)
    found: dict[str, list[str]] = {}
    for address in ("", "#/new", "#/edition"):
        page.goto(f"{server.url}/{address}")
        expect(page.locator("main h1")).to_be_visible()
        found[address] = findings(page)
    token = hands.new_notebook(server.url, CONTRADICTION)["write"]
    hands.open_notebook(page, server.url, token)
    found["trouble"] = findings(page)
    token = hands.new_notebook(server.url, THREE)["write"]
    hands.open_notebook(page, server.url, token)
    found["notebook"] = findings(page)
    for name, open_ in SHEETS.items():
        open_(page)
        expect(page.locator("dialog[open]")).to_be_visible()  # the one before may not be gone yet
        found[name] = findings(page)
        page.keyboard.press("Escape")
    assert {name: some for name, some in found.items() if some} == {}


def _cell(page: Page) -> None:
    hands.cell(page, "green", "Ben").click()
    expect(page.locator("dialog .verdict")).to_be_visible()


SHEETS = {
    "log": lambda page: hands.tap(page, "ask"),
    "menu": lambda page: hands.tap(page, "menu"),
    "history": lambda page: page.keyboard.press("h"),
    "cell": _cell,
}


def test_the_scripts_types_hold() -> None:
    command = [str(TOOLS / ".bin" / "tsc"), "-p", str(HERE)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.stdout + result.stderr == ""


def test_every_sentence_of_the_page_is_german_too() -> None:
    same = {"Link", "Name", "normal", "offline"}
    german = words("de")
    assert {sentence for sentence in sentences() if german[sentence] == sentence} == same
