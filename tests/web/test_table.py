"""An evening at the table, in a real browser: everything that is promised there is done there."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web import hands
from tests.web.conftest import DESK, PHONE, Open
from tests.web.servers import Server

FRIDAY = """edition: classic
players: Anna Ben Cleo
me: Anna
hand: scarlet plum rope knife hall study
"""
THREE = f"""{FRIDAY}
Anna ? green pipe lounge | Ben ! pipe
Ben ? white rope lounge | Anna ! rope
Cleo ? green wrench kitchen | Ben !
"""
DUEL = "edition: three-investigators\nplayers: Anna Ben\n"
BONUS = """edition: discover-the-secrets
players: Anna Ben Cleo
me: Anna
hand: scarlet plum rope knife hall kitchen spa
"""
DETECTIVE = (
    "edition: master-detective\nplayers: Anna Ben Cleo Dora Emil Fanny Gero Hanna Ivo Jana\nme: Anna\n"
)


def test_taps_made_offline_arrive_once_and_in_order_across_a_restart(
    own_server: Server, open_page: Open
) -> None:
    token = hands.new_notebook(own_server.url, FRIDAY)["write"]
    page = hands.open_notebook(open_page(PHONE), own_server.url, token)
    hands.installed(page)
    own_server.kill()
    expect(page.locator(".state")).to_have_class(re.compile("offline"))
    for seat, suspect in enumerate(("green", "white", "mustard")):
        hands.tap(page, "ask")
        for key in (f"asker-{seat}", f"card-{suspect}", "card-pipe", "card-lounge", "shower-nobody"):
            hands.tap(page, key)
    expect(page.locator(".state")).to_contain_text("3 waiting")
    page.reload()  # the phone slept and the page was thrown away
    expect(page.locator(".state")).to_contain_text("3 waiting")
    own_server.start()
    hands.wait_for_entries(page, 3)
    hands.in_step(page)
    asked = [line.split(" | ")[0] for line in hands.lines(own_server.url, token)]
    assert asked == ["Anna ? green pipe lounge", "Ben ? white pipe lounge", "Cleo ? mustard pipe lounge"]


def test_the_page_opens_without_a_server_with_the_last_state(own_server: Server, open_page: Open) -> None:
    token = hands.new_notebook(own_server.url, THREE)["write"]
    page = hands.open_notebook(open_page(PHONE), own_server.url, token)
    hands.installed(page)
    before = hands.seen(page)
    own_server.stop()
    page.reload()
    expect(page.locator(".grid")).to_be_visible()
    expect(page.locator(".state")).to_have_class(re.compile("offline"))
    assert hands.seen(page) == before


def test_two_devices_stay_in_step_within_a_second(server: Server, open_page: Open) -> None:
    links = hands.new_notebook(server.url, THREE)
    phone = hands.open_notebook(open_page(PHONE), server.url, links["write"])
    desk = hands.open_notebook(open_page(DESK, "de"), server.url, links["write"])
    guest = hands.open_notebook(open_page(PHONE), server.url, links["read"])
    hands.type_line(desk, "Anna ? mustard candlestick billiard | Ben - | Cleo ! candlestick")
    hands.wait_for_entries(phone, 4)
    hands.wait_for_entries(guest, 4)
    assert hands.seen(phone) == hands.seen(desk) == hands.seen(guest)
    expect(guest.locator('[data-key="ask"]')).to_have_count(0)
    expect(guest.locator(".state")).to_contain_text("looking on")


def test_a_question_that_another_device_has_logged_is_not_logged_twice_unasked(
    own_server: Server, open_page: Open
) -> None:
    token = hands.new_notebook(own_server.url, FRIDAY)["write"]
    page = hands.open_notebook(open_page(PHONE), own_server.url, token)
    page.context.set_offline(True)
    for key in ("ask", "card-green", "card-pipe", "card-lounge", "shower-nobody"):
        hands.tap(page, key)
    expect(page.locator(".state")).to_contain_text("1 waiting")
    hands.add(own_server.url, token, "Anna ? green pipe lounge | -")
    page.context.set_offline(False)
    page.get_by_role("button", name="Drop mine").click()
    hands.wait_for_entries(page, 1)
    assert hands.lines(own_server.url, token) == ["Anna ? green pipe lounge | -"]


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
    hands.tap(page, "Who-0")
    hands.tap(page, "Which slot-2")
    hands.tap(page, f"other-{cards[-1]}")
    hands.tap(page, "enter-other")
    hands.wait_for_entries(page, 1)
    assert hands.lines(server.url, token) == [f"Anna peeks 2 {cards[-1]}"]
    assert hands.seen(page)[cards[-1], "hidden"] == "yes"


def test_a_cell_says_why_and_lights_up_the_entries(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    hands.cell(page, "pipe", "Ben").click()
    expect(page.locator("dialog .verdict")).to_have_text("Certain: yes")
    expect(page.locator("dialog .quoted")).to_contain_text("#1")
    page.locator("dialog").get_by_role("button", name="#1", exact=True).click()
    expect(page.locator("dialog .entry.lit")).to_have_count(1)
    page.keyboard.press("Escape")
    hands.cell(page, "green", "Ben").click()
    expect(page.locator("dialog .verdict")).to_have_text(re.compile(r"\d+ %"))
    expect(page.locator("dialog .bars li")).to_have_count(3)


def test_a_pencil_mark_is_private_and_changes_nothing(server: Server, open_page: Open) -> None:
    links = hands.new_notebook(server.url, THREE)
    page = hands.open_notebook(open_page(PHONE), server.url, links["write"])
    before = hands.seen(page)
    hands.cell(page, "green", "Cleo").focus()
    page.keyboard.press("p")
    page.locator("dialog").get_by_role("button", name="!", exact=True).click()
    expect(hands.cell(page, "green", "Cleo").locator(".mark")).to_have_text("!")
    assert hands.seen(page) == before
    assert hands.view_of(server.url, links["read"])["pencil"] == {}


def test_what_if_shows_and_keeps_nothing(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    before = hands.seen(page)
    hands.tap(page, "ask")
    page.get_by_label("Only try it: what if?").check()
    for key in ("card-mustard", "card-candlestick", "card-ballroom", "shower-nobody"):
        hands.tap(page, key)
    expect(page.locator(".banner")).to_contain_text("What if")
    assert hands.seen(page) != before
    page.get_by_role("button", name="Back to now").click()
    assert hands.seen(page) == before
    assert len(hands.lines(server.url, token)) == 3


def test_the_slider_walks_through_the_evening(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    page = hands.open_notebook(open_page(DESK), server.url, token)
    expect(page.locator(".chart svg")).to_be_visible()
    now = hands.seen(page)
    slider = page.locator('[data-key="slider"]')
    slider.focus()
    for _ in range(3):
        slider.press("ArrowLeft")
    expect(page.locator(".banner")).to_contain_text("As it was at the start")
    assert hands.seen(page)["pipe", "Ben"] not in ("yes", "no")
    page.get_by_role("button", name="Back to now").click()
    assert hands.seen(page) == now


def test_advice_names_questions_and_fills_the_sheet(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    hands.tap(page, "advice")
    questions = page.locator("dialog .question")
    expect(questions).to_have_count(3, timeout=60_000)
    expect(questions.first).to_contain_text("%")
    questions.first.locator("button.cards").click()
    expect(page.locator('dialog.log .card-chip[aria-pressed="true"]')).to_have_count(3)
    expect(page.locator("dialog.log h2")).to_have_text("You ask")


def test_advice_keeps_to_the_rooms_within_reach(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    hands.tap(page, "advice")
    page.locator("dialog summary").first.click()
    page.locator("dialog .reach").get_by_role("button", name="Kitchen").click()
    expect(page.locator("dialog .question")).to_have_count(3, timeout=60_000)
    for text in page.locator("dialog .question .cards").all_inner_texts():
        assert "Kitchen" in text


def test_the_card_to_show_is_advised_when_there_is_a_choice(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    for key in ("ask", "asker-1", "card-scarlet", "card-rope", "card-kitchen", "shower-0"):
        hands.tap(page, key)
    advice = page.locator("dialog .shown .hush").last
    expect(advice).to_contain_text("rope", timeout=60_000)
    hands.tap(page, "shown-rope")
    hands.wait_for_entries(page, 4)
    assert hands.lines(server.url, token)[-1].endswith("Anna ! rope")


def test_a_notebook_is_exported_and_opened_again(server: Server, open_page: Open, tmp_path: Path) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    before = hands.seen(page)
    for kind in ("case", "json"):
        hands.tap(page, "menu")
        with page.expect_download() as caught:
            page.get_by_role("button", name=f".{kind}").click()
        saved = tmp_path / f"game.{kind}"
        caught.value.save_as(saved)
        page.goto(f"{server.url}/#/")
        page.locator("#file").set_input_files(saved)
        expect(page.locator(".grid")).to_be_visible()
        hands.wait_for_entries(page, 3)
        assert hands.seen(page) == before


def test_the_links_to_share_are_for_writing_and_for_reading(server: Server, open_page: Open) -> None:
    links = hands.new_notebook(server.url, THREE)
    page = hands.open_notebook(open_page(PHONE), server.url, links["write"])
    for name, token in (("My other device", links["write"]), ("Someone looking on", links["read"])):
        hands.tap(page, "menu")
        page.get_by_role("button", name=name).click()
        expect(page.locator('[data-key="link"]')).to_have_value(f"{server.url}/#/n/{token}")
        expect(page.locator(".qr img")).to_be_visible()
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")


def test_an_edition_of_ones_own_is_made_and_played(server: Server, open_page: Open) -> None:
    page = open_page(PHONE)
    page.goto(f"{server.url}/#/edition")
    for i, cards in enumerate(("Rot\nBlau\nGrün", "Löffel\nGabel\nMesser", "Keller\nDach\nFlur")):
        page.locator(f'[data-key="cards-{i}"]').fill(cards)
    hands.tap(page, "save-edition")
    expect(page.locator('[data-key="edition-own:0"][aria-pressed="true"]')).to_be_visible()
    for card in ("rot", "keller"):
        hands.tap(page, f"hand-{card}")
    hands.tap(page, "start")
    expect(page.locator(".grid")).to_contain_text("Löffel")
    for key in ("ask", "card-blau", "card-loeffel", "card-dach", "shower-nobody"):
        hands.tap(page, key)
    hands.wait_for_entries(page, 1)


def test_an_example_is_one_tap_away(server: Server, open_page: Open) -> None:
    page = open_page(PHONE, "de")
    page.goto(server.url)
    page.get_by_role("button", name="Ein Beispiel ansehen").click()
    expect(page.locator(".grid")).to_be_visible()
    hands.tap(page, "history")
    expect(page.locator("dialog .entry")).to_have_count(8)
    expect(page.locator("dialog .entries")).to_contain_text("konnte")


def test_the_language_changes_at_any_time(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    hands.tap(page, "menu")
    page.get_by_label("Language").select_option("de")
    expect(page.locator('[data-key="ask"]')).to_contain_text("Du fragst")
    expect(page.locator(".grid")).to_contain_text("Bloom")


def test_a_game_is_logged_with_the_keyboard_alone(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, FRIDAY)["write"]
    page = hands.open_notebook(open_page(DESK), server.url, token)
    page.keyboard.press("/")
    page.keyboard.type("an")
    page.keyboard.press("Tab")
    page.keyboard.type("? gr")
    page.keyboard.press("Tab")
    page.keyboard.type("ro st | be !")
    expect(page.locator('[data-key="command"]')).to_have_value("Anna ? green ro st | be !")
    page.keyboard.type(" gr")
    page.keyboard.press("Enter")
    hands.wait_for_entries(page, 1)
    assert hands.lines(server.url, token) == ["Anna ? green rope study | Ben ! green"]
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("dialog h2")).to_have_text("Colonel Mustard · Ben")
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    hands.wait_for_entries(page, 0)


def test_a_line_that_cannot_be_is_refused_with_its_reason_and_kept(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, FRIDAY)["write"]
    page = hands.open_notebook(open_page(DESK, "de"), server.url, token)
    box = page.locator('[data-key="command"]')
    box.fill("anna ? gren pipe hall | -")
    box.press("Enter")
    expect(page.locator(".toast.bad")).to_contain_text("gren")
    expect(page.locator(".toast.bad")).to_contain_text("Nicht eingetragen")
    hands.type_line(page, "anna ? green pipe hall | -")


def test_cards_that_lie_face_up_and_uneven_hands_can_be_set_up(server: Server, open_page: Open) -> None:
    page = open_page(PHONE)
    page.goto(f"{server.url}/#/new")
    hands.tap(page, "add-player")
    page.get_by_text("Dealt otherwise?").click()
    page.locator('[data-key="leftover"]').select_option("face_up")
    for card in ("scarlet", "rope", "hall", "study"):
        hands.tap(page, f"hand-{card}")
    expect(page.locator(".part", has_text="Cards lying face up")).to_contain_text("0/2")
    for card in ("plum", "kitchen"):
        hands.tap(page, f"open-{card}")
    hands.tap(page, "start")
    expect(page.locator(".grid")).to_be_visible()
    assert hands.seen(page)["plum", "table"] == "yes"
    assert [place["size"] for place in hands.state(page)["places"]] == [4, 4, 4, 4, 3, 2]
    page.goto(f"{server.url}/#/new")
    expect(page.locator('[data-key="name-3"]')).to_have_value("Dora")  # remembered from last time


def test_the_seating_order_is_changed_with_arrows(server: Server, open_page: Open) -> None:
    page = open_page(PHONE)
    page.goto(f"{server.url}/#/new")
    page.get_by_role("button", name="Move Cleo up").click()
    expect(page.locator('[data-key="name-1"]')).to_have_value("Cleo")
    page.get_by_role("button", name="Move Anna down").click()
    expect(page.locator('[data-key="me-1"]')).to_be_checked()


def test_a_misheard_name_is_corrected_and_the_entries_stay(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    hands.tap(page, "menu")
    hands.tap(page, "correct-setup")
    page.locator('[data-key="correct-1"]').fill("Bernd")
    hands.tap(page, "save-setup")
    expect(hands.cell(page, "pipe", "Bernd")).to_be_visible()
    assert hands.lines(server.url, token)[0] == "Anna ? green pipe lounge | Bernd ! pipe"


def test_a_long_press_offers_a_pencil_mark(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    hands.cell(page, "green", "Cleo").click(delay=800)
    expect(page.locator("dialog h2")).to_contain_text("Pencil mark")
    page.locator("dialog").get_by_role("button", name="?", exact=True).click()
    expect(hands.cell(page, "green", "Cleo").locator(".mark")).to_have_text("?")


def test_an_accusation_is_logged_and_takes_a_player_out(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    for key in ("ask", "kind-accuse", "asker-1", "card-white", "card-wrench", "card-kitchen", "wrong"):
        hands.tap(page, key)
    hands.wait_for_entries(page, 4)
    assert hands.lines(server.url, token)[-1] == "Ben = white wrench kitchen x"
    expect(page.locator(".grid thead .out")).to_have_count(1)
