"""Before the game: editions, players, hands, files; everything in a real browser."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from sleuth.casefile import load
from sleuth.edition import Edition
from tests.web import hands
from tests.web.cases import THREE
from tests.web.conftest import DESK, PHONE, Open
from tests.web.servers import Server


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


def test_an_edition_of_ones_own_is_made_played_and_taken_home(
    server: Server, open_page: Open, tmp_path: Path
) -> None:
    page = open_page(PHONE)
    page.goto(f"{server.url}/#/edition")
    for i, cards in enumerate(("Rot\nBlau\nGrün", "Löffel\nGabel\nMesser", "Keller\nDach\nFlur")):
        page.locator(f'[data-key="cards-{i}"]').fill(cards)
    _save_as_named(page, "Export", tmp_path)
    hands.tap(page, "save-edition")
    expect(page.locator('[data-key="edition-own:0"][aria-pressed="true"]')).to_be_visible()
    for card in ("rot", "keller"):
        hands.tap(page, f"hand-{card}")
    hands.tap(page, "start")
    expect(page.locator(".grid")).to_contain_text("Löffel")
    for key in ("ask", "card-blau", "card-loeffel", "card-dach", "shower-nobody"):
        hands.tap(page, key)
    hands.wait_for_entries(page, 1)
    hands.tap(page, "menu")
    case = _save_as_named(page, ".case", tmp_path)
    assert len(load(case).entries) == 1  # the edition's own file lies beside it


def _save_as_named(page: Page, button: str, folder: Path) -> Path:
    """Download a file under the name that the page gives it."""
    with page.expect_download() as caught:
        page.get_by_role("button", name=button).click()
    saved = folder / caught.value.suggested_filename
    caught.value.save_as(saved)
    return saved


def test_an_example_is_one_tap_away(server: Server, open_page: Open) -> None:
    page = open_page(PHONE, "de")
    page.goto(server.url)
    page.get_by_role("button", name="Ein Beispiel ansehen").click()
    expect(page.locator(".grid")).to_be_visible()
    hands.tap(page, "history")
    expect(page.locator("dialog .entry")).to_have_count(8)
    expect(page.locator("dialog .entries")).to_contain_text("hat eine Karte gezeigt")


def test_a_misheard_name_is_corrected_and_the_entries_stay(server: Server, open_page: Open) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    page = hands.open_notebook(open_page(PHONE), server.url, token)
    hands.tap(page, "menu")
    hands.tap(page, "correct-setup")
    page.locator('[data-key="correct-1"]').fill("Bernd")
    hands.tap(page, "save-setup")
    expect(hands.cell(page, "pipe", "Bernd")).to_be_visible()
    assert hands.lines(server.url, token)[0] == "Anna ? green pipe lounge | Bernd ! pipe"


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


def _seats(page: Page) -> list[str]:
    return [box.input_value() for box in page.locator(".players input[type=text]").all()]


def test_seats_are_dragged_with_a_mouse(server: Server, open_page: Open) -> None:
    page = open_page(DESK)
    page.goto(f"{server.url}/#/new")
    x, y, height = _grip(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + height, steps=4)
    page.mouse.move(x, y + 2 * height, steps=4)
    page.mouse.up()
    expect(page.locator('[data-key="name-2"]')).to_have_value("Anna")
    assert _seats(page) == ["Ben", "Cleo", "Anna"]
    expect(page.locator('[data-key="me-2"]')).to_be_checked()


def test_seats_are_dragged_with_a_finger(server: Server, open_page: Open) -> None:
    page = open_page(PHONE, has_touch=True)
    page.goto(f"{server.url}/#/new")
    x, y, height = _grip(page)
    finger = page.context.new_cdp_session(page)
    for kind, at in (("touchStart", y), ("touchMove", y + height / 2), ("touchMove", y + height)):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": at}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator('[data-key="name-1"]')).to_have_value("Anna")
    assert _seats(page) == ["Ben", "Anna", "Cleo"]
    assert page.evaluate("() => window.scrollY") == 0


def _grip(page: Page) -> tuple[float, float, float]:
    """Where the first seat is taken hold of, and how far the next one is."""
    first = page.locator('[data-key="grip-0"]').bounding_box()
    second = page.locator('[data-key="grip-1"]').bounding_box()
    assert first is not None
    assert second is not None
    return first["x"] + first["width"] / 2, first["y"] + first["height"] / 2, second["y"] - first["y"]


def test_an_edition_of_ones_own_is_edited_and_exported(
    server: Server, open_page: Open, tmp_path: Path
) -> None:
    page = open_page(PHONE)
    page.goto(f"{server.url}/#/edition")
    for i, cards in enumerate(("Red\nBlue\nGray", "Spoon\nFork\nKnife", "Cellar\nRoof\nLobby")):
        page.locator(f'[data-key="cards-{i}"]').fill(cards)
    hands.tap(page, "save-edition")
    page.get_by_role("link", name="Make your own edition").click()
    page.locator('[data-key="cards-2"]').fill("Cellar\nRoof\nLobby\nAttic")
    with page.expect_download() as caught:
        page.get_by_role("button", name="Export").click()
    caught.value.save_as(tmp_path / "own.toml")
    edition = Edition.load(str(tmp_path / "own.toml"))
    assert [edition.card_name(card, "en") for card in edition.cards_of(2)][-1] == "Attic"
    hands.tap(page, "save-edition")
    expect(page.locator('[data-key="hand-attic"]')).to_be_visible()


def test_a_faulty_edition_is_explained_and_not_kept(server: Server, open_page: Open) -> None:
    page = open_page(PHONE)
    page.goto(f"{server.url}/#/edition")
    page.locator('[data-key="cards-0"]').fill("Red")
    hands.tap(page, "save-edition")
    expect(page.locator(".toast.bad")).to_be_visible()
    page.goto(f"{server.url}/#/new")
    expect(page.locator('[data-key^="edition-own"]')).to_have_count(0)


def test_a_file_that_names_a_path_as_its_edition_is_refused(
    server: Server, open_page: Open, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.case"
    bad.write_text("edition: /etc/passwd\nplayers: a b c\n")
    page = open_page(PHONE)
    page.goto(server.url)
    page.locator("#file").set_input_files(bad)
    expect(page.locator(".toast.bad")).to_contain_text("There is no edition")
