"""The MCP face: tools derived from the questions; errors as objects."""

from __future__ import annotations

import builtins
import re
from typing import Any

import pytest

from meikyu.books import BOOKS
from meikyu.errors import InputError
from meikyu.web import mcp


def test_there_is_a_tool_a_question_and_rule_look_up() -> None:
    names = [f"{b.name}.{q.name}".replace(".", "_") for b in BOOKS for q in b.questions.values()]
    listed = mcp.tools("ja")
    assert [t["name"] for t in listed] == [*names, "rule", "rules_search"]
    for tool in listed:
        assert re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", tool["name"])
        assert tool["inputSchema"]["type"] == "object"
        assert re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", tool["title"])


@pytest.mark.parametrize(("book", "question"), [(b, q) for b in BOOKS for q in b.questions.values()])
def test_each_tool_answers_its_example(book: Any, question: Any) -> None:
    name = f"{book.name}.{question.name}"
    told, is_error = mcp.call(name.replace(".", "_"), question.example)
    assert not is_error
    assert told["question"] == name
    assert mcp.call(name, question.example)[0] == told


def test_rules_are_looked_up_and_found() -> None:
    assert mcp.call("rule", {"id": "kep-food-20"})[0]["id"] == "KEP-FOOD-20"
    found, is_error = mcp.call("rules_search", {"words": "", "book": "keep"})
    assert not is_error
    assert (found["count"], len(found["rules"])) == (601, mcp.MOST_FOUND)


@pytest.mark.parametrize(
    ("name", "arguments", "kind"),
    [
        ("keep_nothing", {}, "unknown_question"),
        ("keep_job_cell", {}, "missing_field"),
        ("rule", {"id": "KEP-FOOD-999"}, "unknown_rule"),
        ("rule", {}, "missing_field"),
        ("rules_search", {"words": "a", "book": "kepp"}, "not_allowed"),
    ],
)
def test_faults_are_error_objects(name: str, arguments: dict[str, Any], kind: str) -> None:
    told, is_error = mcp.call(name, arguments, "ja")
    assert is_error
    assert told["error"]["kind"] == kind


def test_without_the_extra_the_way_to_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def absent(name: str, *rest: Any) -> Any:
        if name.startswith("mcp."):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", absent)
    with pytest.raises(InputError, match=re.escape("meikyu[mcp]")):
        mcp.serve()
