from __future__ import annotations

import socket
import zlib

import pytest
from starlette.requests import Request

from meikyu.errors import InputError, Text
from meikyu.web import icons, shell
from meikyu.web.app import STATIC, listening_socket
from meikyu.web.guard import Guard, allowed
from meikyu.web.i18n import language_of
from meikyu.web.map.atlas import colours

HOSTS = frozenset({"127.0.0.1:8080", "localhost:8080"})


@pytest.mark.parametrize(
    ("host", "origin", "method", "passes"),
    [
        ("127.0.0.1:8080", None, "GET", True),
        ("localhost:8080", None, "POST", True),
        ("127.0.0.1:8080", "http://127.0.0.1:8080", "POST", True),
        ("127.0.0.1:8080", "http://localhost:8080", "WEBSOCKET", True),
        ("127.0.0.1:8080", "http://evil.example", "GET", True),
        ("127.0.0.1:8080", "http://evil.example", "POST", False),
        ("127.0.0.1:8080", "http://127.0.0.1:9999", "WEBSOCKET", False),
        ("127.0.0.1:8080", "null", "POST", False),
        ("evil.example", None, "GET", False),
        ("evil.example:8080", "http://evil.example:8080", "WEBSOCKET", False),
    ],
)
def test_only_our_own_pages_may_write(host: str, origin: str | None, method: str, passes: bool) -> None:
    assert allowed(HOSTS, host, origin, method) is passes


async def test_the_guard_closes_a_foreign_socket() -> None:
    sent: list[dict[str, object]] = []

    async def never(*_: object) -> None:
        raise AssertionError("the application was reached")

    async def receive() -> dict[str, object]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, object]) -> None:
        sent.append(message)

    headers = [(b"host", b"127.0.0.1:8080"), (b"origin", b"http://evil.example")]
    await Guard(never, 8080)({"type": "websocket", "headers": headers}, receive, send)
    assert sent == [{"type": "websocket.close", "code": 1008}]


def request(query: str = "", cookie: str = "", accept: str = "") -> Request:
    headers = [(b"cookie", cookie.encode())] if cookie else []
    headers += [(b"accept-language", accept.encode())] if accept else []
    return Request({"type": "http", "query_string": query.encode(), "headers": headers})


@pytest.mark.parametrize(
    ("query", "cookie", "accept", "lang"),
    [
        ("lang=en", "meikyu_lang=ja", "ja", "en"),
        ("lang=xx", "meikyu_lang=en", "ja", "en"),
        ("", "", "en-GB,en;q=0.9", "en"),
        ("", "", "fr, ja;q=0.5", "ja"),
        ("", "", "fr", "ja"),
        ("", "", "", "ja"),
    ],
)
def test_the_reader_is_asked_for_the_language_first(query: str, cookie: str, accept: str, lang: str) -> None:
    assert language_of(request(query, cookie, accept), "ja") == lang


def test_a_taken_port_is_told_in_both_languages() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(InputError) as told:
            listening_socket(port)
    assert told.value.field == "port"
    assert told.value.got == port
    assert str(port) in told.value.text.en
    assert str(port) in told.value.text.ja


def test_a_port_that_no_machine_has_is_told() -> None:
    with pytest.raises(InputError):
        listening_socket(70000)


def test_a_tile_becomes_a_picture() -> None:
    picture = icons.png("ui_maze")
    assert picture is not None
    assert picture.startswith(b"\x89PNG")
    body = picture[picture.index(b"IDAT") + 4 : -16]
    raw = zlib.decompress(body)
    assert len(raw) == 16 * (1 + 16 * 4)
    assert raw[1:5] == bytes.fromhex(colours()["k"][1:]) + b"\xff"


@pytest.mark.parametrize("name", ["no_such_tile", "../palette", "palette/..", ""])
def test_no_picture_without_a_tile(name: str) -> None:
    assert icons.png(name) is None


def test_the_style_sheet_has_every_colour_of_the_frame() -> None:
    tokens = (STATIC / "tokens.css").read_text(encoding="utf-8")
    for colour in shell.COLOURS.values():
        assert colour in tokens


def test_no_file_of_ours_names_another_address() -> None:
    for path in sorted(STATIC.iterdir()):
        text = path.read_text(encoding="utf-8")
        for line in text.splitlines():
            assert "http://" not in line.replace("http://www.w3.org/2000/svg", ""), path.name
            assert "https://" not in line, path.name


async def test_every_page_has_the_frame(user) -> None:
    await user.open("/rules?lang=en")
    for section in shell.SECTIONS:
        await user.should_see(section.label.en)
        await user.should_see(section.label.ja)
    await user.should_see("Skip to the main part")


async def test_sections_without_a_page_open_their_rules(user) -> None:
    for section in shell.SECTIONS:
        if shell.is_built(section.path):
            continue
        answer = await user.http_client.get(f"{section.path}?lang=en", follow_redirects=False)
        assert answer.status_code == 307
        target = answer.headers["location"]
        assert target.startswith("/rules")
        assert ("book=" + section.book in target) is bool(section.book)
        assert "lang=en" in target


async def test_an_order_without_a_dungeon_is_refused_with_a_reason(user) -> None:
    answer = await user.http_client.post("/web/command?lang=en", json={"kind": "all_off"})
    assert answer.status_code == 422
    assert answer.json() == {"ok": False, "reasons": [{"text": "No dungeon is open", "rule": ""}]}


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"args": {}}', b'{"kind": "x", "args": 3}'])
async def test_an_order_that_cannot_be_read_is_refused(user, body: bytes) -> None:
    answer = await user.http_client.post("/web/command", content=body)
    assert answer.status_code == 422
    assert answer.json()["ok"] is False


def test_text_attributes_name_both_languages() -> None:
    class Plain:
        def __init__(self) -> None:
            self.props: dict[str, str] = {}

    from meikyu.web.i18n import attributes

    made = attributes(Plain(), aria_label=Text("Help", "手引き"), title=None, id="x")  # type: ignore[arg-type]
    assert made.props == {
        "data-aria-label-en": "Help",
        "data-aria-label-ja": "手引き",
        "aria-label": "手引き / Help",
        "id": "x",
    }
