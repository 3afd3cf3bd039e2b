"""Reports of the realm in words."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import meikyu.realm
from meikyu.core.words import field
from meikyu.realm.telling import names, realm_lines


def emitted() -> Iterator[str]:
    """The kinds of events that the realm's code emits, as they stand there."""
    for path in Path(meikyu.realm.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "emit"
            ):
                first = node.args[0]
                if isinstance(first, ast.Starred) and isinstance(first.value, ast.Tuple):
                    first = first.value.elts[0]
                yield from (n.value for n in ast.walk(first) if isinstance(n, ast.Constant) and n.value)


def test_every_event_that_a_summary_counts_has_words_in_japanese() -> None:
    kinds = {*emitted(), "borrowed", "returned", "plague", "fell_sick"}
    assert len(kinds) > 60
    plain = [kind for kind in sorted(kinds) if field(kind, "ja", names()).isascii()]
    assert plain == []


def test_needs_are_called_as_the_rules_call_them() -> None:
    told = realm_lines({"lowest": {"food": 3, "sleep": 4, "recreation": 5}}, "ja")
    assert told[1:] == ["  食事: 3", "  睡眠: 4", "  娯楽: 5"]
