"""Comfort: languages, light, large type, keyboard, paper, links to share."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.web import hands
from tests.web.cases import DETECTIVE, FRIDAY, THREE
from tests.web.conftest import DESK, PHONE, Open
from tests.web.servers import Server


def test_the_language_changes_at_any_time(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    hands.tap(page, "menu")
    page.get_by_label("Language").select_option("de")
    expect(page.locator('[data-key="ask"]')).to_contain_text("Du fragst")
    expect(page.locator(".grid")).to_contain_text("Bloom")
    page.keyboard.press("Escape")
    hands.tap(page, "menu")
    expect(page.locator("dialog .figures dd").last).to_have_text(re.compile(r"^\d,\d{3} Bit$"))


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


def test_the_printed_notebook_is_black_on_white_and_holds_the_whole_log(
    server: Server, open_page: Open
) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    page = hands.open_notebook(open_page(PHONE, color_scheme="dark"), server.url, token)
    paper = page.pdf(format="A4")
    assert paper.startswith(b"%PDF")
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", paper)) <= 2
    page.emulate_media(media="print")
    page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    expect(page.locator(".paper li")).to_have_count(3)
    expect(page.locator(".paper li").first).to_contain_text("You asked")
    expect(page.locator(".grid")).to_be_visible()
    expect(page.locator(".foot")).not_to_be_visible()
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    page.evaluate("() => window.dispatchEvent(new Event('afterprint'))")
    expect(page.locator(".paper")).to_have_count(0)


def test_large_type_and_light_are_chosen_and_remembered(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, DETECTIVE + "hands: 2 3 3 3 3 3 3 3 2 2\nhand: scarlet rope\n")
    page = hands.open_notebook(open_page(PHONE), server.url, token["write"])
    hands.tap(page, "menu")
    page.get_by_label("Type").select_option("large")
    page.get_by_label("Light").select_option("dark")
    page.reload()
    hands.in_step(page)
    look = page.evaluate(
        """() => [getComputedStyle(document.documentElement).fontSize,
                  getComputedStyle(document.body).backgroundColor,
                  document.documentElement.scrollWidth]"""
    )
    assert look[:2] == ["19px", "rgb(16, 22, 19)"]
    assert look[2] <= 390


@pytest.mark.parametrize(("motion", "name"), [("reduce", "none"), ("no-preference", "fresh")])
def test_nothing_moves_where_the_system_asks_for_no_motion(
    motion: Literal["reduce", "no-preference"], name: str, server: Server, open_page: Open
) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    page = open_page(PHONE)
    page.emulate_media(reduced_motion=motion)
    hands.open_notebook(page, server.url, token)
    hands.add(server.url, token, "Anna ? white wrench billiard | Ben - | Cleo ! billiard")
    expect(page.locator('.fresh [data-key="billiard/Cleo"]')).to_be_visible()
    moving = hands.cell(page, "billiard", "Cleo").evaluate("cell => getComputedStyle(cell).animationName")
    assert name in moving


def test_a_spectator_sees_all_and_can_write_nothing(server: Server, open_page: Open) -> None:
    links = hands.new_notebook(server.url, THREE)
    page = hands.open_notebook(open_page(DESK), server.url, links["read"])
    expect(page.locator(".entry")).to_have_count(3)
    for key in ("ask", "undo", "command"):
        expect(page.locator(f'[data-key="{key}"]')).to_have_count(0)
    page.keyboard.press("u")
    page.keyboard.press("n")
    expect(page.locator("dialog")).to_have_count(0)
    assert len(hands.lines(server.url, links["write"])) == 3


def test_a_whole_question_is_tapped_with_the_keyboard(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, FRIDAY)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    page.keyboard.press("n")
    for key in ("card-green", "card-pipe", "card-lounge", "shower-nobody"):
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("() => document.activeElement.dataset.key") == key:
                break
        page.keyboard.press("Enter")
    hands.wait_for_entries(page, 1)
    assert hands.lines(server.url, token) == ["Anna ? green pipe lounge | -"]


def test_undo_in_the_history_is_pressed_again_and_again_with_the_keyboard(
    server: Server, open_page: Open
) -> None:
    token = hands.new_notebook(server.url, FRIDAY)["write"]
    for suspect in ("green", "white"):
        hands.add(server.url, token, f"Anna ? {suspect} pipe lounge | -")
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    page.keyboard.press("h")
    page.locator('dialog [data-key="undo"]').focus()
    for left in (1, 0):
        page.keyboard.press("Enter")
        hands.wait_for_entries(page, left)
