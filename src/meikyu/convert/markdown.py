"""Markdown: headings, lists and tables (GitHub's), with every sign of the text kept as it is."""

from __future__ import annotations

import re

from meikyu.convert.document import Document, Part

_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~])")


def escaped(text: str) -> str:
    """The text with Markdown's own signs made plain, on one line."""
    return _SIGNS.sub(r"\\\1", " ".join(text.split()))


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(escaped(cell) for cell in cells) + " |"


def _part(part: Part) -> list[str]:
    lines = ["", f"{'###' if part.under else '##'} {escaped(part.title)}", ""]
    if part.heads:
        lines += [_row(part.heads), "|" + " --- |" * len(part.heads), *(_row(row) for row in part.rows), ""]
    lines += [f"- {escaped(line)}" for line in part.lines]
    return lines if lines[-1] else lines[:-1]


def text(document: Document) -> str:
    """The sheet as Markdown."""
    lines = [f"# {escaped(document.title)}"]
    for part in document.parts:
        lines += _part(part)
    return "\n".join([*lines, "", "---", "", document.attribution, ""])
