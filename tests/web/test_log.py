"""What happens at the table is logged, corrected and undone, by tapping or typing."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web import hands
from tests.web.cases import BONUS, DETECTIVE, DUEL, FRIDAY, THREE
from tests.web.conftest import DESK, PHONE, Open
from tests.web.servers import Server


def test_a_contradiction_is_announced_and_repaired_in_two_taps(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    hands.add(server.url, token, "Ben ? mustard candlestick ballroom | Cleo ! ")
    hands.add(server.url, token, "Cleo ? mustard pipe conservatory | -")
    banner = page.locator(".banner.bad")
    expect(banner).to_contain_text("Since entry #5")
    expect(banner).to_contain_text("#1")
    repairs = banner.locator(".repair")
    assert repairs.count() >= 2
    expect(banner.locator("details .repair").first).not_to_be_visible()
    hands.tap(page, "history")
    expect(page.locator("dialog .entry.guilty")).to_have_count(2)
    page.keyboard.press("Escape")
    repairs.first.click()
    expect(banner).to_have_count(0)
    hands.in_step(page)
    assert hands.view_of(server.url, token)["trouble"] is None
    page.get_by_role("button", name="Undo").click()
    expect(banner).to_be_visible()


def test_everything_can_be_undone_to_the_start_and_done_again(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, FRIDAY)["write"]
    page = hands.open_notebook(open_page(DESK), server.url, token)
    start = hands.seen(page)
    for line in THREE.splitlines()[5:]:
        hands.type_line(page, line)
    hands.post(server.url, token, {"kind": "strike", "entry": 2})
    hands.post(server.url, token, {"kind": "move", "entry": 3, "to": 0})
    expect(page.locator(".entry.struck")).to_have_count(1)
    end = hands.seen(page)
    for _ in range(5):
        hands.in_step(page)
        page.locator('.panel [data-key="undo"]:not([disabled])').click()
        page.wait_for_timeout(50)
    expect(page.locator('.panel [data-key="undo"]')).to_be_disabled()
    assert hands.seen(page) == start
    for _ in range(5):
        hands.in_step(page)
        page.locator('.panel [data-key="redo"]:not([disabled])').click()
        page.wait_for_timeout(50)
    expect(page.locator('.panel [data-key="redo"]')).to_be_disabled()
    assert hands.seen(page) == end


def test_an_entry_is_corrected_struck_and_restored_by_tapping(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    _entry_menu(page, 3)
    page.get_by_role("button", name="Correct it").click()
    hands.tap(page, "card-ballroom")
    hands.tap(page, "shower-1")
    expect(page.locator("dialog .words").first).to_contain_text("Ballroom")
    expect(page.locator("dialog .words").first).to_contain_text("corrected")
    page.keyboard.press("Escape")
    _entry_menu(page, 2)
    page.get_by_role("button", name="Strike it").click()
    expect(page.locator("dialog .entry.struck")).to_have_count(1)
    page.keyboard.press("Escape")
    _entry_menu(page, 2)
    page.get_by_role("button", name="It counts after all").click()
    expect(page.locator("dialog .entry.struck")).to_have_count(0)


def _entry_menu(page: Page, entry: int) -> None:
    expect(page.locator("dialog")).to_have_count(0)
    hands.tap(page, "history")
    page.locator(f'dialog [data-key="entry-{entry}"]').click()


def test_ten_players_fit_on_a_phone(server: Server, open_page: Open) -> None:
    hand = "hand: scarlet rope\n"
    size = "hands: 2 3 3 3 3 3 3 3 2 2\n"
    token = hands.new_notebook(server.url, DETECTIVE + size + hand)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    expect(page.locator(".grid thead th")).to_have_count(12)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    box = hands.cell(page, "mustard", "Jana").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 390
    assert box["width"] >= 24
    for key in ("ask", "asker-9", "card-green", "card-poison", "card-gazebo", "shower-8"):
        hands.tap(page, key)
    hands.wait_for_entries(page, 1)
    assert sum(found["p"] for found in hands.state(page)["envelope"]) <= 1
    assert hands.lines(server.url, token)[0].startswith("Jana ? green poison gazebo | Anna - | Ben -")


def test_the_duel_has_its_face_down_cards(server: Server, open_page: Open) -> None:
    view = hands.view_of(server.url, hands.new_notebook(server.url, DUEL)["write"])
    cards = [card["id"] for category in view["edition"]["categories"] for card in category["cards"]]
    size = view["places"][0]["size"]
    case = f"{DUEL}me: Anna\nhand: {' '.join(cards[::3][:size])}\n"
    token = hands.new_notebook(server.url, case)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    assert [place["kind"] for place in hands.state(page)["places"]] == ["seat", "seat", "envelope", "hidden"]
    hands.tap(page, "ask")
    hands.tap(page, "kind-other")
    hands.tap(page, "who-0")
    hands.tap(page, "slot-2")
    hands.tap(page, f"other-{cards[-1]}")
    hands.tap(page, "enter-other")
    hands.wait_for_entries(page, 1)
    assert hands.lines(server.url, token) == [f"Anna peeks 2 {cards[-1]}"]
    assert hands.seen(page)[cards[-1], "hidden"] == "yes"


def test_an_accusation_is_logged_and_takes_a_player_out(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    for key in ("ask", "kind-accuse", "asker-1", "card-white", "card-wrench", "card-kitchen", "wrong"):
        hands.tap(page, key)
    hands.wait_for_entries(page, 4)
    assert hands.lines(server.url, token)[-1] == "Ben = white wrench kitchen x"
    expect(page.locator(".grid thead .out")).to_have_count(1)


def test_a_line_that_cannot_be_is_refused_with_its_reason_and_kept(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, FRIDAY)["write"]
    page = hands.open_notebook(open_page(DESK, "de"), server.url, token)
    box = page.locator('[data-key="command"]')
    box.fill("anna ? gren pipe hall | -")
    box.press("Enter")
    expect(page.locator(".toast.bad")).to_contain_text("gren")
    expect(page.locator(".toast.bad")).to_contain_text("Nicht eingetragen")
    page.locator(".toast.bad button").click()
    line = page.locator('dialog [data-key="line"]')
    expect(line).to_have_value("anna ? gren pipe hall | -")
    line.fill("anna ? green pipe hall | -")
    line.press("Enter")
    hands.wait_for_entries(page, 1)
    expect(page.locator(".toast.bad")).to_have_count(0)


OTHERS = {
    "Ben draws clock": ("who-1", "what-draws", "bonus-clock"),
    "Ben plays no-comment": ("who-1", "what-plays", "bonus-no-comment"),
    "Cleo rolls 3 5": ("who-2", "what-rolls", "die-3", "die-5"),
    "Cleo @ theater": ("who-2", "what-moves", "room-theater"),
    "Cleo ! axe": ("who-2", "what-shows", "other-axe"),
    "Ben ! bat > Anna": ("who-1", "what-to", "to-0", "other-bat"),
    "Ben ! > Cleo": ("who-1", "what-to", "to-2"),
    "Cleo lacks pistol poison": ("who-2", "what-lacks", "other-pistol", "other-poison"),
}
"""What else happens at a table, as notation and as taps."""


def test_everything_beside_questions_is_tapped_as_well(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, BONUS)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    for number, keys in enumerate(OTHERS.values(), 1):
        for key in ("ask", "kind-other", *keys, "enter-other"):
            hands.tap(page, key)
        hands.wait_for_entries(page, number)
    assert hands.lines(server.url, token) == list(OTHERS)
    assert hands.seen(page)["axe", "Cleo"] == hands.seen(page)["bat", "Ben"] == "yes"
    assert hands.seen(page)["poison", "Cleo"] == "no"


def test_a_hand_laid_open_is_tapped_card_by_card(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, FRIDAY)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    cards = ("mustard", "white", "pipe", "wrench", "kitchen")
    for key in ("ask", "kind-other", "who-1", "what-hand", *(f"other-{card}" for card in cards)):
        hands.tap(page, key)
    expect(page.locator('[data-key="enter-other"]')).to_be_disabled()  # a hand has six cards
    hands.tap(page, "other-library")
    hands.tap(page, "enter-other")
    hands.wait_for_entries(page, 1)
    assert hands.lines(server.url, token) == ["Ben has mustard white pipe wrench kitchen library"]
    expect(page.locator(".grid thead")).to_contain_text("6/6")


def test_who_was_excused_from_answering_is_tapped_and_proves_nothing(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, BONUS)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    for key in ("ask", "card-green", "card-bat", "card-patio", "excuse", "shower-1", "excused-done"):
        hands.tap(page, key)
    hands.tap(page, "shower-nobody")
    hands.wait_for_entries(page, 1)
    assert hands.lines(server.url, token) == ["Anna ? green bat patio | Ben / | Cleo -"]
    assert hands.seen(page)["bat", "Cleo"] == "no"
    assert hands.seen(page)["bat", "Ben"] not in ("yes", "no")


def test_a_card_seen_thanks_to_a_bonus_card_is_tapped(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, BONUS)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    for key in ("ask", "asker-1", "card-green", "card-bat", "card-patio", "spied", "shower-2", "shown-bat"):
        hands.tap(page, key)
    hands.wait_for_entries(page, 1)
    assert hands.lines(server.url, token) == ["Ben ? green bat patio | Cleo ! bat"]
    assert hands.seen(page)["bat", "Cleo"] == "yes"


def test_entries_change_places(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    _entry_menu(page, 3)
    page.get_by_role("button", name="Earlier").click()
    expect(page.locator("dialog .words").first).to_contain_text("White")
    hands.in_step(page)
    assert [line[0] for line in hands.lines(server.url, token)] == ["A", "C", "B"]


def test_a_line_typed_in_the_sheet_is_entered_and_opens_nothing_else(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, FRIDAY)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    hands.tap(page, "ask")
    hands.tap(page, "kind-other")
    page.get_by_text("Or type a line").click()
    line = page.locator('dialog [data-key="command"]')
    line.fill("an ? gr ro st | -")
    line.press("Enter")
    hands.wait_for_entries(page, 1)
    expect(page.locator("dialog")).to_have_count(0)
