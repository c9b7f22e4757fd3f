"""The server's promises, asked over the wire: once, in order, for the bearer only."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from sleuth.agents.verdict import Verdict
from sleuth.inference.advise_accuse import AccuseAdvice
from sleuth.web.answers import accuse_of
from sleuth.web.desk import page_of_case
from tests.web import hands
from tests.web.cases import FRIDAY, THREE
from tests.web.servers import Server

HAND = ["scarlet", "plum", "rope", "knife", "hall", "study"]
SETUP: dict[str, Any] = {"players": ["Anna", "Ben", "Cleo"], "me": "Anna", "hand": HAND}


def call(server: Server, method: str, path: str, token: str = "", **more: Any) -> httpx.Response:
    """One request of a bearer."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    headers |= more.pop("headers", {})
    return httpx.request(method, f"{server.url}/api/{path}", headers=headers, timeout=60, **more)


def post(server: Server, token: str, base: int, change: dict[str, Any], key: str = "") -> httpx.Response:
    """One change against a version."""
    body = {"key": key or uuid4().hex, "base": base, "change": change}
    return call(server, "POST", "notebook/changes", token, json=body)


def code(answer: httpx.Response) -> str:
    """The code of a refusal."""
    found: str = answer.json()["error"]["code"]
    return found


LINE = {"kind": "add", "line": "Anna ? green pipe lounge | -"}


def test_a_repeated_tap_is_stored_once(server: Server) -> None:
    token = hands.new_notebook(server.url, FRIDAY)["write"]
    first = post(server, token, 0, LINE, "same-key-1")
    again = post(server, token, 0, LINE, "same-key-1")
    assert (first.json(), again.json()) == (
        {"version": 1, "repeated": False},
        {"version": 1, "repeated": True},
    )
    assert len(hands.lines(server.url, token)) == 1


def test_a_key_cannot_stand_for_two_changes(server: Server) -> None:
    token = hands.new_notebook(server.url, FRIDAY)["write"]
    post(server, token, 0, LINE, "same-key-2")
    answer = post(server, token, 1, {"kind": "undo"}, "same-key-2")
    assert (answer.status_code, code(answer)) == (409, "web/key-reused")


def test_a_stale_change_is_answered_with_what_changed(server: Server) -> None:
    token = hands.new_notebook(server.url, FRIDAY)["write"]
    post(server, token, 0, LINE)
    answer = post(server, token, 0, {"kind": "add", "line": "Ben ? green pipe lounge | -"})
    assert (answer.status_code, code(answer)) == (409, "web/stale")
    assert [change["change"] for change in answer.json()["error"]["changes"]] == [LINE]
    assert len(hands.lines(server.url, token)) == 1


def test_everything_ever_written_is_still_there_after_undo(server: Server) -> None:
    token = hands.new_notebook(server.url, FRIDAY)["write"]
    edit = {"kind": "edit", "entry": 1, "line": "Anna ? white pipe lounge | -"}
    changes: list[dict[str, Any]] = [LINE, edit, {"kind": "undo"}, {"kind": "undo"}]
    for base, change in enumerate(changes):
        assert post(server, token, base, change).is_success
    assert [c["change"] for c in call(server, "GET", "notebook/changes", token).json()] == changes
    assert hands.lines(server.url, token) == []
    assert code(post(server, token, 4, {"kind": "undo"})) == "web/nothing-there"


def test_names_and_hands_can_be_corrected_later(server: Server) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    setup = {**SETUP, "players": ["Anna", "Bernd", "Cleo"]}
    assert post(server, token, 0, {"kind": "setup", "setup": setup}).is_success
    assert hands.lines(server.url, token)[0] == "Anna ? green pipe lounge | Bernd ! pipe"
    fewer = {**SETUP, "players": ["Anna", "Ben"], "edition": "three-investigators", "hand": None}
    assert post(server, token, 1, {"kind": "setup", "setup": fewer}).status_code == 422


def test_a_correction_of_the_past_must_leave_the_rest_possible(server: Server) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    answer = post(server, token, 0, {"kind": "edit", "entry": 1, "line": "Ben = white pipe lounge ok"})
    assert (answer.status_code, code(answer)) == (422, "record/illegal")
    assert answer.json()["error"]["entry"] == 2
    assert len(hands.lines(server.url, token)) == 3


