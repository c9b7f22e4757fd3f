"""Bad networks, sleeping phones, several devices: nothing is lost, and nothing comes twice."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

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


def test_a_link_that_opens_nothing_says_so_and_goes_on_saying_it(server: Server, open_page: Open) -> None:
    page = open_page(PHONE, "de")
    page.goto(f"{server.url}/#/n/{'x' * 32}")
    expect(page.locator("#app")).to_contain_text("Dieser Link öffnet keinen Notizblock")
    page.wait_for_timeout(500)  # the server has hung up meanwhile
    expect(page.locator("#app")).to_contain_text("Dieser Link öffnet keinen Notizblock")


def test_an_answer_that_is_not_the_servers_loses_no_tap(own_server: Server, open_page: Open) -> None:
    token = hands.new_notebook(own_server.url, FRIDAY)["write"]
    page = hands.open_notebook(open_page(PHONE), own_server.url, token)
    strange = iter([(200, "<p>Welcome to our hotel"), (404, "<p>Not found"), (502, "<p>Bad gateway")])

    def hotel(route: Route) -> None:
        if (answer := next(strange, None)) is None:
            return route.continue_()
        route.fulfill(status=answer[0], body=answer[1])

    page.route("**/api/notebook/changes*", hotel)
    for key in ("ask", "card-green", "card-pipe", "card-lounge", "shower-nobody"):
        hands.tap(page, key)
    hands.wait_for_entries(page, 1)
    hands.in_step(page)
    assert next(strange, None) is None
    assert hands.lines(own_server.url, token) == ["Anna ? green pipe lounge | -"]


def test_two_tabs_of_one_browser_share_an_outbox_and_lose_nothing(
    own_server: Server, open_page: Open
) -> None:
    token = hands.new_notebook(own_server.url, FRIDAY)["write"]
    first = hands.open_notebook(open_page(PHONE), own_server.url, token)
    second = hands.open_notebook(first.context.new_page(), own_server.url, token)
    own_server.kill()
    for page, suspect in ((first, "green"), (second, "white"), (first, "mustard")):
        page.bring_to_front()
        for key in ("ask", f"card-{suspect}", "card-pipe", "card-lounge", "shower-nobody"):
            hands.tap(page, key)
    expect(first.locator(".state")).to_contain_text("2 waiting")
    expect(second.locator(".state")).to_contain_text("1 waiting")
    first.close()
    own_server.start()
    second.evaluate("window.dispatchEvent(new Event('online'))")  # or else it tries again after ten seconds
    hands.wait_for_entries(second, 1)
    again = second.context.new_page()
    again.goto(f"{own_server.url}/#/n/{token}")
    hands.wait_for_entries(again, 3)
    hands.in_step(again)
    asked = [line.split()[2] for line in hands.lines(own_server.url, token)]
    assert sorted(asked) == ["green", "mustard", "white"]


def test_an_undo_made_offline_never_undoes_what_another_device_wrote_meanwhile(
    own_server: Server, open_page: Open
) -> None:
    token = hands.new_notebook(own_server.url, THREE)["write"]
    page = hands.open_notebook(open_page(DESK), own_server.url, token)
    hands.type_line(page, "Anna ? green pipe kitchen | Ben ! pipe")
    page.context.set_offline(True)
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    expect(page.locator(".state")).to_contain_text("1 waiting")
    hands.add(own_server.url, token, "Ben ? white rope hall | Anna ! rope")
    page.context.set_offline(False)
    expect(page.locator(".toast.bad")).to_contain_text("another device")
    hands.wait_for_entries(page, 5)
    assert len(hands.lines(own_server.url, token)) == 5


def test_an_entry_that_is_dropped_takes_along_the_undo_that_was_meant_for_it(
    own_server: Server, open_page: Open
) -> None:
    token = hands.new_notebook(own_server.url, THREE)["write"]
    page = hands.open_notebook(open_page(DESK), own_server.url, token)
    page.context.set_offline(True)
    box = page.locator('[data-key="command"]')
    for line in ("anna ? nonsense pipe hall | -", "Ben ? white pipe lounge | -"):
        box.fill(line)
        box.press("Enter")
    box.press("Escape")
    for _ in range(2):
        page.keyboard.press("u")
    expect(page.locator(".state")).to_contain_text("4 waiting")
    page.context.set_offline(False)
    hands.in_step(page)
    expect(page.locator(".toast.bad")).to_contain_text("nonsense")
    assert len(hands.lines(own_server.url, token)) == 3


def test_a_server_that_does_not_answer_is_not_waited_for(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    page = hands.open_notebook(open_page(PHONE, "de", service_workers="block"), server.url, token)
    page.route("**/api/**", lambda _: None)  # a laptop that was closed answers nothing at all
    page.route_web_socket("**/api/live", lambda _: None)
    page.goto(f"{server.url}/?again#/n/{token}")
    expect(page.locator(".grid")).to_be_visible(timeout=20_000)
    expect(page.locator('[data-key="ask"]')).to_contain_text("Du fragst")


@pytest.mark.parametrize("word", ["view", "pong"])
def test_saved_is_said_only_of_what_is_on_the_screen(server: Server, open_page: Open, word: str) -> None:
    token = hands.new_notebook(server.url, FRIDAY)["write"]
    page = open_page(PHONE)

    def deaf(line: WebSocketRoute) -> None:
        """A line on which of all that the server says only the first word of its kind arrives."""
        told: list[object] = []

        def hear(said: str | bytes) -> None:
            if json.loads(said)["type"] == word:
                if not told:
                    line.send(said)
                told.append(said)

        line.connect_to_server().on_message(hear)

    page.route_web_socket("**/api/live", deaf)
    page.goto(f"{server.url}/#/n/{token}")
    hands.wait_for_entries(page, 0)
    asked: list[Route] = []  # since it is not told, it asks; answered when its state has been seen
    notebook = re.compile(r"/api/notebook\?")
    page.route(notebook, lambda route: asked.append(route))
    for key in ("ask", "card-green", "card-pipe", "card-lounge", "shower-nobody"):
        hands.tap(page, key)
    expect(page.locator(".state")).to_have_text("working it out …")
    page.unroute(notebook)
    for question in asked:
        question.continue_()
    hands.wait_for_entries(page, 1)
    hands.in_step(page)


def test_a_line_that_fell_silent_is_given_up_and_taken_up_again(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, FRIDAY)["write"]
    page = open_page(PHONE)
    lines: list[WebSocketRoute] = []

    def first_one_dies(line: WebSocketRoute) -> None:
        lines.append(line)
        if len(lines) > 1:
            line.connect_to_server()

    page.route_web_socket("**/api/live", first_one_dies)
    page.clock.install()
    page.goto(f"{server.url}/#/n/{token}")
    page.wait_for_function("() => document.querySelector('.state, .hush')")
    page.clock.run_for(21_000)
    hands.in_step(page)
    assert len(lines) == 2
