"""The HTTP face, derived from the questions' definitions."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx2 as httpx
import pytest
from starlette.applications import Starlette

from meikyu.books import BOOKS
from meikyu.core import asking, telling
from meikyu.web import api, openapi

QUESTIONS = [(b, q) for b in BOOKS for q in b.questions.values()]
NAMES = [f"{b.name}.{q.name}" for b, q in QUESTIONS]


class Client:
    """Requests to the application, without a server."""

    def __init__(self) -> None:
        self.app = Starlette()
        api.attach(self.app)

    def _send(self, method: str, url: str, **given: Any) -> httpx.Response:
        async def send() -> httpx.Response:
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
                return await client.request(method, url, **given)

        return asyncio.run(send())

    def get(self, url: str, **given: Any) -> httpx.Response:
        return self._send("GET", url, **given)

    def post(self, url: str, **given: Any) -> httpx.Response:
        return self._send("POST", url, **given)


@pytest.fixture(scope="module")
def client() -> Client:
    return Client()


@pytest.mark.parametrize(("book", "question"), QUESTIONS, ids=NAMES)
def test_each_example_is_answered_as_in_python(client: Client, book: Any, question: Any) -> None:
    reply = client.post(f"/api/ask/{book.name}.{question.name}?lang=ja", json=question.example)
    assert reply.status_code == 200
    assert reply.headers["content-type"] == "application/json"
    told = asking.answer(book, question.name, question.example, lang="ja")
    assert reply.json() == json.loads(telling.as_json(told))


def _error(reply: Any, status: int) -> dict[str, Any]:
    assert reply.status_code == status
    told: dict[str, Any] = reply.json()
    assert list(told) == ["error"]
    assert list(told["error"]) == ["kind", "field", "got", "allowed", "message"]
    return told["error"]


def test_faults_have_a_status_and_an_error_object(client: Client) -> None:
    url = "/api/ask/keep.job.cell"
    told = _error(client.post(url, json={"level": "middle", "button": "left"}), 422)
    assert (told["kind"], told["field"], told["got"]) == ("not_allowed", "level", "middle")
    assert told["allowed"] == ["off", "low", "normal", "high"]
    assert _error(client.post(url, json={"level": "off"}), 422)["kind"] == "missing_field"
    assert _error(client.post(url), 422)["kind"] == "missing_field"
    assert _error(client.post(url, content=b"{"), 422)["kind"] == "not_readable"
    assert _error(client.post(url, content=b"\xff"), 422)["kind"] == "not_readable"
    assert _error(client.post(url, json=[1]), 422)["kind"] == "wrong_type"
    told = _error(client.post("/api/ask/keep.job.cel", json={}), 404)
    assert told["kind"] == "unknown_question"
    assert "keep.job.cell" in told["allowed"]
    assert client.get(url).status_code == 405


def test_bodies_are_limited(client: Client) -> None:
    url = "/api/ask/keep.job.cell"
    assert _error(client.post(url, content=b" " * (api.LARGEST + 1)), 413)["kind"] == "out_of_range"
    assert _error(client.post(url, content=b" " * api.LARGEST), 422)["kind"] == "not_readable"
    assert _error(client.post("/api/ask", content=b"[" * 900_000), 422)["kind"] == "not_readable"
    many = json.dumps([{}] * (api.MOST + 1))
    assert _error(client.post("/api/ask", content=many), 422)["got"] == api.MOST + 1


def test_the_language_follows_the_query_then_the_header(client: Client) -> None:
    url = "/api/ask/keep.job.cel"

    def message(query: str, header: str) -> str:
        reply = client.post(url + query, json={}, headers={"Accept-Language": header})
        return _error(reply, 404)["message"]

    english, japanese = message("?lang=en", "ja"), message("?lang=ja", "en")
    assert "There is no such question" in english
    assert "問い" in japanese
    assert message("", "fr, ja;q=0.8") == japanese
    assert message("", "fr") == english
    assert message("?lang=xx", "ja-JP") == japanese


def test_a_batch_keeps_its_order(client: Client) -> None:
    asked = [
        {"question": "keep.job.cell", "input": {"level": "off", "button": "left"}},
        {"question": "keep.nothing"},
        3,
        {"question": "keep.job.cell", "input": {"level": "high", "button": "right"}},
    ]
    told = client.post("/api/ask", json=asked).json()
    assert [("error" in t) for t in told] == [False, True, True, False]
    assert told[0]["question"] == told[3]["question"] == "keep.job.cell"
    assert told[1]["error"]["kind"] == "unknown_question"
    assert told[2]["error"]["kind"] == "wrong_type"
    assert _error(client.post("/api/ask", json={}), 422)["kind"] == "wrong_type"
    assert client.post("/api/ask", json=[]).json() == []


def test_questions_are_listed_with_fields_and_examples(client: Client) -> None:
    told = client.get("/api/questions?lang=ja").json()["questions"]
    assert [t["question"] for t in told] == NAMES
    cell = next(t for t in told if t["question"] == "keep.job.cell")
    assert [f["name"] for f in cell["fields"]] == ["level", "button"]


def test_rules_are_shown_found_and_counted(client: Client) -> None:
    assert client.get("/api/rules").json()["total"]["total"] == 1705
    one = client.get("/api/rules/kep-food-20").json()
    assert (one["id"], one["book"], one["basis"]) == ("KEP-FOOD-20", "keep", "seed")
    found = client.get("/api/rules", params={"search": "柱 天井", "book": "keep"}).json()
    assert found["count"] == len(found["rules"]) > 0
    assert client.get("/api/rules?book=keep").json()["count"] == 601
    assert _error(client.get("/api/rules/KEP-FOOD-999"), 404)["kind"] == "unknown_rule"
    assert _error(client.get("/api/rules?book=kepp"), 422)["field"] == "book"
    assert _error(client.get("/api/rules?status=done"), 422)["allowed"] == ["code", "table", "people", "open"]


def _references(node: Any) -> set[str]:
    if isinstance(node, dict):
        own = {node["$ref"]} if isinstance(node.get("$ref"), str) else set()
        return own.union(*(_references(v) for v in node.values()))
    if isinstance(node, list):
        return set().union(*(_references(v) for v in node))
    return set()


def test_the_openapi_document_has_an_operation_a_question(client: Client) -> None:
    told = client.get("/openapi.json").json()
    assert told["openapi"].startswith("3.1")
    for name in NAMES:
        operation = told["paths"][f"/api/ask/{name}"]["post"]
        assert operation["operationId"] == name.replace(".", "_")
        assert "200" in operation["responses"]
    ids = [o["operationId"] for path in told["paths"].values() for o in path.values()]
    assert len(ids) == len(set(ids))
    known = {f"#/components/schemas/{name}" for name in told["components"]["schemas"]}
    assert _references(told) <= known
    food = told["components"]["schemas"]["keep_food_choose"]
    assert food["additionalProperties"] is False
    assert set(food["required"]) == {"food_bar", "foods"}
    assert food["properties"]["food_bar"]["description"]
    japanese = client.get("/openapi.json?lang=ja").json()
    assert japanese["paths"]["/api/ask/keep.job.cell"]["post"]["summary"] != told["tags"]


def test_every_served_path_is_documented() -> None:
    app = Starlette()
    api.attach(app)
    served = {r.path for r in app.routes if r.path.startswith("/api/")}  # type: ignore[attr-defined]
    documented = {
        p if "keep." not in p else "/api/ask/{question}" for p in openapi.document(BOOKS[:1])["paths"]
    }
    assert served == documented


def test_the_page_needs_nothing_from_elsewhere(client: Client) -> None:
    for lang, word in (("en", "Ask Meikyu over HTTP"), ("ja", "HTTP で迷宮に尋ねる")):
        page = client.get(f"/api?lang={lang}").text
        assert word in page
        assert f"<html lang='{lang}'>" in page
        assert "http://" not in page
        assert "https://" not in page
        for name in NAMES:
            assert f"id='{name}'" in page
