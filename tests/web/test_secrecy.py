"""What one player writes, another never reads: all traffic of two users, recorded and searched."""

from __future__ import annotations

import json

import httpx
from playwright.sync_api import Page, Request, Response, WebSocket, expect

from tests.web import hands
from tests.web.conftest import DESK, PHONE, Open
from tests.web.servers import Server

ANNA = """edition: classic
players: Annegret Bertram Cleopatra
me: Annegret
hand: scarlet plum rope knife hall study
Annegret ? green pipe lounge | Bertram ! pipe
"""
OTTO = """edition: classic
players: Otto Paula Quirin
me: Otto
hand: white mustard wrench candlestick kitchen library
Otto ? green pipe lounge | Paula ! pipe
"""


class Traffic:
    """Everything a page sends and gets."""

    def __init__(self, page: Page) -> None:
        self.hosts: set[str] = set()
        self.got: list[str] = []
        self.addresses: list[str] = []
        page.on("request", self._request)
        page.on("response", self._response)
        page.on("websocket", self._socket)

    def _request(self, request: Request) -> None:
        self.addresses.append(request.url)
        self.hosts.add(httpx.URL(request.url).netloc.decode() if "://" in request.url else "")

    def _response(self, response: Response) -> None:
        if "/api/" in response.url:
            self.got.append(json.dumps(dict(response.headers)) + response.text())

    def _socket(self, socket: WebSocket) -> None:
        self.addresses.append(socket.url)
        socket.on("framereceived", lambda frame: self.got.append(str(frame)))


def visit(page: Page, server: Server, token: str) -> Traffic:
    """Look at everything there is to see in a notebook."""
    traffic = Traffic(page)
    hands.open_notebook(page, server.url, token)
    hands.cell(page, "pipe", "envelope").click()
    expect(page.locator("dialog .verdict")).to_be_visible()
    page.keyboard.press("Escape")
    if page.viewport_size == PHONE:
        hands.tap(page, "history")
        expect(page.locator("dialog .chart svg")).to_be_visible()
        page.keyboard.press("Escape")
    hands.tap(page, "menu")
    with page.expect_download():
        page.get_by_role("button", name=".json").click()
    return traffic


def test_nothing_of_one_notebook_appears_in_the_traffic_of_another(server: Server, open_page: Open) -> None:
    anna, otto = hands.new_notebook(server.url, ANNA), hands.new_notebook(server.url, OTTO)
    first = visit(open_page(PHONE), server, anna["write"])
    second = visit(open_page(DESK), server, otto["write"])
    third = visit(open_page(PHONE), server, otto["read"])
    secrets = {"anna": [*anna.values(), "Annegret", "Bertram"], "otto": [*otto.values(), "Otto", "Quirin"]}
    for traffic, foreign in ((first, "otto"), (second, "anna"), (third, "anna")):
        everything = "\n".join(traffic.got)
        assert len(everything) > 5_000
        assert [secret for secret in secrets[foreign] if secret in everything] == []
    assert otto["write"] not in "\n".join(third.got)


def test_no_request_goes_elsewhere_and_no_address_carries_a_link(server: Server, open_page: Open) -> None:
    links = hands.new_notebook(server.url, ANNA)
    traffic = visit(open_page(PHONE), server, links["write"])
    assert traffic.hosts - {""} == {f"127.0.0.1:{server.port}"}
    sent = [address.partition("#")[0] for address in traffic.addresses]
    assert [address for address in sent if links["write"] in address or links["read"] in address] == []