def test_errors_speak_the_readers_language(server: Server) -> None:
    token = hands.new_notebook(server.url, FRIDAY)["read"]
    body = {"key": "k" * 8, "base": 0, "change": LINE}
    german = call(
        server, "POST", "notebook/changes", token, json=body, headers={"accept-language": "de-DE,de;q=0.9"}
    )
    assert german.json()["error"] == {"code": "web/read-only", "message": "Dieser Link ist nur zum Lesen."}
    assert post(server, token, 0, LINE).json()["error"]["message"] == "This link is for reading only."


FORGED = ["", "x" * 32, "../../../../etc/passwd--------", "null" * 8, "' OR 1=1 --aaaaaaaaaaaaaaaaaaaaa"]


@pytest.mark.parametrize("token", FORGED)
@pytest.mark.parametrize("path", ["", "/changes", "/advice", "/export", "/code"])
def test_a_forged_link_opens_nothing(server: Server, token: str, path: str) -> None:
    answer = call(server, "GET", f"notebook{path}", token)
    assert (answer.status_code, code(answer)) == (404, "web/unknown-link")


def test_a_text_of_a_megabyte_is_refused_and_nothing_is_stored(server: Server) -> None:
    token = hands.new_notebook(server.url, FRIDAY)["write"]
    answer = post(server, token, 0, {"kind": "add", "line": "x" * 1_000_000})
    assert (answer.status_code, code(answer)) == (413, "web/too-large")
    answer = call(server, "POST", "notebooks", json={"case": "#" * 1_000_000})
    assert (answer.status_code, code(answer)) == (413, "web/too-large")
    assert call(server, "GET", "notebook/changes", token).json() == []


@pytest.mark.parametrize(
    "case",
    [
        "edition: /etc/passwd\nplayers: a b c\n",
        "edition: ../../editions/classic.toml\nplayers: a b c\n",
        "EDITION : /etc/hostname\nplayers: a b c\n",
        "players: a b c\x0bedition: /etc/passwd\n",
    ],
)
def test_an_edition_is_never_read_from_the_servers_files(server: Server, case: str) -> None:
    answer = call(server, "POST", "notebooks", json={"case": case})
    assert answer.status_code == 422
    assert "root" not in answer.text


def test_an_edition_of_ones_own_may_not_bring_a_map_from_a_file(server: Server) -> None:
    raw = _own()
    raw["board"] = {"rooms": "room", "map": "/etc/passwd", "letters": {}, "doors": [], "starts": {}}
    answer = call(server, "POST", "editions/check", json={"edition": raw})
    assert answer.is_success  # the board is left aside
    assert "root:" not in answer.text


def _own(name: str = "Rot") -> dict[str, Any]:
    kinds = {"suspect": [name, "Blau", "Grau"], "weapon": ["Seil", "Dolch", "Gift"], "room": ["Flur", "Dach"]}
    cards = {kind: [{"id": f"{kind}{i}", "de": n} for i, n in enumerate(of)] for kind, of in kinds.items()}
    return {
        "edition": {"language": "de", "players": [2, 4], "de": "Unser Fall"},
        "categories": {kind: {"de": kind} for kind in kinds},
        "cards": cards,
    }


def test_markup_in_a_name_stays_text(server: Server) -> None:
    name = "<img src=x onerror=alert(1)>"
    hand = ["suspect1", "weapon1", "room1"]
    setup = {"edition": _own(name), "players": ["Anna", "Ben"], "me": "Anna", "hand": hand}
    links = call(server, "POST", "notebooks", json={"setup": setup, "title": "<b>"}).json()
    answer = call(server, "GET", "notebook", links["write"])
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.json()["edition"]["categories"][0]["cards"][0]["name"] == name
    named = {**SETUP, "players": ["<b>", "Ben", "Cleo"]}
    assert code(call(server, "POST", "notebooks", json={"setup": named})) == "game/bad-setup"


def test_the_page_keeps_to_itself(server: Server) -> None:
    answer = httpx.get(server.url)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    refused = call(server, "GET", "health", headers={"origin": "https://evil.example"})
    assert (refused.status_code, code(refused)) == (403, "web/foreign-origin")


def line(server: Server, origin: Origin | None = None) -> ClientConnection:
    """A live line."""
    return connect(server.url.replace("http", "ws") + "/api/live", origin=origin)


def test_a_live_line_from_another_site_is_refused(server: Server) -> None:
    with pytest.raises(InvalidStatus) as refused, line(server, Origin("https://evil.example")):
        pass
    assert refused.value.response.status_code == 403


def test_the_live_line_tells_a_forged_link_that_it_is_unknown(server: Server) -> None:
    with line(server) as forged:
        forged.send(json.dumps({"token": "x" * 32}))
        assert json.loads(forged.recv(timeout=20))["error"]["code"] == "web/unknown-link"


