"""Hands for the tests: everything is done by tapping and typing, as a player does."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any
from uuid import uuid4

import httpx
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from sleuth.events import Showed, Suggested
from sleuth.notation import parse
from sleuth.record import Record

WAIT = 60_000
"""Milliseconds; the machine may be busy."""


def tap(page: Page, key: str) -> None:
    """Tap the thing with this key."""
    page.locator(f'[data-key="{key}"]').last.click()


def set_up(
    page: Page,
    url: str,
    players: Sequence[str],
    me: str,
    hand: Sequence[str],
    *,
    edition: str = "classic",
    before_start: Callable[[], None] = lambda: None,
) -> None:
    """Set up a game on the set-up page and open its notebook."""
    page.goto(f"{url}/#/new")
    tap(page, f"edition-{edition}")
    rows = page.locator(".players li")
    expect(rows.first).to_be_visible()
    while rows.count() < len(players):
        tap(page, "add-player")
    while rows.count() > len(players):
        rows.last.locator("button").last.click()
    for i, name in enumerate(players):
        page.locator(f'[data-key="name-{i}"]').fill(name)
    tap(page, f"me-{list(players).index(me)}")
    for card in hand:
        tap(page, f"hand-{card}")
    before_start()
    tap(page, "start")
    expect(page.locator(".grid")).to_be_visible(timeout=WAIT)


def log_question(page: Page, record: Record, line: str) -> int:
    """Log a question by tapping, and count the taps."""
    setup = record.setup
    question, *answers = parse(line, setup)
    assert isinstance(question, Suggested)
    number = entries(page)
    taps = ["ask"]
    shown = next((a for a in answers if isinstance(a, Showed)), None)
    if page.locator('[data-key="ask"]').inner_text().split()[0] != _asker(
        page, setup.players[question.seat], record, question.seat
    ):
        taps.append(f"asker-{question.seat}")
    taps += [f"card-{setup.edition.cards[card]}" for card in question.cards]
    taps.append("shower-nobody" if shown is None else f"shower-{shown.seat}")
    mine = [c for c in question.cards if c in (setup.hand or ())]
    if shown is not None and question.seat == setup.me and shown.card is not None:
        taps.append(f"shown-{setup.edition.cards[shown.card]}")
    if shown is not None and shown.seat == setup.me and shown.card is not None and len(mine) > 1:
        taps.append(f"shown-{setup.edition.cards[shown.card]}")
    for key in taps:
        tap(page, key)
    wait_for_entries(page, number + 1)
    return len(taps)


def _expected(page: Page) -> str:
    """Whom the page expects to ask next."""
    return page.locator('[data-key="ask"]').inner_text().split()[0]


def _asker(page: Page, name: str, record: Record, seat: int) -> str:
    """The first word of the button, if this seat is the one it expects."""
    if seat == record.setup.me:
        return "Du" if page.locator("html").get_attribute("lang") == "de" else "You"
    return name


def state(page: Page) -> Any:
    """The newest view that the page keeps."""
    return page.evaluate(
        """() => { const token = location.hash.split("/")[2];
                   return JSON.parse(localStorage.getItem("sleuth:view:" + token)); }"""
    )


def entries(page: Page) -> int:
    """How many entries the page knows."""
    view = state(page)
    return len(view["log"]) if view else 0


def wait_for_entries(page: Page, n: int) -> None:
    """Wait until the page shows that many entries."""
    # By the clock, not by frames: a browser that draws nothing would never look again.
    try:
        page.wait_for_function(
            """n => { const token = location.hash.split("/")[2];
                      const text = localStorage.getItem("sleuth:view:" + token);
                      return text && JSON.parse(text).log.length === n; }""",
            arg=n,
            timeout=WAIT,
            polling=100,
        )
    except PlaywrightTimeout:
        kept = page.evaluate("() => Object.entries(localStorage)")
        raise AssertionError(f"{entries(page)} entries, not {n}; kept: {kept}") from None


def cell(page: Page, card: str, place: str) -> Locator:
    """A cell of the grid."""
    return page.locator(f'.grid [data-key="{card}/{place}"]')


def seen(page: Page) -> dict[tuple[str, str], str]:
    """What each cell of the grid says: yes, no, or its number."""
    rows = page.evaluate(
        """() => [...document.querySelectorAll(".grid [data-cell]")].map(b =>
             [b.dataset.key, b.parentElement.className.includes("yes") ? "yes"
              : b.parentElement.className.includes("no") ? "no" : b.querySelector("span").textContent])"""
    )
    return {(key.split("/")[0], key.split("/")[1]): text for key, text in rows}


def type_line(page: Page, line: str) -> None:
    """Type a line of notation on the desktop."""
    number = entries(page)
    box = page.locator('[data-key="command"]')
    box.fill(line)
    box.press("Enter")
    wait_for_entries(page, number + 1)


def in_step(page: Page) -> None:
    """Wait until everything is saved."""
    expect(page.locator(".state")).to_have_class(re.compile("saved"), timeout=WAIT)


def new_notebook(url: str, case: str, title: str = "Test") -> dict[str, str]:
    """The links of a new notebook, made without a browser."""
    answer = httpx.post(f"{url}/api/notebooks", json={"case": case, "title": title}, timeout=30)
    assert answer.status_code == 201, answer.text
    links: dict[str, str] = answer.json()
    return links


def open_notebook(page: Page, url: str, token: str) -> Page:
    """The notebook of a link, on the screen and in step."""
    page.goto(f"{url}/#/n/{token}")
    expect(page.locator(".grid")).to_be_visible(timeout=WAIT)
    in_step(page)
    return page


def view_of(url: str, token: str) -> Any:
    """What the server tells of a notebook."""
    answer = httpx.get(f"{url}/api/notebook", headers={"authorization": f"Bearer {token}"}, timeout=60)
    assert answer.is_success, answer.text
    return answer.json()


def add(url: str, token: str, line: str) -> None:
    """Log an entry without a browser."""
    post(url, token, {"kind": "add", "line": line})


def post(url: str, token: str, change: dict[str, Any]) -> httpx.Response:
    """Make a change against the newest version."""
    headers = {"authorization": f"Bearer {token}"}
    version = httpx.get(f"{url}/api/notebook/changes", headers=headers, timeout=60).json()
    body = {"key": uuid4().hex, "base": version[-1]["version"] if version else 0, "change": change}
    answer = httpx.post(f"{url}/api/notebook/changes", json=body, headers=headers, timeout=60)
    assert answer.is_success, answer.text
    return answer


def lines(url: str, token: str) -> list[str]:
    """The standing entries of a notebook, as lines."""
    return [entry["line"] for entry in view_of(url, token)["log"] if not entry["struck"]]


def installed(page: Page) -> None:
    """Wait until the page could do without its server."""
    page.wait_for_function(
        "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller)"
    )
    page.wait_for_function("() => caches.match('/').then(Boolean)")
