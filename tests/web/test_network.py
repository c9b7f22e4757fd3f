"""Bad networks, sleeping phones, several devices: nothing is lost, and nothing comes twice."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web import hands
from tests.web.cases import FRIDAY, THREE
from tests.web.conftest import DESK, PHONE, Open
from tests.web.servers import Server


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


def test_a_guest_without_a_server_still_sees_the_grid_and_gets_a_calm_word(
    own_server: Server, open_page: Open
) -> None:
    token = hands.new_notebook(own_server.url, THREE)["write"]
    page = hands.open_notebook(open_page(PHONE, "de"), own_server.url, token)
    hands.installed(page)
    own_server.stop()
    expect(page.locator(".state")).to_have_class(re.compile("offline"))
    hands.cell(page, "pipe", "Ben").click()
    expect(page.locator(".toast")).to_contain_text("Verbindung")
    page.goto(f"{own_server.url}/#/")
    expect(page.locator(".notebooks a")).to_have_count(1)
    page.locator(".notebooks a").click()
    expect(hands.cell(page, "pipe", "Ben").locator("..")).to_have_class(re.compile("yes"))
