from __future__ import annotations

import ast
from pathlib import Path

from meikyu.books import BOOKS
from meikyu.core import catalogue

BROWSER = Path(__file__).parent.parent / "browser"


def test_each_page_case_names_a_browser_test_that_exists() -> None:
    named = [case["page"] for book in BOOKS for _, case in catalogue.cases(book.name) if "page" in case]
    assert named
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(BROWSER.glob("test_*.py"))]
    tests = {node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert [page for page in named if page not in tests] == []
