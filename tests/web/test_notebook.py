"""What the notebook shows and says: reasons, marks, advice, the past and what might be."""

from __future__ import annotations

import re

from playwright.sync_api import expect

import sleuth as sl
from sleuth.agents.verdict import Verdict, advise_accusing
from tests.web import hands
from tests.web.cases import FRIDAY, THREE
from tests.web.conftest import DESK, PHONE, Open
from tests.web.servers import Server
from tests.web.test_golden import GOLDEN


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


def test_a_long_press_offers_a_pencil_mark(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    hands.cell(page, "green", "Cleo").click(delay=800)
    expect(page.locator("dialog h2")).to_contain_text("Pencil mark")
    page.locator("dialog").get_by_role("button", name="?", exact=True).click()
    expect(hands.cell(page, "green", "Cleo").locator(".mark")).to_have_text("?")


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


def test_what_an_entry_changed_is_highlighted(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    hands.add(server.url, token, "Anna ? white wrench billiard | Ben - | Cleo ! billiard")
    expect(page.locator('.fresh [data-key="billiard/Cleo"]')).to_be_visible()
    expect(page.locator('.fresh [data-key="wrench/Ben"]')).to_be_visible()
    expect(page.locator('.fresh [data-key="scarlet/Anna"]')).to_have_count(0)
    expect(page.locator(".grid thead .of-seat").nth(2)).to_contain_text("1/6")


def test_the_best_triples_are_one_tap_away(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    hands.tap(page, "solutions")
    lines = page.locator("dialog .solutions li")
    expect(lines).to_have_count(5)
    likeliest = hands.state(page)["envelope"][0]
    expect(lines.first).to_contain_text(f"{100 * likeliest['p']:.0f} %")
    rest = page.locator(".envelope .rest").all_inner_texts()
    shown = [row.locator(".maybe").count() for row in page.locator(".envelope li").all()]
    assert len(rest) == 3
    assert all(text.startswith("+") for text, n in zip(rest, shown, strict=True) if n > 4)


def test_a_trial_can_be_kept(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    hands.tap(page, "ask")
    page.get_by_label("Only try it: what if?").check()
    for key in ("card-mustard", "card-candlestick", "card-ballroom", "shower-nobody"):
        hands.tap(page, key)
    page.get_by_role("button", name="Keep it").click()
    hands.wait_for_entries(page, 4)
    assert hands.lines(server.url, token)[-1] == "Anna ? mustard candlestick ballroom | -"


def test_advice_weighs_an_accusation_once_it_is_worth_a_thought(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, f"{THREE}Anna ? mustard candlestick ballroom | -\n")["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    hands.tap(page, "advice")
    expect(page.locator("dialog .verdict-line.yes")).to_contain_text("Mustard", timeout=60_000)
    hands.tap(page, "accuse")
    hands.tap(page, "right")
    hands.wait_for_entries(page, 5)
    assert hands.lines(server.url, token)[-1] == "Anna = mustard candlestick ballroom ok"
    page.keyboard.press("Escape")
    expect(page.locator('[data-key="ask"]')).to_have_text("The game is over")


def test_where_nobody_accuses_the_page_does_not_ask_about_it(server: Server, open_page: Open) -> None:
    likely = "Ben lacks mustard pipe\nCleo lacks mustard pipe\n" + "".join(
        f"{who} ! {room}\n" for who, room in (("Ben", "lounge"), ("Ben", "kitchen"), ("Cleo", "library"))
    )
    token = hands.new_notebook(server.url, f"rules: auto_win=suggestion\n{FRIDAY}\n{likely}")["write"]
    page = open_page(PHONE)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    hands.open_notebook(page, server.url, token)
    assert hands.state(page)["envelope"][0]["p"] > 0.2
    hands.tap(page, "advice")
    expect(page.locator("dialog .question").first).to_be_visible(timeout=60_000)
    expect(page.locator("dialog .busy")).to_have_count(0, timeout=60_000)
    assert any("thorough=true" in url for url in asked)
    assert not any("notebook/accuse" in url for url in asked)
    expect(page.locator(".toast.bad")).to_have_count(0)


def test_the_page_accuses_when_the_detective_would_and_says_how_sure_it_is(
    server: Server, open_page: Open
) -> None:
    case = (GOLDEN / "table1.case").read_text("utf-8")
    token = hands.new_notebook(server.url, case)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    hands.tap(page, "advice")
    told = page.locator("dialog .verdict-line")
    expect(told).to_contain_text("imagined games, and asking on wins", timeout=60_000)
    verdict = advise_accusing(sl.loads(case).view())
    assert isinstance(verdict, Verdict)
    expect(told).to_contain_text(verdict.figures())
    expect(page.locator("dialog .verdict-line.yes")).to_have_count(0)


def test_better_numbers_follow_the_first_ones(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, FRIDAY)["write"]
    page = open_page(PHONE)
    asked: list[str] = []
    page.on(
        "request", lambda request: asked.append(request.url) if "notebook/advice" in request.url else None
    )
    hands.open_notebook(page, server.url, token)
    hands.tap(page, "advice")
    expect(page.locator("dialog .question")).to_have_count(3, timeout=60_000)
    expect(page.locator("dialog .busy")).to_have_count(0, timeout=60_000)
    assert ["thorough=true" in url for url in asked] == [False, True]


def test_a_cell_says_why_for_the_moment_on_the_screen(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    page = hands.open_notebook(open_page(DESK), server.url, token)
    slider = page.locator('[data-key="slider"]')
    slider.focus()
    slider.press("Home")
    expect(page.locator(".banner")).to_contain_text("As it was at the start")
    hands.cell(page, "pipe", "Ben").click()
    expect(page.locator("dialog .verdict")).to_have_text(re.compile(r"\d+ %"))
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Back to now").click()
    hands.tap(page, "ask")
    page.get_by_label("Only try it: what if?").check()
    for key in ("card-mustard", "card-candlestick", "card-ballroom", "shower-nobody"):
        hands.tap(page, key)
    expect(page.locator(".banner")).to_contain_text("What if")
    hands.cell(page, "mustard", "Ben").click()
    expect(page.locator("dialog .verdict")).to_have_text("Certain: no")