def test_noise_on_the_live_line_ends_it(server: Server) -> None:
    with line(server) as noise:
        noise.send("no json")
        with pytest.raises(ConnectionClosed, match="4400"):
            noise.recv(timeout=20)


def test_the_live_line_tells_every_change_to_every_page(server: Server) -> None:
    links = hands.new_notebook(server.url, FRIDAY)
    with line(server) as mine, line(server) as guest:
        mine.send(json.dumps({"token": links["write"], "lang": "en"}))
        guest.send(json.dumps({"token": links["read"], "lang": "de"}))
        assert [json.loads(live.recv(timeout=30))["view"]["version"] for live in (mine, guest)] == [0, 0]
        post(server, links["write"], 0, LINE)
        told = [json.loads(live.recv(timeout=30))["view"] for live in (mine, guest)]
        assert [view["version"] for view in told] == [1, 1]
        assert "Nobody could show" in told[0]["log"][0]["text"]
        assert "Niemand konnte" in told[1]["log"][0]["text"]


def test_the_model_of_what_was_shown_is_told_on_request(server: Server) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    deals = call(server, "GET", "notebook", token, params={"model": "deals"}).json()
    shown = call(server, "GET", "notebook", token, params={"model": "shown"}).json()
    assert deals["rows"] != shown["rows"]
    assert deals["deals"] == shown["deals"]


@pytest.mark.parametrize(
    ("case", "imagined", "said"),
    [
        (FRIDAY, True, "gedachten Partien"),
        ("edition: mini\nplayers: Anna Ben Cleo\nme: Anna\n\nAnna has scarlet\n", False, "fehlerlos"),
    ],
)
def test_advice_on_accusing_says_what_it_rests_on(
    server: Server, case: str, imagined: bool, said: str
) -> None:
    token = hands.new_notebook(server.url, case)["write"]
    found = call(server, "GET", "notebook/accuse?lang=de", token).json()
    assert found["imagined"] is imagined
    assert said in found["text"]
    assert "Standardfehler" in found["figures"]
    assert 0 < found["waiting_error"] < 0.5


def test_no_game_is_imagined_while_that_is_being_compiled() -> None:
    page = page_of_case(FRIDAY)
    assert isinstance(accuse_of(page, "python"), AccuseAdvice)
    assert isinstance(accuse_of(page, "auto"), Verdict)


def test_an_exported_notebook_opens_again_as_it_was(server: Server) -> None:
    token = hands.new_notebook(server.url, THREE)["write"]
    hands.post(server.url, token, {"kind": "strike", "entry": 2})
    hands.add(server.url, token, "Ben = white wrench kitchen ok")
    hands.post(server.url, token, {"kind": "strike", "entry": 5})
    hands.add(server.url, token, "Anna ? white wrench kitchen | -")
    want = hands.view_of(server.url, token)
    saved = call(server, "GET", "notebook/export", token, params={"kind": "json"}).json()
    again = call(server, "POST", "notebooks", json=saved).json()["write"]
    assert [e["line"] for e in hands.view_of(server.url, again)["log"]] == [e["line"] for e in want["log"]]
    case = call(server, "GET", "notebook/export", token, params={"kind": "case"}).text
    copy = hands.view_of(server.url, hands.new_notebook(server.url, case)["write"])
    assert (copy["rows"], copy["deals"]) == (want["rows"], want["deals"])
    table = call(server, "GET", "notebook/export", token, params={"kind": "csv"}).text
    assert table.splitlines()[2].startswith("2,x,")


def test_no_link_stands_in_the_servers_log(server: Server) -> None:
    links = hands.new_notebook(server.url, THREE)
    call(server, "GET", "notebook/why", links["write"], params={"card": "nonsense", "place": "Ben"})
    call(server, "GET", "nowhere", links["write"])
    assert links["write"] not in server.log
    assert links["read"] not in server.log


def test_too_many_requests_are_asked_to_wait() -> None:
    from sleuth.web.guard import Pace

    now = [0.0]
    pace = Pace(burst=3, each_second=1, clock=lambda: now[0])
    assert [pace.allows("a") for _ in range(5)] == [True, True, True, False, False]
    assert pace.allows("b")
    now[0] = 1.5
    assert [pace.allows("a"), pace.allows("a")] == [True, False]


def test_the_first_load_is_light() -> None:
    from sleuth.web.pages import files, words

    shipped = [file for name, file in files().items() if not name.startswith(("icon-", "sw"))]
    compressed = sum(len(file.packed) for file in shipped)
    assert compressed < 60_000
    assert set(words("de")) == set(words("en"))
