"""A new user logs the published game by tapping, and sees the published table."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from sleuth.casefile import dumps, load
from sleuth.notation import format_entry
from sleuth.record import Record
from sleuth.setup import Setup
from tests.web import hands
from tests.web.conftest import DESK, PHONE, Open
from tests.web.servers import Server

GOLDEN = Path(__file__).parents[1] / "inference" / "golden"
NAMES = {"sc": "Scarlett", "mu": "Mustafa", "wh": "Whitney", "gr": "Greta", "pe": "Petra", "pl": "Plato"}
"""The players are called after pawns in the paper; at a table they have names."""


def game() -> Record:
    """The published game with players who have names."""
    record = load(GOLDEN / "table1.case")
    old = record.setup
    players = [NAMES[name] for name in old.players]
    setup = Setup.of(old.edition, players, me="Mustafa", hand=old.hand, hands=old.hands)
    return Record(setup, record.events)


def published() -> dict[tuple[str, str], str]:
    """What the grid must say, from the paper's counts."""
    found = json.loads((GOLDEN / "expected.json").read_text())["table1"]
    cards = game().setup.edition
    places = NAMES | {"cf": "envelope"}
    return {
        (cards.cards[cards.card(card)], places[place]): _said(n / found["deals"])
        for card, row in found["counts"].items()
        for place, n in row.items()
    }


def _said(p: float) -> str:
    if p in (0, 1):
        return "yes" if p else "no"
    return "<1" if p < 0.01 else ">99" if p > 0.99 else str(int(100 * p + 0.5))


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_published_game_is_logged_by_tapping_and_the_published_table_is_seen(
    lang: str, server: Server, open_page: Open
) -> None:
    page, record = open_page(PHONE, lang), game()
    setup = record.setup
    hand = [setup.edition.cards[card] for card in setup.hand or ()]
    begun = time.monotonic()
    hands.set_up(page, server.url, setup.players, "Mustafa", hand)
    assert time.monotonic() - begun < 60
    taps = [hands.log_question(page, record, format_entry(e.events, setup)) for e in record.entries]
    # The paper's log is not in turn order, so half of the askers must be tapped, too.
    assert max(taps) <= 7
    assert hands.seen(page) == published()
    expect(page.locator("html")).to_have_attribute("lang", lang)
    expect(page.locator(".envelope")).to_contain_text("Pistole" if lang == "de" else "Revolver")
    assert hands.state(page)["deals"] == "6798"


def test_a_question_in_turn_takes_six_taps_at_most(server: Server, open_page: Open) -> None:
    page = open_page(PHONE)
    hands.set_up(
        page,
        server.url,
        ["Anna", "Ben", "Cleo"],
        "Anna",
        ["scarlet", "plum", "rope", "knife", "hall", "study"],
    )
    record = Record.new(
        game().setup.edition, ["Anna", "Ben", "Cleo"], me="Anna", hand=[0, 5, 10, 7, 16, 20][:6]
    )
    lines = [
        "Anna ? green pipe lounge | Ben - | Cleo ! pipe",
        "Ben ? scarlet rope lounge | Cleo - | Anna ! rope",
        "Cleo ? white revolver kitchen | -",
    ]
    assert [hands.log_question(page, record, line) for line in lines] == [6, 6, 5]


def test_the_same_game_typed_on_a_desk_gives_the_same_table(server: Server, open_page: Open) -> None:
    page, record = open_page(DESK), game()
    setup = record.setup
    hands.set_up(
        page, server.url, setup.players, "Mustafa", [setup.edition.cards[c] for c in setup.hand or ()]
    )
    for entry in record.entries:
        hands.type_line(page, format_entry(entry.events, setup))
    assert hands.seen(page) == published()
    expect(page.locator(".entries .entry")).to_have_count(10)
    assert dumps(record).splitlines()[-1].endswith("library")
